"""The pytest plug-in of rule coverage.

A test marked `@pytest.mark.rule("ukraine44", "11.2-1", "11.2-4")` shows these clauses. At
the end of a run the results are merged into a file that `grognard rules` reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.coverage import RESULTS, TestResult, read_results

_PROPERTY = "grognard_rules"


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known and, where results are gathered, start gathering them."""
    config.addinivalue_line(
        "markers", "rule(game, *clauses): the test shows these clauses of a game's rules"
    )
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Collector(config), "grognard-rule-results")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Write the marks where reports carry them, across processes too."""
    for item in items:
        for mark in item.iter_markers("rule"):
            if len(mark.args) < 2:
                raise pytest.UsageError(f"{item.nodeid}: mark rule(game, clause, ...)")
            item.user_properties.append((_PROPERTY, list(mark.args)))


class _Collector:
    """Gathers the results of marked tests and writes them down at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.path = config.rootpath / RESULTS
        self.results: dict[tuple[str, str], TestResult] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test passes when its set-up, call and tear-down do."""
        for name, value in report.user_properties:
            if name == _PROPERTY and (report.when == "call" or report.failed):
                game, *clauses = _texts(value)
                key = (report.nodeid, game)
                kept = self.results.get(key)
                passed = report.passed and (kept is None or kept.passed)
                merged = {*clauses, *(kept.clauses if kept else ())}
                self.results[key] = TestResult(report.nodeid, game, tuple(sorted(merged)), passed)

    def pytest_sessionfinish(self) -> None:
        """Merge with what earlier runs of other tests have shown. What a test has shown with
        other parameters goes, too: they may have been renamed.
        """
        ran = {_unparametrized(test) for test, _ in self.results}
        results = read_results(self.path)
        earlier = [result for result in results if _unparametrized(result.test) not in ran]
        kept = [result for result in earlier if _is_there(self.path.parent, result.test)]
        if self.results or kept:
            merged = sorted([*kept, *self.results.values()], key=lambda r: (r.test, r.game))
            self.path.write_bytes(msgspec.json.format(msgspec.json.encode(merged)))


def _is_there(root: Path, test: str) -> bool:
    """Is there still a test of this name? One that was deleted or renamed shows nothing."""
    file, _, name = _unparametrized(test).partition("::")
    function = name.rpartition("::")[2]
    path = root / file
    return path.is_file() and f"def {function}(" in path.read_text(encoding="utf-8")


def _unparametrized(test: str) -> str:
    return test.partition("[")[0]


def _texts(value: Any) -> list[str]:
    return [str(part) for part in value]
