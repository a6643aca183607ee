"""Checking a board: is the map whole, and is it what the rules say it is?

Every fault is one sentence that names the layer and the hex. `soundness` needs only the
board; `check` also holds it against a table of facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from grognard.board import Board
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mapmaker.facts import Facts, HexFact, SetUp, SideFact, Supply
from grognard.mapmaker.lattice import Corner, Lattice


def check(board: Board, facts: Facts | None = None) -> list[str]:
    """Everything that is wrong with a board."""
    return soundness(board) + ([] if facts is None else disagreements(board, facts))


def soundness(board: Board) -> list[str]:
    """What is wrong with a map whatever it shows."""
    parts: tuple[Callable[[Board], Iterator[str]], ...] = (
        _rivers,
        _bridges,
        _networks,
        _places,
    )
    return [fault for part in parts for fault in part(board)]


def disagreements(board: Board, facts: Facts) -> list[str]:
    """Where a map is not what is known about it."""
    faults = [fault for fact in facts.hexes for fault in _hex_fact(board, fact)]
    faults += [fault for fact in facts.hexsides for fault in _side_fact(board, fact)]
    faults += [fault for setup in facts.setup for fault in _setup(board, setup)]
    faults += _shared_hexes(board, facts.setup)
    faults += [fault for supply in facts.supply for fault in _supply(board, supply)]
    faults += [fault for name in facts.connected for fault in _in_one_piece(board, name)]
    for tag, number in facts.counts.items():
        found = len(board.tagged(tag))
        if found != number:
            faults.append(f"tag {tag!r}: {found} hexes instead of {number}")
    return faults


# --- the map itself -----------------------------------------------------------------------


def _rivers(board: Board) -> Iterator[str]:
    """A chain never wriggles back to itself, and one of its ends is moored somewhere."""
    lattice = Lattice(board.grid)
    ways: list[tuple[str, list[Corner]]] = []
    for layer, lines in board.chains.items():
        for name, sides in lines:
            label = f"hexsides {layer!r} line {name or sides[:1]}"
            try:
                ways.append((label, lattice.walk(list(sides))))
            except (ValueError, IndexError):
                continue  # a loose layer forms no chains
    shore = {c for c, hexes in enumerate(lattice.hexes_at) if any(map(board.is_water, hexes))}
    moorings = lattice.rim() | shore
    for number, (label, way) in enumerate(ways):
        if len(set(way)) < len(way):
            yield f"{label}: comes back to a corner where it has been"
        others = {c for i, (_, other) in enumerate(ways) if i != number for c in other}
        if not {way[0], way[-1]} & (moorings | others):
            yield f"{label}: flows into nothing"


def _bridges(board: Board) -> Iterator[str]:
    """A bridge carries a line of a network over another feature."""
    for layer in ("bridge", "pontoon"):
        for side in sorted(board.hexsides.get(layer, ())):
            under = [n for n, sides in board.hexsides.items() if n != layer and side in sides]
            if not under or under == ["bridge"]:
                yield f"{layer} {side}: crosses nothing"
            if not any(side in steps for steps in board.networks.values()):
                yield f"{layer} {side}: carries no road"


def _networks(board: Board) -> Iterator[str]:
    """A line runs over land, and ends in a place, at a junction or at the edge of the map.

    A pass may end anywhere: it leads over mountains, and beyond them there is open country.
    """
    passed = Counter(h for lines in board.roads.values() for _, way in lines for h in way)
    for layer, lines in board.roads.items():
        for name, way in lines:
            label = f"network {layer!r} line {name!r}"
            for wet in (h for h in way if board.is_water(h)):
                yield f"{label}: runs into the water at {wet}"
            for end in {way[0], way[-1]} if way and layer != "pass" else ():
                if passed[end] == 1 and not board.place_at(end) and not board.grid.edge(end):
                    yield f"{label}: ends nowhere, at {end}"


def _places(board: Board) -> Iterator[str]:
    """A place stands on land, and no two settlements share a hex."""
    settled: dict[HexId, str] = {}
    for place in board.places:
        if board.is_water(place.hex):
            yield f"place {place.name!r}: stands in the water at {place.hex}"
        if place.size and place.hex in settled:
            yield f"place {place.name!r}: shares {place.hex} with {settled[place.hex]!r}"
        if place.size:
            settled[place.hex] = place.name


# --- the facts ----------------------------------------------------------------------------


def _hex_fact(board: Board, fact: HexFact) -> Iterator[str]:
    label = f"hex {fact.hex} (rule {fact.rule})"
    try:
        name = board.grid.parse(fact.hex)
    except KeyError:
        yield f"{label}: is not on the map"
        return
    if board.is_water(name) and not fact.terrain:
        yield f"{label}: is water"
    place = board.place_at(name)
    if fact.place and (place is None or place.name != fact.place):
        yield f"{label}: is not {fact.place}"
    if fact.terrain and board.terrain_of(name) not in fact.terrain:
        yield f"{label}: is {board.terrain_of(name)}, not {' or '.join(fact.terrain)}"
    if fact.edge and fact.edge not in board.grid.edge(name):
        yield f"{label}: is not on the {fact.edge} edge"
    yield from _belongings(board, name, fact, label)


def _belongings(board: Board, name: HexId, fact: HexFact, label: str) -> Iterator[str]:
    """The tags, zones and networks that a hex should and should not be part of."""
    for tag in fact.tags:
        if not board.has(name, tag):
            yield f"{label}: has no tag {tag!r}"
    for zone in fact.zones:
        if name not in board.zones.get(zone, frozenset()):
            yield f"{label}: is not in zone {zone!r}"
    for zone in fact.outside:
        if name in board.zones.get(zone, frozenset()):
            yield f"{label}: is in zone {zone!r}"
    for network in fact.networks:
        if network not in board.networks or not board.on_network(network, name):
            yield f"{label}: has no {network}"


def _side_fact(board: Board, fact: SideFact) -> Iterator[str]:
    label = f"hexside {fact.side} (rule {fact.rule})"
    try:
        side = board.grid.parse_hexside(fact.side)
    except (KeyError, ValueError) as error:
        yield f"{label}: {error.args[0]}"
        return
    for layer in fact.has:
        if side not in board.hexsides.get(layer, frozenset()):
            yield f"{label}: has no {layer}"
    for layer in fact.lacks:
        if side in board.hexsides.get(layer, frozenset()):
            yield f"{label}: has a {layer}"
    for network in fact.joined:
        if side not in board.networks.get(network, frozenset()):
            yield f"{label}: no {network} crosses it"


def _setup(board: Board, setup: SetUp) -> Iterator[str]:
    for text in setup.hexes.split():
        label = f"set-up of {setup.side} in {text}"
        try:
            name = board.grid.parse(text)
        except KeyError:
            yield f"{label}: is not on the map"
            continue
        if board.is_water(name):
            yield f"{label}: is in the water"
        if setup.inside and name not in board.zones.get(setup.inside, frozenset()):
            yield f"{label}: is not in {setup.inside}"
        for zone in setup.outside:
            if name in board.zones.get(zone, frozenset()):
                yield f"{label}: is in {zone}"


def _shared_hexes(board: Board, setups: Iterable[SetUp]) -> list[str]:
    """No hex is set up in by two sides in the same scenario."""
    owner: dict[tuple[str, str], str] = {}
    faults = []
    for setup in setups:
        for name in setup.hexes.split():
            first = owner.setdefault((setup.scenario, name), setup.side)
            if first != setup.side:
                faults.append(f"set-up: {name} is used by {first} and {setup.side}")
    return faults


def _supply(board: Board, supply: Supply) -> Iterator[str]:
    supplied = trace(board, supply)
    for text in supply.reaches.split():
        if board.grid.parse(text) not in supplied:
            yield f"supply of {supply.side}: no line reaches {text}"


def trace(board: Board, supply: Supply) -> set[HexId]:
    """Every hex that the sources of a side supply, no enemy being about."""
    barred: set[Hexside] = set()
    for layer in supply.barred:
        barred |= board.hexsides.get(layer, frozenset())
    ground = {h for h in board.grid.hexes if not board.is_water(h)}
    if supply.within:
        ground &= board.zones.get(supply.within, frozenset())
    reached = {board.grid.parse(text) for text in supply.sources.split()} & ground
    for stage in supply.stages:
        tracks = frozenset[Hexside]().union(*(board.networks[name] for name in stage))
        reached = _flood(board, reached, lambda side, tracks=tracks: side in tracks, ground)  # type: ignore[misc]
    for _ in range(supply.overland):
        reached |= {
            there
            for here in reached
            for there in board.grid.neighbours(here)
            if there in ground and board.grid.hexside(here, there) not in barred
        }
    return reached


def _flood(
    board: Board, start: set[HexId], may_cross: Callable[[Hexside], bool], ground: set[HexId]
) -> set[HexId]:
    found, edge = set(start), sorted(start)
    while edge:
        here = edge.pop()
        for there in board.grid.neighbours(here):
            if there in found or there not in ground:
                continue
            if may_cross(board.grid.hexside(here, there)):
                found.add(there)
                edge.append(there)
    return found


def _in_one_piece(board: Board, network: str) -> Iterator[str]:
    """All lines of a network hang together."""
    hexes = {h for side in board.networks.get(network, ()) for h in split_hexside(side)}
    if not hexes:
        yield f"network {network!r}: has no lines"
        return
    start = {min(hexes)}
    tracks = board.networks[network]
    apart = hexes - _flood(board, start, lambda side: side in tracks, hexes)
    if apart:
        yield f"network {network!r}: {', '.join(sorted(apart)[:5])} are cut off from {min(hexes)}"
