"""Odds, columns, shifts, dice and tables, with the numbers that the rulebooks work out."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.data import DataError, within
from grognard.mechanics.tables import (
    NEVER,
    Figure,
    Ratio,
    Scale,
    by_levels,
    clamp,
    differential,
    distribution,
    divide,
    load_tables,
    merge,
    misfits,
    odds,
    odds_step,
    parse_tables,
    steps_beyond,
    whole_odds,
)

STRENGTHS = st.integers(1, 400)

SIX = Scale.odds(["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"])
EIGHT = Scale.odds(["1-3", "1-2", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1"])
ONWARD = Scale.odds([*EIGHT.labels, "6-1", "7-1", "8-1", "9-1", "10-1"])
THIRTEEN = Scale.odds(["1:4", "1:3", "1:2", *(f"{n}:1" for n in range(1, 11))])
LEVELS = Scale.odds(["1:5", "1:4", "1:3", "1:2", *(f"{n}:1" for n in range(1, 15))])
BY_TERRAIN = {
    "hill": "1:2 1:1 2:1 3:1 4:1 5:1 6:1 8:1 10:1 12:1 14:1",
    "swamp": "1:3 1:2 1:1 2:1 3:1 4:1 5:1 6:1 8:1 10:1 12:1",
    "rough": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1",
    "clear": "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1",
}
ROWS = {name: Scale.odds(labels.split()) for name, labels in BY_TERRAIN.items()}
DIFFERENCES = Scale.values(
    "<=0 +1 +2 +3 +4 +5 +10 +15 +20 +25 +30 +35 +40 +45 +50 >=55".split()  # noqa: SIM905
)


def fraction(ratio: Ratio) -> Fraction:
    return Fraction(ratio.over, ratio.under)


def column(scale: Scale, attack: int, defence: int) -> str:
    return scale.labels[scale.find(odds(attack, defence))]


# --- rounding ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "by", "down", "nearest", "up"),
    [(5, 2, 2, 3, 3), (1, 2, 0, 1, 1), (6, 3, 2, 2, 2), (7, 4, 1, 2, 2), (5, 4, 1, 1, 2)],
)
def test_division_rounds_as_told(amount: int, by: int, down: int, nearest: int, up: int) -> None:
    """A half is rounded up by `nearest`, and whole results are never changed."""
    assert divide(amount, by, "down") == down
    assert divide(amount, by, "nearest") == nearest
    assert divide(amount, by, "up") == up


@pytest.mark.parametrize(("result", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_of_a_result_up_for_one_side_is_down_for_the_other(result: int, steps: int) -> None:
    """Where an attacker rounds his half up, the same result costs a defender the rest."""
    assert divide(result, 2, "up") == steps
    assert divide(result, 2, "down") == result - steps


@pytest.mark.parametrize(("rolled", "read"), [(-2, 1), (1, 1), (4, 4), (9, 6)])
def test_a_die_beyond_the_table_is_read_as_its_end(rolled: int, read: int) -> None:
    """A modified die below 1 is 1 and above 6 is 6."""
    assert clamp(rolled, 1, 6) == read


# --- odds -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [(26, 7, "3-1"), (12, 5, "2-1"), (29, 10, "2-1"), (7, 8, "1-2"), (1, 4, "1-4"), (5, 5, "1-1")],
)
def test_odds_in_favour_of_the_defender(attack: int, defence: int, expected: str) -> None:
    """Fractions are dropped above even, and below even N is rounded up."""
    assert str(whole_odds(odds(attack, defence))) == expected


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (8, 5, "2-1"),
        (3, 2, "2-1"),
        (649, 100, "6-1"),
        (8, 3, "3-1"),
        (17, 8, "2-1"),
        (4, 6, "1-2"),
        (5, 7, "1-1"),
    ],
)
def test_odds_to_the_nearest(attack: int, defence: int, expected: str) -> None:
    """With `nearest` a half goes up, above even and in the N of 1-N below it."""
    assert str(whole_odds(odds(attack, defence), "nearest")) == expected


@pytest.mark.parametrize(("attack", "defence", "expected"), [(26, 7, "4-1"), (7, 8, "1-1")])
def test_odds_in_favour_of_the_attacker(attack: int, defence: int, expected: str) -> None:
    """With `up` any fraction helps the attacker."""
    assert str(whole_odds(odds(attack, defence), "up")) == expected


@given(STRENGTHS, STRENGTHS)
def test_rounding_down_never_favours_the_attacker(attack: int, defence: int) -> None:
    """Down is the largest whole odds not above the ratio, up the smallest not below it."""
    true = Fraction(attack, defence)
    low, high = whole_odds(odds(attack, defence)), whole_odds(odds(attack, defence), "up")
    assert fraction(low) <= true <= fraction(high)
    assert odds_step(high) - odds_step(low) == (0 if fraction(low) == true else 1)


@pytest.mark.parametrize(("attack", "defence"), [(0, 5), (5, 0), (-1, 3)])
def test_no_odds_without_strength(attack: int, defence: int) -> None:
    """A side without strength has no odds; a rule must have settled the case before."""
    with pytest.raises(ValueError, match="both must be above 0"):
        odds(attack, defence)


# --- columns ----------------------------------------------------------------------------


@given(STRENGTHS, STRENGTHS)
def test_a_column_is_the_highest_not_above_the_odds(attack: int, defence: int) -> None:
    """Whatever the columns, halves included, the odds reach this one and not the next."""
    rung = EIGHT.find(odds(attack, defence))
    true = Fraction(attack, defence)
    assert rung < 0 or fraction(EIGHT.bounds[rung]) <= true
    assert rung == len(EIGHT) - 1 or true < fraction(EIGHT.bounds[rung + 1])


@given(STRENGTHS, STRENGTHS)
def test_columns_of_whole_odds_round_as_whole_odds_do(attack: int, defence: int) -> None:
    """Finding a column is the same as rounding down first, if each whole step has one."""
    ratio = odds(attack, defence)
    assert SIX.find(ratio) == SIX.find(whole_odds(ratio))
    assert SIX.find(ratio, "up") == SIX.find(whole_odds(ratio, "up"), "up")


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (10, 9, "1-1"),
        (17, 10, "1.5-1"),
        (53, 18, "2-1"),
        (61, 15, "4-1"),
        (6, 16, "1-3"),
        (56, 7, "5-1"),
    ],
)
def test_a_half_column(attack: int, defence: int, expected: str) -> None:
    """A column of 1.5-1 stands between 1-1 and 2-1; there is no 2.5-1."""
    assert column(EIGHT, attack, defence) == expected


def test_odds_below_the_first_column_are_off_the_scale() -> None:
    """5 against 16 is less than 1-3, so no column is found."""
    assert EIGHT.find(odds(5, 16)) == -1
    assert EIGHT.off(-1) == -1
    assert EIGHT.off(0) == 0


def test_odds_above_the_last_column_are_off_the_scale_only_upward() -> None:
    """Rounded down, 12-1 is the last column; rounded up, it is beyond it."""
    assert EIGHT.find(odds(12, 1)) == 7
    assert EIGHT.off(EIGHT.find(odds(12, 1), "up")) == 1


@pytest.mark.parametrize(
    ("shifts", "reached", "used"),
    [(0, "7-1", "5-1"), (2, "9-1", "5-1"), (3, "10-1", "5-1"), (-3, "4-1", "4-1")],
)
def test_a_scale_may_run_on_beyond_the_columns(shifts: int, reached: str, used: str) -> None:
    """Shifts from 7-1 count on a scale up to 10-1; the column is the highest not above."""
    rung = ONWARD.shift(ONWARD.find(odds(49, 7)), shifts)
    assert ONWARD.labels[rung] == reached
    assert EIGHT.labels[EIGHT.find(ONWARD.bounds[rung])] == used


@pytest.mark.parametrize(
    ("attack", "defence", "steps"),
    [(7, 1, 3), (5, 1, 1), (4, 1, 0), (26, 7, 0), (1, 3, 0), (1, 4, -1), (2, 9, -2)],
)
def test_odds_beyond_the_table_become_steps(attack: int, defence: int, steps: int) -> None:
    """With columns from 1-3 to 4-1, odds of 7-1 use 4-1 and count 3 steps more."""
    assert steps_beyond(SIX, odds(attack, defence)) == steps


@pytest.mark.parametrize(
    ("attack", "defence", "right", "left", "expected"),
    [
        (8, 3, 3, 1, "5:1"),
        (18, 4, 7, 2, "8:1"),
        (17, 8, 2, 1, "3:1"),
        (8, 4, 0, 1, "1:1"),
        (1, 20, 0, 2, "1:4"),
    ],
)
def test_shifts_clamped_one_after_the_other(
    attack: int, defence: int, right: int, left: int, expected: str
) -> None:
    """What the attacker's shifts waste beyond 10:1 does not help against the defender's."""
    ratio = whole_odds(odds(attack, defence), "nearest")
    rung = THIRTEEN.shift(THIRTEEN.clamp(THIRTEEN.find(ratio)), right, -left)
    assert THIRTEEN.labels[rung] == expected


@pytest.mark.parametrize(
    ("attack", "defence", "net", "expected"),
    [
        (26, 7, 0, "+15"),
        (9, 0, 0, "+5"),
        (60, 6, 0, "+50"),
        (4, 7, 0, "<=0"),
        (2, 14, 2, "+2"),
        (20, 0, -2, "+10"),
        (10, 0, -1, "+5"),
        (5, 5, -3, "<=0"),
        (99, 1, 4, ">=55"),
    ],
)
def test_differentials(attack: int, defence: int, net: int, expected: str) -> None:
    """A difference between two headings uses the lower; a net shift stops at the ends."""
    rung = DIFFERENCES.shift(DIFFERENCES.find(differential(attack, defence)), net)
    assert DIFFERENCES.labels[rung] == expected


@given(st.integers(-5, 20), st.lists(st.integers(-20, 20), max_size=4))
def test_shifts_stay_on_the_scale(rung: int, shifts: list[int]) -> None:
    """However the shifts run, the last of them ends on the scale."""
    assert SIX.off(SIX.shift(rung, *shifts, 0)) == 0


@pytest.mark.parametrize(
    ("terrain", "attack", "defence", "move", "expected"),
    [
        ("hill", 6, 1, 1, "6:1"),
        ("hill", 6, 1, 2, "8:1"),
        ("hill", 15, 2, 0, "6:1"),
        ("clear", 4, 1, 1, "4:1"),
        ("rough", 4, 1, 1, "4:1"),
        ("rough", 4, 1, 2, "6:1"),
        ("hill", 4, 1, 1, "5:1"),
        ("clear", 13, 1, 0, "10:1"),
        ("clear", 13, 1, -1, "8:1"),
        ("hill", 1, 2, -3, "1:2"),
        ("hill", 14, 1, 5, "14:1"),
        ("clear", 10, 25, 0, "1:3"),
        ("clear", 11, 6, 0, "1:1"),
    ],
)
def test_levels_move_the_odds_and_perhaps_the_column(
    terrain: str, attack: int, defence: int, move: int, expected: str
) -> None:
    """6:1 raised by one is 7:1 and still uses 6:1; one level more is 8:1."""
    row = ROWS[terrain]
    assert row.labels[by_levels(row, LEVELS, row.find(odds(attack, defence)), move)] == expected


def test_one_ratio_heads_another_column_in_each_terrain() -> None:
    """A 3:1 attack uses column 4 on hills, 5 in swamp, 6 in rough and 7 in the clear."""
    found = [ROWS[terrain].find(odds(3, 1)) + 1 for terrain in BY_TERRAIN]
    assert found == [4, 5, 6, 7]


def test_the_lowest_odds_of_a_row_are_a_limit() -> None:
    """1:3 is off the row for hills and on the row for the clear."""
    assert ROWS["hill"].find(odds(1, 3)) == -1
    assert ROWS["clear"].find(odds(1, 3)) == 2


@given(st.sampled_from(sorted(BY_TERRAIN)), STRENGTHS, STRENGTHS, st.integers(-8, 8))
def test_levels_are_monotone(terrain: str, attack: int, defence: int, move: int) -> None:
    """One more level is never worse, and without a move the column stays."""
    row = ROWS[terrain]
    start = row.clamp(row.find(odds(attack, defence)))
    assert by_levels(row, LEVELS, start, 0) == start
    assert by_levels(row, LEVELS, start, move) <= by_levels(row, LEVELS, start, move + 1)


def test_headings_that_no_number_reaches() -> None:
    """Two leading headings `-` are reached by shifts only."""
    five = Scale.values("- - 2 4 6 8 12 16 20 25 30+".split())  # noqa: SIM905
    one = Scale.values("6 8 12 16 20 25 30 40 55 75 100+".split())  # noqa: SIM905
    assert [s.find(Ratio(20)) + 1 for s in (five, one)] == [9, 5]
    assert five.find(Ratio(1)) == -1
    assert five.bounds[0] == NEVER
    assert five.shift(five.find(Ratio(2)), -2) == 0
    assert five.find(Ratio(3), "up") == 3


@pytest.mark.parametrize(
    ("labels", "problem"),
    [
        (["1-1", "x"], "'x' is not odds"),
        (["1-1", "0-1"], "a side of 0"),
        (["2-1", "1-1"], "'1-1' is not above '2-1'"),
        (["2-1", "4-2"], "'4-2' is not above '2-1'"),
        ([], "no heading"),
    ],
)
def test_wrong_headings_of_odds(labels: list[str], problem: str) -> None:
    """Headings must be odds, each above the one before."""
    with pytest.raises(ValueError, match=problem):
        Scale.odds(labels)


@pytest.mark.parametrize(
    ("labels", "problem"),
    [
        (["1-2", "4-5"], "'4-5' does not go on where '1-2' ends"),
        (["<=0", "+2"], "does not go on"),
        (["3", "many"], "'many' is not a number"),
        (["4", "3"], "'3' is not above '4'"),
        (["4", "<=5"], "'<=5' is not above '4'"),
        (["-", "-"], "no heading"),
    ],
)
def test_wrong_headings_of_values(labels: list[str], problem: str) -> None:
    """Headings must be numbers that rise without a gap in what they name."""
    with pytest.raises(ValueError, match=problem):
        Scale.values(labels)


# --- dice -------------------------------------------------------------------------------


def test_two_dice_added() -> None:
    """Two dice have 36 pairs of faces, and 7 is the most frequent sum."""
    weights = distribution(2, sum)
    assert weights == {n: 6 - abs(7 - n) for n in range(2, 13)}


@given(st.integers(0, 4), st.integers(1, 7), st.integers(2, 5))
def test_weights_add_to_all_faces(dice: int, sides: int, parts: int) -> None:
    """However results are read, the weights add to the number of all faces."""
    weights = distribution(dice, lambda faces: sum(faces) % parts, sides=sides)
    assert sum(weights.values()) == sides**dice


def test_dice_are_told_apart() -> None:
    """Red 5 with white 2 and 6 at 3-1 costs the attacker 2 steps, the defender 3."""
    primary = {1: "C", 2: "EX", 3: "DR", 4: "DR", 5: "DRX", 6: "DR1"}
    costs = {"C": (0, 0), "EX": (1, 1), "DR": (0, 0), "DRX": (1, 1), "DR1": (0, 1)}
    secondary = {1: (0, 0), 2: (1, 1), 3: (0, 0), 4: (0, 1), 5: (1, 1), 6: (0, 1)}

    def read(faces: tuple[int, ...]) -> tuple[str, int, int]:
        result = primary[faces[0]]
        pairs = [costs[result], *(secondary[face] for face in faces[1:])]
        return result, sum(a for a, _ in pairs), sum(d for _, d in pairs)

    assert read((5, 2, 6)) == ("DRX", 2, 3)
    weights = distribution(3, read)
    assert sum(weights.values()) == 216
    results = merge((result, weight) for (result, _, _), weight in weights.items())
    assert results == {"C": 36, "EX": 36, "DR": 72, "DRX": 36, "DR1": 36}


def test_equal_results_are_one() -> None:
    """A clamped die gives its ends all that lies beyond, in order of appearance."""
    weights = distribution(1, lambda faces: clamp(faces[0] + 3, 1, 6))
    assert list(weights.items()) == [(4, 1), (5, 1), (6, 4)]


# --- tables -----------------------------------------------------------------------------

TABLES = """
combat:
  source: rulebook
  rule: "12.3"
  read: odds
  columns: ["1-1", "2-1"]
  rows:
    1: [1/0, 0/1]
    2: {"2-1": 0/2, "1-1": 1/1}
fire:
  source: reconstructed
  read: values
  columns: ["A", "B", "C"]
  headings:
    open: ["1", "2", "3+"]
    dense: ["-", "1", "2+"]
  rows:
    "2-4": [x, x, d]
    "5-9": [x, d, d]
    "10+": [d, d, Z]
weather:
  source: public
  columns: [august, october]
  rows:
    clear: ["1-6", "1-3"]
    rain: [none, "4-6"]
"""


def test_a_cell_is_found_by_column_and_row() -> None:
    """Rows may be lists in the order of the columns, or name their columns."""
    tables = parse_tables(TABLES)
    assert tables["combat"].lookup("2-1", 1) == "0/1"
    assert tables["combat"].lookup("1-1", "2") == "1/1"
    assert tables["combat"].rule == "12.3"
    assert tables["weather"].lookup("october", "rain") == "4-6"


def test_columns_are_read_as_the_file_says() -> None:
    """Columns of odds make a scale, further headings one scale each, names none."""
    tables = parse_tables(TABLES)
    combat, fire, weather = tables["combat"], tables["fire"], tables["weather"]
    assert combat.scale == Scale.odds(["1-1", "2-1"])
    assert fire.scale is None
    assert fire.headings["dense"].find(Ratio(2)) == 2
    assert fire.headings["open"].find(Ratio(2)) == 1
    assert (weather.scale, weather.headings, weather.bands) == (None, {}, None)


@pytest.mark.parametrize(("rolled", "row"), [(0, "2-4"), (4, "2-4"), (5, "5-9"), (31, "10+")])
def test_a_number_falls_in_a_band_of_rows(rolled: int, row: str) -> None:
    """Beyond the first or last row a number is read as that row."""
    assert parse_tables(TABLES)["fire"].row_at(rolled) == row


def test_rows_with_names_take_no_numbers() -> None:
    """A number cannot be looked up among rows such as clear and rain."""
    with pytest.raises(ValueError, match="rows are not numbers"):
        parse_tables(TABLES)["weather"].row_at(3)


@pytest.mark.parametrize(
    ("column_", "row", "problem"),
    [("9-1", 1, "unknown column '9-1'"), ("1-1", 7, "unknown row '7'")],
)
def test_what_is_not_in_a_table(column_: str, row: int, problem: str) -> None:
    """A column or row that the table has not is named with the table."""
    with pytest.raises(KeyError, match=f"table 'combat': {problem}"):
        parse_tables(TABLES)["combat"].lookup(column_, row)


def test_cells_are_decoded_once() -> None:
    """A game reads each text into its own result, by column and row."""
    cells = parse_tables(TABLES)["combat"].decode(lambda text: tuple(map(int, text.split("/"))))
    assert cells["2-1", "2"] == (0, 2)
    assert len(cells) == 4


def test_a_cell_that_cannot_be_read_is_named() -> None:
    """Every bad cell is listed with its place."""
    table = parse_tables(TABLES)["weather"]
    with pytest.raises(DataError) as caught:
        table.decode(int)
    assert caught.value.file == "table 'weather'"
    assert len(caught.value.problems) == 4
    assert caught.value.problems[0].startswith("row 'clear' column 'august': invalid literal")


LIMITS = """
limits:
  source: rulebook
  columns: [title, number, rule]
  rows:
    guns: [Guns in an attack, "3", "7.2"]
    drops: [Drops, "-", "9.1"]
"""


def test_rows_are_read_as_a_whole() -> None:
    """A row comes with its own name and its cells by column."""
    rows = parse_tables(LIMITS)["limits"].read_rows(lambda row: (row["name"], row["rule"]))
    assert rows == {"guns": ("guns", "7.2"), "drops": ("drops", "9.1")}


def test_figures_are_the_rows_with_a_number() -> None:
    """A figure has title and rule beside its number; a dash stands for no figure."""
    figures = parse_tables(LIMITS)["limits"].figures("number")
    assert figures == {"guns": Figure("Guns in an attack", 3, "7.2")}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"3"', "few", "row 'guns': invalid literal for int() with base 10: 'few'"),
        ("number,", "count,", "row 'guns': unknown column 'number'"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """A word for a number, or a missing column, is said with file, table and row."""
    table = parse_tables(LIMITS.replace(old, new))["limits"]
    with pytest.raises(DataError) as caught, within(tmp_path / "tables.yaml"):
        table.figures("number")
    assert str(caught.value).startswith(f"tables.yaml: table 'limits': {problem}")


BROKEN = [
    ("1: [1/0, 0/1]", "1: [1/0]", "table 'combat': row '1': 1 cells for 2 columns"),
    ("1: [1/0, 0/1]", "1: [1/0, null]", "table 'combat': row '1': column '2-1' has no cell"),
    ("1: [1/0, 0/1]", '1: [1/0, ""]', "table 'combat': row '1': column '2-1' has no cell"),
    ('{"2-1": 0/2, "1-1"', '{"2-1": 0/2, "3-1"', "table 'combat': row '2': unknown column '3-1'"),
    ('{"2-1": 0/2, "1-1": 1/1}', '{"2-1": 0/2}', "row '2': column '1-1' has no cell"),
    ('["1-1", "2-1"]', '["1-1", "1-1"]', "table 'combat': column '1-1' is there twice"),
    ('["1-1", "2-1"]', '["2-1", "1-1"]', "table 'combat': columns: '1-1' is not above '2-1'"),
    ('["1-1", "2-1"]', '["1-1", "two"]', "table 'combat': columns: 'two' is not odds"),
    ("    2: {", '    "1": {', "table 'combat': row '1' is there twice"),
    ('["-", "1", "2+"]', '["1", "2+"]', "heading 'dense': 2 entries for 3 columns"),
    ('["-", "1", "2+"]', '["-", "2", "1"]', "heading 'dense': '1' is not above '2'"),
    ("  read: values\n", "", "table 'fire': headings need `read: odds` or `read: values`"),
    ("columns: [august, october]", "columns: []", "table 'weather': no columns or no rows"),
]


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN)
def test_a_broken_table_is_refused_with_its_place(old: str, new: str, problem: str) -> None:
    """Ragged rows, missing cells, unknown columns and wrong headings are named."""
    assert old in TABLES
    with pytest.raises(DataError) as caught:
        parse_tables(TABLES.replace(old, new), "tables.yaml")
    assert any(problem in found for found in caught.value.problems)
    assert caught.value.file == "tables.yaml"


def test_all_problems_come_together() -> None:
    """Two broken tables are two problems of one error."""
    text = TABLES.replace("1: [1/0, 0/1]", "1: [1/0]").replace("[none, ", "[")
    with pytest.raises(DataError) as caught:
        parse_tables(text)
    assert len(caught.value.problems) == 2


def test_tables_are_loaded_from_a_file(tmp_path: Path) -> None:
    """A file is read as its text is, and named in errors."""
    path = tmp_path / "tables.yaml"
    path.write_text(TABLES, encoding="utf-8")
    assert load_tables(path) == parse_tables(TABLES)
    path.write_text("combat: {}", encoding="utf-8")
    with pytest.raises(DataError, match=r"tables\.yaml"):
        load_tables(path)


# --- what a game wants of its tables ------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "problems"),
    [
        ({"weather": ("clear", "rain")}, []),
        ({"weather": ("clear",)}, ["table 'weather': unknown row 'rain'"]),
        (
            {"weather": ("clear", "rain", "snow")},
            ["table 'weather': row 'snow' is missing"],
        ),
        ({"weather": ("snow",), "mud": ()}, ["table 'mud' is missing"]),
    ],
)
def test_tables_that_do_not_fit_a_game(
    wanted: dict[str, tuple[str, ...]], problems: list[str]
) -> None:
    """Missing tables are told first, then rows that are missing or unknown."""
    tables = {"weather": parse_tables(WEATHER)["weather"]}
    assert misfits(tables, wanted) == problems


WEATHER = """
weather:
  source: public
  columns: [August]
  rows: {clear: ["1-5"], rain: ["6"]}
"""
