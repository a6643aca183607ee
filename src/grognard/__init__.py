"""Grognard: operational hex-and-counter wargames with the rules fully enforced.

>>> import random
>>> import grognard
>>> game = grognard.load("ukraine44")        # doctest: +SKIP
>>> pos = game.start(seed=7)                 # doctest: +SKIP
>>> while not pos.outcome:                   # doctest: +SKIP
...     pos = pos.apply(random.choice(pos.actions()))
"""

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
