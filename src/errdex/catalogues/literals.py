"""Catalogues that are source code: PHP arrays and JavaScript objects of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.catalogues.escapes import decoded
from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.catalogues.mapping import in_catalogue_folder
from errdex.model.facts import Message
from errdex.model.template import Part, Placeholder, Template

MAX_CHARS = 2_000_000
MAX_DEPTH = 12
_TOKEN = re.compile(
    r"(?P<skip>\s+|/\*.*?(?:\*/|\Z)|//[^\n]*|\#[^\n]*)"
    r"|(?P<text>'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\"|`(?:[^`\\$]|\\.|\$(?!\{))*+`)"
    r"|(?P<word>[\w$]+)"
    r"|(?P<sign>=>|.)",
    re.DOTALL,
)
_COLON = re.compile(r"(?<![\w:]):([A-Za-z_]\w+)")
_OPEN, _CLOSE = frozenset("[({"), frozenset("])}")


class _Literals(Catalogue):
    """Nested keys and texts; whatever is computed is passed over."""

    arrow = ":"
    joint = "+"

    def claims(self, path: str) -> bool:
        """Whether a file lies where catalogues do."""
        return in_catalogue_folder(path)

    def messages(self, text: str) -> list[Message]:
        """The texts by their keys, joined with dots."""
        found: list[Message] = []
        for key, said, line in self._entries(text[:MAX_CHARS]):
            found.append(Message(key, self._template(said), line))
            if len(found) >= MAX_MESSAGES:
                break
        return found

    def _template(self, said: str) -> Template:
        return template_of(said)

    def _entries(self, text: str) -> Iterator[tuple[str, str, int]]:
        """Each key with its text and the key's line.

        ``name['key'] = 'text'`` is an entry as well.
        """
        above: list[str] = []
        # the last key with its line, the last string or word before a sign, the value so far
        key, key_line, last, last_line = "", 0, "", 0
        value: list[str] | None = None
        indexed, line, at = "", 1, 0
        for token in _TOKEN.finditer(text):
            if token["skip"] is not None:
                continue
            line += text.count("\n", at, token.start())
            at = token.start()
            written = token.group()
            if written == "array" and value == []:
                continue
            if token["text"] is not None or token["word"] is not None:
                quoted = token["text"] is not None
                last, last_line = (decoded(written[1:-1]) if quoted else written), line
                if value is not None:
                    value = [*value, last] if quoted else None
                continue
            if written in (self.arrow, "="):
                if written == self.arrow or indexed:
                    key, key_line, value = last or indexed, last_line, []
            elif written == self.joint and value:
                pass
            else:
                if value and written in (",", ";", *_CLOSE):
                    yield ".".join(filter(None, (*above, key))), "".join(value), key_line
                indexed = last if written == "]" and value is None else ""
                if written in _OPEN:
                    opened = key if value == [] and len(above) < MAX_DEPTH else ""
                    above.append(opened)
                elif written in _CLOSE and above:
                    above.pop()
                value = None
                key = ""
            if written != "]":
                last = ""


class PhpArrays(_Literals):
    """``return ['key' => 'text :name'];`` and ``$string['key'] = 'text';``."""

    name = "php-array"
    suffixes = (".php",)
    arrow = "=>"
    joint = "."

    def _template(self, said: str) -> Template:
        """Laravel's ``:name`` is a placeholder too."""
        parts: list[Part] = []
        for part in template_of(said).parts:
            if not isinstance(part, str):
                parts.append(part)
                continue
            at = 0
            for hole in _COLON.finditer(part):
                parts += [part[at : hole.start()], Placeholder(hole.group(), hole[1], None, None)]
                at = hole.end()
            parts.append(part[at:])
        return Template.of(parts)


class ScriptObjects(_Literals):
    """``export default { errors: { missing: "text" } }``."""

    name = "script-object"
    suffixes = (".js", ".ts", ".mjs", ".cjs")


PHP_ARRAYS = PhpArrays()
SCRIPT_OBJECTS = ScriptObjects()
