"""13, 15 Tactical concentration, stars, and other special units in the combat ratio."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.fights import (
    ARMOURED,
    DIVISION,
    GAME,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SLUG,
    TARGET,
    against,
    bound,
    column,
    comes_to,
    dead,
    do,
    field,
    prepared,
    strengths,
    verbs,
)

from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.testing import sketch

# --- 13  tactical concentration --------------------------------------------------------------


@pytest.mark.rule(SLUG, "13.1.1", "13.1.2", "13.1.3", "13.1.4")
@pytest.mark.parametrize(
    ("units", "modifiers"),
    [(DIVISION[:2], 0), (DIVISION, 1), ((*DIVISION, "305-198"), 1),
     ((*DIVISION, "305-198", "308-198", "326-198"), 2),
     (("80-34", "107-34", "305-198", "308-198", "544-389", "545-389"), 0)],
)  # fmt: skip
def test_three_units_of_a_division(units: tuple[str, ...], modifiers: int) -> None:
    """Out of any hexes; three of each of two divisions give two, two of each nothing."""
    hexes = (NORTH, NORTH_EAST, NORTH_WEST)
    lines = [f"unit {unit} {hexes[n % 3]}" for n, unit in enumerate(units)]
    pos = field(*lines, f"unit S4 {TARGET}", side=GERMAN)
    assert strengths(bound(pos, TARGET, *units))[2] == modifiers


@pytest.mark.rule(SLUG, "13.1.2", "13.1.4")
def test_more_than_three_of_a_corps() -> None:
    """Five brigades of a tank corps give one, six counters of one formation two."""
    corps = ("110-XVIII", "170-XVIII", "181-XVIII", "32-XVIII")
    lines = [f"unit {unit} {NORTH}" for unit in corps]
    five = field(*lines, f"unit GPanc-XVIII {NORTH_EAST}", f"unit G4 {TARGET}")
    assert strengths(bound(five, TARGET, *corps, "GPanc-XVIII"))[2] == 1
    sixth = "piece 1-XVIII like 110-XVIII"
    six = field(sixth, *lines, f"unit GPanc-XVIII {NORTH_EAST}", f"unit 1-XVIII {NORTH_EAST}",
                f"unit G4 {TARGET}")  # fmt: skip
    assert strengths(bound(six, TARGET, *corps, "GPanc-XVIII", "1-XVIII"))[2] == 2


@pytest.mark.rule(SLUG, "13.1.1", "E24")
def test_who_concentrates() -> None:
    """Not rifle divisions of an army, nor a cavalry corps; Corps Detachment B does, and so do
    defenders.
    """

    def modifiers(*units: str, side: str = SOVIET) -> int:
        lines = [f"unit {unit} {NORTH}" for unit in units]
        enemy = "G4" if side == SOVIET else "S4"
        return strengths(bound(field(*lines, f"unit {enemy} {TARGET}", side=side), TARGET, *units))[
            2
        ]

    assert modifiers("214RD", "138RD", "213RD") == 0
    assert modifiers("11G-VC", "12G-VC", "63-VC") == 0
    assert modifiers("332-B", "255-B", "112-B", side=GERMAN) == 1
    lines = [f"unit {unit} {TARGET}" for unit in DIVISION]
    assert strengths(bound(field(f"unit S20 {NORTH}", *lines), TARGET, "S20"))[3] == 1


@pytest.mark.rule(SLUG, "13.1.5")
def test_divisional_artillery_counts_from_afar() -> None:
    """Two regiments and a battery of the same division three hexes away."""
    battery = sketch(GAME, "piece Art-34 like Art-VII").game.printed["Art-VII"]
    made = replace(battery, id="Art-34", formation=GAME.piece("80-34").formation)
    game: Any = GAME.variant(GAME.board, (*GAME.pieces, made))
    text = "\n".join(["board 14 x 12", "turn 5", f"unit 80-34 {NORTH}", f"unit 107-34 {NORTH}",
                      "unit Art-34 0500", f"unit S4 {TARGET}", "phase combat german"])  # fmt: skip
    pos = sketch(game, text)
    assert strengths(bound(pos, TARGET, "80-34", "107-34"))[2] == 0
    assert strengths(bound(pos, TARGET, "80-34", "107-34", guns=("Art-34",)))[2] == 1


@pytest.mark.rule(SLUG, "C-opt")
def test_without_the_complementary_chapters() -> None:
    """No concentration, stars, resilience groups or fortification units change the column."""
    lines = [f"unit {unit} {NORTH}" for unit in ARMOURED]
    pos = field(*lines, f"unit S4 {TARGET}", "option complementary=false", side=GERMAN)
    pos = do(prepared(pos, TARGET, *ARMOURED), "commit")
    assert strengths(pos)[2:] == (0, 0)


# --- 15.1  stars -----------------------------------------------------------------------------


def declared(pos: Pos, *names: str) -> Pos:
    """Of what may be declared these names are, one after the other; nobody calls guns."""
    left = list(names)
    while not pos.chances():
        wanted = [name for name in left if f"choose {name}" in map(str, pos.actions())]
        if pos.top.tag == "declaration" and wanted:
            left.remove(wanted[0])
            pos = do(pos, f"choose {wanted[0]}")
        else:
            pos = do(pos, "done")
    assert not left, f"{left} could not be declared"
    return pos


def starred(*lines: str, units: tuple[str, ...], uses: tuple[str, ...], side: str = GERMAN) -> Pos:
    """An attack from the north in which these abilities are used."""
    pos = field(*lines, *(f"unit {unit} {NORTH}" for unit in units), side=side)
    return declared(do(prepared(pos, TARGET, *units), "commit"), *uses)


def stars_of(pos: Pos) -> tuple[int, int]:
    """Modifiers by stars of attacker and defender."""
    odds = pos.within(Battle).odds
    assert odds is not None
    count = [sum(p.amount for p in parts if p.rule == "15.1.3") for parts in
             (odds.attacker, odds.defender)]  # fmt: skip
    return count[0], count[1]


@pytest.mark.rule(SLUG, "15.1.3", "15.1.4", "15.1.6")
def test_each_star_is_one_modifier() -> None:
    """Two stars two, and what is not declared does not count."""
    units = ("6-3", "15-11")
    for uses, stars in (((), 0), (("6-3 black",), 1), (("6-3 black", "15-11 black"), 2)):
        assert stars_of(starred(f"unit S4 {TARGET}", units=units, uses=uses)) == (stars, 0)


@pytest.mark.rule(SLUG, "15.1.2", "E21")
def test_black_stars_attack_open_ground_only() -> None:
    """Not against field or improved fortifications in the hex that counts; in defence always."""
    for works in (f"state field_works={TARGET}:soviet", f"state improved_works={TARGET}"):
        pos = field(f"unit 6-3 {NORTH}", f"unit S4 {TARGET}", works, side=GERMAN)
        assert do(prepared(pos, TARGET, "6-3"), "commit").chances()
    uses = ("6-3 black", "GPanc-XX black")
    assert stars_of(starred(f"unit GPanc-XX {TARGET}", units=("6-3",), uses=uses)) == (1, 1)


@pytest.mark.rule(SLUG, "15.1.2", "15.1.5", "E20")
def test_white_stars_against_tracks() -> None:
    """One takes away all black ones; against infantry there is none; towed guns have it in
    defence.
    """
    uses = ("6-3 black", "15-11 black", "AT-53A white")
    lines = (f"unit AT-53A {TARGET}", f"unit S4 {TARGET}")
    assert stars_of(starred(*lines, units=("6-3", "15-11"), uses=uses)) == (0, 1)
    foot = field(f"unit G4 {NORTH}", f"unit AT-53A {TARGET}", side=GERMAN)
    assert do(prepared(foot, TARGET, "G4"), "commit").chances()
    tigers = field(f"unit 1-506 {NORTH}", f"unit 110-XVIII {TARGET}", side=GERMAN)
    pos = do(prepared(tigers, TARGET, "1-506"), "commit")
    assert verbs(pos, "choose") == ["1-506 black", "1-506 white"]


@pytest.mark.rule(SLUG, "15.1.2")
def test_yellow_stars_attack() -> None:
    """Against anything, works too; an enemy black or white star takes them away, unless it is
    taken away itself. They do not defend.
    """
    sappers = ("6Eng",)
    works = f"state field_works={TARGET}:german"
    assert stars_of(starred(f"unit G4 {TARGET}", works, units=sappers, uses=("6Eng yellow",),
                            side=SOVIET)) == (1, 0)  # fmt: skip
    uses = ("6Eng yellow", "6-3 black")
    assert stars_of(starred(f"unit 6-3 {TARGET}", units=sappers, uses=uses, side=SOVIET)) == (0, 1)
    units, all_three = ("6Eng", "1896-VC"), ("6Eng yellow", "1896-VC white", "6-3 black")
    pos = starred(f"unit 6-3 {TARGET}", units=units, uses=all_three, side=SOVIET)
    assert stars_of(pos) == (2, 0)
    own = field(f"unit G4 {NORTH}", f"unit 6Eng {TARGET}", side=GERMAN)
    assert do(prepared(own, TARGET, "G4"), "commit").chances()


@pytest.mark.rule(SLUG, "15.1.2")
def test_blue_stars_always_count() -> None:
    """In attack on works, in defence, and against white stars."""
    blue = "piece Blau like G4 stars=blue:1"
    works = f"state field_works={TARGET}:soviet"
    lines = (blue, f"unit AT-53A {TARGET}", works)
    assert stars_of(starred(*lines, units=("Blau", "6-3"), uses=("Blau blue", "AT-53A white"))) == (
        1, 1,
    )  # fmt: skip
    pos = field(blue, f"unit S9 {NORTH}", f"unit Blau {TARGET}")
    assert stars_of(declared(do(prepared(pos, TARGET, "S9"), "commit"), "Blau blue")) == (0, 1)


@pytest.mark.rule(SLUG, "15.1.8")
def test_no_stars_across_a_big_river() -> None:
    """On a map that lets one attack over it the star is not offered."""
    terrain = {**GAME.charts.terrain}
    terrain["dnieper"] = replace(terrain["dnieper"], modifiers=3)
    game: Any = GAME.variant(GAME.board, GAME.pieces)
    game.charts = replace(GAME.charts, terrain=terrain)
    game = game.variant(game.board, game.pieces)

    def offered(*water: str) -> list[str]:
        lines = ["board 14 x 12", "turn 5", f"unit 6-3 {NORTH}", f"unit S4 {TARGET}",
                 "unit S2 1310", "unit G1 1311", *water, "phase combat german"]  # fmt: skip
        pos = do(prepared(sketch(game, "\n".join(lines)), TARGET, "6-3"), "commit")
        return [] if pos.chances() else verbs(pos, "choose")

    assert offered() == ["6-3 black"]
    assert offered(f"hexside dnieper {NORTH}/{TARGET}") == []


# --- 15.2 - 15.4  other special units --------------------------------------------------------


@pytest.mark.rule(SLUG, "15.2.3", "E22")
def test_resilience_groups_defend_their_hex() -> None:
    """One more modifier and 2 SPs; two groups, of 2 and 7 SPs, add both and still one."""
    assert strengths(against())[1::2] == (4, 0)
    assert strengths(against(f"unit RG-Korsun {TARGET}"))[1::2] == (6, 1)
    both = against(f"unit RG-Korsun {TARGET}", f"unit RG-Shpola {TARGET}")
    assert strengths(both)[1::2] == (13, 1)


@pytest.mark.rule(SLUG, "15.3.1", "15.3.2")
@pytest.mark.parametrize(
    ("regular", "modifiers"), [((), 2), (("G1",), 1), (("G1", "G1w"), 0), (("G1", "G1w", "G2"), 0)]
)
def test_volkssturm_is_weak(regular: tuple[str, ...], modifiers: int) -> None:
    """The enemy has 2 modifiers in attack and in defence; each regular unit beside it takes one
    off. 12 against 4 SPs alone are 5:1.
    """
    make = "piece VS like G4 kind=volkssturm troops=volkssturm"
    beside = [f"unit {unit} {TARGET}" for unit in regular]
    pos = bound(field(make, f"unit S12 {NORTH}", f"unit VS {TARGET}", *beside), TARGET, "S12")
    assert strengths(pos)[2] == modifiers
    if not regular:
        assert column(pos) == "5:1"
    own = field(make, f"unit VS {NORTH}", *(f"unit {unit} {NORTH}" for unit in regular),
                f"unit S4 {TARGET}", side=GERMAN)  # fmt: skip
    assert strengths(bound(own, TARGET, "VS", *regular))[3] == modifiers


@pytest.mark.rule(SLUG, "15.4.1", "15.4.2")
def test_fortification_units_in_works() -> None:
    """Two modifiers on top of the one of field fortifications; without works none; and only if
    they are declared.
    """
    works = f"state field_works={TARGET}:soviet"
    pos = field(f"unit G9 {NORTH}", f"unit 159FU {TARGET}", works, side=GERMAN)
    pos = do(prepared(pos, TARGET, "G9"), "commit")
    assert verbs(pos, "choose") == ["159FU works"]
    assert strengths(do(pos, "choose 159FU works", "done"))[3] == 3
    assert strengths(do(pos, "done"))[3] == 1
    bare = field(f"unit G9 {NORTH}", f"unit 159FU {TARGET}", side=GERMAN)
    assert do(prepared(bare, TARGET, "G9"), "commit").chances()


@pytest.mark.rule(SLUG, "E38")
def test_special_units_on_several_hexes() -> None:
    """A resilience group and a fortification unit in the weaker of two attacked hexes give
    nothing; a star there counts.
    """

    def modifiers(weak: str) -> int:
        side = GERMAN if weak == "159FU" else SOVIET
        own, strong = ("G30", "S9") if side == GERMAN else ("S30", "G9")
        pos = field(f"unit {own} {NORTH}", f"unit {strong} {TARGET}", f"unit {weak} 0404",
                    f"state field_works=0404:{GAME.enemy(side)}", side=side)  # fmt: skip
        pos = do(prepared(pos, f"{TARGET}+0404", own), "commit")
        while not pos.chances():
            pos = do(pos, f"choose {verbs(pos, 'choose')[0]}" if verbs(pos, "choose") else "done")
        return strengths(pos)[3]

    assert [modifiers(unit) for unit in ("RG-Korsun", "159FU", "6-3")] == [0, 0, 1]


@pytest.mark.rule(SLUG, "E39")
def test_a_user_who_went_back_owes_nothing() -> None:
    """Tanks that used their star go back the hex that was ordered; a regiment stands and pays."""
    rifles = (f"unit {unit} {TARGET}" for unit in ("133RD", "58RD", "74RD"))
    pos = field(f"terrain hills {TARGET}", *rifles, f"unit 6-3 {NORTH}",
                f"unit 177Inf {NORTH_EAST}", side=GERMAN)  # fmt: skip
    pos = declared(do(prepared(pos, TARGET, "6-3", "177Inf"), "commit"), "6-3 black")
    pos = do(comes_to(pos, "A1 / -"), "select 6-3")
    pos = do(pos, f"retreat {verbs(pos, 'retreat')[0]}", "done")
    assert pos.unit("6-3").lost == 0
    assert pos.unit("177Inf").lost == 1 or dead(pos, "177Inf")
