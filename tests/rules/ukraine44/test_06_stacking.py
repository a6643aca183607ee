"""6.1 to 6.3 Stacking."""

import pytest
from tests.rules.ukraine44.play import denied, offered

from grognard.games.ukraine44.state import Pos
from grognard.testing import sketch

SLUG = "ukraine44"

#: One row of hexes: who wants to go east passes every one of them.
LANE = "board 9 x 1\nturn 2"


def lane(side: str, *units: str, more: str = "") -> Pos:
    lines = "\n".join(f"unit {unit}" for unit in units)
    return sketch(SLUG, f"{LANE}\n{lines}\n{more}\nphase movement {side}")


@pytest.mark.rule(SLUG, "6.1-1")
@pytest.mark.parametrize(("unit", "friend"), [("6GTC", "7GTC"), ("1ssPz", "68/1PzA")])
def test_no_two_formations_end_in_a_hex(unit: str, friend: str) -> None:
    """No move ends on a friendly formation."""
    side = "soviet" if unit == "6GTC" else "axis"
    pos = lane(side, f"{unit} 01.02", f"{friend} 01.03").apply(f"select {unit}")
    assert offered(pos, "move") == {"01.01"}
    assert denied(pos, "move 01.03").startswith("6.1-")


@pytest.mark.rule(SLUG, "6.1-2")
@pytest.mark.parametrize(("unit", "friend"), [("6GTC", "7GTC"), ("1ssPz", "68/1PzA")])
def test_no_move_passes_through_a_friend(unit: str, friend: str) -> None:
    """A way through a friendly formation is refused, and the refusal says where it stands."""
    side = "soviet" if unit == "6GTC" else "axis"
    pos = lane(side, f"{unit} 01.02", f"{friend} 01.03").apply(f"select {unit}")
    refusal = pos.why_not("move 01.04")
    assert refusal is not None
    assert (refusal.rule, "01.03" in refusal.text) == ("6.1-2", True)


@pytest.mark.rule(SLUG, "6.1-3")
def test_the_order_of_moves_matters() -> None:
    """When the formation in the way has moved on, the same way is open."""
    pos = lane("soviet", "6GTC 01.02", "7GTC 01.03")
    assert pos.apply("select 6GTC").why_not("move 01.04") is not None
    pos = pos.apply("select 7GTC").apply("move 01.05").apply("stop").apply("select 6GTC")
    assert pos.why_not("move 01.04") is None
    assert denied(pos, "move 01.06") == "6.1-2"


# --- 6.2  garrisons ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.2-1")
@pytest.mark.parametrize("unit", ["1ssPz", "68/1PzA", "18/Hun"])
def test_a_garrison_is_passed(unit: str) -> None:
    """Any Axis formation goes through the hex of a garrison and on."""
    pos = lane("axis", f"{unit} 01.02", "Gar-Ternopol 01.03").apply(f"select {unit}")
    way = pos.way("01.04")
    assert way is not None
    assert way.hexes == ("01.03", "01.04")
    assert pos.apply("move 01.04").unit(unit).at == "01.04"


@pytest.mark.rule(SLUG, "6.2-2")
def test_no_move_ends_with_a_garrison() -> None:
    """The hex of a garrison is no end of a move, also where the points do not carry further."""
    pos = lane("axis", "1ssPz 01.02", "Gar-Ternopol 01.03").apply("select 1ssPz")
    assert "01.03" not in offered(pos, "move")
    assert denied(pos, "move 01.03") == "6.2-2"
    # Four points left after two hexes of clear ground: enough for the garrison's hill only.
    hill = lane("axis", "1ssPz 01.02", "Gar-Ternopol 01.05", more="terrain hill 01.05").apply(
        "select 1ssPz"
    )
    assert offered(hill, "move") == {"01.01", "01.03", "01.04"}


#: The Dniester parts two rows but for one hexside: only 01.03 lies in a zone.
BANK = " ".join(
    f"01.{n:02}/02.{m:02}" for n in range(1, 10) for m in (n - 1, n) if m and (n, m) != (3, 3)
)


@pytest.mark.rule(SLUG, "S3")
def test_a_garrison_under_an_enemy_zone_closes_the_way() -> None:
    """One would have to stop in its hex, where one may not end; without the zone it is open."""
    text = f"""
        board 9 x 2
        hexside dniester {BANK}
        unit 1ssPz 01.02
        unit Gar-Ternopol 01.03
        turn 2
        phase movement axis
    """
    closed = sketch(SLUG, f"{text}\nunit 6GTC 02.03").apply("select 1ssPz")
    zone = {h for h in closed.board.grid if closed.columns.zones("soviet", h)}
    assert zone == {"01.03", "02.02", "02.04"}
    assert offered(closed, "move") == {"01.01"}
    assert closed.why_not("move 01.04") is not None
    for enemy in ("", "unit 6GTC 02.03 supply=isolated"):
        passed = sketch(SLUG, f"{text}\n{enemy}").apply("select 1ssPz")
        assert passed.why_not("move 01.04") is None


# --- 6.3  markers -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.3-1")
def test_markers_do_not_stack() -> None:
    """A formation with a Tiger and a loss marker is one formation; the air supply marker keeps
    nobody out of its hex.
    """
    units = ("1ssPz 01.02 tiger=Tiger503 lost=2", "Tiger503 attached", "68/1PzA 01.08")
    pos = lane("axis", *units, more="state air=01.04")
    assert pos.at("01.02") == ("1ssPz",)
    assert pos.game.complaints(pos) == []
    pos = pos.apply("select 1ssPz").apply("move 01.04").apply("stop")
    assert pos.at("01.04") == ("1ssPz",)
    assert pos.unit("1ssPz").tiger == "Tiger503"
    assert pos.game.complaints(pos) == []


@pytest.mark.rule(SLUG, "6.1-1")
def test_two_in_a_hex_are_complained_of() -> None:
    """Whatever led there: the checks of random games find a hex with two formations."""
    pos = sketch(SLUG, f"{LANE}\nunit 6GTC 01.02\nunit 7GTC 01.02")
    assert pos.game.complaints(pos) == ["01.02 holds 6GTC, 7GTC"]
