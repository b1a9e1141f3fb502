"""Write a condition as source again, in the language it came from, for snippets that parse."""

from __future__ import annotations

import re

from errdex.explain.conditions import (
    All,
    Any,
    Between,
    Compare,
    Condition,
    Empty,
    Length,
    Member,
    Null,
    Operand,
    Predicate,
    Truth,
    TypeTest,
)
from errdex.explain.tables import SCRIPT_LANGUAGES

SPELLED = frozenset({"python", "rust"}) | SCRIPT_LANGUAGES
_POSTFIX = re.compile(r"[\w.]+(?:\([^()]*\))?")


def spell(condition: Condition, language: str) -> str | None:
    """The condition as source; None when some part is not of the plain form."""
    if language not in SPELLED:
        return None
    match condition:
        case All(operands) | Any(operands):
            return _compound(condition, operands, language)
        case Member():
            return _member(condition, language)
        case TypeTest():
            return _type_test(condition, language)
        case Predicate(subject, _, _, other, source, negated):
            plain = subject.plain and (other is None or other.plain) and _callable(source)
            return _not(source, negated, language) if plain else None
        case Between(low, low_op, subject, high_op, high, negated):
            if language != "python" or not (low.plain and subject.plain and high.plain):
                return None
            text = f"{low.text} {low_op} {subject.text} {high_op} {high.text}"
            return _not(text, negated, language)
        case Compare(left, op, right, negated) | Length(left, op, right, negated):
            if not (left.plain and right.plain):
                return None
            if isinstance(condition, Compare) and condition.same:
                return f"{left.text} {'is' if op == '==' else 'is not'} {right.text}"
            sized = isinstance(condition, Length)
            first = _length(left, language) if sized else left.text
            return _not(f"{first} {_equal(op, language)} {right.text}", negated, language)
        case Null() | Truth() | Empty():
            return _about_one(condition, language) if condition.subject.plain else None
        case _:
            return None


def _about_one(condition: Null | Truth | Empty, language: str) -> str:
    match condition:
        case Null(subject, words, negated):
            return _null(subject, words, negated, language)
        case Truth(subject, _, negated):
            return _not(subject.text, negated, language)
        case Empty(subject, negated):
            return _empty(subject, negated, language)


def _callable(source: str) -> bool:
    return source.endswith(")") and not source.startswith(("matches!", "let "))


def _not(text: str, negated: bool, language: str) -> str:
    if not negated:
        return text
    if language == "python":
        return f"not {text}" if _POSTFIX.fullmatch(text) else f"not ({text})"
    return f"!{text}" if _POSTFIX.fullmatch(text) else f"!({text})"


def _equal(op: str, language: str) -> str:
    return {"==": "===", "!=": "!=="}.get(op, op) if language in SCRIPT_LANGUAGES else op


def _compound(condition: All | Any, operands: tuple[Condition, ...], language: str) -> str | None:
    parts = [spell(o, language) for o in operands]
    if not all(parts):
        return None
    words = ("and", "or") if language == "python" else ("&&", "||")
    word = words[isinstance(condition, Any)]
    mixed = any(isinstance(o, All | Any) for o in operands)
    texts = [
        f"({p})"
        if (mixed and f" {words[0]} " in f"{p}") or (mixed and f" {words[1]} " in f"{p}")
        else f"{p}"
        for p in parts
    ]
    return f" {word} ".join(texts)


def _member(condition: Member, language: str) -> str | None:
    subject, choices = condition.subject, condition.choices
    if not subject.plain:
        return None
    if choices and not all(c.plain for c in choices):
        return None
    if language == "python":
        word = "not in" if condition.negated else "in"
        if choices:
            listed = ", ".join(c.text for c in choices) + ("," if len(choices) == 1 else "")
            return f"{subject.text} {word} ({listed})"
        return (
            f"{subject.text} {word} {condition.container.text}"
            if condition.container.plain
            else None
        )
    if not choices:
        return None
    op = _equal("!=" if condition.negated else "==", language)
    joiner = " && " if condition.negated else " || "
    return joiner.join(f"{subject.text} {op} {c.text}" for c in choices)


def _null(subject: Operand, words: tuple[str, ...], negated: bool, language: str) -> str:
    if language == "python":
        return f"{subject.text} is {'not ' if negated else ''}None"
    if language == "rust":
        return f"{subject.text}.{'is_some' if negated else 'is_none'}()"
    if len(words) > 1:
        return f"{subject.text} {'!=' if negated else '=='} null"
    return f"{subject.text} {'!==' if negated else '==='} {words[0]}"


def _type_test(condition: TypeTest, language: str) -> str | None:
    subject, types = condition.subject, condition.types
    if not subject.plain or not all(t.plain for t in types):
        return None
    if language == "python":
        listed = ", ".join(t.text for t in types)
        kinds = listed if len(types) == 1 else f"({listed})"
        return _not(
            f"{condition.style}({subject.text}, {kinds})", condition.negated, language
        ).replace(
            f"not ({condition.style}({subject.text}, {kinds}))",
            f"not {condition.style}({subject.text}, {kinds})",
        )
    if language not in SCRIPT_LANGUAGES:
        return None
    if condition.style == "typeof":
        op = "!==" if condition.negated else "==="
        joiner = " && " if condition.negated else " || "
        if any('"' in t.text or "\\" in t.text for t in types):
            return None
        return joiner.join(f'typeof {subject.text} {op} "{t.text}"' for t in types)
    text = " || ".join(f"{subject.text} instanceof {t.text}" for t in types)
    return _not(text, condition.negated, language)


def _empty(subject: Operand, negated: bool, language: str) -> str:
    if language == "python":
        return f"len({subject.text}) {'>' if negated else '=='} 0"
    if language == "rust":
        return f"{'!' if negated else ''}{subject.text}.is_empty()"
    return f"{subject.text}.length {'>' if negated else '==='} 0"


def _length(subject: Operand, language: str) -> str:
    if language == "python":
        return f"len({subject.text})"
    return f"{subject.text}.len()" if language == "rust" else f"{subject.text}.length"
