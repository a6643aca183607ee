"""12 Tiger battalions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    deny,
    rule,
)
from grognard.engine import Phase, Step
from grognard.games.ukraine44.state import ATTACHED, AXIS, TIGER_BOX, Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine44.combat import Battle


# --- 12.2, 12.3  attaching and detaching ------------------------------------------------


@rule("3.1-5", "8.10-3", "8.16-4", "8.18-3", "12.2-2", "12.2-5", "12.3-2", "12.5.1-2", "C13",
      "C14", "U13")  # fmt: skip
def may_carry(pos: Pos, step: Step, unit: UnitId) -> Refusal | None:
    """A Tiger joins a German mobile formation on the map that has a ground supply line."""
    piece, now = pos.game.piece(unit), pos.unit(unit)
    if piece.kind != "mobile" or piece.nationality != "german":
        return deny("12.2-2", "{unit} is no German mobile formation", unit=unit)
    if now.at not in pos.board.grid:
        return deny("12.2-5", "{unit} is not on the map", unit=unit)
    if now.tiger:
        return deny("12.5.1-2", "{unit} already has a Tiger battalion", unit=unit)
    if now.supply != "in":
        return deny("12.3-2", "{unit} has no ground supply line", unit=unit)
    return None


@rule("8.11-6", "12.2-4", "12.3-1", "C14", "C21")
def may_detach(pos: Pos, tiger: UnitId) -> Refusal | None:
    """A Tiger leaves for the box unless its formation is isolated or has only its city."""
    carrier = carrier_of(pos, tiger)
    if carrier is None:
        return deny("12.2-4", "{tiger} is with no formation", tiger=tiger)
    if pos.unit(carrier).supply == "isolated":
        return deny("12.3-1", "{unit} is isolated and keeps its Tiger", unit=carrier)
    if pos.unit(carrier).supply == "city":
        return deny("8.18-3", "{unit} is supplied by its city only", unit=carrier)
    return None


def carrier_of(pos: Pos, tiger: UnitId) -> UnitId | None:
    """The formation that a Tiger is with."""
    for unit in pos.state.units[pos.game.formations[AXIS]]:
        if unit.tiger == tiger:
            return unit.id
    return None


@rule("12.2-1", "12.4-1")
def astray(pos: Pos) -> list[str]:
    """Tigers that are not where they say: an attached one is with one formation on the map."""
    found = []
    for tiger in pos.game.tigers:
        units = pos.state.units[pos.game.formations[AXIS]]
        carriers = [u.id for u in units if u.tiger == tiger and u.at in pos.board.grid]
        if len(carriers) != (pos.unit(tiger).at == ATTACHED):
            found.append(f"{tiger} is in {pos.unit(tiger).at}, with {carriers or 'nobody'}")
    return found


def attach(hand: Deal, tiger: UnitId, carrier: UnitId) -> None:
    """Put a Tiger with a formation; from now on both act as one (12.4)."""
    hand.set(carrier, tiger=tiger)
    hand.put(tiger, ATTACHED)
    hand.tell(
        "tiger",
        "{tiger} joins {unit} in {place}.",
        rule="12.2-5",
        side=AXIS,
        units=(carrier,),
        tiger=tiger,
        unit=carrier,
        place=hand.game.board.called(hand.unit(carrier).at),
    )


def detach(hand: Deal, tiger: UnitId) -> None:
    """Take a Tiger from its formation into the box."""
    carrier = carrier_of(hand.now, tiger)
    assert carrier is not None
    hand.set(carrier, tiger="")
    hand.put(tiger, TIGER_BOX)
    hand.tell("tiger", "{tiger} leaves for its box.", rule="12.2-4", side=AXIS, tiger=tiger)


class TigerStep(Phase, tag="tigers"):
    """Step 1D: each Tiger may do one thing, attach or detach (12.2-3, 12.2-6)."""

    title = "Tigers"
    acted: frozenset[UnitId] = frozenset()

    @classmethod
    @rule("S13")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Without a Tiger in play there is nothing to ask."""
        spots = (pos.unit(tiger).at for tiger in pos.game.tigers)
        in_play = any(spot in (TIGER_BOX, ATTACHED) for spot in spots)
        return cls(side=AXIS) if in_play else None

    def ask(self, pos: Pos) -> Decision:
        free = [t for t in pos.game.tigers if pos.unit(t).at == TIGER_BOX]
        held = [t for t in pos.game.tigers if pos.unit(t).at == ATTACHED]
        return Decision(
            AXIS,
            "Attach or detach Tiger battalions, or go on.",
            rule="12.2-3",
            calm=True,
            offers=(
                Offer("select", free, may_attach),
                Offer("drop", held, may_leave),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("select", tiger):
                hand.push(Attaching(side=AXIS, tiger=tiger))
            case Action("drop", tiger):
                detach(hand, tiger)
                self.mark(hand, tiger)
            case _ if action == DONE:
                hand.pop()

    def mark(self, hand: Deal, tiger: UnitId) -> None:
        """This Tiger has done its one action of the turn."""
        hand.note(TigerStep, acted=tiger)


class TigerSetUp(TigerStep, tag="tiger set-up"):
    """3.1: the starting Tigers are attached or boxed; the choice is free until done."""

    title = "Tigers"

    def ask(self, pos: Pos) -> Decision:
        asked = super().ask(pos)
        untouched = all(pos.unit(t).at != ATTACHED for t in pos.game.tigers)
        ready = (Offer("choose", ("ready",)),) if untouched else ()
        return replace(asked, offers=(*ready, *asked.offers), rule="3.1-5")

    def take(self, hand: Deal, action: Action) -> None:
        if action.verb != "choose":
            super().take(hand, action)
            return
        for tiger, unit in hand.game.scenario(hand.now.state.scenario).ready_tigers.items():
            attach(hand, tiger, unit)

    def mark(self, hand: Deal, tiger: UnitId) -> None:
        """At set-up nothing is used up."""


@rule("12.2-3", "12.2-5", "12.2-6")
def may_attach(pos: Pos, step: TigerStep, tiger: UnitId) -> Refusal | None:
    """A Tiger in the box that has not acted joins a formation, if there is one to join."""
    if tiger in step.acted:
        return deny("12.2-6", "{tiger} has done its one action of this turn", tiger=tiger)
    if tiger not in pos.at(TIGER_BOX):
        return deny("12.2-5", "{tiger} is not in the Tiger box", tiger=tiger)
    if not any(may_carry(pos, step, unit) is None for unit in pos.game.carriers):
        return deny("12.2-5", "no German mobile formation can take {tiger}", tiger=tiger)
    return None


@rule("12.2-3", "12.2-4", "12.2-6")
def may_leave(pos: Pos, step: TigerStep, tiger: UnitId) -> Refusal | None:
    """A Tiger that has not acted leaves its formation, if this lets it go."""
    if tiger in step.acted:
        return deny("12.2-6", "{tiger} has done its one action of this turn", tiger=tiger)
    return may_detach(pos, tiger)


class Attaching(Phase, tag="attaching"):
    """The choice of the formation that a Tiger joins."""

    title = "Tigers"
    tiger: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            AXIS,
            f"Choose the formation that {self.tiger} joins.",
            rule="12.2-5",
            auto=False,
            panel=lambda _: Panel(units=(self.tiger,)),
            offers=(Offer("join", pos.game.carriers, may_carry), Offer("cancel")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
        if action != CANCEL:
            attach(hand, self.tiger, action.arg)
            step = hand.top
            assert isinstance(step, TigerStep)
            step.mark(hand, self.tiger)


# --- 12.5, 12.6  Tigers in combat -------------------------------------------------------


@rule("11.14-1", "12.5.1-1")
def half(face: int) -> int:
    """Half a die, rounded up."""
    return (face + 1) // 2


@rule("8.10-4", "8.11-0", "8.16-2", "8.18-2", "12.6-1", "12.5.1-1")
def supporting(pos: Pos, participants: tuple[UnitId, ...]) -> list[UnitId]:
    """The formations whose Tiger takes part: supplied by a ground line or by air."""
    found = (pos.unit(unit) for unit in participants)
    return [unit.id for unit in found if unit.tiger and unit.supply in ("in", "air")]


@rule("11.11-5a", "12.5.1-3", "12.5.2-1", "C12")
def rolling(pos: Pos, participants: tuple[UnitId, ...], target: HexId) -> list[UnitId]:
    """The formations for whose Tiger a die is thrown: none in a fight for a city."""
    return [] if pos.board.has(target, "city") else supporting(pos, participants)


@rule("11.11-5a", "12.5.2-1")
def in_city(pos: Pos, participants: tuple[UnitId, ...], target: HexId, side: str) -> list[Part]:
    """In a fight for a city each Tiger is worth 1, for the side that has it."""
    number = len(supporting(pos, participants)) if pos.board.has(target, "city") else 0
    return [Part(number * sign(side), "Tigers in a city", "12.5.2-1")] if number else []


def sign(side: str) -> int:
    """Tigers raise the die of an Axis attack, and lower that of a Soviet one."""
    return 1 if side == AXIS else -1


@rule("11.14-1", "12.5.1-1", "12.5.1-3")
def modifiers(pos: Pos, battle: Battle) -> list[Part]:
    """What the Tigers of a combat come to: plus when attacking, minus when defending."""
    carriers = rolling(pos, battle.participants, battle.target)
    dice = [
        Part(sign(battle.side) * half(face), f"Tiger with {unit}", "12.5.1-1")
        for unit, face in zip(carriers, battle.tiger_faces, strict=True)
    ]
    return [*in_city(pos, battle.participants, battle.target, battle.side), *dice]


def prospects(pos: Pos, participants: tuple[UnitId, ...], target: HexId, side: str) -> list[Part]:
    """What Tigers may come to before their dice are thrown. No formation is named: the
    defender still lies hidden.
    """
    least, most = sorted((sign(side) * half(1), sign(side) * half(6)))
    whose = "an attacker" if side == AXIS else "the defender"
    dice = rolling(pos, participants, target)
    ranges = [Part(least, f"Tiger with {whose}", "12.5.1-1", most) for _ in dice]
    return [*in_city(pos, participants, target, side), *ranges]
