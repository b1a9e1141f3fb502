"""An independent reading of C and C++: a lexer that finds the calls a project reports errors with.

It shares nothing with errdex: no grammar, no queries. What a project's reporters are called is
written down here by hand, which the product itself must never know. For each call of one that holds
a literal it tells the line and the whole message as the source spells it, and compares both with
what ``read_file`` finds.

    python benchmarks/truth/c_truth.py curl=DIR git=DIR [--misses 20]
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

TOKEN = re.compile(
    r"(?P<space>\s+|\\\r?\n)|(?P<comment>//(?:[^\n\\]|\\.)*|/\*.*?\*/)|"
    r"(?P<raw>(?:u8|[uUL])?R\"(?P<mark>[^(\"]*)\(.*?\)(?P=mark)\")|"
    r"(?P<string>(?:u8|[uUL])?\"(?:[^\"\\\n]|\\.)*\")|(?P<char>'(?:[^'\\\n]|\\.)+')|"
    r"(?P<word>[A-Za-z_]\w*)|(?P<number>\d[\w.]*)|(?P<mark1>::|->|<<|.)",
    re.DOTALL,
)
DIRECTIVE = re.compile(r"(?m)^[ \t]*#[^\n]*(?:\\\n[^\n]*)*")
# the calls by which each project reports errors: callee → pattern that its arguments must match
ANY = r""
PROJECTS: dict[str, dict[str, str]] = {
    "curl": dict.fromkeys(["failf", "warnf", "errorf", "GLOBERROR", "helpf"], ANY),
    "git": dict.fromkeys(
        ["die", "die_errno", "error", "error_errno", "warning", "warning_errno", "BUG", "bug",
         "usage_msg_opt", "usage_msg_optf", "die_message", "rp_error", "graph_report"], ANY),
    "nginx": {
        "ngx_log_error": r"^\s*NGX_LOG_(?:EMERG|ALERT|CRIT|ERR|WARN)\b",
        "ngx_conf_log_error": r"^\s*NGX_LOG_(?:EMERG|ALERT|CRIT|ERR|WARN)\b",
        "ngx_ssl_error": r"^\s*NGX_LOG_(?:EMERG|ALERT|CRIT|ERR|WARN)\b",
        "ngx_connection_error": ANY,
        "ngx_log_stderr": ANY,
    },
    "redis": {
        **dict.fromkeys(
            ["addReplyError", "addReplyErrorFormat", "serverPanic", "RedisModule_ReplyWithError",
             "rdbReportCorruptRDB", "rdbReportReadError", "anetSetError", "luaPushError",
             "clusterManagerLogErr", "perror"], ANY),
        "serverLog": r"^\s*LL_WARNING",
    },
    "postgresql": {
        "ereport": r"^\s*(?:ERROR|FATAL|PANIC|WARNING)\b",
        "elog": r"^\s*(?:ERROR|FATAL|PANIC|WARNING)\b",
        **dict.fromkeys(["pg_fatal", "pg_log_error", "pg_log_warning", "tar_set_error"], ANY),
    },
    "sqlite": dict.fromkeys(
        ["sqlite3ErrorMsg", "sqlite3_result_error", "sqlite3VdbeError", "sqlite3Fts3ErrMsg",
         "ErrorMsg", "cmdlineError", "runtimeError"], ANY),
    "openssl": dict.fromkeys(["ERR_raise_data"], ANY),
    "bash": dict.fromkeys(
        ["internal_error", "internal_warning", "builtin_error", "sys_error", "parser_error",
         "report_error", "programming_error", "fatal_error", "line_error", "builtin_warning"], ANY),
    "coreutils": dict.fromkeys(["error", "die"], ANY),
    "cmake": {
        **dict.fromkeys(["SetError", "Error", "reportError"], ANY),
        "IssueMessage": r"FATAL_ERROR|WARNING",
        "cmCTestLog": r"ERROR_MESSAGE|WARNING",
    },
    "protobuf": dict.fromkeys(["AddError", "ReportError", "InvalidArgumentError"], ANY),
    "grpc": {
        **dict.fromkeys(
            ["InternalError", "UnavailableError", "InvalidArgumentError", "AddError",
             "GRPC_ERROR_CREATE_FROM_STATIC_STRING", "GRPC_ERROR_CREATE"], ANY),
        "gpr_log": r"^\s*GPR_ERROR",
    },
    "rocksdb": dict.fromkeys(
        ["InvalidArgument", "Corruption", "NotSupported", "IOError", "Aborted", "NotFound",
         "Incomplete"], ANY),
    "leveldb": dict.fromkeys(["InvalidArgument", "Corruption", "NotSupported", "IOError"], ANY),
}  # fmt: skip
THROWN = "throw"
SKIP = re.compile(
    r"tests?|t|testing|unittests?|contrib|third_party|docs?|examples|demos|fuzz|oss-fuzz|deps|"
    r"benchmarks?|Utilities|gnulib-tests|po"
)
VERB = re.compile(r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh?|ll?|j|z|t|u)?[a-zA-Z]|\{\w+\}")
LETTERS = re.compile(r"[^\W\d_]")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}


class Token(NamedTuple):
    """One token: its kind, its text and where it starts."""

    kind: str
    text: str
    start: int


class Report(NamedTuple):
    """A call that reports, on the lines from ``line`` to ``end``.

    ``messages`` are the runs of literals that it holds; ``sums`` what each argument's literals say
    when they are joined, as ``+``, ``<<`` and StrCat join them.
    """

    line: int
    end: int
    callee: str
    messages: tuple[str, ...]
    sums: tuple[str, ...]


def tokens(text: str) -> list[Token]:
    """The tokens of a file, without space and comments."""
    found = []
    for one in TOKEN.finditer(text):
        kind = one.lastgroup or ""
        kind = "raw" if one["raw"] else kind
        if kind not in ("space", "comment"):
            found.append(Token(kind, one.group(), one.start()))
    return found


def decoded(token: Token) -> str:
    """A string token as the compiler reads it."""
    if token.kind == "raw":
        mark = token.text[token.text.index('"') + 1 : token.text.index("(")]
        return token.text[token.text.index("(") + 1 : -len(mark) - 2]
    inner = token.text[token.text.index('"') + 1 : -1]

    def one(found: re.Match[str]) -> str:
        what = found.group(1)
        if what[0] == "\n":
            return ""
        if what[0] in "01234567":
            return chr(int(what, 8))
        if what[0] in "xuU":
            return chr(int(what[1:], 16))
        return ESCAPES.get(what, what)

    made = re.sub(r"\\([0-7]{1,3}|x[0-9a-fA-F]+|u.{4}|U.{8}|.)", one, inner, flags=re.DOTALL)
    if re.search(r"\\(?:x|3\d\d)", inner):
        made = made.encode("latin-1", "ignore").decode("utf-8", "replace")
    return made


def closing(found: list[Token], at: int) -> int:
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for place in range(at, min(len(found), at + 4000)):
        if found[place].text in "([{":
            depth += 1
        elif found[place].text in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return -1


def messages(found: list[Token]) -> list[str]:
    """Every run of neighbouring strings and macros; a literal is what starts or ends it."""
    runs: list[str] = []
    at = 0
    while at < len(found):
        if found[at].kind not in ("string", "raw"):
            at += 1
            continue
        start = at
        if at and found[at - 1].kind == "word" and (at < 2 or found[at - 2].text in "(,"):
            start = at - 1
        text = ""
        place = start
        while place < len(found) and found[place].kind in ("string", "raw", "word"):
            one = found[place]
            text += "{" + one.text + "}" if one.kind == "word" else decoded(one)
            place += 1
        runs.append(text)
        at = place
    return runs


def sums(found: list[Token]) -> list[str]:
    """What each argument's literals say joined, and what those of all arguments do."""
    made, depth, text, whole = [], 0, "", ""
    for token in found:
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.text == "," and depth == 0:
            made.append(text)
            text = ""
        elif token.kind in ("string", "raw", "char"):
            said = decoded(token) if token.kind != "char" else token.text[1:-1]
            said = {"\\n": "\n", "\\'": "'"}.get(said, said)
            text += said
            whole += said
    return [*made, text, whole]


def reports(text: str, wanted: dict[str, str]) -> list[Report]:
    """The calls of a file that report errors with a literal."""
    plain = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    found = tokens(plain)
    made = []
    for place, token in enumerate(found[:-1]):
        if token.kind != "word":
            continue
        if token.text == THROWN:
            end = next((p for p in range(place, len(found)) if found[p].text == ";"), -1)
            inner = found[place + 1 : end]
        elif token.text in wanted and found[place + 1].text == "(":
            end = closing(found, place + 1)
            if end < 0 or (end + 1 < len(found) and found[end + 1].text == "{"):
                continue
            inner = found[place + 2 : end]
            written = plain[found[place + 1].start + 1 : found[end].start]
            if not re.search(wanted[token.text], written):
                continue
        else:
            continue
        said = [run for run in messages(inner) if LETTERS.search(VERB.sub("", run))]
        if said:
            line = plain.count("\n", 0, token.start) + 1
            last = plain.count("\n", 0, found[end].start) + 1
            made.append(Report(line, last, token.text, tuple(said), tuple(sums(inner))))
    return made


def folded(message: str) -> str:
    """A message with doubled percent signs and braces as the screen shows them."""
    return message.replace("%%", "%").replace("{{", "{").replace("}}", "}")


def files(root: Path) -> list[Path]:
    """The source files of a project that are no tests."""
    suffixes = {".c", ".cc", ".cpp", ".cxx", ".h", ".hpp"}
    return sorted(
        path
        for path in root.rglob("*")
        if path.suffix in suffixes
        and not any(SKIP.fullmatch(part) for part in path.relative_to(root).parts)
        and not re.search(r"_(?:test|unittest|bench)\.\w+$", path.name)
        and path.stat().st_size < 1_500_000
    )


def compared(root: Path, wanted: dict[str, str], most: int) -> Counter[str]:
    """Counts of reports, of those whose line is found, and of those whose message is whole."""
    from errdex.extract.read import read_file
    from errdex.languages.c import C
    from errdex.languages.cpp import CPP

    counts: Counter[str] = Counter()
    shown = 0
    for path in files(root):
        text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        expected = reports(text, wanted)
        if not expected:
            continue
        facts = read_file(C if path.suffix == ".c" else CPP, text.encode())
        for report in expected:
            counts["reports"] += 1
            here = [
                site
                for site in facts.sites
                if site.line <= report.end
                and report.line <= site.end_line
                and site.template is not None
            ]
            said = {site.template.message for site in here if site.template is not None}
            whole = any(
                folded(message) in {folded(one), folded(one).strip("{}")}
                or (len(one) > 8 and folded(message).startswith(folded(one)))
                or folded(message) in folded(one)
                for message in report.messages
                for one in said
            )
            exact = any(folded(one) in {folded(m) for m in report.messages} for one in said)
            fixed = {folded("".join(site.template.literals)) for site in here if site.template}
            exact = exact or any(one and folded(one) in fixed for one in report.sums)
            counts["found"] += bool(here)
            counts["whole"] += exact
            counts["within"] += whole
            if shown < most and not exact:
                shown += 1
                print(
                    f"  {path.relative_to(root)}:{report.line} {report.callee}",
                    report.messages[:3],
                )
                print(f"      found {sorted(said)[:3]}")
    return counts


def main() -> None:
    """Compare each named project."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", nargs="+", help="NAME=DIR")
    parser.add_argument("--misses", type=int, default=0)
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for one in args.project:
        name, _, folder = one.partition("=")
        counts = compared(Path(folder), PROJECTS[name], args.misses)
        total += counts
        print(name, dict(counts))
    if total["reports"]:
        found, whole = total["found"] / total["reports"], total["whole"] / total["reports"]
        print(f"all: {total['reports']} reports, found {found:.2%}, whole message {whole:.2%}")
        print(f"whole or joined with values: {total['within'] / total['reports']:.2%}")


if __name__ == "__main__":
    sys.exit(main())
