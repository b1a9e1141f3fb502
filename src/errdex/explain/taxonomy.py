"""The families of errors, loaded from the table in ``families.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import re2


class Family(NamedTuple):
    """One row of the table; see the head of the file."""

    name: str
    named: re.Pattern[str] | None
    strategy: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Taxonomy:
    """The whole table."""

    families: tuple[Family, ...]
    said: re2.Set
    rows_said: tuple[int, ...]
    generic: frozenset[str]
    http: dict[int, str]
    http_strategy: dict[int, str]

    def find(self, text: str, error_class: str) -> Family | None:
        """The family of a message's fixed text and a simple class name, None when unsure."""
        vague = error_class in self.generic
        if error_class and not vague:
            row = self._named(error_class)
            if row is not None:
                return row
        # one linear pass over the text for all families, since every record of a scan is asked
        said = self.said.Match(text) if any(c.isalpha() for c in text) else None
        if said:
            first: int = min(self.rows_said[index] for index in said)
            return self.families[first]
        return self._named(error_class) if vague else None

    @lru_cache(maxsize=4_096)  # noqa: B019 (the table lives as long as the process)
    def _named(self, error_class: str) -> Family | None:
        return next((r for r in self.families if r.named and r.named.search(error_class)), None)

    def named(self, name: str) -> Family | None:
        """The row of that name."""
        return next((r for r in self.families if r.name == name), None)


@cache
def taxonomy() -> Taxonomy:
    """The table, read once."""
    data = tomllib.loads(files("errdex.explain").joinpath("families.toml").read_text("utf-8"))
    options = re2.Options()
    options.case_sensitive = False
    said = re2.Set.SearchSet(options)
    rows_said: list[int] = []
    for place, row in enumerate(data["family"]):
        for pattern in row.get("said", []):
            said.Add(pattern.removeprefix("(?i)"))
            rows_said.append(place)
    said.Compile()
    return Taxonomy(
        tuple(
            Family(
                row["name"],
                _either(row.get("named", []), re.NOFLAG),
                row.get("strategy"),
            )
            for row in data["family"]
        ),
        said,
        tuple(rows_said),
        frozenset(data["generic"]),
        {int(code): name for code, name in data["http"].items()},
        {int(code): name for code, name in data["http-strategy"].items()},
    )


def _either(patterns: list[str], flags: re.RegexFlag) -> re.Pattern[str] | None:
    bare = [p.removeprefix("(?i)") for p in patterns]
    if any(p.startswith("(?i)") for p in patterns):
        flags |= re.IGNORECASE
    return re.compile("|".join(f"(?:{p})" for p in bare), flags) if bare else None
