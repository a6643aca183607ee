"""28 The Zaporozhye dam and the flood."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.moves import DNIEPER, denied, does, offered
from tests.rules.ukraine43.turns import SLUG, events, opened, start

from grognard.decisions import total
from grognard.games.ukraine43.advance import ways_of as advance_ways
from grognard.games.ukraine43.combat import why_not_over
from grognard.games.ukraine43.dam import Dam, dam_points
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.retreat import ways_out
from grognard.games.ukraine43.sequence import AxisTurn, EndPhase, SovietTurn, Turn
from grognard.games.ukraine43.state import AXIS, DEAD, SOVIET, Flood, Pos
from grognard.games.ukraine43.supply import has_line
from grognard.games.ukraine43.victory import points
from grognard.hand import Hand
from grognard.hexes import HexId, split_hexside
from grognard.testing import sketch

RIFLES, TANKS, INFANTRY, PANZER = "23/218", "2TC", "88ID", "11Pz"
GUNS, GUARDS_GUNS = "7Art", "3GArt"
ZAPOROZHYE, BESIDE = "3728", "3828"
#: A marsh at Nikopol and the two banks of a hexside below the dam with a bridge.
MARSH = "3232"

#: The part of the map around the dam, with a spare unit for either side.
MAP = f"""
    board 2620..4441
    unit SWF 4420
    unit 1PzA 2620
    control axis {ZAPOROZHYE}
    turn 12
"""


def end_phase(text: str, side: str, **state: object) -> Pos:
    """Step e of the End Phase of a side."""
    pos = sketch(SLUG, MAP + text)
    pos = pos.game.position(replace(pos.state, **state))
    turn = SovietTurn if side == SOVIET else AxisTurn
    return opened(
        pos, Turn(), turn(side=side, stage="end phase"), EndPhase(side=side, stage="dam"),
        Dam(side=side),
    )  # fmt: skip


# --- 28.1  who destroys it, and what it is worth ----------------------------------------


@pytest.mark.rule(SLUG, "28.1-1")
def test_the_dam_begins_intact_in_zaporozhye() -> None:
    """The campaign has it there, the short scenario does not."""
    pos = start()
    assert pos.game.theatre(pos).dam == ZAPOROZHYE
    assert pos.board.called(ZAPOROZHYE) == "Zaporozhye (3728)"
    assert pos.state.dam == "intact"
    short = start("rumyantsev")
    assert short.game.theatre(short).dam == ""


@pytest.mark.rule(SLUG, "28.1-5", "R-2", "3.C.7.e")
@pytest.mark.parametrize("guns", [f"{GUNS} {BESIDE}", f"{GUNS} {BESIDE} spent=true",
                                  f"{GUARDS_GUNS} {BESIDE}"])  # fmt: skip
def test_soviets_need_artillery_beside_the_city(guns: str) -> None:
    """A division on either side, regular or Guards, next to Zaporozhye in step e."""
    assert offered(end_phase(f"unit {guns}", SOVIET), "choose") == {"destroy"}


@pytest.mark.rule(SLUG, "28.1-5", "R-2")
def test_without_artillery_beside_the_city_the_soviets_are_not_asked() -> None:
    """Neither with a tank corps there nor with artillery two hexes away."""
    for text in (f"unit {TANKS} {BESIDE}", f"unit {GUNS} 3928"):
        pos = end_phase(text, SOVIET)
        assert not isinstance(pos.top, Dam)
        assert pos.state.dam == "intact"


@pytest.mark.rule(SLUG, "28.1-6", "R-2", "28.1-dc")
def test_germans_need_the_city_and_no_unit() -> None:
    """Empty and German: offered; Soviet: not, though a division is next to it."""
    assert offered(end_phase("", AXIS), "choose") == {"destroy"}
    lost = f"control soviet {ZAPOROZHYE}\nunit {PANZER} {BESIDE}"
    assert not isinstance(end_phase(lost, AXIS, dam="captured").top, Dam)


@pytest.mark.rule(SLUG, "R-2", "3.C.7.e")
@pytest.mark.parametrize("phase", ["movement", "first-combat", "exploitation", "das"])
def test_the_dam_is_not_destroyed_in_any_other_phase(phase: str) -> None:
    """With artillery beside it, `destroy` is no answer there."""
    air = "unit 2VA-a 4420\n"
    pos = sketch(SLUG, f"{MAP}{air}unit {GUNS} {BESIDE}\nunit {TANKS} 4421\nphase {phase} soviet")
    assert pos.why_not("choose destroy") is not None


def captured(pos: Pos, unit: str = TANKS) -> Pos:
    """A unit walks into Zaporozhye."""
    return does(pos, f"select {unit}", f"move {ZAPOROZHYE}", "stop")


@pytest.mark.rule(SLUG, "28.1-7", "28.1-3", "R-70")
def test_soviets_who_enter_the_city_capture_the_dam() -> None:
    """At once, and it is worth 4 points; a German who enters captures nothing."""
    text = f"{MAP}unit {TANKS} {BESIDE}\nunit {PANZER} 3628\n"
    pos = captured(sketch(SLUG, text + "phase movement soviet"))
    assert pos.state.dam == "captured"
    assert pos.holder(ZAPOROZHYE) == SOVIET
    assert total(dam_points(pos)) == 4
    german = sketch(SLUG, text + "phase movement axis").apply(f"select {PANZER}")
    assert german.apply(f"move {ZAPOROZHYE}").state.dam == "intact"


@pytest.mark.rule(SLUG, "28.1-2")
@pytest.mark.parametrize("side", [SOVIET, AXIS])
def test_a_destroyed_dam_is_worth_two_points(side: str) -> None:
    """Whoever did it."""
    pos = end_phase(f"unit {GUNS} {BESIDE}", side)
    assert total(dam_points(pos)) == 0
    pos = pos.apply("choose destroy")
    assert pos.state.dam == "destroyed"
    assert total(dam_points(pos)) == 2


@pytest.mark.rule(SLUG, "28.1-4")
def test_the_dam_counts_besides_the_city() -> None:
    """Zaporozhye is worth 2, an intact dam 4: together 6."""
    pos = start(dam="captured")
    hand = Hand(pos)
    hand.control(ZAPOROZHYE, SOVIET)
    for hex_ in pos.board.grid:
        hand.control(hex_, SOVIET)
    for unit in pos.state.units:
        if pos.owner(unit.id) == AXIS:
            hand.put(unit.id, DEAD)
    # A half hex of the Central Front would not do: the city needs a railway from the east.
    hand.change(repaired=frozenset(pos.board.grid.hexes))
    parts = {part.reason: part.amount for part in points(hand.now)}
    assert parts["Zaporozhye (3728)"] == 2
    assert parts["The dam captured intact"] == 4


@pytest.mark.rule(SLUG, "28.1-8", "R-102")
def test_a_captured_dam_that_is_lost_and_blown_counts_two() -> None:
    """Retaken by Germans it still counts 4 while it stands; destroyed by them it counts 2."""
    pos = end_phase("", AXIS, dam="captured")
    assert total(dam_points(pos)) == 4
    assert total(dam_points(pos.apply("choose destroy"))) == 2


@pytest.mark.rule(SLUG, "R-102")
def test_soviets_do_not_destroy_what_they_captured() -> None:
    """With artillery beside a captured dam they are not asked."""
    pos = end_phase(f"unit {GUNS} {BESIDE}\ncontrol soviet {ZAPOROZHYE}", SOVIET, dam="captured")
    assert not isinstance(pos.top, Dam)
    assert pos.state.dam == "captured"


@pytest.mark.rule(SLUG, "28.1-5")
def test_the_dam_may_be_left() -> None:
    """To pass is an answer, and next turn it may be asked again."""
    pos = end_phase("", AXIS).apply("pass")
    assert pos.state.dam == "intact"
    assert pos.state.flood is None


# --- 28.2  the flood --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "28.2A", "28.2C")
def test_a_soviet_flood_lasts_until_the_german_end_phase_of_the_same_turn() -> None:
    """Blown on turn 12: gone after step e of the German End Phase of turn 12."""
    pos = end_phase(f"unit {GUNS} {BESIDE}", SOVIET).apply("choose destroy")
    assert pos.state.flood == Flood(until=12)
    assert MARSH in flooded(pos)
    after = end_phase("", AXIS, dam="destroyed", flood=Flood(until=12))
    assert after.state.flood is None
    assert flooded(after) == frozenset()


@pytest.mark.rule(SLUG, "28.2B", "28.2C")
def test_a_german_flood_lasts_a_turn_longer() -> None:
    """Blown on turn 12: it stands in both player turns of turn 13, until step e of the German
    End Phase.
    """
    pos = end_phase("", AXIS).apply("choose destroy")
    assert pos.state.flood == Flood(until=13)
    state = {"dam": "destroyed", "flood": Flood(until=13)}
    assert end_phase("", AXIS, **state).state.flood is not None
    assert end_phase("turn 13\n", SOVIET, **state).state.flood is not None
    assert end_phase("turn 13\n", AXIS, **state).state.flood is None


@pytest.mark.rule(SLUG, "28.2D")
def test_who_is_in_the_marsh_is_lost() -> None:
    """Units of both sides are eliminated; a leader gets away, and units beside it stay."""
    text = f"unit {RIFLES} {MARSH}\nunit {PANZER} 3132\nunit {INFANTRY} 3130\nunit Manstein 3131\n"
    pos = end_phase(text + "control axis 3130\n", AXIS).apply("choose destroy")
    assert [pos.unit(unit).at for unit in (RIFLES, PANZER)] == [DEAD, DEAD]
    assert pos.unit(INFANTRY).at == "3130"
    assert (pos.unit("Manstein").at, pos.unit("Manstein").disrupted) == (ZAPOROZHYE, True)
    assert {event.units[0] for event in events(pos, "eliminated")} == {RIFLES, PANZER}


@pytest.mark.rule(SLUG, "28.2D")
def test_air_units_are_above_the_water() -> None:
    """One that flies over a marsh is not touched."""
    pos = end_phase(f"unit 4FlK {MARSH} das=true", AXIS).apply("choose destroy")
    assert pos.unit("4FlK").at == MARSH


@pytest.mark.rule(SLUG, "R-64")
def test_what_lies_below_the_dam() -> None:
    """Marshes at Nikopol do, those at Dnepropetrovsk do not; the Dnieper from Zaporozhye to the
    sea, without the hexsides of Zaporozhye itself.
    """
    pos = start(flood=Flood(until=12))
    below = flooded(pos)
    wet = ("marsh", "wooded_marsh")
    assert all(pos.board.terrain_of(hex_) in wet for hex_ in below)
    nikopol = next(place.hex for place in pos.board.places if place.name == "Nikopol")
    city = next(place.hex for place in pos.board.places if place.name == "Dnepropetrovsk")
    near = [h for h in pos.board.grid.within(nikopol, 1) if pos.board.terrain_of(h) in wet]
    assert near
    assert set(near) <= below
    assert not set(pos.board.grid.within(city, 3)) & below
    sides = pos.board.hexsides["below_dam"]
    assert sides < pos.board.hexsides["major_river"]
    touching = {h for side in sides for h in split_hexside(side)}
    marshes = {h for h in touching if pos.board.terrain_of(h) in wet}
    assert marshes == below


#: Zaporozhye's own bridge, and one below the dam, at Nikopol or Kakhovka.
def bridge_below(pos: Pos) -> tuple[HexId, HexId]:
    """A hexside below the dam that a road crosses."""
    roads = pos.board.networks["primary"] | pos.board.networks["secondary"]
    below = sorted(pos.board.hexsides["below_dam"] & roads)
    return split_hexside(below[0])


FLOOD = {"dam": "destroyed", "flood": Flood(until=12)}


def wet(text: str, phase: str, side: str = SOVIET) -> Pos:
    """A phase while the flood lasts."""
    pos = sketch(SLUG, f"{MAP}{text}\nphase {phase} {side}")
    again: Pos = pos.game.position(replace(pos.state, **FLOOD))
    return again


@pytest.mark.rule(SLUG, "28.2E-1", "R-102")
def test_nobody_moves_or_fights_over_the_closed_river() -> None:
    """A bridge below the dam is closed to moves and attacks while the water stands."""
    near, far = bridge_below(start())
    move = f"unit {TANKS} {near}\nunit {RIFLES} 4421"
    dry = sketch(SLUG, f"{MAP}{move}\nphase movement soviet").apply(f"select {TANKS}")
    assert far in offered(dry, "move")
    assert far not in offered(wet(move, "movement").apply(f"select {TANKS}"), "move")
    fight = f"unit {RIFLES} {near}\nunit {INFANTRY} {far}"
    bars = flood_bars(wet(fight, "first-combat"))
    assert bars is not None
    assert bars.bar(near, far)
    assert wet(fight, "first-combat").why_not(f"target {far}") is not None


#: The Dnieper between rows 04 and 05 of a small board, all of it below the dam, with a road and
#: a railway over it from 0404 to 0405.
LOWER = (
    f"board 8 x 8\n{DNIEPER}\n{DNIEPER.replace('major_river', 'below_dam')}\n"
    "network primary 0403-0404-0405-0406\nnetwork rail 0403-0404-0405-0406\n"
    "control soviet 0403 0404 0405 0406\nstate repaired=0403,0404,0405,0406\n"
)


def both(text: str) -> tuple[Pos, Pos]:
    """The lower Dnieper without and with the flood."""
    dry = sketch(SLUG, LOWER + text)
    return dry, dry.game.position(replace(dry.state, **FLOOD))


@pytest.mark.rule(SLUG, "28.2E-1", "R-102")
def test_no_attack_over_the_closed_river_bridged_or_not() -> None:
    """Without the flood an Assault marker would be needed; with it nothing helps."""
    dry, flood = both(f"unit {RIFLES} 0404\nunit {INFANTRY} 0405\nphase first-combat soviet")
    assert str(why_not_over(dry, "0404", "0405")).startswith("18.1B-1")
    assert str(why_not_over(flood, "0404", "0405")).startswith("28.2E-1")
    dry, flood = both(f"unit {RIFLES} 0404\nunit {INFANTRY} 0405\nphase movement soviet")
    assert "0405" in offered(dry.apply(f"select {RIFLES}"), "target")
    assert denied(flood.apply(f"select {RIFLES}"), "target 0405") == "R-102"


@pytest.mark.rule(SLUG, "28.2E-1", "R-102")
def test_no_advance_and_no_retreat_over_the_closed_river() -> None:
    """By the bridge a tank corps would advance and a division retreat; the flood stops both."""
    dry, flood = both(f"unit {TANKS} 0404\nunit {INFANTRY} 0405\nphase first-combat soviet")

    def advances(pos: Pos) -> set[HexId]:
        ways = advance_ways(pos, SOVIET, TANKS, "0404", ("0405",), short=True)
        return {*ways.next_hexes}

    def retreats(pos: Pos) -> set[HexId]:
        hand = Hand(pos)
        hand.put(TANKS, "0407")
        return {*ways_out(hand.now, AXIS, (INFANTRY,), "0405").next_hexes}

    hand = Hand(dry)
    hand.put(INFANTRY, "0808")
    assert advances(hand.now) == {"0405"}
    assert advances(hand.now.game.position(replace(hand.now.state, **FLOOD))) == set()
    assert "0404" in retreats(dry)
    assert "0404" not in retreats(flood)


@pytest.mark.rule(SLUG, "28.2E-1", "R-102")
def test_no_train_over_the_closed_river() -> None:
    """The railway bridge is closed too."""
    dry, flood = both(f"unit {RIFLES} 0403\nphase movement soviet")
    assert "0406" in offered(does(dry, f"select {RIFLES}", "mode rail"), "move")
    assert not {"0405", "0406"} & offered(does(flood, f"select {RIFLES}", "mode rail"), "move")


@pytest.mark.rule(SLUG, "28.2A", "R-102", "R-61")
def test_no_brigade_is_dropped_into_the_water_and_no_assault_goes_there() -> None:
    """A flooded hex is no drop zone, and no target of a Mobile Assault."""
    text = f"zone below_dam 0202\nunit {TANKS} 0203\nunit {INFANTRY} 0202\nturn 9\n"
    dry, flood = both(text + "phase exploitation soviet")
    assert "0202" in offered(dry.apply(f"select {TANKS}"), "assault")
    assert denied(flood.apply(f"select {TANKS}"), "assault 0202") == "28.2E-1"
    text = f"zone below_dam 0202\nunit {TANKS} 0203\nunit 1GAb airborne\nunit 3GAb airborne\n"
    dry, flood = both(text + "turn 9\nphase movement soviet")
    assert "0202" in offered(dry.apply("choose drop"), "place")
    assert denied(flood.apply("choose drop"), "place 0202") == "R-61"


@pytest.mark.rule(SLUG, "28.2A", "28.2B", "R-102")
def test_flooded_hexes_are_entered_in_no_way() -> None:
    """Nor by a line of supply."""
    beside = next(h for h in start().board.grid.neighbours(MARSH)
                  if h not in start().board.zone("below_dam"))  # fmt: skip
    move = f"unit {RIFLES} {beside}\nunit {TANKS} 4421"
    pos = wet(move, "movement").apply(f"select {RIFLES}")
    assert denied(pos, f"move {MARSH}") in ("R-106", "4.4A-1", "28.2A")
    lane = "board 1 x 9\ntag soviet_source 0101\ncontrol soviet 0101\nterrain marsh 0103\n"
    text = lane + "zone below_dam 0103"
    dry = sketch(SLUG, text)
    assert has_line(dry, SOVIET, "0104")
    assert not has_line(dry.game.position(replace(dry.state, **FLOOD)), SOVIET, "0104")


@pytest.mark.rule(SLUG, "R-102")
def test_supply_crosses_a_closed_bridge() -> None:
    """The closed hexsides stop everything but supply."""
    text = """
        board 1 x 9
        tag soviet_source 0101
        control soviet 0101
        hexside major_river 0102/0103
        hexside below_dam 0102/0103
        network primary 0101-0102-0103
    """
    pos = sketch(SLUG, text)
    flood = pos.game.position(replace(pos.state, **FLOOD))
    assert has_line(flood, SOVIET, "0106")


@pytest.mark.rule(SLUG, "28.2E-2")
def test_zaporozhye_is_above_the_dam() -> None:
    """While the water stands one moves over the Dnieper into Zaporozhye and fights there."""
    west = next(h for h in start().board.grid.neighbours(ZAPOROZHYE)
                if start().board.crosses("major_river", ZAPOROZHYE, h)
                and any(start().board.joined(road, ZAPOROZHYE, h)
                        for road in ("primary", "secondary")))  # fmt: skip
    pos = wet(f"unit {PANZER} {west}\nunit {INFANTRY} 2621", "movement", AXIS)
    assert ZAPOROZHYE in offered(pos.apply(f"select {PANZER}"), "move")
    bars = flood_bars(pos)
    assert bars is not None
    assert not any(bars.bar(ZAPOROZHYE, h) for h in pos.board.grid.neighbours(ZAPOROZHYE))
