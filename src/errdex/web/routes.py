"""The pages' routes: read the address, call, render."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from fastapi import FastAPI, HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from errdex.store.interface import Store
from errdex.web import assets, bodies, feeds, pages, seo
from errdex.web.catalogue import Catalogue, records_of
from errdex.web.links import Site, error_path
from errdex.web.listing import SORTS, RepoFilter, page_of
from errdex.web.pool import StorePool
from errdex.web.responses import FOREVER, NEVER, cached, html
from errdex.web.search import SearchPage, search_page
from errdex.web.view import SEVERITIES

_ID = re.compile(r"[0-9a-f]{16}")
_REPOS_PAGE = 200
Q_LIMIT = 20_000


def site_for(request: Request, settings: Site) -> Site:
    """The site as this request sees it: the configured address, else the one it was asked under."""
    root = str(request.scope.get("root_path", ""))
    base = settings.base_url or str(request.base_url).rstrip("/")
    return replace(settings, base_url=base, root=root)


class Pages:
    """Handlers of all pages over one pool of stores."""

    def __init__(self, pool: StorePool, catalogue: Catalogue, settings: Site) -> None:
        self._pool = pool
        self._catalogue = catalogue
        self._settings = settings

    def _site(self, request: Request) -> Site:
        return site_for(request, self._settings)

    async def home(self, request: Request) -> Response:
        """The front page."""
        site = self._site(request)

        def work(store: Store) -> str:
            repos = self._catalogue.repos(store)
            return pages.render_home(site, repos, self._catalogue.families_known())

        return cached(request, html(await self._pool.run(work)))

    async def api(self, request: Request) -> Response:
        """How to use the API."""
        return cached(request, html(pages.render_api(self._site(request))))

    async def repos(self, request: Request) -> Response:
        """All repositories."""
        site, number = self._site(request), _page_number(request)
        repos = await self._pool.run(self._catalogue.repos)
        page = page_of(repos, number, _REPOS_PAGE)
        if number > page.last:
            raise HTTPException(404)
        return cached(request, html(pages.render_repos(site, page)))

    async def search(self, request: Request) -> Response:
        """The search form and, with ``q``, its answers."""
        text, repo = request.query_params.get("q", ""), request.query_params.get("repo", "")
        if len(text) > Q_LIMIT:
            raise HTTPException(413, "Paste long texts into the search box instead.")
        return await self._answer(request, text, repo)

    async def post_search(self, request: Request) -> Response:
        """The answers to a pasted text."""
        form = await bodies.read_form(request)
        text = bodies.check_text(form.get("q", "").replace("\r\n", "\n"))
        return await self._answer(request, text, form.get("repo", ""))

    async def _answer(self, request: Request, text: str, repo: str) -> Response:
        site, repo = self._site(request), repo.strip()[:300]
        found = SearchPage(q=text, repo=repo)
        if text.strip():
            found = await self._pool.run(lambda store: search_page(store, site, text, repo or None))
        page = pages.render_search(site, found)
        return html(page, headers={"Cache-Control": NEVER})

    async def families(self, request: Request) -> Response:
        """All families."""
        site = self._site(request)
        known = await self._pool.run(self._catalogue.families)
        return cached(request, html(pages.render_families(site, known.families)))

    async def family(self, request: Request) -> Response:
        """One family; a repository of that name where there is none."""
        site, tag = self._site(request), request.path_params["tag"]
        number = _page_number(request)
        known = await self._pool.run(self._catalogue.families)
        family = next((f for f in known.families if f.tag == tag), None)
        if family is None:
            return await self._resolve(request, f"families/{tag}")
        page = page_of([item.row(site) for item in known.items[tag]], number)
        if number > page.last:
            raise HTTPException(404)
        return cached(request, html(pages.render_family(site, family, page)))

    async def by_id(self, request: Request) -> Response:
        """The canonical address of a record id."""
        record_id = request.path_params["id"]
        if not _ID.fullmatch(record_id):
            return await self._resolve(request, f"errors/{record_id}")
        envelope = await self._pool.run(lambda store: store.get(record_id))
        if envelope is None:
            raise HTTPException(404)
        where = error_path(envelope.record.repo, envelope.record.slug)
        headers = {"Cache-Control": "public, max-age=300"}
        return RedirectResponse(self._site(request).href(where), 301, headers)

    async def anything(self, request: Request) -> Response:
        """A repository or one of its errors; names may hold any number of slashes."""
        return await self._resolve(request, request.path_params["path"])

    async def _resolve(self, request: Request, path: str) -> Response:
        site, chosen = self._site(request), _filter(request)
        if path.endswith("/") and path.strip("/"):
            return RedirectResponse(site.href("/" + path.strip("/")), 301)
        page = await self._pool.run(partial(self._find, site=site, path=path, chosen=chosen))
        if page is None:
            raise HTTPException(404)
        return cached(request, html(page))

    def _find(self, store: Store, site: Site, path: str, chosen: RepoFilter) -> str | None:
        repo = self._catalogue.repo(store, path)
        if repo is not None:
            errors = self._catalogue.errors(store, site, repo, chosen)
            if chosen.page > errors.last:
                return None
            return pages.render_repo(site, repo, errors, chosen)
        owner, _, slug = path.rpartition("/")
        envelope = store.by_slug(owner, slug) if owner and slug else None
        if envelope is None:
            return None
        return pages.render_error(site, envelope, store.related(envelope.record.id))

    async def sitemap_index(self, request: Request) -> Response:
        """The list of sitemaps."""
        repos = await self._pool.run(self._catalogue.repos)
        text = seo.sitemap_index(self._site(request), repos)
        return cached(request, Response(text, media_type="application/xml"))

    async def sitemap(self, request: Request) -> Response:
        """One sitemap."""
        site, repo = self._site(request), request.path_params["repo"]
        start = (request.path_params["part"] - 1) * seo.SITEMAP_SIZE

        def work(store: Store) -> list[tuple[str, str]]:
            return [
                (error_path(e.record.repo, e.record.slug), e.record.contentChangedAt)
                for e in records_of(store, repo, start, seo.SITEMAP_SIZE)
            ]

        found = await self._pool.run(work) if start >= 0 else []
        if not found:
            raise HTTPException(404)
        return cached(request, Response(seo.sitemap(site, found), media_type="application/xml"))

    async def sitemap_pages(self, request: Request) -> Response:
        """The sitemap of the lists."""
        repos = await self._pool.run(self._catalogue.repos)
        found = [("/", ""), ("/repos", ""), ("/families", ""), ("/api", "")]
        found += [(f"/{repo.repo}", repo.analyzed_at) for repo in repos]
        text = seo.sitemap(self._site(request), found)
        return cached(request, Response(text, media_type="application/xml"))

    async def feed(self, request: Request) -> Response:
        """What changed last in a repository, as RSS."""
        site, name = self._site(request), request.path_params["repo"]

        def work(store: Store) -> str | None:
            repo = self._catalogue.repo(store, name)
            return feeds.changed(site, repo, self._catalogue.items(store, repo)) if repo else None

        text = await self._pool.run(work)
        if text is None:
            raise HTTPException(404)
        return cached(request, Response(text, media_type="application/rss+xml"))

    async def robots(self, request: Request) -> Response:
        """What crawlers may read."""
        return cached(request, Response(seo.robots(self._site(request)), media_type="text/plain"))

    async def llms(self, request: Request) -> Response:
        """The site for language models."""
        repos = await self._pool.run(self._catalogue.repos)
        text = seo.llms(self._site(request), repos)
        return cached(request, Response(text, media_type="text/plain"))

    async def static(self, request: Request) -> Response:
        """A static file by its hashed name."""
        return _asset(request, request.path_params["name"])

    async def favicon(self, request: Request) -> Response:
        """The icon under the address that browsers guess."""
        return _asset(request, assets.assets()["favicon.svg"].name)

    def add_to(self, app: FastAPI) -> None:
        """Register all pages, the one that takes any address last."""
        routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
            ("/", self.home, "GET"),
            ("/api", self.api, "GET"),
            ("/repos", self.repos, "GET"),
            ("/search", self.search, "GET"),
            ("/search", self.post_search, "POST"),
            ("/families", self.families, "GET"),
            ("/families/{tag:path}", self.family, "GET"),
            ("/errors/{id}", self.by_id, "GET"),
            ("/sitemap.xml", self.sitemap_index, "GET"),
            ("/sitemaps/pages.xml", self.sitemap_pages, "GET"),
            ("/sitemaps/{repo:path}/{part:int}.xml", self.sitemap, "GET"),
            ("/robots.txt", self.robots, "GET"),
            ("/llms.txt", self.llms, "GET"),
            ("/favicon.ico", self.favicon, "GET"),
            ("/static/{name}", self.static, "GET"),
            ("/{repo:path}/feed.xml", self.feed, "GET"),
            ("/{path:path}", self.anything, "GET"),
        ]
        for path, handler, method in routes:
            app.add_route(path, handler, methods=[method], include_in_schema=False)


def _asset(request: Request, name: str) -> Response:
    for asset in assets.assets().values():
        if asset.name == name:
            return cached(request, Response(asset.body, media_type=asset.media_type), FOREVER)
    raise HTTPException(404)


def _page_number(request: Request) -> int:
    given = request.query_params.get("page", "1")
    if not (given.isascii() and given.isdigit() and 1 <= int(given[:7]) <= 999_999):
        raise HTTPException(404)
    return int(given)


def _filter(request: Request) -> RepoFilter:
    """What the address asks for; values that mean nothing are as if they were not there."""
    query = request.query_params
    severity, sort = query.get("severity", ""), query.get("sort", "file")
    return RepoFilter(
        q=query.get("q", "").strip()[:200],
        severity=severity if severity in SEVERITIES else "",
        sort=sort if sort in SORTS else "file",
        page=_page_number(request),
    )
