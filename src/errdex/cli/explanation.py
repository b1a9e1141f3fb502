"""An answer as sections of text, the ones that matter most first, cut to a budget whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from errdex.cli.matching import match_data
from errdex.cli.text import Pen, one_line

if TYPE_CHECKING:
    from errdex.explain.brief import Brief
    from errdex.model.answer import Answer, Match
    from errdex.store.interface import LookupStore

TOKEN = 4
MOST_EVENTS = 10
WORTH = 0.02
MAX_TEMPLATE = 600


class Subject(NamedTuple):
    """The record of a match as JSON has it, and what is said about it and the message at hand."""

    record: dict[str, Any]
    evidence: dict[str, Any]
    situation: list[str]
    brief: Brief


def sections(store: LookupStore, answers: list[Answer], pen: Pen, budget: int) -> list[str]:
    """The lines to print for all errors of a text."""
    parts = list(_parts(store, answers, pen))
    if budget:
        parts = _cut(parts, budget * TOKEN)
    return [line for index, part in enumerate(parts) for line in ([""] if index else []) + part]


def _cut(parts: list[list[str]], room: int) -> list[list[str]]:
    """The sections that fit, in order; of the first at least the line that names the place."""
    kept: list[list[str]] = []
    for part in parts:
        size = sum(len(line) + 1 for line in part) + bool(kept)
        if size <= room:
            kept.append(part)
            room -= size
        elif not kept:
            kept.append(part[:1])
            room -= len(part[0]) + 1
    return kept


def _parts(store: LookupStore, answers: list[Answer], pen: Pen) -> Iterator[list[str]]:
    if not answers or not answers[0].confident:
        yield from _unsure(answers, pen)
        return
    first = answers[0]
    best = first.matches[0]
    subject = subject_of(store, best)
    yield _head(best, first, subject, pen)
    if subject is not None:
        yield from _about(subject, pen)
    yield _where(best, subject, pen)
    others = [found for found in first.matches[1:] if found.score >= WORTH]
    if others:
        yield [pen("bold", "Other candidates"), *(_short(m, pen) for m in others)]
    yield from _events(first, answers, pen)


def _head(best: Match, answer: Answer, subject: Subject | None, pen: Pen) -> list[str]:
    lines = [pen("bold green", _place(best))]
    lines += pen.wrapped(one_line(best.template, MAX_TEMPLATE) or "(no fixed text)")
    lines.append(pen("dim", f"  {best.matchType}, {best.score:.2f}: {one_line(best.why)}"))
    if answer.event is not None and answer.event.count > 1:
        lines.append(pen("dim", f"  said {answer.event.count} times in this text"))
    for capture in best.captures:
        name = pen("cyan", one_line(capture.name, 120))
        lines.append(f"  {name} = {one_line(capture.value, 400)}")
    guard = _guard(best, subject) if subject is not None else None
    if guard is not None:
        lines.append(f"  guard: {pen('cyan', guard[0])} (line {guard[1]})")
    return lines


def _about(subject: Subject, pen: Pen) -> Iterator[list[str]]:
    solutions = subject.brief.solutions
    happened = [line for line in subject.situation if line not in solutions]
    if happened:
        yield _titled("What happened", happened, pen)
    if subject.brief.documentation:
        yield _titled("What it means", subject.brief.documentation.splitlines(), pen)
    if solutions:
        lines = [pen("bold", "What to do")]
        for number, text in enumerate(solutions, 1):
            lines += pen.wrapped(one_line(text), "     ", f"  {number}. ")
        yield lines


def _guard(best: Match, subject: Subject) -> tuple[str, int] | None:
    """The innermost condition on the path to the line that said it."""
    for site in subject.evidence.get("sites") or []:
        if site["line"] == best.line and site["file"] == best.file and site["guards"]:
            guard = site["guards"][-1]
            return one_line(guard["text"], 300), guard["line"]
    return None


def _titled(title: str, paragraphs: list[str], pen: Pen) -> list[str]:
    lines = [pen("bold", title)]
    for text in paragraphs:
        lines += pen.wrapped(one_line(text))
    return lines


def _where(best: Match, subject: Subject | None, pen: Pen) -> list[str]:
    lines = [pen("bold", "Look at it"), f"  errdex show {best.id}"]
    link = subject.record.get("githubUrl") if subject is not None else None
    return [*lines, f"  {one_line(link)}"] if link else lines


def _unsure(answers: list[Answer], pen: Pen) -> Iterator[list[str]]:
    """No believed match: that is said first, and what is shown is marked as what it is."""
    yield [pen("bold yellow", "No confident match.")]
    best = max(answers, key=lambda a: a.matches[0].score if a.matches else 0.0, default=None)
    if best is None:
        return
    if len(answers) > 1 and best.matches:
        yield [f"The likeliest is of: {one_line(best.q, 200)}"]
    near = [_short(m, pen) for m in best.matches if m.matchType != "fuzzy"]
    similar = [_short(m, pen) for m in best.matches if m.matchType == "fuzzy"]
    if near:
        yield [pen("bold", "Candidates, none of them certain"), *near]
    if similar:
        yield [pen("bold", "Similar texts, not the same message"), *similar]
    yield from _events(best, answers, pen)


def _events(shown: Answer, answers: list[Answer], pen: Pen) -> Iterator[list[str]]:
    """The other errors of the text, one line each; a part of the shown one is not another."""
    others = [a for a in answers if a.q not in shown.q and shown.q not in a.q]
    if not others:
        return
    lines = [pen("bold", "Also in this text")]
    for answer in others[:MOST_EVENTS]:
        said = one_line(answer.q, 100)
        if answer.confident:
            lines.append(f"  {said} {pen('green', '← ' + _place(answer.matches[0]))}")
        else:
            lines.append(f"  {said} {pen('dim', '(no confident match)')}")
    if len(others) > MOST_EVENTS:
        lines.append(f"  and {len(others) - MOST_EVENTS} more")
    yield lines


def _short(found: Match, pen: Pen) -> str:
    mark = "similar " if found.matchType == "fuzzy" else ""
    return (
        f"  {mark}{found.score:.2f}  {pen('cyan', _place(found))}  {one_line(found.template, 100)}"
    )


def _place(found: Match) -> str:
    version = f" {found.version}" if found.version else ""
    return one_line(f"{found.repo}{version} {found.file}:{found.line}")


def subject_of(store: LookupStore, best: Match) -> Subject | None:
    """The record behind a match with the lines about the message at hand."""
    data = store.get_plain(best.id)
    if data is None:
        return None
    from errdex.explain.brief import brief
    from errdex.explain.situation import situate

    lines = situate(data, best.captures, best.line)
    told = brief(data)
    return Subject(data["record"], data.get("evidence") or {}, lines, told)


def as_data(store: LookupStore, answers: list[Answer]) -> dict[str, Any]:
    """The same as data: every error with its matches, the record of the first one whole."""
    confident = bool(answers) and answers[0].confident
    data: dict[str, Any] = {"confident": confident, "events": [_event(a) for a in answers]}
    best = answers[0].matches[0] if confident else None
    subject = subject_of(store, best) if best is not None else None
    envelope = store.get(best.id) if best is not None else None
    data["situation"] = subject.situation if subject is not None else []
    whole = envelope.model_dump() if envelope is not None else {}
    return data | {name: whole.get(name) for name in ("record", "evidence")}


def _event(answer: Answer) -> dict[str, Any]:
    event = answer.event
    return {
        "q": answer.q,
        "class": event.error_class if event is not None else None,
        "count": event.count if event is not None else 1,
        "confident": answer.confident,
        "matches": [match_data(found) for found in answer.matches],
    }
