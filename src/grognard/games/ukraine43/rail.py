"""4.6 Rail movement."""

from __future__ import annotations

import numpy as np

from grognard.board import Mask
from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.stacking import full
from grognard.games.ukraine43.state import SOVIET, Pos
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import Grid, HexId
from grognard.mechanics.reach import FORBIDDEN, Going, Reach, ZoneRules
from grognard.mechanics.zones import Bars, Ground, survey
from grognard.pieces import UnitId

#: 4.6-4: no zone is entered, friends or no friends (R-11).
_NO_ZONES = ZoneRules(entry=False)


def track(grid: Grid, rail: Mask) -> Going:
    """Every step along a railway costs one; no other step is possible."""
    return Going(grid, np.where(rail, 1, FORBIDDEN).astype(np.int16))


class Trips:
    """Where a unit can go by rail: from its hex, and from where links off the map bring it."""

    def __init__(self, going: Going, start: HexId, ground: Ground, bars: Bars | None) -> None:
        self._going, self._ground, self._bars = going, ground, bars
        self._legs: list[tuple[Reach, tuple[HexId, ...]]] = []
        self._add(start, (), None)

    def _add(self, start: HexId, before: tuple[HexId, ...], arrival: int | None) -> None:
        size = len(self._going.grid)
        leg = Reach(self._going, start, size, self._ground, zones=_NO_ZONES, bars=self._bars,
                    arrival=arrival)  # fmt: skip
        self._legs.append((leg, before))

    @rule("4.6-6", "R-89")
    def link(self, end: HexId, other: HexId) -> bool:
        """Go off the map in one hex and come back in another, if both are open; True if this
        leads to a place where no trip led before.
        """
        if not (self._comes_to(end) and self.is_open(end) and self.is_open(other)):
            return False
        if self._comes_to(other):
            return False
        self._add(other, self.path_to(end), 0)
        return True

    def is_open(self, hex_: HexId) -> bool:
        """May a train come into a hex?"""
        return not int(self._ground.bits[self._going.grid.index[hex_]]) & _NO_ZONES.shut

    def _comes_to(self, hex_: HexId) -> bool:
        """Does a train come to a hex, to end there or not?"""
        return any(_passes(leg, hex_) for leg, _ in self._legs)

    @property
    def hexes(self) -> list[HexId]:
        """The hexes where a trip may end, in board order."""
        found = {h for leg, _ in self._legs for h in leg.hexes}
        return sorted(found, key=self._going.grid.index.__getitem__)

    def __contains__(self, hex_: object) -> bool:
        return any(hex_ in leg for leg, _ in self._legs)

    def path_to(self, hex_: HexId) -> tuple[HexId, ...]:
        """The way to a hex, from the start, both included."""
        for leg, before in self._legs:
            if _passes(leg, hex_):
                return (*before, *leg.path_to(hex_))
        raise KeyError(f"no train goes to {hex_}")

    def why_not(self, hex_: HexId) -> Refusal | None:
        """What keeps the train out of a hex."""
        if hex_ in self:
            return None
        obstacle = self._legs[0][0].why_not(hex_)
        assert obstacle is not None
        rule_id, text = _REASONS[obstacle.reason]
        return deny(rule_id, text, hex=obstacle.hex)


def _passes(leg: Reach, hex_: HexId) -> bool:
    """Does a leg lead through a hex, or begin there?"""
    try:
        return leg.cost_of(hex_) >= 0
    except KeyError:
        return False


_REASONS = {
    "enemy": ("4.1-5", "an enemy unit holds {hex}"),
    "zone": ("4.6-4", "{hex} is in an enemy zone"),
    "closed": ("4.6-3", "the line is not open to you in {hex}"),
    "barred": ("R-102", "the flood closes the line to {hex}"),
    "terrain": ("4.6-3", "no railway leads to {hex}"),
    "end": ("5.4-1", "there is no room in {hex}"),
}


@rule("4.6-3", "4.6-4", "4.6-6", "6.5-1", "R-11", "R-89", "R-102")
def trips_of(pos: Pos, side: Side, unit: UnitId) -> Trips:
    """Where a unit can go by rail: along friendly hexes, for the Soviets repaired ones, out of
    enemy zones; Soviets also by the link beyond the east edge.
    """
    start = pos.unit(unit).at
    ground = rail_ground(pos, side).passage(full(pos, side, (unit,)))
    trips = Trips(pos.game.track, start, ground, flood_bars(pos))
    if side == SOVIET:
        links = pos.game.scene(pos).railways.links
        while any(trips.link(end, other) for end, others in links.items() for other in others):
            continue
    return trips


def rail_ground(pos: Pos, side: Side) -> Ground:
    """The map as trains of a side see it."""
    control = np.frombuffer(pos.state.control.encode(), np.uint8)
    ground = survey(pos.columns, side, closed=pos.game.theatre(pos).closed)
    ground = ground.closed(control != ord(pos.game.letter_of(side)))
    if side == SOVIET:
        ground = ground.closed(~pos.board.hex_mask(pos.state.repaired))
    drowned = flooded(pos)
    return ground.closed(drowned) if drowned else ground


@rule("4.6-3", "R-11", "R-89", "R-92", "26.3-5")
def may_board(pos: Pos, side: Side, unit: UnitId, *, arrived: bool) -> Refusal | None:
    """A unit in order on a friendly rail hex; reinforcements board outside enemy zones."""
    now = pos.unit(unit)
    if now.disrupted:
        return deny("R-92", "{unit} is disrupted", unit=unit)
    if not pos.board.on_network("rail", now.at) or pos.holder(now.at) != side:
        return deny("4.6-3", "{hex} is no rail hex of yours", hex=now.at)
    if side == SOVIET and now.at not in pos.state.repaired:
        return deny("4.6-3", "the railway in {hex} is not repaired", hex=now.at)
    if arrived and in_enemy_zone(pos, side, now.at):
        return deny("R-97", "{hex} is in an enemy zone", hex=now.at)
    return None
