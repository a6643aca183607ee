import sys
from pathlib import Path
from typing import Literal

import pytest

from grognard.server import folders
from grognard.server.cards import option_cards
from grognard.server.messages import OptionCard
from grognard.state import Options


class Switches(Options, frozen=True, kw_only=True):
    """Options of every kind."""

    #: What the sky
    #: is like.
    weather: Literal["fair", "foul"] = "fair"
    #: How long one plays.
    turns: int = 5
    night: bool = False
    motto: str = "onward"


def test_options_are_told_in_words() -> None:
    """Kind and default come from the type, the meaning from the comment over it."""
    assert list(option_cards(Switches)) == [
        OptionCard("weather", "What the sky is like.", "choice", "fair", ("fair", "foul")),
        OptionCard("turns", "How long one plays.", "number", 5),
        OptionCard("night", "", "switch", False),
        OptionCard("motto", "", "text", "onward"),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux has these folders")
def test_games_and_pictures_lie_where_the_machine_wants_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """GROGNARD_HOME before XDG, XDG before the usual place; a relative XDG folder counts not."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("GROGNARD_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert folders.data_folder() == tmp_path / ".local/share/grognard"
    assert folders.cache_folder() == tmp_path / ".cache/grognard"
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    assert folders.data_folder() == tmp_path / ".local/share/grognard"
    monkeypatch.setenv("XDG_DATA_HOME", "/there")
    assert folders.data_folder() == Path("/there/grognard")
    monkeypatch.setenv("GROGNARD_HOME", "/mine")
    assert folders.data_folder() == Path("/mine/data")
    assert folders.cache_folder() == Path("/mine/cache")
