"""Korsun 1944 as a whole: its board, counters and charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from grognard.appraise import Appraisal
from grognard.board import Board
from grognard.decisions import Side, rule
from grognard.engine import Game
from grognard.games.korsun44.charts import SIXTHS, Charts, load_charts
from grognard.games.korsun44.complaints import complaints
from grognard.games.korsun44.effects import entered
from grognard.games.korsun44.going import Goings
from grognard.games.korsun44.masking import Masks
from grognard.games.korsun44.moving import zone_rules
from grognard.games.korsun44.scenario import Arrival, KorsunScenario, load_scenarios
from grognard.games.korsun44.sequence import STEPS, SetUp
from grognard.games.korsun44.state import (
    BOXES,
    GERMAN,
    MUSTER,
    OUT,
    SIDES,
    SOVIET,
    Deal,
    KorsunOptions,
    KorsunState,
    KorsunUnit,
    Pos,
)
from grognard.games.korsun44.theatre import Theatre, waiting_box
from grognard.games.korsun44.units import KorsunPiece, Values, load_units
from grognard.games.korsun44.zones import layout_of, mark_of
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns
from grognard.page import Pages
from grognard.pieces import Piece, UnitId
from grognard.state import Spot
from grognard.view import Mask

FOLDER = Path(__file__).parent


class Korsun44(Game[KorsunState, KorsunUnit]):
    """The title."""

    slug = "korsun44"
    title = "Korsun 1944"
    version = "3"
    sides = SIDES
    side_titles = {GERMAN: "German", SOVIET: "Soviet"}  # noqa: RUF012 - a constant mapping
    steps = STEPS
    state_type = KorsunState
    options_type = KorsunOptions
    nowhere = OUT

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        scenarios: Mapping[str, KorsunScenario],
        charts: Charts,
    ) -> None:
        self.charts = charts
        super().__init__(board, pieces, scenarios, folder=FOLDER)

    def prepare(self) -> None:
        """Counters by id, and what the rules ask of the board."""
        self.printed: dict[UnitId, KorsunPiece] = {
            piece.id: piece for piece in self.pieces if isinstance(piece, KorsunPiece)
        }
        pieces = self.printed.values()
        self.headquarters = self._of("hq")
        self.artillery = self._of("artillery")
        self.towed = {
            side: tuple(gun for gun in guns if self.printed[gun].is_towed)
            for side, guns in self.artillery.items()
        }
        self.guns = tuple((g, self.index[g]) for side in self.sides for g in self.artillery[side])
        #: The counters of each side by number, and those that block lines without a zone.
        self.numbers = {
            side: tuple(self.index[p.id] for p in pieces if p.side == side) for side in self.sides
        }
        self.blockers = {
            side: tuple(self.index[p.id] for p in pieces if p.side == side and blocks(p))
            for side in self.sides
        }
        self.mobile = {
            side: tuple(p.id for p in pieces if p.moves != "static" and p.side == side)
            for side in self.sides
        }
        self.fronts: dict[int, set[UnitId]] = {piece.ukrainian_front: set() for piece in pieces}
        for piece in pieces:
            self.fronts[piece.ukrainian_front].add(piece.id)
        scenarios = self.scenarios.values()
        self.scenes = {s.id: s for s in scenarios if isinstance(s, KorsunScenario)}
        self.theatre = Theatre(self.board, self.charts)
        self.goings = Goings(self.theatre)
        self.layout = layout_of(self.theatre, self.sides)
        leave = self.charts.costs["leave_zone"].number * SIXTHS
        #: What zones do to movers, in the Movement Phase and in the strategic one.
        self.zone_rules = {
            strategic: zone_rules(leave, strategic=strategic) for strategic in (False, True)
        }
        #: What a unit counts for in its hex, by the levels that it has lost.
        self.marks = {
            unit: tuple(
                mark_of(self.layout, piece, piece.levels - lost) for lost in range(piece.levels)
            )
            for unit, piece in self.printed.items()
        }

    def _of(self, kind: str) -> dict[Side, tuple[UnitId, ...]]:
        """The counters of a kind, by their sides."""
        pieces = [piece for piece in self.printed.values() if piece.kind == kind]
        return {side: tuple(p.id for p in pieces if p.side == side) for side in self.sides}

    # --- counters and scenarios ----------------------------------------------------------

    def piece(self, unit: UnitId) -> KorsunPiece:
        """A counter as printed."""
        return self.printed[unit]

    def scene(self, pos: Pos) -> KorsunScenario:
        """The scenario that is played."""
        return self.scenes[pos.state.scenario]

    @rule("1.2-e")
    def levels(self, pos: Pos, unit: UnitId) -> int:
        """The combat efficiency levels that a unit has left."""
        return self.piece(unit).levels - pos.unit(unit).lost

    def values(self, pos: Pos, unit: UnitId) -> Values:
        """What a unit shows now: its front, or its back if it has lost a level."""
        return self.piece(unit).values(self.levels(pos, unit))

    # --- starting ------------------------------------------------------------------------

    def blank(self, scenario: KorsunScenario, options: KorsunOptions, seed: str) -> KorsunState:
        """Every piece out of play."""
        return KorsunState(
            game=self.slug,
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=(),
            units=tuple(KorsunUnit(id=piece.id, at=OUT) for piece in self.pieces),
        )

    @rule("F15", "H12")
    def set_up(self, scenario: KorsunScenario, options: KorsunOptions, seed: str) -> KorsunState:
        """Units without a choice on their hexes, the others waiting to be set up;
        reinforcements by their entries, their guns on trucks.
        """
        coming = {unit: waiting_box(row.at) for row in due(scenario, options) for unit in row.units}
        turns = {unit: row.turn for row in due(scenario, options) for unit in row.units}
        spots = coming | dict(_begin(scenario))
        dug_in = {spots[unit]: side for unit, side in scenario.dug_in.items()}
        units = [
            replace(
                unit,
                at=spots.get(unit.id, OUT),
                limbered=unit.id in coming and self.piece(unit.id).is_artillery,
                comes=turns.get(unit.id, 0),
            )
            for unit in self.blank(scenario, options, seed).units
        ]
        return replace(
            self.blank(scenario, options, seed),
            units=tuple(units),
            control=self._control(scenario),
            field_works={hex_: side for hex_, side in dug_in.items() if hex_ != MUSTER},
            ammunition=dict(scenario.notes.ammunition),
            agenda=(SetUp(),),
        )

    @rule("4.3.1", "B8")
    def _control(self, scenario: KorsunScenario) -> str:
        """A hex begins with the side behind whose front it lies."""
        own = {side: self.theatre.start(scenario.month, side) for side in self.sides}

        def holder(hex_: HexId) -> Side:
            return next((side for side, hexes in own.items() if hex_ in hexes), "")

        return "".join(self.letter_of(holder(hex_)) for hex_ in self.board.grid)

    # --- hooks of the engine -------------------------------------------------------------

    def columns(self, state: KorsunState) -> Columns:
        """Who closes which hex, and with what."""
        on_map = (unit for unit in state.units if unit.at in self.board.grid)
        return Columns.of(
            self.layout, ((self.owners[u.id], u.at, self.marks[u.id][u.lost]) for u in on_map)
        )

    def patch(self, columns: Columns, old: KorsunUnit, new: KorsunUnit) -> None:
        """A unit has moved or lost a level; nothing else about it matters to the columns."""
        if (old.at, old.lost) == (new.at, new.lost):
            return
        side, marks, hexes = self.owners[new.id], self.marks[new.id], self.board.grid.index
        if old.at in hexes and new.at in hexes:
            columns.move(side, (old.at, marks[old.lost]), (new.at, marks[new.lost]))
        elif old.at in hexes:
            columns.remove(side, old.at, marks[old.lost])
        elif new.at in hexes:
            columns.add(side, new.at, marks[new.lost])

    def entered(self, hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
        """Guns and HQs are run over, enemy works are gone."""
        entered(hand, unit, hex_, by)

    def complaints(self, pos: Pos) -> list[str]:
        """What no position may be."""
        return complaints(pos)

    @cached_property
    def mask(self) -> Masks:
        """What lies under masks."""
        return Masks(self)

    @cached_property
    def open_mask(self) -> Mask:
        """At the end of the game all masks are lifted."""
        return Masks(self, lifted=True)

    @cached_property
    def appraisal(self) -> Appraisal:
        """What a computer player asks."""
        from grognard.games.korsun44.appraisal import KorsunAppraisal

        return KorsunAppraisal(self)

    @cached_property
    def pages(self) -> Pages:
        """What the page shows."""
        from grognard.games.korsun44.page import KorsunPages

        return KorsunPages(self)


def _begin(scenario: KorsunScenario) -> Iterator[tuple[UnitId, Spot]]:
    """Where the units of the set-up list are before anybody is asked."""
    for slots in scenario.slots.values():
        for slot in slots:
            spot = slot.hexes[0] if len(slot.hexes) == 1 else MUSTER
            yield from ((unit, spot) for unit in slot.units)


@rule("10.1.11", "G17")
def blocks(piece: KorsunPiece) -> bool:
    """Who has no zone but blocks lines: RGs, and guns when they are in combat set-up."""
    return not piece.has_zone and not piece.is_hq


@rule("B15")
def due(scenario: KorsunScenario, options: KorsunOptions) -> tuple[Arrival, ...]:
    """The rows of the schedule that are in force with these options."""
    return tuple(row for row in scenario.arrivals if not row.option or getattr(options, row.option))


def load() -> Korsun44:
    """Korsun 1944 from its data files."""
    data = FOLDER / "data"
    board = Board.load(data / "map.yaml")
    board = replace(board, boxes={**board.boxes, **{box.name: box for box in BOXES}})
    units, charts = load_units(data / "units.yaml"), load_charts(data / "tables.yaml")
    scenarios = load_scenarios(data / "scenarios.yaml", board, units, charts)
    return Korsun44(board, units.pieces, scenarios, charts)
