"""Kotlin tests that expect an error: kotlin.test, JUnit, Kotest, AssertK, AssertJ, Truth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.languages.interface import Captures, Source
from errdex.languages.jvm_expected import STRING, expected
from errdex.languages.kotlin_nodes import name_of
from errdex.model.facts import Provocation

_THROWS = re.compile(
    r"\b(?:assertFailsWith|assertThrows|assertThrowsExactly|shouldThrow|shouldThrowExactly|"
    r"expectThrows|assertFailure)\b\s*(?:<\s*([\w.]+)\s*>|\(\s*([\w.]+)::class)?"
)
_SAYS = re.compile(
    rf"has(?:Root)?Message(?:Containing|StartingWith|EndingWith)?\(\s*{STRING}"
    rf"|[mM]essage!?!?\)?(?:\s+|\.)(?:shouldBe|shouldContain|shouldStartWith)[\s(]+{STRING}"
    rf"|assert(?:Equals|Contains)\(\s*{STRING}\s*,\s*\w+!?!?\.(?:message|localizedMessage)"
    rf"|[mM]essage(?:That\(\))?!?!?\)?\.(?:isEqualTo|contains|startsWith|endsWith)\(\s*{STRING}"
    rf"|shouldHaveMessage\s*\(?\s*{STRING}"
    rf"|assertTrue\(\s*\w+!?!?\.message!?!?\.contains\(\s*{STRING}"
)
_NAMED = re.compile(r"\bfun\s+(?:`([^`]+)`|(\w+))")
MAX_TEXT = 20_000


def provocations(source: Source, captures: Captures) -> Iterator[Provocation]:
    """The expectations of one test function."""
    if "test" in captures:
        node = captures["test"][0]
        text = source.text(node)[:MAX_TEXT]
        if name_of(source, node):
            yield from expected(text, node.start_point.row + 1, _THROWS, _SAYS, _NAMED)
