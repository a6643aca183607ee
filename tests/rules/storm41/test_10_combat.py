"""10.1 - 10.7, 10.21 - 10.25 Prepared assaults: who attacks, losses, advance, momentum."""

import pytest
from tests.rules.storm41.factors import WEAK_RIFLES

from grognard import load
from grognard.decisions import Refusal
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.turn import CombatPhase
from grognard.testing import sketch

SLUG = "storm41"
#: A blank country of twelve columns, all of it in supply of both sides.
BLANK = "board 12 x 6\ntag axis_source S1420\ntag soviet_source S1431\nturn 3\n" + WEAK_RIFLES
TARGET, WEST, EAST, SOUTH_WEST, NORTH_WEST = "S1625", "S1624", "S1626", "S1524", "S1724"
#: Somebody else who could fight, so that the phase goes on.
FAR = ("unit 5Mt S1921", "unit 180RD S1922")
RIFLES = ("10RD", "90RD", "48RD", "125RD", "11RD", "67RD")


def of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


def board(*lines: str, side: str = AXIS) -> Pos:
    return sketch(SLUG, BLANK + "\n".join([*lines, *FAR, f"phase combat {side}"]))


def strong(unit: str, amount: int, at: str, like: str = "1ID") -> str:
    """A counter of ours with these factors."""
    return f"piece {unit} like {like} attack={amount} defence={amount}\nunit {unit} {at}"


def there(number: int, at: str = TARGET) -> list[str]:
    """So many rifle divisions in a hex, of defence 2 each."""
    return [f"unit {unit} {at}" for unit in RIFLES[:number]]


def attack(pos: Pos, *units: str, die: int, target: str = TARGET) -> Pos:
    pos = pos.apply(f"target {target}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    return pos.apply("commit", dice=(die,))


def dead(pos: Pos, *units: str) -> list[str]:
    return [unit for unit in units if pos.unit(unit).at == "dead"]


# --- 10.1 - 10.6  attacks ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.1")
def test_attacks_are_voluntary() -> None:
    """The phase may end with enemies unattacked; the attacker is whose turn it is, also at home."""
    pos = board("unit 1ID S1624", *there(1))
    assert pos.why_not("done") is None
    assert pos.side == AXIS
    assert of(pos.why_not("target S1724")) == "10.1"
    assert of(board("unit 1ID S1622", *there(1)).why_not("target S1625")) == "10.1"
    soviet = board("unit 1ID S1624", *there(1), "control axis S1625", side=SOVIET)
    assert soviet.why_not("target S1624") is None


@pytest.mark.rule(SLUG, "10.3", "10.3-ex")
def test_one_hex_is_the_target() -> None:
    """S2236 touches S2335 and S2336; an attack has one of them as its target."""
    grid = load(SLUG).board.grid
    assert {"S2335", "S2336"} <= set(grid.neighbours("S2236"))
    pos = board("unit 1ID S1624", "unit 10RD S1625", "unit 90RD S1724").apply("target S1625")
    pos = pos.apply("attack 1ID")
    assert pos.why_not("target S1724") is not None
    assert of(pos.why_not("attack 11ID")) == "10.1"


@pytest.mark.rule(SLUG, "10.3")
def test_units_of_all_hexes_around_attack_together() -> None:
    """From three hexes into one."""
    pos = board(strong("A", 9, WEST), strong("B", 9, SOUTH_WEST), strong("C", 9, EAST), *there(1))
    pos = attack(pos, "A", "B", "C", die=6)
    (event,) = [e for e in pos.events if e.kind == "shown"]
    assert event.facts["attack"] == 27


@pytest.mark.rule(SLUG, "10.8", "10.9")
@pytest.mark.parametrize(
    ("ground", "text"), [("", "+22, column +20."), ("terrain rough S1625", "shifted by -1, column")]
)
def test_the_column_is_told_apart_from_the_shift(ground: str, text: str) -> None:
    """No shift is told where there is none."""
    pos = attack(board(strong("A", 24, WEST), *there(1), ground), "A", die=6)
    (event,) = [e for e in pos.events if e.kind == "shown"]
    assert text in str(event)
    assert ("shifted" in str(event)) is bool(ground)


@pytest.mark.rule(SLUG, "10.4", "10.5", "R-130")
def test_a_unit_and_a_hex_fight_once_in_a_phase() -> None:
    """A second assault on the hex is refused, of whatever nation, and so is a second one by the
    unit; others may attack elsewhere, though nobody has announced it.
    """
    lines = ("unit 1ID S1624", "unit 11ID S1624", "unit 7R S1525", "zone romania S1525 S1625",
             strong("D", 30, TARGET, "10RD"), strong("E", 30, NORTH_WEST, "10RD"))  # fmt: skip
    pos = attack(board(*lines), "1ID", die=1)
    assert of(pos.why_not("target S1625")) == "10.4"
    assert pos.apply("target S1724").why_not("attack 11ID") is None


@pytest.mark.rule(SLUG, "10.4")
def test_who_has_attacked_does_not_attack_again() -> None:
    """Its factor is not divided among battles."""
    lines = (strong("A", 30, WEST), strong("B", 9, WEST), *there(1), "unit 67RD S1724")
    pos = attack(board(*lines), "A", die=1).apply("done")
    assert pos.unit("A").at == WEST
    assert of(pos.apply("target S1724").why_not("attack A")) == "10.4"


@pytest.mark.rule(SLUG, "10.6-a", "10.5")
def test_units_of_a_stack_attack_different_hexes() -> None:
    """Two attack one hex, one another, one stays idle."""
    lines = [strong(u, 4, WEST) for u in "ABCD"]
    pos = board(*lines, *there(4), strong("E", 20, NORTH_WEST, "10RD"))
    pos = attack(pos, "A", "B", die=6)
    while pos.top.tag != "combat":
        pos = pos.apply(pos.actions()[0])
    pos = attack(pos, "C", die=6, target=NORTH_WEST)
    assert pos.within(CombatPhase).fought == {"A", "B", "C"}


@pytest.mark.rule(SLUG, "10.5")
def test_a_battle_is_finished_before_the_next() -> None:
    """While losses are open nothing else may be attacked."""
    lines = (strong("A", 12, WEST), "unit 11ID S1624", *there(5), "unit 67RD S1724")
    pos = attack(board(*lines), "A", die=1)
    assert (pos.top.tag, pos.side) == ("losses", SOVIET)
    assert pos.why_not("target S1724") is not None


@pytest.mark.rule(SLUG, "5.8", "7.8-note")
def test_nations_do_not_attack_together() -> None:
    """Romanians and Germans."""
    pos = board("unit 7R S1525", "unit 1ID S1624", *there(1), "zone romania S1525 S1625")
    assert of(pos.apply("target S1625").apply("attack 1ID").why_not("attack 7R")) == "5.8"
    assert of(pos.apply("target S1625").apply("attack 7R").why_not("attack 1ID")) == "5.8"


@pytest.mark.rule(SLUG, "7.1", "R-69")
def test_allies_attack_in_their_country() -> None:
    """A Romanian does not attack over the border."""
    pos = board("unit 7R S1525", "unit 1ID S1624", *there(1), "zone romania S1525")
    assert of(pos.apply("target S1625").why_not("attack 7R")) == "7.1"


@pytest.mark.rule(SLUG, "10.10-b")
def test_flak_never_attacks() -> None:
    """Those who stand with it do."""
    pos = board("unit 10Flak S1624", "unit 1ID S1624", *there(1)).apply("target S1625")
    assert of(pos.why_not("attack 10Flak")) == "10.10-b"
    assert pos.why_not("attack 1ID") is None
    assert of(board("unit 10Flak S1624", *there(1)).why_not("target S1625")) == "10.1"


@pytest.mark.rule(SLUG, "10.15")
def test_nobody_attacks_across_the_sea() -> None:
    """Two land hexes that touch along a side of water."""
    water = f"hexside sea_side {WEST}/{TARGET}"
    assert of(board("unit 1ID S1624", *there(1), water).why_not("target S1625")) == "10.1"
    pos = board("unit 1ID S1624", "unit 11ID S1524", *there(1), water).apply("target S1625")
    assert of(pos.why_not("attack 1ID")) == "10.15"
    assert pos.why_not("attack 11ID") is None


@pytest.mark.rule(SLUG, "10.7", "R-126")
def test_after_commitment_nothing_is_called_off() -> None:
    """Until then it may be; then both sides are shown, and the die is thrown."""
    pos = board(strong("A", 12, WEST), "unit 1ID S1624", *there(5)).apply("target S1625")
    assert of(pos.why_not("commit")) == "10.1"
    pos = pos.apply("attack 1ID").apply("release 1ID").apply("attack A")
    assert pos.why_not("cancel") is None
    hidden = [c for c in pos.view(AXIS).counters if c.at == TARGET and not c.known]
    assert len(hidden) == 4
    pos = pos.apply("commit", dice=(1,))
    assert pos.top.tag == "losses"
    assert pos.why_not("cancel") is not None
    for viewer in (AXIS, SOVIET):
        known = {c.id for c in pos.view(viewer).counters if c.known}
        assert {*RIFLES[:5], "A"} <= known
    kinds = [e.kind for e in pos.events if e.kind in ("shown", "combat")]
    assert kinds == ["shown", "combat"]


# --- 10.21 - 10.23  results -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.21", "10.21-ex", "12.3")
def test_one_die_is_read_under_the_final_column() -> None:
    """A 5 on +20 is 1/2."""
    pos = attack(board(strong("A", 24, WEST), "unit 1ID S1624", *there(2)), "A", die=5)
    (event,) = [e for e in pos.events if e.kind == "combat"]
    assert (event.dice, event.facts["column"], event.facts["result"]) == ((5,), "+20", "1/2")


@pytest.mark.rule(SLUG, "12.3", "R-100")
def test_the_odd_cell() -> None:
    """A 6 on +5 is 2/0 as printed, and 1/0 by the option."""
    lines = (strong("A", 4, WEST), strong("B", 5, WEST), *there(2))
    plain = attack(board(*lines), "A", "B", die=6)
    assert dead(plain, "A", "B") == ["A", "B"]
    even = attack(board(*lines, "option even_crt=true"), "A", "B", die=6)
    assert (even.top.tag, even.side) == ("losses", AXIS)
    assert len(dead(even.apply("lose A"), "A", "B")) == 1


@pytest.mark.rule(SLUG, "10.22-a", "10.22-ex", "10.22-b", "10.22-c", "10.6-b")
def test_both_sides_pick_their_losses_the_defender_first() -> None:
    """A 1/2 costs the defender two of three of his choice, then the attacker one of his."""
    lines = (strong("A", 3, WEST), strong("B", 8, WEST), *there(3))
    pos = attack(board(*lines), "A", "B", die=2)  # 11 - 6 = +5
    assert [e.facts["result"] for e in pos.events if e.kind == "combat"] == ["1/2"]
    assert (pos.side, pos.top.tag) == (SOVIET, "losses")
    assert of(pos.why_not("lose A")) != ""
    pos = pos.apply("lose 90RD").apply("lose 10RD")
    assert (pos.side, pos.top.tag) == (AXIS, "losses")
    pos = pos.apply("lose B")
    assert dead(pos, "A", "B", *RIFLES[:3]) == ["B", "10RD", "90RD"]
    assert pos.top.tag == "combat"


@pytest.mark.rule(SLUG, "10.22-b", "R-95")
def test_losses_beyond_the_units_are_ignored() -> None:
    """A 0/7 against three removes three; a 3/0 against a lone attacker one."""
    pos = attack(board(strong("A", 36, WEST), *there(3)), "A", die=2)
    assert [e.facts["result"] for e in pos.events if e.kind == "combat"] == ["0/7"]
    assert dead(pos, *RIFLES) == list(RIFLES[:3])
    weak = attack(board("unit 1ID S1624", *there(4)), "1ID", die=6)
    assert dead(weak, "1ID", *RIFLES) == ["1ID"]


@pytest.mark.rule(SLUG, "10.23")
def test_defender_eliminated() -> None:
    """Five defenders are gone and no attacker."""
    pos = attack(board(strong("A", 40, WEST), "unit 1ID S1624", *there(5)), "A", "1ID", die=1)
    assert dead(pos, "A", "1ID", *RIFLES) == list(RIFLES[:5])


@pytest.mark.rule(SLUG, "R-33", "7.5")
def test_who_falls_out_of_supply_counts_twice() -> None:
    """The state in which the battle found the unit."""
    pos = attack(board(strong("A", 40, WEST), *there(2), "unit 11ID S1431"), "A", die=1)
    assert pos.state.soviet_losses == 4
    supplied = attack(board(strong("A", 40, WEST), *there(2)), "A", die=1)
    assert supplied.state.soviet_losses == 2


@pytest.mark.rule(SLUG, "8.4-a", "R-31")
def test_who_falls_in_aerial_supply_is_not_replaced() -> None:
    """It counts once, and never comes back; with a line it would."""
    lines = (strong("A", 60, EAST, "10RD"), "unit 1ID S1625")
    plain = attack(board(*lines, side=SOVIET), "A", die=1)
    assert (plain.unit("1ID").gone, plain.state.german_losses) == (False, 1)
    air = ("unit 67RD S1420", "state superior=axis aerial=S1625 aerial_used=true")
    flown = attack(board(*lines, *air, side=SOVIET), "A", die=1)
    assert (flown.unit("1ID").gone, flown.state.german_losses) == (True, 1)


# --- 10.24  advance ---------------------------------------------------------------------------


def won(*lines: str, units: tuple[str, ...] = ("A",), side: str = AXIS) -> Pos:
    """A battle that has cleared the target, with the advance open."""
    return attack(board(*lines, side=side), *units, die=1)


@pytest.mark.rule(SLUG, "10.24", "R-98")
def test_any_number_of_attackers_advance() -> None:
    """Two of three do; an idle unit does not, and nobody must."""
    lines = (strong("A", 30, WEST), "unit 1ID S1624", "unit 11ID S1524", "unit 21ID S1624",
             *there(1))  # fmt: skip
    pos = won(*lines, units=("A", "1ID", "11ID"))
    assert (pos.side, pos.top.tag) == (AXIS, "advance")
    assert of(pos.why_not("select 21ID")) == "10.24"
    stayed = pos.apply("done")
    assert stayed.at(TARGET) == ()
    assert stayed.holder(TARGET) != AXIS
    pos = pos.apply("select A").apply("select 11ID").apply("done")
    assert set(pos.at(TARGET)) == {"A", "11ID"}
    assert pos.holder(TARGET) == AXIS


@pytest.mark.rule(SLUG, "10.24")
def test_there_is_no_advance_while_a_defender_is_left() -> None:
    """Defenders never advance either."""
    pos = attack(board(strong("A", 12, WEST), "unit 1ID S1624", *there(5)), "A", die=1)
    pos = pos.apply("lose 10RD")
    while pos.top.tag == "losses":
        pos = pos.apply(pos.actions()[0])
    assert pos.top.tag == "combat"
    repulsed = attack(board("unit 1ID S1624", *there(4)), "1ID", die=6)
    assert repulsed.at(WEST) == ()
    assert repulsed.top.tag != "advance"


@pytest.mark.rule(SLUG, "10.24", "6.1")
def test_an_advance_keeps_to_stacking() -> None:
    """Six Soviets go in, the seventh does not."""
    names = [f"A{i}" for i in range(7)]
    units = [strong(n, 9, WEST if i < 4 else SOUTH_WEST, "10RD") for i, n in enumerate(names)]
    pos = won(*units, "unit 1ID S1625", units=tuple(names), side=SOVIET)
    for name in names[:6]:
        pos = pos.apply(f"select {name}")
    assert len(pos.at(TARGET)) == 6
    assert pos.top.tag == "combat"


@pytest.mark.rule(SLUG, "10.24", "R-75", "R-77")
def test_an_advance_keeps_to_terrain() -> None:
    """Tanks attack a marsh or mountain and do not go in, but over a pass; infantry does."""
    tanks, foot = strong("A", 60, WEST, "1Pz"), strong("B", 9, WEST)
    for ground in ("marsh", "mountain"):
        pos = won(tanks, foot, *there(1), f"terrain {ground} S1625", units=("A", "B"))
        assert of(pos.why_not("select A")) == "10.24"
        assert pos.why_not("select B") is None
    road = ("terrain mountain S1625", "network pass S1624-S1625-S1626")
    assert won(tanks, *there(1), *road).why_not("select A") is None


@pytest.mark.rule(SLUG, "R-80")
def test_tanks_advance_along_a_corridor_through_a_marsh() -> None:
    """Users of it, along its path; off the path the marsh is closed."""
    path = ("terrain marsh S1625", "network danube_corridor S1624-S1625-S1626",
            "control soviet S1625")  # fmt: skip
    lines = (strong("A", 60, WEST, "1Pz"), strong("B", 60, SOUTH_WEST, "1Pz"), *there(1), *path)
    pos = won(*lines, units=("A", "B"))
    assert pos.why_not("select A") is None
    assert of(pos.why_not("select B")) == "10.24"


# --- 10.25  momentum --------------------------------------------------------------------------


def momentum(*lines: str, side: str = AXIS, like: str = "1ID") -> Pos:
    """A has cleared the target and advanced; enemies stand beyond."""
    enemy = "10RD" if side == AXIS else "1ID"
    beyond = "90RD" if side == AXIS else "11ID"
    start = (strong("A", 60, WEST, like), f"unit {enemy} {TARGET}", f"unit {beyond} {EAST}")
    return won(*start, *lines, side=side).apply("select A")


@pytest.mark.rule(SLUG, "10.25", "R-97")
def test_momentum() -> None:
    """Who has advanced attacks again at once, alone, and again after another success."""
    pos = momentum("unit 2Pz S1525", "unit 48RD S1627")
    assert pos.top.tag == "momentum"
    assert of(pos.why_not("target S1627")) == "10.1"
    pos = pos.apply("target S1626")
    assert of(pos.why_not("attack 2Pz")) == "10.25"
    pos = pos.apply("attack A").apply("commit", dice=(1,)).apply("select A")
    assert (pos.unit("A").at, pos.top.tag) == (EAST, "momentum")
    pos = attack(pos, "A", die=1, target="S1627")
    assert dead(pos, "10RD", "90RD", "48RD") == ["10RD", "90RD", "48RD"]


@pytest.mark.rule(SLUG, "10.25")
def test_momentum_must_be_used_at_once() -> None:
    """Who passes does not attack later in the phase."""
    pos = momentum("unit 2Pz S1526").apply("pass")
    assert pos.top.tag == "combat"
    assert of(pos.apply("target S1626").why_not("attack A")) == "10.4"


@pytest.mark.rule(SLUG, "10.25")
def test_a_called_off_momentum_attack_may_be_made_elsewhere() -> None:
    """Nothing binds before commitment."""
    pos = momentum().apply("target S1626").apply("cancel")
    assert pos.top.tag == "momentum"


@pytest.mark.rule(SLUG, "R-96")
def test_momentum_against_a_hex_attacked_before() -> None:
    """It is allowed, and the hex first attacked by momentum is no object of an assault later."""
    lines = (strong("B", 2, "S1525"), strong("D", 30, EAST, "48RD"))
    pos = board(strong("A", 60, WEST), *lines, "unit 10RD S1625", "unit 21ID S1526")
    pos = attack(pos, "21ID", die=1, target=EAST)
    assert pos.why_not(f"target {EAST}") is not None
    pos = attack(pos, "A", die=1).apply("select A")
    assert pos.apply(f"target {EAST}").why_not("attack A") is None
    other = momentum(strong("F", 9, "S1526"), strong("G", 50, EAST, "48RD"))
    other = other.apply("target S1626").apply("attack A").apply("commit", dice=(6,))
    while other.top.tag != "combat":
        other = other.apply(other.actions()[0])
    assert of(other.why_not("target S1626")) == "10.4"


@pytest.mark.rule(SLUG, "5.13-4", "R-97")
def test_momentum_on_turn_1() -> None:
    """Soviets have it, the Axis has not."""
    assert momentum("turn 1").top.tag == "combat"
    assert momentum("turn 1", side=SOVIET, like="10RD").top.tag == "momentum"


@pytest.mark.rule(SLUG, "10.25")
def test_momentum_needs_supply() -> None:
    """Out of supply there is none; attenuated supply is enough."""
    assert momentum("unit 67RD S1420").top.tag == "combat"
    assert momentum("tag oilfield S1422\nstate fallen=S1422").top.tag == "momentum"


@pytest.mark.rule(SLUG, "R-97")
def test_romanians_have_momentum_in_their_country() -> None:
    """And not over its border."""
    inside = momentum("zone romania S1624 S1625 S1626", like="7R")
    assert inside.top.tag == "momentum"
    assert momentum("zone romania S1624 S1625", like="7R").top.tag == "combat"
