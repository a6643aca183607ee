"""26 Zhukov and Manstein."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.ukraine43.state import SOVIET, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


def leader_of(pos: Pos, side: Side) -> UnitId:
    """The leader of a side, or nothing."""
    return next(iter(pos.game.of_role.get((side, "leader"), ())), "")


# --- 26.1  Zhukov -------------------------------------------------------------------------


@rule("26.1A", "26.3-4", "R-25", "R-59")
def why_no_zhukov(pos: Pos, side: Side, targets: Iterable[HexId]) -> Refusal | None:
    """Zhukov helps an attack at most four hexes away, in order, and only if he has not changed
    his hex in this game turn.
    """
    zhukov = leader_of(pos, SOVIET)
    if side != SOVIET or not zhukov or pos.unit(zhukov).at not in pos.board.grid:
        return deny("26.1A", "Zhukov is not there")
    if pos.unit(zhukov).disrupted:
        return deny("26.3-4", "Zhukov is disrupted")
    if pos.state.zhukov_moved == pos.turn:
        return deny("R-59", "Zhukov has moved this turn")
    here, reach = pos.unit(zhukov).at, pos.game.charts.limits["zhukov_range"].number
    if all(pos.board.grid.distance(here, hex_) > reach for hex_ in targets):
        return deny("26.1A", "the attack is too far from Zhukov")
    return None
