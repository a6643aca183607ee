"""R-96 What is hidden: dropzones and the guns of a defence, which lie among the secrets, and who
is under a '?' marker.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.decisions import Event, Panel, Refusal, Side, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.state import SOVIET, KanevState, KanevUnit
from grognard.games.kanev43.turn import CombatPhase
from grognard.pieces import UnitId
from grognard.state import State
from grognard.view import Counter, OpenCounters, pseudonym, public_facts, renamed

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43


#: Steps in which units are chosen for a drop, and come down.
_DROP_STEPS = frozenset({"drop planning", "aiming", "jump", "roll"})
#: The step in which a defender writes his guns down: nobody else looks on (SOP-15).
_WRITING = "defensive support"


class Veil:
    """The Axis and spectators see how many paratroopers lie dispersed in a hex, not which. Such
    a counter goes by a name of its own that follows it about.
    """

    def __init__(self, game: Kanev43) -> None:
        self.game = game
        self._open = OpenCounters(game.owners)

    @rule("R-96", "AIRB-7", "AIRB-11")
    def counter(self, state: KanevState, unit: KanevUnit, viewer: Side | None) -> Counter | None:
        """A counter, or a '?' marker."""
        if not unit.dispersed or self.is_open(state, unit, viewer):
            return self._open.of(unit)
        alias = self.called(state, unit.id, viewer)
        return Counter(alias, self.game.owners[unit.id], unit.at, False, {"dispersed": True})

    @rule("R-91", "R-96", "AIRB-18")
    def is_open(self, state: KanevState, unit: KanevUnit, viewer: Side | None) -> bool:
        """Everything but the enemy's dispersed paratroopers on the map whom no search has found."""
        if viewer == SOVIET or not unit.dispersed or unit.at not in self.game.board.grid:
            return True
        phases = (step for step in state.agenda if isinstance(step, CombatPhase))
        return any(unit.id in found for phase in phases for found in phase.located.values())

    def called(self, state: KanevState, word: str, viewer: Side | None) -> str:
        """A unit by the name that the viewer has for it; any other word as it is."""
        if word not in self.game.index or self.is_open(state, self._unit(state, word), viewer):
            return word
        return pseudonym(state, word, "?")

    def _unit(self, state: KanevState, unit: UnitId) -> KanevUnit:
        return state.units[self.game.index[unit]]

    def tracks(self, state: KanevState, viewer: Side | None) -> Mapping[str, Any]:
        """Bridgeheads, works, stocks and replacements lie open."""
        return public_facts(state, base=State)

    @rule("AIRB-7", "SOP-15", "CBT-10", "R-96")
    def agenda(self, state: KanevState, viewer: Side | None) -> tuple[Any, ...]:
        """The open steps, with hidden units under their other names; those of a drop are the
        Soviet player's own, and of guns that are written down others see that it is done.
        """
        seen = (_unwritten(s) if viewer != _side_of(s) else s for s in state.agenda)
        if viewer == SOVIET:
            return tuple(seen)
        shown = tuple(s for s in seen if s.tag not in _DROP_STEPS)
        if all(self.is_open(state, self._unit(state, unit), viewer) for unit in self.game.airborne):
            return shown
        return tuple(renamed(step, lambda word: self.called(state, word, viewer)) for step in shown)

    @rule("AIRB-7", "R-96")
    def event(self, state: KanevState, event: Event, viewer: Side | None) -> Event | None:
        """Events name hidden units as the viewer does; of drops the Axis hears nothing."""
        if event.kind == "drop" and viewer != SOVIET:
            return None
        hidden = {unit: self.called(state, unit, viewer) for unit in event.units}
        if all(unit == name for unit, name in hidden.items()):
            return event
        facts = {
            name: renamed(fact, lambda w: hidden.get(w, w)) for name, fact in event.facts.items()
        }
        return replace(event, units=tuple(hidden.values()), facts=facts)

    def refusal(self, state: KanevState, refusal: Refusal, viewer: Side | None) -> Refusal:
        """Refusals go to the side that is asked and speak of its own units and of hexes."""
        return refusal

    def panel(self, state: KanevState, panel: Panel, viewer: Side | None) -> Panel:
        """Panels are made from what the side asked may know."""
        return panel


def _unwritten(step: Any) -> Any:
    """A step as others see it: nothing that is written down for a defence."""
    return type(step)(side=step.side) if step.tag == _WRITING else step


def _side_of(step: Step) -> Side:
    return step.side if isinstance(step, Phase) else ""
