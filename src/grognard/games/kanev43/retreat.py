"""RET Retreat: a stack goes back hex by hex, by the list of choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from msgspec import Struct

from grognard.decisions import PASS, Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.kanev43.effects import eliminate, lose_step, stop_building
from grognard.games.kanev43.losses import Losses, alive
from grognard.games.kanev43.moving import drive_off, too_full
from grognard.games.kanev43.points import class_of
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.theatre import Terms
from grognard.games.kanev43.turn import Move
from grognard.games.kanev43.units import Moves
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.losses import Account, Due
from grognard.mechanics.retreat import Bar, Walk, Ways, Wish, best_ways, no_crossing, no_entry
from grognard.pieces import UnitId
from grognard.words import counted, doing, listed


class Fled(Struct, frozen=True):
    """Units that had to go back, and how many hexes they went."""

    units: tuple[UnitId, ...]
    hexes: int


# --- ways ---------------------------------------------------------------------------------------


@rule("R-60", "R-24", "R-113")
def bars_of(pos: Pos, side: Side, units: tuple[UnitId, ...]) -> tuple[Bar, ...]:
    """Where nobody goes back: into enemy units, over hexsides that are prohibited to a unit of
    the stack, such as the Dnepr but for its bridge.
    """
    enemy, classes = pos.game.enemy(side), classes_of(pos, units)
    terms, step = Terms(bridge=not pos.state.bridge_blown), pos.game.theatre.step

    def shut(a: HexId, b: HexId) -> bool:
        return any(step(going, a, b, terms) is None for going in classes if going != "any")

    return (
        no_entry("R-60", "the enemy is in {hex}",
                 lambda h: bool(pos.columns.count("units", enemy, h))),
        no_crossing("R-60", "no way leads back over the water to {hex}", shut),
    )  # fmt: skip


def classes_of(pos: Pos, units: Iterable[UnitId]) -> frozenset[Moves]:
    """The classes of movement in a stack; a leader goes along with any."""
    return frozenset(class_of(pos, unit) for unit in units)


@rule("RET-1", "RET-2", "RET-3", "RET-4", "RET-5", "RET-6", "STK-6", "R-59", "R-60")
def wishes_of(
    pos: Pos, side: Side, units: tuple[UnitId, ...], hexes: int, threats: tuple[HexId, ...]
) -> tuple[Wish, ...]:
    """The list of choices, for each hex in its turn: outside enemy zones, then with friends,
    and within stacking; then away from the start and from those who attacked.
    """
    distance, count = pos.board.grid.distance, pos.columns.count
    full = too_full(pos, Move(side=side, units=units)) if not is_hidden(pos, units) else None

    @cache
    def zone(hex_: HexId) -> bool:
        return in_enemy_zone(pos, side, hex_)

    def vacant(hex_: HexId) -> bool:
        return zone(hex_) and not count("units", side, hex_)

    def crowded(hex_: HexId) -> bool:
        return full is not None and bool(full[pos.board.grid.index[hex_]])

    @cache
    def threat(hex_: HexId) -> int:
        return min(distance(hex_, enemy) for enemy in threats)

    choices: tuple[tuple[str, str, Callable[[Walk], bool]], ...] = (
        ("RET-4", "{hex} is in an enemy zone, {better} is not", lambda w: zone(w[-1])),
        ("RET-6", "no friend is in {hex}, as in {better}", lambda w: vacant(w[-1])),
        ("RET-2", "{hex} would be too full, {better} not", lambda w: crowded(w[-1])),
        ("R-60", "{better} is farther from the start than {hex}",
         lambda w: distance(w[0], w[-1]) <= distance(w[0], w[-2])),
        ("RET-3", "{better} is farther from the attackers than {hex}",
         lambda w: threat(w[-1]) <= threat(w[-2])),
    )  # fmt: skip
    return tuple(
        Wish(rule_id, text, _at_hex(number, is_bad))
        for number in range(1, hexes + 1)
        for rule_id, text, is_bad in choices
    )


def _at_hex(number: int, is_bad: Callable[[Walk], bool]) -> Callable[[Walk], int]:
    """A choice about the hex of this number on the way."""
    return lambda walk: int(len(walk) > number and is_bad(walk[: number + 1]))


def is_hidden(pos: Pos, units: Iterable[UnitId]) -> bool:
    """Are these dispersed paratroopers, who need no room?"""
    return any(pos.unit(unit).dispersed for unit in units)


def ways_back(pos: Pos, step: Retreat, units: tuple[UnitId, ...]) -> Ways:
    """The ways of units from where they are."""
    return best_ways(
        step.start, step.hexes, pos.board.grid.neighbours, bars_of(pos, step.side, units),
        wishes_of(pos, step.side, units, step.hexes, step.threats), rule="R-60",
        so_far=step.path,
    )  # fmt: skip


# --- a stack ------------------------------------------------------------------------------------


class Retreat(Phase, tag="retreat"):
    """Units of one hex go back so many hexes; it begins with all who must and their leaders.
    The owner may leave some, who then go by another way, and take along others. A retreat that
    is `free` need not be made (LSS-6). Reports who had to go.
    """

    title = "Retreat"
    start: HexId
    hexes: int
    units: tuple[UnitId, ...]
    #: The hexes of the enemy from which they turn away (R-59).
    threats: tuple[HexId, ...]
    #: Who must go, who may go along, and who is over the stacking limit (STK-7).
    must: tuple[UnitId, ...]
    may: tuple[UnitId, ...] = ()
    excess: tuple[UnitId, ...] = ()
    free: bool = False
    path: tuple[HexId, ...] = ()

    @rule("RET-7", "RET-9", "R-60")
    def ask(self, pos: Pos) -> Decision | None:
        """Nobody is asked who has no way, together or alone, or has lost all his units."""
        if not self.ground_units(pos):
            return None
        ways, choosing = pos.keep(_ways), not self.path
        alone = (ways_back(pos, self, (unit,)) for unit in self.ground_units(pos))
        if not ways and not (choosing and (self.free or any(alone))):
            return None
        return Decision(
            self.side,
            f"{counted(self.hexes - len(self.path), 'hex', 'hexes')} back: choose the next hex "
            f"of {listed(self.units)}.",
            rule="R-60",
            waiting="The enemy retreats.",
            panel=lambda _: Panel("Retreat", units=self.units, hexes=(self.start, *self.path)),
            offers=(
                Offer("retreat", ways.next_hexes, ways.guard),
                Offer("drop", self.units if choosing else (), may_drop),
                Offer("join", self.may if choosing else (), may_go_along),
                *((Offer("pass"),) if self.free and choosing else ()),
            ),
        )

    @rule("RET-9")
    def act(self, hand: Deal) -> None:
        """They have gone as far as they must, or have no way and are lost."""
        if len(self.path) < self.hexes and not self.free:
            for unit in self.ground_units(hand.now):
                if unit in self.must:
                    eliminate(hand, unit, rule="RET-9")
        hand.pop(Fled(self.units, len(self.path)))

    def ground_units(self, pos: Pos) -> tuple[UnitId, ...]:
        """The units of the stack without leaders."""
        return tuple(u for u in alive(pos, self.units) if not pos.game.piece(u).is_leader)

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("retreat", hex_):
                self.go(hand, hex_)
            case Action("drop", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case _ if action == PASS:
                hand.pop(Fled(self.units, 0))

    @rule("RET-8", "STK-7", "ART-13", "R-77", "R-108")
    def go(self, hand: Deal, hex_: HexId) -> None:
        """One hex back. In an enemy zone the stack loses a step; whoever was over the limit loses
        one as he leaves.
        """
        if not self.path:
            self.leave(hand)
        here = (*self.path, hex_)
        zone = in_enemy_zone(hand.now, self.side, hex_)
        going = alive(hand.now, self.units)
        for unit in going:
            hand.enter(unit, hex_, by="retreat")
        hand.become(self.but(path=here, units=going))
        if going:
            text = f"{{who}} {doing(going, 'goes', 'go')} back to {{place}}."
            hand.tell("retreat", text, rule="R-60", side=self.side, units=going,
                      hexes=(self.start, *here), who=listed(going),
                      place=hand.game.board.called(hex_))  # fmt: skip
        payers = tuple(u for u in going if not hand.game.piece(u).is_leader)
        if zone and payers:
            account = Account((Due(1, self.side, "RET-8", (payers,)),))
            hand.push(Losses(side=self.side, account=account))
        drive_off(hand, Move(side=self.side, units=going), hex_)

    def leave(self, hand: Deal) -> None:
        """Self-propelled guns limber, builders stop, the excess pays."""
        for unit in self.units:
            if hand.game.piece(unit).is_artillery:
                hand.set(unit, limbered=True)
            stop_building(hand, unit)
            if unit in self.excess:
                lose_step(hand, unit, rule="STK-7")

    def hear(self, hand: Deal, value: object) -> None:
        """A step is lost, or a leader's fate is settled; the next one's, if there is one."""
        units = alive(hand.now, self.units)
        hand.become(self.but(units=units))
        drive_off(hand, Move(side=self.side, units=units), self.path[-1])


def _ways(pos: Pos) -> Ways:
    step = pos.within(Retreat)
    return ways_back(pos, step, alive(pos, step.units))


@rule("LDR-3", "R-60")
def may_drop(pos: Pos, step: Retreat, unit: UnitId) -> Refusal | None:
    """Anybody before the first hex, but a leader only for a stack that follows."""
    others = [u for u in step.units if u != unit and not pos.game.piece(u).is_leader]
    if unit not in step.units or step.path or not others:
        return deny("R-60", "{unit} cannot be left", unit=unit)
    left = [u for u in step.must if u not in step.units]
    if pos.game.piece(unit).is_leader and not left:
        return deny("LDR-3", "{unit} goes back with the units", unit=unit)
    return None


@rule("RET-7", "ART-13", "R-109")
def may_go_along(pos: Pos, step: Retreat, unit: UnitId) -> Refusal | None:
    """Others of the hex who need not go, but no guns that stand ready to fire."""
    if unit not in step.may or unit in step.units or step.path:
        return deny("RET-7", "{unit} does not go along", unit=unit)
    if is_rooted(pos, unit):
        return deny("ART-13", "{unit} is not limbered", unit=unit)
    return None


@rule("ART-13")
def is_rooted(pos: Pos, unit: UnitId) -> bool:
    """Unlimbered guns that are not self-propelled."""
    guns = pos.game.piece(unit).guns
    return guns is not None and not guns.self_propelled and not pos.unit(unit).limbered
