"""What lists are made of: repositories, families, filters, and pages of any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

T = TypeVar("T")

PAGE_SIZE = 40
SORTS = ("file", "message", "class", "severity", "changed")


@dataclass(frozen=True, slots=True)
class RepoSummary:
    """A repository by its newest snapshot; ``versions`` names all that are known, newest first."""

    repo: str
    version: str
    sha: str
    package: str | None
    records: int
    analyzed_at: str
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """A cross-project kind of error and how often it is known."""

    tag: str
    records: int
    repos: int


@dataclass(frozen=True, slots=True)
class RepoFilter:
    """Which of a repository's errors are listed, and in which order."""

    q: str = ""
    severity: str = ""
    sort: str = "file"
    page: int = 1

    def query(self, **changed: object) -> dict[str, object]:
        """The query values that lead to this list with something changed; defaults left out."""
        other = replace(self, **changed)  # type: ignore[arg-type]
        values = {"q": other.q, "severity": other.severity, "sort": other.sort, "page": other.page}
        return {key: value for key, value in values.items() if value != getattr(RepoFilter(), key)}


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a longer list, counted from 1."""

    items: Sequence[T]
    total: int
    number: int = 1
    size: int = PAGE_SIZE

    @property
    def last(self) -> int:
        """The number of the last page, at least 1."""
        return max(1, -(-self.total // self.size))

    @property
    def start(self) -> int:
        """The position of the first item in the whole list, counted from 1."""
        return (self.number - 1) * self.size + 1


def page_of(items: Sequence[T], number: int, size: int = PAGE_SIZE) -> Page[T]:
    """Cut a page out of a whole list; a number past the end gives an empty page."""
    start = (number - 1) * size
    return Page(items[start : start + size], len(items), number, size)
