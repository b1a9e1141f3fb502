"""Apple's ``.strings``: a quoted key and its quoted text."""

from __future__ import annotations

import re

from errdex.catalogues.escapes import decoded
from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.model.facts import Message

_QUOTED = r'"((?:[^"\\]|\\.)*+)"'
_ENTRY = re.compile(
    rf"/\*.*?(?:\*/|\Z)|//[^\n]*|(?:{_QUOTED}|([A-Za-z_][\w.]*+))\s*=\s*{_QUOTED}\s*;", re.DOTALL
)


class Strings(Catalogue):
    """``"key" = "text %@";``, where the key is often the text in the first language."""

    name = "strings"
    suffixes = (".strings",)

    def messages(self, text: str) -> list[Message]:
        """The entries; a key that has a blank is a source text."""
        found: list[Message] = []
        line, at = 1, 0
        for entry in _ENTRY.finditer(text):
            if entry[3] is None:
                continue
            line += text.count("\n", at, entry.start())
            at = entry.start()
            key, said = decoded(entry[1] or entry[2] or ""), template_of(decoded(entry[3]))
            source = template_of(key) if " " in key else None
            found.append(Message("" if source else key, said, line, source))
            if len(found) >= MAX_MESSAGES:
                break
        return found


STRINGS = Strings()
