"""10, 11 Retreats and disruption."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

from grognard.decisions import PASS, STOP, Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.artillery import withdraw
from grognard.games.ukraine43.displacement import leaders_at
from grognard.games.ukraine43.effects import passed
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.losses import eliminate
from grognard.games.ukraine43.rivers import is_bridged, over_major_river
from grognard.games.ukraine43.stacking import fits, friends
from grognard.games.ukraine43.state import AXIS, Deal, Pos
from grognard.games.ukraine43.ways import dry_ground
from grognard.games.ukraine43.zones import bonds, in_enemy_bond, in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.reach import shut_steps
from grognard.mechanics.retreat import (
    Bar,
    Walk,
    Ways,
    Wish,
    best_ways,
    fewest,
    no_crossing,
    no_end,
    no_entry,
    no_two_running,
)
from grognard.pieces import UnitId
from grognard.words import doing, listed

MARSHES = ("marsh", "wooded_marsh")


@rule("11.1-3", "11.2A", "11.2B", "11.4-1", "11.4-2", "23.1-4")
def disrupt(hand: Deal, units: Iterable[UnitId], rule_id: str) -> None:
    """Units are Disrupted at once; who is so already suffers nothing more."""
    for unit in units:
        now = hand.unit(unit)
        if now.disrupted or now.at not in hand.game.board.grid:
            continue
        hand.set(unit, disrupted=True)
        hand.tell("disrupted", "{unit} is disrupted.", rule=rule_id, side=hand.game.owners[unit],
                  units=(unit,), hexes=(now.at,), unit=unit)  # fmt: skip


# --- 10.1 - 10.3  ways ---------------------------------------------------------------------


def by_road(pos: Pos, a: HexId, b: HexId) -> bool:
    """Does a road lead from a hex to its neighbour?"""
    return pos.board.joined("primary", a, b) or pos.board.joined("secondary", a, b)


@rule("7.2-3", "10.3-5")
def through_bond(pos: Pos, side: Side, before: HexId, hex_: HexId) -> bool:
    """Is the hex in a bond of the enemy, or the hexside before it?"""
    return bonds(pos, pos.game.enemy(side)).bar(before, hex_) or in_enemy_bond(pos, side, hex_)


@rule("6.5-2", "10.1B-1", "10.3-6")
def is_vacant_in_zone(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does an enemy zone lie on a hex without friends?"""
    return in_enemy_zone(pos, side, hex_) and not pos.columns.count("units", side, hex_)


@rule("10.2-1", "10.2-2", "R-38")
def is_rally_point(pos: Pos, side: Side, hex_: HexId) -> bool:
    """A friendly city, or a hex with a friendly combat unit that is not Disrupted."""
    if pos.board.has(hex_, "city") and pos.holder(hex_) == side:
        return True
    return any(
        pos.owner(u) == side and pos.game.piece(u).role == "combat" and not pos.unit(u).disrupted
        for u in pos.at(hex_)
    )


@rule("10.3-0", "10.3-1", "10.3-2", "10.3-3", "10.3-4", "10.3-5", "10.3-6", "10.3-7", "10.3-8",
      "22.3-5", "28.2E-1", "R-69", "R-88", "R-102", "R-106")  # fmt: skip
def bars_of(pos: Pos, side: Side, units: tuple[UnitId, ...]) -> tuple[Bar, ...]:
    """What no retreat may do, in printed order."""
    enemy, land, wet = pos.game.enemy(side), pos.game.theatre(pos).land, flooded(pos)
    flood = flood_bars(pos)
    guns = any(pos.game.piece(unit).kind == "artillery" for unit in units)

    def river(a: HexId, b: HexId) -> bool:
        return over_major_river(pos, a, b) and not is_bridged(pos, side, a, b)

    def mud(a: HexId, b: HexId) -> bool:
        return guns and pos.board.terrain_of(b) in MARSHES and not by_road(pos, a, b)

    def mire(a: HexId, b: HexId) -> bool:
        return guns and pos.board.terrain_of(a) in MARSHES and not by_road(pos, a, b)

    def overstacked(hex_: HexId) -> bool:
        return not fits(pos, side, hex_, units)

    return (
        no_entry("10.3-1", "the enemy is in {hex}",
                 lambda h: bool(pos.columns.count("units", enemy, h))),
        no_entry("10.3-2", "{hex} is not in play", lambda h: h not in land),
        no_entry("R-102", "{hex} is flooded", lambda h: h in wet),
        no_crossing("10.3-3", "the sea lies before {hex}",
                    lambda a, b: pos.board.crosses("sea_side", a, b)),
        no_crossing("10.3-4", "no bridge leads over the river to {hex}", river),
        no_crossing("28.2E-1", "the flood closes the way to {hex}",
                    lambda a, b: flood is not None and flood.bar(a, b)),
        no_crossing("10.3-5", "an enemy bond closes {hex}",
                    lambda a, b: through_bond(pos, side, a, b)),
        no_two_running("10.3-6", "{before} and {hex} are both vacant in enemy zones",
                       lambda h: is_vacant_in_zone(pos, side, h)),
        no_crossing("10.3-8", "artillery enters the marsh of {hex} by road only", mud),
        no_crossing("22.3-5", "artillery leaves the marsh of {before} by road only", mire),
        no_end("10.3-7", "{hex} would be overstacked", overstacked),
    )  # fmt: skip


@rule("10.1B-1", "10.1B-2a", "10.1B-2b", "10.1B-3", "R-31", "R-32")
def wishes_of(pos: Pos, side: Side) -> tuple[Wish, ...]:
    """What a retreat avoids if it can, in printed order."""
    grid, ahead = pos.board.grid, 1 if side == AXIS else -1

    def towards_enemy(walk: Walk) -> int:
        columns = [grid.place(hex_)[0] for hex_ in walk]
        return sum((b - a) * ahead > 0 for a, b in pairwise(columns))

    def zigzag(walk: Walk) -> int:
        return int(len(walk) > 2 and grid.distance(walk[0], walk[-1]) < 2)

    direction = "10.1B-2a" if side == AXIS else "10.1B-2b"
    return (
        fewest("10.1B-1", "{hex} is in an enemy zone; {better} is better",
               lambda h: is_vacant_in_zone(pos, side, h)),
        Wish(direction, "{hex} leads towards the enemy; {better} does not", towards_enemy),
        Wish("10.1B-3", "{hex} does not lead two hexes away; {better} does", zigzag),
    )  # fmt: skip


@rule("10.1A-0", "10.1A-2", "10.1A-3", "10.1B-0", "10.2-1", "10.2-2", "10.5-1", "R-31", "R-86",
      "R-114")  # fmt: skip
def ways_out(
    pos: Pos, side: Side, units: tuple[UnitId, ...], start: HexId, *, rally: bool = True,
    emptied: tuple[HexId, ...] = (), so_far: Walk = (),
) -> Ways:  # fmt: skip
    """Two hexes; one to a rally point; one or two more where the second would be overstacked.
    None ends in a hex that the same attack has `emptied`, or is about to.
    """
    limits = pos.game.charts.limits
    usual, more = limits["retreat"].number, limits["further_retreat"].number

    @cache
    def room(hex_: HexId) -> bool:
        return fits(pos, side, hex_, units)

    def may_end(walk: Walk) -> bool:
        gone = len(walk) - 1
        return gone >= usual or (gone == 1 and rally and is_rally_point(pos, side, walk[1]))

    def enough(walk: Walk) -> bool:
        return any(room(hex_) for hex_ in walk[usual:])

    needless = Bar("10.1A-3", "the retreat ends in {before}", enough, on="on")
    lost = no_end("R-114", "{hex} must be left as well", lambda h: h in emptied)
    return best_ways(
        start, usual + more, pos.board.grid.neighbours,
        (*bars_of(pos, side, units), needless, lost), wishes_of(pos, side),
        rule="10.1A-0", stops=may_end, so_far=so_far, shut=shut_to(pos, side, units),
    )  # fmt: skip


def shut_to(pos: Pos, side: Side, units: tuple[UnitId, ...]) -> Callable[[HexId, HexId], bool]:
    """Whether any of the bars that look at a single step forbids it, asked of the kernels' maps:
    what is shut to a retreat is shut to a move without a bridge.
    """
    guns = any(pos.game.piece(unit).kind == "artillery" for unit in units)
    ground, bars = dry_ground(pos, side)
    return shut_steps(pos.game.goings.by(pos, side, "artillery" if guns else "foot"), ground, bars)


# --- 10.1  a retreat ----------------------------------------------------------------------


class Retreat(Phase, tag="retreat"):
    """A stack goes back. Its owner may split it; who has no way out is eliminated.

    It walks when the whole way is chosen. An attacker's retreat is `free`: he may stay, all
    of the hex go together, and rally points do not shorten the way (10.5, R-86).
    """

    title = "Retreat"
    start: HexId
    units: tuple[UnitId, ...]
    path: tuple[HexId, ...] = ()
    free: bool = False
    #: Other hexes of the attack whose defenders must retreat.
    emptied: tuple[HexId, ...] = ()

    def ways(self, pos: Pos) -> Ways:
        return pos.keep(_ways)

    def ask(self, pos: Pos) -> Decision | None:
        ways = self.ways(pos)
        open_ = bool(ways) or (bool(self.path) and ways.may_stop)
        if not open_ and (self.free or self.is_lost(pos)):
            return None
        offers = (
            Offer("retreat", ways.next_hexes, ways.guard),
            *((Offer("stop"),) if self.path and ways.may_stop else ()),
            *(() if self.path else self.splits(pos)),
        )
        return Decision(
            self.side,
            f"Choose where {listed(self.units)} {doing(self.units, 'retreats', 'retreat')}.",
            rule="10.5-1" if self.free else "10.1B-0",
            waiting="The enemy retreats.",
            panel=lambda _: Panel(units=self.units, hexes=(self.start, *self.path)),
            offers=offers,
        )

    def is_lost(self, pos: Pos) -> bool:
        """Has nobody of a stack without a way out one by himself?"""
        units = self.ground(pos)
        return len(units) == 1 or not any(
            ways_out(pos, self.side, (unit,), self.start, emptied=self.emptied) for unit in units
        )

    def splits(self, pos: Pos) -> tuple[Offer, ...]:
        """Before the first hex units may be left to go another way, leaders taken along."""
        if self.free:
            return (Offer("pass"),)
        leaders = [u for u in leaders_at(pos, self.side, self.start) if u not in self.units]
        drop = self.units if len(self.ground(pos)) > 1 else ()
        return (Offer("drop", drop, may_split), Offer("join", leaders, may_go_along))

    def ground(self, pos: Pos) -> list[UnitId]:
        return [u for u in self.units if pos.game.piece(u).is_ground]

    @rule("10.3-0", "R-86")
    def act(self, hand: Deal) -> None:
        """There is no way out; an attacker who may stay is not asked."""
        hand.pop(())
        for unit in () if self.free else self.units:
            if hand.game.piece(unit).is_ground:
                eliminate(hand, unit, "10.3-0")

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("drop", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("retreat", hex_):
                self.go(hand, (*self.path, hex_))
            case _ if action == STOP:
                self.leave(hand, self.path)
            case _ if action == PASS:
                hand.pop(())

    def go(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """One hex more; without a choice left the stack walks."""
        if self.ways(hand.now).after(path[-1]):
            hand.become(self.but(path=path))
        else:
            self.leave(hand, path)

    @rule("10.1A-0", "11.2A", "R-6", "R-60")
    def leave(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """The stack walks, and its ground units are Disrupted. What is met acts last."""
        ground = self.ground(hand.now)
        hand.pop(tuple(ground))
        text = f"{{unit}} {doing(self.units, 'retreats', 'retreat')} to {{place}}."
        hand.tell("retreat", text, rule="10.1A-0", side=self.side,
                  units=self.units, hexes=(self.start, *path), unit=listed(self.units),
                  place=hand.game.board.called(path[-1]))  # fmt: skip
        disrupt(hand, ground, "11.2A")
        passed(hand, ground, path[:-1])
        for unit in self.units:
            hand.enter(unit, path[-1], by="retreat")


def _ways(pos: Pos) -> Ways:
    step = pos.within(Retreat)
    return ways_out(pos, step.side, step.units, step.start, rally=not step.free,
                    emptied=step.emptied, so_far=step.path)  # fmt: skip


@rule("R-31")
def may_split(pos: Pos, step: Retreat, unit: UnitId) -> Refusal | None:
    """A stack may split before it goes."""
    if step.path or unit not in step.units or len(step.ground(pos)) == 1:
        return deny("R-31", "{unit} cannot be left", unit=unit)
    return None


@rule("R-60")
def may_go_along(pos: Pos, step: Retreat, unit: UnitId) -> Refusal | None:
    """A leader of the hex may go along."""
    if step.path or unit in step.units or unit not in leaders_at(pos, step.side, step.start):
        return deny("R-60", "{unit} is no leader there", unit=unit)
    return None


@rule("22.5C", "R-56", "R-76")
def withdraw_guards_artillery(
    hand: Deal, side: Side, hex_: HexId, emptied: tuple[HexId, ...]
) -> None:
    """Guards artillery that must retreat goes to the Stavka box, if it has a way out."""
    for unit in friends(hand.now, side, hex_):
        if not hand.game.piece(unit).breakthrough:
            continue
        if ways_out(hand.now, side, (unit,), hex_, emptied=emptied):
            withdraw(hand, unit)
        else:
            eliminate(hand, unit, "10.3-0")
