"""The fewest hexes to close, against every choice of hexes."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from grognard.hexes import Grid
from grognard.mechanics.cuts import CORE, OPEN, PLAIN, WALL, smallest_cut

GRID = Grid("flat", (1, 6), (1, 5))
LINKS = np.where(GRID.neighbour_table >= 0, GRID.neighbour_table, -1).astype(np.int16)


def country(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A group in the middle, a source in a corner, and all else as it comes; whatever is plain
    next to the group belongs to it.
    """
    luck = Random(seed)
    kinds = np.array([luck.choice((OPEN, OPEN, PLAIN, WALL)) for _ in range(len(GRID))], np.uint8)
    kinds[14], kinds[0] = CORE, OPEN
    while True:
        near = {n for h in np.flatnonzero(kinds == CORE).tolist() for n in LINKS[h].tolist()}
        more = [n for n in near if n >= 0 and kinds[n] == PLAIN]
        if not more:
            break
        kinds[more] = CORE
    sources = np.zeros(len(GRID), np.uint8)
    sources[0] = 1
    return kinds, sources


def inside(kinds: np.ndarray, cut: set[int]) -> set[int]:
    """All hexes that can be reached from the group without those of a cut."""
    found = set(np.flatnonzero(kinds == CORE).tolist())
    edge = list(found)
    while edge:
        for near in LINKS[edge.pop()].tolist():
            if near >= 0 and near not in found and near not in cut and kinds[near] != WALL:
                found.add(near)
                edge.append(near)
    return found


def fewest(kinds: np.ndarray, most: int) -> int:
    """The plain way: all choices of hexes, the small ones first."""
    able = np.flatnonzero(kinds == OPEN).tolist()
    for size in range(most + 1):
        if any(0 not in inside(kinds, {*cut}) for cut in combinations(able, size)):
            return size
    return -1


@pytest.mark.parametrize("seed", range(60))
def test_no_fewer_hexes_would_do(seed: int) -> None:
    """The cuts are as small as any, they cut, and the farthest has the nearest inside it."""
    kinds, sources = country(seed)
    size, rows = smallest_cut(LINKS, kinds, sources, 3)
    assert size == fewest(kinds, 3)
    if size < 0:
        return
    near, within, far, within_far = ({*np.flatnonzero(row).tolist()} for row in rows)
    assert len(near) == len(far) == size
    assert within == inside(kinds, near)
    assert within_far == inside(kinds, far)
    assert within <= within_far
    assert 0 not in within_far
    assert all(kinds[hex_] == OPEN for hex_ in near | far)


def test_nothing_is_cut_that_nobody_can_close() -> None:
    """A way that cannot be closed has no cut."""
    kinds = np.full(len(GRID), WALL, np.uint8)
    kinds[14], sources = CORE, np.zeros(len(GRID), np.uint8)
    sources[0] = 1
    assert smallest_cut(LINKS, kinds, sources, 8)[0] == 0
    assert smallest_cut(LINKS, np.where(kinds == WALL, OPEN, kinds), sources, 0)[0] == -1
