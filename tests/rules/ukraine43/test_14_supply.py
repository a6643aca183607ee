"""14.2, 14.3 Supply sources and lines of supply."""

import pytest

from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.supply import has_line, is_connecting, shown_line
from grognard.testing import sketch

SLUG = "ukraine43"
RIFLES, TANKS, FRONT = "23/218", "2TC", "SWF"
PANZER, INFANTRY, ARMY = "11Pz", "88ID", "1PzA"


def way(first: int, last: int, column: int = 1) -> str:
    """The hexes of a column from one row to another, as a road or railway."""
    step = 1 if last >= first else -1
    return "-".join(f"{column:02}{row:02}" for row in range(first, last + step, step))


def rows(first: int, last: int) -> str:
    """The hexes of column 01 as a list."""
    return ",".join(f"01{row:02}" for row in range(first, last + 1))


def supplied(text: str, hex_: str, side: str = SOVIET) -> bool:
    """Can a side trace a line from a hex?"""
    return has_line(sketch(SLUG, text), side, hex_)


#: A source in 0101 and a lane of single hexes south of it.
LANE = "board 1 x 20\ntag soviet_source 0101\ncontrol soviet 0101\n"
#: The same with a road of five hexes.
ROAD = LANE + f"network primary {way(1, 5)}\n"
#: Two columns: an enemy in 02 covers two hexes of 01.
WIDE = "board 2 x 20\ntag soviet_source 0101\ncontrol soviet 0101\n"


#: Over this river an enemy in 0203 covers 0103 and not 0102.
SHIELD = "hexside major_river 0102/0203\n"


def shore(*enemies: str) -> str:
    """The lane of column 01 along a sea, and enemies in hexes of column 02, each of which covers
    two hexes of the lane: its own row and the one before.
    """
    sea = " ".join(f"02{row:02}" for row in range(1, 21) if f"02{row:02}" not in enemies)
    units = zip((INFANTRY, "198ID", "167ID"), enemies, strict=False)
    return WIDE + f"terrain sea {sea}\n" + "".join(f"unit {u} {h}\n" for u, h in units)


# --- 14.2  sources ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.2A-2")
def test_an_edge_source_serves_who_controls_it() -> None:
    """A star hex in German hands is no Soviet source; retaken it is one again."""
    assert supplied(LANE, "0105")
    assert not supplied(LANE + "control axis 0101", "0105")
    german = LANE.replace("soviet_source", "axis_source")
    assert not supplied(german, "0105")
    assert supplied(german + "control axis 0101", "0105", AXIS)


RAIL = LANE + f"network rail {way(1, 8)}\n"


@pytest.mark.rule(SLUG, "14.2B-1")
def test_rail_hexes_joined_to_an_edge_source_are_sources() -> None:
    """Four hexes beyond the end of the railway are in supply, a fifth is not."""
    text = RAIL + f"state repaired={rows(1, 8)}\n"
    assert supplied(text, "0112")
    assert not supplied(text, "0113")
    assert not supplied(text + "control axis 0101", "0112")


@pytest.mark.rule(SLUG, "14.2B-3", "17.1-5")
def test_soviet_rail_must_be_repaired_and_german_rail_need_not() -> None:
    """The same track carries German supply unrepaired, Soviet supply as far as it is repaired."""
    half = sketch(SLUG, RAIL + f"state repaired={rows(1, 4)}")
    assert is_connecting(half, SOVIET, "0104")
    assert not is_connecting(half, SOVIET, "0105")
    german = RAIL.replace("soviet", "axis") + "control axis 0101"
    assert is_connecting(sketch(SLUG, german), AXIS, "0108")


@pytest.mark.rule(SLUG, "14.2B-2", "R-42")
def test_enemies_and_their_zones_cut_a_railway() -> None:
    """A unit on the line or a zone over it cuts what lies beyond; a friend in the hex lifts
    the zone.
    """
    text = WIDE + f"network rail {way(1, 12)}\nstate repaired={rows(1, 12)}\n"
    held = sketch(SLUG, text + f"unit {INFANTRY} 0106")
    assert is_connecting(held, SOVIET, "0104")
    assert not is_connecting(held, SOVIET, "0107")
    zone = text + f"unit {INFANTRY} 0206\n"
    covered = sketch(SLUG, zone)
    assert is_connecting(covered, SOVIET, "0104")
    assert not is_connecting(covered, SOVIET, "0105")
    assert not is_connecting(covered, SOVIET, "0107")
    guarded = sketch(SLUG, zone + f"unit {RIFLES} 0105\nunit 53/188 0106")
    assert is_connecting(guarded, SOVIET, "0107")


@pytest.mark.rule(SLUG, "14.2B-2")
def test_a_unit_without_a_zone_cuts_only_where_it_stands() -> None:
    """An HQ beside the line does not disturb it, on the line it does."""
    text = WIDE + f"network rail {way(1, 12)}\nstate repaired={rows(1, 12)}\n"
    assert is_connecting(sketch(SLUG, text + f"unit {ARMY} 0206"), SOVIET, "0112")
    assert not is_connecting(sketch(SLUG, text + f"unit {ARMY} 0106"), SOVIET, "0112")


# --- 14.3A  the two parts ---------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.3A-2", "R-40")
def test_the_overland_part_is_four_hexes() -> None:
    """The unit's own hex is not counted and the road hex is: four reach, five do not."""
    assert supplied(ROAD, "0109")
    assert not supplied(ROAD, "0110")


@pytest.mark.rule(SLUG, "R-40")
def test_the_road_part_may_be_empty() -> None:
    """Four hexes from a source no road is needed."""
    assert supplied(LANE, "0105")
    assert not supplied(LANE, "0106")


@pytest.mark.rule(SLUG, "14.3A-3", "23.2-4", "R-91")
@pytest.mark.parametrize("state", ["", "disrupted=true", "oos=true"])
def test_an_hq_on_the_road_stretches_the_line_to_seven(state: str) -> None:
    """Seven hexes to a Front HQ that stands on a supplied road, in whatever state it is."""
    text = ROAD + f"unit {FRONT} 0105 {state}"
    assert supplied(text, "0112")
    assert not supplied(text, "0113")


@pytest.mark.rule(SLUG, "14.3A-3", "R-91")
def test_an_hq_in_a_source_needs_no_road() -> None:
    """Seven hexes to an HQ in an edge source."""
    assert supplied(LANE + f"unit {FRONT} 0101", "0108")


@pytest.mark.rule(SLUG, "14.3A-3")
def test_an_hq_off_the_road_stretches_nothing() -> None:
    """It is in supply itself one hex off the road, and of no use to others."""
    text = ROAD + f"unit {FRONT} 0106"
    assert supplied(text, "0106")
    assert not supplied(text, "0110")


@pytest.mark.rule(SLUG, "14.3A-3", "23.2-5")
def test_only_army_and_front_hqs_stretch_lines() -> None:
    """A tank army on the road does not, nor does a half hex of the Central Front."""
    assert not supplied(ROAD + "unit 1TA 0105", "0112")
    german = ROAD.replace("soviet", "axis") + "control axis 0101\n"
    assert supplied(german + f"unit {ARMY} 0105", "0112", AXIS)
    assert not supplied(german + "unit 48PzK 0105", "0112", AXIS)
    assert not supplied(german + f"unit {FRONT} 0120", "0112", AXIS)


@pytest.mark.rule(SLUG, "14.3A-4")
def test_the_road_may_be_of_any_length() -> None:
    """One hex overland and thirty by road; an enemy on the road cuts it."""
    text = (
        f"board 1 x 40\ntag soviet_source 0101\ncontrol soviet 0101\nnetwork secondary {way(1, 31)}"
    )
    assert supplied(text, "0132")
    assert not supplied(text + f"\nunit {ARMY} 0115", "0132")


@pytest.mark.rule(SLUG, "14.3A-1")
def test_who_has_left_the_road_for_the_source_does_not_walk_again() -> None:
    """A gap of one hex in the road ends the line, though the overland part would suffice."""
    text = LANE + f"network primary {way(1, 5)} {way(7, 15)}"
    assert supplied(text, "0109")
    assert not supplied(text, "0110")


# --- 14.3B  terrain ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.3B-1")
def test_no_line_over_the_sea() -> None:
    """Neither through a hex of sea nor over an all-sea hexside."""
    assert not supplied(LANE + "terrain sea 0103", "0104")
    assert not supplied(LANE + "hexside sea_side 0102/0103", "0104")


@pytest.mark.rule(SLUG, "14.3B-1", "10.3-3")
def test_no_road_or_railway_leads_over_the_sea() -> None:
    """On the map no line of any kind crosses an all-sea hexside: who goes by road goes on land."""
    board = sketch(SLUG, "").board
    for network in ("primary", "secondary", "rail"):
        assert not board.networks[network] & board.hexsides["sea_side"]


@pytest.mark.rule(SLUG, "14.3B-2", "R-88")
def test_one_unbridged_major_river() -> None:
    """A second one breaks the line, unless a road crosses it, or for Soviets a pontoon."""
    river = LANE + "hexside major_river 0101/0102 0103/0104\n"
    assert supplied(river, "0103")
    assert not supplied(river, "0104")
    assert supplied(river + "network primary 0103-0104", "0104")
    assert supplied(river + "state pontoons=0103/0104", "0104")
    german = river.replace("soviet", "axis") + "control axis 0101\n"
    assert not supplied(german + "state pontoons=0103/0104", "0104", AXIS)


@pytest.mark.rule(SLUG, "R-88", "14.2B-1")
def test_railways_cross_major_rivers_by_themselves() -> None:
    """Two Major Rivers do not hinder supply by rail."""
    text = RAIL + f"state repaired={rows(1, 8)}\nhexside major_river 0102/0103 0105/0106"
    assert supplied(text, "0112")


@pytest.mark.rule(SLUG, "14.3B-3")
@pytest.mark.parametrize("kind", ["marsh", "wooded_marsh"])
def test_one_marsh_off_the_road(kind: str) -> None:
    """A line enters one marsh off the road; a second breaks it, by road it does not count."""
    one = LANE + f"terrain {kind} 0102"
    two = LANE + f"terrain {kind} 0102 0103"
    assert supplied(one, "0104")
    assert not supplied(two, "0104")
    assert supplied(two + "\nnetwork secondary 0103-0104", "0104")


@pytest.mark.rule(SLUG, "14.3B-3", "R-91")
def test_the_unit_itself_may_stand_in_a_marsh() -> None:
    """Its own hex is not entered: two marshes before it are too many, one is not."""
    assert supplied(LANE + "terrain marsh 0103 0104", "0104")


# --- 14.3C  enemies ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.3C-2", "R-69")
def test_an_enemy_hex_closes_the_line() -> None:
    """A lone HQ on the only way is enough; a leader or an air unit is not."""
    assert not supplied(LANE + f"unit {ARMY} 0103", "0104")
    assert supplied(LANE + "unit Manstein 0103\nunit 4FlK 0102", "0104")


@pytest.mark.rule(SLUG, "14.3C-4", "6.5-3")
def test_not_two_vacant_enemy_zones_in_a_row() -> None:
    """One covered hex is passed, two in a row are not, two with a free hex between are."""
    road = f"network primary {way(1, 12)}\n"
    one, two = shore("0203") + SHIELD, shore("0203")
    apart = shore("0203", "0206") + SHIELD + "hexside major_river 0106/0206\n"
    assert supplied(one + road, "0110")
    assert not supplied(two + road, "0110")
    assert supplied(apart + road, "0110")


@pytest.mark.rule(SLUG, "14.3C-1", "6.5-3")
def test_friends_hold_a_line_open_through_any_number_of_zones() -> None:
    """Four covered hexes in a row are passed with a friend in each, not with two of them gone."""
    held = shore("0203", "0205") + f"network primary {way(1, 9)}\n"
    friends = [f"unit {u} 010{row}" for row, u in enumerate(
        (RIFLES, "53/188", "93/138", "254/373"), 2)]  # fmt: skip
    assert supplied(held + "\n".join(friends), "0109")
    assert not supplied(held + "\n".join((friends[0], friends[3])), "0109")


@pytest.mark.rule(SLUG, "14.3C-3", "7.2-2")
def test_enemy_bonds_close_the_line() -> None:
    """The only gap in a ring is an enemy Hex Bond: no line; a friend in it opens the way."""
    text = "board 5 x 9\ntag soviet_source 0301\ncontrol soviet 0301\n"
    sea = "terrain sea 0104 0204 0404 0504\n"
    guards = f"unit {INFANTRY} 0203\nunit 198ID 0403\n"
    # Between 0203 and 0403 two apart in a row lies the hexside 0302|0303.
    assert supplied(text + sea, "0305")
    assert not supplied(text + sea + guards, "0305")


@pytest.mark.rule(SLUG, "R-41")
def test_the_limits_hold_where_the_parts_meet() -> None:
    """The last overland hex and the first road hex are both vacant and covered: no line."""
    road = f"network primary {way(1, 2)}\n"
    assert supplied(shore() + road, "0106")
    assert supplied(shore("0203") + SHIELD + road, "0106")
    assert not supplied(shore("0203") + road, "0106")


@pytest.mark.rule(SLUG, "14.3-ex")
def test_a_salient_with_one_covered_hex_in_its_neck_is_supplied() -> None:
    """A unit in a salient traces through one covered hex; with two in a row it cannot."""
    salient = f"unit {RIFLES} 0104\n"
    assert supplied(shore("0203") + SHIELD + salient, "0104")
    assert not supplied(shore("0203") + salient, "0104")


# --- R-91  details ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "R-91")
def test_a_unit_traces_out_of_an_enemy_zone() -> None:
    """The hex that asks is not entered: one covered hex may follow it."""
    text = shore("0203") + "hexside major_river 0101/0202\n"
    assert supplied(text + "unit Zhukov 0103", "0103")
    assert not supplied(text + "unit Zhukov 0104", "0104")


@pytest.mark.rule(SLUG, "R-91", "R-6")
def test_a_road_through_german_hexes_carries_soviet_supply() -> None:
    """Control matters for edge sources, not for the hexes of a road."""
    assert supplied(ROAD + "control axis 0102 0103 0104", "0109")


def test_a_line_is_shown_from_the_unit_to_the_source() -> None:
    """What a player sees of a line: overland, then by road; without one, where it breaks."""
    pos: Pos = sketch(SLUG, ROAD + f"unit {RIFLES} 0107\nunit 53/188 0115")
    links, gap = shown_line(pos, RIFLES)
    assert [link.hex for link in links] == [f"01{row:02}" for row in range(7, 0, -1)]
    assert gap is None
    links, gap = shown_line(pos, "53/188")
    assert links == ()
    assert gap is not None
    assert gap.reason == "far"


@pytest.mark.rule(SLUG, "27.2-5", "R-91")
def test_gained_half_hexes_are_sources() -> None:
    """Four hexes overland from half hex A, itself the last of them, are in supply."""
    text = "board 2901..3710\nstate half_hexes={}\n"
    gained, none = text.format(1), text.format(0)
    # 3301 lies beneath A, which is the first hex of the way.
    assert supplied(gained, "3304")
    assert not supplied(gained, "3305")
    assert not supplied(none, "3301")
    assert not supplied(gained, "3304", AXIS)


@pytest.mark.rule(SLUG, "14.3A-3", "T-7")
def test_every_army_and_front_hq_begins_on_a_road() -> None:
    """Both sides' HQs stand on roads when the game begins, and everybody is in supply."""
    game = sketch(SLUG, "").game
    pos = game.position(game.set_up(game.scenario("campaign"), game.make_options({}), "seed"))
    hqs = [p for p in game.pieces if p.kind in ("army", "front")]
    assert len(hqs) == 9
    for hq in hqs:
        assert any(pos.board.on_network(road, hq.hex) for road in ("primary", "secondary")), hq.id
    for unit in pos.state.units:
        if unit.at in pos.board.grid:
            assert has_line(pos, pos.owner(unit.id), unit.at), unit.id
