"""30 Winning the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.decisions import (
    DONE,
    Action,
    Decision,
    Offer,
    Part,
    Refusal,
    deny,
    rule,
    total,
)
from grognard.engine import Phase, Step
from grognard.games.ukraine43.dam import dam_points
from grognard.games.ukraine43.losses import lose_step, steps_left
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.supply import has_line
from grognard.pieces import UnitId
from grognard.state import Outcome
from grognard.words import counted

if TYPE_CHECKING:
    from grognard.games.ukraine43.turn import GameTurn, PlayerTurn

#: The level of a game that ends before its last turn.
SUDDEN = "sudden death"


# --- 30.2  victory points ---------------------------------------------------------------


def points(pos: Pos) -> tuple[Part, ...]:
    """The victory points of the Soviets as they are now; the Germans have none."""
    return (*held_objectives(pos), *dam_points(pos), *exit_points(pos), *lost_sources(pos))


@rule("30.2A-1", "30.2A-2", "R-103")
def held_objectives(pos: Pos) -> list[Part]:
    """Objective hexes that the Soviets control, occupied or not, and that can trace a line."""
    return [
        Part(value, pos.board.called(hex_), "30.2A-2")
        for hex_, value in pos.game.objectives(pos).items()
        if pos.holder(hex_) == SOVIET and has_line(pos, SOVIET, hex_)
    ]


@rule("30.2B", "R-103")
def lost_sources(pos: Pos) -> list[Part]:
    """Two points less for each star hex with a German ground unit; half hexes do not count."""
    figure = pos.game.charts.points["lost_source"]
    return [
        Part(figure.number, f"Germans in {pos.board.called(hex_)}", figure.rule)
        for hex_ in pos.game.sources(pos, SOVIET)
        if pos.columns.count("units", AXIS, hex_)
    ]


@rule("30.2C-3", "R-65")
def exit_points(pos: Pos) -> list[Part]:
    """German steps that were due for Soviet steps off the west edge and were not removed."""
    points = pos.state.exit_points
    return [Part(points, "German steps not removed", "30.2C-3")] if points else []


@rule("30.1-1")
def measures(pos: Pos) -> dict[str, float]:
    """What decides the game: the points of the Soviets against the benchmark of the turn."""
    score, benchmark = total(points(pos)), pos.game.space(pos).benchmark
    return {"soviet points": score, "benchmark": benchmark, "margin": benchmark - score}


# --- 30.2C  what Soviet steps off the map cost the Germans --------------------------------


@rule("30.2C-2", "30.2C-4", "30.2C-5", "R-65")
def tally_exits(turn: PlayerTurn, hand: Deal) -> None:
    """Each pair of steps that left in this player turn costs the Germans one: a mechanised one
    for a mechanised pair. An odd step is dropped, one that is not mechanised if there is any.
    """
    mech, other = turn.exited_mech, turn.exited_other
    pairs = (mech + other) // hand.game.charts.limits["exit_steps"].number
    owed_mech = mech // hand.game.charts.limits["exit_steps"].number
    hand.change(owed_mechanised=owed_mech, owed_any=pairs - owed_mech)


class Settlement(Phase, tag="settlement"):
    """30.2C: the Germans remove the steps that they owe, or let them count."""

    title = "Steps owed"

    @classmethod
    @rule("30.2C-2", "R-101")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        owed = pos.state.owed_mechanised + pos.state.owed_any
        return cls(side=AXIS) if owed and getattr(parent, "side", "") == AXIS else None

    def ask(self, pos: Pos) -> Decision:
        mech, other = pos.state.owed_mechanised, pos.state.owed_any
        return Decision(
            AXIS,
            f"Remove the steps that you owe ({mech} mechanised, {other} of any kind), or end.",
            rule="30.2C-2",
            auto=False,
            offers=(Offer("lose", pos.game.of_role[AXIS, "combat"], may_pay), Offer("done")),
        )

    @rule("30.2C-3", "30.2C-6", "R-101")
    def take(self, hand: Deal, action: Action) -> None:
        """A step of a mechanised unit pays for a mechanised pair first; what stays unpaid
        scores.
        """
        state = hand.now.state
        if action == DONE:
            unpaid = state.owed_mechanised + state.owed_any
            hand.change(owed_mechanised=0, owed_any=0, exit_points=state.exit_points + unpaid)
            hand.pop()
            return
        if hand.game.piece(action.arg).is_mechanised and state.owed_mechanised:
            hand.change(owed_mechanised=state.owed_mechanised - 1)
        else:
            hand.change(owed_any=state.owed_any - 1)
        lose_step(hand, action.arg, "30.2C-2")
        if not hand.now.state.owed_mechanised + hand.now.state.owed_any:
            hand.pop()


@rule("30.2C-2", "30.2C-5", "R-81")
def may_pay(pos: Pos, step: Settlement, unit: UnitId) -> Refusal | None:
    """A combat unit on the map, of an ally too; for a mechanised pair a mechanised one."""
    piece = pos.game.piece(unit)
    if piece.side != AXIS or piece.role != "combat" or not steps_left(pos, unit):
        return deny("30.2C-2", "{unit} is no combat unit of yours", unit=unit)
    if pos.unit(unit).at not in pos.board.grid:
        return deny("30.2C-2", "{unit} is not on the map", unit=unit)
    if not piece.is_mechanised and not pos.state.owed_any:
        return deny("30.2C-5", "only mechanised steps are owed")
    return None


# --- 30.1  who has won ------------------------------------------------------------------


@rule("3.E", "30.1-1", "30.1-2", "30.1-3", "30.1-4", "R-103")
def determine_victory(turn: GameTurn, hand: Deal) -> None:
    """Points are counted once, at the end of the turn: far enough above the benchmark the
    Soviets win, far enough below it the Germans.
    """
    pos, scene = hand.now, hand.game.scene(hand.now)
    parts, benchmark = points(pos), hand.game.space(pos).benchmark
    score = total(parts)
    text = f"The Soviets have {counted(score, 'point')}; the benchmark is {{benchmark}}."
    hand.tell("points", text, rule="30.1-1", side=SOVIET, parts=parts, score=score,
              benchmark=benchmark)  # fmt: skip
    reason = f"{counted(score, 'point')} on turn {pos.turn}, benchmark {benchmark}"
    if score >= benchmark + scene.sudden_death:
        hand.win(SOVIET, SUDDEN, reason, "30.1-2")
    if score <= benchmark - scene.sudden_death:
        hand.win(AXIS, SUDDEN, reason, "30.1-3")
    if pos.turn == scene.turns:
        last_turn(hand, score, reason)


@rule("R-66")
def last_turn(hand: Deal, score: int, reason: str) -> None:
    """At the end the last benchmark decides, but for scores that the scenario calls a draw."""
    scene, benchmark = hand.game.scene(hand.now), hand.game.space(hand.now).benchmark
    if score in scene.draws:
        hand.win("", "draw", reason, "R-66")
    hand.win(SOVIET if score >= benchmark else AXIS, "points", reason, "R-66")


def told(pos: Pos, outcome: Outcome) -> Outcome:
    """How the game has ended: the Soviet points, and how they stand to the benchmark."""
    score, benchmark = total(points(pos)), pos.game.space(pos).benchmark
    off = score - benchmark
    far = f"{abs(off)} {'above' if off > 0 else 'below'}" if off else "exactly"
    reason = f"The Soviets have {counted(score, 'point')} on turn {pos.turn}"
    level = outcome.level if outcome.level == SUDDEN else ""
    text = f"{reason}, {far} the benchmark of {benchmark}"
    return Outcome(outcome.winner, level, text, outcome.rule)
