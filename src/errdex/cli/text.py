"""Text for a terminal: styles where they are wanted, foreign control characters nowhere."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def harmless(text: str) -> str:
    """Text in which control characters are written out, so that they command no terminal.

    Line feeds and tabs stay. Marks that turn the direction of writing go too: they make code
    read as what it is not.
    """
    return _CONTROL.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def one_line(text: str, limit: int = 0) -> str:
    """Text on one line, line feeds written out, cut to ``limit`` characters if there is one."""
    text = harmless(text.replace("\n", "\\n").replace("\t", "    "))
    return text if not limit or len(text) <= limit else text[: limit - 1] + "…"


def counted(number: int, noun: str) -> str:
    """``1 file``, ``2,000 files``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def coloured(stream: TextIO) -> bool:
    """Whether a stream is a terminal that wants colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal."""
    try:
        return stream.isatty()
    except ValueError:
        return False


class Pen:
    """Writes styled words for one stream, plain ones where colours are not wanted."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self._styled = coloured(self.stream)
        self.width = _width(self.stream)

    def __call__(self, style: str, text: str) -> str:
        """``text`` in a style: words of ``bold dim red green yellow cyan``."""
        if not self._styled or not text:
            return text
        codes = ";".join(_STYLES[word] for word in style.split())
        return f"\x1b[{codes}m{text}\x1b[0m"

    def wrapped(self, text: str, indent: str = "  ", first: str | None = None) -> list[str]:
        """A paragraph as lines: wrapped on a terminal, whole where another program reads it."""
        first = indent if first is None else first
        if not self.width:
            return [first + text]
        import textwrap

        lines = textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return lines or [first.rstrip()]


def _width(stream: TextIO) -> int:
    if not is_terminal(stream):
        return 0
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return min(columns or 80, 110)


def write_lines(lines: list[str], stream: TextIO | None = None) -> None:
    """Print lines, whatever characters the stream's encoding lacks."""
    stream = stream or sys.stdout
    text = "".join(line + "\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text)
    except UnicodeEncodeError:
        stream.write(text.encode(encoding, "replace").decode(encoding))


def write_json(value: object, stream: TextIO | None = None, *, indent: int | None = None) -> None:
    """Print a value as JSON, as one line unless indented; ASCII alone on a terminal.

    Lone surrogates become JSON escapes, so that every reader can decode what is written.
    """
    import json

    stream = stream or sys.stdout
    plain = is_terminal(stream)
    text = json.dumps(value, ensure_ascii=plain, indent=indent) + "\n"
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        stream.write(text)
        return
    stream.flush()
    buffer.write(text.encode("utf-8", "backslashreplace"))
