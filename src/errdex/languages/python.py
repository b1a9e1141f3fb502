r"""Python: how its people raise errors and write messages.

How errors are raised: ``raise``, ``assert x, text``, ``sys.exit(text)``, ``warnings.warn``,
``parser.error``, error-level logging, printing to stderr, error objects built elsewhere.
What is found: literals, implicit joining, f-strings, ``%``, ``.format``, ``+``, locals, module
constants, gettext and textwrap wrappers, classes that build their own text.
What is missed: messages computed by code that has to run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_python

from errdex.languages import python_classes, python_reports, python_tests, python_text
from errdex.languages.interface import (
    Captures,
    Draft,
    Language,
    Source,
    Text,
    placeholder,
)
from errdex.languages.locals import local_value
from errdex.languages.python_calls import (
    arguments,
    call_of,
    code_of,
    is_caught,
    is_class_name,
    is_raised_wrapped,
    message_texts,
    status_of,
    unwrapped,
)
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template


class Python(Language):
    """The Python language."""

    name = "python"
    queries = "python"
    suffixes = (".py", ".pyw")
    prefilter = re.compile(
        rb"\braise\b|\bassert\b|(?:Error|Exception|Warning|Exit)\b|\bwarn(?:_explicit)?\(|\.error\(|exit\(|"
        rb"\.critical\(|\.fatal\(|abort\(|error_messages|stderr|\.exception\(|"
        rb"HttpResponse(?:Bad|Forb|Not|Server)"
    )
    test_prefilter = re.compile(rb"[Rr]aises|\bwarns\(")
    function_kinds = frozenset({"function_definition"})
    block_kinds = frozenset({"block", "module"})
    leave_kinds = frozenset(
        {"raise_statement", "return_statement", "continue_statement", "break_statement"}
    )

    call_kinds = frozenset({"call"})

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_python.language()

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return python_text.texts(source, node)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = (captures.get("site") or captures["dict"])[0]
        if kind == "raise":
            return self._raised(source, node, captures["raised"][0])
        if kind == "assert":
            return [self._asserted(source, node, captures)]
        if kind == "construct":
            return self._constructed(source, node)
        if kind == "dict":
            return self._declared(source, node)
        draft = self._called(source, node, source.text(captures["name"][0]))
        return [draft] if draft else []

    def _raised(self, source: Source, node: Node, raised: Node) -> list[Draft]:
        if raised.type == "parenthesized_expression" and raised.named_child_count == 1:
            return self._raised(source, node, raised.named_children[0])
        if raised.type == "conditional_expression":
            arms = [raised.named_children[0], raised.named_children[2]]
            drafts = [d for arm in arms for d in self._raised(source, node, arm)]
            first = drafts[0]
            first.texts = [text for d in drafts for text in d.texts]
            return [first]
        if raised.type == "call":
            built = unwrapped(source, raised)
            if built.type != "call":
                return self._raised(source, node, built)
            return [self._built(source, node, built, "raise")]
        if raised.type == "identifier":
            return [self._named(source, node, raised)]
        name = source.text(raised).rpartition(".")[2]
        if raised.type == "attribute" and is_class_name(name):
            return [Draft(node, "raise", error_class=name, call=Call(source.text(raised)))]
        return [Draft(node, "raise", [placeholder(source, raised)], reason="raises a value")]

    def _named(self, source: Source, node: Node, raised: Node) -> Draft:
        """``raise name``: a class, a local error object, or what was caught."""
        name = source.text(raised)
        value = local_value(source, name, node)
        if value is not None and value.type == "call":
            draft = self._built(source, node, unwrapped(source, value), "raise")
            if draft.error_class or any(text.is_text for text in draft.texts):
                draft.inline = False
                return draft
        if value is None and is_class_name(name):
            return Draft(node, "raise", error_class=name, call=Call(name))
        kind = "reraise" if is_caught(source, name, node) else "raise"
        return Draft(node, kind, [placeholder(source, raised)], reason="raises a value")

    def _built(self, source: Source, node: Node, call: Node, kind: str) -> Draft:
        """A site whose error is built by ``call``."""
        callee_node = call.child_by_field_name("function")
        callee = source.text(callee_node) if callee_node else ""
        name = callee.rpartition(".")[2]
        pairs = arguments(source, call)
        return Draft(
            node,
            kind,
            message_texts(pairs),
            error_class=name if is_class_name(name) and re.fullmatch(r"[\w.]+", callee) else None,
            call=call_of(callee, pairs),
            http_status=status_of(pairs),
            code=code_of(pairs),
        )

    def _asserted(self, source: Source, node: Node, captures: Captures) -> Draft:
        condition = captures["guard"][0]
        message = captures.get("message")
        texts = self.texts(source, message[0]) if message else []
        return Draft(
            node,
            "assert",
            texts,
            error_class="AssertionError",
            guards=(self.negated(source, condition, "assert"),),
        )

    def _constructed(self, source: Source, node: Node) -> list[Draft]:
        parent = node.parent
        while parent is not None and parent.type in ("parenthesized_expression", "attribute"):
            parent = parent.parent
        if parent is not None and parent.type in ("raise_statement", "conditional_expression"):
            return []
        if parent is not None and parent.type == "call" and is_raised_wrapped(parent):
            return []
        draft = self._built(source, node, node, "construct")
        if draft.error_class is None:
            return []
        if draft.error_class.endswith("Warning"):
            draft.severity = "warning"
        return [draft]

    def _declared(self, source: Source, table: Node) -> list[Draft]:
        """Every text of an ``error_messages`` table."""
        drafts = []
        for pair in table.named_children:
            value = pair.child_by_field_name("value") if pair.type == "pair" else None
            if value is None:
                continue
            texts = [t for t in self.texts(source, value) if t.is_text]
            if texts:
                formatted = [python_text.as_format(text) for text in texts]
                drafts.append(Draft(value, "declare", formatted, error_class="ValidationError"))
        return drafts

    def _called(self, source: Source, node: Node, name: str) -> Draft | None:
        """A call of a function that reports, exits or warns."""
        return python_reports.reported(source, node, name)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        callee = node.child_by_field_name("function")
        return call_of(source.text(callee), arguments(source, node)) if callee is not None else None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or method."""
        return python_classes.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        kind = parent.type
        if kind in ("if_statement", "elif_clause"):
            return self._branch_guards(source, parent, child)
        if kind == "while_statement" and child.type == "block":
            condition = parent.child_by_field_name("condition")
            return [self.plain(source, condition, "loop")] if condition else []
        if kind == "for_statement" and child.type == "block":
            header = source.before(parent, child)
            return [Guard(header, parent.start_point.row + 1, "loop")]
        if kind == "except_clause" and child.type == "block":
            caught = parent.named_children[0] if parent.named_children else None
            text = source.flat(caught) if caught and caught.type != "block" else "any exception"
            return [Guard(text, parent.start_point.row + 1, "catch")]
        if kind == "case_clause" and child.type == "block":
            block = parent.parent
            match = block.parent if block is not None else None
            subject = match.child_by_field_name("subject") if match is not None else None
            pattern = source.before(parent, child).removeprefix("case ")
            text = f"{source.flat(subject)} matches {pattern}" if subject else pattern
            return [Guard(text, parent.start_point.row + 1, "match")]
        return []

    def _branch_guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        condition = parent.child_by_field_name("condition")
        if condition is None:
            return []
        if child.type == "block":
            return [self.plain(source, condition, "if")]
        if child.type not in ("elif_clause", "else_clause"):
            return []
        guards = [self.negated(source, condition, "else")]
        for arm in parent.children:
            if arm.start_byte >= child.start_byte:
                break
            tested = arm.child_by_field_name("condition") if arm.type == "elif_clause" else None
            if tested is not None:
                guards.append(self.negated(source, tested, "else"))
        return guards

    def early(self, source: Source, statement: Node) -> Guard | None:
        """``if c: raise …`` or ``return`` before: ``not (c)`` holds afterwards."""
        if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
            return None
        body = statement.child_by_field_name("consequence")
        condition = statement.child_by_field_name("condition")
        last = body.named_children[-1] if body is not None and body.named_children else None
        if condition is None or last is None or last.type not in self.leave_kinds:
            return None
        return self.negated(source, condition, "early")

    def plain(self, source: Source, condition: Node, kind: str) -> Guard:
        """A condition that holds as written."""
        return Guard(source.flat(condition), condition.start_point.row + 1, kind)

    def negated(self, source: Source, condition: Node, kind: str) -> Guard:
        """A condition that must not hold, with its negation written out."""
        while condition.type == "parenthesized_expression" and condition.named_child_count == 1:
            condition = condition.named_children[0]
        text = source.flat(condition)
        if condition.type == "not_operator":
            inner = condition.child_by_field_name("argument")
            positive = source.flat(inner) if inner is not None else text
            return Guard(positive, condition.start_point.row + 1, kind, text)
        simple = condition.type in ("identifier", "attribute", "call", "subscript")
        turned = f"not {text}" if simple else f"not ({text})"
        return Guard(turned, condition.start_point.row + 1, kind, text)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return python_classes.error_class(source, captures)

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A module's named text, or each text of a named table."""
        return python_classes.constants(source, captures)

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """Names bound by an import statement."""
        return python_classes.imports(source, captures["import"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The classes an ``except`` clause names."""
        clause = captures["catch"][0]
        head = clause.named_children[0] if clause.named_children else None
        if head is None or head.type == "block":
            return []
        if head.type == "as_pattern":
            head = head.named_children[0]
        names = head.named_children if head.type == "tuple" else [head]
        found = [source.text(name).rpartition(".")[2] for name in names]
        return [name for name in found if name.isidentifier()]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return python_tests.provocations(source, captures)


PYTHON = Python()
