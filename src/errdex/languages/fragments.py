"""Parts of a file that the grammar leaves without syntax, parsed on their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tree_sitter import Parser, Range

from errdex.languages.queries import grammar

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Language, Source

_parsers: dict[str, Parser] = {}


def fragment(
    source: Source, host: Node, start: int, end: int, language: Language | None = None
) -> Node:
    """The root of some bytes of ``host`` parsed as statements, at most once per file.

    Its nodes keep their places in the file; ``source.hosts`` leads from the root to ``host``. The
    next semicolon is parsed too, so that a lone expression is a whole statement. ``language`` is
    whose grammar understands the bytes, where it is not the file's.
    """
    spoken = language or source.language
    return source.once(("fragment", start, end), lambda: _parse(source, host, start, end, spoken))


def _parse(source: Source, host: Node, start: int, end: int, language: Language) -> Node:
    parser = _parsers.get(language.name)
    if parser is None:
        parser = _parsers[language.name] = Parser(grammar(language))
    ranges = [_range(source.data, host, start, end)]
    stop = source.data.find(b";", end, end + 400)
    if stop >= 0:
        ranges.append(Range(ranges[0].end_point, ranges[0].end_point, stop, stop + 1))
    parser.included_ranges = ranges
    root = parser.parse(source.data).root_node
    source.hosts[root.id] = host
    source.fragments.append(root)
    return root


def _range(data: bytes, host: Node, start: int, end: int) -> Range:
    return Range(_point(data, host, start), _point(data, host, end), start, end)


def _point(data: bytes, host: Node, offset: int) -> tuple[int, int]:
    """The row and column of an offset inside a node whose own are known."""
    begin = host.start_byte
    rows = data.count(b"\n", begin, offset)
    if not rows:
        return host.start_point.row, host.start_point.column + offset - begin
    return host.start_point.row + rows, offset - data.rfind(b"\n", begin, offset) - 1
