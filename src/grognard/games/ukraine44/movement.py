"""10 Movement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grognard.decisions import (
    CANCEL,
    DONE,
    STOP,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    deny,
    rule,
)
from grognard.engine import Phase, Way
from grognard.games.ukraine44.reinforcements import Arriving, box_tiger, may_arrive
from grognard.games.ukraine44.state import ARRIVALS, DEAD, OUT, SOVIET, Deal, Offensive, Pos
from grognard.games.ukraine44.units import FormationKind
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.reach import (
    EVERYTHING,
    FORBIDDEN,
    Going,
    Layers,
    Reach,
    Toll,
    ZoneRules,
    ranges,
)
from grognard.mechanics.zones import Bars, Ground, survey
from grognard.pieces import UnitId
from grognard.words import counted

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44


# --- 10.1, 10.8  the phases -------------------------------------------------------------


class Movement(Phase, tag="movement"):
    """The Movement Phase of one side: formations move singly, each once (10.2-4)."""

    title = "Movement"
    moved: frozenset[UnitId] = frozenset()
    pontoon: frozenset[UnitId] = frozenset()
    entered: frozenset[HexId] = frozenset()

    #: Do reinforcements enter in this phase?
    arrivals = True

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a formation to move, or end the phase.",
            rule="10.1-1",
            calm=True,
            offers=(
                Offer("select", self.movers(pos), may_move, exact=True),
                Offer("done"),
            ),
        )

    def movers(self, pos: Pos) -> list[UnitId]:
        """The formations that may be chosen, and reinforcements that may enter."""
        still = self.moved.union(fighters(pos), pos.at(ARRIVALS), pos.at(DEAD), pos.at(OUT))
        return [unit for unit in self.able(pos) if unit not in still] + self.arriving(pos)

    def able(self, pos: Pos) -> Sequence[UnitId]:
        """The formations of the side that can be moved in such a phase."""
        return pos.game.movable[self.side]

    def arriving(self, pos: Pos) -> list[UnitId]:
        """Reinforcements that may enter; those alike are judged once."""
        waiting, found = set(pos.at(ARRIVALS)), set[UnitId]()
        for alike in pos.game.alike[self.side] if self.arrivals else ():
            if not waiting.isdisjoint(alike) and may_arrive(pos, self, alike[0]) is None:
                found |= waiting.intersection(alike)
        return sorted(found, key=pos.game.index.__getitem__)

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        elif action.arg in hand.game.tigers:
            box_tiger(hand, action.arg)
        elif hand.unit(action.arg).at == ARRIVALS:
            hand.push(Arriving(side=self.side, unit=action.arg))
        else:
            start = hand.unit(action.arg).at
            hand.push(Moving(side=self.side, unit=action.arg, start=start))


class MobileMovement(Movement, tag="mobile movement"):
    """10.8: after Axis combat the mobile formations may move again."""

    title = "Mobile Movement"
    arrivals = False

    @rule("8.11-2", "10.8-1", "10.8-2", "10.8-4")
    def able(self, pos: Pos) -> Sequence[UnitId]:
        """Mobile formations that are not isolated."""
        return [u for u in pos.game.mobile[self.side] if pos.unit(u).supply != "isolated"]


@rule("5.3-3", "10.6-1", "S2")
def fighters(pos: Pos) -> frozenset[UnitId]:
    """Soviet formations that attacked earlier in this turn: they may not move."""
    turn = pos.find(Offensive)
    return turn.fought if turn else frozenset()


@rule("2.3-4", "5.3-3", "10.1-1", "10.2-4", "10.6-1", "F7")
def may_move(pos: Pos, phase: Movement, unit: UnitId) -> Refusal | None:
    """A formation of the side on move that has not moved in this phase."""
    if pos.owner(unit) != phase.side:
        return deny("10.1-1", "{unit} is not yours", unit=unit)
    if pos.unit(unit).at == ARRIVALS:
        return may_arrive(pos, phase, unit)
    if pos.unit(unit).at not in pos.board.grid:
        return deny("10.1-1", "{unit} is not on the map", unit=unit)
    if pos.game.piece(unit).kind == "garrison":
        return deny("2.3-4", "{unit} is a garrison and never moves", unit=unit)
    if unit in phase.moved:
        return deny("10.2-4", "{unit} has already moved in this phase", unit=unit)
    if unit in fighters(pos):
        return deny("10.6-1", "{unit} has fought this turn", unit=unit)
    return why_not_mobile(pos, unit) if isinstance(phase, MobileMovement) else None


def why_not_mobile(pos: Pos, unit: UnitId) -> Refusal | None:
    """10.8: only mobile formations, and no isolated ones."""
    if pos.game.piece(unit).kind != "mobile":
        return deny("10.8-2", "{unit} is not mobile", unit=unit)
    if pos.unit(unit).supply == "isolated":
        return deny("10.8-4", "{unit} is isolated", unit=unit)
    return None


# --- 2.3, 10.2, 10.7  allowances --------------------------------------------------------


@rule("2.3-1", "2.3-2", "2.3-3", "2.3-5", "2.3-6", "8.10-2", "8.11-1", "8.16-1", "10.1-2",
      "10.8-3", "S5")  # fmt: skip
def allowance(pos: Pos, unit: UnitId) -> int:
    """Movement points by side and type; halved, fractions up, when isolated, and in the
    Mobile Movement Phase when out of supply or in air supply.
    """
    points = pos.game.allowance(unit)
    supply = pos.unit(unit).supply
    mobile = pos.find(MobileMovement) is not None
    halved = supply == "isolated" or (mobile and supply in ("out", "air"))
    return (points + 1) // 2 if halved else points


@rule("8.10-1", "8.11-0", "8.16-1", "10.7-1", "10.7-3", "10.7-4")
def may_go_far(pos: Pos, unit: UnitId) -> bool:
    """Strategic movement: all Soviets and Axis infantry, supplied by a line or their city."""
    piece = pos.game.piece(unit)
    able = piece.side == SOVIET or piece.kind == "infantry"
    return able and pos.unit(unit).supply in ("in", "city")


# --- 10.2 - 10.7  a move ----------------------------------------------------------------


class Moving(Phase, tag="moving"):
    """A formation on the move; it goes on until it is stopped or must stop."""

    title = "Movement"
    unit: UnitId
    start: HexId
    spent: int = 0
    path: tuple[HexId, ...] = ()
    #: A reinforcement has entered: its move cannot be called off any more.
    bound: bool = False

    @property
    def fresh(self) -> bool:
        """Does the formation stand where it stood when the phase began?"""
        return not self.path and not self.bound

    def ask(self, pos: Pos) -> Decision:
        ways = pos.keep(reach_of)
        end = Offer("stop") if self.path or self.bound else Offer("cancel")
        return Decision(
            self.side,
            f"Move {self.unit} ({points_left(pos)}), or stop.",
            rule="10.2-4",
            auto=bool(self.path or self.bound),
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(Offer("move", ways, may_go_to, exact=True), end),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
        elif action == STOP:
            self.stop(hand)
        else:
            self.go(hand, action.arg)

    def go(self, hand: Deal, to: HexId) -> None:
        """Walk the cheapest way, entering on the way every hex where something happens."""
        pos = hand.now
        ways = pos.keep(reach_of)
        _, way = ways.leading_to(to)
        path, cost = way.path_to(to), way.cost_of(to)
        crossing = to in hand.game.costs.across[path[-2]]
        # Nothing left to spend: the only answer to the next question would be to stop.
        last = crossing or cost == max([layer.budget for layer in ways.layers.values()])
        if uses_pontoon(pos, path):
            hand.note(Movement, pontoon=self.unit)
        hand.become(self.but(spent=self.spent + cost, path=(*self.path, *path[1:])))
        for hex_ in path[1:]:
            if hex_ == to or hand.game.matters(pos, hex_):
                hand.enter(self.unit, hex_, by="move")
        if last or in_enemy_zone(hand.now, self.side, to):
            step = hand.top
            assert isinstance(step, Moving)
            step.stop(hand)

    @rule("10.2-2", "10.2-4")
    def stop(self, hand: Deal) -> None:
        """The move is over; points not spent are lost."""
        hand.note(Movement, moved=self.unit)
        hand.tell(
            "move",
            "{unit} moves from {start} to {place}.",
            rule="10.1-1",
            side=self.side,
            units=(self.unit,),
            hexes=(self.start, *self.path),
            unit=self.unit,
            start=self.start,
            place=hand.game.board.called(hand.unit(self.unit).at),
        )
        hand.pop()

    def way(self, pos: Pos, hex_: HexId) -> Way | None:
        ways = pos.keep(reach_of)
        if hex_ not in ways:
            return None
        path = ways.path_to(hex_)
        steps = zip(path, ways.tolls_to(hex_), strict=False)
        parts = tuple(part for before, toll in steps for part in toll_parts(pos, before, toll))
        left = allowance(pos, self.unit) - self.spent - ways.cost_of(hex_)
        far = "strategic movement" if left < 0 else f"{counted(left, 'point')} left"
        return Way(path[1:], parts, far)


def points_left(pos: Pos) -> str:
    """What the formation on the move may still spend, in words."""
    layers = pos.keep(reach_of).layers
    left = counted(layers["normal"].budget if "normal" in layers else 0, "point") + " left"
    if "strategic" in layers:
        return f"{left}, {layers['strategic'].budget} with strategic movement"
    return left


#: 7.3A: who enters a zone stops; out of a zone none goes straight into another.
_NORMAL = ZoneRules(stop=True, slide=False, friends=False)
#: 7.3B: strategic movement begins in no zone and enters none.
_STRATEGIC = ZoneRules(entry=False, start=False, friends=False)


@rule("6.1-1", "6.1-2", "6.1-3", "6.2-1", "6.2-2", "6.3-1", "7.3A-1", "7.3A-2", "7.3B-1", "7.3B-2",
      "7.4-1", "8.12-1", "10.2-1", "10.2-3", "10.3-1", "10.4-1", "10.5-14", "10.5-15", "10.7-2",
      "M2", "M4", "M5", "M6", "M7", "S3", "Z1", "Z6")  # fmt: skip
def reach_of(pos: Pos) -> Layers:
    """Where the formation on the move can go, normally and by strategic movement."""
    move = pos.within(Moving)
    here, points = pos.unit(move.unit).at, allowance(pos, move.unit)
    ground, bars = ground_of(pos, move.side), closed_pontoon(pos, move.unit)
    going = pos.game.costs.of(move.unit, fresh=move.fresh)
    left = max(0, points - move.spent)
    far = may_go_far(pos, move.unit) and not in_enemy_zone(pos, move.side, move.start)
    layers = {}
    if left or not far:
        normal = layers["normal"] = Reach(going, here, left, ground, zones=_NORMAL, bars=bars)
        if spares_pontoon(pos, move, normal):
            straight = Reach(pos.game.costs.crossing, here, left, ground, zones=_NORMAL)
            layers = {"straight": straight, "normal": normal}
    if far:
        plain = pos.game.costs.of(move.unit, fresh=False)
        budget = 2 * points - move.spent
        layers["strategic"] = Reach(plain, here, budget, ground, zones=_STRATEGIC, bars=bars)
    return Layers(**layers)


def range_of(pos: Pos, unit: UnitId) -> Reach:
    """Where a formation could go by normal movement in a phase of its own, as things stand."""
    going, ground = pos.game.costs.of(unit, fresh=True), ground_of(pos, pos.owner(unit))
    return Reach(going, pos.unit(unit).at, allowance(pos, unit), ground, zones=_NORMAL)


def ranges_of(pos: Pos, units: Sequence[UnitId]) -> NDArray[np.bool_]:
    """The same for many formations of a side that move alike: a row of the map for each."""
    going, ground = pos.game.costs.of(units[0], fresh=True), ground_of(pos, pos.owner(units[0]))
    here, points = [pos.unit(u).at for u in units], [allowance(pos, u) for u in units]
    return ranges(going, here, points, ground, zones=_NORMAL)


def ground_of(pos: Pos, side: str) -> Ground:
    """The map as a side sees it: friends close their hexes, but garrisons may be passed."""
    ground = survey(pos.columns, side, friends="blocks")
    garrisons = [pos.unit(unit).at for unit in pos.game.garrisons[side]]
    return ground.passage([h for h in garrisons if h in pos.board.grid]) if garrisons else ground


# --- 10.5  terrain ----------------------------------------------------------------------

PONTOON_LIMIT = 2


@rule("10.5-7", "10.5-8", "10.5-9", "Z4", "C16")
def closed_pontoon(pos: Pos, unit: UnitId) -> Bars | None:
    """The pontoon bridge carries two formations a phase, in either direction."""
    users = pos.within(Movement).pontoon
    full = len(users) >= PONTOON_LIMIT and unit not in users
    return pos.game.costs.no_pontoon if full else None


def uses_pontoon(pos: Pos, path: tuple[HexId, ...]) -> bool:
    """Does a way lead over the pontoon bridge?"""
    pontoon = pos.game.pontoon
    # Most ways do not even touch both of its hexes.
    return pontoon.issubset(path) and any({a, b} == pontoon for a, b in pairwise(path))


@rule("M8")
def spares_pontoon(pos: Pos, move: Moving, normal: Reach) -> bool:
    """Infantry on the bank beside the pontoon goes straight across without it, if the cheapest
    way would lead over it; who wants the pontoon goes there first.
    """
    if not move.fresh or pos.game.piece(move.unit).kind != "infantry":
        return False
    far_bank = pos.game.costs.across[normal.start]
    return any(h in normal and uses_pontoon(pos, normal.path_to(h)) for h in far_bank)


class Costs:
    """The cost of every step for mobile and for infantry formations."""

    def __init__(self, game: Ukraine44) -> None:
        self.game = game
        grid = game.board.grid
        kinds: tuple[FormationKind, ...] = ("mobile", "infantry")
        self._plain: dict[str, Going] = {kind: Going(grid, self._entry(kind)) for kind in kinds}
        self._fresh = {
            "mobile": self._plain["mobile"],
            "infantry": Going(grid, self._entry("infantry"), self._crossings()),
        }
        nothing = np.full((len(grid), 6), FORBIDDEN, np.int16)
        #: A crossing of the Dniester and no other step.
        self.crossing = Going(grid, nothing, self._crossings())
        #: The hexes right across the Dniester from each hex, where no road leads over.
        self.across = {
            h: tuple(n for n in grid.neighbours(h) if n not in game.links[h]) for h in grid.hexes
        }
        over = np.zeros((len(grid), 6), np.bool_)
        if len(game.pontoon) == 2:
            a, b = sorted(game.pontoon)
            over[grid.index[a], grid.side(a, b)] = over[grid.index[b], grid.side(b, a)] = True
        self.no_pontoon = Bars.across(grid, over)

    def of(self, unit: UnitId, *, fresh: bool) -> Going:
        """The costs of a formation; the Dniester is crossed only as a whole move."""
        kind = self.game.piece(unit).kind
        return self._fresh[kind] if fresh else self._plain[kind]

    @rule("2.1-4", "2.1-5", "10.5-2", "10.5-3", "10.5-4", "10.5-5", "10.5-6", "10.5-10", "10.5-11",
          "10.5-12", "M1", "M3")  # fmt: skip
    def _entry(self, kind: FormationKind) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
        """Natural terrain, one more across a river; along a road always the same."""
        board, chart = self.game.board, self.game.charts.terrain
        ground = np.array([chart[t].cost(kind) for t in board.terrain], np.int16)
        entry = np.repeat(ground[:, None], 6, axis=1)
        entry[board.side_mask("river")] += chart["river"].cost(kind)
        entry[board.side_mask("dniester")] = FORBIDDEN
        entry[board.network_mask("road")] = chart["road"].cost(kind)
        return entry

    @rule("10.5-13", "10.5-14")
    def _crossings(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
        """Infantry crosses the Dniester with everything it has, from its bank."""
        board = self.game.board
        lone = np.full((len(board.grid), 6), FORBIDDEN, np.int16)
        lone[board.side_mask("dniester") & ~board.network_mask("road")] = EVERYTHING
        return lone


def toll_parts(pos: Pos, before: HexId, toll: Toll) -> list[Part]:
    """What one step costs, and why."""
    chart, board = pos.game.charts.terrain, pos.board
    if toll.whole:
        return [Part(toll.charge, f"across the Dniester into {toll.hex}", "10.5-14")]
    if board.joined("road", before, toll.hex):
        road = chart[kind_of_road(pos, before, toll.hex)]
        return [Part(toll.charge, f"{road.title.lower()} to {toll.hex}", road.move_rule)]
    ground = chart[board.terrain_of(toll.hex)]
    mobile = pos.game.piece(pos.within(Moving).unit).kind == "mobile"
    entry = ground.mobile if mobile else ground.infantry
    parts = [Part(entry, f"{ground.title.lower()} {toll.hex}", ground.move_rule)]
    if toll.charge > entry:
        parts.append(Part(toll.charge - entry, "across a river", "10.5-11"))
    return parts


def kind_of_road(pos: Pos, before: HexId, hex_: HexId) -> str:
    """How the chart calls the road between two neighbours: road, bridge or pontoon."""
    if pos.game.pontoon == {before, hex_}:
        return "pontoon"
    bridge = any(pos.board.crosses(river, before, hex_) for river in ("river", "dniester"))
    return "bridge" if bridge else "road"


# --- refusals ---------------------------------------------------------------------------

_REASONS = {
    "enemy": ("10.3-1", "an enemy formation holds {hex}"),
    "friend": ("6.1-2", "a friendly formation stands in {hex}"),
    "zone": ("7.3A-2", "{before} and {hex} are both in enemy zones"),
    "barred": ("10.5-8", "two formations have used the pontoon bridge in this phase"),
    "terrain": ("10.5-13", "no way leads to {hex} without crossing the Dniester"),
    "stop": ("7.3A-1", "it would have to stop in {before}, in an enemy zone"),
    "far": ("10.1-1", "it has not the points to enter {hex}"),
    "end": ("6.2-2", "no formation may end its move with the garrison in {hex}"),
}


#: 7.3B: what else keeps a formation from a hex that it would need strategic movement for.
_FAR_REASONS = _REASONS | {
    "zone": ("7.3B-2", "{hex} is in an enemy zone, and strategic movement enters none"),
}


def may_go_to(pos: Pos, move: Moving, hex_: HexId) -> Refusal | None:
    """A hex within reach; otherwise the first step of the cheapest way that fails."""
    ways = pos.keep(reach_of)
    here = pos.unit(move.unit).at
    if hex_ in ways:
        return None
    if hex_ == here:
        return deny("10.2-4", "it stands in {hex}", hex=hex_)
    if hex_ in pos.game.costs.across[here]:
        return why_not_cross(pos, move, hex_)
    obstacle, reasons = None, _REASONS
    if "normal" in ways.layers:
        obstacle = ways.layers["normal"].why_not(hex_)
    if "strategic" in ways.layers and (obstacle is None or obstacle.reason == "far"):
        obstacle, reasons = ways.layers["strategic"].why_not(hex_), _FAR_REASONS
    assert obstacle is not None
    rule_id, text = reasons[obstacle.reason]
    return deny(rule_id, text, hex=obstacle.hex, before=obstacle.before)


@rule("10.5-13", "10.5-14", "10.5-15", "M2")
def why_not_cross(pos: Pos, move: Moving, hex_: HexId) -> Refusal:
    """What keeps a formation from crossing the Dniester into a hex on the other bank."""
    if pos.game.piece(move.unit).kind != "infantry":
        return deny("10.5-13", "only infantry crosses the Dniester where no road does")
    if not move.fresh:
        return deny("10.5-14", "the Dniester is crossed from where the phase began, or not at all")
    if pos.at(hex_):
        return deny("M2", "a formation stands in {hex}", hex=hex_)
    return deny("10.5-15", "both banks are in enemy zones")
