"""8.2.11 - 8.2.16 Aircraft over roads: points and levels that they cost Soviet movement."""

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.field import SLUG, cost, moving, of, reached

from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.points import interdicted
from grognard.games.korsun44.state import DEAD, GERMAN, SOVIET, Mission, Pos
from grognard.testing import sketch


def under(pos: Pos, **strengths: int) -> Pos:
    """A position with German aircraft over hexes: `under(pos, x0504=2)`."""
    missions = tuple(
        Mission(GERMAN, "interdiction", hex_.removeprefix("x"), strength)
        for hex_, strength in strengths.items()
    )
    return pos.game.position(replace(pos.state, missions=missions))


TANKS = "unit 110-XVIII 0507"


@pytest.mark.rule(SLUG, "8.2.11", "8.2.12")
def test_only_soviets_are_hampered() -> None:
    """Each hex by the SPs over it."""
    pos = under(moving(SOVIET, TANKS), x0506=1, x0505=2)
    assert interdicted(pos, SOVIET) == {"0506": 1, "0505": 2}
    assert interdicted(pos, GERMAN) == {}


@pytest.mark.rule(SLUG, "8.2.13")
def test_every_sp_costs_a_point() -> None:
    """Clear ground under one costs tanks 3, under two 4."""
    pos = under(moving(SOVIET, TANKS), x0506=1, x0606=2).apply("select 110-XVIII")
    assert cost(pos, "0506") == 3 * SIXTHS
    assert cost(pos, "0508") == 2 * SIXTHS


@pytest.mark.rule(SLUG, "8.2.13", "3.1.13")
def test_one_hex_is_open_under_aircraft_too() -> None:
    """Infantry out of supply, with 2 points, all round under attack: it still moves one hex."""
    ring = {f"x{h}": 2 for h in ("0506", "0607", "0608", "0508", "0408", "0407")}
    pos = under(moving(SOVIET, "unit 62GRD 0507 want=1"), **ring).apply("select 62GRD")
    assert cost(pos, "0506") == 2 * SIXTHS


@pytest.mark.rule(SLUG, "8.2.14", "A21")
@pytest.mark.parametrize(("dice", "lost"), [((1, 1), 1), ((2, 2), 1), ((2, 3), 0)])
def test_a_double_attack_may_cost_a_level(dice: tuple[int, int], lost: int) -> None:
    """On 2, 3 and 4."""
    pos = under(moving(SOVIET, TANKS), x0506=2).apply("select 110-XVIII")
    after = pos.apply("move 0506", dice=dice)
    assert after.unit("110-XVIII").lost == lost


@pytest.mark.rule(SLUG, "8.2.14")
def test_a_single_attack_costs_no_level() -> None:
    """There is no roll."""
    pos = under(moving(SOVIET, TANKS), x0506=1).apply("select 110-XVIII").apply("move 0506")
    assert not any(event.kind == "interdiction" for event in pos.events)


@pytest.mark.rule(SLUG, "8.2.14")
def test_every_unit_rolls_for_every_hex() -> None:
    """Two units through one hex: two rolls; the one that dies does not roll again."""
    pos = moving(SOVIET, "unit 110-XVIII 0507 lost=1", "unit 62GRD 0507",
                 "network main_road 0507-0506-0505")  # fmt: skip
    pos = under(pos, x0506=2, x0505=2).apply("select 62GRD").apply("join 110-XVIII")
    pos = pos.apply("move 0506", dice=(6, 6, 1, 1))
    assert pos.unit("110-XVIII").at == DEAD
    assert pos.unit("62GRD").lost == 0
    assert "62GRD" in pos.prompt


@pytest.mark.rule(SLUG, "8.2.16", "8.2.16-ex")
def test_who_begins_under_aircraft_loses_points_and_rolls() -> None:
    """Infantry under one SP has 3 of 4 points and pays one more in the next such hex; under two it
    rolls when it sets out.
    """
    start = under(moving(SOVIET, "unit 62GRD 0507"), x0507=1, x0506=1).apply("select 62GRD")
    assert "(3 points left)" in start.prompt
    assert cost(start, "0506") == SIXTHS * 5 // 2
    double = under(moving(SOVIET, "unit 62GRD 0507"), x0507=2).apply("select 62GRD")
    assert "(2 points left)" in double.prompt
    assert double.apply("move 0506", dice=(1, 2)).unit("62GRD").lost == 1
    assert of(double.why_not("move 0505")) == "3.1.5"
    assert "0506" in reached(double)


@pytest.mark.rule(SLUG, "8.2.16")
def test_whatever_is_done_first_the_start_is_rolled_for() -> None:
    """Guns that limber under two SPs have not moved yet: they roll when they do, and not again
    for that hex.
    """
    pos = under(moving(SOVIET, "unit 1Art-4GA 0507"), x0507=2).apply("select 1Art-4GA")
    pos = pos.apply("choose transport")
    assert not any(event.kind == "interdiction" for event in pos.events)
    moved = pos.apply("move 0506", dice=(3, 4))
    assert [event.dice for event in moved.events if event.kind == "interdiction"] == [(3, 4)]
    assert pos.apply("move 0506", dice=(1, 1)).unit("1Art-4GA").at == DEAD


@pytest.mark.rule(SLUG, "8.2.14", "8.2.16")
def test_who_overruns_guns_rolls_as_well() -> None:
    """For the hex where he begins, and for that of the guns."""
    pos = under(moving(SOVIET, TANKS, "unit Art-VII 0506"), x0507=2, x0506=2)
    pos = pos.apply("select 110-XVIII")
    assert pos.apply("assault 0506", dice=(6, 6, 1, 1)).unit("110-XVIII").lost == 1
    fallen = pos.apply("assault 0506", dice=(1, 1, 1, 1))
    assert [fallen.unit(unit).at for unit in ("110-XVIII", "Art-VII")] == [DEAD, DEAD]


@pytest.mark.rule(SLUG, "8.2.13", "8.2.14", "D16")
def test_aircraft_over_an_entry() -> None:
    """Who comes in under one SP pays a point more, under two it rolls as well."""
    text = (
        "board 12 x 10\nzone korsun 0909\nturn 9\nunit 6RD off_6422 comes=9\nphase movement soviet"
    )
    plain = sketch(SLUG, text.replace("zone korsun 0909", "zone 6422 0509"))
    pos = under(plain, x0509=1).apply("select 6RD").apply("place 0509")
    assert cost(pos, "0509") == cost(plain.apply("select 6RD").apply("place 0509"), "0509") + SIXTHS
    double = under(plain, x0509=2).apply("select 6RD").apply("place 0509")
    assert double.apply("move 0509", dice=(1, 1)).unit("6RD").lost == 1
