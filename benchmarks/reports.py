"""Asks for pasted errors of real bug reports: is the line that says each found first?"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from corpora import DEFAULT_CACHE
from reports_data import UnusableDataError, read_reports
from reports_store import ask, build, lines_of_records
from reports_tally import Asked, Tally, judge


def main() -> int:
    """Scan what is new, ask, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repos", type=Path, required=True, help="folder of OWNER+NAME clones")
    parser.add_argument("--cache", type=Path, default=DEFAULT_CACHE, help="store and texts")
    parser.add_argument("--held-out", action="store_true", help="the other half, totals alone")
    parser.add_argument("--seconds", type=int, default=600, help="limit for scanning a repository")
    parser.add_argument("--keep-store", action="store_true", help="ask the store made last time")
    options = parser.parse_args()
    work: Path = options.cache / "reports"
    work.mkdir(parents=True, exist_ok=True)
    half = "held_out" if options.held_out else "tuned"
    try:
        reports = list(read_reports(half, work / "texts"))
        both = [r for h in ("tuned", "held_out") for r in read_reports(h, None)]
    except UnusableDataError as error:
        print(f"reports: {error}", file=sys.stderr)
        return 2
    url = f"sqlite:///{work / 'store.db'}"
    if not options.keep_store:
        build(url, options.repos, both, options.seconds)
    lines, scanned = lines_of_records(url)
    answers = ask(url, [report.text for report in reports])
    asked = [
        judge(report, answer, lines, report.repo in scanned, options.repos)
        for report, answer in zip(reports, answers, strict=True)
    ]
    print(table(asked))
    if not options.held_out:
        print(misses(asked))
    return 0


def table(asked: Iterable[Asked]) -> str:
    """One row a language, then the negatives."""
    rows: dict[str, Tally] = defaultdict(Tally)
    for one in asked:
        name = one.report.language or "no right answer"
        rows[name].add(one)
        if one.report.language:
            rows["all"].add(one)
    head = f"{'':18}{'asked':>7}{'first':>7}{'five':>7}{'no record':>11}{'sure, wrong':>13}"
    out = [head + f"{'not scanned':>13}"]
    names = sorted(set(rows) - {"all", "no right answer"})
    for name in [*names, "all", "no right answer"]:
        tally = rows[name]
        out.append(
            f"{name:18}{tally.asked:>7}{tally.first:>7}{tally.five:>7}{tally.absent:>11}"
            f"{tally.sure_wrong:>13}{tally.not_scanned:>13}"
        )
    return "\n".join(out)


def misses(asked: Iterable[Asked]) -> str:
    """What was not answered rightly, each with where it was looked for."""
    out = ["", "not first:"]
    for one in asked:
        wrong = one.sure_wrong if not one.report.places else not one.first
        if wrong and not one.not_scanned:
            where = ", ".join(f"{p.file}:{p.line}" for p in one.report.places[:2])
            out.append(f"  {one.report.id:32}{one.cause:16}{where}")
            out.append(f"  {'':32}answered: {one.answered}")
    return "\n".join(out)


if __name__ == "__main__":
    sys.exit(main())
