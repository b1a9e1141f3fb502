"""Dart: how its people throw errors and write messages.

How errors are raised: ``throw`` of an error, an exception or any value, ``rethrow``,
``Error.throwWithStackTrace``, ``assert`` in bodies and constructors, ``Future.error``,
``completeError``, ``addError``, error classes whose ``toString`` says what happened, enums of
reasons, severe logging, the error stream.
What is found: literals side by side, raw, of several lines, interpolation, ``+``, choices,
``switch`` as an expression, locals, named texts, string buffers, ``join``, functions of the file
that return a text, Flutter's errors of several parts, what ``dart:core`` says of a value.
What is missed: messages computed by functions of other files, texts in translation files, what
generated code holds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_dart

from errdex.languages import (
    dart_calls,
    dart_classes,
    dart_functions,
    dart_guards,
    dart_hints,
    dart_nodes,
    dart_reports,
    dart_tests,
    dart_text,
)
from errdex.languages.curly import comment_text
from errdex.languages.dart_nodes import arguments_of, called_by, plain
from errdex.languages.interface import Captures, Draft, Language, Source, Text, argument
from errdex.languages.locals import local_value
from errdex.model.facts import Call

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.facts import ErrorClass, Function, Guard, Provocation
    from errdex.model.template import Template

# what holds one call and nothing that decides whether it is reached
_WHOLE = frozenset(
    {
        "argument", "named_argument", "return_statement", "initialized_variable_definition",
        "expression_statement", "assignment_expression", *dart_nodes.CREATIONS,
    }
)  # fmt: skip
_FAILING = re.compile(r"(?:^|\.)(?:completeError|addError|(?:Future|Stream)\.error)$")


class Dart(Language):
    """The Dart language."""

    name = "dart"
    queries = "dart"
    suffixes = (".dart",)
    prefilter = dart_hints.WORDS
    test_prefilter = dart_hints.TEST_WORDS
    hints = (dart_hints.WORDS,)
    function_kinds = frozenset({"function_body"})
    block_kinds = frozenset(
        {
            "block", "switch_statement_case", "switch_statement_default", "class_body",
            "extension_body", "enum_body", "program",
        }
    )  # fmt: skip
    comment_kinds = dart_nodes.COMMENTS
    call_kinds = dart_nodes.HOLDERS
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_dart.language()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return dart_text.texts(source, node)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return dart_guards.leaves(source, statement)

    def is_function(self, node: Node) -> bool:
        """A body, or a constructor whose initializers hold the site."""
        if node.type == "function_body":
            return True
        if node.type not in ("declaration", "method_signature"):
            return False
        return any(c.type in dart_nodes.CONSTRUCTORS for c in node.children)

    def node_at(self, source: Source, offset: int) -> Node | None:
        """What holds the call whose name stands at an offset; which call is noted."""
        name = source.root.descendant_for_byte_range(offset, offset)
        at = name
        for _ in range(4):
            if at is None or at.type in ("selector", "cascade_section"):
                break
            if at.parent is None or at.parent.type in dart_nodes.HOLDERS:
                break
            at = at.parent
        following = at.next_sibling if at is not None else None
        part = following.children[0] if following is not None and following.children else None
        if at is None or part is None or part.type != "argument_part" or at.parent is None:
            return name
        holder, listing = at.parent, part.children[-1]
        source.once(("called", holder.id), lambda: listing)
        return holder

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        listing = source.once(("called", node.id), lambda: None)
        called = called_by(source, listing) if listing is not None else None
        if called is None or listing is None or not called[1].name:
            return None
        args = dart_calls.given(source, listing)
        written = called[1].name.removeprefix("().")
        if "." not in written and dart_nodes.is_method(source, node, written):
            written = f"this.{written}"
        return Call(written[:200], tuple(argument(a.name, a.texts) for a in args))

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        if kind == "reraise":
            return [Draft(node, "reraise", reason="throws a value")]
        if kind == "assert":
            return self._asserted(source, node)
        if kind == "declare":
            return list(dart_classes.declared(source, node))
        return self._called(source, node)

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        inner = plain(node)
        if not inner:
            return []
        arms = dart_calls.inner_of(inner[0])
        drafts = [self._raised(source, node, arm) for arm in arms]
        if len(drafts) > 1:
            for draft, arm in zip(drafts[1:], arms[1:], strict=True):
                draft.node = draft.anchor = arm
        return drafts

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        if thrown.type == "identifier" and not dart_nodes.tail_of(thrown):
            return self._named(source, node, thrown)
        made = dart_calls.built(source, thrown)
        if made is not None:
            draft = self._built(source, node, made, "raise")
            if made.class_name or any(text.is_text for text in draft.texts):
                return draft
        texts = dart_text.texts(source, thrown)
        reason = "" if any(text.is_text for text in texts) else "throws a value"
        return Draft(node, "raise", texts, reason=reason)

    def _named(self, source: Source, node: Node, thrown: Node) -> Draft:
        """``throw name``: a local error, a text, or what was caught."""
        name = source.text(thrown)
        value = local_value(source, name, thrown)
        for one in dart_calls.inner_of(value) if value is not None else ():
            made = dart_calls.built(source, one)
            if made is not None and made.class_name:
                draft = self._built(source, node, made, "raise")
                draft.inline = False
                return draft
        texts = dart_text.texts(source, thrown)
        if any(text.is_text for text in texts):
            return Draft(node, "raise", texts)
        caught = source.data.rfind(b"catch (" + name.encode(), 0, node.start_byte) >= 0
        kind = "reraise" if caught and value is None else "raise"
        return Draft(node, kind, texts, reason="throws a value")

    def _built(self, source: Source, node: Node, made: dart_calls.Built, kind: str) -> Draft:
        """A site whose error is built by a constructor or a call."""
        texts = dart_calls.message(source, made)
        return Draft(
            node,
            kind,
            texts,
            error_class=made.class_name or None,
            call=dart_calls.call_of(source, made),
            code=dart_calls.code(made),
            http_status=dart_calls.status(source, made),
            reason="" if made.class_name or texts else "throws a value",
        )

    def _asserted(self, source: Source, node: Node) -> list[Draft]:
        """``assert(c, "…")``; what runs only for its effect is none."""
        listing = next((c for c in node.children if c.type == "assertion_arguments"), None)
        inner = plain(listing) if listing is not None else []
        if listing is None or not inner:
            return []
        comma = next((c for c in listing.children if c.type == ","), None)
        told = comma.next_named_sibling if comma is not None else None
        while told is not None and told.type in dart_nodes.COMMENTS:
            told = told.next_named_sibling
        if told is None and inner[0].type == "function_expression":
            return []
        end = comma.start_byte if comma is not None else listing.end_byte - 1
        guards: tuple[Guard, ...] = ()
        if inner[0].type not in ("function_expression", "false", "true"):
            guards = (dart_guards.negated(source, inner[0], end, "assert"),)
        texts = dart_text.texts(source, told) if told is not None else []
        return [Draft(node, "assert", texts, error_class="AssertionError", guards=guards)]

    def _called(self, source: Source, listing: Node) -> list[Draft]:
        """A call that reports, rejects, or builds an error that someone else throws."""
        called = called_by(source, listing)
        if called is None:
            return []
        first, chain = called
        last = chain.name.rpartition(".")[2]
        names_error = dart_calls.names_error(chain.name)
        if not names_error and last not in dart_reports.RULES and last not in dart_calls.REJECTING:
            return []
        holder = first.parent if first.type not in dart_nodes.CREATIONS else first
        if holder is None:
            return []
        shown = holder if holder.type in _WHOLE else listing
        draft = dart_reports.report(source, shown, chain)
        if draft is not None:
            draft.anchor = first
            return [draft]
        if last in dart_calls.REJECTING:
            return self._rejected(source, listing, chain)
        if not names_error:
            return []
        role = dart_calls.role_of(source, listing, holder)
        if role is None:
            return []
        draft = self._built(source, shown, dart_calls.built_by(source, chain), role)
        draft.anchor = first
        return [draft]

    def _rejected(self, source: Source, listing: Node, chain: dart_nodes.Chain) -> list[Draft]:
        """``Future.error(E())``, ``completer.completeError(E())``, ``throwWithStackTrace``."""
        args = arguments_of(listing)
        last = chain.name.rpartition(".")[2]
        kind = "raise" if last == "throwWithStackTrace" else "reject"
        found: list[Draft] = []
        for one in dart_calls.inner_of(args[0].node) if args else ():
            made = dart_calls.built(source, one)
            holder = one.parent
            if holder is None:
                continue
            if made is not None and made.class_name:
                found.append(self._built(source, holder, made, kind))
            elif one.type == "string_literal" and _FAILING.search(chain.name):
                found.append(Draft(holder, kind, dart_text.texts(source, one)))
        return found

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function, method or constructor."""
        return dart_functions.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return dart_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return dart_guards.early(source, statement)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return dart_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A named text."""
        return dart_classes.constants(source, captures["field"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The class that an ``on`` clause names."""
        yield source.text(captures["catch"][0])

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Expected errors of one match of ``tests.scm``."""
        return dart_tests.provocations(source, captures)


DART = Dart()
