"""How the cost of a title grows with its armies: one position, with ever more units on the map."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from grognard.appraise import AnyPosition, Appraisal
from grognard.game import Game
from grognard.lab.sim import POLICIES
from grognard.lab.thinking import WARMING, first_movement, search
from grognard.registry import load

#: Armies of both sides together.
SIZES = (50, 100, 200, 300, 450, 600)
#: Where every title keeps the pieces that a scenario does not use.
_UNUSED = "out"
#: So many actions are chosen at random and carried out.
_ACTIONS = 400


class Growth(Struct, frozen=True):
    """What an action of random play, and a position that a veteran looks at, cost with so
    many units on the map.
    """

    game: str
    scenario: str
    units: int
    action_us: float
    node_ms: float

    @property
    def node_us_per_unit(self) -> float:
        """The same for small armies and large ones if the cost grows like their number."""
        return 1000 * self.node_ms / self.units


def growth_of(slug: str, scenario: str, nodes: int) -> list[Growth]:
    """The first phase of movement with armies of each size; nothing of a title that has too
    few counters for the largest, or that veterans do not know.
    """
    game = load(slug)
    appraisal = game.appraisal
    if appraisal is None or len(game.index) < max(SIZES):
        return []
    pos = first_movement(game, appraisal, scenario)
    return [] if pos is None else [_measured(appraisal, resized(pos, n), nodes) for n in SIZES]


def resized(pos: AnyPosition, size: int) -> AnyPosition:
    """The position with so many units on the map: some drawn at random have left it, or some
    of those off the map stand somewhere behind their own lines.
    """
    game: Game[Any, Any] = pos.game
    hand, rng = game.hand(pos), Random(f"{game.slug} {size}")
    there = [unit.id for unit in pos.state.units if unit.at in pos.board.grid]
    away = [unit.id for unit in pos.state.units if unit.at not in pos.board.grid]
    if size < len(there):
        for unit in rng.sample(there, len(there) - size):
            hand.put(unit, _UNUSED)
    else:
        behind = {side: _behind(pos, side) for side in game.sides}
        for unit in rng.sample(away, size - len(there)):
            hand.put(unit, rng.choice(behind[pos.owner(unit)]))
    return hand.now


def _behind(pos: AnyPosition, side: str) -> list[str]:
    """The hexes that a side holds and nobody stands in."""
    return [hex_ for hex_ in pos.board.grid.hexes if pos.holder(hex_) == side and not pos.at(hex_)]


def _measured(appraisal: Appraisal, pos: AnyPosition, nodes: int) -> Growth:
    search(appraisal, pos, WARMING)
    seconds, looked_at = search(appraisal, pos, nodes)
    units = sum(unit.at in pos.board.grid for unit in pos.state.units)
    node_ms = 1000 * seconds / looked_at
    return Growth(pos.game.slug, pos.state.scenario, units, _action_us(pos), node_ms)


def _action_us(pos: AnyPosition) -> float:
    """One action of random play, chosen and carried out."""
    choose = POLICIES["patient"](Random(1))
    began, played = process_time(), 0
    while pos.outcome is None and played < _ACTIONS:
        pos, played = pos.apply(choose(pos)), played + 1
    return 1e6 * (process_time() - began) / max(1, played)
