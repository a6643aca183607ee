"""What a computer player asks of Ukraine '43: prices, objectives, odds, lines.

The coin of the staff is a step of good infantry. A victory point is worth several, because
there are few of them and each benchmark decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
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
    Strike,
    Tags,
    Troop,
    Weighed,
    Where,
    contested,
)
from grognard.decisions import Action, Side, action, total
from grognard.games.ukraine43 import belief
from grognard.games.ukraine43.appraisal_answers import ANSWERS
from grognard.games.ukraine43.appraisal_odds import (
    Rounds,
    outcomes,
    plain_outcomes,
    spared,
    stakes,
    supports,
)
from grognard.games.ukraine43.appraisal_outlook import (
    NEAR_VICTORY,
    crisis,
    is_last_word,
    points_of,
    sign_of,
    without_line,
)
from grognard.games.ukraine43.appraisal_range import ranges_of
from grognard.games.ukraine43.appraisal_strikes import strikes
from grognard.games.ukraine43.dam import dam_points
from grognard.games.ukraine43.going import Mover, Terms
from grognard.games.ukraine43.moves import ASSAULT, Moves
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.odds import Plan
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos, Unit43, Weather, by_side
from grognard.games.ukraine43.supply import lines_of
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.units import Piece43
from grognard.games.ukraine43.victory import exit_points
from grognard.games.ukraine43.ways import dry_ground
from grognard.hexes import HexId
from grognard.mechanics.reach import FORBIDDEN, Going
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId
from grognard.players.atlas import atlas_of
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43

#: A victory point, in steps of infantry.
POINT = 5.0
#: The share of the count that is felt however far the end is.
FIRM = 0.4
#: The Soviets must take ground by its date and have men for it; the Germans have not.
CAUTION = {AXIS: 1.0, SOVIET: 0.4}
EAGERNESS = {AXIS: 0.5, SOVIET: 1.0}
#: Ground without a town, to one who looks ahead, is worth so much less; and what a step that is
#: lost in an attack costs more than its price.
BARE = {AXIS: 1.0, SOVIET: 0.0}
THRIFT = {AXIS: 1.4, SOVIET: 1.0}
#: The strength that goes at most to hold a town, for each of its points, and to take one; and
#: what keeps tanks out that are still far away.
GARRISON, ASSAULT_FORCE, WATCH = 16.0, 24.0, 6.0
#: A hex from which the enemy was thrown, and so much more for each point that is missing.
BROKEN, HASTE = 2.0, 0.5
#: The benchmark is looked at so many turns ahead.
AHEAD = 2
#: What a step of each sort is worth beside one of good infantry.
ARMOUR, GUARDS, COMMAND, MILITIA = 1.6, 1.1, 1.5, 0.5
SOVIET_FOOT = 0.7
#: Enemies so near to an objective count for it, and so near they may raid it.
NEAR, RAID = 5, 12
#: Crossing the Dnieper without a bridge takes a whole move of foot.
SWIM = 8
#: So many units in their states are remembered.
_MOST_KNOWN = 50_000


class Appraisal43(Appraisal):
    """The answers of this title."""

    game: Ukraine43
    nodes = 250
    closed = ("major_river", "sea_side")  # 8.1, 18.1
    isolation = 4.0
    #: Who has attacked moves on in Exploitation.
    tied = 0.05
    tags = Tags(
        movement=frozenset({"movement", "exploitation", "reaction"}),
        combat=frozenset({"first combat", "second combat"}),
    )

    def __init__(self, game: Ukraine43) -> None:
        super().__init__(game)
        self.rounds = Rounds()
        self._known: dict[tuple[Unit43, bool, Weather], Troop] = {}

    # --- belief and count ----------------------------------------------------------------

    def fill(self, view: View, seed: int) -> Pos:
        """R-108: nothing is hidden but the dice to come."""
        return belief.fill(self.game, view, seed)

    def ledger(self, pos: Pos, side: Side) -> Ledger:
        """30.1: the Soviets count, against the benchmark of the turn; the dam and steps off the
        map are for good.
        """
        benchmark, score = self.game.space(pos).benchmark, points_of(pos)
        banked = POINT * total((*dam_points(pos), *exit_points(pos)))
        sign, left = sign_of(side), self.game.scene(pos).turns - pos.turn
        return Ledger(
            banked=sign * banked,
            margin=sign * POINT * (score - benchmark),
            turns_left=left,
            answered=bool(left) or side == SOVIET or not is_last_word(pos),
            firm=FIRM,
            crisis=sign * crisis(pos, score),
        )

    def troops(self, pos: Pos, side: Side) -> list[Troop]:
        """The ground units on the map."""
        return pos.keep(self._troops_of[side])

    @cached_property
    def _troops_of(self) -> Mapping[Side, Callable[[Pos], list[Troop]]]:
        return by_side(self._troops)

    def _troops(self, pos: Pos, side: Side) -> list[Troop]:
        index, weather, units = pos.board.grid.index, pos.state.weather, pos.state.units
        lines = self.supplied(pos, side).tolist()
        found = []
        for number in self._ground[side]:
            now = units[number]
            here = index.get(now.at)
            if here is not None:
                found.append(self._troop(now, lines[here], weather))
        return found

    @cached_property
    def _ground(self) -> Mapping[Side, tuple[int, ...]]:
        """The numbers of the ground units of each side."""
        printed, index = self.game.printed, self.game.index
        return {
            side: tuple(index[p.id] for p in printed.values() if p.side == side and p.is_ground)
            for side in self.game.sides
        }

    def _troop(self, now: Unit43, supplied: bool, weather: Weather) -> Troop:
        """A unit as its commander counts it, worked out once for each state that it is in."""
        key = (now, supplied, weather)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = troop(self.game, now, weather, supplied=supplied)
        return found

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        """30.2A: the objective hexes by their points; the Soviets want them by a date."""
        goals = self.game.objectives(pos)
        enemies = self.troops(pos, self.game.enemy(side))
        against = atlas_of(self).strengths(enemies, tuple(goals), NEAR)
        found = [
            contested(hex_, POINT * value, strength, held=pos.holder(hex_) == side)
            for (hex_, value), strength in zip(goals.items(), against, strict=True)
        ]
        return sorted(found, key=lambda one: (-one.worth, one.hex))

    def prize(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """30.2A, 28.1: an objective that the enemy holds; the dam as long as it stands."""
        if pos.holder(hex_) == side:
            return 0.0
        dam = hex_ == self.game.theatre(pos).dam and pos.state.dam == "intact" and side == SOVIET
        return POINT * (self.game.objectives(pos).get(hex_, 0) + 4 * dam)

    def gain(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """30.1: besides, how much nearer it brings the end of the game; mere ground is worth
        little to the Germans.
        """
        prize, value = self.prize(pos, side, hex_), self.game.objectives(pos).get(hex_, 0)
        if not prize or not value:
            return prize - BARE[side]
        sign, score = sign_of(side), points_of(pos)
        return prize + sign * (crisis(pos, score + sign * value) - crisis(pos, score))

    def thrift(self, side: Side) -> float:
        """The Germans have no men to spare."""
        return THRIFT[side]

    def aims(self, pos: Pos, side: Side) -> list[Objective]:
        """The objectives by what they may decide. The Germans neither cling to towns where they
        are far too weak, nor want them back, unless the game hangs on it; a town to which tanks
        may come has a garrison.
        """
        goals, enemy = self.game.objectives(pos), self.game.enemy(side)
        strengths, hexes, troops = atlas_of(self).strengths, tuple(goals), self.troops
        against = strengths(troops(pos, enemy), hexes, NEAR)
        tanks = [troop for troop in troops(pos, enemy) if troop.kind == "mech" and troop.attack]
        about = strengths(tanks, hexes, RAID)
        ours = strengths(troops(pos, side), hexes, NEAR)
        found = []
        for hex_, theirs, raiders, own in zip(hexes, against, about, ours, strict=True):
            held, value = pos.holder(hex_) == side, goals[hex_]
            attacker = enemy if held else side
            worth = self.gain(pos, attacker, hex_)
            urgent = worth - self.prize(pos, attacker, hex_) > NEAR_VICTORY / 2
            raided = held and raiders > 0 and not theirs
            if side == SOVIET or urgent or raided or theirs < own * (2.0 if held else 1.0):
                aim = _aim(hex_, value, worth, theirs, held=held)
                found.append(replace(aim, need=WATCH) if raided else aim)
        return sorted(found, key=lambda one: (-one.worth, one.hex))

    # --- the ground ----------------------------------------------------------------------

    def supplied(self, pos: Pos, side: Side) -> Where:
        """14.3: where lines run."""
        lines = lines_of(pos, side)
        reached = lines.general.reached() | lines.from_hq.reached()
        return np.asarray(reached | lines.from_half_hex.reached(), np.bool_)

    def cut_off(self, pos: Pos, side: Side, closed: Where) -> Collection[UnitId]:
        """14.3: whose lines would be cut."""
        return without_line(pos, side, closed)

    def reaches(self, pos: Pos, side: Side) -> Where:
        """4.1: with the allowance of the Movement Phase."""
        return ranges_of(pos, side, self.troops(pos, side))

    def ground(self, pos: Pos, side: Side) -> Ground:
        """6, 7: enemies, zones and bonds."""
        return dry_ground(pos, side)[0]

    def going(self, kind: str) -> Going:
        """4: in fair weather and without aircraft. Foot may swim."""
        return self._goings[kind]

    @cached_property
    def _goings(self) -> dict[str, Going]:
        goings, found = self.game.goings, dict[str, Going]()
        movers: tuple[Mover, ...] = ("mech", "artillery", "cavalry", "foot")
        for mover in movers:
            none = frozenset[str]()
            terms = Terms(frozenset({mover}), False, none, none, "none")
            entry = goings.entry(mover, terms).copy()
            if mover in ("foot", "cavalry"):
                entry[goings.major & (entry == FORBIDDEN)] = SWIM
            found[mover] = Going(goings.grid, entry)
        return found

    @cached_property
    def cover(self) -> Field:
        """9.1: what the ground adds to a defence, in columns: three points are about one."""
        board, chart = self.game.board, self.game.charts.terrain
        kinds = [[board.terrain_of(h), *sorted(board.tags.get(h, ()))] for h in board.grid.hexes]
        best = [max((chart[k].bonus for k in ks if k in chart), default=0) for ks in kinds]
        return np.array(best, float) / 3.0

    def caution(self, side: Side) -> float:
        return CAUTION[side]

    def eagerness(self, side: Side) -> float:
        return EAGERNESS[side]

    def thrown_back(self, pos: Pos, side: Side) -> float:
        """30.1: a front that is broken is worth much, and more to Soviets who are behind the
        benchmark that comes.
        """
        if side != SOVIET:
            return BROKEN
        scene = self.game.scene(pos)
        due = scene.space(min(pos.turn + AHEAD, scene.turns)).benchmark
        return BROKEN + HASTE * max(0, due - points_of(pos))

    def room(self, pos: Pos, side: Side, hex_: HexId) -> int:
        """5.1: combat units to a hex."""
        return 2 if side == AXIS else 3

    # --- combat, and the rest ------------------------------------------------------------

    def battle(
        self,
        pos: Pos,
        attackers: tuple[UnitId, ...],
        target: HexId,
        support: tuple[UnitId, ...] = (),
    ) -> Sequence[BattleOutcome]:
        """8: the exact forecast."""
        air = next((u for u in support if self.game.piece(u).role == "air"), "")
        guns = tuple(u for u in support if u != air)
        side = pos.owner(attackers[0])
        plan = Plan(side, (target,), attackers, air=air, guns=guns, spared=spared(pos))
        return outcomes(pos, plan, self.rounds)

    def strikes(self, pos: Pos) -> Iterator[Strike]:
        """13: Mobile Assaults."""
        return strikes(self, pos)

    def supports(
        self, pos: Pos, side: Side, target: HexId, spent: Collection[UnitId]
    ) -> tuple[UnitId, ...]:
        """15.5, 22: an air unit in range, and one or two artillery divisions."""
        return supports(pos, side, target, spent)

    def barred(self, pos: Pos) -> Collection[UnitId]:
        """3.C.3, 3.C.6: who has no marker for the Second Combat Phase, or has gone too far for
        the First.
        """
        turn, phase = pos.find(PlayerTurn), pos.find(Moves)
        if turn is None or phase is None or phase.pace == "reaction":
            return ()
        if phase.pace == "exploitation":
            return self.game.movable[turn.side] - turn.assault
        return turn.extended

    def endings(self, pos: Pos) -> Sequence[Action]:
        """4.9B: in Exploitation who has come next to an enemy takes an Assault marker."""
        move, phase = pos.find(Moving), pos.find(Moves)
        if move is None or phase is None or phase.pace != "exploitation":
            return ()
        enemy, count = self.game.enemy(move.side), pos.columns.count
        near = any(count("units", enemy, h) for h in self.links(move.here(pos)))
        return (action("mode", ASSAULT),) if near else ()

    def fights_after(self, pos: Pos) -> bool:
        """4.10: not after Reaction."""
        phase = pos.find(Moves)
        return phase is None or phase.pace != "reaction"

    def stakes(self, pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
        """8, 9: the states of all who are there, and a few things more."""
        return stakes(pos, units, target)

    def odds(self, attack: float, defence: float, cover: float) -> Sequence[BattleOutcome]:
        """8.3, with what the ground adds to the defence."""
        return plain_outcomes(self.game, round(attack), round(defence + 3 * cover))

    def choices(self, pos: Pos) -> Sequence[Weighed]:
        """The questions of this title alone."""
        answer = ANSWERS.get(pos.top.tag)
        return answer(self, pos) if answer else ()


def _aim(hex_: HexId, value: int, worth: float, against: float, *, held: bool) -> Objective:
    """A town with the strength that should go there, the more the more points it has."""
    if held:
        return Objective(hex_, "hold", worth, min(0.6 * against, GARRISON * value) + 2.0)
    return Objective(hex_, "take", worth, min(2.0 * against + 10.0, ASSAULT_FORCE * (value + 1)))


def troop(game: Ukraine43, now: Unit43, weather: Weather, *, supplied: bool = True) -> Troop:
    """A ground unit as its commander counts it. HQs and artillery do not fight by themselves."""
    piece = game.printed[now.id]
    values = piece.values(now.reduced)
    fights = piece.role in ("combat", "support") and piece.kind != "artillery"
    state = "out_of_supply" if now.oos else "rain" if weather == "rain" else "normal"
    most = game.charts.allowances[state].points
    speed = 2 * values.move if most is None else min(2 * values.move, most)
    return Troop(
        id=now.id,
        hex=now.at,
        attack=values.attack if fights and not now.disrupted else 0,
        defence=values.defence,
        steps=1 if now.reduced else piece.steps,
        price=price(piece),
        speed=0 if now.bound else speed,
        kind=game.goings.mover(now.id),
        supplied=supplied,
    )


def price(piece: Piece43) -> float:
    """What a step of a unit is worth."""
    if piece.role == "hq" or piece.kind == "artillery":
        return COMMAND
    if piece.kind in ("security", "fortified region"):
        return MILITIA
    if piece.is_mechanised:
        return ARMOUR
    if piece.side == SOVIET:
        return GUARDS if piece.is_guards else SOVIET_FOOT
    return 1.0
