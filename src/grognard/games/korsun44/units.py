"""1.2, 1.3, 15 The counters, and the formations that they belong to.

`data/units.yaml` lists the counters in groups of one make. What a group prints (type, strength,
movement, stars, sources) is written there once; here each counter gets it. Where a counter
begins and when it comes is the scenario's affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from grognard.data import DataError, Source, Strict, read_yaml
from grognard.decisions import rule
from grognard.pieces import Piece
from grognard.rosters import Roster, membership_faults, naming_faults

SideName = Literal["german", "soviet"]
#: The rows of the morale table (5.6.2) that this game uses; staffs are never tested (E31).
Troops = Literal["wehrmacht", "ss", "volkssturm", "red army", "guards", "staff"]
Kind = Literal[
    "infantry",
    "motorised",
    "armour",
    "mechanised",
    "cavalry",
    "assault guns",
    "anti-tank",
    "artillery",
    "engineers",
    "fortification",
    "resilience",
    "volkssturm",
    "hq",
]
Size = Literal["battalion", "regiment", "brigade", "division", "staff"]
#: 1.3 How a unit moves; a resilience group does not (15.2.1).
Moves = Literal["foot", "truck", "mech", "static"]
Star = Literal["black", "white", "yellow", "blue"]
FormationKind = Literal["battalion", "brigade", "division", "corps", "army"]
Printed = Literal["strength", "movement", "levels"]
FormationId = str

#: 1.3-b The bars or crosses over the symbol; an HQ has none.
SIZE_SYMBOLS: Mapping[Size, str] = {
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "staff": "",
}
#: 5.1.10 Guns that are pulled by trucks: they neither attack directly nor pursue.
_TOWED: frozenset[Kind] = frozenset({"artillery", "anti-tank"})
#: D9 Who is no regular unit.
_IRREGULAR: frozenset[Kind] = frozenset({"artillery", "hq", "resilience"})
_TROOPS: Mapping[Troops, tuple[SideName, ...]] = {
    "wehrmacht": ("german",),
    "ss": ("german",),
    "volkssturm": ("german",),
    "red army": ("soviet",),
    "guards": ("soviet",),
    "staff": ("german", "soviet"),
}


# --- what is printed --------------------------------------------------------------------


class Values(Struct, frozen=True):
    """The numbers on one side of a counter. Only artillery defends with another strength than
    it attacks with (1.2-a).
    """

    attack: int
    defence: int
    moves: int


class Formation(Struct, frozen=True):
    """A division, corps or army. `concentrates`: do three of its units in one combat gain a
    modifier (13.1)? Armies, and corps through them, belong to a Ukrainian Front.
    """

    id: FormationId
    title: str
    side: SideName
    kind: FormationKind
    concentrates: bool
    front: int


class KorsunPiece(Piece, frozen=True, kw_only=True, dict=True):
    """A counter. `front` and `back` are its printed sides; without a back it has one combat
    efficiency level (1.2-b). `source` is about the numbers, `sources` names those that are
    better known than the others, `named` is about its identity.
    """

    kind: Kind
    troops: Troops
    size: Size
    moves: Moves
    front: Values
    back: Values | None = None
    stars: Mapping[Star, int] = {}
    formation: Formation | None = None
    group: str = ""
    sources: Mapping[Printed, Source] = {}
    named: Source = "reconstructed"

    @property
    @rule("1.2-b", "1.2-c")
    def levels(self) -> int:
        """Its combat efficiency levels at full strength: one for each strength that it prints.
        That of towed artillery has its transport on the back and so one level.
        """
        return 1 if self.back is None else 2

    def values(self, levels: int) -> Values:
        """What it shows with so many levels left."""
        return self.back if self.back is not None and levels < self.levels else self.front

    @property
    @rule("D9")
    def is_regular(self) -> bool:
        """Every ground unit but artillery, HQs and resilience groups."""
        return self.kind not in _IRREGULAR

    @property
    @rule("5.1.10")
    def is_towed(self) -> bool:
        """Guns behind trucks: anti-tank guns, and all artillery of this game."""
        return self.kind in _TOWED and self.moves != "mech"

    @property
    def is_artillery(self) -> bool:
        """Guns with a range, in combat or transport set-up (6.2.2)."""
        return self.kind == "artillery"

    @property
    @rule("6.1.1", "6.6.5")
    def is_self_propelled(self) -> bool:
        """Artillery on tracks: it has no set-up and fights as it is."""
        return self.is_artillery and not self.is_towed

    @property
    def is_hq(self) -> bool:
        """A headquarters (9)."""
        return self.kind == "hq"

    @property
    @rule("1.3", "1.3-a")
    def is_motorised(self) -> bool:
        """On tracks or wheels."""
        return self.moves in ("truck", "mech")

    @property
    @rule("4.1.2", "6.1.5", "9.1.1", "15.2.2")
    def has_zone(self) -> bool:
        """Regular units have a zone of control, nobody else has."""
        return self.is_regular

    @property
    def fortifies(self) -> bool:
        """A fortification unit (15.4)."""
        return self.kind == "fortification"

    @property
    def holds_out(self) -> bool:
        """A resilience group (15.2)."""
        return self.kind == "resilience"

    @property
    def is_volkssturm(self) -> bool:
        """Volkssturm (15.3)."""
        return self.kind == "volkssturm"

    @property
    def concentrates(self) -> FormationId:
        """The division or corps that it counts for in tactical concentration, or nothing."""
        return self.formation.id if self.formation and self.formation.concentrates else ""

    @property
    def ukrainian_front(self) -> int:
        """The Ukrainian Front of a Soviet unit, 0 where it has none (K44-3)."""
        return self.formation.front if self.formation else 0

    @property
    def size_symbol(self) -> str:
        """The bars or crosses over the symbol (1.3-b)."""
        return SIZE_SYMBOLS[self.size]

    def source_of(self, number: Printed) -> Source:
        """Where a number comes from."""
        return self.sources.get(number, self.source)


class OrderOfBattle(Roster[KorsunPiece], frozen=True, dict=True):
    """Everything that is printed on counters. Pieces stand in the order of the file."""

    formations: Mapping[FormationId, Formation]

    @cached_property
    def members(self) -> Mapping[FormationId, tuple[KorsunPiece, ...]]:
        """The counters of each formation, without those of formations under it."""
        return {
            name: tuple(p for p in self.pieces if p.formation is formation)
            for name, formation in self.formations.items()
        }


# --- the file ---------------------------------------------------------------------------

_Id = Annotated[str, Meta(pattern=r"^\S+$")]
_Values = Annotated[str, Meta(pattern=r"^\d+(/\d+)?-\d+$")]
_Number = Annotated[int, Meta(ge=1)]
_Front = Annotated[int, Meta(ge=1, le=2)]


class _FormationFile(Strict, frozen=True):
    id: FormationId
    title: str
    side: SideName
    kind: FormationKind
    counters: _Number | None = None
    concentrates: bool = False
    army: FormationId = ""
    front: _Front | None = None


class _TypeFile(Strict, frozen=True):
    side: SideName
    troops: Troops
    kind: Kind
    size: Size
    moves: Moves


class _UnitFile(Strict, frozen=True):
    id: _Id
    name: str
    formation: FormationId = ""
    named: Source | None = None


class _GroupFile(Strict, frozen=True):
    name: str
    type: _TypeFile
    prints: Annotated[tuple[_Values, ...], Meta(min_length=1, max_length=2)]
    source: Source
    named: Source
    units: tuple[_UnitFile, ...]
    stars: dict[Star, _Number] = field(default_factory=dict)
    sources: dict[Printed, Source] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[Values, ...]:
        """What is printed, front first."""
        return tuple(map(_values, self.prints))


class _UnitsFile(Strict, frozen=True):
    formations: tuple[_FormationFile, ...]
    groups: tuple[_GroupFile, ...]


def load_units(path: Path) -> OrderOfBattle:
    """Read the order of battle; a `DataError` lists everything that is wrong with it."""
    file = read_yaml(path, _UnitsFile)
    problems = list(_faults(file))
    if problems:
        raise DataError(path.name, problems)
    formations = {f.id: _formation(f, file.formations) for f in file.formations}
    return OrderOfBattle(
        pieces=tuple(_piece(g, unit, formations) for g in file.groups for unit in g.units),
        formations=formations,
    )


def _values(text: str) -> Values:
    """`4-7` is a strength of 4 and 7 movement points, `5/3-7` attacks with 5, defends with 3."""
    strength, _, moves = text.partition("-")
    attack, _, defence = strength.partition("/")
    return Values(int(attack), int(defence or attack), int(moves))


def _formation(one: _FormationFile, others: tuple[_FormationFile, ...]) -> Formation:
    fronts = {other.id: other.front or 0 for other in others}
    return Formation(
        id=one.id,
        title=one.title,
        side=one.side,
        kind=one.kind,
        concentrates=one.concentrates,
        front=fronts[one.army or one.id],
    )


def _piece(
    group: _GroupFile, unit: _UnitFile, formations: Mapping[FormationId, Formation]
) -> KorsunPiece:
    made, sides = group.type, group.sides
    return KorsunPiece(
        id=unit.id,
        side=made.side,
        name=unit.name,
        source=group.source,
        kind=made.kind,
        troops=made.troops,
        size=made.size,
        moves=made.moves,
        front=sides[0],
        back=sides[1] if len(sides) > 1 else None,
        stars=group.stars,
        formation=formations.get(unit.formation),
        group=group.name,
        sources=group.sources,
        named=unit.named or group.named,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _faults(file: _UnitsFile) -> Iterator[str]:
    ids = [unit.id for group in file.groups for unit in group.units]
    yield from naming_faults(ids, (g.name for g in file.groups), (f.id for f in file.formations))
    for group in file.groups:
        yield from (f"group {group.name!r}: {fault}" for fault in _group_faults(group))
    members = [(u.id, u.formation, g.type.side) for g in file.groups for u in g.units]
    yield from membership_faults(members, {f.id: f.side for f in file.formations})
    yield from _formation_faults(file)


def _group_faults(group: _GroupFile) -> Iterator[str]:
    """What a make of counters cannot be."""
    made, sides = group.type, group.sides
    if made.side not in _TROOPS[made.troops]:
        yield f"{made.troops} are not {made.side}"
    if (made.kind == "hq") != (made.troops == "staff" and made.size == "staff"):
        yield "an HQ, and it alone, is a staff"
    if len({values.moves for values in sides}) > 1:
        yield "both sides have the same movement points"
    if any(back.attack >= sides[0].attack for back in sides[1:]):
        yield "the back is weaker than the front"
    yield from _kind_faults(made, sides)


def _kind_faults(made: _TypeFile, sides: tuple[Values, ...]) -> Iterator[str]:
    """What the rules say of artillery, HQs and resilience groups."""
    split = any(values.attack != values.defence for values in sides)
    if split != (made.kind == "artillery"):
        yield "artillery, and it alone, has two strengths"
    if made.kind in ("artillery", "hq") and len(sides) > 1:
        yield f"6.1.6, 9.1.4: {made.kind} has one level"
    if made.kind in _TOWED and made.moves != "truck":
        yield f"1.3-a: {made.kind} is trucked"
    if made.kind == "hq" and (made.moves, sides[0].moves) != ("truck", 10):
        yield "9.1.2: an HQ is trucked and has 10 movement points"
    if {made.moves == "static", sides[0].moves == 0} != {made.kind == "resilience"}:
        yield "15.2.1: a resilience group, and it alone, does not move"


def _formation_faults(file: _UnitsFile) -> Iterator[str]:
    """As many counters as the set-up lists let one count (B4); fronts for Soviet armies."""
    units = [unit for group in file.groups for unit in group.units]
    armies = {f.id for f in file.formations if f.kind == "army"}
    for one in file.formations:
        there = sum(unit.formation == one.id for unit in units)
        if one.counters is not None and there != one.counters:
            yield f"formation {one.id!r}: {there} counters, it has {one.counters}"
        if one.army and one.army not in armies:
            yield f"formation {one.id!r}: unknown army {one.army!r}"
        if (one.front is not None) != (one.kind == "army"):
            yield f"formation {one.id!r}: an army, and it alone, names its front"
        if one.concentrates and one.kind not in ("division", "corps"):
            yield f"formation {one.id!r}: 13.1.1: only divisions and corps concentrate"
