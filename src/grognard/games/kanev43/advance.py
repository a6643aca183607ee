"""ADV Advance after combat: into the hex of the defender, and on from there."""

from __future__ import annotations

from grognard.decisions import (
    CANCEL,
    DONE,
    STOP,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase
from grognard.games.kanev43.airborne import crowded
from grognard.games.kanev43.charts import AdvanceName
from grognard.games.kanev43.effects import stop_building
from grognard.games.kanev43.moving import drive_off, too_full
from grognard.games.kanev43.points import class_of
from grognard.games.kanev43.state import AXIS, Deal, Pos
from grognard.games.kanev43.turn import CombatPhase, Move, PlayerTurn, guns_on_map
from grognard.games.kanev43.zones import has_zone, in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.advance import advances, after_first, stop_after_crossing
from grognard.mechanics.retreat import Bar, Walk, Ways, no_crossing, no_end, no_entry
from grognard.pieces import UnitId
from grognard.words import doing, listed

#: Where the way of those begins who fought inside the hex: it is their first one (R-105).
_INSIDE = ""


# --- how far ------------------------------------------------------------------------------------


@rule("ADV-5", "ADV-6", "ADV-7", "ADV-8", "R-65", "R-109")
def limit_of(pos: Pos, unit: UnitId) -> int:
    """The most hexes that a unit advances; a leader goes as far as the units he is with."""
    return pos.game.charts.advances[_line_of(pos, unit)].number


def _line_of(pos: Pos, unit: UnitId) -> AdvanceName:
    piece, moves = pos.game.piece(unit), class_of(pos, unit)
    if piece.guns:
        rolls = piece.guns.self_propelled and pos.unit(unit).limbered
        return "soviet" if rolls else "towed"
    if piece.side != AXIS:
        return "soviet"
    if piece.kind == "recon" or moves == "mech":
        return "tracked"
    return "motor" if moves == "mot" else "foot"


@rule("ADV-3", "ADV-4", "R-25", "R-64", "R-113")
def bars_of(pos: Pos, side: Side, units: tuple[UnitId, ...]) -> tuple[Bar, ...]:
    """Nobody enters water or the enemy, or ends in a full hex. The Dnepr, and rivers without a
    route, are crossed into the hex of the defender only, and end the advance.
    """
    enemy, theatre, here = pos.game.enemy(side), pos.game.theatre, pos.unit(units[0]).at
    full = too_full(pos, Move(side=side, units=units))

    def no_room(hex_: HexId) -> bool:
        if hex_ == here:
            return hex_ in crowded(pos, side)
        return full is not None and bool(full[pos.board.grid.index[hex_]])

    def over_water(a: HexId, b: HexId) -> bool:
        if a == _INSIDE:
            return False
        water = theatre.water_between(a, b)
        return water == "dnepr" or (water == "river" and theatre.route(a, b) is None)

    return (
        no_entry("R-64", "the enemy is in {hex}",
                 lambda h: bool(pos.columns.count("units", enemy, h))),
        no_entry("R-113", "{hex} is all water", lambda h: h in theatre.water),
        after_first(no_crossing("ADV-4", "nobody advances over the water to {hex}", over_water)),
        stop_after_crossing("ADV-4", "the advance ends behind the water", over_water),
        no_end("STK-1", "there is no room in {hex}", no_room),
    )  # fmt: skip


@rule("ADV-1", "ADV-3", "R-64", "R-105")
def ways_on(pos: Pos, step: Advancing) -> Ways:
    """The ways of units that advance. After the first hex each enemy zone that is left shortens
    them by one.
    """
    grid, target = pos.board.grid, step.target
    inside = step.start == target
    length = min(step.length, *(limit_of(pos, u) for u in step.units if is_bound(pos, u)))

    def extra(walk: Walk) -> int:
        return int(len(walk) > 2 and in_enemy_zone(pos, step.side, walk[-2]))

    return advances(
        _INSIDE if inside else step.start, (target,), length,
        lambda h: grid.neighbours(h) if h else (target,),
        bars_of(pos, step.side, step.units), rule="ADV-1", first_rule="R-64", extra=extra,
        so_far=(target, *step.path) if inside else step.path,
    )  # fmt: skip


def is_bound(pos: Pos, unit: UnitId) -> bool:
    """Has a unit a limit of its own? Leaders have none."""
    return not pos.game.piece(unit).is_leader


# --- who ----------------------------------------------------------------------------------------


class Advance(Phase, tag="advance"):
    """The victors may advance, one after another or in groups."""

    title = "Advance"
    target: HexId
    length: int
    units: tuple[UnitId, ...]

    @rule("ADV-2", "R-64")
    def ask(self, pos: Pos) -> Decision | None:
        able = [unit for unit in self.units if may_advance(pos, self, unit) is None]
        if not able:
            return None
        return Decision(
            self.side,
            "Choose a unit that advances, or go on.",
            rule="ADV-2",
            waiting="The enemy may advance.",
            panel=lambda _: Panel("Advance", units=tuple(able), hexes=(self.target,)),
            offers=(Offer("select", able, may_advance, exact=True), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(self.led_by(hand.now, action.arg))

    def led_by(self, pos: Pos, unit: UnitId) -> Advancing:
        """The advance of a unit, to which others may be joined."""
        return Advancing(side=self.side, target=self.target, length=self.length,
                         start=pos.unit(unit).at, units=(unit,))  # fmt: skip

    def hear(self, hand: Deal, units: tuple[UnitId, ...]) -> None:
        """Who has advanced has advanced."""
        hand.become(self.but(units=tuple(u for u in self.units if u not in units)))


@rule("ADV-2", "ADV-7", "R-65")
def may_advance(pos: Pos, step: Advance, unit: UnitId) -> Refusal | None:
    """Attackers and those with them; leaders only along with others, towed guns never."""
    if unit not in step.units:
        return deny("ADV-2", "{unit} does not advance", unit=unit)
    if not is_bound(pos, unit):
        return deny("R-65", "{unit} advances with units", unit=unit)
    if not limit_of(pos, unit):
        return deny("ADV-7", "{unit} may not advance", unit=unit)
    if not ways_on(pos, step.led_by(pos, unit)):
        return deny("STK-1", "there is no room for {unit}", unit=unit)
    return None


class Advancing(Phase, tag="advancing"):
    """Units of one hex go forward together, hex by hex."""

    title = "Advance"
    target: HexId
    length: int
    start: HexId
    units: tuple[UnitId, ...]
    path: tuple[HexId, ...] = ()

    def ask(self, pos: Pos) -> Decision | None:
        ways = pos.keep(_ways)
        if self.path and not ways:
            return None
        mates = () if self.path else pos.within(Advance).units
        return Decision(
            self.side,
            f"Choose the next hex of {listed(self.units)}.",
            rule="ADV-1",
            waiting="The enemy advances.",
            auto=bool(self.path),
            panel=lambda _: Panel("Advance", units=self.units, hexes=(self.start, *self.path)),
            offers=(
                Offer("advance", ways.next_hexes, ways.guard),
                Offer("join", mates, may_join),
                *((Offer("stop"),) if self.path and ways.may_stop else ()),
                *(() if self.path else (Offer("cancel"),)),
            ),
        )

    def act(self, hand: Deal) -> None:
        """There is no way further on."""
        self.halt(hand)

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("advance", hex_):
                self.go(hand, hex_)
            case _ if action == STOP:
                self.halt(hand)
            case _ if action == CANCEL:
                hand.pop(())

    @rule("R-23", "R-77", "R-108")
    def go(self, hand: Deal, hex_: HexId) -> None:
        """One hex forward: it changes hands, bridgeheads are overrun, lone leaders driven off."""
        for unit in self.units:
            hand.enter(unit, hex_, by="advance")
            stop_building(hand, unit)
        hand.become(self.but(path=(*self.path, hex_)))
        drive_off(hand, Move(side=self.side, units=self.units), hex_)

    def hear(self, hand: Deal, value: object) -> None:
        """A leader's fate is settled; the next one's, if there is one."""
        drive_off(hand, Move(side=self.side, units=self.units), self.path[-1])

    @rule("BRK-2", "REC-1", "R-35")
    def halt(self, hand: Deal) -> None:
        """They stop; they have moved, and may break through."""
        units, here = frozenset(self.units), self.path[-1]
        text = f"{{who}} {doing(self.units, 'advances', 'advance')} to {{place}}."
        hand.tell("advance", text, rule="ADV-2", side=self.side, units=self.units,
                  hexes=(self.start, *self.path), who=listed(self.units),
                  place=hand.game.board.called(here))  # fmt: skip
        hand.note(PlayerTurn, stirred=units, advanced=units)
        silence_guns(hand, self.side, here)
        hand.pop(self.units)


def _ways(pos: Pos) -> Ways:
    return ways_on(pos, pos.within(Advancing))


@rule("ADV-2", "ADV-7", "R-65")
def may_join(pos: Pos, step: Advancing, unit: UnitId) -> Refusal | None:
    """Others of the hex who advance, and leaders, before the first hex."""
    order = pos.within(Advance)
    if unit not in order.units or unit in step.units or step.path:
        return deny("ADV-2", "{unit} does not go with them", unit=unit)
    if pos.unit(unit).at != step.start:
        return deny("ADV-2", "{unit} is in another hex", unit=unit)
    if is_bound(pos, unit) and not limit_of(pos, unit):
        return deny("ADV-7", "{unit} may not advance", unit=unit)
    grown = Advancing(side=step.side, target=step.target, length=step.length, start=step.start,
                      units=(*step.units, unit))  # fmt: skip
    if not ways_on(pos, grown):
        return deny("STK-1", "there is no room for {unit}", unit=unit)
    return None


@rule("ART-15", "R-35")
def silence_guns(hand: Deal, side: Side, hex_: HexId) -> None:
    """Enemy guns next to units that advanced and have a zone support nobody any more."""
    pos = hand.now
    if not has_zone(pos, side, hex_):
        return
    near = {hex_, *pos.board.grid.neighbours(hex_)}
    guns = guns_on_map(pos, pos.game.enemy(side))
    hand.note(CombatPhase, silenced=frozenset(u for u in guns if pos.unit(u).at in near))
