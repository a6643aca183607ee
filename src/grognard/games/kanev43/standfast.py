"""SFT Standing fast: a stack pays steps instead of going back."""

from __future__ import annotations

from grognard.decisions import STAND, Action, Decision, Offer, Panel, Part, Row, rule, total
from grognard.engine import Phase
from grognard.games.kanev43.fight import Fight
from grognard.games.kanev43.leaders import is_assigned
from grognard.games.kanev43.state import SOVIET, Deal, Pos
from grognard.games.kanev43.strengths import morale
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import counted, doing, listed


@rule("SFT-2", "BHD-6", "R-61")
def stand_parts(pos: Pos, fight: Fight, unit: UnitId) -> tuple[Part, ...]:
    """What is added to the die for a unit: its leader in the hex, an improved bridgehead that
    Soviets defend.
    """
    here, limit, parts = pos.unit(unit).at, pos.game.charts.limit, []
    leaders = (pos.game.piece(u) for u in pos.at(here) if pos.game.piece(u).is_leader)
    if any(is_assigned(pos, unit, leader.formation_id) for leader in leaders):
        parts.append(Part(limit("stand_leader"), "with its leader", "SFT-2"))
    if pos.owner(unit) == SOVIET != fight.side and _is_improved(pos, here):
        parts.append(Part(-limit("bridgehead_stand"), "improved bridgehead", "BHD-6"))
    return tuple(parts)


def _is_improved(pos: Pos, hex_: HexId) -> bool:
    pairs = (pair for pair in pos.state.bridgeheads if pair.improved)
    return any(hex_ in (pair.east, pair.west) for pair in pairs)


@rule("SFT-1", "SFT-3", "SFT-4", "R-62")
def stands(pos: Pos, fight: Fight, unit: UnitId, die: int) -> bool:
    """Is the present morale of a unit greater than the die?"""
    return morale(pos, unit) > die + total(stand_parts(pos, fight, unit))


class StandFast(Phase, tag="stand fast"):
    """Shall the units of a hex try to stand? One die for all of them. Reports those who do."""

    title = "Standing fast"
    fight: Fight
    units: tuple[UnitId, ...]
    hexes: int

    @rule("SFT-1", "R-62")
    def ask(self, pos: Pos) -> Decision | None:
        """Nobody is asked whom even a 1 would not help."""
        if not any(stands(pos, self.fight, unit, 1) for unit in self.units):
            return None
        return Decision(
            self.side,
            f"{doing(self.units, 'Does', 'Do')} {listed(self.units)} try to stand? Who stands "
            f"loses {counted(self.hexes, 'step')} instead of going back.",
            rule="SFT-1",
            waiting="The enemy decides who stands.",
            panel=lambda pos: self.panel(pos),
            offers=(Offer("stand"), Offer("pass")),
        )

    def panel(self, pos: Pos) -> Panel:
        """The highest die on which each unit stands."""
        rows = []
        for unit in self.units:
            parts = stand_parts(pos, self.fight, unit)
            rows.append(
                Row(unit, f"{morale(pos, unit) - 1 - total(parts)} or less", parts, "SFT-3")
            )
        return Panel("Standing fast", tuple(rows), units=self.units)

    def act(self, hand: Deal) -> None:
        hand.pop(())

    def take(self, hand: Deal, action: Action) -> None:
        if action == STAND:
            hand.roll("stand fast", side=self.side, place=hand.unit(self.units[0]).at)
        else:
            hand.pop(())

    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        firm = tuple(u for u in self.units if stands(hand.now, self.fight, u, dice[0]))
        for unit in self.units:
            text = "{unit} stands fast." if unit in firm else "{unit} does not stand."
            hand.tell("stand", text, rule="SFT-3" if unit in firm else "SFT-4", side=self.side,
                      parts=stand_parts(hand.now, self.fight, unit), dice=dice, units=(unit,),
                      hexes=(hand.unit(unit).at,), unit=unit)  # fmt: skip
        hand.pop(firm)
