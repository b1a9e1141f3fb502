"""How much a match rests on: the information in a template's fixed text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"\w+")
_STOP_TEXT = (
    "a an and are as at be but by can did do does for from had has have if in into is it its may"
    " more no not of on only one or out so than that the their them then there this to too up"
    " use used using was were when which while will with you your s t"
)
_PLAIN_TEXT = (
    "access already allowed argument arguments available bad because before both cannot check code"
    " command config configuration connect connection could create data default directory does"
    " doesn either empty end error errors exception exist exists expected fail failed fails failure"
    " field file find first format found function given got handle id ignored implemented"
    " incorrect index input instance instead int integer internal invalid key least length line"
    " list load long match message method missing mode module must name names negative new none"
    " non null number object open operation option options out output parameter parameters parse"
    " path please positive process property provide provided read reached received required"
    " request response result return returned returning run same server set should size specified"
    " specify start state string support supported text timeout type unable undefined unexpected"
    " unknown unsupported user valid value values version warning write wrong zero true false"
    " must need needs only other another same string str bool float dict array class content"
    " char character characters position range bounds token url host port network address system"
    " such item element called call status update delete remove add initialize initialized closed"
    " denied permission permitted refused reset aborted cancelled canceled ended stream buffer node"
    " attribute assertion left right wrapped thread main panic panicked abort"
)
_STOP = frozenset(_STOP_TEXT.split())
_PLAIN = frozenset(_PLAIN_TEXT.split())
_STOP_BITS, _PLAIN_BITS, _SIGN_BITS = 1.2, 2.4, 0.3


@lru_cache(maxsize=8192)
def word_bits(word: str) -> float:
    """The information in one word of fixed text: function words least, identifiers most."""
    lower = word.lower()
    if lower in _STOP:
        return _STOP_BITS
    if lower in _PLAIN:
        return _PLAIN_BITS
    if word.isdigit():
        return min(3.0, 1.0 + 0.5 * len(word))
    if len(word) == 1 and word.isascii():
        return 0.8
    if not word.isascii():
        return min(24.0, 2.5 * len(word))
    bits = 3.0 + 0.35 * min(len(word), 14)
    if "_" in word or (not word.istitle() and lower != word and not word.isupper()):
        bits += 2.0
    return bits


def weight(fixed: Iterable[str]) -> float:
    """The information in a template's fixed texts, in rough bits: 3 says nothing, 30 is rare."""
    bits = 0.0
    for text in fixed:
        words = _WORD.findall(text)
        letters = 0
        for word in words:
            bits += word_bits(word)
            letters += len(word)
        signs = len(text) - letters - text.count(" ")
        bits += min(3.0, _SIGN_BITS * signs)
    return bits


def visible(text: str) -> int:
    """How many characters of a text are not blanks."""
    return sum(map(len, text.split()))
