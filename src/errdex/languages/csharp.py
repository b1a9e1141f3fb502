"""C#: how its people throw errors and write messages.

How errors are raised: ``throw`` as statement and as expression, ``ThrowIf…`` of the runtime,
error objects returned or given to tasks, throw helpers and guard classes, ``Debug.Assert``,
``Environment.FailFast``, error-level logging, ``Console.Error``, answers over HTTP, model errors,
validation attributes and rules, Roslyn's diagnostics.
What is found: regular, verbatim, raw and interpolated strings, ``+``, ``string.Format``,
``Concat``, ``FormatWith``, ``nameof``, string builders, locals, constants, methods of the same
file that return a text, named holes of loggers, classes whose constructor or ``Message`` builds
the text. An error of the runtime that is told only a parameter's name says what the runtime says.
What is missed: texts that a resource file holds (the key is kept in the placeholder), and
messages computed by code that has to run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_c_sharp

from errdex.languages import (
    csharp_builder,
    csharp_calls,
    csharp_classes,
    csharp_functions,
    csharp_guards,
    csharp_hints,
    csharp_nodes,
    csharp_reports,
    csharp_tests,
    csharp_text,
)
from errdex.languages.csharp_nodes import called, callee, owner_of, type_name
from errdex.languages.csharp_objects import arms_of, is_caught, role_of, thrown_of
from errdex.languages.curly import comment_text
from errdex.languages.interface import Captures, Draft, Language, Source, Text, placeholder
from errdex.languages.jvm_names import ERROR
from errdex.languages.locals import local_value
from errdex.model.facts import Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_BUILTIN = re.compile(
    r"(?:System|Microsoft)\.[\w.]+|Exception|SystemException|ApplicationException|"
    r"(?:AccessViolation|Aggregate|Argument|ArgumentNull|ArgumentOutOfRange|Arithmetic|"
    r"ArrayTypeMismatch|BadImageFormat|DirectoryNotFound|DivideByZero|DllNotFound|EndOfStream|"
    r"FileLoad|FileNotFound|Format|HttpRequest|IO|IndexOutOfRange|InvalidCast|InvalidData|"
    r"InvalidOperation|InvalidProgram|KeyNotFound|Json|MemberAccess|MissingField|MissingMethod|"
    r"NotFiniteNumber|NotImplemented|NotSupported|NullReference|ObjectDisposed|OperationCanceled|"
    r"OutOfMemory|Overflow|PathTooLong|PlatformNotSupported|Rank|Security|Serialization|Socket|"
    r"StackOverflow|SwitchExpression|SynchronizationLock|TaskCanceled|Timeout|TypeInitialization|"
    r"TypeLoad|UnauthorizedAccess|Unreachable|UriFormat|Win32|Xml|Db|Validation|Cryptographic|"
    r"AmbiguousMatch|TargetInvocation|AuthenticationException|BadHttpRequest)Exception"
)
_ANSWER_CLASS = {
    "BadRequestObjectResult": 400,
    "NotFoundObjectResult": 404,
    "ConflictObjectResult": 409,
    "UnauthorizedObjectResult": 401,
    "UnprocessableEntityObjectResult": 422,
}
_MAYBE = re.compile(r"(?:Error|Failure|Problem|Fault)$")
_MAKES = re.compile(r"(?:Create|Make|New|Build|Get|Throw)(\w+Exception)")
_MAKER = re.compile(r"(?:Create|Make|New|Build|Wrap|To|Get|Throw|Raise)\w*Exception$")


class CSharp(Language):
    """The C# language."""

    name = "csharp"
    queries = "csharp"
    suffixes = (".cs",)
    prefilter = csharp_hints.WORDS
    hints = (csharp_hints.WORDS,)
    function_kinds = csharp_nodes.FUNCTIONS
    block_kinds = frozenset(
        {
            "block",
            "declaration_list",
            "compilation_unit",
            "switch_section",
            "preproc_if",
            "preproc_else",
            "preproc_elif",
        }
    )
    comment_kinds = csharp_nodes.COMMENTS
    leave_kinds = frozenset(
        {
            "throw_statement",
            "return_statement",
            "continue_statement",
            "break_statement",
            "goto_statement",
        }
    )
    call_kinds = csharp_nodes.CALLS
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_c_sharp.language()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return comment_text(text)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return csharp_text.texts(source, node)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        written = callee(source, node)
        if not written:
            return None
        return csharp_calls.call_of(source, written, csharp_calls.given(source, node))

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "raise":
            return self._thrown(source, node)
        draft: Draft | None = None
        if kind == "construct":
            draft = self._constructed(source, node)
        elif kind == "call":
            draft = self._called(source, node)
        elif kind == "attribute":
            draft = csharp_reports.attribute(source, node)
        return [draft] if draft is not None else []

    def _thrown(self, source: Source, node: Node) -> list[Draft]:
        thrown = thrown_of(node)
        if thrown is None:
            return []  # throw; goes on with what was caught
        arms = arms_of(thrown)
        if len(arms) == 1:
            return [self._raised(source, node, arms[0])]
        drafts = [self._raised(source, arm, arm) for arm in arms]
        sure = [d for d in drafts if d.error_class or any(text.is_text for text in d.texts)]
        if not sure:
            drafts[0].node = node
            return drafts[:1]
        sure[0].node, sure[0].anchor = node, node
        return sure

    def _raised(self, source: Source, node: Node, thrown: Node) -> Draft:
        if thrown.type == "identifier":
            return self._named(source, node, thrown)
        told = self._returned(source, node, thrown)
        if told is not None:
            return told
        made = csharp_calls.built(source, thrown)
        if made is not None:
            draft = self._built(source, node, made, "raise")
            if made.is_class or any(text.is_text for text in draft.texts):
                draft.error_class = draft.error_class or self._declared(source, thrown)
                return draft
            key = csharp_text.keyed(source, thrown)
            if key is not None:
                draft.texts = [key]
                return draft
        call = csharp_calls.call_of(source, made.callee, made.args) if made is not None else None
        declared = self._declared(source, thrown)
        shown = [placeholder(source, thrown)]
        return Draft(node, "raise", shown, reason="throws a value", call=call, error_class=declared)

    def _declared(self, source: Source, thrown: Node) -> str | None:
        """The error class that a method is named for, or in this file declared to return."""
        if thrown.type != "invocation_expression":
            return None
        named = _MAKES.fullmatch(called(source, thrown))
        if named is not None or owner_of(thrown) is not None:
            return named[1] if named is not None and _BUILTIN.fullmatch(named[1]) else None
        method = csharp_builder.method(source, called(source, thrown))
        kind = method.child_by_field_name("returns") if method is not None else None
        found = type_name(source, kind).rpartition(".")[2] if kind is not None else ""
        return found if ERROR.search(found) else None

    def _returned(self, source: Source, node: Node, thrown: Node) -> Draft | None:
        """``throw Failure(x)`` with a method of this file that builds the error."""
        if thrown.type != "invocation_expression":
            return None
        owner = owner_of(thrown)
        if owner is not None and source.text(owner) != "this":
            return None
        name, args = called(source, thrown), csharp_nodes.arguments_of(thrown)
        for value in csharp_builder.returned_nodes(source, name, len(args)):
            made = csharp_calls.built(source, value) if value.type in csharp_nodes.CALLS else None
            if made is None or not made.is_class:
                continue
            draft = self._built(source, node, made, "raise")
            draft.texts = [csharp_builder.bound(source, t, name, args, 0) for t in draft.texts]
            draft.inline, draft.call = False, None
            return draft
        return None

    def _named(self, source: Source, node: Node, thrown: Node) -> Draft:
        """``throw name``: a local error object, or what was caught."""
        name = source.text(thrown)
        if is_caught(source, name, node):
            return Draft(node, "reraise", [placeholder(source, thrown)], reason="throws a value")
        value = local_value(source, name, thrown)
        made = csharp_calls.built(source, value) if value is not None else None
        if made is not None:
            draft = self._built(source, node, made, "raise")
            if draft.error_class or any(text.is_text for text in draft.texts):
                draft.inline = False
                return draft
        return Draft(node, "raise", [placeholder(source, thrown)], reason="throws a value")

    def _built(self, source: Source, node: Node, made: csharp_calls.Built, kind: str) -> Draft:
        """A site whose error is built by a creation or a call."""
        return Draft(
            node,
            kind,
            csharp_calls.message(source, made),
            error_class=made.name if made.is_class else None,
            call=csharp_calls.call_of(source, made.callee, made.args),
            http_status=csharp_calls.status(source, made),
            code=csharp_calls.code(source, made),
        )

    def _constructed(self, source: Source, node: Node) -> Draft | None:
        """An error object built outside a ``throw``."""
        name = callee(source, node).rpartition(".")[2]
        if name in _ANSWER_CLASS or name == "ProblemDetails":
            return self._answer(source, node, name)
        if name == "DiagnosticDescriptor":
            return csharp_reports.diagnostic(source, node)
        failing = name in ("ValidationFailure", "ValidationResult")
        sure = name.endswith("Exception")
        if not sure and not failing and not _MAYBE.search(name):
            return None
        role = role_of(source, node)
        made = csharp_calls.built(source, node) if role is not None else None
        if role is None or made is None:
            return None
        draft = self._built(source, node, made, role)
        worded = [t for t in draft.texts if t.is_text and " " in t.template.message]
        if failing:
            keyed = [t for t in draft.texts if not t.is_text and not t.inline]
            draft.kind, draft.texts = "declare", worded or keyed
            draft.error_class = csharp_reports.VALIDATION
            return draft if draft.texts else None
        return draft if sure or worded else None

    def _answer(self, source: Source, node: Node, name: str) -> Draft | None:
        """``new BadRequestObjectResult("…")``, ``new ProblemDetails { Detail = "…" }``."""
        made = csharp_calls.built(source, node)
        if made is None:
            return None
        texts: list[Text] = []
        if name == "ProblemDetails":
            for member in ("Detail", "Title"):
                told = [m for m in made.members if m.name == member and m.is_text]
                texts = texts or [text for one in told for text in one.texts]
        elif made.args:
            texts = csharp_calls.body_text(source, made.args[0].node)
        status = _ANSWER_CLASS.get(name) or csharp_calls.status(source, made)
        return Draft(node, "http", texts, http_status=status) if texts else None

    def _called(self, source: Source, node: Node) -> Draft | None:
        """A call that reports, or that makes an error and is thrown by someone else."""
        name = called(source, node)
        draft = csharp_reports.reported(source, node, name)
        if draft is not None:
            return draft
        owner = owner_of(node)
        named = owner is not None and owner.type in ("identifier", "member_access_expression")
        simple = source.flat(owner, 80).rpartition(".")[2] if owner is not None and named else ""
        by_class = simple.endswith("Exception") and simple[:1].isupper()
        if not by_class and not _MAKER.match(name):
            return None
        role = role_of(source, node)
        made = csharp_calls.built(source, node) if role is not None else None
        if role is None or made is None:
            return None
        role = "raise" if name.startswith("Throw") else role
        draft = self._built(source, node, made, role)
        draft.error_class = draft.error_class or self._declared(source, node)
        worded = any(text.is_text and " " in text.template.message for text in draft.texts)
        return draft if worded else None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a method, constructor or property."""
        return csharp_functions.function(source, path)

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return csharp_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the method."""
        return csharp_guards.early(source, statement, self.leave_kinds)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return csharp_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A class's or method's named text."""
        return csharp_classes.constants(source, captures["field"][0])

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """The name bound by ``using A = B;``."""
        return csharp_classes.imports(source, captures["import"][0])

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The class that a ``catch`` clause names."""
        clause = captures["catch"][0]
        caught = next((c for c in clause.named_children if c.type == "catch_declaration"), None)
        kind = caught.child_by_field_name("type") if caught is not None else None
        return [type_name(source, kind).rpartition(".")[2]] if kind is not None else []

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return csharp_tests.provocations(source, captures)


CSHARP = CSharp()
