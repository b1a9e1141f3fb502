"""What a project says about itself: its name, version and repository, from its own manifests."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from email.parser import HeaderParser
from typing import Any

from packageurl import PackageURL

from errdex.source.hosts import Remote, parse_remote

Read = Callable[[str], bytes | None]

_LABELS = (
    ("source", "sourcecode", "repository", "repo", "code", "scm", "github", "gitlab", "git"),
    ("homepage", "home", "website", "homepageurl"),
    ("bugtracker", "issues", "issuetracker", "bugreports", "tracker", "bugs", "issue"),
    ("changelog", "changes", "releasenotes", "history", "documentation", "docs", "download"),
)


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """What a manifest says; empty strings where it is silent.

    Attributes:
        ecosystem: ``pypi``, ``npm``, ``cargo`` or ``""``.
        remote: the repository it names, where that is on a host.
        directory: the project's folder inside that repository.
        commit: the commit it was published from, where the packager wrote it down.
    """

    name: str = ""
    version: str = ""
    ecosystem: str = ""
    remote: Remote | None = None
    directory: str = ""
    commit: str = ""


def project_facts(read: Read) -> ProjectFacts:
    """The facts of the first manifest that can be read, a repository from any of them.

    Args:
        read: the bytes of a file at the project's root, None when there is none.
    """
    found = ProjectFacts()
    for name, parse in _MANIFESTS:
        data = read(name)
        if data is None:
            continue
        try:
            facts = parse(data.decode("utf-8-sig", "replace"))
        except (ValueError, TypeError, AttributeError, RecursionError):
            continue
        if facts.ecosystem == "cargo":
            facts = _with_cargo_commit(facts, read)
        if not found.ecosystem:
            found = facts
        if found.remote:
            break
        if facts.remote:
            return ProjectFacts(
                found.name, found.version, found.ecosystem, facts.remote, facts.directory
            )
    return found


def best_remote(urls: Iterable[tuple[str, str]]) -> Remote | None:
    """The repository among labelled URLs, those that say they are the source first."""
    labelled = [(re.sub(r"[^a-z]", "", label.lower()), url) for label, url in urls]
    ranked: list[tuple[int, Remote]] = []
    for label, url in labelled:
        remote = parse_remote(url)
        if remote is None or not remote.kind:
            continue
        rank = next((i for i, group in enumerate(_LABELS) if label in group), len(_LABELS))
        ranked.append((rank, remote))
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


def plain_name(name: str) -> str:
    """A Python package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def package_url(facts: ProjectFacts) -> str:
    """The package URL of the exact version that a manifest describes."""
    namespace, _, name = facts.name.rpartition("/")
    if facts.ecosystem == "pypi":
        name = plain_name(name)
    return PackageURL(facts.ecosystem, namespace or None, name, facts.version).to_string()


def python_metadata(text: str) -> ProjectFacts:
    """The facts of a ``METADATA`` or ``PKG-INFO`` file."""
    headers = HeaderParser().parsestr(text)
    urls = []
    for line in headers.get_all("Project-URL") or []:
        label, _, url = str(line).partition(",")
        urls.append((label, url.strip()))
    urls.append(("homepage", str(headers.get("Home-page", ""))))
    urls.append(("download", str(headers.get("Download-URL", ""))))
    return ProjectFacts(
        str(headers.get("Name", "")).strip(),
        str(headers.get("Version", "")).strip(),
        "pypi",
        best_remote(urls),
    )


def npm_metadata(text: str) -> ProjectFacts:
    """The facts of a ``package.json``."""
    package = json.loads(text)
    if not isinstance(package, dict):
        return ProjectFacts()
    repository, directory = package.get("repository"), ""
    if isinstance(repository, dict):
        directory = _text(repository.get("directory")).strip("/.")
        repository = repository.get("url")
    remote = parse_remote(_text(repository), bare=True)
    if remote is None or not remote.kind:
        bugs = package.get("bugs")
        bugs = bugs.get("url") if isinstance(bugs, dict) else bugs
        remote = best_remote([("homepage", _text(package.get("homepage"))), ("bugs", _text(bugs))])
    return ProjectFacts(
        _text(package.get("name")), _text(package.get("version")), "npm", remote, directory
    )


def cargo_metadata(text: str) -> ProjectFacts:
    """The facts of a ``Cargo.toml``, a workspace's shared fields included."""
    manifest = tomllib.loads(text)
    package = manifest.get("package")
    shared = manifest.get("workspace", {}).get("package", {})
    if not isinstance(package, dict):
        package = {}
    fields: dict[str, str] = {}
    for key in ("name", "version", "repository", "homepage"):
        fields[key] = _text(package.get(key)) or _text(shared.get(key))
    remote = best_remote([("repository", fields["repository"]), ("homepage", fields["homepage"])])
    return ProjectFacts(fields["name"], fields["version"], "cargo", remote)


def _pyproject(text: str) -> ProjectFacts:
    manifest = tomllib.loads(text)
    project = manifest.get("project")
    poetry = manifest.get("tool", {}).get("poetry", {})
    table: dict[str, Any] = project if isinstance(project, dict) else poetry
    urls = [(_text(k), _text(v)) for k, v in dict(table.get("urls") or {}).items()]
    urls += [(key, _text(poetry.get(key))) for key in ("repository", "homepage")]
    name, version = _text(table.get("name")), _text(table.get("version"))
    if not name and not urls:
        return ProjectFacts()
    return ProjectFacts(name, version, "pypi" if name else "", best_remote(urls))


def _with_cargo_commit(facts: ProjectFacts, read: Read) -> ProjectFacts:
    """Add the commit that ``cargo publish`` writes beside the manifest of a clean checkout."""
    data = read(".cargo_vcs_info.json")
    try:
        info = json.loads(data or b"{}")
        git = info.get("git", {})
        commit, dirty = _text(git.get("sha1")), bool(git.get("dirty"))
        directory = _text(info.get("path_in_vcs")).strip("/")
    except (ValueError, AttributeError):
        return facts
    if dirty or not re.fullmatch(r"[0-9a-f]{40}", commit) or ".." in directory:
        return facts
    return ProjectFacts(facts.name, facts.version, "cargo", facts.remote, directory, commit)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


_MANIFESTS: tuple[tuple[str, Callable[[str], ProjectFacts]], ...] = (
    ("PKG-INFO", python_metadata),
    ("pyproject.toml", _pyproject),
    ("package.json", npm_metadata),
    ("Cargo.toml", cargo_metadata),
)
