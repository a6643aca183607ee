"""15 Air power: bases, missions, and what they do. The air segment is in `weather`.

An air unit on Defensive Air Support is where its zone is (`das`); otherwise it is on its
base, or waits in a box for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.board import Board, Mask
from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Part,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase
from grognard.games.ukraine43.state import NO_BASE, SOVIET, Deal, Pos, Unit43, by_side
from grognard.games.ukraine43.supply import has_line, lines_of
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId

# --- 15.3  bases ------------------------------------------------------------------------


@rule("15.3-2", "15.3-3", "R-45")
def why_no_base(pos: Pos, side: Side, hex_: HexId) -> Refusal | None:
    """A base is a village, town or city of its side with a line of supply, for one air unit."""
    if hex_ not in pos.game.theatre(pos).bases:
        return deny("15.3-2", "{hex} has no village, town or city", hex=hex_)
    if pos.holder(hex_) != side:
        return deny("15.3-2", "{hex} is not yours", hex=hex_)
    if not has_line(pos, side, hex_):
        return deny("R-45", "{hex} is out of supply", hex=hex_)
    if based_at(pos, side, hex_):
        return deny("15.3-3", "an air unit is based in {hex}", hex=hex_)
    return None


def based_at(pos: Pos, side: Side, hex_: HexId) -> UnitId:
    """The air unit of a side that is based in a hex, or nothing."""
    for unit in pos.game.of_role[side, "air"]:
        if pos.unit(unit).at == hex_ and not pos.unit(unit).das:
            return unit
    return ""


def free_bases(pos: Pos, side: Side) -> list[HexId]:
    """Where an air unit of a side may land now, in board order."""
    return pos.keep(_FREE_BASES[side])


def _free_bases(pos: Pos, side: Side) -> list[HexId]:
    control, letter = pos.state.control, pos.game.letter_of(side)
    own = [h for h, i in pos.game.theatre(pos).bases.items() if control[i] == letter]
    taken = {pos.unit(u).at for u in pos.game.of_role[side, "air"] if not pos.unit(u).das}
    supply = lines_of(pos, side)
    return [h for h in own if h not in taken and h in supply]


_FREE_BASES = by_side(_free_bases)


class Landing(Phase, tag="landing"):
    """15.3, 15.7: an air unit back from DAS, or without a base, goes to one."""

    title = "Air units"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision | None:
        fields = landing_fields(pos, self.unit)
        if not fields:
            return None
        return Decision(
            self.side,
            f"Choose a base for {pos.game.piece(self.unit).name}.",
            rule="15.3-6",
            waiting="An air unit looks for a base.",
            offers=(Offer("place", fields, may_land, exact=True, of="hex"),),
        )

    @rule("R-94")
    def act(self, hand: Deal) -> None:
        """Without any base it waits off the map."""
        hand.set(self.unit, at=NO_BASE, das=False, spent=True, disrupted=True)
        hand.tell("air", "{unit} has no base to go to.", rule="R-94", side=self.side,
                  units=(self.unit,), unit=self.unit)  # fmt: skip
        hand.pop()

    @rule("15.3-6", "15.3-7", "15.6-9", "R-49")
    def take(self, hand: Deal, action: Action) -> None:
        """Who finds no base in range is Disrupted by the long flight."""
        base, unit = action.arg, self.unit
        far = base not in in_range(hand.now, unit)
        disrupted = hand.unit(unit).disrupted or far
        hand.set(unit, at=base, das=False, disrupted=disrupted)
        hand.tell("air", "{unit} lands in {place}.", rule="15.3-7" if far else "15.3-6",
                  side=self.side, units=(unit,), hexes=(base,), unit=unit,
                  place=hand.game.board.called(base))  # fmt: skip
        hand.pop()


@rule("15.3-6", "15.3-7", "15.7-1", "R-94")
def landing_fields(pos: Pos, unit: UnitId) -> list[HexId]:
    """Free bases in range of a unit in the air; if there is none, or it waits, all of them."""
    bases, near = free_bases(pos, pos.owner(unit)), in_range(pos, unit)
    return [h for h in bases if h in near] or bases


def may_land(pos: Pos, step: Landing, hex_: HexId) -> Refusal | None:
    """A free base, in range if there is one in range."""
    refusal = why_no_base(pos, step.side, hex_)
    if refusal is None and hex_ not in landing_fields(pos, step.unit):
        return deny("15.3-6", "{hex} is out of range", hex=hex_)
    return refusal


@rule("15.4-1", "R-94")
def in_range(pos: Pos, unit: UnitId) -> Mapping[HexId, None]:
    """The hexes within the range of an air unit, from where it is; none of one that waits."""
    here = pos.unit(unit).at
    if here not in pos.board.grid:
        return {}
    return pos.game.theatre(pos).in_range(here, pos.game.piece(unit).range)


@rule("15.7-1", "R-49", "R-70")
def overrun_base(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """An enemy enters a base: its air unit leaves at once, Flown and Disrupted. Where it goes
    its owner says in a step that is open afterwards, so whoever enters a hex does so last.
    """
    drive_off(hand, hand.game.enemy(hand.game.owners[unit]), hex_)


@rule("15.7-1", "R-94")
def drive_off(hand: Deal, owner: Side, hex_: HexId) -> None:
    """The air unit that a side has based in a hex loses its base."""
    based = based_at(hand.now, owner, hex_)
    if based:
        hand.set(based, at=NO_BASE, spent=True, disrupted=True)
        hand.tell("air", "The base of {unit} in {place} is overrun.", rule="15.7-1", side=owner,
                  units=(based,), hexes=(hex_,), unit=based,
                  place=hand.game.board.called(hex_))  # fmt: skip
        hand.push(Landing(side=owner, unit=based))


# --- 15.3  base change in the Movement Phase -------------------------------------------------


@rule("15.2-1", "15.3-4", "15.3-5", "15.7-2", "25.2-4", "25.3-5G", "R-48", "R-95")
def may_rebase(pos: Pos, unit: UnitId) -> Refusal | None:
    """A Ready air unit may change its base, even out of supply; not in rain, not if it is
    kept for DAS.
    """
    refusal = why_grounded(pos, unit)
    if refusal is not None:
        return refusal
    if not free_bases(pos, pos.owner(unit)):
        return deny("15.3-2", "there is no other base")
    return None


@rule("15.2-1", "15.7-2", "25.2-4", "25.3-5G", "R-48", "R-95")
def why_grounded(pos: Pos, unit: UnitId) -> Refusal | None:
    """What bars an air unit from support and base change alike."""
    now = pos.unit(unit)
    if now.at not in pos.board.grid.index or now.das:
        return deny("15.3-1", "{unit} is not on a base", unit=unit)
    if pos.state.weather == "rain":
        return deny("R-95", "no air unit flies in rain")
    if now.spent:
        return deny("15.2-1", "{unit} has flown its mission", unit=unit)
    if now.disrupted:
        return deny("15.7-2", "{unit} is disrupted", unit=unit)
    if unit in pos.within(PlayerTurn).kept_for_das:
        return deny("R-48", "{unit} is kept for defensive air support", unit=unit)
    return None


def ready_to_fly(pos: Pos, side: Side) -> list[UnitId]:
    """The air units that nothing bars from support and base change: `why_grounded` for a whole
    side at once.
    """
    if pos.state.weather == "rain":
        return []
    grid, kept_back = pos.board.grid.index, pos.within(PlayerTurn).kept_for_das
    fleet = [pos.unit(unit) for unit in pos.game.of_role.get((side, "air"), ())]
    ready = [u for u in fleet if not (u.das or u.spent or u.disrupted) and u.at in grid]
    return [unit.id for unit in ready if unit.id not in kept_back]


class Rebasing(Phase, tag="rebasing"):
    """15.3: an air unit of the Movement Phase goes to any base on the map."""

    title = "Base change"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose a new base for {pos.game.piece(self.unit).name}.",
            rule="15.3-4",
            auto=False,
            offers=(
                Offer("place", free_bases(pos, self.side), _may_go_to_base, exact=True, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("15.2-1", "15.3-4")
    def take(self, hand: Deal, action: Action) -> None:
        """It is a mission: the unit is Flown."""
        if action != CANCEL:
            hand.set(self.unit, at=action.arg, spent=True)
            hand.tell("air", "{unit} changes its base to {place}.", rule="15.3-4", side=self.side,
                      units=(self.unit,), hexes=(action.arg,), unit=self.unit,
                      place=hand.game.board.called(action.arg))  # fmt: skip
        hand.pop()


def _may_go_to_base(pos: Pos, step: Rebasing, hex_: HexId) -> Refusal | None:
    return why_no_base(pos, step.side, hex_)


# --- 15.4, 15.5  offensive ground support -----------------------------------------------------


@rule("14.5-6", "15.2-1", "15.3-5", "15.4-1", "15.5-3", "25.2-3", "25.2-4", "25.3-5G", "R-25")
def why_no_support(pos: Pos, unit: UnitId, targets: Iterable[HexId]) -> Refusal | None:
    """A Ready air unit in supply helps an attack on a hex in its range, in fair weather."""
    refusal = why_grounded(pos, unit)
    if refusal is not None:
        return refusal
    if pos.unit(unit).oos:
        return deny("14.5-6", "{unit} is out of supply", unit=unit)
    reach = in_range(pos, unit)
    near = [hex_ for hex_ in targets if hex_ in reach]
    if not near:
        return deny("15.4-1", "the attack is out of the range of {unit}", unit=unit)
    if all(in_bad_weather(pos, hex_) for hex_ in near):
        return deny("25.2-3", "there is bad weather over {hex}", hex=near[0])
    return None


@rule("25.2-3", "R-95")
def in_bad_weather(pos: Pos, hex_: HexId) -> bool:
    """Is the hex within one of a place where weather has driven off an enemy DAS unit?"""
    places = pos.within(PlayerTurn).bad_weather
    return any(pos.board.grid.distance(place, hex_) <= das_radius(pos) for place in places)


@rule("15.2-1", "15.5-2")
def fly_support(hand: Deal, unit: UnitId) -> None:
    """An air unit that supports an attack stays on its base, Flown."""
    hand.set(unit, spent=True)


# --- 15.6  defensive air support ----------------------------------------------------------


def das_radius(pos: Pos) -> int:
    """How far around an air unit its zone reaches."""
    return pos.game.charts.limits["das_radius"].number


@rule("15.6-3", "25.2-5", "25.3-3")
def patrols(pos: Pos, side: Side) -> tuple[UnitId, ...]:
    """The air units of a side whose zones work: on DAS, and not driven off by weather."""
    return tuple([unit.id for unit in _on_patrol(pos, side)])


def _on_patrol(pos: Pos, side: Side) -> list[Unit43]:
    units, index = pos.state.units, pos.game.index
    fleet = [units[index[unit]] for unit in pos.game.of_role[side, "air"]]
    return [unit for unit in fleet if unit.das and not unit.spent]


@rule("15.4-2", "15.6-3", "15.6-4", "15.6-5", "R-46")
def das_parts(pos: Pos, side: Side, hex_: HexId) -> list[Part]:
    """What defenders of a side in a hex gain from DAS; zones that overlap count once."""
    radius, grid = das_radius(pos), pos.board.grid
    for unit in patrols(pos, side):
        if grid.distance(pos.unit(unit).at, hex_) <= radius:
            return [Part(pos.game.piece(unit).das, "Defensive Air Support", "15.6-4")]
    return []


@rule("15.6-6", "15.6-8", "R-46", "R-47")
def interdicted(pos: Pos, side: Side) -> Mask | None:
    """The hexes in zones that hinder the movement of a side ([hex]): roads into them, and
    bridges on any side of them. None: there are none.
    """
    return das_zones(pos.board, das_radius(pos), patrolled(pos, pos.game.enemy(side)))


def das_zones(board: Board, radius: int, middles: frozenset[HexId]) -> Mask | None:
    """The zones around these hexes as a mask ([hex]); None: there are none."""
    if not middles:
        return None
    return board.hex_mask(h for middle in middles for h in board.grid.within(middle, radius))


def patrolled(pos: Pos, side: Side) -> frozenset[HexId]:
    """The hexes over which air units of a side fly whose zones work."""
    return frozenset([unit.at for unit in _on_patrol(pos, side)])


class DefensiveSupport(Phase, tag="das"):
    """3.C.7.f: Ready air units may go on DAS, the last act of a player turn."""

    title = "Defensive Air Support"

    def ask(self, pos: Pos) -> Decision:
        units = pos.game.of_role[self.side, "air"]
        return Decision(
            self.side,
            "Choose an air unit for Defensive Air Support, or end your turn.",
            rule="15.6-1",
            calm=True,
            offers=(Offer("select", units, may_patrol), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Flight(side=self.side, unit=action.arg))


@rule("14.5-6", "15.3-5", "15.6-1", "15.7-2", "25.3-5G", "R-94", "R-95")
def may_patrol(pos: Pos, step: DefensiveSupport, unit: UnitId) -> Refusal | None:
    """A Ready unit on a base, in supply and in order; in rain Germans only."""
    if unit not in pos.game.of_role[step.side, "air"]:
        return deny("15.6-1", "{unit} is no air unit of yours", unit=unit)
    now = pos.unit(unit)
    if now.at not in pos.board.grid or now.das:
        return deny("15.6-1", "{unit} is not on a base", unit=unit)
    if pos.state.weather == "rain" and step.side == SOVIET:
        return deny("R-95", "Soviet air units do not fly in rain")
    if now.spent:
        return deny("15.6-1", "{unit} has flown its mission", unit=unit)
    if now.disrupted:
        return deny("15.7-2", "{unit} is disrupted", unit=unit)
    if now.oos:
        return deny("14.5-6", "{unit} is out of supply", unit=unit)
    return None


class Flight(Phase, tag="flight"):
    """The choice of the hex over which an air unit flies."""

    title = "Defensive Air Support"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        hexes = [*in_range(pos, self.unit)]
        return Decision(
            self.side,
            f"Choose where {pos.game.piece(self.unit).name} flies.",
            rule="15.6-2",
            auto=False,
            offers=(
                Offer("place", hexes, may_cover, exact=True, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("15.6-2", "15.6-3")
    def take(self, hand: Deal, action: Action) -> None:
        if action != CANCEL:
            hand.set(self.unit, at=action.arg, das=True)
            hand.tell("das", "{unit} flies over {place}.", rule="15.6-3", side=self.side,
                      units=(self.unit,), hexes=(action.arg,), unit=self.unit,
                      place=hand.game.board.called(action.arg))  # fmt: skip
        hand.pop()


@rule("15.6-2", "R-94", "R-106")
def may_cover(pos: Pos, step: Flight, hex_: HexId) -> Refusal | None:
    """Any hex in range, whoever is in it."""
    if hex_ not in pos.game.theatre(pos).sky:
        return deny("R-106", "{hex} is not in play", hex=hex_)
    if hex_ not in in_range(pos, step.unit):
        return deny("15.6-2", "{hex} is out of range", hex=hex_)
    return None
