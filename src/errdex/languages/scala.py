"""Scala: how its people throw errors and write messages.

How errors are raised: ``throw``, ``sys.error``, ``require``, ``assert`` and ``assume``, errors
given to ``Left``, ``Failure``, ``Future.failed``, ``ZIO.fail``, ``raiseError`` and promises,
logging at error level, ``System.err``, answers over HTTP, case classes, case objects and enums that
are errors.
What is found: literals, interpolators (``s``, ``f``, ``raw`` and a project's own), raw strings with
``stripMargin``, ``+``, ``format``, choices by ``if`` and ``match``, locals, constants of objects,
functions of the same file that are nothing but their text, classes that build their text for their
base or override ``getMessage``.
What is missed: texts built over several statements, errors made by macros.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import tree_sitter_scala

from errdex.languages import (
    scala_calls,
    scala_classes,
    scala_functions,
    scala_guards,
    scala_hints,
    scala_nodes,
    scala_tests,
    scala_text,
)
from errdex.languages.curly import comment_text
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.jvm_arguments import code_of, http_of, messages_of
from errdex.languages.jvm_names import ERROR, MAYBE_ERROR, REJECTING
from errdex.languages.locals import local_value
from errdex.languages.scala_calls import SHAPE
from errdex.languages.scala_nodes import Called, bare, called, inner_nodes, values_of
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_REJECTS = REJECTING | {"Left", "Failure", "die", "halt", "raiseErrorF", "failCause", "invalid"}
_UPPER = re.compile(r"(?:\w+\.)*[A-Z]\w*")
_MAKES = re.compile(r"^\w*[a-z](?:Exception|Error)\w*$")


class Scala(Language):
    """The Scala language, 2 and 3."""

    name = "scala"
    queries = "scala"
    suffixes = (".scala", ".sc")
    prefilter = scala_hints.WORDS
    hints = (scala_hints.WORDS,)
    function_kinds = scala_nodes.FUNCTIONS
    block_kinds = scala_nodes.BLOCKS
    comment_kinds = scala_nodes.COMMENTS
    leave_kinds = frozenset({"throw_expression", "return_expression"})
    call_kinds = frozenset({"call_expression", "instance_expression"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_scala.language()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return scala_text.texts(source, node)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return scala_guards.leaves(source, statement)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        call = called(source, node)
        return scala_calls.call_of(source, call) if call is not None else None

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        parent = node.parent
        if parent is not None and parent.child_by_field_name("function") == node:
            return []  # a second list of arguments follows
        call = called(source, node)
        if call is None:
            return []
        draft = scala_calls.reported(source, node, call) if node.type == "call_expression" else None
        draft = draft or self._constructed(source, node, call)
        return [draft] if draft is not None else []

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        inner = inner_nodes(node)
        if not inner:
            return []
        arms = values_of(inner[-1])
        if len(arms) == 1:
            return [self._raised(source, node, arms[0])]
        drafts = [self._raised(source, arm, arm) for arm in arms]
        sure = [d for d in drafts if d.error_class or any(t.is_text for t in d.texts)]
        if not sure:
            return [self._value(source, node, inner[-1])]
        # the statement's line is what a reader sees, the arm's line what a stack trace shows
        apart = sure[0].node.start_point.row != node.start_point.row
        first = replace(sure[0], node=node) if apart else replace(sure[0], anchor=node)
        return [first, *(sure if apart else sure[1:])]

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        call = called(source, thrown)
        if call is not None:
            return self._built(source, node, call, "raise")
        written = source.flat(thrown, 120)
        if thrown.type == "identifier":
            if _is_caught(source, written, node):
                return replace(self._value(source, node, thrown), kind="reraise")
            value = local_value(source, written, thrown)
            call = called(source, bare(value)) if value is not None else None
            if call is not None:
                draft = self._built(source, node, call, "raise")
                draft.inline = False
                if draft.error_class or any(t.is_text for t in draft.texts):
                    return draft
        if _UPPER.fullmatch(written):  # an object that is an error
            return Draft(node, "raise", error_class=written.rpartition(".")[2], call=Call(written))
        return self._value(source, node, thrown)

    def _value(self, source: Source, node: Node, thrown: Node) -> Draft:
        return Draft(node, "raise", [placeholder(source, thrown)], reason="throws a value")

    def _built(self, source: Source, node: Node, call: Called, kind: str) -> Draft:
        """A site whose error is built by a class or another call."""
        texts = messages_of(source, call.args, SHAPE)
        is_class = call.name[:1].isupper()
        if not is_class and not any(text.is_text for text in texts):
            texts = []
        draft = Draft(
            node,
            kind,
            texts,
            error_class=call.name if is_class else None,
            call=scala_calls.call_of(source, call),
            http_status=http_of(source, call.args),
            code=code_of(source, call.args),
        )
        if not is_class and not texts:
            draft.texts, draft.reason = [placeholder(source, node)], "throws a value"
        return draft

    def _constructed(self, source: Source, node: Node, call: Called) -> Draft | None:
        """An error object built outside a ``throw``."""
        if call.name == "Error" and node.type == "call_expression":
            return None  # a logging event
        upper = call.name[:1].isupper()
        sure = upper and bool(ERROR.search(call.name))
        if not upper and not _MAKES.match(call.name):
            return None
        if upper and not sure and not MAYBE_ERROR.search(call.name):
            return None
        if not upper and call.name.startswith(("is", "on", "log", "assert", "handle", "recover")):
            return None
        role = _role(source, node)
        if role is None:
            return None
        draft = self._built(source, node, call, role)
        worded = any(text.is_text and " " in text.template.message for text in draft.texts)
        return draft if worded or (sure and node.type == "instance_expression") else None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function."""
        return scala_functions.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return scala_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return scala_guards.early(source, statement)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class or object that is, or looks like, an error."""
        return scala_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A named text."""
        return scala_classes.constants(source, captures["field"][0])

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """The names bound by an import."""
        return scala_classes.imports(source, captures["import"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The classes that a ``catch`` names."""
        block = next(
            (c for c in captures["catch"][0].named_children if c.type == "case_block"), None
        )
        for clause in block.named_children if block is not None else ():
            pattern = clause.child_by_field_name("pattern")
            kind = pattern.child_by_field_name("type") if pattern is not None else None
            if kind is not None:
                yield source.text(kind).rpartition(".")[2]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return scala_tests.provocations(source, captures)


def _is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name stands for an error that a ``case`` of a ``catch`` binds."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for at, _ in scala_nodes.above(node):
        if at.type == "case_clause":
            pattern = at.child_by_field_name("pattern")
            if pattern is not None and word.search(source.text(pattern)):
                return True
    return False


def _role(source: Source, node: Node) -> str | None:
    """How an error built somewhere is used; None when a ``throw`` tells of it."""
    direct = True
    for at, _ in scala_nodes.above(node):
        if at.type == "throw_expression":
            return None if direct else "construct"
        if at.type == "arguments":
            direct = False
            call = called(source, at.parent) if at.parent is not None else None
            if call is not None and call.name in _REJECTS:
                return "reject"
        elif at.type in scala_nodes.CLASSES or at.type == "extends_clause":
            break
    return "construct"


SCALA = Scala()
