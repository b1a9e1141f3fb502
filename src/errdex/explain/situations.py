"""When an error happens: the conditions on the path, the tests, the callers, the catchers."""

from __future__ import annotations

from collections.abc import Iterator

from errdex.explain.cited import Sentence, cite
from errdex.explain.conditions import Condition, negate, understood
from errdex.explain.documentation import entry_points
from errdex.explain.english import clause
from errdex.explain.prose import code, joined, plain, words_of
from errdex.explain.scene import Scene, Step, caught, loop_of, short_call
from errdex.model.record import SiteFact

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
    if only:
        yield from cite(f"the code gets there only {joined(only, limit=8)}", site)
    early = [s for s in outer if s.guard.kind == "early"]
    if early:
        parts = [
            f"{clause(negate(s.condition), scene.voice)} (line {s.guard.line})" for s in early
        ]
        yield from cite(f"it is not reached when {joined(parts, 'or', 8)}: that branch leaves first", site)


def _phrase(scene: Scene, step: Step) -> str:
    guard = step.guard
    match guard.kind:
        case "catch":
            return f"in the handler of {caught(guard)}"
        case "closure":
            return f"when {code(short_call(guard.text))} returns an error"
        case "loop":
            found = loop_of(guard)
            if found:
                return f"while going through {code(found[1])}"
            return f"while {clause(step.condition, scene.voice)}"
        case _:
            return f"when {clause(step.condition, scene.voice)}"


def _check(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """The condition as the source writes it, where the words differ from it."""
    reason = scene.reason
    if reason is None:
        return
    written = [
        (code(s.guard.source or s.guard.text, 200), s.guard)
        for s in reason.steps
        if s.branch and _differs(s.condition)
    ]
    if not written:
        return
    if len(written) == 1:
        text, guard = written[0]
        if guard.kind == "assert":
            yield from cite(f"line {guard.line} asserts {text}", site)
        elif guard.source:
            yield from cite(f"line {guard.line} tests {text}, which is false here", site)
        else:
            yield from cite(f"the condition on line {guard.line} is {text}", site)
        return
    parts = [f"{text} (line {guard.line})" for text, guard in written]
    yield from cite(f"none of the earlier branches applies: {joined(parts, limit=6)}", site)


def _differs(condition: Condition) -> bool:
    return understood(condition)


def _tests(scene: Scene) -> Iterator[Sentence]:
    seen: set[str] = set()
    for test in scene.evidence.tests:
        name, call = code(test.test, 90), code(test.text, 160)
        key = words_of(test.text)
        if not name or not call or key in seen:
            continue
        seen.add(key)
        if len(seen) > MAX_TESTS:
            return
        yield from cite(f"the test {name} provokes it with {call}", test)


def _other_sites(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    for other in scene.evidence.sites[:8]:
        if other is site:
            continue
        reason = scene.reason_of(scene.steps_of(other))
        if reason is None:
            continue
        name = plain(other.function or "", 120)
        where = f" of {code(f'{name}()')}" if name and not name.startswith("<") else ""
        yield from cite(f"line {other.line}{where} says it when {reason.clause}", other)


def _callers(scene: Scene) -> Iterator[Sentence]:
    """Where public functions call in, with the call itself."""
    if scene.public:
        return
    seen: set[str] = set()
    for caller in scene.evidence.callers:
        name = plain(caller.function, 120)
        call = code(caller.text, 120)
        if not name or name in seen or name == scene.qualname or not call or name.startswith("<"):
            continue
        seen.add(name)
        if len(seen) > MAX_CALLERS:
            return
        yield from cite(f"{code(f'{name}()')} calls it on line {caller.line}: {call}", caller)


def common(scene: Scene) -> Iterator[Sentence]:
    """The sentences of ``commonSituations``: variants on screen, places that expect the error."""
    yield from _variants(scene)
    yield from _entries_of_public(scene)
    yield from _catches(scene)


def _variants(scene: Scene) -> Iterator[Sentence]:
    for variant in scene.evidence.variants[:MAX_VARIANTS]:
        message = code(variant.message, 160)
        name = plain(variant.function or "", 120)
        if not message or variant.message == scene.subject.message:
            continue
        by = f"{code(f'{name}()')}" if name and not name.startswith("<") else f"line {variant.line}"
        yield from cite(f"from {by} it reads {message}", variant)


def _entries_of_public(scene: Scene) -> Iterator[Sentence]:
    points = entry_points(scene)
    if scene.public and points:
        names = joined([code(f"{n}()") for n, _ in points], limit=6)
        verb = "calls" if len(points) == 1 else "call"
        yield from cite(f"inside the project {names} {verb} {scene.called}", *(c for _, c in points[:6]))


def _catches(scene: Scene) -> Iterator[Sentence]:
    found = scene.evidence.catches
    names = {plain(c.function, 120): c for c in found if c.function}
    shown = [n for n in names if n and not n.startswith("<")]
    if not shown or not scene.error:
        return
    listed = joined([f"{code(f'{n}()')} (line {names[n].line})" for n in shown], limit=4)
    verb = "catches" if len(shown) == 1 else "catch"
    yield from cite(f"{listed} {verb} {scene.error} inside the project", *(names[n] for n in shown[:4]))
