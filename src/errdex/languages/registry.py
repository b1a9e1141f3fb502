"""Which language a file is written in, by its name."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

from errdex.languages.interface import Language
from errdex.plugins import load

# they name classes whose code stands elsewhere, and raise nothing
_DECLARATIONS = re.compile(r"\.d\.[cm]?ts$|\.pyi$")


@cache
def languages() -> dict[str, Language]:
    """All registered languages by name."""
    return cast("dict[str, Language]", load("languages"))


@cache
def _by_suffix() -> dict[str, Language]:
    return {suffix: one for one in languages().values() for suffix in one.suffixes}


def language_of(path: str) -> Language | None:
    """The language of a file by its last suffix, None for other files and mere declarations."""
    name = path.rpartition("/")[2]
    if _DECLARATIONS.search(name):
        return None
    dot = name.rfind(".")
    return _by_suffix().get(name[dot:].lower()) if dot >= 0 else None
