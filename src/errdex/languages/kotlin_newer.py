"""Kotlin's newer syntax, spelt for a grammar that does not know it yet."""

from __future__ import annotations

import re

# is String if x.isEmpty() ->
_WHEN_GUARD = re.compile(
    rb"(?m)^([ \t]*(?:is|in|!is|!in|else|[\w.]+)\b[^\n{}\"]{0,300}?)( if [^\n]{1,400}?)(?=\s*->)"
)
# context(session: Session)
_CONTEXT = re.compile(rb"(?m)^[ \t]*context\((?:[^()\n]|\([^()\n]*\))*\)[ \t]*$")
# words that are keywords for the grammar alone
_WORD = re.compile(rb"(?<![\w.])(?:where(?=\s*=[^=])|dynamic(?=\s*[=,){\n]))")
_LONG_GUARD = re.compile(
    rb"(?m)^([ \t]*(?:is|in)\b[^\n{}\"]{0,300}?)( if \([^{}]{1,400}?\))(?=\s*->)"
)
_ANNOTATION = re.compile(rb"(?m)^[ \t]*@[\w.:]+(?:\((?:[^()\n]|\([^()\n]*\))*\))?[ \t]*$")
_CONSTRUCTOR = re.compile(
    rb"(?m)^[ \t]*(?:(?:internal|private|public|actual|expect)[ ])+(?=constructor\()"
)
_DEFINITE = re.compile(rb" & Any\b")
_CALLED = re.compile(
    rb"(?m)(?:(?<=[{;=(] )|(?<=\()|^[ \t]*)"
    rb"(?:open|inner|data|sealed|external|infix|inline|value|final)(?=\()"
)
_NAMED = re.compile(rb"(?<=[(,\s])(?:open|inner|external|sealed|enum)(?= = )")
_PLUS = re.compile(rb"(?<=\{ )\+(?=\")")
_DOLLARS = re.compile(rb"\${2,}(?=\")")


def respelt(data: bytes) -> bytes:
    """A file with what the grammar cannot read blanked or respelt, byte for byte in its place."""
    for rule in (_WHEN_GUARD, _LONG_GUARD):
        data = rule.sub(lambda found: found[1] + _blank(found[2]), data)
    for rule in (_CONTEXT, _ANNOTATION, _CONSTRUCTOR, _DEFINITE, _PLUS, _DOLLARS):
        data = rule.sub(lambda found: _blank(found.group()), data)
    for rule in (_WORD, _NAMED, _CALLED):
        data = rule.sub(lambda found: found.group()[:-1] + b"_", data)
    return data


def _blank(data: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", data)
