"""The versions installed in the project of the current folder, read from folder names alone."""

from __future__ import annotations

import os
import re
from pathlib import Path

_NAME = re.compile(r"^(?P<name>[^-]+(?:-[^-]+)*?)-(?P<version>[^-]+)\.(?:dist|egg)-info$")


def installed_versions(directory: str | Path = ".") -> dict[str, str] | None:
    """Version by normalised name of what the project's Python environment holds.

    None where there is no environment: then nothing is known to be missing either. Listing the
    folder costs a millisecond where reading the packages' metadata costs a hundred.
    """
    root = Path(directory)
    for place in (os.environ.get("VIRTUAL_ENV"), root / ".venv", root / "venv"):
        if place and (found := _listed(Path(place))):
            return found
    return None


def _listed(prefix: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in (*prefix.glob("lib/python3*/site-packages"), prefix / "Lib" / "site-packages"):
        try:
            names = [path.name for path in folder.iterdir()]
        except OSError:
            continue
        for name in names:
            parts = _NAME.match(name)
            if parts:
                found[parts["name"].lower().replace("_", "-").replace(".", "-")] = parts["version"]
    return found
