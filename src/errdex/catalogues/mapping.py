"""JSON and YAML that map keys or codes to texts, nested or not, in the folders where such lie."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

from errdex.catalogues.interface import MAX_MESSAGES, Catalogue, template_of
from errdex.model.facts import Message

MAX_DEPTH = 12
MAX_CHARS = 4_000_000
_FOLDER = re.compile(
    r"(?i)(?:^|/)(?:_?locales?|langs?|languages?|i18n|l10n|nls|translations?|messages?)/"
)
_NAME = re.compile(
    r"(?i)(?:^|/)[\w.-]*(?:errors?|messages?|error[-_]?codes?|diagnostics?\w*|i18n|locale|"
    r"translations?)(?:[._-][a-z]{2}(?:[_-]\w{2,4})?)?\.(?:json|ya?ml)$"
)
_LOCALE = re.compile(r"[a-z]{2}(?:[_-][A-Za-z]{2,4})?")
# where an entry keeps its text beside other facts
_TEXTS = ("message", "msg", "text", "description", "detail", "title", "defaultMessage", "other")


class Mapping(Catalogue):
    """``{"E1001": "text"}``, ``{"E1001": {"message": "text"}}``, ``errors: {messages: …}``."""

    def claims(self, path: str) -> bool:
        """Whether a file lies or is named as catalogues are; other data is never opened."""
        return bool(_FOLDER.search(path) or _NAME.search(path))

    def messages(self, text: str) -> list[Message]:
        """The texts by their keys, joined with dots; a language at the top is none of them."""
        if len(text) > MAX_CHARS:
            return []
        found: list[Message] = []
        for path, said, line in self._leaves(text):
            locale = path[0] if len(path) > 1 and _LOCALE.fullmatch(path[0]) else ""
            keys = path[1:] if locale else path
            if len(keys) > 1 and keys[-1] in _TEXTS:
                keys = keys[:-1]
            template = template_of(said)
            found.append(Message(".".join(keys), template, line, locale=locale))
            if len(found) >= MAX_MESSAGES:
                break
        return found

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        """Each text with the keys that lead to it and its line."""
        raise NotImplementedError


class Json(Mapping):
    """JSON."""

    name = "json"
    suffixes = (".json", ".arb")

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return
        at = line = 0
        for path, said in _walk(data, ()):
            # the parser tells no places: keys are met in the order in which they stand
            start = max(text.find(json.dumps(said, ensure_ascii=False), at), at)
            line += text.count("\n", at, start)
            at = start
            yield path, said, line + 1


class Yaml(Mapping):
    """YAML."""

    name = "yaml"
    suffixes = (".yml", ".yaml")

    def _leaves(self, text: str) -> Iterator[tuple[tuple[str, ...], str, int]]:
        try:
            root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except (yaml.YAMLError, RecursionError):
            return
        yield from _nodes(root, ())


def _walk(data: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(data, str) and path:
        yield path, data
    elif isinstance(data, dict) and len(path) < MAX_DEPTH:
        for key, value in data.items():
            yield from _walk(value, (*path, key))


def _nodes(
    node: yaml.Node | None, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, int]]:
    if isinstance(node, yaml.ScalarNode):
        if path and node.tag.endswith(":str"):
            yield path, node.value, node.start_mark.line + 1
    elif isinstance(node, yaml.MappingNode) and len(path) < MAX_DEPTH:
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield from _nodes(value, (*path, key.value.lstrip(":")))


JSON = Json()
YAML = Yaml()
