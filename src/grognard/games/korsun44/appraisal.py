"""What a computer player asks of Korsun 1944: prices, objectives, ratios, lines, duties.

The coin of the staff is a level of German infantry.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from grognard.appraise import (
    Appraisal,
    BattleOutcome,
    Duties,
    Field,
    Ledger,
    Objective,
    Strike,
    Tags,
    Temper,
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
    Battles,
    plain_outcomes,
    stakes,
    supports,
)
from grognard.games.korsun44.appraisal_outlook import (
    attacks_ground,
    cities,
    count,
    crisis,
    held_around,
    lost,
    places,
    post,
    price,
    prize,
    walkover,
)
from grognard.games.korsun44.appraisal_range import (
    lines_of,
    ranges_of,
    supplied_at,
    without_line,
)
from grognard.games.korsun44.charts import SIXTHS, half
from grognard.games.korsun44.combat import Combat
from grognard.games.korsun44.duties import open_duties
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.moments import moment
from grognard.games.korsun44.movement import StrategicMovement
from grognard.games.korsun44.scenario import VictoryKind
from grognard.games.korsun44.state import GERMAN, SOVIET, KorsunUnit, Pos
from grognard.games.korsun44.turn import Move, held_fronts
from grognard.games.korsun44.units import KorsunPiece
from grognard.games.korsun44.works import is_fortified, works_at
from grognard.hexes import HexId
from grognard.mechanics.reach import Going
from grognard.mechanics.zones import Ground, near, survey
from grognard.pieces import UnitId
from grognard.players.atlas import atlas_of
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

#: The share of the count that is felt however far the end is.
FIRM = 0.5
#: A level that is lost in an attack costs more than its price, less to those who must take ground.
BOLD, CAREFUL = Temper(0.6, 1.0, 1.2), Temper(1.0, 0.7, 1.5)
#: Who guards cities to the end of a long battle can spare nobody for attacks that are not cheap.
SPARING = Temper(1.0, 0.7, 3.0)
#: Who marches off before a stronger enemy and is judged by levels alone stays out of his way.
WARY = Temper(2.2, 0.4, 4.0)
#: What it is worth to throw the enemy out of a hex, to those who must take ground and to others.
BROKEN, SPARED = 1.5, 0.7
#: What it is like to have to attack, for each strength point of the enemy.
DUTY = 0.4
#: Nobody minds it where such odds can be had, with one more for each column of ground and works;
#: how near attackers must be to come, and the share of them that will not be wanted elsewhere.
ODDS, AT_HAND, SHARE = 2.0, 3, 0.5
#: What a trench is worth, and how near the enemy must be.
TRENCH, FRONT = 0.5, 3
#: The share of a victory that an attack on one of several cities is promised.
PROMISED = 0.1
#: Enemies so near to an objective count for it; so near to a city for those who hold it.
NEAR, COMING = 3, 6
#: Where cities decide: how much of those who come the garrison of a whole city is to match, and at
#: most, and what it has beside that.
MATCHED, GARRISON, BESIDE = 0.6, 40.0, 8.0
#: So many attacks are remembered.
KNOWN = 5_000
#: What a unit is counted by besides itself: how the scenario is won; is it disorganised, held
#: back, in supply?
_Terms = tuple[VictoryKind, bool, bool, bool]


class KorsunAppraisal(Appraisal):
    """The answers of this title."""

    game: Korsun44
    nodes = 400
    between = ":"
    closed = ("dnieper",)  # D8
    tied = 0.05
    tags = Tags(
        movement=frozenset({"movement", "strategic movement"}),
        small=frozenset(),
    )

    def __init__(self, game: Korsun44) -> None:
        super().__init__(game)
        self.attacks = {}
        self._battles = Battles()

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
        return pos.keep_of(_troops, side)

    # --- objectives ----------------------------------------------------------------------

    def objectives(self, pos: Pos, side: Side) -> list[Objective]:
        """Cities, the ways between two fronts, the road to Korsun: as the scenario has it."""
        worths = pos.keep(places)
        if not worths:
            return []
        enemies = self.troops(pos, self.game.enemy(side))
        near, far = (atlas_of(self).strengths(enemies, tuple(worths), n) for n in (NEAR, COMING))
        inside = frozenset(cities(pos))
        found = []
        for (hex_, worth), here, coming in zip(worths.items(), near, far, strict=True):
            held = pos.holder(hex_) == side
            garrison = held and hex_ in inside
            goal = contested(hex_, worth, coming if garrison else here, held=held)
            found.append(_garrisoned(pos, goal, coming) if garrison else goal)
        return sorted(found, key=lambda one: (-one.worth, one.hex))

    def prize(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """4.3: a place that the enemy holds."""
        return prize(pos, side, hex_)

    def gain(self, pos: Pos, side: Side, hex_: HexId) -> float:
        return prize(pos, side, hex_, PROMISED)

    def guarded(self, pos: Pos, side: Side) -> Collection[HexId]:
        """4.3.6: hexes of cities in zones of our own are not taken from beside them."""
        return [hex_ for hex_ in cities(pos) if pos.columns.zones(side, hex_)]

    def walkover(self, pos: Pos, side: Side, places: Sequence[tuple[HexId, float]]) -> float:
        """K44-vc1: cities that lie open may all fall in one turn, and the game with them."""
        return walkover(pos, side, places)

    def post(self, pos: Pos, side: Side, hex_: HexId) -> float:
        """4.3.2: a place that is not ours before the Supply Phase."""
        return post(pos, side, hex_)

    # --- the ground ----------------------------------------------------------------------

    def supplied(self, pos: Pos, side: Side) -> Where:
        """10.1: where lines run, and who stands in an enemy zone beside them."""
        return pos.keep_of(supplied_at, side)

    def reaches(self, pos: Pos, side: Side) -> Where:
        return pos.keep_of(_ranges, side)

    def astray(self, pos: Pos, side: Side) -> float:
        """10.1: who stands where no line comes, mostly nobody."""
        move = pos.find(Move)
        if move is not None and move.entry:
            return super().astray(pos, side)
        held = pos.columns.block[pos.columns.layout.row("units", side)] > 0
        cut = np.flatnonzero(held & ~lines_of(pos, side).reached()).tolist()
        if not cut:
            return 0.0
        kind, hexes = self.game.scene(pos).victory.kind, pos.board.grid.hexes
        there = sorted(self.game.index[unit] for here in cut for unit in pos.at(hexes[here]))
        units = [pos.state.units[number] for number in there]
        pieces = [self.game.printed[unit.id] for unit in units]
        return sum(price(p, kind) * (p.levels - u.lost) for p, u in zip(pieces, units, strict=True))

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

    def posture(self, pos: Pos, side: Side) -> float:
        """7: trenches before the enemy are worth staying in."""
        return pos.keep_of(_posture, side)

    def burden(self, pos: Pos, side: Side) -> Field:
        """5.1.3, 5.1.4: in an enemy zone and in the open all who hold it must be attacked."""
        return pos.keep_of(_burden, side)

    def temper(self, pos: Pos, side: Side) -> Temper:
        """Who takes ground is bold, who guards cities spares his men, who marches off is wary."""
        if attacks_ground(pos, side):
            return BOLD
        kind = self.game.scene(pos).victory.kind
        if kind == "losses" and side == GERMAN:
            return WARY
        return SPARING if kind == "cities" else CAREFUL

    def thrown_back(self, pos: Pos, side: Side) -> float:
        """Ground is dearer to those who must take it."""
        return BROKEN if attacks_ground(pos, side) else SPARED

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
        return self._battles.of(pos, pos.owner(attackers[0]), attackers, (target,), support)

    def wide_battle(
        self, pos: Pos, attackers: tuple[UnitId, ...], targets: tuple[HexId, ...]
    ) -> Sequence[BattleOutcome]:
        """5.1.5: out of one hex against several."""
        return self._battles.of(pos, pos.owner(attackers[0]), attackers, targets)

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
        if self.attacks and len(self.attacks) > KNOWN:
            self.attacks.clear()
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


def _garrisoned(pos: Pos, goal: Objective, coming: float) -> Objective:
    """What a hex of a city that is held wants when so many come for it. The garrison of a city that
    nobody comes for is free for others. But where cities decide each has one, in one of its hexes,
    and some of it always stays: who comes to a city in which nobody is has all of it (4.3.2).
    """
    if pos.game.scene(pos).victory.kind != "cities":
        return goal if coming else replace(goal, need=0.0)
    city = held_around(pos, goal.hex)
    if goal.hex != _citadel(pos, city):
        return replace(goal, need=0.0)
    need = min(MATCHED * coming, GARRISON) + BESIDE
    return replace(goal, need=need, worth=goal.worth * len(city))


def _citadel(pos: Pos, city: Sequence[HexId]) -> HexId:
    """The hex from which a city is held: most of it lies around, somebody is there, and it stands
    well.
    """
    shelter, index = pos.keep(_shelter), pos.board.grid.index
    inside = frozenset(city)

    def fitness(hex_: HexId) -> tuple[int, int, float, HexId]:
        around = len(inside.intersection(pos.board.grid.neighbours(hex_)))
        manned = bool(pos.columns.count("units", pos.holder(hex_), hex_))
        return around + manned, around, float(shelter[index[hex_]]), hex_

    return max(city, key=fitness)


def _banked(pos: Pos) -> float:
    return lost(pos, GERMAN) - lost(pos, SOVIET)


def _shelter(pos: Pos) -> Field:
    field, index = pos.game.appraisal.cover.copy(), pos.board.grid.index
    for hex_ in {*pos.state.field_works, *pos.state.improved_works}:
        field[index[hex_]] += 2.0 if "improved" in works_at(pos, hex_) else 1.0
    return np.asarray(field)


def _posture(pos: Pos, side: Side) -> float:
    index, exposed = pos.board.grid.index, near(pos.columns, pos.game.enemy(side), FRONT)
    improved = pos.state.improved_works
    manned = {troop.hex for troop in pos.keep_of(_troops, side) if troop.defence}
    works = [h for h in manned if exposed[index[h]] and is_fortified(pos, h)]
    return sum(TRENCH * (2 if hex_ in improved else 1) for hex_ in works)


def _burden(pos: Pos, side: Side) -> Field:
    """The strength all around that we cannot match, where there is a duty. Who is there already can
    dig in, unless he came there in retreat (7.1.2).
    """
    grid, enemy, columns = pos.board.grid, pos.game.enemy(side), pos.columns
    around = _unmatched(pos, side)[atlas_of(pos.game.appraisal).links].sum(axis=1)
    field = np.where(columns.block[columns.layout.row("", enemy)] > 0, DUTY * around, 0.0)
    field[[grid.index[hex_] for hex_ in pos.state.field_works]] = 0.0
    diggers = [t.hex for t in pos.keep_of(_troops, side)
               if t.defence and not pos.unit(t.id).retreated]  # fmt: skip
    field[[grid.index[hex_] for hex_ in diggers]] = 0.0
    return np.asarray(field)


def _unmatched(pos: Pos, side: Side) -> Field:
    """The strength of the enemy in each hex, less where enough of ours is near for good odds."""
    atlas, shelter = atlas_of(pos.game.appraisal), pos.keep(_shelter)
    strength = np.zeros(len(atlas.hexes) + 1)
    for troop in pos.keep_of(_troops, pos.game.enemy(side)):
        strength[atlas.index[troop.hex]] += troop.defence
    ours = [troop for troop in pos.keep_of(_troops, side) if troop.attack]
    held = np.flatnonzero(strength)
    near = atlas.distances[np.ix_(held, [atlas.index[troop.hex] for troop in ours])] <= AT_HAND
    at_hand = SHARE * (near @ np.array([troop.attack for troop in ours], float))
    needed = strength[held] * (ODDS + shelter[held])
    strength[held] *= np.clip(1.0 - at_hand / np.maximum(needed, 1.0), 0.0, 1.0)
    return strength


def _troops(pos: Pos, side: Side) -> list[Troop]:
    game, index, units = pos.game, pos.board.grid.index, pos.state.units
    lines, now, move = lines_of(pos, side).reached().tobytes(), moment(pos), pos.find(Move)
    waits = pos.keep(held_fronts)
    kind, known = game.scene(pos).victory.kind, _counted(game)
    found = []
    for number in game.numbers[side]:
        unit = units[number]
        here = index.get(unit.at)
        if here is None and move is not None and unit.id in move.units:
            unit = replace(unit, at=move.entry)
            here = index.get(unit.at)
        if here is not None:
            held = bool(waits) and game.printed[unit.id].ukrainian_front in waits
            terms = kind, 0 < unit.recovers >= now, held, lines[here] > 0
            last = known.get(number)
            if last is None or last[0] is not unit or last[1] != terms:
                last = known[number] = unit, terms, troop(game, unit, *terms)
            found.append(last[2])
    return found


@cache
def _counted(game: Korsun44) -> dict[int, tuple[KorsunUnit, _Terms, Troop]]:
    """Each unit by number as it was last counted, and on what terms: from one position to the next
    hardly any is another.
    """
    return {}


def _ranges(pos: Pos, side: Side) -> Where:
    return ranges_of(pos, pos.keep_of(_troops, side), side)


@lru_cache(maxsize=50_000)
def troop(
    game: Korsun44,
    unit: KorsunUnit,
    kind: VictoryKind,
    shaken: bool = False,
    held: bool = False,
    supplied: bool = True,
) -> Troop:
    """A unit as its commander counts it: disorganised, held back, in supply."""
    piece = game.printed[unit.id]
    values = piece.values(piece.levels - unit.lost)
    attack = values.attack if attacks(piece) and not held else 0
    if unit.want > BEARABLE:
        attack = half(attack)
    return Troop(
        id=unit.id,
        hex=unit.at,
        attack=half(attack) if shaken else attack,
        defence=half(values.defence) if shaken else values.defence,
        steps=piece.levels - unit.lost,
        price=price(piece, kind),
        speed=0 if held else _speed(piece, values.moves, unit.want),
        kind=_mover(piece),
        supplied=supplied,
    )


def attacks(piece: KorsunPiece) -> bool:
    """5.1.10, D9: does a unit attack directly?"""
    return not piece.is_towed and (piece.is_regular or piece.is_self_propelled)


def _mover(piece: KorsunPiece) -> str:
    """The class of movers; who never moves is on foot."""
    if piece.is_hq:
        return "hq"
    return "foot" if piece.moves == "static" else piece.moves


def _speed(piece: KorsunPiece, moves: int, want: int) -> int:
    """3.1.5, 10.2.2 in sixths; guns need points for their set-up (6.2.4)."""
    spare = moves - 2 if piece.is_artillery and piece.is_towed else moves
    return spare * SIXTHS // (2 if want else 1)
