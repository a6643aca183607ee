"""What a computer player asks of Red Parachutes: prices, objectives, odds, lines.

The coin of the staff is a step of a battalion; a victory point is worth three.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

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
    contested,
)
from grognard.decisions import Action, Side, total
from grognard.games.kanev43 import belief
from grognard.games.kanev43.appraisal_answers import ANSWERS
from grognard.games.kanev43.appraisal_engineers import bridge_guard, leaves_bridge
from grognard.games.kanev43.appraisal_moves import endings, preparations
from grognard.games.kanev43.appraisal_odds import (
    FIGHTING,
    outcomes,
    plain_outcomes,
    plan_of,
    stakes,
    supports,
)
from grognard.games.kanev43.appraisal_range import (
    cut_off,
    going_of,
    ranges_of,
)
from grognard.games.kanev43.appraisal_staffs import leash, posture, supplied_hexes
from grognard.games.kanev43.appraisal_troops import POINT, troops_of
from grognard.games.kanev43.charts import OddsRow
from grognard.games.kanev43.movement import StrategicMoves
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn
from grognard.games.kanev43.victory import axis_parts, is_kanev, soviet_parts
from grognard.hexes import HexId
from grognard.mechanics.reach import Going
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId
from grognard.players.atlas import atlas_of
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

#: What the end of a standing bridge, and a foot on the western bank, are worth in points.
BRIDGE_END, FOOTHOLD = 3.0, 6.0
#: The share of the count that is felt however far the end is.
FIRM = 0.3
#: The Soviets must take ground, and have men for it.
CAUTION = {AXIS: 1.0, SOVIET: 0.6}
BROKEN = {AXIS: 1.0, SOVIET: 1.5}
#: Enemies so near to an objective count for it.
NEAR = 4
#: What ground is worth to a defender, in levels of odds: by the row of the table, and what is
#: built there.
COVER: Mapping[OddsRow, float] = {"clear": 0.0, "rough": 1.0, "swamp": 1.5, "hill": 2.0}
TOWN, WORKS = 2.0, 1.0


class KanevAppraisal(Appraisal):
    """The answers of this title."""

    game: Kanev43
    nodes = 200
    between = ":"
    isolation = 4.0  # SUP-13, SUP-14: who has no path fights and moves badly, and may be lost
    closed = ("dnepr",)  # TEC-9: hardly anything is left of an attack over it
    tags = Tags(
        movement=frozenset({"strategic moves", "tactical moves"}),
        combat=frozenset({"resolving"}),
        small=frozenset(),
    )

    # --- belief and count ----------------------------------------------------------------

    def fill(self, view: View, seed: int) -> Pos:
        """AIRB-11: who lies dispersed where, and what the enemy has written down, is guessed."""
        return belief.fill(self.game, view, seed)

    def ledger(self, pos: Pos, side: Side) -> Ledger:
        """R-94: what is dead or blown up stays so; towns may change hands."""
        soviet, axis = pos.keep(soviet_parts), total(pos.keep(axis_parts))
        dead = self.game.charts.points["axis_battalion"].title
        fallen = sum(part.amount for part in soviet if part.reason.startswith(dead))
        sign = POINT if side == SOVIET else -POINT
        left = self.game.scene(pos).turns - pos.turn
        answered = left > 0 or side == AXIS
        return Ledger(sign * (fallen - axis), sign * (total(soviet) - axis), left, answered, FIRM)

    def troops(self, pos: Pos, side: Side) -> list[Troop]:
        """The combat units on the map; the dispersed only once they are found."""
        return pos.keep_of(troops_of, side)

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        """R-94: western towns and cities, the bridge, the western ends of bridgeheads. Not what the
        whole army could not take: nobody runs against a corps before Kanev while the western bank
        is empty.
        """
        worths = pos.keep(places)
        if not worths:
            return []
        strength = sum(troop.attack for troop in self.troops(pos, side))
        enemies = self.troops(pos, self.game.enemy(side))
        against = atlas_of(self).strengths(enemies, tuple(worths), NEAR)
        found = [
            contested(hex_, worth, near, held=pos.holder(hex_) == side)
            for (hex_, worth), near in zip(worths.items(), against, strict=True)
        ]
        wanted = [goal for goal in found if goal.kind != "take" or goal.need <= strength]
        return sorted(wanted, key=lambda one: (-one.worth, one.hex))

    def prize(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """R-23: a place that the enemy holds."""
        worth = pos.keep(places).get(hex_, 0.0)
        return worth if worth and pos.holder(hex_) != side else 0.0

    # --- the ground ----------------------------------------------------------------------

    def supplied(self, pos: Pos, side: Side) -> Where:
        return supplied_hexes(pos, side)

    def reaches(self, pos: Pos, side: Side) -> Where:
        return pos.keep_of(_ranges, side)

    def cut_off(self, pos: Pos, side: Side, closed: Where) -> Collection[UnitId]:
        return cut_off(pos, self.troops(pos, side), side, closed)

    def ground(self, pos: Pos, side: Side) -> Ground:
        """ZOC: enemies and their zones."""
        return survey(pos.columns, side)

    def going(self, kind: str) -> Going:
        return going_of(self.game, kind)

    @cached_property
    def cover(self) -> Field:
        """R-04, TEC-12: levels of odds in favour of the defender."""
        theatre, terrain = self.game.theatre, self.game.charts.terrain

        def worth(hex_: HexId) -> float:
            if hex_ in theatre.water:
                return 0.0
            row = terrain[theatre.terrain(hex_)].row
            return (COVER[row] if row else 0.0) + TOWN * (hex_ in theatre.towns)

        return np.array([worth(h) for h in self.game.board.grid.hexes])

    def shelter(self, pos: Pos) -> Field:
        """TEC-13: and improved positions."""
        field, index = self.cover.copy(), pos.board.grid.index
        for hex_, work in pos.state.works.items():
            if work.is_ready and hex_ not in self.game.theatre.towns:
                field[index[hex_]] += WORKS
        return field

    def posture(self, pos: Pos, side: Side) -> float:
        """SUP-1: staffs stay near behind their troops; KNB-1: and engineers at the bridge."""
        return posture(self, pos, side) + bridge_guard(self, pos, side)

    def leash(self, pos: Pos, troop: Troop) -> Field | float:
        """SUP-1, SUP-4: troops and their own HQs stay together, though others be near."""
        return leash(self, pos, troop) + leaves_bridge(self, pos, troop)

    def caution(self, side: Side) -> float:
        return CAUTION[side]

    def thrown_back(self, pos: Pos, side: Side) -> float:
        """Ground is dearer to those who must take it."""
        return BROKEN[side]

    def room(self, pos: Pos, side: Side, hex_: HexId) -> int:
        """STK-1"""
        return self.game.charts.limit("stack_battalions")

    # --- combat, and the rest ------------------------------------------------------------

    def battle(
        self,
        pos: Pos,
        attackers: tuple[UnitId, ...],
        target: HexId,
        support: tuple[UnitId, ...] = (),
    ) -> Sequence[BattleOutcome]:
        """CBT: with those whom their hexes allow, against everybody who defends."""
        side = pos.owner(attackers[0])
        there = pos.keep(FIGHTING[side])
        return outcomes(there, plan_of(there, side, attackers, target, support))

    def stakes(self, pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
        """CBT: who is there and round about, and who could help."""
        return stakes(pos, units, target)

    def supports(
        self, pos: Pos, side: Side, target: HexId, spent: Collection[UnitId]
    ) -> tuple[UnitId, ...]:
        """ART-1: guns that reach the target, as long as none have been given out."""
        there = pos.keep(FIGHTING[side])
        if there.within(CombatPhase).guns:
            return ()
        around = [u for h in self.links(target) for u in pos.at(h) if pos.owner(u) == side]
        return supports(there, side, target, around, spent)

    def odds(self, attack: float, defence: float, cover: float) -> Sequence[BattleOutcome]:
        """CRT: by numbers alone, with what ground takes."""
        return plain_outcomes(self.game, round(attack), round(defence), -round(cover))

    def fights_after(self, pos: Pos) -> bool:
        """STM-2: not who moves strategically."""
        return pos.find(StrategicMoves) is None

    def barred(self, pos: Pos) -> Collection[UnitId]:
        """STM-2: who has moved strategically."""
        turn = pos.find(PlayerTurn)
        return turn.strategic if turn is not None else ()

    def preparations(self, pos: Pos) -> Sequence[Action]:
        return preparations(self, pos)

    def endings(self, pos: Pos) -> Sequence[Action]:
        return endings(self, pos)

    def choices(self, pos: Pos) -> Sequence[Weighed]:
        """The questions of this title alone."""
        answer = ANSWERS.get(pos.top.tag)
        return answer(self, pos) if answer else ()


# --- places ---------------------------------------------------------------------------------


def places(pos: Pos) -> dict[HexId, float]:
    """R-94: what each place brings, in steps."""
    theatre, points = pos.game.theatre, pos.game.charts.points
    found: dict[HexId, float] = {}
    for hex_ in sorted(theatre.towns):
        if theatre.bank(hex_) == "west":
            found[hex_] = POINT * points["city" if hex_ in theatre.cities else "town"].number
        if is_kanev(pos, hex_):
            found[hex_] += POINT * points["kanev"].number
    for hex_ in sorted(theatre.bridge_ends):
        if not pos.state.bridge_blown:
            found[hex_] = found.get(hex_, 0.0) + POINT * BRIDGE_END
    for pair in pos.state.bridgeheads:
        found[pair.west] = found.get(pair.west, 0.0) + POINT * FOOTHOLD
    return found


def _ranges(pos: Pos, side: Side) -> Where:
    return ranges_of(pos, pos.keep_of(troops_of, side), side)
