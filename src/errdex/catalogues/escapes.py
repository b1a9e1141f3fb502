"""The backslash escapes that most catalogue formats share."""

from __future__ import annotations

import re

from errdex.model.template import whole

_HEX = "[0-9a-fA-F]"
_ESCAPE = re.compile(
    rf"\\(?:[uU]({_HEX}{{4}})|u\{{({_HEX}{{1,6}})\}}|x({_HEX}{{2}})|(.))", re.DOTALL
)
_PLAIN = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def decoded(text: str) -> str:
    """A text without its escapes; what follows a backslash and means nothing stands for itself."""
    if "\\" not in text:
        return text

    def one(found: re.Match[str]) -> str:
        number = found[1] or found[2] or found[3]
        if number is None:
            return _PLAIN.get(found[4], found[4])
        point = int(number, 16)
        return chr(point) if point <= 0x10FFFF else "\ufffd"

    return whole(_ESCAPE.sub(one, text))
