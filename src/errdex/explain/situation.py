"""The personal lines: what the values in a message at hand say about why it was raised.

On the start-up path of a look-up, so nothing here imports pydantic: an envelope may come as
the model or as the decoded JSON.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from errdex.explain import conditions as forms
from errdex.explain.docs import notes
from errdex.explain.english import clause, shown
from errdex.explain.light import bare_hole, light_subject
from errdex.explain.meanings import error_source, meaning
from errdex.explain.operands import operand_of
from errdex.explain.prose import code, finished, joined, plain
from errdex.explain.remedies import turned_round
from errdex.explain.scene import Scene
from errdex.explain.tokens import cut
from errdex.explain.values import holds

if TYPE_CHECKING:
    from errdex.model.answer import Capture
    from errdex.model.record import Envelope, PlaceholderFact

MAX_VALUE = 80
MAX_VALUES = 6


def situate(
    envelope: Envelope | Mapping[str, Any],
    captures: Sequence[Capture],
    error_line: int | None = None,
) -> list[str]:
    """Lines about one message at hand: its values, the condition they meet, what to change.

    Args:
        envelope: the record with its evidence, as the model or as decoded JSON.
        captures: the placeholders' values, by source expression or by placeholder text.
        error_line: the line of the site that raised it, where it is known.
    """
    scene = Scene(light_subject(envelope), error_line)
    values = _values(scene, captures)
    wrapped = [v for v in values if v.error]
    lines = [_values_line([v for v in values if not v.error])]
    lines.append("" if wrapped else _reason_line(scene, values))
    lines.extend(f"{v.what} says: {code(v.text, 200)}" for v in wrapped if plain(v.text))
    lines.extend(_advice(scene, values))
    return [finished(line) for line in lines if line]


class Value(NamedTuple):
    """One captured value: its expression, its text, what it is, whether it is an error."""

    expr: str
    text: str
    what: str
    error: bool


def _values(scene: Scene, captures: Sequence[Capture]) -> list[Value]:
    found: dict[str, Value] = {}
    for capture in captures:
        name = capture.name
        hole = next((h for h in scene.holes if name in {h.expr, h.text}), None)
        if hole is None:
            hole = cast("PlaceholderFact", bare_hole(name))
        expr = plain(hole.expr or name, 200)
        what = meaning(scene, hole) if hole.expr else code(name)
        what = what.removesuffix(" that was passed")
        what = code(expr) if what == f"the {code(expr)}" else what
        if what and expr not in found:
            error = error_source(scene, expr) is not None
            found[expr] = Value(expr, capture.value, what, error)
    return list(found.values())


def _values_line(values: list[Value]) -> str:
    parts = []
    for value in values[:MAX_VALUES]:
        text = code(value.text, MAX_VALUE)
        parts.append(f"{value.what} was {text}" if text else f"{value.what} was empty")
    return joined(parts, "and", MAX_VALUES)


def _reason_line(scene: Scene, values: list[Value]) -> str:
    """The condition that led to the site, tied to a value where it is about one."""
    reason = scene.reason
    if reason is None:
        return ""
    line = reason.steps[-1].guard.line
    where = scene.called or code(scene.subject.file)
    if reason.condition is None:
        return f"it is reported when {reason.clause}"
    met = _met(scene, reason.condition, values)
    if met:
        return f"{met}, which {where} checks on line {line}"
    return f"{where} checks on line {line} whether {reason.clause}"


def _met(scene: Scene, condition: forms.Condition, values: list[Value]) -> str | None:
    """What the captured value is, when the condition is about it and holds for it."""
    about = forms.subject_of(condition)
    value = next((v for v in values if about is not None and v.expr == about.text), None)
    if about is None or value is None:
        return None
    if holds_for(condition, value.text, scene.language) is not True:
        return None
    said, subject = clause(condition, scene.voice), f"{shown(about)} "
    if not said.startswith(subject):
        return None
    return f"that {said.removeprefix(subject)}" if len(values) == 1 else said


def holds_for(condition: forms.Condition, value: str, language: str) -> bool | None:
    """Whether a condition holds for a value as a message prints it; None when not decidable."""
    text = value.strip()
    tokens = cut(text, language)
    if tokens:
        literal = operand_of(tokens, language)
        told = holds(condition, literal, language) if literal.literal else None
        if told is not None and not _wants_text(condition, literal):
            return told
    if not _about_text(condition):
        return None
    quoted = forms.Operand(repr(text), literal="string")
    return holds(condition, quoted, language)


def _about_text(condition: forms.Condition) -> bool:
    """Whether the condition compares with strings, so that bare text is one."""
    match condition:
        case forms.Member(choices=tuple() as choices):
            return all(c.literal == "string" for c in choices)
        case forms.Compare(right=right):
            return right.literal == "string"
        case _:
            return False


def _wants_text(condition: forms.Condition, literal: forms.Operand) -> bool:
    return _about_text(condition) and literal.literal != "string"


def _advice(scene: Scene, values: list[Value]) -> list[str]:
    advice = turned_round(scene)
    rules = [note for note in notes(scene) if note.rule and note.item.kind != "summary"]
    lines = [advice] if advice else [note.sentence for note in rules[:1]]
    near = _nearest(scene, values)
    return [*lines, near] if near else lines


def _nearest(scene: Scene, values: list[Value]) -> str | None:
    """The allowed value closest to a misspelt one."""
    condition = scene.remedy
    if not isinstance(condition, forms.Member) or condition.negated or not condition.choices:
        return None
    about = condition.subject.text
    given = next((v.text for v in values if v.expr == about), None)
    if given is None:
        return None
    choices = {c.text.strip("\"'"): c for c in condition.choices if c.literal == "string"}
    close = difflib.get_close_matches(given.strip().strip("\"'"), list(choices), 1, 0.7)
    return f"the nearest allowed value is {shown(choices[close[0]])}" if close else None
