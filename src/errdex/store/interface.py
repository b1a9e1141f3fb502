"""What a store can do, for those who write it (the pipeline) and those who read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from errdex.model.entry import Entry
    from errdex.model.record import Envelope
    from errdex.model.snapshot import Origin
    from errdex.model.template import Template


class Candidate(NamedTuple):
    """A distinct template shape that shares an anchor with the question."""

    template_id: int
    shape: str


class Placement(NamedTuple):
    """One record's needle: a template with the record's own expressions, and its place."""

    template_id: int
    record_id: str
    repo: str
    version: str
    package: str | None
    file: str
    line: int
    end_line: int
    function: str
    error_class: str | None
    kind: str
    language: str
    template: Template


class Before(NamedTuple):
    """A replaced record: the digest of its content and since when it has been so."""

    content: str
    changed_at: str


class RepoRow(NamedTuple):
    """One snapshot in the store."""

    repo: str
    version: str
    sha: str
    package: str | None
    location: str
    records: int
    analyzed_at: str


class LookupStore(Protocol):
    """The reading side that a look-up needs; opening it must be cheap (milliseconds)."""

    def candidates(self, keys: Sequence[int], limit: int) -> list[Candidate]:
        """Distinct templates filed under any of the anchor keys, most fixed text first."""

    def placements(
        self, template_ids: Sequence[int], repo: str | None = None, limit: int = 400
    ) -> list[Placement]:
        """Where those templates are said."""

    def at_lines(
        self, places: Sequence[tuple[str, int]], repo: str | None = None, limit: int = 200
    ) -> list[Placement]:
        """Needles in a file of that base name whose lines enclose that line."""

    def similar(
        self, text: str, repo: str | None = None, limit: int = 25
    ) -> list[tuple[int, float]]:
        """Template ids by full text similarity (words, trigrams), best first, with a rank."""

    def get(self, record_id: str) -> Envelope | None:
        """One record by id (its newest version)."""

    def get_plain(self, record_id: str) -> dict[str, Any] | None:
        """The same as decoded JSON, its prose not written yet: cheap to import and to make."""

    def by_slug(self, repo: str, slug: str) -> Envelope | None:
        """One record by repository and slug."""

    def close(self) -> None:
        """Release the store."""


class SnapshotWriter(Protocol):
    """Collects one snapshot's entries; nothing is visible before the context ends well."""

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries; slugs are made unique within the repository here."""

    def previous(self, record_id: str) -> Before | None:
        """What the record of that id said before, in the snapshot that this one replaces."""


class Store(LookupStore, Protocol):
    """The whole store: facts cache, snapshots, records."""

    def facts(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """Cached extraction results by (blob id, extractor key)."""

    def put_facts(self, items: Iterable[tuple[str, str, bytes]]) -> None:
        """Cache extraction results; committed at once, so that a killed scan keeps them."""

    def write_snapshot(
        self, origin: Origin, report: dict[str, object]
    ) -> AbstractContextManager[SnapshotWriter]:
        """Replace the snapshot of (repo, version) atomically when the context ends well."""

    def remove(self, repo: str, version: str | None = None) -> int:
        """Remove a repository's snapshots (or the one of a version); how many there were."""

    def known(self, origin: Origin) -> tuple[str, dict[str, object]] | None:
        """The sha and report of the snapshot that one of this origin would replace."""

    def repos(self) -> list[RepoRow]:
        """All snapshots, by repository and version."""

    def reports(self) -> dict[tuple[str, str], dict[str, Any]]:
        """What the scan of each snapshot reported, by repository and version."""

    def envelopes(self, repo: str | None = None) -> Iterator[Envelope]:
        """Every record, streamed, ordered by repo, version, file, line."""

    def listing(self, repo: str, offset: int = 0, limit: int = 100) -> tuple[int, list[Envelope]]:
        """A page of a repository's records and the total count."""

    def related(self, record_id: str, limit: int = 5) -> list[Envelope]:
        """Other records of the same repository and file (then the same family)."""
