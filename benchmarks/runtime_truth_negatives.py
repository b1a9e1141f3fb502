"""Messages that nothing in the store says: other packages, other languages, log lines, prose."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from errdex.model.template import Placeholder, Template
from errdex.store.interface import LookupStore
from errdex.template.anchors import message_keys
from truth_sites import truth_of

SEED = 17
WORDS = 4
VALUES = (
    "3", "0", "-1", "17", "0.25", "None", "True", "foo", "bar", "user_id", "name", "'name'",
    "'x-y'", "[1, 2, 3]", "{'a': 1}", "('a', 'b')", "/var/lib/app/data.json", "config.yaml",
    "int", "<class 'str'>", "my_function", "localhost:8080", "2026-03-01", "abc123", "utf-8",
    "Widget", "https://example.org/a/b", "a, b, c", "42 bytes", "left",
)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_HOLE = re.compile(r"%\(\w+\)[srd]|%[srd]|\{\w*\}")
_LOGGED = frozenset(("debug", "info"))
_MARKUP = re.compile(r"[|<>`*=#\\]|::|https?:|^\s*[-.+]")


class Negative(NamedTuple):
    """A text that has no right answer, and what kind of text it is."""

    kind: str
    text: str


def negatives(cache: Path, left_out: frozenset[str], store: LookupStore) -> list[Negative]:
    """About 300 texts, always the same for the same corpora and store."""
    rng = random.Random(SEED)
    wanted: list[tuple[str, int, list[str]]] = [
        ("Python, not in the store", 110, list(_messages("python", cache, rng, store, left_out))),
        ("JavaScript", 50, list(_messages("javascript", cache, rng, store, None))),
        ("Rust", 40, list(_messages("rust", cache, rng, store, None))),
        ("log line", 60, list(_log_lines(cache, left_out, rng))),
        ("prose", 40, list(_prose(cache))),
    ]
    found: list[Negative] = []
    for kind, count, texts in wanted:
        texts = sorted(set(texts))
        found += [Negative(kind, text) for text in rng.sample(texts, min(count, len(texts)))]
    return found


def _messages(
    language: str,
    cache: Path,
    rng: random.Random,
    store: LookupStore,
    packages: frozenset[str] | None,
) -> Iterator[str]:
    """Messages of sites of a corpus, values filled in, that no template of the store equals."""
    for site in truth_of(language, cache / language, cache):
        package = site.file.partition("/")[0]
        if packages is not None and package not in packages:
            continue
        if site.excluded or site.aside or not site.inline:
            continue
        parts = site.accepted[0]
        fixed = " ".join(part for part in parts if part is not None)
        if len(_LETTERS.findall(fixed)) < WORDS or len(fixed) > 400:
            continue
        template = Template.of(part if part is not None else Placeholder("{}") for part in parts)
        text = "".join(rng.choice(VALUES) if part is None else part for part in parts)
        if not _known(store, template, text):
            yield text.strip()


def _known(store: LookupStore, template: Template, text: str) -> bool:
    shape = "".join(template.shape.split()).lower()
    candidates = store.candidates(message_keys(text), 100)
    return any("".join(c.shape.split()).lower() == shape for c in candidates)


def _log_lines(cache: Path, packages: frozenset[str], rng: random.Random) -> Iterator[str]:
    """Lines that report no error, as the packages left out log them."""
    for path, tree in _modules(cache, packages):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            first = node.args[0] if node.args else None
            if node.func.attr not in _LOGGED or not isinstance(first, ast.Constant):
                continue
            if not isinstance(first.value, str) or len(_LETTERS.findall(first.value)) < WORDS:
                continue
            text = _HOLE.sub(lambda _: rng.choice(VALUES), first.value)
            time = f"2026-03-{rng.randint(1, 28):02} 10:{rng.randint(10, 59)}:07,215"
            yield f"{time} {node.func.attr.upper()} {path.stem}: {text}"


def _modules(cache: Path, packages: frozenset[str]) -> Iterator[tuple[Path, ast.Module]]:
    for package in sorted(packages):
        for path in sorted((cache / "python" / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8", errors="replace")
            if "log" in text and "test" not in path.as_posix().removeprefix(str(cache)):
                try:
                    yield path, ast.parse(text)
                except (SyntaxError, ValueError):
                    continue


def _prose(cache: Path) -> Iterator[str]:
    """Sentences of the packages' own descriptions."""
    for path in sorted((cache / "python").glob("*/PKG-INFO")):
        text = path.read_text(encoding="utf-8", errors="replace").partition("\n\n")[2]
        for paragraph in text.split("\n\n"):
            line = " ".join(paragraph.split())
            if 60 <= len(line) <= 300 and line.endswith(".") and not _MARKUP.search(line):
                yield line
