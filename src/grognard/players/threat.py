"""What the enemy could do in his next turn: who can come next to whom, and at what odds.

Every attacker is used once: the sum of everybody's worst case would make cowards of us.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from grognard.appraise import AnyPosition, Appraisal, Field, Troop, Where
from grognard.decisions import Side
from grognard.hexes import HexId
from grognard.players.atlas import Atlas, Distances, atlas_of

#: More strength than this against one hex is beyond any table.
_MOST = 8.0


class Blow(Struct, frozen=True):
    """An attack that may come: on which hex, with what, and what it brings the attacker;
    `prize` is the part of it that the hex itself is worth to him.
    """

    target: HexId
    strength: float
    defence: float
    gain: float
    prize: float = 0.0


class Range:
    """Where the troops of a side could go in their next move, and so whom they can attack."""

    def __init__(self, appraisal: Appraisal, pos: AnyPosition, side: Side) -> None:
        self.appraisal, self.pos, self.side = appraisal, pos, side
        self.atlas: Atlas = atlas_of(appraisal)
        everybody = appraisal.troops(pos, side)
        rows = [row for row, troop in enumerate(everybody) if troop.attack > 0]
        self.troops = [everybody[row] for row in rows]
        self.attack: Field = np.array([t.attack for t in self.troops], float)
        #: Who could be in which hex; one hex more, in which nobody is, for `atlas.links`.
        self.there: Where = np.zeros((len(rows), len(self.atlas.hexes) + 1), np.bool_)
        self.there[:, :-1] = appraisal.reaches(pos, side)[rows]
        index = self.atlas.index
        self.there[range(len(rows)), [index[t.hex] for t in self.troops]] = True

    def onto(self, hexes: Sequence[int]) -> tuple[Where, Distances]:
        """Which troops could attack each of these hexes, and from how many sides it is open."""
        links = self.atlas.links[list(hexes)]
        able = self.there[:, links]
        return np.asarray(able.any(axis=2)), np.asarray(able.any(axis=0).sum(axis=1))

    def pressure(self) -> Field:
        """The attack strength that could be brought against each hex, from any side."""
        able = self.there[:, self.atlas.links].any(axis=2)
        return np.asarray(self.attack @ able, float)

    def severed(self) -> float:
        """The points of the other side whose lines could be cut in that move, wherever the
        movers or their zones can go unfought. A line that holds keeps them from going there.
        """
        theirs = self.appraisal.troops(self.pos, other := self.pos.game.enemy(self.side))
        there = np.asarray(self.there.any(axis=0))
        closed = np.asarray(there[:-1] | there[self.atlas.links].any(axis=1))
        closed[[self.atlas.index[troop.hex] for troop in theirs]] = False
        cut = set(self.appraisal.cut_off(self.pos, other, closed))
        return sum(t.price * t.steps for t in theirs if t.id in cut and t.supplied)


class Threat:
    """The best attacks of a side in its next turn on the troops of the other."""

    def __init__(self, appraisal: Appraisal, pos: AnyPosition, attacker: Side) -> None:
        self.appraisal, self.pos, self.attacker = appraisal, pos, attacker
        self.range = Range(appraisal, pos, attacker)
        self.thrown_back = appraisal.thrown_back(pos, attacker)
        self.shelter = appraisal.shelter(pos)
        self.stacks: dict[HexId, list[Troop]] = {}
        for troop in appraisal.troops(pos, pos.game.enemy(attacker)):
            self.stacks.setdefault(troop.hex, []).append(troop)

    def blows(self) -> list[Blow]:
        """The attacks that pay, the best first, each attacker in one of them."""
        if not self.stacks or not self.range.troops:
            return []
        index, hexes = self.range.atlas.index, list(self.stacks)
        able, sides = self.range.onto([index[h] for h in hexes])
        strongest = np.argsort(-self.range.attack, kind="stable").tolist()
        troops = [self.range.troops[row] for row in strongest]
        ranked, free = able[strongest], np.ones(len(troops), np.bool_)
        found = []
        for number in self._by_promise(hexes, able):
            room = int(sides[number]) * self.appraisal.room(self.pos, self.attacker, hexes[number])
            chosen = np.flatnonzero(ranked[:, number] & free)[:room]
            blow, used = self._blow(hexes[number], [troops[rank] for rank in chosen.tolist()])
            if blow is not None:
                found.append(blow)
                free[chosen[:used]] = False
        return found

    def _by_promise(self, hexes: Sequence[HexId], able: Where) -> list[int]:
        """Targets that stand worst against all that could come, dear ones first."""
        coming = self.range.attack @ able
        worth = [
            (max(t.price for t in self.stacks[h]) + self._coveted(h))
            * min(4.0, coming[i] / max(1.0, sum(t.defence for t in self.stacks[h])))
            for i, h in enumerate(hexes)
        ]
        return [i for i in np.argsort(-np.array(worth), kind="stable") if coming[i] > 0]

    def _coveted(self, target: HexId) -> float:
        """How much the hex itself draws an attacker, beside the troops in it."""
        if not self.appraisal.covets:
            return 0.0
        return max(0.0, self.appraisal.gain(self.pos, self.attacker, target))

    def _blow(self, target: HexId, attackers: Sequence[Troop]) -> tuple[Blow | None, int]:
        """The attack that brings most with the first of these, and how many it takes."""
        stack = self.stacks[target]
        defence = sum(t.defence for t in stack)
        price = max(t.price for t in stack)
        cover = float(self.shelter[self.range.atlas.index[target]])
        prize = self.appraisal.gain(self.pos, self.attacker, target)
        ground = self.thrown_back + prize
        results = expectations(self.appraisal, defence, cover)
        best: tuple[Blow | None, int] = (None, 0)
        most, strength, cheapest = 0.0, 0.0, float("inf")
        for used, troop in enumerate(attackers, 1):
            strength += troop.attack
            cheapest = min(cheapest, troop.price)
            ours, theirs, vacated = results[round(min(strength, _MOST * max(1.0, defence)))]
            gain = theirs * price - ours * cheapest + ground * vacated - self.appraisal.tied * used
            if gain > most:
                blow = Blow(target, strength, defence, gain, max(0.0, prize) * vacated)
                most, best = gain, (blow, used)
        return best


class Expectations(dict[int, tuple[float, float, float]]):
    """What attacks of any whole strength on one defence bring: steps that attacker and defender
    lose on average, and the chance that the hex is lost. Worked out when it is first asked.
    """

    def __init__(self, appraisal: Appraisal, defence: int, cover: float) -> None:
        super().__init__()
        self._appraisal, self._defence, self._cover = appraisal, defence, cover

    def __missing__(self, attack: int) -> tuple[float, float, float]:
        results = self._appraisal.odds(attack, self._defence, self._cover)
        found = self[attack] = (
            sum(r.chance * r.attacker for r in results),
            sum(r.chance * r.defender for r in results),
            sum(r.chance for r in results if r.vacated),
        )
        return found


_EXPECTED: dict[tuple[int, int, float], Expectations] = {}


def expectations(appraisal: Appraisal, defence: float, cover: float) -> Expectations:
    """What attacks on such a defence bring. It is worked out from rounded numbers, so that it does
    not matter who asks first.
    """
    key = (id(appraisal), round(defence), round(cover, 2))
    found = _EXPECTED.get(key)
    if found is None:
        found = _EXPECTED[key] = Expectations(appraisal, key[1], key[2])
    return found
