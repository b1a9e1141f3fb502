"""Writes requirements.lock: one exact version of everything, from a fresh resolve of pyproject.

Run it through ``make lock``. Nothing is installed; index settings are the user's own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
HEAD = """\
# Everything that `make setup` installs: errdex's own dependencies, the development tools and the
# build backend, each at one exact version. Written by `make lock` from pyproject.toml; to take
# newer versions run it again, then `make setup test`, and commit both files together.
"""


def wanted() -> list[str]:
    """The requirements of pyproject.toml: runtime, extras, development, build."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"].get("optional-dependencies", {}).values()
    return [
        *project["project"]["dependencies"],
        *(one for extra in extras for one in extra),
        *project["dependency-groups"]["dev"],
        *project["build-system"]["requires"],
        "editables>=0.5",  # what hatchling asks for when it installs a project in place
    ]


def resolved(requirements: list[str]) -> list[tuple[str, str]]:
    """Name and version of everything pip would install into an empty environment."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
    command += ["--ignore-installed", "--report", "-", *requirements]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT, text=True)
    found = [item["metadata"] for item in json.loads(done.stdout)["install"]]
    return sorted((one["name"].lower().replace("_", "-"), one["version"]) for one in found)


def main() -> None:
    """Write the lock file and say what changed."""
    before = set(LOCK.read_text("utf-8").splitlines()) if LOCK.exists() else set()
    lines = [f"{name}=={version}" for name, version in resolved(wanted())]
    LOCK.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
    for line in sorted(set(lines) - before):
        sys.stdout.write(f"new  {line}\n")


if __name__ == "__main__":
    main()
