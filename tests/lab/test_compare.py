import pytest
from tests.lab.making import made, series

from grognard.data import DataError
from grognard.lab.compare import chance_text, compare, sentences
from grognard.lab.results import Result
from grognard.lab.stats import fisher_exact, sign_test


def other_option(results: list[Result]) -> list[Result]:
    return [made(**{**_fields(result), "options": {"fog": False}}) for result in results]


def _fields(result: Result) -> dict[str, object]:
    return {name: getattr(result, name) for name in result.__struct_fields__}


def test_a_balance_that_moved_is_called_so() -> None:
    """Where the north went from 5 of 40 to 35 of 40 there is no doubt."""
    before, after = series("a", "b", "n" * 5 + "s" * 35), series("a", "b", "n" * 35 + "s" * 5)
    found = compare(before, after)
    assert found.moved
    assert found.side == "north"
    assert found.share.value == pytest.approx(0.75)
    assert found.share.low > 0.5
    assert found.chance == fisher_exact(5, 35, 35, 5)
    assert sentences(found, "North")[0] == "The balance has moved towards the North."


def test_the_same_games_have_not_moved() -> None:
    """A set against itself shows nothing, and says what it could not have seen."""
    results = series("a", "b", "nnnssnsnsn" * 2)
    found = compare(results, results)
    assert not found.moved
    assert found.share.value == 0
    assert found.pairs is not None
    assert (found.pairs.better, found.pairs.worse, found.pairs.chance) == (0, 0, 1.0)
    widest = round(100 * max(abs(found.share.low), found.share.high))
    assert f"a move of up to {widest} points would fit" in sentences(found, "North")[0]


def test_pairs_see_what_sets_do_not() -> None:
    """Eight games of forty that all turned the same way are no accident, though the shares
    alone could be.
    """
    before, after = series("a", "b", "n" * 20 + "s" * 20), series("a", "b", "n" * 28 + "s" * 12)
    found = compare(before, after)
    assert found.pairs is not None
    assert (found.pairs.games, found.pairs.better, found.pairs.worse) == (40, 8, 0)
    assert found.pairs.chance == sign_test(8, 0) < 0.05
    assert found.chance > 0.05
    assert found.moved


def test_a_move_away_is_named_as_that() -> None:
    """The first side of the game is the one that is spoken of."""
    found = compare(series("a", "b", "n" * 30), series("a", "b", "s" * 30))
    assert sentences(found, "North")[0] == "The balance has moved away from the North."


def test_games_without_pairs_are_compared_as_sets() -> None:
    """Other seeds are other games."""
    found = compare(series("a", "b", "n" * 30), series("a", "b", "s" * 30, start=100))
    assert found.pairs is None
    assert found.moved


def test_swapped_games_are_no_pairs() -> None:
    """A pair has the same players on the same sides."""
    assert compare(series("a", "b", "ns"), series("b", "a", "ns")).pairs is None


def test_what_was_changed_is_named() -> None:
    """Options, rules and data that differ are told with both values."""
    before = series("a", "b", "ns")
    found = compare(before, other_option(before))
    assert found.changed == {"fog": (True, False)}
    assert compare(before, [made(rules="2")]).changed == {"rules": ("1", "2")}


def test_other_players_are_named() -> None:
    """It may be they who moved the balance; who sat where makes no difference."""
    found = compare(series("a", "b", "ns"), series("c", "b", "ns"))
    assert found.changed == {"players": ("a, b", "b, c")}
    assert compare(series("a", "b", "ns"), series("b", "a", "ns")).changed == {}


def test_margins_move_too() -> None:
    """The mean margin of pairs grows by the mean of their differences."""
    before = [made(seed=n, margin=float(n)) for n in range(1, 13)]
    after = [made(seed=n, margin=float(n) + 2) for n in range(1, 13)]
    found = compare(before, after)
    assert found.margin is not None
    assert found.margin.value == pytest.approx(2)
    assert found.pairs is not None
    assert found.pairs.margin == pytest.approx((2, 2, 2))
    assert found.margin.low < 0 < found.margin.high


def test_draws_are_halves_in_shares_and_left_out_of_the_test() -> None:
    """Ten draws are an even share, and say nothing about who wins."""
    found = compare(series("a", "b", "=" * 10), series("a", "b", "=" * 10))
    assert (found.before.share.value, found.before.draws, found.chance) == (0.5, 10, 1.0)


def test_different_scenarios_are_not_compared() -> None:
    """The refusal names both, and the set that does not fit."""
    with pytest.raises(DataError, match="B: ford night cannot be compared with ford crossing of A"):
        compare([made()], [made(scenario="night")])


def test_games_without_margins_are_compared_by_wins() -> None:
    """A game that measures nothing still has winners."""
    results = [made(seed=n, margin=None) for n in range(1, 5)]
    found = compare(results, results)
    assert found.margin is None
    assert len(sentences(found, "North")) == 4


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0004, "fewer than 1 of 1,000 cases"),
        (0.0421, "4.2 of 100 cases"),
        (1, "100.0 of 100 cases"),
    ],
)
def test_chances_in_words(chance: float, text: str) -> None:
    """Nobody has to read an exponent."""
    assert chance_text(chance) == text
