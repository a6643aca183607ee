"""What a position of Korsun 1944 promises, by the way its scenario is won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from grognard.decisions import Side
from grognard.games.korsun44.appraisal_range import supplied_at
from grognard.games.korsun44.appraisal_ring import ring
from grognard.games.korsun44.appraisal_road import relief
from grognard.games.korsun44.scenario import VictoryKind
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.supply import zones_of
from grognard.games.korsun44.units import KorsunPiece
from grognard.games.korsun44.victory import is_connected, is_linked
from grognard.hexes import HexId
from grognard.players.atlas import atlas_of

#: What a city hex is worth, in levels of infantry, and the link with the south.
CITY, LINK = 4.0, 40.0
#: What a hex of the ring round Korsun is worth where it has to be closed next, what one where it is
#: to be kept closed, and what every hex counts by which the gap is narrower.
TIP, CHAIN, GAP = 10.0, 4.0, 1.0
#: Soviets stay where Germans are so near to the ring.
WATCH = 4
#: A hex of the road by which Korsun is relieved, one where it is to be opened next, and one of
#: Korsun itself; and what it counts that the road is harder to open.
ROAD, OPENING, KORSUN, TROUBLE = 1.5, 5.0, 5.0, 1.0
#: A city is remote if it is farther than this from all entries and edges that supply a side.
REMOTE = 12
#: How much less a city hex that lies open counts with every hex that the enemy is away.
STEP = 0.85
#: What it is worth to be near the number of hexes that wins, by how many are missing.
NEAR_VICTORY = (60.0, 20.0, 10.0, 5.0)


def price(piece: KorsunPiece, kind: VictoryKind) -> float:
    """What a level of a unit is worth: its strength, and where levels decide each alike."""
    if piece.is_hq:
        return 3.0
    strength = 0.4 * max(piece.front.attack, piece.front.defence) / piece.levels
    return (0.9 + 0.5 * strength) if kind == "losses" else 0.2 + strength


def attacks_ground(pos: Pos, side: Side) -> bool:
    """Must a side take ground to win? The Soviets must in January, the Germans in the relief of
    Korsun; where levels alone decide nobody must.
    """
    kind = pos.game.scene(pos).victory.kind
    return kind != "losses" and side == (GERMAN if kind == "relief" else SOVIET)


def lost(pos: Pos, side: Side) -> float:
    """The worth of all levels that a side has lost."""
    kind, owners, printed = pos.game.scene(pos).victory.kind, pos.game.owners, pos.game.printed
    return sum(u.lost * price(printed[u.id], kind) for u in pos.state.units
               if u.lost and owners[u.id] == side)  # fmt: skip


def keeper(pos: Pos, hex_: HexId) -> Side:
    """4.3: who will control a hex when control is next looked at, as things are."""
    columns = pos.columns
    for side in pos.game.sides:
        if columns.count("units", side, hex_):
            return side
    zones = [side for side in pos.game.sides if columns.zones(side, hex_)]
    if len(zones) > 1:
        return ""
    return zones[0] if zones and _is_beside(pos, zones[0], hex_) else pos.holder(hex_)


def _is_beside(pos: Pos, side: Side, hex_: HexId) -> bool:
    """4.3.5: is a unit of a side next to a hex that has a line? Other zones take nothing."""
    index, lines = pos.board.grid.index, pos.keep_of(supplied_at, side)
    near = pos.board.grid.neighbours(hex_)
    return any(lines[index[h]] and pos.columns.count("regular", side, h) for h in near)


def cities(pos: Pos) -> list[HexId]:
    """The hexes of the cities of a scenario."""
    zone = pos.game.theatre.zone
    return sorted(h for city in pos.game.scene(pos).victory.cities for h in zone(city))


def remote(pos: Pos, side: Side) -> frozenset[HexId]:
    """Where cities decide, the hexes of those so far from where supplies come onto the map that
    they will have to hold by themselves.
    """
    if pos.game.scene(pos).victory.kind != "cities":
        return frozenset()
    inside, distance = pos.game.theatre.cities, pos.board.grid.distance
    sources = [hex_ for hex_ in zones_of(pos, side) if hex_ not in inside]
    return frozenset(h for h in cities(pos) if all(distance(h, s) > REMOTE for s in sources))


def held_around(pos: Pos, hex_: HexId) -> list[HexId]:
    """The hexes of the city of a hex that have the same holder."""
    zones = map(pos.game.theatre.zone, pos.game.scene(pos).victory.cities)
    city = next(zone for zone in zones if hex_ in zone)
    return sorted(h for h in city if pos.holder(h) == pos.holder(hex_))


# --- the count -------------------------------------------------------------------------------


def count(pos: Pos) -> float:
    """How the scenario stands beside all losses, for the Soviets."""
    return _COUNTS[pos.game.scene(pos).victory.kind](pos)


def crisis(pos: Pos) -> float:
    """What it is worth to the Soviets to be near a victory at once."""
    missing = pos.keep(_missing)
    return 0.0 if missing is None else _nearness(missing)


def urgency(pos: Pos, more: int) -> float:
    """What so many city hexes more, or less, change in that."""
    missing = pos.keep(_missing)
    return 0.0 if missing is None else _nearness(missing - more) - _nearness(missing)


def walkover(pos: Pos, side: Side, places: Sequence[tuple[HexId, float]]) -> float:
    """K44-vc1: what it would be to the Soviets to come by all these city hexes at once, beside the
    worth of each: those farther away count for a share.
    """
    missing = pos.keep(_missing)
    if side != SOVIET or missing is None or pos.game.scene(pos).victory.kind != "cities":
        return 0.0
    inside = frozenset(cities(pos))
    fallen = sum(STEP**steps for hex_, steps in places if hex_ in inside)
    nearness = (*NEAR_VICTORY, 0.0)
    then = np.interp(max(0.0, missing - fallen), range(len(nearness)), nearness)
    return float(then) - _nearness(missing)


def _missing(pos: Pos) -> int | None:
    """The city hexes that the Soviets lack for a victory at once, where there is one."""
    victory = pos.game.scene(pos).victory
    if victory.kind not in ("cities", "relief"):
        return None
    hexes = cities(pos)
    needed = victory.soviet if victory.kind == "cities" else len(hexes)
    return needed - sum(keeper(pos, h) == SOVIET for h in hexes)


def _nearness(missing: int) -> float:
    return NEAR_VICTORY[max(0, missing)] if missing < len(NEAR_VICTORY) else 0.0


def _held(pos: Pos, hexes: Sequence[HexId], worth: float) -> float:
    sides = [keeper(pos, hex_) for hex_ in hexes]
    return worth * (sides.count(SOVIET) - sides.count(GERMAN)) / 2


def _cities(pos: Pos) -> float:
    return _held(pos, cities(pos), CITY)


def _link(pos: Pos) -> float:
    link = -LINK if is_connected(pos) else LINK
    return link - GAP * ring(pos).length + _held(pos, cities(pos), KORSUN)


def _relief(pos: Pos) -> float:
    road = -LINK if is_linked(pos) else LINK
    return road + TROUBLE * relief(pos).trouble + _held(pos, cities(pos), KORSUN)


_COUNTS: Mapping[VictoryKind, Callable[[Pos], float]] = {
    "cities": _cities,
    "link": _link,
    "losses": lambda pos: 0.0,
    "relief": _relief,
}


# --- places ----------------------------------------------------------------------------------


def places(pos: Pos) -> Mapping[HexId, float]:
    """The hexes that matter in a scenario, and what each is worth."""
    kind = pos.game.scene(pos).victory.kind
    if kind == "cities":
        return dict.fromkeys(cities(pos), CITY)
    if kind == "link":
        return _ring_places(pos)
    if kind == "relief":
        return _relief_places(pos)
    return {}


def prize(pos: Pos, side: Side, hex_: HexId, pressing: float = 1.0) -> float:
    """4.3: what it is worth to take a place that the enemy holds. One more city may win at once;
    with that only a share of it is reckoned where several attacks are promised the same victory.
    """
    worth = pos.keep(places).get(hex_, 0.0)
    if not worth or keeper(pos, hex_) == side:
        return 0.0
    if hex_ not in cities(pos):
        return worth
    return worth + pressing * (urgency(pos, 1) if side == SOVIET else -urgency(pos, -1))


def post(pos: Pos, side: Side, hex_: HexId) -> float:
    """4.3.2: a place that has not become ours yet is the enemy's again when the last unit goes."""
    worth = pos.keep(places).get(hex_, 0.0)
    if not worth or pos.holder(hex_) == side or pos.columns.count("units", side, hex_) > 1:
        return 0.0
    return worth - urgency(pos, -1) if side == SOVIET and hex_ in cities(pos) else worth


def _ring_places(pos: Pos) -> Mapping[HexId, float]:
    """K44-vc2: the tips of the pincers while the ring is open, and where it is threatened."""
    found, atlas = ring(pos), atlas_of(pos.game.appraisal)
    germans = pos.game.appraisal.troops(pos, GERMAN)
    held = [hex_ for hex_ in found.chain if hex_ not in found.gap]
    threats = atlas.strengths(germans, held, WATCH)
    watched = [hex_ for hex_, threat in zip(held, threats, strict=True) if threat]
    korsun = dict.fromkeys(cities(pos), KORSUN)
    return korsun | dict.fromkeys(watched, CHAIN) | dict.fromkeys(found.tips, TIP)


def _relief_places(pos: Pos) -> Mapping[HexId, float]:
    """DEB-vc1, DEB-vc2: Korsun, the road there, and most of all where it is to be opened next, or
    can be cut while it is open: where no Germans stand.
    """
    found = relief(pos)
    manned = pos.columns.count
    gaps = [h for h in found.road if not manned("regular", GERMAN, h)] if not found.trouble else ()
    road = dict.fromkeys(found.road, ROAD) | dict.fromkeys(found.tips or gaps, OPENING)
    return road | dict.fromkeys(cities(pos), KORSUN)
