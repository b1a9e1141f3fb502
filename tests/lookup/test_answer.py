"""Answering: the raising line first, honest scores, nothing believed that nothing said."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from memory_store import MemoryStore, template

from errdex.lookup.answer import answer, ask
from errdex.model.answer import Answer
from errdex.model.template import Part, Placeholder, Template
from errdex.template.anchors import shape_keys

POOL = "pool size <n> is out of range for backend <name:repr>"


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    made.add(POOL, "src/pool.py", 40, end_line=43, function="make_pool", error_class="PoolError")
    made.add("<e>", "src/net/wire.py", 88, function="send", error_class="WireError")
    made.add("<a>: <b>", "src/x.py", 1)
    made.add("invalid <x>", "src/x.py", 5)
    made.add("<x> not found", "src/x.py", 9)
    made.add("failed to read configuration of zone <zone>", "src/conf.py", 12)
    made.add("unknown key", "src/conf.py", 30)
    return made


def trace(file: str, line: int, function: str, error: str) -> str:
    return (
        "Traceback (most recent call last):\n"
        '  File "/home/me/run.py", line 3, in <module>\n    main()\n'
        f'  File "/venv/site-packages/{file}", line {line}, in {function}\n    raise x\n{error}\n'
    )


def files(found: Answer) -> list[str]:
    return [match.file for match in found.matches]


def test_a_message(store: MemoryStore) -> None:
    found = ask(store, "pool size -2 is out of range for backend 'gpu: 0'")
    first = found.matches[0]
    assert found.confident
    assert (first.file, first.line, first.matchType) == ("src/pool.py", 40, "exact")
    assert {c.name: c.value for c in first.captures} == {"n": "-2", "name": "'gpu: 0'"}
    assert first.score > 0.8
    assert "fits" in first.why


@pytest.mark.parametrize(
    "text",
    [
        "PoolError: pool size 9 is out of range for backend 'x'",
        "error: pool size 9 is out of range for backend 'x'",
        "2024-01-02 10:00:00,123 ERROR [main] app: pool size 9 is out of range for backend 'x'",
        "start failed: pool size 9 is out of range for backend 'x'",
        "pool size 9 is out of\n    range for backend 'x'",
        "\x1b[31mpool size 9 is out of range for backend 'x'\x1b[0m",
        '{"level":"error","msg":"pool size 9 is out of range for backend \'x\'"}',
        "I ran it and got\n\n```\npool size 9 is out of range for backend 'x'\n```\nwhat now?",
        "pool size 9 is out of range for backend ‘x’",
    ],
)
def test_a_message_in_any_dress(store: MemoryStore, text: str) -> None:
    found = ask(store, text)
    assert found.confident
    assert found.matches[0].file == "src/pool.py"
    assert found.matches[0].captures[0].value == "9"


def test_a_template_without_text_is_found_by_class_and_frame(store: MemoryStore) -> None:
    found = ask(store, trace("net/wire.py", 88, "send", "pkg.WireError: any text at all"))
    assert found.confident
    assert files(found)[0] == "src/net/wire.py"
    assert found.matches[0].matchType == "frame"
    assert "src/net/wire.py" not in files(ask(store, "WireError: any text at all"))


def test_a_frame_decides_between_equal_texts() -> None:
    store = MemoryStore()
    store.add(POOL, "src/a/pool.py", 10, function="f")
    store.add(POOL, "src/b/pool.py", 30, function="g")
    text = "ValueError: pool size 1 is out of range for backend 'x'"
    tied = ask(store, text)
    assert len({m.score for m in tied.matches}) == 1
    assert tied.matches[0].score <= 0.5
    found = ask(store, trace("b/pool.py", 30, "g", text))
    assert found.confident
    assert files(found)[0] == "src/b/pool.py"
    assert found.matches[0].score > 0.9


def test_moved_lines_are_found_by_function() -> None:
    store = MemoryStore()
    store.add(POOL, "src/a/pool.py", 10, function="f")
    store.add(POOL, "src/b/pool.py", 30, function="g")
    found = ask(
        store,
        trace("b/pool.py", 37, "g", "ValueError: " + "pool size 1 is out of range for backend 'x'"),
    )
    assert files(found)[0] == "src/b/pool.py"
    assert found.confident


def test_ties_across_projects_are_not_believed() -> None:
    store = MemoryStore()
    store.add(POOL, "src/pool.py", 10, repo="a/a")
    store.add(POOL, "lib/pool.py", 10, repo="b/b")
    found = ask(store, "pool size 1 is out of range for backend 'x'")
    assert not found.confident
    assert len(found.matches) == 2
    assert ask(store, "pool size 1 is out of range for backend 'x'", repo="b/b").confident


def test_the_class_decides() -> None:
    store = MemoryStore()
    store.add("unusable zone <x>", "a.py", 1, error_class="ZoneError")
    store.add("unusable zone <x>", "b.py", 1, error_class="PortError")
    assert files(ask(store, "PortError: unusable zone 7"))[0] == "b.py"
    assert files(ask(store, "pkg.ZoneError: unusable zone 7"))[0] == "a.py"


def test_the_installed_version_decides() -> None:
    store = MemoryStore()
    for version, line in (("1.0", 10), ("2.0", 20)):
        store.add(POOL, "p.py", line, version=version, package=f"pkg:pypi/Pool_Kit@{version}")
    text = "pool size 1 is out of range for backend 'x'"
    found = ask(store, text, installed={"pool-kit": "2.0"})
    assert (found.matches[0].version, found.matches[0].line) == ("2.0", 20)
    found = ask(store, text, installed={"pool-kit": "1.0"})
    assert (found.matches[0].version, found.matches[0].line) == ("1.0", 10)


def test_a_specific_template_beats_a_loose_one() -> None:
    store = MemoryStore()
    store.add("cannot open <x>", "loose.py", 1)
    store.add("cannot open <x> for writing: <e>", "tight.py", 1)
    assert files(ask(store, "cannot open /a for writing: denied"))[0] == "tight.py"


@pytest.mark.parametrize(
    "text",
    [
        "foo: bar",
        "invalid literal for int() with base 10: 'x'",
        "invalid choice of a very long thing: it goes on and on, with words that nobody knows",
        "module 'numpy' has no attribute 'int'",
        "command not found",
        "zsh: command not found: foo",
        "list index out of range",
        "{'detail': 'unknown key'}",
        "Connection refused",
        "x",
        "",
        "\n\n",
        "日本語のメッセージ",
        trace("other.py", 5, "f", "ValueError: too many values to unpack (expected 2)"),
    ],
)
def test_what_nothing_said_is_not_believed(store: MemoryStore, text: str) -> None:
    found = ask(store, text)
    assert not found.confident
    assert all(match.score < 0.5 for match in found.matches)


def test_similar_texts_are_shown_as_such(store: MemoryStore) -> None:
    found = ask(store, "the configuration of zone 7 failed")
    assert not found.confident
    assert found.matches[0].matchType == "fuzzy"
    assert found.matches[0].score <= 0.3


def test_the_root_cause_comes_first(store: MemoryStore) -> None:
    text = (
        trace("pool.py", 40, "make_pool", "PoolError: pool size 0 is out of range for backend 'b'")
        + "\nThe above exception was the direct cause of the following exception:\n\n"
        + trace("conf.py", 12, "read", "ValueError: failed to read configuration of zone a")
    )
    found = answer(store, text)
    assert [files(a)[0] for a in found] == ["src/pool.py", "src/conf.py"]
    assert found[1].event is not None
    assert found[1].event.cause == 0


def test_an_unknown_cause_stands_behind_a_known_error(store: MemoryStore) -> None:
    text = (
        trace("lib.py", 4, "low", "OSError: [Errno 5] Input/output error")
        + "\nDuring handling of the above exception, another exception occurred:\n\n"
        + trace("conf.py", 12, "read", "ValueError: failed to read configuration of zone a")
    )
    found = answer(store, text)
    assert [a.confident for a in found] == [True, False]


def test_a_prefix_that_belongs_to_the_message() -> None:
    store = MemoryStore()
    store.add("error: cannot frobnicate <x>", "a.py", 1)
    found = ask(store, "error: cannot frobnicate y")
    assert found.matches[0].matchType == "exact"


def test_a_class_that_no_name_gives_away_is_no_value() -> None:
    store = MemoryStore()
    store.add("<page> has no lamp to show", "a.py", 1, error_class="Http404")
    found = ask(store, "Http404: /desk has no lamp to show")
    assert found.matches[0].captures[0].value == "/desk"


def test_a_quoted_message_of_a_key_error() -> None:
    store = MemoryStore()
    store.add("no such shard: <x>", "a.py", 1, error_class="KeyError")
    found = ask(store, 'KeyError: "no such shard: it\'s"')
    assert found.confident
    assert found.matches[0].captures[0].value == "it's"


def test_a_message_of_many_lines_keeps_its_values() -> None:
    store = MemoryStore()
    store.add("could not decode the envelope of <who>: <why>", "a.py", 1)
    text = "could not decode the envelope of me: " + "\n".join(f"line {i}" for i in range(8))
    found = ask(store, text)
    assert found.matches[0].captures[1].value.endswith("line 7")


def test_a_repo_can_be_named(store: MemoryStore) -> None:
    assert not ask(store, "unknown key", repo="no/where").matches


WORDS = st.sampled_from(["quorum", "lease", "shard", "wal", "the", "of", "is", "bad", "zone"])
LITERAL = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
VALUE = st.text("ABC123:/-_", max_size=10)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(LITERAL, min_size=1, max_size=4),
    st.data(),
    st.sampled_from(["", "error: ", "ValueError: ", "10:00:01 ERROR ", "    ", "outer: inner: "]),
)
def test_any_rendering_comes_back_first(
    literals: list[str], data: st.DataObject, prefix: str
) -> None:
    made: list[Part] = []
    said: list[str] = []
    expected: list[str] = []
    for index, literal in enumerate(literals):
        if index:
            value = data.draw(VALUE)
            made.append(Placeholder("{v}", f"v{index}"))
            expected.append(value)
            said.append(value)
        made.append(f"{literal} " if index == 0 else f" {literal} ")
        said.append(str(made[-1]))
    made.append("end")
    said.append("end")
    own = Template.of(made)
    assume(shape_keys(own.shape))
    store = MemoryStore()
    store.add("<x> bad zone <y>", "other.py", 1)
    store.add("the <x>", "other.py", 2)
    store.add("lease of <x> is <y>", "other.py", 3)
    record = store.add(own, "own.py", 4)
    found = ask(store, prefix + "".join(said))
    assert found.matches
    assert found.matches[0].id == record
    assert [c.value for c in found.matches[0].captures] == expected


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_answered(text: str) -> None:
    store = MemoryStore()
    store.add(POOL)
    store.add(template("<a>"))
    store.add("<a>: <b>")
    found = ask(store, text)
    assert not found.confident
