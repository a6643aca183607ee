"""3.1 Movement points: what units have, what they pay, what aircraft take. All in sixths."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Side, rule
from grognard.games.korsun44.charts import SIXTHS, CostName
from grognard.games.korsun44.going import Mover, Terms
from grognard.games.korsun44.state import SOVIET, Pos
from grognard.games.korsun44.supply import is_wanting
from grognard.games.korsun44.turn import Move, MovementPhase
from grognard.hexes import HexId
from grognard.mechanics.reach import Going as Costs
from grognard.pieces import UnitId


def price(pos: Pos, name: CostName) -> int:
    """One of the other costs, in sixths."""
    return pos.game.charts.costs[name].number * SIXTHS


@rule("3.1.5", "3.1.6", "10.2.2", "10.2.3", "12.2.3", "C4")
def allowance(pos: Pos, unit: UnitId, *, pushed: bool = False) -> int:
    """The points of a unit in this phase: half out of supply unless it pushes, two less in
    strategic movement. Nothing is rounded.
    """
    points = pos.game.values(pos, unit).moves * SIXTHS
    if is_wanting(pos, unit) and not pushed:
        points //= 2
    phase = pos.find(MovementPhase)
    if phase is not None and phase.strategic:
        points -= price(pos, "strategic")
    return max(points, 0)


@rule("3.1.5", "3.1.7", "11.2.1", "8.2.16")
def budget(pos: Pos, move: Move) -> int:
    """What units that move together have left: what the slowest has. Who enters by the next
    entry has half, who begins under aircraft loses points.
    """
    return max(initial(pos, move) - move.spent, 0)


def initial(pos: Pos, move: Move) -> int:
    """What they have at the beginning."""
    points = min(allowance(pos, unit, pushed=move.pushed) for unit in move.units)
    return points // 2 if move.shifted else points


@rule("T-terrain-2", "D7")
def road_budget(pos: Pos, move: Move) -> int:
    """What they have for a way that keeps to a side road or railway: one hex more, which is a
    point, unless they have no points at all. Below 0 it has been used.
    """
    points = initial(pos, move)
    return points + SIXTHS - move.spent if points else -1


# --- 8.2  aircraft over roads -----------------------------------------------------------------


@rule("8.2.11", "8.2.12", "8.2.15")
def interdicted(pos: Pos, side: Side) -> dict[HexId, int]:
    """The hexes in which aircraft hamper movement of a side, with their SPs: Soviets only."""
    found: dict[HexId, int] = {}
    if side != SOVIET:
        return found
    for mission in pos.state.missions:
        if mission.kind == "interdiction" and mission.side != side:
            found[mission.at] = found.get(mission.at, 0) + mission.strength
    return found


@rule("8.2.13", "8.2.16")
def start_toll(pos: Pos, side: Side, hex_: HexId) -> int:
    """The points that units lose to aircraft over the hex in which they begin, or come in."""
    return interdicted(pos, side).get(hex_, 0) * price(pos, "interdiction")


def terms_for(pos: Pos, side: Side) -> Terms:
    """Bridges, and aircraft over hexes that a side enters."""
    aircraft = tuple(sorted(interdicted(pos, side).items()))
    return Terms(pos.state.broken_bridges, pos.state.built_bridges, aircraft)


# --- costs of steps ---------------------------------------------------------------------------


@rule("1.3", "1.3-a", "6.2.1", "9.1.2", "9.1.3")
def classes(pos: Pos, units: Iterable[UnitId]) -> tuple[Mover, ...]:
    """The classes of movers among some units, none twice; HQs are one of their own."""
    found: set[Mover] = set()
    for unit in units:
        piece = pos.game.piece(unit)
        if piece.is_hq:
            found.add("hq")
        elif piece.moves != "static":
            found.add(piece.moves)
    return tuple(sorted(found))


@rule("3.1.11")
def costs_of(pos: Pos, side: Side, units: Iterable[UnitId]) -> Costs:
    """The going of units that move together: each step costs what the dearest pays."""
    return pos.game.goings.together(classes(pos, units), terms_for(pos, side))


@rule("D16")
def entry_rate(pos: Pos, units: Iterable[UnitId], hex_: HexId) -> int:
    """What coming onto the map or leaving it costs: the rate of the road that runs there."""
    rate = pos.game.theatre.edge_rate
    return max(rate("truck" if kind == "hq" else kind, hex_) for kind in classes(pos, units))
