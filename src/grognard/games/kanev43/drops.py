"""AIRB-3 to AIRB-10, AIRB-16, AIRB-17 Drops: planned in secret, resolved after all movement.

Where units jump lies among the secrets, never in an open step; the Axis learns only which
markers lie on the map afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Row,
    deny,
    rule,
)
from grognard.engine import Phase, Sequence, Step
from grognard.games.kanev43.effects import passed
from grognard.games.kanev43.setup import secret_of
from grognard.games.kanev43.state import AIRBORNE, AXIS, DEAD, SOVIET, Deal, Pos
from grognard.games.kanev43.turn import is_night
from grognard.games.kanev43.units import FormationId
from grognard.hexes import Grid, HexId
from grognard.pieces import UnitId

#: The name of the secret that holds who jumps where tonight.
PLAN = "drop"
_DROP_DICE = 3
_SCATTER_DICE = 2


# --- when and who -------------------------------------------------------------------------------


@rule("AIRB-3", "AIRB-4", "SOP-10")
def may_drop_tonight(pos: Pos) -> bool:
    """A night with dice for companies, or one from which everybody may drop."""
    drops, day = pos.game.scene(pos).drops, pos.game.scene(pos).moment(pos.turn).day
    return is_night(pos) and (day in drops.dice or day >= drops.all_from)


def is_free_night(pos: Pos) -> bool:
    """Is it 26 September or later?"""
    return pos.game.scene(pos).moment(pos.turn).day >= pos.game.scene(pos).drops.all_from


def dropzone(pos: Pos, brigade: FormationId) -> HexId:
    """The dropzone that was written down; empty if there is none."""
    name = secret_of(brigade)
    return next((str(s.value) for s in pos.state.secrets if s.name == name), "")


def plan(pos: Pos) -> Mapping[UnitId, HexId]:
    """Who jumps where tonight, as planned so far."""
    return next((s.value for s in pos.state.secrets if s.name == PLAN), {})


def brigades(pos: Pos) -> list[FormationId]:
    """The airborne brigades."""
    return [formation.id for formation in pos.game.formations.values() if formation.airborne]


def waiting(pos: Pos, brigade: FormationId) -> list[UnitId]:
    """The units of a brigade that have neither dropped nor are about to."""
    return [
        unit
        for unit in pos.at(AIRBORNE)
        if pos.game.piece(unit).formation_id == brigade
        and not pos.game.piece(unit).is_leader
        and unit not in plan(pos)
    ]


# --- planning -----------------------------------------------------------------------------------


class Planning(Phase, tag="drop planning"):
    """The Soviet player says which brigades drop tonight, and where each unit jumps."""

    title = "Drops"
    #: Brigades that were chosen, each with the companies that it may still drop.
    left: Mapping[FormationId, int] = {}
    #: The brigade whose dice are thrown.
    rolling: FormationId = ""

    @rule("AIRB-3", "AIRB-4", "AIRB-5", "AIRB-16")
    def ask(self, pos: Pos) -> Decision:
        units = [unit for brigade in brigades(pos) for unit in waiting(pos, brigade)]
        return Decision(
            self.side,
            "Choose brigades and units that drop tonight, or go on.",
            rule="AIRB-3",
            auto=False,
            panel=lambda pos: planning_panel(pos, self),
            offers=(
                Offer("choose", brigades(pos), may_choose),
                Offer("select", units, may_jump),
                Offer("release", sorted(plan(pos))),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("choose", brigade):
                self.call_up(hand, brigade)
            case Action("select", unit):
                hand.push(Aiming(side=self.side, unit=unit))
            case Action("release", unit):
                write(hand, {u: h for u, h in plan(hand.now).items() if u != unit})
                self.count(hand, unit, 1)
            case _ if action == DONE:
                hand.pop()

    @rule("AIRB-3", "R-90")
    def call_up(self, hand: Deal, brigade: FormationId) -> None:
        """One, two or three dice for its companies."""
        scene = hand.game.scene(hand.now)
        hand.become(self.but(rolling=brigade))
        hand.roll("companies", scene.drops.dice[scene.moment(hand.now.turn).day], side=self.side,
                  place=brigade)  # fmt: skip

    def hear(self, hand: Deal, value: tuple[int, ...] | UnitId | None) -> None:
        """The dice of a brigade, or a unit that has its hex."""
        if isinstance(value, tuple):
            hand.become(self.but(left={**self.left, self.rolling: sum(value)}, rolling=""))
            hand.tell("drop", "{brigade} may drop {number} companies.", rule="AIRB-3",
                      side=self.side, dice=value, brigade=self.rolling,
                      number=sum(value))  # fmt: skip
        elif value:
            self.count(hand, value, -1)

    def count(self, hand: Deal, unit: UnitId, change: int) -> None:
        """A company more or less of what the dice allow."""
        brigade = hand.game.piece(unit).formation_id
        if brigade in self.left:
            hand.become(self.but(left={**self.left, brigade: self.left[brigade] + change}))


def planning_panel(pos: Pos, step: Planning) -> Panel:
    """What the dice still allow, and who jumps where tonight."""
    jumps = plan(pos)
    allowed = [
        Row(f"{brigade}, companies still to drop", str(number), rule="AIRB-3")
        for brigade, number in step.left.items()
    ]
    rows = [Row(unit, pos.board.called(hex_), rule="AIRB-5") for unit, hex_ in jumps.items()]
    return Panel("Drops tonight", (*allowed, *rows), hexes=tuple(sorted({*jumps.values()})))


@rule("AIRB-3", "R-90")
def may_choose(pos: Pos, step: Planning, brigade: FormationId) -> Refusal | None:
    """A brigade with companies in hand whose dice are not thrown; on free nights there are none."""
    if is_free_night(pos):
        return deny("AIRB-4", "no dice are needed any more")
    companies = [u for u in waiting(pos, brigade) if pos.game.piece(u).kind == "parachute"]
    if brigade in step.left or not companies or not dropzone(pos, brigade):
        return deny("AIRB-3", "{brigade} has rolled, or has nothing to drop", brigade=brigade)
    return None


@rule("AIRB-3", "AIRB-4", "AIRB-5", "AIRB-16")
def may_jump(pos: Pos, step: Planning, unit: UnitId) -> Refusal | None:
    """Before the 26th companies that the dice allow; then everybody for whom there is a hex."""
    piece = pos.game.piece(unit)
    if unit not in waiting(pos, piece.formation_id):
        return deny("AIRB-3", "{unit} does not wait for a drop", unit=unit)
    if not is_free_night(pos):
        if piece.kind != "parachute":
            return deny("AIRB-16", "{unit} does not drop yet", unit=unit)
        if step.left.get(piece.formation_id, 0) < 1:
            return deny("AIRB-3", "the dice do not allow {unit}", unit=unit)
    if not targets(pos, unit):
        return deny("AIRB-16", "there is no hex for {unit}", unit=unit)
    return None


class Aiming(Phase, tag="aiming"):
    """Where does a unit jump?"""

    title = "Drops"
    unit: UnitId

    @rule("AIRB-5", "AIRB-16")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose where {self.unit} jumps.",
            rule="AIRB-5",
            waiting=f"{pos.game.side_title(self.side)} plans drops.",
            auto=False,
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(Offer("place", targets(pos, self.unit), may_aim, of="hex"), Offer("cancel")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
            return
        write(hand, {**plan(hand.now), self.unit: action.arg})
        hand.pop(self.unit)


def write(hand: Deal, jumps: Mapping[UnitId, HexId]) -> None:
    """The plan is kept secret."""
    hand.hide(SOVIET, PLAN, dict(jumps))


@rule("AIRB-5", "AIRB-16", "R-90", "R-106")
def targets(pos: Pos, unit: UnitId) -> list[HexId]:
    """Companies jump within two hexes of the dropzone, not into water; others on a concentrated
    company of their brigade west of the Dnepr.
    """
    piece, theatre = pos.game.piece(unit), pos.game.theatre
    if piece.kind == "parachute":
        zone = dropzone(pos, piece.formation_id)
        near = pos.board.grid.within(zone, pos.game.charts.limit("drop_spread")) if zone else ()
        return [hex_ for hex_ in near if hex_ not in theatre.water]
    friends = (
        pos.unit(p.id)
        for p in pos.game.printed.values()
        if p.kind == "parachute" and p.formation_id == piece.formation_id
    )
    found = [u.at for u in friends if not u.dispersed and theatre.bank(u.at) == "west"]
    return sorted(dict.fromkeys(found))


def may_aim(pos: Pos, step: Aiming, hex_: HexId) -> Refusal | None:
    """A hex in which the unit may jump."""
    if hex_ in targets(pos, step.unit):
        return None
    rule_id = "AIRB-5" if pos.game.piece(step.unit).kind == "parachute" else "AIRB-16"
    return deny(rule_id, "{unit} does not jump over {hex}", unit=step.unit, hex=hex_)


# --- resolution ---------------------------------------------------------------------------------


class Jump(Phase, tag="jump"):
    """A unit comes down: three dice, and two more if it scatters."""

    title = "Drops"
    unit: UnitId
    #: What multiplies the scatter die, once the first dice have been thrown.
    multiplier: int = 0

    def ask(self, pos: Pos) -> Decision | None:
        return None

    @rule("AIRB-8", "AIRB-9")
    def act(self, hand: Deal) -> None:
        """The dice are thrown without telling over which hex."""
        dice = _SCATTER_DICE if self.multiplier else _DROP_DICE
        hand.roll("scatter" if self.multiplier else "jump", dice, side=self.side, place=self.unit)

    @rule("AIRB-8", "AIRB-9", "R-89")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        start = plan(hand.now)[self.unit]
        if self.multiplier:
            way = hand.game.charts.scatter[dice[0]]
            there = scattered(hand.game.board.grid, start, way, dice[1] * self.multiplier)
            land(hand, self.unit, there, dice)
            hand.pop()
            return
        result = hand.game.charts.drop(sum(dice))
        if result == "eliminated":
            perish(hand, self.unit, dice, rule_id="AIRB-8")
            hand.pop()
        elif result == "lands":
            land(hand, self.unit, start, dice)
            hand.pop()
        else:
            hand.become(self.but(multiplier=int(result)))


@rule("AIRB-9", "AIRB-10", "R-106")
def scattered(grid: Grid, start: HexId, way: str, hexes: int) -> HexId:
    """So many hexes in a direction, or the last hex of the map on that line."""
    here = start
    for _ in range(hexes):
        there = grid.neighbour(here, way)
        if there is None:
            break
        here = there
    return here


@rule("AIRB-10", "AIRB-11", "AIRB-17", "R-106")
def land(hand: Deal, unit: UnitId, hex_: HexId, dice: tuple[int, ...]) -> None:
    """A unit comes down dispersed, guns from gliders ready to be unlimbered; in water, or on or
    beside a German unit, it perishes.
    """
    pos, piece = hand.now, hand.game.piece(unit)
    count, near = pos.columns.count, (hex_, *pos.board.grid.neighbours(hex_))
    if hex_ in pos.game.theatre.water or any(count("units", AXIS, h) for h in near):
        perish(hand, unit, dice, rule_id="AIRB-10")
        return
    hand.set(unit, at=hex_, dispersed=not piece.is_artillery)
    if piece.is_artillery:
        passed(hand, SOVIET, (hex_,))
    hand.tell("drop", "{unit} lands in {hex}.", rule="AIRB-10", side=SOVIET, dice=dice,
              units=(unit,), hexes=(hex_,), unit=unit, hex=hex_)  # fmt: skip


@rule("AIRB-10", "R-114")
def perish(hand: Deal, unit: UnitId, dice: tuple[int, ...], *, rule_id: str) -> None:
    """The unit is lost in landing; it counts as eliminated."""
    hand.set(unit, at=DEAD, lost=hand.game.piece(unit).steps)
    hand.tell("drop", "{unit} is lost.", rule=rule_id, side=SOVIET, dice=dice, units=(unit,),
              unit=unit)  # fmt: skip


@rule("AIRB-6", "R-80")
def resolve(drops: Drops, hand: Deal) -> None:
    """One unit after the other; then the plan is forgotten."""
    left = [unit for unit in sorted(plan(hand.now)) if hand.unit(unit).at == AIRBORNE]
    if left:
        hand.push(Jump(side=SOVIET, unit=left[0]))
    else:
        hand.open(SOVIET, PLAN)


class Drops(Sequence, tag="drops"):
    """The last part of Soviet movement at night."""

    title = "Drops"
    stages = (Planning, resolve)

    @classmethod
    @rule("AIRB-3", "AIRB-6", "SOP-10")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Soviet nights from the 23rd on, while somebody waits who can drop."""
        side = getattr(parent, "side", "")
        if side != SOVIET or not may_drop_tonight(pos):
            return None
        return cls(side=side) if any(waiting(pos, brigade) for brigade in brigades(pos)) else None
