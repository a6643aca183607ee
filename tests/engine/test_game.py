"""Game: starting, options, states from text, variants; the registry and the verbs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.toy import BLUE, PIECES, RED, Question, Toy, make
from tests.fixture.ford import load as load_ford
from tests.fixture.ford.movement import Movement, Reaction
from tests.fixture.ford.turn import GameTurn, SouthTurn

import grognard
from grognard import registry
from grognard.board import Board
from grognard.decisions import Action, Event, Offer, Part, action, deny, rule, total
from grognard.hand import Hand
from grognard.state import digest
from grognard.verbs import VERBS, kind_of

FORD = load_ford()


# --- starting ---------------------------------------------------------------------------


def test_a_game_starts_with_its_first_scenario() -> None:
    """Without a name the first scenario is played, with the default options."""
    pos = FORD.start(seed=1)
    assert (pos.state.scenario, pos.state.options.fog, pos.state.seed) == ("crossing", True, "1")


def test_options_are_given_by_name() -> None:
    """A switch is turned by its name."""
    assert FORD.start("skirmish", seed=1, fog=False).state.options.fog is False


@pytest.mark.parametrize(
    ("scenario", "options", "complaint"),
    [
        ("siege", {}, "ford has no scenario 'siege'; it has crossing, skirmish"),
        ("", {"mud": True}, "ford has no option mud; it has fog"),
        ("", {"fog": 3}, "ford options: Expected `bool`, got `int`"),
    ],
)
def test_a_wrong_start_is_refused(scenario: str, options: Any, complaint: str) -> None:
    """Unknown scenarios and options are refused with those that there are."""
    with pytest.raises(ValueError, match=complaint):
        FORD.start(scenario, **options)


def test_without_a_seed_one_is_drawn() -> None:
    """Every game has luck of its own unless a seed is given."""
    first, second = FORD.start(), FORD.start()
    assert first.state.seed != second.state.seed
    assert len(first.state.seed) >= 32


def test_two_pieces_may_not_have_one_id() -> None:
    """Ids name pieces, so each is there once."""
    with pytest.raises(ValueError, match="toy: two pieces have the same id"):
        Toy(make().board, (*PIECES, PIECES[0]), {})


# --- states as text ---------------------------------------------------------------------


def test_equal_states_have_equal_text() -> None:
    """Sets and maps are written in order, so the digest is a function of the state."""
    pos = FORD.start(seed=1)
    copy = FORD.from_json(pos.to_json())
    assert copy.state == pos.state
    assert copy.state is not pos.state
    assert digest(copy.state) == digest(pos.state)
    assert digest(pos.apply("choose ready placement").state) != digest(pos.state)


def test_steps_are_named_by_their_tags_and_stages() -> None:
    """In a save the agenda reads as what is going on."""
    agenda = json.loads(FORD.start(seed=1).to_json())["agenda"]
    assert agenda[0] == {"step": "opening", "side": "", "stage": "south placing"}
    assert agenda[1]["step"] == "south placing"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"turn": "one"}, r"Expected `int`, got `str` - at `\$.turn`"),
        ({"agenda": [{"step": "siege"}]}, "Invalid value 'siege'"),
        ({"units": []}, "the units are not the pieces of ford"),
    ],
)
def test_a_wrong_state_is_refused(change: dict[str, Any], complaint: str) -> None:
    """A text that is no state of the game is refused with its place and reason."""
    raw = json.loads(FORD.start(seed=1).to_json())
    with pytest.raises(ValueError, match=complaint):
        FORD.from_json(json.dumps({**raw, **change}))


# --- variants and phases -----------------------------------------------------------------


def test_a_variant_has_other_parts_and_the_same_rules() -> None:
    """What was worked out from board and pieces is worked out anew for the variant."""
    small = FORD.board.cut(FORD.board.grid.within("0606", 2))
    variant = FORD.variant(small, FORD.pieces[:3])
    assert len(variant.board.grid) == 19
    assert set(variant.index) == {"ash", "beech", "cedar"}
    assert variant.layout.grid is small.grid
    assert variant.mask is not FORD.mask
    assert len(FORD.board.grid) == 108


def test_the_agenda_of_a_phase_runs_through_its_sequences() -> None:
    """A phase stands where the order of play has it, and belongs to the side it must."""
    pos = FORD.start(seed=1)
    steps = FORD.agenda_for("movement", "south", pos)
    assert [type(step) for step in steps] == [GameTurn, SouthTurn, Movement]
    assert [getattr(step, "stage", "") for step in steps] == ["south turn", "movement", ""]
    reaction = FORD.agenda_for("reaction", "north", pos)
    assert reaction[-1] == Reaction(side="north")
    assert isinstance(reaction[-2], SouthTurn)
    with pytest.raises(ValueError, match="ford has no phase 'siege' of 'north'"):
        FORD.agenda_for("siege", "north", pos)


def test_sides_have_enemies_titles_and_letters() -> None:
    """What follows from the two sides of a game."""
    game = make()
    assert (game.enemy(RED), game.enemy(BLUE)) == (BLUE, RED)
    assert game.side_title(RED) == "Red"
    assert (game.letter_of(RED), game.letter_of("")) == ("r", ".")
    assert game.side_of_letter("rb.", 1) == BLUE
    assert game.side_of_letter("rb.", 2) == ""
    assert game.side_of_letter("", 5) == ""


def test_a_game_without_rules_of_its_own_needs_little() -> None:
    """Whatever a title does not override has a meaning: no columns, no picture, all open."""
    pos = make().start(seed=1)
    assert pos.columns is None
    assert pos.game.complaints(pos) == []
    assert pos._repr_svg_() == ""
    assert pos.way("0101") is None
    assert pos.chances() == ()
    assert pos.game.clauses == {}
    assert repr(pos.game) == "<Toy: 9 hexes, 3 pieces>"
    hand = Hand(pos)
    hand.enter("ann", "0101", by="move")
    assert hand.now.at("0101") == ("ann",)


# --- the registry ------------------------------------------------------------------------


@pytest.fixture
def strange() -> Iterator[str]:
    """A game that does not come with the package."""
    registry.register("strange", make)
    yield "strange"
    registry._loaders.pop("strange")
    registry._loaded.pop("strange", None)


def test_a_registered_game_is_loaded_once(strange: str) -> None:
    """A game from elsewhere is found by its slug, and positions share it."""
    assert strange in grognard.available()
    assert grognard.load(strange) is grognard.load(strange)


def test_an_unknown_game_is_refused() -> None:
    """The error lists the games that there are."""
    with pytest.raises(ValueError, match="there is no game 'chess'; there is"):
        grognard.load("chess")


# --- words ------------------------------------------------------------------------------


@given(st.sampled_from(sorted(VERBS)), st.from_regex(r"[A-Za-z0-9./-]*", fullmatch=True))
def test_an_action_is_read_as_it_is_written(verb: str, arg: str) -> None:
    """Verb and argument survive being written down."""
    assert Action.parse(str(Action(verb, arg))) == Action(verb, arg)


def test_actions_are_made_once() -> None:
    """The same verb and argument is the same object: lists are made by the thousand."""
    assert action("move", "0101") is action("move", "0101")
    assert Action.parse("  move   0101 ") is action("move", "0101")


def test_strangers_do_not_fill_the_memory() -> None:
    """However many arguments are sent, only so many are kept; all of them work."""
    made = [action("flood", str(n)) for n in range(21_000)]
    assert made[-1] == Action("flood", "20999")
    assert action("flood", "20999") is not made[-1]


def test_a_refusal_keeps_its_facts_apart_from_its_words() -> None:
    """The sentence is made when read; braces in an argument do no harm."""
    refusal = deny("4.7", "{hex} is closed", hex="{danger}")
    assert str(refusal) == "4.7: {danger} is closed"
    assert str(deny("1", "no")) == "1: no"


def test_a_number_is_the_sum_of_its_parts() -> None:
    """The arithmetic and the explanation are one list."""
    assert total([Part(4, "strength"), Part(-1, "hill", "8.2")]) == 3
    assert total([]) == 0


def test_an_event_without_facts_is_its_text() -> None:
    """A plain sentence needs no facts."""
    assert str(Event("rain", "It rains.")) == "It rains."


def test_a_rule_is_a_plain_mark() -> None:
    """Marking a function with its clauses does not wrap it."""

    def deed() -> int:
        return 1

    marked = rule("6.1", "6.2")(deed)
    assert marked is deed
    assert deed.__rules__ == ("6.1", "6.2")  # type: ignore[attr-defined]


def test_an_offer_may_take_another_kind_of_argument() -> None:
    """A verb has its usual kind; an offer may say otherwise; unknown verbs take names."""
    assert kind_of(Offer("advance")) == "hex"
    assert kind_of(Offer("advance", of="unit")) == "unit"
    assert kind_of(Offer("whistle")) == "name"
    assert kind_of(Offer("done")) == ""


def test_boards_can_be_exchanged() -> None:
    """A toy on another board is the same toy."""
    board = Board.parse(
        "map: M\ngrid: {shape: flat, columns: [1, 1], rows: [1, 1]}\n"
        'letters: {".": clear}\nterrain: "."\nboxes: {out: {}}\n'
    )
    pos = make(Toy, Question(side=RED)).variant(board, PIECES).start(seed=1)
    assert pos.board.grid.hexes == ("0101",)
