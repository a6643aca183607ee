import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.boardfile import GridFile, make_grid
from grognard.hexes import Grid
from grognard.mapmaker.projection import EARTH_KM, Projection, make_projection
from grognard.mapmaker.recipe import Anchor, Fit, ProjectionRecipe

GRID = make_grid(GridFile("flat", (1, 60), (1, 41)))
KIND = st.sampled_from(["equirectangular", "conic", "lambert"])


def made(recipe: ProjectionRecipe, fit: Fit, grid: Grid = GRID) -> Projection:
    projection = make_projection(recipe, fit, grid, [])
    assert projection is not None
    return projection


def pinned(kind: str = "conic", km: float = 16.0, turn: float = 0.0) -> Projection:
    fit = Fit((Anchor(48.43, 31.0, sheet=(13.0, 25.0)),), km_per_hex=km, turn=turn)
    return made(ProjectionRecipe((48.43, 31.0), kind), fit)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["equirectangular", "conic", "lambert"])
def test_a_pinned_point_lies_where_it_is_pinned(kind: str) -> None:
    """With scale and turn given, one anchor decides where the map lies."""
    assert pinned(kind).to_sheet(48.43, 31.0) == pytest.approx([13.0, 25.0])


@pytest.mark.parametrize("kind", ["equirectangular", "conic", "lambert"])
def test_a_degree_of_latitude_is_as_long_as_it_is(kind: str) -> None:
    """Near the centre every projection keeps distances along the meridian."""
    x, y = pinned(kind).to_sheet(48.53, 31.0)
    assert x == pytest.approx(13.0)
    assert (25.0 - y) * 16 == pytest.approx(EARTH_KM * math.radians(0.1), rel=0.004)


def test_meridians_of_a_conic_converge() -> None:
    """Going north, two meridians come nearer to each other."""
    projection = pinned("conic")
    apart = [np.ptp(projection.to_sheet([lat, lat], [29.0, 33.0])[:, 0]) for lat in (46, 49, 52)]
    assert apart[0] > apart[1] > apart[2]


def test_turn_is_clockwise() -> None:
    """On a map turned by 90 degrees north lies on the right."""
    x, y = pinned(turn=90).to_sheet(48.53, 31.0)
    assert x > 13.5
    assert y == pytest.approx(25.0, abs=1e-6)


def test_a_rulebook_transform_puts_towns_in_their_printed_hexes() -> None:
    """Ukraine '43: towns that had no part in the fit fall in the hexes that the rules name."""
    fit = Fit((Anchor(48.43, 31.0, sheet=(12.992, 25.314)),), km_per_hex=16.168, turn=0)
    projection = made(ProjectionRecipe((48.43, 31.0), "conic"), fit)
    assert projection.hex_at(GRID, 49.93, 31.33) == "1714"  # the Bukrin bridgehead
    assert projection.hex_at(GRID, 47.6007, 37.4951) == "5030"  # Volnovakha
    assert projection.hex_at(GRID, 10.0, 10.0) is None


@given(
    KIND,
    st.floats(5, 40),
    st.floats(-60, 60),
    st.lists(st.tuples(st.floats(46, 51), st.floats(29, 33)), min_size=1, max_size=5),
)
def test_the_way_back_leads_back(
    kind: str, km: float, turn: float, points: list[tuple[float, float]]
) -> None:
    """A point of the earth taken to the sheet and back is the same point."""
    projection = pinned(kind, km, turn)
    lat, lon = np.array(points).T
    back = projection.to_latlon(projection.to_sheet(lat, lon))
    assert np.allclose(back, (lat, lon), atol=1e-6)


CORNERS = ["0505", "5505", "3020", "0838", "5038"]


@given(KIND, st.floats(5, 40), st.floats(-170, 170))
def test_a_fit_finds_scale_and_turn(kind: str, km: float, turn: float) -> None:
    """Anchors taken from a map give that map back."""
    true = pinned(kind, km, turn)
    sheet = np.array([GRID.centre(name) for name in CORNERS])
    lat, lon = true.to_latlon(sheet)
    anchors = tuple(
        Anchor(float(a), float(b), at=n) for a, b, n in zip(lat, lon, CORNERS, strict=True)
    )
    found = made(ProjectionRecipe((48.43, 31.0), kind), Fit(anchors))  # type: ignore[arg-type]
    assert np.allclose(found.matrix, true.matrix, rtol=1e-6, atol=1e-9)
    assert np.allclose(found.shift, true.shift, atol=1e-4)


SIX = (
    Anchor(48.9215, 24.7097, at="18.03"),
    Anchor(48.2915, 25.9403, at="04.18"),
    Anchor(49.5534, 25.5892, at="33.15"),
    Anchor(48.8891, 26.8564, at="17.29"),
    Anchor(48.6845, 26.5856, at="11.26"),
    Anchor(49.45, 24.9333, at="31.06"),
)
POINTY = make_grid(
    GridFile("pointy", (1, 44), (1, 38), shifted="even", rows_up=True, number="RR.CC")
)


def test_an_affine_fit_is_the_published_one() -> None:
    """Ukraine '44: row and column grow with latitude and longitude as the rulings print it."""
    projection = made(ProjectionRecipe((48.9, 25.9)), Fit(SIX, affine=True), POINTY)
    here = projection.to_sheet(48.9, 25.9)
    north = projection.to_sheet(49.9, 25.9) - here
    east = projection.to_sheet(48.9, 26.9) - here
    assert -north[1] / (math.sqrt(3) / 2) == pytest.approx(23.2978, abs=1e-3)
    assert -east[1] / (math.sqrt(3) / 2) == pytest.approx(-0.5312, abs=1e-3)
    assert (north[0], east[0]) == pytest.approx((0.2967, 11.9988), abs=1e-3)


def test_a_blend_puts_every_anchor_into_its_hex() -> None:
    """What a fit leaves over is spread, also for anchors that have no part in the fit."""
    khotin = Anchor(48.5069, 26.4912, at="08.24", fitted=False)
    plain = made(ProjectionRecipe((48.9, 25.9)), Fit((*SIX, khotin), affine=True), POINTY)
    blended = made(
        ProjectionRecipe((48.9, 25.9)), Fit((*SIX, khotin), affine=True, blend=2), POINTY
    )
    wanted = [anchor.at for anchor in (*SIX, khotin)]
    assert [plain.hex_at(POINTY, a.lat, a.lon) for a in (*SIX, khotin)] != wanted
    assert [blended.hex_at(POINTY, a.lat, a.lon) for a in (*SIX, khotin)] == wanted
    assert np.allclose(plain.matrix, blended.matrix)


def test_the_way_back_leads_back_through_a_blend() -> None:
    """The inverse of a blended map comes within a thousandth of a hex."""
    projection = made(ProjectionRecipe((48.9, 25.9)), Fit(SIX, affine=True, blend=2), POINTY)
    sheet = np.array([POINTY.centre(name) for name in POINTY.hexes])
    again = projection.to_sheet(*projection.to_latlon(sheet))
    assert np.abs(again - sheet).max() < 0.001


def test_an_anchor_may_be_a_hexside() -> None:
    """An anchor at a hexside lies between its two hexes."""
    fit = Fit((Anchor(50.0, 31.0, at="3624/3723"),), km_per_hex=2, turn=0)
    x, y = made(ProjectionRecipe((50.0, 31.0)), fit).to_sheet(50.0, 31.0)
    middle = (np.array(GRID.centre("3624")) + GRID.centre("3723")) / 2
    assert [x, y] == pytest.approx(middle)


@pytest.mark.parametrize(
    ("fit", "problem"),
    [
        (Fit((Anchor(48.0, 31.0, at="9999"),), km_per_hex=1, turn=0), "unknown hex 9999"),
        (Fit((Anchor(48.0, 31.0, at="0101/0303"),), km_per_hex=1, turn=0), "not adjacent"),
        (Fit((Anchor(48.0, 31.0, at="0101"),), km_per_hex=1), "both km_per_hex and turn"),
        (Fit(SIX[:2], affine=True), "needs 3 anchors"),
        (Fit((Anchor(48.0, 31.0, at="0101", fitted=False),)), "needs 1 anchors"),
    ],
)
def test_a_fit_that_cannot_be_made_is_a_problem(fit: Fit, problem: str) -> None:
    """Unknown hexes and too few anchors are told, not guessed about."""
    problems: list[str] = []
    grid = POINTY if fit.affine else GRID
    assert make_projection(ProjectionRecipe((48.0, 31.0)), fit, grid, problems) is None
    assert problem in problems[0]
