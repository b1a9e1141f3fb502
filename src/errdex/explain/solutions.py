"""What to do about an error: the guard turned round, the message's own advice, the docs' rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errdex.explain.cited import Sentence, cite
from errdex.explain.docs import notes
from errdex.explain.meanings import error_source, passed_error
from errdex.explain.prose import code, joined, plain, sentences, verbatim
from errdex.explain.remedies import turned_round
from errdex.explain.scene import Scene, short_call
from errdex.explain.situations import label_of

if TYPE_CHECKING:
    from errdex.model.record import SiteFact

MAX_SOLUTIONS = 5
_ADVICE = re.compile(
    r"(?i)^(?:please\s+)?(?:use|try|did you mean|perhaps|maybe you|set|add|remove|install|run|pass|"
    r"provide|specify|check|make sure|ensure|consider|call|rename|upgrade|update|enable|disable|"
    r"switch to|see|wrap|convert|move|delete|register|define|import|change|increase|reduce|do you|"
    r"you (?:can|should|must|need|may|might)|hint:|tip:)\b"
)
_INNER_ADVICE = re.compile(
    r"(?i)\b(?P<advice>(?:please |you (?:must|should|need to|can|may want to) )?"
    r"(?:use|install|try|set|pass|call|run|specify|provide|see|consider using|upgrade)\b"
    r" .+? instead\b|(?:please (?:use|install|set|pass|call|run|specify|provide|check|upgrade|"
    r"make sure|ensure|see)"
    r"|you (?:must|should|need to) (?:use|install|set|pass|call|run|specify|provide|define|add)"
    r"|did you (?:mean|forget)|pip install|npm install|cargo add)\b.*)"
)
_MUST = re.compile(r"(?i)\b(?:must|should|needs? to|has to|have to|expected|required)\b")


def solutions(scene: Scene) -> Iterator[Sentence]:
    """Up to five things to do, the surest first."""
    site = scene.site
    if site is None:
        return
    yield from _turned_round(scene, site)
    yield from _from_message(scene, site)
    yield from _from_docs(scene)
    yield from _wrapped(scene, site)
    yield from _label(scene, site)


# -- the guard turned round -------------------------------------------------------------------


def _turned_round(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    text = turned_round(scene)
    if text:
        yield from cite(text, site)


# -- the message ------------------------------------------------------------------------------


def _from_message(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """Advice that the message itself gives, and the rule it states."""
    advice = message_advice(scene.subject.message or "") if scene.fixed else None
    if advice:
        yield from cite(f"do what the message says: {verbatim(advice)}", site)


def message_advice(message: str) -> str | None:
    """The part of a message that tells what to do."""
    told = [s for s in sentences(plain(message, 600)) if _ADVICE.match(s)]
    if told:
        return " ".join(told[:2])
    found = _INNER_ADVICE.search(plain(message, 600))
    return found["advice"] if found else None


# -- the docs ---------------------------------------------------------------------------------


def _from_docs(scene: Scene) -> Iterator[Sentence]:
    told = turned_round(scene) is not None
    for note in notes(scene):
        if note.rule and (note.near or not told):
            yield from cite(f"keep to what the doc comment says: {note.quoted}", note.item)


# -- wrapped errors and labels ----------------------------------------------------------------


def _wrapped(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """The message shows another error: that one says what went wrong."""
    if scene.only_hole:
        return
    for index, hole in enumerate(scene.holes):
        expr = re.sub(r"^(?:[&*]|str\(|repr\()+|\)$", "", plain(hole.expr or "", 80))
        expr = expr.removesuffix(".message")
        source = (error_source(scene, expr) or passed_error(scene, expr)) if expr else None
        if source is None:
            continue
        last = index == len(scene.holes) - 1 and scene.evidence.parts[-1] == hole
        before = scene.evidence.parts[-2] if last and len(scene.evidence.parts) > 1 else ""
        colon = isinstance(before, str) and before.rstrip().endswith(":")
        where = "after the last colon" if colon else f"in the place of {code(hole.text)}"
        yield from cite(f"read the text {where}: it is {source}", site)
        break
    steps = [s for s in scene.steps if s.guard.kind == "closure"]
    if not steps:
        return
    used = [p.name for p in scene.signature.parameters if _mentions(steps[-1].guard.text, p.name)]
    if used and scene.public:
        names = joined([code(n) for n in used])
        call = code(short_call(steps[-1].guard.text))
        goes = "it goes" if len(used) == 1 else "they go"
        yield from cite(f"check what is passed as {names}: {goes} into {call}", site)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}\b", text) is not None


def _label(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """A shared reporter: the placeholder that differs between its callers tells which it was."""
    variants = scene.evidence.variants
    if len(variants) < 2 or not scene.holes:
        return
    labels = {label_of(scene, v.message) for v in variants}
    if len(labels) > 1 and "" not in labels:
        hole = code(scene.holes[0].text)
        yield from cite(
            f"look at what stands for {hole}: it tells which caller reports the error",
            site,
            *variants[:4],
        )
