"""4.2 - 4.5 What every step on the map costs: terrain, roads, rivers, bridges, interdiction.

Costs are in halves of a movement point, as the charts have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from grognard.board import Mask
from grognard.decisions import Part, Side, rule, total
from grognard.games.ukraine43.air import das_zones, interdicted, patrolled
from grognard.games.ukraine43.state import SOVIET, Pos
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.reach import EVERYTHING, FORBIDDEN, Going, Toll, ZoneRules
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43

#: Who moves: artillery is mechanised but keeps out of marshes (4.5-3).
Mover = Literal["mech", "cavalry", "foot", "artillery"]
#: How a river without a bridge is crossed: not at all, from its bank, or as a last single hex.
Crossing = Literal["none", "bank", "last hex"]

#: Who gets over a river without a bridge, if all of the stack do (4.4A).
WADERS: frozenset[Mover] = frozenset({"foot", "cavalry"})
NO_BRIDGES: frozenset[Hexside] = frozenset()
MARSHES = ("marsh", "wooded_marsh")
ROADS = ("primary", "secondary")
#: So many tables are kept; they change with weather, pontoons and enemy air units only.
_KEPT = 96


class Terms(NamedTuple):
    """What the costs depend on besides the map."""

    movers: frozenset[Mover]
    rain: bool
    pontoons: frozenset[Hexside]
    patrols: frozenset[HexId]
    crossing: Crossing


#: Costs by who moves and how he crosses rivers.
Tables = dict[tuple[frozenset[Mover], Crossing], Going]


class Goings:
    """The costs of every step for each kind of mover and condition, made when first needed."""

    def __init__(self, game: Ukraine43) -> None:
        self.game = game
        board = game.board
        self.board = board
        self.grid = board.grid
        self.roads = {name: board.network_mask(name) for name in ROADS}
        self.road: Mask = self.roads["primary"] | self.roads["secondary"]
        self.major = board.side_mask("major_river")
        self._river = board.side_mask("river")
        self._sea = board.side_mask("sea_side")
        self._marsh = board.hex_mask(h for h in self.grid if board.terrain_of(h) in MARSHES)
        self._towns = board.hex_mask((*board.tagged("town"), *board.tagged("city")))
        #: The hexes across a Major River from each hex that lies on one.
        self.banks = {
            h: tuple(n for n in self.grid.neighbours(h) if board.crosses("major_river", h, n))
            for h in self.grid
            if self.major[self.grid.index[h]].any()
        }
        self._movers: dict[UnitId, Mover] = {
            unit: "artillery" if piece.kind == "artillery" else piece.mobility
            for unit, piece in game.printed.items()
        }
        movers: tuple[Mover, ...] = get_args(Mover)
        self._ground = {mover: self._ground_costs(mover) for mover in movers}
        self._country = {mover: self._country_costs(mover) for mover in movers}
        #: 6.3: what enemy zones cost.
        self.zones = ZoneRules(leave=game.charts.costs["zoc_exit"].number)
        self._alone = {unit: frozenset({mover}) for unit, mover in self._movers.items()}
        #: The places among all units of the aircraft that hinder a side.
        self._hinderers = {
            side: [game.index[u] for u in game.of_role.get((game.enemy(side), "air"), ())]
            for side in game.sides
        }
        self._kept: dict[Terms, Going] = {}
        #: What each side was last asked about, with the facts on which it depends.
        self._latest: dict[Side, tuple[object, Tables]] = {}

    @rule("4.8B")
    def mover(self, unit: UnitId) -> Mover:
        """Which costs a unit pays."""
        return self._movers[unit]

    @rule("4.1-4", "R-8")
    def of(self, pos: Pos, side: Side, units: Sequence[UnitId], crossing: Crossing) -> Going:
        """The costs of a stack, which pays for its dearest member at every step."""
        movers = self._alone[units[0]]
        if len(units) > 1:
            movers = frozenset([self._movers[unit] for unit in units])
        if crossing == "bank" and not movers <= WADERS:
            crossing = "none"
        return self._find(pos, side, movers, crossing)

    def by(self, pos: Pos, side: Side, mover: Mover) -> Going:
        """The costs of one kind of mover that crosses rivers by bridges only."""
        return self._find(pos, side, frozenset({mover}), "none")

    def _find(self, pos: Pos, side: Side, movers: frozenset[Mover], crossing: Crossing) -> Going:
        tables = self._tables(pos, side)
        found = tables.get((movers, crossing))
        if found is None:
            rain, patrols = pos.state.weather == "rain", patrolled(pos, pos.game.enemy(side))
            pontoons = pos.state.pontoons if side == SOVIET else NO_BRIDGES
            terms = Terms(movers, rain, pontoons, patrols, crossing)
            found = tables[movers, crossing] = self._together(terms)
        return found

    def _tables(self, pos: Pos, side: Side) -> Tables:
        """What is known of a side as things are. They seldom change between two questions, and
        it is quicker to see that they have not than to put the terms together.
        """
        state, units = pos.state, pos.state.units
        aircraft = [units[number] for number in self._hinderers[side]]
        facts = state.weather, state.pontoons, aircraft
        latest = self._latest.get(side)
        if latest is None or latest[0] != facts:
            latest = self._latest[side] = facts, {}
        return latest[1]

    def _together(self, terms: Terms) -> Going:
        found = self._kept.get(terms)
        if found is None:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            found = self._kept[terms] = self._made(terms)
        return found

    def _made(self, terms: Terms) -> Going:
        first, *others = (self._going(mover, terms) for mover in sorted(terms.movers))
        return first.together(*others) if others else first

    def _going(self, mover: Mover, terms: Terms) -> Going:
        entry = self.entry(mover, terms)
        if terms.crossing == "none":
            return Going(self.grid, entry)
        if terms.crossing == "bank":
            return Going(self.grid, entry, self._crossings(mover, terms))
        return Going(self.grid, np.full(entry.shape, FORBIDDEN, np.int16), entry)

    # --- the tables -----------------------------------------------------------------------

    @rule("4.1-3", "4.2-3", "4.4A-1", "4.5-1", "4.5-2", "15.6-7", "R-15", "R-88", "TEC-1", "TEC-2",
          "TEC-3", "TEC-4", "TEC-5", "TEC-6", "TEC-7", "TEC-8", "TEC-9", "TEC-12", "TEC-13",
          "TEC-14", "TEC-15", "TEC-16")  # fmt: skip
    def entry(self, mover: Mover, terms: Terms) -> Int16s:
        """The cost of coming into each hex across each side: its terrain and one more over a
        river; along a road the road's; over a Major River by bridges only.
        """
        entry, pontoons = self._country[mover].copy(), self.sides(terms.pontoons)
        entry[self.major & ~pontoons] = FORBIDDEN
        radius = self.game.charts.limits["das_radius"].number
        zone = das_zones(self.board, radius, terms.patrols)
        self._along_roads(entry, mover, rain=terms.rain, zone=zone)
        if zone is not None:
            bridges = np.flatnonzero(self.major & (self.road | pontoons))
            far = self.grid.neighbour_table.take(bridges)
            bridges = bridges[zone[bridges // 6] | zone[far]]
            entry.reshape(-1)[bridges] += self._road_cost("major_bridge", mover, "interdicted")
        entry[self._sea] = FORBIDDEN
        return entry

    def _country_costs(self, mover: Mover) -> Int16s:
        """The cost of every step off the roads, Major Rivers apart."""
        entry = np.repeat(self._ground[mover][:, None], 6, axis=1)
        entry[self._river] += self._cost(mover, "river")
        if mover == "artillery":
            entry[self._off_road_marsh()] = FORBIDDEN
        return entry

    def _ground_costs(self, mover: Mover) -> Int16s:
        """The cost of every hex by its terrain; a town or city has its own."""
        terrain = self.board.terrain
        costs = {
            t: self._cost(mover, t) if t in self.game.charts.terrain else 2 for t in {*terrain}
        }
        ground = np.array([costs[t] for t in terrain], np.int16)
        ground[self._towns] = self._cost(mover, "town")
        return ground

    @rule("4.2-1", "4.2-2", "4.2-4", "4.2-5", "4.2-6", "15.6-8", "25.2-8", "R-47", "R-115",
          "MISC-7", "TEC-10", "TEC-11")  # fmt: skip
    def _along_roads(self, entry: Int16s, mover: Mover, *, rain: bool, zone: Mask | None) -> None:
        """Roads have their own rate, dearer in rain and, for who drives, under enemy aircraft."""
        flat = entry.reshape(-1)
        for name, sides in self.roads.items():
            cost = self._road_cost(name, mover, "in rain" if rain else "")
            places = np.flatnonzero(sides)
            costs = np.full(len(places), cost, np.int16)
            if zone is not None:
                dear = max(cost, self._road_cost(name, mover, "interdicted"))
                costs[zone[places // 6]] = dear
            flat[places] = np.minimum(flat[places], costs)

    @rule("4.4A-2", "4.4A-3", "4.4A-4", "R-9", "R-10")
    def _crossings(self, mover: Mover, terms: Terms) -> Int16s:
        """Over a Major River without a bridge: foot with all it has, cavalry for one more."""
        lone = np.full((len(self.grid), 6), FORBIDDEN, np.int16)
        open_ = self.major & ~self.road & ~self.sides(terms.pontoons)
        if mover == "foot":
            lone[open_] = EVERYTHING
        elif mover == "cavalry":
            price = self._ground[mover] + self.game.charts.costs["cavalry_crossing"].number
            lone[open_] = np.repeat(price[:, None], 6, axis=1)[open_]
        return lone

    @rule("4.5-3", "22.3-5", "R-15")
    def _off_road_marsh(self) -> Mask:
        """The sides of marshes, in and out, that no road crosses."""
        return (self._marsh[:, None] | self._beside(self._marsh)) & ~self.road

    def _beside(self, hexes: Mask) -> Mask:
        """For each hex and side: is the neighbour one of these hexes?"""
        neighbours = self.grid.neighbour_table
        return np.asarray(hexes[neighbours] & (neighbours >= 0))

    def sides(self, hexsides: Iterable[Hexside]) -> Mask:
        """Hexsides as a mask, seen from both hexes."""
        found = np.zeros((len(self.grid), 6), np.bool_)
        for side in hexsides:
            a, b = split_hexside(side)
            found[self.grid.index[a], self.grid.side(a, b)] = True
            found[self.grid.index[b], self.grid.side(b, a)] = True
        return found

    def _cost(self, mover: Mover, terrain: str) -> int:
        row = self.game.charts.terrain[terrain]
        cost = row.mech if mover in ("mech", "artillery") else row.others
        assert cost is not None
        return cost

    def _road_cost(self, road: str, mover: Mover, condition: str) -> int:
        who = "mech" if mover in ("mech", "artillery") else "others"
        return self.game.charts.roads[road, f"{who} {condition}".strip()]


# --- what a step has cost, and why --------------------------------------------------------


@rule("4.1-3", "4.2-2", "6.3B-2")
def toll_parts(pos: Pos, side: Side, before: HexId, toll: Toll) -> list[Part]:
    """The parts of what one step of a side costs: ground or road, river or bridge, zone."""
    place = pos.board.called(toll.hex)
    if toll.whole:
        return [Part(toll.charge, f"all it has, into {place}", "4.1-7")]
    road = any(pos.board.joined(name, before, toll.hex) for name in ROADS)
    over = list(_crossing_parts(pos, side, before, toll.hex, road=road))
    title, rule_id = ("by road", "4.2-2") if road else _ground(pos, toll.hex)
    found = [Part(toll.terrain - total(over), f"{title} to {place}", rule_id), *over]
    if toll.leaving:
        figure = pos.game.charts.costs["zoc_exit"]
        found.append(Part(toll.leaving, f"out of an enemy zone in {before}", figure.rule))
    return found


def _ground(pos: Pos, hex_: HexId) -> tuple[str, str]:
    """What the cost of a hex goes by: a town or city, else its terrain."""
    towns = [tag for tag in ("city", "town") if pos.board.has(hex_, tag)]
    row = pos.game.charts.terrain.get(towns[0] if towns else pos.board.terrain_of(hex_))
    return (row.title.lower(), row.rule) if row else ("clear", "4.1-3")


@rule("4.4A-3", "4.4C", "TEC-6", "TEC-7", "TEC-9")
def _crossing_parts(
    pos: Pos, side: Side, before: HexId, hex_: HexId, *, road: bool
) -> Iterator[Part]:
    """What a river adds: a point without a bridge, two over an interdicted Major River bridge."""
    board, chart = pos.board, pos.game.charts
    if board.crosses("river", before, hex_) and not road:
        river = chart.terrain["river"]
        yield Part(river.mech or 0, "over a river", river.rule)
    if not board.crosses("major_river", before, hex_):
        return
    if not road and board.grid.hexside(before, hex_) not in pos.state.pontoons:
        figure = chart.costs["cavalry_crossing"]
        yield Part(figure.number, "over a Major River", figure.rule)
        return
    zone = interdicted(pos, side)
    if zone is not None and any(zone[board.grid.index[h]] for h in (before, hex_)):
        yield Part(chart.roads["major_bridge", "mech interdicted"], "an interdicted bridge", "4.4C")
