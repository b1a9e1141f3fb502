"""Load, inherit and compile query files, once per process.

This is the only place that builds ``tree_sitter`` languages and queries: building one pair twice
is what crashes tree-sitter 0.26 (docs/decisions/0002).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from tree_sitter import Language as Grammar
from tree_sitter import Parser, Query

from errdex.errors import LanguageError

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Language

_INHERITS = re.compile(r"^;\s*inherits:\s*([\w,\s]+?)\s*$", re.MULTILINE)
_grammars: dict[str, Grammar] = {}
_parsers: dict[str, Parser] = {}
_queries: dict[tuple[str, str], Query | None] = {}


def grammar(language: Language) -> Grammar:
    """The compiled grammar of a language."""
    found = _grammars.get(language.name)
    if found is None:
        found = _grammars[language.name] = Grammar(language.capsule())
    return found


def parser(language: Language) -> Parser:
    """This process's parser for a language."""
    found = _parsers.get(language.name)
    if found is None:
        found = _parsers[language.name] = Parser(grammar(language))
    return found


def tree(language: Language, data: bytes) -> Node:
    """The root of a file's syntax tree; a file with faults is read again as the language says."""
    root = parser(language).parse(data).root_node
    if root.has_error:
        readable = language.readable(data)
        if readable != data:
            return parser(language).parse(readable).root_node
    return root


def query(language: Language, name: str) -> Query | None:
    """The query file ``name`` of a language (with what it inherits), None where it has none.

    Raises:
        LanguageError: the file does not compile against the grammar.
    """
    key = (language.name, name)
    if key not in _queries:
        text = query_text(language.queries, name)
        try:
            _queries[key] = Query(grammar(language), text) if text else None
        except Exception as error:
            raise LanguageError(
                f"the query {language.queries}/{name}.scm does not compile: {error}",
                "compare its node names with the grammar's",
            ) from error
    return _queries[key]


@cache
def query_text(folder: str, name: str) -> str:
    """The text of a query file, the files it inherits first."""
    path = files("errdex") / "queries" / folder / f"{name}.scm"
    if not path.is_file():
        return ""
    text = path.read_text("utf-8")
    inherited = [
        query_text(parent.strip(), name)
        for line in _INHERITS.findall(text)
        for parent in line.split(",")
    ]
    return "\n".join([*inherited, text])
