"""Print every RAISE and ASSERT of PL/pgSQL bodies, read with PostgreSQL's own parser (pglast).

    python benchmarks/truth/sql_truth.py FILE-WITH-PATHS > truth.jsonl

``shape`` is the message with U+0000 for each value, null where an expression makes it. Statements
that PostgreSQL cannot parse are left out; how many is told at the end.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pglast

WARNING, ERROR = 19, 21


def raised(node: Any) -> Iterator[tuple[int, str | None]]:
    """The statements under a node that raise: their line in the body, and their text."""
    if isinstance(node, list):
        for one in node:
            yield from raised(one)
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key == "PLpgSQL_stmt_raise" and value.get("elog_level", ERROR) in (WARNING, ERROR):
            message = value.get("message")
            shape = value.get("condname")
            if message is not None and message != "%":
                shape = re.sub(r"%%|%", lambda m: "%" if m[0] == "%%" else "\0", message)
            if any(
                one["PLpgSQL_raise_option"]["opt_type"] == 1 for one in value.get("options", [])
            ):
                shape = None
            yield value["lineno"], shape
        elif key == "PLpgSQL_stmt_assert":
            query = value.get("message", {}).get("PLpgSQL_expr", {}).get("query", "")
            text = re.fullmatch(r"'((?:[^']|'')*)'", query)
            yield value["lineno"], text[1].replace("''", "'") if text else None
        yield from raised(value)


def main() -> None:
    """Read the files that the first argument names."""
    skipped = 0
    for path in Path(sys.argv[1]).read_text("utf-8").split():
        data = Path(path).read_text("utf-8", "replace")
        data = re.sub(r"(?m)^\\.*$", "", data).replace("@extschema@", "extschem_")
        for found in re.finditer(
            r"(?is)(?:create\s+(?:or\s+replace\s+)?(?:function|procedure)|\bdo)\b"
            r"(?:(?!\$\w*\$).)*?(\$\w*\$).*?\1[^;]*;",
            data,
        ):
            try:
                tree = pglast.parse_plpgsql(found.group())
            except Exception:
                skipped += 1
                continue
            first = data.count("\n", 0, found.start(1))
            for line, shape in raised(tree):
                print(json.dumps({"path": path, "line": first + line, "shape": shape}))
    print(f"{skipped} functions that PostgreSQL cannot parse", file=sys.stderr)


if __name__ == "__main__":
    main()
