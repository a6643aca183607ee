"""2.2 The Movement Phase and the Strategic Movement Phase of a side (3, 12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from grognard.decisions import (
    DONE,
    Action,
    Decision,
    Due,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.engine import Step
from grognard.games.korsun44.artillery import bound_guns
from grognard.games.korsun44.entry import Entering, waiting, why_not_enter
from grognard.games.korsun44.moving import Moving, why_not_move, why_not_strategic
from grognard.games.korsun44.points import start_toll
from grognard.games.korsun44.stacking import crowded, levels_of
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.turn import HalfTurn, MovementPhase, held_fronts
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import counted


class Movement(MovementPhase, tag="movement"):
    """Every unit may move once, in any order, or do something else; reinforcements enter."""

    title = "Movement Phase"

    @classmethod
    @rule("6.5.5", "14.3.2")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """HQs that have just finished a bridge have no points left, and guns that have fired a
        barrage stay.
        """
        assert isinstance(parent, HalfTurn)
        return cls(side=parent.side, moved=parent.builders | bound_guns(pos, parent.side))

    @rule("2.2-P3", "2.2-P9", "3.1.1", "3.1.3", "3.1.6")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            lambda pos: phase_prompt(pos, self),
            rule="3.1.1",
            calm=True,
            auto=False,
            panel=lambda pos: duties_panel(pos, self),
            offers=(
                Offer("select", movers(pos, self), may_select, exact=True),
                Offer("done", ("",), may_end),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        unit = action.arg
        here = hand.unit(unit).at
        if here in hand.game.board.grid:
            toll = start_toll(hand.now, self.side, here)
            hand.push(Moving(side=self.side, units=(unit,), spent=toll))
        else:
            hand.push(Entering(side=self.side, units=(unit,)))


class StrategicMovement(Movement, tag="strategic movement"):
    """12 Marked units move with two points less, out of enemy zones; reinforcements enter."""

    title = "Strategic Movement Phase"
    strategic = True

    @classmethod
    @rule("2.1.4", "2.2-P5", "2.2-P11", "12.1.1", "C-opt")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Left out where nobody can move or enter, and without the complementary rules."""
        assert isinstance(parent, HalfTurn)
        phase = cls(side=parent.side)
        if not pos.state.options.complementary:
            return None
        return phase if listed(pos, phase, parent) else None


def movers(pos: Pos, phase: Movement) -> list[UnitId]:
    """The units that may move or enter now."""
    return listed(pos, phase, pos.within(HalfTurn))


def listed(pos: Pos, phase: Movement, half: HalfTurn) -> list[UnitId]:
    """The same for a phase that is not open yet."""
    side, moved = phase.side, phase.moved
    if phase.strategic:
        ready = [u for u in sorted(half.marked) if _may_go_on(pos, half, u)]
    else:
        facts = pos.turn
        ready = pos.columns.keep(("mobile", side), facts, lambda: _on_map(pos, side))
    due = (u for u in waiting(pos, side) if pos.unit(u).comes <= pos.turn)
    coming = [unit for unit in due if why_not_enter(pos, phase, unit) is None]
    return [unit for unit in ready if unit not in moved] + coming


def _may_go_on(pos: Pos, half: HalfTurn, unit: UnitId) -> bool:
    return pos.unit(unit).at in pos.board.grid and why_not_strategic(pos, half, unit) is None


def _on_map(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side on the map that can move at all and are not held back."""
    out = set(chain.from_iterable(pos.at(box) for box in pos.board.boxes))
    out.update(*(pos.game.fronts[front] for front in pos.keep(held_fronts)))
    return [unit for unit in pos.game.mobile[side] if unit not in out]


def may_select(pos: Pos, phase: Movement, unit: UnitId) -> Refusal | None:
    """A unit that may move or enter."""
    if pos.unit(unit).at in pos.board.grid:
        return why_not_move(pos, phase, unit)
    return why_not_enter(pos, phase, unit)


@rule("3.2.1", "B6")
def may_end(pos: Pos, phase: Movement, _: str) -> Refusal | None:
    """Not while a hex is too full out of which somebody can still move."""
    for hex_ in to_be_thinned(pos, phase):
        return deny("3.2.1", "{hex} is too full", hex=hex_)
    return None


@rule("3.2.1", "B6")
def to_be_thinned(pos: Pos, phase: Movement) -> Iterator[HexId]:
    """The hexes that are too full and out of which somebody can still move."""
    over = crowded(pos, phase.side)
    able = movers(pos, phase) if over else ()
    for hex_ in over:
        if any(unit in able for unit in pos.at(hex_)):
            yield hex_


# --- what is shown ----------------------------------------------------------------------------


def phase_prompt(pos: Pos, phase: Movement) -> str:
    """What is asked between two moves; the end of the phase only where it is open."""
    asked = "Choose a unit to move"
    return f"{asked}." if may_end(pos, phase, "") else f"{asked}, or end the phase."


def duties_panel(pos: Pos, phase: Movement) -> Panel:
    """The hexes that keep the phase open, and how many levels they have too many."""
    return Panel("Movement", duties=tuple(_due(pos, hex_) for hex_ in to_be_thinned(pos, phase)))


@rule("3.2.1", "B6")
def _due(pos: Pos, hex_: HexId) -> Due:
    over = levels_of(pos, pos.at(hex_)) - pos.game.charts.limits["stacking"].number
    leaving = f"{counted(over, 'level')} must leave"
    return Due(f"{pos.board.called(hex_)} is too full: {leaving}.", "3.2.1", hex_)
