"""11 Reinforcements: when and where they enter, columns, entry zones, leaving the map."""

import pytest
from tests.rules.korsun44.field import GAME, SLUG, of, reached, stopped

from grognard.decisions import total
from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.entry import shifts, waiting
from grognard.games.korsun44.scenario import entry_rows
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.testing import sketch

THIRD = SIXTHS // 3


def edge(*lines: str, turn: int = 1, phase: str = "movement german") -> Pos:
    """The whole map with some units on it and off it."""
    return sketch(SLUG, "\n".join([f"turn {turn}", *lines, f"phase {phase}"]))


def gate(name: str) -> str:
    """The hex of an entry."""
    return GAME.theatre.entry(name)


@pytest.mark.rule(SLUG, "11.1.1", "R-sched", "K44-7")
def test_units_come_on_their_day() -> None:
    """On turn 4 those of 27 January become available, and nobody else."""
    pos = GAME.start("korsun", seed=1)
    due = {u.id for u in pos.state.units if u.comes == 4}
    assert due == {"1-506", "2-506", "Art-XXXXVII", "233RD"}
    early = edge("unit 1-506 off_E comes=4", turn=3)
    assert of(early.why_not("select 1-506")) == "11.1.1"
    assert edge("unit 1-506 off_E comes=4", turn=4).why_not("select 1-506") is None


@pytest.mark.rule(SLUG, "11.1.2")
def test_units_come_by_their_entry() -> None:
    """14 ARM at E; not at a hex of the edge that is no entry."""
    pos = edge("unit 103-14 off_E comes=1").apply("select 103-14")
    assert pos.why_not(f"place {gate('E')}") is None
    assert of(pos.why_not("place 3035")) == "11.1.2"


@pytest.mark.rule(SLUG, "D16")
def test_the_road_runs_off_the_map() -> None:
    """By main road a truck enters for a third of a point; the way on costs as always."""
    pos = edge("unit 103-14 off_E comes=1").apply("select 103-14").apply(f"place {gate('E')}")
    rate = GAME.theatre.edge_rate("truck", gate("E"))
    way = pos.way(gate("E"))
    assert way is not None
    assert total(way.parts) == rate == THIRD
    pos = pos.apply(f"move {gate('E')}")
    assert (pos.unit("103-14").at, pos.unit("103-14").arrived) == (gate("E"), True)
    assert "(6⅔ points left)" in pos.prompt


@pytest.mark.rule(SLUG, "11.1.3")
@pytest.mark.parametrize("phase", ["movement german", "strategic-movement german"])
def test_units_enter_in_both_movement_phases(phase: str) -> None:
    """In the strategic one with two points less and out of enemy zones; not in combat."""
    pos = edge("unit 103-14 off_E comes=1", phase=phase)
    pos = pos.apply("select 103-14").apply(f"place {gate('E')}").apply(f"move {gate('E')}")
    left = "4⅔" if "strategic" in phase else "6⅔"
    assert f"({left} points left)" in pos.prompt
    combat = edge("unit 103-14 off_E comes=1", phase="combat german")
    assert combat.why_not("select 103-14") is not None


@pytest.mark.rule(SLUG, "D16", "12.2.2")
def test_no_strategic_entry_into_a_zone() -> None:
    """An enemy beside the entry lets nobody in after combat; before it one enters and stops."""
    beside = next(h for h in GAME.board.grid.neighbours(gate("E")))
    units = ("unit 103-14 off_E comes=1", f"unit 62GRD {beside}")
    pos = edge(*units, phase="strategic-movement german").apply("select 103-14")
    assert of(pos.why_not(f"place {gate('E')}")) == "11.1.5"
    pos = edge(*units).apply("select 103-14").apply(f"place {gate('E')}")
    assert reached(pos) == {gate("E")}
    assert pos.apply(f"move {gate('E')}").top.tag == "movement"


@pytest.mark.rule(SLUG, "11.1.4", "H8")
def test_enemy_entries_are_closed() -> None:
    """B is Soviet: a unit due there comes by A or C with half its points."""
    lines = ("unit 57Mor off_B comes=1 limbered=true", f"control soviet {gate('B')}")
    pos = edge(*lines).apply("select 57Mor")
    assert of(pos.why_not(f"place {gate('B')}")) == "11.1.4"
    assert pos.why_not(f"place {gate('A')}") is None
    assert pos.why_not(f"place {gate('C')}") is None


# --- 11.1.5  columns --------------------------------------------------------------------------

TEN = ("848-282", "849-282", "850-282", "672-376", "673-376", "767-376", "305-198", "308-198",
       "326-198", "80-34")  # fmt: skip


def column(pos: Pos, units: tuple[str, ...], entry: str) -> Pos:
    """Units that are about to enter as one stack."""
    pos = pos.apply(f"select {units[0]}")
    for unit in units[1:]:
        pos = pos.apply(f"join {unit}")
    return pos.apply(f"place {entry}")


def price(pos: Pos, entry: str) -> int:
    """What the open move pays for the hex of its entry."""
    way = pos.way(entry)
    assert way is not None
    return total(way.parts)


@pytest.mark.rule(SLUG, "11.1.5", "11.1.5-ex")
def test_every_column_pays_the_road_once_more() -> None:
    """Ten units of two levels are three columns; by a main road they pay 0.5, 1 and 1.5."""
    here = gate("E")
    pos = edge(*[f"unit {unit} off_E comes=1" for unit in TEN])
    paid = []
    for start, goal in zip((0, 4, 8), GAME.board.grid.neighbours(here), strict=False):
        pos = column(pos, TEN[start : start + 4], here)
        paid.append(price(pos, here))
        pos = stopped(pos.apply(f"move {goal}"))
    assert paid == [SIXTHS // 2, SIXTHS, SIXTHS * 3 // 2]


@pytest.mark.rule(SLUG, "11.1.5")
def test_a_stack_enters_together() -> None:
    """Up to eight levels; a fifth unit of two does not come along."""
    pos = edge(*[f"unit {unit} off_E comes=1" for unit in TEN]).apply(f"select {TEN[0]}")
    for unit in TEN[1:4]:
        pos = pos.apply(f"join {unit}")
    assert of(pos.why_not(f"join {TEN[4]}")) == "11.1.5"


@pytest.mark.rule(SLUG, "11.1.5", "11.1.5-ex", "D5")
def test_the_third_column_waits_where_there_is_no_road() -> None:
    """By a hex of 2 points they pay 2, 4 and 6: with 4 points the third does not enter, and the
    rule of the one hex does not help.
    """
    units = [f"unit {unit} off_E comes=1" for unit in TEN]
    lines = ["board 12 x 10", "zone E 0509", "terrain hills 0509", "turn 1", *units]
    pos = sketch(SLUG, "\n".join([*lines, "phase movement german"]))
    pos = column(pos, TEN[:4], "0509")
    assert price(pos, "0509") == 2 * SIXTHS
    pos = column(stopped(pos.apply("move 0508")), TEN[4:8], "0509")
    assert price(pos, "0509") == 4 * SIXTHS
    pos = stopped(pos.apply("move 0509"))
    last = pos.apply(f"select {TEN[8]}").apply(f"join {TEN[9]}")
    assert of(last.why_not("place 0509")) == "11.1.5"


# --- 11.2  entry zones ------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "11.2.1", "11.2.1-ex")
def test_the_next_entry_costs_half_of_all_points() -> None:
    """A division of 7 points due at C enters at B or D with 3.5."""
    pos = edge("unit 21-24 off_C comes=11", turn=11).apply("select 21-24")
    for name in ("B", "D"):
        shifted = pos.apply(f"place {gate(name)}")
        assert "(3½ points left)" in shifted.prompt
    assert of(pos.why_not(f"place {gate('E')}")) == "11.1.2"
    assert "(7 points left)" in pos.apply(f"place {gate('C')}").prompt


@pytest.mark.rule(SLUG, "11.2.2", "11.2.2-t", "A7")
def test_who_waits_shifts_three_entries() -> None:
    """From F to C in one turn, to A in two; then with all points."""
    pos = edge("unit 20-10 off_F comes=16", turn=16).apply("select 20-10")
    assert of(pos.why_not("place off_B")) == "11.2.2"
    pos = pos.apply("place off_C")
    assert (pos.unit("20-10").at, pos.unit("20-10").comes) == ("off_C", 17)
    assert of(pos.why_not("select 20-10")) == "3.1.6"
    later = edge("unit 20-10 off_C comes=17", turn=17).apply("select 20-10")
    assert "(7 points left)" in later.apply(f"place {gate('C')}").prompt
    assert later.why_not("place off_A") is None


@pytest.mark.rule(SLUG, "11.2.2-t", "A7")
def test_ten_entries_in_a_row() -> None:
    """From C one reaches A to F in a turn, G to I in two, J in three."""
    names = "ABCDEFGHIJ"
    far = GAME.charts.limits["entry_shift"].number
    turns = {name: -(-abs(names.index(name) - 2) // far) for name in names}
    assert [name for name in names if turns[name] <= 1] == list("ABCDEF")
    assert [name for name in names if turns[name] == 2] == list("GHI")
    pos = edge("unit 21-24 off_C comes=11", turn=11)
    assert shifts(pos, "21-24") == ["off_A", "off_B", "off_D", "off_E", "off_F"]


@pytest.mark.rule(SLUG, "H13")
def test_soviet_entries() -> None:
    """A unit due at 0115 enters at 0112 or 0123 for half its points, and never in the east."""
    pos = edge("unit 4Abn off_0115 comes=14", turn=14, phase="movement soviet").apply("select 4Abn")
    assert pos.why_not("place 0115") is None
    assert "(2 points left)" in pos.apply("place 0112").prompt
    assert "(2 points left)" in pos.apply("place 0123").prompt
    assert of(pos.why_not("place 6422")) == "11.1.2"
    assert shifts(pos, "4Abn") == ["off_0112", "off_0123", "off_0130"]


@pytest.mark.rule(SLUG, "11.2.3", "H14", "D16")
def test_leaving_the_map() -> None:
    """Through an entry of one's own, for one more step of its road; back in the next turn."""
    here = gate("B")
    pos = edge(f"unit 202AG {here}", turn=5).apply("select 202AG")
    pos = pos.apply("choose leave")
    assert (pos.unit("202AG").at, pos.unit("202AG").comes) == ("off_B", 6)
    assert pos.why_not("select 202AG") is not None
    back = edge("unit 202AG off_B comes=6 arrived=true", turn=6).apply("select 202AG")
    assert back.why_not(f"place {here}") is None


@pytest.mark.rule(SLUG, "D16")
def test_leaving_takes_one_more_step_of_the_road() -> None:
    """With less than the rate of the road left a unit stays on the map; its entry is hills here."""
    lines = ["board 12 x 10", "turn 5", "zone B 0509", "terrain hills 0509", "unit 80-34 0508"]
    pos = sketch(SLUG, "\n".join([*lines, "phase movement german"])).apply("select 80-34")
    assert pos.apply("move 0509").why_not("choose leave") is None
    weak = [line.replace("0508", "0507") for line in lines]
    far = sketch(SLUG, "\n".join([*weak, "phase movement german"])).apply("select 80-34")
    assert far.apply("move 0509").top.tag == "movement"
    assert far.apply("move 0509").unit("80-34").at == "0509"


@pytest.mark.rule(SLUG, "11.2.3", "H14")
def test_where_nobody_leaves() -> None:
    """Not elsewhere on the edge, not through an enemy's entry, not through one he controls."""
    assert of(edge("unit 202AG 3035").apply("select 202AG").why_not("choose leave")) == "11.2.3"
    assert of(edge("unit 202AG 6422").apply("select 202AG").why_not("choose leave")) == "11.2.3"
    held = edge(f"unit 202AG {gate('B')}", f"control soviet {gate('B')}")
    assert of(held.apply("select 202AG").why_not("choose leave")) == "H14"


@pytest.mark.rule(SLUG, "11.2.4")
def test_without_zones_every_road_off_the_edge_is_one() -> None:
    """Where a list names an edge only: its road hexes along the edge, and no others."""
    roads = (
        "network main_road 0309-0308",
        "network side_road 0809-0808",
        "network railroad 0509-0508",
    )
    theatre = sketch(SLUG, "\n".join(["board 12 x 10", *roads])).game.theatre
    assert theatre.road_entries("south") == ("0309", "0809")
    assert entry_rows((("south",), ("A", "B")), theatre) == (("0309", "0809"), ("A", "B"))


# --- the schedule -----------------------------------------------------------------------------

V_G_MOT = "unit 11-VGM off_6422 comes=15"


@pytest.mark.rule(SLUG, "R-note", "A14", "H11")
def test_v_g_mot_answers_24_arm() -> None:
    """It comes only after a unit of 24 ARM has entered, whenever that was."""
    kept = edge(V_G_MOT, "unit 21-24 off_C comes=11", turn=17, phase="movement soviet")
    assert of(kept.why_not("select 11-VGM")) == "R-note"
    come = edge(V_G_MOT, "unit 21-24 3030 arrived=true", turn=17, phase="movement soviet")
    assert come.why_not("select 11-VGM") is None
    late = edge("unit 21-24 off_C comes=11", turn=17)
    assert late.why_not("select 21-24") is None


@pytest.mark.rule(SLUG, "H10")
def test_two_units_of_1_arm_first() -> None:
    """Any two on turn 11, together or one by one; the third on turn 13."""
    all_three = [f"unit {unit} off_B comes=11" for unit in ("1-1", "113-1", "I-1-1")]
    pair = edge(*all_three, turn=11).apply("select I-1-1").apply("join 1-1")
    assert of(pair.why_not("join 113-1")) == "H10"
    two = ("unit 1-1 3030 arrived=true", "unit 113-1 3030 arrived=true", all_three[2])
    assert of(edge(*two, turn=12).why_not("select I-1-1")) == "H10"
    assert edge(*two, turn=13).why_not("select I-1-1") is None


@pytest.mark.rule(SLUG, "A10", "A11", "A12", "A13")
def test_rows_of_the_schedule_that_were_garbled() -> None:
    """11 ARM at E on turn 2, 89 and 94 INF at 6422 on 8, 163 INF on 21, XI G ARM on 16."""
    pos = GAME.start("korsun", seed=1)
    found = {
        u: (pos.unit(u).at, pos.unit(u).comes)
        for u in ("15-11", "89GRD", "94GRD", "163RD", "40-XIG")
    }
    assert found == {"15-11": ("off_E", 2), "89GRD": ("off_6422", 8), "94GRD": ("off_6422", 8),
                     "163RD": ("off_0130", 21), "40-XIG": ("off_0112", 16)}  # fmt: skip
    assert "15-11" in waiting(pos, GERMAN)
    assert "163RD" in waiting(pos, SOVIET)


REST = ("1-1", "113-1", "I-1-1")


@pytest.mark.rule(SLUG, "H10", "11.2.2")
def test_only_those_shift_who_may_come() -> None:
    """Two of 1 ARM come on the first day, and may shift along the edge instead; the third may
    neither enter then nor shift, alone or with them. The two enter on the next turn.
    """
    pos = edge(*(f"unit {unit} off_B comes=11" for unit in REST), "unit 80-34 0505", turn=11)
    together = pos.apply(f"select {REST[0]}").apply(f"join {REST[1]}")
    assert of(together.why_not(f"join {REST[2]}")) == "H10"
    for unit in REST[:2]:
        pos = pos.apply(f"select {unit}").apply("place off_E")
    assert of(pos.why_not(f"select {REST[2]}")) == "H10"
    later = edge(*(f"unit {unit} off_E comes=12" for unit in REST[:2]),
                 f"unit {REST[2]} off_B comes=11", turn=12)  # fmt: skip
    assert [of(later.why_not(f"select {unit}")) for unit in REST] == ["", "", "H10"]


@pytest.mark.rule(SLUG, "11.2.1", "F19")
def test_nobody_shifts_in_strategic_movement() -> None:
    """The next zone is open in the Movement Phase only; one's own is in both."""
    for phase, open_ in (("movement german", ""), ("strategic-movement german", "11.1.2")):
        pos = edge("unit 103-14 off_E comes=1", phase=phase).apply("select 103-14")
        assert of(pos.why_not(f"place {gate('D')}")) == open_
        assert pos.why_not(f"place {gate('E')}") is None


@pytest.mark.rule(SLUG, "E27", "11.2.3")
def test_who_leaves_the_map_waits_anew() -> None:
    """A disorganised unit that leaves recovers as late as one that moves."""
    lines = (f"unit 103-14 {gate('E')} recovers=22", "unit 80-34 0505")
    left = edge(*lines, turn=2).apply("select 103-14").apply("choose leave")
    step = next(h for h in sorted(reached(edge(*lines, turn=2).apply("select 103-14"))))
    moved = edge(*lines, turn=2).apply("select 103-14").apply(f"move {step}")
    assert left.unit("103-14").recovers == moved.unit("103-14").recovers > 22
