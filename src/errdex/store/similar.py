"""Ranks shapes by likeness to a text: rare words find them, words and trigrams order them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from errdex.template.anchor_keys import code_of, words

MAX_TOKENS = 10
READ_BUDGET = 6000
_FINALISTS = 150
_STEM_WEIGHT = 0.6
_MAX_TEXT = 2000


class Probe(NamedTuple):
    """One word to ask the index for; ``stem`` asks for all words that begin so."""

    token: str
    stem: bool
    weight: float


def query_words(text: str) -> list[str]:
    """The words of a question that can tell something, in order."""
    return [word for word in words(text[:_MAX_TEXT]) if len(word) > 1]


def probes(tokens: Sequence[str], counts: Mapping[int, int], total: int) -> list[Probe]:
    """The rarest words of a question, such that few rows need to be read.

    A word that the store has never seen is asked for by its beginning: it may be another form
    of one that the store knows.
    """
    known: list[tuple[int, str]] = []
    chosen: list[Probe] = []
    for token in tokens:
        count = counts.get(code_of(token), 0)
        if count > 0:
            known.append((count, token))
        elif token.isascii() and token.isalpha() and len(token) >= 6:
            stem = token[: max(4, min(len(token) - 3, 8))]
            chosen.append(Probe(stem, True, _STEM_WEIGHT * log(1 + total / 50)))
    del chosen[3:]
    known.sort()
    spent = 0
    for count, token in known:
        if spent and (spent + count > READ_BUDGET or len(chosen) >= MAX_TOKENS):
            break
        chosen.append(Probe(token, False, log(1 + total / count)))
        spent += count
    return chosen


def finalists(hits: Iterable[tuple[Probe, Sequence[int]]]) -> list[int]:
    """The shapes that the most telling of the probes have in common."""
    scores: dict[int, float] = {}
    for probe, found in hits:
        weight = probe.weight
        for shape in found:
            scores[shape] = scores.get(shape, 0.0) + weight
    best = sorted(scores, key=lambda shape: (-scores[shape], shape))
    return best[:_FINALISTS]


def order(
    text: str,
    shapes: Mapping[int, str],
    counts: Callable[[Sequence[int]], Mapping[int, int]],
    total: int,
    limit: int,
) -> list[tuple[int, float]]:
    """The shapes by likeness in 0..1, best first."""
    asked = query_words(text)
    tokens = {shape: query_words(body.replace("\0", " ")) for shape, body in shapes.items()}
    every = {code_of(word) for found in tokens.values() for word in found}
    every.update(map(code_of, asked))
    frequency = counts(sorted(every))
    weights = {key: log(1 + total / max(1, frequency.get(key, 1))) for key in every}
    asked_weights = {word: weights[code_of(word)] for word in asked}
    asked_sum = sum(asked_weights.values()) or 1.0
    grams = trigrams(text)
    ranked = []
    for shape, found in tokens.items():
        own = sum(weights[code_of(word)] for word in found) or 1.0
        shared = sum(asked_weights.get(word, 0.0) for word in found)
        # What matters most is how much of the template's own text the question holds.
        by_words = 0.75 * shared / own + 0.25 * shared / asked_sum
        theirs = trigrams(shapes[shape].replace("\0", " "))
        by_grams = len(grams & theirs) / (len(theirs) or 1)
        ranked.append((shape, round(0.7 * by_words + 0.3 * by_grams, 4)))
    ranked.sort(key=lambda pair: (-pair[1], pair[0]))
    return ranked[:limit]


def trigrams(text: str) -> set[str]:
    """The three-character pieces of a text's words, bounded by spaces, case folded."""
    found: set[str] = set()
    for word in words(text[:_MAX_TEXT]):
        padded = f" {word} "
        found.update(padded[i : i + 3] for i in range(len(padded) - 2))
    return found
