"""What a computer player asks of Ukraine '44: prices, objectives, odds, lines.

Numbers are victory points (4.3) or, where the rules give none, our estimate of what a thing
will bring before the game ends.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from grognard.appraise import (
    Appraisal,
    BattleOutcome,
    Field,
    Ledger,
    Objective,
    Tags,
    Troop,
    Weighed,
    Where,
)
from grognard.decisions import Action, Side, total
from grognard.games.ukraine44 import belief
from grognard.games.ukraine44.appraisal_answers import ANSWERS
from grognard.games.ukraine44.appraisal_odds import outcomes, plain_outcomes, stakes
from grognard.games.ukraine44.losses import attack_of, defence_of, steps_left
from grognard.games.ukraine44.movement import MobileMovement, ranges_of
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos, Unit44
from grognard.games.ukraine44.supply import (
    ground_line,
    is_clear,
    lines_of,
    on_map,
    saved_at_the_end,
    supply_ground,
)
from grognard.games.ukraine44.turn import CombatFirst, SovietTurn
from grognard.games.ukraine44.victory import (
    CITIES_TO_WIN,
    CITY,
    STEP,
    air_marker,
    points,
    soviet_losses,
    tiger_losses,
)
from grognard.hexes import HexId
from grognard.mechanics.reach import Going
from grognard.mechanics.trace import Trace
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

#: What winning at once is worth, and what it is worth to come within one city of it.
VICTORY = 200.0
NEAR_VICTORY = 15.0
#: What a step is worth beyond its points, for the fighting it may still do.
FIGHT = {"mobile": 0.4, "infantry": 0.1, "garrison": 0.1}
#: The Soviets must come to the enemy, the Axis must bring its divisions home.
CAUTION = {AXIS: 1.0, SOVIET: 0.35}
EAGERNESS = {AXIS: 0.5, SOVIET: 1.0}
#: So many formations in their states are remembered.
_MOST_KNOWN = 50_000


class Appraisal44(Appraisal):
    """The answers of this title."""

    game: Ukraine44
    tags = Tags(movement=frozenset({"movement", "mobile movement"}))

    def __init__(self, game: Ukraine44) -> None:
        super().__init__(game)
        self._known: dict[tuple[Unit44, bool], Troop] = {}

    # --- belief and count ----------------------------------------------------------------

    def fill(self, view: View, seed: int) -> Pos:
        """A position made up from a View. Hidden counters are taken in the order in which
        they lie on the map, because their pseudonyms differ between states that look alike.
        """
        counters = tuple(sorted(view.counters, key=_by_place))
        return belief.fill(self.game, replace(view, counters=counters), seed)

    def ledger(self, pos: Pos, side: Side) -> Ledger:
        """4.3: steps, Tigers and the air marker are gone for good; the rest may change."""
        lost = [
            STEP[self.game.piece(unit.id).kind] * unit.lost
            for unit in pos.state.units[self.game.formations[AXIS]]
        ]
        banked = total(soviet_losses(pos)) - sum(lost)
        banked -= total(tiger_losses(pos)) + total(air_marker(pos))
        scored = points(pos)
        margin = total(scored[AXIS]) - total(scored[SOVIET])
        sign = 1 if side == AXIS else -1
        left = self.game.turns(pos) - pos.turn
        return Ledger(sign * banked, sign * margin, left, left > 0 or side == AXIS)

    def troops(self, pos: Pos, side: Side) -> list[Troop]:
        """The formations on the map."""
        return pos.keep_of(_troops, side)

    def troop(self, pos: Pos, now: Unit44, *, supplied: bool) -> Troop:
        """A formation as its commander counts it, worked out once for each state it is in."""
        found = self._known.get((now, supplied))
        if found is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            found = self._known[now, supplied] = troop(pos, now.id, supplied=supplied)
        return found

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        """4.2, 4.3: the victory cities; for the Axis also the way out to the west."""
        found = [self._city(pos, side, city) for city in self.cities]
        if side == AXIS:
            found += [Objective(h, "reach", 0.8, 0.0) for h in self.refuges]
        return sorted(found, key=lambda one: -one.worth)

    def _city(self, pos: Pos, side: Side, city: HexId) -> Objective:
        mine = (city in pos.state.held) == (side == SOVIET)
        held = len(pos.state.held)
        worth = CITY + (NEAR_VICTORY if held >= CITIES_TO_WIN - 1 - (side == AXIS) else 0.0)
        against = self.strength_near(pos, pos.game.enemy(side), city)
        if mine:
            return Objective(city, "hold", worth, min(0.7 * against, 30.0) + 3.0)
        return Objective(city, "take", worth, 2.5 * against + 12.0)

    def strength_near(self, pos: Pos, side: Side, hex_: HexId, within: int = 6) -> float:
        """The strength of a side around a hex: what it would attack or hold it with."""
        grid = pos.board.grid
        use = attack_of if side == SOVIET else defence_of
        near = (u for u in on_map(pos, side) if grid.distance(hex_, pos.unit(u).at) <= within)
        return sum(use(pos, unit) for unit in near)

    @cached_property
    def cities(self) -> tuple[HexId, ...]:
        """The victory cities."""
        return self.game.board.tagged("victory")

    @cached_property
    def refuges(self) -> tuple[HexId, ...]:
        """The supply sources of the Axis on the north bank, to which the army escapes."""
        return tuple(h for h in self.game.sources[AXIS] if h in self.game.north)

    def prize(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """4.2, 4.3: a victory city that the enemy holds."""
        if not pos.board.has(hex_, "victory"):
            return 0.0
        if side == AXIS:
            return float(CITY) if hex_ in pos.state.held else 0.0
        if hex_ in pos.state.held:
            return 0.0
        last = len(pos.state.held) == CITIES_TO_WIN - 1
        return VICTORY if last else float(CITY)

    # --- the ground ----------------------------------------------------------------------

    def supplied(self, pos: Pos, side: Side) -> Where:
        """8.5: where ground lines run."""
        return lines_of(pos, side).reached()

    def cut_off(self, pos: Pos, side: Side, closed: Where) -> list[UnitId]:
        """8.5: who has neither line nor city if lines may not pass these hexes."""
        ground = supply_ground(pos, side).closed(closed)
        sources = [h for h in self.game.sources[side] if is_clear(ground, h)]
        lines = Trace(self.game.lines.ground, ground, sources)
        spots = ((unit, pos.unit(unit).at) for unit in on_map(pos, side))
        return [u for u, at in spots if at not in lines and not pos.board.has(at, "city")]

    def reaches(self, pos: Pos, side: Side) -> Where:
        """10.2: by normal movement."""
        troops = self.troops(pos, side)
        found: Where = np.zeros((len(troops), len(pos.board.grid)), np.bool_)
        for kind in ("mobile", "infantry"):
            rows = [row for row, t in enumerate(troops) if t.kind == kind and t.speed]
            if rows:
                found[rows] = ranges_of(pos, [troops[row].id for row in rows])
        return found

    def ground(self, pos: Pos, side: Side) -> Ground:
        """7: enemies and their zones."""
        return survey(pos.columns, side)

    def going(self, kind: str) -> Going:
        """10.5: the costs of mobile formations and of infantry, who cannot swim."""
        unit = next(p.id for p in self.game.printed.values() if p.kind == kind)
        return self.game.costs.of(unit, fresh=False)

    @cached_property
    def cover(self) -> Field:
        """11.11: in pips of the die."""
        board, chart = self.game.board, self.game.charts.terrain
        kinds = [[board.terrain_of(h), *sorted(board.tags.get(h, ()))] for h in board.grid.hexes]
        return np.array([-sum(chart[k].combat for k in ks if k in chart) for ks in kinds], float)

    def links(self, hex_: HexId) -> tuple[HexId, ...]:
        """11.2: not over the Dniester, but where a road crosses."""
        return self.game.links[hex_]

    def caution(self, side: Side) -> float:
        return CAUTION[side]

    def eagerness(self, side: Side) -> float:
        return EAGERNESS[side]

    # --- combat, and the rest ------------------------------------------------------------

    def battle(
        self,
        pos: Pos,
        attackers: tuple[UnitId, ...],
        target: HexId,
        support: tuple[UnitId, ...] = (),
    ) -> Sequence[BattleOutcome]:
        """11.6: the exact forecast, a mixture where the defender's strength is hidden."""
        return outcomes(pos, attackers, target)

    def stakes(self, pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
        """11: the state of all who take part, and what lies behind the defender."""
        return stakes(pos, units, target)

    def odds(self, attack: float, defence: float, cover: float) -> Sequence[BattleOutcome]:
        """11.6, with no modifier but the ground's."""
        return plain_outcomes(self.game, round(attack), round(defence), -round(cover))

    def fights_after(self, pos: Pos) -> bool:
        """5.1, 5.3: not after mobile movement, nor when combat came first."""
        return pos.find(MobileMovement) is None and pos.find(CombatFirst) is None

    def variants(self, pos: Pos) -> Iterator[Action]:
        """5.3: what comes first in a Soviet turn."""
        asked = isinstance(pos.top, SovietTurn)
        return (one for one in pos.actions() if asked and one.verb == "choose")

    def choices(self, pos: Pos) -> Sequence[Weighed]:
        """The questions of this title alone."""
        answer = ANSWERS.get(pos.top.tag)
        return answer(self, pos) if answer else ()


def _by_place(counter: Counter) -> tuple[str, str, str]:
    """Known counters by name; hidden ones by where they lie, one formation to a hex."""
    return (counter.id if counter.known else "", counter.at, str(sorted(counter.facts.items())))


def _troops(pos: Pos, side: Side) -> list[Troop]:
    appraisal, index = pos.game.appraisal, pos.board.grid.index
    lines = lines_of(pos, side).reached().tolist()
    found = []
    for now in pos.state.units[pos.game.formations[side]]:
        here = index.get(now.at)
        if here is not None:
            supplied = lines[here] or is_supplied(pos, side, now.id)
            found.append(appraisal.troop(pos, now, supplied=supplied))
    return found


def is_supplied(pos: Pos, side: Side, unit: UnitId) -> bool:
    """4.3, 8.5: the Axis may also use its cities and the air marker."""
    if side == AXIS:
        return saved_at_the_end(pos, unit)
    return ground_line(pos, SOVIET, pos.unit(unit).at)


def troop(pos: Pos, unit: UnitId, *, supplied: bool) -> Troop:
    """A formation as its commander counts it."""
    piece = pos.game.printed[unit]
    return Troop(
        id=unit,
        hex=pos.unit(unit).at,
        attack=attack_of(pos, unit),
        defence=defence_of(pos, unit),
        steps=steps_left(pos, unit),
        price=price(pos, unit),
        speed=0 if piece.kind == "garrison" else pos.game.allowance(unit),
        kind="infantry" if piece.kind == "garrison" else piece.kind,
        supplied=supplied,
    )


def price(pos: Pos, unit: UnitId) -> float:
    """What a step of a formation is worth: its points, its escape, and the fights to come."""
    piece = pos.game.printed[unit]
    points = STEP[piece.kind] if piece.side == AXIS else 1
    escape = 0.5 if piece.pza and piece.kind == "mobile" else 0.0
    return points + escape + FIGHT[piece.kind]
