"""What a message's values say about the place itself: a template may write its own module."""

from __future__ import annotations

from errdex.lookup.retrieve import Found

AGREES, UNTOLD, DIFFERS = 1, 0, -1
_MODULE = ("__name__", "__spec__.name", "__package__")


def own_name(found: Found) -> int:
    """Whether the value of a ``__name__`` in the template is the place's own module."""
    reading = found.reading
    if reading is None:
        return UNTOLD
    holes = found.placement.template.placeholders
    for hole, value in zip(holes, reading.span.values, strict=False):
        if hole.expr in _MODULE:
            value = value.strip("'\"")
            if not value or value == "__main__":
                continue
            return AGREES if _is_module(found.placement.file, value, hole.expr) else DIFFERS
    return UNTOLD


def _is_module(file: str, name: str, expression: str) -> bool:
    stem = file.rpartition(".")[0] or file
    dotted = stem.replace("/", ".").removesuffix(".__init__")
    if expression == "__package__" and not stem.endswith("__init__"):
        dotted = dotted.rpartition(".")[0]
    return dotted == name or dotted.endswith("." + name)
