import socket
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Grognard

from grognard.server import folders, run
from grognard.server.sqlite import SqliteStore

ADDRESS = "http://127.0.0.1:4711/"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """A built page in a home of its own; the addresses that the browser was sent to."""
    addresses: list[str] = []
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>", encoding="utf-8")
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(folders, "static_folder", lambda: static)
    monkeypatch.setattr("webbrowser.open", addresses.append)
    return addresses


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[run.Settings]:
    """What the server would have been run with, if it had been run."""
    settings: list[run.Settings] = []

    def serve(given: run.Settings, ready: Any) -> None:
        settings.append(given)
        ready(ADDRESS)

    monkeypatch.setattr(run, "serve", serve)
    return settings


def test_the_page_is_served_and_opened(
    grognard: Grognard, opened: list[str], served: list[run.Settings]
) -> None:
    """`make play` says where the page is and opens it; only this machine can reach it."""
    assert f"Grognard is at {ADDRESS}" in grognard("play").output
    assert opened == [ADDRESS]
    assert (served[0].host, served[0].port) == ("127.0.0.1", 0)


def test_a_game_may_be_named(
    grognard: Grognard, opened: list[str], served: list[run.Settings]
) -> None:
    """The page opens with the game that was named; one that is not there is not opened."""
    grognard("play", "duel")
    assert grognard("play", "dual").exit_code == 2
    assert opened == [f"{ADDRESS}?game=duel"]


def test_host_and_port_may_be_named(
    grognard: Grognard, opened: list[str], served: list[run.Settings]
) -> None:
    """A page for the whole house, on a port of one's choice, without opening a browser."""
    grognard("play", "--no-browser", "--host", "0.0.0.0", "--port", "4711")
    assert opened == []
    assert (served[0].host, served[0].port) == ("0.0.0.0", 4711)


def test_a_page_that_is_not_built_is_said_to_be_missing(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the built client nothing is started, and one is told how to build it."""
    monkeypatch.setattr(folders, "static_folder", lambda: tmp_path)
    answer = grognard("play")
    assert answer.exit_code == 2
    assert "npm run build" in answer.output
    assert "--text" in answer.output


def test_options_of_the_text_client_are_refused(grognard: Grognard, opened: list[str]) -> None:
    """What is chosen on the page is not chosen on the command line as well."""
    answer = grognard("play", "duel", "--seed", "7")
    assert answer.exit_code == 2
    assert "--text" in answer.output


def test_who_starts_it_twice_gets_the_page_that_is_there(
    grognard: Grognard, opened: list[str]
) -> None:
    """One server plays the games of a folder; a second start opens its page."""
    store = SqliteStore(folders.data_folder() / "plays.sqlite")
    (folders.data_folder() / "address").write_text(ADDRESS, encoding="utf-8")
    try:
        answer = grognard("play")
    finally:
        store.close()
    assert answer.exit_code == 0
    assert f"already at {ADDRESS}" in answer.output
    assert opened == [ADDRESS]


def test_a_port_that_is_taken_is_said_to_be(grognard: Grognard, opened: list[str]) -> None:
    """A port that somebody else listens on is named."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = grognard("play", "--port", port)
    assert answer.exit_code == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in answer.output
