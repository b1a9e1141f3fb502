r"""C++: how its people raise errors and write messages.

How errors are raised: ``throw``, errors and statuses that are built and given back, ``std::cerr``
and error-level log streams, ``CHECK(x) << …``, and everything that C programs do. Headers are read
as C++, whose grammar understands C's but for a few words; C's grammar would lose every class.
What is found: literals, raw strings, ``+``, ``std::format``, ``fmt::format``, ``absl::StrCat``,
``absl::StrFormat``, string streams, locals, constants, classes that give a text to their base or
override ``what()``, and all that is found in C.
What is missed: text that template code or overloaded operators other than ``<<`` and ``+`` compose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import tree_sitter_cpp

from errdex.languages import c_hints, cpp_classes, cpp_sites, cpp_tests, cpp_text
from errdex.languages.c import C, CLanguage
from errdex.languages.interface import Captures, Draft, Source, Text
from errdex.model.facts import ErrorClass, Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_BUILT = rb"\w*(?:<[\w:, ]*>)?\s*[({]|\s+\w+\s*[({]"
_WORDS = c_hints.words(
    {
        b"throw": rb"\b|\w*\s*\(",
        b"Error": rb"\w*(?:\s*\(|,|\))|\w*(?:<[\w:, ]*>)?\s*\{|\w*::\w+\s*\(|\s+\w+\s*[({]|"
        rb"\s*(?:final\s*)?:",
        **dict.fromkeys(
            (b"xception", b"Failure", b"_error", b"_argument", b"_range"),
            _BUILT + rb"|\s*(?:final\s*)?:",
        ),
        **dict.fromkeys((b"Status", b"Exc"), rb"(?:::\w+)?\s*[({]"),
        **dict.fromkeys((b"rrors::", b"rror::"), rb"\w+\s*[({]"),
        b"cerr": rb"\s*<<",
        b"rror": rb"\s*<<|\)\s*<<|\w*\(\)\s*<<",
        b"ERROR": rb"\w*(?:\s*\(|\s*\)\s*<<|\s*[,|][^;{}\"]{0,160}\")",
        b"ritical": rb"\)?\s*(?:<<|\()",
        b"atal": rb"\w*\s*\(|\)\s*<<",
        b"arning": rb"\w*\s*\(|\)\s*<<",
        b"static_assert": rb"\s*\(",
        b"what": rb"\s*\(\s*\)\s*const[^;{]*\{",
        b"catch": rb"\s*\(",
        b"THROW": b"",
        b"_DEATH": rb"\w*\(",
        b"_THAT": rb"\(",
    }
)


class Cpp(CLanguage):
    """The C++ language, and C headers."""

    name = "cpp"
    queries = "cpp"
    suffixes: tuple[str, ...] = (
        ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp",
        ".txx", ".tcc", ".cu", ".cuh", ".ino",
    )  # fmt: skip
    prefilter = _WORDS
    hints = (_WORDS,)
    text_rules = cpp_text.RULES
    braces = True
    # "%"PRIu64 is a literal with a suffix here
    simpler = C

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_cpp.language()

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        found: Draft | None
        if kind == "throw":
            found = cpp_sites.thrown(source, captures["site"][0], captures["thrown"][0])
        elif kind == "stream":
            found = cpp_sites.streamed(source, captures["site"][0], captures["chain"][0])
        elif kind == "built":
            found = cpp_sites.built(source, captures["site"][0], captures)
        elif kind == "static":
            found = cpp_sites.static(source, captures["site"][0])
        elif kind == "built by":
            written = source.flat(captures["name"][0], 200)
            found = cpp_classes.defined_outside(source, captures["site"][0], written)
        else:
            return super().drafts(source, kind, captures)
        return [found] if found is not None else []

    def _one(self, source: Source, kind: str, node: Node, captures: Captures) -> Draft | None:
        if kind == "call":
            return cpp_sites.called(source, node)
        return super()._one(source, kind, node, captures)

    def builds_error(self, source: Source, node: Node) -> bool:
        """Whether a call builds an error."""
        return cpp_sites.builds_error(source, node)

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What an expression says."""
        return cpp_text.texts(source, node)

    def error_class(self, source: Source, captures: Captures) -> Iterable[ErrorClass]:
        """A class that is, or looks like, an error."""
        return cpp_classes.error_class(source, captures)

    def catches(self, source: Source, captures: Captures) -> Iterable[str]:
        """The class that a ``catch`` clause names."""
        return cpp_classes.caught(source, captures["catch"][0])

    def provocations(self, source: Source, captures: Captures) -> Iterable[Provocation]:
        """Tests that expect an error."""
        return cpp_tests.provocations(source, captures)


CPP = Cpp()
