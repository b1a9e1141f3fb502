"""Round trip: every template of a store, rendered with values and prefixed, comes back first.

    python benchmarks/round_trip.py sqlite:///FILE [--show-misses N]

Each record's own template is filled with made-up values of the kind that its placeholder tells,
given its language's usual prefix and looked up in that store. Captures count as exact when every
value comes back; two placeholders with nothing between them cannot be told apart and are left out
of that count. Records that other records equal word for word are counted apart: no text tells
which of them was meant.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from typing import Any

WORDS = ("alpha", "north_7", "/tmp/x-1.txt", "Grün", "a b", "[1, 2]", "key:value", "id-93", "A.b")
KINDS = {"int": "41", "float": "2.5", "hex": "1f", "char": "q", "repr": "'oak'"}
PREFIX = {
    "python": "{kind}: {text}",
    "java": 'Exception in thread "main" {kind}: {text}',
    "javascript": "Uncaught {kind}: {text}",
    "typescript": "{kind}: {text}",
    "rust": "Error: {text}",
    "go": "panic: {text}",
    "csharp": "Unhandled exception. {kind}: {text}",
    "php": "PHP Fatal error:  Uncaught {kind}: {text}",
    "ruby": "main.rb:1:in `run': {text} ({kind})",
}


def rendered(parts: list[Any], seed: str) -> tuple[str, dict[str, str]]:
    """A template's text with a value in each placeholder, and the values."""
    draw = random.Random(seed)
    text = ""
    values: dict[str, str] = {}  # one expression has one value wherever it stands
    for place, part in enumerate(parts):
        if isinstance(part, str):
            text += part
            continue
        name = part["expr"] if part["expr"] is not None else part["text"]
        near = [p for p in parts[place + 1 : place + 2] if isinstance(p, str)]
        # a value that holds the text after it could as well end there
        fit = [word for word in WORDS if not any(said in word for said in near)]
        value = KINDS.get(part["type"] or "") or draw.choice(fit)
        text += values.setdefault(name, value)
    return text, values


def shape(parts: list[Any]) -> str:
    """Fixed text with each placeholder as U+0000."""
    return "".join(part if isinstance(part, str) else "\0" for part in parts)


def main() -> None:
    """Ask for every record and print the table."""
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("db")
    args.add_argument("--show-misses", type=int, default=0)
    options = args.parse_args()
    errdex = [sys.executable, "-m", "errdex", "--db", options.db]
    out = subprocess.run([*errdex, "export"], capture_output=True, text=True, check=True).stdout
    asked = []
    for line in out.splitlines():
        found = json.loads(line)
        record, evidence = found["record"], found["evidence"]
        parts = evidence["parts"]
        if len(re.findall(r"\w", shape(parts))) < 4:
            continue  # nothing but values: only a class or a frame can tell
        text, values = rendered(parts, record["id"])
        kind = record["errorClass"]
        prefix = PREFIX.get(evidence["provenance"]["language"], "{text}") if kind else "{text}"
        question = prefix.replace("{kind}", kind or "").replace("{text}", text)
        asked.append((record, parts, question, values))
    shapes = Counter(shape(parts) for _, parts, _, _ in asked)
    lines = "".join(json.dumps({"q": question}) + "\n" for _, _, question, _ in asked)
    answers = subprocess.run(
        [*errdex, "match", "--jsonl", "--limit", "5"],
        input=lines, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    count: Counter[str] = Counter()
    misses = []
    for (record, parts, question, values), answer in zip(asked, answers, strict=True):
        matches = json.loads(answer)["matches"]
        first = matches[0] if matches else {"id": None, "captures": {}, "template": ""}
        alone = shapes[shape(parts)] == 1
        count["asked"] += 1
        count["alone"] += alone
        right = first["id"] == record["id"]
        count["first"] += right
        count["alone first"] += alone and right
        told = "\0\0" not in shape(parts)
        if right and values and told:
            got = {
                name: value[0] if isinstance(value, list) and len({*value}) == 1 else value
                for name, value in first["captures"].items()
            }
            count["with values"] += 1
            exact = got == values
            count["exact"] += exact
            if not exact:
                misses.append(("captures", question, first["template"], got, values))
        if alone and not right:
            misses.append(("rank", question, first["template"], record["filePath"], ""))
    report(count)
    for miss in misses[: options.show_misses]:
        print(*(str(one)[:160] for one in miss), sep="\n    ")


def report(count: Counter[str]) -> None:
    """Print the counts with their shares."""
    for name, of in (("first", "asked"), ("alone first", "alone"), ("exact", "with values")):
        share = 100 * count[name] / max(count[of], 1)
        print(f"{name:12} {count[name]:7,} of {count[of]:7,}  {share:6.2f} %")


if __name__ == "__main__":
    main()
