"""Source text as highlighted lines, within bounds that keep any page small and any lexer quick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from errdex.web.text import visible

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

LINE_LIMIT = 240
TEXT_LIMIT = 12_000
MARKUP_LIMIT = 18_000


@dataclass(frozen=True, slots=True)
class Line:
    """One source line: its number, its markup, and whether the error is raised on it."""

    number: int
    html: Markup
    raising: bool = False
    part: bool = False


def code(text: str, filename: str, language: str = "", plain: bool = False) -> list[Markup]:
    """Lines of markup for source text; escaped text where no lexer fits or markup grows large.

    Lines are cut before they are read, so that a minified file costs no more than another.
    """
    lines = [_cut(line) for line in visible(_bounded(text)).split("\n")]
    if not plain:
        marked = _marked(lines, filename, language)
        if marked is not None and sum(map(len, marked)) <= MARKUP_LIMIT:
            return marked
    return [escape(line) for line in lines]


def window(
    text: str, start: int, raising: tuple[int, int], filename: str, language: str, plain: bool
) -> list[Line]:
    """A source window with its line numbers; ``raising`` holds first and last raising line."""
    first, last = raising
    return [
        Line(number, html, number == first, first < number <= last)
        for number, html in enumerate(code(text, filename, language, plain), start)
    ]


def _bounded(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) <= TEXT_LIMIT:
        return text
    lines = [_cut(line) for line in text.split("\n")]
    return "\n".join(lines)[:TEXT_LIMIT]


def _cut(line: str) -> str:
    return line if len(line) <= LINE_LIMIT else line[: LINE_LIMIT - 1] + "…"


def _marked(lines: list[str], filename: str, language: str) -> list[Markup] | None:
    lexer = _lexer(filename, language)
    if lexer is None:
        return None
    out, current = [], Markup("")
    try:
        for css, value in _runs(lexer, "\n".join(lines)):
            for index, piece in enumerate(value.split("\n")):
                if index:
                    out.append(current)
                    current = Markup("")
                if piece:
                    current += Markup("<i class={}>{}</i>").format(css, piece) if css else piece
    except Exception:  # a lexer that stumbles over odd text must not cost the page
        return None
    out.append(current)
    return out if len(out) == len(lines) else None


def _runs(lexer: Lexer, text: str) -> Iterator[tuple[str, str]]:
    """Neighbouring tokens of one class joined."""
    last, held = "", ""
    for kind, value in lexer.get_tokens(text):
        css = _css(kind)
        if css != last and value.strip():
            if held:
                yield last, held
            last, held = css, ""
        held += value
    if held:
        yield last, held


@lru_cache(maxsize=512)
def _css(kind: _TokenType) -> str:
    from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, String

    table = {
        Comment: "c",
        Keyword: "k",
        Operator.Word: "k",
        Number: "m",
        String: "s",
        Literal: "s",
        Name.Function: "f",
        Name.Class: "f",
        Name.Exception: "f",
        Name.Decorator: "f",
    }
    at: _TokenType | None = kind
    while at is not None and at not in table:
        at = at.parent
    return "" if at is None else table[at]


def _lexer(filename: str, language: str) -> Lexer | None:
    path = PurePosixPath(filename)
    chosen = _lexer_class("a" + path.suffix if path.suffix else path.name, language)
    return None if chosen is None else chosen(stripnl=False, ensurenl=False)


@lru_cache(maxsize=256)
def _lexer_class(filename: str, language: str) -> type[Lexer] | None:
    from pygments.lexers import find_lexer_class_for_filename, get_lexer_by_name
    from pygments.util import ClassNotFound

    found = find_lexer_class_for_filename(filename)
    if found is None and language:
        try:
            return type(get_lexer_by_name(language))
        except ClassNotFound:
            return None
    return found
