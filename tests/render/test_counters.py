"""Counters: what a face shows, and what it does not."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.faces import Badge, Face
from grognard.render import face_svg
from grognard.render.badges import draw_badges
from grognard.render.counters import LEVELS, Level, draw_face, draw_ring, draw_stack
from grognard.render.display import Group, Path, Shape, Text
from grognard.render.fonts import width
from grognard.render.paths import flatten
from grognard.render.skins import standard_skins
from grognard.render.symbols import ALIASES, FRAME, PICTURES, SYMBOLS, find

SKINS = standard_skins()
PANZER = Face(
    skin="german black",
    symbol="armour",
    id="6Pz",
    mark="cross",
    size="XX",
    values=("5", "5", "8"),
    printed=("7", "7", "8"),
    rungs=9,
    lost=2,
    title="6th Panzer Division",
)
KINDS = ("oos", "iso", "air", "disrupted", "moved", "fought", "works")


def every(shape: Shape) -> Iterator[Shape]:
    """A shape and all that it holds."""
    yield shape
    if isinstance(shape, Group):
        for child in shape.shapes:
            yield from every(child)


def texts(shape: Shape) -> list[str]:
    return [s.text for s in every(shape) if isinstance(s, Text)]


def solid_boxes(face: Face) -> int:
    """How many full rungs a face has: boxes in the column of the ladder."""
    count = 0
    for shape in every(draw_face(face, SKINS)):
        if isinstance(shape, Path) and shape.stroke is None and shape.fill == "#fff8ea":
            pieces = flatten(shape.d)
            count += sum(min(x for x, _ in p.points) >= 17.5 for p in pieces)
    return count


def test_a_face_shows_its_values_as_they_are_now() -> None:
    """Name and present values are written; printed ones are for the inspector."""
    assert texts(draw_face(PANZER, SKINS)) == ["6Pz", "5", "5", "8"]


@given(st.integers(1, 14), st.data())
def test_every_step_is_a_rung(rungs: int, data: st.DataObject) -> None:
    """Of the ladder's rungs those that are lost are hollow."""
    lost = data.draw(st.integers(0, rungs))
    face = Face(skin="german black", rungs=rungs, lost=lost)
    assert solid_boxes(face) == rungs - lost


def test_the_ladder_fits_the_counter() -> None:
    """However many steps a unit has, its ladder stays below the band."""
    face = Face(skin="german black", rungs=30)
    ladder = [
        y
        for shape in every(draw_face(face, SKINS))
        if isinstance(shape, Path) and shape.fill == "#fff8ea"
        for piece in flatten(shape.d)
        for _, y in piece.points
    ]
    assert min(ladder) > -15.8
    assert max(ladder) <= 9.7


def test_an_unknown_loss_shows_no_number_of_steps() -> None:
    """Under fog a loss is three hollow rungs under a question mark, whatever was lost."""
    hidden = Face(skin="german black", hidden=True, values=("?", "?", "8"), rungs=9, lost=None)
    drawn = draw_face(hidden, SKINS)
    assert texts(drawn) == ["?", "?", "?", "8"]
    assert solid_boxes(hidden) == 0
    assert draw_face(hidden, SKINS) == draw_face(
        Face(skin="german black", hidden=True, values=("?", "?", "8"), rungs=3, lost=None), SKINS
    )


def test_a_hidden_unit_has_a_broken_frame() -> None:
    """A dashed frame says that the identity is not known."""

    def dashed(face: Face) -> bool:
        strokes = [s.stroke for s in every(draw_face(face, SKINS)) if isinstance(s, Path)]
        return any(stroke is not None and stroke.dash for stroke in strokes)

    assert dashed(Face(skin="german black", hidden=True))
    assert not dashed(PANZER)


@pytest.mark.parametrize("name", ["6Pz", "Grossdeutschland", "2Pz Hu"])
def test_a_long_name_is_set_smaller(name: str) -> None:
    """The name never reaches the side mark."""
    face = Face(skin="german black", id=name, mark="cross")
    (text,) = [s for s in every(draw_face(face, SKINS)) if isinstance(s, Text)]
    assert text.x + width(name, text.type.face, text.type.size) < 16.5


@pytest.mark.parametrize("values", [("7", "6", "7"), ("10", "10", "8"), ("12", "14", "20")])
def test_values_fit_the_counter(values: tuple[str, ...]) -> None:
    """Values of two figures are set smaller, and stay on the cardboard."""
    face = Face(skin="german black", values=values)
    shown = [s for s in every(draw_face(face, SKINS)) if isinstance(s, Text)]
    half = [width(s.text, s.type.face, s.type.size) / 2 for s in shown]
    assert min(s.x - h for s, h in zip(shown, half, strict=True)) > -26.5
    assert max(s.x + h for s, h in zip(shown, half, strict=True)) < 26.5


@pytest.mark.parametrize("level", LEVELS)
def test_detail_goes_as_the_map_is_zoomed_out(level: Level) -> None:
    """Near: all; mid: two values; far and dot: none."""
    shown = texts(draw_face(PANZER, SKINS, level))
    assert shown == {"near": ["6Pz", "5", "5", "8"], "mid": ["5", "5"]}.get(level, [])


@pytest.mark.parametrize("kind", KINDS)
def test_each_status_has_a_place_of_its_own(kind: str) -> None:
    """Statuses add up: those of different corners do not cover each other."""
    corner = {"oos": 0, "iso": 0, "air": 0, "disrupted": 1, "moved": 2, "fought": 2, "works": 3}
    places = {}
    for other in KINDS:
        drawn = draw_badges([Badge(other)])  # type: ignore[arg-type]
        if drawn:
            places[other] = drawn[0].at  # type: ignore[union-attr]
    for other, at in places.items():
        if kind in places and corner[other] != corner[kind]:
            dx, dy = at[0] - places[kind][0], at[1] - places[kind][1]
            assert dx * dx + dy * dy > 14**2


def test_badges_write_words_and_counts() -> None:
    """Supply is a word, a count is a figure, and a game may write a word of its own."""
    badges = (Badge("oos"), Badge("count", "3"), Badge("pill", "NO FUEL"))
    assert texts(Group(tuple(draw_badges(badges)))) == ["OOS", "3", "NO FUEL"]


def test_a_veil_lies_over_the_face_and_under_the_badges() -> None:
    """A unit that is done is greyed, its sign is not."""
    done = Face(skin="german black", veil=True, badges=(Badge("moved"),))
    shapes = draw_face(done, SKINS).shapes
    veils = [i for i, s in enumerate(shapes) if isinstance(s, Path) and s.fill == "#cfc6b2"]
    assert veils == [len(shapes) - 2]


def test_the_first_of_a_stack_lies_on_top() -> None:
    """The top counter is drawn last, up and left; below it only colours show."""
    below = Face(skin="german grey", id="503", values=("1", "1", "8"))
    groups = draw_stack([PANZER, below], SKINS)
    assert texts(groups[-1]) == ["6Pz", "5", "5", "8"]
    assert texts(groups[0]) == []
    assert groups[-1].at == (-2.7, -2.7)
    assert groups[0].at == (2.7, 2.7)


def test_a_marker_has_a_picture_and_a_caption() -> None:
    """Markers are cardboard without band, symbol or steps."""
    marker = Face(skin="marker air", symbol="parachute", caption="Air supply", marker=True)
    drawn = draw_face(marker, SKINS)
    assert texts(drawn) == ["AIR SUPPLY"]
    assert not any(isinstance(s, Path) and s.fill == "#fdfaf1" for s in every(drawn))


@pytest.mark.parametrize("name", SYMBOLS)
def test_symbols_stay_in_their_frame(name: str) -> None:
    """Lines and solid parts keep within the frame; wheels and a staff hang from it."""
    symbol = SYMBOLS[name]
    left, top, wide, high = FRAME
    for piece in flatten(symbol.lines + symbol.solid):
        for x, y in piece.points:
            assert left - 0.01 <= x <= left + wide + 0.01
            assert top - 0.01 <= y <= top + high + 7.6


def test_symbols_differ() -> None:
    """No two kinds of troops look alike."""
    assert len({repr(symbol) for symbol in SYMBOLS.values()}) == len(SYMBOLS)
    assert len({repr(picture) for picture in PICTURES.values()}) == len(PICTURES)


def test_other_words_find_the_same_symbol() -> None:
    """Games name their troops as they like; unknown ones are written in the frame."""
    assert set(ALIASES.values()) <= set(SYMBOLS)
    assert find("Panzer") == find("tank") == SYMBOLS["armour"]
    assert find("panzer_grenadier").letters == "PAN"
    assert find("anti_tank") == SYMBOLS["anti-tank"]
    assert find("tank_army_hq") == SYMBOLS["headquarters"]


def test_an_unknown_skin_is_drawn_plain() -> None:
    """A skin that nobody defined does not stop a picture."""
    assert draw_face(Face(skin="purple haze"), SKINS).shapes


def test_a_counter_alone_is_a_small_picture() -> None:
    """The SVG names the unit, and holds all levels only when asked."""
    svg = face_svg(PANZER)
    assert "<title>6th Panzer Division</title>" in svg
    assert len(svg) < 6000
    assert face_svg(PANZER, levels=True).count('class="counter') == 4
    assert svg.count('class="counter') == 1


@pytest.mark.parametrize("style", ["chosen", "may", "target", "ghost"])
def test_rings_surround_the_counter(style: str) -> None:
    """A ring lies outside the cardboard."""
    for shape in draw_ring(style):
        assert isinstance(shape, Path)
        xs = [abs(x) for piece in flatten(shape.d) for x, _ in piece.points]
        assert max(xs) > 28


@pytest.mark.parametrize(
    ("size", "strokes"), [("...", 3), ("I", 1), ("III", 3), ("X", 2), ("XXXX", 8), ("corps", 6)]
)
def test_the_size_of_a_formation_is_marked(size: str, strokes: int) -> None:
    """Dots, strokes or crosses above the frame, between it and the band."""
    with_size, without = (
        [
            s
            for s in every(draw_face(Face(skin="soviet sand", size=z), SKINS))
            if isinstance(s, Path)
        ]
        for z in (size, "")
    )
    (mark,) = [s for s in with_size if s not in without]
    pieces = flatten(mark.d)
    assert len(pieces) == strokes
    assert all(-15.8 < y < -8.6 for piece in pieces for _, y in piece.points)


def test_field_works_lie_under_the_counter() -> None:
    """A toothed line on three sides, drawn before the cardboard."""
    plain = draw_face(Face(skin="soviet sand"), SKINS).shapes
    works = draw_face(Face(skin="soviet sand", badges=(Badge("works"),)), SKINS).shapes
    added = [s for s in works if s not in plain]
    assert works.index(added[0]) < len(works) - len(plain) + 1
    xs = [x for s in added if isinstance(s, Path) for p in flatten(s.d) for x, _ in p.points]
    assert min(xs) < -29
    assert max(xs) > 29


@pytest.mark.parametrize("level", ["near", "mid"])
def test_a_caption_stands_in_place_of_values(level: Level) -> None:
    """A unit without values of its own shows a word."""
    tiger = Face(skin="german black", caption="TIGER", values=("1", "1", "8"))
    assert texts(draw_face(tiger, SKINS, level)) == ["TIGER"]


def test_a_symbol_may_be_letters() -> None:
    """Security troops, and troops that we have no symbol for."""
    assert texts(draw_face(Face(skin="german grey", symbol="security"), SKINS)) == ["SEC"]
    assert texts(draw_face(Face(skin="german grey", symbol="balloon"), SKINS)) == ["BAL"]


def test_a_marker_without_picture_shows_its_symbol() -> None:
    """A marker may show troops, in the frame, without values."""
    marker = draw_face(Face(skin="marker", symbol="armour", marker=True), SKINS)
    assert any(isinstance(s, Path) and s.fill == "#fdfaf1" for s in every(marker))
