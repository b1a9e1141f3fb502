"""A short way for well-formed questions: typer alone takes longer to load than an answer.

Whatever is not plain (help, an unknown option, a value that is no number) is left to typer,
which knows how to say it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from errdex.cli.failures import safely
from errdex.cli.settings import MOST_LIMIT, Settings

SWITCHES = {
    "--json": "json",
    "--quiet": "quiet",
    "-q": "quiet",
    "--verbose": "verbose",
    "-v": "verbose",
}
VALUES = {"--db": "db"}
OWN_SWITCHES: dict[str, dict[str, str]] = {"explain": {}, "match": {"--jsonl": "jsonl"}}
OWN_VALUES = {
    "explain": {
        "--file": "file",
        "-f": "file",
        "--repo": "repo",
        "--limit": "limit",
        "--budget": "budget",
    },
    "match": {"--repo": "repo", "--limit": "limit"},
}
_RANGES = {"limit": range(1, MOST_LIMIT + 1), "budget": range(10**9)}
_GLOBALS: dict[str, Any] = {"db": None, "json": False, "quiet": False, "verbose": False}


def quickly(arguments: list[str]) -> int | None:
    """The exit code of a question; None when it is not one, or not plain."""
    read = parse(arguments)
    if read is None:
        return None
    command, words, given = read
    settings = Settings(**{name: given.pop(name, value) for name, value in _GLOBALS.items()})
    if command == "explain":
        from errdex.cli.asking import explain

        return safely(lambda: explain(settings, words, **given), settings.verbose)
    if words or not given.pop("jsonl", False):
        return None
    from errdex.cli.matching import match

    return safely(lambda: match(settings, **given), settings.verbose)


def parse(arguments: list[str]) -> tuple[str, list[str], dict[str, Any]] | None:
    """The command, its words and its options by name; None for whatever is not plain."""
    command, words = "", list[str]()
    given: dict[str, Any] = {}
    waiting = iter(arguments)
    for argument in waiting:
        if command and argument == "--":
            words.extend(waiting)
        elif argument == "-" or not argument.startswith("-"):
            if command:
                words.append(argument)
            elif argument in OWN_VALUES:
                command = argument
            else:
                return None
        elif not _option(command, argument, waiting, given):
            return None
    return (command, words, given) if command else None


def _option(command: str, argument: str, waiting: Iterator[str], given: dict[str, Any]) -> bool:
    """Take one option with its value; whether it is plain."""
    switch = SWITCHES.get(argument) or OWN_SWITCHES.get(command, {}).get(argument)
    if switch:
        given[switch] = True
        return True
    spelling, equals, joined = argument.partition("=")
    name = VALUES.get(spelling) or OWN_VALUES.get(command, {}).get(spelling)
    if name is None or (equals and not spelling.startswith("--")):
        return False
    value = joined if equals else next(waiting, None)
    if value is None:
        return False
    if name not in _RANGES:
        given[name] = value
        return True
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        return False
    given[name] = int(value)
    return given[name] in _RANGES[name]
