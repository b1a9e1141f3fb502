"""An independent reading of Swift, Dart, Kotlin, Scala: where a lexer sees an error, and its texts.

What is thrown, asserted, handed over as a failure or built with a name that is an error's, and
what an error type's description returns, is a site; its texts are its runs of literals joined by
``+`` or by standing side by side. Lines and texts are compared with what ``read_file`` finds.

    python benchmarks/truth/lexed_truth.py swift DIR... [--misses 20] [--list 200]
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
from lexed_strings import Token, tokens

SKIP = re.compile(
    r"(?i)tests?|integration_?test|examples?|fixtures|benchmarks?|integrationtests|docs?|"
    r"test_driver|testing|\w+Test|test-\w+|\w+-tests?|testFixtures|\w+-testkit"
)
CALLS = {
    "swift": {
        "fatalError", "preconditionFailure", "assertionFailure", "precondition", "assert",
    },
    "dart": {"assert"},
    "scala": {"require", "assert", "assume"},
    "kotlin": {"error", "check", "require", "requireNotNull", "checkNotNull", "TODO"},
}  # fmt: skip
SUFFIXES = {"kotlin": "kt"}
ERROR = re.compile(r"_?[A-Z]\w*(?:Error|Exception|Failure)$")
DESCRIBING = {"errorDescription", "failureReason", "localizedDescription"}
CONTINUES = re.compile(r"[.+?:)&|*/=<>-]|as$|is$")
OPEN = re.compile(r"[(\[{,+?:&|*=<.-]|try$|await$|throw$|as$|in$")


class Expected(NamedTuple):
    """A place where an error is raised, from ``line`` to ``end``, and what it may say."""

    line: int
    end: int
    what: str
    texts: tuple[str, ...]


def closing(found: list[Token], at: int) -> int:
    """The place of the bracket that closes the one at a place; the last one where none does."""
    depth = 0
    for place in range(at, len(found)):
        depth += (
            (found[place].text in "([{") - (found[place].text in ")]}")
            if (found[place].kind == "mark")
            else 0
        )
        if depth == 0:
            return place
    return len(found) - 1


def expression_end(found: list[Token], at: int, language: str) -> int:
    """The place after the expression that starts at a place."""
    depth = 0
    for place in range(at, len(found)):
        token = found[place]
        if token.kind == "mark" and token.text in "([{":
            depth += 1
        elif token.kind == "mark" and token.text in ")]}":
            depth -= 1
            if depth < 0:
                return place
        elif depth == 0 and token.text in ";," and token.kind == "mark":
            return place
        elif depth == 0 and token.kind == "line" and language != "dart":
            before = next((t for t in reversed(found[at:place]) if t.kind != "line"), None)
            after = next((t for t in found[place + 1 :] if t.kind != "line"), None)
            goes_on = after is not None and CONTINUES.match(after.text) and after.kind != "string"
            if before is None or (OPEN.search(before.text) and before.kind != "string") or goes_on:
                continue
            return place
    return len(found)


def texts(found: list[Token]) -> tuple[str, ...]:
    """The runs of literals: neighbours, and those joined by ``+``; others stand as holes."""
    plain = [t for t in found if t.kind != "line"]
    runs: list[str] = []
    at = 0
    while at < len(plain):
        if plain[at].kind != "string":
            at += 1
            continue
        text = plain[at].text
        at += 1
        while at < len(plain):
            if plain[at].kind == "string":
                text += plain[at].text
                at += 1
            elif plain[at].text == "+" and at + 1 < len(plain) and plain[at + 1].kind == "string":
                text += plain[at + 1].text
                at += 2
            else:
                break
        runs.append(text)
    return tuple(runs)


def sites(text: str, language: str) -> list[Expected]:
    """The places of a file where errors are raised."""
    found, _ = tokens(text, language)
    made: list[Expected] = []
    thrown: set[int] = set()
    own = (
        set(re.findall(r"\b(?:fun|def) (?:<.*?> )?(\w+)\(", text))
        if language in ("kotlin", "scala")
        else set()
    )
    for place, token in enumerate(found):
        if token.kind != "word" or place in thrown:
            continue
        before = previous(found, place)
        after = found[place + 1] if place + 1 < len(found) else None
        calls = after is not None and after.text == "(" and after.start == token.end
        end = -1
        if token.text == "throw" and before != ".":
            end = expression_end(found, place + 1, language)
        elif (
            token.text in CALLS[language]
            and calls
            and token.text not in own
            and before not in (".", "func", "fun")
        ):
            opened = "".join(t.text for t in found[place + 1 : place + 5] if t.kind != "line")
            if language == "dart" and opened.startswith("((){"):
                continue  # runs for its effect, and says nothing
            end = closing(found, place + 1)
            if language == "kotlin" and end + 1 < len(found) and found[end + 1].text == "{":
                end = closing(found, end + 1)
            end += 1
        elif language == "swift" and token.text in DESCRIBING and before == "var":
            made += described(found, place, text)
            continue
        if end < 0:
            continue
        thrown.update(range(place, end))
        inner = found[place:end]
        line = text.count("\n", 0, token.start) + 1
        last = text.count("\n", 0, max((t.end for t in inner if t.kind != "line"), default=0)) + 1
        told = inner
        if token.text in ("assert", "precondition", "require", "check", "assume"):
            told = found[after_comma(found, place + 1, end) : end]
        made.append(Expected(line, last, token.text, texts(told)))
    return made


def after_comma(found: list[Token], at: int, end: int) -> int:
    """The place after the first argument of the call whose bracket stands at a place."""
    depth = 0
    for place in range(at, end):
        token = found[place]
        if token.kind != "mark":
            continue
        depth += (token.text in "([{") - (token.text in ")]}")
        if depth == 0:
            return place + 1
        if token.text == "," and depth == 1:
            return place + 1
    return end


def described(found: list[Token], place: int, text: str) -> list[Expected]:
    """What the braces after ``var errorDescription: String?`` return, text by text."""
    start = next((p for p in range(place, min(place + 12, len(found))) if found[p].text == "{"), -1)
    if start < 0:
        return []
    end = closing(found, start)
    made: list[Expected] = []
    at = start
    while at < end:
        token = found[at]
        back = previous(found, at)
        if token.kind == "string" and back in ("return", ":", "{"):
            stop = expression_end(found, at, "swift")
            run = texts(found[at:stop])
            line = text.count("\n", 0, token.start) + 1
            made.append(Expected(line, line, "describe", run[:1]))
            at = stop
        at += 1
    return made


def previous(found: list[Token], place: int) -> str:
    """The text of the token before a place."""
    at = place - 1
    while at >= 0 and found[at].kind == "line":
        at -= 1
    return found[at].text if at >= 0 else ""


def files(root: Path, language: str) -> list[Path]:
    """The source files of a project that are no tests and not generated."""
    return sorted(
        path
        for path in root.rglob(f"*.{SUFFIXES.get(language, language)}")
        if path.is_file()
        and not any(SKIP.fullmatch(part) for part in path.relative_to(root).parts)
        and not re.search(
            r"Tests?\.swift$|_test\.dart$|Test\.kt$|(?:Spec|Suite|Test)\.scala$|\.g\.dart$|\.freezed\.dart$",
            path.name,
        )
        and not re.match(r"Package(?:@.*)?\.swift", path.name)
    )


def compared(root: Path, language: str, show: argparse.Namespace) -> Counter[str]:
    """Counts of truth's sites, of those found, of messages, of those whole, and of what is more."""
    from errdex.extract.read import read_file
    from errdex.languages.registry import languages

    counts: Counter[str] = Counter()
    for path in files(root, language):
        text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        facts = read_file(languages()[language], text.encode())
        expected = sites(text, language)
        taken: set[int] = set()
        for one in expected:
            counts["sites"] += 1
            here = [s for s in facts.sites if s.line <= one.end and one.line <= s.end_line]
            taken.update(id(s) for s in here)
            same = [s for s in here if s.line == one.line]
            counts["found"] += bool(same)
            worded = [t for t in one.texts if " " in t.strip()] or (
                list(one.texts) if len(one.texts) == 1 and one.what != "throw" else []
            )
            said = {" ".join(s.template.message.split()) for s in same if s.template is not None}
            said |= {" ".join(re.sub(r"\{([^{}]*)\}", "", t).split()) for t in said}
            whole = any(" ".join(t.split()) in said for t in worded)
            if worded:
                counts["messages"] += 1
                counts["whole"] += whole
            bad = not same or (worded and not whole)
            if bad and counts["shown"] < show.misses:
                counts["shown"] += 1
                print(f"  {path}:{one.line} {one.what} {worded[:2] or one.texts[:2]}")
                print(f"      found {sorted(said)[:3] if same else 'nothing'}")
            if random.random() < show.list / 5000:
                print(f"  ? {path}:{one.line} {one.what} {one.texts[:2]}")
        for site in facts.sites:
            if id(site) not in taken:
                counts[f"more: {site.kind}"] += 1
                if random.random() < show.more / 1000:
                    message = site.template.message[:90] if site.template else site.reason
                    print(f"  + {path.name}:{site.line} {site.kind} {site.error_class} {message!r}")
                    print(f"      {site.statement[:110]}")
    return counts


def main() -> None:
    """Compare each project."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("language", choices=["swift", "dart", "kotlin", "scala"])
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--list", type=int, default=0)
    parser.add_argument("--more", type=int, default=0)
    args = parser.parse_args()
    random.seed(5)
    total: Counter[str] = Counter()
    for folder in args.folder:
        counts = compared(folder, args.language, args)
        total += counts
        print(folder.name, dict(sorted(counts.items())))
    print(
        f"all: {total['sites']} sites, found {total['found'] / max(1, total['sites']):.2%};", end=""
    )
    whole = total["whole"] / max(1, total["messages"])
    print(f" {total['messages']} messages, whole {whole:.2%}")
    print({name: count for name, count in sorted(total.items()) if name.startswith("more")})


if __name__ == "__main__":
    main()
