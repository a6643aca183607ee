"""6.4 Fog of war: what each side may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.decisions import (
    Action,
    Event,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.games.ukraine44.combat import Battle
from grognard.games.ukraine44.losses import defence_of
from grognard.games.ukraine44.setup import DecoySetUp
from grognard.games.ukraine44.state import AXIS, DEAD, Deal, Pos, State44, Unit44
from grognard.games.ukraine44.tigers import TigerStep
from grognard.games.ukraine44.turn import AxisTurn, CombatFirst, MovementFirst, SovietTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.view import Counter, pseudonym, public_facts, renamed

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

#: Events of a combat: whoever took part lay open to both sides when they happened.
_OPEN_EVENTS = frozenset({"shown", "combat", "loss", "eliminated", "retreat", "advance"})


class Fog:
    """The mask of Ukraine '44 (S9): a hidden counter shows side, colour group, type, supply
    state, Tiger, and whether a loss marker lies under it. The fog is `lifted` at the end.
    """

    def __init__(self, game: Ukraine44, *, lifted: bool = False) -> None:
        self.game = game
        self.lifted = lifted

    # --- counters ------------------------------------------------------------------------

    @rule("2.2-3", "2.2-4", "6.4-1", "6.4-2", "6.4-5", "6.4-6", "8.1-6", "8.14-5", "S4", "S9")
    def counter(self, state: State44, unit: Unit44, viewer: Side | None) -> Counter | None:
        """A counter by its values or, to the enemy and outside combat, by its hidden side."""
        side = self.game.owners[unit.id]
        if self.is_open(state, unit, viewer):
            return Counter(unit.id, side, unit.at, True, self._open_facts(unit))
        alias = pseudonym(state, unit.id, f"{side}-")
        if unit.id in participants(state):
            facts = self._open_facts(unit) | {"unit": unit.id}
            return Counter(alias, side, unit.at, True, facts)
        return Counter(alias, side, unit.at, False, self._hidden_facts(unit))

    @rule("2.2-5", "6.4-3", "6.4-4")
    def is_open(self, state: State44, unit: Unit44, viewer: Side | None) -> bool:
        """One's own pieces and Tigers always; the dead, which both sides saw fall."""
        if self.game.owners[unit.id] == viewer or unit.id in self.game.tigers:
            return True
        return unit.at == DEAD or self.is_clear(state)

    def is_clear(self, state: State44) -> bool:
        """Is there no fog at all?"""
        return self.lifted or not state.options.fog

    def _open_facts(self, unit: Unit44) -> dict[str, Any]:
        facts = public_facts(unit)
        if unit.id not in self.game.tigers:
            piece = self.game.piece(unit.id)
            facts |= {"group": piece.group, "kind": piece.kind, "marker": has_marker(unit)}
        return facts

    def _hidden_facts(self, unit: Unit44) -> dict[str, Any]:
        piece = self.game.piece(unit.id)
        return {
            "group": piece.group,
            "kind": piece.kind,
            "supply": unit.supply,
            "tiger": unit.tiger,
            "marker": has_marker(unit),
        }

    # --- the rest of the state -----------------------------------------------------------

    def tracks(self, state: State44, viewer: Side | None) -> Mapping[str, Any]:
        """The air marker and the victory cities lie open. So do losses as a sum, since
        everyone was there when they happened: only under which counter they lie is hidden.
        """
        return {
            "air": state.air,
            "held": state.held,
            "fallen": state.fallen,
            "lost": self.losses(state),
        }

    def losses(self, state: State44) -> dict[str, int]:
        """Steps lost by side and type."""
        found: dict[str, int] = {}
        for unit in state.units:
            if unit.lost:
                piece = self.game.piece(unit.id)
                name = f"{piece.side} {piece.kind}"
                found[name] = found.get(name, 0) + unit.lost
        return found

    def agenda(self, state: State44, viewer: Side | None) -> tuple[Any, ...]:
        """Open steps are for the side that is asked. They name units; enemies that fought
        and lie hidden again go by their pseudonyms there too.
        """
        if self.is_clear(state):
            return state.agenda
        asked = getattr(state.agenda[-1], "side", "") or AXIS
        if viewer != asked:
            return ()
        return tuple(
            renamed(step, lambda word: self.called(state, word, viewer)) for step in state.agenda
        )

    def called(self, state: State44, word: str, viewer: Side | None) -> str:
        """A unit by the name that the viewer has for it; any other word as it is."""
        if word not in self.game.index:
            return word
        unit = state.units[self.game.index[word]]
        if self.is_open(state, unit, viewer) or word in participants(state):
            return word
        return pseudonym(state, word, f"{self.game.owners[word]}-")

    # --- what is told --------------------------------------------------------------------

    @rule("S4", "S9")
    def event(self, state: State44, event: Event, viewer: Side | None) -> Event | None:
        """Events name the enemy's units only if they lay open when it happened."""
        if event.side == viewer or self.is_clear(state) or event.kind in _OPEN_EVENTS:
            return event
        if event.kind == "decoy":
            return None
        hidden = {unit: self._described(unit) for unit in event.units}
        facts = {
            name: hidden.get(value, value) if isinstance(value, str) else value
            for name, value in event.facts.items()
        }
        aliases = tuple(pseudonym(state, u, f"{event.side}-") for u in event.units)
        return replace(event, units=aliases, facts=facts)

    def _described(self, unit: UnitId) -> str:
        return f"a {self.game.piece(unit).group} formation"

    def refusal(self, state: State44, refusal: Refusal, viewer: Side | None) -> Refusal:
        """Refusals speak of one's own units and of hexes only."""
        return refusal

    def panel(self, state: State44, panel: Panel, viewer: Side | None) -> Panel:
        """Panels are made from what the side asked may know (`defence_range`)."""
        return panel


@rule("6.4-2")
def participants(state: State44) -> tuple[UnitId, ...]:
    """The formations of the open combat: both sides see them."""
    for step in reversed(state.agenda):
        if isinstance(step, Battle):
            return step.participants
    return ()


@rule("2.9-4", "6.4-5", "11.5-5", "S8")
def has_marker(unit: Unit44) -> bool:
    """Does a loss marker lie under it, real or decoy?"""
    return unit.lost > 0 or unit.decoy


@rule("S9", "S10")
def defence_range(pos: Pos, target: HexId, viewer: Side) -> tuple[int, int]:
    """The least and the most that the defence of a hidden formation may be."""
    unit = pos.game.formation_at(pos, target)
    assert unit is not None
    now = pos.unit(unit)
    if not pos.state.options.fog or pos.owner(unit) == viewer or unit in participants(pos.state):
        exact = defence_of(pos, unit)
        return exact, exact
    piece = pos.game.piece(unit)
    least, most = steps_range(pos, piece.group, piece.kind, marked=has_marker(now))
    if now.supply == "isolated":
        least, most = (least + 1) // 2, (most + 1) // 2
    return least, most


@rule("S9")
def steps_range(pos: Pos, group: str, kind: str, *, marked: bool) -> tuple[int, int]:
    """The least and the most steps that a hidden formation may have left, from what its
    counter shows: colour, type, its marker, and which of the colour are known to be dead.
    """
    alive = (p for p in pos.game.group(group) if p.kind == kind and pos.unit(p.id).at != DEAD)
    printed = [piece.defence for piece in alive]
    # A marker may be a decoy, so it lowers the least and not the most.
    return 1 if marked else min(printed), max(printed)


# --- 6.4  decoys ------------------------------------------------------------------------

DECOYS = 2


@rule("2.9-3", "6.4-6", "S8")
def may_lay(pos: Pos, step: object, unit: UnitId) -> Refusal | None:
    """A decoy goes under a formation of one's own without losses, two for each side."""
    side = pos.side
    if pos.owner(unit) != side or unit in pos.game.tigers:
        return deny("6.4-6", "{unit} is no formation of yours", unit=unit)
    now = pos.unit(unit)
    if now.at not in pos.board.grid:
        return deny("6.4-6", "{unit} is not on the map", unit=unit)
    if now.lost or now.decoy:
        return deny("S8", "a marker already lies under {unit}", unit=unit)
    if len(decoys(pos, side)) >= DECOYS:
        return deny("2.9-3", "both decoys lie on the map: lift one first")
    return None


def decoys(pos: Pos, side: Side) -> list[UnitId]:
    """The formations of a side under which a decoy lies."""
    return [unit.id for unit in pos.state.units[pos.game.formations[side]] if unit.decoy]


@rule("S8")
def may_shift_decoys(pos: Pos, side: Side) -> bool:
    """At set-up, in one's own player turn, and for the Axis in step 1D."""
    if not pos.state.options.fog:
        return False
    if isinstance(pos.top, DecoySetUp):
        return True
    if side == AXIS:
        own_turn = pos.find(AxisTurn) is not None
        return own_turn or type(pos.top) is TigerStep
    return pos.find(SovietTurn, MovementFirst, CombatFirst) is not None


def decoy_offers(pos: Pos, side: Side) -> tuple[Offer, ...]:
    """The standing offers of a side: put a decoy under a formation, or take one back."""
    if not may_shift_decoys(pos, side):
        return ()
    laid = decoys(pos, side)
    units: list[UnitId] = []
    if len(laid) < DECOYS:
        mine, on_map = pos.state.units[pos.game.formations[side]], pos.board.grid.index
        units = [u.id for u in mine if not u.lost and not u.decoy and u.at in on_map]
    return (
        Offer("decoy", units, may_lay, exact=True, of="unit"),
        Offer("lift", laid, of="unit"),
    )


def shift_decoy(hand: Deal, action: Action) -> None:
    """Carry out a standing offer."""
    hand.set(action.arg, decoy=action.verb == "decoy")
    hand.tell(
        "decoy",
        "A decoy is laid under {unit}."
        if action.verb == "decoy"
        else "The decoy under {unit} is lifted.",
        rule="6.4-6",
        side=hand.now.owner(action.arg),
        units=(action.arg,),
        unit=action.arg,
    )
