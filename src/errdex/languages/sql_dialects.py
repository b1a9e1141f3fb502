"""What psql, templates and other dialects write into SQL, put into PostgreSQL's spelling."""

from __future__ import annotations

import re

_COPIED = re.compile(
    rb"(?im)^(COPY\s[^;]*?\bFROM\s+stdin[^;]*;[^\n]*\n)(.*?)(^\\\.[ \t]*$)", re.DOTALL
)
_LINES = re.compile(rb"(?im)^[ \t]*(?:\\[^\n]*|DELIMITER\b[^\n]*|#[^\n]*|@@[^\n]*|PROMPT\b[^\n]*)")
_GO = re.compile(rb"(?im)^[ \t]*GO[ \t\r]*$|^/[ \t\r]*$")
_TAGS = re.compile(rb"\{%.*?%\}|\{#.*?#\}|<%.*?%>", re.DOTALL)
_FILLED = re.compile(rb"\{\{[^{}\n]*\}\}|@\w+@|\$\{[\w.]+\}|@{1,2}(?=[A-Za-z_])")
_BRACKETS = re.compile(rb"(?<![\w\])])\[([A-Za-z_][\w ]*)\]")
_NOT_BREAK = re.compile(rb"[^\n]")


def _blank(found: re.Match[bytes]) -> bytes:
    return _NOT_BREAK.sub(b" ", found.group())


def _data(found: re.Match[bytes]) -> bytes:
    return found[1] + _NOT_BREAK.sub(b" ", found[2]) + b" " * len(found[3])


def readable(data: bytes) -> bytes:
    """As many bytes, each line break in its place, with fewer that PostgreSQL does not know."""
    if b"\n\\." in data:
        data = _COPIED.sub(_data, data)
    if any(mark in data for mark in (b"\\", b"#", b"@@", b"ELIMITER", b"elimiter", b"PROMPT")):
        data = _LINES.sub(_blank, data)
    if any(mark in data for mark in (b"\nGO", b"\ngo", b"\nGo", b"\n/")):
        data = _GO.sub(lambda found: b";" + b" " * (len(found.group()) - 1), data)
    if b"{%" in data or b"<%" in data or b"{#" in data:
        data = _TAGS.sub(_blank, data)
    if b"{{" in data or b"@" in data or b"${" in data:
        data = _FILLED.sub(lambda found: b"_" * len(found.group()), data)
    if b"`" in data:
        data = data.replace(b"`", b'"')
    return _BRACKETS.sub(rb'"\1"', data) if b"[" in data else data
