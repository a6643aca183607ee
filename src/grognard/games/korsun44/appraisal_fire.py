"""6.4 Ranged fire of guns that support no attack, as computer players use it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, COMMIT, total
from grognard.games.korsun44.artillery import Salvo, open_targets, salvo_parts
from grognard.games.korsun44.state import Pos
from grognard.players.asked import of_verb

if TYPE_CHECKING:
    from grognard.games.korsun44.appraisal import KorsunAppraisal

#: What disorganisation and a test for it are worth, for each level in the hex.
SHAKEN, TESTED = 0.15, 0.03
#: Two dice.
_THROWS = [a + b for a, b in product(range(1, 7), repeat=2)]


def guns(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """Guns that nobody needs any more fire at what they reach."""
    found = []
    for one in of_verb(pos, "select"):
        if open_targets(pos, Salvo(side=pos.side, guns=(one.arg,))):
            found.append(Weighed(one, 0.01, "no attack needs these guns"))
    return found


def bridges_or_hexes(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """6.4.2: at the hex where it does most, with all guns that reach it."""
    salvo = pos.within(Salvo)
    if salvo.target:
        joined = [Weighed(one, 1.0, "all in range fire") for one in of_verb(pos, "join")]
        return joined or [Weighed(COMMIT, 1.0, "all guns have been named")]
    found = [Weighed(CANCEL, 0.0)]
    for one in of_verb(pos, "target"):
        worth = effect(appraisal, pos, salvo.but(target=one.arg))
        found.append(Weighed(one, worth, "this target suffers most"))
    return found


def effect(appraisal: KorsunAppraisal, pos: Pos, salvo: Salvo) -> float:
    """What fire does to the enemy on average."""
    strength, charts = total(salvo_parts(pos, salvo)), pos.game.charts
    enemy = pos.game.enemy(salvo.side)
    there = [t for t in appraisal.troops(pos, enemy) if t.hex == salvo.target]
    levels = sum(t.steps for t in there)
    price = min((t.price for t in there), default=0.0)
    worth = 0.0
    for dice in _THROWS:
        one = charts.fire_at("artillery_fire", strength, dice, full=pos.state.options.full_fire)
        worth += one.loss * price + levels * (SHAKEN * one.disorganised + TESTED * one.test)
    return 0.001 + worth / len(_THROWS)
