"""Where the units of an enemy are looked for: set-up lists and the schedule are no secret (H16), so
everybody is thought to be near where he began or came in, the less surely the later it is; and
near the own front stands somebody who can fight, not a headquarters or guns alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grognard.board import Mask
from grognard.hexes import HexId
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

Steps = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

#: How many hexes more a guess may miss by with every turn, and at most.
STRAYING, ASTRAY = 1.5, 12.0
#: Stacks so near to the enemy have somebody who fights; how unlikely it is that they have not.
FRONT, ALONE = 2, 40.0


class Traces(NamedTuple):
    """What is known of the time and place: the scenario, the turn, and where the side stands that
    looks. It is `doubtful` when a guess has proved wrong: then everybody may be anywhere.
    """

    scenario: str
    turn: int
    lookouts: Collection[HexId]
    doubtful: bool = False


def misfits(
    game: Korsun44, traces: Traces, units: Sequence[UnitId], hexes: Sequence[HexId], rng: Random
) -> Steps:
    """How badly each unit fits each hex: how far it is from home, and by chance."""
    index = game.board.grid.index
    chance = np.random.default_rng(rng.getrandbits(64)).random((len(units), len(hexes)))
    if traces.doubtful or not units or not hexes:
        return chance
    columns = [index[hex_] for hex_ in hexes]
    rows = [game.index[unit] for unit in units]
    found = homes(game, traces.scenario)[np.ix_(rows, columns)]
    found = found + chance * (0.5 + min(ASTRAY, STRAYING * (traces.turn - 1)))
    staff = np.array([not game.printed[unit].is_regular for unit in units])
    found[np.ix_(staff, is_front(game, traces, hexes))] += ALONE
    return np.asarray(found)


def is_front(game: Korsun44, traces: Traces, hexes: Sequence[HexId]) -> Mask:
    """Which hexes are near those who look?"""
    places = _places(game)
    spots = [place for hex_, place in places.items() if hex_ in traces.lookouts]
    if not spots or not hexes or traces.doubtful:
        return np.zeros(len(hexes), np.bool_)
    there = np.array([places[hex_] for hex_ in hexes])
    return np.asarray(_apart(there, np.array(spots)).min(axis=1) <= FRONT)


@cache
def homes(game: Korsun44, scenario: str) -> Steps:
    """How far every unit's home is from every hex, in the order of all units and hexes. Without a
    home on this board all hexes are alike.
    """
    places = _places(game)
    everywhere = np.array(list(places.values()))
    table = np.zeros((len(game.index), len(places)))
    for unit, row in game.index.items():
        spots = [places[hex_] for hex_ in _home(game, scenario, unit) if hex_ in places]
        if spots:
            table[row] = _apart(everywhere, np.array(spots)).min(axis=1)
    return table


def _home(game: Korsun44, scenario: str, unit: UnitId) -> Iterable[HexId]:
    """The hexes of a unit in the set-up list, or those by which it comes."""
    scene = game.scenes[scenario]
    if unit in scene.slot_of:
        return scene.slot_of[unit].hexes
    if unit in scene.arrival_of:
        at = scene.arrival_of[unit].at
        return game.theatre.zone(at) or (at,)
    return ()


@cache
def _places(game: Korsun44) -> dict[HexId, tuple[int, int]]:
    """Every hex of the board, in its order, with its coordinates."""
    grid = game.board.grid
    return {hex_: grid.axial(hex_) for hex_ in grid.hexes}


def _apart(here: Steps, there: Steps) -> Steps:
    """The distances between hexes by their coordinates."""
    q, r = (here[:, None, i] - there[None, :, i] for i in (0, 1))
    return np.asarray(np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)))
