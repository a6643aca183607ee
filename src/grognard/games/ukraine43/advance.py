"""12 Advance after combat."""

from __future__ import annotations

from grognard.decisions import DONE, STOP, Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.effects import passed
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.retreat import MARSHES, by_road, through_bond
from grognard.games.ukraine43.rivers import is_bridged, over_major_river
from grognard.games.ukraine43.stacking import fits, fits_without
from grognard.games.ukraine43.state import Deal, Pos
from grognard.hexes import HexId
from grognard.mechanics.advance import advances, after_first
from grognard.mechanics.retreat import Bar, Walk, Ways, no_crossing, no_end, no_entry
from grognard.pieces import UnitId


@rule("12.1-1", "12.1-2", "12.4", "18.3-1", "R-30", "R-75")
def length_of(pos: Pos, unit: UnitId, *, short: bool) -> int:
    """Two hexes for who drives or rides, one for others; after an exchange one for all."""
    hexes = pos.game.charts.paces["advance", pos.game.piece(unit).mobility]
    return 1 if short or hexes is None else hexes


@rule("7.2-1b", "12.2-1", "12.2-2", "12.2-3", "12.2-4", "12.2-4b", "12.2-5", "12.2-ex", "12.3-1",
      "12.3-2", "18.3-1", "18.3-2", "28.2E-1", "R-24", "R-69", "R-93", "R-102", "R-106",
      "TEC-8", "TEC-9")  # fmt: skip
def bars_of(pos: Pos, side: Side, unit: UnitId) -> tuple[Bar, ...]:
    """What no advance may do; bonds, rivers and marsh count for its second hex."""
    enemy, land, wet = pos.game.enemy(side), pos.game.theatre(pos).land, flooded(pos)
    flood, mechanised = flood_bars(pos), pos.game.piece(unit).is_mechanised

    def unbridged(a: HexId, b: HexId) -> bool:
        return mechanised and over_major_river(pos, a, b) and not is_bridged(pos, side, a, b)

    def mud(a: HexId, b: HexId) -> bool:
        return pos.board.terrain_of(b) in MARSHES and not by_road(pos, a, b)

    second = (
        no_crossing("12.2-3", "an enemy bond closes {hex}",
                    lambda a, b: through_bond(pos, side, a, b)),
        no_crossing("12.2-4", "a Major River lies before {hex}",
                    lambda a, b: over_major_river(pos, a, b)),
        no_crossing("12.2-5", "{hex} is a marsh without road", mud),
    )  # fmt: skip
    return (
        no_entry("R-69", "the enemy is in {hex}",
                 lambda h: bool(pos.columns.count("units", enemy, h))),
        no_entry("R-106", "{hex} is not in play", lambda h: h not in land),
        no_entry("R-102", "{hex} is flooded", lambda h: h in wet),
        no_crossing("R-106", "the sea lies before {hex}",
                    lambda a, b: pos.board.crosses("sea_side", a, b)),
        no_crossing("28.2E-1", "the flood closes the way to {hex}",
                    lambda a, b: flood is not None and flood.bar(a, b)),
        no_crossing("12.3-1", "no bridge leads to {hex}", unbridged),
        *map(after_first, second),
        no_end("5.4-1", "there is no room in {hex}", lambda h: not fits(pos, side, h, (unit,))),
    )  # fmt: skip


class Advance(Phase, tag="advance"):
    """The attackers that are left may follow, one after another."""

    title = "Advance"
    units: tuple[UnitId, ...]
    vacated: tuple[HexId, ...]
    #: Only into the vacated hex (12.4, R-30).
    short: bool = False

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit that advances, or go on.",
            rule="12.1-1",
            waiting="The attacker may advance.",
            panel=lambda _: Panel(units=self.units, hexes=self.vacated),
            offers=(Offer("select", self.units, may_advance), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        left = tuple(u for u in self.units if u != action.arg)
        hand.become(self.but(units=left))
        start = hand.unit(action.arg).at
        hand.push(Advancing(side=self.side, unit=action.arg, start=start, vacated=self.vacated,
                            short=self.short))  # fmt: skip


@rule("5.4-1", "12.1-1", "21-1", "R-67", "R-74", "R-78")
def may_advance(pos: Pos, step: Advance, unit: UnitId) -> Refusal | None:
    """An attacker that survived and has a way forward; a bound security division stays, and so
    does an army that makes room for units it would leave.
    """
    if unit not in step.units:
        return deny("12.1-1", "{unit} has not attacked, or has advanced", unit=unit)
    if pos.unit(unit).bound:
        return deny("R-67", "{unit} is bound to its city", unit=unit)
    start = pos.unit(unit).at
    if fits(pos, step.side, start) and not fits_without(pos, step.side, start, unit):
        return deny("5.4-1", "without {unit} {hex} would be overstacked", unit=unit, hex=start)
    if not ways_of(pos, step.side, unit, start, step.vacated, short=step.short):
        return deny("12.2-1", "{unit} has no way forward", unit=unit)
    return None


def ways_of(
    pos: Pos, side: Side, unit: UnitId, start: HexId, vacated: tuple[HexId, ...], *, short: bool,
    so_far: Walk = (),
) -> Ways:  # fmt: skip
    """The ways forward of one unit."""
    return advances(
        start, vacated, length_of(pos, unit, short=short), pos.board.grid.neighbours,
        bars_of(pos, side, unit), rule="12.1-2", first_rule="12.2-1", so_far=so_far,
    )  # fmt: skip


class Advancing(Phase, tag="advancing"):
    """One unit advances; it walks when its way is chosen."""

    title = "Advance"
    unit: UnitId
    start: HexId
    vacated: tuple[HexId, ...]
    short: bool = False
    path: tuple[HexId, ...] = ()

    def ask(self, pos: Pos) -> Decision:
        ways = pos.keep(_ways)
        return Decision(
            self.side,
            f"Choose the next hex of {self.unit}.",
            rule="12.2-1",
            panel=lambda _: Panel(units=(self.unit,), hexes=self.path),
            offers=(
                Offer("advance", ways.next_hexes, ways.guard),
                *((Offer("stop"),) if self.path and ways.may_stop else ()),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == STOP:
            self.arrive(hand, self.path)
        elif hand.now.keep(_ways).after(action.arg):
            hand.become(self.but(path=(*self.path, action.arg)))
        else:
            self.arrive(hand, (*self.path, action.arg))

    @rule("12.1-2", "R-6", "R-70")
    def arrive(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """The unit walks; what it meets acts last."""
        hand.pop()
        hand.tell("advance", "{unit} advances to {place}.", rule="12.1-2", side=self.side,
                  units=(self.unit,), hexes=(self.start, *path), unit=self.unit,
                  place=hand.game.board.called(path[-1]))  # fmt: skip
        passed(hand, (self.unit,), path[:-1])
        hand.enter(self.unit, path[-1], by="advance")


def _ways(pos: Pos) -> Ways:
    step = pos.within(Advancing)
    return ways_of(pos, step.side, step.unit, step.start, step.vacated, short=step.short,
                   so_far=step.path)  # fmt: skip
