"""The `map` commands: build a board from a recipe, look at a fit, check a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from grognard.board import Board
from grognard.data import DataError
from grognard.mapmaker.build import build
from grognard.mapmaker.check import check
from grognard.mapmaker.facts import read_facts
from grognard.mapmaker.relief import bake_relief
from grognard.mapmaker.report import report

app = typer.Typer(no_args_is_help=True, help="Make hex maps from real geography, and check them.")

_GAMES = Path(__file__).parents[1] / "games"


@app.command("build")
def build_command(
    recipe: Annotated[Path, typer.Argument(help="The recipe, a YAML file.")],
    data: Annotated[Path, typer.Option(help="The folder of GeoJSON, CSV and PNG data.")],
    out: Annotated[
        Path | None, typer.Option(help="Where to write; else map.yaml beside it.")
    ] = None,
) -> None:
    """Make the board file of a recipe, and the picture of its heights if it asks for one."""
    try:
        text = build(recipe, data)
        relief = bake_relief(recipe, data)
    except DataError as error:
        _refuse(str(error))
    target = out or recipe.with_name("map.yaml")
    target.write_text(text, encoding="utf-8")
    typer.echo(f"{target}: {len(text.splitlines())} lines")
    if relief is not None:
        relief.save(target.with_name("relief.png"), optimize=True)


@app.command("fit")
def fit_command(recipe: Annotated[Path, typer.Argument(help="The recipe, a YAML file.")]) -> None:
    """Show how far a recipe's anchors and places lie from where the earth puts them."""
    try:
        lines = report(recipe)
    except DataError as error:
        _refuse(str(error))
    typer.echo("\n".join(lines))


@app.command("check")
def check_command(
    game: Annotated[str, typer.Argument(help="A game's slug, or the path of a board file.")],
    facts: Annotated[Path | None, typer.Option(help="A table of facts to hold it against.")] = None,
) -> None:
    """Look for what is wrong with a board."""
    shipped = _GAMES / game / "data" / "map.yaml"
    path = shipped if shipped.exists() else Path(game)
    table = facts or Path("tests/maps") / f"facts_{game}.yaml"
    try:
        board = Board.load(path)
        known = read_facts(table) if facts or table.exists() else None
    except DataError as error:
        _refuse(str(error))
    faults = check(board, known)
    for fault in faults:
        typer.echo(fault)
    if faults:
        _refuse(f"{board.name}: {len(faults)} faults")
    held = "" if known is None else f", held against {len(known.hexes) + len(known.hexsides)} facts"
    typer.echo(f"{board.name}: {len(board.grid)} hexes, no fault{held}")


def _refuse(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
