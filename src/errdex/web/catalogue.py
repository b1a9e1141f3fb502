"""What the store holds, as lists: repositories, their errors, families; kept until it changes."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from errdex.model.record import Envelope
from errdex.store.interface import Store
from errdex.web import message
from errdex.web.links import Site, error_path
from errdex.web.listing import PAGE_SIZE, Family, Page, RepoFilter, RepoSummary, page_of
from errdex.web.view import SEVERITIES, Row, row

_BLOCK = 1000
_KEPT_REPOS = 8
_KEPT_OF_FAMILY = 1000
_SERIOUS = {name: index for index, name in enumerate(SEVERITIES)}


class Item(NamedTuple):
    """What a list needs to know of one error."""

    id: str
    repo: str
    slug: str
    title: str
    cls: str | None
    severity: str
    file: str
    line: int
    changed: str

    def row(self, site: Site) -> Row:
        """The item as a line of a list."""
        href = site.href(error_path(self.repo, self.slug))
        return Row(self.id, href, self.title, self.cls, self.severity, f"{self.file}:{self.line}")


def _item(envelope: Envelope) -> Item:
    record = envelope.record
    return Item(
        record.id,
        record.repo,
        record.slug,
        message.title(record, envelope.evidence),
        record.errorClass or record.errorCode,
        record.severity,
        record.filePath,
        record.lineNumber,
        record.contentChangedAt,
    )


class Families(NamedTuple):
    """All families with their first errors."""

    families: list[Family]
    items: dict[str, list[Item]]


class Catalogue:
    """Lists over a store, shared by all threads.

    The list of snapshots is read again after ``fresh`` seconds; whatever else is kept is kept
    under what that list says, so that a new scan shows at once.
    """

    def __init__(self, fresh: float = 1.0) -> None:
        self._fresh = fresh
        self._lock = threading.Lock()
        self._building = threading.Lock()
        self._read_at = float("-inf")
        self._repos: list[RepoSummary] = []
        self._items: OrderedDict[RepoSummary, list[Item]] = OrderedDict()
        self._families: tuple[list[RepoSummary], Families] | None = None

    def repos(self, store: Store) -> list[RepoSummary]:
        """All repositories by name, each by its newest snapshot."""
        with self._lock:
            if time.monotonic() - self._read_at < self._fresh:
                return self._repos
        found: dict[str, RepoSummary] = {}
        for snapshot in store.repos():
            older = found.get(snapshot.repo)
            found[snapshot.repo] = RepoSummary(
                snapshot.repo,
                snapshot.version,
                snapshot.sha,
                snapshot.package,
                snapshot.records,
                snapshot.analyzed_at,
                (snapshot.version, *(older.versions if older else ())),
            )
        repos = list(found.values())
        with self._lock:
            self._repos, self._read_at = repos, time.monotonic()
        return repos

    def repo(self, store: Store, name: str) -> RepoSummary | None:
        """One repository by its whole name."""
        return next((repo for repo in self.repos(store) if repo.repo == name), None)

    def errors(self, store: Store, site: Site, repo: RepoSummary, chosen: RepoFilter) -> Page[Row]:
        """A page of a repository's errors, filtered and sorted."""
        if chosen == RepoFilter(page=chosen.page):
            start = (chosen.page - 1) * PAGE_SIZE
            total, envelopes = store.listing(repo.repo, start, PAGE_SIZE)
            rows = [row(site, e.record, e.evidence) for e in envelopes]
            return Page(rows, total, chosen.page)
        items = [item for item in self.items(store, repo) if _fits(item, chosen)]
        if chosen.sort == "changed":
            items.sort(key=lambda item: item.changed, reverse=True)
        elif chosen.sort != "file":
            items.sort(key=lambda item: _order(item, chosen.sort))
        page = page_of(items, chosen.page)
        return Page([item.row(site) for item in page.items], page.total, page.number)

    def items(self, store: Store, repo: RepoSummary) -> list[Item]:
        """All errors of a repository by file and line; the last few repositories are kept."""
        with self._lock:
            if repo in self._items:
                self._items.move_to_end(repo)
                return self._items[repo]
        with self._building:  # many may ask at once: one of them reads
            if repo not in self._items:
                items = [_item(envelope) for envelope in _all(store, repo.repo)]
                with self._lock:
                    self._items[repo] = items
                    while len(self._items) > _KEPT_REPOS:
                        self._items.popitem(last=False)
            return self._items[repo]

    def families(self, store: Store) -> Families:
        """All families; the first call after a change reads every record."""
        with self._building:
            repos = self.repos(store)
            if self._families is None or self._families[0] != repos:
                self._families = (repos, _count_families(store, repos))
            return self._families[1]

    def families_known(self) -> int:
        """How many families there are, 0 before anybody asked for them."""
        return len(self._families[1].families) if self._families else 0


def _all(store: Store, repo: str) -> Iterator[Envelope]:
    offset = 0
    while True:
        _, envelopes = store.listing(repo, offset, _BLOCK)
        yield from envelopes
        if len(envelopes) < _BLOCK:
            return
        offset += _BLOCK


def records_of(store: Store, repo: str, start: int, count: int) -> Iterator[Envelope]:
    """``count`` records of a repository from position ``start`` on."""
    while count > 0:
        _, envelopes = store.listing(repo, start, min(_BLOCK, count))
        yield from envelopes
        if len(envelopes) < _BLOCK:
            return
        start, count = start + _BLOCK, count - _BLOCK


def _count_families(store: Store, repos: list[RepoSummary]) -> Families:
    counts: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    items: dict[str, list[Item]] = {}
    for repo in repos:
        here: set[str] = set()
        for envelope in _all(store, repo.repo):
            tag = envelope.record.backgroundTag
            if tag:
                counts[tag] += 1
                here.add(tag)
                kept = items.setdefault(tag, [])
                if len(kept) < _KEPT_OF_FAMILY:
                    kept.append(_item(envelope))
        spread.update(here)
    families = [Family(tag, count, spread[tag]) for tag, count in counts.items()]
    return Families(sorted(families, key=lambda f: (-f.records, f.tag)), items)


def _fits(item: Item, chosen: RepoFilter) -> bool:
    if chosen.severity and item.severity != chosen.severity:
        return False
    words = chosen.q.casefold().split()
    if not words:
        return True
    text = f"{item.title} {item.cls or ''} {item.file} {item.id}".casefold()
    return all(word in text for word in words)


def _order(item: Item, sort: str) -> tuple[object, ...]:
    if sort == "severity":
        return (_SERIOUS.get(item.severity, len(SEVERITIES)), item.file, item.line)
    if sort == "class":
        return (item.cls is None, (item.cls or "").casefold(), item.file, item.line)
    return (item.title.casefold(), item.file, item.line)


def newest(items: list[Item], count: int) -> list[Item]:
    """The items that changed last."""
    return list(islice(sorted(items, key=lambda item: item.changed, reverse=True), count))
