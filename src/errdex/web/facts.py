"""Evidence laid out for a page: each kind shows its place and what makes it worth reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import singledispatch

from markupsafe import Markup

from errdex.model.record import (
    CallerRef,
    CatchRef,
    Cited,
    ClassRef,
    DocNote,
    Evidence,
    SiteFact,
    TestRef,
    Variant,
)
from errdex.web.highlight import code
from errdex.web.links import clickable
from errdex.web.message import Segment, segments
from errdex.web.text import clip, one_line, paragraphs

_NOTES = {"raises": "what it raises", "panics": "when it panics", "errors": "when it fails"}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of long lists and texts a page shows; the rest is in the JSON."""

    items: int = 10
    snippet: int = 500
    plain: bool = False


FULL = Limits()
SMALL = Limits(items=3, snippet=160, plain=True)


@dataclass(frozen=True, slots=True)
class Place:
    """A cited place: ``id`` is its anchor on the page, ``url`` None where it cannot be opened."""

    id: str
    label: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on the path to a site."""

    text: str
    line: int
    kind: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One item of evidence: a place, a name, and the code, text or message that it shows."""

    place: Place
    name: str = ""
    snippet: Sequence[Markup] = ()
    quote: Sequence[Markup] = ()
    message: Sequence[Segment] = ()
    guards: Sequence[Condition] = field(default=())


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Evidence of one kind, with the count of items that are not shown."""

    title: str
    facts: list[Fact]
    hidden: int


def place(item: Cited) -> Place:
    """Where an item stands."""
    return Place(item.id, f"{item.file}:{item.line}", clickable(item.url))


def places(evidence: Evidence) -> dict[str, Place]:
    """All cited places by their id."""
    return {item.id: place(item) for _, items in _kinds(evidence) for item in items}


def groups(evidence: Evidence, limits: Limits) -> list[FactGroup]:
    """All evidence that there is, by kind, in the order in which it explains."""
    return [
        FactGroup(
            title,
            [fact(item, limits) for item in items[: limits.items]],
            max(0, len(items) - limits.items),
        )
        for title, items in _kinds(evidence)
        if items
    ]


def _kinds(evidence: Evidence) -> tuple[tuple[str, Sequence[Cited]], ...]:
    return (
        ("Raised at", evidence.sites),
        ("Variants", evidence.variants),
        ("In the docs", evidence.docs),
        ("Called from", evidence.callers),
        ("Provoked by tests", evidence.tests),
        ("Caught at", evidence.catches),
        ("In catalogues", evidence.catalogue),
        ("Error class", [evidence.errorClass] if evidence.errorClass else []),
    )


@singledispatch
def fact(item: Cited, limits: Limits) -> Fact:
    """Lay out one item; a kind without a layout of its own shows its place alone."""
    return Fact(place(item))


@fact.register
def _(item: SiteFact, limits: Limits) -> Fact:
    guards = [
        Condition(one_line(g.text, limits.snippet), g.line, g.kind)
        for g in item.guards[: limits.items]
    ]
    name = one_line(item.signature or item.function or "", 200)
    return Fact(place(item), name, quote=_quote(item.comment, limits), guards=guards)


@fact.register
def _(item: Variant, limits: Limits) -> Fact:
    parts = item.parts or [item.message]
    return Fact(place(item), item.function or "", message=segments(parts, limits.snippet))


@fact.register
def _(item: DocNote, limits: Limits) -> Fact:
    return Fact(place(item), _NOTES.get(item.kind, ""), quote=_quote(item.text, limits))


@fact.register
def _(item: CallerRef, limits: Limits) -> Fact:
    return Fact(place(item), one_line(item.function, 200), _snippet(item, limits))


@fact.register
def _(item: TestRef, limits: Limits) -> Fact:
    return Fact(place(item), one_line(item.test, 200), _snippet(item, limits))


@fact.register
def _(item: CatchRef, limits: Limits) -> Fact:
    return Fact(place(item), one_line(item.function, 200), _snippet(item, limits))


@fact.register
def _(item: ClassRef, limits: Limits) -> Fact:
    name = f"{item.name}({', '.join(item.bases)})" if item.bases else item.name
    return Fact(place(item), one_line(name, 200), quote=_quote(item.doc, limits))


def _snippet(item: Cited, limits: Limits) -> list[Markup]:
    text = clip(item.text.strip("\n"), limits.snippet)
    return code(text, item.file, plain=limits.plain) if text.strip() else []


def _quote(text: str | None, limits: Limits) -> list[Markup]:
    return paragraphs(clip(text, limits.snippet * 2)) if text else []


def receipts_of(places_by_id: dict[str, Place], ids: Iterable[str]) -> tuple[Place, ...]:
    """The first cited places that exist."""
    return tuple(places_by_id[e] for e in ids if e in places_by_id)[:3]
