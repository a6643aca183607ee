import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from tests.lab.conftest import Grognard, Start
from tests.lab.making import made, series, write

from grognard.lab.results import Result, read_results

OUT = ("--out", "games.jsonl")
MATCH = ("lab", "run", "ford", "random", "random@nodes=9")


def results(path: Path = Path("games.jsonl")) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [{**json.loads(line), "seconds": 0} for line in lines]


# --- run --------------------------------------------------------------------------------


def test_a_match_is_played_into_a_file(grognard: Grognard) -> None:
    """Four games are two seeds with sides swapped; the table shows entrants and sides."""
    answer = grognard(*MATCH, "--games", "4", "--jobs", "1", "--seed", "5", *OUT)
    assert answer.exit_code == 0, answer.output
    assert [(one["seed"], one["players"]["north"]) for one in results()] == [
        (5, "random"),
        (5, "random@nodes=9"),
        (6, "random"),
        (6, "random@nodes=9"),
    ]
    assert "random@nodes=9 against random" in answer.output
    assert "South, random against random@nodes=9" in answer.output


def test_a_run_that_is_asked_for_again_plays_nothing(grognard: Grognard) -> None:
    """All games are in the file; it stays as it is."""
    grognard(*MATCH, "--games", "2", "--jobs", "1", *OUT)
    before = Path("games.jsonl").read_bytes()
    answer = grognard(*MATCH, "--games", "2", "--jobs", "1", *OUT)
    assert answer.exit_code == 0
    assert "games.jsonl has 2 of these games already" in answer.output
    assert Path("games.jsonl").read_bytes() == before


def test_a_torn_file_is_mended_and_completed(grognard: Grognard) -> None:
    """The game whose line was cut short is played again, and comes out the same."""
    grognard(*MATCH, "--games", "2", "--jobs", "1", *OUT)
    whole = results()
    path = Path("games.jsonl")
    path.write_bytes(path.read_bytes()[:-25])
    answer = grognard(*MATCH, "--games", "2", "--jobs", "1", *OUT)
    assert "the last line was cut short; that game is played again" in answer.output
    assert results() == whole


DUEL = ("lab", "run", "tests.cli.duel", "random", "random@nodes=9", "--jobs", "1")


def test_any_game_can_be_played(grognard: Grognard) -> None:
    """A game without a page and without points has results too; its switches are in them."""
    answer = grognard(*DUEL, "--games", "2", "--option", "fog=no", *OUT)
    assert answer.exit_code == 0, answer.output
    one = results()[0]
    assert (one["game"], one["options"]["fog"]) == ("duel", False)
    assert (one["margin"], one["measures"]) == (None, {})
    assert grognard("lab", "report", "games.jsonl", "--out", "duel.html").exit_code == 0


def test_failures_are_told_and_kept(grognard: Grognard) -> None:
    """Each failed game is named and leaves a record of its own; the exit code is 1."""
    answer = grognard(*DUEL, "--games", "2", "--option", "broken=yes", *OUT)
    assert answer.exit_code == 1
    assert "random against random@nodes=9, seed 1: after " in answer.output
    assert "the mill has burnt down" in answer.output
    assert len(list(Path("failed-games").iterdir())) == 2
    assert not Path("games.jsonl").exists()


def test_a_match_that_always_fails_is_not_played_on(grognard: Grognard) -> None:
    """After ten failures the rest is not worth the time."""
    answer = grognard(*DUEL, "--games", "40", "--option", "broken=yes", *OUT)
    assert "stopped after 10 of 40 games: 10 have failed" in answer.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("ford", "random"), "a match needs two players"),
        (("ford", "random", "nobody"), "there is no player 'nobody'"),
        (("ford", "random", "recruit"), "recruit does not know ford"),
        (("ford", "random", "random@x=1"), "a budget has no x"),
        (("ford:noon", "random", "random"), "ford has no scenario 'noon'"),
        (("frod", "random", "random"), "there is no game 'frod'"),
        (("ford", "random", "random", "--option", "rain=yes"), "ford has no option rain"),
        (("ford", "random", "random", "--ray", "auto"), "pip install 'grognard[ray]'"),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    arguments: tuple[str, ...], complaint: str, grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 2, and no file is made."""
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    answer = grognard("lab", "run", *arguments, *OUT)
    assert answer.exit_code == 2
    assert complaint in answer.output
    assert not Path("games.jsonl").exists()


def test_a_file_of_something_else_is_refused(grognard: Grognard) -> None:
    """Results are never added to what is none; the line is named."""
    Path("games.jsonl").write_text("my notes\n")
    answer = grognard(*MATCH, "--games", "2", *OUT)
    assert answer.exit_code == 1
    assert "games.jsonl: line 1: is no result of the lab" in answer.output
    assert Path("games.jsonl").read_text() == "my notes\n"


def wait_for(path: Path, lines: int) -> None:
    """Until a file has so many lines."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not grow")


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_stopped_goes_on(
    sent: signal.Signals, start: Start, grognard: Grognard, tmp_path: Path
) -> None:
    """After Ctrl-C or a kill the finished games are in the file, and the same command plays
    the rest: together they are the games of a run that nobody stopped.
    """
    path = tmp_path / "games.jsonl"
    first = start(*MATCH, "--games", "400", "--jobs", "2", *OUT)
    wait_for(path, 3)
    os.kill(first.pid, sent)
    _, complaints = first.communicate(timeout=60)
    kept = path.read_bytes().count(b"\n")
    assert 3 <= kept < 400
    if sent is signal.SIGINT:
        assert first.returncode == 1
        assert "interrupted; the same command goes on from here" in complaints
    answer = grognard(*MATCH, "--games", "8", "--jobs", "1", *OUT)
    assert answer.exit_code == 0, answer.output
    found = {(one["seed"], one["players"]["north"]): one for one in results(path)}
    grognard(*MATCH, "--games", "8", "--jobs", "1", "--out", "alone.jsonl")
    for one in results(Path("alone.jsonl")):
        assert found[one["seed"], one["players"]["north"]] == one


# --- ladder -----------------------------------------------------------------------------


def test_the_ladder_is_a_table(grognard: Grognard) -> None:
    """Ratings with intervals, the anchor fixed, who beat whom, and the worth of the side."""
    games = series("a", "b", "nnnn=s") + series("b", "a", "ssss=n")
    answer = grognard("lab", "ladder", str(write(Path("g.jsonl"), games)), "--anchor", "b")
    assert answer.exit_code == 0, answer.output
    rows = answer.output.splitlines()
    assert rows[1].split()[0] == "a"
    assert rows[2].split()[:3] == ["b", "1000", "fixed"]
    assert "8 / 2 / 2" in answer.output
    assert "The side of the North is worth +0 Elo" in answer.output


def test_the_ladder_for_programs(grognard: Grognard) -> None:
    """The same as JSON."""
    path = write(Path("g.jsonl"), series("a", "b", "nns"))
    rated = json.loads(grognard("lab", "ladder", str(path), "--json").output)
    assert {one["entrant"] for one in rated["ratings"]} == {"a", "b"}
    assert rated["games"] == 3


def test_a_ladder_needs_its_anchor(grognard: Grognard) -> None:
    """Who did not play is not the measure of those who did."""
    path = write(Path("g.jsonl"), series("a", "b", "ns"))
    answer = grognard("lab", "ladder", str(path), "--anchor", "zed")
    assert answer.exit_code == 1
    assert "zed did not play; a, b did" in answer.output


# --- compare ----------------------------------------------------------------------------


def test_a_comparison_in_words_and_numbers(grognard: Grognard) -> None:
    """What was changed, both sets, the verdict, and why."""
    before = write(Path("old.jsonl"), series("a", "b", "s" * 30))
    changed = [made(**{**_fields(r), "rules": "2"}) for r in series("a", "b", "n" * 30)]
    answer = grognard("lab", "compare", str(before), str(write(Path("new.jsonl"), changed)))
    assert answer.exit_code == 0, answer.output
    assert "rules: 1 in old, 2 in new" in answer.output
    assert "The balance has moved towards the North." in answer.output
    assert "Of 30 games that both sets have, 30 ended better" in answer.output


def _fields(result: Result) -> dict[str, Any]:
    return {name: getattr(result, name) for name in result.__struct_fields__}


def test_a_comparison_for_programs(grognard: Grognard) -> None:
    """The same as JSON."""
    path = str(write(Path("g.jsonl"), series("a", "b", "nns")))
    found = json.loads(grognard("lab", "compare", path, path, "--json").output)
    assert found["moved"] is False
    assert found["before"]["games"] == 3


@pytest.mark.parametrize("command", ["ladder", "report", "compare"])
def test_bad_files_are_named_with_their_line(command: str, grognard: Grognard) -> None:
    """Whatever reads results says which line of which file is wrong."""
    path = write(Path("g.jsonl"), series("a", "b", "ns"))
    path.write_bytes(path.read_bytes() + b'{"format":1,"ga')
    more = {"report": ["--out", "r.html"], "compare": [str(path)]}.get(command, [])
    answer = grognard("lab", command, str(path), *more)
    assert answer.exit_code == 1
    assert "g.jsonl: line 3: is no result of the lab" in answer.output


# --- report -----------------------------------------------------------------------------


def test_a_report_is_written(grognard: Grognard, played: list[Result]) -> None:
    """The page is made with its folder, and its size is told."""
    path = write(Path("g.jsonl"), played)
    answer = grognard("lab", "report", str(path), "--out", "deep/ford.html")
    assert answer.exit_code == 0, answer.output
    assert f"{len(played)} games" in answer.output
    assert Path("deep/ford.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert read_results([path]) == played


def test_a_report_is_a_page(grognard: Grognard, played: list[Result]) -> None:
    """Any other kind of file is wrong use."""
    path = write(Path("g.jsonl"), played)
    assert grognard("lab", "report", str(path), "--out", "ford.pdf").exit_code == 2
