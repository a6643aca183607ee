"""5.3 Retreat: who goes back, how far, which way, and what it costs on the way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from grognard.decisions import (
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.games.korsun44.bridges import stands
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.state import DEAD, Deal, Pos
from grognard.games.korsun44.theatre import BIG_RIVER
from grognard.games.korsun44.walking import Order, Walking
from grognard.games.korsun44.zones import in_enemy_zone, room
from grognard.hexes import HexId
from grognard.mechanics.retreat import (
    Bar,
    Walk,
    Ways,
    best_ways,
    farther_each_hex,
    no_crossing,
    no_entry,
)
from grognard.pieces import UnitId
from grognard.words import counted, doing, listed


class Fled(Struct, frozen=True):
    """Units that went back together, and their path, the hex of the fight first."""

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]

    @property
    def hexes(self) -> int:
        """How far they went."""
        return len(self.path) - 1


# --- 5.3.3 - 5.3.6  ways ---------------------------------------------------------------------


@rule("5.3.4", "E7")
def is_dear(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Is a hex with friends in an enemy zone? Every unit that goes back there loses a level."""
    return in_enemy_zone(pos, side, hex_) and bool(pos.columns.count("units", side, hex_))


@rule("5.3.5", "5.4.7", "D8")
def is_unbridged(pos: Pos, a: HexId, b: HexId) -> bool:
    """Does a big river lie between two neighbours, and no bridge over it?"""
    if not pos.board.crosses(BIG_RIVER, a, b):
        return False
    return not stands(pos, pos.board.grid.hexside(a, b))


@rule("5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.3.6", "D14", "E4")
def bars_of(pos: Pos, side: Side, units: tuple[UnitId, ...]) -> tuple[Bar, ...]:
    """What no retreat may do. Levels that are lost on the way need no room at its end."""
    enemy = pos.game.enemy(side)
    levels = [pos.game.levels(pos, unit) for unit in units]

    @cache
    def dear(hex_: HexId) -> bool:
        return is_dear(pos, side, hex_)

    def open_zone(hex_: HexId) -> bool:
        return in_enemy_zone(pos, side, hex_) and not dear(hex_)

    def crowded(walk: Walk) -> bool:
        lost = sum(map(dear, walk[1:]))
        return sum(max(0, level - lost) for level in levels) > room(pos, side, walk[-1])

    return (
        no_entry("3.1.8", "the enemy is in {hex}",
                 lambda h: bool(pos.columns.count("units", enemy, h))),
        no_entry("5.3.3", "{hex} is in an enemy zone of control", open_zone),
        no_crossing("5.3.5", "no bridge leads over the river to {hex}",
                    lambda a, b: is_unbridged(pos, a, b)),
        farther_each_hex("E4", "{hex} does not lead away from the fight", pos.board.grid.distance),
        Bar("5.3.6", "there is no room in {hex}", crowded, on="end"),
    )  # fmt: skip


def ways_back(
    pos: Pos, side: Side, units: tuple[UnitId, ...], start: HexId, most: int, so_far: Walk = ()
) -> Ways:
    """The ways out of the hex of a fight, up to so many hexes."""
    return best_ways(
        start, most, pos.board.grid.neighbours, bars_of(pos, side, units), rule="5.3.2",
        stops=lambda walk: len(walk) > 1, so_far=so_far,
    )  # fmt: skip


def can_go(pos: Pos, side: Side, unit: UnitId, most: int) -> bool:
    """Has a unit any way back?"""
    return bool(ways_back(pos, side, (unit,), pos.unit(unit).at, most))


# --- 5.3.1  who goes -------------------------------------------------------------------------


class Retreat(Order, tag="retreat"):
    """A side is ordered back so many hexes. Its units go one after another or in groups; who is
    left stands. HQs `along` go with others only; those who are `bound` must go (E1). Reports
    who fled.
    """

    title = "Retreat"
    ordered: int
    bound: frozenset[UnitId] = frozenset()
    fled: tuple[Fled, ...] = ()

    def able(self, pos: Pos) -> tuple[UnitId, ...]:
        """The units that have a way back."""
        return tuple(u for u in self.units if can_go(pos, self.side, u, self.ordered))

    @rule("5.3.1", "5.3.7", "5.3.8")
    def ask(self, pos: Pos) -> Decision | None:
        able = self.able(pos)
        if not able:
            return None
        return Decision(
            self.side,
            f"Choose a unit to go back {counted(self.ordered, 'hex', 'hexes')} at most, or let "
            "the others stand.",
            rule="5.3.7",
            waiting="The enemy decides who goes back.",
            panel=lambda _: Panel("Retreat", units=able),
            offers=(
                Offer("select", able, may_go, exact=True),
                Offer("done", ("",), may_stand),
            ),
        )

    def act(self, hand: Deal) -> None:
        """Nobody has a way back, or all have gone."""
        hand.pop(self.fled)

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop(self.fled)
            return
        start = hand.unit(action.arg).at
        hand.push(
            Retreating(side=self.side, ordered=self.ordered, start=start, units=(action.arg,))
        )

    def hear(self, hand: Deal, value: Fled | None) -> None:
        """Who has gone has gone."""
        if value is not None:
            self_ = self.but(
                units=tuple(u for u in self.units if u not in value.units),
                along=tuple(u for u in self.along if u not in value.units),
                fled=(*self.fled, value),
            )
            hand.become(self_)


@rule("5.3.3", "6.2.4", "15.2.1")
def may_go(pos: Pos, step: Retreat, unit: UnitId) -> Refusal | None:
    """A unit of the combat that can move and has a way back."""
    if unit not in step.units:
        return deny("6.2.4", "{unit} cannot go back", unit=unit)
    if not can_go(pos, step.side, unit, step.ordered):
        return deny("5.3.3", "{unit} has no way back", unit=unit)
    return None


@rule("E1")
def may_stand(pos: Pos, step: Retreat, _: str) -> Refusal | None:
    """Units that fought before and do not pay share the retreat."""
    for unit in step.able(pos):
        if unit in step.bound:
            return deny("E1", "{unit} shares the retreat", unit=unit)
    return None


# --- 5.3.2  a group on its way ---------------------------------------------------------------


class Retreating(Walking, tag="retreating"):
    """Units of one hex go back together."""

    title = "Retreat"
    verb = "retreat"
    way_rule = "5.3.2"
    group_rule = "E4"
    waiting = "The enemy retreats."
    ordered: int

    def ways(self, pos: Pos) -> Ways:
        return ways_back(pos, self.side, self.units, self.start, self.ordered, self.path)

    @rule("5.3.4", "5.3.10", "E7", "E34")
    def walk(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """Hex by hex; where friends stand in an enemy zone each unit loses a level. Who loses his
        last one falls there, and the path so far remains.
        """
        dear = frozenset(hex_ for hex_ in path if is_dear(hand.now, self.side, hex_))
        gone = [self.start]
        for hex_ in path:
            alive = alive_of(hand.now, self.units)
            if not alive:
                break
            gone.append(hex_)
            for unit in alive:
                hand.enter(unit, hex_, by="retreat")
                hand.set(unit, retreated=True)
                if hex_ in dear:
                    lose_level(hand, unit, rule="5.3.4")
        text = f"{{who}} {doing(self.units, 'goes', 'go')} back to {{place}}."
        hand.tell("retreat", text, rule="5.3.2", side=self.side, units=self.units,
                  hexes=tuple(gone), who=listed(self.units),
                  place=hand.game.board.called(gone[-1]))  # fmt: skip
        hand.pop(Fled(self.units, tuple(gone)))


def alive_of(pos: Pos, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Those of many units that are not eliminated."""
    return tuple(unit for unit in units if pos.unit(unit).at != DEAD)
