import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import DUEL, ROOT, Grognard, Shell
from tests.cli.duel import load as duel

from grognard import __version__, register
from grognard.data import DataError
from grognard.game import Game

COMMANDS = ("play", "games", "rules", "validate", "map", "render", "sim", "replay", "bench")


def test_help_names_every_command(shell: Shell) -> None:
    """`grognard --help` lists all commands and exits with 0."""
    answer = shell("--help")
    assert answer.returncode == 0
    assert all(f"\n  {name} " in answer.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, grognard: Grognard) -> None:
    """Each command has a help of its own."""
    answer = grognard(name, "--help")
    assert answer.exit_code == 0
    assert "Usage:" in answer.output


def test_help_loads_nothing_heavy() -> None:
    """What takes long to import is not imported before a command needs it."""
    program = "import sys, grognard.cli; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    heavy = {"numba", "PIL", "rich", "starlette", "grognard.lab.sim", "grognard.cli.text.client"}
    assert loaded & heavy == set()


def test_version(grognard: Grognard) -> None:
    """`--version` says the version of the package."""
    assert grognard("--version").output == f"grognard {__version__}\n"


def test_an_unknown_game_is_wrong_use(shell: Shell) -> None:
    """A slug that does not exist ends with 2 and names one that may be meant."""
    answer = shell("rules", "duell")
    assert answer.returncode == 2
    assert "there is no game 'duell'" in answer.stderr
    assert "did you mean 'duel'?" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_game_can_be_named_by_its_module(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of one's own needs no installation: its module is enough."""
    monkeypatch.delenv("GROGNARD_GAMES")
    assert grognard("rules", "duel").exit_code == 2
    assert grognard("rules", DUEL, "1.1-1").exit_code == 0
    monkeypatch.delenv("GROGNARD_GAMES")
    assert "The Duel" in grognard("--own", DUEL, "games").output


def test_a_module_that_is_not_there_is_wrong_use(grognard: Grognard) -> None:
    """A module that cannot be found is told as a sentence."""
    answer = grognard("rules", "tests.cli.nothing")
    assert answer.exit_code == 2
    assert "there is no module 'tests.cli.nothing'" in answer.output


def test_map_commands_are_those_of_the_map_maker(grognard: Grognard) -> None:
    """`grognard map` hands everything behind it to the map maker."""
    assert "build" in grognard("map", "--help").output
    assert grognard("map", "check", "no-such-map").exit_code == 1


def test_games_are_listed_with_their_scenarios(grognard: Grognard) -> None:
    """`grognard games` shows slug, title, scenarios, sides, turns and state."""
    answer = grognard("games")
    assert answer.exit_code == 0
    row = answer.output.splitlines()[1]
    expected = ("duel", "The Duel", "dawn: Dawn", "3", "Red, Blue", "4 rules")
    assert all(cell in row for cell in expected)
    assert "covered" not in answer.output


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(grognard: Grognard) -> None:
    """Wrong data is told in the row of the game that has it."""

    def load() -> Game[Any, Any]:
        raise DataError("units.yaml", ["unit '6GTC': unknown hex 99.99"])

    register("wreck", load)
    output = grognard("games").output
    assert "The Duel" in output
    assert "cannot be loaded: units.yaml: unit '6GTC': unknown hex 99.99" in output
    answer = grognard("play", "--text", "wreck")
    assert answer.exit_code == 1
    assert answer.output.startswith("units.yaml: unit '6GTC'")


def test_an_installation_without_games_says_so(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any game there is nothing to list or to play."""
    monkeypatch.delenv("GROGNARD_GAMES")
    assert "There are no games yet." in grognard("games").output
    assert grognard("play").exit_code == 2


# --- on a terminal -----------------------------------------------------------------------


@pytest.fixture
def terminal(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> Grognard:
    """The command as it behaves when a terminal is at its other end."""
    for module in ("play", "settings", "sim", "telling", "text.screen"):
        monkeypatch.setattr(f"grognard.cli.{module}.is_plain", lambda stream=None: False)
    return grognard


def test_a_terminal_gets_tables_with_lines(terminal: Grognard) -> None:
    """Where somebody looks, tables are drawn with lines and titles."""
    output = terminal("games").output
    assert "─" in output
    assert "Games" in output


def test_a_terminal_gets_a_progress_bar(
    terminal: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bar goes to the standard error, so that results can be piped."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # Rich looks for a terminal itself
    answer = terminal("sim", "duel", "--games", "3", "--json")
    assert answer.exit_code == 0
    assert [json.loads(line)["seed"] for line in answer.stdout.splitlines()] == [1, 2, 3]
    assert "3/3" in answer.stderr


def test_a_terminal_is_cleared_between_sides(terminal: Grognard) -> None:
    """Under fog the screen, and what could be scrolled back to, is erased."""
    answer = terminal("play", "--text", "duel", "--as", "red", typed="done\n\nquit\nquit\n")
    before, erased, rest = answer.output.partition("\x1b[2J\x1b[3J")
    assert erased
    assert "March a unit" in before
    assert "Blue decides" in rest


def test_a_terminal_is_asked_which_game(terminal: Grognard) -> None:
    """With several games and none named, the player picks one by number or name."""
    register("again", duel)
    for typed in ("2", "duel"):
        answer = terminal("play", "--text", typed=f"{typed}\nquit\n")
        assert "1) again: The Duel" in answer.output
        assert "March a unit" in answer.output


def test_plain_is_plain_on_a_terminal_too(tmp_path: Path) -> None:
    """On a real terminal tables are drawn; with --plain they are lines of text."""
    assert "─" in _on_a_terminal(tmp_path, "games")
    assert "─" not in _on_a_terminal(tmp_path, "--plain", "games")


def _on_a_terminal(folder: Path, *arguments: str) -> str:
    """What the command writes when a terminal is at its other end."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from grognard.cli import main; main()", *arguments]
    env = {**os.environ, "GROGNARD_GAMES": DUEL, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    subprocess.run(command, cwd=folder, env=env, stdin=theirs, stdout=theirs, check=True)
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            piece = b""
        if not piece:
            os.close(ours)
            return written.decode()
        written += piece
