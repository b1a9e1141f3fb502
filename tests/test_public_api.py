"""The public door: what ``import errdex`` offers, and what it costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import errdex

DOOR = Path(errdex.__file__)
NAMES = [name for name in dir(errdex) if not name.startswith("__")]
NOTHING = "nothing"
HEAVY = ("pydantic", "sqlalchemy", "tree_sitter", "rich", "typer", "fastapi", "asyncio", "re2")


@pytest.mark.parametrize("name", NAMES)
def test_every_name_opens_and_is_documented(name: str) -> None:
    found = getattr(errdex, name)
    assert found.__name__ == name
    assert found.__doc__, f"errdex.{name} has no docstring"


def test_the_door_is_small_and_its_docstring_is_a_tour_of_it() -> None:
    assert 15 <= len(NAMES) <= 30
    tour = errdex.__doc__ or ""
    errors = {name for name in NAMES if name.endswith("Error")} - {"ErrdexError"}
    assert [name for name in NAMES if f"`{name}`" not in tour and name not in errors] == []


def test_type_checkers_see_the_same_names() -> None:
    body = ast.parse(DOOR.read_text("utf-8")).body
    (checked,) = (n for n in body if isinstance(n, ast.If))
    seen = {
        alias.asname: statement.module
        for statement in checked.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert seen == errdex._HOMES


def test_no_name_hides_a_room() -> None:
    rooms = {path.stem for path in DOOR.parent.iterdir()}
    assert rooms.isdisjoint(NAMES)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(import_module("errdex"), NOTHING)


def test_importing_errdex_imports_nothing_else() -> None:
    code = "import sys, errdex; print(*(m for m in sys.modules if m.startswith('errdex')))"
    assert _run(code) == "errdex"


def test_a_look_up_imports_no_scanning_and_no_heavy_library() -> None:
    code = (
        "import sys, errdex; errdex.open_lookup, errdex.answer;"
        f"print(*(m for m in {HEAVY} if m in sys.modules))"
    )
    assert _run(code) == ""


def _run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()
