"""The docs say what is so: commands, fields, languages, rooms, decisions, links.

``ERRDEX_UPDATE_DOCS=1`` writes the generated parts, which stand between
``<!-- name: written by … -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from pydantic import BaseModel

from errdex.errors import ErrdexError
from errdex.languages.registry import languages
from errdex.model.record import Envelope, Evidence, Record

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), ROOT / "benchmarks" / "README.md"])
UPDATE = bool(os.environ.get("ERRDEX_UPDATE_DOCS"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def told(*arguments: str) -> str:
    """What the real command prints at eighty columns."""
    done = subprocess.run(
        [sys.executable, "-m", "errdex", *arguments],
        env={**os.environ, "COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


@cache
def commands() -> dict[str, str]:
    """Every command with its usage line."""
    listed = told("--help").rpartition("Commands:")[2].split("\n\n")[0]
    names = re.findall(r"^  ([a-z]+)", listed, re.MULTILINE)
    return {name: told(name, "--help").split("\n")[0] for name in names}


def layers() -> list[str]:
    """The rooms as the import contract orders them, highest first."""
    (contract,) = (c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["id"] == "layers")
    return [name.strip() for layer in contract["layers"] for name in layer.split("|")]


def sentence(path: Path) -> str:
    """The sentence with which a module opens."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n\n")[0]


# -- what is generated ------------------------------------------------------------------------


def command_table() -> str:
    rows = []
    for name, usage in commands().items():
        arguments = usage.partition("[OPTIONS]")[2].strip()
        plain = re.sub(r"[{}]|(?<=[\]}])\.\.\.$", "", arguments)
        plain = re.sub(r"^\[(\[.*\])\]$", r"\1", plain)
        say = told(name, "--help").split("\n\n")[1].strip().replace("\n  ", " ")
        line = f"errdex {name} {plain}".strip().replace("|", "\\|")
        rows.append(f"| `{line}` | {say.replace('|', chr(92) + '|')} |")
    return "\n".join(["| command | |", "| --- | --- |", *rows])


def help_texts() -> str:
    pages = [("errdex", told("--help"))]
    pages += [(f"errdex {name}", told(name, "--help")) for name in commands()]
    return "\n\n".join(f"## {title}\n\n```\n{text}\n```" for title, text in pages)


def rooms() -> str:
    rows = []
    for name in layers():
        path = ROOT / "src" / "errdex" / name
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        rows.append(f"| `{name}` | {sentence(path).replace('``', '`')} |")
    return "\n".join(["| room | its job |", "| --- | --- |", *rows])


def decisions() -> str:
    pages = sorted((DOCS / "decisions").glob("*.md"))
    titles = [page.read_text("utf-8").split("\n")[0].removeprefix("# ") for page in pages]
    return "\n".join(
        f"- [{title}](decisions/{page.name})" for page, title in zip(pages, titles, strict=True)
    )


GENERATED: dict[tuple[str, str], Callable[[], str]] = {
    ("README.md", "commands"): command_table,
    ("docs/reference/cli.md", "help"): help_texts,
    ("docs/architecture.md", "rooms"): rooms,
    ("docs/architecture.md", "decisions"): decisions,
}


@pytest.mark.parametrize(("page", "name"), GENERATED)
def test_a_generated_part_is_what_the_code_says(page: str, name: str) -> None:
    path = ROOT / page
    text = path.read_text("utf-8")
    found = re.search(rf"(?s)(<!-- {name}: .*? -->\n)(.*?)\n?(<!-- end -->)", text)
    assert found is not None, f"{page} has no place for {name}"
    right = GENERATED[page, name]()
    if UPDATE:
        made = f"{text[: found.end(1)]}{right}\n{text[found.start(3) :]}"
        path.write_text(made, "utf-8")
    else:
        assert found[2].strip() == right, f"{page} is out of date: run with ERRDEX_UPDATE_DOCS=1"


# -- what is written by hand ------------------------------------------------------------------


def rows_of(page: str) -> list[str]:
    """The first cells of a page's tables, where they are code."""
    text = (ROOT / page).read_text("utf-8")
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def test_every_field_of_the_record_and_its_evidence_is_described() -> None:
    described = rows_of("docs/reference/record.md")
    assert described == [*Record.model_fields, *Evidence.model_fields]
    assert list(Envelope.model_fields) == ["record", "datasetVersion", "evidence"]


def test_the_words_a_field_may_hold_are_described() -> None:
    page = (DOCS / "reference" / "record.md").read_text("utf-8")
    schema = str(Record.model_json_schema()) + str(Evidence.model_json_schema())
    choices = re.findall(r"'enum': \[([^\]]*)\]", schema)
    words = {word for choice in choices for word in re.findall(r"'([\w-]+)'", choice)}
    assert [word for word in sorted(words) if f"`{word}`" not in page] == []


def test_every_language_is_in_the_readme_with_its_corpus() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for language in languages().values():
        assert f"(tests/corpus/{language.queries})" in readme
        assert any((ROOT / "tests" / "corpus" / language.queries).glob("*.md"))


def test_every_language_says_how_errors_are_raised_found_and_missed() -> None:
    silent = []
    for language in languages().values():
        text = sys.modules[type(language).__module__].__doc__ or ""
        if not all(word in text for word in ("raised", "found", "missed")):
            silent.append(language.name)
    assert silent == []


def test_the_keys_of_expect_fences_are_described() -> None:
    described = rows_of("docs/how-to/add-a-language.md")
    used = {
        key
        for page in (ROOT / "tests" / "corpus").glob("*/*.md")
        if page.parent.name != "lookup"
        for fence in re.findall(r"(?s)```expect\n(.*?)```", page.read_text("utf-8"))
        for key in re.findall(r"^(\w+):", fence, re.MULTILINE)
    }
    assert used <= set(described)


def test_decisions_are_numbered_without_gaps_and_named_as_their_files() -> None:
    pages = sorted((DOCS / "decisions").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    for page in pages:
        first = page.read_text("utf-8").split("\n")[0]
        assert first.startswith(f"# {page.name[:4]}: "), f"{page.name} opens with {first!r}"


def test_the_glossary_is_in_order() -> None:
    text = (DOCS / "glossary.md").read_text("utf-8")
    words = re.findall(r"^\| ([a-z][a-z ]*) \|", text, re.MULTILINE)[1:]
    assert words == sorted(words)


def test_every_error_of_errdex_has_a_code_of_its_own() -> None:
    kinds = [ErrdexError, *ErrdexError.__subclasses__()]
    assert len({kind.code for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?s)````?.*?````?\n", "", page.read_text("utf-8"))
    broken = [
        target
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_paths_and_tasks_that_are_named_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    paths = re.findall(r"`((?:src|tests|docs|benchmarks|tools)/[\w./-]+)`", text)
    missing = [path for path in paths if not (ROOT / path).exists() and "kotlin" not in path]
    tasks = re.findall(r"(?:^    |`)make ([a-z]+)", text, re.MULTILINE)
    known = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert (missing, [task for task in tasks if task not in known]) == ([], [])


def test_every_task_is_in_the_help() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    tasks = re.findall(r"^([a-z]+):", makefile, re.MULTILINE)
    silent = [task for task in tasks if not re.search(rf"^{task}:.*##", makefile, re.MULTILINE)]
    assert silent == []


def test_every_model_of_the_api_has_a_docstring() -> None:
    own = [k for k in BaseModel.__subclasses__() if k.__module__.startswith("errdex.")]
    assert [k.__name__ for k in own if not k.__doc__] == []
