"""When an error happens: the conditions on the path, the tests, the callers, the catchers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from errdex.explain.cited import Sentence, cite
from errdex.explain.conditions import negate, understood
from errdex.explain.english import clause
from errdex.explain.prose import code, joined, plain, words_of
from errdex.explain.reach import callers, entry_points
from errdex.explain.scene import Scene, Step, caught, function_name, loop_of
from errdex.explain.tokens import tidy

if TYPE_CHECKING:
    from errdex.model.record import CallerRef, SiteFact

MAX_JOINED = 240
MAX_TESTS = 3
MAX_CALLERS = 4
MAX_VARIANTS = 6


def trigger(scene: Scene) -> Iterator[Sentence]:
    """The sentences of ``triggerScenarios``: the whole path, the tests, the callers."""
    site = scene.site
    if site is None:
        return
    yield from _path(scene, site)
    yield from _check(scene, site)
    yield from _tests(scene)
    yield from _other_sites(scene, site)
    yield from _callers(scene)


def _path(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """The guards outside of the reason, outermost first."""
    told = scene.reason.steps if scene.reason else ()
    outer = [s for s in scene.steps if s not in told]
    only: list[str] = []
    for step in outer:
        if step.guard.kind == "early":
            continue
        phrase = _phrase(scene, step)
        if phrase:
            only.append(f"{phrase} (line {step.guard.line})")
    if only and all(p.startswith("when ") for p in only):
        only = [only[0], *(p.removeprefix("when ") for p in only[1:])]
    if only:
        yield from cite(f"the code gets there only {joined(only, limit=8)}", site)
    early = [s for s in outer if s.guard.kind == "early"]
    if early:
        parts = [f"{clause(negate(s.condition), scene.voice)} (line {s.guard.line})" for s in early]
        if sum(map(len, parts)) > MAX_JOINED:
            for part in parts:
                yield from cite(f"it is not reached when {part}: that branch leaves first", site)
            return
        leaves = "that branch leaves" if len(parts) == 1 else "those branches leave"
        yield from cite(f"it is not reached when {joined(parts, 'or', 8)}: {leaves} first", site)


def _phrase(scene: Scene, step: Step) -> str:
    guard = step.guard
    match guard.kind:
        case "catch":
            return f"in the handler of {caught(guard)}"
        case "closure":
            return f"when {scene.failed_call(guard)}"
        case "loop":
            found = loop_of(guard, scene.language)
            if found:
                return f"while going through {code(found[1])}" if found[1] else "inside a loop"
            return f"while {clause(step.condition, scene.voice)}"
        case _:
            return f"when {clause(step.condition, scene.voice)}"


def _check(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """The condition as the source writes it, where the words differ from it."""
    reason = scene.reason
    if reason is None:
        return
    written = [
        (code(tidy(s.guard.source or s.guard.text, scene.language), 200), s.guard)
        for s in reason.steps
        if s.branch and understood(s.condition)
    ]
    if not written:
        return
    if len(written) == 1:
        text, guard = written[0]
        if guard.kind == "match":
            return
        if guard.kind == "assert":
            yield from cite(f"line {guard.line} asserts {text}", site)
        elif guard.source:
            yield from cite(f"line {guard.line} checks {text}, which is false here", site)
        else:
            yield from cite(f"line {guard.line} checks {text}", site)
        return
    parts = [f"{text} (line {guard.line})" for text, guard in written]
    none = "neither" if len(parts) == 2 else "none"
    yield from cite(f"{none} of these holds there: {joined(parts, limit=6)}", site)


def _tests(scene: Scene) -> Iterator[Sentence]:
    seen: set[str] = set()
    own = scene.path_of_names[-1:]
    tests = [t for t in scene.evidence.tests if own and own[0] in t.text]
    for test in tests or scene.evidence.tests:
        name, call = code(test.test, 90), code(tidy(test.text, scene.language), 160)
        key = words_of(test.text)
        if not name or not call or key in seen:
            continue
        seen.add(key)
        if len(seen) > MAX_TESTS:
            return
        yield from cite(f"the test {name} provokes it with {call}", test)


def _other_sites(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """The other places of the same message, those with the same condition together."""
    lines = {site.line}
    by_reason: dict[str, list[SiteFact]] = {}
    for other in scene.evidence.sites[:12]:
        reason = scene.reason_of(scene.steps_of(other))
        if other.line not in lines and reason is not None:
            lines.add(other.line)
            by_reason.setdefault(reason.clause, []).append(other)
    for words, sites in by_reason.items():
        places = [
            f"{name} (line {s.line})" if (name := function_name(s.function)) else f"line {s.line}"
            for s in sites
        ]
        verb = "says" if len(places) == 1 else "say"
        yield from cite(f"{joined(places)} {verb} it when {words}", *sites)


def _callers(scene: Scene) -> Iterator[Sentence]:
    """Where public functions call in, with the call itself."""
    if scene.public:
        return
    by_call: dict[str, dict[str, CallerRef]] = {}
    seen: set[str] = set()
    for caller in callers(scene):
        name = function_name(caller.function)
        text = caller.text.rstrip()
        call = code(tidy(text + "…)" if text.endswith("(") else text, scene.language), 120)
        if name and name != scene.called and call and name not in seen:
            seen.add(name)
            by_call.setdefault(call, {}).setdefault(name, caller)
    for call, found in list(by_call.items())[:MAX_CALLERS]:
        places = [f"{name} (line {caller.line})" for name, caller in found.items()]
        yield from cite(f"{joined(places, limit=4)} {_has(places)} {call}", *found.values())


def _has(places: list[str]) -> str:
    return "runs" if len(places) == 1 else "run"


def common(scene: Scene) -> Iterator[Sentence]:
    """The sentences of ``commonSituations``: variants on screen, places that expect the error."""
    yield from _variants(scene)
    yield from _entries_of_public(scene)
    yield from _catches(scene)


def _variants(scene: Scene) -> Iterator[Sentence]:
    labels = [(v, label_of(scene, v.message)) for v in scene.evidence.variants]
    if len(labels) > 1 and all(label for _, label in labels):
        hole = code(scene.holes[0].text)
        unique = {label: v for v, label in reversed(labels)}
        listed = joined([code(label, 60) for label in reversed(unique)], limit=8)
        cited = (v for v, _ in labels[:8])
        yield from cite(f"on the screen {hole} reads {listed}, depending on the caller", *cited)
        return
    for variant in scene.evidence.variants[:MAX_VARIANTS]:
        message = code(variant.message, 160)
        name = function_name(variant.function)
        if not message or variant.message == scene.subject.message:
            continue
        yield from cite(f"from {name or f'line {variant.line}'} it reads {message}", variant)


def label_of(scene: Scene, message: str) -> str:
    """What stands in the place of the first placeholder, where nothing else differs."""
    if not scene.holes or not scene.holes[0].text:
        return ""
    before, hole, after = (scene.subject.message or "").partition(scene.holes[0].text)
    if not hole or not message.startswith(before) or not message.endswith(after):
        return ""
    return plain(message[len(before) : len(message) - len(after)])


def _entries_of_public(scene: Scene) -> Iterator[Sentence]:
    points = entry_points(scene)
    if scene.public and points:
        names = joined(list(dict.fromkeys(function_name(n) for n, _ in points)), limit=6)
        verb = "calls" if len(points) == 1 else "call"
        cited = (c for _, c in points[:6])
        yield from cite(f"inside the project {names} {verb} {scene.called}", *cited)


def _catches(scene: Scene) -> Iterator[Sentence]:
    named = {function_name(c.function): c for c in reversed(scene.evidence.catches)}
    found = [(n, c) for n, c in reversed(named.items()) if n]
    if not found or not scene.error:
        return
    listed = joined([f"{n} ({code(f'{c.file}:{c.line}')})" for n, c in found], limit=3)
    verb = "catches" if len(found) == 1 else "catch"
    cited = (c for _, c in found[:3])
    yield from cite(f"inside the project {listed} {verb} {scene.error}", *cited)
