"""Calls of the project's functions as snippets: the receiver, the arguments, nothing invented."""

from __future__ import annotations

import re

from errdex.explain.operands import plain_name, reserved
from errdex.explain.scene import Scene
from errdex.explain.signature import Parameter
from errdex.explain.tables import SCRIPT_LANGUAGES

_CONSTRUCTORS = frozenset({"__init__", "__new__", "constructor"})


def own_call(scene: Scene, needed: frozenset[str] = frozenset()) -> str | None:
    """A call of the function that holds the site, with its parameters' names as arguments.

    ``needed`` are parameters that must be passed though they have defaults. None where the
    header was not understood, or where the function is not called by its name.
    """
    target = _target(scene)
    if target is None or not scene.signature.whole:
        return None
    if scene.maybe_property:
        return target if "property" in ((scene.site and scene.site.signature) or "") else None
    arguments = _arguments(scene, needed)
    return None if arguments is None else f"{target}({', '.join(arguments)})"


def outside_call(scene: Scene, name: str) -> str | None:
    """A call of another function, of which only the name is known."""
    pieces = re.split(r"::|[.#]", name)
    if not pieces or not all(_usable(p, scene.language) for p in pieces):
        return None
    if pieces[-1].startswith("__"):
        return None
    dots = "..." if scene.language == "python" else "/* … */"
    if len(pieces) > 1 and scene.language == "rust":
        return f"{'::'.join(pieces)}({dots})"
    if len(pieces) > 1:
        return f"{_variable(pieces[-2], scene.language)}.{pieces[-1]}({dots})"
    return f"{pieces[0]}({dots})"


def _target(scene: Scene) -> str | None:
    pieces = scene.path_of_names
    language = scene.language
    if not pieces:
        return None
    name, owner = pieces[-1], pieces[-2] if len(pieces) > 1 else ""
    if name in _CONSTRUCTORS:
        if not _usable(owner, language):
            return None
        return f"new {owner}" if language in SCRIPT_LANGUAGES else owner
    if not _usable(name, language) or (owner and not _usable(owner, language)):
        return None
    if name == "__call__" and owner:
        return _variable(owner, language)
    if name.startswith("__"):
        return None
    if scene.signature.receiver == "cls" and owner:
        return f"{owner}.{name}"
    if scene.signature.receiver or (owner and language in SCRIPT_LANGUAGES):
        return f"{_variable(owner, language)}.{name}" if owner else f"value.{name}"
    if not owner:
        return name
    return f"{owner}::{name}" if language == "rust" else f"{owner}.{name}"


def _usable(name: str, language: str) -> bool:
    return plain_name(name) and not reserved(name, language)


def _variable(owner: str, language: str) -> str:
    """A variable's name for an object of class ``owner``."""
    bare = owner.lstrip("_")
    if language in SCRIPT_LANGUAGES:
        name = bare[:1].lower() + bare[1:]
    else:
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", bare).lower()
    return name if plain_name(name) and not reserved(name, language) and name != owner else "value"


def _arguments(scene: Scene, needed: frozenset[str]) -> list[str] | None:
    parameters = [p for p in scene.signature.parameters if p.kind not in {"rest", "keywords"}]
    if scene.language == "python":
        return _python_arguments(parameters, needed)
    last = max(
        (i for i, p in enumerate(parameters) if p.default is None or p.name in needed), default=-1
    )
    names = ["options" if p.kind == "pattern" else p.name for p in parameters[: last + 1]]
    if not all(_usable(n, scene.language) for n in names):
        return None
    return names


def _python_arguments(parameters: list[Parameter], needed: frozenset[str]) -> list[str] | None:
    out: list[str] = []
    skipped = False
    for parameter in parameters:
        name = parameter.name
        if not _usable(name, "python"):
            return None
        if parameter.default is not None and name not in needed:
            skipped = True
            continue
        keyword = parameter.kind == "keyword" or skipped or parameter.default is not None
        skipped = skipped or keyword
        out.append(f"{name}={name}" if keyword else name)
    return out
