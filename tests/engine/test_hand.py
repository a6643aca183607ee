"""Hand: the only way to change anything, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.toy import BLUE, RED, AnyHand, AnyPos, Question, Toy, begin, make

from grognard.decisions import Action
from grognard.engine import EngineError, Hand, Phase
from grognard.pieces import UnitId
from grognard.state import Secret, Sighting


class Busy(Phase, tag="busy"):
    """Does with the hand whatever a test wants, then asks again."""

    seen: frozenset[str] = frozenset()
    path: tuple[str, ...] = ()
    spent: int = 0
    mode: str = ""
    bound: bool = False


def hand_of(pos: AnyPos | None = None) -> AnyHand:
    return Hand(pos or make(Toy, Busy(side=RED), Question(side=RED)).start(seed=1))


# --- units ------------------------------------------------------------------------------


def test_the_old_position_stays_as_it_was() -> None:
    """A hand copies what it changes: unit, place, control and agenda of the old position stay."""
    old = begin()
    text = old.to_json()
    hand = Hand(old)
    hand.enter("ann", "0202", by="move")
    hand.set("ann", hurt=1)
    hand.control("0202", RED)
    hand.push(Question(side=BLUE))
    assert hand.now.unit("ann").at == "0202"
    assert old.to_json() == text
    assert old.at("0202") == ()
    assert "ann" in old.at("out")


def test_a_hand_knows_places_and_control_as_they_are_now() -> None:
    """Who is where, and who holds a hex, can be asked in the middle of an action."""
    hand = hand_of()
    hand.put("ann", "0101")
    hand.control("0101", BLUE)
    assert (hand.at("0101"), hand.at("0202")) == (("ann",), ())
    assert (hand.holder("0101"), hand.holder("0202")) == (BLUE, "")
    hand.put("ann", "0202")
    assert (hand.at("0101"), hand.at("0202")) == ((), ("ann",))


def test_what_was_read_meanwhile_stays_as_it_was() -> None:
    """Positions taken out of a hand in mid-action do not change with its further deeds."""
    hand = hand_of()
    hand.put("ann", "0101")
    first = hand.now
    hand.put("ann", "0202")
    hand.put("bob", "0101")
    assert first.unit("ann").at == "0101"
    assert first.at("0101") == ("ann",)
    assert hand.now.at("0101") == ("bob",)


def test_the_rest_of_the_state_is_known_without_a_position() -> None:
    """Fields that were changed are seen at once in `rest`, and units that were in `units`."""
    hand = hand_of()
    hand.change(points=3)
    hand.put("ann", "0101")
    assert hand.rest.points == 3
    assert [unit.at for unit in hand.units if unit.id == "ann"] == ["0101"]
    hand.change(points=4)
    assert (hand.rest.points, hand.now.state.points) == (4, 4)
    assert hand.now.state.units == tuple(hand.units)


def test_units_lie_in_the_order_of_the_pieces_whoever_came_first() -> None:
    """The order of a stack follows from the state alone, not from the order of arrival."""
    hand = hand_of()
    for unit in ("bob", "abe", "ann"):
        hand.put(unit, "0101")
    assert hand.now.at("0101") == ("ann", "abe", "bob")


def test_an_order_given_to_a_stack_is_part_of_the_state() -> None:
    """A stack put into an order keeps it through JSON; newcomers come on top."""
    hand = hand_of()
    for unit in ("ann", "abe"):
        hand.put(unit, "0101")
    hand.order("0101", ("abe", "ann"))
    hand.put("bob", "0101")
    pos = hand.now
    assert pos.at("0101") == ("abe", "ann", "bob")
    assert pos.game.from_json(pos.to_json()).at("0101") == ("abe", "ann", "bob")


def test_an_order_ends_with_its_stack() -> None:
    """When only one unit of an ordered stack is left, nothing of the order is kept."""
    hand = hand_of()
    for unit in ("ann", "abe"):
        hand.put(unit, "0101")
    hand.order("0101", ("abe", "ann"))
    hand.put("abe", "0303")
    assert hand.now.state.stacks == {}
    hand.put("abe", "0101")
    assert hand.now.at("0101") == ("ann", "abe")


def test_an_order_names_exactly_the_units_of_a_stack() -> None:
    """An order that leaves out or adds a unit is a mistake of the rules."""
    hand = hand_of()
    hand.put("ann", "0101")
    with pytest.raises(EngineError, match="0101 does not hold exactly ann, abe"):
        hand.order("0101", ("ann", "abe"))


@given(st.lists(st.tuples(st.sampled_from(["ann", "abe", "bob"]),
                          st.sampled_from(["0101", "0202", "out", "tray"]))))  # fmt: skip
def test_stacks_are_always_those_worked_out_anew(moves: list[tuple[UnitId, str]]) -> None:
    """Wherever units are put, every stack is what the state alone says it is."""
    hand = hand_of()
    for unit, spot in moves:
        hand.put(unit, spot)
    pos = hand.now
    assert dict(pos.where) == dict(pos.game.position(pos.state).where)


class Effects(Toy):
    """Entering has effects; one of them ends the game."""

    def entered(self, hand: Hand[Any, Any, Any], unit: UnitId, hex_: str, by: str) -> None:
        hand.tell("entered", "{unit} is in {hex}.", unit=unit, hex=hex_)
        if by == "storm":
            hand.win(self.pieces[self.index[unit]].side, "total", "it stormed", "9")
        hand.change(points=hand.now.state.points + 1)


def test_entering_has_effects_and_putting_has_none() -> None:
    """The game's effects of entering run on `enter` and only there."""
    hand = Hand(begin(kind=Effects))
    hand.put("ann", "0101")
    assert hand.now.state.points == 0
    hand.enter("ann", "0202", by="move")
    assert hand.now.state.points == 1


class Walker(Question, tag="walker"):
    """Goes three hexes one after the other."""

    def take(self, hand: AnyHand, action: Action) -> None:
        for hex_ in ("0101", "0102", "0103"):
            hand.enter("ann", hex_, by="storm" if hex_ == "0102" else "move")
        hand.pop()


def test_a_win_stops_the_action_there() -> None:
    """What follows a win is not carried out: the walker stays where it won, the step is open."""
    after = begin(Walker(side=RED), kind=Effects).apply("choose yes")
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.rule) == (RED, "9")
    assert after.unit("ann").at == "0102"
    assert [str(event) for event in after.events] == ["Ann is in 0101.", "Ann is in 0102."]
    assert after.actions() == []


# --- memory -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "notes", "expected"),
    [
        ("seen", ["a", ("b", "c"), frozenset({"a"})], frozenset({"a", "b", "c"})),
        ("path", ["a", ("b", "c")], ("a", "b", "c")),
        ("spent", [2, 3], 5),
        ("mode", ["rail", "road"], "road"),
        ("bound", [True, True], True),
    ],
)
def test_notes_add_to_memory(field: str, notes: list[Any], expected: object) -> None:
    """Sets and tuples grow, numbers add up, everything else is replaced."""
    hand = hand_of()
    for note in notes:
        hand.note(Busy, **{field: note})
    assert getattr(hand.now.within(Busy), field) == expected


def test_a_note_goes_to_the_innermost_step_of_its_kind() -> None:
    """Of two open steps of a kind the inner one is noted in."""
    hand = hand_of()
    hand.push(Busy(side=BLUE))
    hand.note(Busy, spent=1)
    inner, outer = hand.top, hand.now.state.agenda[0]
    assert (inner, outer) == (Busy(side=BLUE, spent=1), Busy(side=RED))


def test_a_note_needs_its_step() -> None:
    """A note for a step that is not open is a mistake of the rules."""
    with pytest.raises(EngineError, match="no Walker is open to take a note"):
        hand_of().note(Walker, side=RED)


# --- the rest of the state ---------------------------------------------------------------


def test_control_is_one_letter_a_hex() -> None:
    """Control of a hex is its side's letter, and `holder` reads it back."""
    hand = hand_of()
    hand.control("0102", RED)
    hand.control("0303", BLUE)
    hand.control("0303", "")
    pos = hand.now
    assert pos.state.control.count("r") == 1
    assert (pos.holder("0102"), pos.holder("0303"), pos.holder("0101")) == (RED, "", "")


def test_a_secret_is_kept_and_taken_out() -> None:
    """The last answer of a name counts, and opening it removes it."""
    hand = hand_of()
    hand.hide(RED, "plan", "left")
    hand.hide(BLUE, "plan", "centre")
    hand.hide(RED, "plan", "right")
    assert hand.open(RED, "plan") == "right"
    assert hand.open(RED, "plan") is None
    assert hand.now.state.secrets == (Secret(BLUE, "plan", "centre"),)


def test_a_reveal_is_remembered_with_turn_and_place() -> None:
    """A sighting says what was seen where and when; a newer one replaces the older."""
    hand = hand_of()
    hand.put("bob", "0101")
    hand.reveal(("bob",), to=RED)
    hand.put("bob", "0202")
    hand.change(turn=3)
    hand.reveal(("bob",), to=RED)
    assert hand.now.state.sightings == (Sighting(RED, "bob", 3, "0202"),)


def test_an_action_without_effect_leaves_the_old_events_alone() -> None:
    """Even if nothing changes, the new position is another one than the old."""

    class Echo(Question, tag="echo"):
        def take(self, hand: AnyHand, action: Action) -> None:
            hand.tell("echo", "{word}!", word=action.arg)

    old = begin(Echo(side=RED, auto=False))
    after = old.apply("choose yes")
    assert [str(event) for event in after.events] == ["Yes!"]
    assert old.events == ()


def test_an_event_names_its_side() -> None:
    """The sentence of an event may use its side as well as its facts."""
    hand = hand_of()
    hand.tell("fled", "{side} flees from {hex}.", side=RED, hex="0101", rule="7", units=("ann",))
    (event,) = hand.close().events
    assert str(event) == "Red flees from 0101."
    assert (event.rule, event.units) == ("7", ("ann",))


def test_a_field_of_the_state_is_known_as_it_is_now() -> None:
    """Changed or not, without making a position of what has been done so far."""
    hand = hand_of()
    assert hand.field("turn") == 1
    hand.change(turn=4)
    assert hand.field("turn") == hand.now.turn == 4
