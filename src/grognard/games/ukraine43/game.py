"""Ukraine '43 as a whole: its board, counters and charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.board import Board, Box
from grognard.decisions import Refusal, Side, rule
from grognard.engine import Game, Step
from grognard.games.ukraine43.airborne import open_country
from grognard.games.ukraine43.central_front import openings
from grognard.games.ukraine43.charts import Charts, load_charts
from grognard.games.ukraine43.complaints import complaints
from grognard.games.ukraine43.effects import entered
from grognard.games.ukraine43.going import Goings
from grognard.games.ukraine43.rail import track
from grognard.games.ukraine43.railheads import Railways
from grognard.games.ukraine43.scenario import START_ZONES, Scenario43, Space, load_scenarios
from grognard.games.ukraine43.security import is_bound_here
from grognard.games.ukraine43.sequence import STEPS, Turn
from grognard.games.ukraine43.stacking import ARMIES
from grognard.games.ukraine43.state import (
    ARRIVALS,
    AXIS,
    DEAD,
    EXITED,
    NO_BASE,
    OUT,
    SOVIET,
    Deal,
    Options43,
    Pos,
    State43,
    Unit43,
)
from grognard.games.ukraine43.supply import SupplyLines
from grognard.games.ukraine43.theatre import Theatre
from grognard.games.ukraine43.units import Kind, Piece43, Role, load_units
from grognard.games.ukraine43.victory import measures, told
from grognard.games.ukraine43.zones import bond_terrain
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns, Layout
from grognard.mechanics.stacking import Crowding
from grognard.mechanics.zones import Bars, spread
from grognard.page import Pages
from grognard.pieces import Piece, UnitId
from grognard.state import Outcome

if TYPE_CHECKING:
    from grognard.games.ukraine43.appraisal import Appraisal43

FOLDER = Path(__file__).parent

_BOXES = (
    Box(ARRIVALS, "Reinforcements"),
    Box(DEAD, "Dead Pile"),
    Box(EXITED, "Left the map", SOVIET),
    Box(NO_BASE, "Air units without a base"),
    Box(OUT, "Out of play"),
)


class Ukraine43(Game[State43, Unit43]):
    """The title."""

    slug = "ukraine43"
    title = "Ukraine '43"
    sides = (AXIS, SOVIET)
    side_titles = {AXIS: "German", SOVIET: "Soviet"}  # noqa: RUF012 - a constant mapping
    steps = (*STEPS,)
    state_type = State43
    options_type = Options43
    nowhere = OUT

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        scenarios: Mapping[str, Scenario43],
        charts: Charts,
    ) -> None:
        self.charts = charts
        super().__init__(board, pieces, scenarios, folder=FOLDER)

    def prepare(self) -> None:
        """Lists of counters, what scenarios use of the board, kernel tables."""
        pieces = [piece for piece in self.pieces if isinstance(piece, Piece43)]
        self.printed: dict[UnitId, Piece43] = {piece.id: piece for piece in pieces}
        #: The units of a side by their role and by their kind, in the order of the pieces.
        self.of_role: dict[tuple[Side, Role], tuple[UnitId, ...]] = {}
        self.of_kind: dict[tuple[Side, Kind], tuple[UnitId, ...]] = {}
        for piece in pieces:
            role, kind = (piece.side, piece.role), (piece.side, piece.kind)
            self.of_role[role] = (*self.of_role.get(role, ()), piece.id)
            self.of_kind[kind] = (*self.of_kind.get(kind, ()), piece.id)
        self.theatres = {
            name: Theatre(self.board, scenario)
            for name, scenario in self.scenarios.items()
            if isinstance(scenario, Scenario43)
        }
        self._railways = {name: Railways(theatre) for name, theatre in self.theatres.items()}
        self._prepare_columns()
        self.lines = SupplyLines(self)
        self.goings = Goings(self)
        self.track = track(self.board.grid, self.board.network_mask("rail"))
        self.ground = frozenset(piece.id for piece in pieces if piece.is_ground)
        #: Units that are of use in any attack they can take part in (9.9A, R-75).
        self.plain = self.ground - {p.id for p in pieces if p.kind == "sapper" or p.role == "hq"}
        self._prepare_movers(pieces)
        self.open_country = open_country(self.board)
        self.openings = openings(self.board)
        self.below_dam = self.board.zones.get("below_dam", frozenset())
        self.flood_bars = Bars.across(self.board.grid, self.board.side_mask("below_dam"))

    @rule("4.8A-1", "4.8A-2", "4.8A-3", "4.9A-2", "R-67")
    def _prepare_movers(self, pieces: list[Piece43]) -> None:
        """Who moves at all, in Exploitation, in Reaction; who makes room for others; who may be
        bound to a city.
        """
        movers = [piece for piece in pieces if piece.role != "air"]
        self.movable = {s: frozenset(p.id for p in movers if p.side == s) for s in self.sides}
        restricted = frozenset(piece.id for piece in movers if piece.restricted)
        slow = restricted - {p.id for p in movers if p.kind == "leader" and p.is_german}
        #: The units that move in each phase, in the order of the pieces.
        self.moving = {s: tuple(p.id for p in movers if p.side == s) for s in self.sides}
        self.exploiting = {s: without(units, restricted) for s, units in self.moving.items()}
        self.reacting = {s: without(units, slow) for s, units in self.moving.items()}
        self.armies = {
            s: frozenset(p.id for p in movers if p.side == s and p.kind in ARMIES)
            for s in self.sides
        }
        self.security = tuple(p.id for p in movers if p.kind == "security" and p.is_german)
        self.brigades = frozenset(self.of_kind.get((SOVIET, "airborne"), ()))
        grid = self.board.grid
        #: The hexes of the north edge, each with its number.
        self.north = {h: number for h, number in grid.index.items() if "north" in grid.edge(h)}

    @rule("6.1-1", "6.1-2", "6.2-1", "6.4", "R-69")
    def _prepare_columns(self) -> None:
        """Ground units close a hex to the enemy; combat units have zones, which cross neither
        Major Rivers nor the sea.
        """
        closed = self.board.side_mask(("major_river", "sea_side"))
        zone = spread(self.board.grid, across=closed)
        # Combat units are those with a zone: its strength in a hex is their number.
        layers, zones = ("units", "support"), {"combat": zone}
        self.layout = Layout(self.board.grid, self.sides, layers=layers, zones=zones)
        self.bond_terrain = bond_terrain(self.board)
        limits = {side: self.charts.stacking[side].limits for side in self.sides}
        #: What stacks of these kinds of counters break.
        self.known_stacks: dict[tuple[Side, tuple[frozenset[str], ...]], tuple[Refusal, ...]] = {}
        self.crowding = {side: Crowding(self.layout, side, limits[side]) for side in self.sides}
        by_role: dict[Role, int] = {
            "combat": self.layout.mark(units=1, combat=1),
            "support": self.layout.mark(units=1, support=1),
            "hq": self.layout.mark(units=1),
            "leader": self.layout.mark(),
            "air": self.layout.mark(),
        }
        self.marks = {unit: by_role[piece.role] for unit, piece in self.printed.items()}

    # --- counters, charts, scenarios -----------------------------------------------------

    def piece(self, unit: UnitId) -> Piece43:
        """A counter as printed."""
        return self.printed[unit]

    def scene(self, pos: Pos) -> Scenario43:
        """The scenario that is played."""
        return self.theatres[pos.state.scenario].scenario

    def theatre(self, pos: Pos) -> Theatre:
        """What the scenario uses of the board."""
        return self.theatres[pos.state.scenario]

    def space(self, pos: Pos) -> Space:
        """The space of this turn on the Turn Record Track."""
        return self.scene(pos).space(pos.turn)

    def railways(self, pos: Pos) -> Railways:
        """What the Soviets must repair."""
        return self._railways[pos.state.scenario]

    def sources(self, pos: Pos, side: Side) -> tuple[HexId, ...]:
        """The map-edge Supply Sources of a side, whoever holds them."""
        return self.theatre(pos).sources[side]

    def objectives(self, pos: Pos) -> Mapping[HexId, int]:
        """The objective hexes with their points."""
        return self.theatre(pos).objectives

    # --- starting ------------------------------------------------------------------------

    def blank(self, scenario: Scenario43, options: Options43, seed: str) -> State43:
        """Every piece out of play."""
        return State43(
            game=self.slug,
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=(),
            units=tuple(Unit43(id=piece.id, at=OUT) for piece in self.pieces),
        )

    def set_up(self, scenario: Scenario43, options: Options43, seed: str) -> State43:
        """Every unit of the scenario in its place: nothing is set up freely."""
        state = self.blank(scenario, options, seed)
        state = replace(
            state,
            units=tuple(self._placed(scenario, unit) for unit in state.units),
            control=self._control(),
            railheads=tuple(sorted(scenario.railheads.items())),
            repaired=self._railways[scenario.id].repaired(scenario.railheads),
        )
        pos = self.position(state)
        units = tuple(replace(u, bound=is_bound_here(pos, u.id, u.at)) for u in state.units)
        return replace(state, units=units, agenda=(Turn.begun(pos),))

    def _placed(self, scenario: Scenario43, unit: Unit43) -> Unit43:
        """A unit on its hex or in its box, among the arrivals, or out of play."""
        waiting = ARRIVALS if unit.id in scenario.arrival_of else OUT
        spot = scenario.begins.get(unit.id, waiting)
        return replace(unit, at=spot, reduced=self.piece(unit.id).reduced)

    @rule("R-6")
    def _control(self) -> str:
        """A hex begins with the side of the start line on which it lies."""
        zones = {side: self.board.zones[zone] for side, zone in START_ZONES.items()}
        return "".join(
            next((self.letter_of(side) for side, zone in zones.items() if h in zone), ".")
            for h in self.board.grid
        )

    def agenda_for(self, phase: str, side: Side, pos: Pos) -> tuple[Step, ...]:
        """In a sketch the turn begins with what it shows."""
        turn, *others = super().agenda_for(phase, side, pos)
        held = Turn.begun(pos).soviet_held
        return (turn.but(soviet_held=held), *others)

    # --- hooks of the engine -------------------------------------------------------------

    def columns(self, state: State43) -> Columns:
        """Who closes which hex, and where zones lie."""
        marked = ((self.owners[u.id], u.at, self.marks[u.id]) for u in state.units)
        return Columns.of(self.layout, marked)

    def patch(self, columns: Columns, old: Unit43, new: Unit43) -> None:
        """A unit has moved; nothing else about it matters to the columns."""
        if old.at != new.at:
            mark = self.marks[new.id]
            columns.move(self.owners[new.id], (old.at, mark), (new.at, mark))

    def told(self, pos: Pos, outcome: Outcome) -> Outcome:
        """30.1: against the benchmark."""
        return told(pos, outcome)

    def complaints(self, pos: Pos) -> list[str]:
        """What no position may be."""
        return complaints(pos)

    def measures(self, pos: Pos) -> Mapping[str, float]:
        """Points against the benchmark."""
        return measures(pos)

    @cached_property
    def pages(self) -> Pages:
        """What the page shows."""
        from grognard.games.ukraine43.page import Pages43

        return Pages43(self)

    @cached_property
    def appraisal(self) -> Appraisal43:
        """What computer players ask."""
        from grognard.games.ukraine43.appraisal import Appraisal43

        return Appraisal43(self)

    def entered(self, hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
        """Control, forts, railheads, bridges, bases, leaders, the dam (R-70)."""
        entered(hand, unit, hex_, by)


def without(units: Iterable[UnitId], some: frozenset[UnitId]) -> tuple[UnitId, ...]:
    """Units but for some of them, in the same order."""
    return tuple(unit for unit in units if unit not in some)


def load() -> Ukraine43:
    """Ukraine '43 from its data files."""
    data = FOLDER / "data"
    board = Board.load(data / "map.yaml")
    board = replace(board, boxes={**board.boxes, **{box.name: box for box in _BOXES}})
    units, charts = load_units(data / "units.yaml"), load_charts(data / "tables.yaml")
    scenarios = load_scenarios(data / "scenarios.yaml", board, units, charts)
    return Ukraine43(board, units.pieces, scenarios, charts)
