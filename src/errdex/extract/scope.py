"""Which of a project's own reporters a call may mean, by what its language makes visible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.extract.link import FOLDER_SCOPED, PROGRAM_SCOPED, Names, in_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from errdex.extract.sinks import Sink
    from errdex.model.facts import Function, Site

_OWN = frozenset({"self", "cls", "this", "super()", "Self", "super", "@"})
# languages in which a method of ``self`` may come from any module that is mixed in
MIXED_IN = frozenset({"ruby"})
# languages whose calls of another file's functions name the module
MODULE_NAMED = frozenset({"elixir"})
# languages whose programs define one reporter several times over, for scripts that run alone
REDEFINED = frozenset({"shell"})
REPORTING = re.compile(
    r"(?i)err|fail|raise|throw|abort|die|panic|fatal|invalid|reject|bad|warn|complain|assert|"
    r"invariant|precondition|unexpected|expect|require|check|ensure|crash|bail|exit|usage|report"
)


def meant(
    names: Names,
    by_name: Mapping[str, list[Sink]],
    path: str,
    site: Site,
    function: Function | None,
) -> list[Sink]:
    """The sinks that a call may mean: by file, import, class, or a name that only they have."""
    assert site.call is not None
    callee = site.call.callee.rstrip("!")
    receiver, _, name = callee.replace("::", ".").rpartition(".")
    found = by_name.get(name) or by_name.get(f"{name}!", [])  # Ruby's names may end in it
    found = [s for s in found if _is_shell(names, s.path) == _is_shell(names, path)]
    if function is not None:
        found = [s for s in found if not (s.path == path and s.function == function)]
    if path in names.files and names.files[path].language in FOLDER_SCOPED:
        return _meant_in_package(names, path, receiver, name, found)
    if not receiver and path in names.files and names.files[path].language in PROGRAM_SCOPED:
        meant_here = _meant_in_program(path, found, function)
        if not meant_here and names.files[path].language in REDEFINED and REPORTING.search(name):
            return _any_of(found)
        return meant_here
    if not receiver:
        same = [s for s in found if s.path == path and s.function.class_name is None]
        if same:
            return same
        target = names.files[path].imports.get(name, "") if path in names.files else ""
        words = [w for w in re.split(r"[./:\\]+", target.partition(":")[0]) if w]
        free = [s for s in found if s.function.class_name is None]
        if path in names.files and names.files[path].language in MODULE_NAMED:
            free = [s for s in free if s.function.public]
        if words:
            free = [s for s in free if words[-1] in re.split(r"[/.]", s.path)]
            return free if len({s.path for s in free}) == 1 else []
        return free if len({s.path for s in free}) == 1 and REPORTING.search(name) else []
    if receiver in _OWN:
        same = [s for s in found if s.path == path]
        if path in names.files and names.files[path].language in MIXED_IN:
            found = [s for s in found if _only_passes(s) or REPORTING.search(name)]
        return same or (found if len({s.path for s in found}) == 1 else [])
    if not REPORTING.search(name):
        return []
    # of several the one whose module or class the call names
    named = _one(s for s in found if _owner(s) == receiver.rpartition(".")[2])
    if path in names.files and names.files[path].language in MODULE_NAMED:
        return named
    return _one(found) or named


def _meant_in_package(
    names: Names, path: str, receiver: str, name: str, found: list[Sink]
) -> list[Sink]:
    """The same where a folder is one package and methods are told by their receiver's type."""
    folder = path.rpartition("/")[0]
    beside = [s for s in found if s.path.rpartition("/")[0] == folder]
    if not receiver:
        return _one(s for s in beside if s.function.class_name is None)
    typed = [s for s in found if s.function.class_name == receiver]
    if typed:
        return _one(s for s in typed if s in beside) or _one(typed)
    module = names.files[path].imports.get(receiver)
    if module is not None:
        free = [(s.path, s) for s in found if s.function.class_name is None]
        chosen = in_package(module, free)
        return [s for _, s in free if chosen is not None and s.function == chosen.function]
    methods = [s for s in found if s.function.class_name is not None]
    near = _one(s for s in methods if s in beside)
    return near or (_one(methods) if REPORTING.search(name) else [])


def _meant_in_program(path: str, found: list[Sink], function: Function | None) -> list[Sink]:
    """The same where a free name means one function of the program: the nearest that is seen."""
    free = [
        s for s in found if s.function.class_name is None and (s.path == path or s.function.public)
    ]
    owner = function.class_name if function is not None else None
    folder = path.rpartition("/")[0]
    return (
        _one(s for s in free if s.path == path)
        or _one(s for s in found if owner is not None and s.function.class_name == owner)
        or _one(s for s in free if s.path.rpartition("/")[0] == folder)
        or _one(free)
    )


def _is_shell(names: Names, path: str) -> bool:
    """Whether a file is a shell script: other languages do not see its functions."""
    return path in names.files and names.files[path].language == "shell"


def _any_of(found: list[Sink]) -> list[Sink]:
    """One function of several, where the message is all the caller's in each of them.

    They differ in what stands before it; the one that says most of that is meant.
    """
    if not found or not all(s.passes for s in found):
        return []
    best = max(found, key=lambda s: s.site.template.fixed_length if s.site.template else 0)
    return [s for s in found if (s.path, s.function) == (best.path, best.function)]


def _only_passes(sink: Sink) -> bool:
    """Whether a message is all the caller's, without a word of the sink's own."""
    return sink.passes and sink.site.template is not None and not sink.site.template.fixed_length


def _owner(sink: Sink) -> str:
    """The module or class that a function is defined in, by its last name."""
    return re.split(r"[.:]+", sink.function.qualname.removesuffix(sink.function.name))[-2:][0]


def _one(sinks: Iterable[Sink]) -> list[Sink]:
    """The sinks of one function; none where several functions could be meant."""
    found = list(sinks)
    return found if len({(s.path, s.function.qualname) for s in found}) == 1 else []
