"""Ukraine '44 as a whole: its board, counters and charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.board import Board, Box
from grognard.decisions import Action, Offer, RuleId, Side, rule
from grognard.engine import Game, Step, tag_of
from grognard.games.ukraine44 import mask, movement, reinforcements, retreat, setup, supply
from grognard.games.ukraine44.charts import Charts, load_charts
from grognard.games.ukraine44.combat import Advance, Attack, Battle, Combat, Result, read_cell
from grognard.games.ukraine44.losses import Losses
from grognard.games.ukraine44.scenario import Scenario44, load_scenarios
from grognard.games.ukraine44.state import (
    ARRIVALS,
    ATTACHED,
    AXIS,
    DEAD,
    OUT,
    SOVIET,
    TIGER_BOX,
    Deal,
    Options44,
    Pos,
    State44,
    Unit44,
)
from grognard.games.ukraine44.tigers import Attaching, TigerSetUp, astray
from grognard.games.ukraine44.turn import STEPS, CombatFirst, MovementFirst, Turn
from grognard.games.ukraine44.units import Group, Piece44, load_units
from grognard.games.ukraine44.victory import enter_city, sudden_death, told
from grognard.games.ukraine44.zones import projects
from grognard.hexes import HexId, split_hexside
from grognard.mechanics.columns import Columns, Layout
from grognard.mechanics.tables import Scale
from grognard.mechanics.zones import spread
from grognard.page import Pages
from grognard.pieces import Piece, UnitId
from grognard.state import Outcome

if TYPE_CHECKING:
    from grognard.games.ukraine44.appraisal import Appraisal44

FOLDER = Path(__file__).parent

_BOXES = (
    Box(ARRIVALS, "Reinforcements"),
    Box(DEAD, "Eliminated"),
    Box(OUT, "Out of play"),
    Box(TIGER_BOX, "Tiger Battalions", AXIS),
    Box(ATTACHED, "Tigers with formations", AXIS),
)


class Ukraine44(Game[State44, Unit44]):
    """The title."""

    slug = "ukraine44"
    title = "Ukraine '44"
    sides = (AXIS, SOVIET)
    side_titles = {AXIS: "Axis", SOVIET: "Soviet"}  # noqa: RUF012 - a constant mapping
    steps = (
        setup.SetUp, TigerSetUp, setup.DecoySetUp, setup.Placement, setup.Placing, *STEPS,
        Attaching, movement.Moving, reinforcements.Arriving, reinforcements.TigerArriving,
        Attack, Battle, Losses, retreat.Retreat, Advance, supply.CityOrAir,
    )  # fmt: skip
    state_type = State44
    options_type = Options44
    nowhere = OUT

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        scenarios: Mapping[str, Scenario44],
        charts: Charts,
        groups: Mapping[str, Group],
    ) -> None:
        self.charts = charts
        self.groups = groups
        self.crt: Mapping[tuple[str, str], Result] = charts.combat.decode(read_cell)
        assert charts.combat.scale is not None
        self.crt_scale: Scale = charts.combat.scale
        super().__init__(board, pieces, scenarios, folder=FOLDER)

    def prepare(self) -> None:
        """Lists of counters, links between hexes, kernel tables."""
        pieces = [piece for piece in self.pieces if isinstance(piece, Piece44)]
        self.printed = {piece.id: piece for piece in pieces}
        self.tigers = tuple(p.id for p in pieces if p.kind == "tiger")
        self.garrisons = self._by_side("garrison")
        self.mobile = self._by_side("mobile")
        self.movable = self._by_side("mobile", "infantry")
        self.formations = {side: self._range(side) for side in self.sides}
        self.carriers = tuple(
            p.id for p in pieces if p.kind == "mobile" and p.nationality == "german"
        )
        self.area_units = tuple(p.id for p in pieces if p.area)
        self._allowances = {p.id: self.charts.allowances.get((p.side, p.kind), 0) for p in pieces}
        self.alike = self._arriving_alike()
        self._entries = {piece.id: self._entry_hexes(piece) for piece in pieces}
        self._members = {
            name: tuple(p for p in pieces if p.group == name and p.is_formation)
            for name in self.groups
        }
        self._prepare_board()

    def _prepare_board(self) -> None:
        self.roads = self.board.networks.get("road", frozenset())
        self.barred = self.board.hexsides.get("dniester", frozenset()) - self.roads
        grid = self.board.grid
        self.links: dict[HexId, tuple[HexId, ...]] = {
            h: tuple(n for n in grid.neighbours(h) if grid.hexside(h, n) not in self.barred)
            for h in grid.hexes
        }
        self.areas = {
            name: tuple(h for h in grid.hexes if h in zone)
            for name, zone in self.board.zones.items()
        }
        self.north = self.board.zones.get("north_bank", frozenset())
        river = self.board.side_mask("dniester") & ~self.board.network_mask("road")
        self.layout = Layout(
            grid,
            self.sides,
            layers=("units", "blocks"),
            zones={"zone": spread(grid, across=river)},
        )
        self._marks = {
            (kind, zone): self.layout.mark(
                units=int(kind != "tiger"),
                blocks=int(kind in ("mobile", "infantry")),
                zone=int(zone and kind != "tiger"),
            )
            for kind in ("mobile", "infantry", "garrison", "tiger")
            for zone in (True, False)
        }
        self.victory = frozenset(self.board.tagged("victory"))
        self.sources = {side: self.board.tagged(f"{side}_source") for side in self.sides}
        pontoon = self.board.hexsides.get("pontoon", frozenset())
        self.pontoon = frozenset(h for side in pontoon for h in split_hexside(side))
        self.airstrips = {h: None for h in grid.hexes if supply.is_airstrip(self, h)}
        self.costs = movement.Costs(self)
        self.lines = supply.SupplyLines(self)

    def _by_side(self, *kinds: str) -> dict[Side, tuple[UnitId, ...]]:
        """The pieces of some kinds, in their order."""
        return {
            side: tuple(p.id for p in self.printed.values() if p.side == side and p.kind in kinds)
            for side in self.sides
        }

    def _arriving_alike(self) -> dict[Side, tuple[tuple[UnitId, ...], ...]]:
        """The reinforcements in groups that arrive on the same turn at the same hexes."""
        groups: dict[object, list[UnitId]] = {}
        for piece in self.printed.values():
            if piece.entry or not piece.is_formation:
                arrival = (piece.side, piece.kind == "tiger", piece.turn, piece.entry)
                groups.setdefault(arrival, []).append(piece.id)
        return {
            side: tuple(tuple(g) for g in groups.values() if self.owners[g[0]] == side)
            for side in self.sides
        }

    def _range(self, side: Side) -> slice:
        """Where the formations of a side stand in the list of pieces."""
        places = [i for i, p in enumerate(self.index) if self._is_formation(p, side)]
        if places and places != list(range(places[0], places[-1] + 1)):
            raise ValueError(f"the {side} formations do not stand together in the list of pieces")
        return slice(places[0], places[-1] + 1) if places else slice(0, 0)

    def _is_formation(self, unit: UnitId, side: Side) -> bool:
        piece = self.piece(unit)
        return piece.is_formation and piece.side == side

    # --- counters and charts -------------------------------------------------------------

    def piece(self, unit: UnitId) -> Piece44:
        """A formation or Tiger battalion as printed."""
        return self.printed[unit]

    def group(self, name: str) -> tuple[Piece44, ...]:
        """All formations of a colour group."""
        return self._members[name]

    @rule("2.3-1", "2.5-1")
    def allowance(self, unit: UnitId) -> int:
        """The movement points of a formation's side and type; Hungarians are as Germans."""
        return self._allowances[unit]

    def entry_hexes(self, unit: UnitId) -> tuple[HexId, ...]:
        """The lettered hexes at which a formation may enter."""
        return self._entries[unit]

    def _entry_hexes(self, piece: Piece44) -> tuple[HexId, ...]:
        zones = self.board.zones
        return tuple(h for letter in piece.entry for h in sorted(zones.get(letter, ())))

    def area(self, unit: UnitId) -> tuple[HexId, ...]:
        """The set-up area of a formation, in board order."""
        return self.areas.get(self.piece(unit).area, ())

    def area_rule(self, unit: UnitId) -> RuleId:
        """The clause that binds a formation to its area."""
        return {"40A": "2.4-2", "38A": "2.4-3", "18A": "2.4-4"}.get(self.piece(unit).area, "3.2-2")

    def turns(self, pos: Pos) -> int:
        """How many turns the scenario has."""
        length: int = self.scenario(pos.state.scenario).turns
        return length

    def formation_at(self, pos: Pos, hex_: HexId) -> UnitId | None:
        """The formation in a hex."""
        there = pos.where.get(hex_)
        return there[0] if there else None

    # --- starting ------------------------------------------------------------------------

    def blank(self, scenario: Scenario44, options: Options44, seed: str) -> State44:
        """Every piece out of play."""
        return State44(
            game=self.slug,
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=(),
            units=tuple(Unit44(id=piece.id, at=OUT) for piece in self.pieces),
        )

    @rule("3.1-4", "3.1-6", "3.3-1", "5.2-3", "12.1-1")
    def set_up(self, scenario: Scenario44, options: Options44, seed: str) -> State44:
        """The starting Tigers in their box; everything else is set up or arrives in play."""
        state = self.blank(scenario, options, seed)
        boxed = {t for t in self.tigers if not self.piece(t).turn}
        units = [replace(u, at=TIGER_BOX if u.id in boxed else ARRIVALS) for u in state.units]
        return replace(state, units=tuple(units), agenda=(setup.SetUp(),))

    def agenda_for(self, phase: str, side: Side, pos: Pos) -> tuple[Step, ...]:
        """A Soviet phase stands in a turn of the order that it is asked for: `combat first`
        is combat with artillery support, otherwise movement comes first.
        """
        if side != SOVIET:
            return super().agenda_for(phase, side, pos)
        order = CombatFirst if phase == "combat first" else MovementFirst
        kind = Combat if "combat" in phase else movement.Movement
        turn = order(side=SOVIET, stage=tag_of(kind))
        return (Turn(stage="soviet turn"), turn, kind(side=SOVIET))

    # --- hooks of the engine -------------------------------------------------------------

    def columns(self, state: State44) -> Columns:
        """Who closes which hex, and where zones lie."""
        marked = ((self.owners[u.id], u.at, self.mark(u)) for u in state.units)
        return Columns.of(self.layout, marked)

    def mark(self, unit: Unit44) -> int:
        """The kernel mark of a formation."""
        return self._marks[self.printed[unit.id].kind, projects(unit)]

    def patch(self, columns: Columns, old: Unit44, new: Unit44) -> None:
        """A formation has moved or changed its supply state."""
        before, after = (old.at, self.mark(old)), (new.at, self.mark(new))
        if before != after:
            columns.move(self.owners[new.id], before, after)

    def entered(self, hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
        """Victory cities, the air marker, then sudden death."""
        enter_city(hand, unit, hex_)
        supply.overrun_marker(hand, unit, hex_)
        sudden_death(hand)

    def matters(self, pos: Pos, hex_: HexId) -> bool:
        """Does entering this hex have an effect?"""
        return hex_ in self.victory or hex_ == pos.state.air

    def standing(self, pos: Pos, side: Side) -> tuple[Offer, ...]:
        """Decoys may be shifted whenever nothing is going on."""
        return mask.decoy_offers(pos, side)

    def take_standing(self, hand: Deal, action: Action) -> None:
        """Shift a decoy."""
        mask.shift_decoy(hand, action)

    @cached_property
    def mask(self) -> Any:
        """Fog of war."""
        return mask.Fog(self)

    @cached_property
    def open_mask(self) -> Any:
        """At the end of the game the fog lifts."""
        return mask.Fog(self, lifted=True)

    @cached_property
    def pages(self) -> Pages:
        """What the page shows."""
        from grognard.games.ukraine44.page import Pages44

        return Pages44(self)

    @cached_property
    def appraisal(self) -> Appraisal44:
        """What computer players ask."""
        from grognard.games.ukraine44.appraisal import Appraisal44

        return Appraisal44(self)

    def told(self, pos: Pos, outcome: Outcome) -> Outcome:
        """4.1: by cities or by points."""
        return told(pos, outcome)

    def complaints(self, pos: Pos) -> list[str]:
        """6.1: one formation a hex. 12.2: a Tiger is with a formation or in a box."""
        found = [
            f"{hex_} holds {', '.join(units)}"
            for hex_, units in pos.where.items()
            if hex_ in pos.board.grid and len(units) > 1
        ]
        for unit in pos.state.units:
            if unit.id not in self.tigers and unit.lost > self.piece(unit.id).defence:
                found.append(f"{unit.id} has lost more steps than it had")
        return found + astray(pos)


@rule("G1", "G2")
def load() -> Ukraine44:
    """Ukraine '44 from its data files."""
    data = FOLDER / "data"
    board = Board.load(data / "map.yaml")
    board = replace(board, boxes={**board.boxes, **{box.name: box for box in _BOXES}})
    units = load_units(data / "units.yaml", board)
    scenarios = load_scenarios(data / "scenarios.yaml", board, units)
    charts = load_charts(data / "tables.yaml")
    return Ukraine44(board, units.pieces, scenarios, charts, units.groups)
