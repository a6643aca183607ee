"""The charts of the map sheet: allowances, terrain and the Combat Results Table.

They are tables in `data/tables.yaml`; here they become the numbers that rules reckon with.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from grognard.data import DataError
from grognard.decisions import RuleId, Side
from grognard.games.ukraine44.units import FormationKind
from grognard.mechanics.tables import Table, load_tables

#: Chart entries that are no number: no effect, or a rule of its own.
_WORDS = frozenset({"-", "no", "all"})


class Terrain(Struct, frozen=True):
    """What a kind of terrain costs to enter or cross, and what it does to an attack."""

    title: str
    mobile: int
    infantry: int
    move_rule: RuleId
    combat: int
    combat_rule: RuleId

    def cost(self, kind: FormationKind) -> int:
        """Movement points for a type of formation; garrisons never move."""
        return self.mobile if kind == "mobile" else self.infantry


class Charts(Struct, frozen=True):
    """All charts; `tables` has them as they are printed."""

    tables: Mapping[str, Table]
    allowances: Mapping[tuple[Side, str], int]
    terrain: Mapping[str, Terrain]

    @property
    def combat(self) -> Table:
        """The Combat Results Table."""
        return self.tables["combat"]


def load_charts(path: Path) -> Charts:
    """Read the charts; a `DataError` lists everything that is wrong with them."""
    tables = load_tables(path)
    missing = {"allowances", "terrain", "combat"} - tables.keys()
    if missing:
        raise DataError(path.name, [f"table {name!r} is missing" for name in sorted(missing)])
    points = tables["allowances"].decode(_number)
    return Charts(
        tables=tables,
        allowances={(side, kind): points[kind, side] for kind, side in points},
        terrain={row: _terrain(tables["terrain"], row) for row in tables["terrain"].rows},
    )


def _terrain(chart: Table, row: str) -> Terrain:
    """One row of the terrain chart."""
    try:
        return Terrain(
            title=chart.lookup("title", row),
            mobile=_number(chart.lookup("mobile", row)),
            infantry=_number(chart.lookup("infantry", row)),
            move_rule=chart.lookup("move rule", row),
            combat=_number(chart.lookup("combat", row)),
            combat_rule=chart.lookup("combat rule", row),
        )
    except (KeyError, ValueError) as error:
        raise DataError(f"table {chart.name!r}", [f"row {row!r}: {error.args[0]}"]) from error


def _number(text: str) -> int:
    return 0 if text in _WORDS else int(text)
