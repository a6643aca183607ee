"""4.1 - 4.8 What a stack on the move may do, and why not."""

from __future__ import annotations

from grognard.decisions import Refusal, deny, rule
from grognard.games.ukraine43.allowance import points
from grognard.games.ukraine43.exits import exit_cost, why_not_leave
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.going import MARSHES
from grognard.games.ukraine43.mobile_assault import why_no_assault
from grognard.games.ukraine43.moves import Move, Moves
from grognard.games.ukraine43.rail import may_board
from grognard.games.ukraine43.rivers import why_no_train, why_not_aim
from grognard.games.ukraine43.stacking import fits, full
from grognard.games.ukraine43.state import Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.ways import (
    budget,
    further,
    just_dropped,
    purse_of,
    reach_of,
    trip_of,
)
from grognard.games.ukraine43.zones import outlook
from grognard.hexes import HexId
from grognard.mechanics.reach import Obstacle
from grognard.pieces import UnitId
from grognard.words import counted

#: HQs that pick units up on their way (23.3, 23.4).
CORPS_AND_ARMIES = ("panzer corps", "tank army", "shock army")

_REASONS = {
    "enemy": ("4.1-5", "an enemy unit holds {hex}"),
    "bond": ("7.2-1a", "an enemy bond closes {hex}"),
    "barred": ("7.2-1a", "an enemy bond closes the way from {before} to {hex}"),
    "closed": ("R-106", "{hex} is not in play"),
    "terrain": ("4.4A-1", "no way leads to {hex}"),
    "stop": ("4.4A-4", "the move ends in {before}"),
    "far": ("4.1-1", "it has too few points left to enter {hex}"),
}


def may_go_to(pos: Pos, move: Move, hex_: HexId) -> Refusal | None:
    """A hex within reach; otherwise the first step of the cheapest way that fails."""
    if move.aimed:
        return deny("18.1B-2", "the Assault marker took all movement points")
    if just_dropped(pos, move):
        return deny("20.4-1", "a brigade was dropped in this turn")
    if hex_ == move.here(pos):
        return deny("4.1-1", "the stack is in {hex}", hex=hex_)
    if move.by_rail:
        return pos.keep(trip_of).why_not(hex_)
    ways = pos.keep(reach_of)
    if hex_ in ways:
        return None
    reach = next(reversed(ways.layers.values()))
    obstacle = reach.why_not(hex_)
    assert obstacle is not None
    if obstacle.reason == "end":
        return why_not_end(pos, move, hex_)
    rule_id, text = _reason(pos, move, obstacle)
    return deny(rule_id, text, hex=obstacle.hex, before=obstacle.before)


@rule("4.4A-1", "4.4B-1", "4.5-3", "28.2A", "28.2E-1")
def _reason(pos: Pos, move: Move, obstacle: Obstacle) -> tuple[str, str]:
    """The rule behind an obstacle: what looks alike to the search may be flood, marsh or river."""
    reason, hex_, before = obstacle.reason, obstacle.hex, obstacle.before
    flood, guns = flood_bars(pos), any(pos.game.piece(u).kind == "artillery" for u in move.units)
    if reason == "barred" and flood is not None and flood.bar(before, hex_):
        return "28.2E-1", "the flood closes the way from {before} to {hex}"
    if reason == "closed" and hex_ in flooded(pos):
        return "28.2A", "{hex} is flooded"
    if reason == "terrain" and guns and pos.board.terrain_of(hex_) in MARSHES:
        return "4.5-3", "artillery enters the marsh of {hex} by road only"
    if reason == "terrain" and pos.within(Moves).pace != "movement":
        return "4.4B-1", "no bridge leads to {hex}"
    return _REASONS[reason]


def why_not_end(pos: Pos, move: Move, hex_: HexId) -> Refusal:
    """The hex may be passed, but the move may not end there."""
    if full(pos, move.side, move.units)[pos.board.grid.index[hex_]]:
        return deny("5.4-1", "there is no room in {hex}", hex=hex_)
    return deny("4.7A-2", "an extended move may not end in {hex}, next to an enemy", hex=hex_)


def may_announce(pos: Pos, move: Move, mode: str) -> Refusal | None:
    return pos.within(Moves).why_no_mode(pos, move, mode)


@rule("4.1-4", "4.1-6", "23.3-6", "23.4-4", "R-8", "R-92", "R-99")
def may_join(pos: Pos, move: Move, unit: UnitId) -> Refusal | None:
    """From the start any unit of the hex that may move; on the way only a corps or army HQ
    picks up units in order that have not moved.
    """
    phase = pos.within(Moves)
    if unit in move.units:
        return deny("4.1-4", "{unit} is in the stack", unit=unit)
    if pos.owner(unit) != move.side or pos.unit(unit).at != move.here(pos):
        return deny("4.1-4", "{unit} is not with the stack", unit=unit)
    if pos.game.piece(unit).role == "air":
        return deny("4.1-4", "{unit} is an air unit", unit=unit)
    if move.by_rail or move.aimed or (move.arrived and move.fresh):
        return deny("4.6-2", "units do this singly")
    if not move.fresh:
        refusal = why_not_pick_up(pos, move, unit)
        if refusal is not None:
            return refusal
    return phase.why_not(pos, unit)


def why_not_pick_up(pos: Pos, move: Move, unit: UnitId) -> Refusal | None:
    """What keeps a stack from picking a unit up on its way."""
    piece, phase = pos.game.piece, pos.within(Moves)
    if not any(piece(u).kind in CORPS_AND_ARMIES for u in move.units):
        return deny("R-8", "only corps and army HQs pick units up")
    if pos.unit(unit).disrupted:
        return deny("R-92", "{unit} is disrupted", unit=unit)
    if pos.game.charts.paces[phase.pace, piece(unit).mobility] is not None:
        return deny("4.9C-1", "{unit} moves one hex only", unit=unit)
    if phase.pace == "reaction" or move.crossed:
        return deny("4.10-1", "{unit} is not of the stack", unit=unit)
    return None


def enemies_beside(pos: Pos, move: Move) -> list[HexId]:
    """Where the stack might assault out of its move in Exploitation."""
    if move.aimed:
        return []
    ground, _ = outlook(pos, move.side)
    return ground.held(pos.board.grid.neighbours(move.here(pos)))


@rule("13.1A-1")
def may_assault(pos: Pos, move: Move, hex_: HexId) -> Refusal | None:
    """Mobile Assaults are made in Exploitation only."""
    if pos.within(Moves).pace != "exploitation":
        return deny("13.1A-1", "Mobile Assaults are made in Exploitation")
    return why_no_assault(pos, move.side, move.units, move.here(pos), hex_, budget(pos, move))


def may_drop(pos: Pos, move: Move, unit: UnitId) -> Refusal | None:
    """Any unit of the stack but the last."""
    if unit not in move.units or len(move.units) == 1:
        return deny("4.1-4", "{unit} cannot be left", unit=unit)
    return None


def may_aim(pos: Pos, move: Move, target: HexId) -> Refusal | None:
    """A unit that has not moved may place an Assault marker, in the Movement Phase."""
    if pos.within(Moves).pace != "movement" or move.path or move.arrived:
        return deny("18.1B-2", "it must not have moved in this Movement Phase")
    if move.aimed:
        return deny("18.1B-2", "it has placed its marker")
    return why_not_aim(pos, move.side, move.units, move.here(pos), target)


def may_place(pos: Pos, move: Move, spot: str) -> Refusal | None:
    """A bridge train towards a hex, or the stack itself off the map."""
    if spot not in pos.board.grid:
        return may_exit(pos, move, spot)
    if pos.within(Moves).pace != "movement" or move.path or move.arrived:
        return deny("18.4-2", "it must not have moved in this Movement Phase")
    return why_no_train(pos, move.side, move.units, move.here(pos), spot)


@rule("20.4-1", "27.3-1", "30.2C-1", "R-100", "R-101", "R-113")
def may_exit(pos: Pos, move: Move, box: str) -> Refusal | None:
    """In Movement and Exploitation, by who can pay for it; for who moves by hexes it is his hex."""
    if just_dropped(pos, move):
        return deny("20.4-1", "a brigade was dropped in this turn")
    if move.aimed or move.by_rail or move.arrived or pos.within(Moves).pace == "reaction":
        return deny("30.2C-1", "the stack may not leave the map now")
    here, purse = move.here(pos), pos.keep(purse_of)
    refusal = why_not_leave(pos, move.side, move.units, here, box)
    cost = exit_cost(pos, move.side, here)
    if refusal is None and purse.left + purse.further < cost and not purse.single:
        return deny("30.2C-1", "leaving costs {cost}", cost=counted(points(cost), "point"))
    return refusal


@rule("5.4-1", "16.1-1")
def may_stop(pos: Pos, move: Move, _: str) -> Refusal | None:
    """Anywhere but in a full hex through which the unit has come onto the map."""
    if move.path == (move.start,) and not fits(pos, move.side, move.start):
        return deny("5.4-1", "there is no room in {hex}", hex=move.start)
    return None


@rule("4.6-1", "4.6-2", "R-89", "R-92")
def why_no_train_ride(pos: Pos, move: Move, used: int) -> Refusal | None:
    """A single unit that has not moved, once a turn besides reinforcements."""
    if move.by_rail or move.extended or move.aimed or len(move.units) > 1:
        return deny("4.6-2", "a single unit goes by rail")
    if len(move.path) > int(move.arrived):
        return deny("R-89", "{unit} has moved", unit=move.units[0])
    if not move.arrived and used >= pos.game.charts.limits["rail_units"].number:
        return deny("4.6-2", "a unit has gone by rail in this phase")
    refusal = may_board(pos, move.side, move.unit, arrived=move.arrived)
    if refusal is None and may_stop(pos, move, "") and not trip_of(pos).hexes:
        return deny("4.6-3", "no train leads on from {hex}", hex=move.start)
    return refusal


@rule("4.7A-1", "4.7B-1", "4.7C-1", "R-13")
def why_not_extended(pos: Pos, move: Move) -> Refusal | None:
    """Ten stacks a turn may go beyond their allowance."""
    fixed = move.extended or move.by_rail or move.aimed or move.crossed
    if fixed or pos.keep(purse_of).single:
        return deny("4.7A-1", "this move cannot be extended")
    used = pos.within(PlayerTurn).extended_markers
    if used >= pos.game.charts.limits["extended_markers"].number:
        return deny("4.7C-1", "all Extended Movement markers are used")
    if not further(pos, move):
        return deny("4.8A-2", "a unit of the stack has no Extended Movement")
    return None
