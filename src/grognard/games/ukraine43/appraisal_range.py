"""Where the troops of a side could go in a Movement Phase of their own, for computer players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grognard.appraise import Troop, Where
from grognard.decisions import Side
from grognard.games.ukraine43.stacking import full
from grognard.games.ukraine43.state import Pos
from grognard.games.ukraine43.ways import dry_ground
from grognard.mechanics.reach import ranges


def ranges_of(pos: Pos, side: Side, troops: Sequence[Troop]) -> Where:
    """A row for each of these troops of a side; empty for one that cannot attack or move."""
    found: Where = np.zeros((len(troops), len(pos.board.grid)), np.bool_)
    printed, alike = pos.game.printed, dict[tuple[str, str], list[int]]()
    for row, troop in enumerate(troops):
        if troop.attack and troop.speed:
            alike.setdefault((troop.kind, printed[troop.id].role), []).append(row)
    for rows in alike.values():
        found[rows] = _ranges(pos, side, [troops[row] for row in rows])
    return found


def _ranges(pos: Pos, side: Side, troops: Sequence[Troop]) -> Where:
    """4.1 - 4.7, 5.4: the same for units that move and stack alike."""
    game, lead = pos.game, (troops[0].id,)
    ground, bars = dry_ground(pos, side)
    return ranges(
        game.goings.of(pos, side, lead, "bank"),
        [troop.hex for troop in troops],
        [troop.speed for troop in troops],
        ground.passage(full(pos, side, lead)),
        zones=game.goings.zones,
        bars=bars,
        least=True,
    )
