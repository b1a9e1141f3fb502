"""The web application: the API and the pages over one store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import FastAPI, HTTPException
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import Request
from starlette.responses import Response

from errdex import __version__
from errdex.errors import StoreError
from errdex.store.interface import Store
from errdex.web import pages
from errdex.web.api import SearchIn, api_router
from errdex.web.catalogue import Catalogue
from errdex.web.links import Site
from errdex.web.pool import BusyError, StorePool
from errdex.web.problems import Problem, for_people, problem
from errdex.web.responses import LOG, Shell, html, is_api
from errdex.web.routes import Pages, site_for

_ABOUT = (
    "From a text on a screen to the line of source that said it. Errors are answered as"
    " application/problem+json."
)


def create_app(
    store_url: str,
    *,
    base_url: str = "",
    report_url: str | None = None,
    name: str = "errdex",
    opener: Callable[[], Store] | None = None,
) -> FastAPI:
    """The application over the store of that URL, which must exist.

    Args:
        store_url: ``sqlite:///FILE`` or ``postgresql://…``.
        base_url: the public address, for canonical links; by default each request's own.
        report_url: where wrong records are reported, ``{id}`` is filled.
        name: the name in the header.
        opener: opens a store in place of ``store_url``.
    """
    opened = opener or (lambda: _open(store_url))
    opened().close()  # a store that cannot be read is better known before the first request
    pool, catalogue = StorePool(opened), Catalogue()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        pool.close()

    app = FastAPI(
        title=name,
        version=__version__,
        description=_ABOUT,
        docs_url=None,  # the usual pages load scripts from other hosts
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    settings = Site(base_url=base_url.rstrip("/"), name=name, report_url=report_url)
    app.include_router(api_router(pool, catalogue))
    _answer_errors(app, settings)
    app.add_route("/api/{path:path}", _nothing, include_in_schema=False)
    Pages(pool, catalogue, settings).add_to(app)
    app.add_middleware(Shell)
    app.openapi = lambda: _describe(app)  # type: ignore[method-assign]
    return app


def _open(store_url: str) -> Store:
    from errdex.store.open import open_store

    return open_store(store_url, write=False)


async def _nothing(request: Request) -> Response:
    raise HTTPException(404, "The API has no such address.")


def _answer_errors(app: FastAPI, settings: Site) -> None:
    """Problem documents below ``/api``, pages elsewhere; what only an operator needs is logged."""

    def answer(request: Request, status: int, detail: str | None = None, **more: Any) -> Response:
        path = request.url.path.removeprefix(str(request.scope.get("root_path", "")))
        if is_api(path):
            return problem(status, path, detail, **more)
        title, words = for_people(status, detail)
        page = pages.render_notice(site_for(request, settings), status, title, words)
        return html(page, status, more.get("headers"))

    async def on_http(request: Request, error: Exception) -> Response:
        told = cast("StarletteHTTPException", error)
        headers = dict(told.headers) if told.headers else None
        return answer(request, told.status_code, str(told.detail), headers=headers)

    async def on_invalid(request: Request, error: Exception) -> Response:
        found = cast("RequestValidationError", error).errors()
        return answer(request, 422, "A value of the request cannot be used.", errors=found)

    async def on_store(request: Request, error: Exception) -> Response:
        LOG.error("the store failed: %s", error)
        return answer(request, 503, headers={"Retry-After": "5"})

    app.add_exception_handler(StarletteHTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(StoreError, on_store)
    app.add_exception_handler(BusyError, on_store)


def _describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the models that only bodies and problems use."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        for model in (Problem, SearchIn):
            schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas.update(schema.pop("$defs", {}))
            schemas[model.__name__] = schema
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        app.openapi_schema = document
    return app.openapi_schema
