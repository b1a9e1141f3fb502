"""A snapshot without the files that the project's ``errdex.toml`` skips."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pathspec import GitIgnoreSpec

from errdex.config import NAME, Config, parse_config
from errdex.source.interface import Snapshot, SourceFile
from errdex.source.walk import read_regular

MAX_CONFIG = 1 << 20


def with_config(snapshot: Snapshot) -> Snapshot:
    """The snapshot as its own ``errdex.toml`` wants it read; a bad one is told at first use."""
    return ConfiguredSnapshot(snapshot)


class ConfiguredSnapshot:
    """Another snapshot's files but those that its ``errdex.toml`` skips.

    The file is read when files are asked for, since only then is an archive or clone open.
    """

    def __init__(self, inner: Snapshot) -> None:
        self._inner = inner
        self.origin, self.skips = inner.origin, inner.skips
        self.packaged = bool(getattr(inner, "packaged", False))

    def files(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile]:
        """The inner snapshot's wanted files that no rule names; the others are counted."""
        config = self._config()
        spec = GitIgnoreSpec.from_lines(config.skip)
        left_out: set[str] = set()

        def chosen(path: str) -> bool:
            if not wanted(path):
                return False
            if spec.match_file(path):
                left_out.add(path)
                return False
            return True

        listed = list(self._inner.files(chosen if config.skip else wanted))
        self.origin, self.skips = self._inner.origin, self._inner.skips
        for path in sorted(left_out):
            self.skips.add(f"skipped by {NAME}", path)
        yield from listed

    def read(self, file: SourceFile) -> bytes:
        """The file's bytes."""
        return self._inner.read(file)

    def _config(self) -> Config:
        """The settings in the snapshot's root; those of a directory cost no walk of it."""
        where = f"{NAME} of {self._inner.origin.location or self._inner.origin.repo}"
        root = getattr(self._inner, "root", None)
        if root is not None:
            try:
                data = read_regular(str(root / NAME), MAX_CONFIG)
            except OSError:
                return Config()
            return parse_config(data, where)
        found = next(self._inner.files(lambda path: path == NAME), None)
        return parse_config(self._inner.read(found), where) if found is not None else Config()

    def __enter__(self) -> Snapshot:
        self._inner.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._inner.__exit__(*exc)
