"""10.7, R-127 - R-129 Fog of war: what each side may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from grognard.decisions import Event, Panel, Refusal, Side, rule
from grognard.games.storm41.setup import Deployment
from grognard.games.storm41.state import AIRBORNE, AXIS, DEAD, MUSTER, OUT, State41, Unit41
from grognard.games.storm41.turn import Engagement
from grognard.pieces import UnitId
from grognard.state import Spot, State
from grognard.view import Counter, public_facts, renamed
from grognard.words import listed

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

#: What happened before the eyes of both sides.
_OPEN_EVENTS = frozenset({"eliminated", "shown", "combat", "loss", "drop", "landing"})
#: Steps that both sides see.
_OPEN_STEPS = (Engagement, Deployment)
#: Boxes whose units both sides know (R-129).
_OPEN_BOXES = frozenset({AIRBORNE, DEAD, MUSTER, OUT})


#: The counters of a state as a side sees them.
Seen = Mapping[UnitId, Counter | None]


class _Stack(NamedTuple):
    """The units of one place from below as a side saw them, and what it saw."""

    units: tuple[Unit41, ...]
    #: Who of them is in a battle, and who is being set up.
    shown: frozenset[UnitId]
    veiled: frozenset[UnitId]
    clear: bool
    seen: Seen


class Fog:
    """Of an enemy stack a side sees the top unit, the height, the nation, whether it is
    artillery alone and whether the flak is in it; in combat everything. A hidden counter is
    called by its place. At the end of the game the fog is `lifted`.
    """

    def __init__(self, game: Storm41, *, lifted: bool = False) -> None:
        self.game = game
        self.lifted = lifted
        self._last: tuple[State41, dict[Side | None, Seen]] | None = None
        self._stacks: dict[tuple[Side | None, Spot], _Stack] = {}

    # --- counters ------------------------------------------------------------------------

    @rule("10.7", "R-99", "R-128", "R-129")
    def counter(self, state: State41, unit: Unit41, viewer: Side | None) -> Counter | None:
        """A counter with its values, or only as one of a stack. `level` counts from below."""
        return self._seen(state, viewer)[unit.id]

    def is_open(self, state: State41, unit: Unit41, viewer: Side | None) -> bool:
        """Does a side see a unit for what it is?"""
        counter = self._seen(state, viewer)[unit.id]
        return counter is not None and counter.known

    def _seen(self, state: State41, viewer: Side | None) -> Seen:
        """Worked out once for all units of a state, and anew only for stacks that have changed
        since the last one.
        """
        last = self._last  # another thread may look at another game meanwhile
        if last is None or last[0] is not state:
            last = self._last = state, {}
        known = last[1]
        if viewer not in known:
            known[viewer] = self._look(state, viewer)
        return known[viewer]

    def _look(self, state: State41, viewer: Side | None) -> Seen:
        battle, veil, clear = _shown(state), self._veil(state), self.is_clear(state)
        found: dict[UnitId, Counter | None] = {}
        for spot, units in _stacks(state, self.game.index).items():
            shown = battle.intersection([unit.id for unit in units]) if battle else battle
            veiled = veil.intersection([unit.id for unit in units]) if veil else veil
            kept = self._stacks.get((viewer, spot))
            if kept is None or kept[:4] != (units, shown, veiled, clear):
                seen = self._face(units, shown, veiled, viewer, clear=clear)
                kept = self._stacks[viewer, spot] = _Stack(units, shown, veiled, clear, seen)
            found.update(kept.seen)
        return found

    def _face(
        self,
        units: tuple[Unit41, ...],
        shown: frozenset[UnitId],
        veiled: frozenset[UnitId],
        viewer: Side | None,
        *,
        clear: bool,
    ) -> Seen:
        """The counters of one place."""
        found: dict[UnitId, Counter | None] = {}
        for level, unit in enumerate(units):
            on_top = level == len(units) - 1
            seen = on_top or unit.id in shown
            secret = unit.id in veiled and self.game.owners[unit.id] != viewer
            if clear or (not secret and self._lies_open(unit, viewer, seen=seen)):
                facts = {**public_facts(unit), "level": level, "top": on_top}
                found[unit.id] = Counter(unit.id, self.game.owners[unit.id], unit.at, True, facts)
            else:
                found[unit.id] = self._hidden(unit, level, units)
        return found

    @rule("10.7", "R-99", "R-127", "R-128", "R-129")
    def _lies_open(self, unit: Unit41, viewer: Side | None, *, seen: bool) -> bool:
        """One's own units; enemies that are `seen` on top of a stack or in combat, the flak,
        the dead, and brigades that have not dropped.
        """
        if self.game.owners[unit.id] == viewer:
            return True
        if unit.at not in self.game.board.grid:
            return unit.at in _OPEN_BOXES
        return seen or self.game.piece(unit.id).kind == "flak"

    @rule("R-128")
    def _hidden(self, unit: Unit41, level: int, units: tuple[Unit41, ...]) -> Counter | None:
        """A counter of which only the nation can be seen, and whether it lies among artillery
        alone. It is called by its place; off the map it is not seen at all.
        """
        if unit.at not in self.game.board.grid:
            return None
        side, printed = self.game.owners[unit.id], self.game.printed
        facts = {
            "nation": printed[unit.id].nation,
            "level": level,
            "artillery": all(printed[other.id].is_artillery for other in units),
        }
        return Counter(f"{side}-{unit.at}-{level}", side, unit.at, False, facts)

    @rule("R-143", "R-145")
    def _veil(self, state: State41) -> frozenset[UnitId]:
        """The units of a player who sets up: nobody else learns who of them is where before he
        has finished.
        """
        open_ = next((step for step in state.agenda if isinstance(step, Deployment)), None)
        if open_ is None:
            return frozenset()
        return frozenset(self.game.scenes[state.scenario].free[open_.side])

    def is_clear(self, state: State41) -> bool:
        """Is there no fog at all?"""
        return self.lifted or not state.options.fog

    # --- the rest of the state -----------------------------------------------------------

    @rule("10.7", "R-129")
    def tracks(self, state: State41, viewer: Side | None) -> Mapping[str, Any]:
        """Airpower, aerial supply, losses and fallen cities lie open."""
        return public_facts(state, base=State)

    def agenda(self, state: State41, viewer: Side | None) -> tuple[Any, ...]:
        """Open steps are for the side that is asked; a battle is for both, and so is that somebody
        sets up. Enemies that lie hidden go by their places there too.
        """
        if self.is_clear(state) or not state.agenda:
            return state.agenda
        asked = getattr(state.agenda[-1], "side", "") or AXIS
        if viewer != asked:
            return tuple(step for step in state.agenda if isinstance(step, _OPEN_STEPS))
        return tuple(
            renamed(step, lambda word: self.called(state, word, viewer)) for step in state.agenda
        )

    def called(self, state: State41, word: str, viewer: Side | None) -> str:
        """A unit by the name that the viewer has for it; any other word as it is."""
        if word not in self.game.index:
            return word
        counter = self._seen(state, viewer)[word]
        if counter is not None:
            return counter.id
        return f"{self.game.owners[word]}-{state.units[self.game.index[word]].at}"

    # --- what is told --------------------------------------------------------------------

    @rule("10.7", "R-127", "R-129")
    def event(self, state: State41, event: Event, viewer: Side | None) -> Event | None:
        """Events name the enemy's units only if they lie open."""
        if event.side == viewer or self.is_clear(state) or event.kind in _OPEN_EVENTS:
            return event
        names = {unit: self.called(state, unit, viewer) for unit in event.units}
        if all(unit == name for unit, name in names.items()):
            return event
        facts = {
            fact: _described(names) if value == listed(tuple(names)) else value
            for fact, value in event.facts.items()
        }
        return replace(event, units=tuple(names.values()), facts=facts)

    def refusal(self, state: State41, refusal: Refusal, viewer: Side | None) -> Refusal:
        """Refusals speak of one's own units, of hexes, and of what is open (R-128)."""
        return refusal

    def panel(self, state: State41, panel: Panel, viewer: Side | None) -> Panel:
        """Panels are made from what the side asked may know."""
        return panel


def _shown(state: State41) -> frozenset[UnitId]:
    """10.7, R-126: the units of an open battle, which both sides see."""
    found = (step.shown for step in state.agenda if isinstance(step, Engagement))
    return frozenset().union(*found)


def _stacks(state: State41, index: Mapping[UnitId, int]) -> dict[Spot, tuple[Unit41, ...]]:
    """The units of every hex and box, from below."""
    where: dict[Spot, list[Unit41]] = {}
    for unit in state.units:
        where.setdefault(unit.at, []).append(unit)
    found = {spot: tuple(units) for spot, units in where.items()}
    ordered = {
        spot: tuple(state.units[index[unit]] for unit in units)
        for spot, units in state.stacks.items()
    }
    return found | ordered


def _described(names: Mapping[UnitId, str]) -> str:
    """Units in words: the open ones by name, of the others the number."""
    known = [unit for unit, name in names.items() if unit == name]
    hidden = len(names) - len(known)
    words = "a hidden unit" if hidden == 1 else f"{hidden} hidden units"
    return listed([*known, words])
