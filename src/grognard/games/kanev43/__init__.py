"""Red Parachutes: bridgeheads and airborne troops in the bend of the Dnepr, September 1943.

`units` has the counters, `charts` the tables (`chartfile` reads them), `theatre` what the map
says, `scenario` calendar, set-up and arrivals, `setup` the set-up itself, `sequence` the course
of play and `turn` what it remembers. The Initial Segment is in `initial` and `replacements`, the
Status Phase in `status`, `bridgeheads` and `supply`, then `engineering`. Movement is `going` and
`points` (what steps cost and units have), `moving`, `movement`, `entry`, `limber`, `crossing`,
`infiltration`, `airborne`, `drops`; `zones` and `stacking` are what units do to hexes. Guns fire
in `bombardment` by `artillery`. The Combat Phase is `combat`, before it `search`; who takes part
is `plan`, guns are `support`, leaders `leading`; `armour`, `odds`, `modifiers` and `morale` are
its numbers, which `forecast` adds up beforehand; `battle` fights, `aftermath` (with `losses`,
`setback`, `standfast`, `retreat` and `advance`) follows, then `breakthrough`. `leaders`,
`recovery` and `victory` are the rules of those names, `strengths` what units are worth, `effects`
what happens to them; `complaints` says what cannot be, `mask` hides, `belief` guesses what is
hidden, `page` and `overlays` show.
"""

from grognard.games.kanev43.game import load

__all__ = ["load"]
