"""The guard turned round: what must hold instead, and how to say it to whoever calls."""

from __future__ import annotations

import re

from errdex.explain.conditions import All, Any, Condition, Length, Null
from errdex.explain.english import clause, wanted
from errdex.explain.prose import code, joined
from errdex.explain.reach import entry_points
from errdex.explain.scene import Scene

_PRIVATE = re.compile(r"\.(?:_|#)\w")


def turned_round(scene: Scene) -> str | None:
    """The guard turned round as an imperative: ``pass `axis` as 0 or 1``."""
    condition = scene.remedy
    if condition is None:
        return None
    if not scene.called or _called_by_the_language(scene):
        return None
    about = _pair(scene, condition) or _direct(scene, condition) or _each(scene, condition)
    if about:
        return about if scene.public else _from_inside(scene, about)
    if not scene.knowable(condition) or not scene.public or _hidden(scene, condition):
        return None
    if scene.site is not None and scene.site.kind in {"warn", "report", "exit", "construct"}:
        return None
    return f"call {scene.called} only when {clause(condition, scene.voice)}"


def _hidden(scene: Scene, condition: Condition) -> bool:
    """Whether it is about what a caller cannot see: private attributes, an object not yet made."""
    text = clause(condition, scene.voice)
    constructs = scene.path_of_names[-1] in {"__init__", "constructor"}
    return bool(_PRIVATE.search(text) or (constructs and re.search(r"\b(?:self|this)\b", text)))


def _called_by_the_language(scene: Scene) -> bool:
    """Hooks such as ``__getattr__``: nobody passes their arguments by hand."""
    name = scene.path_of_names[-1]
    return name.startswith("__") and name not in {"__init__", "__new__", "__call__"}


def _from_inside(scene: Scene, advice: str) -> str | None:
    """The same for a function that the reader does not call: what has to reach it."""
    if " or leave " in advice or " and leave " in advice or not advice.startswith("pass "):
        return None
    if not entry_points(scene):
        return None
    what = advice[5:].replace(" and pass ", " and ").replace(" or pass ", " or ")
    return f"see that {scene.called} gets {what}"


def _each(scene: Scene, condition: Condition) -> str | None:
    """Advice for every operand of an ``and`` or ``or``."""
    if not isinstance(condition, Any | All):
        return None
    parts = [_direct(scene, o) for o in condition.operands]
    if not all(parts):
        return None
    return joined([p for p in parts if p], "or" if isinstance(condition, Any) else "and")


def _direct(scene: Scene, condition: Condition) -> str | None:
    name = scene.parameter_of(condition)
    parameter = scene.signature.named(name) if name else None
    if name is None or parameter is None:
        return None
    if isinstance(condition, Any | All) and any(
        isinstance(o, Any | All | Length) for o in condition.operands
    ):
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
