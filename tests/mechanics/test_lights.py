"""Arrows of attacks. Lines of supply are shown with the games that have them."""

from msgspec.structs import replace
from tests.fixture.ford import load

from grognard.decisions import Panel, Row
from grognard.faces import Arrow
from grognard.mechanics.lights import attack_arrows
from grognard.view import Question, View

POS = load().start(seed=1)
GRID = POS.board.grid
HERE = next(h for h in GRID if len(GRID.neighbours(h)) == 6)
UNIT = POS.view(POS.side).counters[0].id


def asked(panel: Panel | None) -> View:
    """What a side sees that is asked something with this panel beside it; a unit is on the map."""
    view = POS.view(POS.side)
    counters = tuple(replace(c, at=HERE) if c.id == UNIT else c for c in view.counters)
    return replace(view, question=Question("Attack?", "1", (), panel), counters=counters)


def test_arrows_lead_from_the_units_to_the_hexes_next_to_them() -> None:
    """One for each pair of neighbours, of a stack one; the first bears the odds."""
    near, other, *_ = GRID.neighbours(HERE)
    far = next(h for h in GRID if GRID.distance(HERE, h) == 2)
    panel = Panel(rows=(Row("Odds", "3-1"),), units=(UNIT,), hexes=(near, far, other))
    first, second = attack_arrows(GRID, asked(panel), "warm", "Odds")
    assert first == Arrow(HERE, near, "warm", "3-1")
    assert second == Arrow(HERE, other, "warm")


def test_without_a_panel_there_are_no_arrows() -> None:
    """Nor for units that are not on the map."""
    assert attack_arrows(GRID, asked(None), "cool", "Odds") == ()
    panel = Panel(units=("nobody",), hexes=tuple(GRID)[:1])
    assert attack_arrows(GRID, asked(panel), "cool", "Odds") == ()
