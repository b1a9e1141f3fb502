"""The numbers under which words, runs of words and pieces of words are filed, and their traits.

Keys are 47-bit integers, stable across processes and machines. Their highest bits are the grade,
so that reading them in ascending order reads the most telling ones first. Besides keys, a text
has traits: a bit for each word and for each ASCII sign in it. A message has all the bits of a
template that it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

PHRASE, PAIR, WORD, PIECE = 0, 1, 2, 3
"""Grades: three words, two words, one word, the bounded beginning or end of a word."""
_GRADE_SHIFT = 45
_MASK = (1 << _GRADE_SHIFT) - 1
_A, _B, _C = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_WORD_BASE = WORD << _GRADE_SHIFT
PIECES = (9, 6, 4)
"""How long the pieces of words are that keys are made of."""
_MAX_WORD = 64
WORD_BITS = 63
ALL_WORDS = (1 << WORD_BITS) - 1

# Scripts written without spaces between words: Thai to Lao, Myanmar, Khmer, Japanese, Chinese.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
TOKEN = re.compile(rf"([{_UNSPACED}](?:\s*[{_UNSPACED}])*|[^\W_{_UNSPACED}]+)")
UNSPACED_START = re.compile(rf"[{_UNSPACED}]")
ASCII_TOKEN = re.compile(r"([a-z0-9]+)")
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=1 << 15)
def code_of(text: str) -> int:
    """The number under which a token is counted."""
    return crc32(text[:_MAX_WORD].encode("utf-8", "surrogatepass"))


def phrase_key(a: int, b: int, c: int) -> int:
    """The key of three tokens in a row."""
    return (a * _A + b * _B + c * _C) >> 17 & _MASK


def pair_key(a: int, b: int) -> int:
    """The key of two tokens in a row."""
    return 1 << _GRADE_SHIFT | (a * _B + b * _A) >> 17 & _MASK


def word_key(code: int) -> int:
    """The key of one token."""
    return _WORD_BASE | code


def piece_key(text: str, side: int) -> int:
    """The key of a word's beginning (side 0) or end (side 1)."""
    return 3 << _GRADE_SHIFT | ((code_of(text) << 1 | side) * _A) >> 17 & _MASK


def words(text: str) -> list[str]:
    """The distinct tokens of a text: words, and for unspaced scripts pairs of characters."""
    folded = text.casefold()
    if folded.isascii():
        return list(dict.fromkeys(ASCII_TOKEN.findall(folded)))
    found: dict[str, None] = {}
    for token in TOKEN.findall(folded):
        found.update(
            dict.fromkeys(unspaced_pairs(token) if UNSPACED_START.match(token) else [token])
        )
    return list(found)


def unspaced_pairs(token: str) -> list[str]:
    """The pairs of neighbours in a run of characters of an unspaced script."""
    run = _SPACE.sub("", token)
    return [run[i : i + 2] for i in range(len(run) - 1)]


_SIGNS = {sign: 1 << i for i, sign in enumerate("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")}
ALL_SIGNS = (1 << len(_SIGNS)) - 1
_CUT = 1 << len(_SIGNS)


class Traits(NamedTuple):
    """The bits of a message; with ``cut`` not all of it was read, and all bits are set."""

    words: int
    signs: int
    cut: bool


def traits(keys: Iterable[int]) -> Traits:
    """The traits of a message from its keys (of several readings of it, if they are joined)."""
    words, flags, told = 0, 0, False
    for key in keys:
        if key >> _GRADE_SHIFT == WORD:
            words |= 1 << (key & 0xFFFFFFFF) % WORD_BITS
        elif key < 0:
            flags |= ~key
            told = True
    if flags & _CUT or not told:
        return Traits(ALL_WORDS, ALL_SIGNS, bool(flags & _CUT))
    return Traits(words, flags & ALL_SIGNS, False)


def traits_key(signs: int, cut: bool) -> int:
    """What stands among a message's keys for its signs, and for its having been cut."""
    return ~(signs | _CUT if cut else signs)


def signs_of(text: str) -> int:
    """A bit for each ASCII sign that is in the text."""
    return sum(_SIGNS.get(char, 0) for char in set(text))


def word_bits(codes: Iterable[int]) -> int:
    """A bit for each of the words."""
    bits = 0
    for code in codes:
        bits |= 1 << code % WORD_BITS
    return bits
