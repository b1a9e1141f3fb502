"""What a look-up is asked and what it answers; light, for it is on the look-up's start-up path."""

from __future__ import annotations

from typing import Literal

import msgspec

MatchType = Literal["exact", "contained", "frame", "fuzzy"]


class Frame(msgspec.Struct, frozen=True):
    """One frame of a stack trace, ``line`` 0 where the trace does not say."""

    file: str
    line: int = 0
    function: str = ""


class Event(msgspec.Struct, frozen=True):
    """One error read out of a text.

    Attributes:
        message: its text without class, log prefix and frames.
        error_class: the class the text names, if any.
        frames: its stack, innermost (the raising one) first.
        language: the trace's language where its shape tells.
        cause: index of the event that caused this one within the same text, -1 for none.
        count: how often it was read.
    """

    message: str
    error_class: str | None = None
    frames: tuple[Frame, ...] = ()
    language: str | None = None
    cause: int = -1
    count: int = 1


class Capture(msgspec.Struct, frozen=True):
    """A placeholder's value: ``name`` is its source expression, or its text as written."""

    name: str
    value: str


class Match(msgspec.Struct, frozen=True):
    """One record that may have said the text; ``line`` is the line of the site that fits best."""

    id: str
    repo: str
    version: str
    file: str
    line: int
    template: str
    score: float
    matchType: MatchType  # noqa: N815 (the command line contract)
    captures: tuple[Capture, ...] = ()
    why: str = ""


class Answer(msgspec.Struct, frozen=True):
    """Ranked matches for one query; ``confident`` tells whether the first is to be believed."""

    q: str
    confident: bool
    matches: tuple[Match, ...] = ()
    event: Event | None = None
