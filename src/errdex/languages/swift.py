"""Swift: how its people throw errors and write messages.

How errors are raised: ``throw`` of a case, a structure or a created error, ``fatalError``,
``preconditionFailure``, ``precondition``, ``assert``, ``assertionFailure``, errors handed to
``Result.failure``, promises, continuations and completion handlers, error types whose
``errorDescription`` or ``description`` says what each case means, diagnostics that are emitted,
error-level logging, the error stream, ``Abort`` over HTTP.
What is found: strings of one and several lines, raw ones, interpolation, ``+``,
``String(format:)``, ``NSLocalizedString``, choices, ``if`` and ``switch`` as expressions, locals,
named texts, initializers that build the text, ``NSError``'s and decoding errors' descriptions.
What is missed: texts that a string catalogue holds (the key is kept), messages computed by
functions of other files, compile-time texts (``#error``, ``@available``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_swift

from errdex.languages import (
    swift_calls,
    swift_classes,
    swift_functions,
    swift_guards,
    swift_hints,
    swift_nodes,
    swift_objects,
    swift_reports,
    swift_tests,
    swift_text,
)
from errdex.languages.curly import comment_text
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.locals import local_value
from errdex.languages.swift_directives import without_directives
from errdex.languages.swift_nodes import callee, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation
    from errdex.model.template import Template

_TYPE = re.compile(
    r"\bas[?!]?\s+([A-Z][\w.]*)|^is\s+([A-Z][\w.]*)|^(?:let\s+)?([A-Z]\w*(?:\.\w+)+)"
)


class Swift(Language):
    """The Swift language."""

    name = "swift"
    queries = "swift"
    suffixes = (".swift",)
    prefilter = swift_hints.WORDS
    test_prefilter = swift_hints.TEST_WORDS
    hints = (swift_hints.WORDS,)
    function_kinds = swift_nodes.FUNCTIONS
    block_kinds = frozenset(
        {"statements", "class_body", "enum_class_body", "protocol_body", "source_file"}
    )
    comment_kinds = swift_nodes.COMMENTS
    leave_kinds = frozenset({"control_transfer_statement"})
    call_kinds = swift_nodes.CALLS
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_swift.language()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return swift_text.texts(source, node)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return swift_guards.leaves(source, statement)

    def trimmed(self, data: bytes) -> bytes:
        """A file without the directives that the grammar has no place for."""
        return without_directives(data)

    def node_at(self, source: Source, offset: int) -> Node | None:
        """The name at an offset; at an empty range the grammar's own marks would be found."""
        return source.root.descendant_for_byte_range(offset, offset + 1)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        written = callee(source, node)
        if not written or swift_nodes.is_subscript(node):
            return None
        made = swift_calls.Built(written, is_class=False, args=swift_calls.given(source, node))
        if "." not in written and swift_nodes.is_method(source, node, written):
            written = f"self.{written}"
        return swift_calls.call_as(source, made, written)

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        if kind == "declare":
            return list(swift_classes.declared(source, node))
        return self._called(source, node)

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        if not any(c.type == "throw_keyword" for c in node.children):
            return []
        inner = [c for c in plain(node) if c.type != "throw_keyword"]
        if not inner or source.text(inner[-1]).startswith("XCTSkip"):
            return []
        arms = swift_calls.inner_of(inner[-1])
        drafts = [self._raised(source, node if len(arms) == 1 else arm, arm) for arm in arms]
        sure = [d for d in drafts if d.error_class or any(text.is_text for text in d.texts)]
        if len(arms) > 1:
            drafts = sure or drafts[:1]
            drafts[0].node, drafts[0].anchor = node, node
        return drafts

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        if thrown.type == "simple_identifier":
            return self._named(source, node, thrown)
        made = swift_calls.built(source, thrown, thrown=True)
        if made is not None:
            draft = self._built(source, node, made, "raise")
            if made.is_class or any(text.is_text for text in draft.texts):
                return draft
            draft.texts, draft.reason = [placeholder(source, thrown)], "throws a value"
            return draft
        return Draft(node, "raise", [placeholder(source, thrown)], reason="throws a value")

    def _named(self, source: Source, node: Node, thrown: Node) -> Draft:
        """``throw name``: a local error object, or what was caught."""
        name = source.text(thrown)
        if swift_objects.is_caught(source, name, node):
            return Draft(node, "reraise", [placeholder(source, thrown)], reason="throws a value")
        value = local_value(source, name, thrown)
        made = swift_calls.built(source, value, thrown=True) if value is not None else None
        if made is not None and made.is_class:
            draft = self._built(source, node, made, "raise")
            draft.inline = False
            return draft
        return Draft(node, "raise", [placeholder(source, thrown)], reason="throws a value")

    def _built(self, source: Source, node: Node, made: swift_calls.Built, kind: str) -> Draft:
        """A site whose error is built by a case, a creation or a call."""
        return Draft(
            node,
            kind,
            swift_calls.message(source, made),
            error_class=made.name.strip(".") if made.is_class else None,
            call=swift_calls.call_of(source, made),
            http_status=swift_calls.status(source, made),
            code=swift_calls.code(made),
        )

    def _called(self, source: Source, node: Node) -> list[Draft]:
        """A call that reports, rejects, or builds an error that someone else throws."""
        written = callee(source, node)
        name = written.rpartition(".")[2]
        rule = swift_reports.RULES.get(name)
        rejects = name in swift_objects.REJECTING
        if rule is None and not rejects and not swift_calls.names_error(written):
            return []
        if swift_nodes.is_subscript(node):
            return []
        draft = rule(source, node, name) if rule is not None else None
        if draft is not None:
            return [draft]
        if rejects:
            return self._rejected(source, node, name)
        return self._constructed(source, node, written)

    def _rejected(self, source: Source, node: Node, name: str) -> list[Draft]:
        """``promise.fail(E.closed)``, ``.failure(.init(…))``, ``resume(throwing: E())``."""
        found: list[Draft] = []
        for arg in swift_nodes.arguments_of(node):
            if name in ("resume", "finish") and arg.name != "throwing":
                continue
            for one in swift_calls.inner_of(arg.node):
                made = swift_calls.built(source, one, thrown=True)
                if made is None or not made.is_class or self._is_plain(made, name):
                    continue
                found.append(self._built(source, one, made, "reject"))
        return found

    def _is_plain(self, made: swift_calls.Built, name: str) -> bool:
        """Whether what is handed over is no error: ``.success(x)``, ``completion(.finished)``."""
        last = made.name.rpartition(".")[2]
        if last in swift_objects.REJECTING or last in ("success", "finished", "none", "some"):
            return True
        if name in ("failure", "fail", "Fail", "reject", "fireErrorCaught", "makeFailedFuture"):
            return False
        return not swift_calls.names_error(made.name)

    def _constructed(self, source: Source, node: Node, written: str) -> list[Draft]:
        """An error that is built to be returned, kept or given to something."""
        if not swift_calls.names_error(written):
            return []
        role = swift_objects.role_of(source, node)
        made = swift_calls.built(source, node) if role is not None else None
        if role is None or made is None or not made.is_class:
            return []
        return [self._built(source, node, made, role)]

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function, initializer or property."""
        return swift_functions.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return swift_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return swift_guards.early(source, statement)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A type or extension that is, or looks like, an error."""
        return swift_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A named text."""
        return swift_classes.constants(source, captures["field"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The class or case that a ``catch`` names."""
        pattern = captures["catch"][0].child_by_field_name("error")
        found = _TYPE.search(source.flat(pattern, 300)) if pattern is not None else None
        if found is not None:
            yield swift_calls.link_name(found[1] or found[2] or found[3])

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Expected errors of one match of ``tests.scm``."""
        return swift_tests.provocations(source, captures)


SWIFT = Swift()
