"""The fewest hexes that have to be closed so that no way is left from a group to a source.

As many ways run side by side, no two through the same hex that can be closed, as hexes must be
closed (Ford and Fulkerson). Each hex is two spots, where it is come to (even) and where it is
left (odd), and a way more is found among all that those so far leave open or could give up.
"""

from __future__ import annotations

import numpy as np

from grognard.mechanics.compiling import BITS, INT, TABLE, Bits, Int16s, Int32s, kernel, part

#: What a hex is to a cut: ways run through it whatever is done, or it can be closed, or nothing
#: runs through it, or it is in the group.
PLAIN, OPEN, WALL, CORE = 0, 1, 2, 3


@part
def _runs(kinds: Bits, through: Int16s, flow: Int16s, spot: int, near: int, side: int) -> bool:
    """Could a way more go from a spot across a side? Out of a hex into the next, or back to where
    a way came from.
    """
    if spot % 2 == 1:
        return bool(kinds[near] != WALL and kinds[near] != CORE)
    return bool(flow[near, (side + 3) % 6] > 0)


@part
def _turns(kinds: Bits, through: Int16s, spot: int) -> bool:
    """Could a way more go on within a hex: out of it, or back through it?"""
    here = spot // 2
    if spot % 2 == 1:
        return bool(through[here] > 0)
    return bool(kinds[here] != OPEN or through[here] == 0)


@part
def _way(
    links: Int16s,
    kinds: Bits,
    sources: Bits,
    through: Int16s,
    flow: Int16s,
    before: Int32s,
    queue: Int32s,
) -> int:
    """The last spot of one way more, the shortest, or -1; `before` is how each spot was come to."""
    before[:] = -1
    first = last = 0
    for here in range(len(kinds)):
        if kinds[here] == CORE:
            before[2 * here + 1] = 2 * here + 1
            queue[last] = 2 * here + 1
            last += 1
    while first < last:
        spot = queue[first]
        first += 1
        here = spot // 2
        if spot % 2 == 1 and sources[here]:
            return int(spot)
        other = spot ^ 1
        if before[other] < 0 and _turns(kinds, through, spot):
            before[other] = spot
            queue[last] = other
            last += 1
        for side in range(6):
            near = links[here, side]
            ahead = 2 * near + 1 - spot % 2
            if near >= 0 and before[ahead] < 0 and _runs(kinds, through, flow, spot, near, side):
                before[ahead] = spot
                queue[last] = ahead
                last += 1
    return -1


@part
def _take(links: Int16s, through: Int16s, flow: Int16s, before: Int32s, end: int) -> None:
    """A way more is counted; where it goes back along others these give way."""
    while before[end] != end:
        spot = before[end]
        here, there = spot // 2, end // 2
        if here == there:
            through[here] += 1 if end % 2 == 1 else -1
        for side in range(6):
            if here != there and spot % 2 == 1 and links[here, side] == there:
                flow[here, side] += 1
            if here != there and spot % 2 == 0 and links[there, side] == here:
                flow[there, side] -= 1
        end = spot


@part
def _home(
    links: Int16s,
    kinds: Bits,
    sources: Bits,
    through: Int16s,
    flow: Int16s,
    seen: Int32s,
    queue: Int32s,
) -> None:
    """All spots from which a way more could come to a source: `seen` is 1 there."""
    seen[:] = -1
    first = last = 0
    for here in range(len(kinds)):
        if sources[here] and kinds[here] != WALL:
            seen[2 * here + 1] = 1
            queue[last] = 2 * here + 1
            last += 1
    while first < last:
        spot = queue[first]
        first += 1
        here = spot // 2
        other = spot ^ 1
        if seen[other] < 0 and _turns(kinds, through, other):
            seen[other] = 1
            queue[last] = other
            last += 1
        for side in range(6):
            near = links[here, side]
            behind = 2 * near + 1 - spot % 2
            if near < 0 or seen[behind] > 0 or kinds[near] == WALL:
                continue
            if _runs(kinds, through, flow, behind, here, (side + 3) % 6):
                seen[behind] = 1
                queue[last] = behind
                last += 1


@part
def _fill(links: Int16s, kinds: Bits, cut: Bits, inside: Bits, queue: Int32s) -> None:
    """All hexes that a cut parts from the sources."""
    first = last = 0
    for here in range(len(kinds)):
        if kinds[here] == CORE:
            inside[here] = 1
            queue[last] = here
            last += 1
    while first < last:
        here = queue[first]
        first += 1
        for side in range(6):
            near = links[here, side]
            if near >= 0 and kinds[near] != WALL and not cut[near] and not inside[near]:
                inside[near] = 1
                queue[last] = near
                last += 1


@kernel(TABLE, BITS, BITS, INT)
def smallest_cut(links: Int16s, kinds: Bits, sources: Bits, most: int) -> tuple[int, Bits]:
    """How many hexes have to be closed, or -1 if they are more than `most`; and, as rows of 0 and 1
    for every hex, the cut nearest to the group and all that is inside it, then the farthest.

    `links[hex, side]` is the hex across a side, or -1. Neither a source nor anything plain may be
    next to the group or in it: that could not be cut off.
    """
    count = len(kinds)
    through, flow = np.zeros(count, np.int16), np.zeros((count, 6), np.int16)
    before, queue = np.empty(2 * count, np.int32), np.empty(2 * count, np.int32)
    rows = np.zeros((4, count), np.uint8)
    size = 0
    while True:
        end = _way(links, kinds, sources, through, flow, before, queue)
        if end < 0:
            break
        if size == most:
            return -1, rows
        size += 1
        _take(links, through, flow, before, end)
    for here in range(count):
        rows[0, here] = before[2 * here] >= 0 and before[2 * here + 1] < 0
        rows[1, here] = before[2 * here + 1] >= 0
    _home(links, kinds, sources, through, flow, before, queue)
    for here in range(count):
        rows[2, here] = before[2 * here] < 0 and before[2 * here + 1] > 0
    _fill(links, kinds, rows[2], rows[3], queue)
    return size, rows
