"""16 Masking: what each side may know (H16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.decisions import Event, Panel, Refusal, Side, rule
from grognard.games.korsun44.state import KorsunState, KorsunUnit
from grognard.games.korsun44.turn import CombatPhase, HalfTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import State
from grognard.view import Counter, OpenCounters, public_facts, renamed
from grognard.words import listed

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

#: What happened before the eyes of both sides.
_OPEN_EVENTS = frozenset({"eliminated", "overrun"})
#: What is nobody's business but the owner's.
_SECRET_EVENTS = frozenset(
    {"supply", "surrender", "set-up", "push", "loss", "disorganised", "recovered"}
)
#: What a masked stack is called.
_MASKED = "a masked stack"


class _Sight:
    """What of a state the mask asks again and again: who is in which hex, which hexes each side
    stands next to, which units were in combat, and has a half-turn begun?
    """

    def __init__(self, game: Korsun44, state: KorsunState) -> None:
        self.state = state
        self.stacks: dict[HexId, list[KorsunUnit]] = {}
        for unit in state.units:
            if unit.at in game.board.grid:
                self.stacks.setdefault(unit.at, []).append(unit)
        self.near: dict[Side, set[HexId]] = {side: set() for side in game.sides}
        for hex_, units in self.stacks.items():
            self.near[game.owners[units[0].id]].update(game.board.grid.neighbours(hex_))
        self.shown = shown(state)
        self.begun = any(isinstance(step, HalfTurn) for step in state.agenda)


class Masks:
    """The mask: of an enemy hex a side sees that it is held; next to units of its own the type of
    each counter too, and its levels unless it is fortified; after combat everything. At the end
    of the game all masks are `lifted`.
    """

    def __init__(self, game: Korsun44, *, lifted: bool = False) -> None:
        self.game = game
        self.lifted = lifted
        self._open = OpenCounters(game.owners)
        self._last: _Sight | None = None

    # --- counters ------------------------------------------------------------------------

    @rule("16.1.1", "16.1.2", "16.1.4", "H16")
    def counter(self, state: KorsunState, unit: KorsunUnit, viewer: Side | None) -> Counter | None:
        """A counter by its values; as one of a list next door; or as a masked stack, for which
        the first of its counters stands that lies hidden.
        """
        if self.is_open(state, unit, viewer):
            return self._open.of(unit)
        side = self.game.owners[unit.id]
        if self.is_listed(state, unit.at, viewer):
            facts = self._listed(state, unit)
            return Counter(self.called(state, unit.id, viewer), side, unit.at, False, facts)
        stack = self.sight(state).stacks[unit.at]
        if next(u for u in stack if not self.is_open(state, u, viewer)) is not unit:
            return None
        return Counter(self.called(state, unit.id, viewer), side, unit.at, False, {})

    @rule("16.1.1", "16.1.3", "H16")
    def is_open(self, state: KorsunState, unit: KorsunUnit, viewer: Side | None) -> bool:
        """One's own units; enemies off the map and before the first turn; those that fought in
        this Combat Phase.
        """
        if self.is_clear(state) or self.game.owners[unit.id] == viewer:
            return True
        return unit.at not in self.game.board.grid or unit.id in self.sight(state).shown

    @rule("C-opt", "H16")
    def is_clear(self, state: KorsunState) -> bool:
        """Are there no masks at all: by option, in set-up, at the end?"""
        options = state.options
        if self.lifted or not options.fog or not options.complementary:
            return True
        return not self.sight(state).begun

    @rule("16.1.4")
    def is_listed(self, state: KorsunState, hex_: HexId, viewer: Side | None) -> bool:
        """Is an enemy hex next to a unit of the viewer?"""
        return viewer is not None and hex_ in self.sight(state).near[viewer]

    @rule("16.1.4")
    def _listed(self, state: KorsunState, unit: KorsunUnit) -> dict[str, Any]:
        """The type of a counter, and its levels if it is not fortified."""
        piece = self.game.piece(unit.id)
        if self._is_fortified(state, unit.at):
            return {"kind": piece.kind}
        return {"kind": piece.kind, "levels": piece.levels - unit.lost}

    def _is_fortified(self, state: KorsunState, hex_: HexId) -> bool:
        works = hex_ in state.field_works or hex_ in state.improved_works
        return works or hex_ in self.game.theatre.fixed

    def sight(self, state: KorsunState) -> _Sight:
        """What follows from a state, worked out once for each."""
        last = self._last  # another thread may look at another game meanwhile
        if last is None or last.state is not state:
            last = self._last = _Sight(self.game, state)
        return last

    # --- names ---------------------------------------------------------------------------

    def called(self, state: KorsunState, word: str, viewer: Side | None) -> str:
        """A unit by the name that the viewer has for it: one that lies hidden by its hex, and
        next door by its place in the list. Any other word is as it is.
        """
        if word not in self.game.index:
            return word
        unit = state.units[self.game.index[word]]
        if self.is_open(state, unit, viewer):
            return word
        stack = f"{self.game.owners[word]}-{unit.at}"
        if not self.is_listed(state, unit.at, viewer):
            return stack
        listed = sorted(self.sight(state).stacks[unit.at], key=lambda u: self._order(state, u))
        return f"{stack}-{listed.index(unit)}"

    def _order(self, state: KorsunState, unit: KorsunUnit) -> tuple[str, int]:
        facts = self._listed(state, unit)
        return facts["kind"], facts.get("levels", 0)

    # --- the rest of the state -----------------------------------------------------------

    @rule("H16")
    def tracks(self, state: KorsunState, viewer: Side | None) -> Mapping[str, Any]:
        """Works, bridges, aircraft and modifiers lie open, and so does the sum of all losses. HQs
        at a river do not.
        """
        found = public_facts(state, base=State)
        own = {u: h for u, h in state.bridging.items() if self._is_known(state, u, viewer)}
        return {**found, "bridging": own, "losses": self.losses(state)}

    def _is_known(self, state: KorsunState, unit: UnitId, viewer: Side | None) -> bool:
        return self.is_open(state, state.units[self.game.index[unit]], viewer)

    def losses(self, state: KorsunState) -> dict[Side, int]:
        """The levels that each side has lost."""
        found = dict.fromkeys(self.game.sides, 0)
        for unit in state.units:
            found[self.game.owners[unit.id]] += unit.lost
        return found

    def agenda(self, state: KorsunState, viewer: Side | None) -> tuple[Any, ...]:
        """Open steps are for the side that is asked; hidden enemies go by their places."""
        if self.is_clear(state) or not state.agenda:
            return state.agenda
        if viewer != getattr(state.agenda[-1], "side", ""):
            return ()
        return tuple(
            renamed(step, lambda word: self.called(state, word, viewer)) for step in state.agenda
        )

    # --- what is told --------------------------------------------------------------------

    @rule("16.1.1", "16.1.3", "H16")
    def event(self, state: KorsunState, event: Event, viewer: Side | None) -> Event | None:
        """Events name the enemy's units only if they lie open."""
        if event.side == viewer or self.is_clear(state) or event.kind in _OPEN_EVENTS:
            return event
        names = {unit: self.called(state, unit, viewer) for unit in event.units}
        hidden = {unit for unit, name in names.items() if unit != name}
        if not hidden:
            return event
        if event.kind in _SECRET_EVENTS:
            return None
        words = listed([*(unit for unit in names if unit not in hidden), _MASKED])
        facts = {
            fact: words if isinstance(value, str) and _names_any(value, hidden) else value
            for fact, value in event.facts.items()
        }
        return replace(event, units=tuple(dict.fromkeys(names.values())), facts=facts)

    def refusal(self, state: KorsunState, refusal: Refusal, viewer: Side | None) -> Refusal:
        """Refusals speak of one's own units, of hexes, and of what was asked for by name: where an
        enemy of that name is they do not say.
        """
        return refusal

    def panel(self, state: KorsunState, panel: Panel, viewer: Side | None) -> Panel:
        """Panels name hidden enemies by their places; their numbers are made from what the side
        asked may know.
        """
        return renamed(panel, lambda word: self.called(state, word, viewer))


@rule("16.1.3")
def shown(state: KorsunState) -> frozenset[UnitId]:
    """The units that have been in a combat of the open Combat Phase: both sides see them."""
    found = (step.shown for step in state.agenda if isinstance(step, CombatPhase))
    return frozenset().union(*found)


def _names_any(text: str, units: set[UnitId]) -> bool:
    """Does a fact name one of these units, alone or among others?"""
    return not units.isdisjoint(text.replace(",", "").split())
