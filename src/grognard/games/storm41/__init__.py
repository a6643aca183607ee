"""Operation Storm: what if the Red Army had attacked first, in June 1941.

The modules follow the sections of the rulebook: `units` is 2, `setup`, `deployment` and `effects`
are 3, `victory` 4, `turn` and `sequence` 5, `supply` 7, `going` 9, `charts` 12. `theatre` has what
the map says.
"""

from grognard.games.storm41.game import load

__all__ = ["load"]
