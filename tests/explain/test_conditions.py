"""Conditions in English, their opposites in English, and both as source again."""

from __future__ import annotations

import pytest

from errdex.explain.conditions import negate, settled, understood
from errdex.explain.english import Voice, clause
from errdex.explain.reading import read
from errdex.explain.spelling import spell

TABLE = [
    # language, source, what it says, what its opposite says
    ("python", "axis not in (0, 1)", "`axis` is neither 0 nor 1", "`axis` is 0 or 1"),
    ("python", "x not in ALLOWED", "`x` is not in `ALLOWED`", "`x` is in `ALLOWED`"),
    ("python", "how in ('a', 'b', 'c')", "`how` is `'a'`, `'b'` or `'c'`",
     "`how` is none of `'a'`, `'b'` and `'c'`"),
    ("python", "x is None", "`x` is `None`", "`x` is not `None`"),
    ("python", "not x", "`x` is falsy", "`x` is truthy"),
    ("python", "not (x is None)", "`x` is not `None`", "`x` is `None`"),
    ("python", "not self.is_open", "`self.is_open` is false", "`self.is_open` is true"),
    ("python", "n < 0", "`n` is negative", "`n` is not negative"),
    ("python", "n <= 0", "`n` is at most 0", "`n` is not at most 0"),
    ("python", "0 < n", "`n` is greater than 0", "`n` is not greater than 0"),
    ("python", "len(xs) == 0", "`xs` is empty", "`xs` is not empty"),
    ("python", "len(xs) > 0", "`xs` is not empty", "`xs` is empty"),
    ("python", "len(xs) != 3", "the length of `xs` is not 3", "the length of `xs` is 3"),
    ("python", "n % 2 != 0", "`n` is not a multiple of 2", "`n` is a multiple of 2"),
    ("python", "n % 2", "`n` is not a multiple of 2", "`n` is a multiple of 2"),
    ("python", "a.shape != b.shape", "`a.shape` differs from `b.shape`",
     "`a.shape` equals `b.shape`"),
    ("python", "0 <= i < n", "`i` is at least 0 and less than `n`",
     "`i` is less than 0 or at least `n`"),
    ("python", "not isinstance(x, (int, str))", "`x` is not an instance of `int` or `str`",
     "`x` is an instance of `int` or `str`"),
    ("python", "isinstance(x, int) or isinstance(x, str)", "`x` is an instance of `int` or `str`",
     "`x` is not an instance of `int` or `str`"),
    ("python", "x == 1 or x == 2", "`x` is 1 or 2", "`x` is neither 1 nor 2"),
    ("python", "x != 1 and x != 2", "`x` is neither 1 nor 2", "`x` is 1 or 2"),
    ("python", "a is None and b is None", "`a` and `b` are `None`",
     "`a` or `b` is not `None`"),
    ("python", "x < 1 or x > 9", "`x` is less than 1 or greater than 9",
     "`x` is not less than 1 and not greater than 9"),
    ("python", "not path.startswith('/')", "`path` does not start with `'/'`",
     "`path` starts with `'/'`"),
    ("python", "not os.path.exists(p)", "`p` does not exist", "`p` exists"),
    ("python", "not callable(f)", "`f` is not callable", "`f` is callable"),
    ("python", "a and (b or c)", "`a` is truthy, and `b` or `c` is truthy",
     "`a` is falsy, or `b` and `c` are falsy"),
    ("javascript", "x == null", "`x` is `null` or `undefined`",
     "`x` is neither `null` nor `undefined`"),
    ("javascript", "x === undefined", "`x` is `undefined`", "`x` is not `undefined`"),
    ("javascript", "typeof x !== 'string'", "`x` is not of type `string`",
     "`x` is of type `string`"),
    ("javascript", "!(x instanceof Map)", "`x` is not an instance of `Map`",
     "`x` is an instance of `Map`"),
    ("javascript", "!['a', 'b'].includes(x)", "`x` is neither `'a'` nor `'b'`",
     "`x` is `'a'` or `'b'`"),
    ("javascript", "!Array.isArray(xs)", "`xs` is not an array", "`xs` is an array"),
    ("javascript", "!xs.length", "`xs` is empty", "`xs` is not empty"),
    ("typescript", "a && !b", "`a` is truthy and `b` is falsy", "`a` is falsy or `b` is truthy"),
    ("rust", "xs.is_empty()", "`xs` is empty", "`xs` is not empty"),
    ("rust", "index >= self.len()", "`index` is at least `self.len()`",
     "`index` is not at least `self.len()`"),
    ("rust", "!matches!(d, D::A | D::B)", "`d` does not match `D::A | D::B`",
     "`d` matches `D::A | D::B`"),
    ("rust", "let Some(x) = find(y)", "`find(y)` is not `None`",
     "`find(y)` is `None`"),
    ("rust", "![A, B].contains(&x)", "`x` is neither `A` nor `B`", "`x` is `A` or `B`"),
    ("go", "err != nil", "`err` is not `nil`", "`err` is `nil`"),
    ("go", "!ok", "`ok` is false", "`ok` is true"),
    ("java", "name == null || name.isEmpty()", "`name` is `null` or is empty",
     "`name` is not `null` and is not empty"),
    ("csharp", "value is null", "`value` is `null`", "`value` is not `null`"),
    # not understood: quoted, never guessed
    ("python", "x if y else z", "`x if y else z` holds", "`x if y else z` does not hold"),
    ("python", "n := f()", "`f()` is truthy", "`f()` is falsy"),
    ("javascript", "a & b == c", "`a & b == c` holds", "`a & b == c` does not hold"),
    ("javascript", "/^x/.test(s)", "`/^x/.test(s)` holds", "`/^x/.test(s)` does not hold"),
    ("rust", "foo::<u8>(x)", "`foo::<u8>(x)` holds", "`foo::<u8>(x)` does not hold"),
    ("c", "a < b > c", "`a < b > c` holds", "`a < b > c` does not hold"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "source", "said", "opposite"), TABLE)
def test_a_condition_and_its_opposite_in_words(
    language: str, source: str, said: str, opposite: str
) -> None:
    condition = read(source, language)
    voice = Voice(language)
    assert clause(condition, voice) == said
    assert clause(negate(condition), voice) == opposite
    assert clause(negate(negate(condition)), voice) == said
    assert understood(condition) == (not said.endswith(" holds"))


SPELLED = [
    ("python", "axis not in (0, 1)", "axis in (0, 1)"),
    ("python", "n < 1 or n > 9", "n >= 1 and n <= 9"),
    ("python", "not isinstance(x, (int, str))", "isinstance(x, (int, str))"),
    ("python", "len(xs) != len(ys)", "len(xs) == len(ys)"),
    ("javascript", "typeof x !== 'string'", 'typeof x === "string"'),
    ("javascript", "!['a', 'b'].includes(x)", "x === 'a' || x === 'b'"),
    ("javascript", "x == null", "x != null"),
    ("rust", "xs.len() != n", "xs.len() == n"),
    ("rust", "x.is_none()", "x.is_some()"),
    ("rust", "a == 1 || b.is_empty()", "a != 1 && !b.is_empty()"),
]


@pytest.mark.parametrize(("language", "source", "turned"), SPELLED)
def test_the_guard_turned_round_as_source(language: str, source: str, turned: str) -> None:
    assert spell(settled(negate(read(source, language))), language) == turned


def test_declared_types_choose_the_word_for_falsy() -> None:
    voice = Voice("python", {"names": "list[str]", "flag": "bool", "maybe": "str | None"})
    assert clause(read("not names", "python"), voice) == "`names` is empty"
    assert clause(read("not flag", "python"), voice) == "`flag` is false"
    assert clause(read("not maybe", "python"), voice) == "`maybe` is falsy"
