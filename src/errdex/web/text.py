"""Text from strangers made fit for a page: controls shown, long text cut, code words marked."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_BIDI = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_UNFIT = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff{_BIDI}]")
_CODE = re.compile(r"(`{1,2})([^`\n]+)\1")
_BLANK = re.compile(r"\n[ \t]*\n")


def _show(match: re.Match[str]) -> str:
    code = ord(match.group())
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"\u27e8U+{code:04X}\u27e9"


def visible(text: str) -> str:
    """Text with control and direction-turning characters shown instead of obeyed.

    HTML has no place for most of them, and a turned direction can make source lie to its reader.
    """
    return _UNFIT.sub(_show, text)


def clip(text: str, limit: int) -> str:
    """At most ``limit`` characters, an ellipsis where something was cut."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def one_line(text: str, limit: int) -> str:
    """Text on one line, clipped."""
    return clip(" ".join(text[: limit * 4].split()), limit)


def inline(text: str) -> Markup:
    """Escaped prose in which backquoted words are set as code."""
    out, at = Markup(""), 0
    text = visible(text)
    for match in _CODE.finditer(text):
        out += escape(text[at : match.start()])
        out += Markup("<code>{}</code>").format(match.group(2))
        at = match.end()
    return out + escape(text[at:])


def paragraphs(text: str, limit: int = 4000) -> list[Markup]:
    """Prose as paragraphs, split at blank lines."""
    return [inline(part.strip()) for part in _BLANK.split(clip(text, limit)) if part.strip()]
