"""TypeScript and TSX: JavaScript's rules over grammars that also read types.

How errors are raised: as in JavaScript.
What is found: also text behind ``as``, ``satisfies``, ``!`` and type assertions, members of
enums, parameter properties, abstract classes, namespaces.
What is missed: messages that only the type checker could tell.
"""

from __future__ import annotations

import tree_sitter_typescript

from errdex.languages.javascript import JavaScript


class TypeScript(JavaScript):
    """The TypeScript language."""

    name = "typescript"
    queries = "typescript"
    suffixes = (".ts", ".mts", ".cts")

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_typescript.language_typescript()


class Tsx(JavaScript):
    """TypeScript with JSX, where type assertions in angle brackets are elements instead."""

    name = "tsx"
    queries = "typescript"
    suffixes = (".tsx",)

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_typescript.language_tsx()


TYPESCRIPT = TypeScript()
TSX = Tsx()
