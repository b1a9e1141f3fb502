"""Runs the trace readers over a text's blocks and puts the errors found in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from errdex.lookup.interpret.block import Block, Chain
from errdex.lookup.interpret.clean import clean
from errdex.lookup.interpret.prose import plain_event, read_prose
from errdex.model.answer import Event

_QUOTED = re.compile(
    r"(?P<name>(?:[a-z_]\w*\.)+[A-Z][\w$]*(?:Exception|Error|Throwable)): (?P<said>\S.*)", re.DOTALL
)
# A reader is loaded when a text holds one of its hints: most questions are one message, and the
# patterns of all formats take longer to compile than such a question takes to answer.
_READERS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("Traceback (most",), "ipython", "read_ipython"),
    (("Traceback (", 'File "', "Warning: "), "python", "read_python"),
    (("\nE ", "FAILED ", "ERROR "), "pytestlog", "read_pytest"),
    (("panicked at ", "Caused by:"), "rust", "read_rust"),
    (("panic: ", "fatal error: ", ".go:"), "golang", "read_go"),
    ((" at ", "\tat ", "\nat "), "jvm", "read_jvm"),
    ((" at ", "\tat ", "\nat "), "dotnet", "read_dotnet"),
    ((" at ", "\tat ", "\nat ", "❯ ", "@"), "javascript", "read_javascript"),
    ((".php", ".phtml", ".inc"), "scripting", "read_php"),
    ((".rb:", ".rake:", "-e:", "bin/", ".erb:", ".ru:"), "scripting", "read_ruby"),
    ((".dart", "nhandled Exception:", "nhandled exception:", "was thrown"), "dart", "read_dart"),
    (("Fatal error", ".swift", "rror Domain="), "swift", "read_swift"),
    (("terminat", "ssertion"), "native", "read_native"),
    ((": line ", "sh: "), "shell", "read_shell"),
    ((".lua",), "lua", "read_lua"),
    (("** (",), "elixir", "read_elixir"),
    (
        ("ERROR:  ", "FATAL:  ", "PANIC:  ", "WARNING:  ", "\nDETAIL:", "\nHINT:", "\nCONTEXT:"),
        "postgres",
        "read_postgres",
    ),
)


def interpret(text: str) -> list[Event]:
    """The errors that a text tells of: first cause first, repeats folded into a count.

    ``cause`` of an event is an index into the list. A text without any shape is one event.
    """
    found: list[list[Event]] = []
    blocks = clean(text)
    traced: list[list[Chain]] = [_traces(block) for block in blocks]
    any_trace = any(traced)
    fenced = any(block.fenced for block in blocks)
    for block, chains in zip(blocks, traced, strict=True):
        alone = not any_trace and (block.fenced or not fenced)
        chains = chains + read_prose(block, alone)
        chains.sort(key=lambda chain: chain.line)
        found.extend(_unwrapped(chain.events) for chain in chains)
    if not found and not any_trace and text.strip():
        found.append([plain_event(text)])
    return _fold(found)


def _unwrapped(events: list[Event]) -> list[Event]:
    """A chain with the errors that others quote as their message, ``pkg.Error: text``, before them.

    The JVM writes so what an error was made of alone: only the outer one has a stack.
    """
    out: list[Event] = []
    places: list[int] = []
    for event in events:
        cause = places[event.cause] if 0 <= event.cause < len(places) else -1
        found = _QUOTED.match(event.message)
        if found is not None and event.cause < 0:
            out.append(Event(found["said"], found["name"], (), event.language, cause))
            cause = len(out) - 1
        places.append(len(out))
        out.append(Event(event.message, event.error_class, event.frames, event.language, cause))
    return out


def _traces(block: Block) -> list[Chain]:
    whole = "\n" + "\n".join(block.lines)
    chains: list[Chain] = []
    for hints, module, name in _READERS:
        if any(hint in whole for hint in hints):
            chains.extend(_reader(module, name)(block))
    return chains


@cache
def _reader(module: str, name: str) -> Callable[[Block], list[Chain]]:
    loaded = import_module(f"errdex.lookup.interpret.{module}")
    return cast("Callable[[Block], list[Chain]]", getattr(loaded, name))


def _fold(chains: list[list[Event]]) -> list[Event]:
    """Chains as one list with equal events counted once and causes pointing into it."""
    out: list[Event] = []
    seen: dict[tuple[str, str | None, object], int] = {}
    by_message: dict[tuple[str, str | None], int] = {}
    for events in chains:
        places: list[int] = []
        for event in events:
            name = event.error_class.rpartition(".")[2] if event.error_class else None
            if not event.message and not event.error_class and not event.frames:
                places.append(-1)
                continue
            exact = (event.message, name, event.frames[:1])
            at = seen.get(exact, -1)
            if at < 0 and not event.frames:
                at = by_message.get((event.message, name), -1)
            if at < 0:
                at = len(out)
                cause = places[event.cause] if 0 <= event.cause < len(places) else -1
                out.append(
                    Event(event.message, event.error_class, event.frames, event.language, cause)
                )
                seen[exact] = at
                by_message.setdefault((event.message, name), at)
            else:
                old = out[at]
                out[at] = Event(
                    old.message, old.error_class, old.frames, old.language, old.cause, old.count + 1
                )
            places.append(at)
    return out
