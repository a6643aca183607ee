"""6 Stacking."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import load
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.sequence import Turn
from grognard.games.storm41.stacking import full, over, overstacked
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
INDEX = GAME.board.grid.index
GERMANS = ("291ID", "61ID", "21ID", "1ID", "11ID", "12ID", "32ID", "30ID", "5ID")
ROMANIANS = ("7R", "RGd", "RFr", "RMC")
HUNGARIANS = ("8H", "17H", "22H", "HMC")
RIFLES = ("10RD", "90RD", "48RD", "125RD", "11RD", "67RD", "180RD")
GUNS = ("402Art", "403Art", "110Art", "429Art", "5Art", "29Art", "49Art")


def stack(units: tuple[str, ...], hex_: str = "N2526") -> str:
    return "\n".join(f"unit {unit} {hex_}" for unit in units)


def is_full(lines: str, more: tuple[str, ...], hex_: str = "N2526") -> bool:
    """May these units not end a move there? Both ways to ask agree."""
    pos: Pos = sketch(SLUG, lines)
    found = bool(full(pos, more)[INDEX[hex_]])
    assert found == bool(over(pos, hex_, more))
    return found


@pytest.mark.rule(SLUG, "6.3", "6.4")
@pytest.mark.parametrize(
    ("units", "most"), [(GERMANS, 8), (ROMANIANS, 3), (HUNGARIANS, 3)], ids=["de", "ro", "hu"]
)
def test_axis_limits(units: tuple[str, ...], most: int) -> None:
    """Eight Germans, three Romanians, three Hungarians; one more is refused."""
    assert not is_full(stack(units[: most - 1]), units[most - 1 : most])
    assert is_full(stack(units[:most]), units[most : most + 1])


@pytest.mark.rule(SLUG, "6.5")
def test_soviet_artillery_is_counted_apart() -> None:
    """Six others and six of artillery, and no seventh of either."""
    assert not is_full(stack((*RIFLES[:5], *GUNS[:6])), RIFLES[5:6])
    assert not is_full(stack((*RIFLES[:6], *GUNS[:5])), GUNS[5:6])
    assert is_full(stack(RIFLES[:6]), RIFLES[6:7])
    assert is_full(stack((*RIFLES[:5], *GUNS[:6])), GUNS[6:7])


@pytest.mark.rule(SLUG, "6.2")
def test_nations_of_the_axis_do_not_stack() -> None:
    """One Romanian keeps Germans out, and the reverse."""
    assert is_full(stack(ROMANIANS[:1]), GERMANS[:1])
    assert is_full(stack(GERMANS[:1]), HUNGARIANS[:1])
    assert not is_full(stack(("Slov",)), GERMANS[:1])


@given(st.lists(st.sampled_from((*GERMANS, *ROMANIANS)), unique=True, max_size=10))
@settings(max_examples=40, deadline=None)
def test_the_columns_know_overstacked_hexes(units: list[str]) -> None:
    """What the limits say of a stack the columns say of its hex."""
    pos: Pos = sketch(SLUG, stack(tuple(units)))
    assert bool(over(pos, "N2526")) == (overstacked(pos) == ("N2526",))


CORRIDOR = "board 5 x 4\nturn 3\nphase movement axis\n"


@pytest.mark.rule(SLUG, "6.1", "6.2")
def test_full_hexes_and_those_of_others_are_passed_not_ended_in() -> None:
    """A German goes through a hex with eight Germans, and through a Romanian one, and stops
    beyond.
    """
    for there in (GERMANS[:8], ROMANIANS[:1]):
        pos = sketch(SLUG, f"{CORRIDOR}unit 9Pz S1420\n{stack(there, 'S1421')}").apply("select 9Pz")
        refusal = pos.why_not("move S1421")
        assert refusal is not None
        assert refusal.rule == "6.1"
        way = pos.way("S1422")
        assert way is not None
        assert "S1421" in way.hexes


# --- 6.6  the penalty --------------------------------------------------------------------------


def punished(units: tuple[str, ...]) -> Pos:
    """A phase ends with these units in one hex."""
    owner = GAME.owners[units[0]]
    text = f"turn 3\n{stack(units)}\ncontrol {owner} N2526"
    return GAME.hand(sketch(SLUG, text, agenda=(Turn(stage="tidy_up"),))).begin()


@pytest.mark.rule(SLUG, "6.6", "R-62", "R-34")
def test_the_enemy_removes_the_fewest_units() -> None:
    """Nine Germans: the Soviet player removes any one of them, and it counts as eliminated."""
    pos = punished(GERMANS)
    assert (pos.side, pos.top.tag) == (SOVIET, "penalty")
    assert {a.arg for a in pos.actions()} == set(GERMANS)
    pos = pos.apply("lose 21ID")
    assert pos.at("dead") == ("21ID",)
    assert pos.state.german_losses == 1
    assert pos.find(type(pos.top)) is None or pos.top.tag != "penalty"


@pytest.mark.rule(SLUG, "6.6", "R-62")
def test_artillery_and_others_are_judged_apart() -> None:
    """Seven rifle divisions with six guns: a rifle division goes."""
    pos = punished((*RIFLES, *GUNS[:6]))
    assert pos.side == AXIS
    assert {a.arg for a in pos.actions()} == set(RIFLES)
    refusal = pos.why_not("lose 402Art")
    assert refusal is not None
    assert refusal.rule == "6.6"


@pytest.mark.rule(SLUG, "R-34")
def test_who_is_removed_out_of_supply_counts_twice() -> None:
    """By its state at that moment."""
    around = GAME.board.grid.neighbours("N2740")
    ring = "\n".join(f"unit {u} {h}" for u, h in zip(RIFLES, around, strict=False))
    text = f"turn 3\n{stack(GERMANS, 'N2740')}\n{ring}\nstate superior=soviet"
    pos = GAME.hand(sketch(SLUG, text, agenda=(Turn(stage="tidy_up"),))).begin()
    assert pos.apply("lose 1ID").state.german_losses == 2


@pytest.mark.rule(SLUG, "8.4-a", "R-31")
def test_who_lived_by_aerial_supply_counts_once_and_is_never_replaced() -> None:
    """The marker keeps it in supply, and that is all."""
    around = GAME.board.grid.neighbours("N2740")
    ring = "\n".join(f"unit {u} {h}" for u, h in zip(RIFLES, around, strict=False))
    air = "state superior=axis aerial=N2740 aerial_used=true"
    text = f"turn 3\n{stack(GERMANS, 'N2740')}\n{ring}\n{air}"
    pos = GAME.hand(sketch(SLUG, text, agenda=(Turn(stage="tidy_up"),))).begin().apply("lose 1ID")
    assert (pos.state.german_losses, pos.unit("1ID").gone) == (1, True)
