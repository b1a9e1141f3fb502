"""Read a condition from source text into one of the known forms, or leave it quoted.

Written once for Python and for the C-like languages: boolean operators are cut first, then
comparisons, then calls whose names are in a table. What does not fit stays `Opaque`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from errdex.explain.conditions import (
    MIRRORED,
    All,
    Any,
    Between,
    Compare,
    Condition,
    Empty,
    Length,
    Member,
    Null,
    Opaque,
    Operand,
    Predicate,
    Truth,
    TypeTest,
    merged,
    negate,
)
from errdex.explain.operands import is_plain, operand_of, roots_of, unborrowed
from errdex.explain.tables import (
    BOOLEAN_LANGUAGES,
    BOOLEAN_NAME,
    FUNCTION_TESTS,
    METHOD_TESTS,
    NULLS,
    WORD_LANGUAGES,
    words,
)
from errdex.explain.tokens import (
    Token,
    Tokens,
    call_of,
    chained,
    cut,
    depths,
    enclosed,
    items,
    split,
    text_of,
)

_STOP_WORDS = words(
    "if else lambda for yield let match case switch return throw raise async unless while"
)
_STOP_OPS = words(":= = ? : => ; , += -= *= /= |= &= ^= %= ++ -- .. ..= ... ->")
_COMPARISONS = words("== != === !== < <= > >=")
_BITWISE = words("& | ^")
# a shell's conditions are commands, and those of SQL are read where they are bare comparisons
_COMMANDS = frozenset({"shell", "sql"})
_SQL_WORDS = re.compile(
    r"(?i)\b(?:and|or|not|is|in|like|ilike|between|loop|exists|for|while|case|when)\b|::|\|\|"
)
_NOT = re.compile(r"NOT \((.*)\)", re.DOTALL)
MAX_OPERANDS = 4
_PRELUDE = re.compile(r"None|(?:Some|Ok|Err)\((?:ref |mut )*\w+\)")
_STRICT = {"===": "==", "!==": "!="}


@lru_cache(maxsize=1024)
def read_match(subject: str, pattern: str, language: str) -> Condition:
    """A value against the pattern of one arm or case."""
    source = f"{subject} matches {pattern}"
    value, shape = cut(subject, language), cut(pattern, language)
    if not value or not shape:
        return Opaque(source)
    reader = _Reader(language)
    alternatives = split(shape, "|")
    choices = tuple(operand_of(a, language) for a in alternatives)
    if language != "rust" and all(c.literal for c in choices):
        return Member(operand_of(value, language), Operand(pattern), choices)
    return reader.fits(value, shape, source)


@lru_cache(maxsize=4096)
def read(source: str, language: str) -> Condition:
    """The form of ``source``; `Opaque` when it has none that is understood."""
    if language in _COMMANDS:
        turned = _NOT.fullmatch(source) if language == "sql" else None
        if turned is not None:
            return negate(read(turned[1], language))
        if language == "shell" or _SQL_WORDS.search(source):
            return Opaque(" ".join(source.split()))
    tokens = cut(source, language)
    if not tokens:
        return Opaque(" ".join(source.split()))
    return _Reader(language).condition(tokens)


class _Reader:
    def __init__(self, language: str) -> None:
        self.language = language
        self.words = language in WORD_LANGUAGES
        self.or_ = ("or",) if language == "python" else ("||", "or") if self.words else ("||",)
        self.and_ = ("and",) if language == "python" else ("&&", "and") if self.words else ("&&",)

    def opaque(self, tokens: Tokens) -> Opaque:
        return Opaque(text_of(tokens), names=roots_of(tokens, self.language))

    def condition(self, tokens: Tokens) -> Condition:
        """``or`` first, then ``and``, then negation, then the atom."""
        while enclosed(tokens, "(") and tokens[1:-1] and len(split(tokens[1:-1], ",")) == 1:
            tokens = tokens[1:-1]
        if not tokens:
            return Opaque("")
        if tokens[0].text == "let":
            return self.pattern(tokens)
        if len(tokens) > 2 and tokens[1].text == ":=":
            return self.condition(tokens[2:])
        top = [t.text for t, d in zip(tokens, depths(tokens), strict=True) if d == 0]
        if not _STOP_WORDS.isdisjoint(top) or not self.stops().isdisjoint(top):
            return self.opaque(tokens)
        for separators, form in ((self.or_, Any), (self.and_, All)):
            parts = split(tokens, *separators)
            if len(parts) > 1:
                if not all(parts) or len(parts) > MAX_OPERANDS:
                    return self.opaque(tokens)
                return merged(form(tuple(self.condition(p) for p in parts)))
        return self.negation(tokens)

    def stops(self) -> frozenset[str]:
        """In Rust ``?`` is a postfix operator, elsewhere it makes a conditional expression."""
        return _STOP_OPS - {"?"} if self.language == "rust" else _STOP_OPS

    def pattern(self, tokens: Tokens) -> Condition:
        """Rust's ``let PATTERN = value``."""
        parts = split(tokens[1:], "=")
        if len(parts) != 2 or not all(parts) or any(t.text in {"&&", "||"} for t in parts[1]):
            return self.opaque(tokens)
        return self.fits(parts[1], parts[0], text_of(tokens))

    def fits(self, subject: Tokens, pattern: Tokens, source: str) -> Condition:
        """A value against a pattern; of Rust's prelude the words are known."""
        value = operand_of(unborrowed(subject), self.language)
        shown = text_of(pattern)
        if self.language == "rust" and _PRELUDE.fullmatch(shown):
            if shown == "None" or shown.startswith("Some"):
                return Null(value, ("None",), negated=shown != "None")
            call = any(t.text == "(" for t in subject)
            phrases = (
                ("returns an error", "returns no error") if call else ("is an error", "is no error")
            )
            return Predicate(value, *phrases, None, source, negated=shown.startswith("Ok"))
        return Predicate(value, "matches", "does not match", Operand(shown), source)

    def negation(self, tokens: Tokens) -> Condition:
        if tokens[0].text == "not" and self.words and len(tokens) > 1:
            return negate(self.condition(tokens[1:]))
        if tokens[0].text == "!" and len(tokens) > 1:
            rest = tokens[1:]
            if rest[0].text == "!" or chained(rest) or enclosed(rest, "("):
                return negate(self.condition(rest))
            return self.opaque(tokens)
        return self.atom(tokens)

    def atom(self, tokens: Tokens) -> Condition:
        merged_tokens = self.join_word_operators(tokens)
        level = depths(merged_tokens)
        found = [
            i
            for i, t in enumerate(merged_tokens)
            if level[i] == 0 and t.kind == "op" and t.text in self.operators()
        ]
        if not found:
            return self.test(tokens)
        if self.language != "python" and any(
            t.text in _BITWISE for t, d in zip(merged_tokens, level, strict=True) if d == 0
        ):
            return self.opaque(tokens)
        sides: list[Tokens] = []
        start = 0
        for index in found:
            sides.append(merged_tokens[start:index])
            start = index + 1
        sides.append(merged_tokens[start:])
        if not all(sides):
            return self.opaque(tokens)
        ops = [merged_tokens[i].text for i in found]
        if len(ops) == 1:
            return self.comparison(sides[0], ops[0], sides[1]) or self.opaque(tokens)
        if len(ops) == 2 and self.language == "python":
            return self.chain(sides, ops) or self.opaque(tokens)
        return self.opaque(tokens)

    def operators(self) -> frozenset[str]:
        """Comparison operators, with those that `join_word_operators` makes."""
        return _COMPARISONS | {"in", "not in", "is", "is not", "instanceof"}

    def join_word_operators(self, tokens: Tokens) -> Tokens:
        """``not in`` and ``is not`` as one token each, word operators as operators."""
        words = {"python": {"in", "is", "not"}, "csharp": {"is"}, "kotlin": {"in", "is"}}
        known = words.get(self.language, set())
        if self.language in {"javascript", "typescript", "tsx", "java", "php"}:
            known = {"in", "instanceof"}
        out: list[Token] = []
        for token in tokens:
            if token.kind == "name" and token.text in known:
                if token.text == "in" and out and out[-1].text == "not":
                    out[-1] = Token("op", "not in")
                    continue
                if token.text == "not" and out and out[-1].text == "is":
                    out[-1] = Token("op", "is not")
                    continue
                out.append(Token("op", token.text))
            else:
                out.append(token)
        return tuple(out)

    def operand(self, tokens: Tokens) -> Operand:
        return operand_of(tokens, self.language)

    def chain(self, sides: list[Tokens], ops: list[str]) -> Condition | None:
        first, second = ops
        low, middle, high = (self.operand(s) for s in sides)
        if first in {"<", "<="} and second in {"<", "<="}:
            return Between(low, first, middle, second, high)
        if first in {">", ">="} and second in {">", ">="}:
            return Between(high, MIRRORED[second], middle, MIRRORED[first], low)
        return None

    def comparison(self, left: Tokens, op: str, right: Tokens) -> Condition | None:
        if op in {"in", "not in"}:
            return self.membership(left, op, right)
        if op == "instanceof":
            return TypeTest(self.operand(left), (self.operand(right),), "instanceof")
        if op in {"is", "is not"}:
            return self.identity(left, op, right)
        if left[0].text == "typeof" and len(right) == 1 and right[0].kind == "string":
            kind = Operand(right[0].text[1:-1], literal="string", plain=True)
            subject = self.operand(left[1:])
            return TypeTest(subject, (kind,), "typeof", negated=op.startswith("!"))
        return self.relation(self.operand(left), op, self.operand(right), left, right)

    def relation(
        self, a: Operand, op: str, b: Operand, left: Tokens, right: Tokens
    ) -> Condition | None:
        plain_op = _STRICT.get(op, op)
        if a.literal and not b.literal:
            a, b, left, right = b, a, right, left
            plain_op = MIRRORED[plain_op]
        if b.literal == "none" and plain_op in {"==", "!="}:
            words = NULLS.get(self.language, ("null",))
            both = self.language in {"javascript", "typescript", "tsx"} and op in {"==", "!="}
            return Null(a, words if both else (b.text,), negated=plain_op == "!=")
        size = self.size_of(left)
        if size is not None:
            return _length(size, plain_op, b)
        return Compare(a, plain_op, b)

    def identity(self, left: Tokens, op: str, right: Tokens) -> Condition | None:
        negated = op == "is not"
        if self.language == "csharp" and right[0].text == "not":
            negated, right = True, right[1:]
        subject, value = self.operand(left), self.operand(right)
        if value.literal == "none":
            return Null(subject, (value.text,), negated)
        if self.language == "python":
            return Compare(subject, "!=" if negated else "==", value, same=True)
        return TypeTest(subject, (value,), "instanceof", negated)

    def membership(self, left: Tokens, op: str, right: Tokens) -> Condition | None:
        subject, container = self.operand(left), self.operand(right)
        if self.language in {"javascript", "typescript", "tsx"}:
            key = _method_test(container, "has the key", "has no key", subject, f"{subject.text}")
            return replace(key, source=text_of((*left, Token("op", "in", True), *_gap(right))))
        choices = container.items if container.items else None
        return Member(subject, container, choices, negated=op == "not in")

    def size_of(self, tokens: Tokens) -> Operand | None:
        """``x`` of ``len(x)``, ``x.length``, ``x.len()``, ``x.size()``, ``count(x)``."""
        call = call_of(tokens)
        if call is not None:
            callee, args = call
            if text_of(callee) in {"len", "count", "strlen", "sizeof"} and len(args) == 1:
                return self.operand(args[0])
            if (
                not args
                and len(callee) > 2
                and callee[-1].text in {"len", "size", "Count", "length"}
            ):
                return self.operand(callee[:-2])
            return None
        if len(tokens) > 2 and chained(tokens) and tokens[-1].text in {"length", "Length", "Count"}:
            return self.operand(tokens[:-2])
        return None

    def test(self, tokens: Tokens) -> Condition:
        """A call or a value used as a condition."""
        call = call_of(tokens)
        if call is not None:
            known = self.known_call(tokens, *call)
            if known is not None:
                return known
        elif self.size_of(tokens) is not None and self.language not in BOOLEAN_LANGUAGES:
            subject = self.size_of(tokens)
            return Empty(subject, negated=True) if subject else self.opaque(tokens)
        if self.language not in BOOLEAN_LANGUAGES and len(split(tokens, "%")) == 2:
            left = self.operand(tokens)
            if left.plain and not any(t.kind == "string" for t in tokens):
                return Compare(left, "!=", Operand("0", literal="number", plain=True))
        bare = tokens[1:] if tokens[0].text == "await" else tokens
        computed = self.language not in BOOLEAN_LANGUAGES and is_plain(tokens, self.language)
        if not chained(bare) and not computed:
            return self.opaque(tokens)
        subject = self.operand(tokens)
        last = call[0][-1].text if call else tokens[-1].text
        boolean = self.language in BOOLEAN_LANGUAGES or bool(BOOLEAN_NAME.match(last))
        return Truth(subject, boolean)

    def known_call(self, tokens: Tokens, callee: Tokens, args: list[Tokens]) -> Condition | None:
        name = text_of(callee)
        source = text_of(tokens)
        if name in {"isinstance", "issubclass"} and len(args) == 2:
            kinds = items(args[1]) if enclosed(args[1], "(") else split(args[1], "|")
            types = tuple(self.operand(k) for k in kinds if k)
            return TypeTest(self.operand(args[0]), types, name) if types else None
        if name == "matches!" and len(args) == 2:
            return self.fits(args[0], args[1], source)
        phrases = FUNCTION_TESTS.get(name)
        if phrases and args and len(args) <= 2:
            other = self.operand(args[1]) if len(args) == 2 else None
            return Predicate(self.operand(args[0]), *phrases, other, source)
        if len(callee) < 3 or callee[-2].text not in {".", "?.", "->"}:
            return None
        return self.method_call(callee[-1].text, callee[:-2], args, source)

    def method_call(
        self, method: str, receiver: Tokens, args: list[Tokens], source: str
    ) -> Condition | None:
        subject = self.operand(receiver)
        if method in {"is_empty", "isEmpty", "empty"} and not args:
            return Empty(subject)
        if method == "is_none" and not args:
            return Null(subject, ("None",))
        if method in {"contains", "includes"} and len(args) == 1 and subject.items:
            item = self.operand(unborrowed(args[0]))
            return Member(item, subject, subject.items)
        phrases = METHOD_TESTS.get(method)
        if phrases is None or len(args) != phrases.arguments:
            return None
        other = self.operand(unborrowed(args[0])) if args else None
        return Predicate(subject, phrases.positive, phrases.negative, other, source)


def _gap(tokens: Tokens) -> Tokens:
    return (replace(tokens[0], gap=True), *tokens[1:])


def _method_test(
    subject: Operand, positive: str, negative: str, other: Operand, source: str
) -> Predicate:
    return Predicate(subject, positive, negative, other, source)


def _length(subject: Operand, op: str, right: Operand) -> Condition:
    match op, right.text:
        case ("==" | "<=", "0") | ("<", "1"):
            return Empty(subject)
        case ("!=" | ">", "0") | (">=", "1"):
            return Empty(subject, negated=True)
        case _:
            return Length(subject, op, right)
