"""10.8 - 10.20 The combat differential: factors on both sides, halving, and column shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from grognard.decisions import Part, Side, rule, total
from grognard.games.storm41.charts import ShiftName, Terrain, half
from grognard.games.storm41.going import air_range
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.supply import supply_of, worst
from grognard.games.storm41.turn import FIGHT_MOVE, MOVE_FIGHT, PlayerTurn, is_surprise
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Plan(Struct, frozen=True):
    """An attack: who attacks which hex, artillery among the units, droppers apart. A mobile
    assault comes out of a move.
    """

    side: Side
    target: HexId
    units: tuple[UnitId, ...] = ()
    drops: tuple[UnitId, ...] = ()
    mobile: bool = False


class Differential(Struct, frozen=True):
    """Both sums and all shifts, part by part, and the column that follows."""

    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    shifts: tuple[Part, ...]
    #: The column before and after the shifts, as rungs of the scale.
    before: int
    rung: int

    @property
    def value(self) -> int:
        """Attack less defence."""
        return total(self.attack) - total(self.defence)


@rule("10.8", "10.9", "R-91")
def differential_of(pos: Pos, plan: Plan) -> Differential:
    """The differential of an attack on all who defend the hex."""
    attack, defence = attack_parts(pos, plan), defence_parts(pos, pos.at(plan.target))
    shifts = tuple(shift_parts(pos, plan))
    charts = pos.game.charts
    before = charts.rung(total(attack), total(defence))
    return Differential(attack, defence, shifts, before, charts.shifted(before, total(shifts)))


# --- factors ------------------------------------------------------------------------------


@rule("10.10-a", "10.14", "11.8", "R-92", "R-112", "R-137")
def attack_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """Attack factors. Units under the same reductions are added, then halved at once; who is
    under two is halved twice.
    """
    groups: dict[tuple[Part, ...], list[UnitId]] = {}
    for unit in (*plan.units, *plan.drops):
        groups.setdefault(tuple(_reductions(pos, plan, unit)), []).append(unit)
    found: list[Part] = []
    for reasons, units in groups.items():
        found += [_factor(pos, unit) for unit in units]
        left = sum(pos.game.piece(unit).attack for unit in units)
        for reason in reasons:
            found.append(Part(half(left) - left, reason.reason, reason.rule))
            left = half(left)
    return tuple(found)


def _factor(pos: Pos, unit: UnitId) -> Part:
    return Part(pos.game.piece(unit).attack, unit, "10.8")


def _reductions(pos: Pos, plan: Plan, unit: UnitId) -> Iterator[Part]:
    """What halves an attacker: the river before the target, and flak in it. Droppers come from
    the air.
    """
    if unit not in plan.drops and pos.board.crosses("river", pos.unit(unit).at, plan.target):
        yield Part(0, "halved across the river", "10.14")
    if pos.game.piece(unit).is_tank and has_working_flak(pos, plan.target):
        yield Part(0, "tanks halved by flak", "11.8")


@rule("11.8")
def has_working_flak(pos: Pos, hex_: HexId) -> bool:
    """Is the flak in a hex, and in supply of any kind?"""
    flak = [unit for unit in pos.at(hex_) if pos.game.piece(unit).kind == "flak"]
    return any(supply_of(pos, unit) != "out" for unit in flak)


@rule("10.2", "10.6-b", "10.10-b", "11.7-5a")
def defence_parts(pos: Pos, units: Iterable[UnitId]) -> tuple[Part, ...]:
    """All units of the hex defend as one; artillery adds nothing."""
    pieces = [pos.game.piece(unit) for unit in units]
    return tuple(Part(piece.defence, piece.id, "10.8") for piece in pieces if piece.defence)


# --- shifts -------------------------------------------------------------------------------


def shift_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Every shift that applies, from the attacker's point of view."""
    yield from terrain_shift(pos, plan.target)
    for name in (
        *order_shift(pos, plan),
        *concentric_shift(pos, plan),
        *air_shift(pos, plan),
        *supply_shift(pos, plan),
        *t34_shift(pos, plan),
    ):
        figure = pos.game.charts.shifts[name]
        yield Part(figure.number, figure.title.lower(), figure.rule)


def terrain_in(pos: Pos, hex_: HexId) -> Terrain:
    """What a hex is to its defenders: a city before its country."""
    name = pos.game.theatre(pos).cities.get(hex_) or pos.board.terrain_of(hex_)
    return pos.game.charts.terrain[name]


@rule("10.11", "10.12", "10.13", "10.16", "10.17", "12.2", "R-101", "R-102")
def terrain_shift(pos: Pos, hex_: HexId) -> tuple[Part, ...]:
    """Rough ground, mountains, cities."""
    ground = terrain_in(pos, hex_)
    return (Part(ground.shift, ground.title.lower(), ground.combat_rule),) if ground.shift else ()


@rule("5.4-c", "5.7-c", "5.7-d", "5.8", "5.13-1", "9.23-a", "R-51", "R-52", "R-122")
def order_shift(pos: Pos, plan: Plan) -> Iterator[ShiftName]:
    """Surprise on turn 1, later the order of phases, which is nothing to Hungarians and
    Romanians; mobile assaults.
    """
    turn = pos.find(PlayerTurn)
    order = turn.order if turn else ""
    if is_surprise(pos):
        yield "surprise" if plan.side == SOVIET else "surprised"
    elif plan.side == SOVIET and order == MOVE_FIGHT:
        yield "soviet_move_fight"
    elif plan.side == AXIS and order == FIGHT_MOVE and is_german(pos, plan):
        yield "german_fight_move"
    if plan.mobile:
        yield "mobile_assault"


def is_german(pos: Pos, plan: Plan) -> bool:
    """Do Germans attack, not Hungarians or Romanians?"""
    return any(pos.game.piece(unit).nation == "german" for unit in plan.units)


@rule("9.24-b", "9.24-b-ex", "10.16", "10.17", "10.20", "R-53", "R-93", "R-94")
def concentric_shift(pos: Pos, plan: Plan) -> Iterator[ShiftName]:
    """From opposite hexes, as any four are, or from three with one between each; never into
    cities, never for Hungarians and Romanians. A mobile assault comes out of one hex.
    """
    around, grid = {pos.unit(unit).at for unit in plan.units}, pos.board.grid
    encircled = grid.opposed(plan.target, around) or grid.spread(plan.target, around)
    if not encircled or not terrain_in(pos, plan.target).concentric:
        return
    if plan.side == SOVIET:
        yield "soviet_concentric"
    elif is_german(pos, plan):
        yield "german_concentric"


@rule("9.30", "10.18", "11.3", "R-104")
def air_shift(pos: Pos, plan: Plan) -> Iterator[ShiftName]:
    """One column for markers in range of the target, whosever they are and however many."""
    if plan.target in air_range(pos, plan.side):
        yield "attacker_air"
    if plan.target in air_range(pos, pos.game.enemy(plan.side)):
        yield "defender_air"


@rule("7.5", "7.6-b", "7.8", "10.19", "11.10-4", "R-64", "R-65", "R-66", "R-67")
def supply_shift(pos: Pos, plan: Plan) -> Iterator[ShiftName]:
    """By the worst supplied unit on each side, once; droppers are in supply."""
    attackers = worst(supply_of(pos, unit) for unit in plan.units)
    defenders = worst(supply_of(pos, unit) for unit in pos.at(plan.target))
    if attackers != "full":
        yield "attacker_out" if attackers == "out" else "attacker_attenuated"
    if defenders != "full":
        yield "defender_out" if defenders == "out" else "defender_attenuated"


@rule("11.9", "R-113")
def t34_shift(pos: Pos, plan: Plan) -> Iterator[ShiftName]:
    """T-34 brigades without any other unit but artillery."""
    kinds = {pos.game.piece(unit).kind for unit in pos.at(plan.target)}
    if kinds - {"artillery"} == {"t34"}:
        yield "only_t34"
