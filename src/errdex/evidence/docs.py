"""What a doc comment says about errors: its Raises part, its notes, its first sentence."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_NOTE = 500
MAX_NOTES = 6
_HEADING = re.compile(
    r"^\s*(?:#+\s*)?(?P<name>raises?|throws|errors?|panics?|exceptions?)\s*:?\s*$", re.IGNORECASE
)
_ANY_HEADING = re.compile(
    r"^\s*(?:#+\s+\w.*|(?:args|arguments|parameters|params|returns?|yields?|examples?|notes?|"
    r"see also|attributes|references|usage|warnings?|warns|safety|panics?|errors?|raises?|"
    r"throws|todo)\s*:?)\s*$",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"^\s*(?::raises?\s+(?P<sphinx>[\w.,\s]+?):|@(?:throws|exception|raise)\s+"
    r"(?:\{(?P<jsdoc>[^}]*)\}|(?P<plain>[A-Z][\w.]*))?)\s*(?P<text>.*)$"
)
_NEXT_TAG = re.compile(r"^\s*(?:[:@][a-z]+)")
_NOTE = re.compile(
    r"^\s*(?:\.\.\s+(?:note|warning|important|caution)::|\**(?:note|warning|important|caution|nb)\**\s*:"
    r"|>\s*\[!\w+\])\s*(?P<text>.*)$",
    re.IGNORECASE,
)
_UNDERLINE = re.compile(r"^\s*[-=~]{3,}\s*$")
_RULE = re.compile(
    r"(?i)\b(?:only|must|cannot|can't|not supported|unsupported|not allowed|at least|at most|"
    r"raises?|throws?|panics?|is required|are required|will fail|returns an error)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`'\"(])")


class DocText(NamedTuple):
    """A note: its kind (``raises``, ``panics``, ``note``, ``summary``), text and line offset."""

    kind: str
    text: str
    offset: int


def doc_texts(doc: str, error_class: str | None, *, panics: bool = False) -> list[DocText]:
    """What a doc comment says that bears on an error.

    Args:
        doc: the comment's text without marks.
        error_class: the error's simple class name: of a Raises part only its entry is taken.
        panics: whether the site panics (a ``# Errors`` part is then not about it).
    """
    if not doc:
        return []
    lines = doc.split("\n")
    found = [*_sections(lines, error_class, panics), *_tags(lines, error_class), *_notes(lines)]
    taken = {note.offset for note in found}
    summary = _summary(lines)
    if summary is not None:
        found.append(summary)
        taken.add(summary.offset)
    found.extend(n for n in _rules(lines) if n.offset not in taken)
    unique = {note.text: note for note in reversed(found)}
    order = {"raises": 0, "panics": 0, "note": 1, "summary": 2}
    return sorted(unique.values(), key=lambda n: (order[n.kind], n.offset))[:MAX_NOTES]


def _sections(lines: list[str], error_class: str | None, panics: bool) -> list[DocText]:
    found: list[DocText] = []
    for index, line in enumerate(lines):
        heading = _HEADING.match(line)
        if heading is None:
            continue
        kind = "panics" if heading["name"].lower().startswith("panic") else "raises"
        if panics != (kind == "panics") and line.lstrip().startswith("#"):
            continue
        body, start = _body(lines, index + 1)
        found.extend(_entries(kind, body, start, error_class))
    return found


def _body(lines: list[str], start: int) -> tuple[list[str], int]:
    if start < len(lines) and _UNDERLINE.match(lines[start]):
        start += 1
    while start < len(lines) and not lines[start].strip():
        start += 1
    body: list[str] = []
    for index in range(start, len(lines)):
        line = lines[index]
        underlined = index + 1 < len(lines) and _UNDERLINE.match(lines[index + 1])
        if _ANY_HEADING.match(line) or _NEXT_TAG.match(line) or underlined:
            break
        if not line.strip() and body and not body[-1].strip():
            break
        body.append(line)
    return body, start


def _entries(kind: str, body: list[str], start: int, error_class: str | None) -> list[DocText]:
    """The entry of one class where the part lists classes, else the whole part."""
    name = re.compile(r"^\s*(?:[-*]\s+)?`{0,2}:?(?:exc:)?`?~?([A-Za-z_][\w.]*)`*\s*(?::|--|—|$)")
    heads = [
        (index, m[1].rpartition(".")[2])
        for index, line in enumerate(body)
        if (m := name.match(line)) and m[1].rpartition(".")[2][:1].isupper()
    ]
    if heads and error_class:
        for place, (index, head) in enumerate(heads):
            if head == error_class:
                end = heads[place + 1][0] if place + 1 < len(heads) else len(body)
                return _text(kind, body[index:end], start + index)
        return []
    return _text(kind, body, start)


def _text(kind: str, lines: list[str], offset: int) -> list[DocText]:
    text = " ".join(" ".join(lines).split())[:MAX_NOTE]
    return [DocText(kind, text, offset)] if text else []


def _tags(lines: list[str], error_class: str | None) -> list[DocText]:
    found: list[DocText] = []
    for index, line in enumerate(lines):
        tag = _TAG.match(line)
        if tag is None:
            continue
        named = tag["sphinx"] or tag["jsdoc"] or tag["plain"] or ""
        names = {n.rpartition(".")[2] for n in re.split(r"[\s,|]+", named) if n}
        if error_class and names and error_class not in names:
            continue
        rest = [tag["text"]]
        for after in lines[index + 1 :]:
            if not after.strip() or _NEXT_TAG.match(after):
                break
            rest.append(after)
        found.extend(_text("raises", rest, index))
    return found


def _notes(lines: list[str]) -> list[DocText]:
    found: list[DocText] = []
    for index, line in enumerate(lines):
        note = _NOTE.match(line)
        if note is None:
            continue
        rest = [note["text"]]
        for after in lines[index + 1 :]:
            if not after.strip() and any(part.strip() for part in rest):
                break
            rest.append(after)
        found.extend(_text("note", rest, index))
    return found


def _summary(lines: list[str]) -> DocText | None:
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if _NEXT_TAG.match(line) or _ANY_HEADING.match(line):
            return None
        paragraph: list[str] = []
        for after in lines[index:]:
            if not after.strip():
                break
            paragraph.append(after.strip())
        text = _SENTENCE.split(" ".join(paragraph))[0][:300]
        return DocText("summary", text, index)
    return None


def _rules(lines: list[str]) -> list[DocText]:
    """Sentences outside the known parts that state a rule (``only``, ``must``, ``cannot``)."""
    found: list[DocText] = []
    paragraph: list[str] = []
    first = 0
    for index, line in enumerate([*lines, ""]):
        if line.strip() and not _NEXT_TAG.match(line) and not line.lstrip().startswith(">>>"):
            first = first if paragraph else index
            paragraph.append(line.strip())
            continue
        for sentence in _SENTENCE.split(" ".join(paragraph)):
            if _RULE.search(sentence) and len(sentence) <= 300 and len(found) < 2:
                found.append(DocText("note", sentence, first))
        paragraph = []
    return found
