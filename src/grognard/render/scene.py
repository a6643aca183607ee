"""The map of a board as layers, from the ground up.

`Scene` works out once what several layers share: where the rivers run, where the towns
lie, how high the land is. Its layers are the browser's map and the PNG's alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path as FilePath

from PIL import Image

from grognard.board import Board
from grognard.hexes import HexId
from grognard.render import grid, ground, palette
from grognard.render.bridges import draw_bridges
from grognard.render.display import Drawing, Group, Path, Shape, layer
from grognard.render.highlands import draw_highlands, draw_peaks
from grognard.render.labels import Names, draw_names
from grognard.render.layout import Layout
from grognard.render.lines import draw_lines, draw_zones
from grognard.render.lowlands import draw_marsh, draw_steppe
from grognard.render.paths import Point, box_path
from grognard.render.places import draw_places, town_points
from grognard.render.relief import Relief, relief_beside
from grognard.render.rivers import River, draw_rivers, trace_rivers
from grognard.render.roads import (
    Networks,
    draw_corridors,
    draw_passes,
    draw_rails,
    draw_repair_lines,
    draw_roads,
)
from grognard.render.styles import BoardStyles, Look, check_names
from grognard.render.water import draw_water
from grognard.render.water_names import name_lands, name_rivers
from grognard.render.woods import draw_woods

#: Paper left round the sheet, for the neat line.
MARGIN = 22.0
_WEATHER = {"snow": (palette.SNOW, 0.30), "mud": (palette.MUD, 0.12)}


class Scene:
    """A board, its look and its relief, and everything that is drawn of them."""

    def __init__(
        self, board: Board, look: Look | None = None, relief: Image.Image | None = None
    ) -> None:
        self.board = board
        self.look = look or Look()
        self.layout = Layout(board.grid)
        self.styles = BoardStyles(board, self.look)
        self._relief_picture = relief

    @classmethod
    def load(cls, board_file: FilePath) -> Scene:
        """A board file with the `look.yaml` and the `relief.png` that may lie beside it."""
        board, look = Board.load(board_file), Look.beside(board_file)
        check_names(look, board, "look.yaml")
        return cls(board, look, relief_beside(board_file))

    # --- what layers share -----------------------------------------------------------------

    @cached_property
    def rivers(self) -> list[River]:
        return trace_rivers(self.layout, self.styles)

    @cached_property
    def towns(self) -> dict[HexId, Point]:
        return town_points(self.layout, self.styles)

    @cached_property
    def relief(self) -> Relief:
        small = [r.line for r in self.rivers if not r.great]
        great = [r.line for r in self.rivers if r.great]
        return Relief(self.layout, self.styles, small, great, self._relief_picture)

    @cached_property
    def networks(self) -> Networks:
        wet = frozenset(side for river in self.rivers for side in river.sides)
        return Networks(self.layout, self.styles, self.towns, wet)

    @cached_property
    def names(self) -> Names:
        bridges = [crossing.at for crossing in self.networks.crossings()]
        return Names(self.layout, self.styles, self.towns, bridges)

    @cached_property
    def ground(self) -> Image.Image:
        """The baked picture that lies under the layers."""
        towns = {at: self.styles.settlement(name) for name, at in self.towns.items()}
        return ground.bake(self.relief, towns)

    # --- layers ----------------------------------------------------------------------------

    @cached_property
    def _terrain(self) -> Group:
        """Form lines, marsh, steppe, woods."""
        woods, marsh = self.styles.hexes("woods"), self.styles.hexes("marsh")
        shapes: list[Shape] = [
            *draw_highlands(self.relief),
            *draw_peaks(self.layout, self.styles.hexes("mountain")),
            *draw_steppe(self.layout, self.styles.hexes("steppe")),
            *draw_woods(self.layout, woods, woods & marsh),
            *draw_marsh(self.layout, marsh),
        ]
        return layer("terrain", shapes)

    @cached_property
    def _lands(self) -> Group:
        lands = (land for land in self.look.lands if not land.water)
        return layer("lands", name_lands(lands, self.layout))

    @cached_property
    def _water(self) -> Group:
        return layer("water", [*draw_rivers(self.rivers), *draw_water(self.layout, self.styles)])

    @cached_property
    def _grid(self) -> Group:
        return layer("grid", grid.draw_grid(self.layout))

    @cached_property
    def _roads(self) -> Group:
        """Corridors, roads, railways, and the bridges that carry them."""
        networks = self.networks
        bridges = draw_bridges(self.layout, self.styles, self.rivers, networks.crossings())
        groups = [
            Group(tuple(draw_corridors(networks.corridors)), classes="corridors"),
            Group(tuple(draw_passes(networks.passes)), classes="passes"),
            Group(tuple(draw_roads(networks.roads)), classes="roads"),
            Group(tuple(draw_repair_lines(networks.repair_lines)), classes="repair-lines"),
            Group(tuple(draw_rails(networks.rails)), classes="rails"),
            Group(tuple(bridges), classes="bridges"),
        ]
        return layer("roads", [group for group in groups if group.shapes])

    @cached_property
    def _places(self) -> Group:
        return layer("places", draw_places(self.layout, self.styles, self.towns))

    def _borders(self, zones: Iterable[str]) -> Group:
        lines = draw_lines(self.layout, self.styles)
        return layer("borders", [*lines, *draw_zones(self.layout, self.styles, zones)])

    @cached_property
    def _lettering(self) -> list[Group]:
        """Hex numbers, river names, names: in this order, though names choose first."""
        rivers = name_rivers(self.rivers, self.layout, self.names.taken)
        seas = name_lands((land for land in self.look.lands if land.water), self.layout)
        numbers = grid.draw_numbers(self.layout, self.names.hidden_numbers())
        return [
            layer("numbers", numbers),
            layer("river-names", [*seas, *rivers]),
            layer("names", draw_names(self.names.labels)),
        ]

    def _tint(self, weather: str) -> Group:
        if weather not in _WEATHER:
            raise ValueError(f"unknown weather {weather!r}: expected {', '.join(_WEATHER)}")
        colour, share = _WEATHER[weather]
        sheet = box_path(0, 0, self.layout.width, self.layout.height)
        return layer("weather", [Path(sheet, colour, share)])

    def drawing(self, layers: Iterable[Group]) -> Drawing:
        """Layers with the frame of the sheet about them."""
        return Drawing(
            -MARGIN,
            -MARGIN,
            self.layout.width + 2 * MARGIN,
            self.layout.height + 2 * MARGIN,
            tuple(layers),
            {grid.HEX_SYMBOL: grid.hex_symbol(self.layout)},
            self.board.name,
            palette.PAPER,
        )

    def map_layers(
        self,
        *,
        weather: str = "",
        zones: Iterable[str] = (),
        under: Sequence[Group] = (),
        edges: Sequence[Group] = (),
        over: Sequence[Group] = (),
    ) -> list[Group]:
        """The whole map, bottom to top. Lights go `under` rivers and roads, their `edges`
        over these but under all letters; what is `over` lies on top of the hexes.
        """
        tint = [self._tint(weather)] if weather else []
        works = [self._water, self._grid, self._borders(zones), self._roads, self._places]
        frame = layer("frame", grid.draw_frame(self.layout, MARGIN))
        hexes = layer("hexes", grid.hex_nodes(self.layout))
        land = [*tint, self._terrain, self._lands, *under, *works, *edges]
        return [*land, frame, *self._lettering, hexes, *over]
