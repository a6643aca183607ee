"""9.1 - 9.9, 9.20 A move: one parent stack at a time, out of which units go their own ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from grognard.decisions import (
    CANCEL,
    STOP,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    Side,
    deny,
    rule,
    total,
)
from grognard.engine import Way
from grognard.games.storm41.battle import is_only_artillery
from grognard.games.storm41.charts import Supply, half
from grognard.games.storm41.effects import entered
from grognard.games.storm41.going import charges
from grognard.games.storm41.mobile_assault import MobileAssault, why_no_assault
from grognard.games.storm41.presence import on_map
from grognard.games.storm41.stacking import passable
from grognard.games.storm41.state import AXIS, Deal, Pos
from grognard.games.storm41.turn import (
    Assaulted,
    MovementPhase,
    OnTheMove,
    is_surprise,
    parent_of,
)
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach, Toll
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId
from grognard.words import counted, doing, listed

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

# --- 9.1, 12.1, 5.13-4  movement factors ------------------------------------------------------


@rule("2.11", "2.12", "5.13-4", "7.6-a", "7.8", "9.1", "12.1", "R-58")
def allowance(pos: Pos, unit: UnitId, supply: Supply) -> int:
    """The movement factor of a unit in a supply state; on turn 1 the Axis has half."""
    return movement_factor(pos.game, unit, supply, surprise=is_surprise(pos))


def movement_factor(game: Storm41, unit: UnitId, supply: Supply, *, surprise: bool) -> int:
    """The same without a position."""
    piece = game.piece(unit)
    factor = game.charts.movement[piece.pace, supply]
    return half(factor) if piece.side == AXIS and surprise else factor


@rule("9.2", "9.7")
def budget(pos: Pos, units: Iterable[UnitId]) -> int:
    """What a stack of the parent stack under way has left: what its slowest unit has."""
    parent = pos.keep(parent_of)
    spent = parent.spent
    return min(allowance(pos, unit, parent.supply) - spent.get(unit, 0) for unit in units)


# --- the move ---------------------------------------------------------------------------------


class Moving(OnTheMove, tag="moving"):
    """Units of the parent stack that go on together until they stop."""

    title = "Movement"
    units: tuple[UnitId, ...]
    #: Have they done anything since they were chosen?
    went: bool = False

    def ask(self, pos: Pos) -> Decision:
        here = self.here(pos)
        others = [unit for unit in pos.at(here) if unit not in self.units]
        leave = self.units if len(self.units) > 1 else ()
        left = max(0, budget(pos, self.units))
        return Decision(
            self.side,
            f"Move {listed(self.units)} ({counted(left, 'point')} left), or stop.",
            rule="9.1",
            auto=self.went,
            panel=lambda pos: move_panel(pos, self),
            offers=(
                Offer("move", pos.keep(reach_of), may_go_to, exact=True),
                Offer("join", others, may_join),
                Offer("drop", leave, may_drop, exact=True),
                Offer("assault", enemies_beside(pos, self), may_assault),
                Offer("stop" if self.went else "cancel"),
            ),
        )

    @property
    def unit(self) -> UnitId:
        """The unit that was chosen first."""
        return self.units[0]

    def here(self, pos: Pos) -> HexId:
        """Where the units are."""
        return pos.unit(self.units[0]).at

    @rule("9.2", "9.6")
    def take(self, hand: Deal, action: Action) -> None:
        """Who stops or is dropped may go on while no other parent stack has been begun."""
        match action:
            case Action("move", to):
                self.go(hand, to)
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("drop", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("assault", target):
                self.assault(hand, target)
            case _:
                assert action in (STOP, CANCEL)
                hand.pop()

    @rule("3.8-b", "9.1", "R-131")
    def go(self, hand: Deal, to: HexId) -> None:
        """Along the cheapest way; every hex of it changes hands."""
        way = hand.now.keep(reach_of).path_to(to)
        spend(hand, fares(hand.now, self.units, to))
        hand.become(self.but(went=True, start=""))
        hand.tell("move", "{unit} {deed} from {start} to {place}.", rule="9.1", side=self.side,
                  units=self.units, hexes=way, unit=listed(self.units), start=way[0],
                  deed=doing(self.units, "moves", "move"),
                  place=hand.game.board.called(to))  # fmt: skip
        for hex_ in way[1:-1]:
            entered(hand, self.units[0], hex_)
        for unit in self.units:
            hand.enter(unit, to, by="move")

    @rule("9.22-a", "R-135")
    def assault(self, hand: Deal, target: HexId) -> None:
        """Those who may assault do; the others stay where they are."""
        units, start = force(hand.now, self.units, target), self.here(hand.now)
        hand.push(MobileAssault(side=self.side, units=units, start=start, target=target))

    @rule("9.27", "9.28")
    def hear(self, hand: Deal, value: Assaulted | None) -> None:
        """An assault has ended: it is paid for, and those of its force who are left go on from
        where they are. One that was called off changes nothing.
        """
        if not isinstance(value, Assaulted):
            return
        alive = tuple(u for u in value.units if hand.unit(u).at in hand.game.board.grid)
        spend(hand, dict.fromkeys(alive, value.cost))
        if value.stopped or not alive:
            hand.pop()
        else:
            hand.become(self.but(units=alive, went=True, start=""))

    def way(self, pos: Pos, hex_: HexId) -> Way | None:
        reach = pos.keep(reach_of)
        if hex_ not in reach:
            return None
        path = reach.path_to(hex_)
        tolls = zip(path, reach.tolls_to(hex_), strict=False)
        parts = tuple(part for before, toll in tolls for part in _parts(pos, self, before, toll))
        left = budget(pos, self.units) - reach.cost_of(hex_)
        return Way(path[1:], parts, f"{max(0, left)} left")


@rule("9.3", "9.7", "R-73", "R-144")
def fares(pos: Pos, units: tuple[UnitId, ...], to: HexId) -> dict[UnitId, int]:
    """What each of the units pays on the way to a hex: all the same. Into the one hex that is
    always open the slowest goes for all that it has; the others pay its price.
    """
    reach = pos.keep(reach_of)
    if not reach.last_toll_to(to).whole:
        return dict.fromkeys(units, reach.cost_of(to))
    price = max(total(charges(pos, unit, reach.start, to)) for unit in units)
    return {unit: min(price, budget(pos, (unit,))) for unit in units}


def spend(hand: Deal, fares: Mapping[UnitId, int]) -> None:
    """Units of the parent stack pay for what they do; if it is another one it is under way now."""
    parent = hand.now.keep(parent_of)
    paid = {unit: parent.spent.get(unit, 0) + fare for unit, fare in fares.items()}
    hand.note(
        MovementPhase,
        moved=parent.moved,
        start=parent.start,
        supply=parent.supply,
        spent={**parent.spent, **paid},
    )


def _parts(pos: Pos, move: Moving, before: HexId, toll: Toll) -> tuple[Part, ...]:
    """What a step costs, for the dearest unit of the stack."""
    if toll.whole:
        return (Part(toll.charge, "the one hex that is always open", "9.3"),)
    steps = (charges(pos, unit, before, toll.hex) for unit in move.units)
    return max(steps, key=total)


def move_panel(pos: Pos, move: Moving) -> Panel:
    """The factors of the units and what they have spent."""
    supply = pos.keep(parent_of).supply
    factors = {u: allowance(pos, u, supply) for u in move.units}
    slowest = min(factors, key=factors.__getitem__)
    rows = (
        Row("Movement factor", str(factors[slowest]), rule="12.1"),
        Row("Supply", supply, rule="7.5"),
        Row("Left", str(budget(pos, move.units)), rule="9.2"),
    )
    return Panel(rows=rows, units=move.units)


# --- where it can go --------------------------------------------------------------------------


@rule("9.3", "R-73", "R-136")
def is_fresh(pos: Pos, units: Iterable[UnitId]) -> bool:
    """Have these units done nothing yet? Then one hex is open to them for all their points."""
    spent = pos.keep(parent_of).spent
    return not any(unit in spent for unit in units)


@rule("1.5-note", "6.1", "6.2", "9.1", "9.3", "9.4", "9.20", "9.21", "R-9", "R-73", "R-74",
      "R-136")  # fmt: skip
def reach_of(pos: Pos) -> Reach:
    """Where the units on the move can go: not into enemies, through friends, to where there is
    room.
    """
    units = pos.within(Moving).units
    side, here = pos.owner(units[0]), pos.unit(units[0]).at
    going = pos.game.goings[pos.state.scenario].of(pos, units)
    ground = passable(pos, units, ground_of(pos, side))
    left = max(0, budget(pos, units))
    return Reach(going, here, left, ground, least=is_fresh(pos, units))


def ground_of(pos: Pos, side: Side) -> Ground:
    """The map as movers of a side see it."""
    scenario = pos.state.scenario
    found: Ground = pos.columns.keep(("ground", side), scenario, lambda: _ground(pos, side))
    return found


def _ground(pos: Pos, side: Side) -> Ground:
    return survey(pos.columns, side, closed=pos.game.theatre(pos).closed)


# --- guards -----------------------------------------------------------------------------------

_REASONS = {
    "enemy": ("9.4", "an enemy unit holds {hex}"),
    "terrain": ("9.9", "no way leads to {hex}"),
    "far": ("9.1", "it has not the points to enter {hex}"),
    "stop": ("9.1", "no way leads to {hex}"),
}


@rule("7.1", "9.4", "9.16", "R-69", "R-74")
def may_go_to(pos: Pos, move: Moving, hex_: HexId) -> Refusal | None:
    """A hex within reach; otherwise the first step of the cheapest way that fails."""
    if hex_ == move.here(pos):
        return deny("9.1", "the stack is in {hex}", hex=hex_)
    obstacle = pos.keep(reach_of).why_not(hex_)
    if obstacle is None:
        return None
    theatre, nation = pos.game.theatre(pos), pos.game.piece(move.units[0]).nation
    if hex_ not in theatre.land:
        return deny("9.16", "{hex} is no land in play", hex=hex_)
    if hex_ not in theatre.homes.get(nation, theatre.land):
        return deny("7.1", "{hex} is not in the country of the unit", hex=hex_)
    if obstacle.reason == "end":
        return deny("6.1", "there is no room in {hex}", hex=hex_)
    rule_id, text = _REASONS[obstacle.reason]
    return deny(rule_id, text, hex=obstacle.hex)


@rule("9.5", "9.6", "R-83")
def may_join(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """A unit of the same parent stack in the same hex."""
    if unit in move.units:
        return deny("9.5", "{unit} is in the stack", unit=unit)
    if pos.unit(unit).at != move.here(pos):
        return deny("9.5", "{unit} is not with the stack", unit=unit)
    if not is_of_parent(pos, unit):
        return deny("9.5", "{unit} did not begin with the stack", unit=unit)
    return why_not_move(pos, pos.keep(parent_of), unit)


@rule("9.5", "9.6")
def is_of_parent(pos: Pos, unit: UnitId) -> bool:
    """Is a unit of the parent stack under way: still where that began, or already gone off?"""
    parent = pos.keep(parent_of)
    if unit in parent.spent:
        return True
    return pos.unit(unit).at == parent.start and unit not in parent.moved


def enemies_beside(pos: Pos, move: Moving) -> list[HexId]:
    """Where the stack might assault out of its move."""
    if move.side != AXIS:
        return []
    enemy, count = pos.game.enemy(move.side), pos.columns.count
    return [h for h in pos.board.grid.neighbours(move.here(pos)) if count("units", enemy, h)]


@rule("9.22-a", "11.7-4", "R-110", "R-135")
def force(pos: Pos, units: tuple[UnitId, ...], target: HexId) -> tuple[UnitId, ...]:
    """Those of a stack who would assault a hex: all against artillery alone, else panzers and
    motorised infantry; all if there are none, to be refused.
    """
    if is_only_artillery(pos, target):
        return units
    return tuple(u for u in units if pos.game.piece(u).joins_assault) or units


@rule("9.22-a", "9.23-c", "R-135")
def may_assault(pos: Pos, move: Moving, target: HexId) -> Refusal | None:
    """The units of the stack that can, with the points that they have."""
    units = force(pos, move.units, target)
    return why_no_assault(pos, units, target, budget(pos, units))


def may_drop(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """Any unit of the stack but the last."""
    if unit not in move.units or len(move.units) == 1:
        return deny("9.6", "{unit} cannot be left", unit=unit)
    return None


@rule("9.1", "9.2", "R-83")
def why_not_move(pos: Pos, phase: MovementPhase, unit: UnitId) -> Refusal | None:
    """Why a unit may not move now: it is no unit of the side on the map, does not move at all,
    or has moved.
    """
    piece = pos.game.piece(unit)
    if piece.side != phase.side or pos.unit(unit).at not in pos.board.grid:
        return deny("9.1", "{unit} is no unit of yours on the map", unit=unit)
    if not piece.moves:
        return deny("9.2", "{unit} never moves", unit=unit)
    if unit in phase.moved:
        return deny("9.6", "{unit} has moved, and another stack after it", unit=unit)
    if unit in phase.spent and allowance(pos, unit, phase.supply) <= phase.spent[unit]:
        return deny("9.2", "{unit} has spent its movement points", unit=unit)
    return None


def movers(pos: Pos, phase: MovementPhase) -> Sequence[UnitId]:
    """The units that may move now, in the order of the pieces."""
    side, moved, spent = phase.side, phase.moved, phase.spent
    found = on_map(pos, side)
    if not spent and not moved:
        return found
    tired = {u for u, cost in spent.items() if allowance(pos, u, phase.supply) <= cost}
    return [unit for unit in found if unit not in moved and unit not in tired]
