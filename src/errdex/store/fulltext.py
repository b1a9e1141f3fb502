"""The full-text index over shapes, per engine: its table, its documents and its questions.

The index is fed with tokens, not with text, so that both engines see the same words whatever
their own tokenizers think of a script: ASCII words stand for themselves, others as a hash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from zlib import crc32

_CREATE = {
    "sqlite": [
        "CREATE VIRTUAL TABLE shape_words USING fts5("
        "words, content='', detail=none, columnsize=0, tokenize='ascii')"
    ],
    "postgresql": [
        "CREATE TABLE shape_words (shape_id bigint PRIMARY KEY, words tsvector NOT NULL)",
        "CREATE INDEX shape_words_by_word ON shape_words USING gin (words)",
    ],
}
_INSERT = {
    "sqlite": "INSERT INTO shape_words (rowid, words) VALUES (?, ?)",
    "postgresql": "INSERT INTO shape_words (shape_id, words) VALUES (%s, array_to_tsvector(%s))",
}
_LONGEST = 40


def create_statements(engine: str) -> list[str]:
    """The statements that make the full-text table of an engine."""
    return _CREATE[engine]


def insert_statement(engine: str) -> str:
    """The statement that adds one shape's document, by shape id and ``DOCUMENT``."""
    return _INSERT[engine]


def index_token(word: str) -> str:
    """A word as the index holds it: ASCII letters and digits only, of bounded length."""
    if word.isascii() and len(word) <= _LONGEST:
        return word
    return f"x{crc32(word.encode('utf-8', 'surrogatepass')):08x}"


def _joined(words: Sequence[str]) -> object:
    joined = " ".join(dict.fromkeys(words))
    if joined.isascii() and (len(joined) <= _LONGEST or max(map(len, words)) <= _LONGEST):
        return joined
    return " ".join(dict.fromkeys(map(index_token, words)))


def _array(words: Sequence[str]) -> object:
    return list(dict.fromkeys(map(index_token, words)))


DOCUMENT: dict[str, Callable[[Sequence[str]], object]] = {"sqlite": _joined, "postgresql": _array}
"""Per engine, how a shape's words are handed to ``insert_statement``."""
