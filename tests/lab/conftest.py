import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.fixture.ford import load as load_ford
from typer.testing import CliRunner, Result

from grognard import registry
from grognard.lab.match import Match, bouts_of, play_bout
from grognard.lab.results import Result as GameResult

ROOT = Path(__file__).resolve().parents[2]
FORD = "tests.fixture.ford"

Grognard = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def ford(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Ford can be played, in this process and in those that it starts."""
    monkeypatch.setenv("GROGNARD_GAMES", FORD)
    monkeypatch.setattr(registry, "_loaders", dict(registry._loaders))
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    registry.register("ford", load_ford)


@pytest.fixture
def grognard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Grognard:
    """The command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Result:
        from grognard.cli import app

        return CliRunner().invoke(app, arguments)

    return run


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """The real command in a process of its own, in an empty folder; ended if it still runs."""
    begun: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", "from grognard.cli import main; main()", *arguments],
            cwd=tmp_path,
            env={**os.environ, "GROGNARD_GAMES": FORD, "PYTHONPATH": _with_root()},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A run in the background ignores Ctrl-C, and so would what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


def _with_root() -> str:
    return os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))


@pytest.fixture(scope="session")
def played() -> list[GameResult]:
    """Six real games of The Ford, two entrants with sides swapped."""
    registry.register("ford", load_ford)
    match = Match(
        game="ford",
        scenario=next(iter(load_ford().scenarios)),
        entrants=("random", "random@nodes=9"),
        games=6,
    )
    results = [play_bout(bout).result for bout in bouts_of(match)]
    return [result for result in results if result is not None]
