"""One record whole, as lines for a terminal, in the order of its web page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errdex.cli.text import Pen, harmless, one_line
from errdex.model.record import Cited, Envelope, Evidence, Record

MOST = 6


def page(envelope: Envelope, pen: Pen) -> list[str]:
    """All sections of a record that hold anything."""
    parts = [part for part in _parts(envelope, pen) if part]
    return [line for index, part in enumerate(parts) for line in ([""] if index else []) + part]


def _parts(envelope: Envelope, pen: Pen) -> Iterator[list[str]]:
    record, evidence = envelope.record, envelope.evidence or Evidence()
    yield _head(record, evidence, pen)
    yield _prose("What it means", record.documentation, pen)
    yield _listed("What to do", record.solutions, pen)
    yield _code("Example", record.exampleFix, pen)
    yield _code("Validate first", record.validationCode, pen)
    yield _code("Type guard", record.typeGuard, pen)
    yield _code("Try and catch", record.tryCatchPattern, pen)
    yield _listed("Prevent it", record.preventionTips, pen)
    yield _prose("When it happens", record.triggerScenarios, pen)
    yield _prose("Common situations", record.commonSituations, pen)
    yield from _evidence(evidence, pen)
    yield _source(record, evidence, pen)
    yield _provenance(envelope, pen)


def _head(record: Record, evidence: Evidence, pen: Pen) -> list[str]:
    kinds = [record.repo, record.severity, record.errorClass or record.errorType]
    if record.errorCode:
        kinds.append(record.errorCode)
    if record.httpStatus:
        kinds.append(f"HTTP {record.httpStatus}")
    lines = [pen("dim", " · ".join(one_line(kind) for kind in kinds))]
    message = record.errorMessage or evidence.unrecovered or "(no message)"
    lines += [pen("bold", line) for line in harmless(message).splitlines()]
    lines.append(pen("cyan", one_line(f"{record.filePath}:{record.lineNumber}")))
    lines.append(one_line(record.githubUrl))
    for hole in evidence.parts:
        if not isinstance(hole, str) and hole.expr and hole.expr not in hole.text:
            lines.append(f"  {one_line(hole.text)} is {one_line(hole.expr, 200)}")
    return lines


def _prose(title: str, text: str | None, pen: Pen) -> list[str]:
    if not text or not text.strip():
        return []
    lines = [pen("bold", title)]
    for paragraph in text.splitlines():
        lines += pen.wrapped(one_line(paragraph))
    return lines


def _listed(title: str, texts: Sequence[str], pen: Pen) -> list[str]:
    lines = [pen("bold", title)] if texts else []
    for number, text in enumerate(texts, 1):
        lines += pen.wrapped(one_line(text), "     ", f"  {number}. ")
    return lines


def _code(title: str, text: str | None, pen: Pen) -> list[str]:
    if not text or not text.strip():
        return []
    body = harmless(text.strip("\n")).splitlines()
    return [pen("bold", title), *(f"    {line}".rstrip() for line in body)]


def _evidence(evidence: Evidence, pen: Pen) -> Iterator[list[str]]:
    guards = [
        f"{one_line(guard.text, 200)}  {pen('dim', f'line {guard.line}')}"
        for site in evidence.sites[:1]
        for guard in site.guards
    ]
    yield _items("Conditions on the path", guards, pen)
    groups: tuple[tuple[str, Sequence[Cited]], ...] = (
        ("Raised at", evidence.sites if len(evidence.sites) > 1 else ()),
        ("As its callers say it", evidence.variants),
        ("Documented", evidence.docs),
        ("Called from", evidence.callers),
        ("Provoked by tests", evidence.tests),
        ("Caught in the project", evidence.catches),
        ("Its text in catalogues", evidence.catalogue),
    )
    for title, cited in groups:
        lines = [_cited(item, pen) for item in cited[:MOST]]
        if len(cited) > MOST:
            lines.append(f"and {len(cited) - MOST} more")
        yield _items(title, lines, pen)


def _cited(item: Cited, pen: Pen) -> str:
    name = getattr(item, "test", None) or getattr(item, "function", None) or ""
    text = getattr(item, "message", None) or item.text
    place = pen("cyan", one_line(f"{item.file}:{item.line}"))
    return "  ".join(p for p in (place, one_line(name, 80), one_line(text.strip(), 200)) if p)


def _items(title: str, lines: Sequence[str], pen: Pen) -> list[str]:
    return [pen("bold", title), *(f"  {line}" for line in lines)] if lines else []


def _source(record: Record, evidence: Evidence, pen: Pen) -> list[str]:
    if not record.sourceCode:
        return []
    ends = [s.endLine or 0 for s in evidence.sites if s.line == record.lineNumber]
    last = max([record.lineNumber, *ends])
    lines = [pen("bold", "Source")]
    for number, text in enumerate(record.sourceCode.split("\n"), record.sourceCodeStart):
        raising = record.lineNumber <= number <= last
        mark = pen("bold red", ">") if raising else " "
        shown = harmless(text)
        shown = pen("bold", shown) if raising else shown
        lines.append(f"{mark} {pen('dim', f'{number:>5}')}  {shown}".rstrip())
    return lines


def _provenance(envelope: Envelope, pen: Pen) -> list[str]:
    record, evidence = envelope.record, envelope.evidence or Evidence()
    writer = evidence.provenance.writer
    version = f" {evidence.provenance.version}" if evidence.provenance.version else ""
    family = f", family {record.backgroundTag}" if record.backgroundTag else ""
    line = f"{record.id}{version}, {record.analyzedSha[:10]}, {record.analyzedAt[:10]}"
    return [pen("dim", one_line(f"{line}; {writer}{family}"))]
