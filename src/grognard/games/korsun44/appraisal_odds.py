"""The results of an attack as a computer player reckons with them: both sides use what they have,
and whoever is ordered back goes if there is a way.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import BattleOutcome
from grognard.decisions import Side, total
from grognard.games.korsun44.artillery import batteries, is_spent
from grognard.games.korsun44.charts import Effect, Result
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.hq import commands, is_commanded
from grognard.games.korsun44.modifiers import works_users
from grognard.games.korsun44.moments import moment
from grognard.games.korsun44.odds import may_use_hq, odds_of
from grognard.games.korsun44.plan import Declared, Plan, defenders, is_deployed
from grognard.games.korsun44.stars import usable_stars
from grognard.games.korsun44.state import SIDES, Pos
from grognard.games.korsun44.supply import is_wanting
from grognard.games.korsun44.turn import enemy_units, is_held_back
from grognard.games.korsun44.works import works_at
from grognard.hexes import Grid, HexId
from grognard.mechanics.tables import distribution
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

#: What it is like, in levels, to go back a hex, to be disorganised, to be tested for it.
BACK, SHAKEN, TESTED = 0.25, 0.3, 0.06
#: So many guns are expected on each side of a combat.
GUNS = 2
#: So many defences are remembered.
KNOWN = 2_000
#: Up to this want nobody surrenders who pushes once more (10.2.6).
BEARABLE = 2


# --- who is in it ----------------------------------------------------------------------------


def plan_of(
    pos: Pos,
    side: Side,
    units: tuple[UnitId, ...],
    targets: tuple[HexId, ...],
    guns: tuple[UnitId, ...] = (),
) -> Plan:
    """An attack with all that both sides would use in it."""
    phase = pos.find(Engagement)
    there = [u for hex_ in targets for u in enemy_units(pos, side, hex_)]
    fought, fired = (phase.fought, phase.fired) if phase else (frozenset(), frozenset())
    plan = Plan(
        side,
        targets,
        units,
        guns,
        pushed=frozenset(u for u in (*units, *guns) if pushes(pos, u)),
        cover=covering(pos, pos.game.enemy(side), targets),
        spared=fought.intersection(there),
        mute=frozenset(u for u in there if u in fired or is_spent(pos, u)),
    )
    return with_all_declared(pos, plan)


def with_all_declared(pos: Pos, plan: Plan) -> Plan:
    """Both sides use their stars, their fortification units and their HQs."""
    enemy = pos.game.enemy(plan.side)
    return replace(
        plan, attacker=declared(pos, plan, plan.side), defender=declared(pos, plan, enemy)
    )


def declared(pos: Pos, plan: Plan, side: Side) -> Declared:
    """All that a side may declare but what is used up by it."""
    return Declared(
        stars=tuple(usable_stars(pos, plan, side)),
        works=works_users(pos, plan) if side != plan.side else (),
        hq=may_use_hq(pos, plan, side),
    )


def pushes(pos: Pos, unit: UnitId) -> bool:
    """10.2.3: will a unit out of supply attack with all it has?"""
    return is_wanting(pos, unit) and pos.unit(unit).want <= BEARABLE


def ready_guns(pos: Pos, side: Side) -> tuple[UnitId, ...]:
    """The artillery of a side that may still support somebody."""
    return pos.keep(_GUNS[side])


def _ready_guns(side: Side, pos: Pos) -> tuple[UnitId, ...]:
    phase = pos.find(Engagement)
    fired = phase.fired if phase else frozenset()
    guns = (g for g in batteries(pos, side) if g not in fired and is_deployed(pos, g))
    return tuple(g for g in guns if not is_spent(pos, g) and not is_held_back(pos, g))


#: One function for each side, so that what it finds is kept with a position.
_GUNS = {side: partial(_ready_guns, side) for side in SIDES}


def within_range(pos: Pos, guns: Iterable[UnitId], hexes: Collection[HexId]) -> list[UnitId]:
    """Those guns that reach one of these hexes."""
    most, grid = pos.game.charts.limits["artillery_range"].number, pos.board.grid
    near = [_around(grid, hex_, most) for hex_ in hexes]
    places = [(gun, pos.unit(gun).at) for gun in guns]
    return [gun for gun, at in places if any(at in there for there in near)]


@cache
def _around(grid: Grid, hex_: HexId, reach: int) -> frozenset[HexId]:
    return frozenset(grid.within(hex_, reach))


def covering(pos: Pos, side: Side, targets: tuple[HexId, ...]) -> tuple[UnitId, ...]:
    """6.3.3: the guns that will help a defence; those in the hexes help by themselves."""
    guns = within_range(pos, ready_guns(pos, side), targets)
    return tuple(g for g in guns if pos.unit(g).at not in targets)[:GUNS]


def supports(pos: Pos, side: Side, target: HexId, spent: Collection[UnitId]) -> tuple[UnitId, ...]:
    """6.3.2: the guns that help to attack a target."""
    return tuple(g for g in _in_support(pos, side, target) if g not in spent)[:GUNS]


def _in_support(pos: Pos, side: Side, target: HexId) -> list[UnitId]:
    """The guns that reach a hex from which a target can be attacked."""
    count, neighbours = pos.columns.count, pos.board.grid.neighbours
    near = [h for h in neighbours(target) if count("regular", side, h)]
    return within_range(pos, ready_guns(pos, side), near) if near else []


# --- what comes of it ------------------------------------------------------------------------


def outcomes(pos: Pos, plan: Plan) -> tuple[BattleOutcome, ...]:
    """Every result of an attack with its chance."""
    odds, levels = odds_of(pos, plan), pos.game.levels
    ours = sum(levels(pos, unit) for unit in plan.units)
    theirs = sum(levels(pos, unit) for unit in defenders(pos, plan))
    first = pos.state.options.first_printing
    free = any(has_way_out(pos, plan.side, hex_) for hex_ in plan.targets)
    return _outcomes(pos.game, odds.rung, total(odds.dice), first, free, ours, theirs)


@lru_cache(maxsize=16384)
def _outcomes(
    game: Korsun44, rung: int, dice: int, first: bool, free: bool, ours: int, theirs: int
) -> tuple[BattleOutcome, ...]:
    """The same by the column, the change of the dice, and whether the defender can go back."""
    weights: dict[Result, int] = distribution(
        2, lambda thrown: game.charts.result(rung, sum(thrown) + dice, first=first)
    )
    whole = sum(weights.values())
    return tuple(
        _outcome(result, weight / whole, free, ours, theirs) for result, weight in weights.items()
    )


def _outcome(
    result: Result, chance: float, free: bool, ours: int, theirs: int
) -> BattleOutcome:  # fmt: skip
    """5.3.7: who has no way back pays for standing, a level for each hex."""
    lost = result.defender.loss + (0 if free else result.defender.retreat)
    gone = bool(result.defender.retreat) and free
    return BattleOutcome(
        chance,
        min(ours, result.attacker.loss) + _shock(result.attacker, True),
        min(theirs, lost) + _shock(result.defender, free),
        gone or lost >= theirs,
    )


def _shock(effect: Effect, free: bool) -> float:
    """What else a side suffers."""
    back = BACK * effect.retreat if free else 0.0
    return back + SHAKEN * effect.disorganised + TESTED * effect.test


def has_way_out(pos: Pos, attacker: Side, hex_: HexId) -> bool:
    """5.3.3, 5.3.4: is there a hex beside one that is neither the enemy's nor in his zone, or one
    with friends?
    """
    columns, own = pos.columns, pos.game.enemy(attacker)
    for beside in pos.board.grid.neighbours(hex_):
        if columns.count("units", attacker, beside):
            continue
        if not columns.zones(attacker, beside) or columns.count("units", own, beside):
            return True
    return False


# --- what is remembered ----------------------------------------------------------------------


class Battles:
    """The results of attacks, worked out once for everything that they hang on."""

    def __init__(self) -> None:
        #: By what they hang on whoever attacks, and then by the attackers.
        self._known: dict[Hashable, dict[Hashable, tuple[BattleOutcome, ...]]] = {}

    def of(
        self,
        pos: Pos,
        side: Side,
        units: tuple[UnitId, ...],
        targets: tuple[HexId, ...],
        guns: tuple[UnitId, ...] = (),
    ) -> tuple[BattleOutcome, ...]:
        """Every result of an attack with all that both sides have."""
        known, facts = self._against(pos, side, targets), attack_facts(pos, side, units, guns)
        found = known.get(facts)
        if found is None:
            found = known[facts] = outcomes(pos, plan_of(pos, side, units, targets, guns))
        return found

    def _against(
        self, pos: Pos, side: Side, targets: tuple[HexId, ...]
    ) -> dict[Hashable, tuple[BattleOutcome, ...]]:
        """What is known of attacks on some hexes: looked for once in a position."""
        here = pos.keep(_looked_for)
        if (side, targets) not in here:
            if len(self._known) >= KNOWN:
                self._known.clear()
            facts = (side, targets, defence_facts(pos, side, targets))
            here[side, targets] = self._known.setdefault(facts, {})
        return here[side, targets]


def _looked_for(
    pos: Pos,
) -> dict[tuple[Side, tuple[HexId, ...]], dict[Hashable, tuple[BattleOutcome, ...]]]:
    return {}


def attack_facts(
    pos: Pos, side: Side, units: tuple[UnitId, ...], guns: tuple[UnitId, ...]
) -> Hashable:
    """What attackers and their guns bring. Beside Volkssturm everybody counts who is in its hex
    (15.3.2).
    """
    unit, printed = pos.unit, pos.game.printed
    return (
        tuple([unit(one) for one in units]),
        tuple([unit(gun) for gun in guns]),
        commands(pos, side, (*units, *guns)),
        tuple([pos.at(unit(one).at) for one in units if printed[one].is_volkssturm]),
    )


def defence_facts(pos: Pos, side: Side, targets: tuple[HexId, ...]) -> Hashable:
    """All that attacks of a side on some hexes hang on, whoever attacks."""
    enemy, unit = pos.game.enemy(side), pos.unit
    there = [one for hex_ in targets for one in pos.at(hex_)]
    phase = pos.find(Engagement)
    done = [(one in phase.fought, one in phase.fired) for one in there] if phase else ()
    theirs = (*there, *covering(pos, enemy, targets))
    return (
        moment(pos),
        pos.state.options,
        tuple([(unit(one), is_commanded(pos, enemy, unit(one).at)) for one in theirs]),
        tuple(done),
        tuple([works_at(pos, hex_) for hex_ in targets]),
        any(has_way_out(pos, side, hex_) for hex_ in targets),
        tuple([mission for mission in pos.state.missions if mission.at in targets]),
    )


def stakes(pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
    """All that attacks of some of these units on a hex hang on."""
    side, unit = pos.owner(units[0]), pos.unit
    ours = (*units, *_in_support(pos, side, target))
    return (
        defence_facts(pos, side, (target,)),
        tuple([(unit(one), is_commanded(pos, side, unit(one).at)) for one in ours]),
    )


# --- by strengths alone ----------------------------------------------------------------------


@lru_cache(maxsize=8192)
def plain_outcomes(
    game: Korsun44, attack: int, defence: int, shift: int
) -> tuple[BattleOutcome, ...]:
    """The results by strengths and columns for the defender. A level is taken to be worth two
    strength points.
    """
    charts = game.charts
    rung = charts.modified(charts.rung(max(1, attack), max(1, defence)), 0, shift)
    return _outcomes(game, rung, 0, False, True, 99, max(1, round(defence / 2)))
