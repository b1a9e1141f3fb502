"""A build backend that answers `pip download` from PKG-INFO, so that fetching runs no build.

`corpora.py` puts copies of this module, under the names of the real backends, in a folder that
only its own `pip download` sees.
"""

from __future__ import annotations

from email.parser import HeaderParser
from pathlib import Path


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """Nothing is needed to read metadata that is already written down."""
    return []


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: object = None
) -> str:
    """Write the `.dist-info` folder that pip asks for, from the PKG-INFO of the source tree."""
    text = Path("PKG-INFO").read_text(encoding="utf-8")
    headers = HeaderParser().parsestr(text)
    name = str(headers["Name"]).replace("-", "_")
    folder = f"{name}-{headers['Version']}.dist-info"
    target = Path(metadata_directory) / folder
    target.mkdir(parents=True)
    (target / "METADATA").write_text(text, encoding="utf-8")
    (target / "WHEEL").write_text("Wheel-Version: 1.0\n", encoding="utf-8")
    return folder


__legacy__ = None  # setuptools' other backend object; `corpora.py` points it at this module
