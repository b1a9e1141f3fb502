"""What machines read about the site: structured data, sitemaps, robots.txt and llms.txt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

from errdex.model.record import Envelope
from errdex.web.links import Site, repo_path
from errdex.web.listing import RepoSummary
from errdex.web.text import one_line, visible

SITEMAP_SIZE = 10_000
LLMS_REPOS = 100
_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def website(site: Site) -> dict[str, Any]:
    """Structured data of the front page."""
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": site.name,
        "url": site.absolute("/"),
    }
    if site.search:
        data["potentialAction"] = {
            "@type": "SearchAction",
            "target": site.absolute("/search") + "?q={q}",
            "query-input": "required name=q",
        }
    return data


def article(site: Site, path: str, title: str, envelope: Envelope) -> dict[str, Any]:
    """Structured data of an error page."""
    record = envelope.record
    crumbs = ((record.repo, repo_path(record.repo)), (title, path))
    text = record.documentation or record.errorMessage or title
    return {
        "@context": "https://schema.org",
        "@graph": [
            {
                "@type": "TechArticle",
                "headline": visible(one_line(title, 110)),
                "description": visible(one_line(text, 300)),
                "url": site.absolute(path),
                "identifier": record.id,
                "datePublished": record.analyzedAt,
                "dateModified": record.contentChangedAt,
                "keywords": [visible(tag) for tag in record.tags[:12]],
                "about": {"@type": "SoftwareSourceCode", "name": visible(record.repo)},
            },
            {
                "@type": "BreadcrumbList",
                "itemListElement": [
                    {
                        "@type": "ListItem",
                        "position": position,
                        "name": visible(one_line(name, 110)),
                        "item": site.absolute(where),
                    }
                    for position, (name, where) in enumerate(crumbs, 1)
                ],
            },
        ],
    }


def sitemap_index(site: Site, repos: Iterable[RepoSummary]) -> str:
    """The list of sitemaps: one for the lists, and for each repository one per 10,000 errors."""
    paths = ["/sitemaps/pages.xml"]
    for repo in repos:
        parts = max(1, -(-repo.records // SITEMAP_SIZE))
        paths += [f"/sitemaps/{repo.repo}/{part}.xml" for part in range(1, parts + 1)]
    body = "".join(f"<sitemap><loc>{escape(site.absolute(path))}</loc></sitemap>" for path in paths)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex {_XMLNS}>{body}</sitemapindex>\n'


def sitemap(site: Site, pages: Iterable[tuple[str, str]]) -> str:
    """A sitemap of (path, time of last change); an empty time is left out."""
    body = "".join(
        f"<url><loc>{escape(site.absolute(path))}</loc>"
        + (f"<lastmod>{escape(changed[:10])}</lastmod>" if changed else "")
        + "</url>"
        for path, changed in pages
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_XMLNS}>{body}</urlset>\n'


def robots(site: Site) -> str:
    """What crawlers may read: everything but searches."""
    return (
        f"User-agent: *\nDisallow: {site.root}/search\nDisallow: {site.root}/api/search\n"
        f"\nSitemap: {site.absolute('/sitemap.xml')}\n"
    )


def llms(site: Site, repos: Sequence[RepoSummary]) -> str:
    """The site in a few words for language models, with the addresses that answer in JSON."""
    records = sum(repo.records for repo in repos)
    lines = [
        f"# {site.name}",
        "",
        "> An error reference made from source code: which line says a message, under which"
        " condition, and what to do about it. Every fact is cited with file, line and revision.",
        "",
        f"{records} errors of {len(repos)} repositories.",
        "",
        "## Look up",
        "",
        f"- [Search]({site.absolute('/api/search')}?q=MESSAGE): GET with `q`, `repo`, `limit`"
        ' (at most 25); POST takes a whole log as text/plain or JSON `{"text": …}`',
        f"- [One error]({site.absolute('/api/errors/')}ID): record, dataset version and evidence",
        f"- [OpenAPI]({site.absolute('/openapi.json')}): the whole HTTP interface",
        "- `confident: false` means that nothing is known for sure; its matches are only similar",
        "",
        "## Repositories",
        "",
    ]
    lines += [
        f"- [{visible(repo.repo)}]({site.absolute(repo_path(repo.repo))}): {repo.records} errors"
        for repo in repos[:LLMS_REPOS]
    ]
    if len(repos) > LLMS_REPOS:
        lines.append(f"- [all {len(repos)}]({site.absolute('/api/repos')})")
    return "\n".join(lines) + "\n"
