"""XNG Crossing the Dnepr by dice; R-17 the same over rivers for units on wheels."""

from __future__ import annotations

from grognard.decisions import (
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
from grognard.games.kanev43.charts import CrossingColumn
from grognard.games.kanev43.effects import disrupt, lose_step, stop_building
from grognard.games.kanev43.limber import can_roll
from grognard.games.kanev43.moving import drive_off, too_full, why_not_move
from grognard.games.kanev43.points import class_of
from grognard.games.kanev43.state import SOVIET, Deal, Pos
from grognard.games.kanev43.turn import Move, MovementPhase, MovePhase, PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId

_DICE = 2


class Crossing(Move, tag="crossing"):
    """Units of a hex are named, then try one after the other. It is their only move."""

    title = "Crossing"
    start: HexId
    goal: HexId = ""
    #: The units that have still to try, once all are named.
    queue: tuple[UnitId, ...] = ()
    bound: bool = False

    def ask(self, pos: Pos) -> Decision | None:
        if self.bound:
            return None
        return self.ask_units(pos) if self.goal else self.ask_goal(pos)

    def ask_goal(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose where units cross from {self.start}.",
            rule="XNG-6",
            auto=False,
            offers=(
                Offer("place", goals(pos, self.side, self.start), may_land, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("XNG-1", "XNG-5", "R-86")
    def ask_units(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Name the units that cross from {self.start} to {self.goal}.",
            rule="XNG-1",
            auto=False,
            panel=lambda pos: crossing_panel(pos, self),
            offers=(
                Offer("join", [u for u in pos.at(self.start) if u not in self.units], may_name),
                Offer("drop", self.units),
                Offer("commit", ("",), may_try),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("place", goal):
                hand.become(self.but(goal=goal))
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("drop", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("commit"):
                self.bind(hand)
            case _:
                hand.pop()

    @rule("XNG-2", "R-35", "R-86")
    def bind(self, hand: Deal) -> None:
        """Whoever tries does not move otherwise in this phase, and has not rested."""
        units, phase = frozenset(self.units), hand.now.within(MovementPhase)
        tried = phase.crossers.get(self.start, 0) + len(rollers(hand.now, self.units))
        hand.become(self.but(bound=True, queue=self.units))
        hand.note(MovementPhase, moved=units, crossers={**phase.crossers, self.start: tried})
        hand.note(PlayerTurn, stirred=units)
        for unit in self.units:
            stop_building(hand, unit)

    @rule("XNG-3", "XNG-7", "R-101")
    def act(self, hand: Deal) -> None:
        """Two dice for each unit; leaders need none."""
        if not self.queue:
            hand.pop()
        elif hand.game.piece(self.queue[0]).is_leader:
            hand.enter(self.queue[0], self.goal, by="crossing")
            hand.become(self.but(queue=self.queue[1:]))
        else:
            hand.roll("crossing", _DICE, side=self.side, place=self.goal)

    def hear(self, hand: Deal, dice: tuple[int, ...] | None) -> None:
        """The dice of a unit, or that a leader on the far bank has met his fate."""
        if dice is not None:
            self.judge(hand, dice)
        across = tuple(unit for unit in self.units if hand.unit(unit).at == self.goal)
        drive_off(hand, self.but(units=across), self.goal)

    @rule("XNG-3", "XNG-4", "XNG-7", "XNG-9", "NGT-4", "R-84", "R-86", "R-87")
    def judge(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Across, or not; disrupted, or a step lost."""
        unit, *others = self.queue
        parts = (Part(sum(dice), "dice", "XNG-3"), *modifiers(hand.now, self, unit))
        passage = hand.game.charts.passage(column_of(hand.now, unit), total(parts))
        note_help(hand, self, unit)
        hand.become(self.but(queue=tuple(others)))
        text = "{unit} crosses to {place}." if passage.crosses else "{unit} does not get across."
        hand.tell("crossing", text, rule="R-87", side=self.side, parts=parts, dice=dice,
                  units=(unit,), hexes=(self.start, self.goal), unit=unit,
                  place=self.goal)  # fmt: skip
        if passage.crosses:
            hand.enter(unit, self.goal, by="crossing")
        if passage.disrupted:
            disrupt(hand, unit, rule="R-87")
        if passage.loses:
            lose_step(hand, unit, rule="R-87")


# --- where --------------------------------------------------------------------------------------


@rule("XNG-1", "XNG-5", "XNG-6", "R-17", "R-86", "R-88")
def goals(pos: Pos, side: Side, start: HexId) -> list[HexId]:
    """Where units of a side may try to go from a hex: the Soviets to the other counter of a
    bridgehead, the Axis anywhere over the Dnepr, and units on wheels over rivers; not into
    enemies.
    """
    theatre, enemy = pos.game.theatre, pos.game.enemy(side)
    if side == SOVIET:
        pairs = [(pair.east, pair.west) for pair in pos.state.bridgeheads]
        found = [b if a == start else a for a, b in pairs if start in (a, b)]
    else:
        found = [*theatre.landings(start)]
    found += rivers(pos, start)
    return [hex_ for hex_ in found if not pos.columns.count("units", enemy, hex_)]


def rivers(pos: Pos, start: HexId) -> tuple[HexId, ...]:
    """The neighbours across a river hexside without a route (R-17)."""
    return pos.game.theatre.fords.get(start, ())


def may_land(pos: Pos, step: Crossing, hex_: HexId) -> Refusal | None:
    """The far bank, free of enemies."""
    if hex_ in goals(pos, step.side, step.start):
        return None
    return deny("XNG-6", "no crossing leads from {start} to {hex}", start=step.start, hex=hex_)


def starts(pos: Pos, side: Side) -> list[HexId]:
    """The hexes from which somebody may try."""
    units, banks, moved = pos.state.units, pos.game.theatre.banks, pos.within(MovementPhase).moved
    spots = dict.fromkeys([units[i].at for i in pos.game.numbers[side]])
    stirring = [h for h in spots if h in banks and not moved.issuperset(pos.at(h))]
    return [hex_ for hex_ in stirring if why_not_from(pos, side, hex_) is None]


@rule("XNG-1", "XNG-5", "XNG-6", "SOP-10")
def why_not_from(pos: Pos, side: Side, hex_: HexId) -> Refusal | None:
    """There is somewhere to go, and somebody who may try."""
    there = goals(pos, side, hex_)
    if not there:
        return deny("XNG-6", "no crossing leads from {hex}", hex=hex_)
    for goal in there:
        step = Crossing(side=side, units=(), start=hex_, goal=goal)
        if any(may_name(pos, step, unit) is None for unit in pos.at(hex_)):
            return None
    return deny("XNG-1", "nobody in {hex} may cross", hex=hex_)


def may_cross_from(pos: Pos, phase: MovePhase, hex_: HexId) -> Refusal | None:
    """A hex from which units of the phasing side may try."""
    return why_not_from(pos, phase.side, hex_)


def open_crossing(hand: Deal, side: Side, start: HexId) -> None:
    """The crossing is planned; where there is one way only it is taken."""
    there = goals(hand.now, side, start)
    goal = there[0] if len(there) == 1 else ""
    hand.push(Crossing(side=side, units=(), start=start, goal=goal))


# --- who ----------------------------------------------------------------------------------------


def rollers(pos: Pos, units: tuple[UnitId, ...]) -> list[UnitId]:
    """The units that need dice: all but leaders."""
    return [unit for unit in units if not pos.game.piece(unit).is_leader]


@rule("XNG-1", "XNG-2", "XNG-5", "R-17", "R-86", "R-101")
def may_name(pos: Pos, step: Crossing, unit: UnitId) -> Refusal | None:
    """A unit of the hex that has not moved, guns limbered; three from a hex in a phase; with room
    on the far bank for all. Over a river only wheels need it.
    """
    if unit in step.units or pos.unit(unit).at != step.start or pos.unit(unit).dispersed:
        return deny("XNG-1", "{unit} cannot be named", unit=unit)
    refusal = why_not_move(pos, step.side, unit, strategic=False)
    if refusal is not None:
        return refusal
    if not can_roll(pos, (unit,)):
        return deny("R-86", "{unit} is not limbered", unit=unit)
    if step.goal in rivers(pos, step.start) and class_of(pos, unit) != "mot":
        return deny("R-17", "{unit} is not on wheels", unit=unit)
    named = (*step.units, unit)
    before = pos.within(MovementPhase).crossers.get(step.start, 0)
    most = pos.game.charts.limit("crossing_units")
    if before + len(rollers(pos, named)) > most:
        rule_id = "XNG-1" if step.side == SOVIET else "XNG-5"
        return deny(rule_id, "{most} units cross from a hex in a phase", most=most)
    full = too_full(pos, Move(side=step.side, units=named))
    if full is not None and full[pos.board.grid.index[step.goal]]:
        return deny("STK-1", "there is no room in {hex}", hex=step.goal)
    return None


def may_try(pos: Pos, step: Crossing, _: str) -> Refusal | None:
    """Somebody must be named."""
    return None if step.units else deny("XNG-1", "nobody has been named")


# --- the dice -----------------------------------------------------------------------------------


@rule("R-87", "XNG-4", "RCN-1")
def column_of(pos: Pos, unit: UnitId) -> CrossingColumn:
    """The column of a unit in the crossing table."""
    piece, crossers = pos.game.piece(unit), pos.game.charts.crossers
    if piece.guns is not None:
        light = "glider" if piece.guns.glider else piece.guns.ammunition
        return crossers[light] if light in crossers else crossers[f"guns {piece.moves}"]
    if piece.kind in crossers:
        return crossers[piece.kind]
    return crossers[f"{piece.kind} {class_of(pos, unit)}"]


@rule("XNG-8", "XNG-9", "R-84", "R-88")
def modifiers(pos: Pos, step: Crossing, unit: UnitId) -> tuple[Part, ...]:
    """What is taken off the dice: an engineer's help, an improved bridgehead."""
    charts, parts = pos.game.charts, []
    if helper(pos, step, unit):
        parts.append(Part(-charts.limit("crossing_engineer"), "engineer", "XNG-9"))
    ends = {step.start, step.goal}
    better = (pair for pair in pos.state.bridgeheads if pair.improved)
    if step.side == SOVIET and any({pair.east, pair.west} == ends for pair in better):
        parts.append(Part(-charts.own["improved_crossing"].number, "improved bridgehead", "R-84"))
    return tuple(parts)


@rule("XNG-8", "XNG-9", "DIS-11", "STM-2", "R-88")
def helper(pos: Pos, step: Crossing, crosser: UnitId) -> UnitId:
    """An engineer in the hex who stays there all phase and can help another battalion. While the
    units are being named he helps the first of them.
    """
    phase, most = pos.within(MovementPhase), pos.game.charts.limit("crossing_helped")
    before = 0 if step.bound else rollers(pos, step.units).index(crosser)
    for unit in pos.at(step.start):
        able = pos.game.piece(unit).kind == "engineer" and pos.unit(unit).order != "demoralised"
        stays = unit in phase.helped or unit not in phase.moved
        if not able or not stays or unit in step.units:
            continue
        left = most - phase.helped.get(unit, 0)
        if before < left:
            return unit
        before -= left
    return ""


def note_help(hand: Deal, step: Crossing, unit: UnitId) -> None:
    """The engineer has helped, and does not move in this phase."""
    engineer, phase = helper(hand.now, step, unit), hand.now.within(MovementPhase)
    if engineer:
        helped = {**phase.helped, engineer: phase.helped.get(engineer, 0) + 1}
        hand.note(MovementPhase, helped=helped, moved=engineer)


def crossing_panel(pos: Pos, step: Crossing) -> Panel:
    """In how many of 36 throws each unit gets across."""
    rows = []
    for unit in rollers(pos, step.units):
        parts = modifiers(pos, step, unit)
        chance = chances(pos, unit, total(parts))
        rows.append(Row(unit, f"{chance} of 36 cross", parts, "R-87"))
    return Panel(rows=tuple(rows), units=step.units, hexes=(step.start, step.goal))


def chances(pos: Pos, unit: UnitId, modifier: int) -> int:
    """The throws of 36 on which a unit crosses."""
    column, passage = column_of(pos, unit), pos.game.charts.passage
    faces = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(passage(column, dice + modifier).crosses for dice in faces)
