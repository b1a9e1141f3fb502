"""Reads a Python expression as a message template: literal pieces and `None` for placeholders."""

from __future__ import annotations

import ast
import re
import string
import textwrap
from collections.abc import Iterable

Parts = list[str | None]

GETTEXT = {"_", "N_", "gettext", "gettext_lazy", "ugettext", "ugettext_lazy", "gettext_noop", "__"}
MESSAGE_KEYWORDS = ("message", "msg", "detail", "description", "reason")
HTTP_KEYWORDS = ("detail", "description", "message", "msg", "reason")
HTTP_CLASS = re.compile(r"HTTP|^(abort|APIException)$")
PRINTF = re.compile(
    r"%(?:\([^)]*\))?[#0\- +]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?[hlL]?"
    r"(?P<conversion>[diouxXeEfFgGcrsa%])"
)


def parts_of(node: ast.expr) -> Parts | None:
    """The template of an expression that writes its text in place, else None."""
    found = _inline(node)
    return None if found is None else joined(found)


def _inline(node: ast.expr) -> Parts | None:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return [str(one.value) if isinstance(one, ast.Constant) else None for one in values]
        case ast.BinOp(op=ast.Add()):
            return _concatenated(node)
        case ast.BinOp(left=left, op=ast.Mod()):
            formatted = _inline(left)
            return None if formatted is None else printf(formatted)
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            formatted = _inline(text)
            return None if formatted is None else braces(formatted)
        case ast.Call(func=function, args=[first]) if callee(function) in GETTEXT:
            return _inline(first)
        case ast.Call(func=function, args=[first]) if callee(function) in {"dedent", "cleandoc"}:
            return _dedented(function, _inline(first))
    return None


def _concatenated(node: ast.BinOp) -> Parts | None:
    operands = list(_operands(node))
    pieces = [_inline(operand) for operand in operands]
    if all(piece is None for piece in pieces):
        return None
    return [part for piece in pieces for part in ([None] if piece is None else piece)]


def _operands(node: ast.expr) -> Iterable[ast.expr]:
    chain: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        chain.append(node.right)
        node = node.left
    chain.append(node)
    for operand in reversed(chain):
        if isinstance(operand, ast.BinOp) and isinstance(operand.op, ast.Add):
            yield from _operands(operand)
        else:
            yield operand


def printf(parts: Parts) -> Parts:
    """What `%` formatting makes of the literal pieces: conversions open, `%%` closed."""
    out: Parts = []
    for part in parts:
        if part is None:
            out.append(None)
            continue
        position = 0
        for match in PRINTF.finditer(part):
            out.append(part[position : match.start()])
            out.append("%" if match["conversion"] == "%" else None)
            position = match.end()
        out.append(part[position:])
    return out


def braces(parts: Parts) -> Parts | None:
    """What `.format` makes of the literal pieces, or None where they are no format string."""
    out: Parts = []
    for part in parts:
        if part is None:
            out.append(None)
            continue
        try:
            for text, field, _spec, _conversion in string.Formatter().parse(part):
                out.append(text)
                if field is not None:
                    out.append(None)
        except ValueError:
            return None
    return out


def _dedented(function: ast.expr, parts: Parts | None) -> Parts | None:
    if parts is None or None in parts:
        return None
    text = "".join(part for part in parts if part)
    if callee(function) == "dedent":
        return [textwrap.dedent(text)]
    lines = text.expandtabs().split("\n")
    return [(lines[0].lstrip() + "\n" + textwrap.dedent("\n".join(lines[1:]))).strip("\n")]


def joined(parts: Parts) -> Parts:
    """Adjacent literals joined and empty ones dropped."""
    out: Parts = []
    for part in parts:
        if part is not None and out and out[-1] is not None:
            out[-1] += part
        elif part != "":
            out.append(part)
    return out


def callee(function: ast.expr) -> str | None:
    """The last name of what is called: `exc.BadShape(…)` → `BadShape`."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def arguments_of(call: ast.Call) -> list[Parts]:
    """The templates among a call's arguments, the likeliest message first."""
    positional = [parts for arg in call.args if (parts := parts_of(arg))]
    is_http = HTTP_CLASS.search(callee(call.func) or "") is not None
    by_name = {word.arg: word.value for word in call.keywords if word.arg}
    order = HTTP_KEYWORDS if is_http else MESSAGE_KEYWORDS
    named = [parts for word in order if word in by_name and (parts := parts_of(by_name[word]))]
    return named + positional if is_http else positional + named
