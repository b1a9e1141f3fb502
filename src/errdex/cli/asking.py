"""``explain`` and ``match``: the commands that must start fast, so nothing heavy is imported."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from errdex.cli.failures import BUG, NO_MATCH, OK, tell
from errdex.cli.settings import Settings
from errdex.cli.text import Pen, is_terminal, write_json, write_lines
from errdex.errors import UsageError

if TYPE_CHECKING:
    from errdex.model.answer import Answer, Match

MOST_LIMIT = 100
MAX_TEXT = 8 * 1024 * 1024


def explain(
    settings: Settings,
    words: list[str],
    *,
    file: str | None = None,
    repo: str | None = None,
    limit: int = 5,
    budget: int = 0,
) -> int:
    """Say which line said a text, why, and what to do."""
    if file is not None and words:
        raise UsageError("a text and --file do not go together", "give one of them")
    text = _text(words, file)
    return explain_text(settings, text, repo=repo, limit=limit, budget=budget)


def explain_text(
    settings: Settings,
    text: str,
    *,
    repo: str | None = None,
    limit: int = 5,
    budget: int = 0,
    pen: Pen | None = None,
    only_confident: bool = False,
) -> int:
    """Explain a text that is at hand; with ``only_confident`` nothing is said otherwise."""
    from errdex.cli.explanation import as_data, sections
    from errdex.cli.versions import installed_versions
    from errdex.lookup.answer import answer
    from errdex.store.open import open_lookup

    pen = pen or Pen()
    store = open_lookup(settings.url)
    try:
        answers = answer(store, text, repo=repo, limit=limit, installed=installed_versions())
        confident = bool(answers) and answers[0].confident
        if only_confident and not confident:
            return NO_MATCH
        if settings.json:
            write_json(as_data(store, answers), pen.stream)
        else:
            write_lines(sections(store, answers, pen, budget), pen.stream)
    finally:
        store.close()
    return OK if confident else NO_MATCH


def _text(words: list[str], file: str | None) -> str:
    """The text to explain, at most its last ``MAX_TEXT`` bytes: an error ends a log."""
    if file is not None:
        return _decoded(_tail_of(Path(file).expanduser()))
    if words and words != ["-"]:
        text = " ".join(words)
        if not text.strip():
            raise UsageError("the text is empty", "give the message, or pipe it in")
        return text
    if not words and is_terminal(sys.stdin):
        raise UsageError(
            "there is no text to explain", "give it as an argument, by --file, or pipe it in"
        )
    return _decoded(_last(sys.stdin.buffer))


def _tail_of(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            if stream.seekable():
                size = stream.seek(0, os.SEEK_END)
                stream.seek(max(0, size - MAX_TEXT))
                _note_cut(size)
            return _last(stream)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {path}: {said}", "check the path") from error


def _last(stream: BinaryIO) -> bytes:
    kept, size = b"", 0
    while piece := stream.read(MAX_TEXT):
        size += len(piece)
        kept = (kept + piece)[-MAX_TEXT:]
    _note_cut(size)
    return kept


def _note_cut(size: int) -> None:
    if size > MAX_TEXT:
        tell(f"the text is {size >> 20} MB long; only its last {MAX_TEXT >> 20} MB are read")


def _decoded(data: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):  # what PowerShell's > writes
            return data.decode(encoding, "replace")
    text = data.decode("utf-8-sig", "replace")
    if not text.strip():
        raise UsageError("the text is empty", "give the message, or pipe it in")
    return text


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
    store: Any, q: str, repo: str | None, limit: int, installed: dict[str, str] | None
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
