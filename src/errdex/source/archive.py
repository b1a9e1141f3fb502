"""Archives of source code, read in place: nothing is ever unpacked to disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from errdex.errors import SourceError
from errdex.model.snapshot import Origin, Skips
from errdex.source.blobs import EXECUTABLE, FILE, blob_id, is_lfs_pointer, tree_id
from errdex.source.interface import SourceFile
from errdex.source.metadata import ProjectFacts, package_url, project_facts, python_metadata
from errdex.source.origins import checked_repo, package_origin, tree_origin
from errdex.source.settings import MAX_ARCHIVE, MAX_FILE
from errdex.source.unpack import Members

_NAMES = re.compile(
    r"\.(?:tar|tgz|tbz2?|txz|tzst|tar\.(?:gz|bz2|xz|zst)|zip|whl|crate|egg|jar|nupkg)$", re.I
)
_MANIFEST = re.compile(
    r"^(?:[^/]+/)?(?:PKG-INFO|pyproject\.toml|package\.json|Cargo\.toml|\.cargo_vcs_info\.json"
    r"|[^/]+\.dist-info/METADATA)$"
)
_INSTALLABLE = frozenset({".whl", ".egg", ".jar", ".nupkg"})
_MAX_MANIFEST = 1 << 20


def is_archive(path: Path) -> bool:
    """Whether the file's name is that of an archive that can be read."""
    return bool(_NAMES.search(path.name))


class ArchiveSnapshot:
    """The files of a tar or zip archive, without its single top folder.

    A compressed tar can only be read from front to end, so that ``files`` keeps the wanted
    files' bytes until the snapshot is left. A copy that was pickled into another process reads
    the archive once more when it is first asked for a file.

    Args:
        path: the archive.
        repo: the repository's name, where the user gives it.
        location: where it came from, for people.
        packaged: whether it is what users install; told from its name when None.
        known: ecosystem, name and version, where a registry's client fetched it.
        max_size: files over this many bytes are skipped.
        max_total: at most this many unpacked bytes are taken.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        repo: str | None = None,
        location: str = "",
        packaged: bool | None = None,
        known: ProjectFacts | None = None,
        max_size: int = MAX_FILE,
        max_total: int = MAX_ARCHIVE,
    ) -> None:
        self.path = Path(path).resolve()
        self.repo, self.location = checked_repo(repo), location or str(self.path)
        self.max_size, self.max_total = max_size, max_total
        self.skips = Skips()
        self._top = ""
        self._commit = ""
        self._listed: frozenset[str] = frozenset()
        self._data: dict[str, bytes] | None = None
        self._known = known
        self._facts = self._survey()
        if known is not None:
            self._facts = replace(
                self._facts,
                ecosystem=known.ecosystem,
                name=known.name,
                version=known.version or self._facts.version,
            )
        npm = self._facts.ecosystem == "npm" and self._top == "package/"
        installable = self.path.suffix.lower() in _INSTALLABLE
        self.packaged = npm or installable if packaged is None else packaged
        self.origin = self._origin(self._commit)

    def files(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile]:
        """The wanted files in path order; ``origin.sha`` is final once the first is there."""
        self.skips = Skips()
        found: dict[str, tuple[SourceFile, int]] = {}
        data: dict[str, bytes] = {}
        for path, executable, content in self._contents(wanted, self.skips):
            if is_lfs_pointer(content):
                self.skips.add("lfs pointer", path)
                continue
            data[path] = content
            file = SourceFile(path, blob_id(content), len(content))
            found[path] = file, EXECUTABLE if executable else FILE
        self._data, self._listed = data, frozenset(data)
        if not self._commit and not self._facts.commit:
            self.origin = self._origin(tree_id((p, m, f.blob) for p, (f, m) in found.items()))
        yield from (found[path][0] for path in sorted(found))

    def read(self, file: SourceFile) -> bytes:
        """The file's bytes."""
        if self._data is None:
            listed = self._listed or frozenset([file.path])
            contents = self._contents(listed.__contains__, Skips())
            self._data = {path: content for path, _, content in contents}
        try:
            return self._data[file.path]
        except KeyError:
            raise SourceError(
                f"{file.path} is not in {self.path}", "scan the archive again"
            ) from None

    def __enter__(self) -> ArchiveSnapshot:
        return self

    def __exit__(self, *exc: object) -> None:
        self._data = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_data": None, "skips": Skips()}

    def _contents(
        self, wanted: Callable[[str], bool], skips: Skips
    ) -> Iterator[tuple[str, bool, bytes]]:
        def taken(path: str, size: int) -> bool:
            path = path.removeprefix(self._top)
            if not wanted(path):
                return False
            if size > self.max_size:
                skips.add("too large", path)
            return size <= self.max_size

        for member in Members(self.path, self.max_total).read(skips, taken):
            if member.data is not None:
                yield member.path.removeprefix(self._top), member.executable, member.data

    def _survey(self) -> ProjectFacts:
        """Read names and manifests: they tell the top folder and whose files these are."""
        members = Members(self.path, self.max_total)
        manifests: dict[str, bytes] = {}
        tops: set[str] = set()

        def taken(path: str, size: int) -> bool:
            return size <= _MAX_MANIFEST and _MANIFEST.match(path) is not None

        for member in members.read(Skips(), taken):
            top, slash, _ = member.path.partition("/")
            tops.add(top + slash)
            if member.data is not None:
                manifests[member.path] = member.data
        self._commit = members.commit
        if len(tops) == 1 and self.path.suffix.lower() not in _INSTALLABLE:
            top = tops.pop()
            self._top = top if top.endswith("/") else ""
        for path, data in manifests.items():
            if path.endswith(".dist-info/METADATA"):
                return python_metadata(data.decode("utf-8", "replace"))
        return project_facts(lambda name: manifests.get(self._top + name))

    def _origin(self, sha: str) -> Origin:
        facts = self._facts
        if not self._commit and self._is_package():
            origin = package_origin(package_url(facts), facts, sha, self.location)
            return replace(origin, repo=self.repo) if self.repo else origin
        name = self._top.rstrip("/") or _NAMES.sub("", self.path.name)
        return tree_origin(
            sha, repo=self.repo, remote=None, facts=facts, dirname=name, location=self.location
        )

    def _is_package(self) -> bool:
        """Whether a registry's client made the archive, rather than somebody's backup."""
        facts, suffix = self._facts, self.path.suffix.lower()
        if self._known is not None or not (facts.name and facts.version):
            return self._known is not None
        stem = f"{facts.name}-{facts.version}".lower()
        named = self.path.name.lower().replace("_", "-").startswith(stem.replace("_", "-"))
        if facts.ecosystem == "npm":
            return self._top == "package/" or (suffix == ".tgz" and named)
        return suffix in _INSTALLABLE or suffix == ".crate" or named
