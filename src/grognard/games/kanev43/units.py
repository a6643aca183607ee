"""The counters, the formations that they belong to, and leaders.

`data/units.yaml` lists the counters in groups of one make. What a group prints (type, strength,
movement, guns) is written there once; here each counter gets it. Where a counter begins and
when it comes is the scenario's affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.data import DataError, Source, Strict, read_yaml
from grognard.decisions import rule
from grognard.mechanics.tables import divide
from grognard.pieces import Piece, UnitId
from grognard.rosters import Roster, membership_faults, naming_faults

SideName = Literal["axis", "soviet"]
Kind = Literal[
    "infantry",
    "engineer",
    "machine gun",
    "parachute",
    "cavalry",
    "recon",
    "tank",
    "anti-tank",
    "artillery",
    "hq",
    "leader",
]
Size = Literal["company", "battalion", "regiment", "brigade", "hq", "leader"]
#: The columns of the terrain chart; a leader moves as any of them (LDR-2).
Moves = Literal["foot", "mot", "mech", "any"]
#: R-40 The kinds of ammunition.
Ammunition = Literal["light", "heavy", "mortar", "rocket"]
#: The lines of the limbering table; `light` is rockets, mortars and gliders (LMB-3).
Limber = Literal["motorised", "mechanised", "light", "others"]
#: IMP-1 Who builds in battalions; engineers do so in companies too.
_BUILDERS: frozenset[Kind] = frozenset(
    {"infantry", "cavalry", "machine gun", "recon", "parachute", "engineer"}
)
FormationKind = Literal["division", "corps", "brigade"]
FormationId = str

SIZE_SYMBOLS: Mapping[Size, str] = {
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "hq": "",
    "leader": "",
}


# --- what is printed --------------------------------------------------------------------


class Formation(Struct, frozen=True):
    """A division, corps or airborne brigade, with its headquarters."""

    id: FormationId
    title: str
    side: SideName
    kind: FormationKind
    command: str
    hq: UnitId
    airborne: bool


class Guns(Struct, frozen=True):
    """What artillery prints: support in attack and defence, bombardment, range in hexes."""

    offence: int
    defence: int
    bombardment: int
    range: int
    ammunition: Ammunition
    limber: Limber
    self_propelled: bool = False
    glider: bool = False


class Dismounted(Struct, frozen=True):
    """The back of Soviet scouts: infantry on foot (RCN-1)."""

    attack: int
    defence: int
    points: int


class Command(Struct, frozen=True):
    """What a leader prints: LDR-12 bonuses in movement points, LDR-14 his tactical value."""

    tactical: int
    foot: int
    motor: int
    assistant: bool = False


class KanevPiece(Piece, frozen=True, kw_only=True):
    """A counter at full strength. `points` is its movement allowance, `supply` the hexes that
    an HQ supplies. `source` is about the numbers, `named` about its identity.
    """

    kind: Kind
    size: Size
    moves: Moves
    attack: int = 0
    defence: int = 0
    morale: int = 0
    armour: int = 0
    anti_tank: int = 0
    points: int = 0
    steps: int = 1
    supply: int = 0
    guns: Guns | None = None
    dismounted: Dismounted | None = None
    command: Command | None = None
    formation: Formation | None = None
    regiment: str = ""
    group: str = ""
    named: Source = "reconstructed"

    def share(self, full: int, lost: int) -> int:
        """What is left of a printed strength with so many steps lost, rounded up."""
        return divide(full * (self.steps - lost), self.steps, "up")

    @property
    @rule("LDR-1")
    def is_leader(self) -> bool:
        """Leaders are no combat units."""
        return self.kind == "leader"

    @property
    def is_hq(self) -> bool:
        """A headquarters."""
        return self.kind == "hq"

    @property
    def is_artillery(self) -> bool:
        """Guns with a range, limbered or not."""
        return self.kind == "artillery"

    @property
    def is_company(self) -> bool:
        """Of company size: it neither suffers DIS-1 nor counts as a battalion."""
        return self.size == "company"

    @property
    @rule("R-55")
    def is_infantry_battalion(self) -> bool:
        """Does it count for the integrity of its regiment?"""
        return self.kind == "infantry" and not self.is_company

    @property
    @rule("IMP-1")
    def is_builder(self) -> bool:
        """Is it of a kind that builds improved positions?"""
        return self.kind in _BUILDERS

    @property
    @rule("R-104")
    def is_airborne(self) -> bool:
        """Does it belong to an airborne brigade, with its guns and staff?"""
        return self.formation is not None and self.formation.airborne

    @property
    @rule("FRM-2")
    def may_be_unassigned(self) -> bool:
        """All Axis units of a formation; Soviets on wheels, tracks, horses or parachutes, but no
        artillery.
        """
        if self.formation is None or self.is_leader:
            return False
        if self.side == "axis":
            return True
        mobile = self.moves in ("mot", "mech") or self.kind == "cavalry" or self.is_airborne
        return mobile and not self.is_artillery

    @property
    def formation_id(self) -> FormationId:
        """The formation of the order of battle, or nothing."""
        return self.formation.id if self.formation else ""

    @property
    def size_symbol(self) -> str:
        """The bars or crosses over the symbol."""
        return SIZE_SYMBOLS[self.size]


class OrderOfBattle(Roster[KanevPiece], frozen=True, dict=True):
    """Everything that is printed on counters. Pieces stand in the order of the file: units,
    leaders, assistants.
    """

    formations: Mapping[FormationId, Formation]

    @cached_property
    def members(self) -> Mapping[FormationId, tuple[KanevPiece, ...]]:
        """The units of each formation, without its leaders."""
        units = [piece for piece in self.pieces if not piece.is_leader]
        return {name: tuple(p for p in units if p.formation_id == name) for name in self.formations}


def leader_of(formation: FormationId) -> UnitId:
    """The counter of a formation's leader."""
    return f"L-{formation}"


def assistant_of(formation: FormationId) -> UnitId:
    """The counter of a formation's assistant commander."""
    return f"A-{formation}"


@rule("R-55")
def sisters(piece: KanevPiece, pieces: Iterable[KanevPiece]) -> tuple[UnitId, ...]:
    """The infantry battalions of a counter's regiment; it need not be one itself."""
    if not piece.regiment:
        return ()
    regiment = (piece.formation_id, piece.regiment)
    same = (p for p in pieces if (p.formation_id, p.regiment) == regiment)
    return tuple(p.id for p in same if p.is_infantry_battalion)


# --- the file ---------------------------------------------------------------------------

_Id = Annotated[str, Meta(pattern=r"^\S+$")]
_Number = Annotated[int, Meta(ge=1)]
_Count = Annotated[int, Meta(ge=0)]
_Morale = Annotated[int, Meta(ge=1, le=6)]


class _FormationFile(Strict, frozen=True):
    id: FormationId
    title: str
    side: SideName
    kind: FormationKind
    command: str
    hq: UnitId
    counters: _Number
    airborne: bool = False


class _TypeFile(Strict, frozen=True):
    side: SideName
    kind: Kind
    size: Size
    moves: Literal["foot", "mot", "mech"]


class _ValuesFile(Strict, frozen=True):
    attack: _Count
    defence: _Count
    points: _Number
    steps: _Number
    armour: _Count = 0
    anti_tank: _Count = 0
    supply: _Count = 0


class _GunsFile(Strict, frozen=True):
    offence: _Number
    defence: _Number
    bombardment: _Number
    range: _Number
    ammunition: Ammunition
    limber: Limber
    self_propelled: bool = False
    glider: bool = False


class _DismountedFile(Strict, frozen=True):
    attack: _Number
    defence: _Number
    points: _Number


class _UnitFile(Strict, frozen=True):
    id: _Id
    name: str
    morale: _Morale
    formation: FormationId = ""
    regiment: str = ""
    named: Source | None = None


class _GroupFile(Strict, frozen=True):
    name: str
    type: _TypeFile
    values: _ValuesFile
    source: Source
    named: Source
    units: tuple[_UnitFile, ...]
    guns: _GunsFile | None = None
    dismounted: _DismountedFile | None = None


class _AssistantsFile(Strict, frozen=True):
    tactical: _Number
    foot: _Count
    motor: _Count


class _LeaderFile(Strict, frozen=True):
    id: _Id
    name: str
    formation: FormationId
    tactical: _Number
    foot: _Count
    motor: _Count
    named: Source


class _UnitsFile(Strict, frozen=True):
    formations: tuple[_FormationFile, ...]
    groups: tuple[_GroupFile, ...]
    leaders: tuple[_LeaderFile, ...]
    assistants: _AssistantsFile
    leader_source: Source


def load_units(path: Path) -> OrderOfBattle:
    """Read the order of battle; a `DataError` lists everything that is wrong with it."""
    file = read_yaml(path, _UnitsFile)
    problems = list(_faults(file))
    if problems:
        raise DataError(path.name, problems)
    formations = {
        f.id: Formation(f.id, f.title, f.side, f.kind, f.command, f.hq, f.airborne)
        for f in file.formations
    }
    units = [_piece(g, unit, formations) for g in file.groups for unit in g.units]
    leaders = [_leader(file, one, formations[one.formation]) for one in file.leaders]
    assistants = [_assistant(file, formation) for formation in formations.values()]
    return OrderOfBattle((*units, *leaders, *assistants), formations)


def _piece(
    group: _GroupFile, unit: _UnitFile, formations: Mapping[FormationId, Formation]
) -> KanevPiece:
    made, values, guns, back = group.type, group.values, group.guns, group.dismounted
    return KanevPiece(
        id=unit.id,
        side=made.side,
        name=unit.name,
        source=group.source,
        kind=made.kind,
        size=made.size,
        moves=made.moves,
        attack=values.attack,
        defence=values.defence,
        morale=unit.morale,
        armour=values.armour,
        anti_tank=values.anti_tank,
        points=values.points,
        steps=values.steps,
        supply=values.supply,
        guns=Guns(*(getattr(guns, name) for name in Guns.__struct_fields__)) if guns else None,
        dismounted=Dismounted(back.attack, back.defence, back.points) if back else None,
        formation=formations.get(unit.formation),
        regiment=unit.regiment,
        group=group.name,
        named=unit.named or group.named,
    )


def _leader(file: _UnitsFile, one: _LeaderFile, formation: Formation) -> KanevPiece:
    return KanevPiece(
        id=one.id,
        side=formation.side,
        name=one.name,
        source=file.leader_source,
        kind="leader",
        size="leader",
        moves="any",
        command=Command(one.tactical, one.foot, one.motor),
        formation=formation,
        group="Leaders",
        named=one.named,
    )


def _assistant(file: _UnitsFile, formation: Formation) -> KanevPiece:
    one = file.assistants
    return KanevPiece(
        id=assistant_of(formation.id),
        side=formation.side,
        name=f"Assistant commander, {formation.title}",
        source=file.leader_source,
        kind="leader",
        size="leader",
        moves="any",
        command=Command(one.tactical, one.foot, one.motor, assistant=True),
        formation=formation,
        group="Assistant commanders",
        named=file.leader_source,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _faults(file: _UnitsFile) -> Iterator[str]:
    ids = [unit.id for group in file.groups for unit in group.units]
    ids += [leader.id for leader in file.leaders]
    yield from naming_faults(ids, (g.name for g in file.groups), (f.id for f in file.formations))
    for group in file.groups:
        yield from (f"group {group.name!r}: {fault}" for fault in _group_faults(group))
    members = [(u.id, u.formation, g.type.side) for g in file.groups for u in g.units]
    yield from membership_faults(members, {f.id: f.side for f in file.formations})
    yield from _formation_faults(file)
    yield from _leader_faults(file)


def _group_faults(group: _GroupFile) -> Iterator[str]:
    """What a make of counters cannot be."""
    made, values = group.type, group.values
    if made.kind == "leader":
        yield "leaders are listed by themselves"
    if (made.kind == "hq") != (made.size == "hq"):
        yield "an HQ, and it alone, has the size of a staff"
    if (made.kind == "artillery") != (group.guns is not None):
        yield "artillery, and it alone, has guns"
    if made.kind in ("artillery", "hq") and values.attack:
        yield f"{made.kind} does not attack by itself"
    if bool(values.supply) != (made.kind == "hq" and made.side == "soviet"):
        yield "R-28: Soviet HQs, and they alone, say how far they supply"
    if group.guns and group.guns.self_propelled != (group.guns.limber == "mechanised"):
        yield "R-109: self-propelled guns use the mechanised line"
    if group.dismounted and (made.side, made.kind, made.size) != ("soviet", "recon", "company"):
        yield "RCN-1: only Soviet recon companies dismount"


def _formation_faults(file: _UnitsFile) -> Iterator[str]:
    """As many counters as were counted, and an HQ among them."""
    units = [(unit, group.type.kind) for group in file.groups for unit in group.units]
    for one in file.formations:
        there = [unit.id for unit, _ in units if unit.formation == one.id]
        staffs = [u.id for u, kind in units if u.formation == one.id and kind == "hq"]
        if len(there) != one.counters:
            yield f"formation {one.id!r}: {len(there)} counters, it has {one.counters}"
        if staffs != [one.hq]:
            yield f"formation {one.id!r}: its one HQ is not {one.hq!r}"


def _leader_faults(file: _UnitsFile) -> Iterator[str]:
    """One leader for each formation, called after it."""
    known = [formation.id for formation in file.formations]
    for leader in file.leaders:
        if leader.formation not in known:
            yield f"leader {leader.id!r}: unknown formation {leader.formation!r}"
        elif leader.id != leader_of(leader.formation):
            yield f"leader {leader.id!r}: is not called {leader_of(leader.formation)!r}"
    led = {leader.formation for leader in file.leaders}
    yield from (f"formation {name!r}: has no leader" for name in known if name not in led)
