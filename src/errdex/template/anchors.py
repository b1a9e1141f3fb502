"""The inverted index's keys: by what a template is filed and what a message is looked up under.

A message that instantiates a template holds all of its fixed text. So each template is filed
under one key only, the rarest run of one to three complete words of its fixed text, together
with a second key (the *check*) that the same message must also hold. A message asks for all the
keys it could be filed under, a number linear in its length. Which key was chosen never matters
for correctness: the message has them all.

Word bits and sign bits (``anchor_keys.traits``) weed out most of those that share a key only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import NamedTuple

from errdex.model.template import Template
from errdex.template.anchor_keys import (
    ALL_SIGNS,
    ASCII_TOKEN,
    PIECES,
    TOKEN,
    UNSPACED_START,
    code_of,
    pair_key,
    phrase_key,
    piece_key,
    signs_of,
    traits_key,
    unspaced_pairs,
    word_bits,
    word_key,
)

MAX_KEYS = 4096
_MAX_TOKENS = 400
_MAX_KEY_TOKENS = 48
_PIECE_SHARE = {9: 4000, 6: 400, 4: 40}

# What web pages, chats and terminals put into a text; a word may be broken across lines.
_ALTERED = re.compile(
    r"(?<=[^\W_])\r?\n[ \t]*(?=[^\W_])|&(?:[a-z]{2,6}|#\w{2,4});|[\u00ad\u200b-\u200d\u2060\ufeff]"
)
_ODD_SIGN = re.compile(
    "[\u00ab\u00bb\u2010-\u2015\u2018-\u201f\u2026\u2032\u2033\u3000-\u303f\uff00-\uffef]"
)

# Words that every large store is full of: a prior for stores that have counted little yet.
_COMMON_TEXT = (
    "a an and any are argument arguments as at be been but by call called can cannot could does "
    "down error expected failed file for found from function get given got has have if in input "
    "instead invalid is it key length list missing more must name no not number object of on one "
    "only or out provided required set should specified string such supported than that the this "
    "to type unable unexpected unknown unsupported use used value values was when while with you "
    "0 1 2 s t"
)
COMMON = frozenset(code_of(word) for word in _COMMON_TEXT.split())
_RARER = (0, 1, 12, 100)
IDIOM_FLOOR = 64
_PRIOR_TOTAL = 20_000


class AnchorKey(NamedTuple):
    """One key that a template can be filed under.

    Attributes:
        key: the number; its grade is in the highest bits.
        start: ordinal of its first token among the template's tokens.
        size: how many tokens it covers, 0 for a piece of one.
        later: whether it reaches past the template's first line, which is all that logs keep.
    """

    key: int
    start: int
    size: int
    later: bool


class Anchor(NamedTuple):
    """How a template is filed.

    Attributes:
        key: the key that messages are looked up under.
        also: a second key that a message must have, 0 for none.
        words: a bit for each word; a message has all the bits of a template that it says.
        signs: a bit for each ASCII sign, likewise.
    """

    key: int
    also: int
    words: int
    signs: int


# How a token hangs together with its neighbours in a shape.
_JOINED, _OPEN_LEFT, _OPEN_RIGHT = 1, 2, 4
_OPEN = _OPEN_LEFT | _OPEN_RIGHT


# --- message side ---------------------------------------------------------------------------


def message_keys(text: str, limit: int = MAX_KEYS) -> list[int]:
    """All keys that a message could be filed under; linear in the text, about ``limit`` at most.

    A text too long for the limit keeps its beginning and its end, and its traits tell so. A word
    that a hard wrap has cut in two counts both as two words and as one.
    """
    folded = text.casefold()
    budget = max(24, limit // 6)
    found: dict[int, None] = {}
    whole = _collect(folded, budget, found)
    signs = signs_of(folded)
    if _ALTERED.search(folded):
        whole &= _collect(_ALTERED.sub(_restored, folded), budget, found)
        if "&" in folded:
            signs = ALL_SIGNS
    if not folded.isascii() and _ODD_SIGN.search(folded):
        signs = ALL_SIGNS  # it may stand for a plain one
    keys = list(found)
    if len(keys) > limit:
        keys.sort()
        del keys[limit:]
        whole = False
    keys.append(traits_key(signs, not whole))
    return keys


def _restored(found: re.Match[str]) -> str:
    return " " if found[0][0] == "&" else ""


def _collect(folded: str, budget: int, found: dict[int, None]) -> bool:
    """Add the keys of a text, or of its beginning and end; whether it was all."""
    longest = budget * 24
    if len(folded) > longest:
        _collect(folded[: longest * 2 // 3], budget, found)
        _collect(folded[-(longest // 3) :], budget, found)
        return False
    if folded.isascii():
        tokens = ASCII_TOKEN.findall(folded)
        if len(tokens) > budget:
            _add_words(tokens[: budget * 2 // 3], found)
            _add_words(tokens[-(budget // 3) :], found)
            return False
        _add_words(tokens, found)
        return True
    current: list[str] = []
    for token in TOKEN.findall(folded):
        if UNSPACED_START.match(token):
            _add_words(current, found)
            current = []
            _add_codes(list(map(code_of, unspaced_pairs(token))), found)
        else:
            current.append(token)
    _add_words(current, found)
    return True


def _add_words(tokens: list[str], found: dict[int, None]) -> None:
    for word in tokens:
        size = len(word)
        if size >= 4:
            found[piece_key(word[:4], 0)] = None
            found[piece_key(word[-4:], 1)] = None
            if size >= 6:
                found[piece_key(word[:6], 0)] = None
                found[piece_key(word[-6:], 1)] = None
                if size >= 9:
                    found[piece_key(word[:9], 0)] = None
                    found[piece_key(word[-9:], 1)] = None
    _add_codes(list(map(code_of, tokens)), found)


def _add_codes(codes: list[int], found: dict[int, None]) -> None:
    before = last = -1
    for code in codes:
        found[word_key(code)] = None
        if last >= 0:
            found[pair_key(last, code)] = None
            if before >= 0:
                found[phrase_key(before, last, code)] = None
        before, last = last, code


# --- template side --------------------------------------------------------------------------


class Analysis:
    """A shape cut into tokens and the runs of them that can be keys.

    Unspaced runs are cut into overlapping pairs of characters, each a token joined to the
    one before: pairs, triples and quadruples of characters come out as words, pairs, phrases.

    Attributes:
        texts: the tokens in order.
        codes: the number under which each is counted.
        spans: (start, size, later) of each run; size 0 is a piece of the token at start.
    """

    __slots__ = ("_flags", "_folded", "_lines", "codes", "spans", "texts")

    def __init__(self, shape: str) -> None:
        self.texts: list[str] = []
        self._flags: list[int] = []
        self._lines: list[int] | None = [] if "\n" in shape else None
        self._folded = shape.casefold()
        self._cut(self._folded)
        self.codes = list(map(code_of, self.texts))
        self.spans = self._find_spans()

    def _cut(self, folded: str) -> None:
        plain = folded.isascii()
        pieces = (ASCII_TOKEN if plain else TOKEN).split(folded)
        texts, flags, lines = self.texts, self._flags, self._lines
        gap, line, joined = pieces[0], pieces[0].count("\n"), 0
        for text, after in zip(pieces[1::2], pieces[2::2], strict=True):
            if "\0" in gap:
                joined = _OPEN_LEFT if gap[-1] == "\0" else 0
            size = len(texts)
            if not plain and UNSPACED_START.match(text):
                pairs = unspaced_pairs(text)
                texts += pairs
                flags += [0, *[_JOINED] * len(pairs)][: len(pairs)]
                joined = 0
            else:
                texts.append(text)
                flags.append(joined | _OPEN_RIGHT if after.startswith("\0") else joined)
                joined = _JOINED
            if lines is not None:
                lines += [line] * (len(texts) - size)
                line += after.count("\n")
            gap = after
            if size > _MAX_TOKENS:
                break

    def _find_spans(self) -> list[tuple[int, int, bool]]:
        """At each token only the longest run, for it is rarer than the shorter ones in it."""
        texts, lines = self.texts, self._lines
        spans: list[tuple[int, int, bool]] = []
        reach, linked = 0, 0
        # Backwards, so that how far a run reaches is one more than how far the next one does.
        for i in range(min(len(texts), _MAX_KEY_TOKENS) - 1, -1, -1):
            flags = self._flags[i]
            if flags & _OPEN:
                linked, size = 0, 0
                if flags & _OPEN == _OPEN or len(texts[i]) < PIECES[-1]:
                    continue
            else:
                reach = 1 if not linked else 3 if reach >= 2 else 2
                linked, size = flags & _JOINED, reach
                if reach == 1 and len(texts[i]) < 2:
                    continue
            later = lines is not None and lines[i + size - 1 if size else i] != lines[0]
            spans.append((i, size, later))
        return spans

    def key(self, start: int, size: int) -> int:
        """The key of a run."""
        codes = self.codes
        if size == 3:
            return phrase_key(codes[start], codes[start + 1], codes[start + 2])
        if size == 2:
            return pair_key(codes[start], codes[start + 1])
        if size == 1:
            return word_key(codes[start])
        text = self.texts[start]
        length = _piece_length(text)
        if self._flags[start] & _OPEN_LEFT:
            return piece_key(text[-length:], 1)
        return piece_key(text[:length], 0)

    def idioms(self, frequency: Callable[[int], int]) -> list[int]:
        """The runs all of whose words are frequent: only counting tells how rare they are."""
        counts = list(map(frequency, self.codes))
        return [
            self.key(start, size)
            for start, size, _ in self.spans
            if size > 1 and min(counts[start : start + size]) >= IDIOM_FLOOR
        ]

    def anchor(
        self, frequency: Callable[[int], int], idioms: Mapping[int, int], total: int
    ) -> Anchor | None:
        """The rarest run to file the template under, and what to check; None without any.

        Args:
            frequency: in how many templates a word's code occurs (approximately).
            idioms: the same for runs of frequent words, by key.
            total: how many templates there are (approximately).
        """
        if not self.spans:
            return None
        base = max(total, _PRIOR_TOTAL)
        counts = list(map(frequency, self.codes))
        costs: list[float] = []
        for start, size, later in self.spans:
            if size:
                count = min(counts[start : start + size])
                # A run of n words is rarer than its rarest word; by how much is a guess,
                # unless it has been counted.
                cost = (count + 1) / _RARER[size]
                if count >= IDIOM_FLOOR and size > 1:
                    cost = max(cost, idioms.get(self.key(start, size), 0))
            else:
                cost = base / _PIECE_SHARE[_piece_length(self.texts[start])]
            costs.append(cost * 16 if later else cost)
        return self._chosen(costs, base)

    def _chosen(self, costs: list[float], base: int) -> Anchor:
        best = costs.index(min(costs))
        start, size, later = self.spans[best]
        end = start + (size or 1)
        check, check_cost = -1, float("inf")
        for i, (other, length, after) in enumerate(self.spans):
            if i == best or after > later:
                continue
            cost = costs[i]
            if start - (length or 1) < other < end:
                cost = cost * 64 + base  # a run that overlaps adds little
            if cost < check_cost:
                check, check_cost = i, cost
        also = self.key(*self.spans[check][:2]) if check >= 0 else 0
        return Anchor(self.key(start, size), also, *self._traits())

    def _traits(self) -> tuple[int, int]:
        """The bits of the words and signs of the first line."""
        flags, lines, end = self._flags, self._lines, len(self.codes)
        if lines is None:
            text = self._folded
        else:
            text = self._folded.split("\n")[lines[0]]
            end = bisect_right(lines, lines[0])
        whole = [
            code for code, flag in zip(self.codes, flags[:end], strict=False) if not flag & _OPEN
        ]
        return word_bits(whole), signs_of(text)


def _piece_length(text: str) -> int:
    return next(size for size in PIECES if len(text) >= size)


def common_frequency(total: int) -> int:
    """In how many templates a word of ``COMMON`` occurs at least, whatever has been counted."""
    return max(total, _PRIOR_TOTAL) // 100


def template_keys(template: Template) -> list[AnchorKey]:
    """The keys that a template can be filed under, last first; none without a usable word."""
    return shape_keys(template.shape)


def shape_keys(shape: str) -> list[AnchorKey]:
    """The same for a shape (fixed text with U+0000 for placeholders)."""
    found = Analysis(shape)
    return [
        AnchorKey(found.key(start, size), start, size, later) for start, size, later in found.spans
    ]
