r"""SQL and the languages of stored procedures: how their writers raise errors.

How errors are raised: ``RAISE`` and ``ASSERT`` of PL/pgSQL in dollar-quoted bodies and ``DO``
blocks, ``SIGNAL`` (MySQL, MariaDB, Db2), ``RAISERROR`` and ``THROW`` (T-SQL),
``RAISE_APPLICATION_ERROR`` (Oracle), ``RAISE(ABORT, text)`` (SQLite triggers), and the server
when a row breaks a named constraint or unique index.
What is found: formats with ``%`` and their values, ``USING MESSAGE``, ``ERRCODE`` and condition
names, ``format``, ``concat``, ``||`` and ``+``, a text in a variable; conditions, loops and
exception handlers around a statement; for constraints the text that PostgreSQL writes, with the
name as code. Statements that the grammar cannot read lose nothing but their conditions.
What is missed: bodies in plain quotes, errors raised through a project's own function, the
conditions in dialects other than PL/pgSQL, constraints without a name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

import tree_sitter_postgres

from errdex.languages import sql_constraints, sql_dialects, sql_guards, sql_reports
from errdex.languages.fragments import fragment
from errdex.languages.hints import Words
from errdex.languages.interface import Captures, Draft, Language, Source
from errdex.model.facts import Function, Guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

_WORDS = re.compile(rb"(?i)\b(?:raise|raiserror|throw|signal|assert|raise_application_error)\b")
# in the three ways that people write keywords
_HINTS = Words(
    {
        spelled.encode(): after
        for word, after in (
            *((word, rb"\b") for word in sorted(sql_reports.WORDS)),
            ("constraint", rb"\s+[\"\w$]"),
            ("unique", rb"\s+(?i:index)"),
        )
        for spelled in (word, word.upper(), word.capitalize())
    },
    {},
)
_OTHER = re.compile(rb"(?i)\blanguage\s+'?(?:plperlu?|plpython\d?u?|plv8|c|sql|pltclu?|plr|java)\b")
_TAG = re.compile(rb"\$(?:[A-Za-z_]\w*)?\$")
_BEGIN = re.compile(rb"(?i)\bbegin\b")
_NAMED = re.compile(
    r"(?is)create\s+(?:or\s+(?:replace|alter)\s+)?(?:function|procedure|trigger)\s+"
    r"(?:if\s+not\s+exists\s+)?(?P<name>[\w\".$\[\]]+)\s*(?P<given>\([^;$]*?\))?"
)


class PlPgSql(Language):
    """The grammar of PL/pgSQL bodies."""

    name = "plpgsql"

    def capsule(self) -> object:
        """The grammar's language capsule."""
        capsule: object = getattr(tree_sitter_postgres, "language_plpgsql")()  # noqa: B009  # its stub lacks it
        return capsule


_BODY = PlPgSql()


class Sql(Language):
    """SQL in PostgreSQL's grammar, and what can be read of other dialects in it."""

    name = "sql"
    queries = "sql"
    suffixes = (".sql", ".psql", ".pgsql", ".plsql", ".pkb", ".tsql", ".ddl")
    prefilter = _HINTS
    hints = (_HINTS,)
    hint_gap = 40
    function_kinds = frozenset({"CreateFunctionStmt"})
    block_kinds = frozenset({"proc_sect", "source_file", "toplevel_stmt"})

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_postgres.language()

    def readable(self, data: bytes) -> bytes:
        """A file without psql's commands, data lines and the marks of templates and dialects."""
        return sql_dialects.readable(data)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the next statement."""
        return sql_guards.leaves(source, statement)

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        if kind == "body":
            return self._in_body(source, captures["body"][0])
        node = captures["site"][0]
        draft = None
        if kind in ("constraint", "index"):
            draft = sql_constraints.declared(source, node)
        elif source.text(node).lower() in sql_reports.WORDS - {"assert"}:
            draft = sql_reports.at(source, node, node.start_byte, 0)
        return [draft] if draft is not None else []

    def _in_body(self, source: Source, body: Node) -> Iterator[Draft]:
        """The sites of a function's body, a ``DO`` block or what else stands in dollar quotes."""
        around = source.data[max(0, body.start_byte - 1500) : body.start_byte]
        after = source.data[body.end_byte : body.end_byte + 200].partition(b";")[0]
        if _OTHER.search(after) or _OTHER.search(around.rpartition(b";")[2]):
            return
        tag = source.data.index(b"$", body.start_byte + 1) + 1 - body.start_byte
        start, end = body.start_byte + tag, body.end_byte - tag
        first = bisect_left(source.hits, (start, start))
        offsets = []
        for hit, stop in source.hits[first:]:
            if hit >= end:
                break
            if _WORDS.fullmatch(source.data, hit, stop):
                offsets.append(hit)
        if not offsets:
            return
        for offset in offsets:
            inner = _innermost(source.data, start, end, offset)
            if inner is None:
                continue
            root = fragment(source, body, *inner, _BODY)
            node = root.descendant_for_byte_range(offset, offset + 1)
            if node is None or node.type in ("comment", "string_literal", "dollar_quoted_string"):
                continue
            if _hidden(source.data[node.start_byte : offset]):
                continue
            statement = _statement(node)
            if statement.start_byte != offset:  # the grammar did not see that one starts there
                stop = source.data.find(b";", offset, inner[1])
                stop = inner[1] if stop < 0 else stop
                own = fragment(source, node, offset, stop, _BODY)
                statement = _statement(own.descendant_for_byte_range(offset, offset + 1) or own)
            draft = sql_reports.at(source, statement, offset, inner[0])
            if draft is not None:
                yield draft

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function or procedure."""
        node = path[-1]
        found = _NAMED.match(source.text(node)[:2000])
        name = re.sub(r'[\s"\[\]]', "", found["name"]) if found is not None else ""
        params = tuple(source.text(one) for one in _params(node))
        doc, line = self._doc(source, path)
        return Function(
            name=name.rpartition(".")[2],
            qualname=name,
            line=node.start_point.row + 1,
            end_line=node.end_point.row + 1,
            signature=" ".join(found.group().split())[:400] if found is not None else "",
            params=params,
            public=not name.rpartition(".")[2].startswith("_"),
            doc=doc,
            doc_line=line,
        )

    def _doc(self, source: Source, path: list[Node]) -> tuple[str, int]:
        """The comments right above a function's statement."""
        top = next((one for one in path if one.type == "toplevel_stmt"), path[-1])
        lines: list[str] = []
        line, below = 0, top.start_point.row
        above = top.prev_sibling
        while above is not None and above.type == "comment" and len(lines) < 60:
            if above.end_point.row < below - 1:
                break
            lines.append(self.comment_text(source.text(above)))
            below = above.start_point.row
            line = below + 1
            above = above.prev_sibling
        return "\n".join(text for text in reversed(lines) if text), line

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return sql_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left."""
        return sql_guards.early(source, statement)

    def comment_text(self, text: str) -> str:
        """A comment without its marks."""
        return re.sub(r"(?m)^\s*(?:--+|/\*+|\*+/|\*)\s?|\s*\*+/\s*$", "", text).strip(" -=\n")


def _innermost(data: bytes, start: int, end: int, offset: int) -> tuple[int, int] | None:
    """The innermost body in dollar quotes around an offset; None where it is a mere text."""
    at = start
    for _ in range(2_000):
        opening = _TAG.search(data, at, end)
        if opening is None or opening.end() > offset:
            break
        closing = data.find(opening.group(), opening.end(), end)
        if closing < 0:
            break
        if offset < closing:
            text = not _BEGIN.search(data, opening.end(), closing)
            if text or _hidden(data[start : opening.start()]):
                return None
            return _innermost(data, opening.end(), closing, offset)
        at = closing + len(opening.group())
    return start, end


def _hidden(before: bytes) -> bool:
    """Whether what follows some bytes of one node stands inside quotes or a comment."""
    if b"'" not in before and b"--" not in before and b"$" not in before:
        return False
    bare = re.sub(rb"--[^\n]*\n|/\*.*?\*/|'(?:[^']|'')*'", b"", before, flags=re.DOTALL)
    return b"'" in bare or b"--" in bare or len(re.findall(rb"\$\w*\$", bare)) % 2 == 1


def _statement(node: Node) -> Node:
    """The statement that starts with a word, or the word itself where none was recognised."""
    at: Node | None = node
    for _ in range(6):
        if at is None or at.start_byte != node.start_byte:
            return node
        if at.type in ("stmt_raise", "stmt_assert"):
            return at
        at = at.parent
    return node


def _params(node: Node) -> Iterator[Node]:
    """The named parameters of a function, in order."""
    given = next((c for c in node.children if c.type.startswith("func_args")), None)
    stack = [given] if given is not None else []
    while stack:
        at = stack.pop()
        if at.type == "param_name":
            yield at
        elif at.type not in ("func_type", "a_expr"):
            stack.extend(reversed(at.named_children))


SQL = Sql()
