"""Stage four: groups of one file → entries: evidence gathered, explained, written as records."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from errdex import __version__
from errdex.evidence.gather import gather
from errdex.explain.complete import PROSE
from errdex.explain.taxonomy import taxonomy
from errdex.extract.group import Group, Raised
from errdex.model.entry import Entry, Needle
from errdex.model.ids import record_id, slug_of, source_lines, source_window
from errdex.model.record import Envelope, ErrorType, Provenance, Record, Severity
from errdex.model.template import Part, Template

if TYPE_CHECKING:
    from errdex.model.snapshot import Origin
    from errdex.source.interface import Snapshot, SourceFile

_VALIDATION = re.compile(r"Validat|Invalid(?:Argument|Input|Value|Parameter)|BadRequest")
_VALID = re.compile(r"(?i)valid|active_?model")
_ASSERT_PANICS = frozenset({"rust", "c", "cpp", "swift"})
_CONSOLE = frozenset({"report", "exit", "warn"})
_WORDS = re.compile(r"[^\W\d_]{2,}")
ENOUGH_WORDS = 3
_UNCOUNTED = {
    *("lineNumber", "sourceCodeStart", "sourceCodeEnd", "githubUrl", "analyzedSha"),
    *("analyzedAt", "contentChangedAt", "slug", *PROSE),
}
_PLACES = frozenset({"line", "endLine", "url", "id"})


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

    entries: list[Entry] = []
    for item in batch:
        text = utf8(item.snapshot.read(item.file)) or b""
        lines = source_lines(text.decode("utf-8", "replace"))
        entries.extend(make_entry(item, group, lines) for group in item.groups)
    return entries


def make_entry(item: FileGroups, group: Group, lines: list[str]) -> Entry:
    """One record with its evidence and needles; its prose is written when it is read."""
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
    window = source_window(lines, site.line)
    record = Record(
        id=record_id(origin.repo, group.code, message, group.path),
        repo=origin.repo,
        slug=slug_of(group.code, message),
        errorCode=group.code,
        errorMessage=message,
        messagePattern=(site.template or Template((message,))).pattern,
        errorType=error_type(group),
        errorClass=site.error_class,
        httpStatus=status,
        severity=severity(group),
        filePath=group.path,
        lineNumber=site.line,
        sourceCode=window.text,
        sourceCodeStart=window.start,
        sourceCodeEnd=window.end,
        githubUrl=origin.link(group.path, window.start, window.end),
        documentation=None,
        triggerScenarios=None,
        commonSituations=None,
        solutions=[],
        exampleFix=None,
        handlingStrategy=None,
        validationCode=None,
        typeGuard=None,
        tryCatchPattern=None,
        preventionTips=[],
        tags=[],
        backgroundTag=family(site.template, site.error_class, status),
        analyzedSha=origin.sha,
        analyzedAt=item.at,
        contentChangedAt=item.at,
        schemaVersion=2,
    )
    envelope = Envelope(record=record, datasetVersion=None, evidence=evidence)
    return Entry(envelope, tuple(needles(group)), group.language, content_of(envelope))


def needles(group: Group) -> list[Needle]:
    """Every text by which the record can be found, its own first."""
    found: list[Needle] = []
    for raised in group.raised:
        texts = (raised.site.template or Template(()), *raised.others)
        heads = [head for text in texts if (head := first_lines(text)) is not None]
        shown = dict.fromkeys((*texts, *heads))
        found += [_needle(group.path, raised, text, raised.site.kind) for text in shown]
    for use in group.variants:
        raised = Raised(use.site, use.function)
        found.append(_needle(use.path, raised, use.whole, "variant"))
    return found


def first_lines(template: Template) -> Template | None:
    """A text of several paragraphs or lines down to its first break, where that says enough.

    People paste the first line of a long message, and older versions often had no more of it.
    """
    parts: list[Part] = []
    for place, part in enumerate(template.parts):
        head, broken, rest = part.partition("\n") if isinstance(part, str) else (part, "", "")
        parts.append(head)
        if broken:
            more = rest.strip() or len(template.parts) > place + 1
            words = len(_WORDS.findall(" ".join(p for p in parts if isinstance(p, str))))
            return Template.of(parts) if more and words >= ENOUGH_WORDS else None
    return None


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
    if site.kind == "panic" or (site.kind == "assert" and group.language in _ASSERT_PANICS):
        return "panic"
    if site.http_status is not None or site.kind == "http":
        return "http"
    if site.error_class and _VALIDATION.search(site.error_class):
        return "validation"
    if site.kind in _CONSOLE:
        return "console"
    said = group.main.said
    if site.kind == "declare" and said and said[0].path == group.path:
        # a catalogue's entry that no line names: all that it is known by is its key
        return "validation" if _VALID.search(f"{group.path} {site.statement}") else "error_code"
    if group.code is not None and site.error_class is None:
        return "error_code"
    return "exception"


def family(template: Template | None, error_class: str | None, status: int | None) -> str | None:
    """The record's family by its message, class and HTTP status."""
    table = taxonomy()
    fixed = " ".join(template.literals)[:400] if template is not None else ""
    row = table.find(fixed, (error_class or "").rpartition("::")[2])
    return row.name if row is not None else table.http.get(status or 0)


def severity(group: Group) -> Severity:
    """The worst severity among the sites."""
    found = {raised.site.severity for raised in group.raised}
    for level in ("critical", "error", "warning"):
        if level in found:
            return level
    return "info"


def content_of(envelope: Envelope) -> str:
    """A digest of what a record says, wherever its code stands and whenever it was read.

    The evidence stands for the prose, which is made of it and of nothing else.
    """
    record = envelope.record.model_dump(exclude=_UNCOUNTED)
    evidence = envelope.evidence
    about = evidence.model_dump(exclude={"claims", "provenance"}) if evidence is not None else {}
    told = msgspec.json.encode((record, _without_lines(about)))
    return hashlib.blake2b(told, digest_size=12).hexdigest()


def _without_lines(value: object) -> object:
    if isinstance(value, dict):
        return {k: _without_lines(v) for k, v in value.items() if k not in _PLACES}
    return [_without_lines(v) for v in value] if isinstance(value, list) else value
