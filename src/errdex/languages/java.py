"""Java: how its people throw errors and write messages.

How errors are raised: ``throw``, error objects returned, passed to callbacks and futures or built
in suppliers, factory methods, ``assert``, asserting helpers (``Objects.requireNonNull``, Guava's
``Preconditions``, Spring's ``Assert``, ``Validate``), error-level logging, ``System.err``, answers
over HTTP, enums of error codes, constraint annotations, JBoss message interfaces.
What is found: literals, text blocks, ``+``, ``concat``, ``String.format`` and ``formatted``,
``MessageFormat``, the loggers' ``{}``, ``StringBuilder`` chains, locals, constants, methods of the
same file that return a text, suppliers, classes whose constructor or ``getMessage`` builds it.
What is missed: texts that a resource bundle holds (the key is kept in the placeholder), and
messages computed by code that has to run.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import tree_sitter_java

from errdex.languages import (
    java_builder,
    java_calls,
    java_classes,
    java_declared,
    java_functions,
    java_guards,
    java_hints,
    java_nodes,
    java_reports,
    java_tests,
    java_text,
)
from errdex.languages.curly import comment_text
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.java_nodes import callee, name_of
from errdex.languages.java_objects import arms_of, is_caught, role_of, thrown_of
from errdex.languages.jvm_names import ERROR, MAKER, MAYBE_ERROR, NO_MAKER, status_of
from errdex.languages.locals import local_value
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template


class Java(Language):
    """The Java language."""

    name = "java"
    queries = "java"
    suffixes = (".java",)
    prefilter = java_hints.WORDS
    hints = (java_hints.WORDS,)
    function_kinds = java_nodes.FUNCTIONS
    block_kinds = frozenset(
        {
            "block",
            "constructor_body",
            "class_body",
            "interface_body",
            "enum_body",
            "enum_body_declarations",
            "program",
            "switch_block_statement_group",
        }
    )
    comment_kinds = java_nodes.COMMENTS
    leave_kinds = frozenset(
        {
            "throw_statement",
            "return_statement",
            "continue_statement",
            "break_statement",
            "yield_statement",
        }
    )
    call_kinds = frozenset({"method_invocation", "object_creation_expression"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_java.language()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return java_text.texts(source, node)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        written = callee(source, node)
        return (
            java_calls.call_of(source, written, java_calls.given(source, node)) if written else None
        )

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        if kind == "enum":
            return java_declared.enum_texts(source, node)
        draft: Draft | None = None
        if kind == "construct":
            draft = self._constructed(source, node)
        elif kind == "call":
            draft = self._called(source, node)
        elif kind == "assert":
            draft = self._asserted(source, node)
        elif kind == "reference":
            draft = self._referred(source, node)
        elif kind == "annotation":
            draft = java_declared.annotated(source, node)
        elif kind == "default" and name_of(source, node) == "message":
            value = node.child_by_field_name("value")
            draft = java_declared.constraint(source, value) if value is not None else None
        return [draft] if draft is not None else []

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        thrown = thrown_of(node)
        if thrown is None:
            return []
        arms = arms_of(thrown)
        if len(arms) == 1:
            return [self._raised(source, node, arms[0])]
        drafts = [self._raised(source, arm, arm) for arm in arms]
        sure = [d for d in drafts if d.error_class or any(text.is_text for text in d.texts)]
        if not sure:
            return [replace(drafts[0], node=node)]
        # the statement's line is what a reader sees, the arm's line what a stack trace shows
        apart = sure[0].node.start_point.row != node.start_point.row
        first = replace(sure[0], node=node) if apart else replace(sure[0], anchor=node)
        return [first, *(sure if apart else sure[1:])]

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        if thrown.type == "identifier":
            return self._named(source, node, thrown)
        told = self._returned(source, node, thrown)
        if told is not None:
            return told
        made = java_calls.built(source, thrown)
        if made is not None and (made.is_class or made.args or made.extra):
            draft = self._built(source, node, made, "raise")
            draft.error_class = draft.error_class or java_builder.returned_class(source, thrown)
            if made.is_class or any(text.is_text for text in draft.texts):
                return draft
            if draft.error_class is not None:  # what it is given is no message, as far as one sees
                draft.texts, draft.reason = [placeholder(source, thrown)], "throws a value"
                return draft
        call = java_calls.call_of(source, made.callee, made.args) if made is not None else None
        shown = [placeholder(source, thrown)]
        return Draft(node, "raise", shown, reason="throws a value", call=call)

    def _returned(self, source: Source, node: Node, thrown: Node) -> Draft | None:
        """``throw failure(x)`` with a method of this file that builds the error."""
        if thrown.type != "method_invocation":
            return None
        name, args = name_of(source, thrown), java_nodes.arguments_of(thrown)
        owner = thrown.child_by_field_name("object")
        if owner is not None and source.text(owner) != "this":
            return None
        for value in java_builder.returned_node(source, name, len(args)):
            made = java_calls.built(source, value) if value.type.startswith("object_") else None
            if made is None:
                continue
            draft = self._built(source, node, made, "raise")
            draft.texts = [java_builder.bound(source, t, name, args, 0) for t in draft.texts]
            draft.inline, draft.call = False, None
            return draft
        return None

    def _named(self, source: Source, node: Node, thrown: Node) -> Draft:
        """``throw name``: a local error object, or what was caught."""
        name = source.text(thrown)
        if is_caught(source, name, node):
            return Draft(node, "reraise", [placeholder(source, thrown)], reason="throws a value")
        value = local_value(source, name, thrown)
        made = java_calls.built(source, value) if value is not None else None
        if made is not None:
            draft = self._built(source, node, made, "raise")
            if draft.error_class or any(text.is_text for text in draft.texts):
                draft.inline = False
                return draft
        return Draft(node, "raise", [placeholder(source, thrown)], reason="throws a value")

    def _built(self, source: Source, node: Node, made: java_calls.Built, kind: str) -> Draft:
        """A site whose error is built by a creation or a call."""
        return Draft(
            node,
            kind,
            java_calls.message(source, made),
            error_class=made.name if made.is_class else None,
            call=java_calls.call_of(source, made.callee, made.args),
            http_status=java_calls.status(source, made),
            code=java_calls.code(source, made),
        )

    def _constructed(self, source: Source, node: Node) -> Draft | None:
        """An error object built outside a ``throw``."""
        name = callee(source, node).rpartition(".")[2]
        sure = bool(ERROR.search(name))
        if name == "ResponseEntity":
            return self._entity(source, node)
        if not sure and not MAYBE_ERROR.search(name):
            return None
        if name == "Throwable" and not java_nodes.arguments_of(node):
            return None  # whoever makes one wants its stack
        role = role_of(source, node)
        made = java_calls.built(source, node) if role is not None else None
        if role is None or made is None:
            return None
        draft = self._built(source, node, made, role)
        return draft if sure or any(text.is_text for text in draft.texts) else None

    def _entity(self, source: Source, node: Node) -> Draft | None:
        """``new ResponseEntity<>("…", HttpStatus.NOT_FOUND)``."""
        made = java_calls.built(source, node)
        if made is None or len(made.args) < 2:
            return None
        status = status_of(source.flat(made.args[-1].node, 100))
        texts = [text for text in made.args[0].texts if text.is_text]
        return Draft(node, "http", texts, http_status=status) if status and texts else None

    def _called(self, source: Source, node: Node) -> Draft | None:
        """A call that reports, or that makes an error and is thrown by someone else."""
        name = name_of(source, node)
        draft = java_reports.reported(source, node, name)
        if draft is not None:
            return draft
        owner = node.child_by_field_name("object")
        of_class = owner is not None and owner.type in ("identifier", "field_access")
        simple = source.flat(owner, 80).rpartition(".")[2] if owner is not None and of_class else ""
        by_class = bool(ERROR.search(simple)) and simple[:1].isupper()
        if not by_class and (not MAKER.match(name) or NO_MAKER.match(name)):
            return None
        role = role_of(source, node)
        made = java_calls.built(source, node) if role is not None else None
        if role is None or made is None:
            return None
        draft = self._built(source, node, made, role)
        worded = any(text.is_text and " " in text.template.message for text in draft.texts)
        return draft if worded else None

    def _asserted(self, source: Source, node: Node) -> Draft | None:
        inner = [c for c in node.named_children if c.type not in java_nodes.COMMENTS]
        if not inner:
            return None
        texts = self.texts(source, inner[1]) if len(inner) > 1 else []
        guards = (java_guards.negated(source, inner[0], "assert"),)
        return Draft(node, "assert", texts, error_class="AssertionError", guards=guards)

    def _referred(self, source: Source, node: Node) -> Draft | None:
        """``orElseThrow(NotFoundException::new)``."""
        written, _, last = source.flat(node, 120).rpartition("::")
        name = re.sub(r"<.*", "", written).strip().rpartition(".")[2]
        role = role_of(source, node) if last == "new" and ERROR.search(name) else None
        if role != "raise":
            return None
        return Draft(node, role, error_class=name, call=Call(name))

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a method or constructor."""
        return java_functions.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return java_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the method."""
        return java_guards.early(source, statement, self.leave_kinds)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return java_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A class's named text, or the texts of an enum."""
        return java_declared.constants(
            source, (captures.get("field") or captures["enumeration"])[0]
        )

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """The name bound by an import."""
        return java_declared.imports(source, captures["import"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The classes that a ``catch`` clause names."""
        clause = captures["catch"][0]
        caught = next(
            (c for c in clause.named_children if c.type == "catch_formal_parameter"), None
        )
        kinds = (
            next((c for c in caught.named_children if c.type == "catch_type"), None)
            if caught is not None
            else None
        )
        names = kinds.named_children if kinds is not None else []
        return [source.text(name).rpartition(".")[2] for name in names]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return java_tests.provocations(source, captures)


JAVA = Java()
