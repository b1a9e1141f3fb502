"""Answers questions: reads a text's errors, judges the places that may have said them, ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from errdex.lookup.classes import compare, simple_name
from errdex.lookup.frames import NONE, FrameFit, Spot, fit, spots
from errdex.lookup.fuzzy import similar
from errdex.lookup.interpret import interpret
from errdex.lookup.own import own_name
from errdex.lookup.retrieve import Found, Message, retrieve
from errdex.lookup.score import (
    AROUND,
    BELIEVED,
    BITS_AROUND,
    Evidence,
    believable,
    logit,
    probability,
    shares,
)
from errdex.lookup.why import captures, match_type, reason
from errdex.model.answer import Answer, Event, Match
from errdex.store.interface import LookupStore, Placement
from errdex.template.weight import weight

MOST_EVENTS = 60
MOST_FUZZY = 4
_EQUAL = 0.05
_KEY_BITS = 6.0
_FAMILIES = {
    "typescript": "javascript",
    "tsx": "javascript",
    "jsx": "javascript",
    "kotlin": "java",
    "scala": "java",
    "groovy": "java",
    "c": "cpp",
}
_BOUND = {"python": ("rust", "cpp"), "javascript": ("rust", "cpp"), "ruby": ("cpp", "rust")}
_UPDATE = re.compile(r"--\d[^/]*--\d[^/]*\.sql$")
_BUILT = re.compile(r"(?:^|/)(?:dist|build|umd|cjs|esm|browser|bundles?|_esm|_cjs)/")
_TRUE_FILES = frozenset(("python", "rust", "java", "csharp", "ruby", "php", "go"))
_QUIET = frozenset(("report", "warn", "exit"))


class Judged(NamedTuple):
    """A place with what speaks for it."""

    found: Found
    evidence: Evidence
    logit: float


def answer(
    store: LookupStore,
    text: str,
    *,
    repo: str | None = None,
    limit: int = 5,
    installed: Mapping[str, str] | None = None,
) -> list[Answer]:
    """Answers for all errors that a pasted text tells of, the one to look at first in front.

    Errors with a believed match come before those without; within both the text's own order
    holds, which has the root cause of a chain first.
    """
    events = interpret(text)
    answers = [_event(store, e, repo, limit, installed) for e in events[:MOST_EVENTS]]
    for index in [i for i, found in enumerate(answers) if not found.matches][:MOST_FUZZY]:
        q, event = answers[index].q, answers[index].event
        answers[index] = Answer(q, False, similar(store, Message(q), repo, limit), event)
    known = any(a.confident and a.event is not None and a.event.error_class for a in answers)
    if not known and not any(e.frames for e in events):
        whole = _whole(store, text, events, repo, limit, installed)
        if whole is not None and _best(whole) > max((_best(a) for a in answers), default=0.0):
            answers.insert(0, whole)
    answers.sort(key=lambda a: (not a.confident, not a.matches))
    return answers


def ask(
    store: LookupStore,
    q: str,
    *,
    repo: str | None = None,
    limit: int = 5,
    installed: Mapping[str, str] | None = None,
) -> Answer:
    """One answer for one question, which may be a message or a whole trace."""
    answers = answer(store, q, repo=repo, limit=limit, installed=installed)
    if not answers:
        return Answer(q, False)
    first = answers[0]
    if not first.confident:
        first = max(answers, key=_best)
    return Answer(q, first.confident, first.matches, first.event)


def _best(found: Answer) -> float:
    if not found.matches:
        return 0.0
    return found.matches[0].score + (1.0 if found.confident else 0.0)


def _whole(
    store: LookupStore,
    text: str,
    events: list[Event],
    repo: str | None,
    limit: int,
    installed: Mapping[str, str] | None,
) -> Answer | None:
    """The text exactly as given: what looks like a log prefix may belong to the message."""
    text = text.strip()
    if not text or len(text) > 8000 or any(e.message == text for e in events):
        return None
    return _event(store, Event(text), repo, limit, installed)


def _event(
    store: LookupStore,
    event: Event,
    repo: str | None,
    limit: int,
    installed: Mapping[str, str] | None,
) -> Answer:
    message = Message(event.message, exact=event.error_class is not None)
    stack = spots(event.frames, event.language)
    judged: dict[str, Judged] = {}
    for found in retrieve(store, message, stack, repo):
        evidence = _weigh(found, event, stack, installed)
        value = logit(evidence)
        if not _worth(evidence, value):
            continue
        record = found.placement.record_id
        rival = judged.get(record)
        if rival is None or _rank(value, found.placement) < _rank(
            rival.logit, rival.found.placement
        ):
            judged[record] = Judged(found, evidence, value)
    if not judged:
        return Answer(event.message, False, (), event)
    _put_around(judged)
    ranked = sorted(judged.values(), key=lambda j: _rank(j.logit, j.found.placement))
    scores = shares([j.logit for j in ranked])
    matches = tuple(
        _match(j, score, event) for j, score in zip(ranked[:limit], scores, strict=False)
    )
    return Answer(event.message, _confident(ranked), matches, event)


def _put_around(judged: dict[str, Judged]) -> None:
    """Rank a message's template before one that only says the value of one of its holes.

    ``cannot load {name}: {error}`` says all of the message; what made its ``{error}`` is the
    cause. In Go such chains are the rule, and there the innermost is what is looked for. Another
    repository's ``{} at line {}`` is put around by accident when it says less than what is in it.
    """
    parts = [j for j in judged.values() if j.evidence.said and not j.evidence.whole]
    if not parts:
        return
    for record, outer in list(judged.items()):
        e, reading = outer.evidence, outer.found.reading
        if not e.said or not e.whole or e.bits < BITS_AROUND or e.error_class < 0 or e.absent:
            continue
        if reading is None or outer.found.placement.language == "go":
            continue
        repo = outer.found.placement.repo
        inner = [j for j in parts if j.found.placement.repo == repo or j.evidence.bits <= e.bits]
        best = max((j.logit for j in inner if _within(j.found, reading.span.values)), default=None)
        if best is not None and best + AROUND > outer.logit:
            judged[record] = outer._replace(logit=best + AROUND)


def _within(found: Found, values: tuple[str, ...]) -> bool:
    if found.reading is None:
        return False
    span = found.reading.span
    part = found.reading.text.raw[span.start : span.end].strip()
    return any(part in value for value in values)


def _worth(evidence: Evidence, value: float) -> bool:
    """Whether a place is worth showing: a text of placeholders alone needs the trace's line."""
    if evidence.said is None:
        return evidence.frame is not None and value > -1.0
    return value > -4.0


def _rank(value: float, place: Placement) -> tuple[float, bool, bool, int, str, str, int]:
    copied = "vendor" in place.file or "third_party" in place.file
    # an extension's update scripts say again what its functions say
    vendored = copied or _UPDATE.search(place.file) is not None
    kept = place.kind in ("declare", "construct")
    return (-round(value, 6), kept, vendored, len(place.file), place.repo, place.file, place.line)


def _confident(ranked: list[Judged]) -> bool:
    """Whether the first match is to be believed: likely, and without an equal in another file."""
    first = ranked[0]
    if probability(first.logit) < BELIEVED or not believable(first.evidence):
        return False
    equal = [j for j in ranked[1:] if first.logit - j.logit < _EQUAL]
    place = first.found.placement
    return all(
        (j.found.placement.repo, j.found.placement.file) == (place.repo, place.file) for j in equal
    )


def _weigh(
    found: Found, event: Event, stack: list[Spot], installed: Mapping[str, str] | None
) -> Evidence:
    place, reading = found.placement, found.reading
    declared = place.kind in ("declare", "construct")
    compared = compare(simple_name(event.error_class), simple_name(place.error_class), declared)
    frame: FrameFit | None = fit(place, stack) if stack else None
    if frame is not None and frame.level == NONE and (declared or not any(s.parts for s in stack)):
        frame = None
    absent = frame is not None and frame.level == NONE and event.language in _TRUE_FILES
    quiet = place.kind in _QUIET and bool(event.frames) and event.error_class is not None
    if quiet and event.error_class and event.error_class.endswith(("Warning", "Exit")):
        quiet = False
    language = _language(event.language, place.language)
    known = _installed(place, installed)
    if reading is None:
        # a word or two may be the key of a text that the code looks up
        key = weight(place.template.literals) < _KEY_BITS
        said = False if found.has_text and not key else None
        return Evidence(
            0.0,
            said,
            error_class=compared,
            frame=frame,
            language=language,
            absent=absent,
            quiet=quiet,
            installed=known,
        )
    span = reading.span
    text = reading.text.raw
    return Evidence(
        reading.bits,
        True,
        reading.share,
        reading.covered,
        span.whole,
        _edges(text, span.start, span.end),
        bool(span.values),
        span.fold,
        span.strange,
        compared,
        frame,
        language,
        absent,
        quiet,
        known,
        own_name(found),
        frame is None and bool(_BUILT.search(place.file)),
    )


def _edges(text: str, start: int, end: int) -> bool:
    """Whether a part of a text starts and ends where a message of its own would."""
    before = text[:start].rstrip(" ")
    after = text[end:].lstrip(" ")
    starts = not before or before[-1] in ":\n>([{\"'`|-=,;."
    ends = not after or after[0] in "\n.;:,)]}\"'`|<("
    return starts and ends


def _language(asked: str | None, place: str) -> int:
    if asked is None or not place:
        return 0
    a, b = _FAMILIES.get(asked, asked), _FAMILIES.get(place, place)
    if a == b:
        return 0
    return 1 if b in _BOUND.get(a, ()) else 2


def _installed(place: Placement, installed: Mapping[str, str] | None) -> int:
    if not installed or not (place.package or "").startswith("pkg:pypi/"):
        return 0  # the mapping tells of Python packages alone
    name = (place.package or "").partition("@")[0].rpartition("/")[2].lower().replace("_", "-")
    version = installed.get(name)
    if version is None:
        return -1
    return 2 if version == place.version else 1


def _match(judged: Judged, score: float, event: Event) -> Match:
    place = judged.found.placement
    return Match(
        place.record_id,
        place.repo,
        place.version,
        place.file,
        place.line,
        place.template.message,
        round(score, 4),
        match_type(judged.evidence),
        captures(judged.found),
        reason(judged.evidence, place, event),
    )
