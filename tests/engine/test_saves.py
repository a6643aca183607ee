"""Saves: written, read back, replayed, checked, and refused with a reason."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fixture.ford import load
from tests.fixture.ford.game import Ford

from grognard.conformance import RandomPlayer
from grognard.saves import FORMAT, SaveError, decode_save
from grognard.session import Session
from grognard.state import digest

FORD = load()


def played(actions: int = 60, seed: int = 5, **options: Any) -> Session:
    session = Session(FORD.start("skirmish", seed=seed, **options))
    player = RandomPlayer(random.Random(seed))
    while not session.pos.outcome and session.revision < actions:
        session.do(player.choose(session.pos))
    return session


SAVED = played().save()


def altered(**fields: Any) -> bytes:
    """The save with other fields in it."""
    return json.dumps({**json.loads(SAVED), **fields}).encode()


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Ford:
    """The same game after a change of behaviour."""
    monkeypatch.setattr(Ford, "version", "2")
    return FORD


# --- round trips ------------------------------------------------------------------------


def test_a_save_opened_is_the_game_saved() -> None:
    """Same rules and data: the actions are replayed, and every state is the same."""
    session = played()
    opened = Session.load(session.save(), FORD)
    assert [e.state for e in opened.entries] == [e.state for e in session.entries]
    assert [e.events for e in opened.entries] == [e.events for e in session.entries]
    assert opened.save() == session.save()


def test_a_save_keeps_scenario_options_and_pairing() -> None:
    """The game is begun again as it was begun."""
    session = Session(FORD.start("skirmish", seed=3, fog=False, paired=True))
    opened = Session.load(session.save(), FORD)
    assert opened.start == session.start
    assert (opened.start.options.fog, opened.start.paired) == (False, True)


def test_an_opened_game_goes_on_with_the_same_luck() -> None:
    """Nothing is lost in a save: both games go on alike."""
    session = played(40)
    opened = Session.load(session.save(), FORD)
    player, other = (RandomPlayer(random.Random(1)) for _ in range(2))
    for _ in range(80):
        if session.pos.outcome:
            break
        session.do(player.choose(session.pos))
        opened.do(other.choose(opened.pos))
    assert digest(opened.pos.state) == digest(session.pos.state)


def test_a_save_has_a_hash_for_every_turn() -> None:
    """The digest of each turn's first state stands in the file, and of the last one."""
    session = played(10_000)
    save = decode_save(session.save())
    turns = [entry.state.turn for entry in session.entries]
    first_of_second = turns.index(2) + 1
    assert set(save.hashes) == {"0", str(first_of_second), str(session.revision)}


# --- other rules ------------------------------------------------------------------------


def test_a_save_of_other_rules_opens_from_its_state(new_rules: Ford) -> None:
    """Rules have changed: the last state is opened and the record begins anew."""
    opened = Session.load(SAVED, new_rules)
    assert opened.revision == 0
    assert digest(opened.pos.state) == digest(played().pos.state)


def test_a_resumed_game_can_be_saved_and_opened_again(new_rules: Ford) -> None:
    """What was opened from a state and played on is replayed from that state."""
    session = Session.load(SAVED, new_rules)
    session.do(session.pos.actions()[0])
    opened = Session.load(session.save(), session.game)
    assert opened.start == session.start
    assert (opened.revision, opened.pos.state) == (1, session.pos.state)


def test_a_state_that_fits_no_more_is_refused(new_rules: Ford) -> None:
    """Rules have changed and the state has no place in them: the reason is given."""
    state = json.loads(SAVED)["state"]
    state["units"][0]["at"] = "9999"
    with pytest.raises(SaveError, match="the state does not fit: unit 'ash': unknown place '9999'"):
        Session.load(altered(state=state), new_rules)
    del state["units"][0]
    with pytest.raises(SaveError, match="the units are not the pieces of ford"):
        Session.load(altered(state=state), new_rules)


def test_units_that_have_changed_places_in_the_data_are_found_again(new_rules: Ford) -> None:
    """A counter that was moved to another group of a data file since a game was saved is the same
    counter.
    """
    state = json.loads(SAVED)["state"]
    state["units"].reverse()
    opened = Session.load(altered(state=state), new_rules)
    assert opened.pos.state.units == Session.load(SAVED, new_rules).pos.state.units


def test_other_data_count_as_other_rules(tmp_path: Path) -> None:
    """The hash of the data files is part of a save; a changed file changes it."""
    game = load()
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "units.yaml").write_text("a: 1")
    game.folder = tmp_path
    first = game.data_hash
    other = load()
    (folder / "units.yaml").write_text("a: 2")
    other.folder = tmp_path
    assert first != other.data_hash


# --- refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (SAVED[: len(SAVED) // 2], "not a save, or cut short"),
        (b"", "not a save, or cut short"),
        (b"\xff\xfe", "not a save, or cut short"),
        (b"[1, 2]", "not a save, or cut short"),
        (altered(format=FORMAT + 1), f"format {FORMAT + 1} is not known"),
        (altered(actions="none"), "damaged: Expected `array`"),
        (altered(options=[1]), "damaged: Expected `object`"),
        (altered(game="chess"), "this is a save of chess, not of ford"),
        (altered(scenario="nowhere"), "cannot begin: ford has no scenario 'nowhere'"),
        (altered(options={"seed": 1}), "cannot begin: ford has no option seed"),
        (altered(options={"fog": "thick"}), "cannot begin: ford options"),
        (altered(seed="other"), "after action 0 the replay is not the game that was saved"),
    ],
)
def test_a_file_that_is_no_save_is_refused(text: bytes, reason: str) -> None:
    """Whatever is wrong with a file, the error says so in a sentence."""
    with pytest.raises(SaveError, match=reason):
        Session.load(text, FORD)


def test_a_huge_file_is_not_even_read() -> None:
    """A file larger than any game is refused by its size."""
    with pytest.raises(SaveError, match="too large"):
        decode_save(b" " * (64 * 1024 * 1024 + 1))


def test_a_tampered_action_is_refused_with_its_place() -> None:
    """An action that was never legal is found, and its number and the rule are named."""
    actions = json.loads(SAVED)["actions"]
    actions[3] = "place 0101"
    with pytest.raises(SaveError, match=r"action 4, 'place 0101': .*2\.1"):
        Session.load(altered(actions=actions), FORD)


def test_a_legal_but_other_action_is_found_by_its_hash() -> None:
    """A game that was played differently does not end in the recorded state."""
    actions = json.loads(SAVED)["actions"]
    with pytest.raises(SaveError, match="the replay is not the game that was saved"):
        Session.load(altered(actions=[*actions[:-1], "resign north"]), FORD)


@given(st.binary(max_size=300))
def test_no_bytes_are_too_strange(text: bytes) -> None:
    """Any bytes at all are refused with a SaveError and nothing else."""
    with pytest.raises(SaveError):
        Session.load(text, FORD)


@given(st.integers(0, len(SAVED) - 3))
def test_every_truncation_is_refused(length: int) -> None:
    """A save cut short anywhere is refused."""
    with pytest.raises(SaveError):
        Session.load(SAVED[:length], FORD)
