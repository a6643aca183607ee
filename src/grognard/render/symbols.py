"""Unit symbols: what is drawn in the frame of a counter, as path data of our own.

The frame is 26 by 16 about the origin. A symbol has lines, solid parts and perhaps
letters. Games name symbols as they like: `find` knows the usual other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, Text, Type
from grognard.render.paths import box_path, circle_path

LINE = 1.35
FRAME = (-13.0, -8.0, 26.0, 16.0)


class Symbol(Struct, frozen=True):
    """Lines, solid parts, and letters with their size."""

    lines: str = ""
    solid: str = ""
    letters: str = ""
    size: float = 8.6


_CROSS = "M-13-8L13 8M13-8L-13 8"
_TRACK = "M-4.6-4.4H4.6A4.4 4.4 0 0 1 4.6 4.4H-4.6A4.4 4.4 0 0 1-4.6-4.4z"
_SLASH = "M-13 8L13-8"
_PEAK = "M-13 8L0-8L13 8"
_WHEELS = circle_path(-5.6, 9.9, 1.5) + circle_path(5.6, 9.9, 1.5)
_WINGS = "M-6 7.4Q-3 2.6 0 6.4Q3 2.6 6 7.4"
_WALL = "M-7 4.8V-4.2H-4.2V-1.6H-1.4V-4.2H1.4V-1.6H4.2V-4.2H7V4.8z"
_STAFF = "M-13 8V15.5"
_DISC = circle_path(0, 0, 3.1)

SYMBOLS: dict[str, Symbol] = {
    "infantry": Symbol(_CROSS),
    "armour": Symbol(_TRACK),
    "heavy armour": Symbol(_TRACK, box_path(-1.1, -4.4, 2.2, 8.8)),
    "mechanized": Symbol(_CROSS + _TRACK),
    "motorized": Symbol(_CROSS + _WHEELS),
    "cavalry": Symbol(_SLASH),
    "reconnaissance": Symbol(_SLASH + _TRACK),
    "artillery": Symbol(solid=_DISC),
    "motorized artillery": Symbol(_WHEELS, _DISC),
    "rocket artillery": Symbol(
        "M-4.6-.9L0-3.7L4.6-.9M-4.6-3.9L0-6.7L4.6-3.9", circle_path(0, 3.7, 2.5)
    ),
    "assault gun": Symbol(_TRACK, circle_path(0, 0, 2.0)),
    "anti-tank": Symbol(_PEAK),
    "tank destroyer": Symbol(_PEAK + _TRACK),
    "engineer": Symbol("M-7.5 4.5V-3.5H7.5V4.5M0-3.5V4.5"),
    "mountain": Symbol(_CROSS, "M0 1.6L4.6 8H-4.6z"),
    "airborne": Symbol(_CROSS + _WINGS),
    "light infantry": Symbol(_CROSS + "M-1.4-6.9V-3.4H1.5"),
    "ski": Symbol(_CROSS + "M-4.5 7.2L4.5 3.2M-4.5 3.2L4.5 7.2"),
    "anti-aircraft": Symbol("M-13 8C-13-2.5 13-2.5 13 8"),
    "headquarters": Symbol(_STAFF, letters="HQ"),
    "air": Symbol(
        solid="M0 0C3.5-5.4 10.6-5.2 10.6 0C10.6 5.2 3.5 5.4 0 0"
        "C-3.5-5.4-10.6-5.2-10.6 0C-10.6 5.2-3.5 5.4 0 0z"
    ),
    "supply": Symbol("M-13 4.2H13"),
    "security": Symbol(letters="SEC"),
    "garrison": Symbol(_WALL),
    "fortified region": Symbol(_WALL, circle_path(0, 1.8, 1.5)),
    "leader": Symbol(solid=circle_path(0, -3.1, 2.9) + "M-6.4 6.6C-6.4-.4 6.4-.4 6.4 6.6z"),
    "partisan": Symbol(solid="M0-5L6.2 5H-6.2z"),
    "bridging": Symbol("M-8-4.5L-5.2-1.6H5.2L8-4.5M-8 4.5L-5.2 1.6H5.2L8 4.5"),
    "unknown": Symbol(letters="?", size=12.5),
    "none": Symbol(),
}

#: Other words for the same symbols.
ALIASES: dict[str, str] = {
    "rifle": "infantry",
    "inf": "infantry",
    "foot": "infantry",
    "tank": "armour",
    "armor": "armour",
    "armoured": "armour",
    "panzer": "armour",
    "arm": "armour",
    "tiger": "heavy armour",
    "kv": "heavy armour",
    "heavy tank": "heavy armour",
    "mech": "mechanized",
    "mechanised": "mechanized",
    "mech rifle": "mechanized",
    "panzergrenadier": "mechanized",
    "mot": "motorized",
    "motorised": "motorized",
    "motorized infantry": "motorized",
    "cav": "cavalry",
    "recon": "reconnaissance",
    "art": "artillery",
    "rocket": "rocket artillery",
    "stug": "assault gun",
    "ag": "assault gun",
    "su": "tank destroyer",
    "self-propelled": "assault gun",
    "at": "anti-tank",
    "antitank": "anti-tank",
    "eng": "engineer",
    "sapper": "engineer",
    "pioneer": "engineer",
    "para": "airborne",
    "parachute": "airborne",
    "jaeger": "light infantry",
    "light": "light infantry",
    "flak": "anti-aircraft",
    "aa": "anti-aircraft",
    "hq": "headquarters",
    "depot": "supply",
    "sec": "security",
    "fort": "garrison",
    "fortress": "garrison",
    "": "none",
}


def _plain(name: str) -> str:
    return re.sub("[-_ ]+", " ", name.lower()).strip()


_KNOWN = {_plain(name): symbol for name, symbol in SYMBOLS.items()}
_KNOWN |= {_plain(name): SYMBOLS[meant] for name, meant in ALIASES.items()}


def find(name: str) -> Symbol:
    """The symbol that a name means; an unknown one is written in the frame."""
    plain = _plain(name)
    if plain.endswith(" hq"):
        return SYMBOLS["headquarters"]
    return _KNOWN.get(plain) or Symbol(letters=name[:3].upper())


def draw_symbol(name: str, *, broken: bool = False) -> Group:
    """Frame and symbol. A broken frame says that the identity is not known."""
    symbol = find(name)
    dash = (2.6, 1.7) if broken else ()
    frame = box_path(*FRAME)
    shapes: list[Shape] = [Path(frame, palette.FRAME)]
    shapes += _ink(symbol)
    shapes.append(Path(frame, stroke=Stroke(palette.INK, LINE, dash=dash, round=not broken)))
    return Group(tuple(shapes))


def _ink(symbol: Symbol) -> Iterable[Shape]:
    if symbol.lines:
        yield Path(symbol.lines, stroke=Stroke(palette.INK, LINE))
    if symbol.solid:
        yield Path(symbol.solid, palette.INK)
    if symbol.letters:
        type_ = Type("condensed bold", symbol.size, palette.INK, spacing=0.4)
        yield Text(symbol.letters, 0, symbol.size * 0.36, type_)


# --- pictures of markers ----------------------------------------------------------------

_CANOPY = "M-13 1A13 12.5 0 0 1 13 1Q8.7-2.6 4.4 1Q0-2.6-4.4 1Q-8.7-2.6-13 1z"
_LINES_TO_LOAD = "M-13 1L-2.6 11.5M13 1L2.6 11.5M-4.4 1L-1.2 11.5M4.4 1L1.2 11.5"

#: Solid and drawn parts of the large signs on markers.
PICTURES: dict[str, Symbol] = {
    "parachute": Symbol(_LINES_TO_LOAD, _CANOPY + box_path(-3.6, 11.2, 7.2, 5.4)),
    "railhead": Symbol("M-4-13L-7 13M4-13L7 13M-7.4-8H7.4M-8-2.6H8M-8.6 2.8H8.6M-9.2 8.2H9.2"),
    "pontoon": Symbol(
        "M-14 0H14",
        box_path(-11, -5, 4, 10, 1.6) + box_path(-2, -5, 4, 10, 1.6) + box_path(7, -5, 4, 10, 1.6),
    ),
    "bridge": Symbol("M-14-7L-9.5-3.4H9.5L14-7M-14 7L-9.5 3.4H9.5L14 7"),
    "fort": Symbol(solid="M-12 9V-8H-7.4V-3.6H-2.4V-8H2.4V-3.6H7.4V-8H12V9z"),
    "supply": Symbol(box_path(-11, -4, 22, 13) + "M-11-4L-6-9H16L11-4M16-9V4L11 9"),
    "bolt": Symbol(solid="M2.5-13L-8 2H-1L-2.5 13L8-2H1z"),
    "turn": Symbol("M-9-5A10.5 10.5 0 1 1-10 4M-9.5-11V-4.6H-3"),
    "mud": Symbol("M-12-6q4-4 8 0t8 0t8 0M-12 1q4-4 8 0t8 0t8 0".replace("t8 0", "q4 4 8 0")),
    "snow": Symbol("M0-12V12M-10.4-6L10.4 6M-10.4 6L10.4-6M-3-9L0-6L3-9M-3 9L0 6L3 9"),
}
