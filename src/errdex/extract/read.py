"""One file's bytes → what it says about errors: run the queries, complete the drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tree_sitter import QueryCursor

from errdex.extract.context import Context
from errdex.languages.interface import Draft, Language, Source, Text
from errdex.languages.queries import query, tree
from errdex.model.facts import FileFacts, Function, SinkParam, Site
from errdex.model.template import Template

if TYPE_CHECKING:
    from tree_sitter import Query

    from errdex.languages.interface import Captures

EXTRACTOR = "27"
MAX_SITES = 20_000
MAX_CONSTANTS = 4_000


def read_file(language: Language, data: bytes, role: str = "source") -> FileFacts:
    """Extract the facts of one file.

    Args:
        language: the language the file is written in.
        data: its text as UTF-8.
        role: ``source`` yields sites; ``test`` yields provocations alone.
    """
    facts = FileFacts(language=language.name)
    if role != "test":
        data = language.trimmed(data)
    sieve = language.test_prefilter if role == "test" else language.prefilter
    if not (sieve or language.prefilter).search(data):
        return facts
    hits = sorted(hit.span() for hint in language.hints for hit in hint.finditer(data))
    if language.hints and not hits:
        return facts
    root = tree(language, data)
    facts.broken = root.has_error
    source = Source(language, data, root)
    source.hits = hits
    if role == "test":
        _read_tests(source, facts, [(0, len(data))])
        return facts
    regions = language.test_regions(source)
    _read_sites(source, facts, regions)
    if regions:
        _read_tests(source, facts, regions)
    return facts


def _matches(
    source: Source, name: str, regions: list[tuple[int, int]], *, inside: bool
) -> list[tuple[str, Captures]]:
    """The matches of a query, where the language has hints only those inside or outside regions."""
    compiled = query(source.language, name)
    if compiled is None:
        return []
    kinds = _kinds(compiled)
    cursor = QueryCursor(compiled)
    if not source.language.hints:
        return [(kinds[index], captures) for index, captures in cursor.matches(source.root)]
    found: dict[tuple[int, ...], tuple[str, Captures]] = {}
    for start, end in _hinted(source, regions, inside):
        cursor.set_byte_range(start, end)
        for index, captures in cursor.matches(source.root):
            key = (index, *(node.id for nodes in captures.values() for node in nodes))
            found.setdefault(key, (kinds[index], captures))
    return list(found.values())


def _hinted(source: Source, regions: list[tuple[int, int]], inside: bool) -> list[tuple[int, int]]:
    """The byte ranges in which matches may lie, near ones joined."""
    ranges: list[tuple[int, int]] = []
    gap = source.language.hint_gap
    for start, end in source.hits:
        if any(first <= start < last for first, last in regions) != inside:
            continue
        if ranges and start <= ranges[-1][1] + gap:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return ranges


_kind_tables: dict[int, list[str]] = {}


def _kinds(compiled: Query) -> list[str]:
    """The ``kind`` property of each pattern of a query; queries live as long as the process."""
    table = _kind_tables.get(id(compiled))
    if table is None:
        table = [
            str(compiled.pattern_settings(index).get("kind", ""))
            for index in range(compiled.pattern_count)  # type: ignore[call-overload]  # the stub calls it a method
        ]
        _kind_tables[id(compiled)] = table
    return table


def _read_tests(source: Source, facts: FileFacts, regions: list[tuple[int, int]]) -> None:
    for _, captures in _matches(source, "tests", regions, inside=True):
        facts.provocations.extend(source.language.provocations(source, captures))


def _read_sites(source: Source, facts: FileFacts, regions: list[tuple[int, int]]) -> None:
    language = source.language
    context = Context(source, facts)
    seen: set[tuple[int, int]] = set()
    found: list[tuple[str, Captures]] = []
    source.constants = facts.constants
    for kind, captures in _matches(source, "sites", regions, inside=False):
        if kind == "class":
            facts.classes.extend(language.error_class(source, captures))
        elif kind == "constant":
            if len(facts.constants) < MAX_CONSTANTS:
                facts.constants.update(language.constant(source, captures))
        elif kind == "import":
            facts.imports.update(language.imports(source, captures))
        elif kind == "catch":
            context.add_catches(captures)
        else:
            found.append((kind, captures))
    for kind, captures in found:
        for draft in language.drafts(source, kind, captures):
            span = (draft.node.start_byte, draft.node.end_byte)
            if span not in seen and len(facts.sites) < MAX_SITES:
                seen.add(span)
                _complete(context, draft, facts)
    context.add_callers()


def _complete(context: Context, draft: Draft, facts: FileFacts) -> None:
    """Turn a draft into sites, one for each text that it may have."""
    place = context.place(draft.node)
    start = draft.anchor or draft.node
    texts: list[Text | None] = list(dict.fromkeys(draft.texts)) or [None]
    function = facts.functions[place.function] if place.function >= 0 else None
    for text in texts:
        template = text.template if text is not None else None
        if template is not None and not template.parts:
            template = None
        site = Site(
            kind=draft.kind,
            line=start.start_point.row + 1,
            end_line=draft.node.end_point.row + 1,
            start=start.start_byte,
            template=template,
            reason=draft.reason or ("" if template else "no message"),
            error_class=draft.error_class,
            code=draft.code,
            http_status=draft.http_status,
            severity=draft.severity,
            function=place.function,
            guards=(*place.guards, *draft.guards),
            comment=place.comment,
            comment_line=place.comment_line,
            statement=place.statement,
            call=draft.call,
            inline=bool(text and text.inline and text.is_text) and draft.inline,
        )
        facts.sites.append(site)
        if function is not None and template is not None:
            _note_sink(facts, function, place.function, template)


def _note_sink(facts: FileFacts, function: Function, index: int, template: Template) -> None:
    """A site whose message shows a parameter of its function makes the function a sink."""
    shown = {hole.expr for hole in template.placeholders}
    params = tuple(name for name in function.params if name in shown)
    if params:
        facts.sinks.append(SinkParam(index, len(facts.sites) - 1, params))
