"""From a recipe and a folder of data to the text of a board file.

The stages follow each other as the land does: places, terrain, rivers, then the networks
that cross them, then tags and zones, then the bridges and borders that follow from all.
Nothing depends on chance or on the order of a set: the same recipe and data give the same
text to the letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from grognard.board import Board
from grognard.boardfile import BoardFile, Chain, HexLayer, LineLayer, PlaceFile
from grognard.hexes import HexId
from grognard.mapmaker.hexsides import Layers, derived_layers, drawn_layers, sides_in
from grognard.mapmaker.places import Sited, site_places
from grognard.mapmaker.recipe import HexRule
from grognard.mapmaker.rivers import on_wrong_bank, snap_rivers
from grognard.mapmaker.roads import Ground, Laid, lay_networks, steps
from grognard.mapmaker.terrain import paint_terrain
from grognard.mapmaker.work import Work, open_work
from grognard.mapmaker.write import terrain_rows, write_board
from grognard.mapmaker.zones import Land, find_hexes


def build(recipe_path: Path, data_dir: Path) -> str:
    """The text of the board that a recipe makes of the data, or a `DataError`."""
    work = open_work(recipe_path, data_dir)
    _check_corrections(work)
    places = site_places(work)
    work.stop_if_wrong()
    settled = frozenset(sited.file.hex for sited in places if sited.file.size)
    names = paint_terrain(work, settled)
    terrain = dict(zip(work.grid.hexes, names, strict=True))
    file = _assemble(work, places, terrain)
    text = write_board(file, _remarks(work))
    Board.parse(text, f"{work.name} (the map it makes)")
    return text


def _assemble(work: Work, places: list[Sited], terrain: dict[HexId, str]) -> BoardFile:
    """Lay everything that lies on the terrain."""
    water = frozenset(n for n in work.grid.hexes if terrain[n] in work.recipe.terrain.water)
    chains = snap_rivers(work, water)
    for snapped in (one for layer in chains.values() for one in layer):
        for name in on_wrong_bank(work, snapped):
            work.problems.append(f"river {snapped.river.name!r}: {name} is on the wrong bank")
    drawn = drawn_layers(work, terrain, chains)
    work.stop_if_wrong()
    sides = sides_in(drawn)
    networks = lay_networks(work, places, Ground(list(terrain.values()), sides, water))
    work.stop_if_wrong()
    land = Land(terrain, water, sides, {})
    tags = find_hexes(work, work.recipe.tags, "tag", land)
    zones = find_hexes(work, work.recipe.zones, "zone", land._replace(tags=tags))
    crossed = {name: steps(lines, work) for name, lines in networks.items()}
    derived = derived_layers(work, sides, crossed, zones)
    work.stop_if_wrong()
    return _board_file(work, places, terrain, drawn | derived, networks, tags, zones)


def _board_file(
    work: Work,
    places: list[Sited],
    terrain: Mapping[HexId, str],
    hexsides: Layers,
    networks: Mapping[str, list[Laid]],
    tags: Mapping[str, frozenset[HexId]],
    zones: Mapping[str, frozenset[HexId]],
) -> BoardFile:
    recipe = work.recipe
    return BoardFile(
        map=recipe.map,
        note=recipe.note,
        grid=recipe.grid,
        letters=recipe.terrain.letters,
        water=recipe.terrain.water,
        terrain=terrain_rows(work.grid, terrain, recipe.terrain.letters),
        terrain_source=recipe.terrain.source,
        hexsides={name: hexsides[name] for name in recipe.hexsides},
        networks={
            name: LineLayer(recipe.networks[name].source, tuple(map(_chain, lines)))
            for name, lines in networks.items()
        },
        places=_in_board_order(work, places),
        tags=_hex_layers(work, recipe.tags, tags),
        zones=_hex_layers(work, recipe.zones, zones),
        boxes=recipe.boxes,
    )


def _chain(line: Laid) -> Chain:
    return Chain("-".join(line.way), line.name, line.reason)


def _in_board_order(work: Work, places: list[Sited]) -> tuple[PlaceFile, ...]:
    files = [sited.file for sited in places]
    return tuple(sorted(files, key=lambda file: (work.grid.index[file.hex], file.name)))


def _hex_layers(
    work: Work, rules: Mapping[str, HexRule], found: Mapping[str, frozenset[HexId]]
) -> dict[str, HexLayer]:
    return {
        name: HexLayer(
            rule.source, " ".join(h for h in work.grid.hexes if h in found[name]), rule.title
        )
        for name, rule in rules.items()
    }


def _remarks(work: Work) -> Iterable[str]:
    """What stands above a board file: how it was made, and where its terrain comes from."""
    yield f"Made by the mapmaker from {work.name}: change the recipe, not this file."
    yield "Where the terrain comes from, each layer painted over those before it:"
    for layer in work.recipe.terrain.layers:
        yield f"  {layer.paint}, {layer.source}{': ' if layer.note else ''}{layer.note}"
    for correction in work.recipe.corrections:
        if correction.paint:
            yield f"  {correction.paint} in {correction.hexes}, by hand: {correction.reason}"


def _check_corrections(work: Work) -> None:
    """Each correction has one subject, which the recipe knows, and a reason."""
    for number, correction in enumerate(work.recipe.corrections, 1):
        where = f"correction {number} ({correction.reason})"
        subjects = [correction.paint, correction.hexsides, correction.network]
        if not correction.reason.strip():
            work.problems.append(f"{where}: says no reason")
        if sum(map(bool, subjects)) != 1:
            work.problems.append(f"{where}: needs one of paint, hexsides, network")
        for name, known in (
            (correction.hexsides, work.recipe.hexsides),
            (correction.network, work.recipe.networks),
        ):
            if name and name not in known:
                work.problems.append(f"{where}: there is no layer {name!r}")
    work.stop_if_wrong()
