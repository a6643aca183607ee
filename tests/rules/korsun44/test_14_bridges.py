"""14 Bridges."""

import pytest
from tests.rules.korsun44.field import SLUG, cost, moving, of, reached, stopped
from tests.rules.korsun44.test_04_control import after

from grognard.games.korsun44.bridges import holder_of, stands
from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.plan import is_rooted
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos

SIDE = "0504/0505"


def bridge(water: str, *lines: str) -> tuple[str, ...]:
    """A bridge between 0504 and 0505, both Soviet."""
    return (f"hexside {water} {SIDE}", f"hexside bridge {SIDE}", "control soviet 0504 0505", *lines)


# --- 14.1  control ----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.1.3", "F10")
def test_a_bridge_goes_with_its_ends() -> None:
    """Both German: German; one of each: whose it was."""
    both = moving(SOVIET, *bridge("river"))
    assert holder_of(both, SIDE) == SOVIET
    split = (f"hexside river {SIDE}", f"hexside bridge {SIDE}", "control soviet 0504",
             "control german 0505")  # fmt: skip
    assert holder_of(moving(SOVIET, *split), SIDE) == ""
    kept = moving(SOVIET, *split, f"state bridge_holders={SIDE}:german")
    assert holder_of(kept, SIDE) == GERMAN


@pytest.mark.rule(SLUG, "14.1.3", "14.1.3-ex", "F10")
def test_the_side_that_was_there_first_keeps_it() -> None:
    """Soviets held both ends; the Germans come back to one: in their Supply Phase the hex is theirs
    and the bridge is not. When the Soviets have gone it is.
    """
    lines = (f"hexside river {SIDE}", f"hexside bridge {SIDE}", "control soviet 0504 0505")
    back = after(GERMAN, *lines, f"state bridge_holders={SIDE}:soviet", "unit 80-34 0505",
                 "unit 62GRD 0504")  # fmt: skip
    assert (back.holder("0505"), back.holder("0504")) == (GERMAN, SOVIET)
    assert holder_of(back, SIDE) == SOVIET
    alone = after(GERMAN, *lines, f"state bridge_holders={SIDE}:soviet", "unit 80-34 0505",
                  "unit 107-34 0504")  # fmt: skip
    assert holder_of(alone, SIDE) == GERMAN


@pytest.mark.rule(SLUG, "14.1.4")
def test_only_who_controls_a_bridge_destroys_it() -> None:
    """A German at a Soviet bridge does not."""
    pos = moving(GERMAN, *bridge("river", "unit 80-34 0505")).apply("select 80-34")
    assert of(pos.why_not(f"choose blow {SIDE}")) == "14.1.4"


# --- 14.2  rivers and streams -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.2.1", "14.1.2")
@pytest.mark.parametrize("water", ["river", "stream"])
def test_a_bridge_is_destroyed_for_a_point(water: str) -> None:
    """By a regular unit or an HQ at either end; then the step costs the water."""
    for unit in ("62GRD", "HQ-4GA"):
        pos = moving(SOVIET, *bridge(water, f"unit {unit} 0505")).apply(f"select {unit}")
        whole = int(pos.prompt.split("(")[1].split()[0])
        pos = pos.apply(f"choose blow {SIDE}")
        assert f"({whole - 1} points left)" in pos.prompt
        assert not stands(pos, SIDE)
    toll = 2 * SIXTHS if water == "river" else SIXTHS
    assert cost(pos, "0504") == 3 * SIXTHS + toll


@pytest.mark.rule(SLUG, "14.2.1")
def test_without_a_point_it_stands() -> None:
    """Nor do guns destroy one."""
    units = ("unit 62GRD 0507", "unit 1Art-4GA 0505")
    pos = moving(SOVIET, *bridge("river", *units, "network side_road 0507-0506-0505"))
    guns = pos.apply("select 1Art-4GA")
    assert of(guns.why_not(f"choose blow {SIDE}")) == "14.2.1"
    tired = moving(SOVIET, *bridge("river", "unit 62GRD 0507 want=1",
                                   "network side_road 0507-0506-0505"))  # fmt: skip
    tired = tired.apply("select 62GRD").apply("move 0505")
    assert of(tired.why_not(f"choose blow {SIDE}")) == "14.2.1"


MENDED = ("hexside river 0504/0505", "hexside bridge 0504/0505", f"state broken_bridges={SIDE}")


@pytest.mark.rule(SLUG, "14.2.2")
@pytest.mark.parametrize(("hq", "refused"), [("0509", "14.2.2"), ("0508", "")])
def test_a_unit_in_range_of_an_hq_builds(hq: str, refused: str) -> None:
    """Three hexes from a Soviet HQ for 3 points, not at four; never guns, but an HQ itself."""
    lines = (*MENDED, "unit 62GRD 0505", f"unit HQ-4GA {hq}")
    pos = moving(SOVIET, *lines).apply("select 62GRD")
    assert of(pos.why_not(f"choose mend {SIDE}")) == refused
    if not refused:
        built = pos.apply(f"choose mend {SIDE}")
        assert stands(built, SIDE)
        weak = moving(SOVIET, *MENDED, "unit 62GRD 0505 want=1", f"unit HQ-4GA {hq}")
        assert of(weak.apply("select 62GRD").why_not(f"choose mend {SIDE}")) == "14.2.2"
    guns = moving(SOVIET, *MENDED, "unit 1Art-4GA 0505", "unit HQ-4GA 0506").apply(
        "select 1Art-4GA"
    )
    assert of(guns.why_not(f"choose mend {SIDE}")) == "14.2.2"
    staff = moving(SOVIET, *MENDED, "unit HQ-4GA 0505").apply("select HQ-4GA")
    assert staff.why_not(f"choose mend {SIDE}") is None


@pytest.mark.rule(SLUG, "14.2.3")
def test_only_where_the_map_has_a_bridge() -> None:
    """Not over a stream without one, nor where it stands."""
    bare = moving(SOVIET, "hexside stream 0504/0505", "unit HQ-4GA 0505").apply("select HQ-4GA")
    assert of(bare.why_not(f"choose mend {SIDE}")) == "14.2.3"
    whole = moving(SOVIET, *bridge("stream", "unit HQ-4GA 0505")).apply("select HQ-4GA")
    assert of(whole.why_not(f"choose mend {SIDE}")) == "14.2.3"


# --- 14.3  the big river ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.3.1")
def test_a_big_bridge_takes_three_points() -> None:
    """With 2 of 4 left it stands; then nobody crosses."""
    pos = moving(SOVIET, *bridge("dnieper", "unit 62GRD 0505 want=1", "unit 69GRD 0505"))
    assert of(pos.apply("select 62GRD").why_not(f"choose blow {SIDE}")) == "14.3.1"
    pos = pos.apply("select 69GRD").apply(f"choose blow {SIDE}")
    assert "0504" not in reached(pos)


BANK = ("hexside dnieper 0504/0505", "unit HQ-4GA 0505")


def declared(*lines: str, bank: str = "0505") -> Pos:
    """An HQ that was at the bank when its Supply Phase ended, in the next Movement Phase."""
    return moving(SOVIET, *BANK, *lines, f"state bridging=HQ-4GA:{bank}").apply("select HQ-4GA")


@pytest.mark.rule(SLUG, "2.2-P6-4", "14.3.2", "F11")
def test_the_supply_phase_notes_who_is_at_the_bank() -> None:
    """HQs at a big river, nobody else."""
    pos = after(SOVIET, *BANK, "unit HQ-53A 0905", "unit 62GRD 0506")
    assert pos.state.bridging == {"HQ-4GA": "0505"}


@pytest.mark.rule(SLUG, "14.3.2", "F11")
def test_who_was_not_there_does_not_build() -> None:
    """An HQ that has come to the bank since; other units never."""
    assert (
        of(moving(SOVIET, *BANK).apply("select HQ-4GA").why_not(f"choose bridge {SIDE}"))
        == "14.3.2"
    )
    rifles = moving(SOVIET, *BANK, "unit 62GRD 0505").apply("select 62GRD")
    assert of(rifles.why_not(f"choose bridge {SIDE}")) == "14.3.2"


def turn_later(pos: Pos) -> Pos:
    """The same side's next Movement Phase."""
    turn = pos.turn
    while pos.turn == turn or pos.top.tag != "movement" or pos.side != SOVIET:
        pos = pos.apply("done")
    return pos


@pytest.mark.rule(SLUG, "14.3.2", "14.3.2-ex", "14.3.4")
def test_a_bridge_takes_a_turn() -> None:
    """Declared in one Movement Phase, in secret, for all points; it stands at the start of the
    next, in which the HQ does not move either.
    """
    pos = declared("unit 62GRD 0505")
    assert pos.why_not(f"choose bridge {SIDE}") is None
    pos = pos.apply(f"choose bridge {SIDE}")
    assert pos.top.tag == "movement"
    assert not stands(pos, SIDE)
    assert pos.view(GERMAN).secrets == {"soviet bridges": None}
    before = pos.apply("select 62GRD").way("0504")
    assert before is None or len(before.hexes) > 1
    later = turn_later(pos)
    assert stands(later, SIDE)
    assert of(later.why_not("select HQ-4GA")) == "3.1.6"
    way = later.apply("select 62GRD").way("0504")
    assert way is not None
    assert way.hexes == ("0504",)


@pytest.mark.rule(SLUG, "14.3.2", "14.3.2-ex")
def test_the_far_bank_must_be_ones_own() -> None:
    """An enemy zone there: no bridge; with regular units on both banks it is built."""
    pos = declared("unit 80-34 0503").apply(f"choose bridge {SIDE}")
    assert not stands(turn_later(pos), SIDE)


@pytest.mark.rule(SLUG, "14.3.3")
def test_one_hq_builds_one_bridge() -> None:
    """A second one at the same place is refused."""
    pos = moving(SOVIET, *BANK, "unit HQ-53A 0505", "state bridging=HQ-4GA:0505,HQ-53A:0505")
    pos = pos.apply("select HQ-4GA").apply(f"choose bridge {SIDE}").apply("select HQ-53A")
    assert of(pos.why_not(f"choose bridge {SIDE}")) == "14.3.3"


@pytest.mark.rule(SLUG, "14.3.2")
def test_building_takes_all_points() -> None:
    """Not after a move, and not together with others."""
    pos = declared("unit 62GRD 0505")
    assert of(pos.apply("join 62GRD").why_not(f"choose bridge {SIDE}")) == "14.3.2"
    assert stopped(pos.apply("move 0506")).unit("HQ-4GA").at == "0506"


@pytest.mark.rule(SLUG, "14.3.4")
def test_an_hq_that_builds_stays() -> None:
    """It neither moves nor retreats; one that does not build may do both."""
    pos = declared()
    assert not is_rooted(pos, "HQ-4GA")
    pos = pos.apply(f"choose bridge {SIDE}")
    assert is_rooted(pos, "HQ-4GA")
    assert of(pos.why_not("select HQ-4GA")) == "3.1.6"


@pytest.mark.rule(SLUG, "14.1.3", "14.1.3-ex")
@pytest.mark.parametrize("where", ["0506", "0507"])
def test_who_drives_the_garrison_off_has_the_bridge(where: str) -> None:
    """Soviets have reached one end and thrown the garrison out of the other; it stands beside that
    end, so that the hex is nobody's, or further off. The bridge is Soviet, also when Germans come
    back to their end.
    """
    pos = after(SOVIET, f"hexside river {SIDE}", f"hexside bridge {SIDE}", "unit 62GRD 0504",
                "control german 0504 0505 0506", f"state bridge_holders={SIDE}:german",
                f"unit 80-34 {where}")  # fmt: skip
    assert holder_of(pos, SIDE) == SOVIET


@pytest.mark.rule(SLUG, "14.2.1", "14.2.2")
def test_a_group_does_what_one_of_it_can() -> None:
    """Guns that go with infantry keep it neither from destroying a bridge nor from building one,
    whoever was taken up first.
    """
    lines = ("unit 80-34 0504", "unit Art-VII 0504 limbered=true", "unit HQ-VII 0503",
             "control german 0504 0505")  # fmt: skip
    for gone, deed in (("", "blow"), (f"state broken_bridges={SIDE}", "mend")):
        pos = moving(GERMAN, f"hexside river {SIDE}", f"hexside bridge {SIDE}", *lines, gone)
        guns = pos.apply("select Art-VII")
        assert (
            of(guns.why_not(f"choose {deed} {SIDE}")) == {"blow": "14.2.1", "mend": "14.2.2"}[deed]
        )
        assert guns.apply("join 80-34").why_not(f"choose {deed} {SIDE}") is None
