"""What names look like: sense by name, and a style file that must be understood."""

from pathlib import Path

import pytest
from tests.render.boards import GAMES, VALLEY

from grognard.board import Board
from grognard.data import DataError
from grognard.render.styles import (
    HEXSIDE_WORDS,
    NETWORK_WORDS,
    BoardStyles,
    Look,
    check_names,
)


@pytest.mark.parametrize(
    ("name", "traits"),
    [
        ("clear", set()),
        ("Wooded Marsh", {"woods", "marsh"}),
        ("swamp", {"marsh"}),
        ("forest_hill", {"woods", "hill"}),
        ("mountains", {"mountain"}),
        ("all sea", {"sea"}),
        ("gibberish", set()),
    ],
)
def test_terrain_is_read_by_its_words(name: str, traits: set[str]) -> None:
    """A terrain name is read word by word; what says nothing is plain ground."""
    assert Look().terrain_traits(name) == traits


def test_unknown_water_is_a_lake() -> None:
    """Terrain that the board calls water is never drawn as land."""
    assert Look().terrain_traits("liman", water=True) == {"lake"}
    assert Look().terrain_traits("Black Sea", water=True) == {"sea"}


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("river", "river"),
        ("major_river", "great river"),
        ("dniester", "great river"),
        ("big river", "great river"),
        ("minor river", "stream"),
        ("border", "border"),
        ("start_line", "front"),
        ("pontoon", "pontoon"),
        ("fort", "fort"),
        ("zigzag", "line"),
    ],
)
def test_hexsides_are_read_by_their_words(name: str, style: str) -> None:
    """The class of a hexside decides how it is drawn; an unknown one is a plain line."""
    assert Look().hexside_style(name) == style


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("road", "road"),
        ("primary", "road"),
        ("secondary_road", "secondary road"),
        ("side", "side road"),
        ("highway", "highway"),
        ("railway", "rail"),
        ("transport corridor", "corridor"),
        ("zigzag", "road"),
    ],
)
def test_networks_are_read_by_their_words(name: str, style: str) -> None:
    """The name of a network decides how it is drawn; an unknown one is a road."""
    assert Look().network_style(name) == style


def test_a_style_file_has_the_last_word() -> None:
    """What look.yaml says of a name goes before what the name itself says."""
    look = Look.parse("terrain: {river flats: marsh}\nhexsides: {below_dam: none}")
    assert look.terrain_traits("river flats") == {"marsh"}
    assert look.hexside_style("below_dam") == "none"
    assert Look().hexside_style("below_dam") == "dam"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("terrain: {moor: boggy}", "look: terrain 'moor': unknown word 'boggy', expected woods"),
        ("hexsides: {ditch: moat}", "look: hexsides 'ditch': unknown style 'moat', expected"),
        ("networks: {way: canal}", "look: networks 'way': unknown style 'canal'"),
        ("zones: {A: glowing}", "look: zones 'A': unknown style 'glowing'"),
        ("skins: {x: {body: red, band: '#000000'}}", "look: skins 'x': 'red' is not a colour"),
        ("colours: {}", "look: Object contains unknown field `colours`"),
        ("skins: {x: {body: '#fff'}}", "look: skins 'x': Object missing required field `band`"),
    ],
)
def test_a_style_that_nobody_knows_is_refused(text: str, complaint: str) -> None:
    """A mistake in a style file is named with its place."""
    with pytest.raises(DataError) as error:
        Look.parse(text)
    assert str(error.value).startswith(complaint)


def test_all_mistakes_are_told_at_once() -> None:
    """A designer sees every problem of a style file in one go."""
    with pytest.raises(DataError) as error:
        Look.parse("terrain: {a: xx, b: yy}\ntags: {c: zz}")
    assert len(error.value.problems) == 3


def test_the_largest_settlement_of_a_hex_counts() -> None:
    """A hex tagged twice is drawn as the larger of its settlements."""
    assert Look().settlement(["village", "victory", "major city"]) == "city"
    assert Look().settlement(["soviet_source"]) == ""


def test_a_look_must_fit_its_board() -> None:
    """A name or a hex that the board does not have is a slip of the pen, and is told."""
    look = Look.parse(
        "terrain: {moor: marsh}\nhexsides: {river: stream, creek: stream}\n"
        "lands: [{name: Podolia, start: '01.01', end: '99.99'}]"
    )
    with pytest.raises(DataError) as error:
        check_names(look, VALLEY, "look.yaml")
    assert error.value.problems == (
        "terrain 'moor': the board has none",
        "hexsides 'creek': the board has none",
        "lands 'Podolia': unknown hex 99.99",
    )


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parents[1].name)
def test_every_game_says_how_its_names_look(path: Path) -> None:
    """No hexside or network of our own games falls back to the neutral style."""
    styles = BoardStyles(Board.load(path), Look.beside(path))
    assert {styles.look.hexside_style(n) for n in styles.board.hexsides} <= set(HEXSIDE_WORDS)
    assert {styles.look.network_style(n) for n in styles.board.networks} <= set(NETWORK_WORDS)
