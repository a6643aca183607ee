"""Korsun 1944: the pocket of Korsun-Cherkassy, 24 January to 17 February 1944.

Data: `units` has the counters (1.2, 1.3, 15), `charts` the tables, `theatre` what the map says,
`scenario` the set-up lists, the schedule and the notes, `setup` the set-up itself.

Turns: `turn`, `moments` and `sequence` (2); `going`, `points`, `tolls`, `moving`, `movement`,
`deeds` and `entry` (3, 11, 12); `zones`, `stacking`, `control` (3.2, 4); `works` (7), `bridges`
(14); `supply` and `supplying` (10); `victory`.

Combat: `engagement` and `combat` are the phase, `duties` who must fight (5.1); `plan`, `strength`,
`modifiers`, `stars`, `odds`, `forecast` the ratio (1.5, 5.5, 13, 15); `declaring` and `battle` a
combat, `losses`, `retreat`, `standing`, `advance`, `results` what comes of it, `disorder`
disorganisation (5.2 - 5.6); `artillery` and `fire` (6); `missions`, `air`, `crossing`,
`interdiction` (8); `hq` (9). `fighting` lists the steps of all these.

`masking` and `belief` are what each side may know (16); `page`, `tally` and `overlays` show it.
"""

from grognard.games.korsun44.game import load

__all__ = ["load"]
