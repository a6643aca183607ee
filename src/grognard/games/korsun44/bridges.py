"""14 Bridges: who controls them, destroying, rebuilding, and building over a big river."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Refusal, RuleId, Side, deny, rule
from grognard.games.korsun44.hq import commands
from grognard.games.korsun44.points import budget, price
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.turn import Move, MovementPhase
from grognard.games.korsun44.zones import in_enemy_zone
from grognard.hexes import Hexside, split_hexside
from grognard.pieces import UnitId
from grognard.words import stack_of

# --- 14.1  which there are, and whose they are ------------------------------------------------


@rule("14.1.1", "14.1.2")
def stands(pos: Pos, side: Hexside) -> bool:
    """Is there a bridge over a hexside now?"""
    state = pos.state
    if side in state.built_bridges:
        return True
    return side in pos.game.theatre.bridges and side not in state.broken_bridges


def is_big(pos: Pos, side: Hexside) -> bool:
    """Does a hexside lie on a big river (14.3)?"""
    return side in pos.game.theatre.big_river


@rule("14.1.3", "F10")
def holder_of(pos: Pos, side: Hexside) -> Side:
    """The side that controls both ends of a bridge, else the one that held it last."""
    a, b = split_hexside(side)
    if pos.holder(a) == pos.holder(b) != "":
        return pos.holder(a)
    return pos.state.bridge_holders.get(side, "")


@rule("14.1.3", "F10")
def note_holders(hand: Deal) -> None:
    """Control of hexes has changed. Where the ends of a bridge are not one side's it belongs to the
    one that alone stands at it, else to the one that held it last.
    """
    pos = hand.now
    now: dict[Hexside, Side] = {}
    for side in sorted(pos.game.theatre.bridges | pos.state.built_bridges):
        ends = split_hexside(side)
        there = [s for s in pos.game.sides if any(pos.columns.count("units", s, h) for h in ends)]
        holder = holder_of(pos, side)
        if len(there) == 1 and len({pos.holder(end) for end in ends}) > 1:
            holder = there[0]
        if holder:
            now[side] = holder
    hand.change(bridge_holders=now)


@rule("6.4.7", "8.2.8", "14.1.1", "14.1.2")
def destroy(hand: Deal, side: Hexside, *, rule: RuleId, by: Side) -> None:
    """A bridge is down."""
    state = hand.now.state
    hand.change(built_bridges=state.built_bridges - {side})
    if side in hand.game.theatre.bridges:
        hand.change(broken_bridges=state.broken_bridges | {side})
    hand.tell("bridge", "The bridge {bridge} is destroyed.", rule=rule, side=by,
              hexes=split_hexside(side), bridge=side)  # fmt: skip


def mend(hand: Deal, side: Hexside, *, rule: RuleId, by: Side) -> None:
    """A bridge stands again, or a new one."""
    state = hand.now.state
    if side in hand.game.theatre.bridges:
        hand.change(broken_bridges=state.broken_bridges - {side})
    else:
        hand.change(built_bridges=state.built_bridges | {side})
    hand.tell("bridge", "The bridge {bridge} is built.", rule=rule, side=by,
              hexes=split_hexside(side), bridge=side)  # fmt: skip


# --- 14.2, 14.3.1  destroying and mending -----------------------------------------------------


@rule("14.2.1", "14.3.1")
def blow_price(pos: Pos, side: Hexside) -> int:
    """What destroying a bridge costs, in sixths."""
    return price(pos, "blow_big_bridge" if is_big(pos, side) else "blow_bridge")


@rule("14.1.4", "14.2.1", "14.3.1")
def why_not_blow(pos: Pos, move: Move, side: Hexside) -> Refusal | None:
    """A regular unit or an HQ, with or without others, at a bridge that its player controls."""
    by = "14.3.1" if is_big(pos, side) else "14.2.1"
    pieces = [pos.game.piece(unit) for unit in move.units]
    if not stands(pos, side):
        return deny(by, "there is no bridge over {side}", side=side)
    if not any(piece.is_regular or piece.is_hq for piece in pieces):
        return deny(by, "{unit} destroys no bridges", unit=stack_of(move.units))
    if holder_of(pos, side) != move.side:
        return deny("14.1.4", "you do not control the bridge {side}", side=side)
    if blow_price(pos, side) > budget(pos, move):
        return deny(by, "it has not the points to destroy a bridge")
    return None


@rule("14.2.2", "14.2.3")
def why_not_mend(pos: Pos, move: Move, side: Hexside) -> Refusal | None:
    """Where the map has a bridge over river or stream: any unit but artillery, in HQ range."""
    if stands(pos, side) or side not in pos.game.theatre.bridges:
        return deny("14.2.3", "there is no destroyed bridge over {side}", side=side)
    if is_big(pos, side):
        return deny("14.3.2", "an HQ builds the bridge over {side}", side=side)
    if all(pos.game.piece(unit).is_artillery for unit in move.units):
        return deny("14.2.2", "artillery builds no bridges")
    if not commands(pos, move.side, move.units):
        return deny("14.2.2", "no HQ is in range")
    if price(pos, "mend_bridge") > budget(pos, move):
        return deny("14.2.2", "it has not the points to build a bridge")
    return None


# --- 14.3  bridges over a big river -----------------------------------------------------------


#: The secret of a side in which its HQs note where they build: the enemy sees its name.
PLANS = "bridges"


def plans(pos: Pos, side: Side) -> dict[UnitId, Hexside]:
    """The bridges that the HQs of a side are building."""
    found = (s.value for s in pos.state.secrets if (s.owner, s.name) == (side, PLANS))
    return dict(next(found, {}))


@rule("14.3.4")
def is_building(pos: Pos, unit: UnitId) -> bool:
    """Is an HQ at work on a bridge? Then it stays where it is."""
    return bool(pos.state.secrets) and unit in plans(pos, pos.owner(unit))


@rule("2.2-P6-4", "14.3.2", "F11")
def note_banks(hand: Deal, side: Side) -> None:
    """At the end of a Supply Phase: the HQs of the side that stand at a big river."""
    pos, grid = hand.now, hand.game.board.grid
    kept = {u: h for u, h in pos.state.bridging.items() if pos.owner(u) != side}
    staffs = {unit: pos.unit(unit).at for unit in hand.game.headquarters[side]}
    there = {
        unit: at
        for unit, at in staffs.items()
        if at in grid and any(is_big(pos, s) for s in hand.game.theatre.watersides(at))
    }
    if kept | there != pos.state.bridging:
        hand.change(bridging=kept | there)


@rule("14.3.2", "14.3.3", "F11", "F19")
def why_not_bridge(pos: Pos, move: Move, side: Hexside) -> Refusal | None:
    """An HQ that was at this bank when its last Supply Phase ended, with all its points."""
    unit, here = move.units[0], move.here(pos)
    if not is_big(pos, side) or stands(pos, side):
        return deny("14.3.2", "no big river without a bridge is at {side}", side=side)
    if not pos.game.piece(unit).is_hq:
        return deny("14.3.2", "only an HQ builds a bridge over a big river")
    if pos.state.bridging.get(unit) != here:
        return deny("14.3.2", "{unit} was not at the bank in its Supply Phase", unit=unit)
    if pos.within(MovementPhase).strategic:
        return deny("14.3.2", "a bridge is declared in the Movement Phase only")
    if move.went or len(move.units) > 1:
        return deny("14.3.2", "building takes all points of the HQ")
    if side in plans(pos, move.side).values():
        return deny("14.3.3", "another HQ builds the bridge over {side}", side=side)
    return None


@rule("14.3.2")
def plan_bridge(hand: Deal, move: Move, side: Hexside) -> None:
    """The player notes in secret which hexes the bridge is to connect."""
    hand.hide(move.side, PLANS, {**plans(hand.now, move.side), move.units[0]: side})


@rule("14.3.2", "14.3.4")
def build_planned(hand: Deal, side: Side) -> frozenset[UnitId]:
    """At the start of the next Movement Phase bridges are ready whose HQ has stayed and whose
    far end is the player's; the HQs have then no points left.
    """
    built: set[UnitId] = set()
    found = plans(hand.now, side)
    if found:
        hand.open(side, PLANS)
    for unit, bridge in found.items():
        if _is_secure(hand.now, side, unit, bridge):
            mend(hand, bridge, rule="14.3.2", by=side)
            built.add(unit)
    return frozenset(built)


@rule("14.3.2", "14.3.4")
def _is_secure(pos: Pos, side: Side, unit: UnitId, bridge: Hexside) -> bool:
    """The HQ is where it began; the far end is in no enemy zone, or regular units hold both."""
    ends, here = split_hexside(bridge), pos.unit(unit).at
    if here not in ends or pos.state.bridging.get(unit) != here:
        return False
    far = ends[1] if here == ends[0] else ends[0]
    if pos.columns.count("units", pos.game.enemy(side), far):
        return False
    held = all(pos.columns.count("regular", side, end) for end in ends)
    return held or not in_enemy_zone(pos, side, far)


def names(verb: str, sides: Iterable[Hexside]) -> list[str]:
    """What a player may choose to do to some bridges."""
    return [f"{verb} {side}" for side in sides]
