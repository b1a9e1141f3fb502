"""Looks up every message that libraries raise while their own tests run: which line said it?"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TextIO

import runtime_truth_store
from corpora import DEFAULT_CACHE
from errdex.lookup.answer import ask
from errdex.store.interface import LookupStore
from errdex.store.open import open_lookup
from runtime_truth_judge import FORMS, UNDECIDABLE, Judge, Tally
from runtime_truth_negatives import negatives
from runtime_truth_sites import Truth, truths
from runtime_truth_suites import SUITES, prepare, run, site_packages

RESULTS = Path(__file__).parent / "results"
# Corpus packages that are never in the store: their messages have no right answer there.
LEFT_OUT = frozenset(
    ("ansible-core", "black", "coverage", "dask", "djangorestframework", "gunicorn", "keras",
     "poetry", "psycopg", "pymongo", "scikit-image", "sphinx", "transformers", "virtualenv")
)  # fmt: skip


def main() -> int:
    """Trace, build, ask, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=DEFAULT_CACHE, help="the corpora's folder")
    parser.add_argument("--python", default="python3.12", help="Python 3.12 or newer")
    parser.add_argument("--library", action="append", help="only this one; may be repeated")
    parser.add_argument("--seconds", type=int, default=60, help="limit for each library's tests")
    parser.add_argument("--jobs", type=int, default=None, help="processes that build the store")
    parser.add_argument("--keep-store", action="store_true", help="ask the store made last time")
    parser.add_argument("--store", help="ask this store")
    options = parser.parse_args()
    work: Path = options.cache / "runtime"
    work.mkdir(parents=True, exist_ok=True)
    python = shutil.which(options.python) or options.python
    venv = prepare(work, os.path.realpath(python))
    root = site_packages(venv)
    asked: list[Truth] = []
    for suite in SUITES:
        if options.library and suite.name not in options.library:
            continue
        raised = run(suite, work, options.cache / "downloads", venv, options.seconds)
        found = list(truths(suite.name, raised, root))
        print(f"{suite.name}: {len(found)} messages", file=sys.stderr, flush=True)
        asked += found
    url = options.store or f"sqlite:///{work / 'store.db'}"
    if not options.keep_store and not options.store:
        url = runtime_truth_store.build(venv, work, options.jobs, LEFT_OUT)
    store = open_lookup(url)
    RESULTS.mkdir(exist_ok=True)
    with (
        (RESULTS / "runtime_truth_misses.jsonl").open("w", encoding="utf-8") as misses,
        (RESULTS / "runtime_truth.txt").open("w", encoding="utf-8") as table,
    ):
        report(judged(asked, store, misses), table)
        report_negatives(options.cache, store, table)
    print((RESULTS / "runtime_truth.txt").read_text(encoding="utf-8"))
    return 0


def judged(asked: list[Truth], store: LookupStore, misses: TextIO) -> dict[str, Tally]:
    """The tally of each library; misses are written down on the way."""
    judge = Judge(store)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for truth in asked:
        for verdict in judge.verdicts(truth):
            tallies[truth.library].add(verdict)
            if not verdict.first:
                misses.write(json.dumps(verdict.told(), ensure_ascii=False) + "\n")
    return tallies


def report(tallies: dict[str, Tally], out: TextIO) -> None:
    """Write the tables."""
    total = Tally()
    for tally in tallies.values():
        total.merge(tally)
    rows = [*sorted(tallies.items()), ("all", total)]
    for form in FORMS:
        print(f"\nasked with: {form}", file=out)
        head = f"{'':18}{'asked':>7}{'first':>8}{'record':>8}{'in five':>9}{'none':>7}"
        head += f"{'sure&wrong':>12}{'sure':>8}{'decidable':>11}{'first':>8}{'at caller':>11}"
        print(head, file=out)
        for name, tally in rows:
            print(_row(name, tally, form), file=out)
    print("\nwhy the first answer was not right", file=out)
    causes = Counter[str]()
    for counted in total.causes.values():
        causes.update(counted)
    print(f"{'':38}" + "".join(f"{form:>17}" for form in FORMS), file=out)
    for cause, _ in causes.most_common():
        shown = f"({cause})" if cause in UNDECIDABLE else cause
        print(f"{shown:38}" + "".join(f"{total.causes[f][cause]:>17}" for f in FORMS), file=out)
    print("causes in brackets leave a message undecidable; `decidable` is without them", file=out)


def _row(name: str, tally: Tally, form: str) -> str:
    count = tally.asked[form]
    if not count:
        return f"{name:18}{0:>7}"
    decidable = count - tally.undecidable[form]
    return (
        f"{name:18}{count:>7}{tally.first[form] / count:>8.1%}{tally.record[form] / count:>8.1%}"
        f"{tally.five[form] / count:>9.1%}"
        f"{tally.none[form] / count:>7.1%}{tally.sure_wrong[form] / count:>12.1%}"
        f"{tally.sure[form] / count:>8.1%}{decidable:>11}"
        f"{tally.told[form] / max(1, decidable):>8.1%}{tally.at_caller[form]:>11}"
    )


def report_negatives(cache: Path, store: LookupStore, out: TextIO) -> None:
    """Ask what has no right answer, and write how often the answer is sure all the same."""
    asked, sure = Counter[str](), Counter[str]()
    shown: list[str] = []
    for negative in negatives(cache, LEFT_OUT, store):
        asked[negative.kind] += 1
        answer = ask(store, negative.text)
        if answer.confident:
            sure[negative.kind] += 1
            first = answer.matches[0]
            shown.append(f"  {negative.text[:150]!r}\n    {first.template[:150]!r} {first.why}")
    print("\nno right answer in the store: confident all the same", file=out)
    for kind, count in asked.items():
        print(f"{kind:28}{sure[kind]:>5} of {count:<5}{sure[kind] / count:>7.1%}", file=out)
    count, wrong = asked.total(), sure.total()
    print(f"{'all':28}{wrong:>5} of {count:<5}{wrong / max(1, count):>7.1%}", file=out)
    print("\n".join(shown), file=out)


if __name__ == "__main__":
    sys.exit(main())
