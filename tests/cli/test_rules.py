import json
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Grognard

from grognard import registry
from grognard.coverage import RESULTS, TestResult


def results(*tests: tuple[str, bool]) -> None:
    """Leave the results of tests where the plug-in leaves them: clause and passed."""
    rows = [
        TestResult(f"tests/rules/duel/test_1.py::test_{number}", "duel", (clause,), passed)
        for number, (clause, passed) in enumerate(tests)
    ]
    Path(RESULTS).write_bytes(msgspec.json.encode(rows))


def test_each_clause_is_shown_with_state_code_and_tests(grognard: Grognard) -> None:
    """A row has the clause, its state, where it is enforced and which tests show it."""
    results(("1.1-1", True), ("1.2-1", False))
    lines = {line.split()[0]: line for line in grognard("rules", "duel").output.splitlines()}
    assert "covered" in lines["1.1-1"]
    assert "game.may_enter" in lines["1.1-1"]
    assert "test_1.py::test_0" in lines["1.1-1"]
    assert "failing" in lines["1.2-1"]
    assert "missing" in lines["2.1-1"]
    assert "design-note" in lines["3.0-1"]


def test_missing_leaves_out_what_is_covered_or_needs_no_test(grognard: Grognard) -> None:
    """`--missing` shows the clauses that still lack a passing test, and no others."""
    results(("1.1-1", True), ("1.2-1", False))
    data = json.loads(grognard("rules", "duel", "--missing", "--json").output)
    assert [clause["id"] for clause in data["clauses"]] == ["1.1-2", "1.2-1", "2.1-1"]
    assert data["percent"] == 25


def test_a_clause_is_printed_in_words(grognard: Grognard) -> None:
    """One clause by its id, or all of a printed number."""
    one = grognard("rules", "duel", "1.1-2").output
    assert "A unit never enters a hex that holds a unit." in one
    assert "enforced in game.may_enter" in one
    both = grognard("rules", "duel", "1.1").output
    assert "1.1-1" in both
    assert "1.1-2" in both


def test_an_unknown_clause_is_wrong_use(grognard: Grognard) -> None:
    """A clause that does not exist is said so."""
    answer = grognard("rules", "duel", "9.9")
    assert answer.exit_code == 2
    assert "duel has no clause 9.9" in answer.output


def test_check_passes_at_the_floor(grognard: Grognard) -> None:
    """`rules --check` is content when every game reaches its floor: here half of four."""
    results(("1.1-1", True), ("1.1-2", True))
    answer = grognard("rules", "--check")
    assert answer.exit_code == 0
    assert "duel: 50.0 % of 4 clauses covered" in answer.output


def test_check_says_what_is_wrong(grognard: Grognard) -> None:
    """Below the floor, with failing tests or marks of no clause, it exits with 1."""
    results(("1.1-1", True), ("1.1-2", False), ("7.7-7", True))
    answer = grognard("rules", "--check")
    assert answer.exit_code == 1
    assert "duel: tests fail for 1.1-2" in answer.output
    assert "the floor is 50 %" in answer.output
    assert "marked with 7.7-7, which is no clause" in answer.output


def test_without_a_game_all_are_summed_up(grognard: Grognard) -> None:
    """`grognard rules` alone has one line a game."""
    results(("1.1-1", True))
    row = grognard("rules").output.splitlines()[1]
    assert " ".join(row.split()) == "duel 4 25.0 % 50 %"
    assert json.loads(grognard("rules", "--json").output)[0]["game"] == "duel"


def test_the_list_of_games_says_what_tests_have_shown(grognard: Grognard) -> None:
    """Where tests have been run `grognard games` has the share of rules that they show."""
    results(("1.1-1", True))
    assert "4 rules, 25 % covered" in grognard("games").output


def test_a_game_that_is_still_written_has_rules_to_show(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`rules` also serves a game that is not offered to players yet; other commands do not."""
    assert grognard("rules", "duel").exit_code == 0
    game = registry.load("duel")
    monkeypatch.setattr(registry, "_loaders", {})
    monkeypatch.setattr(registry, "_loaded", {"draft": game})
    monkeypatch.setattr(registry, "_shipped", lambda *, finished: [] if finished else ["draft"])
    monkeypatch.delenv("GROGNARD_GAMES")
    assert "1.1-1" in grognard("rules", "draft").output
    refused = grognard("play", "draft", "--text")
    assert refused.exit_code == 2
    assert "there is no game 'draft'" in refused.output
