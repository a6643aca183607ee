"""`grognard games`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from grognard.cli.telling import table
from grognard.words import counted

if TYPE_CHECKING:
    from grognard.registry import AnyGame

Cells = tuple[str, str, str, str, str, str]


def games() -> None:
    """List the games with their scenarios, sides and state."""
    from grognard.registry import available

    slugs = available()
    if not slugs:
        typer.echo("There are no games yet.")
        return
    rows = [row for slug in slugs for row in _rows_of(slug)]
    table("Games", ("slug", "title", "scenario", "turns", "sides", "state"), rows)


def _rows_of(slug: str) -> list[Cells]:
    """The rows of one game. A broken one does not hide the others."""
    from grognard.data import DataError
    from grognard.registry import load

    try:
        return _scenario_rows(load(slug))
    except (DataError, ImportError) as error:
        return [(slug, "", "", "", "", f"cannot be loaded: {str(error).splitlines()[0]}")]


def _scenario_rows(game: AnyGame) -> list[Cells]:
    """One row a scenario; what belongs to the game stands in the first only."""
    sides = ", ".join(game.side_title(side) for side in game.sides)
    rows: list[Cells] = []
    for scenario in game.scenarios.values():
        head, tail = ("", ""), ("", "")
        if not rows:
            head, tail = (game.slug, game.title), (sides, _state(game))
        rows.append((*head, f"{scenario.id}: {scenario.title}", str(scenario.turns), *tail))
    return rows


def _state(game: AnyGame) -> str:
    """How many rules the game has and, where its tests have been run, how many they show."""
    from grognard.cli.rules import coverage_of

    report = coverage_of(game)
    if report is None:
        return "no list of clauses"
    rules = counted(report.counting, "rule")
    return f"{rules}, {report.percent:.0f} % covered" if report.tested else rules
