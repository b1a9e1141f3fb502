"""Calls that report: by the callee's name, a level, a stream or a buffer that is given to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_asserts, c_codes, c_evidence, c_names, c_sinks, c_text
from errdex.languages.c_messages import at_top, enough_said, said
from errdex.languages.fragments import fragment
from errdex.languages.interface import Draft, Source, argument
from errdex.model.facts import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from errdex.languages.c_names import Verdict

_CLASS = re.compile(r"^(?:\w+::)*(?:PyExc_|rb_e|\w*_)?([A-Z]\w*(?:Error|Exception|Warning))$")
_STATUS = re.compile(r"^(?:\w*HTTP_\w*?)?([45]\d\d)$")
_COMPARERS = re.compile(r"(?i)cmp|equal|match|^str(?:n|case|i)?(?:str|chr|spn|len|tok)|^streq")
_SILENT = re.compile(
    r"(?i)^(?:open|fopen|getenv|setenv|system|exec\w*|dlsym|sscanf|strlen|sizeof)$"
)
_STDERR = re.compile(r"(?:^|_)std_?err$|^eprint")
_LEXED = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'|/\*.*?\*/|[(){};]", re.DOTALL)
MAX_ARGS = 40
MAX_MENDED = 4_000


def called(source: Source, node: Node) -> Draft | None:
    """The site of a call; None when it reports nothing."""
    if node.has_error:
        node = _mended(source, node)
    name = c_text.callee_name(source, node)
    if not name or _COMPARERS.search(name) or _SILENT.match(name):
        return None
    args = c_text.arguments(node)[:MAX_ARGS]
    if not args:
        return None
    judged = c_names.verdict(name)
    levels = _levels(source, args)
    if "" in levels and not (levels[0] or judged.severity == "critical"):
        return None
    if judged.kind == "assert":
        return c_asserts.asserted(source, node, name, args)
    if not any(levels) and absorbed(source, node):
        return None
    if judged.kind:
        return _reported(source, node, name, args, judged, levels)
    shown = [source.text(arg) if arg.end_byte - arg.start_byte < 80 else "" for arg in args[:4]]
    if c_names.is_printer(name) or _STDERR.search(name):
        stream = _stream(name, args, shown)
        if stream is not None:
            return _printed(source, node, name, args, stream)
    if c_names.fills(name) and any(
        c_names.is_error_buffer(text)
        for arg, text in zip(args, shown, strict=False)
        if _is_place(arg)
    ):
        return _filled(source, node, args)
    found = [found for found in levels if found]
    if found:
        return _leveled(source, node, args, found[0])
    if c_names.is_stdout(name):
        return _printed_out(source, node, args)
    return None


def _mended(source: Source, node: Node) -> Node:
    """A call in code that the grammar lost its way in, parsed on its own."""
    data, start = source.data, node.start_byte
    end = _closing(data, start)
    if not end:
        return node
    root = fragment(source, node, start, end, getattr(source.language, "simpler", None))
    at = root.descendant_for_byte_range(start, start)
    while at is not None and at.type != "call_expression":
        at = at.parent
    return at if at is not None and at.start_byte == start else node


def _closing(data: bytes, start: int) -> int:
    """Where the brackets of the call that begins at an offset end; 0 where they do not."""
    depth = 0
    for found in _LEXED.finditer(data, start, start + MAX_MENDED):
        sign = found.group()
        if sign == b"(":
            depth += 1
        elif sign == b")":
            depth -= 1
            if depth == 0:
                return found.end()
        elif sign in b"{};":
            return 0
    return 0


def _is_place(arg: Node) -> bool:
    return arg.type not in c_text.STRINGS and arg.type != "call_expression"


def _levels(source: Source, args: Sequence[Node]) -> list[str | None]:
    """What the first arguments tell as levels; text ends the search."""
    found: list[str | None] = []
    for arg in args[:4]:
        if arg.type in c_text.STRINGS:
            break
        if arg.type in ("identifier", "qualified_identifier"):
            found.append(c_names.level(source.text(arg)))
        elif arg.type == "binary_expression":
            found.extend(c_names.level(source.text(c)) for c in arg.named_children)
        else:
            found.append(None)
    return found or [None]


def absorbed(source: Source, node: Node) -> bool:
    """Whether an outer report takes what this call makes: ``ereport(ERROR, (errmsg("…")))``."""
    at = node.parent
    for _ in range(8):
        if at is None:
            return False
        if at.type == "call_expression":
            name = c_text.callee_name(source, at)
            if c_names.is_gettext(name) or c_names.verdict(name).kind not in ("", "assert"):
                return True
            found = _levels(source, c_text.arguments(at)[:4])
            return any(one is not None for one in found) or "elevel" in source.text(at)[:60]
        if at.type not in (
            "argument_list",
            "parenthesized_expression",
            "comma_expression",
            "conditional_expression",
            "cast_expression",
        ):
            return False
        at = at.parent
    return False


def _reported(
    source: Source,
    node: Node,
    name: str,
    args: Sequence[Node],
    judged: Verdict,
    levels: list[str | None],
) -> Draft | None:
    """A call whose name reads like reporting."""
    exact = judged.exact or any(levels) or judged.severity == "critical"
    inline = True
    enough = [text for text in said(source, args) if enough_said(text, exact)]
    if not enough:
        enough = [t for t in c_sinks.resolved(source, args) if enough_said(t, exact)]
        inline = False
    if not enough:
        return c_sinks.passed(source, node, args, judged)
    is_use = (
        c_evidence.is_synopsis if judged.kind == "usage" and judged.exact else c_evidence.is_help
    )
    if all(is_use(text.template.message) for text in enough):
        return None
    if at_top(source, node):
        return None
    severity = next((level for level in levels if level), judged.severity)
    kind = "exit" if judged.kind == "usage" else judged.kind
    if kind == "warn" and severity != "warning":
        kind = "report"
    draft = Draft(node, kind, enough, severity=severity, inline=inline)
    _detail(source, draft, args)
    return draft


def _detail(source: Source, draft: Draft, args: Sequence[Node]) -> None:
    """The class, code and status that a reporter's arguments and surroundings tell."""
    for arg in args[:4]:
        if arg.type in ("identifier", "qualified_identifier"):
            text = source.text(arg)
            found = _CLASS.match(text)
            if found is not None:
                draft.error_class = text if text.startswith("rb_e") else found[1]
            status = _STATUS.match(text)
            if status is not None:
                draft.http_status = int(status[1])
        elif arg.type == "number_literal":
            status = _STATUS.match(source.text(arg))
            if status is not None:
                draft.http_status = int(status[1])
    draft.code = c_codes.code_of(source, draft.node, args)


def _leveled(source: Source, node: Node, args: Sequence[Node], severity: str) -> Draft | None:
    """A call with a level of errors among its arguments."""
    texts = [text for text in said(source, args) if enough_said(text, False)]
    if not texts or at_top(source, node):
        return None
    kind = "warn" if severity == "warning" else "report"
    draft = Draft(node, kind, texts, severity=severity)
    _detail(source, draft, args)
    return draft


def _stream(name: str, args: Sequence[Node], shown: list[str]) -> int | None:
    """At which argument the stream for errors stands; -1 where the name itself means it."""
    for place, text in enumerate(shown):
        if c_names.is_error_stream(text) and args[place].type not in c_text.STRINGS:
            return place
    return -1 if _STDERR.search(name) else None


def _printed(
    source: Source, node: Node, name: str, args: Sequence[Node], stream: int
) -> Draft | None:
    """A call that prints to the stream for errors."""
    rest = [arg for index, arg in enumerate(args) if index != stream]
    if "put" in name or "write" in name:
        place = c_text.format_place(source, rest)
        texts = c_text.texts(source, rest[place or 0]) if rest else []
    else:
        texts = said(source, rest)
    plain = [text for text in texts if enough_said(text, True)]
    if not plain:
        texts = c_sinks.resolved(source, rest)
        plain = [text for text in texts if enough_said(text, True)]
    said_first = plain[0].template.message if plain else ""
    if not plain or not c_evidence.is_printed_error(source, node, said_first):
        if c_evidence.is_help(said_first):
            return None
        return c_sinks.passed(source, node, rest, c_names.verdict("error"))
    draft = Draft(node, "report", plain, code=c_codes.code_of(source, node, args))
    if re.match(r"(?i)\W*(?:\w+:\s*)?warning\b", plain[0].template.message):
        draft.severity = "warning"
    return draft


def _printed_out(source: Source, node: Node, args: Sequence[Node]) -> Draft | None:
    """A call that prints to standard output what calls itself an error."""
    texts = [text for text in said(source, args) if enough_said(text, True)]
    message = texts[0].template.message if texts else ""
    if c_evidence.is_help(message) or not (
        c_evidence.starts_like_error(message)
        or (c_evidence.tells_failure(message) and c_evidence.leaves_after(source, node))
    ):
        return None
    warns = re.match(r"(?i)\W*warning\b", texts[0].template.message)
    return Draft(node, "report", texts, severity="warning" if warns else "error")


def _filled(source: Source, node: Node, args: Sequence[Node]) -> Draft | None:
    """A call that puts text into a buffer for errors."""
    texts = [text for text in said(source, args) if enough_said(text, False)]
    if not texts:
        return c_sinks.passed(source, node, args[1:], c_names.verdict("error"))
    return Draft(node, "construct", texts, code=c_codes.code_of(source, node, args))


def call_of(source: Source, node: Node) -> Call | None:
    """A call's callee and its arguments; a text shows the arguments that follow it."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    args = c_text.arguments(node)[:MAX_ARGS]
    if "" in _levels(source, args):
        return None
    found = []
    for place, arg in enumerate(args):
        if c_text.is_literal(source, arg):
            texts = c_text.format_texts(source, args[place:])
        else:
            texts = source.language.texts(source, arg)
        found.append(argument(None, texts))
    callee = " ".join(source.text(function).split()).replace("->", ".")
    return Call(callee[:200], tuple(found))
