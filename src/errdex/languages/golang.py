r"""Go: how its people make errors and write messages.

How errors are raised: ``errors.New``, ``fmt.Errorf``, ``errors.Wrapf``, ``status.Errorf``,
``panic``, sentinels, ``&XError{…}``, ``log.Fatalf``, ``logger.Error``, ``http.Error``, stderr.
What is found: literals and raw strings, ``+``, verbs of ``fmt``, locals, constants, ``Error``
methods with fields, tables of texts, what the project's own reporters are given.
What is missed: messages that loops or builders put together, texts of generated files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import tree_sitter_go

from errdex.languages import (
    go_calls,
    go_guards,
    go_names,
    go_places,
    go_tests,
    go_text,
    go_types,
)
from errdex.languages.hints import Words
from errdex.languages.interface import Captures, Draft, Language, Source, Text
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_LETTERS = [bytes([letter]) for letter in range(ord("A"), ord("Z") + 1)]
_METHODS = (
    "Wrap Wrapf WithMessage WithMessagef WithHint WithHintf WithDetail WithDetailf Annotate "
    "Annotatef Invalid Required Forbidden NotSupported TooLong TypeInvalid BadParameter Msg Msgf "
    "AbortWithStatusJSON IndentedJSON PureJSON"
)
# what stands before a sentinel that is returned or compared
_BEFORE = (b" Err", b"return err", b"nil, err", b"0, err", b"= err", b'"", err', b"false, err")
_LEVELS = "rrorf rrorw rrorln rrorS rrorContext rrorDepth rrorDepthf"
# an empty pair of brackets asks for an error, it makes none
_GIVEN = rb"(?!\))"
_WORDS = Words(
    {
        b"panic(": b"",
        b"rror(": _GIVEN,
        b"rrors(": _GIVEN,
        **{f"{name}(".encode(): b"" for name in _LEVELS.split()},
        b"rror{": b"",
        b"Err{": b"",
        b"Err(": _GIVEN,
        b"Exception{": b"",
        b"Exception(": b"",
        b".New(": b"",
        b".Newf(": b"",
        b".New": rb"\w+\((?:[\w.]+, )?\"[^\"\n]* [^\"\n]* ",
        **{f".{name}(".encode(): b"" for name in _METHODS.split()},
        b".JSON(": rb"[4h]",
        **{
            f".{name}".encode(): rb"\w*\((?!\))"
            for name in ("Fatal", "Panic", "DPanic", "Exit", "Crit", "PrintErr")
        },
        b".Fprint": rb"(?:f|ln)?\([^,\n]*(?:[sS]td|[Ee]rr)",
        b".Sprintf(": rb"\w+, *\w+\.\.\.\)",
        b"tderr.WriteString(": b"",
        b"WriteString(os.Stderr": b"",
        b") Error() string": b"",
        b"Err": rb"\w*\) String\(\) string",
        b'Error = "': b"",
        b'Err = "': b"",
        **dict.fromkeys(go_tests.NAMES, rb"\w*\("),
        **dict.fromkeys(go_tests.MARKS, b""),
    },
    {
        b") String() string": b"",
        b" = map[": b"",
        b" = [": b"",
        b' = "': b"",
        b" = `": b"",
        **{before + letter: b"" for before in _BEFORE for letter in _LETTERS},
        b"= io.EOF": b"",
        b"Error:": b"",
        b".(*": rb"(?:\w+\.)?\w*Error\)",
        b"errors.Is(": b"",
        b"errors.As(": b"",
        b"\nimport ": b"",
    },
)


class Go(Language):
    """The Go language."""

    name = "go"
    queries = "go"
    suffixes = (".go",)
    prefilter = _WORDS
    hints = (_WORDS,)
    hint_gap = 400
    function_kinds = go_places.FUNCTIONS
    block_kinds = frozenset({"statement_list", "source_file"})
    comment_kinds = frozenset({"comment"})
    leave_kinds = go_guards.LEAVES
    call_kinds = frozenset({"call_expression"})

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_go.language()

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return go_text.texts(source, node)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        if kind == "shown":
            return go_types.shown(source, captures["method"][0])
        if kind == "table":
            return go_names.table(source, captures["body"][0])
        if kind == "typed":
            return go_names.typed(source, captures["spec"][0])
        node = captures["site"][0]
        if kind == "sentinel":
            return go_names.returned(source, node, source.text(captures["name"][0]))
        found: Draft | None
        if kind == "panic":
            found = go_calls.panicked(source, node)
        elif kind == "reporter":
            found = go_calls.reporter(source, node)
        elif kind == "composite":
            found = go_types.composite(source, node)
        elif kind == "conversion":
            found = go_types.converted(source, node, source.text(captures["name"][0]))
        else:
            found = go_calls.reported(source, node, source.text(captures["name"][0]))
        if found is None or go_calls.is_held(source, found):
            return []
        return [go_names.sentinel(source, found)]

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments; formats are filled."""
        return go_calls.call_of(source, node)

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or method."""
        return go_places.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        rule = go_guards.RULES.get(parent.type)
        return rule(source, parent, child) if rule is not None else []

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after an earlier statement that may have left."""
        return go_guards.early(source, statement)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """The type of an ``Error() string`` method."""
        return go_types.error_class(source, captures["method"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """Named texts and sentinel errors."""
        return go_names.constants(source, captures["spec"][0])

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """Packages by the names they have in this file."""
        return go_places.imports(source).items()

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """Errors that are looked for."""
        return go_names.catches(source, captures)

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return go_tests.provocations(source, captures)


GO = Go()
