"""The charts: movement, terrain, combat, stacking, victory, limits.

They are tables in `data/tables.yaml`; here they become the numbers that rules reckon with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args

from msgspec import Struct

from grognard.data import DataError, within
from grognard.decisions import RuleId, Side, rule
from grognard.games.storm41.units import Going, Nation, Pace
from grognard.mechanics.stacking import Apart, Limit, Stacking
from grognard.mechanics.tables import Figure, Scale, Table, differential, load_tables, misfits

#: The supply states of 7.2, as the Movement Factors Table heads its columns.
Supply = Literal["full", "attenuated", "out"]
TerrainName = Literal[
    "clear", "forest", "marsh", "rough", "mountain", "sea", "city", "major_city", "oilfield"
]
CostName = Literal["river", "pass", "corridor", "air", "air_river", "assault", "hungarian_border"]
ShiftName = Literal[
    "surprise",
    "surprised",
    "soviet_move_fight",
    "german_fight_move",
    "mobile_assault",
    "german_concentric",
    "soviet_concentric",
    "attacker_air",
    "defender_air",
    "attacker_out",
    "defender_out",
    "attacker_attenuated",
    "defender_attenuated",
    "only_t34",
]
PointName = Literal[
    "advantage",
    "ploesti",
    "pripyat_notec",
    "danube",
    "hungary",
    "german_losses",
    "soviet_losses",
    "north_edge",
    "south_edge",
]
CountName = Literal["city", "major_city", "loss", "loss_out"]
LimitName = Literal[
    "surprise_turn",
    "air_dice",
    "air_dice_without_oil",
    "airpower",
    "air_range",
    "aerial_supply",
    "reserve_hexes",
    "replacement_turn",
    "mech_replacements",
    "replacements",
    "drop_brigades",
    "drops",
    "supply_check_turn",
]

_R = TypeVar("_R")
_Row = Mapping[str, str]


# --- what the charts say ----------------------------------------------------------------


class Losses(Struct, frozen=True):
    """A combat result: units lost on each side, or all defenders and no attacker (10.22, 10.23).
    `text` is as printed.
    """

    text: str
    attacker: int
    defender: int
    all_defenders: bool = False


class Terrain(Struct, frozen=True):
    """A row of the Terrain Effects Chart. A cost is None where the column is closed out but for
    passes and corridors. `concentric`: may a concentric assault on it have its shift?
    """

    title: str
    costs: Mapping[Going, int | None]
    move_rule: RuleId
    shift: int
    concentric: bool
    combat_rule: RuleId


class Charts(Struct, frozen=True):
    """All charts; `tables` has them as they are printed. Combat results go by the rung of the
    scale and the die; `even_combat` is the other reading of R-100. Terrain goes by the names that
    the map has.
    """

    tables: Mapping[str, Table]
    movement: Mapping[tuple[Pace, Supply], int]
    terrain: Mapping[str, Terrain]
    costs: Mapping[CostName, Figure]
    scale: Scale
    combat: Mapping[tuple[int, int], Losses]
    even_combat: Mapping[tuple[int, int], Losses]
    shifts: Mapping[ShiftName, Figure]
    stacking: Mapping[Side, Stacking]
    points: Mapping[PointName, Figure]
    counts: Mapping[CountName, Figure]
    limits: Mapping[LimitName, Figure]

    def rung(self, attack: int, defence: int) -> int:
        """The column of a differential: the one not above it, the first for 0 or less (10.8)."""
        return self.scale.find(differential(attack, defence))

    def shifted(self, rung: int, net: int) -> int:
        """The column after the net shift, which stops at the ends of the table (10.9, R-91)."""
        return self.scale.clamp(rung + net)

    def column(self, rung: int) -> str:
        """The heading of a column."""
        return self.scale.labels[rung].replace("<=", "≤").replace(">=", "≥")

    def result(self, rung: int, die: int, *, even: bool = False) -> Losses:
        """The cell of the Combat Results Table (10.21), by either reading of R-100."""
        return (self.even_combat if even else self.combat)[rung, die]


@rule("1.3", "1.3-ex")
def half(number: int) -> int:
    """Half of a number, remainders rounded up."""
    return (number + 1) // 2


# --- reading them -----------------------------------------------------------------------

_NATIONS: tuple[Nation, ...] = ("german", "hungarian", "romanian")
_FIGURES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "costs": ("points", get_args(CostName)),
    "shifts": ("shift", get_args(ShiftName)),
    "points": ("points", get_args(PointName)),
    "counts": ("number", get_args(CountName)),
    "limits": ("number", get_args(LimitName)),
}
#: The rows that a table must have: all of them and no others.
_ROWS: Mapping[str, tuple[str, ...]] = {
    "movement": get_args(Pace),
    "terrain": get_args(TerrainName),
    "combat": ("1", "2", "3", "4", "5", "6"),
    "even_combat": ("6",),
    "stacking": (*_NATIONS, "soviet", "artillery"),
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
    combat = tables["combat"]
    if combat.scale is None:
        raise DataError("table 'combat'", ["needs `read: values`"])
    cells = _by_rung(combat, combat.scale)
    # The names of the rows have been checked, so they may be taken for what they are.
    return Charts(
        tables=tables,
        movement=_movement(tables["movement"]),
        terrain=tables["terrain"].read_rows(_terrain),
        costs=cast(Mapping[CostName, Figure], _figures(tables["costs"])),
        scale=combat.scale,
        combat=cells,
        even_combat={**cells, **_by_rung(tables["even_combat"], combat.scale)},
        shifts=cast(Mapping[ShiftName, Figure], _figures(tables["shifts"])),
        stacking=_stacking(tables["stacking"]),
        points=cast(Mapping[PointName, Figure], _figures(tables["points"])),
        counts=cast(Mapping[CountName, Figure], _figures(tables["counts"])),
        limits=cast(Mapping[LimitName, Figure], _figures(tables["limits"])),
    )


def _figures(chart: Table) -> dict[str, Figure]:
    return chart.figures(_FIGURES[chart.name][0])


def _movement(chart: Table) -> dict[tuple[Pace, Supply], int]:
    """Allowances by class and supply state; a dash is a state that the class is never in."""
    read = chart.decode(lambda text: None if text == "-" else int(text))
    return {
        (cast(Pace, pace), cast(Supply, supply)): points
        for (supply, pace), points in read.items()
        if points is not None
    }


def _terrain(row: _Row) -> Terrain:
    if row["concentric"] not in ("yes", "no"):
        raise ValueError(f"concentric is yes or no, not {row['concentric']!r}")
    return Terrain(
        title=row["title"],
        costs={going: _cost(row[going]) for going in get_args(Going)},
        move_rule=row["move rule"],
        shift=int(row["shift"]),
        concentric=row["concentric"] == "yes",
        combat_rule=row["combat rule"],
    )


def _cost(text: str) -> int | None:
    return None if text == "no" else int(text)


def _by_rung(chart: Table, scale: Scale) -> dict[tuple[int, int], Losses]:
    """The cells by the place of their column on the scale and the die."""
    return {
        (scale.labels.index(column), int(die)): losses
        for (column, die), losses in chart.decode(_losses).items()
    }


def _losses(text: str) -> Losses:
    if text == "DE":
        return Losses(text, 0, 0, all_defenders=True)
    found = re.fullmatch(r"(\d)/(\d)", text)
    if not found:
        raise ValueError(f"{text!r} is neither DE nor losses such as '1/2'")
    return Losses(text, int(found[1]), int(found[2]))


def _stacking(chart: Table) -> dict[Side, Stacking]:
    """6.2 to 6.5 as limits: nations of the Axis apart, Soviet artillery by itself."""
    limits = chart.read_rows(lambda row: (int(row["units"]), row["rule"]))
    axis = tuple(
        Limit(rule=limits[nation][1], most=limits[nation][0], of=frozenset({nation}),
              what=f"{nation.capitalize()} units")
        for nation in _NATIONS
    )  # fmt: skip
    (others, rule), (guns, guns_rule) = limits["soviet"], limits["artillery"]
    artillery = frozenset({"artillery"})
    soviet = (
        Limit(rule=rule, most=others, but=artillery, what="non-artillery units"),
        Limit(rule=guns_rule, most=guns, of=artillery, what="artillery units"),
    )
    apart = Apart(rule="6.2", kinds=frozenset(_NATIONS))
    return {"axis": Stacking(limits=axis, apart=(apart,)), "soviet": Stacking(limits=soviet)}
