"""A combat of Red Parachutes until its dice have fallen: surprise, morale, leaders, the result."""

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.attacks import (
    AM,
    NIGHT,
    NOON,
    TARGET,
    attacking,
    battle,
    bound,
    combat,
    declared,
    fought_at,
    planned,
    reached,
    shown,
)
from tests.rules.kanev43.sketches import allowed, done, refused

from grognard.decisions import total
from grognard.games.kanev43.battle import fight_of
from grognard.games.kanev43.forecast import chances, columns, forecast_panel, possible_cover
from grognard.games.kanev43.leading import is_near
from grognard.games.kanev43.morale import failing
from grognard.games.kanev43.plan import Levels, may_surprise
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn
from grognard.steps import Roll

INFANTRY = "57ID-I/179"
RIFLES = "unit 309RD-955 0404\n"
ONE = f"unit {INFANTRY} 0403\n" + RIFLES
GUNS = "unit 57ID-I/AR 0401\nunit 57ID-IV/AR 0401\n"


def made(pos: Pos, *units: str, dice: tuple[int, ...] = ()) -> Pos:
    """An attack is made by these units; the game halts before dice that are not given."""
    return bound(attacking(declared(pos), *units), dice)


def due(pos: Pos) -> str:
    """The dice that are to be thrown next."""
    assert isinstance(pos.top, Roll)
    return pos.top.name


# --- surprise ---------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "CBT-6", "CRT-7", "R-47")
@pytest.mark.parametrize(
    ("turn", "guns", "tried"),
    [(AM, 0, True), (AM, 1, True), (AM, 2, False), (NIGHT, 1, True), (NOON, 0, False),
     (3, 1, False)],
)  # fmt: skip
def test_when_surprise_is_tried(turn: int, guns: int, tried: bool) -> None:
    """In AM and Night turns, by itself, with one supporting battery at most."""
    pos = reached(declared(combat(ONE + GUNS, turn=turn)), "offensive support")
    for gun in ("57ID-I/AR", "57ID-IV/AR")[:guns]:
        pos = pos.apply(f"support {gun}")
    pos = bound(attacking(pos, INFANTRY))
    assert (due(pos) == "surprise") is tried
    assert may_surprise(pos, battle(pos).plan) is tried


DEFENDED = "unit 57ID-I/179 0404\nunit 57ID-I/AR 0401\nunit 309RD-955 0405\n"


def surprised(die: int) -> Pos:
    """A Soviet morning attack on a battalion whose battery was to help."""
    pos = reached(declared(combat(DEFENDED, SOVIET, AM)), "defensive support")
    pos = done(pos, "support 57ID-I/AR", "done")
    return bound(attacking(pos, "309RD-955"), (die,))


@pytest.mark.rule("kanev43", "CBT-7", "R-47")
def test_a_surprise() -> None:
    """On a 2 the battery is void and throws no die for ammunition; the odds rise one level."""
    pos = surprised(2)
    assert total(fought_at(pos).defence) == 5
    assert {part.rule: part.amount for part in fought_at(pos).levels}["CRT-7"] == 1
    assert fight_of(pos, battle(pos).plan).cover == ()


@pytest.mark.rule("kanev43", "CBT-8")
def test_no_surprise() -> None:
    """On a 3 it counts, and the odds stay."""
    pos = surprised(3)
    assert total(fought_at(pos).defence) == 10
    assert "CRT-7" not in {part.rule for part in fought_at(pos).levels}
    assert fight_of(pos, battle(pos).plan).cover == ("57ID-I/AR",)


# --- morale -----------------------------------------------------------------------------------


#: Attackers of morale 3 and 4 in one hex.
MIXED = "unit 255ID-I/455 0403\nunit 57ID-I/179 0403\n" + RIFLES
BOTH = ("255ID-I/455", INFANTRY)


@pytest.mark.rule("kanev43", "CBT-18")
def test_choosing_a_level() -> None:
    """With morales 3 and 4 a player may choose 3 or 4, and not 5."""
    pos = made(combat(MIXED), *BOTH)
    assert pos.side == AXIS
    assert allowed(pos, "choose") == {"3", "4"}
    assert refused(pos, "choose", "5") == "CBT-18"


@pytest.mark.rule("kanev43", "R-50")
def test_levels_are_secret_until_both_are_chosen() -> None:
    """The attacker's choice is not in the defender's view; then both are told."""
    text = MIXED + "unit 253RD-979 0404\n"  # morales 4 and 3
    pos = made(combat(text), *BOTH)
    low, high = (pos.apply(f"choose {level}", chance="stop") for level in (3, 4))
    assert low.side == SOVIET
    assert low.view(SOVIET) == high.view(SOVIET)
    assert low.view(None) == high.view(None)
    assert low.view(AXIS) != high.view(AXIS)
    assert low.events == high.events
    both = high.apply("choose 3", chance="stop")
    assert battle(both).plan.levels == Levels(4, 3)
    told = [event for event in both.events if event.kind == "morale"]
    assert str(told[0]) == "Morale 4 against 3 at 0404."


@pytest.mark.rule("kanev43", "R-50")
def test_guns_in_support_choose_no_level() -> None:
    """Only ground units count; a unit of current morale 3 is demoralised at 4."""
    text = f"unit {INFANTRY} 0403 order=demoralised\nunit XXIV-Werfer 0402\n" + RIFLES
    pos = reached(declared(combat(text)), "offensive support")
    pos = done(pos, "support XXIV-Werfer", "done")
    assert battle(bound(attacking(pos, INFANTRY))).plan.levels == Levels(3, 4)


@pytest.mark.rule("kanev43", "CBT-19", "R-50")
def test_one_die_for_each_side() -> None:
    """Thrown only where somebody is below the level."""
    pos = made(combat(MIXED), *BOTH)
    assert due(pos.apply("choose 4", chance="stop")) == "morale"
    assert due(pos.apply("choose 3", chance="stop")) == "combat"
    three = MIXED + "unit 255ID-II/455 0403\n"
    pos = combat(three)
    plan = planned(pos, *BOTH, "255ID-II/455", levels=Levels(4, 4))
    assert failing(pos, plan, AXIS, 2) == {"255ID-I/455", "255ID-II/455"}
    assert failing(pos, plan, AXIS, 3) == frozenset()


@pytest.mark.rule("kanev43", "CBT-20")
@pytest.mark.parametrize(
    ("die", "who"), [(3, {"two", "four"}), (5, set()), (2, {"one", "two", "four"})]
)
def test_who_fails(die: int, who: set[str]) -> None:
    """Die 3: one below passes, two and four below fail; die 5 fails nobody."""
    pieces = {"best": 6, "one": 5, "two": 4, "four": 2}
    text = "".join(
        f"piece {name} like 57ID-I/179 morale={value}\nunit {name} 0403\n"
        for name, value in pieces.items()
    )
    pos = combat(text + RIFLES)
    plan = planned(pos, *pieces, levels=Levels(6, 4))
    assert failing(pos, plan, AXIS, die) == who


@pytest.mark.rule("kanev43", "CBT-21", "R-49")
def test_failed_attackers_leave_the_attack() -> None:
    """They add no strength and get no result, but have used up their attack and their rest."""
    pos = made(combat(MIXED), *BOTH).apply("choose 4", dice=(2,), chance="stop")
    fought = battle(pos)
    assert fought.plan.attackers == (INFANTRY,)
    assert total(fought_at(pos).attack) == 4
    fight = fight_of(pos, fought.plan)
    assert (fight.attackers, fight.failed) == ((INFANTRY,), ("255ID-I/455",))
    assert pos.within(CombatPhase).fought == set(BOTH)
    assert pos.within(PlayerTurn).stirred == set(BOTH)


@pytest.mark.rule("kanev43", "R-49", "ART-10")
def test_failed_attackers_let_no_support_in() -> None:
    """Nor do they keep tanks company."""
    many = "".join(f"piece G{n} like 57ID-IV/AR\nunit G{n} 0401\n" for n in range(3))
    pos = reached(declared(combat(MIXED + many)), "offensive support")
    pos = done(pos, *(f"support G{n}" for n in range(3)), "done")
    pos = bound(attacking(pos, *BOTH)).apply("choose 4", dice=(1,), chance="stop")
    assert total(fought_at(pos).attack) == 4 + 8


@pytest.mark.rule("kanev43", "CBT-21")
def test_failed_defenders_stay_with_half() -> None:
    """Defence 6 and 6 with one that fails: 6 and 3."""
    pos = made(combat(ONE + "unit 253RD-979 0404\n"), INFANTRY)
    pos = pos.apply("choose 4", dice=(2,), chance="stop")
    assert total(fought_at(pos).defence) == 6 + 3
    fight = fight_of(pos, battle(pos).plan)
    assert set(fight.defenders) == {"309RD-955", "253RD-979"}
    assert fight.failed == ("253RD-979",)


# --- odds and dice ----------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-07", "CBT-15")
def test_an_attack_is_called_off() -> None:
    """Below the lowest odds once defensive support counts: no dice, but ammunition is spent and
    the attackers have attacked.
    """
    text = """
        piece weak like 309RD-955 attack=1
        piece G1 like 57ID-I/AR
        unit weak 0405
        unit 309RD-AR 0406 lost=1
        unit 57ID-I/179 0404
        unit G1 0401
        unit 57ID-I/AR 0401
        terrain hill 0404
        unit 309RD-957 0801
        unit 112ID-Pi 0802
    """
    pos = reached(declared(combat(text, SOVIET), TARGET, "0802"), "defensive support")
    pos = done(pos, "support G1", "support 57ID-I/AR", "done", "support 309RD-AR", "done")
    pos = attacking(pos, "weak")
    over = pos.apply("commit", chance="stop")  # 1 and 2 against 5 and 5
    assert not [event for event in over.events if event.kind == "combat"]
    assert any("called off" in str(event) for event in over.events)
    assert over.unit("309RD-AR").salvoes == 1
    assert over.unit("57ID-I/AR").salvoes == over.unit("G1").salvoes == 2
    assert over.within(PlayerTurn).stirred == {"weak", "309RD-AR"}


@pytest.mark.rule("kanev43", "R-48")
def test_the_order_of_a_combat() -> None:
    """Surprise, morale of the attacker, of the defender, leaders, then the combat dice."""
    text = MIXED + "unit 253RD-979 0404\nunit L-57ID 0403\nunit L-309RD 0404\n"
    pos = reached(declared(combat(text, turn=AM)), "defending leaders")
    pos = done(pos, f"choose L-309RD {TARGET}", "done", f"choose L-57ID {TARGET}", "done")
    pos = attacking(pos, *BOTH)
    assert due(bound(pos)) == "surprise"
    pos = bound(pos, (6,))
    assert pos.top.tag == "morale level"
    pos = done(pos, "choose 4")
    pos = pos.apply("choose 4", chance="stop")
    names = []
    for face in (6, 6, 1, 1):
        names.append((due(pos), getattr(pos.top, "side", "")))
        pos = pos.roll(face)
    assert names == [("morale", AXIS), ("morale", SOVIET), ("leader in combat", SOVIET),
                     ("leader in combat", AXIS)]  # fmt: skip
    assert due(pos) == "combat"


@pytest.mark.rule("kanev43", "CRT-2", "CBT-14")
def test_the_result_is_read() -> None:
    """12 against 6 in the clear, morale even: dice 7 at 2:1 read 2d/1."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    pos = made(combat(text), "twelve")
    assert due(pos) == "combat"
    assert fought_at(pos).column == 5
    after = pos.roll(3).roll(4)
    told = [event for event in after.events if event.kind == "combat"]
    words = "A roll of 7 at 2:1, 2d/1: attacker 2 casualties and disrupted, defender 1 casualty."
    assert str(told[0]) == words
    assert battle(after).result == pos.game.charts.result(5, 7)


# --- leaders ----------------------------------------------------------------------------------


LED = ONE + "unit L-57ID 0402\n"


@pytest.mark.rule("kanev43", "LDR-15")
@pytest.mark.parametrize(("place", "near"), [("0403", True), ("0402", True), ("0401", False)])
def test_who_is_near_enough(place: str, near: bool) -> None:
    """Stacked with or next to a unit of his formation in the combat; two hexes away: no roll."""
    pos = combat(ONE + f"unit L-57ID {place}\n")
    assert is_near(pos, "L-57ID", (INFANTRY,)) is near
    named = reached(declared(pos), "attacking leaders" if near else "resolving")
    assert (f"L-57ID {TARGET}" in allowed(named, "choose")) is near


@pytest.mark.rule("kanev43", "LDR-15")
def test_a_leader_of_others_does_not_help() -> None:
    """Nor one whose unit is treated as unassigned, nor one who has left before the combat."""
    pos = combat(ONE + "unit L-112ID 0403\n")
    assert not is_near(pos, "L-112ID", (INFANTRY,))
    pos = combat(LED.replace("0403\n", "0403 unassigned=true\n", 1))
    assert not is_near(pos, "L-57ID", (INFANTRY,))
    pos = reached(declared(combat(LED)), "attacking leaders")
    pos = done(pos, f"choose L-57ID {TARGET}", "done")
    hand = pos.game.hand(pos)
    hand.put("L-57ID", "0801")
    assert due(bound(attacking(pos.game.hand(hand.now).begin(), INFANTRY))) == "combat"
    assert due(bound(attacking(pos, INFANTRY))) == "leader in combat"


@pytest.mark.rule("kanev43", "LDR-16")
def test_two_combats_for_a_leader() -> None:
    """A third is refused."""
    text = LED + "unit 309RD-957 0303\nunit 309RD-959 0503\n"
    pos = reached(declared(combat(text), TARGET, "0303", "0503"), "attacking leaders")
    pos = done(pos, f"choose L-57ID {TARGET}", "choose L-57ID 0303")
    assert refused(pos, "choose", "L-57ID 0503") == "LDR-16"
    assert "L-57ID 0503" in allowed(pos.apply("release L-57ID"), "choose")


@pytest.mark.rule("kanev43", "R-57")
def test_one_leader_of_a_side_in_a_combat() -> None:
    """The defender names his first; names are open."""
    text = LED + "unit 112ID-I/110 0303\nunit L-112ID 0303\nunit L-309RD 0404\n"
    pos = declared(combat(text))
    assert pos.top.tag == "defending leaders"
    pos = done(pos, f"choose L-309RD {TARGET}", "done")
    assert pos.top.tag == "attacking leaders"
    assert "L-309RD" in str(pos.view(AXIS).agenda)
    pos = pos.apply(f"choose L-57ID {TARGET}")
    assert refused(pos, "choose", f"L-112ID {TARGET}") == "R-57"
    pos = pos.apply("done")
    assert pos.within(CombatPhase).leaders == {TARGET: ("L-309RD", "L-57ID")}


@pytest.mark.rule("kanev43", "CBT-29", "LDR-17", "CRT-10")
@pytest.mark.parametrize(("die", "helps"), [(3, True), (4, False)])
def test_a_leaders_die(die: int, helps: bool) -> None:
    """Tactical 3: die 3 works, die 4 does not."""
    pos = reached(declared(combat(LED)), "attacking leaders")
    pos = bound(attacking(done(pos, f"choose L-57ID {TARGET}", "done"), INFANTRY), (die,))
    assert battle(pos).plan.led == (("L-57ID",) if helps else ())
    after = pos.roll(3).roll(4)
    assert total(fought_at(after).levels) == (1 if helps else 0)


@pytest.mark.rule("kanev43", "LDR-17", "R-57")
def test_a_defending_leader_lowers_the_odds() -> None:
    """And both cancel."""
    text = LED + "unit L-309RD 0404\n"
    pos = reached(declared(combat(text)), "defending leaders")
    pos = done(pos, f"choose L-309RD {TARGET}", "done")
    alone = bound(attacking(reached(pos, "resolving"), INFANTRY), (1,))
    assert total(fought_at(alone.roll(3).roll(4)).levels) == -1
    both = done(pos, f"choose L-57ID {TARGET}", "done")
    pos = bound(attacking(both, INFANTRY), (1, 1))
    assert total(fought_at(pos.roll(3).roll(4)).levels) == 0


# --- what may be expected ---------------------------------------------------------------------


@pytest.mark.rule("kanev43", "CRT-2", "R-48")
def test_chances_without_dice_on_the_way() -> None:
    """At noon, morale even: the 36 throws of one column."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    pos = combat(text)
    plan = planned(pos, "twelve")
    assert columns(pos, plan) == {5: 1}
    found = {result.text: weight for result, weight in chances(pos, plan).items() if result}
    assert sum(found.values()) == 36
    assert found["2d/1"] == 5 + 6 + 1  # dice 6, 7 and 12 of the 2:1 column in the clear


@pytest.mark.rule("kanev43", "CRT-2")
def test_the_panel_says_what_chances_come_to() -> None:
    """The best result comes first; casualties are those of the 36 throws on average."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    pos = combat(text)
    plan = planned(pos, "twelve")
    panel = forecast_panel(pos, plan)
    goods = [chance.good for chance in panel.chances]
    assert goods == sorted(goods, reverse=True)
    read, throws = pos.game.charts.result, [(a, b) for a in range(1, 7) for b in range(1, 7)]
    lost = [read(5, sum(dice)) for dice in throws]
    sums = {row.label: row.value for row in panel.sums}
    assert sums["casualties you take"] == f"{sum(r.attacker.casualties for r in lost) / 36:.2f}"
    assert sums["casualties he takes"] == f"{sum(r.defender.casualties for r in lost) / 36:.2f}"


@pytest.mark.rule("kanev43", "CBT-7", "R-47")
def test_chances_with_surprise() -> None:
    """12 against 6 in the morning: one time in three 3:1."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    pos = combat(text, turn=AM)
    assert columns(pos, planned(pos, "twelve")) == {6: Fraction(1, 3), 5: Fraction(2, 3)}


@pytest.mark.rule("kanev43", "CBT-6", "CBT-7", "CRT-7")
def test_the_panel_says_what_surprise_may_add() -> None:
    """The column leaves it out, so a row has it, with its rule; at noon there is none."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    told = {}
    for turn in (AM, NOON):
        pos = combat(text, turn=turn)
        rows = forecast_panel(pos, planned(pos, "twelve")).rows
        told[turn] = [(r.value, r.rule) for r in rows if r.label == "Surprise may add"]
    assert told == {AM: [("+1 on 1 to 2", "CBT-7")], NOON: []}


@pytest.mark.rule("kanev43", "CBT-7", "CBT-8", "R-48")
@pytest.mark.parametrize(("surprise", "column"), [(True, 6), (False, 5)])
def test_chances_after_the_die_of_surprise(surprise: bool, column: int) -> None:
    """Once it has been thrown nothing is open any more, and the panel has no row for it."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    pos = combat(text, turn=AM)
    plan = replace(planned(pos, "twelve"), surprise=surprise)
    assert columns(pos, plan, thrown=True) == {column: 1}
    panel = forecast_panel(pos, plan, secret=False)
    assert "Surprise may add" not in {row.label for row in panel.rows}
    assert sum(chance.weight for chance in panel.chances) == 36


@pytest.mark.rule("kanev43", "CBT-20", "R-49", "R-50")
def test_chances_with_failing_morale() -> None:
    """Twelve and twelve against six: 4:1 at best; one of them a level below fails on 1 or 2."""
    text = (f"piece twelve like {INFANTRY} attack=12\npiece other like 255ID-I/455 attack=12\n"
            "unit twelve 0403\nunit other 0403\n") + RIFLES  # fmt: skip
    pos = combat(text)
    plan = planned(pos, "twelve", "other")
    assert columns(pos, plan) == {5: Fraction(1, 3), 7: Fraction(2, 3)}


@pytest.mark.rule("kanev43", "LDR-17", "R-57")
def test_chances_with_leaders() -> None:
    """Tactical 3 helps half the time, and as often does the other's."""
    text = f"piece twelve like {INFANTRY} attack=12\nunit twelve 0403\n" + RIFLES
    pos = combat(text + "unit L-57ID 0403\nunit L-309RD 0404\n")
    one = planned(pos, "twelve", leaders=("L-57ID",))
    assert columns(pos, one) == {6: Fraction(1, 2), 5: Fraction(1, 2)}
    two = planned(pos, "twelve", leaders=("L-57ID", "L-309RD"))
    assert columns(pos, two) == {4: Fraction(1, 4), 5: Fraction(1, 2), 6: Fraction(1, 4)}


@pytest.mark.rule("kanev43", "R-07")
def test_chances_of_being_called_off() -> None:
    """One attacker against 5 on a hill: it is off if the other, of 12, fails."""
    text = (f"piece weak like {INFANTRY} attack=1\npiece other like 255ID-I/455 attack=12\n"
            "terrain hill 0404\nunit weak 0403\nunit other 0403\n") + RIFLES  # fmt: skip
    pos = combat(text)
    found = chances(pos, planned(pos, "weak", "other"))
    assert Fraction(found[None], sum(found.values())) == Fraction(1, 3)


@pytest.mark.rule("kanev43", "SOP-15", "CBT-10")
def test_the_panel_does_not_tell_what_was_written() -> None:
    """The attacker is shown how much support there can be; it is the same whatever there is."""
    pos = reached(declared(combat(DEFENDED, SOVIET)), "defensive support")
    none, some = (done(pos, *words, "done") for words in ((), ("support 57ID-I/AR",)))
    panels = [attacking(p, "309RD-955").panel for p in (none, some)]
    assert panels[0] == panels[1]
    rows = shown(attacking(none, "309RD-955"))
    assert rows["Defence"] == "5 to 10"
    assert rows["Column"] == "1:2 to 1:1"
    assert possible_cover(pos, planned(pos, "309RD-955")) == 5


@pytest.mark.rule("kanev43", "CBT-11", "CBT-12")
def test_the_panel_equals_the_combat() -> None:
    """What is shown before an attack is what is fought."""
    pos = attacking(declared(combat(ONE)), INFANTRY)
    rows, odds = shown(pos), fought_at(bound(pos))
    assert rows["Attack"] == str(total(odds.attack)) == "4"
    assert rows["Defence"] == str(total(odds.defence)) == "6"
    assert rows["Column"] == pos.game.charts.heading(odds.row, odds.column) == "1:2"
