"""Rule coverage: clauses, where code cites them, and which tests show them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fixture.ford import load

from grognard.clauses import load_clauses, load_floor, natural
from grognard.coverage import Covered, TestResult, citations, read_results, report
from grognard.data import DataError

pytest_plugins = ["pytester"]

FORD = load()


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def clause(id_: str, kind: str = "rule") -> str:
    return f"  - {{id: '{id_}', title: T, says: S, kind: {kind}}}\n"


# --- clauses ----------------------------------------------------------------------------


def test_clauses_and_rulings_are_one_list(tmp_path: Path) -> None:
    """Both files are read, each clause found by its id; the floor stands in the first."""
    write(tmp_path / "clauses.yaml", "floor: 80\nclauses:\n" + clause("4.7-1"))
    write(tmp_path / "rulings.yaml", "floor: 0\nclauses:\n" + clause("C3", "ruling"))
    found = load_clauses(tmp_path)
    assert list(found) == ["4.7-1", "C3"]
    assert found["4.7-1"].number == "4.7"
    assert load_floor(tmp_path) == 80


def test_an_id_is_used_once(tmp_path: Path) -> None:
    """Two clauses of one id are refused, also in two files."""
    write(tmp_path / "clauses.yaml", "floor: 80\nclauses:\n" + clause("4.7-1"))
    write(tmp_path / "rulings.yaml", "floor: 0\nclauses:\n" + clause("4.7-1"))
    with pytest.raises(DataError, match=r"rulings.yaml: clause '4\.7-1': this id is used twice"):
        load_clauses(tmp_path)


def test_rules_are_sorted_as_in_the_book() -> None:
    """Numbers count as numbers, letters come behind."""
    ids = ["11.1", "9.2-10", "7.3A", "9.2-2", "7.3"]
    assert sorted(ids, key=natural) == ["7.3", "7.3A", "9.2-2", "9.2-10", "11.1"]


# --- citations --------------------------------------------------------------------------

MODULE = '''
@rule("1.1-1", "1.1-2")
def moves(pos):
    """Prose about 9.9 is no citation."""
    if pos:
        return deny("1.2-1", "no", unit="7.7-7")
    hand.tell("moved", "moved", rule="1.3-1")
    return Decision("red", "Move?", rule="1.4-1")

class Battle:
    bars = (Bar("1.5-1", "never"),)
    costs = Cost(rules=("1.6-1", "1.6-2"))
    plain = deny("resign", "no number, no clause")
'''


def test_code_cites_clauses_by_marks_keywords_and_refusals(tmp_path: Path) -> None:
    """Every place that names a clause is found, with module and function."""
    write(tmp_path / "movement.py", MODULE)
    assert citations(tmp_path) == {
        "1.1-1": ("movement.moves",),
        "1.1-2": ("movement.moves",),
        "1.2-1": ("movement.moves",),
        "1.3-1": ("movement.moves",),
        "1.4-1": ("movement.moves",),
        "1.5-1": ("movement.Battle",),
        "1.6-1": ("movement.Battle",),
        "1.6-2": ("movement.Battle",),
    }


# --- the report -------------------------------------------------------------------------


def row(results: list[TestResult], id_: str) -> Covered:
    return next(row for row in report(FORD, results).rows if row.clause.id == id_)


def result(*ids: str, test: str = "t", passed: bool = True) -> TestResult:
    return TestResult(test, "ford", ids, passed)


def test_a_clause_is_covered_when_all_its_tests_pass() -> None:
    """One passing test covers; a failing one beside it makes the clause failing."""
    assert row([], "6.4-1").state == "missing"
    assert row([result("6.4-1")], "6.4-1").state == "covered"
    both = [result("6.4-1"), result("6.4-1", test="u", passed=False)]
    assert row(both, "6.4-1").state == "failing"
    assert row(both, "6.4-1").passed == ("t",)
    assert [row(r, "6.4-1").covered for r in ([], [result("6.4-1")], both)] == [False, True, False]


def test_definitions_and_notes_need_no_test() -> None:
    """They are listed as what they are and do not count."""
    assert row([], "1.1-1").state == "definition"
    assert row([], "1.1-2").state == "design-note"


def test_results_of_other_games_do_not_count() -> None:
    """The same number in another game's rules is another rule."""
    assert row([TestResult("t", "chess", ("6.4-1",), True)], "6.4-1").state == "missing"


def test_the_floor_fails_the_check() -> None:
    """With fewer clauses covered than the game's floor, the report complains."""
    testable = [row.clause.id for row in report(FORD, []).rows if row.counts]
    assert report(FORD, [result(*testable)]).problems() == []
    problems = report(FORD, [result(*testable[1:])]).problems()
    assert len(problems) == 1
    assert "the floor is 100 %" in problems[0]


def test_failing_and_unknown_clauses_fail_the_check() -> None:
    """A failing test, and a mark with an id that is none, are complained of by name."""
    problems = "\n".join(report(FORD, [result("6.4-1", "99.9", passed=False)]).problems())
    assert "tests fail for 6.4-1" in problems
    assert "t is marked with 99.9, which is no clause" in problems


def test_the_code_of_the_fixture_cites_clauses_that_exist() -> None:
    """No module of the fixture names an id that is not in its list."""
    assert report(FORD, []).strangers == ()


# --- the plug-in ------------------------------------------------------------------------

TESTS = """
    import pytest

    @pytest.mark.rule("ford", "1.1", "1.2")
    def test_good():
        pass

    @pytest.mark.rule("ford", "1.3")
    @pytest.mark.rule("chess", "2")
    def test_bad():
        assert False

    @pytest.fixture
    def broken():
        raise RuntimeError

    @pytest.mark.rule("ford", "1.4")
    def test_unready(broken):
        pass

    @pytest.mark.skip
    @pytest.mark.rule("ford", "1.5")
    def test_left_out():
        pass

    def test_unmarked():
        pass
"""


def results_of(pytester: pytest.Pytester) -> dict[tuple[str, str], tuple[tuple[str, ...], bool]]:
    found = read_results(pytester.path / ".rule-results.json")
    return {(r.test.partition("::")[2], r.game): (r.clauses, r.passed) for r in found}


def test_marked_tests_leave_their_results(pytester: pytest.Pytester) -> None:
    """A marked test is recorded with its clauses and whether it passed, set-up included; one
    that did not run shows nothing.
    """
    pytester.makepyfile(TESTS)
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    assert results_of(pytester) == {
        ("test_good", "ford"): (("1.1", "1.2"), True),
        ("test_bad", "ford"): (("1.3",), False),
        ("test_bad", "chess"): (("2",), False),
        ("test_unready", "ford"): (("1.4",), False),
    }


def test_results_are_merged_with_those_of_earlier_runs(pytester: pytest.Pytester) -> None:
    """A run of some tests leaves the results of the others as they were."""
    path = pytester.makepyfile(TESTS)
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    path.write_text(path.read_text().replace("assert False", "pass"))
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin", "-k", "test_bad")
    found = results_of(pytester)
    assert found["test_bad", "ford"] == (("1.3",), True)
    assert found["test_good", "ford"] == (("1.1", "1.2"), True)


def test_a_test_that_is_gone_shows_nothing(pytester: pytest.Pytester) -> None:
    """The result of a test that was deleted or renamed does not outlive it."""
    path = pytester.makepyfile(TESTS)
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    path.write_text(path.read_text().replace("test_good", "test_better"))
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin", "-k", "test_bad")
    assert ("test_good", "ford") not in results_of(pytester)
    assert ("test_unready", "ford") in results_of(pytester)


def test_a_mark_without_a_clause_is_refused(pytester: pytest.Pytester) -> None:
    """A mark names a game and at least one clause."""
    pytester.makepyfile("""
        import pytest

        @pytest.mark.rule("ford")
        def test_vague():
            pass
    """)
    done = pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    done.stderr.fnmatch_lines(["*mark rule(game, clause, ...)*"])
    assert done.ret == pytest.ExitCode.USAGE_ERROR


def test_no_results_are_no_file(tmp_path: Path) -> None:
    """Where nothing was run, there are no results."""
    assert read_results(tmp_path / "none.json") == []


def test_renamed_parameters_are_forgotten(pytester: pytest.Pytester) -> None:
    """A case that failed and has another name now does not count as failing for ever."""
    path = pytester.makepyfile("""
        import pytest

        @pytest.mark.rule("ford", "1.1")
        @pytest.mark.parametrize("case", ["old", "same"])
        def test_cases(case):
            assert case != "old"
    """)
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    assert not results_of(pytester)["test_cases[old]", "ford"][1]
    path.write_text(path.read_text().replace('["old"', '["new"'))
    pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    assert results_of(pytester) == {
        ("test_cases[new]", "ford"): (("1.1",), True),
        ("test_cases[same]", "ford"): (("1.1",), True),
    }
