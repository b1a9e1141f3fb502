"""Templates and messages composed from the word statistics of real ones.

The seeds are what installed packages raise. A chain over pairs of their words gives back the
common phrases ("must be a", "not found") as often as people write them; some content words are
swapped for other words of the code, as other projects have other nouns. Questions are templates
with made-up values inside a log line.
"""

from __future__ import annotations

import random
import re
import sysconfig
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import msgspec

from errdex.model.template import Placeholder, Template

HOLE = Placeholder("{}")
RAISED = re.compile(
    r"""(?:raise|throw new)\s+[\w.]+\(\s*f?(?P<q>["'])"""
    r"""(?P<text>(?:(?!(?P=q))[^\\\n]){6,200})(?P=q)"""
)
NAME = re.compile(r"[a-z]{3,20}|[A-Z][a-z]{2,20}")
HOLES = re.compile(r"%[-+ #0-9.]*[sdrfixXuc]|%\(\w+\)[sdr]|\$?\{[^{}]*\}|%[qvw]")
PIECE = re.compile(r"\0|\w+|[^\w\s\0]+|\s+")


# --- templates ------------------------------------------------------------------------------


class Seeds(msgspec.Struct):
    """Raised messages (holes as U+0000) and how often words stand in the code's names."""

    messages: list[str]
    names: dict[str, int]


def read_seeds() -> Seeds:
    """What the installed packages and the standard library say."""
    found: set[str] = set()
    names: Counter[str] = Counter()
    for key in ("purelib", "stdlib"):
        for path in Path(sysconfig.get_paths()[key]).rglob("*"):
            if path.suffix in {".py", ".js", ".mjs"} and path.is_file():
                text = path.read_text(encoding="utf-8", errors="ignore")
                found.update(HOLES.sub("\0", m["text"]) for m in RAISED.finditer(text))
                if len(text) < 400_000:
                    names.update(NAME.findall(text))
    messages = sorted(text for text in found if sum(map(str.isalpha, text)) > 4)
    return Seeds(messages, {name: n for name, n in sorted(names.items()) if n > 4})


class Composer:
    """Makes templates that look like the seeds: a chain over words, with swapped nouns."""

    def __init__(self, seeds: Seeds, rng: random.Random) -> None:
        self._rng = rng
        self._next: dict[tuple[str, str], list[str]] = defaultdict(list)
        words: Counter[str] = Counter()
        for seed in seeds.messages:
            pieces = [p for p in PIECE.findall(seed) if not p.isspace()]
            words.update(p for p in pieces if p.isalpha())
            for two, one, after in zip(
                ["", "", *pieces], ["", *pieces, ""], [*pieces, "", ""], strict=True
            ):
                self._next[two, one].append(after)
        common = {word for word, _ in words.most_common(150)}
        rare = [(word, n) for word, n in words.items() if word not in common and len(word) > 2]
        self._rare = {word for word, _ in rare}
        said, named = sum(n for _, n in rare), sum(seeds.names.values())
        weights = Counter({word: n / said for word, n in rare})
        weights.update({word: n / named for word, n in seeds.names.items() if word not in common})
        self._nouns = list(weights)
        self._cumulative = list(accumulate(weights.values()))

    def noun(self) -> str:
        """A content word as often as the seeds use it; one in four is a compound of two."""
        rng = self._rng
        word = rng.choices(self._nouns, cum_weights=self._cumulative)[0]
        if rng.random() < 0.25:
            other = rng.choice(self._nouns)
            return f"{word}_{other}" if rng.random() < 0.7 else word + other.capitalize()
        return word

    def compose(self) -> Template | None:
        """One template, or None where the chain ran dry."""
        rng, pieces, before, last = self._rng, [], "", ""
        for _ in range(40):
            before, last = last, rng.choice(self._next[before, last])
            if not last:
                break
            swapped = last in self._rare and rng.random() < 0.35
            pieces.append(self.noun() if swapped else last)
        else:
            return None
        text = ""
        for piece in pieces:
            glued = not text or piece in ".,:;)]'\"" or text[-1] in "(['\""
            text += piece if glued else " " + piece
        holes = text.split("\0")
        parts: list[str | Placeholder] = []
        for i, fixed in enumerate(holes):
            parts += [HOLE, fixed] if i else [fixed]
        template = Template.of(parts)
        return template if template.fixed_length >= 5 else None


def distinct_templates(composer: Composer, size: int) -> Iterator[Template]:
    """``size`` templates of distinct shape."""
    seen: set[int] = set()
    while len(seen) < size:
        template = composer.compose()
        if template is not None and (shape := hash(template.shape)) not in seen:
            seen.add(shape)
            yield template


# --- questions ------------------------------------------------------------------------------


def value(rng: random.Random, composer: Composer) -> str:
    """What a placeholder may print."""
    kind = rng.randrange(7)
    if kind == 0:
        return str(rng.randrange(100_000))
    if kind == 1:
        return "/" + "/".join(composer.noun() for _ in range(3)) + ".py"
    if kind == 2:
        return repr(composer.noun())
    if kind == 3:
        return hex(rng.getrandbits(48))
    if kind == 4:
        return f"<class '{composer.noun()}.{composer.noun().capitalize()}'>"
    if kind == 5:
        return "[" + ", ".join(str(rng.random()) for _ in range(rng.randrange(1, 9))) + "]"
    return " ".join(composer.noun() for _ in range(rng.randrange(1, 5)))


def message_of(template: Template, rng: random.Random, composer: Composer) -> str:
    """The template with values, inside what a screen adds around it."""
    text = "".join(p if isinstance(p, str) else value(rng, composer) for p in template.parts)
    around = rng.randrange(4)
    if around == 0:
        return f"ERROR {composer.noun()}: {text}"
    if around == 1:
        return f"{text} (while running {composer.noun()})"
    if around == 2:
        return text.replace(" ", "\n    ", 2) if len(text) > 60 else text
    return text
