"""Every page of tests/corpus/lookup: a text and the errors that must be read out of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from errdex.lookup.interpret import interpret
from errdex.model.answer import Event

PAGES = Path(__file__).parent.parent / "corpus" / "lookup"
FENCE = re.compile(r"(`{3,})(text|expect)$")


class Case(NamedTuple):
    name: str
    text: str
    expected: list[dict[str, Any]]


def cases() -> list[Case]:
    found: list[Case] = []
    for page in sorted(PAGES.glob("*.md")):
        heading, mark, kind, lines, text = "", "", "", [], ""
        for line in page.read_bytes().decode().split("\n"):
            if mark:
                if line == mark:
                    if kind == "text":
                        text = "\n".join(lines)
                    else:
                        expected = [json.loads(x) for x in lines if x.strip()]
                        found.append(Case(f"{page.stem}: {heading}", text, expected))
                    mark = ""
                else:
                    lines.append(line)
            elif opened := FENCE.match(line):
                mark, kind, lines = opened[1], opened[2], []
            elif line.startswith("# "):
                heading = line[2:]
    return found


def shown(event: Event, keys: dict[str, Any]) -> dict[str, Any]:
    """The event as the expectation spells it: only what it asks for."""
    frames = [f"{f.file}:{f.line} {f.function}".rstrip() for f in event.frames]
    every = {
        "message": event.message,
        "class": event.error_class,
        "language": event.language,
        "cause": event.cause,
        "count": event.count,
        "frames": frames[: len(keys.get("frames", []))] if keys.get("frames") else frames,
    }
    return {key: every[key] for key in keys}


@pytest.mark.parametrize("case", cases(), ids=lambda c: c.name)
def test_text_yields_its_errors(case: Case) -> None:
    events = interpret(case.text)
    got = [
        shown(e, case.expected[i] if i < len(case.expected) else {"message": 0, "class": 0})
        for i, e in enumerate(events)
    ]
    assert got == case.expected


def test_corpus_is_there() -> None:
    assert len(cases()) > 60
