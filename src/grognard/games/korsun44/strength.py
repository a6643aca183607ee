"""5.2.1-b Strength Points in a combat: units, guns, aircraft, and what halves them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import Part, RuleId, Side, rule, total
from grognard.games.korsun44.charts import half
from grognard.games.korsun44.disorder import is_disorganised
from grognard.games.korsun44.plan import Plan, firm, has_lone_guns
from grognard.games.korsun44.state import MissionKind, Pos
from grognard.games.korsun44.supply import is_wanting
from grognard.games.korsun44.theatre import FIXED
from grognard.games.korsun44.works import is_fortified
from grognard.hexes import HexId
from grognard.pieces import UnitId

# --- units -----------------------------------------------------------------------------------


@rule("5.2.1-b", "5.6.4", "6.3.1", "10.2.2", "10.2.3", "C3", "C4", "G14")
def attack_part(pos: Pos, unit: UnitId, *, pushed: bool) -> Part:
    """What a unit attacks with: half out of supply unless it pushes, half disorganised; both
    halve it one after the other, rounded up each time.
    """
    value, cause, rule_id = pos.game.values(pos, unit).attack, "", "5.2.1-b"
    if is_wanting(pos, unit) and not pushed:
        value, cause, rule_id = half(value), " out of supply", "10.2.2"
    return _disordered(pos, unit, value, cause, rule_id)


@rule("5.2.1-b", "5.6.4", "6.3.1", "10.2.2")
def defence_part(pos: Pos, unit: UnitId) -> Part:
    """What a unit defends with: all it has unless it is disorganised."""
    return _disordered(pos, unit, pos.game.values(pos, unit).defence, "", "5.2.1-b")


def _disordered(pos: Pos, unit: UnitId, value: int, cause: str, rule_id: RuleId) -> Part:
    if is_disorganised(pos, unit):
        return Part(half(value), f"{unit}{cause} disorganised", "5.6.4")
    return Part(value, f"{unit}{cause}", rule_id)


# --- the attack ------------------------------------------------------------------------------


def unit_parts(pos: Pos, plan: Plan) -> dict[UnitId, Part]:
    """What each unit attacks with that attacks directly."""
    return {unit: attack_part(pos, unit, pushed=unit in plan.pushed) for unit in plan.units}


@rule("5.2.1-b", "6.3.1", "6.6.2", "7.3.2", "8.2.2")
def attack_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """Units, guns and aircraft. What comes across Fixed Positions is halved as a whole, guns and
    aircraft with it (C3).
    """
    units = unit_parts(pos, plan)
    guns = [attack_part(pos, gun, pushed=gun in plan.pushed) for gun in plan.guns]
    support = [*guns, *air_parts(pos, plan.side, "offensive", plan.targets)]
    found = [*units.values(), *support]
    front = [units[unit] for unit in across_fixed(pos, plan)]
    if front:
        there = total([*front, *support])
        found.append(Part(half(there) - there, "across Fixed Positions", "7.3.2"))
    return tuple(found)


@rule("7.3.1", "7.3.4")
def across_fixed(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The units that attack across the side that Fixed Positions face. An area without marked
    hexsides faces all ways.
    """
    target = deciding_hex(pos, plan)
    if target not in pos.game.theatre.fixed:
        return ()
    faced = [h for h in pos.board.grid.neighbours(target) if pos.board.crosses(FIXED, h, target)]
    return tuple(u for u in plan.units if not faced or pos.unit(u).at in faced)


@rule("8.2.2", "8.2.4", "C3", "F12")
def air_parts(
    pos: Pos, side: Side, kind: MissionKind, hexes: tuple[HexId, ...]
) -> Iterator[Part]:  # fmt: skip
    """Aircraft of a side over these hexes: in attack all their SPs, in defence half of them."""
    missions = [m for m in pos.state.missions if (m.side, m.kind) == (side, kind)]
    points = sum(m.strength for m in missions if m.at in hexes)
    if points and kind == "defensive":
        yield Part(half(points), "half of the aircraft", "8.2.4")
    elif points:
        yield Part(points, "aircraft", "8.2.2")


# --- the defence -----------------------------------------------------------------------------


@rule("5.2.1-b", "6.6.1", "6.6.3", "E22", "E23")
def hex_parts(pos: Pos, plan: Plan, hex_: HexId) -> tuple[Part, ...]:
    """What a hex is defended with by those who stand in it."""
    found = [defence_part(pos, unit) for unit in firm(pos, plan, hex_)]
    if has_lone_guns(pos, plan, hex_):
        found.append(Part(pos.game.charts.limits["lone_guns"].number, "guns alone", "6.6.3"))
    return tuple(found)


@rule("5.2.1-b")
def defence_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """All attacked hexes together, and what supports them."""
    found = [part for hex_ in plan.targets for part in hex_parts(pos, plan, hex_)]
    return (*found, *cover_parts(pos, plan))


@rule("6.3.1", "8.2.4")
def cover_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Guns that support the defence, and aircraft."""
    yield from (defence_part(pos, gun) for gun in plan.cover)
    yield from air_parts(pos, pos.game.enemy(plan.side), "defensive", plan.targets)


@rule("5.5.3", "E13")
def strongest_hexes(pos: Pos, plan: Plan) -> tuple[HexId, ...]:
    """The attacked hex with most SPs, or several that have as many."""
    points = {hex_: total(hex_parts(pos, plan, hex_)) for hex_ in plan.targets}
    most = max(points.values())
    return tuple(hex_ for hex_ in plan.targets if points[hex_] == most)


@rule("5.5.3", "E13")
def deciding_hex(pos: Pos, plan: Plan) -> HexId:
    """The hex whose ground and works count: the strongest, among equals what the defender has
    chosen and, until he has, the best for him.
    """
    if plan.ground or len(plan.targets) == 1:
        return plan.ground or plan.targets[0]
    theatre = pos.game.theatre
    return max(
        strongest_hexes(pos, plan), key=lambda h: (is_fortified(pos, h), theatre.modifiers(h))
    )
