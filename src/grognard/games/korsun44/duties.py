"""5.1.3, 5.1.4 Who must attack and who must be attacked.

A combat is a star: units of one hex against several hexes, or units of several hexes against
one (5.1.5). Duties can be met together as long as each unit that must attack has a hex left
that it may attack, and each hex that must be attacked has a unit left that may: then take one
pair for each, and leave out the pairs that join two stars.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from grognard.decisions import Due, Refusal, deny, rule
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.turn import enemy_units, is_held_back
from grognard.games.korsun44.works import is_fortified
from grognard.games.korsun44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId
from grognard.words import listed


class Duties(NamedTuple):
    """Open duties: the units that must attack, and the hexes that must be attacked."""

    units: tuple[UnitId, ...] = ()
    hexes: tuple[HexId, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.units or self.hexes)


# --- who can fight ---------------------------------------------------------------------------


@rule("5.1.10", "6.6.5", "D9", "D13", "E31")
def why_no_attacker(pos: Pos, unit: UnitId) -> Refusal | None:
    """What keeps a unit from any direct attack."""
    piece = pos.game.piece(unit)
    if piece.is_towed:
        return deny("5.1.10", "{unit} is towed and does not attack", unit=unit)
    if not (piece.is_regular or piece.is_self_propelled):
        return deny("D9", "{unit} is no regular unit and does not attack", unit=unit)
    if is_held_back(pos, unit):
        return deny("K44-3", "{unit} belongs to a front that waits", unit=unit)
    return None


@rule("5.1.2", "5.5.4", "D8", "E3")
def is_open_to(pos: Pos, here: HexId, target: HexId) -> bool:
    """Can a hex be attacked from its neighbour? Not across the Dnieper."""
    grid = pos.board.grid
    return grid.adjacent(here, target) and pos.game.theatre.crossing(here, target) is not None


@rule("5.1.1", "6.4.5", "E1")
def why_no_target(pos: Pos, phase: Engagement, target: HexId) -> Refusal | None:
    """A hex with enemies who have not all fought, and none of whom was shelled."""
    there = enemy_units(pos, phase.side, target)
    if not there:
        return deny("5.1.2", "no enemy unit is in {hex}", hex=target)
    if phase.fought.issuperset(there):
        return deny("5.1.1", "the units in {hex} have fought in this phase", hex=target)
    if not phase.shelled.isdisjoint(there):
        return deny("6.4.5", "{hex} was the target of a ranged attack", hex=target)
    return None


def fresh_units(pos: Pos, phase: Engagement, here: HexId) -> Iterator[UnitId]:
    """The units of a hex that may still attack in this phase."""
    for unit in pos.at(here):
        if unit not in phase.fought and why_no_attacker(pos, unit) is None:
            yield unit


class Front(NamedTuple):
    """The contacts of the attacking side: which hexes each of its hexes may attack, and which of
    its units may still attack from there.
    """

    before: dict[HexId, tuple[HexId, ...]]
    fresh: dict[HexId, tuple[UnitId, ...]]

    def around(self, target: HexId) -> Iterator[UnitId]:
        """The units that may attack a hex."""
        for here, targets in self.before.items():
            if target in targets:
                yield from self.fresh[here]

    @property
    def targets(self) -> frozenset[HexId]:
        """All hexes that may be attacked."""
        return frozenset(hex_ for targets in self.before.values() for hex_ in targets)


def front_of(pos: Pos, phase: Engagement) -> Front:
    """The contacts that are left to the attacking side."""
    facts = (phase.fought, phase.shelled, pos.turn, pos.state.options)
    found: Front = pos.columns.keep(("front", phase.side), facts, lambda: _front(pos, phase))
    return found


def _front(pos: Pos, phase: Engagement) -> Front:
    grid, enemy = pos.board.grid, pos.game.enemy(phase.side)
    before: dict[HexId, tuple[HexId, ...]] = {}
    fresh: dict[HexId, tuple[UnitId, ...]] = {}
    reached = near(pos.columns, enemy, 1)
    held = (spot for spot in pos.where if spot in grid and reached[grid.index[spot]])
    for here in sorted(held):
        if pos.owner(pos.at(here)[0]) != phase.side:
            continue
        around = [h for h in grid.neighbours(here) if pos.columns.count("units", enemy, h)]
        targets = [h for h in around if _may_attack(pos, phase, here, h)]
        able = tuple(fresh_units(pos, phase, here)) if targets else ()
        if able:
            before[here], fresh[here] = tuple(targets), able
    return Front(before, fresh)


def _may_attack(pos: Pos, phase: Engagement, here: HexId, target: HexId) -> bool:
    return is_open_to(pos, here, target) and why_no_target(pos, phase, target) is None


# --- what is owed ----------------------------------------------------------------------------


@rule("5.1.3", "5.1.5-ex", "7.1.11", "7.2.1", "7.3.5", "A5", "D11", "D13", "E2", "E3", "E35")
def obliged_units(pos: Pos, phase: Engagement) -> Iterator[UnitId]:
    """Who must attack in a phase that begins: whoever can, stands open and is in an enemy zone."""
    for here, units in front_of(pos, phase).fresh.items():
        if in_enemy_zone(pos, phase.side, here) and not is_fortified(pos, here):
            yield from units


@rule("5.1.4", "5.1.5-ex", "D13", "E2", "E3")
def owed_units(pos: Pos, phase: Engagement, obliged: Collection[UnitId]) -> Iterator[UnitId]:
    """Who must be attacked: enemies in whose zone a unit stands that must attack."""
    front = front_of(pos, phase)
    posts = {pos.unit(unit).at for unit in obliged}
    for target in front.targets:
        before = [h for h in posts if target in front.before[h]]
        for unit in enemy_units(pos, phase.side, target):
            if any(has_zone_on(pos, unit, target, here) for here in before):
                yield unit


@rule("4.1.3", "4.1.4")
def has_zone_on(pos: Pos, unit: UnitId, here: HexId, there: HexId) -> bool:
    """Does the zone of one unit lie on a neighbour of its hex?"""
    piece = pos.game.piece(unit)
    if not piece.has_zone or pos.game.theatre.crossing(here, there) is None:
        return False
    return not (piece.is_motorised and pos.game.theatre.grounds[there].base == "swamp")


@rule("5.1.7", "E29")
def open_duties(pos: Pos, phase: Engagement) -> Duties:
    """The duties of the phase that are neither met nor have become impossible."""
    front = front_of(pos, phase)
    units = [
        unit
        for here, fresh in front.fresh.items()
        if in_enemy_zone(pos, phase.side, here)
        for unit in fresh
        if unit in phase.obliged
    ]
    owed = phase.owed - phase.fought
    hexes = [h for h in front.targets if not owed.isdisjoint(pos.at(h))] if owed else []
    return Duties(tuple(units), tuple(sorted(hexes)))


@rule("5.1.5-ex", "5.1.7", "6.4.5", "E2", "E29")
def why_undone(
    pos: Pos, phase: Engagement, units: Collection[UnitId], hexes: Collection[HexId]
) -> Refusal | None:
    """If these units attack these hexes, what duty could no longer be met by the others?"""
    front, duties = front_of(pos, phase), open_duties(pos, phase)
    for hex_ in duties.hexes:
        if hex_ not in hexes and not any(u not in units for u in front.around(hex_)):
            return deny("5.1.4", "{hex} must be attacked, and nobody would be left", hex=hex_)
    for unit in duties.units:
        targets = front.before[pos.unit(unit).at]
        if unit not in units and not any(h not in hexes for h in targets):
            return deny("5.1.3", "{unit} must attack, and no hex would be left", unit=unit)
    return None


def dues(pos: Pos, duties: Duties) -> tuple[Due, ...]:
    """Open duties in words, the units of a hex together."""
    called, posts = pos.board.called, posts_of(pos, duties)
    return (
        *(
            Due(f"{called(hex_)}: {listed(units)} must attack.", "5.1.3", hex_)
            for hex_, units in posts.items()
        ),
        *(Due(f"{called(hex_)} must be attacked.", "5.1.4", hex_) for hex_ in duties.hexes),
    )


def posts_of(pos: Pos, duties: Duties) -> dict[HexId, list[UnitId]]:
    """The hexes of units that must attack, with these units."""
    found: dict[HexId, list[UnitId]] = {}
    for unit in duties.units:
        found.setdefault(pos.unit(unit).at, []).append(unit)
    return found
