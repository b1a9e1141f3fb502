"""What an error means: who raises it, when, what its message shows, what the docs say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from errdex.explain.cited import Sentence, cite
from errdex.explain.docs import lead, notes, worth_quoting
from errdex.explain.meanings import meaning, obvious
from errdex.explain.prose import (
    article,
    code,
    joined,
    number_word,
    quote,
    sentences,
    undecorated,
)
from errdex.explain.reach import entry_points
from errdex.explain.scene import (
    Scene,
    caught,
    function_name,
    loop_of,
)

if TYPE_CHECKING:
    from errdex.model.record import SiteFact

_RETURNING = frozenset({"go", "rust", "c"})
_RAISING = frozenset({"python", "ruby", "elixir", "lua", "sql"})
_BROAD = frozenset({"Exception", "Error", "BaseException", "object", "RuntimeException"})


def documentation(scene: Scene) -> Iterator[Sentence]:
    """The sentences of the field, the most telling first."""
    site = scene.site
    if site is None:
        return
    yield from cite(statement(scene, site), site)
    yield from _entry(scene, site)
    yield from _holes(scene, site)
    yield from _without_text(scene, site)
    yield from _notes(scene)
    yield from _comment(site)
    yield from _error_class(scene)
    yield from _places(scene)


def statement(scene: Scene, site: SiteFact) -> str:
    """Who does what when: the sentence a reader needs first."""
    who = scene.called or f"code at the top level of {code(site.file)}"
    if site.kind == "declare":
        return _declared(scene)
    passed_on = _passed_on(scene, site)
    if passed_on:
        return f"{who} {passed_on}"
    what = f"{who} {verb(scene, site)}"
    reason = scene.reason
    if reason is not None:
        loop = _loop(scene)
        return f"{what} when{loop} {reason.clause}"
    if any(s.guard.kind == "early" for s in scene.steps):
        lines = sorted({s.guard.line for s in scene.steps if s.guard.kind == "early"})
        where = joined([str(n) for n in lines])
        branch = "the branch" if len(lines) == 1 else "none of the branches"
        left = "has not left" if len(lines) == 1 else "has left"
        plural = "line" if len(lines) == 1 else "lines"
        return f"{what} when {branch} on {plural} {where} {left} before"
    if scene.steps:
        return f"{what}{_loop(scene).replace(',', '') or ''}"
    if not scene.qualname:
        return what
    return f"{what}; no condition guards line {site.line}"


def _passed_on(scene: Scene, site: SiteFact) -> str:
    """A handler that raises what it caught."""
    handler = next((s.guard for s in reversed(scene.steps) if s.guard.kind == "catch"), None)
    if site.kind != "reraise" or handler is None:
        return ""
    again = "raises" if scene.language in _RAISING else "throws"
    return f"catches {caught(handler)} and {again} it again"


def _declared(scene: Scene) -> str:
    if scene.error:
        return f"{scene.error} shows this message"
    return f"this message is declared in {code(scene.subject.file)}"


def _loop(scene: Scene) -> str:
    """The innermost loop around the reason, as an inserted phrase."""
    for step in reversed(scene.steps):
        found = loop_of(step.guard, scene.language) if step.guard.kind == "loop" else None
        if found:
            item, collection = found
            return f", for some {code(item, 60)}{' in ' if collection else ''}{code(collection)},"
    return ""


def verb(scene: Scene, site: SiteFact) -> str:
    """What the function does with the error."""
    error = scene.error or "this error"
    language = scene.language
    panics = scene.subject.error_type == "panic" or (site.kind == "assert" and language == "rust")
    match site.kind:
        case "panic":
            return "panics"
        case "assert":
            if panics:
                return "panics"
            return f"raises {error}" if language in _RAISING else "fails an assertion"
        case "report":
            status = scene.subject.severity
            noun = "message" if status == "info" else f"{status} message"
            return f"reports this {noun}"
        case "exit":
            return "ends the program with this message"
        case "warn":
            return f"issues the warning {scene.error}" if scene.error else "issues this warning"
        case "http":
            status_ = scene.subject.http_status
            return f"answers with HTTP status {status_}" if status_ else "answers with this error"
        case "reject":
            return f"rejects its promise with {error}"
        case "construct":
            if language in _RETURNING:
                return f"creates the error {scene.error}" if scene.error else "creates this error"
            return f"creates {article(error)} {error}" if scene.error else "creates this error"
        case _:
            if panics:
                return "panics"
            if language in _RETURNING:
                return f"returns the error {scene.error}" if scene.error else "returns this error"
            again = " again" if site.kind == "reraise" and not scene.error else ""
            return f"{'raises' if language in _RAISING else 'throws'} {error}{again}"


def _entry(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    if scene.public or not scene.called or site.kind == "declare":
        return
    points = entry_points(scene)
    if points:
        names = joined(_unique(function_name(n) for n, _ in points), limit=6)
        verb_ = "leads" if len(points) == 1 else "lead"
        yield from cite(f"{names} {verb_} here", *(c for _, c in points[:6]))


def _unique(names: Iterable[str]) -> list[str]:
    return [n for n in dict.fromkeys(names) if n]


def _holes(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """What the placeholders of the message show."""
    told = [(h, meaning(scene, h)) for h in scene.holes if h.expr]
    told = [(h, m) for h, m in told if m and not obvious(h, m)]
    if not told or site.kind == "reraise":
        return
    if scene.only_hole:
        yield from cite(f"the whole message is {told[0][1]}", site)
        return
    if len(told) == 1:
        hole, what = told[0]
        yield from cite(f"{code(hole.text)} in the message is {what}", site)
        return
    parts: list[str] = []
    for text, group in groupby(told, key=lambda t: t[0].text):
        meanings = [m for _, m in group]
        if len(meanings) > 1:
            parts.append(
                f"the {number_word(len(meanings))} {code(text)} are, in order, {joined(meanings)}"
            )
        else:
            parts.append(f"{code(text)} is {meanings[0]}")
    yield from cite(f"in the message, {joined(parts, limit=8)}", site)


def _without_text(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    if scene.evidence.unrecovered == "no message":
        yield from cite("it carries no message text", site)


def _notes(scene: Scene) -> Iterator[Sentence]:
    told = False
    for note in notes(scene):
        also = "it also notes: " if told and note.item.kind == "note" else ""
        told = told or note.item.kind == "note"
        yield from cite(f"{also}{note.quoted}" if also else note.sentence, note.item)


def _comment(site: SiteFact) -> Iterator[Sentence]:
    comment = re.sub(r"(?m)^\s*:\s+", "", site.comment or "")
    if worth_quoting(comment):
        text = quote(" ".join(sentences(comment)[:3]))
        yield from cite(f"the comment above line {site.line} says: {text}", site)


def _error_class(scene: Scene) -> Iterator[Sentence]:
    defined = scene.evidence.errorClass
    if defined is None:
        return
    name = code(defined.name, 80)
    bases = [b.rpartition(".")[2] for b in defined.bases]
    bases = [code(b, 80) for b in bases if b not in _BROAD]
    said = quote(" ".join(sentences(undecorated(lead(defined.doc or "")))[:1]))
    if said and name:
        yield from cite(f"{name} is documented as {said}", defined)
    if bases and name:
        yield from cite(f"{name} is {article(bases[0])} {joined(bases)}", defined)


def _places(scene: Scene) -> Iterator[Sentence]:
    sites = list({s.line: s for s in reversed(scene.evidence.sites)}.values())[::-1]
    if len(sites) > 1:
        lines = joined([str(s.line) for s in sites], limit=8)
        yield from cite(
            f"{number_word(len(sites))} places in {code(sites[0].file)} can say it: lines {lines}",
            *sites[:8],
        )
