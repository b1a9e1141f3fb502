"""Runs the independent parsers over a corpus and reads their truth back."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TRUTH = HERE / "truth"
SOURCES = {
    "python": "*.py",
    "javascript": "*.mjs",
    "rust": "*.rs",
    "java": "*.java",
    "php": "*.php",
}
Parts = list[str | None]

# Kinds that raise no new message of their own; counted, but not in the headline.
ASIDE = {"reraise", "rethrow", "context"}


@dataclass(frozen=True)
class TruthSite:
    """One raising expression as an independent parser sees it."""

    file: str
    line: int
    end_line: int
    kind: str
    error_class: str | None
    accepted: tuple[tuple[str | None, ...], ...]
    lines: tuple[int, ...]
    aside: bool
    excluded: bool

    @property
    def inline(self) -> bool:
        """Whether the message is written in the raising expression."""
        return bool(self.accepted)

    @property
    def row(self) -> str:
        """The row of the report that this site is counted in."""
        if self.aside and self.kind not in ASIDE:
            return f"{self.kind}, of a variable"
        return f"{self.kind}, {'message in place' if self.inline else 'no message in place'}"


def truth_of(language: str, corpus: Path, cache: Path, refresh: bool = False) -> list[TruthSite]:
    """The truth of a corpus, kept beside it until a parser changes."""
    key = hashlib.sha256(str(corpus.resolve()).encode()).hexdigest()[:12]
    kept = cache / "truth" / f"{language}-{key}.jsonl"
    sources = TRUTH.rglob(SOURCES[language])
    newest = max(path.stat().st_mtime for path in sources)
    if refresh or not kept.exists() or kept.stat().st_mtime < newest:
        kept.parent.mkdir(parents=True, exist_ok=True)
        _extract(language, corpus, cache, kept)
    return list(_read(kept))


def _extract(language: str, corpus: Path, cache: Path, to: Path) -> None:
    commands = {
        "python": [sys.executable, str(TRUTH / "python_truth.py"), str(corpus)],
        "javascript": ["node", "--stack-size=4000", str(TRUTH / "js_truth.mjs"), str(corpus)],
        "java": ["java", "-Xss16m", str(TRUTH / "JavaTruth.java"), str(corpus)],
        "php": ["php", str(TRUTH / "php_truth.php"), str(corpus)],
        "rust": [str(cache / "target" / "release" / "rust_truth"), str(corpus)],
    }
    unfinished = to.with_suffix(".part")
    env = dict(os.environ, ERRDEX_BENCH=str(cache))
    with unfinished.open("wb") as out, to.with_suffix(".log").open("wb") as log:
        subprocess.run(commands[language], stdout=out, stderr=log, env=env, check=True)
    unfinished.replace(to)


def _read(path: Path) -> Iterator[TruthSite]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            given = json.loads(line)
            templates = [given["parts"], *given.get("others", [])] if given["inline"] else []
            yield TruthSite(
                file=given["file"],
                line=given["line"],
                end_line=given["end_line"],
                kind=given["kind"],
                error_class=given["class"],
                accepted=tuple(tuple(joined(parts)) for parts in templates),
                lines=(given["line"], *given.get("alt_lines", [])),
                aside=given["kind"] in ASIDE or given.get("variable", False),
                excluded="excluded" in given,
            )


def joined(parts: Parts) -> Parts:
    """Adjacent literals joined and empty ones dropped."""
    out: Parts = []
    for part in parts:
        if part is not None and out and out[-1] is not None:
            out[-1] += part
        elif part != "":
            out.append(part)
    return out
