"""Family, tags and handling strategy of an error, by the rules of the taxonomy."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import NamedTuple, cast

from errdex.explain.conditions import Condition
from errdex.explain.defence import is_type_guard
from errdex.explain.prose import plain
from errdex.explain.scene import Scene
from errdex.explain.tables import words
from errdex.explain.taxonomy import Family, taxonomy
from errdex.model.record import HandlingStrategy

MAX_TEXT = 400
MAX_TAGS = 6
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z0-9]+")
_DULL_PATH = words(
    "src lib pkg crates packages py js ts rs index main mod base core utils util common init "
    "helpers internal impl app source python rust javascript typescript"
)
_DULL_WORDS = words(
    "fmt error exception err constructor new the a an of for and or to in is not with on by "
    "self failed"
)
_ENVIRONMENT = re.compile(
    r"(?:OSError|IOError|Connection\w*|\w*ParseError|\w*DecodeError|\w*IOException|JSONDecodeError"
    r"|\w*TimeoutError|FileNotFoundError|PermissionError|io::Error)"
)


class Kinship(NamedTuple):
    """What an error has in common with others."""

    family: str | None
    strategy: HandlingStrategy | None
    tags: list[str]


def classify(scene: Scene) -> Kinship:
    """Family, handling strategy and tags of an error."""
    row = family_row(scene)
    by_status = taxonomy().http.get(scene.subject.http_status or 0)
    family = row.name if row is not None else by_status
    return Kinship(family, handling_strategy(scene, row), tags(scene, family))


def family_row(scene: Scene) -> Family | None:
    """The row of the taxonomy that fits best."""
    name = simple_class(scene)
    typed = _by_guard(scene) if name == "TypeError" else None
    return typed or taxonomy().find(plain(scene.fixed, MAX_TEXT), name) or _by_guard(scene)


def simple_class(scene: Scene) -> str:
    """The error class without module or enum."""
    return plain(scene.subject.error_class or "", 120).rpartition(".")[2].rpartition("::")[2]


def _by_guard(scene: Scene) -> Family | None:
    """A type test on the path tells, where neither the message nor the class did."""
    condition = scene.remedy
    if condition is not None and is_type_guard(condition):
        return taxonomy().named("type-mismatch")
    return None


def handling_strategy(scene: Scene, row: Family | None) -> HandlingStrategy | None:
    """How code should meet the error; None when nothing tells."""
    condition = scene.remedy
    told = row.strategy if row else None
    if told in {"retry", "fallback"}:
        return cast("HandlingStrategy", told)
    if condition is not None and scene.public and _over_arguments(scene, condition):
        return "type-guard" if is_type_guard(condition) else "validation"
    by_status = taxonomy().http_strategy.get(scene.subject.http_status or 0)
    if by_status:
        return cast("HandlingStrategy", by_status)
    if any(s.guard.kind in {"catch", "closure"} for s in scene.steps[-1:]):
        return None if scene.subject.error_type == "panic" else "try-catch"
    if scene.subject.error_type == "panic" and told == "try-catch":
        return None
    if told in {"validation", "type-guard"} and condition is not None:
        return cast("HandlingStrategy", told) if scene.parameter_of(condition) else None
    if told:
        return cast("HandlingStrategy", told)
    return "try-catch" if _ENVIRONMENT.fullmatch(simple_class(scene)) else None


def _over_arguments(scene: Scene, condition: Condition) -> bool:
    return scene.pure(condition) or scene.parameter_of(condition) is not None


def tags(scene: Scene, family: str | None) -> list[str]:
    """Lower-case hyphenated words: family, class, module, package, kind."""
    subject = scene.subject
    found: list[str] = []
    if family:
        found.append(family)
    if subject.error_class:
        found.append(_slug(simple_class(scene)))
    path = PurePosixPath(plain(subject.file, 300))
    modules = [_slug(p) for p in (path.stem, *reversed(path.parent.parts))]
    found.extend([m for m in modules if m and m not in _DULL_PATH and len(m) > 2][:2])
    if scene.path_of_names and not scene.path_of_names[-1].startswith("__"):
        found.append(_slug(scene.path_of_names[-1]))
    if subject.http_status:
        found.append(f"http-{subject.http_status}")
    kind = scene.site.kind if scene.site else ""
    found.append({"panic": "panic", "warn": "warning", "report": "log"}.get(kind, ""))
    found.append(_slug(plain(subject.repo, 200).rpartition("/")[2]))
    found.append(subject.language)
    unique = [t for t in dict.fromkeys(found) if 2 <= len(t) <= 40 and t not in _DULL_WORDS]
    return unique[:MAX_TAGS]


def _slug(text: str) -> str:
    return "-".join(w.lower() for w in _WORD.findall(plain(text, 120)))
