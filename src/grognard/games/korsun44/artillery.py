"""6 Artillery: support, ranged attacks, barrage.

`Barrage` (tag `barrage`) is the phase of phases 2 and 8: a stage of a half-turn, opened for its
side, and left out where the scenario gives it no ammunition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.decisions import (
    CANCEL,
    COMMIT,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    Side,
    deny,
    rule,
    total,
)
from grognard.engine import Phase, Step
from grognard.games.korsun44.bridges import stands
from grognard.games.korsun44.disorder import recover, stir
from grognard.games.korsun44.duties import open_duties, why_undone
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.fire import (
    Demolition,
    Strike,
    bridges_within,
    enemies_at,
    ground_parts,
)
from grognard.games.korsun44.moments import TURN, moment
from grognard.games.korsun44.plan import has_regular, is_deployed
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.strength import air_parts, attack_part
from grognard.games.korsun44.supply import is_wanting, raise_want
from grognard.games.korsun44.turn import is_held_back, notes
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.pieces import UnitId

# --- 6.1  who can fire -----------------------------------------------------------------------


@rule("6.1.3", "6.1.4", "6.2.2", "F2")
def why_silent(pos: Pos, gun: UnitId) -> Refusal | None:
    """What keeps artillery from any fire in a Combat Phase, in attack or defence."""
    if not pos.game.piece(gun).is_artillery or pos.unit(gun).at not in pos.board.grid:
        return deny("6.3.1", "{unit} is no artillery on the map", unit=gun)
    if not is_deployed(pos, gun):
        return deny("6.1.3", "{unit} is in transport set-up", unit=gun)
    phase = pos.find(Engagement)
    if phase is not None and gun in phase.fired:
        return deny("6.1.4", "{unit} has fired in this phase", unit=gun)
    return None


@rule("6.5.6")
def why_spent(pos: Pos, gun: UnitId) -> Refusal | None:
    """After a barrage artillery supports nobody in two Combat Phases."""
    if is_spent(pos, gun):
        return deny("6.5.6", "{unit} has fired a barrage", unit=gun)
    return why_silent(pos, gun)


@rule("6.5.6")
def is_spent(pos: Pos, gun: UnitId) -> bool:
    """Has artillery fired a barrage in this turn or half-turn before, and so gives no support in
    two Combat Phases?
    """
    fired = pos.unit(gun).barraged
    return bool(fired) and moment(pos) < fired + TURN


@rule("6.5.5")
def bound_guns(pos: Pos, side: Side) -> frozenset[UnitId]:
    """The artillery of a side that has fired a barrage in this half-turn: it neither moves nor
    changes its set-up.
    """
    now = moment(pos, "barrage")
    return frozenset(gun for gun in batteries(pos, side) if pos.unit(gun).barraged == now)


@rule("6.1.2", "6.3.2", "6.3.3", "F1")
def reaches(pos: Pos, gun: UnitId, hexes: Iterable[HexId]) -> bool:
    """Is one of these hexes in the range of a gun?"""
    most, here = pos.game.charts.limits["artillery_range"].number, pos.unit(gun).at
    return any(pos.board.grid.distance(here, hex_) <= most for hex_ in hexes)


@rule("6.3.1", "6.3.2", "6.6.2", "D13")
def why_no_support(pos: Pos, side: Side, gun: UnitId, hexes: Iterable[HexId]) -> Refusal | None:
    """May a gun support an attack out of these hexes?"""
    if pos.owner(gun) != side:
        return deny("6.3.1", "{unit} is not yours", unit=gun)
    refusal = why_spent(pos, gun)
    if refusal is None and is_held_back(pos, gun):
        return deny("K44-3", "{unit} belongs to a front that waits", unit=gun)
    if refusal is None and not reaches(pos, gun, hexes):
        return deny("6.3.2", "no attacking hex is in the range of {unit}", unit=gun)
    return refusal


@rule("6.3.1", "6.3.3", "6.4.6", "6.6.1", "6.6.3", "F13")
def why_no_cover(pos: Pos, side: Side, gun: UnitId, hexes: Iterable[HexId]) -> Refusal | None:
    """May a gun support the defence of these hexes? In them it does so by itself; guns, HQs and
    resilience groups that are alone get no support.
    """
    defended = tuple(hexes)
    if pos.owner(gun) != side:
        return deny("6.3.1", "{unit} is not yours", unit=gun)
    refusal = why_spent(pos, gun)
    if refusal is None and pos.unit(gun).at in defended:
        return deny("6.6.1", "{unit} is attacked itself", unit=gun)
    if refusal is None and not any(has_regular(pos, hex_) for hex_ in defended):
        return deny("6.3.1", "no regular unit is attacked that {unit} could support", unit=gun)
    if refusal is None and not reaches(pos, gun, defended):
        return deny("6.3.3", "no attacked hex is in the range of {unit}", unit=gun)
    return refusal


def batteries(pos: Pos, side: Side) -> Iterator[UnitId]:
    """The artillery of a side on the map."""
    for gun in pos.game.artillery.get(side, ()):
        if pos.unit(gun).at in pos.board.grid:
            yield gun


# --- 6.4, 6.5  fire at a hex or a bridge -----------------------------------------------------


class Salvo(Phase, tag="salvo"):
    """Guns and what they fire at, a hex or a bridge. Nothing binds before `commit`."""

    title = "Artillery fire"
    guns: tuple[UnitId, ...]
    target: HexId = ""
    bridge: Hexside = ""
    pushed: frozenset[UnitId] = frozenset()
    barrage: bool = False

    def ask(self, pos: Pos) -> Decision:
        chosen = bool(self.target or self.bridge)
        return Decision(
            self.side,
            "Choose guns and what they fire at.",
            rule="6.5.3" if self.barrage else "6.4.2-a",
            waiting="The enemy prepares artillery fire.",
            auto=False,
            panel=lambda pos: salvo_panel(pos, self),
            offers=(
                Offer("join", list(batteries(pos, self.side)) if chosen else [], may_join),
                Offer("drop", self.guns if len(self.guns) > 1 else ()),
                Offer("push", self.guns, may_push, of="unit"),
                Offer("target", () if chosen else targets_of(pos, self), may_be_target),
                Offer("choose", () if chosen else bridges_of(pos, self), may_be_object),
                Offer("commit", guard=may_fire),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("join", gun):
                hand.become(self.but(guns=(*self.guns, gun)))
            case Action("drop", gun):
                guns = tuple(g for g in self.guns if g != gun)
                hand.become(self.but(guns=guns, pushed=self.pushed - {gun}))
            case Action("push", gun):
                hand.become(self.but(pushed=self.pushed | {gun}))
            case Action("target", hex_):
                hand.become(self.but(target=hex_, bridge=""))
            case Action("choose", bridge):
                hand.become(self.but(bridge=bridge, target=""))
            case _ if action == CANCEL:
                hand.pop()
            case _ if action == COMMIT:
                self.fire(hand)

    @rule("6.1.4", "6.4.2-a", "6.4.2-b", "6.4.5", "6.5.7", "10.2.3", "F2")
    def fire(self, hand: Deal) -> None:
        """The guns fire and have fired; the enemies in the hex have been shelled."""
        parts = salvo_parts(hand.now, self)
        told, strength = unnamed(self, parts), total(parts)
        shelled = enemies_at(hand.now, self.side, self.target)
        if self.barrage:
            spend_ammunition(hand, self.side, self.guns)
        else:
            hand.note(Engagement, fired=self.guns, shelled=shelled)
            spend_support(hand, self.side, (self.target,))
        for gun in sorted(self.pushed):
            raise_want(hand, gun, rule="10.2.3")
        stir(hand, self.guns)
        if self.bridge:
            hand.become(Demolition(side=self.side, bridge=self.bridge, strength=strength))
        else:
            hand.become(
                Strike(
                    side=self.side, table="artillery_fire", at=self.target, strength=strength,
                    parts=told,
                )
            )  # fmt: skip


@rule("6.4.2-b", "6.4.4", "6.4.7", "6.5.3", "8.2.3", "E16", "G14")
def salvo_parts(pos: Pos, salvo: Salvo) -> tuple[Part, ...]:
    """The SPs of the fire: guns, twice in a barrage, and aircraft over the hex, less terrain."""
    times = pos.game.charts.limits["barrage_strength"].number if salvo.barrage else 1
    guns = [attack_part(pos, gun, pushed=gun in salvo.pushed) for gun in salvo.guns]
    found = [Part(gun.amount * times, gun.reason, gun.rule) for gun in guns]
    if not salvo.target:
        return tuple(found)
    if not salvo.barrage:
        found += air_parts(pos, salvo.side, "offensive", (salvo.target,))
    return (*found, *ground_parts(pos, salvo.target, "6.4.2-b"))


@rule("6.4.2-a", "6.5.3", "16.1.1", "H16")
def unnamed(salvo: Salvo, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts of a strength for both sides: guns that fire from afar stay under their masks, so
    that only their sum is told.
    """
    guns, others = parts[: len(salvo.guns)], parts[len(salvo.guns) :]
    if salvo.barrage:
        return (Part(total(guns), "guns in a barrage", "6.5.3"), *others)
    return (Part(total(guns), "guns", "6.4.2-a"), *others)


def salvo_panel(pos: Pos, salvo: Salvo) -> Panel:
    """What the fire comes to so far."""
    parts = salvo_parts(pos, salvo)
    hexes = (salvo.target,) if salvo.target else split_hexside(salvo.bridge) if salvo.bridge else ()
    row = Row("Strength", str(total(parts)), parts, "6.4.2-b")
    return Panel("Artillery fire", (row,), units=salvo.guns, hexes=hexes)


def targets_of(pos: Pos, salvo: Salvo) -> list[HexId]:
    """Hexes with enemies around the first gun."""
    most, grid = pos.game.charts.limits["artillery_range"].number, pos.board.grid
    enemy = pos.game.enemy(salvo.side)
    around = grid.within(pos.unit(salvo.guns[0]).at, most)
    return [hex_ for hex_ in around if pos.columns.count("units", enemy, hex_)]


def bridges_of(pos: Pos, salvo: Salvo) -> list[Hexside]:
    """Bridges around the first gun; no barrage is fired at them."""
    if salvo.barrage:
        return []
    most = pos.game.charts.limits["artillery_range"].number
    return bridges_within(pos, pos.unit(salvo.guns[0]).at, most)


@rule("6.1.3", "6.4.2-a", "D13", "F2", "F13")
def may_join(pos: Pos, salvo: Salvo, gun: UnitId) -> Refusal | None:
    """A gun of the phasing side that has not fired and reaches the target."""
    if gun in salvo.guns:
        return deny("6.4.2-a", "{unit} fires already", unit=gun)
    if not salvo.target and not salvo.bridge:
        return deny("6.4.2-a", "the target comes first")
    why = why_no_barrage if salvo.barrage else why_no_fire
    refusal = why(pos, salvo.side, gun)
    if refusal is None and salvo.target:
        return why_out_of_range(pos, gun, salvo.target)
    if refusal is None and salvo.bridge and not reaches(pos, gun, split_hexside(salvo.bridge)):
        return deny("6.1.2", "{unit} is too far from the bridge", unit=gun)
    return refusal


def why_no_fire(pos: Pos, side: Side, gun: UnitId) -> Refusal | None:
    """What keeps a gun from firing by itself."""
    if pos.owner(gun) != side:
        return deny("F13", "{unit} is not yours", unit=gun)
    refusal = why_silent(pos, gun)
    if refusal is None and is_held_back(pos, gun):
        return deny("K44-3", "{unit} belongs to a front that waits", unit=gun)
    return refusal


@rule("6.1.2", "6.4.1", "6.4.3")
def why_out_of_range(pos: Pos, gun: UnitId, target: HexId) -> Refusal | None:
    """Ranged fire goes two or three hexes, never next door."""
    if not reaches(pos, gun, (target,)):
        return deny("6.1.2", "{hex} is too far from {unit}", hex=target, unit=gun)
    if pos.board.grid.distance(pos.unit(gun).at, target) < 2:
        return deny("6.4.3", "{hex} is next to {unit}", hex=target, unit=gun)
    return None


@rule("6.4.2-a", "6.4.3", "6.4.5", "F13")
def may_be_target(pos: Pos, salvo: Salvo, target: HexId) -> Refusal | None:
    """A hex with enemies in the range of all guns; in a Combat Phase one that has not been
    attacked and need not be.
    """
    there = enemies_at(pos, salvo.side, target)
    if not there:
        return deny("6.4.1", "no enemy unit is in {hex}", hex=target)
    refusals = (why_out_of_range(pos, gun, target) for gun in salvo.guns)
    refusal = next(filter(None, refusals), None)
    phase = pos.find(Engagement)
    if refusal is not None or phase is None:
        return refusal
    if not phase.fought.isdisjoint(there):
        return deny("6.4.5", "{hex} was attacked directly in this phase", hex=target)
    if target in open_duties(pos, phase).hexes:
        return deny("6.4.5", "{hex} must be attacked directly", hex=target)
    return why_undone(pos, phase, (), (target,))


@rule("6.1.2", "6.4.7", "14.1.1")
def may_be_object(pos: Pos, salvo: Salvo, bridge: Hexside) -> Refusal | None:
    """A bridge that stands, in the range of all guns, also next to them."""
    if salvo.barrage or not stands(pos, bridge):
        return deny("6.4.7", "there is no bridge {bridge} to fire at", bridge=bridge)
    for gun in salvo.guns:
        if not reaches(pos, gun, split_hexside(bridge)):
            return deny("6.1.2", "{unit} is too far from the bridge", unit=gun)
    return None


@rule("10.2.3", "G14")
def may_push(pos: Pos, salvo: Salvo, gun: UnitId) -> Refusal | None:
    """A gun of the salvo that is out of supply."""
    if gun not in salvo.guns:
        return deny("10.2.3", "{unit} does not fire", unit=gun)
    return why_no_push(pos, gun, salvo.pushed)


@rule("10.2.3")
def why_no_push(pos: Pos, unit: UnitId, pushed: frozenset[UnitId]) -> Refusal | None:
    """Only who is out of supply and does not push yet."""
    if unit in pushed or not is_wanting(pos, unit):
        return deny("10.2.3", "{unit} has its full strength", unit=unit)
    return None


@rule("6.4.2-a", "6.5.4", "6.5.7")
def may_fire(pos: Pos, salvo: Salvo, _: str) -> Refusal | None:
    """There must be a target; a barrage needs two guns, and ammunition for each."""
    if not salvo.target and not salvo.bridge:
        return deny("6.4.2-a", "no target is chosen")
    if not salvo.barrage:
        return None
    limits = pos.game.charts.limits
    least, each = limits["barrage_units"].number, limits["barrage_ammunition"].number
    if len(salvo.guns) < least:
        return deny("6.5.4", "a barrage needs {least} artillery units", least=least)
    if len(salvo.guns) * each > ammunition_of(pos, salvo.side):
        return deny("6.5.7", "there is no ammunition for {number}", number=len(salvo.guns))
    return None


@rule("8.2.2", "8.2.3", "F12")
def spend_support(hand: Deal, side: Side, hexes: tuple[HexId, ...]) -> None:
    """Aircraft over these hexes have supported, in attack or defence: they are gone."""
    kinds = {side: "offensive", hand.game.enemy(side): "defensive"}
    missions = hand.now.state.missions
    kept = tuple(m for m in missions if m.at not in hexes or m.kind != kinds[m.side])
    if len(kept) < len(missions):
        hand.change(missions=kept)


# --- 6.5  barrage ----------------------------------------------------------------------------


@rule("6.5.1", "6.5.7")
def ammunition_of(pos: Pos, side: Side) -> int:
    """The ammunition units that a side has left for barrages; none when their time is over."""
    last = notes(pos).last_barrage
    return 0 if last is not None and pos.turn > last else pos.state.ammunition.get(side, 0)


@rule("6.5.5", "6.5.6", "6.5.7", "6.5.7-ex")
def spend_ammunition(hand: Deal, side: Side, guns: tuple[UnitId, ...]) -> None:
    """Each gun has used its ammunition, stays where it is and is silent for two Combat Phases."""
    each, left = hand.game.charts.limits["barrage_ammunition"].number, hand.now.state.ammunition
    hand.change(ammunition={**left, side: left[side] - each * len(guns)})
    for gun in guns:
        hand.set(gun, barraged=moment(hand.now))


class Barrage(Phase, tag="barrage"):
    """Guns fire at twice their strength, two or more at a hex, as long as there is ammunition."""

    title = "Artillery Barrage"

    @classmethod
    @rule("2.2-P2", "2.2-P8", "6.5.1", "6.5.2")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        side: Side = getattr(parent, "side", "")
        return cls(side=side) if ammunition_of(pos, side) else None

    @rule("6.5.2", "6.5.8")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose artillery for a barrage ({ammunition_of(pos, self.side)} ammunition left).",
            rule="6.5.2",
            calm=True,
            offers=(
                Offer("select", list(batteries(pos, self.side)), may_begin_barrage),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            recover(hand)
            hand.pop()
        else:
            hand.push(Salvo(side=self.side, guns=(action.arg,), barrage=True))


@rule("6.5.1", "6.5.4", "6.5.7")
def may_begin_barrage(pos: Pos, phase: Barrage, gun: UnitId) -> Refusal | None:
    """A gun that can fire, has not fired in this phase, and has ammunition and a target."""
    refusal = why_no_barrage(pos, phase.side, gun)
    if refusal is None and not open_targets(pos, Salvo(side=phase.side, guns=(gun,), barrage=True)):
        return deny("6.1.2", "no enemy is in the range of {unit}", unit=gun)
    return refusal


def why_no_barrage(pos: Pos, side: Side, gun: UnitId) -> Refusal | None:
    """What keeps a gun from a barrage."""
    least = pos.game.charts.limits["barrage_units"].number
    if ammunition_of(pos, side) < least:
        return deny("6.5.7", "there is not ammunition enough for a barrage")
    if pos.unit(gun).barraged == moment(pos):
        return deny("6.5.7", "{unit} has fired in this phase", unit=gun)
    return why_no_fire(pos, side, gun)


def open_targets(pos: Pos, salvo: Salvo) -> list[HexId]:
    """The hexes that a salvo may be fired at."""
    return [hex_ for hex_ in targets_of(pos, salvo) if may_be_target(pos, salvo, hex_) is None]


def ready_guns(pos: Pos, phase: Engagement) -> list[UnitId]:
    """The guns of the phasing side that may open fire now."""
    state = pos.state
    facts = (phase, state.turn, state.units, state.broken_bridges, state.built_bridges)

    def find() -> list[UnitId]:
        return [g for g in batteries(pos, phase.side) if may_open_fire(pos, phase, g) is None]

    found: list[UnitId] = pos.columns.keep(("guns", phase.side), facts, find)
    return found


@rule("6.4.1", "6.4.7", "F2")
def may_open_fire(pos: Pos, phase: Engagement, gun: UnitId) -> Refusal | None:
    """In a Combat Phase: a gun of the phasing side with a hex or a bridge in its range."""
    refusal = why_no_fire(pos, phase.side, gun)
    salvo = Salvo(side=phase.side, guns=(gun,))
    if refusal is None and not open_targets(pos, salvo) and not bridges_of(pos, salvo):
        return deny("6.1.2", "nothing is in the range of {unit}", unit=gun)
    return refusal
