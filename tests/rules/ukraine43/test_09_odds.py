"""8.3, 8.4, 9 Odds: strengths, bonuses, halving, shifts, magnitude, tactical superiority."""

import pytest
from tests.rules.ukraine43.battle import SLUG, TARGET, drawn

from grognard.decisions import total
from grognard.games.ukraine43.odds import (
    Odds,
    Plan,
    attack_parts,
    defence_parts,
    guards_share,
    has_heavy_casualties,
    is_superior,
    magnitude_parts,
    odds_of,
    rerolls_sixes,
    shift_parts,
    suits_sappers,
)
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos


def plan(*units: str, side: str = SOVIET, air: str = "", guns: tuple[str, ...] = ()) -> Plan:
    """An attack on the target hex."""
    return Plan(side, (TARGET,), units, air, guns)


def attack(pos: Pos, *units: str, side: str = SOVIET) -> int:
    return total(attack_parts(pos, plan(*units, side=side)))


def defence(pos: Pos, side: str = SOVIET) -> int:
    """The defence of the target hex against an attack of this side."""
    return total(defence_parts(pos, plan(side=side)))


def duel(attacker: int, defender: int, *, air: str = "", guns: tuple[str, ...] = (),
         weather: str = "clear") -> Odds:  # fmt: skip
    """A rifle unit of this strength against a division of that strength."""
    pos = drawn(
        f"unit 55/112 W\nunit 88ID T\nstate weather={weather}",
        **{"u55/112": (attacker, 5), "u88ID": (4, defender)},
    )
    return odds_of(pos, plan("55/112", air=air, guns=guns))


def dice(pos: Pos, *units: str, zhukov: bool = False) -> int:
    return total(magnitude_parts(pos, plan(*units), zhukov=zhukov))


# --- 8.3  odds ----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.3-1a", "8.3-1b", "8.3-1c", "8.3-1d")
@pytest.mark.parametrize(
    ("attacker", "defender", "column"),
    [(10, 9, "1-1"), (17, 10, "1.5-1"), (53, 18, "2-1"), (5, 16, ""), (6, 16, "1-3"),
     (56, 7, "5-1"), (20, 10, "2-1"), (19, 10, "1.5-1"), (70, 7, "high")],
)  # fmt: skip
def test_the_ratio_is_rounded_down_to_a_column(attacker: int, defender: int, column: str) -> None:
    """Odds are rounded down; below 1-3 there is no column, above 5-1 it is 5-1 up to 10-1."""
    assert duel(attacker, defender).column == column


@pytest.mark.rule(SLUG, "8.3-2a", "8.3-2c", "8.8B-1", "8.8B-ex", "R-26")
def test_shifts_move_the_column_and_may_reach_high_odds() -> None:
    """1-1 and a shift is 1.5-1; 9-1 and one, or 7-1 and three, is a High Odds Attack."""
    air, massive = "2VA-a", ("13Art", "1GArt")
    assert duel(9, 9, air=air).column == "1.5-1"
    assert duel(63, 7, air=air).column == "high"
    assert duel(49, 7, air=air, guns=massive).column == "high"
    assert duel(49, 7, guns=massive).column == "5-1"


@pytest.mark.rule(SLUG, "R-26", "8.3-2b", "8.8B-1", "9.11-6", "25.2-8")
def test_the_ends_of_the_scale() -> None:
    """Below 1-3 no shift saves; rain shifts left and is counted before 10-1 is asked."""
    air, massive = "2VA-a", ("13Art", "1GArt")
    assert duel(5, 16, guns=massive).column == ""
    assert duel(6, 16, weather="rain").column == ""
    assert duel(56, 7, air=air, guns=massive, weather="rain").column == "high"
    assert duel(63, 7, air=air, weather="rain").column == "5-1"
    assert duel(70, 7, weather="rain").column == "5-1"
    assert duel(30, 10, weather="rain").column == "2-1"


# --- 8.1, 8.2, R-25  several hexes --------------------------------------------------------


@pytest.mark.rule(SLUG, "8.1-6", "8.2-1", "R-25")
def test_each_target_hex_has_its_own_bonus() -> None:
    """Defences of two hexes are added, each with its terrain; a river before one counts."""
    pos = drawn("""terrain hill 0504
                   hexside river N/T
                   unit 88ID T
                   unit 39ID E
                   unit 2TC N""")
    both = Plan(SOVIET, (TARGET, "0503"), ("2TC",))
    assert total(defence_parts(pos, both)) == 7 + 5
    assert total(attack_parts(pos, both)) == 4
    assert total(attack_parts(pos, Plan(SOVIET, ("0503",), ("2TC",)))) == 7
    hilly = drawn("terrain hill E\nunit 88ID T\nunit 39ID E\nunit 2TC N")
    assert total(defence_parts(hilly, both)) == 7 + 5 + 2


@pytest.mark.rule(SLUG, "8.1-6")
def test_all_units_of_a_hex_defend_together() -> None:
    pos = drawn("unit 88ID T\nunit 327ID T")
    assert defence(pos) == 14


# --- 8.4  magnitude -----------------------------------------------------------------------

RIFLES = ("55/112", "167/232", "121/141", "322/226")


@pytest.mark.rule(SLUG, "8.4-1", "8.4-2", "8.4-3", "8.4-4", "8.3-3")
@pytest.mark.parametrize(
    ("defenders", "expected"),
    [(["180TB"], 1), (["180TB", "93TB"], 1), (["2TC", "180TB"], 1), (["2TC", "10TC"], 2),
     (["2TC", "10TC", "180TB"], 2), (["2TC", "10TC", "6TC"], 3)],
)  # fmt: skip
def test_magnitude_by_the_steps_of_the_weaker_side(defenders: list[str], expected: int) -> None:
    """1 to 3 steps: one die; 4 and 5: two; 6 and more: three."""
    germans = ("88ID", "327ID", "75ID", "68ID")
    text = [*(f"unit {u} T" for u in defenders), *(f"unit {u} N" for u in germans)]
    pos = drawn("\n".join(text))
    assert total(magnitude_parts(pos, plan(*germans, side=AXIS))) == expected
    if len(defenders) == 1:
        other = drawn("unit 180TB N\nunit 88ID T\nunit 327ID T\nunit 75ID T")
        assert dice(other, "180TB") == 1


@pytest.mark.rule(SLUG, "23.1-5", "26.1B", "26.3-3")
def test_hqs_and_leaders_in_magnitude() -> None:
    """HQs count only when alone, leaders never; Zhukov adds a die, up to three."""
    rifles = "\n".join(f"unit {u} N" for u in RIFLES)
    with_hq = drawn(f"{rifles}\nunit 48PzK T\nunit 88ID T\nunit Manstein T\nunit StuG T")
    assert dice(with_hq, *RIFLES) == 1  # 3 steps; the HQ would make 4
    alone = drawn(f"{rifles}\nunit 48PzK T")
    assert dice(alone, *RIFLES) == 1
    assert dice(alone, *RIFLES, zhukov=True) == 2
    large = drawn(f"{rifles}\nunit 88ID T\nunit 327ID T\nunit 75ID T")
    assert [dice(large, *RIFLES), dice(large, *RIFLES, zhukov=True)] == [3, 3]


# --- 9.1  bonuses -------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.1-3", "9.6", "TEC-1", "TEC-2", "TEC-3", "TEC-4", "TEC-5")
@pytest.mark.parametrize(
    ("terrain", "expected"),
    [("clear", 7), ("hill", 9), ("woods", 9), ("marsh", 7), ("wooded_marsh", 9)],
)
def test_terrain_bonuses(terrain: str, expected: int) -> None:
    assert defence(drawn(f"terrain {terrain} T\nunit 88ID T")) == expected


@pytest.mark.rule(SLUG, "9.1-3", "TEC-13", "TEC-14", "TEC-15")
@pytest.mark.parametrize(("tag", "expected"), [("village", 8), ("town", 10), ("city", 12)])
def test_settlement_bonuses(tag: str, expected: int) -> None:
    assert defence(drawn(f"tag {tag} T\nunit 88ID T")) == expected


@pytest.mark.rule(SLUG, "9.1-1", "9.1-ex2")
def test_terrain_counts_once_for_a_stack() -> None:
    """A 4-7-4 on a hill has 9, two of them 16."""
    assert defence(drawn("terrain hill T\nunit 88ID T")) == 9
    assert defence(drawn("terrain hill T\nunit 88ID T\nunit 327ID T")) == 16


@pytest.mark.rule(SLUG, "R-80")
def test_only_the_best_terrain_counts() -> None:
    """A village in woods gives 2, a town on a hill 3."""
    assert defence(drawn("terrain woods T\ntag village T\nunit 88ID T")) == 9
    assert defence(drawn("terrain hill T\ntag town T\nunit 88ID T")) == 10


@pytest.mark.rule(SLUG, "9.1-2", "9.1-ex1")
def test_bonuses_are_capped_at_twice_the_printed_defence() -> None:
    """A 2-1-5 brigade in a fortified town has 3, not 7."""
    pos = drawn("tag town T\ntag soviet_fort T\nunit 180TB T")
    assert defence(pos, AXIS) == 3
    assert [p.amount for p in defence_parts(pos, plan(side=AXIS))] == [1, 3, 3, -4]


@pytest.mark.rule(SLUG, "R-37")
def test_a_corps_bonus_is_outside_the_cap() -> None:
    """A reduced panzer division (4) and its corps in a fortified city under DAS: 4 + 8 + 2."""
    pos = drawn("""tag city T
                   tag axis_fort T
                   unit 6Pz T reduced=true
                   unit 48PzK T
                   unit 8FlK-a T das=true""")
    assert defence(pos) == 4 + 8 + 2


@pytest.mark.rule(SLUG, "9.3-2", "9.11-3", "R-105", "TEC-16")
def test_forts_and_air_add_to_terrain() -> None:
    """A fort gives 3 on top of woods; German DAS gives 5; a fort of the enemy gives nothing."""
    assert defence(drawn("terrain woods T\ntag axis_fort T\nunit 88ID T")) == 12
    assert defence(drawn("unit 88ID T\nunit 8FlK-a T das=true")) == 12
    assert defence(drawn("tag soviet_fort T\nunit 88ID T")) == 7
    assert attack(drawn("tag soviet_fort T\nunit 88ID T\nunit 2TC N"), "2TC") == 7


@pytest.mark.rule(SLUG, "11.1-2", "14.5-1", "8.7-1")
def test_state_of_the_defender() -> None:
    """Disrupted and unsupplied units defend in full, reduced ones with their reverse."""
    assert defence(drawn("unit 88ID T disrupted=true oos=true")) == 7
    assert defence(drawn("unit 88ID T reduced=true")) == 4


@pytest.mark.rule(SLUG, "10.4-1", "R-39")
def test_units_that_came_by_retreat_do_not_count() -> None:
    pos = drawn("unit 88ID T\nunit 327ID T\nunit 55/112 N\nunit 167/232 N")
    both = Plan(SOVIET, (TARGET,), ("55/112", "167/232"))
    spared = Plan(SOVIET, (TARGET,), both.units, spared=frozenset({"327ID"}))
    assert total(defence_parts(pos, both)) == 14
    assert total(defence_parts(pos, spared)) == 7
    assert [total(magnitude_parts(pos, p)) for p in (both, spared)] == [2, 1]


# --- 9.2 - 9.6  halving -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.2-1", "9.4-1", "9.4-2", "9.4-3", "9.4-ex", "TEC-6", "TEC-7")
def test_attacks_over_a_river() -> None:
    """Mechanised units are halved, each with fractions up, others lose 1; bridges do nothing."""
    text = "hexside river N/T\nunit 2TC N\nunit 10TC N\nunit 55/112 N\nunit 4GCC N\nunit 88ID T"
    for bridge in ("", "\nnetwork primary N-T".replace("N-T", "0403-0404")):
        pos = drawn(text + bridge + "\nterrain hill T")
        assert attack(pos, "2TC") == 4
        assert attack(pos, "55/112") == 2
        assert attack(pos, "4GCC") == 3
        odds = odds_of(pos, plan("2TC", "10TC", "55/112"))
        assert (total(odds.attack), total(odds.defence), odds.column) == (10, 9, "1-1")


@pytest.mark.rule(SLUG, "9.2-1")
def test_every_unit_is_halved_by_itself() -> None:
    """5 and 5 are 6 when halved."""
    pos = drawn("unit 2TC N oos=true\nunit 10TC N oos=true\nunit 88ID T",
                u2TC=(5, 6), u10TC=(5, 6))  # fmt: skip
    assert attack(pos, "2TC", "10TC") == 6


@pytest.mark.rule(SLUG, "9.2-2", "9.3-1", "9.3-4", "TEC-16")
def test_nobody_is_halved_twice() -> None:
    """An unsupplied tank corps at a fort over a river: 4; cavalry there: 2; a rifle unit at a
    fort keeps its 3.
    """
    pos = drawn("""hexside river N/T
                   tag axis_fort T
                   unit 2TC N oos=true
                   unit 4GCC N
                   unit 88ID T
                   unit 55/112 W
                   unit 5GCC W""")
    assert attack(pos, "2TC") == 4
    assert attack(pos, "4GCC") == 2
    assert attack(pos, "55/112") == 3
    assert attack(pos, "5GCC") == 2


@pytest.mark.rule(SLUG, "R-35", "9.11-1", "14.5-1", "MISC-2")
def test_who_is_halved_ignores_the_river() -> None:
    """An unsupplied rifle unit over a river: 2; out of a marsh over a river: 2, not 1; a unit
    of 0 stays 0.
    """
    river = "hexside river N/T\nunit 88ID T\n"
    assert attack(drawn(river + "unit 55/112 N oos=true"), "55/112") == 2
    assert attack(drawn("unit 88ID T\nunit 55/112 N oos=true"), "55/112") == 2
    assert attack(drawn(river + "terrain marsh N\nunit 55/112 N"), "55/112") == 2
    assert attack(drawn(river + "unit 55/112 N", **{"u55/112": (0, 5)}), "55/112") == 0


@pytest.mark.rule(SLUG, "9.5-1", "9.5-2", "9.6", "TEC-4", "TEC-5", "R-93")
@pytest.mark.parametrize("marsh", ["marsh", "wooded_marsh"])
def test_attacks_out_of_a_marsh(marsh: str) -> None:
    """Out of a marsh, along a road too, it is as over a river; into one nothing is lost."""
    units = "\nunit 2TC N\nunit 55/112 N\nunit 88ID T\nnetwork primary 0403-0404"
    out = drawn(f"terrain {marsh} N{units}")
    assert [attack(out, "2TC"), attack(out, "55/112")] == [4, 2]
    into = drawn(f"terrain {marsh} T{units}")
    assert [attack(into, "2TC"), attack(into, "55/112")] == [7, 3]


@pytest.mark.rule(SLUG, "18.2A-1", "TEC-8")
def test_attacks_over_a_major_river() -> None:
    pos = drawn("hexside major_river N/T\nunit 2TC N\nunit 55/112 N\nunit 88ID T")
    assert [attack(pos, "2TC"), attack(pos, "55/112")] == [4, 2]


# --- 9.7 - 9.11  shifts and special units --------------------------------------------------


def shifts(pos: Pos, *units: str, side: str = SOVIET, guns: tuple[str, ...] = ()) -> dict[str, int]:
    parts = shift_parts(pos, plan(*units, side=side, guns=guns))
    return {part.reason: part.amount for part in parts}


@pytest.mark.rule(SLUG, "9.8-1")
def test_tigers_shift() -> None:
    pos = drawn("unit Tiger503 N\nunit 6Pz N\nunit 55/112 T")
    assert shifts(pos, "Tiger503", "6Pz", side=AXIS) == {"Tiger battalion": 1}
    assert shifts(pos, "6Pz", side=AXIS) == {}


@pytest.mark.rule(SLUG, "9.9A-1", "9.9A-2", "9.9B-2")
def test_sappers_shift_once() -> None:
    """One or both sappers give one shift; forts, cities and towns suit them."""
    pos = drawn("unit 1Sap N\nunit 2Sap N\nunit 88ID T\ntag town T")
    assert shifts(pos, "1Sap") == shifts(pos, "1Sap", "2Sap") == {"Sappers": 1}
    for line, expected in (("tag town T", True), ("tag city T", True), ("tag axis_fort T", True),
                           ("tag village T", False), ("terrain hill T", False)):  # fmt: skip
        assert suits_sappers(drawn(f"{line}\nunit 88ID T"), plan()) is expected


@pytest.mark.rule(SLUG, "22.2", "22.5B", "22.1-2", "9.11-4")
def test_barrages() -> None:
    """One division: one shift; two: two."""
    pos = drawn("unit 88ID T\nunit 55/112 N")
    assert sum(shifts(pos, "55/112", guns=("13Art",)).values()) == 1
    assert sum(shifts(pos, "55/112", guns=("1GArt",)).values()) == 1
    assert sum(shifts(pos, "55/112", guns=("13Art", "1GArt")).values()) == 2


@pytest.mark.rule(SLUG, "9.11-5", "23.3-1", "23.3-2", "23.3-4", "R-54", "R-82")
def test_a_panzer_corps_needs_a_panzer_division() -> None:
    """48th Corps: with a panzer division a shift and +2, SS too; not with panzergrenadiers."""
    pos = drawn("""unit 48PzK N
                   unit 6Pz N
                   unit 16PG N
                   unit SS-LAH N
                   unit GD N
                   unit 3PzK W
                   unit 7Pz W
                   unit 55/112 T""")
    assert shifts(pos, "48PzK", "6Pz", side=AXIS) == {"Panzer corps": 1}
    assert shifts(pos, "48PzK", "SS-LAH", side=AXIS) == {"Panzer corps": 1}
    assert shifts(pos, "48PzK", "16PG", "GD", side=AXIS) == {}
    assert shifts(pos, "48PzK", "6Pz", "3PzK", "7Pz", side=AXIS) == {"Panzer corps": 1}
    assert shifts(pos, "48PzK", "7Pz", side=AXIS) == {}, "the division is not in its hex"
    assert defence(drawn("unit 48PzK T\nunit 6Pz T")) == 10
    assert defence(drawn("unit 48PzK T\nunit 3PzK T\nunit 6Pz T")) == 10
    assert defence(drawn("unit 48PzK T disrupted=true\nunit 6Pz T")) == 10
    assert defence(drawn("unit 48PzK T\nunit 16PG T")) == 8


@pytest.mark.rule(SLUG, "23.3-3", "R-82")
def test_the_ss_corps_needs_an_ss_unit() -> None:
    pos = drawn("unit 2SSPzK N\nunit 6Pz N\nunit SS-T N\nunit 55/112 T")
    assert shifts(pos, "2SSPzK", "6Pz", side=AXIS) == {}
    assert shifts(pos, "2SSPzK", "SS-T", side=AXIS) == {"Panzer corps": 1}
    assert defence(drawn("unit 2SSPzK T\nunit 6Pz T")) == 8
    assert defence(drawn("unit 2SSPzK T\nunit SS-T T")) == 12


@pytest.mark.rule(SLUG, "23.4-ex", "23.4-9", "23.4-6", "T-9")
def test_first_tank_army() -> None:
    """HQ 2, corps 6, 7, 7 and a brigade 2 attack with 24 and defend with 23; at a fort 13."""
    army = ("1TA", "3MC", "6TC", "31TC", "49TB")
    text = "\n".join(f"unit {u} N" for u in army) + "\nunit 88ID T"
    assert attack(drawn(text), *army) == 24
    assert attack(drawn(text + "\ntag axis_fort T"), *army) == 13
    assert defence(drawn(text.replace(" N", " T").replace("unit 88ID T", "")), AXIS) == 23


@pytest.mark.rule(SLUG, "23.4-6", "23.4-7", "R-55", "R-75")
def test_army_hqs_need_their_kind_of_unit() -> None:
    """A tank army needs a corps, the shock army foot or cavalry; two of them add once."""
    pos = drawn("""unit 1TA N
                   unit 5GTA N
                   unit 180TB N
                   unit 93TB N
                   unit 2TC N
                   unit 5ShA W
                   unit 55/112 W
                   unit 10TC W
                   unit 88ID T""")
    assert attack(pos, "1TA", "180TB", "93TB") == 4
    assert attack(pos, "1TA", "2TC") == 9
    assert attack(pos, "1TA", "5GTA", "2TC") == 9
    assert attack(pos, "5ShA", "10TC") == 7
    assert attack(pos, "5ShA", "55/112") == 5
    assert defence(drawn("unit 1TA T\nunit 2TC T"), AXIS) == 8
    assert defence(drawn("unit 1TA T\nunit 180TB T\nunit 93TB T"), AXIS) == 2


@pytest.mark.rule(SLUG, "23.2-3", "23.3-7", "23.4-8", "R-76")
def test_hqs_defend_only_when_alone() -> None:
    """Alone an HQ has 2, two HQs in a town 4 + 3; beside artillery or a division 0."""
    assert defence(drawn("unit 2A T\nunit 88ID T")) == 7
    assert defence(drawn("unit 48PzK T")) == 2
    assert defence(drawn("unit 1TA T"), AXIS) == 2
    assert defence(drawn("tag town T\nunit 48PzK T\nunit 2A T")) == 7
    assert defence(drawn("unit VorF T\nunit 13Art T"), AXIS) == 1


@pytest.mark.rule(SLUG, "8.9-1", "9.3-3", "9.7-2", "R-105", "R-25")
@pytest.mark.parametrize(
    ("line", "expected"),
    [("tag city T", True), ("tag axis_fort T", True), ("state forts=0404", True),
     ("tag town T", False), ("tag soviet_fort T", False), ("state building=0404", False)],
)  # fmt: skip
def test_where_heavy_casualties_threaten(line: str, expected: bool) -> None:
    """In cities and in forts that work for the defender, finished ones only."""
    assert has_heavy_casualties(drawn(f"{line}\nunit 88ID T"), plan()) is expected


# --- 9.10  tactical superiority -----------------------------------------------------------


@pytest.mark.rule(SLUG, "9.10-1", "9.10-2", "R-33", "R-81")
def test_superiority_is_for_germans_alone() -> None:
    """SS and Luftwaffe are German; a Rumanian or Hungarian spoils it; Soviets have none."""
    pos = drawn("unit SS-T N\nunit 15LwF N\nunit 24Rum N\nunit 7Hun N\nunit 55/112 T")
    assert is_superior(pos, plan("SS-T", "15LwF", side=AXIS))
    assert not is_superior(pos, plan("SS-T", "24Rum", side=AXIS))
    assert not is_superior(pos, plan("7Hun", side=AXIS))
    assert not is_superior(pos, plan("55/112"))


@pytest.mark.rule(SLUG, "9.10-3", "9.10-5")
def test_sixes_are_rolled_again_without_enough_guards() -> None:
    """Guards must be half of the steps; one Guards unit of two steps balances two brigades."""
    pos = drawn("""unit 67/71G N
                   unit 180TB N
                   unit 93TB N
                   unit 55/112 W
                   unit 88ID T""")
    assert not rerolls_sixes(pos, plan("67/71G", "180TB", "93TB"))
    assert rerolls_sixes(pos, plan("67/71G", "180TB", "55/112"))
    rumanians = drawn("unit 55/112 N\nunit 24Rum T")
    assert not rerolls_sixes(rumanians, plan("55/112")), "no German is in the hex"
    german = drawn("unit 88ID N\nunit 55/112 T")
    assert not rerolls_sixes(german, plan("88ID", side=AXIS))


@pytest.mark.rule(SLUG, "9.10-6", "R-36")
def test_guards_tank_armies_count_as_a_step() -> None:
    """Two Guards steps, three others: with the 5th Guards Tank Army 3 of 6, with the 1st 2 of 5."""
    pos = drawn("""unit 67/71G N
                   unit 2TC N
                   unit 180TB N
                   unit 5GTA N
                   unit 1TA N
                   unit 88ID T""")
    others = ("67/71G", "2TC", "180TB")
    assert guards_share(pos, plan(*others, "5GTA")) == (3, 6)
    assert guards_share(pos, plan(*others, "1TA")) == (2, 5)
    assert not rerolls_sixes(pos, plan(*others, "5GTA"))
    assert rerolls_sixes(pos, plan(*others, "1TA"))


@pytest.mark.rule(SLUG, "8.3-2a")
def test_every_number_is_a_list_of_parts() -> None:
    """Odds name each term and its rule."""
    pos = drawn("hexside river N/T\nunit 2TC N\nunit 88ID T\nterrain hill T\nstate weather=rain")
    odds = odds_of(pos, plan("2TC"))
    assert [p.rule for p in (*odds.attack, *odds.defence, *odds.shifts)] == [
        "9.4-1",
        "8.1-6",
        "TEC-2",
        "9.11-6",
    ]
