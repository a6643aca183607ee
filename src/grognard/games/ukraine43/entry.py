"""16.1, 27.2 - 27.3 Reinforcements, and units that come back from the Holding Box."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from grognard.decisions import CANCEL, Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Hand, Phase
from grognard.games.ukraine43.air import interdicted
from grognard.games.ukraine43.allowance import allowance
from grognard.games.ukraine43.central_front import beneath
from grognard.games.ukraine43.going import MARSHES, ROADS
from grognard.games.ukraine43.moving import Moving, finish
from grognard.games.ukraine43.rail import may_board
from grognard.games.ukraine43.stacking import fits
from grognard.games.ukraine43.state import ARRIVALS, HOLDING, SOVIET, Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.zones import outlook
from grognard.hexes import HexId
from grognard.pieces import UnitId

# --- who may enter, and where -----------------------------------------------------------


@rule("16.1-4", "16.1-5", "16.4C-2", "R-97")
def due_turn(pos: Pos, unit: UnitId) -> int:
    """The turn from which a waiting unit may enter."""
    return pos.unit(unit).returns or pos.game.scene(pos).arrival_of[unit].turn


@rule("16.1-1", "27.3-2", "R-97", "R-100")
def may_arrive(pos: Pos, unit: UnitId) -> Refusal | None:
    """A unit whose turn has come; out of the Holding Box not in the turn it went there."""
    now = pos.unit(unit)
    if now.at not in (ARRIVALS, HOLDING):
        return deny("16.1-1", "{unit} is no reinforcement", unit=unit)
    if now.at == HOLDING and unit in pos.within(PlayerTurn).boxed:
        return deny("27.3-2", "{unit} went into the box in this turn", unit=unit)
    due = due_turn(pos, unit) if now.at == ARRIVALS else 0
    if due > pos.turn:
        return deny("16.1-1", "{unit} is due on turn {due}", unit=unit, due=due)
    if not _has_entry(pos, unit):
        return deny("16.1-3", "no entry hex is open to {unit}", unit=unit)
    return None


def _has_entry(pos: Pos, unit: UnitId) -> bool:
    """Is any way onto the map open to a unit?"""
    return may_be_boxed(pos, unit) or any(open_entries(pos, unit))


def open_entries(pos: Pos, unit: UnitId) -> Iterator[str]:
    """The hexes where a unit may enter now if there is room, found one by one; Soviet
    reinforcements may go into the box.
    """
    yield from (h for h in entry_hexes(pos, unit) if _why_shut(pos, unit, h) is None)
    if may_be_boxed(pos, unit):
        yield HOLDING


@rule("27.3-3", "R-100")
def may_be_boxed(pos: Pos, unit: UnitId) -> bool:
    """May a unit go into the Holding Box? Soviet reinforcements may, where there is one."""
    if pos.owner(unit) != SOVIET or pos.unit(unit).at != ARRIVALS:
        return False
    return "central front" not in pos.game.scene(pos).without


@rule("16.1-1", "16.1-3", "22.5D-2", "27.2-2", "27.3-2", "R-97", "R-100")
def entry_hexes(pos: Pos, unit: UnitId) -> tuple[HexId, ...]:
    """Where a unit may enter, open or not: by the schedule; back in play by the sources of its
    side, Germans by those in the west; out of the box by half hexes and the north edge.
    """
    now = pos.unit(unit)
    if now.at == HOLDING:
        return pos.keep(_out_of_box)
    arrival = pos.game.scene(pos).arrival_of.get(unit)
    if arrival is not None and not now.returns:
        return arrival.entry
    side = pos.owner(unit)
    sources = pos.game.sources(pos, side)
    return sources if side == SOVIET else western(pos, sources)


def _out_of_box(pos: Pos) -> tuple[HexId, ...]:
    """The hexes beneath half hexes, and the Soviet ones of the north edge."""
    control, letter = pos.state.control, pos.game.letter_of(SOVIET)
    north = [hex_ for hex_, number in pos.game.north.items() if control[number] == letter]
    return (*{**beneath(pos), **dict.fromkeys(north)},)


def western(pos: Pos, sources: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """The sources on the west edge of what is in play."""
    grid = pos.board.grid
    west = min((grid.place(h)[0] for h in sources), default=0)
    return tuple(h for h in sources if grid.place(h)[0] == west)


@rule("16.1-1", "27.2-3", "27.2-4", "R-97")
def why_closed(pos: Pos, unit: UnitId, hex_: HexId) -> Refusal | None:
    """An entry hex is closed by enemies, bonds and stacks that are full and cannot be passed, a
    source also by the enemy's control; zones do not matter.
    """
    if hex_ not in entry_hexes(pos, unit):
        return deny("16.1-3", "{unit} may not enter at {hex}", unit=unit, hex=hex_)
    refusal = _why_shut(pos, unit, hex_)
    room = refusal or fits(pos, pos.owner(unit), hex_, (unit,)) or has_way_on(pos, unit, hex_)
    return refusal if room else deny("5.4-1", "there is no room in {hex}", hex=hex_)


def _why_shut(pos: Pos, unit: UnitId, hex_: HexId) -> Refusal | None:
    """What closes one of the entry hexes of a unit."""
    side = pos.game.owners[unit]
    ground, _ = outlook(pos, side)
    if ground.enemy(hex_):
        return deny("27.2-4", "an enemy unit holds {hex}", hex=hex_)
    if pos.unit(unit).at == ARRIVALS and pos.holder(hex_) != side:
        return deny("16.1-1", "{hex} is not yours", hex=hex_)
    if ground.bonded(hex_):
        return deny("27.2-3", "an enemy bond closes {hex}", hex=hex_)
    if is_mired(pos, unit, hex_):
        return deny("4.5-3", "artillery enters the marsh of {hex} by road only", hex=hex_)
    return None


@rule("5.4-1", "16.1-1", "R-111")
def has_way_on(pos: Pos, unit: UnitId, hex_: HexId) -> bool:
    """Can a unit that enters at a full hex go on at once, by road or by rail, to one with room?"""
    move = entering(pos, unit, hex_)
    if move.spent > allowance(pos, unit):
        return False
    hand = Hand(pos)
    hand.push(move)
    hand.put(unit, hex_)
    inside: Pos = hand.now
    return bool(move.goals(inside)) or _can_ride(inside, move.but(by_rail=True))


def _can_ride(pos: Pos, move: Moving) -> bool:
    boards = move.arrived and may_board(pos, move.side, move.unit, arrived=True) is None
    return boards and bool(move.goals(pos))


@rule("4.5-3", "R-15")
def is_mired(pos: Pos, unit: UnitId, hex_: HexId) -> bool:
    """Is this artillery before a marsh into which no road leads?"""
    guns = pos.game.piece(unit).kind == "artillery" and pos.board.terrain_of(hex_) in MARSHES
    return guns and not any(pos.board.on_network(road, hex_) for road in ROADS)


def waiting(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side off the map that may enter now."""
    owners, schedule, turn = pos.game.owners, pos.game.scene(pos).arrival_of, pos.turn
    units, index, boxed = pos.state.units, pos.game.index, pos.within(PlayerTurn).boxed
    scheduled = [units[index[u]] for u in pos.at(ARRIVALS) if owners[u] == side]
    due = [u.id for u in scheduled if (u.returns or schedule[u.id].turn) <= turn]
    held = [u for u in pos.at(HOLDING) if owners[u] == side and u not in boxed]
    if not due or not may_be_boxed(pos, due[0]):  # the box is open to all of a side or to none
        due = _with_entry(pos, due, [entry_hexes(pos, unit) for unit in due])
    return due + _with_entry(pos, held, [HOLDING] * len(held))


def _with_entry(pos: Pos, units: list[UnitId], entries: Iterable[Hashable]) -> list[UnitId]:
    """Those of the units in one box to whom a way onto the map is open. What is true of one is
    true of all that have the same entry, but for artillery, which a marsh may keep out.
    """
    printed, found = pos.game.printed, list[UnitId]()
    known: dict[tuple[Hashable, bool], bool] = {}
    for unit, entry in zip(units, entries, strict=True):
        alike = entry, printed[unit].kind == "artillery"
        if alike not in known:
            known[alike] = _has_entry(pos, unit)
        if known[alike]:
            found.append(unit)
    return found


# --- entering -----------------------------------------------------------------------------


class Arriving(Phase, tag="arriving"):
    """The choice of the hex where a unit enters."""

    title = "Reinforcement"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose where {self.unit} enters.",
            rule="16.1-1",
            auto=False,
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(
                Offer("place", [*open_entries(pos, self.unit)], may_enter_at),
                Offer("cancel"),
            ),
        )

    @rule("16.1-1", "16.1-2", "27.3-3", "R-70", "R-100")
    def take(self, hand: Deal, action: Action) -> None:
        """It pays for its first hex and moves on, by rail if it likes."""
        if action == CANCEL:
            hand.pop()
            return
        unit, spot = self.unit, action.arg
        if spot == HOLDING:
            hand.pop()
            put_into_box(hand, unit)
            return
        move, most = entering(hand.now, unit, spot), allowance(hand.now, unit)
        hand.tell("arrival", "{unit} arrives at {place}.", rule="16.1-1", side=self.side,
                  units=(unit,), hexes=(spot,), unit=unit,
                  place=hand.game.board.called(spot))  # fmt: skip
        hand.set(unit, returns=0)
        if move.spent > most:
            hand.pop()
            finish(hand, move, (unit,))
        else:
            hand.become(move)
        hand.enter(unit, spot, by="arrival")


def may_enter_at(pos: Pos, step: Arriving, spot: str) -> Refusal | None:
    if spot in pos.board.grid:
        return why_closed(pos, step.unit, spot)
    if spot not in open_entries(pos, step.unit):
        return deny("27.3-3", "{unit} may not go into the box", unit=step.unit)
    return None


def entering(pos: Pos, unit: UnitId, hex_: HexId) -> Moving:
    """The move of a unit that comes onto the map; out of the box it is no reinforcement."""
    cost, arrived = entry_cost(pos, unit, hex_), pos.unit(unit).at != HOLDING
    return Moving(side=pos.owner(unit), units=(unit,), start=hex_, path=(hex_,), spent=cost,
                  arrived=arrived)  # fmt: skip


@rule("16.1-1")
def entry_cost(pos: Pos, unit: UnitId, hex_: HexId) -> int:
    """What the first hex costs: by road if there is one, else its terrain, in halves."""
    charts, board = pos.game.charts, pos.board
    mech = pos.game.piece(unit).is_mechanised
    for road in ROADS:
        if board.on_network(road, hex_):
            return _road_cost(pos, unit, road, hex_)
    settled = next((t for t in ("town", "city") if board.has(hex_, t)), board.terrain_of(hex_))
    row = charts.terrain[settled]
    cost = row.mech if mech else row.others
    assert cost is not None
    return cost


@rule("15.6-8", "16.1-1", "25.2-8")
def _road_cost(pos: Pos, unit: UnitId, road: str, hex_: HexId) -> int:
    """A road into an entry hex is dearer in rain and, for who drives, under enemy aircraft."""
    who = "mech" if pos.game.piece(unit).is_mechanised else "others"
    rain = " in rain" if pos.state.weather == "rain" else ""
    rates, zone = pos.game.charts.roads, interdicted(pos, pos.owner(unit))
    cost = rates[road, who + rain]
    hindered = zone is not None and zone[pos.board.grid.index[hex_]]
    return max(cost, rates[road, f"{who} interdicted"]) if hindered else cost


def put_into_box(hand: Deal, unit: UnitId) -> None:
    """27.3: a unit goes into the Holding Box, from where it enters in a later turn."""
    hand.note(PlayerTurn, boxed=unit)
    hand.put(unit, HOLDING)
    hand.tell("arrival", "{unit} goes into the Central Front Holding Box.", rule="27.3-3",
              side=SOVIET, units=(unit,), unit=unit)  # fmt: skip


@rule("27.3-3", "R-100")
def fill_box(turn: PlayerTurn, hand: Deal) -> None:
    """At the start of Movement: those whose schedule says so go into the Holding Box."""
    scene, turn_now = hand.game.scene(hand.now), hand.now.turn
    for unit in hand.now.at(ARRIVALS):
        arrival = scene.arrival_of.get(unit)
        boxed = arrival is not None and arrival.box == HOLDING and arrival.side == turn.side
        if boxed and due_turn(hand.now, unit) <= turn_now:
            put_into_box(hand, unit)
