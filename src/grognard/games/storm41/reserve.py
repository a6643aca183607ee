"""5.5, 5.6 The German High Command Reserve."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase
from grognard.games.storm41.entry import Entering, EntryPhase, never_fallen, sources
from grognard.games.storm41.presence import on_map
from grognard.games.storm41.state import AXIS, RESERVE, Deal, Pos
from grognard.games.storm41.supply import is_overland, traced
from grognard.games.storm41.turn import PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId


class ReserveRelease(EntryPhase, tag="reserve release"):
    """5.2-III.A Units of the reserve come onto the map."""

    title = "Reserve Release Phase"
    whom, where = "5.5", "5.5"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit of the reserve to bring onto the map, or end the phase.",
            rule="5.5",
            calm=True,
            offers=(Offer("select", pos.at(RESERVE), may_release), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Entering(side=self.side, units=(action.arg,)))

    def waiting(self, pos: Pos) -> list[UnitId]:
        return list(pos.at(RESERVE))

    def why_not_wait(self, pos: Pos, unit: UnitId) -> Refusal | None:
        if pos.unit(unit).at != RESERVE:
            return deny("5.5", "{unit} is not in the reserve", unit=unit)
        return None

    def entries(self, pos: Pos, unit: UnitId) -> list[str]:
        return list(pos.keep(release_gates))

    @rule("5.5")
    def entered(self, hand: Deal, unit: UnitId, spot: str) -> None:
        """Who has left the reserve does not go back to it this turn."""
        hand.note(PlayerTurn, released=unit)


@rule("5.5", "5.6-note", "5.13-4a", "R-44", "R-45")
def release_gates(pos: Pos) -> tuple[HexId, ...]:
    """Cities with a line to the west that the Soviets have never held, Ploesti likewise, and the
    sources of the west edge.
    """
    theatre = pos.game.theatre(pos)
    places = [*theatre.cities, *((theatre.oil,) if theatre.oil else ())]
    kept = [h for h in never_fallen(pos, AXIS, places) if is_overland(pos, AXIS, h)]
    return tuple(dict.fromkeys((*kept, *sources(pos, AXIS))))


def may_release(pos: Pos, phase: ReserveRelease, unit: UnitId) -> Refusal | None:
    """A unit of the reserve."""
    return phase.why_not_wait(pos, unit)


class ReserveCreation(Phase, tag="reserve creation"):
    """5.2-III.B Units of one hex go into the reserve."""

    title = "Reserve Creation Phase"
    #: The hex that the units come from; empty before the first.
    hex: HexId = ""

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose units of one hex to put into the reserve, or end the phase.",
            rule="5.6",
            calm=True,
            offers=(
                Offer("select", withdrawable(pos, self), may_withdraw, exact=True),
                Offer("done"),
            ),
        )

    @rule("5.6", "R-48")
    def take(self, hand: Deal, action: Action) -> None:
        """A unit goes into the reserve; others of its hex may follow."""
        if action == DONE:
            hand.pop()
            return
        unit, place = action.arg, hand.unit(action.arg).at
        hand.become(self.but(hex=place))
        hand.put(unit, RESERVE)
        hand.tell("reserve", "{unit} goes into the reserve.", rule="5.6", side=self.side,
                  units=(unit,), hexes=(place,), unit=unit)  # fmt: skip


def withdrawable(pos: Pos, phase: ReserveCreation) -> list[UnitId]:
    """The units that may go into the reserve, in the order of the pieces or of their stack."""
    if phase.hex:
        return [u for u in pos.at(phase.hex) if may_withdraw(pos, phase, u) is None]
    released, printed, index = pos.within(PlayerTurn).released, pos.game.printed, pos.game.index
    supplied, number = traced(pos, AXIS).reached().tolist(), pos.board.grid.index
    return [
        unit
        for unit in on_map(pos, AXIS)
        if printed[unit].nation == "german"
        and unit not in released
        and supplied[number[pos.state.units[index[unit]].at]]
    ]


@rule("5.6", "5.6-note", "5.13-4a", "R-45", "R-46", "R-47", "R-48")
def may_withdraw(pos: Pos, phase: ReserveCreation, unit: UnitId) -> Refusal | None:
    """A German unit but the flak, out of one hex with a line to the west edge; not one that has
    come out of the reserve this turn.
    """
    piece, at = pos.game.piece(unit), pos.unit(unit).at
    if piece.nation != "german" or piece.mobility == "static":
        return deny("R-47", "{unit} never goes into the reserve", unit=unit)
    if at not in pos.board.grid:
        return deny("5.6", "{unit} is not on the map", unit=unit)
    if phase.hex and at != phase.hex:
        return deny("R-48", "units of one hex only go into the reserve: {hex}", hex=phase.hex)
    if unit in pos.within(PlayerTurn).released:
        return deny("5.6", "{unit} has come out of the reserve this turn", unit=unit)
    if not is_overland(pos, AXIS, at):
        return deny("5.6", "no line leads from {hex} to the west edge", hex=at)
    return None
