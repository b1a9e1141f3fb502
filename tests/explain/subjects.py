"""Builders of subjects by hand, so that a test shows only what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from errdex.explain.interface import Explanation, Subject
from errdex.explain.rules import SourceExplainer
from errdex.model.record import (
    CallerRef,
    CatchRef,
    ClassRef,
    DocNote,
    Evidence,
    GuardFact,
    PlaceholderFact,
    Provenance,
    SiteFact,
    TestRef,
    Variant,
)

Guard = tuple[str, int] | tuple[str, int, str] | tuple[str, int, str, str]


def guard(*given: Any) -> GuardFact:
    """A guard from (text, line, kind, source)."""
    text, line, *rest = given
    kind, source = [*rest, "if", ""][:2] if len(rest) < 2 else rest
    return GuardFact(text=text, line=line, kind=kind, source=source)


def hole(text: str, expr: str | None = None) -> PlaceholderFact:
    """A placeholder."""
    return PlaceholderFact(text=text, expr=expr if expr is not None else text.strip("{}$"))


def subject(
    language: str,
    parts: Sequence[str | PlaceholderFact],
    *,
    kind: str = "raise",
    error: str | None = None,
    function: str | None = "f",
    signature: str | None = None,
    public: bool = True,
    guards: Iterable[Guard] = (),
    line: int = 50,
    file: str = "src/pkg/shapes.py",
    comment: str | None = None,
    docs: Iterable[tuple[str, str]] = (),
    tests: Iterable[tuple[str, str]] = (),
    callers: Iterable[tuple[str, bool, str]] = (),
    variants: Iterable[tuple[str, str]] = (),
    catches: Iterable[str] = (),
    defined: tuple[str, list[str], str] | None = None,
    error_type: Any = "exception",
    severity: Any = "error",
    status: int | None = None,
    unrecovered: str | None = None,
) -> Subject:
    """A subject with one site; evidence ids are given in order."""
    numbers = iter(range(2, 1000))

    def place(at: int) -> dict[str, Any]:
        return {"id": f"e{next(numbers)}", "file": file, "line": at}

    site = SiteFact(
        id="e1",
        file=file,
        line=line,
        kind=kind,
        function=function,
        signature=signature,
        public=public,
        guards=[guard(*g) for g in guards],
        comment=comment,
    )
    evidence = Evidence(
        parts=list(parts),
        sites=[site],
        unrecovered=unrecovered,
        docs=[DocNote(**place(5), kind=k, text=t) for k, t in docs],
        tests=[TestRef(**place(7), test=name, text=call) for name, call in tests],
        callers=[
            CallerRef(**place(90 + i), function=name, public=outside, text=text)
            for i, (name, outside, text) in enumerate(callers)
        ],
        variants=[
            Variant(**place(70 + i), message=message, function=name, public=True)
            for i, (message, name) in enumerate(variants)
        ],
        catches=[CatchRef(**place(95), function=name) for name in catches],
        errorClass=ClassRef(**place(3), name=defined[0], bases=defined[1], doc=defined[2])
        if defined
        else None,
        provenance=Provenance(language=language),
    )
    message = "".join(p if isinstance(p, str) else p.text for p in parts) or None
    return Subject(
        language=language,
        repo="owner/project",
        message=message,
        code=None,
        error_class=error,
        error_type=error_type,
        severity=severity,
        http_status=status,
        file=file,
        line=line,
        evidence=evidence,
    )


def explain(given: Subject) -> Explanation:
    """The explanation of a subject."""
    return SourceExplainer().explain(given)


def prose(explanation: Explanation) -> dict[str, Any]:
    """What an explanation says: its filled fields without claims and tags."""
    fields = explanation.model_dump(exclude={"claims", "tags"})
    return {name: value for name, value in fields.items() if value not in (None, [])}
