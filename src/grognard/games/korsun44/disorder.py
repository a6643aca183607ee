"""5.6 Disorganisation: who is, for how long, tests, recovery."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.decisions import RuleId, rule
from grognard.games.korsun44.moments import PHASES, TURN, moment, phasing
from grognard.games.korsun44.state import Deal, Pos
from grognard.pieces import UnitId


@rule("5.6.4", "5.6.6")
def is_disorganised(pos: Pos, unit: UnitId) -> bool:
    """Is a unit disorganised, and the phase not over that ends it? Then its strength is halved."""
    recovers = pos.unit(unit).recovers
    return recovers > 0 and recovers >= moment(pos)


@rule("5.6.2", "5.6.2-t", "E31")
def limit_of(pos: Pos, unit: UnitId) -> int | None:
    """The sum of two dice that disorganises a unit; None for HQs and resilience groups."""
    piece = pos.game.piece(unit)
    return None if piece.holds_out else pos.game.charts.morale_of(piece.troops)


@rule("5.6.2", "E8")
def fails(pos: Pos, unit: UnitId, dice: int) -> bool:
    """Does a unit fail a test with this sum?"""
    limit = limit_of(pos, unit)
    return limit is not None and dice >= limit


def verdict(failed: Sequence[UnitId]) -> str:
    """How a test went, in a word: one that fails is enough."""
    return "failed" if failed else "passed"


# --- how long it lasts -----------------------------------------------------------------------


@rule("5.6.5", "5.6.5-ex", "E27")
def after_combat(pos: Pos, unit: UnitId) -> int:
    """The end of the owner's next Combat Phase: not one that has begun, nor one in whose
    half-turn the unit has moved.
    """
    own = phasing(pos) == pos.owner(unit)
    return moment(pos, "combat") + (TURN if own else len(PHASES))


@rule("5.6.5", "5.6.5-ex", "E27")
def after_fire(pos: Pos) -> int:
    """The end of the same phase in the next turn."""
    return moment(pos) + TURN


@rule("5.6.1", "E28", "E31")
def disorganise(hand: Deal, units: Iterable[UnitId], until: int | None, *, rule: RuleId) -> None:
    """Units on the map are disorganised: by fire until the phase that is named, by combat until
    they have rested. HQs never are.
    """
    for unit in units:
        now = hand.unit(unit)
        if now.at not in hand.game.board.grid or hand.game.piece(unit).is_hq:
            continue
        end = after_combat(hand.now, unit) if until is None else until
        hand.set(unit, recovers=max(end, now.recovers))
        hand.tell("disorganised", "{unit} is disorganised.", rule=rule, side=hand.game.owners[unit],
                  units=(unit,), hexes=(now.at,), unit=unit)  # fmt: skip


@rule("5.6.5", "E27")
def stir(hand: Deal, units: Iterable[UnitId], until: int | None = None) -> None:
    """Units have moved, attacked, fired or been attacked: if they are disorganised their wait
    begins anew.
    """
    for unit in units:
        if hand.unit(unit).recovers:
            new = after_combat(hand.now, unit) if until is None else until
            hand.set(unit, recovers=max(new, hand.unit(unit).recovers))


@rule("5.6.5", "E27")
def recover(hand: Deal) -> None:
    """At the end of a phase those whose wait is over are in order again."""
    over = moment(hand.now)
    for unit in hand.now.state.units:
        if 0 < unit.recovers <= over:
            hand.set(unit.id, recovers=0)
            hand.tell("recovered", "{unit} is in order again.", rule="5.6.5",
                      side=hand.game.owners[unit.id], units=(unit.id,), hexes=(unit.at,),
                      unit=unit.id)  # fmt: skip
