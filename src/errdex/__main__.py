"""``python -m errdex`` and the ``errdex`` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from errdex.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while modules were still being loaded
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
