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
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from errdex.model.template import Template

PHRASE, PAIR, WORD, PIECE = 0, 1, 2, 3
"""Grades: three words, two words, one word, the bounded beginning or end of a word."""

_GRADE_SHIFT = 45
_MASK = (1 << _GRADE_SHIFT) - 1
_A, _B, _C = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_PIECES = (9, 6, 4)
_PIECE_SHARE = {9: 4000, 6: 400, 4: 40}
_MAX_TOKENS = 48
_MAX_WORD = 64
MAX_KEYS = 4096

# Scripts written without spaces between words: Thai to Lao, Myanmar, Khmer, Japanese, Chinese.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"([{_UNSPACED}](?:\s*[{_UNSPACED}])*)|[^\W_{_UNSPACED}]+")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+")
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
_PRIOR_TOTAL = 20_000


class AnchorKey(NamedTuple):
    """One key a template can be filed under.

    Attributes:
        key: the number; its grade is in the highest bits.
        start: ordinal of its first token among the template's tokens.
        size: how many tokens it covers.
        words: the ``word_key`` of each token, by which its frequency is judged; none for a piece.
        share: a piece occurs in about one of so many templates; a run of common words in at
            least one of so many; 0 where only the counts of ``words`` tell.
        later: whether it reaches past the template's first line, which is all that logs keep.
    """

    key: int
    start: int
    size: int
    words: tuple[int, ...]
    share: int
    later: bool


# A token as found in a shape: its text, how it hangs together, the line it stands on.
_Token = tuple[str, int, int]
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
    return 2 << _GRADE_SHIFT | (a * _C) >> 17 & _MASK


def _piece(text: str, side: int) -> int:
    return 3 << _GRADE_SHIFT | ((_hash(text) << 1 | side) * _A) >> 17 & _MASK


def word_key(word: str) -> int:
    """The number under which a token that ``words`` gave is counted."""
    return _hash(word)


def words(text: str) -> list[str]:
    """The distinct tokens of a text, for full-text search: words, and pairs of characters of
    scripts that put no spaces between words.
    """
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


# --- message side ---------------------------------------------------------------------------


def message_keys(text: str, limit: int = MAX_KEYS) -> list[int]:
    """All keys that a message could be filed under; linear in the text, at most ``limit``.

    A text too long for the limit keeps its beginning and its end. A word that a hard wrap
    has cut in two counts both as two words and as one.
    """
    folded = text.casefold()
    budget = max(24, limit // 6)
    found: dict[int, None] = {}
    for run in _runs(folded, budget):
        _add_runs(run, found)
    if _SPLIT_WORD.search(folded):
        for run in _runs(_SPLIT_WORD.sub("", folded), budget):
            _add_runs(run, found)
    keys = list(found)
    if len(keys) > limit:
        keys.sort()
        del keys[limit:]
    return keys


def _runs(folded: str, budget: int) -> list[list[str] | str]:
    """The text as runs of words (lists) and of unspaced characters (strings), within a budget."""
    longest = budget * 24
    if len(folded) > longest:
        head, tail = folded[: longest * 2 // 3], folded[-(longest // 3) :]
        return _runs(head, budget) + _runs(tail, budget)
    if folded.isascii():
        tokens = _ASCII_TOKEN.findall(folded)
        if len(tokens) > budget:
            return [tokens[: budget * 2 // 3], tokens[-(budget // 3) :]]
        return [tokens]
    runs: list[list[str] | str] = []
    current: list[str] = []
    for match in _TOKEN.finditer(folded):
        if match[1] is None:
            current.append(match[0])
            continue
        if current:
            runs.append(current)
            current = []
        runs.append(_SPACE.sub("", match[0]))
    if current:
        runs.append(current)
    return runs


def _add_runs(run: list[str] | str, found: dict[int, None]) -> None:
    if isinstance(run, str):
        codes = [_hash(run[i : i + 2]) for i in range(len(run) - 1)]
    else:
        codes = [_hash(word) for word in run]
        for word in run:
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
    before = last = -1
    for code in codes:
        found[_word(code)] = None
        if last >= 0:
            found[_pair(last, code)] = None
            if before >= 0:
                found[_phrase(before, last, code)] = None
        before, last = last, code


# --- template side --------------------------------------------------------------------------


def template_keys(template: Template) -> list[AnchorKey]:
    """The keys a template could be filed under; none without a word of two characters or more."""
    return shape_keys(template.shape)


def shape_keys(shape: str) -> list[AnchorKey]:
    """The keys of a template given by its shape (fixed text with U+0000 for placeholders).

    At each token only the longest run counts, for it is rarer than the shorter ones in it.
    """
    tokens = _tokens(shape)
    if not tokens:
        return []
    first = tokens[0][2]
    codes = [_hash(token[0]) for token in tokens]
    keys: list[AnchorKey] = []
    reach, linked = 0, 0
    # Backwards, so that how far a run reaches is one more than how far the next one does.
    for i in range(len(tokens) - 1, -1, -1):
        text, flags, line = tokens[i]
        if flags & _OPEN:
            linked = 0
            piece = _template_piece(text, flags)
            if piece:
                keys.append(AnchorKey(piece[0], i, 1, (), piece[1], line != first))
            continue
        reach = 1 if not linked else min(reach + 1, 3)
        linked = flags & _JOINED
        if reach == 1 and len(text) < 2:
            continue
        run = tuple(codes[i : i + reach])
        share = _COMMON_SHARE if _COMMON.issuperset(run) else 0
        keys.append(AnchorKey(_key(run), i, reach, run, share, tokens[i + reach - 1][2] != first))
    return keys


def _key(codes: tuple[int, ...]) -> int:
    if len(codes) == 3:
        return _phrase(*codes)
    return _pair(*codes) if len(codes) == 2 else _word(codes[0])


def _template_piece(text: str, flags: int) -> tuple[int, int] | None:
    """The key and share of the longest usable piece of a word that touches a placeholder."""
    if flags & _OPEN != _OPEN:
        for size in _PIECES:
            if len(text) >= size:
                side = 1 if flags & _OPEN_LEFT else 0
                return _piece(text[-size:] if side else text[:size], side), _PIECE_SHARE[size]
    return None


def _tokens(shape: str) -> list[_Token]:
    """The tokens of a shape; a ``_JOINED`` one follows its predecessor within one fixed text.

    Unspaced runs are cut into overlapping pairs of characters, each a token joined to the
    one before: pairs, triples and quadruples of characters come out as words, pairs, phrases.
    """
    literals = shape.casefold().split("\0")
    tokens: list[_Token] = []
    line, last = 0, len(literals) - 1
    for number, text in enumerate(literals):
        done, joined = 0, 0
        multi = "\n" in text
        for match in _TOKEN.finditer(text):
            start, end = match.span()
            if multi:
                line += text.count("\n", done, start)
                done = end
            if match[1] is None:
                flags = joined
                if start == 0 and number:
                    flags |= _OPEN_LEFT
                if end == len(text) and number < last:
                    flags |= _OPEN_RIGHT
                tokens.append((match[0], flags, line))
                joined = _JOINED
            else:
                run = _SPACE.sub("", match[0])
                tokens.extend(
                    (run[i : i + 2], _JOINED if i else 0, line) for i in range(len(run) - 1)
                )
                joined = 0
        if len(tokens) > _MAX_TOKENS:
            return tokens[:_MAX_TOKENS]
        if multi:
            line += text.count("\n", done)
    return tokens


# --- choice ---------------------------------------------------------------------------------


def choose(
    keys: list[AnchorKey], frequency: Callable[[int], int], total: int
) -> tuple[int, int] | None:
    """The key to file a template under and the check beside it (0 for none); None without keys.

    Args:
        keys: what ``template_keys`` gave.
        frequency: in how many templates a ``word_key`` occurs (approximately).
        total: how many templates there are (approximately).
    """
    if not keys:
        return None
    base = max(total, _PRIOR_TOTAL)
    costs = [_cost(key, frequency, base) for key in keys]
    best = keys[costs.index(min(costs))]
    start, end = best.start, best.start + best.size
    check, check_cost = 0, float("inf")
    for key, cost in zip(keys, costs, strict=True):
        if start - key.size < key.start < end:
            cost = cost * 64 + base  # a run that overlaps adds little
        alone = key is not best and key.later <= best.later
        if alone and cost < check_cost:
            check, check_cost = key.key, cost
    return best.key, check


def _cost(key: AnchorKey, frequency: Callable[[int], int], base: int) -> float:
    """In how many templates the key is expected to occur."""
    if key.words:
        cost = float(min(map(frequency, key.words)) + 1)
        if key.share:
            cost = max(cost, base / key.share)
        # A run of n words is rarer than its rarest word; by how much is anybody's guess.
        cost /= (1, 12, 100)[key.size - 1]
    else:
        cost = base / key.share
    return cost * 16 if key.later else cost
