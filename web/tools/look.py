"""Writes src/counters/look.json: what the client draws counters from, as `grognard.render` has it.

$ python web/tools/look.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from grognard.render.counters import MARKS, SIZES
from grognard.render.fonts import width
from grognard.render.skins import standard_skins
from grognard.render.symbols import ALIASES, PICTURES, SYMBOLS

TARGET = Path(__file__).parents[1] / "src" / "counters" / "look.json"
_LETTERS = [chr(code) for code in range(32, 127)]


def look() -> dict[str, Any]:
    """Symbols, marks and skins, and how wide letters are at size 1."""
    return {
        "symbols": {name: msgspec.to_builtins(symbol) for name, symbol in SYMBOLS.items()},
        "aliases": ALIASES,
        "pictures": {name: msgspec.to_builtins(symbol) for name, symbol in PICTURES.items()},
        "marks": MARKS,
        "sizes": SIZES,
        "skins": {name: msgspec.to_builtins(skin) for name, skin in standard_skins().items()},
        "widths": {c: round(width(c, "condensed bold", 100) / 100, 4) for c in _LETTERS},
    }


if __name__ == "__main__":
    TARGET.write_bytes(msgspec.json.format(msgspec.json.encode(look()), indent=1) + b"\n")
