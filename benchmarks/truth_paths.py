"""Says which files of a corpus count as source, so that truth and errdex skip the same ones."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

TEST_FOLDERS = {"__tests__", "conformance", "e2e", "spec", "specs", "test", "testing", "tests"}
BENCHMARK_FOLDERS = {
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "fixture",
    "fixtures",
    "testdata",
}
EXAMPLE_FOLDERS = {"doc_src", "docs_src", "example", "examples", "gallery"}
FOREIGN_FOLDERS = {"_vendor", "node_modules", "site-packages", "third_party", "vendor", "vendored"}
BUILT_FOLDERS = {"build", "dist", "generated"}
SKIPPED_FOLDERS = (
    TEST_FOLDERS | BENCHMARK_FOLDERS | EXAMPLE_FOLDERS | FOREIGN_FOLDERS | BUILT_FOLDERS
)
SKIPPED_NAME = re.compile(
    r"^conftest\.py$|^tests?[_.]|[_.-](?:tests?|spec|min|bench)\.\w+$|^tests?\.\w+$|\.d\.[mc]?ts$"
    r"|_pb2(?:_grpc)?\.py$|\.generated\.\w+$"
)

MINIFIED_MEAN_LINE = 250  # no hand-written file of the corpora comes near it

try:
    from errdex.source import roles
except ImportError:
    roles = None  # type: ignore[assignment]


def is_source(package: Path, file: str) -> bool:
    """Whether a file of a package is read for errors: errdex's own classifier, else a fallback."""
    data = (package / file).read_bytes()
    if roles is None:
        return _named_as_source(file) and not _is_minified(data)
    packaged = (package / "package.json").is_file()  # an unpacked npm package, as errdex sees it
    if roles.role_of(file, packaged=packaged) != roles.SOURCE:
        return False
    return (packaged or not roles.looks_generated(data)) and not roles.looks_minified(data)


def _named_as_source(file: str) -> bool:
    parts = PurePosixPath(file).parts
    if any(part.lower() in SKIPPED_FOLDERS for part in parts[:-1]):
        return False
    return SKIPPED_NAME.search(parts[-1]) is None


def _is_minified(data: bytes) -> bool:
    return len(data) > MINIFIED_MEAN_LINE * (data.count(b"\n") + 1)
