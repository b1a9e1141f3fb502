r"""Rust: how its people raise errors and write messages.

How errors are raised: ``panic!`` and its kin, ``assert!``, ``.expect``, ``bail!``, ``anyhow!``,
``Err(…)``, ``ok_or``, ``map_err``, ``.context``, ``XError::new``, error-level logging.
What is found: literals, ``format!`` with inline and positional captures, ``concat!``, locals,
constants, thiserror and snafu attributes, hand-written ``Display``, what other macros hold.
What is missed: text that a macro's expansion composes from pieces.
"""

from __future__ import annotations

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
from errdex.languages.hints import Words
from errdex.languages.interface import Captures, Draft, Language, Source, Text
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_MACROS = (
    "panic reachable todo implemented assert assert_eq assert_ne matches bail anyhow _err eyre "
    "miette ensure whatever error eprintln eprint"
)
_METHODS = (
    "expect expect_err ok_or ok_or_else map_err context with_context wrap_err wrap_err_with error"
)
_BUILT = rb"(?:Kind|Code|no|s)?\d*>?(?:::[\w:<>, ]*[({]| *\{)"
_WORDS = Words(
    {
        **{f"{name}!".encode(): rb"(?=\s?[({\[])" for name in _MACROS.split()},
        **{f".{name}(".encode(): b"" for name in _METHODS.split()},
        b"Err(": b"",
        b"Err": _BUILT,
        b"Error": _BUILT,
        b"Exception": rb"::\w+[({]",
        b"Failure": rb"::\w+[({]",
        **{b"#[" + name: rb"\b" for name in (b"error", b"snafu", b"fail", b"display")},
        b"#[should_panic": b"",
        b"Display": rb"\s+for\s",
        b"Error ": rb"\s*for\s",
        b"const ": rb"[A-Z]\w*: &",
        b"static ": rb"[A-Z]\w*: &",
    },
    {b"\nuse ": rb"\w"},
)


class Rust(Language):
    """The Rust language."""

    name = "rust"
    queries = "rust"
    suffixes = (".rs",)
    prefilter = _WORDS
    hints = (_WORDS,)
    function_kinds = frozenset({"function_item", "macro_definition"})
    block_kinds = frozenset({"block", "source_file"})
    comment_kinds = frozenset({"line_comment", "block_comment"})
    leave_kinds = frozenset({"return_expression", "continue_expression", "break_expression"})
    call_kinds = frozenset({"call_expression", "macro_invocation"})

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_rust.language()

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
            start + len(data[start:end].rstrip(b" !({")) - 1
            for start, end in source.hits
            if data[end - 1] in b"!({"
        ]

    def trimmed(self, data: bytes) -> bytes:
        """The file up to a last module of tests that expect no error."""
        return rust_places.trimmed(data)

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
