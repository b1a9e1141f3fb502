"""Sentences out of source text: clean, capped, balanced, and each tied to its evidence.

Everything that comes from a repository passes through `code`, `quote` or `plain` on its way
into a sentence: control characters go, lines are joined, lengths are capped, and backticks
inside are turned into quotes so that those around stay balanced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MAX_SENTENCE = 400
MAX_FIELD = 2000
MAX_CODE = 110
MAX_QUOTE = 240

_SPACES = re.compile(r"\s+")
_FRENCH = re.compile(r"^(?:[aeioAEIO]|u(?![nstr][a-z])|U(?=[nm][a-hj-z])|[FHLMNRSX][A-Z0-9])")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|cf|vs|resp|approx|incl|Dr|Mr|No)|\.\.)\.$")
_END = re.compile(r"(?<=[.!?])\s+(?=[\"'`(\[]*[A-Z0-9`])")
_MARKUP = re.compile(
    r":(?:[a-z]+:)?[a-z]+:`~?\.?([^`<]+?)(?:\s*<[^`>]*>)?`"  # :class:`Foo`
    r"|\{@(?:link|code|linkcode)\s+([^}]*)\}"  # {@link Foo}
    r"|\[(`[\w:.()]+`|[^\]\[]{1,80}(?=\]\(https?:))\](?:\([^)]*\))?"  # [`Foo`], [Foo](url)
)


def plain(text: str, limit: int = MAX_QUOTE) -> str:
    """``text`` on one line without control, format or surrogate characters, at most ``limit``."""
    text = text[: limit * 8]
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in text)
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def code(text: str, limit: int = MAX_CODE) -> str:
    """``text`` as one code span; ``""`` when nothing is left of it."""
    line = plain(text, limit).replace("`", "'")
    return f"`{line}`" if line else ""


def quote(text: str, limit: int = MAX_QUOTE) -> str:
    """Doc text in quotation marks, its markup taken off; ``""`` when empty."""
    return verbatim(undecorated(text), limit)


def verbatim(text: str, limit: int = MAX_QUOTE) -> str:
    """``text`` in quotation marks as it stands; ``""`` when it says nothing."""
    line = plain(text, limit)
    if line.count("`") % 2:
        line = line.replace("`", "'")
    line = re.sub(r"`\s*`", "", line).replace("“", "'").replace("”", "'").strip()
    line = _SPACES.sub(" ", line)
    return f"“{line}”" if any(c.isalnum() for c in line) else ""


def undecorated(text: str) -> str:
    """Doc text without roles, links and doubled backticks."""
    bare = _MARKUP.sub(_unmarked, text)
    return bare.replace("``", "`")


def _unmarked(found: re.Match[str]) -> str:
    text = next(g for g in found.groups() if g is not None).strip("`")
    return f"`{text}`" if text and " " not in text else text


def sentences(text: str) -> list[str]:
    """Doc text cut into sentences, abbreviations kept whole."""
    out: list[str] = []
    for piece in _END.split(_SPACES.sub(" ", text).strip()):
        if out and _ABBREVIATION.search(out[-1]):
            out[-1] += " " + piece
        elif piece:
            out.append(piece)
    return out


def joined(words: Sequence[str], last: str = "and", limit: int = 6) -> str:
    """``a, b and c``; past ``limit`` the rest is counted."""
    shown = [w for w in words if w]
    if len(shown) > limit:
        return f"{', '.join(shown[:limit])} {last} {len(shown) - limit} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def article(word: str) -> str:
    """``a`` or ``an``, by how the first letters are spoken."""
    bare = word.strip("`“\"'_")
    return "an" if _FRENCH.match(bare) else "a"


def number_word(number: int) -> str:
    """Small numbers as words."""
    small = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return small[number] if 0 <= number < len(small) else str(number)


def counted(number: int, noun: str) -> str:
    """``1 place``, ``3 places``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def finished(text: str) -> str:
    """A sentence with a capital, an end, one space between words, whole backticks, within cap."""
    line = _SPACES.sub(" ", text).strip()
    if len(line) >= MAX_SENTENCE:
        line = line[: MAX_SENTENCE - 3].rstrip()
        line += "…`" if line.count("`") % 2 else "…"
    elif line.count("`") % 2:
        line = line.replace("`", "'")
    if line and line[0].islower() and not line.startswith("`"):
        line = line[0].upper() + line[1:]
    ends = line.rstrip("”`'\"")[-1:]
    return line if ends in {".", "!", "?", "…"} and line[-1:] not in {"`"} else f"{line}."


def paragraph(lines: Iterable[str]) -> str | None:
    """Sentences as one field, whole sentences only, within the field's cap; None without any."""
    out, used = [], 0
    for line in lines:
        if used + len(line) + 1 > MAX_FIELD:
            break
        out.append(line)
        used += len(line) + 1
    return " ".join(out) or None


def words_of(text: str) -> str:
    """What two sentences are compared by to tell that they say the same."""
    return re.sub(r"[\W_]+", " ", text.lower()).strip()
