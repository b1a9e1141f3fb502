"""One error as the writer sees it: the site, its function, the path to it and why it is raised."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from errdex.explain.conditions import (
    All,
    Condition,
    Opaque,
    Operand,
    Predicate,
    merged,
    names_of,
    negate,
    settled,
    subject_of,
    understood,
)
from errdex.explain.english import Voice, clause
from errdex.explain.prose import code, joined, plain, words_of
from errdex.explain.reading import read, read_match
from errdex.explain.signature import Signature, signature_of
from errdex.explain.tables import SCRIPT_LANGUAGES, words
from errdex.explain.tokens import cut, tidy

if TYPE_CHECKING:
    from errdex.explain.interface import Subject
    from errdex.model.record import GuardFact, PlaceholderFact, SiteFact

_BRANCHES = frozenset({"if", "else", "early", "assert", "match"})
_FOR = re.compile(
    r"(?:async\s+)?for\s+(?P<item>[^()]+?)\s+in\s+(?P<all>.+)"
    r"|for\s*(?:await\s*)?\((?:const |let |var )?(?P<name>[^()]+?)\s+(?:of|in)\s+(?P<of>.+)\)"
)
_ALIAS = re.compile(r"^(?P<what>.+?)(?:\s+as\s+(?P<name>\w+))?$")
_SELF = frozenset({"self", "cls", "this", "Self"})
_GLOBAL_NAME = re.compile(r"[A-Z][A-Z0-9_]{2,}|[A-Z]\w*[a-z]\w*")
_PYTHON_NAMES = frozenset(dir(builtins))
_SCRIPT_NAMES = words("Number Array Object String Math JSON Buffer isNaN")
_VERB = re.compile(
    r"_*(?:get|set|load|save|open|close|read|write|start|stop|run|send|connect|disconnect|flush|next|"
    r"commit|begin|rollback|execute|fetch|parse|build|create|make|init|validate|check|update|add|"
    r"delete|remove|clear|reset|enter|exit|wait|join|acquire|release|copy|render|compile|resolve|"
    r"ensure|prepare|process|handle|apply|encode|decode|convert|to_|as_|is_|has_|call|invoke|test|"
    r"raise|throw|abort|cancel|pop|push|peek|iter|verify|install|register|configure|setup|teardown|"
    r"finish|finalize|generate|scan|consume|decompress|compress|dispose|shutdown|seek|tell|all|one|"
    r"first|scalar|invalidate|detach|attach|mark|sync|refresh|dump|emit|yield|do_|on_)"
)
_NO_CASE = ("matches no other case", "matches another case")
_BINDING = re.compile(r"(?!None\b|null\b|true\b|false\b)[a-z_][a-z0-9_]*")
_ALWAYS = frozenset({"__debug__", "True", "true", "not TYPE_CHECKING"})
ERROR_VARIABLES = words("e err error ex exc exception cause source inner")


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
        return pieces_of(self.qualname)

    @cached_property
    def called(self) -> str:
        """How the function is named in a sentence; ``""`` at the top level."""
        name = function_name(self.qualname)
        if self.language in SCRIPT_LANGUAGES and self.path_of_names[-1:] == ["constructor"]:
            return name.replace("`", "`new ", 1)
        return name.replace("()", "") if self.maybe_property else name

    @cached_property
    def maybe_property(self) -> bool:
        """Whether it may be read like an attribute: a header does not tell, so a verb has to."""
        header = (self.site.signature if self.site else None) or ""
        if self.language != "python" or "@" in header:
            return "property" in header
        alone = bool(self.signature.receiver) and not self.signature.parameters
        last = self.path_of_names[-1] if self.path_of_names else ""
        return alone and not last.startswith("__") and not _VERB.match(last)

    @cached_property
    def only_hole(self) -> bool:
        """Whether the message is one placeholder and no fixed text."""
        return len(self.evidence.parts) == 1 and len(self.holes) == 1

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
        return [p for p in self.evidence.parts if not isinstance(p, str)]

    @cached_property
    def fixed(self) -> str:
        """The message's fixed text, a space for each placeholder."""
        parts = self.evidence.parts
        if parts:
            return " ".join(p for p in parts if isinstance(p, str))
        return "" if self.evidence.unrecovered else self.subject.message or ""

    # -- the path -------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The guards from the outermost to the innermost."""
        return self.steps_of(self.site) if self.site else ()

    def steps_of(self, site: SiteFact) -> tuple[Step, ...]:
        """Any site's guards, read; those that are always met say nothing."""
        return tuple(
            Step(g, condition_of(g, self.language))
            for g in site.guards
            if words_of(g.text) and g.text.strip() not in _ALWAYS
        )

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
                return Reason(self.failed_call(last.guard), None, (last,))
            case _:
                return None

    @cached_property
    def remedy(self) -> Condition | None:
        """What must hold so that the site is not reached; None when the guard was not read."""
        reason = self.reason
        if reason is None or reason.condition is None or not understood(reason.condition):
            return None
        if isinstance(reason.condition, Predicate) and reason.condition.positive == _NO_CASE[0]:
            return None
        return settled(negate(reason.condition))

    def failed_call(self, guard: GuardFact) -> str:
        """What a call did whose failure is answered by a closure or a method like ``expect``.

        That it returned an error is only known where the error itself is shown.
        """
        call = code(short_call(guard.text))
        shown_error = any(
            re.sub(r"^[&*]+|\.\w+\(\)$", "", hole.expr or "") in ERROR_VARIABLES
            for hole in self.holes
        )
        text = (self.site.text if self.site else "") or ""
        if ".ok_or" in text and not shown_error:
            return f"{call} is `None`"
        return f"{call} returns an error" if shown_error else f"{call} does not succeed"

    # -- what a caller can know -----------------------------------------------------------

    def parameter_of(self, condition: Condition) -> str | None:
        """The parameter a condition is about, when it is about one and uses no local name."""
        subject = subject_of(condition)
        if subject is None or self.signature.named(subject.text) is None:
            return None
        return subject.text if self.knowable(condition) else None

    def knowable(self, condition: Condition) -> bool:
        """Whether a reader outside of the function can evaluate it."""
        known = {p.name for p in self.signature.parameters} | _SELF | self.built_in
        names = names_of(condition)
        return bool(names) and all(n in known or _GLOBAL_NAME.fullmatch(n) for n in names)

    @property
    def built_in(self) -> frozenset[str]:
        """Names that the language itself defines."""
        if self.language == "python":
            return _PYTHON_NAMES
        return _SCRIPT_NAMES if self.language in SCRIPT_LANGUAGES else frozenset()

    def pure(self, condition: Condition) -> bool:
        """Whether it uses parameters, literals and built-in names and nothing else."""
        known = {p.name for p in self.signature.parameters} | self.built_in
        names = names_of(condition)
        return not names.isdisjoint({p.name for p in self.signature.parameters}) and names <= known


def _trailing(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The run of ``else`` and ``early`` guards at the end of a path."""
    start = len(steps)
    while start and steps[start - 1].guard.kind in {"else", "early"}:
        start -= 1
    return steps[start:] or steps[-1:]


def pieces_of(qualname: str) -> list[str]:
    """A dotted name in pieces, without ``<locals>`` and the like."""
    return [p for p in re.split(r"::|[.#]", qualname) if p and not p.startswith("<")]


def function_name(qualname: str | None) -> str:
    """A function as code: ```Frame.concat()``, a constructor by its class; ``""`` for none."""
    name = plain(qualname or "", 120)
    pieces = pieces_of(name)
    if not pieces or name.startswith("<"):
        return ""
    if len(pieces) > 1 and pieces[-1] in {"__init__", "__new__", "constructor", pieces[-2]}:
        return code(f"{pieces[-2]}()")
    return code(f"{name}()")


def condition_of(guard: GuardFact, language: str) -> Condition:
    """A guard's text in one of the known forms."""
    text = plain(guard.text, 600)
    if guard.kind == "match" and " matches " in text:
        subject, _, pattern = text.rpartition(" matches ")
        if pattern in {"any other value", "no other case", "_"} or _BINDING.fullmatch(pattern):
            value = Operand(subject, names_of(read(subject, language)))
            return Predicate(value, *_NO_CASE, None, text)
        return read_match(subject, pattern, language)
    if guard.kind in {"catch", "closure"}:
        return Opaque(text)
    if guard.kind == "loop":
        text = re.sub(r"^while\s+", "", text)
    return read(text, language)


def loop_of(guard: GuardFact, language: str) -> tuple[str, str] | None:
    """Item and collection of a ``for`` loop; ``""`` for a collection too long to name."""
    found = _FOR.fullmatch(plain(guard.text, 300).rstrip(":{ "))
    if not found:
        return None
    collection = found["all"] or found["of"]
    whole = cut(collection, language) is not None and len(collection) <= 60
    return found["item"] or found["name"], tidy(collection, language) if whole else ""


def caught(guard: GuardFact) -> str:
    """What a handler catches, as words."""
    text = re.sub(r"^(?:except|catch|rescue)\b\s*", "", plain(guard.text, 200))
    found = _ALIAS.match(text)
    what = (found["what"] if found else text).strip("() ")
    if not what or what in {"any exception", "any error"}:
        return "an exception"
    names = [n.strip() for n in re.split(r"[,|]", what)]
    kinds = [code(n) for n in names if n]
    if not re.fullmatch(r"[\w.:\\ ,|]+", what):
        return code(what)
    if not _GLOBAL_NAME.match(names[0].rpartition(".")[2]):
        return "an exception" if len(kinds) == 1 and len(what) < 8 else code(what)
    return joined(kinds, "or")


def alias_of(guard: GuardFact) -> str | None:
    """The name a handler gives to what it caught."""
    found = re.search(r"\bas\s+(\w+)\s*$|^(?:catch\s*)?\(?([a-z_]\w*)\)?$", guard.text.strip())
    return found[1] or found[2] if found else None


def short_call(text: str, limit: int = 60) -> str:
    """A call with long arguments left out: ``launch(…)``."""
    line = plain(text, 400)
    if len(line) <= limit:
        return line
    head = re.match(r"[\w.:!?&*<> ]{1,80}?(?=\()", line)
    return f"{head[0].strip()}(…)" if head else line
