"""Errors as problem documents (RFC 9457) for programs and as pages for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel
from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"

_TITLES = {404: "Nothing is here", 413: "That is too much text", 503: "The store does not answer"}
_DETAILS = {
    404: "No error, repository or family has this address. A search may find it.",
    405: "This address does not take that method.",
    413: "At most 2 MB can be searched here; `errdex explain` reads larger logs.",
    500: "Something broke on this side. It has been logged.",
    503: "Please try again in a moment.",
}


class Invalid(BaseModel):
    """One value of a request that cannot be used."""

    loc: list[str | int]
    msg: str


class Problem(BaseModel):
    """A problem document."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str
    errors: list[Invalid] | None = None


def title_of(status: int) -> str:
    """The registered phrase of a status."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def for_people(status: int, detail: str | None = None) -> tuple[str, str]:
    """Title and detail of a status for people."""
    plain = detail if detail and detail != title_of(status) else None
    return _TITLES.get(status, title_of(status)), plain or _DETAILS.get(status, title_of(status))


def problem(
    status: int,
    instance: str,
    detail: str | None = None,
    headers: Mapping[str, str] | None = None,
    errors: Sequence[Mapping[str, Any]] = (),
) -> Response:
    """A problem document; of invalid values it names the place and the reason, never the value."""
    body = Problem(
        title=title_of(status),
        status=status,
        detail=for_people(status, detail)[1],
        instance=instance,
        errors=[Invalid(loc=list(e["loc"]), msg=str(e["msg"])) for e in errors] or None,
    )
    content = json.dumps(body.model_dump(exclude_none=True)).encode()
    return Response(content, status, headers, media_type=MEDIA_TYPE)
