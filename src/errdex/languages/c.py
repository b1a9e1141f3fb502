r"""C: how its people report errors and write messages.

How errors are raised: C has no exceptions. Programs print to ``stderr``, call ``err``, ``warn``,
``perror``, ``error`` or a reporter of their own, log at an error level, assert, abort, put a text
into a buffer or field for errors, give a text back, or keep tables of texts indexed by code.
What is found: calls whose names read like reporting (no project's names are known here), calls with
a level of errors, printing to the stream for errors where its words, its conditions or what follows
tell of an error, filled error buffers, tables, switches and lists in macros, ``#error``; adjacent
strings, macros between strings, gettext, formats with ``*`` widths and ``PRIu64``, locals and
constants.
What is missed: text that macros compose with ``#x`` and ``##``, and reporters reached through
function pointers whose names say nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import tree_sitter_c
from tree_sitter import QueryCursor

from errdex.languages import c_calls, c_guards, c_hints, c_places, c_tables, c_text
from errdex.languages.fragments import fragment
from errdex.languages.interface import Captures, Draft, Language, Source, Text
from errdex.languages.queries import query
from errdex.model.facts import Call, Function, Guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from errdex.model.template import Template

_WORDS = c_hints.words()


class CLanguage(Language):
    """The C language."""

    name = "c"
    queries = "c"
    suffixes: tuple[str, ...] = (".c",)
    prefilter = _WORDS
    hints = (_WORDS,)
    function_kinds = frozenset({"function_definition", "preproc_function_def"})
    block_kinds = frozenset(
        {
            "translation_unit",
            "compound_statement",
            "case_statement",
            "labeled_statement",
            "declaration_list",
            "field_declaration_list",
            "linkage_specification",
            "preproc_if",
            "preproc_ifdef",
            "preproc_else",
            "preproc_elif",
        }
    )
    leave_kinds = c_guards.LEAVES
    call_kinds = frozenset({"call_expression"})
    text_rules = c_text.RULES

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_c.language()

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return c_text.texts(source, node)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "macro":
            return self._expanded(source, node, captures["value"][0])
        if kind == "table":
            return c_tables.table(source, node, captures["list"][0])
        found = self._one(source, kind, node, captures)
        return [found] if found is not None else []

    def _one(self, source: Source, kind: str, node: Node, captures: Captures) -> Draft | None:
        if kind == "call":
            return c_calls.called(source, node)
        if kind == "assigned":
            return c_tables.assigned(source, node)
        if kind == "returned":
            return c_tables.returned(source, node)
        if kind == "case":
            return c_tables.case(source, node, captures["label"][0])
        return c_tables.directive(source, node)

    def _expanded(self, source: Source, node: Node, value: Node) -> Iterator[Draft]:
        """The sites that a macro's body holds, and the texts of a list in a macro."""
        if node.type == "preproc_function_def":
            yield from c_tables.listed(source, node, value)
        compiled = query(source.language, "sites")
        if compiled is None or b"(" not in source.data[value.start_byte : value.end_byte]:
            return
        root = fragment(source, value, value.start_byte, value.end_byte)
        for index, captures in QueryCursor(compiled).matches(root):
            kind = str(compiled.pattern_settings(index).get("kind", ""))
            if kind in ("call", "assigned", "throw", "stream"):
                yield from self.drafts(source, kind, captures)

    def node_at(self, source: Source, offset: int) -> Node | None:
        """The smallest node at an offset, also in what a macro stands for."""
        node = source.root.descendant_for_byte_range(offset, offset)
        if node is None or node.type != "preproc_arg":
            return node
        body = fragment(source, node, node.start_byte, node.end_byte)
        return body.descendant_for_byte_range(offset, offset)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        return c_calls.call_of(source, node)

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or macro."""
        return c_places.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        rule = c_guards.RULES.get(parent.type)
        return rule(source, parent, child) if rule is not None else []

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after an earlier statement that may have left."""
        return c_guards.early(source, statement) if statement.type == "if_statement" else None

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A constant's text."""
        return c_tables.constants(source, captures["name"][0], captures["value"][0])


C = CLanguage()
