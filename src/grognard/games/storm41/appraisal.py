"""What a computer player asks of Operation Storm: prices, objectives, differentials, lines.

The coin of the staff is a German infantry division. A victory point is worth many of them:
there are hardly ten in the game, and four decide it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import TYPE_CHECKING, cast

import numpy as np
from msgspec.structs import replace

from grognard.appraise import (
    Appraisal,
    BattleOutcome,
    Field,
    Ledger,
    Objective,
    Strike,
    Troop,
    Web,
    Weighed,
    Where,
)
from grognard.decisions import Action, Side, total
from grognard.games.storm41 import belief
from grognard.games.storm41.appraisal_answers import ANSWERS
from grognard.games.storm41.appraisal_edges import open_edges
from grognard.games.storm41.appraisal_goals import objectives, post, prize
from grognard.games.storm41.appraisal_guns import guns_guarded, keeps_company, lone_guns
from grognard.games.storm41.appraisal_odds import outcomes, plain_outcomes, stakes
from grognard.games.storm41.appraisal_price import POINT, due_for, price
from grognard.games.storm41.appraisal_range import pockets_of, ranges_of, web_of, without_line
from grognard.games.storm41.appraisal_strikes import strikes
from grognard.games.storm41.charts import Supply
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.going import Terms
from grognard.games.storm41.moving import ground_of, movement_factor
from grognard.games.storm41.sequence import Declaration
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.supply import supply_in, traced
from grognard.games.storm41.turn import FIGHT_MOVE, PlayerTurn, is_surprise
from grognard.games.storm41.units import Going as Column
from grognard.games.storm41.units import Nation
from grognard.games.storm41.victory import control_points, points
from grognard.hexes import HexId
from grognard.mechanics.reach import Going
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

#: The Soviets have the men and must come to the enemy before he is ready.
CAUTION = {AXIS: 1.0, SOVIET: 0.5}
EAGERNESS = {AXIS: 0.8, SOVIET: 1.0}
#: How much is feared for a group that the enemy could close a ring around, and how much less with
#: every hex that he must close for it.
RING, LINK = 0.9, 0.96
#: What it is worth that Germany has lost its oil once.
THIRST = POINT
#: The strength that a place draws with all its worth; more share it among themselves. What they
#: want to take the Soviets go for with all they have.
DRAW = {AXIS: {"take": 4.0, "hold": 4.0}, SOVIET: {"take": 99.0, "hold": 8.0}}
#: How fast what is held now loses its weight with every turn that is left.
LAPSE = 0.3


class Appraisal41(Appraisal):
    """The answers of this title."""

    game: Storm41
    nodes = 250
    closed = ("sea_side", "lake_side")  # 10.15
    even_handed = True
    covets = True  # 4.3: Ploesti is worth more than all who stand in it
    foresight = 0.35  # 5.4, 5.7: most fight first, from where they stand

    # --- belief and count ----------------------------------------------------------------

    def fill(self, view: View, seed: int) -> Pos:
        """10.7: what lies under the top units of the enemy is guessed."""
        return belief.fill(self.game, view, seed)

    def ledger(self, pos: Pos, side: Side) -> Ledger:
        """4: the points as they stand, and on the way to them cities and losses."""
        state, victory = pos.state, self.game.scene(pos).victory
        germans = min(1.0, state.german_losses / victory.german_losses)
        soviets = min(1.0, state.soviet_losses / victory.soviet_losses)
        fallen = self.game.theatre(pos).oil in state.fallen
        banked = POINT * (germans - soviets) + THIRST * fallen
        sign = 1 if side == SOVIET else -1
        left = self.game.scene(pos).turns - pos.turn
        cities = self._cities(pos, left) if left else 0.0
        margin = POINT * (total(points(pos)) + cities) + THIRST * fallen
        firm = 1.0 / (1.0 + LAPSE * left)
        return Ledger(sign * banked, sign * margin, left, left > 0 or side == SOVIET, firm)

    def _cities(self, pos: Pos, left: int) -> float:
        """The chance of the point for cities, beyond what is counted for it now."""
        full = self.game.scene(pos).victory.advantage
        held = control_points(pos)
        chance = 1.0 / (1.0 + exp((full - 0.5 - held) / (1.0 + 0.3 * left)))
        return chance - (held >= full)

    def starving(self, pos: Pos, side: Side) -> float:
        """5.9, R-32: Soviets without a line are lost at the end of the turn, and count twice."""
        if side == AXIS:
            return 0.0
        due = due_for(pos, SOVIET)
        return sum(t.price + due for t in self.troops(pos, side) if not t.supplied)

    def web(self, pos: Pos, side: Side) -> Web | None:
        """5.9, 7.3: that of the Soviets, from turn 2 on."""
        if side == AXIS or is_surprise(pos):
            return None
        return web_of(self.game.theatre(pos), side)

    def peril(self, pos: Pos, side: Side) -> float | None:
        """5.9: the Soviets fear for every group of theirs that could be cut off; on turn 1 too, for
        who stands alone then is still alone when it counts.
        """
        if side == AXIS:
            return None
        due = due_for(pos, SOVIET)
        prices: dict[HexId, float] = {}
        for troop in self.troops(pos, side):
            if troop.supplied:
                prices[troop.hex] = prices.get(troop.hex, 0.0) + troop.price + due
        rings = pockets_of(pos, side, prices)
        return sum(RING * LINK**links * worth for worth, links in rings)

    def troops(self, pos: Pos, side: Side) -> list[Troop]:
        """The units on the map."""
        return pos.keep_of(_troops, side)

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        return objectives(self, pos, side)

    def aims(self, pos: Pos, side: Side) -> list[Objective]:
        """The worth of each shared out among those whom it needs, so that not everybody is drawn to
        a place as much as it is worth to all together.
        """
        goals, draw = objectives(self, pos, side), DRAW[side]
        return [
            replace(one, worth=one.worth * draw[one.kind] / max(draw[one.kind], one.need))
            for one in goals
        ]

    def prize(self, pos: Pos, side: Side, hex_: HexId) -> float:
        return prize(self, pos, side, hex_)

    def post(self, pos: Pos, side: Side, hex_: HexId) -> float:
        return post(self, pos, side, hex_) + guns_guarded(pos, side, hex_)

    def posture(self, pos: Pos, side: Side) -> float:
        """11.7, 4.9, 4.10: guns that stand alone, edges of the map that lie open."""
        return -lone_guns(pos, side) - (open_edges(self, pos) if side == SOVIET else 0.0)

    def leash(self, pos: Pos, troop: Troop) -> Field | float:
        return keeps_company(pos, troop)

    # --- the ground ----------------------------------------------------------------------

    def supplied(self, pos: Pos, side: Side) -> Where:
        """7.3, 7.4: where lines run."""
        return np.asarray(traced(pos, side).reached(), np.bool_)

    def reaches(self, pos: Pos, side: Side) -> Where:
        """9.1: with the factor of the supply state now."""
        return pos.keep_of(_ranges, side)

    def cut_off(self, pos: Pos, side: Side, closed: Where) -> Collection[UnitId]:
        """5.9, 7.3: whose lines would be cut; Soviets who have none are lost."""
        cut, index = without_line(pos, side, closed), pos.board.grid.index
        return [t.id for t in self.troops(pos, side) if t.supplied and cut[index[t.hex]]]

    def ground(self, pos: Pos, side: Side) -> Ground:
        """R-10: enemies, and no zones."""
        return ground_of(pos, side)

    def going(self, kind: str) -> Going:
        """9.10 to 9.20 in fair skies; a corridor costs what its country does."""
        scenario, nation, column = kind.split()
        terms = Terms(
            cast(Nation, nation), frozenset({cast(Column, column)}), frozenset(), frozenset(), False
        )
        return self.game.goings[scenario].under(terms)

    @cached_property
    def cover(self) -> Field:
        """10.11 to 10.17: columns in favour of the defender."""
        board, charts = self.game.board, self.game.charts
        cities = {h: kind for t in self.game.theatres.values() for h, kind in t.cities.items()}
        names = [cities.get(h, board.terrain_of(h)) for h in board.grid.hexes]
        return np.array(
            [-charts.terrain[n].shift if n in charts.terrain else 0 for n in names], float
        )

    def caution(self, side: Side) -> float:
        return CAUTION[side]

    def eagerness(self, side: Side) -> float:
        return EAGERNESS[side]

    def room(self, pos: Pos, side: Side, hex_: HexId) -> int:
        """6.2 to 6.5: as many as the largest nation of the side may stack."""
        return max(limit.most for limit in self.game.charts.stacking[side].limits)

    # --- combat, and the rest ------------------------------------------------------------

    def battle(
        self,
        pos: Pos,
        attackers: tuple[UnitId, ...],
        target: HexId,
        support: tuple[UnitId, ...] = (),
    ) -> Sequence[BattleOutcome]:
        """10.8, 10.21: the exact forecast, without droppers."""
        return outcomes(pos, Plan(pos.owner(attackers[0]), target, attackers))

    def stakes(self, pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
        """Where all this is the same, the results are."""
        return stakes(pos, units, target)

    def odds(self, attack: float, defence: float, cover: float) -> Sequence[BattleOutcome]:
        """10.8, with no shift but that of the ground."""
        return plain_outcomes(self.game, round(attack), round(defence), -round(cover))

    def ratio(self, attack: float, defence: float) -> str:
        """10.8: a differential, not odds."""
        return f"{round(attack) - round(defence):+d}"

    def fights_after(self, pos: Pos) -> bool:
        """5.4, 5.7: not when combat came first."""
        turn = pos.find(PlayerTurn)
        return turn is None or turn.order != FIGHT_MOVE

    def variants(self, pos: Pos) -> Iterator[Action]:
        """5.4, 5.7: the order of one's own phases."""
        step = pos.top
        asked = isinstance(step, Declaration) and step.turn == step.side
        return (one for one in pos.actions() if asked)

    def strikes(self, pos: Pos) -> Iterator[Strike]:
        """9.22: mobile assaults."""
        return strikes(self, pos)

    def choices(self, pos: Pos) -> Sequence[Weighed]:
        """The questions of this title alone."""
        answer = ANSWERS.get(pos.top.tag)
        return answer(self, pos) if answer else ()


def _troops(pos: Pos, side: Side) -> list[Troop]:
    """In the order of the pieces, of which most may be off the map."""
    hexes, columns = pos.board.grid.hexes, pos.columns
    game, scenario = pos.game, pos.state.scenario
    surprise, due = is_surprise(pos), due_for(pos, side)
    found: dict[UnitId, Troop] = {}
    for number in np.flatnonzero(columns.block[columns.layout.row("units", side)]).tolist():
        supply = supply_in(pos, side, hex_ := hexes[number])
        for unit in pos.at(hex_):
            found[unit] = _troop(game, scenario, unit, hex_, supply, surprise, due)
    return [found[unit] for unit in sorted(found, key=pos.game.index.__getitem__)]


def _ranges(pos: Pos, side: Side) -> Where:
    return ranges_of(pos, pos.keep_of(_troops, side), side)


def troop(pos: Pos, unit: UnitId) -> Troop:
    """A unit as its commander counts it."""
    here, game = pos.unit(unit).at, pos.game
    around = supply_in(pos, pos.owner(unit), here)
    due = due_for(pos, pos.owner(unit))
    return _troop(game, pos.state.scenario, unit, here, around, is_surprise(pos), due)


@lru_cache(maxsize=16384)
def _troop(
    game: Storm41,
    scenario: str,
    unit: UnitId,
    hex_: HexId,
    around: Supply,
    surprise: bool,
    due: float,
) -> Troop:
    """A unit with the supply of its hex, which is nothing to Hungarians and Romanians."""
    piece = game.piece(unit)
    supply: Supply = "full" if piece.is_allied else around
    speed = movement_factor(game, unit, supply, surprise=surprise) if piece.moves else 0
    return Troop(
        id=unit,
        hex=hex_,
        attack=piece.attack,
        defence=piece.defence,
        steps=1,
        price=price(piece, due),
        speed=speed,
        kind=f"{scenario} {piece.nation} {piece.going}",
        supplied=supply != "out",
    )
