"""Lights that several games lay over the map: arrows of an attack, supply lines and their area."""

from __future__ import annotations

import numpy as np

from grognard.faces import Arrow, Camp, HexFill, HexLine
from grognard.hexes import Grid, HexId
from grognard.mechanics.trace import Trace
from grognard.view import View


def attack_arrows(grid: Grid, view: View, camp: Camp, label: str) -> tuple[Arrow, ...]:
    """Arrows from the units that the open question is about to its hexes next to them; the first
    one bears the value of the row with this label.
    """
    panel = view.question.panel if view.question else None
    if panel is None:
        return ()
    value = next((row.value for row in panel.rows if row.label == label), "")
    places = {counter.id: counter.at for counter in view.counters}
    starts = dict.fromkeys(places[unit] for unit in panel.units if places.get(unit) in grid)
    pairs = [(s, end) for end in panel.hexes for s in starts if grid.adjacent(s, end)]
    return tuple(Arrow(*pair, camp, "" if nth else value) for nth, pair in enumerate(pairs))


def supply_line(lines: Trace, here: HexId) -> HexLine:
    """The line from a hex to its source; a mark where there is none."""
    if here not in lines:
        return HexLine("broken", (here,), "no line")
    way = tuple(link.hex for link in lines.line(here))
    return HexLine("supply", way, way[-1])


def supplied_area(lines: Trace, grid: Grid) -> HexFill:
    """All hexes to which lines come."""
    return HexFill("supplied", tuple(grid.hexes[i] for i in np.flatnonzero(lines.reached())))
