"""Which catalogue format a file has, by its name."""

from __future__ import annotations

from functools import cache
from typing import cast

from errdex.catalogues.interface import Catalogue
from errdex.plugins import load


@cache
def catalogues() -> dict[str, Catalogue]:
    """All registered formats by name."""
    return cast("dict[str, Catalogue]", load("catalogues"))


@cache
def _by_suffix() -> dict[str, Catalogue]:
    return {suffix: one for one in catalogues().values() for suffix in one.suffixes}


def catalogue_of(path: str) -> Catalogue | None:
    """The format of a file by its last suffix and its place, None for other files."""
    dot = path.rfind(".")
    found = _by_suffix().get(path[dot:].lower()) if dot >= 0 else None
    return found if found is not None and found.claims(path) else None
