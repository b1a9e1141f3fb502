"""The last resort: templates that share words with a message, never believed."""

from __future__ import annotations

import re

from errdex.lookup.retrieve import Message
from errdex.lookup.score import FUZZY_MOST
from errdex.model.answer import Match
from errdex.store.interface import LookupStore, Placement
from errdex.template.weight import word_bits

_WORD = re.compile(r"\w+")
_LEAST = 0.3
_WORDS = 60


def similar(
    store: LookupStore, message: Message, repo: str | None, limit: int
) -> tuple[Match, ...]:
    """Records whose fixed text shares the telling words of a message, best first."""
    text = message.forms[0].raw
    asked = _words(text)
    if len(asked) < 2:
        return ()
    ids = [template_id for template_id, _ in store.similar(text, repo, 25)]
    if not ids:
        return ()
    best: dict[str, tuple[float, Placement]] = {}
    for place in store.placements(ids, repo, 100):
        alike = _alike(asked, _words(" ".join(place.template.literals)))
        if alike >= _LEAST and alike > best.get(place.record_id, (0.0, place))[0]:
            best[place.record_id] = (alike, place)
    ranked = sorted(best.values(), key=lambda found: (-found[0], found[1].record_id))
    return tuple(
        Match(
            place.record_id,
            place.repo,
            place.version,
            place.file,
            place.line,
            place.template.message,
            round(FUZZY_MOST * alike, 4),
            "fuzzy",
            (),
            f"{round(100 * alike)} % of the words agree, the text does not",
        )
        for alike, place in ranked[:limit]
    )


def _words(text: str) -> dict[str, float]:
    found = _WORD.findall(text.casefold())[:_WORDS]
    return {word: word_bits(word) for word in found}


def _alike(a: dict[str, float], b: dict[str, float]) -> float:
    """Shared information over all information of the two word sets (Dice)."""
    shared = sum(bits for word, bits in a.items() if word in b)
    total = sum(a.values()) + sum(b.values())
    return 2.0 * shared / total if total else 0.0
