"""Elixir: how its people raise errors and write messages.

How errors are raised: ``raise`` and ``reraise`` with a text, a module, its fields, ``throw`` and
``exit`` with a text, ``{:error, "…"}``, ``Logger.error`` and above, ``IO.warn``, ``Mix.raise``, the
error stream, changesets' ``add_error`` and the ``message:`` of validations, the project's own
reporters.
What is found: strings, heredocs and sigils, ``<>``, interpolation, variables, module attributes,
``gettext``, choices by ``if``, ``case``, ``cond`` and ``with``, functions of the same file that are
nothing but their text, exceptions with a default message or their own ``message`` or ``exception``.
What is missed: texts piped through functions, iodata lists, messages of macros.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_elixir

from errdex.languages import elixir_classes, elixir_guards, elixir_text
from errdex.languages.elixir_nodes import (
    above,
    arguments_of,
    head_of,
    is_definition,
    keywords_of,
    name_of,
    parameters,
    positional,
)
from errdex.languages.elixir_text import named_parts, said
from errdex.languages.hints import Words
from errdex.languages.interface import (
    Captures,
    Draft,
    Language,
    Source,
    Text,
    argument,
    placeholder,
)
from errdex.model.facts import Argument, Call, ErrorClass, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

WORDS = Words(
    {
        b"raise": rb"[\s(]",
        b"throw": rb"[\s(]",
        b"exit": rb"[\s(]",
        b"{:error": rb"\s*,",
        b"Logger.": rb"(?:error|critical|alert|emergency)\b",
        b":stderr": b"",
        b"IO.warn": rb"[\s(]",
        b"shell().error": b"",
        b"add_error": rb"[\s(]",
        b"message: ": rb"[\"@d]",
        b"defexception": b"",
        b"assert_raise": b"",
    },
    {b"@": rb"[a-z]\w*\s+(?:\"|~s)", b"rescue": b"", b"def message": b"", b"def exception": b""},
)
_LOG = re.compile(r"Logger\.(error|critical|alert|emergency)$")
_MESSAGES = ("message", "description", "reason")
_FIELDS = frozenset({"list", "keywords", "map"})
_VALIDATES = re.compile(r"(?:^|\.)(?:validate_\w+|\w+_constraint)$")


class Elixir(Language):
    """The Elixir language."""

    name = "elixir"
    queries = "elixir"
    suffixes = (".ex", ".exs")
    prefilter = WORDS
    hints = (WORDS,)
    block_kinds = frozenset(
        {"source", "do_block", "else_block", "rescue_block", "catch_block", "body", "block"}
    )
    call_kinds = frozenset({"call"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_elixir.language()

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return elixir_text.texts(source, node)

    def is_function(self, node: Node) -> bool:
        """Whether a node defines a function: a call of ``def`` or its kin."""
        target = node.child_by_field_name("target") if node.type == "call" else None
        return target is not None and target.type == "identifier" and target.text in _DEFINING

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return name_of(source, statement) in ("raise", "reraise", "throw", "exit")

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments; a definition's head is none."""
        listing = node.parent
        while listing is not None and listing.type == "binary_operator":  # ``when``
            listing = listing.parent
        if listing is not None and listing.type == "arguments":
            holder = listing.parent
            if holder is not None and is_definition(source, holder):
                return None
        name = name_of(source, node)
        return Call(name, self._arguments(source, node)) if name else None

    def _arguments(self, source: Source, node: Node) -> tuple[Argument, ...]:
        args = [argument(None, self.texts(source, one)) for one in positional(node)]
        named = keywords_of(source, node)
        return (*args, *(argument(k, self.texts(source, v)) for k, v in named.items()))

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        draft = self._tuple(source, node) if kind == "tuple" else self._called(source, node)
        return [draft] if draft is not None else []

    def _called(self, source: Source, node: Node) -> Draft | None:
        name, args = name_of(source, node), positional(node)
        if name in ("raise", "reraise", "Kernel.raise"):
            return self._raised(source, node, args, again=name == "reraise")
        if name in ("throw", "exit"):
            found = [t for one in args[:1] for t in self._inner(source, one)]
            return Draft(node, "raise", found) if found else None
        if name == "Mix.raise" and args:
            return Draft(node, "raise", self.texts(source, args[0]), error_class="Mix.Error")
        log = _LOG.search(name)
        if log is not None and args:
            found = self._lazily(source, args[0])
            level = "error" if log[1] == "error" else "critical"
            return Draft(node, "report", found, severity=level) if found else None
        if name in ("IO.puts", "IO.write") and len(args) > 1 and source.text(args[0]) == ":stderr":
            return self._printed(node, said(source, args[1]))
        if name == "IO.warn" and args:
            found = said(source, args[0])
            return Draft(node, "warn", found, severity="warning") if found else None
        if name.endswith("shell().error") and args:
            return self._printed(node, said(source, args[0]))
        if name.rpartition(".")[2] == "add_error" and len(args) > 1:
            return self._validated(source, node, args[-1])
        if _VALIDATES.search(name):
            told = keywords_of(source, node).get("message")
            return self._validated(source, node, told) if told is not None else None
        return None

    def _printed(self, node: Node, found: list[Text]) -> Draft | None:
        if not found:
            return None
        warns = found[0].template.message.lstrip().lower().startswith("warning")
        return Draft(node, "report", found, severity="warning" if warns else "error")

    def _raised(self, source: Source, node: Node, args: list[Node], *, again: bool) -> Draft | None:
        if not args:
            return None
        first = args[0]
        written = source.flat(first, 160)
        if first.type == "alias" or written == "__MODULE__":
            return self._of_module(source, node, written, args[1:], again=again)
        if first.type == "call" and name_of(source, first).endswith(".exception"):
            module = name_of(source, first).removesuffix(".exception")
            return self._of_module(source, node, module, arguments_of(first), again=False)
        found = self.texts(source, first)
        if any(text.is_text for text in found):
            return Draft(node, "raise", found, error_class="RuntimeError")
        found = said(source, args[1]) if first.type == "identifier" and len(args) > 1 else []
        if found:
            return Draft(node, "raise", found)
        kind = "reraise" if again or first.type == "identifier" else "raise"
        return Draft(node, kind, [placeholder(source, first)], reason="raises a value")

    def _of_module(
        self, source: Source, node: Node, module: str, rest: list[Node], *, again: bool
    ) -> Draft:
        """``raise Module``, ``raise Module, "…"``, ``raise Module, field: value``."""
        if module == "__MODULE__":
            module = _module_of(source, node)
        named = keywords_of(source, node)
        for one in rest:
            named |= keywords_of(source, one) if one.type in _FIELDS else {}
        told = next((named[key] for key in _MESSAGES if key in named), None)
        alone = again and len(rest) == 1  # the stack trace
        if told is None and rest and not alone and rest[0].type not in _FIELDS:
            told = rest[0]
        found = self.texts(source, told) if told is not None else []
        args = [argument(key, self.texts(source, value)) for key, value in named.items()]
        if told is not None and "message" not in named:
            args.append(argument("message", found))
        status = named.get("plug_status")
        return Draft(
            node,
            "raise",
            found,
            error_class=module,
            call=Call(module, tuple(args)),
            http_status=int(source.text(status)) if status and status.type == "integer" else None,
        )

    def _inner(self, source: Source, node: Node) -> list[Text]:
        """The text of a thrown value: itself, or what a tuple ends with."""
        at = node
        while at.type == "tuple" and at.named_children:
            at = at.named_children[-1]
        return said(source, at)

    def _lazily(self, source: Source, node: Node) -> list[Text]:
        if node.type == "anonymous_function":
            clause = next((c for c in node.named_children if c.type == "stab_clause"), None)
            body = clause.child_by_field_name("right") if clause is not None else None
            return said(source, body) if body is not None else []
        if node.type == "list":
            return []
        return said(source, node)

    def _validated(self, source: Source, node: Node, told: Node) -> Draft | None:
        found = [
            text._replace(parts=tuple(p for part in text.parts for p in named_parts(part)))
            for text in said(source, told)
        ]
        return Draft(node, "declare", found, error_class="ValidationError") if found else None

    def _tuple(self, source: Source, node: Node) -> Draft | None:
        """``{:error, "…"}`` where it is a value, not a pattern."""
        inner = [c for c in node.named_children if c.type != "comment"]
        if len(inner) < 2 or source.text(inner[0]) not in (":error", ":invalid"):
            return None
        for at, child in above(node):
            if at.type == "stab_clause":
                if child == at.child_by_field_name("left"):
                    return None
                break
            if at.type == "binary_operator" and child == at.child_by_field_name("left"):
                return None
            if at.type == "call" and name_of(source, at) in ("throw", "exit"):
                return None
            if at.type in ("do_block", "call"):
                break
        found = [t for t in self._inner(source, inner[-1]) if " " in t.template.message.strip()]
        return Draft(node, "construct", found) if found else None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function; each clause is its own."""
        node = path[-1]
        head, _ = head_of(source, node)
        name = name_of(source, head) if head is not None and head.type == "call" else ""
        name = name or (source.flat(head, 60) if head is not None else "")
        modules = [
            source.flat(args[0], 100)
            for owner in path[:-1]
            if name_of(source, owner) == "defmodule" and (args := positional(owner))
        ]
        keyword = name_of(source, node)
        doc, line = _doc_of(source, node)
        shown = source.flat(positional(node)[0], 500) if positional(node) else name
        return Function(
            name=name,
            qualname=".".join([*modules, name]),
            line=node.start_point.row + 1,
            end_line=node.end_point.row + 1,
            signature=f"{keyword} {shown}",
            params=tuple(parameters(source, node)),
            public=not keyword.endswith("p"),
            doc=doc,
            doc_line=line,
        )

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return elixir_guards.guards(source, parent, child)

    # -- what sites refer to --------------------------------------------------------------

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """An exception of ``defexception``."""
        return elixir_classes.error_class(source, captures["class"][0])

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """``@name "text"`` of a module."""
        name, value = captures["name"][0], captures["value"][0]
        if source.text(name) in ("doc", "moduledoc", "typedoc", "shortdoc", "spec", "type"):
            return
        for text in said(source, value)[:1]:
            yield f"@{source.text(name)}", text.template

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The exceptions that a ``rescue`` names."""
        for clause in captures["catch"][0].named_children:
            left = clause.child_by_field_name("left") if clause.type == "stab_clause" else None
            if left is not None:
                for found in re.findall(r"\b[A-Z][\w.]*", source.flat(left, 300)):
                    yield found.rpartition(".")[2]

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """``assert_raise Module, "text", fn -> … end``."""
        node = captures["call"][0]
        args = positional(node)
        if name_of(source, node) != "assert_raise" or not args:
            return
        told = args[1] if len(args) > 2 else None
        match, is_regex = "", False
        if told is not None and told.type == "sigil":
            match, is_regex = source.text(told)[3:-1], True
        elif told is not None and (texts := said(source, told)):
            match = texts[0].template.message
        yield Provocation(
            line=node.start_point.row + 1,
            test=_test_of(source, node),
            error_class=source.flat(args[0], 100).rpartition(".")[2] or None,
            match=match[:300],
            is_regex=is_regex,
            call=source.flat(args[-1]),
        )


_DEFINING = (b"def", b"defp", b"defmacro", b"defmacrop")


def _module_of(source: Source, node: Node) -> str:
    for at, _ in above(node):
        if name_of(source, at) == "defmodule" and positional(at):
            return source.flat(positional(at)[0], 100)
    return "__MODULE__"


def _doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The ``@doc`` above a definition, past its specs."""
    at = node.prev_named_sibling
    for _ in range(6):
        if at is None or at.type not in ("unary_operator", "comment"):
            return "", 0
        operand = at.child_by_field_name("operand")
        if operand is not None and name_of(source, operand) == "doc" and positional(operand):
            found = said(source, positional(operand)[0])
            text = found[0].template.message if found else ""
            return text.strip()[:4000], positional(operand)[0].start_point.row + 1 if text else 0
        at = at.prev_named_sibling
    return "", 0


def _test_of(source: Source, node: Node) -> str:
    for at, _ in above(node):
        if name_of(source, at) == "test" and positional(at):
            found = said(source, positional(at)[0])
            return found[0].template.message if found else ""
    return ""


ELIXIR = Elixir()
