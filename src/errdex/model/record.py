"""The published record (schema version 2), its evidence and its envelope."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

ErrorType = Literal["exception", "error_code", "console", "http", "validation", "panic"]
Severity = Literal["critical", "error", "warning", "info"]
HandlingStrategy = Literal["try-catch", "type-guard", "validation", "retry", "fallback"]
ClaimStatus = Literal["source", "test", "docs", "model"]


class Record(BaseModel):
    """One published error: exactly these fields in this order, nulls kept."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=r"^[0-9a-f]{16}$")
    repo: str
    slug: str
    errorCode: str | None  # noqa: N815 (names of the published format)
    errorMessage: str | None  # noqa: N815
    messagePattern: str | None  # noqa: N815
    errorType: ErrorType  # noqa: N815
    errorClass: str | None  # noqa: N815
    httpStatus: int | None  # noqa: N815
    severity: Severity
    filePath: str  # noqa: N815
    lineNumber: int = Field(ge=1)  # noqa: N815
    sourceCode: str  # noqa: N815
    sourceCodeStart: int = Field(ge=1)  # noqa: N815
    sourceCodeEnd: int  # noqa: N815
    githubUrl: str  # noqa: N815
    documentation: str | None
    triggerScenarios: str | None  # noqa: N815
    commonSituations: str | None  # noqa: N815
    solutions: list[str]
    exampleFix: str | None  # noqa: N815
    handlingStrategy: HandlingStrategy | None  # noqa: N815
    validationCode: str | None  # noqa: N815
    typeGuard: str | None  # noqa: N815
    tryCatchPattern: str | None  # noqa: N815
    preventionTips: list[str]  # noqa: N815
    tags: list[str]
    backgroundTag: str | None  # noqa: N815
    analyzedSha: str = Field(pattern=r"^[0-9a-f]{40}$")  # noqa: N815
    analyzedAt: str  # noqa: N815
    contentChangedAt: str  # noqa: N815
    schemaVersion: Literal[2]  # noqa: N815


class PlaceholderFact(BaseModel):
    """A placeholder of the template, see ``errdex.model.template.Placeholder``."""

    text: str
    expr: str | None = None
    spec: str | None = None
    type: str | None = None


class GuardFact(BaseModel):
    """A condition that holds when the site is reached."""

    text: str
    line: int
    kind: str
    source: str = ""


class Cited(BaseModel):
    """A cited span: its id inside the record (``e1``, ``e2`` …), where it is and what it says.

    ``status`` is that of a statement that rests on it.
    """

    status: ClassVar[ClaimStatus] = "source"
    id: str
    file: str
    line: int
    endLine: int | None = None  # noqa: N815
    url: str | None = None
    text: str = ""


class SiteFact(Cited):
    """One place in the record's file that raises it."""

    kind: str
    function: str | None = None
    signature: str | None = None
    public: bool = False
    guards: list[GuardFact] = Field(default_factory=list)
    comment: str | None = None


class Variant(Cited):
    """The message as one caller of a shared reporter makes it."""

    message: str
    parts: list[str | PlaceholderFact] = Field(default_factory=list)
    function: str | None = None
    public: bool = False


class DocNote(Cited):
    """Doc-comment text about the site: ``raises``, ``panics``, ``note`` or ``summary``."""

    status = "docs"
    kind: str


class CallerRef(Cited):
    """A call of the enclosing function; ``public`` tells whether its caller is an entry point."""

    function: str
    public: bool


class TestRef(Cited):
    """A test that provokes the error, ``text`` being the provoking call."""

    __test__ = False  # not a test case, whatever pytest thinks of the name
    status = "test"

    test: str
    match: str = ""


class CatchRef(Cited):
    """A place where the project itself catches the error's class."""

    function: str


class ClassRef(Cited):
    """The definition of the error's class, with its bases."""

    status = "docs"
    name: str
    bases: list[str] = Field(default_factory=list)
    doc: str | None = None


class CatalogueRef(Cited):
    """An entry of a message catalogue: the key, the language and (as ``text``) what it says."""

    key: str
    locale: str = ""


class Claim(BaseModel):
    """One statement of the explanation and what it rests on."""

    field: str
    text: str
    status: ClaimStatus
    evidence: list[str]


class Provenance(BaseModel):
    """Who wrote the explanation: the source alone, or a model with prompt version and time."""

    writer: str = "derived from source"
    errdex: str = ""
    language: str = ""
    version: str | None = None
    package: str | None = None


class Evidence(BaseModel):
    """What errdex knows beyond schema 2; every line number stands under a key ``line``."""

    parts: list[str | PlaceholderFact] = Field(default_factory=list)
    sites: list[SiteFact] = Field(default_factory=list)
    variants: list[Variant] = Field(default_factory=list)
    docs: list[DocNote] = Field(default_factory=list)
    callers: list[CallerRef] = Field(default_factory=list)
    tests: list[TestRef] = Field(default_factory=list)
    catches: list[CatchRef] = Field(default_factory=list)
    errorClass: ClassRef | None = None  # noqa: N815
    catalogue: list[CatalogueRef] = Field(default_factory=list)
    unrecovered: str | None = None
    claims: list[Claim] = Field(default_factory=list)
    provenance: Provenance = Field(default_factory=Provenance)


class Envelope(BaseModel):
    """What the API and ``errdex export`` answer for one record."""

    record: Record
    datasetVersion: str | None  # noqa: N815
    evidence: Evidence | None = None
