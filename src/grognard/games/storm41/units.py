"""2 The counters: ground units and markers.

`data/units.yaml` lists the counters in groups of one make. What a group prints (type, factors,
sources) is written there once; here each counter gets it. Where the hexes of the set-up lie
is not asked here: scenarios check that against the map.
"""

from __future__ import annotations

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
Nationality = Literal["german", "slovak", "hungarian", "romanian", "soviet"]
#: Whose rules a unit follows: the Slovak division is German in everything (2.12).
Nation = Literal["german", "hungarian", "romanian", "soviet"]
Size = Literal["regiment", "brigade", "division", "corps"]
Kind = Literal[
    "panzer",
    "motorised",
    "cavalry",
    "infantry",
    "mountain",
    "airborne",
    "flak",
    "tank",
    "mechanised",
    "rifle",
    "t34",
    "artillery",
]
#: The mobility classes of 2.9.
Mobility = Literal["mech", "foot", "static"]
#: The columns of the Terrain Effects Chart with its exceptions (12.2).
Going = Literal["foot", "mech", "cavalry", "mountain"]
#: The rows of the Movement Factors Table (12.1).
Pace = Literal[
    "german mech", "german foot", "german static", "soviet mech", "soviet foot", "allied"
]
#: How a counter comes into play, by what is printed on its back (3.2, 3.3, 3.4, 3.7).
Start = Literal["hex", "turn", "reserve", "airborne", "free"]
#: The ten colour schemes of 2.6; the skins of the counters have these names.
Colours = Literal[
    "German mechanised",
    "German non-mechanised",
    "German static",
    "Hungarian",
    "Romanian",
    "Soviet mechanised",
    "Soviet artillery",
    "Soviet T-34",
    "Soviet non-mechanised",
    "Soviet airborne",
]
Printed = Literal["attack", "defence"]
#: Soviets but for artillery, which is stacked apart (6.5).
LINE = "line"
MarkerKind = Literal[
    "airpower",
    "aerial supply",
    "german eliminated",
    "soviet eliminated",
    "soviet victory points",
    "soviet city control",
    "game turn",
    "transport corridor",
    "hex control",
]

#: 2.9 Which class a type of unit belongs to. Cavalry and heavy artillery are mechanised.
MOBILITY: Mapping[Kind, Mobility] = {
    "panzer": "mech",
    "motorised": "mech",
    "cavalry": "mech",
    "tank": "mech",
    "mechanised": "mech",
    "t34": "mech",
    "artillery": "mech",
    "infantry": "foot",
    "mountain": "foot",
    "airborne": "foot",
    "rifle": "foot",
    "flak": "static",
}
#: Types that only one side has.
_ONLY: Mapping[Kind, SideName] = {
    "panzer": "axis",
    "motorised": "axis",
    "infantry": "axis",
    "flak": "axis",
    "tank": "soviet",
    "mechanised": "soviet",
    "rifle": "soviet",
    "t34": "soviet",
    "artillery": "soviet",
}
_SIZE_SYMBOLS: Mapping[Size, str] = {
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
}
_SOVIET_COLOURS: Mapping[Kind, Colours] = {
    "artillery": "Soviet artillery",
    "t34": "Soviet T-34",
    "airborne": "Soviet airborne",
}


# --- what is printed --------------------------------------------------------------------


class Piece41(Piece, frozen=True, kw_only=True, dict=True):
    """A counter. `source` is about its two factors, `sources` names one that is better known
    than the other, `named` is about its identity, `placed` about where it begins.

    A counter begins on a `hex`, comes on a `turn`, lies in the `reserve`, or has a blank back:
    then its player sets it up, unless it is an airborne brigade, which waits in its box.
    """

    kind: Kind
    nationality: Nationality
    size: Size
    attack: int
    defence: int
    replaceable: bool = True
    group: str = ""
    corps: int = 0
    formation: str = ""
    hex: HexId = ""
    turn: int = 0
    reserve: bool = False
    sources: Mapping[Printed, Source] = {}
    named: Source = "reconstructed"
    placed: Source = "reconstructed"

    @property
    def steps(self) -> int:
        """Every unit has one step (2.13)."""
        return 1

    @cached_property
    def nation(self) -> Nation:
        """Whose rules the unit follows (2.12)."""
        return "german" if self.nationality == "slovak" else self.nationality

    @cached_property
    def is_allied(self) -> bool:
        """Hungarians and Romanians: bound to their country, always in supply (7.1)."""
        return self.nation in ("hungarian", "romanian")

    @cached_property
    def mobility(self) -> Mobility:
        """The mobility class (2.9)."""
        return MOBILITY[self.kind]

    @cached_property
    def moves(self) -> bool:
        """Does it move at all? Static units do not (9.2)."""
        return self.mobility != "static"

    @property
    def is_mechanised(self) -> bool:
        """Of the mechanised class, cavalry and artillery included."""
        return self.mobility == "mech"

    @cached_property
    def going(self) -> Going:
        """The column of the Terrain Effects Chart; Hungarians and Romanians have that of their
        symbol (R-142).
        """
        if self.kind == "cavalry" or self.kind == "mountain":
            return self.kind
        return "mech" if self.mobility == "mech" else "foot"

    @cached_property
    def pace(self) -> Pace:
        """The row of the Movement Factors Table (2.11, 2.12)."""
        if self.is_allied:
            return "allied"
        if self.mobility == "static":
            return "german static"
        if self.nation == "german":
            return "german mech" if self.is_mechanised else "german foot"
        return "soviet mech" if self.is_mechanised else "soviet foot"

    @property
    def start(self) -> Start:
        """How it comes into play."""
        if self.hex:
            return "hex"
        if self.turn:
            return "turn"
        if self.reserve:
            return "reserve"
        return "airborne" if self.is_airborne else "free"

    @cached_property
    def is_artillery(self) -> bool:
        """Soviet heavy artillery, with the rules of 11.7."""
        return self.kind == "artillery"

    @property
    def is_airborne(self) -> bool:
        """A Soviet airborne brigade, with the rules of 11.10; the 7th Flieger Division is plain
        infantry.
        """
        return self.kind == "airborne" and self.side == "soviet"

    @property
    def is_tank(self) -> bool:
        """Tank divisions and T-34 brigades: the flak halves them (11.8, R-112)."""
        return self.kind in ("tank", "t34")

    @property
    def leads_assault(self) -> bool:
        """German panzer units lead mobile assaults (9.22-a, R-85)."""
        return self.kind == "panzer" and self.nation == "german"

    @property
    def joins_assault(self) -> bool:
        """Who may take part in a mobile assault: panzers, and motorised infantry, the Slovaks
        among them (R-28).
        """
        return self.nation == "german" and self.kind in ("panzer", "motorised")

    @property
    def colours(self) -> Colours:
        """The colour scheme of the counter (2.6)."""
        if self.nation == "hungarian":
            return "Hungarian"
        if self.nation == "romanian":
            return "Romanian"
        if self.nation == "soviet":
            plain: Colours = "Soviet mechanised" if self.is_mechanised else "Soviet non-mechanised"
            return _SOVIET_COLOURS.get(self.kind, plain)
        if self.mobility == "static":
            return "German static"
        return "German mechanised" if self.is_mechanised else "German non-mechanised"

    @property
    def size_symbol(self) -> str:
        """The bars or crosses over the symbol (2.8)."""
        return _SIZE_SYMBOLS[self.size]

    def source_of(self, number: Printed) -> Source:
        """Where a factor comes from."""
        return self.sources.get(number, self.source)

    @cached_property
    def layer(self) -> str:
        """What stacking counts it among: its nation, Soviet artillery apart (6.2 to 6.5)."""
        if self.is_artillery:
            return "artillery"
        return LINE if self.nation == "soviet" else self.nation

    @cached_property
    def stacked(self) -> Stacked:
        """The counter as the stacking limits see it (6.2 to 6.5)."""
        return Stacked(self.id, frozenset({self.nation, self.kind}))


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker and how many there are. Without `side` either side may use them."""

    kind: MarkerKind
    number: int
    rule: RuleId
    source: Source
    side: SideName | None = None


class OrderOfBattle(Roster[Piece41], frozen=True, dict=True):
    """Everything that is printed on counters. Pieces stand in the order of the file."""

    markers: Mapping[MarkerKind, Marker]

    @cached_property
    def corps(self) -> Mapping[int, tuple[Piece41, ...]]:
        """The mechanised corps with their divisions (5.13-8)."""
        found: dict[int, tuple[Piece41, ...]] = {}
        for piece in self.pieces:
            if piece.corps:
                found[piece.corps] = (*found.get(piece.corps, ()), piece)
        return dict(sorted(found.items()))


# --- the file ---------------------------------------------------------------------------


_Id = Annotated[str, Meta(pattern=r"^\S+$")]
_Factors = Annotated[str, Meta(pattern=r"^\d+-\d+$")]
_Hex = Annotated[str, Meta(pattern=r"^[NS]\d{4}$")]
#: Backs have one digit, so nobody comes on turn 10 (R-18).
_Turn = Annotated[int, Meta(ge=1, le=9)]
_Number = Annotated[int, Meta(ge=1)]


class _TypeFile(Strict, frozen=True):
    nationality: Nationality
    kind: Kind
    size: Size
    replaceable: bool = True


class _UnitFile(Strict, frozen=True):
    id: _Id
    name: str
    corps: _Number | None = None
    formation: str = ""
    hex: _Hex | None = None
    turn: _Turn | None = None
    reserve: bool = False
    named: Source | None = None
    placed: Source | None = None


class _CountFile(Strict, frozen=True):
    number: int
    rule: RuleId


class _GroupFile(Strict, frozen=True):
    name: str
    type: _TypeFile
    prints: _Factors
    source: Source
    named: Source
    placed: Source
    units: tuple[_UnitFile, ...]
    sources: dict[Printed, Source] = field(default_factory=dict)
    counted: _CountFile | None = None

    @property
    def side(self) -> SideName:
        """The side of its counters."""
        return "soviet" if self.type.nationality == "soviet" else "axis"

    @property
    def factors(self) -> tuple[int, int]:
        """Attack and defence."""
        attack, _, defence = self.prints.partition("-")
        return int(attack), int(defence)


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


def _piece(group: _GroupFile, unit: _UnitFile) -> Piece41:
    attack, defence = group.factors
    made = group.type
    return Piece41(
        id=unit.id,
        side=group.side,
        name=unit.name,
        source=group.source,
        kind=made.kind,
        nationality=made.nationality,
        size=made.size,
        attack=attack,
        defence=defence,
        replaceable=made.replaceable and made.nationality == "german",
        group=group.name,
        corps=unit.corps or 0,
        formation=unit.formation,
        hex=unit.hex or "",
        turn=unit.turn or 0,
        reserve=unit.reserve,
        sources=group.sources,
        named=unit.named or group.named,
        placed=unit.placed or group.placed,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _faults(file: _UnitsFile) -> Iterator[str]:
    ids = [unit.id for group in file.groups for unit in group.units]
    yield from naming_faults(ids, (g.name for g in file.groups))
    for group in file.groups:
        yield from (f"group {group.name!r}: {fault}" for fault in _group_faults(group))
        for unit in group.units:
            yield from (f"unit {unit.id!r}: {fault}" for fault in _unit_faults(group, unit))
    yield from _corps_faults(file)
    yield from _marker_faults(file.markers)


def _group_faults(group: _GroupFile) -> Iterator[str]:
    made, (attack, defence) = group.type, group.factors
    if group.counted and len(group.units) != group.counted.number:
        yield f"{len(group.units)} units, {group.counted.rule} has {group.counted.number}"
    if _ONLY.get(made.kind, group.side) != group.side:
        yield f"{made.nationality} units are no {made.kind}"
    if (attack == 0) != (made.kind == "flak"):
        yield "the flak, and it alone, has no attack factor"
    if (defence == 0) != (made.kind == "artillery"):
        yield "artillery, and it alone, has no defence factor"


def _unit_faults(group: _GroupFile, unit: _UnitFile) -> Iterator[str]:
    if sum((unit.hex is not None, unit.turn is not None, unit.reserve)) > 1:
        yield "begins either on a hex, or in the reserve, or on a turn"
    if unit.reserve and group.type.nationality != "german":
        yield "only German units lie in the reserve"
    if unit.hex and group.side == "soviet":
        yield "a Soviet unit has no start hex"
    if unit.corps and group.type.kind not in ("tank", "mechanised"):
        yield f"a {group.type.kind} unit belongs to no mechanised corps"


def _corps_faults(file: _UnitsFile) -> Iterator[str]:
    """5.13-8: two tank divisions and a mechanised one, which come into play together."""
    kinds: dict[int, list[str]] = {}
    turns: dict[int, set[int | None]] = {}
    for group in file.groups:
        for unit in group.units:
            if unit.corps:
                kinds.setdefault(unit.corps, []).append(group.type.kind)
                turns.setdefault(unit.corps, set()).add(unit.turn)
    for corps, divisions in sorted(kinds.items()):
        if sorted(divisions) != ["mechanised", "tank", "tank"]:
            yield f"corps {corps}: is not two tank divisions and a mechanised one"
        if len(turns[corps]) > 1:
            yield f"corps {corps}: its divisions do not come together"


def _marker_faults(markers: tuple[Marker, ...]) -> Iterator[str]:
    kinds = [marker.kind for marker in markers]
    yield from (f"marker {kind!r}: is there twice" for kind in twice(kinds))
    missing = [kind for kind in get_args(MarkerKind) if kind not in kinds]
    yield from (f"marker {kind!r}: is missing" for kind in missing)
