"""RPL, BGR Axis replacements: the die, steps, companies rebuilt, battlegroups."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Row,
    deny,
    rule,
)
from grognard.engine import Phase, Step
from grognard.games.kanev43.charts import LimitName
from grognard.games.kanev43.effects import stop_building
from grognard.games.kanev43.moving import too_full
from grognard.games.kanev43.state import AXIS, DEAD, OUT, SOVIET, Deal, Pos
from grognard.games.kanev43.turn import Move, on_map
from grognard.games.kanev43.units import KanevPiece
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId
from grognard.words import listed

#: Whose armour or anti-tank value a step must match (RPL-2).
_ARMOURED = ("tank", "recon", "anti-tank")


def kind_of_step(piece: KanevPiece) -> str:
    """The kind of step that a unit takes: infantry, engineer, or such as `tank 5`."""
    if piece.kind in _ARMOURED:
        return f"{piece.kind} {piece.armour or piece.anti_tank}"
    return piece.kind


def armoured_kinds(pos: Pos) -> list[str]:
    """The kinds of tank, recon and anti-tank steps that Axis units can use."""
    pieces = (p for p in pos.game.printed.values() if p.side == AXIS and p.kind in _ARMOURED)
    return sorted({kind_of_step(piece) for piece in pieces})


# --- RPL-1  the die -----------------------------------------------------------------------------


class Draft(Phase, tag="draft"):
    """One die on a scheduled morning; the kind of an armoured step is chosen at once."""

    title = "Initial Segment"
    #: Armoured steps whose kind has still to be said; -1: the die is not thrown yet.
    open: int = -1

    @classmethod
    @rule("RPL-1", "SOP-2", "R-36", "R-37")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Only when scheduled."""
        return cls(side=AXIS) if pos.turn in pos.game.scene(pos).drafts else None

    @rule("R-37")
    def ask(self, pos: Pos) -> Decision | None:
        if self.open <= 0:
            return None
        return Decision(
            self.side,
            "Choose what kind of armoured step has come.",
            rule="R-37",
            offers=(Offer("choose", armoured_kinds(pos)),),
        )

    def act(self, hand: Deal) -> None:
        if self.open < 0:
            hand.roll("replacements", side=self.side)
        else:
            hand.pop()

    @rule("RPL-1", "R-37")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        draft = hand.game.charts.drafts[dice[0]]
        add_steps(hand, {"infantry": draft.infantry, "engineer": draft.engineer})
        kinds = {"infantry": draft.infantry, "engineer": draft.engineer, "armoured": draft.armour}
        steps = listed([f"{number} {kind}" for kind, number in kinds.items() if number])
        hand.tell("replacements", "Replacement steps of the Axis: {steps}.", rule="RPL-1",
                  side=AXIS, dice=dice, steps=steps or "none")  # fmt: skip
        hand.become(self.but(open=draft.armour))

    def take(self, hand: Deal, action: Action) -> None:
        add_steps(hand, {action.arg: 1})
        hand.become(self.but(open=self.open - 1))


def add_steps(hand: Deal, more: Mapping[str, int]) -> None:
    """Steps in hand grow or shrink."""
    steps = dict(hand.now.state.steps)
    for kind, number in more.items():
        steps[kind] = steps.get(kind, 0) + number
    hand.change(steps={kind: number for kind, number in sorted(steps.items()) if number})


# --- RPL-2 to RPL-7, BGR-1  build-up ------------------------------------------------------------


class BuildUp(Phase, tag="build-up"):
    """The Axis player gives steps to units, rebuilds companies and forms battlegroups."""

    title = "Initial Segment"
    #: Formations that have taken their step; a unit of none is its own (RPL-5, R-111).
    served: frozenset[str] = frozenset()
    #: The formation of the battlegroups, and steps of dissolved units to be given (BGR-1, R-82).
    merging: str = ""
    pool: int = 0

    @classmethod
    @rule("SOP-3")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=AXIS)

    @rule("SOP-3", "RPL-2", "BGR-1")
    def ask(self, pos: Pos) -> Decision | None:
        offers = (
            Offer("select", on_map(pos, AXIS), may_take),
            Offer("join", pos.at(DEAD), may_rebuild),
            Offer("release", on_map(pos, AXIS), may_dissolve),
        )
        if not any(offer.guard and offer.guard(pos, self, u) is None
                   for offer in offers for u in offer.candidates):  # fmt: skip
            return None
        return Decision(
            self.side,
            "Give steps to units, rebuild companies, dissolve units into battlegroups, or go on.",
            rule="SOP-3",
            auto=False,
            panel=lambda pos: steps_panel(pos, self),
            offers=(*offers, Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("select", unit):
                self.give(hand, unit)
            case Action("join", unit):
                hand.push(Rebuilding(side=self.side, unit=unit))
            case Action("release", unit):
                self.dissolve(hand, unit)
            case _ if action == DONE:
                hand.pop()

    @rule("RPL-5", "RPL-6", "BGR-1", "R-82", "R-111")
    def give(self, hand: Deal, unit: UnitId) -> None:
        """A step of the battlegroup's pool, or one in hand; the unit does not move this turn."""
        piece = hand.game.piece(unit)
        pooled = takes_from_pool(hand.now, self, unit)
        if pooled:
            hand.become(self.but(pool=self.pool - 1))
        else:
            add_steps(hand, {kind_of_step(piece): -1})
            hand.become(self.but(served=self.served | {family(piece)}))
        hand.set(unit, lost=hand.unit(unit).lost - 1, until=hand.now.turn)
        hand.tell("replacements", "{unit} takes a step.", rule="BGR-1" if pooled else "RPL-2",
                  side=AXIS, units=(unit,), unit=unit)  # fmt: skip

    @rule("BGR-1", "IMP-2", "R-82", "R-114")
    def dissolve(self, hand: Deal, unit: UnitId) -> None:
        """The unit is out of play, not eliminated; its steps go to its formation. Nobody finishes
        what it was building.
        """
        piece, left = hand.game.piece(unit), hand.game.steps_left(hand.now, unit)
        hand.set(unit, at=OUT, order="", supply="")
        stop_building(hand, unit)
        hand.become(self.but(merging=piece.formation_id, pool=self.pool + left))
        hand.tell("replacements", "{unit} is dissolved.", rule="BGR-1", side=AXIS, units=(unit,),
                  unit=unit)  # fmt: skip

    def hear(self, hand: Deal, rebuilt: UnitId | None) -> None:
        """A company is back: that was its formation's step."""
        if rebuilt:
            hand.become(self.but(served=self.served | {family(hand.game.piece(rebuilt))}))


def family(piece: KanevPiece) -> str:
    """What counts as a formation for RPL-5."""
    return piece.formation_id or piece.id


@rule("BGR-1", "R-82")
def takes_from_pool(pos: Pos, phase: BuildUp, unit: UnitId) -> bool:
    """Infantry of the formation whose units were dissolved."""
    piece = pos.game.piece(unit)
    return phase.pool > 0 and piece.kind == "infantry" and piece.formation_id == phase.merging


@rule("RPL-2", "RPL-4", "RPL-5", "RPL-7", "DIS-9", "R-111")
def may_take(pos: Pos, phase: BuildUp, unit: UnitId) -> Refusal | None:
    """A unit that can absorb a step now."""
    refusal = why_not_absorb(pos, unit)
    if refusal is not None or takes_from_pool(pos, phase, unit):
        return refusal
    piece = pos.game.piece(unit)
    if not pos.state.steps.get(kind_of_step(piece), 0):
        return deny("RPL-2", "no step of the kind that {unit} takes is in hand", unit=unit)
    if family(piece) in phase.served:
        return deny("RPL-5", "the formation of {unit} has taken its step", unit=unit)
    return None


@rule("RPL-4", "RPL-7", "DIS-1", "DIS-9")
def why_not_absorb(pos: Pos, unit: UnitId) -> Refusal | None:
    """Why a unit cannot take any step: not Axis, full, shaken, too near an enemy."""
    now = pos.unit(unit)
    if pos.owner(unit) != AXIS or now.at not in pos.board.grid:
        return deny("SOP-3", "{unit} takes no replacements", unit=unit)
    if not now.lost:
        return deny("R-111", "{unit} has all its steps", unit=unit)
    if now.order:
        return deny("RPL-7", "{unit} is {order}", unit=unit, order=now.order)
    if is_near_enemy(pos, now.at, "replacement_distance"):
        return deny("RPL-4", "an enemy is too near {unit}", unit=unit)
    return None


def is_near_enemy(pos: Pos, hex_: HexId, limit: LimitName) -> bool:
    """Is a Soviet unit nearer than the limit says?"""
    least = pos.game.charts.limit(limit)
    found = pos.columns.keep(("enemies", least), None, lambda: near(pos.columns, SOVIET, least - 1))
    return bool(found[pos.board.grid.index[hex_]])


@rule("BGR-1", "R-82")
def may_dissolve(pos: Pos, phase: BuildUp, unit: UnitId) -> Refusal | None:
    """Engineers and infantry of one formation, as long as its infantry can take their steps."""
    piece = pos.game.piece(unit)
    if piece.side != AXIS or pos.unit(unit).at not in pos.board.grid or not piece.formation:
        return deny("BGR-1", "{unit} cannot be dissolved", unit=unit)
    if piece.kind not in ("infantry", "engineer"):
        return deny("BGR-1", "{unit} is neither infantry nor engineers", unit=unit)
    if phase.merging not in ("", piece.formation_id):
        return deny("R-82", "another formation forms battlegroups this morning")
    members = pos.game.printed.values()
    able = [
        p.id
        for p in members
        if p.formation_id == piece.formation_id and p.kind == "infantry" and p.id != unit
    ]
    room = sum(pos.unit(u).lost for u in able if why_not_absorb(pos, u) is None)
    if room < phase.pool + pos.game.steps_left(pos, unit):
        return deny("BGR-1", "its formation has no room for the steps of {unit}", unit=unit)
    return None


def steps_panel(pos: Pos, phase: BuildUp) -> Panel:
    """The steps in hand."""
    rows = [Row(kind, str(number), rule="R-37") for kind, number in pos.state.steps.items()]
    if phase.pool:
        rows.append(Row(f"battlegroup of {phase.merging}", str(phase.pool), rule="BGR-1"))
    return Panel(rows=tuple(rows))


# --- RPL-3  companies rebuilt -------------------------------------------------------------------


@rule("RPL-3", "R-111")
def may_rebuild(pos: Pos, phase: BuildUp, unit: UnitId) -> Refusal | None:
    """An eliminated Axis company of tanks, recon or anti-tank guns, with a step of its kind."""
    piece = pos.game.piece(unit)
    if piece.side != AXIS or pos.unit(unit).at != DEAD:
        return deny("SOP-3", "{unit} is not an eliminated unit of yours", unit=unit)
    if piece.kind not in _ARMOURED or not piece.is_company:
        return deny("RPL-3", "{unit} cannot be rebuilt", unit=unit)
    if not pos.state.steps.get(kind_of_step(piece), 0):
        return deny("RPL-2", "no step of the kind that {unit} takes is in hand", unit=unit)
    if family(piece) in phase.served:
        return deny("RPL-5", "the formation of {unit} has taken its step", unit=unit)
    if not any(why_not_here(pos, unit, hex_) is None for hex_ in pos.board.grid):
        return deny("RPL-3", "there is no hex for {unit}", unit=unit)
    return None


class Rebuilding(Phase, tag="rebuilding"):
    """Where does a company come back?"""

    title = "Initial Segment"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose a hex for {self.unit}.",
            rule="RPL-3",
            auto=False,
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(Offer("place", tuple(pos.board.grid), may_return, of="hex"), Offer("cancel")),
        )

    @rule("RPL-3", "RPL-6", "R-111")
    def take(self, hand: Deal, action: Action) -> None:
        """With one step, which does not move this turn."""
        if action == CANCEL:
            hand.pop()
            return
        piece = hand.game.piece(self.unit)
        add_steps(hand, {kind_of_step(piece): -1})
        hand.set(self.unit, lost=piece.steps - 1, until=hand.now.turn)
        hand.enter(self.unit, action.arg, by="rebuilt")
        hand.tell("replacements", "{unit} is rebuilt in {hex}.", rule="RPL-3", side=AXIS,
                  units=(self.unit,), hexes=(action.arg,), unit=self.unit,
                  hex=action.arg)  # fmt: skip
        hand.pop(self.unit)


def may_return(pos: Pos, step: Rebuilding, hex_: HexId) -> Refusal | None:
    """A hex in which the company may be rebuilt."""
    return why_not_here(pos, step.unit, hex_)


@rule("RPL-3", "STK-1")
def why_not_here(pos: Pos, unit: UnitId, hex_: HexId) -> Refusal | None:
    """A friendly hex, five hexes or more from any enemy unit, with room."""
    if pos.holder(hex_) != AXIS:
        return deny("RPL-3", "{hex} is not friendly", hex=hex_)
    if is_near_enemy(pos, hex_, "rebuild_distance"):
        return deny("RPL-3", "an enemy is too near {hex}", hex=hex_)
    full = too_full(pos, Move(side=AXIS, units=(unit,)))
    if full is not None and full[pos.board.grid.index[hex_]]:
        return deny("STK-1", "there is no room in {hex}", hex=hex_)
    return None
