"""Kotlin tests that expect an error: kotlin.test, JUnit, Kotest, AssertK, AssertJ, Truth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Captures, Source
from errdex.languages.kotlin_nodes import name_of
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_THROWS = re.compile(
    r"\b(?:assertFailsWith|assertThrows|assertThrowsExactly|shouldThrow|shouldThrowExactly|"
    r"expectThrows|assertFailure)\b\s*(?:<\s*([\w.]+)\s*>|\(\s*([\w.]+)::class)?"
)
_STRING = r"\"((?:[^\"\\$\n]|\\.)*)\""
_SAYS = re.compile(
    rf"has(?:Root)?Message(?:Containing|StartingWith|EndingWith)?\(\s*{_STRING}"
    rf"|[mM]essage!?!?\)?(?:\s+|\.)(?:shouldBe|shouldContain|shouldStartWith)[\s(]+{_STRING}"
    rf"|assert(?:Equals|Contains)\(\s*{_STRING}\s*,\s*\w+!?!?\.(?:message|localizedMessage)"
    rf"|[mM]essage(?:That\(\))?!?!?\)?\.(?:isEqualTo|contains|startsWith|endsWith)\(\s*{_STRING}"
    rf"|shouldHaveMessage\s*\(?\s*{_STRING}"
    rf"|assertTrue\(\s*\w+!?!?\.message!?!?\.contains\(\s*{_STRING}"
)
_ESCAPE = re.compile(r"\\(.)")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r"}
MAX_FOUND = 40
MAX_TEXT = 20_000


def provocations(source: Source, captures: Captures) -> Iterator[Provocation]:
    """The expectations of one test function.

    An expectation and the comparison of its message are statements of their own, mostly one after
    the other, and a call with type arguments and a lambda is none in the tree. So the function is
    read as text: each message belongs to the throw expected before it.
    """
    if "test" not in captures:
        return
    node = captures["test"][0]
    text = source.text(node)[:MAX_TEXT]
    name = name_of(source, node)
    throws = list(_THROWS.finditer(text))[:MAX_FOUND]
    for index, found in enumerate(throws):
        end = throws[index + 1].start() if index + 1 < len(throws) else len(text)
        said = _SAYS.search(text, found.end(), end)
        match = next((g for g in said.groups() if g is not None), "") if said else ""
        called = (found[1] or found[2] or "").rpartition(".")[2]
        yield Provocation(
            line=_line(node, text, found.start()),
            test=name,
            error_class=called or None,
            match=_ESCAPE.sub(lambda m: _PLAIN.get(m[1], m[1]), match)[:300],
            call=_block(text, found.end(), end),
        )


def _line(node: Node, text: str, offset: int) -> int:
    return node.start_point.row + 1 + text.count("\n", 0, offset)


def _block(text: str, start: int, end: int) -> str:
    """What the braces after an expectation hold, on one line."""
    begin = text.find("{", start, min(end, start + 300))
    if begin < 0:
        return ""
    depth = 0
    for at in range(begin, min(end, begin + 2_000)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return " ".join(text[begin + 1 : at].split())[:400]
    return ""
