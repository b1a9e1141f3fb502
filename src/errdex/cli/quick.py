"""A short way for well-formed questions: typer alone takes longer to load than an answer.

Whatever is not plain (help, an unknown option, a value that is no number) is left to typer,
which knows how to say it.
"""

from __future__ import annotations

from errdex.cli.failures import safely
from errdex.cli.settings import Settings

SWITCHES = {
    "--json": "json",
    "--quiet": "quiet",
    "-q": "quiet",
    "--verbose": "verbose",
    "-v": "verbose",
}
VALUES = {"--db": "db"}
OWN_SWITCHES = {"explain": {}, "match": {"--jsonl": "jsonl"}}
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
_LEAST = {"limit": 1, "budget": 0}


def quickly(arguments: list[str]) -> int | None:
    """The exit code of a question; None when it is not one, or not plain."""
    read = parse(arguments)
    if read is None:
        return None
    command, words, given = read
    settings = Settings(
        *(given.pop(name, default) for name, default in _GLOBALS.items())  # type: ignore[arg-type]
    )
    from errdex.cli import asking

    if command == "match":
        if words or not given.pop("jsonl", False):
            return None
        return safely(lambda: asking.match(settings, **given), settings.verbose)  # type: ignore[arg-type]
    return safely(
        lambda: asking.explain(settings, words, **given),  # type: ignore[arg-type]
        settings.verbose,
    )


_GLOBALS: dict[str, object] = {"db": None, "json": False, "quiet": False, "verbose": False}


def parse(arguments: list[str]) -> tuple[str, list[str], dict[str, object]] | None:
    """The command, its words and its options by name; None for whatever is not plain."""
    command, words = "", list[str]()
    given: dict[str, object] = {}
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


def _option(command: str, argument: str, waiting: object, given: dict[str, object]) -> bool:
    switch = SWITCHES.get(argument) or OWN_SWITCHES.get(command, {}).get(argument)
    if switch:
        given[switch] = True
        return True
    name, equals, value = argument.partition("=")
    known = VALUES.get(name) or OWN_VALUES.get(command, {}).get(name)
    if known is None or (equals and not name.startswith("--")):
        return False
    if not equals:
        found = next(waiting, None)  # type: ignore[call-overload]
        if found is None:
            return False
        value = found
    if known not in _LEAST:
        given[known] = value
        return True
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        return False
    given[known] = int(value)
    return (_LEAST[known] <= int(value)) and (known != "limit" or int(value) <= 100)
