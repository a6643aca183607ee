"""5.3, 7.9, 11.1, 11.5 Air superiority, airpower markers, aerial supply."""

from __future__ import annotations

import numpy as np

from grognard.decisions import PASS, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase, Sequence, Step
from grognard.games.storm41.state import AXIS, SOVIET, Deal, Pos
from grognard.games.storm41.supply import has_lost_oil, traced
from grognard.games.storm41.turn import is_surprise
from grognard.hexes import HexId
from grognard.words import counted

# --- 5.3  who has air superiority -----------------------------------------------------------


@rule("5.3", "11.5", "R-38", "R-56")
def dice_of(pos: Pos, side: Side) -> int:
    """The dice of a side: two, for Germans without oil one; in the variant only Germans roll."""
    if side == SOVIET and pos.state.options.strong_luftwaffe:
        return 0
    name = "air_dice_without_oil" if side == AXIS and has_lost_oil(pos) else "air_dice"
    return pos.game.charts.limits[name].number  # type: ignore[index]


@rule("5.2-I", "5.3", "5.13-5")
def roll_soviet(phase: AirPhase, hand: Deal) -> None:
    """The Soviets roll, but on turn 1 and in the variant."""
    _roll(phase, hand, SOVIET, phase.soviet)


@rule("5.2-I", "5.3", "5.13-5")
def roll_german(phase: AirPhase, hand: Deal) -> None:
    """The Germans roll, but on turn 1."""
    _roll(phase, hand, AXIS, phase.german)


def _roll(phase: AirPhase, hand: Deal, side: Side, rolled: int) -> None:
    dice = 0 if is_surprise(hand.now) else dice_of(hand.now, side)
    if dice and not rolled:
        hand.roll(f"air superiority of the {hand.game.side_title(side)}", dice, side=side)


@rule("4.11-variant-a", "5.3", "5.13-5", "R-38", "R-42", "R-59")
def award(phase: AirPhase, hand: Deal) -> None:
    """The higher total wins as many markers as it is higher, ten at most. On turn 1 the Soviets
    are superior without any.
    """
    if is_surprise(hand.now):
        hand.change(superior=SOVIET)
        return
    ahead = phase.soviet - phase.german
    winner = SOVIET if ahead > 0 else AXIS if ahead < 0 else ""
    markers = min(abs(ahead), hand.game.charts.limits["airpower"].number)
    hand.change(superior=winner)
    hand.become(phase.but(side=winner, markers=markers))
    text = "The {who}s have air superiority with {number}." if winner else "Nobody rules the air."
    who = hand.game.side_title(winner) if winner else ""
    hand.tell("air", text, rule="5.3", side=winner, who=who, markers=markers,
              number=counted(markers, "marker"), soviet=phase.soviet,
              german=phase.german)  # fmt: skip


# --- 11.1  laying markers -------------------------------------------------------------------


class Markers(Phase, tag="markers"):
    """The winner lays all his markers, one in a hex."""

    title = "Airpower Markers"
    left: int

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, AirPhase)
        return cls(side=parent.side, left=parent.markers) if parent.markers else None

    @rule("11.1", "R-43", "R-103")
    def ask(self, pos: Pos) -> Decision | None:
        """Any hex of the map, the sea too; all must be laid."""
        if not self.left:
            return None
        hexes = [h for h in pos.game.theatre(pos).sky if h not in pos.state.airpower]
        return Decision(
            self.side,
            f"Lay an airpower marker ({self.left} left).",
            rule="11.1",
            auto=False,
            offers=(Offer("place", hexes, may_lay, exact=True, of="hex"),),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    @rule("11.1", "R-43")
    def take(self, hand: Deal, action: Action) -> None:
        hand.change(airpower=hand.now.state.airpower | {action.arg})
        hand.become(self.but(left=self.left - 1))
        hand.tell("marker", "An airpower marker lies in {place}.", rule="11.1", side=self.side,
                  hexes=(action.arg,), place=hand.game.board.called(action.arg))  # fmt: skip


@rule("11.1", "R-103")
def may_lay(pos: Pos, step: Markers, hex_: HexId) -> Refusal | None:
    """One marker in a hex, whoever is in it."""
    if hex_ in pos.state.airpower:
        return deny("11.1", "a marker lies in {hex}", hex=hex_)
    if hex_ not in pos.game.theatre(pos).hexes:
        return deny("R-103", "{hex} is not in play", hex=hex_)
    return None


# --- 7.9  aerial supply ---------------------------------------------------------------------


class Airlift(Phase, tag="airlift"):
    """The German may lay the Aerial Supply marker; asked after the airpower markers."""

    title = "Aerial Supply"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=AXIS) if needy(pos) else None

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            AXIS,
            "Choose a hex for the Aerial Supply marker, or pass.",
            rule="7.9",
            auto=False,
            offers=(Offer("place", needy(pos), may_supply, exact=True, of="hex"), Offer("pass")),
        )

    @rule("7.9", "R-68")
    def take(self, hand: Deal, action: Action) -> None:
        """It lies to the end of the turn, once in a game."""
        if action != PASS:
            hand.change(aerial=action.arg, aerial_used=True)
            hand.tell("aerial supply", "{place} is supplied from the air.", rule="7.9", side=AXIS,
                      hexes=(action.arg,), place=hand.game.board.called(action.arg))  # fmt: skip
        hand.pop()


class FirstAirlift(Airlift, tag="airlift before II.A"):
    """R-68: once more when the Soviets have declared their order."""


class SecondAirlift(Airlift, tag="airlift before II.B"):
    """R-68: and between their two phases."""


@rule("7.9", "R-68")
def needy(pos: Pos) -> list[HexId]:
    """The hexes in which the marker may be laid now: with Germans out of supply."""
    return [] if why_no_airlift(pos) else list(pos.keep(_cut_off))


def _cut_off(pos: Pos) -> tuple[HexId, ...]:
    """The hexes with Germans without a line, in board order."""
    if is_surprise(pos):
        return ()
    germans = pos.columns.block[pos.columns.layout.row("german", AXIS)] > 0
    alone = np.flatnonzero(germans & ~traced(pos, AXIS).reached())
    return tuple(pos.board.grid.hexes[i] for i in alone)


@rule("7.9", "R-68")
def why_no_airlift(pos: Pos) -> Refusal | None:
    """Once in a game, in a turn of German air superiority."""
    if pos.state.aerial_used:
        return deny("7.9", "aerial supply has been used")
    if pos.state.superior != AXIS:
        return deny("7.9", "the German has no air superiority")
    return None


def may_supply(pos: Pos, step: Airlift, hex_: HexId) -> Refusal | None:
    """A hex with Germans out of supply."""
    refusal = why_no_airlift(pos)
    if refusal is None and hex_ not in pos.keep(_cut_off):
        return deny("7.9", "no German in {hex} is out of supply", hex=hex_)
    return refusal


class AirPhase(Sequence, tag="air phase"):
    """5.2-I Mutual Air Superiority Phase."""

    title = "Mutual Air Superiority Phase"
    stages = (roll_soviet, roll_german, award, Markers, Airlift)
    #: What each side has rolled, and the markers that the winner lays.
    soviet: int = 0
    german: int = 0
    markers: int = 0

    def hear_roll_soviet(self, hand: Deal, shown: tuple[int, ...]) -> None:
        hand.become(self.but(soviet=sum(shown)))

    def hear_roll_german(self, hand: Deal, shown: tuple[int, ...]) -> None:
        hand.become(self.but(german=sum(shown)))
