"""Record ids, slugs and source windows: pure functions of what a record says."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

WINDOW = 18
SLUG_LENGTH = 50
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def record_id(repo: str, code: str | None, message: str | None, path: str) -> str:
    """The first 16 hex digits of sha256 over repo, code (or else message) and path.

    The three are joined by U+0001 and encoded as UTF-8; lone surrogates are replaced.
    """
    key = "\x01".join((repo, code if code is not None else message or "", path))
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:16]


def slug_of(code: str | None, message: str | None) -> str:
    """The slug of a record before clashes within its repository are resolved."""
    text = (code if code is not None else message or "")[:SLUG_LENGTH]
    return _NOT_SLUG.sub("-", text.lower()).strip("-") or "error"


class Window(NamedTuple):
    """A clipped, inclusive, 1-based range of source lines and its text."""

    start: int
    end: int
    text: str


def source_window(lines: list[str], line: int) -> Window:
    """Lines ``line - 18`` to ``line + 18`` of a file, clipped to the file, never stripped."""
    start = max(1, line - WINDOW)
    end = min(len(lines), line + WINDOW)
    return Window(start, end, "\n".join(lines[start - 1 : end]))


def source_lines(text: str) -> list[str]:
    r"""Split source text at ``\n`` (``\r\n`` folds to it); a final newline ends the last line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines
