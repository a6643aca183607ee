"""9.22 - 9.30, 11.7-4 German mobile assaults, and overruns of artillery that is alone."""

from __future__ import annotations

from grognard.decisions import (
    CANCEL,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    deny,
    rule,
    total,
)
from grognard.engine import Phase
from grognard.games.storm41.battle import Battle, Fought, is_cleared, is_only_artillery
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.effects import eliminate
from grognard.games.storm41.forecast import forecast_panel
from grognard.games.storm41.going import charges
from grognard.games.storm41.stacking import over
from grognard.games.storm41.state import AXIS, Deal, Pos
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.turn import (
    MOVE_FIGHT,
    Assaulted,
    PlayerTurn,
    is_surprise,
    parent_of,
)
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import doing, listed

#: No assault goes there, corridors or not (9.24-a).
_CLOSED = ("marsh", "mountain")


@rule("9.23-a", "9.24-a", "9.27", "11.2", "R-82", "R-84", "R-89")
def cost_parts(pos: Pos, units: tuple[UnitId, ...], here: HexId, target: HexId) -> tuple[Part, ...]:
    """The whole entry for the dearest unit, without corridors, and one point more; in every
    round. Nothing where no step leads there.
    """
    steps = [charges(pos, unit, here, target, corridors=False) for unit in units]
    if not all(steps):
        return ()
    figure = pos.game.charts.costs["assault"]
    extra = Part(figure.number, figure.title.lower(), figure.rule)
    return (*max(steps, key=total), extra)


# --- who may ------------------------------------------------------------------------------------


@rule("5.13-4", "9.23-c", "9.24-a", "9.24-b", "9.24-c", "9.29", "10.3", "10.15", "R-110")
def why_no_assault(pos: Pos, units: tuple[UnitId, ...], target: HexId, left: int) -> Refusal | None:
    """What bars an assault or overrun out of a move: side, turn, ground, supply, points."""
    here, grid = pos.unit(units[0]).at, pos.board.grid
    if pos.owner(units[0]) != AXIS:
        return deny("9.24-b", "Soviets make no mobile assaults")
    if not grid.adjacent(here, target) or is_cleared(pos, Plan(AXIS, target)):
        return deny("9.23-a", "no enemy unit is next to the stack in {hex}", hex=target)
    if is_surprise(pos):
        return deny("9.29", "there are no mobile assaults on turn 1")
    if pos.board.terrain_of(target) in _CLOSED:
        return deny("9.24-a", "no mobile assault goes into the terrain of {hex}", hex=target)
    parts = cost_parts(pos, units, here, target)
    if not parts:
        return deny("9.23-a", "no way leads to {hex}", hex=target)
    refusal = _why_not_these(pos, units, target)
    if refusal is None and over(pos, here):
        return deny("9.23-c", "{hex} is overstacked", hex=here)
    if refusal is None and total(parts) > left:
        return deny("9.24-c", "the stack has not the points to assault {hex}", hex=target)
    return refusal


@rule("5.7-c", "5.7-d", "5.8", "7.6-a", "9.22-a", "9.22-b", "9.25", "9.26", "9.29", "11.7-4",
      "11.7-5b", "R-85", "R-86", "R-87", "R-88", "R-109", "R-110", "R-135")  # fmt: skip
def _why_not_these(pos: Pos, units: tuple[UnitId, ...], target: HexId) -> Refusal | None:
    """Supplied units. Artillery alone is overrun by anybody; else motorised infantry behind a
    panzer unit, in a turn that began with movement.
    """
    supply = pos.keep(parent_of).supply
    if supply == "out" or any(supply_of(pos, unit) == "out" for unit in units):
        return deny("9.25", "the stack is out of supply")
    if is_only_artillery(pos, target):
        return None
    if pos.within(PlayerTurn).order != MOVE_FIGHT:
        return deny("9.29", "combat came first in this turn")
    pieces = [pos.game.piece(unit) for unit in units]
    for piece in pieces:
        if not piece.joins_assault:
            return deny("9.22-a", "{unit} takes no part in mobile assaults", unit=piece.id)
    if not any(piece.leads_assault for piece in pieces):
        return deny("9.22-a", "no panzer unit leads the assault")
    return None


# --- the assault --------------------------------------------------------------------------------


class MobileAssault(Phase, tag="mobile assault"):
    """An assault out of a move, which waits for its end."""

    title = "Mobile Assault"
    units: tuple[UnitId, ...]
    start: HexId
    target: HexId

    @property
    def plan(self) -> Plan:
        """The stack attacks, and nobody else."""
        return Plan(self.side, self.target, self.units, mobile=True)

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Assault {pos.board.called(self.target)} with {listed(self.units)}.",
            rule="9.23-a",
            waiting="The enemy prepares an assault.",
            auto=False,
            panel=lambda pos: self.forecast(pos),
            offers=(Offer("commit"), Offer("cancel")),
        )

    def forecast(self, pos: Pos) -> Panel:
        """The differential, and what the assault costs."""
        parts = cost_parts(pos, self.units, self.start, self.target)
        cost = Row("Movement points", str(total(parts)), parts, "9.23-a")
        return forecast_panel(pos, self.plan, (cost,))

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
        elif is_only_artillery(hand.now, self.target):
            self.overrun(hand)
        else:
            hand.push(Battle(side=self.side, plan=self.plan))

    @rule("11.7-4", "R-110")
    def overrun(self, hand: Deal) -> None:
        """Artillery alone is eliminated without a die, and the stack is in its hex."""
        for gun in hand.now.at(self.target):
            eliminate(hand, gun, supply_of(hand.now, gun), rule="11.7-4")
        self.end(hand)

    def hear(self, hand: Deal, value: Fought | None) -> None:
        if isinstance(value, Fought):
            self.end(hand)

    @rule("9.27", "9.28", "R-90")
    def end(self, hand: Deal) -> None:
        """In a cleared hex the survivors stand and may go on; otherwise they are back in the
        launch hex.
        """
        pos = hand.now
        cost = total(cost_parts(pos, self.units, self.start, self.target))
        alive = tuple(u for u in self.units if pos.unit(u).at in pos.board.grid)
        entered = bool(alive) and is_cleared(pos, self.plan)
        if entered:
            self.occupy(hand, alive)
        hand.pop(Assaulted(self.target, self.units, not alive, entered, cost))

    def occupy(self, hand: Deal, units: tuple[UnitId, ...]) -> None:
        """The stack is in the hex that it has cleared."""
        hand.tell("advance", "{unit} {deed} {place}.", rule="9.28", side=self.side, units=units,
                  hexes=(self.target,), unit=listed(units), deed=doing(units, "takes", "take"),
                  place=hand.game.board.called(self.target))  # fmt: skip
        for unit in units:
            hand.enter(unit, self.target, by="advance")
