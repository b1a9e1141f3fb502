"""A sentence that cannot exist without evidence, and the text of fields made of such sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from errdex.explain.prose import MAX_FIELD, finished, words_of
from errdex.model.record import Cited, Claim, ClaimStatus, ClassRef, DocNote, TestRef


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
    status: ClaimStatus = "source"
    if isinstance(items[0], TestRef):
        status = "test"
    elif isinstance(items[0], DocNote | ClassRef):
        status = "docs"
    yield Sentence(finished(text), status, ids)


class Fields:
    """Fields filled with sentences: none is said twice, each field stays within its cap."""

    def __init__(self) -> None:
        self.claims: list[Claim] = []
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
            self.claims.append(
                Claim(
                    field=field,
                    text=sentence.text,
                    status=sentence.status,
                    evidence=list(sentence.evidence),
                )
            )
        return texts

    def prose(self, field: str, sentences: Iterable[Sentence]) -> str | None:
        """The same as one paragraph; None when nothing is said."""
        return " ".join(self.take(field, sentences)) or None
