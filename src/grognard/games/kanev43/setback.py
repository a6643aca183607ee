"""R-48 What a result does to one side after its step losses: it stands or goes back, shaken."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.engine import Sequence
from grognard.games.kanev43.charts import Effect
from grognard.games.kanev43.effects import disrupt, eliminate, lose_step, unsettle
from grognard.games.kanev43.fight import Fight
from grognard.games.kanev43.losses import Losses, alive, combatants, standing_account
from grognard.games.kanev43.retreat import Fled, Retreat, is_rooted
from grognard.games.kanev43.standfast import StandFast
from grognard.games.kanev43.state import Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Suffered(Struct, frozen=True):
    """How a setback ended: steps paid for standing, and the most hexes that units went back."""

    paid: int
    hexes: int


@rule("SFT-1", "R-62")
def stand(setback: Setback, hand: Deal) -> None:
    """The stacks that must go back are asked one after another, before the result shakes them."""
    if not setback.hexes:
        return
    for hex_ in setback.own_hexes:
        units = setback.fighters(hand.now, hex_)
        if units and hex_ not in setback.asked:
            hand.become(setback.but(asked=(*setback.asked, hex_)))
            hand.push(StandFast(side=setback.side, fight=setback.fight, units=units,
                                hexes=setback.hexes))  # fmt: skip
            return


@rule("SFT-3", "R-62")
def pay(setback: Setback, hand: Deal) -> None:
    """Those who stand pay once among them."""
    if setback.firm and not setback.charged:
        hand.become(setback.but(charged=True))
        account = standing_account(hand.now, setback.fight, setback.side, setback.hexes,
                                   setback.firm, setback.hits)  # fmt: skip
        hand.push(Losses(side=setback.side, account=account))


@rule("CRT-14", "CRT-15", "SFT-1", "DIS-10", "R-33", "R-102")
def shake(setback: Setback, hand: Deal) -> None:
    """Letters strike all who took part: d disrupts, or demoralises the disrupted; Z demoralises.
    A letter costs the demoralised a step.
    """
    effect = setback.effect
    if not (effect.disrupted or effect.demoralised):
        return
    for unit in alive(hand.now, setback.units):
        if hand.unit(unit).order == "demoralised":
            lose_step(hand, unit, rule="DIS-10")
        elif effect.demoralised:
            unsettle(hand, unit, "demoralised", rule="CRT-15")
        else:
            disrupt(hand, unit, rule="CRT-14")


@rule("ART-13")
def abandon_guns(setback: Setback, hand: Deal) -> None:
    """Guns that are not limbered and must go back are lost."""
    for unit in setback.bound(hand.now):
        if is_rooted(hand.now, unit):
            eliminate(hand, unit, rule="ART-13")


@rule("RET-7", "LSS-6", "R-60", "R-103")
def go_back(setback: Setback, hand: Deal) -> None:
    """Who must goes, stack by stack; if nobody who took part is left, others there may."""
    left = setback.bound(hand.now)
    if left:
        hand.push(setback.retreat(hand.now, left))
    elif setback.hexes and not alive(hand.now, setback.units):
        setback.offer_retreat(hand)


class Setback(Sequence, tag="setback"):
    """One side and its part of a result: `hexes` is its retreat, `posts` are where all who took
    part stood, `hits` those who have paid steps for the result. Reports what was suffered.
    """

    title = "Combat"
    fight: Fight
    effect: Effect
    hexes: int
    posts: Mapping[UnitId, HexId]
    hits: tuple[UnitId, ...] = ()
    #: Hexes whose units were asked to stand, units that do, and have they been charged?
    asked: tuple[HexId, ...] = ()
    firm: tuple[UnitId, ...] = ()
    charged: bool = False
    #: Steps paid for standing, hexes gone, hexes whose bystanders were asked (LSS-6).
    paid: int = 0
    gone: int = 0
    offered: tuple[HexId, ...] = ()

    stages = (stand, pay, shake, abandon_guns, go_back)

    # --- who ------------------------------------------------------------------------------

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Who took part for the side."""
        return self.fight.attackers if self.side == self.fight.side else self.fight.defenders

    @property
    def own_hexes(self) -> tuple[HexId, ...]:
        """The hexes in which they stood."""
        return tuple(dict.fromkeys(self.posts[unit] for unit in self.units))

    def fighters(self, pos: Pos, hex_: HexId) -> tuple[UnitId, ...]:
        """Those of a hex who are still there."""
        return tuple(u for u in self.units if self.posts[u] == hex_ == pos.unit(u).at)

    @rule("RET-7")
    def bound(self, pos: Pos) -> tuple[UnitId, ...]:
        """Who took part, does not stand, and has not gone."""
        if not self.hexes:
            return ()
        there = (unit for hex_ in self.own_hexes for unit in self.fighters(pos, hex_))
        return tuple(unit for unit in there if unit not in self.firm)

    @rule("R-59")
    def threats(self, pos: Pos) -> tuple[HexId, ...]:
        """The hexes from which they turn away: those of attackers, or the one they attacked."""
        if self.side == self.fight.side:
            return (self.fight.target,)
        left = [pos.unit(unit).at for unit in alive(pos, self.fight.attackers)]
        return tuple(dict.fromkeys(left or map(self.posts.__getitem__, self.fight.attackers)))

    # --- going back -----------------------------------------------------------------------

    @rule("LDR-3", "RET-7", "R-60", "R-91")
    def retreat(self, pos: Pos, left: tuple[UnitId, ...]) -> Retreat:
        """The next stack: all of a hex who must go, with its leaders. Dispersed paratroopers go
        one by one.
        """
        start = self.posts[left[0]]
        must = tuple(unit for unit in left if self.posts[unit] == start)
        leaders = leaders_in(pos, self.side, start)
        if pos.unit(left[0]).dispersed:
            must, leaders = left[:1], ()
        others = combatants(pos, self.side, start)
        return Retreat(
            side=self.side,
            start=start,
            hexes=self.hexes,
            units=(*must, *leaders),
            threats=self.threats(pos),
            must=must,
            may=tuple(u for u in others if u not in must and u not in self.firm),
            excess=self.fight.excess,
        )

    @rule("LSS-6", "R-103")
    def offer_retreat(self, hand: Deal) -> None:
        """Nobody who took part is left: who stood with them may go, hex by hex."""
        for hex_ in self.own_hexes:
            there = combatants(hand.now, self.side, hex_)
            able = tuple(unit for unit in there if not is_rooted(hand.now, unit))
            if hex_ in self.offered or not able:
                continue
            hand.become(self.but(offered=(*self.offered, hex_)))
            hand.push(Retreat(side=self.side, start=hex_, hexes=self.hexes, units=able,
                              threats=self.threats(hand.now), must=(), free=True,
                              may=(*able, *leaders_in(hand.now, self.side, hex_)),
                              excess=self.fight.excess))  # fmt: skip
            return

    # --- what the stages learn ------------------------------------------------------------

    def hear_stand(self, hand: Deal, units: tuple[UnitId, ...]) -> None:
        hand.become(self.but(firm=(*self.firm, *units)))

    def hear_pay(self, hand: Deal, hits: tuple[UnitId, ...]) -> None:
        hand.become(self.but(paid=len(hits)))

    def hear_go_back(self, hand: Deal, fled: Fled) -> None:
        hand.become(self.but(gone=max(self.gone, fled.hexes)))

    def finish(self, hand: Deal) -> None:
        hand.pop(Suffered(self.paid, self.gone))


def leaders_in(pos: Pos, side: Side, hex_: HexId) -> tuple[UnitId, ...]:
    """The leaders of a side in a hex."""
    there = pos.at(hex_)
    return tuple(u for u in there if pos.owner(u) == side and pos.game.piece(u).is_leader)
