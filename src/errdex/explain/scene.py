"""One error as the writer sees it: the site, its function, the path to it and why it is raised."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass
from functools import cached_property

from errdex.explain.conditions import (
    All,
    Condition,
    Opaque,
    Operand,
    Predicate,
    merged,
    names_of,
    subject_of,
    understood,
)
from errdex.explain.english import Voice, clause
from errdex.explain.interface import Subject
from errdex.explain.prose import code, plain
from errdex.explain.reading import read
from errdex.explain.signature import Signature, signature_of
from errdex.model.record import GuardFact, PlaceholderFact, SiteFact

_BRANCHES = frozenset({"if", "else", "early", "assert", "match"})
_FOR = re.compile(r"(?:async\s+)?for\s*\(?(?:const |let |var )?(?P<item>.+?)\s+(?:in|of)\s+(?P<all>.+?)\)?")
_ALIAS = re.compile(r"^(?P<what>.+?)(?:\s+as\s+(?P<name>\w+))?$")
_SELF = frozenset({"self", "cls", "this", "Self"})
_GLOBAL_NAME = re.compile(r"[A-Z]\w*")
_BUILTINS = frozenset(dir(builtins)) | frozenset("Number Array Object String Math JSON".split())
ERROR_VARIABLES = frozenset("e err error ex exc exception cause source inner".split())


@dataclass(frozen=True, slots=True)
class Step:
    """One guard, read."""

    guard: GuardFact
    condition: Condition

    @property
    def branch(self) -> bool:
        """Whether it is a condition (and no loop, handler or closure)."""
        loop = self.guard.kind == "loop" and not _FOR.match(self.guard.text)
        return self.guard.kind in _BRANCHES or loop


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the site is reached: the innermost guards that make one statement."""

    clause: str
    condition: Condition | None
    steps: tuple[Step, ...]


class Scene:
    """What the evidence says about one error, worked out once."""

    def __init__(self, subject: Subject, line: int | None = None) -> None:
        self.subject = subject
        self.evidence = subject.evidence
        self.language = subject.language
        sites = self.evidence.sites
        wanted = subject.line if line is None else line
        self.site: SiteFact | None = next(
            (s for s in sites if s.line == wanted), sites[0] if sites else None
        )
        self.signature: Signature = signature_of(
            self.site.signature if self.site else None, self.language
        )
        self.voice = Voice(self.language, self.signature.types)

    # -- names ----------------------------------------------------------------------------

    @cached_property
    def qualname(self) -> str:
        """The enclosing function's dotted name, ``""`` at the top level."""
        name = plain((self.site.function if self.site else None) or "", 120)
        return "" if name.startswith("<") else name

    @cached_property
    def path_of_names(self) -> list[str]:
        """The function's name in pieces."""
        pieces = re.split(r"::|[.#]", self.qualname)
        return [p for p in pieces if p and not p.startswith("<")]

    @cached_property
    def called(self) -> str:
        """How the function is named in a sentence: ```Frame.concat()``, a constructor by class."""
        pieces = self.path_of_names
        if len(pieces) > 1 and pieces[-1] in {"__init__", "__new__", "constructor"}:
            return code(f"{pieces[-2]}()")
        return code(f"{self.qualname}()") if self.qualname else ""

    @cached_property
    def error(self) -> str:
        """The error class as code, ``""`` without one."""
        return code(self.subject.error_class or "", 80)

    @cached_property
    def public(self) -> bool:
        """Whether a caller from outside can call the function."""
        return bool(self.site and self.site.public and self.qualname)

    @cached_property
    def holes(self) -> list[PlaceholderFact]:
        """The message's placeholders."""
        return [p for p in self.evidence.parts if isinstance(p, PlaceholderFact)]

    @cached_property
    def fixed(self) -> str:
        """The message's fixed text, a space for each placeholder."""
        parts = self.evidence.parts
        if parts:
            return " ".join(p for p in parts if isinstance(p, str))
        return self.subject.message or ""

    # -- the path -------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The guards from the outermost to the innermost."""
        return self.steps_of(self.site) if self.site else ()

    def steps_of(self, site: SiteFact) -> tuple[Step, ...]:
        """Any site's guards, read."""
        return tuple(Step(g, condition_of(g, self.language)) for g in site.guards if g.text.strip())

    @cached_property
    def reason(self) -> Reason | None:
        """The innermost guards as one statement; None when no guard stands before the site."""
        return self.reason_of(self.steps)

    def reason_of(self, steps: tuple[Step, ...]) -> Reason | None:
        """The innermost guards of any path as one statement."""
        if not steps:
            return None
        last = steps[-1]
        if not last.branch:
            return self._context_reason(steps)
        run = _trailing(steps)
        if len(run) > 1:
            whole = merged(All(tuple(s.condition for s in run)))
            about = subject_of(whole)
            if understood(whole) and (about or len(run) == 2):
                return Reason(clause(whole, self.voice), whole, run)
        if len(run) > 1 and last.guard.kind == "early":
            return None
        return Reason(clause(last.condition, self.voice), last.condition, (last,))

    def _context_reason(self, steps: tuple[Step, ...]) -> Reason | None:
        last = steps[-1]
        match last.guard.kind:
            case "catch":
                return Reason(f"it catches {caught(last.guard)}", None, (last,))
            case "closure":
                return Reason(f"{code(short_call(last.guard.text))} returns an error", None, (last,))
            case _:
                return None

    # -- what a caller can know -----------------------------------------------------------

    def parameter_of(self, condition: Condition) -> str | None:
        """The parameter a condition is about, when it is about one and uses no local name."""
        subject = subject_of(condition)
        if subject is None or self.signature.named(subject.text) is None:
            return None
        return subject.text if self.knowable(condition) else None

    def knowable(self, condition: Condition) -> bool:
        """Whether a reader outside of the function can evaluate it."""
        known = {p.name for p in self.signature.parameters} | _SELF | _BUILTINS
        names = names_of(condition)
        return bool(names) and all(n in known or _GLOBAL_NAME.fullmatch(n) for n in names)

    def pure(self, condition: Condition) -> bool:
        """Whether it uses parameters, literals and built-in names and nothing else."""
        known = {p.name for p in self.signature.parameters} | (
            _BUILTINS if self.language == "python" else {"Number", "Array", "Object", "Math"}
        )
        names = names_of(condition)
        return not names.isdisjoint({p.name for p in self.signature.parameters}) and names <= known


def _trailing(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The run of ``else`` and ``early`` guards at the end of a path."""
    start = len(steps)
    while start and steps[start - 1].guard.kind in {"else", "early"}:
        start -= 1
    return steps[start:] or steps[-1:]


def condition_of(guard: GuardFact, language: str) -> Condition:
    """A guard's text in one of the known forms."""
    text = plain(guard.text, 600)
    if guard.kind == "match" and " matches " in text:
        subject, _, pattern = text.partition(" matches ")
        return Predicate(
            Operand(subject, names_of(read(subject, language))),
            "matches",
            "does not match",
            Operand(pattern),
            text,
        )
    if guard.kind in {"catch", "closure"}:
        return Opaque(text)
    if guard.kind == "loop":
        text = re.sub(r"^while\s+", "", text)
    return read(text, language)


def loop_of(guard: GuardFact) -> tuple[str, str] | None:
    """Item and collection of a ``for`` loop."""
    found = _FOR.fullmatch(plain(guard.text, 300).rstrip(":{ "))
    return (found["item"], found["all"]) if found else None


def caught(guard: GuardFact) -> str:
    """What a handler catches, as words."""
    text = re.sub(r"^(?:except|catch|rescue)\b\s*", "", plain(guard.text, 200)).strip("() ")
    found = _ALIAS.match(text)
    what = found["what"] if found else text
    if not what or what in {"any exception", "any error"}:
        return "any exception"
    names = [n.strip() for n in re.split(r"[,|]", what)]
    kinds = [code(n) for n in names if n]
    if not re.fullmatch(r"[\w.:\\ ,|]+", what):
        return code(what)
    if not _GLOBAL_NAME.match(names[0].rpartition(".")[2]):
        return "an exception" if len(kinds) == 1 and len(what) < 8 else code(what)
    return kinds[0] if len(kinds) == 1 else ", ".join(kinds[:-1]) + f" or {kinds[-1]}"


def alias_of(guard: GuardFact) -> str | None:
    """The name a handler gives to what it caught."""
    found = re.search(r"\bas\s+(\w+)\s*$", guard.text)
    return found[1] if found else None


def short_call(text: str, limit: int = 60) -> str:
    """A call with long arguments left out: ``launch(…)``."""
    line = plain(text, 400)
    if len(line) <= limit:
        return line
    head = re.match(r"[\w.:!?&*<> ]{1,80}?(?=\()", line)
    return f"{head[0].strip()}(…)" if head else line
