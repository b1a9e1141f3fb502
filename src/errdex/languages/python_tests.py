"""Python tests that expect an error: pytest, unittest, Django."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages import python_text
from errdex.languages.interface import Captures, Source
from errdex.languages.locals import enclosing
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_FUNCTION = frozenset({"function_definition"})
_EXPECTERS = {
    "raises": True,
    "assertRaises": False,
    "assertRaisesRegex": True,
    "assertRaisesRegexp": True,
    "assertRaisesMessage": False,
    "assert_raises": False,
    "assert_raises_regex": True,
    "warns": True,
}


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    if "provocation" in captures:
        call = captures["call"][0]
        if call.type == "as_pattern" and call.named_children:
            call = call.named_children[0]
        body = captures["body"][0]
        yield from _expected(source, call, source.flat(body))
        return
    call = captures["direct"][0]
    parent = call.parent
    while parent is not None and parent.type in ("as_pattern",):
        parent = parent.parent
    if parent is None or parent.type == "with_item":
        return
    yield from _expected(source, call, source.flat(call))


def _expected(source: Source, call: Node, provoking: str) -> Iterable[Provocation]:
    function = call.child_by_field_name("function") if call.type == "call" else None
    listing = call.child_by_field_name("arguments") if call.type == "call" else None
    if function is None or listing is None:
        return
    name = source.text(function).rpartition(".")[2]
    if name not in _EXPECTERS:
        return
    error_class: str | None = None
    match = ""
    for place, arg in enumerate(a for a in listing.named_children if a.type != "comment"):
        if place == 0:
            error_class = source.text(arg).rpartition(".")[2]
        elif arg.type == "keyword_argument":
            key, value = arg.child_by_field_name("name"), arg.child_by_field_name("value")
            wanted = ("match", "expected_regex", "expected_message")
            if key is not None and value is not None and source.text(key) in wanted:
                match = _text(source, value)
        elif place == 1 and name not in ("raises", "warns"):
            match = _text(source, arg)
    test = enclosing(call, _FUNCTION)
    test_name = test.child_by_field_name("name") if test is not None else None
    yield Provocation(
        call.start_point.row + 1,
        source.text(test_name) if test_name is not None else "<module>",
        error_class if error_class and error_class.isidentifier() else None,
        match[:300],
        _EXPECTERS[name],
        provoking,
    )


def _text(source: Source, node: Node) -> str:
    if node.type == "call":
        listing = node.child_by_field_name("arguments")
        function = node.child_by_field_name("function")
        if (
            function is not None
            and source.text(function).endswith("escape")
            and listing is not None
        ):
            node = listing.named_children[0] if listing.named_children else node
    said = python_text.texts(source, node)[0]
    return said.template.message if said.is_text else ""
