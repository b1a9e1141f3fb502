"""The one store of all reported repositories, made and asked by the command line alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from reports_data import Report

Line = tuple[str, int]
Lines = dict[str, set[Line]]


def build(url: str, repos: Path, reports: Iterable[Report], seconds: int) -> None:
    """Scan each repository once; one that is missing or takes too long is said and left out."""
    commits = {report.repo: report.sha for report in reports if report.repo}
    for repo, sha in sorted(commits.items()):
        folder = repos / repo.replace("/", "+")
        if not folder.is_dir():
            print(f"{repo}: no {folder}; git clone it and check out {sha}", file=sys.stderr)
            continue
        command = [*_ERRDEX, "scan", "-q", "--db", url, "--repo", repo, str(folder)]
        try:
            done = subprocess.run(command, check=False, timeout=seconds)
        except subprocess.TimeoutExpired:
            print(f"{repo}: not scanned in {seconds} s", file=sys.stderr)
        else:
            if done.returncode:
                print(f"{repo}: errdex scan exited {done.returncode}", file=sys.stderr)


def lines_of_records(url: str) -> tuple[Lines, set[str]]:
    """The lines of each record by its id, and the repositories the store has records of."""
    lines: Lines = {}
    scanned: set[str] = set()
    for envelope in map(json.loads, _said("export", "--db", url)):
        record, evidence = envelope["record"], envelope.get("evidence") or {}
        file = record["filePath"]
        found = lines.setdefault(record["id"], {(file, record["lineNumber"])})
        scanned.add(record["repo"])
        for other in [*(evidence.get("sites") or []), *(evidence.get("variants") or [])]:
            found.add((other.get("file") or other.get("filePath") or file, other["line"]))
    return lines, scanned


def ask(url: str, texts: Iterable[str]) -> list[dict[str, Any]]:
    """What `errdex match` answers to each text."""
    questions = "".join(json.dumps({"q": text}) + "\n" for text in texts)
    return [json.loads(line) for line in _said("match", "--jsonl", "--db", url, given=questions)]


_ERRDEX = (sys.executable, "-m", "errdex")


def _said(*arguments: str, given: str | None = None) -> Iterator[str]:
    done = subprocess.run(
        [*_ERRDEX, *arguments], input=given, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return (line for line in done.stdout.split("\n") if line.strip())
