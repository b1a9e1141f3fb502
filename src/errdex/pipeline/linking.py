"""Stage three: facts of all files → groups with everything the snapshot knows about them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

import msgspec

from errdex.evidence.expected import Expectations
from errdex.extract.group import Group, Raised, group_sites
from errdex.extract.link import Names, link_site
from errdex.extract.sinks import ROUNDS, Needles, Sieve, Sink, Use, resolve_uses, sinks_of
from errdex.extract.translate import Messages
from errdex.extract.unnamed import unnamed
from errdex.model.facts import CallerFact, Catch, FileFacts, Function, Provocation, Site
from errdex.model.template import Template

MAX_CALLERS = 8
Linked = tuple[Site, tuple[Template, ...]]
ReadCalls = Callable[[Sieve], dict[str, FileFacts]]


def link(files: dict[str, FileFacts], read_calls: ReadCalls) -> Iterator[list[Group]]:
    """The groups of each file that has any, in path order; catalogues' own after all others."""
    names = Names(files.items())
    messages = Messages(files.items())
    linked = {path: [link_site(names, path, site) for site in f.sites] for path, f in files.items()}
    uses = _infer(names, files, linked, read_calls)
    own: dict[str, list[Raised]] = defaultdict(list)
    variants: dict[tuple[str, int], list[Use]] = defaultdict(list)
    for use in uses:
        if use.variant:
            variants[use.sink.path, use.sink.site.start].append(use)
        else:
            others = (use.whole,) if use.whole != use.site.template else ()
            own[use.path].append(Raised(use.site, use.function, others))
    facts_about = _About(names, files)
    for path in sorted(files):
        facts = files[path]
        raised = [Raised(site, _function(facts, site), also) for site, also in linked[path]]
        known = {item.site.start for item in raised if _has_text(item)}
        raised.extend(item for item in own[path] if item.site.start not in known)
        if messages:
            raised = [_translated(messages, path, item) for item in raised]
        groups = group_sites(path, facts.language, raised)
        for group in groups:
            for item in group.raised:
                group.variants.extend(variants.pop((path, item.site.start), ()))
            facts_about.complete(group)
        if groups:
            yield groups
    entries: dict[str, list[Raised]] = defaultdict(list)
    for path, item in unnamed(messages):
        entries[path].append(item)
    for path in sorted(entries):
        yield group_sites(path, files[path].language, entries[path])


def _function(facts: FileFacts, site: Site) -> Function | None:
    return facts.functions[site.function] if site.function >= 0 else None


def _translated(messages: Messages, path: str, item: Raised) -> Raised:
    """A site with the text that catalogues keep for it, in every language."""
    told = messages.tell(path, item.site)
    if told is None:
        return item
    site = msgspec.structs.replace(item.site, template=told.template, reason="")
    texts = dict.fromkeys(one.template for one in told.said)
    if _has_text(item) and item.site.template is not None:
        texts[item.site.template] = None  # where no catalogue is at hand the key is shown
    texts.pop(told.template, None)
    return Raised(site, item.function, (*item.others, *texts), told.said)


def _has_text(item: Raised) -> bool:
    return item.site.template is not None and bool(item.site.template.literals)


def _infer(
    names: Names,
    files: dict[str, FileFacts],
    linked: dict[str, list[Linked]],
    read_calls: ReadCalls,
) -> list[Use]:
    """Infer the project's reporters to a fixed point and collect what their callers say."""
    uses: dict[tuple[str, int, str], Use] = {}
    fresh: list[Sink] = []
    for path, facts in files.items():
        fresh += sinks_of(path, facts, [site for site, _ in linked[path]])
    seen = {(s.path, s.function.qualname, s.params) for s in fresh}
    for _ in range(ROUNDS):
        if not fresh:
            break
        needles = Needles(fresh)
        fresh = []
        for path, facts in read_calls(needles.sieve).items():
            found, passed = resolve_uses(names, needles, path, facts)
            for use in found:
                shape = use.whole.shape
                uses.setdefault((path, use.site.start, shape), use)
            for sink in passed:
                key = (sink.path, sink.function.qualname, sink.params)
                if key not in seen:
                    seen.add(key)
                    fresh.append(sink)
    return list(uses.values())


class _About:
    """What the whole snapshot says about a group: its class, callers, tests and catches."""

    def __init__(self, names: Names, files: dict[str, FileFacts]) -> None:
        self._names = names
        self._callers: dict[tuple[str, str], list[CallerFact]] = defaultdict(list)
        self._catches: dict[str, list[tuple[str, Catch]]] = defaultdict(list)
        provocations: list[tuple[str, Provocation]] = []
        for path, facts in files.items():
            for caller in facts.callers:
                self._callers[path, caller.callee].append(caller)
            for catch in facts.catches:
                self._catches[catch.error_class].append((path, catch))
            provocations.extend((path, found) for found in facts.provocations)
        self._expected = Expectations(provocations)

    def complete(self, group: Group) -> None:
        """Fill the evidence lists of a group."""
        site = group.main.site
        written = site.call.callee if site.call is not None else site.error_class
        if written:
            group.error_class = self._names.error_class(group.path, written)
        group.tests = self._expected.of(group)
        if group.error_class is not None and site.error_class:
            group.catches = self._catches.get(site.error_class, [])[:4]
        function = group.main.function
        if function is not None and not function.public:
            group.callers = [(group.path, c) for c in self._nearest(group.path, function.name)]

    def _nearest(self, path: str, name: str) -> list[CallerFact]:
        """Who calls a private function in its file, up to the nearest public functions."""
        found: dict[tuple[str, int], CallerFact] = {}
        queue, seen = [name], {name}
        while queue and len(found) < MAX_CALLERS:
            for caller in self._callers.get((path, queue.pop(0)), ()):
                simple = caller.function.rpartition(".")[2].rpartition("::")[2]
                if simple == caller.callee:
                    continue
                found.setdefault((caller.function, caller.line), caller)
                if not caller.public and simple not in seen:
                    seen.add(simple)
                    queue.append(simple)
        return sorted(found.values(), key=lambda c: (not c.public, c.line))[:MAX_CALLERS]
