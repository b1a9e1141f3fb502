"""Which language a file is written in, by its name."""

from __future__ import annotations

from functools import cache
from typing import cast

from errdex.languages.interface import Language
from errdex.plugins import load


@cache
def languages() -> dict[str, Language]:
    """All registered languages by name."""
    return cast("dict[str, Language]", load("languages"))


@cache
def _by_suffix() -> dict[str, Language]:
    return {suffix: one for one in languages().values() for suffix in one.suffixes}


def language_of(path: str) -> Language | None:
    """The language of a file by its last suffix, None for other files."""
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return _by_suffix().get(name[dot:].lower()) if dot >= 0 else None
