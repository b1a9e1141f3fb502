"""gettext's ``.po``: the source text is the key of its translation."""

from __future__ import annotations

import polib

from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.model.facts import Message


class Gettext(Catalogue):
    """``msgid "text %s"`` and ``msgstr``."""

    name = "gettext"
    suffixes = (".po",)

    def messages(self, text: str) -> list[Message]:
        """The translated entries, each plural form one of its own; doubtful ones are left out."""
        try:
            # a text that is a file's path would be opened; none ends in a line break
            entries = polib.pofile(text + "\n")
        except (OSError, ValueError, LookupError):
            return []
        locale = str(entries.metadata.get("Language", ""))
        found: list[Message] = []
        for entry in entries:
            if entry.obsolete or entry.fuzzy or len(found) >= MAX_MESSAGES:
                continue
            forms = entry.msgstr_plural or {0: entry.msgstr}
            for number, said in forms.items():
                if not said:
                    continue
                source = entry.msgid_plural if number and entry.msgid_plural else entry.msgid
                found.append(
                    Message(
                        entry.msgctxt or "",
                        template_of(said),
                        entry.linenum,
                        template_of(source),
                        locale,
                    )
                )
        return found


GETTEXT = Gettext()
