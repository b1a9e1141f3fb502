from __future__ import annotations

import json

import pytest

from errdex.source.metadata import package_url, project_facts


def read_of(files: dict[str, str]):  # type: ignore[no-untyped-def]
    return lambda name: files[name].encode() if name in files else None


def test_the_source_url_wins_over_the_others() -> None:
    text = (
        "Metadata-Version: 2.1\nName: My_Pkg\nVersion: 1.2\n"
        "Project-URL: Funding, https://github.com/sponsors/me\n"
        "Project-URL: Documentation, https://github.com/o/docs\n"
        "Project-URL: Source Code, https://github.com/o/n\n"
        "Home-page: https://example.org\n\nLong text\n"
    )
    facts = project_facts(read_of({"PKG-INFO": text}))
    assert facts.remote is not None and facts.remote.repo == "o/n"
    assert package_url(facts) == "pkg:pypi/my-pkg@1.2"


@pytest.mark.parametrize(
    ("repository", "repo", "directory"),
    [
        ({"url": "git+https://github.com/o/n.git", "directory": "packages/x"}, "o/n", "packages/x"),
        ("o/n", "o/n", ""),
        ("https://gitlab.com/g/n", "g/n", ""),
        (None, "h/p", ""),
    ],
)
def test_npm_repositories_have_many_forms(repository: object, repo: str, directory: str) -> None:
    package = {"name": "@s/x", "version": "1.0.0", "repository": repository}
    package["homepage"] = "https://github.com/h/p#readme"
    facts = project_facts(read_of({"package.json": json.dumps(package)}))
    assert facts.remote is not None and facts.remote.repo == repo
    assert facts.directory == directory
    assert package_url(facts) == "pkg:npm/%40s/x@1.0.0"


def test_pyproject_and_poetry_urls_are_read() -> None:
    modern = "[project]\nname='a'\n[project.urls]\nRepository='https://codeberg.org/o/a'\n"
    poetry = "[tool.poetry]\nname='a'\nversion='1'\nrepository='https://github.com/o/b'\n"
    for text, repo in ((modern, "o/a"), (poetry, "o/b")):
        facts = project_facts(read_of({"pyproject.toml": text}))
        assert facts.remote is not None and facts.remote.repo == repo


def test_a_tool_only_pyproject_does_not_hide_the_real_manifest() -> None:
    files = {
        "pyproject.toml": "[tool.black]\nline-length = 100\n",
        "Cargo.toml": "[package]\nname='c'\nversion='1.0.0'\nrepository='https://github.com/o/c'\n",
    }
    facts = project_facts(read_of(files))
    assert facts.remote is not None and facts.remote.repo == "o/c"
    assert facts.ecosystem == "cargo"


def test_a_crate_knows_its_commit_unless_it_was_dirty() -> None:
    manifest = "[package]\nname='c'\nversion='1.0.0'\nrepository='https://github.com/o/c'\n"
    info = {"git": {"sha1": "a" * 40}, "path_in_vcs": "crates/c"}
    files = {"Cargo.toml": manifest, ".cargo_vcs_info.json": json.dumps(info)}
    facts = project_facts(read_of(files))
    assert (facts.commit, facts.directory) == ("a" * 40, "crates/c")
    info["git"]["dirty"] = True  # type: ignore[index]
    files[".cargo_vcs_info.json"] = json.dumps(info)
    assert project_facts(read_of(files)).commit == ""


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"name": 3, "repository": [1]}', "[" * 5000])
def test_broken_manifests_say_nothing(text: str) -> None:
    for name in ("package.json", "pyproject.toml", "Cargo.toml", ".cargo_vcs_info.json"):
        assert project_facts(read_of({name: text})).name == ""
