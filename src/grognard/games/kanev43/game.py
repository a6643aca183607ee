"""Red Parachutes as a whole: its board, counters and charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import Appraisal
from grognard.board import Board, Box
from grognard.decisions import Side, rule
from grognard.engine import Game, Step
from grognard.games.kanev43.belief import Beliefs
from grognard.games.kanev43.chartfile import load_charts
from grognard.games.kanev43.charts import Charts
from grognard.games.kanev43.complaints import complaints
from grognard.games.kanev43.effects import entered
from grognard.games.kanev43.going import Goings
from grognard.games.kanev43.mask import Veil
from grognard.games.kanev43.paths import PathBook
from grognard.games.kanev43.scenario import Arrival, KanevScenario, load_scenarios
from grognard.games.kanev43.sequence import STEPS, SetUp
from grognard.games.kanev43.stacking import crowding_of, layers_of, size_of
from grognard.games.kanev43.state import (
    AIRBORNE,
    AXIS,
    BOXES,
    OUT,
    SIDES,
    SOVIET,
    STAFF,
    Bridgehead,
    Deal,
    KanevOptions,
    KanevState,
    KanevUnit,
    Pos,
)
from grognard.games.kanev43.theatre import Theatre, waiting_box
from grognard.games.kanev43.units import Formation, FormationId, KanevPiece, load_units, sisters
from grognard.games.kanev43.victory import told
from grognard.games.kanev43.zones import layout_of, mark_of
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns, Mark
from grognard.mechanics.trace import Lines
from grognard.page import Pages
from grognard.pieces import Piece, UnitId
from grognard.state import Outcome, Spot
from grognard.view import Mask

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal_odds import Forecast
    from grognard.games.kanev43.appraisal_troops import Known

FOLDER = Path(__file__).parent


class Kanev43(Game[KanevState, KanevUnit]):
    """The title."""

    slug = "kanev43"
    title = "Red Parachutes"
    version = "2"
    sides = SIDES
    side_titles = {AXIS: "Axis", SOVIET: "Soviet"}  # noqa: RUF012 - a constant mapping
    steps = STEPS
    state_type = KanevState
    options_type = KanevOptions
    nowhere = OUT

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        scenarios: Mapping[str, KanevScenario],
        charts: Charts,
    ) -> None:
        self.charts = charts
        super().__init__(board, pieces, scenarios, folder=FOLDER)

    def prepare(self) -> None:
        """Counters by id, and what the rules ask of the board."""
        self.printed: dict[UnitId, KanevPiece] = {
            piece.id: piece for piece in self.pieces if isinstance(piece, KanevPiece)
        }
        pieces = self.printed.values()
        self.formations: dict[FormationId, Formation] = {
            piece.formation.id: piece.formation for piece in pieces if piece.formation
        }
        self.headquarters = {
            side: tuple(p.id for p in pieces if p.is_hq and p.side == side) for side in self.sides
        }
        self.airborne = tuple(p.id for p in pieces if p.is_airborne and not p.is_leader)
        self.leaders = {
            side: tuple(p.id for p in pieces if p.is_leader and p.side == side)
            for side in self.sides
        }
        self.artillery = frozenset(p.id for p in pieces if p.is_artillery)
        #: The infantry battalions of each unit's regiment (R-55).
        self.regiments = {piece.id: sisters(piece, pieces) for piece in pieces}
        #: Where the units and leaders of a side are in the list of all; of these its leaders, its
        #: guns, who may be treated as unassigned (FRM-2), and who builds (IMP-1).
        self.numbers = self._numbers(lambda piece: True)
        self.leader_numbers = self._numbers(lambda piece: piece.is_leader)
        self.gun_numbers = self._numbers(lambda piece: piece.guns is not None)
        self.free_numbers = self._numbers(lambda piece: piece.may_be_unassigned)
        self.builder_numbers = self._numbers(lambda piece: piece.is_builder)
        #: The movement points of units in every state that has been asked for.
        self.allowances: dict[tuple[object, ...], int] = {}
        #: Strengths of units in every state that has been asked for.
        self.strengths: dict[tuple[object, ...], int] = {}
        #: What computer players make of units, by the hour in which they asked.
        self.troops: dict[Hashable, Known] = {}
        #: The attacks that they have reckoned with, by all that these hang on.
        self.forecasts: dict[Hashable, Forecast] = {}
        #: The steps of a Combat Phase of each side that is not open yet.
        self.combats: dict[Side, tuple[Step, ...]] = {}
        #: What they believe of what is hidden.
        self.beliefs = Beliefs()
        #: The lines of supply by the crossings that have been there.
        self.lines: dict[tuple[object, ...], Lines] = {}
        #: The paths of supply that have been found.
        self.paths = PathBook()
        scenarios = self.scenarios.values()
        self.scenes = {s.id: s for s in scenarios if isinstance(s, KanevScenario)}
        self.theatre = Theatre(self.board, self.charts)
        self.goings = Goings(self.theatre)
        self.layout = layout_of(self.theatre, self.sides)
        self.crowding = {side: crowding_of(self.layout, self.charts, side) for side in self.sides}
        self._marks: dict[tuple[object, ...], Mark] = {}
        #: The room that each unit takes in a hex, in companies.
        self.sizes = {piece.id: size_of(piece, self.charts) for piece in pieces}
        #: What it adds to a hex, layer by layer.
        self.layers = {piece.id: layers_of([piece], self.charts) for piece in pieces}
        self._rows: dict[str, dict[UnitId, Arrival]] = {
            scene.id: {unit: row for row in scene.arrivals for unit in row.units}
            for scene in self.scenes.values()
        }

    def _numbers(self, fits: Callable[[KanevPiece], bool]) -> dict[Side, tuple[int, ...]]:
        pieces = [*enumerate(self.printed.values())]
        return {
            side: tuple(i for i, piece in pieces if piece.side == side and fits(piece))
            for side in self.sides
        }

    # --- counters and scenarios ----------------------------------------------------------

    def piece(self, unit: UnitId) -> KanevPiece:
        """A counter as printed."""
        return self.printed[unit]

    def scene(self, pos: Pos) -> KanevScenario:
        """The scenario that is played."""
        return self.scenes[pos.state.scenario]

    def rows(self, pos: Pos) -> Mapping[UnitId, Arrival]:
        """The rows of the schedule by the units that they bring."""
        return self._rows[pos.state.scenario]

    def steps_left(self, pos: Pos, unit: UnitId) -> int:
        """The steps that a unit has."""
        return self.piece(unit).steps - pos.unit(unit).lost

    # --- starting ------------------------------------------------------------------------

    def blank(self, scenario: KanevScenario, options: KanevOptions, seed: str) -> KanevState:
        """Every piece out of play, guns with all their salvoes."""
        return KanevState(
            game=self.slug,
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=(),
            units=tuple(self._new(piece) for piece in self.printed.values()),
        )

    @rule("R-40", "AIRB-17")
    def _new(self, piece: KanevPiece) -> KanevUnit:
        full = self.charts.own["salvoes"].number if piece.is_artillery else 0
        return KanevUnit(id=piece.id, at=OUT, salvoes=full)

    @rule("R-98", "R-100", "R-101")
    def set_up(self, scenario: KanevScenario, options: KanevOptions, seed: str) -> KanevState:
        """Everybody where he begins or waits; guns off the map are limbered."""
        blank = self.blank(scenario, options, seed)
        spots = dict(self._spots(scenario))
        units = [
            replace(unit, at=spots[unit.id], limbered=self._on_the_march(unit.id, spots[unit.id]))
            for unit in blank.units
        ]
        return replace(
            blank,
            units=tuple(units),
            control=self._control(),
            bridgeheads=tuple(Bridgehead(pair.east, pair.west) for pair in scenario.bridgeheads),
            spare_bridgeheads=scenario.later,
            agenda=(SetUp(),),
        )

    def _spots(self, scenario: KanevScenario) -> dict[UnitId, Spot]:
        coming = {u: waiting_box(row.at) for row in scenario.arrivals for u in row.units}
        placed = coming | dict(scenario.set_up)
        return {unit: placed.get(unit) or self._home(piece) for unit, piece in self.printed.items()}

    def _home(self, piece: KanevPiece) -> Spot:
        """The box of who neither begins on the map nor comes by an edge."""
        return STAFF if piece.command and piece.command.assistant else AIRBORNE

    @rule("R-100", "R-106")
    def _on_the_march(self, unit: UnitId, spot: Spot) -> bool:
        return self.piece(unit).is_artillery and spot not in self.board.grid

    @rule("R-23")
    def _control(self) -> str:
        """A hex begins with the side behind whose front it lies; all-water is nobody's."""
        own = {side: self.theatre.start(side) for side in self.sides}

        def holder(hex_: HexId) -> Side:
            return next((side for side, hexes in own.items() if hex_ in hexes), "")

        return "".join(self.letter_of(holder(hex_)) for hex_ in self.board.grid)

    # --- hooks of the engine -------------------------------------------------------------

    def mark(self, unit: KanevUnit) -> Mark:
        """What a unit counts for in its hex."""
        key = (unit.id, unit.lost, unit.limbered, unit.salvoes > 0, unit.dispersed, unit.dismounted)
        found = self._marks.get(key)
        if found is None:
            found = mark_of(self.theatre, self.layout, self.printed[unit.id], unit)
            self._marks[key] = found
        return found

    def columns(self, state: KanevState) -> Columns:
        """Who closes which hex, and with what."""
        on_map = [unit for unit in state.units if unit.at in self.board.grid]
        marks = [(self.owners[unit.id], unit.at, self.mark(unit)) for unit in on_map]
        return Columns.of(self.layout, marks)

    def patch(self, columns: Columns, old: KanevUnit, new: KanevUnit) -> None:
        """A unit has moved, or counts for something else than before."""
        before, after = self.mark(old), self.mark(new)
        if (old.at, before) != (new.at, after):
            columns.move(self.owners[new.id], (old.at, before), (new.at, after))

    def entered(self, hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
        """Control, bridgeheads, works."""
        entered(hand, unit, hex_, by)

    def told(self, pos: Pos, outcome: Outcome) -> Outcome:
        """R-94: with the lead that was expected."""
        return told(pos, outcome)

    def complaints(self, pos: Pos) -> list[str]:
        """What no position may be."""
        return list(complaints(pos))

    @cached_property
    def mask(self) -> Mask:
        """Dropzones and paratroopers."""
        return Veil(self)

    @cached_property
    def appraisal(self) -> Appraisal:
        """What a computer player asks."""
        from grognard.games.kanev43.appraisal import KanevAppraisal

        return KanevAppraisal(self)

    @cached_property
    def pages(self) -> Pages:
        """What the page shows."""
        from grognard.games.kanev43.page import KanevPages

        return KanevPages(self)


def entry_boxes(theatre: Theatre) -> list[Box]:
    """A box for each hex by which reinforcements come."""
    return [Box(waiting_box(hex_), f"Coming by {hex_}") for hex_ in sorted(theatre.entries)]


def load() -> Kanev43:
    """Red Parachutes from its data files."""
    data = FOLDER / "data"
    board, charts = Board.load(data / "map.yaml"), load_charts(data / "tables.yaml")
    theatre, units = Theatre(board, charts), load_units(data / "units.yaml")
    boxes = {box.name: box for box in (*BOXES, *entry_boxes(theatre))}
    scenarios = load_scenarios(data / "scenarios.yaml", theatre, units)
    board = replace(board, boxes={**board.boxes, **boxes})
    return Kanev43(board, units.pieces, scenarios, charts)
