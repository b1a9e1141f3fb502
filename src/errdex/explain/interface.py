"""What an explainer is given and what it gives back."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel

from errdex.model.record import (
    Claim,
    ErrorType,
    Evidence,
    HandlingStrategy,
    Severity,
)


class Subject(BaseModel):
    """One error as the source tells it, before any prose.

    ``evidence`` is complete but for ``claims``; its items carry the ids that claims cite.
    """

    language: str
    repo: str
    package: str | None = None
    message: str | None
    code: str | None
    error_class: str | None
    error_type: ErrorType
    severity: Severity
    http_status: int | None
    file: str
    line: int
    evidence: Evidence


class Explanation(BaseModel):
    """The prose fields of a record and the claims they are made of."""

    documentation: str | None = None
    triggerScenarios: str | None = None  # noqa: N815 (names of the published format)
    commonSituations: str | None = None  # noqa: N815
    solutions: list[str] = []
    exampleFix: str | None = None  # noqa: N815
    handlingStrategy: HandlingStrategy | None = None  # noqa: N815
    validationCode: str | None = None  # noqa: N815
    typeGuard: str | None = None  # noqa: N815
    tryCatchPattern: str | None = None  # noqa: N815
    preventionTips: list[str] = []  # noqa: N815
    tags: list[str] = []
    backgroundTag: str | None = None  # noqa: N815
    claims: list[Claim] = []


class Explainer(Protocol):
    """Turns evidence into an explanation; a model-backed one may take its place later."""

    name: str

    def explain(self, subject: Subject) -> Explanation:
        """Explain one error from its evidence alone."""
