"""The Python environment of a project: its distributions and standard library, file by file.

Nothing of the environment is run: a folder someone sent may hold its own ``bin/python``.
"""

from __future__ import annotations

import csv
import json
import os
import platform
import re
import site
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from errdex.model.snapshot import Origin
from errdex.source.interface import Snapshot
from errdex.source.listed import InstalledSnapshot
from errdex.source.metadata import ProjectFacts, package_url, python_metadata
from errdex.source.origins import package_origin
from errdex.source.settings import MAX_FILE
from errdex.source.walk import DirectorySnapshot

_STDLIB_OTHERS = frozenset({"site-packages", "dist-packages", "lib-dynload", "ensurepip/_bundled"})
_EGG_INFO = (".egg-info", ".egg")


@dataclass(frozen=True, slots=True)
class PythonEnv:
    """An interpreter's folders: where packages are, the standard library and its version."""

    packages: tuple[Path, ...]
    stdlib: Path | None
    version: str


class _Distribution(NamedTuple):
    facts: ProjectFacts
    paths: tuple[str, ...]
    editable: Path | None


def python_env(directory: Path) -> PythonEnv:
    """The environment that the project uses.

    ``$VIRTUAL_ENV`` first, as the shell has it; then ``.venv`` or ``venv`` in the directory,
    ``$CONDA_PREFIX``, and at last the interpreter that runs errdex.
    """
    places = [os.environ.get("VIRTUAL_ENV"), directory / ".venv", directory / "venv"]
    for place in (*places, os.environ.get("CONDA_PREFIX")):
        if place and (found := _at_prefix(Path(place))) is not None:
            return found
    packages = [Path(path) for path in (*site.getsitepackages(), site.getusersitepackages())]
    packages.insert(0, Path(sysconfig.get_path("purelib")))
    packages.insert(1, Path(sysconfig.get_path("platlib")))
    unique = tuple(dict.fromkeys(path for path in packages if path.is_dir()))
    return PythonEnv(unique, Path(sysconfig.get_path("stdlib")), platform.python_version())


def python_snapshots(env: PythonEnv, project: Path, max_size: int = MAX_FILE) -> Iterator[Snapshot]:
    """One snapshot a distribution, then the standard library.

    An editable install is followed to its source, unless that is the project itself.
    """
    seen: set[str] = set()
    for folder in env.packages:
        for found in _distributions(folder):
            url = package_url(found.facts)
            if url in seen:
                continue
            seen.add(url)
            if found.editable is not None:
                source = found.editable.resolve()
                if source.is_dir() and source != project and project not in source.parents:
                    yield DirectorySnapshot(source, max_size=max_size)
                continue
            origin = package_origin(url, found.facts, "", str(folder))
            yield InstalledSnapshot(folder, origin, paths=found.paths, max_size=max_size)
    if env.stdlib is not None and env.stdlib.is_dir():
        package = f"pkg:generic/python@{env.version}"
        origin = Origin(
            "python/cpython", "", env.version, f"{package}#{{path}}", package, str(env.stdlib)
        )
        yield InstalledSnapshot(env.stdlib, origin, leave_out=_STDLIB_OTHERS, max_size=max_size)


def _at_prefix(prefix: Path) -> PythonEnv | None:
    """The environment below a prefix, read from its ``pyvenv.cfg`` or Conda's records."""
    prefix = prefix.resolve()
    config = _config(prefix / "pyvenv.cfg")
    packages = sorted(prefix.glob("lib/python3*/site-packages"), reverse=True)
    packages += [path for path in [prefix / "Lib" / "site-packages"] if path.is_dir()]
    if not packages or not (config or (prefix / "conda-meta").is_dir()):
        return None
    home = Path(config["home"]).resolve().parent if config.get("home") else prefix
    folder = packages[0].parent.name
    series = folder if folder.startswith("python3") else ""
    candidates = [home / "lib" / series, home / "Lib"]
    if home_python := _real_python(config, series):
        candidates.append(home_python / "lib" / series)
    stdlib = next((path for path in candidates if (path / "os.py").is_file()), None)
    if config.get("include-system-site-packages", "").lower() == "true" and stdlib:
        packages += [p for p in (stdlib / "site-packages", stdlib / "dist-packages") if p.is_dir()]
    version = config.get("version_info") or config.get("version") or _conda_version(prefix)
    match = re.match(r"\d+\.\d+\.\d+", version)
    exact = match[0] if match else series.removeprefix("python") or platform.python_version()
    return PythonEnv(tuple(packages), stdlib, exact)


def _config(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def _real_python(config: dict[str, str], series: str) -> Path | None:
    """The prefix of the interpreter itself where ``home`` only holds links to it."""
    if not config.get("home") or not series:
        return None
    for name in (series, "python3", "python"):
        python = Path(config["home"]) / name
        if python.exists():
            return python.resolve().parent.parent
    return None


def _conda_version(prefix: Path) -> str:
    for path in prefix.glob("conda-meta/python-3*.json"):
        return path.name.split("-")[1]
    return ""


def _distributions(folder: Path) -> Iterator[_Distribution]:
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return
    for name in names:
        path = folder / name
        found = None
        if name.endswith(".dist-info"):
            found = _dist_info(path)
        elif name.endswith(_EGG_INFO):
            found = _egg_info(folder, path)
        elif name.endswith(".egg-link"):
            found = _egg_link(path)
        if found is not None and found.facts.name:
            yield found


def _dist_info(path: Path) -> _Distribution | None:
    facts = _facts(path / "METADATA")
    if facts is None:
        return None
    editable = _editable(path / "direct_url.json")
    return _Distribution(facts, _recorded(path / "RECORD"), editable)


def _recorded(path: Path) -> tuple[str, ...]:
    """The files of a ``RECORD``; scripts and data outside the folder are no importable code."""
    try:
        with path.open(encoding="utf-8", errors="replace", newline="") as stream:
            rows = [row[0] for row in csv.reader(stream) if row]
    except (OSError, csv.Error):
        return ()
    return tuple(
        row
        for row in (name.replace("\\", "/") for name in rows)
        if not row.startswith(("/", "../")) and "/../" not in row and "__pycache__/" not in row
    )


def _editable(path: Path) -> Path | None:
    try:
        told = json.loads(path.read_bytes())
        url = urlsplit(told["url"])
        if not told.get("dir_info", {}).get("editable") or url.scheme != "file":
            return None
        return Path(url2pathname(unquote(url.path)))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return None


def _egg_info(folder: Path, path: Path) -> _Distribution | None:
    """An older install: its list of files, else the modules that it says it has."""
    base = path / "EGG-INFO" if path.name.endswith(".egg") and path.is_dir() else path
    facts = _facts(base / "PKG-INFO" if base.is_dir() else base)
    if facts is None:
        return None
    if base.name == "EGG-INFO":
        found = tuple(p.relative_to(folder).as_posix() for p in sorted(path.rglob("*.py")))
        return _Distribution(facts, found, None)
    lines = _lines(base / "installed-files.txt")
    if lines:
        inside = (os.path.normpath(f"{path.name}/{line}").replace("\\", "/") for line in lines)
        paths = tuple(p for p in inside if not p.startswith((".", "/")))
        return _Distribution(facts, paths, None)
    paths_found: list[str] = []
    for top in _lines(base / "top_level.txt"):
        if re.fullmatch(r"\w+", top):
            paths_found.extend([f"{top}.py"] if (folder / f"{top}.py").is_file() else [])
            modules = sorted((folder / top).rglob("*.py"))
            paths_found.extend(module.relative_to(folder).as_posix() for module in modules)
    return _Distribution(facts, tuple(paths_found), None)


def _egg_link(path: Path) -> _Distribution | None:
    lines = _lines(path)
    if not lines:
        return None
    return _Distribution(ProjectFacts(path.stem, "0", "pypi"), (), Path(lines[0]))


def _facts(path: Path) -> ProjectFacts | None:
    try:
        text = path.read_text("utf-8", "replace")
    except OSError:
        return None
    # Only the headers are wanted; a long description is slow to parse.
    return python_metadata(re.split(r"\r?\n\r?\n", text, maxsplit=1)[0] + "\n")


def _lines(path: Path) -> list[str]:
    try:
        return [line.strip() for line in path.read_text("utf-8", "replace").splitlines() if line]
    except OSError:
        return []
