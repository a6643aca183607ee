"""Computer players of Korsun 1944 at bridges, on the road to Korsun, and in the air over roads."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.korsun import APPRAISAL, GAME, begun, drawn, quiet

from grognard.games.korsun44.appraisal_road import bridges, relief
from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.games.korsun44.victory import gates, is_linked
from grognard.hexes import split_hexside
from grognard.players import PLAYERS, Seat
from grognard.players.evaluate import Staff
from grognard.players.moves import go, imagine
from grognard.players.weigh import weigh

BRIDGE, NORTH, SOUTH = "0504/0505", "0504", "0505"
RIVER = (
    f"hexside river {BRIDGE}",
    f"hexside bridge {BRIDGE}",
    f"network main_road {NORTH}-{SOUTH}",
)
TANKS = tuple(f"unit {unit} 0502" for unit in ("31-XXIX", "32-XXIX", "25-XXIX"))


def moved(pos: Any, name: str, unit: str) -> Any:
    """The position when a player has thought about the move of a unit that stays where it is."""
    appraisal = pos.game.appraisal
    if name == "veteran":
        leg = go(Staff(appraisal, pos, pos.side), pos, unit, pos.unit(unit).at)
        assert leg is not None
        return leg.after
    pos = pos.apply(f"select {unit}")
    while pos.top.tag == "moving":
        pos = pos.apply(max(weigh(appraisal, pos, 6), key=lambda one: one.worth).action)
    return pos


# --- blowing and mending --------------------------------------------------------------------


def worths(pos: Any, unit: str) -> dict[str, float]:
    """What a unit may do to bridges, and what that is worth."""
    opened = pos.apply(f"select {unit}")
    found = opened.game.appraisal.choices(opened)
    return {one.action.arg: one.worth for one in found if BRIDGE in one.action.arg}


@pytest.mark.parametrize("name", ["recruit", "veteran"])
def test_a_bridge_is_blown_before_a_stronger_enemy(name: str) -> None:
    """A regiment stands at a bridge of its own, and three brigades of tanks come from beyond."""
    pos = drawn(*RIVER, f"control german {NORTH} {SOUTH}", f"unit A-75 {SOUTH}", *TANKS,
                phase="movement", side=GERMAN)  # fmt: skip
    assert BRIDGE in moved(pos, name, "A-75").state.broken_bridges


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(("unit B-75 0503",), id="a friend is beyond it"),
        pytest.param(
            tuple(f"unit {u} 0506" for u in ("Pz-5SS", "Pz-1SS", "6-3", "I-1-1")),
            id="we are the stronger",
        ),
    ],
)
def test_a_bridge_that_is_needed_is_left(more: tuple[str, ...]) -> None:
    """Nobody is cut off from his own, and who is to go forward wants the bridge."""
    lines = (*RIVER, f"control german {NORTH} {SOUTH} 0503", f"unit A-75 {SOUTH}", *TANKS)
    assert worths(drawn(*lines, phase="movement", side=GERMAN), "A-75")
    assert not worths(drawn(*lines, *more, phase="movement", side=GERMAN), "A-75")


@pytest.mark.parametrize("name", ["recruit", "veteran"])
def test_the_stronger_side_mends_a_bridge(name: str) -> None:
    """Tanks and their HQ come to a bridge that is broken; before them is one regiment."""
    pos = drawn(*RIVER, f"state broken_bridges={BRIDGE}", f"control soviet {NORTH}",
                f"unit 78GRD {NORTH}", "unit HQ-53A 0503", *TANKS, "unit A-75 0508",
                phase="movement", side=SOVIET)  # fmt: skip
    assert BRIDGE not in moved(pos, name, "78GRD").state.broken_bridges


def test_who_has_blown_a_bridge_does_not_mend_it() -> None:
    """Nobody blows and builds in turn."""
    pos = drawn(*RIVER, f"control german {NORTH} {SOUTH}", f"unit A-75 {SOUTH}",
                f"unit HQ-VII {SOUTH}", *TANKS, phase="movement", side=GERMAN)  # fmt: skip
    pos = pos.apply("select A-75").apply(f"choose blow {BRIDGE}").apply("stop")
    assert not worths(pos, "HQ-VII")


# --- the road to Korsun ---------------------------------------------------------------------


def test_the_road_leads_from_the_south_to_korsun() -> None:
    """From a zone of the south to the city, each hex beside the one before."""
    pos = begun("deblockade", GERMAN)
    found, grid = relief(pos), pos.board.grid
    assert found.road[0] in gates(pos)
    assert found.road[-1] in pos.game.theatre.zone("korsun")
    assert all(b in grid.neighbours(a) for a, b in zip(found.road, found.road[1:], strict=False))


def opened() -> Any:
    """No Soviets are about."""
    pos = begun("deblockade", GERMAN)
    return imagine(pos, {t.id: "0100" for t in APPRAISAL.troops(pos, SOVIET)})


def test_what_is_open_is_a_link() -> None:
    """Where nothing is closed the rules find a road too (DEB-vc2). With Soviets in all zones of the
    south there is none, and some of it is closed.
    """
    pos = opened()
    assert not relief(pos).closed
    assert is_linked(pos)
    foot = [t.id for t in APPRAISAL.troops(pos, SOVIET) if t.attack and t.kind == "foot"]
    shut = imagine(pos, dict(zip(foot, gates(pos), strict=False)))
    assert not is_linked(shut)
    assert relief(shut).closed


def test_a_broken_bridge_makes_the_road_worse() -> None:
    """The Germans have another way, or have to mend it: the count is better for the Soviets."""
    pos = opened()
    for bridge in bridges(pos):
        pos = GAME.position(replace(pos.state, broken_bridges=pos.state.broken_bridges | {bridge}))
    assert relief(pos).trouble > relief(opened()).trouble
    assert APPRAISAL.ledger(pos, SOVIET).margin > APPRAISAL.ledger(opened(), SOVIET).margin


def test_a_broken_bridge_without_a_road_changes_nothing() -> None:
    """A railway alone leads over it, and the road is the same as before."""
    pos = opened()
    sides = GAME.theatre.bridges
    rails = {s for s in sides if GAME.theatre.ways(*split_hexside(s)) == ("railroad",)}
    assert rails
    state = replace(pos.state, broken_bridges=frozenset(rails))
    assert relief(GAME.position(state)) == relief(pos)


def at_bridge(side: str, *, down: bool = False) -> tuple[Any, str]:
    """A unit of a side on the move at a bridge of the road to Korsun that is its own."""
    pos = begun("deblockade", side)
    index, bridge = pos.board.grid.index, min(bridges(pos))
    troops = APPRAISAL.troops(pos, side)
    unit = next(t.id for t in troops if t.attack and t.kind == "foot")
    staff = next(t.id for t in troops if t.kind == "hq")
    pos = imagine(pos, dict.fromkeys((unit, staff), split_hexside(bridge)[1]))
    control = list(pos.state.control)
    for hex_ in split_hexside(bridge):
        control[index[hex_]] = GAME.letter_of(side)
    broken = frozenset({bridge}) if down else frozenset[str]()
    state = replace(pos.state, control="".join(control), broken_bridges=broken)
    return GAME.position(state).apply(f"select {unit}"), bridge


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_soviets_break_the_road_and_germans_mend_it(side: str) -> None:
    """Without its bridges there is no road (DEB-vc2): each does the one and not the other."""
    for verb, down in (("blow", False), ("mend", True)):
        pos, bridge = at_bridge(side, down=down)
        assert pos.why_not(f"choose {verb} {bridge}") is None
        found = {one.action.arg for one in APPRAISAL.choices(pos) if one.worth > 0}
        assert (f"{verb} {bridge}" in found) == (
            (side, verb) in ((SOVIET, "blow"), (GERMAN, "mend"))
        )


# --- in the air -----------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "turn"), [("deblockade", 2), ("retreat", 4)])
def test_germans_hamper_movement(scenario: str, turn: int) -> None:
    """Where the scenario allows it (K44-6) some of their aircraft are over Soviet roads."""
    pos = begun(scenario, GERMAN, tag="air missions of the other side", turn=turn)
    seat = Seat(PLAYERS["recruit"], "1")
    while pos.top.tag != "movement":
        pos = pos.apply(seat(pos.view(GERMAN)) if pos.side == GERMAN else quiet(pos))
    over = [m for m in pos.state.missions if m.kind == "interdiction"]
    assert over
    assert all(not pos.at(m.at) or pos.owner(pos.at(m.at)[0]) == SOVIET for m in over)
