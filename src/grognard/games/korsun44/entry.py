"""11 Reinforcements: who may enter, where, at what cost, and shifting along the edge."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.korsun44.points import entry_rate, start_toll
from grognard.games.korsun44.scenario import Arrival
from grognard.games.korsun44.stacking import levels_of
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.theatre import Entry, waiting_box
from grognard.games.korsun44.turn import Move, MovementPhase, is_held_back
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import stack_of

# --- who may enter ----------------------------------------------------------------------------


def waiting(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side off the map at its entries."""
    return [unit for box in pos.game.scene(pos).boxes[side] for unit in pos.at(box)]


@rule("11.1.1", "11.2.2", "11.2.3", "R-table", "R-note", "A14", "H10", "H11")
def why_not_enter(
    pos: Pos, phase: MovementPhase, unit: UnitId, beside: tuple[UnitId, ...] = ()
) -> Refusal | None:
    """A unit off the map whose turn has come, with others beside it that enter together; some need
    another formation on the map first.
    """
    if pos.owner(unit) != phase.side or not pos.unit(unit).at.startswith(waiting_box("")):
        return deny("11.1.1", "{unit} does not wait at an entry of yours", unit=unit)
    if unit in phase.moved:
        return deny("3.1.6", "{unit} has finished", unit=unit)
    if pos.unit(unit).comes > pos.turn or is_held_back(pos, unit):
        return deny("11.1.1", "{unit} may not enter yet", unit=unit)
    row = row_of(pos, unit)
    if row is None or pos.unit(unit).arrived:
        return None
    if row.after and not has_come(pos, row.after):
        return deny("R-note", "{unit} comes only after {other}", unit=unit, other=row.after)
    return _why_not_first(pos, row, unit, beside)


def row_of(pos: Pos, unit: UnitId) -> Arrival | None:
    """The row of the schedule that brings a unit."""
    return pos.game.scene(pos).arrival_of.get(unit)


@rule("R-note", "A14")
def has_come(pos: Pos, formation: str) -> bool:
    """Has any unit of a formation entered the map?"""
    members = (p for p in pos.game.printed.values() if p.formation and p.formation.id == formation)
    return any(pos.unit(piece.id).arrived for piece in members)


@rule("H10")
def _why_not_first(
    pos: Pos, row: Arrival, unit: UnitId, beside: tuple[UnitId, ...]
) -> Refusal | None:
    """Some of a row come on its day, the rest later; the owner chooses which. Who has shifted along
    the edge is one of those who come.
    """
    if not row.rest or pos.turn >= row.rest:
        return None
    others = [pos.unit(other) for other in row.units if other != unit]
    come = [u for u in others if u.arrived or u.comes > row.turn or u.id in beside]
    if len(come) < row.first:
        return None
    return deny("H10", "the rest of its formation comes on turn {turn}", turn=row.rest)


# --- where ------------------------------------------------------------------------------------


def line_of(pos: Pos, unit: UnitId) -> tuple[tuple[Entry, ...], int]:
    """The row of entries in which a unit waits, and its place there."""
    at = pos.unit(unit).at
    for row in pos.game.scene(pos).entries[pos.owner(unit)]:
        for place, name in enumerate(row):
            if waiting_box(name) == at:
                return row, place
    raise LookupError(f"{unit} waits at no entry")


@rule("11.2.1", "F19", "H13")
def gates(pos: Pos, unit: UnitId) -> dict[HexId, bool]:
    """The hexes by which a unit may come in now, and has it then shifted (at half its points)? In
    the Strategic Movement Phase nobody shifts.
    """
    row, place = line_of(pos, unit)
    near = () if pos.within(MovementPhase).strategic else (place - 1, place + 1)
    beside = [row[n] for n in near if 0 <= n < len(row)]
    own = {pos.game.theatre.entry(row[place]): False}
    return own | {pos.game.theatre.entry(name): True for name in beside}


@rule("11.2.2", "A7", "H13")
def shifts(pos: Pos, unit: UnitId) -> list[str]:
    """The boxes to which a unit may shift instead of entering."""
    row, place = line_of(pos, unit)
    far = pos.game.charts.limits["entry_shift"].number
    return [
        waiting_box(name)
        for number, name in enumerate(row)
        if number != place and abs(number - place) <= far
    ]


@rule("11.1.2", "11.1.4", "H8")
def why_closed(pos: Pos, side: Side, hex_: HexId) -> Refusal | None:
    """Nobody enters by a zone that the enemy controls, or into an enemy."""
    enemy = pos.game.enemy(side)
    if pos.holder(hex_) == enemy:
        return deny("11.1.4", "the enemy controls {hex}", hex=hex_)
    if pos.columns.count("units", enemy, hex_):
        return deny("3.1.8", "an enemy unit holds {hex}", hex=hex_)
    return None


# --- 11.1.5  columns --------------------------------------------------------------------------


@rule("8.2.13", "11.1.5", "D5", "D16")
def arrival_price(pos: Pos, move: Move, hex_: HexId) -> int:
    """What the entry costs, in sixths: the rate of the road, as many times as columns have come
    by this hex with these units, and what aircraft over it cost. The two points of strategic
    movement are off their allowance.
    """
    column = entry_rate(pos, move.units, hex_) * len(column_after(pos, move, hex_))
    return column + start_toll(pos, move.side, hex_)


@rule("11.1.5")
def column_after(pos: Pos, move: Move, hex_: HexId) -> tuple[int, ...]:
    """The levels of each column that has come by a hex, these units in the last: a new one
    begins where they would be too many.
    """
    before = pos.within(MovementPhase).columns.get(hex_, ())
    levels, most = levels_of(pos, move.units), pos.game.charts.limits["stacking"].number
    if before and before[-1] + levels <= most:
        return (*before[:-1], before[-1] + levels)
    return (*before, levels)


def come_in(hand: Deal, move: Move) -> None:
    """Units come onto the map: their column is counted, and they have arrived."""
    columns = column_after(hand.now, move, move.entry)
    phase = hand.now.within(MovementPhase)
    hand.note(MovementPhase, columns={**phase.columns, move.entry: columns})
    for unit in move.units:
        hand.set(unit, arrived=True, comes=0)


# --- the choice -------------------------------------------------------------------------------


class Entering(Phase, tag="entering"):
    """Units off the map: where do they enter, or do they shift along the edge?"""

    title = "Reinforcements"
    units: tuple[UnitId, ...]

    def ask(self, pos: Pos) -> Decision:
        box = pos.unit(self.units[0]).at
        return Decision(
            self.side,
            f"Choose where {stack_of(self.units)} enters, or shift along the edge.",
            rule="11.1.2",
            auto=False,
            panel=lambda _: Panel(units=self.units),
            offers=(
                Offer("place", tuple(places(pos, self)), may_go_by),
                Offer("join", [u for u in pos.at(box) if u not in self.units], may_come_along),
                Offer("drop", self.units[1:]),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("drop", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("place", spot) if spot in hand.game.board.grid:
                self.enter(hand, spot)
            case Action("place", box):
                self.shift(hand, box)
            case _:
                hand.pop()

    def enter(self, hand: Deal, hex_: HexId) -> None:
        """The move begins beyond the edge."""
        from grognard.games.korsun44.moving import Moving

        shifted = gates(hand.now, self.units[0])[hex_]
        hand.become(Moving(side=self.side, units=self.units, entry=hex_, shifted=shifted))

    @rule("11.2.2")
    def shift(self, hand: Deal, box: str) -> None:
        """They may enter there from the next turn on."""
        for unit in self.units:
            hand.set(unit, at=box, comes=hand.now.turn + 1)
        hand.tell("shift", "{unit} shifts along the edge.", rule="11.2.2", side=self.side,
                  units=self.units, unit=stack_of(self.units))  # fmt: skip
        hand.note(MovementPhase, moved=frozenset(self.units))
        hand.pop()


def places(pos: Pos, step: Entering) -> Iterator[str]:
    """The hexes and boxes to which units might go."""
    yield from gates(pos, step.units[0])
    yield from shifts(pos, step.units[0])


@rule("11.1.3", "11.1.4", "11.1.5", "11.2.1", "11.2.2", "D5")
def may_go_by(pos: Pos, step: Entering, spot: str) -> Refusal | None:
    """An open entry that they have the points for; boxes only in the Movement Phase."""
    from grognard.games.korsun44.moving import Moving, reach_from

    if spot not in pos.board.grid:
        if spot not in shifts(pos, step.units[0]):
            return deny("11.2.2", "it is too far to shift there")
        if pos.within(MovementPhase).strategic:
            return deny("11.2.2", "units shift in the Movement Phase")
        return None
    found = gates(pos, step.units[0])
    if spot not in found:
        return deny("11.1.2", "{hex} is no entry of these units", hex=spot)
    move = Moving(side=step.side, units=step.units, entry=spot, shifted=found[spot])
    closed = why_closed(pos, step.side, spot)
    if closed is None and not len(reach_from(pos, move)):
        return deny("11.1.5", "they have not the points to enter at {hex}", hex=spot)
    return closed


@rule("11.1.5")
def may_come_along(pos: Pos, step: Entering, unit: UnitId) -> Refusal | None:
    """Another unit that waits there, as long as they are one stack."""
    if unit in step.units or pos.unit(unit).at != pos.unit(step.units[0]).at:
        return deny("11.1.5", "{unit} does not wait with them", unit=unit)
    refusal = why_not_enter(pos, pos.within(MovementPhase), unit, step.units)
    if refusal is not None:
        return refusal
    if levels_of(pos, (*step.units, unit)) > pos.game.charts.limits["stacking"].number:
        return deny("11.1.5", "they would be too many for one hex")
    return why_too_many_first(pos, (*step.units, unit))


@rule("H10")
def why_too_many_first(pos: Pos, units: tuple[UnitId, ...]) -> Refusal | None:
    """Of a row that comes in two parts no more than the first part enter together."""
    rows = (row_of(pos, unit) for unit in units)
    for row in {row.units: row for row in rows if row}.values():
        come = sum(pos.unit(u).arrived for u in row.units)
        now = sum(u in units and not pos.unit(u).arrived for u in row.units)
        if row.rest and pos.turn < row.rest and come + now > row.first:
            return deny("H10", "{first} of them come at first", first=row.first)
    return None
