"""Compares what errdex finds in real code with what an independent parser sees there."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from corpora import DEFAULT_CACHE
from found_records import ErrdexError, Found, found
from truth_paths import is_source
from truth_sites import TruthSite, truth_of

LANGUAGES = ("python", "javascript", "rust", "java", "php")
SHOWN_SEED = 7


@dataclass
class Tally:
    """What was found of the truth, row by row."""

    sites: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    misses: list[tuple[str, TruthSite, list[Found]]] = field(default_factory=list)
    excluded: int = 0
    other_files: int = 0
    records: int = 0
    beyond: int = 0
    aside: set[str] = field(default_factory=set)

    def compare(self, package: str, truth: Iterable[TruthSite], records: Iterable[Found]) -> None:
        """Add one package's truth and records."""
        at: dict[tuple[str, int], list[Found]] = defaultdict(list)
        for record in records:
            at[record["file"], record["line"]].append(record)
        known: set[tuple[str, int]] = set()
        for site in truth:
            places = [(site.file, line) for line in site.lines]
            known.update(places)
            if site.excluded:
                self.excluded += 1
                continue
            here = [record for place in places for record in at.get(place, ())]
            self._count(package, site, here)
        self.records += sum(map(len, at.values()))
        self.beyond += sum(len(records) for place, records in at.items() if place not in known)

    def _count(self, package: str, site: TruthSite, here: list[Found]) -> None:
        row = site.row
        if site.aside:
            self.aside.add(row)
        self.sites[row] += 1
        self.found[row] += bool(here)
        templates = {tuple(record["parts"]) for record in here if record["parts"] is not None}
        exact = site.inline and not templates.isdisjoint(site.accepted)
        self.exact[row] += exact
        if not here or (site.inline and not exact):
            self.misses.append((package, site, here))


def main() -> int:
    """Print the comparison of one language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--cache", type=Path, default=DEFAULT_CACHE, help="the corpora's folder")
    parser.add_argument("--corpus", type=Path, help="a folder of packages of your own")
    parser.add_argument("--package", action="append", help="only this folder; may be repeated")
    parser.add_argument("--show-misses", type=int, default=0, metavar="N")
    parser.add_argument("--kind", help="show misses of this kind only")
    parser.add_argument("--truth-only", action="store_true", help="count the truth, run no errdex")
    parser.add_argument("--refresh", action="store_true", help="read the truth anew")
    options = parser.parse_args()
    corpus: Path = options.corpus or options.cache / options.language
    if not corpus.is_dir():
        raise SystemExit(f"{corpus} is not there; run corpora.py {options.language} first")
    truth = by_package(truth_of(options.language, corpus, options.cache, options.refresh))
    tally = Tally()
    for package in sorted(options.package or truth):
        sites = kept(truth[package], corpus / package)
        records: list[Found] = []
        if not options.truth_only:
            try:
                records = list(found(corpus / package))
            except ErrdexError as failure:
                raise SystemExit(f"{package}: {failure}") from failure
            print(f"{package}: {len(records)} lines", file=sys.stderr, flush=True)
        tally.other_files += len(truth[package]) - len(sites)
        tally.compare(package, sites, records)
    if options.truth_only:
        count(tally)
    else:
        report(tally)
        show(tally, corpus, options.show_misses, options.kind)
    return 0


def by_package(truth: Iterable[TruthSite]) -> dict[str, list[TruthSite]]:
    """The truth by the corpus folder it lies in, files named below that folder."""
    packages: dict[str, list[TruthSite]] = defaultdict(list)
    for site in truth:
        package, _, file = site.file.partition("/")
        packages[package].append(TruthSite(**{**vars(site), "file": file}))
    return packages


def kept(truth: Iterable[TruthSite], package: Path) -> list[TruthSite]:
    """The sites in files that errdex, too, should read as source."""
    verdicts: dict[str, bool] = {}
    for site in truth:
        if site.file not in verdicts:
            verdicts[site.file] = is_source(package, site.file)
    return [site for site in truth if verdicts[site.file]]


def count(tally: Tally) -> None:
    """Print how many sites the truth has, kind by kind."""
    for row, sites in tally.sites.most_common():
        print(f"{row:48}{sites:>8}")
    print(f"{'left out: in test, vendored or generated files':48}{tally.other_files:>8}")
    print(f"{'left out: in test code of source files':48}{tally.excluded:>8}")


def report(tally: Tally) -> None:
    """Print the headline and the rows behind it."""
    rows = sorted(tally.sites, key=lambda row: (row in tally.aside, -tally.sites[row]))
    main_rows = [row for row in rows if row not in tally.aside]
    inline = [row for row in main_rows if row.endswith(", message in place")]
    sites = sum(tally.sites[row] for row in main_rows)
    templates = sum(tally.sites[row] for row in inline)
    print(f"sites found      {share(sum(tally.found[row] for row in main_rows), sites)}")
    print(f"  with a message {share(sum(tally.found[row] for row in inline), templates)}")
    print(f"template exact   {share(sum(tally.exact[row] for row in inline), templates)}")
    print(f"lines that errdex reports: {tally.records}, beyond the truth: {tally.beyond}")
    print(f"truth left out: {tally.other_files} in test, vendored or generated files,", end=" ")
    print(f"{tally.excluded} in test code of source files")
    print(f"\n{'kind':48}{'sites':>8}{'missed':>8}{'inexact':>8}")
    for row in rows:
        with_message = row.endswith(", message in place")
        inexact = tally.found[row] - tally.exact[row] if with_message else 0
        missed = tally.sites[row] - tally.found[row]
        name = f"({row})" if row in tally.aside else row
        print(f"{name:48}{tally.sites[row]:>8}{missed:>8}{inexact:>8}")
    if tally.aside:
        print("rows in brackets raise no message of their own and stand outside the headline")


def share(part: int, whole: int) -> str:
    """`12 of 13 (92.31 %)`."""
    return f"{part} of {whole} ({100 * part / whole:.2f} %)" if whole else "none"


def show(tally: Tally, corpus: Path, wanted: int, kind: str | None) -> None:
    """Print a sample of what was missed, with its source."""
    misses = [
        miss for miss in tally.misses if (not kind or miss[1].kind == kind) and not miss[1].aside
    ]
    sample = random.Random(SHOWN_SEED).sample(misses, min(wanted, len(misses)))
    for package, site, here in sorted(sample, key=lambda miss: (miss[0], miss[1].file)):
        text = (corpus / package / site.file).read_text(encoding="utf-8", errors="replace")
        source = text.splitlines()[site.line - 1].strip()
        print(f"\n{package}/{site.file}:{site.line}  {site.kind}")
        print(f"  source    {source}")
        print(f"  expected  {' or '.join(map(template, site.accepted)) or '(any record here)'}")
        got = " and ".join(template(record["parts"]) for record in here)
        print(f"  got       {got or 'nothing on this line'}")


def template(parts: Iterable[str | None] | None) -> str:
    """A template on one line, `{}` for a placeholder."""
    if parts is None:
        return "(no template)"
    return repr("".join("{}" if part is None else part for part in parts))


if __name__ == "__main__":
    sys.exit(main())
