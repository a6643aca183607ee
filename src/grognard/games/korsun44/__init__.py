"""Korsun 1944: the pocket of Korsun-Cherkassy, 24 January to 17 February 1944.

`units` has the counters (1.2, 1.3, 15), `charts` the tables, `theatre` what the map says,
`scenario` the set-up lists, the schedule and the notes, `setup` the set-up itself, `going`
what steps cost (3.1), `zones` zones of control and stacking (3.2, 4.1); `page` shows it.
"""

from grognard.games.korsun44.game import load

__all__ = ["load"]
