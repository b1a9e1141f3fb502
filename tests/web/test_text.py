"""Text of strangers: shown, cut, set as code; messages as titles; links that may be followed."""

import pytest

from errdex.web.highlight import LINE_LIMIT, code, window
from errdex.web.links import Site, clickable
from errdex.web.message import title
from errdex.web.text import clip, inline, one_line, paragraphs, visible

from . import samples


def test_control_and_turning_characters_are_shown():
    assert visible("a\x00b\x1b\u202e\t\n") == "a⟨U+0000⟩b⟨U+001B⟩⟨U+202E⟩\t\n"
    assert visible("\ud800") == "\ufffd"
    assert visible("עברית 中文 👩‍💻") == "עברית 中文 👩‍💻"


def test_backquoted_words_are_code_and_nothing_else_is_markup():
    assert inline("pass `a<b` as ``x``") == "pass <code>a&lt;b</code> as <code>x</code>"
    assert inline("a ` b <i>") == "a ` b &lt;i&gt;"
    assert inline("`" * 5000).count("`") == 5000


def test_clipping():
    assert clip("abc", 3) == "abc" and clip("abcd", 3) == "ab…"
    assert one_line(" a\n b\t c ", 20) == "a b c"
    assert paragraphs("a\n\n \n\nb") == ["a", "b"]


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (samples.axis, "axis … is out of bounds for a shape of … dimensions"),
        (samples.read_failure, "cannot read …: …"),
        (samples.coded, "ERR_ROUTE_LOOP raised at codes.ts:1"),
        (samples.pool, "… kernel failed (device=…, dtype=…): …"),
    ],
)
def test_titles(build, said):
    envelope = build().envelope
    assert title(envelope.record, envelope.evidence) == said
    assert title(envelope.record, None) == said


def test_titles_are_short():
    envelope = samples.long_message().envelope
    assert len(title(envelope.record, envelope.evidence)) <= 120


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("https://x.example/a", True),
        ("http://x", True),
        ("javascript:alert(1)", False),
        ("JaVaScRiPt:alert(1)", False),
        ("data:text/html,x", False),
        ("pkg:pypi/x@1", False),
        ("//x.example", False),
        ("https:", False),
        ("http://[", False),
        ("", False),
        (None, False),
    ],
)
def test_only_web_addresses_are_clickable(url, good):
    assert (clickable(url) is not None) is good


def test_links_are_quoted():
    site = Site(root="/r", base_url="https://x.example/r")
    assert site.href("/a b/ü?#", q="x&y", page=None) == "/r/a%20b/%C3%BC%3F%23?q=x%26y"
    assert site.absolute("/@s/n") == "https://x.example/r/@s/n"


def test_code_keeps_its_lines_and_escapes_them():
    lines = code("x = '<b>'\n\n\ndef f():\n    pass", "a.py")
    assert len(lines) == 5
    assert lines[0] == "x = <i class=s>&#39;&lt;b&gt;&#39;</i>"
    assert "<i class=k>def </i>" in lines[3]
    assert code("\n\nx", "a.py")[:2] == ["", ""]


def test_code_of_unknown_kind_is_plain():
    assert code("a <b>", "no-such-kind.zzz") == ["a &lt;b&gt;"]
    assert code("def f(): pass", "a.py", plain=True) == ["def f(): pass"]
    assert "class=k" in code("def f(): pass", "SConstruct.zzz", "python")[0]


def test_huge_lines_are_cut_before_any_lexer_reads_them():
    lines = code("a=1;" * 1_000_000, "a.js")
    assert len(lines) == 1
    assert sum(len(line) for line in lines) < LINE_LIMIT * 40


def test_windows_number_their_lines():
    lines = window("a\nb\nc\nd", 7, (8, 9), "x.txt", "", True)
    assert [(line.number, line.raising, line.part) for line in lines] == [
        (7, False, False),
        (8, True, False),
        (9, False, True),
        (10, False, False),
    ]
