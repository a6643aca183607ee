"""10.8 - 10.20 The combat differential: factors, halving, shifts."""

import pytest
from msgspec.structs import replace
from tests.rules.storm41.factors import WEAK_RIFLES

from grognard.decisions import total
from grognard.games.storm41.combat import Attack
from grognard.games.storm41.differential import Differential, Plan, differential_of
from grognard.games.storm41.sequence import FirstHalf, GermanTurn, SovietTurn
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.turn import Order
from grognard.steps import tag_of
from grognard.testing import sketch

SLUG = "storm41"
#: A blank country of twelve columns, all of it in supply of both sides.
BLANK = (
    "board 12 x 6\ntag axis_source S1420\ntag soviet_source S1431\nturn 3\noption fog=false\n"
    + WEAK_RIFLES
)
TARGET = "S1625"
#: The neighbours of the target by their directions.
EAST, WEST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST = (
    "S1626", "S1624", "S1725", "S1724", "S1525", "S1524",
)  # fmt: skip


def board(*lines: str, order: Order | str = "", side: str = AXIS) -> Pos:
    """A position in the combat phase of a side whose player turn has this order."""
    turn = GermanTurn if side == AXIS else SovietTurn
    pos = sketch(SLUG, BLANK + "\n".join(lines) + f"\nphase combat {side}")
    if not order:
        return pos
    steps = pos.state.agenda
    opened = turn(side=side, stage=tag_of(FirstHalf), order=order)  # type: ignore[arg-type]
    return sketch(SLUG, BLANK + "\n".join(lines), agenda=(steps[0], opened, steps[-1]))


def strength(unit: str, amount: int, at: str, like: str = "1ID") -> str:
    """A counter of ours with these factors."""
    return f"piece {unit} like {like} attack={amount} defence={amount}\nunit {unit} {at}"


def german(attack: int = 12, *lines: str, order: str = "", at: str = WEST) -> Differential:
    """Germans of this strength against a rifle division with 2."""
    pos = board(strength("A", attack, at), f"unit 10RD {TARGET}", *lines, order=order)
    return differential_of(pos, Plan(AXIS, TARGET, ("A",)))


def soviet(attack: int = 12, *lines: str, order: str = "", at: str = EAST) -> Differential:
    """Soviets of this strength against an infantry division with 2."""
    pos = board(strength("A", attack, at, "10RD"), strength("D", 2, TARGET), *lines, order=order,
                side=SOVIET)  # fmt: skip
    return differential_of(pos, Plan(SOVIET, TARGET, ("A",)))


def column(found: Differential, side: str = AXIS) -> str:
    return board().game.charts.column(found.rung)


# --- 10.8, 10.9  columns -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.8", "10.8-ex")
@pytest.mark.parametrize(
    ("attack", "wanted"), [(28, "+25"), (21, "+15"), (11, "+5"), (56, "+50"), (1, "≤0")]
)
def test_the_column_lies_to_the_left(attack: int, wanted: str) -> None:
    """Against 2: +26 is read under +25, +19 under +15, +9 under +5, +54 under +50."""
    found = german(attack)
    assert found.value == attack - 2
    assert column(found) == wanted


@pytest.mark.rule(SLUG, "10.8-ex")
def test_twenty_six_against_seven() -> None:
    """A differential of +19, on the column of +15."""
    pos = board(strength("A", 26, WEST), strength("D", 7, TARGET, "10RD"))
    found = differential_of(pos, Plan(AXIS, TARGET, ("A",)))
    assert (found.value, column(found)) == (19, "+15")


@pytest.mark.rule(SLUG, "10.9", "R-91")
def test_shifts_are_added_up_before_the_column_moves() -> None:
    """Two right and three left are one left, also at the end of the table."""
    lines = ("terrain mountain S1625", "state superior=soviet airpower=S1625",
             strength("B", 60, EAST))  # fmt: skip
    pos = board(strength("A", 60, WEST), f"unit 10RD {TARGET}", *lines)
    found = differential_of(pos, Plan(AXIS, TARGET, ("A", "B")))
    assert total(found.shifts) == -1
    assert column(found) == "+50"


@pytest.mark.rule(SLUG, "10.2", "10.6-b", "11.7-5a")
def test_all_units_of_a_hex_defend_as_one() -> None:
    """Two rifle divisions with six regiments of artillery defend with four."""
    guns = [f"unit {n}Art {TARGET}" for n in (402, 403)]
    pos = board("unit 1ID S1624", f"unit 10RD {TARGET}", f"unit 90RD {TARGET}", *guns)
    assert total(differential_of(pos, Plan(AXIS, TARGET, ("1ID",))).defence) == 4


# --- 10.10, 10.14, 11.8  halving -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.14", "R-137")
def test_an_attack_across_a_river_is_halved() -> None:
    """Seven count four across a river, and seven without; each hex by its own hexside."""
    river = f"hexside river {WEST}/{TARGET}"
    assert total(german(7).attack) == 7
    assert total(german(7, river).attack) == 4
    pos = board(strength("A", 7, WEST), strength("B", 7, EAST), f"unit 10RD {TARGET}", river)
    assert total(differential_of(pos, Plan(AXIS, TARGET, ("A", "B"))).attack) == 11


@pytest.mark.rule(SLUG, "10.10-a", "R-92")
def test_factors_under_one_reduction_are_halved_together() -> None:
    """Five times three across a river are eight, not ten; a single one stays one."""
    hexes = (WEST, WEST, WEST, NORTH_WEST, NORTH_WEST)
    units = [strength(f"A{i}", 3, at) for i, at in enumerate(hexes)]
    rivers = f"hexside river {WEST}/{TARGET} {NORTH_WEST}/{TARGET}"
    pos = board(*units, f"unit 10RD {TARGET}", rivers)
    plan = Plan(AXIS, TARGET, tuple(f"A{i}" for i in range(5)))
    assert total(differential_of(pos, plan).attack) == 8
    assert total(german(1, f"hexside river {WEST}/{TARGET}").attack) == 1


FLAK = f"unit 10Flak {TARGET}"


@pytest.mark.rule(SLUG, "11.8", "R-112")
def test_flak_halves_tanks() -> None:
    """Eleven factors of tank divisions and T-34 brigades are six; rifle and mechanised divisions
    attack as always, and the flak adds its defence.
    """
    lines = (strength("T", 5, EAST, "1TD"), strength("B", 6, EAST, "1TB"),
             strength("M", 4, EAST, "163MD"), strength("R", 3, EAST, "10RD"))  # fmt: skip
    plan = Plan(SOVIET, TARGET, ("T", "B", "M", "R"))
    with_flak = differential_of(board(*lines, FLAK, side=SOVIET), plan)
    assert total(with_flak.attack) == 6 + 4 + 3
    assert total(with_flak.defence) == board().game.piece("10Flak").defence
    assert total(differential_of(board(*lines, "unit 1ID S1625", side=SOVIET), plan).attack) == 18


@pytest.mark.rule(SLUG, "11.8", "R-92")
def test_tanks_across_a_river_into_flak_are_halved_twice() -> None:
    """Eleven are six, then three. Flak out of supply halves nobody."""
    lines = (strength("T", 11, EAST, "1TD"), f"hexside river {EAST}/{TARGET}", FLAK)
    plan = Plan(SOVIET, TARGET, ("T",))
    assert total(differential_of(board(*lines, side=SOVIET), plan).attack) == 3
    cut = differential_of(board(*lines, "unit 90RD S1420", side=SOVIET), plan)
    assert total(cut.attack) == 6


# --- 10.11 - 10.17  terrain ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.11", "10.12", "10.13", "10.16", "10.17", "12.2", "R-101", "R-102")
@pytest.mark.parametrize(
    ("ground", "wanted"),
    [
        ("terrain clear S1625", "+10"),
        ("terrain forest S1625", "+10"),
        ("terrain marsh S1625", "+10"),
        ("terrain rough S1625", "+5"),
        ("terrain mountain S1625", "+4"),
        ("terrain mountain S1625\nnetwork pass S1624-S1625-S1626", "+4"),
        ("tag city S1625", "+5"),
        ("tag major_city S1625", "+4"),
    ],
)
def test_terrain(ground: str, wanted: str) -> None:
    """An attack at +10: rough and cities one left, mountains and major cities two."""
    assert column(german(12, ground)) == wanted


# --- 5.4, 5.7, 5.8, 5.13  the order of phases ----------------------------------------------


@pytest.mark.rule(SLUG, "5.4-c", "R-51")
@pytest.mark.parametrize(("order", "wanted"), [("move-fight", "+15"), ("fight-move", "+20")])
def test_soviets_who_move_first(order: str, wanted: str) -> None:
    """+20 is +15 after movement."""
    assert column(soviet(22, order=order)) == wanted


@pytest.mark.rule(SLUG, "5.7-c", "5.7-d")
@pytest.mark.parametrize(("order", "wanted"), [("move-fight", "+10"), ("fight-move", "+15")])
def test_germans_who_fight_first(order: str, wanted: str) -> None:
    """+10 is +15 before movement."""
    assert column(german(12, order=order)) == wanted


@pytest.mark.rule(SLUG, "5.8", "R-53")
def test_allies_have_no_shift_for_order_or_concentric_attacks() -> None:
    """Romanians at +10, from opposite hexes in a turn that begins with combat."""
    lines = (strength("A", 6, WEST, "7R"), strength("B", 6, EAST, "7R"), f"unit 10RD {TARGET}",
             "zone romania S1624 S1625 S1626")  # fmt: skip
    found = differential_of(board(*lines, order="fight-move"), Plan(AXIS, TARGET, ("A", "B")))
    assert (column(found), found.shifts) == ("+10", ())


@pytest.mark.rule(SLUG, "5.13-1", "R-52", "R-122")
def test_surprise() -> None:
    """On turn 1 Soviet attacks are two to the right, those of the whole Axis one to the left,
    whatever the order.
    """
    assert column(soviet(12, "turn 1", order="fight-move")) == "+20"
    assert column(german(12, "turn 1", order="fight-move")) == "+5"
    pos = board("turn 1", strength("A", 12, WEST, "7R"), f"unit 10RD {TARGET}", order="fight-move")
    assert column(differential_of(pos, Plan(AXIS, TARGET, ("A",)))) == "+5"


# --- 10.20  concentric attacks -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.20", "R-93")
@pytest.mark.parametrize(
    ("around", "concentric"),
    [
        ((EAST, WEST), True),
        ((EAST, NORTH_WEST, SOUTH_WEST), True),
        ((EAST, NORTH_EAST, SOUTH_EAST), False),
        ((EAST, NORTH_EAST, NORTH_WEST, SOUTH_EAST), True),
        ((EAST, NORTH_EAST), False),
    ],
)
def test_concentric_attacks(around: tuple[str, ...], concentric: bool) -> None:
    """Two columns for Germans, one for Soviets; a hex of artillery counts too."""
    names = tuple(f"A{i}" for i in range(len(around)))
    ours = [strength(name, 2, at) for name, at in zip(names, around, strict=True)]
    pos = board(*ours, f"unit 10RD {TARGET}")
    assert total(differential_of(pos, Plan(AXIS, TARGET, names)).shifts) == 2 * concentric
    theirs = [strength(n, 2, at, "10RD") for n, at in zip(names, around, strict=True)]
    pos = board(*theirs, "unit 1ID S1625", side=SOVIET)
    assert total(differential_of(pos, Plan(SOVIET, TARGET, names)).shifts) == concentric


@pytest.mark.rule(SLUG, "R-93")
def test_who_counts_for_a_concentric_attack() -> None:
    """Artillery does, idle units and droppers do not."""
    lines = (strength("A", 4, EAST, "10RD"), f"unit 402Art {WEST}", f"unit 48RD {SOUTH_WEST}",
             "unit 1ID S1625", "unit 1Abn airborne")  # fmt: skip
    pos = board(*lines, side=SOVIET)
    assert total(differential_of(pos, Plan(SOVIET, TARGET, ("A", "402Art"))).shifts) == 1
    assert not differential_of(pos, Plan(SOVIET, TARGET, ("A",), ("1Abn",))).shifts


@pytest.mark.rule(SLUG, "10.16", "10.17", "R-94")
def test_cities_are_never_attacked_concentrically() -> None:
    """From opposite hexes at +20: a city one left, a major city with combat first +15."""
    lines = (strength("A", 11, WEST), strength("B", 11, EAST), f"unit 10RD {TARGET}")
    plan = Plan(AXIS, TARGET, ("A", "B"))
    assert column(differential_of(board(*lines, "tag city S1625"), plan)) == "+15"
    major = board(*lines, "tag major_city S1625", order="fight-move")
    assert column(differential_of(major, plan)) == "+15"
    theirs = (strength("A", 11, WEST, "10RD"), strength("B", 11, EAST, "10RD"),
              strength("D", 2, TARGET), "tag city S1625")  # fmt: skip
    found = differential_of(board(*theirs, side=SOVIET), Plan(SOVIET, TARGET, ("A", "B")))
    assert column(found) == "+15"


# --- 11.3  air power -----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.18", "11.3", "R-104")
@pytest.mark.parametrize(
    ("superior", "markers", "wanted"),
    [
        ("axis", "S1625", "+15"),
        ("axis", "S1626", "+15"),
        ("axis", "S1627", "+10"),
        ("axis", "S1625,S1626,S1725", "+15"),
        ("soviet", "S1724", "+5"),
        ("soviet", "S1625,S1626,S1725", "+5"),
    ],
)
def test_air_power_over_the_target(superior: str, markers: str, wanted: str) -> None:
    """One column for the side whose markers are in range, however many; they reach one hex."""
    assert column(german(12, f"state superior={superior} airpower={markers}")) == wanted


# --- 7.6, 7.8  supply ----------------------------------------------------------------------------

CUT_GERMANS = "unit 48RD S1420"
CUT_SOVIETS = "unit 11ID S1431"


@pytest.mark.rule(SLUG, "7.6-b", "10.19", "R-65")
def test_out_of_supply_in_combat() -> None:
    """Attackers two left, defenders two right; both cancel."""
    assert column(german(22)) == "+20"
    assert column(german(22, CUT_GERMANS)) == "+10"
    assert column(german(22, CUT_SOVIETS)) == "+30"
    assert column(german(22, CUT_GERMANS, CUT_SOVIETS)) == "+20"


@pytest.mark.rule(SLUG, "7.6-b")
def test_one_unit_out_of_supply_is_enough() -> None:
    """The penalty applies once, whatever the number."""
    ring = [f"unit {u} {h}" for u, h in zip(
        ("48RD", "125RD", "11RD", "67RD", "180RD"), ("S1723", "S1724", "S1623", "S1523", "S1524"),
        strict=True)]  # fmt: skip
    lines = (strength("A", 11, WEST), strength("B", 11, SOUTH_EAST), f"unit 10RD {TARGET}", *ring)
    pos = board(*lines)
    assert column(differential_of(pos, Plan(AXIS, TARGET, ("B",)))) == "+5"
    assert column(differential_of(pos, Plan(AXIS, TARGET, ("A", "B")))) == "+10"


OIL = "tag oilfield S1422\nstate fallen=S1422"


@pytest.mark.rule(SLUG, "7.8", "R-66", "R-67")
def test_attenuated_supply_in_combat() -> None:
    """Germans without oil: one left in attack, one right to who attacks them; out of supply it
    stays at two.
    """
    assert column(german(22, OIL)) == "+15"
    assert column(german(22, OIL, CUT_GERMANS)) == "+10"
    assert column(soviet(22, OIL)) == "+25"
    assert column(soviet(22, OIL, CUT_GERMANS)) == "+30"


# --- 11.9  T-34 brigades -------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "11.9", "R-113")
def test_t34_brigades_alone() -> None:
    """One right against them, with artillery too; not with a rifle division."""
    base = strength("A", 12, WEST)
    plan = Plan(AXIS, TARGET, ("A",))
    tanks = "unit 1TB S1625"
    assert column(differential_of(board(base, tanks), plan)) == "+15"
    assert column(differential_of(board(base, tanks, "unit 402Art S1625"), plan)) == "+15"
    assert column(differential_of(board(base, tanks, "unit 10RD S1625"), plan)) == "+5"


# --- the panel -----------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.7", "R-99", "R-126")
def test_the_panel_tells_what_is_known() -> None:
    """Chances in sixths where nothing is hidden; under fog a range and no name."""
    lines = ("unit 1Pz S1624", f"unit 10RD {TARGET}", f"unit 90RD {TARGET}")
    pos = board(*lines).apply("target S1625").apply("attack 1Pz")
    panel = pos.panel
    assert panel is not None
    rows = {row.label: row.value for row in panel.rows}
    assert (rows["Attack"], rows["Defence"], rows["Differential"]) == ("7", "4", "+3")
    assert rows["Column"] == "+3"
    assert {c.label: c.weight for c in panel.chances} == {"1/1": 3, "1/0": 1, "2/0": 1, "3/0": 1}
    fog = sketch(SLUG, BLANK.replace("option fog=false\n", "") + "\n".join(lines) +
                 "\nphase combat axis").apply("target S1625").apply("attack 1Pz")  # fmt: skip
    assert isinstance(fog.top, Attack)
    dim = fog.panel
    assert dim is not None
    rows = {row.label: row.value for row in dim.rows}
    strongest = max(p.defence for p in fog.game.printed.values() if p.side == SOVIET)
    assert rows["Defence"] == f"2 to {2 + strongest}"
    assert not dim.chances


@pytest.mark.rule(SLUG, "10.7", "R-128")
def test_the_panel_does_not_betray_t34_brigades() -> None:
    """Whatever lies under a T-34 brigade, the shift is open."""
    for under in ("3TB", "10RD"):
        text = BLANK.replace("option fog=false", "") + f"unit 1Pz {WEST}\nunit {under} {TARGET}\n"
        pos = sketch(SLUG, text + f"unit 1TB {TARGET}\nphase combat soviet")
        if pos.at(TARGET)[-1] != "1TB":
            pos = pos.apply("choose top unit").apply("select 1TB")
        state = replace(pos.state, agenda=board(f"unit 1Pz {WEST}").state.agenda)
        pos = pos.game.position(state).apply(f"target {TARGET}").apply("attack 1Pz")
        panel = pos.panel
        assert panel is not None
        assert {row.label: row.value for row in panel.rows}["Shifts"] == "+0 to +1"
