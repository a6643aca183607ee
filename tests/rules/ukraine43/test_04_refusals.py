"""4 - 7, 28 What keeps a stack out of a hex is said with its own rule."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.moves import DNIEPER, denied, does, offered

from grognard.games.ukraine43.state import Flood, Pos
from grognard.testing import sketch

SLUG = "ukraine43"


def moving(unit: str, start: str, text: str = "", side: str = "soviet",
           phase: str = "movement") -> Pos:  # fmt: skip
    """A unit on the open field, chosen to move."""
    pos = sketch(SLUG, f"board 8 x 12\n{text}\nunit {unit} {start}\nphase {phase} {side}")
    return pos.apply(f"select {unit}")


@pytest.mark.rule(SLUG, "4.5-3", "4.4A-1", "4.4B-1")
def test_terrain_is_refused_by_the_rule_that_closes_it() -> None:
    """Artillery at a marsh, tanks at the river, infantry at the river in Exploitation."""
    assert denied(moving("13Art", "0401", "terrain marsh 0402"), "move 0402") == "4.5-3"
    assert denied(moving("2TC", "0404", DNIEPER), "move 0405") == "4.4A-1"
    later = moving("23/218", "0404", DNIEPER, phase="exploitation")
    assert denied(later, "move 0405") == "4.4B-1"


@pytest.mark.rule(SLUG, "28.2A", "28.2E-1")
def test_the_flood_is_named() -> None:
    """Not bonds and not the edge of the map close a flooded marsh and the river below the dam."""
    below = DNIEPER.replace("major_river", "below_dam")
    text = f"{DNIEPER}\n{below}\nzone below_dam 0403\nterrain marsh 0403\n"
    dry = sketch(SLUG, f"board 8 x 12\n{text}network primary 0403-0404-0405\nunit 2TC 0404\n"
                       "phase movement soviet")  # fmt: skip
    wet = dry.game.position(replace(dry.state, flood=Flood(until=5))).apply("select 2TC")
    assert denied(wet, "move 0403") == "28.2A"
    assert denied(wet, "move 0405") == "28.2E-1"


@pytest.mark.rule(SLUG, "7.2-1a", "6.2-2")
def test_a_partner_without_a_zone_makes_no_bond() -> None:
    """Between a division and assault guns the hex and the hexside are open."""
    pos = moving("2TC", "0403", "unit 88ID 0303\nunit StuG 0504")
    assert "0404" in offered(pos, "move")
    closed = moving("2TC", "0403", "unit 88ID 0303\nunit 327ID 0504")
    assert denied(closed, "move 0404") == "7.2-1a"


@pytest.mark.rule(SLUG, "7.6-1", "7.2-1a", "7.2-3")
def test_coast_bonds_bar_moves_and_retreats() -> None:
    """Along the beach, past a unit one hex inland, nobody moves and nobody flees."""
    from grognard.games.ukraine43.retreat import ways_out

    rows = {c: range(6 if c % 2 else 7, 13) for c in range(1, 9)}
    sea = "terrain sea " + " ".join(f"{c:02}{r:02}" for c in rows for r in rows[c])
    pos = moving("6Pz", "0305", f"{sea}\nunit 23/218 0405", "axis")
    assert denied(pos, "move 0406") == "7.2-1a"
    shut = sketch(SLUG, f"board 8 x 12\n{sea}\nunit 23/218 0405\nunit 88ID 0406")
    ways = ways_out(shut, "axis", ("88ID",), "0406")
    assert not ways
    assert {str(ways.why(h)).split(":")[0] for h in ("0305", "0505")} == {"10.3-5"}


@pytest.mark.rule(SLUG, "4.8A-2", "4.10-7", "4.9A-2")
def test_restricted_units_are_not_taken_along() -> None:
    """An army HQ joins no stack that reacts or exploits."""
    text = "unit 2A 0404\nunit 2TC 0808"
    reacting = moving("88ID", "0404", text, "axis", "reaction")
    assert denied(reacting, "join 2A") == "4.10-7"
    exploiting = moving("88ID", "0404", text, "axis", "exploitation")
    assert denied(exploiting, "join 2A") == "4.9A-2"


@pytest.mark.rule(SLUG, "4.9B-3", "4.9C-2", "R-84", "23.4-5")
def test_a_marked_unit_is_not_picked_up() -> None:
    """Infantry that gave its hex for a marker has finished; a mixed stack that has not moved may
    be marked as a whole.
    """
    text = "board 8 x 12\nunit 1TA 0401\nunit 23/218 0402\nunit 2TC 0402\nunit 10TC 0801\n"
    pos = sketch(SLUG, text + "phase exploitation soviet")
    marked = does(pos, "select 23/218", "mode assault", "select 1TA", "move 0402")
    assert marked.why_not("join 23/218") is not None
    assert marked.why_not("join 2TC") is None
    assert does(pos, "select 2TC", "join 23/218").why_not("mode assault") is None
