"""Says which files of a corpus count as source, so that truth and errdex skip the same ones."""

from __future__ import annotations

import re
from collections.abc import Callable
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


def is_minified(file: Path) -> bool:
    """Whether a file's lines are, on average, too long to have been written by hand."""
    data = file.read_bytes()
    return len(data) > MINIFIED_MEAN_LINE * (data.count(b"\n") + 1)


def fallback_is_source(path: str) -> bool:
    """The rule used while errdex's own classifier cannot be imported."""
    parts = PurePosixPath(path).parts
    if any(part.lower() in SKIPPED_FOLDERS for part in parts[:-1]):
        return False
    return SKIPPED_NAME.search(parts[-1]) is None


def source_rule() -> Callable[[str], bool]:
    """errdex's own classifier where it is there, else the fallback."""
    try:
        from errdex.source.roles import role_of
    except ImportError:
        return fallback_is_source
    return lambda path: str(role_of(path)) == "source"
