"""What a file is to its project: source, or something whose errors no user ever sees."""

from __future__ import annotations

import re

SOURCE, TEST, EXAMPLE = "source", "test", "example"
VENDORED, GENERATED, MINIFIED = "vendored", "generated", "minified"

_PYTHON = frozenset({"py", "pyi", "pyx", "pyw"})
_SCRIPT = frozenset({"js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"})
_NESTED_TEST = _SCRIPT | {"go", "c", "h", "cc", "cpp", "cxx", "hpp", "dart", "ex", "exs"}
_SPEC = _SCRIPT | {"rb", "lua", "coffee", "php"}

_VENDOR = frozenset(
    [
        ".yarn",
        "_vendor",
        "_vendored",
        "vendor",
        "vendored",
        "third_party",
        "third-party",
        "thirdparty",
        "3rdparty",
        "node_modules",
        "bower_components",
        "jspm_packages",
        "extern",
        "externs",
        "external",
        "externals",
        "pods",
        "carthage",
    ]
)
_CONTAINERS = frozenset(
    [
        "packages",
        "crates",
        "libs",
        "apps",
        "modules",
        "components",
        "services",
        "plugins",
        "projects",
        "gems",
        "pkgs",
        "workspaces",
        "extensions",
    ]
)
_TESTS = frozenset(
    [
        "tests",
        "__tests__",
        "__mocks__",
        "__fixtures__",
        "__snapshots__",
        "testdata",
        "test-data",
        "test_data",
        "unittests",
        "unit_tests",
        "integration_tests",
        "integration-tests",
        "integration_test",
        "testsuite",
        "test-suite",
        "e2e",
        "benches",
        "cypress",
        "step_definitions",
    ]
)
_ROOT_TESTS = frozenset(
    [
        "test",
        "testing-suite",
        "fixtures",
        "bench",
        "benchmark",
        "benchmarks",
        "fuzz",
        "spec",
        "specs",
        "t",
    ]
)
_EXAMPLES = frozenset({"examples", "samples", "demos", "tutorials"})
_ROOT_EXAMPLES = frozenset(
    [
        "example",
        "sample",
        "demo",
        "tutorial",
        "doc",
        "docs",
        "documentation",
        "cookbook",
        "playground",
        "notebooks",
        "website",
    ]
)
_GENERATED = frozenset({"generated", "__generated__", "_generated", "autogen", "auto_generated"})
_DOMAINS = frozenset({"com", "org", "net", "io", "dev", "edu"})

_TEST_FOLDER = re.compile(r".[-_.]tests$|\.(?:test|unittests?|integrationtests?)$")
_SOURCE_SET = re.compile(r"^(?:test|[a-z0-9]+Test|testFixtures)$")
_TEST_NAME = re.compile(
    r"""^(?:
      (?:test_.*|.*_test|.*_tests|conftest|tests)\.pyi? |
      .*[._-](?:test|spec|tests|specs|e2e|bench|test-d)\.(?:[cm]?[jt]sx?|vue|svelte|coffee) |
      .*\.cy\.[jt]sx? |
      .*_test\.(?:go|rs|rb|exs?|dart|lua|php|swift|cs) | .*_tests\.rs | tests\.rs |
      (?:test_.*|.*_spec)\.rb | .*_spec\.lua | .*\.bats | .*\.phpt |
      test_.*\.(?:c|cc|cpp|cxx|h|hpp) | .*_(?:test|tests|unittest)\.(?:c|cc|cpp|cxx|h|hpp)
    )$""",
    re.VERBOSE,
)
_TEST_CLASS = re.compile(
    r"[a-z0-9](?:Tests?|TestCase|Specs?|IT)\.(?:java|kts?|scala|groovy|cs|php|swift|cpp|cc)$"
)
_MINIFIED_NAME = re.compile(r"[.-]min\.(?:[cm]?js|css)$")
_GENERATED_NAME = re.compile(
    r"""(?:_pb2(?:_grpc)?\.pyi? | \.pb\.(?:go|cc|h|c|swift|dart|rs) | _pb\.(?:js|d\.ts|ts) |
      \.(?:g|freezed|mocks)\.dart | \.(?:g|g\.i|designer)\.cs | [._]generated\.[a-z]+ |
      \.gen\.(?:go|[jt]sx?|rs) | \.tab\.[ch]c? | \.bundle\.js)$
    | ^(?:zz_generated.* | lex\.yy\.c)$""",
    re.VERBOSE,
)


def role_of(path: str, *, packaged: bool = False) -> str:
    """The role of a file, from its path alone.

    A wrong ``test`` or ``vendored`` loses errors that people see, so a name that importable
    libraries also use (``test``, ``spec``, ``docs``, ``build``) only counts where a project
    keeps such a folder: at its top, in a member of a monorepo, or as a build tool's source set.

    Args:
        path: relative to the snapshot's root, with ``/``.
        packaged: whether the snapshot is what users install (a wheel, an npm tarball), where
            ``dist``, ``build`` and ``generated`` hold the real code.
    """
    *written, name = path.split("/")
    lower_name = name.lower()
    suffix = lower_name.rpartition(".")[2]
    folders = [folder.lower() for folder in written]
    # A Maven-style main source set is product code whatever its packages are called.
    main = next((i for i in range(1, len(folders)) if folders[i - 1] == "src"), 0)
    in_main = bool(main) and folders[main] in {"main", "commonmain", "jvmmain"}
    if not in_main and any(f in _VENDOR or f.startswith("vendored") for f in folders):
        return VENDORED
    if _MINIFIED_NAME.search(lower_name):
        return MINIFIED
    if _GENERATED_NAME.search(lower_name):
        return GENERATED
    if not packaged and (not _GENERATED.isdisjoint(folders) or _is_built(folders, suffix)):
        return GENERATED
    if main and suffix not in _PYTHON and _SOURCE_SET.match(written[main]) and suffix != "rs":
        return TEST
    if _is_test_name(name, lower_name, in_main) or _in_test_folder(folders, suffix, main, in_main):
        return TEST
    if not in_main and _in_example_folder(folders):
        return EXAMPLE
    return EXAMPLE if ".stories." in lower_name else SOURCE


def _at_root(folders: list[str], index: int) -> bool:
    """Whether a folder stands at the top of a project or of a member of a monorepo."""
    return index == 0 or (index == 2 and folders[0] in _CONTAINERS)


def _is_built(folders: list[str], suffix: str) -> bool:
    for index, folder in enumerate(folders):
        if folder in {"dist", "build", "out"}:
            if suffix in _SCRIPT and (_at_root(folders, index) or "src" not in folders[:index]):
                return folder != "out" or index == 0
            if index == 0 and folder != "out":
                return True
        if folder in {".next", ".nuxt", "storybook-static", "bazel-out", "coverage"}:
            return index == 0
        if folder == "obj" and suffix == "cs":
            return True
    return False


def _is_test_name(name: str, lower: str, in_main: bool) -> bool:
    if in_main and lower.endswith((".java", ".kt", ".scala", ".groovy")):
        return False
    return bool(_TEST_NAME.match(lower) or _TEST_CLASS.search(name))


def _in_test_folder(folders: list[str], suffix: str, main: int, in_main: bool) -> bool:
    for index, folder in enumerate(folders):
        if in_main and index >= main:
            return False
        if folder in _TESTS or _TEST_FOLDER.search(folder):
            return True
        if folder in _ROOT_TESTS and _is_test_root(folders, index, suffix):
            return True
    return False


def _is_test_root(folders: list[str], index: int, suffix: str) -> bool:
    folder = folders[index]
    if folder == "t":
        return index == 0 and suffix in {"sh", "pl", "pm", "t"}
    if folder in {"spec", "specs"}:
        return suffix == "rb" or (suffix in _SPEC and "src" not in folders[:index])
    if folder != "test" or suffix in _PYTHON:
        return _at_root(folders, index)
    if suffix in _NESTED_TEST:
        return True
    return index <= 1 or _at_root(folders, index)


def _in_example_folder(folders: list[str]) -> bool:
    for index, folder in enumerate(folders):
        if index and folders[index - 1] in _DOMAINS:
            return False  # com/example is where every tutorial's reader starts a real project
        if folder in _EXAMPLES or (folder in _ROOT_EXAMPLES and _at_root(folders, index)):
            return True
    return False


_COMMENT = rb"^ ?(?:#|//|/\*|\*|--|;|<!--|%|\"\"\"|''').*?"
_MARKS = (
    re.compile(_COMMENT + rb"(?:@generated\b(?!\s*[(:])|DO NOT (?:EDIT|MODIFY)\b)", re.M),
    re.compile(
        _COMMENT
        + rb"(?:code generated by\b|\bdo not (?:edit|modify|change)"
        + rb" (?:this file|the file|by hand|manually|directly)"
        + rb"|\b(?:file|code|module|header|client|source)\b.{0,60}?"
        + rb"(?:auto(?:matically)?[- ]?generated|(?:is|was|been) generated (?:by|from|with)\b))",
        re.M | re.I,
    ),
    re.compile(
        rb"^ ?(?:#|//|/\*|\*|--|;|<!--)[\W_]*auto(?:matically)?[- ]?generated"
        rb" (?:by|from|file|code|using|with)\b",
        re.M | re.I,
    ),
)


# A synchronous twin made from the asynchronous file holds the errors that its users see.
_TRANSLATED = re.compile(rb"unasync|async_to_sync|(?:original|from)[^\n]{0,40}async", re.I)


def looks_generated(head: bytes) -> bool:
    """Whether a comment in the first two thousand bytes says that a program wrote the file.

    A file translated line by line from a hand-written one is not meant.
    """
    head = head[:2048]
    lower = head.lower()
    if b"generated" not in lower and b"do not " not in lower:
        return False
    if _TRANSLATED.search(head):
        return False
    return any(mark.search(head) for mark in _MARKS)


def looks_minified(data: bytes) -> bool:
    """Whether the text was squeezed for machines: nearly all of it stands in very long lines.

    A hand-written file with one long line of data also has ordinary lines beside it; a
    squeezed file has at most a licence.
    """
    if len(data) < 1024 or len(data) < 110 * (data.count(b"\n") + 1):
        return False
    sample = data[: 1 << 20]
    long = short = lines = 0
    for line in sample.split(b"\n"):
        if len(line) >= 400:
            long += len(line)
            lines += 1
        elif line.strip():
            short += 1
    if long < 0.75 * len(sample):
        return False
    if short > max(60, 2 * lines):
        return False
    blanks = sample.count(b" ") + sample.count(b"\t") + sample.count(b"\n")
    return blanks < 0.2 * len(sample)
