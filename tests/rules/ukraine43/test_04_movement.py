"""4.6 - 4.8 Rail movement, Extended Movement, Restricted units, picking up and leaving."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.moves import DNIEPER, cost, denied, does, offered

from grognard.games.ukraine43.allowance import allowance, extension
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.state import Flood, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hexes import split_hexside
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit SWF 0812\nunit 1PzA 0112\n"


def phase(text: str, side: str = "soviet", name: str = "movement") -> Pos:
    return sketch(SLUG, f"board 8 x 12\n{SPARE}{text}\nphase {name} {side}")


# --- 4.6  rail ------------------------------------------------------------------------------

LINE = "network rail 0401-0402-0403-0404-0405-0406-0407-0408\n"
GERMAN = "control axis 0401 0402 0403 0404 0405 0406 0407 0408\n"
TRAIN = LINE + GERMAN + "unit 11Pz 0401\nunit 88ID 0401\n"


@pytest.mark.rule(SLUG, "4.6-2", "4.6-3", "4.6-5", "11.2C", "R-89", "TEC-12")
def test_one_unit_goes_any_distance_by_rail_and_is_disrupted() -> None:
    """Along friendly track to any of its hexes, as a whole move; a second unit is refused."""
    pos = does(phase(TRAIN, "axis"), "select 11Pz", "mode rail")
    assert offered(pos, "move") == {f"040{n}" for n in range(2, 9)}
    assert denied(pos, "move 0503") == "4.6-3"
    pos = pos.apply("move 0408")
    assert pos.unit("11Pz").at == "0408"
    assert pos.unit("11Pz").disrupted
    assert denied(pos, "select 11Pz") == "4.1-6"
    assert denied(pos.apply("select 88ID"), "mode rail") == "4.6-2"


@pytest.mark.rule(SLUG, "4.6-1")
@pytest.mark.parametrize("name", ["exploitation", "reaction"])
def test_trains_run_in_the_movement_phase_only(name: str) -> None:
    """There is no rail move in Exploitation and Reaction."""
    pos = phase(TRAIN, "axis", name).apply("select 11Pz")
    assert "rail" not in offered(pos, "mode")
    assert pos.why_not("mode rail") is not None


@pytest.mark.rule(SLUG, "4.6-3")
@pytest.mark.parametrize(
    ("change", "reached"),
    [("control soviet 0405", "0404"), ("unit 23/218 0405", "0403")],
)
def test_a_trip_ends_before_an_enemy(change: str, reached: str) -> None:
    """Enemy control stops a train, an enemy unit a hex earlier, for its zone."""
    pos = does(phase(TRAIN + change, "axis"), "select 11Pz", "mode rail")
    assert max(offered(pos, "move")) == reached


@pytest.mark.rule(SLUG, "4.6-4", "6.5-1", "R-11")
def test_trains_enter_no_zone_but_may_leave_one() -> None:
    """Boarding in an enemy zone is allowed; a friend in a hex does not lift the zone there."""
    text = TRAIN + "unit 23/218 0505\nunit 327ID 0405\n"
    pos = does(phase(text, "axis"), "select 11Pz", "mode rail")
    assert max(offered(pos, "move")) == "0404"
    assert denied(pos, "move 0406") == "4.6-4"
    boarding = does(phase(text, "axis"), "select 327ID", "mode rail")
    assert "0404" in offered(boarding, "move")


@pytest.mark.rule(SLUG, "R-89", "R-92")
def test_who_has_moved_or_is_disrupted_takes_no_train() -> None:
    """A unit that has walked a hex is refused, and a Disrupted one."""
    pos = does(phase(TRAIN, "axis"), "select 11Pz", "move 0402")
    assert denied(pos, "mode rail") == "R-89"
    text = TRAIN.replace("unit 11Pz 0401", "unit 11Pz 0401 disrupted=true")
    assert denied(does(phase(text, "axis"), "select 11Pz"), "mode rail") == "R-92"


@pytest.mark.rule(SLUG, "4.6-3", "17.1-1", "R-89")
def test_soviets_need_repaired_track() -> None:
    """A Soviet train goes over repaired hexes only."""
    text = LINE + "control soviet 0401 0402 0403 0404\nunit 2TC 0401\nzone soviet_start 0401 0402\n"
    repaired = text + "state repaired=0401,0402,0403"
    pos = does(phase(repaired), "select 2TC", "mode rail")
    assert offered(pos, "move") == {"0402", "0403"}


@pytest.mark.rule(SLUG, "4.6-6")
def test_the_link_beyond_the_east_edge() -> None:
    """A Soviet unit goes from 6021 to 6031 by rail, not if 6031 is German."""
    text = "unit 2TC 6021\nstate repaired=6021,6024,6026,6031\n"
    start = text + "control soviet 6021 6024 6026 6031\nphase movement soviet"
    pos = does(sketch(SLUG, start), "select 2TC", "mode rail")
    assert {"6024", "6026", "6031"} <= offered(pos, "move")
    moved = pos.apply("move 6031")
    assert moved.unit("2TC").at == "6031"
    lost = sketch(
        SLUG, text + "control soviet 6021 6024 6026\ncontrol axis 6031\nphase movement soviet"
    )
    assert "6031" not in offered(does(lost, "select 2TC", "mode rail"), "move")


# --- 4.7  Extended Movement -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "4.7A-1", "4.7B-2", "R-83")
def test_extended_movement_adds_three_and_costs_a_marker() -> None:
    """A panzer division goes nine clear hexes, not ten; the marker is spent beyond the sixth."""
    pos = does(phase("unit 11Pz 0401", "axis"), "select 11Pz", "mode extended")
    assert "0410" in offered(pos, "move")
    assert denied(pos, "move 0411") == "4.1-1"
    near = pos.apply("move 0407")
    assert near.within(PlayerTurn).extended_markers == 0
    far = near.apply("move 0408")
    assert far.within(PlayerTurn).extended_markers == 1
    assert far.within(PlayerTurn).extended == {"11Pz"}


@pytest.mark.rule(SLUG, "4.7A-2", "R-1", "R-12", "MISC-4", "6.5-5")
@pytest.mark.parametrize(("enemy", "refused"), [("13Art", True), ("Zhukov", False)])
def test_an_extended_move_ends_next_to_no_enemy(enemy: str, refused: bool) -> None:
    """Any ground unit counts, with or without a zone; a leader does not."""
    text = f"unit 88ID 0401\nunit {enemy} 0407"
    pos = does(phase(text, "axis"), "select 88ID", "mode extended")
    assert ("0406" in offered(pos, "move")) is not refused
    if refused:
        assert denied(pos, "move 0406") == "4.7A-2"


@pytest.mark.rule(SLUG, "R-12")
def test_an_enemy_across_the_river_is_next_to_the_hex() -> None:
    """The Dnieper between them does not matter to 4.7A."""
    text = f"{DNIEPER}\nunit 13Art 0405\nunit 88ID 0804"
    pos = does(phase(text, "axis"), "select 88ID", "mode extended")
    assert "0704" in offered(pos, "move")
    assert "0303" in offered(pos, "move")
    assert denied(pos, "move 0304") == "4.7A-2"


@pytest.mark.rule(SLUG, "4.7A-3", "6.5-ex", "6.3B-2")
def test_an_extended_move_may_begin_next_to_an_enemy() -> None:
    """Past a Soviet unit the surcharge is paid for every hex of its zone that is left: 9 points
    take a panzer division out of contact and past two such hexes; an infantry division cannot
    end its second hex beside the enemy.
    """
    enemy = "unit 23/218 0304\n"
    pos = does(phase(enemy + "unit 11Pz 0404", "axis"), "select 11Pz", "mode extended")
    assert cost(pos, "0405") == 3
    pos = pos.apply("move 0405")
    assert cost(pos, "0406") == 3
    assert "0409" in offered(pos, "move")
    assert "0410" not in offered(pos, "move")
    slow = does(phase("unit 23/218 0308\nunit 88ID 0402", "axis"), "select 88ID", "mode extended")
    assert "0406" in offered(slow, "move")
    assert denied(slow, "move 0408") == "4.7A-2"


@pytest.mark.rule(SLUG, "4.7B-1", "4.9B-1", "4.10-5")
@pytest.mark.parametrize("name", ["exploitation", "reaction"])
def test_no_extended_movement_in_later_phases(name: str) -> None:
    """Six hexes and no more in Exploitation and Reaction."""
    pos = phase("unit 11Pz 0401", "axis", name).apply("select 11Pz")
    assert "0407" in offered(pos, "move")
    assert "0408" not in offered(pos, "move")
    assert pos.why_not("mode extended") is not None


@pytest.mark.rule(SLUG, "4.7C-1", "4.7C-2")
def test_ten_stacks_a_turn() -> None:
    """With ten markers used an eleventh stack is refused; one serves a whole stack."""
    pos = phase("unit 11Pz 0401\nunit 19Pz 0401\nunit 6Pz 0401", "axis")
    pos = does(pos, "select 11Pz", "join 19Pz", "join 6Pz", "mode extended", "move 0408")
    assert pos.within(PlayerTurn).extended_markers == 1
    assert len(pos.within(PlayerTurn).extended) == 3
    turn = pos.within(PlayerTurn).but(extended_markers=10)
    agenda = tuple(turn if isinstance(s, PlayerTurn) else s for s in pos.state.agenda[:-1])
    full = sketch(SLUG, "board 8 x 12\nunit 11Pz 0401", agenda=agenda)
    assert denied(full.apply("select 11Pz"), "mode extended") == "4.7C-1"


@pytest.mark.rule(SLUG, "R-83")
def test_who_is_left_before_the_marker_is_spent_is_unmarked() -> None:
    """An infantry division left after 3 points is free to attack, the panzer division not."""
    pos = phase("unit 11Pz 0401\nunit 88ID 0401", "axis")
    pos = does(pos, "select 11Pz", "join 88ID", "mode extended", "move 0404", "drop 88ID",
               "move 0408", "stop")  # fmt: skip
    assert pos.within(PlayerTurn).extended == {"11Pz"}


@pytest.mark.rule(SLUG, "R-13", "25.2-7", "25.2-9", "14.5-2", "MISC-1", "MISC-2", "4.8A-3")
@pytest.mark.parametrize(
    ("unit", "state", "points", "more"),
    [("11Pz", "", 6, 3), ("11Pz", "rain", 3, 3), ("11Pz", "oos", 2, 2), ("11Pz", "oos rain", 2, 2),
     ("Manstein", "", 6, 3), ("VorF", "", 5, 0), ("Zhukov", "", 5, 0), ("13Art", "", 5, 0)],
)  # fmt: skip
def test_allowances(unit: str, state: str, points: int, more: int) -> None:
    """Printed, 3 in rain, 2 out of supply; extended 3, 3 and 2, none for Restricted units but
    Manstein.
    """
    oos = " oos=true" if "oos" in state else ""
    weather = "state weather=rain\n" if "rain" in state else ""
    pos = phase(f"{weather}unit {unit} 0401{oos}" if unit != "VorF" else "unit VorF 0401")
    assert (allowance(pos, unit), extension(pos, unit)) == (2 * points, 2 * more)


@pytest.mark.rule(SLUG, "R-115", "25.2-9", "4.2-5")
def test_out_of_supply_on_wet_roads() -> None:
    """In rain a tank corps out of supply has 2 points, and pays 1 for a hex of secondary road; on
    dry ground it goes four hexes along the road.
    """
    road = "network secondary 0401-0402-0403-0404-0405\nunit 2TC 0401 oos=true\n"
    wet = does(phase(f"state weather=rain\n{road}"), "select 2TC")
    assert (cost(wet, "0402"), cost(wet, "0403")) == (1, 2)
    assert "0404" not in offered(wet, "move")
    assert "0405" in offered(does(phase(road), "select 2TC"), "move")


# --- 4.8  Restricted units ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "4.8A-1", "4.8B", "26.3-5")
def test_restricted_units_are_mechanised() -> None:
    """The four kinds are Restricted and no other; they cross no river without a bridge."""
    game = phase("").game
    kinds = {piece.kind for piece in game.printed.values() if piece.restricted}
    assert kinds == {"army", "front", "artillery", "leader"}
    pos = phase(f"{DNIEPER}\nunit 1PzA 0404\nnetwork primary 0403-0404", "axis").apply(
        "select 1PzA"
    )
    assert "0405" not in offered(pos, "move")
    way = pos.way("0403")
    assert way is not None
    assert sum(part.amount for part in way.parts) == 1


@pytest.mark.rule(SLUG, "4.8A-2", "4.8A-3", "4.10-7")
def test_restricted_units_stay_in_later_phases() -> None:
    """Neither a Front HQ nor Zhukov exploits or reacts; Manstein reacts but never exploits."""
    units = "unit 2TC 0801\nunit 11Pz 0101\nunit VorF 0401\nunit Zhukov 0401\nunit Manstein 0403"
    exploit = phase(units, "soviet", "exploitation")
    assert denied(exploit, "select VorF") == denied(exploit, "select Zhukov") == "4.9A-2"
    react = phase(units, "soviet", "reaction")
    assert denied(react, "select Zhukov") == "4.10-7"
    assert "Manstein" in offered(phase(units, "axis", "reaction"), "select")
    assert denied(phase(units, "axis", "exploitation"), "select Manstein") == "4.9A-2"
    moves = phase(units).apply("select VorF")
    assert denied(moves, "mode extended") == "4.8A-2"


@pytest.mark.rule(SLUG, "4.8C", "11.2D")
def test_artillery_is_disrupted_by_its_second_hex() -> None:
    """Two road hexes for 1 point disrupt it, one hex does not."""
    text = "network primary 0401-0402-0403\nunit 13Art 0401"
    once = does(phase(text), "select 13Art", "move 0402", "stop")
    assert not once.unit("13Art").disrupted
    ways = [phase(text).apply("select 13Art").way(hex_) for hex_ in ("0402", "0403")]
    assert [way is not None and "disrupted" in way.left for way in ways] == [False, True]
    twice = does(phase(text), "select 13Art", "move 0403", "stop")
    assert twice.unit("13Art").disrupted


# --- stacks ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "R-8", "23.3-6", "23.4-4")
def test_only_corps_and_armies_pick_units_up() -> None:
    """A panzer corps picks a division up on its way, whose allowance then limits it; a division
    picks up nobody.
    """
    text = "unit 48PzK 0401\nunit 11Pz 0801\nunit 88ID 0402\nunit 327ID 0802"
    pos = does(phase(text, "axis"), "select 48PzK", "move 0402")
    assert "88ID" in offered(pos, "join")
    pos = pos.apply("join 88ID")
    assert "0405" in offered(pos, "move")
    assert denied(pos, "move 0406") == "4.1-1"
    alone = does(phase(text, "axis"), "select 11Pz", "move 0802")
    assert denied(alone, "join 327ID") == "R-8"


@pytest.mark.rule(SLUG, "R-8", "R-92")
def test_who_has_moved_or_is_disrupted_is_not_picked_up() -> None:
    """The unit must not have moved, and must be in order."""
    text = "unit 48PzK 0401\nunit 88ID 0403\nunit 327ID 0402 disrupted=true"
    pos = does(phase(text, "axis"), "select 88ID", "move 0402", "stop", "select 48PzK", "move 0402")
    assert denied(pos, "join 88ID") == "4.1-6"
    assert denied(pos, "join 327ID") == "R-92"


@pytest.mark.rule(SLUG, "11.1-1", "11.3-3", "R-92", "MISC-3")
def test_a_disrupted_unit_moves_one_hex() -> None:
    """One hex of any cost, a crossing of the Dnieper among them, and nothing in later phases."""
    text = f"{DNIEPER}\nterrain marsh 0403\nunit 23/218 0404 disrupted=true\nunit 2TC 0801"
    pos = phase(text).apply("select 23/218")
    assert {"0403", "0405", "0304"} <= offered(pos, "move")
    assert "0402" not in offered(pos, "move")
    assert pos.apply("move 0403").find(Moving) is None
    assert denied(phase(text, "soviet", "exploitation"), "select 23/218") == "4.9A-2"
    assert denied(phase(text, "soviet", "reaction"), "select 23/218") == "4.10-7"
    assert denied(pos, "place 0405") == "18.4-2"


@pytest.mark.rule(SLUG, "3.C.2-2", "R-16")
def test_the_jobs_of_the_phase_come_in_any_order() -> None:
    """A move, a fort, a rail trip and a move again."""
    text = TRAIN + "unit 6Pz 0801\nunit 7Pz 0803\ntag axis_source 0401\nnetwork primary 0401-0402"
    pos = does(phase(text, "axis"), "select 6Pz", "move 0802", "stop")
    pos = does(pos, "choose fort", "place 0402", "select 11Pz", "mode rail", "move 0408")
    pos = does(pos, "select 7Pz", "move 0804", "stop")
    assert pos.unit("7Pz").at == "0804"
    assert "fort" not in offered(phase(text), "choose")


@pytest.mark.rule(SLUG, "3.C.2-3", "4.8-ex", "R-3", "ASOP-3")
def test_who_has_used_extended_movement_does_not_attack_at_once() -> None:
    """Two units that went on by Extended Movement are refused in First Combat, and free again
    in Exploitation.
    """
    text = "unit 11Pz 0603\nunit 6Pz 0603\nunit 23/218 0604\n"
    combat = phase(text, "axis", "first-combat")
    attack = marked(combat, "11Pz").apply("target 0604")
    assert offered(attack, "attack") == {"6Pz"}
    again = marked(phase(text, "axis", "exploitation"), "11Pz").apply("select 11Pz")
    assert "assault" in offered(again, "mode")


def marked(pos: Pos, unit: str) -> Pos:
    """A unit has used Extended Movement in this turn."""
    game_turn, turn, step = pos.state.agenda
    turn = turn.but(extended=frozenset({unit}))
    return pos.game.position(replace(pos.state, agenda=(game_turn, turn, step)))


@pytest.mark.rule(SLUG, "R-106")
def test_the_land_beyond_the_sea_is_out_of_play() -> None:
    """No unit is offered a hex of it; the north shore is open."""
    pos = sketch(SLUG, "unit 2TC 5631\nphase movement soviet").apply("select 2TC")
    closed = pos.board.zones["out_of_play"] | pos.board.zones["apart"]
    assert closed
    assert not closed & offered(pos, "move")
    land = pos.game.theatre(pos).land
    shore = {f"{c}32" for c in range(51, 57)} & land
    assert shore
    assert not shore & closed


@pytest.mark.rule(SLUG, "R-106")
def test_roads_and_railways_keep_to_land_in_play() -> None:
    """Along the north shore too: the coast road from Mariupol to Taganrog is whole."""
    pos = sketch(SLUG, "")
    land, networks = pos.game.theatre(pos).land, pos.board.networks
    for name in ("primary", "secondary", "rail"):
        assert {h for side in networks[name] for h in split_hexside(side)} <= land
    assert "5233" in land


@pytest.mark.rule(SLUG, "28.2A", "28.2E-1", "R-102")
def test_the_flood_stops_movement() -> None:
    """Over the Dnieper below the dam nobody moves, by bridge neither, and not into a flooded
    marsh; when the water has fallen they do.
    """
    below = DNIEPER.replace("major_river", "below_dam")
    text = f"{DNIEPER}\n{below}\nzone below_dam 0403\nterrain marsh 0403\n"
    dry = phase(text + "network primary 0403-0404-0405\nunit 2TC 0404\n")
    assert {"0403", "0405"} <= offered(dry.apply("select 2TC"), "move")
    wet = dry.game.position(replace(dry.state, flood=Flood(until=5))).apply("select 2TC")
    assert "0304" in offered(wet, "move")
    assert not {"0403", "0405"} & offered(wet, "move")
