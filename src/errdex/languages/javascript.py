"""JavaScript: how its people throw errors and write messages.

How errors are raised: ``throw``, ``Promise.reject``, error objects passed to callbacks, returned
or assigned, asserting and invariant helpers, error-level logging, answers over HTTP, registries
of error codes, tables of messages.
What is found: literals, template literals, ``+``, ``concat``, ``join``, ``replace``, the console's
``%`` verbs, locals and closures, module constants and tables, builders in the same file, classes
and code registries that make their own text.
What is missed: messages computed by code that has to run.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import tree_sitter_javascript

from errdex.languages import (
    javascript_calls,
    javascript_classes,
    javascript_functions,
    javascript_guards,
    javascript_hints,
    javascript_modules,
    javascript_tests,
    javascript_text,
)
from errdex.languages import javascript_names as names
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.javascript_objects import (
    ERROR,
    arms_of,
    callee_of,
    is_caught,
    role_of,
    unwrapped,
)
from errdex.languages.javascript_reports import ASSERT, called, owned, reported
from errdex.languages.javascript_text import bare, plain_arguments
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_CLASS = re.compile(r"_*[A-Z]\w*[a-z]\w*|ERR_\w+|[A-Z]")
_REGISTERED = re.compile(r"(?:[A-Z]+_)*ERR_[A-Z]")
_FIELD = re.compile(r"\$\{[\w.]+\}|\{\{[#:]?\w")
_TABLE = re.compile(
    r"(?i)(?:messages?|msgs?|errors?|errs|locale|reasons|descriptions|warnings|_?strings)$"
)


class JavaScript(Language):
    """The JavaScript language, JSX included."""

    name = "javascript"
    queries = "javascript"
    suffixes: tuple[str, ...] = (".js", ".mjs", ".cjs", ".jsx")
    prefilter = javascript_hints.WORDS
    hints = (javascript_hints.WORDS,)
    function_kinds = names.FUNCTIONS
    block_kinds = frozenset(
        {
            "statement_block",
            "program",
            "switch_case",
            "switch_default",
            "if_statement",
            "else_clause",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "object",
        }
    )
    leave_kinds = frozenset(
        {"throw_statement", "return_statement", "continue_statement", "break_statement"}
    )
    call_kinds = frozenset({"call_expression", "new_expression"})

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_javascript.language()

    def is_function(self, node: Node) -> bool:
        """Whether a function has a name of its own; a callback belongs to what is around it."""
        return javascript_functions.is_named(node)

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return javascript_functions.comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return javascript_text.texts(source, node)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        callee = callee_of(node)
        if callee is None:
            return None
        args = javascript_calls.given(source, node.child_by_field_name("arguments"))
        return javascript_calls.call_of(source, source.text(callee), args)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        if kind == "raise":
            return self._thrown(source, captures["site"][0])
        if kind == "construct":
            return self._constructed(source, captures["site"][0])
        if kind in ("dict", "locale"):
            name_node = captures["name"][0]
            if kind == "locale" and not javascript_modules.is_outermost(name_node):
                return []
            return self._table(source, kind, name_node, captures["dict"][0])
        if kind == "teller":
            return self._told(source, captures["site"][0], source.text(captures["name"][0]))
        node, name = captures["site"][0], source.text(captures["name"][0])
        if kind == "call":
            if name == "reject":
                return self._rejected(source, node, promise=False)
            if name == "E":
                return self._registered(source, node)
            draft = called(source, node, name)
            if draft is None and not ASSERT.match(name):
                return self._made(source, node)
            return [draft] if draft else []
        if kind == "owned":
            if name.lower() in javascript_calls.STATUSES and role_of(source, node) is None:
                return []
            draft = owned(source, node, source.text(captures["owner"][0]), name)
            return [draft] if draft else []
        if name == "reject":
            return self._rejected(source, node, promise=True)
        draft = reported(source, node, name)
        if draft is None and name.endswith("Error"):
            return self._made(source, node)
        return [draft] if draft else []

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        raised = next((c for c in node.named_children if c.type != "comment"), None)
        if raised is None:
            return []
        arms = arms_of(raised)
        drafts = [self._raised(source, node, arm) for arm in arms]
        if len(arms) == 1 and arms[0].start_point.row == node.start_point.row:
            return drafts
        for draft, arm in zip(drafts, arms, strict=True):
            draft.node = arm
        sure = [d for d in drafts if d.error_class or _has_text(d)]
        if not sure or (len(arms) == 1 and arms[0].parent == node):
            drafts[0].node = node
            return drafts[:1]
        # the statement's line is what a reader sees, the arm's line what a stack trace shows
        apart = sure[0].node.start_point.row != node.start_point.row
        first = replace(sure[0], node=node)
        return [first, *sure] if apart else [first, *sure[1:]]

    def _raised(self, source: Source, node: Node, raised: Node) -> Draft:
        if raised.type in ("new_expression", "call_expression"):
            texts = javascript_text.said(source, raised) if raised.type[0] == "c" else []
            built = self._built(source, node, raised, "raise")
            if texts and not (built.texts and built.texts[0].is_text):
                built.texts = texts
            return built
        if raised.type == "identifier":
            return self._named(source, node, raised)
        if raised.type == "object":
            args = [javascript_calls.Given(None, raised, [placeholder(source, raised)])]
            args = [*javascript_calls.pairs(source, raised), *args]
            said = javascript_calls.read_arguments(source, "throw", args)
            texts = [t for t in said.texts if t.is_text]
            return Draft(node, "raise", texts, code=said.code, http_status=said.status)
        return Draft(node, "raise", javascript_text.texts(source, raised), reason="throws a value")

    def _named(self, source: Source, node: Node, raised: Node) -> Draft:
        """``throw name``: a local error object, a text, or what was caught."""
        name = source.text(raised)
        if is_caught(source, name, node):
            return Draft(node, "reraise", [placeholder(source, raised)], reason="throws a value")
        value = names.name_value(source, raised)
        value = bare(value) if value is not None else None
        if value is not None and value.type in ("new_expression", "call_expression"):
            draft = self._built(source, node, value, "raise")
            if draft.error_class or any(text.is_text for text in draft.texts):
                draft.inline = False
                return draft
        said = javascript_text.said(source, raised)
        if said:
            return Draft(node, "raise", said, inline=False)
        return Draft(node, "raise", [placeholder(source, raised)], reason="throws a value")

    def _built(self, source: Source, node: Node, call: Node, kind: str) -> Draft:
        """A site whose error is built by ``call``."""
        outer, call = call, unwrapped(source, call)
        callee_node = callee_of(call)
        callee = source.flat(callee_node, 200) if callee_node is not None else ""
        name = re.sub(r"<.*", "", callee).rpartition(".")[2]
        args = javascript_calls.given(source, call.child_by_field_name("arguments"))
        said = javascript_calls.read_arguments(source, callee, args)
        code, status = javascript_calls.later_fields(source, outer)
        if outer is not call:
            extra = javascript_calls.given(source, outer.child_by_field_name("arguments"))
            around = javascript_calls.read_arguments(source, callee, extra)
            code, status = code or around.code, status or around.status
        is_class = call.type == "new_expression" or bool(_CLASS.fullmatch(name))
        registered = name if _REGISTERED.match(name) else None
        texts = said.texts
        if registered and not any(" " in text.template.message for text in texts):
            texts = []  # the registered text takes the arguments in
        return Draft(
            node,
            kind,
            texts,
            error_class=name if is_class and re.fullmatch(r"[\w$]+", name) else None,
            call=javascript_calls.call_of(source, callee, args),
            http_status=said.status or status,
            code=said.code or code or registered,
        )

    def _constructed(self, source: Source, node: Node) -> list[Draft]:
        role = role_of(source, node)
        if role is None:
            return []
        draft = self._built(source, node, node, role)
        name = draft.error_class or ""
        if name == "Response":
            draft.kind, draft.error_class = "http", None
            return [draft] if draft.http_status and _has_text(draft) else []
        if not ERROR.search(name) and not _has_text(draft):
            return []
        if name.endswith("Warning"):
            draft.severity = "warning"
        return [draft]

    def _made(self, source: Source, node: Node) -> list[Draft]:
        """``createError(404, "…")``, ``TypeError("…")``: a call that returns an error object."""
        registered = self._registered(source, node)
        if registered:
            return registered
        role = role_of(source, node)
        if role is None:
            return []
        draft = self._built(source, node, node, role)
        return [draft] if _has_text(draft) else []

    def _registered(self, source: Source, node: Node) -> list[Draft]:
        """``E("ERR_X", "text %s", TypeError)``: the text of every error with that code."""
        read = javascript_classes.registration(source, node)
        if read is None or role_of(source, node) is None:
            return []
        code, texts, args = read
        classes = [source.text(arg) for arg in args[2:] if ERROR.search(source.text(arg))]
        numbers = [javascript_calls.status_of(source, arg) for arg in args[2:]]
        status = next((number for number in numbers if number), None)
        found = classes[0] if classes else None
        return [Draft(node, "declare", texts, error_class=found, code=code, http_status=status)]

    def _rejected(self, source: Source, node: Node, *, promise: bool) -> list[Draft]:
        """``Promise.reject(x)``; of a bare ``reject(x)`` only texts, its errors are built sites."""
        called_node = node.child_by_field_name("function")
        args = plain_arguments(node.child_by_field_name("arguments"))
        if not args or called_node is None:
            return []
        if promise and not source.text(called_node).startswith(("Promise.", "Q.", "$q.")):
            promise = False
        reason = bare(args[0])
        if reason.type in ("new_expression", "call_expression"):
            if not promise:
                return []
            draft = self._built(source, node, reason, "reject")
            known = reason.type == "new_expression" or ERROR.search(draft.error_class or "")
            return [draft] if known or _has_text(draft) else []
        texts = javascript_text.said(source, reason)
        return [Draft(node, "reject", texts)] if texts else []

    def _table(self, source: Source, kind: str, name: Node, table: Node) -> list[Draft]:
        """Every text of a table of messages."""
        named = bool(_TABLE.search(source.text(name).strip("\"'"))) or kind == "dict"
        if not named and not _FIELD.search(source.text(table)[:4_000]):
            return []
        found = []
        for value, key, texts in javascript_calls.table_texts(source, table):
            code = key if re.fullmatch(r"[A-Z][A-Z0-9_]{3,}|\d{3,5}", key) else None
            if not named and not any(text.template.placeholders for text in texts):
                continue
            found.append(Draft(value, "declare", texts, code=code))
        return found

    def _told(self, source: Source, function: Node, name: str) -> list[Draft]:
        """The texts that a function named for it returns: ``getErrorMessage(code)``."""
        found = []
        for text in javascript_calls.told_texts(source, function):
            texts = [t for t in javascript_text.said(source, text) if " " in t.template.message]
            if texts:
                found.append(Draft(text, "declare", texts))
        # a plain "error" tells texts only where it chooses among several
        return found if len(found) > 2 or name != "error" else []

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or method, once."""
        return source.once(
            ("function", path[-1].id), lambda: javascript_functions.function(source, path)
        )

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return javascript_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return javascript_guards.early(source, statement, self.leave_kinds)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class, constructor function or registered code that is an error."""
        return javascript_classes.error_class(source, captures)

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A module's named text, or each text of a table or enum."""
        return javascript_modules.constants(source, captures)

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """Names bound by an import, a require or a re-export."""
        return javascript_modules.imports(source, captures)

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The classes and codes that a ``catch`` clause asks for."""
        return javascript_tests.catches(source, captures["catch"][0])

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return javascript_tests.provocations(source, captures)


def _has_text(draft: Draft) -> bool:
    return any(text.is_text for text in draft.texts)


JAVASCRIPT = JavaScript()
