"""16 Masking: what each side may know (H16)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Event, Panel, Refusal, Side, rule
from grognard.engine import Step
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
#: So many steps are remembered by their words.
_MOST_STEPS = 256


class _Sight:
    """What of a state the mask asks again and again: are there masks at all, who is in which hex,
    which hexes each side stands next to, and who lies hidden from whom?
    """

    def __init__(self, game: Korsun44, state: KorsunState, *, lifted: bool) -> None:
        self.game, self.state = game, state
        masks = state.options.fog and state.options.complementary and not lifted
        #: No masks: by option, in set-up, at the end.
        self.clear = not masks or not any(isinstance(step, HalfTurn) for step in state.agenda)
        self._hidden: dict[Side | None, Mapping[UnitId, KorsunUnit]] = {}
        #: What each viewer sees of those who lie hidden from him.
        self.faces: dict[Side | None, Mapping[UnitId, Counter | None]] = {}

    @cached_property
    def stacks(self) -> dict[HexId, list[KorsunUnit]]:
        """Who is in which hex."""
        found: dict[HexId, list[KorsunUnit]] = {}
        grid = self.game.board.grid.index
        for unit in self.state.units:
            if unit.at in grid:
                found.setdefault(unit.at, []).append(unit)
        return found

    @cached_property
    def near(self) -> dict[Side, set[HexId]]:
        """The hexes next to the units of each side."""
        found: dict[Side, set[HexId]] = {side: set() for side in self.game.sides}
        owners, neighbours = self.game.owners, self.game.board.grid.neighbours
        for hex_, units in self.stacks.items():
            found[owners[units[0].id]].update(neighbours(hex_))
        return found

    def hidden(self, viewer: Side | None) -> Mapping[UnitId, KorsunUnit]:
        """Who lies hidden from a viewer."""
        if viewer not in self._hidden:
            self._hidden[viewer] = {} if self.clear else self._covered(viewer)
        return self._hidden[viewer]

    def _covered(self, viewer: Side | None) -> dict[UnitId, KorsunUnit]:
        game, open_ = self.game, shown(self.state)
        grid, units = game.board.grid.index, self.state.units
        numbers = [n for side in game.sides if side != viewer for n in game.numbers[side]]
        there = [units[number] for number in numbers]
        return {u.id: u for u in there if u.at in grid and u.id not in open_}


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
        self._words = Words()

    # --- counters ------------------------------------------------------------------------

    @rule("16.1.1", "16.1.2", "16.1.4", "H16")
    def counter(self, state: KorsunState, unit: KorsunUnit, viewer: Side | None) -> Counter | None:
        """A counter by its values; as one of a list next door; or as a masked stack, for which
        the first of its counters stands that lies hidden.
        """
        faces = self._faces(state, viewer)
        return faces[unit.id] if unit.id in faces else self._open.of(unit)

    def _faces(self, state: KorsunState, viewer: Side | None) -> Mapping[UnitId, Counter | None]:
        """What is seen of all who lie hidden."""
        sight = self.sight(state)
        if viewer not in sight.faces:
            found: dict[UnitId, Counter | None] = {}
            seen: set[HexId] = set()
            for unit in sight.hidden(viewer).values():
                if self.is_listed(state, unit.at, viewer):
                    found[unit.id] = self._next_door(state, unit, viewer)
                else:
                    first = unit.at not in seen
                    found[unit.id] = _far_off(self.game.owners[unit.id], unit.at) if first else None
                    seen.add(unit.at)
            sight.faces[viewer] = found
        return sight.faces[viewer]

    def _next_door(self, state: KorsunState, unit: KorsunUnit, viewer: Side | None) -> Counter:
        name, side = self.called(state, unit.id, viewer), self.game.owners[unit.id]
        return Counter(name, side, unit.at, False, self._listed(state, unit))

    @rule("16.1.1", "16.1.3", "H16")
    def is_open(self, state: KorsunState, unit: KorsunUnit, viewer: Side | None) -> bool:
        """One's own units; enemies off the map and before the first turn; those that fought in
        this Combat Phase.
        """
        return unit.id not in self.sight(state).hidden(viewer)

    @rule("C-opt", "H16")
    def is_clear(self, state: KorsunState) -> bool:
        """Are there no masks at all: by option, in set-up, at the end?"""
        return self.sight(state).clear

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
            last = self._last = _Sight(self.game, state, lifted=self.lifted)
        return last

    # --- names ---------------------------------------------------------------------------

    def called(self, state: KorsunState, word: str, viewer: Side | None) -> str:
        """A unit by the name that the viewer has for it: one that lies hidden by its hex, and
        next door by its place in the list. Any other word is as it is.
        """
        unit = self.sight(state).hidden(viewer).get(word)
        if unit is None:
            return word
        stack = _stack(self.game.owners[word], unit.at)
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
        return unit not in self.sight(state).hidden(viewer)

    def losses(self, state: KorsunState) -> dict[Side, int]:
        """The levels that each side has lost."""
        found = dict.fromkeys(self.game.sides, 0)
        for unit in state.units:
            if unit.lost:
                found[self.game.owners[unit.id]] += unit.lost
        return found

    def agenda(self, state: KorsunState, viewer: Side | None) -> tuple[Any, ...]:
        """Open steps are for the side that is asked; hidden enemies go by their places."""
        if self.is_clear(state) or not state.agenda:
            return state.agenda
        if viewer != getattr(state.agenda[-1], "side", ""):
            return ()
        hidden = self.sight(state).hidden(viewer)
        return tuple(
            self._words.renamed(step, hidden, lambda word: self.called(state, word, viewer))
            for step in state.agenda
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


def _stack(side: Side, hex_: HexId) -> str:
    """What a masked stack is called."""
    return f"{side}-{hex_}"


@cache
def _far_off(side: Side, hex_: HexId) -> Counter:
    """The counter of a masked stack."""
    return Counter(_stack(side, hex_), side, hex_, False, {})


class Words:
    """What words steps use. Most name nobody who lies hidden, and stay as they are; from one
    position to the next they are the same.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Step, frozenset[str]]] = {}

    def renamed(self, step: Step, which: Collection[str], name: Callable[[str], str]) -> Step:
        """A step in which these words go by other names."""
        return step if self._of(step).isdisjoint(which) else renamed(step, name)

    def _of(self, step: Step) -> frozenset[str]:
        known = self._known.get(id(step))
        if known is None or known[0] is not step:
            if len(self._known) >= _MOST_STEPS:
                self._known = {}
            known = self._known[id(step)] = step, frozenset(_words(step))
        return known[1]


def _words(value: object) -> Iterator[str]:
    """All words of a value, however deep they stand."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _words(getattr(value, field))
    elif isinstance(value, Mapping):
        yield from _words((*value.keys(), *value.values()))
    elif isinstance(value, (tuple, frozenset)):
        for inner in value:
            yield from _words(inner)


@rule("16.1.3")
def shown(state: KorsunState) -> frozenset[UnitId]:
    """The units that have been in a combat of the open Combat Phase: both sides see them."""
    found = (step.shown for step in state.agenda if isinstance(step, CombatPhase))
    return frozenset().union(*found)


def _names_any(text: str, units: set[UnitId]) -> bool:
    """Does a fact name one of these units, alone or among others?"""
    return not units.isdisjoint(text.replace(",", "").split())
