"""Operation Storm: what if the Red Army had attacked first, in June 1941.

The modules follow the sections of the rulebook: `units` is 2, `setup`, `deployment` and `effects`
are 3, `victory` 4, `turn`, `sequence`, `air` and `reserve` 5, `stacking` 6, `supply` 7, `entry` 8,
`going`, `moving`, `movement` and `mobile_assault` 9, `combat`, `differential`, `battle`, `losses`,
`advance` and `forecast` 10 with `top` and `mask` for its fog, `artillery` and `airborne` 11,
`charts` 12. `theatre` has what the map says, `presence` who is on it, `belief` makes a position out
of what a side sees, `page` and `overlays` show it.
"""

from grognard.games.storm41.game import load

__all__ = ["load"]
