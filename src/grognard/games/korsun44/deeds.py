"""What units may do in their Movement Phase besides moving: dig in, change the set-up of guns,
push, wait for strategic movement, leave the map, destroy and build bridges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grognard.decisions import Refusal, deny, rule
from grognard.games.korsun44 import bridges
from grognard.games.korsun44.disorder import stir
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.points import budget, entry_rate, price
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.supply import is_wanting, raise_want
from grognard.games.korsun44.theatre import Entry, waiting_box
from grognard.games.korsun44.turn import HalfTurn, Move, MovementPhase
from grognard.games.korsun44.zones import in_enemy_zone, room
from grognard.hexes import HexId, Hexside
from grognard.pieces import UnitId
from grognard.words import stack_of

DIG, MARK, PUSH, LEAVE, REFILL = "dig", "mark", "push", "leave", "refill"
TRANSPORT, COMBAT = "transport", "combat"
BLOW, MEND, BRIDGE = "blow", "mend", "bridge"


class Deed(NamedTuple):
    """Something that units can do. `why_not` refuses it, `do` carries it out; with `ends` they
    have then finished. What they pay for with points of their move is `paid`. The last argument
    is the hexside of a bridge.
    """

    why_not: Callable[[Pos, Move, Hexside], Refusal | None]
    do: Callable[[Deal, Move, Hexside], None]
    ends: bool = False
    paid: bool = False


# --- 7.1  field fortifications ----------------------------------------------------------------


@rule("7.1.2", "7.1.4", "7.1.7", "7.1.8", "7.1.9", "5.3.10", "F5")
def why_not_dig(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """One regular unit that has done nothing and did not retreat; never in swamps."""
    unit, here = move.units[0], move.here(pos)
    if len(move.units) > 1 or not pos.game.piece(unit).is_regular:
        return deny("7.1.2", "one regular unit digs")
    if move.went or move.pushed or pos.within(MovementPhase).strategic:
        return deny("7.1.4", "digging takes all points of {unit}", unit=unit)
    if not pos.game.theatre.may_dig(here):
        return deny("7.1.8", "nobody can dig in {hex}", hex=here)
    if here in pos.state.field_works:
        return deny("7.1.7", "{hex} has field fortifications", hex=here)
    if pos.unit(unit).retreated and not is_pinned(pos, move):
        return deny("5.3.10", "{unit} has retreated", unit=unit)
    return why_too_full(pos, move)


@rule("7.1.3", "F4")
def is_pinned(pos: Pos, move: Move) -> bool:
    """Is there no move that ends outside enemy zones?"""
    from grognard.games.korsun44.moving import reach_of

    return all(in_enemy_zone(pos, move.side, hex_) for hex_ in reach_of(pos))


@rule("B6", "3.2.1")
def why_too_full(pos: Pos, move: Move) -> Refusal | None:
    """Nobody stays for good in a hex that is too full: somebody has to go."""
    here = move.here(pos)
    if not move.entry and room(pos, move.side, here) < 0:
        return deny("3.2.1", "{hex} is too full: its units must move", hex=here)
    return None


def dig(hand: Deal, move: Move, _: Hexside) -> None:
    """Field fortifications for all units of the hex."""
    here = move.here(hand.now)
    hand.change(field_works={**hand.now.state.field_works, here: move.side})
    hand.tell("works", "{unit} digs in at {place}.", rule="7.1.4", side=move.side, hexes=(here,),
              units=move.units, unit=move.units[0], place=hand.game.board.called(here))  # fmt: skip


# --- 12  strategic movement -------------------------------------------------------------------


@rule("2.2-P3", "12.1.2", "12.1.4", "D17")
def why_not_mark(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """Units that have done nothing are marked for Strategic Movement."""
    if not pos.state.options.complementary or pos.within(MovementPhase).strategic:
        return deny("12.1.4", "there is no strategic movement")
    if move.went or move.pushed:
        return deny("12.1.2", "they have done something in this phase")
    return why_too_full(pos, move)


def mark(hand: Deal, move: Move, _: Hexside) -> None:
    """They wait for the Strategic Movement Phase."""
    hand.note(HalfTurn, marked=frozenset(move.units))


# --- 6.2  the set-up of guns ------------------------------------------------------------------


@rule("1.2-d", "6.2.2")
def has_set_up(pos: Pos, unit: UnitId) -> bool:
    """Towed artillery is in combat or in transport set-up, nobody else is."""
    piece = pos.game.piece(unit)
    return piece.is_artillery and piece.is_towed


@rule("6.2.3", "6.2.4", "F3", "F19")
def why_not_limber(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """Guns in combat set-up go onto their trucks."""
    return _why_not_turn(pos, move, limbered=False)


@rule("6.2.4", "F3", "F19")
def why_not_unlimber(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """Guns on their trucks go into combat set-up."""
    return _why_not_turn(pos, move, limbered=True)


def _why_not_turn(pos: Pos, move: Move, *, limbered: bool) -> Refusal | None:
    guns = [unit for unit in move.units if has_set_up(pos, unit)]
    if not any(pos.unit(gun).limbered == limbered for gun in guns):
        return deny("6.2.2", "no gun is in the other set-up")
    if pos.within(MovementPhase).strategic:
        return deny("6.2.4", "guns change their set-up in the Movement Phase only")
    if price(pos, "set_up") > budget(pos, move):
        return deny("6.2.4", "it has not the points to change its set-up")
    return why_too_full(pos, move) if limbered else None


def limber(hand: Deal, move: Move, _: Hexside) -> None:
    """For a point."""
    _turn_guns(hand, move, limbered=True)


def unlimber(hand: Deal, move: Move, _: Hexside) -> None:
    """For a point."""
    _turn_guns(hand, move, limbered=False)


@rule("6.2.2", "6.2.4")
def _turn_guns(hand: Deal, move: Move, *, limbered: bool) -> None:
    for unit in move.units:
        if has_set_up(hand.now, unit):
            hand.set(unit, limbered=limbered)
    hand.become(move.but(spent=move.spent + price(hand.now, "set_up"), went=True))
    text = "{unit} goes into transport set-up." if limbered else "{unit} goes into combat set-up."
    hand.tell("set-up", text, rule="6.2.4", side=move.side, units=move.units,
              unit=stack_of(move.units))  # fmt: skip


# --- 15.3  Volkssturm ---------------------------------------------------------------------


def recruits(pos: Pos, move: Move) -> list[UnitId]:
    """The Volkssturm in the hex of some units that has done nothing."""
    moved = pos.within(MovementPhase).moved
    there = pos.at(move.here(pos))
    return [u for u in there if pos.game.piece(u).is_volkssturm and u not in moved]


@rule("15.3.3", "15.3.4")
def why_not_refill(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """One infantry unit on foot that has lost a level and done nothing, and Volkssturm with it."""
    unit = move.units[0]
    piece = pos.game.piece(unit)
    if len(move.units) > 1 or piece.kind != "infantry" or piece.is_motorised:
        return deny("15.3.3", "one infantry unit on foot is refilled")
    if move.went or move.pushed or pos.within(MovementPhase).strategic:
        return deny("15.3.3", "{unit} has done something in this phase", unit=unit)
    if not pos.unit(unit).lost or not recruits(pos, move):
        return deny("15.3.3", "{unit} needs nobody, or nobody is there for it", unit=unit)
    return None


@rule("15.3.3", "15.3.4")
def refill(hand: Deal, move: Move, _: Hexside) -> None:
    """A level goes over from the Volkssturm; both have finished."""
    unit, source = move.units[0], recruits(hand.now, move)[0]
    hand.set(unit, lost=hand.unit(unit).lost - 1)
    lose_level(hand, source, rule="15.3.3")
    hand.note(MovementPhase, moved=frozenset({source}))


# --- 10.2.3  pushing --------------------------------------------------------------------------


@rule("10.2.3")
def why_not_push(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """Units out of supply that have done nothing yet."""
    if not any(is_wanting(pos, unit) for unit in move.units):
        return deny("10.2.3", "nobody is out of supply")
    if move.went or move.pushed or move.entry:
        return deny("10.2.3", "they have begun to move")
    return None


@rule("10.2.3", "10.2.5")
def push(hand: Deal, move: Move, _: Hexside) -> None:
    """They have all their points, and their level rises at once."""
    for unit in move.units:
        raise_want(hand, unit, rule="10.2.3")
    hand.become(move.but(pushed=True))
    hand.tell("push", "{unit} moves with all its points.", rule="10.2.3", side=move.side,
              units=move.units, unit=stack_of(move.units))  # fmt: skip


# --- 11.2.3  leaving the map ------------------------------------------------------------------


def entries_at(pos: Pos, move: Move) -> list[Entry]:
    """The entries of a side in the hex of its units."""
    here, theatre = move.here(pos), pos.game.theatre
    rows = pos.game.scene(pos).entries[move.side]
    return [name for row in rows for name in row if theatre.entry(name) == here]


@rule("11.2.3", "D16", "H14")
def why_not_leave(pos: Pos, move: Move, _: Hexside = "") -> Refusal | None:
    """Through an entry of one's own that the enemy does not control, at the rate of its road."""
    here = move.here(pos)
    if not entries_at(pos, move) or move.entry:
        return deny("11.2.3", "{hex} is no entry of yours", hex=here)
    if pos.holder(here) == pos.game.enemy(move.side):
        return deny("H14", "the enemy controls {hex}", hex=here)
    if move.halted or not can_roll(pos, move):
        return deny("11.2.3", "the units cannot move")
    if exit_price(pos, move, here) > budget(pos, move):
        return deny("D16", "it has not the points to leave the map")
    return None


def exit_price(pos: Pos, move: Move, here: HexId) -> int:
    """One more step along the road, and a point for leaving an enemy zone."""
    zone = price(pos, "leave_zone") if in_enemy_zone(pos, move.side, here) else 0
    return entry_rate(pos, move.units, here) + zone


@rule("11.2.3", "E27", "H14")
def leave(hand: Deal, move: Move, _: Hexside) -> None:
    """They are off the map and may come back by the same entry in the next Movement Phase."""
    entry = entries_at(hand.now, move)[0]
    here = move.here(hand.now)
    hand.tell("exit", "{unit} leaves the map at {place}.", rule="11.2.3", side=move.side,
              units=move.units, hexes=(here,), unit=stack_of(move.units),
              place=hand.game.board.called(here))  # fmt: skip
    stir(hand, move.units)
    for unit in move.units:
        hand.set(unit, at=waiting_box(entry), comes=hand.now.turn + 1, arrived=True)


@rule("6.2.3", "15.2.1", "14.3.4")
def can_roll(pos: Pos, move: Move) -> bool:
    """Can these units move: no gun in combat set-up, no HQ that builds a bridge?"""
    return all(
        (pos.unit(unit).limbered or not has_set_up(pos, unit))
        and not bridges.is_building(pos, unit)
        for unit in move.units
    )


# --- 14  bridges ------------------------------------------------------------------------------


def blow(hand: Deal, move: Move, side: Hexside) -> None:
    """The bridge is gone, the points are spent."""
    spent = move.spent + bridges.blow_price(hand.now, side)
    hand.become(move.but(spent=spent, went=True))
    rule_id = "14.3.1" if bridges.is_big(hand.now, side) else "14.2.1"
    bridges.destroy(hand, side, rule=rule_id, by=move.side)


def mend(hand: Deal, move: Move, side: Hexside) -> None:
    """The bridge is whole, the points are spent."""
    hand.become(move.but(spent=move.spent + price(hand.now, "mend_bridge"), went=True))
    bridges.mend(hand, side, rule="14.2.2", by=move.side)


# --- all of them ------------------------------------------------------------------------------

DEEDS: dict[str, Deed] = {
    DIG: Deed(why_not_dig, dig, ends=True),
    MARK: Deed(why_not_mark, mark, ends=True),
    PUSH: Deed(why_not_push, push),
    LEAVE: Deed(why_not_leave, leave, ends=True),
    REFILL: Deed(why_not_refill, refill, ends=True),
    TRANSPORT: Deed(why_not_limber, limber, paid=True),
    COMBAT: Deed(why_not_unlimber, unlimber, paid=True),
    BLOW: Deed(bridges.why_not_blow, blow, paid=True),
    MEND: Deed(bridges.why_not_mend, mend, paid=True),
    BRIDGE: Deed(bridges.why_not_bridge, bridges.plan_bridge, ends=True),
}


def conceivable(pos: Pos, move: Move) -> Iterator[str]:
    """What units could do here if everything else allowed it."""
    if move.entry:
        return
    yield from (DIG, MARK, PUSH, LEAVE)
    if any(has_set_up(pos, unit) for unit in move.units):
        yield from (TRANSPORT, COMBAT)
    if any(pos.game.piece(unit).is_volkssturm for unit in pos.at(move.here(pos))):
        yield REFILL
    if pos.state.options.complementary:
        for side in pos.game.theatre.watersides(move.here(pos)):
            yield from bridges.names(BLOW, [side])
            yield from bridges.names(BRIDGE if bridges.is_big(pos, side) else MEND, [side])


@rule("4.2.1")
def may_do(pos: Pos, move: Move, what: str) -> Refusal | None:
    """One of those, by its name and perhaps a bridge. Who has entered an enemy zone spends no more
    points.
    """
    name, _, bridge = what.partition(" ")
    if move.halted and DEEDS[name].paid:
        return deny("4.2.1", "the units have stopped in an enemy zone")
    return DEEDS[name].why_not(pos, move, bridge)
