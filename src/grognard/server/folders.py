"""Where games and pictures are kept on the user's machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: Set: everything is kept below this folder.
HOME = "GROGNARD_HOME"


def data_folder() -> Path:
    """The folder of what must not be lost: games in progress."""
    return _folder("data", "XDG_DATA_HOME", ".local/share", "Library/Application Support")


def cache_folder() -> Path:
    """The folder of what can be made again: pictures of maps."""
    return _folder("cache", "XDG_CACHE_HOME", ".cache", "Library/Caches")


def static_folder() -> Path:
    """The folder of the built client."""
    return Path(__file__).parents[1] / "static"


def _folder(kind: str, variable: str, usual: str, mac: str) -> Path:
    own = os.environ.get(HOME)
    if own:
        return Path(own).absolute() / kind
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Grognard" / kind
    if sys.platform == "darwin":
        return Path.home() / mac / "Grognard"
    given = os.environ.get(variable, "")
    base = Path(given) if given.startswith("/") else Path.home() / usual
    return base / "grognard"
