"""An independent reading of shell scripts by shfmt's parser: what is reported, and its text.

A site is a call of ``echo`` or ``printf`` whose own output, or whose group's, goes to the error
stream and whose words say an error, and a call of a reporter that is named here by hand. Lines and
texts are compared with what a scan of the folder stores.

    python benchmarks/truth/shell_truth.py DIR... [--shfmt shfmt] [--misses 20]
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPORTERS = frozenset(
    ("die", "err", "error", "_err", "nvm_err", "fatal", "derror", "fmt_error", "abort", "fail",
     "bail", "warn", "dwarn", "dfatal")
)  # fmt: skip
WORDS = re.compile(r"(?i)\b(?:error|fail(?:ed)?|cannot|invalid|not found|unknown|missing|unable)\b")
TO_ERRORS = (59, 63)  # >& and its kin in shfmt's numbering of operators
Node = dict[str, Any]


def stmts(
    node: Any, to_errors: bool = False, function: str = ""
) -> Iterator[tuple[Node, bool, str]]:
    """Each simple command, whether its output is the error stream, and its function."""
    if isinstance(node, list):
        for one in node:
            yield from stmts(one, to_errors, function)
        return
    if not isinstance(node, dict):
        return
    if node.get("Type") == "FuncDecl":
        function, to_errors = node["Name"]["Value"], False
    if node.get("Type") in ("CmdSubst", "ProcSubst"):
        to_errors = False
    if "Cmd" in node or "Redirs" in node:
        for redirect in node.get("Redirs") or ():
            if (redirect.get("N") or {}).get("Value") in (None, "1"):
                target = text_of(redirect.get("Word") or {}) or ""
                to_errors = target in ("2", "/dev/stderr")
        command = node.get("Cmd")
        if command and command.get("Type") == "CallExpr" and command.get("Args"):
            yield node, to_errors, function
    for key, value in node.items():
        if key not in ("Redirs",):
            yield from stmts(value, to_errors, function)


def text_of(word: Node) -> str | None:
    """A word's text, each expansion as U+FFFC."""
    out = ""
    for part in word.get("Parts") or ():
        kind = part["Type"]
        if kind == "Lit":
            out += re.sub(r"\\\n|\\(?=[\"$`\\])", "", part["Value"])
        elif kind == "SglQuoted":
            out += part.get("Value", "")
        elif kind == "DblQuoted":
            out += text_of(part) or ""
        else:
            out += "\ufffc"
    return out


def sites(path: Path, shfmt: str) -> list[tuple[int, str]]:
    """Line and text of each site."""
    done = subprocess.run(
        [shfmt, "--to-json", "-ln", "bash"],
        input=path.read_bytes(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        return []
    found = []
    for node, to_errors, function in stmts(json.loads(done.stdout)):
        words = [text_of(word) or "" for word in node["Cmd"]["Args"]]
        name, rest = words[0], words[1:]
        line = node["Cmd"]["Args"][0]["Pos"]["Line"]
        if name in REPORTERS and function not in REPORTERS and rest:
            text = max(rest, key=len)
            if " " in text:
                found.append((line, text))
        elif name in ("echo", "printf") and to_errors and function not in REPORTERS:
            while rest and re.fullmatch(r"-[neE]+", rest[0]):
                rest.pop(0)
            text = " ".join(rest) if name == "echo" else (rest or [""])[0]
            if WORDS.search(text):
                found.append((line, text))
    return found


def plain(text: str) -> str:
    """A text without its values and blanks, escapes as decoded."""
    text = re.sub(r"\\[nt]|\\e\[[0-9;]*m|\\033\[[0-9;]*m|\\", " ", text)
    text = re.sub(r"%[-0-9.]*[a-z]", "\ufffc", text)
    return re.sub(r"\s+", " ", re.sub("\ufffc+", "\ufffc", text)).strip()


def stored(folder: Path) -> dict[tuple[str, int], set[str]]:
    """The texts that a scan finds at each line."""
    found: dict[tuple[str, int], set[str]] = {}
    with tempfile.TemporaryDirectory() as home:
        db = f"sqlite:///{home}/s.db"
        run = [sys.executable, "-m", "errdex"]
        subprocess.run([*run, "scan", folder, "--repo", "t/t", "--db", db], check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        from errdex.store.open import open_store

        store = open_store(db)
        for envelope in store.envelopes():
            assert envelope.evidence is not None
            parts = envelope.evidence.parts
            text = "".join(p if isinstance(p, str) else "\ufffc" for p in parts)
            for site in envelope.evidence.sites:
                found.setdefault((site.file, site.line), set()).add(plain(text))
        store.close()
    return found


def main() -> None:
    """Compare each folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--shfmt", default="shfmt")
    parser.add_argument("--misses", type=int, default=0)
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for folder in args.folder:
        known = stored(folder)
        files = [p for p in folder.rglob("*.sh") if p.is_file() and not p.is_symlink()]
        for path in sorted(files):
            file = str(path.relative_to(folder))
            if re.search(r"(?i)(?:^|/)(?:tests?|examples?|\.github|vendor)/", file):
                continue
            for line, text in sites(path, args.shfmt):
                total["sites"] += 1
                said = known.get((file, line))
                total["found"] += said is not None
                total["whole"] += said is not None and plain(text) in said
                if (said is None or plain(text) not in said) and total["shown"] < args.misses:
                    total["shown"] += 1
                    print(f"  {file}:{line} {plain(text)[:90]!r} found {said}")
        print(folder.name, dict(total))
    print(
        f"found {total['found'] / total['sites']:.2%}, whole {total['whole'] / total['sites']:.2%}"
    )


if __name__ == "__main__":
    main()
