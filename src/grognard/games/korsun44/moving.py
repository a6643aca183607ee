"""3.1, 4.2, 6.1.7 A move: units of one hex that go together until they stop."""

from __future__ import annotations

from itertools import pairwise

from grognard.decisions import Action, Decision, Offer, Panel, Part, Refusal, Row, deny, rule
from grognard.engine import Way
from grognard.games.korsun44.bridges import stands
from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.crossing import CrossingFire, crossed
from grognard.games.korsun44.deeds import DEEDS, can_roll, conceivable, may_do, why_too_full
from grognard.games.korsun44.disorder import stir
from grognard.games.korsun44.effects import can_be_overrun
from grognard.games.korsun44.entry import arrival_price, come_in
from grognard.games.korsun44.interdiction import Strafing, strafed
from grognard.games.korsun44.points import (
    allowance,
    budget,
    costs_of,
    price,
    road_budget,
    terms_for,
)
from grognard.games.korsun44.stacking import full, levels_of
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.tolls import toll_parts
from grognard.games.korsun44.turn import (
    HalfTurn,
    Move,
    MovementPhase,
    Road,
    enemy_units,
    is_held_back,
)
from grognard.games.korsun44.works import is_fortified, overrun_works
from grognard.games.korsun44.zones import bars_of, in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.reach import FORBIDDEN, Going, Layers, Reach, ZoneRules
from grognard.mechanics.zones import Bars, Ground, survey
from grognard.pieces import UnitId
from grognard.words import listed, stack_of


class Moving(Move, tag="moving"):
    """Units on the move."""

    title = "Movement"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            lambda pos: move_prompt(pos, self),
            rule="3.1.5",
            auto=self.went,
            panel=lambda pos: move_panel(pos, self),
            offers=(
                Offer("move", pos.keep(reach_of), may_go_to, exact=True),
                Offer("join", companions(pos, self), may_join),
                Offer("drop", self.units if len(self.units) > 1 else (), may_drop),
                Offer("assault", guns_beside(pos, self), may_overrun),
                Offer("choose", tuple(conceivable(pos, self)), may_do),
                Offer("stop", ("",), may_stop) if self.went or self.pushed else Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("move", to):
                self.go(hand, to)
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("drop", unit):
                self.drop(hand, unit)
            case Action("assault", target):
                self.overrun(hand, target)
            case Action("choose", what):
                self.do(hand, what)
            case _:
                self.end(hand)

    @rule("3.1.4", "3.1.8", "7.2.1", "8.2.14", "8.2.16", "8.2.17")
    def go(self, hand: Deal, to: HexId) -> None:
        """Along the cheapest way, through whatever works stand empty there; then aircraft over it
        are met.
        """
        layers = hand.now.keep(reach_of)
        path, cost = layers.path_to(to), layers.cost_of(to)
        roads = kept_to(hand.now, self.roads, path)
        if self.entry:
            come_in(hand, self)
        hand.tell("move", "{unit} moves from {start} to {place}.", rule="3.1.4", side=self.side,
                  units=self.units, hexes=path, unit=stack_of(self.units), start=path[0],
                  place=hand.game.board.called(to))  # fmt: skip
        for hex_ in path[:-1]:
            overrun_works(hand, self.side, hex_)
        self.step_to(hand, to, cost, roads)
        self.meet_aircraft(hand, path)
        rivers = crossed(hand.now, self.side, path)
        if rivers:
            hand.push(CrossingFire(side=self.side, units=self.units, hexes=rivers))

    @rule("8.2.14", "8.2.16")
    def meet_aircraft(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """Over the hexes of a way; over the one where it begins if they set out from there."""
        danger = strafed(hand.now, self.side, path[1:] if self.set_out else path)
        if danger:
            hand.push(Strafing(side=self.side, units=self.units, hexes=danger))

    @rule("4.2.1")
    def step_to(self, hand: Deal, to: HexId, cost: int, roads: frozenset[Road]) -> None:
        """The units are there; in an enemy zone they go no further."""
        halted = in_enemy_zone(hand.now, self.side, to)
        hand.become(
            self.but(
                spent=self.spent + cost, went=True, set_out=True, halted=halted, roads=roads,
                entry="",
            )
        )  # fmt: skip
        for unit in self.units:
            hand.enter(unit, to, by="move")
        stir(hand, self.units)

    @rule("6.1.7", "9.1.5", "D10")
    def overrun(self, hand: Deal, target: HexId) -> None:
        """The units enter the hex of lone guns and HQs and destroy them."""
        here = self.here(hand.now)
        cost = sum(overrun_price(hand.now, self, target))
        hand.tell("overrun", "{unit} overruns {place}.", rule="6.1.7", side=self.side,
                  units=self.units, hexes=(target,), unit=stack_of(self.units),
                  place=hand.game.board.called(target))  # fmt: skip
        self.step_to(hand, target, min(cost, budget(hand.now, self)), frozenset())
        self.meet_aircraft(hand, (here, target))

    def do(self, hand: Deal, what: str) -> None:
        """Something else than moving."""
        name, _, bridge = what.partition(" ")
        DEEDS[name].do(hand, self, bridge)
        if DEEDS[name].ends:
            hand.note(MovementPhase, moved=frozenset(self.units))
            hand.pop()

    def drop(self, hand: Deal, unit: UnitId) -> None:
        """A unit stays behind; on the way it has then finished."""
        hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
        if self.went or self.pushed:
            hand.note(MovementPhase, moved=frozenset({unit}))

    def end(self, hand: Deal) -> None:
        """They stop, or have never begun."""
        if self.went or self.pushed:
            hand.note(MovementPhase, moved=frozenset(self.units))
        hand.pop()

    def hear(self, hand: Deal, value: frozenset[UnitId] | None) -> None:
        """Aircraft may have destroyed units on the way."""
        alive = tuple(u for u in self.units if hand.unit(u).at in hand.game.board.grid)
        if alive:
            hand.become(self.but(units=alive))
        else:
            hand.pop()

    def way(self, pos: Pos, hex_: HexId) -> Way | None:
        layers = pos.keep(reach_of)
        if hex_ not in layers:
            return None
        path = layers.path_to(hex_)
        steps, kept = zip(path, layers.tolls_to(hex_), strict=False), layers.mode_of(hex_)
        parts = tuple(part for before, toll in steps
                      for part in toll_parts(pos, self, before, toll, kept))  # fmt: skip
        if self.entry:
            parts = (Part(arrival_price(pos, self, self.entry), "onto the map", "D16"), *parts)
        left = points(max(0, budget(pos, self) - layers.cost_of(hex_)))
        hexes = path if self.entry else path[1:]
        return Way(hexes, parts, f"{left} left", per_point=SIXTHS)


#: Parts of a point, in sixths.
_FRACTIONS = ("", "⅙", "⅓", "½", "⅔", "⅚")


def points(sixths: int) -> str:
    """Movement points in words: 3, 3½."""
    whole, part = divmod(sixths, SIXTHS)
    return f"{whole or ''}{_FRACTIONS[part]}" if part else str(whole)


def move_prompt(pos: Pos, move: Moving) -> str:
    """Who moves, and what they have left."""
    left = budget(pos, move)
    word = "point" if 0 < left <= SIXTHS else "points"
    return f"Move {listed(move.units)} ({points(left)} {word} left), or stop."


def move_panel(pos: Pos, move: Moving) -> Panel:
    """The points of the units."""
    whole = min(allowance(pos, unit, pushed=move.pushed) for unit in move.units)
    rows = (
        Row("Movement points", points(whole), rule="3.1.5"),
        Row("Left", points(budget(pos, move)), rule="3.1.6"),
    )
    return Panel(rows=rows, units=move.units)


# --- where they can go ------------------------------------------------------------------------


@rule("3.1.8", "3.1.13", "4.2.1", "4.2.2", "4.2.6", "12.2.1", "12.2.2", "D2", "D3", "D4", "D7")
def reach_of(pos: Pos) -> Layers:
    """Where the units on the move can go: one hex always, if they have done nothing; one hex
    more if they keep to side roads, or to rails.
    """
    return reach_from(pos, pos.within(Moving))


def reach_from(pos: Pos, move: Moving) -> Layers:
    """The same for a move that is not open yet."""
    able = not move.halted and can_roll(pos, move)
    fresh = able and not move.went and not move.entry
    costs = costs_of(pos, move.side, move.units)
    left = budget(pos, move) if able else 0
    layers = {"plain": _reach(pos, move, costs, left, least=fresh)}
    further = road_budget(pos, move) if able else -1
    for road in _roads_on(pos, move) if further >= 0 else ():
        along = pos.game.goings.of(road, terms_for(pos, move.side))
        layers[road] = _reach(pos, move, along, further, least=False)
    return Layers(**layers)


def _reach(pos: Pos, move: Moving, costs: Going, left: int, *, least: bool) -> Reach:
    start = move.here(pos)
    ground = ground_for(pos, move)
    arrival = None
    if move.entry:
        arrival = arrival_price(pos, move, start)
        if ground.in_zone(start):
            ground = ground.halt([start])
    zones = pos.game.zone_rules[pos.within(MovementPhase).strategic]
    return Reach(
        costs, start, left, ground, zones=zones, bars=bars_for(pos, move), least=least,
        arrival=arrival,
    )  # fmt: skip


def _roads_on(pos: Pos, move: Moving) -> list[Road]:
    """The kinds of road that the units have kept to and that lead on from where they are."""
    if not move.roads:
        return []
    found = pos.game.theatre.ways_from(move.here(pos))
    return [road for road in ("railroad", "side_road") if road in move.roads and road in found]


@rule("T-terrain-2", "D6", "D7")
def kept_to(pos: Pos, roads: frozenset[Road], path: tuple[HexId, ...]) -> frozenset[Road]:
    """The kinds of road that a way goes on keeping to: none across water without a bridge."""
    for before, after in pairwise(path):
        if not roads:
            break
        over = stands(pos, pos.board.grid.hexside(before, after))
        roads = roads & frozenset(pos.game.theatre.open_ways(before, after, over=over))
    return roads


@rule("3.1.8", "3.2.1", "D14")
def ground_for(pos: Pos, move: Moving) -> Ground:
    """Enemies close hexes; what would be too full may be passed."""
    side, levels = move.side, levels_of(pos, move.units)
    found: Ground = pos.columns.keep(
        ("ground", side, levels),
        None,
        lambda: survey(pos.columns, side).passage(full(pos, side, levels)),
    )
    return found


@rule("4.2.3", "4.2.4", "4.2.5", "D2")
def bars_for(pos: Pos, move: Moving) -> Bars:
    """Nobody goes from hex to hex inside the zone of one enemy."""
    return bars_of(pos, pos.game.enemy(move.side))


@rule("4.2.1", "4.2.2", "4.2.6", "12.2.1", "12.2.2")
def zone_rules(leave: int, *, strategic: bool) -> ZoneRules:
    """A zone stops who enters it and costs a point to leave; in strategic movement nobody
    enters one, and nobody begins in one.
    """
    return ZoneRules(leave=leave, stop=True, entry=not strategic, start=not strategic)


# --- guards -----------------------------------------------------------------------------------

_REASONS = {
    "enemy": ("3.1.8", "an enemy unit holds {hex}"),
    "barred": ("4.2.3", "{hex} is in the zone of an enemy whose zone the unit would leave"),
    "stop": ("4.2.1", "the unit has to stop in an enemy zone before {hex}"),
    "zone": ("12.2.2", "{hex} is in an enemy zone"),
    "start": ("12.2.1", "the unit is in an enemy zone"),
    "terrain": ("3.1.11", "no way leads to {hex}"),
    "far": ("3.1.5", "it has not the points to enter {hex}"),
    "end": ("3.2.1", "there is no room in {hex}"),
}


@rule("3.1.5", "3.1.8", "4.2.1", "4.2.3", "6.2.3")
def may_go_to(pos: Pos, move: Moving, hex_: HexId) -> Refusal | None:
    """A hex within reach; otherwise the first step of the cheapest way that fails."""
    if hex_ == move.here(pos) and not move.entry:
        return deny("3.1.4", "the units are in {hex}", hex=hex_)
    if not can_roll(pos, move):
        return deny("6.2.3", "guns in combat set-up do not move")
    if move.halted:
        return deny("4.2.1", "the units have stopped in an enemy zone")
    obstacle = pos.keep(reach_of).why_not(hex_)
    if obstacle is None:
        return None
    rule_id, text = _REASONS[obstacle.reason]
    return deny(rule_id, text, hex=obstacle.hex)


def companions(pos: Pos, move: Moving) -> list[UnitId]:
    """Others who might come along."""
    if move.went or move.entry or move.pushed:
        return []
    return [unit for unit in pos.at(move.here(pos)) if unit not in move.units]


@rule("3.1.3", "3.1.7")
def may_join(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """A unit in the same hex that may move, before anything has been done; never more than fit
    into a hex together.
    """
    if unit in move.units:
        return deny("3.1.5", "{unit} is on the move", unit=unit)
    if move.went or move.entry or move.pushed:
        return deny("3.1.5", "the move has begun")
    if pos.unit(unit).at != move.here(pos):
        return deny("3.1.4", "{unit} is not in the hex", unit=unit)
    if levels_of(pos, (*move.units, unit)) > pos.game.charts.limits["stacking"].number:
        return deny("3.2.1", "they would be too many for any hex")
    return why_not_move(pos, pos.within(MovementPhase), unit)


def may_drop(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """Any unit of the group but the last; not for good in a hex that is too full."""
    if unit not in move.units or len(move.units) == 1:
        return deny("3.1.5", "{unit} cannot be left", unit=unit)
    return why_too_full(pos, move) if move.went or move.pushed else None


@rule("3.2.1", "B6")
def may_stop(pos: Pos, move: Moving, _: str) -> Refusal | None:
    """Not in a hex that is too full, as long as a way leads out of it."""
    return why_too_full(pos, move) if len(pos.keep(reach_of)) else None


@rule("3.1.1", "15.2.1", "D13", "D17")
def why_not_move(pos: Pos, phase: MovementPhase, unit: UnitId) -> Refusal | None:
    """Why a unit on the map may not move now: not yours, static, held back, has moved."""
    piece = pos.game.piece(unit)
    if piece.side != phase.side or pos.unit(unit).at not in pos.board.grid:
        return deny("3.1.1", "{unit} is no unit of yours on the map", unit=unit)
    if piece.moves == "static":
        return deny("15.2.1", "{unit} never moves", unit=unit)
    if is_held_back(pos, unit):
        return deny("D13", "the front of {unit} does not move yet", unit=unit)
    if unit in phase.moved:
        return deny("3.1.6", "{unit} has finished", unit=unit)
    return why_not_strategic(pos, pos.within(HalfTurn), unit) if phase.strategic else None


@rule("12.1.2", "12.2.1", "D12", "D17")
def why_not_strategic(pos: Pos, half: HalfTurn, unit: UnitId) -> Refusal | None:
    """Marked units that neither fought nor stand in an enemy zone."""
    if unit not in half.marked:
        return deny("12.1.4", "{unit} carries no marker", unit=unit)
    if unit in half.fought:
        return deny("12.1.2", "{unit} has fought", unit=unit)
    if in_enemy_zone(pos, half.side, pos.unit(unit).at):
        return deny("12.2.1", "{unit} is in an enemy zone", unit=unit)
    return None


# --- 6.1.7, 9.1.5  overrunning guns and HQs ---------------------------------------------------


def guns_beside(pos: Pos, move: Moving) -> list[HexId]:
    """Enemy hexes next door, if the units can go on."""
    if move.halted or move.entry:
        return []
    grid, row = pos.board.grid, pos.columns.layout.row("units", pos.game.enemy(move.side))
    there = pos.columns.block[row].item
    return [h for h in grid.neighbours(move.here(pos)) if there(grid.index[h])]


@rule("6.1.7", "9.1.5", "D10", "D11")
def may_overrun(pos: Pos, move: Moving, target: HexId) -> Refusal | None:
    """Regular units, the next hex, no regular unit and no RG in it, points for all."""
    here = move.here(pos)
    others = enemy_units(pos, move.side, target)
    if move.halted or move.entry or not others or not pos.board.grid.adjacent(here, target):
        return deny("6.1.7", "no enemy can be overrun in {hex}", hex=target)
    if not all(pos.game.piece(unit).is_regular for unit in move.units):
        return deny("D10", "only regular units overrun")
    if not all(can_be_overrun(pos.game.piece(unit)) for unit in others):
        return deny("3.1.8", "an enemy unit holds {hex}", hex=target)
    return why_no_way(pos, move, target) or _why_too_dear(pos, move, target)


@rule("4.2.3", "12.2.1", "12.2.2")
def why_no_way(pos: Pos, move: Moving, target: HexId) -> Refusal | None:
    """What closes a single step to units on the move."""
    here = move.here(pos)
    if bars_for(pos, move).bar(here, target):
        return deny("4.2.3", _REASONS["barred"][1], hex=target)
    zoned = in_enemy_zone(pos, move.side, target) or in_enemy_zone(pos, move.side, here)
    if pos.within(MovementPhase).strategic and zoned:
        return deny("12.2.2", "no enemy zone is entered or left in strategic movement")
    return None


def _why_too_dear(pos: Pos, move: Moving, target: HexId) -> Refusal | None:
    ground, extra = overrun_price(pos, move, target)
    if ground < 0:
        return deny("3.1.11", "no way leads to {hex}", hex=target)
    left = budget(pos, move)
    if not move.went:
        ground = min(ground, left)
    if ground + extra > left:
        return deny("6.1.7", "it has not the points to overrun {hex}", hex=target)
    return None


@rule("6.1.7", "4.2.6", "D10")
def overrun_price(pos: Pos, move: Moving, target: HexId) -> tuple[int, int]:
    """What the step costs (-1 if there is none), and what the guns cost on top."""
    here, grid = move.here(pos), pos.board.grid
    step = int(
        costs_of(pos, move.side, move.units).steps[grid.index[here], grid.side(here, target)]
    )
    if step >= FORBIDDEN:
        return -1, 0
    if in_enemy_zone(pos, move.side, here):
        step += price(pos, "leave_zone")
    others = enemy_units(pos, move.side, target)
    guns = [unit for unit in others if pos.game.piece(unit).is_artillery]
    extra = len(guns) * price(pos, "overrun")
    if guns and is_fortified(pos, target):
        extra += price(pos, "overrun_works")
    return step, extra
