"""Group → Evidence: every fact with an id, a place and a permalink."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errdex.evidence.docs import doc_texts
from errdex.model.record import (
    CallerRef,
    CatalogueRef,
    CatchRef,
    ClassRef,
    DocNote,
    Evidence,
    GuardFact,
    PlaceholderFact,
    SiteFact,
    TestRef,
    Variant,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.extract.group import Group, Raised
    from errdex.extract.link import LinkedClass
    from errdex.extract.sinks import Use
    from errdex.model.snapshot import Origin
    from errdex.model.template import Template

MAX_SITES = 2_000
MAX_VARIANTS = 60
MAX_CALLERS = 8
MAX_CATCHES = 4
MAX_CATALOGUE = 60
MAX_DOC = 600


class Receipts:
    """Gives each cited span its id, ``e1``, ``e2`` … in order, and its permalink."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._count = 0

    def place(self, file: str, line: int, end: int | None = None) -> dict[str, Any]:
        """The fields that every cited item has."""
        self._count += 1
        return {
            "id": f"e{self._count}",
            "file": file,
            "line": line,
            "endLine": end if end is not None and end != line else None,
            "url": self._origin.link(file, line, end or line),
        }


def gather(group: Group, origin: Origin) -> Evidence:
    """All evidence about one record, in a stable order."""
    receipts = Receipts(origin)
    site = group.main.site
    return Evidence(
        parts=parts_of(site.template),
        unrecovered=None if site.template else site.reason,
        sites=[_site(receipts, group, raised) for raised in group.raised[:MAX_SITES]],
        variants=[_variant(receipts, use) for use in group.variants[:MAX_VARIANTS]],
        docs=list(_docs(receipts, group)),
        callers=_callers(receipts, group),
        tests=[
            TestRef(**receipts.place(path, t.line), test=t.test, match=t.match, text=t.call)
            for path, t in group.tests
        ],
        catches=[
            CatchRef(**receipts.place(path, c.line), function=c.function, text=c.error_class)
            for path, c in group.catches[:MAX_CATCHES]
        ],
        errorClass=_class(receipts, group.error_class) if group.error_class else None,
        catalogue=_catalogue(receipts, group),
    )


def parts_of(template: Template | None) -> list[str | PlaceholderFact]:
    """A template's parts in the form that is published."""
    if template is None:
        return []
    return [
        part
        if isinstance(part, str)
        else PlaceholderFact(text=part.text, expr=part.expr, spec=part.spec, type=part.type)
        for part in template.parts
    ]


def _site(receipts: Receipts, group: Group, raised: Raised) -> SiteFact:
    site, function = raised.site, raised.function
    return SiteFact(
        **receipts.place(group.path, site.line, site.end_line),
        text=site.statement,
        kind=site.kind,
        function=function.qualname if function else None,
        signature=(function.signature or None) if function else None,
        public=bool(function and function.public),
        guards=[
            GuardFact(text=g.text, line=g.line, kind=g.kind, source=g.source) for g in site.guards
        ],
        comment=site.comment or None,
    )


def _variant(receipts: Receipts, use: Use) -> Variant:
    return Variant(
        **receipts.place(use.path, use.site.line, use.site.end_line),
        text=use.site.statement,
        message=use.whole.message,
        parts=parts_of(use.whole),
        function=use.function.qualname if use.function else None,
        public=bool(use.function and use.function.public),
    )


def _callers(receipts: Receipts, group: Group) -> list[CallerRef]:
    nearest = sorted(group.callers, key=lambda caller: not caller[1].public)
    return [
        CallerRef(**receipts.place(path, c.line), function=c.function, public=c.public, text=c.text)
        for path, c in nearest[:MAX_CALLERS]
    ]


def _catalogue(receipts: Receipts, group: Group) -> list[CatalogueRef]:
    said = dict.fromkeys(one for raised in group.raised for one in raised.said)
    return [
        CatalogueRef(
            **receipts.place(one.path, one.message.line),
            text=one.message.template.message,
            key=one.message.key,
            locale=one.locale,
        )
        for one in list(said)[:MAX_CATALOGUE]
    ]


def _class(receipts: Receipts, linked: LinkedClass) -> ClassRef:
    facts = linked.facts
    return ClassRef(
        **receipts.place(linked.path, facts.line),
        name=facts.name,
        bases=list(facts.bases),
        doc=facts.doc[:MAX_DOC] or None,
    )


def _docs(receipts: Receipts, group: Group) -> Iterable[DocNote]:
    seen: set[tuple[str, int]] = set()
    for raised in group.raised[:4]:
        function = raised.function
        if function is None or not function.doc:
            continue
        panics = raised.site.kind == "panic"
        for note in doc_texts(function.doc, raised.site.error_class, panics=panics):
            line = function.doc_line + note.offset
            if (note.text, line) not in seen:
                seen.add((note.text, line))
                yield DocNote(**receipts.place(group.path, line), text=note.text, kind=note.kind)
