"""Times errdex beside a bare parse and ast-grep on the same files and cores, in one run."""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tree_sitter

from corpora import DEFAULT_CACHE
from errdex.languages.registry import languages
from errdex.pipeline.crew import Crew, chunked
from errdex.pipeline.reading import CHUNK, Batch, read_batch, tasks_of
from errdex.pipeline.scan import scan
from errdex.source.walk import DirectorySnapshot
from errdex.store.open import open_store

RESULTS = Path(__file__).parent / "results"
ROUNDS = 3
TOUCHED = 100  # every 100th file changes before the last scan
PACKAGES = {
    "python": ("django", "pymongo", "celery", "scrapy"),
    "javascript": ("typeorm", "webpack", "playwright-core"),
    "rust": ("burn", "uv", "librust-tokio-dev"),
}
COMMENTS = {".py": "\n# touched\n"}
ONE_RULE = {
    "python": {"python": "raise $X"},
    "javascript": dict.fromkeys(("javascript", "typescript", "tsx"), "throw $X"),
    "rust": {"rust": "panic!($$$)"},
}
RULES = {
    "python": (
        "raise $X", "raise $X from $Y", "assert $X, $M", "warnings.warn($$$)", "sys.exit($$$)",
        "$P.error($$$)", "logger.exception($$$)", "$E($$$)",
    ),
    "javascript": (
        "throw $X", "new Error($$$)", "new TypeError($$$)", "Promise.reject($$$)",
        "console.error($$$)", "assert($$$)", "invariant($$$)", "$F($$$)",
    ),
    "rust": (
        "panic!($$$)", "bail!($$$)", "anyhow!($$$)", "ensure!($$$)", "assert!($$$)",
        "$X.expect($$$)", "Err($$$)", "$F($$$)",
    ),
}  # fmt: skip


@dataclass
class Timing:
    """One measurement."""

    wall: float
    cpu: float


class Bench:
    """The stages on one folder; each runs in a process of its own."""

    def __init__(self, language: str, folder: Path, ast_grep: str) -> None:
        self.language, self.folder, self.ast_grep = language, folder, ast_grep
        self.db = folder.with_suffix(".db")

    def stage(self, name: str, jobs: int = 1) -> Timing:
        """A stage of this file in a fresh process, timed from the inside after its imports."""
        command = [sys.executable, __file__, "--stage", name, "--folder", str(self.folder)]
        command += ["--jobs", str(jobs), "--db", str(self.db)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        told = json.loads(done.stdout)
        return Timing(told["wall"], told["cpu"])

    def cold(self, jobs: int) -> Timing:
        """A scan into a new store."""
        for path in self.folder.parent.glob(self.db.name + "*"):
            path.unlink()
        return self.stage("scan", jobs)

    def touched(self, jobs: int) -> Timing:
        """A scan after one file in a hundred changed."""
        files = sorted(path for path in self.folder.rglob("*") if path.is_file())
        for path in files[::TOUCHED]:
            with path.open("a", encoding="utf-8") as text:
                text.write(COMMENTS.get(path.suffix, "\n// touched\n"))
        return self.stage("scan", jobs)

    def grep(self, patterns: Mapping[str, tuple[str, ...]], jobs: int) -> Timing:
        """ast-grep with one rule a pattern, its findings as JSON."""
        rules = [
            f"id: r{index}-{language}\nlanguage: {language}\nrule:\n  pattern: {json.dumps(text)}"
            for language, texts in patterns.items()
            for index, text in enumerate(texts)
        ]
        command = [self.ast_grep, "scan", "--inline-rules", "\n---\n".join(rules), "-j", str(jobs)]
        command += ["--json=stream", "--no-ignore", "hidden", str(self.folder)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Timing(wall, spent)


def main() -> int:
    """Measure each language and print its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", nargs="*", default=list(PACKAGES))
    parser.add_argument("--cache", type=Path, default=DEFAULT_CACHE, help="the corpora's folder")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--stage", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--db", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stage:
        print(json.dumps(STAGES[options.stage](options.folder, options.jobs, options.db)))
        return 0
    work: Path = options.cache / "speed"
    ast_grep = installed_ast_grep(work)
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / "speed.txt").open("w", encoding="utf-8") as out:
        for language in options.language:
            size, files = prepare(language, options.cache, work)
            bench = Bench(language, work / language, ast_grep)
            text = table(language, size, files, measure(bench, options.rounds))
            print(text, flush=True)
            out.write(text + "\n")
    return 0


def installed_ast_grep(work: Path) -> str:
    """The ast-grep program, installed once in an environment of its own."""
    program = work / "venv" / "bin" / "ast-grep"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(work / "venv")], check=True)
        pip = str(work / "venv" / "bin" / "pip")
        subprocess.run([pip, "install", "-q", "ast-grep-cli"], check=True)
    return str(program)


def prepare(language: str, cache: Path, work: Path) -> tuple[int, int]:
    """Copy the files that errdex reads into a folder of their own; their bytes and number."""
    target = work / language
    shutil.rmtree(target, ignore_errors=True)
    size = files = 0
    for package in PACKAGES[language]:
        source = DirectorySnapshot(cache / language / package)
        with source:
            tasks = tasks_of(source)
            for read in read_batch(Batch(source, tasks)):
                if read.skipped:
                    continue
                path = target / package / read.task.file.path
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(cache / language / package / read.task.file.path, path)
                size, files = size + read.task.file.size, files + 1
    return size, files


def measure(bench: Bench, rounds: int) -> dict[str, Timing]:
    """The best of some rounds of every stage, taken in turn."""
    one = {language: (text,) for language, text in ONE_RULE[bench.language].items()}
    many = dict.fromkeys(one, RULES[bench.language])
    runs: dict[str, Callable[[], Timing]] = {
        "parse": lambda: bench.stage("parse"),
        "ast-grep, 1 rule": lambda: bench.grep(one, 1),
        "ast-grep, 8 rules": lambda: bench.grep(many, 1),
        "ast-grep, 1 rule, 2 jobs": lambda: bench.grep(one, 2),
        "ast-grep, 8 rules, 2 jobs": lambda: bench.grep(many, 2),
        "errdex reading": lambda: bench.stage("read"),
        "errdex reading, 2 jobs": lambda: bench.stage("read", 2),
        "scan, new store, 2 jobs": lambda: bench.cold(2),
        "scan, new store": lambda: bench.cold(1),
        "scan again, no change": lambda: bench.stage("scan"),
        "scan again, 1 % changed": lambda: bench.touched(1),
    }
    best: dict[str, Timing] = {}
    for _ in range(rounds):
        for name, run in runs.items():
            found = run()
            known = best.get(name, found)
            best[name] = Timing(min(found.wall, known.wall), min(found.cpu, known.cpu))
    return best


def table(language: str, size: int, files: int, best: dict[str, Timing]) -> str:
    """The measurements with throughput and ratios."""
    parse, full = best["parse"], best["scan, new store"]
    lines = [f"{language}: {files} files, {size / 1e6:.1f} MB"]
    lines.append(
        f"{'':28}{'wall s':>9}{'MB/s':>8}{'CPU s':>8}{'CPU / parse':>13}{'/ full scan':>13}"
    )
    for name, found in best.items():
        row = f"{name:28}{found.wall:>9.2f}{size / 1e6 / found.wall:>8.1f}{found.cpu:>8.2f}"
        row += f"{found.cpu / parse.cpu:>13.2f}"
        if name.startswith("scan again"):
            row += f"{found.wall / full.wall:>13.1%}"
        lines.append(row)
    return "\n".join(lines) + "\n"


# --- stages, each in a process of its own ----------------------------------------------------


def timed(work: Callable[[], Any]) -> dict[str, float]:
    """Wall and CPU seconds of some work, with those of the processes it started."""
    wall, own = time.perf_counter(), time.process_time()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    cpu = time.process_time() - own + spent
    return {"wall": time.perf_counter() - wall, "cpu": cpu}


def parse_stage(folder: Path, jobs: int, db: str) -> dict[str, float]:
    """Nothing but tree-sitter's parser over the bytes of every file."""
    snapshot = DirectorySnapshot(folder)
    with snapshot:
        texts = [(task.language, snapshot.read(task.file)) for task in tasks_of(snapshot)]
    parsers = {
        name: tree_sitter.Parser(tree_sitter.Language(languages()[name].capsule()))
        for name in {name for name, _ in texts}
    }

    def work() -> None:
        for name, data in texts:
            parsers[name].parse(data)

    return timed(work)


def read_stage(folder: Path, jobs: int, db: str) -> dict[str, float]:
    """Errdex's reading: every file's facts, encoded, and nothing stored."""
    snapshot = DirectorySnapshot(folder)
    with snapshot:
        tasks = tasks_of(snapshot)

        def work() -> None:
            runs = chunked(tasks, lambda task: task.file.size + 2_000, CHUNK)
            with Crew(jobs) as crew:
                for _ in crew.each(read_batch, [Batch(snapshot, run) for run in runs]):
                    pass

        return timed(work)


def scan_stage(folder: Path, jobs: int, db: str) -> dict[str, float]:
    """A whole scan, from listing the files to the finished store."""

    def work() -> None:
        store = open_store(f"sqlite:///{db}")
        try:
            with Crew(jobs) as crew:
                scan(DirectorySnapshot(folder), store, crew)
        finally:
            store.close()

    return timed(work)


STAGES = {"parse": parse_stage, "read": read_stage, "scan": scan_stage}

if __name__ == "__main__":
    sys.exit(main())
