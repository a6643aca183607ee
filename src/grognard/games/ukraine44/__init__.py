"""Ukraine '44: Hube's Pocket, March and April 1944.

The modules follow the sections of the rulebook: `setup` (3), `victory` (4), `turn` (5),
`mask` (6), `zones` (7), `supply` (8), `reinforcements` (9), `movement` (10), `combat`,
`losses` and `retreat` (11), `tigers` (12).
"""

from grognard.games.ukraine44.game import load

__all__ = ["load"]
