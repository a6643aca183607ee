"""What the names on a board look like: a game's `look.yaml`, and sense by name without one.

A board calls its terrain, hexsides, networks and tags what the rules call them. Each name
is read as words: `wooded marsh` is trees over marsh, `Major River` a great river. Where a
name says nothing to us, or the wrong thing, the game's `look.yaml` says it in our words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from grognard.board import Board
from grognard.data import DataError, parse_yaml, read_yaml
from grognard.faces import Skin
from grognard.hexes import HexId

Traits = frozenset[str]

#: Traits of terrain that can be drawn, and the words that mean them.
TERRAIN_WORDS: dict[str, str] = {
    "woods": "wood woods wooded woodland forest forests forested trees taiga",
    "hill": "hill hills hilly upland uplands heights ridge",
    "mountain": "mountain mountains mountainous alpine",
    "rough": "rough broken ravine ravines balka gully",
    "marsh": "marsh marshes marshy swamp swamps swampy bog fen plavni wetland",
    "steppe": "steppe grass sand",
    "lake": "lake lakes pond reservoir water",
    "sea": "sea ocean gulf bay strait all-sea",
    "river": "river dnieper dnepr danube vistula volga",
    "city": "city major urban",
    "town": "town",
    "village": "village",
    "plain": "clear plain plains open flat farmland fields none",
}
#: The ways to draw a hexside; the first whose words all occur in a name is taken.
HEXSIDE_WORDS: dict[str, str] = {
    "pontoon": "pontoon",
    "bridge": "bridge bridges crossing",
    "ferry": "ferry ford",
    "dam": "dam dike dyke causeway",
    "fort": "fort forts fortified fortification fortifications entrenchment works wall",
    "border": "border borders frontier boundary",
    "front": "front frontline start",
    "cliff": "cliff escarpment crest slope bluff",
    "great river": "great major big wide large dnieper dnepr dniester danube vistula volga don bug",
    "stream": "stream streams brook creek minor small",
    "river": "river rivers",
    "water": "sea lake water coast shore impassable",
    "none": "none",
}
NETWORK_WORDS: dict[str, str] = {
    "highway": "highway motorway autobahn",
    "rail": "rail rails railway railroad railways",
    "repair line": "repair",
    "corridor": "corridor corridors axis transport",
    "pass": "pass passes",
    "side road": "side track trail path minor lane",
    "secondary road": "secondary",
    "road": "road roads main primary paved",
    "none": "none",
}
TAG_WORDS: dict[str, str] = {
    "city": "city major urban",
    "town": "town",
    "village": "village",
    "victory": "victory objective objectives",
    "warm fort": "",
    "cool fort": "",
    "fort": "fort fortress fortified",
    "port": "port harbour harbor",
    "oilfield": "oil oilfield oilfields",
    "airfield": "airfield airbase",
    "source": "source supply",
    "none": "none",
}
ZONE_WORDS: dict[str, str] = {"outline": "outline", "hidden": "hidden", "none": "none apart"}
SIZES = ("city", "town", "village")


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a land or a sea, spaced out between two hexes."""

    name: str
    start: str
    end: str
    size: float = 26.0
    water: bool = False


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `look.yaml`: for names of its board, words of ours; its counters' colours."""

    terrain: dict[str, str] = {}
    hexsides: dict[str, str] = {}
    networks: dict[str, str] = {}
    tags: dict[str, str] = {}
    zones: dict[str, str] = {}
    lands: tuple[Land, ...] = ()
    skins: dict[str, Skin] = {}

    @classmethod
    def load(cls, path: Path) -> Look:
        """Read a style file; a `DataError` lists everything that is wrong with it."""
        return _checked(read_yaml(path, cls), path.name)

    @classmethod
    def parse(cls, text: str, name: str = "look") -> Look:
        """Read a style from text, as `load` does from a file."""
        return _checked(parse_yaml(text, cls, name), name)

    @classmethod
    def beside(cls, board_file: Path) -> Look:
        """The style that lies beside a board file, or the default one."""
        path = board_file.with_name("look.yaml")
        return cls.load(path) if path.exists() else cls()

    # --- questions -----------------------------------------------------------------------

    def terrain_traits(self, name: str, *, water: bool = False) -> Traits:
        """What is to be drawn in a hex of this terrain; nothing for plain ground."""
        traits = _traits(self.terrain.get(name, name)) - {"plain"}
        if water and not traits & {"lake", "sea", "river"}:
            traits |= {"lake"}
        return traits

    def hexside_style(self, name: str) -> str:
        """How a hexside of this class is drawn: a key of `HEXSIDE_WORDS`, or `line`."""
        return _first(HEXSIDE_WORDS, self.hexsides.get(name, name)) or "line"

    def network_style(self, name: str) -> str:
        """How a network is drawn: a key of `NETWORK_WORDS`."""
        return _first(NETWORK_WORDS, self.networks.get(name, name)) or "road"

    def tag_style(self, name: str) -> str:
        """How a tag is drawn: a key of `TAG_WORDS`; unknown tags are not drawn."""
        return _first(TAG_WORDS, self.tags.get(name, name)) or "none"

    def zone_style(self, name: str) -> str:
        """Whether a zone is outlined: always, only when a page shows it, or never."""
        return _first(ZONE_WORDS, self.zones.get(name, name)) or "hidden"

    def settlement(self, tags: Iterable[str]) -> str:
        """The largest settlement that a hex with these tags holds, or nothing."""
        styles = {self.tag_style(tag) for tag in tags}
        return next((size for size in SIZES if size in styles), "")


class BoardStyles:
    """A board seen through a look: which hexes and hexsides are drawn in which way."""

    def __init__(self, board: Board, look: Look) -> None:
        self.board = board
        self.look = look
        traits = {
            name: look.terrain_traits(name, water=name in board.water)
            for name in set(board.terrain)
        }
        self.traits: Mapping[HexId, Traits] = {
            h: traits[terrain] for h, terrain in zip(board.grid.hexes, board.terrain, strict=True)
        }

    def hexes(self, *wanted: str) -> frozenset[HexId]:
        """The hexes that have one of these traits."""
        return frozenset(h for h, traits in self.traits.items() if traits.intersection(wanted))

    def sides(self, *styles: str) -> list[str]:
        """The classes of hexsides that are drawn in one of these ways."""
        return [name for name in self.board.hexsides if self.look.hexside_style(name) in styles]

    def networks(self, *styles: str) -> list[str]:
        """The networks that are drawn in one of these ways."""
        return [name for name in self.board.networks if self.look.network_style(name) in styles]

    def settlement(self, name: HexId) -> str:
        """City, town, village or nothing."""
        found = self.look.settlement(self.board.tags.get(name, ()))
        return found or next((size for size in SIZES if size in self.traits[name]), "")


# --- reading names ----------------------------------------------------------------------


def _words(name: str) -> list[str]:
    return re.findall(r"[a-z]+", name.lower())


def _traits(name: str) -> Traits:
    words = set(_words(name))
    return frozenset(t for t, meant in TERRAIN_WORDS.items() if words.intersection(meant.split()))


def _first(table: Mapping[str, str], name: str) -> str:
    if name in table:
        return name
    words = set(_words(name))
    return next((style for style, meant in table.items() if words & set(meant.split())), "")


def _checked(look: Look, file: str) -> Look:
    """Names of a board may be strange, but what a style file says must be understood."""
    problems = []
    for name, value in look.terrain.items():
        known = {word for meant in TERRAIN_WORDS.values() for word in meant.split()}
        problems += [
            f"terrain {name!r}: unknown word {word!r}, expected {', '.join(TERRAIN_WORDS)}"
            for word in _words(value)
            if word not in known
        ]
    tables = (
        ("hexsides", look.hexsides, HEXSIDE_WORDS),
        ("networks", look.networks, NETWORK_WORDS),
        ("tags", look.tags, TAG_WORDS),
        ("zones", look.zones, ZONE_WORDS),
    )
    for layer, values, table in tables:
        problems += [
            f"{layer} {name!r}: unknown style {value!r}, expected {', '.join(table)}"
            for name, value in values.items()
            if value not in table
        ]
    problems += [
        f"skins {name!r}: {colour!r} is not a colour such as #b23f2e"
        for name, skin in look.skins.items()
        for colour in (skin.body, skin.band)
        if not re.fullmatch("#[0-9a-fA-F]{6}", colour)
    ]
    if problems:
        raise DataError(file, problems)
    return look


def check_names(look: Look, board: Board, file: str) -> None:
    """Refuse a look that speaks of names or hexes that its board does not have."""
    names = (
        ("terrain", look.terrain, set(board.terrain)),
        ("hexsides", look.hexsides, set(board.hexsides)),
        ("networks", look.networks, set(board.networks)),
        ("tags", look.tags, {tag for tags in board.tags.values() for tag in tags}),
        ("zones", look.zones, set(board.zones)),
    )
    problems = [
        f"{layer} {name!r}: the board has none"
        for layer, values, known in names
        for name in values
        if name not in known
    ]
    for land in look.lands:
        for text in (land.start, land.end):
            if not _has(board, text):
                problems.append(f"lands {land.name!r}: unknown hex {text}")
    if problems:
        raise DataError(file, problems)


def _has(board: Board, text: str) -> bool:
    try:
        board.grid.parse(text)
    except KeyError:
        return False
    return True
