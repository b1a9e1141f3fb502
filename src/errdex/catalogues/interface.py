"""What a catalogue format has to say: which files it claims, and the messages in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.model.template import Part, Placeholder, Template, whole

if TYPE_CHECKING:
    from errdex.model.facts import Message

MAX_MESSAGES = 50_000
# longer texts are documents
MAX_TEXT = 20_000
_HOLE = re.compile(
    r"\{\{\s*(?P<double>[\w.-]+)\s*\}\}"
    r"|%\{(?P<ruby>[\w.]+)\}"
    r"|%\((?P<python>\w+)\)[-+0#\d.]*[sdrifgx]"
    r"|\{\s*(?P<brace>[\w.-]+)\s*(?P<spec>[,:][^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}"
    r"|%(?:(?P<place>\d{1,3})\$)?[-+0#]{0,5}(?:\d{1,9}|\*)?(?:\.(?:\d{1,9}|\*))?"
    r"(?:hh|h|ll|l|j|z|t)?"
    r"(?P<verb>[sdiufeEgGxXcpqvw@])(?![A-Za-z])"
    r"|%%"
)
_TYPES = {**dict.fromkeys("diu", "int"), **dict.fromkeys("feEgG", "float"), "c": "char"}


class Catalogue:
    """Base of all formats; a module defines one subclass and one instance of it.

    ``pyproject.toml`` names the instance in the group ``errdex.catalogues``.

    Attributes:
        name: lower-case name of the format.
        suffixes: file name endings, with the dot.
    """

    name = ""
    suffixes: tuple[str, ...] = ()

    def claims(self, path: str) -> bool:
        """Whether a file with one of the suffixes is a catalogue, by its path."""
        return True

    def messages(self, text: str) -> list[Message]:
        """The messages of one file; what cannot be read yields none."""
        raise NotImplementedError


def template_of(text: str) -> Template:
    """A catalogue's text as a template, whichever of the usual placeholders it is written with.

    Each placeholder's ``expr`` is its name, or its place among the values that fill it.
    """
    text = whole(text[:MAX_TEXT])
    parts: list[Part] = []
    at = taken = 0
    for found in _HOLE.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found.group() == "%%":
            parts.append("%")
            continue
        name = found["double"] or found["ruby"] or found["python"] or found["brace"]
        if name is None:
            name = str(int(found["place"]) - 1) if found["place"] else str(taken)
            taken += 1
        verb = found["verb"] or ""
        parts.append(Placeholder(found.group(), name, None, _TYPES.get(verb)))
    parts.append(text[at:])
    return Template.of(parts)
