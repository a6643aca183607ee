"""4.1 - 4.8 A move of one unit or stack: allowances, where it can go, picking up and leaving."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from grognard.decisions import (
    CANCEL,
    STOP,
    Action,
    Decision,
    Offer,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase, Way
from grognard.games.ukraine43.allowance import allowance, extension, move_panel, points
from grognard.games.ukraine43.effects import passed
from grognard.games.ukraine43.exits import exit_cost, leave_map, ways_out, why_not_leave
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.going import MARSHES, Crossing, toll_parts
from grognard.games.ukraine43.mobile_assault import Assaulted, MobileAssault, why_no_assault
from grognard.games.ukraine43.rail import Trips, may_board, trips_of
from grognard.games.ukraine43.rivers import (
    aim,
    far_banks,
    is_bridged,
    lay_train,
    over_major_river,
    why_no_train,
    why_not_aim,
)
from grognard.games.ukraine43.stacking import brings_army, fits, full
from grognard.games.ukraine43.state import SOVIET, Deal, Pos, kept
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.words import doing, listed
from grognard.games.ukraine43.zones import bonds, in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.reach import Layers, Obstacle, Reach
from grognard.mechanics.zones import Bars, Ground, near, survey
from grognard.pieces import UnitId

#: HQs that pick units up on their way (23.3, 23.4).
CORPS_AND_ARMIES = ("panzer corps", "tank army", "shock army")
RAIL, EXTENDED, ASSAULT = "rail", "extended", "assault"


class Moves(Phase, tag="moves"):
    """A phase in which a side moves units; each unit or stack once."""

    #: The row of the chart of paces.
    pace: ClassVar[str] = ""
    #: What else may be done in the phase (3.C.2).
    jobs: ClassVar[tuple[str, ...]] = ()
    moved: frozenset[UnitId] = frozenset()
    #: Units that Manstein has tried to bring back into order (26.2).
    tried: frozenset[UnitId] = frozenset()

    def why_not(self, pos: Pos, unit: UnitId) -> Refusal | None:
        """Why a unit on the map may not move in this phase."""
        raise NotImplementedError

    def modes(self, pos: Pos, move: Moving) -> list[str]:
        """Kinds of moves that may be announced for the open move."""
        return []

    def why_no_mode(self, pos: Pos, move: Moving, mode: str) -> Refusal | None:
        """Why a kind of move may not be announced."""
        return deny("4.1-1", "there is no such move in this phase")

    def begun(self, hand: Deal, move: Moving) -> None:
        """A stack takes its first step."""


# --- the move -----------------------------------------------------------------------------


class Moving(Phase, tag="moving"):
    """A unit or stack on the move; it goes on until it stops or must stop."""

    title = "Movement"
    units: tuple[UnitId, ...]
    start: HexId
    spent: int = 0
    path: tuple[HexId, ...] = ()
    #: A reinforcement: it has entered the map and may go on by rail (16.1).
    arrived: bool = False
    #: Extended Movement was announced; the marker is spent with the first point that needs it.
    extended: bool = False
    marked: bool = False
    #: Rail movement was announced.
    by_rail: bool = False
    #: Cavalry has crossed a Major River and has one hex left (4.4A).
    crossed: bool = False
    #: A river Assault marker was placed: the move is over but for a bridge train (18.4).
    aimed: bool = False
    #: A Mobile Assault was made (13.1).
    assaulted: bool = False
    #: Where on the path units were picked up, by the number of hexes gone before.
    picked_up: Mapping[UnitId, int] = {}

    @property
    def unit(self) -> UnitId:
        """The unit that the move began with."""
        return self.units[0]

    @property
    def fresh(self) -> bool:
        """Has the stack done nothing yet in this phase?"""
        return not self.path and not self.assaulted

    def ask(self, pos: Pos) -> Decision:
        phase, here = pos.within(Moves), self.here(pos)
        others = [u for u in pos.at(here) if u not in self.units]
        leave = self.units if len(self.units) > 1 else ()
        banks = far_banks(pos, here) if self.fresh and phase.pace == "movement" else ()
        boxes = ways_out(pos, here) if self.side == SOVIET else ()
        offers = (
            Offer("move", self.goals(pos), may_go_to, exact=True),
            Offer("mode", phase.modes(pos, self), may_announce),
            Offer("join", others, may_join),
            Offer("drop", leave, may_drop),
            Offer("target", banks, may_aim, of="hex"),
            Offer("place", (*banks, *boxes), may_place, of="spot"),
            Offer("assault", enemies_beside(pos, self), may_assault),
            Offer("cancel") if self.fresh and not self.aimed else Offer("stop", guard=may_stop),
        )
        return Decision(
            self.side,
            f"Move {self.names()} ({points_left(pos, self)}), or stop.",
            rule="4.1-6",
            auto=not self.fresh,
            panel=lambda: move_panel(pos, self.units, self.spent, single=one_hex(pos, self)),
            offers=offers,
        )

    def here(self, pos: Pos) -> HexId:
        """Where the stack is."""
        return pos.unit(self.units[0]).at

    def names(self) -> str:
        return listed(self.units)

    def goals(self, pos: Pos) -> Sequence[HexId]:
        """The hexes where it can go now."""
        if self.aimed or any(pos.unit(u).landed == pos.turn for u in self.units):
            return ()
        return pos.keep(trip_of).hexes if self.by_rail else pos.keep(reach_of).hexes

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
        elif action == STOP:
            hand.pop()
            finish(hand, self, self.units)
        else:
            _DEEDS[action.verb](self, hand, action.arg)

    def announce(self, hand: Deal, mode: str) -> None:
        """Extended or rail movement; an Assault marker ends the move."""
        if mode == EXTENDED:
            hand.become(self.but(extended=True))
        elif mode == RAIL:
            hand.become(self.but(by_rail=True))
        else:
            hand.pop()
            hand.note(PlayerTurn, assault=self.units)
            text = f"{{unit}} {doing(self.units, 'prepares', 'prepare')} an assault."
            hand.tell("marker", text, rule="4.9B-3", side=self.side, units=self.units,
                      unit=self.names())  # fmt: skip
            finish(hand, self, self.units)

    @rule("4.1-4", "23.3-6", "23.4-4", "23.4-5", "R-8")
    def join(self, hand: Deal, unit: UnitId) -> None:
        """A unit comes along: from the start, or picked up by a corps or army HQ."""
        picked_up = {**self.picked_up, unit: len(self.path)} if self.path else self.picked_up
        hand.become(self.but(units=(*self.units, unit), picked_up=picked_up))

    @rule("4.10-2", "23.3-6", "23.4-4", "R-8")
    def drop(self, hand: Deal, unit: UnitId) -> None:
        """A unit stays; if the stack has moved it has finished."""
        hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
        if not self.fresh:
            finish(hand, self, (unit,))

    def aim(self, hand: Deal, target: HexId) -> None:
        """An Assault marker at the river takes all movement points of the unit."""
        hand.become(self.but(aimed=True))
        aim(hand, self.side, self.here(hand.now), target)

    def assault(self, hand: Deal, target: HexId) -> None:
        """Attack out of the move; it waits beneath."""
        start = self.here(hand.now)
        hand.push(MobileAssault(side=self.side, units=self.units, start=start, target=target))

    @rule("13.1B-4", "13.1D-1", "13.1D-2", "R-85")
    def hear(self, hand: Deal, value: Assaulted | None) -> None:
        """A Mobile Assault has ended: it is paid for, and the move goes on with those left,
        from the vacated hex if they entered it, unless they were repulsed.
        """
        if not isinstance(value, Assaulted):
            return
        left = tuple(u for u in self.units if hand.unit(u).at in hand.game.board.grid)
        path = (*self.path, value.target) if value.entered else self.path
        spent = self.spent + value.cost
        step = self.but(units=left, spent=spent, path=path, assaulted=True)
        if value.stopped:
            hand.pop()
            finish(hand, step, left)
        else:
            hand.become(step)

    def place(self, hand: Deal, spot: str) -> None:
        """A bridge train, or the way off the map."""
        if spot in hand.game.board.grid:
            lay_train(hand, self.here(hand.now), spot)
            return
        pos, here = hand.now, self.here(hand.now)
        if self.extended and exit_cost(pos, self.side, here) > budget(pos, self):
            hand.note(PlayerTurn, extended_markers=int(not self.marked))
        hand.pop()
        hand.note(Moves, moved=self.units)
        leave_map(hand, self.side, self.units, spot)

    @rule("4.7B-2", "4.7C-2", "R-83")
    def go(self, hand: Deal, to: HexId) -> None:
        """Walk or ride the cheapest way. What is met there acts last: it may open steps."""
        if self.by_rail:
            self.ride(hand, to)
            return
        pos = hand.now
        ways = pos.keep(reach_of)
        way = ways.path_to(to)
        spent = self.spent + ways.cost_of(to)
        crossed = _crosses(pos, self, way)
        step = self.but(spent=spent, path=(*self.path, *way[1:]), crossed=crossed)
        if self.fresh:
            pos.within(Moves).begun(hand, self)
        if ways.mode_of(to) == EXTENDED:
            hand.note(PlayerTurn, extended=self.units, extended_markers=int(not self.marked))
            step = step.but(marked=True)
        if self.crossed or one_hex(pos, self) or ways.last_toll_to(to).whole:
            hand.pop()
            finish(hand, step, self.units, to)
        else:
            hand.become(step)
        passed(hand, self.units, way[1:-1])
        for unit in self.units:
            hand.enter(unit, to, by="move")

    @rule("4.6-5", "11.2C", "R-89")
    def ride(self, hand: Deal, to: HexId) -> None:
        """A trip by rail is the whole move, and the unit is Disrupted."""
        (unit,) = self.units
        path = hand.now.keep(trip_of).path_to(to)
        hand.pop()
        pos = hand.now
        pos.within(Moves).begun(hand, self)
        hand.note(Moves, moved=self.units)
        hand.set(unit, disrupted=True)
        hand.tell("rail", "{unit} goes by rail from {start} to {place}.", rule="4.6-2",
                  side=self.side, units=self.units, hexes=path, unit=unit, start=self.start,
                  place=hand.game.board.called(to))  # fmt: skip
        passed(hand, self.units, path[1:-1])
        hand.enter(unit, to, by="rail")

    def way(self, pos: Pos, hex_: HexId) -> Way | None:
        if self.aimed or self.by_rail or hex_ not in pos.keep(reach_of):
            return None
        ways = pos.keep(reach_of)
        path = ways.path_to(hex_)
        steps = zip(path, ways.tolls_to(hex_), strict=False)
        tolls = (toll_parts(pos, self.side, before, toll) for before, toll in steps)
        parts = tuple(part for step in tolls for part in step)
        left = budget(pos, self) - ways.cost_of(hex_)
        far = "extended movement" if left < 0 else f"{points(left)} left"
        return Way(path[1:], parts, far, per_point=2)


_DEEDS = {"move": Moving.go, "mode": Moving.announce, "join": Moving.join, "drop": Moving.drop,
          "target": Moving.aim, "place": Moving.place, "assault": Moving.assault}  # fmt: skip


@rule("4.1-6", "4.8C", "11.2D")
def finish(hand: Deal, move: Moving, units: Iterable[UnitId], at: HexId = "") -> None:
    """Units have ended their move; artillery that has gone two hexes or more is Disrupted."""
    done = tuple(units)
    hand.note(Moves, moved=done)
    most = hand.game.charts.limits["artillery_hexes"].number
    for unit in done:
        gone = len(move.path) - move.picked_up.get(unit, 0)
        if hand.game.piece(unit).kind == "artillery" and gone > most:
            hand.set(unit, disrupted=True)
    if move.path and done:
        text = f"{{unit}} {doing(done, 'moves', 'move')} from {{start}} to {{place}}."
        hand.tell("move", text, rule="4.1-1", side=move.side, units=done,
                  hexes=(move.start, *move.path), unit=listed(done), start=move.start,
                  place=hand.game.board.called(at or move.path[-1]))  # fmt: skip


def points_left(pos: Pos, move: Moving) -> str:
    if move.by_rail:
        return "by rail"
    if one_hex(pos, move):
        return "one hex"
    left = points(budget(pos, move))
    return f"{left} points left{', extended' if move.extended else ''}"


# --- where it can go ------------------------------------------------------------------------


def budget(pos: Pos, move: Moving) -> int:
    """What is left of the least allowance in the stack; below 0 in Extended Movement."""
    return min(allowance(pos, unit) for unit in move.units) - move.spent


@rule("4.9C-1", "4.10-3", "4.10-4", "11.1-1", "11.3-3", "MISC-3", "ASOP-5", "R-14")
def one_hex(pos: Pos, move: Moving) -> bool:
    """Does the stack move a single hex, whatever it costs? Disrupted units do, and in the later
    phases all that do not drive; in Reaction also who begins in an enemy zone.
    """
    pace, paces, printed = pos.within(Moves).pace, pos.game.charts.paces, pos.game.printed
    for unit in move.units:
        if paces[pace, printed[unit].mobility] is not None:
            return True
    if pace == "reaction":
        return in_enemy_zone(pos, move.side, move.start)
    return any(pos.unit(u).disrupted for u in move.units)


@rule("4.1-7", "4.1-8", "4.4B-1", "4.4B-2", "4.7A-1", "4.7A-2", "4.7A-3", "4.10-6", "6.3A",
      "6.3B-1", "6.3B-2", "6.3B-3", "6.5-5", "7.2-1a", "R-1", "R-7", "R-9", "R-10", "R-12",
      )  # fmt: skip
def reach_of(pos: Pos) -> Layers:
    """Where the stack on the move can go, and further with Extended Movement; from a
    standstill always one hex.
    """
    move = pos.within(Moving)
    here, left = move.here(pos), budget(pos, move)
    going = pos.game.goings.of(pos, move.side, move.units, crossing_of(pos, move))
    ground, bars = ground_of(pos, move.side), closed_hexsides(pos, move.side)
    zones = pos.game.goings.zones

    def reach(points: int, over: Ground, least: bool) -> Reach:
        def flood(ground: Ground) -> Reach:
            return Reach(going, here, points, ground, zones=zones, bars=bars, least=least)

        among = flood(over).hexes if brings_army(pos, move.units) else None
        return flood(over.passage(full(pos, move.side, move.units, among)))

    single, layers = one_hex(pos, move), dict[str, Reach]()
    if not move.marked:
        points = 0 if single else max(0, left)
        layers["normal"] = reach(points, ground, move.fresh and not move.extended)
    if move.extended and not single:
        alone = ground.passage(near(pos.columns, pos.game.enemy(move.side), 1))
        more = left + further(pos, move)
        layers[EXTENDED] = reach(max(0, more), alone, move.fresh)
    return Layers(**layers)


def crossing_of(pos: Pos, move: Moving) -> Crossing:
    """How the stack may cross a Major River without a bridge."""
    if move.crossed:
        return "last hex"
    from_bank = move.fresh and not move.arrived and pos.within(Moves).pace == "movement"
    return "bank" if from_bank else "none"


def _crosses(pos: Pos, move: Moving, way: Sequence[HexId]) -> bool:
    """Does a first step lead over a Major River without a bridge?"""
    if not move.fresh or len(way) != 2:
        return False
    return over_major_river(pos, *way) and not is_bridged(pos, move.side, *way)


@rule("4.1-5", "6.4", "7.2-1a", "28.2A", "R-69", "R-102", "R-106")
def ground_of(pos: Pos, side: Side) -> Ground:
    """The map as movers of a side see it: enemies, zones, bonds, what is closed."""
    return kept(pos, (ground_of, side), lambda: _ground_of(pos, side), pos.state.flood)


def _ground_of(pos: Pos, side: Side) -> Ground:
    ground = survey(pos.columns, side, bars=bonds(pos, pos.game.enemy(side)))
    ground = ground.closed(pos.game.theatre(pos).closed)
    drowned = flooded(pos)
    return ground.closed(drowned) if drowned else ground


def closed_hexsides(pos: Pos, side: Side) -> Bars:
    """Enemy hexside bonds, and what the flood closes."""
    bars, flood = bonds(pos, pos.game.enemy(side)), flood_bars(pos)
    return bars if flood is None else bars | flood


def trip_of(pos: Pos) -> Trips:
    """Where the unit on the move can go by rail."""
    move = pos.within(Moving)
    return trips_of(pos, move.side, move.units[0])


# --- guards -------------------------------------------------------------------------------

_REASONS = {
    "enemy": ("4.1-5", "an enemy unit holds {hex}"),
    "bond": ("7.2-1a", "an enemy bond closes {hex}"),
    "barred": ("7.2-1a", "an enemy bond closes the way from {before} to {hex}"),
    "closed": ("R-106", "{hex} is not in play"),
    "terrain": ("4.4A-1", "no way leads to {hex}"),
    "stop": ("4.4A-4", "the move ends in {before}"),
    "far": ("4.1-1", "it has not the points to enter {hex}"),
}


def may_go_to(pos: Pos, move: Moving, hex_: HexId) -> Refusal | None:
    """A hex within reach; otherwise the first step of the cheapest way that fails."""
    if move.aimed:
        return deny("18.1B-2", "the Assault marker took all movement points")
    if any(pos.unit(u).landed == pos.turn for u in move.units):
        return deny("20.4-1", "a brigade was dropped in this turn")
    if hex_ == move.here(pos):
        return deny("4.1-1", "the stack is in {hex}", hex=hex_)
    if move.by_rail:
        return pos.keep(trip_of).why_not(hex_)
    ways = pos.keep(reach_of)
    if hex_ in ways:
        return None
    reach = next(reversed(ways.layers.values()))
    obstacle = reach.why_not(hex_)
    assert obstacle is not None
    if obstacle.reason == "end":
        return why_not_end(pos, move, hex_)
    rule_id, text = _reason(pos, move, obstacle)
    return deny(rule_id, text, hex=obstacle.hex, before=obstacle.before)


@rule("4.4A-1", "4.4B-1", "4.5-3", "28.2A", "28.2E-1")
def _reason(pos: Pos, move: Moving, obstacle: Obstacle) -> tuple[str, str]:
    """The rule behind an obstacle: what looks alike to the search may be flood, marsh or river."""
    reason, hex_, before = obstacle.reason, obstacle.hex, obstacle.before
    flood, guns = flood_bars(pos), any(pos.game.piece(u).kind == "artillery" for u in move.units)
    if reason == "barred" and flood is not None and flood.bar(before, hex_):
        return "28.2E-1", "the flood closes the way from {before} to {hex}"
    if reason == "closed" and hex_ in flooded(pos):
        return "28.2A", "{hex} is flooded"
    if reason == "terrain" and guns and pos.board.terrain_of(hex_) in MARSHES:
        return "4.5-3", "artillery enters the marsh of {hex} by road only"
    if reason == "terrain" and pos.within(Moves).pace != "movement":
        return "4.4B-1", "no bridge leads to {hex}"
    return _REASONS[reason]


def why_not_end(pos: Pos, move: Moving, hex_: HexId) -> Refusal:
    """The hex may be passed, but the move may not end there."""
    if full(pos, move.side, move.units)[pos.board.grid.index[hex_]]:
        return deny("5.4-1", "there is no room in {hex}", hex=hex_)
    return deny("4.7A-2", "an extended move may not end in {hex}, next to an enemy", hex=hex_)


def may_announce(pos: Pos, move: Moving, mode: str) -> Refusal | None:
    return pos.within(Moves).why_no_mode(pos, move, mode)


@rule("4.1-4", "4.1-6", "23.3-6", "23.4-4", "R-8", "R-92", "R-99")
def may_join(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """From the start any unit of the hex that may move; on the way only a corps or army HQ
    picks up units in order that have not moved.
    """
    phase = pos.within(Moves)
    if unit in move.units:
        return deny("4.1-4", "{unit} is in the stack", unit=unit)
    if pos.owner(unit) != move.side or pos.unit(unit).at != move.here(pos):
        return deny("4.1-4", "{unit} is not with the stack", unit=unit)
    if pos.game.piece(unit).role == "air":
        return deny("4.1-4", "{unit} is an air unit", unit=unit)
    if move.by_rail or move.aimed or (move.arrived and move.fresh):
        return deny("4.6-2", "units do this singly")
    if not move.fresh:
        refusal = why_not_pick_up(pos, move, unit)
        if refusal is not None:
            return refusal
    return phase.why_not(pos, unit)


def why_not_pick_up(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """What keeps a stack from picking a unit up on its way."""
    piece, phase = pos.game.piece, pos.within(Moves)
    if not any(piece(u).kind in CORPS_AND_ARMIES for u in move.units):
        return deny("R-8", "only corps and army HQs pick units up")
    if pos.unit(unit).disrupted:
        return deny("R-92", "{unit} is disrupted", unit=unit)
    if pos.game.charts.paces[phase.pace, piece(unit).mobility] is not None:
        return deny("4.9C-1", "{unit} moves one hex only", unit=unit)
    if phase.pace == "reaction" or move.crossed:
        return deny("4.10-1", "{unit} is not of the stack", unit=unit)
    return None


def enemies_beside(pos: Pos, move: Moving) -> list[HexId]:
    """Where the stack might assault out of its move."""
    if pos.within(Moves).pace != "exploitation" or move.aimed:
        return []
    enemy, near_ = pos.game.enemy(move.side), pos.board.grid.neighbours(move.here(pos))
    return [h for h in near_ if pos.columns.count("units", enemy, h)]


@rule("13.1A-1")
def may_assault(pos: Pos, move: Moving, hex_: HexId) -> Refusal | None:
    """Mobile Assaults are made in Exploitation only."""
    if pos.within(Moves).pace != "exploitation":
        return deny("13.1A-1", "Mobile Assaults are made in Exploitation")
    return why_no_assault(pos, move.side, move.units, move.here(pos), hex_, budget(pos, move))


def may_drop(pos: Pos, move: Moving, unit: UnitId) -> Refusal | None:
    """Any unit of the stack but the last."""
    if unit not in move.units or len(move.units) == 1:
        return deny("4.1-4", "{unit} cannot be left", unit=unit)
    return None


def may_aim(pos: Pos, move: Moving, target: HexId) -> Refusal | None:
    """A unit that has not moved may place an Assault marker, in the Movement Phase."""
    if pos.within(Moves).pace != "movement" or move.path or move.arrived:
        return deny("18.1B-2", "it must not have moved in this Movement Phase")
    if move.aimed:
        return deny("18.1B-2", "it has placed its marker")
    return why_not_aim(pos, move.side, move.units, move.here(pos), target)


def may_place(pos: Pos, move: Moving, spot: str) -> Refusal | None:
    """A bridge train towards a hex, or the stack itself off the map."""
    if spot not in pos.board.grid:
        return may_exit(pos, move, spot)
    if pos.within(Moves).pace != "movement" or move.path or move.arrived:
        return deny("18.4-2", "it must not have moved in this Movement Phase")
    return why_no_train(pos, move.side, move.units, move.here(pos), spot)


@rule("27.3-1", "30.2C-1", "R-100", "R-101")
def may_exit(pos: Pos, move: Moving, box: str) -> Refusal | None:
    """In Movement and Exploitation, by who can pay for it; for who moves by hexes it is his hex."""
    if move.aimed or move.by_rail or move.arrived or pos.within(Moves).pace == "reaction":
        return deny("30.2C-1", "the stack may not leave the map now")
    here, left = move.here(pos), budget(pos, move) + further(pos, move)
    refusal = why_not_leave(pos, move.side, move.units, here, box)
    cost = exit_cost(pos, move.side, here)
    if refusal is None and left < cost and not one_hex(pos, move):
        return deny("30.2C-1", "leaving costs {cost} points", cost=points(cost))
    return refusal


def further(pos: Pos, move: Moving) -> int:
    """What Extended Movement adds to the open move, if it was announced."""
    return min(extension(pos, unit) for unit in move.units) if move.extended else 0


@rule("5.4-1", "16.1-1")
def may_stop(pos: Pos, move: Moving, _: str) -> Refusal | None:
    """Anywhere but in a full hex through which the unit has come onto the map."""
    if move.path == (move.start,) and not fits(pos, move.side, move.start):
        return deny("5.4-1", "there is no room in {hex}", hex=move.start)
    return None


@rule("4.6-1", "4.6-2", "R-89", "R-92")
def why_no_train_ride(pos: Pos, move: Moving, used: int) -> Refusal | None:
    """A single unit that has not moved, once a turn besides reinforcements."""
    if move.by_rail or move.extended or move.aimed or len(move.units) > 1:
        return deny("4.6-2", "a single unit goes by rail")
    if len(move.path) > int(move.arrived):
        return deny("R-89", "{unit} has moved", unit=move.units[0])
    if not move.arrived and used >= pos.game.charts.limits["rail_units"].number:
        return deny("4.6-2", "a unit has gone by rail in this phase")
    refusal = may_board(pos, move.side, move.unit, arrived=move.arrived)
    if refusal is None and may_stop(pos, move, "") and not trip_of(pos).hexes:
        return deny("4.6-3", "no train leads on from {hex}", hex=move.start)
    return refusal


@rule("4.7A-1", "4.7B-1", "4.7C-1", "R-13")
def why_not_extended(pos: Pos, move: Moving) -> Refusal | None:
    """Ten stacks a turn may go beyond their allowance."""
    if move.extended or move.by_rail or move.aimed or move.crossed or one_hex(pos, move):
        return deny("4.7A-1", "this move cannot be extended")
    used = pos.within(PlayerTurn).extended_markers
    if used >= pos.game.charts.limits["extended_markers"].number:
        return deny("4.7C-1", "all Extended Movement markers are used")
    if not all(extension(pos, unit) for unit in move.units):
        return deny("4.8A-2", "a unit of the stack has no Extended Movement")
    return None
