"""What to do about an error: the guard turned round, the message's own advice, the docs' rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.explain.cited import Sentence, cite
from errdex.explain.conditions import (
    All,
    Any,
    Condition,
    Null,
    Opaque,
    negate,
    settled,
    understood,
)
from errdex.explain.docs import notes
from errdex.explain.documentation import error_source
from errdex.explain.english import clause, wanted
from errdex.explain.prose import code, joined, plain, quote, sentences
from errdex.explain.scene import Scene, short_call
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
    r"(?:use|install|try|set|pass|call|run|specify|provide|see|consider using|upgrade)\b .+? instead\b"
    r"|(?:please (?:use|install|set|pass|call|run|specify|provide|check|upgrade|make sure|ensure|see)"
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
    yield from _by_catching(scene)


# -- the guard turned round -------------------------------------------------------------------


def remedy(scene: Scene) -> Condition | None:
    """What must hold so that the site is not reached; None when the guard was not understood."""
    reason = scene.reason
    if reason is None or reason.condition is None or not understood(reason.condition):
        return None
    return settled(negate(reason.condition))


def turned_round(scene: Scene) -> str | None:
    """The guard turned round as an imperative: ``pass `axis` as 0 or 1``."""
    condition = remedy(scene)
    if condition is None:
        return None
    pair = _pair(scene, condition)
    if pair:
        return pair
    direct = _direct(scene, condition)
    if direct:
        return direct
    if isinstance(condition, Any | All):
        parts = [_direct(scene, o) for o in condition.operands]
        told = [p for p in parts if p]
        if len(told) == len(parts):
            return joined(told, "or" if isinstance(condition, Any) else "and")
    if not scene.called or not scene.knowable(condition) or isinstance(condition, Opaque):
        return None
    if scene.site is not None and scene.site.kind in {"warn", "report", "exit", "construct"}:
        return None
    return f"call {scene.called} only when {clause(condition, scene.voice)}"


def _direct(scene: Scene, condition: Condition) -> str | None:
    name = scene.parameter_of(condition)
    parameter = scene.signature.named(name) if name else None
    if name is None or parameter is None:
        return None
    if isinstance(condition, Any | All):
        return f"pass a value for {code(name)} such that {clause(condition, scene.voice)}"
    return wanted(condition, name, parameter.default, scene.voice)


def _pair(scene: Scene, condition: Condition) -> str | None:
    """``a`` and ``b`` both given, or neither: the usual two forms of a contradiction."""
    if not isinstance(condition, Any | All):
        return None
    tests = [o for o in condition.operands if isinstance(o, Null)]
    names = [scene.parameter_of(t) for t in tests]
    if len(tests) != len(condition.operands) or not all(names) or not isinstance(condition, Any):
        return None
    listed = joined([code(n) for n in names if n])
    if not any(t.negated for t in tests):
        return f"pass at most {'one' if len(tests) == 2 else len(tests) - 1} of {listed}"
    if all(t.negated for t in tests):
        return f"pass at least one of {listed}"
    return None


def _turned_round(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    text = turned_round(scene)
    if text:
        yield from cite(text, site)


# -- the message ------------------------------------------------------------------------------


def _from_message(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """Advice that the message itself gives, and the rule it states."""
    advice = message_advice(scene.subject.message or "")
    if advice:
        yield from cite(f"do what the message says: {quote(advice)}", site)


def message_advice(message: str) -> str | None:
    """The part of a message that tells what to do."""
    for sentence in sentences(plain(message, 600)):
        if _ADVICE.match(sentence):
            return sentence
    found = _INNER_ADVICE.search(plain(message, 600))
    return found["advice"] if found else None


# -- the docs ---------------------------------------------------------------------------------


def _from_docs(scene: Scene) -> Iterator[Sentence]:
    for note in notes(scene):
        if note.rule and note.item.kind != "summary":
            yield from cite(f"keep to what the doc comment says: {note.quoted}", note.item)


# -- wrapped errors and labels ----------------------------------------------------------------


def _wrapped(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """The message shows another error: that one says what went wrong."""
    for index, hole in enumerate(scene.holes):
        expr = re.sub(r"^(?:[&*]|str\(|repr\()+|\)$", "", plain(hole.expr or "", 80))
        source = error_source(scene, expr) if expr else None
        if source is None:
            continue
        last = index == len(scene.holes) - 1 and scene.evidence.parts[-1] == hole
        before = scene.evidence.parts[-2] if last and len(scene.evidence.parts) > 1 else ""
        colon = isinstance(before, str) and before.rstrip().endswith(":")
        where = "after the last colon" if colon else f"in the place of {code(hole.text)}"
        yield from cite(f"read the text {where}: it is {source}", site)
        return
    steps = [s for s in scene.steps if s.guard.kind == "closure"]
    if not steps:
        return
    used = [p.name for p in scene.signature.parameters if _mentions(steps[-1].guard.text, p.name)]
    if used and scene.public:
        names = joined([code(n) for n in used])
        call = code(short_call(steps[-1].guard.text))
        yield from cite(f"check {names}, from which {call} gets its arguments", site)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}\b", text) is not None


def _label(scene: Scene, site: SiteFact) -> Iterator[Sentence]:
    """A shared reporter: the placeholder that differs between its callers tells which it was."""
    texts = [v.message for v in scene.evidence.variants]
    if len(texts) < 2 or not scene.holes:
        return
    hole = scene.holes[0]
    starts_with_hole = scene.evidence.parts and scene.evidence.parts[0] == hole
    if starts_with_hole and len({t.split(" ")[0] for t in texts}) > 1:
        yield from cite(
            f"the text in the place of {code(hole.text)} tells which caller reports it",
            site,
            *scene.evidence.variants[:4],
        )


def _by_catching(scene: Scene) -> Iterator[Sentence]:
    catches = [c for c in scene.evidence.catches if c.function and not c.function.startswith("<")]
    kind = scene.site.kind if scene.site else ""
    if not catches or not scene.error or kind not in {"raise", "reraise", "reject"}:
        return
    first = catches[0]
    name = code(f"{plain(first.function, 120)}()")
    yield from cite(
        f"where it may happen, catch {scene.error}, as {name} does on line {first.line}", first
    )
