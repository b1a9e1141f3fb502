"""A record as decoded JSON → what the writers read, without pydantic: a look-up starts with it."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from errdex.explain.interface import Subject
    from errdex.model.record import Envelope

_CITED = {"id": "", "line": 1, "endLine": None, "url": None, "text": "", "status": "source"}
_SITE = {
    **_CITED,
    "kind": "raise",
    "function": None,
    "signature": None,
    "public": False,
    "comment": None,
}
_HOLE = {"expr": None, "spec": None, "type": None}
_GUARD = {"text": "", "line": 0, "kind": "if", "source": ""}
_CALLER = {**_CITED, "function": "", "public": False}
_DOC = {**_CITED, "kind": "note", "status": "docs"}
_TEST = {**_CITED, "test": "", "match": "", "status": "test"}
_CATCH = {**_CITED, "function": ""}
_CLASS = {**_CITED, "name": "", "bases": (), "doc": None, "status": "docs"}
_VARIANT = {**_CITED, "function": None, "public": False, "message": ""}


def light_subject(envelope: Envelope | Mapping[str, Any]) -> Subject:
    """A subject whose attributes are plain namespaces; what older stores lack has its default."""
    data = envelope if isinstance(envelope, Mapping) else envelope.model_dump()
    record, found = data.get("record") or {}, data.get("evidence") or {}
    provenance = found.get("provenance") or {}

    def many(name: str, defaults: Mapping[str, object]) -> list[SimpleNamespace]:
        return [made(defaults, item) for item in found.get(name) or []]

    defined = found.get("errorClass")
    evidence = SimpleNamespace(
        parts=[p if isinstance(p, str) else made(_HOLE, p) for p in found.get("parts") or []],
        sites=[_site(s) for s in found.get("sites") or []],
        variants=many("variants", _VARIANT),
        docs=many("docs", _DOC),
        callers=many("callers", _CALLER),
        tests=many("tests", _TEST),
        catches=many("catches", _CATCH),
        errorClass=made(_CLASS, defined) if defined else None,
        unrecovered=found.get("unrecovered"),
    )
    subject = SimpleNamespace(
        repo=str(record.get("repo") or ""),
        package=provenance.get("package"),
        code=record.get("errorCode"),
        error_class=record.get("errorClass"),
        message=record.get("errorMessage"),
        http_status=record.get("httpStatus"),
        file=str(record.get("filePath") or ""),
        line=record.get("lineNumber") or 1,
        error_type=record.get("errorType") or "exception",
        severity=record.get("severity") or "error",
        language=str(provenance.get("language") or ""),
        evidence=evidence,
    )
    return cast("Subject", subject)


def made(defaults: Mapping[str, object], given: Mapping[str, object]) -> SimpleNamespace:
    """A namespace of the given values over the defaults."""
    return SimpleNamespace(**{**defaults, **given})


def bare_hole(text: str) -> SimpleNamespace:
    """A placeholder of which only its text is known."""
    return made(_HOLE, {"text": text})


def _site(given: Mapping[str, Any]) -> SimpleNamespace:
    site = made({**_SITE, "guards": []}, given)
    site.guards = [made(_GUARD, g) for g in site.guards or []]
    return site
