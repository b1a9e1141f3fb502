"""Who leads to a site: the callers that are callers of it, and the public ways in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.explain.prose import plain
from errdex.explain.scene import Scene

if TYPE_CHECKING:
    from errdex.model.record import CallerRef, Cited


_NO_ENTRY = re.compile(r"<|tests?(?:::|\.)|test_")


def entry_points(scene: Scene) -> list[tuple[str, Cited]]:
    """Public functions that lead to the site: the callers, then those that name a variant."""
    own = scene.qualname
    found: dict[str, Cited] = {}
    for caller in callers(scene):
        if caller.public:
            found.setdefault(plain(caller.function, 120), caller)
    for variant in scene.evidence.variants:
        if variant.public and variant.function:
            found.setdefault(plain(variant.function, 120), variant)
    return [(n, c) for n, c in found.items() if n and n != own and not n.startswith("<")]


def callers(scene: Scene) -> list[CallerRef]:
    """The callers that can be calls of this very function, public ones first.

    Calls are found by name, so a call of another function of the same name has to be told
    apart: a method is called on something, an inner function from within its outer one.
    """
    pieces = scene.path_of_names
    if not pieces:
        return []
    owner = ".".join(pieces[:-1])
    inner = len(pieces) > 1 and pieces[-2][:1].islower() and scene.language == "python"
    name = re.escape(pieces[-1])
    on_object = re.compile(rf"(?:\.|::|->){name}\b")
    kept: list[CallerRef] = []
    for caller in scene.evidence.callers:
        if not plain(caller.function) or _NO_ENTRY.match(caller.function):
            continue
        if inner and not caller.function.startswith(owner):
            continue
        method = bool(scene.signature.receiver) and not pieces[-1].startswith("__")
        if method and caller.text and not on_object.search(caller.text):
            continue
        kept.append(caller)
    return sorted(kept, key=lambda c: not c.public)
