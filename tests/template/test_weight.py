"""Weight: more and rarer fixed text weighs more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.template.weight import visible, weight


def test_order() -> None:
    assert weight([]) == 0
    assert weight([": "]) < weight(["invalid "]) < weight(["invalid ", " for zone"])
    assert weight(["invalid value"]) < weight(["unparsable manifest"])
    assert weight(["not found"]) < 5 < 20 < weight(["no partition leader elected for topic "])


def test_scripts_without_spaces_weigh() -> None:
    assert weight(["無効な設定ファイルです"]) > 12


@given(st.lists(st.text()), st.text())
def test_more_text_never_weighs_less(fixed: list[str], more: str) -> None:
    assert weight([*fixed, more]) >= weight(fixed) >= 0


def test_visible() -> None:
    assert visible(" a b\n c ") == 3
