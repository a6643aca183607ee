"""30 Winning the game."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.moves import denied, does, offered
from tests.rules.ukraine43.turns import SLUG, events, opened, start

from grognard.decisions import total
from grognard.games.ukraine43.sequence import AxisTurn, EndPhase, SovietTurn, Turn
from grognard.games.ukraine43.state import AXIS, DEAD, SOVIET, Pos
from grognard.games.ukraine43.victory import Settlement, points, tally_exits
from grognard.hand import Hand
from grognard.state import Outcome
from grognard.testing import sketch

RIFLES, TANKS, INFANTRY, PANZER, RUMANIANS = "23/218", "2TC", "88ID", "11Pz", "24Rum"

#: A Soviet source and road, and objectives worth 3 and 1.
MAP = """
    board 6 x 12
    tag soviet_source 0101
    tag vp3 0103
    tag vp1 0105
    network primary 0101-0102-0103-0104-0105
    control soviet 0101 0103 0105
    unit SWF 0601
    unit 1PzA 0612
"""


def score(text: str, **state: object) -> int:
    """The points of the Soviets."""
    pos = sketch(SLUG, MAP + text)
    return total(points(pos.game.position(replace(pos.state, **state))))


# --- 30.2A, 30.2B  points ---------------------------------------------------------------


@pytest.mark.rule(SLUG, "30.2A-2")
def test_controlled_objectives_count_occupied_or_not() -> None:
    """Both count though nobody is there; one that is German does not."""
    assert score("") == 4
    assert score("control axis 0103") == 1


@pytest.mark.rule(SLUG, "30.2A-2", "R-103")
def test_an_objective_needs_a_line_of_supply() -> None:
    """Cut off by Germans on the road it counts 0; relieved it counts again."""
    cut = "terrain sea 0203 0204 0205 0206\n"
    assert score(cut) == 4
    assert score(cut + f"unit {INFANTRY} 0104") == 3


@pytest.mark.rule(SLUG, "30.2B", "R-103")
def test_germans_in_star_hexes_cost_two_points_each() -> None:
    """Two star hexes with German units and one point: -3. An empty one that they control, a
    repaired rail hex and a hex under a half hex cost nothing.
    """
    stars = "tag soviet_source 0401 0501\n"
    two = f"unit {INFANTRY} 0401\nunit 48PzK 0501\ncontrol axis 0103"
    assert score(stars + two) == 1 - 4
    assert score(stars + "control axis 0401\nunit Manstein 0501") == 4
    rail = "network rail 0101-0201-0301\nstate repaired=0101,0201,0301\n"
    assert score(rail + "unit 2A 0301") == 4


@pytest.mark.rule(SLUG, "R-103", "30.2B")
def test_a_german_on_a_printed_star_hex_of_the_campaign() -> None:
    """A panzer division on 6021 at the end of the turn: -2; gone again: 0."""
    pos = start()
    assert total(points(pos)) == 0
    hand = Hand(pos)
    hand.put(PANZER, "6021")
    assert [(part.amount, part.rule) for part in points(hand.now)] == [(-2, "30.2B")]


# --- 30.1  benchmarks -------------------------------------------------------------------


def ending(turn: int, points: int, scenario: str = "campaign") -> Outcome | None:
    """How a game turn ends at which the Soviets have so many points."""
    # Points for German steps that were not removed may be any number.
    pos = start(scenario, turn=turn, exit_points=points)
    return opened(pos, Turn(stage="determine_victory")).outcome


@pytest.mark.rule(SLUG, "30.1-2", "30.1-ex")
def test_six_above_the_benchmark_is_a_soviet_win() -> None:
    """The benchmark of turn 7 is 6: 12 points win, 11 do not."""
    won = ending(7, 12)
    assert won is not None
    assert (won.winner, won.level, won.rule) == (SOVIET, "sudden death", "30.1-2")
    assert ending(7, 11) is None


@pytest.mark.rule(SLUG, "30.1-3")
def test_six_below_the_benchmark_is_a_german_win() -> None:
    """On turn 7 none loses, one does not."""
    lost = ending(7, 0)
    assert lost is not None
    assert (lost.winner, lost.level, lost.rule) == (AXIS, "sudden death", "30.1-3")
    assert ending(7, 1) is None


@pytest.mark.rule(SLUG, "30.1-4", "3.E")
def test_otherwise_the_next_turn_begins() -> None:
    """The marker is advanced by one."""
    pos = start(turn=7, exit_points=5)
    pos = opened(pos, Turn(stage="determine_victory"), dice=[1])
    assert pos.outcome is None
    assert pos.turn == 8


@pytest.mark.rule(SLUG, "3.E", "30.1-1")
def test_points_are_counted_once_after_the_german_turn() -> None:
    """Twelve points in the middle of turn 7 end nothing, at its end they do."""
    text = f"{MAP}turn 7\nstate exit_points=8\nunit {RIFLES} 0301\nphase movement soviet"
    pos = sketch(SLUG, text)
    assert total(points(pos)) == 12
    counted = 0
    while pos.outcome is None:
        assert pos.turn == 7
        pos = pos.apply("done")
        counted += len(events(pos, "points"))
    assert counted == 1
    assert pos.outcome.winner == SOVIET


@pytest.mark.rule(SLUG, "R-66")
def test_the_last_benchmark_decides() -> None:
    """Turn 21 with 30 points: Soviets; with 29: Germans."""
    results = {points: ending(21, points) for points in (30, 29)}
    assert {n: won.winner for n, won in results.items() if won} == {30: SOVIET, 29: AXIS}
    assert {won.rule for won in results.values() if won} == {"R-66"}


@pytest.mark.rule(SLUG, "R-66")
def test_the_short_scenario_may_be_drawn() -> None:
    """Rumyantsev ends on turn 7 with a benchmark of 5: 5 wins, 4 and 3 are a draw, 2 loses."""
    results = [ending(7, points, "rumyantsev") for points in (5, 4, 3, 2)]
    assert [won.winner for won in results if won] == [SOVIET, "", "", AXIS]


# --- 30.2C  steps off the west edge --------------------------------------------------------


def owed(mech: int, other: int) -> tuple[int, int]:
    """What the Germans owe for steps that left in one Soviet turn: mechanised, and any."""
    hand = Hand(start())
    tally_exits(SovietTurn(side=SOVIET, exited_mech=mech, exited_other=other), hand)
    return hand.now.state.owed_mechanised, hand.now.state.owed_any


@pytest.mark.rule(SLUG, "30.2C-2", "30.2C-4", "30.2C-5", "R-65")
@pytest.mark.parametrize(
    ("mech", "other", "due"),
    [(0, 4, (0, 2)), (4, 0, (2, 0)), (1, 0, (0, 0)), (0, 1, (0, 0)), (1, 1, (0, 1)),
     (3, 2, (1, 1)), (2, 3, (1, 1)), (3, 0, (1, 0))],
)  # fmt: skip
def test_two_steps_cost_one(mech: int, other: int, due: tuple[int, int]) -> None:
    """Pairs of mechanised steps ask for mechanised ones; an odd step is dropped, and it is not
    a mechanised one if there is another.
    """
    assert owed(mech, other) == due


@pytest.mark.rule(SLUG, "30.2C-2")
def test_steps_are_counted_by_player_turn() -> None:
    """Two and two in two turns are one and one; odd steps of two turns do not pair."""
    assert owed(0, 2) == (0, 1)
    assert owed(0, 1) == (0, 0)


def settling(mech: int, other: int, text: str = "") -> Pos:
    """The German End Phase with this debt."""
    units = f"unit {PANZER} 0311\nunit {INFANTRY} 0411\nunit {RUMANIANS} 0511 reduced=true\n"
    pos = sketch(SLUG, MAP + units + text + "tag axis_source 0612\ncontrol axis 0612\n"
                 "network secondary 0612-0511-0411-0311")  # fmt: skip
    pos = pos.game.position(replace(pos.state, owed_mechanised=mech, owed_any=other))
    return opened(pos, Turn(), AxisTurn(side=AXIS, stage="end phase"), EndPhase(side=AXIS))


@pytest.mark.rule(SLUG, "R-101", "30.2C-2")
def test_the_debt_is_settled_at_the_start_of_the_german_end_phase() -> None:
    """Before Disrupted markers come off; without a debt nobody is asked."""
    pos = settling(1, 0, "unit 19Pz 0310 disrupted=true\n")
    assert isinstance(pos.top, Settlement)
    assert pos.unit("19Pz").disrupted
    assert not isinstance(settling(0, 0).top, Settlement)


@pytest.mark.rule(SLUG, "30.2C-6", "R-81")
def test_steps_are_paid_by_reduction_or_removal() -> None:
    """A full panzer division is flipped, a reduced Rumanian one removed."""
    pos = does(settling(1, 1), f"lose {PANZER}", f"lose {RUMANIANS}")
    assert pos.unit(PANZER).reduced
    assert pos.unit(RUMANIANS).at == DEAD
    assert pos.state.exit_points == 0
    assert not isinstance(pos.top, Settlement)


@pytest.mark.rule(SLUG, "30.2C-5")
def test_a_mechanised_pair_is_paid_with_a_mechanised_step() -> None:
    """An infantry step is refused while nothing else is owed."""
    pos = settling(1, 0)
    assert offered(pos, "lose") == {PANZER}
    assert denied(pos, f"lose {INFANTRY}") == "30.2C-5"


@pytest.mark.rule(SLUG, "30.2C-5", "30.2C-2")
def test_a_mechanised_step_pays_for_any_pair() -> None:
    """First for the mechanised pair, then for the other; HQs and Soviets do not pay."""
    pos = settling(1, 1)
    assert offered(pos, "lose") == {PANZER, INFANTRY, RUMANIANS}
    assert denied(pos, "lose 1PzA") == "30.2C-2"
    assert denied(pos, f"lose {TANKS}") == "30.2C-2"
    pos = does(pos, f"lose {PANZER}", f"lose {PANZER}")
    assert pos.unit(PANZER).at == DEAD
    assert not isinstance(pos.top, Settlement)


@pytest.mark.rule(SLUG, "30.2C-3", "R-65")
def test_what_is_not_paid_scores_and_stays() -> None:
    """Two removals due, one paid: a point, for the rest of the game."""
    pos = does(settling(0, 2), f"lose {INFANTRY}", "done")
    assert pos.state.exit_points == 1
    assert (pos.state.owed_mechanised, pos.state.owed_any) == (0, 0)
    assert "30.2C-3" in {part.rule for part in points(pos)}


@pytest.mark.rule(SLUG, "30.2C-ex", "R-65")
def test_the_example_of_map_exit() -> None:
    """Five steps leave, two of them mechanised: one mechanised and one other step are owed. The
    Germans remove a single infantry step, and the Soviets have a point.
    """
    mech, other = owed(2, 3)
    assert (mech, other) == (1, 1)
    pos = does(settling(mech, other), f"lose {INFANTRY}", "done")
    assert pos.state.exit_points == 1
