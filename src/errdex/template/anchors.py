"""The inverted index's keys: by what a template is filed and what a message is looked up under.

A message that instantiates a template holds all of its fixed text. So each template is filed
under one key only, the rarest run of one to three complete words of its fixed text, together
with a second key (the *check*) that the same message must also hold. A message asks for all the
keys it could be filed under, a number linear in its length. Which key was chosen never matters
for correctness: the message has them all.

Keys are 47-bit integers, stable across processes and machines. Their highest bits are the grade,
so that reading them in ascending order reads the most telling ones first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from errdex.model.template import Template

PHRASE, PAIR, WORD, PIECE = 0, 1, 2, 3
"""Grades: three words, two words, one word, the bounded beginning or end of a word."""

_GRADE_SHIFT = 45
_MASK = (1 << _GRADE_SHIFT) - 1
_A, _B, _C = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_WORD_BASE = WORD << _GRADE_SHIFT
_PIECES = (9, 6, 4)
_PIECE_SHARE = {9: 4000, 6: 400, 4: 40}
_MAX_TOKENS = 400
_MAX_KEY_TOKENS = 48
_MAX_WORD = 64
MAX_KEYS = 4096
CUT = -1
"""Among a message's keys: not all of it was read, and so a missing word tells nothing."""

# Scripts written without spaces between words: Thai to Lao, Myanmar, Khmer, Japanese, Chinese.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"([{_UNSPACED}](?:\s*[{_UNSPACED}])*)|[^\W_{_UNSPACED}]+")
_TOKEN_SPLIT = re.compile(rf"([{_UNSPACED}](?:\s*[{_UNSPACED}])*|[^\W_{_UNSPACED}]+)")
_UNSPACED_START = re.compile(rf"[{_UNSPACED}]")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+")
_ASCII_SPLIT = re.compile(r"([a-z0-9]+)")
_SPACE = re.compile(r"\s+")
_SPLIT_WORD = re.compile(r"(?<=[^\W_])\r?\n(?=[^\W_])")

# Words that every large store is full of: a prior for stores that have counted little yet.
_COMMON_TEXT = (
    "a an and any are argument arguments as at be been but by call called can cannot could does "
    "down error expected failed file for found from function get given got has have if in input "
    "instead invalid is it key length list missing more must name no not number object of on one "
    "only or out provided required set should specified string such supported than that the this "
    "to type unable unexpected unknown unsupported use used value values was when while with you "
    "0 1 2 s t"
)
_COMMON = frozenset(crc32(word.encode()) for word in _COMMON_TEXT.split())
_COMMON_SHARE = 100
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
    """

    key: int
    also: int
    words: int


# How a token hangs together with its neighbours in a shape.
_JOINED, _OPEN_LEFT, _OPEN_RIGHT = 1, 2, 4
_OPEN = _OPEN_LEFT | _OPEN_RIGHT


@lru_cache(maxsize=1 << 15)
def _hash(text: str) -> int:
    return crc32(text[:_MAX_WORD].encode("utf-8", "surrogatepass"))


def _phrase(a: int, b: int, c: int) -> int:
    return (a * _A + b * _B + c * _C) >> 17 & _MASK


def _pair(a: int, b: int) -> int:
    return 1 << _GRADE_SHIFT | (a * _B + b * _A) >> 17 & _MASK


def _word(a: int) -> int:
    return _WORD_BASE | a


def _piece(text: str, side: int) -> int:
    return 3 << _GRADE_SHIFT | ((_hash(text) << 1 | side) * _A) >> 17 & _MASK


def word_key(word: str) -> int:
    """The number under which a token that ``words`` gave is counted."""
    return _hash(word)


def words(text: str) -> list[str]:
    """The distinct tokens of a text: words, and for unspaced scripts pairs of characters."""
    folded = text.casefold()
    if folded.isascii():
        return list(dict.fromkeys(_ASCII_TOKEN.findall(folded)))
    found: dict[str, None] = {}
    for match in _TOKEN.finditer(folded):
        if match[1] is None:
            found[match[0]] = None
        else:
            run = _SPACE.sub("", match[0])
            for i in range(len(run) - 1):
                found[run[i : i + 2]] = None
    return list(found)


SIGNATURE_BITS = 63


def signature(keys: Iterable[int]) -> int:
    """The bits of a message's words, see ``Anchor.words``, from its keys."""
    bits = 0
    for key in keys:
        if key >> _GRADE_SHIFT == WORD:
            bits |= 1 << (key & 0xFFFFFFFF) % SIGNATURE_BITS
    return bits


# --- message side ---------------------------------------------------------------------------


def message_keys(text: str, limit: int = MAX_KEYS) -> list[int]:
    """All keys that a message could be filed under; linear in the text, about ``limit`` at most.

    A text too long for the limit keeps its beginning and its end, and ``CUT`` tells so. A word
    that a hard wrap has cut in two counts both as two words and as one.
    """
    folded = text.casefold()
    budget = max(24, limit // 6)
    found: dict[int, None] = {}
    whole = _collect(folded, budget, found)
    if _SPLIT_WORD.search(folded):
        whole &= _collect(_SPLIT_WORD.sub("", folded), budget, found)
    keys = list(found)
    if len(keys) > limit:
        keys.sort()
        del keys[limit:]
        whole = False
    if not whole:
        keys.append(CUT)
    return keys


def _collect(folded: str, budget: int, found: dict[int, None]) -> bool:
    """Add the keys of a text, or of its beginning and end; whether it was all."""
    longest = budget * 24
    if len(folded) > longest:
        _collect(folded[: longest * 2 // 3], budget, found)
        _collect(folded[-(longest // 3) :], budget, found)
        return False
    if folded.isascii():
        tokens = _ASCII_TOKEN.findall(folded)
        if len(tokens) > budget:
            _add_words(tokens[: budget * 2 // 3], found)
            _add_words(tokens[-(budget // 3) :], found)
            return False
        _add_words(tokens, found)
        return True
    current: list[str] = []
    for match in _TOKEN.finditer(folded):
        if match[1] is None:
            current.append(match[0])
            continue
        _add_words(current, found)
        current = []
        run = _SPACE.sub("", match[0])
        _add_codes([_hash(run[i : i + 2]) for i in range(len(run) - 1)], found)
    _add_words(current, found)
    return True


def _add_words(tokens: list[str], found: dict[int, None]) -> None:
    for word in tokens:
        size = len(word)
        if size >= 4:
            found[_piece(word[:4], 0)] = None
            found[_piece(word[-4:], 1)] = None
            if size >= 6:
                found[_piece(word[:6], 0)] = None
                found[_piece(word[-6:], 1)] = None
                if size >= 9:
                    found[_piece(word[:9], 0)] = None
                    found[_piece(word[-9:], 1)] = None
    _add_codes(list(map(_hash, tokens)), found)


def _add_codes(codes: list[int], found: dict[int, None]) -> None:
    before = last = -1
    for code in codes:
        found[_word(code)] = None
        if last >= 0:
            found[_pair(last, code)] = None
            if before >= 0:
                found[_phrase(before, last, code)] = None
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

    __slots__ = ("_flags", "_lines", "codes", "spans", "texts")

    def __init__(self, shape: str) -> None:
        self.texts: list[str] = []
        self._flags: list[int] = []
        self._lines: list[int] | None = [] if "\n" in shape else None
        self._cut(shape.casefold())
        self.codes = list(map(_hash, self.texts))
        self.spans = self._find_spans()

    def _cut(self, folded: str) -> None:
        plain = folded.isascii()
        pieces = (_ASCII_SPLIT if plain else _TOKEN_SPLIT).split(folded)
        texts, flags, lines = self.texts, self._flags, self._lines
        gap, line, joined = pieces[0], pieces[0].count("\n"), 0
        for text, after in zip(pieces[1::2], pieces[2::2], strict=True):
            if "\0" in gap:
                joined = _OPEN_LEFT if gap[-1] == "\0" else 0
            size = len(texts)
            if not plain and _UNSPACED_START.match(text):
                run = _SPACE.sub("", text)
                for i in range(len(run) - 1):
                    texts.append(run[i : i + 2])
                    flags.append(_JOINED if i else 0)
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
                if flags & _OPEN == _OPEN or len(texts[i]) < _PIECES[-1]:
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
            return _phrase(codes[start], codes[start + 1], codes[start + 2])
        if size == 2:
            return _pair(codes[start], codes[start + 1])
        if size == 1:
            return _word(codes[start])
        text = self.texts[start]
        length = _piece_length(text)
        if self._flags[start] & _OPEN_LEFT:
            return _piece(text[-length:], 1)
        return _piece(text[:length], 0)

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
        common = [code in _COMMON for code in self.codes]
        costs: list[float] = []
        for start, size, later in self.spans:
            end = start + size
            if not size:
                cost = base / _PIECE_SHARE[_piece_length(self.texts[start])]
            else:
                count = min(counts[start:end])
                # A run of n words is rarer than its rarest word; by how much is a guess,
                # unless it has been counted.
                cost = (count + 1) / _RARER[size]
                if size > 1 and count >= IDIOM_FLOOR:
                    cost = max(cost, idioms.get(self.key(start, size), 0))
                if all(common[start:end]):
                    cost = max(cost, base / _COMMON_SHARE / _RARER[size])
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
        return Anchor(self.key(start, size), also, self._signature())

    def _signature(self) -> int:
        lines = self._lines
        words = 0
        for i, code in enumerate(self.codes):
            if lines is not None and lines[i] != lines[0]:
                break
            if not self._flags[i] & _OPEN:
                words |= 1 << code % SIGNATURE_BITS
        return words


def _piece_length(text: str) -> int:
    return next(size for size in _PIECES if len(text) >= size)


def template_keys(template: Template) -> list[AnchorKey]:
    """The keys that a template can be filed under, last first; none without a usable word."""
    return shape_keys(template.shape)


def shape_keys(shape: str) -> list[AnchorKey]:
    """The same for a shape (fixed text with U+0000 for placeholders)."""
    found = Analysis(shape)
    return [
        AnchorKey(found.key(start, size), start, size, later) for start, size, later in found.spans
    ]
