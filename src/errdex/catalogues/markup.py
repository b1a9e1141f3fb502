"""XML catalogues are read as a stream of elements, each with its line."""

from __future__ import annotations

import contextlib
from typing import Protocol
from xml.parsers import expat


class Elements(Protocol):
    """What a format does with elements."""

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        """An element begins."""

    def text(self, data: str) -> None:
        """Text within it, perhaps in pieces."""

    def end(self, name: str) -> None:
        """An element ends."""


def read_elements(text: str, elements: Elements) -> None:
    """Tell ``elements`` what a document holds; what stands before a fault is told."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: elements.start(
        name, attributes, parser.CurrentLineNumber
    )
    parser.EndElementHandler = elements.end
    parser.CharacterDataHandler = elements.text
    with contextlib.suppress(expat.ExpatError):
        parser.Parse(text.encode("utf-8", "replace"), True)
