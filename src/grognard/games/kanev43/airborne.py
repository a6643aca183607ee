"""AIRB Airborne troops on the ground: dispersed movement, concentration, units over the limit."""

from __future__ import annotations

import numpy as np

from grognard.decisions import (
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    deny,
    rule,
    total,
)
from grognard.engine import Phase, Step
from grognard.games.kanev43.charts import SIXTHS
from grognard.games.kanev43.effects import eliminate
from grognard.games.kanev43.moving import too_full
from grognard.games.kanev43.state import AIRBORNE, AXIS, SOVIET, Deal, Pos
from grognard.games.kanev43.theatre import Terms
from grognard.games.kanev43.turn import Move, MovementPhase, PlayerTurn, is_night, on_map
from grognard.games.kanev43.units import leader_of
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach
from grognard.mechanics.zones import survey
from grognard.pieces import UnitId

# --- AIRB-12  dispersed movement ----------------------------------------------------------------


class Drifting(Move, tag="drifting"):
    """A dispersed unit goes up to three hexes."""

    title = "Movement"

    @rule("AIRB-12")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Where does {self.units[0]} go?",
            rule="AIRB-12",
            auto=False,
            panel=lambda _: Panel(units=self.units),
            offers=(Offer("move", pos.keep(drift_of).hexes, may_drift, exact=True),
                    Offer("cancel")),
        )  # fmt: skip

    @rule("AIRB-12", "REC-1")
    def take(self, hand: Deal, action: Action) -> None:
        """That was its move; nothing changes hands."""
        if action.verb == "move":
            path = hand.now.keep(drift_of).path_to(action.arg)
            hand.enter(self.units[0], action.arg, by="drift")
            hand.tell("drift", "{unit} goes to {place}.", rule="AIRB-12", side=self.side,
                      units=self.units, hexes=path, unit=self.units[0],
                      place=action.arg)  # fmt: skip
            hand.note(MovementPhase, moved=frozenset(self.units))
            hand.note(PlayerTurn, stirred=frozenset(self.units))
        hand.pop()


@rule("AIRB-12")
def drift_of(pos: Pos) -> Reach:
    """Hexes, not points; enemy zones are nothing, hexes with German units are closed. Nobody
    walks over the Dnepr but by the bridge.
    """
    move = pos.within(Drifting)
    hexes = pos.game.charts.limit("dispersed_hexes")
    ground = survey(pos.columns, move.side)
    feet = pos.game.goings.paces(Terms(bridge=not pos.state.bridge_blown))
    return Reach(feet, move.here(pos), hexes * SIXTHS, ground)


def may_drift(pos: Pos, step: Drifting, hex_: HexId) -> Refusal | None:
    """Within three hexes, not into Germans."""
    obstacle = pos.keep(drift_of).why_not(hex_)
    if obstacle is None:
        return None
    return deny("AIRB-12", "{unit} cannot get to {hex}", unit=step.units[0], hex=hex_)


# --- AIRB-13, AIRB-14  concentration ------------------------------------------------------------


class Concentration(Phase, tag="concentration"):
    """On Soviet nights dispersed units that have not moved try to concentrate."""

    title = "Concentration"
    #: The unit whose die is thrown.
    trying: UnitId = ""

    @classmethod
    @rule("AIRB-13")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Soviet nights only."""
        side = getattr(parent, "side", "")
        return cls(side=side) if side == SOVIET and is_night(pos) else None

    @rule("AIRB-13", "R-107")
    def ask(self, pos: Pos) -> Decision | None:
        able = [u for u in on_map(pos, self.side) if may_concentrate(pos, self, u) is None]
        if not able:
            return None
        return Decision(
            self.side,
            "Choose paratroopers who try to concentrate, or go on.",
            rule="AIRB-13",
            auto=False,
            panel=lambda pos: _needs(pos, able),
            offers=(Offer("select", able, may_concentrate, exact=True), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        hand.become(self.but(trying=action.arg))
        hand.note(MovementPhase, moved=action.arg)
        hand.roll("concentration", side=self.side, place=hand.unit(action.arg).at)

    @rule("AIRB-14", "R-23", "R-107", "R-112")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """On 1 or 2 the unit is turned over, for good; it then holds its hex. It has not moved, so
        that nobody beside it stops building.
        """
        unit = self.trying
        parts = (Part(dice[0], "die", "AIRB-14"), *help_to_concentrate(hand.now, unit))
        success = total(parts) <= hand.game.charts.limit("concentrate_die")
        if success:
            hand.set(unit, dispersed=False)
            hand.control(hand.unit(unit).at, self.side)
            show_leader(hand, unit)
        text = "{unit} concentrates." if success else "{unit} does not concentrate."
        hand.tell("concentration", text, rule="AIRB-14", side=self.side, parts=parts, dice=dice,
                  units=(unit,), hexes=(hand.unit(unit).at,), unit=unit)  # fmt: skip


@rule("AIRB-13", "R-107")
def may_concentrate(pos: Pos, step: Concentration, unit: UnitId) -> Refusal | None:
    """A dispersed unit that has not moved or tried, without Germans in its hex, with room."""
    now = pos.unit(unit)
    if pos.owner(unit) != step.side or not now.dispersed or now.at not in pos.board.grid:
        return deny("AIRB-13", "{unit} is not dispersed", unit=unit)
    if unit in pos.within(MovementPhase).moved:
        return deny("AIRB-13", "{unit} has moved or tried", unit=unit)
    if pos.columns.count("units", AXIS, now.at):
        return deny("AIRB-13", "Germans are in the hex of {unit}", unit=unit)
    full = too_full(pos, Move(side=SOVIET, units=(unit,)))
    if full is not None and full[pos.board.grid.index[now.at]]:
        return deny("R-107", "there is no room for {unit}", unit=unit)
    return None


@rule("AIRB-14")
def help_to_concentrate(pos: Pos, unit: UnitId) -> tuple[Part, ...]:
    """Soviet ground troops in the hex take three off the die."""
    others = (pos.game.piece(u) for u in pos.at(pos.unit(unit).at) if pos.owner(u) == SOVIET)
    if any(not piece.is_airborne and not piece.is_leader for piece in others):
        less = pos.game.charts.limit("concentrate_beside")
        return (Part(-less, "ground troops", "AIRB-14"),)
    return ()


@rule("R-96", "R-101")
def show_leader(hand: Deal, unit: UnitId) -> None:
    """The leader of a brigade drops with its HQ, and lies under its marker until it concentrates:
    his own counter would tell which of them it is.
    """
    piece = hand.game.piece(unit)
    leader = leader_of(piece.formation_id)
    if piece.is_hq and hand.unit(leader).at == AIRBORNE:
        hand.put(leader, hand.unit(unit).at)


def _needs(pos: Pos, units: list[UnitId]) -> Panel:
    die = pos.game.charts.limit("concentrate_die")
    rows = [
        Row(unit, f"{die - total(help_to_concentrate(pos, unit))} or less", rule="AIRB-14")
        for unit in units
    ]
    return Panel(rows=tuple(rows))


# --- R-26  units over the limit -----------------------------------------------------------------


class Excess(Phase, tag="excess"):
    """At the end of movement a player gives up units where a hex of his is over the limit."""

    title = "Stacking"

    @rule("R-26", "STK-1")
    def ask(self, pos: Pos) -> Decision | None:
        over = crowded(pos, self.side)
        if not over:
            return None
        return Decision(
            self.side,
            f"{over[0]} is too full: choose a unit that is eliminated.",
            rule="R-26",
            offers=(Offer("lose", [u for u in pos.at(over[0]) if needs_room(pos, u)]),),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        eliminate(hand, action.arg, rule="R-26")


def needs_room(pos: Pos, unit: UnitId) -> bool:
    """Does a unit count for stacking?"""
    return not pos.game.piece(unit).is_leader and not pos.unit(unit).dispersed


@rule("R-26")
def crowded(pos: Pos, side: str) -> list[HexId]:
    """The hexes of a side that are over the limit."""
    over = pos.game.crowding[side].over(pos.columns, ())
    return [pos.board.grid.hexes[i] for i in np.flatnonzero(over)]
