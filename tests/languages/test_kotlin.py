"""Kotlin's newer syntax is respelt byte for byte, whatever the text is."""

from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.kotlin_newer import respelt

PIECES = st.sampled_from(
    [
        b"is A if (",
        b" -> ",
        b"\n",
        b"context(",
        b")",
        b"@A(",
        b"open(",
        b"where = ",
        b'{ +"',
        b'$$"',
    ]
)


@given(st.lists(PIECES | st.binary(max_size=4)).map(b"".join))
def test_every_byte_and_line_keeps_its_place(data):
    found = respelt(data)
    assert len(found) == len(data)
    assert [i for i, b in enumerate(found) if b == 10] == [i for i, b in enumerate(data) if b == 10]


def test_a_long_line_costs_no_square_of_its_length():
    assert len(respelt(b"is A if " * 20_000)) == 160_000
