"""5 Stacking."""

import pytest
from tests.rules.ukraine43.moves import denied, does, offered

from grognard.games.ukraine43.stacking import cures, fits, full, overstacked
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit SWF 0812\nunit 1PzA 0112\n"


def stack(*units: str) -> Pos:
    return sketch(SLUG, "board 8 x 12\n" + "\n".join(f"unit {u} 0404" for u in units))


def legal(side: str, *units: str) -> bool:
    return fits(stack(*units), side, "0404")


RIFLES = ("23/218", "29/30", "38/337", "236/353")
CORPS = ("2TC", "10TC", "6TC", "31TC")
BRIGADES = tuple(
    u for u, p in sketch(SLUG, "").game.printed.items() if p.side == SOVIET and p.kind == "tank"
    and p.role == "support"
)[:4]  # fmt: skip
DIVISIONS = ("88ID", "327ID", "7Hun", "11Pz")


@pytest.mark.rule(SLUG, "5.2-1", "5.1C", "R-81")
def test_three_axis_combat_units() -> None:
    """Three divisions fit, a fourth does not; an ally counts like a German."""
    assert legal(AXIS, *DIVISIONS[:3])
    assert not legal(AXIS, *DIVISIONS)


@pytest.mark.rule(SLUG, "5.2-2", "5.1D", "R-77")
def test_axis_support_units() -> None:
    """Beside three divisions one support unit, beside two both, and both alone."""
    assert legal(AXIS, *DIVISIONS[:3], "Tiger503")
    assert not legal(AXIS, *DIVISIONS[:3], "Tiger503", "StuG")
    assert legal(AXIS, *DIVISIONS[:2], "Tiger503", "StuG")
    assert legal(AXIS, "Tiger503", "StuG")


@pytest.mark.rule(SLUG, "5.3-1")
def test_two_soviet_combat_units() -> None:
    """Three rifle units are too many."""
    assert legal(SOVIET, *RIFLES[:2])
    assert not legal(SOVIET, *RIFLES[:3])


@pytest.mark.rule(SLUG, "5.3-2", "5.3-ex")
@pytest.mark.parametrize(
    ("combat", "support", "allowed"),
    [(2, 1, True), (1, 2, True), (0, 3, True), (2, 2, False), (1, 3, False), (0, 4, False)],
)
def test_soviet_support_units(combat: int, support: int, allowed: bool) -> None:
    """One beside two combat units, two beside one, three alone."""
    assert legal(SOVIET, *("1GMC", "5GMC")[:combat], *BRIGADES[:support]) is allowed


@pytest.mark.rule(SLUG, "5.1A", "5.1B-1", "5.1B-2", "5.1B-3", "26.3-3")
def test_hqs_leaders_and_markers_take_no_room() -> None:
    """A panzer corps, an army and Manstein join a full stack, Zhukov a Soviet one."""
    assert legal(AXIS, *DIVISIONS[:3], "StuG", "48PzK", "2A", "Manstein")
    assert legal(SOVIET, *CORPS[:2], BRIGADES[0], "VorF", "Zhukov")
    marked = "unit {0} 0404 disrupted=true oos=true\n"
    pos = sketch(SLUG, "board 8 x 8\n" + "".join(marked.format(u) for u in DIVISIONS[:3]))
    assert fits(pos, AXIS, "0404")


@pytest.mark.rule(SLUG, "5.2-3", "R-79")
def test_a_panzer_corps_makes_no_room() -> None:
    """Three divisions with a panzer corps fill the hex."""
    assert not legal(AXIS, *DIVISIONS, "48PzK")


@pytest.mark.rule(SLUG, "R-17", "23.4-2", "23.4-3")
def test_armies_let_a_third_unit_in() -> None:
    """A tank army a third corps and no third rifle unit, the shock army the reverse; a brigade
    still fits, a second does not; two armies let in one unit together.
    """
    assert legal(SOVIET, "1TA", *CORPS[:3], BRIGADES[0])
    assert not legal(SOVIET, "1TA", *CORPS)
    assert not legal(SOVIET, "1TA", *CORPS[:3], *BRIGADES[:2])
    assert not legal(SOVIET, "1TA", *RIFLES[:3])
    assert legal(SOVIET, "5ShA", *RIFLES[:3])
    assert not legal(SOVIET, "5ShA", *CORPS[:3])
    assert legal(SOVIET, "5ShA", "4GCC", "5GCC", RIFLES[0])
    assert not legal(SOVIET, "5ShA", "4GCC", "5GCC", "1GCC")
    assert not legal(SOVIET, "1TA", "5GTA", *CORPS)


# --- 5.4 --------------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.4-1")
def test_a_full_hex_is_passed_but_not_ended_in() -> None:
    """A tank corps drives through two rifle units and does not stop there."""
    text = "board 8 x 12\nunit 23/218 0402\nunit 29/30 0402\nunit 2TC 0401\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 2TC")
    assert denied(pos, "move 0402") == "5.4-1"
    assert "0403" in offered(pos, "move")
    way = pos.way("0403")
    assert way is not None


@pytest.mark.rule(SLUG, "5.4-1", "23.4-2")
def test_room_by_an_army_is_known_to_movers() -> None:
    """A third corps may end with the army; an army that comes makes room for its own corps."""
    text = "unit 1TA 0402\nunit 2TC 0402\nunit 10TC 0402\nunit 6TC 0401\nunit 5GTA 0401\n"
    pos = sketch(SLUG, f"board 8 x 12\n{text}phase movement soviet")
    assert "0402" in offered(pos.apply("select 6TC"), "move")
    assert not full(pos, SOVIET, ("6TC",))[pos.board.grid.index["0402"]]
    other = "unit 2TC 0402\nunit 10TC 0402\nunit 6TC 0401\nunit 5GTA 0401\n"
    pos = sketch(SLUG, f"board 8 x 12\n{other}phase movement soviet")
    assert denied(pos.apply("select 6TC"), "move 0402") == "5.4-1"
    assert "0402" in offered(does(pos, "select 6TC", "join 5GTA"), "move")


@pytest.mark.rule(SLUG, "5.4-2", "R-78")
def test_a_phase_does_not_end_with_an_overstacked_hex() -> None:
    """Three corps whose army is gone: one must leave, or the surplus is removed."""
    text = "".join(f"unit {u} 0404\n" for u in CORPS[:3])
    pos = sketch(SLUG, f"board 8 x 12\n{SPARE}{text}phase movement soviet")
    assert overstacked(pos, SOVIET) == ("0404",)
    assert cures(pos, SOVIET, "0404") == tuple(frozenset({u}) for u in CORPS[:3])
    assert denied(pos, "done") == "5.4-1"
    assert offered(pos, "lose") == set(CORPS[:3])
    assert pos.apply("lose 2TC").why_not("done") is None
    assert does(pos, "select 2TC", "move 0403", "stop").why_not("done") is None


@pytest.mark.rule(SLUG, "5.4-1", "R-78")
def test_reaction_does_not_ask_for_what_the_next_movement_will() -> None:
    """Three corps whose army died in their End Phase may stay so through a Reaction Phase, but not
    if the army itself reacts and leaves them.
    """
    text = "".join(f"unit {u} 0404\n" for u in CORPS[:3])
    pos = sketch(SLUG, f"board 8 x 12\n{SPARE}{text}phase reaction soviet")
    assert overstacked(pos, SOVIET) == ("0404",)
    assert pos.why_not("done") is None
    assert offered(pos, "lose") == set()
    army = sketch(SLUG, f"board 8 x 12\n{SPARE}{text}unit 1TA 0404\nphase reaction soviet")
    left = does(army, "select 1TA", "move 0403", "stop")
    assert denied(left, "done") == "5.4-1"
    assert offered(left, "lose") == set(CORPS[:3])
