"""What computer players do in a move besides going somewhere: set guns up, dig in, wait for
strategic movement, blow and mend bridges, push, run over guns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grognard.appraise import Strike, Weighed
from grognard.decisions import Action, action
from grognard.games.korsun44.appraisal_bridges import bridging
from grognard.games.korsun44.appraisal_odds import BEARABLE
from grognard.games.korsun44.deeds import COMBAT, DIG, MARK, PUSH, TRANSPORT, has_set_up
from grognard.games.korsun44.effects import can_be_overrun
from grognard.games.korsun44.movement import Movement
from grognard.games.korsun44.moving import Moving
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.turn import enemy_units
from grognard.games.korsun44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId
from grognard.players.charges import charge
from grognard.players.threat import Range

if TYPE_CHECKING:
    from grognard.games.korsun44.appraisal import KorsunAppraisal

#: Guns are of use so near to the enemy, and trenches are dug so near to him.
USEFUL, EXPOSED = 3, 2
#: What a trench is worth beside a bridge that could be blown.
DUG = 1.0
#: What running over a gun or an HQ must bring, and how many are looked at.
WORTH, FEW = 0.5, 6


def choose(what: str) -> Action:
    """A deed by its name."""
    return action("choose", what)


def touches(pos: Pos, hex_: HexId, reach: int, side: str) -> bool:
    """Is an enemy of a side so near to a hex?"""
    found = near(pos.columns, pos.game.enemy(side), reach)
    return bool(found[pos.board.grid.index[hex_]])


def preparations(pos: Pos) -> Sequence[Action]:
    """6.2.3: guns that move go onto their trucks first; who is far behind and can bear it moves
    with all its points, out of supply though it is (10.2.3).
    """
    move = pos.within(Moving)
    unit, here = move.units[0], move.here(pos)
    if move.went or move.pushed or move.entry:
        return ()
    if has_set_up(pos, unit) and not pos.unit(unit).limbered:
        wanted = [choose(TRANSPORT)]
    elif 0 < pos.unit(unit).want < BEARABLE and in_enemy_zone(pos, move.side, here):
        wanted = [choose(PUSH)]
    else:
        return ()
    return [one for one in wanted if pos.why_not(one) is None]


def endings(appraisal: KorsunAppraisal, pos: Pos) -> Sequence[Action]:
    """6.2.2: guns near the enemy are set up; who stays before him digs (7.1.4); who stays behind
    the front with wheels or tracks may still move when all have fought (12.1.4). Bridges are
    blown and mended (14.2) where that is worth more.
    """
    move = pos.within(Moving)
    unit, here = move.units[0], move.here(pos)
    if move.entry:
        return ()
    if has_set_up(pos, unit):
        ready = pos.unit(unit).limbered and touches(pos, here, USEFUL, move.side)
        return (choose(COMBAT),) if ready else ()
    found = bridging(appraisal, pos)
    if not move.went and not move.pushed:
        if touches(pos, here, EXPOSED, move.side):
            found.append(Weighed(choose(DIG), DUG))
        elif pos.game.piece(unit).is_motorised:
            found.append(Weighed(choose(MARK), 0.0))
    return [one.action for one in sorted(found, key=lambda one: -one.worth)]


def overruns(appraisal: KorsunAppraisal, pos: Pos) -> Iterator[Strike]:
    """6.1.7, 9.1.5: lone guns and HQs that a regular unit can come upon, the dearest first."""
    side = pos.side
    if not isinstance(pos.top, Movement) or pos.top.strategic:
        return
    prices = {t.hex: t.price for t in appraisal.troops(pos, pos.game.enemy(side))}
    lone = [h for h in prices if _is_lone(pos, side, h)]
    if not lone:
        return
    free = {one.arg for one in pos.actions() if one.verb == "select"}
    there = Range(appraisal, pos, side)
    for target in sorted(lone, key=lambda h: (-prices[h], h))[:FEW]:
        links = [there.atlas.index[h] for h in appraisal.links(target)]
        able = [t.id for t, row in zip(there.troops, there.there, strict=True)
                if t.id in free and row[links].any()]  # fmt: skip
        for unit in able[:FEW]:
            orders = charge(appraisal, pos, (unit,), target)
            if orders:
                worth = sum(appraisal_price(appraisal, pos, u) for u in pos.at(target)) - WORTH
                yield Strike(orders, worth, f"an overrun of {pos.board.called(target)}")
                break


def appraisal_price(appraisal: KorsunAppraisal, pos: Pos, unit: UnitId) -> float:
    """What an enemy unit is worth."""
    everybody = appraisal.troops(pos, pos.owner(unit))
    return next((t.price for t in everybody if t.id == unit), 0.0)


def _is_lone(pos: Pos, side: str, hex_: HexId) -> bool:
    there = enemy_units(pos, side, hex_)
    return bool(there) and all(can_be_overrun(pos.game.piece(unit)) for unit in there)
