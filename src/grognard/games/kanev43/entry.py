"""R-100 Reinforcements: who may enter, where, and at what cost."""

from __future__ import annotations

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.kanev43.charts import CLASSES
from grognard.games.kanev43.points import terms_of
from grognard.games.kanev43.scenario import Arrival
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.theatre import waiting_box
from grognard.games.kanev43.turn import Move
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId


def row_of(pos: Pos, unit: UnitId) -> Arrival | None:
    """The row of the schedule that brings a unit."""
    return pos.game.rows(pos).get(unit)


def waiting(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side that may enter now."""
    rows = pos.game.rows(pos)
    due = [unit for unit, row in rows.items() if row.side == side and row.turn <= pos.turn]
    return [unit for unit in due if pos.unit(unit).at == waiting_box(rows[unit].at)]


@rule("R-100", "SOP-10")
def why_not_enter(pos: Pos, unit: UnitId) -> Refusal | None:
    """Why a unit off the map may not enter: it does not wait at an edge, or not yet."""
    row = row_of(pos, unit)
    if row is None or pos.unit(unit).at != waiting_box(row.at):
        return deny("R-100", "{unit} does not wait at an edge", unit=unit)
    if row.turn > pos.turn:
        return deny("R-100", "{unit} comes on turn {turn}", unit=unit, turn=row.turn)
    if not gate(pos, row.side, row.at):
        return deny("R-100", "the whole edge is closed to {unit}", unit=unit)
    return None


@rule("R-100")
def gate(pos: Pos, side: Side, at: HexId) -> HexId:
    """The hex by which units come that should come by another: that one, or if an enemy or his
    zone is there, the nearest free one of the same edge; empty if there is none.
    """
    if _is_open(pos, side, at):
        return at
    grid = pos.board.grid
    edges = grid.edge(at)
    land = (h for h in grid if grid.edge(h) & edges and h not in pos.game.theatre.water)
    free = [h for h in land if _is_open(pos, side, h)]
    return min(free, key=lambda h: (grid.distance(at, h), h), default="")


def _is_open(pos: Pos, side: Side, hex_: HexId) -> bool:
    enemy = pos.game.enemy(side)
    return not pos.columns.count("units", enemy, hex_) and not in_enemy_zone(pos, side, hex_)


@rule("R-100")
def arrival_price(pos: Pos, move: Move) -> int:
    """What the entry hex costs the dearest of the units, in sixths: as along its route."""
    return max(_price(pos, move, unit) for unit in move.units)


def _price(pos: Pos, move: Move, unit: UnitId) -> int:
    moves, terms = terms_of(pos, unit, strategic=move.strategic)
    classes = [going for going in CLASSES if moves in (going, "any")]
    theatre = pos.game.theatre
    return min(theatre.entry_price(going, move.entry, terms) for going in classes)
