"""Asks the store for every message that was raised and judges the answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from errdex.lookup.answer import answer, ask
from errdex.lookup.retrieve import Message
from errdex.model.answer import Answer, Match
from errdex.store.interface import LookupStore, Placement
from runtime_truth_sites import Truth

FORMS = ("message", "class: message", "traceback")
LISTED = 200  # far more than is shown, to see where the right place ended
SAME_SCORE = 5e-4
ENOUGH_BITS = 8.0  # a caller's text inside a longer message is no accident from here on
SAME = "another line of the same record"
TIE = "equal template at several places"
VALUE = "nothing but a value"
PASSED = "another error's text passed on"
STORED = "an error made elsewhere"
UNDECIDABLE = (SAME, TIE, VALUE, PASSED, STORED)


@dataclass
class Verdict:
    """One answer to one question: where the right place stands and, if not first, why."""

    truth: Truth
    form: str
    rank: int
    confident: bool
    cause: str
    at_caller: bool
    answer: Answer
    places: list[Placement]

    @property
    def first(self) -> bool:
        """Whether the first answer is right."""
        return self.rank == 0

    @property
    def record(self) -> bool:
        """Whether the first answer is the right record, at whichever of its lines."""
        if self.first or not self.answer.matches:
            return self.first
        return self.answer.matches[0].id in {place.record_id for place in self.places}

    def told(self) -> dict[str, Any]:
        """The verdict as a line of the file of misses."""
        return {
            "library": self.truth.library,
            "form": self.form,
            "cause": self.cause,
            "rank": self.rank,
            "confident": self.confident,
            "file": self.truth.file,
            "line": self.truth.line,
            "statement": self.truth.statement[:300],
            "kind": self.truth.kind,
            "class": self.truth.name,
            "message": self.truth.message[:600],
            "should": [_place(place) for place in self.places],
            "got": [_match(match) for match in self.answer.matches[:3]],
        }


def _place(place: Placement) -> dict[str, Any]:
    return {
        "file": place.file,
        "line": place.line,
        "kind": place.kind,
        "class": place.error_class,
        "template": place.template.message,
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "at": f"{match.file}:{match.line}",
        "template": match.template[:200],
        "score": match.score,
        "why": match.why,
    }


class Judge:
    """Judges answers from one store."""

    def __init__(self, store: LookupStore) -> None:
        self.store = store

    def verdicts(self, truth: Truth) -> Iterable[Verdict]:
        """The verdict on each form of question that the message allows."""
        here = self._places(truth, [(truth.file, line) for line in _lines(truth.spans)])
        callers = self._places(truth, list(truth.stack[1:]))
        questions = {"traceback": truth.traceback}
        if truth.message.strip():
            questions |= {"message": truth.message, "class: message": truth.headed}
        for form in FORMS:
            if form in questions:
                yield self._judge(truth, form, questions[form], here, callers)

    def _places(self, truth: Truth, wanted: list[tuple[str, int]]) -> list[Placement]:
        named = [(file.rpartition("/")[2], line) for file, line in wanted]
        files = {file for file, _ in wanted}
        repo = truth.repo or None
        found = self.store.at_lines(list(dict.fromkeys(named)), repo, 2000) if named else []
        exact = [
            p
            for p in found
            if any(p.file == file and p.line <= line <= p.end_line for file, line in wanted)
        ]
        return [p for p in exact if p.file in files]

    def _judge(
        self,
        truth: Truth,
        form: str,
        question: str,
        here: list[Placement],
        callers: list[Placement],
    ) -> Verdict:
        found = self._ask(truth, question)
        says = _sayers(truth.message, [*here, *callers])
        at_caller = {(p.file, p.line) for p in callers if p in says}
        rank, caller = -1, False
        for index, match in enumerate(found.matches):
            if truth.repo not in ("", match.repo):
                continue
            place = (match.file, match.line)
            if match.file == truth.file and any(a <= match.line <= b for a, b in truth.spans):
                rank = index
            elif place in at_caller:
                rank, caller = index, True
            if rank >= 0:
                break
        undecided = "" if form == "traceback" else self._undecided(truth, found, here)
        cause = undecided if rank == 0 else undecided or self._cause(rank, here, says)
        places = here or [p for p in callers if p in says]
        return Verdict(truth, form, rank, found.confident, cause, caller, found, places)

    def _ask(self, truth: Truth, question: str) -> Answer:
        """The answer about the error that was raised, where a traceback tells of more."""
        found = answer(self.store, question, limit=LISTED)
        if len(found) > 1 and truth.stack and question is truth.traceback:
            at = truth.stack[0][1]
            for one in found:
                if one.event is not None and one.event.frames and one.event.frames[0].line == at:
                    return one
        return ask(self.store, question, limit=LISTED)

    def _undecided(self, truth: Truth, found: Answer, here: list[Placement]) -> str:
        """Why nobody could tell the line from this text, whatever was answered; else nothing."""
        if truth.kind in ("made elsewhere", "reraise"):
            return STORED
        if truth.values and passed_on(truth):
            return PASSED
        if truth.values and len(truth.message.split()) == 1:
            return VALUE
        records = {p.record_id for p in here}
        top = found.matches[0].score if found.matches else 0.0
        equal = {match.id for match in found.matches if top - match.score < SAME_SCORE}
        if not equal & records:
            return ""
        if len(equal) > 1:
            return TIE
        return SAME if self._same_text_lines(truth, equal) else ""

    def _same_text_lines(self, truth: Truth, records: set[str]) -> bool:
        """Whether the right record says its text at further lines of its file."""
        envelope = self.store.get(next(iter(records)))
        if envelope is None or envelope.evidence is None:
            return False
        lines = {envelope.record.lineNumber, *(site.line for site in envelope.evidence.sites)}
        return any(not any(a <= line <= b for a, b in truth.spans) for line in lines)

    def _cause(self, rank: int, here: list[Placement], says: list[Placement]) -> str:
        """What went wrong with a message that could be told."""
        if rank > 0:
            return "wrong rank"
        if not here:
            return "site not extracted"
        if not any(p.template.literals for p in here):
            return "message not recovered"
        return "not retrieved" if says else "template differs"


def passed_on(truth: Truth) -> bool:
    """Whether the message is the text of the error that was handled meanwhile."""
    earlier, found, _ = truth.traceback.rpartition("Traceback (most recent call last):\n")
    return bool(found) and f": {truth.message}\n" in earlier


def _lines(spans: Iterable[tuple[int, int]]) -> list[int]:
    return [line for start, end in spans for line in range(start, end + 1)][:60]


def _sayers(message: str, places: list[Placement]) -> list[Placement]:
    """The places whose template, having fixed text, says the message."""
    asked = Message(message)
    found = []
    for place in places:
        if any(text.strip() for text in place.template.literals):
            reading = asked.read(place.template.parts, place.template.shape)
            if reading is not None and (reading.span.whole or reading.bits >= ENOUGH_BITS):
                found.append(place)
    return found


@dataclass
class Tally:
    """The verdicts on one library, form by form."""

    asked: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    record: Counter[str] = field(default_factory=Counter)
    five: Counter[str] = field(default_factory=Counter)
    none: Counter[str] = field(default_factory=Counter)
    sure_wrong: Counter[str] = field(default_factory=Counter)
    sure: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    undecidable: Counter[str] = field(default_factory=Counter)
    at_caller: Counter[str] = field(default_factory=Counter)
    causes: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, verdict: Verdict) -> None:
        """Count one verdict."""
        form = verdict.form
        self.asked[form] += 1
        self.first[form] += verdict.first
        self.record[form] += verdict.record
        self.five[form] += 0 <= verdict.rank < 5
        self.none[form] += verdict.rank < 0
        self.sure[form] += verdict.confident
        self.sure_wrong[form] += verdict.confident and not verdict.record
        self.at_caller[form] += verdict.first and verdict.at_caller
        if verdict.cause in UNDECIDABLE:
            self.undecidable[form] += 1
        else:
            self.told[form] += verdict.first
        if verdict.cause and not verdict.first:
            self.causes[form][verdict.cause] += 1

    def merge(self, other: Tally) -> None:
        """Add another library's counts."""
        for name in vars(self):
            if name != "causes":
                getattr(self, name).update(getattr(other, name))
        for form, causes in other.causes.items():
            self.causes[form].update(causes)
