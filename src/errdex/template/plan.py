"""A template taken apart for searching: fixed texts and the gaps of placeholders around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from errdex.model.template import Part, Placeholder


class Plan(NamedTuple):
    """A template taken apart: ``gaps[i]`` are the placeholders before ``fixed[i]``.

    There is one gap more than fixed texts; only the first and the last may be empty.
    """

    fixed: tuple[str, ...]
    gaps: tuple[tuple[Placeholder, ...], ...]

    @classmethod
    def of(cls, parts: Sequence[Part]) -> Plan:
        """Take a template's parts apart."""
        fixed: list[str] = []
        gaps: list[tuple[Placeholder, ...]] = []
        gap: list[Placeholder] = []
        for part in parts:
            if isinstance(part, str):
                if not part:
                    continue
                if fixed and not gap:
                    fixed[-1] += part
                    continue
                gaps.append(tuple(gap))
                fixed.append(part)
                gap = []
            else:
                gap.append(part)
        gaps.append(tuple(gap))
        return cls(tuple(fixed), tuple(gaps))


HOLE = Placeholder("{}")


def parts_of_shape(shape: str) -> list[Part]:
    """A shape (holes as U+0000) as parts, its placeholders without names."""
    parts: list[Part] = []
    for index, piece in enumerate(shape.split("\0")):
        if index:
            parts.append(HOLE)
        if piece:
            parts.append(piece)
    return parts
