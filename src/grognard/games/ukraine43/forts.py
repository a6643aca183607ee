"""19 Fortifications."""

from __future__ import annotations

import numpy as np

from grognard.decisions import CANCEL, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.supply import has_line, lines_of
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("19.4-1", "19.4-2", "19.4-3", "19.5", "R-104", "R-105")
def is_fort(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a fortification in this hex work for a side that is there: one built by Germans, or
    a permanent one of its own start line?
    """
    if pos.board.has(hex_, f"{side}_fort"):
        return True
    if side == AXIS:
        return hex_ in pos.state.forts
    return hex_ in pos.game.scene(pos).bridgeheads


# --- 19.1  building ---------------------------------------------------------------------


@rule("19.1-2", "R-104")
def complete_forts(turn: PlayerTurn, hand: Deal) -> None:
    """At the start of the German Movement Phase what was begun a turn ago is finished."""
    state = hand.now.state
    if turn.side == AXIS and state.building:
        for hex_ in sorted(state.building):
            hand.tell("fort", "The fortification in {place} is finished.", rule="19.1-2", side=AXIS,
                      hexes=(hex_,), place=hand.game.board.called(hex_))  # fmt: skip
        hand.change(forts=state.forts | state.building, building=frozenset())


@rule("19.1-1", "R-63")
def may_fortify(pos: Pos, side: Side) -> Refusal | None:
    """The Germans begin one fortification a turn; ten may be in play."""
    if side != AXIS:
        return deny("19.1-1", "only the Germans build fortifications")
    limits = pos.game.charts.limits
    if pos.within(PlayerTurn).forts_begun >= limits["forts_a_turn"].number:
        return deny("19.1-1", "the fortification of this turn is begun")
    if len(pos.state.forts) + len(pos.state.building) >= limits["forts"].number:
        return deny("R-63", "all fortifications are in play")
    return None


@rule("19.1-3", "19.1-4", "R-104")
def why_no_fort(pos: Pos, step: FortSite, hex_: HexId) -> Refusal | None:
    """A friendly hex in supply; in an enemy zone only with a friendly ground unit."""
    if hex_ not in pos.game.theatre(pos).land or pos.holder(hex_) != AXIS:
        return deny("19.1-3", "{hex} is not yours", hex=hex_)
    if is_fort(pos, AXIS, hex_) or hex_ in pos.state.building:
        return deny("R-104", "{hex} is a fortification already", hex=hex_)
    if not has_line(pos, AXIS, hex_):
        return deny("R-104", "{hex} is out of supply", hex=hex_)
    if in_enemy_zone(pos, AXIS, hex_) and not pos.columns.count("units", AXIS, hex_):
        return deny("19.1-4", "{hex} is in a Soviet zone and no unit of yours is there", hex=hex_)
    return None


def fort_sites(pos: Pos) -> list[HexId]:
    """All hexes where a fortification may be begun, in board order."""
    supply, theatre, columns = lines_of(pos, AXIS), pos.game.theatre(pos), pos.columns
    control = np.frombuffer(pos.state.control.encode(), np.uint8)
    sites = supply.general.reached() | supply.from_hq.reached()
    sites = sites & ~theatre.closed & (control == ord(pos.game.letter_of(AXIS)))
    enemy, own = columns.layout.row("", SOVIET), columns.layout.row("units", AXIS)
    sites &= (columns.block[enemy] == 0) | (columns.block[own] > 0)
    forts = (*pos.board.tagged("axis_fort"), *pos.state.forts, *pos.state.building)
    sites &= ~pos.board.hex_mask(forts)
    return [pos.board.grid.hexes[i] for i in np.flatnonzero(sites).tolist()]


class FortSite(Phase, tag="fort site"):
    """The choice of the hex where a fortification is begun."""

    title = "Fortification"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a hex for a fortification.",
            rule="19.1-3",
            auto=False,
            offers=(
                Offer("place", fort_sites(pos), why_no_fort, exact=True, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("19.1-2", "R-27")
    def take(self, hand: Deal, action: Action) -> None:
        """It is begun now; if the enemy is near, whoever stays there is kept busy."""
        hand.pop()
        if action == CANCEL:
            return
        hex_ = action.arg
        sites = (hex_,) if in_enemy_zone(hand.now, AXIS, hex_) else ()
        hand.note(PlayerTurn, forts_begun=1, fort_sites=sites)
        hand.change(building=hand.now.state.building | {hex_})
        hand.tell("fort", "A fortification is begun in {place}.", rule="19.1-2", side=AXIS,
                  hexes=(hex_,), place=hand.game.board.called(hex_))  # fmt: skip


@rule("11.2F", "19.1-4", "R-27")
def disrupt_builders(hand: Deal) -> None:
    """At the end of the Movement Phase: units where a fort was begun in an enemy zone."""
    pos = hand.now
    for hex_ in sorted(pos.within(PlayerTurn).fort_sites):
        for unit in pos.at(hex_):
            if pos.game.piece(unit).is_ground and pos.owner(unit) == AXIS:
                hand.set(unit, disrupted=True)


# --- 19.3  the enemy enters ---------------------------------------------------------------


@rule("19.3-1", "19.3-2", "19.4-2", "R-70")
def raze(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """A Soviet unit enters the hex of a fortification marker: it is gone, finished or not."""
    state = hand.now.state
    if hand.game.owners[unit] == SOVIET and hex_ in state.forts | state.building:
        hand.change(forts=state.forts - {hex_}, building=state.building - {hex_})
        hand.tell("fort", "The fortification in {place} is lost.", rule="19.3-2", side=SOVIET,
                  hexes=(hex_,), place=hand.game.board.called(hex_))  # fmt: skip
