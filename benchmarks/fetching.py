"""Fetches packages through the ordinary clients of their registries, without running a build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BACKENDS = (
    "flit_core.buildapi",
    "flit_scm",
    "hatchling.build",
    "hatchling.ouroboros",
    "jupyter_packaging.build_api",
    "maturin",
    "mesonpy",
    "pdm.backend",
    "poetry.core.masonry.api",
    "scikit_build_core.build",
    "scikit_build_core.setuptools.build_meta",
    "setuptools.build_meta",
    "setuptools_rust",
    "uv_build",
)
STUB = Path(__file__).with_name("sdist_backend.py")


class FetchError(Exception):
    """A client could not fetch a package; the text is the client's last word."""


def _run(command: list[str], cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise FetchError(f"{' '.join(command)}: {words[-1] if words else done.returncode}")
    return done.stdout


@contextmanager
def stub_backends() -> Iterator[Path]:
    """A folder in which every known build backend is the one that only reads PKG-INFO."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for dotted in BACKENDS:
            target = root.joinpath(*dotted.split(".")).with_suffix(".py")
            target.parent.mkdir(parents=True, exist_ok=True)
            for parent in target.relative_to(root).parents:
                if parent != Path():
                    (root / parent / "__init__.py").touch()
            code = STUB.read_text(encoding="utf-8")
            legacy = "\nimport sys as _sys\n__legacy__ = _sys.modules[__name__]\n"
            target.write_text(code + legacy, encoding="utf-8")
        yield root


def python_package(requirement: str, backends: Path, to: Path) -> Path:
    """Download a source distribution, or a wheel where there is no readable one."""
    env = dict(os.environ, PYTHONPATH=str(backends), SETUPTOOLS_USE_DISTUTILS="stdlib")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    source = ["--no-binary", ":all:", "--no-build-isolation", "--use-pep517"]
    with tempfile.TemporaryDirectory(dir=to) as folder:
        place = Path(folder)
        try:
            _run([*pip, *source, "--dest", folder, requirement], place, env)
        except FetchError:
            _run([*pip, "--only-binary", ":all:", "--dest", folder, requirement], place)
        return _keep_only_file(place, to)


def npm_package(requirement: str, to: Path) -> Path:
    """Download a package's tarball with `npm pack`."""
    with tempfile.TemporaryDirectory(dir=to) as folder:
        _run(["npm", "pack", "--silent", "--ignore-scripts", requirement], Path(folder))
        return _keep_only_file(Path(folder), to)


def debian_package(name: str, to: Path) -> Path:
    """Download a Debian package with apt."""
    with tempfile.TemporaryDirectory(dir=to) as folder:
        Path(folder).chmod(0o755)
        _run(["apt-get", "download", "--quiet", name], Path(folder))
        return _keep_only_file(Path(folder), to)


def npm_install(folder: Path) -> None:
    """Install what a package.json asks for, running no package's scripts."""
    _run(["npm", "install", "--silent", "--ignore-scripts", "--no-package-lock"], folder)


def cargo_build(crate: Path, vendored: Path, target: Path) -> None:
    """Build a crate offline, with a folder of crates standing in for the registry."""
    settings = [
        'source.crates-io.replace-with="vendored"',
        f"source.vendored.directory={str(vendored)!r}",
        "net.offline=true",
    ]
    words = [word for setting in settings for word in ("--config", setting)]
    _run(["cargo", "build", "--release", "--target-dir", str(target), *words], crate)


def _keep_only_file(folder: Path, to: Path) -> Path:
    files = [path for path in folder.iterdir() if path.is_file()]
    if len(files) != 1:
        raise FetchError(f"expected one file, got {sorted(path.name for path in files)}")
    target = to / files[0].name
    shutil.move(files[0], target)
    return target
