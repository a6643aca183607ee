"""A real server, a real Chromium, and a page that may not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.person import Person
from tests.browser.serving import PageServer

from grognard.server.folders import static_folder

#: A machine that does much else at once is slow, not wrong.
expect.set_options(timeout=30_000)

#: Sits somebody down at a page of its own: size of the window and settings of the browser.
Sit = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here drive a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def maps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures of maps are kept; workers of one test run share it."""
    return tmp_path_factory.mktemp("page").parents[1] / "maps"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, maps: Path) -> Iterator[PageServer]:
    """A server that all tests share, each with games of its own."""
    assert (static_folder() / "index.html").is_file(), "the client is not built: run `make test`"
    with PageServer(tmp_path_factory.mktemp("server"), maps) as running:
        running.draw_maps()
        yield running


@pytest.fixture
def own_server(tmp_path: Path, maps: Path) -> Iterator[PageServer]:
    """A server that a test may stop and start."""
    with PageServer(tmp_path / "home", maps) as running:
        yield running


@pytest.fixture
def sit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Sit]:
    """Open pages; when the test is over none of them may have complained."""
    people: list[Person] = []

    def sit_down(
        width: int = 1440, height: int = 900, *, server: PageServer | None = None, **settings: Any
    ) -> Person:
        settings = {"reduced_motion": "reduce", **settings}
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        house = server or request.getfixturevalue("server")
        people.append(Person(context, house.address))
        return people[-1]

    yield sit_down
    complaints = [complaint for person in people for complaint in person.complaints]
    for person in people:
        person.context.close()
    assert complaints == []


@pytest.fixture
def person(sit: Sit) -> Person:
    """Somebody at a page of the usual size."""
    return sit()
