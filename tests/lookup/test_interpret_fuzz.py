"""Interpreting never fails and never takes long, whatever the text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.lookup.interpret import interpret

SIZE = 1_000_000
FRAGMENTS = [
    "Traceback (most recent call last):\n",
    '  File "a.py", line 3, in f\n',
    "    raise X\n",
    "ValueError: bad\n",
    "The above exception was the direct cause of the following exception:\n",
    "  + Exception Group Traceback (most recent call last):\n",
    "  +-+---------------- 1 ----------------\n",
    "  | ",
    "E   ValueError: bad\n",
    "a.py:3: ValueError\n",
    "ValueError                      Traceback (most recent call last)\n",
    "----> 3 f()\n",
    "TypeError: bad\n",
    "    at f (/w/a.js:1:2)\n",
    "    at a.b.C.d(C.java:3)\n",
    "   at A.B() in /w/a.cs:line 3\n",
    "  [cause]: Error: x\n",
    "Caused by: a.b.C: bad\n",
    "Caused by:\n",
    "    0: bad\n",
    "thread 'main' panicked at src/a.rs:1:2:\n",
    "thread 'main' panicked at 'bad\n",
    'called `Result::unwrap()` on an `Err` value: E("bad thing here")\n',
    "stack backtrace:\n",
    "   0: a::b\n             at a.rs:1:2\n",
    "panic: bad\n\n",
    "goroutine 1 [running]:\n",
    "main.f()\n\t/w/a.go:3 +0x1\n",
    "a.rb:1:in `f': bad (E)\n",
    "\tfrom a.rb:2:in `g'\n",
    "PHP Fatal error:  Uncaught E: bad in /a.php:3\n",
    "#0 /a.php(3): f()\n",
    "terminate called after throwing an instance of 'E'\n  what():  bad\n",
    "a: a.c:3: f: Assertion `x' failed.\n",
    "2024-01-01T00:00:00Z ERROR x: bad\n",
    '{"level":"error","msg":"bad","stack":"E: bad\\n    at f (a.js:1:1)"}\n',
    'level=error msg="bad" err="worse"\n',
    "```\n",
    "> quoted\n",
    " ---> ",
    "\x1b[31m",
    "\r",
    "\x00",
    "error: ",
    "  ",
    "\n",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=20)), max_size=40))
def test_any_mixture_is_read(pieces: list[str]) -> None:
    events = interpret("".join(pieces))
    for index, event in enumerate(events):
        assert -1 <= event.cause < len(events)
        assert event.cause != index
        assert event.count >= 1


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    events = interpret(text)
    assert len(events) <= max(1, text.count("\n") + 1)


@pytest.mark.parametrize(
    "unit",
    [
        *FRAGMENTS,
        "a: ",
        "    at \n",
        "    at f ",
        "\\",
        '"',
        "'",
        "(",
        "[",
        "{",
        "<",
        "a.",
        "a::",
        "@",
        "x\n" * 50 + "    at f (x:1:1)\n",
        "x.py:1: ",
        "a=b ",
        "2024-01-01 00:00:00 ",
    ],
)
def test_a_megabyte_of_anything(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    begin = time.process_time()
    interpret(text)
    assert time.process_time() - begin < 6.0
