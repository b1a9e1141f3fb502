"""What a language has to say: its grammar, its node kinds and how its people write messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, cast

from errdex.model.facts import Argument, Call, ErrorClass, Function, Guard, Provocation
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from tree_sitter import Node

T = TypeVar("T")
Captures = dict[str, list["Node"]]
ERROR_NAME = re.compile(
    r"(?:Error|Exception|Warning|Fault|Failure|Exit|Interrupt|Panic|Err)s?\d*$|^(?:Invalid|Bad|No|Not|"
    r"Missing|Unknown|Unsupported|Unexpected|Duplicate|Cannot|Failed|Http4|Http5)[A-Z]\w+$"
)


class Text(NamedTuple):
    """What an expression says when it is shown.

    Attributes:
        parts: fixed text and placeholders.
        is_text: some fixed text (or a format string) is part of it.
        inline: all of the fixed text stands in the expression itself.
    """

    parts: tuple[Part, ...]
    is_text: bool = True
    inline: bool = True

    @property
    def template(self) -> Template:
        """The parts as a template."""
        return Template.of(self.parts)


@dataclass(slots=True)
class Draft:
    """A site as a language module reports it; where it stands is added by the engine.

    Attributes:
        node: the raising expression.
        kind: see ``errdex.model.facts.Site``.
        texts: what the message may be, the likeliest first; empty when the code is silent.
        anchor: the node whose line counts, where it is not ``node``.
        guards: conditions that the expression itself brings (an assertion's).
    """

    node: Node
    kind: str
    texts: list[Text] = field(default_factory=list)
    error_class: str | None = None
    code: str | None = None
    http_status: int | None = None
    severity: str = "error"
    call: Call | None = None
    reason: str = ""
    guards: tuple[Guard, ...] = ()
    inline: bool = True
    anchor: Node | None = None


class Source:
    """One parsed file, and what is worked out about it only once."""

    __slots__ = (
        *("_notes", "constants", "data", "fragments", "hits", "hosts", "language", "resolving"),
        "root",
    )

    def __init__(self, language: Language, data: bytes, root: Node) -> None:
        self.language = language
        self.data = data
        self.root = root
        self.constants: dict[str, Template] = {}
        self.resolving: set[str] = set()
        # where the language's hints hit, in order
        self.hits: list[tuple[int, int]] = []
        # the root of a part parsed on its own (errdex.languages.fragments) → the node it is part of
        self.hosts: dict[int, Node] = {}
        self.fragments: list[Node] = []
        self._notes: dict[object, object] = {}

    def text(self, node: Node) -> str:
        """A node's source text."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def flat(self, node: Node, limit: int = 400) -> str:
        """A node's source text on one line, cut at ``limit`` characters."""
        text = " ".join(self.text(node).split())
        return text if len(text) <= limit else text[: limit - 1] + "…"

    def before(self, node: Node, body: Node) -> str:
        """The header of a compound statement: its text up to its body, without the colon."""
        text = self.data[node.start_byte : body.start_byte].decode("utf-8", "replace")
        return " ".join(re.sub(r"#.*", "", text).split()).rstrip(": {")[:400]

    def once(self, key: object, make: Callable[[], T]) -> T:
        """A value made at most once per file; ``make`` is called without arguments."""
        if key not in self._notes:
            self._notes[key] = make()
        return cast("T", self._notes[key])


class Needle(Protocol):
    """What can be looked for in bytes: a compiled pattern, or many words in one pass."""

    def search(self, data: bytes, /) -> re.Match[bytes] | None:
        """The first hit."""

    def finditer(self, data: bytes, /) -> Iterator[re.Match[bytes]]:
        """Every hit."""


class Language:
    """Base of all languages: the tables and rules that differ, with defaults that hold for many.

    A language module defines one subclass and one instance of it, which ``pyproject.toml`` names
    in the group ``errdex.languages``.

    Attributes:
        name: lower-case name, also the needle of ``--json`` output.
        queries: folder under ``errdex/queries``.
        suffixes: file name endings, with the dot.
        prefilter: a file whose bytes do not match holds no site, class or constant of interest.
        test_prefilter: the same for test files, read for expected errors alone; None: as above.
        function_kinds: nodes that define functions.
        block_kinds: nodes whose children are statements.
        comment_kinds: comment nodes.
        leave_kinds: statements after which control does not reach the next statement.
        call_kinds: nodes that call a function by name.
        bare_methods: whether a class calls its own methods by their bare names.
        hints: byte patterns, each with a literal start, one of which hits inside every match of
            ``sites.scm`` and ``tests.scm``: the queries run only there. Empty: everywhere.
        hint_gap: hits at most so many bytes apart are looked at together; a grammar whose nodes
            are quick to walk gains from wider ranges.
    """

    name = ""
    queries = ""
    suffixes: tuple[str, ...] = ()
    prefilter: Needle = re.compile(b"")
    test_prefilter: Needle | None = None
    function_kinds: frozenset[str] = frozenset()
    block_kinds: frozenset[str] = frozenset()
    comment_kinds: frozenset[str] = frozenset({"comment"})
    leave_kinds: frozenset[str] = frozenset()
    call_kinds: frozenset[str] = frozenset()
    bare_methods = False
    hints: tuple[Needle, ...] = ()
    hint_gap = 40

    def capsule(self) -> object:
        """The grammar's language capsule, from its wheel."""
        raise NotImplementedError

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match of ``sites.scm``; ``kind`` is the pattern's property."""
        raise NotImplementedError

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says, the likeliest first; never empty."""
        return [placeholder(source, node)]

    def is_function(self, node: Node) -> bool:
        """Whether a site below ``node`` belongs to it; a callback may belong to what is around."""
        return node.type in self.function_kinds

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return statement.type in self.leave_kinds

    def trimmed(self, data: bytes) -> bytes:
        """A source file without a tail that is not worth parsing: tests that expect no error."""
        return data

    def readable(self, data: bytes) -> bytes:
        """A file's bytes as the grammar can read them, where it lags behind its language.

        They are as many as before, each line break in its place: nodes are shown by ``data``.
        """
        return data

    def test_regions(self, source: Source) -> list[tuple[int, int]]:
        """Byte ranges of a source file that only tests see: read for provocations, not sites."""
        return []

    def node_at(self, source: Source, offset: int) -> Node | None:
        """The smallest node at an offset; what a macro stands for may have a tree of its own."""
        return source.root.descendant_for_byte_range(offset, offset)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A call expression's callee and arguments; None when it calls no name."""
        return None

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe the function at the end of ``path`` (root first)."""
        raise NotImplementedError

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return []

    def early(self, source: Source, statement: Node) -> Guard | None:
        """The condition that holds after ``statement`` when it may have left the function."""
        return None

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """The error class of one match of kind ``class``."""
        return ()

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """Named texts of one match of kind ``constant``."""
        return ()

    def imports(self, source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
        """Local name → ``module:name`` (or ``module``) of one match of kind ``import``."""
        return ()

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """Error classes that one match of kind ``catch`` catches."""
        return ()

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Expected errors of one match of ``tests.scm``."""
        return ()

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return re.sub(r"(?m)^\s*(?:/\*+!?|\*+/|\*|//+!?|#+)\s?|\s*\*+/\s*$", "", text).strip()


def placeholder(source: Source, node: Node) -> Text:
    """An expression that is no text, as one hole; it stands as ``{expression}``."""
    text = source.flat(node, 200)
    return Text((Placeholder("{" + text + "}", text),), is_text=False)


def joined(pieces: Iterable[list[Text]], limit: int = 8) -> list[Text]:
    """All ways to say pieces one after the other, at most ``limit`` of them."""
    whole = [Text((), is_text=False)]
    for piece in pieces:
        whole = [
            Text(a.parts + b.parts, a.is_text or b.is_text, a.inline and b.inline)
            for a in whole
            for b in piece
        ][:limit]
    return whole


def argument(name: str | None, texts: list[Text]) -> Argument:
    """A call's argument, by its likeliest text."""
    return Argument(texts[0].template, name, texts[0].is_text)


def children(node: Node, kinds: frozenset[str]) -> Iterator[Node]:
    """The direct children of certain kinds."""
    return (child for child in node.children if child.type in kinds)
