"""The charts of the map sheet: combat, terrain, stacking, supply, weather, limits.

They are tables in `data/tables.yaml`; here they become the numbers that rules reckon with.
Movement points are counted in halves, so that 1/2 on a road is 1 and a clear hex is 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args

from msgspec import Struct

from grognard.data import DataError, within
from grognard.decisions import RuleId, Side
from grognard.mechanics.stacking import Extra, Limit, Stacking
from grognard.mechanics.tables import Figure, Ratio, Scale, Table, load_tables

Result = Literal["AR", "C", "EX", "DR", "DR1", "DRX", "DR2X"]
Weather = Literal["clear", "overcast", "rain"]
Landing = Literal["intact", "disrupted", "eliminated"]
Advance = Literal["none", "hex", "full"]
Attackers = Literal["", "river", "fort"]
Struck = Literal["", "attacker", "defender"]
AttackState = Literal["full", "half", "none"]

#: The place of odds that are resolved without dice (8.8).
HIGH = "high"
#: Below the first column an attack is repulsed without dice (8.3-1c).
REPULSED: Result = "AR"

_R = TypeVar("_R")
_Row = Mapping[str, str]


# --- what the charts say ----------------------------------------------------------------


class CombatResult(Struct, frozen=True):
    """What a result of the primary die means (8.5)."""

    name: Result
    attacker: int
    defender: int
    retreat: int
    disrupted: Struck
    advance: Advance
    rule: RuleId


class Toll(Struct, frozen=True):
    """Steps that a secondary die costs the attacker and the defender (8.4-6)."""

    attacker: int
    defender: int


class Terrain(Struct, frozen=True):
    """A row of the terrain chart. Costs are in halves of a movement point; None where the
    other terrain of the hex or a rule of its own decides. `adds` marks a cost that comes on
    top; `attackers` is what happens to those who attack out of it, over it or against it.
    """

    title: str
    mech: int | None
    others: int | None
    adds: bool
    bonus: int
    attackers: Attackers
    rule: RuleId


class Allowance(Struct, frozen=True):
    """Movement and attack of units in a state. Points are halves of a movement point; None:
    as printed. `hexes` is set where the unit moves by hexes, whatever they cost.
    """

    points: int | None
    hexes: int | None
    extended: int
    attack: AttackState
    rule: RuleId


class Charts(Struct, frozen=True):
    """All charts; `tables` has them as they are printed."""

    tables: Mapping[str, Table]
    primary: Mapping[tuple[str, int], Result]
    secondary: Mapping[tuple[str, int], Toll]
    results: Mapping[Result, CombatResult]
    scale: Scale
    columns: tuple[str, ...]
    terrain: Mapping[str, Terrain]
    roads: Mapping[tuple[str, str], int]
    allowances: Mapping[str, Allowance]
    paces: Mapping[tuple[str, str], int | None]
    stacking: Mapping[Side, Stacking]
    shifts: Mapping[str, Figure]
    modifiers: Mapping[str, Figure]
    costs: Mapping[str, Figure]
    points: Mapping[str, Figure]
    limits: Mapping[str, Figure]

    def rung(self, attack: int, defence: int) -> int:
        """The place of odds on the scale, rounded down; -1 below 1-3 (8.3-1a). Beyond its end the
        scale goes on by ones, so that 11-1 in rain is 10-1 (R-26).
        """
        found, top = self.scale.find(Ratio(attack, defence)), self.scale.bounds[-1]
        if found < len(self.scale) - 1 or defence < 1:
            return found
        return found + attack // defence - top.over // top.under

    def column(self, rung: int) -> str:
        """The column for a place on the scale after all shifts: empty below the first, `high`
        from 10-1 on (R-26).
        """
        return "" if rung < 0 else self.columns[self.scale.clamp(rung)]

    def dice(self, steps: int) -> int:
        """The magnitude of a combat by the steps of the side with fewer (8.4)."""
        return int(_at(self.tables["magnitude"], steps, "dice"))

    def heavy_casualties(self, die: int) -> int:
        """Steps that a city or fortification costs besides, by the primary die (8.9)."""
        return int(_at(self.tables["heavy"], die))

    def variable_defence(self, side: Side, die: int) -> int:
        """What the option of rule 29 adds to the defence of a hex."""
        return int(self.tables["variable"].lookup(side, die))

    def fails_petrol(self, distance: int, die: int) -> bool:
        """Is a unit so far from a source short of petrol (14.7)?"""
        return die <= int(_at(self.tables["petrol"], distance, "fails"))

    def attrition(self, die: int) -> int:
        """Steps that an isolated unit loses by its modified die (14.6)."""
        return int(_at(self.tables["attrition"], die))

    def weather(self, season: str, die: int) -> Weather:
        """The weather of a turn by the season of its space on the track (25.1)."""
        return cast(Weather, self.tables["weather"].lookup(season, die))

    def grounded(self, die: int) -> bool:
        """Does an overcast sky turn an air unit to its Flown side (25.2-2)?"""
        return _at(self.tables["overcast"], die) == "flown"

    def landing(self, die: int) -> Landing:
        """How an airborne brigade lands by its modified die (20.3)."""
        return cast(Landing, _at(self.tables["drop"], die, "result"))

    def recovers(self, die: int) -> bool:
        """Does Manstein bring a disrupted unit back into order (26.2-5)?"""
        return _at(self.tables["manstein"], die) == "recovers"

    def bridges_early(self, die: int) -> bool:
        """Is a pontoon bridge ready before the End Phase (18.5B)?"""
        return _at(self.tables["early_bridge"], die) == "complete"

    def half_hexes(self, die: int) -> int:
        """How many entry half hexes the Central Front gains (27.1-1)."""
        return int(_at(self.tables["central_front"], die))


def _at(table: Table, number: int, column: str = "") -> str:
    """The cell of the row that a number falls in; by default in the only column."""
    return table.lookup(column or table.columns[0], table.row_at(number))


# --- reading them -----------------------------------------------------------------------

#: Tables by a die or a number: what their cells may be, apart from a column of rules.
_WORDS: Mapping[str, tuple[str, ...]] = {
    "combat": get_args(Result),
    "weather": get_args(Weather),
    "overcast": ("flown", "ready"),
    "drop": get_args(Landing),
    "manstein": ("recovers", "no effect"),
    "early_bridge": ("complete", "not yet"),
}
_NUMBERS = ("magnitude", "heavy", "variable", "petrol", "attrition", "central_front")
_OTHERS = (
    *("secondary", "odds", "results", "modifiers", "variable", "terrain", "roads", "states"),
    *("movement", "costs", "stacking", "attrition_modifiers", "drop_modifiers"),
    *("points", "limits"),
)
_FACES = ("1", "2", "3", "4", "5", "6")


def load_charts(path: Path) -> Charts:
    """Read the charts; a `DataError` lists everything that is wrong with them."""
    tables = load_tables(path)
    problems = list(_missing(tables)) or list(_faults(tables))
    if problems:
        raise DataError(path.name, problems)
    with within(path):
        return _charts(tables)


def _charts(tables: dict[str, Table]) -> Charts:
    odds = tables["odds"]
    assert odds.scale is not None
    return Charts(
        tables=tables,
        primary=_by_die(tables["combat"].decode(_result)),
        secondary=_by_die(tables["secondary"].decode(_toll)),
        results={
            _result(name): row for name, row in tables["results"].read_rows(_combat_result).items()
        },
        scale=odds.scale,
        columns=tuple(odds.lookup(label, "column") for label in odds.columns),
        terrain=tables["terrain"].read_rows(_terrain),
        roads=_roads(tables["roads"]),
        allowances=tables["states"].read_rows(_allowance),
        paces=_paces(tables["movement"]),
        stacking=_stacking(tables["stacking"]),
        shifts=tables["modifiers"].figures("shift"),
        modifiers={
            **tables["attrition_modifiers"].figures("modifier"),
            **tables["drop_modifiers"].figures("modifier"),
        },
        costs=tables["costs"].figures("points", _halves),
        points=tables["points"].figures("points"),
        limits=tables["limits"].figures("number"),
    )


def _missing(tables: Mapping[str, Table]) -> Iterator[str]:
    needed = (*_WORDS, *_NUMBERS, *_OTHERS)
    yield from (f"table {name!r} is missing" for name in needed if name not in tables)


def _faults(tables: Mapping[str, Table]) -> Iterator[str]:
    """What is wrong with tables that are all there."""
    for name in (*_WORDS, *_NUMBERS):
        yield from (f"table {name!r}: {fault}" for fault in _cell_faults(tables[name]))
    for name in ("combat", "secondary", "weather", "variable"):
        if tables[name].rows != _FACES:
            yield f"table {name!r}: rows are not the faces of a die"
    odds, combat = tables["odds"], tables["combat"]
    if odds.scale is None or odds.rows != ("column",):
        yield "table 'odds': needs `read: odds` and one row `column`"
    elif {*odds.cells.values()} != {*combat.columns, HIGH}:
        yield "table 'odds': its cells are not the columns of 'combat' and 'high'"
    if tables["secondary"].columns != combat.columns:
        yield "table 'secondary': has other columns than 'combat'"


def _cell_faults(table: Table) -> Iterator[str]:
    """Words that are none of those expected, or no number where one is."""
    words = _WORDS.get(table.name, ())
    for (column, row), cell in table.cells.items():
        known = cell in words if words else re.fullmatch(r"[-+]?\d+", cell)
        if column != "rule" and not known:
            yield f"row {row!r} column {column!r}: unexpected {cell!r}"
    if table.bands is None:
        yield "rows are not numbers"


def _by_die(cells: Mapping[tuple[str, str], _R]) -> dict[tuple[str, int], _R]:
    return {(column, int(die)): result for (column, die), result in cells.items()}


def _result(text: str) -> Result:
    if text not in get_args(Result):
        raise ValueError(f"unknown result {text!r}")
    return cast(Result, text)


def _toll(text: str) -> Toll:
    if text == "none":
        return Toll(0, 0)
    attacker, slash, defender = text.partition("/")
    if not slash:
        raise ValueError(f"{text!r} is neither none nor losses such as '1/-'")
    return Toll(_number(attacker), _number(defender))


def _combat_result(row: _Row) -> CombatResult:
    disrupted = "" if row["disrupted"] == "nobody" else row["disrupted"]
    if row["advance"] not in get_args(Advance):
        raise ValueError(f"unknown advance {row['advance']!r}")
    if disrupted not in get_args(Struck):
        raise ValueError(f"{disrupted!r} is neither attacker nor defender")
    return CombatResult(
        name=_result(row["name"]),
        attacker=int(row["attacker"]),
        defender=int(row["defender"]),
        retreat=int(row["retreat"]),
        disrupted=cast(Struck, disrupted),
        advance=cast(Advance, row["advance"]),
        rule=row["rule"],
    )


def _terrain(row: _Row) -> Terrain:
    attackers = "" if row["attackers"] == "-" else row["attackers"]
    if attackers not in get_args(Attackers):
        raise ValueError(f"unknown effect on attackers {attackers!r}")
    return Terrain(
        title=row["title"],
        mech=_cost(row["mech"]),
        others=_cost(row["others"]),
        adds=row["mech"].startswith("+"),
        bonus=_number(row["bonus"]),
        attackers=cast(Attackers, attackers),
        rule=row["rule"],
    )


def _allowance(row: _Row) -> Allowance:
    if row["attack"] not in get_args(AttackState):
        raise ValueError(f"unknown attack {row['attack']!r}")
    hexes = _hexes(row["allowance"])
    printed = hexes is not None or row["allowance"] == "printed"
    return Allowance(
        points=None if printed else _halves(row["allowance"]),
        hexes=hexes,
        extended=0 if row["extended"] == "-" else _halves(row["extended"]),
        attack=cast(AttackState, row["attack"]),
        rule=row["rule"],
    )


def _paces(chart: Table) -> dict[tuple[str, str], int | None]:
    """How many hexes a mobility goes in a phase; None: as far as its allowance reaches."""
    for (mobility, phase), cell in chart.cells.items():
        if cell != "MA" and _hexes(cell) is None:
            where = f"row {phase!r} column {mobility!r}"
            raise DataError(f"table {chart.name!r}", [f"{where}: neither MA nor hexes: {cell!r}"])
    return {(phase, mobility): _hexes(cell) for (mobility, phase), cell in chart.cells.items()}


def _hexes(text: str) -> int | None:
    """The number of `1 hex` or `2 hexes`; None for anything else."""
    found = re.fullmatch(r"(\d+) hex(es)?", text)
    return int(found[1]) if found else None


def _roads(chart: Table) -> dict[tuple[str, str], int]:
    """Costs by road or bridge and column, such as (`secondary`, `mech in rain`)."""
    columns = [column for column in chart.columns if column != "rule"]
    return {
        (row, column): cost
        for row, costs in chart.read_rows(lambda r: {c: _halves(r[c]) for c in columns}).items()
        for column, cost in costs.items()
    }


def _stacking(chart: Table) -> dict[Side, Stacking]:
    """5.2 and 5.3 as limits. What an army HQ lets in counts for no further limit (R-17)."""
    try:
        beside = int(chart.lookup("soviet", "beside_army"))
        extras = (
            Extra(beside, "armoured corps", "tank army"),
            Extra(beside, "infantry", "shock army"),
        )
        return {
            "axis": Stacking(limits=_limits(chart, "axis", ())),
            "soviet": Stacking(limits=_limits(chart, "soviet", extras)),
        }
    except (KeyError, ValueError) as error:
        raise DataError(f"table {chart.name!r}", [str(error)]) from error


def _limits(chart: Table, side: Side, extras: tuple[Extra, ...]) -> tuple[Limit, ...]:
    kinds = {"combat": ("combat",), "support": ("support",), "together": ("combat", "support")}
    return tuple(
        Limit(
            rule=chart.lookup(f"{side} rule", row),
            most=int(chart.lookup(side, row)),
            of=frozenset(of),
            extra=extras if row == "combat" else (),
            what="combat and support units" if row == "together" else f"{row} units",
        )
        for row, of in kinds.items()
    )


def _number(text: str) -> int:
    return 0 if text == "-" else int(text)


def _halves(text: str) -> int:
    """Movement points in halves: 1/2 is 1, 4 is 8."""
    return 1 if text == "1/2" else 2 * int(text)


def _cost(text: str) -> int | None:
    """A cost of the terrain chart; None where another terrain or another rule decides."""
    return None if text in ("hex", "4.4") else _halves(text)
