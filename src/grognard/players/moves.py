"""Moves of single troops, and whole phases of them, through the engine.

What the engine has carried out once on a made-up position it will carry out again: the
actions that were taken are the orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from grognard.appraise import AnyPosition, Field, Troop
from grognard.decisions import STOP, Action, action
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach, ZoneRules
from grognard.pieces import UnitId
from grognard.players.atlas import FAR, Distances
from grognard.players.evaluate import Staff, arrives
from grognard.players.picture import PATIENCE
from grognard.players.threat import Range, expectations
from grognard.players.weigh import weigh

#: Questions that may lie between choosing a unit and moving it.
_MOST_QUESTIONS = 6


class Leg(Struct, frozen=True):
    """The move of one unit: the actions, and the position they lead to."""

    unit: UnitId
    to: HexId
    actions: tuple[Action, ...]
    after: AnyPosition


class Plan:
    """The moves of a phase in their order, from the position where it begins."""

    def __init__(self, root: AnyPosition, legs: Sequence[Leg], value: float) -> None:
        self.root, self.legs, self.value = root, tuple(legs), value

    @property
    def end(self) -> AnyPosition:
        """The position after all moves."""
        return self.legs[-1].after if self.legs else self.root

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that has to be done."""
        return tuple(one for leg in self.legs for one in leg.actions)

    @property
    def ends(self) -> Mapping[UnitId, HexId]:
        """Where everybody goes who moves."""
        return {leg.unit: leg.to for leg in self.legs}


#: A unit on the move, and the actions that have led to that.
Opened = tuple[AnyPosition, tuple[Action, ...]]


def begin(staff: Staff, pos: AnyPosition, unit: UnitId) -> Opened | None:
    """Choose a unit and answer what is asked until it can move; None if it never comes to
    that: then the position is not worth the bother.
    """
    tags, side = staff.appraisal.tags, staff.side
    first = action("select", unit)
    if pos.why_not(first) is not None:
        return None
    taken, now = [first], pos.apply(first)
    for _ in range(_MOST_QUESTIONS):
        if now.outcome is not None or now.side != side or now.top.tag in tags.movement:
            return None
        if now.top.tag in tags.moving:
            wanted = staff.appraisal.preparations(now)
            if not wanted:
                return now, tuple(taken)
            taken.append(wanted[0])
            now = now.apply(wanted[0])
            continue
        choices = weigh(staff.appraisal, now, 1)
        if not choices:
            return None
        taken.append(max(choices, key=lambda one: one.worth).action)
        now = now.apply(taken[-1])
    return None


def go(staff: Staff, pos: AnyPosition, unit: UnitId, to: HexId) -> Leg | None:
    """Move a unit to a hex and end its move; None if it cannot go there."""
    opened = begin(staff, pos, unit)
    return go_on(staff, opened, unit, to) if opened else None


def go_on(staff: Staff, opened: Opened, unit: UnitId, to: HexId) -> Leg | None:
    """The same for a unit whose move is open."""
    now, taken = opened[0], list(opened[1])
    move = action("move", to)
    if now.why_not(move) is None:
        now = now.apply(move)
        taken.append(move)
    elif now.unit(unit).at != to:
        return None
    for _ in range(_MOST_QUESTIONS):
        if now.outcome is not None or now.top.tag not in staff.appraisal.tags.moving:
            break
        ends = (*staff.appraisal.endings(now), STOP)
        end = next((one for one in ends if now.why_not(one) is None), None)
        if end is None:
            return None
        now = now.apply(end)
        taken.append(end)
    return Leg(unit, to, tuple(taken), now)


def walk(staff: Staff, root: AnyPosition, ways: Mapping[UnitId, HexId]) -> list[Leg]:
    """Everybody moves to where he is sent; whose way is not free yet tries again when the
    others have gone.
    """
    legs: list[Leg] = []
    now, waiting = root, list(ways.items())
    while waiting:
        blocked = []
        for unit, to in waiting:
            leg = go(staff, now, unit, to)
            if leg is None:
                blocked.append((unit, to))
                continue
            legs.append(leg)
            now = leg.after
            if now.outcome is not None:
                return legs
        if len(blocked) == len(waiting):
            return legs
        waiting = blocked
    return legs


def imagine(pos: AnyPosition, places: Mapping[UnitId, HexId]) -> AnyPosition:
    """The position with units put elsewhere, whether or not they can go there."""
    if pos.state.stacks:
        return _rebuilt(pos, places)
    hand = pos.game.hand(pos)
    for unit, hex_ in places.items():
        hand.put(unit, hex_)
    made: AnyPosition = hand.now
    return made


def _rebuilt(pos: AnyPosition, places: Mapping[UnitId, HexId]) -> AnyPosition:
    """The same where stacks have an order of their own, which they lose."""
    units = list(pos.state.units)
    for unit, hex_ in places.items():
        number = pos.game.index[unit]
        units[number] = replace(units[number], at=hex_)
    made: AnyPosition = pos.game.position(replace(pos.state, units=tuple(units), stacks={}))
    return made


class Scan:
    """The look of the map at the beginning of a phase: which hexes deserve a closer look."""

    def __init__(self, staff: Staff, pos: AnyPosition, *, fights: bool) -> None:
        self.staff, self.pos, self.fights = staff, pos, fights
        appraisal = staff.appraisal
        self.pressure = Range(appraisal, pos, staff.enemy).pressure()
        self.supply: Field = np.where(appraisal.supplied(pos, staff.side), 0.0, 1.0)
        self.turns_left = appraisal.ledger(pos, staff.side).turns_left
        self.contact = self._contact()
        self.burden = appraisal.burden(pos, staff.side) if fights else 0.0
        self._looks: dict[Troop, Field] = {}
        self._tables: dict[float, Field] = {}

    def _contact(self) -> Field:
        """The best price of an enemy that could be attacked from each hex."""
        field = np.zeros(len(self.staff.index))
        for troop in self.staff.appraisal.troops(self.pos, self.staff.enemy):
            for near in self.staff.appraisal.links(troop.hex):
                here = self.staff.index[near]
                field[here] = max(field[here], troop.price / max(1.0, troop.defence) * 4.0)
        return field

    @cached_property
    def _homes(self) -> Mapping[str, list[tuple[float, Field]]]:
        """Turns home from every hex for each class of movers."""
        staff = self.staff
        ground = staff.appraisal.ground(self.pos, staff.side)
        zones = ZoneRules(enter=staff.weights.zone)
        kinds = {t.kind for t in staff.appraisal.troops(self.pos, staff.side)}
        found: dict[str, list[tuple[float, Field]]] = {}
        for kind in kinds:
            going = staff.appraisal.going(kind)
            for goal in staff.homes[staff.side]:
                reach = Reach(going, goal.hex, FAR, ground, zones=zones)
                found.setdefault(kind, []).append((goal.worth, reach.costs(FAR).astype(float)))
        return found

    def look(self, troop: Troop) -> Field:
        """What each hex seems to be worth to a troop, at first sight."""
        if troop not in self._looks:
            self._looks[troop] = self._look(troop)
        return self._looks[troop]

    def _look(self, troop: Troop) -> Field:
        staff = self.staff
        field = self._pull(troop) - 3.0 * self.supply + 0.1 * staff.appraisal.cover
        temper = staff.appraisal.temper(self.pos, staff.side)
        caution = staff.weights.threat * temper.caution
        field -= caution * self._danger(troop) + self.burden
        ready = 1.0 if self.fights else staff.appraisal.foresight
        if ready:
            field += ready * temper.eagerness * troop.attack * 0.2 * self.contact
        return np.asarray(field, float)

    def _pull(self, troop: Troop) -> Field:
        staff, speed = self.staff, max(1, troop.speed)
        goal = staff.missions.get(troop.id)
        field = np.zeros(len(staff.index))
        if goal is not None:
            turns = staff.atlas.way(troop.kind, goal.hex) / speed
            field = staff.pressure[goal] * goal.worth * PATIENCE**turns - 0.2 * turns
        elif not self._homes.get(troop.kind):
            theirs = [staff.index[t.hex] for t in staff.appraisal.troops(self.pos, staff.enemy)]
            if theirs:
                near = staff.atlas.distances[theirs].min(axis=0)
                field = -staff.weights.closing * np.minimum(near, 30.0)
        chances = [
            worth * arrives(costs / speed, self.turns_left)
            for worth, costs in self._homes.get(troop.kind, ())
        ]
        if chances:
            field = field + troop.price * troop.steps * np.max(chances, axis=0)
        return np.asarray(field, float)

    def _danger(self, troop: Troop) -> Field:
        """What an attack with half of all that could come would cost in each hex."""
        odds = np.minimum(6.0, 0.5 * self.pressure / max(1.0, troop.defence))
        steps = self._losses(troop.defence)[odds.astype(int), self._pips]
        return np.asarray(np.where(odds >= 1.0, steps * troop.price, 0.0), float)

    @cached_property
    def _pips(self) -> Distances:
        """The cover of each hex in whole pips."""
        return np.asarray(np.clip(self.staff.appraisal.cover, 0, 6).astype(int))

    def _losses(self, defence: float) -> Field:
        """The steps that a defence loses on average, by whole odds and pips of cover."""
        if defence not in self._tables:
            by_cover = [expectations(self.staff.appraisal, defence, pips) for pips in range(7)]
            lost = [[one[round(ratio * defence)][1] for one in by_cover] for ratio in range(7)]
            self._tables[defence] = np.array(lost)
        return self._tables[defence]
