"""Builds the one store of the benchmark: every installed package and the standard library."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from errdex.pipeline.crew import Crew
from errdex.pipeline.scan import scan
from errdex.source.python_env import python_env, python_snapshots
from errdex.store.open import open_store


def build(venv: Path, work: Path, jobs: int, left_out: frozenset[str]) -> str:
    """Scan everything of a virtual environment into a new store; its URL."""
    path = work / "store.db"
    url = f"sqlite:///{path}"
    os.environ["VIRTUAL_ENV"] = str(venv)
    started = time.monotonic()
    records = projects = 0
    store = open_store(url)
    try:
        with Crew(jobs) as crew:
            for snapshot in python_snapshots(python_env(venv), work):
                package = (snapshot.origin.package or "").partition("@")[0].rpartition("/")[2]
                if package in left_out:
                    continue
                report = scan(snapshot, store, crew)
                projects += 1
                records += report.records
                print(f"{report.repo}: {report.records}", file=sys.stderr, flush=True)
    finally:
        store.close()
    seconds = time.monotonic() - started
    print(f"store: {projects} projects, {records} records, {seconds:.0f} s", flush=True)
    return url
