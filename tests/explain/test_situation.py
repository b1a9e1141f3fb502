"""The personal lines for a message at hand."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from inline_snapshot import snapshot

from errdex.explain.interface import Subject
from errdex.explain.reading import read
from errdex.explain.situation import holds_for, situate
from errdex.model.answer import Capture

from .subjects import hole, subject


def envelope(given: Subject) -> dict[str, Any]:
    """The envelope of a subject as decoded JSON."""
    record = {
        "errorClass": given.error_class,
        "errorMessage": given.message,
        "filePath": given.file,
        "lineNumber": given.line,
        "errorType": given.error_type,
    }
    return {"record": record, "evidence": given.evidence.model_dump()}


def test_a_value_and_what_to_pass_instead() -> None:
    given = subject(
        "python",
        ["axis must be 0 or 1, got ", hole("{axis}")],
        error="ValueError",
        function="concat",
        signature="def concat(objs, axis=0)",
        guards=[("axis not in (0, 1)", 40)],
    )
    assert situate(envelope(given), [Capture("axis", "2")], 50) == snapshot(
        [
            "`axis` was `2`.",
            "That is neither 0 nor 1, which `concat()` checks on line 40.",
            "Pass `axis` as 0 or 1.",
        ]
    )


def test_a_misspelt_choice() -> None:
    given = subject(
        "python",
        ["unknown method ", hole("{how}")],
        function="Frame.fill",
        signature="def fill(self, how='mean')",
        guards=[("how not in ('mean', 'median')", 40)],
    )
    assert situate(envelope(given), [Capture("how", "maen")], 50) == snapshot(
        [
            "`how` was `maen`.",
            "That is neither `'mean'` nor `'median'`, which `Frame.fill()` checks on line 40.",
            "Pass `how` as `'mean'` or `'median'`.",
            "The nearest allowed value is `'mean'`.",
        ]
    )


def test_an_error_inside_the_message() -> None:
    given = subject(
        "rust",
        ["cannot open ", hole("{path}", "path"), ": ", hole("{e}", "e")],
        kind="panic",
        error_type="panic",
        function="load",
        signature="pub fn load(path: &str) -> Config",
        guards=[("File::open(path)", 40, "closure")],
    )
    captures = [Capture("path", "a.toml"), Capture("e", "No such file or directory")]
    assert situate(envelope(given), captures, 50) == snapshot(
        [
            "`path` was `a.toml`.",
            "The error that `File::open(path)` returned says: `No such file or directory`.",
        ]
    )


def test_a_placeholder_without_expression_and_an_unknown_line() -> None:
    given = subject("c", ["bad port ", hole("%d", "port")], guards=[("port > 65535", 40)])
    assert situate(envelope(given), [Capture("%d", "70000")]) == snapshot(
        ["`port` was `70000`.", "That is greater than 65535, which `f()` checks on line 40."]
    )


def test_an_envelope_with_nothing_in_it() -> None:
    assert situate({"record": {}, "evidence": None}, [Capture("x", "1")]) == ["`x` was `1`."]


def test_bare_text_is_compared_as_text() -> None:
    assert holds_for(read("how == 'mean'", "python"), "mean", "python") is True
    assert holds_for(read("how == 'mean'", "python"), "'mean'", "python") is True
    assert holds_for(read("n < 3", "python"), "2", "python") is True
    assert holds_for(read("n < 3", "python"), "many", "python") is None


def test_importing_it_loads_no_pydantic() -> None:
    check = "import errdex.explain.situation, sys; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
