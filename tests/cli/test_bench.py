import json
from pathlib import Path

import pytest
from tests.cli.conftest import Grognard

from grognard.cli.bench import print_growth
from grognard.lab.growth import Growth
from grognard.registry import load

SCRIPT = """
from typing import NamedTuple

class Row(NamedTuple):
    question: str
    kernel: float
    c: float | None = None
    limit: float | None = None
    ratio: float | None = None
    good: bool = True

def measure():
    return [Row("reach", 4.0, 2.0, {limit}, 2.0, {good}), Row("copy", 1.0)]
"""


def put_script(limit: float, good: bool) -> None:
    Path("bench").mkdir()
    Path("bench/kernels.py").write_text(SCRIPT.format(limit=limit, good=good))


def test_kernels_are_held_to_their_limits(grognard: Grognard) -> None:
    """The scripts in bench/ give rows of ratios; one above its limit makes the exit code 1."""
    put_script(limit=2.5, good=True)
    answer = grognard("bench", "--seconds", "0")
    assert answer.exit_code == 0
    assert "reach   4.00  2.00     2.00   2.5" in answer.output
    assert "\ncopy    1.00\n" in answer.output


def test_a_slow_kernel_is_a_problem(grognard: Grognard) -> None:
    """A kernel above its limit is marked, in JSON too."""
    put_script(limit=1.5, good=False)
    answer = grognard("bench", "--seconds", "0")
    assert answer.exit_code == 1
    assert "too slow" in answer.output
    assert not json.loads(grognard("bench", "--seconds", "0", "--json").output)["kernels"][0][
        "good"
    ]


def test_games_are_measured_with_the_policy_named(grognard: Grognard) -> None:
    """Each game has a row of speeds, and the way of choosing is said."""
    output = grognard("bench", "--no-kernels", "--seconds", "0.01", "--policy", "patient").output
    assert output.splitlines()[1].startswith("duel  dawn")
    assert "patient random play" in output


def test_the_same_for_programs(grognard: Grognard) -> None:
    """--json gives numbers: actions, times, sizes."""
    output = grognard("bench", "duel", "--no-kernels", "--seconds", "0.01", "--json").output
    (game,) = json.loads(output)["games"]
    assert game["actions"] > 0
    assert game["actions_per_second"] > game["games_per_second"] > 0
    assert game["state_kb"] > 0


def test_what_a_game_has_not_is_left_empty(grognard: Grognard) -> None:
    """The duel shows chances, but knows no supply."""
    output = grognard("bench", "duel", "--no-kernels", "--seconds", "0", "--json").output
    (game,) = json.loads(output)["games"]
    assert game["forecast_ms"] > 0
    assert game["supply_ms"] is None


def test_every_scenario_can_be_measured(grognard: Grognard) -> None:
    """One by its id, or all; the id of none is wrong use."""
    common = ("bench", "duel", "--no-kernels", "--seconds", "0", "--json")
    every = json.loads(grognard(*common, "--scenario", "all").output)["games"]
    assert [game["scenario"] for game in every] == list(load("duel").scenarios)
    (last,) = json.loads(grognard(*common, "--scenario", every[-1]["scenario"]).output)["games"]
    assert last["scenario"] == every[-1]["scenario"]
    assert grognard(*common, "--scenario", "nowhere").exit_code == 2


def test_an_unknown_policy_is_wrong_use(grognard: Grognard) -> None:
    """A policy that does not exist ends with 2."""
    assert grognard("bench", "--policy", "clever").exit_code == 2


def test_veterans_are_measured_where_they_know_the_game(grognard: Grognard) -> None:
    """A title that nobody has taught them has no row."""
    asked = ("--no-kernels", "--seconds", "0", "--nodes", "3", "--json")
    assert json.loads(grognard("bench", "duel", *asked).output)["veterans"] == []


def test_growth_is_measured_where_a_game_has_the_counters(grognard: Grognard) -> None:
    """The duel has not: no rows, and no empty table."""
    asked = ("--no-kernels", "--seconds", "0", "--nodes", "3")
    assert json.loads(grognard("bench", "duel", *asked, "--json").output)["growth"] == []
    assert "Growth" not in grognard("bench", "duel", *asked).output


def test_growth_is_printed_by_size(capsys: pytest.CaptureFixture[str]) -> None:
    """Units, an action of random play, a veteran's position, and that for each unit."""
    print_growth(
        [Growth("storm", "summer", 50, 120.0, 2.0), Growth("storm", "summer", 600, 180.0, 30.0)]
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines if line.startswith("storm")] == [
        ["storm", "summer", "50", "120", "2.00", "40.0"],
        ["storm", "summer", "600", "180", "30.00", "50.0"],
    ]
