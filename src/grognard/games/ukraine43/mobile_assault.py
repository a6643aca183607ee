"""13 Mobile Assaults: attacks out of a move of the Exploitation Phase."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import (
    CANCEL,
    PASS,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    Side,
    deny,
    rule,
    total,
)
from grognard.engine import Phase
from grognard.games.ukraine43.air import fly_support, why_no_support
from grognard.games.ukraine43.battle import Battle
from grognard.games.ukraine43.charts import REPULSED
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.forecast import forecast_panel
from grognard.games.ukraine43.hq import has_command, needs_command
from grognard.games.ukraine43.odds import Plan, attackers
from grognard.games.ukraine43.retreat import by_road
from grognard.games.ukraine43.rivers import over_major_river
from grognard.games.ukraine43.stacking import fits, friends
from grognard.games.ukraine43.state import Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import doing, listed


class Assaulted(Struct, frozen=True):
    """How a Mobile Assault of a hex ended: must the stack stop, and has it entered it? `cost` is
    paid in any case.
    """

    target: HexId
    stopped: bool
    entered: bool
    cost: int


# --- 13.1B  its cost ------------------------------------------------------------------------


@rule("13.1B-1", "13.1B-2", "13.1B-3", "R-85")
def cost_parts(pos: Pos, here: HexId, target: HexId) -> tuple[Part, ...]:
    """Two points and the terrain of the target with its river, in halves; a road counts 1, and
    zones nothing.
    """
    board, charts = pos.board, pos.game.charts
    fixed = charts.costs["mobile_assault"]
    parts = [Part(fixed.number, fixed.title, fixed.rule)]
    if by_road(pos, here, target):
        road = charts.costs["assault_road"]
        return (*parts, Part(road.number, road.title, road.rule))
    towns = [tag for tag in ("city", "town") if board.has(target, tag)]
    ground = charts.terrain[towns[0] if towns else board.terrain_of(target)]
    parts.append(Part(ground.mech or 0, ground.title, ground.rule))
    if board.crosses("river", here, target):
        river = charts.terrain["river"]
        parts.append(Part(river.mech or 0, river.title, river.rule))
    return tuple(parts)


# --- 13.1A, 13.1C  who may -------------------------------------------------------------------


@rule("3.C.5-3", "8.1-5", "11.3-1", "13.1A-2", "13.1B-1", "13.1C-1", "13.2-0", "13.2-1", "13.2-2",
      "13.2-3", "13.2-4", "13.3-1", "14.5-3", "18.1A", "22.3-1", "28.2E-1", "R-53",
      "R-85")  # fmt: skip
def why_no_assault(
    pos: Pos, side: Side, units: tuple[UnitId, ...], here: HexId, target: HexId, left: int
) -> Refusal | None:
    """A stack of mechanised units with the points assaults a neighbour, not over a Major River;
    how often a hex was attacked does not matter.
    """
    pieces = [pos.game.piece(unit) for unit in units]
    if target not in pos.board.grid.neighbours(here) or not friends(
        pos, pos.game.enemy(side), target
    ):
        return deny("13.1C-1", "no enemy unit is next to the stack in {hex}", hex=target)
    if not all(piece.is_mechanised and piece.kind != "artillery" for piece in pieces):
        return deny("13.1A-2", "only mechanised units assault on the move")
    if any(pos.unit(unit).disrupted for unit in units):
        return deny("11.3-1", "a unit of the stack is disrupted")
    refusal = _why_not_over(pos, here, target)
    if refusal is not None:
        return refusal
    if not fits(pos, side, here):
        return deny("R-85", "{hex} is overstacked", hex=here)
    if total(cost_parts(pos, here, target)) > left:
        return deny("13.1B-1", "the stack has too few points left to assault {hex}", hex=target)
    if not attackers(pos, Plan(side, (target,), units)):
        return deny("13.1A-2", "no unit of the stack has attack strength")
    if needs_command(pos, units) and not has_command(pos, side, units):
        return deny("R-53", "no HQ commands an assault of so many units")
    return None


def _why_not_over(pos: Pos, here: HexId, target: HexId) -> Refusal | None:
    """Major Rivers, the sea and floods are in the way."""
    flood = flood_bars(pos)
    if over_major_river(pos, here, target):
        return deny("18.1A", "no Mobile Assault goes over a Major River")
    if pos.board.crosses("sea_side", here, target):
        return deny("13.1C-1", "the sea lies before {hex}", hex=target)
    if target in flooded(pos) or (flood is not None and flood.bar(here, target)):
        return deny("28.2E-1", "the flood lies before {hex}", hex=target)
    return None


# --- the assault ----------------------------------------------------------------------------


class MobileAssault(Phase, tag="mobile assault"):
    """An assault being prepared, fought, and followed by the free entry; the move waits."""

    title = "Mobile Assault"
    units: tuple[UnitId, ...]
    start: HexId
    target: HexId
    air: UnitId = ""
    result: str = ""

    def plan(self, pos: Pos) -> Plan:
        """The ground units of the stack attack; nobody else joins."""
        ground = tuple(u for u in self.units if pos.game.piece(u).is_ground)
        return Plan(self.side, (self.target,), ground, self.air)

    def ask(self, pos: Pos) -> Decision | None:
        if self.result:
            return self.ask_to_enter(pos)
        air = pos.game.of_role.get((self.side, "air"), ())
        return Decision(
            self.side,
            f"Assault {pos.board.called(self.target)} with {listed(self.units)}.",
            rule="13.1C-2",
            waiting="The enemy prepares an assault.",
            auto=False,
            panel=lambda pos: self.forecast(pos),
            offers=(
                Offer("support", air, may_support),
                Offer("release", (self.air,) if self.air else ()),
                Offer("commit"),
                Offer("cancel"),
            ),
        )

    @rule("13.1B-1", "13.1B-4")
    def forecast(self, pos: Pos) -> Panel:
        """The odds, and what the assault costs in movement points, which are whole here."""
        panel = forecast_panel(pos, self.plan(pos))
        halves = cost_parts(pos, self.start, self.target)
        parts = tuple(replace(part, amount=part.amount // 2) for part in halves)
        cost = Row("Movement points", str(total(parts)), parts, "13.1B-1")
        return replace(panel, rows=(*panel.rows, cost))

    @rule("13.1D-2", "13.2-3", "R-85")
    def ask_to_enter(self, pos: Pos) -> Decision | None:
        """A vacated hex may be entered free of charge, bonds or not."""
        vacated = not friends(pos, pos.game.enemy(self.side), self.target)
        room = fits(pos, self.side, self.target, self.alive(pos))
        if self.result == REPULSED or not vacated or not self.alive(pos) or not room:
            return None
        return Decision(
            self.side,
            f"Enter {pos.board.called(self.target)}, or stay.",
            rule="13.1D-2",
            panel=lambda pos: Panel(units=self.alive(pos), hexes=(self.target,)),
            offers=(Offer("advance", (self.target,)), Offer("pass")),
        )

    def alive(self, pos: Pos) -> tuple[UnitId, ...]:
        """Who is left of the stack."""
        return tuple(u for u in self.units if pos.unit(u).at in pos.board.grid)

    def act(self, hand: Deal) -> None:
        """Nothing can be entered."""
        hand.pop(self.outcome(hand.now, entered=False))

    def outcome(self, pos: Pos, *, entered: bool) -> Assaulted:
        stopped = self.result == REPULSED or not self.alive(pos)
        return Assaulted(self.target, stopped, entered, self.price(pos))

    def price(self, pos: Pos) -> int:
        """13.1B-4: what is paid whether the stack goes on or not."""
        return total(cost_parts(pos, self.start, self.target))

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("support", unit):
                hand.become(self.but(air=unit))
            case Action("release"):
                hand.become(self.but(air=""))
            case Action("advance"):
                self.enter(hand)
            case _ if action == CANCEL:
                hand.pop()
            case _ if action == PASS:
                hand.pop(self.outcome(hand.now, entered=False))
            case _:
                self.commit(hand)

    def commit(self, hand: Deal) -> None:
        """The stack attacks."""
        if self.air:
            fly_support(hand, self.air)
        hand.push(Battle(side=self.side, plan=self.plan(hand.now), mobile=True))

    def hear(self, hand: Deal, result: str | None) -> None:
        if result:
            hand.become(self.but(result=result))

    def enter(self, hand: Deal) -> None:
        """The stack stands in the vacated hex; what it meets acts last."""
        units = self.alive(hand.now)
        hand.pop(self.outcome(hand.now, entered=True))
        text = f"{{unit}} {doing(units, 'enters', 'enter')} {{place}}."
        hand.tell("advance", text, rule="13.1D-2", side=self.side,
                  units=units, hexes=(self.target,), unit=listed(units),
                  place=hand.game.board.called(self.target))  # fmt: skip
        for unit in units:
            hand.enter(unit, self.target, by="advance")


@rule("13.1C-3", "15.4-2", "15.5-3", "23.2-1", "R-53")
def may_support(pos: Pos, step: MobileAssault, unit: UnitId) -> Refusal | None:
    """One air unit, under command; no barrage."""
    if unit not in pos.game.of_role.get((step.side, "air"), ()):
        return deny("13.1C-3", "only air units support a Mobile Assault")
    if step.air:
        return deny("15.4-2", "an air unit supports the assault already")
    refusal = why_no_support(pos, unit, (step.target,))
    if refusal is None and not has_command(pos, step.side, step.units):
        return deny("23.2-1", "no HQ commands the assault")
    return refusal
