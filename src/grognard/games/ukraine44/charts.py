"""The charts of the map sheet: allowances, terrain and the Combat Results Table.

They are tables in `data/tables.yaml`; here they become the numbers that rules reckon with.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from grognard.data import DataError, within
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
    with within(path):
        points = tables["allowances"].decode(_number)
        return Charts(
            tables=tables,
            allowances={(side, kind): points[kind, side] for kind, side in points},
            terrain=tables["terrain"].read_rows(_terrain),
        )


def _terrain(row: Mapping[str, str]) -> Terrain:
    return Terrain(
        title=row["title"],
        mobile=_number(row["mobile"]),
        infantry=_number(row["infantry"]),
        move_rule=row["move rule"],
        combat=_number(row["combat"]),
        combat_rule=row["combat rule"],
    )


def _number(text: str) -> int:
    return 0 if text in _WORDS else int(text)
