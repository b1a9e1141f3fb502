"""Assembles the corpora of the accuracy benchmarks and the parsers that give their truth."""

from __future__ import annotations

import argparse
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fetching
import unpacking

HERE = Path(__file__).parent
DEFAULT_CACHE = Path.home() / ".cache" / "errdex-bench"
VENDORED_CRATE = re.compile(
    r"[^/]+/include/cargo/(?P<file>(?:proc-macro2|quote|syn|unicode-ident)-\d.*)"
)


def main() -> int:
    """Assemble what is asked for; what is already there is left alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "what", nargs="*", help="python, javascript, rust or parsers; all four when none is named"
    )
    parser.add_argument("--to", type=Path, default=DEFAULT_CACHE, help="the cache folder")
    parser.add_argument("--burn", help="a git repository of burn, to add to the Rust corpus")
    options = parser.parse_args()
    wanted = corpora_asked_for(options.what)
    listed: dict[str, Any] = tomllib.loads((HERE / "corpora.toml").read_text(encoding="utf-8"))
    downloads = options.to / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    failures: list[str] = []
    if "python" in wanted:
        failures += python(listed["python"]["packages"], options.to, downloads)
    if "javascript" in wanted:
        failures += javascript(listed["javascript"]["packages"], options.to, downloads)
    if "rust" in wanted:
        failures += rust(listed["rust"], options.to, downloads)
        if options.burn:
            burn(options.burn, options.to / "rust" / "burn")
    if "parsers" in wanted:
        failures += parsers(listed["rust"]["parser"]["sdist"], options.to, downloads)
    for language in unpacking.SOURCE_SUFFIXES:
        report(options.to / language, language)
    for failure in failures:
        print(f"not fetched: {failure}", file=sys.stderr)
    return 1 if failures else 0


def corpora_asked_for(names: list[str]) -> set[str]:
    """The corpora asked for, all of them when none is named."""
    known = {*unpacking.SOURCE_SUFFIXES, "parsers"}
    if unknown := set(names) - known:
        raise SystemExit(f"no such corpus: {', '.join(sorted(unknown))}; there are {sorted(known)}")
    return set(names) or known


def python(packages: list[str], to: Path, downloads: Path) -> list[str]:
    """Source distributions of popular Python packages."""
    with fetching.stub_backends() as backends:
        return _each(
            packages,
            to / "python",
            "python",
            lambda name: fetching.python_package(name, backends, downloads),
        )


def javascript(packages: list[str], to: Path, downloads: Path) -> list[str]:
    """Tarballs of npm packages that ship readable source."""
    return _each(
        packages,
        to / "javascript",
        "javascript",
        lambda name: fetching.npm_package(name, downloads),
    )


def rust(listed: dict[str, list[str]], to: Path, downloads: Path) -> list[str]:
    """Debian's crates, and source distributions that are written in Rust."""
    debs = _each(
        listed["debs"],
        to / "rust",
        "rust",
        lambda name: fetching.debian_package(name, downloads),
    )
    with fetching.stub_backends() as backends:
        return debs + _each(
            listed["sdists"],
            to / "rust",
            "rust",
            lambda name: fetching.python_package(name, backends, downloads),
        )


def burn(repository: str, to: Path) -> None:
    """The Rust files of a git repository's HEAD, read without a checkout."""
    if to.exists():
        return
    command = ["git", "-C", repository, "archive", "--format=tar", "HEAD"]
    archived = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archived)) as tar:
        wanted = [one for one in tar if one.isfile() and one.name.endswith((".rs", "Cargo.toml"))]
        tar.extractall(to, wanted, filter="data")


def parsers(sdist: str, to: Path, downloads: Path) -> list[str]:
    """The TypeScript compiler from npm, and the syn crates that a source distribution carries."""
    node = to / "node"
    node.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "truth" / "package.json", node / "package.json")
    crates = to / "crates"
    try:
        fetching.npm_install(node)
        if not crates.exists():
            with fetching.stub_backends() as backends:
                archive = fetching.python_package(sdist, backends, downloads)
            _unpack_crates(archive, crates)
        crate = to / "rust_truth"  # a copy, for cargo writes beside what it builds
        shutil.copytree(HERE / "truth" / "rust_truth", crate, dirs_exist_ok=True)
        fetching.cargo_build(crate, crates, to / "target")
    except fetching.FetchError as failure:
        return [str(failure)]
    return []


def _unpack_crates(archive: Path, to: Path) -> None:
    with tarfile.open(archive) as tar:
        for member in tar:
            crate = VENDORED_CRATE.match(member.name)
            if not member.isfile() or crate is None:
                continue
            member.name = crate["file"]
            tar.extract(member, to, filter="data")
    if not any(to.glob("syn-2.*")):
        raise fetching.FetchError(f"{archive.name} carries no syn 2")


def _each(names: list[str], to: Path, language: str, fetch: Callable[[str], Path]) -> list[str]:
    failures: list[str] = []
    for name in names:
        folder = to / re.split(r"==|(?<=.)@", name)[0].replace("/", "+")
        if folder.exists():
            continue
        try:
            archive = fetch(name)
            count = unpacking.unpack(archive, language, folder)
        except fetching.FetchError as failure:
            failures.append(f"{name}: {failure}")
            continue
        print(f"{language} {archive.name}: {count} files", flush=True)
    return failures


def report(folder: Path, language: str) -> None:
    """Say how large a corpus is."""
    files = [
        path for path in folder.rglob("*") if path.suffix in unpacking.SOURCE_SUFFIXES[language]
    ]
    size = sum(path.stat().st_size for path in files) / 1e6
    packages = sum(1 for _ in folder.iterdir()) if folder.exists() else 0
    print(f"{language}: {packages} packages, {len(files)} files, {size:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
