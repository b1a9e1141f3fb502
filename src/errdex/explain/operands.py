"""Operands of conditions and arguments of calls: literal or not, which names, safe to repeat."""

from __future__ import annotations

import re

from errdex.explain.conditions import Operand
from errdex.explain.tables import BOOL_WORDS, NULL_WORDS, SCRIPT_LANGUAGES
from errdex.explain.tokens import Tokens, enclosed, items, text_of

_WORDS = frozenset(
    "and or not in is instanceof typeof await new this self super cls crate Self None True False "
    "null undefined true false nil NULL nullptr lambda if else for async as ref mut move void "
    "const let var return match".split()
)
_NUMBER = re.compile(
    r"(?:0[xX][0-9a-fA-F]+|(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r"(?P<suffix>[iu](?:8|16|32|64|128|size)|f32|f64)?"
)
_PLAIN_STRING = re.compile(r"\"[^\"\\\n`]*\"|'[^'\\\n`]*'")
_PLAIN_OPS = frozenset("+ - * / % ( ) [ ] . ,".split())
_BINARY = frozenset("+ - * / %".split())
RESERVED = _WORDS | frozenset(
    "abstract assert become box break case catch class continue debugger def default del delete "
    "do dyn elif enum eval except export extends extern false final finally fn from function "
    "global impl implements import interface loop macro mod nonlocal override package pass priv "
    "private protected pub public raise static struct switch throw trait try type union unsafe "
    "unsized use virtual where while with yield arguments print exec".split()
)


def roots_of(tokens: Tokens, language: str) -> frozenset[str]:
    """Names that are looked up in scope, not attributes, keywords or macro names."""
    names = set()
    for index, token in enumerate(tokens):
        if token.kind != "name" or token.text in _WORDS:
            continue
        before = tokens[index - 1].text if index else ""
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if before in {".", "?.", "->", "::"} or token.text.endswith("!"):
            continue
        if after == "=" and before in {"(", ","}:
            continue  # a keyword argument's name
        names.add(token.text)
    return frozenset(names)


def operand_of(tokens: Tokens, language: str) -> Operand:
    """What is known about one operand's shape."""
    parts: tuple[Operand, ...] | None = None
    if len(tokens) >= 2 and tokens[0].text in {"(", "[", "{"} and enclosed(tokens, tokens[0].text):
        members = items(tokens)
        if tokens[0].text != "(" or len(members) > 1 or tokens[-2].text == ",":
            read = tuple(operand_of(m, language) for m in members if m)
            whole = bool(read) and not any(t.text in {":", "for", ";"} for t in tokens)
            parts = read if whole and all(r.text for r in read) else None
    return Operand(
        text=text_of(tokens),
        names=roots_of(tokens, language),
        literal=_literal(tokens),
        items=parts,
        plain=is_plain(tokens, language),
    )


def unborrowed(tokens: Tokens) -> Tokens:
    """Without Rust's leading ``&``, which says nothing to a reader."""
    return tokens[1:] if len(tokens) > 1 and tokens[0].text == "&" else tokens


def _literal(tokens: Tokens) -> str:
    if len(tokens) == 2 and tokens[0].text == "-" and tokens[1].kind == "number":
        return "number"
    if len(tokens) != 1:
        return ""
    token = tokens[0]
    if token.kind == "number":
        return "number"
    if token.kind == "string":
        formatted = token.text[0] in "fF$`" or token.text[:2].lower() in {"rf", "fr"}
        return "" if formatted else "string"
    if token.text in NULL_WORDS:
        return "none"
    return "bool" if token.text in BOOL_WORDS else ""


def is_plain(tokens: Tokens, language: str) -> bool:
    """Whether it is an expression so simple that it parses in any of the languages.

    Names, attributes, indices, calls, literals and arithmetic, in their usual order; the
    point is that a snippet made of such pieces is sure to parse.
    """
    if not tokens or len(tokens) > 40:
        return False
    wants_value = True
    opened: list[str] = []
    for index, token in enumerate(tokens):
        text = token.text
        if token.kind != "op":
            if not wants_value or not _plain_word(token.kind, text, language, tokens, index):
                return False
            wants_value = False
        elif text in {"(", "["}:
            if wants_value and text == "[" and language == "rust":
                return False
            opened.append("call" if not wants_value else "group")
            wants_value = True
        elif text in {")", "]"}:
            kind = opened.pop() if opened else ""
            empty_call = kind == "call" and tokens[index - 1].text == "(" and text == ")"
            if wants_value and not empty_call:
                return False
            wants_value = False
        elif text == "-" and wants_value:
            if index and tokens[index - 1].text == "-":
                return False
        elif text == ",":
            if wants_value or not opened or opened[-1] != "call" or not _in_call(tokens, index):
                return False
            wants_value = True
        elif text == ".":
            follows = tokens[index + 1] if index + 1 < len(tokens) else None
            before = tokens[index - 1].kind if index else "op"
            if wants_value or before == "number" or follows is None or follows.kind != "name":
                return False
            wants_value = True
        elif text in _BINARY and not wants_value:
            wants_value = True
        else:
            return False
    return not wants_value and not opened


def _in_call(tokens: Tokens, index: int) -> bool:
    depth = 0
    for token in reversed(tokens[:index]):
        if token.text in {")", "]"} and token.kind == "op":
            depth += 1
        elif token.text in {"(", "["} and token.kind == "op":
            if depth == 0:
                return token.text == "("
            depth -= 1
    return False


def _plain_word(kind: str, text: str, language: str, tokens: Tokens, index: int) -> bool:
    if kind == "number":
        found = _NUMBER.fullmatch(text)
        return bool(found) and (found is not None and not found["suffix"] or language == "rust")
    if kind == "string":
        simple = _PLAIN_STRING.fullmatch(text) is not None
        return simple and not (language == "rust" and text[0] == "'")
    if index and tokens[index - 1].text == ".":
        return plain_name(text) and (language == "python" or text not in RESERVED)
    return plain_name(text) and (text not in RESERVED or text in _constants(language))


def _constants(language: str) -> frozenset[str]:
    if language == "python":
        return frozenset({"None", "True", "False"})
    if language in SCRIPT_LANGUAGES:
        return frozenset({"null", "undefined", "true", "false"})
    return frozenset({"true", "false"}) if language == "rust" else frozenset()


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def plain_name(text: str) -> bool:
    """An ASCII identifier, which every language takes for one."""
    return _NAME.fullmatch(text) is not None and text != "_"
