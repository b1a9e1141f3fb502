"""Kotlin: how its people throw errors and write messages.

How errors are raised: ``throw``, alone or as a branch of ``?:``, ``if`` and ``when``, ``error()``,
``check``, ``require`` and their kin with lazy messages, ``TODO``, error objects given to
``Result.failure``, continuations and callbacks, error-level logging (also with lambdas), Android's
``Log.e``, ``System.err``, answers over HTTP, sealed classes and objects that are errors, enums of
error codes.
What is found: string templates, raw strings with ``trimIndent`` and ``trimMargin``, ``+``,
``format``, ``buildString``, locals, constants of files, objects and companions, one-expression
functions of the same file, choices by ``if``, ``when`` and ``?:``, classes that build their text
for their base or override ``message``.
What is missed: texts built over several statements, and those of extension functions of other
files.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import tree_sitter_kotlin

from errdex.languages import (
    kotlin_calls,
    kotlin_classes,
    kotlin_functions,
    kotlin_guards,
    kotlin_hints,
    kotlin_newer,
    kotlin_nodes,
    kotlin_reports,
    kotlin_tests,
    kotlin_text,
)
from errdex.languages.curly import comment_text
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.jvm_arguments import code_of, http_of
from errdex.languages.jvm_names import ERROR, ERROR_ENUM, MAYBE_ERROR, REJECTING, THROWING
from errdex.languages.kotlin_nodes import Called, bare, called, inner_nodes, last_value
from errdex.languages.locals import local_value
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_REJECTS = REJECTING | {
    "resumeWithException",
    "cancel",
    "close",
    "completeExceptionally",
    "Failure",
}
_UPPER = re.compile(r"(?:\w+\.)*[A-Z]\w*")
_MAKES = re.compile(r"(?:\w*[a-z])?(?:Exception|Error)$|^\w*[a-z](?:Exception|Error)\w*$")
MAX_ARMS = 12


class Kotlin(Language):
    """The Kotlin language."""

    name = "kotlin"
    queries = "kotlin"
    suffixes = (".kt", ".kts")
    prefilter = kotlin_hints.WORDS
    hints = (kotlin_hints.WORDS,)
    function_kinds = kotlin_nodes.FUNCTIONS
    block_kinds = frozenset(
        {"block", "class_body", "enum_class_body", "source_file", "lambda_literal"}
    )
    comment_kinds = kotlin_nodes.COMMENTS
    leave_kinds = kotlin_nodes.LEAVING
    call_kinds = frozenset({"call_expression"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_kotlin.language()

    def readable(self, data: bytes) -> bytes:
        """The bytes with newer syntax as the grammar can read it."""
        return kotlin_newer.respelt(data)

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return kotlin_text.texts(source, node)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return kotlin_guards.leaves(source, statement)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        if kotlin_nodes.is_inner(node) and node.parent is not None:
            node = node.parent
        call = called(source, node)
        return kotlin_calls.call_of(source, call) if call is not None else None

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        if kind == "enum":
            return _entries(source, node)
        call = called(source, node)
        if call is None:
            return []
        draft = kotlin_reports.reported(source, node, call)
        draft = draft or self._constructed(source, node, call)
        return [draft] if draft is not None else []

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        inner = inner_nodes(node)
        if not inner:
            return []
        arms = _arms(inner[-1])
        if len(arms) == 1:
            return [self._raised(source, node, arms[0])]
        drafts = [self._raised(source, arm, arm) for arm in arms]
        sure = [d for d in drafts if d.error_class or any(t.is_text for t in d.texts)]
        if not sure:
            shown = [placeholder(source, inner[-1])]
            return [Draft(node, "raise", shown, reason="throws a value")]
        # the statement's line is what a reader sees, the arm's line what a stack trace shows
        apart = sure[0].node.start_point.row != node.start_point.row
        first = replace(sure[0], node=node) if apart else replace(sure[0], anchor=node)
        return [first, *(sure if apart else sure[1:])]

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        if thrown.type == "identifier":
            named = self._named(source, node, thrown)
            if named is not None:
                return named
        call = called(source, thrown)
        if call is not None:
            return self._built(source, node, call, "raise")
        written = source.flat(thrown, 120)
        if _UPPER.fullmatch(written):  # an object that is an error
            name = written.rpartition(".")[2]
            return Draft(node, "raise", error_class=name, call=Call(written))
        return Draft(node, "raise", [placeholder(source, thrown)], reason="throws a value")

    def _named(self, source: Source, node: Node, thrown: Node) -> Draft | None:
        """``throw name``: a local error object, or what was caught."""
        name = source.text(thrown)
        if _is_caught(source, name, node):
            return Draft(node, "reraise", [placeholder(source, thrown)], reason="throws a value")
        value = local_value(source, name, thrown)
        call = called(source, bare(value)) if value is not None else None
        if call is None:
            return None
        draft = self._built(source, node, call, "raise")
        draft.inline = False
        return draft if draft.error_class or any(t.is_text for t in draft.texts) else None

    def _built(self, source: Source, node: Node, call: Called, kind: str) -> Draft:
        """A site whose error is built by a constructor or another call."""
        texts = kotlin_calls.messages_of(source, call.args)
        is_class = call.name[:1].isupper()
        if not is_class and not any(text.is_text for text in texts):
            texts = []
        draft = Draft(
            node,
            kind,
            texts,
            error_class=call.name if is_class else None,
            call=kotlin_calls.call_of(source, call),
            http_status=http_of(source, call.args),
            code=code_of(source, call.args),
        )
        if not is_class and not texts:
            draft.texts, draft.reason = [placeholder(source, node)], "throws a value"
        return draft

    def _constructed(self, source: Source, node: Node, call: Called) -> Draft | None:
        """An error object built outside a ``throw``."""
        sure = bool(ERROR.search(call.name))
        if not call.name[:1].isupper():
            sure = False
            if not _MAKES.search(call.name) or call.name.startswith(("is", "on", "log", "assert")):
                return None
        elif not sure and not MAYBE_ERROR.search(call.name):
            return None
        role = _role(source, node)
        if role is None:
            return None
        draft = self._built(source, node, call, role)
        worded = any(text.is_text and " " in text.template.message for text in draft.texts)
        return draft if sure or worded else None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or constructor."""
        return kotlin_functions.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return kotlin_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return kotlin_guards.early(source, statement)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return kotlin_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A named text."""
        return kotlin_classes.constants(source, captures["field"][0])

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """The name bound by an import."""
        return kotlin_classes.imports(source, captures["import"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The class that a ``catch`` names."""
        kinds = (c for c in captures["catch"][0].named_children if c.type == "user_type")
        return [source.text(kind).rpartition(".")[2] for kind in kinds]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return kotlin_tests.provocations(source, captures)


def _entries(source: Source, node: Node) -> Iterable[Draft]:
    """``NOT_FOUND("No such lamp")`` of an enum of errors."""
    if not ERROR_ENUM.search(kotlin_nodes.name_of(source, node)):
        return
    body = next((c for c in node.named_children if c.type == "enum_class_body"), node)
    for entry in body.named_children:
        listing = next((c for c in entry.named_children if c.type == "value_arguments"), None)
        if entry.type != "enum_entry" or listing is None:
            continue
        args = [kotlin_nodes.given(source, c) for c in inner_nodes(listing)]
        texts = [t for t in kotlin_calls.messages_of(source, args) if t.is_text]
        if texts and " " in texts[0].template.message:
            code = source.text(entry.named_children[0])
            yield Draft(entry, "declare", texts[:1], code=code)


def _arms(thrown: Node, depth: int = 0) -> list[Node]:
    """The expressions that may be thrown: the branches of ``if``, ``when`` and ``?:``."""
    thrown = bare(thrown)
    if depth > 6:
        return [thrown]
    branches: list[Node] = []
    if thrown.type == "if_expression":
        condition = thrown.child_by_field_name("condition")
        branches = [c for c in inner_nodes(thrown) if c != condition]
    elif thrown.type == "when_expression":
        entries = [c for c in thrown.named_children if c.type == "when_entry"]
        branches = [entry.named_children[-1] for entry in entries if entry.named_children]
    values = [last_value(b) if b.type == "block" else b for b in branches]
    found = [arm for value in values if value is not None for arm in _arms(value, depth + 1)]
    return found[:MAX_ARMS] or [thrown]


def _is_caught(source: Source, name: str, node: Node) -> bool:
    for at, _ in kotlin_nodes.above(node):
        if at.type == "catch_block":
            bound = next((c for c in at.named_children if c.type == "identifier"), None)
            if bound is not None and source.text(bound) == name:
                return True
    return False


def _role(source: Source, node: Node) -> str | None:
    """How an error built somewhere is used; None when a ``throw`` tells of it."""
    direct = True
    for at, child in kotlin_nodes.above(node):
        kind = at.type
        if kind == "throw_expression":
            return None if direct else "construct"
        if kind == "value_arguments":
            direct = False
            call = called(source, at.parent) if at.parent is not None else None
            if call is not None and call.name in _REJECTS:
                return "reject"
        elif kind == "annotated_lambda":
            call = called(source, at.parent) if at.parent is not None else None
            if call is not None and call.name in THROWING:
                return "raise"
            direct = False
        elif kind == "navigation_expression" and child == at.named_children[0]:
            if source.text(at.named_children[-1]) in ("stackTrace", "printStackTrace"):
                return None
        elif kind in kotlin_nodes.CLASSES or kind == "constructor_invocation":
            break
    return "construct"


KOTLIN = Kotlin()
