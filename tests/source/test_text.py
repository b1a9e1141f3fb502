from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.source.text import decode, utf8


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"plain", "plain"),
        ("naïve – ok".encode(), "naïve – ok"),
        (codecs.BOM_UTF8 + b"x = 1", "x = 1"),
        (codecs.BOM_UTF16_LE + "hé\n".encode("utf-16-le"), "hé\n"),
        (codecs.BOM_UTF16_BE + "hé\n".encode("utf-16-be"), "hé\n"),
        (codecs.BOM_UTF32_LE + "hé".encode("utf-32-le"), "hé"),
        ("# -*- coding: cp1251 -*-\nx = 'Ошибка'\n".encode("cp1251"), None),
        ("#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n'é'\n".encode("latin-1"), None),
        (b"# coding: utf-8\nx\r\ny\r", "# coding: utf-8\nx\r\ny\r"),
    ],
)
def test_text_is_read_by_mark_cookie_or_utf8(data: bytes, text: str | None) -> None:
    if text is None:
        text = data.decode("cp1251" if b"cp1251" in data else "latin-1")
    assert decode(data) == text
    assert utf8(data) == text.encode()


def test_utf8_comes_back_as_the_same_object() -> None:
    for data in (b"ascii only" * 50, "ünï".encode() * 50):
        assert utf8(data) is data


@pytest.mark.parametrize("data", [b"\0", b"text\0more", b"\x7fELF\0\0", codecs.BOM_UTF8 + b"\0"])
def test_bytes_with_nul_are_no_text(data: bytes) -> None:
    assert decode(data) is None
    assert utf8(data) is None


@pytest.mark.parametrize(
    "name", ["rot13", "zlib_codec", "unicode_escape", "utf-7", "utf-16", "nope"]
)
def test_a_cookie_that_is_no_plain_encoding_is_ignored(name: str) -> None:
    data = f"# coding: {name}\nx = 'caf\\u00e9 é'\n".encode()
    assert decode(data) == data.decode()


def test_a_cookie_counts_only_in_the_first_two_lines_and_after_a_comment() -> None:
    data = "x = 1\n# coding: latin-1\ny = 'é'\n".encode()
    assert decode(data) == data.decode()


def test_one_broken_byte_does_not_spoil_the_rest() -> None:
    data = "Ошибка соединения".encode() + b"\xff" + " é".encode()
    assert decode(data) == "Ошибка соединения\ufffd é"


def test_a_legacy_encoding_is_guessed() -> None:
    text = "Ошибка соединения с сервером. Проверьте настройки сети и повторите попытку.\n" * 5
    assert decode(text.encode("cp1251")) == text


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_not_and_never_fail(data: bytes) -> None:
    text, again = decode(data), utf8(data)
    assert (text is None) == (again is None)
    assert text is None or "\0" not in text
    assert again is None or again.decode() is not None


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=200)
)
def test_utf8_text_survives(text: str) -> None:
    if "coding" not in text:
        assert decode(text.encode()) == text
