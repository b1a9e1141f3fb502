"""errdex: from a text on a screen to the line of source that said it.

This is the one public door; everything else may move. Its names, by what they are for:

Read code into a store: `open_source` and `installed` give snapshots, `scan` (with a `Crew` of
worker processes) reads one into the store of `open_store`, and returns a `ScanReport`.

Ask: `open_lookup` opens a store for questions in milliseconds; `answer` takes any text and gives
one `Answer` an error in it, each with its `Match`es; `ask` gives the best one alone; `interpret`
only reads the text's `Event`s.

Read records: an `Envelope` holds a `Record` (schema version 2) and its `Evidence`; `explained`
fills the prose of one that `Store.get` gave. A message is a `Template` of text and `Placeholder`s.

Extend: a `Language` is what a language module registers; `read_file` is one file's facts.

Everything raised on purpose is an `ErrdexError` with a code, what happened, and a hint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from errdex.errors import ErrdexError as ErrdexError
    from errdex.errors import LanguageError as LanguageError
    from errdex.errors import SourceError as SourceError
    from errdex.errors import StoreError as StoreError
    from errdex.errors import UsageError as UsageError
    from errdex.explain.complete import explained as explained
    from errdex.extract.read import read_file as read_file
    from errdex.languages.interface import Language as Language
    from errdex.lookup.answer import answer as answer
    from errdex.lookup.answer import ask as ask
    from errdex.lookup.interpret import interpret as interpret
    from errdex.model.answer import Answer as Answer
    from errdex.model.answer import Event as Event
    from errdex.model.answer import Match as Match
    from errdex.model.record import Envelope as Envelope
    from errdex.model.record import Evidence as Evidence
    from errdex.model.record import Record as Record
    from errdex.model.template import Placeholder as Placeholder
    from errdex.model.template import Template as Template
    from errdex.pipeline.crew import Crew as Crew
    from errdex.pipeline.scan import ScanReport as ScanReport
    from errdex.pipeline.scan import scan as scan
    from errdex.source.installed import installed as installed
    from errdex.source.open import open_source as open_source
    from errdex.store.open import open_lookup as open_lookup
    from errdex.store.open import open_store as open_store

_ROOMS = {
    "errors": ("ErrdexError", "LanguageError", "SourceError", "StoreError", "UsageError"),
    "explain.complete": ("explained",),
    "extract.read": ("read_file",),
    "languages.interface": ("Language",),
    "lookup.answer": ("answer", "ask"),
    "lookup.interpret": ("interpret",),
    "model.answer": ("Answer", "Event", "Match"),
    "model.record": ("Envelope", "Evidence", "Record"),
    "model.template": ("Placeholder", "Template"),
    "pipeline.crew": ("Crew",),
    "pipeline.scan": ("ScanReport", "scan"),
    "source.installed": ("installed",),
    "source.open": ("open_source",),
    "store.open": ("open_lookup", "open_store"),
}
_HOMES = {name: f"errdex.{room}" for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name's room when it is first used, so that a look-up starts fast."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'errdex' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*_HOMES, "__version__"})
