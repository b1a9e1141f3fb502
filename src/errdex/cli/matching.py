"""``match``: many questions from one process, and a match as data."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from errdex.cli.failures import BUG, OK
from errdex.cli.settings import Settings
from errdex.cli.text import write_json

if TYPE_CHECKING:
    from errdex.model.answer import Answer, Match
    from errdex.store.interface import LookupStore


def match(settings: Settings, *, repo: str | None = None, limit: int = 5) -> int:
    """Answer one JSON question a line, in order, each at once."""
    from errdex.cli.versions import installed_versions
    from errdex.store.open import open_lookup

    store = open_lookup(settings.url)
    installed = installed_versions()
    code = OK
    try:
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            question = _question(line)
            if isinstance(question, str):
                _reply({"error": question})
                continue
            q, named = question
            try:
                _reply(_matches(store, q, named or repo, limit, installed))
            except RecursionError as error:  # one question must not cost the others
                _reply({"q": q, "error": f"{type(error).__name__}: this is a bug"})
                code = BUG
    finally:
        store.close()
    return code


def _question(line: bytes) -> tuple[str, str | None] | str:
    """The question and repository of a line, or what is wrong with it."""
    import json

    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not a JSON line: {str(error).splitlines()[0]}"
    if not isinstance(data, dict) or not isinstance(data.get("q"), str):
        return 'a question is an object with a text under "q"'
    repo = data.get("repo")
    if repo is not None and not isinstance(repo, str):
        return '"repo" must be a text'
    return data["q"], repo


def _reply(data: dict[str, Any]) -> None:
    write_json(data)
    sys.stdout.flush()


def _matches(
    store: LookupStore, q: str, repo: str | None, limit: int, installed: dict[str, str] | None
) -> dict[str, Any]:
    from errdex.lookup.answer import ask

    found: Answer = ask(store, q, repo=repo, limit=limit, installed=installed)
    return {"q": q, "confident": found.confident, "matches": list(map(match_data, found.matches))}


def match_data(found: Match) -> dict[str, Any]:
    """A match as the command line contract has it."""
    return {
        "id": found.id,
        "repo": found.repo,
        "version": found.version,
        "file": found.file,
        "line": found.line,
        "template": found.template,
        "score": found.score,
        "matchType": found.matchType,
        "captures": captures_data(found),
        "why": found.why,
    }


def captures_data(found: Match) -> dict[str, str | list[str]]:
    """Captures by name; a name that occurs more than once has the list of its values."""
    values: dict[str, list[str]] = {}
    for capture in found.captures:
        values.setdefault(capture.name, []).append(capture.value)
    return {name: many[0] if len(many) == 1 else many for name, many in values.items()}
