"""R-94 Victory: points at the end of the last game-turn."""

from __future__ import annotations

from grognard.decisions import Part, Side, rule, total
from grognard.games.kanev43.charts import VictoryLevel, VictoryName
from grognard.games.kanev43.state import AXIS, DEAD, SOVIET, Deal, Pos
from grognard.games.kanev43.supply import in_supply, staff_paths
from grognard.hexes import HexId
from grognard.state import Outcome
from grognard.words import counted

#: Two parachute companies are a point.
_COMPANIES = 2
_KANEV = "Kanev"


@rule("R-94")
def soviet_parts(pos: Pos) -> tuple[Part, ...]:
    """Towns and cities, the bridge, bridgeheads, tanks over the river, Axis battalions."""
    theatre = pos.game.theatre
    west = [hex_ for hex_ in sorted(theatre.towns) if theatre.bank(hex_) == "west"]
    held = [hex_ for hex_ in west if is_held(pos, hex_)]
    cities = [hex_ for hex_ in held if hex_ in theatre.cities]
    kanev = [hex_ for hex_ in cities if is_kanev(pos, hex_)]
    stands = not pos.state.bridge_blown and bool(theatre.bridge_ends)
    ends = stands and all(pos.holder(hex_) == SOVIET for hex_ in theatre.bridge_ends)
    better = sum(pair.improved for pair in pos.state.bridgeheads)
    return _parts(
        pos,
        town=len(held) - len(cities),
        city=len(cities),
        kanev=len(kanev),
        bridge=int(ends),
        bridgehead=len(pos.state.bridgeheads) - better,
        improved=better,
        tanks=_tanks_over_the_river(pos),
        axis_battalion=_dead(pos, AXIS, "battalion"),
    )


@rule("R-94", "R-114")
def axis_parts(pos: Pos) -> tuple[Part, ...]:
    """Soviet tank and motorised battalions, rifle regiments, parachute companies, the bridge."""
    fallen = [pos.game.piece(u) for u in pos.at(DEAD) if pos.owner(u) == SOVIET]
    mobile = [p for p in fallen if p.kind == "tank" or (p.kind == "infantry" and p.moves == "mot")]
    rifles = [p for p in fallen if p.kind == "infantry" and p.moves == "foot"]
    companies = sum(p.kind == "parachute" for p in fallen)
    return _parts(
        pos,
        soviet_battalion=sum(not p.is_company for p in mobile),
        rifles=sum(not p.is_company for p in rifles),
        paratroopers=companies // _COMPANIES,
        bridge_blown=int(pos.state.bridge_blown),
    )


def _parts(pos: Pos, **counts: int) -> tuple[Part, ...]:
    points = pos.game.charts.points
    names: dict[str, VictoryName] = {name: name for name in points}
    found = [(points[names[name]], number) for name, number in counts.items() if number]
    return tuple(
        Part(figure.number * number, f"{figure.title} ({number})", figure.rule)
        for figure, number in found
    )


@rule("R-94", "SUP-3")
def is_held(pos: Pos, hex_: HexId) -> bool:
    """Under Soviet control, and able to trace as an independent Soviet unit."""
    if pos.holder(hex_) != SOVIET:
        return False
    return hex_ in staff_paths(pos, pos.game.headquarters[SOVIET])


def is_kanev(pos: Pos, hex_: HexId) -> bool:
    """Is a city Kanev?"""
    place = pos.board.place_at(hex_)
    return place is not None and place.name == _KANEV


def _tanks_over_the_river(pos: Pos) -> int:
    tanks = [p for p in pos.game.printed.values() if p.side == SOVIET and p.kind == "tank"]
    return sum(
        not piece.is_company
        and pos.game.theatre.bank(pos.unit(piece.id).at) == "west"
        and in_supply(pos, piece.id)
        for piece in tanks
    )


@rule("R-94", "R-114")
def _dead(pos: Pos, side: Side, size: str) -> int:
    """Battalions in the box of the eliminated; guns of that size are battalions too."""
    fallen = (pos.game.piece(u) for u in pos.at(DEAD) if pos.owner(u) == side)
    return sum(piece.size == size for piece in fallen)


def lead(pos: Pos) -> int:
    """Soviet points less Axis points."""
    return total(soviet_parts(pos)) - total(axis_parts(pos))


@rule("R-94")
def level_of(pos: Pos) -> VictoryLevel:
    """The level of victory as it stands: by what the Soviets have beyond what the scenario expects
    of them.
    """
    return pos.game.charts.victory(lead(pos) - pos.game.scene(pos).par)


@rule("R-94")
def judge(hand: Deal) -> None:
    """The end of the last game-turn."""
    pos = hand.now
    level, soviet, axis = level_of(pos), total(soviet_parts(pos)), total(axis_parts(pos))
    reason = f"{level.title}: the Soviets have {soviet} points, the Axis {axis}"
    hand.win(level.winner, level.title, reason, "R-94")


@rule("R-94")
def told(pos: Pos, outcome: Outcome) -> Outcome:
    """How the game has ended: both counts, and the lead that the scenario expects."""
    soviet, axis = total(soviet_parts(pos)), total(axis_parts(pos))
    par = counted(pos.game.scene(pos).par, "point")
    text = f"The Soviets have {counted(soviet, 'point')} and the Axis {axis}"
    reason = f"{text}; a Soviet lead of {par} was expected"
    title = pos.game.side_title(outcome.winner)
    level = outcome.level.removeprefix(title).strip() if outcome.winner else ""
    return Outcome(outcome.winner, level, reason, outcome.rule)
