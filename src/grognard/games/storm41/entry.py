"""5.10, 5.11, 8 Reinforcements and replacements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

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
from grognard.games.storm41.stacking import full, over
from grognard.games.storm41.state import ARRIVALS, AXIS, DEAD, RESERVE, SOVIET, Deal, Pos
from grognard.games.storm41.supply import is_overland
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import doing, listed

# --- where units enter ----------------------------------------------------------------------


@rule("5.5", "5.10-b", "5.11-b", "7.3", "R-55", "R-134")
def sources(pos: Pos, side: Side) -> list[HexId]:
    """The map-edge sources of a side that no enemy occupies, whoever controls them."""
    enemy, count = pos.game.enemy(side), pos.columns.count
    return [h for h in pos.game.theatre(pos).sources[side] if not count("units", enemy, h)]


@rule("5.5", "5.10-b", "5.11-b", "R-55")
def never_fallen(pos: Pos, side: Side, places: Iterable[HexId]) -> list[HexId]:
    """Of these places those that were a side's at the start and have been its own ever since."""
    own, fallen = pos.game.theatre(pos).start[side], pos.state.fallen
    return [h for h in places if h in own and h not in fallen]


def gates(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """Where reinforcements of a side enter."""
    state = pos.state
    facts = state.scenario, state.fallen, state.control
    found: tuple[HexId, ...] = pos.columns.keep(("gates", side), facts, lambda: _gates(pos, side))
    return found


@rule("5.10-b", "5.11-b", "9.18-4", "R-13", "R-55", "R-132")
def _gates(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """Sources, the side's own cities with a line, and corridor hexes that it controls back to the
    edge.
    """
    theatre = pos.game.theatre(pos)
    cities = [h for h in never_fallen(pos, side, theatre.cities) if is_overland(pos, side, h)]
    nation = "soviet" if side == SOVIET else "german"
    corridors = [c for c in theatre.corridors.values() if nation in c.users]
    held = {h for c in corridors for h in c.links if pos.holder(h) == side}
    along = [h for c in corridors for h in sorted(c.reached(side, held))]
    return tuple(dict.fromkeys((*sources(pos, side), *cities, *along)))


@rule("5.11-c")
def hungarian_gates(pos: Pos) -> tuple[HexId, ...]:
    """Where Hungarians enter: on the west edge of their country."""
    country = pos.game.theatre(pos).hungarian_entry
    return tuple(h for h in sources(pos, AXIS) if h in country)


# --- phases in which units enter ------------------------------------------------------------


class EntryPhase(Phase, tag="entry phase"):
    """A phase in which units come from a box onto the map."""

    #: The rules that say who enters and where.
    whom: ClassVar[RuleId]
    where: ClassVar[RuleId]

    def waiting(self, pos: Pos) -> list[UnitId]:
        """The units that may enter now."""
        raise NotImplementedError

    def why_not_wait(self, pos: Pos, unit: UnitId) -> Refusal | None:
        """Why a unit may not enter now, wherever that would be."""
        raise NotImplementedError

    def entries(self, pos: Pos, unit: UnitId) -> list[str]:
        """The hexes and boxes to which a unit may go, if there is room."""
        raise NotImplementedError

    def why_not_with(self, pos: Pos, units: tuple[UnitId, ...], unit: UnitId) -> Refusal | None:
        """Why a unit may not enter together with others."""
        return None

    def entered(self, hand: Deal, unit: UnitId, spot: str) -> None:
        """A unit has entered."""


class Entering(Phase, tag="entering"):
    """The choice of a hex for some units."""

    title = "Entry"
    units: tuple[UnitId, ...]

    def ask(self, pos: Pos) -> Decision:
        phase, come = pos.within(EntryPhase), doing(self.units, "enters", "enter")
        return Decision(
            self.side,
            f"Choose where {listed(self.units)} {come}, or take more units along.",
            rule=phase.where,
            auto=False,
            panel=lambda _: Panel(units=self.units),
            offers=(
                Offer("join", companions(pos, self, phase), may_come_along, exact=True),
                Offer("place", open_places(pos, self, phase), may_enter_at, exact=True),
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
            case Action("place", spot):
                hand.pop()
                enter(hand, self.side, self.units, spot)
            case _:
                assert action == CANCEL
                hand.pop()


@rule("8.2", "8.3", "5.11-e")
def enter(hand: Deal, side: Side, units: tuple[UnitId, ...], spot: str) -> None:
    """Units come onto the map, or go into the reserve."""
    phase = hand.now.within(EntryPhase)
    inside = spot in hand.game.board.grid
    place = hand.game.board.called(spot) if inside else "the reserve"
    hand.tell("arrival", "{unit} {deed} in {place}.", side=side, units=units,
              rule=phase.where,
              hexes=(spot,) if inside else (), unit=listed(units), place=place,
              deed=doing(units, "arrives", "arrive"))  # fmt: skip
    for unit in units:
        phase.entered(hand, unit, spot)
        if inside:
            hand.enter(unit, spot, by="arrival")
        else:
            hand.put(unit, spot)
        hand.set(unit, fell=0)


def companions(pos: Pos, step: Entering, phase: EntryPhase) -> list[UnitId]:
    """The units that may come along."""
    nation, printed = pos.game.printed[step.units[0]].nation, pos.game.printed
    return [
        unit
        for unit in phase.waiting(pos)
        if unit not in step.units
        and printed[unit].nation == nation
        and phase.why_not_with(pos, step.units, unit) is None
    ]


def may_come_along(pos: Pos, step: Entering, unit: UnitId) -> Refusal | None:
    """Another unit that may enter now and in the same places."""
    phase = pos.within(EntryPhase)
    if unit in step.units:
        return deny(phase.whom, "{unit} enters already", unit=unit)
    refusal = phase.why_not_wait(pos, unit)
    if refusal is not None:
        return refusal
    if pos.game.piece(unit).nation != pos.game.piece(step.units[0]).nation:
        return deny("6.2", "{unit} is of another nation", unit=unit)
    return phase.why_not_with(pos, step.units, unit)


def open_places(pos: Pos, step: Entering, phase: EntryPhase) -> list[str]:
    """Of the places that a phase has, those with terrain and room for everybody."""
    index, crowded = pos.board.grid.index, full(pos, step.units).tolist()
    theatre, pieces = pos.game.theatre(pos), [pos.game.piece(unit) for unit in step.units]
    footings = {theatre.footing(piece) for piece in pieces}

    def is_open(spot: str) -> bool:
        if spot not in index:
            return True
        return not crowded[index[spot]] and all(spot in footing for footing in footings)

    return [spot for spot in phase.entries(pos, step.units[0]) if is_open(spot)]


@rule("5.10-a", "5.11-a", "6.1", "R-133", "R-134")
def may_enter_at(pos: Pos, step: Entering, spot: str) -> Refusal | None:
    """One of the places that are open, on terrain for everybody and within stacking."""
    phase = pos.within(EntryPhase)
    if spot not in phase.entries(pos, step.units[0]):
        text = "{unit} may not enter at {hex}"
        return deny(phase.where, text, unit=step.units[0], hex=spot)
    if spot not in pos.board.grid:
        return None
    theatre, piece = pos.game.theatre(pos), pos.game.piece
    for unit in step.units:
        if not theatre.may_stand(piece(unit), spot):
            return deny("R-133", "{unit} cannot stand in {hex}", unit=unit, hex=spot)
    wrong = over(pos, spot, step.units)
    return wrong[0] if wrong else None


class Arrivals(EntryPhase, tag="arrivals"):
    """A player brings on what lies in his Turn Track, or leaves it there for later."""

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit to bring onto the map, or end the phase.",
            rule=self.whom,
            calm=True,
            offers=(Offer("select", self.waiting(pos), may_arrive, exact=True), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Entering(side=self.side, units=(action.arg,)))

    @rule("5.10-a", "5.11-a", "R-18")
    def due(self, pos: Pos) -> list[UnitId]:
        """Units of the Turn Track whose turn has come, however long ago."""
        due_of, turn = pos.game.scene(pos).due_of, pos.turn
        return [unit for unit in pos.at(ARRIVALS[self.side]) if due_of(unit) <= turn]

    def waiting(self, pos: Pos) -> list[UnitId]:
        return self.due(pos)

    def why_not_wait(self, pos: Pos, unit: UnitId) -> Refusal | None:
        if pos.unit(unit).at != ARRIVALS[self.side]:
            return deny(self.whom, "{unit} is not in your Turn Track", unit=unit)
        turn = pos.game.scene(pos).due_of(unit)
        if turn > pos.turn:
            return deny(self.whom, "{unit} comes on turn {turn}", unit=unit, turn=turn)
        return None


def may_arrive(pos: Pos, phase: Arrivals, unit: UnitId) -> Refusal | None:
    """A unit whose turn has come, or that may be replaced."""
    return phase.why_not_wait(pos, unit)


class SovietArrivals(Arrivals, tag="soviet arrivals"):
    """5.2-V Soviet Reinforcement Phase."""

    title = "Soviet Reinforcement Phase"
    whom, where = "5.10-a", "5.10-b"

    @classmethod
    @rule("5.2-V")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Nobody is asked who has nobody to bring."""
        phase = cls(side=SOVIET)
        return phase if phase.waiting(pos) else None

    def entries(self, pos: Pos, unit: UnitId) -> list[str]:
        return list(gates(pos, SOVIET))


class GermanArrivals(Arrivals, tag="german arrivals"):
    """5.2-VI German Replacement and Reinforcement Phase."""

    title = "German Replacement & Reinforcement Phase"
    whom, where = "5.11-a", "5.11-b"
    #: Replacements taken, and the mechanised ones among them (8.4-c, R-70).
    replaced: int = 0
    replaced_mech: int = 0

    @classmethod
    @rule("5.2-VI")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Nobody is asked who has nobody to bring."""
        phase = cls(side=AXIS)
        return phase if phase.waiting(pos) else None

    def waiting(self, pos: Pos) -> list[UnitId]:
        most, printed = pos.game.scene(pos).replacements, pos.game.printed
        if self.replaced >= most.units:
            return self.due(pos)
        dead = [u for u in pos.at(DEAD) if printed[u].replaceable]
        return [*self.due(pos), *(u for u in dead if why_not_replaced(pos, self, u) is None)]

    def why_not_wait(self, pos: Pos, unit: UnitId) -> Refusal | None:
        if pos.unit(unit).at == DEAD:
            return why_not_replaced(pos, self, unit)
        return super().why_not_wait(pos, unit)

    @rule("8.4-c", "R-70")
    def why_not_with(self, pos: Pos, units: tuple[UnitId, ...], unit: UnitId) -> Refusal | None:
        """Replacements that enter together count together."""
        rebuilt = [u for u in (*units, unit) if pos.unit(u).at == DEAD]
        return why_too_many(pos, self, rebuilt) if pos.unit(unit).at == DEAD else None

    @rule("5.11-b", "5.11-c", "5.11-d", "5.11-e", "R-49")
    def entries(self, pos: Pos, unit: UnitId) -> list[str]:
        """Germans may go into the reserve instead, Hungarians enter their country only."""
        if pos.game.piece(unit).nation == "hungarian":
            return list(pos.keep(hungarian_gates))
        return [*gates(pos, AXIS), RESERVE]

    def entered(self, hand: Deal, unit: UnitId, spot: str) -> None:
        """A replacement is counted."""
        if hand.unit(unit).at == DEAD:
            mech = int(hand.game.piece(unit).is_mechanised)
            hand.note(GermanArrivals, replaced=1, replaced_mech=mech)


# --- 8.4  replacements ----------------------------------------------------------------------


@rule("8.1", "8.4-a", "8.4-b", "8.4-c", "R-71", "R-72")
def why_not_replaced(pos: Pos, phase: GermanArrivals, unit: UnitId) -> Refusal | None:
    """A German unit that fell in supply on an earlier turn, and is not one of a kind."""
    piece, now = pos.game.piece(unit), pos.unit(unit)
    if now.at != DEAD:
        return deny("8.4-b", "{unit} is not in the dead pile", unit=unit)
    if not piece.replaceable:
        return deny("8.4-a", "{unit} is never replaced", unit=unit)
    if now.gone:
        return deny("8.4-a", "{unit} was eliminated out of supply", unit=unit)
    if now.fell >= pos.turn:
        return deny("8.4-b", "{unit} was eliminated in this turn", unit=unit)
    if pos.turn < pos.game.charts.limits["replacement_turn"].number:
        return deny("8.4-c", "there are no replacements on turn {turn}", turn=pos.turn)
    return why_too_many(pos, phase, [unit])


@rule("8.4-c", "R-70", "R-71")
def why_too_many(pos: Pos, phase: GermanArrivals, units: list[UnitId]) -> Refusal | None:
    """So many units a turn, so many of them mechanised; infantry may take their place."""
    most = pos.game.scene(pos).replacements
    mech = sum(pos.game.piece(unit).is_mechanised for unit in units)
    if phase.replaced + len(units) > most.units:
        return deny("8.4-c", "{most} units at most are replaced in a turn", most=most.units)
    if mech and phase.replaced_mech + mech > most.mech:
        text = "{most} mechanised units at most are replaced in a turn"
        return deny("8.4-c", text, most=most.mech)
    return None
