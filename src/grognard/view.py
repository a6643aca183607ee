"""View: what a side may know, as data.

`look` is the one function that makes a View out of a Position; everything in it passes
through the game's `Mask`. Players, human and computer, get Views and nothing else. A View
holds no seed, and the side that waits sees who decides but not the choices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Action, Event, Panel, Refusal, RuleId, Side
from grognard.pieces import UnitId
from grognard.state import Options, Outcome, Sighting, Spot, State
from grognard.verbs import kind_of

if TYPE_CHECKING:
    from grognard.position import Position

T = TypeVar("T")


class Counter(Struct, frozen=True):
    """A piece as one side sees it. While its identity is hidden, `id` is a pseudonym that
    follows the counter about, as eyes follow it across a real table.
    """

    id: str
    side: Side
    at: Spot
    known: bool
    facts: Mapping[str, Any]


class Question(Struct, frozen=True):
    """The open decision as the side that is asked sees it. `kinds` says of each verb what it
    takes, and so how it is clicked: unit, hex, spot, name, or nothing.
    """

    prompt: str
    rule: RuleId
    actions: tuple[Action, ...]
    panel: Panel | None = None
    kinds: Mapping[str, str] = {}


class View(Struct, frozen=True, kw_only=True):
    """Everything that a viewer may know of a position."""

    game: str
    scenario: str
    options: Options
    viewer: Side | None
    turn: int
    phases: tuple[str, ...]
    steps: tuple[str, ...]
    asked: Side
    waiting: str
    question: Question | None
    counters: tuple[Counter, ...]
    boxes: Mapping[str, int]
    control: str
    tracks: Mapping[str, Any]
    secrets: Mapping[str, Any]
    sightings: tuple[Sighting, ...]
    agenda: tuple[Any, ...]
    outcome: Outcome | None


class Mask(Protocol):
    """What a game hides. `viewer` None is a spectator, who sees only what both sides see."""

    def counter(self, state: Any, unit: Any, viewer: Side | None) -> Counter | None:
        """A piece as the viewer sees it; None: not at all."""

    def tracks(self, state: Any, viewer: Side | None) -> Mapping[str, Any]:
        """The rest of the state that the viewer may know: weather, points, stocks."""

    def agenda(self, state: Any, viewer: Side | None) -> tuple[Any, ...]:
        """The open steps, with what the viewer may not know taken out."""

    def event(self, state: Any, event: Event, viewer: Side | None) -> Event | None:
        """An event as the viewer learns it; None: not at all."""

    def refusal(self, state: Any, refusal: Refusal, viewer: Side | None) -> Refusal:
        """A refusal in words that tell the viewer nothing new."""

    def panel(self, state: Any, panel: Panel, viewer: Side | None) -> Panel:
        """A panel with ranges where the viewer may not know a term."""


class OpenCounters:
    """Counters that lie open, with all that is known of their units. Each is made anew only when
    its unit has changed, as from one view to the next hardly any has.
    """

    def __init__(self, owner: Mapping[UnitId, Side]) -> None:
        self.owner = owner
        self._kept: dict[UnitId, tuple[Any, Counter]] = {}

    def of(self, unit: Any) -> Counter:
        """The counter of a unit as it is now."""
        kept = self._kept.get(unit.id)
        if kept is not None and kept[0] is unit:
            return kept[1]
        counter = Counter(unit.id, self.owner[unit.id], unit.at, True, public_facts(unit))
        self._kept[unit.id] = unit, counter
        return counter


class OpenMask:
    """The mask of a game that hides nothing but what stands in `secrets` and in boxes."""

    def __init__(self, owner: Mapping[UnitId, Side]) -> None:
        self.owner = owner
        self._open = OpenCounters(owner)

    def counter(self, state: State, unit: Any, viewer: Side | None) -> Counter | None:
        """Every piece is open."""
        return self._open.of(unit)

    def tracks(self, state: State, viewer: Side | None) -> Mapping[str, Any]:
        """All fields that the game adds to the state are open."""
        return public_facts(state, base=State)

    def agenda(self, state: State, viewer: Side | None) -> tuple[Any, ...]:
        """All open steps."""
        return state.agenda

    def event(self, state: State, event: Event, viewer: Side | None) -> Event | None:
        """Every event is open."""
        return event

    def refusal(self, state: State, refusal: Refusal, viewer: Side | None) -> Refusal:
        """Every refusal is open."""
        return refusal

    def panel(self, state: State, panel: Panel, viewer: Side | None) -> Panel:
        """Every panel is open."""
        return panel


def look(pos: Position[Any, Any, Any], viewer: Side | None) -> View:
    """What a side may know of a position. At the end of a game all is open."""
    mask, state = pos.game.mask, pos.state
    if state.outcome is not None:
        mask = pos.game.open_mask
    decision = pos.decision
    return View(
        game=pos.game.slug,
        scenario=state.scenario,
        options=state.options,
        viewer=viewer,
        turn=state.turn,
        phases=tuple(step.title for step in state.agenda if step.title),
        steps=tuple(step.tag for step in state.agenda),
        asked=decision.side if decision else "",
        waiting=_waiting(pos),
        question=_question(pos, viewer, mask),
        counters=counters_seen(pos, viewer),
        boxes={
            name: len(pos.at(name))
            for name, box in pos.board.boxes.items()
            if box.shows != "nothing" or box.side == viewer
        },
        control=state.control,
        tracks=mask.tracks(state, viewer),
        secrets=_secrets(state, viewer),
        sightings=tuple(s for s in state.sightings if s.side == viewer),
        agenda=mask.agenda(state, viewer),
        outcome=state.outcome,
    )


def counters_seen(pos: Position[Any, Any, Any], viewer: Side | None) -> tuple[Counter, ...]:
    """The pieces as a viewer sees them: without what stands in a box that shows him less,
    and in an order that tells nothing: hidden pieces by pseudonym, not by their place in
    the list of pieces.
    """
    boxes = pos.board.boxes
    over = pos.outcome is not None
    mask = pos.game.open_mask if over else pos.game.mask
    closed = {
        name for name, box in boxes.items() if box.shows != "all" and box.side not in ("", viewer)
    }
    seen = [mask.counter(pos.state, unit, viewer) for unit in pos.state.units]
    visible = [c for c in seen if c is not None and (over or c.at not in closed)]
    return tuple(sorted(visible, key=attrgetter("id")))


def _question(pos: Position[Any, Any, Any], viewer: Side | None, mask: Mask) -> Question | None:
    decision = pos.decision
    if decision is None or decision.side != viewer:
        return None
    panel = pos.panel
    if panel is not None:
        panel = mask.panel(pos.state, panel, viewer)
    kinds = {offer.verb: kind_of(offer) for offer in pos.offers()}
    return Question(pos.prompt, decision.rule, tuple(pos.actions()), panel, kinds)


def _waiting(pos: Position[Any, Any, Any]) -> str:
    decision = pos.decision
    if decision is None:
        return ""
    return decision.waiting or f"{pos.game.side_title(decision.side)} decides."


def _secrets(state: State, viewer: Side | None) -> dict[str, Any]:
    """A side's own secrets in full, of the others only that they were given."""
    over = state.outcome is not None
    return {
        f"{s.owner} {s.name}": s.value if over or s.owner == viewer else None for s in state.secrets
    }


def public_facts(value: Any, base: type[Struct] | None = None) -> dict[str, Any]:
    """The fields of a struct by name, without those of a base class."""
    kind: type[Struct] = type(value)
    return {name: getattr(value, name) for name in _public_names(kind, base)}


@cache
def _public_names(kind: type[Struct], base: type[Struct] | None) -> tuple[str, ...]:
    left_out = base.__struct_fields__ if base else ("id", "at")
    return tuple(name for name in kind.__struct_fields__ if name not in left_out)


def pseudonym(state: State, unit: UnitId, prefix: str) -> str:
    """A name for a hidden counter: always the same in one game, and telling nothing."""
    hidden = blake2b(f"{state.seed}|counter|{unit}".encode(), digest_size=4).hexdigest()
    return f"{prefix}{hidden}"


def renamed(value: T, name: Callable[[str], str]) -> T:
    """A step, an event or another value in which words go by other names, however deep they
    stand.
    """
    found: Any = value
    if isinstance(found, str):
        found = name(found)
    elif type(found) in (tuple, frozenset):
        found = type(found)(renamed(inner, name) for inner in found)
    elif isinstance(found, Mapping):
        found = {renamed(key, name): renamed(inner, name) for key, inner in found.items()}
    elif isinstance(found, Struct):
        inside = {field: getattr(found, field) for field in found.__struct_fields__}
        found = replace(found, **{field: renamed(inner, name) for field, inner in inside.items()})
    answer: T = found
    return answer
