"""Where a site stands: its function, the conditions on the path to it, the comment above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.model.facts import CallerFact, Catch, FileFacts, Function, Guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from errdex.languages.interface import Captures, Source

MAX_EARLY = 3
MAX_GUARDS = 12
MAX_CALLERS = 400
# further out nothing is kept of a place, and each step up costs the depth
MAX_LEVELS = 500
MAX_COMMENT = 600
_CALL = re.compile(rb"\s*(?:::<[^>]*>)?!?\s*\(")


class Place(NamedTuple):
    """What surrounds one site."""

    function: int
    guards: tuple[Guard, ...]
    comment: str
    comment_line: int
    statement: str


def _calls(data: bytes, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where names stand, whole words followed by an opening bracket."""
    for name in names:
        word = name.encode()
        start = data.find(word)
        while start >= 0:
            end = start + len(word)
            before = data[start - 1 : start]
            if not (before.isalnum() or before == b"_") and _CALL.match(data, end):
                yield start, end
            start = data.find(word, end)


def _down(root: Node, node: Node) -> list[Node]:
    """The nodes from a root down to a node of its tree; none where it is another tree's."""
    found = [root]
    inner = root.child_with_descendant(node)
    while inner is not None:
        found.append(inner)
        inner = inner.child_with_descendant(node) if inner != node else None
    return found if found[-1] == node else []


class Context:
    """Answers where nodes of one file stand, describing each function once."""

    def __init__(self, source: Source, facts: FileFacts) -> None:
        self.source = source
        self.facts = facts
        self._functions: dict[int, int] = {}
        self._owners: dict[int, Function] = {}

    def place(self, node: Node) -> Place:
        """All that surrounds a node."""
        path = self._path(node)
        function = self._function_index(path[:-1])
        guards, comment_node = self._walk(path)
        comment, line = self._comment(comment_node)
        return Place(function, guards, comment, line, self.source.flat(node))

    def add_catches(self, captures: Captures) -> None:
        """Record the error classes that one ``catch`` match names."""
        for name in self.source.language.catches(self.source, captures):
            node = captures["catch"][0]
            owner = self._owner(node)
            self.facts.catches.append(
                Catch(name, node.start_point.row + 1, owner.qualname if owner else "<module>")
            )

    def add_callers(self) -> None:
        """Find the calls, in this file, of its private functions that hold sites.

        The bytes tell where a call may be, the tree whether it is one.
        """
        methods: dict[str, bool] = {}
        for function in self.facts.functions:
            if not function.public and len(function.name) > 2:
                methods[function.name] = function.class_name is not None
        tests = self.source.language.test_regions(self.source)
        for start, end in sorted(_calls(self.source.data, methods)):
            if len(self.facts.callers) >= MAX_CALLERS:
                return
            if not any(first <= start < last for first, last in tests):
                self._add_caller(start, end, methods)

    def _add_caller(self, start: int, end: int, methods: dict[str, bool]) -> None:
        node = self.source.root.descendant_for_byte_range(start, end)
        if node is None or node.child_count or node.type in ("string_content", "comment"):
            return
        parent = node.parent
        if parent is None or parent.type in self.source.language.function_kinds:
            return
        if "string" in node.type or "comment" in node.type:
            return
        # a bare function is not called through a receiver, a method always is
        name = self.source.text(node)
        received = self.source.data[max(0, start - 1) : start] in (b".", b":", b">")
        fits = received == methods.get(name, received)
        fits = fits or (not received and self.source.language.bare_methods)
        if not fits and self.source.data[start - 2 : start] != b"::":
            return
        call = parent
        while call.type not in self.source.language.call_kinds and call.parent is not None:
            call = call.parent
            if call.type in self.source.language.block_kinds:
                return
        owner = self._owner(node)
        self.facts.callers.append(
            CallerFact(
                name,
                node.start_point.row + 1,
                owner.qualname if owner else "<module>",
                owner.public if owner else True,
                self.source.flat(call, 160),
            )
        )

    def _owner(self, node: Node) -> Function | None:
        is_function = self.source.language.is_function
        path = self._path(node)
        while len(path) > 1:
            path.pop()
            if is_function(path[-1]):
                key = path[-1].id
                if key in self._functions:
                    return self.facts.functions[self._functions[key]]
                if key not in self._owners:
                    self._owners[key] = self.source.language.function(self.source, path)
                return self._owners[key]
        return None

    def _path(self, node: Node) -> list[Node]:
        """The nodes from the root down to a node, through the hosts of parts parsed alone."""
        # from above it costs the depth, from below the depth's square
        found = _down(self.source.root, node)
        if found:
            return found
        for root in self.source.fragments:
            if root.start_byte <= node.start_byte and node.end_byte <= root.end_byte:
                found = _down(root, node)
                if found:
                    return [*self._path(self.source.hosts[root.id]), *found]
        path = [node]
        at = node.parent
        while at is not None:
            path.append(at)
            at = at.parent
        path.reverse()
        return path

    def _function_index(self, path: list[Node]) -> int:
        is_function = self.source.language.is_function
        for depth in range(len(path) - 1, -1, -1):
            if is_function(path[depth]):
                key = path[depth].id
                index = self._functions.get(key)
                if index is None:
                    index = self._functions[key] = len(self.facts.functions)
                    described = self.source.language.function(self.source, path[: depth + 1])
                    self.facts.functions.append(described)
                return index
        return -1

    def _walk(self, path: list[Node]) -> tuple[tuple[Guard, ...], Node]:
        """The guards from the function down to the site, and the statement to look above of."""
        language = self.source.language
        guards: list[list[Guard]] = []
        early = 0
        statement: Node | None = None
        guarded: Node | None = None
        for depth in range(len(path) - 1, max(0, len(path) - 1 - MAX_LEVELS), -1):
            child, parent = path[depth], path[depth - 1]
            if parent.type in language.block_kinds:
                statement = statement or child
                if early < MAX_EARLY:
                    found = self._early(parent, child, MAX_EARLY - early)
                    early += len(found)
                    guards.append(found)
            conditions: list[Guard] = []
            if sum(map(len, guards)) < MAX_GUARDS:  # those further out are not kept
                conditions = language.guards(self.source, parent, child)
            if conditions:
                guards.append(conditions)
                guarded = guarded or parent
            if language.is_function(parent):
                break
        flat = [guard for group in reversed(guards) for guard in group][-MAX_GUARDS:]
        where = statement or path[-1]
        if guarded is not None and self._above(where) is None:
            where = guarded
        return tuple(flat), where

    def _early(self, block: Node, child: Node, most: int) -> list[Guard]:
        """Guards from earlier statements of a block that may have left, nearest ones only."""
        found: list[Guard] = []
        before = child.prev_named_sibling
        steps = 0
        while before is not None and len(found) < most and steps < 12:
            guard = self.source.language.early(self.source, before)
            if guard is not None:
                found.append(guard)
            before = before.prev_named_sibling
            steps += 1
        found.reverse()
        return found

    def _above(self, node: Node) -> Node | None:
        above = node.prev_sibling
        if above is None and node.parent is not None:
            # a comment before a block's first statement stands before the block in some grammars
            outer = node.parent
            above = outer.prev_sibling if outer.type in self.source.language.block_kinds else None
        if above is None or above.type not in self.source.language.comment_kinds:
            return None
        return above if above.end_point.row >= node.start_point.row - 1 else None

    def _comment(self, node: Node) -> tuple[str, int]:
        """The comment lines that end right above a node."""
        lines: list[str] = []
        first = 0
        above = self._above(node)
        while above is not None:
            lines.append(self.source.language.comment_text(self.source.text(above)))
            first = above.start_point.row + 1
            above = self._above(above)
        lines.reverse()
        text = "\n".join(line for line in lines if line)
        return text[:MAX_COMMENT], first if text else 0
