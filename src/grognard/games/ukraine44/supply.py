"""8 Supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.decisions import PASS, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine44.state import AIR_BOX, AXIS, LOST, SOVIET, Deal, Pos, Supply
from grognard.hexes import HexId
from grognard.mechanics.trace import Gap, Leg, Lines, Link, Trace, along, overland
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44
    from grognard.games.ukraine44.turn import SupplyCheck

RANGE = 5


# --- 8.3 - 8.7  lines -------------------------------------------------------------------


class SupplyLines:
    """The legs of supply lines on a board: by road, and overland or by air (8.5, 8.15)."""

    @rule("8.5-1", "8.5-3", "8.5-4", "8.6-1", "8.7-1", "8.15-5", "U2", "U6", "U11", "U15", "Z4")
    def __init__(self, game: Ukraine44) -> None:
        """Along roads without limit, then five hexes; the Dniester is crossed by road only."""
        grid, board = game.board.grid, game.board
        road = board.network_mask("road")
        river = board.side_mask("dniester") & ~road
        country = Leg("overland", overland(grid, river), RANGE)
        self.ground = Lines(grid, [Leg("road", along(grid, road)), country])
        self.air = Lines(grid, [country])


@rule("7.3C-1", "7.4-1", "8.5-2", "8.15-6", "U3", "U11", "Z5")
def supply_ground(pos: Pos, side: Side) -> Ground:
    """Enemy formations close a hex to lines; enemy zones too, unless a friend is there."""
    return survey(pos.columns, side, cancelled=True)


@rule("8.3-1", "8.3-2", "8.3-3", "8.4-1", "8.4-2", "8.4-3", "U4")
def lines_of(pos: Pos, side: Side) -> Trace:
    """The ground lines of a side, from its lettered hexes that no enemy holds."""
    return pos.keep(_axis_lines if side == AXIS else _soviet_lines)


def _axis_lines(pos: Pos) -> Trace:
    return _trace(pos, AXIS)


def _soviet_lines(pos: Pos) -> Trace:
    return _trace(pos, SOVIET)


def _trace(pos: Pos, side: Side) -> Trace:
    ground = supply_ground(pos, side)
    sources = [h for h in pos.game.sources[side] if is_clear(ground, h)]
    return Trace(pos.game.lines.ground, ground, sources)


def is_clear(ground: Ground, hex_: HexId) -> bool:
    """May a line enter the hex?"""
    return not ground.enemy(hex_) and not ground.in_zone(hex_)


def ground_line(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a line by 8.5 run from this hex to a source of the side?"""
    return hex_ in lines_of(pos, side)


def city_line(pos: Pos, hex_: HexId) -> bool:
    """4.3, V4: a line from a victory city as if a Soviet formation stood there."""
    return ground_line(pos, SOVIET, hex_)


def shown_line(pos: Pos, unit: UnitId) -> tuple[tuple[Link, ...], Gap | None]:
    """The line of a formation for display, or where it breaks."""
    trace, here = lines_of(pos, pos.owner(unit)), pos.unit(unit).at
    return trace.line(here), trace.gap(here)


# --- 8.14 - 8.17  air supply ------------------------------------------------------------


@rule("8.15-4", "8.15-5", "8.15-6", "8.15-7", "U14", "U15", "U16")
def air_lines(pos: Pos) -> Trace | None:
    """What the Air Supply marker reaches: five hexes, from the two airfields also roads."""
    return pos.keep(_air_lines)


def _air_lines(pos: Pos) -> Trace | None:
    marker = pos.state.air
    if marker not in pos.board.grid:
        return None
    ground = supply_ground(pos, AXIS)
    if not is_clear(ground, marker):
        return None
    airfield = pos.board.has(marker, "air_source")
    return Trace(pos.game.lines.ground if airfield else pos.game.lines.air, ground, [marker])


def air_line(pos: Pos, hex_: HexId) -> bool:
    """Is a hex supplied by the Air Supply marker?"""
    trace = air_lines(pos)
    return trace is not None and hex_ in trace


class AirSupply(Phase, tag="air supply"):
    """Step 1B: the Axis places the marker, or removes it, or neither (8.14)."""

    title = "Air Supply"

    def ask(self, pos: Pos) -> Decision | None:
        if pos.state.air == LOST:
            return None
        if pos.state.air == AIR_BOX:
            prompt = "Place the Air Supply marker, or keep it in its box."
            offer = Offer("place", landing_hexes(pos), may_land, exact=True, of="hex")
        else:
            prompt = "Leave the Air Supply marker where it is, or remove it."
            offer = Offer("choose", ("remove",))
        return Decision(AXIS, prompt, rule="8.14-1", offers=(offer, Offer("pass")))

    def act(self, hand: Deal) -> None:
        """8.17: a marker that was overrun never comes back."""
        hand.pop()

    @rule("8.14-2", "8.14-3", "8.14-4", "S13")
    def take(self, hand: Deal, action: Action) -> None:
        """One marker action a turn: a marker on the map can only be removed."""
        if action != PASS:
            spot = AIR_BOX if action.verb == "choose" else action.arg
            hand.change(air=spot)
            text = (
                "The Air Supply marker is placed in {place}."
                if action.verb == "place"
                else "The Air Supply marker is removed."
            )
            place = hand.game.board.called(spot) if action.verb == "place" else ""
            hand.tell("air", text, rule="8.14-2", side=AXIS, place=place)
        hand.pop()


def landing_hexes(pos: Pos) -> list[HexId]:
    """The hexes where the marker may be placed now, in board order."""
    return supply_ground(pos, AXIS).clear(pos.game.airstrips)


@rule("8.15-1", "8.15-2", "8.15-3", "U7", "U16")
def may_land(pos: Pos, step: AirSupply, hex_: HexId) -> Refusal | None:
    """Clear or settled ground, no village in hills, and no enemy zone without a friend."""
    if hex_ not in pos.game.airstrips:
        return deny("8.15-1", "the marker cannot be placed in {hex}", hex=hex_)
    ground = supply_ground(pos, AXIS)
    if ground.enemy(hex_):
        return deny("8.15-3", "an enemy formation holds {hex}", hex=hex_)
    if ground.in_zone(hex_):
        return deny("8.15-3", "{hex} is in an enemy zone", hex=hex_)
    return None


@rule("8.15-1", "8.15-2", "U7")
def is_airstrip(game: Ukraine44, hex_: HexId) -> bool:
    """A clear hex or one with a settlement; a village does not serve in hills."""
    terrain, board = game.board.terrain_of(hex_), game.board
    if board.has(hex_, "town") or board.has(hex_, "city"):
        return True
    if board.has(hex_, "village"):
        return terrain != "hill"
    return terrain == "clear"


@rule("8.17-1", "8.17-2", "U8")
def overrun_marker(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """A Soviet formation that enters the marker's hex destroys it for good."""
    if hex_ == hand.now.state.air and hand.now.owner(unit) == SOVIET:
        hand.change(air=LOST)
        place = hand.game.board.called(hex_)
        hand.tell("air", "The Air Supply marker in {place} is overrun.", rule="8.17-1",
                  side=SOVIET, place=place)  # fmt: skip


# --- 8.1, 8.2, 8.8, 8.9, 8.16, 8.18  the check ------------------------------------------


def soviet_check(check: SupplyCheck, hand: Deal) -> None:
    """Step 1A."""
    check_side(hand, SOVIET)


def axis_check(check: SupplyCheck, hand: Deal) -> None:
    """Step 1C. The Axis chooses where city and air supply compete (U9)."""
    if check.checked:
        return
    hand.become(check.but(checked=True))
    torn = tuple(unit for unit in on_map(hand.now, AXIS) if is_torn(hand.now, unit))
    check_side(hand, AXIS)
    if torn:
        hand.push(CityOrAir(side=AXIS, units=torn))


@rule("8.2-1", "8.2-2", "S1", "S12")
def check_side(hand: Deal, side: Side) -> None:
    """All formations of a side are checked at one moment, by what is true then."""
    pos = hand.now
    changed = {unit: new_state(pos, unit) for unit in on_map(pos, side)}
    for unit, supply in changed.items():
        if supply != pos.unit(unit).supply:
            hand.set(unit, supply=supply)
            hand.tell(
                "supply",
                "{unit} in {place} is now {state}.",
                rule="8.2-1",
                side=side,
                units=(unit,),
                unit=unit,
                place=pos.board.called(pos.unit(unit).at),
                state=STATES[supply],
            )


STATES: dict[Supply, str] = {
    "in": "in supply",
    "city": "in city supply",
    "air": "in air supply",
    "out": "out of supply",
    "isolated": "isolated",
}


def on_map(pos: Pos, side: Side) -> list[UnitId]:
    """The formations of a side on the map."""
    units = pos.state.units[pos.game.formations[side]]
    return [unit.id for unit in units if unit.at in pos.board.grid]


@rule("8.1-2", "8.1-3", "8.1-4", "8.1-5", "8.1-7", "8.8-1", "8.9-1", "8.9-2", "8.9-3", "8.15-8",
      "8.16-3", "8.18-1", "U1", "U5", "U12", "U13")  # fmt: skip
def new_state(pos: Pos, unit: UnitId) -> Supply:
    """Ground line, else city, else air; a failed check, and a second one in a row."""
    now, side = pos.unit(unit), pos.owner(unit)
    if ground_line(pos, side, now.at):
        return "in"
    if pos.board.has(now.at, "city"):
        return "city"
    if side == AXIS and air_line(pos, now.at):
        return "air"
    return "isolated" if now.supply in ("out", "isolated") else "out"


@rule("U9", "U13")
def is_torn(pos: Pos, unit: UnitId) -> bool:
    """In a city, reached by air and by no ground line, and with a Tiger that may fight only
    in air supply: the one case in which the Axis is asked.
    """
    now = pos.unit(unit)
    if not now.tiger or not pos.board.has(now.at, "city"):
        return False
    return air_line(pos, now.at) and not ground_line(pos, AXIS, now.at)


class CityOrAir(Phase, tag="city or air"):
    """U9: the Axis chooses between city and air supply for a formation."""

    title = "Supply Check"
    units: tuple[UnitId, ...]

    def ask(self, pos: Pos) -> Decision:
        unit = self.units[0]
        return Decision(
            AXIS,
            f"Is {unit} supplied by its city, or by air?",
            rule="U9",
            offers=(Offer("choose", ("city", "air")),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        first, *others = self.units
        hand.set(first, supply=action.arg)
        if others:
            hand.become(self.but(units=tuple(others)))
        else:
            hand.pop()


@rule("4.3-10", "4.3-11", "V2", "V9")
def saved_at_the_end(pos: Pos, unit: UnitId) -> bool:
    """At the end an Axis formation needs any one of ground line, air marker or city."""
    here = pos.unit(unit).at
    if pos.board.has(here, "city") or ground_line(pos, AXIS, here):
        return True
    return air_line(pos, here)
