"""Reads what was raised, and says by the source of each raise statement what a right answer is."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from errdex.source.roles import SOURCE, role_of

_FRAME = re.compile(r'^  File "(.+)", line (\d+)', re.MULTILINE)
_LAST_STACK = "Traceback (most recent call last):\n"
Span = tuple[int, int]


@dataclass(frozen=True)
class Truth:
    """A message that was raised.

    Attributes:
        library: the suite that raised it.
        file: relative to the folder of packages.
        spans: the lines of the raise statement, and of the assignments of what it raises.
        kind: ``raise``, ``assert``, ``factory`` (a function makes the error), ``made elsewhere``
            (a name or attribute that the function does not make), ``reraise``.
        name: the class, qualified as a traceback prints it.
        stack: the places of the whole stack, innermost first.
        statement: the raise statement's source on one line.
        values: whether no part of the message's text stands in the statement.
        repo: the repository that must be answered; ``""`` where files tell them apart.
    """

    library: str
    file: str
    line: int
    spans: tuple[Span, ...]
    kind: str
    name: str
    message: str
    traceback: str
    stack: tuple[tuple[str, int], ...]
    statement: str
    values: bool
    repo: str = ""

    @property
    def headed(self) -> str:
        """The message as the last line of a traceback has it."""
        return f"{self.name}: {self.message}" if self.message else self.name


class Module:
    """The raise statements of one file."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.found: dict[int, tuple[ast.Raise | ast.Assert, tuple[ast.AST, ...]]] = {}
        self._walk(ast.parse(text), ())

    def _walk(self, node: ast.AST, above: tuple[ast.AST, ...]) -> None:
        if isinstance(node, ast.Raise | ast.Assert):
            assert node.end_lineno is not None
            for line in range(node.lineno, node.end_lineno + 1):
                self.found[line] = node, above
        inner = (*above, node)
        for child in ast.iter_child_nodes(node):
            self._walk(child, inner)

    def statement(self, line: int) -> tuple[str, tuple[Span, ...], str, bool] | None:
        """Kind, accepted spans, source and whether it holds no text; None without a raise."""
        if line not in self.found:
            return None
        node, above = self.found[line]
        assert node.end_lineno is not None
        spans: list[Span] = [(node.lineno, node.end_lineno)]
        source = " ".join(" ".join(self.lines[node.lineno - 1 : node.end_lineno]).split())
        values = not any(
            isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.strip()
            for part in ast.walk(node)
        )
        if isinstance(node, ast.Assert):
            return "assert", tuple(spans), source, values
        kind, made = _kind(node.exc, above)
        return kind, (*spans, *made), source, values


def _kind(error: ast.expr | None, above: tuple[ast.AST, ...]) -> tuple[str, list[Span]]:
    """The kind of a raise statement, and where what it raises is made in the same function."""
    while isinstance(error, ast.Call) and _called(error) == "with_traceback":
        assert isinstance(error.func, ast.Attribute)
        error = error.func.value
    if isinstance(error, ast.Call):
        return ("raise" if _is_class(_called(error)) else "factory"), []
    if isinstance(error, ast.Attribute):
        return ("raise" if _is_class(error.attr) else "made elsewhere"), []
    if not isinstance(error, ast.Name):
        return "made elsewhere", []
    if _caught(error.id, above):
        return "reraise", []
    if _is_class(error.id):
        return "raise", []
    made = _made(error.id, above)
    return ("raise" if made else "made elsewhere"), made


def _is_class(name: str) -> bool:
    return name.lstrip("_")[:1].isupper()


def _called(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _caught(name: str, above: Iterable[ast.AST]) -> bool:
    return any(isinstance(node, ast.ExceptHandler) and node.name == name for node in above)


def _made(name: str, above: tuple[ast.AST, ...]) -> list[Span]:
    """Where the enclosing function gives the name a call's result."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
    function = next(node for node in reversed(above) if isinstance(node, functions))
    spans: list[Span] = []
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Call):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(t, ast.Name) and t.id == name for t in targets):
            assert node.end_lineno is not None
            spans.append((node.lineno, node.end_lineno))
    return spans


def truths(library: str, raised: Path, root: Path) -> Iterator[Truth]:
    """What a suite raised in source files (a package's own test helpers left out)."""

    @cache
    def module(file: str) -> Module:
        return Module((root / file).read_text(encoding="utf-8"))

    with raised.open(encoding="utf-8") as lines:
        for line in lines:
            told = json.loads(line)
            file = told["file"]
            if role_of(file, packaged=True) != SOURCE:
                continue
            found = module(file).statement(told["line"])
            if found is None:
                continue
            kind, spans, statement, values = found
            yield Truth(
                library,
                file,
                told["line"],
                spans,
                kind,
                told["class"].removeprefix("builtins."),
                told["message"],
                told["traceback"],
                _stack(told["traceback"], told["message"], str(root)),
                statement,
                values,
            )


def _stack(traceback: str, message: str, root: str) -> tuple[tuple[str, int], ...]:
    """The places of the last stack below the root, innermost first."""
    last = traceback.rstrip().removesuffix(message.rstrip()).rpartition(_LAST_STACK)[2]
    found = [(path, int(line)) for path, line in _FRAME.findall(last)]
    inside = [(path[len(root) + 1 :], line) for path, line in found if path.startswith(root)]
    return tuple(reversed(inside))
