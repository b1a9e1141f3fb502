"""Responses that caches understand, and the headers that every response carries."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from errdex.web.problems import problem

LOG = logging.getLogger("errdex.web")

CSP = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_SAFETY = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_PREFLIGHT = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}
KEEP = "public, max-age=300"
FOREVER = "public, max-age=31536000, immutable"
NEVER = "no-store"


def html(text: str, status: int = 200, headers: MutableMapping[str, str] | None = None) -> Response:
    """A page; lone surrogates, which UTF-8 cannot hold, are replaced."""
    body = text.encode("utf-8", "replace")
    return Response(body, status, headers, media_type="text/html; charset=utf-8")


def cached(request: Request, response: Response, control: str = KEEP) -> Response:
    """The response with a strong ETag of its very bytes, or 304 when the client has them."""
    etag = f'"{hashlib.sha256(bytes(response.body)).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": control}
    if _has(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


def _has(given: str, etag: str) -> bool:
    names = [name.strip().removeprefix("W/") for name in given.split(",")]
    return "*" in names or etag in names


def is_api(path: str) -> bool:
    """Whether programs ask here, so that errors are problem documents."""
    return path.startswith("/api/") or path in ("/health", "/openapi.json")


class Shell:
    """Around all routes: safety headers, HEAD, cross-origin reading of the API, last resort."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, method = _path(scope), scope["method"]
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                _dress(headers, path, method)
            elif method == "HEAD" and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        if method == "OPTIONS" and path.startswith("/api/"):
            await Response(status_code=204, headers=_PREFLIGHT)(scope, receive, guarded)
            return
        inner = {**scope, "method": "GET"} if method == "HEAD" else scope
        try:
            await self._app(inner, receive, guarded)
        except Exception:
            LOG.exception("%s %s failed", method, path)
            if started:
                raise
            await problem(500, path)(scope, receive, guarded)


def _path(scope: MutableMapping[str, Any]) -> str:
    """The path below the mount point."""
    path, root = str(scope["path"]), str(scope.get("root_path", ""))
    return path.removeprefix(root) if root and path.startswith(root + "/") else path


def _dress(headers: MutableHeaders, path: str, method: str) -> None:
    for name, value in _SAFETY.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", NEVER)
    if is_api(path) and method in ("GET", "HEAD"):
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = "ETag"
