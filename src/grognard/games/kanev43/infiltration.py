"""INF Infiltration: from one enemy zone straight into another, by a die."""

from __future__ import annotations

from grognard.decisions import (
    DONE,
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
from grognard.engine import Phase, Step
from grognard.games.kanev43.effects import stop_building
from grognard.games.kanev43.limber import can_roll
from grognard.games.kanev43.moving import drive_off, exhaust, too_full
from grognard.games.kanev43.points import class_of, costs_of, in_words, left, zone_toll
from grognard.games.kanev43.state import SOVIET, Deal, Pos
from grognard.games.kanev43.strengths import morale
from grognard.games.kanev43.turn import Move, MovementPhase, PlayerTurn, is_night, on_map
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.reach import FORBIDDEN
from grognard.pieces import UnitId


class Infiltration(Phase, tag="infiltration"):
    """SOP-11 The last part of movement: units try one after the other."""

    title = "Infiltration"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """For the side that moves; where nobody can try it passes."""
        return cls(side=getattr(parent, "side", ""))

    @rule("INF-2", "SOP-11")
    def ask(self, pos: Pos) -> Decision | None:
        able = infiltrators(pos, self.side)
        if not able:
            return None
        return Decision(
            self.side,
            "Choose a unit that infiltrates, or end movement.",
            rule="INF-2",
            auto=False,
            offers=(Offer("select", able, may_infiltrate, exact=True), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Infiltrating(side=self.side, units=(action.arg,)))


class Infiltrating(Move, tag="infiltrating"):
    """A unit that tries it: where, and does it come through?"""

    title = "Infiltration"
    #: Where it tries to go, once it has been said.
    goal: HexId = ""

    def ask(self, pos: Pos) -> Decision | None:
        if self.goal:
            return None
        unit = self.units[0]
        return Decision(
            self.side,
            f"Where does {unit} infiltrate?",
            rule="INF-1",
            auto=False,
            panel=lambda pos: infiltration_panel(pos, unit),
            offers=(Offer("move", goals(pos, unit), may_aim_at, exact=True), Offer("cancel")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action.verb == "cancel":
            hand.pop()
            return
        unit, aimed = self.units[0], self.but(goal=action.arg)
        hand.become(aimed)
        hand.note(MovementPhase, tried=unit)
        if hand.game.piece(unit).is_leader:
            aimed.come_through(hand)
        else:
            hand.roll("infiltration", side=self.side, place=action.arg)

    def act(self, hand: Deal) -> None:
        """All is said and done."""
        hand.pop()

    def hear(self, hand: Deal, value: tuple[int, ...] | None) -> None:
        """The die, or that a leader in the hex has met his fate."""
        if value is None:
            drive_off(hand, self, self.goal)
            return
        unit = self.units[0]
        needed = hand.game.charts.limit("infiltration")
        parts = (*infiltration_parts(hand.now, unit, self.goal), Part(value[0], "die", "INF-4"))
        success = total(parts) >= needed
        text = "{unit} comes through to {place}." if success else "{unit} does not come through."
        hand.tell("infiltration", text, rule="INF-4", side=self.side, parts=parts, dice=value,
                  units=(unit,), hexes=(self.goal,), unit=unit, place=self.goal)  # fmt: skip
        if success:
            self.come_through(hand)

    @rule("INF-1", "INF-3", "INF-4", "LDR-4", "R-67")
    def come_through(self, hand: Deal) -> None:
        """The unit pays and is there; that was its move."""
        unit, pos = self.units[0], hand.now
        cost, phase = price(pos, unit, self.goal), pos.within(MovementPhase)
        spent = {**phase.spent, unit: phase.spent.get(unit, 0) + cost}
        moved = frozenset({unit})
        hand.note(MovementPhase, moved=moved, rolled=moved, spent=spent)
        hand.note(PlayerTurn, stirred=moved)
        hand.enter(unit, self.goal, by="infiltration")
        stop_building(hand, unit)
        exhaust(hand, pos, unit, spent[unit])
        drive_off(hand, self, self.goal)


# --- who and where ------------------------------------------------------------------------------


def infiltrators(pos: Pos, side: str) -> list[UnitId]:
    """The units that may try now."""
    zoned = frozenset(pos.columns.zoned(pos.game.enemy(side)))
    engaged = [unit for unit in on_map(pos, side) if pos.unit(unit).at in zoned]
    return [unit for unit in engaged if why_not_infiltrate(pos, side, unit) is None]


def may_infiltrate(pos: Pos, step: Infiltration, unit: UnitId) -> Refusal | None:
    """A unit that may try, and has somewhere to go."""
    return why_not_infiltrate(pos, step.side, unit)


@rule("INF-1", "INF-9", "TEC-23", "XNG-2", "AIRB-13", "R-67")
def why_not_infiltrate(pos: Pos, side: str, unit: UnitId) -> Refusal | None:
    """It is in an enemy zone, began there and has not moved; Soviet anti-tank companies may have
    done both. Nobody tries twice, or moves on who has tried to cross or to concentrate.
    """
    phase, now = pos.within(MovementPhase), pos.unit(unit)
    if pos.owner(unit) != side or now.at not in pos.board.grid or now.dispersed:
        return deny("INF-1", "{unit} cannot infiltrate", unit=unit)
    if unit in phase.tried:
        return deny("INF-1", "{unit} has tried", unit=unit)
    if not is_free(pos, unit) and (unit not in phase.engaged or unit in phase.moved):
        return deny("INF-1", "{unit} did not begin in an enemy zone, or has moved", unit=unit)
    if unit in phase.moved and unit not in phase.rolled:
        return deny("XNG-2", "{unit} has done something else than move", unit=unit)
    if now.until == pos.turn or not can_roll(pos, (unit,)):
        return deny("INF-1", "{unit} cannot move", unit=unit)
    if not goals(pos, unit):
        return deny("INF-1", "{unit} has nowhere to go", unit=unit)
    return None


@rule("INF-9", "R-67")
def is_free(pos: Pos, unit: UnitId) -> bool:
    """Soviet anti-tank companies may always try, wherever they began."""
    piece = pos.game.piece(unit)
    return piece.side == SOVIET and piece.kind == "anti-tank" and piece.is_company


def goals(pos: Pos, unit: UnitId) -> list[HexId]:
    """The hexes that a unit may try to reach."""
    here = pos.unit(unit).at
    return [h for h in pos.board.grid.neighbours(here) if why_not_there(pos, unit, h) is None]


def may_aim_at(pos: Pos, step: Infiltrating, hex_: HexId) -> Refusal | None:
    """A hex that the unit may try to reach."""
    return why_not_there(pos, step.units[0], hex_)


@rule("INF-1", "R-67", "STK-1")
def why_not_there(pos: Pos, unit: UnitId, hex_: HexId) -> Refusal | None:
    """The next hex, in an enemy zone, without enemies, with room, for points still in hand."""
    here, side = pos.unit(unit).at, pos.owner(unit)
    if pos.columns.count("units", pos.game.enemy(side), hex_):
        return deny("TEC-1", "an enemy unit holds {hex}", hex=hex_)
    zones = in_enemy_zone(pos, side, here) and in_enemy_zone(pos, side, hex_)
    if not pos.board.grid.adjacent(here, hex_) or not zones:
        return deny("INF-1", "{hex} is not the next hex, from zone to zone", hex=hex_)
    if price(pos, unit, hex_) > left(pos, unit):
        return deny("INF-1", "{unit} has not the points to enter {hex}", unit=unit, hex=hex_)
    full = too_full(pos, Move(side=side, units=(unit,)))
    if full is not None and full[pos.board.grid.index[hex_]]:
        return deny("STK-1", "there is no room in {hex}", hex=hex_)
    return None


@rule("INF-1")
def price(pos: Pos, unit: UnitId, hex_: HexId) -> int:
    """Terrain and both zones, in sixths; beyond everybody's means where no way leads."""
    here, grid = pos.unit(unit).at, pos.board.grid
    step = int(costs_of(pos, (unit,)).steps[grid.index[here], grid.side(here, hex_)])
    if step >= FORBIDDEN:
        return FORBIDDEN
    return step + zone_toll(pos, (unit,), "leave") + zone_toll(pos, (unit,), "enter")


# --- the die ------------------------------------------------------------------------------------


@rule("INF-4", "INF-5", "INF-6", "INF-7", "INF-8", "R-68")
def infiltration_parts(pos: Pos, unit: UnitId, hex_: HexId) -> tuple[Part, ...]:
    """What is added to the die: morale, a friend in the hex, night, tanks, trucks."""
    figures, piece = pos.game.charts.infiltration, pos.game.piece(unit)
    conditions = {
        "friend": pos.columns.count("units", piece.side, hex_) > 0,
        "night": is_night(pos),
        "tank": piece.kind == "tank",
        "motorised": class_of(pos, unit) == "mot",
    }
    parts = [Part(morale(pos, unit), "morale", "INF-4")]
    for name, figure in figures.items():
        if conditions[name]:
            parts.append(Part(figure.number, figure.title.lower(), figure.rule))
    return tuple(parts)


def infiltration_panel(pos: Pos, unit: UnitId) -> Panel:
    """What each hex would need."""
    needed, rows = pos.game.charts.limit("infiltration"), []
    for hex_ in goals(pos, unit):
        parts = infiltration_parts(pos, unit, hex_)
        die = "no die" if pos.game.piece(unit).is_leader else f"{needed - total(parts)} or more"
        rows.append(Row(f"{hex_}, {in_words(price(pos, unit, hex_))} points", die, parts, "INF-4"))
    return Panel(rows=tuple(rows), units=(unit,))
