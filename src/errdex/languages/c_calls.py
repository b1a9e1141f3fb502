"""Calls that report: by the callee's name, a level, a stream or a buffer that is given to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_codes, c_evidence, c_names, c_sinks, c_text
from errdex.languages.fragments import fragment
from errdex.languages.interface import Draft, Source, Text, argument
from errdex.model.facts import Call, Guard
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from errdex.languages.c_names import Verdict

_COMPARING = re.compile(r"(?i)(?:^|_)(?:eq|ne|lt|le|gt|ge|streq|strne|true|false|that|near|throw)$")
_ASSERT_NAME = re.compile(r"(?i)(?:^|_|\b\w*)assert(?:ion|ed)?\d?$|^d?check$|^\w*_CHECK$")
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
        return _asserted(source, node, name, args)
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


def said(source: Source, args: Sequence[Node]) -> list[Text]:
    """What a reporter says: the format among its arguments with the values after it."""
    best: list[Text] = []
    for place, arg in enumerate(args):
        if c_text.is_literal(source, arg):
            found = c_text.format_texts(source, args[place:])
            if not c_text.any_letters(found):
                found = _shown(source, args[place + 1 :], found)
            if any(_is_sentence(text) for text in found):
                return [text for text in found if text.is_text]
            best = best or found
    if best:
        return [text for text in best if text.is_text]
    for arg in args:
        if arg.type in ("parenthesized_expression", "comma_expression", "call_expression"):
            inner = _inner_message(source, arg)
            if inner:
                return inner
    return []


def _shown(source: Source, args: Sequence[Node], texts: list[Text]) -> list[Text]:
    """A format without words of its own, with the texts among its values put in."""
    said: dict[str, Text] = {}
    for arg in args[:6]:
        if arg.type == "identifier" or c_text.is_literal(source, arg):
            found = [t for t in source.language.texts(source, arg) if c_text.has_letters(t)]
            if found:
                said[source.flat(arg, 200)] = found[0]
    if not said:
        return texts

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        found = said.get(hole.expr or "")
        return found.parts if found else None

    inline = all(text.inline for text in said.values())
    return [
        text._replace(parts=text.template.substitute(fill).parts, inline=inline) for text in texts
    ]


def _inner_message(source: Source, node: Node) -> list[Text]:
    """The message among the parts of a report: ``(errcode(X), errmsg("…"), errhint("…"))``."""
    stack = [node]
    found: list[list[Text]] = []
    for _ in range(60):
        if not stack:
            break
        at = stack.pop()
        if at.type == "call_expression":
            name = c_text.callee_name(source, at)
            if c_names.verdict(name).kind and not _builds_error(source, at):
                texts = said(source, c_text.arguments(at))
                if texts and "msg" in name:
                    return texts
                if texts:
                    found.append(texts)
        elif at.type in ("parenthesized_expression", "comma_expression"):
            stack.extend(reversed(at.named_children))
        elif at.type == "conditional_expression":
            stack.extend(reversed(at.named_children[1:]))
    return found[0] if found else []


def _builds_error(source: Source, node: Node) -> bool:
    """Whether a call builds an error, in languages that have classes of them: its own site."""
    builds = getattr(source.language, "builds_error", None)
    return builds is not None and bool(builds(source, node))


def _is_sentence(text: Text) -> bool:
    message = text.template.message
    if not c_text.has_letters(text):
        return False
    return " " in message.strip() or not message.isascii()


def _enough(text: Text, exact: bool) -> bool:
    """Whether a text says enough to be a message, for a reporter of a certain name."""
    if not c_text.has_letters(text):
        return False
    fixed = "\0".join(text.template.literals)
    if not fixed.isascii():
        return True
    letters = sum(map(str.isalpha, fixed))
    if exact:
        return letters > 1
    words = len(text.template.message.split())
    return letters > 2 and (words > 1 or bool(text.template.placeholders))


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
    enough = [text for text in said(source, args) if _enough(text, exact)]
    if not enough:
        enough = [t for t in c_sinks.resolved(source, args) if _enough(t, exact)]
        inline = False
    if not enough:
        return c_sinks.passed(source, node, args, judged)
    is_use = (
        c_evidence.is_synopsis if judged.kind == "usage" and judged.exact else c_evidence.is_help
    )
    if all(is_use(text.template.message) for text in enough):
        return None
    if _at_top(source, node):
        return None
    severity = next((level for level in levels if level), judged.severity)
    kind = "exit" if judged.kind == "usage" else judged.kind
    if kind == "warn" and severity != "warning":
        kind = "report"
    draft = Draft(node, kind, enough, severity=severity, inline=inline)
    _detail(source, draft, args)
    return draft


def _at_top(source: Source, node: Node) -> bool:
    """Whether a call stands outside of functions, where it declares something."""
    statement = node.parent
    if statement is None or statement.type != "expression_statement":
        return False
    above = statement.parent
    return above is not None and above.type == "translation_unit" and above.id not in source.hosts


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
    texts = [text for text in said(source, args) if _enough(text, False)]
    if not texts or _at_top(source, node):
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
    plain = [text for text in texts if _enough(text, True)]
    if not plain:
        texts = c_sinks.resolved(source, rest)
        plain = [text for text in texts if _enough(text, True)]
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
    texts = [text for text in said(source, args) if _enough(text, True)]
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
    texts = [text for text in said(source, args) if _enough(text, False)]
    if not texts:
        return c_sinks.passed(source, node, args[1:], c_names.verdict("error"))
    return Draft(node, "construct", texts, code=c_codes.code_of(source, node, args))


# -- assertions -----------------------------------------------------------------------------------


def _asserted(source: Source, node: Node, name: str, args: Sequence[Node]) -> Draft | None:
    """An assertion: its text, else the condition itself as the screen shows it."""
    if _COMPARING.search(name) or _at_top(source, node):
        return None
    condition = args[0]
    texts, tested = _worded(source, condition)
    if not texts:
        texts = [t for t in said(source, args[1:]) if _enough(t, False)]
    is_assert = bool(_ASSERT_NAME.search(name))
    if not texts and is_assert and len(args) == 1 and not c_text.is_literal(source, condition):
        texts = [Text((source.flat(condition),))]
    if not texts or (not is_assert and c_text.is_literal(source, condition)):
        return None
    if not is_assert and not name.isupper():
        return None
    guard = Guard(
        _failed(source, tested), condition.start_point.row + 1, "assert", source.flat(tested)
    )
    return Draft(node, "assert", texts, guards=(guard,), severity="critical")


def _worded(source: Source, condition: Node) -> tuple[list[Text], Node]:
    """The text that an asserted condition carries: ``x && "text"``, ``!"text"``."""
    at = condition
    while at.type == "parenthesized_expression" and at.named_child_count == 1:
        at = at.named_children[0]
    if (
        at.type == "binary_expression"
        and at.child_count == 3
        and at.children[1].type in ("&&", "and")
    ):
        for place in (2, 0):
            if c_text.is_literal(source, at.children[place]):
                return c_text.texts(source, at.children[place]), at.children[2 - place]
    inner = at.named_children[0] if at.type == "unary_expression" and at.named_children else None
    if inner is not None and c_text.is_literal(source, inner):
        return c_text.texts(source, inner), condition
    return [], condition


def _failed(source: Source, condition: Node) -> str:
    """An asserted condition that does not hold."""
    text = source.flat(condition)
    if condition.type == "unary_expression" and text.startswith("!"):
        return text[1:]
    simple = condition.type in (
        "identifier",
        "call_expression",
        "field_expression",
        "false",
        "true",
    )
    return f"!{text}" if simple else f"!({text})"


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
