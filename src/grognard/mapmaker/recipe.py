"""The recipe of a map: what to take from which data, by which rules, and what to correct by hand.

A recipe is YAML, described for designers in docs/mapmaker.md. It names a grid, says how
the earth is laid on it, and lists the layers in the order in which they are made. What
data cannot know (a hex number that a rulebook prints, a ford, a misplaced wood) is written
into the recipe with its reason, so that it survives every rebuilding of the map.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from grognard.boardfile import BoxFile, GridFile
from grognard.data import Source, read_yaml

#: A point of the earth as people write it: latitude, then longitude.
LatLon = tuple[float, float]
#: Properties that a feature must have: one value, or one of several.
Match = dict[str, str | int | float | list[str | int | float]]
#: A stop of a road: a place or hex by name, or a point of the earth.
Stop = str | LatLon


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A block of a recipe; a word that it does not know is refused, not skipped."""


# --- how the earth is laid on the sheet ---------------------------------------------------


class ProjectionRecipe(Strict, frozen=True):
    """How the round earth becomes flat: a kind and its centre; `parallels` for lambert."""

    centre: LatLon
    kind: Literal["equirectangular", "conic", "lambert"] = "equirectangular"
    parallels: tuple[float, float] | None = None


class Anchor(Strict, frozen=True):
    """A point whose place on the sheet is known: a hex, a hexside, or a point of the sheet.

    One that is not `fitted` does not pull the whole map, but the blend makes it right.
    """

    lat: float
    lon: float
    at: str = ""
    sheet: tuple[float, float] | None = None
    name: str = ""
    fitted: bool = True


class Fit(Strict, frozen=True):
    """How the flat earth is laid under the hexes: what is given is held, the rest is fitted.

    `affine` lets the two axes stretch and shear freely. `blend` spreads what the fit leaves
    over at the anchors, weighted by distance to this power, so that each lands on its hex.
    """

    anchors: tuple[Anchor, ...]
    affine: bool = False
    km_per_hex: float | None = None
    turn: float | None = None
    blend: float = 0.0


class RasterRecipe(Strict, frozen=True):
    """A grey picture of the earth: which corner it starts from and how fine it is.

    A cell is worth its grey plus `plus`; the greys in `empty` are no value at all.
    """

    file: str
    west: float
    north: float
    per_degree: float
    plus: float = 0.0
    empty: tuple[int, ...] = ()


class ReliefRecipe(Strict, frozen=True):
    """The picture of the heights that lies under the drawn map: black is `low`, white `high`."""

    raster: str
    low: float = 0.0
    high: float = 500.0
    per_hex: int = 8


# --- areas and lines of the earth ---------------------------------------------------------


class Area(Strict, frozen=True):
    """A piece of the earth: polygons of a file, or one drawn here as points."""

    file: str = ""
    match: Match = field(default_factory=dict)
    polygon: tuple[LatLon, ...] = ()
    share: float = 0.5


class Course(Strict, frozen=True):
    """A line of the earth: features of a file joined end to end, or one drawn here."""

    file: str = ""
    match: Match = field(default_factory=dict)
    line: tuple[LatLon, ...] = ()


# --- terrain ------------------------------------------------------------------------------


class Share(Strict, frozen=True):
    """At least this share of the cells of a hex are over a value."""

    raster: str
    over: float
    at_least: float = 0.5


class Measure(Strict, frozen=True):
    """A measure of the cells of a hex lies between two bounds."""

    raster: str
    at_least: float = float("-inf")
    below: float = float("inf")


class TerrainLayer(Strict, frozen=True):
    """Paint a terrain on the hexes that meet every condition given.

    `over` names the terrains that may be painted over (empty: all). Groups of fewer hexes
    than `groups` are left out, so that a map does not speckle.
    """

    paint: str
    source: Source
    over: tuple[str, ...] = ()
    groups: int = 1
    hexes: str = ""
    inside: Area | None = None
    along: Course | None = None
    relief: Measure | None = None
    highest: Measure | None = None
    mean: Measure | None = None
    share: Share | None = None
    note: str = ""


class TerrainRecipe(Strict, frozen=True):
    """The natural terrain: its letters, and the layers painted one over the other."""

    letters: dict[str, str]
    default: str
    water: tuple[str, ...] = ()
    source: Source = "reconstructed"
    layers: tuple[TerrainLayer, ...] = ()


# --- places -------------------------------------------------------------------------------


class PlaceRecipe(Strict, frozen=True):
    """A named place: at a hex, at a point of the earth, or both.

    With both, the hex is printed and the point is the truth; where they lie more than a
    hex apart, `why` gives the reason. With neither, the gazetteer is asked for the name.
    """

    name: str
    hex: str = ""
    lat: float | None = None
    lon: float | None = None
    size: str = ""
    tags: tuple[str, ...] = ()
    source: Source = "reconstructed"
    why: str = ""


class Settlements(Strict, frozen=True):
    """Places taken from a table: those with at least so many people, one a hex, largest first."""

    file: str
    size: str
    people: int
    source: Source = "public"
    apart: int = 1


# --- hexsides -----------------------------------------------------------------------------


class Banks(Strict, frozen=True):
    """Hexes that must lie on the left or right bank, looking downstream."""

    left: str = ""
    right: str = ""


class RiverRecipe(Strict, frozen=True):
    """A river snapped to hexsides, written downstream: from a file, or drawn here.

    `head` and `tail` draw the upper and lower course that a file does not have.
    """

    name: str
    file: str = ""
    match: Match = field(default_factory=dict)
    line: tuple[LatLon, ...] = ()
    head: tuple[LatLon, ...] = ()
    tail: tuple[LatLon, ...] = ()
    banks: Banks = Banks()


class Catchment(Strict, frozen=True):
    """All rivers of a file that drain so much land, main stems first.

    Every reach has the number named by `by`. A river is drawn if it drains `mouth` where it
    ends, and upwards as far as it drains `at_least`; `shortest` is in hexsides. By the file's
    names, `only` lists the rivers to draw, `skip` those to leave out, and `called` how the map
    spells them.
    """

    file: str
    at_least: float
    below: float = float("inf")
    mouth: float = 0.0
    by: str = "area_km2"
    shortest: int = 3
    called: dict[str, str] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    banks: dict[str, Banks] = field(default_factory=dict)


class Crossings(Strict, frozen=True):
    """The hexsides where a network crosses hexsides of some layers: its bridges."""

    networks: tuple[str, ...]
    over: tuple[str, ...]


class Part(Strict, frozen=True):
    """The stretch of a line of another layer, from one of its hexsides to the other."""

    of: str
    line: str
    after: str = ""
    before: str = ""


class HexsideLayer(Strict, frozen=True):
    """A class of hexsides, from whichever rules are given.

    `coast` is every side between land and these waters; `covered` the sides between land
    hexes that lie in an area; `border` the sides between any two of these zones.
    """

    source: Source
    rivers: tuple[RiverRecipe, ...] = ()
    catchment: Catchment | None = None
    hexsides: str = ""
    coast: tuple[str, ...] = ()
    covered: Area | None = None
    border: tuple[str, ...] = ()
    crossings: Crossings | None = None
    part: Part | None = None


# --- networks -----------------------------------------------------------------------------


class LineRecipe(Strict, frozen=True):
    """A line of a network through its stops; `way` writes the hexes themselves."""

    name: str
    via: tuple[Stop, ...] = ()
    way: str = ""


class LinesFrom(Strict, frozen=True):
    """Lines of a network from a file; a point near a place is a stop there."""

    file: str
    match: Match = field(default_factory=dict)
    name: str = "name"
    near: float = 0.8


class NetworkRecipe(Strict, frozen=True):
    """Roads, rails: lines that run from hex to hex through their stops.

    A step costs 1; `terrain` adds for the hex entered and `crossing` for the hexside. A step
    that a line of the network takes already costs `shared`: less, and lines meet; more, and
    each keeps to itself. The
    lines of the networks in `includes` belong to this one too. Those in `follows` do not, but
    this network runs along them without being drawn a second time.
    """

    source: Source
    lines: tuple[LineRecipe, ...] = ()
    files: tuple[LinesFrom, ...] = ()
    includes: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    shared: float = 0.45
    terrain: dict[str, float] = field(default_factory=dict)
    crossing: dict[str, float] = field(default_factory=dict)


# --- tags, zones, corrections -------------------------------------------------------------


class Flood(Strict, frozen=True):
    """All hexes reached from some without entering a tag or crossing a hexside layer."""

    start: str
    crossing: tuple[str, ...] = ()
    entering: tuple[str, ...] = ()
    water: bool = False


class Touching(Strict, frozen=True):
    """The hexes of some terrains with a hexside of a layer."""

    hexsides: str
    terrain: tuple[str, ...] = ()


class Nearer(Strict, frozen=True):
    """The land nearer to some hexes than to others: who holds what behind a front.

    `ties` says whether hexes as near to both belong here.
    """

    to: str
    than: str
    ties: bool = False


class HexRule(Strict, frozen=True):
    """A tag or a zone: hexes written out, found by rules, or both.

    `outside` is all land that is in none of these earlier tags or zones.
    """

    source: Source
    title: str = ""
    hexes: str = ""
    flood: Flood | None = None
    nearer: Nearer | None = None
    outside: tuple[str, ...] = ()
    inside: Area | None = None
    touching: Touching | None = None
    cut_off: bool = False


class Correction(Strict, frozen=True):
    """A change made by hand, with its reason.

    Either `paint` and `hexes`, or a layer of hexsides or a network by name with a `way`
    that replaces the stretch of its `line` between the ends of the way.
    """

    reason: str
    paint: str = ""
    hexes: str = ""
    hexsides: str = ""
    network: str = ""
    line: str = ""
    way: str = ""


class Recipe(Strict, frozen=True):
    """A whole recipe."""

    map: str
    grid: GridFile
    projection: ProjectionRecipe
    fit: Fit
    terrain: TerrainRecipe
    missing: str = ""
    rasters: dict[str, RasterRecipe] = field(default_factory=dict)
    relief: ReliefRecipe | None = None
    gazetteer: tuple[str, ...] = ()
    places: tuple[PlaceRecipe, ...] = ()
    settlements: tuple[Settlements, ...] = ()
    hexsides: dict[str, HexsideLayer] = field(default_factory=dict)
    networks: dict[str, NetworkRecipe] = field(default_factory=dict)
    tags: dict[str, HexRule] = field(default_factory=dict)
    zones: dict[str, HexRule] = field(default_factory=dict)
    boxes: dict[str, BoxFile] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    note: str = ""


def read_recipe(path: Path) -> Recipe:
    """Read a recipe; a `DataError` says where it is wrong."""
    return read_yaml(path, Recipe)
