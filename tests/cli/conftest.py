import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from typer.testing import CliRunner, Result

from grognard import registry

ROOT = Path(__file__).resolve().parents[2]
DUEL = "tests.cli.duel"

Grognard = Callable[..., Result]
Shell = Callable[..., CompletedProcess[str]]


@pytest.fixture
def grognard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Grognard:
    """The command in this process, in an empty folder, with the duel as the only game."""
    monkeypatch.setenv("GROGNARD_GAMES", DUEL)
    monkeypatch.setattr(registry, "_loaders", {})
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_shipped", lambda *, finished: [])
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> Result:
        from grognard.cli import app

        return CliRunner().invoke(app, arguments, input=typed)

    return run


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """The real command in a process of its own, in an empty folder."""

    def run(*arguments: str, typed: str = "") -> CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from grognard.cli import main; main()", *arguments],
            cwd=tmp_path,
            env={**os.environ, "GROGNARD_GAMES": DUEL, "PYTHONPATH": str(ROOT)},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
