"""errdex: from a text on a screen to the line of source that said it."""

__version__ = "0.1.0"
