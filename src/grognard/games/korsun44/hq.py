"""9.1.6, 9.1.7, 9.2 Headquarters in combat: their range, and the price of losing one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from grognard.decisions import Side, rule
from grognard.games.korsun44.moments import combats_to_come
from grognard.games.korsun44.state import Deal, Pos, Reward
from grognard.games.korsun44.turn import clock
from grognard.hexes import Grid, HexId
from grognard.pieces import UnitId
from grognard.words import counted

# --- 9.1.6  the loss of an HQ ----------------------------------------------------------------


@rule("9.1.6", "9.1.6-ex", "E25")
def reward(hand: Deal, unit: UnitId, here: HexId) -> None:
    """An HQ has been eliminated in a hex: for two Combat Phases the enemy has modifiers."""
    charts, side = hand.game.charts, hand.game.enemy(hand.game.owners[unit])
    number = charts.modifiers["hq_lost"].number
    last = combats_to_come(hand.now, charts.limits["hq_lost_phases"].number)
    won = Reward(side, here, number, last)
    hand.change(rewards=(*hand.now.state.rewards, won))
    hand.tell("hq lost", "For {unit} the {who}s have {number} {scope}.", rule="9.1.6", side=side,
              units=(unit,), hexes=(here,), unit=unit, who=hand.game.side_title(side),
              number=counted(number, "modifier"), scope=scope_of(hand.now, won))  # fmt: skip


@rule("9.1.6", "9.1.7", "E25")
def scope_of(pos: Pos, one: Reward) -> str:
    """Where and how long modifiers for an HQ serve, in words."""
    turn, second = divmod(one.last - 1, 2)
    first = pos.game.scene(pos).first
    whose = pos.game.side_title(pos.game.enemy(first) if second else first)
    reach, place = pos.game.charts.limits["hq_lost_range"].number, pos.board.called(one.at)
    return f"within {reach} hexes of {place} up to the {whose} Combat Phase of turn {turn + 1}"


@rule("9.1.6", "9.1.6-ex", "9.1.7", "E25")
def rewards_near(pos: Pos, side: Side, hex_: HexId) -> Iterator[Reward]:
    """The rewards of a side that serve now where this hex is defended, those first that end first.
    One for an HQ that fell in this Combat Phase does not serve before the next.
    """
    limits, distance = pos.game.charts.limits, pos.board.grid.distance
    reach, before = limits["hq_lost_range"].number, clock(pos) + limits["hq_lost_phases"].number
    for one in sorted(pos.state.rewards, key=lambda one: one.last):
        if one.side == side and one.last < before and distance(one.at, hex_) <= reach:
            yield one


def modifiers_left(pos: Pos, side: Side, hex_: HexId) -> int:
    """The modifiers that a side may use there."""
    return sum(one.left for one in rewards_near(pos, side, hex_))


@rule("9.1.6")
def use_rewards(hand: Deal, side: Side, hex_: HexId, number: int) -> None:
    """So many modifiers have been used in a combat. Two HQs that fell together gave equal ones."""
    near = list(rewards_near(hand.now, side, hex_))
    kept = [one for one in hand.now.state.rewards if one not in near]
    for one in near:
        used = min(number, one.left)
        number -= used
        kept.append(replace(one, left=one.left - used))
    hand.change(rewards=tuple(one for one in kept if one.left))


@rule("9.1.6", "9.1.6-ex", "E25")
def end_rewards(hand: Deal) -> None:
    """A Combat Phase is over: what could be used in it for the last time is gone."""
    over, rewards = clock(hand.now), hand.now.state.rewards
    kept = tuple(one for one in rewards if one.last > over)
    if kept != rewards:
        hand.change(rewards=kept)


# --- 9.2  range ------------------------------------------------------------------------------


@rule("9.2.1", "9.2.2", "9.2.3", "C7")
def commands(pos: Pos, side: Side, units: Iterable[UnitId]) -> bool:
    """Is each of these units in the range of an HQ of its side? Hexes are counted, whatever lies
    between.
    """
    return all(is_commanded(pos, side, pos.unit(unit).at) for unit in units)


def is_commanded(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a hex lie in the range of an HQ of a side?"""
    return any(hex_ in area for area in pos.keep_of(_areas, side))


def _areas(pos: Pos, side: Side) -> list[frozenset[HexId]]:
    reach = pos.game.charts.nations["german" if side == "german" else "soviet"].hq_range
    posts = [pos.unit(hq).at for hq in pos.game.headquarters[side]]
    grid = pos.board.grid
    return [_around(grid, post, reach) for post in posts if post in grid]


@cache
def _around(grid: Grid, hex_: HexId, reach: int) -> frozenset[HexId]:
    return frozenset(grid.within(hex_, reach))
