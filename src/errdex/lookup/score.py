"""From what speaks for and against a match to a probability: one table of weights, one sum.

The sum is a logit. The figures were chosen by reasoning and set right on real code; they are the
only place where the look-up's judgement lies, so that calibrating it means to change this table.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from errdex.lookup.frames import DEEPER, FILE, FUNCTION, NONE, RAISING, FrameFit
from errdex.template.match import CASELESS, FOLDED, SQUEEZED, VERBATIM

BASE = -3.2
PER_BIT = 0.45
MOST_BITS = 3.4
ALL_FIXED = 0.5
UNEXPLAINED = -1.2
UNEXPLAINED_RARE = -0.3
NOT_WHOLE = -0.8
ROUGH_EDGE = -0.6
UNCOVERED = -1.6
STRANGE = -0.8
FOLD_COST = {VERBATIM: 0.0, FOLDED: -0.1, SQUEEZED: -0.4, CASELESS: -2.0}

NO_TEXT = -1.6
TEXT_DIFFERS = -4.6

CLASS_EQUAL = 1.8
COMMON_CLASS_EQUAL = 0.5
CLASS_OTHER = -0.9
CLASS_REFUTED = -2.6

FRAME = {NONE: -1.0, FILE: 0.6, FUNCTION: 2.0, DEEPER: 3.2, RAISING: 4.6}
FRAME_UNSURE = 0.4
FRAME_NAMED = 0.5
FRAME_NEAR = 0.3
FRAME_DEPTH = -0.08
PATH_SHARED = 0.2
PATH_EXTRA = -0.4
ABSENT = -2.0

OWN_NAME = 2.5

LANGUAGE_BINDING = -0.8
LANGUAGE_OTHER = -2.5
QUIET_KIND = -0.7

VERSION_EQUAL = 0.8
PACKAGE_INSTALLED = 0.4
NOT_INSTALLED = -0.4

BUILT_COPY = -1.2

BELIEVED = 0.6
BITS_ALONE = 10.0
BITS_INSIDE = 14.0
BITS_ROUGH = 26.0
BITS_AROUND = 5.0
AROUND = 0.3
MOST = 0.99
FUZZY_MOST = 0.3


class Evidence(NamedTuple):
    """What is known about one possible match.

    Attributes:
        bits: information in the template's fixed text; 0 where it has none.
        said: whether the message says the template (None: it has no fixed text to say).
        share: part of the message that is the template's fixed text.
        covered: part of the message within the match.
        whole: whether the match is the whole message.
        edges: whether a part starts and ends where a message would.
        holes: whether the template has placeholders.
        fold: how the texts had to be folded.
        strange: values that do not look like their placeholder.
        error_class: 2 equal and telling, 1 equal, 0 unknown, -1 another, -2 cannot be.
        frame: the fit to the trace; None without a trace.
        language: 0 equal or unknown, 1 a language often bound to it, 2 another.
        absent: whether a raising place's file is missing from a trace that names its files truly.
        quiet: whether the place only reports while the text shows a raised error.
        installed: 2 this version, 1 another version, 0 unknown, -1 not installed.
        built: whether no trace says it is this built copy of what may stand elsewhere.
        own: whether a value names the place's own module: 1 it does, 0 untold, -1 another.
    """

    bits: float
    said: bool | None
    share: float = 0.0
    covered: float = 1.0
    whole: bool = True
    edges: bool = True
    holes: bool = True
    fold: int = VERBATIM
    strange: int = 0
    error_class: int = 0
    frame: FrameFit | None = None
    language: int = 0
    absent: bool = False
    quiet: bool = False
    installed: int = 0
    own: int = 0
    built: bool = False


def logit(e: Evidence) -> float:
    """The sum of what speaks for and against."""
    total = _text(e)
    total += (CLASS_REFUTED, CLASS_OTHER, 0.0, COMMON_CLASS_EQUAL, CLASS_EQUAL)[e.error_class + 2]
    if e.frame is not None:
        total += _frame(e.frame)
    total += (0.0, LANGUAGE_BINDING, LANGUAGE_OTHER)[e.language]
    total += ABSENT * e.absent + QUIET_KIND * e.quiet
    total += OWN_NAME * e.own + BUILT_COPY * e.built
    total += (NOT_INSTALLED, 0.0, PACKAGE_INSTALLED, VERSION_EQUAL)[e.installed + 1]
    return total


def _text(e: Evidence) -> float:
    if e.said is None:
        return NO_TEXT
    if not e.said:
        return TEXT_DIFFERS
    total = BASE + min(PER_BIT * e.bits, MOST_BITS - BASE)
    if e.whole and not e.holes:
        total += ALL_FIXED
    rarity = min(1.0, e.bits / 30.0)
    unexplained = UNEXPLAINED + (UNEXPLAINED_RARE - UNEXPLAINED) * rarity
    total += unexplained * (1.0 - e.share / max(e.covered, 0.01)) * e.covered
    if not e.whole:
        total += NOT_WHOLE + UNCOVERED * (1.0 - e.covered) * (1.0 - 0.5 * rarity)
        if not e.edges:
            total += ROUGH_EDGE
    return total + STRANGE * min(e.strange, 2) + FOLD_COST[e.fold]


def _frame(fit: FrameFit) -> float:
    value = FRAME[fit.level]
    if fit.level == NONE:
        return value
    value += FRAME_NAMED * fit.named
    if fit.level == FUNCTION:
        value += FRAME_NEAR * fit.near
    value += FRAME_DEPTH * min(fit.depth, 12)
    value += PATH_SHARED * min(fit.shared, 6) + PATH_EXTRA * min(fit.extra, 4)
    return value if fit.sure else value * FRAME_UNSURE


def probability(value: float) -> float:
    """A logit as a probability."""
    if value < -30.0:
        return 0.0
    return min(MOST, 1.0 / (1.0 + exp(-value)))


def shares(logits: list[float]) -> list[float]:
    """What each of the matches for one text gets: they cannot all be the raising line."""
    if not logits:
        return []
    top = max(logits)
    powers = [exp(max(-40.0, 2.0 * (value - top))) for value in logits]
    total = sum(powers)
    return [probability(value) * power / total for value, power in zip(logits, powers, strict=True)]


def believable(e: Evidence) -> bool:
    """Whether a match may be called sure: enough fixed text, or the trace points at the line."""
    sure_frame = e.frame is not None and e.frame.sure
    if e.said is None:
        return sure_frame and e.frame is not None and e.frame.level == RAISING
    if not e.said or e.absent or e.fold == CASELESS:
        return False
    if sure_frame and e.frame is not None and e.frame.level >= FUNCTION:
        return True
    need = BITS_ALONE if e.whole else BITS_INSIDE if e.edges else BITS_ROUGH
    if e.whole and e.error_class > 0:
        need *= 0.6 if e.error_class == 2 else 0.8
    return e.bits >= need
