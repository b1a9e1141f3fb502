"""Where the source room keeps clones and how much it is willing to read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

MAX_FILE = 8 * 1024 * 1024
"""Files over this many bytes are skipped as ``too large``."""

MAX_ARCHIVE = 1024 * 1024 * 1024
"""At most this many unpacked bytes are taken from one archive."""

GITHUB = "https://github.com/{repo}.git"
"""How ``OWNER/NAME`` becomes a clone URL."""

CLIENT_TIMEOUT = 900.0
"""Seconds that git, pip or npm may take before they are ended."""


def cache_folder() -> Path:
    """The user's cache folder for errdex; ``ERRDEX_CACHE`` moves it."""
    chosen = os.environ.get("ERRDEX_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "errdex"
