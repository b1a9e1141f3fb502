"""Scala tests that expect an error: ScalaTest, munit, specs2, JUnit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.languages.interface import Captures, Source
from errdex.languages.jvm_expected import STRING, expected
from errdex.model.facts import Provocation

_THROWS = re.compile(
    r"\b(?:intercept(?:Message)?|assertThrows|throwAn?|the|an?)\s*\[\s*([\w.]+)(?:\[[^\[\]]*\])?\s*\]"
    r"(?=\s*(?:[({]|thrownBy|should\s+be\s+thrownBy|must|\())"
)
_SAYS = re.compile(
    rf"interceptMessage\[[^\[\]]*\]\(\s*{STRING}"
    rf"|getMessage(?:\(\))?\)?\s*(?:===|==|should(?:Be|Equal)|must(?:Be|Equal)?)\s*\(?\s*(?:be|equal)?"
    rf"\s*\(?\s*{STRING}"
    rf"|getMessage(?:\(\))?\)?\s*\.?(?:contains|startsWith|endsWith)\s*\(?\s*{STRING}"
    rf"|getMessage(?:\(\))?\)?\s+should\s+(?:include|startWith|endWith|be|equal)\s*\(?\s*{STRING}"
    rf"|have\s+message\s*\(?\s*{STRING}"
    rf"|assert(?:Equals|Result)\(\s*{STRING}\s*[,)]"
    rf"|throwAn?\[[^\[\]]*\]\(\s*(?:message\s*=\s*)?{STRING}"
)
_NAMED = re.compile(
    r"\b(?:test|it|scenario|property)\(\s*\"((?:[^\"\\]|\\.)*)\"|\"((?:[^\"\\\n]|\\.)*)\"\s+in\b|"
    r"\bdef\s+(\w+)"
)
MAX_TEXT = 200_000


def provocations(source: Source, captures: Captures) -> Iterator[Provocation]:
    """The expectations of a file."""
    node = captures["test"][0]
    text = source.data[:MAX_TEXT].decode("utf-8", "replace")
    yield from expected(text, node.start_point.row + 1 if node.start_byte == 0 else 1, _THROWS,
                        _SAYS, _NAMED)  # fmt: skip
