"""What languages with braces share: doc comments with tags and HTML, conditions turned round."""

from __future__ import annotations

import html
import re

MAX_DOC = 4_000
_MARKS = re.compile(r"(?m)^[ \t]*(?:/\*+!?|\*+/|\*(?!/)|//+[/!]?)[ \t]?|[ \t]*\*+/[ \t]*$")
_OPENING = re.compile(r"^[ \t]*/\*+!?[ \t]*\r?\n")
_LINK = re.compile(
    r"\{@(?:link|linkplain|see|value)\s+([^\s{}]+(?:\([^(){}]*\))?)(?:\s+([^{}]*))?\}"
)
_CODE = re.compile(r"\{@(?:code|literal)\s+((?:[^{}]|\{[^{}]*\})*)\}")
_OTHER = re.compile(r"\{@\w+\}")
_CODE_TAG = re.compile(r"</?(?:code|tt|kbd)>", re.IGNORECASE)
_ITEM = re.compile(r"<li>\s*", re.IGNORECASE)
_TAG = re.compile(r"</?(?:[a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|nbsp|#\d+|#x[0-9a-fA-F]+|mdash|ndash|hellip);")


def comment_text(text: str) -> str:
    """A comment without its marks, line for line."""
    return _MARKS.sub("", text).strip()


def doc_text(text: str) -> tuple[str, int]:
    """A doc comment in plain words, and how many lines below the comment's start they begin.

    Lines are kept, so that a place in the text leads back to the file.
    """
    opening = _OPENING.match(text)
    body = text[opening.end() :] if opening else text
    plain = _MARKS.sub("", body)
    skipped = 1 if opening else 0
    while True:
        line, separator, rest = plain.partition("\n")
        if not separator or line.strip():
            break
        plain, skipped = rest, skipped + 1
    return _untagged(plain).rstrip()[:MAX_DOC], skipped


def _untagged(text: str) -> str:
    if "{@" in text:
        text = _CODE.sub(lambda m: _kept(f"`{m[1].strip()}`", m.group()), text)
        text = _LINK.sub(_linked, text)
        text = _OTHER.sub("", text)
    if "<" in text:
        text = _CODE_TAG.sub("`", text)
        text = _ITEM.sub("- ", text)
        text = _TAG.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(lambda m: html.unescape(m.group()), text)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _linked(found: re.Match[str]) -> str:
    label = found[2].strip() if found[2] and found[2].strip() else ""
    target = found[1].lstrip("#").replace("#", ".")
    return _kept(label or f"`{target}`", found.group())


def _kept(text: str, whole: str) -> str:
    """A replacement on one line, followed by as many line breaks as it replaces."""
    return " ".join(text.split()) + "\n" * whole.count("\n")


def negation(text: str, *, simple: bool) -> str:
    """A condition negated in the C family's way."""
    return f"!{text}" if simple else f"!({text})"
