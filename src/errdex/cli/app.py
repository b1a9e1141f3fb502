"""The commands with their options and help texts; each only calls the module that does it."""

from __future__ import annotations

from typing import Annotated

import typer

from errdex.cli.options import Db, Jobs, Json, Limit, Quiet, Repo, Verbose, command
from errdex.cli.settings import Settings

CODES = (
    "Exit codes: 0 done or found, 1 no confident match (explain), "
    "2 a usage or environment error, 3 a bug in errdex, 130 interrupted."
)

app = typer.Typer(
    name="errdex",
    help="From a text on a screen to the line of source that said it.",
    epilog=CODES,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from errdex import __version__

        typer.echo(f"errdex {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def common(
    ctx: typer.Context,
    db: Db = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """From a text on a screen to the line of source that said it."""
    ctx.obj = Settings(db, json, quiet, verbose)
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command(epilog=CODES)
@command
def index(
    settings: Settings,
    directory: Annotated[str, typer.Argument(metavar="DIR", help="The project's folder.")] = ".",
    jobs: Jobs = None,
) -> int:
    """Scan this project and the sources of its installed dependencies."""
    from errdex.cli import scanning

    return scanning.index(settings, directory, jobs=jobs)


@app.command(epilog=CODES)
@command
def scan(
    settings: Settings,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...",
            help="Folder, git URL or repository, OWNER/NAME, archive, pkg:pypi/NAME@VERSION.",
        ),
    ],
    repo: Annotated[
        str | None,
        typer.Option("--repo", metavar="O/N", help="The repository's name, if it cannot be told."),
    ] = None,
    rev: Annotated[
        str | None, typer.Option("--rev", metavar="REV", help="A branch, tag or commit.")
    ] = None,
    jobs: Jobs = None,
) -> int:
    """Scan code bases into the store."""
    from errdex.cli import scanning

    return scanning.scan_sources(settings, sources, repo=repo, rev=rev, jobs=jobs)


@app.command(epilog=CODES)
@command
def explain(
    settings: Settings,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT | -]", help="The text; - or nothing reads standard input."),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", "-f", metavar="F", help="Read the text from a file.")
    ] = None,
    repo: Repo = None,
    limit: Limit = 5,
    budget: Annotated[
        int,
        typer.Option("--budget", min=0, metavar="TOKENS", help="About that many tokens; 0: all."),
    ] = 0,
) -> int:
    """Say which line said a text, why, and what to do."""
    from errdex.cli import asking

    return asking.explain(settings, words or [], file=file, repo=repo, limit=limit, budget=budget)


@app.command(epilog=CODES)
@command
def match(
    settings: Settings,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="One JSON question a line in, one answer a line out.")
    ] = False,
    repo: Repo = None,
    limit: Limit = 5,
) -> int:
    """Answer many questions from standard input: {"q": "…", "repo": "…"} a line."""
    from errdex.cli import matching
    from errdex.errors import UsageError

    if not jsonl:
        raise UsageError("match reads JSON lines alone", "run it as `errdex match --jsonl`")
    return matching.match(settings, repo=repo, limit=limit)


@app.command(epilog=CODES)
@command
def show(
    settings: Settings,
    name: Annotated[str, typer.Argument(metavar="ID | REPO/SLUG", help="The record.")],
) -> int:
    """Show one record whole."""
    from errdex.cli import browsing

    return browsing.show(settings, name)


@app.command(epilog=CODES)
@command
def export(settings: Settings, repo: Repo = None) -> int:
    """Print every record as JSON, one a line."""
    from errdex.cli import browsing

    return browsing.export(settings, repo)


@app.command(epilog=CODES)
@command
def status(settings: Settings) -> int:
    """Say what the store holds and where it lies."""
    from errdex.cli import browsing

    return browsing.status(settings)


@app.command(
    epilog=CODES,
    context_settings={"allow_interspersed_args": False},
)
@command
def run(
    settings: Settings,
    arguments: Annotated[
        list[str], typer.Argument(metavar="-- CMD...", help="The command and its arguments.")
    ],
    repo: Repo = None,
    limit: Limit = 3,
) -> int:
    """Run a command untouched, keep its exit code, and explain what it printed."""
    from errdex.cli import running

    return running.run(settings, arguments, repo=repo, limit=limit)


@app.command(epilog=CODES)
@command
def serve(
    settings: Settings,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8377,
) -> int:
    """Serve the store's pages and API."""
    from errdex.cli import serving

    return serving.serve(settings, host, port)
