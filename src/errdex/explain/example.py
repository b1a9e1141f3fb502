"""Before and after: a call that a test proves to fail, with the argument set as the guard wants."""

from __future__ import annotations

import re
from dataclasses import dataclass

from errdex.explain.conditions import (
    All,
    Compare,
    Condition,
    Length,
    Member,
    Null,
    Operand,
    TypeTest,
)
from errdex.explain.defence import parsed
from errdex.explain.documentation import verb
from errdex.explain.operands import is_plain, operand_of
from errdex.explain.prose import plain
from errdex.explain.scene import Scene
from errdex.explain.tables import SCRIPT_LANGUAGES
from errdex.explain.tokens import Token, Tokens, call_of, cut, text_of
from errdex.explain.values import holds

_NUMBER = re.compile(r"-?\d+")
MAX_CALL = 200


@dataclass(frozen=True, slots=True)
class _Provoked:
    """A test's call, with the argument that the guard is about."""

    callee: Tokens
    arguments: list[Tokens]
    index: int
    keyword: str


def example_fix(scene: Scene) -> str | None:
    """A provoking call beside the same call put right; null unless both are certain."""
    condition = scene.remedy
    name = scene.parameter_of(condition) if condition is not None else None
    if condition is None or name is None or scene.site is None:
        return None
    value = good_value(condition)
    if value is None:
        return None
    for test in scene.evidence.tests:
        found = _provoked(scene, test.text, name)
        if found is None:
            continue
        given = operand_of(_value_of(found), scene.language)
        if holds(condition, given, scene.language) is not False:
            continue
        before = _write(found, None)
        after = _write(found, value)
        return _snippet(scene, before, after)
    return None


def good_value(condition: Condition) -> str | None:
    """A literal that satisfies the condition, where the condition names one."""
    match condition:
        case Member(choices=tuple() as choices, negated=False):
            return choices[0].text if choices[0].literal in {"number", "string"} else None
        case Compare(op=op, right=right, negated=False) if right.literal:
            return _number_for(op, right)
        case Null(words=words, negated=False):
            return words[0]
        case TypeTest() | Length():
            return None
        case All(operands):
            found = (good_value(o) for o in operands)
            return next((v for v in found if v and _satisfies(condition, v)), None)
        case _:
            return None


def _satisfies(condition: Condition, value: str) -> bool:
    number = Operand(value, literal="number")
    return _NUMBER.fullmatch(value) is not None and holds(condition, number, "") is True


def _number_for(op: str, right: Operand) -> str | None:
    if op == "==":
        return right.text
    if not _NUMBER.fullmatch(right.text) or len(right.text) > 18:
        return None
    number = int(right.text)
    match op:
        case ">=" | "<=":
            return str(number)
        case ">":
            return str(number + 1)
        case "<":
            return str(number - 1)
        case _:
            return None


def _provoked(scene: Scene, text: str, name: str) -> _Provoked | None:
    """The argument for parameter ``name`` in a test's call of the function itself."""
    if not text or len(text) > MAX_CALL:
        return None
    tokens = cut(text.rstrip("; \n"), scene.language)
    if not tokens:
        return None
    if tokens[0].text == "await":
        tokens = tokens[1:]
    start = 1 if tokens and tokens[0].text == "new" else 0
    call = call_of(tokens[start:])
    if call is None:
        return None
    callee, arguments = call
    pieces = scene.path_of_names
    own = pieces[-2] if pieces[-1:] and pieces[-1] in {"__init__", "constructor"} else pieces[-1]
    if callee[-1].text != own or not is_plain(callee, scene.language):
        return None
    index = _index(scene, arguments, name)
    if index is None or not all(_value_plain(a, scene.language) for a in arguments):
        return None
    keyword = name if _keyword(arguments[index]) else ""
    return _Provoked((*tokens[:start], *callee), arguments, index, keyword)


def _keyword(argument: Tokens) -> str:
    named = len(argument) > 2 and argument[1].text == "=" and argument[0].kind == "name"
    return argument[0].text if named else ""


def _value_plain(argument: Tokens, language: str) -> bool:
    value = argument[2:] if _keyword(argument) and language == "python" else argument
    return is_plain(value, language) or _plain_list(value, language)


def _plain_list(value: Tokens, language: str) -> bool:
    """A flat list of plain items, the usual stand-in of a test."""
    shape = operand_of(value, language)
    listed = shape.text.startswith("[") and shape.items is not None
    return shape.text == "[]" or (listed and all(i.plain for i in shape.items or ()))


def _index(scene: Scene, arguments: list[Tokens], name: str) -> int | None:
    if scene.language == "python":
        for index, argument in enumerate(arguments):
            if _keyword(argument) == name:
                return index
    normal = [p.name for p in scene.signature.parameters if p.kind in {"normal", "pattern"}]
    if name not in normal or normal.index(name) >= len(arguments):
        return None
    index = normal.index(name)
    ahead = arguments[: index + 1]
    return None if any(_keyword(a) or a[0].text in {"*", "**", "..."} for a in ahead) else index


def _value_of(found: _Provoked) -> Tokens:
    argument = found.arguments[found.index]
    return argument[2:] if found.keyword else argument


def _write(found: _Provoked, value: str | None) -> str:
    """The call, with the argument replaced when ``value`` is given."""
    texts = [text_of(a) for a in found.arguments]
    if value is not None:
        texts[found.index] = f"{found.keyword}={value}" if found.keyword else value
    callee: tuple[Token, ...] = found.callee
    return f"{text_of(callee)}({', '.join(texts)})"


def _snippet(scene: Scene, before: str, after: str) -> str | None:
    site = scene.site
    if site is None or before == after:
        return None
    told = plain(verb(scene, site).replace("`", ""), 90)
    mark = "#" if scene.language == "python" else "//"
    end = "" if scene.language == "python" else ";"
    text = f"{mark} before: {told}\n{before}{end}\n\n{mark} after\n{after}{end}"
    if scene.language == "python":
        return parsed(text)
    return text if scene.language in SCRIPT_LANGUAGES or scene.language == "rust" else None
