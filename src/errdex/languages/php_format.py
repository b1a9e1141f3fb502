"""How PHP's people fill texts: ``sprintf``, PSR-3's ``{name}``, arrays of replacements."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from errdex.languages.interface import Text
from errdex.model.template import Part, Placeholder
from errdex.template.printf import printf_parts

VERBS = "bcdeEfFgGhHosuxX"
_VERB = re.compile(r"%(?:\d+\$)?(?:[-+0]|'.)*\d*(?:\.\d+)?[bcdeEfFgGosuxX]")
_NAMED = re.compile(r"\{([A-Za-z_][\w.]*)\}")
_TWIG = re.compile(r"\{\{\s*(\w+)\s*\}\}")
Change = Callable[[str], list[Part]]


def mapped(text: Text, change: Change) -> Text:
    """Apply a change to a text's fixed parts as one string, each placeholder as U+0000."""
    holes = list(text.template.placeholders)
    if not holes:
        return text._replace(parts=tuple(change("".join(text.template.literals))))
    marked = "".join(p if isinstance(p, str) else "\0" for p in text.template.parts)
    parts: list[Part] = []
    used = 0
    for part in change(marked):
        if not isinstance(part, str):
            parts.append(part)
            continue
        for index, piece in enumerate(part.split("\0")):
            if index and used < len(holes):
                parts.append(holes[used])
                used += 1
            parts.append(piece)
    return text._replace(parts=tuple(parts))


def formatted(text: Text, values: Sequence[str]) -> Text:
    """A text that ``sprintf`` fills."""
    return mapped(text, lambda whole: printf_parts(whole, values, verbs=VERBS))


def has_verbs(text: Text) -> bool:
    """Whether a text reads as a format of ``sprintf``."""
    return text.is_text and _VERB.search("\0".join(text.template.literals)) is not None


def logged(text: Text, named: Mapping[str, str]) -> Text:
    """A text whose ``{name}`` a PSR-3 logger fills."""
    return mapped(text, lambda whole: _split(whole, _NAMED, named))


def constrained(text: Text) -> Text:
    """A text whose ``{{ name }}`` a validator fills."""
    return mapped(text, lambda whole: _split(whole, _TWIG, {}))


def replaced(text: Text, given: Mapping[str, str]) -> Text:
    """A text in which the keys of an array of replacements stand for its values."""
    whole = "\0".join(text.template.literals)
    table: dict[str, str] = {}
    for key, value in given.items():
        forms: tuple[str, ...] = (key, f":{key}", f"{{{key}}}", f"%{key}%", f"{{{{ {key} }}}}")
        if key[:1].isalnum():
            forms = forms[1:]
        table.update((form, value) for form in forms if form and form in whole)
    if not table:
        return text
    found = re.compile("|".join(re.escape(k) for k in sorted(table, key=len, reverse=True)))
    return mapped(text, lambda marked: _split(marked, found, table))


def _split(whole: str, pattern: re.Pattern[str], named: Mapping[str, str]) -> list[Part]:
    parts: list[Part] = []
    at = 0
    for found in pattern.finditer(whole):
        key = found[1] if pattern.groups else found.group()
        parts += [whole[at : found.start()], Placeholder(found.group(), named.get(key, key))]
        at = found.end()
    parts.append(whole[at:])
    return parts
