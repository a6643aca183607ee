"""What moves the odds of a combat in Red Parachutes, rule by rule."""

from collections.abc import Iterable

import pytest
from tests.rules.kanev43.attacks import TARGET, combat, planned

from grognard.decisions import Part, total
from grognard.games.kanev43.armour import armour_of
from grognard.games.kanev43.battle import fight_of
from grognard.games.kanev43.modifiers import (
    armour_parts,
    engineers_of,
    ground_parts,
    integrity_parts,
    leader_parts,
    mixed_parts,
    modifiers,
    morale_parts,
    surprise_parts,
)
from grognard.games.kanev43.odds import attack_parts
from grognard.games.kanev43.plan import Levels, Plan
from grognard.games.kanev43.state import SOVIET, Pos

RIFLES = "unit 309RD-955 0404\n"
INFANTRY = "57ID-I/179"


def levels(parts: Iterable[Part]) -> dict[str, int]:
    """Modifiers by their rule."""
    return {part.rule: part.amount for part in parts}


def armour(pos: Pos, plan: Plan) -> dict[str, int]:
    """What armour does to the odds."""
    return levels(armour_parts(pos, armour_of(pos, plan)))


def tanks(value: int, steps: int = 3) -> str:
    """A German tank battalion of an armour value, with infantry in 0403."""
    return (f"piece tank like 20PG-Pz8 armour={value} steps={steps}\nunit tank 0403\n"
            f"unit {INFANTRY} 0403\n")  # fmt: skip


def guns(value: int) -> str:
    """Soviet anti-tank guns of a value, with rifles in the hex under attack."""
    return f"piece guns like 9MC-AT anti_tank={value}\nunit guns 0404\n" + RIFLES


# --- armour -----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "CBT-23", "CRT-5")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"), [(5, 3, 2), (3, 5, 0), (4, 4, 0), (7, 1, 3)]
)
def test_armour_in_attack(ours: int, theirs: int, expected: int) -> None:
    """The difference to the best armour or anti-tank value, at most three."""
    pos = combat(tanks(ours) + guns(theirs))
    plan = planned(pos, "tank", INFANTRY)
    assert total(armour_parts(pos, armour_of(pos, plan))) == expected
    bare = combat(tanks(7) + RIFLES)
    assert armour(bare, planned(bare, "tank", INFANTRY)) == {"CRT-5": 3}


@pytest.mark.rule("kanev43", "CBT-24", "CRT-5")
def test_armour_in_defence() -> None:
    """Armour 4 against infantry, 7 against none: one down. Anti-tank guns do not do that."""
    pos = combat("unit 57ID-I/179 0403\nunit 6GTC-51 0404\n" + RIFLES)
    assert armour(pos, planned(pos, INFANTRY)) == {"CRT-5": -1}
    seven = "piece seven like 6GTC-51 armour=7\nunit seven 0404\n"
    pos = combat("unit 57ID-I/179 0403\n" + seven + RIFLES)
    assert armour(pos, planned(pos, INFANTRY)) == {"CRT-5": -1}
    pos = combat(tanks(4) + guns(6))
    assert armour(pos, planned(pos, "tank", INFANTRY)) == {}
    pos = combat(tanks(4) + "unit 6GTC-51 0404\n" + RIFLES)
    assert armour(pos, planned(pos, "tank", INFANTRY)) == {}


@pytest.mark.rule("kanev43", "CBT-25", "CRT-11")
@pytest.mark.parametrize(("steps", "mass"), [(10, True), (9, False)])
def test_massed_armour(steps: int, mass: bool) -> None:
    """Ten steps against two are a mass, nine are not; against nobody with a value none are."""
    theirs = "piece guns like 9MC-AT anti_tank=5 steps=2\nunit guns 0404\n" + RIFLES
    pos = combat(tanks(5, steps) + theirs)
    assert ("CRT-11" in armour(pos, planned(pos, "tank", INFANTRY))) is mass
    alone = combat(tanks(5, steps) + RIFLES)
    assert "CRT-11" not in armour(alone, planned(alone, "tank", INFANTRY))


@pytest.mark.rule("kanev43", "R-53", "CBT-25")
def test_a_mass_needs_no_better_armour() -> None:
    """Armour 3 in ten steps against armour 5 in two: one up for the mass."""
    theirs = "piece theirs like 6GTC-51 armour=5 steps=2\nunit theirs 0404\n" + RIFLES
    pos = combat(tanks(3, 10) + theirs)
    assert armour(pos, planned(pos, "tank", INFANTRY)) == {"CRT-5": -1, "CRT-11": 1}


@pytest.mark.rule("kanev43", "CBT-25", "R-54")
def test_only_the_best_steps_are_counted() -> None:
    """Steps of a lower value, and of tanks without company, make no mass."""
    theirs = "piece guns like 9MC-AT anti_tank=5 steps=2\nunit guns 0404\n" + RIFLES
    more = "piece low like 20PG-Pz8 armour=4 steps=5\nunit low 0303\nunit 57ID-II/179 0303\n"
    pos = combat(tanks(5, 6) + more + theirs)
    units = ("tank", INFANTRY, "low", "57ID-II/179")
    assert "CRT-11" not in armour(pos, planned(pos, *units))
    same = combat(tanks(5, 6) + more.replace("armour=4", "armour=5") + theirs)
    assert "CRT-11" in armour(same, planned(same, *units))
    assert "CRT-11" not in armour(same, planned(same, *units[:3]))  # the second without company


@pytest.mark.rule("kanev43", "CBT-25")
def test_only_the_best_of_the_defenders_count_against_a_mass() -> None:
    """Five steps against one of value 5, whatever else is there."""
    theirs = "piece guns like 9MC-AT anti_tank=5\nunit guns 0404\nunit 6GTC-51 0404\n" + RIFLES
    pos = combat(tanks(6, 5) + theirs)
    assert "CRT-11" in armour(pos, planned(pos, "tank", INFANTRY))


@pytest.mark.rule("kanev43", "CBT-26")
@pytest.mark.parametrize(
    ("beside", "counts"),
    [
        ("", False),
        ("unit 57ID-I/179 0403", True),
        ("unit 57ID-Pi 0403", True),
        ("unit 20PG-AA120 0403", True),
        ("unit 57ID-I/179 0303", False),
        ("unit 34ID-PJ 0403", False),
        ("unit 19PZ-Pz27 0403", False),
    ],
)
def test_tanks_need_company(beside: str, counts: bool) -> None:
    """Infantry, engineers or scouts in the same hex that attack with them."""
    pos = combat(f"unit 7PZ-Pz25 0403\n{beside}\n{RIFLES}")
    others = [beside.split()[1]] if beside else []
    assert ("CRT-5" in armour(pos, planned(pos, "7PZ-Pz25", *others))) is counts
    assert "CRT-5" not in armour(pos, planned(pos, "7PZ-Pz25"))


@pytest.mark.rule("kanev43", "CBT-26")
@pytest.mark.parametrize(
    ("unit", "value"),
    [
        ("20PG-AA120", 2),
        ("57ID-Pi", 2),
        ("19PZ-I/73", 3),
        ("34ID-PJ", 0),
        ("20PG-Pz8", 0),
        ("34ID-PJ 57ID-I/179", 6),
    ],
)
def test_who_defends_alone(unit: str, value: int) -> None:
    """Recon with its armour, German engineers and mechanised infantry with their guns."""
    there = "".join(f"unit {name} 0404\n" for name in unit.split())
    pos = combat(there + "unit 309RD-955 0405", SOVIET)
    found = armour_of(pos, planned(pos, "309RD-955"))
    assert max(found.defender, found.guns) == value


@pytest.mark.rule("kanev43", "CBT-26")
def test_recon_attacks_alone() -> None:
    """It may use its armour without company; dismounted it has none."""
    pos = combat("unit 6GTC-Rec 0405\nunit 57ID-I/179 0404", SOVIET)
    assert armour_of(pos, planned(pos, "6GTC-Rec")).attacker == 1
    pos = combat("unit 6GTC-Rec 0405 dismounted=true\nunit 57ID-I/179 0404", SOVIET)
    assert armour_of(pos, planned(pos, "6GTC-Rec")).attacker == 0


@pytest.mark.rule("kanev43", "CBT-21")
def test_failed_defenders_have_half_their_guns() -> None:
    """Anti-tank 3 is 2."""
    pos = combat("unit 19PZ-I/73 0404\nunit 309RD-955 0405", SOVIET)
    plan = planned(pos, "309RD-955", failed=frozenset({"19PZ-I/73"}))
    assert armour_of(pos, plan).guns == 2


@pytest.mark.rule("kanev43", "CBT-27", "R-54")
@pytest.mark.parametrize(("value", "first"), [(4, ()), (5, ("tank",)), (7, ("tank",))])
def test_better_guns_take_the_first_step(value: int, first: tuple[str, ...]) -> None:
    """Against anti-tank 5 or 7 the armour-4 unit pays first, against 4 the owner chooses."""
    pos = combat(tanks(4) + guns(value))
    assert fight_of(pos, planned(pos, "tank", INFANTRY)).armour == first


@pytest.mark.rule("kanev43", "CBT-28")
@pytest.mark.parametrize(("value", "outgunned"), [(5, False), (6, True)])
def test_far_better_guns_halve_tanks(value: int, outgunned: bool) -> None:
    """Tank 7 counts 4 and recon 3 two; infantry keeps its strength."""
    text = tanks(4).replace("armour=4", "armour=4 attack=7") + "unit 20PG-AA120 0303\n"
    pos = combat(text + guns(value))
    plan = planned(pos, "tank", INFANTRY, "20PG-AA120")
    assert fight_of(pos, plan).outgunned is outgunned
    assert total(attack_parts(pos, plan)) == (4 + 4 + 2 if outgunned else 7 + 4 + 3)


@pytest.mark.rule("kanev43", "RCN-1", "CBT-28")
def test_scouts_on_foot_are_infantry_against_far_better_guns() -> None:
    """Tanks of 7 count 4; dismounted scouts keep their 2, mounted ones count 1."""
    guns = "unit 10PG-PJ10 0404\nunit 57ID-I/179 0404\n"
    units = "unit 6GTC-51 0304\nunit 6GTC-I/22 0304\nunit 6GTC-Rec 0303"
    for state, strength in (("", 1), (" dismounted=true", 2)):
        pos = combat(guns + units + state, SOVIET)
        plan = planned(pos, "6GTC-51", "6GTC-I/22", "6GTC-Rec")
        assert fight_of(pos, plan).outgunned
        assert total(attack_parts(pos, plan)) == 4 + 4 + strength


@pytest.mark.rule("kanev43", "R-54", "CBT-28")
def test_tanks_without_infantry_against_guns() -> None:
    """Their armour counts 0; who has none at all does not mind the guns."""
    pos = combat(tanks(4) + guns(2))
    alone = planned(pos, "tank")
    assert armour_of(pos, alone).outgunned_by == 2
    assert fight_of(pos, alone).armour == ("tank",)
    assert armour_of(pos, planned(pos, "tank", INFANTRY)).outgunned_by == 0
    assert armour_of(pos, planned(pos, INFANTRY)).outgunned_by == 0


@pytest.mark.rule("kanev43", "R-54", "DIS-7")
def test_armour_after_reductions() -> None:
    """A demoralised unit of 4 has 2."""
    pos = combat(tanks(4).replace("unit tank 0403", "unit tank 0403 order=demoralised") + RIFLES)
    assert armour(pos, planned(pos, "tank", INFANTRY)) == {"CRT-5": 2}


# --- regiments and formations -----------------------------------------------------------------


@pytest.mark.rule("kanev43", "CBT-30", "R-55")
@pytest.mark.parametrize(
    ("third", "expected"),
    [("unit 10PG-III/20 0303", 1), ("unit 10PG-III/20 0801", 0), ("", 0)],
)
def test_integrity_in_attack(third: str, expected: int) -> None:
    """I and II attack, III is next to the defender and idle: one up; elsewhere or dead: none."""
    pos = combat(f"unit 10PG-I/20 0403\nunit 10PG-II/20 0403\n{third}\n{RIFLES}")
    plan = planned(pos, "10PG-I/20", "10PG-II/20")
    assert total(integrity_parts(pos, plan)) == expected


@pytest.mark.rule("kanev43", "DIS-8", "CBT-30")
def test_the_demoralised_give_no_integrity() -> None:
    """Both battalions attack: one up; one of them demoralised: none."""
    text = "unit 57ID-I/179 0403\nunit 57ID-II/179 0303"
    units = ("57ID-I/179", "57ID-II/179")
    pos = combat(text + "\n" + RIFLES)
    assert levels(integrity_parts(pos, planned(pos, *units))) == {"CRT-4": 1}
    pos = combat(text + " order=disrupted\n" + RIFLES)
    assert levels(integrity_parts(pos, planned(pos, *units))) == {"CRT-4": 1}
    pos = combat(text + " order=demoralised\n" + RIFLES)
    assert levels(integrity_parts(pos, planned(pos, *units))) == {}


@pytest.mark.rule("kanev43", "CRT-4", "CBT-31")
def test_cap_on_integrity() -> None:
    """Three whole regiments give two levels."""
    pairs = {"179": "0403", "199": "0303", "217": "0304"}
    units = [f"57ID-{n}/{number}" for number in pairs for n in ("I", "II")]
    text = "".join(f"unit {unit} {pairs[unit[-3:]]}\n" for unit in units)
    pos = combat(text + RIFLES)
    assert total(integrity_parts(pos, planned(pos, *units[:4]))) == 2
    assert total(integrity_parts(pos, planned(pos, *units))) == 2


@pytest.mark.rule("kanev43", "R-55")
def test_a_regiment_of_one_has_no_integrity() -> None:
    """Nor have Soviets, nor units that are no infantry battalions."""
    pos = combat("piece lone like 57ID-I/179 regiment=999\nunit lone 0403\n" + RIFLES)
    assert levels(integrity_parts(pos, planned(pos, "lone"))) == {}
    text = "unit 6GTC-I/22 0405\nunit 6GTC-II/22 0405\nunit 6GTC-III/22 0405\nunit 57ID-Pi 0404"
    pos = combat(text, SOVIET)
    plan = planned(pos, "6GTC-I/22", "6GTC-II/22", "6GTC-III/22")
    assert levels(integrity_parts(pos, plan)) == {}


@pytest.mark.rule("kanev43", "CBT-31", "CRT-4")
@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("unit 57ID-II/179 0404", -1),
        ("unit 57ID-II/179 0403", -1),
        ("unit 57ID-II/179 0402", 0),
        ("unit 57ID-II/179 0403 order=demoralised", 0),
        ("unit 57ID-I/199 0404", 0),
        ("", 0),
    ],
)
def test_integrity_in_defence(second: str, expected: int) -> None:
    """A second battalion of the regiment in the hex or next to it, in order: one down."""
    pos = combat(f"unit 57ID-I/179 0404\n{second}\nunit 309RD-955 0405", SOVIET)
    assert total(integrity_parts(pos, planned(pos, "309RD-955"))) == expected


@pytest.mark.rule("kanev43", "CBT-31")
def test_a_demoralised_defender_has_no_integrity() -> None:
    """His sister next to him does not help."""
    text = "unit 57ID-I/179 0404 order=demoralised\nunit 57ID-II/179 0403\nunit 309RD-955 0405"
    pos = combat(text, SOVIET)
    assert levels(integrity_parts(pos, planned(pos, "309RD-955"))) == {}


@pytest.mark.rule("kanev43", "CBT-32", "CRT-12")
def test_mixed_formations() -> None:
    """Two rifle divisions together: one down; one alone, or an Axis attack: nothing."""
    text = "unit 161RD-565 0405\nunit 253RD-979 0304\nunit 161RD-569 0303\nunit 57ID-I/179 0404"
    pos = combat(text, SOVIET)
    assert levels(mixed_parts(pos, planned(pos, "161RD-565", "253RD-979"))) == {"CRT-12": -1}
    assert levels(mixed_parts(pos, planned(pos, "161RD-565", "161RD-569"))) == {}
    pos = combat("unit 57ID-I/179 0403\nunit 112ID-I/110 0303\n" + RIFLES)
    assert levels(mixed_parts(pos, planned(pos, "57ID-I/179", "112ID-I/110"))) == {}


@pytest.mark.rule("kanev43", "R-56")
def test_unassigned_units_mix_nothing() -> None:
    """Nor who has no formation, nor guns in support."""
    text = """
        unit 161RD-565 0405
        unit 6GTC-I/22 0304 unassigned=true
        unit 3GTA-91TB 0303
        unit 309RD-AR 0406
        unit 57ID-I/179 0404
    """
    pos = combat(text, SOVIET)
    plan = planned(pos, "161RD-565", "6GTC-I/22", "3GTA-91TB", guns=("309RD-AR",))
    assert levels(mixed_parts(pos, plan)) == {}


# --- where they attack from -------------------------------------------------------------------


RING = {"309RD-955": "0403", "309RD-957": "0503", "309RD-959": "0504", "309RD-960": "0405"}
AROUND = "piece 309RD-960 like 309RD-955\n" + "".join(f"unit {u} {h}\n" for u, h in RING.items())


@pytest.mark.rule("kanev43", "CBT-17", "CRT-8")
@pytest.mark.parametrize(("hexes", "expected"), [(3, {}), (4, {"CRT-8": 1})])
def test_envelopment(hexes: int, expected: dict[str, int]) -> None:
    """Attackers in four adjacent hexes: one up."""
    pos = combat(AROUND + "unit 57ID-I/179 0404", SOVIET)
    plan = planned(pos, *list(RING)[:hexes])
    assert levels(ground_parts(pos, plan)) == expected


@pytest.mark.rule("kanev43", "R-49", "CBT-17")
def test_who_failed_does_not_envelop() -> None:
    """He has left the attack before anything is counted."""
    pos = combat(AROUND + "unit 57ID-I/179 0404", SOVIET)
    plan = planned(pos, *RING, failed=frozenset({"309RD-957"}))
    assert levels(ground_parts(pos, plan)) == {}


@pytest.mark.rule("kanev43", "CBT-16", "CRT-9")
@pytest.mark.parametrize("place", ["town", "city"])
def test_engineers_against_towns(place: str) -> None:
    """In each of the attacking hexes: one up, and they pay half; in one of two: nothing."""
    text = """
        unit 57ID-I/179 0403
        unit 57ID-Pi 0403
        unit 57ID-II/179 0303
        unit 112ID-Pi 0303
    """
    pos = combat(f"tag {place} 0404\n{text}\n{RIFLES}")
    one = planned(pos, "57ID-I/179", "57ID-Pi", "57ID-II/179")
    assert levels(ground_parts(pos, one)) == {}
    assert fight_of(pos, one).engineers == ()
    both = planned(pos, *one.units, "112ID-Pi")
    assert levels(ground_parts(pos, both)) == {"CRT-9": 1}
    assert fight_of(pos, both).engineers == ("57ID-Pi", "112ID-Pi")
    village = combat(f"tag village 0404\n{text}\n{RIFLES}")
    assert engineers_of(village, planned(village, *both.units)) == ()


# --- morale, surprise, leaders ----------------------------------------------------------------


@pytest.mark.rule("kanev43", "CBT-22", "CRT-6")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [(4, 4, 0), (5, 4, 1), (6, 1, 3), (5, 3, 2), (3, 4, -1), (2, 4, -1), (1, 4, -2), (0, 6, -2)],
)
def test_morale_compared(ours: int, theirs: int, expected: int) -> None:
    """The difference up to three; half of it, rounded up, down to two."""
    pos = combat("unit 57ID-I/179 0403\n" + RIFLES)
    plan = planned(pos, INFANTRY, levels=Levels(ours, theirs))
    assert total(morale_parts(pos, plan)) == expected


@pytest.mark.rule("kanev43", "CBT-7", "CRT-7")
def test_surprise_is_one_level() -> None:
    """If it has come off."""
    pos = combat("unit 57ID-I/179 0403\n" + RIFLES)
    assert levels(surprise_parts(pos, planned(pos, INFANTRY, surprise=True))) == {"CRT-7": 1}
    assert levels(surprise_parts(pos, planned(pos, INFANTRY))) == {}


@pytest.mark.rule("kanev43", "CRT-10", "LDR-17", "R-57")
def test_leaders_move_the_odds_by_one() -> None:
    """An attacker's up, a defender's down; both cancel."""
    pos = combat("unit 57ID-I/179 0403\nunit L-57ID 0403\nunit L-309RD 0404\n" + RIFLES)
    for led, expected in (("L-57ID",), 1), (("L-309RD",), -1), (("L-57ID", "L-309RD"), 0):
        assert total(leader_parts(pos, planned(pos, INFANTRY, led=led))) == expected


@pytest.mark.rule("kanev43", "R-08", "CBT-14")
def test_modifiers_add_up() -> None:
    """Three for armour, three for morale and one for envelopment are seven."""
    text = """
        piece strong like 6GTC-51 armour=6
        unit strong 0405
        unit 6GTC-I/22 0405
        unit 6GTC-II/22 0403
        unit 6GTC-III/22 0503
        unit 6GTC-52 0504
        unit 57ID-I/179 0404
    """
    pos = combat(text, SOVIET)
    units = ("strong", "6GTC-I/22", "6GTC-II/22", "6GTC-III/22", "6GTC-52")
    plan = planned(pos, *units, levels=Levels(6, 2))
    assert levels(modifiers(pos, plan)) == {"CRT-5": 3, "CRT-6": 3, "CRT-8": 1}
    assert total(modifiers(pos, plan)) == 7
    assert pos.board.grid.distance("0405", TARGET) == 1
