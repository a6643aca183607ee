"""What a scenario uses of a board: where units may be, sources, objectives, bases.

A scenario of the whole map takes its board as it is, so that a sketch may tag sources and
objectives of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.board import Board, Mask
from grognard.decisions import Side, rule
from grognard.games.ukraine43.scenario import (
    SETTLEMENTS,
    SIDES,
    Scenario43,
    Switch,
    land_of,
    printed_points,
)
from grognard.games.ukraine43.state import EXITED, HOLDING
from grognard.hexes import HexId

#: The edge over which one goes, and the rules that a scenario may do without, by box.
_EDGES: Mapping[str, tuple[str, Switch]] = {
    HOLDING: ("north", "central front"),
    EXITED: ("west", "map exit"),
}


class Theatre:
    """The board of a scenario."""

    @rule("14.2A-1", "30.2A-1", "R-106")
    def __init__(self, board: Board, scenario: Scenario43) -> None:
        self.scenario = scenario
        self.board = board
        grid = board.grid
        land = land_of(board)
        #: Where units may be; everything else is `closed` ([hex]).
        self.land = land if scenario.whole else land & scenario.area
        self.closed: Mask = ~board.hex_mask(self.land)
        #: Where air units may fly: over the sea, too.
        self.sky = self.land | ({h for h in grid if board.is_water(h)} if scenario.whole else set())
        self._open_sky = board.hex_mask(self.sky)
        self.sources: dict[Side, tuple[HexId, ...]] = {
            side: board.tagged(f"{side}_source")
            if scenario.whole
            else tuple(h for h in scenario.sources[side] if h in grid)
            for side in SIDES
        }
        points = printed_points(board) if scenario.whole else scenario.objectives
        self.objectives = {h: n for h, n in points.items() if h in grid}
        self._in_range: dict[tuple[HexId, int], dict[HexId, None]] = {}
        #: Villages, towns and cities, where air units may be based (15.3), in board order.
        #: Each with its number.
        self.bases = {
            h: grid.index[h]
            for h in grid
            if h in self.land and any(board.has(h, tag) for tag in SETTLEMENTS)
        }
        self.towns = tuple(h for h in self.bases if not board.has(h, "village"))
        #: The boxes into which Soviet units may leave each hex of the edge (27.3, 30.2C).
        exits = {h: tuple(self._exits_from(h)) for h in grid}
        self.exits = {h: boxes for h, boxes in exits.items() if boxes}
        #: Zaporozhye, or nothing where the dam is not on the board (28.1).
        self.dam = next((h for h in board.tagged("dam") if h in self.land), "")

    def _exits_from(self, hex_: HexId) -> Iterator[str]:
        for box, (edge, rules) in _EDGES.items():
            if edge in self.board.grid.edge(hex_) and rules not in self.scenario.without:
                yield box

    def in_range(self, here: HexId, distance: int) -> dict[HexId, None]:
        """The hexes of the sky at most so far from a hex, nearest first."""
        found = self._in_range.get((here, distance))
        if found is None:
            near, hexes = self.board.grid.disc(here, distance), self.board.grid.hexes
            flown = near[self._open_sky[near]].tolist()
            found = self._in_range[here, distance] = {hexes[number]: None for number in flown}
        return found
