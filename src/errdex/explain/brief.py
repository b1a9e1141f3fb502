"""What an error means and what to do about it, for an answer that must be there at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from errdex.explain.cited import Fields
from errdex.explain.documentation import documentation
from errdex.explain.light import light_subject
from errdex.explain.scene import Scene
from errdex.explain.situations import common, trigger
from errdex.explain.solutions import MAX_SOLUTIONS, solutions


class Brief(NamedTuple):
    """Two fields of the explanation, as the whole record has them."""

    documentation: str | None
    solutions: list[str]


def brief(envelope: Mapping[str, Any]) -> Brief:
    """The two fields of a record as decoded JSON; one that is explained already keeps its own."""
    record, evidence = envelope["record"], envelope.get("evidence") or {}
    if not evidence or evidence.get("claims"):
        return Brief(record.get("documentation"), record.get("solutions") or [])
    scene = Scene(light_subject(envelope))
    fields = Fields()
    means = fields.prose("documentation", documentation(scene))
    # These come between the two in a record, and nothing is said twice in one.
    fields.prose("triggerScenarios", trigger(scene))
    fields.prose("commonSituations", common(scene))
    return Brief(means, fields.take("solutions", solutions(scene), MAX_SOLUTIONS))
