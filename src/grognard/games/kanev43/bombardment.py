"""BMB The Bombardment Phase: one hex at a time, its guns, one throw."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.decisions import (
    DONE,
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
from grognard.engine import Phase, Sequence
from grognard.games.kanev43.artillery import guns_of, may_double, spend, why_not_fire
from grognard.games.kanev43.charts import Shell
from grognard.games.kanev43.effects import disrupt, lose_step, unsettle
from grognard.games.kanev43.leaders import Danger
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.turn import PlayerTurn, guns_on_map, is_night, on_map
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId

_DICE = 2
_DOUBLE = "double "
#: Ground through and into which nobody sees two hexes (BMB-12).
_BLIND = ("town", "woods")


# --- what can be seen ---------------------------------------------------------------------------


@rule("BMB-12", "ART-14", "R-14", "R-71")
def is_spotted(pos: Pos, side: Side, target: HexId) -> bool:
    """Is a combat unit of a side next to the target, or by day two hexes away with open ground
    in the target and somewhere between?
    """
    grid, count, far = pos.board.grid, pos.columns.count, pos.game.charts.limit("spotting")
    if not near(pos.columns, side, far)[grid.index[target]]:
        return False
    if any(count("units", side, h) for h in grid.neighbours(target)):
        return True
    if is_night(pos) or pos.game.theatre.grounds[target] in _BLIND:
        return False
    posts = grid.ring(target, far)
    return any(count("units", side, h) and _is_open(pos, h, target) for h in posts)


def _is_open(pos: Pos, a: HexId, b: HexId) -> bool:
    grounds = pos.game.theatre.grounds
    return any(grounds.get(h) not in _BLIND for h in pos.board.grid.between(a, b))


def targets_of(pos: Pos, side: Side) -> list[HexId]:
    """The hexes of the enemy with units that can be fired at."""
    enemy = pos.game.enemy(side)
    hexes = dict.fromkeys(pos.unit(unit).at for unit in on_map(pos, enemy))
    held = [h for h in hexes if pos.columns.count("units", enemy, h)]
    return [hex_ for hex_ in held if is_spotted(pos, side, hex_)]


# --- the phase ----------------------------------------------------------------------------------


class Bombardment(Phase, tag="bombardment"):
    """The phasing player names targets and firers, one hex at a time."""

    title = "Bombardment Phase"
    #: Hexes that have been fired at, and guns that have fired.
    hit: frozenset[HexId] = frozenset()
    fired: frozenset[UnitId] = frozenset()

    @rule("SOP-13", "R-10", "R-98")
    def ask(self, pos: Pos) -> Decision | None:
        able = [h for h in targets_of(pos, self.side) if may_target(pos, self, h) is None]
        if not able:
            return None
        return Decision(
            self.side,
            "Choose a hex to bombard, or go on.",
            rule="SOP-13",
            auto=False,
            calm=True,
            offers=(Offer("target", able, may_target, exact=True), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Aim(side=self.side, target=action.arg))


@rule("ART-14", "R-10", "R-12")
def may_target(pos: Pos, phase: Bombardment, hex_: HexId) -> Refusal | None:
    """A spotted hex of the enemy, not fired at yet, for which the guns in reach are enough."""
    enemy = pos.game.enemy(phase.side)
    if not pos.columns.count("units", enemy, hex_):
        return deny("ART-14", "no enemy unit is in {hex}", hex=hex_)
    if hex_ in phase.hit:
        return deny("R-10", "{hex} has been fired at", hex=hex_)
    if not is_spotted(pos, phase.side, hex_):
        return deny("ART-14", "nobody sees {hex}", hex=hex_)
    guns = able_guns(pos, phase.side, phase.fired, hex_)
    best = Aim(side=phase.side, target=hex_, guns=tuple(guns),
               doubled=frozenset(u for u in guns if may_double(pos, u)))  # fmt: skip
    if base_column(pos, best) < 0:
        return deny("R-12", "the guns in reach of {hex} are too few", hex=hex_)
    return None


def able_guns(pos: Pos, side: Side, fired: frozenset[UnitId], target: HexId) -> list[UnitId]:
    """The guns that can fire at a hex and have not fired."""
    mine = (unit for unit in guns_on_map(pos, side) if unit not in fired)
    return [unit for unit in mine if why_not_fire(pos, side, unit, target) is None]


class Aim(Phase, tag="aim"):
    """Guns are named for a target; nothing binds before it is committed."""

    title = "Bombardment Phase"
    target: HexId
    guns: tuple[UnitId, ...] = ()
    doubled: frozenset[UnitId] = frozenset()

    @rule("ART-2", "ART-4")
    def ask(self, pos: Pos) -> Decision:
        fired = pos.within(Bombardment).fired | frozenset(self.guns)
        return Decision(
            self.side,
            f"Choose guns that fire at {self.target}.",
            rule="ART-2",
            auto=False,
            panel=lambda pos: fire_panel(pos, self),
            offers=(
                Offer("support", able_guns(pos, self.side, fired, self.target), may_add),
                Offer("release", self.guns),
                Offer("choose", [f"{_DOUBLE}{unit}" for unit in self.guns], may_be_doubled),
                Offer("commit", ("",), may_open_fire),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("support", unit):
                hand.become(self.but(guns=(*self.guns, unit)))
            case Action("release", unit):
                guns = tuple(u for u in self.guns if u != unit)
                hand.become(self.but(guns=guns, doubled=self.doubled - {unit}))
            case Action("choose", deed):
                unit = deed.removeprefix(_DOUBLE)
                hand.become(self.but(doubled=self.doubled ^ {unit}))
            case Action("commit"):
                self.open_fire(hand)
            case _:
                hand.pop()

    @rule("ART-2", "ART-16", "R-35", "R-43")
    def open_fire(self, hand: Deal) -> None:
        """Ammunition is spent; the guns have attacked, for rest and for support."""
        guns = frozenset(self.guns)
        hand.note(Bombardment, hit=self.target, fired=guns)
        hand.note(PlayerTurn, stirred=guns, bombarded=guns)
        columns = {unit: unit_column(hand.now, self, unit) for unit in shelled(hand.now, self)}
        for unit in self.guns:
            spend(hand, unit, doubled=unit in self.doubled)
        hand.become(Salvo(side=self.side, target=self.target, columns=columns))


def may_add(pos: Pos, step: Aim, unit: UnitId) -> Refusal | None:
    """Guns in reach that have not fired in this phase."""
    if unit in step.guns or unit in pos.within(Bombardment).fired:
        return deny("R-43", "{unit} has fired", unit=unit)
    return why_not_fire(pos, step.side, unit, step.target)


@rule("ART-4", "R-40")
def may_be_doubled(pos: Pos, step: Aim, deed: str) -> Refusal | None:
    """Two salvoes are needed."""
    unit = deed.removeprefix(_DOUBLE)
    return None if may_double(pos, unit) else deny("ART-4", "{unit} has one salvo", unit=unit)


@rule("R-12")
def may_open_fire(pos: Pos, step: Aim, _: str) -> Refusal | None:
    """The value must reach a column of the table."""
    if not step.guns or base_column(pos, step) < 0:
        return deny("R-12", "that is too little fire for {hex}", hex=step.target)
    return None


# --- value and column ---------------------------------------------------------------------------


@rule("ART-2", "ART-4", "R-41", "R-42", "R-71")
def value_parts(pos: Pos, step: Aim) -> list[tuple[UnitId, Fraction]]:
    """The bombardment of each unit: what its steps leave, doubled, halved into woods."""
    woods = pos.game.theatre.grounds[step.target] == "woods"
    found = []
    for unit in step.guns:
        strength = pos.game.piece(unit).share(guns_of(pos, unit).bombardment, pos.unit(unit).lost)
        times = Fraction(2 if unit in step.doubled else 1, 2 if woods else 1)
        found.append((unit, strength * times))
    return found


def value_of(pos: Pos, step: Aim) -> int:
    """All of it, rounded up once."""
    return ceil(sum((value for _, value in value_parts(pos, step)), Fraction(0)))


@rule("BMB-1", "R-11")
def battalions(pos: Pos, hex_: HexId, side: Side) -> int:
    """How many battalions of a side are in a hex, HQs as companies, fractions dropped."""
    sizes = pos.game.sizes
    companies = sum(sizes[unit] for unit in combat_units(pos, hex_, side))
    return companies // pos.game.charts.limit("companies")


@rule("R-91")
def combat_units(pos: Pos, hex_: HexId, side: Side) -> list[UnitId]:
    """The units of a side in a hex that fire can hit: neither leaders nor the dispersed."""
    mine = (unit for unit in pos.at(hex_) if pos.owner(unit) == side)
    return [u for u in mine if not pos.game.piece(u).is_leader and not pos.unit(u).dispersed]


def shelled(pos: Pos, step: Aim | Salvo) -> list[UnitId]:
    """The units under fire."""
    return combat_units(pos, step.target, pos.game.enemy(step.side))


def base_column(pos: Pos, step: Aim) -> int:
    """The column by density and value, from 0; -1 if it is too little."""
    density = battalions(pos, step.target, pos.game.enemy(step.side))
    return pos.game.charts.fire_column(density, value_of(pos, step))


@rule("BMB-3", "BMB-4", "BMB-5", "BMB-6", "BMB-7", "IMP-1", "R-12")
def shift_parts(pos: Pos, step: Aim, unit: UnitId) -> tuple[Part, ...]:
    """The columns by which a unit is read higher or lower than its hex. In a town a position adds
    nothing to the houses.
    """
    grid, piece = pos.board.grid, pos.game.piece(unit)
    near = any(pos.columns.count("units", step.side, h) for h in grid.neighbours(step.target))
    work = pos.state.works.get(step.target)
    town, tank = pos.game.theatre.grounds[step.target] == "town", piece.kind == "tank"
    conditions = {
        "far": not near,
        "position": work is not None and work.is_ready and not (town or tank),
        "tank": tank,
        "town": town,
        "artillery": piece.is_artillery,
    }
    figures = pos.game.charts.shifts
    return tuple(
        Part(figure.number, figure.title.lower(), figure.rule)
        for name, figure in figures.items()
        if conditions[name]
    )


def unit_column(pos: Pos, step: Aim, unit: UnitId) -> int:
    """The column in which a unit is read."""
    return base_column(pos, step) + total(shift_parts(pos, step, unit))


@rule("R-12")
def _column_in_words(pos: Pos, number: int) -> str:
    """Below the first column nothing happens, beyond the last it is the last."""
    last = len(pos.game.charts.tables["bombardment"].columns)
    return f"column {min(number, last)}" if number > 0 else "no effect"


def fire_panel(pos: Pos, step: Aim) -> Panel:
    """The fire of each unit, and the column of each target."""
    rows = [Row(unit, str(value), rule="ART-2") for unit, value in value_parts(pos, step)]
    rows.append(Row("Bombardment value", str(value_of(pos, step)), rule="BMB-1"))
    if step.guns and base_column(pos, step) >= 0:
        base = Part(base_column(pos, step) + 1, "value and density", "BMB-1")
        for unit in shelled(pos, step):
            parts = (base, *shift_parts(pos, step, unit))
            rows.append(Row(unit, _column_in_words(pos, total(parts)), parts, "BMB-1"))
    return Panel(rows=tuple(rows), units=step.guns, hexes=(step.target,))


# --- results ------------------------------------------------------------------------------------


def throw(salvo: Salvo, hand: Deal) -> None:
    """One throw for the hex."""
    if not salvo.thrown:
        hand.become(salvo.but(thrown=True))
        hand.roll("bombardment", _DICE, side=salvo.side, place=salvo.target)


def take_losses(salvo: Salvo, hand: Deal) -> None:
    """The owner picks the steps of each group."""
    if salvo.dues and salvo.left > 0:
        hand.push(Shelled(side=hand.game.enemy(salvo.side), units=salvo.dues[0]))


@rule("LDR-5", "R-101")
def endanger_leaders(salvo: Salvo, hand: Deal) -> None:
    """A leader whose stack lost steps is in danger, once for all of them."""
    enemy = hand.game.enemy(salvo.side)
    there = [u for u in hand.now.at(salvo.target) if hand.game.owners[u] == enemy]
    leaders = [u for u in there if hand.game.piece(u).is_leader and u not in salvo.tested]
    if salvo.lost and leaders:
        hand.become(salvo.but(tested=salvo.tested | {leaders[0]}))
        hand.push(Danger(side=enemy, leader=leaders[0], steps=salvo.lost))


class Salvo(Sequence, tag="salvo"):
    """A bombardment that is resolved."""

    title = "Bombardment Phase"
    stages = (throw, take_losses, endanger_leaders)
    target: HexId
    #: The column of each unit under fire.
    columns: dict[UnitId, int]
    thrown: bool = False
    #: Groups that owe a step each time they are listed, how many steps may still go, and have gone.
    dues: tuple[tuple[UnitId, ...], ...] = ()
    left: int = 0
    lost: int = 0
    tested: frozenset[UnitId] = frozenset()

    @rule("R-10", "R-13", "BMB-10", "BMB-11")
    def hear_throw(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Units of one column are a group; each reads its own result."""
        pos, shell = hand.now, hand.game.charts.shell
        steps = sum(hand.game.steps_left(pos, unit) for unit in self.columns)
        groups: dict[int, tuple[UnitId, ...]] = {}
        for unit in sorted(self.columns):
            column = self.columns[unit]
            groups[column] = (*groups.get(column, ()), unit)
        results = {column: shell(column, sum(dice)) for column in groups}
        dues = [groups[c] for c, result in sorted(results.items()) for _ in range(result.steps)]
        hand.tell("bombardment", "{target} is bombarded.", rule="BMB-2", side=self.side, dice=dice,
                  hexes=(self.target,), target=self.target)  # fmt: skip
        again = [u for c, units in groups.items() for u in units if _hit(hand, u, results[c])]
        dues += [(unit,) for unit in sorted(again)]
        hand.become(self.but(dues=tuple(dues), left=steps // 2))

    @rule("BMB-10", "BMB-11")
    def hear_take_losses(self, hand: Deal, unit: UnitId) -> None:
        """A step is gone, or nobody of the group was left to pay it."""
        paid = int(bool(unit))
        rest = self.but(dues=self.dues[1:], left=self.left - paid, lost=self.lost + paid)
        hand.become(rest)

    def hear_endanger_leaders(self, hand: Deal, value: object) -> None:
        """A leader's fate is settled."""


@rule("BMB-9", "BMB-10", "DIS-10", "R-33")
def _hit(hand: Deal, unit: UnitId, result: Shell) -> bool:
    """D and Z on a unit; True if it was demoralised before and owes a step for it."""
    shaken = hand.unit(unit).order == "demoralised"
    if result.demoralised:
        unsettle(hand, unit, "demoralised", rule="BMB-10")
    elif result.disrupted:
        disrupt(hand, unit, rule="BMB-9")
    return shaken and (result.demoralised or result.disrupted)


class Shelled(Phase, tag="shelled"):
    """A step of a group is lost; its owner says whose."""

    title = "Bombardment Phase"
    units: tuple[UnitId, ...]

    @rule("BMB-10")
    def ask(self, pos: Pos) -> Decision | None:
        alive = [unit for unit in self.units if pos.unit(unit).at in pos.board.grid]
        if not alive:
            return None
        return Decision(
            self.side, "Choose who loses a step.", rule="BMB-10", offers=(Offer("lose", alive),)
        )

    def act(self, hand: Deal) -> None:
        hand.pop("")

    def take(self, hand: Deal, action: Action) -> None:
        lose_step(hand, action.arg, rule="BMB-10")
        hand.pop(action.arg)
