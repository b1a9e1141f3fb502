"""What a finished scan hands to the store: records with the texts by which they are found."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from errdex.model.record import Envelope
from errdex.model.template import Template


class Needle(msgspec.Struct, frozen=True):
    """One text by which a record can be found, and the place that says it.

    Attributes:
        template: the text; may have no fixed part (found by class and frame alone).
        file: path of the place, relative to the snapshot's root.
        line: 1-based line where the raising expression starts.
        end_line: its last line.
        function: simple name of the enclosing function, ``<module>`` at the top level.
        error_class: simple class name as a trace prints it, None without one.
        kind: the site's kind, or ``variant`` for the text of a reporter's caller.
    """

    template: Template
    file: str
    line: int
    end_line: int
    function: str = ""
    error_class: str | None = None
    kind: str = "raise"


@dataclass(frozen=True, slots=True)
class Entry:
    """One record, its evidence and its needles (the first is the record's own template).

    ``content`` is a digest of what the record says, wherever its code stands and whenever it was
    read: while it stays the same, ``contentChangedAt`` does too.
    """

    envelope: Envelope
    needles: tuple[Needle, ...]
    language: str
    content: str = ""
