"""5.4 Pursuit along the path of a retreat, and advance into an emptied hex."""

import pytest
from tests.rules.korsun44.fights import (
    NORTH,
    NORTH_EAST,
    SLUG,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    dead,
    do,
    field,
    fought,
    of,
    verbs,
)

from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.bridges import PLANS
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos


def fled(*path: str, result: str = "• / D3", lines: tuple[str, ...] = ()) -> Pos:
    """G4w was beaten out of the target by S12 from the north and has gone this way."""
    pos = field(f"unit S12 {NORTH}", f"unit G4w {TARGET}", *lines)
    pos = do(fought(pos, TARGET, "S12", result=result), "select G4w")
    pos = do(pos, *(f"retreat {hex_}" for hex_ in path))
    return do(pos, "stop") if verbs(pos, "stop") else pos


def following(pos: Pos, *path: str) -> Pos:
    """S12 follows this way."""
    return do(pos, "select S12", *(f"advance {hex_}" for hex_ in path))


# --- 5.4.1 - 5.4.8  pursuit ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.4.1")
def test_the_victor_may_pursue() -> None:
    """The attacker behind a defender, the defender behind an attacker; nobody must."""
    pos = fled("0505", result="- / D1")
    assert (pos.side, pos.top.tag) == (SOVIET, "pursuit")
    assert do(pos, "done").unit("S12").at == NORTH
    failed = field(f"unit S4w {NORTH}", f"unit G8 {TARGET}")
    failed = fought(failed, TARGET, "S4w", result="A1 / -")
    failed = do(failed, "select S4w", "retreat 0502")
    assert (failed.side, verbs(failed, "select")) == (GERMAN, ["G8"])
    assert do(failed, "select G8", f"advance {NORTH}").unit("G8").at == NORTH


@pytest.mark.rule(SLUG, "5.4.2", "E11")
def test_pursuit_keeps_to_the_path() -> None:
    """On it or beside it by one hex, not by two."""
    pos = following(fled("0505", "0506", "0507"), TARGET, SOUTH_EAST)
    assert of(pos.why_not("advance 0705")) == "5.4.2"
    assert pos.why_not("advance 0606") is None


@pytest.mark.rule(SLUG, "5.4.3", "E11")
def test_one_of_several_paths_is_chosen() -> None:
    """Two defenders have fled by different ways: the pursuer follows one of them only."""
    pos = field(f"unit S18 {NORTH}", f"unit G4w {TARGET}", f"unit G2w {TARGET}")
    pos = fought(pos, TARGET, "S18", result="- / D2")
    pos = do(pos, "select G4w", "retreat 0405", "retreat 0305", "select G2w", "retreat 0605",
             "retreat 0705")  # fmt: skip
    names = [f"{TARGET}-0405-0305", f"{TARGET}-0605-0705"]
    assert verbs(pos, "choose") == names
    assert verbs(pos, "select") == []
    pos = do(pos, f"choose {names[0]}", "select S18", f"advance {TARGET}")
    assert pos.why_not("advance 0405") is None
    assert pos.why_not("advance 0605") is None, "it touches the first hex of the path"
    long = field(f"unit S18 {NORTH}", f"unit G4w {TARGET}", f"unit G2w {TARGET}")
    long = fought(long, TARGET, "S18", result="• / D3")
    long = do(long, "select G4w", "retreat 0405", "retreat 0305", "retreat 0306", "select G2w",
              "retreat 0605", "retreat 0705", "retreat 0706")  # fmt: skip
    long = do(long, f"choose {TARGET}-0405-0305-0306", "select S18", f"advance {TARGET}",
              "advance 0605")  # fmt: skip
    assert of(long.why_not("advance 0705")) == "5.4.2"


@pytest.mark.rule(SLUG, "5.4.4")
def test_pursuit_begins_in_the_hex_that_was_left() -> None:
    """Not beside it."""
    pos = do(fled("0505", "0506"), "select S12")
    assert verbs(pos, "advance") == [TARGET]
    assert of(pos.why_not(f"advance {NORTH_EAST}")) == "5.4.4"


@pytest.mark.rule(SLUG, "5.4.5")
def test_zones_do_not_hinder_pursuit() -> None:
    """G3 has a zone on the second hex of the path: the pursuer goes on from there."""
    pos = fled("0405", "0406", lines=("unit G3 0607",))
    pos = following(pos, TARGET, "0505")
    assert pos.unit("S12").at == "0505", "two hexes are all"
    three = following(fled("0405", "0406", "0407", lines=("unit G3 0607",)), TARGET, "0505")
    assert three.why_not("advance 0506") is None


@pytest.mark.rule(SLUG, "5.4.6", "5.4.6-ex")
def test_pursuit_is_no_longer_than_the_retreat() -> None:
    """After D4 a unit has gone back three hexes: three hexes, the one it left first."""
    pos = field(f"unit S32 {NORTH}", f"unit G4w {TARGET}")
    pos = do(fought(pos, TARGET, "S32", result="- / D4"), "select G4w", "retreat 0505",
             "retreat 0506", "retreat 0507", "stop")  # fmt: skip
    pos = do(pos, "select S32", f"advance {TARGET}", "advance 0505")
    assert verbs(pos, "advance") != []
    pos = do(pos, "advance 0506")
    assert (pos.unit("S32").at, verbs(pos, "advance")) == ("0506", [])


@pytest.mark.rule(SLUG, "5.4.7")
def test_pursuit_is_not_bound_by_movement_points() -> None:
    """Infantry of 4 MPs follows through three forests; but not over a big river without a bridge
    nor off the map.
    """
    pos = field(f"unit S16 {NORTH}", f"unit G4w {TARGET}", f"terrain forest {TARGET} 0505 0506")
    pos = do(fought(pos, TARGET, "S16", result="• / D3"), "select G4w", "retreat 0505",
             "retreat 0506", "retreat 0507")  # fmt: skip
    pos = do(pos, "select S16", f"advance {TARGET}", "advance 0505", "advance 0506")
    assert pos.unit("S16").at == "0506"
    river = (f"hexside dnieper 0605/{TARGET}",)
    wet = following(fled("0505", "0506", lines=river), TARGET)
    assert of(wet.why_not("advance 0605")) == "5.4.7"


@pytest.mark.rule(SLUG, "5.4.8")
def test_pursuit_stops_behind_a_big_river() -> None:
    """The pursuer has crossed the bridge: though a hex is left, he goes no further."""
    river = (f"hexside dnieper 0505/{TARGET}", f"hexside bridge 0505/{TARGET}")
    pos = following(fled("0505", "0506", "0507", lines=river), TARGET, "0505")
    assert (pos.unit("S12").at, pos.top.tag) == ("0505", "roll")
    dry = following(fled("0505", "0506", "0507"), TARGET, "0505")
    assert verbs(dry, "advance") != []


@pytest.mark.rule(SLUG, "5.4.9")
def test_towed_units_do_not_pursue() -> None:
    """The infantry beside the anti-tank guns may."""
    pos = field(f"unit S4w {NORTH}", f"unit G5 {TARGET}", f"unit 471AT {TARGET}")
    pos = fought(pos, TARGET, "S4w", result="A1 / -")
    pos = do(pos, "select S4w", "retreat 0502")
    assert verbs(pos, "select") == ["G5"]
    assert of(pos.why_not("select 471AT")) == "5.4.9"


@pytest.mark.rule(SLUG, "E11")
def test_a_hex_that_is_still_held_is_not_pursued_into() -> None:
    """One of two defenders went, the other stands: nobody follows."""
    pos = field(f"unit S18 {NORTH}", f"unit G4w {TARGET}", f"unit G2w {TARGET}")
    pos = fought(pos, TARGET, "S18", result="- / D1")
    pos = do(pos, "select G4w", "retreat 0505", "done")
    assert pos.top.tag == "combat"
    path = fled("0505", "0506", lines=("unit G3 0605",))
    path = following(path, TARGET)
    assert of(path.why_not("advance 0605")) == "E11"


@pytest.mark.rule(SLUG, "E11", "7.1.6", "6.1.7", "9.1.5")
def test_guns_staffs_and_works_on_the_way_are_run_over() -> None:
    """For nothing; the works are gone and help nobody."""
    works = (f"state field_works={TARGET}:german", f"state improved_works={SOUTH_EAST}")
    lines = (f"unit HQ-VII {SOUTH_EAST}", f"unit Art-VII {SOUTH_EAST}", *works)
    pos = following(fled("0505", "0506", result="- / D2", lines=lines), TARGET, SOUTH_EAST)
    assert dead(pos, "HQ-VII", "Art-VII") == ["HQ-VII", "Art-VII"]
    assert not pos.state.field_works
    assert not pos.state.improved_works


@pytest.mark.rule(SLUG, "D14")
def test_no_pursuit_ends_in_a_full_hex() -> None:
    """Eight levels are in the next hex beside the path."""
    full = tuple(f"unit {unit} {SOUTH_WEST}" for unit in ("S1w", "S2w", "S3w", "S5w"))
    works = f"state field_works={SOUTH_WEST}:soviet"
    pos = fled("0605", "0606", lines=(*full, works), result="- / D2")
    pos = following(pos, TARGET)
    assert of(pos.why_not(f"advance {SOUTH_WEST}")) == "D14"
    seven = (*full[:3], f"unit S5 {SOUTH_WEST}", works)
    pos = following(fled("0605", "0606", lines=seven, result="- / D2"), TARGET)
    assert pos.why_not(f"advance {SOUTH_WEST}") is None


@pytest.mark.rule(SLUG, "E31", "14.3.2-ex")
def test_an_hq_goes_along() -> None:
    """Stacked with an attacker it pursues with it, alone never."""
    pos = fled("0505", "0506", lines=(f"unit HQ-53A {NORTH}",), result="- / D2")
    assert verbs(pos, "select") == ["S12"]
    assert of(pos.why_not("select HQ-53A")) == "5.4.9"
    pos = do(pos, "select S12", "join HQ-53A", f"advance {TARGET}", "advance 0505")
    assert (pos.unit("S12").at, pos.unit("HQ-53A").at) == ("0505", "0505")


@pytest.mark.rule(SLUG, "E31")
def test_an_hq_goes_back_with_attackers() -> None:
    """It may join a unit that retreats, and need not."""
    pos = field(f"unit S4w {NORTH}", f"unit HQ-53A {NORTH}", f"unit G8 {TARGET}")
    pos = fought(pos, TARGET, "S4w", result="A1 / -")
    assert verbs(pos, "select") == ["S4w"]
    pos = do(pos, "select S4w", "join HQ-53A", "retreat 0502")
    assert pos.unit("HQ-53A").at == "0502"


@pytest.mark.rule(SLUG, "14.3.4")
def test_an_hq_that_builds_goes_neither_forward_nor_back() -> None:
    """Though it stands with the units that fought."""
    staff = f"unit HQ-53A {NORTH}"
    onward = building(field(f"unit S12 {NORTH}", staff, f"unit G4w {TARGET}"))
    onward = fought(onward, TARGET, "S12", result="- / D2")
    onward = do(onward, "select G4w", "retreat 0505", "retreat 0506", "select S12")
    assert of(onward.why_not("join HQ-53A")) == "E31"
    back = building(field(f"unit S4w {NORTH}", staff, f"unit G8 {TARGET}"))
    back = do(fought(back, TARGET, "S4w", result="A1 / -"), "select S4w")
    assert of(back.why_not("join HQ-53A")) == "E4"


def building(pos: Pos) -> Pos:
    """An HQ of the Soviets is at work on a bridge."""
    hand = pos.game.hand(pos)
    hand.hide(SOVIET, PLANS, {"HQ-53A": "0402/0503"})
    return hand.close()


@pytest.mark.rule(SLUG, "D13")
def test_a_front_that_waits_defends_and_does_not_pursue() -> None:
    """On turn 2 a unit of 27 Army repels an attack and stays; on turn 3 it may follow. It goes
    back like everybody.
    """

    def after(turn: int) -> Pos:
        pos = field(f"unit G2w {NORTH}", f"unit 180RD {TARGET}", f"turn {turn}", side=GERMAN)
        pos = fought(pos, TARGET, "G2w", result="A1 / -")
        return do(pos, "select G2w", "retreat 0502")

    assert after(2).top.tag == "combat"
    assert after(3).top.tag == "pursuit"
    pos = field(f"unit G12 {NORTH}", f"unit 180RD {TARGET}", "turn 2", side=GERMAN)
    assert verbs(fought(pos, TARGET, "G12", result="- / D1"), "select") == ["180RD"]


# --- 5.4.10  advance -------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.4.10", "E12")
def test_an_emptied_hex_may_be_entered_and_one_more() -> None:
    """Any neighbour, where no zone stops the victor in the first."""
    pos = field(f"unit S12w {NORTH}", f"unit G4 {TARGET}")
    pos = fought(pos, TARGET, "S12w", result="-1 / -1")
    pos = do(pos, "select S12w", f"advance {TARGET}")
    assert verbs(pos, "advance") == sorted(["0604", "0605", "0505", "0405", "0404"])
    assert do(pos, "advance 0505").unit("S12w").at == "0505"
    zone = field(f"unit S12w {NORTH}", f"unit G4 {TARGET}", "unit G2 0606", "unit G3 0506")
    zone = fought(zone, TARGET, "S12w", result="-1 / -1")
    entered = do(zone, "select S12w", f"advance {TARGET}")
    assert entered.why_not("advance 0505") is None, "into a zone, but out of none"
    stopped = field(f"unit S12w {NORTH}", f"unit G4 {TARGET}", f"unit G2 {SOUTH}")
    stopped = fought(stopped, TARGET, "S12w", result="-1 / -1")
    stopped = do(stopped, "select S12w", f"advance {TARGET}")
    assert (stopped.unit("S12w").at, stopped.top.tag) == (TARGET, "combat")


@pytest.mark.rule(SLUG, "5.4.10")
def test_a_defender_advances_over_beaten_attackers() -> None:
    """The attackers are all gone: the defender may enter their hex."""
    pos = field(f"unit S4 {NORTH}", f"unit G4w {TARGET}")
    pos = fought(pos, TARGET, "S4", result="-1 / -")
    assert (pos.side, pos.top.tag) == (GERMAN, "pursuit")
    assert verbs(do(pos, "select G4w"), "advance") == [NORTH]


@pytest.mark.rule(SLUG, "5.4.10", "E12")
def test_several_emptied_hexes_are_entered() -> None:
    """Two hexes were attacked together and all in them eliminated: one brigade enters this one, the
    other that one.
    """
    pos = field(f"unit S24 {NORTH}", f"unit S20 {NORTH}", f"unit G1 {TARGET}",
                f"unit G2 {NORTH_EAST}", f"unit G3w {SOUTH}",
                f"state field_works={SOUTH}:german")  # fmt: skip
    pos = do(
        fought(pos, f"{TARGET}+{NORTH_EAST}", "S24", "S20", result="- / D3"), "done", "lose G1"
    )
    pos = do(pos, f"choose {TARGET}", "select S24", f"advance {TARGET}")
    assert verbs(pos, "choose") == [NORTH_EAST]
    pos = do(pos, f"choose {NORTH_EAST}", "select S20", f"advance {NORTH_EAST}", "stop")
    assert [pos.unit(unit).at for unit in ("S24", "S20")] == [TARGET, NORTH_EAST]


@pytest.mark.rule(SLUG, "5.4.3", "E11")
def test_the_path_is_settled_by_the_first_who_follows() -> None:
    """Of two paths that were fled another may still be chosen, until somebody has followed one."""
    pos = field(f"unit S12 {NORTH}", f"unit G1 {TARGET}", f"unit G4 {TARGET}")
    pos = fought(pos, TARGET, "S12", result="- / D1")
    pos = do(pos, "select G1", f"retreat {SOUTH}", "select G4", f"retreat {SOUTH_WEST}")
    paths = [f"{TARGET}-{SOUTH}", f"{TARGET}-{SOUTH_WEST}"]
    assert verbs(pos, "choose") == sorted(paths)
    assert verbs(do(pos, f"choose {paths[0]}"), "choose") == [paths[1]]
    after = do(pos, f"choose {paths[0]}", f"choose {paths[1]}", "select S12", f"advance {TARGET}")
    assert after.unit("S12").at == TARGET
    assert verbs(after, "choose") == []


@pytest.mark.rule(SLUG, "5.6.2", "E31")
def test_staffs_that_go_back_alone_are_not_tested() -> None:
    """An HQ goes back two hexes by itself, and the regiment with it stands: no dice are thrown for
    the HQ.
    """
    pos = field(f"unit S12 {NORTH}", f"unit G4w {TARGET}", f"unit HQ-XI {TARGET}")
    pos = do(fought(pos, TARGET, "S12", result="- / D2"), "select HQ-XI", f"retreat {SOUTH}")
    pos = do(pos, next(f"retreat {hex_}" for hex_ in verbs(pos, "retreat")), "done", "done")
    assert not pos.chances()
    assert pos.find(Battle) is None
