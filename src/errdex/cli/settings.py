"""The options that hold for every command, whether given before or after its name."""

from __future__ import annotations

from dataclasses import dataclass

MOST_LIMIT = 100
"""No question has more matches than this."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The global options.

    Attributes:
        db: URL of the store, None for the default one.
        json: whether to answer in JSON.
        quiet: whether to leave out everything but results and errors.
        verbose: whether to show more, and tracebacks of bugs.
    """

    db: str | None = None
    json: bool = False
    quiet: bool = False
    verbose: bool = False

    @property
    def url(self) -> str:
        """The URL of the store to use."""
        from errdex.store.open import default_url

        return self.db or default_url()

    def joined(self, other: Settings) -> Settings:
        """These settings with those given later, which win."""
        return Settings(
            other.db or self.db,
            other.json or self.json,
            other.quiet or self.quiet,
            other.verbose or self.verbose,
        )
