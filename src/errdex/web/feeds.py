"""RSS of the errors of a repository that changed last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape

from errdex.web.catalogue import Item, newest
from errdex.web.links import Site, error_path, repo_path
from errdex.web.listing import RepoSummary
from errdex.web.text import visible

FEED_SIZE = 50


def changed(site: Site, repo: RepoSummary, items: Sequence[Item]) -> str:
    """The feed of a repository."""
    entries = "".join(_entry(site, item) for item in newest(list(items), FEED_SIZE))
    name = escape(visible(repo.repo))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
        f"<title>Errors of {name}</title>"
        f"<link>{escape(site.absolute(repo_path(repo.repo)))}</link>"
        f"<description>Errors of {name} that are new or changed</description>"
        f"{entries}</channel></rss>\n"
    )


def _entry(site: Site, item: Item) -> str:
    link = escape(site.absolute(error_path(item.repo, item.slug)))
    where = escape(visible(f"{item.cls or item.severity}, {item.file}:{item.line}"))
    return (
        f"<item><title>{escape(visible(item.title))}</title><link>{link}</link>"
        f'<guid isPermaLink="false">{item.id}@{escape(item.changed)}</guid>'
        f"<description>{where}</description>{_date(item.changed)}</item>"
    )


def _date(text: str) -> str:
    try:
        return f"<pubDate>{format_datetime(datetime.fromisoformat(text))}</pubDate>"
    except ValueError:
        return ""
