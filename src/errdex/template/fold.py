"""Foldings of text that forgive what terminals, chats and web pages do to a message."""

from __future__ import annotations

import re
from bisect import bisect_right

_ENTITIES = {
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
    "&quot;": '"',
    "&apos;": "'",
    "&#39;": "'",
    "&#x27;": "'",
    "&#34;": '"',
    "&nbsp;": " ",
}
_SIGNS = {
    "’": "'",
    "‘": "'",
    "‚": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "…": "...",
    "–": "-",
    "—": "-",
    "\u200b": "",
    "\ufeff": "",
}
_CHANGES = {**_ENTITIES, **_SIGNS}
# Runs of whitespace that are not a single blank, entities, and signs that chats put in.
_ODD = re.compile(
    r"\s\s+|[^\S ]|&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34);|[’‘‚“”„…–—\u200b\ufeff]"
)
_SPACE = re.compile(r"\s+|&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34);|[’‘‚“”„…–—\u200b\ufeff]")


class View:
    """A folded text that can tell where each of its characters stood in the original."""

    __slots__ = ("_from", "_to", "text")

    def __init__(self, text: str, starts: list[int], origins: list[int]) -> None:
        self.text = text
        self._from = starts
        self._to = origins

    def origin(self, position: int) -> int:
        """The original offset of the folded text's offset ``position``."""
        at = bisect_right(self._from, position) - 1
        return self._to[at] + position - self._from[at]


def folded(text: str) -> View:
    """One blank for every whitespace run, ASCII quotes, entities decoded, ends stripped."""
    return _fold(text, _ODD, " ")


def squeezed(text: str) -> View:
    """Like ``folded`` with all whitespace gone: a terminal may break a line inside a word."""
    return _fold(text, _SPACE, "")


def fold_fixed(text: str) -> str:
    """The folded form of a template's fixed text, its ends not stripped."""
    if _ODD.search(text) is None:
        return text
    return _ODD.sub(lambda found: _CHANGES.get(found.group(), " "), text)


def squeeze_fixed(text: str) -> str:
    """The squeezed form of a template's fixed text."""
    return _SPACE.sub(lambda found: _CHANGES.get(found.group(), ""), text)


def _fold(text: str, pattern: re.Pattern[str], blank: str) -> View:
    begin = len(text) - len(text.lstrip())
    end = max(begin, len(text.rstrip()))
    pieces: list[str] = []
    starts, origins = [0], [begin]
    length, last = 0, begin
    for found in pattern.finditer(text, begin, end):
        start, stop = found.span()
        new = _CHANGES.get(found.group(), blank)
        pieces.append(text[last:start])
        pieces.append(new)
        length += start - last + len(new)
        last = stop
        if len(new) != stop - start:
            starts.append(length)
            origins.append(stop)
    pieces.append(text[last:end])
    return View("".join(pieces), starts, origins)


class Text:
    """A question's text with its foldings, each made once and only when it is needed."""

    __slots__ = ("_folded", "_lower", "_squeezed", "raw")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._folded: View | None = None
        self._squeezed: View | None = None
        self._lower: View | None = None

    @property
    def folded(self) -> View:
        """Spacing and quotes folded."""
        if self._folded is None:
            self._folded = folded(self.raw)
        return self._folded

    @property
    def squeezed(self) -> View:
        """Whitespace removed."""
        if self._squeezed is None:
            self._squeezed = squeezed(self.raw)
        return self._squeezed

    @property
    def lower(self) -> View:
        """Folded, in lower case."""
        if self._lower is None:
            view = self.folded
            lower = view.text.lower()
            if len(lower) != len(view.text):
                lower = _ascii_lower(view.text)
            self._lower = View(lower, view._from, view._to)
        return self._lower


def _ascii_lower(text: str) -> str:
    return text.translate({c: c + 32 for c in range(ord("A"), ord("Z") + 1)})
