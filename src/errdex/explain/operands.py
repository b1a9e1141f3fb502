"""Operands of conditions and arguments of calls: literal or not, which names, safe to repeat."""

from __future__ import annotations

import keyword
import re

from errdex.explain.conditions import Operand
from errdex.explain.tables import BOOL_WORDS, NULL_WORDS, SCRIPT_LANGUAGES, words
from errdex.explain.tokens import Tokens, enclosed, items, text_of

_WORDS = words(
    "and or not in is instanceof typeof await new crate None True False "
    "null undefined true false nil NULL nullptr lambda if else for async as ref mut move void "
    "const let var return match"
)
_NUMBER = re.compile(
    r"(?:0[xX][0-9a-fA-F]+|(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r"(?P<suffix>[iu](?:8|16|32|64|128|size)|f32|f64)?"
)
_PLAIN_STRING = re.compile(r"\"[^\"\\\n`]*\"|'[^'\\\n`]*'")
_RUST_KEYWORDS = words(
    "abstract as async await become box break const continue crate do dyn else enum extern false "
    "final fn for gen if impl in let loop macro match mod move mut override priv pub ref return "
    "self Self static struct super trait true try type typeof unsafe unsized use virtual where "
    "while yield union"
)
_SCRIPT_KEYWORDS = words(
    "arguments async await break case catch class const continue debugger default delete do else "
    "enum eval export extends false finally for function if implements import in instanceof "
    "interface let new null of package private protected public return static super switch this "
    "throw true try typeof undefined var void while with yield type declare namespace abstract as"
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
    if len(tokens) > 4 and tokens[2].text == ":=" and enclosed(tokens, "("):
        tokens = tokens[3:-1]
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
    return bool(tokens) and len(tokens) <= 40 and _Plain(tokens, language).whole()


class _Plain:
    """A reader that wants a value or an operator next, and nothing else."""

    def __init__(self, tokens: Tokens, language: str) -> None:
        self.tokens = tokens
        self.language = language
        self.wants_value = True
        self.opened: list[str] = []

    def whole(self) -> bool:
        """Whether every token fits and nothing is left open."""
        for index, token in enumerate(self.tokens):
            if token.kind == "op":
                if not self.operator(index, token.text):
                    return False
            elif not self.wants_value or not _plain_word(self.tokens, index, self.language):
                return False
            else:
                self.wants_value = False
        return not self.wants_value and not self.opened

    def operator(self, index: int, text: str) -> bool:
        """Whether an operator fits here."""
        before = self.tokens[index - 1] if index else None
        match text:
            case "(" | "[" if self.wants_value:
                self.opened.append("group")
                return text == "("
            case "(" | "[":
                self.opened.append("call" if text == "(" else "index")
                self.wants_value = True
                return before is not None and before.kind not in {"number", "string"}
            case ")" | "]":
                kind = self.opened.pop() if self.opened else ""
                empty = kind == "call" and before is not None and before.text == "("
                fits = empty or not self.wants_value
                self.wants_value = False
                return fits
            case "-" if self.wants_value:
                return before is None or before.text in {"(", "[", ","}
            case ",":
                fits = not self.wants_value and self.opened[-1:] == ["call"]
                self.wants_value = True
                return fits
            case "::" if self.language != "rust":
                return False
            case "." | "::":
                after = self.tokens[index + 1 : index + 2]
                fits = not self.wants_value and before is not None and before.kind != "number"
                self.wants_value = True
                return fits and bool(after) and after[0].kind == "name"
            case "+" | "-" | "*" | "/" | "%":
                fits = not self.wants_value
                self.wants_value = True
                return fits
            case _:
                return False


def _plain_word(tokens: Tokens, index: int, language: str) -> bool:
    kind, text = tokens[index].kind, tokens[index].text
    if kind == "number":
        found = _NUMBER.fullmatch(text)
        return bool(found) and ((found is not None and not found["suffix"]) or language == "rust")
    if kind == "string":
        simple = _PLAIN_STRING.fullmatch(text) is not None
        return simple and not (language == "rust" and text[0] == "'")
    if index and tokens[index - 1].text in {".", "::"}:
        return plain_name(text) and not reserved(text, language)
    return plain_name(text) and (not reserved(text, language) or text in _constants(language))


def reserved(name: str, language: str) -> bool:
    """Whether a name is (or may be) a keyword of the language."""
    if language == "python":
        return keyword.iskeyword(name) or keyword.issoftkeyword(name)
    if language == "rust":
        return name in _RUST_KEYWORDS
    if language in SCRIPT_LANGUAGES:
        return name in _SCRIPT_KEYWORDS
    return keyword.iskeyword(name) or name in _RUST_KEYWORDS or name in _SCRIPT_KEYWORDS


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
