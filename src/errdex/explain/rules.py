"""The deterministic explainer: every prose field of a record, from the evidence alone."""

from __future__ import annotations

from errdex.explain.cited import Fields
from errdex.explain.defence import try_catch_pattern, type_guard, validation_code
from errdex.explain.documentation import documentation
from errdex.explain.example import example_fix
from errdex.explain.families import classify
from errdex.explain.interface import Explanation, Subject
from errdex.explain.scene import Scene
from errdex.explain.situations import common, trigger
from errdex.explain.solutions import MAX_SOLUTIONS, solutions
from errdex.explain.tips import tips


class SourceExplainer:
    """Writes what the source, its tests and its docs say, and stops where they stop."""

    name = "derived from source"

    def explain(self, subject: Subject) -> Explanation:
        """Explain one error from its evidence alone."""
        scene = Scene(subject)
        fields = Fields()
        kinship = classify(scene)
        return Explanation(
            documentation=fields.prose("documentation", documentation(scene)),
            triggerScenarios=fields.prose("triggerScenarios", trigger(scene)),
            commonSituations=fields.prose("commonSituations", common(scene)),
            solutions=fields.take("solutions", solutions(scene), MAX_SOLUTIONS),
            exampleFix=example_fix(scene),
            handlingStrategy=kinship.strategy,
            validationCode=validation_code(scene),
            typeGuard=type_guard(scene),
            tryCatchPattern=try_catch_pattern(scene),
            preventionTips=fields.take("preventionTips", tips(scene), 3),
            tags=kinship.tags,
            backgroundTag=kinship.family,
            claims=fields.claims,
        )
