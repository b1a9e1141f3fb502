"""A message template: fixed text and placeholders, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import msgspec

MAX_PATTERN = 500
_SURROGATE = re.compile("[\ud800-\udfff]")
_REGEX_SPECIALS = re.compile(r"[\\^$.|?*+()\[\]{}]")


class Placeholder(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """A hole in a template.

    Attributes:
        text: the placeholder exactly as the source writes it: ``{0:?}``, ``%s``, ``${name}``;
            an expression joined by concatenation stands as ``{expression}``.
        expr: the source expression whose value fills the hole, None where the code is silent.
        spec: the format spec without its delimiters: ``?``, ``>10``, ``d``.
        type: the value's kind where known: ``int``, ``float``, ``hex``, ``char``, ``repr``.
    """

    text: str
    expr: str | None = None
    spec: str | None = None
    type: str | None = None


Part = str | Placeholder


class Template(msgspec.Struct, frozen=True, array_like=True):
    """The text of an error as ordered parts; no two neighbours are both ``str``, none is empty."""

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Template:
        """Build a template, joining neighbouring fixed parts and dropping empty ones."""
        joined: list[Part] = []
        for part in parts:
            if isinstance(part, str):
                if not part:
                    continue
                if not part.isascii():
                    part = whole(part)
                if joined and isinstance(joined[-1], str):
                    joined[-1] += part
                    continue
            joined.append(part)
        return cls(tuple(joined))

    @property
    def message(self) -> str:
        """The published ``errorMessage``: fixed text decoded, placeholders as written."""
        return "".join(p if isinstance(p, str) else p.text for p in self.parts)

    @property
    def literals(self) -> tuple[str, ...]:
        """The fixed parts in order."""
        return tuple(p for p in self.parts if isinstance(p, str))

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholders in order."""
        return tuple(p for p in self.parts if isinstance(p, Placeholder))

    @property
    def fixed_length(self) -> int:
        """How many letters and digits of fixed text there are."""
        return sum(sum(map(str.isalnum, text)) for text in self.literals)

    @property
    def shape(self) -> str:
        """Fixed text with every placeholder as U+0000: equal shapes match the same messages."""
        return "".join(p.replace("\0", " ") if isinstance(p, str) else "\0" for p in self.parts)

    @property
    def pattern(self) -> str:
        """The published ``messagePattern``: RE2-safe, unanchored, at most 500 characters.

        It is cut between parts (or characters of fixed text), never inside an escape.
        """
        out: list[str] = []
        used = 0
        for part in self.parts:
            pieces = [_escape(c) for c in part] if isinstance(part, str) else ["(.+?)"]
            for piece in pieces:
                if used + len(piece) > MAX_PATTERN:
                    return "".join(out)
                out.append(piece)
                used += len(piece)
        return "".join(out)

    def substitute(self, fill: Callable[[Placeholder], Iterable[Part] | None]) -> Template:
        """A template in which ``fill`` replaces placeholders; None keeps one as it is."""
        parts: list[Part] = []
        for part in self.parts:
            filled = None if isinstance(part, str) else fill(part)
            parts.extend([part] if filled is None else filled)
        return Template.of(parts)


def whole(text: str) -> str:
    """Text without lone surrogates (escapes can spell them); pairs become the character."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escape(char: str) -> str:
    return "\\" + char if _REGEX_SPECIALS.match(char) else char
