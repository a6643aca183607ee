"""2 Components: what the rules say of map and counters, seen in play."""

import ast
from pathlib import Path

import pytest
from tests.rules.ukraine44.play import attack, denied, offered

from grognard import games, load
from grognard.decisions import total
from grognard.games.ukraine44.game import Ukraine44
from grognard.games.ukraine44.movement import allowance
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.testing import sketch
from grognard.view import Counter

SLUG = "ukraine44"
GAME: Ukraine44 = load(SLUG)  # type: ignore[assignment]
FOLDER = Path(games.__file__).parent / SLUG


# --- 2.1  the map -----------------------------------------------------------------------


def entry_cost(unit: str, ground: str) -> int:
    """What a formation in 02.02 pays to enter 02.03 on this ground."""
    text = f"board 5 x 3\n{ground}\nunit {unit} 02.02\nturn 2"
    side = GAME.owners[unit]
    pos = sketch(SLUG, f"{text}\nphase movement {side}").apply(f"select {unit}")
    way = pos.way("02.03")
    assert way is not None
    return total(way.parts)


def modifier(ground: str) -> int:
    """The die modifier of an attack from 02.02 on a formation in 02.03 on this ground."""
    text = f"board 5 x 3\n{ground}\nunit 1ssPz 02.02\nunit 6GTC 02.03\nturn 2"
    pos = attack(sketch(SLUG, f"{text}\noption fog=false\nphase combat axis"), "02.03", "1ssPz")
    assert pos.panel is not None
    (row,) = (row for row in pos.panel.rows if row.label == "Die modifier")
    return total(row.parts)


@pytest.mark.rule(SLUG, "2.1-2")
def test_terrain_matters_for_movement_and_combat() -> None:
    """A hill costs more to enter than clear ground, and is harder to attack."""
    assert (entry_cost("1ssPz", ""), modifier("")) == (2, 0)
    assert (entry_cost("1ssPz", "terrain hill 02.03"), modifier("terrain hill 02.03")) == (4, -2)


@pytest.mark.rule(SLUG, "2.1-3", "2.1-4")
def test_a_road_helps_in_a_hill_hex_but_its_defender_keeps_the_hill() -> None:
    """By road a hill hex is entered for 1 point instead of 4; in combat it stays a hill."""
    hill, road = "terrain hill 02.03", "terrain hill 02.03\nnetwork road 02.02-02.03"
    assert (entry_cost("1ssPz", hill), entry_cost("1ssPz", road)) == (4, 1)
    assert modifier(road) == modifier(hill) == -2


@pytest.mark.rule(SLUG, "2.1-5")
def test_woods_are_like_hills_in_this() -> None:
    """Woods cost a mobile formation 3 points off the road and 1 by road; in combat always -1."""
    woods, road = "terrain woods 02.03", "terrain woods 02.03\nnetwork road 02.02-02.03"
    assert (entry_cost("1ssPz", woods), entry_cost("1ssPz", road)) == (3, 1)
    assert modifier(road) == modifier(woods) == -1


# --- 2.2  what the backs of the counters hide -------------------------------------------


def at(pos: Pos, viewer: str, hex_: str) -> Counter:
    (counter,) = (c for c in pos.view(viewer).counters if c.at == hex_)
    return counter


MEETING = "board 5 x 3\nunit 1ssPz 02.02 lost=2\nunit 6GTC 02.03\nturn 2\nphase movement {side}"


@pytest.mark.rule(SLUG, "2.2-3", "2.2-4")
@pytest.mark.parametrize(
    ("viewer", "hex_", "side", "group"),
    [(SOVIET, "02.02", AXIS, "1PzA mobile"), (AXIS, "02.03", SOVIET, "Soviet mobile")],
)
def test_the_enemys_values_are_on_the_back(viewer: str, hex_: str, side: str, group: str) -> None:
    """Of an enemy formation a side sees whose it is and its colour: no name, attack, defence
    or losses.
    """
    seen = at(sketch(SLUG, MEETING.format(side=AXIS)), viewer, hex_)
    assert (seen.known, seen.side, seen.facts["group"]) == (False, side, group)
    assert seen.id not in GAME.index
    assert not {"attack", "defence", "lost", "unit", "decoy"} & set(seen.facts)


@pytest.mark.rule(SLUG, "2.2-5")
@pytest.mark.parametrize("phase", [AXIS, SOVIET])
def test_ones_own_counters_lie_open(phase: str) -> None:
    """A player sees the name and losses of his own formations, whoever is on move."""
    pos = sketch(SLUG, MEETING.format(side=phase))
    seen = at(pos, AXIS, "02.02")
    assert (seen.id, seen.known, seen.facts["lost"]) == ("1ssPz", True, 2)


# --- 2.3  allowances --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "2.3-1")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("kind", ["mobile", "infantry"])
def test_one_allowance_for_a_side_and_type(side: str, kind: str) -> None:
    """Whatever its name, army or strength: the points depend on side and type alone."""
    alike = [p.id for p in GAME.printed.values() if (p.side, p.kind) == (side, kind)]
    units = "\n".join(f"unit {unit} 02.{n:02}" for n, unit in enumerate(alike, 1))
    pos = sketch(SLUG, f"board 50 x 3\n{units}\nturn 2\nphase movement {side}")
    assert len({allowance(pos, unit) for unit in alike}) == 1


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        pytest.param("1ssPz", 8, marks=pytest.mark.rule(SLUG, "2.3-2")),
        pytest.param("68/1PzA", 6, marks=pytest.mark.rule(SLUG, "2.3-3")),
        pytest.param("6GTC", 7, marks=pytest.mark.rule(SLUG, "2.3-5")),
        pytest.param("8/60A", 5, marks=pytest.mark.rule(SLUG, "2.3-6")),
    ],
)
def test_so_many_hexes_by_road(unit: str, points: int) -> None:
    """Along a road a formation that may not move strategically goes as many hexes as it has
    points, and not one more.
    """
    road = "-".join(f"01.{column:02}" for column in range(1, 13))
    text = f"board 12 x 1\nnetwork road {road}\nunit {unit} 01.01 supply=out\nturn 2"
    pos = sketch(SLUG, f"{text}\nphase movement {GAME.owners[unit]}").apply(f"select {unit}")
    assert pos.why_not(f"move 01.{points + 1:02}") is None
    assert denied(pos, f"move 01.{points + 2:02}") == "10.1-1"


@pytest.mark.rule(SLUG, "2.3-4")
@pytest.mark.parametrize("phase", ["movement", "mobile-movement"])
def test_garrisons_never_move(phase: str) -> None:
    """A garrison may not be chosen in either movement phase."""
    pos = sketch(SLUG, f"board 5 x 3\nunit Gar-Ternopol 02.02\nturn 2\nphase {phase} axis")
    assert offered(pos, "select") == set()
    assert denied(pos, "select Gar-Ternopol") == "2.3-4"


# --- 2.5  Hungarians --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "2.5-1")
def test_hungarians_act_as_germans() -> None:
    """A Hungarian infantry formation moves, has a zone and checks supply as a German one."""

    def reach(unit: str, supply: str) -> set[str]:
        text = f"board 12 x 5\nunit {unit} 03.03 supply={supply}\nturn 2\nphase movement axis"
        return offered(sketch(SLUG, text).apply(f"select {unit}"), "move")

    def zone(unit: str) -> set[str]:
        pos = sketch(SLUG, f"board 12 x 5\nunit {unit} 03.03")
        return {h for h in pos.board.grid if in_enemy_zone(pos, SOVIET, h)}

    def checked(unit: str, supply: str) -> str:
        text = f"board 12 x 5\nunit {unit} 03.03 supply={supply}\nturn 2\nphase air-supply axis"
        return str(sketch(SLUG, text).apply("pass").unit(unit).supply)

    hungarian, german = "19/Hun", "68/1PzA"
    for supply in ("in", "out", "isolated"):
        assert reach(hungarian, supply) == reach(german, supply)
        assert checked(hungarian, supply) == checked(german, supply)
    assert zone(hungarian) == zone(german)
    assert "03.06" in reach(hungarian, "out")
    assert "03.07" not in reach(hungarian, "out")


# --- 2.7  size --------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "2.7-1")
def test_no_rule_looks_at_the_size_of_a_formation() -> None:
    """Only the counters and their picture know it."""
    readers = {
        path.stem
        for path in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "size"
    }
    assert readers == {"page"}


# --- 2.9  markers -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "2.9-2")
def test_the_marker_shows_what_is_lost() -> None:
    """A formation of 7-8 with a marker of 3 fights with 4 and 5."""
    text = """
        board 5 x 3
        option fog=false
        piece Grey like 1ssPz attack=7 defence=8
        unit Grey {grey} lost=3
        unit 6GTC 02.03
        turn 2
    """
    attacking = attack(
        sketch(SLUG, text.format(grey="02.02") + "phase combat axis"), "02.03", "Grey"
    )
    defending = sketch(SLUG, text.format(grey="02.02") + "phase combat soviet").apply(
        "target 02.02"
    )
    assert attacking.panel is not None
    assert defending.panel is not None
    assert attacking.panel.rows[0].value == "4"
    assert defending.panel.rows[1].value == "5"


@pytest.mark.rule(SLUG, "2.9-3")
def test_two_decoys_a_side() -> None:
    """The third zero marker of a side is refused, whatever the other side has done."""
    text = """
        board 5 x 3
        unit 1ssPz 02.02 decoy=true
        unit 6GTC 01.01
        unit 7GTC 01.02
        unit 9MC 01.03
        turn 2
        phase movement soviet
    """
    pos = sketch(SLUG, text).apply("decoy 6GTC").apply("decoy 7GTC")
    assert denied(pos, "decoy 9MC") == "2.9-3"
    assert offered(pos, "decoy") == set()
    assert pos.apply("lift 6GTC").why_not("decoy 9MC") is None
