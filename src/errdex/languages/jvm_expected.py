"""Expected errors in Kotlin and Scala tests, read from a test's text.

An expectation and the comparison of its message are statements of their own, mostly one after the
other, and many are infix words that a tree tells little of. So each message belongs to the throw
expected before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.model.facts import Provocation

STRING = r"\"((?:[^\"\\$\n]|\\.)*)\""
_ESCAPE = re.compile(r"\\(.)")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r"}
MAX_FOUND = 400


def expected(
    text: str, line: int, throws: re.Pattern[str], says: re.Pattern[str], named: re.Pattern[str]
) -> Iterator[Provocation]:
    """The expectations of a text.

    Args:
        text: of a test or a whole file.
        line: where it starts, 1-based.
        throws: finds an expected throw; its groups hold the class, if it names one.
        says: finds a compared message; its groups hold the literal's content.
        named: finds what names a test; its groups hold the name.
    """
    found = []
    for one in throws.finditer(text):
        found.append(one)
        if len(found) >= MAX_FOUND:
            break
    names = list(named.finditer(text))
    for index, one in enumerate(found):
        end = (
            found[index + 1].start() if index + 1 < len(found) else min(len(text), one.end() + 4000)
        )
        said = says.search(text, one.start(), end)
        match = next((g for g in said.groups() if g is not None), "") if said else ""
        kind = next((g for g in one.groups() if g), "").rpartition(".")[2]
        name = ""
        for candidate in names:
            if candidate.start() > one.start():
                break
            name = next((g for g in candidate.groups() if g), "")
        yield Provocation(
            line=line + text.count("\n", 0, one.start()),
            test=name,
            error_class=kind or None,
            match=_ESCAPE.sub(lambda m: _PLAIN.get(m[1], m[1]), match)[:300],
            call=_block(text, one.end(), end),
        )


def _block(text: str, start: int, end: int) -> str:
    """What the braces after an expectation hold, on one line."""
    begin = text.find("{", start, min(end, start + 300))
    depth = 0
    for at in range(begin, min(end, begin + 2_000)) if begin >= 0 else ():
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return " ".join(text[begin + 1 : at].split())[:400]
    return ""
