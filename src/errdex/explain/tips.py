"""How to keep the error from coming back: few, and only what the evidence carries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.explain.cited import Sentence, cite
from errdex.explain.prose import code
from errdex.explain.scene import Scene

_INSTALL = re.compile(r"pip install (?P<what>[\w\[\],.\-]+)|npm (?:install|i) (?P<npm>[@\w/.\-]+)")
_WARNINGS = re.compile(r"\w*(?:Deprecat|Future)\w*Warning")


def tips(scene: Scene) -> Iterator[Sentence]:
    """Tips that follow from the site itself."""
    site = scene.site
    if site is None:
        return
    name = scene.subject.error_class or ""
    if site.kind == "warn" and scene.language == "python" and _WARNINGS.fullmatch(name):
        flag = code(f"-W error::{name}")
        if name in {"DeprecationWarning", "PendingDeprecationWarning", "FutureWarning"}:
            yield from cite(f"run the tests with {flag}: every call that warns then fails", site)
    found = _INSTALL.search(scene.subject.message or "")
    what = next((g for g in found.groups() if g), "") if found else ""
    if what and any(c.isalpha() for c in what):
        yield from cite(f"list {code(what)} among your project's dependencies", site)
