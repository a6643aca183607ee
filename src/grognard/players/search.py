"""A whole phase of movement, searched.

First everybody in turn goes where the position as a whole looks best. Then the plan is
changed piece by piece, one troop or one attack at a time, as long as the budget lasts: a
change is looked at on paper and carried out by the engine if it looks better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import numpy as np

from grognard.appraise import AnyPosition, Field, Troop
from grognard.decisions import DONE
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.assaults import Assaults
from grognard.players.evaluate import Staff
from grognard.players.garrisons import garrisons
from grognard.players.moves import Leg, Opened, Plan, Scan, begin, go, go_on, imagine, walk
from grognard.players.player import Clock
from grognard.players.pockets import Pockets

#: Destinations of a unit that are tried out at first, and that changes are drawn from.
FIRST, LATER = 4, 14
#: At most so many units are sent against one target by one change.
_ASSAULT = 5

#: So often somebody is sent to where the enemy could close a pocket; so many pockets are feared,
#: so many could go into each gap, and so many of them all are tried out.
_GUARDS, _FEARED, _ABLE, _TRIED = 6, 3, 2, 2

#: So often those are called back who would have to attack at a loss.
_RELIEFS = 3

Ways = dict[UnitId, HexId]


class MoveSearch:
    """Plans one phase of movement for the side that is asked."""

    def __init__(
        self, staff: Staff, root: AnyPosition, clock: Clock, luck: Random, *, fights: bool
    ) -> None:
        self.staff, self.root, self.clock, self.luck = staff, root, clock, luck
        self.fights = fights
        self._orderly = root.why_not(DONE) is None
        self.scan = Scan(staff, root, fights=fights)
        self.kept: set[UnitId] = set()
        self.options: dict[UnitId, list[HexId]] = {}
        self.reach: dict[UnitId, frozenset[HexId]] = {}

    def value(self, pos: AnyPosition) -> float:
        """The worth of a position at the end of the phase."""
        self.clock.tick()
        return self.staff.value(pos, fights=self.fights)

    def run(self) -> Plan:
        """The best plan that is found within the budget."""
        self.clock.tell("moving everybody once")
        plan = self.guarded(self.unforced(self.greedy()))
        while not self.clock.over and self.options:
            self.clock.tell("trying changes")
            plan = self.changed(plan)
        return plan

    # --- everybody once ------------------------------------------------------------------

    def greedy(self, tries: int = FIRST) -> Plan:
        """Everybody in turn, those first who are nearest to where they want to go. So many
        destinations of each are tried, or fewer, so that nobody is left without a thought.
        """
        legs, best = self._opening_legs()
        now = legs[-1].after if legs else self.root
        placed = {leg.unit for leg in legs} | self.kept
        others = [unit for unit in self.order() if unit not in placed]
        for number, unit in enumerate(others):
            if now.outcome is not None:
                continue
            share = self.clock.left // (len(others) - number)
            leg, worth = self._best_move(now, unit, best, max(1, min(tries, share)))
            if leg is not None and self._leaves_order(leg.after):
                legs.append(leg)
                now, best = leg.after, worth
        if self.clock.over:
            best = self.value(now)
        return Plan(self.root, legs, best)

    def _opening_legs(self) -> tuple[list[Leg], float]:
        """The moves of those who are sent to attack, as far as the position gains by them, and
        what it is worth then.
        """
        legs: list[Leg] = []
        now, best = self.root, self.value(self.root)
        for garrison in garrisons(self.staff, self.root):
            more = walk(self.staff, now, garrison.ways)
            self.kept |= garrison.kept - garrison.ways.keys()
            if more and self._leaves_order(more[-1].after):
                worth = self.value(more[-1].after)
                if worth > best:
                    legs += more
                    now, best = more[-1].after, worth
                    self.kept |= garrison.kept
        for ways in self._errands():
            more = walk(self.staff, now, ways)
            if not more or not self._leaves_order(more[-1].after):
                continue
            worth = self.value(more[-1].after)
            if worth > best:
                legs += more
                now, best = more[-1].after, worth
            if now.outcome is not None:
                break
        return legs, best

    def _errands(self) -> list[Mapping[UnitId, HexId]]:
        """Who goes where together: to close pockets, and to attack."""
        appraisal, side = self.staff.appraisal, self.staff.side
        found: list[Mapping[UnitId, HexId]] = []
        web = appraisal.web(self.root, self.staff.enemy)
        if web is not None:
            movers = {one.arg for one in self.root.actions() if one.verb == "select"} - self.kept
            pockets = Pockets(appraisal, self.root, side, web, movers)
            found = [one.ways for one in pockets.plan()]
        if self.fights:
            found += [one.ways for one in Assaults(self.staff, self.root, self.kept).plan()]
        return found

    def _leaves_order(self, after: AnyPosition) -> bool:
        """Could the phase end there, if it could at its beginning? Whoever lets others stack
        where he is must not leave them.
        """
        if not self._orderly or after.outcome is not None:
            return True
        return after.why_not(DONE) is None

    def order(self) -> list[UnitId]:
        """Who moves, in the order of moving: arrivals, then those who lead make room for
        those who follow.
        """
        units = [one.arg for one in self.root.actions() if one.verb == "select"]
        troops = {t.id: t for t in self.staff.appraisal.troops(self.root, self.staff.side)}

        def lead(unit: UnitId) -> tuple[float, UnitId]:
            troop = troops.get(unit)
            if troop is None:
                return (-1e9, unit)
            field = self.scan.look(troop)
            return (-float(field[self.staff.index[troop.hex]]) / max(1, troop.steps), unit)

        return sorted(units, key=lead)

    def _best_move(
        self, now: AnyPosition, unit: UnitId, best: float, tries: int
    ) -> tuple[Leg | None, float]:
        opened = begin(self.staff, now, unit)
        if opened is None:
            return None, best
        here = opened[0].unit(unit).at
        arrived = here != now.unit(unit).at or here not in self.staff.index
        hexes = self._ranked(opened[0], unit)
        self.options[unit] = hexes[:LATER]
        self.reach[unit] = frozenset(hexes)
        if self.clock.over:
            return self._at_sight(now, opened, unit, hexes), best
        found: tuple[Leg | None, float] = (None, float("-inf") if arrived else best)
        stays = arrived or bool(self.staff.appraisal.endings(opened[0]))
        for hex_ in [here] * stays + hexes[:tries]:
            leg = go_on(self.staff, opened, unit, hex_)
            if leg is None:
                continue
            worth = self.value(leg.after)
            if worth > found[1] or (hex_ == here and worth == found[1]):
                found = (leg, worth)
        return found

    def _at_sight(
        self, now: AnyPosition, opened: Opened, unit: UnitId, hexes: Sequence[HexId]
    ) -> Leg | None:
        """The move that looks best, when there is no time to try it out."""
        troops = {t.id: t for t in self.staff.appraisal.troops(now, self.staff.side)}
        here = opened[0].unit(unit).at
        if unit not in troops:
            return go_on(self.staff, opened, unit, hexes[0] if hexes else here)
        field, index = self._look(now, troops[unit]), self.staff.index
        post = self.staff.appraisal.post(now, self.staff.side, here)
        if not hexes or field[index[hexes[0]]] <= field[index[here]] + post:
            return go_on(self.staff, opened, unit, here)
        return go_on(self.staff, opened, unit, hexes[0])

    def _ranked(self, opened: AnyPosition, unit: UnitId) -> list[HexId]:
        """Where a unit can go, the best by the look of it first."""
        troops = {t.id: t for t in self.staff.appraisal.troops(opened, self.staff.side)}
        troop = troops.get(unit)
        moves = [one.arg for one in opened.actions() if one.verb == "move"]
        if troop is None:
            return moves
        field, index = self._look(opened, troop), self.staff.index
        prize = self.staff.appraisal.prize
        looks = {
            hex_: float(field[index[hex_]]) + prize(opened, self.staff.side, hex_) for hex_ in moves
        }
        return sorted(moves, key=lambda hex_: (-looks[hex_], hex_))

    def _look(self, now: AnyPosition, troop: Troop) -> Field:
        """The look of the map to a troop, as the others stand now."""
        return np.asarray(self.scan.look(troop) - self.staff.appraisal.leash(now, troop), float)

    # --- against bad attacks -------------------------------------------------------------

    def unforced(self, plan: Plan) -> Plan:
        """The plan without the moves of those who would have to attack at a loss after them."""
        for _ in range(_RELIEFS):
            driven = self._driven(plan)
            ways = {unit: hex_ for unit, hex_ in plan.ends.items() if unit not in driven}
            if len(ways) == len(plan.ends):
                return plan
            legs = walk(self.staff, self.root, ways)
            after = legs[-1].after if legs else self.root
            worth = self.value(after) if self._leaves_order(after) else plan.value
            if worth <= plan.value:
                return plan
            plan = Plan(self.root, legs, worth)
        return plan

    def _driven(self, plan: Plan) -> set[UnitId]:
        """Who has moved to where he must make an attack that does not pay; who comes onto the map
        comes all the same.
        """
        if not self.fights or plan.end.outcome is not None:
            return set()
        if not self.staff.appraisal.duties(plan.end, self.staff.side):
            return set()
        poor = [one for one in self.staff.ready(plan.end) if one.worth < 0]
        moved = {unit for unit in plan.ends if self.root.unit(unit).at in self.staff.index}
        return moved.intersection(unit for one in poor for unit in one.units)

    # --- against pockets -----------------------------------------------------------------

    def guarded(self, plan: Plan) -> Plan:
        """The plan with some sent into gaps in which the enemy could close pockets around us."""
        for _ in range(_GUARDS):
            better = self._with_guard(plan)
            if better is None:
                return plan
            plan = better
        return plan

    def _with_guard(self, plan: Plan) -> Plan | None:
        """The plan with one troop in a gap, if that is better: those are tried that leave least to
        fear.
        """
        appraisal, side = self.staff.appraisal, self.staff.side
        web = None if plan.end.outcome is not None else appraisal.web(plan.end, side)
        if web is None:
            return None
        feared = Pockets(appraisal, plan.end, self.staff.enemy, web).plan()[:_FEARED]
        gaps = {hex_ for pocket in feared for hex_ in pocket.ways.values()}
        tried: list[tuple[float, UnitId, HexId]] = []
        for unit, hex_ in self._guards(plan, sorted(gaps)):
            paper = imagine(plan.end, {unit: hex_})
            tried.append((appraisal.peril(paper, side) or 0.0, unit, hex_))
        for _, unit, hex_ in sorted(tried)[:_TRIED]:
            legs = self._sent(plan, unit, hex_)
            if legs and self._leaves_order(legs[-1].after):
                worth = self.value(legs[-1].after)
                if worth > plan.value:
                    return Plan(self.root, legs, worth)
        return None

    def _sent(self, plan: Plan, unit: UnitId, hex_: HexId) -> list[Leg]:
        """The legs of a plan with one troop sent elsewhere; who has not moved yet goes last."""
        if unit in plan.ends:
            return walk(self.staff, self.root, {**plan.ends, unit: hex_})
        leg = go(self.staff, plan.end, unit, hex_)
        return [*plan.legs, leg] if leg is not None else []

    def _guards(self, plan: Plan, gaps: Sequence[HexId]) -> Iterator[tuple[UnitId, HexId]]:
        """Who could go into each gap, those first who give up least by it."""
        troops = {t.id: t for t in self.staff.appraisal.troops(plan.end, self.staff.side)}
        index = self.staff.index
        for gap in gaps:
            able = [t for t in troops.values() if gap in self.reach.get(t.id, ())]
            looks = {t.id: self.scan.look(t) for t in able}
            able.sort(key=lambda t: (looks[t.id][index[t.hex]] - looks[t.id][index[gap]], t.id))
            yield from ((t.id, gap) for t in able[:_ABLE])

    # --- changes -------------------------------------------------------------------------

    def changed(self, plan: Plan) -> Plan:
        """The plan with one change if that is better, else as it was."""
        ways = self._assault(plan) if self.fights and self.luck.random() < 0.3 else None
        ways = ways or self._other_way(plan)
        if not self._looks_better(plan, ways):
            return plan
        legs = walk(self.staff, self.root, ways)
        if not legs or not self._leaves_order(legs[-1].after):
            return plan
        worth = self.value(legs[-1].after)
        return Plan(self.root, legs, worth) if worth > plan.value else plan

    def _looks_better(self, plan: Plan, ways: Ways) -> bool:
        """Is it worth the engine's while?"""
        paper = imagine(plan.end, self._moved(plan, ways))
        return self.value(paper) > plan.value

    def _moved(self, plan: Plan, after: Ways) -> Ways:
        """Who stands elsewhere, and where. Whoever has fallen on his way stands nowhere."""
        before = plan.ends
        fallen = {u for u in before if plan.end.unit(u).at not in self.staff.index}
        stay = {u: self.root.unit(u).at for u in before if u not in after}
        moved = stay | {u: h for u, h in after.items() if before.get(u) != h}
        return {u: h for u, h in moved.items() if u not in fallen}

    def _other_way(self, plan: Plan) -> Ways:
        """One unit goes elsewhere, or changes with another that is there."""
        unit = self.luck.choice(sorted(self.options))
        hexes = self.options[unit]
        ways: Ways = dict(plan.ends)
        start = self.root.unit(unit).at
        if start in self.staff.index and self.luck.random() < 0.15:
            ways.pop(unit, None)
            return ways
        if not hexes:
            return ways
        to = hexes[min(int(self.luck.expovariate(0.25)), len(hexes) - 1)]
        other = next((u for u, h in ways.items() if h == to and u != unit), None)
        old = ways.pop(unit, start)
        if other is not None:
            ways.pop(other)
            if old in self.options.get(other, ()):
                ways[other] = old
        ways[unit] = to
        return ways

    def _assault(self, plan: Plan) -> Ways | None:
        """Several units go against one enemy."""
        enemies = self.staff.appraisal.troops(self.root, self.staff.enemy)
        able = [t for t in self.staff.appraisal.troops(self.root, self.staff.side) if t.attack > 0]
        if not enemies or not able:
            return None
        target = self.luck.choice(enemies).hex
        near = set(self.staff.appraisal.links(target))
        sent = self._send(able, near)
        if len(sent) < 1:
            return None
        taken = set(sent.values())
        kept = {u: h for u, h in plan.ends.items() if u not in sent and h not in taken}
        return sent | kept

    def _send(self, able: Sequence[Troop], near: set[HexId]) -> Ways:
        """Who can come next to a target, the strongest first, each to a hex of his own."""
        coming = [t for t in able if t.hex not in near and near & self.reach.get(t.id, frozenset())]
        coming.sort(key=lambda t: (-t.attack * self.luck.uniform(0.5, 1.0), t.id))
        held = {t.hex for t in able if t.hex in near}
        sent: Ways = {}
        for troop in coming[: self.luck.randint(1, _ASSAULT)]:
            free = sorted(near & self.reach[troop.id] - held - set(sent.values()))
            if free:
                sent[troop.id] = self.luck.choice(free)
        return sent
