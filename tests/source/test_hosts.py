from __future__ import annotations

import pytest

from errdex.source.hosts import Remote, github, parse_remote

SHA = "0" * 40


@pytest.mark.parametrize(
    ("url", "kind", "repo"),
    [
        ("https://github.com/o/n", "github", "o/n"),
        ("https://github.com/o/n.git", "github", "o/n"),
        ("https://user:secret@github.com/o/n.git", "github", "o/n"),
        ("https://www.github.com/o/n/", "github", "o/n"),
        ("git@github.com:o/n.git", "github", "o/n"),
        ("ssh://git@github.com:22/o/n.git", "github", "o/n"),
        ("ssh://git@ssh.github.com:443/o/n", "github", "o/n"),
        ("git+https://github.com/o/n.js.git", "github", "o/n.js"),
        ("git+ssh://git@github.com/o/n.git", "github", "o/n"),
        ("scm:git:git://github.com/o/n.git", "github", "o/n"),
        ("https://github.com/o/n/tree/main/packages/x", "github", "o/n"),
        ("https://github.com/o/n#readme", "github", "o/n"),
        ("https://github.com/o/n?tab=readme", "github", "o/n"),
        ("github:o/n", "github", "o/n"),
        ("gitlab:o/n", "gitlab", "o/n"),
        ("https://gitlab.com/group/sub/n.git", "gitlab", "group/sub/n"),
        ("https://gitlab.com/group/sub/n/-/tree/main", "gitlab", "group/sub/n"),
        ("https://gitlab.example.org/g/n", "gitlab", "g/n"),
        ("git@bitbucket.org:o/n.git", "bitbucket", "o/n"),
        ("https://codeberg.org/o/n", "gitea", "o/n"),
        ("https://git.sr.ht/~me/n", "sourcehut", "~me/n"),
        ("https://git.example.org/team/n.git", "", "team/n"),
    ],
)
def test_repositories_are_told_by_their_urls(url: str, kind: str, repo: str) -> None:
    remote = parse_remote(url)
    assert remote is not None
    assert (remote.kind, remote.repo) == (kind, repo)


@pytest.mark.parametrize(
    "url",
    [
        "",
        None,
        "https://github.com/o",
        "https://github.com/sponsors/o",
        "/srv/git/x.git",
        "o/n",
        "file:///srv/x/y",
        "https://requests.readthedocs.io",
        "https://github.com/../..",
        "C:\\x\\y",
    ],
)
def test_what_names_no_repository_is_none(url: str | None) -> None:
    assert parse_remote(url) is None


def test_npm_shorthand_is_github_only_where_asked_for() -> None:
    assert parse_remote("o/n", bare=True) == github("o/n")


@pytest.mark.parametrize(
    ("remote", "link"),
    [
        (github("o/n"), "https://github.com/o/n/blob/{sha}/{path}#L{start}-L{end}"),
        (
            Remote("gitlab", "gitlab.com", "g/s/n"),
            "https://gitlab.com/g/s/n/-/blob/{sha}/{path}#L{start}-{end}",
        ),
        (
            Remote("bitbucket", "bitbucket.org", "o/n"),
            "https://bitbucket.org/o/n/src/{sha}/{path}#lines-{start}:{end}",
        ),
        (
            Remote("gitea", "codeberg.org", "o/n"),
            "https://codeberg.org/o/n/src/commit/{sha}/{path}#L{start}-L{end}",
        ),
        (
            Remote("sourcehut", "git.sr.ht", "~m/n"),
            "https://git.sr.ht/~m/n/tree/{sha}/item/{path}#L{start}-{end}",
        ),
    ],
)
def test_links_are_permanent(remote: Remote, link: str) -> None:
    assert remote.permalink(SHA) == link.replace("{sha}", SHA)
    inside = link.replace("{sha}", SHA).replace("{path}", "a%20b/{path}")
    assert remote.permalink(SHA, "a b/") == inside
