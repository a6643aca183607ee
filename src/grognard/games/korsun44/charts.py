"""The charts: terrain, combat, fire, modifiers, stars, morale, and the figures of the text.

They are tables in `data/tables.yaml`; here they become the numbers that rules reckon with.
Movement points come in halves and thirds, so they are whole numbers of sixths here (C8).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args

from msgspec import Struct

from grognard.data import DataError, within
from grognard.decisions import rule
from grognard.games.korsun44.units import SideName, Star, Troops
from grognard.mechanics.tables import (
    Figure,
    Scale,
    Table,
    clamp,
    divide,
    load_tables,
    misfits,
    odds,
    whole_odds,
)

#: C8 A movement point in the smallest part that the charts know.
SIXTHS = 6

Going = Literal["truck", "mech", "foot"]
Layer = Literal[
    "clear",
    "hills",
    "forest",
    "city",
    "town",
    "main_road",
    "side_road",
    "river",
    "stream",
    "swamp",
    "railroad",
    "dnieper",
]
CostName = Literal[
    "leave_zone",
    "overrun",
    "overrun_works",
    "set_up",
    "hq_closed",
    "interdiction",
    "strategic",
    "blow_bridge",
    "mend_bridge",
    "blow_big_bridge",
]
ModifierName = Literal[
    "field_works",
    "field_works_city",
    "improved_works",
    "fixed_works",
    "star",
    "concentration",
    "resilience",
    "volkssturm",
    "volkssturm_stiffened",
    "fortification",
    "hq_lost",
]
MoraleName = Literal[
    "ss",
    "wehrmacht",
    "axis italians",
    "volkssturm",
    "americans",
    "british",
    "allied poles",
    "french",
    "romanians",
    "hungarians",
    "belgians",
    "dutch",
    "allied italians",
    "guards",
    "soviet poles",
    "red army",
]
NationName = Literal["american", "british", "german", "soviet", "german allies"]
LimitName = Literal[
    "stacking",
    "artillery_range",
    "lone_guns",
    "terrain_fire",
    "barrage_strength",
    "barrage_units",
    "barrage_silence",
    "barrage_ammunition",
    "air_counter",
    "air_counter_soviet",
    "object_air",
    "interdiction_most",
    "interdiction_loss",
    "crossing_attacks",
    "crossing_loss",
    "supply_flight",
    "supply_flight_fails",
    "supply_flight_brings",
    "hq_lost_phases",
    "hq_lost_range",
    "hq_die",
    "want_first",
    "want_push",
    "want_hit",
    "want_relief",
    "entry_shift",
    "concentration_units",
]
FireTable = Literal["air_attack", "artillery_fire"]
#: When a star may be used: always, not at all, against open hexes, against tracks.
StarUse = Literal["any", "never", "unfortified", "mechanised"]

_R = TypeVar("_R")
_Row = Mapping[str, str]


# --- what the charts say ----------------------------------------------------------------


class Effect(Struct, frozen=True):
    """What a result does to one side: levels lost, hexes to go back, disorganised at once, or
    tested. `text` is as printed.
    """

    text: str
    loss: int = 0
    retreat: int = 0
    disorganised: bool = False
    test: bool = False

    @property
    def words(self) -> str:
        """As printed, with words for the signs: a dash is no effect, a dot a test."""
        if self.text == "-":
            return "no effect"
        return " and ".join(filter(None, (self.text.rstrip("•"), "a test" * self.test)))


class Result(Struct, frozen=True):
    """A cell of the combat table."""

    attacker: Effect
    defender: Effect

    @property
    def words(self) -> str:
        """Both sides; once where nothing happens to either."""
        mine, his = self.attacker.words, self.defender.words
        return mine if mine == his == "no effect" else f"{mine} / {his}"


class Terrain(Struct, frozen=True):
    """A row of the terrain table. Costs are in sixths of a movement point and None where only a
    bridge leads over; `adds` puts them on top of the rest. `modifiers` is None where nobody
    can attack.
    """

    title: str
    costs: Mapping[Going, int | None]
    adds: bool
    modifiers: int | None


class StarRule(Struct, frozen=True):
    """What a star does (15.1.2)."""

    title: str
    attack: StarUse
    defence: StarUse
    disabled_by: frozenset[Star]
    disables: frozenset[Star]


class Nation(Struct, frozen=True):
    """9.2.2, 10.1.7: the range of its HQs in hexes, and the movement points (in sixths) that a
    line of supply may spend off the road.
    """

    title: str
    hq_range: int
    supply: int


class Charts(Struct, frozen=True):
    """All charts; `tables` has them as they are printed. Combat results go by the rung of the
    scale and the dice, those of fire by the row of the strength and the dice; the second
    mapping of each is the other reading of A1 and A9.
    """

    tables: Mapping[str, Table]
    terrain: Mapping[Layer, Terrain]
    costs: Mapping[CostName, Figure]
    scale: Scale
    combat: Mapping[tuple[int, int], Result]
    first_combat: Mapping[tuple[int, int], Result]
    fire: Mapping[tuple[FireTable, str, int], Effect]
    full_fire: Mapping[tuple[FireTable, str, int], Effect]
    objects: Mapping[tuple[str, int], bool]
    modifiers: Mapping[ModifierName, Figure]
    stars: Mapping[Star, StarRule]
    morale: Mapping[MoraleName, Figure]
    nations: Mapping[NationName, Nation]
    limits: Mapping[LimitName, Figure]

    @rule("1.5", "1.7", "C1", "C2")
    def rung(self, attack: int, defence: int) -> int:
        """The column of a combat before modifiers: the nearest ratio, a half taken up."""
        return self.scale.clamp(self.scale.find(whole_odds(odds(attack, defence), "nearest")))

    @rule("1.6", "1.6-b", "C2")
    def modified(self, rung: int, attacker: int, defender: int) -> int:
        """The column after the attacker's modifiers, then the defender's; it stays on the table
        at each step.
        """
        return self.scale.shift(rung, attacker, -defender)

    def column(self, rung: int) -> str:
        """The heading of a column."""
        return self.scale.labels[rung]

    @rule("T-combat", "A1", "C5")
    def result(self, rung: int, dice: int, *, first: bool = False) -> Result:
        """The cell of the combat table; dice beyond it are read as its end."""
        return (self.first_combat if first else self.combat)[rung, clamp(dice, 2, 12)]

    @rule("T-air", "T-art", "A9", "E17")
    def fire_at(self, table: FireTable, strength: int, dice: int, *, full: bool = False) -> Effect:
        """What fire of this strength, terrain already taken off, does to a hex."""
        if strength < 1:
            return Effect("-")
        row = self.tables[table].row_at(strength)
        return (self.full_fire if full else self.fire)[table, row, dice]

    @rule("T-objects")
    def destroys(self, strength: int, dice: int) -> bool:
        """Does fire of this strength destroy a bridge?"""
        return strength > 0 and self.objects[self.tables["objects"].row_at(strength), dice]

    def hq_range(self, side: SideName) -> int:
        """9.2.2 How far the HQs of a side reach."""
        return self.nations[side].hq_range

    @rule("5.6.2", "E31")
    def morale_of(self, troops: Troops) -> int | None:
        """The morale limit of troops; None for staffs, which are never tested."""
        return None if troops == "staff" else self.morale[troops].number


@rule("1.7", "C3")
def half(strength: int) -> int:
    """Half of a strength, rounded up; movement points are never rounded (C4)."""
    return divide(strength, 2, "up")


# --- reading them -----------------------------------------------------------------------

_FIGURES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "costs": ("points", get_args(CostName)),
    "modifiers": ("columns", get_args(ModifierName)),
    "morale": ("limit", get_args(MoraleName)),
    "limits": ("number", get_args(LimitName)),
}
_STRENGTHS = ("1-2", "3-5", "6-8", "9-12", "13-16", "17+")
#: The rows that a table must have: all of them and no others.
_ROWS: Mapping[str, tuple[str, ...]] = {
    "terrain": get_args(Layer),
    "combat": tuple(map(str, range(2, 13))),
    "first_printing": ("6",),
    "air_attack": _STRENGTHS,
    "artillery_fire": _STRENGTHS,
    "full_fire": ("air_13", "air_17", "artillery_13", "artillery_17"),
    "objects": _STRENGTHS,
    "stars": get_args(Star),
    "nations": get_args(NationName),
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
    scale = tables["combat"].scale
    if scale is None:
        raise DataError("table 'combat'", ["needs `read: odds`"])
    combat, fire = _by_rung(tables["combat"], scale), _fire(tables)
    # The names of the rows have been checked, so they may be taken for what they are.
    return Charts(
        tables=tables,
        terrain=cast(Mapping[Layer, Terrain], tables["terrain"].read_rows(_terrain)),
        costs=cast(Mapping[CostName, Figure], _figures(tables["costs"])),
        scale=scale,
        combat=combat,
        first_combat={**combat, **_by_rung(tables["first_printing"], scale)},
        fire=fire,
        full_fire={**fire, **_gaps(tables["full_fire"], fire)},
        objects=_by_row(tables["objects"].decode(_destroyed)),
        modifiers=cast(Mapping[ModifierName, Figure], _figures(tables["modifiers"])),
        stars=cast(Mapping[Star, StarRule], tables["stars"].read_rows(_star)),
        morale=cast(Mapping[MoraleName, Figure], _figures(tables["morale"])),
        nations=cast(Mapping[NationName, Nation], tables["nations"].read_rows(_nation)),
        limits=cast(Mapping[LimitName, Figure], _figures(tables["limits"])),
    )


def _figures(chart: Table) -> dict[str, Figure]:
    return chart.figures(_FIGURES[chart.name][0])


def _by_row(cells: Mapping[tuple[str, str], _R]) -> dict[tuple[str, int], _R]:
    """Cells by their row and the dice that head their column."""
    return {(row, int(dice)): value for (dice, row), value in cells.items()}


# --- terrain ----------------------------------------------------------------------------


def _terrain(row: _Row) -> Terrain:
    texts = {going: row[going] for going in get_args(Going)}
    adds = {text.startswith("+") for text in texts.values()}
    if len(adds) > 1:
        raise ValueError("either all costs are on top of the rest or none")
    return Terrain(
        title=row["title"],
        costs={going: _points(text) for going, text in texts.items()},
        adds=adds.pop(),
        modifiers=None if row["modifiers"] == "no" else int(row["modifiers"]),
    )


def _points(text: str) -> int | None:
    """Movement points such as `1/3`, `2.5` or `+2` in sixths; None for `bridge`."""
    if text == "bridge":
        return None
    try:
        sixths = Fraction(text.removeprefix("+")) * SIXTHS
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is neither movement points nor 'bridge'") from None
    if sixths.denominator > 1 or sixths < 1:
        raise ValueError(f"{text!r} is no number of sixths of a movement point")
    return sixths.numerator


# --- combat and fire --------------------------------------------------------------------

_EFFECT = re.compile(
    r"(?:[AD](?P<retreat>\d))?(?P<before>D)?(?P<dot>•)? ?(?:-(?P<loss>\d))?(?P<after>D|•)?"
)


@rule("T-combat-notes", "E9", "A4")
def _effect(text: str) -> Effect:
    """Half of a cell: `D2 -1` is two hexes back and one level lost, `-1D` one level lost and
    disorganised, a dot a test.
    """
    if text == "-":
        return Effect(text)
    found = _EFFECT.fullmatch(text)
    if not found or not text:
        raise ValueError(f"{text!r} is no result such as '-', '-1D' or 'D2 -1'")
    return Effect(
        text=text,
        loss=int(found["loss"] or 0),
        retreat=int(found["retreat"] or 0),
        disorganised=bool(found["before"]) or found["after"] == "D",
        test=bool(found["dot"]) or found["after"] == "•",
    )


def _result(text: str) -> Result:
    """A whole cell: attacker / defender, each going back by his own letter."""
    attacker, slash, defender = text.partition(" / ")
    if not slash or re.match(r"D\d", attacker) or defender.startswith("A"):
        raise ValueError(f"{text!r} is no result such as '-1 / D2 -1'")
    return Result(_effect(attacker), _effect(defender))


def _by_rung(chart: Table, scale: Scale) -> dict[tuple[int, int], Result]:
    """The cells by the place of their column on the scale and the dice."""
    return {
        (scale.labels.index(column), int(dice)): result
        for (column, dice), result in chart.decode(_result).items()
    }


def _fire(tables: Mapping[str, Table]) -> dict[tuple[FireTable, str, int], Effect]:
    names: tuple[FireTable, ...] = get_args(FireTable)
    return {
        (name, row, dice): effect
        for name in names
        for (row, dice), effect in _by_row(tables[name].decode(_effect)).items()
    }


def _gaps(
    chart: Table, fire: Mapping[tuple[FireTable, str, int], Effect]
) -> dict[tuple[FireTable, str, int], Effect]:
    """A9: the cells that are filled, each of which must be a dash."""

    def cells(row: _Row) -> dict[tuple[FireTable, str, int], Effect]:
        places = [
            (cast(FireTable, row["table"]), row["strength"], int(dice))
            for dice in row["rolls"].split()
        ]
        if any(place not in fire or fire[place].text != "-" for place in places):
            raise ValueError("there is no gap")
        return dict.fromkeys(places, _effect(row["result"]))

    return {
        place: effect for part in chart.read_rows(cells).values() for place, effect in part.items()
    }


def _destroyed(text: str) -> bool:
    if text not in ("D", "-"):
        raise ValueError(f"{text!r} is neither D nor a dash")
    return text == "D"


# --- stars and nations ------------------------------------------------------------------


def _star(row: _Row) -> StarRule:
    return StarRule(
        title=row["title"],
        attack=_use(row["attack"]),
        defence=_use(row["defence"]),
        disabled_by=_stars(row["disabled by"]),
        disables=_stars(row["disables"]),
    )


def _use(text: str) -> StarUse:
    if text not in get_args(StarUse):
        raise ValueError(f"unknown use {text!r}")
    return cast(StarUse, text)


def _stars(text: str) -> frozenset[Star]:
    found = frozenset(text.split()) - {"-"}
    unknown = sorted(found - set(get_args(Star)))
    if unknown:
        raise ValueError(f"unknown star {unknown[0]!r}")
    return cast(frozenset[Star], found)


def _nation(row: _Row) -> Nation:
    return Nation(row["title"], int(row["range"]), int(row["supply"]) * SIXTHS)
