"""Grognard: operational hex-and-counter wargames with the rules fully enforced.

import random
import grognard

game = grognard.load("ukraine44")
pos = game.start(seed=7)
while not pos.outcome:
    pos = pos.apply(random.choice(pos.actions()))
print(pos.outcome)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.decisions import Action, IllegalAction, Part, Refusal
    from grognard.registry import available, load, register
    from grognard.session import Session

__version__ = "0.1.0"
__all__ = [
    "Action",
    "IllegalAction",
    "Part",
    "Refusal",
    "Session",
    "available",
    "load",
    "register",
]

_HOMES = {
    "decisions": ("Action", "IllegalAction", "Part", "Refusal"),
    "registry": ("available", "load", "register"),
    "session": ("Session",),
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: the command line starts without it all."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"grognard.{module}"), name)
    raise AttributeError(f"module 'grognard' has no attribute {name!r}")
