"""The course of play, recovery and victory of Red Parachutes."""

from typing import cast

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.attacks import reached
from tests.rules.kanev43.fights import Wait
from tests.rules.kanev43.sketches import RIVER, SLUG, done, drawn, every

from grognard.decisions import total
from grognard.engine import Hand
from grognard.games.kanev43.breakthrough import Breakthrough
from grognard.games.kanev43.game import Kanev43
from grognard.games.kanev43.sequence import AxisTurn, SetUp, SovietTurn, Turn
from grognard.games.kanev43.state import AXIS, DEAD, SOVIET, Bridgehead, Pos
from grognard.games.kanev43.victory import axis_parts, lead, level_of, soviet_parts
from grognard.registry import load
from grognard.testing import sketch

GAME = load(SLUG)
FIELD = "board 8 x 6\n"


def phases(pos: Pos, turns: int) -> list[tuple[int, str, str]]:
    """Turn, side and step of every decision until so many turns are over, all ended at once."""
    found: list[tuple[int, str, str]] = []
    while pos.turn <= turns:
        found.append((pos.turn, pos.side, pos.top.tag))
        pos = pos.apply("done")
    return found


@pytest.mark.rule("kanev43", "SOP-1", "SOP-6", "SOP-7", "SOP-8", "SOP-9", "SOP-10", "SOP-19",
                  "SOP-21", "R-79", "R-98")  # fmt: skip
def test_the_order_of_play() -> None:
    """Axis, then Soviets, each with status, engineering and movement, in every turn."""
    pos = done(GAME.start("bukrin", seed=1), "done", "done", "choose ready")
    rows = phases(pos, 2)
    for turn in (1, 2):
        axis = [tag for t, side, tag in rows if (t, side) == (turn, AXIS)]
        soviet = [tag for t, side, tag in rows if (t, side) == (turn, SOVIET)]
        assert axis == ["assignments", "works", "strategic moves", "tactical moves"]
        assert soviet == ["bridging", "assignments", "works", "dismounting", "strategic moves",
                          "tactical moves"]  # fmt: skip
    sides = [side for _, side, _ in rows]
    assert sides == sorted(sides[:10]) + sorted(sides[10:])


@pytest.mark.rule("kanev43", "R-98", "SOP-18")
def test_stages() -> None:
    """As ruling R-98 lays them out, as far as there are rules for them."""
    assert SetUp.stage_names() == ("axis batteries", "soviet batteries", "dropzones")
    assert Turn.stage_names() == ("initial segment", "axis turn", "soviet turn")
    assert AxisTurn.stage_names() == SovietTurn.stage_names()
    order = ["status", "engineering", "movement", "bombardment", "combat", "roll_for_recovery",
                 "breakthrough", "recover"]  # fmt: skip
    assert list(AxisTurn.stage_names()) == order


@pytest.mark.rule("kanev43", "SOP-21")
def test_turns_follow_each_other() -> None:
    """After the Soviet turn of a Night comes an AM turn with its Initial Segment."""
    pos = drawn(FIELD + "turn 4\nunit 309RD-957 0101\nphase movement soviet")
    while pos.turn == 4:
        pos = pos.apply("done")
    assert pos.turn == 5
    assert pos.state.ammunition
    assert "23 September, AM" in " ".join(str(event) for event in pos.events)


# --- recovery ---------------------------------------------------------------------------------


def after_a_turn(units: str, *actions: str, dice: tuple[int, ...] = ()) -> Pos:
    """The first decision after an Axis player-turn in which this is done in tactical movement."""
    pos = drawn(f"{FIELD}turn 2\n{units}\nunit 309RD-HQ 0806\nphase axis-turn axis")
    while pos.top.tag != "tactical moves":
        pos = pos.apply("done")
    pos, left = done(pos, *actions), list(dice)
    while pos.side == AXIS or pos.chances():
        pos = pos.roll(left.pop(0)) if pos.chances() else pos.apply("done", chance="stop")
    return pos


FOOT = "57ID-I/179"


@pytest.mark.rule("kanev43", "REC-1", "REC-2", "R-34", "R-35")
@pytest.mark.parametrize("order", ["disrupted", "demoralised"])
def test_recovery_out_of_contact(order: str) -> None:
    """Who has rested is in order at once, whatever he was; who moved a hex is not."""
    pos = after_a_turn(f"unit {FOOT} 0101 order={order}")
    assert pos.unit(FOOT).order == ""
    pos = after_a_turn(f"unit {FOOT} 0101 order={order}", f"select {FOOT}", "move 0102", "stop")
    assert pos.unit(FOOT).order == order


@pytest.mark.rule("kanev43", "REC-3", "REC-4", "R-35")
@pytest.mark.parametrize(
    ("order", "die", "after"),
    [("disrupted", 3, ""), ("disrupted", 4, "disrupted"), ("demoralised", 2, "disrupted"),
     ("demoralised", 3, "demoralised")],
)  # fmt: skip
def test_recovery_in_contact(order: str, die: int, after: str) -> None:
    """Morale 4: a 3 brings a disrupted unit back; demoralised it counts 3 and goes half-way."""
    pos = after_a_turn(f"unit {FOOT} 0101 order={order}\nunit 309RD-957 0102", dice=(die,))
    assert pos.unit(FOOT).order == after


@pytest.mark.rule("kanev43", "R-35", "LDR-1", "AIRB-11")
def test_contact_is_plain_geometry() -> None:
    """Leaders and dispersed paratroopers are no enemies beside a unit."""
    near = f"unit {FOOT} 0101 order=disrupted\nunit L-309RD 0102\nunit 3GAB-1 0202 dispersed=true"
    assert after_a_turn(near).unit(FOOT).order == ""


@pytest.mark.rule("kanev43", "R-35")
def test_limbering_is_rest() -> None:
    """Guns that only limbered have rested."""
    pos = after_a_turn("unit 57ID-I/AR 0101 order=disrupted", "select 57ID-I/AR", "choose limber",
                       "stop")  # fmt: skip
    assert pos.unit("57ID-I/AR").order == ""


@pytest.mark.rule("kanev43", "R-35")
def test_a_new_marker_stays() -> None:
    """Who is disrupted in the turn itself has not rested through it."""
    pos = drawn(f"{FIELD}turn 4\nunit {FOOT} 0101\nunit 309RD-HQ 0806\nphase axis-turn axis")
    while pos.top.tag != "tactical moves":
        pos = pos.apply("done")
    pos = done(pos, f"select {FOOT}", "move 0104", "stop")
    while pos.side == AXIS:
        pos = pos.apply("done")
    assert pos.unit(FOOT).order == "disrupted"


@pytest.mark.rule("kanev43", "R-35", "REC-1", "R-112")
def test_a_worse_marker_is_a_new_one() -> None:
    """Disrupted men who dig at night are demoralised by it, and stay so."""
    units = f"unit {FOOT} 0101 order=disrupted\nunit 57ID-II/179 0103 order=disrupted\n"
    pos = drawn(f"{FIELD}turn 4\n{units}unit 309RD-HQ 0806\nphase axis-turn axis")
    pos = reached(pos, "works").apply(f"select {FOOT}")
    while pos.side == AXIS:
        pos = pos.apply("done")
    assert (pos.unit(FOOT).order, pos.unit("57ID-II/179").order) == ("demoralised", "")


@pytest.mark.rule("kanev43", "R-35", "REC-2")
def test_contact_is_judged_before_any_breakthrough() -> None:
    """Whoever had no enemy beside him then recovers, also if one is driven to him later."""
    turn = AxisTurn(side=AXIS, stage="breakthrough", shaken={FOOT: "disrupted"})
    agenda = (Wait(), turn, Breakthrough(side=AXIS, breaking=frozenset()))
    units = f"unit {FOOT} 0101 order=disrupted\nunit 309RD-957 0102"
    pos = Hand(sketch(GAME, f"{FIELD}{units}", agenda=agenda)).begin()
    assert pos.top.tag == "wait"
    assert pos.unit(FOOT).order == ""


# --- victory ----------------------------------------------------------------------------------

WEST = (
    RIVER
    + f"""
    control soviet {every()}
    tag soviet_source 0803
    tag town 0303 0304
    tag city 0302
    hexside kanev_bridge 0403/0503
    network highway 0403-0503
    unit 9MC-HQ 0603
"""
)


def points(text: str, *pairs: Bridgehead, blown: bool = False) -> tuple[int, int]:
    """Soviet and Axis points of a position."""
    pos = drawn(text, run=False)
    state = replace(pos.state, bridgeheads=pairs, bridge_blown=blown)
    pos = pos.game.position(state)
    return total(soviet_parts(pos)), total(axis_parts(pos))


@pytest.mark.rule("kanev43", "R-94")
def test_towns_and_the_bridge() -> None:
    """Two towns, a city and the bridge: 2 and 2 and 5 and 10; without supply nothing but that."""
    assert points(WEST) == (19, 0)
    assert points(WEST, blown=True) == (0, 3)
    assert points(WEST.replace("unit 9MC-HQ 0603", "")) == (10, 0)
    assert points(WEST + "control axis 0303\n") == (17, 0)


@pytest.mark.rule("kanev43", "R-94")
def test_bridgeheads_and_tanks() -> None:
    """1 and 2 for bridgeheads; a tank battalion over the river in supply is a point."""
    plain, better = Bridgehead("0501", "0401"), Bridgehead("0505", "0405", improved=True)
    assert points(WEST, plain, better, blown=True) == (9 + 1 + 2, 3)
    assert points(WEST + "unit 9MC-47GTR 0203\nunit 6GTC-51 0203") == (20, 0)


@pytest.mark.rule("kanev43", "R-94")
def test_kanev_is_worth_more() -> None:
    """Three besides the five of a city, and the bridge ten."""
    text = "control soviet 3624 3723\nunit 9MC-HQ 3823\ntag soviet_source 3823"
    assert points(text) == (5 + 3 + 10, 0)


@pytest.mark.rule("kanev43", "R-94", "R-114")
def test_losses() -> None:
    """Axis battalions for the Soviets; tanks, motor rifles, rifles and pairs of companies."""
    dead = {FOOT: 3, "34ID-PJ": 1, "57ID-HQ": 1, "9MC-I/69": 3, "6GTC-51": 4, "309RD-957": 3,
            "6GTC-SMG": 1, "3GAB-1": 1, "3GAB-2": 1, "3GAB-3": 1, "309RD-AR": 2}  # fmt: skip
    text = "\n".join(f"unit {unit} {DEAD} lost={lost}" for unit, lost in dead.items())
    assert points(FIELD + text) == (1, 1 + 1 + 1 + 1)


@pytest.mark.rule("kanev43", "R-94")
@pytest.mark.parametrize(("par", "level"), [(-11, "decisive"), (-1, "marginal"), (0, "Draw")])
def test_levels_lie_about_the_par_of_a_scenario(
    par: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four points ahead are no victory where none are expected; they are where the Soviets are
    expected to be behind.
    """
    pos = GAME.start("bukrin", seed=1)
    scenes = cast(Kanev43, GAME).scenes
    monkeypatch.setitem(scenes, "bukrin", replace(scenes["bukrin"], par=par))
    assert lead(pos) == 4
    assert level in level_of(pos).title


@pytest.mark.rule("kanev43", "R-94", "SOP-21")
def test_the_game_ends_with_the_last_turn() -> None:
    """With a level and its reason."""
    pos = drawn(FIELD + "turn 36\nunit 309RD-957 0101\nphase movement soviet")
    while pos.outcome is None:
        pos = pos.apply("done")
    assert (pos.outcome.winner, pos.outcome.level) == ("", "Draw")
    assert "the Soviets have 0 points, the Axis 0" in pos.outcome.reason
    assert pos.turn == 36
