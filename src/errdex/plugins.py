"""Entry points → named objects; knows no room. Built-in languages use the same door as others."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from errdex.errors import ErrdexError, LanguageError


@cache
def load(group: str) -> dict[str, object]:
    """All objects registered under ``errdex.{group}``, by name.

    Raises:
        LanguageError: a registered object cannot be imported.
    """
    found: dict[str, object] = {}
    for point in entry_points(group=f"errdex.{group}"):
        try:
            found[point.name] = point.load()
        except ErrdexError:
            raise
        except Exception as error:
            raise LanguageError(
                f"the plugin {point.name} ({point.value}) cannot be loaded: {error}",
                "reinstall or remove the package that registers it",
            ) from error
    return found
