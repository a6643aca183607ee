"""5.2.1-f, 5.3, 5.6 What a combat does: losses, retreat, standing, disorganisation, want."""

import pytest
from tests.rules.korsun44.fights import (
    GAME,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SLUG,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    bound,
    comes_to,
    dead,
    do,
    field,
    fought,
    levels,
    of,
    prepared,
    throw,
    unsaid,
    verbs,
)

from grognard.games.korsun44.disorder import is_disorganised
from grognard.games.korsun44.moments import moment
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos


def beaten(result: str, *lines: str, attack: str = "S12", defence: str = "G4w") -> Pos:
    """Soviets beat Germans in the target from the north, with a result of 3:1."""
    pos = field(f"unit {attack} {NORTH}", f"unit {defence} {TARGET}", *lines)
    return fought(pos, TARGET, attack, result=result)


def repelled(*lines: str, result: str = "A1 / -") -> Pos:
    """Three Soviet units of 4 SPs together attack 8 SPs out of three hexes and fail."""
    pos = field(f"unit S2w {NORTH}", f"unit S1w {NORTH_EAST}", f"unit S1 {NORTH_WEST}",
                f"unit G8w {TARGET}", *lines)  # fmt: skip
    return fought(pos, TARGET, "S2w", "S1w", "S1", result=result)


# --- 5.1.8, 5.2.1-f  losses ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "1.2-e", "A4")
def test_a_loss_is_a_level() -> None:
    """A unit of 4 SPs that loses one has its weak side; with its last level it is gone."""
    pos = beaten("-1 / -1", attack="S12w")
    assert levels(pos, "G4w", "S12w") == [1, 1]
    assert GAME.values(pos, "G4w").defence == 2
    assert dead(beaten("-1 / -1", attack="S12w", defence="G4"), "G4") == ["G4"]


@pytest.mark.rule(SLUG, "5.2.1-f", "E30")
def test_losses_come_before_the_retreat() -> None:
    """First the attacker's, then the defender's, then the retreat, pursuit after it."""
    pos = field(
        f"unit S12w {NORTH}", f"unit S6w {NORTH}", f"unit G4w {TARGET}", f"unit G2w {TARGET}"
    )
    pos = fought(pos, TARGET, "S12w", "S6w", result="-1 / D1 -1")
    assert (pos.side, pos.top.tag) == (SOVIET, "losses")
    pos = do(pos, "lose S6w")
    assert (pos.side, verbs(pos, "lose")) == (GERMAN, ["G2w", "G4w"])
    pos = do(pos, "lose G2w")
    assert (pos.side, pos.top.tag) == (GERMAN, "retreat")
    pos = do(pos, "select G4w", "join G2w", f"retreat {SOUTH}")
    assert (pos.side, pos.top.tag) == (SOVIET, "pursuit")


@pytest.mark.rule(SLUG, "5.2.1-g", "E30")
def test_tests_come_last() -> None:
    """A dot and a retreat of two hexes: both tests after the pursuit, the attacker's first."""
    pos = beaten("• / D2")
    pos = do(pos, "select G4w", "retreat 0505", "retreat 0506")
    assert pos.top.tag == "pursuit"
    pos = do(pos, "done")
    assert (pos.top.tag, getattr(pos.top, "side", "")) == ("roll", SOVIET)
    pos = throw(pos, 1, 1)
    assert (pos.top.tag, getattr(pos.top, "side", "")) == ("roll", GERMAN)
    assert throw(pos, 1, 1).top.tag == "combat"


@pytest.mark.rule(SLUG, "15.1.7", "5.2.1-ex")
def test_who_uses_a_star_pays_for_it() -> None:
    """If the side loses a level the unit with the star loses it; of two at least one. Who does
    not use it chooses freely.
    """
    lines = (f"unit 6-3 {NORTH}", f"unit 3-3 {NORTH}", f"unit S4 {TARGET}")

    def paying(*uses: str) -> Pos:
        pos = do(prepared(field(*lines, side=GERMAN), TARGET, "6-3", "3-3"), "commit", *uses)
        return comes_to(unsaid(pos), "-1 / D1 -1" if not uses else "-1 / D2")

    free = paying()
    assert verbs(free, "lose") == ["3-3", "6-3"]
    used = paying("choose 6-3 black")
    assert levels(used, "6-3", "3-3") == [1, 2]
    assert used.top.tag == "retreat"


@pytest.mark.rule(SLUG, "15.4.3")
def test_fortification_units_pay_for_their_ability() -> None:
    """Used and a level lost: theirs. Not used: of the owner's choice."""
    works = f"state field_works={TARGET}:soviet"
    lines = (f"unit G12w {NORTH}", f"unit 159FU {TARGET}", f"unit S1w {TARGET}", works)
    pos = do(prepared(field(*lines, side=GERMAN), TARGET, "G12w"), "commit")
    used = comes_to(do(pos, "choose 159FU works", "done"), "-1 / -1")
    assert levels(used, "159FU", "S1w") == [1, 2]
    free = comes_to(do(pos, "done"), "-1 / D1 -1")
    assert verbs(free, "lose") == ["159FU", "S1w"]


# --- 5.3.1 - 5.3.6  the way back -------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.3.1")
def test_who_goes_back() -> None:
    """D2 asks the defender, A1 the attacker."""
    pos = beaten("- / D2")
    assert (pos.side, pos.top.tag, getattr(pos.top, "ordered", 0)) == (GERMAN, "retreat", 2)
    pos = repelled()
    assert (pos.side, pos.top.tag, getattr(pos.top, "ordered", 0)) == (SOVIET, "retreat", 1)
    assert verbs(pos, "select") == ["S1", "S1w", "S2w"]


@pytest.mark.rule(SLUG, "5.3.2", "E4")
def test_every_hex_leads_away() -> None:
    """Two hexes back end two hexes from the fight; a step aside is refused."""
    pos = do(beaten("- / D2"), "select G4w", "retreat 0505")
    assert verbs(pos, "retreat") == ["0406", "0506", "0606"]
    assert of(pos.why_not("retreat 0605")) == "E4"
    assert of(pos.why_not("retreat 0405")) == "E4"
    pos = do(pos, "retreat 0606")
    assert GAME.board.grid.distance(pos.unit("G4w").at, TARGET) == 2


@pytest.mark.rule(SLUG, "5.3.3", "3.1.2")
def test_nobody_retreats_into_an_enemy_zone() -> None:
    """Nor into a hex with enemies, nor off the map."""
    pos = do(beaten("- / D1", f"unit 1Art-53A {SOUTH_WEST}"), "select G4w")
    assert verbs(pos, "retreat") == [SOUTH, SOUTH_EAST]
    assert of(pos.why_not(f"retreat {NORTH_WEST}")) == "5.3.3"
    assert of(pos.why_not(f"retreat {SOUTH_WEST}")) == "3.1.8"
    edge = field("unit S12 0110", "unit G4w 0111")
    edge = fought(edge, "0111", "S12", result="- / D1")
    assert levels(edge, "G4w") == [1], "at the edge of the map there is no way: it stands and pays"


@pytest.mark.rule(SLUG, "5.3.4", "5.3.4-ex")
def test_friends_in_an_enemy_zone_cost_a_level() -> None:
    """Infantry that falls back on a friend in an enemy zone loses a level, elsewhere none."""
    works = f"state field_works={NORTH_EAST}:soviet,{NORTH}:soviet"
    pos = beaten("- / D1", f"unit 6-3 {NORTH_WEST}", f"unit S2 {NORTH_EAST}", works)
    pos = do(pos, "select G4w")
    assert verbs(pos, "retreat") == sorted([NORTH_WEST, SOUTH, SOUTH_WEST])
    assert levels(do(pos, f"retreat {NORTH_WEST}"), "G4w") == [1]
    assert levels(do(pos, f"retreat {SOUTH}"), "G4w") == [2]


@pytest.mark.rule(SLUG, "E7", "E34", "5.3.4")
def test_two_such_hexes_cost_two_levels() -> None:
    """Each hex one; who loses the last falls there, and his path of two hexes can be followed."""
    pos = beaten("- / D2", f"unit G3 {NORTH_WEST}", "unit G2 0403",
                 f"state field_works={NORTH}:soviet")  # fmt: skip
    pos = do(pos, "select G4w", f"retreat {NORTH_WEST}", "retreat 0403")
    assert dead(pos, "G4w") == ["G4w"]
    assert pos.top.tag == "pursuit"
    pos = do(pos, "select S12", f"advance {TARGET}")
    assert verbs(pos, "advance") != [], "a path of two hexes"


@pytest.mark.rule(SLUG, "5.3.5")
def test_a_big_river_is_crossed_by_bridge() -> None:
    """Without one the hex behind it is refused."""
    river = f"hexside dnieper {SOUTH}/{TARGET}"
    pos = do(beaten("- / D1", river), "select G4w")
    assert verbs(pos, "retreat") == sorted([SOUTH_EAST, SOUTH_WEST])
    assert of(pos.why_not(f"retreat {SOUTH}")) == "5.3.5"
    bridged = do(beaten("- / D1", river, f"hexside bridge {SOUTH}/{TARGET}"), "select G4w")
    assert SOUTH in verbs(bridged, "retreat")


@pytest.mark.rule(SLUG, "5.3.6", "D14")
def test_a_full_hex_may_be_passed() -> None:
    """Eight levels are there: no end of a retreat, but a way for two hexes."""
    full = [f"unit {unit} {SOUTH}" for unit in ("G1w", "G2w", "G3w", "G5w")]
    shut = (f"unit Art-VII {SOUTH_WEST}", f"unit Art-XI {SOUTH_EAST}")
    one = do(beaten("- / D1", *full), "select G4w")
    assert of(one.why_not(f"retreat {SOUTH}")) == "5.3.6"
    assert do(beaten("- / D1", *full[:3]), "select G4w").why_not(f"retreat {SOUTH}") is None
    two = do(beaten("- / D2", *full, *shut), "select G4w", f"retreat {SOUTH}")
    assert of(two.why_not("stop")) != ""
    assert do(two, "retreat 0506").unit("G4w").at == "0506"


# --- 5.3.7, 5.3.8, E5  standing --------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.3.7", "5.3.7-ex")
@pytest.mark.parametrize(("path", "lost"), [((), 3), (("0505",), 2), (("0505", "0506"), 1),
                                            (("0505", "0506", "0507"), 0)])  # fmt: skip
def test_what_standing_costs(path: tuple[str, ...], lost: int) -> None:
    """D3: three hexes back, two and a level, one and two levels, or none and three levels."""
    pos = field(f"unit S20 {NORTH}", f"unit G4w {TARGET}", f"unit G3w {TARGET}")
    pos = fought(pos, TARGET, "S20", result="• / D3")
    if path:
        pos = do(pos, "select G4w", "join G3w", *(f"retreat {hex_}" for hex_ in path))
        pos = do(pos, "stop") if len(path) < 3 else pos
    else:
        pos = do(pos, "done")
    for _ in range(lost):
        pos = do(pos, f"lose {verbs(pos, 'lose')[-1]}") if pos.top.tag == "standing" else pos
    assert sum(levels(pos, "G4w", "G3w")) == 4 - lost


@pytest.mark.rule(SLUG, "5.3.8", "5.3.8-ex")
def test_standing_is_paid_once_for_the_combat() -> None:
    """Three attackers on A1: all stay for one level of any of them, all go for none, or one goes
    and one who stayed pays.
    """
    pos = repelled()
    stay = do(pos, "done")
    assert verbs(stay, "lose") == ["S1", "S1w", "S2w"]
    assert levels(do(stay, "lose S2w"), "S1", "S1w", "S2w") == [1, 2, 1]
    go = do(pos, "select S1", "retreat 0303")
    assert verbs(do(go, "done"), "lose") == ["S1w", "S2w"]
    go = do(go, "select S1w", "retreat 0703", "select S2w", "retreat 0502")
    assert levels(go, "S1", "S1w", "S2w") == [1, 2, 2]


@pytest.mark.rule(SLUG, "E5")
def test_the_largest_shortfall_pays_first() -> None:
    """D3: one goes back two, another stays. Three levels, the first two from the one that
    stayed, who is gone with them: then nothing is owed any more.
    """
    pos = field(f"unit S20 {NORTH}", f"unit G4w {TARGET}", f"unit G3w {TARGET}")
    pos = fought(pos, TARGET, "S20", result="• / D3")
    pos = do(pos, "select G4w", "retreat 0505", "retreat 0506", "stop", "done")
    assert levels(pos, "G4w", "G3w") == [2, 0]
    three = field(f"unit S30 {NORTH}", f"unit G4w {TARGET}", f"unit G3w {TARGET}",
                  f"unit G2w {TARGET}")  # fmt: skip
    three = fought(three, TARGET, "S30", result="• / D3")
    three = do(three, "select G4w", "retreat 0505", "retreat 0506", "stop", "done")
    assert verbs(three, "lose") == ["G2w", "G3w"]
    assert of(three.why_not("lose G4w")) == "E5"
    three = do(three, "lose G2w", "lose G3w")
    assert verbs(three, "lose") == ["G2w", "G3w", "G4w"]


@pytest.mark.rule(SLUG, "6.2.4", "6.2.4-ex", "E5")
def test_infantry_with_guns_under_d2() -> None:
    """The infantry goes back two and the guns fall to the pursuit; or the guns fall and it goes
    back one; or both lose a level and it stays. Its own death does not save the guns.
    """
    pos = field(f"unit S20 {NORTH}", f"unit G4w {TARGET}", f"unit Art-VII {TARGET}")
    pos = fought(pos, TARGET, "S20", result="- / D2")
    assert verbs(pos, "select") == ["G4w"]
    assert of(pos.why_not("select Art-VII")) == "6.2.4"
    away = do(pos, "select G4w", "retreat 0505", "retreat 0506")
    assert levels(away, "G4w", "Art-VII") == [2, 1]
    assert dead(do(away, "select S20", f"advance {TARGET}", "stop"), "Art-VII") == ["Art-VII"]
    one = do(pos, "select G4w", "retreat 0505", "stop")
    assert verbs(one, "lose") == ["Art-VII", "G4w"]
    assert levels(do(one, "lose Art-VII"), "G4w", "Art-VII") == [2, 0]
    stay = do(pos, "done", "lose Art-VII")
    assert levels(stay, "G4w", "Art-VII") == [1, 0]
    both = do(pos, "done", "lose G4w", "lose G4w")
    assert levels(both, "G4w", "Art-VII") == [0, 1]
    assert dead(do(both, "select S20", f"advance {TARGET}", "stop"), "Art-VII") == ["Art-VII"]


@pytest.mark.rule(SLUG, "E5", "E6")
def test_where_nobody_can_go_back_guns_owe_too() -> None:
    """Infantry and guns in the midst of enemies: a D2 costs them the two levels that they have."""
    pos = field(f"unit S20 {NORTH}", f"unit S1 {SOUTH_EAST}", f"unit S2 {SOUTH_WEST}",
                f"unit G4 {TARGET}", f"unit Art-VII {TARGET}")  # fmt: skip
    pos = fought(pos, TARGET, "S20", "S1", "S2", result="- / D2")
    assert verbs(pos, "lose") == ["Art-VII", "G4"]
    assert dead(do(pos, "lose G4"), "G4", "Art-VII") == ["G4", "Art-VII"]


@pytest.mark.rule(SLUG, "6.2.4-ex")
def test_guns_on_trucks_go_back() -> None:
    """Beside infantry they do not fight, but they can retreat."""
    pos = beaten("- / D1", f"unit Art-VII {TARGET} limbered=true")
    assert verbs(pos, "select") == ["Art-VII", "G4w"]


@pytest.mark.rule(SLUG, "E6", "5.4.10")
def test_who_has_not_enough_loses_what_he_has() -> None:
    """One level against three: eliminated, and the attacker may advance."""
    pos = do(beaten("• / D3", defence="G4"), "done")
    assert dead(pos, "G4") == ["G4"]
    assert (pos.side, pos.top.tag) == (SOVIET, "pursuit")


@pytest.mark.rule(SLUG, "E22", "15.2.1")
def test_a_resilience_group_never_goes_back() -> None:
    """On D1 it is lost if the rest goes, and saved if somebody else stays and pays."""
    pos = field(f"unit S18 {NORTH}", f"unit G4w {TARGET}", f"unit RG-Korsun {TARGET}")
    pos = fought(pos, TARGET, "S18", result="-1 / D1")
    assert verbs(pos, "select") == ["G4w"]
    assert of(pos.why_not("select RG-Korsun")) == "6.2.4"
    gone = do(pos, "select G4w", f"retreat {SOUTH}")
    assert levels(gone, "G4w", "RG-Korsun") == [2, 0]
    assert levels(do(pos, "done", "lose G4w"), "G4w", "RG-Korsun") == [1, 1]


@pytest.mark.rule(SLUG, "7.3.6")
@pytest.mark.parametrize(
    ("attack", "hexes", "fixed", "lost"),
    [(24, 1, True, 0), (32, 2, True, 1), (40, 3, True, 2),
     (12, 1, False, 1), (12, 2, False, 2), (12, 3, False, 3)],
)  # fmt: skip
def test_standing_in_fixed_positions_costs_one_less(
    attack: int, hexes: int, fixed: bool, lost: int
) -> None:
    """D1, D2 and D3 cost 0, 1 and 2 levels in them and 1, 2 and 3 outside."""
    works = [f"tag fixed_position {TARGET}"] if fixed else []
    pos = field(f"unit S{attack} {NORTH}", f"unit G1w {TARGET}", f"unit G1 {TARGET}",
                f"unit RG-Korsun {TARGET}", "option complementary=false", *works)  # fmt: skip
    pos = _ordered(bound(pos, TARGET, f"S{attack}"), hexes)
    before = sum(levels(pos, "G1w", "G1", "RG-Korsun"))
    pos = do(pos, "done")
    while pos.top.tag == "standing":
        pos = do(pos, f"lose {verbs(pos, 'lose')[-1]}")
    assert before - sum(levels(pos, "G1w", "G1", "RG-Korsun")) == lost


def _ordered(pos: Pos, hexes: int) -> Pos:
    """Dice that order the defender back so many hexes and take no level of his."""
    for low in range(1, 7):
        for high in range(low, 7):
            after = throw(pos, low, high)
            if getattr(after.top, "ordered", 0) == hexes and after.side == GERMAN:
                effect = after.state.agenda[-2].result.defender  # type: ignore[attr-defined]
                if not effect.loss:
                    return after
    raise AssertionError(f"no D{hexes}")


# --- 5.6  disorganisation --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.3.9", "5.3.9-ex")
@pytest.mark.parametrize(("hexes", "tests"), [(1, 0), (2, 1), (3, 2)])
def test_a_test_for_every_hex_after_the_first(hexes: int, tests: int) -> None:
    """Three hexes back are two tests, two are one, one is none, whatever was ordered."""
    pos = do(beaten("• / D3"), "select G4w")
    for row in range(5, 5 + hexes):
        pos = do(pos, f"retreat 05{row:02}")
    pos = do(pos, "stop") if hexes < 3 else pos
    pos = throw(do(pos, "done"), 1, 1)
    for _ in range(tests):
        assert pos.chances()
        pos = throw(pos, 1, 1)
    assert not pos.chances()


@pytest.mark.rule(SLUG, "5.3.9-ex", "5.3.9")
def test_attackers_who_went_back_are_tested_too() -> None:
    """A2 and two hexes back: one test."""
    pos = field(f"unit S1w {NORTH}", f"unit G4 {TARGET}")
    pos = fought(pos, TARGET, "S1w", result="A2 -1 / -")
    pos = do(pos, "select S1w", "retreat 0502", "retreat 0501", "done")
    assert pos.chances()
    assert not throw(pos, 1, 1).chances()


@pytest.mark.rule(SLUG, "5.6.2", "E8")
def test_each_unit_has_its_own_limit() -> None:
    """A 10 disorganises a rifle division and not the Guards of the same stack; 11 would be too
    much for the Wehrmacht, 10 is not.
    """
    pos = field(f"unit G30 {NORTH}", f"unit 214RD {TARGET}", f"unit 62GRD {TARGET}", side=GERMAN)
    pos = fought(pos, TARGET, "G30", result="- / D2")
    pos = do(pos, "select 214RD", "join 62GRD", "retreat 0505", "retreat 0506", "done")
    pos = throw(pos, 5, 5)
    assert [is_disorganised(pos, unit) for unit in ("214RD", "62GRD")] == [True, False]
    for dice, shaken in (((5, 5), False), ((5, 6), True)):
        own = do(beaten("- / D2"), "select G4w", "retreat 0505", "retreat 0506", "done")
        assert is_disorganised(throw(own, *dice), "G4w") == shaken


@pytest.mark.rule(SLUG, "5.6.1", "E10")
def test_a_result_may_disorganise_at_once() -> None:
    """D3D after the retreat, and also who stands and pays three levels."""
    pos = field(f"unit S14w {NORTH}", f"unit G4w {TARGET}", f"unit G3w {TARGET}")
    pos = fought(pos, TARGET, "S14w", result="-1 / D3D")
    stay = do(pos, "done", "lose G3w", "lose G3w")
    assert levels(stay, "G4w") == [1]
    assert is_disorganised(stay, "G4w")
    away = do(pos, "select G4w", "join G3w", "retreat 0505", "stop", "lose G3w", "lose G3w", "done")
    assert is_disorganised(away, "G4w")


@pytest.mark.rule(SLUG, "5.6.1", "E9")
def test_dots_and_d_of_the_attacker() -> None:
    """A1 and a dot: back one, one test. D -1 / D2: he loses one and is disorganised."""
    pos = field(f"unit S4w {NORTH}", f"unit G12 {TARGET}")
    pos = fought(pos, TARGET, "S4w", result="A1• / -")
    pos = do(pos, "select S4w", "retreat 0502", "done")
    assert pos.chances()
    assert [is_disorganised(throw(pos, *dice), "S4w") for dice in ((4, 5), (5, 5))] == [False, True]
    pos = field(f"unit S24w {NORTH}", f"unit G4w {TARGET}")
    pos = fought(pos, TARGET, "S24w", result="D -1 / D2")
    assert levels(pos, "S24w") == [1]
    pos = do(pos, "select G4w", "retreat 0505", "stop", "done")
    assert is_disorganised(pos, "S24w")


@pytest.mark.rule(SLUG, "5.6.3", "5.6.3-ex", "6.3.4", "6.3.5", "E32")
def test_guns_next_to_the_enemy_share_results() -> None:
    """A battery next to the target loses and is disorganised with the attackers, one two hexes
    away never.
    """
    pos = field(f"unit S24w {NORTH}", f"unit 1Art-53A {NORTH_EAST}", "unit 2Art-53A 0502",
                f"unit G5w {TARGET}")  # fmt: skip
    pos = fought(pos, TARGET, "S24w", result="D -1 / D2", guns=("1Art-53A", "2Art-53A"))
    assert verbs(pos, "lose") == ["1Art-53A", "S24w"]
    assert of(pos.why_not("lose 2Art-53A")) == "5.1.8"
    pos = do(pos, "lose S24w", "select G5w", "retreat 0505", "stop", "done")
    shaken = [is_disorganised(pos, unit) for unit in ("S24w", "1Art-53A", "2Art-53A")]
    assert shaken == [True, True, False]


@pytest.mark.rule(SLUG, "E32", "6.3.5")
def test_guns_of_the_defender_next_to_the_attacker() -> None:
    """They share his losses, too; others do not."""
    pos = field(f"unit S12w {NORTH}", f"unit Art-VII {NORTH_EAST}", "unit Art-XI 0507",
                f"unit G6w {TARGET}")  # fmt: skip
    pos = do(prepared(pos, TARGET, "S12w"), "commit", "support Art-VII", "support Art-XI", "done")
    pos = comes_to(pos, "-1 / -1")
    assert verbs(pos, "lose") == ["Art-VII", "G6w"]


@pytest.mark.rule(SLUG, "5.6.5", "5.6.5-ex", "E27", "5.6.6")
def test_rest_ends_disorganisation() -> None:
    """Hit as defender in phase 4 a unit recovers when its own Combat Phase ends, phase 10; hit as
    attacker a turn later. The marker is there until then.
    """
    pos = field(f"unit S14w {NORTH}", f"unit G4w {TARGET}", f"unit G3w {TARGET}")
    pos = do(fought(pos, TARGET, "S14w", result="-1 / D3D"), "select G4w", "retreat 0505", "stop",
             "done", "lose G3w", "done")  # fmt: skip
    assert moment(pos, "combat") == 12 * 4 + 4
    assert pos.unit("G4w").recovers == 12 * 4 + 10
    own = field(f"unit S24w {NORTH}", f"unit G4w {TARGET}")
    own = do(fought(own, TARGET, "S24w", result="D -1 / D2"), "done")
    own = do(own, "done") if own.top.tag == "pursuit" else own
    assert own.unit("S24w").recovers == 12 * 5 + 4


@pytest.mark.rule(SLUG, "5.6.5", "E27", "5.6.4")
def test_at_the_end_of_the_phase_strength_is_back() -> None:
    """Idle and unattacked: in order after the phase. Attacked: the wait begins anew."""
    idle = field("unit S5 0101 recovers=52", f"unit S4w {NORTH}", f"unit G4w {TARGET}")
    assert is_disorganised(idle, "S5")
    over = do(fought(idle, TARGET, "S4w", result="-1 / -1"), "done")
    assert not is_disorganised(over, "S5")
    assert over.unit("S5").recovers == 0
    hit = field(f"unit S4w {NORTH} recovers=52", f"unit G4w {TARGET} recovers=52")
    hit = fought(hit, TARGET, "S4w", result="-1 / -1")
    assert (hit.unit("S4w").recovers, hit.unit("G4w").recovers) == (64, 58)


@pytest.mark.rule(SLUG, "E27")
def test_a_second_cause_never_shortens_the_wait() -> None:
    """Disorganised from the air in phase 1, until phase 1 of the next turn, and again by combat in
    phase 4, for which phase 10 would do.
    """
    pos = field(f"unit S14w {NORTH}", f"unit G4w {TARGET} recovers=61", f"unit G4 {TARGET}")
    pos = do(fought(pos, TARGET, "S14w", result="-1 / D3D"), "select G4w", "retreat 0505",
             "retreat 0506", "retreat 0507")  # fmt: skip
    pos = do(pos, "done")
    while pos.top.tag != "combat":
        pos = throw(pos, 1, 1) if pos.chances() else do(pos, "done")
    assert pos.unit("G4w").recovers == 61


@pytest.mark.rule(SLUG, "E31")
def test_staffs_and_resilience_groups_are_not_tested() -> None:
    """An HQ is never disorganised, a resilience group by a D only."""
    pos = field(f"unit S40w {NORTH}", f"unit G9w {TARGET}", f"unit G8w {TARGET}",
                f"unit HQ-VII {TARGET}")  # fmt: skip
    pos = fought(pos, TARGET, "S40w", result="-1 / D3D")
    pos = do(pos, "select G9w", "join G8w", "join HQ-VII", "retreat 0505", "retreat 0506",
             "retreat 0507", "done")  # fmt: skip
    pos = throw(pos, 6, 6, 6, 6)
    assert [is_disorganised(pos, u) for u in ("G9w", "G8w", "HQ-VII")] == [True, True, False]


@pytest.mark.rule(SLUG, "5.6.5")
def test_the_dead_do_not_recover() -> None:
    """A disorganised unit that falls is spoken of no more."""
    pos = field(f"unit S4w {NORTH}", f"unit G4 {TARGET} recovers=64")
    pos = do(fought(pos, TARGET, "S4w", result="-1 / -1"), "done")
    assert (dead(pos, "G4"), pos.unit("G4").recovers) == (["G4"], 0)


# --- 5.3.10, 10.2.4  what remains ------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.3.10")
def test_who_retreated_is_marked_for_the_next_movement_phase() -> None:
    """Who stood and paid is not."""
    assert do(beaten("- / D1"), "select G4w", f"retreat {SOUTH}").unit("G4w").retreated
    assert not do(beaten("- / D1"), "done").unit("G4w").retreated


@pytest.mark.rule(SLUG, "10.2.4", "10.2.5")
def test_combat_raises_want() -> None:
    """Out of supply, a full attack in vain raises the level by two, and a Dx by one; whoever is in
    supply wants nothing.
    """
    pos = field(f"unit S4w {NORTH} want=2", f"unit G4w {TARGET}")
    pos = unsaid(do(prepared(pos, TARGET, "S4w"), "push S4w", "commit"))
    assert comes_to(pos, "-1 / -1").unit("S4w").want == 2 + 1 + 1
    hit = field(f"unit S12 {NORTH} want=1", f"unit G4w {TARGET} want=4")
    hit = do(fought(hit, TARGET, "S12", result="- / D1"), "done")
    assert (hit.unit("G4w").want, hit.unit("S12").want) == (5, 1)
    good = do(beaten("- / D1"), "done")
    assert good.unit("G4w").want == 0


@pytest.mark.rule(SLUG, "G14")
def test_no_want_for_an_attack_that_kills_everybody() -> None:
    """Though the result has no Dx; nor do remote guns want more."""
    pos = field(f"unit S12w {NORTH} want=1", "unit 1Art-53A 0501 want=1", f"unit G3 {TARGET}")
    pos = fought(pos, TARGET, "S12w", result="-1 / -1", guns=("1Art-53A",))
    pos = do(pos, "done")
    assert dead(pos, "G3") == ["G3"]
    assert (pos.unit("S12w").want, pos.unit("1Art-53A").want) == (1, 1)


@pytest.mark.rule(SLUG, "G14")
def test_guns_that_supported_the_dead_are_not_the_defenders() -> None:
    """They stood next to the attacker and shared in the combat, but nobody attacked them."""
    pos = field(f"unit S12w {NORTH} want=1", f"unit G3 {TARGET}", f"unit Art-VII {NORTH_EAST}")
    pos = do(prepared(pos, TARGET, "S12w"), "commit", "support Art-VII", "done")
    pos = do(comes_to(unsaid(pos), "-1 / -1"), "lose G3", "done")
    assert (levels(pos, "G3", "Art-VII"), pos.unit("S12w").want) == ([0, 1], 1)
    alive = field(f"unit S12w {NORTH} want=1", "unit 1Art-53A 0501 want=1", f"unit G3w {TARGET}")
    alive = fought(alive, TARGET, "S12w", result="-1 / -1", guns=("1Art-53A",))
    assert (alive.unit("S12w").want, alive.unit("1Art-53A").want) == (2, 1)
