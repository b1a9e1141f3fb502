"""Ruby's string literals, decoded as Ruby reads them: quotes, ``%q``, heredocs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tree_sitter import QueryCursor

from errdex.languages.interface import Source
from errdex.languages.queries import query
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(
    r"\\(?:(\r?\n)|u\{([0-9a-fA-F\s]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.))",
    re.DOTALL,
)
_SIMPLE = {
    "n": "\n", "t": "\t", "s": " ", "r": "\r", "e": "\x1b", "a": "\a", "b": "\b", "v": "\v",
    "f": "\f",
}  # fmt: skip
_TYPES = {
    "inspect": "repr", "to_i": "int", "size": "int", "length": "int", "count": "int",
    "to_f": "float", "to_json": None, "to_s": None,
}  # fmt: skip
_RAW = re.compile(r"%[qws]|'")
_CONTENT = frozenset({"string_content", "escape_sequence", "heredoc_content"})
_INDENT = re.compile(r"[ \t]*")
MAX_HEREDOCS = 2_000


def string_parts(source: Source, node: Node) -> list[Part]:
    """The parts of a quoted string."""
    opening = source.text(node.children[0]) if node.children else ""
    raw = _RAW.match(opening) is not None
    parts: list[Part] = []
    for piece in _pieces(source, node):
        if isinstance(piece, Placeholder):
            parts.append(piece)
        else:
            parts.append(_quoted(piece, opening) if raw else decoded(piece))
    return parts


def decoded(text: str) -> str:
    """The content of a string in double quotes."""
    text = text.replace("\r\n", "\n")
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _quoted(text: str, opening: str) -> str:
    """The content of a string in single quotes: only the quote and the backslash are escaped."""
    text = text.replace("\r\n", "\n")
    closing = {"(": ")", "[": "]", "{": "}", "<": ">"}.get(opening[-1:], opening[-1:])
    return re.sub(r"\\([\\" + re.escape(opening[-1:] + closing) + "])", r"\1", text)


def _unescaped(found: re.Match[str]) -> str:
    newline, points, four, byte, octal, char = found.groups()
    if newline is not None:
        return ""
    if points is not None:
        return "".join(_char(int(point, 16)) for point in points.split())
    if four is not None:
        return _char(int(four, 16))
    if byte is not None:
        return chr(int(byte, 16))
    if octal is not None:
        return chr(int(octal, 8) & 0xFF)
    return _SIMPLE.get(char, char)


def _char(point: int) -> str:
    return chr(point) if point <= 0x10FFFF else "�"


def _pieces(source: Source, node: Node) -> list[Part]:
    """Undecoded text and holes of a literal's children, in order."""
    pieces: list[Part] = []
    for child in node.children:
        if child.type in _CONTENT:
            pieces.append(source.text(child))
        elif child.type == "interpolation":
            pieces.append(interpolated(source, child))
    return pieces


def interpolated(source: Source, node: Node) -> Placeholder:
    """``#{expression}``, as written."""
    inner = [c for c in node.named_children if c.type not in ("comment", "heredoc_body")]
    expr = source.flat(inner[0], 200) if len(inner) == 1 else None
    kind = None
    if len(inner) == 1 and inner[0].type == "call":
        method = inner[0].child_by_field_name("method")
        kind = _TYPES.get(source.text(method)) if method is not None else None
    return Placeholder(source.flat(node, 200), expr, None, kind)


def heredoc_parts(source: Source, node: Node) -> list[Part] | None:
    """What the heredoc says whose beginning is ``node``; None when its body is not found."""
    bodies: dict[int, Node] = source.once("heredocs", lambda: _bodies(source))
    body = bodies.get(node.start_byte)
    if body is None:
        return None
    opening = source.text(node)
    pieces = _pieces(source, body)
    holes = [p for p in pieces if isinstance(p, Placeholder)]
    text = "".join("\0" if isinstance(p, Placeholder) else p.replace("\0", " ") for p in pieces)
    text = text.replace("\r\n", "\n").removeprefix("\n")
    text = text[: text.rfind("\n") + 1]  # what follows is the indentation of the closing word
    if opening.startswith("<<~"):
        text = _dedented(text)
    if "'" not in opening:
        text = decoded(text)
    parts: list[Part] = []
    for index, piece in enumerate(text.split("\0")):
        if index:
            parts.append(holes[index - 1])
        parts.append(piece)
    return parts


def _dedented(text: str) -> str:
    """Text without the indentation that its lines have in common, as ``<<~`` takes it away."""
    lines = text.split("\n")
    widths = [len(_indent(line).expandtabs(8)) for line in lines if line.strip()]
    common = min(widths, default=0)
    return "\n".join(_without(line, common) for line in lines)


def _indent(line: str) -> str:
    found = _INDENT.match(line)
    return found.group() if found else ""


def _without(line: str, width: int) -> str:
    taken = at = 0
    while at < len(line) and taken < width and line[at] in " \t":
        step = 1 if line[at] == " " else 8 - taken % 8
        if taken + step > width:
            break
        taken += step
        at += 1
    return line[at:]


def _bodies(source: Source) -> dict[int, Node]:
    """Where each heredoc begins → its body: both stand in the same order."""
    compiled = query(source.language, "heredocs")
    if compiled is None:
        return {}
    found = QueryCursor(compiled).captures(source.root)
    nodes = sorted(
        [*found.get("beginning", ()), *found.get("body", ())], key=lambda node: node.start_byte
    )
    waiting: list[Node] = []
    bodies: dict[int, Node] = {}
    for node in nodes:
        if node.type == "heredoc_beginning":
            waiting.append(node)
            continue
        last = node.children[-1] if node.children else None
        word = source.text(last).strip() if last is not None else ""
        for index, beginning in enumerate(waiting[:8]):
            if source.text(beginning).strip("<~-'\"`") == word:
                bodies[beginning.start_byte] = node
                del waiting[: index + 1]
                break
    return bodies
