"""A snapshot: the files of one code base at one revision, and where they can be seen."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Origin:
    """Which code base a snapshot is of.

    Attributes:
        repo: ``owner/name``; ``{ecosystem}/{name}`` for a package that names no repository.
        sha: 40 hex digits: the commit, or the git tree id of the scanned files.
        version: the package version or the revision asked for; ``""`` for the tip of a
            repository or directory (a new scan replaces it).
        permalink: URL template with ``{path}``, ``{start}``, ``{end}`` (and nothing else to fill).
        package: package URL without subpath, e.g. ``pkg:pypi/requests@2.32.3``; None without one.
        location: where it was read from, for people (a directory, a URL).
    """

    repo: str
    sha: str
    version: str = ""
    permalink: str = ""
    package: str | None = None
    location: str = ""

    def link(self, path: str, start: int, end: int) -> str:
        """The permanent URL of lines ``start`` to ``end`` of ``path``."""
        from urllib.parse import quote

        return (
            self.permalink.replace("{path}", quote(path, safe="/@+:~,=&$!'()*;"))
            .replace("{start}", str(start))
            .replace("{end}", str(end))
        )


@dataclass(slots=True)
class Skips:
    """Files that were not read, counted by reason, with a few names each."""

    counts: dict[str, int] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, path: str) -> None:
        """Count ``path`` as skipped for ``reason`` and keep the first five names."""
        self.counts[reason] = self.counts.get(reason, 0) + 1
        kept = self.names.setdefault(reason, [])
        if len(kept) < 5:
            kept.append(path)
