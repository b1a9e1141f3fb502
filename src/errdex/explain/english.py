"""Say a condition in plain English, and say what to pass so that it does not hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

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
    Opaque,
    Operand,
    Predicate,
    Truth,
    TypeTest,
    subject_of,
)
from errdex.explain.prose import article, code, joined
from errdex.explain.tables import BOOLEAN_LANGUAGES, FALSY

_ORDER = {"<": "less than", "<=": "at most", ">": "greater than", ">=": "at least"}
_COUNT = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least"}
_COLLECTION = re.compile(
    r"(?:typing\.|t\.|collections\.abc\.)?(?:str|bytes|list|dict|tuple|set|frozenset|Sequence|"
    r"Iterable|Mapping|Collection|List|Dict|Tuple|Set|string|Array)\b"
)
MAX_CHOICES = 8


@dataclass(frozen=True, slots=True)
class Voice:
    """What wording depends on: the language, and the declared types of the parameters."""

    language: str
    types: Mapping[str, str] = field(default_factory=dict)

    def kind_of(self, name: str) -> str:
        """``bool``, ``sized`` or ``""``: what a value of that name can be when it is falsy."""
        declared = self.types.get(name, "")
        if declared in {"bool", "boolean"}:
            return "bool"
        if _COLLECTION.match(declared) and "None" not in declared and "|" not in declared:
            return "sized"
        return ""


def shown(operand: Operand) -> str:
    """A number as it stands, anything else as code."""
    return operand.text if operand.literal == "number" else code(operand.text)


def clause(condition: Condition, voice: Voice) -> str:
    """The condition as a clause: ```axis` is neither 0 nor 1``."""
    match condition:
        case Opaque(text, negated):
            return f"{code(text)} {'does not hold' if negated else 'holds'}"
        case All(operands):
            return _compound(operands, "and", voice)
        case Any(operands):
            return _compound(operands, "or", voice)
        case Length():
            return f"the length of {shown(condition.subject)} {predicate(condition, voice)}"
        case Compare() if multiple_of(condition):
            return f"{code(condition.left.text.rpartition('%')[0])} {predicate(condition, voice)}"
        case _:
            subject = subject_of(condition)
            return f"{shown(subject) if subject else ''} {predicate(condition, voice)}".strip()


def _compound(operands: tuple[Condition, ...], word: str, voice: Voice) -> str:
    nested = any(isinstance(o, All | Any) for o in operands)
    same = subject_of(All(operands))
    if same and not nested and not any(isinstance(o, Length) for o in operands):
        return f"{shown(same)} {_predicates(operands, word, voice)}"
    shared = _shared_predicate(operands, word, voice)
    if shared:
        return shared
    parts = [clause(o, voice) for o in operands]
    if nested:
        return f", {word} ".join(parts)
    return joined(parts, word)


def _predicates(operands: tuple[Condition, ...], word: str, voice: Voice) -> str:
    """What is said about one subject, ``is`` once for neighbouring comparisons."""
    said: list[str] = []
    before = False
    for operand in operands:
        text = predicate(operand, voice)
        ordered = isinstance(operand, Compare) and operand.op in _ORDER
        said.append(text[3:] if before and ordered and text.startswith("is ") else text)
        before = ordered
    return joined(said, word)


def _shared_predicate(operands: tuple[Condition, ...], word: str, voice: Voice) -> str:
    """`a` and `b` are `None`: different subjects of which the same is said."""
    subjects = [subject_of(o) for o in operands]
    said = {predicate(o, voice) for o in operands}
    if any(isinstance(o, All | Any | Opaque | Length) for o in operands) or len(said) != 1:
        return ""
    text = said.pop()
    if not text.startswith("is ") or not all(subjects) or any(_scaled(o) for o in operands):
        return ""
    names = [shown(s) for s in subjects if s]
    if word == "and" and text.startswith("is not "):
        none = f"neither {names[0]} nor {names[1]}" if len(names) == 2 else ""
        return f"{none or f'none of {joined(names)}'} is {text[7:]}"
    listed = joined(names, word)
    return f"{listed} are {text[3:]}" if word == "and" else f"{listed} {text}"


def _scaled(condition: Condition) -> bool:
    return isinstance(condition, Compare) and multiple_of(condition)


def predicate(condition: Condition, voice: Voice) -> str:
    """What is said about the subject: ``is neither 0 nor 1``."""
    match condition:
        case Compare():
            return _comparison(condition)
        case Between():
            return _between(condition)
        case Member():
            return _membership(condition)
        case Null(_, words, negated):
            return _one_of([code(w) for w in words], negated)
        case TypeTest():
            return _type_test(condition)
        case Truth():
            return _truth(condition, voice)
        case Empty(_, negated):
            return "is not empty" if negated else "is empty"
        case Length(_, op, right, negated):
            return _comparison(Compare(Operand(""), op, right, negated))
        case Predicate(_, positive, negative, other, _, negated):
            verb = negative if negated else positive
            return f"{verb} {shown(other)}" if other else verb
        case _:
            return ""


def multiple_of(condition: Compare) -> bool:
    """Whether it is ``a % n == 0`` or its opposite."""
    left, _, right = condition.left.text.rpartition("%")
    return bool(
        condition.right.text == "0"
        and condition.op in {"==", "!="}
        and left.strip()
        and re.fullmatch(r"\s*[\w.]+\s*", right)
        and not re.search(r"[%+\-*/\"']", left)
    )


def _comparison(condition: Compare) -> str:
    right = shown(condition.right)
    if condition.op in {"==", "!="}:
        differs = (condition.op == "!=") != condition.negated
        if multiple_of(condition):
            unit = code(condition.left.text.rpartition("%")[2])
            unit = unit.strip("`") if unit.strip("`").isdigit() else unit
            return f"is {'not ' if differs else ''}a multiple of {unit}"
        if condition.right.literal or condition.same:
            return f"is not {right}" if differs else f"is {right}"
        return f"differs from {right}" if differs else f"equals {right}"
    not_ = "not " if condition.negated else ""
    if condition.right.text == "0" and condition.op == "<":
        return f"is {not_}negative"
    return f"is {not_}{_ORDER[condition.op]} {right}"


def _between(condition: Between) -> str:
    low, high = shown(condition.low), shown(condition.high)
    if condition.negated:
        below = "less than" if condition.low_op == "<=" else "at most"
        above = "greater than" if condition.high_op == "<=" else "at least"
        return f"is {below} {low} or {above} {high}"
    above = "at least" if condition.low_op == "<=" else "greater than"
    below = "at most" if condition.high_op == "<=" else "less than"
    return f"is {above} {low} and {below} {high}"


def _one_of(words: list[str], negated: bool) -> str:
    if not negated:
        return f"is {joined(words, 'or', MAX_CHOICES)}"
    if len(words) == 1:
        return f"is not {words[0]}"
    if len(words) == 2:
        return f"is neither {words[0]} nor {words[1]}"
    return f"is none of {joined(words, 'and', MAX_CHOICES)}"


def _membership(condition: Member) -> str:
    if condition.choices:
        return _one_of([shown(c) for c in condition.choices], condition.negated)
    return f"is {'not ' if condition.negated else ''}in {code(condition.container.text)}"


def _type_test(condition: TypeTest) -> str:
    names = [code(t.text) for t in condition.types]
    if condition.style == "typeof":
        kind = condition.types[0].text
        if kind == "undefined":
            return "is defined" if condition.negated else "is `undefined`"
        return f"is {'not ' if condition.negated else ''}of type {names[0]}"
    what = "subclass" if condition.style == "issubclass" else "instance"
    not_ = "not " if condition.negated else ""
    return f"is {not_}{article(what)} {what} of {joined(names, 'or', MAX_CHOICES)}"


def _truth(condition: Truth, voice: Voice) -> str:
    kind = voice.kind_of(condition.subject.text)
    if condition.boolean or kind == "bool":
        return "is false" if condition.negated else "is true"
    if kind == "sized":
        return "is empty" if condition.negated else "is not empty"
    return "is falsy" if condition.negated else "is truthy"


def wanted(condition: Condition, name: str, default: str | None, voice: Voice) -> str | None:
    """An imperative about parameter ``name``: ``pass `axis` as 0 or 1``.

    ``condition`` is what must hold, so the guard turned round. None where no plain advice fits.
    """
    subject = code(name)
    match condition:
        case Member(choices=tuple() as choices, negated=False):
            return f"pass {subject} as {joined([shown(c) for c in choices], 'or', MAX_CHOICES)}"
        case Compare(op="==", right=right, negated=False):
            return f"pass {subject} as {shown(right)}"
        case Null(words=words, negated=True):
            return f"pass a value for {subject} that {_one_of([code(w) for w in words], True)}"
        case Null(words=words):
            if default in words or (default == "" and "undefined" in words):
                return f"leave {subject} out"
            return f"pass {subject} as {joined([code(w) for w in words], 'or')}"
        case TypeTest():
            return _wanted_type(condition, subject)
        case Empty(negated=True):
            return f"pass a value for {subject} that is not empty"
        case Length(op=op, right=right):
            return (
                f"pass {subject} with a length of {_COUNT.get(op, 'exactly')} {shown(right)}"
                if op != "!="
                else f"pass {subject} with a length other than {shown(right)}"
            )
        case Truth():
            return _wanted_truth(condition, subject, voice)
        case Compare() if multiple_of(condition):
            return None
        case All(operands) | Any(operands):
            word = "and" if isinstance(condition, All) else "or"
            return f"pass a value for {subject} that {_predicates(operands, word, voice)}"
        case Opaque():
            return None
        case _:
            return f"pass a value for {subject} that {predicate(condition, voice)}"


def _wanted_type(condition: TypeTest, subject: str) -> str:
    names = [code(t.text) for t in condition.types]
    if condition.style == "typeof" and condition.types[0].text == "undefined":
        return f"pass {subject}" if condition.negated else f"leave {subject} out"
    kinds = joined([f"{article(n)} {n}" for n in names], "or", MAX_CHOICES)
    if condition.style == "issubclass":
        kinds = f"a subclass of {joined(names, 'or', MAX_CHOICES)}"
    if condition.negated:
        return f"pass something other than {kinds} as {subject}"
    return f"pass {subject} as {kinds}"


def _wanted_truth(condition: Truth, subject: str, voice: Voice) -> str:
    kind = voice.kind_of(condition.subject.text)
    words = ("True", "False") if voice.language == "python" else ("true", "false")
    if condition.boolean or kind == "bool" or voice.language in BOOLEAN_LANGUAGES:
        return f"pass {subject} as {code(words[1] if condition.negated else words[0])}"
    if kind == "sized":
        return f"pass {subject} {'empty' if condition.negated else 'non-empty'}"
    falsy = FALSY.get(voice.language, "empty, zero or null")
    if condition.negated:
        return f"leave {subject} out or pass a value that is {falsy}"
    return f"pass a value for {subject} that is not {falsy}"
