"""Find, in one pass over a file's bytes, the places where any of many words stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import ahocorasick_rs


class Words:
    """Many patterns with literal starts, searched for together; reads like one pattern.

    ``re`` looks for one literal at a time, and a language whose errors come in forty spellings
    would have its files read forty times. The hits of the last file are kept, because a file is
    first asked whether it has any and then where.
    """

    def __init__(self, telling: dict[bytes, bytes], around: dict[bytes, bytes]) -> None:
        """Compile two tables from a literal to the pattern that must follow it.

        Args:
            telling: what ``search`` looks for.
            around: what ``finditer`` looks for besides.
        """
        table = {**telling, **around}
        self._telling = len(telling)
        self._patterns = [
            re.compile(re.escape(literal) + after) for literal, after in table.items()
        ]
        self._automaton = ahocorasick_rs.BytesAhoCorasick(list(table))
        self._last: tuple[bytes, list[tuple[int, int, int]]] = (b"", [])

    def _hits(self, data: bytes) -> list[tuple[int, int, int]]:
        if self._last[0] is not data:
            self._last = (data, self._automaton.find_matches_as_indexes(data, overlapping=True))
        return self._last[1]

    def finditer(self, data: bytes) -> Iterator[re.Match[bytes]]:
        """Every hit."""
        for index, start, _ in self._hits(data):
            found = self._patterns[index].match(data, start)
            if found is not None:
                yield found

    def search(self, data: bytes) -> re.Match[bytes] | None:
        """The first telling hit."""
        for index, start, _ in self._hits(data):
            if index < self._telling:
                found = self._patterns[index].match(data, start)
                if found is not None:
                    return found
        return None
