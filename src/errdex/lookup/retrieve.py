"""From an event to the places that may have said it: candidates, verification, frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from errdex.lookup.frames import Spot, places
from errdex.model.template import Part
from errdex.store.interface import LookupStore, Placement
from errdex.template.anchors import message_keys
from errdex.template.fold import Text
from errdex.template.match import MatchSpan, match, may_say
from errdex.template.plan import parts_of_shape
from errdex.template.weight import visible, weight

MOST_KEYS = 900
MOST_CANDIDATES = 240
MOST_TEMPLATES = 24
MOST_PLACEMENTS = 400
LONGEST = 20_000
_LITTLE = 0.15


class Reading(NamedTuple):
    """How a message says a template.

    Attributes:
        span: where, and the values.
        text: the form of the message that was read (the message itself, unquoted, or a line).
        bits: information in the fixed text.
        share: part of the message that is fixed text.
        covered: part of the message within the span.
    """

    span: MatchSpan
    text: Text
    bits: float
    share: float
    covered: float


class Message:
    """A message in the forms in which it may be read, each prepared once.

    Args:
        message: the text.
        exact: whether it is known to be one message and nothing else (a class stood before it);
            otherwise a line of it may be the message.
    """

    __slots__ = ("forms", "lines", "size")

    def __init__(self, message: str, exact: bool = False) -> None:
        message = message[:LONGEST].strip()
        forms = [message]
        inner = unquoted(message) or _only_item(message)
        if inner and inner != message:
            forms.append(inner)
        self.forms = [Text(form) for form in forms]
        self.size = max(1, visible(message))
        lines = message.split("\n") if "\n" in message and not exact else []
        self.lines = [Text(line.strip()) for line in lines[:60] if line.strip()]

    def read(self, parts: Sequence[Part], shape: str, caseless: bool = False) -> Reading | None:
        """The message as a template, or None; a cheap look comes before the exact search."""
        part: tuple[MatchSpan, Text] | None = None
        for form in self.forms:
            if not caseless and not may_say(shape, form):
                continue
            span = match(parts, form, caseless=caseless)
            if span is not None and span.whole:
                return self._measured(shape, span, form)
            if span is not None and part is None:
                part = span, form
        return None if part is None else self._measured(shape, *part)

    def _measured(self, shape: str, span: MatchSpan, form: Text) -> Reading:
        fixed = shape.split("\0")
        bits = weight(fixed)
        explained = sum(map(visible, fixed))
        share = min(1.0, explained / self.size)
        if share < _LITTLE and self.lines:
            found = self._one_line(shape)
            if found is not None:
                covered = min(1.0, visible(found[1].raw[found[0].start : found[0].end]) / self.size)
                return Reading(found[0]._replace(whole=False), found[1], bits, share, covered)
        covered = 1.0
        if not span.whole:
            covered = min(1.0, visible(form.raw[span.start : span.end]) / self.size)
        return Reading(span, form, bits, share, covered)

    def _one_line(self, shape: str) -> tuple[MatchSpan, Text] | None:
        """A line that alone says the template: in prose, values do not run over all lines."""
        parts = parts_of_shape(shape)
        for line in self.lines:
            if may_say(shape, line):
                span = match(parts, line)
                if span is not None:
                    return span, line
        return None


class Found(NamedTuple):
    """A place, with how the message says its template (None: it does not, or has no text)."""

    placement: Placement
    reading: Reading | None
    has_text: bool


def retrieve(
    store: LookupStore, message: Message, frames: Sequence[Spot], repo: str | None
) -> list[Found]:
    """All places worth judging: of verified templates, and those on the lines of the trace."""
    readings = _verified(store, message)
    found: dict[tuple[str, str, int, int], Found] = {}
    if readings:
        for placement in _placements(store, list(readings), repo):
            reading = readings.get(placement.template_id)
            if reading is not None:
                found[_key(placement)] = Found(placement, reading, True)
    wanted = places(frames)
    if wanted:
        _add_frames(store, message, wanted, repo, readings, found)
    return list(found.values())


def _key(p: Placement) -> tuple[str, str, int, int]:
    return p.record_id, p.version, p.line, p.template_id


def _verified(store: LookupStore, message: Message) -> dict[int, Reading]:
    """The templates that the message says, those with the most fixed text first."""
    keys: dict[int, None] = {}
    for form in message.forms:
        keys.update(dict.fromkeys(message_keys(form.raw, MOST_KEYS)))
    if not keys:
        return {}
    candidates = store.candidates(list(keys), MOST_CANDIDATES)
    read: list[tuple[float, int, Reading]] = []
    for caseless in (False, True):
        for template_id, shape in candidates:
            reading = message.read(parts_of_shape(shape), shape, caseless)
            if reading is not None:
                worth = reading.bits + (2.0 if reading.span.whole else 0.0)
                read.append((worth, template_id, reading))
        if read:
            break
    read.sort(key=lambda item: (-item[0], item[1]))
    return {template_id: reading for _, template_id, reading in read[:MOST_TEMPLATES]}


def _placements(store: LookupStore, ids: list[int], repo: str | None) -> list[Placement]:
    found = store.placements(ids, repo, MOST_PLACEMENTS)
    if len(found) >= MOST_PLACEMENTS and len(ids) > 1:
        found = []
        for template_id in ids[:6]:
            found.extend(store.placements([template_id], repo, 100))
    return found


def _add_frames(
    store: LookupStore,
    message: Message,
    wanted: list[tuple[str, int]],
    repo: str | None,
    readings: dict[int, Reading],
    found: dict[tuple[str, str, int, int], Found],
) -> None:
    read: dict[int, Reading | None] = dict(readings)
    for placement in store.at_lines(wanted, repo):
        key = _key(placement)
        if key in found:
            continue
        template_id = placement.template_id
        shape = placement.template.shape
        has_text = bool(shape.replace("\0", "").strip())
        if template_id not in read:
            read[template_id] = message.read(placement.template.parts, shape) if has_text else None
        found[key] = Found(placement, read[template_id], has_text)


def unquoted(message: str) -> str:
    """What a message in source form stands for (``KeyError`` prints the repr of its text)."""
    if len(message) < 4 or message[0] not in "\"'" or message[-1] != message[0]:
        return ""
    inner = message[1:-1]
    if "\\" not in inner:
        return inner
    for escape, char in (("\\\\", "\0"), ("\\'", "'"), ('\\"', '"'), ("\\n", "\n"), ("\\t", "\t")):
        inner = inner.replace(escape, char)
    return inner.replace("\0", "\\")


def _only_item(message: str) -> str:
    """The text of a printed list that holds one text (what several libraries' errors print)."""
    if len(message) < 6 or message[0] != "[" or message[-1] != "]" or message[1] not in "\"'":
        return ""
    inner = unquoted(message[1:-1])
    return "" if f"{message[1]}, " in inner else inner
