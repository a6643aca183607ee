"""Whole pictures: boards of the games, positions, overlays."""

import gzip
import re
from pathlib import Path

import pytest
from tests.render.boards import GAMES, ROOT, VALLEY

from grognard.faces import Arrow, Badge, Face, HexFill, HexLine, Overlay, SideLine, StackRing
from grognard.render import Look, Scene, board_svg, ground_file, position_png, position_svg
from grognard.render.layout import Layout
from grognard.render.overlays import AREAS, draw_overlays

TANKS = Face(skin="soviet mobile", symbol="armour", id="4GTC", mark="star", values=("7", "6", "7"))
RIFLES = Face(skin="soviet sand", id="322", badges=(Badge("oos"),))
OVERLAYS: tuple[Overlay, ...] = (
    HexFill("reach", ("04.02", "04.03"), {"04.02": "3", "04.03": "1"}, frozenset({"04.03"})),
    HexFill("zone warm", ("05.03", "05.04")),
    HexFill("refused", ("02.02",)),
    SideLine("bond warm", ("04.02/04.03",)),
    HexLine("supply", ("04.04", "04.03", "04.02"), "B Stanislavov"),
    HexLine("broken", ("05.04", "05.05")),
    HexLine("path", ("04.04", "05.05")),
    Arrow("04.04", "04.05", "warm", "2-1", "+1"),
    StackRing("chosen", "04.04"),
)


def layers(svg: str) -> list[str]:
    """The layers in their order, by id."""
    return re.findall(r'<(?:g|image) id="([a-z-]+)"', svg)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parents[1].name)
def test_maps_of_the_games_are_small(path: Path) -> None:
    """The ground is under a megabyte, the SVG under three, and under one when packed."""
    scene = Scene.load(path)
    assert len(ground_file(scene)) < 1_000_000
    svg = board_svg(scene, ground_url="")
    assert len(svg) < 3_000_000
    assert len(gzip.compress(svg.encode())) < 800_000


def test_lights_lie_under_roads_and_edges_over_them() -> None:
    """The map stays readable inside the lit area, names lie over it, arrows over counters."""
    svg = position_svg(VALLEY, {"04.04": [TANKS]}, OVERLAYS, ground_url="")
    order = layers(svg)
    expected = ["terrain", "lights", "water", "roads", "edges", "names", "lines", "hexes"]
    expected = [name for name in order if name in expected]
    assert expected == ["terrain", "lights", "water", "roads", "edges", "names", "hexes", "lines"]
    assert order[-3:] == ["counters", "rings", "arrows"]


def test_counters_stand_in_their_hexes() -> None:
    """Each stack is a group with the hex it stands in, from north to south."""
    faces = {"02.02": [RIFLES], "05.02": [TANKS, RIFLES], "04.04": [TANKS], "01.01": []}
    svg = position_svg(VALLEY, faces, ground_url="")
    assert re.findall(r'data-stack="([\d.]+)"', svg) == ["05.02", "04.04", "02.02"]
    x, y = Layout(VALLEY.grid).centre("04.04")
    assert f'data-stack="04.04" transform="translate({x:g} {round(y, 2):g})"' in svg


def test_a_position_can_be_painted() -> None:
    """The same shapes make a PNG, counters and overlays included."""
    scene = Scene(VALLEY)
    bare = position_png(scene, {}, scale=0.5, crop=["04.04"])
    full = position_png(scene, {"04.04": [TANKS]}, OVERLAYS, scale=0.5, crop=["04.04"])
    assert bare.size == full.size
    assert full.getpixel((15, 40)) != bare.getpixel((15, 40))


def test_an_area_has_one_outline() -> None:
    """One outline round all lit hexes, not one a hex; numbers are written in them."""
    lights = draw_overlays(Layout(VALLEY.grid), OVERLAYS[:1])
    (fill,) = lights.under
    assert fill.d.count("M") == 1  # type: ignore[union-attr]
    assert [group.classes for group in lights.lines] == ["points", "points stop"]  # type: ignore[union-attr]


@pytest.mark.parametrize("style", [*AREAS, "never heard of"])
def test_every_style_of_area_can_be_drawn(style: str) -> None:
    """Known styles and unknown ones; an empty area draws nothing."""
    layout = Layout(VALLEY.grid)
    assert draw_overlays(layout, [HexFill(style, ("04.04",))]).under
    assert not draw_overlays(layout, [HexFill(style, ())]).under


def test_zones_of_the_two_sides_are_hatched_apart() -> None:
    """Never colour alone: the hatch of one side leans the other way."""
    assert AREAS["zone warm"].fill.slash != AREAS["zone cool"].fill.slash  # type: ignore[union-attr]


def test_skins_of_a_game_are_used() -> None:
    """A look brings skins of its own."""
    look = Look.parse("skins: {mauve: {body: '#aa77bb', band: '#443355'}}")
    svg = position_svg(Scene(VALLEY, look), {"04.04": [Face(skin="mauve")]}, ground_url="")
    assert "#aa77bb" in svg


def test_fonts_come_with_their_licence() -> None:
    """Every font file has its licence text beside it, and NOTICE names it."""
    folder = ROOT / "src" / "grognard" / "render" / "fonts"
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for family, title in (("source-serif-4", "Source Serif 4"), ("barlow", "Barlow")):
        assert list(folder.glob(f"{family}*.woff2"))
        licence = (folder / f"OFL-{family}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE" in licence
        assert title in notice
