"""What a computer player asks of Ukraine '44: prices, objectives, odds, and the worth of
every open action.

Numbers are victory points (4.3) or, where the rules give none, our estimate of what a thing
will bring before the game ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from grognard.appraise import BattleOutcome, Objective, Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, PASS, STOP, Action, Side, action
from grognard.games.ukraine44 import belief
from grognard.games.ukraine44.combat import Advance, Attack, Combat, contacts, forecast, may_attack
from grognard.games.ukraine44.losses import attack_of, defence_of, steps_left
from grognard.games.ukraine44.mask import defence_range
from grognard.games.ukraine44.movement import Moving
from grognard.games.ukraine44.reinforcements import Arriving
from grognard.games.ukraine44.retreat import Retreat
from grognard.games.ukraine44.state import ARRIVALS, AXIS, SOVIET, Pos
from grognard.games.ukraine44.supply import RANGE, lines_of, on_map
from grognard.games.ukraine44.tigers import carrier_of
from grognard.games.ukraine44.victory import AIR_MARKER, CITIES_TO_WIN, CITY, STEP, TIGER
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

Field = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

#: What winning at once is worth, and what it is worth to come within one city of it.
VICTORY = 200.0
NEAR_VICTORY = 15.0
#: What a step is worth beyond its points, for the fighting it may still do.
FIGHT = {"mobile": 0.4, "infantry": 0.1, "garrison": 0.1}
#: The share of a formation's points that is feared for, or hoped for, when it is cut off.
CUT_OFF = 0.3
#: A formation without a line is worth less wherever it goes.
UNSUPPLIED = 4.0
#: How much of an objective's worth is left with every turn that it is away.
PATIENCE = 0.75
#: What ties a formation down, so that no more of them attack than are useful.
TIED = 0.2
#: What it is worth to throw the enemy back, besides the hex.
THROWN_BACK = 1.5
#: So much must all attacks before movement promise, that the Soviets begin with them.
BARRAGE = 9.0
#: How much each side minds standing in danger, and how eagerly it closes in for an attack:
#: the Soviets must come to the enemy, the Axis must bring its divisions home.
CAUTION = {AXIS: 1.0, SOVIET: 0.35}
EAGERNESS = {AXIS: 0.5, SOVIET: 1.0}
#: The share of an enemy's attack that is felt at each distance.
_FELT = np.array([1.0, 1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1])
#: Further than any way on the map costs.
_FAR = 400


class Appraisal44:
    """The answers of this title."""

    def __init__(self, game: Ukraine44) -> None:
        self.game = game
        self._ways: dict[tuple[str, HexId], Field] = {}

    # --- belief --------------------------------------------------------------------------

    def fill(self, view: View, seed: int) -> Pos:
        """A position made up from a View. Hidden counters are taken in the order in which
        they lie on the map, because their pseudonyms differ between states that look alike.
        """
        counters = tuple(sorted(view.counters, key=_by_place))
        return belief.fill(self.game, replace(view, counters=counters), seed)

    # --- the map -------------------------------------------------------------------------

    @cached_property
    def distances(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
        """Between all hexes, as the crow flies."""
        axial = np.array([self.game.board.grid.axial(h) for h in self.game.board.grid.hexes])
        q, r = (axial[:, None, i] - axial[None, :, i] for i in (0, 1))
        longest = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
        return np.asarray(longest, np.int16)

    def way_to(self, kind: str, goal: HexId) -> Field:
        """Movement points from every hex to a goal, if nobody were in the way."""
        if (kind, goal) not in self._ways:
            grid = self.game.board.grid
            unit = next(p.id for p in self.game.printed.values() if p.kind == kind)
            ways = Reach(self.game.costs.of(unit, fresh=False), goal, _FAR, Ground(grid))
            costs = [ways.cost_of(h) if h in ways else _FAR for h in grid.hexes]
            costs[grid.index[goal]] = 0
            self._ways[kind, goal] = np.array(costs, np.float64)
        return self._ways[kind, goal]

    @cached_property
    def terrain(self) -> Field:
        """How much the ground of each hex helps a defender, in pips of the die."""
        board, chart = self.game.board, self.game.charts.terrain
        kinds = [[board.terrain_of(h), *sorted(board.tags.get(h, ()))] for h in board.grid.hexes]
        return np.array([-sum(chart[k].combat for k in ks if k in chart) for ks in kinds], float)

    @cached_property
    def cities(self) -> tuple[HexId, ...]:
        """The victory cities."""
        return self.game.board.tagged("victory")

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        """4.2, 4.3: the victory cities; for the Axis also the way out to the west."""
        found = [self._city(pos, side, city) for city in self.cities]
        if side == AXIS:
            found += [Objective(h, "reach", 5.0, 40.0) for h in self.refuges]
        return sorted(found, key=lambda one: -one.worth)

    def _city(self, pos: Pos, side: Side, city: HexId) -> Objective:
        mine = (city in pos.state.held) == (side == SOVIET)
        held = len(pos.state.held)
        worth = CITY + (NEAR_VICTORY if held >= CITIES_TO_WIN - 1 - (side == AXIS) else 0.0)
        against = self.strength_near(pos, pos.game.enemy(side), city)
        if mine:
            return Objective(city, "hold", worth, min(0.7 * against, 30.0) + 3.0)
        return Objective(city, "take", worth, 2.5 * against + 12.0)

    @cached_property
    def refuges(self) -> tuple[HexId, ...]:
        """The supply sources of the Axis on the north bank, to which the army escapes."""
        return tuple(h for h in self.game.sources[AXIS] if h in self.game.north)

    def strength_near(self, pos: Pos, side: Side, hex_: HexId, within: int = 6) -> float:
        """The strength of a side around a hex: what it would attack or hold it with."""
        near = self.distances[pos.board.grid.index[hex_]]
        index = pos.board.grid.index
        use = attack_of if side == SOVIET else defence_of
        return sum(use(pos, u) for u in on_map(pos, side) if near[index[pos.unit(u).at]] <= within)

    # --- combat --------------------------------------------------------------------------

    def battle(self, pos: Pos, attackers: tuple[UnitId, ...], target: HexId) -> list[BattleOutcome]:
        """11.6: the exact forecast, a mixture where the defender's strength is hidden."""
        attack = Attack(side=pos.owner(attackers[0]), target=target, units=attackers)
        least, most = defence_range(pos, target, attack.side)
        strengths = sorted({least, (least + most + 1) // 2, most})
        holds = pos.game.piece(_defender(pos, target)).kind == "garrison"
        found = []
        for defence in strengths:
            weights = forecast(pos, attack, max(1, defence))
            share = 1 / (sum(weights.values()) * len(strengths))
            for result, weight in weights.items():
                vacated = result.defender >= defence or (result.retreat and not holds)
                lost = min(result.defender, defence)
                found.append(BattleOutcome(weight * share, result.attacker, lost, vacated))
        return found

    def attack_worth(self, pos: Pos, attackers: tuple[UnitId, ...], target: HexId) -> float:
        """What an attack brings on average: steps and ground, less what it costs."""
        defender = _defender(pos, target)
        theirs = price(pos, defender)
        ours = min(price(pos, unit) for unit in attackers)
        ground = THROWN_BACK + _city_worth(pos, pos.owner(attackers[0]), target)
        worth = sum(
            o.chance * (theirs * o.defender - ours * o.attacker + ground * o.vacated)
            for o in self.battle(pos, attackers, target)
        )
        return worth - TIED * len(attackers)

    def package(self, pos: Pos, target: HexId) -> tuple[float, tuple[UnitId, ...]]:
        """The attackers that make the most of a target: the strongest, as many as pay."""
        attack = Attack(side=pos.within(Combat).side, target=target)
        able = [u for u in contacts(pos).get(target, ()) if may_attack(pos, attack, u) is None]
        able.sort(key=lambda unit: (-attack_of(pos, unit) / price(pos, unit), unit))
        groups = [tuple(able[: n + 1]) for n in range(len(able))]
        return max(((self.attack_worth(pos, g, target), g) for g in groups), default=(0.0, ()))

    # --- the open question ---------------------------------------------------------------

    def choices(self, pos: Pos, nodes: int) -> list[Weighed]:
        """The worth of the open actions that deserve a thought."""
        if isinstance(pos.top, Moving):
            return destinations(self, pos, nodes)
        answer = _ANSWERS.get(pos.top.tag)
        return answer(self, pos) if answer else []


def _by_place(counter: Counter) -> tuple[str, str, str]:
    """Known counters by name; hidden ones by where they lie, one formation to a hex."""
    return (counter.id if counter.known else "", counter.at, str(sorted(counter.facts.items())))


def _defender(pos: Pos, target: HexId) -> UnitId:
    unit = pos.game.formation_at(pos, target)
    assert unit is not None
    return unit


def price(pos: Pos, unit: UnitId) -> float:
    """What a step of a formation is worth: its points, its escape, and the fights to come."""
    piece = pos.game.piece(unit)
    points = STEP[piece.kind] if piece.side == AXIS else 1
    escape = 0.5 if piece.pza and piece.kind == "mobile" else 0.0
    return points + escape + FIGHT[piece.kind]


def _city_worth(pos: Pos, side: Side, hex_: HexId) -> float:
    """What entering a hex is worth by itself: a victory city that the enemy holds."""
    if not pos.board.has(hex_, "victory"):
        return 0.0
    if side == AXIS:
        return float(CITY) if hex_ in pos.state.held else 0.0
    if hex_ in pos.state.held:
        return 0.0
    last = len(pos.state.held) == CITIES_TO_WIN - 1
    return VICTORY if last else float(CITY)


# --- the picture: fields over the map -----------------------------------------------------


class Picture:
    """A position as the side that is asked looks at it: one number a hex for each question."""

    def __init__(self, pos: Pos, side: Side) -> None:
        self.pos, self.side = pos, side
        self.appraisal = pos.game.appraisal
        self.index = pos.board.grid.index
        self.enemies = on_map(pos, pos.game.enemy(side))
        self.friends = on_map(pos, side)

    def places(self, units: Iterable[UnitId]) -> list[int]:
        """The hexes of units by number."""
        return [self.index[self.pos.unit(unit).at] for unit in units]

    @cached_property
    def near_enemy(self) -> Field:
        """How far the nearest enemy is."""
        rows = self.appraisal.distances[self.places(self.enemies)]
        return np.asarray(rows.min(axis=0) if len(rows) else np.full(len(self.index), 99.0), float)

    @cached_property
    def threat(self) -> Field:
        """The enemy's attack strength that is felt in each hex."""
        rows = self.appraisal.distances[self.places(self.enemies)]
        felt = np.append(_FELT, 0.0)[np.minimum(rows, len(_FELT))]
        return np.asarray([attack_of(self.pos, u) for u in self.enemies] @ felt, float)

    @cached_property
    def cover(self) -> Field:
        """Our defence strength close by: a threat is shared with it."""
        rows = self.appraisal.distances[self.places(self.friends)]
        felt = np.where(rows <= 2, 1.0, 0.0)
        return np.asarray([defence_of(self.pos, u) for u in self.friends] @ felt, float)

    @cached_property
    def missions(self) -> Mapping[UnitId, Objective]:
        """Who goes for what: the nearest to the most valuable, until its need is met."""
        goals = self.appraisal.objectives(self.pos, self.side)
        movers = [u for u in self.friends if self.pos.game.piece(u).kind != "garrison"]
        pairs = [
            (self._wait(u, goal) - goal.worth / CITY, u, goal) for u in movers for goal in goals
        ]
        pairs.sort(key=lambda pair: (pair[0], pair[1], pair[2].hex))
        open_need = {goal: goal.need for goal in goals}
        found: dict[UnitId, Objective] = {}
        for wait, unit, goal in pairs:
            if unit not in found and open_need[goal] > 0 and wait < _LATE:
                found[unit] = goal
                open_need[goal] -= max(attack_of(self.pos, unit), defence_of(self.pos, unit))
        return found

    def _wait(self, unit: UnitId, goal: Objective) -> float:
        """Turns until a unit could be at a goal."""
        way = self.appraisal.way_to(self.pos.game.piece(unit).kind, goal.hex)
        here = self.pos.unit(unit).at
        points: float = way[self.index[here]] if here in self.index else _FAR
        return points / self.pos.game.allowance(unit)

    def pull(self, unit: UnitId) -> Field:
        """What draws a unit: its mission, or else the enemy."""
        goal = self.missions.get(unit)
        if goal is None:
            return np.asarray(-0.25 * np.minimum(self.near_enemy, 30.0), float)
        way = self.appraisal.way_to(self.pos.game.piece(unit).kind, goal.hex)
        turns = way / self.pos.game.allowance(unit)
        return np.asarray(goal.worth * PATIENCE**turns - 0.2 * turns, float)

    def danger(self, unit: UnitId) -> Field:
        """The steps that a unit is likely to lose where it stands, as points."""
        mine = defence_of(self.pos, unit) if self.pos.unit(unit).at in self.index else 1
        shield = np.maximum(mine, 0.5 * self.cover)
        odds = self.threat / np.maximum(1.0, shield) * (1.0 - 0.1 * self.appraisal.terrain)
        exposed = np.where(self.near_enemy <= 3, 1.0, 0.3)
        return np.asarray(price(self.pos, unit) * exposed * np.clip(odds - 1.5, 0.0, 2.0), float)

    @cached_property
    def unsupplied(self) -> Field:
        """Where no line runs now."""
        return np.where(lines_of(self.pos, self.side).reached(), 0.0, 1.0)

    def standing(self, unit: UnitId) -> Field:
        """What it is worth that a unit stands in each hex."""
        fear = CAUTION[self.side] * self.danger(unit)
        worth = self.pull(unit) - fear + 0.2 * self.appraisal.terrain
        return np.asarray(worth - UNSUPPLIED * self.unsupplied, float)

    def opportunity(self, unit: UnitId, hex_: HexId) -> float:
        """What a unit adds to the attack on the best target next to a hex."""
        if self.near_enemy[self.index[hex_]] > 1:
            return 0.0
        links, pos = self.pos.game.links, self.pos
        best = 0.0
        for target in links[hex_]:
            there = pos.game.formation_at(pos, target)
            if there is not None and pos.owner(there) != self.side:
                best = max(best, self._odds_gained(unit, there, target))
        return best

    def _odds_gained(self, unit: UnitId, enemy: UnitId, target: HexId) -> float:
        """Odds count from 1-1 to beyond 4-1, with others that already stand there."""
        pos, links = self.pos, self.pos.game.links
        others = [
            u
            for near in links[target]
            if (u := pos.game.formation_at(pos, near)) and u != unit and pos.owner(u) == self.side
        ]
        strength = attack_of(pos, unit) + sum(attack_of(pos, u) for u in others)
        odds = strength / max(1, defence_of(pos, enemy))
        return EAGERNESS[self.side] * price(pos, enemy) * min(max(odds - 0.5, 0.0), 4.5)


#: A goal that is more turns away than this is left to others.
_LATE = 8.0


def picture_of(pos: Pos) -> Picture:
    """The picture of the side that is asked."""
    return Picture(pos, pos.side)


def cut_off(pos: Pos) -> float:
    """The points that stand without a supply line: of the Axis, less those of the Soviets."""
    worth = {AXIS: 0.0, SOVIET: 0.0}
    for side in worth:
        lines = lines_of(pos, side)
        for unit in on_map(pos, side):
            here = pos.unit(unit).at
            if here not in lines and not pos.board.has(here, "city"):
                worth[side] += price(pos, unit) * steps_left(pos, unit)
    return worth[AXIS] - worth[SOVIET]


# --- movement -----------------------------------------------------------------------------


def destinations(appraisal: Appraisal44, pos: Pos, nodes: int) -> list[Weighed]:
    """The best hexes by the look of the map, each then tried out for what it does to supply."""
    step = pos.within(Moving)
    picture, here = pos.keep(picture_of), pos.unit(step.unit).at
    field = picture.standing(step.unit)

    def look(hex_: HexId) -> float:
        prize = _city_worth(pos, step.side, hex_)
        return float(field[picture.index[hex_]]) + picture.opportunity(step.unit, hex_) + prize

    end = STOP if step.path or step.bound else CANCEL
    moves = [one for one in pos.actions() if one.verb == "move"]
    shown = sorted(((look(one.arg), one) for one in moves), key=lambda pair: -pair[0])[:nodes]
    stay = Weighed(end, look(here) + 0.1 - _harm(pos, pos), "it stands well")
    found = [Weighed(one, worth - _harm(pos, pos.apply(one)), "") for worth, one in shown]
    goal = picture.missions.get(step.unit)
    reason = f"towards {pos.board.called(goal.hex)}" if goal else "against the enemy"
    return [stay, *(replace(one, reason=reason) for one in found)]


def _harm(pos: Pos, after: Pos) -> float:
    """What a position does to lines of supply, as points for the enemy of the side on move."""
    if after.outcome is not None:
        return -VICTORY if after.outcome.winner == pos.side else VICTORY
    worth = CUT_OFF * cut_off(after)
    return worth if pos.side == AXIS else -worth


def movers(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Reinforcements first, then from the front to the rear; those alike make room in turn."""
    picture = pos.keep(picture_of)
    found = [Weighed(DONE, 0.0, "nothing is left to move")]
    for one in pos.actions():
        if one.verb == "select":
            found.append(Weighed(one, _urgency(picture, one.arg), "its turn to move"))
    return found


def _urgency(picture: Picture, unit: UnitId) -> float:
    pos = picture.pos
    if unit in pos.game.tigers:
        return 1.0
    if pos.unit(unit).at == ARRIVALS:
        return 60.0
    return 50.0 - min(45.0, float(picture.near_enemy[picture.index[pos.unit(unit).at]]))


def arrivals(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Enter where the unit is wanted most."""
    picture = pos.keep(picture_of)
    field = picture.standing(pos.within(Arriving).unit)
    places = [one for one in pos.actions() if one.verb == "place"]
    return [Weighed(one, float(field[picture.index[one.arg]]), "it arrives") for one in places]


# --- combat -------------------------------------------------------------------------------


def targets(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Every target by what its best attack brings."""
    found = [Weighed(DONE, 0.0, "no attack pays")]
    for one in pos.actions():
        if one.verb == "target":
            worth, units = appraisal.package(pos, one.arg)
            found.append(Weighed(one, worth, f"{len(units)} attack {pos.board.called(one.arg)}"))
    return found


def attackers(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Put the best package together, then commit it."""
    step = pos.top
    assert isinstance(step, Attack)
    _, units = appraisal.package(pos.apply(CANCEL), step.target)
    missing = [unit for unit in units if unit not in step.units]
    chosen = action("attack", missing[0]) if missing else COMMIT
    return [Weighed(chosen, VICTORY, f"attack on {pos.board.called(step.target)}")]


def losses(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """The cheapest step, and none that takes a formation or its Tiger off the map."""

    def worth(unit: UnitId) -> float:
        last = steps_left(pos, unit) == 1
        tiger = TIGER if pos.unit(unit).tiger else 0
        return 0.05 * steps_left(pos, unit) - price(pos, unit) - last * (1.0 + tiger)

    return [Weighed(one, worth(one.arg), "the cheapest loss") for one in pos.actions()]


def retreats(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Back to where the unit stands best, and its friends keep their lines."""
    step, picture = pos.within(Retreat), pos.keep(picture_of)
    field = picture.standing(step.unit)
    return [
        Weighed(one, float(field[picture.index[one.arg]]) - _harm(pos, pos.apply(one)), "back")
        for one in pos.actions()
    ]


def advances(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Whoever stands better there than here; into a victory city always."""
    step, picture = pos.within(Advance), pos.keep(picture_of)
    prize = _city_worth(pos, step.side, step.target)
    found = [Weighed(PASS, 0.0, "no advance is safe")]
    for unit in step.units:
        field, here = picture.standing(unit), pos.unit(unit).at
        gain = field[picture.index[step.target]] - field[picture.index[here]]
        harm = _harm(pos, pos.apply(action("select", unit))) - _harm(pos, pos)
        found.append(Weighed(action("select", unit), float(gain) + prize - harm, "advance"))
    return found


# --- what is asked once a turn, or once a game --------------------------------------------


def order_of_phases(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """5.3: combat first if the attacks that stand ready promise much with artillery."""
    combat = action("choose", "combat")
    promise = 0.0
    after = pos.apply(combat)
    if isinstance(after.top, Combat):
        worths = [appraisal.package(after, target)[0] for target in contacts(after)]
        promise = 0.7 * sum(worth for worth in worths if worth > 0)
    found = [Weighed(combat, promise - BARRAGE, "the guns are ready")]
    return [*found, Weighed(action("choose", "movement"), 0.0, "first close up")]


def ready(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Set-up: the scenario's own placement, then go on."""
    return [Weighed(action("choose", "ready"), 2.0), Weighed(DONE, 1.0)]


def decoys(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """6.4: under the strongest formations, which then look weakened."""
    found = [Weighed(DONE, 0.5)]
    for one in pos.actions():
        if one.verb == "decoy":
            found.append(Weighed(one, float(defence_of(pos, one.arg)), "it shall look weak"))
    return found


def tigers(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """12: attach what is free; take home what is with a formation out of supply."""

    def worth(one: Action) -> float:
        if one.verb == "select":
            return 2.0
        carrier = carrier_of(pos, one.arg)
        return 1.0 if carrier and pos.unit(carrier).supply == "out" else -1.0

    chosen = [one for one in pos.actions() if one.verb in ("select", "drop")]
    return [Weighed(DONE, 0.0), *(Weighed(one, worth(one)) for one in chosen)]


def carriers(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """The strongest panzers near the enemy."""
    picture = pos.keep(picture_of)

    def worth(unit: UnitId) -> float:
        away = float(picture.near_enemy[picture.index[pos.unit(unit).at]])
        return attack_of(pos, unit) - 1.5 * max(0.0, away - 2.0)

    joins = [one for one in pos.actions() if one.verb == "join"]
    return [Weighed(one, worth(one.arg), "the best panzers") for one in joins]


def air(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """8.14: where most steps without a line are in range, and no Soviet tank will come."""
    picture = pos.keep(picture_of)
    lines = lines_of(pos, AXIS)
    needy = [u for u in picture.friends if pos.unit(u).at not in lines]
    steps = np.array([price(pos, u) * steps_left(pos, u) for u in needy])
    rows = appraisal.distances[picture.places(needy)]

    def worth(hex_: HexId) -> float:
        here = picture.index[hex_]
        served = float(steps[rows[:, here] <= RANGE].sum()) if needy else 0.0
        risk = AIR_MARKER * max(0.0, 6.0 - float(picture.near_enemy[here])) / 6.0
        return 0.15 * served - 0.5 * risk - 0.5

    found = [Weighed(PASS, 0.0, "it stays")]
    for one in pos.actions():
        if one.verb == "place":
            found.append(Weighed(one, worth(one.arg), "supply by air"))
        elif one.verb == "choose":
            found.append(Weighed(one, -worth(pos.state.air) - 1.0, "it is no use there"))
    return found


def named(name: str) -> Callable[[Appraisal44, Pos], list[Weighed]]:
    """The answer that is always the same."""
    return lambda appraisal, pos: [Weighed(action("choose", name), 1.0)]


_ANSWERS: Mapping[str, Callable[[Appraisal44, Pos], list[Weighed]]] = {
    "tiger set-up": ready,
    "decoy set-up": decoys,
    "placement": ready,
    "soviet turn": order_of_phases,
    "movement": movers,
    "mobile movement": movers,
    "arriving": arrivals,
    "tiger arriving": named("attach"),
    "combat": targets,
    "attack": attackers,
    "losses": losses,
    "retreat": retreats,
    "advance": advances,
    "air supply": air,
    "tigers": tigers,
    "attaching": carriers,
    "city or air": named("air"),
}
