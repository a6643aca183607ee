"""CBT-1 to CBT-5 Who takes part in a combat: out of each hex, and in the hex under attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.kanev43.bombardment import combat_units
from grognard.games.kanev43.stacking import why_too_full
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.strengths import attack, defence
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn
from grognard.games.kanev43.units import KanevPiece
from grognard.hexes import HexId
from grognard.mechanics.tables import divide
from grognard.pieces import UnitId


class Levels(Struct, frozen=True):
    """The morale levels that both sides have chosen."""

    attacker: int
    defender: int


class Plan(Struct, frozen=True, kw_only=True):
    """An attack of `side` as it is put together, and what its own dice have found so far."""

    side: Side
    target: HexId
    units: tuple[UnitId, ...] = ()
    #: Who defends (CBT-3), and who is over the stacking limit and does nothing (STK-7).
    defenders: tuple[UnitId, ...] = ()
    excess: tuple[UnitId, ...] = ()
    #: Guns of the attack, those that fire twice, and guns of the defence.
    guns: tuple[UnitId, ...] = ()
    doubled: frozenset[UnitId] = frozenset()
    cover: tuple[UnitId, ...] = ()
    #: Leaders of both sides who try to help, and those whose dice let them.
    leaders: tuple[UnitId, ...] = ()
    led: tuple[UnitId, ...] = ()
    surprise: bool = False
    levels: Levels | None = None
    failed: frozenset[UnitId] = frozenset()

    @property
    def attackers(self) -> tuple[UnitId, ...]:
        """R-49 Who attacks: whoever failed his morale check does not."""
        if not self.failed:
            return self.units
        return tuple(unit for unit in self.units if unit not in self.failed)


@rule("CBT-6", "CRT-7", "R-47")
def may_surprise(pos: Pos, plan: Plan) -> bool:
    """In the morning and at night, with one supporting battery at most."""
    scene = pos.game.scene(pos)
    hour = scene.is_morning(pos.turn) or scene.is_night(pos.turn)
    return hour and len(plan.guns) <= pos.game.charts.limit("surprise_guns")


def attack_hexes(pos: Pos, plan: Plan) -> set[HexId]:
    """R-105 The adjacent hexes out of which units attack; the target itself is none."""
    return {pos.unit(unit).at for unit in plan.attackers} - {plan.target}


# --- attackers ----------------------------------------------------------------------------------


@rule("LSS-1", "STM-2", "R-46", "R-91")
def why_no_attacker(pos: Pos, side: Side, unit: UnitId) -> Refusal | None:
    """A combat unit with an attack strength that has neither moved strategically nor attacked."""
    phase, now = pos.within(CombatPhase), pos.unit(unit)
    if pos.owner(unit) != side or now.at not in pos.board.grid:
        return deny("CBT-9", "{unit} is no unit of yours on the map", unit=unit)
    if pos.game.piece(unit).is_leader or now.dispersed or not attack(pos, unit):
        return deny("LSS-1", "{unit} has no attack strength", unit=unit)
    if unit in pos.within(PlayerTurn).strategic:
        return deny("STM-2", "{unit} has moved strategically", unit=unit)
    if unit in phase.fought:
        return deny("R-46", "{unit} has attacked", unit=unit)
    if phase.breaking is not None and unit not in phase.breaking:
        return deny("BRK-2", "{unit} has not broken through", unit=unit)
    return None


@rule("R-105", "R-113", "AIRB-18")
def why_out_of_reach(pos: Pos, unit: UnitId, target: HexId) -> Refusal | None:
    """Any adjacent hex can be attacked, over whatever water; who has found paratroopers attacks
    them, in his own hex.
    """
    here, phase = pos.unit(unit).at, pos.within(CombatPhase)
    if unit in phase.finders and here != target:
        return deny("AIRB-18", "{unit} attacks those whom it has found", unit=unit)
    if here == target and not found_in(pos, target):
        return deny("R-113", "{unit} is in {hex}", unit=unit, hex=target)
    if here != target and not pos.board.grid.adjacent(here, target):
        return deny("R-113", "{unit} is not next to {hex}", unit=unit, hex=target)
    return None


@rule("R-113")
def able_attackers(pos: Pos, side: Side, target: HexId) -> list[UnitId]:
    """The units that may still attack a hex."""
    near = (*pos.board.grid.neighbours(target), target)
    units = [unit for hex_ in near for unit in pos.at(hex_) if pos.owner(unit) == side]
    able = [unit for unit in units if why_no_attacker(pos, side, unit) is None]
    return [unit for unit in able if why_out_of_reach(pos, unit, target) is None]


@rule("CBT-1", "CBT-2", "R-45")
def why_too_many(pos: Pos, units: Iterable[UnitId]) -> Refusal | None:
    """Two battalions, or three of one regiment, with some companies or a tank battalion."""
    pieces = [pos.game.piece(unit) for unit in units]
    limit = pos.game.charts.limit
    for battalions, companies in _without_extra(pieces, limit("attack_companies")):
        stand_ins = divide(companies, limit("companies"), "up")
        if len(battalions) + stand_ins <= limit("attack_battalions"):
            return None
    for battalions, companies in _without_extra(pieces, limit("attack_regiment_companies")):
        few = len(battalions) <= limit("attack_regiment") and not companies
        regiments = {(piece.formation_id, piece.regiment) for piece in battalions}
        if few and len(regiments) == 1 and battalions[0].regiment:
            return None
    return deny("CBT-1", "too many units attack out of one hex")


def _without_extra(
    pieces: Sequence[KanevPiece], free: int
) -> Iterator[tuple[list[KanevPiece], int]]:
    """The battalions and the number of companies besides what comes on top: a few companies, or
    one tank battalion.
    """
    battalions = [piece for piece in pieces if not _is_small(piece)]
    companies = len(pieces) - len(battalions)
    yield battalions, max(companies - free, 0)
    for tank in (piece for piece in battalions if piece.kind == "tank"):
        yield [piece for piece in battalions if piece is not tank], companies


def _is_small(piece: KanevPiece) -> bool:
    """R-45 Is a unit of company size? HQs are."""
    return piece.is_company or piece.is_hq


# --- defenders ----------------------------------------------------------------------------------


@rule("AIRB-18", "R-46", "R-91")
def defending_stack(pos: Pos, side: Side, target: HexId) -> list[UnitId]:
    """Everybody whom an attack of a side on a hex meets: paratroopers that were found in it, else
    all combat units.
    """
    return found_in(pos, target) or combat_units(pos, target, pos.game.enemy(side))


def found_in(pos: Pos, target: HexId) -> list[UnitId]:
    """The dispersed paratroopers in a hex that were found in this phase."""
    located = pos.within(CombatPhase).located.get(target, ())
    return [unit for unit in located if pos.unit(unit).at == target]


@rule("CBT-3", "CBT-4", "CBT-5", "STK-7", "R-45")
def with_defenders(pos: Pos, plan: Plan, spare: Sequence[UnitId] = ()) -> Plan:
    """The plan with those who defend. Of units over a limit the attacker excludes those whom he
    names, then the strongest.
    """
    game, limit = pos.game, pos.game.charts.limit
    stack = defending_stack(pos, plan.side, plan.target)
    named = [unit for unit in spare if unit in stack]
    others = sorted(set(stack).difference(named), key=lambda u: (-defence(pos, u), u))
    order = (*named, *others)
    many = len(attack_hexes(pos, plan)) >= limit("defend_hexes")
    most = limit("defend_more_battalions" if many else "defend_battalions")

    def fit_together(units: Sequence[UnitId]) -> bool:
        return why_too_full([game.piece(unit) for unit in units], game.charts) is None

    def can_defend(units: Sequence[UnitId]) -> bool:
        large = sum(not _is_small(game.piece(unit)) for unit in units)
        return len(units) <= limit("defend_units") and large <= most

    excess = _beyond(stack, order, fit_together)
    firm = [unit for unit in stack if unit not in excess]
    idle = _beyond(firm, [unit for unit in order if unit in firm], can_defend)
    left = tuple(unit for unit in firm if unit not in idle)
    return replace(plan, defenders=left, excess=excess)


def _beyond(
    units: Sequence[UnitId], order: Iterable[UnitId], fit: Callable[[Sequence[UnitId]], bool]
) -> tuple[UnitId, ...]:
    """The units that must go, in this order, until the rest fits; nobody goes in vain."""
    gone: list[UnitId] = []
    for unit in order:
        if fit([u for u in units if u not in gone]):
            break
        gone.append(unit)
    for unit in tuple(gone):
        others = [u for u in gone if u != unit]
        if fit([u for u in units if u not in others]):
            gone = others
    return tuple(gone)
