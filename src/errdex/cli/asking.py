"""``explain``: the command that must start fast, so that nothing heavy is imported."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from errdex.cli.failures import NO_MATCH, OK, tell
from errdex.cli.settings import Settings
from errdex.cli.text import Pen, is_terminal, write_json, write_lines
from errdex.errors import UsageError

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
    title: str = "",
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
            lines = [pen("dim", title)] if title else []
            write_lines(lines + sections(store, answers, pen, budget), pen.stream)
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
