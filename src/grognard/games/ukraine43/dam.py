"""28 The Zaporozhye dam."""

from __future__ import annotations

from grognard.decisions import Action, Decision, Offer, Part, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.displacement import displace
from grognard.games.ukraine43.losses import eliminate
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Flood, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("28.1-7", "R-70")
def capture_dam(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """The Soviets enter Zaporozhye while the dam stands: it is theirs, intact."""
    if hex_ != hand.game.theatres[hand.scenario].dam or hand.now.state.dam != "intact":
        return
    if hand.game.owners[unit] == SOVIET:
        hand.change(dam="captured")
        hand.tell("dam", "The dam is captured intact.", rule="28.1-7", side=SOVIET, hexes=(hex_,))


@rule("28.1-5", "28.1-6", "28.1-dc", "R-2", "R-102")
def may_destroy(pos: Pos, step: Dam, arg: str) -> Refusal | None:
    """The Germans if they hold the city, the Soviets with an artillery division beside it; a
    dam that they have captured they keep.
    """
    dam = pos.game.theatre(pos).dam
    if not dam or pos.state.dam == "destroyed":
        return deny("28.1-2", "there is no dam to destroy")
    if step.side == AXIS:
        held = pos.holder(dam) == AXIS
        return None if held else deny("28.1-6", "the Soviets hold {hex}", hex=dam)
    if pos.state.dam == "captured":
        return deny("R-102", "the dam was captured intact")
    if not any(has_artillery(pos, hex_) for hex_ in pos.board.grid.neighbours(dam)):
        return deny("28.1-5", "no artillery division is next to {hex}", hex=dam)
    return None


def has_artillery(pos: Pos, hex_: HexId) -> bool:
    """Is a Soviet artillery division in the hex, full or depleted?"""
    return any(pos.game.piece(unit).kind == "artillery" for unit in pos.at(hex_))


class Dam(Phase, tag="dam"):
    """3.C.7.e: the dam may be destroyed, and a flood may end."""

    title = "Zaporozhye Dam"

    @rule("3.C.7.e", "R-2")
    def ask(self, pos: Pos) -> Decision | None:
        if may_destroy(pos, self, "destroy") is not None:
            return None
        return Decision(
            self.side,
            "Destroy the dam of Zaporozhye, or leave it.",
            rule="28.1-5" if self.side == SOVIET else "28.1-6",
            offers=(Offer("choose", ("destroy",), may_destroy), Offer("pass")),
        )

    @rule("28.2C", "R-102")
    def act(self, hand: Deal) -> None:
        """The water falls in the German End Phase that its marker names."""
        flood = hand.now.state.flood
        if flood and self.side == AXIS and flood.until == hand.now.turn:
            hand.change(flood=None)
            hand.tell("flood", "The water of the Dnieper falls.", rule="28.2C", side=AXIS)
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
        if action.verb == "choose":
            destroy_dam(hand, self.side)


@rule("28.2A", "28.2B", "28.2C", "28.2D")
def destroy_dam(hand: Deal, side: Side) -> None:
    """The marshes below are flooded, longer if Germans have done it; who is there is lost, but
    for leaders.
    """
    until = hand.now.turn + (1 if side == AXIS else 0)
    dam = hand.game.theatres[hand.scenario].dam
    hand.change(dam="destroyed", flood=Flood(until=until))
    hand.tell("dam", "The dam of Zaporozhye is destroyed.", rule="28.2C", side=side, hexes=(dam,))
    for unit in [u for h in sorted(hand.game.below_dam) for u in hand.now.at(h)]:
        if hand.game.piece(unit).is_ground:
            eliminate(hand, unit, "28.2D")
        elif hand.game.piece(unit).role == "leader":
            displace(hand, unit)


@rule("28.1-2", "28.1-3", "28.1-4", "28.1-8", "R-102")
def dam_points(pos: Pos) -> list[Part]:
    """Two points for the dam destroyed, four while it stands and was captured."""
    if pos.state.dam == "intact":
        return []
    figure = pos.game.charts.points[
        "dam_intact" if pos.state.dam == "captured" else "dam_destroyed"
    ]
    return [Part(figure.number, figure.title, figure.rule)]
