"""Lua: how its people raise errors and write messages.

How errors are raised: ``error`` with a text or a table, ``assert`` with a message, ``nil`` or
``false`` returned with a text, logs at error level (nginx's ``ngx.log``, loggers' ``err`` and
``error``), ``io.stderr``, answers over HTTP with an error status, Neovim's notices at error level,
and the project's own reporters, which are inferred.
What is found: strings in quotes and long brackets, ``..``, ``string.format`` under any name,
``("…"):format``, ``table.concat`` of a table written out, ``and`` and ``or``, locals, constants and
the fields of a module's table.
What is missed: texts that functions return, tables of texts indexed by a value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_lua

from errdex.languages import lua_guards, lua_text
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
from errdex.languages.locals import enclosing
from errdex.languages.lua_text import arguments_of, bare, callee, said
from errdex.model.facts import Call, Function, Guard, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

WORDS = Words(
    {
        b"error": rb"\s*[(\"'{\[]",
        b"assert": rb"\s*\(",
        b"return nil": rb"\s*,",
        b"return false": rb"\s*,",
        b"ngx.log": b"",
        b"ngx.exit": b"",
        b"stderr": b"",
        **dict.fromkeys(
            (b"err(", b"crit(", b"alert(", b"emerg(", b"fatal(", b"critical(", b"err_writeln("), b""
        ),
        b"response.": rb"(?:exit|error)\s*\(",
        b"levels.ERROR": b"",
        b"has_error": b"",
        b"error_matches": b"",
        b"has.error": b"",
    },
    {b"local ": rb"[A-Z_]\w*\s*=\s*[\"'{\[]", b"_M": rb"\.\w+\s*=", b"M.": rb"[A-Z_]+\s*="},
)
_LOG = re.compile(
    r"(?i)(?:^|[.:_])\w*log(?:ger)?s?[.:](err|error|crit|critical|alert|emerg|fatal)$"
)
_GRAVE = frozenset({"crit", "critical", "alert", "emerg", "fatal"})
_NGINX = re.compile(r"(?:^|\.)(?:ERR|CRIT|ALERT|EMERG|WARN)$|^(?:ERR|CRIT|ALERT|EMERG|WARN)$")
_STATUS = re.compile(r"[45]\d\d")
_HAS_ERROR = re.compile(r"(?:has_error|has_errors|has\.errors?|error|errors|error_matches)$")
_MESSAGES = ("message", "msg", "error", "err", "reason", "description", "text")
_MARKS = re.compile(r"(?m)^[ \t]*--(?:\[=*\[|-*)[ \t]?|\]=*\][ \t]*$")
MAX_ABOVE = 60


class Lua(Language):
    """The Lua language."""

    name = "lua"
    queries = "lua"
    suffixes = (".lua",)
    prefilter = WORDS
    hints = (WORDS,)
    function_kinds = frozenset({"function_declaration", "function_definition"})
    block_kinds = frozenset({"block", "chunk"})
    leave_kinds = frozenset({"return_statement", "break_statement", "goto_statement"})
    call_kinds = frozenset({"function_call"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_lua.language()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return _MARKS.sub("", text).strip()

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return lua_text.texts(source, node)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return lua_guards.leaves(source, statement)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call's callee and arguments."""
        written = callee(source, node).replace(":", ".")
        if not re.fullmatch(r"[\w.]+", written):
            return None
        args = [argument(None, self.texts(source, arg)) for arg in arguments_of(node)]
        return Call(written, tuple(args))

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        draft = self._returned(source, node) if kind == "return" else self._called(source, node)
        return [draft] if draft is not None else []

    def _called(self, source: Source, node: Node) -> Draft | None:
        written, args = callee(source, node), arguments_of(node)
        if written == "error" and args:
            return Draft(node, "raise", self._message(source, args[0]))
        if written == "assert":
            return self._asserted(source, node, args)
        if written == "ngx.log" and len(args) > 1 and _NGINX.search(source.text(args[0])):
            level = "warning" if "WARN" in source.text(args[0]) else "error"
            return self._printed(source, node, args[1:], level)
        if re.fullmatch(r"io\.stderr:write", written):
            return self._printed(source, node, args, "error")
        log = _LOG.search(written)
        if log is not None and args:
            level = "critical" if log[1].lower() in _GRAVE else "error"
            return self._logged(source, node, args, level)
        if written.endswith(("response.exit", "response.error")):
            return self._answered(source, node, args)
        if written.endswith("nvim_err_writeln") and args:
            return self._printed(source, node, args[:1], "error")
        if written == "vim.notify" and len(args) > 1 and "levels.ERROR" in source.text(args[1]):
            return self._printed(source, node, args[:1], "error")
        return None

    def _message(self, source: Source, node: Node) -> list[Text]:
        """What an error object says: a text, or the field of a table that holds one."""
        inner = bare(node)
        if inner.type != "table_constructor":
            return self.texts(source, inner)
        for name in _MESSAGES:
            for field in inner.named_children:
                key, value = (field.child_by_field_name(f) for f in ("name", "value"))
                if key is not None and value is not None and source.text(key).strip("\"'") == name:
                    return self.texts(source, value)
        return [placeholder(source, inner)]

    def _asserted(self, source: Source, node: Node, args: list[Node]) -> Draft | None:
        if len(args) < 2:
            return None
        found = self.texts(source, args[1])
        if not any(text.is_text for text in found) and args[1].type != "identifier":
            return None
        guards = (lua_guards.negated(source, args[0], "assert"),)
        return Draft(node, "assert", found, guards=guards)

    def _printed(self, source: Source, node: Node, args: list[Node], level: str) -> Draft | None:
        found = [text for text in lua_text.sentence(source, args) if text.is_text]
        if not found and len(args) == 1:
            found = self._given(source, node, args[0])
        if found and found[0].template.message.lstrip().lower().startswith("warning"):
            level = "warning"
        return Draft(node, "report", found, severity=level) if found else None

    def _given(self, source: Source, node: Node, value: Node) -> list[Text]:
        """A reporter prints what it is given: a parameter, or ``...`` one after the other."""
        home = enclosing(node, self.function_kinds)
        if value.type == "function_call" and callee(source, value) == "table.concat":
            listing = [c for table in arguments_of(value)[:1] for c in table.named_children]
            value = listing[0].named_children[0] if len(listing) == 1 else value
        if home is None or source.text(value) not in _parameters(source, home):
            return []
        return [placeholder(source, value)]

    def _logged(self, source: Source, node: Node, args: list[Node], level: str) -> Draft | None:
        first = said(source, args[0])
        verbs = first and "%" in " ".join(first[0].template.literals)
        if verbs and len(args) > 1:
            filled = [lua_text.fill(source, text, args[1:]) for text in first]
            return Draft(node, "report", filled, severity=level)
        return self._printed(source, node, args, level)

    def _answered(self, source: Source, node: Node, args: list[Node]) -> Draft | None:
        """``kong.response.exit(404, { message = "…" })``."""
        if len(args) < 2 or not _STATUS.fullmatch(source.text(args[0])):
            return None
        found = [text for text in self._message(source, args[1]) if text.is_text]
        status = int(source.text(args[0]))
        return Draft(node, "http", found, http_status=status) if found else None

    def _returned(self, source: Source, node: Node) -> Draft | None:
        """``return nil, "…"``: how most Lua functions fail."""
        listing = next((c for c in node.named_children if c.type == "expression_list"), None)
        values = [c for c in listing.named_children if c.type != "comment"] if listing else []
        if len(values) < 2 or values[0].type not in ("nil", "false"):
            return None
        for value in values[1:3]:  # ``nil, nil, "…"`` where a function gives two values
            found = [t for t in self._message(source, value) if t.is_text]
            worded = [t for t in found if " " in t.template.message.strip()]
            if worded:
                return Draft(node, "construct", worded)
        return None

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function; one without a name goes by what it is assigned to."""
        node = path[-1]
        written = _function_name(source, node)
        owner, _, name = written.replace(":", ".").rpartition(".")
        listing = node.child_by_field_name("parameters")
        end = listing.end_byte if listing is not None else node.end_byte
        header = source.data[node.start_byte : end].decode("utf-8", "replace")
        statement = node
        while statement.parent is not None and statement.parent.type not in self.block_kinds:
            statement = statement.parent
        local = source.text(statement).startswith("local ")
        doc, line = self._doc(source, statement)
        return Function(
            name=name or "<anonymous>",
            qualname=written or "<anonymous>",
            line=node.start_point.row + 1,
            end_line=node.end_point.row + 1,
            signature=" ".join(header.split()).removesuffix(" end")[:600],
            params=tuple(_parameters(source, node)),
            public=bool(owner) and not local and not name.startswith("_"),
            doc=doc,
            doc_line=line,
            class_name=owner.rpartition(".")[2] or None,
        )

    def _doc(self, source: Source, node: Node) -> tuple[str, int]:
        """The comment lines right above a definition."""
        lines: list[str] = []
        line, below, at = 0, node.start_point.row, node.prev_named_sibling
        while at is not None and at.type == "comment" and len(lines) < MAX_ABOVE:
            if at.end_point.row != below - 1:
                break
            lines.append(self.comment_text(source.text(at)))
            below = at.start_point.row
            line = below + 1
            at = at.prev_named_sibling
        lines.reverse()
        return "\n".join(lines)[:4000], line if lines else 0

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return lua_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left the function."""
        return lua_guards.early(source, statement)

    # -- what sites refer to --------------------------------------------------------------

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A text that a file's top names, or a field of a table there."""
        name, value = captures["name"][0], captures["value"][0]
        if not _at_top(captures["field"][0]):
            return
        written = source.text(name)
        if value.type != "table_constructor":
            for text in said(source, value)[:1]:
                yield written, text.template
            return
        for field in value.named_children:
            key, held = (field.child_by_field_name(f) for f in ("name", "value"))
            if key is None or held is None or key.type != "identifier" or held.type != "string":
                continue
            yield f"{written}.{source.text(key)}", said(source, held)[0].template

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """busted's ``assert.has_error(function() … end, "text")``."""
        node = captures["call"][0]
        written, args = callee(source, node), arguments_of(node)
        if not written.startswith("assert") or not _HAS_ERROR.search(written) or not args:
            return
        told = said(source, args[1]) if len(args) > 1 else []
        match = told[0].template.message if told else ""
        yield Provocation(
            line=node.start_point.row + 1,
            test=_test_name(source, node),
            match=match[:300],
            is_regex=written.endswith("matches"),
            call=source.flat(args[0]),
        )


def _parameters(source: Source, function: Node) -> list[str]:
    listing = function.child_by_field_name("parameters")
    inner = listing.named_children if listing is not None else []
    return [source.text(one) for one in inner if one.type in ("identifier", "vararg_expression")]


def _function_name(source: Source, node: Node) -> str:
    name = node.child_by_field_name("name")
    if name is not None:
        return source.text(name)
    holder = node.parent
    if holder is None:
        return ""
    if holder.type == "field":
        key = holder.child_by_field_name("name")
        return source.text(key) if key is not None else ""
    assignment = holder.parent
    if holder.type == "expression_list" and assignment is not None:
        names = next((c for c in assignment.named_children if c.type == "variable_list"), None)
        if names is not None and len(names.named_children) == 1:
            return source.text(names.named_children[0])
    return ""


def _at_top(node: Node) -> bool:
    at = node.parent
    while at is not None and at.type == "variable_declaration":
        at = at.parent
    return at is not None and at.type == "chunk"


def _test_name(source: Source, node: Node) -> str:
    at = node.parent
    while at is not None:
        if at.type == "function_call" and callee(source, at) in ("it", "test", "spec", "describe"):
            first = arguments_of(at)[:1]
            return (
                said(source, first[0])[0].template.message
                if first and first[0].type == "string"
                else ""
            )
        at = at.parent
    return ""


LUA = Lua()
