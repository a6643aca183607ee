"""The documentation does not drift: its examples are run, its tutorial makes The Ford."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine.pages import ROOT, TUTORIAL, blocks, files_in, files_of_ford, refreshed

pytest_plugins = ["pytester"]


def test_the_examples_of_the_architecture_page_are_true() -> None:
    """Every line of the examples gives what the page says."""
    path = ROOT / "docs" / "architecture.md"
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert failed == 0
    assert tried > 20


def test_the_examples_of_the_rule_test_page_pass(pytester: pytest.Pytester) -> None:
    """The page's blocks, one after the other, are a test module in which all passes."""
    page = (ROOT / "docs" / "rule-tests.md").read_text(encoding="utf-8")
    pytester.makepyfile("\n".join(blocks(page, "python")))
    done = pytester.runpytest_inprocess("-p", "grognard.pytest_plugin")
    done.assert_outcomes(passed=page.count("\ndef test_") + 1)


def test_the_tutorial_shows_every_file_of_the_fixture() -> None:
    """Each file of The Ford stands in the page as it is, and nothing else does."""
    shown = files_in(TUTORIAL.read_text(encoding="utf-8"))
    wanted = files_of_ford()
    assert sorted(shown) == sorted(wanted)
    for name, text in wanted.items():
        assert shown[name] == text, f"{name}: run python -m tests.engine.pages"


def test_the_tutorial_followed_literally_makes_a_game(tmp_path: Path) -> None:
    """The files written down as the page has them are a game that conforms, by the page's
    own command.
    """
    for name, text in files_in(TUTORIAL.read_text(encoding="utf-8")).items():
        path = tmp_path / "mygames" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "grognard.conformance", "mygames.ford", "--games", "1"]
    done = subprocess.run(
        [*command, "--every", "20"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1 games, ")


def test_a_page_can_be_refreshed() -> None:
    """Blocks with a title take the text of their file; all else stays."""
    page = 'Text.\n\n```python title="ford/a.py"\nold\n```\n\n```python\nx = 1\n```\n'
    fresh = refreshed(page, {"ford/a.py": "new\n"})
    assert fresh == page.replace("old", "new")
    assert files_in(fresh) == {"ford/a.py": "new\n"}
    assert blocks(fresh, "python") == ["new\n", "x = 1\n"]
