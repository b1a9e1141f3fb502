"""Published packages, fetched through pip and npm without running any code of theirs."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from packageurl import PackageURL

from errdex.errors import SourceError
from errdex.source.archive import ArchiveSnapshot
from errdex.source.client import ClientError, run_client
from errdex.source.metadata import ProjectFacts, plain_name
from errdex.source.settings import MAX_FILE

_GUARD = Path(__file__).with_name("pip_guard.py")
_PYPI_NAME = re.compile(r"^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$")
_NPM_NAME = re.compile(r"^(?:@[\w.~-]+/)?[\w.~][\w.~-]*$")
_VERSION = re.compile(r"^[A-Za-z0-9][\w.+!-]*$")
_UNREACHABLE = re.compile(
    r"retrying|connection|network|timed? ?out|ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|getaddrinfo", re.I
)


class PackageSnapshot(ArchiveSnapshot):
    """A fetched package's archive, deleted when the snapshot is left."""

    def __init__(
        self, archive: Path, folder: tempfile.TemporaryDirectory[str], **options: Any
    ) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = folder
        super().__init__(archive, **options)

    def __exit__(self, *exc: object) -> None:
        super().__exit__(*exc)
        if self._folder is not None:
            self._folder.cleanup()

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_folder": None}


def open_package(
    spec: str, *, repo: str | None = None, max_size: int = MAX_FILE
) -> PackageSnapshot:
    """The snapshot of ``pkg:pypi/NAME@VERSION`` or ``pkg:npm/NAME@VERSION``.

    Without a version it is the one that the client would install; the origin says which.
    """
    try:
        url = PackageURL.from_string(spec)
    except ValueError as error:
        raise SourceError(f"'{spec}' is no package URL: {error}", _FORM) from error
    fetch, pattern, name = {
        "pypi": (_fetch_python, _PYPI_NAME, url.name),
        "npm": (
            _fetch_npm,
            _NPM_NAME,
            f"{url.namespace}/{url.name}" if url.namespace else url.name,
        ),
    }.get(url.type, (None, _PYPI_NAME, url.name))
    if fetch is None:
        raise SourceError(f"packages of the kind '{url.type}' cannot be fetched", _FORM)
    version = url.version or ""
    if not pattern.match(name) or (version and not _VERSION.match(version)):
        raise SourceError(f"'{spec}' names no package that could exist", _FORM)
    # The snapshot takes the folder over and deletes it when it is left.
    folder = tempfile.TemporaryDirectory(prefix="errdex-")
    archive = fetch(name, version, Path(folder.name))
    return PackageSnapshot(
        archive,
        folder,
        repo=repo,
        location=spec,
        packaged=url.type == "npm" or archive.suffix == ".whl",
        known=ProjectFacts(name, version, url.type),
        max_size=max_size,
    )


_FORM = "write pkg:pypi/NAME@VERSION or pkg:npm/NAME@VERSION"


def _fetch_python(name: str, version: str, folder: Path) -> Path:
    """The source distribution, which has the tests too, else a wheel."""
    requirement = f"{name}=={version}" if version else name
    kept, work = folder / "kept", folder / "work"
    kept.mkdir()
    work.mkdir()
    guarded = [*_python_with_pip(), str(_GUARD), str(kept), "download", "--no-deps"]
    guarded += ["--ignore-requires-python", "--no-input", "--disable-pip-version-check"]
    guarded += ["--dest", str(kept)]
    env = {"TMPDIR": str(work), "TEMP": str(work), "TMP": str(work), "PIP_REQUIRE_VIRTUALENV": "0"}
    source = ["--no-binary", ":all:", "--no-build-isolation", "--", requirement]
    try:
        _ask(guarded + source, requirement, env)
    except ClientError:
        # pip was stopped when it wanted to build, or there is no source distribution.
        if not any(kept.iterdir()):
            _ask([*guarded, "--only-binary", ":all:", "--", requirement], requirement, env)
    return _only_file(kept, requirement)


def _fetch_npm(name: str, version: str, folder: Path) -> Path:
    requirement = f"{name}@{version}" if version else name
    npm = shutil.which("npm") or "npm"
    command = [
        npm,
        "pack",
        "--ignore-scripts",
        "--loglevel=error",
        "--pack-destination",
        str(folder),
    ]
    _ask([*command, "--", requirement], requirement, {"npm_config_update_notifier": "false"})
    return _only_file(folder, requirement)


def _ask(command: Sequence[str], requirement: str, env: dict[str, str]) -> None:
    try:
        run_client(command, what=f"cannot fetch {requirement}", hint="", env=env)
    except ClientError as error:
        if error.hint:
            raise
        hint = "check the name and the version"
        if _UNREACHABLE.search(error.output):
            hint = "check the network and the client's index settings"
        failure = ClientError(error.what, hint)
        failure.output = error.output
        raise failure from None


def _only_file(folder: Path, requirement: str) -> Path:
    files = [path for path in folder.iterdir() if path.is_file()]
    if len(files) > 1:  # an archive inside the archive that the client looked into
        start = plain_name(re.split(r"[=@]", requirement, maxsplit=1)[0])
        files = [path for path in files if plain_name(path.name).startswith(start)]
    if len(files) != 1:
        found = ", ".join(path.name for path in files) or "no archive"
        raise SourceError(f"cannot fetch {requirement}: the client left {found}", "try again")
    return files[0]


def _python_with_pip() -> list[str]:
    """A Python that has pip: this one, else the first on the path, for errdex installed alone."""
    if find_spec("pip") is not None:
        return [sys.executable]
    for name in ("python3", "python", "py"):
        python = shutil.which(name)
        if python is None or os.path.samefile(python, sys.executable):  # noqa: PTH121
            continue
        try:
            run_client([python, "-c", "import pip"], what="no pip", hint="", timeout=30)
        except ClientError:
            continue
        return [python]
    raise SourceError(
        "cannot fetch Python packages: no Python here has pip", "install pip, or give an archive"
    )
