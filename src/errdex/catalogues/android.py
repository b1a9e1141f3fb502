"""Android's string resources: XML below ``res/values``."""

from __future__ import annotations

import re

from errdex.catalogues.escapes import decoded
from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.catalogues.markup import read_elements
from errdex.model.facts import Message

_PLACE = re.compile(r"(?:^|/)values(?:-[\w+-]+)?/[^/]+\.xml$|(?:^|/)strings[\w-]*\.xml$")
_BLANKS = re.compile(r"\s+")


class Android(Catalogue):
    """``<string name="key">text %1$s</string>``, plurals and arrays."""

    name = "android"
    suffixes = (".xml",)

    def claims(self, path: str) -> bool:
        """Whether a file is named or lies as string resources do."""
        return bool(_PLACE.search(path))

    def messages(self, text: str) -> list[Message]:
        """The texts, blanks folded and escapes decoded as Android does."""
        reading = _Strings()
        read_elements(text, reading)
        return reading.found


class _Strings:
    """What was met so far."""

    def __init__(self) -> None:
        self.found: list[Message] = []
        self._key = ""
        self._line = 0
        self._said: list[str] | None = None

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        if name in ("string", "plurals", "string-array"):
            self._key = attributes.get("name", "")
        if name in ("string", "item") and self._key:
            self._line, self._said = line, []

    def text(self, data: str) -> None:
        if self._said is not None:
            self._said.append(data)

    def end(self, name: str) -> None:
        if name in ("string", "item") and self._said is not None:
            said = _BLANKS.sub(" ", "".join(self._said)).strip()
            self._said = None
            if len(said) > 1 and said[0] == said[-1] == '"':
                said = said[1:-1]
            if said and not said.startswith(("@", "?")) and len(self.found) < MAX_MESSAGES:
                self.found.append(Message(self._key, template_of(decoded(said)), self._line))
        if name in ("string", "plurals", "string-array"):
            self._key = ""


ANDROID = Android()
