"""9 Reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.decisions import CANCEL, Action, Decision, Offer, Panel, Refusal, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine44.state import ARRIVALS, AXIS, TIGER_BOX, Deal, Pos
from grognard.games.ukraine44.tigers import attach
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine44.movement import Movement


@rule("9.1-4", "9.1-5", "9.1-7", "9.1-8", "9.3-1", "9.3-2", "9.3-3", "9.3-4", "F1", "F2", "F4",
      "F7", "F8")  # fmt: skip
def due_turn(pos: Pos, unit: UnitId) -> int:
    """The printed turn; for the Axis one earlier for each victory city that has ever fallen."""
    printed = pos.game.piece(unit).turn
    return printed - len(pos.state.fallen) if pos.owner(unit) == AXIS else printed


@rule("9.1-1", "9.1-8", "9.6-1", "F7", "F10")
def may_arrive(pos: Pos, phase: Movement, unit: UnitId) -> Refusal | None:
    """A formation whose turn has come may enter in its side's Movement Phase."""
    if not phase.arrivals:
        return deny("9.1-1", "reinforcements enter in the Movement Phase only")
    due = due_turn(pos, unit)
    if due > pos.turn:
        return deny("9.1-8", "{unit} is due on turn {due}", unit=unit, due=due)
    if unit in pos.game.tigers:
        return None
    refusal: Refusal | None = deny("9.2-1", "{unit} has no hex to enter at", unit=unit)
    for hex_ in pos.game.entry_hexes(unit):
        refusal = why_not_at(pos, phase, unit, hex_)
        if refusal is None:
            break
    return refusal


@rule("9.2-1", "9.2-3", "9.4-1", "9.4-2", "9.5-1", "9.5-2", "9.5-3", "F3", "F9", "F10")
def why_not_at(pos: Pos, phase: Movement, unit: UnitId, hex_: HexId) -> Refusal | None:
    """The entry hex must be one of its own and empty; under an enemy zone it takes one a turn."""
    if hex_ not in pos.game.entry_hexes(unit):
        return deny("9.2-1", "{unit} may not enter at {hex}", unit=unit, hex=hex_)
    there = pos.game.formation_at(pos, hex_)
    if there is not None and pos.owner(there) != phase.side:
        return deny("9.5-1", "an enemy formation holds {hex}", hex=hex_)
    if there is not None:
        return deny("6.1-1", "{hex} is taken until {other} leaves", hex=hex_, other=there)
    if hex_ in phase.entered and in_enemy_zone(pos, phase.side, hex_):
        return deny("9.5-3", "one formation has entered at {hex} under enemy zones", hex=hex_)
    return None


class Arriving(Phase, tag="arriving"):
    """The choice of the hex where a reinforcement enters."""

    title = "Reinforcement"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose where {self.unit} enters.",
            rule="9.1-9",
            auto=False,
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(
                Offer("place", pos.game.entry_hexes(self.unit), _may_enter, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("8.13-1", "9.1-2", "9.1-6", "9.1-9", "9.6-2", "Z6")
    def take(self, hand: Deal, action: Action) -> None:
        """Entering costs nothing; then it moves, and only then may another."""
        from grognard.games.ukraine44.movement import Movement, Moving

        if action == CANCEL:
            hand.pop()
            return
        hand.tell(
            "arrival",
            "{unit} arrives at {place}.",
            rule="9.1-1",
            side=self.side,
            units=(self.unit,),
            hexes=(action.arg,),
            unit=self.unit,
            place=hand.game.board.called(action.arg),
        )
        hand.note(Movement, entered=action.arg)
        hand.become(Moving(side=self.side, unit=self.unit, start=action.arg, bound=True))
        hand.enter(self.unit, action.arg, by="arrival")
        tiger = arriving_tiger(hand.now, self.unit)
        if tiger:
            hand.push(TigerArriving(side=AXIS, tiger=tiger, unit=self.unit))


def _may_enter(pos: Pos, step: Arriving, hex_: HexId) -> Refusal | None:
    from grognard.games.ukraine44.movement import Movement

    return why_not_at(pos, pos.within(Movement), step.unit, hex_)


@rule("2.4-15", "F2", "F6")
def arriving_tiger(pos: Pos, unit: UnitId) -> UnitId:
    """The Tiger that may come with this formation: a German mobile one of its own group."""
    piece = pos.game.piece(unit)
    for tiger in pos.game.tigers:
        waits = pos.unit(tiger).at == ARRIVALS and due_turn(pos, tiger) <= pos.turn
        if waits and piece.group == pos.game.piece(tiger).group and piece.kind == "mobile":
            return tiger
    return ""


class TigerArriving(Phase, tag="tiger arriving"):
    """2.4: the third Tiger may come stacked with an arriving formation, or wait."""

    title = "Tigers"
    tiger: UnitId
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            AXIS,
            f"Does {self.tiger} arrive with {self.unit}?",
            rule="2.4-15",
            offers=(Offer("choose", ("attach", "wait")),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
        if action.arg == "attach":
            attach(hand, self.tiger, self.unit)


@rule("2.4-15", "F6")
def box_tiger(hand: Deal, tiger: UnitId) -> None:
    """The third Tiger goes into the box instead."""
    hand.put(tiger, TIGER_BOX)
    hand.tell("tiger", "{tiger} goes into its box.", rule="2.4-15", side=AXIS, tiger=tiger)
