"""Dice: checkable, forced, halted before, and shared by paired games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.engine.toy import RED, AnyHand, AnyPos, Question, Toy, make

from grognard.decisions import Action
from grognard.dice import face
from grognard.engine import Roll


class Thrower(Question, tag="thrower"):
    """Throws two dice when answered, keeps the faces, and asks again."""

    dice: int = 2
    faces: int = 6
    place: str = "0101"
    shown: tuple[int, ...] = ()

    def take(self, hand: AnyHand, action: Action) -> None:
        hand.roll("fight", self.dice, faces=self.faces, place=self.place)

    def hear(self, hand: AnyHand, value: tuple[int, ...]) -> None:
        hand.become(self.but(shown=value))


def thrower(seed: Any = 1, paired: bool = False, **fields: Any) -> AnyPos:
    game = make(Toy, Thrower(side=RED, **fields))
    return game.start(seed=seed, paired=paired)


def shown(pos: AnyPos) -> tuple[int, ...]:
    return pos.within(Thrower).shown


@given(st.text(), st.text(), st.integers(1, 100))
def test_a_die_shows_one_of_its_faces(seed: str, key: str, faces: int) -> None:
    """Whatever seed and key are, a face between 1 and the number of faces comes up."""
    assert 1 <= face(seed, key, faces) <= faces


def test_all_faces_come_up_about_equally() -> None:
    """Of 6,000 dice each face has its 1,000, give or take five standard deviations."""
    counts = Counter(face("fair", str(n)) for n in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


def test_same_seed_and_actions_same_dice() -> None:
    """A game is replayed from seed and actions alone; another seed has other luck."""
    first, again, other = (thrower(seed) for seed in (7, 7, 8))
    rolls = []
    for pos in (first, again, other):
        for _ in range(6):
            pos = pos.apply("choose yes")
        rolls.append([pos.state.drawn, shown(pos)])
    assert rolls[0] == rolls[1]
    assert rolls[0] != rolls[2]
    assert rolls[0][0] == 12


def test_each_die_is_another() -> None:
    """Throwing again does not show the same faces for ever."""
    pos, seen = thrower(), set()
    for _ in range(10):
        pos = pos.apply("choose yes")
        seen.add(shown(pos))
    assert len(seen) > 3


def test_dice_can_be_forced() -> None:
    """Forced dice show what was asked for and count as drawn."""
    after = thrower().apply("choose yes", dice=[6, 1])
    assert shown(after) == (6, 1)
    assert after.state.drawn == 2


def test_the_first_dice_can_be_forced_alone() -> None:
    """Dice beyond those forced are drawn as ever."""
    free, forced = thrower().apply("choose yes"), thrower().apply("choose yes", dice=[3])
    assert shown(forced) == (3, shown(free)[1])


@pytest.mark.parametrize(
    ("dice", "complaint"),
    [([7, 1], "a die of 6 faces cannot show 7"), ([1, 2, 3], "dice not used")],
)
def test_impossible_dice_are_refused(dice: list[int], complaint: str) -> None:
    """A face that the die has not, or a die that nobody throws, is a mistake of the caller."""
    with pytest.raises(ValueError, match=complaint):
        thrower().apply("choose yes", dice=dice)


# --- chances ----------------------------------------------------------------------------


def test_play_can_halt_before_the_dice() -> None:
    """With `chance="stop"` nothing is drawn: the dice are due and nobody decides."""
    halted = thrower().apply("choose yes", chance="stop")
    assert isinstance(halted.top, Roll)
    assert halted.state.drawn == 0
    assert halted.decision is None
    assert str(halted.why_not("choose yes")) == "dice: dice are due before anything else"


def test_chances_are_exact_and_die_by_die() -> None:
    """Each die that is due has its faces with their weights; afterwards there are none."""
    pos = thrower(faces=4).apply("choose yes", chance="stop")
    assert pos.chances() == ((1, 1), (2, 1), (3, 1), (4, 1))
    one = pos.roll(2)
    assert one.chances() == ((1, 1), (2, 1), (3, 1), (4, 1))
    both = one.roll(4)
    assert both.chances() == ()
    assert shown(both) == (2, 4)


def test_all_ways_of_the_dice_add_up() -> None:
    """Walking through all faces of two dice gives each sum its exact weight."""
    sums: Counter[int] = Counter()
    start = thrower().apply("choose yes", chance="stop")
    for first, weight in start.chances():
        middle = start.roll(first)
        for second, other in middle.chances():
            sums[sum(shown(middle.roll(second)))] += weight * other
    assert [sums[n] for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_a_halted_die_can_be_drawn() -> None:
    """After a halt the rest may be left to the dice."""
    halted = thrower().apply("choose yes", chance="stop").roll(5, chance="draw")
    assert shown(halted)[0] == 5
    assert halted.state.drawn == 2


def test_no_die_is_thrown_that_is_not_due() -> None:
    """A face can be given only where a die is due that has it."""
    with pytest.raises(ValueError, match="no die is due that could show 1"):
        thrower().roll(1)
    with pytest.raises(ValueError, match="no die is due that could show 9"):
        thrower().apply("choose yes", chance="stop").roll(9)


# --- paired luck ------------------------------------------------------------------------


def test_paired_games_share_the_luck_of_a_fight() -> None:
    """In paired games a die is named by what it decides: other fights before do not matter."""
    here = thrower(paired=True, place="0101").apply("choose yes")
    elsewhere = thrower(paired=True, place="0303").apply("choose yes")
    then_here = changed(elsewhere, agenda=(Thrower(side=RED, place="0101"),))
    assert shown(then_here.apply("choose yes")) == shown(here)


def test_the_second_fight_of_a_hex_has_other_luck() -> None:
    """The same name at the same place is counted: the next die is another one."""
    pos, seen = thrower(paired=True), []
    for _ in range(5):
        pos = pos.apply("choose yes")
        seen.append(shown(pos))
    assert len(set(seen)) > 1
    assert pos.state.luck == (("1:0101:fight", 10),)


def test_luck_of_earlier_turns_is_forgotten() -> None:
    """Counts are kept for the present turn only: the state does not grow."""
    pos = thrower(paired=True).apply("choose yes")
    later = changed(pos, turn=2).apply("choose yes")
    assert [key for key, _ in later.state.luck] == ["2:0101:fight"]


def changed(pos: AnyPos, **fields: Any) -> AnyPos:
    """A position with other fields in its state."""
    other: AnyPos = pos.game.position(replace(pos.state, **fields))
    return other
