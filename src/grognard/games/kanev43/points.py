"""Movement points: what units have, and what they pay. All in sixths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard.decisions import Part, rule, total
from grognard.games.kanev43.charts import CLASSES, SIXTHS, Condition, ZoneStep, half
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.theatre import Terms, swamp_cost
from grognard.games.kanev43.turn import Move, MovementPhase, PlayerTurn, is_night
from grognard.games.kanev43.units import Moves
from grognard.mechanics.reach import Going, ZoneRules
from grognard.pieces import UnitId

#: What a move does with an enemy zone.
STEPS: tuple[ZoneStep, ZoneStep] = ("enter", "leave")


@rule("RCN-1", "LDR-2")
def class_of(pos: Pos, unit: UnitId) -> Moves:
    """How a unit moves; dismounted scouts walk."""
    return "foot" if pos.unit(unit).dismounted else pos.game.piece(unit).moves


@rule("LDR-2", "RCN-1")
def printed_points(pos: Pos, unit: UnitId) -> int:
    """The allowance on the side of the counter that is up."""
    piece = pos.game.piece(unit)
    if piece.is_leader:
        return pos.game.charts.limit("leader_points")
    return (
        piece.dismounted.points
        if piece.dismounted and class_of(pos, unit) == "foot"
        else (piece.points)
    )


# --- what a unit has ----------------------------------------------------------------------------


class Moment(NamedTuple):
    """On what allowances depend besides the units themselves."""

    night: bool
    bonuses: Mapping[UnitId, int]
    blasters: frozenset[UnitId]


def moment(pos: Pos) -> Moment:
    """The same for this position."""
    phase, turn = pos.find(MovementPhase), pos.find(PlayerTurn)
    return Moment(
        is_night(pos),
        phase.bonuses if phase is not None else {},
        turn.blasters if turn is not None else frozenset(),
    )


def allowance(pos: Pos, unit: UnitId) -> int:
    """The points of a unit in this phase, in sixths. They are asked for again and again while
    nothing about the unit has changed, so each state of it is reckoned once.
    """
    now, when, known = pos.unit(unit), pos.keep(moment), pos.game.allowances
    key = (unit, now.supply, now.order, now.dismounted, when.night,
           when.bonuses.get(unit, 0), unit in when.blasters)  # fmt: skip
    found = known.get(key)
    if found is None:
        found = known[key] = total(allowance_parts(pos, unit)) * SIXTHS
    return found


@rule("SUP-9", "SUP-10", "DIS-2", "DIS-3", "NGT-2", "LDR-13", "KNB-3", "R-32", "R-72")
def allowance_parts(pos: Pos, unit: UnitId) -> tuple[Part, ...]:
    """The same with reasons: what supply and demoralisation take, half of the rest at night for
    the demoralised, then the leader's bonus; half of all that for who blew at the bridge.
    """
    parts = [Part(printed_points(pos, unit), "printed")]
    parts += _losses(pos, unit, parts[0].amount)
    now, when = pos.unit(unit), pos.keep(moment)
    if now.order == "demoralised" and when.night:
        parts.append(Part(half(total(parts)) - total(parts), "demoralised at night", "NGT-2"))
    if bonus := when.bonuses.get(unit, 0):
        parts.append(Part(bonus, "leader", "LDR-13"))
    if unit in when.blasters:
        parts.append(Part(half(total(parts)) - total(parts), "worked at the bridge", "KNB-3"))
    return tuple(parts)


@rule("R-30", "R-32")
def _losses(pos: Pos, unit: UnitId, points: int) -> list[Part]:
    """What the states of a unit take off; they add up and never go below nothing."""
    found, now, states = [], pos.unit(unit), pos.game.charts.states
    if now.supply:
        rule_id = "SUP-9" if now.supply == "out" else "SUP-10"
        found.append((states[now.supply], rule_id))
    if now.order == "demoralised":
        found.append((states["demoralised"], _demoralised_rule(pos, unit)))
    parts = []
    for state, rule_id in found:
        loss = min(-_of(pos, unit, state), points)
        points -= loss
        if loss:
            parts.append(Part(-loss, state.title.lower(), rule_id))
    return parts


def _of(pos: Pos, unit: UnitId, state: Condition) -> int:
    return state.foot if class_of(pos, unit) == "foot" else state.motor


def _demoralised_rule(pos: Pos, unit: UnitId) -> str:
    return "DIS-2" if class_of(pos, unit) == "foot" else "DIS-3"


def left(pos: Pos, unit: UnitId) -> int:
    """What a unit has not spent in this phase."""
    spent = pos.within(MovementPhase).spent.get(unit, 0)
    return max(allowance(pos, unit) - spent, 0)


def budget(pos: Pos, move: Move) -> int:
    """What units that move together have left: what the slowest has."""
    points = min([left(pos, unit) for unit in move.units])
    return max(points - move.spent, 0)


# --- what a step costs --------------------------------------------------------------------------


def terms_of(pos: Pos, unit: UnitId, *, strategic: bool) -> tuple[Moves, Terms]:
    """On what the steps of a unit depend: it is asked for again and again, and seldom changes."""
    known = pos.game.goings.terms
    key = (unit, pos.unit(unit).dismounted, strategic, pos.state.bridge_blown)
    found = known.get(key)
    if found is None:
        moves = class_of(pos, unit)
        swamp = SIXTHS if moves == "foot" else swamp_cost(printed_points(pos, unit))
        found = known[key] = moves, Terms(strategic, swamp, not pos.state.bridge_blown)
    return found


def costs_of(pos: Pos, units: Iterable[UnitId], *, strategic: bool = False) -> Going:
    """The going of units that move together: each step costs what the dearest pays."""
    kinds = frozenset([terms_of(pos, unit, strategic=strategic) for unit in units])
    return pos.game.goings.together(kinds)


@rule("TEC-15", "TEC-16", "LDR-2")
def zone_toll(pos: Pos, units: Iterable[UnitId], step: ZoneStep) -> int:
    """What entering or leaving an enemy zone costs units that move together."""
    return _toll(pos, {class_of(pos, unit) for unit in units}, step)


def _toll(pos: Pos, classes: Iterable[Moves], step: ZoneStep) -> int:
    rates = pos.game.charts.zone_costs[step]
    return max(
        min(rates[going] for going in CLASSES if moves in (going, "any")) for moves in classes
    )


@rule("TEC-15", "TEC-16", "TEC-23", "R-20")
def zone_rules(pos: Pos, units: Iterable[UnitId]) -> ZoneRules:
    """Zones stop nobody and cost; from one straight into another nobody goes."""
    classes, known = frozenset([class_of(pos, unit) for unit in units]), pos.game.goings.zones
    found = known.get(classes)
    if found is None:
        enter, leave = (_toll(pos, classes, step) for step in STEPS)
        found = known[classes] = ZoneRules(enter=enter, leave=leave, slide=False)
    return found


def in_words(sixths: int) -> str:
    """Movement points as people say them: 3, 3 1/2."""
    whole, part = divmod(sixths, SIXTHS)
    fraction = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[part]
    return f"{whole} {fraction}".strip() if whole or not part else fraction
