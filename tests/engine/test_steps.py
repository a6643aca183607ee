"""Steps: what the engine asks of them, in which order, and what it does not forgive."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.toy import BLUE, RED, AnyHand, AnyPos, Question, Toy, begin, make

from grognard.decisions import Action, Decision, Offer
from grognard.engine import EngineError, Phase, Sequence, Step, tag_of


class Told(Step, tag="told"):
    """Pushes a question and tells what it heard."""

    heard: str = ""

    def ask(self, pos: AnyPos) -> Decision | None:
        return Decision(RED, "Go on?", "1", (Offer("done"),), auto=False) if self.heard else None

    def act(self, hand: AnyHand) -> None:
        hand.push(Question(side=BLUE))

    def hear(self, hand: AnyHand, value: Any) -> None:
        hand.become(self.but(heard=value))


def test_a_step_without_a_question_acts_and_hears_its_child() -> None:
    """A step that asks nothing acts; when its child has popped it hears the child's value."""
    pos = begin(Told())
    assert pos.side == BLUE
    after = pos.apply("choose no")
    assert after.top == Told(heard="no")
    assert after.side == RED


def test_steps_are_frozen_values() -> None:
    """A step never changes: `but` makes another one."""
    step = Told()
    with pytest.raises(AttributeError):
        step.heard = "x"  # type: ignore[misc]
    assert step.but(heard="x") == Told(heard="x")
    assert step == Told()


class Idle(Step, tag="idle"):
    def act(self, hand: AnyHand) -> None:
        hand.change(points=1)


class Dumb(Step, tag="dumb"):
    pass


class Deaf(Step, tag="deaf"):
    def ask(self, pos: AnyPos) -> Decision:
        return Decision(RED, "Well?", "1", (Offer("done"),), auto=False)


class Circle(Step, tag="circle"):
    def act(self, hand: AnyHand) -> None:
        hand.become(Circle())


class Last(Step, tag="last"):
    def act(self, hand: AnyHand) -> None:
        hand.pop()


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        (Idle(), "'idle' acted without effect"),
        (Dumb(), "'dumb' neither asks nor acts"),
        (Circle(), "no question after 20000 steps; open: circle"),
        (Last(), "the agenda is empty and nobody has won"),
    ],
)
def test_a_step_that_breaks_the_contract_fails_loudly(step: Step, complaint: str) -> None:
    """A step must push, become or pop, come to a question, and leave somebody in charge."""
    with pytest.raises(EngineError, match=complaint):
        begin(step)


def test_an_offer_that_is_not_taken_fails_loudly() -> None:
    """A step takes whatever it offers."""
    with pytest.raises(EngineError, match="'deaf' offered done and does not take it"):
        begin(Deaf()).apply("done")


# --- sequences --------------------------------------------------------------------------


class Morning(Question, tag="morning"):
    pass


class Evening(Question, tag="evening"):
    pass


class Never(Question, tag="never"):
    @classmethod
    def opened(cls, parent: Step, pos: AnyPos) -> Step | None:
        return None


def twice(day: Day, hand: AnyHand) -> None:
    if day.asked < 2:
        hand.become(day.but(asked=day.asked + 1))
        hand.push(Question(side=BLUE))


def quiet(day: Day, hand: AnyHand) -> None:
    hand.change(points=hand.now.state.points + 10)


class Day(Sequence, tag="day"):
    stages = (Morning, Never, twice, quiet, Evening)
    asked: int = 0
    heard: tuple[str, ...] = ()

    def hear_morning(self, hand: AnyHand, value: str) -> None:
        hand.become(self.but(heard=(*self.heard, f"morning {value}")))

    def hear_twice(self, hand: AnyHand, value: str) -> None:
        hand.become(self.but(heard=(*self.heard, f"twice {value}")))

    def finish(self, hand: AnyHand) -> None:
        hand.change(turn=hand.now.turn + 1)
        hand.become(Day(side=self.side, heard=self.heard))


def day() -> AnyPos:
    return begin(Day(side=RED), steps=(Morning, Never, Evening))


def test_stages_come_in_order_each_under_its_name() -> None:
    """A sequence names its stage: classes are pushed once, functions until they push nothing."""
    pos, names = day(), []
    for answer in ("yes", "no", "yes", "no"):
        names.append(pos.within(Day).stage)
        pos = pos.apply(f"choose {answer}")
    assert names == ["morning", "twice", "twice", "evening"]
    assert pos.turn == 2
    assert pos.within(Day).stage == "morning"


def test_a_stage_of_a_phase_belongs_to_the_side_of_its_sequence() -> None:
    """A phase that a sequence opens is for the sequence's side; its function may say another."""
    pos = day()
    assert pos.side == RED
    assert pos.apply("choose yes").side == BLUE


def test_a_stage_hears_only_its_own_child() -> None:
    """What a child reports goes to `hear_` and the name of the stage that pushed it."""
    pos = day().apply("choose yes").apply("choose no")
    assert pos.within(Day).heard == ("morning yes", "twice no")


def test_a_stage_that_pushes_nothing_still_acts() -> None:
    """A function that pushes nothing is called once, and the next stage follows."""
    pos = day()
    for _ in range(3):
        pos = pos.apply("choose yes")
    assert pos.within(Day).stage == "evening"
    assert pos.state.points == 10


def leave(step: Phase, hand: AnyHand) -> None:
    hand.become(Question(side=RED))


class Leaver(Sequence, tag="leaver"):
    stages = (leave,)


def test_a_stage_may_not_replace_its_sequence() -> None:
    """A stage that becomes something else has lost its sequence: that fails loudly."""
    with pytest.raises(EngineError, match="stage 'leave' of 'leaver' left its sequence"):
        begin(Leaver())


def give_up(step: Phase, hand: AnyHand) -> None:
    hand.pop("given up")


class Short(Sequence, tag="short"):
    stages = (give_up, Morning)


def test_a_stage_may_end_its_sequence() -> None:
    """A stage that pops ends the sequence there: the stages behind it are left out."""
    pos = begin(Asker(), steps=(Short, Morning))
    assert pos.within(Asker).heard == "given up"


class Asker(Told, tag="asker"):
    def act(self, hand: AnyHand) -> None:
        hand.push(Short(side=RED))


# --- names ------------------------------------------------------------------------------


class Twin(Question, tag="question"):
    pass


class Doubled(Sequence, tag="doubled"):
    stages = (Morning, Evening, Morning)


class Stray(Sequence, tag="stray"):
    stages = (Morning,)


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ((Twin,), "two kinds of steps have the tag 'question'"),
        ((Doubled, Morning, Evening), "two stages of 'doubled' are called 'morning'"),
        ((Stray,), "stage 'morning' is not among the steps"),
    ],
)
def test_names_of_steps_and_stages_are_checked(
    steps: tuple[type[Step], ...], complaint: str
) -> None:
    """Saves name steps by tag and stages by name, so a game with ambiguous ones is refused."""
    with pytest.raises(EngineError, match=complaint):
        make(Toy, steps=steps)


def test_a_tag_is_the_name_of_a_kind() -> None:
    """The tag that a class is given is its name in saves."""
    assert tag_of(Day) == Day().tag == "day"


def test_memory_goes_with_its_step() -> None:
    """What a step remembers is forgotten when it pops: nobody clears it."""

    class Remembering(Question, tag="remembering"):
        seen: tuple[str, ...] = ()

    pos = begin(Told(), Remembering(side=RED, seen=("a",)))
    assert pos.within(Remembering).seen == ("a",)
    assert pos.apply("choose yes").find(Remembering) is None


def test_taking_part_in_nothing_is_an_error() -> None:
    """Asking for the memory of a step that is not open is a mistake of the rules."""
    with pytest.raises(LookupError, match="no Day is open"):
        begin().within(Day)


def test_an_action_taken_is_the_one_offered() -> None:
    """`take` gets the action itself, verb and argument."""
    taken = []

    class Recorder(Question, tag="recorder"):
        def take(self, hand: AnyHand, action: Action) -> None:
            taken.append(action)
            hand.become(self)

    begin(Recorder(side=RED)).apply("choose no")
    assert taken == [Action("choose", "no")]
