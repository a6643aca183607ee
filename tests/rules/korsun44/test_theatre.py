"""What the map of Korsun 1944 gives to the rules: ground, steps, waters, zones, edges."""

from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.korsun44.charts import SIXTHS, Going, load_charts
from grognard.games.korsun44.theatre import WATERS, WAYS, Edge, Theatre, waiting_box
from grognard.hexes import HexId, split_hexside

DATA = Path(games.__file__).parent / "korsun44" / "data"
BOARD = Board.load(DATA / "map.yaml")
THEATRE = Theatre(BOARD, load_charts(DATA / "tables.yaml"))

#: 0101 to 0105 is a column from north to south, 0201 to 0204 lies east of it.
SKETCH = Theatre(
    Board.parse(
        """
map: sketch
grid: {shape: flat, columns: [1, 2], rows: [1, 6], shifted: even, number: CCRR}
letters: {".": clear, w: forest, h: hills, W: wooded_hills, m: swamp}
terrain: |
  ..
  wh
  W.
  m.
  ..
  ..
hexsides:
  river: {source: rulebook, loose: true, lines: [{way: 0104/0105 0101/0201}]}
  stream: {source: rulebook, loose: true, lines: [{way: 0101/0102}]}
  dnieper: {source: rulebook, loose: true, lines: [{way: 0105/0106 0205/0206}]}
  bridge: {source: rulebook, loose: true, lines: [{way: 0104/0105 0205/0206}]}
networks:
  main_road: {source: rulebook, lines: [{way: 0103-0104-0105}]}
  side_road: {source: rulebook, lines: [{way: 0201-0202-0203}, {way: 0205-0206}]}
  railroad: {source: rulebook, lines: [{way: 0203-0204}]}
places:
  - {name: Town, hex: "0203", size: town}
  - {name: City, hex: "0204", size: city}
"""
    ),
    THEATRE.charts,
)


def points(going: Going, a: HexId, b: HexId, *, bridged: bool = True) -> float | None:
    """What a step on the sketch costs in movement points."""
    sixths = SKETCH.step(going, a, b, bridged=bridged)
    return None if sixths is None else sixths / SIXTHS


@pytest.mark.rule("korsun44", "D15")
@pytest.mark.parametrize(
    ("hex_", "truck", "mech", "foot", "modifiers"),
    [
        ("0101", 3, 2, 1.5, 0),
        ("0102", 4, 3, 2.5, 1),
        ("0202", 3, 2.5, 2, 1),
        ("0103", 4, 3.5, 3, 2),
        ("0104", 3, 2, 1.5, 0),
        ("0203", 2, 2, 1, 1),
        ("0204", 2, 2, 2, 1),
    ],
)
def test_ground(hex_: HexId, truck: float, mech: float, foot: float, modifiers: int) -> None:
    """Clear, forest, hills, wooded hills, swamp, town, city: cost for each class, modifiers."""
    wanted: dict[Going, float] = {"truck": truck, "mech": mech, "foot": foot}
    found = {going: SKETCH.entering(going, hex_) / SIXTHS for going in wanted}
    assert found == wanted
    assert SKETCH.modifiers(hex_) == modifiers


@pytest.mark.rule("korsun44", "T-terrain")
@pytest.mark.parametrize(
    ("a", "b", "truck", "foot"),
    [
        ("0103", "0104", 1 / 3, 0.5),  # main road into a swamp
        ("0104", "0105", 1 / 3, 0.5),  # main road over a bridge
        ("0201", "0202", 1, 1),  # side road into hills
        ("0203", "0204", 1, 1),  # railway into a city
        ("0101", "0102", 5, 3.5),  # over a stream into forest
        ("0101", "0201", 5, 3),  # over a river
        ("0205", "0206", 1, 1),  # over the Dnieper by its bridge
    ],
)
def test_steps(a: HexId, b: HexId, truck: float, foot: float) -> None:
    """A road has a rate of its own, over a bridge too; else ground and water are added."""
    assert points("truck", a, b) == pytest.approx(truck)
    assert points("foot", a, b) == pytest.approx(foot)


def test_steps_without_the_bridge() -> None:
    """The river has to be paid, the Dnieper is closed."""
    assert points("truck", "0104", "0105", bridged=False) == 3 + 2
    assert points("truck", "0205", "0206", bridged=False) is None
    assert points("foot", "0105", "0106") is None


def test_attacks_across_waters() -> None:
    """A stream gives 1, a river 2, a bridge changes nothing, and nobody attacks over the
    Dnieper.
    """
    assert SKETCH.crossing("0102", "0101") == 1
    assert SKETCH.crossing("0101", "0201") == 2
    assert SKETCH.crossing("0104", "0105") == 2
    assert SKETCH.crossing("0102", "0103") == 0
    assert SKETCH.crossing("0205", "0206") is None


def test_nobody_digs_in_a_swamp() -> None:
    """Anywhere else one can."""
    assert [h for h in SKETCH.grounds if not SKETCH.may_dig(h)] == ["0104"]


# --- the map itself -----------------------------------------------------------------------


@pytest.mark.rule("korsun44", "B1", "1.1")
def test_how_the_hexes_lie() -> None:
    """Odd columns lie half a hex lower: 3115 touches 3216 and not 3214."""
    assert BOARD.grid.adjacent("3115", "3216")
    assert not BOARD.grid.adjacent("3115", "3214")
    assert len(set(BOARD.grid.hexes)) == 64 * 36


def test_every_bridge_carries_a_road_over_water() -> None:
    """There is no bridge in the fields, and none that leads nowhere."""
    for side in THEATRE.bridges:
        a, b = split_hexside(side)
        assert THEATRE.water(a, b)
        assert THEATRE.ways(a, b)


def test_no_road_runs_through_water() -> None:
    """Wherever a road or railway crosses water there is a bridge."""
    for way in WAYS:
        for side in BOARD.networks[way]:
            a, b = split_hexside(side)
            assert THEATRE.water(a, b) is None or side in THEATRE.bridges, side


@pytest.mark.rule("korsun44", "B16")
def test_the_dnieper_is_crossed_in_one_place() -> None:
    """At Cherkassy; elsewhere it is closed."""
    open_sides = [
        side
        for side in BOARD.hexsides["dnieper"]
        if THEATRE.step("foot", *split_hexside(side)) is not None
    ]
    assert open_sides == ["5406/5407"]
    assert set(WATERS) <= set(BOARD.hexsides)


@pytest.mark.rule("korsun44", "T-terrain-1")
def test_city_hexes_are_joined_by_main_road() -> None:
    """Each has a neighbour of its city, and they are towns besides."""
    for city in THEATRE.cities:
        near = [h for h in BOARD.grid.neighbours(city) if h in THEATRE.cities]
        assert any("main_road" in THEATRE.ways(city, h) for h in near)
    assert THEATRE.cities < THEATRE.towns


@pytest.mark.rule("korsun44", "B8")
@pytest.mark.parametrize(
    ("hex_", "side"),
    [("0824", "soviet"), ("1524", "german"), ("0711", "soviet"), ("6400", "soviet"),
     ("3215", "german"), ("5132", "german")],
)  # fmt: skip
def test_who_holds_what_in_january(hex_: HexId, side: str) -> None:
    """Hexes behind the front of a side are its own; Rokitno and the east bank are Soviet."""
    assert hex_ in THEATRE.start("january", side)


@pytest.mark.rule("korsun44", "A19")
@pytest.mark.parametrize(
    ("edge", "length"), [("north", 64), ("south", 64), ("west", 36), ("east", 36)]
)
def test_edges(edge: Edge, length: int) -> None:
    """Column 01 is the western edge, 64 the eastern, row 00 the northern, 35 the southern."""
    corner = {"north": "0200", "south": "0235", "west": "0103", "east": "6403"}[edge]
    assert len(THEATRE.edge(edge)) == length
    assert corner in THEATRE.edge(edge)


def test_boxes_of_entries() -> None:
    """Each entry has a box for those who wait or have left."""
    for entry in ("A", "F", "0112", "6430"):
        assert waiting_box(entry) in BOARD.boxes
