"""Which language a file is written in, by its name."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

from errdex.languages.interface import Language
from errdex.plugins import load

# they name classes whose code stands elsewhere, and raise nothing
_DECLARATIONS = re.compile(r"\.d\.[cm]?ts$|\.pyi$")

# where commands lie, whose names have no suffix: most are shell scripts, and the others' first
# lines say that they are none
_SCRIPT = re.compile(r"(?:^|/)(?:s?bin|libexec|scripts?|hooks)/[\w-]+$")


@cache
def languages() -> dict[str, Language]:
    """All registered languages by name."""
    return cast("dict[str, Language]", load("languages"))


@cache
def _by_suffix() -> dict[str, Language]:
    return {suffix: one for one in languages().values() for suffix in one.suffixes}


def language_of(path: str) -> Language | None:
    """The language of a file by its last suffix, None for other files and mere declarations.

    A command without suffix may be a shell script: its first line tells.
    """
    name = path.rpartition("/")[2]
    if _DECLARATIONS.search(name):
        return None
    dot = name.rfind(".")
    if dot < 0:
        return languages().get("shell") if _SCRIPT.search(path) else None
    return _by_suffix().get(name[dot:].lower())
