"""4 How to win."""

from collections.abc import Iterable

import pytest

from grognard import load
from grognard.engine import Hand
from grognard.games.storm41.effects import eliminate
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.sequence import Turn
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.victory import control_points, points
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
MAP = GAME.theatres["campaign"]
#: A Hungarian brigade at home, which keeps the point of 4.6 from the Soviets.
GUARD = "unit 25H S3422\n"


def position(*lines: str, soviet: Iterable[str] = (), axis: Iterable[str] = ()) -> Pos:
    """The last turn with control as at the start but for these hexes."""
    holders = {h: side for side, zone in MAP.start.items() for h in zone}
    holders |= dict.fromkeys(soviet, SOVIET) | dict.fromkeys(axis, AXIS)
    control = "\n".join(
        f"control {side} " + " ".join(h for h, who in holders.items() if who == side)
        for side in (AXIS, SOVIET)
    )
    return sketch(SLUG, "\n".join(["turn 10", control, *lines]))


def scored(pos: Pos) -> dict[str, int]:
    return {part.rule: part.amount for part in points(pos)}


def ended(pos: Pos) -> Pos:
    """The last turn comes to its end."""
    hand = Hand(pos)
    hand.push(Turn(stage="tidy_up"))
    return hand.begin()


def cities_of(axis: int) -> list[str]:
    """So many plain cities west of the border."""
    return [h for h in MAP.cities if h in MAP.start[AXIS] and MAP.cities[h] == "city"][:axis]


@pytest.mark.rule(SLUG, "4.2")
def test_operational_advantage() -> None:
    """22 control points give nothing, 23 a victory point; the Soviets begin with 11."""
    assert control_points(position()) == 11
    less, enough = position(GUARD, soviet=cities_of(11)), position(GUARD, soviet=cities_of(12))
    assert (control_points(less), scored(less)) == (22, {})
    assert (control_points(enough), scored(enough)) == (23, {"4.2": 1})
    assert control_points(position(soviet=["N2628"])) == 13  # Warsaw counts two


def test_a_board_without_oil_and_corridors_scores_neither() -> None:
    """A sketch of a few hexes has no Ploesti and no Danube: nobody has points for them."""
    assert scored(sketch(SLUG, "board 6 x 4\nunit 25H S1422\nzone hungary S1422\nturn 10")) == {}


@pytest.mark.rule(SLUG, "4.3")
def test_ploesti() -> None:
    """Two points to who holds it at the end, supplied or not; having held it is nothing."""
    assert scored(position(GUARD, soviet=["S2029"])) == {"4.3": 2}
    assert scored(position(GUARD, "state fallen=S2029")) == {}


@pytest.mark.rule(SLUG, "4.4", "4.5")
@pytest.mark.parametrize(
    ("name", "rule", "last"), [("pripyat_notec", "4.4", "N3420"), ("danube", "4.5", "S2220")]
)
def test_corridors(name: str, rule: str, last: str) -> None:
    """A point for all hexes of a corridor to the German edge, none if one is missing."""
    way = set(next(c for c in MAP.corridors.values() if c.name == name).links)
    assert last in way
    assert scored(position(GUARD, soviet=way)).get(rule) == 1
    assert rule not in scored(position(GUARD, soviet=way - {last}))


@pytest.mark.rule(SLUG, "4.6", "R-36")
def test_hungary() -> None:
    """A single Hungarian brigade or German division there denies the point; a Romanian one and a
    German one beyond the border do not.
    """
    assert scored(position()) == {"4.6": 1}
    assert scored(position(GUARD)) == {}
    assert scored(position("unit 1ID S3622")) == {}
    assert scored(position("unit 7R S3622", "unit 1ID N1123")) == {"4.6": 1}


@pytest.mark.rule(SLUG, "4.7", "4.8")
def test_casualties() -> None:
    """150 Germans earn a point, 200 Soviets cost one."""
    assert scored(position(GUARD, "state german_losses=149 soviet_losses=199")) == {}
    bled = scored(position(GUARD, "state german_losses=150 soviet_losses=200"))
    assert bled == {"4.7": 1, "4.8": -1}


@pytest.mark.rule(SLUG, "4.9", "4.10", "R-4", "R-5", "R-35")
def test_german_counteroffensives() -> None:
    """An edge hex that is German-controlled and can trace a line costs a point, also without a
    unit; one behind Soviet units costs none. N1044 counts for the North only.
    """
    assert scored(position(GUARD, axis=["N2044"])) == {"4.9": -1}
    assert scored(position(GUARD, axis=["S3044"])) == {"4.10": -1}
    assert scored(position(GUARD, axis=["N1044"])) == {"4.9": -1}
    around = [h for h in GAME.board.grid.neighbours("N2044") if h in MAP.land]
    ring = [f"unit {u} {h}" for u, h in zip(("10RD", "90RD", "48RD"), around, strict=True)]
    assert scored(position(GUARD, *ring, axis=["N2044"])) == {}


def test_only_what_a_scenario_scores_is_judged() -> None:
    """On the South Map neither the corridor nor the edge of the north is asked for."""
    pos = GAME.start("south", seed=1)
    assert scored(pos) == {}
    assert GAME.theatre(pos).corridors.keys() == {"danube"}


@pytest.mark.rule(SLUG, "4.7", "R-30", "R-31")
def test_how_losses_count() -> None:
    """A German unit counts one, twice out of supply, the Slovaks and the Lehr Brigade too; in
    aerial supply once. Hungarians and Romanians count for nobody.
    """
    units = "unit 1ID N2030\nunit 900L N2030\nunit Slov N2030\nunit 7R S2836\nunit 8H S3622"
    hand = Hand(sketch(SLUG, f"turn 3\n{units}"))
    eliminate(hand, "1ID", "out", rule="10.22-a")
    assert hand.now.state.german_losses == 2
    eliminate(hand, "900L", "attenuated", rule="10.22-a", aerial=True)
    eliminate(hand, "Slov", "full", rule="10.22-a")
    eliminate(hand, "7R", "full", rule="10.22-a")
    eliminate(hand, "8H", "full", rule="10.22-a")
    state = hand.now.state
    assert (state.german_losses, state.soviet_losses) == (4, 0)
    fates = {u: (hand.now.unit(u).fell, hand.now.unit(u).gone) for u in ("1ID", "900L", "Slov")}
    assert fates == {"1ID": (3, True), "900L": (3, True), "Slov": (3, False)}


@pytest.mark.rule(SLUG, "4.8")
def test_how_soviet_losses_count() -> None:
    """One a unit of any size, two out of supply."""
    hand = Hand(sketch(SLUG, "unit 402Art N2234\nunit 10RD N2234"))
    eliminate(hand, "402Art", "full", rule="11.7-5")
    eliminate(hand, "10RD", "out", rule="5.9")
    assert hand.now.state.soviet_losses == 3
    assert set(hand.now.at("dead")) == {"402Art", "10RD"}


@pytest.mark.rule(SLUG, "4.11", "R-37")
@pytest.mark.parametrize(
    ("holds", "state", "score", "winner"),
    [
        (("ploesti", "danube"), "german_losses=150", 4, SOVIET),
        (("ploesti", "danube"), "", 3, ""),
        (("ploesti",), "", 2, AXIS),
        ((), "soviet_losses=200", -1, AXIS),
    ],
)
def test_who_wins(holds: tuple[str, ...], state: str, score: int, winner: str) -> None:
    """Four points win, three draw, fewer lose."""
    soviet = {"S2029"} if "ploesti" in holds else set()
    soviet |= set(MAP.corridors["danube"].links) if "danube" in holds else set()
    pos = position(GUARD, f"state {state}" if state else "", soviet=soviet)
    assert sum(scored(pos).values()) == score
    outcome = ended(pos).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (winner, "4.11")


@pytest.mark.rule(SLUG, "4.11-variant")
@pytest.mark.parametrize(
    ("state", "winner"),
    [("german_losses=150", SOVIET), ("turn=10", ""), ("soviet_losses=200", AXIS)],
)
def test_who_wins_against_the_strong_luftwaffe(state: str, winner: str) -> None:
    """One point wins, none draws, less loses."""
    pos = position(GUARD, "option strong_luftwaffe=true", f"state {state}")
    outcome = ended(pos).outcome
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.rule(SLUG, "4.1")
def test_nobody_wins_before_the_last_turn() -> None:
    """All objectives on turn 5 do not end the game."""
    everything = position(GUARD, "state turn=5", soviet=MAP.start[AXIS])
    assert sum(scored(everything).values()) >= 4
    hand = Hand(everything)
    hand.push(Turn(stage="tidy_up"))
    hand.top.act(hand)
    assert hand.now.state.outcome is None
    assert hand.now.turn == 6
