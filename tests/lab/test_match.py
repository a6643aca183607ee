from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.fixture.ford import load as load_ford
from tests.lab.making import made, write

from grognard.data import DataError
from grognard.lab import match as lab_match
from grognard.lab.chronicle import LOSSES, Chronicle, dice_of
from grognard.lab.entrants import UnknownEntrant, check_knows, entrant_of
from grognard.lab.match import Bout, Match, Run, bouts_of, key_of, play_bout
from grognard.lab.measures import measured
from grognard.lab.pool import Here, Processes
from grognard.lab.results import Result, ResultFile, read_results
from grognard.lab.sim import Order, play
from grognard.registry import load

FORD = load_ford()
SCENARIO = next(iter(FORD.scenarios))


def match(*entrants: str, games: int = 2, **changes: Any) -> Match:
    return Match(game="ford", scenario=SCENARIO, entrants=entrants, games=games, **changes)


def seats(match: Match) -> list[tuple[tuple[str, ...], int]]:
    return [(bout.order.players, bout.seed) for bout in bouts_of(match)]


def timeless(result: Result | None) -> Result:
    assert result is not None
    return msgspec.structs.replace(result, seconds=0.0)


# --- who plays whom ---------------------------------------------------------------------


def test_each_seed_is_played_twice_with_sides_swapped() -> None:
    """Four games are two pairs, one after the other."""
    assert seats(match("a", "b", games=4, seed=7)) == [
        (("a", "b"), 7),
        (("b", "a"), 7),
        (("a", "b"), 8),
        (("b", "a"), 8),
    ]


def test_an_odd_number_of_games_is_filled_up_to_pairs() -> None:
    """Nobody has a side more often than the other."""
    assert len(seats(match("a", "b", games=3))) == 4


def test_an_entrant_against_itself_plays_each_seed_once() -> None:
    """Swapped it would be the same game again."""
    assert seats(match("a", "a", games=3)) == [(("a", "a"), n) for n in (1, 2, 3)]


def test_every_two_of_several_meet() -> None:
    """Three entrants have three pairings, and all have played as much whenever it stops."""
    found = seats(match("a", "b", "c", games=4))
    assert len(found) == len(set(found)) == 12
    assert {players for players, seed in found[:6]} == {
        *(("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"))
    }


def test_games_of_a_match_share_their_dice() -> None:
    """Dice are named by what they decide, so that both games of a pair have the same luck."""
    assert all(bout.order.paired for bout in bouts_of(match("a", "b")))


# --- entrants ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "usual", "written"),
    [
        ("random", "", "random"),
        ("random@nodes=9", "", "random@nodes=9"),
        ("random@9", "", "random@nodes=9"),
        ("random", "nodes=9", "random@nodes=9"),
        ("random@nodes=3", "nodes=9", "random@nodes=3"),
    ],
)
def test_a_budget_is_part_of_the_name(text: str, usual: str, written: str) -> None:
    """Equal budgets are written alike, whoever named them."""
    entrant = entrant_of(text, usual)
    assert str(entrant) == written
    assert entrant_of(written) == entrant


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("recrut", "there is no player 'recrut'; did you mean 'recruit'?"),
        ("xyz", "there is no player 'xyz'; there is random, recruit"),
        ("random@luck=3", "a budget has no luck; it has nodes"),
        ("random@nodes=many", "budget 'nodes=many'"),
    ],
)
def test_unknown_entrants_are_refused(text: str, complaint: str) -> None:
    """The refusal says what there is."""
    with pytest.raises(UnknownEntrant) as caught:
        entrant_of(text)
    assert complaint in str(caught.value)


def test_a_player_must_know_the_game() -> None:
    """Nobody has taught the recruit to play The Ford."""
    with pytest.raises(UnknownEntrant, match="recruit does not know ford; random"):
        check_knows(entrant_of("recruit"), "ford")


# --- what is written down ---------------------------------------------------------------


def test_a_game_is_written_down_with_what_happened(played: list[Result]) -> None:
    """The counts of a result agree with each other and with the game's own facts."""
    for result in played:
        assert sum(sum(verbs.values()) for verbs in result.verbs.values()) == result.actions
        assert all(len(values) == result.turns for values in result.measures.values())
        assert all(len(values) == result.turns for values in result.losses.values())
        assert all(values == sorted(values) for values in result.losses.values())
        fought = sum(sum(hexes.values()) for hexes in result.fights.values())
        assert fought == sum(kinds.get("combat", 0) for kinds in result.events.values())
        assert set(result.players) == {"north", "south"}
        assert result.options == {"fog": True, **result.options}


def test_the_same_bout_is_the_same_game(played: list[Result]) -> None:
    """Players and seed give the same result again, but for the time it took."""
    again = [
        play_bout(bout).result for bout in bouts_of(match("random", "random@nodes=9", games=6))
    ]
    assert [timeless(one) for one in again] == [timeless(one) for one in played]


def test_the_margin_is_the_first_sides(played: list[Result]) -> None:
    """By default it is the difference of what the page counts for both."""
    for result in played:
        north, south = (result.measures[f"{side} points"] for side in ("north", "south"))
        assert result.measures["margin"] == [a - b for a, b in zip(north, south, strict=True)]
        assert result.margin == result.measures["margin"][-1]


def test_villages_decide_as_the_measures_say(played: list[Result]) -> None:
    """A game of The Ford that goes to the end is won by who holds more villages."""
    to_the_end = [result for result in played if result.level in ("marginal", "draw")]
    assert to_the_end
    for result in to_the_end:
        assert result.margin is not None
        ahead = "north" if result.margin > 0 else "south" if result.margin < 0 else ""
        assert result.winner == ahead


@pytest.mark.parametrize("seed", [2, 3, 4, 5])
@pytest.mark.parametrize("paired", [True, False])
def test_every_die_is_seen(seed: int, paired: bool) -> None:
    """The chronicle has as many dice as the game has drawn, with the faces of its events."""
    chronicle = Chronicle(FORD.sides)
    drawn: list[int] = []
    told: list[int] = []

    def watch(before: Any, action: Any, after: Any) -> None:
        chronicle(before, action, after)
        told.extend(die for event in after.events for die in event.dice)
        drawn[:] = [after.state.drawn]

    play(Order(game="ford", players=("random", "random"), paired=paired), seed, watch)
    counts = [faces for rolls in chronicle.rolls.values() for faces in rolls.values()]
    assert sum(map(sum, counts)) == drawn[0] == len(told) > 0
    for face in range(1, 7):
        assert sum(faces[face - 1] for faces in counts) == told.count(face)


@pytest.mark.parametrize("slug", ["ukraine44", "ukraine43", "storm41", "korsun44"])
def test_losses_of_every_game_are_counted(slug: str) -> None:
    """Nobody is eliminated without the steps that he lost being told."""
    told: list[Any] = []

    def watch(before: Any, action: Any, after: Any) -> None:
        told.extend(event for event in after.events if event.kind in LOSSES)

    scenario = min(load(slug).scenarios.values(), key=lambda one: one.turns).id
    ended = play(Order(game=slug, scenario=scenario, players=("random", "random")), 1, watch)
    assert ended.failure is None
    paid = {unit for event in told if event.facts.get("steps") for unit in event.units}
    gone = {unit for event in told if event.kind == "eliminated" for unit in event.units}
    assert gone
    assert gone <= paid


def test_an_action_without_dice_has_none() -> None:
    """Nothing is played again where nothing was thrown."""
    pos = FORD.start(SCENARIO, seed=1)
    action = pos.actions()[0]
    assert list(dice_of(pos, action, pos.apply(action))) == []


def test_nothing_is_hidden_from_the_count() -> None:
    """Measures are those of a game that is over: fog makes no difference."""
    foggy, clear = (FORD.start(SCENARIO, seed=1, fog=fog) for fog in (True, False))
    assert measured(foggy) == measured(clear)
    assert set(measured(foggy)) == {"north points", "south points", "margin"}


def test_a_game_may_say_what_it_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then that is followed and nothing else."""
    pos = FORD.start(SCENARIO, seed=1)
    monkeypatch.setattr(type(FORD), "measures", lambda game, pos: {"fords": 2.0})
    assert measured(pos) == {"fords": 2.0}


# --- running and resuming ---------------------------------------------------------------


def test_a_run_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    """Games in the file are not played again, and the rest completes the match."""
    whole = match("random", "random@nodes=9", games=4)
    first = Run(match("random", "random@nodes=9", games=2), ResultFile(tmp_path / "games.jsonl"))
    list(first.play(Here()))
    second = Run(whole, ResultFile(tmp_path / "games.jsonl"))
    assert (second.found, len(second.due)) == (2, 2)
    list(second.play(Here()))
    keys = [result.key for result in read_results([tmp_path / "games.jsonl"])]
    assert keys == [key_of(bout) for bout in bouts_of(whole)]


def test_a_stopped_run_keeps_what_was_played(tmp_path: Path) -> None:
    """A result is in the file before anybody hears of it."""
    run = Run(match("random", "random", games=3), ResultFile(tmp_path / "games.jsonl"))
    playing = run.play(Here())
    next(playing)
    playing.close()
    assert len(read_results([tmp_path / "games.jsonl"])) == 1


def test_a_file_of_other_games_is_not_added_to(tmp_path: Path) -> None:
    """The line that does not belong is named, and the file stays as it is."""
    path = write(tmp_path / "games.jsonl", [made(scenario=SCENARIO, game="ukraine44")])
    before = path.read_bytes()
    with pytest.raises(DataError, match="line 1: has game 'ukraine44', not 'ford'; choose another"):
        Run(match("random", "random"), ResultFile(path))
    assert path.read_bytes() == before


def test_a_failed_game_is_told_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves a record of its own, and is tried again by the next run."""
    monkeypatch.setattr(type(FORD), "measures", lambda game, pos: 1 / 0)
    wanted = match("random", "random", games=1, records=str(tmp_path / "failed"))
    run = Run(wanted, ResultFile(tmp_path / "games.jsonl"))
    (played,) = run.play(Here())
    assert played.result is None
    assert played.failure is not None
    assert "ZeroDivisionError" in str(played.failure)
    assert Path(played.failure.record).is_file()
    assert not (tmp_path / "games.jsonl").exists()
    assert len(Run(wanted, ResultFile(tmp_path / "games.jsonl")).due) == 1


def test_a_game_without_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that goes round in circles holds up no match."""
    monkeypatch.setattr(lab_match, "MOST_ACTIONS", 3)
    run = Run(match("random", "random", games=1, records=str(tmp_path)), ResultFile(tmp_path / "x"))
    (played,) = run.play(Here())
    assert "not over after 3 actions" in str(played.failure)


def test_processes_play_the_same_games(tmp_path: Path, played: list[Result]) -> None:
    """Any number of processes gives the results of one."""
    from grognard.cli.settings import adopt_games

    wanted = match("random", "random@nodes=9", games=6)
    run = Run(wanted, ResultFile(tmp_path / "games.jsonl"))
    results = {
        one.result.key: timeless(one.result)
        for one in run.play(Processes(2, adopt_games))
        if one.result
    }
    assert results == {result.key: timeless(result) for result in played}


def test_a_bout_can_be_sent_to_another_machine() -> None:
    """Tasks and results are plain data."""
    import pickle

    bout = next(bouts_of(match("random", "random")))
    sent = pickle.loads(pickle.dumps(bout))
    assert isinstance(sent, Bout)
    assert sent == bout
