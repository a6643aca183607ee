"""What a computer player asks of Korsun 1944: prices, objectives, ratios, lines, duties.

The coin of the staff is a level of German infantry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import (
    Appraisal,
    BattleOutcome,
    Duties,
    Field,
    Ledger,
    Objective,
    Strike,
    Tags,
    Troop,
    Weighed,
    Where,
    contested,
)
from grognard.decisions import Action, Side
from grognard.games.korsun44 import belief
from grognard.games.korsun44.appraisal_answers import ANSWERS
from grognard.games.korsun44.appraisal_moves import endings, overruns, preparations
from grognard.games.korsun44.appraisal_odds import (
    BEARABLE,
    outcomes,
    plain_outcomes,
    plan_of,
    stakes,
    supports,
)
from grognard.games.korsun44.appraisal_outlook import count, crisis, keeper, lost, places, price
from grognard.games.korsun44.appraisal_range import lines_of, ranges_of, without_line
from grognard.games.korsun44.charts import SIXTHS, half
from grognard.games.korsun44.combat import Combat
from grognard.games.korsun44.duties import open_duties
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.moments import moment
from grognard.games.korsun44.movement import StrategicMovement
from grognard.games.korsun44.state import GERMAN, SIDES, SOVIET, KorsunUnit, Pos
from grognard.games.korsun44.turn import Move, is_held_back
from grognard.games.korsun44.units import KorsunPiece
from grognard.games.korsun44.works import works_at
from grognard.hexes import HexId
from grognard.mechanics.reach import Going
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId
from grognard.players.atlas import atlas_of
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

#: The share of the count that is felt however far the end is.
FIRM = 0.5
#: The Soviets must take ground, and have men for it; in the relief of Korsun it is the Germans.
CAUTION = {GERMAN: 1.0, SOVIET: 0.6}
EAGERNESS = {GERMAN: 0.7, SOVIET: 1.0}
#: Enemies so near to an objective count for it.
NEAR = 3


class KorsunAppraisal(Appraisal):
    """The answers of this title."""

    game: Korsun44
    nodes = 200
    closed = ("dnieper",)  # D8
    tied = 0.05
    tags = Tags(
        movement=frozenset({"movement", "strategic movement"}),
        small=frozenset(),
    )

    # --- belief and count ----------------------------------------------------------------

    def fill(self, view: View, seed: int) -> Pos:
        """16: what lies under masks is guessed."""
        return belief.fill(self.game, view, seed)

    def ledger(self, pos: Pos, side: Side) -> Ledger:
        """Levels are gone for good; cities, links and roads may change hands."""
        banked, near = pos.keep(_banked), pos.keep(crisis)
        margin = banked + pos.keep(count)
        sign, scene = (1 if side == SOVIET else -1), self.game.scene(pos)
        left = scene.turns - pos.turn
        answered = left > 0 or side == scene.first
        return Ledger(sign * banked, sign * margin, left, answered, FIRM, sign * near)

    def troops(self, pos: Pos, side: Side) -> list[Troop]:
        """The units on the map."""
        return pos.keep(_TROOPS[side])

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        """Cities, the ways between two fronts, the road to Korsun: as the scenario has it."""
        worths = places(pos)
        if not worths:
            return []
        enemies = self.troops(pos, self.game.enemy(side))
        against = atlas_of(self).strengths(enemies, tuple(worths), NEAR)
        found = [
            contested(hex_, worth, strength, held=pos.holder(hex_) == side)
            for (hex_, worth), strength in zip(worths.items(), against, strict=True)
        ]
        return sorted(found, key=lambda one: (-one.worth, one.hex))

    def prize(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """4.3: a place that the enemy holds."""
        worth = pos.keep(places).get(hex_, 0.0)
        return worth if worth and keeper(pos, hex_) != side else 0.0

    # --- the ground ----------------------------------------------------------------------

    def supplied(self, pos: Pos, side: Side) -> Where:
        """10.1: where lines run."""
        return np.asarray(lines_of(pos, side).reached(), np.bool_)

    def reaches(self, pos: Pos, side: Side) -> Where:
        return pos.keep(_RANGES[side])

    def cut_off(self, pos: Pos, side: Side, closed: Where) -> Collection[UnitId]:
        """10.1: whose lines would be cut."""
        cut, index = without_line(pos, side, closed), pos.board.grid.index
        return [t.id for t in self.troops(pos, side) if t.supplied and cut[index[t.hex]]]

    def ground(self, pos: Pos, side: Side) -> Ground:
        """4: enemies and their zones."""
        return survey(pos.columns, side)

    def going(self, kind: str) -> Going:
        """3.1.11: by the map alone."""
        return self.game.goings.of(kind)  # type: ignore[arg-type]

    @cached_property
    def cover(self) -> Field:
        """5.5.1: columns in favour of the defender."""
        theatre = self.game.theatre
        return np.array([theatre.modifiers(h) for h in self.game.board.grid.hexes], float)

    def shelter(self, pos: Pos) -> Field:
        """7: and what fortifications add."""
        return pos.keep(_shelter)

    def caution(self, side: Side) -> float:
        return CAUTION[side]

    def eagerness(self, side: Side) -> float:
        return EAGERNESS[side]

    def room(self, pos: Pos, side: Side, hex_: HexId) -> int:
        """3.2.1: eight levels, which are mostly four units."""
        return self.game.charts.limits["stacking"].number // 2

    # --- combat, and the rest ------------------------------------------------------------

    def battle(
        self,
        pos: Pos,
        attackers: tuple[UnitId, ...],
        target: HexId,
        support: tuple[UnitId, ...] = (),
    ) -> Sequence[BattleOutcome]:
        """5.2: with all that both sides have."""
        plan = plan_of(pos, pos.owner(attackers[0]), attackers, (target,), support)
        return outcomes(pos, plan)

    def wide_battle(
        self, pos: Pos, attackers: tuple[UnitId, ...], targets: tuple[HexId, ...]
    ) -> Sequence[BattleOutcome]:
        """5.1.5: out of one hex against several."""
        return outcomes(pos, plan_of(pos, pos.owner(attackers[0]), attackers, targets))

    def duties(self, pos: Pos, side: Side) -> Duties:
        """5.1.3, 5.1.4: as they are, or would be if the phase began now."""
        phase = pos.find(Engagement) or Combat.begin(pos, side)
        duties = open_duties(pos, phase)
        return Duties(frozenset(duties.units), frozenset(duties.hexes))

    def supports(
        self, pos: Pos, side: Side, target: HexId, spent: Collection[UnitId]
    ) -> tuple[UnitId, ...]:
        """6.3: guns in range."""
        return supports(pos, side, target, spent)

    def stakes(self, pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
        return stakes(pos, units, target)

    def odds(self, attack: float, defence: float, cover: float) -> Sequence[BattleOutcome]:
        """1.5, with the columns of ground and works."""
        return plain_outcomes(self.game, round(attack), round(defence), round(cover))

    def fights_after(self, pos: Pos) -> bool:
        """2.2: not after strategic movement."""
        return pos.find(StrategicMovement) is None

    def preparations(self, pos: Pos) -> Sequence[Action]:
        return preparations(pos)

    def endings(self, pos: Pos) -> Sequence[Action]:
        return endings(self, pos)

    def strikes(self, pos: Pos) -> Iterator[Strike]:
        """6.1.7, 9.1.5: guns and HQs that stand alone are run over."""
        return overruns(self, pos)

    def choices(self, pos: Pos) -> Sequence[Weighed]:
        """The questions of this title alone."""
        answer = ANSWERS.get(pos.top.tag)
        return answer(self, pos) if answer else ()


def _banked(pos: Pos) -> float:
    return lost(pos, GERMAN) - lost(pos, SOVIET)


def _shelter(pos: Pos) -> Field:
    field, index = pos.game.appraisal.cover.copy(), pos.board.grid.index
    for hex_ in {*pos.state.field_works, *pos.state.improved_works}:
        field[index[hex_]] += 2.0 if "improved" in works_at(pos, hex_) else 1.0
    return np.asarray(field)


def _troops(side: Side, pos: Pos) -> list[Troop]:
    game, index = pos.game, pos.board.grid.index
    lines, now = lines_of(pos, side).reached(), moment(pos)
    found = []
    for unit in pos.state.units:
        here = unit.at if unit.at in index else _entry(pos, unit.id)
        if here and game.owners[unit.id] == side:
            found.append(troop(pos, unit, here, now, supplied=bool(lines[index[here]])))
    return found


def _entry(pos: Pos, unit: UnitId) -> HexId:
    """Where a unit comes onto the map, if it is on its way."""
    move = pos.find(Move)
    return move.entry if move is not None and unit in move.units else ""


#: One function for each side, so that what it finds is kept with a position.
_TROOPS: Mapping[Side, Callable[[Pos], list[Troop]]] = {
    side: partial(_troops, side) for side in SIDES
}


def _ranges(side: Side, pos: Pos) -> Where:
    return ranges_of(pos, pos.keep(_TROOPS[side]), side)


_RANGES: Mapping[Side, Callable[[Pos], Where]] = {side: partial(_ranges, side) for side in SIDES}


def troop(pos: Pos, unit: KorsunUnit, here: HexId, now: int, *, supplied: bool = True) -> Troop:
    """A unit as its commander counts it."""
    piece = pos.game.printed[unit.id]
    values = piece.values(piece.levels - unit.lost)
    shaken, waits = 0 < unit.recovers >= now, is_held_back(pos, unit.id)
    attack = values.attack if attacks(piece) and not waits else 0
    if unit.want > BEARABLE:
        attack = half(attack)
    return Troop(
        id=unit.id,
        hex=here,
        attack=half(attack) if shaken else attack,
        defence=half(values.defence) if shaken else values.defence,
        steps=piece.levels - unit.lost,
        price=price(piece, pos.game.scene(pos).victory.kind),
        speed=0 if waits else _speed(piece, values.moves, unit.want),
        kind="hq" if piece.is_hq else piece.moves,
        supplied=supplied,
    )


def attacks(piece: KorsunPiece) -> bool:
    """5.1.10, D9: does a unit attack directly?"""
    return not piece.is_towed and (piece.is_regular or piece.is_self_propelled)


def _speed(piece: KorsunPiece, moves: int, want: int) -> int:
    """3.1.5, 10.2.2 in sixths; guns need points for their set-up (6.2.4)."""
    spare = moves - 2 if piece.is_artillery and piece.is_towed else moves
    return spare * SIXTHS // (2 if want else 1)
