"""Red Parachutes: bridgeheads and airborne troops in the bend of the Dnepr, September 1943.

`units` has the counters, `charts` the tables (`chartfile` reads them), `theatre` what the map
says, `scenario` calendar, set-up and arrivals, `setup` the set-up itself, `sequence` the course
of play and `turn` what it remembers. `going` and `points` are what steps cost and units have,
`moving`, `movement`, `entry`, `limber`, `infiltration` movement, `zones` and `stacking` what
units do to hexes, `leaders`, `supply`, `status`, `bridgeheads`, `recovery`, `victory` the rules
of those names, `strengths` what units are worth, `effects` what happens to them; `mask` hides,
`page` shows.
"""

from grognard.games.kanev43.game import load

__all__ = ["load"]
