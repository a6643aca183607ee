"""6.4.2, 8.2.6 Fire from afar: at a hex, by guns or aircraft, and at a bridge."""

from __future__ import annotations

from typing import get_args

from grognard.decisions import Part, RuleId, Side, rule
from grognard.engine import Sequence
from grognard.games.korsun44.bridges import destroy, stands
from grognard.games.korsun44.charts import Effect, FireTable
from grognard.games.korsun44.disorder import after_fire, disorganise, fails, stir, verdict
from grognard.games.korsun44.losses import Losses, due
from grognard.games.korsun44.state import Deal, Pos
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.pieces import UnitId
from grognard.words import counted

TABLES: tuple[FireTable, ...] = get_args(FireTable)
_RULES: dict[FireTable, str] = {"air_attack": "8.2.6", "artillery_fire": "6.4.2-d"}


@rule("6.4.2-b", "8.2.7", "E16")
def terrain_against(pos: Pos, hex_: HexId) -> int:
    """What the ground of a hex takes off fire: twice its modifiers, no works and no rivers."""
    return pos.game.theatre.modifiers(hex_) * pos.game.charts.limits["terrain_fire"].number


def ground_parts(pos: Pos, hex_: HexId, rule_id: RuleId) -> tuple[Part, ...]:
    """The same as a part of the strength of fire."""
    taken = terrain_against(pos, hex_)
    return (Part(-taken, "terrain", rule_id),) if taken else ()


def enemies_at(pos: Pos, side: Side, hex_: HexId) -> tuple[UnitId, ...]:
    """The enemies of a side in a hex."""
    return tuple(unit for unit in pos.at(hex_) if pos.owner(unit) != side)


# --- at a hex --------------------------------------------------------------------------------


@rule("6.4.2-c", "8.2.6", "E17")
def throw(strike: Strike, hand: Deal) -> None:
    """Two dice, whoever fires; nothing where terrain has left no strength."""
    if strike.effect is not None:
        return
    if strike.strength > 0:
        hand.roll(strike.table.replace("_", " "), 2, side=strike.side, place=strike.at)
        return
    fired = strike.strength + terrain_against(hand.now, strike.at)
    hand.tell("fire", "The ground leaves nothing of {points} at {place}.", rule="E17",
              side=strike.side, parts=strike.parts, hexes=(strike.at,),
              points=counted(fired, "SP"), place=hand.game.board.called(strike.at))  # fmt: skip


@rule("E19", "5.1.8")
def pay(strike: Strike, hand: Deal) -> None:
    """Levels of the hex, of its owner's choice."""
    if strike.effect is None or strike.paid:
        return
    hand.become(strike.but(paid=True))
    enemy, there = hand.game.enemy(strike.side), enemies_at(hand.now, strike.side, strike.at)
    account = due(enemy, strike.effect.loss, there, rule=_RULES[strike.table])
    hand.push(Losses(side=enemy, account=account))


@rule("5.6.1", "6.4.2-d", "E9", "E28")
def shake(strike: Strike, hand: Deal) -> None:
    """All units of the hex are disorganised, or tested with one throw."""
    there = enemies_at(hand.now, strike.side, strike.at)
    stir(hand, there, after_fire(hand.now))
    if strike.effect is None or strike.tested:
        return
    if strike.effect.disorganised:
        disorganise(hand, there, after_fire(hand.now), rule=_RULES[strike.table])
    elif strike.effect.test and there:
        hand.become(strike.but(tested=True))
        hand.roll("disorganisation", 2, side=hand.game.enemy(strike.side), place=strike.at)


class Strike(Sequence, tag="strike"):
    """Fire at the units of a hex. `strength` is what terrain has left of it; its `parts` are told
    to both sides and name no gun.
    """

    title = "Fire"
    table: FireTable
    at: HexId
    strength: int
    parts: tuple[Part, ...] = ()
    effect: Effect | None = None
    paid: bool = False
    tested: bool = False

    stages = (throw, pay, shake)

    @rule("6.4.2-d", "8.2.6", "T-air", "T-art", "A8", "A9")
    def hear_throw(self, hand: Deal, dice: tuple[int, ...]) -> None:
        charts, full = hand.game.charts, hand.now.state.options.full_fire
        effect = charts.fire_at(self.table, self.strength, sum(dice), full=full)
        hand.become(self.but(effect=effect))
        hand.tell("fire", "A roll of {sum} with {points} at {place}: {words}.",
                  side=self.side, rule=_RULES[self.table], parts=self.parts, dice=dice,
                  hexes=(self.at,), sum=sum(dice), strength=self.strength,
                  place=hand.game.board.called(self.at), result=effect.text,
                  words=effect.words, points=counted(self.strength, "SP"))  # fmt: skip

    @rule("5.6.2", "E8")
    def hear_shake(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Each unit compares the throw with its own limit."""
        there = enemies_at(hand.now, self.side, self.at)
        shaken = [unit for unit in there if fails(hand.now, unit, sum(dice))]
        hand.tell("test", "A test in {place}: {sum}, {verdict}.", rule="5.6.2", dice=dice,
                  hexes=(self.at,), side=hand.game.enemy(self.side), sum=sum(dice),
                  place=hand.game.board.called(self.at), verdict=verdict(shaken))  # fmt: skip
        disorganise(hand, shaken, after_fire(hand.now), rule="5.6.2")


# --- at a bridge -----------------------------------------------------------------------------


def standing_bridges(pos: Pos) -> list[Hexside]:
    """All bridges that fire could destroy (14.1.1)."""
    every = pos.game.theatre.bridges | pos.state.built_bridges
    return [bridge for bridge in sorted(every) if stands(pos, bridge)]


@rule("6.1.2", "6.4.7")
def bridges_within(pos: Pos, hex_: HexId, reach: int) -> list[Hexside]:
    """The bridges that stand with an end so near to a hex."""
    printed = pos.game.theatre.bridges_near(hex_, reach)
    grid, built = pos.board.grid, pos.state.built_bridges
    new = [b for b in built if min(grid.distance(hex_, end) for end in split_hexside(b)) <= reach]
    return sorted(bridge for bridge in {*printed, *new} if stands(pos, bridge))


class Demolition(Sequence, tag="demolition"):
    """Fire at a bridge; terrain does not count."""

    title = "Fire at a bridge"
    bridge: Hexside
    strength: int
    thrown: bool = False

    @rule("6.4.7", "8.2.8", "8.2.9")
    def act(self, hand: Deal) -> None:
        """Two dice, once."""
        if self.thrown:
            hand.pop()
        else:
            hand.become(self.but(thrown=True))
            hand.roll("attack on an object", 2, side=self.side, place=self.bridge)

    @rule("6.4.7", "8.2.8", "14.1.1", "14.1.2", "T-objects")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        destroyed = hand.game.charts.destroys(self.strength, sum(dice))
        text = "A roll of {sum} with {points} at the bridge {bridge}{result}."
        hand.tell("object", text, rule="T-objects", side=self.side, dice=dice, sum=sum(dice),
                  strength=self.strength, bridge=self.bridge, hexes=split_hexside(self.bridge),
                  result="" if destroyed else ": it stands",
                  points=counted(self.strength, "SP"))  # fmt: skip
        if destroyed:
            destroy(hand, self.bridge, rule="T-objects", by=self.side)
