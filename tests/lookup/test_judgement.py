"""The parts of a judgement: classes, frames, and the table of weights."""

from __future__ import annotations

import pytest
from memory_store import MemoryStore

from errdex.lookup.classes import (
    EQUAL,
    EQUAL_TELLING,
    OTHER,
    REFUTED,
    UNKNOWN,
    compare,
    simple_name,
)
from errdex.lookup.frames import DEEPER, FILE, FUNCTION, NONE, RAISING, fit, simple_function, spots
from errdex.lookup.score import Evidence, believable, logit, probability, shares
from errdex.model.answer import Frame


@pytest.mark.parametrize(
    ("name", "simple"),
    [
        ("a.b.C", "C"),
        ("std::out_of_range", "out_of_range"),
        ("App\\Error", "Error"),
        ("a.B$C", "C"),
        ("List<a.B>", "List"),
        (None, ""),
    ],
)
def test_simple_names(name: str | None, simple: str) -> None:
    assert simple_name(name) == simple


@pytest.mark.parametrize(
    ("printed", "raised", "declared", "expected"),
    [
        ("ZoneError", "ZoneError", False, EQUAL_TELLING),
        ("ValueError", "ValueError", False, EQUAL),
        ("KeyError", "ValueError", False, REFUTED),
        ("FileNotFoundError", "OSError", False, UNKNOWN),
        ("ZoneError", "PortError", False, OTHER),
        ("ZoneError", "PortError", True, UNKNOWN),
        ("Error", "ZoneError", False, UNKNOWN),
        ("", "ZoneError", False, UNKNOWN),
    ],
)
def test_classes(printed: str, raised: str, declared: bool, expected: int) -> None:
    assert compare(printed, raised, declared) == expected


@pytest.mark.parametrize(
    ("name", "simple"),
    [
        ("app::deep::dive", "dive"),
        ("Object.run [as go]", "run"),
        ("main.(*Pool).Take", "Take"),
        ("App::Pool#take", "take"),
        ("<module>", "<module>"),
        ("f.<locals>.g", "g"),
    ],
)
def test_simple_functions(name: str, simple: str) -> None:
    assert simple_function(name) == simple


@pytest.mark.parametrize(
    ("frames", "level"),
    [
        ([Frame("/s/pkg/mod.py", 11, "f"), Frame("/s/run.py", 1, "g")], RAISING),
        ([Frame("/s/run.py", 1, "g"), Frame("/s/pkg/mod.py", 11, "f")], DEEPER),
        ([Frame("/s/pkg/mod.py", 90, "f")], FUNCTION),
        ([Frame("/s/pkg/mod.py", 90, "h")], FILE),
        ([Frame("/s/pkg/other.py", 11, "f")], NONE),
    ],
)
def test_frames(frames: list[Frame], level: int) -> None:
    store = MemoryStore()
    store.add("text", "src/pkg/mod.py", 10, end_line=12, function="f")
    found = fit(store.rows[0], spots(frames, "python"))
    assert found.level == level
    assert level == NONE or found.sure


def test_java_frames_know_their_package() -> None:
    store = MemoryStore()
    store.add("text", "src/main/java/org/ex/Pool.java", 10, function="take", language="java")
    found = fit(store.rows[0], spots([Frame("Pool.java", 10, "org.ex.Pool.take")], "java"))
    assert (found.level, found.shared) == (RAISING, 3)


def test_more_text_is_more_likely() -> None:
    logits = [logit(Evidence(bits, True, 0.8)) for bits in (2.0, 6.0, 12.0, 40.0)]
    assert logits == sorted(logits)
    assert probability(logits[0]) < 0.2 < 0.9 < probability(logits[-1])


def test_equal_matches_share_their_score() -> None:
    assert shares([3.0, 3.0]) == pytest.approx([probability(3.0) / 2] * 2)
    assert shares([]) == []
    assert shares([3.0, -3.0])[0] == pytest.approx(probability(3.0), abs=0.01)


def test_placeholders_alone_need_the_line() -> None:
    store = MemoryStore()
    store.add("<e>", "src/pkg/mod.py", 10)
    raising = fit(store.rows[0], spots([Frame("/s/pkg/mod.py", 10, "f")], "python"))
    assert believable(Evidence(0.0, None, frame=raising))
    assert not believable(Evidence(0.0, None))


def test_a_class_that_is_named_as_a_code_may_print_another_name():
    assert compare("LampError", "LAMP_ERR_DARK", declared=False) == UNKNOWN
    assert compare("LampError", "DeskError", declared=False) == OTHER
