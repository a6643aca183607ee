"""8.3, 8.4, 9 Strengths, shifts and magnitude of an attack, each number as its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from grognard.decisions import Part, Side, rule, total
from grognard.games.ukraine43.air import das_parts
from grognard.games.ukraine43.forts import is_fort
from grognard.games.ukraine43.hq import ARMIES, FIGHTING, helping
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.units import Kind, Piece43
from grognard.hexes import HexId
from grognard.mechanics.tables import divide
from grognard.pieces import UnitId
from grognard.words import counted

#: Steps that units would have lost meanwhile, where a further attack is foreseen.
Lost = Mapping[UnitId, int]
NOTHING: Lost = {}

#: Hexes that sappers help against (9.9A), besides fortifications.
SAPPER_TARGETS = ("city", "town")


class Plan(Struct, frozen=True):
    """An attack as far as odds are concerned: who attacks what, with which support.

    `spared` are units of the target hexes that count for nothing: they came there by a
    retreat of this phase (10.4). `varied` is what the die of rule 29 gave to each target.
    """

    side: Side
    targets: tuple[HexId, ...]
    units: tuple[UnitId, ...] = ()
    air: UnitId = ""
    guns: tuple[UnitId, ...] = ()
    spared: frozenset[UnitId] = frozenset()
    varied: tuple[int, ...] = ()


# --- 9.2 - 9.6, 14.5  the attackers -------------------------------------------------------


def attackers(pos: Pos, plan: Plan) -> list[UnitId]:
    """The units that bring attack strength and steps: not the HQs with them (R-74)."""
    return [u for u in plan.units if pos.game.piece(u).role in ("combat", "support")]


@rule("8.3-1a", "8.6-1", "R-25")
def attack_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """The strength of every attacker, and what army HQs add."""
    own = (attack_part(pos, plan, unit) for unit in attackers(pos, plan))
    return (*own, *army_parts(pos, plan))


@rule("9.2-1", "9.2-2", "9.3-4", "9.4-2", "9.11-1", "14.5-1", "18.2A-1", "R-35")
def attack_part(pos: Pos, plan: Plan, unit: UnitId) -> Part:
    """Printed strength, halved once with fractions up; who is halved ignores the -1."""
    printed = pos.game.piece(unit).values(pos.unit(unit).reduced).attack
    why = halved_by(pos, plan, unit)
    if why:
        return Part(halved(printed), f"{unit}, halved: {why.reason}", why.rule)
    wet = wet_feet(pos, plan, unit)
    if wet and printed:
        return Part(printed - 1, f"{unit}, 1 less: {wet.reason}", wet.rule)
    return Part(printed, unit, "8.3-1a")


def halved(strength: int) -> int:
    """9.2: half, fractions up."""
    return divide(strength, 2, "up")


@rule("9.3-1", "9.4-1", "9.5-1", "9.11-1", "14.5-1", "MISC-2", "TEC-16", "R-25", "R-105")
def halved_by(pos: Pos, plan: Plan, unit: UnitId) -> Part | None:
    """Why an attacker is halved: out of supply, a fortification, a river or a marsh."""
    piece, enemy = pos.game.piece(unit), pos.game.enemy(plan.side)
    if pos.unit(unit).oos:
        return Part(0, "out of supply", "9.11-1")
    fort = any(is_fort(pos, enemy, hex_) for hex_ in plan.targets)
    if fort and piece.mobility in ("mech", "cavalry"):
        return Part(0, "fortification", "9.3-1")
    return wet_feet(pos, plan, unit) if piece.is_mechanised else None


@rule("4.3-1", "9.4-1", "9.4-2", "9.4-3", "9.5-1", "9.5-2", "9.6", "TEC-4", "TEC-5", "TEC-6",
      "TEC-7", "TEC-8", "R-25", "R-93")  # fmt: skip
def wet_feet(pos: Pos, plan: Plan, unit: UnitId) -> Part | None:
    """Does the unit attack over a river, bridged or not, or out of a marsh?"""
    here, board, chart = pos.unit(unit).at, pos.board, pos.game.charts.terrain
    ground = chart.get(board.terrain_of(here))
    if ground is not None and ground.attackers:
        return Part(0, f"out of {ground.title.lower()}", "9.5-1")
    for kind in ("river", "major_river"):
        if any(board.crosses(kind, here, hex_) for hex_ in plan.targets):
            return Part(0, "over a river", "9.4-1" if kind == "river" else "18.2A-1")
    return None


@rule("23.4-6", "23.4-7", "23.4-9", "R-55", "R-75")
def army_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """A tank or shock army adds to the attack of its stack, once to a hex; halved like a unit."""
    seen: set[HexId] = set()
    for hq in helping(pos, plan.units, ARMIES):
        if pos.unit(hq).at in seen:
            continue
        seen.add(pos.unit(hq).at)
        bonus, why = pos.game.piece(hq).bonus, halved_by(pos, plan, hq)
        reason = f"{hq}, halved: {why.reason}" if why else hq
        yield Part(halved(bonus) if why else bonus, reason, "23.4-9" if why else "23.4-6")


# --- 9.1, 9.3, 15.6  the defenders --------------------------------------------------------


@rule("8.1-6", "10.4-1", "R-39")
def defenders(pos: Pos, plan: Plan, hex_: HexId) -> list[UnitId]:
    """The ground units of a target hex that count."""
    there = (u for u in pos.at(hex_) if pos.owner(u) != plan.side and u not in plan.spared)
    return [u for u in there if pos.game.piece(u).is_ground]


@rule("23.1-5", "23.2-3", "23.3-7", "23.4-8", "R-76")
def standing(pos: Pos, units: Iterable[UnitId]) -> list[UnitId]:
    """Of the defenders of a hex, those who bring defence and steps: HQs only when alone."""
    ground = list(units)
    fighting = [u for u in ground if pos.game.piece(u).role in ("combat", "support")]
    return fighting or ground


@rule("8.1-6", "8.2-1", "8.3-1a", "9.1-1", "R-25")
def defence_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """The defence of all target hexes, each with its own bonuses."""
    return tuple(part for hex_ in plan.targets for part in hex_parts(pos, plan, hex_))


@rule("9.1-2", "11.1-2", "14.5-1", "29-4", "R-37")
def hex_parts(pos: Pos, plan: Plan, hex_: HexId) -> list[Part]:
    """Printed defences; terrain, fortification and DAS up to the cap; then what is beyond it."""
    there = defenders(pos, plan, hex_)
    printed = printed_parts(pos, plan, hex_)
    bonuses = list(bonus_parts(pos, pos.game.enemy(plan.side), hex_))
    most = total(printed) * pos.game.charts.limits["bonus_cap"].number
    surplus = max(0, total(bonuses) - most)
    capped = [Part(-surplus, "bonuses at most twice the printed defence", "9.1-2")]
    parts = [*printed, *bonuses, *(capped if surplus else ()), *hq_parts(pos, there)]
    if plan.varied and plan.varied[plan.targets.index(hex_)]:
        varied = plan.varied[plan.targets.index(hex_)]
        parts.append(Part(varied, "variable defence", "29-4"))
    return parts


def printed_parts(pos: Pos, plan: Plan, hex_: HexId) -> list[Part]:
    """The defence printed on the sides that are up."""
    units = standing(pos, defenders(pos, plan, hex_))
    values = ((u, pos.game.piece(u).values(pos.unit(u).reduced)) for u in units)
    return [Part(printed.defence, unit, "8.1-6") for unit, printed in values]


@rule("9.1-1", "9.1-3", "9.3-2", "9.6", "9.11-3", "TEC-1", "TEC-2", "TEC-3", "TEC-5", "TEC-13",
      "TEC-14", "TEC-15", "TEC-16", "R-80", "R-105")  # fmt: skip
def bonus_parts(pos: Pos, side: Side, hex_: HexId) -> Iterator[Part]:
    """The best terrain of the hex, its fortification, and Defensive Air Support."""
    chart = pos.game.charts.terrain
    kinds = (pos.board.terrain_of(hex_), *sorted(pos.board.tags.get(hex_, ())))
    found = [chart[kind] for kind in kinds if kind in chart and kind != "fort"]
    best = max(found, key=lambda terrain: terrain.bonus, default=None)
    if best is not None and best.bonus:
        yield Part(best.bonus, best.title, best.rule)
    if is_fort(pos, side, hex_):
        yield Part(chart["fort"].bonus, chart["fort"].title, "9.3-2")
    yield from das_parts(pos, side, hex_)


@rule("23.3-1", "23.4-6", "23.4-7", "R-37", "R-54", "R-55")
def hq_parts(pos: Pos, units: Iterable[UnitId]) -> list[Part]:
    """A corps or army HQ with a unit that it needs: once to a hex, Disrupted or not."""
    hqs = helping(pos, units, FIGHTING)
    return [Part(pos.game.piece(hq).bonus, hq, "23.3-1") for hq in hqs[:1]]


# --- 8.3, 9.8 - 9.11  shifts --------------------------------------------------------------


@rule("8.3-2a", "8.3-2b", "9.8-1", "9.9A-2", "9.9B-2", "9.11-2", "9.11-4", "9.11-5", "9.11-6",
      "15.5-1", "22.1-2", "22.2", "22.5B", "23.3-1", "23.3-2", "25.2-8", "MISC-1",
      "R-54")  # fmt: skip
def shift_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """Every shift of the column, each kind once; only rain shifts to the left."""
    kinds = {pos.game.piece(unit).kind for unit in plan.units}
    found = {
        "air": bool(plan.air),
        "barrage": len(plan.guns) == 1,
        "massive_barrage": len(plan.guns) > 1,
        "panzer_corps": bool(helping(pos, plan.units, ("panzer corps",))),
        "tiger": "tiger" in kinds,
        "sapper": "sapper" in kinds,
        "rain": pos.state.weather == "rain",
    }
    figures = [pos.game.charts.shifts[name] for name, there in found.items() if there]
    return tuple(Part(figure.number, figure.title, figure.rule) for figure in figures)


class Odds(Struct, frozen=True):
    """The strengths and shifts of an attack, and the column they lead to: empty is an
    automatic repulse, `high` a High Odds Attack.
    """

    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    shifts: tuple[Part, ...]
    label: str
    column: str


@rule("8.3-1a", "8.3-1b", "8.3-1c", "8.3-1d", "8.3-2a", "8.3-2c", "8.8B-1", "R-26")
def odds_of(pos: Pos, plan: Plan) -> Odds:
    """The ratio rounded down, then shifted; below 1-3 no shift helps."""
    attack, defence = attack_parts(pos, plan), defence_parts(pos, plan)
    shifts, charts = shift_parts(pos, plan), pos.game.charts
    rung = charts.rung(total(attack), total(defence))
    column = column_of(pos, total(attack), total(defence), total(shifts))
    below = f"below {charts.scale.labels[0]}"
    label = below if rung < 0 else charts.scale.labels[charts.scale.clamp(rung)]
    return Odds(attack, defence, shifts, label, column)


@rule("8.3-1c", "8.3-2a", "R-26")
def column_of(pos: Pos, attack: int, defence: int, shift: int) -> str:
    """The column of these strengths, shifted; none below 1-3, which is judged before shifts."""
    rung = pos.game.charts.rung(attack, defence)
    return "" if rung < 0 else pos.game.charts.column(rung + shift)


# --- 8.4  magnitude -----------------------------------------------------------------------


@rule("8.3-3", "8.4-1", "8.4-2", "8.4-3", "8.4-4", "23.1-5", "26.1B", "26.3-3", "R-25", "R-39")
def magnitude_parts(
    pos: Pos, plan: Plan, *, zhukov: bool = False, lost: Lost = NOTHING
) -> tuple[Part, ...]:
    """How many dice are thrown: by the steps of the side with fewer; Zhukov adds one, up to
    three.
    """
    charts = pos.game.charts
    steps = min(attacking_steps(pos, plan, lost), defending_steps(pos, plan, lost))
    dice = Part(charts.dice(max(1, steps)), counted(steps, "step"), "8.4-1")
    more = zhukov and dice.amount < charts.limits["magnitude"].number
    return (dice, Part(1, "Zhukov", "26.1B")) if more else (dice,)


def steps_after(pos: Pos, units: Iterable[UnitId], lost: Lost = NOTHING) -> int:
    """The steps that units have left after these losses."""
    return sum(steps_left(pos, unit) - lost.get(unit, 0) for unit in units)


def attacking_steps(pos: Pos, plan: Plan, lost: Lost = NOTHING) -> int:
    """The steps of the attackers, without HQs."""
    return steps_after(pos, attackers(pos, plan), lost)


def defending_steps(pos: Pos, plan: Plan, lost: Lost = NOTHING) -> int:
    """The steps that defend, of HQs only where they are alone."""
    there = (standing(pos, defenders(pos, plan, hex_)) for hex_ in plan.targets)
    return sum(steps_after(pos, units, lost) for units in there)


# --- 8.9, 9.10  what the dice may mean ----------------------------------------------------


@rule("8.9-1", "9.3-3", "9.7-2", "R-25", "R-105")
def has_heavy_casualties(pos: Pos, plan: Plan) -> bool:
    """Is a city or a fortification of the enemy among the targets?"""
    enemy = pos.game.enemy(plan.side)
    return any(pos.board.has(h, "city") or is_fort(pos, enemy, h) for h in plan.targets)


@rule("9.9A-1", "R-25")
def suits_sappers(pos: Pos, plan: Plan) -> bool:
    """Is a fortification, city or town among the targets?"""
    enemy = pos.game.enemy(plan.side)
    return any(
        is_fort(pos, enemy, h) or any(pos.board.has(h, tag) for tag in SAPPER_TARGETS)
        for h in plan.targets
    )


@rule("9.10-1", "9.10-2", "R-33", "R-81")
def is_superior(pos: Pos, plan: Plan) -> bool:
    """An attack by Germans alone: DRX and 1/1 cost them nothing."""
    return plan.side == AXIS and all(pos.game.piece(unit).is_german for unit in plan.units)


@rule("9.10-3", "9.10-5", "R-25", "R-33")
def rerolls_sixes(pos: Pos, plan: Plan, lost: Lost = NOTHING) -> bool:
    """A Soviet attack on a hex with Germans, less than half of it Guards."""
    if plan.side != SOVIET:
        return False
    there = (u for hex_ in plan.targets for u in defenders(pos, plan, hex_))
    if not any(pos.game.piece(unit).is_german for unit in there):
        return False
    guards, all_ = guards_share(pos, plan, lost)
    return 2 * guards < all_


@rule("9.10-3", "9.10-5", "9.10-6", "R-36")
def guards_share(pos: Pos, plan: Plan, lost: Lost = NOTHING) -> tuple[int, int]:
    """Guards steps and all steps of the attackers; a Guards tank army is a step of its own."""
    armies = sum(_is_guards_army(pos.game.piece(unit)) for unit in plan.units)
    fighting = attackers(pos, plan)
    guards = [unit for unit in fighting if pos.game.piece(unit).is_guards]
    return steps_after(pos, guards, lost) + armies, steps_after(pos, fighting, lost) + armies


def _is_guards_army(piece: Piece43) -> bool:
    return piece.kind == "tank army" and piece.is_guards


def kinds_among(pos: Pos, units: Iterable[UnitId], kind: Kind) -> tuple[UnitId, ...]:
    """The units of a kind."""
    return tuple(unit for unit in units if pos.game.piece(unit).kind == kind)
