"""Where repositories live: reading remote URLs and writing permanent links to lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

_SCP = re.compile(r"^(?:[\w.+-]+@)?([\w.-]+\.[a-z]{2,}):(?!/)(.+)$", re.I)
_URL = re.compile(
    r"^(?:git\+|scm:git:|scm:)?([a-z+]+)://(?:[^/@]*@)?([\w.-]+)(?::\d+)?/(.*)$", re.I
)
_SHORT = re.compile(r"^(github|gitlab|bitbucket|codeberg):([\w.~-]+/[\w.-]+)$", re.I)
_BARE = re.compile(r"^[A-Za-z0-9][\w-]*/[\w.-]+$")
_NOT_OWNERS = frozenset(
    [
        "sponsors",
        "orgs",
        "users",
        "apps",
        "marketplace",
        "topics",
        "features",
        "about",
        "settings",
        "login",
    ]
)
_HOSTS = {
    "github.com": "github",
    "gitlab.com": "gitlab",
    "bitbucket.org": "bitbucket",
    "codeberg.org": "gitea",
    "git.sr.ht": "sourcehut",
}
_SHORT_HOSTS = {
    "github": "github.com",
    "gitlab": "gitlab.com",
    "bitbucket": "bitbucket.org",
    "codeberg": "codeberg.org",
}
_LINKS = {
    "github": "https://{host}/{repo}/blob/{sha}/{path}#L{start}-L{end}",
    "gitlab": "https://{host}/{repo}/-/blob/{sha}/{path}#L{start}-{end}",
    "bitbucket": "https://{host}/{repo}/src/{sha}/{path}#lines-{start}:{end}",
    "gitea": "https://{host}/{repo}/src/commit/{sha}/{path}#L{start}-L{end}",
    "sourcehut": "https://{host}/{repo}/tree/{sha}/item/{path}#L{start}-{end}",
}


@dataclass(frozen=True, slots=True)
class Remote:
    """A repository on a host; ``kind`` is ``""`` for a host whose links are not known."""

    kind: str
    host: str
    repo: str

    def permalink(self, sha: str, prefix: str = "") -> str:
        """The link template for files at a commit, ``prefix`` being the scanned subfolder."""
        link = _LINKS[self.kind]
        folder = quote(prefix.strip("/") + "/" if prefix.strip("/") else "")
        link = link.replace("{host}", self.host).replace("{repo}", quote(self.repo, safe="/~"))
        return link.replace("{sha}", sha).replace("{path}", folder + "{path}")


def github(repo: str) -> Remote:
    """The repository of that name on GitHub."""
    return Remote("github", "github.com", repo)


def parse_remote(url: str | None, *, bare: bool = False) -> Remote | None:
    """The repository that a clone URL, web URL or npm shorthand names; None if it names none.

    User names and tokens in the URL are dropped. With ``bare``, ``owner/name`` alone is
    GitHub's, as npm reads it.
    """
    url = (url or "").strip()
    if short := _SHORT.match(url):
        return _remote(_SHORT_HOSTS[short[1].lower()], short[2])
    if bare and _BARE.match(url):
        return _remote("github.com", url)
    match = _URL.match(url)
    if match:
        return None if match[1].lower() == "file" else _remote(match[2], match[3])
    match = _SCP.match(url)
    return _remote(match[1], match[2]) if match else None


def _remote(host: str, path: str) -> Remote | None:
    host = host.lower().removeprefix("www.")
    if host == "ssh.github.com":
        host = "github.com"
    kind = _HOSTS.get(host, "")
    if not kind and host.startswith("gitlab."):
        kind = "gitlab"
    elif not kind and host.startswith(("gitea.", "forgejo.")):
        kind = "gitea"
    path = re.split(r"[?#]", path, maxsplit=1)[0].strip("/")
    path = path.split("/-/", 1)[0]
    parts = [part for part in path.split("/") if part]
    if kind != "gitlab":
        parts = parts[:2]
    if len(parts) < 2 or parts[0].lower() in _NOT_OWNERS:
        return None
    parts[-1] = parts[-1].removesuffix(".git")
    if not all(re.fullmatch(r"[\w.~+-]+", part) and part.strip(".") for part in parts):
        return None
    return Remote(kind, host, "/".join(parts))
