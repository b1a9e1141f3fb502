"""Read parameters from a function's header, in whichever language it is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from errdex.explain.operands import is_plain, plain_name
from errdex.explain.tables import words
from errdex.explain.tokens import Token, Tokens, closing, cut, depths, enclosed, split, text_of

_MODIFIERS = words(
    "mut ref final const readonly public private protected internal static val var out in params "
    "async def fn function pub unsafe extern override"
)
_RECEIVERS = frozenset({"self", "cls", "this"})
_TYPE_FIRST = frozenset({"java", "csharp", "c", "cpp", "dart", "php"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter.

    Attributes:
        name: its name; ``*`` and ``**`` are told by ``kind``.
        type: the declared type as source, ``""`` without one.
        default: the default as source; None when it must be given.
        kind: ``normal``, ``keyword`` (only by keyword), ``rest``, ``keywords``, ``pattern``.
    """

    name: str
    type: str = ""
    default: str | None = None
    kind: str = "normal"


@dataclass(frozen=True, slots=True)
class Signature:
    """What a header says.

    Attributes:
        parameters: without receiver, in order.
        returns: the declared return type as source.
        receiver: how the object it is called on is named, ``""`` for a plain function.
        is_async: whether its result is awaited.
        whole: whether every parameter was understood.
    """

    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    receiver: str = ""
    is_async: bool = False
    whole: bool = False

    def named(self, name: str) -> Parameter | None:
        """The parameter called ``name``, if there is one."""
        return next((p for p in self.parameters if p.name == name), None)

    @property
    def types(self) -> dict[str, str]:
        """Parameter name to declared type."""
        return {p.name: p.type for p in self.parameters if p.type}


@lru_cache(maxsize=1024)
def signature_of(header: str | None, language: str) -> Signature:
    """Read a header such as ``def concat(objs, axis: int = 0) -> Frame``."""
    header = header.rstrip(" {:;") if header else ""
    tokens = cut(header, language)
    shortened = tokens is None
    if tokens is None:  # cut short: what stands before the last comma is whole
        tokens = cut(header.rpartition(",")[0] + ")", language)
    if not tokens:
        return Signature()
    method = language == "go" and [t.text for t in tokens[:2]] == ["func", "("]
    if method:
        tokens = (tokens[0], *tokens[closing(tokens, 1) + 1 :])
    start = _parameter_list(tokens)
    words = {t.text for t in tokens[: start or 0]}
    if start is None:
        return _arrow_with_one_name(tokens)
    end = closing(tokens, start)
    pieces = split(tokens[start + 1 : end], ",")
    parameters: list[Parameter] = []
    receiver, whole, keyword_only = "it" if method else "", not shortened, False
    for piece in _unbroken(pieces):
        if not piece:
            continue
        text = text_of(piece)
        if text in {"*", "/"}:
            keyword_only = keyword_only or text == "*"
            continue
        if not parameters and _is_receiver(piece):
            receiver = next((t.text for t in piece if t.text in _RECEIVERS), "self")
            continue
        parameter = _parameter(piece, language, keyword_only)
        if parameter is None:
            whole = False
            continue
        keyword_only = keyword_only or parameter.kind == "rest"
        parameters.append(parameter)
    return Signature(
        tuple(parameters), _returns(tokens[end + 1 :]), receiver, "async" in words, whole
    )


def _parameter_list(tokens: Tokens) -> int | None:
    """The bracket that opens the parameters: the first ``(`` outside of generics and attributes."""
    angle = 0
    level = depths(tokens)
    for index, token in enumerate(tokens):
        if token.kind != "op" or level[index]:
            continue
        if token.text == "<":
            angle += 1
        elif token.text in {">", ">>"}:
            angle = max(0, angle - len(token.text))
        elif token.text == "(" and angle == 0:
            before = tokens[index - 1].text if index else ""
            if before not in {"pub", "@", "#"}:
                return index
    return None


def _arrow_with_one_name(tokens: Tokens) -> Signature:
    """JavaScript's ``x => …``."""
    bare = [t for t in tokens if t.text not in {"async", "=>", "="}]
    if len(bare) == 1 and plain_name(bare[0].text) and len(tokens) > 1 and tokens[-1].text == "=>":
        return Signature((Parameter(bare[0].text),), whole=True)
    return Signature()


def _unbroken(pieces: list[Tokens]) -> list[Tokens]:
    """Rejoin pieces that were cut inside of generic brackets: ``m: Map<K, V>``."""
    out: list[Tokens] = []
    open_ = 0
    for piece in pieces:
        if open_ > 0 and out:
            out[-1] = (*out[-1], Token("op", ","), *piece)
        else:
            out.append(piece)
        texts = [t.text for t in piece if t.kind == "op"]
        typed = ":" in texts or open_ > 0
        change = texts.count("<") - texts.count(">") - 2 * texts.count(">>")
        open_ = max(0, open_ + change) if typed else 0
    return out


def _is_receiver(piece: Tokens) -> bool:
    words = [t.text for t in piece if t.kind == "name" and not t.text.startswith("'")]
    return bool(words) and (words[0] in _RECEIVERS or words[:2] == ["mut", "self"])


def _parameter(piece: Tokens, language: str, keyword_only: bool) -> Parameter | None:
    stars = 0
    while piece and piece[0].text in {"*", "**", "..."}:
        stars = {"*": 1, "...": 1, "**": 2}[piece[0].text]
        piece = piece[1:]
    default: str | None = None
    halves = split(piece, "=")
    if len(halves) == 2:
        piece, value = halves
        default = text_of(value) if is_plain(value, language) else "…"
    sides = split(piece, ":")
    declared = text_of(sides[1]) if len(sides) == 2 else ""
    names = [t for t in sides[0] if t.text not in _MODIFIERS]
    optional = bool(names) and names[-1].text == "?"
    names = names[:-1] if optional else names
    if len(names) > 1 and all(t.kind == "name" for t in names[-1:]) and len(sides) == 1:
        if language == "go":
            declared, names = text_of(tuple(names[1:])), names[:1]
        elif language in _TYPE_FIRST:
            declared, names = text_of(tuple(names[:-1])), names[-1:]
    if names and names[0].text in {"{", "["} and enclosed(tuple(names), names[0].text):
        return Parameter(text_of(tuple(names)), declared, default, "pattern")
    if len(names) != 1 or not plain_name(names[0].text.lstrip("$")):
        return None
    if optional and default is None:
        default = ""
    kind = {1: "rest", 2: "keywords"}.get(stars, "keyword" if keyword_only else "normal")
    return Parameter(names[0].text, declared, default, kind)


def _returns(after: Tokens) -> str:
    """The return type behind the parameter list."""
    if after and after[0].text in {"->", ":"}:
        after = after[1:]
    stop = next((i for i, t in enumerate(after) if t.text in {"where", "{", "=>"}), len(after))
    return text_of(after[:stop])
