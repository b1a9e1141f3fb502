"""Builds the origin of a snapshot: repository name, revision and where its lines can be seen."""

from __future__ import annotations

import re
from urllib.parse import quote

from errdex.errors import SourceError
from errdex.model.snapshot import Origin
from errdex.source.hosts import Remote, github
from errdex.source.metadata import ProjectFacts, plain_name

_REPO = re.compile(r"^[^\s/\\#?]+(?:/[^\s/\\#?]+)+$")


def checked_repo(repo: str | None) -> str | None:
    """The ``--repo`` argument, refused unless it is ``OWNER/NAME``."""
    if repo is not None and not _REPO.match(repo):
        raise SourceError(f"'{repo}' is no repository name", "write it as OWNER/NAME")
    return repo


def tree_origin(
    sha: str,
    *,
    repo: str | None,
    remote: Remote | None,
    facts: ProjectFacts,
    dirname: str,
    location: str,
    prefix: str = "",
    version: str = "",
) -> Origin:
    """The origin of a directory or repository.

    The name is the one given, else the remote's, else the manifest's, else ``local/{dirname}``.
    Only the first three can be looked at in a browser; the last gets a package URL.
    """
    if remote is None and facts.remote is not None:
        remote = facts.remote
    if repo is not None and (remote is None or remote.repo != repo or not remote.kind):
        remote = github(repo)
    name = re.sub(r"[\s/\\#?]+", "-", dirname) or "root"
    if remote is None or not remote.kind:
        link = f"pkg:generic/{quote(name, safe='')}@{sha}#{{path}}"
        found = remote.repo if remote else f"local/{name}"
        return Origin(found, sha, version, link, None, location)
    return Origin(remote.repo, sha, version, remote.permalink(sha, prefix), None, location)


def package_origin(package: str, facts: ProjectFacts, sha: str, location: str) -> Origin:
    """The origin of a published package.

    Its files are not known to be those of any commit, so that they are cited by package URL;
    a crate says which commit it was made from, and then its lines can be seen there.
    """
    name = plain_name(facts.name) if facts.ecosystem == "pypi" else facts.name
    repo = facts.remote.repo if facts.remote else f"{facts.ecosystem}/{name}"
    if facts.commit and facts.remote and facts.remote.kind:
        prefix = facts.directory + "/" if facts.directory else ""
        link = facts.remote.permalink(facts.commit, prefix)
        return Origin(repo, facts.commit, facts.version, link, package, location)
    return Origin(repo, sha, facts.version, f"{package}#{{path}}", package, location)
