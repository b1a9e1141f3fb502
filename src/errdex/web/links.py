"""Where pages live and which addresses may become links, for the live site and a static one."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

_SAFE = "/@+:~,=!$()*;-._"


@dataclass(frozen=True, slots=True)
class Site:
    """What rendering needs to know about the place where a page is published.

    Attributes:
        base_url: scheme, host and mount path without a final slash, for canonical addresses;
            ``""`` leaves everything out that must be absolute.
        root: mount path without a final slash, put before every internal link.
        name: the name shown in the header and in titles.
        report_url: address of an issue form, ``{id}`` is filled; None leaves the link out.
        search: whether a server stands behind the search form.
    """

    base_url: str = ""
    root: str = ""
    name: str = "errdex"
    report_url: str | None = None
    search: bool = True

    def href(self, path: str, **query: object) -> str:
        """An internal link; ``query`` values that are None or ``""`` are left out."""
        kept = {key: value for key, value in query.items() if value not in (None, "")}
        tail = "?" + urlencode(kept) if kept else ""
        return self.root + quote(path, safe=_SAFE, errors="replace") + tail

    def absolute(self, path: str) -> str:
        """The canonical address of a path of this site."""
        return self.base_url + quote(path, safe=_SAFE, errors="replace")

    def report(self, record_id: str) -> str | None:
        """Where a wrong record is reported."""
        return self.report_url.replace("{id}", record_id) if self.report_url else None


def error_path(repo: str, slug: str) -> str:
    """The canonical path of an error's page."""
    return f"/{repo}/{slug}"


def repo_path(repo: str) -> str:
    """The path of a repository's page."""
    return f"/{repo}"


def family_path(tag: str) -> str:
    """The path of a family's page."""
    return f"/families/{tag}"


def clickable(url: str | None) -> str | None:
    """The address if a browser may follow it (http or https with a host), else None.

    Records come from anywhere: package URLs are shown as text, and ``javascript:`` never links.
    """
    if not url:
        return None
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    return url.strip() if parts.scheme in ("http", "https") and parts.netloc else None
