"""TEC, STM A move: units of one hex that go together until they stop."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grognard.board import Mask
from grognard.decisions import Action, Decision, Offer, Panel, Part, Refusal, Row, deny, rule
from grognard.engine import Way
from grognard.games.kanev43.charts import SIXTHS, half
from grognard.games.kanev43.effects import counts, passed, stop_building
from grognard.games.kanev43.entry import arrival_price, gate, why_not_enter
from grognard.games.kanev43.leaders import Danger, lone_leader_hexes, lone_leaders
from grognard.games.kanev43.limber import can_roll, change_guns, gun_deeds, may_change_guns
from grognard.games.kanev43.points import (
    allowance,
    allowance_parts,
    budget,
    class_of,
    costs_of,
    in_words,
    zone_rules,
)
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.turn import Move, MovementPhase, PlayerTurn, is_night
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach, Toll
from grognard.mechanics.zones import Ground, near, survey
from grognard.pieces import UnitId
from grognard.words import doing, listed


class Moving(Move, tag="moving"):
    """Units on the move."""

    title = "Movement"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            lambda pos: f"Move {listed(self.units)} ({in_words(budget(pos, self))} left), or stop.",
            rule="STM-1" if self.strategic else "TEC-1",
            auto=self.acted,
            panel=lambda pos: move_panel(pos, self),
            offers=(
                Offer("move", pos.keep(reach_of), may_go_to, exact=True),
                Offer("join", companions(pos, self), may_join),
                Offer("drop", () if self.acted or len(self.units) == 1 else self.units, may_drop),
                Offer("choose", tuple(gun_deeds(pos, self)), may_change_guns),
                Offer("stop" if self.acted else "cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("move", to):
                self.go(hand, to)
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("drop", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("choose", deed):
                change_guns(hand, self, deed)
            case _:
                end_move(hand, self)

    @rule("R-23", "R-100")
    def go(self, hand: Deal, to: HexId) -> None:
        """Along the cheapest way; hexes that are passed change hands too."""
        reach = hand.now.keep(reach_of)
        path, cost = reach.path_to(to), reach.cost_of(to)
        way = path if self.entry else path[1:]
        text = f"{{who}} {doing(self.units, 'moves', 'move')} from {{start}} to {{place}}."
        hand.tell("move", text, rule="TEC-1", side=self.side, units=self.units, hexes=path,
                  who=listed(self.units), start=path[0],
                  place=hand.game.board.called(to))  # fmt: skip
        hand.become(self.but(spent=self.spent + cost, acted=True, rolled=True, entry=""))
        if any(counts(hand, unit) for unit in self.units):
            passed(hand, self.side, way[:-1])
        for unit in self.units:
            hand.enter(unit, to, by="move")
        drive_off(hand, self, to)

    def hear(self, hand: Deal, value: object) -> None:
        """A leader's fate is settled; the next one's, if there is one."""
        drive_off(hand, self, self.here(hand.now))

    def way(self, pos: Pos, hex_: HexId) -> Way | None:
        reach = pos.keep(reach_of)
        if hex_ not in reach:
            return None
        path = reach.path_to(hex_)
        parts = tuple(part for toll in reach.tolls_to(hex_) for part in toll_parts(toll))
        if self.entry:
            parts = (Part(arrival_price(pos, self), "onto the map", "R-100"), *parts)
        rest = in_words(max(0, budget(pos, self) - reach.cost_of(hex_)))
        return Way(path if self.entry else path[1:], parts, f"{rest} left", per_point=SIXTHS)


@rule("LDR-1", "LDR-5", "R-77", "R-101")
def drive_off(hand: Deal, move: Move, hex_: HexId) -> None:
    """Combat units have come into the hex of a lone leader: he is in danger."""
    enemy = hand.game.enemy(move.side)
    leaders = lone_leaders(hand.now, enemy, hex_)
    if leaders and any(counts(hand, unit) for unit in move.units):
        hand.push(Danger(side=enemy, leader=leaders[0], alone=True))


@rule("SUP-12", "REC-1", "R-30", "R-104")
def end_move(hand: Deal, move: Move) -> None:
    """They stop, or have never begun. Who is without supply and has spent too much is isolated."""
    pos = hand.now
    hand.pop()
    if not move.acted:
        return
    phase, units = pos.within(MovementPhase), frozenset(move.units)
    spent = {unit: phase.spent.get(unit, 0) + move.spent for unit in move.units}
    rolled = units if move.rolled else frozenset()
    hand.note(MovementPhase, moved=units, rolled=rolled, spent={**phase.spent, **spent})
    hand.note(PlayerTurn, stirred=rolled, strategic=units if move.strategic else frozenset())
    for unit in move.units:
        if move.rolled:
            stop_building(hand, unit)
        exhaust(hand, pos, unit, spent[unit])


@rule("SUP-12", "NGT-1", "R-30", "R-70", "R-104")
def exhaust(hand: Deal, pos: Pos, unit: UnitId, spent: int) -> None:
    """An unsupplied unit on wheels or tracks that has spent more than half of what it had in a
    position is isolated. Whether it was more than it can spend at night goes by that too.
    """
    if is_night(pos) and spent > quiet_points(pos, unit):
        hand.note(MovementPhase, strained=unit)
    if pos.unit(unit).supply != "out" or class_of(pos, unit) not in ("mot", "mech"):
        return
    if 2 * spent > allowance(pos, unit):
        hand.set(unit, supply="isolated")
        hand.tell("supply", "{unit} is isolated.", rule="SUP-12", side=pos.owner(unit),
                  units=(unit,), unit=unit)  # fmt: skip


def toll_parts(toll: Toll) -> Iterator[Part]:
    """What a step costs, with reasons."""
    if toll.whole:
        yield Part(toll.charge, "all points for one hex", "TEC-17")
        return
    yield Part(toll.terrain, f"into {toll.hex}", "TEC-1")
    if toll.leaving:
        yield Part(toll.leaving, "leaving an enemy zone", "TEC-16")
    if toll.entering:
        yield Part(toll.entering, "entering an enemy zone", "TEC-15")


def move_panel(pos: Pos, move: Moving) -> Panel:
    """The points of each unit, what is left, and at night what can be spent unpunished."""
    rows = [
        Row(unit, in_words(allowance(pos, unit)), allowance_parts(pos, unit), "TEC-1")
        for unit in move.units
    ]
    rows.append(Row("Left", in_words(budget(pos, move))))
    if is_night(pos):
        least = min(quiet_points(pos, unit) for unit in move.units)
        rows.append(Row("In order at night", in_words(least), rule="NGT-1"))
    return Panel(rows=tuple(rows), units=move.units)


@rule("NGT-1", "R-70")
def quiet_points(pos: Pos, unit: UnitId) -> int:
    """What a unit can spend at night and stay in order: half of all it has, rounded up."""
    return half(allowance(pos, unit) // SIXTHS) * SIXTHS


# --- where they can go --------------------------------------------------------------------------


def reach_of(pos: Pos) -> Reach:
    """Where the units on the move can go."""
    return reach_from(pos, pos.within(Moving))


@rule("TEC-17", "TEC-23", "STM-1", "STM-3", "R-16", "R-100", "R-109")
def reach_from(pos: Pos, move: Move) -> Reach:
    """The same for a move that is not open yet: one hex always, if they have done nothing, are
    not on a strategic move and have a point.
    """
    points = budget(pos, move) if can_roll(pos, move.units) else 0
    return Reach(
        costs_of(pos, move.units, strategic=move.strategic),
        move.here(pos),
        points,
        ground_for(pos, move),
        zones=zone_rules(pos, move.units),
        least=points >= SIXTHS and may_struggle(pos, move),
        arrival=arrival_price(pos, move) if move.entry else None,
    )


@rule("TEC-17", "R-16", "NGT-2")
def may_struggle(pos: Pos, move: Move) -> bool:
    """May they spend everything for a single hex? As their whole move, not strategically, and
    not demoralised at night.
    """
    if move.acted or move.strategic or move.entry:
        return False
    fresh = all(not pos.within(MovementPhase).spent.get(unit) for unit in move.units)
    shaken = any(pos.unit(unit).order == "demoralised" for unit in move.units)
    return fresh and not (shaken and is_night(pos))


@rule("STK-1", "R-25", "LDR-1")
def ground_for(pos: Pos, move: Move) -> Ground:
    """Enemies close hexes; what would be too full may be passed; lone leaders end a move."""
    leaders = lone_leader_hexes(pos, pos.game.enemy(move.side))
    held = pos.within(MovementPhase).held if move.strategic else ""
    found: Ground = pos.columns.keep(
        ("ground", move.side, needs_of(pos, move)),
        (held, leaders),
        lambda: _ground_for(pos, move, leaders),
    )
    return found


def _ground_for(pos: Pos, move: Move, leaders: tuple[HexId, ...]) -> Ground:
    side, needs = move.side, needs_of(pos, move)
    ground = survey(pos.columns, side, closed=strategic_bar(pos, move) if move.strategic else None)
    if needs:
        ground = pos.game.crowding[side].passage(pos.columns, ground, needs)
    return ground.halt(leaders) if leaders else ground


@rule("STM-1", "STM-3", "R-22")
def strategic_bar(pos: Pos, move: Move) -> Mask:
    """The hexes that a strategic move may not enter: near enemy units, or not held when the
    phase began.
    """
    game, held = pos.game, pos.within(MovementPhase).held
    enemy = game.enemy(move.side)

    def find() -> Mask:
        letters = np.frombuffer(held.encode("ascii"), np.uint8)
        foreign = letters != ord(game.letter_of(move.side))
        found: Mask = foreign | near(pos.columns, enemy, game.charts.limit("strategic_distance"))
        return found

    bar: Mask = pos.columns.keep_of(enemy, (strategic_bar, held), find)
    return bar


@rule("STK-1", "STK-2", "R-25")
def too_full(pos: Pos, move: Move) -> Mask | None:
    """The hexes ([hex]) where the units may pass but not end; None if they need no room."""
    needs = needs_of(pos, move)
    return pos.game.crowding[move.side].over(pos.columns, needs) if needs else None


def needs_of(pos: Pos, move: Move) -> tuple[str, ...]:
    """What the units add to a hex in which they end."""
    layers, units = pos.game.layers, move.units
    if len(units) == 1:
        return layers[units[0]]
    return tuple(sorted(layer for unit in units for layer in layers[unit]))


# --- guards -------------------------------------------------------------------------------------

_REASONS = {
    "enemy": ("TEC-1", "an enemy unit holds {hex}"),
    "closed": ("STM-1", "{hex} is near an enemy or was not held when the phase began"),
    "zone": ("TEC-23", "from zone to zone nobody goes but by infiltration, as into {hex}"),
    "stop": ("LDR-5", "the move ends before {hex}"),
    "terrain": ("TEC-19", "no way leads to {hex}"),
    "far": ("TEC-1", "it has not the points to enter {hex}"),
    "end": ("STK-1", "there is no room in {hex}"),
}


@rule("TEC-1", "TEC-23", "STM-1", "STK-1", "R-109")
def may_go_to(pos: Pos, move: Moving, hex_: HexId) -> Refusal | None:
    """A hex within reach; otherwise the first step of the cheapest way that fails."""
    if hex_ == move.here(pos) and not move.entry:
        return deny("TEC-1", "the units are in {hex}", hex=hex_)
    if not can_roll(pos, move.units):
        return deny("R-109", "unlimbered guns do not move")
    obstacle = pos.keep(reach_of).why_not(hex_)
    if obstacle is None:
        return None
    rule_id, text = _REASONS[obstacle.reason]
    return deny(rule_id, text, hex=obstacle.hex)


def companions(pos: Pos, move: Moving) -> list[UnitId]:
    """Others who might come along."""
    if move.acted:
        return []
    spot = pos.unit(move.units[0]).at
    return [u for u in pos.at(spot) if u not in move.units and pos.owner(u) == move.side]


def may_join(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """A unit in the same hex or box that may move too, before anything has been done."""
    if unit in move.units or move.acted:
        return deny("TEC-1", "{unit} cannot come along", unit=unit)
    if pos.unit(unit).at != pos.unit(move.units[0]).at or pos.unit(unit).dispersed:
        return deny("TEC-1", "{unit} is not with them", unit=unit)
    return why_not_move(pos, move.side, unit, strategic=move.strategic)


def may_drop(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """Any unit of the group but the last, before anything has been done."""
    if unit not in move.units or len(move.units) == 1 or move.acted:
        return deny("TEC-1", "{unit} cannot be left", unit=unit)
    return None


@rule("RPL-6", "STM-1", "R-22", "AIRB-12")
def why_not_move(pos: Pos, side: str, unit: UnitId, *, strategic: bool) -> Refusal | None:
    """Why a unit may not be moved now."""
    now = pos.unit(unit)
    if pos.owner(unit) != side:
        return deny("SOP-6", "{unit} is not yours", unit=unit)
    if unit in pos.within(MovementPhase).moved:
        return deny("SOP-10", "{unit} has moved", unit=unit)
    if now.at not in pos.board.grid:
        return why_not_enter(pos, unit) or (_why_not_drive_in(pos, unit) if strategic else None)
    if now.dispersed and strategic:
        return deny("AIRB-12", "{unit} is dispersed", unit=unit)
    if now.until == pos.turn:
        return deny("RPL-6", "{unit} took a step this morning", unit=unit)
    return _why_not_strategic(pos, side, unit) if strategic else None


@rule("STM-1", "STM-3", "R-100")
def _why_not_drive_in(pos: Pos, unit: UnitId) -> Refusal | None:
    """A strategic entry needs a hex that strategic moves may enter."""
    side, row = pos.owner(unit), pos.game.rows(pos)[unit]
    hex_ = gate(pos, side, row.at)
    if strategic_bar(pos, Move(side=side, units=(unit,)))[pos.board.grid.index[hex_]]:
        return deny("STM-1", _REASONS["closed"][1], hex=hex_)
    return None


@rule("STM-1", "KNB-3", "R-22")
def _why_not_strategic(pos: Pos, side: str, unit: UnitId) -> Refusal | None:
    """Not out of a hex within two of an enemy unit, over the Dnepr or not; nor who has worked at
    the bridge of Kanev.
    """
    if unit in pos.within(PlayerTurn).blasters:
        return deny("KNB-3", "{unit} has worked at the bridge", unit=unit)
    distance = pos.game.charts.limit("strategic_distance")
    beside = pos.columns.keep(
        ("near", side), distance, lambda: near(pos.columns, pos.game.enemy(side), distance)
    )
    if beside[pos.board.grid.index[pos.unit(unit).at]]:
        return deny("STM-1", "{unit} is within {distance} hexes of an enemy", unit=unit,
                    distance=distance)  # fmt: skip
    return None
