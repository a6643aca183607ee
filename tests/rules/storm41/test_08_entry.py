"""5.5, 5.6, 5.10, 5.11, 8 The reserve, reinforcements and replacements."""

import pytest

from grognard import load
from grognard.decisions import Refusal
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.sequence import GermanTurn, Turn
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
GRID, MAP = GAME.board.grid, GAME.theatres["campaign"]
RIFLES = ("90RD", "48RD", "125RD", "11RD", "67RD", "180RD")
INFANTRY = ("291ID", "61ID", "217ID", "21ID", "11ID", "12ID")
WARSAW, LUBLIN, BREST, LVOV, PLOESTI = "N2628", "N2030", "N2234", "N1131", "S2029"


def ring(hex_: str, units: tuple[str, ...]) -> str:
    around = [h for h in GRID.neighbours(hex_) if h in MAP.land]
    return "\n".join(f"unit {u} {h}" for u, h in zip(units, around, strict=False))


def of(refusal: Refusal | None) -> str:
    """The rule of a refusal, or nothing."""
    return refusal.rule if refusal else ""


# --- 5.5, 5.6  the reserve ---------------------------------------------------------------------


def releasing(*lines: str, turn: int = 3, unit: str = "5Pz") -> Pos:
    text = "\n".join([f"turn {turn}", f"unit {unit} reserve", "unit 2Pz reserve", *lines,
                      "phase reserve-release axis"])  # fmt: skip
    return sketch(SLUG, text).apply(f"select {unit}")


@pytest.mark.rule(SLUG, "5.5", "R-13")
@pytest.mark.parametrize("turn", [1, 3])
def test_where_the_reserve_comes_on(turn: int) -> None:
    """Cities west of the border with a line, Ploesti and the west edge; nowhere else."""
    pos = releasing(turn=turn)
    for hex_ in (WARSAW, LUBLIN, "S3622", PLOESTI, "N2020"):
        assert pos.why_not(f"place {hex_}") is None
    for hex_ in (BREST, "N2526", "N2044"):
        assert of(pos.why_not(f"place {hex_}")) == "5.5"
    assert pos.apply(f"place {WARSAW}").at(WARSAW) == ("5Pz",)


@pytest.mark.rule(SLUG, "5.5", "5.6-note", "5.13-4a", "R-45")
def test_what_closes_a_place_of_release() -> None:
    """A city that was ever Soviet, a city without a line (on turn 1 too), an edge hex that is
    occupied; that Ploesti has fallen closes Ploesti only.
    """
    assert releasing(f"state fallen={WARSAW}").why_not(f"place {WARSAW}") is not None
    fallen = releasing(f"state fallen={PLOESTI}")
    assert fallen.why_not(f"place {PLOESTI}") is not None
    assert fallen.why_not(f"place {WARSAW}") is None
    for turn in (1, 3):
        cut = releasing(ring(LUBLIN, RIFLES), turn=turn)
        assert cut.why_not(f"place {LUBLIN}") is not None
    assert releasing("unit 10RD N2020").why_not("place N2020") is not None
    assert releasing("control soviet N2020").why_not("place N2020") is None


@pytest.mark.rule(SLUG, "5.5", "6.1")
def test_several_are_released_together_within_stacking() -> None:
    """Two come to one city; where eight stand nobody enters, nor among Romanians."""
    pos = releasing().apply("join 2Pz").apply(f"place {WARSAW}")
    assert set(pos.at(WARSAW)) == {"5Pz", "2Pz"}
    eight = ("291ID", "61ID", "21ID", "1ID", "11ID", "12ID", "32ID", "30ID")
    crowd = "\n".join(f"unit {u} {WARSAW}" for u in eight)
    assert of(releasing(crowd).why_not(f"place {WARSAW}")) == "6.4"
    assert of(releasing("unit 7R S1729").why_not("place S1729")) == "6.2"


def creating(*lines: str, turn: int = 3) -> Pos:
    text = "\n".join([f"turn {turn}", "unit 1Pz N2526", "unit 3Pz N2526", "unit 1ID N2226", *lines,
                      "phase reserve-creation axis"])  # fmt: skip
    return sketch(SLUG, text)


@pytest.mark.rule(SLUG, "5.6", "R-48")
def test_units_of_one_hex_go_into_the_reserve() -> None:
    """Some or all of them; another hex is refused then."""
    pos = creating().apply("select 1Pz")
    assert of(pos.why_not("select 1ID")) == "R-48"
    pos = pos.apply("select 3Pz")
    assert set(pos.at("reserve")) == {"1Pz", "3Pz"}


@pytest.mark.rule(SLUG, "5.6", "5.6-note", "R-45", "R-46")
def test_only_out_of_a_hex_with_a_line() -> None:
    """A pocket gives nobody, aerial supply or not, on turn 1 too; lost oil does not matter."""
    pocket = ring("N2526", RIFLES)
    for turn in (1, 3):
        assert of(creating(pocket, turn=turn).why_not("select 1Pz")) == "5.6"
    air = creating(pocket, "state superior=axis aerial=N2526 aerial_used=true")
    assert of(air.why_not("select 1Pz")) == "5.6"
    assert creating(f"state fallen={PLOESTI}").why_not("select 1Pz") is None


@pytest.mark.rule(SLUG, "R-47")
def test_who_never_goes_into_the_reserve() -> None:
    """Romanians, Hungarians and the flak do not; the Slovaks may."""
    pos = creating("unit 7R S1729", "unit 8H S3620", f"unit 10Flak {PLOESTI}", "unit Slov N2025")
    for unit in ("7R", "8H", "10Flak", "10RD"):
        assert of(pos.why_not(f"select {unit}")) == "R-47"
    assert pos.why_not("select Slov") is None


@pytest.mark.rule(SLUG, "5.5", "5.6")
def test_who_comes_out_does_not_go_back_in_the_same_turn() -> None:
    """And the next turn it may."""
    text = "turn 3\nunit 5Pz reserve\nunit 1Pz N2628"
    pos = sketch(SLUG, text, run=True,
                 agenda=(Turn(stage="german turn"),
                         GermanTurn(side=AXIS, order="move-fight", stage="declare")))  # fmt: skip
    pos = pos.apply("select 5Pz").apply(f"place {WARSAW}")
    pos = pos if pos.top.tag == "reserve creation" else pos.apply("done")
    assert of(pos.why_not("select 5Pz")) == "5.6"
    assert pos.why_not("select 1Pz") is None


@pytest.mark.rule(SLUG, "5.2-III.A", "5.13-4a")
def test_on_turn_1_a_released_panzer_division_has_half_its_points() -> None:
    """It acts normally in the rest of the turn, within the limits of turn 1."""
    text = "turn 1\nunit 5Pz reserve\nunit 1Pz N2226"
    pos = sketch(SLUG, text, run=True,
                 agenda=(Turn(stage="german turn"),
                         GermanTurn(side=AXIS, order="move-fight", stage="declare")))  # fmt: skip
    pos = pos.apply("select 5Pz").apply(f"place {WARSAW}")
    while pos.top.tag != "movement":
        pos = pos.apply("done")
    assert "5 points" in pos.apply("select 5Pz").prompt


# --- 5.10  Soviet reinforcements ----------------------------------------------------------------

EAST = "control soviet " + " ".join(sorted(MAP.start[SOVIET]))
WEST = "control axis " + " ".join(sorted(MAP.start[AXIS]))


def arriving(unit: str, *lines: str, turn: int = 4) -> Pos:
    side = GAME.owners[unit]
    phase = "soviet" if side == SOVIET else "german"
    box = f"{side}_arrivals"
    text = "\n".join([f"turn {turn}", EAST, WEST, f"unit {unit} {box}", *lines,
                      f"phase {phase}-arrivals {side}"])  # fmt: skip
    return sketch(SLUG, text)


@pytest.mark.rule(SLUG, "5.2-V", "5.10-a", "5.11-a", "R-18")
def test_units_wait_until_their_turn_and_as_long_as_their_player_likes() -> None:
    """A unit of turn 4 does not come on turn 3; one of turn 2 comes on turn 10."""
    early = arriving("28MtR", "unit 264RD soviet_arrivals", turn=4)
    assert of(early.why_not("select 264RD")) == "5.10-a"
    assert arriving("28MtR", turn=10).why_not("select 28MtR") is None
    late = arriving("5Mt", "unit 223ID axis_arrivals", turn=4)
    assert of(late.why_not("select 223ID")) == "5.11-a"
    assert late.why_not("select 5Mt") is None


@pytest.mark.rule(SLUG, "5.10-b", "R-55", "R-132", "R-134")
@pytest.mark.parametrize("turn", [1, 4])
def test_where_soviets_enter(turn: int) -> None:
    """The east edge, Soviet cities with a line, corridor hexes joined to the edge."""
    pos = arriving("98RD", turn=turn).apply("select 98RD")
    for hex_ in ("N4244", LVOV, BREST, "N2633"):
        assert pos.why_not(f"place {hex_}") is None
    for hex_ in (WARSAW, "N2632", "N2938", "S1744"):
        assert of(pos.why_not(f"place {hex_}")) == "5.10-b"
    assert pos.apply(f"place {LVOV}").at(LVOV) == ("98RD",)


@pytest.mark.rule(SLUG, "5.10-b", "R-45", "R-55", "R-132")
def test_what_closes_a_soviet_entry() -> None:
    """A city that was ever German, one without a line (on turn 1 too), an occupied edge hex."""

    def why(hex_: str, *lines: str, turn: int = 4) -> str:
        return of(arriving("98RD", *lines, turn=turn).apply("select 98RD").why_not(f"place {hex_}"))

    assert why(LVOV, f"state fallen={LVOV}") == "5.10-b"
    for turn in (1, 4):
        assert why("N2734", ring("N2734", INFANTRY), turn=turn) == "5.10-b"
    assert why("N4244", "unit 1ID N4244") == "5.10-b"
    assert why("N4244", "control axis N4244") == ""


@pytest.mark.rule(SLUG, "5.10-b", "9.18-4", "9.19", "R-55")
def test_soviets_enter_along_corridors() -> None:
    """As far west as every hex back to the edge is theirs."""
    west = "control soviet N2632 N2631 N2630"
    assert arriving("98RD", west).apply("select 98RD").why_not("place N2630") is None
    gap = arriving("98RD", west, "control axis N2632").apply("select 98RD")
    assert of(gap.why_not("place N2630")) == "5.10-b"
    danube = arriving("98RD", "control soviet S2036").apply("select 98RD")
    assert danube.why_not("place S2036") is None


@pytest.mark.rule(SLUG, "R-61")
def test_corps_that_come_later_enter_freely() -> None:
    """Divisions of one corps come in where their player likes."""
    pos = arriving("14TD", "unit 18TD soviet_arrivals").apply("select 14TD").apply(f"place {LVOV}")
    pos = pos if pos.top.tag == "entering" else pos.apply("select 18TD")
    assert pos.apply(f"place {BREST}").at(BREST) == ("18TD",)


@pytest.mark.rule(SLUG, "R-133", "R-134")
def test_tanks_do_not_enter_where_they_cannot_stand() -> None:
    """Not in an edge hex of marsh off the corridors; nobody in the sea."""
    marsh = [h for h in MAP.sources[SOVIET] if GAME.board.terrain_of(h) == "marsh"
             and not MAP.usable("soviet", h)]  # fmt: skip
    pos = arriving("14TD").apply("select 14TD")
    foot = arriving("98RD").apply("select 98RD")
    for hex_ in marsh:
        assert of(pos.why_not(f"place {hex_}")) == "R-133"
        assert foot.why_not(f"place {hex_}") is None
    assert not any(h in MAP.sources[SOVIET] for h in GRID if h not in MAP.land)


@pytest.mark.rule(SLUG, "8.2", "8.3")
def test_who_has_entered_moves_on_the_next_turn() -> None:
    """A unit on the map is a unit like all others."""
    pos = arriving("98RD").apply("select 98RD").apply(f"place {LVOV}")
    assert pos.unit("98RD").at == LVOV
    later = sketch(SLUG, f"turn 5\nunit 98RD {LVOV}\nphase movement soviet")
    assert "5 points" in later.apply("select 98RD").prompt


# --- 5.11  German and Hungarian reinforcements ---------------------------------------------------


@pytest.mark.rule(SLUG, "5.2-VI", "5.11-b", "9.18-4", "R-13")
def test_where_germans_enter() -> None:
    """The west edge, cities west of the border with a line, the Danube joined to S2220; not the
    other corridor.
    """
    pos = arriving("5Mt").apply("select 5Mt")
    for hex_ in ("N2020", WARSAW, "S3622", "S1729", "S1634", "S2036"):
        assert pos.why_not(f"place {hex_}") is None
    for hex_ in (BREST, "N2632", PLOESTI):
        assert of(pos.why_not(f"place {hex_}")) == "5.11-b"
    broken = arriving("5Mt", "control soviet S1532").apply("select 5Mt")
    assert of(broken.why_not("place S1634")) == "5.11-b"
    assert broken.why_not("place S1531") is None


@pytest.mark.rule(SLUG, "5.11-b", "R-55")
def test_what_closes_a_german_entry() -> None:
    """A city that was ever Soviet, one without a line, an occupied edge hex."""

    def why(hex_: str, *lines: str) -> str:
        return of(arriving("5Mt", *lines).apply("select 5Mt").why_not(f"place {hex_}"))

    assert why(WARSAW, f"state fallen={WARSAW}") == "5.11-b"
    assert why(LUBLIN, ring(LUBLIN, RIFLES)) == "5.11-b"
    assert why("N2020", "unit 10RD N2020") == "5.11-b"


@pytest.mark.rule(SLUG, "5.11-c", "5.11-e")
def test_hungarians_enter_on_their_west_edge() -> None:
    """Not in Debrecen, nor further north, nor into the reserve."""
    pos = arriving("24H").apply("select 24H")
    assert pos.why_not("place S3620") is None
    for spot in ("S3622", "N2020", "reserve"):
        assert of(pos.why_not(f"place {spot}")) == "5.11-b"


@pytest.mark.rule(SLUG, "5.11-e", "R-49")
def test_germans_may_go_into_the_reserve_instead() -> None:
    """And come out of it the next turn."""
    pos = arriving("5Mt").apply("select 5Mt").apply("place reserve")
    assert pos.at("reserve") == ("5Mt",)
    assert releasing(unit="5Mt", turn=5).why_not(f"place {WARSAW}") is None


# --- 8.4  replacements --------------------------------------------------------------------------


def rebuilding(*units: str, turn: int = 4, fell: int = 3, gone: bool = False) -> Pos:
    dead = "\n".join(f"unit {u} dead fell={fell} gone={str(gone).lower()}" for u in units)
    return arriving("5Mt", dead, turn=turn)


@pytest.mark.rule(SLUG, "8.1", "8.4-a", "R-30", "R-31")
def test_who_is_never_replaced() -> None:
    """Who was out of supply or supplied from the air, some units for good, allies and Soviets."""
    never = ("Slov", "1Cav", "10Flak", "900L", "GD", "7R", "8H", "10RD")
    pos = rebuilding(*never)
    assert {of(pos.why_not(f"select {unit}")) for unit in never} == {"8.4-a"}
    assert of(rebuilding("1Pz", gone=True).why_not("select 1Pz")) == "8.4-a"
    assert rebuilding("1Pz").why_not("select 1Pz") is None


@pytest.mark.rule(SLUG, "8.4-b", "8.4-c")
def test_from_the_turn_after_its_loss_and_from_turn_2() -> None:
    """Lost on turn 3 a division comes back on turn 4, not on turn 3."""
    assert of(rebuilding("1Pz", turn=3, fell=3).why_not("select 1Pz")) == "8.4-b"
    assert rebuilding("1Pz", turn=4, fell=3).why_not("select 1Pz") is None


@pytest.mark.rule(SLUG, "5.11-d", "R-49")
def test_replacements_enter_as_reinforcements_do() -> None:
    """In a city that was never lost, or into the reserve; then they are as new."""
    pos = rebuilding("1Pz").apply("select 1Pz").apply(f"place {WARSAW}")
    assert (pos.unit("1Pz").at, pos.unit("1Pz").fell) == (WARSAW, 0)
    assert rebuilding("1Pz").apply("select 1Pz").apply("place reserve").at("reserve") == ("1Pz",)


PANZERS = ("1Pz", "3Pz", "4Pz")
FOOT = ("1ID", "11ID", "12ID", "21ID", "32ID", "30ID")


def rebuilt(*units: str) -> Pos:
    """These are replaced one after the other, as far as they may."""
    pos = rebuilding(*PANZERS, *FOOT)
    for unit in units:
        if pos.why_not(f"select {unit}") is None:
            pos = pos.apply(f"select {unit}").apply("place N2020")
    return pos


@pytest.mark.rule(SLUG, "8.4-c", "R-70", "R-71")
def test_the_rate_of_replacement() -> None:
    """Five a turn, two of them mechanised: two and three, or five of foot; a third panzer
    division and a sixth unit are refused.
    """
    assert len(rebuilt(*PANZERS[:2], *FOOT[:3]).at("N2020")) == 5
    assert len(rebuilt(*FOOT).at("N2020")) == 5
    assert set(rebuilt(*PANZERS).at("N2020")) == set(PANZERS[:2])
    assert of(rebuilt(*PANZERS[:2]).why_not("select 4Pz")) == "8.4-c"
    together = rebuilding(*PANZERS).apply("select 1Pz").apply("join 3Pz")
    assert of(together.why_not("join 4Pz")) == "8.4-c"


@pytest.mark.rule(SLUG, "R-72")
def test_forty_divisions() -> None:
    """Eight turns with five each."""
    scene = GAME.scenes["campaign"]
    first = GAME.charts.limits["replacement_turn"].number
    assert scene.replacements.units * (scene.turns - first) == 40
