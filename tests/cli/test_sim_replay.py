import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Grognard, Shell

from grognard.dice import face
from grognard.lab.sim import Order, play


def lines(output: str) -> list[dict[str, Any]]:
    """The games of a run, without their times, which differ."""
    games = [json.loads(line) for line in output.splitlines()]
    return [{key: value for key, value in game.items() if key != "seconds"} for game in games]


@pytest.mark.parametrize("policy", ["uniform", "patient"])
def test_games_follow_from_their_seeds(policy: str, grognard: Grognard) -> None:
    """The same seed plays the same game, alone or among others; another seed another."""
    many = lines(grognard("sim", "duel", "--games", "4", "--policy", policy, "--json").output)
    one = lines(
        grognard("sim", "duel", "--games", "1", "--seed", "3", "--policy", policy, "--json").output
    )
    assert [game["seed"] for game in many] == [1, 2, 3, 4]
    assert one == [many[2]]
    assert len({game["actions"] for game in many}) > 1


def test_processes_play_the_same_games(shell: Shell) -> None:
    """Two processes give the results of one, in the same order."""
    alone = shell("sim", "duel", "--games", "6", "--json")
    shared = shell("sim", "duel", "--games", "6", "--jobs", "2", "--json")
    assert shared.returncode == 0, shared.stderr
    assert lines(shared.stdout) == lines(alone.stdout)


def test_the_summary_counts_outcomes(grognard: Grognard) -> None:
    """Outcomes, turns, actions and speed are summed up; the counts add up to the games."""
    output = grognard("sim", "duel", "--games", "20").output
    rows = output.partition("\n\n")[0].splitlines()[1:]
    assert sum(int(row.split()[-3]) for row in rows) == 20
    assert "turns" in output
    assert "20 games of uniform play" in output
    assert "actions/s" in output


def test_a_failure_names_seed_and_action_and_leaves_a_record(grognard: Grognard) -> None:
    """The record replays up to the action that failed, and the exit code is 1."""
    answer = grognard("sim", "duel", "--games", "1", "--seed", "7", "--option", "broken=true")
    assert answer.exit_code == 1
    assert "seed 7: after " in answer.output
    assert "'done': EngineError: the mill has burnt down" in answer.output
    record = Path("failed-games/duel-7.json")
    assert str(record) in answer.output
    taken = len(json.loads(record.read_bytes())["actions"])
    assert f"after {taken} actions, action {taken + 1}," in answer.output
    assert grognard("replay", "--verify", str(record)).exit_code == 0


def test_a_game_that_always_fails_is_not_played_on(grognard: Grognard) -> None:
    """After ten failures the rest is not worth the time."""
    answer = grognard("sim", "duel", "--games", "50", "--option", "broken=true")
    assert "stopped after 10 of 50 games: 10 have failed" in answer.output


def test_an_endless_game_is_a_failure(grognard: Grognard) -> None:
    """A game that does not end within the limit fails, with its record."""
    grognard("games")  # makes the duel known
    played = play(Order(game="duel", most=2), 1)
    assert played.failure is not None
    assert played.failure.reason == "Endless: not over after 2 actions"


@pytest.mark.parametrize(
    "arguments", [("--policy", "clever"), ("--scenario", "noon"), ("--games", "0")]
)
def test_wrong_use(arguments: tuple[str, ...], grognard: Grognard) -> None:
    """What cannot be played ends with 2."""
    assert grognard("sim", "duel", *arguments).exit_code == 2


#: A seed whose first die does not end the duel.
SEED = next(seed for seed in ("4", "5", "6", "7") if face(seed, "0") < 6)


def saved(grognard: Grognard, fog: str = "no") -> Path:
    """A duel of five actions in a file; under fog the screen changes hands once."""
    hand_over = "\n" if fog == "yes" else ""
    typed = f"select r1\nmove 02.02\ndone\n{hand_over}select b1\nmove 02.03\nsave game.json\nquit\n"
    arguments = ("--text", "duel", "--as", "red", "--option", f"fog={fog}", "--seed", SEED)
    assert grognard("play", *arguments, typed=typed).exit_code == 0
    return Path("game.json")


def test_a_replay_is_a_log(grognard: Grognard) -> None:
    """Without --verify the log is printed, turn by turn, with the number of each action."""
    output = grognard("replay", str(saved(grognard))).output
    assert output.startswith("Turn 1\n")
    assert "     2  R1 marches to 02.02." in output
    assert output.rstrip().endswith("5 actions; not over yet")


def test_a_log_can_be_one_sides(grognard: Grognard) -> None:
    """With --as the log is what that side learnt."""
    output = grognard("replay", str(saved(grognard, fog="yes")), "--as", "blue").output
    assert "B1 marches" in output
    assert "R1 marches" not in output


def test_verify_says_that_all_agrees(grognard: Grognard) -> None:
    """An untouched save replays to its hashes."""
    answer = grognard("replay", "--verify", str(saved(grognard)))
    assert answer.exit_code == 0
    assert "5 actions replayed" in answer.output


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("move 02.02", "move 01.01", "is not the game that was saved"),
        ("move 02.02", "move 03.05", "action 2, 'move 03.05'"),
        (f'"seed":"{SEED}"', '"seed":"x"', "after action 0 the replay is not the game"),
        ('"rules":"1"', '"rules":"0"', "made by rules 0"),
        ('"data":"', '"data":"x', "made with other data files"),
        ('"format":1', '"format":99', "format 99 is not known"),
    ],
)
def test_verify_finds_what_was_changed(
    old: str, new: str, complaint: str, grognard: Grognard
) -> None:
    """A save that was tampered with, or is of other rules, is told with the place."""
    path = saved(grognard)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    answer = grognard("replay", "--verify", str(path))
    assert answer.exit_code == 1
    assert complaint in answer.output


def test_a_save_of_an_unknown_game_is_wrong_use(grognard: Grognard) -> None:
    """A save whose game is not installed says which game it is."""
    path = saved(grognard)
    path.write_text(path.read_text().replace('"game":"duel"', '"game":"chess"'))
    answer = grognard("replay", str(path))
    assert answer.exit_code == 2
    assert "there is no game 'chess'" in answer.output
