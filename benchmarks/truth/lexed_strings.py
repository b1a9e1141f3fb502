"""Tokens of Swift, Dart, Kotlin, Scala by a small lexer of its own: strings, interpolations.

It shares nothing with errdex: no grammar, no queries, no decoding of escapes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

WORD = re.compile(r"[A-Za-z_$]\w*")
NUMBER = re.compile(r"\d[\w.]*")
SPACE = re.compile(r"[ \t\r\f]+")
SWIFT_STRING = re.compile(r"(#*)(\"\"\"|\")")
DART_STRING = re.compile(r"(r?)(\"\"\"|'''|\"|')")
KOTLIN_STRING = re.compile(r"()(\"\"\"|\")")
SCALA_STRING = re.compile(r"((?:[a-z]\w*)?)(\"\"\"|\")")
STRINGS = {
    "swift": SWIFT_STRING,
    "dart": DART_STRING,
    "kotlin": KOTLIN_STRING,
    "scala": SCALA_STRING,
}
CHARACTER = re.compile(r"'(?:[^'\\\n]|\\.[0-9a-fA-F]*)'")
ESCAPES = {
    "swift": {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"},
    "scala": {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"},
    "kotlin": {"n": "\n", "t": "\t", "r": "\r", "b": "\b"},
    "dart": {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"},
}


class Token(NamedTuple):
    """One token: its kind, its text (of a string what it says) and where it starts and ends."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str, language: str, at: int = 0, until: str = "") -> tuple[list[Token], int]:
    """The tokens from a place to the bracket that closes it, or to the end."""
    found: list[Token] = []
    depth = 0
    while at < len(text):
        char = text[at]
        if char == "\n":
            found.append(Token("line", "\n", at, at + 1))
            at += 1
            continue
        if (space := SPACE.match(text, at)) is not None:
            at = space.end()
            continue
        if text.startswith("//", at):
            end = text.find("\n", at)
            at = end if end >= 0 else len(text)
            continue
        if text.startswith("/*", at):
            at = comment(text, at)
            continue
        if language in ("kotlin", "scala") and (one := CHARACTER.match(text, at)) is not None:
            found.append(Token("character", one.group(), at, one.end()))
            at = one.end()
            continue
        if (read := string(text, language, at)) is not None:
            found.append(read)
            at = read.end
            continue
        word = WORD.match(text, at) or NUMBER.match(text, at)
        if word is not None:
            kind = "number" if char.isdigit() else "word"
            found.append(Token(kind, word.group(), at, word.end()))
            at = word.end()
            continue
        if until and depth == 0 and char == until:
            return found, at
        depth += (char in "([{") - (char in ")]}")
        found.append(Token("mark", char, at, at + 1))
        at += 1
    return found, at


def comment(text: str, at: int) -> int:
    """Where a comment that may hold others ends."""
    depth = 0
    while at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                return at
        else:
            at += 1
    return at


def string(text: str, language: str, at: int) -> Token | None:
    """The string that starts at a place."""
    opening = STRINGS[language].match(text, at)
    if opening is None:
        return None
    mark, quotes = opening.groups()
    place = opening.end()
    closing = quotes + mark if language == "swift" else quotes
    pieces: list[str] = [""]
    holes: list[str] = []
    escape = "\\" + mark if language == "swift" else "\\"
    raw = (language == "dart" and mark == "r") or (
        language in ("kotlin", "scala") and len(quotes) == 3
    )
    filled = language != "scala" or bool(mark)
    while place < len(text):
        if text.startswith(closing, place):
            place += len(closing)
            return Token("string", _said(pieces, holes, quotes, escape, language, raw), at, place)
        if len(quotes) == 1 and text[place] == "\n":
            return None
        if (
            filled
            and (not raw or language in ("kotlin", "scala"))
            and (hole := _hole(text, language, escape, place)) is not None
        ):
            end = hole
            holes.append(" ".join(text[place:end].split()))
            pieces.append("")
            place = end
            continue
        if not raw and text.startswith(escape, place):
            pieces[-1] += text[place : place + len(escape) + 1]
            place += len(escape) + 1
            continue
        pieces[-1] += text[place]
        place += 1
    return None


def _hole(text: str, language: str, escape: str, place: int) -> int | None:
    """Where the interpolation that starts at a place ends; None where none does."""
    if language == "swift":
        if not text.startswith(escape + "(", place):
            return None
        return tokens(text, language, place + len(escape) + 1, ")")[1] + 1
    if text.startswith("${", place):
        return tokens(text, language, place + 2, "}")[1] + 1
    if text[place] == "$" and (name := re.compile(r"[A-Za-z_]\w*").match(text, place + 1)):
        return name.end()
    return None


def _said(
    pieces: list[str], holes: list[str], quotes: str, escape: str, language: str, raw: bool
) -> str:
    """What a string says, its holes as written."""
    if len(quotes) == 3 and language == "swift":
        lines = "\x01".join(pieces).split("\n")
        indent = lines[-1]
        pieces = "\n".join(line.removeprefix(indent) for line in lines[1:-1]).split("\x01")
    elif len(quotes) == 3 and language == "dart":
        pieces[0] = re.sub(r"^(?:[ \t]|\\[ \t])*\r?\n", "", pieces[0])
    if not raw:
        pieces = [_decoded(piece, escape, language) for piece in pieces]
    out = pieces[0]
    for hole, piece in zip(holes, pieces[1:], strict=True):
        out += hole + piece
    return out


def _decoded(piece: str, escape: str, language: str) -> str:
    known = ESCAPES[language]
    out, at = "", 0
    while at < len(piece):
        if not piece.startswith(escape, at):
            out += piece[at]
            at += 1
            continue
        rest = piece[at + len(escape) :]
        long = re.match(r"u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})", rest)
        folds = re.match(r"[ \t]*\n", rest) if language == "swift" else None
        if long is not None:
            out += chr(int(long[1] or long[2] or long[3], 16))
            at += len(escape) + long.end()
        elif folds is not None:
            at += len(escape) + folds.end()
        else:
            out += known.get(rest[:1], rest[:1])
            at += len(escape) + 1
    return out
