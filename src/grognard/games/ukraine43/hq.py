"""23 HQs: what corps and armies add to their stack, and command of large attacks."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Side, rule
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos, kept
from grognard.games.ukraine43.supply import land_of, trace_from
from grognard.games.ukraine43.units import Kind, Piece43
from grognard.hexes import HexId
from grognard.mechanics.trace import Trace
from grognard.pieces import UnitId

#: The HQs that command attacks (23.2) ...
COMMANDS: dict[Side, Kind] = {AXIS: "army", SOVIET: "front"}
#: ... those that add to the attack strength of their stack (23.4) ...
ARMIES: tuple[Kind, ...] = ("tank army", "shock army")
#: ... and all that go into battle with their stack.
FIGHTING: tuple[Kind, ...] = ("panzer corps", *ARMIES)


@rule("23.3-3", "23.3-4", "23.4-6", "23.4-7", "R-54", "R-82")
def serves(unit: Piece43, hq: Piece43) -> bool:
    """Does this unit meet the condition under which the HQ helps its stack?"""
    if hq.kind == "tank army":
        return unit.is_armoured_corps
    if hq.kind == "shock army":
        return unit.role == "combat" and not unit.is_mechanised
    if hq.is_ss:
        return unit.is_ss and unit.is_mechanised and unit.role == "combat"
    return unit.kind == "panzer"


@rule("23.3-1", "23.3-5", "23.4-4", "R-75", "R-79")
def helping(pos: Pos, units: Iterable[UnitId], kinds: tuple[Kind, ...]) -> list[UnitId]:
    """The HQs of these kinds among the units that help: one that it needs is with each."""
    pieces = [pos.game.piece(unit) for unit in units]
    at = {piece.id: pos.unit(piece.id).at for piece in pieces}
    return [
        hq.id
        for hq in pieces
        if hq.kind in kinds and any(at[p.id] == at[hq.id] and serves(p, hq) for p in pieces)
    ]


# --- 23.2  command and control ------------------------------------------------------------


@rule("23.2-1", "23.2-2", "R-53")
def needs_command(pos: Pos, units: Iterable[UnitId]) -> bool:
    """Four attackers do; HQs and sappers are not counted."""
    pieces = (pos.game.piece(unit) for unit in units)
    counted = sum(p.role in ("combat", "support") and p.kind != "sapper" for p in pieces)
    return counted >= pos.game.charts.limits["command_units"].number


@rule("23.2-1", "23.2-5", "R-53")
def has_command(pos: Pos, side: Side, units: Iterable[UnitId]) -> bool:
    """Is one of the attackers on a line of supply of at most seven hexes from an army HQ, or a
    Soviet front HQ, in good order?
    """
    lines = _command(pos, side)
    pieces = (pos.game.piece(unit) for unit in units)
    hexes = {pos.unit(p.id).at for p in pieces if p.role in ("combat", "support")}
    return any(hex_ in lines for hex_ in hexes)


def _command(pos: Pos, side: Side) -> Trace:
    """The lines from the HQs that may command now."""
    hqs, state = commanding(pos, side), pos.state
    facts = hqs, state.pontoons, state.flood
    lines = land_of(pos, side).command
    return kept(pos, (_command, side), lambda: trace_from(pos, side, hqs, lines), facts)


def commanding(pos: Pos, side: Side) -> list[HexId]:
    """Where HQs are that may command."""
    hqs = [pos.unit(u) for u in pos.game.of_kind.get((side, COMMANDS[side]), ())]
    return [hq.at for hq in hqs if not hq.disrupted and hq.at in pos.board.grid.index]
