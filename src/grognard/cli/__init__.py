"""The `grognard` command: one module a group of commands.

Modules that take long to import (the engine, numba, Rich) are imported inside the
commands that need them, so that `--help` answers at once.
"""

from __future__ import annotations

import os
from typing import Annotated

import typer

from grognard.cli import bench, games, lab, maps, play, render, replay, rules, sim, validate
from grognard.cli.settings import OWN_GAMES, PLAIN, adopt, adopt_games, help_style

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
def shared(
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


app.command()(play.play)
app.command()(games.games)
app.command()(rules.rules)
app.command()(validate.validate)
app.command("map", context_settings=maps.FORWARDED, add_help_option=False)(maps.maps)
app.command()(render.render)
app.command()(sim.sim)
app.add_typer(lab.app)
app.command()(replay.replay)
app.command()(bench.bench)


def main() -> None:
    """Run the command; the entry point of the installed script."""
    app()
