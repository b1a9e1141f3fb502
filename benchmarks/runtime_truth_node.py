"""Looks up every message that Node libraries throw while their own tests run."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import runtime_truth
from corpora import DEFAULT_CACHE
from errdex.pipeline.crew import Crew
from errdex.pipeline.scan import scan
from errdex.source.open import open_source
from errdex.source.roles import SOURCE, role_of
from errdex.store.interface import LookupStore
from errdex.store.open import open_lookup, open_store
from runtime_truth_sites import Span, Truth
from runtime_truth_suites import ISOLATED, KEPT_VARIABLES

RECORDER = Path(__file__).parent / "node_recorder.cjs"
RESULTS = Path(__file__).parent / "results"
# V8 throws these at lines that throw nothing themselves.
_RAISES = re.compile(r"\bthrow\b|[Ee]rror|\breject\b|\bassert|\binvariant|\bfail", re.ASCII)
_QUOTED = re.compile(r"[\"'`].*?[^\s\"'`].*?[\"'`]")
_FRAME = re.compile(r"\s+at .*?\(?(?:file://)?(/[^():]+):(\d+):\d+\)?$")
_CONSTRUCTOR = re.compile(r"\s+at new \w*(?:Error|Exception|Fault|Failure)\b")


@dataclass(frozen=True)
class Suite:
    """A repository whose tests run with one command.

    Attributes:
        repo: ``owner/name``; its checkout lies in a folder ``owner+name``.
        command: what runs its tests, in that folder.
    """

    repo: str
    command: str


# node's own runner starts a process for each file as well, and does not bear the preload itself
EACH = "for t in {}; do timeout 20 node $t; done"
SUITES = (
    Suite("Automattic/mongoose", "npx mocha --exit test/schema*.test.js test/document*.test.js "
          "test/helpers/*.test.js test/types*.test.js test/cast.test.js test/query*.test.js"),
    Suite("auth0/node-jsonwebtoken", "npx mocha test/*.test.js"),
    Suite("expressjs/express", "npx mocha --require test/support/env test/ test/acceptance/"),
    Suite("fastify/fastify", EACH.format("test/*.test.js test/*/*.test.js")),
    Suite("hapijs/joi", "npx lab -a @hapi/code"),
    Suite("josdejong/mathjs", "npx mocha test/unit-tests"),
    Suite("knex/knex", "npx mocha --exit -t 10000 --config test/mocha-unit-config-test.js"),
    Suite("koajs/koa", EACH.format("__tests__/*/*.js __tests__/*.js")),
    Suite("mde/ejs", "npx tsc -p tsconfig.cjs.json; npx jake build; npx mocha -u tdd test/*.js"),
    Suite("nodejs/undici", EACH.format("test/*.js test/cookie/*.js test/fetch/*.js")),
    Suite("npm/node-semver", EACH.format("test/*/*.js test/*.js")),
    Suite("postcss/postcss", "npx uvu -r ts-node/register/transpile-only test '.test.(ts|js)$'"),
    Suite("tj/commander.js", EACH.format("tests/*.test.js")),
    Suite("websockets/ws", "npx mocha test/*.test.js"),
)  # fmt: skip


def main() -> int:
    """Trace, build, ask, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repos", type=Path, required=True, help="folder of checkouts, installed")
    parser.add_argument("--cache", type=Path, default=DEFAULT_CACHE, help="where results are kept")
    parser.add_argument("--seconds", type=int, default=120, help="limit for each suite")
    parser.add_argument("--repo", action="append", help="only this one; may be repeated")
    parser.add_argument("--trace", action="store_true", help="run the tests again")
    parser.add_argument("--keep-store", action="store_true", help="ask the store made last time")
    options = parser.parse_args()
    work: Path = options.cache / "runtime-node"
    work.mkdir(parents=True, exist_ok=True)
    suites = [s for s in SUITES if not options.repo or s.repo in options.repo]
    url = f"sqlite:///{work / 'store.db'}"
    if not options.keep_store:
        build(options.repos, url)
    store = open_lookup(url)
    asked: list[Truth] = []
    for suite in suites:
        folder = options.repos.resolve() / suite.repo.replace("/", "+")
        thrown = work / (folder.name + ".jsonl")
        if options.trace or not thrown.exists():
            trace(suite, folder, thrown, options.seconds)
        found = list(truths(suite.repo, folder, thrown, store))
        print(f"{suite.repo}: {len(found)} messages", file=sys.stderr, flush=True)
        asked += found
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / "runtime_truth_node_misses.jsonl").open("w", encoding="utf-8") as misses:
        tallies = runtime_truth.judged(asked, store, misses)
    with (RESULTS / "runtime_truth_node.txt").open("w", encoding="utf-8") as table:
        runtime_truth.report(tallies, table)
    print((RESULTS / "runtime_truth_node.txt").read_text(encoding="utf-8"))
    return 0


def build(repos: Path, url: str) -> None:
    """Scan every checkout below a folder into one store."""
    store, started, records = open_store(url), time.monotonic(), 0
    try:
        with Crew(None) as crew:
            for folder in sorted(repos.iterdir()):
                if not folder.is_dir() or "+" not in folder.name:
                    continue
                name = folder.name.replace("+", "/")
                with open_source(str(folder), repo=name) as snapshot:
                    records += scan(snapshot, store, crew).records
    finally:
        store.close()
    print(f"store: {records} records, {time.monotonic() - started:.0f} s", file=sys.stderr)


def trace(suite: Suite, folder: Path, thrown: Path, seconds: int) -> None:
    """Run a suite's tests without a network and write down what they throw."""
    thrown.write_text("")
    environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    environment |= {
        "HOME": str(thrown.parent),
        "ERRDEX_RECORD_ROOT": f"{folder}/",
        "ERRDEX_RECORD_OUT": str(thrown),
        "NODE_OPTIONS": f"--require {RECORDER}",
        "CI": "1",
    }
    log = thrown.with_suffix(".log")
    with log.open("wb") as out:
        command = ["timeout", "-k", "5", str(seconds), "sh", "-c", suite.command]
        subprocess.run(
            [*ISOLATED, *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
        )


def truths(repo: str, folder: Path, thrown: Path, store: LookupStore) -> Iterator[Truth]:
    """What a suite threw in source files, each message with the lines that may be answered.

    They are the statement that threw it and the one that made it; how far a statement reaches is
    taken from the store where it knows one there.
    """

    @cache
    def lines_of(file: str) -> list[str]:
        return (folder / file).read_text(encoding="utf-8", errors="replace").split("\n")

    with thrown.open(encoding="utf-8") as rows:
        for row in rows:
            told = json.loads(row)
            file, stack = told["file"], _stack(told["stack"], folder)
            if role_of(file, packaged=False) != SOURCE or not (folder / file).is_file():
                continue
            if not stack:
                continue  # made by Node itself
            places = list(dict.fromkeys([(file, told["line"]), stack[0]]))
            texts = [_line(lines_of(f), n) for f, n in places]
            if not any(_RAISES.search(text) for text in texts):
                continue
            own = [(f, n) for f, n in places if f == stack[0][0]]
            spans = tuple(dict.fromkeys(s for f, n in own for s in _spans(store, repo, f, n)))
            made = stack[0][0]
            statement = " ".join(texts).strip()
            yield Truth(
                library=repo,
                file=made,
                line=stack[0][1],
                spans=spans,
                kind="raise" if made == file else "factory",
                name=told["error"],
                message=told["message"],
                traceback=told["stack"],
                stack=tuple(stack),
                statement=statement,
                values=not _QUOTED.search(statement),
                repo=repo,
            )


def _stack(stack: str, folder: Path) -> list[tuple[str, int]]:
    """The places of a stack, without the error's own constructor.

    Nothing where the innermost is not the library's own source: Node or a test made the error.
    """
    start = re.search(r"^\s+at ", stack, re.MULTILINE)
    frames = stack[start.start() :].split("\n") if start else []
    while frames and _CONSTRUCTOR.match(frames[0]):
        frames.pop(0)
    found = [_FRAME.match(frame) for frame in frames]
    if not found or found[0] is None:
        return []
    inside = [(f[1].removeprefix(f"{folder}/"), int(f[2])) for f in found if f is not None]
    if inside[0][0].startswith("/") or role_of(inside[0][0], packaged=False) != SOURCE:
        return []
    return [(path, line) for path, line in inside if path[0] != "/" and "node_modules" not in path]


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _spans(store: LookupStore, repo: str, file: str, line: int) -> list[Span]:
    base = file.rpartition("/")[2]
    known = [p for p in store.at_lines([(base, line)], repo, 200) if p.file == file]
    return [(line, line), *((p.line, p.end_line) for p in known)]


if __name__ == "__main__":
    sys.exit(main())
