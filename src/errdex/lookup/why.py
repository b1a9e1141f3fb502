"""Says in one plain sentence why a match is shown, and names the values it found."""

from __future__ import annotations

import re

from errdex.lookup.classes import simple_name
from errdex.lookup.frames import DEEPER, FILE, FUNCTION, NONE, RAISING
from errdex.lookup.retrieve import Found
from errdex.lookup.score import Evidence
from errdex.model.answer import Capture, Event, MatchType
from errdex.store.interface import Placement
from errdex.template.match import CASELESS, FOLDED, SQUEEZED, match


def match_type(e: Evidence) -> MatchType:
    """What the match rests on."""
    if not e.said:
        return "frame"
    return "exact" if e.whole and e.fold != CASELESS else "contained"


def captures(found: Found) -> tuple[Capture, ...]:
    """Every placeholder's value, read with the record's own placeholders."""
    reading = found.reading
    if reading is None:
        return ()
    template = found.placement.template
    span = match(template.parts, reading.text) or reading.span
    values = list(span.values)
    if values and not isinstance(template.parts[0], str):
        values[0] = _without_class(values[0], simple_name(found.placement.error_class))
    return tuple(
        Capture(hole.expr if hole.expr is not None else hole.text, value)
        for hole, value in zip(template.placeholders, values, strict=False)
    )


def _without_class(value: str, name: str) -> str:
    """A leading value without the class that a trace prints before the message.

    Class names that look like no error's (``Http404``) are only known by the record.
    """
    if not name:
        return value
    found = list(re.finditer(rf"(?<!\w){re.escape(name)}: ", value))
    return value[found[-1].end() :] if found else value


def reason(e: Evidence, place: Placement, event: Event) -> str:
    """One short sentence."""
    said = [_text(e)]
    name = simple_name(event.error_class)
    if e.error_class > 0:
        said.append(f"class {name}")
    elif e.error_class < 0:
        said.append(f"class {name} instead of {simple_name(place.error_class)}")
    if e.frame is not None:
        said.append(_frame(e, place, event))
    if e.language:
        said.append(f"written in {place.language}")
    if e.installed == 2:
        said.append("the installed version")
    elif e.installed == -1:
        said.append("not an installed package")
    return "; ".join(part for part in said if part)


def _text(e: Evidence) -> str:
    if e.said is None:
        return "the code fixes no text here"
    if not e.said:
        return "the message reads otherwise"
    if e.whole:
        text = "the message is exactly the text" if not e.holes else "all of the message fits"
    else:
        text = f"{round(100 * e.covered)} % of the message fits"
    how = {FOLDED: "spacing aside", SQUEEZED: "line breaks aside", CASELESS: "letter case aside"}
    return f"{text}, {how[e.fold]}" if e.fold in how else text


def _frame(e: Evidence, place: Placement, event: Event) -> str:
    if e.frame is None:
        return ""
    base = place.file.rpartition("/")[2]
    if e.frame.level == RAISING:
        return f"frame {base}:{place.line} is the raising line"
    if e.frame.level == DEEPER:
        return f"frame {base}:{place.line} is in the trace"
    if e.frame.level == FUNCTION:
        return f"same file and function {place.function}, other line"
    if e.frame.level == FILE:
        return f"{base} is in the trace"
    return "no frame of the trace is in this file" if e.frame.level == NONE else ""
