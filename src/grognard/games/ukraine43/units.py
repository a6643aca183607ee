"""2 The counters: ground units, HQs, leaders, air units and markers.

`data/units.yaml` lists the counters in groups of one make. What a group prints (type, sides,
sources) is written there once; here each counter gets it. Where the hexes of the set-up lie
is not asked here: scenarios check that against the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from grognard.data import DataError, Source, Strict, read_yaml, twice
from grognard.decisions import RuleId
from grognard.hexes import HexId
from grognard.mechanics.stacking import Stacked
from grognard.pieces import Piece
from grognard.rosters import Roster, naming_faults

SideName = Literal["axis", "soviet"]
Nationality = Literal["german", "rumanian", "hungarian", "slovakian", "turkoman", "soviet"]
Service = Literal["army", "guards", "ss", "luftwaffe"]
Role = Literal["combat", "support", "hq", "leader", "air"]
Mobility = Literal["mech", "cavalry", "foot"]
Size = Literal["", "battalion", "regiment", "brigade", "division", "corps", "army", "front"]
Kind = Literal[
    "infantry",
    "security",
    "jaeger",
    "airborne",
    "mountain",
    "fortified region",
    "cavalry",
    "sapper",
    "panzer",
    "tank",
    "panzergrenadier",
    "mechanised",
    "artillery",
    "su",
    "kv",
    "tiger",
    "stug",
    "panzer corps",
    "tank army",
    "shock army",
    "army",
    "front",
    "leader",
    "air",
]
Printed = Literal["front", "back", "attack", "defence", "move", "bonus", "das", "range"]
MarkerKind = Literal[
    "disrupted",
    "out of supply",
    "extended movement",
    "assault",
    "fortification",
    "railhead",
    "bridge train",
    "central front",
    "dam",
]

#: Colours of counters (2.3-2): of a service, else of a nationality.
SERVICE_COLOURS: Mapping[Service, str] = {"guards": "red", "ss": "black", "luftwaffe": "blue"}
NATIONAL_COLOURS: Mapping[Nationality, str] = {
    "german": "gray",
    "rumanian": "green",
    "hungarian": "light green",
    "slovakian": "dark blue",
    "turkoman": "yellow",
    "soviet": "tan",
}
_SIZE_SYMBOLS: Mapping[Size, str] = {
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "front": "XXXXX",
}


# --- what is printed --------------------------------------------------------------------


class Values(Struct, frozen=True):
    """The three numbers on a side of a counter: 4-7-4 (2.1-1)."""

    attack: int = 0
    defence: int = 0
    move: int = 0

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.move}"


class Piece43(Piece, frozen=True, kw_only=True, dict=True):
    """A counter. `source` is about its numbers, `sources` names those that are better known
    than the rest, `placed` is about where it begins.

    `bonus` is what an HQ adds to its stack: armies in attack and defence, panzer corps in
    defence only. A counter without `hex` and `box` comes by the schedule of a scenario.
    """

    kind: Kind
    role: Role
    nationality: Nationality
    service: Service = "army"
    mobility: Mobility = "mech"
    size: Size = ""
    front: Values = Values()
    back: Values | None = None
    bonus: int = 0
    das: int = 0
    range: int = 0
    restricted: bool = False
    breakthrough: bool = False
    group: str = ""
    formation: str = ""
    hex: HexId = ""
    box: str = ""
    reduced: bool = False
    sources: Mapping[Printed, Source] = {}
    placed: Source = "reconstructed"

    @property
    def steps(self) -> int:
        """Two with a reduced side, else one; leaders and air units have none (8.7, 26.3-1)."""
        if not self.is_ground:
            return 0
        return 1 if self.back is None else 2

    @cached_property
    def is_ground(self) -> bool:
        """Combat units, support units and HQs are the ground units (R-69)."""
        return self.role in ("combat", "support", "hq")

    @cached_property
    def allowances(self) -> tuple[int, int]:
        """The movement allowance of the full and of the reduced side, in halves of a point."""
        return 2 * self.values().move, 2 * self.values(reduced=True).move

    @property
    def has_zoc(self) -> bool:
        """Combat units exert a zone of control; nothing else does (6.2)."""
        return self.role == "combat"

    @cached_property
    def is_mechanised(self) -> bool:
        """Cavalry is not (4.9C-1)."""
        return self.mobility == "mech"

    @property
    def is_guards(self) -> bool:
        """Red counters: they count against the re-roll of 9.10-3."""
        return self.service == "guards"

    @property
    def is_ss(self) -> bool:
        """Black counters: the SS panzer corps needs one (23.3-3)."""
        return self.service == "ss"

    @property
    def is_german(self) -> bool:
        """Gray, black and blue counters; Axis allies are not German (R-33)."""
        return self.nationality == "german"

    @property
    def is_armoured_corps(self) -> bool:
        """Tank and mechanised corps: a tank army asks for one, and lets a third in (23.4)."""
        return self.kind in ("tank", "mechanised") and self.size == "corps"

    @property
    def depletes(self) -> bool:
        """Regular artillery divisions are turned over when they have fired (22.4-2)."""
        return self.kind == "artillery" and not self.breakthrough

    @property
    def colour(self) -> str:
        """The colour of the counter (2.3-2)."""
        return SERVICE_COLOURS.get(self.service) or NATIONAL_COLOURS[self.nationality]

    @property
    def size_symbol(self) -> str:
        """The bars or crosses over the symbol (2.2-1)."""
        return _SIZE_SYMBOLS.get(self.size, "")

    def values(self, reduced: bool = False) -> Values:
        """The numbers of the full or of the reduced side."""
        return self.back if reduced and self.back is not None else self.front

    def source_of(self, number: Printed) -> Source:
        """Where one printed number comes from."""
        side: Printed = "front" if number in ("attack", "defence", "move") else number
        return self.sources.get(number) or self.sources.get(side) or self.source

    @cached_property
    def stacked(self) -> Stacked:
        """The counter as the stacking limits see it (5.1A)."""
        kinds: set[str] = {self.role, self.kind}
        if self.is_armoured_corps:
            kinds.add("armoured corps")
        return Stacked(self.id, frozenset(kinds))


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker. Without `number` there are as many as are needed; without `side`
    each side has its own.
    """

    kind: MarkerKind
    rule: RuleId
    source: Source
    number: int | None = None
    side: SideName | None = None


class OrderOfBattle(Roster[Piece43], frozen=True, dict=True):
    """Everything that is printed on counters. Pieces stand in the order of the file."""

    markers: Mapping[MarkerKind, Marker]


# --- the file ---------------------------------------------------------------------------


_Id = Annotated[str, Meta(pattern=r"^\S+$")]
_Side = Annotated[str, Meta(pattern=r"^\d+-\d+-\d+$")]
_Hex = Annotated[str, Meta(pattern=r"^\d{4}$")]
_Number = Annotated[int, Meta(ge=0)]


class _TypeFile(Strict, frozen=True):
    nationality: Nationality
    kind: Kind
    role: Role
    mobility: Mobility = "mech"
    size: Size = ""
    service: Service = "army"
    restricted: bool = False
    breakthrough: bool = False


class _PrintFile(Strict, frozen=True):
    front: _Side = "0-0-0"
    back: _Side | None = None
    bonus: _Number = 0
    das: _Number = 0
    range: _Number = 0


class _UnitFile(Strict, frozen=True):
    id: _Id
    name: str
    front: _Side | None = None
    back: _Side | None = None
    formation: str = ""
    hex: _Hex | None = None
    box: str = ""
    reduced: bool = False


class _CountFile(Strict, frozen=True):
    number: int
    rule: RuleId


class _GroupFile(Strict, frozen=True):
    name: str
    type: _TypeFile
    prints: _PrintFile
    source: Source
    placed: Source
    units: tuple[_UnitFile, ...]
    sources: dict[Printed, Source] = field(default_factory=dict)
    counted: _CountFile | None = None


class _UnitsFile(Strict, frozen=True):
    groups: tuple[_GroupFile, ...]
    markers: tuple[Marker, ...]


def load_units(path: Path) -> OrderOfBattle:
    """Read the order of battle; a `DataError` lists everything that is wrong with it."""
    file = read_yaml(path, _UnitsFile)
    problems = list(_faults(file))
    if problems:
        raise DataError(path.name, problems)
    return OrderOfBattle(
        pieces=tuple(_piece(group, unit) for group in file.groups for unit in group.units),
        markers={marker.kind: marker for marker in file.markers},
    )


def _piece(group: _GroupFile, unit: _UnitFile) -> Piece43:
    made, prints = group.type, group.prints
    back = unit.back or prints.back
    return Piece43(
        id=unit.id,
        side="soviet" if made.nationality == "soviet" else "axis",
        name=unit.name,
        source=group.source,
        kind=made.kind,
        role=made.role,
        nationality=made.nationality,
        service=made.service,
        mobility=made.mobility,
        size=made.size,
        front=_values(unit.front or prints.front),
        back=_values(back) if back else None,
        bonus=prints.bonus,
        das=prints.das,
        range=prints.range,
        restricted=made.restricted,
        breakthrough=made.breakthrough,
        group=group.name,
        formation=unit.formation,
        hex=unit.hex or "",
        box=unit.box,
        reduced=unit.reduced,
        sources=_sources(group, unit),
        placed=group.placed,
    )


def _values(text: str) -> Values:
    attack, defence, move = map(int, re.findall(r"\d+", text))
    return Values(attack, defence, move)


def _sources(group: _GroupFile, unit: _UnitFile) -> dict[Printed, Source]:
    """What is known of the group's numbers is not known of a counter with its own."""
    if unit.front is None:
        return group.sources
    own: tuple[Printed, ...] = ("front", "attack", "defence")
    return {number: source for number, source in group.sources.items() if number not in own}


# --- what may be wrong with it ----------------------------------------------------------


def _faults(file: _UnitsFile) -> Iterator[str]:
    ids = [unit.id for group in file.groups for unit in group.units]
    yield from naming_faults(ids, (g.name for g in file.groups))
    for group in file.groups:
        yield from (f"group {group.name!r}: {fault}" for fault in _group_faults(group))
        for unit in group.units:
            yield from (f"unit {unit.id!r}: {fault}" for fault in _unit_faults(group, unit))
    yield from _marker_faults(file.markers)


def _group_faults(group: _GroupFile) -> Iterator[str]:
    made, prints = group.type, group.prints
    if group.counted and len(group.units) != group.counted.number:
        yield f"{len(group.units)} units, {group.counted.rule} has {group.counted.number}"
    if (made.service == "guards") > (made.nationality == "soviet"):
        yield f"{made.nationality} units are no Guards"
    if (made.service in ("ss", "luftwaffe")) > (made.nationality == "german"):
        yield f"{made.nationality} units have no {made.service}"
    if (made.role == "air") != bool(prints.das and prints.range):
        yield "air units, and they alone, have a DAS factor and a range"
    if prints.bonus and made.role != "hq":
        yield "only an HQ adds a bonus"
    if made.breakthrough and made.kind != "artillery":
        yield "only artillery is for breakthrough"


def _unit_faults(group: _GroupFile, unit: _UnitFile) -> Iterator[str]:
    role = group.type.role
    front = _values(unit.front or group.prints.front)
    back = unit.back or group.prints.back
    if role in ("combat", "support", "hq") and not (front.defence and front.move):
        yield f"a {role} unit needs a defence and a movement allowance"
    if back and role != "combat":
        yield "only combat units have a reduced side"
    if unit.front and not unit.back and group.prints.back:
        yield "has a front of its own and the back of its group"
    if unit.reduced and not back:
        yield "begins reduced and has no reduced side"
    if unit.hex and unit.box:
        yield "begins either on a hex or in a box"


def _marker_faults(markers: tuple[Marker, ...]) -> Iterator[str]:
    kinds = [marker.kind for marker in markers]
    yield from (f"marker {kind!r}: is there twice" for kind in twice(kinds))
    missing = [kind for kind in get_args(MarkerKind) if kind not in kinds]
    yield from (f"marker {kind!r}: is missing" for kind in missing)
