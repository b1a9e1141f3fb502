"""Across files: give each site the text that its class, a constant or a reporter builds for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from errdex.model.facts import Argument, Call, ErrorClass, FileFacts, Site
from errdex.model.template import Part, Placeholder, Template

_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*(?:\[\w+\])?")
_NUMBER = re.compile(r"-?\d+")
_SPLIT = re.compile(r"\.|::")
# languages in which the files of a folder see each other's names without an import
FOLDER_SCOPED = frozenset({"go"})
# languages in which a free name means one thing in the whole program
PROGRAM_SCOPED = frozenset({"c", "cpp", "ruby", "shell"})
# languages in which a class is named without saying what file it stands in
CLASS_SCOPED = frozenset({"csharp", "php", "swift"})
_OWN_ROOTS = frozenset({"crate", "super", "self", "src"})
MAX_BASES = 12
T = TypeVar("T")


class LinkedClass(NamedTuple):
    """An error class and the file that defines it."""

    path: str
    facts: ErrorClass


class Names:
    """What the files of a snapshot define by name."""

    def __init__(self, files: Iterable[tuple[str, FileFacts]]) -> None:
        self.files: dict[str, FileFacts] = dict(files)
        self.classes: dict[str, list[LinkedClass]] = defaultdict(list)
        self.constants: dict[str, list[tuple[str, Template]]] = defaultdict(list)
        for path, facts in self.files.items():
            for found in facts.classes:
                self.classes[found.name].append(LinkedClass(path, found))
            for name, template in facts.constants.items():
                self.constants[name].append((path, template))

    def error_class(self, path: str, written: str) -> LinkedClass | None:
        """The class that a name (dotted or not) means in a file."""
        found = self.classes.get(written)
        if not found:
            found = self.classes.get(_SPLIT.split(written)[-1])
        if not found:
            return None
        return self._nearest(path, written, [(c.path, c) for c in found])

    def constant(self, path: str, written: str) -> Template | None:
        """The text that a name stands for in a file; imported names only when they are imported."""
        facts = self.files[path]
        own = facts.constants.get(written)
        if own is not None:
            return own
        if facts.language in CLASS_SCOPED and "::" in written:
            named = self.constants.get(written)
            return self._nearest(path, written, named) if named else None
        head, _, tail = written.partition(".")
        target = facts.imports.get(head)
        if target is None:
            if facts.language in PROGRAM_SCOPED:
                text = self._beside(path, written) or self._anywhere(written)
                last = written.rpartition("::")[2]  # Ruby's constants are known by their last name
                return text or self._beside(path, last) or self._anywhere(last)
            if facts.language in CLASS_SCOPED and "." in written:
                return self._beside(path, written) or self._anywhere(written)
            # a class of the same folder may be named without an import
            scoped = facts.language in FOLDER_SCOPED or "." in written
            return self._beside(path, written) if scoped else None
        name = tail or (target.rpartition(":")[2] if ":" in target else "")
        found = self.constants.get(name) or self.constants.get(written)
        return self._nearest(path, written, found) if found else None

    def _beside(self, path: str, written: str) -> Template | None:
        """The one text that another file of the same folder gives a name."""
        folder = path.rpartition("/")[0]
        found = {
            text.shape: text
            for where, text in self.constants.get(written, ())
            if where.rpartition("/")[0] == folder
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def _anywhere(self, written: str) -> Template | None:
        """The one text that the program's files give a name."""
        found = {text.shape: text for _, text in self.constants.get(written, ())}
        return next(iter(found.values())) if len(found) == 1 else None

    def _nearest(self, path: str, written: str, found: Sequence[tuple[str, T]]) -> T | None:
        """Of several definitions the one in this file, else the imported one, else the only one."""
        for where, what in found:
            if where == path:
                return what
        facts = self.files[path]
        head = _SPLIT.split(written)[0]
        module = facts.imports.get(written, facts.imports.get(head, "")).partition(":")[0]
        if facts.language in FOLDER_SCOPED and module:
            return in_package(module, found)
        words = [word for word in re.split(r"[./:\\]+", module) if word]
        if words:
            named = [(where, what) for where, what in found if _stem(where).endswith(words[-1])]
            if not named and module[0] not in "./" and words[0] not in _OWN_ROOTS:
                named = [(where, what) for where, what in found if words[0] in where.split("/")]
                found = named
            return _closest(path, named or found)
        folder = path.rpartition("/")[0]
        same = [what for where, what in found if where.rpartition("/")[0] == folder]
        if len(same) == 1:
            return same[0]
        return found[0][1] if len(found) == 1 else None

    def bases(self, linked: LinkedClass) -> list[LinkedClass]:
        """The class and its bases that the snapshot defines, nearest first."""
        chain: list[LinkedClass] = []
        queue = [linked]
        while queue and len(chain) < MAX_BASES:
            at = queue.pop(0)
            if at in chain:
                continue
            chain.append(at)
            for base in at.facts.bases:
                found = self.error_class(at.path, base)
                if found is not None:
                    queue.append(found)
        return chain


def _stem(path: str) -> str:
    """A file's path without suffix; a folder's own file stands for the folder."""
    stem = path.rpartition(".")[0] or path
    return stem.removesuffix("/__init__").removesuffix("/index").removesuffix("/mod")


def _closest(path: str, found: Sequence[tuple[str, T]]) -> T | None:
    """Of several imported definitions the one that shares the longest way with the file.

    A package that ships its code twice (``lib/`` and ``browser/``) means its own half.
    """
    if not found:
        return None
    here = path.split("/")[:-1]

    def shared(where: str) -> int:
        return next(
            (n for n, (a, b) in enumerate(zip(here, where.split("/"), strict=False)) if a != b),
            min(len(here), where.count("/")),
        )

    ranked = sorted(found, key=lambda one: -shared(one[0]))
    if len(ranked) > 1 and shared(ranked[0][0]) == shared(ranked[1][0]):
        # as near as each other: the shallower one, when that tells them apart
        near = [one for one in ranked if shared(one[0]) == shared(ranked[0][0])]
        near.sort(key=lambda one: one[0].count("/"))
        return near[0][1] if near[0][0].count("/") < near[1][0].count("/") else None
    return ranked[0][1]


def in_package(module: str, found: Sequence[tuple[str, T]]) -> T | None:
    """Of several definitions the one in the folder that an import path ends with.

    A path such as ``example.org/team/project/v2/store`` is known by its last words alone, since
    the snapshot's root may be any of the others.
    """
    wanted = [word for word in module.split("/") if not re.fullmatch(r"v\d+", word)]
    outside = "." in wanted[0] if wanted else False
    best: list[T] = []
    most = 0
    for where, what in found:
        folders = where.split("/")[:-1]
        same = 0
        while same < min(len(folders), len(wanted)) and folders[-1 - same] == wanted[-1 - same]:
            same += 1
        if not folders and outside:
            same = 1  # a file at the snapshot's root may be any package
        elif same < (min(2, len(folders)) if outside else len(wanted)):
            continue
        if same > most:
            best, most = [], same
        if same and same == most:
            best.append(what)
    return best[0] if len(best) == 1 else None


def link_site(names: Names, path: str, site: Site) -> tuple[Site, tuple[Template, ...]]:
    """A site with the text that its class or a constant gives it, and other texts it may show."""
    linked = None
    if site.call is not None and site.kind != "reraise":
        linked = names.error_class(path, site.call.callee)
    if linked is None and site.error_class is not None:
        linked = names.error_class(path, site.error_class)
    changes: dict[str, object] = {}
    others: tuple[Template, ...] = ()
    if linked is not None:
        chain = names.bases(linked)
        changes = _class_facts(site, chain)
        built = class_text(chain, site.call or Call(""))
        if built is not None and built.parts:
            if site.template is None or not site.template.literals:
                if built.literals or site.template is None or _another(built, site):
                    changes["template"], changes["reason"] = built, ""
            elif built != site.template and built.literals:
                others = (built,)
    template = changes.get("template", site.template)
    if isinstance(template, Template) and len(template.parts) == 1:
        constant = _constant_text(names, path, template.parts[0])
        if constant is not None:
            changes["template"], changes["reason"] = constant, ""
    return (_replaced(site, changes) if changes else site), others


def _another(built: Template, site: Site) -> bool:
    """Whether a class shows another of a call's arguments than the site takes for the text."""
    args = site.call.args if site.call is not None else ()
    given = {hole.expr for arg in args for hole in arg.template.placeholders}
    shown = {hole.expr for hole in built.placeholders}
    taken = {hole.expr for hole in site.template.placeholders} if site.template else set()
    return shown <= given and taken <= given and not shown & taken


def class_text(chain: list[LinkedClass], call: Call) -> Template | None:
    """The text that an error class builds from a call's arguments; None when it builds none."""
    params: tuple[str, ...] = ()
    defaults: dict[str, Template] = {}
    for linked in chain:
        facts = _constructed(linked.facts, call)
        if facts.params and not params:
            params, defaults = facts.params, facts.defaults
        if facts.template is not None:
            return bind(facts.template, facts.params or params, call.args, facts.defaults)
        if facts.text is not None:
            return bind(facts.text, params, call.args, defaults)
    return None


def _constructed(facts: ErrorClass, call: Call) -> ErrorClass:
    """An error class as the constructor builds it that a call's arguments fit."""
    fitting = [
        made
        for made in facts.overloads
        if len(made.params) == len(call.args)
        and all(
            name in made.texts or not arg.is_text
            for name, arg in zip(made.params, call.args, strict=True)
        )
    ]
    if not fitting:
        return facts
    named = [{arg.template.message.strip("{}") for arg in call.args} & {*m.params} for m in fitting]
    best = max(range(len(fitting)), key=lambda at: (len(named[at]), -at))
    made = fitting[best]
    return msgspec.structs.replace(facts, params=made.params, template=made.template)


def bind(
    template: Template,
    params: Sequence[str],
    args: Sequence[Argument],
    defaults: dict[str, Template],
) -> Template:
    """Put a call's arguments where a template shows the parameters they are bound to."""
    bound: dict[str, Argument] = {}
    place = 0
    for arg in args:
        if arg.name is not None:
            bound[arg.name] = arg
        elif place < len(params):
            bound[params[place]] = arg
            place += 1

    def fill(hole: Placeholder) -> Iterable[Part] | None:
        arg = bound.get(hole.expr or "")
        if arg is None:
            default = defaults.get(hole.expr or "")
            return default.parts if default is not None else None
        if arg.is_text:
            return arg.template.parts
        inner = arg.template.parts
        if len(inner) == 1 and isinstance(inner[0], Placeholder):
            if hole.spec is None and _NUMBER.fullmatch(inner[0].expr or ""):
                return [inner[0].expr or ""]
            return [Placeholder(hole.text, inner[0].expr, hole.spec, hole.type)]
        return None

    return template.substitute(fill)


def _constant_text(names: Names, path: str, part: Part) -> Template | None:
    if isinstance(part, str) or part.expr is None or not _NAME.fullmatch(part.expr):
        return None
    return names.constant(path, part.expr)


def _class_facts(site: Site, chain: list[LinkedClass]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for linked in chain:
        if site.code is None and "code" not in changes and linked.facts.code:
            changes["code"] = linked.facts.code
        if site.http_status is None and "http_status" not in changes and linked.facts.http_status:
            changes["http_status"] = linked.facts.http_status
    return changes


def _replaced(site: Site, changes: dict[str, object]) -> Site:
    return msgspec.structs.replace(site, **changes)
