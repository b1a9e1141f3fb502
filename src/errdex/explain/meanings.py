"""What the placeholders of a message stand for, by their source expressions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.explain.prose import code, plain, words_of
from errdex.explain.scene import ERROR_VARIABLES, Scene, alias_of, caught, short_call

if TYPE_CHECKING:
    from errdex.model.record import PlaceholderFact

_ERR = re.compile(
    r"^(?:(?P<before>.+) matches |let )Err\((?:ref |mut )*(?P<name>\w+)\)(?: = (?P<after>.+))?$"
)
_ERROR_TYPE = re.compile(r"\w*(?:Error|Exception|Throwable)")
_WRAPPERS = (
    (re.compile(r"type\((?P<x>[\w.]+)\)(?:\.__(?:qual)?name__)?"), "the type of {}"),
    (re.compile(r"(?P<x>[\w.]+)\.__class__(?:\.__(?:qual)?name__)?"), "the class of {}"),
    (re.compile(r"(?P<x>\w+)\.(?:message|stack|toString\(\)|to_string\(\))"), ""),
    (re.compile(r"typeof\s+(?P<x>[\w.]+)"), "the type of {}"),
    (re.compile(r"(?P<x>[\w.]+)\.constructor\.name"), "the class name of {}"),
    (re.compile(r"len\((?P<x>[\w.]+)\)|(?P<y>[\w.]+)\.(?:len\(\)|length)"), "the length of {}"),
    (re.compile(r"""(?:"[^"]*"|'[^']*')\.join\((?P<x>[\w.]+)\)"""), "the items of {}"),
    (re.compile(r"(?P<x>[\w.]+)\.join\([^()]*\)"), "the items of {}"),
    (re.compile(r"(?:repr|str|String|JSON\.stringify|ascii)\((?P<x>[\w.]+)\)"), "{}"),
)  # fmt: skip


def meaning(scene: Scene, hole: PlaceholderFact) -> str:
    """What one placeholder's value is."""
    expr = plain(hole.expr or "", 200)
    bare = re.sub(r"^[&*]+", "", expr)
    error = error_source(scene, bare)
    if error:
        return error
    for pattern, phrase in _WRAPPERS:
        found = pattern.fullmatch(bare)
        if found:
            inner = next(g for g in found.groups() if g)
            if not phrase:
                return error_source(scene, inner) or code(bare)
            return phrase.format(error_source(scene, inner) or code(inner))
    if bare.isdigit():
        return ""
    if scene.signature.named(bare):
        return f"the {code(bare)} that was passed"
    return code(bare)


def error_source(scene: Scene, name: str) -> str | None:
    """``the error that `open()` returned``, when ``name`` is what was caught on the path."""
    for step in reversed(scene.steps):
        guard = step.guard
        if guard.kind == "catch" and alias_of(guard) == name:
            return f"the {re.sub('^an?y? ', '', caught(guard))} that was caught"
        found = _ERR.search(guard.text) if guard.kind in {"match", "if"} else None
        if found and found["name"] == name:
            call = (found["before"] or found["after"]).strip()
            return f"the error that {code(short_call(call))} returned"
        if guard.kind == "closure" and name in ERROR_VARIABLES:
            return f"the error that {code(short_call(guard.text))} returned"
    return None


def passed_error(scene: Scene, name: str) -> str | None:
    """``the `PoolError` that was passed``, when parameter ``name`` is an error."""
    parameter = scene.signature.named(name)
    if parameter is None:
        return None
    kind = parameter.type.lstrip("&* ").rpartition("::")[2].rpartition(".")[2]
    if _ERROR_TYPE.fullmatch(kind):
        return f"the {code(kind)} that was passed"
    return f"the {code(name)} that was passed" if name in ERROR_VARIABLES - {"source"} else None


def obvious(hole: PlaceholderFact, what: str) -> bool:
    """Whether the placeholder's own text already says it."""
    if what == code(hole.expr or "") and (hole.expr or "") in hole.text:
        return True
    shown = words_of(hole.text)
    return shown in {words_of(what), words_of(f"{what} {hole.spec or ''}")}
