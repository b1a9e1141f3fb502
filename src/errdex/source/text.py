"""Turns a file's bytes into text, or says that they are no text."""

from __future__ import annotations

import codecs
import re

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_BLANK = re.compile(rb"^[ \t\f]*(?:#[^\r\n]*)?(?:\r?\n|\r|$)")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs that Python lets a source file name but that would change its line structure or
# are no character encodings at all.
_REFUSED = frozenset(
    {"idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
    | {"utf-7"}
)
_SAMPLE = 64 * 1024


def decode(data: bytes) -> str | None:
    """The text of a source file, None for bytes that are no text.

    A byte order mark decides first, then a PEP 263 cookie, then UTF-8; what is not UTF-8 is
    guessed and read as Latin-1 when no guess holds, so that text never fails to decode. Bytes
    with a NUL and no UTF-16 or UTF-32 mark are binary. Line ends are kept as they are.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            return None if "\0" in text else text
    if b"\0" in data:
        return None
    encoding = _cookie(data) or "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeError:
        return _guess(data)


def utf8(data: bytes) -> bytes | None:
    """The file as UTF-8 without a byte order mark, None for bytes that are no text.

    What already is UTF-8 comes back as the same object: parsers read bytes, and nearly every
    file needs no work.
    """
    if b"\0" not in data and not data.startswith(_MARKS[0][0]) and _cookie(data) is None:
        if data.isascii():
            return data
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            pass
        else:
            return data
    text = decode(data)
    return None if text is None else text.encode("utf-8", "replace")


def _cookie(data: bytes) -> str | None:
    """The encoding named in the first two lines as Python reads it, None where UTF-8 will do."""
    if b"coding" not in data[:400]:
        return None
    first = data.find(b"\n") + 1 or len(data)
    match = _COOKIE.match(data, 0, first)
    if match is None and _BLANK.match(data[:first]):
        match = _COOKIE.match(data, first, data.find(b"\n", first) + 1 or len(data))
    if match is None:
        return None
    try:
        found = codecs.lookup(match[1].decode("ascii", "replace"))
    except (LookupError, ValueError):
        return None
    name = found.name.lower().replace("_", "-")
    if not found._is_text_encoding or name in _REFUSED or name.startswith(("utf-16", "utf-32")):
        return None
    return None if name == "utf-8" else found.name


def _guess(data: bytes) -> str:
    """Text of bytes that are not what they say they are.

    Where most of the text beyond ASCII is valid UTF-8, a few bytes are broken and the rest is
    right; guessing a legacy encoding would spoil all of it.
    """
    loose = data.decode("utf-8", "replace")
    broken = loose.count("�")
    good = sum(1 for char in loose if char > "\x7f") - broken
    if good > broken:
        return loose
    from charset_normalizer import from_bytes  # slow to import, and rarely needed

    odd = re.search(rb"[\x80-\xff]", data)
    start = max(0, (odd.start() if odd else 0) - _SAMPLE // 2)
    best = from_bytes(data[start : start + _SAMPLE]).best()
    if best is not None:
        try:
            return data.decode(best.encoding)
        except (UnicodeError, LookupError):
            pass
    return data.decode("latin-1")
