"""5.2.1 An attack as it stands: who attacks what, who supports, and what both sides declare."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.games.korsun44.bridges import is_building
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.units import Star
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Declared(Struct, frozen=True):
    """What a side uses of its own will (C6): stars, fortification units, the range of its HQs, and
    modifiers for a lost HQ of the enemy.
    """

    stars: tuple[tuple[UnitId, Star], ...] = ()
    works: tuple[UnitId, ...] = ()
    hq: bool = False
    rewards: int = 0


class Plan(Struct, frozen=True):
    """An attack. `pushed` units out of supply attack at full strength (10.2.3). `spared`
    defenders have fought in this phase (E1), `mute` guns of theirs cannot fire. `ground` is the
    hex that counts where the defender has chosen between equals (E13).
    """

    side: Side
    targets: tuple[HexId, ...]
    units: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    pushed: frozenset[UnitId] = frozenset()
    cover: tuple[UnitId, ...] = ()
    spared: frozenset[UnitId] = frozenset()
    mute: frozenset[UnitId] = frozenset()
    ground: HexId = ""
    attacker: Declared = Declared()
    defender: Declared = Declared()

    def declared(self, side: Side) -> Declared:
        """What one of the sides has declared."""
        return self.attacker if side == self.side else self.defender


def is_deployed(pos: Pos, unit: UnitId) -> bool:
    """Is this artillery that can fire: in combat set-up, or on tracks (6.1.3, 6.6.5)?"""
    piece = pos.game.piece(unit)
    return piece.is_artillery and not (piece.is_towed and pos.unit(unit).limbered)


@rule("6.2.4", "14.3.4", "15.2.1")
def is_rooted(pos: Pos, unit: UnitId) -> bool:
    """Can a unit not retreat at all: guns in combat set-up, resilience groups, HQs that build?"""
    piece = pos.game.piece(unit)
    if piece.is_hq:
        return is_building(pos, unit)
    return piece.holds_out or (piece.is_artillery and piece.is_towed and is_deployed(pos, unit))


def has_regular(pos: Pos, hex_: HexId) -> bool:
    """Does a regular unit of either side stand in a hex?"""
    return any(pos.columns.count("regular", side, hex_) for side in pos.game.sides)


@rule("6.6.1", "6.6.5", "E1", "E23")
def firm(pos: Pos, plan: Plan, hex_: HexId) -> Iterator[UnitId]:
    """The units of an attacked hex that defend with their own strength: guns in combat set-up
    only beside a regular unit.
    """
    company = has_regular(pos, hex_)
    for unit in pos.at(hex_):
        piece = pos.game.piece(unit)
        if unit in plan.spared or piece.is_hq:
            continue
        fires = company and is_deployed(pos, unit) and unit not in plan.mute
        if fires or not (piece.is_artillery and piece.is_towed):
            yield unit


@rule("6.6.3", "E23")
def has_lone_guns(pos: Pos, plan: Plan, hex_: HexId) -> bool:
    """Do guns in combat set-up stand in a hex without any regular unit?"""
    guns = (u for u in pos.at(hex_) if pos.game.piece(u).is_towed and is_deployed(pos, u))
    return not has_regular(pos, hex_) and any(gun not in plan.spared for gun in guns)


@rule("5.1.9", "6.6.4", "9.1.8", "E26")
def is_helpless(pos: Pos, plan: Plan) -> bool:
    """Are only HQs and guns on trucks attacked?"""
    there = [pos.game.piece(u) for hex_ in plan.targets for u in pos.at(hex_)]
    return all(p.is_hq or (p.is_artillery and not is_deployed(pos, p.id)) for p in there)


def defenders(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """Everybody in the attacked hexes who has not fought in this phase."""
    return tuple(u for hex_ in plan.targets for u in pos.at(hex_) if u not in plan.spared)


@rule("13.1.5", "E24")
def contributors(pos: Pos, plan: Plan, side: Side) -> tuple[UnitId, ...]:
    """The units that bring strength into the combat on one side."""
    if side == plan.side:
        return (*plan.units, *plan.guns)
    return (*(u for hex_ in plan.targets for u in firm(pos, plan, hex_)), *plan.cover)


@rule("6.3.5", "5.6.3", "E32")
def exposed(pos: Pos, plan: Plan, guns: tuple[UnitId, ...], side: Side) -> tuple[UnitId, ...]:
    """The supporting guns of a side that stand next to an enemy hex of the combat: they share
    losses, tests and disorganisation.
    """
    enemies = plan.targets if side == plan.side else {pos.unit(unit).at for unit in plan.units}
    adjacent = pos.board.grid.adjacent
    return tuple(g for g in guns if any(adjacent(pos.unit(g).at, hex_) for hex_ in enemies))
