"""What is known about a map: the table that a board is checked against.

A table of facts is YAML: hexes and hexsides that the rules name, where both sides set up,
which sources must supply them, which networks must hang together, and which places are so
well known that they must lie where they are.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import field

from grognard.data import read_yaml
from grognard.mapmaker.recipe import Strict


class HexFact(Strict, frozen=True):
    """A hex that the rules name, and what they say of it; `rule` is where they do."""

    hex: str
    rule: str
    place: str = ""
    tags: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    networks: tuple[str, ...] = ()
    edge: str = ""


class SideFact(Strict, frozen=True):
    """A hexside that the rules name: the layers that it has and those that it has not."""

    side: str
    rule: str
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


class SetUp(Strict, frozen=True):
    """Where a side sets up: land hexes, all of them in a zone and none in another.

    In one `scenario` no hex is set up in by two sides.
    """

    side: str
    hexes: str
    scenario: str = ""
    inside: str = ""
    outside: tuple[str, ...] = ()


class Supply(Strict, frozen=True):
    """A line of supply that must stand when the game begins.

    From the sources it runs along the networks of each stage, any distance, and then over
    `overland` hexes of land to everybody; layers in `barred` it crosses only by a network,
    and it never leaves the zone `within`.
    """

    side: str
    sources: str
    stages: tuple[tuple[str, ...], ...]
    overland: int
    reaches: str
    barred: tuple[str, ...] = ()
    within: str = ""


class Facts(Strict, frozen=True):
    """A whole table of facts."""

    map: str
    hexes: tuple[HexFact, ...] = ()
    hexsides: tuple[SideFact, ...] = ()
    setup: tuple[SetUp, ...] = ()
    supply: tuple[Supply, ...] = ()
    connected: tuple[str, ...] = ()
    well_known: tuple[str, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)


def read_facts(path: Path) -> Facts:
    """Read a table of facts; a `DataError` says where it is wrong."""
    return read_yaml(path, Facts)
