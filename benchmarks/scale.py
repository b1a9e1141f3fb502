"""How look-ups scale: stores of 10k, 100k and 1M distinct templates, timed side by side.

    python benchmarks/scale.py [--sizes 10000,100000,1000000] [--questions 2000] [--keep DIR]

Templates and questions are made by ``composed.py``. Each question is asked three times and its
median counts, so that a busy machine shows less.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

import msgspec

from composed import Composer, Seeds, distinct_templates, message_of, read_seeds
from errdex.lookup.answer import answer
from errdex.model.entry import Needle
from errdex.model.snapshot import Origin
from errdex.model.template import Template
from errdex.store.codec import unpack_template
from errdex.store.open import open_lookup, open_store
from errdex.store.spool import pack_needle
from errdex.template.anchors import message_keys

CANDIDATES = 200
SNAPSHOT = 50_000
WHOLE = 500


# --- building -------------------------------------------------------------------------------


def build(
    url: str, size: int, seeds: Seeds, envelope: bytes
) -> tuple[float, float, list[Template]]:
    """Write a store; wall and processor seconds spent in it, and a sample of templates."""
    composer = Composer(seeds, random.Random(7))
    sampler = random.Random(8)
    templates = distinct_templates(composer, size)
    store, sample, spent, worked = open_store(url), [], 0.0, 0.0
    share = min(1.0, 5000 / size * 1.2)
    number = 0
    while chunk := list(islice(templates, SNAPSHOT)):
        sample += [t for t in chunk if sampler.random() < share]
        origin = Origin(f"bench/part{number // SNAPSHOT}", "0" * 40, "1.0")
        start, began = time.perf_counter(), time.process_time()
        with store.write_snapshot(origin, {}) as writer:
            for template in chunk:
                number += 1
                add(writer, template, number, envelope)
        spent += time.perf_counter() - start
        worked += time.process_time() - began
        print(f"\r  {number:>9,} written", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    store.close()
    sampler.shuffle(sample)
    return spent, worked, sample


def add(writer: object, template: Template, number: int, envelope: bytes) -> None:
    """One record by the bulk path: everything but the envelope, which is the same for all."""
    file = f"src/mod{number % 997}/file{number % 89}.py"
    line = number % 3000 + 1
    needle = Needle(template, file, line, line + 2, f"function_{number % 500}", "ValueError")
    row = (
        f"{number:016x}",
        template.message,
        "ValueError",
        None,
        "exception",
        "error",
        None,
        file,
        line,
        "python",
        "",
        "",
        envelope,
        [pack_needle(needle, file)],
    )
    writer.add_row(f"slug-{number}", row)  # type: ignore[attr-defined]


# --- measuring ------------------------------------------------------------------------------


class Result(msgspec.Struct):
    """What one store's measuring process reports."""

    open_ms: float
    p50: float
    p99: float
    worst: float
    keys: float
    candidates: float
    recall: float
    none_p50: float
    similar_p50: float
    similar_p99: float
    whole_p50: float
    whole_p99: float
    first: float
    rss_mb: float


class Job(msgspec.Struct):
    """What it is asked: shapes to find with the messages that say them, and messages of none."""

    url: str
    questions: list[tuple[str, str]]
    foreign: list[str]


def percentiles(times: list[float]) -> tuple[float, float]:
    """p50 and p99 in milliseconds."""
    if len(times) < 2:
        return 0.0, 0.0
    cuts = quantiles(times, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def measure(job: Job) -> Result:
    """Time the questions in this process."""
    start = time.perf_counter()
    store = open_lookup(job.url)
    opened = (time.perf_counter() - start) * 1000
    for _, text in job.questions[:50]:
        store.candidates(message_keys(text), CANDIDATES)
    rounds: list[list[float]] = []
    for _ in range(3):
        rounds.append([])
        keys, found, hits = 0, 0, 0
        for shape, text in job.questions:
            start = time.perf_counter()
            asked = message_keys(text)
            got = store.candidates(asked, CANDIDATES)
            rounds[-1].append(time.perf_counter() - start)
            keys, found = keys + len(asked), found + len(got)
            hits += any(candidate.shape == shape for candidate in got)
    times = [median(of_one) for of_one in zip(*rounds, strict=True)]
    none, similar = [], []
    for text in job.foreign:
        start = time.perf_counter()
        store.candidates(message_keys(text), CANDIDATES)
        none.append(time.perf_counter() - start)
        start = time.perf_counter()
        store.similar(text)
        similar.append(time.perf_counter() - start)
    p50, p99 = percentiles(times)
    count = len(job.questions)
    whole, first = whole_lookup(job)
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Result(
        opened,
        p50,
        p99,
        max(times) * 1000,
        keys / count,
        found / count,
        hits / count,
        percentiles(none)[0],
        *percentiles(similar),
        *percentiles(whole),
        first,
        rss,
    )


def whole_lookup(job: Job) -> tuple[list[float], float]:
    """Times of whole look-ups, and how often the first match is the template asked for."""
    store = open_lookup(job.url)
    rounds: list[list[float]] = []
    first = 0
    for _ in range(3):
        rounds.append([])
        first = 0
        for shape, text in job.questions[:WHOLE]:
            start = time.perf_counter()
            answers = answer(store, text, limit=5)
            rounds[-1].append(time.perf_counter() - start)
            matches = [match for one in answers[:1] for match in one.matches[:1]]
            first += any(match.template.replace("{}", "\0") == shape for match in matches)
    return [median(of_one) for of_one in zip(*rounds, strict=True)], first / len(rounds[0])


def sampled(path: Path) -> list[Template]:
    """Templates of a store that was kept."""
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT max(id) FROM shape").fetchone()
        rng = random.Random(8)
        query = "SELECT template FROM needle WHERE shape_id = ? LIMIT 1"
        ids = [rng.randrange(1, last + 1) for _ in range(5000)]
        return [unpack_template(connection.execute(query, (i,)).fetchone()[0]) for i in ids]


def run(size: int, directory: Path, seeds: Seeds, options: argparse.Namespace) -> tuple[str, ...]:
    """Build one store, measure it in a fresh process; the table's row."""
    path = directory / f"scale-{size}.db"
    url = f"sqlite:///{path}"
    seconds = worked = 0.0
    if options.reuse:
        sample = sampled(path)
    else:
        path.unlink(missing_ok=True)
        envelope = random.Random(1).randbytes(options.envelope_bytes)
        seconds, worked, sample = build(url, size, seeds, envelope)
    rng = random.Random(11)
    composer = Composer(seeds, random.Random(13))
    asked = [(t.shape, message_of(t, rng, composer)) for t in sample[: options.questions]]
    others = (composer.compose() for _ in range(options.questions))
    foreign = [message_of(t, rng, composer) for t in others if t is not None][:500]
    job = msgspec.json.encode(Job(url, asked, foreign))
    done = subprocess.run(
        [sys.executable, __file__, "--measure"], input=job, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    r = msgspec.json.decode(done.stdout, type=Result)
    return (
        f"{size:,}",
        f"{seconds:.1f} s",
        f"{size / seconds:,.0f}/s" if seconds else "-",
        f"{size / worked:,.0f}/s" if worked else "-",
        f"{path.stat().st_size / 1e6:,.0f} MB",
        f"{r.open_ms:.1f}",
        f"{r.keys:.0f}",
        f"{r.candidates:.1f}",
        f"{r.p50:.2f}",
        f"{r.p99:.2f}",
        f"{r.worst:.2f}",
        f"{r.none_p50:.2f}",
        f"{r.recall:.2%}",
        f"{r.similar_p50:.1f} / {r.similar_p99:.1f}",
        f"{r.whole_p50:.2f} / {r.whole_p99:.2f}",
        f"{r.first:.1%}",
        f"{r.rss_mb:.0f} MB",
    )


HEAD = (
    "templates",
    "build",
    "speed",
    "per CPU",
    "size",
    "open ms",
    "keys",
    "cands",
    "p50 ms",
    "p99 ms",
    "max ms",
    "foreign p50",
    "recall",
    "similar p50/p99",
    "look-up p50/p99",
    "first right",
    "RSS",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--envelope-bytes", type=int, default=1000)
    parser.add_argument("--keep", type=Path, help="keep the stores in this directory")
    parser.add_argument("--reuse", action="store_true", help="measure kept stores, build none")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        result = measure(msgspec.json.decode(sys.stdin.buffer.read(), type=Job))
        sys.stdout.buffer.write(msgspec.json.encode(result))
        return
    directory = options.keep or Path(tempfile.mkdtemp(prefix="errdex-scale-"))
    directory.mkdir(parents=True, exist_ok=True)
    try:
        seeds = read_seeds()
        sizes = map(int, options.sizes.split(","))
        measured = [run(size, directory, seeds, options) for size in sizes]
        rows = [HEAD, *measured]
        widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
        for row in rows:
            print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
    finally:
        if not options.keep:
            shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
