"""Position: questions, actions, refusals, forced choices, standing offers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.engine.toy import BLUE, RED, AnyHand, AnyPos, Question, Toy, begin

from grognard.decisions import (
    Action,
    Decision,
    IllegalAction,
    Offer,
    Panel,
    Refusal,
    Row,
    deny,
)
from grognard.engine import Phase


def fits(pos: AnyPos, step: Picking, unit: str) -> Refusal | None:
    if pos.owner(unit) != step.side:
        return deny("2.1", "{unit} is not yours", unit=unit)
    if unit in step.picked:
        return deny("2.2", "{unit} has been picked", unit=unit)
    return None


class Picking(Phase, tag="picking"):
    """Picks units of its own; the candidates are a wide net."""

    picked: tuple[str, ...] = ()
    auto: bool = False
    exact: bool = False

    def ask(self, pos: AnyPos) -> Decision:
        mine = tuple(u for u in ("ann", "abe") if u not in self.picked)
        net = mine if self.exact else ("bob", "ann", "abe")
        return Decision(
            self.side,
            "Pick.",
            "2",
            (
                Offer("select", net, fits, exact=self.exact),
                Offer("place", (), lambda *_: None),
                Offer("move", ("0101",), lambda *_: None),
                Offer("mode", ("fast",), lambda *_: None),
                Offer("done"),
            ),
            auto=self.auto,
            panel=lambda _: Panel("Picked", (Row("Number", str(len(self.picked))),)),
        )

    def take(self, hand: AnyHand, action: Action) -> None:
        if action.verb == "select":
            hand.become(self.but(picked=(*self.picked, action.arg)))
        else:
            hand.become(Question(side=BLUE, auto=False))


def picking(**fields: Any) -> AnyPos:
    return begin(Picking(side=RED, **fields))


def texts(pos: AnyPos) -> list[str]:
    return [str(action) for action in pos.actions()]


def test_a_question_about_a_side_is_answered_once_for_each() -> None:
    """What is kept of one side is not taken for the other's."""
    asked: list[str] = []

    def question(pos: AnyPos, side: str) -> str:
        asked.append(side)
        return f"{side}!"

    pos = picking()
    assert [pos.keep_of(question, side) for side in (RED, BLUE, RED)] == ["red!", "blue!", "red!"]
    assert asked == [RED, BLUE]


# --- lists and guards --------------------------------------------------------------------


def test_actions_are_the_candidates_that_pass_the_guard() -> None:
    """The candidates are only a net; what the guard refuses is not listed."""
    assert texts(picking(picked=("ann",))) == ["select abe", "move 0101", "mode fast", "done"]


def test_exact_candidates_make_the_same_list() -> None:
    """A list that is known to pass equals the list that the guard makes."""
    for picked in ((), ("ann",), ("ann", "abe")):
        exact, guarded = picking(picked=picked, exact=True), picking(picked=picked)
        assert sorted(exact.actions()) == sorted(guarded.actions())


@pytest.mark.parametrize("picked", [(), ("ann",), ("ann", "abe")])
def test_an_action_is_found_by_its_number(picked: tuple[str, ...]) -> None:
    """Counted and taken one by one they are the list, though no list is made."""
    pos = picking(picked=picked)
    one_by_one = [pos.nth(number) for number in range(pos.count())]
    assert one_by_one == picking(picked=picked).actions()
    with pytest.raises(IndexError):
        pos.nth(pos.count())


def test_what_was_found_by_its_number_is_legal_there_alone() -> None:
    """Where it was found it is taken as it is; elsewhere, or sent by a side, it is judged."""
    pos, taken = picking(), picking(picked=("ann",))
    found = next(one for one in map(pos.nth, range(pos.count())) if str(one) == "select ann")
    assert pos.apply(found).state == picking().apply("select ann").state
    with pytest.raises(IllegalAction, match="has been picked"):
        taken.apply(found)
    with pytest.raises(IllegalAction):
        pos.apply(found, side=pos.game.enemy(pos.side))


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        ("select bob", "2.1", "bob is not yours"),
        ("select ann", "2.2", "ann has been picked"),
        ("select zoe", "2", "there is no 'zoe' to select"),
        ("select 0101", "2", "there is no '0101' to select"),
        ("select", "2", "there is no '' to select"),
        ("move 9999", "2", "there is no '9999' to move"),
        ("move ann", "2", "there is no 'ann' to move"),
        ("place nowhere", "2", "there is no 'nowhere' to place"),
        ("mode slow", "2", "there is no 'slow' to mode"),
        ("done now", "2", "'now' is not among the choices"),
        ("retreat 0101", "2", "'retreat' is not open now"),
        ("gibberish {x}", "2", "'gibberish' is not open now"),
    ],
)
def test_a_refusal_names_its_rule(action: str, rule: str, words: str) -> None:
    """What is not offered, of the wrong kind or nonsense is refused with rule and reason."""
    pos = picking(picked=("ann",))
    refusal = pos.why_not(action)
    assert refusal is not None
    assert (refusal.rule, refusal.text) == (rule, words)
    assert str(refusal) == f"{rule}: {words}"
    with pytest.raises(IllegalAction) as caught:
        pos.apply(action)
    assert caught.value.refusal == refusal


def test_a_guard_accepts_what_the_net_has_missed() -> None:
    """Hex or box: an argument that the guard allows is legal though it is no candidate."""
    assert picking().why_not("place 0303") is None
    assert picking().why_not("place tray") is None


def test_the_other_side_is_refused() -> None:
    """An action sent by the side that is not asked is refused, whatever it is."""
    refusal = picking().why_not("done", side=BLUE)
    assert refusal is not None
    assert (refusal.rule, refusal.text) == ("2", "red decides now")
    assert picking().why_not("done", side=RED) is None


def test_an_illegal_action_changes_nothing() -> None:
    """After a refusal the position is what it was."""
    pos = picking()
    text = pos.to_json()
    with pytest.raises(IllegalAction, match=r"select bob: 2\.1: bob is not yours"):
        pos.apply("select bob")
    assert pos.to_json() == text


def test_an_action_needs_a_verb() -> None:
    """Nothing at all is no action."""
    with pytest.raises(ValueError, match="an action is a verb"):
        picking().apply("  ")


# --- forced choices ----------------------------------------------------------------------


def test_one_answer_is_given_by_the_engine() -> None:
    """A choice with one answer is played at once, and the next question comes."""
    pos = begin(Question(side=RED, names=("yes", "no")), Question(side=BLUE, names=("only",)))
    assert pos.side == RED


def test_a_question_that_must_not_pass_is_asked() -> None:
    """Without `auto` even a single answer is asked for: silence would tell something."""
    pos = begin(Question(side=BLUE, names=("only",), auto=False))
    assert texts(pos) == ["choose only"]


def test_two_answers_are_asked_for() -> None:
    """The engine chooses nothing where there is a choice."""
    assert texts(begin(Question(side=BLUE))) == ["choose yes", "choose no"]


# --- standing offers ---------------------------------------------------------------------


def may_wave(pos: AnyPos, step: Any, arg: str) -> Refusal | None:
    return None if pos.owner(arg) == pos.side else deny("5", "only your own wave")


class Waving(Toy):
    """Whoever decides calmly may wave with a unit."""

    def standing(self, pos: AnyPos, side: str) -> tuple[Offer, ...]:
        return (Offer("release", ("ann", "abe", "bob"), may_wave),)

    def take_standing(self, hand: AnyHand, action: Action) -> None:
        hand.change(points=hand.now.state.points + 1)
        hand.tell("waved", "{unit} waves.", unit=action.arg)


def test_standing_offers_come_with_calm_questions() -> None:
    """A calm decision has the game's standing offers for the side asked; others have not."""
    calm = begin(Question(side=RED, calm=True), kind=Waving)
    assert texts(calm) == ["choose yes", "choose no", "release ann", "release abe"]
    assert texts(begin(Question(side=RED), kind=Waving)) == ["choose yes", "choose no"]


def test_a_standing_offer_leaves_the_question_open() -> None:
    """The game carries it out, and the same question is asked again."""
    pos = begin(Question(side=RED, calm=True), kind=Waving)
    after = pos.apply("release ann")
    assert after.state.points == 1
    assert [str(event) for event in after.events] == ["Ann waves."]
    assert after.top == pos.top


def test_a_standing_offer_taken_by_its_number_goes_to_the_game() -> None:
    """What is picked by its number among answers and standing offers is still told apart."""
    pos = begin(Question(side=RED, calm=True), kind=Waving)
    after = pos.apply(pos.nth(2))
    assert (after.state.points, after.top) == (1, pos.top)


def test_a_standing_offer_is_refused_by_its_own_rule() -> None:
    """The guard of a standing offer answers like any other."""
    pos = begin(Question(side=RED, calm=True), kind=Waving)
    assert str(pos.why_not("release bob")) == "5: only your own wave"


class Empty(Phase, tag="empty"):
    """Nothing to release of its own; the standing offers use the same verb."""

    def ask(self, pos: AnyPos) -> Decision:
        return Decision(self.side, "Well?", "1", (Offer("release", ()),), calm=True)


class OneWave(Waving):
    def standing(self, pos: AnyPos, side: str) -> tuple[Offer, ...]:
        return (Offer("release", ("bob",), may_wave),)


def test_a_standing_offer_is_never_the_forced_answer() -> None:
    """Where only a standing offer is left, it is not played by itself."""
    pos = begin(Empty(side=BLUE), kind=OneWave)
    assert texts(pos) == ["release bob"]
    assert pos.state.points == 0


# --- resigning and the end ---------------------------------------------------------------


@pytest.mark.parametrize(("side", "winner"), [(RED, BLUE), (BLUE, RED)])
def test_either_side_may_resign_at_any_question(side: str, winner: str) -> None:
    """Resigning is legal for the side that waits too, and is not in the list."""
    pos = picking()
    assert f"resign {side}" not in texts(pos)
    outcome = pos.apply(f"resign {side}", side=side).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (winner, "resignation")


def test_nobody_resigns_for_another() -> None:
    """A resignation names a side, and that side sends it."""
    pos = picking()
    assert pos.why_not("resign", side=RED) == deny(
        "resign", "a side resigns: {sides}", sides="red or blue"
    )
    assert pos.why_not("resign red", side=BLUE) is not None


def test_after_the_end_nothing_is_legal() -> None:
    """When the game is over everything is refused by the rule that ended it."""
    over = picking().apply("resign red")
    assert over.decision is None
    assert over.actions() == []
    assert str(over.why_not("done")) == "resign: the game is over"
    assert over.why_not("resign blue") is not None


# --- what is kept ------------------------------------------------------------------------


def test_a_question_to_a_position_is_worked_out_once() -> None:
    """`keep` asks once for each position, and anew for the next."""
    asked = []

    def count(pos: AnyPos) -> int:
        asked.append(pos)
        return len(asked)

    pos = picking()
    assert (pos.keep(count), pos.keep(count)) == (1, 1)
    assert pos.apply("select ann").keep(count) == 2


def test_the_panel_is_made_when_looked_at() -> None:
    """A panel belongs to the question, and is made once."""
    pos = picking(picked=("ann",))
    assert pos.panel == Panel("Picked", (Row("Number", "1"),))
    assert pos.panel is pos.panel
    assert begin().panel is None


def test_a_position_says_what_is_going_on() -> None:
    """The repr names game, turn and prompt, or how it ended."""
    assert repr(picking()) == "<toy turn 1: Pick.>"
    assert repr(picking().apply("resign red")) == "<toy turn 1: Red resigned>"


def test_a_position_in_which_no_step_is_open_asks_nobody() -> None:
    """Sketches begin with one: it can be looked at like any other."""
    pos = picking()
    blank = pos.game.position(replace(pos.state, agenda=()))
    assert repr(blank) == "<toy turn 1: nobody is asked>"
    assert (blank.decision, blank.side, blank.actions(), blank.offers()) == (None, "", [], ())
