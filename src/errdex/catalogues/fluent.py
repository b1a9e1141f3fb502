"""Project Fluent's ``.ftl``."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from fluent.syntax import FluentParser, ast

from errdex.catalogues.interface import MAX_MESSAGES, MAX_TEXT, Catalogue
from errdex.model.facts import Message
from errdex.model.template import Part, Placeholder, Template, whole

MAX_CHARS = 500_000
MAX_DEPTH = 40


class Fluent(Catalogue):
    """``key = text { $name }``, with attributes, variants and terms."""

    name = "fluent"
    suffixes = (".ftl",)

    def messages(self, text: str) -> list[Message]:
        """The entries, each variant a text of its own; what cannot be parsed is left out."""
        if len(text) > MAX_CHARS or _is_deep(text):
            return []
        body = FluentParser(with_spans=True).parse(text).body
        lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        terms = {e.id.name: e.value for e in body if isinstance(e, ast.Term)}
        found: list[Message] = []
        for entry in body:
            if not isinstance(entry, ast.Message):
                continue
            values: list[tuple[str, ast.Pattern | None, ast.Identifier]]
            values = [(entry.id.name, entry.value, entry.id)]
            values += [(f"{entry.id.name}.{a.id.name}", a.value, a.id) for a in entry.attributes]
            for key, value, name in values:
                line = bisect_right(lines, name.span.start) if name.span else 1
                for said in _texts(value, terms):
                    found.append(Message(key, said, line))
                    if len(found) >= MAX_MESSAGES:
                        return found
        return found


def _texts(pattern: ast.Pattern | None, terms: dict[str, ast.Pattern]) -> Iterator[Template]:
    """The texts of a pattern: one, or one for each variant of its first choice."""
    if pattern is None:
        return
    elements = pattern.elements
    for place, element in enumerate(elements):
        chosen = element.expression if isinstance(element, ast.Placeable) else None
        if isinstance(chosen, ast.SelectExpression):
            before, after = elements[:place], elements[place + 1 :]
            for variant in chosen.variants:
                parts = _parts([*before, *variant.value.elements, *after], terms)
                yield Template.of(parts)
            return
    yield Template.of(_parts(elements, terms))


def _parts(
    elements: list[ast.TextElement | ast.Placeable], terms: dict[str, ast.Pattern], depth: int = 3
) -> list[Part]:
    parts: list[Part] = []
    for element in elements:
        if isinstance(element, ast.TextElement):
            parts.append(whole(element.value[:MAX_TEXT]))
            continue
        inner = element.expression
        while isinstance(inner, ast.Placeable):
            inner = inner.expression
        term = terms.get(inner.id.name) if isinstance(inner, ast.TermReference) else None
        if isinstance(inner, ast.StringLiteral):
            parts.append(whole(str(inner.parse()["value"])))
        elif term is not None and depth:
            parts += _parts(term.elements, terms, depth - 1)
        else:
            name = _variable(inner)
            written = f"{{ ${name} }}" if name else "{ … }"
            parts.append(Placeholder(written, name, None, None))
    return parts


def _variable(inner: object) -> str | None:
    """The variable that a placeable shows, perhaps through a function."""
    if isinstance(inner, ast.FunctionReference) and inner.arguments.positional:
        inner = inner.arguments.positional[0]
    return inner.id.name if isinstance(inner, ast.VariableReference) else None


def _is_deep(text: str) -> bool:
    """Whether braces nest deeper than people nest them: the parser would recurse as deep."""
    depth = 0
    for sign in text:
        if sign == "{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif sign == "}":
            depth = max(0, depth - 1)
    return False


FLUENT = Fluent()
