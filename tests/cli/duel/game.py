"""Two sides, two units each, one ford: who throws a six there wins."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Chance,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    deny,
    rule,
)
from grognard.engine import EngineError, Game, Hand, Phase, Position, Scenario, Way
from grognard.pieces import Piece
from grognard.state import Options, State, Unit
from grognard.view import Counter, OpenMask, pseudonym

FORD = "02.03"
LAST_TURN = 3
Pos = Position[Any, Any, Any]
AnyHand = Hand[Any, Any, Any]


class Party(Piece, frozen=True, kw_only=True):
    swords: int


class DuelOptions(Options, frozen=True, kw_only=True):
    fog: bool = True
    broken: bool = False


class DuelState(State, frozen=True, kw_only=True):
    options: DuelOptions
    marches: int = 0


class Turn(Phase, tag="turn"):
    title = "March"
    moved: frozenset[str] = frozenset()

    def ask(self, pos: Pos) -> Decision:
        mine = [u for p in pos.game.pieces if p.side == self.side for u in [p.id]]
        offers = (Offer("select", mine, may_march), Offer("done"))
        return Decision(self.side, "March a unit, or end the turn.", "1.1-1", offers, auto=False)

    def take(self, hand: AnyHand, action: Action) -> None:
        if action == DONE:
            self.end(hand)
        else:
            hand.push(March(side=self.side, unit=action.arg))

    def end(self, hand: AnyHand) -> None:
        if self.side == "red":
            hand.become(Turn(side="blue"))
            return
        if hand.now.state.options.broken:
            raise EngineError("the mill has burnt down")
        if hand.now.turn == LAST_TURN:
            hand.win("", "draw", "nobody held the ford", "2.1-1")
        hand.change(turn=hand.now.turn + 1)
        hand.become(Turn(side="red"))


def may_march(pos: Pos, turn: Turn, unit: str) -> Refusal | None:
    if pos.unit(unit).at not in pos.board.grid:
        return deny("1.1-1", "{unit} is not on the map", unit=unit)
    if unit in turn.moved:
        return deny("1.1-1", "{unit} has marched already", unit=unit)
    return None


@rule("1.1-1", "1.1-2")
def may_enter(pos: Pos, march: "March", hex_: str) -> Refusal | None:
    if not pos.board.grid.adjacent(pos.unit(march.unit).at, hex_):
        return deny("1.1-1", "{hex} is not next to {unit}", hex=hex_, unit=march.unit)
    if pos.board.is_water(hex_) or pos.at(hex_):
        return deny("1.1-2", "{hex} cannot be entered", hex=hex_)
    return None


class March(Phase, tag="march"):
    unit: str

    def ask(self, pos: Pos) -> Decision:
        hexes = pos.board.grid.hexes
        offers = (Offer("move", hexes, may_enter), Offer("cancel"))
        return Decision(self.side, "March where?", "1.1-1", offers, auto=False, panel=forecast)

    def take(self, hand: AnyHand, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
            return
        hand.enter(self.unit, action.arg, by="move")
        hand.note(Turn, moved=self.unit)
        hand.change(marches=hand.now.state.marches + 1)
        hand.tell(
            "march", "{unit} marches to {hex}.", side=self.side, unit=self.unit, hex=action.arg
        )
        if action.arg == FORD:
            hand.roll("duel", place=FORD)
        else:
            hand.pop()

    @rule("1.2-1")
    def hear(self, hand: AnyHand, value: Any) -> None:
        hand.tell("die", "The die shows {die}.", rule="1.2-1", dice=value, die=value[0])
        if value == (6,):
            hand.win(self.side, "decisive", "a six at the ford", "1.2-1")
        hand.pop()

    def way(self, pos: Pos, hex_: str) -> Way | None:
        if may_enter(pos, self, hex_):
            return None
        return Way((hex_,), (Part(1, pos.board.terrain_of(hex_), "1.1-1"),), "nothing")


def forecast(_: Any) -> Panel:
    swords = Row("Swords", parts=(Part(2, "own party", "1.2-1"), Part(1, "luck", most=3)))
    return Panel("At the ford", (swords,), (Chance("victory", 1, 1), Chance("nothing", 5)))


class DuelMask(OpenMask):
    """Under fog enemies are strangers, and nobody hears them march."""

    def counter(self, state: Any, unit: Any, viewer: str | None) -> Counter | None:
        seen = super().counter(state, unit, viewer)
        if not state.options.fog or seen is None or seen.side == viewer:
            return seen
        return Counter(pseudonym(state, unit.id, f"{seen.side}-"), seen.side, unit.at, False, {})

    def event(self, state: Any, event: Any, viewer: str | None) -> Any:
        hidden = state.options.fog and event.kind == "march" and event.side != viewer
        return None if hidden else event


class Duel(Game[DuelState, Unit]):
    slug = "duel"
    title = "The Duel"
    sides = ("red", "blue")
    steps = (Turn, March)
    state_type = DuelState
    options_type = DuelOptions

    @property
    def mask(self) -> Any:
        return DuelMask({piece.id: piece.side for piece in self.pieces})

    def blank(self, scenario: Any, options: Any, seed: str) -> DuelState:
        units = tuple(Unit(id=piece.id, at="out") for piece in self.pieces)
        return DuelState(
            game="duel",
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=(Turn(side="red"),),
            units=units,
            control="." * len(self.board.grid),
        )

    def set_up(self, scenario: Any, options: Any, seed: str) -> DuelState:
        hidden = "camp" if options.fog else "02.01"
        start: Mapping[str, str] = {"r1": "01.02", "r2": hidden, "b1": "02.04", "b2": "03.05"}
        state = self.blank(scenario, options, seed)
        units = tuple(Unit(id=unit.id, at=start[unit.id]) for unit in state.units)
        return DuelState(
            **{n: getattr(state, n) for n in state.__struct_fields__} | {"units": units}
        )


def load() -> Duel:
    folder = Path(__file__).parent
    names = {"r1": "Red Lions", "r2": "", "b1": "Blue Boars", "b2": ""}
    pieces = tuple(
        Party(id=id_, side="red" if id_[0] == "r" else "blue", name=name, swords=3)
        for id_, name in names.items()
    )
    scenario = Scenario(id="dawn", title="Dawn", turns=LAST_TURN)
    board = Board.load(folder / "data" / "map.yaml")
    return Duel(board, pieces, {"dawn": scenario}, folder=folder)
