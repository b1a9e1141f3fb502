"""A sentence that cannot exist without evidence, and the text of fields made of such sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errdex.explain.prose import MAX_FIELD, finished, words_of

if TYPE_CHECKING:
    from errdex.model.record import Cited, Claim, ClaimStatus


@dataclass(frozen=True, slots=True)
class Sentence:
    """One statement and the ids of what it rests on."""

    text: str
    status: ClaimStatus
    evidence: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.evidence or not all(self.evidence):
            raise ValueError("a statement needs the id of its evidence")


def cite(text: str, *items: Cited) -> Iterator[Sentence]:
    """The statement ``text`` resting on ``items``; nothing when either is missing.

    The first item tells the status: a test, a doc comment or the source itself.
    """
    ids = tuple(dict.fromkeys(item.id for item in items if item.id))
    if not ids or not words_of(text):
        return
    yield Sentence(finished(text), items[0].status, ids)


class Fields:
    """Fields filled with sentences: none is said twice, each field stays within its cap."""

    def __init__(self) -> None:
        self._taken: list[tuple[str, Sentence]] = []
        self._said: set[str] = set()

    def take(self, field: str, sentences: Iterable[Sentence], most: int = 12) -> list[str]:
        """The texts that go into ``field``, each noted as a claim."""
        texts: list[str] = []
        used = 0
        for sentence in sentences:
            key = words_of(sentence.text)
            if key in self._said or used + len(sentence.text) + 1 > MAX_FIELD:
                continue
            if len(texts) == most:
                break
            self._said.add(key)
            used += len(sentence.text) + 1
            texts.append(sentence.text)
            self._taken.append((field, sentence))
        return texts

    @property
    def claims(self) -> list[Claim]:
        """What was taken, as claims."""
        from errdex.model.record import Claim

        return [
            Claim(field=field, text=s.text, status=s.status, evidence=list(s.evidence))
            for field, s in self._taken
        ]

    def prose(self, field: str, sentences: Iterable[Sentence]) -> str | None:
        """The same as one paragraph; None when nothing is said."""
        return " ".join(self.take(field, sentences)) or None
