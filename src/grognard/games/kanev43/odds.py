"""CBT-11 to CBT-15 Strengths and odds of a combat, each number with its parts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from msgspec import Struct

from grognard.decisions import Part, rule, total
from grognard.games.kanev43.armour import armour_of
from grognard.games.kanev43.charts import OddsRow, half
from grognard.games.kanev43.modifiers import modifiers
from grognard.games.kanev43.plan import Plan
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.strengths import attack, defence
from grognard.games.kanev43.support import attack_support_part, defence_support_part
from grognard.games.kanev43.turn import is_night
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: R-04 From the best for the defender to the worst.
_ROWS: tuple[OddsRow, ...] = ("hill", "swamp", "rough", "clear")
#: CBT-28 Who is halved by much better anti-tank guns.
_HALVED = ("tank", "recon")


class Odds(Struct, frozen=True):
    """What a combat comes to. `start` is the column of the strengths, -1 below the lowest odds;
    `column` is where the levels have moved it.
    """

    row: OddsRow
    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    start: int
    levels: tuple[Part, ...]
    column: int


@rule("CBT-13", "CBT-14", "CBT-15", "R-06", "R-07")
def odds_of(pos: Pos, plan: Plan) -> Odds:
    """Strengths into a column, then levels. Below the lowest odds there is no column."""
    charts, row = pos.game.charts, row_of(pos, plan.target)
    ours, theirs = tuple(attack_parts(pos, plan)), tuple(defence_parts(pos, plan))
    start = charts.column(row, total(ours), total(theirs))
    levels = modifiers(pos, plan)
    column = charts.modified(row, start, total(levels)) if start >= 0 else start
    return Odds(row, ours, theirs, start, levels, column)


@rule("NGT-5", "R-04", "R-05")
def row_of(pos: Pos, target: HexId) -> OddsRow:
    """The row of the combat table that is best for the defender; at night always one."""
    if is_night(pos):
        return "swamp"
    theatre = pos.game.theatre
    layers = (theatre.grounds[target], theatre.terrain(target))
    rows = {theatre.charts.terrain[layer].row for layer in layers}
    return next(row for row in _ROWS if row in rows)


# --- the attack ---------------------------------------------------------------------------------


@rule("CBT-11", "CBT-28", "RCN-1", "TEC-8", "TEC-9", "R-32", "R-49", "R-51")
def attack_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Every unit by itself: its states, much better anti-tank guns (scouts on foot are infantry),
    water; then the guns.
    """
    tanks = [unit for unit in plan.attackers if _can_be_halved(pos, unit)]
    outgunned = tanks if tanks and armour_of(pos, plan).is_outgunned else ()
    for unit in plan.attackers:
        strength, why, said = attack(pos, unit), unit, "CBT-11"
        if unit in outgunned:
            strength, why, said = half(strength), f"{unit} outgunned", "CBT-28"
        yield _over_water(pos, plan, unit, Part(strength, why, said))
    if plan.guns:
        yield attack_support_part(pos, plan)


@rule("CBT-28", "RCN-1")
def _can_be_halved(pos: Pos, unit: UnitId) -> bool:
    return pos.game.piece(unit).kind in _HALVED and not pos.unit(unit).dismounted


@rule("TEC-8", "TEC-9", "R-24", "R-51", "R-105")
def _over_water(pos: Pos, plan: Plan, unit: UnitId, part: Part) -> Part:
    """What is left of a unit's attack across a river or the Dnepr, rounded up."""
    here, theatre = pos.unit(unit).at, pos.game.theatre
    water = theatre.water_between(here, plan.target) if here != plan.target else None
    share = theatre.charts.terrain[water].across if water else Fraction(1)
    if share == 1:
        return part
    said = "TEC-9" if water == "dnepr" else "TEC-8"
    return Part(ceil(part.amount * share), f"{part.reason} across water", said)


# --- the defence --------------------------------------------------------------------------------


@rule("CBT-12", "CBT-21", "R-32")
def defence_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Every unit by itself, who failed with half; what the ground adds; then the guns."""
    strengths = {unit: defence(pos, unit) for unit in plan.defenders}
    for unit, strength in strengths.items():
        if unit in plan.failed:
            strengths[unit] = half(strength)
            yield Part(strengths[unit], f"{unit} fails", "CBT-21")
        else:
            yield Part(strength, unit, "CBT-12")
    yield from ground_parts(pos, plan.target, strengths)
    if plan.cover:
        yield defence_support_part(pos, plan)


@rule("TEC-12", "TEC-13", "TEC-14", "R-51", "R-52")
def ground_parts(pos: Pos, target: HexId, strengths: dict[UnitId, int]) -> Iterator[Part]:
    """What town, fortification or position adds: the best of them. A position does nothing for
    tanks, and its sum is rounded up once.
    """
    theatre, work = pos.game.theatre, pos.state.works.get(target)
    terrain, whole = theatre.charts.terrain, sum(strengths.values())
    if target in theatre.towns:
        yield Part(_more(whole, terrain["town"].defence), "town", "TEC-12")
    elif target in theatre.forts:
        yield Part(_more(whole, terrain["fort"].defence), "fortification", "TEC-14")
    elif work is not None and work.is_ready:
        dug_in = sum(n for u, n in strengths.items() if pos.game.piece(u).kind != "tank")
        yield Part(_more(dug_in, terrain["position"].defence), "improved position", "TEC-13")


def _more(strength: int, times: Fraction) -> int:
    return ceil(strength * times) - strength
