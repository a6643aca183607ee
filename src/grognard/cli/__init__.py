"""The `grognard` command: one module a group of commands.

Modules that take long to import (the engine, numba, Rich) are imported inside the
commands that need them, so that `--help` answers at once.
"""

from __future__ import annotations

import os
from typing import Annotated

import typer

from grognard.cli.bench import bench
from grognard.cli.games import games
from grognard.cli.maps import FORWARDED, maps
from grognard.cli.play import play
from grognard.cli.replay import replay
from grognard.cli.rules import rules
from grognard.cli.settings import OWN_GAMES, PLAIN, adopt, adopt_games, help_style
from grognard.cli.sim import sim
from grognard.cli.validate import validate

app = typer.Typer(
    name="grognard",
    help="Operational hex-and-counter wargames with the rules fully enforced.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=help_style(),
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from grognard import __version__

        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def settings(
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text only: no colour, no boxes.")
    ] = False,
    own: Annotated[
        list[str] | None,
        typer.Option(
            "--own",
            metavar="MODULE",
            help=f"Add a game of your own by its Python module (also: {OWN_GAMES}=A,B).",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Settings that all commands share; worker processes inherit them."""
    if plain:
        os.environ[PLAIN] = "1"
    for module in own or ():
        adopt(module)
    adopt_games()


app.command()(play)
app.command()(games)
app.command()(rules)
app.command()(validate)
app.command("map", context_settings=FORWARDED, add_help_option=False)(maps)
app.command()(sim)
app.command()(replay)
app.command()(bench)


def main() -> None:
    """Run the command; the entry point of the installed script."""
    app()
