"""Methods of a Ruby text that change its white space."""

from __future__ import annotations

import re
from collections.abc import Callable


def replacing(what: str, by: str) -> Callable[[str], str] | None:
    """White space replaced by white space, or by nothing; None for anything else."""
    by = by.strip("'\"")
    by = {"\\n": "\n", "\\n\\n": "\n\n"}.get(by, by)
    if by.strip():
        return None
    if what in ('"\\n"', "/\\n/", "/$\\n/", "/\\R/"):
        return lambda text: text.replace("\n", by)
    if what in ("/\\s+/", "/\\s{2,}/", "/[[:space:]]+/", "/\\n\\s*/", "/\\n\\s+/", "/\\s+/m"):
        pattern = re.compile(what.strip("/m").replace("[[:space:]]", r"\s"))
        return lambda text: pattern.sub(by, text)
    if what in ("/^\\s+/", "/^ +/", "/^[ \\t]+/", "/^\\s*/", "/^ {2,}/", "/^\\s*\\|/"):
        lines = re.compile("(?m)" + what.strip("/"))
        return lambda text: lines.sub(by, text)
    return None


def _dedent(text: str) -> str:
    widths = [len(line) - len(line.lstrip(" \t")) for line in text.split("\n") if line.strip()]
    common = min(widths, default=0)
    return "\n".join(line[common:] for line in text.split("\n"))


def _squish(text: str) -> str:
    return " ".join(text.split())


CHANGES: dict[str, Callable[[str], str]] = {
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "chomp": lambda text: text.removesuffix("\n"),
    "chop": lambda text: text[:-1],
    "squish": _squish,
    "strip_heredoc": _dedent,
}
