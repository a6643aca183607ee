"""1.5, 1.6, 5.2.1, 5.5, 7 The combat ratio: strengths, modifiers, declarations."""

import pytest
from tests.rules.korsun44.fights import (
    ARMOURED,
    DIVISION,
    GAME,
    NORTH,
    NORTH_EAST,
    SLUG,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    against,
    bound,
    column,
    do,
    field,
    of,
    prepared,
    reasons,
    strengths,
    unsaid,
    verbs,
)

from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos

# --- 1.5, 5.2.1  strengths and columns -------------------------------------------------------


@pytest.mark.rule(SLUG, "5.2.1-b")
def test_both_sides_are_counted() -> None:
    """Two units of 4 SPs with a battery of 5/3 attack 4 SPs in a forest: 13 against 4, and one
    modifier for the defender.
    """
    pos = field(f"unit S4 {NORTH}", f"unit 7G-XX {NORTH}", "unit 1Art-53A 0501",
                f"unit G4 {TARGET}", f"terrain forest {TARGET}")  # fmt: skip
    pos = bound(pos, TARGET, "S4", "7G-XX", guns=("1Art-53A",))
    assert strengths(pos) == (13, 4, 0, 1)
    assert column(pos) == "2:1", "3.25 is 3:1, less one"


@pytest.mark.rule(SLUG, "5.2.1-c", "5.2.1-d", "5.2.1-ex", "1.6-c", "13.1.2")
def test_the_worked_combat() -> None:
    """An armoured division of 17 SPs with a black star attacks 8 SPs in woods: 2:1, with two
    modifiers against one 3:1. The star may be left out, the woods may not.
    """
    units = [f"unit {unit} {NORTH}" for unit in ARMOURED]
    pos = field(*units, f"unit S4 {TARGET}", f"unit 7G-XX {TARGET}", f"terrain forest {TARGET}",
                side=GERMAN)  # fmt: skip
    pos = do(prepared(pos, TARGET, *ARMOURED), "commit")
    assert verbs(pos, "choose") == ["6-3 black"]
    used = do(pos, "choose 6-3 black", "done")
    assert strengths(used) == (17, 8, 2, 1)
    odds = used.within(Battle).odds
    assert odds is not None
    assert (GAME.charts.column(odds.before), column(used)) == ("2:1", "3:1")
    assert reasons(used) == {"13.1.2": 1, "15.1.3": 1, "5.5.1": -1}
    assert strengths(do(pos, "done")) == (17, 8, 1, 1)


@pytest.mark.rule(SLUG, "5.2.1-e")
def test_two_dice_once() -> None:
    """After all declarations."""
    pos = against()
    assert (pos.top.tag, getattr(pos.top, "dice", 0)) == ("roll", 2)
    after = pos.roll(3).roll(4)
    assert [event.dice for event in after.events if event.kind == "combat"] == [(3, 4)]


@pytest.mark.rule(SLUG, "C6")
def test_the_order_of_declarations() -> None:
    """What is committed cannot be taken back; then the defender names guns, then the attacker
    declares, then the defender.
    """
    pos = field(f"unit 6-3 {NORTH}", f"unit GPanc-XX {TARGET}", "unit 1Art-53A 0507", side=GERMAN)
    pos = do(prepared(pos, TARGET, "6-3"), "commit")
    assert (pos.side, pos.top.tag) == (SOVIET, "cover")
    assert verbs(pos, "cancel") == []
    pos = do(pos, "support 1Art-53A", "done")
    assert (pos.side, verbs(pos, "choose")) == (GERMAN, ["6-3 black"])
    pos = do(pos, "choose 6-3 black", "done")
    assert (pos.side, verbs(pos, "choose")) == (SOVIET, ["GPanc-XX black"])
    pos = do(pos, "choose GPanc-XX black", "done")
    assert strengths(pos) == (7, 8, 1, 1), "black stars of both sides live together (E20)"


@pytest.mark.rule(SLUG, "5.6.4", "C3")
def test_disorganised_units_have_half_their_strength() -> None:
    """5 SPs are 3 in attack and in defence, each counter rounded for itself."""
    pos = field(f"unit S5 {NORTH} recovers=999", f"unit S5w {NORTH} recovers=999",
                f"unit G5 {TARGET} recovers=999")  # fmt: skip
    assert strengths(bound(pos, TARGET, "S5", "S5w"))[:2] == (6, 3)


@pytest.mark.rule(SLUG, "10.2.2", "C3", "C4")
def test_want_halves_attack_and_not_defence() -> None:
    """Two units of 5 SPs attack with 6 and defend with all they have; disorganised as well they
    attack with 4.
    """
    pos = field(f"unit S5 {NORTH} want=1", f"unit S5w {NORTH} want=2", f"unit G5 {TARGET} want=3")
    assert strengths(bound(pos, TARGET, "S5", "S5w"))[:2] == (6, 5)
    both = field(f"unit S5 {NORTH} want=1 recovers=999", f"unit S5w {NORTH} want=1 recovers=999",
                 f"unit G5 {TARGET}")  # fmt: skip
    assert strengths(bound(both, TARGET, "S5", "S5w"))[0] == 4


@pytest.mark.rule(SLUG, "10.2.3", "10.2.3-ex", "10.2.5")
def test_a_unit_out_of_supply_may_push() -> None:
    """For one more level it attacks at full strength; the level rises before the dice. After a
    full move too it has risen by two.
    """
    pos = field(f"unit S5w {NORTH} want=2", f"unit G5 {TARGET}")
    pos = prepared(pos, TARGET, "S5w")
    pushed = unsaid(do(pos, "push S5w", "commit"))
    assert (strengths(pushed)[0], pushed.unit("S5w").want) == (5, 3)
    spared = unsaid(do(pos, "commit"))
    assert (strengths(spared)[0], spared.unit("S5w").want) == (3, 2)
    assert of(do(pos, "push S5w").why_not("push S5w")) == "10.2.3"
    full = field(f"unit S5 {NORTH}", f"unit G5 {TARGET}")
    assert of(prepared(full, TARGET, "S5").why_not("push S5")) == "10.2.3"


# --- 5.5  ground and water -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.5.1", "E15")
@pytest.mark.parametrize(
    ("ground", "expected"),
    [("", "2:1"), (f"terrain forest {TARGET}", "1:1"), (f"tag town {TARGET}", "1:1"),
     (f"terrain hills {TARGET}", "1:1"), (f"terrain wooded_hills {TARGET}", "1:2"),
     (f"terrain swamp {TARGET}", "2:1"), (f"tag city {TARGET}", "1:1")],
)  # fmt: skip
def test_ground_helps_the_defender(ground: str, expected: str) -> None:
    """8 against 4 SPs: clear ground and swamps nothing, hills, woods, towns and cities one."""
    assert column(against(*filter(None, [ground]), attack=8)) == expected


@pytest.mark.rule(SLUG, "5.5.2", "E15", "E33")
@pytest.mark.parametrize(
    ("lines", "modifiers"),
    [((f"hexside stream {NORTH}/{TARGET}",), 2), ((f"hexside river {NORTH}/{TARGET}",), 3),
     ((f"hexside river {NORTH}/{TARGET}", f"hexside bridge {NORTH}/{TARGET}"), 3), ((), 1)],
)  # fmt: skip
def test_ground_and_water_add_up(lines: tuple[str, ...], modifiers: int) -> None:
    """A forest behind a stream 2, behind a river 3, bridge or not."""
    assert strengths(against(f"terrain forest {TARGET}", *lines))[3] == modifiers


@pytest.mark.rule(SLUG, "5.5.3", "E13")
def test_the_strongest_hex_gives_the_ground() -> None:
    """5 SPs in the open and 4 in a forest: no modifier. Of equal hexes the defender chooses."""
    pos = field(f"unit S20 {NORTH}", f"unit G5 {TARGET}", "unit G4 0404", "terrain forest 0404",
                "state field_works=0404:german")  # fmt: skip
    assert strengths(bound(pos, f"{TARGET}+0404", "S20")) == (20, 9, 0, 0)
    pos = field(f"unit S20 {NORTH}", f"unit G5 {TARGET}", "unit G5w 0404", "terrain forest 0404",
                "state field_works=0404:german")  # fmt: skip
    pos = do(prepared(pos, f"{TARGET}+0404", "S20"), "commit")
    assert (pos.side, verbs(pos, "choose")) == (GERMAN, ["0404", TARGET])
    assert strengths(unsaid(do(pos, "choose 0404")))[3] == 2
    assert strengths(unsaid(do(pos, f"choose {TARGET}")))[3] == 0


@pytest.mark.rule(SLUG, "5.5.4", "E14")
def test_water_counts_for_more_than_half() -> None:
    """Of 20 SPs 10 across a stream are not enough, 11 are; guns do not count. River and stream
    each count for themselves.
    """

    def across(dry: int, wet: int, water: str = "stream") -> int:
        pos = field(f"unit S{dry} {SOUTH}", f"unit S{wet} {NORTH}", "unit 1Art-53A 0501",
                    f"unit G4 {TARGET}", f"hexside {water} {NORTH}/{TARGET}",
                    f"state field_works={SOUTH}:soviet,{NORTH}:soviet")  # fmt: skip
        return strengths(bound(pos, TARGET, f"S{dry}", f"S{wet}", guns=("1Art-53A",)))[3]

    assert (across(11, 9), across(9, 11), across(9, 11, "river")) == (0, 1, 2)
    assert across(5, 6) == 1
    even = field(f"unit S10 {SOUTH}", f"unit S10w {NORTH}", f"unit G4 {TARGET}",
                 f"hexside river {NORTH}/{TARGET}", f"hexside stream {SOUTH}/{TARGET}")  # fmt: skip
    assert strengths(bound(even, TARGET, "S10", "S10w"))[3] == 0


# --- 7  fortifications -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "7.1.10", "7.2.1", "E18")
@pytest.mark.parametrize(
    ("works", "ground", "modifiers"),
    [("field_works={}:german", "", 1), ("field_works={}:german", "tag town", 2),
     ("field_works={}:german", "tag city", 3), ("improved_works={}", "", 2),
     ("improved_works={}", "tag town", 3), ("improved_works={}", "tag city", 3)],
)  # fmt: skip
def test_works_help_the_defender(works: str, ground: str, modifiers: int) -> None:
    """Field fortifications 1, in a city 2; improved ones 2 everywhere; the ground on top."""
    lines = [f"state {works.format(TARGET)}", *([f"{ground} {TARGET}"] if ground else [])]
    assert strengths(against(*lines))[3] == modifiers


@pytest.mark.rule(SLUG, "E18")
def test_the_better_works_count() -> None:
    """Field and improved ones in one hex are not added."""
    both = (f"state field_works={TARGET}:german", f"state improved_works={TARGET}")
    assert strengths(against(*both))[3] == 2


@pytest.mark.rule(SLUG, "7.3.2", "7.3.3")
def test_fixed_positions_halve_the_attack() -> None:
    """20 SPs of units, guns and aircraft count 10, and the defender has 3 modifiers; in a group
    of its own the number that it has.
    """
    pos = field(f"unit S15 {NORTH}", "unit 1Art-53A 0501", f"unit G4 {TARGET}",
                f"tag fixed_position {TARGET}")  # fmt: skip
    assert strengths(bound(pos, TARGET, "S15", guns=("1Art-53A",))) == (10, 4, 0, 3)
    group = against(f"tag fixed_position {TARGET}", f"zone fixed_position:2 {TARGET}")
    assert strengths(group)[3] == 2


@pytest.mark.rule(SLUG, "7.3.4", "7.3.4-ex", "A6")
@pytest.mark.parametrize(("rear", "attack", "modifiers"), [(10, 23, 3), (11, 24, 1)])
def test_fixed_positions_can_be_turned(rear: int, attack: int, modifiers: int) -> None:
    """15 SPs across the line against 5 and 10 from the rear: Fixed Positions count; one more in
    the rear, and the defender is as in field fortifications. What comes across counts 8.
    """
    pos = field(f"unit S15 {NORTH}", f"unit S5 {SOUTH}", f"unit S{rear} {SOUTH_EAST}",
                f"unit G4 {TARGET}", f"tag fixed_position {TARGET}",
                f"hexside fixed_position {NORTH}/{TARGET} {NORTH_EAST}/{TARGET}")  # fmt: skip
    pos = bound(pos, TARGET, "S15", "S5", f"S{rear}")
    assert (strengths(pos)[0], strengths(pos)[3]) == (attack, modifiers)


# --- 6.6  guns in defence --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.6.1")
@pytest.mark.parametrize(("guns", "defence"), [(1, 7), (2, 10)])
def test_guns_beside_a_regular_unit_add_their_defence(guns: int, defence: int) -> None:
    """Infantry of 4 SPs with one battery of 5/3 defends with 7, with two with 10."""
    batteries = [f"unit {gun} {TARGET}" for gun in ("Art-VII", "Art-XI")[:guns]]
    assert strengths(against(*batteries))[1] == defence


@pytest.mark.rule(SLUG, "6.6.3", "6.6.1", "E26")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_guns_alone_defend_with_one(number: int) -> None:
    """However many they are; an HQ with them changes nothing."""
    guns = [f"unit {gun} {TARGET}" for gun in ("Art-VII", "Art-XI", "Art-III")[:number]]
    for more in ((), (f"unit HQ-VII {TARGET}",)):
        pos = bound(field(f"unit S4 {NORTH}", *guns, *more), TARGET, "S4")
        assert (strengths(pos)[1], column(pos)) == (1, "4:1")


@pytest.mark.rule(SLUG, "6.6.3-ex")
def test_cavalry_and_lone_guns_together() -> None:
    """5 SPs of cavalry and two lone batteries of 5/3 on another hex defend with 6; in attack they
    have 15; beside a regular unit the guns add 6.
    """
    guns = ("unit 1Art-53A 0404", "unit 2Art-53A 0404", f"unit 63-VC {TARGET}")
    pos = field(f"unit G20 {NORTH}", *guns, side=GERMAN)
    assert strengths(bound(pos, f"{TARGET}+0404", "G20"))[1] == 6
    more = field(f"unit G20 {NORTH}", *guns, "unit S4 0404", side=GERMAN)
    assert strengths(bound(more, f"{TARGET}+0404", "G20"))[1] == 5 + 6 + 4
    own = field(f"unit G5 {NORTH}", *guns)
    assert strengths(bound(own, NORTH, "63-VC", guns=("1Art-53A", "2Art-53A")))[0] == 15


@pytest.mark.rule(SLUG, "6.6.4", "E26")
def test_guns_on_trucks_alone_are_helpless() -> None:
    """In a forest against 2 SPs: 10:1, and no retreat; so with an HQ beside them. Beside lone
    guns in combat set-up the ratio is reckoned.
    """
    alone = field(f"unit S2 {NORTH}", f"unit Art-VII {TARGET} limbered=true",
                  f"terrain forest {TARGET}")  # fmt: skip
    pos = bound(alone, TARGET, "S2")
    assert column(pos) == "10:1"
    assert pos.roll(3).roll(4).unit("Art-VII").at == "dead"
    staff = field(f"unit S2 {NORTH}", f"unit Art-VII {TARGET} limbered=true",
                  f"unit HQ-VII {TARGET}")  # fmt: skip
    assert column(bound(staff, TARGET, "S2")) == "10:1"
    mixed = field(f"unit S2 {NORTH}", f"unit Art-VII {TARGET} limbered=true",
                  f"unit Art-XI {TARGET}")  # fmt: skip
    assert column(bound(mixed, TARGET, "S2")) == "2:1"


@pytest.mark.rule(SLUG, "6.6.5", "1.2-d")
def test_self_propelled_guns_fight_as_they_are() -> None:
    """Alone they defend with what they print, and they may attack next door."""
    gun = "piece Wespe like Art-VII moves=mech"
    pos = bound(field(gun, f"unit S9 {NORTH}", f"unit Wespe {TARGET}"), TARGET, "S9")
    assert strengths(pos)[1] == 3
    own = field(gun, f"unit Wespe {NORTH}", f"unit S5 {TARGET}", side=GERMAN)
    assert strengths(bound(own, TARGET, "Wespe"))[:2] == (5, 5)


@pytest.mark.rule(SLUG, "E23")
def test_guns_with_a_resilience_group_are_alone() -> None:
    """They add one SP, the group its two."""
    pos = field(f"unit S9 {NORTH}", f"unit Art-VII {TARGET}", f"unit RG-Korsun {TARGET}")
    assert strengths(bound(pos, TARGET, "S9"))[1] == 1 + 2


# --- what the panel says ---------------------------------------------------------------------


def test_the_panel_has_the_numbers_of_the_combat() -> None:
    """Attack, defence, modifiers and column as in the combat itself; chances of all 36 throws."""
    pos = field(f"unit S9 {NORTH}", f"unit S4 {SOUTH_WEST}", f"unit G4 {TARGET}",
                f"terrain forest {TARGET}", "option fog=false")  # fmt: skip
    ready = prepared(pos, TARGET, "S9", "S4")
    panel = ready.panel
    assert panel is not None
    rows = {row.label: row.value for row in panel.rows}
    assert (rows["Attack"], rows["Defence"], rows["Column"]) == ("13", "4", "2:1")
    assert sum(chance.weight for chance in panel.chances) == 36
    weights = {chance.label: chance.weight for chance in panel.chances}
    assert weights["- / D1"] == 6 + 5, "a 7 and an 8 at 2:1"
    assert column(unsaid(do(ready, "commit"))) == rows["Column"]


def test_the_panel_does_not_look_under_masks() -> None:
    """Of a masked rifle division next door the SPs are a range, in works also its weak side."""

    def shown(*lines: str) -> str:
        pos = field(f"unit G9 {NORTH}", f"unit 180RD {TARGET}", *lines, side=GERMAN)
        panel = prepared(pos, TARGET, "G9").panel
        assert panel is not None
        return next(row.value for row in panel.rows if row.label == "Defence")

    soviets = [p for p in GAME.printed.values() if (p.side, p.kind) == (SOVIET, "infantry")]
    full = [p.values(2).defence for p in soviets if p.levels == 2]
    weak = [p.values(n).defence for p in soviets for n in range(1, p.levels + 1)]
    assert shown() == f"{min(full)} to {max(full)}"
    assert shown(f"state field_works={TARGET}:soviet") == f"{min(weak)} to {max(weak)}"
    assert shown("option fog=false") == str(GAME.printed["180RD"].front.defence)


@pytest.mark.rule(SLUG, "16.1.4", "H16")
def test_the_panel_tells_no_division_and_no_strongest_hex() -> None:
    """Three masked regiments look alike whether they are of one division or of three; and of two
    attacked hexes the better ground counts, whoever is stronger.
    """

    def shown(*lines: str, targets: str) -> object:
        pos = field(f"unit S20 {NORTH}", *lines)
        panel = prepared(pos, targets, "S20").panel
        assert panel is not None
        return panel.rows, panel.chances

    mixed = ("80-34", "305-198", "544-389")
    one, three = ([f"unit {unit} {TARGET}" for unit in units] for units in (DIVISION, mixed))
    assert shown(*one, targets=TARGET) == shown(*three, targets=TARGET)
    woods = "terrain forest 0404"
    first = (
        woods,
        f"unit 80-34 {TARGET}",
        f"unit 107-34 {TARGET}",
        "unit 177Inf 0404",
        "unit 602Inf 0404",
    )
    second = (
        woods,
        "unit 80-34 0404",
        "unit 107-34 0404",
        f"unit 177Inf {TARGET}",
        f"unit 602Inf {TARGET}",
    )
    works = f"state field_works={TARGET}:german,0404:german"
    assert shown(*first, works, targets=f"{TARGET}+0404") == shown(
        *second, works, targets=f"{TARGET}+0404"
    )


def test_the_panel_follows_what_is_declared() -> None:
    """The star of the attacker on his side, that of the defender on the other."""
    pos = field(f"unit 6-3 {NORTH}", f"unit GPanc-XX {TARGET}", side=GERMAN)
    pos = do(prepared(pos, TARGET, "6-3"), "commit", "choose 6-3 black")

    def modifiers(pos: Pos) -> list[str]:
        assert pos.panel is not None
        return [row.value for row in pos.panel.rows if row.label.endswith("modifiers")]

    assert modifiers(pos) == ["+1", "+0"]
    assert modifiers(do(pos, "done", "choose GPanc-XX black")) == ["+1", "-1"]
