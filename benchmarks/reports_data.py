"""The bug reports: an index kept here, and the pasted texts that lie beside the store.

The index names the report, the repository at its commit, and the lines that say the error, each
with a digest by which the line is found again when a snapshot moved. What users pasted and other
projects wrote is not kept in this repository: the texts are read from a folder of the cache and
checked against their digests.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "reports"


class UnusableDataError(Exception):
    """A text is missing or is not the one the index was made for."""


@dataclass(frozen=True)
class Place:
    """A line that says the error; any of a report's places is right."""

    file: str
    line: int
    digest: str


@dataclass(frozen=True)
class Report:
    """One pasted error; without places it is one that nothing in the store says."""

    id: str
    language: str
    repo: str
    sha: str
    kind: str
    text: str
    places: tuple[Place, ...]


def digest(text: str) -> str:
    """What stands for a text in the index."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_reports(half: str, texts: Path | None) -> Iterator[Report]:
    """The reports of a half, without their texts where no folder of texts is given."""
    said: dict[str, str] = {}
    if texts is not None:
        path = texts / f"{half}.jsonl"
        if not path.exists():
            raise UnusableDataError(f"the pasted texts are missing: {path}")
        said = {row["id"]: row["text"] for row in map(json.loads, _lines(path))}
    for row in map(json.loads, _lines(DATA / f"{half}.jsonl")):
        text = said.get(row["id"], "")
        if texts is not None and digest(text) != row["text_digest"]:
            raise UnusableDataError(f"the text of {row['id']} is not the one of the index")
        places = tuple(Place(p["file"], p["line"], p["digest"]) for p in row["places"])
        yield Report(row["id"], row["language"], row["repo"], row["sha"], row["kind"], text, places)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
