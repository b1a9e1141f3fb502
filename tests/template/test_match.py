"""Matching: exact captures on every rendering, whole or wrapped, and bounded time."""

from __future__ import annotations

import html
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from errdex.model.template import Part, Placeholder
from errdex.template.match import CASELESS, FOLDED, SQUEEZED, VERBATIM, MatchSpan, Text, match


def parts(text: str) -> list[Part]:
    """``<name:type>`` are placeholders."""
    made: list[Part] = []
    for index, piece in enumerate(text.replace(">", "<").split("<")):
        if index % 2:
            name, _, kind = piece.partition(":")
            made.append(Placeholder("{" + name + "}", name, None, kind or None))
        elif piece:
            made.append(piece)
    return made


def values(template: str, text: str) -> tuple[str, ...] | None:
    found = match(parts(template), text)
    return None if found is None else found.values


@pytest.mark.parametrize(
    ("template", "text", "expected"),
    [
        ("no holes", "no holes", ()),
        ("bad <a>", "bad ", ("",)),
        ("bad <a>: <b>", "bad x: y: z", ("x", "y: z")),
        ("bad <a>: <b:int>", "bad x: y: 5", ("x: y", "5")),
        ("bad <a:repr>: <b>", "bad 'x: y': z", ("'x: y'", "z")),
        ("bad <a:repr>: <b>", r"bad 'it\'s: y': z", (r"'it\'s: y'", "z")),
        ("bad <a:repr>: <b>", "bad [1, 'x: y']: z", ("[1, 'x: y']", "z")),
        ("<a> kernel (d=<d:repr>, t=<t:repr>): <m>", "k kernel (d=C(0, t=1), t=F): o", None),
        ("got <a> (<b>) for <c>", "got f(x) (1) for y", ("f(x)", "1", "y")),
        ("call <a>(<b>) failed", "call f(g(1)) failed", ("f", "g(1)")),
        ("lines: <a> end", "lines: a\nb end", ("a\nb",)),
        ("<a>", "anything at all", ("anything at all",)),
        ("<n:int><s>", "12ab", ("12", "ab")),
        ("<s><t>", "ab", ("ab", "")),
        ("x <c:char> y", "x : y", (":",)),
        ("at 0x<p:hex>: <m>", "at 0xdeadBEEF: no: x", ("deadBEEF", "no: x")),
        ("took <s:float> s", "took 1.5e-3 s", ("1.5e-3",)),
    ],
)
def test_values(template: str, text: str, expected: tuple[str, ...] | None) -> None:
    got = values(template, text)
    if expected is None:
        assert got is not None
    else:
        assert got == expected


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("no holes", "no hole"),
        ("bad <a> thing", "bad thing"),
        ("Bad <a>", "bad x"),
        ("abc<x>cde", "abcde"),
        ("a<x>b<y>c", "acb"),
        ("rror <a>", "error 5"),
        ("no hol", "no holes"),
        ("", "text"),
    ],
)
def test_refusals(template: str, text: str) -> None:
    assert match(parts(template), text) is None


def span(template: str, text: str, caseless: bool = False) -> MatchSpan:
    found = match(parts(template), text, caseless=caseless)
    assert found is not None
    return found


def test_inside_a_longer_text() -> None:
    text = "error: cannot open 'x': denied (try again)"
    found = span("cannot open '<name>'", text)
    assert (text[found.start : found.end], found.whole) == ("cannot open 'x'", False)
    assert found.values == ("x",)


def test_the_nearest_start_is_taken() -> None:
    text = "failed to start: failed to load y: bad"
    found = span("failed to load <x>: bad", "We failed to load a, then " + text)
    assert found.values == ("y",)


def test_whitespace_may_be_any_whitespace() -> None:
    found = span(
        "cannot open the file <name>\nfor reading", "cannot open\n    the file /a b  for reading"
    )
    assert found.values == ("/a b",)
    assert found.fold == FOLDED
    assert found.whole


def test_the_ends_of_a_template_may_be_blank() -> None:
    assert span("error: <x>\n", "error: y").values == ("y",)
    assert span("  usage: <x> ", "usage: y").values == ("y",)
    assert span("unknown option: <x>", "unknown option:").values == ("",)


def test_a_wrap_inside_a_word() -> None:
    found = span("the configuration <x> is not read", "the configur\nation a b is n\not read")
    assert found.fold == SQUEEZED
    assert found.values == ("a b",)


def test_quotes_and_entities() -> None:
    assert span('can\'t read "<x>" now', "can’t read “a’b” now").values == ("a’b",)
    assert span("want '<x>' & \"<y>\"", "want &#39;a&#39; &amp; &quot;b&quot;").values == ("a", "b")


def test_letter_case_only_when_asked() -> None:
    assert match(parts("Cannot Open <x>"), "cannot open y") is None
    found = span("Cannot Open <x>", "cannot open Y", caseless=True)
    assert (found.values, found.fold) == (("Y",), CASELESS)


def test_strange_values_are_counted() -> None:
    assert span("line <n:int> is bad", "line x is bad").strange == 1
    assert span("line <n:int> is bad", "line 7 is bad").strange == 0


LITERAL = st.text("abcdefgh ,.-='\"", min_size=1, max_size=12)
VALUE = st.text("IJKL0123:()[]{}\n\t\\/%", max_size=12)


@st.composite
def rendered(draw: st.DrawFn) -> tuple[list[Part], tuple[str, ...], list[str]]:
    """A template with no neighbouring placeholders, values of another alphabet, the pieces."""
    literals = draw(st.lists(LITERAL, min_size=1, max_size=6))
    lead, trail = draw(st.booleans()), draw(st.booleans())
    made: list[Part] = []
    said: list[str] = []
    filled: list[str] = []

    def hole() -> None:
        made.append(Placeholder("{}", None, None, draw(st.sampled_from([None, "repr", "int"]))))
        filled.append(draw(VALUE))
        said.append(filled[-1])

    if lead:
        hole()
    for index, literal in enumerate(literals):
        if index:
            hole()
        made.append(literal)
        said.append(literal)
    if trail:
        hole()
    return made, tuple(filled), said


@given(rendered())
def test_any_rendering_gives_its_values(
    case: tuple[list[Part], tuple[str, ...], list[str]],
) -> None:
    made, filled, said = case
    found = match(made, "".join(said))
    assert found is not None
    assert found.values == filled
    assert (found.start, found.end, found.fold) == (0, len("".join(said)), VERBATIM)


@given(rendered(), st.text("XYZ: \n", max_size=20))
def test_any_prefix_leaves_the_values(
    case: tuple[list[Part], tuple[str, ...], list[str]], prefix: str
) -> None:
    made, filled, said = case
    assume(isinstance(made[0], str) and made[0].strip() and isinstance(made[-1], str))
    assume(not prefix[-1:].isalnum())
    text = prefix + "".join(said)
    found = match(made, text)
    assert found is not None
    assert found.values == filled
    assert found.end == len(text)


@given(rendered(), st.sampled_from(["\n", "\n   ", "\t", "  ", " \r\n "]))
def test_hard_wraps_leave_the_values(
    case: tuple[list[Part], tuple[str, ...], list[str]], wrap: str
) -> None:
    made, filled, said = case
    assume(all(isinstance(p, Placeholder) or p.strip() == p != "" for p in made))
    assume(all(v.strip() == v and "\n" not in v and "\t" not in v for v in filled))
    text = "".join(
        piece.replace(" ", wrap) if isinstance(part, str) else piece
        for part, piece in zip(made, said, strict=True)
    )
    found = match(made, text)
    assert found is not None
    assert found.values == filled


@given(rendered())
def test_escaped_for_a_web_page(case: tuple[list[Part], tuple[str, ...], list[str]]) -> None:
    made, filled, said = case
    assume(all(isinstance(p, Placeholder) or (p.strip() == p and "  " not in p) for p in made))
    assume(all(v.strip() == v for v in filled))
    found = match(made, html.escape("".join(said)))
    assert found is not None
    assert found.values == filled


@given(st.lists(st.one_of(st.text("ab: ", min_size=1, max_size=4), st.none())), st.text("ab: \n"))
def test_whatever_is_found_is_there(shape: list[str | None], text: str) -> None:
    made: list[Part] = [p if p is not None else Placeholder("{}") for p in shape]
    found = match(made, text)
    if found is None or found.fold != VERBATIM:
        return
    filled = iter(found.values)
    again = "".join(p if isinstance(p, str) else next(filled) for p in made)
    assert again == text[found.start : found.end]


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (["a: ", None] * 40 + ["z"], "a: " * 300_000),
        ([None, "a", None, "a", None, "b"], "a" * 1_000_000),
        (["(", None, ")", None, "("], "()" * 500_000),
        (["'", "int", "'"], "'" * 1_000_000),
        (["x ", "repr", ": ", "repr", "!"], "x '" + "\\'" * 400_000 + ": !"),
        (["a b", None, "c d"], "a\n" * 300_000),
        (["&lt;", None, "’"], "&lt;" * 200_000),
    ],
)
def test_time_is_linear(made: list[str | None], text: str) -> None:
    kinds = (None, "int", "repr")
    template: list[Part] = [
        Placeholder("{}", None, None, p) if p in kinds else str(p) for p in made
    ]
    begin = time.perf_counter()
    match(template, Text(text), caseless=True)
    assert time.perf_counter() - begin < 3.0
