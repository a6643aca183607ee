"""Set-up in the order of H12: German units, improved fortifications, Soviet units.

Units whose list leaves no choice are on the map before anybody is asked. Field fortifications
lie wherever a unit stands that begins in them.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.decisions import (
    CANCEL,
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
from grognard.engine import Phase, Step
from grognard.games.korsun44.scenario import Slot
from grognard.games.korsun44.state import GERMAN, MUSTER, SOVIET, Deal, Pos
from grognard.games.korsun44.zones import room
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Spot
from grognard.words import counted

READY = "ready"
#: What is asked when nothing is left to be set up.
_ALL_SET_UP = "All units are set up. Rearrange them, or end the set-up."
_ALL_PLACED = "All improved fortifications are placed. Take some back, or go on."


def slots_of(pos: Pos, side: Side) -> tuple[Slot, ...]:
    """The entries of a side's set-up list."""
    return pos.game.scene(pos).slots[side]


def slot_of(pos: Pos, unit: UnitId) -> Slot:
    """The entry that names a unit."""
    return pos.game.scene(pos).slot_of[unit]


# --- H12  levels that a formation has lost --------------------------------------------------


class Spreading(Phase, tag="spreading"):
    """A player says which units of an entry have lost the levels that the list takes off."""

    title = "Losses so far"
    slot: int

    @rule("H12")
    def ask(self, pos: Pos) -> Decision:
        slot = slots_of(pos, self.side)[self.slot]
        return Decision(
            self.side,
            f"Who has lost a level? {_missing(pos, slot)} of {slot.lost} still to be named.",
            rule="H12",
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            panel=lambda _: Panel(units=slot.units),
            offers=(
                Offer("lose", slot.units, may_have_lost),
                Offer("choose", (READY,) if _missing(pos, slot) == slot.lost else ()),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        slot = slots_of(hand.now, self.side)[self.slot]
        if action.verb == "lose":
            hand.set(action.arg, lost=hand.now.unit(action.arg).lost + 1)
        else:
            take_ready_losses(hand, self.side)
        if not _missing(hand.now, slot):
            hand.pop()


@rule("H12")
def may_have_lost(pos: Pos, step: Spreading, unit: UnitId) -> Refusal | None:
    """A unit of the entry; everybody keeps a level."""
    if unit not in slots_of(pos, step.side)[step.slot].units:
        return deny("H12", "{unit} is not of this entry", unit=unit)
    if pos.unit(unit).lost + 1 >= pos.game.piece(unit).levels:
        return deny("H12", "{unit} keeps its last level", unit=unit)
    return None


@rule("H12")
def take_ready_losses(hand: Deal, side: Side) -> None:
    """The losses of the ready set-up, for this entry and all that follow."""
    for slot in slots_of(hand.now, side):
        if _missing(hand.now, slot) == slot.lost:
            for unit, lost in slot.ready_lost.items():
                hand.set(unit, lost=lost)


def _missing(pos: Pos, slot: Slot) -> int:
    """The levels that an entry has still to lose."""
    return slot.lost - sum(pos.unit(unit).lost for unit in slot.units)


def _spread(hand: Deal, side: Side) -> None:
    """Where an entry has no more levels to lose than it must, nobody is asked."""
    for number, slot in enumerate(slots_of(hand.now, side)):
        spare = {unit: hand.game.piece(unit).levels - 1 for unit in slot.units}
        if slot.lost == sum(spare.values()):
            for unit, lost in spare.items():
                hand.set(unit, lost=lost)
        elif _missing(hand.now, slot):
            hand.push(Spreading(side=side, slot=number))
            return


def german_losses(step: Step, hand: Deal) -> None:
    """Entries of the German list, one after the other."""
    _spread(hand, GERMAN)


def soviet_losses(step: Step, hand: Deal) -> None:
    """Entries of the Soviet list, one after the other."""
    _spread(hand, SOVIET)


# --- B5  units with a choice of hexes -------------------------------------------------------


class Deployment(Phase, tag="deployment"):
    """A player spreads units over the hexes of their entries."""

    title = "Set-up"
    owner: ClassVar[Side] = ""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Nobody is asked who has neither units to set up nor guns."""
        asked = waiting(pos, cls.owner) or guns(pos, cls.owner)
        return cls(side=cls.owner) if asked else None

    def ask(self, pos: Pos) -> Decision:
        left = waiting(pos, self.side)
        ready = () if is_ready(pos, self.side) else (READY,)
        return Decision(
            self.side,
            f"Set up your units ({len(left)} left)." if left else _ALL_SET_UP,
            rule="B5",
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            auto=False,
            offers=(
                Offer("select", [*left, *guns(pos, self.side)]),
                Offer("release", placed(pos, self.side)),
                Offer("choose", ready),
                Offer("done", ("",), all_placed),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("select", unit) if unit in guns(hand.now, self.side):
                hand.set(unit, limbered=not hand.unit(unit).limbered)
            case Action("select", unit):
                hand.push(Placing(side=self.side, unit=unit))
            case Action("release", unit):
                put(hand, unit, MUSTER)
            case Action("choose", _):
                take_ready_set_up(hand, self.side)
            case _ if action == DONE:
                hand.pop()


class GermanDeployment(Deployment, tag="german deployment"):
    """The Germans set up first."""

    owner = GERMAN


class SovietDeployment(Deployment, tag="soviet deployment"):
    """The Soviets see where the Germans are."""

    owner = SOVIET


def waiting(pos: Pos, side: Side) -> list[UnitId]:
    """The units that a side has still to set up."""
    owners = pos.game.owners
    return [unit for unit in pos.at(MUSTER) if owners[unit] == side]


@rule("F15")
def guns(pos: Pos, side: Side) -> list[UnitId]:
    """The guns of a side on the map: its player turns them into transport set-up and back."""
    grid = pos.board.grid.index
    return [gun for gun in pos.game.towed[side] if pos.unit(gun).at in grid]


def placed(pos: Pos, side: Side) -> list[UnitId]:
    """The units that a side has set up by choice."""
    left = set(pos.at(MUSTER))
    return [unit for unit in pos.game.scene(pos).choosers[side] if unit not in left]


@rule("B5")
def all_placed(pos: Pos, step: Deployment, arg: str) -> Refusal | None:
    """Everybody must be on the map."""
    for unit in waiting(pos, step.side):
        return deny("B5", "{unit} has not been set up", unit=unit)
    return None


def is_ready(pos: Pos, side: Side) -> bool:
    """Do the units of a side stand as the ready set-up has them?"""
    scene = pos.game.scene(pos)
    return all(pos.unit(unit).at == scene.ready[unit] for unit in scene.choosers[side])


@rule("B5")
def take_ready_set_up(hand: Deal, side: Side) -> None:
    """The ready set-up of the scenario, for those who want to start at once."""
    scene = hand.game.scenes[hand.scenario]
    for unit in scene.choosers[side]:
        put(hand, unit, scene.ready[unit])


@rule("K44-4", "7.1.1")
def put(hand: Deal, unit: UnitId, spot: Spot) -> None:
    """A unit is set up, or taken back. Field fortifications lie where units stand that begin in
    them, and nowhere else.
    """
    dug_in, left = hand.game.scenes[hand.scenario].dug_in, hand.unit(unit).at
    hand.put(unit, spot)
    if unit not in dug_in:
        return
    works = dict(hand.field("field_works"))
    if not any(other in dug_in for other in hand.at(left)):
        works.pop(left, None)
    if spot != MUSTER:
        works[spot] = dug_in[unit]
    hand.change(field_works=works)


class Placing(Phase, tag="placing"):
    """The choice of a hex for a unit."""

    title = "Set-up"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose a hex for {self.unit}.",
            rule="B5",
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            auto=False,
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(
                Offer("place", slot_of(pos, self.unit).hexes, may_be_placed, of="hex"),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action != CANCEL:
            put(hand, self.unit, action.arg)
        hand.pop()


@rule("B5", "3.2.1", "D14")
def may_be_placed(pos: Pos, step: Placing, hex_: HexId) -> Refusal | None:
    """On a hex of its entry, with at most eight levels in it."""
    if hex_ not in slot_of(pos, step.unit).hexes:
        return deny("B5", "the list does not name {hex} for {unit}", hex=hex_, unit=step.unit)
    needed, left = pos.game.levels(pos, step.unit), room(pos, step.side, hex_)
    if needed > left:
        text = "{unit} needs room for {needed}, {hex} has {left}"
        return deny("3.2.1", text, unit=step.unit, needed=counted(needed, "level"), hex=hex_,
                    left=max(left, 0))  # fmt: skip
    return None


# --- H12  improved fortifications -------------------------------------------------------------


class ImprovedWorks(Phase, tag="improved works"):
    """The German player lays out his improved fortifications, all or some of them."""

    title = "Improved fortifications"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Only where the scenario gives him some."""
        return cls(side=GERMAN) if pos.game.scene(pos).improved_works else None

    def ask(self, pos: Pos) -> Decision:
        left = pos.game.scene(pos).improved_works - len(pos.state.improved_works)
        return Decision(
            self.side,
            f"Place improved fortifications ({left} left)." if left else _ALL_PLACED,
            rule="K44-5",
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            auto=False,
            offers=(
                Offer("place", sites(pos), may_be_fortified, exact=True, of="hex"),
                Offer("release", sorted(pos.state.improved_works), of="hex"),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        works = hand.now.state.improved_works
        match action:
            case Action("place", hex_):
                hand.change(improved_works=works | {hex_})
            case Action("release", hex_):
                hand.change(improved_works=works - {hex_})
            case _:
                hand.pop()


def sites(pos: Pos) -> list[HexId]:
    """The hexes where improved fortifications may be laid out now, in board order."""
    scene, works = pos.game.scene(pos), pos.state.improved_works
    if len(works) >= scene.improved_works:
        return []
    return [hex_ for hex_ in pos.game.theatre.diggable(scene.month, GERMAN) if hex_ not in works]


@rule("K44-5", "7.2.1", "7.1.8", "H12", "F14")
def may_be_fortified(pos: Pos, step: ImprovedWorks, hex_: HexId) -> Refusal | None:
    """Hexes under German control, one each, none in a swamp, as many as there are."""
    scene, theatre = pos.game.scene(pos), pos.game.theatre
    if hex_ not in theatre.start(scene.month, GERMAN):
        return deny("H12", "{hex} is not behind the German front", hex=hex_)
    if not theatre.may_dig(hex_):
        return deny("7.1.8", "{hex} is a swamp", hex=hex_)
    if hex_ in pos.state.improved_works:
        return deny("H12", "{hex} has improved fortifications", hex=hex_)
    if len(pos.state.improved_works) >= scene.improved_works:
        return deny("K44-5", "all {most} are on the map", most=scene.improved_works)
    return None
