"""An envelope laid out for its page: sections in order, nothing empty, long lists cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from errdex.model.record import Claim, Envelope, Evidence, Record
from errdex.web import message
from errdex.web.facts import FULL, FactGroup, Limits, Place, groups, places, receipts_of
from errdex.web.highlight import Line, code, window
from errdex.web.links import Site, clickable, error_path
from errdex.web.message import Segment
from errdex.web.text import inline, paragraphs

SEVERITIES = ("critical", "error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a statement rests on: its status and the places it cites."""

    status: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """A text in paragraphs, with its receipts."""

    paragraphs: list[Markup]
    receipts: list[Receipt]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A titled piece of code."""

    title: str
    lines: list[Markup]


@dataclass(frozen=True, slots=True)
class Row:
    """One error in a list."""

    id: str
    href: str
    title: str
    cls: str | None
    severity: str
    place: str


@dataclass(frozen=True, slots=True)
class ErrorView:
    """Everything the template of an error page shows, in order."""

    record: Record
    title: str
    path: str
    message: list[Segment]
    unrecovered: str | None
    documentation: Prose | None
    solutions: list[Prose]
    example: list[Markup]
    defence: list[Snippet]
    tips: list[Markup]
    trigger: Prose | None
    common: Prose | None
    evidence: list[FactGroup]
    related: list[Row]
    provenance: str
    version: str | None
    date: str
    report: str | None
    source: list[Line]
    source_url: str | None


def row(site: Site, record: Record, evidence: Evidence | None = None) -> Row:
    """A record as one line of a list."""
    return Row(
        id=record.id,
        href=site.href(error_path(record.repo, record.slug)),
        title=message.title(record, evidence),
        cls=record.errorClass or record.errorCode,
        severity=record.severity,
        place=f"{record.filePath}:{record.lineNumber}",
    )


def error_view(
    site: Site, envelope: Envelope, related: Sequence[Envelope], limits: Limits = FULL
) -> ErrorView:
    """Lay out one envelope."""
    record, evidence = envelope.record, envelope.evidence or Evidence()
    language = evidence.provenance.language
    prose = _prose_maker(evidence)

    def lines(text: str | None) -> list[Markup]:
        if not text or not text.strip():
            return []
        return code(text.strip("\n"), record.filePath, language, limits.plain)

    return ErrorView(
        record=record,
        title=message.title(record, envelope.evidence),
        path=error_path(record.repo, record.slug),
        message=message.record_segments(record, envelope.evidence),
        unrecovered=evidence.unrecovered,
        documentation=prose("documentation", record.documentation),
        solutions=[p for text in record.solutions if (p := prose("solutions", text))],
        example=lines(record.exampleFix),
        defence=_defence(record, lines),
        tips=[inline(tip) for tip in record.preventionTips if tip.strip()],
        trigger=prose("triggerScenarios", record.triggerScenarios),
        common=prose("commonSituations", record.commonSituations),
        evidence=groups(evidence, limits),
        related=[row(site, e.record, e.evidence) for e in related if e.record.id != record.id],
        provenance=_provenance(envelope),
        version=evidence.provenance.version,
        date=record.analyzedAt[:10],
        report=clickable(site.report(record.id)),
        source=_source(record, evidence, limits),
        source_url=clickable(record.githubUrl),
    )


def _provenance(envelope: Envelope) -> str:
    if envelope.evidence is None:
        return "Analysis"
    writer = envelope.evidence.provenance.writer.strip() or "derived from source"
    return writer[:1].upper() + writer[1:]


def _source(record: Record, evidence: Evidence, limits: Limits) -> list[Line]:
    if not record.sourceCode:
        return []
    ends = [s.endLine or 0 for s in evidence.sites if s.line == record.lineNumber]
    return window(
        record.sourceCode,
        record.sourceCodeStart,
        (record.lineNumber, max(ends, default=0)),
        record.filePath,
        evidence.provenance.language,
        limits.plain,
    )


def _defence(record: Record, lines: Callable[[str | None], list[Markup]]) -> list[Snippet]:
    pieces = (
        ("Validate first", record.validationCode),
        ("Type guard", record.typeGuard),
        ("Try and catch", record.tryCatchPattern),
    )
    return [Snippet(name, marked) for name, text in pieces if (marked := lines(text))]


def _prose_maker(evidence: Evidence) -> Callable[[str, str | None], Prose | None]:
    known = places(evidence)

    def prose(name: str, text: str | None) -> Prose | None:
        if not text or not text.strip():
            return None
        return Prose(paragraphs(text), _receipts(evidence.claims, known, name, text))

    return prose


def _receipts(
    claims: Iterable[Claim], known: dict[str, Place], name: str, text: str
) -> list[Receipt]:
    """The receipts of the claims that stand in this text, equal ones once."""
    found: dict[tuple[object, ...], Receipt] = {}
    for claim in claims:
        if claim.field.split("[")[0] == name and claim.text.strip() in text:
            receipt = Receipt(claim.status, receipts_of(known, claim.evidence))
            found.setdefault((receipt.status, receipt.places), receipt)
    return list(found.values())[:4]
