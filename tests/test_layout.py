"""House rules: sizes, names, docstrings, and who may import whom."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MODULES = sorted((SOURCE / "errdex").rglob("*.py"))
MAX_MODULE, MAX_FUNCTION = 400, 60
BANNED = {"manager", "helper", "helpers", "util", "utils", "common", "data", "process", "handle"}
# a language that is another one with more syntax
BUILT_ON = {"typescript": {"javascript"}, "cpp": {"c"}}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> list[tuple[int, str, str]]:
    """Line, module and imported name (``""`` for ``import module``) of every own import."""
    found: list[tuple[int, str, str]] = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            found += [(node.lineno, node.module or "", alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, "") for alias in node.names]
    return [item for item in found if item[1].split(".")[0] == "errdex"]


def test_no_module_is_longer_than_a_sitting() -> None:
    sizes = {shown(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: size for name, size in sizes.items() if size > MAX_MODULE} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{shown(path)}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION
    ]
    assert long == []


def test_every_module_opens_with_one_sentence_that_says_its_job() -> None:
    silent = []
    for path in MODULES:
        first = (ast.get_docstring(tree(path)) or "").split("\n\n")[0]
        if not re.fullmatch(r"\S.{10,220}[.!?]", first.replace("\n", " ")):
            silent.append(f"{shown(path)}: {first!r}")
    assert silent == []


def test_module_names_say_what_is_in_them() -> None:
    parts = {path: {*path.relative_to(SOURCE).with_suffix("").parts} for path in MODULES}
    assert [shown(path) for path, names in parts.items() if names & BANNED] == []


def test_no_module_imports_relatively() -> None:
    assert [
        f"{shown(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.level
    ] == []


def test_siblings_import_siblings_never_their_folder_s_door() -> None:
    breaches = []
    for path in MODULES:
        folder = ".".join(path.parent.relative_to(SOURCE).parts)
        if path.name == "__init__.py":
            continue
        for line, module, name in imports(path):
            sibling = (path.parent / f"{name}.py").exists() or (path.parent / name).is_dir()
            if module == folder and not sibling and name != "__version__":
                breaches.append(f"{shown(path)}:{line} imports {name or module} from {folder}")
    assert breaches == []


def test_no_language_imports_another_one() -> None:
    """``go_text`` belongs to ``go``; a module of no language is everyone's and knows none."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    own = {p.partition(":")[0].rpartition(".")[2] for p in points["errdex.languages"].values()}

    def owner(stem: str) -> str | None:
        return next((o for o in own if stem == o or stem.startswith(f"{o}_")), None)

    breaches = []
    for path in sorted((SOURCE / "errdex/languages").glob("*.py")):
        mine = owner(path.stem)
        for line, module, name in imports(path):
            home, _, stem = module.rpartition(".")
            if "errdex.languages" in (module, home):
                other = owner(name if module == "errdex.languages" else stem)
                if other not in (None, mine, *BUILT_ON.get(mine or "", ())):
                    breaches.append(f"{shown(path)}:{line} imports {name or stem} of {other}")
    assert breaches == []


def test_rooms_keep_the_import_contracts() -> None:
    code = "from importlinter.cli import lint_imports_command as run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[done.stdout.find("Contracts") :] + done.stderr


@pytest.mark.parametrize("room", ["web", "lookup", "store"])
def test_serving_loads_without_grammars(room: str) -> None:
    """What the contracts promise, seen at run time: imports inside functions count as well."""
    code = (
        "import sys, pkgutil, importlib;"
        f"room = importlib.import_module('errdex.{room}');"
        "names = [m.name for m in pkgutil.walk_packages(room.__path__, room.__name__ + '.')];"
        "[importlib.import_module(n) for n in names if '.migrate.' not in n];"
        "print(*(m for m in ('tree_sitter', 'pygit2', 'errdex.extract') if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""
