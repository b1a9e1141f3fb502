"""Static files, named by the hash of what is in them so that browsers may keep them for ever."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file: its published name, media type and bytes."""

    name: str
    media_type: str
    body: bytes


@cache
def assets() -> dict[str, Asset]:
    """All static files by their short name (``errdex.css``)."""
    found = {}
    for item in files("errdex.web").joinpath("static").iterdir():
        stem, _, suffix = item.name.rpartition(".")
        if suffix in _TYPES:
            body = item.read_bytes()
            digest = hashlib.sha256(body).hexdigest()[:12]
            found[item.name] = Asset(f"{stem}.{digest}.{suffix}", _TYPES[suffix], body)
    return found


def asset_path(name: str) -> str:
    """The published path of a static file."""
    return f"/static/{assets()[name].name}"
