"""Xcode's string catalogues: one JSON file with every language of each text."""

from __future__ import annotations

from errdex.catalogues.interface import MAX_MESSAGES, template_of
from errdex.catalogues.mapping import Json
from errdex.model.facts import Message


class XcStrings(Json):
    """``{"strings": {"key": {"localizations": {"de": {"stringUnit": {"value": …}}}}}}``."""

    name = "xcstrings"
    suffixes: tuple[str, ...] = (".xcstrings",)

    def claims(self, path: str) -> bool:
        """The suffix says it."""
        return True

    def messages(self, text: str) -> list[Message]:
        """The texts in each language; a key that has a blank is the source text."""
        found: list[Message] = []
        for keys, said, line in self._leaves(text):
            if len(keys) < 5 or keys[0] != "strings" or keys[2] != "localizations":
                continue
            if keys[-1] != "value" or len(found) >= MAX_MESSAGES:
                continue
            key = keys[1]
            source = template_of(key) if " " in key else None
            told = Message("" if source else key, template_of(said), line, source, keys[3])
            found.append(told)
        return found


XCSTRINGS = XcStrings()
