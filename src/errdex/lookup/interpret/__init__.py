"""From a text in any shape to the errors it tells of, first cause first."""

from errdex.lookup.interpret.reader import interpret

__all__ = ["interpret"]
