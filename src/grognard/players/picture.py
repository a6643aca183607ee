"""A position as one side looks at it: one number a hex for each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import numpy as np
from msgspec.structs import replace

from grognard.appraise import AnyPosition, Appraisal, Field, Objective, Troop
from grognard.decisions import Side
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players import campaign
from grognard.players.atlas import Atlas, Distances, atlas_of

#: How much of an objective's worth is left with every turn that it is away.
PATIENCE = 0.75
#: A unit without a line is worth less wherever it goes, and still less at the end.
UNSUPPLIED, UNSUPPLIED_LATE = 4.0, 12.0
#: The share of an enemy's attack that is felt at each distance.
_FELT = np.array([1.0, 1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1, 0.0])
#: Friends this near share a threat.
_NEAR = 2
_NOBODY = 99.0
#: So many fields of each sort are kept.
_FIELDS = 32
#: What a place to come to is worth to one troop at a time, and how much strength goes there.
_HOME = 6.0
_COLUMN = 40.0


def _errand(goal: Objective) -> Objective:
    return replace(goal, worth=_HOME * goal.worth, need=_COLUMN)


class Picture:
    """What a side sees of a position. Answers are worked out when asked, and kept."""

    def __init__(self, appraisal: Appraisal, pos: AnyPosition, side: Side) -> None:
        self.appraisal, self.pos, self.side = appraisal, pos, side
        self.atlas: Atlas = atlas_of(appraisal)
        self.index = self.atlas.index
        self.friends = appraisal.troops(pos, side)
        self.enemies = appraisal.troops(pos, pos.game.enemy(side))
        self.temper = appraisal.temper(pos, side)
        self._standing: dict[Troop, Field] = {}

    @cached_property
    def by_id(self) -> Mapping[UnitId, Troop]:
        """Our troops by name."""
        return {troop.id: troop for troop in self.friends}

    @cached_property
    def held(self) -> Mapping[HexId, tuple[Troop, ...]]:
        """The enemy's troops by hex."""
        found: dict[HexId, tuple[Troop, ...]] = {}
        for troop in self.enemies:
            found[troop.hex] = (*found.get(troop.hex, ()), troop)
        return found

    @cached_property
    def near_enemy(self) -> Field:
        """How far the nearest enemy is."""
        return _nearest(self.atlas, tuple([t.hex for t in self.enemies]))

    @cached_property
    def threat(self) -> Field:
        """The enemy's attack strength that is felt in each hex."""
        hexes = tuple([t.hex for t in self.enemies])
        return _felt(self.atlas, hexes, tuple([t.attack for t in self.enemies]))

    @cached_property
    def shield(self) -> Field:
        """Our defence strength close by: a threat is shared with it."""
        hexes = tuple([t.hex for t in self.friends])
        return _shielded(self.atlas, hexes, tuple([t.defence for t in self.friends]))

    @cached_property
    def late(self) -> float:
        """How near the end is, up to 1."""
        turns: int = self.pos.game.scenario(self.pos.state.scenario).turns
        return 1.0 / (1.0 + max(0, turns - self.pos.turn))

    @cached_property
    def unsupplied(self) -> Field:
        """Where no line runs now."""
        return np.where(self.appraisal.supplied(self.pos, self.side), 0.0, 1.0)

    @cached_property
    def burden(self) -> Field | float:
        """What it costs to stand somewhere, by the rules of the title."""
        return self.appraisal.burden(self.pos, self.side)

    # --- missions ------------------------------------------------------------------------

    @cached_property
    def goals(self) -> Sequence[Objective]:
        """What we are after; the army is drawn to places where it wants to come a little."""
        goals = self.appraisal.objectives(self.pos, self.side)
        return [_errand(goal) if goal.kind == "reach" else goal for goal in goals]

    @cached_property
    def missions(self) -> Mapping[UnitId, Objective]:
        """Who goes for what."""
        return _given(self.atlas, tuple(self.friends), tuple(self.goals))

    def pull(self, troop: Troop) -> Field:
        """What draws a troop: its mission, or else the enemy."""
        goal = self.missions.get(troop.id)
        if goal is None:
            return np.asarray(-0.25 * np.minimum(self.near_enemy, 30.0), float)
        turns = self.atlas.way(troop.kind, goal.hex) / max(1, troop.speed)
        return np.asarray(goal.worth * PATIENCE**turns - 0.2 * turns, float)

    # --- standing somewhere --------------------------------------------------------------

    def danger(self, troop: Troop) -> Field:
        """The steps that a troop is likely to lose where it stands, as points."""
        shield = np.maximum(troop.defence, 0.5 * self.shield)
        odds = self.threat / np.maximum(1.0, shield) * (1.0 - 0.1 * self.appraisal.cover)
        exposed = np.where(self.near_enemy <= _NEAR + 1, 1.0, 0.3)
        return np.asarray(troop.price * exposed * np.clip(odds - 1.5, 0.0, 2.0), float)

    def standing(self, troop: Troop) -> Field:
        """What it is worth that a troop stands in each hex."""
        if troop not in self._standing:
            self._standing[troop] = self._stands(troop)
        return self._standing[troop]

    def _stands(self, troop: Troop) -> Field:
        fear = self.temper.caution * self.danger(troop)
        worth = self.pull(troop) - fear + 0.2 * self.appraisal.cover
        fine = UNSUPPLIED + (UNSUPPLIED_LATE - UNSUPPLIED) * self.late
        worth = worth - fine * self.unsupplied - self.burden
        worth = worth - self.appraisal.leash(self.pos, troop)
        return np.asarray(worth, float)

    def opportunity(self, troop: Troop, hex_: HexId) -> float:
        """What a troop adds to the attack on the best target next to a hex."""
        if self.near_enemy[self.index[hex_]] > 1:
            return 0.0
        targets = [near for near in self.appraisal.links(hex_) if near in self.held]
        return max((self._odds_gained(troop, target) for target in targets), default=0.0)

    def _odds_gained(self, troop: Troop, target: HexId) -> float:
        """Odds count from 1-1 to beyond 4-1, with others that already stand there."""
        around = set(self.appraisal.links(target))
        others = (t.attack for t in self.friends if t.hex in around and t.id != troop.id)
        defenders = self.held[target]
        odds = (troop.attack + sum(others)) / max(1.0, sum(t.defence for t in defenders))
        price = max(t.price for t in defenders)
        return self.temper.eagerness * price * min(max(odds - 0.5, 0.0), 4.5)


# --- fields of one army ----------------------------------------------------------------------
# They stay the same from question to question while only the other army moves.


@lru_cache(maxsize=_FIELDS)
def _nearest(atlas: Atlas, hexes: tuple[HexId, ...]) -> Field:
    """How far the nearest of these hexes is."""
    if not hexes:
        return _fixed(np.full(len(atlas.hexes), _NOBODY))
    return _fixed(np.asarray(_rows(atlas, hexes).min(axis=0), float))


@lru_cache(maxsize=_FIELDS)
def _felt(atlas: Atlas, hexes: tuple[HexId, ...], attacks: tuple[float, ...]) -> Field:
    """The attack strength of troops in these hexes that is felt in each hex."""
    if not hexes:
        return _fixed(np.zeros(len(atlas.hexes)))
    felt = _FELT[np.minimum(_rows(atlas, hexes), len(_FELT) - 1)]
    return _fixed(np.asarray(np.array(attacks) @ felt, float))


@lru_cache(maxsize=_FIELDS)
def _shielded(atlas: Atlas, hexes: tuple[HexId, ...], defences: tuple[float, ...]) -> Field:
    """The defence strength of troops in these hexes that is close to each hex."""
    if not hexes:
        return _fixed(np.zeros(len(atlas.hexes)))
    near = np.where(_rows(atlas, hexes) <= _NEAR, 1.0, 0.0)
    return _fixed(np.asarray(np.array(defences) @ near, float))


@lru_cache(maxsize=_FIELDS)
def _given(
    atlas: Atlas, troops: tuple[Troop, ...], goals: tuple[Objective, ...]
) -> Mapping[UnitId, Objective]:
    """Who of an army goes for what."""
    return campaign.missions(atlas, troops, goals)


def _rows(atlas: Atlas, hexes: tuple[HexId, ...]) -> Distances:
    """How far every hex is from each of these."""
    return np.asarray(atlas.distances[[atlas.index[hex_] for hex_ in hexes]])


def _fixed(field: Field) -> Field:
    """A field that many will look at and nobody may change."""
    field.setflags(write=False)
    return field
