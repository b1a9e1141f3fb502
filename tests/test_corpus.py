"""The language corpus: every page of ``tests/corpus/<language>`` says what errdex must find.

How a page is written is told in ``docs/how-to/add-a-language.md``. ``ERRDEX_UPDATE_CORPUS=1``
rewrites the annotations and ``expect`` fences that differ; read the diff before you keep it.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from tree_sitter import QueryCursor

from errdex.extract.read import read_file
from errdex.languages.interface import Language
from errdex.languages.queries import parser, query, query_text
from errdex.languages.registry import language_of, languages
from errdex.model.facts import FileFacts, Site

CORPUS = Path(__file__).parent / "corpus"
UPDATE = bool(os.environ.get("ERRDEX_UPDATE_CORPUS"))
ANNOTATION = re.compile(r"\s*(?:#|//|--)\s*(?P<what>site|test):\s*")
ITEM = re.compile(r'(?P<kind>[\w-]+)(?:\s+(?P<name>[^\s";]+))?\s*(?P<text>"|-)?')
SEPARATOR = re.compile(r"\s*(?:;|(?:#|//|--)\s*(?:site|test):)\s*")
# how a line comment starts, where not with //
MARKS = {("python", "ruby", "elixir", "shell"): "#", ("lua", "sql"): "--"}
# patterns of sites.scm that no source can reach, with the reason
UNREACHABLE: dict[tuple[str, int], str] = {}

Said = tuple[str, str | None, str | None]


@dataclass
class Fence:
    """One fence of source: where it stands in its page, and its lines as written."""

    page: Path
    line: int
    heading: str
    language: Language
    role: str
    lines: list[str] = field(default_factory=list)
    expect: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def source(self) -> bytes:
        """The source without its annotations, so that none is read as a comment."""
        return "".join(f"{_blanked(line)}\n" for line in self.lines).encode()

    @property
    def wanted(self) -> dict[int, list[Said]]:
        """Line of the fence → what is annotated there."""
        return {n: said for n, line in enumerate(self.lines, 1) if (said := _annotated(line))}


def _blanked(line: str) -> str:
    found = ANNOTATION.search(line)
    return line if found is None else line[: found.start()].rstrip()


def _annotated(line: str) -> list[Said]:
    found = ANNOTATION.search(line)
    if found is None:
        return []
    said: list[Said] = []
    at = found.end()
    while item := ITEM.match(line, at):
        at, text, name = item.end(), None, item["name"]
        if item["text"] == '"':
            text, at = json.JSONDecoder().raw_decode(line, item.end() - 1)
        said.append((item["kind"], None if name == "-" else name, text))
        separator = SEPARATOR.match(line, at)
        if separator is None:
            break
        at = separator.end()
    assert not line[at:].strip(), f"this annotation cannot be read: {line[found.start() :]!r}"
    return said


def _language(folder: str, info: str) -> Language:
    known = languages()
    found = language_of(f"x.{info}") or known.get(info)
    assert found is not None, f"no language has fences marked {info!r} (page of {folder})"
    return found


def fences(page: Path) -> Iterator[Fence]:
    """The source fences of one page, each with the ``expect`` fence that follows it."""
    heading, fence, mark = page.stem, None, ""
    last: Fence | None = None
    for number, line in enumerate(page.read_text("utf-8").split("\n"), 1):
        opened = re.match(r"(`{3,})(.*)$", line)
        if mark:
            if line == mark:
                mark, fence = "", None
            elif fence is not None:
                fence.lines.append(line)
            elif last is not None and line.strip():
                key, _, value = line.partition(":")
                last.expect.append((number, key.strip(), value.strip()))
        elif opened is not None:
            mark, info = opened[1], opened[2].split()
            if info[:1] == ["expect"]:
                assert last is not None, f"{page}:{number}: expect without source before it"
                continue
            role = "test" if "test" in info[1:] else "source"
            fence = last = Fence(page, number, heading, _language(page.parent.name, info[0]), role)
            yield fence
        elif line.startswith("#"):
            heading = line.lstrip("# ")


@cache
def pages() -> dict[Path, list[Fence]]:
    """Every page of every language."""
    return {
        page: list(fences(page))
        for page in sorted(CORPUS.glob("*/*.md"))
        if page.parent.name != "lookup"
    }


def every_fence() -> list[Fence]:
    return [fence for found in pages().values() for fence in found]


def _said(fence: Fence, facts: FileFacts) -> dict[int, list[Said]]:
    """What errdex finds in a fence, by line."""
    found: defaultdict[int, list[Said]] = defaultdict(list)
    if fence.role == "test":
        for one in facts.provocations:
            found[one.line].append(("expects", one.error_class, one.match or None))
    for site in sorted(facts.sites, key=lambda site: site.start):
        message = site.template.message if site.template is not None else None
        found[site.line].append((site.kind, site.error_class, message))
    return dict(found)


def _rendered(said: list[Said]) -> str:
    shown = [
        " ".join(
            [
                kind,
                *([name] if name else []),
                *([json.dumps(text, ensure_ascii=False)] if text is not None else []),
            ]
        )
        for kind, name, text in said
    ]
    return " ; ".join(shown)


def _differences(fence: Fence, found: dict[int, list[Said]]) -> list[str]:
    """Lines where the page and the finding disagree, in the words of both."""
    wanted = fence.wanted
    return [
        f"{fence.page.relative_to(CORPUS)}:{fence.line + n}: {_blanked(fence.lines[n - 1]).strip()}"
        f"\n    want {_rendered(wanted.get(n, [])) or 'nothing'}"
        f"\n    got  {_rendered(found.get(n, [])) or 'nothing'}"
        for n in sorted({*wanted, *found})
        if sorted(map(str, wanted.get(n, []))) != sorted(map(str, found.get(n, [])))
    ]


# -- expect fences ----------------------------------------------------------------------------


def facts_of(facts: FileFacts, key: str) -> list[str]:
    """What an ``expect`` line with this key is compared with: all values in order."""
    whole = {
        "class": lambda: [_class(facts, at) for at in range(len(facts.classes))],
        "constant": lambda: [
            f"{name} {json.dumps(text.message, ensure_ascii=False)}"
            for name, text in facts.constants.items()
        ],
        "import": lambda: [f"{name} = {target}" for name, target in facts.imports.items()],
        "catch": lambda: [f"{one.error_class} in {one.function}" for one in facts.catches],
        "caller": lambda: [f"{one.function} calls {one.callee}" for one in facts.callers],
        "provocation": lambda: [one.call for one in facts.provocations],
        "sink": lambda: [
            f"{facts.functions[one.function].qualname}({', '.join(one.params)})"
            for one in facts.sinks
        ],
        "broken": lambda: ["yes" if facts.broken else "no"],
    }
    if key in whole:
        return whole[key]()
    assert facts.sites, f"{key} speaks of the first site, and there is none"
    return _site_facts(facts, min(facts.sites, key=lambda site: site.start), key)


def _class(facts: FileFacts, at: int) -> str:
    one = facts.classes[at]
    texts = [json.dumps(t.message, ensure_ascii=False) for t in (one.template, one.text) if t]
    rest = [str(value) for value in (one.code, one.http_status) if value is not None]
    return " ".join([f"{one.name}({', '.join(one.params)})", *texts, *rest])


def _site_facts(facts: FileFacts, site: Site, key: str) -> list[str]:
    function = facts.functions[site.function] if site.function >= 0 else None
    holes = site.template.placeholders if site.template is not None else ()
    told = {
        "guard": [guard.text for guard in site.guards],
        "enclosing": [function.qualname if function else "<module>"],
        "public": ["no" if function and not function.public else "yes"],
        "params": [", ".join(function.params) if function else ""],
        "signature": [function.signature if function else ""],
        "doc": [function.doc.split("\n")[0] if function else ""],
        "comment": [site.comment],
        "hole": [str(hole.expr) for hole in holes],
        "code": [str(site.code or "")],
        "status": [str(site.http_status or "")],
        "severity": [site.severity],
        "reason": [site.reason],
        "lines": [f"{site.line}-{site.end_line}"],
        "inline": ["yes" if site.inline else "no"],
    }
    assert key in told, f"{key!r} is no key of an expect fence; known: {', '.join(sorted(told))}"
    return told[key]


def _unexpected(fence: Fence, facts: FileFacts) -> list[str]:
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for _, key, value in fence.expect:
        wanted[key].append(value)
    place = fence.page.relative_to(CORPUS)
    return [
        f"{place}:{fence.line}: {key}\n    want {values}\n    got  {got}"
        for key, values in wanted.items()
        if (got := facts_of(facts, key)) != ([] if values == ["none"] else values)
    ]


# -- updating ---------------------------------------------------------------------------------


def _update(page: Path) -> None:
    """Write what is found into a page: annotations, and the values of expect lines."""
    lines = page.read_text("utf-8").split("\n")
    for fence in reversed(pages()[page]):
        facts = read_file(fence.language, fence.source, fence.role)
        found, wanted = _said(fence, facts), fence.wanted
        mark = next((m for names, m in MARKS.items() if fence.language.name in names), "//")
        what = "test" if fence.role == "test" else "site"
        for key in dict.fromkeys(key for _, key, _ in fence.expect):
            at = [n for n, k, _ in fence.expect if k == key]
            for number in reversed(at[1:]):
                lines[number - 1] = "\0"
            got = facts_of(facts, key) or ["none"]
            lines[at[0] - 1] = "\n".join(f"{key}: {v}".rstrip() for v in got)
        for n, line in enumerate(fence.lines, 1):
            if sorted(map(str, found.get(n, []))) != sorted(map(str, wanted.get(n, []))):
                said = _rendered(found.get(n, []))
                bare = _blanked(line).rstrip()
                lines[fence.line + n - 1] = f"{bare}  {mark} {what}: {said}" if said else bare
    page.write_text("\n".join(line for line in lines if line != "\0"), "utf-8")


# -- the tests --------------------------------------------------------------------------------


def _name(fence: Fence) -> str:
    return f"{fence.page.parent.name}/{fence.page.stem}:{fence.line} {fence.heading}"


if UPDATE:

    @pytest.mark.parametrize("page", pages(), ids=lambda page: f"{page.parent.name}/{page.stem}")
    def test_pages_are_rewritten(page: Path) -> None:
        _update(page)


@pytest.mark.skipif(UPDATE, reason="pages are being rewritten")
@pytest.mark.parametrize("fence", every_fence(), ids=_name)
def test_each_line_says_what_its_page_states_and_no_other_says_anything(fence: Fence) -> None:
    facts = read_file(fence.language, fence.source, fence.role)
    problems = _differences(fence, _said(fence, facts)) + _unexpected(fence, facts)
    assert not problems, "\n" + "\n".join(problems)


def _own_patterns(language: Language) -> range:
    """The indexes of the patterns that a language's own file adds to what it inherits."""
    whole = query(language, "sites")
    assert whole is not None
    path = CORPUS.parents[1] / "src/errdex/queries" / language.queries / "sites.scm"
    own = path.read_text("utf-8")
    inherited = len(query_text(language.queries, "sites").removesuffix(own).encode())
    count = _count(whole)
    return range(sum(whole.start_byte_for_pattern(i) < inherited for i in range(count)), count)


def _count(compiled: object) -> int:
    return int(compiled.pattern_count)  # type: ignore[attr-defined]


@pytest.mark.parametrize("folder", sorted({one.queries for one in languages().values()}))
def test_every_pattern_of_the_queries_has_an_example(folder: str) -> None:
    speakers = {name: one for name, one in languages().items() if one.queries == folder}
    hit: set[int] = set()
    for fence in every_fence():
        if fence.language.name in speakers and fence.role == "source":
            compiled = query(fence.language, "sites")
            assert compiled is not None
            root = parser(fence.language).parse(fence.source).root_node
            hit.update(index for index, _ in QueryCursor(compiled).matches(root))
    for language in speakers.values():
        text = query_text(folder, "sites")
        compiled = query(language, "sites")
        assert compiled is not None
        missing = [
            f"{folder}/sites.scm pattern {i}: "
            + text.encode()[compiled.start_byte_for_pattern(i) :].decode().split("\n")[0]
            for i in _own_patterns(language)
            if i not in hit and (folder, i) not in UNREACHABLE
        ]
        assert not missing, "no corpus page has an example of\n" + "\n".join(missing)


@pytest.mark.parametrize("folder", sorted({one.queries for one in languages().values()}))
def test_every_language_has_near_misses(folder: str) -> None:
    found = [f for f in every_fence() if f.language.queries == folder]
    assert any("near miss" in f.heading.lower() for f in found), (
        f"tests/corpus/{folder} has no section headed “Near misses”"
    )
