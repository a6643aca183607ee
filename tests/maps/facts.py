"""What every map of a game must hold: read once, asked by the tests of each map."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grognard.board import Board
from grognard.hexes import HexId
from grognard.mapmaker.facts import Facts, read_facts
from grognard.mapmaker.report import true_place
from grognard.mapmaker.work import Work, open_work

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "src" / "grognard" / "games"

#: Where the geographical data are, for those who have them; the maps are shipped built.
DATA = os.environ.get("GROGNARD_GEODATA", "")


@cache
def board_of(slug: str) -> Board:
    """The map of a game."""
    return Board.load(GAMES / slug / "data" / "map.yaml")


@cache
def facts_of(slug: str) -> Facts:
    """The table of facts of a game."""
    return read_facts(HERE / f"facts_{slug}.yaml")


@cache
def work_of(slug: str) -> Work:
    """The recipe of a game, its earth laid on its grid; no data are needed for that."""
    path = recipe_path(slug)
    return open_work(path, path.parent)


def recipe_path(slug: str) -> Path:
    """Where the recipe of a game is."""
    return GAMES / slug / "data" / "recipe.yaml"


class Gap(NamedTuple):
    """How far a place of a recipe lies from where the earth puts it, and the reason if far."""

    name: str
    hex: HexId
    true: HexId | None
    hexes: int
    why: str


def gaps(slug: str) -> list[Gap]:
    """All places of a recipe whose true position is known."""
    work = work_of(slug)
    found = []
    for place in work.recipe.places:
        measured = true_place(work, place)
        if measured is not None:
            found.append(Gap(place.name, place.hex, *measured, place.why))
    return found
