""".NET's ``.resx``: XML with one ``data`` element a text."""

from __future__ import annotations

from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.catalogues.markup import read_elements
from errdex.model.facts import Message


class Resx(Catalogue):
    """``<data name="Key"><value>Text {0}</value></data>``."""

    name = "resx"
    suffixes = (".resx",)

    def messages(self, text: str) -> list[Message]:
        """The text entries; files, images and other typed data are left out."""
        reading = _Reading()
        read_elements(text, reading)
        return reading.found


class _Reading:
    """What was met so far."""

    def __init__(self) -> None:
        self.found: list[Message] = []
        self._key = ""
        self._line = 0
        self._value: list[str] | None = None

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        if name == "data":
            self._key = "" if "type" in attributes else attributes.get("name", "")
            self._line = line
        elif name == "value" and self._key:
            self._value = []

    def text(self, data: str) -> None:
        if self._value is not None:
            self._value.append(data)

    def end(self, name: str) -> None:
        if name == "value" and self._value is not None:
            if len(self.found) < MAX_MESSAGES:
                text = template_of("".join(self._value))
                self.found.append(Message(self._key, text, self._line))
            self._value = None
        elif name == "data":
            self._key = ""


RESX = Resx()
