"""10.7, R-127 - R-129 Fog of war: what each side may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from grognard.decisions import Event, Panel, Refusal, Side, rule
from grognard.games.storm41.state import AIRBORNE, AXIS, DEAD, MUSTER, OUT, State41, Unit41
from grognard.games.storm41.turn import Engagement
from grognard.pieces import UnitId
from grognard.state import State
from grognard.view import Counter, public_facts, renamed
from grognard.words import listed

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

#: What happened before the eyes of both sides.
_OPEN_EVENTS = frozenset({"eliminated", "shown", "combat", "loss", "drop", "landing"})
#: Boxes whose units both sides know (R-129).
_OPEN_BOXES = frozenset({AIRBORNE, DEAD, MUSTER, OUT})


class _Sight(NamedTuple):
    """What of a state tells who lies open in it."""

    state: State41
    #: Of every unit its place in its stack, from below, and the height of the stack.
    places: Mapping[UnitId, tuple[int, int]]
    #: Who is in a battle.
    shown: frozenset[UnitId]


class Fog:
    """Of an enemy stack a side sees the top unit, the height, the nation, whether it is
    artillery alone and whether the flak is in it; in combat everything. A hidden counter is
    called by its place. At the end of the game the fog is `lifted`.
    """

    def __init__(self, game: Storm41, *, lifted: bool = False) -> None:
        self.game = game
        self.lifted = lifted
        self._last: _Sight | None = None
        self._open: dict[UnitId, tuple[Unit41, tuple[int, int], Counter]] = {}

    # --- counters ------------------------------------------------------------------------

    @rule("10.7", "R-99", "R-128", "R-129")
    def counter(self, state: State41, unit: Unit41, viewer: Side | None) -> Counter | None:
        """A counter with its values, or only as one of a stack. `level` counts from below."""
        place = self._sight(state).places[unit.id]
        if self.is_open(state, unit, viewer):
            return self._open_counter(unit, place)
        if unit.at not in self.game.board.grid:
            return None
        side, alias = self.game.owners[unit.id], self.called(state, unit.id, viewer)
        return Counter(alias, side, unit.at, False, self._hidden_facts(state, unit, place[0]))

    def _open_counter(self, unit: Unit41, place: tuple[int, int]) -> Counter:
        """The counter of the last time if nothing about it has changed, as mostly nothing has."""
        kept = self._open.get(unit.id)
        if kept is not None and kept[0] is unit and kept[1] == place:
            return kept[2]
        level, height = place
        facts = {**public_facts(unit), "level": level, "top": level == height - 1}
        counter = Counter(unit.id, self.game.owners[unit.id], unit.at, True, facts)
        self._open[unit.id] = unit, place, counter
        return counter

    @rule("10.7", "R-99", "R-127", "R-128", "R-129")
    def is_open(self, state: State41, unit: Unit41, viewer: Side | None) -> bool:
        """One's own units; enemies on top of a stack, in combat, the flak, the dead, and brigades
        that have not dropped.
        """
        if self.game.owners[unit.id] == viewer or self.is_clear(state):
            return True
        if unit.at not in self.game.board.grid:
            return unit.at in _OPEN_BOXES
        sight = self._sight(state)
        level, height = sight.places[unit.id]
        on_top = level == height - 1
        return on_top or unit.id in sight.shown or self.game.piece(unit.id).kind == "flak"

    def is_clear(self, state: State41) -> bool:
        """Is there no fog at all?"""
        return self.lifted or not state.options.fog

    def _hidden_facts(self, state: State41, unit: Unit41, level: int) -> dict[str, Any]:
        piece = self.game.piece(unit.id)
        return {
            "nation": piece.nation,
            "level": level,
            "artillery": piece.is_artillery and self._only_guns(state, unit),
        }

    @rule("R-128")
    def _only_guns(self, state: State41, unit: Unit41) -> bool:
        """Does the hex hold artillery only?"""
        printed = self.game.printed
        return all(printed[u.id].is_artillery for u in state.units if u.at == unit.at)

    def _sight(self, state: State41) -> _Sight:
        """Worked out once for all units of a state."""
        if self._last is None or self._last.state is not state:
            self._last = _Sight(state, _places(state), _shown(state))
        return self._last

    # --- the rest of the state -----------------------------------------------------------

    @rule("10.7", "R-129")
    def tracks(self, state: State41, viewer: Side | None) -> Mapping[str, Any]:
        """Airpower, aerial supply, losses and fallen cities lie open."""
        return public_facts(state, base=State)

    def agenda(self, state: State41, viewer: Side | None) -> tuple[Any, ...]:
        """Open steps are for the side that is asked, a battle is for both. Enemies that lie hidden
        go by their places there too.
        """
        if self.is_clear(state) or not state.agenda:
            return state.agenda
        asked = getattr(state.agenda[-1], "side", "") or AXIS
        if viewer != asked:
            return tuple(step for step in state.agenda if isinstance(step, Engagement))
        return tuple(
            renamed(step, lambda word: self.called(state, word, viewer)) for step in state.agenda
        )

    def called(self, state: State41, word: str, viewer: Side | None) -> str:
        """A unit by the name that the viewer has for it; any other word as it is."""
        if word not in self.game.index:
            return word
        unit = state.units[self.game.index[word]]
        if self.is_open(state, unit, viewer):
            return word
        on_map = unit.at in self.game.board.grid
        level = f"-{self._sight(state).places[word][0]}" if on_map else ""
        return f"{self.game.owners[word]}-{unit.at}{level}"

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


def _places(state: State41) -> dict[UnitId, tuple[int, int]]:
    """The place of every unit in its stack or box, from below, with the height of that."""
    where: dict[str, list[UnitId]] = {}
    for unit in state.units:
        where.setdefault(unit.at, []).append(unit.id)
    stacks = {**where, **state.stacks}
    return {u: (i, len(units)) for units in stacks.values() for i, u in enumerate(units)}


def _described(names: Mapping[UnitId, str]) -> str:
    """Units in words: the open ones by name, of the others the number."""
    known = [unit for unit, name in names.items() if unit == name]
    hidden = len(names) - len(known)
    words = "a hidden unit" if hidden == 1 else f"{hidden} hidden units"
    return listed([*known, words])
