"""Doc comments and source comments as evidence: what is worth quoting, and as what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errdex.explain.prose import quote, sentences, undecorated, words_of
from errdex.explain.scene import Scene

if TYPE_CHECKING:
    from errdex.model.record import DocNote

_NOISE = re.compile(
    r"(?i)^\s*(?:type:|noqa|pragma|pylint|mypy|ruff|flake8|fmt:|isort|nosec|pyright|eslint|tslint|"
    r"@ts-|prettier|istanbul|c8 ignore|v8 ignore|todo\b|fixme\b|xxx\b|hack\b|region|endregion|"
    r"clippy|rustfmt|safety:|-{3,}|={3,}|#{3,}|copyright|licen[cs]e|spdx)"
)
_CODE = re.compile(
    r"[;{}]\s*$|^\s*(?:return|raise|throw|if|for|import|from|let|const|var|def|fn|else|elif)\b.*"
    r"[:;({=]|^\s*[\w.]+\s*=\s*\S|^\s*[\w.]+\(.*\)\s*$"
)
_SECTION = re.compile(
    r"^\s*(?:#+\s*)?(?:raises?|errors?|panics?|throws?|notes?|warnings?|exceptions?|@throws|@exception|"
    r":raises?)\b\s*:?\s*-*\s*(?=\S)",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"(?i)\b(?:only|must|should|need(?:s|ed)?|requires?|required|supported|unsupported|not allowed|"
    r"cannot|can't|never|at least|at most|use|instead|valid|either)\b"
)
_OTHER_ERROR = re.compile(
    r"`?(?:[A-Z][a-z]+[A-Z]\w*|\w+(?:Error|Exception|Warning))`?\s*:?\s+"
    r"(?i:if|when|raised|in case)\b"
)
_BLOCK = re.compile(
    r"(?m)\.\. [\w-]+::|^\s*(?::\w+[^:\n]*:|@\w+|>>>|```|Args:|Parameters|Returns?:|Examples?:?$)"
    r"|\s\w+ : |\s:(?:param|return|type|raises?)\b"
)


@dataclass(frozen=True, slots=True)
class Note:
    """A doc note, as a sentence of its own and as the bare quotation."""

    item: DocNote
    sentence: str
    quoted: str
    rule: bool
    near: bool


def notes(scene: Scene) -> list[Note]:
    """The doc notes worth telling: what is said of this error, the notes near to it, a summary.

    A note that shares no word with the message or the guard is told only where there is nothing
    nearer, for doc comments hold many sentences that are about something else.
    """
    order = {"raises": 0, "panics": 0, "note": 1, "summary": 2}
    near = set(words_of(f"{scene.fixed} {scene.reason.clause if scene.reason else ''}").split())
    found: list[Note] = []
    seen: set[str] = set()
    for item in sorted(scene.evidence.docs, key=lambda d: order.get(d.kind, 3)):
        text = bare(item, scene.subject.error_class or "")
        quoted = quote(text)
        key = words_of(text)
        if not quoted or key in seen or len(key.split()) < 2 or not _tells(text):
            continue
        seen.add(key)
        nearby = any(len(word) > 3 and word in near for word in key.split())
        rule = bool(_RULE.search(text)) and item.kind != "summary"
        found.append(Note(item, _sentence(scene, item, quoted), quoted, rule, nearby))
    raised = [n for n in found if order.get(n.item.kind) == 0][:2]
    other = [n for n in found if n.item.kind == "note"]
    close = [n for n in other if n.near][:2]
    if not raised and not close:
        close = other[:1]
    return [*raised, *close, *[n for n in found if n.item.kind == "summary"][:1]]


def _tells(text: str) -> bool:
    """Whether it is prose, and not about another error or a list of parameters."""
    return not (_NOISE.match(text) or _OTHER_ERROR.match(text) or "----" in text)


def lead(doc: str) -> str:
    """The first paragraph of a doc comment, up to any directive, parameter list or example."""
    paragraph = re.split(r"\n\s*\n", doc.strip(), maxsplit=1)[0]
    return _BLOCK.split(paragraph, maxsplit=1)[0]


def bare(item: DocNote, error_class: str = "") -> str:
    """A note's text without section and class name; of a summary the first sentence only."""
    text = undecorated(lead(item.text))
    if item.kind != "summary":
        text = _SECTION.sub("", undecorated(item.text.strip()), count=1)
        text = _BLOCK.split(text, maxsplit=1)[0]
        name = re.escape(error_class.rpartition(".")[2] or " ")
        text = re.sub(rf"^`?{name}`?\s*[:–—-]?\s+", "", text)
    pieces = sentences(text)
    return " ".join(pieces[:1] if item.kind == "summary" else pieces[:3])


def _sentence(scene: Scene, item: DocNote, quoted: str) -> str:
    who = scene.called or "the definition"
    match item.kind:
        case "raises" | "panics":
            return f"the doc comment says when: {quoted}"
        case "summary":
            return f"{who} is documented as {quoted}"
        case _:
            return f"its doc comment notes: {quoted}"


def worth_quoting(comment: str) -> bool:
    """Whether a source comment tells a reader something: prose, no directive, no dead code."""
    lines = [line for line in comment.splitlines() if line.strip()]
    if not lines or any(_NOISE.match(line) for line in lines):
        return False
    if sum(bool(_CODE.search(line)) for line in lines) * 2 >= len(lines):
        return False
    return len(words_of(comment).split()) >= 4
