"""3.1.11 What the steps of a way cost, in words: road or ground, water, aircraft, zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.decisions import Part, rule
from grognard.games.korsun44.bridges import stands
from grognard.games.korsun44.charts import Going, Layer
from grognard.games.korsun44.points import classes, start_toll
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.theatre import WAYS, Water, Way
from grognard.games.korsun44.turn import Move
from grognard.hexes import HexId
from grognard.mechanics.reach import Toll
from grognard.pieces import UnitId


def toll_parts(pos: Pos, move: Move, before: HexId, toll: Toll, kept: str) -> Iterator[Part]:
    """What a step costs, with reasons; `kept` is the kind of road that the whole way keeps to."""
    if toll.whole:
        yield Part(toll.charge, "all points for one hex", "3.1.13")
        return
    yield from _step_parts(pos, move, before, toll, kept)
    if toll.leaving:
        yield Part(toll.leaving, "leaving an enemy zone", "4.2.6")


@rule("3.1.11", "3.1.12", "8.2.13", "D6", "D7")
def _step_parts(pos: Pos, move: Move, before: HexId, toll: Toll, kept: str) -> Iterator[Part]:
    place, flown = pos.board.called(toll.hex), start_toll(pos, move.side, toll.hex)
    going = _dearest(pos, move.units, before, toll.hex)
    way, water = _taken(pos, before, toll.hex, kept)
    terrain, wet = pos.game.charts.terrain, 0
    if water:
        wet = terrain[water].costs[going] or 0
    ground = f"{terrain[way].title.lower()} to" if way else f"{_ground(pos, toll.hex)} at"
    yield Part(toll.terrain - flown - wet, f"{ground} {place}", "D6" if way else "3.1.11")
    if water:
        yield Part(wet, f"over a {terrain[water].title.lower()}", "3.1.12")
    if flown:
        yield Part(flown, f"aircraft over {place}", "8.2.13")


def _taken(pos: Pos, before: HexId, hex_: HexId, kept: str) -> tuple[Way | None, Water | None]:
    """The road that a step takes, or else the water that it crosses without a bridge."""
    theatre, over = pos.game.theatre, stands(pos, pos.board.grid.hexside(before, hex_))
    ways = theatre.open_ways(before, hex_, over=over)
    for way in WAYS:
        if way in ways and kept in (way, "plain"):
            return way, None
    return None, None if over else theatre.water(before, hex_)


@rule("3.1.11", "9.1.3")
def _dearest(pos: Pos, units: Iterable[UnitId], before: HexId, hex_: HexId) -> Going:
    """The column of the terrain table by which a stack pays; HQs are trucks."""
    over = stands(pos, pos.board.grid.hexside(before, hex_))
    found: dict[Going, int] = {}
    for kind in classes(pos, units):
        going: Going = "truck" if kind == "hq" else kind
        found[going] = pos.game.theatre.passing(going, before, hex_, over=over) or 0
    return max(found, key=found.__getitem__)


@rule("D15")
def _ground(pos: Pos, hex_: HexId) -> str:
    """The ground of a hex in words: clear, forest, hills and forest."""
    ground, terrain = pos.game.theatre.grounds[hex_], pos.game.charts.terrain
    layers: list[Layer] = ["forest"] if ground.wooded else []
    if ground.base != "clear" or not layers:
        layers.insert(0, ground.base)
    return " and ".join(terrain[layer].title.lower() for layer in layers)
