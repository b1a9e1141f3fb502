"""Go tests that expect an error: testify, gocheck, gomega, comparisons, tables of wanted texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import go_guards, go_places, go_text
from errdex.languages.interface import Captures, Source
from errdex.languages.locals import enclosing
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

# words of which one stands in every match of tests.scm
NAMES = (b"EqualError", b"ErrorContains", b"ErrorIs", b"ErrorAs", b"PanicsWith", b"MatchError")
MARKS = (b"ErrorMatches", b"err.Error()", b'rr: "', b'rror: "', b"rr: `", b"rror: `")
_REGEX = frozenset({"ErrorMatches", "PanicMatches", "Regexp", "ErrorRegexp"})
_GENERAL = frozenset(
    ["Contains", "Equal", "Equalf", "Containsf", "HasPrefix", "HasSuffix", "Regexp"]
)
_SHOWN = re.compile(r"\b\w*[eE]rr\w*\.Error\(\)")
_WANTED = re.compile(r"(?i)^(?:want|exp(?:ect(?:ed)?)?|should|)_?(?:err(?:or)?|fail)\w*$|^err\w*$")
_CALL = re.compile(r"^[\w.]+\(")
MAX_CALL = 400


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    if "pair" in captures:
        return _from_table(source, captures["pair"][0])
    node = captures["expectation"][0]
    if node.type == "binary_expression":
        return _compared(source, node)
    return _asserted(source, node, source.text(captures["name"][0]))


def _asserted(source: Source, node: Node, name: str) -> Iterable[Provocation]:
    args = go_text.arguments(node)
    shown = [source.text(arg) for arg in args]
    if name in ("Assert", "Check") and len(args) > 2 and shown[1].endswith("ErrorMatches"):
        yield _made(source, node, _text(source, args[2]), None, is_regex=True)
        return
    if name in ("ErrorIs", "ErrorAs", "MatchError"):
        error = shown[-1] if name == "MatchError" else next((s for s in shown if _is_error(s)), "")
        match = _text(source, args[-1]) if name == "MatchError" else ""
        wanted = error.lstrip("&*").rpartition(".")[2]
        yield _made(source, node, match, wanted if wanted.isidentifier() else None)
        return
    about = any(_SHOWN.search(text) for text in shown)
    if name in _GENERAL and not about:
        return
    texts = [text for arg in args[:3] if (text := _text(source, arg))]
    if texts:
        yield _made(source, node, texts[0], None, is_regex=name in _REGEX)


def _is_error(text: str) -> bool:
    return re.fullmatch(r"&?(?:\w+\.)?(?:[Ee]rr[A-Z]\w*|EOF|\w*Error)(?:\{\})?", text) is not None


def _compared(source: Source, node: Node) -> Iterable[Provocation]:
    """``err.Error() != "…"``."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or not _SHOWN.fullmatch(source.text(left)):
        return
    text = _text(source, right)
    if text:
        yield _made(source, node, text, None)


def _from_table(source: Source, pair: Node) -> Iterable[Provocation]:
    """``{name: "…", wantErr: "…"}``: one case of a table."""
    key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
    if key is None or value is None or not _WANTED.match(source.text(key)):
        return
    text = _text(source, value.named_children[0]) if value.named_child_count else ""
    if " " in text or len(text) > 12:
        case = pair.parent
        yield _made(source, pair, text, None, call=source.flat(case) if case is not None else "")


def _text(source: Source, node: Node) -> str:
    said = go_text.texts(source, node)[0]
    return said.template.message if said.is_text else ""


def _made(
    source: Source,
    node: Node,
    match: str,
    error_class: str | None,
    *,
    is_regex: bool = False,
    call: str = "",
) -> Provocation:
    test = enclosing(node, go_places.FUNCTIONS)
    name = test.child_by_field_name("name") if test is not None else None
    return Provocation(
        node.start_point.row + 1,
        source.text(name) if name is not None else "<module>",
        error_class,
        match[:300],
        is_regex,
        call or _provoking(source, node),
    )


def _provoking(source: Source, node: Node) -> str:
    """The statement that made the error, and the assertion itself."""
    own = source.flat(node)
    at = go_guards.in_statements(node)
    while at is not None:
        before = at.prev_named_sibling
        for _ in range(4):
            if before is None:
                break
            text = source.flat(before)
            if before.type in ("short_var_declaration", "assignment_statement") and re.search(
                r"\b[eE]rr\w*\s*:?=", text
            ):
                return f"{text} {own}"[:MAX_CALL]
            before = before.prev_named_sibling
        outer = at.parent.parent if at.parent is not None else None
        if outer is None or outer.type in go_places.FUNCTIONS or outer.type == "func_literal":
            break
        at = go_guards.in_statements(outer)
    return own
