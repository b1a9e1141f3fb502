"""The HTTP API: errors, search, repositories, families, health."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request
from fastapi import Path as PathParam
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.responses import Response

from errdex import __version__
from errdex.model.answer import Answer
from errdex.model.record import Envelope
from errdex.web import bodies
from errdex.web.catalogue import Catalogue
from errdex.web.pool import StorePool
from errdex.web.responses import NEVER, cached
from errdex.web.search import look_up

DEFAULT_LIMIT = 10
MAX_LIMIT = 25
Q_LIMIT = 20_000
_SAYS_SOMETHING = r"\S"

Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT, description="How many matches at most")]
Repo = Annotated[str | None, Query(max_length=300, description="Search only in this repository")]


class CaptureOut(BaseModel):
    """A placeholder's value."""

    name: str
    value: str


class MatchOut(BaseModel):
    """One record that may have said the text, see ``errdex.model.answer.Match``."""

    id: str
    repo: str
    version: str
    file: str
    line: int
    template: str
    score: float
    matchType: str  # noqa: N815 (the command line contract)
    captures: list[CaptureOut]
    why: str


class AnswerOut(BaseModel):
    """One error of the text with its matches."""

    q: str
    confident: bool
    matches: list[MatchOut]


class SearchOut(AnswerOut):
    """The answer for the first error that is known for sure (else the first); the rest after it."""

    others: list[AnswerOut] = Field(description="Further errors read out of the same text")


class SearchIn(BaseModel):
    """A search: ``text`` (or ``q``) is a message, a traceback or a whole log."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"anyOf": [{"required": ["q"]}, {"required": ["text"]}]},
    )

    q: str | None = Field(default=None, pattern=_SAYS_SOMETHING)
    text: str | None = Field(default=None, pattern=_SAYS_SOMETHING)
    repo: str | None = Field(default=None, max_length=300)
    limit: int = Field(default=DEFAULT_LIMIT, ge=1, le=MAX_LIMIT)


class RepoOut(BaseModel):
    """A repository by its newest snapshot."""

    repo: str
    version: str
    versions: list[str]
    sha: str
    package: str | None
    records: int
    analyzedAt: str  # noqa: N815


class ReposOut(BaseModel):
    """All repositories."""

    repos: list[RepoOut]


class FamilyOut(BaseModel):
    """A kind of error across projects."""

    tag: str
    records: int
    repos: int


class FamiliesOut(BaseModel):
    """All families, the largest first."""

    families: list[FamilyOut]


class HealthOut(BaseModel):
    """That the store answers, and what it holds."""

    status: str
    version: str
    repos: int
    records: int


def _json(model: BaseModel) -> Response:
    return Response(model.model_dump_json(), media_type="application/json")


def _answer_json(answers: Sequence[Answer], text: str, limit: int) -> Response:
    """The first sure answer on top; one encoder for all, so that fields are as in the model."""
    best = next((a for a in answers if a.confident), answers[0] if answers else None)
    if best is None:
        best = Answer(q=text[:1000], confident=False)
    body = _plain(best, limit)
    body["others"] = [_plain(other, limit) for other in answers if other is not best][:100]
    return Response(
        msgspec.json.encode(body), media_type="application/json", headers={"Cache-Control": NEVER}
    )


def _plain(answer: Answer, limit: int) -> dict[str, Any]:
    return {
        "q": answer.q,
        "confident": answer.confident,
        "matches": answer.matches[:limit],
    }


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    ref = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    words = {
        404: "Nothing is known under this id",
        413: "The text is too long",
        415: "The media type is not understood",
        422: "A value cannot be used",
        503: "The store does not answer",
    }
    return {status: {"description": words[status], "content": ref} for status in statuses}


_SEARCH_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/SearchIn"}},
            "text/plain": {"schema": {"type": "string"}},
        },
    }
}


def api_router(pool: StorePool, catalogue: Catalogue) -> APIRouter:
    """All routes of the API over one pool of stores."""
    router = APIRouter(tags=["errors"])
    _add_errors(router, pool)
    _add_search(router, pool)
    _add_lists(router, pool, catalogue)
    return router


def _add_errors(router: APIRouter, pool: StorePool) -> None:
    @router.get(
        "/api/errors/{id}",
        response_model=Envelope,
        responses={304: {"description": "The client has it already"}, **_problems(404, 422, 503)},
        operation_id="getError",
        summary="One error with its evidence",
    )
    async def get_error(
        request: Request,
        record_id: Annotated[str, PathParam(alias="id", pattern=r"^[0-9a-f]{16}$")],
    ) -> Response:
        envelope = await pool.run(lambda store: store.get(record_id))
        if envelope is None:
            raise HTTPException(404, f"No error has the id {record_id}.")
        return cached(request, _json(envelope))


def _add_search(router: APIRouter, pool: StorePool) -> None:
    async def search(text: str, repo: str | None, limit: int) -> Response:
        bodies.check_text(text)
        if not text.strip():
            raise RequestValidationError([{"loc": ["q"], "msg": "there is no text to look up"}])
        answers = await pool.run(lambda store: look_up(store, text, repo or None, limit))
        return _answer_json(answers, text, limit)

    @router.get(
        "/api/search",
        response_model=SearchOut,
        responses=_problems(422, 503),
        operation_id="search",
        summary="Who may have said a message",
    )
    async def get_search(
        q: Annotated[
            str, Query(pattern=_SAYS_SOMETHING, max_length=Q_LIMIT, description="The message")
        ],
        repo: Repo = None,
        limit: Limit = DEFAULT_LIMIT,
    ) -> Response:
        return await search(q, repo, limit)

    @router.post(
        "/api/search",
        response_model=SearchOut,
        responses=_problems(413, 415, 422, 503),
        operation_id="searchText",
        summary="Who may have said the errors of a whole log",
        openapi_extra=_SEARCH_BODY,
    )
    async def post_search(
        request: Request, repo: Repo = None, limit: Limit = DEFAULT_LIMIT
    ) -> Response:
        kind = bodies.media_type(request)
        if kind == "text/plain":
            return await search(await bodies.read_text(request), repo, limit)
        if kind != "application/json":
            raise HTTPException(415, "Send application/json or text/plain.")
        try:
            asked = SearchIn.model_validate(await bodies.read_json(request))
        except ValidationError as error:
            found = error.errors(include_url=False, include_context=False, include_input=False)
            raise RequestValidationError(
                [{"loc": ("body", *one["loc"]), "msg": one["msg"]} for one in found]
            ) from error
        given = "limit" in asked.model_fields_set
        return await search(
            asked.text or asked.q or "", asked.repo or repo, asked.limit if given else limit
        )


def _add_lists(router: APIRouter, pool: StorePool, catalogue: Catalogue) -> None:
    @router.get(
        "/api/repos",
        response_model=ReposOut,
        responses=_problems(503),
        operation_id="listRepos",
        summary="All repositories",
        tags=["lists"],
    )
    async def get_repos(request: Request) -> Response:
        repos = await pool.run(catalogue.repos)
        found = [
            RepoOut(
                repo=r.repo,
                version=r.version,
                versions=list(r.versions),
                sha=r.sha,
                package=r.package,
                records=r.records,
                analyzedAt=r.analyzed_at,
            )
            for r in repos
        ]
        return cached(request, _json(ReposOut(repos=found)), "public, max-age=60")

    @router.get(
        "/api/families",
        response_model=FamiliesOut,
        responses=_problems(503),
        operation_id="listFamilies",
        summary="Kinds of errors across projects",
        tags=["lists"],
    )
    async def get_families(request: Request) -> Response:
        known = await pool.run(catalogue.families)
        found = [FamilyOut(tag=f.tag, records=f.records, repos=f.repos) for f in known.families]
        return cached(request, _json(FamiliesOut(families=found)), "public, max-age=60")

    @router.get(
        "/health",
        response_model=HealthOut,
        responses=_problems(503),
        operation_id="health",
        summary="Whether the store answers",
        tags=["health"],
    )
    async def get_health() -> Response:
        repos = await pool.run(catalogue.repos)
        records = sum(repo.records for repo in repos)
        return _json(HealthOut(status="ok", version=__version__, repos=len(repos), records=records))
