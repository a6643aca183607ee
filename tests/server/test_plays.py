from random import Random

import pytest
from msgspec.structs import replace

import grognard
from grognard.server.plays import Play, reopen
from grognard.server.problems import Denied
from grognard.server.seats import seat
from grognard.server.store import Record, Row
from grognard.session import Session
from grognard.state import encode

UKRAINE = grognard.load("ukraine44")


def new_play(**seats: str) -> Play:
    players = {"axis": "human", "soviet": "human", **seats}
    return Play("p", seat(players)[0], Session(UKRAINE.start(seed=3)))


def act(play: Play, luck: Random) -> Row:
    """Take any action that is open."""
    action = luck.choice(play.pos.actions())
    return play.act(play.pos.side, play.revision, str(action))


def played(play: Play, times: int) -> tuple[Record, list[Row]]:
    """A game as the store holds it after some actions, a few of them taken back."""
    luck, begun, rows = Random(1), play.record(), []
    for _ in range(times):
        rows.append(act(play, luck))
        side = play.session.entries[-1].side
        if play.may_undo(side) and luck.random() < 0.5:
            rows.append(play.undo(side, play.revision))
            if luck.random() < 0.5:
                rows.append(play.redo(side, play.revision))
    return replace(begun, head=play.head()), rows


def test_an_action_for_another_revision_is_refused() -> None:
    """Who has not seen the last action does not know what he does."""
    play = new_play()
    act(play, Random(1))
    for stale in (0, 2):
        with pytest.raises(Denied, match="moved on"):
            play.act(play.pos.side, stale, str(play.pos.actions()[0]))
    assert play.revision == play.number == 1


def test_a_revision_never_comes_again() -> None:
    """Taking back raises the revision as well: it counts what was done, not what stands."""
    play = new_play()
    side, first = play.pos.side, play.pos.actions()[0]
    play.act(side, 0, str(first))
    assert play.may_undo(side)
    play.undo(side, 1)
    assert (play.revision, play.number) == (2, 0)
    assert play.may_redo(side)
    assert not play.may_redo(UKRAINE.enemy(side))
    play.redo(side, 2)
    assert (play.revision, play.number) == (3, 1)
    assert not play.may_redo(side)


def test_a_new_action_forgets_what_was_undone() -> None:
    """After another action there is nothing to take again."""
    play = new_play()
    side, (first, second, *_) = play.pos.side, play.pos.actions()
    play.act(side, 0, str(first))
    play.undo(side, 1)
    play.act(side, 2, str(second))
    assert not play.may_redo(side)
    with pytest.raises(Denied):
        play.redo(side, 3)


@pytest.mark.parametrize("text", ["", "fly 33.15", "move nowhere", "done done", "select {unit}"])
def test_what_is_not_allowed_changes_nothing(text: str) -> None:
    """Nonsense and unknown verbs are refused by the engine, in words."""
    play = new_play()
    before = encode(play.pos.state)
    with pytest.raises(Denied):
        play.act(play.pos.side, 0, text)
    assert (play.revision, encode(play.pos.state)) == (0, before)


def test_the_side_that_waits_may_not_act() -> None:
    """A seat acts for its own side only."""
    play = new_play()
    with pytest.raises(Denied, match="decides now"):
        play.act(UKRAINE.enemy(play.pos.side), 0, str(play.pos.actions()[0]))


# --- opening --------------------------------------------------------------------------------


def test_a_game_is_its_rows() -> None:
    """Opened again from its save and rows it is the same game, what was undone included."""
    play = new_play()
    record, rows = played(play, 120)
    again, replayed = reopen(record, rows, UKRAINE)
    assert replayed
    assert {row.kind for row in rows} == {"act", "undo", "redo"}
    assert (again.revision, again.number) == (play.revision, play.number)
    assert encode(again.pos.state) == encode(play.pos.state)
    assert [e.state for e in again.session.entries] == [e.state for e in play.session.entries]
    for side in UKRAINE.sides:
        assert again.may_redo(side) == play.may_redo(side)
        assert again.may_undo(side) == play.may_undo(side)


def test_what_a_computer_remembers_is_kept() -> None:
    """The memory that came with its last action is there after a restart."""
    play = new_play(soviet="random")
    record = play.record()
    row = play.act(play.pos.side, 0, str(play.pos.actions()[0]), b"memory")
    again, _ = reopen(replace(record, head=play.head()), [row], UKRAINE)
    assert again.memories == {row.side: b"memory"}


def test_after_a_change_of_rules_the_last_state_counts() -> None:
    """Rows that no longer lead to the last state are record only: the game goes on from it."""
    play = new_play()
    record, rows = played(play, 30)
    elsewhere = [*rows[:-1], Row("act", rows[-1].side, "fly 33.15")]
    for wrong in (elsewhere, rows[:-3]):
        again, replayed = reopen(record, wrong, UKRAINE)
        assert not replayed
        assert encode(again.pos.state) == encode(play.pos.state)
        assert again.revision == play.revision
        assert again.pos.actions() == play.pos.actions()


def test_a_state_that_fits_no_more_is_said_not_to() -> None:
    """Where neither rows nor state can be opened, one is told, and nothing is guessed."""
    record, rows = played(new_play(), 5)
    damaged = replace(record, head=replace(record.head, state=b'{"game": "ukraine44"}'))
    with pytest.raises(Denied, match="does not fit"):
        reopen(damaged, rows[:-1], UKRAINE)
