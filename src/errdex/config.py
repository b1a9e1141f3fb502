"""``errdex.toml``: what a project tells errdex about itself, read once and passed as a value."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from errdex.errors import UsageError

NAME = "errdex.toml"
_KEYS = ("skip", "sinks")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one project.

    Attributes:
        skip: gitignore-style rules for what is not read, relative to the project's root.
        sinks: names of functions that report the text they are given as an error.
    """

    skip: tuple[str, ...] = ()
    sinks: tuple[str, ...] = ()


def parse_config(data: bytes, where: str = NAME) -> Config:
    """The settings in the bytes of an ``errdex.toml``.

    A misspelt key is an error and not a silent nothing: a folder that should have been skipped
    would be published.

    Raises:
        UsageError: it is no TOML, or holds a key or value that means nothing here.
    """
    try:
        read = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        said = str(error).splitlines()[0]
        raise UsageError(f"{where} is not valid TOML: {said}", "correct the file") from error
    for name in read:
        if name != "errdex":
            raise UsageError(f"{where} has an unknown table or key '{name}'", "use [errdex] alone")
    table = read.get("errdex", {})
    if not isinstance(table, dict):
        raise UsageError(f"'errdex' in {where} is no table", "write [errdex]")
    for name in table:
        if name not in _KEYS:
            raise UsageError(f"{where} has an unknown key '{name}'", f"known: {', '.join(_KEYS)}")
    skip, sinks = (_names(table, key, where) for key in _KEYS)
    return Config(skip, sinks)


def _names(table: dict[str, object], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
        raise UsageError(f"'{key}' in {where} must be a list of texts", f'write {key} = ["…"]')
    return tuple(value)
