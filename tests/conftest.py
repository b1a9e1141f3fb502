"""How property tests draw: the same examples for everybody, new ones with ``make fuzz``."""

from __future__ import annotations

from hypothesis import settings

# A change is judged by what it changed: a draw that nobody made before must not fail it.
# The faults that only such a draw shows are looked for with ``make fuzz``, and each becomes a
# test with the text that showed it.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile("same")
