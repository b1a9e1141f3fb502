"""The way in: questions take a short way past the option parser, all else goes through typer."""

from __future__ import annotations

import os

from errdex.cli.failures import safely


def run(arguments: list[str]) -> int:
    """Run the command line; the exit code. Nothing is raised."""
    if arguments == ["--version"]:
        from errdex import __version__

        return safely(lambda: print(f"errdex {__version__}"))  # noqa: T201
    if "_ERRDEX_COMPLETE" not in os.environ:
        from errdex.cli.quick import quickly

        code = quickly(arguments)
        if code is not None:
            return code
    verbose = "-v" in arguments or "--verbose" in arguments
    return safely(lambda: _typed(arguments), verbose)


def _typed(arguments: list[str]) -> int:
    from errdex.cli.app import app

    code = app(args=arguments, prog_name="errdex", standalone_mode=False)
    return code if isinstance(code, int) else 0
