"""3 Set-up, in the order of ruling S7."""

from __future__ import annotations

from grognard.decisions import CANCEL, DONE, Action, Decision, Offer, Panel, Refusal, deny, rule
from grognard.engine import Phase, Sequence
from grognard.games.ukraine44.state import ARRIVALS, AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine44.tigers import TigerSetUp
from grognard.games.ukraine44.turn import Turn
from grognard.hexes import HexId
from grognard.pieces import UnitId


class DecoySetUp(Phase, tag="decoy set-up"):
    """6.4: a side may lay its decoys before the game begins."""

    title = "Decoys"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Lay decoys under formations, or go on.",
            rule="6.4-6",
            calm=True,
            auto=False,
            offers=(Offer("done"),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()


def axis_decoys(setup: SetUp, hand: Deal) -> None:
    """The Axis lays decoys."""
    _decoys(setup, hand, AXIS)


def soviet_decoys(setup: SetUp, hand: Deal) -> None:
    """The Soviets lay decoys."""
    _decoys(setup, hand, SOVIET)


def _decoys(setup: SetUp, hand: Deal, side: str) -> None:
    if hand.now.state.options.fog and side not in setup.laid:
        hand.become(setup.but(laid=(*setup.laid, side)))
        hand.push(DecoySetUp(side=side))


@rule("3.2-1", "3.2-4")
def soviet_mobile(setup: SetUp, hand: Deal) -> None:
    """Soviet mobile formations appear on their printed hexes, after all of the Axis."""
    place_fixed(hand, SOVIET)


@rule("3.1-2", "3.1-3", "3.2-5")
def place_fixed(hand: Deal, side: str) -> None:
    """Formations with a printed hex go there; nobody chooses."""
    for unit in hand.now.state.units[hand.game.formations[side]]:
        hex_ = hand.game.piece(unit.id).hex
        if hex_:
            hand.put(unit.id, hex_)


@rule("3.1-1", "3.1-2")
def axis_formations(setup: SetUp, hand: Deal) -> None:
    """The Axis sets up first, on its printed hexes."""
    place_fixed(hand, AXIS)


class Placement(Phase, tag="placement"):
    """3.2: the formations of the 18th, 38th and 40th Armies go anywhere in their areas."""

    title = "Set-up"

    @classmethod
    def opened(cls, parent: object, pos: object) -> Placement:
        return cls(side=SOVIET)

    def ask(self, pos: Pos) -> Decision:
        to_come = set(pos.at(ARRIVALS))
        waiting = [unit for unit in pos.game.area_units if unit in to_come]
        placed = [unit for unit in pos.game.area_units if unit not in to_come]
        return Decision(
            SOVIET,
            f"Place the formations of the 18th, 38th and 40th Armies ({len(waiting)} left).",
            rule="3.2-2",
            waiting="The Soviets set up.",
            auto=False,
            offers=(
                Offer("select", waiting),
                Offer("release", placed),
                Offer("choose", ("ready",) if waiting else ()),
                Offer("done", ("",), all_placed),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("select", unit):
                hand.push(Placing(side=SOVIET, unit=unit))
            case Action("release", unit):
                hand.put(unit, ARRIVALS)
            case Action("choose", _):
                ready_placement(hand)
            case _ if action == DONE:
                hand.pop()


@rule("2.4-2", "2.4-3", "2.4-4", "S7")
def all_placed(pos: Pos, step: Placement, arg: str) -> Refusal | None:
    """Set-up cannot end before every formation of the three armies is on the map."""
    for unit in pos.game.area_units:
        if pos.unit(unit).at == ARRIVALS:
            return deny(pos.game.area_rule(unit), "{unit} has not been placed", unit=unit)
    return None


@rule("S7")
def ready_placement(hand: Deal) -> None:
    """The ready placement of the scenario, for those who want to start at once."""
    for unit in hand.game.area_units:
        hand.put(unit, ARRIVALS)
    for unit, hex_ in hand.game.scenario(hand.now.state.scenario).ready.items():
        hand.put(unit, hex_)


class Placing(Phase, tag="placing"):
    """The choice of a hex for one formation."""

    title = "Set-up"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        free = [hex_ for hex_ in pos.game.area(self.unit) if hex_ not in pos.where]
        return Decision(
            SOVIET,
            f"Choose a hex for {self.unit}.",
            rule="3.2-2",
            waiting="The Soviets set up.",
            auto=False,
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(Offer("place", free, may_be_placed, exact=True, of="hex"), Offer("cancel")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action != CANCEL:
            hand.put(self.unit, action.arg)
        hand.pop()


@rule("3.2-2", "3.2-3", "6.1-1", "S7")
def may_be_placed(pos: Pos, step: Placing, hex_: HexId) -> Refusal | None:
    """Any free hex of its army's area, also next to the enemy."""
    if hex_ not in pos.game.area(step.unit):
        return deny("3.2-2", "{hex} is not in the area of {unit}", hex=hex_, unit=step.unit)
    if pos.at(hex_):
        return deny("6.1-1", "{hex} is taken", hex=hex_)
    return None


class SetUp(Sequence, tag="set-up"):
    """Everything before turn 1."""

    title = "Set-up"
    laid: tuple[str, ...] = ()

    stages = (
        axis_formations,
        TigerSetUp,
        axis_decoys,
        soviet_mobile,
        Placement,
        soviet_decoys,
    )

    @rule("3.4-1", "5.2-1")
    def finish(self, hand: Deal) -> None:
        """The game begins with turn 1."""
        hand.tell("turn", "Turn {turn} begins.", rule="3.4-1", turn=1)
        hand.become(Turn())
