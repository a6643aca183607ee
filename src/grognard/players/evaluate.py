"""What a position is worth to a side, in victory points, as a sum of named parts.

Only positions at the end of a phase are worth comparing: half a manoeuvre looks bad.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from grognard.appraise import AnyPosition, Appraisal, Objective, Troop
from grognard.decisions import Side
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach, ZoneRules
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId
from grognard.players import campaign
from grognard.players.atlas import FAR, atlas_of
from grognard.players.packages import Known, Package, Planner
from grognard.players.picture import PATIENCE
from grognard.players.threat import Threat

#: What winning at once is worth.
VICTORY = 400.0
#: How much less an enemy is feared for with every hex that he stays away from a place, and how
#: much of it where somebody stands.
NEARER, GUARDED = 0.6, 0.3
#: The cost of a way that there is not.
NO_WAY = 2 * FAR


class Weights(Struct, frozen=True):
    """How much the parts count."""

    #: Points of a troop that is cut off, early in the game and at its end.
    cut_off: float = 0.15
    cut_off_late: float = 0.6
    #: The same of one that the enemy could cut off in his next turn.
    risk: float = 0.04
    risk_late: float = 0.3
    #: What the enemy may do to us, and what we may do to him, in the next turn.
    threat: float = 0.8
    tempo: float = 0.15
    #: Attacks that stand ready in this turn.
    attack: float = 1.0
    #: Taking and holding; coming home; closing in on the enemy, a hex.
    pull: float = 1.0
    home: float = 1.0
    closing: float = 0.2
    cover: float = 0.1
    #: Movement points that an enemy zone on the way home costs.
    zone: int = 5
    #: Which objectives are dear to a commander beyond their worth; empty: none.
    favour: str = ""

    def swayed(self, luck: Random) -> Weights:
        """The same for a commander of another temper, so that no two games begin alike."""
        names = ("cut_off", "threat", "tempo", "attack", "pull", "home", "closing")
        changes = {name: getattr(self, name) * luck.uniform(0.88, 1.12) for name in names}
        return replace(self, favour=f"{luck.random()}", **changes)

    def favoured(self, goal: Objective) -> Objective:
        """An objective as it is dear to this commander."""
        if not self.favour:
            return goal
        taste = Random(f"{self.favour}|{goal.hex}").uniform(0.8, 1.25)
        return replace(goal, worth=goal.worth * taste)


class Staff:
    """Judges positions for one side during one turn. Missions are given out at its start, so
    that they do not change with every position that is looked at.
    """

    def __init__(
        self,
        appraisal: Appraisal,
        root: AnyPosition,
        side: Side,
        weights: Weights | None = None,
    ) -> None:
        self.appraisal, self.root, self.side = appraisal, root, side
        self.enemy: Side = root.game.enemy(side)
        self.weights = weights or Weights()
        self.atlas = atlas_of(appraisal)
        self.index = self.atlas.index
        self.attacks: Known = {}
        self.looked_at = 0

    # --- what the turn is about: worked out when it is first asked, for most questions never --

    @cached_property
    def homes(self) -> Mapping[Side, Sequence[Objective]]:
        """Where each side wants to come."""
        return {side: self._objectives(side, "reach") for side in (self.side, self.enemy)}

    @cached_property
    def held(self) -> Sequence[HexId]:
        """What must not be lost."""
        return [goal.hex for goal in self._objectives(self.side, "hold")]

    def _objectives(self, side: Side, kind: str) -> list[Objective]:
        goals = self.appraisal.objectives(self.root, side)
        return [goal for goal in goals if goal.kind == kind]

    @cached_property
    def aims(self) -> Sequence[Objective]:
        """What troops are sent for, as dear as it is to this commander."""
        goals = self.appraisal.aims(self.root, self.side)
        return [self.weights.favoured(goal) for goal in goals if goal.kind != "reach"]

    @cached_property
    def missions(self) -> Mapping[UnitId, Objective]:
        """Who was sent for what."""
        troops = self.appraisal.troops(self.root, self.side)
        return campaign.missions(self.atlas, troops, self.aims)

    @cached_property
    def pressure(self) -> Mapping[Objective, float]:
        """How pressing each aim is."""
        return {goal: campaign.pressure(goal, self.root.turn) for goal in self.aims}

    # --- the sum -------------------------------------------------------------------------

    def value(self, pos: AnyPosition, *, fights: bool) -> float:
        """The worth of a position. `fights`: our attacks of this turn are still to come."""
        self.looked_at += 1
        if pos.outcome is not None:
            return self._end(pos)
        return sum(self.parts(pos, fights=fights).values())

    def _end(self, pos: AnyPosition) -> float:
        winner = pos.outcome.winner if pos.outcome else ""
        return VICTORY if winner == self.side else -VICTORY if winner else 0.0

    def parts(self, pos: AnyPosition, *, fights: bool) -> dict[str, float]:
        """The parts of the worth of a position by name."""
        ledger, weights = self.appraisal.ledger(pos, self.side), self.weights
        late = 1.0 / (1.0 + ledger.turns_left)
        early = 1.0 - late
        ours = self.appraisal.troops(pos, self.side)
        theirs = self.appraisal.troops(pos, self.enemy)
        isolation, posture = self.appraisal.isolation, self.appraisal.posture
        starving = self.appraisal.starving
        cut = isolation * (weights.cut_off + (weights.cut_off_late - weights.cut_off) * late)
        found = {
            "banked": ledger.banked,
            "count": max(late, ledger.firm) * (ledger.margin - ledger.banked) + ledger.crisis,
            "supply": early * cut * (_astray(theirs) - _astray(ours)),
            "starving": starving(pos, self.enemy) - starving(pos, self.side),
            "home": early
            * weights.home
            * (
                self._home(pos, self.side, ours, ledger.turns_left)
                - self._home(pos, self.enemy, theirs, ledger.turns_left)
            ),
            "missions": early * weights.pull * self._missions(ours, theirs),
            "posture": posture(pos, self.side) - posture(pos, self.enemy),
            "cover": weights.cover * self._cover(pos, ours, theirs),
        }
        if fights:
            found["attacks"] = weights.attack * sum(one.worth for one in self.ready(pos))
        elif ledger.turns_left:
            tempo = weights.tempo + self.appraisal.foresight
            found["tempo"] = tempo * _sum(Threat(self.appraisal, pos, self.side))
        if ledger.answered:
            threat = Threat(self.appraisal, pos, self.enemy)
            found["threat"] = -weights.threat * self._feared(threat)
            found["open"] = -weights.threat * self._exposed(pos, ours, threat)
            peril = self.appraisal.peril(pos, self.side)
            if peril is None:
                risk = isolation * (weights.risk + (weights.risk_late - weights.risk) * late)
                peril = risk * threat.range.severed()
            found["risk"] = -peril
        return found

    def ready(self, pos: AnyPosition) -> list[Package]:
        """The attacks that could be made after the moves."""
        barred = self.appraisal.barred(pos)
        known, side = self.attacks, self.side
        return Planner(self.appraisal, pos, side, barred, seasoned=True, known=known).allocation()

    def _feared(self, threat: Threat) -> float:
        """What the enemy may do to us. The bold mind their losses less; towns they mind alike."""
        caution = self.appraisal.temper(threat.pos, self.side).caution
        return sum(b.prize + caution * (b.gain - b.prize) for b in threat.blows())

    def _exposed(self, pos: AnyPosition, ours: Sequence[Troop], threat: Threat) -> float:
        """What the enemy gains by walking into places of ours that nobody guards, into each and
        into all, and a share of it the nearer he can come: a hole in the front lets him come near.
        """
        if not self.held or not threat.range.troops:
            return 0.0
        there = np.asarray(threat.range.there.any(axis=0))[:-1]
        near = self.atlas.distances[[self.index[h] for h in self.held]][:, there].min(axis=1)
        guarded = {troop.hex for troop in ours}.union(self.appraisal.guarded(pos, self.side))
        places = list(zip(self.held, near.tolist(), strict=True))
        feared = self.appraisal.walkover(
            pos, self.enemy, [p for p in places if p[0] not in guarded]
        )
        for hex_, steps in places:
            gain = self.appraisal.gain(pos, self.enemy, hex_)
            feared += gain * NEARER**steps * (GUARDED if hex_ in guarded else 1.0)
        return feared

    # --- the parts -----------------------------------------------------------------------

    def _home(
        self, pos: AnyPosition, side: Side, troops: Sequence[Troop], turns_left: int
    ) -> float:
        """How much of an army will come to where it wants to come, round the enemy's zones."""
        goals = self.homes[side]
        if not goals:
            return 0.0
        ground = self.appraisal.ground(pos, side)
        free = [goal for goal in goals if not ground.enemy(goal.hex)]
        movers: dict[str, list[Troop]] = {}
        for troop in troops:
            if troop.speed:
                movers.setdefault(troop.kind, []).append(troop)
        return sum(self._coming(alike, free, ground, turns_left) for alike in movers.values())

    def _coming(
        self, movers: Sequence[Troop], goals: Sequence[Objective], ground: Ground, turns_left: int
    ) -> float:
        """How much of those who move alike will come to one of these goals."""
        going, zones = self.appraisal.going(movers[0].kind), ZoneRules(enter=self.weights.zone)
        here = [self.index[troop.hex] for troop in movers]
        speed = np.array([troop.speed for troop in movers], float)
        best = np.zeros(len(movers))
        for goal in goals:
            costs = Reach(going, goal.hex, FAR, ground, zones=zones).costs(NO_WAY)[here]
            come = goal.worth * arrives(costs / speed, turns_left)
            best = np.maximum(best, np.where(costs < NO_WAY, come, 0.0))
        return float(best @ np.array([troop.price * troop.steps for troop in movers]))

    def _missions(self, ours: Sequence[Troop], theirs: Sequence[Troop]) -> float:
        """How near everybody is to what he was sent for, or else to the enemy."""
        total = 0.0
        idle: list[int] = []
        for troop in ours:
            goal = self.missions.get(troop.id)
            if goal is not None:
                turns = campaign.wait(self.atlas, troop, goal)
                total += self.pressure[goal] * goal.worth * PATIENCE**turns - 0.2 * turns
            elif troop.speed:
                idle.append(self.index[troop.hex])
        if idle and theirs and not self.homes[self.side]:
            places = [self.index[troop.hex] for troop in theirs]
            near = self.atlas.distances[np.ix_(idle, places)].min(axis=1)
            total -= self.weights.closing * float(np.minimum(near, 30).sum())
        return total

    def _cover(self, pos: AnyPosition, ours: Sequence[Troop], theirs: Sequence[Troop]) -> float:
        """Good ground under those who are near the enemy."""
        if not theirs or not ours:
            return 0.0
        here = [self.index[troop.hex] for troop in ours]
        there = [self.index[troop.hex] for troop in theirs]
        near = self.atlas.distances[np.ix_(here, there)].min(axis=1) <= 2
        return float(self.appraisal.shelter(pos)[here][near].sum())


def _sum(threat: Threat) -> float:
    return sum(blow.gain for blow in threat.blows())


def _astray(troops: Sequence[Troop]) -> float:
    """The points that stand without a line of supply."""
    return sum(troop.price * troop.steps for troop in troops if not troop.supplied)


def arrives(turns: Any, turns_left: int) -> Any:
    """The chance to come home from so many turns away: the less of the time that is left it
    takes the better, and sooner is better than later. Numbers or whole fields.
    """
    late = np.maximum(0.0, turns - 0.5)
    share = np.minimum(1.0, late / (turns_left + 1.0))
    return 1.0 - 0.6 * share - 0.04 * np.minimum(10.0, late)
