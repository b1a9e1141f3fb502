"""The statements by which SQL's dialects raise errors, read from their first word on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.interface import Draft, Source, Text
from errdex.languages.sql_text import (
    MAX_STATEMENT,
    Token,
    assigned,
    expression,
    literal,
    raised,
    split,
    tokens,
    written,
)
from errdex.model.facts import Guard
from errdex.template.printf import printf_parts

if TYPE_CHECKING:
    from tree_sitter import Node

WORDS = frozenset(
    {"raise", "raiserror", "throw", "signal", "resignal", "assert", "raise_application_error"}
)
_LEVELS = {"exception", "warning", "notice", "info", "log", "debug"}
_INFORMAL = 10
_ENDS = frozenset({"end", "if", "else", "elsif", "when", "exception", "begin", "go", "return"})


class Statement(NamedTuple):
    """A statement: its text, its tokens behind the first word, what stands before it."""

    text: str
    given: list[Token]
    before: str


def at(source: Source, node: Node, offset: int, scope: int) -> Draft | None:
    """The site of the statement that starts at an offset; ``scope`` is where its body starts."""
    text = source.data[offset : offset + MAX_STATEMENT].decode("utf-8", "replace")
    given = tokens(text)
    if not given or given[0].kind != "word":
        return None
    before = source.data[max(scope, offset - 40_000) : offset].decode("utf-8", "replace")
    statement = Statement(text, given[1:], before)
    word = given[0].text.lower().rpartition(".")[2]
    rule = {
        "raise": _raise,
        "raiserror": _raiserror,
        "throw": _throw,
        "signal": _signal,
        "assert": _assert,
        "raise_application_error": _application,
    }.get(word)
    return rule(node, statement) if rule is not None else None


def _said(statement: Statement, given: list[Token]) -> list[Text]:
    """What an expression says, a variable by its assignment."""
    text = expression(statement.text, given)
    if not text.is_text and len(given) == 1 and given[0].kind == "word":
        found = assigned(statement.before, given[0].text)
        return [found] if found is not None else [text]
    return [text]


def _raise(node: Node, statement: Statement) -> Draft | None:
    given = statement.given
    if given and given[0].text == "(":
        return _sqlite(node, statement)
    severity, kind = "error", "raise"
    if given and given[0].text.lower() in _LEVELS:
        level = given[0].text.lower()
        if level not in ("exception", "warning"):
            return None
        severity, kind = ("warning", "warn") if level == "warning" else (severity, kind)
        given = given[1:]
    if not given:
        return Draft(node, "reraise")
    using = next((i for i, t in enumerate(given) if t.text.lower() == "using"), len(given))
    options = _options(given[using + 1 :])
    draft = Draft(node, kind, severity=severity)
    code = options.get("errcode")
    if code and code[0].kind == "string":
        draft.code = literal(code[0].text)
    elif code and code[0].kind == "word":
        draft.code = written(statement.text, code)
    head = given[:using]
    if head and head[0].kind in ("string", "dollar"):
        draft.texts = _formatted(statement, head)
    elif "message" in options:
        draft.texts = _said(statement, options["message"])
        _condition(draft, head)
    elif head:
        name = _condition(draft, head)
        if name is None:
            return None
        draft.texts = [Text((name,), inline=False)]
    return draft


def _condition(draft: Draft, head: list[Token]) -> str | None:
    """A condition's name or state; the server says it where there is no text."""
    if not head or head[0].kind != "word":
        return None
    if head[0].text.lower() == "sqlstate" and len(head) > 1 and head[1].kind == "string":
        draft.code = draft.code or literal(head[1].text)
        return literal(head[1].text)
    if len(head) > 1:
        return None
    draft.error_class = head[0].text
    return head[0].text


def _formatted(statement: Statement, head: list[Token]) -> list[Text]:
    args = split(head, ",")
    form = "".join(literal(t.text) for t in args[0] if t.kind in ("string", "dollar"))
    values = [arg for arg in args[1:] if arg]
    if form == "%" and len(values) == 1:
        return _said(statement, values[0])
    return [Text(tuple(raised(form, [written(statement.text, one) for one in values])))]


def _options(given: list[Token]) -> dict[str, list[Token]]:
    found: dict[str, list[Token]] = {}
    for option in split(given, ","):
        if len(option) > 2 and option[1].text in ("=", ":="):
            found[option[0].text.lower()] = option[2:]
    return found


def _arguments(statement: Statement) -> list[list[Token]]:
    """What stands in the brackets of a call, cut at its commas."""
    given = statement.given
    if given and given[0].text == "(":
        depth = 0
        for index, token in enumerate(given):
            if token.kind == "sign":
                depth += (token.text == "(") - (token.text == ")")
            if depth == 0:
                return split(given[1:index], ",")
    return split(given, ",")


def _sqlite(node: Node, statement: Statement) -> Draft | None:
    args = _arguments(statement)
    if (
        len(args) != 2
        or not args[0]
        or args[0][0].text.lower() not in ("abort", "fail", "rollback")
    ):
        return None
    return Draft(node, "raise", [expression(statement.text, args[1])])


def _raiserror(node: Node, statement: Statement) -> Draft | None:
    args = _arguments(statement)
    level = args[1][0].text if len(args) > 1 and args[1] else ""
    if level.isdigit() and int(level) <= _INFORMAL:
        return None
    head = args[0]
    if not head:
        return None
    if len(head) == 1 and head[0].kind == "number":
        return Draft(node, "raise", code=head[0].text)
    if len(head) == 1 and head[0].kind == "string":
        values = [written(statement.text, arg) for arg in args[3:]]
        parts = printf_parts(literal(head[0].text), values, verbs="sdiuxXo")
        return Draft(node, "raise", [Text(tuple(parts))])
    return Draft(node, "raise", _said(statement, head))


def _throw(node: Node, statement: Statement) -> Draft | None:
    if not statement.given or statement.given[0].text.lower() in _ENDS:
        return Draft(node, "reraise")
    args = split(statement.given, ",")
    if len(args) < 3 or len(args[0]) != 1:
        return None
    code = args[0][0].text if args[0][0].kind == "number" else None
    return Draft(node, "raise", _said(statement, args[1]), code=code)


def _signal(node: Node, statement: Statement) -> Draft | None:
    given = statement.given
    if not given:
        return None
    code = None
    if given[0].text.lower() == "sqlstate":
        state = next((t for t in given[1:3] if t.kind == "string"), None)
        code = literal(state.text) if state is not None else None
    said = re.search(r"(?i)\bmessage_text\s*=\s*", statement.text)
    if said is None and code is None:
        return None
    draft = Draft(node, "raise", code=code)
    if code is not None and code.startswith("01"):
        draft.severity = "warning"
    if said is not None:
        rest = [t for t in given if t.start >= said.end()]
        draft.texts = _said(statement, split(rest, ",")[0])
    return draft


def _assert(node: Node, statement: Statement) -> Draft | None:
    args = split(statement.given, ",")
    if not args[0]:
        return None
    condition = written(statement.text, args[0])
    texts = [Text(("assertion failed",), inline=False)]
    if len(args) > 1:
        texts = _said(statement, args[1])
    guard = Guard(f"NOT ({condition})", node.start_point.row + 1, "assert", condition)
    return Draft(node, "assert", texts, guards=(guard,))


def _application(node: Node, statement: Statement) -> Draft | None:
    args = _arguments(statement)
    if len(args) < 2:
        return None
    number = written(statement.text, args[0]).replace(" ", "")
    code = f"ORA{number}" if re.fullmatch(r"-\d+", number) else None
    return Draft(node, "raise", _said(statement, args[1]), code=code)
