"""Coverage of the rules: which clause is enforced where, and which tests show it.

A clause is covered when a test marked with its id has passed. The tests' results are
written by the pytest plug-in (`grognard.pytest_plugin`); where the code cites a clause is
read from the source itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.clauses import TESTABLE, Clause, load_floor, natural
from grognard.decisions import RuleId
from grognard.game import Game

#: Where the plug-in leaves the results of the tests, beside the project file.
RESULTS = Path(".rule-results.json")

#: Keywords and functions that take the id of a clause.
_CITING_KEYWORDS = frozenset({"rule", "rules"})
_CITING_CALLS = frozenset({"deny", "rule", "Bar", "Wish", "Due"})


class TestResult(Struct, frozen=True):
    """A marked test: the clauses that it shows, and whether it passed."""

    __test__ = False

    test: str
    game: str
    clauses: tuple[RuleId, ...]
    passed: bool


class Covered(Struct, frozen=True):
    """A clause with the places that enforce it and the tests that show it."""

    clause: Clause
    code: tuple[str, ...]
    passed: tuple[str, ...]
    failed: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Must this clause be shown by a test?"""
        return self.clause.kind in TESTABLE

    @property
    def covered(self) -> bool:
        """Do tests show it, and do all of them pass?"""
        return bool(self.passed) and not self.failed

    @property
    def state(self) -> str:
        """In one word."""
        if not self.counts:
            return self.clause.kind
        if self.failed:
            return "failing"
        return "covered" if self.passed else "missing"


class Report(Struct, frozen=True):
    """The coverage of one game."""

    game: str
    floor: int
    rows: tuple[Covered, ...]
    strangers: tuple[str, ...]

    @property
    def counting(self) -> int:
        """How many clauses must be shown by a test."""
        return sum(row.counts for row in self.rows)

    @property
    def tested(self) -> bool:
        """Has a test of any clause been run here?"""
        return any(row.passed or row.failed for row in self.rows)

    @property
    def percent(self) -> float:
        """The share of testable clauses that are covered."""
        covered = sum(row.covered for row in self.rows if row.counts)
        return 100 * covered / self.counting if self.counting else 100.0

    def problems(self) -> list[str]:
        """What makes the check fail, in sentences."""
        found = [f"{self.game}: {stranger}" for stranger in self.strangers]
        failing = [row.clause.id for row in self.rows if row.state == "failing"]
        if failing:
            found.append(f"{self.game}: tests fail for {', '.join(failing)}")
        if self.percent < self.floor:
            found.append(
                f"{self.game}: {self.percent:.1f} % of the clauses are covered, "
                f"the floor is {self.floor} %"
            )
        return found


def report(game: Game[Any, Any], results: Iterable[TestResult]) -> Report:
    """The coverage of a game by these results."""
    assert game.folder is not None
    cited = citations(game.folder)
    tested = [result for result in results if result.game == game.slug]
    rows = tuple(
        _row(clause, cited.get(clause.id, ()), tested)
        for clause in sorted(game.clauses.values(), key=lambda c: natural(c.id))
    )
    unknown = [
        f"{place} cites {rule}, which is no clause"
        for rule, places in sorted(cited.items())
        if rule not in game.clauses
        for place in places
    ]
    unknown += [
        f"{result.test} is marked with {rule}, which is no clause"
        for result in tested
        for rule in result.clauses
        if rule not in game.clauses
    ]
    return Report(game.slug, load_floor(game.folder / "data"), rows, tuple(unknown))


def _row(clause: Clause, code: Iterable[str], results: list[TestResult]) -> Covered:
    mine = [result for result in results if clause.id in result.clauses]
    return Covered(
        clause,
        tuple(code),
        tuple(result.test for result in mine if result.passed),
        tuple(result.test for result in mine if not result.passed),
    )


def read_results(path: Path = RESULTS) -> list[TestResult]:
    """The results of the last test runs; none if there were none."""
    return msgspec.json.decode(path.read_bytes(), type=list[TestResult]) if path.exists() else []


# --- where the code cites a clause -------------------------------------------------------


def citations(folder: Path) -> dict[RuleId, tuple[str, ...]]:
    """Every clause that a game's modules cite, with module and function."""
    found: dict[RuleId, list[str]] = {}
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for rule, place in _cited_in(tree, path.stem):
            places = found.setdefault(rule, [])
            if place not in places:
                places.append(place)
    return {rule: tuple(places) for rule, places in found.items()}


def _cited_in(node: ast.AST, place: str) -> Iterator[tuple[RuleId, str]]:
    for child in ast.iter_child_nodes(node):
        inner = place
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{place}.{child.name}"
        yield from ((rule, inner) for rule in _ids_of(child))
        yield from _cited_in(child, inner)


def _ids_of(node: ast.AST) -> Iterator[RuleId]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _called(decorator) == "rule":
                yield from _texts(decorator.args)
    elif isinstance(node, ast.Call):
        if _called(node) in _CITING_CALLS and _called(node) != "rule":
            yield from _texts(node.args[:1])
        for keyword in node.keywords:
            if keyword.arg in _CITING_KEYWORDS:
                yield from _texts([keyword.value])


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.search(r"\d", node.value):
                yield node.value
        elif isinstance(node, ast.Tuple | ast.List):
            yield from _texts(node.elts)
