"""Takes away what terminals, logs, CI and chats add to a text, and splits it into blocks."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import Block
from errdex.lookup.interpret.logs import Logged, unlog

_ANSI = re.compile(
    r"(?:\x1b|␛|\^\[|\\x1b|\\u001b|\\033)\[[0-9;?:]{0,40}[ -/]{0,4}[@-~]"
    r"|\x1b\][^\x07\x1b]{0,4000}(?:\x07|\x1b\\)?"
    r"|\x1b[()#][A-Za-z0-9]|\x1b[=>78cDEHMNOZ]|\x9b[0-9;]*[A-Za-z]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FENCE = re.compile(r" {0,12}(?:[-*] )?(`{3,}|~{3,})[\w+.#-]*(?: [^`]*)?\s*$")
_QUOTE = re.compile(r" ?>(?!>>) ?")
_SERVICE = re.compile(r"[A-Za-z][\w.-]{0,60}\s*\| ?")
_HTML = re.compile(r"</?(?:details|summary|pre|code|p|br|div|span|b|i|kbd)\b[^<>]{0,200}>", re.I)


def clean(text: str) -> list[Block]:
    """A text's blocks: code fences apart from the prose around them."""
    text = plain(text)
    blocks: list[Block] = []
    for lines, fenced in _fences(text.split("\n")):
        parts = [part for part in _unquote(lines) if any(line.strip() for line in part)]
        blocks.extend(_block(part, fenced) for part in parts)
    return blocks


def plain(text: str) -> str:
    """The text without colours, control characters and overwritten progress lines."""
    if "[" in text or "\x1b" in text or "\x9b" in text:
        text = _ANSI.sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if "\r" in text:
            text = "\n".join(_overwritten(line) for line in text.split("\n"))
    if "\u2028" in text or "\x85" in text:
        text = text.replace("\u2028", "\n").replace("\x85", "\n")
    return _CONTROL.sub("", text)


def _overwritten(line: str) -> str:
    if "\r" not in line:
        return line
    kept = [piece for piece in line.split("\r") if piece.strip()]
    return kept[-1] if kept else ""


def _fences(lines: list[str]) -> list[tuple[list[str], bool]]:
    """Lines in and out of code fences; a fence that is never closed runs to the end."""
    if not any("```" in line or "~~~" in line for line in lines):
        return [(lines, False)]
    out: list[tuple[list[str], bool]] = []
    current: list[str] = []
    mark = ""
    for line in lines:
        bare = _QUOTE.sub("", line, count=1) if line.lstrip().startswith(">") else line
        found = _FENCE.match(bare) if "```" in bare or "~~~" in bare else None
        if found is not None and (not mark or found.group(1).startswith(mark)):
            out.append((current, bool(mark)))
            current = []
            mark = "" if mark else found.group(1)
        else:
            current.append(line)
    out.append((current, bool(mark)))
    return out


def _block(lines: list[str], fenced: bool) -> Block:
    lines = _without_service(lines)
    if not fenced and any("<" in line for line in lines):
        lines = [_HTML.sub("", line) if "<" in line else line for line in lines]
    texts: list[str] = []
    levels: list[str | None] = []
    for line in lines:
        for logged in unlog(line):
            _add(texts, levels, logged)
    if levels.count("") > 1 and levels.count("") * 10 >= len(levels) * 8 and _traced(texts):
        # Where every line of a trace is stamped, the stamp does not tell where a message starts.
        levels = [level or None for level in levels]
    return Block(_dedent(texts), levels, fenced=fenced)


def _traced(lines: list[str]) -> bool:
    return any(
        "Traceback (" in line
        or "panicked at" in line
        or line.startswith(("goroutine ", "\tat ", "    at "))
        for line in lines
    )


def _add(texts: list[str], levels: list[str | None], logged: Logged) -> None:
    for index, line in enumerate(logged.text.split("\n")):
        texts.append(line.rstrip())
        levels.append(logged.level if index == 0 else None)


def _unquote(lines: list[str]) -> list[list[str]]:
    """Split off Markdown quotes of two lines or more (a single one is source code), unmarked."""
    if not any(line.lstrip(" ").startswith(">") for line in lines):
        return [lines]
    parts: list[list[str]] = [[]]
    run: list[str] = []
    for line in [*lines, ""]:
        if _QUOTE.match(line):
            run.append(line)
            continue
        if len(run) > 1 or (run and len(lines) == 1):
            parts.append(_without_marks(run))
            parts.append([])
        else:
            parts[-1].extend(run)
        run = []
        parts[-1].append(line)
    parts[-1].pop()
    return parts


def _without_marks(lines: list[str]) -> list[str]:
    for _ in range(4):
        lines = [_QUOTE.sub("", line, count=1) for line in lines]
        if not all(_QUOTE.match(line) for line in lines):
            break
    return lines


def _without_service(lines: list[str]) -> list[str]:
    """Drop ``web_1  | `` of docker compose where most lines carry such a mark."""
    filled = [line for line in lines if line.strip()]
    marked = sum(1 for line in filled if "|" in line and _SERVICE.match(line))
    if marked < 2 or marked * 10 < len(filled) * 7:
        return lines
    return [_SERVICE.sub("", line, count=1) if _SERVICE.match(line) else line for line in lines]


def _dedent(lines: list[str]) -> list[str]:
    """Drop the indentation that all filled lines share (CI steps, Markdown code)."""
    filled = [line for line in lines if line.strip()]
    if not filled or filled[0][:1] not in (" ", "\t"):
        return lines
    first = filled[0]
    shared = first[: len(first) - len(first.lstrip(" \t"))]
    for line in filled:
        while not line.startswith(shared):
            shared = shared[:-1]
        if not shared:
            return lines
    return [line[len(shared) :] if line.strip() else "" for line in lines]
