"""SQL expressions as text: literals, ``||`` and ``+``, ``format`` and its like, variables."""

from __future__ import annotations

import re
from typing import NamedTuple

from errdex.languages.interface import Text
from errdex.model.template import Part, Placeholder
from errdex.template.printf import printf_parts

MAX_STATEMENT = 6_000
MAX_TOKENS = 500
_TOKEN = re.compile(
    r"""(?P<space>\s+|--[^\n]*|/\*.*?\*/)
      | (?P<string>(?:[eEnNbBxX]|[uU]&)?'(?:[^']|'')*')
      | (?P<dollar>\$(?P<tag>[A-Za-z_]\w*|)\$.*?\$(?P=tag)\$)
      | (?P<quoted>"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][\w ]*\])
      | (?P<word>[@:$]*[A-Za-z_][\w$@\#]*(?:\s*\.\s*[A-Za-z_"][\w$"]*)*|\$\d+)
      | (?P<number>\d+(?:\.\d+)?)
      | (?P<sign>\|\||::|:=|=>|<=|>=|<>|!=|.)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_FORMATS = frozenset({"format", "pg_catalog.format", "formatmessage"})
_PASSING = frozenset(
    {"coalesce", "trim", "btrim", "rtrim", "left", "substring", "convert", "cast", "gettext", "_"}
)


class Token(NamedTuple):
    """One token: what it is, its text, and where it stands in the text read."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str, stop: str = ";") -> list[Token]:
    """The tokens up to ``stop`` outside of all brackets; blanks and comments are left out."""
    found: list[Token] = []
    depth = 0
    for hit in _TOKEN.finditer(text):
        kind = hit.lastgroup or ""
        kind = "dollar" if kind == "tag" else kind
        if kind == "space":
            continue
        said = hit.group()
        if kind == "sign":
            if depth <= 0 and said in stop:
                break
            depth += (said == "(") - (said == ")")
            if depth < 0:
                break
        found.append(Token(kind, said, hit.start(), hit.end()))
        if len(found) >= MAX_TOKENS:
            break
    return found


def literal(text: str) -> str:
    """The value of a string literal."""
    if text.startswith("$"):
        tag = text[: text.index("$", 1) + 1]
        return text[len(tag) : -len(tag)]
    prefix, _, inner = text.partition("'")
    inner = inner[:-1].replace("''", "'")
    if prefix in ("e", "E") and "\\" in inner:
        return _ESCAPED.sub(_unescaped, inner)
    return inner


def _unescaped(found: re.Match[str]) -> str:
    if found[4]:
        return _PLAIN.get(found[4], found[4])
    return chr(int(found[1], 8) & 0xFF if found[1] else int(found[2] or found[3], 16))


def split(given: list[Token], sign: str) -> list[list[Token]]:
    """Tokens cut at a sign outside of all brackets."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in given:
        if token.kind == "sign":
            depth += (token.text in "([") - (token.text in ")]")
            if depth == 0 and token.text == sign:
                found.append([])
                continue
        found[-1].append(token)
    return found


def written(text: str, given: list[Token]) -> str:
    """Tokens as the source writes them, on one line."""
    if not given:
        return ""
    shown = " ".join(text[given[0].start : given[-1].end].split())
    return shown if len(shown) <= 200 else shown[:199] + "…"


def expression(text: str, given: list[Token], depth: int = 0) -> Text:
    """What an expression says."""
    given = _bare(given)
    hole = Text((Placeholder("{" + written(text, given) + "}", written(text, given)),), False)
    if not given or depth > 6:
        return hole
    pieces = split(given, "||")
    if len(pieces) == 1 and any(t.kind == "string" for t in given):
        pieces = split(given, "+")
    if len(pieces) > 1:
        said = [expression(text, piece, depth + 1) for piece in pieces if piece]
        return Text(tuple(p for one in said for p in one.parts), any(one.is_text for one in said))
    if all(t.kind in ("string", "dollar") for t in given):
        return Text(("".join(literal(t.text) for t in given),))
    if (
        given[0].kind == "word"
        and len(given) > 2
        and given[1].text == "("
        and given[-1].text == ")"
    ):
        return _called(text, given, depth) or hole
    return hole


def _bare(given: list[Token]) -> list[Token]:
    """An expression without a cast behind it and brackets around it."""
    cut = split(given, "::")
    given = cut[0] if len(cut) > 1 and cut[0] else given
    while len(given) > 2 and given[0].text == "(" and given[-1].text == ")" and _closes_last(given):
        given = given[1:-1]
    return given


def _closes_last(given: list[Token]) -> bool:
    depth = 0
    for index, token in enumerate(given):
        if token.kind == "sign":
            depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return index == len(given) - 1
    return False


def _called(text: str, given: list[Token], depth: int) -> Text | None:
    if not _closes_last(given[1:]):
        return None
    name = given[0].text.lower()
    args = split(given[2:-1], ",")
    if name in _FORMATS:
        form = _bare(args[0])
        if len(form) == 1 and form[0].kind in ("string", "dollar"):
            values = [written(text, arg) for arg in args[1:]]
            verbs = "sIL" if name != "formatmessage" else "sdiuxXo"
            return Text(tuple(printf_parts(literal(form[0].text), values, verbs=verbs)))
        return expression(text, args[0], depth + 1)
    if name in ("concat", "concat_ws"):
        said = [expression(text, arg, depth + 1) for arg in args]
        if name == "concat_ws" and said:
            said = [one for arg in said[1:] for one in (said[0], arg)][1:]
        return Text(tuple(p for one in said for p in one.parts), any(one.is_text for one in said))
    if name in _PASSING and args:
        inner = expression(text, args[0], depth + 1)
        return inner if inner.is_text else None
    if name in ("chr", "char", "nchar") and len(args[0]) == 1 and args[0][0].text.isdigit():
        return Text((chr(int(args[0][0].text) % 0x110000),), False)
    return None


def assigned(text: str, name: str) -> Text | None:
    """What the last assignment of a variable in some text says; None when it is no text."""
    pattern = re.compile(
        rf"(?i)(?<![\w@.]){re.escape(name)}\s*(?:[\w()]+\s*){{0,3}}(?::=|=|\bdefault\b)(?!=)"
    )
    for hit in reversed(list(pattern.finditer(text))):
        before = text[max(0, hit.start() - 6) : hit.start()].lower().rstrip()
        if before.endswith(("and", "or", "if", "where", "when", "(")):
            continue
        rest = text[hit.end() : hit.end() + MAX_STATEMENT]
        said = expression(rest, tokens(rest))
        return said._replace(inline=False) if said.is_text else None
    return None


def raised(form: str, values: list[str]) -> list[Part]:
    """A text of ``RAISE``, in which each ``%`` is the next value."""
    parts: list[Part] = []
    taken = 0
    for piece in re.split(r"(%%|%)", form):
        if piece == "%":
            expr = values[taken] if taken < len(values) else None
            taken += 1
            parts.append(Placeholder("%", expr))
        else:
            parts.append("%" if piece == "%%" else piece)
    return parts
