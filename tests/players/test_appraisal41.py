"""What a computer player is told about Operation Storm."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from tests.leaks import imagined_alike, positions

from grognard import load
from grognard.decisions import Action
from grognard.games.storm41.state import AXIS, SOVIET
from grognard.players import PLAYERS, Seat
from grognard.players.packages import Planner
from grognard.players.weigh import weigh
from grognard.testing import sketch

SLUG = "storm41"
GAME: Any = load(SLUG)
APPRAISAL: Any = GAME.appraisal
#: A blank country, all of it in supply of both sides.
BLANK = "board 12 x 6\ntag axis_source S1420\ntag soviet_source S1431\nturn 3\n"
TARGET, WEST, NORTH_WEST = "S1625", "S1624", "S1724"


def begun() -> Any:
    """The first Soviet Combat Phase of the short scenario, from the ready set-up."""
    pos = GAME.start("south", seed=1)
    for one in ("choose ready", "done"):
        pos = pos.apply(one)
    assert pos.top.tag == "combat"
    return pos


def drawn(*lines: str, phase: str = "combat", side: str = AXIS) -> Any:
    return sketch(SLUG, BLANK + "\n".join([*lines, f"phase {phase} {side}"]))


def passive(pos: Any) -> Action:
    """Sets up, ends every phase at once, and takes what comes."""
    actions: list[Action] = pos.actions()
    quiet = ("done", "pass", "choose", "commit")
    return next((one for verb in quiet for one in actions if one.verb == verb), actions[0])


def test_what_one_side_has_the_other_lacks() -> None:
    """One count, seen from either side; a Soviet city is worth something."""
    pos = begun()
    ours, theirs = APPRAISAL.ledger(pos, SOVIET), APPRAISAL.ledger(pos, AXIS)
    assert ours.margin == -theirs.margin > 0
    assert ours.turns_left == 5


def test_cities_ploesti_and_the_edge_are_objectives() -> None:
    """Held by one, taken by the other; Ploesti before everything else."""
    pos = begun()
    ours, theirs = APPRAISAL.objectives(pos, SOVIET), APPRAISAL.objectives(pos, AXIS)
    assert ours[0].hex == theirs[0].hex == GAME.theatre(pos).oil
    assert {*GAME.theatre(pos).cities} < {goal.hex for goal in ours}
    assert {g.hex for g in ours if g.kind == "take"} > {g.hex for g in theirs if g.kind == "hold"}
    edge = {g.hex for g in theirs if g.kind == "take"} - {*GAME.theatre(pos).cities}
    assert edge <= GAME.theatre(pos).east_edges["south_edge"]
    assert len(edge) == 1


def test_chances_of_a_battle_add_up() -> None:
    """Something happens in every attack."""
    pos = begun()
    planner = Planner(APPRAISAL, pos, SOVIET)
    assert planner.contacts()
    for target, able in planner.contacts().items():
        for package in planner.packages(target, able):
            outcomes = APPRAISAL.battle(pos, package.units, target)
            assert sum(o.chance for o in outcomes) == pytest.approx(1)


def test_an_attack_of_two_nations_is_no_attack() -> None:
    """Germans and Romanians do not attack together (5.8)."""
    pos = drawn(f"unit 1ID {WEST}", f"unit 3R {NORTH_WEST}", f"unit 10RD {TARGET}")
    (repulsed,) = pos.game.appraisal.battle(pos, ("1ID", "3R"), TARGET)
    assert (repulsed.attacker, repulsed.defender, repulsed.vacated) == (1.0, 0.0, False)
    assert len(pos.game.appraisal.battle(pos, ("1ID",), TARGET)) > 1


def test_artillery_alone_falls_for_nothing() -> None:
    """No die is thrown for it (11.7-3)."""
    pos = drawn(f"unit 1ID {WEST}", f"unit 402Art {TARGET}", f"unit 403Art {TARGET}")
    (sure,) = pos.game.appraisal.battle(pos, ("1ID",), TARGET)
    assert (sure.chance, sure.attacker, sure.defender, sure.vacated) == (1.0, 0.0, 2, True)


@pytest.mark.parametrize(("die", "defenders", "cleared"), [(1, 1, True), (6, 2, False)])
def test_outcomes_are_those_of_the_table(die: int, defenders: int, cleared: bool) -> None:
    """Two German divisions (8 factors) against one or two rifle divisions: what the die would
    bring is among the outcomes.
    """
    rifles = [f"unit {unit} {TARGET}" for unit in ("10RD", "90RD")[:defenders]]
    pos = drawn(f"unit 1ID {WEST}", f"unit 11ID {WEST}", *rifles)
    found = pos.game.appraisal.battle(pos, ("1ID", "11ID"), TARGET)
    after = pos.apply(f"target {TARGET}").apply("attack 1ID").apply("attack 11ID")
    after = after.apply("commit", dice=(die,))
    lost = sum(after.unit(unit).at == "dead" for unit in ("10RD", "90RD"))
    assert cleared == (lost == defenders)
    assert any(o.vacated == cleared and o.defender >= lost for o in found)


@pytest.mark.parametrize(
    "line",
    [
        f"state superior=axis airpower={TARGET}",
        f"state superior=soviet airpower={TARGET}",
        "unit 3Pz S1431",
        "unit 1TD S1420",
        "turn 1",
    ],
    ids=["attacker's aircraft", "defender's aircraft", "defender cut off", "attacker cut off", "1"],
)
def test_stakes_tell_attacks_apart(line: str) -> None:
    """What changes an attack changes what it hangs on: aircraft, lines of supply, surprise."""
    stand = (f"unit 1ID {WEST}", f"unit 10RD {TARGET}")
    plain, other = drawn(*stand), drawn(*stand, line)
    assert APPRAISAL.battle(plain, ("1ID",), TARGET) != APPRAISAL.battle(other, ("1ID",), TARGET)
    assert APPRAISAL.stakes(plain, ("1ID",), TARGET) != APPRAISAL.stakes(other, ("1ID",), TARGET)


def test_states_that_look_alike_are_imagined_alike() -> None:
    """With two hidden units exchanged the same position is made up from the view."""
    games = positions(GAME, range(1), every=40, scenario="south")
    found = [imagined_alike(pos, pos.side, rng) for pos, _, _, rng in games]
    assert found.count(True) > 10
    assert False not in found


def test_an_assault_is_gathered_out_of_a_stack() -> None:
    """Panzer divisions join until they are strong enough, then they assault (9.22)."""
    panzers = ("1Pz", "3Pz", "4Pz", "17Pz", "18Pz")
    stack = [f"unit {unit} {WEST}" for unit in panzers]
    pos = drawn(*stack, f"unit 10RD {TARGET}", phase="movement").apply("select 1Pz")
    told: list[Action] = []
    while not told or told[-1].verb == "join":
        best = max(weigh(pos.game.appraisal, pos, 20), key=lambda one: one.worth)
        told.append(best.action)
        pos = pos.apply(best.action)
    assert [one.verb for one in told] == ["join"] * 4 + ["assault"]
    assert pos.top.tag == "mobile assault"


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_recruit_brings_a_turn_to_its_end(side: str) -> None:
    """It opens no job that it does not use: two turns end after some hundred decisions."""
    pos = GAME.start("south", seed=4)
    seat, decisions = Seat(PLAYERS["recruit"], "a"), 0
    while pos.turn < 3:
        if pos.side == side:
            decisions += 1
            pos = pos.apply(seat(pos.view(side)))
        else:
            pos = pos.apply(passive(pos))
        assert decisions < 1500
    assert decisions > 50


@pytest.mark.parametrize(
    ("unit", "name", "lost", "due"),
    [
        ("1ID", "german_losses", 0, 20 / 150),
        ("1ID", "german_losses", 110, 20 / 40),
        ("1ID", "german_losses", 149, 20 / 4),
        ("10RD", "soviet_losses", 100, 20 / 100),
    ],
)
def test_a_unit_is_dearer_while_losses_count(unit: str, name: str, lost: int, due: float) -> None:
    """A victory point, shared out among the losses that are wanting (4.7, 4.8); when they have
    been suffered one more does not matter, and attacks are weighed anew.
    """
    stand = (f"unit 1ID {WEST}", f"unit 10RD {TARGET}")
    before, full = drawn(*stand, f"state {name}={lost}"), drawn(*stand, f"state {name}=200")
    dear, cheap = ({t.id: t.price for side in (AXIS, SOVIET) for t in APPRAISAL.troops(pos, side)}
                   for pos in (before, full))  # fmt: skip
    other = "10RD" if unit == "1ID" else "1ID"
    assert dear[unit] == pytest.approx(cheap[unit] + due)
    assert dear[other] == cheap[other]
    assert APPRAISAL.stakes(before, ("1ID",), TARGET) != APPRAISAL.stakes(full, ("1ID",), TARGET)


def test_romanians_are_not_counted() -> None:
    """They are in no count of losses (4.7)."""
    before, full = (
        drawn(f"unit 3R {WEST}", f"unit 10RD {TARGET}", f"state german_losses={lost}")
        for lost in (0, 150)
    )
    (dear,), (cheap,) = APPRAISAL.troops(before, AXIS), APPRAISAL.troops(full, AXIS)
    assert dear.price == cheap.price


def test_losses_on_the_way_to_a_point_are_banked() -> None:
    """Half of the losses that cost a point are half a point; at the end of the game there is
    only the whole one.
    """
    half = drawn(f"unit 1ID {WEST}", f"unit 10RD {TARGET}", "state german_losses=75")
    assert APPRAISAL.ledger(half, SOVIET).banked == pytest.approx(10)
    over = drawn(f"unit 1ID {WEST}", f"unit 10RD {TARGET}", "state german_losses=180")
    assert APPRAISAL.ledger(over, SOVIET).banked == pytest.approx(20)
    margins = [APPRAISAL.ledger(pos, SOVIET).margin for pos in (half, over)]
    assert margins[1] - margins[0] == pytest.approx(20)


def test_the_edge_is_a_prize_and_more_so_later() -> None:
    """Its first hex for the Germans, its last for the Soviets (4.9, 4.10)."""
    north = sorted(GAME.theatres["campaign"].east_edges["north_edge"])[:3]
    west, soviets = "control axis N2020", f"control soviet {' '.join(north)}"

    def prizes(hex_: str, turn: int, *lines: str) -> list[float]:
        pos = sketch(SLUG, "\n".join([f"turn {turn}", *lines]))
        return [APPRAISAL.prize(pos, side, hex_) for side in (AXIS, SOVIET)]

    assert prizes(north[0], 10, west, soviets) == [20, 0]
    assert prizes(north[0], 9, west, soviets) == [10, 0]
    broken = f"control axis {' '.join(north[:2])}", f"control soviet {north[2]}"
    assert prizes(north[0], 10, *broken) == [0, 10]
    assert prizes(north[2], 10, *broken) == [0, 0]


def along_the_danube(*missing: str) -> Any:
    """The Soviets hold the corridor but for these hexes; a German division is in the far south."""
    danube = GAME.theatres["campaign"].corridors["danube"].links
    held = " ".join(hex_ for hex_ in danube if hex_ not in missing)
    axis = f"control axis {' '.join(missing)}" if missing else "control axis N2020"
    return sketch(SLUG, f"turn 5\ncontrol soviet {held}\n{axis}\nunit 1ID S1420\nunit 25H S3422")


def test_a_corridor_is_run_along() -> None:
    """The Soviets go for what they lack of it, and more so the less it is (4.5); who is
    nearest stops them, or breaks it again.
    """
    pos = along_the_danube("S1527", "S1529", "S1532")
    ours = {g.hex: (g.kind, g.worth) for g in APPRAISAL.objectives(pos, SOVIET)}
    assert [ours[hex_] for hex_ in ("S1527", "S1529", "S1532")] == 3 * [("take", 20 / 3)]
    assert {"S1527"} == {"S1527", "S1529", "S1532"} & {
        g.hex for g in APPRAISAL.objectives(pos, AXIS)
    }
    assert APPRAISAL.prize(pos, SOVIET, "S1527") == pytest.approx(20 / 3)
    theatre = GAME.theatres["campaign"]
    danube = {*theatre.corridors["danube"].links} - {*theatre.cities}
    danube -= theatre.east_edges["south_edge"]
    (broken,) = [g for g in APPRAISAL.objectives(along_the_danube(), AXIS) if g.hex in danube]
    assert (broken.kind, broken.worth) == ("take", 20)
    assert APPRAISAL.prize(along_the_danube(), AXIS, "S1527") == 20


def test_few_are_sent_along_a_corridor() -> None:
    """Who passes takes the hexes on his way: every third is enough at first."""
    danube = GAME.theatres["campaign"].corridors["danube"].links
    missing = sorted(danube)[:12]
    goals = {g.hex: g.need for g in APPRAISAL.objectives(along_the_danube(*missing), SOVIET)}
    sent = [goals[hex_] for hex_ in missing if hex_ in goals]
    assert len(sent) == 4
    assert max(sent) < 10
    guarded = {g.hex for g in APPRAISAL.objectives(along_the_danube(*missing), AXIS)}
    assert not guarded & {*missing} - {*GAME.theatres["campaign"].cities}


def test_hungary_is_emptied_at_last() -> None:
    """The Soviets go for the last Germans and Hungarians there, not for Romanians (4.6), nor for
    anybody while there are many.
    """
    stands = "unit 25H S3422\nunit 1ID S3423\nunit 3R S3424\n"
    control = "turn 5\ncontrol axis S3422 S3423 S3424 S3425\n"
    pos = sketch(SLUG, control + stands)
    goals = {g.hex: g.worth for g in APPRAISAL.objectives(pos, SOVIET)}
    assert [goals.get(hex_) for hex_ in ("S3422", "S3423", "S3424")] == [10 + 20 / 23, 10, None]
    prizes = [APPRAISAL.prize(pos, SOVIET, hex_) for hex_ in ("S3422", "S3424", "S3425")]
    assert prizes == [10 + 20 / 23, 0, 0]
    many = zip(("11ID", "12ID", "21ID", "22ID", "23ID"), range(3523, 3528), strict=True)
    crowd = sketch(SLUG, control + stands + "".join(f"unit {u} S{hex_}\n" for u, hex_ in many))
    assert APPRAISAL.prize(crowd, SOVIET, "S3423") == 0


def test_a_place_is_not_left_to_the_enemy() -> None:
    """The last who stand in a city give up its worth if an enemy can walk in, and that of the guns
    that they leave there; not if others stay, or nobody is near (3.8-b, 11.7-3).
    """
    ploesti = GAME.theatres["campaign"].oil
    control = f"turn 5\ncontrol soviet {ploesti}\nunit 10RD {ploesti}\n"

    def post(*lines: str) -> float:
        pos = sketch(SLUG, control + "\n".join(lines))
        return float(APPRAISAL.post(pos, SOVIET, ploesti))

    assert post("unit 1ID S2026") == 60
    gun = 0.8 + 20 / 200
    assert post("unit 1ID S2026", f"unit 402Art {ploesti}") == 60 + gun
    assert post("unit 1ID S2026", f"unit 90RD {ploesti}") == 0
    assert post("unit 1ID N2026") == 0


@pytest.mark.parametrize(
    ("held", "worth"), [(0, 20 / 23), (3, 20 / 20), (22, 20), (23, 20), (25, 20 / 3)]
)
def test_a_city_is_worth_what_it_decides(held: int, worth: float) -> None:
    """A share of the point for each that the Soviets lack of 23, or have beyond it (4.2)."""
    cities = GAME.theatres["campaign"].cities
    plain = [hex_ for hex_, kind in cities.items() if kind == "city"]
    ours, theirs = plain[:held], plain[held:]
    control = [
        f"control {side} {' '.join(hexes)}"
        for side, hexes in ((SOVIET, ours), (AXIS, theirs))
        if hexes
    ]
    pos = sketch(SLUG, "turn 5\n" + "\n".join(control))
    assert APPRAISAL.prize(pos, SOVIET, plain[-1]) == pytest.approx(worth)


# --- what the count is worth before the end ------------------------------------------------


def test_the_oil_that_was_lost_once_is_lost_for_good() -> None:
    """7.8, 11.5: a point for the Soviets, whoever holds Ploesti now."""
    pos = begun()
    oil = GAME.theatre(pos).oil
    after = GAME.position(replace(pos.state, fallen=frozenset({oil})))
    for side, worth in ((SOVIET, 20), (AXIS, -20)):
        before, then = APPRAISAL.ledger(pos, side), APPRAISAL.ledger(after, side)
        assert then.banked - before.banked == worth
        assert then.margin - before.margin == pytest.approx(worth)


def test_what_is_held_counts_more_the_nearer_the_end() -> None:
    """And at the end it counts in full."""
    pos = begun()
    turns = [GAME.position(replace(pos.state, turn=turn)) for turn in range(1, 7)]
    firm = [APPRAISAL.ledger(one, SOVIET).firm for one in turns]
    assert firm == sorted(firm)
    assert firm[0] > 0.3
    assert firm[-1] == 1.0


def test_cities_count_by_the_chance_of_their_point() -> None:
    """Each a little, and those most that bring the count near 23 (4.2)."""
    cities = [h for h, kind in GAME.theatres["campaign"].cities.items() if kind == "city"]
    margins = []
    for held in range(14, 26):
        ours, theirs = " ".join(cities[:held]), " ".join(cities[held:])
        pos = sketch(SLUG, f"turn 5\ncontrol soviet {ours}\ncontrol axis {theirs}")
        margins.append(APPRAISAL.ledger(pos, SOVIET).margin)
    gains = [after - before for before, after in pairwise(margins)]
    assert min(gains) > 0
    assert gains.index(max(gains)) == 22 - 14
    assert margins[-1] - margins[0] < 20


def test_a_place_that_is_held_draws_all_its_troops_as_one() -> None:
    """Its worth is shared out among those whom it needs. The Soviets go for what they want with all
    they have.
    """
    pos = begun()
    worths = {g.hex: g for g in APPRAISAL.objectives(pos, SOVIET)}
    for aim in APPRAISAL.aims(pos, SOVIET):
        goal = worths[aim.hex]
        assert aim.worth <= goal.worth + 0.01
        assert aim.kind == "hold" or aim.worth > 0.8 * goal.worth
    goals = {g.hex: g for g in APPRAISAL.objectives(pos, AXIS)}
    shares = [aim.worth / goals[aim.hex].worth for aim in APPRAISAL.aims(pos, AXIS)]
    assert 0 < min(shares) < 0.5
    assert max(shares) == 1


def test_somebody_stays_with_the_guns() -> None:
    """10.24, 11.7-3: artillery that is left alone may be overrun, so the last who stands before it
    weighs its price; as long as another stays he does not.
    """

    def wish(*left: str) -> float:
        """What it is worth to 10RD to advance when these stay behind."""
        others = ("11RD", "16RD", "23RD", "24RD", "27RD")
        units = [f"unit {u} {NORTH_WEST}" for u in others]
        units += [f"unit {u} {WEST}" for u in ("10RD", *left)]
        pos = drawn(*units, f"unit 3R {TARGET}", side=SOVIET).apply(f"target {TARGET}")
        for unit in ("10RD", *others):
            pos = pos.apply(f"attack {unit}")
        pos = pos.apply("commit", dice=(1,))
        assert pos.top.tag == "advance"
        worths = {one.action: one.worth for one in pos.game.appraisal.choices(pos)}
        return float(worths[Action("select", "10RD")])

    gun = 0.8
    assert wish("402Art") <= wish() - gun
    assert wish("402Art", "33RD") > wish("402Art") + gun / 2


def test_guns_keep_company() -> None:
    """11.7-3: artillery ends no move alone where the enemy can come, and who stands before it
    weighs its price before he goes; where nobody can come it may stay alone.
    """
    gun, rifle = "unit 402Art S1425", "unit 10RD S1425"

    def looks(*lines: str) -> tuple[float, Any, float]:
        pos = drawn(*lines, phase="movement", side=SOVIET)
        appraisal, index = pos.game.appraisal, pos.board.grid.index
        (troop,) = [t for t in appraisal.troops(pos, SOVIET) if t.id == "402Art"]
        leash = appraisal.leash(pos, troop)
        at = {hex_: leash[index[hex_]] for hex_ in ("S1425", "S1426")}
        return appraisal.posture(pos, SOVIET), at, appraisal.post(pos, SOVIET, "S1425")

    enemy = "unit 1ID S1423"
    price = looks(gun, enemy)[1]["S1426"]
    assert price > 0
    assert looks(gun, enemy) == (-price, {"S1425": price, "S1426": price}, 0)
    assert looks(gun, rifle, enemy) == (0, {"S1425": 0, "S1426": price}, price)
    assert looks(gun, rifle, "unit 11RD S1425", enemy)[2] == 0
    assert looks(gun, rifle) == (0, {"S1425": 0, "S1426": 0}, 0)


def test_any_hole_lays_an_edge_open() -> None:
    """The Soviets fear for a whole edge as much as for its hex that Germans come nearest to (4.9),
    more so in the last turn; a ring around them is as good as a line.
    """
    panzers, here = "unit 1Pz N3040", ("N3039", "N3041", "N3139", "N3140", "N2939", "N2940")
    theirs = "control soviet N3044 N4244 S2343"

    def feared(*lines: str, turn: int = 10) -> float:
        pos = sketch(SLUG, "\n".join([f"turn {turn}", theirs, *lines]))
        return -APPRAISAL.posture(pos, SOVIET)  # type: ignore[no-any-return]

    open_edge = feared(panzers)
    assert open_edge == pytest.approx(20, rel=0.01)
    assert feared(panzers, turn=9) == pytest.approx(open_edge / 1.5)
    ring = [
        f"unit {number}RD {hex_}" for number, hex_ in zip((2, 5, 6, 8, 10, 11), here, strict=True)
    ]
    assert feared(panzers, *ring) == 0
    assert feared(panzers, *ring[:-1]) > feared(panzers, *ring)
    assert feared(panzers, "control axis N4244") < 0.1 * open_edge
