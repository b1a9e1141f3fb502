"""Request bodies read within limits: forms, JSON and plain text."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request

TEXT_LIMIT = 2 * 1024 * 1024
BODY_LIMIT = 3 * TEXT_LIMIT + 4096
"""Percent signs and escapes make a body up to three times as long as its text."""


async def read(request: Request, limit: int) -> bytes:
    """The whole body, refused as soon as it is known to be longer than ``limit``."""
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise HTTPException(413)
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit:
            raise HTTPException(413)
        chunks.append(chunk)
    return b"".join(chunks)


async def read_form(request: Request) -> dict[str, str]:
    """The fields of an urlencoded form, the first value of each."""
    if media_type(request) != "application/x-www-form-urlencoded":
        raise HTTPException(415, "Send a form as application/x-www-form-urlencoded.")
    body = await read(request, BODY_LIMIT)
    try:
        fields = parse_qs(body.decode("ascii", "replace"), True, max_num_fields=16)
    except ValueError as error:
        raise HTTPException(422, "The form has too many fields.") from error
    return {name: values[0] for name, values in fields.items()}


async def read_json(request: Request) -> Any:
    """The body as JSON."""
    body = await read(request, BODY_LIMIT)
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestValidationError([{"loc": ["body"], "msg": "not valid JSON"}]) from error


async def read_text(request: Request) -> str:
    """The body as text in the charset it names."""
    body = await read(request, TEXT_LIMIT)
    charset = request.headers.get("content-type", "").lower().partition("charset=")[2]
    name = charset.split(";")[0].strip(" \"'") or "utf-8"
    try:
        return body.decode(name, "replace")
    except LookupError as error:
        raise HTTPException(415, "The charset is not known.") from error


def media_type(request: Request) -> str:
    """The media type of the body without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def check_text(text: str) -> str:
    """The text, refused when it is longer than a search may be."""
    if len(text) > TEXT_LIMIT or len(text.encode("utf-8", "replace")) > TEXT_LIMIT:
        raise HTTPException(413)
    return text
