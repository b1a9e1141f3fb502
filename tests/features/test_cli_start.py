"""Starting fast: what is imported when, and that the short way is the long way's equal."""

import subprocess
import sys

import pytest

from errdex.cli import quick

from .terminal import environment

HEAVY = ("tree_sitter", "sqlalchemy", "fastapi", "pydantic", "pygit2", "uvicorn")


def imported(shell, *arguments):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "errdex", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=environment(shell.home, ERRDEX_DB=shell.db),
        timeout=60,
    )
    assert done.returncode in (0, 1), done
    rows = [r for r in done.stderr.splitlines() if r.startswith("import time:")]
    return {row.rpartition("|")[2].strip().partition(".")[0] for row in rows}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("--help",),
        ("scan", "--help"),
        ("serve", "--help"),
        ("explain", "pool size 12 exceeds the limit 10"),
        ("explain", "no such text at all"),
        ("match", "--jsonl"),
    ],
    ids=" ".join,
)
def test_nothing_heavy_is_imported(stocked, arguments):
    found = imported(stocked, *arguments)
    own = arguments[-1] == "--help" and len(arguments) > 1
    # typer itself loads pydantic to print the options of one command
    assert [name for name in HEAVY if name in found] == ["pydantic"] * own
    if arguments[0] in ("explain", "match", "--version"):
        assert not found & {"typer", "rich"}


def test_the_version_and_help(shell):
    assert shell("--version").out.startswith("errdex ")
    assert shell("-q", "--version").out == shell("--version").out
    whole = shell("--help")
    assert shell().out == whole.out
    for name in ("index", "scan", "explain", "match", "show", "run", "export", "serve", "status"):
        assert name in whole.out
        told = shell(name, "--help")
        assert told.code == 0
        assert "--db" in told.out
        assert "Exit codes: 0" in told.out


def test_completion_comes_from_the_shell(shell):
    done = shell(
        "explain",
        _ERRDEX_COMPLETE="complete_bash",
        COMP_WORDS="errdex exp",
        COMP_CWORD="1",
    )
    assert "explain" in done.out


def test_the_short_way_knows_the_options_of_the_long_one():
    import typer

    from errdex.cli.app import app

    group = typer.main.get_command(app)
    for name in ("explain", "match"):
        options = [p for p in group.commands[name].params if p.param_type_name == "option"]
        long = {spelling: p.name for p in options for spelling in p.opts}
        short = quick.SWITCHES | quick.VALUES | quick.OWN_SWITCHES[name] | quick.OWN_VALUES[name]
        assert short == long


@pytest.mark.parametrize(
    ("arguments", "parsed"),
    [
        (["explain", "x"], ("explain", ["x"], {})),
        (["--json", "explain", "a", "b", "-q"], ("explain", ["a", "b"], {"json": 1, "quiet": 1})),
        (["explain", "--", "-x", "--json"], ("explain", ["-x", "--json"], {})),
        (["--db=a", "explain", "-"], ("explain", ["-"], {"db": "a"})),
        (["match", "--jsonl", "--limit", "3"], ("match", [], {"jsonl": 1, "limit": 3})),
        (["explain", "--help"], None),
        (["explain", "-f"], None),
        (["explain", "--limit", "x"], None),
        (["explain", "--limit", "101"], None),
        (["scan", "x"], None),
        (["--limit", "1", "explain"], None),
        (["explain", "--json=1"], None),
        ([], None),
    ],
)
def test_the_short_way_takes_only_what_is_plain(arguments, parsed):
    assert quick.parse(arguments) == parsed
