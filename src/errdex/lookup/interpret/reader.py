"""Runs the trace readers over a text's blocks and puts the errors found in order."""

from __future__ import annotations

from collections.abc import Callable

from errdex.lookup.interpret.block import Block, Chain
from errdex.lookup.interpret.clean import clean
from errdex.lookup.interpret.dotnet import read_dotnet
from errdex.lookup.interpret.golang import read_go
from errdex.lookup.interpret.ipython import read_ipython
from errdex.lookup.interpret.javascript import read_javascript
from errdex.lookup.interpret.jvm import read_jvm
from errdex.lookup.interpret.native import read_native
from errdex.lookup.interpret.prose import plain_event, read_prose
from errdex.lookup.interpret.pytestlog import read_pytest
from errdex.lookup.interpret.python import read_python
from errdex.lookup.interpret.rust import read_rust
from errdex.lookup.interpret.scripting import read_php, read_ruby
from errdex.model.answer import Event

_READERS: tuple[tuple[tuple[str, ...], Callable[[Block], list[Chain]]], ...] = (
    (("Traceback (most",), read_ipython),
    (("Traceback (", 'File "', "Warning: "), read_python),
    (("\nE ", "FAILED ", "ERROR "), read_pytest),
    (("panicked at ", "Caused by:"), read_rust),
    (("panic: ", "fatal error: ", ".go:"), read_go),
    (("at ",), read_jvm),
    (("at ",), read_dotnet),
    (("at ", "❯ ", "@"), read_javascript),
    ((".php", ".phtml", ".inc"), read_php),
    ((".rb:", ".rake:", "-e:", "bin/", ".erb:", ".ru:"), read_ruby),
    (("terminat", "ssertion"), read_native),
)


def interpret(text: str) -> list[Event]:
    """The errors that a text tells of: first cause first, repeats folded into a count.

    ``cause`` of an event is an index into the list. A text without any shape is one event.
    """
    found: list[list[Event]] = []
    blocks = clean(text)
    traced: list[list[Chain]] = [_traces(block) for block in blocks]
    any_trace = any(traced)
    for block, chains in zip(blocks, traced, strict=True):
        chains = chains + read_prose(block, alone=not any_trace)
        chains.sort(key=lambda chain: chain.line)
        found.extend(chain.events for chain in chains)
    if not found and not any_trace and text.strip():
        found.append([plain_event(text)])
    return _fold(found)


def _traces(block: Block) -> list[Chain]:
    whole = "\n" + "\n".join(block.lines)
    chains: list[Chain] = []
    for hints, read in _READERS:
        if any(hint in whole for hint in hints):
            chains.extend(read(block))
    return chains


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
