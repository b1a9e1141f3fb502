"""Headers, families, advice in messages, doc text: the smaller readers."""

from __future__ import annotations

import pytest

from errdex.explain.cited import Sentence, cite
from errdex.explain.docs import lead, worth_quoting
from errdex.explain.prose import article, code, finished, quote, sentences
from errdex.explain.signature import signature_of
from errdex.explain.solutions import message_advice
from errdex.explain.taxonomy import taxonomy
from errdex.model.record import Cited


@pytest.mark.parametrize(
    ("language", "header", "names", "returns"),
    [
        ("python", "def f(a, /, b: int = 0, *c, d: dict[str, int] | None = None, **e) -> X",
         ["a", "b", "c", "d", "e"], "X"),
        ("python", "async def f(self, x=(1, 2))", ["x"], ""),
        ("rust", "pub fn f<R: A<B>>(&mut self, mut a: Map<K, V>, b: &'a str) -> Result<A, B>",
         ["a", "b"], "Result<A, B>"),
        ("rust", "pub(crate) fn f(a: [usize; 2]) -> !", ["a"], "!"),
        ("javascript", "async function f(a, {b, c} = {}, ...rest)", ["a", "{b, c}", "rest"], ""),
        ("javascript", "x =>", ["x"], ""),
        ("typescript", "export function f<T>(a: Map<string, T>, b?: number): Promise<void>",
         ["a", "b"], "Promise<void>"),
        ("go", "func (c *Client) Do(req *Request, n int) error", ["req", "n"], "error"),
        ("java", "public static void f(final String name, int[] xs)", ["name", "xs"], ""),
        ("python", "def f(a, b: 'cut sho", ["a"], ""),
        ("python", "no header", [], ""),
    ],
)  # fmt: skip
def test_parameters_of_a_header(language: str, header: str, names: list[str], returns: str) -> None:
    signature = signature_of(header, language)
    assert [p.name for p in signature.parameters] == names
    assert signature.returns == returns


@pytest.mark.parametrize(
    ("text", "error_class", "family"),
    [
        ("axis must be 0 or 1", "ValueError", "invalid-argument"),
        ("Connection refused by host", "", "connection-refused"),
        ("request timed out after s", "HttpError", "timeout"),
        ("no such file or directory: ", "OSError", "file-not-found"),
        ("'socksio' is not installed", "RuntimeError", "missing-dependency"),
        ("interpolate_backward kernel failed (device=", "", "gpu-kernel-launch-failed"),
        ("shapes and do not match", "ValueError", "shape-mismatch"),
        ("expected a string", "TypeError", "type-mismatch"),
        ("Cannot pass both path and text together", "ValueError", "mutually-exclusive-arguments"),
        ("", "FileNotFoundError", "file-not-found"),
        ("", "NotImplementedError", "not-implemented"),
        ("too long", "InvalidURL", "url-error"),
        ("index 3 out of bounds", "", "index-out-of-bounds"),
        ("'x' is deprecated, use 'y'", "DeprecationWarning", "deprecated"),
        ("hello", "", None),
        ("hello", "MyError", None),
    ],
)
def test_the_family_of_an_error(text: str, error_class: str, family: str | None) -> None:
    row = taxonomy().find(text, error_class)
    assert (row.name if row else None) == family


def test_the_table_of_families_is_sound() -> None:
    names = [row.name for row in taxonomy().families]
    assert len(names) == len(set(names)) > 55
    strategies = {"try-catch", "type-guard", "validation", "retry", "fallback", None}
    assert {row.strategy for row in taxonomy().families} <= strategies
    assert set(taxonomy().rows_said) <= set(range(len(names)))


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        ("No module x. Run `pip install x[y]`.", "Run `pip install x[y]`."),
        ("'a' is gone, use 'b' instead", "use 'b' instead"),
        ("cannot do it; did you mean 'z'?", "did you mean 'z'?"),
        ("bad value", None),
    ],
)
def test_advice_in_a_message(message: str, advice: str | None) -> None:
    assert message_advice(message) == advice


def test_doc_text_is_cut_to_what_can_be_quoted() -> None:
    assert lead("Open it.\n:param x: the name\n:return: it") == "Open it."
    assert sentences("See e.g. the docs. Then go.") == ["See e.g. the docs.", "Then go."]
    assert quote("a :class:`~pkg.Foo` or ``bar`` or [`Baz`]") == "“a `pkg.Foo` or `bar` or `Baz`”"
    assert quote("a ` lonely tick") == "“a ' lonely tick”"
    assert quote("``") == ""
    assert worth_quoting("Both would be read, and one would win.")
    assert not worth_quoting("type: ignore[arg-type] because of the stubs")
    assert not worth_quoting("x = compute(y)")


def test_sentences_are_finished() -> None:
    assert finished("pass `x`") == "Pass `x`."
    assert finished("`x` is 0.") == "`x` is 0."
    assert finished("he said: “Go.”") == "He said: “Go.”"
    assert finished("a `" + "x" * 500).endswith("…`.")
    assert len(finished("word " * 200)) <= 400
    assert code("a`b\nc\x00") == "`a'b c`"
    assert code("\x00") == ""
    assert [article(w) for w in ("`int`", "`str`", "`UUID`", "`HTTPError`", "`user`")] == [
        "an", "a", "a", "an", "a",
    ]  # fmt: skip


def test_a_statement_without_evidence_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="evidence"):
        Sentence("It fails.", "source", ())
    assert list(cite("it fails", Cited(id="", file="a", line=1))) == []
    assert list(cite("", Cited(id="e1", file="a", line=1))) == []
