"""15.1 Starred units: who may use a star, and which stars take away others."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import Side, rule
from grognard.games.korsun44.charts import StarUse
from grognard.games.korsun44.plan import Plan, contributors
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.strength import deciding_hex
from grognard.games.korsun44.theatre import BIG_RIVER
from grognard.games.korsun44.units import Star
from grognard.games.korsun44.works import is_fortified
from grognard.pieces import UnitId

Used = tuple[UnitId, Star]
#: Stars that nothing disables come first: a star that is disabled itself disables none.
_ORDER: tuple[Star, ...] = ("blue", "white", "black", "yellow")


@rule("15.1.1", "15.1.2", "15.1.5", "15.1.6", "15.1.8", "E20", "E21")
def usable_stars(pos: Pos, plan: Plan, side: Side) -> Iterator[Used]:
    """The stars that a side may use in a combat, each counter's in the order of the table. Towed
    units have theirs in defence, and do not attack.
    """
    if not pos.state.options.complementary:
        return
    attacks = side == plan.side
    for unit in contributors(pos, plan, side):
        stars = pos.game.piece(unit).stars
        if not stars or (unit in plan.units and over_big_river(pos, plan, unit)):
            continue
        for star, number in stars.items():
            rule_ = pos.game.charts.stars[star]
            if _serves(pos, plan, side, rule_.attack if attacks else rule_.defence):
                yield from [(unit, star)] * number


def _serves(pos: Pos, plan: Plan, side: Side, use: StarUse) -> bool:
    """Is there what this star needs?"""
    if use == "unfortified":
        return not is_fortified(pos, deciding_hex(pos, plan))
    if use == "mechanised":
        enemies = contributors(pos, plan, pos.game.enemy(side))
        return any(pos.game.piece(unit).moves == "mech" for unit in enemies)
    return use == "any"


@rule("15.1.8")
def over_big_river(pos: Pos, plan: Plan, unit: UnitId) -> bool:
    """Does a unit attack across a big river?"""
    here = pos.unit(unit).at
    return any(pos.board.crosses(BIG_RIVER, here, hex_) for hex_ in plan.targets)


@rule("15.1.2", "E20")
def active_stars(pos: Pos, plan: Plan, side: Side) -> list[Used]:
    """The stars of a side that count: those that it uses and that no star of the enemy takes
    away. One is enough to take away all of a colour.
    """
    if not plan.declared(side).stars:
        return []
    sides = (side, pos.game.enemy(side))
    active: dict[Side, list[Used]] = {one: [] for one in sides}
    for star in _ORDER:
        disabled_by = pos.game.charts.stars[star].disabled_by
        for one, other in (sides, sides[::-1]):
            if not any(enemy in disabled_by for _, enemy in active[other]):
                active[one] += [used for used in plan.declared(one).stars if used[1] == star]
    return active[side]
