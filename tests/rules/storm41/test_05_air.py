"""5.3, 7.9, 11.1, 11.5 Air superiority, airpower markers, aerial supply."""

import pytest

from grognard import load
from grognard.games.storm41.air import Markers
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.sequence import Turn
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.supply import supply_of
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
GRID, MAP = GAME.board.grid, GAME.theatres["campaign"]
RIFLES = ("90RD", "48RD", "125RD", "11RD", "67RD", "180RD")
PAIR = "unit 10RD N2238\nunit 1ID N2226\ncontrol soviet N2238\ncontrol axis N2226"


def rolled(dice: tuple[int, ...], *lines: str, turn: int = 3) -> Pos:
    """A turn begins; the Soviets roll first."""
    text = "\n".join([f"turn {turn}", PAIR, *lines])
    return GAME.hand(sketch(SLUG, text, agenda=(Turn(),)), dice=dice).begin()


@pytest.mark.rule(SLUG, "5.3", "5.2-I")
def test_the_higher_total_wins_the_difference() -> None:
    """Soviet 9 against 5: four markers for them; 4 against 11: seven for the Germans; 7 against
    7: nobody rules the air.
    """
    pos = rolled((4, 5, 2, 3))
    assert (pos.side, pos.top.tag, pos.within(Markers).left, pos.state.superior) == (
        SOVIET,
        "markers",
        4,
        SOVIET,
    )
    pos = rolled((1, 3, 5, 6))
    assert (pos.side, pos.within(Markers).left, pos.state.superior) == (AXIS, 7, AXIS)
    pos = rolled((3, 4, 6, 1))
    assert (pos.top.tag, pos.state.superior) == ("declaration", "")


@pytest.mark.rule(SLUG, "5.13-5", "R-59")
def test_on_turn_1_the_soviets_rule_the_air_without_markers() -> None:
    """No dice are thrown and nothing is laid."""
    pos = rolled((), turn=1)
    assert (pos.state.superior, pos.state.airpower, pos.state.drawn) == (SOVIET, frozenset(), 0)


@pytest.mark.rule(SLUG, "11.1", "6.7", "R-43", "R-103")
def test_all_markers_are_laid_one_in_a_hex() -> None:
    """Anywhere on the map, over anybody and over the sea, before the turn goes on; both sides see
    them.
    """
    pos = rolled((2, 2, 1, 1))
    sea = next(h for h in GRID if h not in MAP.land)
    assert pos.why_not("done") is not None
    assert pos.why_not(f"place {sea}") is None
    pos = pos.apply("place N2226")
    refusal = pos.why_not("place N2226")
    assert refusal is not None
    assert refusal.rule == "11.1"
    pos = pos.apply(f"place {sea}")
    assert pos.state.airpower == {"N2226", sea}
    assert pos.top.tag == "declaration"
    assert pos.view(AXIS).tracks["airpower"] == pos.view(SOVIET).tracks["airpower"]


@pytest.mark.rule(SLUG, "11.5", "R-42")
def test_without_oil_the_germans_have_one_die() -> None:
    """12 against 1 is a difference of 11, and ten markers are laid."""
    pos = rolled((6, 6, 1), "state fallen=S2029")
    assert pos.within(Markers).left == 10


@pytest.mark.rule(SLUG, "R-56")
def test_the_lost_die_and_attenuated_supply_begin_on_turn_2() -> None:
    """Ploesti that falls on turn 1 is noted; from turn 2 on it tells."""
    pos = rolled((3, 4, 5), "state fallen=S2029", turn=2)
    assert pos.state.superior == SOVIET
    fallen = "unit 1ID N2226\nstate fallen=S2029"
    assert supply_of(sketch(SLUG, f"turn 1\n{fallen}"), "1ID") == "full"
    assert supply_of(sketch(SLUG, f"turn 2\n{fallen}"), "1ID") == "attenuated"


@pytest.mark.rule(SLUG, "4.11-variant-a", "R-38")
def test_the_strong_luftwaffe() -> None:
    """Only the Germans roll, and they always rule the air: as many markers as the total, ten at
    most; with one die once Ploesti is lost; turn 1 is as usual.
    """
    strong = "option strong_luftwaffe=true"
    pos = rolled((2, 3), strong)
    assert (pos.side, pos.within(Markers).left, pos.state.superior) == (AXIS, 5, AXIS)
    assert rolled((6, 6), strong).within(Markers).left == 10
    assert rolled((2,), strong, "state fallen=S2029").within(Markers).left == 2
    assert rolled((), strong, turn=1).state.superior == SOVIET


# --- 7.9  aerial supply ----------------------------------------------------------------------


def ring(hex_: str, units: tuple[str, ...] = RIFLES) -> str:
    around = [h for h in GRID.neighbours(hex_) if h in MAP.land]
    lines = [f"unit {u} {h}" for u, h in zip(units, around, strict=False)]
    return "\n".join([*lines, f"control soviet {' '.join(around)}"])


POCKET = f"turn 4\nunit 1Pz N2526\ncontrol axis N2526\n{ring('N2526')}"


@pytest.mark.rule(SLUG, "7.9", "R-68")
def test_aerial_supply_once_in_a_game() -> None:
    """In the German player turn, at any quiet moment, where Germans are out of supply."""
    pos = sketch(SLUG, f"{POCKET}\nstate superior=axis\nphase movement axis")
    assert supply_of(pos, "1Pz") == "out"
    pos = pos.apply("choose aerial supply")
    refusal = pos.why_not("place N2226")
    assert refusal is not None
    assert refusal.rule == "7.9"
    pos = pos.apply("place N2526")
    assert supply_of(pos, "1Pz") == "full"
    assert pos.state.aerial_used
    assert pos.why_not("choose aerial supply") is not None
    used = sketch(SLUG, f"{POCKET}\nstate superior=axis aerial_used=true\nphase movement axis")
    assert used.why_not("choose aerial supply") is not None


@pytest.mark.rule(SLUG, "7.9")
def test_aerial_supply_needs_german_air_superiority_and_a_pocket() -> None:
    """It is not offered to Soviets, in a turn of theirs, or without Germans out of supply."""
    for lines in ("state superior=soviet\nphase movement axis", "phase movement axis",
                  "state superior=axis\nphase movement soviet"):  # fmt: skip
        assert sketch(SLUG, f"{POCKET}\n{lines}").why_not("choose aerial supply") is not None
    free = "turn 4\nunit 1Pz N2526\nstate superior=axis\nphase movement axis"
    assert sketch(SLUG, free).why_not("choose aerial supply") is not None


@pytest.mark.rule(SLUG, "R-68")
def test_aerial_supply_is_asked_for_before_each_soviet_phase() -> None:
    """After the markers, after the Soviet declaration, and between the two phases."""
    pos = GAME.hand(sketch(SLUG, POCKET, agenda=(Turn(),)), dice=(1, 1, 1, 2)).begin()
    asked = []
    pos = pos.apply("place N2020")
    while pos.side == AXIS or "soviet turn" in [step.tag for step in pos.state.agenda]:
        if pos.side == AXIS:
            if "german turn" in [step.tag for step in pos.state.agenda]:
                break
            asked.append(pos.top.tag)
            pos = pos.apply("pass")
        else:
            pos = pos.apply("choose move-fight" if pos.top.tag == "declaration" else "done")
    assert asked == ["airlift", "airlift before II.A", "airlift before II.B"]


@pytest.mark.rule(SLUG, "R-68")
def test_who_starts_in_the_marked_hex_has_its_full_factor() -> None:
    """Ten points out of the marked hex; once outside it is in its true state."""
    lines = f"{POCKET}\nstate superior=axis aerial=N2526 aerial_used=true\nphase movement axis"
    pos = sketch(SLUG, lines).apply("select 1Pz")
    assert "10 points" in pos.prompt
    plain = sketch(SLUG, f"{POCKET}\nphase movement axis").apply("select 1Pz")
    assert "4 points" in plain.prompt
    outside = lines.replace("unit 1Pz N2526", "unit 1Pz N2526\nunit 3Pz N2527")
    ringed = sketch(SLUG, outside.replace("aerial=N2526", "aerial=N2527"))
    assert supply_of(ringed, "1Pz") == "out"
