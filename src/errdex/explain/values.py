"""Evaluate simple conditions on literal values: does this argument, this captured text fail it?"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any as AnyType

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
    Truth,
    TypeTest,
)

_OPERATORS: dict[str, Callable[[AnyType, AnyType], object]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WORDS: dict[str, object] = {
    "None": None,
    "null": None,
    "nil": None,
    "undefined": None,
    "True": True,
    "true": True,
    "False": False,
    "false": False,
}
_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (float,),
    "str": (str,),
    "bool": (bool,),
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
}
UNKNOWN = object()


def value_of(operand: Operand) -> object:
    """The value of a literal, `UNKNOWN` for anything else."""
    if operand.text in _WORDS:
        return _WORDS[operand.text]
    if operand.literal not in {"number", "string"} or len(operand.text) > 200:
        return UNKNOWN
    try:
        value: object = ast.literal_eval(operand.text.lstrip("+ "))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return UNKNOWN
    return value if isinstance(value, int | float | str) else UNKNOWN


def holds(condition: Condition, given: Operand, language: str) -> bool | None:
    """Whether ``condition`` holds with its subject being ``given``; None when not decidable."""
    value = value_of(given)
    if value is UNKNOWN:
        return None
    return _holds(condition, value)


def _holds(condition: Condition, value: object) -> bool | None:
    match condition:
        case All(operands):
            return _all([_holds(o, value) for o in operands])
        case Any(operands):
            told = _all([_turned(_holds(o, value)) for o in operands])
            return _turned(told)
        case Compare(_, op, right, negated):
            return _maybe(_compare(op, value, value_of(right)), negated)
        case Between(low, low_op, _, high_op, high, negated):
            inside = _all(
                [_compare(low_op, value_of(low), value), _compare(high_op, value, value_of(high))]
            )
            return _maybe(inside, negated)
        case Member(choices=tuple() as choices, negated=negated):
            values = [value_of(c) for c in choices]
            if UNKNOWN in values:
                return None
            same = [
                v for v in values if v == value and isinstance(v, str) == isinstance(value, str)
            ]
            return _maybe(bool(same), negated)
        case Null(negated=negated):
            return _maybe(value is None, negated)
        case Truth(negated=negated):
            return _maybe(bool(value), negated)
        case Empty(negated=negated) if isinstance(value, str):
            return _maybe(not value, negated)
        case Length(_, op, right, negated) if isinstance(value, str):
            return _maybe(_compare(op, len(value), value_of(right)), negated)
        case TypeTest(types=types, negated=negated):
            return _typed([t.text for t in types], value, negated)
        case _:
            return None


def _typed(names: list[str], value: object, negated: bool) -> bool | None:
    if value is None:
        return negated
    if not all(n in _TYPES for n in names):
        return None
    kinds = tuple(k for n in names for k in _TYPES[n])
    return _maybe(isinstance(value, kinds), negated)


def _compare(op: str, left: object, right: object) -> bool | None:
    if left is UNKNOWN or right is UNKNOWN:
        return None
    try:
        return bool(_OPERATORS[op](left, right))
    except TypeError:
        return None


def _maybe(told: bool | None, negated: bool) -> bool | None:
    return told if told is None else told != negated


def _turned(told: bool | None) -> bool | None:
    return None if told is None else not told


def _all(told: list[bool | None]) -> bool | None:
    if any(t is False for t in told):
        return False
    return None if any(t is None for t in told) else True
