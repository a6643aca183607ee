"""The charts: terrain, zones, limbering, states, combat, bombardment, crossing, drops, points.

They are tables in `data/tables.yaml`, which `chartfile` reads; here are the numbers that rules
reckon with.
Movement points come in halves and thirds, so they are whole numbers of sixths here (R-19).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.games.kanev43.units import Ammunition, Limber
from grognard.mechanics.tables import (
    Figure,
    Ratio,
    Scale,
    Table,
    by_levels,
    clamp,
    divide,
    odds,
)
from grognard.words import counted

#: R-19 A movement point in the smallest part that the charts know.
SIXTHS = 6

Class = Literal["foot", "mot", "mech"]
CLASSES: tuple[Class, ...] = get_args(Class)
#: The rows of odds of the combat table (R-04, R-05).
OddsRow = Literal["hill", "swamp", "rough", "clear"]
Layer = Literal[
    "clear",
    "woods",
    "rough",
    "hill",
    "swamp",
    "town",
    "stream",
    "river",
    "dnepr",
    "road",
    "highway",
    "position",
    "fort",
]
StateName = Literal["out", "isolated", "disrupted", "demoralised"]
ZoneStep = Literal["enter", "leave"]
InfiltrationName = Literal["friend", "night", "tank", "motorised"]
LimitName = Literal[
    "zone",
    "stack_battalions",
    "stack_units",
    "stack_hqs",
    "companies",
    "regiment_points",
    "strategic_distance",
    "axis_supply",
    "isolation_die",
    "replacement_distance",
    "rebuild_distance",
    "double_salvoes",
    "defensive_die",
    "attack_cap",
    "defence_cap",
    "attack_battalions",
    "attack_companies",
    "attack_regiment",
    "attack_regiment_companies",
    "defend_units",
    "defend_battalions",
    "defend_hexes",
    "defend_more_battalions",
    "defend_more_companies",
    "surprise_guns",
    "surprise_die",
    "envelopment",
    "massed_armour",
    "infiltration",
    "leader_points",
    "leader_reach",
    "leader_killed",
    "leader_wounded",
    "leader_days",
    "leader_combats",
    "build_turns",
    "build_turns_engineers",
    "bridgehead_water",
    "bridgehead_shift",
    "bridgehead_improves",
    "bridgehead_lost",
    "bridgehead_withdrawn",
    "bridgehead_stand",
    "crossing_units",
    "crossing_engineer",
    "crossing_helped",
    "bridge_die",
    "bridge_soviets",
    "dropzone_edge",
    "drop_spread",
    "dispersed_hexes",
    "concentrate_die",
    "concentrate_beside",
    "search_die",
    "spotting",
    "stand_leader",
]
#: Figures that the text does not have.
OwnLimit = Literal["salvoes", "improved_crossing"]
ModifierName = Literal[
    "integrity_attack",
    "integrity_defence",
    "armour_attack",
    "armour_defence",
    "morale_attack",
    "morale_defence",
    "surprise",
    "envelopment",
    "engineers",
    "leader",
    "massed_armour",
    "mixed",
]
ShiftName = Literal["far", "position", "tank", "town", "artillery"]
AdvanceName = Literal["soviet", "foot", "motor", "towed", "tracked"]
VictoryName = Literal[
    "town",
    "city",
    "kanev",
    "bridge",
    "bridgehead",
    "improved",
    "tanks",
    "axis_battalion",
    "soviet_battalion",
    "rifles",
    "paratroopers",
    "bridge_blown",
]
CrossingColumn = Literal["A", "B", "C", "D"]
CROSSERS = (
    "infantry foot",
    "infantry mot",
    "infantry mech",
    "engineer",
    "machine gun",
    "parachute",
    "hq",
    "cavalry",
    "anti-tank",
    "recon foot",
    "recon mot",
    "recon mech",
    "tank",
    "mortar",
    "glider",
    "rocket",
    "guns foot",
    "guns mot",
    "guns mech",
)

# --- what the charts say ----------------------------------------------------------------


class Cost(Struct, frozen=True):
    """What a class of movers pays, in sixths: None where it is prohibited. `half` is H+1, which
    goes by the mover (TEC-22); `crossing` lets it try the crossing table (TEC-21).
    """

    tactical: int | None
    strategic: int | None
    half: bool = False
    crossing: bool = False


class Terrain(Struct, frozen=True):
    """A row of the terrain chart. Hexsides have no row of odds. `defence` multiplies the
    defenders, `across` what attacks over the hexside.
    """

    title: str
    costs: Mapping[Class, Cost]
    row: OddsRow | None
    defence: Fraction
    across: Fraction


class Condition(Struct, frozen=True):
    """What a state does (SUP-9, SUP-10, DIS-1 to DIS-7). A strength is halved, or has a number
    added that does not take it below `least`.
    """

    title: str
    foot: int
    motor: int
    attack: int
    support: int
    least: int
    halves_attack: bool
    halves_defence: bool
    morale: int
    armour: int
    anti_tank: int


class Effect(Struct, frozen=True):
    """What a result does to one side: casualties, disrupted or demoralised besides."""

    casualties: int = 0
    disrupted: bool = False
    demoralised: bool = False

    @property
    def text(self) -> str:
        """As it is printed."""
        letter = "Z" if self.demoralised else "d" if self.disrupted else ""
        return f"{self.casualties}{letter}" if self.casualties else "-"

    @property
    def words(self) -> str:
        """The same in words."""
        if not self.casualties:
            return "nothing"
        order = "demoralised" if self.demoralised else "disrupted" if self.disrupted else ""
        lost = counted(self.casualties, "casualty", "casualties")
        return f"{lost} and {order}" if order else lost


class Result(Struct, frozen=True):
    """A cell of the combat table."""

    attacker: Effect
    defender: Effect

    @property
    def text(self) -> str:
        """As it is printed."""
        return f"{self.attacker.text}/{self.defender.text}"


class Shell(Struct, frozen=True):
    """A cell of the bombardment table."""

    disrupted: bool = False
    demoralised: bool = False
    steps: int = 0


class Split(Struct, frozen=True):
    """CRT-16 How many casualties are steps, and how many hexes of retreat."""

    steps: int
    hexes: int


class Passage(Struct, frozen=True):
    """A cell of the crossing table."""

    crosses: bool
    disrupted: bool = False
    loses: bool = False


class Draft(Struct, frozen=True):
    """Steps that the replacement die brings."""

    infantry: int
    engineer: int
    armour: int


class VictoryLevel(Struct, frozen=True):
    """A level of victory and the least difference that reaches it; None: any."""

    title: str
    winner: Side
    least: int | None


class Charts(Struct, frozen=True):
    """All charts; `tables` has them as they are printed. Combat results go by column (from 0)
    and dice.
    """

    tables: Mapping[str, Table]
    terrain: Mapping[Layer, Terrain]
    zone_costs: Mapping[ZoneStep, Mapping[Class, int]]
    limbering: Mapping[Limber, tuple[int, int | None]]
    infiltration: Mapping[InfiltrationName, Figure]
    states: Mapping[StateName, Condition]
    limits: Mapping[LimitName, Figure]
    own: Mapping[OwnLimit, Figure]
    odds: Mapping[OddsRow, Scale]
    levels: Scale
    results: Mapping[tuple[int, int], Result]
    splits: Mapping[tuple[str, int], Split]
    modifiers: Mapping[ModifierName, Figure]
    failures: Mapping[str, int]
    advances: Mapping[AdvanceName, Figure]
    densities: Mapping[str, Scale]
    shells: Mapping[tuple[int, int], Shell]
    shifts: Mapping[ShiftName, Figure]
    crossings: Mapping[tuple[str, int], Passage]
    crossers: Mapping[str, CrossingColumn]
    drops: Mapping[str, str]
    scatter: Mapping[int, str]
    drafts: Mapping[int, Draft]
    stocks: Mapping[Side, Mapping[Ammunition, int]]
    points: Mapping[VictoryName, Figure]
    victories: tuple[VictoryLevel, ...]

    def limit(self, name: LimitName) -> int:
        """A figure of the text."""
        return self.limits[name].number

    # --- combat --------------------------------------------------------------------------

    @rule("CRT-1", "CBT-13", "R-06")
    def column(self, row: OddsRow, attack: int, defence: int) -> int:
        """The column of these strengths, rounded down; -1 below the lowest odds of the row."""
        return self.odds[row].find(odds(attack, defence))

    @rule("CRT-3", "CBT-14", "CBT-15", "R-06", "R-07")
    def modified(self, row: OddsRow, column: int, levels: int) -> int:
        """The column after the odds have been moved by so many levels."""
        return by_levels(self.odds[row], self.levels, column, levels)

    def heading(self, row: OddsRow, column: int) -> str:
        """The odds that head a column; below the lowest there is none."""
        return self.odds[row].labels[column] if column >= 0 else "no attack"

    @rule("CRT-2", "R-02", "R-09")
    def result(self, column: int, dice: int) -> Result:
        """The cell of the combat table."""
        return self.results[column, dice]

    @rule("CRT-16")
    def split(self, who: Literal["attacker", "defender"], casualties: int) -> Split:
        """Steps and hexes of a casualty result."""
        return self.splits[who, casualties] if casualties else Split(0, 0)

    @rule("CBT-20")
    def fails(self, below: int, die: int) -> bool:
        """Does a unit fail whose morale is so far below the chosen level?"""
        return below > 0 and die <= self.failures[self.tables["morale_failure"].row_at(below)]

    # --- bombardment ---------------------------------------------------------------------

    @rule("BMB-1", "R-11", "R-12")
    def fire_column(self, battalions: int, value: int) -> int:
        """The column of a bombardment value, -1 if it cannot bombard. Fractions of battalions
        have been dropped; there is at least one.
        """
        scale = self.densities[str(clamp(battalions, 1, len(self.densities)))]
        return scale.find(Ratio(value))

    @rule("BMB-2", "BMB-8", "R-12")
    def shell(self, column: int, dice: int) -> Shell:
        """What fire does; below the first column nothing, beyond the last as in the last."""
        last = len(self.tables["bombardment"].columns) - 1
        return Shell() if column < 0 else self.shells[min(column, last), dice]

    # --- crossing, drops, victory --------------------------------------------------------

    @rule("R-87")
    def passage(self, column: CrossingColumn, dice: int) -> Passage:
        """What the crossing dice do; modified ones beyond the table are read at its end."""
        rows = self.tables["crossing"].rows
        return self.crossings[column, clamp(dice, int(rows[0]), int(rows[-1]))]

    @rule("R-89")
    def drop(self, dice: int) -> str:
        """`eliminated`, `lands`, or the number that multiplies the scatter die."""
        return self.drops[self.tables["drop"].row_at(dice)]

    @rule("R-94")
    def victory(self, difference: int) -> VictoryLevel:
        """The level of Soviet points less Axis points and par."""
        return next(v for v in self.victories if v.least is None or difference >= v.least)


@rule("R-97", "TEC-20")
def half(number: int) -> int:
    """Half of a number, rounded up."""
    return divide(number, 2, "up")
