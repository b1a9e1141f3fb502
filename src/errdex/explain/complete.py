"""A stored envelope → one whose prose fields are filled.

Prose is a pure function of the evidence, so it is not stored: a store never holds the words of an
older writer, a scan does not wait for them, and a change of wording changes no record.
"""

from __future__ import annotations

from errdex.explain.interface import Explanation, Subject
from errdex.explain.rules import SourceExplainer
from errdex.model.record import Envelope, Evidence

_EXPLAINER = SourceExplainer()
PROSE = tuple(name for name in Explanation.model_fields if name != "claims")


def explained(envelope: Envelope) -> Envelope:
    """The envelope with its explanation; one that is explained already stays as it is."""
    record, evidence = envelope.record, envelope.evidence
    if evidence is None or evidence.claims or record.documentation is not None:
        return envelope
    prose = _EXPLAINER.explain(_subject(envelope, evidence))
    family = record.backgroundTag
    for name in PROSE:
        setattr(record, name, getattr(prose, name))
    # the scan filed the record under its family already: pages and record must agree
    record.backgroundTag = family or record.backgroundTag
    evidence.claims = prose.claims
    return envelope


def _subject(envelope: Envelope, evidence: Evidence) -> Subject:
    record = envelope.record
    return Subject.model_construct(
        language=evidence.provenance.language,
        repo=record.repo,
        package=evidence.provenance.package,
        message=record.errorMessage,
        code=record.errorCode,
        error_class=record.errorClass,
        error_type=record.errorType,
        severity=record.severity,
        http_status=record.httpStatus,
        file=record.filePath,
        line=record.lineNumber,
        evidence=evidence,
    )
