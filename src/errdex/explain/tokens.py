"""Cut one line of source into tokens, for reading conditions and calls without a grammar.

Explaining must stay importable without tree-sitter, and it reads only short expressions, so a
regular expression is enough. Text that it cannot cut gives None, and the caller quotes instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

TokenKind = Literal["name", "number", "string", "op"]

MAX_SOURCE = 2000
OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = frozenset(OPENERS.values())

_STRING = (
    r"""(?:[rbfuRBFUL]|[rR][bBfF]|[bBfF][rR])?(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\")"""
    r"""|b?r\#"[^"]*"\#"""
    r"""|(?:[rbfucRBFUL]|[rR][bBfF]|[bBfF][rR]|\$@?|@\$?)?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|`(?:[^`\\]|\\.)*`"""
)
_NUMBER = (
    r"0[xX][0-9a-fA-F_]+\w*|0[oO][0-7_]+|0[bB][01_]+"
    r"|(?:\d[\d_]*\.(?!\.)\d[\d_]*|\d[\d_]*\.(?![\w.])|\.\d[\d_]*|\d[\d_]*)(?:[eE][+-]?\d+)?\w*"
)
_OPERATOR = (  # the longest first
    r"<<=|>>=|\*\*=|//=|\.\.\.|\.\.=|===|!==|<=>|\?\?|\?\.|&&|\|\||==|!=|<=|>=|->|=>|::|:=|<<|>>"
    r"|\*\*|\.\.|\+=|-=|\*=|/=|%=|\|=|&=|\^=|\+\+|--|//|[()\[\]{}<>+\-*/%&|^~!?:,.;=@#]"
)
_TOKEN = re.compile(
    rf"(?P<gap>\s+)|(?P<string>{_STRING})|(?P<number>{_NUMBER})"
    r"|(?P<name>[$@#]?[^\W\d][\w$]*)"
    rf"|(?P<op>{_OPERATOR})",
    re.DOTALL,
)
_LIFETIME = re.compile(r"'[^\W\d]\w*(?!')")
_LINE_COMMENT = re.compile(r"[^\n]*")
_BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMMENT_MARK = {"python": "#", "ruby": "#", "shell": "#", "elixir": "#", "lua": "--", "sql": "--"}


@dataclass(frozen=True, slots=True)
class Token:
    """One token; ``gap`` tells whether space or a comment stood before it."""

    kind: TokenKind
    text: str
    gap: bool = False


Tokens = tuple[Token, ...]


@lru_cache(maxsize=4096)
def cut(source: str, language: str) -> Tokens | None:
    """The tokens of ``source``, None when a character or a bracket does not fit.

    Shell has no such tokens: a blank more or less is another command.
    """
    if len(source) > MAX_SOURCE or language == "shell":
        return None
    tokens: list[Token] = []
    mark = _COMMENT_MARK.get(language, "//")
    at, gap = 0, False
    while at < len(source):
        end = _after_comment(source, at, mark)
        if end is not None:
            at, gap = end, True
            continue
        lifetime = _LIFETIME.match(source, at) if language == "rust" else None
        found = lifetime or _TOKEN.match(source, at)
        if found is None or found.end() == at:
            return None
        at = found.end()
        kind = "name" if lifetime else found.lastgroup
        if kind == "gap":
            gap = True
            continue
        token = Token(_kind(kind), found.group(), gap)
        if token.text == "/" and mark == "//" and _operand_expected(tokens):
            return None  # a regular expression literal, which may hold anything
        tokens.append(token)
        gap = False
    joined = _join_macros(tokens) if language == "rust" else tuple(tokens)
    return joined if balanced(joined) else None


def _kind(group: str | None) -> TokenKind:
    match group:
        case "name" | "number" | "string":
            return group
        case _:
            return "op"


def _operand_expected(before: list[Token]) -> bool:
    return not before or (before[-1].kind == "op" and before[-1].text not in CLOSERS)


def _after_comment(source: str, at: int, mark: str) -> int | None:
    if source.startswith(mark, at):
        found = _LINE_COMMENT.match(source, at)
        return found.end() if found else len(source)
    if mark == "//" and source.startswith("/*", at):
        found = _BLOCK_COMMENT.match(source, at)
        return found.end() if found else len(source)
    return None


def _join_macros(tokens: list[Token]) -> Tokens:
    """Rust writes ``matches!(…)``: the name and its ``!`` are one word."""
    out: list[Token] = []
    for index, token in enumerate(tokens):
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if (
            token.text == "!"
            and out
            and out[-1].kind == "name"
            and not token.gap
            and after in "([{"
        ):
            out[-1] = Token("name", out[-1].text + "!", out[-1].gap)
        else:
            out.append(token)
    return tuple(out)


def balanced(tokens: Tokens) -> bool:
    """Whether every bracket is closed by its own kind."""
    open_: list[str] = []
    for token in tokens:
        if token.kind != "op":
            continue
        if token.text in OPENERS:
            open_.append(OPENERS[token.text])
        elif token.text in CLOSERS and (not open_ or open_.pop() != token.text):
            return False
    return not open_


def text_of(tokens: Tokens) -> str:
    """The source of ``tokens`` on one line, without comments and without space in brackets."""
    out: list[str] = []
    before = ""
    for token in tokens:
        text = " ".join(token.text.split()) if "\n" in token.text else token.text
        inside = before in {"", "(", "["} or text in {")", "]"}
        out.append(f" {text}" if token.gap and not inside else text)
        before = text
    return "".join(out)


def tidy(source: str, language: str) -> str:
    """Source on one line as a person would write it, unchanged when it cannot be cut."""
    tokens = cut(source, language)
    return text_of(tokens) if tokens else " ".join(source.split())


def depths(tokens: Tokens) -> list[int]:
    """For each token, how many brackets are open around it (a bracket counts as outside)."""
    out, depth = [], 0
    for token in tokens:
        if token.kind == "op" and token.text in CLOSERS:
            depth -= 1
        out.append(depth)
        if token.kind == "op" and token.text in OPENERS:
            depth += 1
    return out


def split(tokens: Tokens, *separators: str) -> list[Tokens]:
    """Cut at separators that stand outside of brackets."""
    parts: list[Tokens] = []
    start = 0
    for index, (token, depth) in enumerate(zip(tokens, depths(tokens), strict=True)):
        if depth == 0 and token.kind != "string" and token.text in separators:
            parts.append(tokens[start:index])
            start = index + 1
    parts.append(tokens[start:])
    return parts


def items(tokens: Tokens) -> list[Tokens]:
    """The comma-separated items between the brackets that ``tokens`` start and end with."""
    parts = split(tokens[1:-1], ",")
    if parts and not parts[-1]:
        parts.pop()
    return parts


def closing(tokens: Tokens, start: int) -> int:
    """The index of the bracket that closes the one at ``start``; the last index if none does."""
    depth = 0
    for index in range(start, len(tokens)):
        token = tokens[index]
        if token.kind != "op":
            continue
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
        if depth == 0:
            return index
    return len(tokens) - 1


def enclosed(tokens: Tokens, opener: str) -> bool:
    """Whether one pair of brackets holds all of ``tokens``."""
    return (
        len(tokens) >= 2
        and tokens[0].kind == "op"
        and tokens[0].text == opener
        and closing(tokens, 0) == len(tokens) - 1
    )


def call_of(tokens: Tokens) -> tuple[Tokens, list[Tokens]] | None:
    """Callee and arguments when ``tokens`` are one call and nothing else."""
    if len(tokens) < 3 or tokens[-1].kind != "op" or tokens[-1].text != ")":
        return None
    if tokens[0].kind == "op" and tokens[0].text not in {"[", "("}:
        return None
    level = depths(tokens)
    start = max(
        (i for i, t in enumerate(tokens) if t.kind == "op" and t.text == "(" and level[i] == 0),
        default=0,
    )
    if start == 0 or closing(tokens, start) != len(tokens) - 1 or not chained(tokens[:start]):
        return None
    return tokens[:start], items(tokens[start:])


def chained(tokens: Tokens) -> bool:
    """Whether ``tokens`` are one postfix chain: a name, then ``.x``, ``(…)``, ``[…]``."""
    index = closing(tokens, 0) if tokens and tokens[0].text in OPENERS else 0
    if not tokens or (tokens[0].kind == "op" and tokens[0].text not in OPENERS):
        return False
    index += 1
    while index < len(tokens):
        token = tokens[index]
        if token.text in {".", "?.", "::", "->"} and token.kind == "op":
            if index + 1 >= len(tokens):
                return False
            after = tokens[index + 1]
            if after.kind in {"name", "number"}:
                index += 2
            elif token.text == "?." and after.text in {"(", "["}:
                index += 1
            else:
                return False
        elif token.kind == "number" and token.text.startswith("."):
            index += 1  # a tuple field: self.0
        elif token.text in {"(", "["} and token.kind == "op":
            index = closing(tokens, index) + 1
        elif token.text in {"?", "!"} and token.kind == "op":
            index += 1
        else:
            return False
    return True
