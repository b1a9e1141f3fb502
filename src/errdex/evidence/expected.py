"""Which tests provoke which errors: expected texts and classes against templates."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from errdex.extract.group import Group
from errdex.model.facts import Provocation

MAX_TESTS = 4
_WORD = re.compile(r"[^\W_]{4,}")
_REGEX_ESCAPE = re.compile(r"\\([^\w\s]|\s)")
_REGEX_HOLE = re.compile(
    r"(?<!\\)(?:\.[*+?]+\??|\[[^\]]*\][*+?]?|\([^)]*\)|\\[dwsDWSb][*+?]?|[\^$|?*+])"
)


class Expectations:
    """The provocations of a snapshot's tests, found by the words they expect."""

    def __init__(self, provocations: Iterable[tuple[str, Provocation]]) -> None:
        self._by_word: dict[str, list[tuple[str, Provocation, list[str]]]] = defaultdict(list)
        for path, provocation in provocations:
            pieces = _pieces(provocation)
            words = _WORD.findall(max(pieces, key=len, default="").lower())
            if words:
                word = max(words, key=len)
                self._by_word[word].append((path, provocation, pieces))

    def of(self, group: Group) -> list[tuple[str, Provocation]]:
        """The tests that expect a group's message, at most a few."""
        template = group.main.site.template
        if template is None or not template.literals:
            return []
        literals = [text.lower() for text in template.literals]
        whole = "\0".join(literals)
        found: list[tuple[str, Provocation]] = []
        for word in dict.fromkeys(_WORD.findall(whole)):
            for path, provocation, pieces in self._by_word.get(word, ()):
                if len(found) >= MAX_TESTS:
                    return found
                if _same_class(group, provocation) and _expects(pieces, whole):
                    found.append((path, provocation))
        return found


def _pieces(provocation: Provocation) -> list[str]:
    """The fixed pieces of an expected text, lower case."""
    text = provocation.match
    if not provocation.is_regex:
        return [text.lower()] if text else []
    marked = _REGEX_HOLE.sub("\0", text)
    pieces = [_REGEX_ESCAPE.sub(r"\1", piece) for piece in marked.split("\0")]
    return [piece.lower() for piece in pieces if piece.strip()]


def _expects(pieces: list[str], whole: str) -> bool:
    """Whether the longest expected piece is part of the template's fixed text.

    Values that the test knows and the template does not (numbers, names) cut the piece, so a
    long common part is enough.
    """
    longest = max(pieces, key=len).strip()
    if len(longest) >= 8 and longest in whole:
        return True
    parts = [part.strip() for part in whole.split("\0") if len(part.strip()) >= 12]
    return bool(parts) and all(any(part in piece for piece in pieces) for part in parts)


def _same_class(group: Group, provocation: Provocation) -> bool:
    expected = provocation.error_class
    if expected is None or expected in ("Exception", "BaseException", "Error"):
        return True
    names = {raised.site.error_class for raised in group.raised}
    if group.error_class is not None:
        names.update(base.rpartition(".")[2] for base in group.error_class.facts.bases)
    return expected in names or None in names
