"""Message catalogues: the texts that a site's key, or its source text, has in each language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from errdex.catalogues.locales import split_locale
from errdex.model.facts import FileFacts, Message, Site
from errdex.model.template import Part, Placeholder, Template

_QUOTED = re.compile(r"\"([^\"\\\s]{2,200})\"|'([^'\\\s]{2,200})'")
_MEMBER = re.compile(r"\b([A-Za-z_]\w*)\.([A-Za-z_]\w{2,})")
_LIST = re.compile(r"(?:new\s+\w*\s*\[\]\s*)?[{\[](.*)[}\]]", re.DOTALL)
_NAMED = re.compile(r"(?:[\"':]?)(\w+)[\"']?\s*(?:=>|:|=(?!=))\s*(.+)", re.DOTALL)
MAX_LOCALES = 400
MAX_REFERENCES = 3


class Said(NamedTuple):
    """A message of a catalogue and where it stands; its template is filled by the site's values."""

    path: str
    locale: str
    message: Message
    template: Template


class Told(NamedTuple):
    """What the catalogues say for a site: its own text, and those of all languages."""

    template: Template
    said: tuple[Said, ...]


class Entry(NamedTuple):
    """A key of one catalogue and its text in each language."""

    bundle: str
    key: str
    texts: dict[str, tuple[str, Message]]


class Messages:
    """The catalogues of a snapshot by key and by source text."""

    def __init__(self, files: Iterable[tuple[str, FileFacts]]) -> None:
        self._by_key: dict[str, dict[str, dict[str, tuple[str, Message]]]] = {}
        self._by_source: dict[str, list[Said]] = defaultdict(list)
        # the last part of a key that stands among errors → the keys
        self._by_code: dict[str, dict[str, None]] = defaultdict(dict)
        self._named: set[tuple[str, str]] = set()
        for path, facts in files:
            bundle, told = split_locale(path) if facts.messages else ("", "")
            for message in facts.messages:
                locale = message.locale or told
                if message.source is not None:
                    said = Said(path, locale, message, message.template)
                    self._by_source[message.source.shape].append(said)
                elif message.template.literals:
                    bundles = self._by_key.setdefault(message.key, {})
                    bundles.setdefault(bundle, {}).setdefault(locale, (path, message))
                    above, _, last = message.key.rpartition(".")
                    if _ERRORS.search(above):
                        self._by_code[last][message.key] = None

    def __bool__(self) -> bool:
        return bool(self._by_key or self._by_source)

    def tell(self, path: str, site: Site) -> Told | None:
        """What the catalogues say for a site; None where they say nothing."""
        template = site.template
        if template is None or not template.parts:
            return self._coded(path, site)
        found = self._keyed(path, template, site.statement)
        if found is not None:
            return found
        if template.literals:
            said = self._by_source.get(template.shape)
            if said:
                filled = [one._replace(template=_as(one.message, template)) for one in said]
                return Told(template, tuple(filled[:MAX_LOCALES]))
        return None

    def unnamed(self) -> Iterator[Entry]:
        """The entries that no site told so far names."""
        for key, bundles in self._by_key.items():
            for bundle, texts in bundles.items():
                if (bundle, key) not in self._named:
                    yield Entry(bundle, key, texts)

    def _coded(self, path: str, site: Site) -> Told | None:
        """The texts of the code that a site gives instead of a message.

        A code such as ``blank`` is short for a key that ends in it and stands among errors; of
        several the shortest is the general one.
        """
        if not site.code:
            return None
        texts = self._texts(path, site.code, "")
        for key in sorted(self._by_code.get(site.code, ()), key=lambda key: (len(key), key)):
            texts = texts or self._texts(path, key, "")
        at = site.statement.find(site.code)
        if not texts or at < 0:
            return None
        values = following(site.statement, at + len(site.code))
        return _told(texts, (), values, ())

    def _keyed(self, path: str, template: Template, statement: str) -> Told | None:
        """The texts of the key that a template names, in place of what names it."""
        alone = statement if len(template.parts) == 1 else ""
        for place, part in enumerate(template.parts):
            reference = self._reference(path, part, alone)
            if reference is None:
                continue
            texts, values = reference
            before, after = template.parts[:place], template.parts[place + 1 :]
            return _told(texts, before, values, after)
        return None

    def _reference(
        self, path: str, part: Part, alone: str
    ) -> tuple[dict[str, tuple[str, Message]], list[str]] | None:
        """The texts that a part of a template stands for, and the values that fill them.

        ``alone`` is the statement of a part that is the whole template.
        """
        if isinstance(part, str):
            if not alone or " " in part or part not in self._by_key:
                return None
            asked = [m for m in _QUOTED.finditer(alone) if part in m.groups()]
            if not _KEY.fullmatch(part) and not (
                asked and _ASKING.search(alone[: asked[0].start()])
            ):
                return None
            texts = self._texts(path, part, "")
            return (texts, following(alone, asked[0].end()) if asked else []) if texts else None
        expr = part.expr or ""
        for found in list(_QUOTED.finditer(expr))[:MAX_REFERENCES]:
            key = found[1] or found[2]
            if not _KEY.fullmatch(key) and not _ASKING.search(expr[: found.start()]):
                continue  # a word alone may be any table's key: config["timeout"]
            texts = self._texts(path, key, "")
            if texts:
                return texts, following(expr, found.end())
        for found in list(_MEMBER.finditer(expr))[:MAX_REFERENCES]:
            texts = self._texts(path, found[2], found[1]) or self._texts(
                path, found[2].removeprefix("Format"), found[1]
            )
            if texts:
                return texts, following(expr, found.end())
        return None

    def _texts(self, path: str, key: str, holder: str) -> dict[str, tuple[str, Message]] | None:
        """A key's texts by locale, from the bundle that is meant: by its name, else the nearest.

        A member (``Strings.Missing``) names its bundle; only a class that is named for what it
        holds may keep the texts of another file.
        """
        bundles = self._by_key.get(key)
        if not bundles:
            # a key may begin with the name of its file: ``auth.failed``, ``errors:lost``
            holder, _, key = key.partition(":" if ":" in key else ".")
            bundles = self._by_key.get(key) if key else None
        if not bundles:
            return None
        names = {bundle: bundle.rpartition("/")[2].partition(".")[0] for bundle in bundles}
        if holder:
            own = [bundle for bundle, name in names.items() if name == holder]
            if not own and not _HOLDER.search(holder):
                return None
            names = {bundle: names[bundle] for bundle in own or names}
        bundle = min(names, key=lambda bundle: (-_shared(path, bundle), bundle))
        self._named.add((bundle, key))
        return bundles[bundle]


def told_by(texts: dict[str, tuple[str, Message]]) -> Told:
    """A key's texts as they stand, the default language first."""
    return _told(texts, (), [], ())


def _told(
    texts: dict[str, tuple[str, Message]],
    before: tuple[Part, ...],
    values: list[str],
    after: tuple[Part, ...],
) -> Told:
    """A key's texts between what stands around them, the default language first."""
    said = [
        Said(
            where,
            locale,
            message,
            Template.of((*before, *_filled(message.template, values), *after)),
        )
        for locale, (where, message) in texts.items()
    ]
    said.sort(key=lambda one: _first(one.locale))
    return Told(said[0].template, tuple(said[:MAX_LOCALES]))


_KEY = re.compile(r"[A-Za-z]\w*(?:[.:/-]\w+)+|[A-Za-z]+(?:_[A-Za-z\d]+)+|[A-Z]+\d+")
_ASKING = re.compile(
    r"(?i)(?:^|\W)(?:__?|tr?|\w*(?:trans|text|string|message|msg|locali[sz]e|i18n|lang)\w*)\(\s*(?:[\w.]+\s*,\s*)?$"
)
_ERRORS = re.compile(r"(?i)(?:^|\.)(?:errors?|failures?|exceptions?)(?:\.|$)")
_HOLDER = re.compile(r"^SR$|Strings?$|Resources?$|Messages?$|^R$|Errors?$")


def _shared(path: str, bundle: str) -> int:
    """How many folders two paths share: source and resources may lie in parallel trees."""
    return len({*path.split("/")[:-1]} & {*bundle.split("/")[:-1]})


def _first(locale: str) -> tuple[int, str]:
    """The default text first, then English."""
    return (0 if not locale else 1 if locale == "en" else 2 if locale[:3] == "en-" else 3), locale


def following(expr: str, at: int) -> list[str]:
    """The values that fill a text whose key ends at an offset of an expression.

    They are what the key is called with, or what follows it in its call, or what follows that
    call in the one around it: ``format(get("key"), a, b)``.
    """
    if expr[at : at + 1] == "(":
        return _arguments(expr, at + 1)[0]
    for _ in range(2):
        rest, at = _arguments(expr, at)
        values = [one for one in rest[1:] if one]
        if values or at >= len(expr):
            return _unwrapped(values)
    return []


def _arguments(expr: str, at: int) -> tuple[list[str], int]:
    """The comma-separated pieces from an offset to the closing bracket, and where it ends."""
    pieces: list[str] = []
    depth, start, quote = 0, at, ""
    while at < len(expr):
        sign = expr[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote = ""
        elif sign in "\"'`":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif sign == "," and depth == 0:
            pieces.append(expr[start:at].strip())
            start = at + 1
        at += 1
    pieces.append(expr[start:at].strip())
    return pieces, at + 1


def _unwrapped(values: list[str]) -> list[str]:
    """Values handed over as one list stand for themselves."""
    held = _LIST.fullmatch(values[0]) if len(values) == 1 else None
    return [one for one in _arguments(held[1], 0)[0] if one] if held else values


def _filled(template: Template, values: list[str]) -> tuple[Part, ...]:
    """A catalogue's text with the expressions that fill it."""
    named: dict[str, str] = {}
    for value in values:
        pair = _NAMED.fullmatch(value.strip("{}[] "))
        if pair is not None:
            named[pair[1]] = pair[2]

    def fill(hole: Placeholder) -> list[Part]:
        name = hole.expr or ""
        if name.isdigit():
            expr = values[int(name)] if int(name) < len(values) else None
        else:
            expr = named.get(name, name)
        return [Placeholder(hole.text, expr, hole.spec, hole.type)]

    return template.substitute(fill).parts


def _as(message: Message, template: Template) -> Template:
    """A translation whose placeholders hold what those of the source text hold."""
    assert message.source is not None
    exprs = {
        theirs.expr: ours.expr
        for theirs, ours in zip(message.source.placeholders, template.placeholders, strict=False)
    }
    return message.template.substitute(
        lambda hole: [Placeholder(hole.text, exprs.get(hole.expr, hole.expr), hole.spec, hole.type)]
    )
