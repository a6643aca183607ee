"""12 Advance after combat."""

import pytest
from tests.rules.ukraine43.battle import NORTH, SLUG, TARGET, denied, drawn, fight, offered

from grognard.games.ukraine43.advance import ways_of
from grognard.games.ukraine43.state import SOVIET, Pos

FIRST = "\nphase first-combat soviet"


def reach(pos: Pos, unit: str, *, short: bool = False) -> set[str]:
    """Every hex where a unit may end that advances into the target hex."""
    start = pos.unit(unit).at
    found = ways_of(pos, SOVIET, unit, start, (TARGET,), short=short)
    return {path[-1] for path in found.paths if path}


@pytest.mark.rule(SLUG, "12.1-1", "12.1-2", "12.2-1", "12.2-2", "12.4")
def test_how_far_units_advance() -> None:
    """Foot enters the vacated hex, who drives or rides goes on to any neighbour of it; after
    an exchange nobody does.
    """
    pos = drawn("unit 55/112 N\nunit 2TC N\nunit 4GCC N\nunit 88ID 0808")
    around = set(pos.board.grid.neighbours(TARGET)) - {NORTH}
    assert reach(pos, "55/112") == {TARGET}
    assert reach(pos, "2TC") == reach(pos, "4GCC") == {TARGET} | around
    assert reach(pos, "2TC", short=True) == {TARGET}


@pytest.mark.rule(SLUG, "12.2-3", "12.2-1", "12.2-ex")
def test_bonds_count_for_the_second_hex() -> None:
    """Zones do not hinder an advance; a bond does, but not in its first hex."""
    zones = drawn("unit 2TC N\nunit 88ID 0406")
    assert "0405" in reach(zones, "2TC")
    bond = drawn("unit 2TC N\nunit 88ID 0505\nunit 327ID 0304")
    assert "0405" not in reach(bond, "2TC")
    first = drawn("unit 2TC N\nunit 88ID 0304\nunit 327ID 0503")
    assert TARGET in reach(first, "2TC")


@pytest.mark.rule(
    SLUG, "12.2-4", "12.2-4b", "12.3-1", "12.3-2", "18.3-1", "18.3-2", "R-24", "TEC-9"
)
def test_major_rivers() -> None:
    """Foot and cavalry cross with the first hex, who drives by a bridge only; nobody crosses
    with the second, bridge or not.
    """
    units = "\nunit 55/112 N\nunit 2TC N\nunit 4GCC N"
    first = drawn(f"hexside major_river N/T{units}")
    assert reach(first, "55/112") == {TARGET}
    assert reach(first, "2TC") == set()
    assert "0405" in reach(first, "4GCC")
    bridge = drawn(f"hexside major_river N/T\nnetwork primary 0403-0404{units}")
    assert "0405" in reach(bridge, "2TC")
    pontoon = drawn(f"hexside major_river N/T\nstate pontoons=0403/0404{units}")
    assert TARGET in reach(pontoon, "2TC")
    second = drawn(f"hexside major_river T/0405\nnetwork primary 0404-0405{units}")
    assert "0405" not in reach(second, "2TC") | reach(second, "4GCC")


@pytest.mark.rule(SLUG, "12.2-5", "R-93")
def test_marsh() -> None:
    """The vacated hex may be marsh; a second one by road only."""
    units = "\nunit 2TC N"
    for marsh in ("marsh", "wooded_marsh"):
        text = f"terrain {marsh} T 0405{units}"
        assert TARGET in reach(drawn(text), "2TC")
        assert "0405" not in reach(drawn(text), "2TC")
        assert "0405" in reach(drawn(f"{text}\nnetwork secondary 0404-0405"), "2TC")


@pytest.mark.rule(SLUG, "12.1-1", "R-74")
def test_only_attackers_follow_one_by_one() -> None:
    """Survivors of the attack may follow; barraging artillery and onlookers may not."""
    pos = drawn(
        f"""unit 67/71G N
            unit 5GTC N
            unit 55/112 E
            unit 13Art 0302
            unit VorF 0302
            unit 88ID T{FIRST}""",
        **{"u67/71G": (14, 6)},
    )
    pos = fight(pos, ["67/71G", "5GTC"], [3], support=["13Art"])
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    assert offered(pos, "select") == {"67/71G", "5GTC"}
    assert denied(pos, "select 55/112") == denied(pos, "select 13Art") == "12.1-1"
    pos = pos.apply("select 67/71G")
    assert pos.unit("67/71G").at == TARGET
    pos = pos.apply("select 5GTC").apply("stop")
    assert pos.unit("5GTC").at == TARGET
    assert pos.holder(TARGET) == SOVIET


@pytest.mark.rule(SLUG, "12.1-1", "5.4-1")
def test_no_advance_ends_overstacked() -> None:
    """With two units in the hex a third must go on, and foot cannot come."""
    pos = drawn("unit 55/112 T\nunit 167/232 T\nunit 2TC N\nunit 121/141 N")
    assert TARGET not in reach(pos, "2TC")
    assert reach(pos, "2TC")
    assert reach(pos, "121/141") == set()
