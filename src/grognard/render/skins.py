"""Skins: the colours of counters by name, and the ink that can be read on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from grognard.data import read_yaml
from grognard.faces import Skin
from grognard.render import palette
from grognard.render.vision import contrast

#: Names that are not in the list are drawn in this one.
PLAIN = Skin("#d8d2c4", "#8c8474")


@lru_cache(maxsize=1)
def standard_skins() -> Mapping[str, Skin]:
    """The skins that every game may use."""
    return read_yaml(Path(__file__).with_name("skins.yaml"), dict[str, Skin])


def ink_on(colour: str) -> str:
    """Cream or ink, whichever reads better."""
    return max((palette.CREAM, palette.INK), key=lambda ink: contrast(ink, colour))
