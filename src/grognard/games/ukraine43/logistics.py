"""14.4 - 14.7 General supply, attrition and petrol shortage."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import Part, Side, rule, total
from grognard.engine import Phase, Sequence, Step
from grognard.games.ukraine43.losses import lose_step
from grognard.games.ukraine43.state import HOLDING, Deal, Pos, Unit43
from grognard.games.ukraine43.supply import (
    NO_SOURCE,
    distance_to_source,
    has_dump,
    is_isolated,
    lines_of,
)
from grognard.pieces import UnitId

# --- 14.7  petrol shortage --------------------------------------------------------------


class Petrol(Phase, tag="petrol"):
    """3.C.1.a: a die for each mechanised unit that is far from any source."""

    title = "Petrol Shortage"
    units: tuple[UnitId, ...] = ()

    @classmethod
    @rule("14.1-3", "14.7C")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, Sequence)
        far = tuple(unit for unit in short_of_petrol(pos, parent.side))
        return cls(side=parent.side, units=far) if far else None

    def act(self, hand: Deal) -> None:
        if not self.units:
            hand.pop()
            return
        hand.roll("petrol", side=self.side, place=hand.unit(self.units[0]).at)

    @rule("14.7C", "14.7D", "14.7E", "14.7T-1", "14.7T-2", "14.7T-3")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Who fails is Out of Supply until lines are traced in the End Phase."""
        unit, *others = self.units
        hand.become(self.but(units=tuple(others)))
        here = hand.unit(unit).at
        distance = distance_to_source(hand.now, self.side, here)
        failed = hand.game.charts.fails_petrol(distance, dice[0])
        if failed:
            hand.set(unit, oos=True)
        near = distance != NO_SOURCE
        away = "{distance} hexes from a source" if near else "without any source"
        text = f"{{unit}}, {away}, {'is short of petrol' if failed else 'has petrol'}."
        hand.tell("petrol", text, rule="14.7C", side=self.side, dice=dice, units=(unit,),
                  hexes=(here,), unit=unit, distance=distance)  # fmt: skip


@rule("3.C.1.a-1", "3.C.1.a-2", "14.7A-1", "14.7B-1", "R-44")
def short_of_petrol(pos: Pos, side: Side) -> Iterator[UnitId]:
    """Mechanised combat and support units, artillery too, in supply and more than seven hexes
    from a source.
    """
    most = pos.game.charts.limits["petrol_distance"].number
    for unit in on_map(pos, side):
        piece = pos.game.piece(unit.id)
        thirsty = piece.is_mechanised and piece.role in ("combat", "support")
        if thirsty and not unit.oos and distance_to_source(pos, side, unit.at) > most:
            yield unit.id


def on_map(pos: Pos, side: Side) -> list[Unit43]:
    """The units of a side on the map, in the order of the pieces."""
    owners, grid = pos.game.owners, pos.board.grid.index
    return [unit for unit in pos.state.units if owners[unit.id] == side and unit.at in grid]


# --- 14.4  general supply ---------------------------------------------------------------


@rule("3.C.7.b", "14.1-1", "14.4-1", "14.4-2", "14.4-3", "20.4-2", "R-91", "R-100")
def general_supply(hand: Deal, side: Side) -> None:
    """All units of a side, air units included, are checked at one moment: markers come and
    go. Brigades just dropped are in supply, and so is whoever is in the Holding Box.
    """
    pos, supply = hand.now, lines_of(hand.now, side)
    for unit in on_map(pos, side):
        supplied = just_landed(pos, unit) or unit.at in supply
        if unit.oos == supplied:
            _mark(hand, unit, oos=not supplied)
    for name in pos.at(HOLDING):
        if pos.owner(name) == side:
            hand.set(name, oos=False)


@rule("20.4-2")
def just_landed(pos: Pos, unit: Unit43) -> bool:
    """An airborne brigade needs no line on the turn of its drop."""
    return unit.landed == pos.turn


def _mark(hand: Deal, unit: Unit43, *, oos: bool) -> None:
    hand.set(unit.id, oos=oos)
    text = "{unit} in {place} is out of supply." if oos else "{unit} in {place} is in supply again."
    hand.tell("supply", text, rule="14.4-2" if oos else "14.4-3", side=hand.game.owners[unit.id],
              units=(unit.id,), hexes=(unit.at,), unit=unit.id,
              place=hand.game.board.called(unit.at))  # fmt: skip


# --- 14.6  isolation and attrition ------------------------------------------------------


class Attrition(Phase, tag="attrition"):
    """14.6: a die for each isolated unit, right after the check of general supply. Who is
    isolated, and who has a dump, is settled before the first die: the order of dice matters not.
    """

    title = "Attrition"
    units: tuple[UnitId, ...] = ()
    #: Those of them that have a supply dump.
    supplied: frozenset[UnitId] = frozenset()

    @classmethod
    @rule("14.6-3", "14.6-5", "R-110")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, Sequence)
        units = isolated_units(pos, parent.side)
        supplied = frozenset(u for u in units if has_dump(pos, parent.side, pos.unit(u).at))
        return cls(side=parent.side, units=units, supplied=supplied) if units else None

    def act(self, hand: Deal) -> None:
        if not self.units:
            hand.pop()
            return
        hand.roll("attrition", side=self.side, place=hand.unit(self.units[0]).at)

    @rule("14.6-3", "14.6-4")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """A low die costs a step, even the last one."""
        unit, *others = self.units
        hand.become(self.but(units=tuple(others)))
        modifiers = attrition_modifiers(hand.now, unit, dump=unit in self.supplied)
        parts = (Part(dice[0], "die", "14.6-4"), *modifiers)
        steps = hand.game.charts.attrition(total(parts))
        text = "{unit} is isolated and loses a step." if steps else "{unit} is isolated."
        hand.tell("attrition", text, rule="14.6-4", side=self.side, dice=dice, parts=parts,
                  units=(unit,), hexes=(hand.unit(unit).at,), unit=unit)  # fmt: skip
        if steps:
            lose_step(hand, unit, "14.6-4")


@rule("14.1-2", "14.6-1", "14.6-2", "14.6-3", "20.4-2", "R-43")
def isolated_units(pos: Pos, side: Side) -> tuple[UnitId, ...]:
    """Ground units with a marker that have no line of any length."""
    return tuple(
        unit.id
        for unit in on_map(pos, side)
        if unit.oos
        and pos.game.piece(unit.id).is_ground
        and not just_landed(pos, unit)
        and is_isolated(pos, side, unit.at)
    )


@rule("14.6-5", "14.6-6", "23.2-5", "R-33", "R-81")
def attrition_modifiers(pos: Pos, unit: UnitId, *, dump: bool) -> list[Part]:
    """A dump in the pocket, and the morale of Germans and of airborne brigades."""
    piece, found = pos.game.piece(unit), ["dump"] if dump else []
    if piece.is_german or piece.kind == "airborne":
        found.append("morale")
    figures = [pos.game.charts.modifiers[name] for name in found]
    return [Part(figure.number, figure.title, figure.rule) for figure in figures]
