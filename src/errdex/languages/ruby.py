r"""Ruby: how its people raise errors and write messages.

How errors are raised: ``raise`` and ``fail`` with a text, a class, a class and a text or an
object, ``abort``, ``warn`` and printing to stderr (before ``exit`` or not), error-level logging,
``errors.add`` and declared validations, ``halt``, ``error!`` and ``render`` with an error status,
error objects built elsewhere. ``throw`` is control flow and ``raise`` alone passes on.
What is found: literals in all quotes, heredocs, adjacent strings, ``#{}``, ``%``, ``format``,
``+`` and ``<<``, ``join``, locals, constants and tables of texts, methods without parameters that
return text, gettext, ``default:`` of ``I18n.t``, classes whose ``initialize``, ``message`` or
``to_s`` builds the text.
What is missed: texts that only a locale file has, messages computed by code that has to run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_ruby

from errdex.languages import (
    ruby_classes,
    ruby_guards,
    ruby_hints,
    ruby_reports,
    ruby_tests,
    ruby_text,
)
from errdex.languages.interface import Captures, Draft, Language, Source, Text
from errdex.languages.ruby_calls import arguments, built, call_of, callee_of
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template


class Ruby(Language):
    """The Ruby language."""

    name = "ruby"
    queries = "ruby"
    suffixes = (".rb", ".rake", ".gemspec", ".ru", ".thor", ".podspec", ".jbuilder")
    prefilter = ruby_hints.WORDS
    hints = (ruby_hints.WORDS, ruby_hints.CONSTANTS)
    hint_gap = 150
    function_kinds = frozenset({"method", "singleton_method"})
    block_kinds = frozenset({
        "program", "body_statement", "then", "else", "do", "block_body", "begin", "ensure",
        "parenthesized_statements", "begin_block", "end_block",
    })  # fmt: skip
    leave_kinds = ruby_guards.LEAVING
    call_kinds = frozenset({"call"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_ruby.language()

    def is_function(self, node: Node) -> bool:
        """A method, or the block that ``define_method`` makes one."""
        if node.type in self.function_kinds:
            return True
        if node.type not in ("block", "do_block") or node.parent is None:
            return False
        method = node.parent.child_by_field_name("method")
        return method is not None and method.text in (b"define_method", b"define_singleton_method")

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the next statement: ``raise`` is a call like others."""
        return ruby_guards.leaves(source, statement)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return ruby_text.texts(source, node)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "call":
            return ruby_reports.called(source, node, source.text(captures["name"][0]))
        if kind == "validates":
            return ruby_reports.validated(source, node)
        found: Draft | None
        if kind == "construct":
            found = self._constructed(source, node)
        elif kind == "received":
            name, owner = captures["name"][0], captures["receiver"][0]
            found = ruby_reports.received(source, node, source.text(name), source.text(owner))
        else:
            table, value = captures["table"][0], captures["value"][0]
            rule = ruby_reports.appended if kind == "appended" else ruby_reports.flashed
            found = rule(source, node, table, value)
        return [found] if found is not None else []

    def _constructed(self, source: Source, node: Node) -> Draft | None:
        """``X.new(…)`` that no ``raise`` around it raises."""
        at = node.parent
        for _ in range(6):
            if at is None or at.type in self.block_kinds or at.type == "assignment":
                break
            method = at.child_by_field_name("method") if at.type == "call" else None
            if method is not None and source.text(method) in ("raise", "fail"):
                return None
            at = at.parent
        draft = built(source, node, node, "construct")
        if draft is not None and (draft.error_class or "").endswith("Warning"):
            draft.severity = "warning"
        return draft

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments; without a receiver it is a call on ``self``."""
        if node.type != "call":
            return None
        callee = callee_of(source, node)
        named = node.child_by_field_name("receiver") is not None
        return call_of(callee if named else f"self.{callee}", arguments(source, node))

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a method."""
        return ruby_classes.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return ruby_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left."""
        return ruby_guards.early(source, statement)

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return re.sub(r"(?m)^\s*#+ ?|^=(?:begin|end)\b.*$|:nodoc:", "", text).strip()

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return ruby_classes.error_class(source, captures)

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A named text, or each text of a named table."""
        return ruby_classes.constants(source, captures)

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The classes that a ``rescue`` names."""
        listing = captures["catch"][0].child_by_field_name("exceptions")
        names = listing.named_children if listing is not None else ()
        found = [
            source.text(name).rpartition("::")[2]
            for name in names
            if name.type in ("constant", "scope_resolution")
        ]
        return [name for name in found if name.isidentifier()]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return ruby_tests.provocations(source, captures)


RUBY = Ruby()
