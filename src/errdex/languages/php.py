"""PHP: how its people throw errors and write messages.

How errors are raised: ``throw`` (a statement or an expression), named constructors
(``X::forFoo()``), errors built elsewhere and returned, ``trigger_error``, ``die`` and ``exit``,
``error_log`` and ``STDERR``, ``assert`` and assertion classes, ``abort`` and answers with a status,
``WP_Error``, PSR-3 loggers and consoles, lists of errors, messages of constraints.
What is found: both kinds of quotes, heredocs and nowdocs, ``.`` and ``.=``, ``sprintf`` and its
kin, translated texts, arrays of replacements, locals, constants, enums, default properties, classes
and named constructors that build the text, methods of the same file that build the error.
What is missed: texts that a catalogue holds under a key (the key is kept as code where an error is
made from it alone), and messages computed by code that has to run.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import tree_sitter_php

from errdex.languages import (
    php_calls,
    php_classes,
    php_format,
    php_guards,
    php_hints,
    php_nodes,
    php_objects,
    php_places,
    php_reports,
    php_tests,
    php_text,
)
from errdex.languages.curly import comment_text
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.locals import local_value
from errdex.languages.php_nodes import callee, name_of, simple_name
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_CONSTRAINT = re.compile(r"(?:Constraint|Comparison|Compound|Composite|Rule)$")
_MESSAGE_PROPERTY = re.compile(r"\$(?:\w+M|m)essage$")


class Php(Language):
    """The PHP language."""

    name = "php"
    queries = "php"
    suffixes = (".php", ".phtml", ".php5", ".php7")
    prefilter = php_hints.WORDS
    hints = (php_hints.WORDS,)
    function_kinds = php_nodes.FUNCTIONS
    block_kinds = frozenset(
        {
            "compound_statement",
            "colon_block",
            "program",
            "declaration_list",
            "case_statement",
            "default_statement",
        }
    )
    leave_kinds = frozenset(
        {
            "return_statement",
            "continue_statement",
            "break_statement",
            "exit_statement",
            "goto_statement",
        }
    )
    call_kinds = php_nodes.CALLS | {"object_creation_expression"}

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_php.language_php()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(re.sub(r"(?m)^\s*#+\s?", "", text))

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return php_text.texts(source, node)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        written = callee(source, node)
        return (
            php_calls.call_of(source, written, php_calls.given(source, node)) if written else None
        )

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        draft: Draft | None = None
        if kind == "construct":
            draft = self._constructed(source, node)
        elif kind == "function":
            draft = php_reports.function_report(source, node)
        elif kind == "method":
            draft = php_reports.method_report(source, node)
        elif kind == "static":
            draft = php_reports.static_report(source, node) or self._made(source, node)
        elif kind == "exit":
            draft = php_reports.exited(source, node)
        elif kind == "append":
            draft = php_reports.appended(source, node)
        elif kind == "declare":
            draft = self._declared(source, node)
        return [draft] if draft is not None else []

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        thrown = next((c for c in node.named_children if c.type != "comment"), None)
        if thrown is None:
            return []
        arms = php_objects.arms_of(thrown)
        if len(arms) == 1:
            return [self._raised(source, node, arms[0])]
        drafts = [self._raised(source, arm, arm) for arm in arms]
        sure = [d for d in drafts if d.error_class or any(text.is_text for text in d.texts)]
        if not sure:
            return [replace(drafts[0], node=node)]
        apart = sure[0].node.start_point.row != node.start_point.row
        first = replace(sure[0], node=node) if apart else replace(sure[0], anchor=node)
        return [first, *(sure if apart else sure[1:])]

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        if thrown.type == "variable_name":
            return self._named(source, node, thrown)
        told = php_objects.returned(source, thrown) if thrown.type in php_nodes.CALLS else None
        if told is not None:
            made, params = told
            draft = self._built(source, node, made, "raise")
            args = php_calls.given(source, thrown)
            draft.texts = [php_calls.bound(source, text, params, args) for text in draft.texts]
            draft.call = None
            return draft
        found = php_calls.built(source, thrown)
        shown = [placeholder(source, thrown)]
        if found is None:
            return Draft(node, "raise", shown, reason="throws a value")
        draft = self._built(source, node, found, "raise")
        if found.callee.endswith("::withMessages"):
            draft.texts = php_reports.thrown_messages(source, thrown) or draft.texts
            draft.http_status = 422
        if found.creation or any(text.is_text for text in draft.texts):
            return draft
        draft.texts, draft.reason = shown, "throws a value"
        return draft

    def _named(self, source: Source, node: Node, thrown: Node) -> Draft:
        """``throw $name``: a local error object, or what was caught."""
        name, shown = source.text(thrown), [placeholder(source, thrown)]
        value = local_value(source, name, thrown)
        made = php_calls.built(source, value) if value is not None else None
        if made is not None:
            draft = self._built(source, node, made, "raise")
            if draft.error_class or any(text.is_text for text in draft.texts):
                draft.inline = False
                return draft
        if php_objects.is_caught(source, name, node):
            return Draft(node, "reraise", shown, reason="throws a value")
        return Draft(node, "raise", shown, reason="throws a value")

    def _built(self, source: Source, node: Node, made: php_calls.Built, kind: str) -> Draft:
        """A site whose error is built by a creation or a call."""
        place = php_calls.message_place(source, made.args)
        return Draft(
            node,
            kind,
            php_calls.message(source, made.args),
            error_class=made.name or None,
            call=php_calls.call_of(source, made.callee, made.args),
            http_status=php_calls.status(source, made),
            code=php_calls.code(made.args, place) if _takes_code(made.name) else None,
        )

    def _constructed(self, source: Source, node: Node) -> Draft | None:
        """An error object built outside a ``throw``."""
        name = php_nodes.created(source, node)
        if name == "WP_Error":
            return self._wordpress(source, node)
        if name.endswith("Response"):
            return php_reports.response(source, node, name)
        own = php_classes.of_error(source, node, name)
        if not (own or php_nodes.ERROR.search(name)) or php_objects.is_thrown(node):
            return None
        if php_objects.only_traced(source, node):
            return None
        made = php_calls.built(source, node)
        if made is None:
            return None
        draft = self._built(source, node, made, "construct")
        sure = own or name.endswith("Exception") or any(text.is_text for text in draft.texts)
        return draft if sure else None

    def _wordpress(self, source: Source, node: Node) -> Draft | None:
        """``new WP_Error('code', 'message', ['status' => 404])``."""
        args = php_calls.given(source, node)
        if not args:
            return None
        texts = args[1].texts if len(args) > 1 else []
        status = None
        if len(args) > 2:
            status = php_calls.status_of(php_text.pairs(source, args[2].node).get("status", ""))
        return Draft(
            node,
            "construct",
            texts,
            error_class="WP_Error",
            code=php_calls.code(args[:1], None),
            http_status=status,
        )

    def _made(self, source: Source, node: Node) -> Draft | None:
        """``return X::because('…')``: an error made by a named constructor and thrown elsewhere."""
        owner = php_nodes.scope_of(source, node)
        if not owner.endswith("Exception") or php_objects.is_thrown(node):
            return None
        made = php_calls.built(source, node)
        if made is None:
            return None
        draft = self._built(source, node, made, "construct")
        worded = any(text.is_text and " " in text.template.message for text in draft.texts)
        return draft if worded else None

    def _declared(self, source: Source, node: Node) -> Draft | None:
        """``public string $message = 'This value …';`` of a constraint."""
        name, value = name_of(source, node), node.child_by_field_name("default_value")
        if value is None or not _MESSAGE_PROPERTY.match(name):
            return None
        owner = php_nodes.class_around(source, node)
        if owner is None or owner.type != "class_declaration":
            return None
        if not _CONSTRAINT.search(php_nodes.base_of(source, owner)):
            return None
        texts = [php_format.constrained(text) for text in php_text.said(source, value)]
        texts = [text for text in texts if " " in text.template.message]
        found = name_of(source, owner)
        return Draft(node, "declare", texts, error_class=found) if texts else None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or method."""
        return php_places.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return php_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return php_guards.early(source, statement, self.leave_kinds)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return php_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """Named texts."""
        return php_classes.constants(source, captures["constant"][0])

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """The names bound by a ``use`` declaration."""
        return php_classes.imports(source, captures["import"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The classes that a ``catch`` clause names."""
        kinds = captures["catch"][0].child_by_field_name("type")
        if kinds is None:
            return []
        return [simple_name(source.text(kind)) for kind in kinds.named_children]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return php_tests.provocations(source, captures["call"][0])


def _takes_code(name: str) -> bool:
    return "Api" in name or "Code" in name


PHP = Php()
