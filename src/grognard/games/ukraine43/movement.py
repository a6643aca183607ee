"""3.C.2, 4 The Movement Phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Step
from grognard.games.ukraine43.air import Rebasing, ready_to_fly, why_grounded
from grognard.games.ukraine43.airborne import DropZone, landed, may_drop_brigade
from grognard.games.ukraine43.entry import Arriving, may_arrive, waiting
from grognard.games.ukraine43.forts import FortSite, disrupt_builders, may_fortify
from grognard.games.ukraine43.leaders import Recovery, may_recover_units
from grognard.games.ukraine43.losses import eliminate
from grognard.games.ukraine43.moves import EXTENDED, RAIL, Move, Moves, on_map
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.permits import why_no_train_ride, why_not_extended
from grognard.games.ukraine43.replacements import Replacements, may_replace
from grognard.games.ukraine43.security import bound
from grognard.games.ukraine43.stacking import friends
from grognard.games.ukraine43.state import ARRIVALS, HOLDING, Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.pieces import UnitId


class Job(NamedTuple):
    """Something else that may be done in a phase: whether it is open, and the step of it."""

    refuse: Callable[[Pos, Side], Refusal | None]
    step: Callable[[Side], Step]


#: 3.C.2: what a phase offers besides moves, by the word for it.
JOBS: Mapping[str, Job] = {
    "fort": Job(may_fortify, lambda side: FortSite(side=side)),
    "drop": Job(may_drop_brigade, lambda side: DropZone(side=side)),
    "replacements": Job(may_replace, lambda side: Replacements(side=side)),
    "manstein": Job(may_recover_units, lambda side: Recovery(side=side)),
}


class Movement(Moves, tag="movement"):
    """The Movement Phase: moves, reinforcements and other jobs in any order (R-16)."""

    title = "Movement Phase"
    pace = "movement"
    modes = (EXTENDED, RAIL)
    jobs = ("fort", "drop", "replacements", "manstein")
    #: Units gone by rail that were no reinforcements.
    railed: int = 0

    @rule("3.C.2-1", "3.C.2-2", "ASOP-2", "R-16")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit to move or another job, or end the phase.",
            rule="3.C.2-1",
            calm=True,
            offers=(
                Offer("select", self.movers(pos), may_select, exact=True),
                job_offer(self),
                *surplus_offers(pos, self),
                Offer("done", guard=may_end),
            ),
        )

    def movers(self, pos: Pos) -> list[UnitId]:
        """The units that may be chosen: on the map, on their way to it, and air units."""
        side = self.side
        staying = self.moved, pos.within(PlayerTurn).replaced, bound(pos), landed(pos)
        found = on_map(pos, pos.game.moving[side], *staying)
        return found + waiting(pos, side) + ready_to_fly(pos, side)

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            self.end(hand)
        elif action.verb == "choose":
            hand.push(JOBS[action.arg].step(self.side))
        elif action.verb == "lose":
            eliminate(hand, action.arg, "5.4-2")
        else:
            hand.push(self.opening(hand.now, action.arg))

    def opening(self, pos: Pos, unit: UnitId) -> Step:
        """The step that a chosen unit opens."""
        here = pos.unit(unit).at
        if pos.game.piece(unit).role == "air":
            return Rebasing(side=self.side, unit=unit)
        if here in (ARRIVALS, HOLDING):
            return Arriving(side=self.side, unit=unit)
        return Moving(side=self.side, units=(unit,), start=here)

    def end(self, hand: Deal) -> None:
        """The phase is over: builders under the eyes of the enemy are Disrupted."""
        disrupt_builders(hand)
        hand.pop()

    def why_not(self, pos: Pos, unit: UnitId) -> Refusal | None:
        return why_not_again(pos, self, unit)

    def why_no_mode(self, pos: Pos, move: Move, mode: str) -> Refusal | None:
        if mode == EXTENDED:
            return why_not_extended(pos, move)
        return why_no_train_ride(pos, move, self.railed)

    def begun(self, hand: Deal, move: Move) -> None:
        if move.by_rail and not move.arrived:
            hand.note(Movement, railed=1)


@rule("4.1-6", "16.5B-1", "20.4-1", "21-1", "R-16", "R-67")
def why_not_again(pos: Pos, phase: Moves, unit: UnitId) -> Refusal | None:
    """What keeps a unit of the side on the map from moving, in any phase."""
    now = pos.unit(unit)
    if unit not in pos.game.movable[phase.side] or now.at not in pos.board.grid:
        return deny("3.C.2-1", "{unit} is no unit of yours on the map", unit=unit)
    if unit in phase.moved:
        return deny("4.1-6", "{unit} has moved in this phase", unit=unit)
    if now.bound:
        return deny("21-1", "{unit} may not leave its city", unit=unit)
    if now.landed == pos.turn and phase.pace != "exploitation":
        return deny("20.4-1", "{unit} was dropped in this turn", unit=unit)
    if phase.pace == "movement" and unit in pos.within(PlayerTurn).replaced:
        return deny("16.5B-1", "{unit} has taken a replacement", unit=unit)
    return None


def may_select(pos: Pos, phase: Movement, unit: UnitId) -> Refusal | None:
    """A unit that may move, enter or change its base."""
    if pos.owner(unit) != phase.side:
        return deny("3.C.2-1", "{unit} is not yours", unit=unit)
    if pos.game.piece(unit).role == "air":
        return why_grounded(pos, unit)
    if pos.unit(unit).at in (ARRIVALS, HOLDING):
        return may_arrive(pos, unit)
    return phase.why_not(pos, unit)


# --- other jobs ---------------------------------------------------------------------------


def _may_begin_job(pos: Pos, phase: Moves, name: str) -> Refusal | None:
    return JOBS[name].refuse(pos, phase.side)


def job_offer(phase: Moves) -> Offer:
    """The jobs of a phase."""
    return Offer("choose", phase.jobs, _may_begin_job)


# --- 5.4  overstacked hexes ---------------------------------------------------------------


@rule("5.4-2", "R-78")
def surplus_offers(pos: Pos, phase: Moves) -> list[Offer]:
    """Units of overstacked hexes may be removed."""
    units = [u for h in phase.crowded(pos) for u in friends(pos, phase.side, h)]
    return [Offer("lose", units, may_remove, exact=True)] if units else []


@rule("5.4-2", "R-78")
def may_remove(pos: Pos, phase: Moves, unit: UnitId) -> Refusal | None:
    """Only out of a hex of one's own that is over its limits."""
    if pos.owner(unit) != phase.side or pos.unit(unit).at not in phase.crowded(pos):
        return deny("5.4-2", "{unit} is in no overstacked hex of yours", unit=unit)
    return None


@rule("5.4-1", "R-78")
def may_end(pos: Pos, phase: Moves, _: str) -> Refusal | None:
    """No phase of movement ends with an overstacked hex."""
    over = phase.crowded(pos)
    return deny("5.4-1", "{hex} is overstacked", hex=over[0]) if over else None
