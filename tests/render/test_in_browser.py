"""The browser draws the SVG as we paint the PNG."""

import io

import numpy as np
import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import Browser
from tests.render.boards import EVERYTHING, VALLEY

from grognard.board import Board
from grognard.faces import Arrow, Badge, Face, HexFill, HexLine
from grognard.render import Scene, position_png, position_svg

FACE = Face(
    skin="soviet mobile",
    symbol="mechanized",
    id="8GMC",
    mark="star",
    size="XXX",
    values=("10", "6", "7"),
    rungs=9,
    lost=2,
    badges=(Badge("oos"), Badge("moved")),
)


def screenshot(browser: Browser, svg: str, size: tuple[int, int]) -> tuple[Image.Image, list[str]]:
    """What Chromium shows of an SVG, and what it complains about."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.set_content(f"<!doctype html><style>body{{margin:0}}</style>{svg}")
    page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return picture, complaints


@pytest.mark.browser
@pytest.mark.parametrize("board", [VALLEY, EVERYTHING], ids=["pointy", "flat"])
def test_browser_and_painter_agree(browser: Browser, board: Board) -> None:
    """Map, names, counters and overlays: the two pictures differ by soft edges only."""
    scene = Scene(board)
    some = board.grid.hexes[8:12]
    faces = {some[0]: [FACE, FACE], some[2]: [FACE]}
    overlays = (
        HexFill("reach", some, {some[1]: "3"}),
        HexFill("zone cool", board.grid.hexes[:3]),
        HexLine("supply", some[:2], "to its source"),
        Arrow(some[2], some[3], "warm", "2-1", "+1"),
    )
    painted = position_png(scene, faces, overlays)
    svg = position_svg(scene, faces, overlays, embed_fonts=True)
    shown, complaints = screenshot(browser, svg, painted.size)
    assert complaints == []
    soft = [
        np.asarray(picture.filter(ImageFilter.GaussianBlur(1.5))).astype(int)
        for picture in (shown, painted)
    ]
    difference = np.abs(soft[0] - soft[1]).max(axis=2)
    assert difference.mean() < 4
    assert np.percentile(difference, 99) < 40
