"""Whether a text says a template, where, and with which values: fixed text searched in order.

Only ``find``, ``startswith`` and ``endswith`` run over stored text, so any template on any text
takes time linear in the text: no stored pattern ever reaches a regular expression engine. Types
of placeholders and balanced brackets choose between possible readings; they never refuse one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from errdex.model.template import Part
from errdex.template.fold import Text, View, fold_fixed, squeeze_fixed
from errdex.template.plan import Plan
from errdex.template.values import fits, is_strange, split_values

VERBATIM, FOLDED, SQUEEZED, CASELESS = range(4)
_POSITIONS = 8
_BUDGET = 96
_MOST_CHOICES = 48


class MatchSpan(NamedTuple):
    """One reading of a text as a template.

    Attributes:
        start: where the template's text starts in the text.
        end: where it ends.
        values: the value of every placeholder, in order.
        whole: whether nothing of the text but whitespace is left outside.
        fold: ``VERBATIM``, ``FOLDED`` (spacing and quotes forgiven), ``SQUEEZED`` (whitespace
            ignored) or ``CASELESS``.
        strange: how many values do not look like what their placeholder writes.
    """

    start: int
    end: int
    values: tuple[str, ...]
    whole: bool
    fold: int = VERBATIM
    strange: int = 0


def may_say(shape: str, text: Text) -> bool:
    """A cheap necessary condition for ``match``: the longest fixed text is there."""
    longest = max(shape.split("\0"), key=len)
    if longest in text.raw:
        return True
    want = fold_fixed(longest).strip()
    if want in text.folded.text:
        return True
    return "\n" in text.raw and squeeze_fixed(longest) in text.squeezed.text


def match(
    parts: Sequence[Part], text: str | Text, *, whole: bool = False, caseless: bool = False
) -> MatchSpan | None:
    """The best reading of ``text`` as the template ``parts``, or None.

    The whole text is tried before a part of it, and the text as it is before its foldings. With
    ``whole`` nothing but the whole text counts; with ``caseless`` letters may differ in case
    when nothing else fits.
    """
    asked = Text(text) if isinstance(text, str) else text
    plan = Plan.of(parts)
    if not plan.fixed:
        return _only_values(plan, asked.raw)
    for fold, view, literal in _views(plan, asked, caseless):
        shaped = plan if literal is None else _reshape(plan, literal)
        if not shaped.fixed or not all(f in view.text for f in shaped.fixed):
            found = _lost_blank(shaped, view.text) if fold == FOLDED else None
        else:
            found = _search(shaped, view.text, whole)
        if found is not None:
            return _translate(plan, asked.raw, view, shaped, found, fold)
    return None


class _Found(NamedTuple):
    start: int
    end: int
    at: tuple[int, ...]


class _Raw:
    """A text as it is, with the interface of a folded one."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def origin(self, position: int) -> int:
        return position


def _views(
    plan: Plan, text: Text, caseless: bool
) -> Iterator[tuple[int, View | _Raw, tuple[str, ...] | None]]:
    yield VERBATIM, _Raw(text.raw), None
    flat = tuple(fold_fixed(f) for f in plan.fixed)
    first = "" if plan.gaps[0] else flat[0]
    last = "" if plan.gaps[-1] else flat[-1]
    if (
        flat != plan.fixed
        or text.folded.text != text.raw
        or first != first.lstrip()
        or last != last.rstrip()
        or (plan.gaps[-1] and flat[-1] != flat[-1].rstrip())
    ):
        yield FOLDED, text.folded, flat
    if "\n" in text.raw:
        yield SQUEEZED, text.squeezed, tuple(squeeze_fixed(f) for f in plan.fixed)
    if caseless:
        yield CASELESS, text.lower, tuple(f.lower() for f in flat)


def _reshape(plan: Plan, literal: tuple[str, ...]) -> Plan:
    """The plan with folded fixed text; blanks at its outer ends and empty texts are dropped."""
    parts: list[Part] = []
    last = len(literal) - 1
    for index, text in enumerate(literal):
        parts.extend(plan.gaps[index])
        if index == 0 and not plan.gaps[0]:
            text = text.lstrip()
        if index == last and not plan.gaps[-1]:
            text = text.rstrip()
        if text:
            parts.append(text)
    parts.extend(plan.gaps[-1])
    return Plan.of(parts)


def _lost_blank(plan: Plan, text: str) -> _Found | None:
    """A last value that is empty, its blank before it stripped from the end of the text."""
    if not plan.fixed or not plan.gaps[-1]:
        return None
    last = plan.fixed[-1]
    if last == last.rstrip() or not last.strip() or not text.endswith(last.rstrip()):
        return None
    padded = text + " "
    if not all(f in padded for f in plan.fixed):
        return None
    found = _search(plan, padded, False)
    if found is None or found.end != len(padded):
        return None
    return found


def _search(plan: Plan, text: str, whole: bool) -> _Found | None:
    found = _anchored(plan, text)
    if found is not None or whole:
        return found
    return _contained(plan, text)


def _anchored(plan: Plan, text: str) -> _Found | None:
    """The template from the first to the last character of the text."""
    fixed, gaps = plan
    head = not gaps[0]
    tail = not gaps[-1]
    if len(fixed) == 1 and head and tail:
        return _Found(0, len(text), (0,)) if text == fixed[0] else None
    if head and not text.startswith(fixed[0]):
        return None
    if tail and not text.endswith(fixed[-1]):
        return None
    low = len(fixed[0]) if head else 0
    high = len(text) - len(fixed[-1]) if tail else len(text)
    if low > high:
        return None
    first, last = int(head), len(fixed) - int(tail)
    middle = _place(plan, text, first, last, low, high)
    if middle is None:
        return None
    at = ((0,) if head else ()) + middle + ((high,) if tail else ())
    return _Found(0, len(text), at)


def _place(
    plan: Plan, text: str, first: int, last: int, low: int, high: int
) -> tuple[int, ...] | None:
    """Positions of ``fixed[first:last]`` in order within ``text[low:high]``.

    Leftmost positions exist whenever any do; other ones are tried, a bounded number, when a
    value does not look like its placeholder.
    """
    fixed = plan.fixed
    leftmost: list[int] = []
    position = low
    for index in range(first, last):
        found = text.find(fixed[index], position, high)
        if found < 0:
            return None
        leftmost.append(found)
        position = found + len(fixed[index])
    if _fitting(plan, text, first, leftmost, low, high) or last - first > _MOST_CHOICES:
        return tuple(leftmost)
    return _choose(plan, text, first, last, low, high) or tuple(leftmost)


def _fitting(plan: Plan, text: str, first: int, at: Sequence[int], low: int, high: int) -> bool:
    position = low
    for offset, found in enumerate(at):
        index = first + offset
        if not fits(plan.gaps[index], text, position, found):
            return False
        position = found + len(plan.fixed[index])
    return fits(plan.gaps[first + len(at)], text, position, high)


def _choose(
    plan: Plan, text: str, first: int, last: int, low: int, high: int
) -> tuple[int, ...] | None:
    """Positions for which every value fits, by a search of bounded breadth and size."""
    fixed, gaps = plan
    budget = _BUDGET
    at: list[int] = []
    starts = [low]
    search_from = [low]
    tried = [0]
    while starts:
        depth = len(starts) - 1
        index = first + depth
        begin = starts[-1]
        if index == last:
            if fits(gaps[index], text, begin, high):
                return tuple(at)
            found = -1
        else:
            found = text.find(fixed[index], search_from[-1], high)
        budget -= 1
        if budget < 0:
            return None
        if found < 0 or tried[-1] >= _POSITIONS:
            starts.pop()
            search_from.pop()
            tried.pop()
            if at:
                at.pop()
            continue
        search_from[-1] = found + 1
        tried[-1] += 1
        if fits(gaps[index], text, begin, found):
            at.append(found)
            starts.append(found + len(fixed[index]))
            search_from.append(starts[-1])
            tried.append(0)
    return None


def _contained(plan: Plan, text: str) -> _Found | None:
    """The template inside a longer text: where it starts, then to the text's end or shorter."""
    fixed, gaps = plan
    if gaps[0]:
        begin = low = 0
        first = 0
    else:
        begin = _word_start(text, fixed[0])
        if begin < 0:
            return None
        low = begin + len(fixed[0])
        first = 1
    count = len(fixed)
    if first == count and not gaps[-1]:
        end = low
        return _Found(begin, end, (begin,)) if _word_end(text, end) else None
    if gaps[-1]:
        middle = _place(plan, text, first, count, low, len(text))
        end = len(text)
    else:
        middle, end = _to_fixed_end(plan, text, first, low)
    if middle is None:
        return None
    if first:
        begin = _tighten(text, fixed[0], begin, middle[0] if middle else begin)
        middle = (begin, *middle)
    return _Found(begin, end, middle)


def _to_fixed_end(
    plan: Plan, text: str, first: int, low: int
) -> tuple[tuple[int, ...] | None, int]:
    """The rest of a template that ends with fixed text; the text's own end is preferred."""
    fixed, gaps = plan
    final = fixed[-1]
    count = len(fixed)
    high = len(text) - len(final)
    if high >= low and text.endswith(final):
        middle = _place(plan, text, first, count - 1, low, high)
        if middle is not None and _fitting(plan, text, first, middle, low, high):
            start = middle[-1] + len(fixed[count - 2]) if middle else low
            if "\n" not in text[start:high]:
                return (*middle, high), len(text)
    middle = _place(plan, text, first, count - 1, low, len(text))
    if middle is None:
        return None, 0
    start = middle[-1] + len(fixed[count - 2]) if middle else low
    best = -1
    position = start
    for _ in range(_POSITIONS):
        found = text.find(final, position)
        if found < 0:
            break
        if _word_end(text, found + len(final)):
            if best < 0:
                best = found
            if fits(gaps[count - 1], text, start, found):
                best = found
                break
        position = found + 1
    if best < 0:
        return None, 0
    return (*middle, best), best + len(final)


def _word_start(text: str, literal: str) -> int:
    """Where ``literal`` first stands in ``text`` without cutting a word."""
    position = 0
    for _ in range(_POSITIONS * 2):
        found = text.find(literal, position)
        if found <= 0:
            return found
        if not (_is_word(literal[0]) and _is_word(text[found - 1])):
            return found
        position = found + 1
    return -1


def _word_end(text: str, end: int) -> bool:
    return end >= len(text) or not (_is_word(text[end - 1]) and _is_word(text[end]))


def _is_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def _tighten(text: str, literal: str, begin: int, following: int) -> int:
    """The last start before the next fixed text; a start at the text's own start is kept."""
    if begin == 0 or following <= begin:
        return begin
    later = text.rfind(literal, begin, following)
    if later > begin and not (_is_word(literal[0]) and _is_word(text[later - 1])):
        return later
    return begin


def _translate(
    plan: Plan, raw: str, view: View | _Raw, shaped: Plan, found: _Found, fold: int
) -> MatchSpan:
    """Positions in a view as a span of the original text with every placeholder's value."""
    values: list[str] = []
    strange = 0
    position = found.start
    bounds = [(p, p + len(f)) for p, f in zip(found.at, shaped.fixed, strict=True)]
    bounds.append((found.end, found.end))
    for gap, (stop, after) in zip(shaped.gaps, bounds, strict=True):
        if gap:
            value = raw[view.origin(position) : view.origin(stop)]
            if fold == SQUEEZED:
                value = value.strip()
            values.extend(split_values(gap, value))
            strange += is_strange(gap, value)
        position = after
    start = view.origin(found.start)
    end = min(view.origin(found.end), len(raw))
    is_whole = not raw[:start].strip() and not raw[end:].strip()
    return MatchSpan(start, end, tuple(values), is_whole, fold, strange)


def _only_values(plan: Plan, text: str) -> MatchSpan | None:
    """A template without fixed text takes any text; whether to believe it is not told here."""
    gap = plan.gaps[0]
    if not gap:
        return None
    strange = int(is_strange(gap, text))
    return MatchSpan(0, len(text), split_values(gap, text), True, VERBATIM, strange)
