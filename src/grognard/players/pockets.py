"""Pockets: which enemies could be cut off by moving alone, and who goes where for it.

Where nothing but troops closes a hex, a few who are sent to the right places are worth more than
any attack. The fewest hexes that part enemies from all their sources are found as a smallest cut
(Ford and Fulkerson); somebody must be able to go into each of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct

from grognard.appraise import AnyPosition, Appraisal, Troop, Web
from grognard.decisions import Side
from grognard.hexes import HexId
from grognard.mechanics.cuts import CORE, OPEN, PLAIN, WALL, smallest_cut
from grognard.pieces import UnitId
from grognard.players.atlas import atlas_of
from grognard.players.threat import Range

#: No more troops than this are sent to close one pocket.
_MOST = 8


class Pocket(Struct, frozen=True):
    """Where to go, and the points of those who are cut off then."""

    ways: Mapping[UnitId, HexId]
    worth: float


class Pockets:
    """Looks for pockets that a side could close in one move, by its `movers` if these are told."""

    def __init__(
        self,
        appraisal: Appraisal,
        pos: AnyPosition,
        side: Side,
        web: Web,
        movers: Collection[UnitId] | None = None,
    ) -> None:
        self.web, atlas = web, atlas_of(appraisal)
        index, self.hexes = atlas.index, atlas.hexes
        self.enemies: dict[int, list[Troop]] = {}
        for troop in appraisal.troops(pos, pos.game.enemy(side)):
            self.enemies.setdefault(index[troop.hex], []).append(troop)
        self.ours: dict[int, list[Troop]] = {}
        for troop in appraisal.troops(pos, side):
            self.ours.setdefault(index[troop.hex], []).append(troop)
        reach = Range(appraisal, pos, side)
        rows = zip(reach.troops, reach.there[:, :-1], strict=True)
        self.there = {
            t: frozenset(row.nonzero()[0].tolist())
            for t, row in rows
            if movers is None or t.id in movers
        }
        self.kinds = np.zeros(len(self.hexes), np.uint8)
        for reached in self.there.values():
            self.kinds[list(reached)] = OPEN
        self.kinds[list(self.enemies)] = PLAIN
        self.kinds[list(self.ours)] = WALL

    def plan(self) -> list[Pocket]:
        """The pockets that can be closed, the best first."""
        found: dict[frozenset[int], Pocket] = {}
        seen: set[int] = set()
        for hex_, troops in sorted(self.enemies.items()):
            if hex_ in seen or not any(t.supplied for t in troops):
                continue
            core = self._core(hex_)
            seen |= core
            if not self.web.sources[list(core)].any():
                for cut, inside in self._cuts(core):
                    if cut not in found and (pocket := self._closed(cut, inside)) is not None:
                        found[cut] = pocket
        return sorted(found.values(), key=lambda one: -one.worth)

    def _core(self, start: int) -> set[int]:
        """All hexes to which lines run from one that nobody of ours can come between."""
        found, edge = {start}, [start]
        while edge:
            for near in self.web.links[edge.pop()].tolist():
                if near >= 0 and near not in found and self.kinds[near] == PLAIN:
                    found.add(near)
                    edge.append(near)
        return found

    def _cuts(self, core: set[int]) -> Iterator[tuple[frozenset[int], set[int]]]:
        """The smallest cuts around a core, close to it and far from it, with all hexes inside; none
        if they are too large.
        """
        kinds = self.kinds.copy()
        kinds[list(core)] = CORE
        size, rows = smallest_cut(self.web.links, kinds, self.web.sources, _MOST)
        if size > 0:
            near, inside, far, inside_far = ({*row.nonzero()[0].tolist()} for row in rows)
            yield frozenset(near), inside
            yield frozenset(far), inside_far

    def _closed(self, cut: frozenset[int], inside: set[int]) -> Pocket | None:
        """Who closes a cut: somebody for each of its hexes, the cheapest who can."""
        around = self.web.links[list(inside)].ravel().tolist()
        wall = self.ours.keys() & around
        stay = {min(self.ours[h], key=lambda t: (t.price, t.id)).id for h in wall}
        movers = [t for t in self.there if t.id not in stay]
        movers.sort(key=lambda t: (t.price, t.attack, t.id))
        sent: dict[int, Troop] = {}
        for hex_ in sorted(cut):
            if not self._send(hex_, movers, sent, set()):
                return None
        caught = [t for h in inside for t in self.enemies.get(h, ()) if t.supplied]
        ways = {t.id: self.hexes[h] for h, t in sent.items()}
        return Pocket(ways, sum(t.price for t in caught))

    def _send(
        self, hex_: int, movers: Sequence[Troop], sent: dict[int, Troop], asked: set[UnitId]
    ) -> bool:
        """Somebody goes there; whoever is wanted elsewhere is replaced there if that can be."""
        where = {t.id: h for h, t in sent.items()}
        for troop in movers:
            if troop.id in asked or hex_ not in self.there[troop]:
                continue
            asked.add(troop.id)
            other = where.get(troop.id)
            if other is None or self._send(other, movers, sent, asked):
                sent[hex_] = troop
                return True
        return False
