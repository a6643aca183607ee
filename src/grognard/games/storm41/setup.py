"""3 Set-up. Units with a code are on the map before anybody is asked."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    RuleId,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase, Step
from grognard.games.storm41.deployment import open_duties, why_not_here
from grognard.games.storm41.stacking import full
from grognard.games.storm41.state import AXIS, MUSTER, SOVIET, Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import listed

READY = "ready"


class Deployment(Phase, tag="deployment"):
    """A player sets up his units with a blank back, one or several at a time."""

    title = "Set-up"
    #: Whose units these are, and the rule that lets him choose.
    owner: ClassVar[Side] = ""
    by: ClassVar[RuleId] = ""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Nobody is asked who has nothing to set up."""
        return cls(side=cls.owner) if waiting(pos, cls.owner) else None

    def ask(self, pos: Pos) -> Decision:
        left = waiting(pos, self.side)
        ready = (READY,) if self.side == SOVIET and not is_ready(pos) else ()
        return Decision(
            self.side,
            f"Set up your units ({len(left)} left).",
            rule=self.by,
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            auto=False,
            offers=(
                Offer("select", left),
                Offer("release", placed(pos, self.side)),
                Offer("choose", ready),
                Offer("done", ("",), why_not_done),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("select", unit):
                hand.push(Placing(side=self.side, units=(unit,)))
            case Action("release", unit):
                hand.put(unit, MUSTER)
            case Action("choose", _):
                take_ready_set_up(hand)
            case _ if action == DONE:
                hand.pop()


class SovietDeployment(Deployment, tag="soviet deployment"):
    """3.4 Anywhere in the Soviet Union."""

    owner = SOVIET
    by = "3.4"


class GermanDeployment(Deployment, tag="german deployment"):
    """3.7 Germans without a code, anywhere in Greater Germany."""

    owner = AXIS
    by = "3.7"


def waiting(pos: Pos, side: Side) -> list[UnitId]:
    """The units that a side has still to set up."""
    return [unit for unit in pos.at(MUSTER) if pos.owner(unit) == side]


def placed(pos: Pos, side: Side) -> list[UnitId]:
    """The units that a side has set up."""
    grid, units, index = pos.board.grid.index, pos.state.units, pos.game.index
    return [unit for unit in pos.game.scene(pos).free[side] if units[index[unit]].at in grid]


@rule("3.4", "5.13-8", "R-20", "R-21", "R-143")
def why_not_done(pos: Pos, step: Deployment, arg: str) -> Refusal | None:
    """Everybody must be on the map, and a Soviet set-up is judged as a whole."""
    for unit in waiting(pos, step.side):
        return deny(step.by, "{unit} has not been set up", unit=unit)
    if step.side == AXIS:
        return None
    game = pos.game
    where = {unit: pos.unit(unit).at for unit in placed(pos, SOVIET)}
    return next(open_duties(game.theatre(pos), game.charts, game.printed, where), None)


def is_ready(pos: Pos) -> bool:
    """Do the Soviets stand as the ready set-up of the scenario has them?"""
    return all(pos.unit(unit).at == hex_ for unit, hex_ in pos.game.scene(pos).ready.items())


@rule("3.4", "R-143")
def take_ready_set_up(hand: Deal) -> None:
    """The ready set-up of the scenario, for those who want to start at once."""
    for unit, hex_ in hand.game.scene(hand.now).ready.items():
        hand.put(unit, hex_)


class Placing(Phase, tag="placing"):
    """The choice of a hex for some units."""

    title = "Set-up"
    units: tuple[UnitId, ...]

    def ask(self, pos: Pos) -> Decision:
        others = [unit for unit in waiting(pos, self.side) if unit not in self.units]
        return Decision(
            self.side,
            f"Choose a hex for {listed(self.units)}, or take more units along.",
            rule="3.4" if self.side == SOVIET else "3.7",
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            auto=False,
            panel=lambda _: Panel(units=self.units),
            offers=(
                Offer("join", others),
                Offer("place", open_country(pos, self), may_be_placed, exact=True, of="hex"),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
                return
            case Action("place", hex_):
                for unit in self.units:
                    hand.put(unit, hex_)
            case _:
                assert action == CANCEL
        hand.pop()


def open_country(pos: Pos, step: Placing) -> list[HexId]:
    """The hexes where the units may be put: of the country in which their side sets up those
    with terrain and room for everybody, in board order.
    """
    theatre, crowded = pos.game.theatre(pos), full(pos, step.units)
    inside = theatre.start[SOVIET] if step.side == SOVIET else theatre.greater_germany
    for unit in step.units:
        inside &= theatre.footing(pos.game.piece(unit))
    hexes = pos.board.grid.hexes
    return [hexes[i] for i in np.flatnonzero(~crowded).tolist() if hexes[i] in inside]


@rule("3.4", "3.7", "6.1", "R-133")
def may_be_placed(pos: Pos, step: Placing, hex_: HexId) -> Refusal | None:
    """Where every one of the units may be, within the stacking limits."""
    theatre, pieces = pos.game.theatre(pos), [pos.game.piece(unit) for unit in step.units]
    for piece in pieces:
        if refusal := why_not_here(theatre, piece, hex_):
            return refusal
    stack = [pos.game.piece(unit).stacked for unit in pos.at(hex_)]
    over = pos.game.charts.stacking[step.side].over([*stack, *(p.stacked for p in pieces)])
    return over[0] if over else None
