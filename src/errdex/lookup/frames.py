"""How well a place in source fits the stack of a trace."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from errdex.model.answer import Frame
from errdex.store.interface import Placement

NONE, FILE, FUNCTION, DEEPER, RAISING = range(5)
MOST_FRAMES = 40
_DRIFT = 60
_SPLIT = re.compile(r"[\\/]+")
_NAMES_TEXT = (
    "__init__.py __main__.py main.py utils.py errors.py index.js index.mjs index.ts util.js"
    " mod.rs lib.rs main.rs main.go errors.go"
)
_COMMON_NAMES = frozenset(_NAMES_TEXT.split())


class FrameFit(NamedTuple):
    """The best fit of a place to any frame.

    Attributes:
        level: ``RAISING`` (the innermost frame is on the place's lines), ``DEEPER`` (an outer
            frame is), ``FUNCTION`` (same file and function, the lines moved), ``FILE`` or ``NONE``.
        depth: index of that frame, 0 the innermost.
        sure: whether the paths agree by more than a base name that many files share.
        named: whether the function's name agrees too.
        near: whether a moved line is near the place.
        shared: how many components, from the right, the paths share.
        extra: how many more the place's path has, which the trace does not show.
    """

    level: int
    depth: int = 0
    sure: bool = False
    named: bool = False
    near: bool = False
    shared: int = 0
    extra: int = 0


class Spot(NamedTuple):
    """A frame made ready for comparison."""

    parts: tuple[str, ...]
    line: int
    function: str


def spots(frames: Sequence[Frame], language: str | None) -> list[Spot]:
    """Frames made ready; of a long stack the inner and the outer end."""
    kept = frames
    if len(frames) > MOST_FRAMES:
        kept = [*frames[: MOST_FRAMES - 10], *frames[-10:]]
    return [_spot(frame, language) for frame in kept]


def _spot(frame: Frame, language: str | None) -> Spot:
    path = [p for p in _SPLIT.split(frame.file) if p not in ("", ".")]
    if language == "java" and len(path) == 1:
        path = [*frame.function.split(".")[:-2], *path]
    return Spot(tuple(path), frame.line, simple_function(frame.function))


def simple_function(name: str) -> str:
    """The last part of a qualified function name, without closures and arguments."""
    opened = name.find("(")
    while opened > 0 and name[opened - 1] == ".":  # a Go receiver: main.(*Pool).Take
        opened = name.find("(", opened + 1)
    if opened > 0:
        name = name[:opened]
    name = name.partition(" [as ")[0].strip()
    name = name.replace("::{{closure}}", "").replace(".<locals>", "").replace("block in ", "")
    for separator in ("::", ".", "#", "->", "\\", "/", "$"):
        head, found, last = name.rpartition(separator)
        if found and last:
            name = last
        elif found:
            name = head
    return name


def places(frames: Sequence[Spot]) -> list[tuple[str, int]]:
    """Base names and lines to ask the store for."""
    return list(dict.fromkeys((s.parts[-1], s.line) for s in frames if s.parts and s.line > 0))


def fit(placement: Placement, frames: Sequence[Spot]) -> FrameFit:
    """The best fit of one place among all frames."""
    best = FrameFit(NONE)
    if not frames:
        return best
    path = placement.file.split("/")
    base = path[-1]
    function = simple_function(placement.function)
    first = next((i for i, spot in enumerate(frames) if spot.parts), 0)
    for depth, spot in enumerate(frames):
        if not spot.parts and placement.language == "sql" and function == spot.function:
            # a server names the function alone
            best = max(best, FrameFit(FUNCTION, depth, True, True), key=lambda f: f.level)
        if not spot.parts or spot.parts[-1] != base:
            continue
        shared = _shared(spot.parts, path)
        sure = shared > 1 or len(path) == 1 or (len(spot.parts) == 1 and base not in _COMMON_NAMES)
        named = bool(function) and function == spot.function
        if placement.line <= spot.line <= placement.end_line:
            level = RAISING if depth <= first else DEEPER
        elif named:
            level = FUNCTION
        else:
            level = FILE
        near = spot.line > 0 and abs(spot.line - placement.line) <= _DRIFT
        found = FrameFit(level, depth, sure, named, near, shared, len(path) - shared)
        if (sure, level, named, shared) > (best.sure, best.level, best.named, best.shared):
            best = found
    return best


def _shared(a: Sequence[str], b: Sequence[str]) -> int:
    count = 0
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        count += 1
    return count
