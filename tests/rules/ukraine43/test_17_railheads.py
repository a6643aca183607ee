"""17 Railheads and railroad repair; 27.4 lines off the north edge."""

from collections.abc import Mapping

import pytest
from tests.rules.ukraine43.moves import denied, offered
from tests.rules.ukraine43.turns import SLUG, opened, start, told

from grognard.games.ukraine43.railheads import RailRepair, drive_back, may_repair, next_hex
from grognard.games.ukraine43.sequence import EndPhase, InitialSupply, SovietTurn, Turn
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.supply import is_connecting
from grognard.hand import Hand
from grognard.hexes import HexId
from grognard.pieces import UnitId

TANKS, RIFLES, PANZER, INFANTRY = "2TC", "23/218", "11Pz", "88ID"


def campaign(markers: Mapping[int, HexId] = {}, units: Mapping[UnitId, HexId] = {}) -> Pos:
    """The campaign with these markers elsewhere, without Germans on the map, and all of it Soviet;
    and these units in these hexes.
    """
    pos = start()
    placed = {**dict(pos.state.railheads), **markers}
    hand = Hand(pos)
    for gone in pos.state.units:
        if pos.owner(gone.id) == AXIS:
            hand.put(gone.id, "dead")
    hand.change(control="s" * len(pos.board.grid))
    for unit, spot in units.items():
        hand.put(unit, spot)
    hand.change(railheads=tuple(sorted(placed.items())))
    hand.change(repaired=pos.game.railways(pos).repaired(placed))
    return hand.now


def repairing(pos: Pos) -> Pos:
    """The step of repair in the Soviet End Phase."""
    return opened(
        pos,
        Turn.begun(pos),
        SovietTurn(side=SOVIET, stage="end phase"),
        EndPhase(side=SOVIET, stage="rail repair"),
        RailRepair(side=SOVIET),
    )


def markers(pos: Pos) -> dict[int, HexId]:
    """Where the markers are."""
    return dict(pos.state.railheads)


def repaired(**at: HexId) -> frozenset[HexId]:
    """The hexes repaired when the markers of the start and these stand so: `m3="3818"`."""
    pos = start()
    placed = {**dict(pos.state.railheads), **{int(name[1:]): hex_ for name, hex_ in at.items()}}
    return pos.game.railways(pos).repaired(placed)


# --- 17.1  what needs repair ------------------------------------------------------------


@pytest.mark.rule(SLUG, "17.1-1")
def test_track_behind_the_start_line_works_at_once() -> None:
    """East of it from turn 1; west of it no hex is repaired, nor a source."""
    pos = start()
    assert is_connecting(pos, SOVIET, "4308")
    assert is_connecting(pos, SOVIET, "4915")
    front = pos.board.zone("axis_start")
    assert not any(hex_ in front for hex_ in pos.state.repaired)
    assert not is_connecting(pos, SOVIET, "4309")


@pytest.mark.rule(SLUG, "17.1-3")
def test_a_plain_line_is_repaired_when_both_ends_are() -> None:
    """Krasnograd (3818) and Lozovaya (4321): the line between them needs both."""
    line = {"3918", "4019", "4119", "4220", "4221"}
    assert line <= repaired(m3="3818", m4="4321")
    assert not {"3918", "4019", "4119"} & repaired(m3="3818")
    assert not line & repaired(m4="4321")


@pytest.mark.rule(SLUG, "17.1-4")
def test_a_dead_end_is_repaired_with_its_junction() -> None:
    """Volnovakha (5030) to Mariupol: at 5030 all of it, one hex short of it nothing."""
    line = {"5031", "5032", "5033"}
    assert line <= repaired(m6="5030")
    assert not line & repaired(m6="5029")


@pytest.mark.rule(SLUG, "17.1-4", "R-90")
def test_a_line_off_the_map_is_no_dead_end() -> None:
    """With every marker at the end of its line no railway to a German source is repaired."""
    pos = start()
    everywhere = {marker: way[-1] for marker, way in pos.game.railways(pos).ways.items()}
    done = pos.game.railways(pos).repaired(everywhere)
    sources = set(pos.game.sources(pos, AXIS)) - {"3441"}
    assert not sources & done
    # Marker 4 itself goes to 3441.
    assert "3441" in done


@pytest.mark.rule(SLUG, "17.1-3", "R-90")
def test_lines_that_meet_where_no_other_does_are_one() -> None:
    """Znamenka to Nikolaev, Kherson and Apostolovo is one line: repaired between two ends."""
    ends = {"m2": "2423", "m4": "3728", "m3": "2925"}
    assert {"2035", "2438", "2435"} <= repaired(**ends)
    assert "2438" not in repaired(m4="3728", m3="2925")


@pytest.mark.rule(SLUG, "17.1-3")
def test_the_line_behind_the_dnieper() -> None:
    """Kiev by Fastov and Belaya Tserkov to Znamenka needs both ends, though other lines leave it at
    Fastov and Smela; the line over Cherkassy joins it at Smela.
    """
    line = {"1014", "1016", "1619", "2020"}
    assert line <= repaired(m1="1311", m2="2423")
    assert not line & repaired(m1="1311")
    assert not line & repaired(m2="2423")
    assert "2118" in repaired(m1="1311", m2="2423", m8="2214")
    assert "0416" not in repaired(m1="1311", m2="2423")


@pytest.mark.rule(SLUG, "17.1-2", "17.2-2")
def test_markers_keep_to_their_green_lines() -> None:
    """At Krasnograd the next hex leads to Novomoskovsk and not to Lozovaya."""
    pos = repairing(campaign({3: "3818"}))
    assert "3" in offered(pos, "choose")
    pos = pos.apply("choose 3")
    assert markers(pos)[3] == "3819"
    assert pos.board.joined("repair", "3818", "3819")
    assert not pos.board.joined("repair", "3818", "3918")


# --- 17.2  markers ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "17.2-1", "T-7")
def test_six_markers_at_the_start() -> None:
    """They stand on the Soviet front hexes of their lines."""
    assert markers(start()) == {
        1: "3404", 2: "4308", 3: "4515", 4: "5020", 5: "5722", 6: "5831",
    }  # fmt: skip


@pytest.mark.rule(SLUG, "17.2-1")
@pytest.mark.parametrize(
    ("marker", "before", "branch", "new"), [(1, "2506", "2406", 7), (2, "3417", "3316", 8)]
)
def test_a_further_marker_appears_at_a_branch(
    marker: int, before: HexId, branch: HexId, new: int
) -> None:
    """The seventh at Bakhmach, the eighth at Poltava; each may be moved at once."""
    pos = repairing(campaign({marker: before}))
    assert new not in markers(pos)
    pos = pos.apply(f"choose {marker}")
    assert markers(pos)[marker] == branch
    assert markers(pos)[new] == branch
    assert str(new) in offered(pos, "choose")
    assert len(markers(pos)) <= 8


# --- 17.3  repair -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "17.3-2")
def test_two_hexes_a_marker() -> None:
    """A third step of the same marker is refused."""
    pos = repairing(campaign()).apply("choose 2").apply("choose 2")
    assert markers(pos)[2] == "4310"
    assert denied(pos, "choose 2") == "17.3-2"


@pytest.mark.rule(SLUG, "17.3-1", "17.3-2", "3.C.7.c")
def test_ten_hexes_a_turn() -> None:
    """Five markers moved two hexes each exhaust the repair; an eleventh is refused."""
    pos = repairing(campaign())
    for marker in (1, 2, 3, 4):
        pos = pos.apply(f"choose {marker}").apply(f"choose {marker}")
    pos = pos.apply("choose 5")
    assert offered(pos, "choose") == {"5", "6"}
    tenth = RailRepair(side=SOVIET, moved=(1, 1, 2, 2, 3, 3, 4, 4, 5, 6))
    refusal = may_repair(pos, tenth, "6")
    assert refusal is not None
    assert refusal.rule == "17.3-1"
    # With nothing left to repair the phase goes on by itself.
    after = pos.apply("choose 6")
    assert markers(after)[6] != markers(pos)[6]
    assert not isinstance(after.top, RailRepair)


@pytest.mark.rule(SLUG, "17.3-3", "14.2B-3", "R-90")
def test_repairs_count_from_the_next_soviet_turn() -> None:
    """No source in the turn of the repair; a source when the next Soviet turn begins."""
    pos = repairing(campaign()).apply("choose 2")
    assert markers(pos)[2] == "4309"
    assert not is_connecting(pos, SOVIET, "4309")
    later = opened(
        pos,
        Turn.begun(pos),
        SovietTurn(side=SOVIET, stage="initial supply"),
        InitialSupply(side=SOVIET),
    )
    assert is_connecting(later, SOVIET, "4309")


@pytest.mark.rule(SLUG, "R-90")
def test_german_hexes_let_a_railhead_in_and_german_towns_do_not() -> None:
    """The open hex 4310 becomes Soviet; in Belgorod (4309) the marker waits for the infantry."""
    hand = Hand(campaign({2: "4309"}))
    hand.control("4310", AXIS)
    assert repairing(hand.now).apply("choose 2").holder("4310") == SOVIET
    hand = Hand(campaign())
    assert hand.now.board.called("4309") == "Belgorod (4309)"
    hand.control("4309", AXIS)
    assert denied(repairing(hand.now), "choose 2") == "R-90"


@pytest.mark.rule(SLUG, "R-90")
def test_germans_and_their_zones_keep_a_railhead_out() -> None:
    """A unit in the next hex, or a zone over it; a Soviet unit in it lifts the zone."""
    held = repairing(campaign(units={INFANTRY: "4415"}))
    assert denied(held, "choose 3") == "R-90"
    covered = campaign(units={INFANTRY: "4414"})
    assert denied(repairing(covered), "choose 3") == "R-90"
    guarded = campaign(units={INFANTRY: "4414", RIFLES: "4415"})
    assert "3" in offered(repairing(guarded), "choose")


# --- 17.4  Germans ----------------------------------------------------------------------


def entering(pos: Pos, unit: str, hex_: HexId) -> Pos:
    """A unit comes into a hex."""
    hand = Hand(pos)
    hand.put(unit, hex_)
    drive_back(hand, unit, hex_)
    return hand.now


@pytest.mark.rule(SLUG, "17.4B-1")
def test_germans_drive_a_railhead_back() -> None:
    """One hex, or two if a second German unit is in the first of them."""
    pos = campaign({2: "4212"})
    assert markers(entering(pos, PANZER, "4212"))[2] == "4311"
    second = campaign({2: "4212"}, units={INFANTRY: "4311"})
    assert markers(entering(second, PANZER, "4212"))[2] == "4310"
    assert markers(entering(pos, TANKS, "4212"))[2] == "4212"


@pytest.mark.rule(SLUG, "17.4B-1", "R-112")
def test_a_railhead_is_driven_back_to_the_beginning_of_its_line_at_most() -> None:
    """With Germans in every hex behind it, it lies where it began."""
    pos = campaign({2: "4309"}, units={INFANTRY: "4308"})
    assert markers(entering(pos, PANZER, "4309"))[2] == "4308"


@pytest.mark.rule(SLUG, "17.4B-1", "R-90", "R-112")
def test_a_railhead_on_its_branch_is_driven_back_along_the_main_line() -> None:
    """Germans in Bakhmach drive the marker that has branched off there down the line by which
    it came. If the main railhead is beyond, the track stays repaired; if it was there as well,
    it is not.
    """
    bakhmach = "2406"
    main = start().game.railways(start()).ways[1]
    there = main.index(bakhmach)
    beyond = entering(campaign({1: main[there + 2], 7: bakhmach}), PANZER, bakhmach)
    assert markers(beyond)[7] == main[there - 1]
    assert bakhmach in beyond.state.repaired
    both = entering(campaign({1: bakhmach, 7: bakhmach}), PANZER, bakhmach)
    assert markers(both)[1] == markers(both)[7] == main[there - 1]
    assert bakhmach not in both.state.repaired
    # Its way forward leads by the branch again.
    hand = Hand(both)
    hand.put(PANZER, "dead")
    assert next_hex(hand.now, 7) == bakhmach


@pytest.mark.rule(SLUG, "R-90", "R-112")
def test_a_marker_repairs_its_own_line_only() -> None:
    """The main railhead lies far back: neither a branch marker beyond Bakhmach nor one driven
    back behind it keeps the track between them repaired.
    """
    ways = start().game.railways(start()).ways
    there = ways[1].index("2406")
    back, between = ways[1][there - 3], ways[1][there - 2]
    beyond = repaired(m1=back, m7=ways[7][there + 2])
    assert "2406" in beyond
    assert between not in beyond
    assert between not in repaired(m1=back, m7=ways[1][there - 1])


@pytest.mark.rule(SLUG, "17.4B-2")
def test_a_zone_drives_nothing_back() -> None:
    """A panzer division beside a railhead leaves it where it is."""
    pos = entering(campaign({2: "4212"}), PANZER, "4112")
    assert markers(pos)[2] == "4212"


@pytest.mark.rule(SLUG, "17.4A")
def test_track_is_not_destroyed_behind_the_railhead() -> None:
    """A German unit on a repaired hex behind the railhead: the hex is repaired all the same."""
    pos = entering(campaign({2: "4212"}), PANZER, "4310")
    assert "4310" in pos.state.repaired
    assert markers(pos)[2] == "4212"


@pytest.mark.rule(SLUG, "R-90")
def test_track_ahead_of_a_marker_driven_back_needs_repair_again() -> None:
    """So does a dead end whose junction it loses; what another line has repaired stays."""
    pos = campaign({6: "5030"})
    assert {"5030", "5033"} <= pos.state.repaired
    pos = entering(pos, PANZER, "5030")
    assert markers(pos)[6] == "5029"
    assert not {"5030", "5031", "5033"} & pos.state.repaired
    kept = entering(campaign({2: "4114", 3: "4214"}), PANZER, "4214")
    assert "4214" in kept.state.repaired


@pytest.mark.rule(SLUG, "17.4C")
def test_a_railhead_that_is_cut_off_is_stalled() -> None:
    """A German unit on the only line behind it: that marker is offered no step, others are."""
    pos = repairing(campaign(units={"1PzA": "3503"}))
    assert denied(pos, "choose 1") == "17.4C"
    assert "2" in offered(pos, "choose")


@pytest.mark.rule(SLUG, "15.7-1", "R-90")
def test_a_railhead_takes_an_air_base() -> None:
    """In a German village without a unit: the air unit based there goes elsewhere."""
    pos = campaign()
    way = pos.game.railways(pos).ways
    marker, village = next(
        (m, h) for m, hexes in way.items() for h in hexes[1:] if pos.board.has(h, "village")
    )
    before = way[marker][way[marker].index(village) - 1]
    hand = Hand(campaign({marker: before}, {"4FlK": village}))
    hand.control(village, AXIS)
    pos = repairing(hand.now)
    pos = pos.apply(f"choose {marker}")
    assert pos.unit("4FlK").at != village
    assert any("overrun" in sentence for sentence in told(pos, "air"))


# --- 27.4  off the north edge -----------------------------------------------------------


@pytest.mark.rule(SLUG, "27.4-1")
def test_bakhmach_to_gorodnya_repairs_two_minor_lines() -> None:
    """With marker 7 at the end of its line 2701 and 3001 are repaired, a hex short they are not."""
    way = start().game.railways(start()).ways[7]
    ends = {"2701", "3001", "2604", "3003"}
    assert ends <= repaired(m1="2406", m7=way[-1])
    assert not ends & repaired(m1="2406", m7=way[-2])


@pytest.mark.rule(SLUG, "27.4-2")
def test_nezhin_to_repki_is_never_repaired() -> None:
    """Marker 1 at Nezhin, or at Kiev: no hex of the line beyond the junction."""
    line = {"1906", "1806", "1705", "1704", "1604", "1603", "1602"}
    for hex_ in ("1907", "1311"):
        assert not line & repaired(m1=hex_, m7="1801")
