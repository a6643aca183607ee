"""Names: none touches another, none leaves the sheet, none hides under its own counter."""

from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.render.boards import EVERYTHING, GAMES, VALLEY

from grognard.board import Board, Place
from grognard.render.grid import number_spot
from grognard.render.labels import Box, Names, Shelf
from grognard.render.layout import Layout
from grognard.render.places import town_points
from grognard.render.scene import Scene
from grognard.render.styles import BoardStyles, Look
from grognard.render.water_names import name_lands, name_rivers


def names_of(board: Board) -> Names:
    layout, styles = Layout(board.grid), BoardStyles(board, Look())
    return Names(layout, styles, town_points(layout, styles))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parents[1].name)
def test_names_of_the_games_do_not_collide(path: Path) -> None:
    """On our own maps no name overlaps another, and all lie on the sheet."""
    scene = Scene.load(path)
    boxes = [box for label in scene.names.labels for box in label.boxes]
    clashes = [(a, b) for a, b in combinations(boxes, 2) if a.overlap(b) > 2.0]
    assert clashes == []
    sheet = Box(-2, -2, scene.layout.width + 2, scene.layout.height + 2)
    assert all(sheet.overlap(b) > 0.9 * (b.right - b.left) * (b.bottom - b.top) for b in boxes)


@pytest.mark.parametrize("board", [VALLEY, EVERYTHING], ids=["pointy", "flat"])
def test_a_name_stands_below_its_counter(board: Board) -> None:
    """A counter in the middle of a hex does not hide the name of its own hex."""
    names = names_of(board)
    for label in names.labels:
        x, y = names.layout.centre(label.place.hex)
        counter = Box(x - 27, y - 27, x + 27, y + 27)
        assert all(box.overlap(counter) < 60 for box in label.boxes)


@pytest.mark.parametrize("board", [VALLEY, EVERYTHING], ids=["pointy", "flat"])
def test_names_make_room_for_each_other(board: Board) -> None:
    """Long names in neighbouring hexes move aside rather than overlap."""
    middle = board.grid.hexes[len(board.grid) // 2]
    hexes = (middle, *board.grid.neighbours(middle)[:2])
    places = tuple(Place(f"Krasnoarmeyskoye{i}", h, "village") for i, h in enumerate(hexes))
    names = names_of(replace(board, places=places, tags={}))
    boxes = [box for label in names.labels for box in label.boxes]
    assert all(a.overlap(b) == 0 for a, b in combinations(boxes, 2))


def test_a_name_makes_room_for_a_bridge() -> None:
    """A bridge in the lane moves the name aside."""
    layout, styles = Layout(VALLEY.grid), BoardStyles(VALLEY, Look())
    usual = Names(layout, styles, {}).labels[-1]
    text, x, y = usual.lines[0]
    moved = Names(layout, styles, {}, bridges=[(x + 14, y - 4)]).labels[-1]
    assert moved.lines[0][0] == text
    assert moved.lines[0][1] < x


def test_cities_choose_before_villages() -> None:
    """The larger place stands in its own lane, the smaller moves."""
    places = (Place("Verylongvillage", "04.03", "village"), Place("Longcityname", "04.04", "city"))
    names = names_of(replace(VALLEY, places=places, tags={}))
    city = next(label for label in names.labels if label.size == "city")
    assert city.lines[0][1] == names.layout.centre("04.04")[0]


def test_a_long_name_breaks_on_a_flat_map() -> None:
    """A name wider than 1.15 hexes is written on two lines if it has a blank or a hyphen."""
    place = Place("Kamenets-Podolskiy Verkhniy", "0402", "town")
    (label,) = names_of(replace(EVERYTHING, places=(place,), tags={})).labels
    assert [text for text, _, _ in label.lines] == ["Kamenets-Podolskiy", "Verkhniy"]


def test_victory_cities_have_a_star() -> None:
    """A place in a hex tagged as an objective has a star before its name."""
    starred = {label.place.name: label.star for label in names_of(VALLEY).labels}
    assert starred == {"Chortkov": True, "Stanislavov": False, "Yagelnitsa": False}


def test_numbers_that_would_touch_a_name_are_left_out() -> None:
    """The lane under Chortkov holds the number of a hex below it: that number goes."""
    names = names_of(VALLEY)
    hidden = names.hidden_numbers()
    assert hidden
    boxes = [box for label in names.labels for box in label.boxes]
    for name in VALLEY.grid.hexes:
        x, y = number_spot(names.layout, name)
        touched = any(Box(x - 8, y - 6, x + 8, y).overlap(box) for box in boxes)
        assert (name in hidden) or not touched


def test_river_names_keep_clear_of_other_names() -> None:
    """Where the best place beside a river is taken, its name moves or is left out."""
    scene = Scene(VALLEY)
    (first, *_) = name_rivers(scene.rivers, scene.layout, Shelf())
    assert first.text == "DNIESTER"
    taken = Shelf()
    boxes = [Box(x - 9, y - 9, x + 9, y + 9) for x, y in first.along]
    for box in boxes:
        taken.add(box)
    for text in name_rivers(scene.rivers, scene.layout, taken):
        x, y = text.along[len(text.along) // 2]
        assert not any(Box(x - 2, y - 6, x + 2, y - 2).overlap(box) for box in boxes)


def test_names_of_lands_are_spread_between_two_hexes() -> None:
    """The letters of a land reach from the one hex to the other."""
    layout = Layout(VALLEY.grid)
    (text,) = name_lands(
        Look.parse("lands: [{name: Podolia, start: '02.01', end: '02.07'}]").lands, layout
    )
    assert text.text == "PODOLIA"  # type: ignore[union-attr]
    assert text.type.spacing > 20  # type: ignore[union-attr]
