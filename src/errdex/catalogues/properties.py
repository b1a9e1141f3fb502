"""Java's ``.properties``: one key and its text a line, filled by ``MessageFormat``."""

from __future__ import annotations

import re

from errdex.catalogues.escapes import decoded
from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.model.facts import Message
from errdex.model.template import Template
from errdex.template.messageformat import message_parts

_KEY = re.compile(r"[ \t\f]*((?:[^\s\\=:#!]|\\.)(?:[^\s\\=:]|\\.)*)[ \t\f]*[=: \t\f][ \t\f]*")
_NUMBERED = re.compile(r"\{\d+[,}]")


class Properties(Catalogue):
    """``key = text`` with ``{0}``."""

    name = "properties"
    suffixes = (".properties",)

    def messages(self, text: str) -> list[Message]:
        """The entries, continued lines joined and escapes decoded."""
        found: list[Message] = []
        lines = text.split("\n")
        at = 0
        while at < len(lines) and len(found) < MAX_MESSAGES:
            start, logical = at, lines[at].rstrip("\r")
            at += 1
            if logical.lstrip()[:1] in ("", "#", "!"):
                continue
            pieces = [logical]
            while _is_continued(pieces[-1]) and at < len(lines):
                pieces[-1] = pieces[-1][:-1]
                pieces.append(lines[at].strip())
                at += 1
            logical = "".join(pieces)
            key = _KEY.match(logical)
            if key is not None:
                value = decoded(logical[key.end() :])
                found.append(Message(decoded(key[1]), _template(value), start + 1))
        return found


def _is_continued(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _template(text: str) -> Template:
    """``MessageFormat`` takes quotes out; a text without numbers is mostly shown as it is."""
    if not _NUMBERED.search(text):
        return template_of(text.replace("''", "'"))
    numbers = [str(n) for n in range(40)]
    return Template.of(message_parts(text, numbers))


PROPERTIES = Properties()
