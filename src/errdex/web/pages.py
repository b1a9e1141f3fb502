"""Whole pages as text, from plain values alone: the live site and a static one share them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from errdex.model.record import Envelope
from errdex.web import seo
from errdex.web.assets import asset_path
from errdex.web.facts import FULL, SMALL
from errdex.web.links import Site, family_path, repo_path
from errdex.web.listing import Family, Page, RepoFilter, RepoSummary
from errdex.web.search import SearchPage
from errdex.web.text import visible
from errdex.web.view import SEVERITIES, Row, error_view

PAGE_BYTES = 49_000
HOME_REPOS = 60


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("errdex.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    environment.filters["thousands"] = lambda number: f"{number:,}".replace(",", "\u202f")
    environment.globals.update(asset_path=asset_path, repo_path=repo_path, family_path=family_path)
    return environment


def _render(template: str, site: Site, path: str | None, **values: Any) -> str:
    """Render a template; ``path`` is the page's canonical path, None keeps it out of indexes."""
    return _environment().get_template(template).render(site=site, path=path, **values)


def render_error(site: Site, envelope: Envelope, related: Sequence[Envelope]) -> str:
    """The page of one error, at most about 50 kB: a large one is laid out again with less."""
    page = ""
    for limits in (FULL, SMALL):
        view = error_view(site, envelope, related, limits)
        jsonld = seo.article(site, view.path, view.title, envelope)
        page = _render("error.html", site, view.path, view=view, jsonld=jsonld)
        if len(page.encode("utf-8", "replace")) <= PAGE_BYTES:
            break
    return page


def render_home(site: Site, repos: Sequence[RepoSummary], families: int) -> str:
    """The front page: the paste box, what is known, and the first repositories."""
    return _render(
        "home.html",
        site,
        "/",
        repos=repos[:HOME_REPOS],
        repo_count=len(repos),
        record_count=sum(repo.records for repo in repos),
        family_count=families,
        jsonld=seo.website(site),
    )


def render_repos(site: Site, page: Page[RepoSummary]) -> str:
    """All repositories."""
    return _render("repos.html", site, "/repos", page=page)


def render_repo(site: Site, repo: RepoSummary, page: Page[Row], chosen: RepoFilter) -> str:
    """A repository's errors; only the unfiltered first page is canonical."""
    path = repo_path(repo.repo)
    return _render(
        "repo.html",
        site,
        path if chosen == RepoFilter() else None,
        repo=repo,
        page=page,
        chosen=chosen,
        severities=SEVERITIES,
        here=path,
    )


def render_families(site: Site, families: Sequence[Family]) -> str:
    """All families."""
    return _render("families.html", site, "/families", families=families)


def render_family(site: Site, family: Family, page: Page[Row]) -> str:
    """One family's errors over all repositories."""
    path = family_path(family.tag)
    return _render("family.html", site, path, family=family, page=page, here=path)


def render_search(site: Site, found: SearchPage) -> str:
    """The answers to a search, or the empty form."""
    return _render("search.html", site, None, found=found)


def render_api(site: Site) -> str:
    """How to use the HTTP API."""
    return _render("api.html", site, "/api")


def render_notice(site: Site, status: int, title: str, detail: str) -> str:
    """A page that says what went wrong."""
    return _render("notice.html", site, None, status=status, title=title, detail=detail)
