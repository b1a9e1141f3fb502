"""Stage four: groups of one file → entries: evidence gathered, explained, written as records."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from errdex import __version__
from errdex.evidence.gather import gather
from errdex.explain.interface import Subject
from errdex.explain.rules import SourceExplainer
from errdex.extract.group import Group, Raised
from errdex.model.entry import Entry, Needle
from errdex.model.ids import record_id, slug_of, source_lines, source_window
from errdex.model.record import Envelope, ErrorType, Provenance, Record, Severity
from errdex.model.template import Template

if TYPE_CHECKING:
    from errdex.model.snapshot import Origin
    from errdex.source.interface import Snapshot, SourceFile

_VALIDATION = re.compile(r"Validat|Invalid(?:Argument|Input|Value|Parameter)|BadRequest")
_CONSOLE = frozenset({"report", "exit", "warn"})
_UNCOUNTED = ("lineNumber", "sourceCodeStart", "sourceCodeEnd", "githubUrl", "analyzedSha",
              "analyzedAt", "contentChangedAt", "slug")  # fmt: skip


class FileGroups(NamedTuple):
    """What one worker turns into entries: a file's groups, and where its text is read."""

    snapshot: Snapshot
    file: SourceFile
    groups: list[Group]
    origin: Origin
    at: str


def now() -> str:
    """This moment as records write it: UTC, milliseconds, ``Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def make_entries(batch: list[FileGroups]) -> list[Entry]:
    """The entries of some files."""
    from errdex.source.text import utf8

    explainer = SourceExplainer()
    entries: list[Entry] = []
    for item in batch:
        text = utf8(item.snapshot.read(item.file)) or b""
        lines = source_lines(text.decode("utf-8", "replace"))
        entries.extend(make_entry(item, group, lines, explainer) for group in item.groups)
    return entries


def make_entry(
    item: FileGroups, group: Group, lines: list[str], explainer: SourceExplainer
) -> Entry:
    """One record with its evidence and needles."""
    origin, site = item.origin, group.main.site
    message = group.message
    evidence = gather(group, origin)
    evidence.provenance = Provenance(
        errdex=__version__,
        language=group.language,
        version=origin.version or None,
        package=origin.package,
    )
    status = next((r.site.http_status for r in group.raised if r.site.http_status), None)
    subject = Subject(
        language=group.language,
        repo=origin.repo,
        package=origin.package,
        message=message,
        code=group.code,
        error_class=site.error_class,
        error_type=error_type(group),
        severity=severity(group),
        http_status=status,
        file=group.path,
        line=site.line,
        evidence=evidence,
    )
    prose = explainer.explain(subject)
    evidence.claims = prose.claims
    window = source_window(lines, site.line)
    record = Record(
        id=record_id(origin.repo, group.code, message, group.path),
        repo=origin.repo,
        slug=slug_of(group.code, message),
        errorCode=group.code,
        errorMessage=message,
        messagePattern=(site.template or Template((message,))).pattern,
        errorType=subject.error_type,
        errorClass=site.error_class,
        httpStatus=status,
        severity=subject.severity,
        filePath=group.path,
        lineNumber=site.line,
        sourceCode=window.text,
        sourceCodeStart=window.start,
        sourceCodeEnd=window.end,
        githubUrl=origin.link(group.path, window.start, window.end),
        **prose.model_dump(exclude={"claims"}),
        analyzedSha=origin.sha,
        analyzedAt=item.at,
        contentChangedAt=item.at,
        schemaVersion=2,
    )
    envelope = Envelope(record=record, datasetVersion=None, evidence=evidence)
    return Entry(envelope, tuple(needles(group)), group.language)


def needles(group: Group) -> list[Needle]:
    """Every text by which the record can be found, its own first."""
    found: list[Needle] = []
    for raised in group.raised:
        texts = (raised.site.template or Template(()), *raised.others)
        found += [_needle(group.path, raised, text, raised.site.kind) for text in texts]
    for use in group.variants:
        raised = Raised(use.site, use.function)
        found.append(_needle(use.path, raised, use.whole, "variant"))
    return found


def _needle(path: str, raised: Raised, template: Template, kind: str) -> Needle:
    site = raised.site
    return Needle(
        template=template,
        file=path,
        line=site.line,
        end_line=site.end_line,
        function=raised.function.name if raised.function else "<module>",
        error_class=site.error_class,
        kind=kind,
    )


def error_type(group: Group) -> ErrorType:
    """The record's ``errorType``, by what its site does."""
    site = group.main.site
    if site.kind == "panic":
        return "panic"
    if site.http_status is not None or site.kind == "http":
        return "http"
    if site.error_class and _VALIDATION.search(site.error_class):
        return "validation"
    if site.kind in _CONSOLE:
        return "console"
    if group.code is not None and site.error_class is None:
        return "error_code"
    return "exception"


def severity(group: Group) -> Severity:
    """The worst severity among the sites."""
    found = {raised.site.severity for raised in group.raised}
    for level in ("critical", "error", "warning"):
        if level in found:
            return level
    return "info"


def same_content(old: Record, new: Record) -> bool:
    """Whether two records differ in nothing but where the code stands and when it was read."""
    mine, theirs = new.model_dump(), old.model_dump()
    return all(mine[k] == theirs[k] for k in mine if k not in _UNCOUNTED)
