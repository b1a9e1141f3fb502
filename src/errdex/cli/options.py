"""Gives every command the global options, so that they work before and after its name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from errdex.cli.failures import safely
from errdex.cli.settings import MOST_LIMIT, Settings

Db = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="URL", help="The store: sqlite:///FILE or postgresql://USER@HOST/DATABASE."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Results and errors alone.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="More detail; tracebacks of bugs.")]
Repo = Annotated[
    str | None, typer.Option("--repo", metavar="O/N", help="Only this repository's errors.")
]
Limit = Annotated[
    int, typer.Option("--limit", min=1, max=MOST_LIMIT, metavar="N", help="Most matches shown.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes; by default one a core."),
]
GLOBALS: dict[str, tuple[Any, Any]] = {
    "db": (Db, None),
    "json": (Json, False),
    "quiet": (Quiet, False),
    "verbose": (Verbose, False),
}


def command(work: Callable[..., int]) -> Callable[..., None]:
    """A typer command around ``work``, whose first parameter is the settings.

    The command leaves with the code that ``work`` gives, or that of what it raises.
    """
    keyword = inspect.Parameter.KEYWORD_ONLY
    own = list(inspect.signature(work, eval_str=True).parameters.values())[1:]
    shared = [
        inspect.Parameter(name, keyword, annotation=annotation, default=default)
        for name, (annotation, default) in GLOBALS.items()
    ]
    context = inspect.Parameter("ctx", keyword, annotation=typer.Context)
    parameters = [context, *(p.replace(kind=keyword) for p in own), *shared]

    @functools.wraps(work)
    def run(ctx: typer.Context, **given: Any) -> None:
        late = Settings(**{name: given.pop(name) for name in GLOBALS})
        settings = ctx.ensure_object(Settings).joined(late)
        raise typer.Exit(safely(lambda: work(settings, **given), settings.verbose))

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run
