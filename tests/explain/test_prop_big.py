"""Whatever a repository holds, the explanation stays whole, capped, cited and parseable."""

from __future__ import annotations

import ast
import re
from typing import Any

import tree_sitter_javascript
import tree_sitter_rust
import tree_sitter_typescript
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sitter import Language, Parser

from errdex.explain.conditions import negate
from errdex.explain.english import Voice, clause
from errdex.explain.interface import Explanation, Subject
from errdex.explain.reading import read
from errdex.explain.signature import signature_of
from errdex.explain.situation import situate
from errdex.explain.tokens import cut
from errdex.model.answer import Capture
from errdex.model.record import PlaceholderFact

from .subjects import explain, subject

LANGUAGES = ["python", "javascript", "typescript", "rust", "go", "c"]
KINDS = ["raise", "reraise", "assert", "panic", "construct", "declare", "report", "exit", "warn",
         "http", "reject"]  # fmt: skip
GUARD_KINDS = ["if", "else", "early", "match", "catch", "loop", "assert", "closure"]
GRAMMARS = {
    "javascript": Language(tree_sitter_javascript.language()),
    "typescript": Language(tree_sitter_typescript.language_typescript()),
    "rust": Language(tree_sitter_rust.language()),
}

hostile = st.text(max_size=60) | st.sampled_from(
    [
        "`", "``", "a`b", "“x”", "x\x00y", "\ud800", "\u202eevil", "a\nb", "  ", "…", "(", ")))",
        "not", "not not", "a ==", "== b", "a in", "!", "!!x", "'", '"unterminated', "lambda: 0",
        "x" * 5000, "(" * 400, "a and " * 300 + "b", "for", "for in", "for x in", "as", " matches ",
        "{}", "%s", "/*", "//", "#", "$", "f'{x}'", "r#\"x\"#", "\\", "\\`", "-", "return", "new",
    ]
)  # fmt: skip
names = st.sampled_from(["x", "axis", "names", "value", "self", "new", "class", "r#type", "_", "é"])
literals = st.sampled_from(
    ["0", "1", "-1", "1.5", "'a'", '"b"', "None", "null", "true", "[]", "()"]
)
operands = (
    names | literals | hostile | names.map(lambda n: f"{n}.size") | names.map(lambda n: f"len({n})")
)
forms = st.sampled_from(
    [
        "{a} == {b}", "{a} != {b}", "{a} < {b}", "{a} >= {b}", "{a} in ({b}, {c})", "not {a}",
        "!{a}", "{a} is None", "{a} === {b}", "typeof {a} !== 'string'", "isinstance({a}, {b})",
        "{a} and {b}", "{a} || {b} && {c}", "{a}.startswith({b})", "!({a})", "not ({a})",
        "{a}.is_empty()", "{a} matches {b}", "let Some({a}) = {b}", "{a} % 2 != 0",
        "[{a}, {b}].includes({c})", "{a} <= {b} < {c}", "{a} as {b}", "for {a} in {b}",
        "launch({a}, {b})", "matches!({a}, {b} | {c})", "{a} instanceof {b}",
    ]
)  # fmt: skip


@st.composite
def conditions(draw: st.DrawFn) -> str:
    """A condition of a known form, with operands of any kind."""
    form = draw(forms)
    return form.format(a=draw(operands), b=draw(operands), c=draw(operands))


@st.composite
def signatures(draw: st.DrawFn) -> str:
    """A header with parameters of any kind."""
    listed = ", ".join(draw(st.lists(names | hostile, max_size=4)))
    head = draw(st.sampled_from(["def f({})", "pub fn f({}) -> Result<A, B>", "function f({})",
                                 "async function f({})", "f({}): void", "{}"]))  # fmt: skip
    return head.format(listed) if "{}" in head else head


@st.composite
def subjects(draw: st.DrawFn) -> Subject:
    """A subject of any shape."""
    words = hostile | names
    parts: list[Any] = draw(
        st.lists(
            words.filter(bool)
            | st.builds(
                PlaceholderFact, text=words, expr=st.none() | words, spec=st.none() | words
            ),
            max_size=5,
        )
    )
    guards = draw(
        st.lists(
            st.tuples(
                conditions() | hostile,
                st.integers(1, 99),
                st.sampled_from(GUARD_KINDS),
                st.just("") | conditions(),
            ),
            max_size=5,
        )
    )
    calls = names.map(lambda n: f"f({n}, axis=2)") | hostile | st.sampled_from(["f(0)", "f('a')"])
    return subject(
        draw(st.sampled_from(LANGUAGES)),
        parts,
        kind=draw(st.sampled_from(KINDS)),
        error=draw(st.none() | st.sampled_from(["ValueError", "E::V", "a.B"]) | hostile),
        error_type=draw(st.sampled_from(["exception", "panic", "console", "http"])),
        function=draw(st.sampled_from(["f", "A.f", "A::new", "<module>", "A.__init__"]) | hostile),
        signature=draw(st.none() | signatures()),
        public=draw(st.booleans()),
        guards=guards,
        comment=draw(st.none() | hostile),
        docs=draw(
            st.lists(st.tuples(st.sampled_from(["raises", "note", "summary"]), hostile), max_size=3)
        ),
        tests=draw(st.lists(st.tuples(hostile, calls), max_size=3)),
        callers=draw(st.lists(st.tuples(words, st.booleans(), hostile), max_size=3)),
        variants=draw(st.lists(st.tuples(hostile, words), max_size=3)),
        catches=draw(st.lists(words, max_size=2)),
        defined=draw(st.none() | st.tuples(hostile, st.lists(hostile, max_size=2), hostile)),
    )


@settings(max_examples=6000, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(subjects())
def test_any_evidence_gives_a_sound_explanation(given: Subject) -> None:
    explanation = explain(given)
    _check_claims(given, explanation)
    _check_text(explanation)
    _check_snippets(given.language, explanation)


def _check_claims(given: Subject, explanation: Explanation) -> None:
    evidence = given.evidence
    ids = {
        item.id
        for items in (evidence.sites, evidence.docs, evidence.tests, evidence.callers,
                      evidence.variants, evidence.catches)
        for item in items
    }  # fmt: skip
    if evidence.errorClass:
        ids.add(evidence.errorClass.id)
    texts: dict[str, str] = {}
    for claim in explanation.claims:
        assert claim.evidence
        assert set(claim.evidence) <= ids
        texts[claim.field] = f"{texts.get(claim.field, '')} {claim.text}".strip()
    fields = explanation.model_dump()
    for field in ("documentation", "triggerScenarios", "commonSituations"):
        assert (fields[field] or "") == texts.get(field, "")
    assert " ".join(explanation.solutions) == texts.get("solutions", "")


def _check_text(explanation: Explanation) -> None:
    for claim in explanation.claims:
        text = claim.text
        assert len(text) <= 400
        assert text.isprintable()
        assert text.count("`") % 2 == 0
        assert "``" not in text
        assert "  " not in text
        outside = re.sub(r"`[^`]*`|“[^”]*”", "", text)
        assert not re.search(r"\b(when when|is is|the the|a an|only only)\b", outside)
    for name in ("documentation", "triggerScenarios", "commonSituations"):
        assert len(getattr(explanation, name) or "") <= 2000
    assert len(explanation.solutions) <= 5
    assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", tag) for tag in explanation.tags)


def _check_snippets(language: str, explanation: Explanation) -> None:
    for snippet in (
        explanation.exampleFix,
        explanation.validationCode,
        explanation.typeGuard,
        explanation.tryCatchPattern,
    ):
        if snippet is None:
            continue
        if language == "python":
            ast.parse(snippet)
        else:
            assert not _broken(language, snippet), snippet


def _broken(language: str, snippet: str) -> bool:
    source = f"fn main() {{\n{snippet}\n}}" if language == "rust" else snippet
    return Parser(GRAMMARS[language]).parse(source.encode()).root_node.has_error


@settings(max_examples=8000, deadline=None)
@given(conditions() | hostile, st.sampled_from(LANGUAGES))
def test_any_condition_can_be_said_and_negated_twice(source: str, language: str) -> None:
    condition = read(source, language)
    voice = Voice(language)
    assert clause(negate(negate(condition)), voice) == clause(condition, voice)


@settings(max_examples=3000, deadline=None)
@given(hostile | conditions() | signatures(), st.sampled_from(LANGUAGES))
def test_any_text_can_be_cut_and_read_as_a_header(source: str, language: str) -> None:
    cut(source, language)
    signature_of(source, language)


@settings(max_examples=3000, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(subjects(), st.lists(st.builds(Capture, name=operands, value=hostile), max_size=4))
def test_any_captures_give_sound_lines(given: Subject, captures: list[Capture]) -> None:
    envelope = {
        "record": {"errorMessage": given.message, "filePath": given.file, "lineNumber": 50},
        "evidence": given.evidence.model_dump(),
    }
    for line in situate(envelope, captures, 50):
        assert line
        assert len(line) <= 400
        assert line.isprintable()
        assert line.count("`") % 2 == 0
