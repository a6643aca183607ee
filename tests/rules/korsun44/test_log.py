"""What the log says where the rules leave a player to ask why, where, or what next."""

import pytest
from tests.rules.korsun44.field import SLUG, moving
from tests.rules.korsun44.test_08_interdiction import TANKS, under
from tests.rules.korsun44.test_10_want import CUT, supply_phase

from grognard.games.korsun44.state import GERMAN, SOVIET


@pytest.mark.rule(SLUG, "10.2.1", "10.2.7", "10.2.8")
@pytest.mark.parametrize(
    ("unit", "told", "rule"),
    [("unit 80-34 0101 want=5", "80-34 has a line again; its level falls to 1.", "10.2.7"),
     ("unit 80-34 0101 want=4", "80-34 is in supply.", "10.2.8"),
     (CUT, "80-34 is out of supply, level 1.", "10.2.1")],
)  # fmt: skip
def test_what_is_said_of_want(unit: str, told: str, rule: str) -> None:
    """Who has a line is not called out of supply, though some of his level is left."""
    events = supply_phase(unit, dice=(6, 6) if unit == CUT else ()).events
    assert [(str(e), e.rule) for e in events if e.kind == "supply"] == [(told, rule)]


@pytest.mark.rule(SLUG, "8.2.14")
@pytest.mark.parametrize(
    ("dice", "words"), [((1, 1), "is hit from the air"), ((2, 3), "gets through under attack")]
)
def test_each_roll_for_interdiction_has_its_hex(dice: tuple[int, int], words: str) -> None:
    """Of a way through two hexes under attack the first is rolled for first; masked tanks are told
    of by the hex as well.
    """
    pos = moving(SOVIET, TANKS, "unit 80-34 0909", "network main_road 0507-0506-0505")
    pos = (
        under(pos, x0506=2, x0505=2)
        .apply("select 110-XVIII")
        .apply("move 0505", dice=(*dice, 6, 6))
    )
    first, second = (event for event in pos.events if event.kind == "interdiction")
    assert (str(first), first.hexes) == (f"110-XVIII {words} in 0506.", ("0506",))
    assert second.hexes == ("0505",)
    seen = pos.game.mask.event(pos.state, first, GERMAN)
    assert str(seen) == f"A masked stack {words} in 0506."
