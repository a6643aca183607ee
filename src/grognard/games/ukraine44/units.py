"""2 The counters: formations, Tiger battalions and markers.

`data/units.yaml` lists the formations by the colour groups of rule 2.4. What a group prints
(side, type, army, area or turn of arrival) is written there once; here each formation
gets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from grognard.board import Board
from grognard.data import DataError, Source, Strict, read_yaml, twice
from grognard.decisions import RuleId, rule
from grognard.hexes import HexId
from grognard.pieces import Piece, UnitId
from grognard.rosters import naming_faults

FormationKind = Literal["mobile", "infantry", "garrison"]
PieceKind = Literal["mobile", "infantry", "garrison", "tiger"]
Nationality = Literal["soviet", "german", "hungarian"]
SideName = Literal["axis", "soviet"]
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
MarkerKind = Literal["game turn", "out of supply", "isolated", "air supply", "tiger", "step loss"]
Symbol = Literal["armour", "mechanized", "infantry", "garrison"]

FIRST_PANZER_ARMY = "1PzA"

#: The symbols of the types (2.8): the first of a type is what its hidden side shows.
SYMBOLS: Mapping[FormationKind, tuple[Symbol, ...]] = {
    "mobile": ("armour", "mechanized"),
    "infantry": ("infantry",),
    "garrison": ("garrison",),
}


# --- what is printed --------------------------------------------------------------------


class Piece44(Piece, frozen=True, kw_only=True):
    """A formation or a Tiger battalion. `source` is about its name and strengths, `placed`
    about where it begins.

    A formation begins on a hex, in an area, or off the map with the turn and the lettered
    hexes of its arrival. Its enemy may know what `group` tells and none of the rest.
    """

    kind: PieceKind
    group: str
    nationality: Nationality
    symbol: Symbol = "armour"
    attack: int = 0
    defence: int = 0
    army: str = ""
    hex: HexId = ""
    area: str = ""
    turn: int = 0
    entry: tuple[Letter, ...] = ()
    placed: Source = "reconstructed"

    @property
    def is_formation(self) -> bool:
        """A piece is a formation or a marker; Tiger battalions are markers (2.2-1, 6.3-1)."""
        return self.kind != "tiger"

    @property
    def label(self) -> str:
        """The id as a counter has room for it: its colours tell the rest."""
        return self.id.partition("/")[0].partition("-")[0]

    @property
    def steps(self) -> int:
        """Losses equal to its defence eliminate a formation (11.5-2)."""
        return self.defence

    @property
    def pza(self) -> bool:
        """Is 1PzA, the 1st Panzer Army, printed on the counter?"""
        return self.army == FIRST_PANZER_ARMY

    @property
    @rule("2.7-1")
    def size(self) -> str:
        """For symbols only: size has no effect on play (2.7-1)."""
        if not self.is_formation:
            return "battalion"
        return "corps" if self.side == "soviet" and self.kind == "mobile" else "division"


class Group(Struct, frozen=True, kw_only=True):
    """A colour group of rule 2.4: all that the hidden side of a counter tells. `kind` is
    None where one colour stands for two types.
    """

    name: str
    rule: RuleId
    side: SideName
    nationality: Nationality
    colour: str
    stripe: str = ""
    kind: FormationKind | None = None
    army: str = ""
    source: Source = "rulebook"


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker (2.9). `number` is None where there are as many as are needed;
    `zeros` are the step loss markers that serve as decoys.
    """

    kind: MarkerKind
    source: Source
    number: int | None = None
    values: tuple[int, ...] = ()
    zeros: int = 0


class OrderOfBattle(Struct, frozen=True):
    """Everything that is printed on counters. Pieces stand in fixed order: the Soviet
    formations, the Axis formations, the Tiger battalions.
    """

    pieces: tuple[Piece44, ...]
    groups: Mapping[str, Group]
    markers: Mapping[MarkerKind, Marker]
    words: Mapping[str, str]

    def piece(self, unit: UnitId) -> Piece44 | None:
        """The piece with this id, if there is one."""
        return next((piece for piece in self.pieces if piece.id == unit), None)

    def of_group(self, name: str) -> tuple[Piece44, ...]:
        """The formations of a colour group."""
        return tuple(p for p in self.pieces if p.group == name and p.is_formation)

    @property
    def tigers(self) -> tuple[Piece44, ...]:
        """The Tiger battalions."""
        return tuple(piece for piece in self.pieces if not piece.is_formation)


# --- the file ---------------------------------------------------------------------------


_Id = Annotated[str, Meta(pattern=r"^\S+$")]
_Turn = Annotated[int, Meta(ge=0)]


class _Words(Strict, frozen=True):
    source: Source
    words: dict[str, str]


class _FormationFile(Strict, frozen=True):
    id: _Id
    name: str
    attack: Annotated[int, Meta(ge=0)]
    defence: Annotated[int, Meta(ge=1)]
    kind: FormationKind | None = None
    symbol: Symbol | None = None
    army: str = ""
    hex: str = ""
    placed: Source | None = None


class _GroupFile(Strict, frozen=True):
    name: str
    rule: RuleId
    source: Source
    side: SideName
    nationality: Nationality
    colour: str
    count: int
    values: Source
    formations: tuple[_FormationFile, ...]
    stripe: str = ""
    kind: FormationKind | None = None
    army: str = ""
    area: str = ""
    turn: _Turn = 0
    entry: tuple[Letter, ...] = ()


class _TigerFile(Strict, frozen=True):
    id: _Id
    name: str
    source: Source
    group: str
    turn: _Turn = 0


class _UnitsFile(Strict, frozen=True):
    abbreviations: _Words
    armies: _Words
    groups: tuple[_GroupFile, ...]
    tigers: tuple[_TigerFile, ...]
    markers: tuple[Marker, ...]


def load_units(path: Path, board: Board) -> OrderOfBattle:
    """Read the order of battle; a `DataError` lists everything that is wrong with it."""
    file = read_yaml(path, _UnitsFile)
    problems = list(_faults(file, board))
    if problems:
        raise DataError(path.name, problems)
    formations = [_formation(g, unit, board) for g in file.groups for unit in g.formations]
    formations.sort(key=lambda piece: piece.side, reverse=True)
    return OrderOfBattle(
        pieces=(*formations, *map(_tiger, file.tigers)),
        groups={group.name: _group(group) for group in file.groups},
        markers={marker.kind: marker for marker in file.markers},
        words={**file.abbreviations.words, **file.armies.words},
    )


def _group(group: _GroupFile) -> Group:
    return Group(
        name=group.name,
        rule=group.rule,
        side=group.side,
        nationality=group.nationality,
        colour=group.colour,
        stripe=group.stripe,
        kind=group.kind,
        army=group.army,
        source=group.source,
    )


def _formation(group: _GroupFile, unit: _FormationFile, board: Board) -> Piece44:
    kind = unit.kind or group.kind
    assert kind is not None
    return Piece44(
        id=unit.id,
        side=group.side,
        name=unit.name,
        source=group.values,
        kind=kind,
        group=group.name,
        nationality=group.nationality,
        symbol=unit.symbol or SYMBOLS[kind][0],
        attack=unit.attack,
        defence=unit.defence,
        army=unit.army or group.army,
        hex=_hex(unit.hex, board) or "",
        area=group.area,
        turn=group.turn,
        entry=group.entry,
        placed=unit.placed or (group.values if unit.hex else group.source),
    )


def _tiger(tiger: _TigerFile) -> Piece44:
    return Piece44(
        id=tiger.id,
        side="axis",
        name=tiger.name,
        source=tiger.source,
        kind="tiger",
        group=tiger.group,
        nationality="german",
        turn=tiger.turn,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _faults(file: _UnitsFile, board: Board) -> Iterator[str]:
    ids = [unit.id for group in file.groups for unit in group.formations]
    ids += [tiger.id for tiger in file.tigers]
    yield from naming_faults(ids, (g.name for g in file.groups))
    words = {*file.abbreviations.words, *file.armies.words}
    for group in file.groups:
        yield from _group_faults(group, words)
        for unit in group.formations:
            for fault in _unit_faults(group, unit, words, board):
                yield f"unit {unit.id!r}: {fault}"
    yield from _shared_hexes(file, board)
    yield from _tiger_faults(file)
    yield from _marker_faults(file.markers)


@rule("2.4-1", "2.4-2", "2.4-3", "2.4-4", "2.4-5", "2.4-6", "2.4-7", "2.4-8", "2.4-9", "2.4-10",
      "2.4-11", "2.4-12", "2.4-13", "2.4-14")  # fmt: skip
def _group_faults(group: _GroupFile, words: set[str]) -> Iterator[str]:
    where = f"group {group.name!r}"
    if len(group.formations) != group.count:
        yield f"{where}: {len(group.formations)} formations, {group.rule} has {group.count}"
    if group.army and group.army not in words:
        yield f"{where}: unknown army {group.army}"
    if bool(group.turn) != bool(group.entry):
        yield f"{where}: a turn of arrival and entry hexes belong together"


@rule("2.8-2")
def _unit_faults(
    group: _GroupFile, unit: _FormationFile, words: set[str], board: Board
) -> Iterator[str]:
    kind = unit.kind or group.kind
    if kind is None:
        yield "has no kind, nor has its group"
    elif unit.symbol and unit.symbol not in SYMBOLS[kind]:
        yield f"the symbol {unit.symbol} does not mean {kind}"
    if unit.army and unit.army not in words:
        yield f"unknown army {unit.army}"
    if unit.hex and _hex(unit.hex, board) is None:
        yield f"unknown hex {unit.hex}"
    if sum(map(bool, (unit.hex, group.area, group.turn))) != 1:
        yield "must begin either on a hex, or in an area, or on a turn of arrival"


def _shared_hexes(file: _UnitsFile, board: Board) -> Iterator[str]:
    first: dict[HexId, UnitId] = {}
    for unit in (unit for group in file.groups for unit in group.formations):
        here = _hex(unit.hex, board)
        if here in first:
            yield f"unit {unit.id!r}: hex {here} is taken by {first[here]!r}"
        elif here:
            first[here] = unit.id


def _hex(text: str, board: Board) -> HexId | None:
    """The hex that a number means; None if the board has no such hex."""
    try:
        return board.grid.parse(text)
    except KeyError:
        return None


@rule("F5")
def _tiger_faults(file: _UnitsFile) -> Iterator[str]:
    groups = {group.name: group for group in file.groups}
    for tiger in file.tigers:
        group = groups.get(tiger.group)
        if group is None:
            yield f"unit {tiger.id!r}: unknown group {tiger.group!r}"
        elif group.turn != tiger.turn:
            yield f"unit {tiger.id!r}: comes on turn {tiger.turn}, its group on {group.turn}"


def _marker_faults(markers: tuple[Marker, ...]) -> Iterator[str]:
    kinds = [marker.kind for marker in markers]
    yield from (f"marker {kind!r}: is there twice" for kind in twice(kinds))
    yield from (
        f"marker {kind!r}: is missing" for kind in get_args(MarkerKind) if kind not in kinds
    )
