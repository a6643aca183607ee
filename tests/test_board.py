"""Boards: the worked example of docs/data-formats.md, everything that can be wrong with it,
and what a board answers.
"""

import re
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.board import Board
from grognard.data import DataError
from grognard.hexes import split_hexside
from grognard.mechanics.tables import parse_tables

DOCS = (Path(__file__).parents[1] / "docs" / "data-formats.md").read_text(encoding="utf-8")
EXAMPLES: dict[str, str] = dict(re.findall(r'```yaml title="([^"]*)"\n(.*?)```', DOCS, re.DOTALL))
MAP = EXAMPLES["map.yaml"]
LISKY = Board.parse(MAP)


def problems(text: str) -> tuple[str, ...]:
    """What is wrong with a board text."""
    with pytest.raises(DataError) as caught:
        Board.parse(text, "map.yaml")
    assert caught.value.file == "map.yaml"
    return caught.value.problems


def changed(old: str, new: str) -> str:
    """The example with one thing changed."""
    assert MAP.count(old) == 1, old
    return MAP.replace(old, new)


# --- the worked example -----------------------------------------------------------------


def test_terrain_is_read_as_it_lies() -> None:
    """Rows of letters are rows of hexes; a hyphen is a place without a hex."""
    assert len(LISKY.grid) == 39
    assert "0701" not in LISKY.grid
    assert LISKY.terrain_of("0301") == "woods"
    assert LISKY.terrain_of("0602") == "hill"
    assert [h for h in LISKY.grid if LISKY.is_water(h)] == ["0704", "0804", "0605", "0705", "0805"]
    assert LISKY.name == "The ford at Lisky"


def test_hexsides_and_networks() -> None:
    """Rivers lie on hexsides, roads cross them, in both directions."""
    assert LISKY.crosses("river", "0403", "0502")
    assert LISKY.crosses("river", "0502", "0403")
    assert not LISKY.crosses("river", "0303", "0403")
    assert LISKY.joined("road", "0502", "0403")
    assert not LISKY.joined("road", "0402", "0403")
    assert LISKY.on_network("road", "0305")
    assert not LISKY.on_network("road", "0402")
    assert len(LISKY.hexsides["river"]) == 7
    assert LISKY.chains["river"][1] == ("Little Ros", ("0303/0404", "0304/0404"))
    assert LISKY.roads["rail"] == (("", ("0101", "0201", "0301", "0402", "0403")),)


def test_hexsides_between_other_hexes_are_errors() -> None:
    """A question about hexes that do not touch is a mistake and answered as one."""
    with pytest.raises(ValueError, match="not adjacent"):
        LISKY.crosses("river", "0101", "0303")


def test_places_tags_and_zones() -> None:
    """A place has its name, and its size and tags are tags of its hex."""
    place = LISKY.place_at("0403")
    assert place is not None
    assert (place.name, place.size, place.source) == ("Lisky", "city", "rulebook")
    assert LISKY.has("0403", "city")
    assert LISKY.has("0403", "victory")
    assert not LISKY.has("0404", "victory")
    assert LISKY.place_at("0404") is None
    assert (LISKY.called("0403"), LISKY.called("0404")) == ("Lisky (0403)", "0404")
    assert LISKY.tagged("fort") == ("0502", "0503")
    assert LISKY.tagged("entry") == ("0101", "0102", "0103", "0104", "0105")
    assert len(LISKY.zone("west bank")) == 15


@pytest.mark.parametrize("run", ["0502..0504", "0504..0502"])
def test_a_run_has_both_ends_and_all_between(run: str) -> None:
    """A run along a column or row may be written either way round."""
    board = Board.parse(changed("hexes: 0502 0503", f"hexes: {run}"))
    assert board.tagged("fort") == ("0502", "0503", "0504")
    row = Board.parse(changed("hexes: 0502 0503", "hexes: 0601..0801"))
    assert row.tagged("fort") == ("0601", "0801")


def test_boxes_and_sources() -> None:
    """Boxes have title, owner and what is seen of them; every block tells its source."""
    reserve, dead = LISKY.boxes["reserve"], LISKY.boxes["dead"]
    assert (reserve.title, reserve.side, reserve.shows) == ("Army reserve", "axis", "count")
    assert (dead.side, dead.shows) == ("", "all")
    assert LISKY.sources["hexsides border"] == "rulebook"
    assert LISKY.sources["network rail"] == "reconstructed"
    assert LISKY.sources["tag fort"] == "rulebook"
    assert LISKY.sources["zone west bank"] == "reconstructed"
    assert LISKY.sources["terrain"] == "reconstructed"


def test_the_example_of_sheets_is_right() -> None:
    """Two sheets are joined in a row that has two names."""
    grid = next(b for b in re.findall(r"```yaml\n(grid:.*?)```", DOCS, re.DOTALL))
    rows = "\n".join("  " + "." * 25 for _ in range(61))
    board = Board.parse(f"map: two sheets\n{grid}letters: {{.: clear}}\nterrain: |\n{rows}\n")
    assert board.grid.parse("S4230") == "N1030"
    assert board.grid.adjacent("S4130", "N1030")


def test_the_example_of_tables_is_right() -> None:
    """The tables of the manual are read as it says."""
    tables = parse_tables(EXAMPLES["tables.yaml"])
    assert tables["combat"].lookup("1.5-1", 3) == "0/1"
    assert tables["bombardment"].row_at(11) == "10+"
    assert tables["weather"].lookup("October", "rain") == "4-6"


def test_a_board_is_loaded_from_a_file(tmp_path: Path) -> None:
    """A file is read as its text is."""
    path = tmp_path / "map.yaml"
    path.write_text(MAP, encoding="utf-8")
    assert Board.load(path).terrain == LISKY.terrain


# --- what is wrong ----------------------------------------------------------------------

WRONG = [
    ("  .ww..h..\n", "  .ww..h.\n", "terrain row 2: 7 letters for 8 hexes"),
    ("  .ww..h..\n", "", "terrain: 4 rows of letters for 5 rows of hexes"),
    ("  ....hh..\n", "  ...xhh..\n", "terrain row 3: unknown letter 'x' in hex 0403"),
    ("w: woods", "w: woods, ww: fen", "letters: 'ww' is not one letter"),
    ("w: woods", "w: woods, '-': sea", "letters: '-' is kept for places without a hex"),
    ("water: [lake]", "water: [sea]", "water: unknown terrain sea"),
    ('hex: "0403", size: city', 'hex: "9901", size: city', "place 'Lisky': unknown hex 9901"),
    (
        "way: 0401/0501 0402/0501",
        "way: 0401/0601 0402/0501",
        "hexsides 'river' line Ros: hexes 0401 and 0601 are not adjacent",
    ),
    (
        "0401/0501 0402/0501 0402/0502 0403/0502",
        "0401/0501 0403/0502",
        "hexsides 'river' line Ros: broken chain, 0401/0501 does not touch 0403/0502",
    ),
    (
        "way: 0303-0304-0305",
        "way: 0303-0305",
        "network 'road' line 2: broken chain, 0303 is not next to 0305",
    ),
    (
        "way: 0303-0304-0305",
        'way: "0303"',
        "network 'road' line 2: a line needs two hexes at least",
    ),
    ("name: Bobrik", "name: Lisky", "place 'Lisky': duplicate name"),
    (
        "hexes: 0101..0105}\n\nzones",
        "hexes: 0101..0205}\n\nzones",
        "tag 'entry': 0101..0205 is not along one row or column",
    ),
    ("  .ww..h..\n", "  .ww..h.~\n", "terrain: no way by land leads to 0801"),
    ("  reserve: {", '  "0403": {', "box '0403': is also a hex"),
]


@pytest.mark.parametrize(("old", "new", "problem"), WRONG)
def test_a_wrong_board_is_refused_as_the_manual_says(old: str, new: str, problem: str) -> None:
    """Each mistake gives one problem, in the words of the manual."""
    found = problems(changed(old, new))
    assert found == (problem,)


WRONG_TABLES = [
    ("[2/0, 1/0, 1/0, 1/1]", "[2/0, 1/0, 1/0]", "row '1': 3 cells for 4 columns"),
    (', "2-1": 0/2}', "}", "row '3': column '2-1' has no cell"),
    ('"2-1": 0/2}', '"2-1": 0/2, "5-1": DE}', "row '3': unknown column '5-1'"),
    ('"2-1"]', '"two"]', "columns: 'two' is not odds such as '3-1' or '1.5-1'"),
    ('["1-2", "1-1", "1.5-1", "2-1"]', '["1-2", "2-1", "1-1", "3-1"]', "'1-1' is not above '2-1'"),
    ('"2", "4", "8"', '"2", "3-5", "7-9"', "'7-9' does not go on where '3-5' ends"),
]


@pytest.mark.parametrize(("old", "new", "problem"), WRONG_TABLES)
def test_a_wrong_table_is_refused_as_the_manual_says(old: str, new: str, problem: str) -> None:
    """Each mistake in the tables of the manual gives the problem that it lists."""
    text = EXAMPLES["tables.yaml"]
    assert text.count(old) == 1
    with pytest.raises(DataError) as caught:
        parse_tables(text.replace(old, new))
    assert any(found.endswith(problem) for found in caught.value.problems)


def test_the_manual_lists_what_is_tested() -> None:
    """The messages in the manual are those that are tested here, word for word."""
    listed = re.findall(r"^\| .* \| `([a-z]+(?: .*)?: .*)` \|$", DOCS, re.MULTILINE)
    tested = [problem for _, _, problem in (*WRONG, *WRONG_TABLES)]
    assert len(listed) == 20
    assert [message for message in listed if not message.endswith(tuple(tested))] == []


MORE_WRONG = [
    ("columns: [1, 8]", "columns: [8, 1]", "grid: empty grid"),
    ("columns: [1, 8]", "columns: [1, 800]", "do not fit in two digits"),
    ("number: CCRR", "number: XXYY", "grid: numbering 'XXYY'"),
    ("shape: flat", "shape: round", "grid shape: Invalid enum value 'round'"),
    ("map: The ford at Lisky\n", "", "missing required field `map`"),
    ("note: An", "notes: An", "unknown field `notes`"),
    ("hexes: 0502 0503", "hexes: 0502 5003", "tag 'fort': unknown hex 5003"),
    ("hexes: 0101..0105 0201", "hexes: 0101..0199 0201", "zone 'west bank': unknown hex 0199"),
    ("0303/0404 0304/0404", "0303/0404 03040404", "expected two hexes with a slash"),
    ("0303/0404 0304/0404", "0303/0404 0304/9904", "line Little Ros: unknown hex 9904"),
    ("way: 0102/0103", "way: 0102/9903", "hexsides 'border' line 1: unknown hex 9903"),
    ("way: 0101-0201", "way: 0101-9901", "network 'rail' line 1: unknown hex 9901"),
    ("shows: count", "shows: some", "boxes 'reserve' shows: Invalid enum value 'some'"),
    ("  river:\n    source: public", "  river:\n    source: hearsay", "hexsides 'river' source"),
    ('hex: "0602"', "hex: 4602", "places 'Bobrik' hex: Expected `str`, got `int`"),
    ("  rail:\n", "  road:\n", "'road' is given twice"),
]


@pytest.mark.parametrize(("old", "new", "problem"), MORE_WRONG)
def test_other_mistakes_are_named_too(old: str, new: str, problem: str) -> None:
    """Whatever is wrong with a file, the problem has place and reason."""
    found = problems(changed(old, new))
    assert len(found) == 1
    assert problem in found[0]


def test_a_board_needs_a_hex() -> None:
    """A map of nothing but holes is refused."""
    text = "map: m\ngrid: {shape: flat, columns: [1, 2], rows: [1, 1]}\nletters: {.: a}\n"
    assert problems(text + 'terrain: "--"\n') == ("terrain: no hex at all",)


def test_all_problems_are_reported_together() -> None:
    """A file with mistakes in several layers is refused once."""
    text = changed("name: Bobrik", "name: Lisky").replace("0303-0304-0305", "0303-0305")
    assert len(problems(text)) == 2


def test_an_island_may_be_listed() -> None:
    """Land that cannot be reached is allowed in a zone named apart."""
    text = changed("  .ww..h..\n", "  .ww..h.~\n")
    island = '  apart: {source: reconstructed, hexes: "0801"}\n\nboxes:'
    assert Board.parse(text.replace("\nboxes:", island)).cut_off() == {"0801"}


# --- arrays -----------------------------------------------------------------------------


def test_masks_of_hexsides_are_mutual() -> None:
    """A hexside is marked from both of its hexes, and nothing else is."""
    grid = LISKY.grid
    mask = LISKY.side_mask(["river", "border"])
    sides = LISKY.hexsides["river"] | LISKY.hexsides["border"]
    assert mask.shape == (39, 6)
    assert mask.sum() == 2 * len(sides)
    for side in sides:
        a, b = split_hexside(side)
        assert mask[grid.index[a], grid.side(a, b)]
        assert mask[grid.index[b], grid.side(b, a)]
    assert np.array_equal(LISKY.side_mask("river"), LISKY.side_mask(["river"]))
    assert not LISKY.side_mask("no such kind").any()


def test_masks_of_networks_and_hexes() -> None:
    """Arrays for the kernels say the same as the questions do."""
    grid = LISKY.grid
    roads = LISKY.network_mask("road")
    for a in grid:
        for b in grid.neighbours(a):
            assert roads[grid.index[a], grid.side(a, b)] == LISKY.joined("road", a, b)
    assert LISKY.hex_mask(["0101", "0805"]).nonzero()[0].tolist() == [0, 38]
    assert not LISKY.hex_mask([]).any()
    codes = LISKY.terrain_codes(["clear", "woods", "hill", "lake"])
    assert [codes[grid.index[h]] for h in ("0101", "0301", "0602", "0805")] == [0, 1, 2, 3]


# --- parts of a board -------------------------------------------------------------------


def test_a_part_of_a_board() -> None:
    """Cut out of a board, hexes keep everything that lies among them."""
    kept = ["0103", "0203", "0303", "0402", "0403", "0404", "0502"]
    part = LISKY.cut(kept)
    assert set(part.grid) == set(kept)
    assert part.terrain_of("0203") == LISKY.terrain_of("0203")
    assert part.crosses("river", "0403", "0502")
    assert part.hexsides["river"] == {"0402/0502", "0403/0502", "0303/0404"}
    assert part.roads["road"] == (("Lisky road", ("0103", "0203", "0303", "0403", "0502")),)
    assert part.roads["rail"] == (("", ("0402", "0403")),)
    assert part.chains["river"][0] == ("Ros", ("0402/0502", "0403/0502"))
    assert part.zone("west bank") == {"0103", "0203", "0303"}
    assert [place.name for place in part.places] == ["Lisky"]
    assert part.boxes == LISKY.boxes
    assert part.tagged("fort") == ("0502",)


def test_only_hexes_of_the_board_are_cut_out() -> None:
    """A hex that is not on the board cannot be cut out."""
    with pytest.raises(ValueError, match="unknown hexes 0701"):
        LISKY.cut(["0801", "0701"])


@given(st.sets(st.sampled_from(LISKY.grid.hexes), min_size=1))
def test_any_part_of_a_board_is_a_board(kept: set[str]) -> None:
    """Whatever is cut out, the layers hold only what lies inside, and lines hold together."""
    part = LISKY.cut(kept)
    for layer in (*part.hexsides.values(), *part.networks.values()):
        assert all(set(split_hexside(side)) <= kept for side in layer)
    for lines in part.roads.values():
        for _, way in lines:
            assert len(way) > 1
            assert all(part.grid.adjacent(a, b) for a, b in pairwise(way))
    assert {t for h in kept for t in part.tags.get(h, ())} == {
        t for h in kept for t in LISKY.tags.get(h, ())
    }
    assert part.cut_off() <= kept


# --- anything at all --------------------------------------------------------------------

SCRAPS = [
    "",
    "-",
    ".",
    "~",
    "x",
    "0",
    "9901",
    "0403",
    "0403/0502",
    "0101..0105",
    ": ",
    "[",
    "{a: 1}",
]
SCRAPS += ["null", "true", "'", "\n", "\n  ", "  ", "1e9", "-5", "999999999", "&a ", "*a", "N", "é"]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The example with some stretches replaced by scraps or by other parts of itself."""
    text = MAP
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.sampled_from([0, 0, 1, 2, 4, 9, 40]))
        start = draw(st.integers(0, len(text)))
        own = text[start : start + draw(st.integers(0, 30))]
        text = text[:at] + draw(st.sampled_from([*SCRAPS, own])) + text[at + gone :]
    return text


@settings(max_examples=300)
@given(mutated())
def test_any_text_is_a_board_or_refused(text: str) -> None:
    """However a board text is spoilt, it gives a board that works or a DataError."""
    with suppress(DataError):
        board = Board.parse(text)
        assert len(board.terrain) == len(board.grid)
        assert board.grid.neighbour_table.shape == (len(board.grid), 6)


NUMBERS = st.integers(-3, 120) | st.integers()


@given(
    st.sampled_from(["flat", "pointy"]),
    st.tuples(NUMBERS, NUMBERS),
    st.tuples(NUMBERS, NUMBERS),
    st.lists(
        st.tuples(st.sampled_from(["N", "S", "", "7"]), NUMBERS, NUMBERS, NUMBERS), max_size=3
    ),
    st.booleans(),
)
def test_any_frame_is_a_board_or_refused(
    shape: str,
    columns: tuple[int, int],
    rows: tuple[int, int],
    sheets: list[tuple[str, int, int, int]],
    turned: bool,
) -> None:
    """Frames and sheets of any numbers are refused or right, and never take forever."""
    listed = [
        {"prefix": prefix, "rows": [first, last], "offset": offset}
        for prefix, first, last, offset in sheets
    ]
    grid = {
        "shape": shape,
        "columns": list(columns),
        "rows": list(rows),
        "rows_up": turned,
        "sheets": listed,
    }
    text = f"{{map: m, letters: {{.: clear}}, terrain: '.', grid: {grid}}}".replace("True", "true")
    with suppress(DataError):
        assert len(Board.parse(text.replace("False", "false")).grid) == 1
