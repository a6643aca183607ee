"""CBT-16 to CBT-32 What moves the odds, in levels, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import Part, rule
from grognard.games.kanev43.armour import Armour, armour_of, is_massed
from grognard.games.kanev43.charts import ModifierName, half
from grognard.games.kanev43.leaders import formation_of
from grognard.games.kanev43.plan import Plan, attack_hexes
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.mechanics.tables import clamp
from grognard.pieces import UnitId


@rule("CBT-14", "R-08", "R-48")
def modifiers(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """All of them, each under its own cap; there is no cap on the sum."""
    found = armour_of(pos, plan)
    return (
        *armour_parts(pos, found),
        *integrity_parts(pos, plan),
        *ground_parts(pos, plan),
        *mixed_parts(pos, plan),
        *morale_parts(pos, plan),
        *surprise_parts(pos, plan),
        *leader_parts(pos, plan),
    )


def _part(pos: Pos, name: ModifierName, levels: int | None = None) -> Part:
    """A modifier: its whole figure, or so many levels of it."""
    figure = pos.game.charts.modifiers[name]
    return Part(figure.number if levels is None else levels, figure.title.lower(), figure.rule)


# --- armour -------------------------------------------------------------------------------------


@rule("CBT-23", "CBT-24", "CBT-25", "CRT-5", "CRT-11", "R-53", "R-54")
def armour_parts(pos: Pos, found: Armour) -> Iterator[Part]:
    """Better armour of either side, and armour in mass."""
    better = found.attacker - max(found.defender, found.guns)
    if better > 0:
        most = pos.game.charts.modifiers["armour_attack"].number
        yield _part(pos, "armour_attack", min(better, most))
    if found.defender > found.attacker:
        yield _part(pos, "armour_defence")
    if is_massed(pos, found):
        yield _part(pos, "massed_armour")


# --- regiments and formations -------------------------------------------------------------------


@rule("CBT-30", "CBT-31", "CRT-4", "R-55")
def integrity_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Axis regiments that fight together, in attack each, in defence once."""
    if plan.side == AXIS:
        whole = sum(is_whole(pos, plan, regiment) for regiment in _attacking_regiments(pos, plan))
        if whole:
            most = pos.game.charts.modifiers["integrity_attack"].number
            yield _part(pos, "integrity_attack", min(whole, most))
    elif any(has_sister(pos, unit) for unit in pos.at(plan.target)):
        yield _part(pos, "integrity_defence")


def _attacking_regiments(pos: Pos, plan: Plan) -> list[tuple[UnitId, ...]]:
    """The regiments of which a battalion attacks, each with all its battalions."""
    infantry = (u for u in plan.attackers if pos.game.piece(u).is_infantry_battalion)
    found = {pos.game.regiments[unit] for unit in infantry}
    return [regiment for regiment in found if len(regiment) > 1]


@rule("CBT-30", "DIS-8", "R-55", "R-105")
def is_whole(pos: Pos, plan: Plan, regiment: tuple[UnitId, ...]) -> bool:
    """Are all battalions of a regiment there, next to the defenders, and not demoralised?"""
    near = {plan.target, *pos.board.grid.neighbours(plan.target)}
    return all(pos.unit(u).at in near and _keeps_order(pos, u) for u in regiment)


@rule("CBT-31", "DIS-8", "R-55")
def has_sister(pos: Pos, unit: UnitId) -> bool:
    """Is an Axis battalion in order, and another of its regiment with it or next to it?"""
    piece = pos.game.piece(unit)
    if piece.side != AXIS or not piece.is_infantry_battalion or not _keeps_order(pos, unit):
        return False
    here = pos.unit(unit).at
    near = {here, *pos.board.grid.neighbours(here)}
    sisters = (u for u in pos.game.regiments[unit] if u != unit)
    return any(pos.unit(u).at in near and _keeps_order(pos, u) for u in sisters)


def _keeps_order(pos: Pos, unit: UnitId) -> bool:
    return pos.unit(unit).order != "demoralised"


@rule("CBT-32", "CRT-12", "R-56")
def mixed_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Soviet units of several formations attack together."""
    formations = {formation_of(pos, unit) for unit in plan.attackers} - {""}
    if plan.side == SOVIET and len(formations) > 1:
        yield _part(pos, "mixed")


# --- where they attack from ---------------------------------------------------------------------


@rule("CBT-16", "CBT-17", "CRT-8", "CRT-9", "R-105")
def ground_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Engineers out of every hex against a town, and attackers in four hexes."""
    if len(attack_hexes(pos, plan)) >= pos.game.charts.limit("envelopment"):
        yield _part(pos, "envelopment")
    if engineers_of(pos, plan):
        yield _part(pos, "engineers")


@rule("CBT-16")
def engineers_of(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The attacking engineers, if they are in every hex that a town is attacked from."""
    able = [unit for unit in plan.attackers if pos.game.piece(unit).kind == "engineer"]
    posts = {pos.unit(unit).at for unit in able}
    everywhere = attack_hexes(pos, plan) <= posts
    return tuple(able) if plan.target in pos.game.theatre.towns and everywhere else ()


# --- morale, surprise, leaders ------------------------------------------------------------------


@rule("CBT-22", "CRT-6")
def morale_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """The attacker's level less the defender's; half of it where he is worse."""
    if plan.levels is None:
        return
    better, figures = plan.levels.attacker - plan.levels.defender, pos.game.charts.modifiers
    if better > 0:
        yield _part(pos, "morale_attack", min(better, figures["morale_attack"].number))
    elif better < 0:
        least = figures["morale_defence"].number
        yield _part(pos, "morale_defence", clamp(-half(-better), least, 0))


@rule("CBT-7", "CRT-7")
def surprise_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """A surprise that has come off."""
    if plan.surprise:
        yield _part(pos, "surprise")


@rule("CBT-29", "CRT-10", "LDR-17", "R-57")
def leader_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """Leaders whose dice were low: of the attacker up, of the defender down."""
    figure = pos.game.charts.modifiers["leader"]
    for leader in plan.led:
        sign = 1 if pos.owner(leader) == plan.side else -1
        yield Part(sign * figure.number, pos.game.piece(leader).name, figure.rule)
