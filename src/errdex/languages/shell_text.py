"""What shell words say: quotes taken off, expansions as placeholders, formats filled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text, joined
from errdex.languages.locals import local_value, reaching_texts
from errdex.model.template import Part, Placeholder, Template
from errdex.template.printf import printf_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

_EXPANSION = re.compile(
    r"\\(?P<escaped>[\"\\$`\n])"
    r"|\$(?P<name>[A-Za-z_]\w*|[0-9*@#?$!-])"
    r"|\$\{(?P<braced>(?:[^{}]|\$?\{[^{}]*\})*)\}"
    r"|\$\((?P<command>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
    r"|`(?P<ticked>(?:[^`\\]|\\.)*)`"
)
_TRANSLATED = re.compile(r"\s*(?:\w*gettext|_)\s+(?:-\w+\s+)*(?:\"([^\"]*)\"|'([^']*)')\s*$")
_SIMPLE = re.compile(r"\$(?:\{([A-Za-z_]\w*|[0-9*@]+)\}|([A-Za-z_]\w*|[0-9*@]))")
_NUMBERED = re.compile(r"([0-9]+|[*@])(?:[:%#/].*)?", re.DOTALL)
_VARIABLE = re.compile(r"[#!]?([A-Za-z_]\w*)(?:[:+=?%#/^,@-].*)?", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b"}
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_VERBS = "sdiuxXofFeEgGcbq"
MAX_PIECES = 200
MAX_NESTING = 400


def texts(source: Source, node: Node) -> list[Text]:
    """What one word says, the likeliest first; never empty."""
    parts = word_parts(source, node)
    lone = parts[0] if len(parts) == 1 and isinstance(parts[0], Placeholder) else None
    if lone is not None and lone.expr is not None and lone.expr.isidentifier():
        found = [t for t in reaching_texts(source, lone.expr, node) if t.is_text]
        if found:
            return found
        constant = source.constants.get(lone.expr)
        if constant is not None:
            return [Text(constant.parts, inline=False)]
    named = tuple(_as_parameter(source, part, node) for part in parts)
    return [Text(named, is_text=any(isinstance(part, str) and part.strip() for part in parts))]


def _as_parameter(source: Source, part: Part, use: Node) -> Part:
    """A variable that only holds a parameter stands for the parameter."""
    if isinstance(part, str) or part.expr is None or not part.expr.isidentifier():
        return part
    value = local_value(source, part.expr, use)
    if value is None:
        return part
    inner = _SIMPLE.fullmatch(source.text(value).strip('"'))
    number = (inner[1] or inner[2]) if inner is not None else ""
    if number and _NUMBERED.fullmatch(number):
        return Placeholder(part.text, _place(source, number, value), part.spec, part.type)
    return part


def _place(source: Source, number: str, use: Node) -> str:
    """A parameter's name where it is used: ``shift`` before it moves all of them."""
    shifts = _shifts(source, use)
    if number in "*@":
        return f"*{shifts}" if shifts else "*"
    return str(int(number) + shifts)


def _shifts(source: Source, use: Node) -> int:
    """How many ``shift`` stand before a place of its function."""
    at: Node | None = use
    for _ in range(MAX_NESTING):
        if at is None or at.type == "function_definition":
            break
        at = at.parent
    start = at.start_byte if at is not None else use.start_byte
    return len(
        re.findall(rb"(?m)(?:^|[;&{])\s*shift\s*(?=[;&\n])", source.data[start : use.start_byte])
    )


def word_parts(source: Source, node: Node) -> tuple[Part, ...]:
    """The fixed text and expansions of a word, however it is quoted."""
    kind, written = node.type, source.text(node)
    if kind == "raw_string":
        return (written[1:-1],)
    if kind == "ansi_c_string":
        return (decoded(written[2:-1]),)
    if kind == "string":
        return Template.of(expanded(source, written[1:-1], node)).parts
    if kind == "translated_string":
        return Template.of(expanded(source, written[2:-1], node)).parts
    if kind == "concatenation":
        parts: list[Part] = []
        at = node.start_byte
        for child in node.children[:MAX_PIECES]:
            # the grammar keeps blanks and escapes between the pieces to itself
            parts.append(source.data[at : child.start_byte].decode("utf-8", "replace"))
            parts += word_parts(source, child)
            at = child.end_byte
        return Template.of(parts).parts
    if kind in ("word", "number", "variable_name"):
        return (re.sub(r"\\(.)", r"\1", written),)
    return Template.of(expanded(source, written, node)).parts


def expanded(source: Source, text: str, use: Node) -> list[Part]:
    """The text between double quotes, or of a here-document, with its expansions."""
    parts: list[Part] = []
    at = 0
    for found in _EXPANSION.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found["escaped"] is not None:
            parts.append("" if found["escaped"] == "\n" else found["escaped"])
            continue
        command = found["command"] if found["command"] is not None else found["ticked"]
        if command is not None:
            said = _TRANSLATED.match(command)
            if said is not None:
                parts += expanded(source, said[1] or said[2] or "", use)
                continue
        shown = " ".join(found.group().split())
        parts.append(Placeholder(shown, _named(source, found, command, use)))
    parts.append(text[at:])
    return parts


def _named(source: Source, found: re.Match[str], command: str | None, use: Node) -> str:
    """What an expansion shows: a variable's name, a parameter's place, or a command."""
    inner = found["name"] or found["braced"] or command or ""
    number = _NUMBERED.fullmatch(inner)
    if number is not None and command is None:
        return _place(source, number[1], use)
    variable = _VARIABLE.fullmatch(inner) if found["braced"] is not None else None
    return variable[1] if variable is not None else " ".join(inner.split())


def decoded(text: str) -> str:
    """What ``echo -e``, ``printf`` and ``$'…'`` make of backslashes; colours are no text."""

    def one(found: re.Match[str]) -> str:
        if found[1] or found[2]:
            return chr(int(found[1] or found[2], 16))
        if found[3]:
            return chr(int(found[3], 8) & 0xFF)
        return _PLAIN.get(found[4], "\\" + found[4] if found[4] not in "\\\"'" else found[4])

    return _COLOUR.sub("", _ESCAPE.sub(one, text)) if "\\" in text else text


def _escapes(text: Text) -> Text:
    parts = [decoded(p) if isinstance(p, str) else p for p in text.parts]
    return text._replace(parts=tuple(parts))


def echoed(source: Source, words: Sequence[Node]) -> list[Text]:
    """What ``echo`` prints of its words."""
    words, escapes = list(words), False
    while words and re.fullmatch(r"-[neE]+", source.text(words[0])):
        escapes = escapes or "e" in source.text(words.pop(0))
    said = sentence(source, words)
    return [_escapes(text) for text in said] if escapes else said


def sentence(source: Source, words: Sequence[Node]) -> list[Text]:
    """Words as a command prints them, with blanks between."""
    pieces = [texts(source, word) for word in words if source.text(word) != "$"]
    blank = [Text((" ",), is_text=False)]
    return joined([one for piece in pieces for one in (blank, piece)][1:]) if pieces else []


def printed(source: Source, words: Sequence[Node]) -> list[Text]:
    """What ``printf`` prints: a format filled by the words after it."""
    words = [w for w in words if source.text(w) != "$"]
    if words and source.text(words[0]) == "--":
        words = words[1:]
    if not words:
        return []
    rest = [texts(source, word)[0] for word in words[1:]]
    values = [source.flat(word, 200).strip('"') for word in words[1:]]
    found: list[Text] = []
    for form in texts(source, words[0]):
        parts: list[Part] = []
        used = 0
        for piece in form.template.parts:
            if not isinstance(piece, str):
                parts.append(piece)
                continue
            for part in printf_parts(decoded(piece), values[used:], verbs=_VERBS):
                if not isinstance(part, str) and used < len(rest):
                    filled = rest[used]
                    plain = part.text in ("%s", "%b") and (filled.is_text or len(filled.parts) == 1)
                    used += 1
                    if plain:  # a whole sentence is handed to ``%s``
                        given = filled.parts
                        parts += given if filled.is_text else [_shown(part, given[0])]
                        continue
                parts.append(part)
        worded = form.is_text or any(isinstance(p, str) and p.strip() for p in parts)
        found.append(Text(tuple(parts), is_text=worded))
    return found


def _shown(hole: Placeholder, given: Part) -> Part:
    expr = given.expr if isinstance(given, Placeholder) else given
    return Placeholder(hole.text, expr, hole.spec, hole.type)
