"""Reading the charts of `data/tables.yaml`; what is wrong with them is refused with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TypeVar, cast, get_args

from grognard.data import DataError, within
from grognard.decisions import Side, rule
from grognard.games.kanev43.charts import (
    CLASSES,
    CROSSERS,
    SIXTHS,
    AdvanceName,
    Charts,
    Class,
    Condition,
    Cost,
    CrossingColumn,
    Draft,
    Effect,
    InfiltrationName,
    Layer,
    LimitName,
    ModifierName,
    OddsRow,
    OwnLimit,
    Passage,
    Result,
    Shell,
    ShiftName,
    Split,
    StateName,
    Terrain,
    VictoryLevel,
    VictoryName,
    ZoneStep,
)
from grognard.games.kanev43.units import Ammunition, Limber
from grognard.mechanics.tables import Figure, Scale, Table, load_tables, misfits

_R = TypeVar("_R")
_Row = Mapping[str, str]

_FIGURES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "infiltration": ("adds", get_args(InfiltrationName)),
    "limits": ("number", get_args(LimitName)),
    "own_limits": ("number", get_args(OwnLimit)),
    "modifiers": ("levels", get_args(ModifierName)),
    "advance": ("hexes", get_args(AdvanceName)),
    "shifts": ("columns", get_args(ShiftName)),
    "victory": ("points", get_args(VictoryName)),
}
_TWO_DICE = tuple(map(str, range(2, 13)))
_ONE_DIE = tuple(map(str, range(1, 7)))
#: The rows that a table must have: all of them and no others.
_ROWS: Mapping[str, tuple[str, ...]] = {
    "terrain": get_args(Layer),
    "zone_costs": get_args(ZoneStep),
    "limbering": get_args(Limber),
    "states": get_args(StateName),
    "combat": _TWO_DICE,
    "levels": ("level",),
    "casualties": _ONE_DIE,
    "morale_failure": ("1", "2", "3+"),
    "bombardment": _TWO_DICE,
    "crossing": _TWO_DICE,
    "crossers": CROSSERS,
    "drop": ("3-4", "5-7", "8-10", "11-13", "14+"),
    "scatter": _ONE_DIE,
    "replacements": _ONE_DIE,
    "ammunition": get_args(Ammunition),
    "levels_of_victory": (
        "soviet decisive",
        "soviet marginal",
        "draw",
        "axis marginal",
        "axis decisive",
    ),
    **{name: rows for name, (_, rows) in _FIGURES.items()},
}


def load_charts(path: Path) -> Charts:
    """Read the charts; a `DataError` lists everything that is wrong with them."""
    tables = load_tables(path)
    problems = misfits(tables, _ROWS)
    if problems:
        raise DataError(path.name, problems)
    with within(path):
        return _charts(tables)


def _charts(tables: dict[str, Table]) -> Charts:
    # The names of the rows have been checked, so they may be taken for what they are.
    return Charts(
        tables=tables,
        terrain=cast(Mapping[Layer, Terrain], tables["terrain"].read_rows(_terrain)),
        zone_costs=cast(
            Mapping[ZoneStep, Mapping[Class, int]], tables["zone_costs"].read_rows(_tolls)
        ),
        limbering=cast(
            Mapping[Limber, tuple[int, int | None]], tables["limbering"].read_rows(_limbering)
        ),
        infiltration=cast(Mapping[InfiltrationName, Figure], _figures(tables["infiltration"])),
        states=cast(Mapping[StateName, Condition], tables["states"].read_rows(_condition)),
        limits=cast(Mapping[LimitName, Figure], _figures(tables["limits"])),
        own=cast(Mapping[OwnLimit, Figure], _figures(tables["own_limits"])),
        odds=cast(Mapping[OddsRow, Scale], _headings(tables["combat"], get_args(OddsRow))),
        levels=_levels(tables),
        results=_by_column(tables["combat"], _result),
        splits=_splits(tables["casualties"]),
        modifiers=cast(Mapping[ModifierName, Figure], _figures(tables["modifiers"])),
        failures=tables["morale_failure"].read_rows(lambda row: int(row["die"])),
        advances=cast(Mapping[AdvanceName, Figure], _figures(tables["advance"])),
        densities=_headings(tables["bombardment"], tuple("12345")),
        shells=_by_column(tables["bombardment"], _shell),
        shifts=cast(Mapping[ShiftName, Figure], _figures(tables["shifts"])),
        crossings=_crossings(tables["crossing"]),
        crossers=tables["crossers"].read_rows(_crosser),
        drops=tables["drop"].read_rows(_drop),
        scatter=_numbered(tables["scatter"].read_rows(_direction)),
        drafts=_numbered(tables["replacements"].read_rows(_draft)),
        stocks=_stocks(tables["ammunition"]),
        points=cast(Mapping[VictoryName, Figure], _figures(tables["victory"])),
        victories=_victories(tables["levels_of_victory"]),
    )


def _figures(chart: Table) -> dict[str, Figure]:
    return chart.figures(_FIGURES[chart.name][0])


def _numbered(rows: Mapping[str, _R]) -> dict[int, _R]:
    return {int(name): value for name, value in rows.items()}


def _headings(chart: Table, names: tuple[str, ...]) -> Mapping[str, Scale]:
    """The rows of headings: all of these and no others."""
    if set(chart.headings) != set(names):
        raise DataError(f"table {chart.name!r}", [f"needs the headings {', '.join(names)}"])
    return chart.headings


# --- terrain ----------------------------------------------------------------------------


def _terrain(row: _Row) -> Terrain:
    name = row["row"]
    if name not in ("-", *get_args(OddsRow)):
        raise ValueError(f"unknown row of odds {name!r}")
    return Terrain(
        title=row["title"],
        costs={going: _cost(row[going]) for going in CLASSES},
        row=None if name == "-" else cast(OddsRow, name),
        defence=_share(row["defence"]),
        across=_share(row["across"]),
    )


@rule("TEC-18", "TEC-19", "TEC-21", "TEC-22", "R-19")
def _cost(text: str) -> Cost:
    """A cost such as `2, 1/2`, `+3`, `H+1`, `P`, `P@`, or a dash for none."""
    if text in ("P", "P@"):
        return Cost(None, None, crossing=text == "P@")
    if text == "H+1":
        return Cost(None, None, half=True)
    if text == "-":
        return Cost(0, 0)
    tactical, _, strategic = text.removeprefix("+").partition(", ")
    return Cost(_points(tactical), _points(strategic or tactical))


def _points(text: str) -> int:
    """Movement points such as `2` or `1/3` in sixths."""
    try:
        sixths = Fraction(text) * SIXTHS
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is no number of movement points") from None
    if sixths.denominator > 1 or sixths < 1:
        raise ValueError(f"{text!r} is no number of sixths of a movement point")
    return sixths.numerator


def _share(text: str) -> Fraction:
    try:
        return Fraction(1) if text == "-" else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is no share such as '1/2'") from None


def _tolls(row: _Row) -> Mapping[Class, int]:
    return {going: _points(row[going]) for going in CLASSES}


def _limbering(row: _Row) -> tuple[int, int | None]:
    """What limbering and unlimbering cost; None is everything."""
    unlimber = None if row["unlimber"] == "all" else _points(row["unlimber"])
    return _points(row["limber"]), unlimber


def _condition(row: _Row) -> Condition:
    halved = row["attack"] == "1/2"
    return Condition(
        title=row["title"],
        foot=int(row["foot"]),
        motor=int(row["motor"]),
        attack=0 if halved else _number(row["attack"]),
        support=_number(row["support"]),
        least=int(row["least"]),
        halves_attack=halved,
        halves_defence=row["defence"] == "1/2",
        morale=int(row["morale"]),
        armour=int(row["armour"]),
        anti_tank=int(row["anti_tank"]),
    )


def _number(text: str) -> int:
    return 0 if text == "-" else int(text)


# --- combat and fire --------------------------------------------------------------------

_EFFECT = re.compile(r"(\d)([dZ]?)|-")


@rule("CRT-13", "CRT-14", "CRT-15", "R-02")
def _effect(text: str) -> Effect:
    found = _EFFECT.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no result such as '-', '1', '2d' or '3Z'")
    if text == "-":
        return Effect()
    return Effect(int(found[1]), disrupted=found[2] == "d", demoralised=found[2] == "Z")


def _result(text: str) -> Result:
    attacker, slash, defender = text.partition("/")
    if not slash:
        raise ValueError(f"{text!r} is no result such as '1/2d'")
    return Result(_effect(attacker), _effect(defender))


@rule("BMB-8", "BMB-9", "BMB-10")
def _shell(text: str) -> Shell:
    if not re.fullmatch(r"x|d|Z\d?", text):
        raise ValueError(f"{text!r} is neither x, d, Z nor Z with a number")
    return Shell(text == "d", text.startswith("Z"), int(text[1:] or 0))


def _by_column(chart: Table, read: Callable[[str], _R]) -> dict[tuple[int, int], _R]:
    """The cells by the place of their column and the dice."""
    return {
        (chart.columns.index(column), int(dice)): value
        for (column, dice), value in chart.decode(read).items()
    }


def _levels(tables: Mapping[str, Table]) -> Scale:
    scale = tables["levels"].scale
    if scale is None:
        raise DataError("table 'levels'", ["needs `read: odds`"])
    return scale


def _splits(chart: Table) -> dict[tuple[str, int], Split]:
    def read(text: str) -> Split:
        steps, _, hexes = text.partition(" ")
        return Split(int(steps), int(hexes))

    found = {(who, int(row)): split for (who, row), split in chart.decode(read).items()}
    wrong = [place for place, split in found.items() if split.steps + split.hexes != place[1]]
    if wrong:
        problems = [f"row {row} column {who!r}: does not add up" for who, row in wrong]
        raise DataError(f"table {chart.name!r}", problems)
    return found


# --- crossing, drops, stocks, victory ---------------------------------------------------

_PASSAGES = {
    "C": Passage(True),
    "Cd": Passage(True, disrupted=True),
    "N": Passage(False),
    "Nd": Passage(False, disrupted=True),
    "L": Passage(False, loses=True),
}


def _crossings(chart: Table) -> dict[tuple[str, int], Passage]:
    def read(text: str) -> Passage:
        if text not in _PASSAGES:
            raise ValueError(f"{text!r} is none of {', '.join(_PASSAGES)}")
        return _PASSAGES[text]

    return {(column, int(row)): cell for (column, row), cell in chart.decode(read).items()}


def _crosser(row: _Row) -> CrossingColumn:
    if row["column"] not in get_args(CrossingColumn):
        raise ValueError(f"unknown column {row['column']!r}")
    return cast(CrossingColumn, row["column"])


def _drop(row: _Row) -> str:
    if not re.fullmatch(r"eliminated|lands|[1-9]", row["result"]):
        raise ValueError(f"{row['result']!r} is neither 'eliminated', 'lands' nor a number")
    return row["result"]


def _direction(row: _Row) -> str:
    if row["direction"] not in ("N", "NE", "SE", "S", "SW", "NW"):
        raise ValueError(f"unknown direction {row['direction']!r}")
    return row["direction"]


def _draft(row: _Row) -> Draft:
    return Draft(int(row["infantry"]), int(row["engineer"]), int(row["armour"]))


def _stocks(chart: Table) -> dict[Side, Mapping[Ammunition, int]]:
    return {
        side: cast(Mapping[Ammunition, int], chart.read_rows(partial(_stock, side)))
        for side in ("axis", "soviet")
    }


def _stock(side: Side, row: _Row) -> int:
    return int(row[side])


def _victories(chart: Table) -> tuple[VictoryLevel, ...]:
    def read(row: _Row) -> VictoryLevel:
        if row["winner"] not in ("axis", "soviet", "-"):
            raise ValueError(f"unknown side {row['winner']!r}")
        least = None if row["least"] == "-" else int(row["least"])
        return VictoryLevel(row["title"], row["winner"].removeprefix("-"), least)

    return tuple(chart.read_rows(read).values())
