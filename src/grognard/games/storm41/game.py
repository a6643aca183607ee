"""Operation Storm as a whole: its board, counters and charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from grognard.appraise import Appraisal
from grognard.board import Board
from grognard.decisions import Action, Offer, Side, rule
from grognard.engine import Game, Step
from grognard.games.storm41.charts import Charts, load_charts
from grognard.games.storm41.complaints import complaints
from grognard.games.storm41.effects import entered
from grognard.games.storm41.going import Goings
from grognard.games.storm41.mask import Fog
from grognard.games.storm41.scenario import Scenario41, load_scenarios
from grognard.games.storm41.sequence import (
    HALVES,
    STANDING,
    STEPS,
    SetUp,
    agenda_of,
    standing_choices,
)
from grognard.games.storm41.stacking import LAYERS, crowding
from grognard.games.storm41.state import (
    ARRIVALS,
    AXIS,
    BOXES,
    MUSTER,
    OUT,
    SIDES,
    SOVIET,
    Deal,
    Options41,
    Pos,
    State41,
    Unit41,
)
from grognard.games.storm41.supply import SupplyLines
from grognard.games.storm41.theatre import Theatre
from grognard.games.storm41.top import lay_under
from grognard.games.storm41.units import Piece41, load_units
from grognard.games.storm41.victory import measures, told
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns, Layout
from grognard.page import Pages
from grognard.pieces import Piece, UnitId
from grognard.state import Outcome
from grognard.view import Mask

FOLDER = Path(__file__).parent


class Storm41(Game[State41, Unit41]):
    """The title."""

    slug = "storm41"
    title = "Operation Storm"
    version = "2"
    sides = SIDES
    side_titles = {AXIS: "German", SOVIET: "Soviet"}  # noqa: RUF012 - a constant mapping
    steps = STEPS
    state_type = State41
    options_type = Options41
    nowhere = OUT

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        scenarios: Mapping[str, Scenario41],
        charts: Charts,
    ) -> None:
        self.charts = charts
        super().__init__(board, pieces, scenarios, folder=FOLDER)

    def prepare(self) -> None:
        """Counters by id, what scenarios use of the board, columns of the kernels."""
        self.printed: dict[UnitId, Piece41] = {
            piece.id: piece for piece in self.pieces if isinstance(piece, Piece41)
        }
        scenarios = [s for s in self.scenarios.values() if isinstance(s, Scenario41)]
        self.scenes = {scenario.id: scenario for scenario in scenarios}
        self.theatres = {s.id: Theatre(self.board, s.area) for s in scenarios}
        #: Cities and Ploesti, of any scenario: what it matters to have taken.
        self.landmarks = frozenset(
            h for t in self.theatres.values() for h in (*t.cities, t.oil) if h
        )
        self.lines = {name: SupplyLines(theatre) for name, theatre in self.theatres.items()}
        self.goings = {name: Goings(self, theatre) for name, theatre in self.theatres.items()}
        self._prepare_columns()
        #: 9.2 Who moves at all, in the order of the pieces.
        self.mobile = {
            side: tuple(p.id for p in self.printed.values() if p.side == side and p.moves)
            for side in self.sides
        }

    @rule("1.5-note", "R-10")
    def _prepare_columns(self) -> None:
        """Every ground unit closes its hex to the enemy, and nothing has a zone of control.
        Besides units are counted as stacking has it, and T-34 brigades apart.
        """
        layers = ("units", *LAYERS, "t34")
        self.layout = Layout(self.board.grid, self.sides, layers=layers)
        self.marks = {
            unit: self.layout.mark(units=1, t34=int(piece.kind == "t34"), **{piece.layer: 1})
            for unit, piece in self.printed.items()
        }
        self.crowding = {side: crowding(self.charts, self.layout, side) for side in self.sides}
        self.room = {
            nation: crowding(self.charts, self.layout, side, nation)
            for nation, side in {p.nation: p.side for p in self.printed.values()}.items()
        }

    # --- counters and scenarios ----------------------------------------------------------

    def piece(self, unit: UnitId) -> Piece41:
        """A counter as printed."""
        return self.printed[unit]

    def scene(self, pos: Pos) -> Scenario41:
        """The scenario that is played."""
        return self.scenes[pos.state.scenario]

    def theatre(self, pos: Pos) -> Theatre:
        """What the scenario uses of the board."""
        return self.theatres[pos.state.scenario]

    # --- starting ------------------------------------------------------------------------

    def blank(self, scenario: Scenario41, options: Options41, seed: str) -> State41:
        """Every piece out of play."""
        return State41(
            game=self.slug,
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=(),
            units=tuple(Unit41(id=piece.id, at=OUT) for piece in self.pieces),
        )

    @rule("3.2", "3.3", "3.6")
    def set_up(self, scenario: Scenario41, options: Options41, seed: str) -> State41:
        """Coded units on their hexes, the others on the Turn Track, in their boxes, or waiting
        to be set up by their player.
        """
        spots = dict(scenario.begins)
        spots |= {unit: ARRIVALS[self.owners[unit]] for unit in scenario.due}
        spots |= {unit: MUSTER for units in scenario.free.values() for unit in units}
        state = self.blank(scenario, options, seed)
        return replace(
            state,
            units=tuple(replace(unit, at=spots.get(unit.id, OUT)) for unit in state.units),
            control=self._control(self.theatres[scenario.id]),
            agenda=(SetUp(),),
        )

    @rule("3.1", "3.8-a", "R-17")
    def _control(self, theatre: Theatre) -> str:
        """A hex begins with the side of the border on which it lies."""

        def holder(hex_: HexId) -> Side:
            return next((side for side, zone in theatre.start.items() if hex_ in zone), "")

        return "".join(self.letter_of(holder(hex_)) for hex_ in self.board.grid)

    # --- hooks of the engine -------------------------------------------------------------

    def agenda_for(self, phase: str, side: Side, pos: Pos) -> tuple[Step, ...]:
        """In a sketch the halves of a player turn are opened by name."""
        if phase in HALVES:
            return agenda_of(phase, side)
        return super().agenda_for(phase, side, pos)

    def columns(self, state: State41) -> Columns:
        """Who closes which hex, and with what."""
        marked = ((self.owners[u.id], u.at, self.marks[u.id]) for u in state.units)
        return Columns.of(self.layout, marked)

    def patch(self, columns: Columns, old: Unit41, new: Unit41) -> None:
        """A unit has moved; nothing else about it matters to the columns."""
        if old.at != new.at:
            mark = self.marks[new.id]
            columns.move(self.owners[new.id], (old.at, mark), (new.at, mark))

    def entered(self, hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
        """Control changes (3.8), and the unit lies at the bottom of the stack (R-127)."""
        entered(hand, unit, hex_)
        lay_under(hand, unit, hex_)

    def standing(self, pos: Pos, side: Side) -> tuple[Offer, ...]:
        """Aerial supply in the German player turn (7.9, R-68), and the choice of top units."""
        return (Offer("choose", standing_choices(pos, side)),)

    def take_standing(self, hand: Deal, action: Action) -> None:
        """Open what was chosen."""
        hand.push(STANDING[action.arg](side=hand.now.side))

    def told(self, pos: Pos, outcome: Outcome) -> Outcome:
        """4.11: with what other counts would have meant."""
        return told(pos, outcome)

    def complaints(self, pos: Pos) -> list[str]:
        """What no position may be."""
        return complaints(pos)

    @cached_property
    def mask(self) -> Fog:
        """What is hidden in stacks and boxes."""
        return Fog(self)

    @cached_property
    def open_mask(self) -> Mask:
        """At the end of the game the fog lifts."""
        return Fog(self, lifted=True)

    def measures(self, pos: Pos) -> Mapping[str, float]:
        """Points against those that make a draw."""
        return measures(pos)

    @cached_property
    def appraisal(self) -> Appraisal:
        """What a computer player asks."""
        from grognard.games.storm41.appraisal import Appraisal41

        return Appraisal41(self)

    @cached_property
    def pages(self) -> Pages:
        """What the page shows."""
        from grognard.games.storm41.page import Pages41

        return Pages41(self)


def load() -> Storm41:
    """Operation Storm from its data files."""
    data = FOLDER / "data"
    board = Board.load(data / "map.yaml")
    board = replace(board, boxes={**board.boxes, **{box.name: box for box in BOXES}})
    units, charts = load_units(data / "units.yaml"), load_charts(data / "tables.yaml")
    scenarios = load_scenarios(data / "scenarios.yaml", board, units, charts)
    return Storm41(board, units.pieces, scenarios, charts)
