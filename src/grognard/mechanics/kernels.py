"""The compiled loops over the map: moves, zones, bonds, supply lines. Those that count are in
`counting`; nothing else in the project is compiled.

The modules above (`columns`, `zones`, `reach`, `trace`) speak of sides, units and hexes, and
nothing outside them calls a kernel. Every loop has a slow, plain twin in the tests.

What the arrays are, everywhere in this module:

- `neighbours[hex, side]`: the hex across a side, or `NOWHERE`. Sides run clockwise; seen
  from the other hex, a side has the number `(side + 3) % 6`.
- `steps[hex, side]`: what the step *out of* a hex across a side costs, or `FORBIDDEN`.
- `ground[hex]`: the bits `ENEMY`, `ZONE` ... below: a position as one side sees it.
- `barred[hex]`: bit n is set if side n may not be crossed though the terrain allows it.
- `block[row, hex]`: the counts that a position carries; `columns` tells which row is which.

Ways are compared by a *label*: one number with the more important things in its higher bits
and the hex before in its lowest sixteen. The smaller label is the better way, so that of
equally good ways the one over the hex of lower number is taken, in whatever order they were
found. Lists of hexes come out in board order.

A kernel stays in one file with its constants and parts: numba's cache does not notice a change
in another. Signatures are explicit, so that a wrong type is an error at once and not a
second compilation in mid-game. The first import after a change compiles, for some seconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from grognard.mechanics.compiling import (
    BIT_ROWS,
    BITS,
    HEX_ROWS,
    HEXES,
    INT,
    NEIGHBOURS,
    NUMBERS,
    SHORTS,
    TABLE,
    TABLES,
    Bits,
    Hexes,
    Int16s,
    Int32s,
    Labels,
    kernel,
    part,
)

#: The neighbour across the edge of the map. Hex numbers are unsigned, because numba spends
#: half of the time of a tight loop on asking whether a signed index counts from the end.
NOWHERE = 0xFFFFFFFF

#: A step that may never be taken. It is larger than any budget, and the largest of its
#: type, so that the dearest of several tables is simply their maximum.
FORBIDDEN = 32767
#: A step that costs all that the mover has, whatever that is.
EVERYTHING = 32766

# Bits of `ground`.
ENEMY = 1  # an enemy unit closes the hex
ZONE = 2  # an enemy zone lies on the hex
FRIEND = 4  # a friendly unit is there
BOND = 8  # an enemy bond closes the hex
CLOSED = 16  # closed by some other rule: off limits, flooded, on the wrong sheet
PASSAGE = 32  # may be passed but not ended in
HALT = 64  # whoever enters goes no further: entering asks, rolls or has an effect

#: Bit of `barred` for a bond in the hex itself; bits 0 to 5 are its sides.
BONDED = 64

# How a leg of a supply line takes enemy zones.
ZONES_IGNORED = 0
ZONES_BLOCK = 1
ZONES_BLOCK_PAIRS = 2

#: The hex before, in a label.
BEFORE = 0xFFFF
#: The label of a hex that was not reached by a move (cost, hex before).
UNREACHED = FORBIDDEN << 16
#: The label of a hex that no supply line reaches (leg, cost, free steps, hex before).
UNTRACED = 255 << 48


class Buckets(NamedTuple):
    """One list for each cost, since costs are small whole numbers.

    `first[cost]` is the newest entry of a list, `item` and `older` are what an entry holds
    and the entry before it. Nothing is ever taken out: who reads a list passes over what
    was found again more cheaply.
    """

    first: Int32s
    item: Hexes
    older: Int32s


@part
def _buckets(budget: int, nodes: int) -> Buckets:
    """Empty lists; a node is listed at most once for each of its six sides."""
    return Buckets(
        np.full(budget + 1, -1, np.int32),
        np.empty(6 * nodes + 1, np.uint32),
        np.empty(6 * nodes + 1, np.int32),
    )


@part
def _list(buckets: Buckets, cost: int, node: int, entry: int) -> int:
    """List a node under a cost; returns the number for the next entry."""
    buckets.item[entry] = node
    buckets.older[entry] = buckets.first[cost]
    buckets.first[cost] = entry
    return entry + 1


# --- movement ---------------------------------------------------------------------------


class Field(NamedTuple):
    """What a move runs over."""

    neighbours: Hexes
    steps: Int16s
    ground: Bits
    barred: Bits
    surcharge: Int16s


class Terms(NamedTuple):
    """On what terms a move runs: see `reach`."""

    budget: int
    enter: int
    leave: int
    shut: int
    slide: int
    stop: int


@part
def _flood(field: Field, terms: Terms, labels: Labels, start: int) -> tuple[int, int]:
    """Dijkstra from the start hex; returns the lowest and the highest hex reached.

    No step may be free of cost, or the choice among equal ways would depend on the order.
    """
    low = high = start
    opening = labels[start] >> 16
    buckets = _buckets(terms.budget, len(labels))
    entries = _list(buckets, opening, start, 0)
    for paid in range(opening, terms.budget + 1):
        entry = buckets.first[paid]
        while entry >= 0:
            here = buckets.item[entry]
            entry = buckets.older[entry]
            if labels[here] >> 16 != paid:
                continue
            base, shut = paid, terms.shut
            if field.ground[here] & ZONE:
                base, shut = paid + terms.leave, terms.shut | terms.slide
            bars = field.barred[here]
            for side in range(6):
                cost = base + field.steps[here, side]
                if cost > terms.budget or bars >> side & 1:
                    continue
                there = field.neighbours[here, side]
                mark = field.ground[there]
                if mark & shut:
                    continue
                cost += field.surcharge[there]
                if mark & ZONE:
                    cost += terms.enter
                known = labels[there]
                label = cost << 16 | here
                if label < known and cost <= terms.budget:
                    labels[there] = label
                    low, high = min(low, there), max(high, there)
                    if cost < known >> 16 and not mark & terms.stop:
                        entries = _list(buckets, cost, there, entries)
    return low, high


@part
def _lone_step(field: Field, terms: Terms, start: int, side: int, price: int, least: int) -> int:
    """What a step costs as a whole move, or `FORBIDDEN`."""
    there = field.neighbours[start, side]
    cost = price + int(field.surcharge[there])
    shut = terms.shut
    if field.ground[start] & ZONE:
        cost += terms.leave
        shut |= terms.slide
    if field.ground[there] & ZONE:
        cost += terms.enter
    if field.ground[there] & shut or field.barred[start] >> side & 1:
        return FORBIDDEN
    if price == EVERYTHING:
        return terms.budget
    if cost <= terms.budget:
        return cost
    allowed = price != FORBIDDEN or field.steps[start, side] != FORBIDDEN
    if least and allowed and field.surcharge[there] == 0:
        return terms.budget
    return FORBIDDEN


@part
def _lone_steps(
    field: Field, terms: Terms, labels: Labels, start: int, low: int, high: int, lone: Int16s,
    least: int,
) -> tuple[int, int]:  # fmt: skip
    """Add the steps that are a whole move, where the flood did not come.

    `lone[hex, side]` is the price of such a step (a great river, crossed only by those that
    begin on its bank). With `least` any step that is not forbidden may be made by spending
    everything; a surcharge, though, is always paid in full, so this does not help there.
    """
    for side in range(6):
        there = field.neighbours[start, side]
        if there != NOWHERE and labels[there] == UNREACHED:
            cost = _lone_step(field, terms, start, side, int(lone[start, side]), least)
            if cost != FORBIDDEN:
                labels[there] = cost << 16 | start
                low, high = min(low, there), max(high, there)
    return low, high


@part
def _ends(ground: Bits, labels: Labels, low: int, high: int, omitted: int) -> Hexes:
    """The hexes reached in which a move may end, in board order, all but one."""
    found = np.empty(high - low + 1, np.uint32)
    count = 0
    for here in range(low, high + 1):
        if labels[here] < UNREACHED and not ground[here] & PASSAGE and here != omitted:
            found[count] = here
            count += 1
    return found[:count].copy()


@kernel(
    NEIGHBOURS, TABLE, TABLE, BITS, BITS, SHORTS,
    INT, INT, INT, INT, INT, INT, INT, INT, INT,
)  # fmt: skip
def reach(
    neighbours: Hexes, steps: Int16s, lone: Int16s, ground: Bits, barred: Bits,
    surcharge: Int16s, start: int, arrival: int, budget: int, enter: int, leave: int, shut: int,
    slide: int, stop: int, least: int,
) -> tuple[Hexes, Labels]:  # fmt: skip
    """Where a mover can go, what it pays, and from which hex it comes.

    A hex with a bit of `shut` is not entered; out of a zone, neither is one with a bit of
    `slide`; one with a bit of `stop` is entered but not left. `enter` and `leave` are added
    for hexes in a zone, `surcharge[hex]` for the hex entered. `arrival` is the price of the
    start hex for a mover that comes from off the map, or -1 for one that stands there and
    so cannot end there. `lone` and `least`: see `_lone_steps`.

    Returns the hexes to end in, and for every hex the label `cost << 16 | hex before`.
    """
    field = Field(neighbours, steps, ground, barred, surcharge)
    terms = Terms(budget, enter, leave, shut, slide, stop)
    labels = np.full(len(ground), UNREACHED, np.int32)
    low = high = start
    if max(arrival, 0) <= budget:
        labels[start] = max(arrival, 0) << 16 | start
        if arrival < 0 or not ground[start] & HALT:
            low, high = _flood(field, terms, labels, start)
    if arrival < 0:
        low, high = _lone_steps(field, terms, labels, start, low, high, lone, least)
    return _ends(ground, labels, low, high, start if arrival < 0 else -1), labels


@kernel(
    NEIGHBOURS, TABLE, TABLE, BITS, BITS, SHORTS, HEXES, NUMBERS,
    INT, INT, INT, INT, INT, INT,
)  # fmt: skip
def ranges(
    neighbours: Hexes, steps: Int16s, lone: Int16s, ground: Bits, barred: Bits,
    surcharge: Int16s, starts: Hexes, budgets: Int32s, enter: int, leave: int, shut: int,
    slide: int, stop: int, least: int,
) -> Bits:  # fmt: skip
    """Where each of many movers of one class can go: a row for each, 1 where its move may end.
    All stand on the map and may move.
    """
    field = Field(neighbours, steps, ground, barred, surcharge)
    found = np.zeros((len(starts), len(ground)), np.uint8)
    for row in range(len(starts)):
        start, terms = starts[row], Terms(budgets[row], enter, leave, shut, slide, stop)
        labels = np.full(len(ground), UNREACHED, np.int32)
        labels[start] = start
        low, high = _flood(field, terms, labels, start)
        low, high = _lone_steps(field, terms, labels, start, low, high, lone, least)
        for here in _ends(ground, labels, low, high, start):
            found[row, here] = 1
    return found


# --- zones and bonds --------------------------------------------------------------------


@part
def _survey(
    block: Int16s, barred: Bits, closed: Bits, enemy: int, zone: int, friend: int, cancelled: int
) -> Bits:
    ground = np.empty(block.shape[1], np.uint8)
    for here in range(len(ground)):
        friendly = block[friend, here] > 0
        zoned = block[zone, here] > 0 and not (cancelled and friendly)
        units = (block[enemy, here] > 0) * ENEMY | friendly * FRIEND
        shut = (barred[here] >= BONDED) * BOND | closed[here] * CLOSED
        ground[here] = units | zoned * ZONE | shut
    return ground


@kernel(TABLE, BITS, BITS, INT, INT, INT, INT)
def survey(
    block: Int16s, barred: Bits, closed: Bits, enemy: int, zone: int, friend: int, cancelled: int
) -> Bits:
    """The ground as one side sees it, from three rows of the block, the enemy's bonds, and what
    is closed anyway (1 for each such hex).

    With `cancelled` there is no zone in a hex where a friend stands.
    """
    return _survey(block, barred, closed, enemy, zone, friend, cancelled)


@kernel(NEIGHBOURS, TABLE, INT, INT)
def near(neighbours: Hexes, block: Int16s, row: int, distance: int) -> Bits:
    """1 for each hex at most so far from a hex that the row counts something in."""
    size = len(neighbours)
    found = np.zeros(size, np.uint8)
    order = np.empty(size, np.uint32)
    count = 0
    for here in range(size):
        if block[row, here] > 0:
            found[here] = 1
            order[count] = here
            count += 1
    begin = 0
    for _ in range(distance):
        end = count
        for i in range(begin, end):
            for side in range(6):
                there = neighbours[order[i], side]
                if there != NOWHERE and not found[there]:
                    found[there] = 1
                    order[count] = there
                    count += 1
        begin = end
    return found


@kernel(NEIGHBOURS, TABLE, BIT_ROWS, INT, INT, INT)
def common_zones(
    neighbours: Hexes, block: Int16s, extends: Bits, zone: int, layers: int, threshold: int
) -> Bits:
    """Bars between neighbours that lie in the zone of one and the same hex of a side."""
    barred = np.zeros(len(neighbours), np.uint8)
    for kind in range(len(extends)):
        strength = block[zone + 1 + layers + kind]
        for here in range(len(neighbours)):
            if strength[here] < threshold:
                continue
            for side in range(6):
                after = (side + 1) % 6
                if extends[kind, here] >> side & 1 and extends[kind, here] >> after & 1:
                    barred[neighbours[here, side]] |= 1 << (side + 2) % 6
                    barred[neighbours[here, after]] |= 1 << (side + 5) % 6
    return barred


@part
def _projecting(block: Int16s, owner: int, layers: int, kinds: int, threshold: int) -> Bits:
    """1 for each hex out of which a zone of a side comes, of whatever kind."""
    found = np.zeros(block.shape[1], np.uint8)
    first = owner * (1 + layers + kinds) + 1 + layers
    for row in range(first, first + kinds):
        for here in range(len(found)):
            found[here] |= np.uint8(block[row, here] >= threshold)
    return found


@part
def _tie(ties: Hexes, count: int, left: int, right: int, corner: int) -> int:
    """Note a bond; returns how many there are now."""
    ties[count, 0], ties[count, 1], ties[count, 2] = left, right, corner
    return count + 1


@part
def _ties(
    neighbours: Hexes, block: Int16s, straight: Bits, offset: Bits, coast: Bits, owner: int,
    layers: int, kinds: int, threshold: int,
) -> Hexes:  # fmt: skip
    """See `ties`. Every pair is met from both ends, so half of the directions will do."""
    strong = _projecting(block, owner, layers, kinds, threshold)
    found, count = np.empty((12 * strong.sum(), 3), np.uint32), 0
    for here in range(len(strong)):
        if not strong[here]:
            continue
        for side in range(3):
            left = neighbours[here, side]
            if straight[here] >> side & 1 and strong[neighbours[left, side]]:
                count = _tie(found, count, left, left, side)
            if offset[here] >> side & 1 and strong[neighbours[left, side + 1]]:
                count = _tie(found, count, left, neighbours[here, side + 1], side)
        for corner in range(6 if coast[here] else 0):
            if coast[here] >> corner & 1:
                left, right = neighbours[here, corner], neighbours[here, (corner + 1) % 6]
                count = _tie(found, count, left, right, corner)
    return found[:count].copy()


@part
def _bars(ties: Hexes, own: Int16s, enemies: Int16s) -> Bits:
    """What bonds bar: a straight one the hex in its middle, unless anyone is there; others the
    hexside between two hexes, unless enemies hold both.
    """
    barred = np.zeros(len(own), np.uint8)
    for left, right, corner in ties:
        if left == right:
            barred[left] |= (own[left] == 0 and enemies[left] == 0) * BONDED
        elif enemies[left] == 0 or enemies[right] == 0:
            barred[left] |= 1 << (corner + 2) % 6
            barred[right] |= 1 << (corner + 5) % 6
    return barred


@kernel(NEIGHBOURS, TABLE, BITS, BITS, BITS, INT, INT, INT, INT)
def ties(
    neighbours: Hexes, block: Int16s, straight: Bits, offset: Bits, coast: Bits, owner: int,
    layers: int, kinds: int, threshold: int,
) -> Hexes:  # fmt: skip
    """The bonds of one of two sides, whoever may negate them. Of each the two hexes between its
    ends, and the corner from which their common side runs away: corner n of a hex lies
    between its sides n and n + 1. For a straight bond both are the hex in the middle.

    The terrain is in three arrays. `straight[hex]` bit n: a bond may run from here through
    the neighbour on side n to the hex behind it. `offset[hex]` bit n: one may run along the
    hexside that begins at corner n, to the hex at its far end. `coast[hex]` bit n: that
    far hex is sea, and serves instead of a second unit.
    """
    return _ties(neighbours, block, straight, offset, coast, owner, layers, kinds, threshold)


@kernel(NEIGHBOURS, TABLE, BITS, BITS, BITS, INT, INT, INT)
def bonds(
    neighbours: Hexes, block: Int16s, straight: Bits, offset: Bits, coast: Bits, layers: int,
    kinds: int, threshold: int,
) -> Bits:  # fmt: skip
    """What the bonds of each of two sides bar: `[side, hex]`, hexsides as bits 0 to 5, the
    hex itself as `BONDED`. The terrain is that of `ties`.
    """
    barred = np.empty((2, len(neighbours)), np.uint8)
    units = (block[1], block[2 + layers + kinds])
    for owner in range(2):
        found = _ties(neighbours, block, straight, offset, coast, owner, layers, kinds, threshold)
        barred[owner] = _bars(found, units[owner], units[1 - owner])
    return barred


@kernel(HEX_ROWS, TABLE, BITS, INT, INT, INT)
def bonded_survey(
    tied: Hexes, block: Int16s, closed: Bits, layers: int, kinds: int, viewer: int
) -> tuple[Bits, Bits]:
    """The ground as one side sees it, and what the bonds of its enemy bar, which were `tied`."""
    height, enemy = 1 + layers + kinds, 1 - viewer
    theirs, ours = enemy * height, viewer * height
    barred = _bars(tied, block[theirs + 1], block[ours + 1])
    return _survey(block, barred, closed, theirs + 1, theirs, ours + 1, 0), barred


# --- supply lines -----------------------------------------------------------------------


class Country(NamedTuple):
    """What a supply line runs over."""

    neighbours: Hexes
    steps: Int16s
    once: Bits
    ground: Bits
    barred: Bits


@part
def _shut(mark: int, zones: int) -> int:
    """The bits of the next hex that close it to a line which stands in a hex so marked."""
    shut = ENEMY | BOND | CLOSED
    if zones == ZONES_BLOCK or (zones == ZONES_BLOCK_PAIRS and mark & ZONE):
        shut |= ZONE
    return shut


@part
def _worse(labels: Labels, node: int, spent: int, label: int) -> bool:
    """Is there a way to this hex that has spent less and is as good in leg and cost?"""
    for less in range(spent):
        if less & spent == less and labels[node ^ spent ^ less] >> 32 <= label >> 32:
            return True
    return False


@part
def _settle(
    labels: Labels, order: Hexes, settled: int, buckets: Buckets, cost: int, stage: int
) -> int:
    """Take over the nodes listed under a cost; returns how many are settled now."""
    entry = buckets.first[cost]
    while entry >= 0:
        node = buckets.item[entry]
        entry = buckets.older[entry]
        if labels[node] >> 32 == stage:
            order[settled] = node
            settled += 1
    return settled


@part
def _leg(
    country: Country, labels: Labels, order: Hexes, settled: int, leg: int, budget: int,
    zones: int, things: int,
) -> int:  # fmt: skip
    """Carry the lines one leg further; returns how many nodes are settled now.

    `order[:settled]` are the nodes that lines came to so far, from which this leg starts;
    it grows as the leg settles more. Free steps settle the next node at once.
    """
    buckets = _buckets(budget, len(labels) if budget > 0 else 0)
    entries = cursor = 0
    for paid in range(budget + 1):
        stage = leg << 16 | paid
        settled = _settle(labels, order, settled, buckets, paid, stage)
        while cursor < settled:
            node = order[cursor]
            cursor += 1
            here, used = node >> things, node & ((1 << things) - 1)
            mark, bars = country.ground[here], country.barred[here]
            if mark & ZONE and zones == ZONES_BLOCK:
                continue
            shut = _shut(mark, zones)
            run = (labels[node] >> 16 & 0xFFFF) + 1 if labels[node] >> 48 == leg else 1
            for side in range(6):
                step = country.steps[here, side]
                if paid + step > budget or bars >> side & 1:
                    continue
                there = country.neighbours[here, side]
                once = country.once[here, side] if things else 0
                if country.ground[there] & shut or used & once:
                    continue
                goal, spent = there << things | used | once, used | once
                label = (stage + step << 16 | (0 if step else run)) << 16 | node
                known = labels[goal]
                if label >= known or (spent and _worse(labels, goal, spent, label)):
                    continue
                labels[goal] = label
                if label >> 16 == known >> 16:
                    continue
                if step:
                    entries = _list(buckets, paid + step, goal, entries)
                else:
                    order[settled] = goal
                    settled += 1
    return settled


@kernel(NEIGHBOURS, TABLES, BIT_ROWS, BITS, BITS, HEXES, NUMBERS, NUMBERS, INT)
def trace(
    neighbours: Hexes, steps: Int16s, once: Bits, ground: Bits, barred: Bits, sources: Hexes,
    budgets: Int32s, zones: Int32s, things: int,
) -> Labels:  # fmt: skip
    """Lines of supply from the sources to every hex, in legs: `steps[leg, hex, side]`.

    A leg begins wherever the legs before it came, and may spend its own budget. `zones`
    says how each leg takes enemy zones. `once[hex, side]` has a bit set for each thing that
    a line may do only once and does on this step; there are so many `things`, and a hex has
    a node for every set of them: `hex << things | things done`.

    Returns for every node the label: leg (1 for the first, 0 at a source), cost in that
    leg, free steps since the last that cost something, and the node before.
    """
    labels = np.full(len(ground) << things, UNTRACED, np.int64)
    order = np.empty(len(labels), np.uint32)
    settled = 0
    for source in sources:
        node = source << things
        if labels[node] == UNTRACED and not ground[source] & (ENEMY | BOND | CLOSED):
            labels[node] = node
            order[settled] = node
            settled += 1
    for leg in range(len(budgets)):
        country = Country(neighbours, steps[leg], once, ground, barred)
        settled = _leg(country, labels, order, settled, leg + 1, budgets[leg], zones[leg], things)
    return labels
