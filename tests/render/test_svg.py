"""The SVG back end, and the map that it writes."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from tests.render.boards import EVERYTHING, VALLEY, boards

from grognard.board import Board
from grognard.render import board_svg
from grognard.render.display import (
    Dots,
    Drawing,
    Gradient,
    Group,
    Hatch,
    Path,
    Shape,
    Stroke,
    Text,
    Type,
    Use,
)
from grognard.render.paths import flatten
from grognard.render.svg import SvgWriter

SVG = "{http://www.w3.org/2000/svg}"


def written(*shapes: Shape, **options: str) -> ElementTree.Element:
    drawing = Drawing(0, 0, 100, 50, (Group(shapes, name="layer"),))
    return ElementTree.fromstring(SvgWriter(**options).write(drawing))


def test_what_all_shapes_of_a_group_share_is_written_once() -> None:
    """Common style moves to the group; what differs stays with the shape."""
    red = [Path(f"M{i} 0h9", "#ff0000", stroke=Stroke("#000", i)) for i in (1, 2)]
    layer = written(*red).find(f"{SVG}g")
    assert layer is not None
    assert layer.get("fill") == "#ff0000"
    assert layer.get("stroke-width") is None
    assert [p.get("stroke-width") for p in layer] == ["1", "2"]
    assert all(p.get("fill") is None for p in layer)


def test_a_shape_without_stroke_inherits_none() -> None:
    """Style moves up only if every shape has it, so that no shape gets what is not its own."""
    layer = written(Path("M0 0h9", "#fff"), Path("M0 0h9", "#fff", stroke=Stroke("#000", 1)))
    group = layer.find(f"{SVG}g")
    assert group is not None
    assert group.get("stroke") is None


def test_hatches_gradients_and_dots_are_defined_once() -> None:
    """What several shapes use is written once and referred to."""
    hatch, sheen = Hatch("#900"), Gradient((0, 0), (1, 1), ((0, "#fff", 0.5), (1, "#000", 1)))
    places = ((1.0, 2.0), (3.0, 4.0))
    root = written(
        Path("M0 0h9v9z", hatch),
        Path("M9 9h9v9z", hatch),
        Path("M0 0h9v9z", sheen),
        Dots(places, 2, "#0f0"),
        Dots(places, 1, "#080", shift=(0.5, 0.5)),
    )
    kinds = [node.tag.removeprefix(SVG) for node in root.find(f"{SVG}defs") or ()]
    assert sorted(kinds) == ["linearGradient", "path", "pattern"]
    widths = [use.get("stroke-width") for use in root.iter(f"{SVG}use")]
    assert widths == ["4", "2"]


def test_letters_of_names_are_escaped() -> None:
    """A name may hold any letter."""
    root = written(Text("Ä & <b>", 1, 2, Type("serif", 10, "#000")))
    (text,) = root.iter(f"{SVG}text")
    assert text.text == "Ä & <b>"


def test_a_prefix_keeps_the_ids_of_two_pictures_apart() -> None:
    """Two pictures on one page share no id."""
    first, second = (board_svg(VALLEY, ground_url="", prefix=p) for p in ("a-", "b-"))
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in (first, second)]
    assert ids[0]
    assert ids[0].isdisjoint(ids[1])
    assert set(re.findall(r"[#(]#?(a-\w+)", first)) <= ids[0]


@pytest.mark.parametrize("board", [VALLEY, EVERYTHING], ids=["pointy", "flat"])
def test_a_map_is_well_formed(board: Board) -> None:
    """Valid XML, unique ids, nothing referred to that is not there, one node a hex."""
    svg = board_svg(board, ground_url="ground.webp", zones=("west",))
    root = ElementTree.fromstring(svg)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="|url\()#([\w-]+)', svg))
    assert used <= set(ids)
    hexes = [node.get("data-hex") for node in root.iter() if node.get("data-hex")]
    assert hexes == list(board.grid.hexes)


def test_layers_lie_in_their_order() -> None:
    """Ground, terrain, water, grid, borders, roads, places, frame, letters, hexes."""
    svg = board_svg(VALLEY, ground_url="ground.webp")
    layers = [node.get("id") for node in ElementTree.fromstring(svg) if node.get("id")]
    assert layers == [
        "ground",
        "terrain",
        "lands",
        "water",
        "grid",
        "borders",
        "roads",
        "places",
        "frame",
        "numbers",
        "river-names",
        "names",
        "hexes",
    ]


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_any_board_can_be_drawn(board: Board) -> None:
    """Whatever lies on a board, its map is valid, and every path of it can be read."""
    root = ElementTree.fromstring(board_svg(board, ground_url=""))
    paths = [node.get("d", "") for node in root.iter(f"{SVG}path")]
    assert all("nan" not in d and "--" not in d for d in paths)
    for d in paths:
        flatten(d)


def test_weather_tints_the_whole_sheet() -> None:
    """Snow and mud are a tint over the ground, nothing else; other words are refused."""
    assert 'id="weather"' in board_svg(VALLEY, ground_url="", weather="snow")
    with pytest.raises(ValueError, match="unknown weather 'hail': expected snow, mud"):
        board_svg(VALLEY, ground_url="", weather="hail")


def test_zones_are_hidden_until_they_are_shown() -> None:
    """The outline of a zone is in the map, and displayed when it is asked for."""
    pattern = r'<g class="zone" data-zone="west"( display="none")?'
    hidden = re.search(pattern, board_svg(VALLEY, ground_url=""))
    shown = re.search(pattern, board_svg(VALLEY, ground_url="", zones=["west"]))
    assert hidden is not None
    assert shown is not None
    assert (hidden.group(1), shown.group(1)) == (' display="none"', None)


def test_a_picture_can_carry_its_fonts() -> None:
    """Embedded fonts are those that the picture uses."""
    svg = board_svg(VALLEY, ground_url="", embed_fonts=True)
    assert svg.count("@font-face") >= 8
    assert "Source Serif 4" in svg
    assert "@font-face" not in board_svg(VALLEY, ground_url="")


def test_symbols_are_used_by_name() -> None:
    """A use refers to a symbol of the drawing and carries its data."""
    drawing = Drawing(
        0,
        0,
        9,
        9,
        (Group((Use("dot", 1, 2, {"hex": "A&B"}),)),),
        {"dot": Group((Path("M0 0h1", "#000"),))},
    )
    root = ElementTree.fromstring(SvgWriter().write(drawing))
    (use,) = root.iter(f"{SVG}use")
    assert (use.get("href"), use.get("x"), use.get("data-hex")) == ("#dot", "1", "A&B")
