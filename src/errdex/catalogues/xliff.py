"""XLIFF: XML in which each unit has a source text, or a key, and its translation."""

from __future__ import annotations

from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.catalogues.markup import read_elements
from errdex.model.facts import Message

_UNITS = frozenset({"trans-unit", "unit"})


class Xliff(Catalogue):
    """``<trans-unit><source>text</source><target>Text</target></trans-unit>``."""

    name = "xliff"
    suffixes = (".xlf", ".xliff")

    def messages(self, text: str) -> list[Message]:
        """The translated units; one without a target says nothing new."""
        reading = _Units()
        read_elements(text, reading)
        return reading.found


class _Units:
    """What was met so far."""

    def __init__(self) -> None:
        self.found: list[Message] = []
        self._locale = ""
        self._line = 0
        self._said: dict[str, list[str]] = {}
        self._into = ""

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        if name in ("file", "xliff"):
            told = attributes.get("target-language") or attributes.get("trgLang")
            self._locale = told or self._locale
        elif name in _UNITS:
            self._line, self._said, self._into = line, {}, ""
        elif name in ("source", "target"):
            self._into = name
            self._said[name] = []

    def text(self, data: str) -> None:
        if self._into:
            self._said[self._into].append(data)

    def end(self, name: str) -> None:
        if name in ("source", "target"):
            self._into = ""
        elif name in _UNITS and len(self.found) < MAX_MESSAGES:
            source, target = ("".join(self._said.get(n, ())) for n in ("source", "target"))
            if not source or not target:
                return
            # a source without a blank is a key
            key = source if " " not in source.strip() else ""
            shown = None if key else template_of(source)
            self.found.append(Message(key, template_of(target), self._line, shown, self._locale))


XLIFF = Xliff()
