"""The compiled loops that count: who is where, whose zone lies where, what is too full; and those
that put lists and marks together.

The arrays are those of `kernels`. A side's rows in a block: its zones, `layers` plain counts,
the strength of each kind of zone.
"""

from __future__ import annotations

import numpy as np

from grognard.mechanics.compiling import (
    BIT_ROWS,
    BITS,
    BLOCK,
    HEXES,
    INT,
    NEIGHBOURS,
    SHORTS,
    TABLE,
    Bits,
    Hexes,
    Int16s,
    kernel,
    part,
)


@part
def _shift(
    block: Int16s, neighbours: Hexes, extends: Bits, marks: Int16s, zone: int, layers: int,
    threshold: int, here: int, mark: int, sign: int,
) -> None:  # fmt: skip
    """Put a unit's mark on a hex (`sign` 1) or take it off (-1), and move its zone with it."""
    for layer in range(layers):
        block[zone + 1 + layer, here] += sign * marks[mark, layer]
    for kind in range(len(extends)):
        row = zone + 1 + layers + kind
        before = block[row, here]
        after = before + sign * marks[mark, layers + kind]
        block[row, here] = after
        change = int(after >= threshold) - int(before >= threshold)
        if change:
            for side in range(6):
                if extends[kind, here] >> side & 1:
                    block[zone, neighbours[here, side]] += change


@kernel(BLOCK, NEIGHBOURS, BIT_ROWS, TABLE, INT, INT, INT, INT, INT, INT)
def shift(
    block: Int16s, neighbours: Hexes, extends: Bits, marks: Int16s, zone: int, layers: int,
    threshold: int, here: int, mark: int, sign: int,
) -> None:  # fmt: skip
    """Patch a block for one unit that comes (`sign` 1) or goes (-1).

    `extends[kind, hex]` has bit n set if zones of that kind reach out of the hex across
    side n. A hex has a zone while the strength in it is at least the threshold; the zone
    row counts the hexes that project, so that taking a unit away is as exact as adding it.
    """
    _shift(block, neighbours, extends, marks, zone, layers, threshold, here, mark, sign)


@kernel(BLOCK, NEIGHBOURS, BIT_ROWS, TABLE, INT, INT, INT, INT, INT, INT, INT)
def transfer(
    block: Int16s, neighbours: Hexes, extends: Bits, marks: Int16s, zone: int, layers: int,
    threshold: int, here: int, old: int, there: int, new: int,
) -> None:  # fmt: skip
    """Patch a block for one unit that goes from one hex, where it had the mark `old`, to another,
    where it has the mark `new`.
    """
    _shift(block, neighbours, extends, marks, zone, layers, threshold, here, old, -1)
    _shift(block, neighbours, extends, marks, zone, layers, threshold, there, new, 1)


@kernel(NEIGHBOURS, BIT_ROWS, TABLE, INT, INT, INT, HEXES, HEXES, HEXES)
def rebuild(
    neighbours: Hexes, extends: Bits, marks: Int16s, sides: int, layers: int, threshold: int,
    owners: Hexes, places: Hexes, kinds: Hexes,
) -> Int16s:  # fmt: skip
    """The block of a whole position: unit i of side `owners[i]` puts the mark `kinds[i]` on
    hex `places[i]`.
    """
    height = 1 + marks.shape[1]
    block = np.zeros((sides * height, len(neighbours)), np.int16)
    for i in range(len(places)):
        zone, here, mark = owners[i] * height, places[i], kinds[i]
        _shift(block, neighbours, extends, marks, zone, layers, threshold, here, mark, 1)
    return block


@part
def _crowded(block: Int16s, rows: Int16s, most: Int16s) -> Bits:
    size = block.shape[1]
    found = np.zeros(size, np.uint8)
    for limit in range(len(rows)):
        load = np.zeros(size, np.int16)
        for row in rows[limit]:
            if row >= 0:
                load += block[row]
        top = most[limit]
        for here in range(size):
            found[here] |= load[here] > top
    return found


@kernel(TABLE, TABLE, SHORTS)
def crowded(block: Int16s, rows: Int16s, most: Int16s) -> Bits:
    """1 for each hex in which some limit is broken: the rows `rows[limit]` (-1 for none) come
    to more than `most[limit]` together.
    """
    return _crowded(block, rows, most)


@kernel(TABLE, TABLE, SHORTS)
def any_crowded(block: Int16s, rows: Int16s, most: Int16s) -> bool:
    """Is some limit broken in any hex? See `crowded`."""
    for limit in range(len(rows)):
        load = block[rows[limit, 0]]
        for row in rows[limit, 1:]:
            if row >= 0:
                load = load + block[row]
        if load.max() > most[limit]:
            return True
    return False


@kernel(TABLE, TABLE, SHORTS, BITS, INT)
def marked_crowds(block: Int16s, rows: Int16s, most: Int16s, ground: Bits, mark: int) -> Bits:
    """The ground with a mark added where some limit is broken: see `crowded`."""
    found, bit = _crowded(block, rows, most), np.uint8(mark)
    for here in range(len(found)):
        found[here] = ground[here] | found[here] * bit
    return found


# --- lists and marks --------------------------------------------------------------------


@kernel(HEXES, HEXES)
def either(these: Hexes, those: Hexes) -> Hexes:
    """The hexes of two lists, each once. All lists are in board order."""
    found = np.empty(len(these) + len(those), np.uint32)
    i = j = count = 0
    while i < len(these) or j < len(those):
        if j == len(those) or (i < len(these) and these[i] <= those[j]):
            found[count] = these[i]
            j += j < len(those) and these[i] == those[j]
            i += 1
        else:
            found[count] = those[j]
            j += 1
        count += 1
    return found[:count].copy()


@kernel(BITS, BITS, INT)
def marked(ground: Bits, where: Bits, mark: int) -> Bits:
    """The ground with a mark added where `where[hex]` is 1."""
    found, bit = np.empty(len(ground), np.uint8), np.uint8(mark)
    for here in range(len(ground)):
        found[here] = ground[here] | where[here] * bit
    return found
