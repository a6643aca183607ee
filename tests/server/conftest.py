from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share, each with games of its own."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home for a server of one's own."""
    return tmp_path / "home"
