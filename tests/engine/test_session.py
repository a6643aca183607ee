"""Session: the record of a game, its log, undo and its fences."""

from __future__ import annotations

import pytest
from tests.engine.toy import BLUE, RED, AnyHand, AnyPos, Question, begin
from tests.fixture.ford import load

from grognard.decisions import Action, Decision, IllegalAction, Offer
from grognard.engine import Hand, Phase
from grognard.session import Session, UndoError


class Desk(Phase, tag="desk"):
    """Each choice shows another reason for a fence, or none."""

    def ask(self, pos: AnyPos) -> Decision:
        names = ("note", "throw", "look", "peek for blue", "hand over", "win")
        return Decision(self.side, "Well?", "1", (Offer("choose", names),), auto=False)

    def take(self, hand: AnyHand, action: Action) -> None:
        hand.tell("did", "{what} done.", what=action.arg)
        match action.arg:
            case "note":
                hand.change(points=hand.now.state.points + 1)
            case "throw":
                hand.roll("die")
            case "look":
                hand.reveal(("bob",), to=RED)
            case "peek for blue":
                hand.reveal(("ann",), to=BLUE)
            case "hand over":
                hand.become(self.but(side=BLUE))
            case "win":
                hand.win(RED, "total", "it wanted to", "1")


def desk() -> Session:
    return Session(begin(Desk(side=RED)))


def test_undo_goes_back_one_action_and_redo_forth() -> None:
    """What only the own side did can be taken back, action by action, and done again."""
    session = desk()
    for _ in range(2):
        session.do("choose note")
    session.undo()
    assert (session.pos.state.points, session.revision) == (1, 1)
    session.undo()
    assert (session.pos.state.points, session.revision) == (0, 0)
    session.redo()
    session.redo()
    assert session.pos.state.points == 2


@pytest.mark.parametrize(
    ("action", "fence"),
    [
        ("choose note", False),
        ("choose throw", True),
        ("choose look", True),
        ("choose peek for blue", False),
        ("choose hand over", True),
        ("choose win", True),
    ],
)
def test_fences_stand_by_themselves(action: str, fence: bool) -> None:
    """There is a fence where a die was drawn, where the side that acted learnt something,
    where the decision passed on and where the game ended; what the enemy learnt is none.
    """
    session = desk()
    session.do(action)
    assert (session.why_no_undo() is not None) is fence
    if fence:
        with pytest.raises(UndoError, match="undo: dice, news of the enemy"):
            session.undo()
        assert session.revision == 1


def test_what_comes_into_sight_is_a_fence() -> None:
    """Nobody sets up anew after having seen the enemy's counters, though no sighting says so
    and the decision stays with the same side.
    """
    session = Session(load().start(seed=1))
    for action in ("choose ready placement", "done", "choose ready placement"):
        session.do(action)
    assert session.pos.side == "north"
    assert session.why_no_undo() is None
    session.do("done")
    assert session.pos.side == "north"
    assert session.why_no_undo() is not None


def test_a_secret_opened_is_a_fence() -> None:
    """Nobody chooses again after having seen what the enemy chose in secret."""

    class Opener(Question, tag="opener"):
        def take(self, hand: AnyHand, action: Action) -> None:
            hand.open(BLUE if action.arg == "yes" else RED, "plan")
            hand.become(self)

    start = begin(Opener(side=RED))
    hand = Hand(start)
    for side in (RED, BLUE):
        hand.hide(side, "plan", "left")
    own, enemys = Session(hand.now), Session(hand.now)
    own.do("choose no")
    assert own.why_no_undo() is None
    enemys.do("choose yes")
    assert enemys.why_no_undo() is not None


def test_there_must_be_something_to_undo() -> None:
    """Before the first action nothing can be undone, and nothing done again."""
    session = desk()
    with pytest.raises(UndoError, match="nothing has been done yet"):
        session.undo()
    with pytest.raises(UndoError, match="nothing has been undone"):
        session.redo()


def test_nobody_takes_back_the_others_action() -> None:
    """A side undoes and redoes its own actions only."""
    session = desk()
    session.do("choose note")
    with pytest.raises(UndoError, match="the last action was the other side's"):
        session.undo(BLUE)
    session.undo(RED)
    with pytest.raises(UndoError, match="it was the other side that took it back"):
        session.redo(BLUE)
    session.redo(RED)


def test_a_new_action_ends_what_could_be_redone() -> None:
    """After another action the undone one is gone."""
    session = desk()
    session.do("choose note")
    session.undo()
    session.do("choose note")
    with pytest.raises(UndoError, match="nothing has been undone"):
        session.redo()


def test_an_illegal_action_is_not_recorded() -> None:
    """A refused action leaves position and record as they were."""
    session = desk()
    with pytest.raises(IllegalAction):
        session.do("choose flight")
    with pytest.raises(IllegalAction, match="red decides now"):
        session.do("choose note", side=BLUE)
    assert (session.revision, session.pos.state) == (0, session.start)


def test_forced_dice_reach_the_position() -> None:
    """A session can force dice as a position can."""
    session = desk()
    session.do("choose throw", dice=(4,))
    assert session.pos.state.drawn == 1


def test_the_log_counts_actions_and_turns() -> None:
    """Each line of the log has the number of its action; a part can be asked for."""
    session = desk()
    session.do("choose note")
    session.do("choose look")
    lines = session.log(RED)
    assert [(line.number, line.turn, str(line)) for line in lines] == [
        (1, 1, "Note done."),
        (2, 1, "Look done."),
    ]
    assert [str(line) for line in session.log(RED, since=1)] == ["Look done."]


def test_any_earlier_position_can_be_seen() -> None:
    """The position after any number of actions is there; others are refused."""
    session = desk()
    session.do("choose note")
    session.do("choose throw")
    assert [session.at(n).state.points for n in range(3)] == [0, 1, 1]
    with pytest.raises(ValueError, match="there is no revision 3; the last is 2"):
        session.at(3)


def test_a_resignation_is_recorded_for_the_side_that_resigns() -> None:
    """Whoever is asked, the record names the side that gave up."""
    session = desk()
    session.do("resign blue", side=BLUE)
    assert session.entries[-1].side == BLUE
    assert str(session.log(None)[-1]) == "Blue resigns."


def test_the_opening_is_part_of_the_log() -> None:
    """What happens before the first question is told under number 0."""

    class Greeting(Phase, tag="greeting"):
        def act(self, hand: AnyHand) -> None:
            hand.tell("hello", "Hello.")
            hand.become(Question(side=self.side))

    session = Session(begin(Greeting(side=RED)))
    assert [(line.number, str(line)) for line in session.log(RED)] == [(0, "Hello.")]
