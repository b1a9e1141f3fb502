"""Which folders and files of a directory are no part of the project's code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pathspec import GitIgnoreSpec

_CACHES = frozenset(
    [
        "__pycache__",
        "node_modules",
        ".venv",
        ".tox",
        ".nox",
        ".eggs",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        ".ipynb_checkpoints",
        ".gradle",
        ".idea",
        ".terraform",
        ".yarn",
        ".pnpm-store",
        ".parcel-cache",
        ".svelte-kit",
        ".turbo",
        ".direnv",
        ".import_linter_cache",
        "bower_components",
    ]
)
CONTROL = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", "CVS"})
_LIMIT = 1024 * 1024


class Ignores:
    """The ``.gitignore`` rules that hold in one folder: its own and those of the folders above.

    Args:
        base: the folder the rules are written in, relative to the root with a ``/`` at the end.
        lines: the rules.
        outer: the rules of the folder above.
    """

    __slots__ = ("_base", "_outer", "_spec")

    def __init__(self, base: str, lines: Iterable[str], outer: Ignores | None = None) -> None:
        self._base = len(base)
        self._outer = outer
        self._spec = GitIgnoreSpec.from_lines(lines)

    def __call__(self, path: str) -> bool:
        """Whether the path (with ``/`` at the end for a folder) is ignored; inner rules win."""
        rules: Ignores | None = self
        while rules is not None:
            verdict = rules._spec.check_file(path[rules._base :]).include
            if verdict is not None:
                return verdict
            rules = rules._outer
        return False


def read_rules(path: str | Path) -> list[str]:
    """The lines of an ignore file, none when it cannot be read."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(_LIMIT)
    except OSError:
        return []
    return data.decode("utf-8", "replace").splitlines()


def is_cache(name: str, names: set[str], child: str) -> bool:
    """Whether a folder holds installed or built files.

    Args:
        name: the folder's name.
        names: the names beside it, since ``target`` is a build folder only beside the build
            tool's manifest.
        child: the folder's path, where marks lie that tools leave (a virtual environment's
            ``pyvenv.cfg``, a cache's ``CACHEDIR.TAG``).
    """
    if name in _CACHES:
        return True
    if name == "target":
        return "Cargo.toml" in names or "pom.xml" in names or "build.sbt" in names
    if name in {"venv", "env", "virtualenv", ".env"} or name.startswith((".", "_")):
        return is_marked(child)
    return False


def is_marked(folder: str) -> bool:
    """Whether a tool left its mark in the folder that it made it."""
    path = Path(folder)
    return (path / "pyvenv.cfg").is_file() or (path / "CACHEDIR.TAG").is_file()
