"""11.10 to 11.13, 11.15: what modifies the die. Tigers (11.14) are in test_12_tigers.py."""

from itertools import combinations

import pytest
from tests.rules.ukraine44.play import combat, fight

from grognard.decisions import Event, Part, total
from grognard.games.ukraine44.combat import flanking_modifier
from grognard.games.ukraine44.state import Pos
from grognard.games.ukraine44.turn import SovietTurn, Turn
from grognard.testing import sketch

SLUG = "ukraine44"

#: The hexes around 04.04, one after the other; the first and the fourth are opposite.
RING = ("04.05", "05.05", "05.04", "04.03", "03.04", "03.05")
#: A Soviet formation for each of them.
REDS = ("6GTC", "7GTC", "9MC", "10GTC", "6GMC", "11GTC")


def attacked(pos: Pos, target: str, *units: str, die: int = 3) -> Event:
    """Attack a hex with these formations: what the table said."""
    return combat(fight(pos, target, *units, dice=die))


def duel(ground: str = "", *, die: int = 3, phase: str = "combat soviet") -> Event:
    """An attack at 1-1 by one formation, 8 against 8, on this ground."""
    attacker, defender = ("Grey", "Red") if phase.endswith("axis") else ("Red", "Grey")
    text = f"""
        board 9 x 7
        piece Grey like 1ssPz attack=8 defence=8
        piece Red like 6GTC attack=8 defence=8
        unit {attacker} 04.03
        unit {defender} 04.04
        phase {phase}
    """
    return attacked(sketch(SLUG, text + ground), "04.04", attacker, die=die)


def named(parts: tuple[Part, ...]) -> list[tuple[int, str]]:
    return [(part.amount, part.rule) for part in parts]


# --- 11.10  adding up -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "11.10-1")
def test_the_die_is_modified_before_the_table_is_read() -> None:
    """A die of 5 with -2 for a hill is read as 3: at 1-1 that is 3/1, and not 2/2."""
    assert duel(die=5).facts["result"] == "2/2"
    hill = duel("terrain hill 04.04", die=5)
    assert (hill.facts["die"], hill.facts["drm"], hill.facts["result"]) == (5, -2, "3/1")


@pytest.mark.rule(SLUG, "11.10-2")
def test_the_die_stays_between_one_and_six() -> None:
    """Below 1 it is read as 1, above 6 as 6."""
    low = duel("terrain hill 04.04\ntag town 04.04", die=2)
    assert (low.facts["drm"], low.facts["result"]) == (-4, "4/1")
    high = duel(die=5, phase="combat-first soviet")
    assert (high.facts["drm"], high.facts["result"]) == (2, "1/2")


@pytest.mark.rule(SLUG, "11.10-3")
def test_modifiers_add_up() -> None:
    """Flanks +2, artillery +2 and woods -1 are +3."""
    text = """
        board 9 x 7
        terrain woods 04.04
        unit 1ssPz 04.04
        unit 6GTC 04.03
        unit 7GTC 04.05
        phase combat-first soviet
    """
    event = attacked(sketch(SLUG, text), "04.04", "6GTC", "7GTC", die=1)
    assert named(event.parts) == [(-1, "11.11-1"), (2, "11.12-4"), (2, "11.15-1")]
    assert event.facts["drm"] == total(event.parts) == 3
    assert event.facts["result"] == "2/2"  # 16 against 8: the 4 of column 2-1


# --- 11.11  terrain ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "parts"),
    [
        pytest.param("", [], marks=pytest.mark.rule(SLUG, "11.11-9"), id="clear"),
        pytest.param(
            "terrain woods 04.04",
            [(-1, "11.11-1")],
            marks=pytest.mark.rule(SLUG, "11.11-1"),
            id="woods",
        ),
        pytest.param(
            "terrain hill 04.04",
            [(-2, "11.11-2")],
            marks=pytest.mark.rule(SLUG, "11.11-2"),
            id="hill",
        ),
        pytest.param(
            "tag village 04.04",
            [(-1, "11.11-3")],
            marks=pytest.mark.rule(SLUG, "11.11-3"),
            id="village",
        ),
        pytest.param(
            "tag town 04.04", [(-2, "11.11-4")], marks=pytest.mark.rule(SLUG, "11.11-4"), id="town"
        ),
        pytest.param(
            "tag city 04.04", [(-3, "11.11-5")], marks=pytest.mark.rule(SLUG, "11.11-5"), id="city"
        ),
        pytest.param(
            "tag village 04.04\nterrain hill 04.04",
            [(-2, "11.11-2"), (-1, "11.11-3")],
            marks=pytest.mark.rule(SLUG, "C3"),
            id="village on a hill",
        ),
        pytest.param(
            "tag city 04.04\nterrain woods 04.04",
            [(-1, "11.11-1"), (-3, "11.11-5")],
            marks=pytest.mark.rule(SLUG, "C3"),
            id="city in woods",
        ),
    ],
)
@pytest.mark.parametrize("phase", ["combat soviet", "combat axis"])
def test_terrain_of_the_defender(ground: str, parts: list[tuple[int, str]], phase: str) -> None:
    """Natural terrain and settlement of the defender's hex modify the die, and add up."""
    assert named(duel(ground, phase=phase).parts) == parts


@pytest.mark.rule(SLUG, "11.11-0", "C22")
def test_the_attackers_terrain_does_not_count() -> None:
    """Where the attacker stands does not matter: neither hill nor city nor river behind him."""
    ground = (
        "terrain hill 04.03\ntag city 04.03\nhexside river 04.02/04.03\nhexside river 04.03/05.03"
    )
    assert duel(ground).parts == ()


def crossing(hexsides: str, *units: str) -> list[tuple[int, str]]:
    """The modifiers of an attack on 04.04 from the west and the north-west by two corps."""
    text = f"board 9 x 7\nunit 1ssPz 04.04\nunit 6GTC 04.03\nunit 7GTC 05.04\n{hexsides}"
    return named(attacked(sketch(SLUG, f"{text}\nphase combat soviet"), "04.04", *units).parts)


WEST, NORTH_WEST = "04.03/04.04", "04.04/05.04"
BRIDGES = "network road 04.03-04.04-05.04"


@pytest.mark.rule(SLUG, "11.11-6", "C5")
def test_a_river_counts_if_all_cross_one() -> None:
    """A river is -1 only if every attacker has one between itself and the defender."""
    both = f"hexside river {WEST} {NORTH_WEST}"
    assert crossing(both, "6GTC", "7GTC") == [(-1, "11.11-6")]
    assert crossing(both, "6GTC") == [(-1, "11.11-6")]
    assert crossing(f"hexside river {WEST}", "6GTC", "7GTC") == []
    assert crossing(f"hexside river {WEST}", "6GTC") == [(-1, "11.11-6")]


@pytest.mark.rule(SLUG, "C4")
def test_a_bridge_does_not_cancel_the_river() -> None:
    """A sole attacker over a bridge across a river still has -1."""
    assert crossing(f"hexside river {WEST}\n{BRIDGES}", "6GTC") == [(-1, "11.11-6")]


@pytest.mark.rule(SLUG, "11.11-7")
def test_the_dniester_is_minus_two() -> None:
    """A sole attacker over a bridge of the Dniester has -2."""
    assert crossing(f"hexside dniester {WEST}\n{BRIDGES}", "6GTC") == [(-2, "11.11-7")]


@pytest.mark.rule(SLUG, "C5", "11.11-7")
def test_one_attacker_across_the_dniester_is_enough() -> None:
    """Of two attackers one comes over the bridge of the Dniester: -2 all the same."""
    bridge = f"hexside dniester {WEST}\n{BRIDGES}"
    assert crossing(bridge, "6GTC", "7GTC") == [(-2, "11.11-7")]
    assert crossing(bridge, "7GTC") == []


@pytest.mark.rule(SLUG, "C22")
def test_river_and_dniester_do_not_add() -> None:
    """One over the Dniester and one over a river: -2, not -3."""
    ground = f"hexside dniester {WEST}\nhexside river {NORTH_WEST}\n{BRIDGES}"
    assert crossing(ground, "6GTC", "7GTC") == [(-2, "11.11-7")]


@pytest.mark.rule(SLUG, "11.11-8")
@pytest.mark.parametrize(
    ("side", "attacker", "defender"),
    [
        ("soviet", "6GTC", "1ssPz"),
        ("soviet", "8/60A", "1ssPz"),
        ("axis", "1ssPz", "6GTC"),
        ("axis", "68/1PzA", "6GTC"),
        ("axis", "19/Hun", "6GTC"),
    ],
)
def test_no_attack_over_the_open_dniester(side: str, attacker: str, defender: str) -> None:
    """Without a road nobody attacks over the Dniester, whoever and whatever he is; a road along
    the bank does not help.
    """
    text = f"""
        board 9 x 7
        hexside dniester {WEST}
        network road 04.02-04.03-05.04-04.04
        unit {attacker} 04.03
        unit {defender} 04.04
        phase combat {side}
    """
    refusal = sketch(SLUG, text).why_not("target 04.04")
    assert refusal is not None
    assert refusal.rule == "11.2-1"
    bridged = sketch(SLUG, f"{text}\nnetwork road 04.03-04.04")
    assert bridged.why_not("target 04.04") is None


@pytest.mark.rule(SLUG, "11.11-8")
def test_nobody_joins_an_attack_over_the_open_dniester() -> None:
    """Nor does an attacker across the river join those on the right bank."""
    text = f"""
        board 9 x 7
        hexside dniester {WEST}
        unit 6GTC 04.03
        unit 7GTC 05.04
        unit 1ssPz 04.04
        phase combat soviet
    """
    pos = sketch(SLUG, text).apply("target 04.04")
    assert pos.why_not("attack 7GTC") is None
    assert pos.why_not("attack 6GTC") is not None


# --- 11.12  flanking attacks ------------------------------------------------------------

SURROUNDED = "board 9 x 7\nunit Gar-Ternopol 04.04\nphase combat soviet\n" + "\n".join(
    f"unit {unit} {hex_}" for unit, hex_ in zip(REDS, RING, strict=True)
)


def flank(*places: int) -> list[int]:
    """The flanking bonus of an attack from these of the six hexes, numbered 1 to 6 around."""
    units = [REDS[place - 1] for place in places]
    parts = attacked(sketch(SLUG, SURROUNDED), "04.04", *units).parts
    return [part.amount for part in parts if part.rule == "11.12-4"]


@pytest.mark.rule(SLUG, "11.12-1", "11.12-4")
def test_opposite_attackers_flank() -> None:
    """Two attackers on opposite sides have +2; two with one hex between them, or next to each
    other, have nothing.
    """
    for first in (1, 2, 3):
        assert flank(first, first + 3) == [2]
    assert flank(1, 3) == []
    assert flank(1, 2) == []


@pytest.mark.rule(SLUG, "11.12-2", "11.12-4")
def test_three_attackers_apart_flank() -> None:
    """Three attackers with gaps between them have +2, three in a row nothing."""
    assert flank(1, 3, 5) == [2]
    assert flank(2, 4, 6) == [2]
    assert flank(1, 2, 3) == []


@pytest.mark.rule(SLUG, "11.12-3", "11.12-4")
@pytest.mark.parametrize("places", list(combinations(range(1, 7), 4)))
def test_four_attackers_flank(places: tuple[int, ...]) -> None:
    """Any four attackers have +2, once."""
    assert flank(*places) == [2]


@pytest.mark.rule(SLUG, "11.12-6")
def test_the_two_pictures() -> None:
    """Attackers on 1, 2 and 4 flank, as 1 and 4 are opposite; on 2, 3 and 4 they do not."""
    assert flank(1, 2, 4) == [2]
    assert flank(2, 3, 4) == []


@pytest.mark.rule(SLUG, "C11", "11.12-4")
def test_all_sets_of_attackers() -> None:
    """Of the 63 sets of hexes around a defender, those that do not flank are the 6 single ones,
    the 12 pairs that are not opposite and the 6 rows of three; the rest have +2 and no more.
    """
    pos = sketch(SLUG, SURROUNDED)
    sets = [chosen for n in range(1, 7) for chosen in combinations(range(6), n)]
    rows = [{n, (n + 1) % 6, (n + 2) % 6} for n in range(6)]
    assert len(sets) == 63
    for chosen in sets:
        single = len(chosen) == 1
        pair = len(chosen) == 2 and chosen[1] - chosen[0] != 3
        parts = flanking_modifier(pos, tuple(REDS[n] for n in chosen), "04.04")
        expected = 0 if single or pair or set(chosen) in rows else 2
        assert total(parts) == expected, chosen


@pytest.mark.rule(SLUG, "11.12-5", "11.11-5b")
def test_no_flanks_in_a_city() -> None:
    """Attackers all around a city have no bonus; around a town they have it."""
    text = f"{SURROUNDED}\ntag {{}} 04.04"
    city = attacked(sketch(SLUG, text.format("city")), "04.04", *REDS).parts
    assert named(city)[0] == (-3, "11.11-5")
    assert "11.12-4" not in {part.rule for part in city}
    town = attacked(sketch(SLUG, text.format("town")), "04.04", *REDS).parts
    assert named(town)[:2] == [(-2, "11.11-4"), (2, "11.12-4")]


# --- 11.13  odds beyond the table -------------------------------------------------------


def beyond(attack: int, defence: int, die: int) -> Event:
    """A sole attacker of any strength against any defence."""
    text = f"""
        board 9 x 7
        piece Red like 6GTC attack={attack} defence=40
        piece Grey like 1ssPz defence={defence}
        unit Red 04.03
        unit Grey 04.04
        phase combat soviet
    """
    return attacked(sketch(SLUG, text), "04.04", "Red", die=die)


@pytest.mark.rule(SLUG, "11.13-1")
@pytest.mark.parametrize(
    ("attack", "defence", "parts", "result"),
    [
        (5, 15, [], "2/1"),  # 1-3, die 6
        (5, 20, [(-1, "11.13-1")], "3/1"),  # 1-4: the 5 of 1-3
        (5, 25, [(-2, "11.13-1")], "3/1"),  # 1-5: the 4
        (5, 26, [(-3, "11.13-1")], "4/1"),  # 1-6, as 5.2 is rounded up: the 3
    ],
)
def test_super_low_odds(
    attack: int, defence: int, parts: list[tuple[int, str]], result: str
) -> None:
    """Odds below 1-3 are read there, with -1 for each step below it."""
    event = beyond(attack, defence, die=6)
    assert named(event.parts) == parts
    assert event.facts["result"] == result


@pytest.mark.rule(SLUG, "11.13-2")
@pytest.mark.parametrize(
    ("attack", "parts", "result"),
    [
        (48, [], "2/1"),  # 4-1, die 1
        (59, [], "2/1"),  # 4.9 is 4-1
        (60, [(1, "11.13-2")], "2/2"),  # 5-1: the 2 of 4-1
        (72, [(2, "11.13-2")], "1/2"),  # 6-1: the 3
    ],
)
def test_super_high_odds(attack: int, parts: list[tuple[int, str]], result: str) -> None:
    """Odds above 4-1 are read there, with +1 for each step above it."""
    event = beyond(attack, 12, die=1)
    assert named(event.parts) == parts
    assert event.facts["result"] == result


@pytest.mark.rule(SLUG, "11.13-3")
def test_the_example_of_super_high_odds() -> None:
    """A 7-1 attack is 4-1 with +3, as the rules say: a die of 1 is read as 4."""
    event = beyond(42, 6, die=1)
    assert event.facts["odds"] == "7-1"
    assert named(event.parts) == [(3, "11.13-2")]
    assert event.facts["result"] == "1/3R"


@pytest.mark.rule(SLUG, "C15")
def test_no_cap_on_odds() -> None:
    """20-1 is column 4-1 with +16; on a hill it is +14, and the die is 6 all the same."""
    event = beyond(100, 5, die=1)
    assert named(event.parts) == [(16, "11.13-2")]
    assert event.facts["result"] == "1/5R"


# --- 11.15  artillery support -----------------------------------------------------------


@pytest.mark.rule(SLUG, "11.15-1")
def test_artillery_supports_those_who_begin_with_combat() -> None:
    """In a Soviet turn that begins with combat every attack has +2, otherwise none has."""
    assert named(duel(phase="combat-first soviet").parts) == [(2, "11.15-1")]
    assert duel(phase="combat soviet").parts == ()
    assert duel(phase="combat axis").parts == ()


@pytest.mark.rule(SLUG, "11.15-1")
def test_artillery_supports_every_attack_of_the_turn() -> None:
    """The second attack has the bonus as well as the first."""
    text = """
        board 9 x 7
        unit 1ssPz 04.04
        unit 6GTC 04.03
        unit 1Pz 02.04
        unit 7GTC 02.03
        turn 2
        phase combat-first soviet
    """
    pos = sketch(SLUG, text)
    for target, unit in (("04.04", "6GTC"), ("02.04", "7GTC")):
        pos = pos.apply(f"target {target}").apply(f"attack {unit}").apply("commit", dice=[3])
        (event,) = (event for event in pos.events if event.kind == "combat")
        assert (2, "11.15-1") in named(event.parts)


@pytest.mark.rule(SLUG, "11.15-1", "S11")
def test_artillery_is_chosen_anew_each_turn() -> None:
    """The choice of the order decides: after `choose combat` there is support, after `choose
    movement` there is none.
    """
    text = """
        board 9 x 7
        unit 1ssPz 04.04
        unit 6GTC 04.03
    """
    turn = (Turn(stage="soviet turn"), SovietTurn(side="soviet"))
    pos = sketch(SLUG, text, agenda=turn)
    first = attacked(pos.apply("choose combat"), "04.04", "6GTC")
    assert named(first.parts) == [(2, "11.15-1")]
    later = pos.apply("choose movement").apply("done")
    assert attacked(later, "04.04", "6GTC").parts == ()
