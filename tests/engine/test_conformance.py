"""The conformance kit: it finds each fault that it is there for, and none in The Ford."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.engine.toy import RED, AnyHand, AnyPos, Question, Toy, make
from tests.fixture.ford import load
from tests.fixture.ford.page import FordPages

from grognard import conformance
from grognard.conformance import RandomPlayer, check_game, quick_faults, same
from grognard.decisions import Action, Decision, Offer, Refusal, deny
from grognard.engine import Phase, Step
from grognard.page import Scene
from grognard.position import Position
from grognard.view import Counter, OpenMask, View

FORD = load()


class Rounds(Phase, tag="rounds"):
    """Some questions, then a draw: a game without a fault."""

    left: int = 4

    def ask(self, pos: AnyPos) -> Decision:
        return Decision(self.side, "Well?", "1", self.offers(), auto=False)

    def offers(self) -> tuple[Offer, ...]:
        return (Offer("choose", ("yes", "no")), Offer("done"))

    def take(self, hand: AnyHand, action: Action) -> None:
        self.deed(hand)
        if not self.left:
            hand.win("", "draw", "enough", "1")
        hand.become(self.but(left=self.left - 1, side=hand.game.enemy(self.side)))

    def deed(self, hand: AnyHand) -> None:
        hand.tell("round", "{left} rounds left.", left=self.left)


def complaints_of(step: Step, kind: type[Toy] = Toy, most: int = 30) -> str:
    return "\n".join(check_game(make(kind, step), [1, 2], most=most).complaints)


def test_a_sound_game_is_not_complained_of() -> None:
    """Where nothing is wrong the report counts games, actions, endings and verbs."""
    report = check_game(make(Toy, Rounds(side=RED)), range(5))
    assert report.complaints == ()
    assert (report.games, report.actions, report.endings) == (5, 25, {"draw": 5})
    assert set(report.verbs) == {"choose", "done"}
    assert str(report) == "5 games, 25 actions. draw: 5"


# --- one fault each ----------------------------------------------------------------------


class Mute(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("choose", ("yes", "no") if self.left == 4 else ()),)


class Twice(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("choose", ("yes", "yes")),)


class Flood(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("choose", tuple(map(str, range(24)))),)


def never(pos: AnyPos, step: Step, arg: str) -> Refusal | None:
    return deny("1", "never")


def always(pos: AnyPos, step: Step, arg: str) -> Refusal | None:
    return None


def lawless(pos: AnyPos, step: Step, arg: str) -> Refusal | None:
    return deny("", "because") if arg == "bob" else None


def broken(pos: AnyPos, step: Step, arg: str) -> Refusal | None:
    return deny("1", "{what} is wrong", unit=arg) if arg == "bob" else None


class Tempting(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("select", ("ann",), never, exact=True),)


class Generous(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("select", ("ann",), always),)


class Lawless(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("select", ("ann", "abe"), lawless),)


class Stammering(Rounds, tag="rounds"):
    def offers(self) -> tuple[Offer, ...]:
        return (Offer("select", ("ann", "abe"), broken),)


class Speechless(Rounds, tag="rounds"):
    def ask(self, pos: AnyPos) -> Decision:
        return Decision(self.side, "", "", self.offers(), auto=False)


class Third(Rounds, tag="rounds"):
    def ask(self, pos: AnyPos) -> Decision:
        return Decision("green", "Well?", "1", self.offers(), auto=False)


class Lost(Rounds, tag="rounds"):
    def deed(self, hand: AnyHand) -> None:
        hand.put("ann", "atlantis")


class Unknown(Rounds, tag="rounds"):
    def deed(self, hand: AnyHand) -> None:
        hand.push(Stranger(side=RED))


class Stranger(Question, tag="stranger"):
    pass


class Garbled(Rounds, tag="rounds"):
    def deed(self, hand: AnyHand) -> None:
        hand.tell("round", "{nothing} left.")


class Fickle(Rounds, tag="rounds"):
    ticks = itertools.count()

    def deed(self, hand: AnyHand) -> None:
        hand.change(points=next(self.ticks))


class Endless(Rounds, tag="rounds"):
    left: int = 10_000


class Meddler(Rounds, tag="rounds"):
    """Writes into what the old position still holds."""

    marks: dict[str, int] = {}  # noqa: RUF012

    def deed(self, hand: AnyHand) -> None:
        self.marks["x"] = self.left


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        (Mute, "dead end: blue is asked 'Well?' and may do nothing"),
        (Twice, "offered twice: choose yes"),
        (Flood, "24 actions are offered, 24 are too many"),
        (Tempting, "select ann is offered and refused: 1: never"),
        (Generous, "is not offered and would be accepted"),
        (Lawless, "select bob is refused without a rule: because"),
        (Stammering, "the refusal of select bob cannot be read"),
        (Speechless, "the question of 'rounds' has no rule or no prompt"),
        (Third, "'green' is asked, which is no side"),
        (Lost, "ann is at 'atlantis', which is no hex and no box"),
        (Unknown, "the state cannot be read back: Invalid value 'stranger'"),
        (Garbled, "event 'round' cannot be read by red"),
        (Fickle, "on a copy it led elsewhere: points differ"),
        (Endless, "no end after 30 actions"),
        (Meddler, "the position before has changed"),
    ],
)
def test_a_fault_of_a_step_is_found(step: type[Rounds], complaint: str) -> None:
    """Each fault is complained of in a sentence, with seed and action."""
    found = complaints_of(step(side=RED))
    assert complaint in found
    assert found.startswith("seed 1, action")


class Complaining(Toy):
    def complaints(self, pos: AnyPos) -> list[str]:
        return ["ann is tired"] if pos.turn else []


class Counts:
    """How many units are in each place, wrongly patched."""

    def __init__(self, number: int) -> None:
        self.number = np.array([number])

    def copy(self) -> Counts:
        return Counts(int(self.number[0]))


class Forgetful(Toy):
    def columns(self, state: Any) -> Counts:
        return Counts(sum(unit.at == "0101" for unit in state.units))


class Seeded(OpenMask):
    def tracks(self, state: Any, viewer: str | None) -> Mapping[str, Any]:
        return {"dice": state.seed}


class Unsendable(OpenMask):
    def tracks(self, state: Any, viewer: str | None) -> Mapping[str, Any]:
        return {"thing": object()}


def with_mask(kind: type[OpenMask]) -> type[Toy]:
    class Masked(Toy):
        mask = property(lambda self: kind({p.id: p.side for p in self.pieces}))

    return Masked


class Mover(Rounds, tag="rounds"):
    def deed(self, hand: AnyHand) -> None:
        hand.put("bob", "0101" if self.left % 2 else "0202")


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        (Complaining, "ann is tired"),
        (Forgetful, "the kernel columns differ from those that are worked out anew"),
        (with_mask(Seeded), "the view of red tells the seed"),
        (with_mask(Unsendable), "the view of red cannot be encoded"),
    ],
)
def test_a_fault_of_a_game_is_found(kind: type[Toy], complaint: str) -> None:
    """What the game itself says, its columns and its mask are inspected too."""
    assert complaint in complaints_of(Mover(side=RED), kind)


def test_a_refusal_that_names_a_hidden_counter_is_found() -> None:
    """Whoever asks about a unit by name must not be told what it is called while hidden."""

    class Chatty(OpenMask):
        def counter(self, state: Any, unit: Any, viewer: str | None) -> Counter:
            return Counter(f"?{unit.id}", self.owner[unit.id], unit.at, False, {})

        def refusal(self, state: Any, refusal: Refusal, viewer: str | None) -> Refusal:
            return deny(refusal.rule, "?bob is not yours")

    found = complaints_of(Lawless(side=RED), with_mask(Chatty))
    assert "tells which counter it is: 1: ?bob is not yours" in found


def test_a_counter_without_a_face_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has a face and a sentence for every counter on the map."""

    def nobody(self: FordPages, view: View) -> Scene:
        return Scene(faces={}, spoken={}, spots={}, tallies=(), phase="")

    def silent(self: FordPages, view: View) -> Scene:
        return replace(scene(self, view), spoken={})

    scene = FordPages.scene
    monkeypatch.setattr(FordPages, "scene", nobody)
    assert " has no face on the page" in str(check_game(FORD, [1]))
    monkeypatch.setattr(FordPages, "scene", silent)
    assert " has nothing for a screen reader" in str(check_game(FORD, [1]))


def test_a_rule_that_is_no_clause_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals, questions and events cite clauses that the game has."""
    game = make(Toy, Rounds(side=RED))
    monkeypatch.setitem(vars(game), "clauses", {"2": None})
    found = "\n".join(check_game(game, [1]).complaints)
    assert "1 is cited, which is no clause" in found
    assert "is refused by 1, which is no clause" in found


class Unsaved(Rounds, tag="rounds"):
    """Plays by a clock outside the state: the same actions lead elsewhere."""

    ticks = itertools.count()

    def deed(self, hand: AnyHand) -> None:
        hand.tell("tick", "Tick {n}.", n=next(self.ticks))


class Unstable(Toy):
    """Does not read back what it wrote."""

    def decode_state(self, text: bytes | str) -> Any:
        return replace(super().decode_state(text), turn=99)


class Rude(Toy):
    """Finds a unit where it is not, in positions that are made anew."""

    def position(self, state: Any) -> Any:
        pos = super().position(state)
        return Position(self, state, None, {**pos.where, "0101": ("ann", "ann")})


def test_a_copy_that_differs_is_found() -> None:
    """State, stacks and actions of what is read back are compared, and events of the deed."""
    assert "the state differs in turn" in complaints_of(Rounds(side=RED), Unstable)
    assert "the stacks differ" in complaints_of(Mover(side=RED), Rude)
    assert "on a copy it had other events" in complaints_of(Unsaved(side=RED))
    found = complaints_of(Curious(side=RED))
    assert "read back from JSON the position offers other actions" in found


class Curious(Rounds, tag="rounds"):
    """Offers whatever happened to be told before."""

    def ask(self, pos: AnyPos) -> Decision:
        names = ("yes", "no") if pos.events else ("yes", "no", str(id(pos)))
        return Decision(self.side, "Well?", "1", (Offer("choose", names),), auto=False)


def test_a_replay_that_leads_elsewhere_is_found() -> None:
    """What the dice do not decide and the actions do not say spoils the record."""
    assert "the save cannot be opened: after action" in complaints_of(Fickle(side=RED))


def test_positions_of_no_game_are_found() -> None:
    """Units that are not the pieces, and dice that nobody throws, are complained of."""

    class Dicer(Question, tag="dicer"):
        def take(self, hand: AnyHand, action: Action) -> None:
            hand.roll("fight")

    pos = make(Toy, Dicer(side=RED)).start(seed=1)
    halted = pos.apply("choose yes", chance="stop")
    assert "nobody is asked anything; open: roll" in quick_faults(halted)
    fewer = pos.game.position(replace(pos.state, units=pos.state.units[1:]))
    assert "the units are not the pieces in their order" in quick_faults(fewer)


# --- small parts -------------------------------------------------------------------------


def test_columns_are_compared_by_what_they_hold() -> None:
    """Arrays, lists and objects with slots are compared through and through."""
    assert same(Counts(3), Counts(3))
    assert not same(Counts(3), Counts(4))
    assert not same([np.zeros(2)], [np.zeros(3)])
    assert same(([1, None], "a"), ([1, None], "a"))


def test_a_random_player_loses_patience() -> None:
    """Whoever has dawdled long enough ends what can be ended."""
    import random

    pos = make(Toy, Rounds(side=RED)).start(seed=1)
    player = RandomPlayer(random.Random(1))
    player.waited = conformance.PATIENCE + 1
    assert {str(player.choose(pos)) for _ in range(10)} != {"done"}
    player.waited = conformance.PATIENCE + 1
    assert str(player.choose(pos)) == "done"


def test_the_command_reports_and_returns_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    """The command names a module or a slug, prints the report, and fails if it must."""
    assert conformance.main(["tests.fixture.ford", "--games", "1", "--every", "50"]) == 0
    assert capsys.readouterr().out.startswith("1 games, ")


# --- The Ford ----------------------------------------------------------------------------

#: A thousand games, in parts that the workers share.
GAMES, PARTS = 1000, 20


@pytest.mark.parametrize("part", range(PARTS))
def test_a_thousand_games_of_the_ford(part: int) -> None:
    """Played at random to the end, no game has a dead end or breaks an invariant, and every
    replay is identical. One action in forty is inspected in full.
    """
    each = GAMES // PARTS
    report = check_game(FORD, range(part * each, (part + 1) * each), every=40)
    assert report.complaints == ()
    assert sum(report.endings.values()) == each
    assert set(report.verbs) >= {"select", "move", "stop", "join", "mode", "target", "lose"}


def test_some_games_of_the_ford_inspected_throughout() -> None:
    """The same with every single action inspected in full, with and without fog."""
    for fog in (True, False):
        report = check_game(FORD, range(2), scenario="skirmish", fog=fog)
        assert report.complaints == ()
