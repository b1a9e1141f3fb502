r"""Rust: how its people raise errors and write messages.

How errors are raised: ``panic!`` and its kin, ``assert!``, ``.expect``, ``bail!``, ``anyhow!``,
``Err(…)``, ``ok_or``, ``map_err``, ``.context``, ``XError::new``, error-level logging.
What is found: literals, ``format!`` with inline and positional captures, ``concat!``, locals,
constants, thiserror and snafu attributes, hand-written ``Display``, what other macros hold.
What is missed: text that a macro's expansion composes from pieces.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

import tree_sitter_rust

from errdex.languages import (
    rust_built,
    rust_display,
    rust_errors,
    rust_guards,
    rust_places,
    rust_sites,
    rust_tests,
    rust_text,
)
from errdex.languages.interface import Captures, Draft, Language, Source, Text
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

# how the hints for calls begin: an exclamation mark, a dot, ``Err``, ``Exception``, ``Failure``
_BANG = ord("!")
_CALLING = frozenset(b"!.EF")


class Rust(Language):
    """The Rust language."""

    name = "rust"
    queries = "rust"
    suffixes = (".rs",)
    hints = (
        re.compile(
            rb"!(?=\s?[({\[])(?:(?<=panic!)|(?<=reachable!)|(?<=todo!)|(?<=implemented!)|"
            rb"(?<=assert!)|(?<=assert_eq!)|(?<=assert_ne!)|(?<=matches!)|(?<=bail!)|(?<=anyhow!)|"
            rb"(?<=_err!)|(?<=eyre!)|(?<=miette!)|(?<=ensure!)|(?<=whatever!)|(?<=error!)|"
            rb"(?<=eprintln!)|(?<=eprint!))"
        ),
        re.compile(
            rb"\.(?:expect(?:_err)?|ok_or(?:_else)?|map_err|(?:with_)?context|wrap_err(?:_with)?|"
            rb"error)\("
        ),
        re.compile(rb"Err(?:\(|(?:or)?(?:Kind|Code|no|s)?\d*>?(?:::[\w:<>, ]*[({]| *\{))"),
        re.compile(rb"Exception::\w+[({]"),
        re.compile(rb"Failure::\w+[({]"),
        re.compile(rb"#\[(?:error|snafu|fail|display|should_panic)\b"),
        re.compile(rb"Display\s+for\s"),
        re.compile(rb"Error\s+for\s"),
        re.compile(rb"const [A-Z]\w*: &"),
        re.compile(rb"static [A-Z]\w*: &"),
    )
    import_hints = (re.compile(rb"\nuse \w"),)
    function_kinds = frozenset({"function_item", "macro_definition"})
    class_kinds = frozenset({"impl_item", "trait_item", "enum_item", "struct_item"})
    block_kinds = frozenset({"block", "source_file"})
    comment_kinds = frozenset({"line_comment", "block_comment"})
    leave_kinds = frozenset({"return_expression", "continue_expression", "break_expression"})
    call_kinds = frozenset({"call_expression", "macro_invocation"})

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_rust.language()

    def is_builtin_error(self, name: str) -> bool:
        """Whether the standard library defines this error."""
        return name.removeprefix("std::").startswith(("io::Error", "fmt::Error", "num::", "str::"))

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return rust_text.texts(source, node)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        if kind == "tokens":
            return self._held(source, captures["tokens"][0])
        node = captures["site"][0]
        found: Draft | None
        if kind == "display":
            return rust_display.displayed(source, captures)
        if kind == "attribute":
            found = rust_errors.attribute(source, node, source.text(captures["name"][0]))
        elif kind == "macro":
            found = rust_sites.macro(source, node, source.text(captures["name"][0]))
        elif kind == "method":
            found = rust_sites.method(source, node, source.text(captures["name"][0]))
        elif kind == "err":
            found = rust_built.returned(source, node)
        elif kind == "struct":
            found = rust_built.struct(source, node)
        else:
            found = rust_built.associated(source, node, captures["callee"][0])
        return [found] if found is not None else []

    def _held(self, source: Source, tree: Node) -> Iterable[Draft]:
        """The sites among a macro's tokens, where the hints say that they may be."""
        hits = source.once("hits", lambda: self._hits(source))
        start, end = tree.start_byte, tree.end_byte
        for place in hits[bisect_left(hits, start) : bisect_left(hits, end)]:
            token = source.root.descendant_for_byte_range(place, place)
            if token is None or token.type != "identifier":
                continue
            if not rust_places.is_test(source, place):
                found = rust_sites.held(source, token)
                if found is not None:
                    yield found

    def _hits(self, source: Source) -> list[int]:
        """Where the names stand that the hints for calls point to, in order."""
        data = source.data
        return [
            (start if data[start] == _BANG else start + len(data[start:end].rstrip(b" {("))) - 1
            for start, end in source.hits
            if data[start] in _CALLING
        ]

    def test_regions(self, source: Source) -> list[tuple[int, int]]:
        """Modules and functions that are compiled for tests alone."""
        return rust_places.test_regions(source)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments; a macro's callee ends with ``!``."""
        return rust_sites.call_of(source, node)

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or method."""
        return rust_places.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return rust_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after an earlier statement that may have left."""
        return rust_guards.early(source, statement)

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """The declared texts of an error type."""
        return rust_errors.error_class(source, captures)

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A constant's text."""
        return rust_errors.constant(source, captures)

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """Names bound by a ``use``."""
        return rust_errors.imports(source, captures["import"][0])

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return rust_tests.provocations(source, captures)


RUST = Rust()
