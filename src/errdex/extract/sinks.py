"""The project's own reporters, inferred: functions whose parameters become error text.

A function is a sink at a parameter when the parameter flows into the message of a site in it.
Every call of a sink that brings text of its own is a site; a call that brings another parameter
makes its own function a sink in turn, so the inference is repeated until nothing new is found.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import ahocorasick_rs
import msgspec

from errdex.extract.context import Context
from errdex.extract.link import Names, bind
from errdex.extract.scope import REPORTING, meant
from errdex.languages.interface import Language, Source
from errdex.languages.queries import tree
from errdex.model.facts import Argument, FileFacts, Function, SinkParam, Site
from errdex.model.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

ROUNDS = 5
MAX_USES = 2_000
MAX_NAMES = 5_000
# a bracket, or what a call without one is given
_CALL = re.compile(
    rb"\s*(?:::<[^<>]*>)?!?\s*[(\[{]|[ \t]+(?=[\"']|<<[~-]|[a-z_]\w*\n|\$|-?\d+[ \t]+[\"'$])"
)
_QUOTED = re.compile(rb"\s*&?(?:<<[~-]|[rRbBuUfF$]*[\"'`]|[\w.:]{1,40}!?\(\s*[rRbBuUfF&$]*[\"'`])")
_KEYWORD = re.compile(rb"\s*([\w$]+)\s*[=:]\s*(?:[rRbBuUfF$]*[\"'`]|[\w.]{1,20}\(\s*[\"'`])")
_MARK = re.compile(rb"[()\[\]{},;\"'`]")
WINDOW = 600
_MESSAGE = re.compile(
    r"(?i)_*(?:msg|message|text|reason|err(?:or)?_?(?:msg|message|text|string)?|detail|description|"
    r"fmt|format|what|why|template|explanation|title|problem|hint)s?"
    r"|(?-i:\w*[a-z](?:Message|Msg|Reason))|\w+_(?:msg|message|reason)"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
# ``tool: FATAL: ``
_LABEL = re.compile(r"^(?:[^\w:]*\w+(?:[^\w:]\w+)?[^\w:]*:)+\s*$")


class Sink(NamedTuple):
    """A function that reports text given to it.

    Attributes:
        path: the file that defines it.
        function: the function.
        site: the site in it whose message shows its parameters.
        params: the parameters shown.
        passes: whether the message is all the caller's (fewer than two words are the sink's own).
    """

    path: str
    function: Function
    site: Site
    params: tuple[str, ...]
    passes: bool


class Use(NamedTuple):
    """A call of a sink that brings text: a site of its own, or a variant of the sink's record."""

    path: str
    sink: Sink
    site: Site
    function: Function | None
    variant: bool
    whole: Template


def sinks_of(path: str, facts: FileFacts, sites: Sequence[Site]) -> list[Sink]:
    """The sinks that one file's own sites make.

    Args:
        path: the file.
        facts: what it says by itself.
        sites: its sites in the same order, with what other files tell of them: a class may show
            another argument than the first.
    """
    found: dict[tuple[int, str], Sink] = {}
    params = {param.site: param for param in facts.sinks}
    for index, site in enumerate(sites):
        param = params.get(index)
        if site is not facts.sites[index] and site.function >= 0 and site.template is not None:
            shown = {hole.expr for hole in site.template.placeholders}
            names = tuple(n for n in facts.functions[site.function].params if n in shown)
            param = SinkParam(site.function, index, names) if names else None
        if param is None:
            continue
        sink = _sink(path, facts.functions[param.function], site, param)
        if sink is not None:
            shape = sink.site.template.shape if sink.site.template else ""
            found.setdefault((param.function, shape), sink)
    return list(found.values())


def _sink(path: str, function: Function, site: Site, param: SinkParam) -> Sink | None:
    name = function.name
    if len(name) < 3 or (name.startswith("__") and name.endswith("__")) or site.template is None:
        return None
    if name in ("constructor", "main", "fmt", "new", "from", "toString"):
        return None
    # a parameter that decides whether the site is reached is data, not text for people
    params = tuple(p for p in param.params if not _decides(p, site))
    passes = _is_all_given(site.template)
    if passes and not REPORTING.search(name):
        params = tuple(p for p in params if _MESSAGE.fullmatch(p.lstrip("$")))
    return Sink(path, function, site, params, passes) if params else None


def _is_all_given(template: Template) -> bool:
    """Whether a message has less than two words of its own; a label before it is none."""
    words = [_LABEL.sub("", part) for part in template.parts[:1] if isinstance(part, str)]
    rest = [part for part in template.parts[1:] if isinstance(part, str)]
    return len(_WORD.findall(" ".join([*words, *rest]))) < 2


def _decides(param: str, site: Site) -> bool:
    """Whether conditions test a parameter.

    Whether a message is there at all is no such test, nor is handing it on after something else.
    """
    name = re.escape(param)
    handed = re.compile(rf"\w[!?]?\([^()]*,\s*{name}\b")
    present = re.compile(
        rf"\(?{name}(?: (?:!=|is not) (?:NULL|nullptr|None|null|nil))?\)?|is_binary\({name}\)|"
        rf"type\({name}\) == [\"']string[\"']"
    )
    tested = (
        guard.text
        for guard in site.guards
        if not (
            _MESSAGE.fullmatch(param)
            and (present.fullmatch(guard.text) or handed.search(guard.text))
        )
    )
    return re.search(rf"(?<![\w$]){name}\b", " ".join(tested)) is not None


class Wanted(NamedTuple):
    """Where in its arguments a call must bring text; no places at all means anywhere."""

    places: frozenset[int] = frozenset()
    names: frozenset[bytes] = frozenset()


class Sieve:
    """Finds, in a file's bytes, where sinks may be called; small enough to be sent to workers.

    Args:
        wanted: by sink name, where a call of it must bring text.
    """

    def __init__(self, wanted: dict[str, Wanted]) -> None:
        self.wanted = wanted
        self._names = sorted(wanted)[:MAX_NAMES]
        names = [name.encode() for name in self._names]
        # of names that begin with one another (error, errorf) the longest is meant
        self._automaton = (
            ahocorasick_rs.BytesAhoCorasick(names, ahocorasick_rs.MatchKind.LeftmostLongest)
            if names
            else None
        )

    @property
    def digest(self) -> str:
        """Tells apart sieves that let other calls through."""
        told = "\n".join(
            f"{name} {sorted(self.wanted[name].places)} {sorted(self.wanted[name].names)}"
            for name in self._names
        )
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()

    def __reduce__(self) -> tuple[type[Sieve], tuple[dict[str, Wanted]]]:
        return Sieve, (self.wanted,)

    def hits(self, data: bytes) -> list[int]:
        """Offsets of names that are called with what may be text; the tree decides."""
        if self._automaton is None:
            return []
        found: list[int] = []
        for index, start, end in self._automaton.find_matches_as_indexes(data):
            if start and (data[start - 1 : start].isalnum() or data[start - 1 : start] == b"_"):
                continue
            call = _CALL.match(data, end)
            if call is None:
                continue
            if _brings_text(
                data[call.end() : call.end() + WINDOW], self.wanted[self._names[index]]
            ):
                found.append(start)
                if len(found) >= MAX_USES:
                    break
        return found


def _brings_text(arguments: bytes, wanted: Wanted) -> bool:
    """Whether the text after a call's bracket has a literal where it is wanted; one linear walk."""
    if not wanted.places and not wanted.names:
        return True
    place = depth = at = 0
    fresh = True
    while True:
        if fresh:
            named = _KEYWORD.match(arguments, at)
            if (place in wanted.places and _QUOTED.match(arguments, at)) or (
                named is not None and named[1] in wanted.names
            ):
                return True
        mark = _MARK.search(arguments, at)
        if mark is None:
            return False
        sign, at, fresh = mark.group(), mark.end(), False
        if sign in b"([{":
            depth += 1
        elif sign in b")]}":
            depth -= 1
            if depth < 0:
                return False
        elif sign == b";":
            return False
        elif sign == b",":
            if depth == 0:
                place += 1
                fresh = True
        else:
            close = arguments.find(sign, at)
            if close < 0:
                return False
            at = close + 1


class Needles:
    """The sinks of one round of inference, by name."""

    def __init__(self, sinks: Iterable[Sink]) -> None:
        self.by_name: dict[str, list[Sink]] = defaultdict(list)
        for sink in sinks:
            self.by_name[sink.function.name].append(sink)
        self.sieve = Sieve({name: _wanted(found) for name, found in self.by_name.items()})


def _wanted(sinks: list[Sink]) -> Wanted:
    """Where calls of sinks of one name must bring text; a message may come in a variable."""
    places: set[int] = set()
    names: set[bytes] = set()
    for sink in sinks:
        if any(_MESSAGE.fullmatch(p.lstrip("$")) for p in sink.params) and sink.passes:
            return Wanted()
        if not all(p.lstrip("$@&").isidentifier() for p in sink.params):
            return Wanted()  # a shell's parameters have no names
        places.update(sink.function.params.index(p) for p in sink.params)
        names.update(p.encode() for p in sink.params)
    return Wanted(frozenset(places), frozenset(names))


def read_uses(language: Language, data: bytes, offsets: list[int]) -> FileFacts:
    """The calls that stand at some offsets, as sites without text but with their call."""
    facts = FileFacts(language=language.name)
    root = tree(language, data)
    source = Source(language, data, root)
    source.constants = facts.constants
    context = Context(source, facts)
    tests = language.test_regions(source)
    for offset in offsets:
        if any(start <= offset < end for start, end in tests):
            continue
        call_node = _call_node(language, language.node_at(source, offset))
        if call_node is None:
            continue
        call = language.call_at(source, call_node)
        if call is None:
            continue
        place = context.place(call_node)
        facts.sites.append(
            Site(
                kind="report",
                line=call_node.start_point.row + 1,
                end_line=call_node.end_point.row + 1,
                start=call_node.start_byte,
                function=place.function,
                guards=place.guards,
                comment=place.comment,
                comment_line=place.comment_line,
                statement=place.statement,
                call=call,
            )
        )
    return facts


def _call_node(language: Language, node: Node | None) -> Node | None:
    """The call whose callee ends at a name; None when the name stands for something else."""
    at = node
    for _ in range(5):
        if at is None or at.type in language.function_kinds:
            return None
        if at.type in language.call_kinds:
            return at
        at = at.parent
    return None


def resolve_uses(
    names: Names, needles: Needles, path: str, facts: FileFacts
) -> tuple[list[Use], list[Sink]]:
    """What the calls in one file report, and the functions that they make sinks."""
    uses: list[Use] = []
    sinks: list[Sink] = []
    for site in facts.sites:
        function = facts.functions[site.function] if site.function >= 0 else None
        for sink in meant(names, needles.by_name, path, site, function):
            use = _use(path, sink, site, function)
            worded = use is not None and _WORD.search(" ".join(use.whole.literals)) is not None
            # blanks between what it was given itself are no text of its own
            passed = None if worded else _passed_on(path, sink, site, function)
            if passed is not None:
                sinks.append(passed)
            elif use is not None:
                uses.append(use)
    return uses, sinks


def _use(path: str, sink: Sink, site: Site, function: Function | None) -> Use | None:
    """The text that a call reports; None when it brings no text of its own."""
    assert site.call is not None and sink.site.template is not None
    args = site.call.args
    bound = _bound(sink, site)
    texts = [bound[p].template for p in sink.params if p in bound and bound[p].is_text]
    if not any(text.fixed_length for text in texts):
        return None
    whole = bind(sink.site.template, sink.function.params, args, {})
    own = texts[0] if sink.passes else whole
    return Use(path, sink, _made(sink, site, own), function, not sink.passes, whole)


def _made(sink: Sink, site: Site, template: Template) -> Site:
    """A call's place with what the sink makes of it."""
    return msgspec.structs.replace(
        site,
        kind=sink.site.kind,
        template=template,
        error_class=sink.site.error_class,
        code=sink.site.code,
        http_status=sink.site.http_status,
        severity=sink.site.severity,
        inline=False,
    )


def _bound(sink: Sink, site: Site) -> dict[str, Argument]:
    """The call's arguments by the sink's parameter names."""
    assert site.call is not None
    positional = [arg for arg in site.call.args if arg.name is None]
    bound = dict(zip(sink.function.params, positional, strict=False))
    bound.update({arg.name: arg for arg in site.call.args if arg.name is not None})
    return bound


def _passed_on(path: str, sink: Sink, site: Site, function: Function | None) -> Sink | None:
    """A function that hands its own parameter to a sink is a sink itself."""
    if function is None or len(function.name) < 3 or sink.site.template is None:
        return None
    assert site.call is not None
    whole = bind(sink.site.template, sink.function.params, site.call.args, {})
    shown = {hole.expr for hole in whole.placeholders}
    params = tuple(p for p in function.params if p in shown)
    # with words around what it is given the message is no longer all the caller's
    passes = sink.passes and _is_all_given(whole)
    if passes and not REPORTING.search(function.name):
        params = tuple(p for p in params if _MESSAGE.fullmatch(p.lstrip("$")))
    if not params:
        return None
    return Sink(path, function, _made(sink, site, whole), params, passes)
