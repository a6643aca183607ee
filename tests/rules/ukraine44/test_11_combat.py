"""11.1 to 11.6: who attacks whom, and at what odds. Modifiers, results and forecasts have
their own files.
"""

import pytest
from tests.rules.ukraine44.play import attack, combat, denied, fight, offered

from grognard.decisions import Event
from grognard.games.ukraine44.combat import Attack, Combat, column_and_bonus, odds_text
from grognard.games.ukraine44.losses import attack_of, defence_of
from grognard.games.ukraine44.state import Pos
from grognard.games.ukraine44.victory import soviet_losses
from grognard.testing import sketch

SLUG = "ukraine44"

#: The Combat Results Table as RULINGS.md prints it.
COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
TABLE = {
    1: ["5/0", "4/0", "4/1", "3/1", "3/1", "2/1"],
    2: ["4/0", "4/1", "3/1", "3/1", "2/1", "2/2"],
    3: ["4/1", "3/1", "3/1", "2/1", "2/2", "1/2"],
    4: ["3/1", "3/1", "2/1", "2/2", "1/2", "1/3R"],
    5: ["3/1", "2/1", "2/2", "1/2", "1/3R", "1/4R"],
    6: ["2/1", "2/2", "1/2", "1/3R", "1/4R", "1/5R"],
}

#: A panzer division, two Soviet corps next to it, and a third that is not.
GROUP = """
    board 9 x 7
    unit 1ssPz 04.04
    unit 6GTC 04.03
    unit 7GTC 05.04
    unit 9MC 04.01
    phase combat soviet
"""


def verbs(pos: Pos) -> set[str]:
    return {action.verb for action in pos.actions()}


def duel(attackers: int, defence: int, die: int) -> Event:
    """A sole Soviet attacker of one strength against a German of another, by the rules."""
    text = f"""
        board 9 x 7
        option fog=false
        piece Red like 6GTC attack={attackers} defence=40
        piece Grey like 1ssPz defence={defence}
        unit Red 04.03
        unit Grey 04.04
        phase combat soviet
    """
    return combat(fight(sketch(SLUG, text), "04.04", "Red", dice=die))


# --- 11.1, 11.2  attacking --------------------------------------------------------------


@pytest.mark.rule(SLUG, "11.1-2")
def test_nobody_has_to_attack() -> None:
    """With enemies in contact the phase may still end, and an attack may be called off as long
    as it is only being put together.
    """
    pos = sketch(SLUG, GROUP)
    assert pos.why_not("done") is None
    pos = attack(pos, "04.04", "6GTC").apply("cancel")
    assert pos.why_not("done") is None
    assert pos.within(Combat).fought == frozenset()
    assert pos.why_not("target 04.04") is None


@pytest.mark.rule(SLUG, "11.2-1")
def test_attackers_stand_next_to_the_defender() -> None:
    """One or several formations next to an enemy attack it; one that is not next to it may
    not take part, nor may an enemy.
    """
    pos = sketch(SLUG, GROUP).apply("target 04.04")
    assert "commit" not in verbs(pos)
    assert denied(pos, "attack 9MC") == "11.2-1"
    assert denied(pos, "attack 1ssPz") == "11.2-1"
    alone = pos.apply("attack 6GTC")
    assert alone.why_not("commit") is None
    both = alone.apply("attack 7GTC").apply("commit", dice=[1])
    assert both.within(Combat).fought == {"6GTC", "7GTC"}


@pytest.mark.rule(SLUG, "11.2-1")
@pytest.mark.parametrize("hex_", ["04.03", "02.02", "04.06"])
def test_only_enemies_in_contact_are_targets(hex_: str) -> None:
    """No attack on friends, on empty hexes, or on enemies that nobody stands next to."""
    pos = sketch(SLUG, f"{GROUP}\nunit 1Pz 04.06")
    assert offered(pos, "target") == {"04.04"}
    assert denied(pos, f"target {hex_}") == "11.2-1"


@pytest.mark.rule(SLUG, "11.2-2", "C18")
def test_a_formation_is_attacked_once() -> None:
    """Who has been attacked is not attacked again this turn, by fresh formations neither."""
    pos = fight(sketch(SLUG, GROUP), "04.04", "6GTC", dice=4)
    assert pos.unit("1ssPz").at == "04.04"
    assert denied(pos, "target 04.04") == "11.2-2"


@pytest.mark.rule(SLUG, "11.2-2", "C18")
def test_a_retreat_does_not_make_it_a_new_target() -> None:
    """A defender that retreated next to a fresh enemy is safe for the phase. The enemy there
    is isolated: it has no zone to keep the defender away, but could attack.
    """
    text = """
        board 9 x 7
        piece Red like 6GTC attack=32 defence=9
        unit Red 04.03
        unit 7GTC 04.06 supply=isolated
        unit 1ssPz 04.04
        phase combat soviet
    """
    pos = fight(sketch(SLUG, text), "04.04", "Red", dice=4)
    pos = pos.apply("retreat 04.05").apply("pass")
    assert pos.unit("1ssPz").at == "04.05"
    assert denied(pos, "target 04.05") == "11.2-2"


@pytest.mark.rule(SLUG, "11.2-3", "11.2-4", "C18")
def test_an_attacker_has_one_target() -> None:
    """While an attack is open no other begins; a formation is in it once, and having fought
    it fights nobody else this turn, whether it advanced or not.
    """
    text = f"{GROUP}\nunit 1Pz 03.03"
    pos = attack(sketch(SLUG, text), "04.04", "6GTC")
    assert pos.why_not("target 03.03") is not None
    assert denied(pos, "attack 6GTC") == "11.2-3"
    pos = pos.apply("commit", dice=[4])
    assert denied(pos, "target 03.03") == "11.2-1"
    assert "6GTC" not in {action.arg for action in pos.actions()}


@pytest.mark.rule(SLUG, "11.2-4", "C18")
@pytest.mark.parametrize("advance", ["select Red", "pass"])
def test_an_attacker_fights_once(advance: str) -> None:
    """After its combat a formation joins no other attack, from its old hex or its new one."""
    text = """
        board 9 x 7
        piece Red like 6GTC attack=32 defence=9
        unit Red 04.03
        unit 7GTC 05.05
        unit 1ssPz 04.04 lost=7
        unit 1Pz 05.04
        phase combat soviet
    """
    pos = fight(sketch(SLUG, text), "04.04", "Red", dice=4).apply(advance)
    pos = pos.apply("target 05.04")
    assert denied(pos, "attack Red") == "11.2-4"
    assert pos.why_not("attack 7GTC") is None


# --- 11.3, 11.4  strength and order -----------------------------------------------------


@pytest.mark.rule(SLUG, "11.3-1")
def test_attackers_use_their_whole_strength() -> None:
    """The strength of an attack is the sum of what its formations have; nothing can be held
    back.
    """
    pos = attack(sketch(SLUG, GROUP), "04.04", "6GTC", "7GTC")
    assert verbs(pos) == {"release", "commit", "cancel"}
    assert pos.panel is not None
    strength = pos.panel.rows[0]
    assert [part.amount for part in strength.parts] == [8, 8]
    assert strength.value == "16"


@pytest.mark.rule(SLUG, "11.3-1")
def test_attackers_may_be_released_again() -> None:
    """Nothing binds before the attack is committed."""
    pos = attack(sketch(SLUG, GROUP), "04.04", "6GTC", "7GTC").apply("release 6GTC")
    assert pos.within(Attack).units == ("7GTC",)
    assert pos.why_not("attack 6GTC") is None


@pytest.mark.rule(SLUG, "11.3-2", "C6")
@pytest.mark.parametrize(
    ("unit", "side", "why"),
    [
        ("8/60A 04.03 lost=3", "soviet", "a 3-4 with 3 losses"),
        ("Gar-Ternopol 04.03", "axis", "a garrison of attack 0"),
    ],
)
def test_without_strength_there_is_no_attack(unit: str, side: str, why: str) -> None:
    """A formation with attack strength 0 has no target."""
    enemy = "1ssPz" if side == "soviet" else "6GTC"
    text = f"board 9 x 7\noption fog=false\nunit {unit}\nunit {enemy} 04.04\nphase combat {side}"
    pos = sketch(SLUG, text)
    assert verbs(pos) == {"done"}, why
    assert denied(pos, "target 04.04") == "11.3-2"


@pytest.mark.rule(SLUG, "11.3-2")
def test_a_step_left_to_attack_with_is_enough() -> None:
    """With strength 1 a formation attacks."""
    text = "board 9 x 7\nunit 8/60A 04.03 lost=2\nunit 1ssPz 04.04\nphase combat soviet"
    assert attack(sketch(SLUG, text), "04.04", "8/60A").why_not("commit") is None


@pytest.mark.rule(SLUG, "Z3")
def test_isolated_formations_attack_halved() -> None:
    """Without a zone of its own an isolated formation attacks all the same, halved, and over the
    Dniester only where its zone would reach; by the other reading it never attacks.
    """
    text = "board 9 x 7\nunit 9MC 04.03 supply=isolated\nunit 1ssPz 04.04\nphase combat soviet"
    pos = attack(sketch(SLUG, text), "04.04", "9MC")
    assert pos.panel is not None
    assert pos.panel.rows[0].value == "4"  # half of 7, rounded up
    assert pos.why_not("commit") is None
    river = sketch(SLUG, f"{text}\nhexside dniester 04.03/04.04")
    assert denied(river, "target 04.04") == "11.2-1"
    never = sketch(SLUG, f"{text}\noption isolated_attack=false")
    assert denied(never, "target 04.04") == "Z3"
    assert offered(never, "target") == set()


@pytest.mark.rule(SLUG, "11.3-3")
def test_without_strength_it_neither_flanks_nor_bleeds() -> None:
    """A formation of strength 0 opposite an attacker makes no flanking attack, and takes none
    of the losses.
    """
    text = """
        board 9 x 7
        option fog=false
        unit 6GTC 04.03
        unit 8/60A 04.05 lost=3
        unit 1ssPz 04.04
        phase combat soviet
    """
    pos = attack(sketch(SLUG, text), "04.04", "6GTC")
    assert denied(pos, "attack 8/60A") == "11.3-2"
    after = pos.apply("commit", dice=[1])
    assert combat(after).parts == ()
    assert combat(after).facts["result"] == "4/1"
    assert after.unit("6GTC").lost == 4
    assert after.unit("8/60A").lost == 3
    strong = attack(sketch(SLUG, text.replace("lost=3", "lost=2")), "04.04", "6GTC", "8/60A")
    assert [part.rule for part in combat(strong.apply("commit", dice=[1])).parts] == ["11.12-4"]


@pytest.mark.rule(SLUG, "11.4-1")
@pytest.mark.parametrize("first", ["04.04", "04.07"])
def test_combats_in_any_order(first: str) -> None:
    """Combats are named and resolved one by one, in the order that the attacker likes; what he
    attacks next may depend on what came of the last.
    """
    text = f"{GROUP}\nunit 10GTC 04.08\nunit 1Pz 04.07"
    attackers = {"04.04": "6GTC", "04.07": "10GTC"}
    second = next(hex_ for hex_ in attackers if hex_ != first)
    pos = fight(sketch(SLUG, text), first, attackers[first], dice=2)
    assert pos.within(Combat).fought == {attackers[first]}
    assert pos.why_not("done") is None
    pos = fight(pos, second, attackers[second], dice=2)
    assert pos.within(Combat).fought == set(attackers.values())


# --- 11.5  steps ------------------------------------------------------------------------

SEVEN_EIGHT = """
    board 9 x 7
    option fog=false
    piece X like 6GTC attack=7 defence=8
    piece Grey like 1ssPz attack={attack} defence=20
    unit X 04.03 lost={lost}
    unit Grey 04.04
    phase combat {side}
"""


@pytest.mark.rule(SLUG, "11.5-1")
def test_losses_lower_both_values() -> None:
    """A 7-8 formation with 2 losses is a 5-6."""
    pos = sketch(SLUG, SEVEN_EIGHT.format(attack=8, lost=2, side="soviet"))
    assert (attack_of(pos, "X"), defence_of(pos, "X")) == (5, 6)
    assert combat(fight(pos, "04.04", "X", dice=1)).facts["odds"] == "1-4"
    axis = sketch(SLUG, SEVEN_EIGHT.format(attack=18, lost=2, side="axis"))
    assert combat(fight(axis, "04.03", "Grey", dice=1)).facts["odds"] == "3-1"


@pytest.mark.rule(SLUG, "C6")
def test_attack_does_not_fall_below_zero() -> None:
    """A 2-5 formation with 3 losses has attack 0 and defence 2."""
    text = "board 9 x 7\npiece X like 8/60A attack=2 defence=5\nunit X 04.03 lost=3"
    pos = sketch(SLUG, text)
    assert (attack_of(pos, "X"), defence_of(pos, "X")) == (0, 2)


@pytest.mark.rule(SLUG, "11.5-2", "11.5-3")
def test_losses_equal_to_its_defence_eliminate() -> None:
    """A 7-8 formation with 6 losses that takes 2 more is gone at once, and kept for the count."""
    text = SEVEN_EIGHT.format(attack=8, lost=6, side="axis")
    pos = fight(sketch(SLUG, text), "04.03", "Grey", dice=2)
    assert combat(pos).facts["result"] == "2/2"
    assert pos.unit("X").at == "dead"
    assert "eliminated" in {event.kind for event in pos.events}
    assert [part.amount for part in soviet_losses(pos)] == [8]


@pytest.mark.rule(SLUG, "11.5-2")
def test_one_step_less_does_not_eliminate() -> None:
    """With 7 of 8 steps lost a formation stays on the map."""
    text = SEVEN_EIGHT.format(attack=12, lost=5, side="axis")
    pos = fight(sketch(SLUG, text), "04.03", "Grey", dice=2)
    assert (pos.unit("X").at, pos.unit("X").lost) == ("04.03", 7)


@pytest.mark.rule(SLUG, "11.5-4")
def test_the_marker_grows() -> None:
    """The losses of a second combat are added to those of the first: 2 and 3 are 5."""
    text = SEVEN_EIGHT.format(attack=24, lost=2, side="axis")
    pos = fight(sketch(SLUG, text), "04.03", "Grey", dice=4)
    assert combat(pos).facts["result"] == "1/3R"
    assert pos.unit("X").lost == 5


@pytest.mark.rule(SLUG, "11.5-5")
def test_losses_are_hidden_but_in_combat() -> None:
    """The enemy does not see how many steps were lost, except while the combat lasts."""
    text = """
        board 9 x 7
        unit 6GTC 04.03 lost=2
        unit 7GTC 05.04
        unit 1ssPz 04.04 lost=1
        phase combat soviet
    """

    def lost(pos: Pos, viewer: str, hex_: str) -> int | None:
        (counter,) = (c for c in pos.view(viewer).counters if c.at == hex_)
        found: int | None = counter.facts.get("lost")
        return found

    pos = attack(sketch(SLUG, text), "04.04", "6GTC", "7GTC")
    assert lost(pos, "axis", "04.03") is None
    assert lost(pos, "soviet", "04.04") is None
    assert lost(pos, "soviet", "04.03") == 2
    during = pos.apply("commit", dice=[1])  # the attacker is sharing out his losses
    assert during.top.tag == "losses"
    assert lost(during, "axis", "04.03") == 2
    assert lost(during, "soviet", "04.04") == 1
    after = during
    while after.top.tag == "losses":
        after = after.apply("lose 7GTC")
    assert after.unit("7GTC").lost
    assert lost(after, "axis", "05.04") is None
    assert lost(after, "soviet", "04.04") is None


# --- 11.6  odds -------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "11.6-1", "11.6-2")
@pytest.mark.parametrize(
    ("attackers", "defence", "odds"),
    [
        (12, 5, "2-1"),  # 2.4
        (29, 10, "2-1"),  # 2.9
        (10, 5, "2-1"),
        (9, 5, "1-1"),
        (8, 8, "1-1"),
        (7, 8, "1-2"),
        (4, 8, "1-2"),
        (3, 8, "1-3"),
    ],
)
def test_odds(attackers: int, defence: int, odds: str) -> None:
    """Attack is divided by defence, and a fraction favours the defender. A die of 6 tells the
    columns apart.
    """
    event = duel(attackers, defence, 6)
    assert event.facts["odds"] == odds
    assert event.facts["result"] == TABLE[6][COLUMNS.index(odds)]


@pytest.mark.rule(SLUG, "11.6-1")
def test_attackers_add_up() -> None:
    """All attackers count: 8 and 8 against 8 is 2-1."""
    pos = fight(sketch(SLUG, GROUP), "04.04", "6GTC", "7GTC", dice=1)
    assert combat(pos).facts["odds"] == "2-1"


@pytest.mark.rule(SLUG, "11.6-3", "C1")
def test_the_example_of_odds() -> None:
    """26 against 7 is 3-1, as the rules have it (3.71, where they print 3.61)."""
    event = duel(26, 7, 3)
    assert event.facts["odds"] == "3-1"
    assert event.facts["result"] == "2/2"


@pytest.mark.rule(SLUG, "C2")
@pytest.mark.parametrize(
    ("attackers", "defence", "text", "column", "beyond"),
    [
        (7, 8, "1-2", "1-2", 0),
        (5, 10, "1-2", "1-2", 0),
        (4, 10, "1-3", "1-3", 0),
        (3, 10, "1-4", "1-3", -1),
        (20, 5, "4-1", "4-1", 0),
        (25, 5, "5-1", "4-1", 1),
        (29, 5, "5-1", "4-1", 1),
    ],
)
def test_odds_below_even(attackers: int, defence: int, text: str, column: str, beyond: int) -> None:
    """Below even it is the defender who is divided by the attacker, rounded up: 7 against 8 is
    1-2, and 3 against 10 is 1-4, one step below the table.
    """
    pos = sketch(SLUG, "board 3 x 3")
    assert odds_text(attackers, defence) == text
    assert column_and_bonus(pos, attackers, defence) == (column, beyond)


@pytest.mark.rule(SLUG, "11.6-4")
@pytest.mark.parametrize(
    ("column", "attackers", "defence"),
    [
        ("1-3", 4, 12),
        ("1-2", 6, 12),
        ("1-1", 12, 12),
        ("2-1", 24, 12),
        ("3-1", 36, 12),
        ("4-1", 48, 12),
    ],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_die_and_column_give_the_result(
    column: str, attackers: int, defence: int, die: int
) -> None:
    """Every cell of the table is found by its odds and its die."""
    event = duel(attackers, defence, die)
    assert event.parts == ()
    assert event.dice == (die,)
    assert event.facts["result"] == TABLE[die][COLUMNS.index(column)]
