"""errdex's own errors: one hierarchy, each says what happened, where, and what to do."""

from __future__ import annotations


class ErrdexError(Exception):
    """Base of all errors that errdex raises on purpose.

    Args:
        what: what happened and where, one sentence without a full stop.
        hint: what the user can do about it; ``""`` when nothing can be done.
    """

    code = "errdex"

    def __init__(self, what: str, hint: str = "") -> None:
        self.what = what
        self.hint = hint
        super().__init__(f"{what}; {hint}" if hint else what)


class UsageError(ErrdexError):
    """An argument or setting that cannot be used."""

    code = "usage"


class SourceError(ErrdexError):
    """A source that cannot be read."""

    code = "source"


class StoreError(ErrdexError):
    """A store that cannot be opened, read or written."""

    code = "store"


class LanguageError(ErrdexError):
    """A language module or query file that is not usable."""

    code = "language"
