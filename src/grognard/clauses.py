"""Clauses: the rules of a game as a numbered list, in our own words.

The list is what rule coverage is measured against, and what the page shows when a player
asks for a rule by its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from grognard.data import DataError, read_yaml
from grognard.decisions import RuleId

Kind = Literal["rule", "table", "example", "definition", "design-note", "ruling"]

#: Clauses of these kinds must be shown to work by a test.
TESTABLE: frozenset[Kind] = frozenset({"rule", "table", "example", "ruling"})


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One testable statement of the rules."""

    id: RuleId
    title: str
    says: str
    kind: Kind
    test: str = ""
    switch: str = ""

    @property
    def number(self) -> str:
        """The number that the rulebook prints: `11.2-4` belongs to 11.2."""
        return self.id.partition("-")[0]


class ClauseFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The list of a game, and the share of it that must be covered; it may only rise."""

    floor: int
    clauses: tuple[Clause, ...]


def load_clauses(data: Path) -> Mapping[RuleId, Clause]:
    """The clauses of a game by id, from `clauses.yaml` and, if there is one, `rulings.yaml`."""
    found: dict[RuleId, Clause] = {}
    for name in ("clauses.yaml", "rulings.yaml"):
        path = data / name
        if not path.exists():
            continue
        for clause in read_yaml(path, ClauseFile).clauses:
            if clause.id in found:
                raise DataError(name, [f"clause {clause.id!r}: this id is used twice"])
            found[clause.id] = clause
    return found


def load_floor(data: Path) -> int:
    """The percentage of testable clauses that must be covered."""
    return read_yaml(data / "clauses.yaml", ClauseFile).floor


def natural(rule: RuleId) -> tuple[tuple[int, str], ...]:
    """A sorting key that puts 9.2 before 11.1 and 7.3A after 7.3."""
    pieces = re.findall(r"\d+|\D+", rule)
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in pieces)
