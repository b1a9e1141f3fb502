"""Runs errdex on a folder and reads back what it found, by its command line alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from truth_sites import Parts, joined

Found = dict[str, Any]


class ErrdexError(Exception):
    """An errdex command ended badly; the text is its last words."""


def found(corpus_dir: Path) -> Iterator[Found]:
    """Every line errdex reports in a folder: `file`, `line`, `parts` and `message`."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/errdex.db"
        _errdex("scan", str(corpus_dir), "--db", store)
        for line in _errdex("export", "--db", store).splitlines():
            if line.strip():
                yield from _lines_of(json.loads(line))


def _errdex(*arguments: str) -> str:
    beside = shutil.which("errdex", path=str(Path(sys.executable).parent))
    command = [*([beside] if beside else [sys.executable, "-m", "errdex"]), *arguments]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        words = done.stderr.strip().splitlines()[-3:]
        raise ErrdexError(f"errdex {arguments[0]} exited {done.returncode}: {' / '.join(words)}")
    return done.stdout


def _lines_of(envelope: dict[str, Any]) -> Iterator[Found]:
    record = envelope["record"]
    evidence = envelope.get("evidence") or {}
    file, message = record["filePath"], record["errorMessage"]
    parts = normalised(evidence.get("parts"))
    lines = {record["lineNumber"], *(site["line"] for site in evidence.get("sites") or [])}
    for line in sorted(lines):
        yield {"file": file, "line": line, "parts": parts, "message": message}
    for variant in evidence.get("variants") or []:
        yield {
            "file": variant.get("file") or variant.get("filePath") or file,
            "line": variant["line"],
            "parts": normalised(variant.get("parts")),
            "message": variant.get("message"),
        }


def normalised(parts: list[Any] | None) -> Parts | None:
    """A record's template as the truth writes it: a placeholder is None."""
    if parts is None:
        return None
    return joined([part if isinstance(part, str) else None for part in parts])
