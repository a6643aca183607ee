"""11.4, 11.7 Soviet artillery in attack."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Refusal, deny, rule
from grognard.games.storm41.going import enemy_air
from grognard.games.storm41.losses import guns, line
from grognard.games.storm41.state import SOVIET, Pos
from grognard.games.storm41.supply import supply_of
from grognard.pieces import UnitId


@rule("11.4", "11.7", "11.7-2")
def why_not_fire(pos: Pos, gun: UnitId) -> Refusal | None:
    """Artillery is silent out of supply, and where the Luftwaffe is in range."""
    if pos.unit(gun).at in enemy_air(pos, SOVIET):
        return deny("11.4", "{unit} is in range of the Luftwaffe", unit=gun)
    if supply_of(pos, gun) == "out":
        return deny("11.7-2", "{unit} is out of supply", unit=gun)
    return None


@rule("11.7-1", "R-105", "R-141")
def why_too_many(pos: Pos, units: Iterable[UnitId]) -> Refusal | None:
    """No more printed factors of artillery than of all others in the attack."""
    taking_part = tuple(units)
    if factors(pos, guns(pos, taking_part)) > factors(pos, line(pos, taking_part)):
        return deny("11.7-1", "artillery would have more factors than the others")
    return None


def factors(pos: Pos, units: Iterable[UnitId]) -> int:
    """Printed attack factors."""
    return sum(pos.game.piece(unit).attack for unit in units)
