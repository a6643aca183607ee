"""What happens to units: steps lost, order lost, elimination, and entering a hex."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decisions import RuleId, Side, rule
from grognard.games.kanev43.state import AWAY, AXIS, DEAD, Deal, Order
from grognard.hexes import HexId
from grognard.pieces import UnitId


def lose_step(hand: Deal, unit: UnitId, *, rule: RuleId) -> None:
    """A unit loses a step; with its last it is eliminated."""
    lost = hand.unit(unit).lost + 1
    if lost >= hand.game.piece(unit).steps:
        eliminate(hand, unit, rule=rule)
        return
    hand.set(unit, lost=lost)
    hand.tell("loss", "{unit} loses a step.", rule=rule, side=hand.game.owners[unit],
              units=(unit,), hexes=(hand.unit(unit).at,), unit=unit, steps=1)  # fmt: skip


def eliminate(hand: Deal, unit: UnitId, *, rule: RuleId) -> None:
    """A unit leaves the game."""
    here, steps = hand.unit(unit).at, hand.game.piece(unit).steps
    left = steps - hand.unit(unit).lost
    hand.tell("eliminated", "{unit} is eliminated.", rule=rule, side=hand.game.owners[unit],
              units=(unit,), hexes=(here,), unit=unit, steps=left)  # fmt: skip
    hand.set(unit, at=DEAD, lost=steps, order="", supply="", dispersed=False)
    stop_building(hand, unit)


# --- order --------------------------------------------------------------------------------------


@rule("BMB-9", "NGT-1", "R-102")
def disrupt(hand: Deal, unit: UnitId, *, rule: RuleId) -> None:
    """A unit is disrupted, one that is so already demoralised; who is demoralised stays so."""
    order: Order = "demoralised" if hand.unit(unit).order else "disrupted"
    unsettle(hand, unit, order, rule=rule)


@rule("DIS-11", "R-81")
def unsettle(hand: Deal, unit: UnitId, order: Order, *, rule: RuleId) -> None:
    """A unit falls into a state; the demoralised stop building."""
    if hand.unit(unit).order == order:
        return
    hand.set(unit, order=order)
    hand.tell("order", "{unit} is {order}.", rule=rule, side=hand.game.owners[unit],
              units=(unit,), hexes=(hand.unit(unit).at,), unit=unit, order=order)  # fmt: skip
    if order == "demoralised":
        stop_building(hand, unit)


# --- works --------------------------------------------------------------------------------------


@rule("IMP-2", "R-81")
def stop_building(hand: Deal, unit: UnitId) -> None:
    """A position is given up whose builder has left, died or lost heart."""
    works = hand.field("works")
    gone = [hex_ for hex_, work in works.items() if work.builder == unit]
    remove_works(hand, gone, rule="IMP-2")


def remove_works(hand: Deal, hexes: Sequence[HexId], *, rule: RuleId) -> None:
    """Markers of improved positions are taken away."""
    if not hexes:
        return
    works = dict(hand.field("works"))
    for hex_ in hexes:
        side = works.pop(hex_).side
        hand.tell("works", "The improved position in {hex} is gone.", rule=rule, side=side,
                  hexes=(hex_,), hex=hex_)  # fmt: skip
    hand.change(works=works)


# --- entering a hex -----------------------------------------------------------------------------


def entered(hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
    """A unit has come into a hex. Leaders and dispersed paratroopers change nothing there."""
    if counts(hand, unit):
        passed(hand, hand.game.owners[unit], (hex_,))


def counts(hand: Deal, unit: UnitId) -> bool:
    """Does a unit take hexes, bridgeheads and works?"""
    return not hand.game.piece(unit).is_leader and not hand.unit(unit).dispersed


@rule("R-23", "BHD-4", "IMP-3", "R-108")
def passed(hand: Deal, side: Side, hexes: Sequence[HexId]) -> None:
    """Combat units of a side are in hexes or pass them: these are theirs; Axis units take
    bridgeheads away; who builds next to them stops.
    """
    for hex_ in hexes:
        hand.control(hex_, side)
    sites = _sites(hand, hand.game.enemy(side))
    for hex_ in [h for h in hexes if h in sites]:
        if side == AXIS:
            overrun_bridgeheads(hand, hex_)
        stop_builders(hand, side, hex_)


def _sites(hand: Deal, side: Side) -> set[HexId]:
    """The hexes of bridgeheads, and where a side builds with those around: nothing is changed by
    who passes others.
    """
    around = hand.game.board.grid.neighbours
    found = {hex_ for pair in hand.field("bridgeheads") for hex_ in (pair.east, pair.west)}
    for hex_, work in hand.field("works").items():
        if work.builder and work.side == side:
            found.update(around(hex_), (hex_,))
    return found


@rule("IMP-3")
def stop_builders(hand: Deal, side: Side, hex_: HexId) -> None:
    """Units of a side are in a hex: enemies who build there or next to it stop."""
    works, near = hand.field("works"), (hex_, *hand.game.board.grid.neighbours(hex_))
    enemies = [h for h in near if h in works and works[h].side != side and not works[h].is_ready]
    remove_works(hand, enemies, rule="IMP-3")


@rule("BHD-4", "R-108")
def overrun_bridgeheads(hand: Deal, hex_: HexId) -> None:
    """Both counters leave play, and are in hand from the next turn on."""
    pairs, spare = hand.field("bridgeheads"), hand.field("spare_bridgeheads")
    lost = [pair for pair in pairs if hex_ in (pair.east, pair.west)]
    if not lost:
        return
    back = hand.field("turn") + hand.game.charts.limit("bridgehead_lost")
    hand.change(
        bridgeheads=tuple(pair for pair in pairs if pair not in lost),
        spare_bridgeheads=(*spare, *(back for _ in lost)),
    )
    hand.tell("bridgehead", "The bridgehead at {hex} is overrun.", rule="BHD-4", side=AXIS,
              hexes=(hex_,), hex=hex_)  # fmt: skip


# --- leaders ------------------------------------------------------------------------------------


def send_away(hand: Deal, leader: UnitId, until: int) -> None:
    """A leader leaves the map; he comes back in the Initial Segment of a turn."""
    hand.set(leader, at=AWAY, until=until)
