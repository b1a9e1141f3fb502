"""Keeps bare clones of remote repositories in the cache, fetched through the git client."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from pathlib import Path

import pygit2

from errdex.errors import SourceError
from errdex.source.client import ClientError, run_client, without_secrets
from errdex.source.git import GitSnapshot
from errdex.source.settings import MAX_FILE, cache_folder
from errdex.source.worktree import open_repository

_ENV = {
    "GIT_TERMINAL_PROMPT": "0",
    "GCM_INTERACTIVE": "never",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh",
    "LC_ALL": "C",
}
_HINT = "check the address, the network and your git credentials"
_BATCH_SSH = "ssh -o BatchMode=yes"


def git_url(spec: str) -> str | None:
    """The spec as a clone URL when it is one (``scheme://`` or ``user@host:path``)."""
    spec = spec.removeprefix("git+")
    if re.match(r"^(?:https?|ssh|git|file)://[^\s-]", spec, re.I):
        return spec
    if re.match(r"^[\w.+-]+@[\w.-]+:[^\s-]", spec) or re.match(
        r"^[\w-]+(?:\.[\w-]+)+:[\w~][^\s:]*/[^\s]+$", spec
    ):
        return spec
    return None


def ls_remote(url: str) -> dict[str, str]:
    """Refs of a remote repository and their commits, annotated tags peeled, without fetching."""
    text = _git(["ls-remote", "--", url], f"cannot read {without_secrets(url)}")
    refs: dict[str, str] = {}
    for line in text.splitlines():
        sha, _, name = line.partition("\t")
        if name.endswith("^{}"):
            refs[name[:-3]] = sha
        elif name:
            refs.setdefault(name, sha)
    return refs


def open_remote(
    url: str, rev: str = "", *, repo: str | None = None, max_size: int = MAX_FILE
) -> GitSnapshot:
    """A snapshot of a remote repository at a revision.

    Only the wanted commit is fetched, without its history; a clone that is there already is
    brought up to date, and asked for nothing when it has the commit that was named in full.
    """
    if rev.startswith("-"):
        raise SourceError(f"'{rev}' is no revision", "name a tag, branch or commit")
    shown = without_secrets(url)
    folder = _clone_folder(url)
    sha = _have(folder, rev) or _fetch(folder, url, rev)
    return GitSnapshot(folder, sha, repo=repo, location=shown, max_size=max_size, version=rev)


def _clone_folder(url: str) -> Path:
    """The clone's place in the cache, made when it is not there; its config holds no secret."""
    shown = without_secrets(url)
    name = re.sub(r"[^\w.-]+", "-", shown.rpartition("://")[2].removesuffix(".git")).strip("-")
    digest = hashlib.sha256(shown.encode()).hexdigest()[:8]
    folder = cache_folder() / "git" / f"{name[-80:]}-{digest}.git"
    if (folder / "HEAD").is_file():
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    except OSError as error:
        raise SourceError(
            f"cannot write to {folder.parent}: {error.strerror}", "set ERRDEX_CACHE to a folder"
        ) from error
    try:
        pygit2.init_repository(str(fresh), bare=True).remotes.create("origin", shown)
        try:
            fresh.rename(folder)
        except OSError:  # another run was first
            if not (folder / "HEAD").is_file():
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return folder


def _have(folder: Path, rev: str) -> str | None:
    if not re.fullmatch(r"[0-9a-f]{40}", rev):
        return None
    try:
        return str(open_repository(folder)[rev].peel(pygit2.Commit).id)
    except (KeyError, ValueError, pygit2.GitError):
        return None


def _fetch(folder: Path, url: str, rev: str) -> str:
    """Fetch one commit; where the host does not serve it by that name, fetch everything."""
    what = f"cannot fetch {rev or 'HEAD'} of {without_secrets(url)}"
    name = hashlib.sha256(rev.encode()).hexdigest()[:16] if rev else "tip"
    ref = f"refs/errdex/{name}"
    base = [f"--git-dir={folder}", "fetch", "--no-tags", "--force", "--quiet"]
    try:
        _git([*base, "--depth=1", "--", url, f"+{rev or 'HEAD'}:{ref}"], what)
        return str(open_repository(folder).revparse_single(ref).peel(pygit2.Commit).id)
    except ClientError as error:
        if not rev or not re.search(
            r"remote ref|refspec|unadvertised|not our ref|dumb http", error.output
        ):
            raise
    everything = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*", "+HEAD:refs/errdex/tip"]
    unshallow = ["--unshallow"] if (folder / "shallow").is_file() else []
    _git([*base, *unshallow, "--", url, *everything], what)
    try:
        local = re.sub(r"^HEAD\b", "refs/errdex/tip", rev)  # the clone's own HEAD is not theirs
        return str(open_repository(folder).revparse_single(local).peel(pygit2.Commit).id)
    except (KeyError, ValueError, pygit2.GitError) as error:
        raise SourceError(
            f"no revision '{rev}' in {without_secrets(url)}", "name a tag, branch or commit"
        ) from error


def _git(arguments: list[str], what: str) -> str:
    env = dict(_ENV)
    if "GIT_SSH_COMMAND" not in os.environ and "GIT_SSH" not in os.environ:
        env["GIT_SSH_COMMAND"] = _BATCH_SSH
    for attempt in range(4):
        try:
            return run_client(["git", *arguments], what=what, hint=_HINT, env=env)
        except ClientError as error:
            # Another run fetches into the same clone: git does not wait for its own locks.
            if attempt == 3 or ".lock" not in error.output:
                raise
            time.sleep(1 + attempt)
    raise AssertionError("unreachable")
