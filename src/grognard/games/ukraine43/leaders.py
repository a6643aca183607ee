"""26 Zhukov and Manstein."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import CANCEL, Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.moves import Moves
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import counted


def leader_of(pos: Pos, side: Side) -> UnitId:
    """The leader of a side, or nothing."""
    return next(iter(pos.game.of_role.get((side, "leader"), ())), "")


# --- 26.1  Zhukov -------------------------------------------------------------------------


@rule("26.1A", "26.3-4", "R-25", "R-59")
def why_no_zhukov(pos: Pos, side: Side, targets: Iterable[HexId]) -> Refusal | None:
    """Zhukov helps an attack at most four hexes away, in order, and only if he has not changed
    his hex in this game turn.
    """
    zhukov = leader_of(pos, SOVIET)
    if side != SOVIET or not zhukov or pos.unit(zhukov).at not in pos.board.grid:
        return deny("26.1A", "Zhukov is not there")
    if pos.unit(zhukov).disrupted:
        return deny("26.3-4", "Zhukov is disrupted")
    if pos.state.zhukov_moved == pos.turn:
        return deny("R-59", "Zhukov has moved this turn")
    here, reach = pos.unit(zhukov).at, pos.game.charts.limits["zhukov_range"].number
    if all(pos.board.grid.distance(here, hex_) > reach for hex_ in targets):
        return deny("26.1A", "the attack is too far from Zhukov")
    return None


# --- 26.2  Manstein -----------------------------------------------------------------------


@rule("26.2-2", "26.2-3", "26.2-4", "26.3-4", "R-99")
def may_recover_units(pos: Pos, side: Side) -> Refusal | None:
    """Manstein helps three times a turn, before he moves, if he is in order and there is a
    Disrupted unit near him.
    """
    manstein = leader_of(pos, AXIS) if side == AXIS else ""
    if not manstein or pos.unit(manstein).at not in pos.board.grid:
        return deny("26.2-1", "Manstein is not there")
    turn = pos.within(PlayerTurn)
    if pos.unit(manstein).disrupted:
        return deny("26.3-4", "Manstein is disrupted")
    if turn.manstein_moved:
        return deny("26.2-3", "Manstein has moved")
    if turn.manstein_attempts >= pos.game.charts.limits["manstein_attempts"].number:
        return deny("26.2-2", "all attempts of the turn are made")
    if not any(why_not_recover(pos, unit) is None for unit in disrupted(pos)):
        return deny("26.2-1", "no Disrupted unit is near Manstein")
    return None


def disrupted(pos: Pos) -> list[UnitId]:
    """The Disrupted ground units of the Axis."""
    units, index, printed = pos.state.units, pos.game.index, pos.game.printed
    found = [u for u in pos.game.moving[AXIS] if units[index[u]].disrupted]
    return [unit for unit in found if printed[unit].is_ground]


@rule("26.2-1", "26.2-2", "26.2-6", "26.2-7")
def why_not_recover(pos: Pos, unit: UnitId) -> Refusal | None:
    """A Disrupted unit within four hexes that was not tried in this phase."""
    here, manstein = pos.unit(unit).at, pos.unit(leader_of(pos, AXIS)).at
    if pos.owner(unit) != AXIS or not pos.unit(unit).disrupted or here not in pos.board.grid:
        return deny("26.2-1", "{unit} is no Disrupted unit on the map", unit=unit)
    if unit in pos.within(Moves).tried:
        return deny("26.2-6", "{unit} was tried in this phase", unit=unit)
    if pos.board.grid.distance(here, manstein) > pos.game.charts.limits["manstein_range"].number:
        return deny("26.2-2", "{unit} is too far from Manstein", unit=unit)
    return None


class Recovery(Phase, tag="recovery"):
    """The choice of the unit that Manstein brings back into order, and his die."""

    title = "Manstein"
    unit: UnitId = ""

    def ask(self, pos: Pos) -> Decision:
        used = pos.within(PlayerTurn).manstein_attempts
        left = pos.game.charts.limits["manstein_attempts"].number - used
        return Decision(
            self.side,
            f"Choose a Disrupted unit for Manstein ({counted(left, 'attempt')} left).",
            rule="26.2-1",
            auto=False,
            panel=lambda pos: Panel(units=tuple(disrupted(pos))),
            offers=(Offer("select", disrupted(pos), may_recover), Offer("cancel")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
            return
        hand.become(self.but(unit=action.arg))
        hand.note(PlayerTurn, manstein_attempts=1)
        hand.note(Moves, tried=action.arg)
        hand.roll("manstein", side=self.side, place=hand.unit(action.arg).at)

    @rule("26.2-5", "11.5-2")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """1 to 4 removes the marker."""
        hand.pop()
        success = hand.game.charts.recovers(dice[0])
        if success:
            hand.set(self.unit, disrupted=False)
        text = "Manstein brings {unit} back into order." if success else "{unit} stays disrupted."
        hand.tell("recovery", text, rule="26.2-5", side=self.side, dice=dice, units=(self.unit,),
                  hexes=(hand.unit(self.unit).at,), unit=self.unit)  # fmt: skip


def may_recover(pos: Pos, step: Recovery, unit: UnitId) -> Refusal | None:
    return why_not_recover(pos, unit)
