"""An independent reading of Lua by luaparser's grammar: where errors are raised, and their texts.

``error`` with a text or a table, ``assert`` with a message, ``nil`` or ``false`` returned with a
sentence. Lines and texts are compared with what ``read_file`` finds.

    pip install luaparser
    python benchmarks/truth/lua_truth.py DIR... [--misses 20]
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from luaparser import ast
from luaparser.astnodes import (
    Call,
    Concat,
    FalseExpr,
    Invoke,
    Name,
    Nil,
    Return,
    String,
    Table,
)  # fmt: skip

HOLE = "\ufffc"
SKIP = re.compile(r"(?i)(?:^|/)(?:tests?|spec|t|examples?|docs?|vendor|bench)/|_spec\.lua$")
MESSAGES = ("message", "msg", "error", "err", "reason", "description", "text")


def text_of(node: object) -> str | None:
    """What an expression says, each value as U+FFFC; None where it says nothing."""
    if isinstance(node, String):
        said = node.s
        return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    if isinstance(node, Concat):
        left, right = text_of(node.left), text_of(node.right)
        if left is None and right is None:
            return None
        return (HOLE if left is None else left) + (HOLE if right is None else right)
    if isinstance(node, Call):
        name = ast.to_lua_source(node.func) if not isinstance(node.func, Name) else node.func.id
        if re.search(r"(?:format|fmt)$", name) and node.args:
            form = text_of(node.args[0])
            return formatted(form) if form is not None else None
    if isinstance(node, Invoke) and node.func.id == "format":
        form = text_of(node.source)
        return formatted(form) if form is not None else None
    if isinstance(node, Table):
        fields = {getattr(f.key, "id", None): f.value for f in node.fields}
        return next((text_of(fields[n]) for n in MESSAGES if n in fields), None)
    return None


def formatted(form: str) -> str:
    """A format with its verbs as holes."""
    return re.sub(r"%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]", HOLE, form).replace("%%", "%")


def sites(tree: object) -> Iterator[tuple[int, str | None]]:
    """Line and text of each site."""
    for node in ast.walk(tree):
        line = node.first_token.line if getattr(node, "first_token", None) else node.line
        if isinstance(node, Call) and isinstance(node.func, Name):
            if node.func.id == "error" and node.args:
                yield line, text_of(node.args[0])
            elif node.func.id == "assert" and len(node.args) > 1:
                said = text_of(node.args[1])
                if said is not None:
                    yield line, said
        elif isinstance(node, Return) and node.values and len(node.values) > 1:
            said = text_of(node.values[1])
            if isinstance(node.values[0], Nil | FalseExpr) and said and " " in said.strip():
                yield line, said


def plain(text: str) -> str:
    """A text with its blanks folded and its values alike."""
    text = re.sub(r"\\(?:[nrt]|\d{1,3})", " ", text).replace("\\", "")
    return " ".join(re.sub(f"{HOLE}+", HOLE, text).split())


def main() -> None:
    """Compare each folder."""
    from errdex.extract.read import read_file
    from errdex.languages.registry import languages

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--files", type=int, default=400)
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for folder in args.folder:
        counts: Counter[str] = Counter()
        paths = sorted(p for p in folder.rglob("*.lua") if p.is_file())
        for path in [p for p in paths if not SKIP.search(str(p.relative_to(folder)))][: args.files]:
            data = path.read_bytes()
            if len(data) > 60_000:
                continue
            try:
                expected = list(sites(ast.parse(data.decode("utf-8", "replace"))))
            except Exception:  # its grammar does not know all of LuaJIT
                counts["unparsed"] += 1
                continue
            facts = read_file(languages()["lua"], data)
            found: dict[int, set[str]] = {}
            for site in facts.sites:
                parts = site.template.parts if site.template else ()
                said = "".join(p if isinstance(p, str) else HOLE for p in parts)
                found.setdefault(site.line, set()).add(plain(said))
            for line, text in expected:
                counts["sites"] += 1
                here = found.get(line)
                counts["found"] += here is not None
                if text is not None:
                    counts["messages"] += 1
                    whole = here is not None and plain(text) in here
                    counts["whole"] += whole
                    if not whole and total["shown"] < args.misses:
                        total["shown"] += 1
                        print(f"  {path}:{line} {plain(text)[:80]!r} found {here}")
        print(folder.name, dict(counts))
        total += counts
    print(f"found {total['found'] / total['sites']:.2%} of {total['sites']}, "
          f"whole {total['whole'] / total['messages']:.2%} of {total['messages']}")  # fmt: skip


if __name__ == "__main__":
    main()
