"""The forms of condition that can be put into words; everything else stays quoted source.

A condition is read only when its form is understood. Operands are never interpreted beyond what
a form needs: they keep their source text, so that a sentence about them cannot say too much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

FLIPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Operand:
    """A piece of source, and what is known about its shape.

    Attributes:
        text: the source on one line.
        names: the root names it uses (``os`` of ``os.path``, never attributes or keywords).
        literal: ``number``, ``string``, ``none``, ``bool`` or ``""``.
        items: the texts of a literal tuple, list or set; None when it is none.
        plain: whether it is of the strict form that may be put into a snippet.
    """

    text: str
    names: frozenset[str] = frozenset()
    literal: str = ""
    items: tuple[Operand, ...] | None = None
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Opaque:
    """A condition that was not understood, as source."""

    text: str
    negated: bool = False
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Compare:
    """``left op right``; ``negated`` is kept apart because ``not (a < b)`` is not ``a >= b``.

    ``same`` tells identity (Python's ``is``) from equality.
    """

    left: Operand
    op: str
    right: Operand
    negated: bool = False
    same: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """``low <= subject < high``."""

    low: Operand
    low_op: str
    subject: Operand
    high_op: str
    high: Operand
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """``subject in container``; ``choices`` when the container is spelled out."""

    subject: Operand
    container: Operand
    choices: tuple[Operand, ...] | None
    negated: bool = False
    keys: bool = False


@dataclass(frozen=True, slots=True)
class Null:
    """``subject is None`` and its kin; ``words`` are the null values in the language's words."""

    subject: Operand
    words: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class TypeTest:
    """``isinstance``, ``instanceof`` or ``typeof``."""

    subject: Operand
    types: tuple[Operand, ...]
    style: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Truth:
    """A value used as a condition; ``boolean`` when it can only be true or false."""

    subject: Operand
    boolean: bool
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Empty:
    """``len(subject) == 0`` and its kin."""

    subject: Operand
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Length:
    """``len(subject) op right``."""

    subject: Operand
    op: str
    right: Operand
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """A known test such as ``x.startswith(y)``, with its two verb phrases."""

    subject: Operand
    positive: str
    negative: str
    object: Operand | None
    source: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class All:
    """Every operand holds."""

    operands: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one operand holds."""

    operands: tuple[Condition, ...]


Simple = Opaque | Compare | Between | Member | Null | TypeTest | Truth | Empty | Length | Predicate
Condition = Simple | All | Any


def negate(condition: Condition) -> Condition:
    """The opposite, by De Morgan for ``and``/``or``."""
    match condition:
        case All(operands):
            return merged(Any(tuple(negate(o) for o in operands)))
        case Any(operands):
            return merged(All(tuple(negate(o) for o in operands)))
        case Compare(op="==" | "!=" as op) | Length(op="==" | "!=" as op):
            return replace(condition, op="!=" if op == "==" else "==")
        case _:
            return replace(condition, negated=not condition.negated)


def settled(condition: Condition) -> Condition:
    """A sufficient form without negated orderings: ``not (x < 0)`` becomes ``x >= 0``.

    Good for advice (what to pass), not for statements: NaN makes both sides false.
    """
    match condition:
        case All(operands):
            return All(tuple(settled(o) for o in operands))
        case Any(operands):
            return Any(tuple(settled(o) for o in operands))
        case Compare(op=op, negated=True) | Length(op=op, negated=True) if op in FLIPPED:
            return replace(condition, op=FLIPPED[op], negated=False)
        case _:
            return condition


def subject_of(condition: Condition) -> Operand | None:
    """What a condition is about, when it is about one thing."""
    match condition:
        case Opaque():
            return None
        case Compare():
            return condition.left
        case All(operands) | Any(operands):
            subjects = [subject_of(o) for o in operands]
            first = subjects[0] if subjects else None
            same = first is not None and all(s and s.text == first.text for s in subjects)
            return first if same else None
        case _:
            return condition.subject


def names_of(condition: Condition) -> frozenset[str]:
    """The root names that a condition uses."""
    match condition:
        case Opaque():
            return condition.names
        case Compare():
            return condition.left.names | condition.right.names
        case Between():
            return condition.low.names | condition.subject.names | condition.high.names
        case Member():
            return condition.subject.names | condition.container.names
        case TypeTest():
            return condition.subject.names.union(*(t.names for t in condition.types))
        case Length():
            return condition.subject.names | condition.right.names
        case Predicate():
            extra = condition.object.names if condition.object else frozenset()
            return condition.subject.names | extra
        case All(operands) | Any(operands):
            return frozenset().union(*(names_of(o) for o in operands))
        case _:
            return condition.subject.names


def understood(condition: Condition) -> bool:
    """Whether no part of it had to stay quoted."""
    match condition:
        case Opaque():
            return False
        case All(operands) | Any(operands):
            return all(understood(o) for o in operands)
        case _:
            return True


def merged(condition: Condition) -> Condition:
    """Join operands about one thing: ``x == 1 or x == 2`` is membership, likewise type tests."""
    if not isinstance(condition, All | Any):
        return condition
    any_ = isinstance(condition, Any)
    flat: list[Condition] = []
    for operand in condition.operands:
        flat.extend(operand.operands if isinstance(operand, type(condition)) else (operand,))
    kept: list[Condition] = []
    for operand in flat:
        joined = _join(kept[-1], operand, any_) if kept else None
        if joined is not None:
            kept[-1] = joined
        elif operand not in kept:
            kept.append(operand)
    if len(kept) == 1:
        return kept[0]
    return Any(tuple(kept)) if any_ else All(tuple(kept))


def _join(first: Condition, second: Condition, any_: bool) -> Condition | None:
    """One condition for two neighbours, where ``any_`` tells ``or`` from ``and``."""
    a, b = _as_member(first), _as_member(second)
    if a and b and a.choices and b.choices and a.subject.text == b.subject.text:
        if a.negated == b.negated == (not any_):
            return replace(a, choices=a.choices + tuple(c for c in b.choices if c not in a.choices))
        return None
    match first, second:
        case TypeTest(), TypeTest() if (
            first.subject.text == second.subject.text
            and first.style == second.style
            and first.negated == second.negated == (not any_)
        ):
            return replace(first, types=first.types + second.types)
        case Null(), Null() if (
            first.subject.text == second.subject.text
            and first.negated == second.negated == (not any_)
        ):
            return replace(first, words=tuple(dict.fromkeys(first.words + second.words)))
        case _:
            return None


def _as_member(condition: Condition) -> Member | None:
    match condition:
        case Member():
            return condition
        case Compare(op="==" | "!=" as op, negated=False, same=False) if condition.right.literal:
            return Member(condition.left, condition.right, (condition.right,), negated=op == "!=")
        case _:
            return None
