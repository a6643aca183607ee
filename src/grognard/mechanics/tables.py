"""Combat tables: strengths into columns, columns and dice into results.

Odds and differentials are both a `Ratio` of whole numbers. Ratios are compared by
cross-multiplying, so nothing is ever rounded but where a rule says so. A `Scale` is a row
of headings, each with the least ratio that reaches it; a place on it is a plain number,
its *rung*, so that a shift is an addition. A `Table` has named columns and rows and a
text in each cell. What a game does with a text is its own affair; `distribution` gives
the exact weights of whatever it reads out of the dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from math import gcd
from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct, field

from grognard.data import DataError, Source, parse_yaml, read_yaml, twice
from grognard.decisions import RuleId

R = TypeVar("R")
K = TypeVar("K", bound=Hashable)

#: `down` favours the defender, `up` the attacker, `nearest` takes a half up.
Rounding = Literal["down", "nearest", "up"]
_OPPOSITE: dict[Rounding, Rounding] = {"down": "up", "nearest": "nearest", "up": "down"}


class Figure(Struct, frozen=True):
    """A number of a chart with its name and its rule: a limit, a cost, a shift, points."""

    title: str
    number: int
    rule: RuleId


# --- numbers ----------------------------------------------------------------------------


def divide(amount: int, by: int, rounding: Rounding) -> int:
    """A whole number divided: 5 by 2 is 2 down and 3 up; `nearest` takes a half up."""
    if rounding == "down":
        return amount // by
    if rounding == "up":
        return -(-amount // by)
    return (2 * amount + by) // (2 * by)


def clamp(number: int, least: int, most: int) -> int:
    """The number, or the end that it lies beyond: a die of 8 on a table from 1 to 6 is 6."""
    return max(least, min(most, number))


class Ratio(Struct, frozen=True):
    """Two whole numbers, one over the other. It has no order of its own: ask `reaches`."""

    over: int
    under: int = 1

    def reaches(self, bound: Ratio) -> bool:
        """Is this ratio at least as large as the bound?"""
        return self.over * bound.under >= bound.over * self.under

    def __str__(self) -> str:
        return f"{self.over}-{self.under}"


# Over nothing, a ratio lies beyond all others: cross-multiplying needs no special case.
ALWAYS = Ratio(-1, 0)
NEVER = Ratio(1, 0)


def odds(attack: int, defence: int) -> Ratio:
    """Attack against defence. Both must be above 0; a rule says what happens otherwise."""
    if attack < 1 or defence < 1:
        raise ValueError(f"no odds of {attack} against {defence}: both must be above 0")
    return Ratio(attack, defence)


def differential(attack: int, defence: int) -> Ratio:
    """Attack less defence."""
    return Ratio(attack - defence)


def whole_odds(ratio: Ratio, rounding: Rounding = "down") -> Ratio:
    """Odds as N-1, or as 1-N below even, where the defender is divided by the attacker.

    >>> str(whole_odds(odds(26, 7))), str(whole_odds(odds(7, 8)))
    ('3-1', '1-2')
    """
    if ratio.over >= ratio.under:
        return Ratio(divide(ratio.over, ratio.under, rounding))
    return Ratio(1, divide(ratio.under, ratio.over, _OPPOSITE[rounding]))


def odds_step(whole: Ratio) -> int:
    """Whole odds counted from even: 1-1 is 0, 3-1 is 2, 1-3 is -2."""
    return whole.over - whole.under


# --- scales -----------------------------------------------------------------------------


class Scale(Struct, frozen=True):
    """A row of headings from the attacker's worst to his best, each with its bound.

    Rungs are counted from 0. A rung below 0 or beyond the last is off the scale, which
    some rules forbid, some clamp, and some turn into modifiers.
    """

    labels: tuple[str, ...]
    bounds: tuple[Ratio, ...]

    @classmethod
    def odds(cls, labels: Iterable[str]) -> Scale:
        """Headings such as `1-3`, `1:1` or `1.5-1`."""
        names = tuple(labels)
        return cls._checked(names, tuple(map(_read_odds, names)))

    @classmethod
    def values(cls, labels: Iterable[str]) -> Scale:
        """Headings that are numbers, each good up to the next: `<=0`, `+15`, `3-5`, `17+`.

        A heading `-` is reached by no number, but a shift may lead there.
        """
        names = tuple(labels)
        bands = [_read_band(name) for name in names]
        for (a, (_, last)), (b, (first, _)) in pairwise(zip(names, bands, strict=True)):
            if last is not None and first != Ratio(last + 1):
                raise ValueError(f"{b!r} does not go on where {a!r} ends")
        return cls._checked(names, tuple(bound for bound, _ in bands))

    @classmethod
    def _checked(cls, labels: tuple[str, ...], bounds: tuple[Ratio, ...]) -> Scale:
        reached = [(n, b) for n, b in zip(labels, bounds, strict=True) if b != NEVER]
        if not reached:
            raise ValueError("no heading that a number could reach")
        for (a, low), (b, high) in pairwise(reached):
            if low.reaches(high):
                raise ValueError(f"{b!r} is not above {a!r}")
        return cls(labels, bounds)

    def __len__(self) -> int:
        return len(self.labels)

    def find(self, ratio: Ratio, rounding: Literal["down", "up"] = "down") -> int:
        """The rung of a ratio: the highest not above it, or with `up` the lowest not below.

        -1 where the ratio is below every heading, `len` where it is above every one.
        """
        if rounding == "up":
            rungs = (i for i, b in enumerate(self.bounds) if b != NEVER and b.reaches(ratio))
            return next(rungs, len(self))
        return max((i for i, b in enumerate(self.bounds) if ratio.reaches(b)), default=-1)

    def clamp(self, rung: int) -> int:
        """The rung, or the end of the scale that it lies beyond."""
        return clamp(rung, 0, len(self) - 1)

    def shift(self, rung: int, *shifts: int) -> int:
        """Move along the scale, stopping at its ends after each shift.

        One net shift is clamped once; several are clamped one after the other, so that
        what the first wastes beyond an end does not help against the second.
        """
        for by in shifts:
            rung = self.clamp(rung + by)
        return rung

    def off(self, rung: int) -> int:
        """By how many rungs it lies beyond an end: below 0, above 0, or 0 on the scale."""
        return rung - self.clamp(rung)


def steps_beyond(columns: Scale, ratio: Ratio, rounding: Rounding = "down") -> int:
    """Whole odds steps by which odds lie below the first column (negative) or above the last.

    On columns from 1-3 to 4-1, odds of 7-1 are 3 steps beyond and 1-4 is one step below.
    Both ends must be whole odds.
    """
    step = odds_step(whole_odds(ratio, rounding))
    return step - clamp(step, odds_step(columns.bounds[0]), odds_step(columns.bounds[-1]))


def by_levels(columns: Scale, levels: Scale, column: int, move: int) -> int:
    """The column after moving the odds themselves, where a move need not change it.

    From the odds that head `column` one moves along `levels` and takes the highest column
    not above the result. Below the first column, the first.
    """
    level = levels.shift(levels.find(columns.bounds[column]), move)
    return columns.clamp(columns.find(levels.bounds[level]))


def _read_odds(label: str) -> Ratio:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)[-:]([0-9]+(?:\.[0-9]+)?)", label)
    if not found:
        raise ValueError(f"{label!r} is not odds such as '3-1' or '1.5-1'")
    (over, a), (under, b) = map(_decimal, found.groups())
    if not over or not under:
        raise ValueError(f"{label!r} is not odds: a side of 0")
    over, under = over * b, under * a
    return Ratio(over // gcd(over, under), under // gcd(over, under))


def _decimal(text: str) -> tuple[int, int]:
    """A decimal as whole number and power of ten: 1.5 is 15 over 10."""
    whole, _, part = text.partition(".")
    return int(whole + part), 10 ** len(part)


def _read_band(label: str) -> tuple[Ratio, int | None]:
    """The least number of a heading, and its last number if the heading names it."""
    if label == "-":
        return NEVER, None
    if found := re.fullmatch(r"(?:<=|≤)(-?[0-9]+)", label):
        return ALWAYS, int(found[1])
    if found := re.fullmatch(r"(?:>=|≥)?([-+]?[0-9]+)\+?", label):
        return Ratio(int(found[1])), None
    if found := re.fullmatch(r"([0-9]+)-([0-9]+)", label):
        return Ratio(int(found[1])), int(found[2])
    raise ValueError(f"{label!r} is not a number such as '4', '+15', '3-5', '17+' or '<=0'")


# --- dice -------------------------------------------------------------------------------


def distribution(
    dice: int, read: Callable[[tuple[int, ...]], K], *, sides: int = 6
) -> dict[K, int]:
    """The exact weight of each result of `read` over all faces; they add to sides ** dice.

    Faces come in the order in which dice are thrown, so a primary die and its secondary
    dice can be told apart. Equal results are one, in the order of their first appearance.
    """
    return merge((read(faces), 1) for faces in product(range(1, sides + 1), repeat=dice))


def merge(weights: Iterable[tuple[K, int]]) -> dict[K, int]:
    """Add up the weights of equal results, for example after reading them more coarsely."""
    found: dict[K, int] = {}
    for result, weight in weights:
        found[result] = found.get(result, 0) + weight
    return found


# --- tables -----------------------------------------------------------------------------


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as written in a data file; see docs/data-formats.md."""

    source: Source
    columns: tuple[str, ...]
    rows: dict[str | int, tuple[str | None, ...] | dict[str, str | None]]
    read: Literal["names", "odds", "values"] = "names"
    headings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    title: str = ""
    rule: RuleId = ""
    note: str = ""


class Table(Struct, frozen=True):
    """Named columns and rows, and a text for each pair.

    `scale` reads the columns as odds or values, if the file says so; `headings` has one
    scale for each further row of headings (one a terrain, one a density). `bands` reads
    the rows as numbers, if that is what they are.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Mapping[tuple[str, str], str]
    scale: Scale | None = None
    headings: Mapping[str, Scale] = {}
    bands: Scale | None = None
    title: str = ""
    rule: RuleId = ""
    source: Source = "reconstructed"

    def lookup(self, column: str, row: str | int) -> str:
        """The text where a column and a row meet."""
        if column not in self.columns:
            raise KeyError(f"table {self.name!r}: unknown column {column!r}")
        if str(row) not in self.rows:
            raise KeyError(f"table {self.name!r}: unknown row {str(row)!r}")
        return self.cells[column, str(row)]

    def row_at(self, number: int) -> str:
        """The row that a number falls in; beyond the first or last row, that row."""
        if self.bands is None:
            raise ValueError(f"table {self.name!r}: rows are not numbers")
        return self.rows[self.bands.clamp(self.bands.find(Ratio(number)))]

    def decode(self, read: Callable[[str], R]) -> dict[tuple[str, str], R]:
        """Every cell as the result that a game reads out of it, by (column, row).

        A `ValueError` of `read` becomes a problem with its place; all are listed.
        """
        found: dict[tuple[str, str], R] = {}
        problems: list[str] = []
        for (column, row), text in self.cells.items():
            try:
                found[column, row] = read(text)
            except ValueError as error:
                problems.append(f"row {row!r} column {column!r}: {error}")
        if problems:
            raise DataError(f"table {self.name!r}", problems)
        return found

    def read_rows(self, read: Callable[[Mapping[str, str]], R]) -> dict[str, R]:
        """Every row as what a game makes of its cells by column; `name` is the row's own.

        A missing column or a `ValueError` of `read` becomes a problem with its place; all are
        listed.
        """
        found: dict[str, R] = {}
        problems: list[str] = []
        for row in self.rows:
            cells = {column: self.cells[column, row] for column in self.columns}
            try:
                found[row] = read({"name": row, **cells})
            except KeyError as error:
                problems.append(f"row {row!r}: unknown column {error}")
            except ValueError as error:
                problems.append(f"row {row!r}: {error}")
        if problems:
            raise DataError(f"table {self.name!r}", problems)
        return found

    def figures(self, column: str, read: Callable[[str], int] = int) -> dict[str, Figure]:
        """The rows that have a number in a column, each with its title and rule; a dash is none."""
        figures = self.read_rows(
            lambda row: (
                None if row[column] == "-" else Figure(row["title"], read(row[column]), row["rule"])
            )
        )
        return {name: figure for name, figure in figures.items() if figure is not None}


def load_tables(path: Path) -> dict[str, Table]:
    """Read a file of tables, by name; a `DataError` lists everything that is wrong with it."""
    return build_tables(read_yaml(path, dict[str, TableFile]), path.name)


def misfits(tables: Mapping[str, Table], rows: Mapping[str, Iterable[str]]) -> list[str]:
    """Tables that a game wants and that are missing; if none is, the rows that it wants and
    has not, or has and does not know.
    """
    missing = [f"table {name!r} is missing" for name in rows if name not in tables]
    if missing:
        return missing
    found: list[str] = []
    for name, needed in rows.items():
        wanted, there = tuple(needed), tables[name].rows
        found += [f"table {name!r}: row {r!r} is missing" for r in wanted if r not in there]
        found += [f"table {name!r}: unknown row {r!r}" for r in there if r not in wanted]
    return found


def parse_tables(text: str, name: str = "tables") -> dict[str, Table]:
    """Read tables from text, as `load_tables` does from a file."""
    return build_tables(parse_yaml(text, dict[str, TableFile], name), name)


def build_tables(files: Mapping[str, TableFile], name: str = "tables") -> dict[str, Table]:
    """Make the tables that decoded files describe, or list what is wrong with them."""
    problems: list[str] = []
    tables = {key: _build(key, file, problems) for key, file in files.items()}
    if problems:
        raise DataError(name, problems)
    return tables


def _build(name: str, file: TableFile, problems: list[str]) -> Table:
    found = list(_faults(file))
    rows = tuple(str(row) for row in file.rows)
    scales: dict[str, Scale] = {}
    # The columns themselves are the heading without a name.
    headings = dict(file.headings) if file.headings else {"": file.columns}
    for heading, labels in headings.items():
        try:
            if file.read != "names":
                scales[heading] = _READERS[file.read](labels)
        except ValueError as error:
            found.append(f"{f'heading {heading!r}' if heading else 'columns'}: {error}")
    problems += [f"table {name!r}: {problem}" for problem in found]
    return Table(
        name=name,
        columns=file.columns,
        rows=rows,
        cells=dict(_cells(file)),
        scale=scales.pop("", None),
        headings=scales,
        bands=_bands(rows),
        title=file.title,
        rule=file.rule,
        source=file.source,
    )


_READERS = {"odds": Scale.odds, "values": Scale.values}


def _bands(rows: tuple[str, ...]) -> Scale | None:
    try:
        return Scale.values(rows)
    except ValueError:
        return None


def _cells(file: TableFile) -> Iterator[tuple[tuple[str, str], str]]:
    for row, cells in file.rows.items():
        pairs = cells.items() if isinstance(cells, dict) else zip(file.columns, cells, strict=False)
        for column, text in pairs:
            yield (column, str(row)), text or ""


def _faults(file: TableFile) -> Iterator[str]:
    """Everything wrong with the frame and the cells of a table, in reading order."""
    if not file.columns or not file.rows:
        yield "no columns or no rows"
    yield from (f"column {c!r} is there twice" for c in twice(file.columns))
    yield from (f"row {r!r} is there twice" for r in twice(map(str, file.rows)))
    if file.headings and file.read == "names":
        yield "headings need `read: odds` or `read: values`"
    for heading, labels in file.headings.items():
        if len(labels) != len(file.columns):
            yield f"heading {heading!r}: {len(labels)} entries for {len(file.columns)} columns"
    for row, cells in file.rows.items():
        yield from (f"row {str(row)!r}: {fault}" for fault in _row_faults(file.columns, cells))


def _row_faults(
    columns: tuple[str, ...], cells: tuple[str | None, ...] | dict[str, str | None]
) -> Iterator[str]:
    if isinstance(cells, dict):
        yield from (f"unknown column {c!r}" for c in cells if c not in columns)
        filled = cells
    elif len(cells) != len(columns):
        yield f"{len(cells)} cells for {len(columns)} columns"
        return
    else:
        filled = dict(zip(columns, cells, strict=True))
    yield from (f"column {c!r} has no cell" for c in columns if not filled.get(c))
