"""Operation Storm: what if the Red Army had attacked first, in June 1941.

The modules follow the sections of the rulebook. `units` is 2, `setup` and `deployment` 3, `turn`
5, `charts` 12; `theatre` has what the map says.
"""

from grognard.games.storm41.game import load

__all__ = ["load"]
