"""SOP-1 The Initial Segment of AM turns."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from grognard.decisions import DONE, Action, Decision, Offer, Panel, Refusal, Row, Side, deny, rule
from grognard.engine import Phase, Sequence, Step
from grognard.games.kanev43.leaders import bring_back_leaders
from grognard.games.kanev43.replacements import BuildUp, Draft
from grognard.games.kanev43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.kanev43.supply import has_path
from grognard.games.kanev43.turn import on_map
from grognard.hexes import HexId
from grognard.pieces import UnitId


def leaders_return(segment: InitialSegment, hand: Deal) -> None:
    """Leaders and assistants join their HQs."""
    bring_back_leaders(hand)


# --- BHD-3  bridgeheads -------------------------------------------------------------------------


@rule("SOP-4", "BHD-3")
def improve_bridgeheads(segment: InitialSegment, hand: Deal) -> None:
    """A die for each pair that is not improved yet; trying costs nothing."""
    pairs = hand.now.state.bridgeheads
    plain = [p for p in pairs if not p.improved and p.west not in segment.tried]
    if plain:
        hand.become(segment.but(tried=segment.tried | {plain[0].west}, trying=plain[0].west))
        hand.roll("bridgehead", side=SOVIET, place=plain[0].west)


# --- ART-18  ammunition -------------------------------------------------------------------------


class Resupply(Phase, tag="resupply"):
    """A player restores salvoes out of his stock."""

    title = "Initial Segment"
    owner: ClassVar[Side] = ""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=cls.owner)

    @rule("SOP-5", "ART-18", "ART-19")
    def ask(self, pos: Pos) -> Decision | None:
        able = [u for u in on_map(pos, self.side) if may_load(pos, self, u) is None]
        if not able:
            return None
        return Decision(
            self.side,
            "Restore salvoes to your guns, or go on.",
            rule="ART-18",
            auto=False,
            panel=lambda pos: stock_panel(pos, self.side),
            offers=(Offer("support", able, may_load, exact=True), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    @rule("ART-18", "STK-4")
    def take(self, hand: Deal, action: Action) -> None:
        """A salvo for its points."""
        if action == DONE:
            hand.pop()
            return
        unit, stock = action.arg, dict(hand.now.state.ammunition)
        stock[stock_of(hand.now, unit)] -= price_of_salvo(hand.now, unit)
        hand.change(ammunition=stock)
        hand.set(unit, salvoes=hand.unit(unit).salvoes + 1)


class AxisResupply(Resupply, tag="axis resupply"):
    """The Axis comes first (R-98)."""

    owner = AXIS


class SovietResupply(Resupply, tag="soviet resupply"):
    """Then the Soviets."""

    owner = SOVIET


@rule("R-40", "SOP-5")
def deliver(segment: InitialSegment, hand: Deal) -> None:
    """Points of the day are added to what is left."""
    stock = dict(hand.now.state.ammunition)
    for side, kinds in hand.game.charts.stocks.items():
        for kind, points in kinds.items():
            name = f"{side} {kind}"
            stock[name] = stock.get(name, 0) + points
    hand.change(ammunition=stock)


def stock_of(pos: Pos, unit: UnitId) -> str:
    """The stock from which a unit is served."""
    guns = pos.game.piece(unit).guns
    assert guns is not None
    return f"{pos.owner(unit)} {guns.ammunition}"


@rule("ART-18", "STK-4")
def price_of_salvo(pos: Pos, unit: UnitId) -> int:
    """A point for a battalion, two for a regiment or brigade."""
    large = pos.game.piece(unit).size in ("regiment", "brigade")
    return pos.game.charts.limit("regiment_points") if large else 1


@rule("ART-18", "ART-19", "R-40", "R-104")
def may_load(pos: Pos, step: Resupply, unit: UnitId) -> Refusal | None:
    """Guns that are not full, with a path of supply, and points of their kind."""
    now = pos.unit(unit)
    if (
        pos.owner(unit) != step.side
        or not pos.game.piece(unit).guns
        or now.at not in pos.board.grid
    ):
        return deny("ART-18", "{unit} has no guns on the map", unit=unit)
    if now.salvoes >= pos.game.charts.own["salvoes"].number:
        return deny("R-40", "{unit} is full", unit=unit)
    if pos.state.ammunition.get(stock_of(pos, unit), 0) < price_of_salvo(pos, unit):
        return deny("ART-18", "there is no ammunition for {unit}", unit=unit)
    if not has_path(pos, unit):
        return deny("ART-19", "no supply comes to {unit}", unit=unit)
    return None


def stock_panel(pos: Pos, side: Side) -> Panel:
    """The points of each kind."""
    stock = pos.state.ammunition.items()
    rows = [
        Row(name.removeprefix(f"{side} "), str(n)) for name, n in stock if name.startswith(side)
    ]
    return Panel(rows=tuple(rows))


# --- the segment --------------------------------------------------------------------------------


class InitialSegment(Sequence, tag="initial segment"):
    """The morning, in the order of R-98."""

    title = "Initial Segment"
    stages = (Draft, leaders_return, BuildUp, improve_bridgeheads, deliver, AxisResupply,
              SovietResupply)  # fmt: skip
    #: Western hexes of bridgeheads that have been rolled for, and of the one in question.
    tried: frozenset[HexId] = frozenset()
    trying: HexId = ""

    @classmethod
    @rule("SOP-1")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """AM turns only."""
        return cls() if pos.game.scene(pos).is_morning(pos.turn) else None

    @rule("SOP-4", "BHD-3")
    def hear_improve_bridgeheads(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """On a 1 both counters are turned over."""
        success = dice[0] <= hand.game.charts.limit("bridgehead_improves")
        outcome = "is improved" if success else "stays as it is"
        text = f"The bridgehead at {{hex}} {outcome}."
        hand.tell("bridgehead", text, rule="BHD-3", side=SOVIET, dice=dice, hexes=(self.trying,),
                  hex=self.trying)  # fmt: skip
        if success:
            pairs = hand.now.state.bridgeheads
            better = (replace(p, improved=p.improved or p.west == self.trying) for p in pairs)
            hand.change(bridgeheads=tuple(better))
