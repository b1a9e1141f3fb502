"""JSON, YAML and TOML that map keys or codes to texts, in the folders where such lie."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.catalogues.locales import is_locale
from errdex.model.facts import Message
from errdex.model.template import whole

MAX_DEPTH = 12
MAX_CHARS = 4_000_000
_FOLDER = re.compile(
    r"(?i)(?:^|/)(?:_?locales?|langs?|languages?|i18n|l10n|nls|translations?|messages?)/"
)
_NAME = re.compile(
    r"(?i)(?:^|/)[\w.-]*(?:errors?|messages?|error[-_]?codes?|diagnostics?\w*|i18n|locale|"
    r"translations?)(?:[._-][a-z]{2}(?:[_-]\w{2,4})?)?\.(?:json|ya?ml|toml)$"
)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_TOML_KEY = re.compile(r"\s*([\w.\"'-]+?)\s*=")
# where an entry keeps its text beside other facts, the likeliest first
_TEXTS = ("message", "msg", "text", "description", "detail", "title", "defaultMessage", "other")


def in_catalogue_folder(path: str) -> bool:
    """Whether a file lies in a folder where translations are kept."""
    return bool(_FOLDER.search(path))


class Mapping(Catalogue):
    """``{"E1001": "text"}``, ``{"E1001": {"message": "text"}}``, ``errors: {messages: …}``."""

    def claims(self, path: str) -> bool:
        """Whether a file lies or is named as catalogues are; other data is never opened."""
        return in_catalogue_folder(path) or bool(_NAME.search(path))

    def messages(self, text: str) -> list[Message]:
        """The texts by their keys, joined with dots; languages at the top are none of them."""
        if len(text) > MAX_CHARS:
            return []
        leaves = list(islice(self._leaves(text), MAX_MESSAGES))
        by_language = all(len(path) > 1 and is_locale(path[0]) for path, _, _ in leaves)
        found: dict[tuple[str, str], tuple[int, Message]] = {}
        for path, said, line in leaves:
            keys, locale = (path[1:], path[0]) if by_language else (path, "")
            rank = -1
            if len(keys) > 1 and keys[-1] in _TEXTS:
                keys, rank = keys[:-1], _TEXTS.index(keys[-1])
            key = whole(".".join(keys))
            known = found.get((locale, key))
            if known is None or rank < known[0]:
                found[locale, key] = rank, Message(key, template_of(said), line, locale=locale)
        return [message for _, message in found.values()]

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        """Each text with the keys that lead to it and its line."""
        raise NotImplementedError


class Json(Mapping):
    """JSON."""

    name = "json"
    suffixes: tuple[str, ...] = (".json", ".arb")

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return
        # the parser tells no places: texts are met in the order in which they stand
        strings = _STRING.finditer(text)
        at = line = 0
        for path, said in _walk(data, ()):
            for string in strings:
                if _is(string.group(), said):
                    line += text.count("\n", at, string.start())
                    at = string.start()
                    break
            yield path, said, line + 1


class Toml(Mapping):
    """TOML."""

    name = "toml"
    suffixes = (".toml",)

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError):
            return
        # the parser tells no places; tables may stand in any order, so each key is looked for
        places: dict[str, list[int]] = {}
        for number, line in enumerate(text.split("\n"), 1):
            key = _TOML_KEY.match(line)
            if key is not None:
                places.setdefault(key[1].rpartition(".")[2].strip("\"' "), []).append(number)
        for path, said in _walk(data, ()):
            lines = places.get(path[-1], [1])
            yield path, said, lines.pop(0) if len(lines) > 1 else lines[0]


class Yaml(Mapping):
    """YAML."""

    name = "yaml"
    suffixes = (".yml", ".yaml")

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        try:
            root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except (yaml.YAMLError, RecursionError):
            return
        yield from _nodes(root, (), set())


def _is(written: str, said: str) -> bool:
    """Whether a string as written says a text."""
    return (json.loads(written, strict=False) if "\\" in written else written[1:-1]) == said


def _walk(data: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(data, str) and path:
        yield path, data
    elif isinstance(data, dict) and len(path) < MAX_DEPTH:
        for key, value in data.items():
            yield from _walk(value, (*path, key))


def _nodes(
    node: yaml.Node | None, path: tuple[str, ...], seen: set[int]
) -> Iterator[tuple[tuple[str, ...], str, int]]:
    """The texts below a node; what an alias repeats is told once, however often it is named."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        if path and node.tag.endswith(":str"):
            yield path, node.value, node.start_mark.line + 1
    elif isinstance(node, yaml.MappingNode) and len(path) < MAX_DEPTH:
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield from _nodes(value, (*path, key.value.lstrip(":")), seen)


JSON = Json()
TOML = Toml()
YAML = Yaml()
