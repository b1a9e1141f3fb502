"""Judges answers to bug reports: is the line right, in five, not in the store, sure and wrong?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports_data import Place, Report, digest
from reports_store import Line, Lines


@dataclass(frozen=True)
class Asked:
    """One report with what came of it."""

    report: Report
    first: bool
    five: bool
    absent: bool
    sure_wrong: bool
    not_scanned: bool
    answered: str

    @property
    def cause(self) -> str:
        """Why the first answer was not right, as far as the store tells."""
        if self.absent:
            return "no record"
        return "rank" if self.five else "not retrieved"


@dataclass
class Tally:
    """Counts of a language; a repository that is not in the store counts for nothing else."""

    asked: int = 0
    first: int = 0
    five: int = 0
    absent: int = 0
    sure_wrong: int = 0
    not_scanned: int = 0

    def add(self, one: Asked) -> None:
        """Count one report."""
        if one.not_scanned:
            self.not_scanned += 1
            return
        self.asked += 1
        self.first += one.first
        self.five += one.five
        self.absent += one.absent
        self.sure_wrong += one.sure_wrong


def judge(
    report: Report, answer: dict[str, Any], lines: Lines, scanned: bool, repos: Path
) -> Asked:
    """Compare an answer with the places that say the report's error."""
    right = {
        place
        for given in report.places
        for place in _now(given, repos / report.repo.replace("/", "+"))
    }
    matches = answer.get("matches") or []
    fits = [m["repo"] == report.repo and bool(_lines(m, lines) & right) for m in matches[:5]]
    first = bool(fits) and fits[0]
    shown = "nothing"
    if matches:
        top = matches[0]
        shown = f"{top['repo']} {top['file']}:{top['line']} ({top['matchType']})"
    return Asked(
        report=report,
        first=first,
        five=any(fits),
        absent=bool(right) and not any(found & right for found in lines.values()),
        sure_wrong=bool(answer["confident"]) and not first,
        not_scanned=bool(report.repo) and not scanned,
        answered=shown + (", sure" if answer["confident"] else ""),
    )


def _lines(match: dict[str, Any], lines: Lines) -> set[Line]:
    return lines.get(match["id"], set()) | {(match["file"], match["line"])}


def _now(place: Place, folder: Path) -> set[Line]:
    """Where a place's line stands now: at its line, or wherever its text moved to."""
    try:
        texts = (folder / place.file).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return {(place.file, place.line)}
    if place.line <= len(texts) and digest(texts[place.line - 1].strip()) == place.digest:
        return {(place.file, place.line)}
    moved = {(place.file, n) for n, t in enumerate(texts, 1) if digest(t.strip()) == place.digest}
    return moved or {(place.file, place.line)}
