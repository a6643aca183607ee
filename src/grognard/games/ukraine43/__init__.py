"""Ukraine '43: from the Mius and Belgorod to the Dnieper, August to November 1943.

The modules follow the sections of the rulebook. `turn` and `sequence` are 3, `supply` 14,
`air` 15, `replacements` 16, `railheads` 17, `weather` 25, `central_front` 27, `dam` 28,
`victory` 30.
"""

from grognard.games.ukraine43.game import load

__all__ = ["load"]
