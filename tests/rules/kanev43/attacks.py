"""Attacks of Red Parachutes for its rule tests: 0404 is under attack, on a small board.

Its neighbours are 0403, 0503, 0504, 0405, 0304 and 0303.
"""

from typing import Any

from msgspec.structs import replace
from tests.rules.kanev43.sketches import drawn

from grognard.games.kanev43.battle import Battle
from grognard.games.kanev43.odds import Odds
from grognard.games.kanev43.plan import Plan, with_defenders
from grognard.games.kanev43.state import AXIS, SOVIET, Pos, Work
from grognard.games.kanev43.turn import PlayerTurn
from grognard.hexes import HexId

TARGET = "0404"
#: Turns of the first day: no surprise at noon.
AM, NOON, NIGHT = 1, 2, 4


def combat(
    text: str, side: str = AXIS, turn: int = NOON, dug_in: str = "", *, run: bool = True
) -> Pos:
    """The Combat Phase of a side, with a finished position of the enemy somewhere. Where nothing
    can be attacked it is over at once, unless it is not run.
    """
    pos = drawn(f"board 8 x 6\nturn {turn}\n{text}\nphase combat {side}", run=False)
    if dug_in:
        enemy = SOVIET if side == AXIS else AXIS
        pos = pos.game.position(replace(pos.state, works={dug_in: Work(enemy)}))
    return pos.game.hand(pos).begin() if run else pos


def planned(pos: Pos, *units: str, target: HexId = TARGET, **fields: Any) -> Plan:
    """An attack by these units as the attacker has put it together."""
    side = pos.within(PlayerTurn).side
    return with_defenders(pos, Plan(side=side, target=target, units=units, **fields))


def declared(pos: Pos, *targets: HexId) -> Pos:
    """These hexes will be attacked."""
    for hex_ in targets or (TARGET,):
        pos = pos.apply(f"target {hex_}")
    return pos.apply("done")


def reached(pos: Pos, tag: str) -> Pos:
    """On to a step of the phase, nothing being done before it."""
    while pos.top.tag != tag:
        pos = pos.apply("done")
    return pos


def attacking(pos: Pos, *units: str, target: HexId = TARGET) -> Pos:
    """A declared attack for which these units are named."""
    pos = reached(pos, "resolving").apply(f"target {target}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    return pos


def bound(pos: Pos, dice: tuple[int, ...] = ()) -> Pos:
    """The attack is made; after these dice the game halts before the next."""
    return pos.apply("commit", dice=dice, chance="stop")


def battle(pos: Pos) -> Battle:
    """The combat that is being fought."""
    return pos.within(Battle)


def fought_at(pos: Pos) -> Odds:
    """The odds of the combat that is being fought."""
    odds = battle(pos).odds
    assert odds is not None
    return odds


def shown(pos: Pos) -> dict[str, str]:
    """What the panel shows."""
    assert pos.panel is not None
    return {row.label: row.value for row in pos.panel.rows}
