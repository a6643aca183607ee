"""8.1, 8.2 The Combat Phases, and putting an attack together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.decisions import CANCEL, COMMIT, DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.air import fly_support, ready_to_fly, why_no_support
from grognard.games.ukraine43.artillery import fire, loaded, why_no_barrage
from grognard.games.ukraine43.battle import Battle
from grognard.games.ukraine43.flood import flood_bars
from grognard.games.ukraine43.forecast import forecast_panel
from grognard.games.ukraine43.hq import FIGHTING, has_command, needs_command
from grognard.games.ukraine43.leaders import leader_of, why_no_zhukov
from grognard.games.ukraine43.odds import Plan, attackers, suits_sappers
from grognard.games.ukraine43.rivers import over_major_river
from grognard.games.ukraine43.stacking import friends
from grognard.games.ukraine43.state import SOVIET, Deal, Pos, kept
from grognard.games.ukraine43.turn import Arrow, CombatPhase, PlayerTurn, has_assault_marker
from grognard.games.ukraine43.variable import is_settled
from grognard.games.ukraine43.zones import outlook
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId
from grognard.words import listed

# --- 8.1  the phases ----------------------------------------------------------------------


class Combat(CombatPhase, tag="combat"):
    """A Combat Phase: attacks one after another, in any order, or none."""

    title = "Combat"
    #: Do only units with Assault markers attack (3.C.6)?
    marked: ClassVar[bool] = False

    @rule("8.1-1", "8.1-2")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose an enemy hex to attack, or end the phase.",
            rule="8.1-1",
            calm=True,
            offers=(
                Offer("target", targets(pos, self), may_be_attacked, exact=True),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Attack(side=self.side, targets=(action.arg,)))


class FirstCombat(Combat, tag="first combat"):
    """3.C.3: any unit next to an enemy may attack."""

    title = "First Combat Phase"


class SecondCombat(Combat, tag="second combat"):
    """3.C.6: units with Assault markers may attack."""

    title = "Second Combat Phase"
    marked = True


def contacts(pos: Pos) -> dict[HexId, list[UnitId]]:
    """The enemy hexes that units of the attacking side could attack, and which could."""
    return pos.keep(_kept_contacts)


def _kept_contacts(pos: Pos) -> dict[HexId, list[UnitId]]:
    """Positions that differ in the attack that is put together share them."""
    phase, turn = pos.within(Combat), pos.find(PlayerTurn)
    state = pos.state
    return kept(pos, contacts, lambda: _contacts(pos, phase), phase, turn, state.units, state.flood)


@rule("8.1-1", "8.2-3")
def _contacts(pos: Pos, phase: Combat) -> dict[HexId, list[UnitId]]:
    found: dict[HexId, list[UnitId]] = {}
    reached: dict[HexId, list[HexId]] = {}
    front = near(pos.columns, pos.game.enemy(phase.side), 1).tolist()
    number, units, index = pos.board.grid.index, pos.state.units, pos.game.index
    for role in ("combat", "support", "hq"):
        for unit in pos.game.of_role.get((phase.side, role), ()):
            here = units[index[unit]].at
            if here not in number or not front[number[here]] or why_not_fight(pos, phase, unit):
                continue
            if here not in reached:
                reached[here] = _enemies_before(pos, phase, here)
            for hex_ in reached[here]:
                found.setdefault(hex_, []).append(unit)
    return found


def _enemies_before(pos: Pos, phase: Combat, here: HexId) -> list[HexId]:
    """The enemy hexes that can be attacked from a hex."""
    ground, _ = outlook(pos, phase.side)
    near_ = ground.held(pos.board.grid.neighbours(here))
    return [h for h in near_ if why_not_over(pos, here, h) is None]


@rule("3.C.3", "3.C.6", "4.7B-2", "8.1-1", "8.1-3", "11.1-1", "11.1-3", "11.3-1", "23.2-3",
      "MISC-3", "MISC-5", "R-3", "R-74", "R-84")  # fmt: skip
def why_not_fight(pos: Pos, phase: Combat, unit: UnitId) -> Refusal | None:
    """What keeps a unit from any attack in this phase."""
    piece, turn = pos.game.piece(unit), pos.find(PlayerTurn)
    fights = piece.kind in FIGHTING if piece.role == "hq" else piece.role in ("combat", "support")
    if piece.side != phase.side or not fights or piece.kind == "artillery":
        return deny("R-74", "{unit} does not attack", unit=unit)
    if unit in phase.fought:
        return deny("8.1-3", "{unit} has attacked in this phase", unit=unit)
    if pos.unit(unit).disrupted:
        return deny("11.3-1", "{unit} is disrupted", unit=unit)
    if phase.marked and not has_assault_marker(pos, unit):
        return deny("3.C.6", "{unit} has no Assault marker", unit=unit)
    if not phase.marked and turn is not None and unit in turn.extended:
        return deny("R-3", "{unit} has used Extended Movement", unit=unit)
    return None


@rule("8.2-3", "18.1A", "18.1B-1", "18.1B-3", "18.1C", "18.2A-2", "18.2A-3", "28.2E-1", "R-62",
      "R-87", "R-102", "TEC-8", "MISC-6")  # fmt: skip
def why_not_over(pos: Pos, here: HexId, target: HexId) -> Refusal | None:
    """What keeps units in a hex from attacking its neighbour: sea, flood, a Major River without
    an Assault marker that points there.
    """
    flood = flood_bars(pos)
    if pos.board.crosses("sea_side", here, target):
        return deny("8.1-1", "the sea lies before {hex}", hex=target)
    if flood is not None and flood.bar(here, target):
        return deny("28.2E-1", "the flood lies before {hex}", hex=target)
    if not over_major_river(pos, here, target):
        return None
    phase, turn = pos.find(Combat), pos.find(PlayerTurn)
    if phase is None or phase.marked:
        return deny("18.1A", "a Major River is attacked over in First Combat only")
    if turn is None or Arrow(here, target) not in turn.arrows:
        return deny("18.1B-1", "no Assault marker in {here} points at {hex}", here=here, hex=target)
    return None


@rule("8.1-3", "R-69", "R-71")
def why_no_target(pos: Pos, phase: Combat, target: HexId) -> Refusal | None:
    """A hex with enemies, of whom one at least was not attacked in this phase."""
    there = friends(pos, pos.game.enemy(phase.side), target)
    if not there:
        return deny("8.1-1", "no enemy unit is in {hex}", hex=target)
    if phase.attacked.issuperset(there):
        return deny("8.1-3", "{hex} was attacked in this phase", hex=target)
    return None


def targets(pos: Pos, phase: Combat) -> list[HexId]:
    """The hexes that may be attacked: `may_be_attacked` for all of them at once."""
    found = contacts(pos)
    if phase.attacked:
        found = {h: able for h, able in found.items() if why_no_target(pos, phase, h) is None}
    plain = pos.game.plain
    return [h for h, able in found.items() if not plain.isdisjoint(able) or _any_use(pos, h, able)]


def _any_use(pos: Pos, target: HexId, units: Iterable[UnitId]) -> bool:
    """Is one of these units of use against a hex?"""
    attack = Attack(side=pos.within(Combat).side, targets=(target,))
    return any(why_no_use(pos, attack, unit) is None for unit in units)


def may_be_attacked(pos: Pos, phase: Combat, target: HexId) -> Refusal | None:
    """Some unit that brings strength can attack it."""
    refusal = why_no_target(pos, phase, target)
    if refusal is not None:
        return refusal
    attack = Attack(side=phase.side, targets=(target,))
    for unit in contacts(pos).get(target, ()):
        refusal = why_no_use(pos, attack, unit)
        if refusal is None:
            return None
    return refusal or deny("8.1-1", "no unit can attack {hex}", hex=target)


# --- 8.2  an attack being put together -------------------------------------------------------


class Attack(Phase, tag="attack"):
    """Targets, attackers, support. Nothing binds before `commit`."""

    title = "Attack"
    targets: tuple[HexId, ...]
    units: tuple[UnitId, ...] = ()
    air: UnitId = ""
    guns: tuple[UnitId, ...] = ()
    zhukov: UnitId = ""

    @property
    def target(self) -> HexId:
        """The hex that the attack began with."""
        return self.targets[0]

    def plan(self, pos: Pos) -> Plan:
        """What is put together so far."""
        spared = pos.within(CombatPhase).retreated
        return Plan(self.side, self.targets, self.units, self.air, self.guns, spared)

    def ask(self, pos: Pos) -> Decision:
        able = contacts(pos).get(self.targets[0], ())
        support = (*self.guns, *filter(None, (self.air, self.zhukov)))
        offers = (
            Offer("attack", able, may_attack),
            Offer("support", helpers(pos, self), may_support),
            Offer("target", neighbours_of(pos, self), may_add),
            Offer("untarget", self.targets[1:]),
            Offer("release", (*self.units, *support)),
            Offer("commit", guard=may_commit),
            Offer("cancel"),
        )
        return Decision(
            self.side,
            f"Put the attack on {listed([*map(pos.board.called, self.targets)])} together.",
            rule="8.3-1a",
            waiting="The enemy prepares an attack.",
            auto=False,
            panel=lambda pos: forecast_panel(pos, self.plan(pos), zhukov=bool(self.zhukov)),
            offers=offers,
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("attack", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("support", unit):
                hand.become(self.with_support(hand.now, unit))
            case Action("target", hex_):
                hand.become(self.but(targets=(*self.targets, hex_)))
            case Action("untarget", hex_):
                hand.become(self.but(targets=tuple(h for h in self.targets if h != hex_)))
            case Action("release", unit):
                hand.become(self.without(unit))
            case _ if action == CANCEL:
                hand.pop()
            case _ if action == COMMIT:
                self.bind(hand)

    def with_support(self, pos: Pos, unit: UnitId) -> Attack:
        role = pos.game.piece(unit).role
        if role == "air":
            return self.but(air=unit)
        return self.but(zhukov=unit) if role == "leader" else self.but(guns=(*self.guns, unit))

    def without(self, unit: UnitId) -> Attack:
        """A unit is taken back."""
        return self.but(
            units=tuple(u for u in self.units if u != unit),
            guns=tuple(u for u in self.guns if u != unit),
            air="" if self.air == unit else self.air,
            zhukov="" if self.zhukov == unit else self.zhukov,
        )

    @rule("8.1-3", "15.5-2", "22.4-2", "22.5C", "R-57", "R-68", "R-71")
    def bind(self, hand: Deal) -> None:
        """The attack is made: its support is spent."""
        plan, enemy = self.plan(hand.now), hand.game.enemy(self.side)
        there = [u for hex_ in self.targets for u in friends(hand.now, enemy, hex_)]
        hand.note(CombatPhase, fought=self.units, attacked=there)
        if self.air:
            fly_support(hand, self.air)
        for gun in self.guns:
            fire(hand, gun)
        hand.become(Battle(side=self.side, plan=plan, zhukov=bool(self.zhukov)))


@rule("8.2-1", "8.2-2", "8.2-3", "22.3-1", "R-25")
def may_attack(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """A unit next to every target; sappers where they are of use, HQs with their stack."""
    if unit in attack.units:
        return deny("8.2-2", "{unit} is in this attack", unit=unit)
    refusal = why_not_fight(pos, pos.within(Combat), unit)
    if refusal is not None:
        return refusal
    here = pos.unit(unit).at
    for hex_ in attack.targets:
        refusal = why_not_reach(pos, here, hex_, len(attack.targets))
        if refusal is not None:
            return refusal
    return why_no_use(pos, attack, unit)


@rule("9.9A-1", "R-75")
def why_no_use(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """Why a unit that can attack a hex would be of no use there."""
    piece = pos.game.piece(unit)
    if piece.kind == "sapper" and not suits_sappers(pos, attack.plan(pos)):
        return deny("9.9A-1", "{unit} attacks fortifications, cities and towns only", unit=unit)
    if piece.role == "hq" and not _with_stack(pos, attack, unit):
        return deny("R-75", "no unit of the hex of {unit} attacks", unit=unit)
    return None


def _with_stack(pos: Pos, attack: Attack, hq: UnitId) -> bool:
    """Does a unit in the hex of an HQ take part?"""
    here, fighting = pos.unit(hq).at, attackers(pos, attack.plan(pos))
    return any(pos.unit(unit).at == here for unit in fighting)


@rule("8.2-3", "R-25")
def why_not_reach(pos: Pos, here: HexId, target: HexId, targets: int) -> Refusal | None:
    """Attackers are next to the target; over a Major River it is the only one."""
    if here not in pos.board.grid or target not in pos.board.grid.neighbours(here):
        return deny("8.2-3", "{here} is not next to {hex}", here=here, hex=target)
    if targets > 1 and over_major_river(pos, here, target):
        return deny("R-25", "an attack over a Major River has one target")
    return why_not_over(pos, here, target)


def neighbours_of(pos: Pos, attack: Attack) -> list[HexId]:
    """Further hexes that might be attacked together with the first."""
    if not attack.units:
        return []
    near_first = pos.board.grid.neighbours(pos.unit(attack.units[0]).at)
    return [h for h in near_first if h in contacts(pos) and h not in attack.targets]


@rule("8.2-1", "R-25")
def may_add(pos: Pos, attack: Attack, target: HexId) -> Refusal | None:
    """A further hex next to all attackers."""
    if target in attack.targets or not attack.units:
        return deny("8.2-1", "{hex} cannot be added", hex=target)
    refusal = why_no_target(pos, pos.within(Combat), target)
    if refusal is not None:
        return refusal
    targets = (*attack.targets, target)
    for here in {pos.unit(unit).at for unit in attack.units}:
        for hex_ in targets:
            refusal = why_not_reach(pos, here, hex_, len(targets))
            if refusal is not None:
                return refusal
    return None


# --- support -----------------------------------------------------------------------------


def helpers(pos: Pos, attack: Attack) -> list[UnitId]:
    """Air units, artillery and the leader of the side: who might help."""
    if not attack.units:
        return []
    guns = loaded(pos) if attack.side == SOVIET else []
    leaders = pos.game.of_role.get((attack.side, "leader"), ())
    return [*ready_to_fly(pos, attack.side), *guns, *leaders]


@rule("15.4-2", "22.1-3", "23.2-1", "26.1A", "R-53", "R-72")
def may_support(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """One air unit, artillery in range, Zhukov; air and guns under command."""
    piece = pos.game.piece(unit)
    if piece.side != attack.side or not attack.units:
        return deny("8.3-2a", "{unit} supports no attack now", unit=unit)
    if piece.role == "leader":
        return may_call_zhukov(pos, attack, unit)
    if piece.role == "air":
        if attack.air:
            return deny("15.4-2", "an air unit supports the attack already")
        refusal = why_no_support(pos, unit, attack.targets)
    else:
        refusal = why_no_barrage(pos, unit, attack.targets, attack.guns)
    if refusal is None and not has_command(pos, attack.side, attack.units):
        return deny("23.2-1", "no HQ commands the attack")
    return refusal


@rule("26.1A", "R-72")
def may_call_zhukov(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """Once in a phase, for an attack that is decided by dice."""
    if attack.zhukov or pos.within(CombatPhase).zhukov_used or unit != leader_of(pos, attack.side):
        return deny("26.1A", "Zhukov helps one attack in a phase")
    refusal = why_no_zhukov(pos, attack.side, attack.targets)
    if refusal is None and is_settled(pos, attack.plan(pos)):
        return deny("R-72", "no dice are thrown in this attack")
    return refusal


@rule("8.3-1a", "9.9A-1", "23.2-1", "23.2-2", "R-53", "R-75")
def may_commit(pos: Pos, attack: Attack, _: str) -> Refusal | None:
    """The whole must be legal: someone attacks, HQs and sappers have their reason, and a large
    or supported attack is commanded.
    """
    plan = attack.plan(pos)
    if not attackers(pos, plan):
        return deny("8.1-1", "nobody attacks")
    for unit in attack.units:
        piece = pos.game.piece(unit)
        if piece.role == "hq" and not _with_stack(pos, attack, unit):
            return deny("R-75", "no unit of the hex of {unit} attacks", unit=unit)
        if piece.kind == "sapper" and not suits_sappers(pos, plan):
            return deny("9.9A-1", "{unit} is of no use there", unit=unit)
    if needs_command(pos, attack.units) and not has_command(pos, attack.side, attack.units):
        return deny("23.2-1", "no HQ commands the attack")
    return why_useless(pos, attack)


@rule("15.4-1", "22.1-1", "26.1A")
def why_useless(pos: Pos, attack: Attack) -> Refusal | None:
    """Support that was in range of a target, or had a use, before the attack was changed."""
    support = (*attack.guns, *filter(None, (attack.air, attack.zhukov)))
    refusals = (may_support(pos, attack.without(unit), unit) for unit in support)
    return next(filter(None, refusals), None)
