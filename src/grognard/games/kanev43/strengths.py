"""SUP-9, SUP-10, DIS What a unit is worth now: strengths, morale, armour, after its states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps

from grognard.decisions import rule
from grognard.games.kanev43.charts import Condition, half
from grognard.games.kanev43.state import Pos
from grognard.pieces import UnitId

Strength = Callable[[Pos, UnitId], int]


def by_state(work_out: Strength) -> Strength:
    """Strengths are asked for again and again; in the same state a unit has the same, so each is
    worked out once.
    """

    @wraps(work_out)
    def strength(pos: Pos, unit: UnitId) -> int:
        now, known = pos.unit(unit), pos.game.strengths
        key = (work_out, unit, now.lost, now.order, now.supply, now.dismounted)
        found = known.get(key)
        if found is None:
            found = known[key] = work_out(pos, unit)
        return found

    return strength


def conditions(pos: Pos, unit: UnitId) -> Iterator[Condition]:
    """The states of a unit in the order in which they work (R-32): disruption, supply,
    demoralisation. Companies do not mind being disrupted (DIS-1).
    """
    now, states = pos.unit(unit), pos.game.charts.states
    if now.order == "disrupted" and not pos.game.piece(unit).is_company:
        yield states["disrupted"]
    if now.supply:
        yield states[now.supply]
    if now.order == "demoralised":
        yield states["demoralised"]


def printed_attack(pos: Pos, unit: UnitId) -> int:
    """The attack strength on the side that the unit shows."""
    piece, now = pos.game.piece(unit), pos.unit(unit)
    full = piece.dismounted.attack if piece.dismounted and now.dismounted else piece.attack
    return piece.share(full, now.lost)


def printed_defence(pos: Pos, unit: UnitId) -> int:
    """The defence strength on the side that the unit shows."""
    piece, now = pos.game.piece(unit), pos.unit(unit)
    full = piece.dismounted.defence if piece.dismounted and now.dismounted else piece.defence
    return piece.share(full, now.lost)


@rule("SUP-9", "SUP-10", "DIS-1", "DIS-4", "R-32", "R-102")
@by_state
def attack(pos: Pos, unit: UnitId) -> int:
    """Attack strength: what is left of the printed one."""
    strength = printed_attack(pos, unit)
    for state in conditions(pos, unit):
        lessened = max(strength + state.attack, min(strength, state.least))
        strength = half(strength) if state.halves_attack else lessened
    return strength


@rule("SUP-10", "DIS-4", "R-32")
@by_state
def defence(pos: Pos, unit: UnitId) -> int:
    """Defence strength: only isolation and demoralisation halve it."""
    strength = printed_defence(pos, unit)
    for state in conditions(pos, unit):
        strength = half(strength) if state.halves_defence else strength
    return strength


@rule("SUP-10", "DIS-6")
@by_state
def morale(pos: Pos, unit: UnitId) -> int:
    """Morale, never below 0."""
    lost = sum(state.morale for state in conditions(pos, unit))
    return max(pos.game.piece(unit).morale + lost, 0)


@rule("SUP-10", "DIS-7", "RCN-1")
@by_state
def armour(pos: Pos, unit: UnitId) -> int:
    """Armour value, never below 0; on foot nobody has any."""
    if pos.unit(unit).dismounted:
        return 0
    lost = sum(state.armour for state in conditions(pos, unit))
    return max(pos.game.piece(unit).armour + lost, 0)


@rule("SUP-10", "DIS-7")
@by_state
def anti_tank(pos: Pos, unit: UnitId) -> int:
    """Anti-tank value, never below 0."""
    lost = sum(state.anti_tank for state in conditions(pos, unit))
    return max(pos.game.piece(unit).anti_tank + lost, 0)
