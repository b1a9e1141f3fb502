"""Prints every place where Python source raises or reports an error, read with `ast`."""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from python_messages import Parts, arguments_of, braces, callee, joined, parts_of, printf

LOG_METHODS = {"error", "critical", "exception", "fatal"}
LOGGER = re.compile(r"^_*(?:log|logger|logging)_*$|(?:_log|logger)$", re.IGNORECASE)
PARSER = re.compile(r"(?:^|_)(?:arg)?parser$|Parser$|^ap$", re.IGNORECASE)
ERROR_CLASS = re.compile(r"^_*(?:[A-Z]\w*)?(?:Error|Exception|Warning|Fault|Invalid)$")
LOGGING_OPTIONS = {"exc_info", "extra", "stack_info", "stacklevel"}
LOGGING_FORMATTED_FROM = 2  # a log call formats its text only when arguments follow it


@dataclass
class Site:
    """One raising expression and the template it carries, if it is written there."""

    node: ast.AST
    kind: str
    error_class: str | None = None
    templates: list[Parts] = field(default_factory=list)
    variable: bool = False

    def as_json(self, file: str) -> str:
        """The site as a line of the truth."""
        inline = bool(self.templates)
        shown = {
            "file": file,
            "line": self.node.lineno,  # type: ignore[attr-defined]
            "end_line": self.node.end_lineno,  # type: ignore[attr-defined]
            "kind": self.kind,
            "class": self.error_class,
            "parts": self.templates[0] if inline else None,
            "inline": inline,
        }
        if self.variable:
            shown["variable"] = True
        if len(self.templates) > 1:
            shown["others"] = self.templates[1:]
        return json.dumps(shown)


class Reader(ast.NodeVisitor):
    """Walks one module and collects its sites."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self._caught: list[str] = []
        self._warn_names = {"warn", "warn_explicit"}
        self._bare_warn: set[str] = set()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Learn under which name `warnings.warn` is known here."""
        if node.module == "warnings":
            self._bare_warn |= {
                one.asname or one.name for one in node.names if one.name in self._warn_names
            }

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """Remember the caught name while its handler is read."""
        if node.name is None:
            self.generic_visit(node)
            return
        self._caught.append(node.name)
        self.generic_visit(node)
        self._caught.pop()

    def visit_Raise(self, node: ast.Raise) -> None:
        """`raise X(…)`: a site; what is built inside it is not another one."""
        if node.exc is None:
            return
        raised = _without_traceback(node.exc)
        match raised:
            case ast.Name(id=name) if name in self._caught:
                self.sites.append(Site(node, "reraise", variable=True))
            case ast.Name() | ast.Attribute():
                last = callee(raised) or ""
                known = last.lstrip("_")[:1].isupper()
                self.sites.append(Site(node, "raise", last if known else None, variable=not known))
            case ast.Call():
                self.sites.append(Site(node, "raise", callee(raised.func), arguments_of(raised)))
            case ast.IfExp() | ast.BoolOp():
                self.visit(raised)  # the errors are built in the branches
            case _:
                self.sites.append(Site(node, "raise", variable=True))

    def visit_Assert(self, node: ast.Assert) -> None:
        """`assert c, text`."""
        if node.msg is not None:
            parts = parts_of(node.msg)
            self.sites.append(Site(node, "assert", "AssertionError", [parts] if parts else []))
        self.visit(node.test)

    def visit_Call(self, node: ast.Call) -> None:
        """Warnings, exits, parser errors, error logs and error objects."""
        site = self._called(node)
        if site is not None:
            self.sites.append(site)
            return
        self.generic_visit(node)

    def _called(self, node: ast.Call) -> Site | None:
        name = callee(node.func)
        receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
        owner = None if receiver is None else _last_name(receiver)
        if (owner == "warnings" and name in self._warn_names) or (
            receiver is None and name in self._bare_warn
        ):
            return Site(node, "warn", _category(node), _warned(node))
        if owner == "sys" and name == "exit":
            templates = arguments_of(node)
            return Site(node, "exit", "SystemExit", templates) if templates else None
        if owner is not None and name == "error" and PARSER.search(owner):
            return Site(node, "parser_error", None, arguments_of(node)[:1])
        if owner is not None and name in LOG_METHODS and LOGGER.search(owner):
            return Site(node, "log", None, _logged(node))
        if name is not None and ERROR_CLASS.match(name) and (node.args or node.keywords):
            return Site(node, "construct", name, arguments_of(node))
        return None


def _without_traceback(raised: ast.expr) -> ast.expr:
    match raised:
        case ast.Call(func=ast.Attribute(value=value, attr="with_traceback")):
            return value
    return raised


def _last_name(receiver: ast.expr) -> str | None:
    """`self.log` → `log`; `logging.getLogger(…)` → `logger`."""
    match receiver:
        case ast.Call(func=function):
            called = callee(function)
            return "logger" if called in {"getLogger", "get_logger"} else None
    return callee(receiver)


def _category(node: ast.Call) -> str | None:
    given = [word.value for word in node.keywords if word.arg == "category"]
    if not given and len(node.args) > 1:
        given = [node.args[1]]
    if not given and node.args and isinstance(node.args[0], ast.Call):
        given = [node.args[0].func]
    name = callee(given[0]) if given else None
    return name if name and name[:1].isupper() else None


def _warned(node: ast.Call) -> list[Parts]:
    message = node.args[0] if node.args else None
    if message is None:
        return arguments_of(node)[:1]
    if parts := parts_of(message):
        return [parts]
    built = isinstance(message, ast.Call) and ERROR_CLASS.match(callee(message.func) or "")
    return arguments_of(message)[:1] if built and isinstance(message, ast.Call) else []


def _logged(node: ast.Call) -> list[Parts]:
    message = node.args[0] if node.args else None
    if message is None:
        return arguments_of(node)[:1]
    parts = parts_of(message)
    if parts is None:
        return []
    if len(node.args) >= LOGGING_FORMATTED_FROM:
        return [joined(printf(parts))]
    # Some loggers take values by keyword and fill braces; either reading is right.
    valued = any(word.arg not in LOGGING_OPTIONS for word in node.keywords)
    filled = braces(parts) if valued else None
    return [parts, joined(filled)] if filled and None in filled else [parts]


def sites_of(source: bytes) -> list[Site]:
    """The sites of one module, in the order of their lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source)
    reader = Reader()
    reader.visit(tree)
    return sorted(reader.sites, key=lambda site: site.node.lineno)  # type: ignore[attr-defined]


def files_below(root: Path) -> Iterator[Path]:
    """The Python files of a corpus, in a fixed order."""
    return (path for path in sorted(root.rglob("*.py")) if path.is_file())


def main() -> int:
    """Print the truth of a folder, and on standard error what could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    root: Path = parser.parse_args().root
    sys.setrecursionlimit(10_000)
    unread = 0
    for path in files_below(root):
        file = path.relative_to(root).as_posix()
        try:
            sites = sites_of(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError) as failure:
            unread += 1
            print(f"not parsed: {file}: {failure}", file=sys.stderr)
            continue
        for site in sites:
            print(site.as_json(file))
    print(f"{unread} files not parsed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
