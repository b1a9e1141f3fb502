"""Group → Evidence: every fact with an id, a place and a permalink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.evidence.docs import doc_texts
from errdex.model.record import (
    CallerRef,
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
    from errdex.model.snapshot import Origin
    from errdex.model.template import Template

MAX_SITES = 2_000
MAX_VARIANTS = 60
MAX_CALLERS = 8


def gather(group: Group, origin: Origin) -> Evidence:
    """All evidence about one record, with ids ``e1``, ``e2`` … in a stable order."""
    numbers = iter(range(1, 10_000))

    def cite(file: str, line: int, end: int | None = None) -> dict[str, object]:
        last = end if end is not None and end != line else None
        return {
            "id": f"e{next(numbers)}",
            "file": file,
            "line": line,
            "endLine": last,
            "url": origin.link(file, line, end or line),
        }

    def make(model: type, file: str, line: int, end: int | None = None, **more: object):  # type: ignore[no-untyped-def]
        return model(**cite(file, line, end), **more)

    main = group.main
    evidence = Evidence(unrecovered=None if main.site.template else main.site.reason)
    evidence.parts = parts_of(main.site.template)
    for raised in group.raised[:MAX_SITES]:
        evidence.sites.append(_site(make, group, raised))
    for use in group.variants[:MAX_VARIANTS]:
        evidence.variants.append(
            make(
                Variant,
                use.path,
                use.site.line,
                use.site.end_line,
                text=use.site.statement,
                message=use.whole.message,
                parts=parts_of(use.whole),
                function=use.function.qualname if use.function else None,
                public=bool(use.function and use.function.public),
            )
        )
    evidence.docs = list(_docs(make, group))
    for path, caller in sorted(group.callers, key=lambda c: not c[1].public)[:MAX_CALLERS]:
        evidence.callers.append(
            make(
                CallerRef,
                path,
                caller.line,
                function=caller.function,
                public=caller.public,
                text=caller.text,
            )
        )
    for path, test in group.tests:
        evidence.tests.append(
            make(TestRef, path, test.line, test=test.test, match=test.match, text=test.call)
        )
    for path, catch in group.catches[:4]:
        evidence.catches.append(
            make(CatchRef, path, catch.line, function=catch.function, text=catch.error_class)
        )
    if group.error_class is not None:
        linked = group.error_class
        evidence.errorClass = make(
            ClassRef,
            linked.path,
            linked.facts.line,
            name=linked.facts.name,
            bases=list(linked.facts.bases),
            doc=linked.facts.doc[:600] or None,
        )
    return evidence


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


def _site(make, group: Group, raised: Raised) -> SiteFact:  # type: ignore[no-untyped-def]
    site, function = raised.site, raised.function
    return make(  # type: ignore[no-any-return]
        SiteFact,
        group.path,
        site.line,
        site.end_line,
        text=site.statement,
        kind=site.kind,
        function=function.qualname if function else None,
        signature=function.signature or None if function else None,
        public=bool(function and function.public),
        guards=[
            GuardFact(text=g.text, line=g.line, kind=g.kind, source=g.source) for g in site.guards
        ],
        comment=site.comment or None,
    )


def _docs(make, group: Group) -> Iterable[DocNote]:  # type: ignore[no-untyped-def]
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
                yield make(DocNote, group.path, line, text=note.text, kind=note.kind)
