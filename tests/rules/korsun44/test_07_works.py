"""7.1, 7.2 Field fortifications and improved ones in movement."""

import pytest
from tests.rules.korsun44.field import SLUG, cost, moving, of, stopped

from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.games.korsun44.works import is_fortified, works_at


@pytest.mark.rule(SLUG, "7.1.2", "7.1.4", "F5")
def test_a_regular_unit_digs_for_its_hex() -> None:
    """For all its points; of three in a hex one digs, the others move, and the works stay."""
    units = [f"unit {unit} 0505" for unit in ("62GRD", "69GRD", "31RD")]
    pos = moving(SOVIET, *units).apply("select 62GRD").apply("choose dig")
    assert works_at(pos, "0505") == {"field"}
    assert of(pos.why_not("select 62GRD")) == "3.1.6"
    pos = stopped(pos.apply("select 69GRD").apply("move 0504"))
    pos = stopped(pos.apply("select 31RD").apply("move 0504"))
    pos = pos.apply("done")
    assert pos.state.field_works == {"0505": SOVIET}


@pytest.mark.rule(SLUG, "7.1.2", "7.1.4")
def test_who_has_moved_does_not_dig() -> None:
    """Nor do guns, HQs, or a whole group."""
    pos = moving(SOVIET, "unit 110-XVIII 0505", "unit 62GRD 0507", "unit 69GRD 0507")
    tanks = pos.apply("select 110-XVIII").apply("move 0504")
    assert of(tanks.why_not("choose dig")) == "7.1.4"
    assert of(pos.apply("select 62GRD").apply("join 69GRD").why_not("choose dig")) == "7.1.2"
    for unit in ("HQ-4GA", "1Art-4GA"):
        other = moving(SOVIET, f"unit {unit} 0505").apply(f"select {unit}")
        assert of(other.why_not("choose dig")) == "7.1.2"


@pytest.mark.rule(SLUG, "5.3.10", "7.1.2")
def test_who_retreated_does_not_dig() -> None:
    """Until its next Movement Phase is over; who stood and lost does."""
    pos = moving(SOVIET, "unit 62GRD 0505 retreated=true", "unit 69GRD 0705 lost=1")
    assert of(pos.apply("select 62GRD").why_not("choose dig")) == "5.3.10"
    assert pos.apply("select 69GRD").why_not("choose dig") is None
    assert not pos.apply("done").unit("62GRD").retreated


@pytest.mark.rule(SLUG, "7.1.3", "F4")
def test_who_cannot_get_out_digs_after_all() -> None:
    """All hexes that it can reach lie in enemy zones; with one free hex it does not dig."""
    ring = ("unit 80-34 0503", "unit 107-34 0606", "unit 253-34 0406")
    pos = moving(SOVIET, "unit 62GRD 0505 retreated=true", *ring).apply("select 62GRD")
    assert pos.why_not("choose dig") is None
    gap = moving(SOVIET, "unit 62GRD 0505 retreated=true", *ring[:1]).apply("select 62GRD")
    assert of(gap.why_not("choose dig")) == "5.3.10"


@pytest.mark.rule(SLUG, "7.1.5")
def test_empty_works_are_taken_away_when_the_phase_ends() -> None:
    """They serve a friend who comes in the same phase."""
    units = ("unit 62GRD 0505", "unit 69GRD 0506", "state field_works=0505:soviet")
    pos = stopped(moving(SOVIET, *units).apply("select 62GRD").apply("move 0504"))
    assert pos.apply("done").state.field_works == {}
    relief = stopped(pos.apply("select 69GRD").apply("move 0505"))
    assert relief.apply("done").state.field_works == {"0505": SOVIET}


@pytest.mark.rule(SLUG, "7.1.6", "7.1.7")
def test_the_enemy_does_not_use_them() -> None:
    """He enters: they are gone, and he digs his own."""
    units = ("unit 110-XVIII 0505", "unit HQ-VII 0504", "state field_works=0504:german")
    pos = moving(SOVIET, *units).apply("select 110-XVIII").apply("assault 0504")
    assert not is_fortified(pos, "0504")
    later = moving(SOVIET, "unit 110-XVIII 0504").apply("select 110-XVIII").apply("choose dig")
    assert later.state.field_works == {"0504": SOVIET}
    again = moving(SOVIET, "unit 69GRD 0504", "state field_works=0504:soviet")
    assert of(again.apply("select 69GRD").why_not("choose dig")) == "7.1.7"


@pytest.mark.rule(SLUG, "7.1.8")
@pytest.mark.parametrize(
    ("line", "refused"),
    [("terrain swamp 0505", "7.1.8"), ("terrain forest 0505", ""), ("terrain hills 0505", ""),
     ("tag town 0505", ""), ("", "")],
)  # fmt: skip
def test_not_in_swamps(line: str, refused: str) -> None:
    """Anywhere else."""
    pos = moving(SOVIET, "unit 62GRD 0505", line).apply("select 62GRD")
    assert of(pos.why_not("choose dig")) == refused


@pytest.mark.rule(SLUG, "7.1.9", "7.3.1")
def test_not_in_fixed_positions() -> None:
    """In the hex beside them."""
    units = ("unit 62GRD 0505", "unit 69GRD 0506", "tag fixed_position 0505")
    pos = moving(SOVIET, *units)
    assert works_at(pos, "0505") == {"fixed"}
    assert of(pos.apply("select 62GRD").why_not("choose dig")) == "7.1.8"
    assert pos.apply("select 69GRD").why_not("choose dig") is None


@pytest.mark.rule(SLUG, "7.1.12")
def test_works_cost_nothing_to_enter() -> None:
    """The terrain and no more."""
    pos = moving(SOVIET, "unit 62GRD 0505", "unit 69GRD 0504", "state field_works=0504:soviet")
    assert cost(pos.apply("select 62GRD"), "0504") == SIXTHS * 3 // 2


@pytest.mark.rule(SLUG, "7.2.1")
def test_improved_works_stay_until_the_enemy_comes() -> None:
    """Empty ones outlast the phase; nobody builds them; a Soviet who enters destroys them."""
    pos = moving(SOVIET, "unit 62GRD 0505", "state improved_works=0504,0705")
    assert not any("improved" in str(action) for action in pos.apply("select 62GRD").actions())
    after = stopped(pos.apply("select 62GRD").apply("move 0504")).apply("done")
    assert after.state.improved_works == {"0705"}
    own = moving(GERMAN, "unit 80-34 0505", "state improved_works=0504").apply("select 80-34")
    assert stopped(own.apply("move 0504")).apply("done").state.improved_works == {"0504"}


@pytest.mark.rule(SLUG, "7.2.1", "3.1.4")
@pytest.mark.parametrize("clicks", [("move 0503",), ("move 0504", "move 0503")])
def test_who_passes_through_takes_empty_works_away(clicks: tuple[str, ...]) -> None:
    """A march through a hex with improved fortifications, in one go or hex by hex; those beside the
    way stay.
    """
    pos = moving(SOVIET, "unit 110-XVIII 0505", "state improved_works=0504,0705")
    pos = pos.apply("select 110-XVIII")
    for click in clicks:
        pos = pos.apply(click)
    assert pos.unit("110-XVIII").at == "0503"
    assert pos.state.improved_works == frozenset({"0705"})
