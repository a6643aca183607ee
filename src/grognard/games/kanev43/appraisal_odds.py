"""The results of an attack with their chances, for computer players."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import BattleOutcome
from grognard.decisions import Side
from grognard.dice import SIX
from grognard.games.kanev43.artillery import guns_of
from grognard.games.kanev43.charts import Effect, OddsRow, Result
from grognard.games.kanev43.forecast import CALLED_OFF, columns
from grognard.games.kanev43.plan import Plan, why_too_many, with_defenders
from grognard.games.kanev43.state import SIDES, KanevUnit, Pos
from grognard.games.kanev43.support import rate, why_no_gun
from grognard.games.kanev43.turn import CombatPhase, guns_on_map
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.tables import distribution
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

#: The columns on which an attack may be fought, each with its chance.
Forecast = tuple[tuple[int, float], ...]
#: An attack that cannot be made, or is called off.
REPULSED = (BattleOutcome(1.0, 0.5, 0.0, False),)
#: What disruption, demoralisation and a hex back are worth in steps.
_DISRUPTED, _DEMORALISED, _HEX = 0.3, 0.9, 0.15
_DICE = 2
#: So many defence points are a step, where nobody knows who will stand there.
_STEP = 2.0
#: So many attacks are remembered.
_MOST = 4_000
#: A gun supports if it gives at least this share of its strength.
_LEAST = 0.5


# --- a combat before its phase --------------------------------------------------------------


def _fighting(side: Side, pos: Pos) -> Pos:
    phase = pos.find(CombatPhase)
    if phase is not None and phase.side == side:
        return pos
    known = pos.game.combats
    if side not in known:
        known[side] = pos.game.agenda_for("combat", side, pos)
    return Pos(pos.game, replace(pos.state, agenda=known[side]), pos.columns, pos.where)


#: The position as a side would find it in a Combat Phase of its own.
FIGHTING: Mapping[Side, Callable[[Pos], Pos]] = {side: partial(_fighting, side) for side in SIDES}


def lawful(pos: Pos, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """CBT-1, CBT-2: those of some attackers whom their hexes allow, the first named first."""
    stacks: dict[HexId, tuple[UnitId, ...]] = {}
    for unit in units:
        here = pos.unit(unit).at
        grown = (*stacks.get(here, ()), unit)
        if why_too_many(pos, grown) is None:
            stacks[here] = grown
    return tuple(unit for stack in stacks.values() for unit in stack)


def plan_of(
    pos: Pos, side: Side, units: Sequence[UnitId], target: HexId, guns: tuple[UnitId, ...] = ()
) -> Plan:
    """An attack with the guns and leaders that have been given to it, or with these guns."""
    phase = pos.within(CombatPhase)
    given = guns or phase.guns.get(target, ())
    bare = Plan(
        side=side,
        target=target,
        units=lawful(pos, units),
        guns=given,
        doubled=phase.doubled.intersection(given),
        leaders=phase.leaders.get(target, ()),
    )
    return with_defenders(pos, bare)


def supports(
    pos: Pos, side: Side, target: HexId, units: Sequence[UnitId], spent: Iterable[UnitId]
) -> tuple[UnitId, ...]:
    """ART-5 to ART-12: free guns that could support an attack of these units."""
    taken = set(spent)
    mine = (unit for unit in guns_on_map(pos, side) if unit not in taken)
    return tuple(
        gun
        for gun in mine
        if why_no_gun(pos, side, gun, target, attack=True) is None
        and rate(pos, gun, units) >= _LEAST
    )


def stakes(pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
    """All that attacks of some of these units on a hex hang on: the hour, who stands there and
    round about, what is built, where zones bar the way back, and the guns that could help.
    """
    side, around = pos.owner(units[0]), pos.board.grid.neighbours(target)
    enemy, phase = pos.game.enemy(side), pos.find(CombatPhase)
    given = phase if phase is not None and phase.side == side else None
    return (
        pos.turn,
        tuple(units),
        tuple([pos.unit(u) for hex_ in (target, *around) for u in pos.at(hex_)]),
        pos.state.works.get(target),
        tuple([in_enemy_zone(pos, enemy, hex_) for hex_ in around]),
        _helpers(pos, side, target),
        given and (given.guns.get(target), given.doubled, given.silenced,
                   given.leaders.get(target), given.located.get(target)),
    )  # fmt: skip


def _helpers(pos: Pos, side: Side, target: HexId) -> Hashable:
    """ART-7, R-41: the guns of a side that reach a hex, and the HQs beside them."""
    grid = pos.board.grid
    away = grid.distance
    guns = [gun for gun, reach in pos.keep_of(_batteries, side) if away(gun.at, target) <= reach]
    staffs = [pos.unit(hq) for hq in pos.game.headquarters[side]] if guns else []
    beside = [
        hq for hq in staffs if hq.at in grid and any(away(gun.at, hq.at) <= 1 for gun in guns)
    ]
    return tuple(guns), tuple(beside)


def _batteries(pos: Pos, side: Side) -> list[tuple[KanevUnit, int]]:
    """The guns of a side on the map, and how far they fire."""
    return [(pos.unit(gun), guns_of(pos, gun).range) for gun in guns_on_map(pos, side)]


# --- results --------------------------------------------------------------------------------


def outcomes(pos: Pos, plan: Plan) -> Sequence[BattleOutcome]:
    """CRT-2: every result with its chance; both sides fight at their best where they have not
    chosen yet.
    """
    if not plan.units or not plan.defenders:
        return REPULSED
    ours, theirs = (_steps(pos, units) for units in (plan.units, plan.defenders))
    back = toll_of_retreat(pos, plan)
    found: list[BattleOutcome] = []
    for column, chance in _columns(pos, plan):
        found += _read(pos.game, column, chance, (ours, theirs, back))
    return found


def _columns(pos: Pos, plan: Plan) -> Forecast:
    """The chance of every column. The same attack is tried in many positions, so that what was
    found is remembered by all that it hangs on.
    """
    known, key = pos.game.forecasts, _terms(pos, plan)
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST:
            known.clear()
        chances = columns(pos, plan).items()
        found = known[key] = tuple([(column, float(chance)) for column, chance in chances])
    return found


def _terms(pos: Pos, plan: Plan) -> Hashable:
    """All that the columns of an attack hang on: the plan, the hour, what is built in the hex, and
    in what state they are who fight, support and lead, their regiments (CBT-30, CBT-31) and, where
    guns fire, their HQs (ART-7).
    """
    game, guns = pos.game, (*plan.guns, *plan.cover)
    troops = (*plan.units, *pos.at(plan.target))
    sisters = [unit for troop in troops for unit in game.regiments[troop]]
    formations = [game.printed[troop].formation for troop in troops if guns]
    staffs = [formation.hq for formation in formations if formation is not None]
    return (
        plan,
        game.scene(pos).moment(pos.turn).hour,
        pos.state.works.get(plan.target),
        tuple(map(pos.unit, (*troops, *guns, *plan.leaders, *sisters, *staffs))),
        guns and pos.within(CombatPhase).silenced,
    )


def _steps(pos: Pos, units: Iterable[UnitId]) -> int:
    return sum(pos.game.steps_left(pos, unit) for unit in units)


def toll_of_retreat(pos: Pos, plan: Plan) -> int:
    """RET-8, RET-9: the steps that the defenders lose on their first hex back: none, one in a
    zone, all if there is no way.
    """
    theatre, count = pos.game.theatre, pos.columns.count
    enemy = pos.game.enemy(plan.side)
    free = [
        h
        for h in pos.board.grid.neighbours(plan.target)
        if h not in theatre.water
        and theatre.water_between(plan.target, h) != "dnepr"
        and not count("units", plan.side, h)
    ]
    if not free:
        return _steps(pos, plan.defenders)
    return int(all(in_enemy_zone(pos, enemy, h) for h in free))


@lru_cache(maxsize=20_000)
def _read(
    game: Kanev43, column: int, chance: float, facts: tuple[int, int, int]
) -> tuple[BattleOutcome, ...]:
    """The results of a column, reached by a chance, for steps of both and the toll of a retreat."""
    if column == CALLED_OFF:
        return tuple(BattleOutcome(chance, o.attacker, 0.0, False) for o in REPULSED)
    read = game.charts.result
    weights = distribution(_DICE, lambda dice: read(column, sum(dice)))
    whole = SIX**_DICE
    return tuple(
        _outcome(game, result, chance * weight / whole, facts) for result, weight in weights.items()
    )


def _outcome(
    game: Kanev43, result: Result, chance: float, facts: tuple[int, int, int]
) -> BattleOutcome:
    """CRT-14 to CRT-16: steps, and what it is to be shaken and to go back."""
    ours, theirs, back = facts
    attack = game.charts.split("attacker", result.attacker.casualties)
    defence = game.charts.split("defender", result.defender.casualties)
    lost = attack.steps + _HEX * attack.hexes + _shaken(result.attacker)
    taken = defence.steps + _HEX * defence.hexes + _shaken(result.defender)
    taken += back if defence.hexes else 0
    vacated = bool(defence.hexes) or defence.steps >= theirs
    return BattleOutcome(chance, min(float(ours), lost), min(float(theirs), taken), vacated)


def _shaken(effect: Effect) -> float:
    return _DISRUPTED * effect.disrupted + _DEMORALISED * effect.demoralised


def edge(found: Sequence[BattleOutcome]) -> float:
    """What an attack brings at first sight, in steps; ground is worth one and a half."""
    return sum(o.chance * (o.defender - o.attacker + 1.5 * o.vacated) for o in found)


@lru_cache(maxsize=8192)
def plain_outcomes(
    game: Kanev43, attack: int, defence: int, levels: int
) -> tuple[BattleOutcome, ...]:
    """The results of an attack by its strengths, moved by so many levels."""
    row: OddsRow = "clear"
    start = game.charts.column(row, attack, max(1, defence)) if attack > 0 else CALLED_OFF
    if start < 0:
        return REPULSED
    column = game.charts.modified(row, start, levels)
    return _read(game, column, 1.0, (99, max(1, round(defence / _STEP)), 0))
