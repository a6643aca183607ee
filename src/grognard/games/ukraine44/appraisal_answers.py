"""The questions of Ukraine '44 that no other title asks, and what they are answered.

Each answer is a list of open actions with their worth in victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import Weighed
from grognard.decisions import DONE, PASS, Action, action
from grognard.games.ukraine44.combat import Advance
from grognard.games.ukraine44.losses import attack_of, defence_of, steps_left
from grognard.games.ukraine44.reinforcements import Arriving
from grognard.games.ukraine44.retreat import Retreat
from grognard.games.ukraine44.state import AXIS, Pos
from grognard.games.ukraine44.supply import RANGE, lines_of
from grognard.games.ukraine44.tigers import carrier_of
from grognard.games.ukraine44.victory import AIR_MARKER, TIGER
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import picture_of
from grognard.players.packages import Planner
from grognard.players.picture import Picture
from grognard.players.weigh import Desk

if TYPE_CHECKING:
    from grognard.games.ukraine44.appraisal import Appraisal44

#: So much must all attacks before movement promise, that the Soviets begin with them.
BARRAGE = 9.0


# --- movement and combat ------------------------------------------------------------------


def arrivals(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Enter where the unit is wanted most."""
    unit, found = pos.within(Arriving).unit, []
    for one in pos.actions():
        if one.verb == "place":
            picture = Picture(appraisal, pos.apply(one), pos.side)
            worth = picture.standing(picture.by_id[unit])[picture.index[one.arg]]
            found.append(Weighed(one, float(worth), "it arrives"))
    return found


def losses(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """The cheapest step, and none that takes a formation or its Tiger off the map."""
    from grognard.games.ukraine44.appraisal import price

    def worth(unit: UnitId) -> float:
        last = steps_left(pos, unit) == 1
        tiger = TIGER if pos.unit(unit).tiger else 0
        return 0.05 * steps_left(pos, unit) - price(pos, unit) - last * (1.0 + tiger)

    return [Weighed(one, worth(one.arg), "the cheapest loss") for one in pos.actions()]


def retreats(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Back to where the unit stands best, and its friends keep their lines."""
    desk, unit = Desk(appraisal, pos), pos.within(Retreat).unit
    field = desk.picture.standing(desk.picture.by_id[unit])
    return [
        Weighed(
            one,
            float(field[desk.picture.index[one.arg]]) - desk.harm(pos.apply(one)),
            "it stands best there",
        )
        for one in pos.actions()
    ]


def advances(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Whoever stands better there than here; into a victory city always."""
    step, desk = pos.within(Advance), Desk(appraisal, pos)
    prize = appraisal.prize(pos, step.side, step.target)
    found = [Weighed(PASS, 0.0, "no advance is safe")]
    for unit in step.units:
        field = desk.picture.standing(desk.picture.by_id[unit])
        there, here = (desk.picture.index[h] for h in (step.target, pos.unit(unit).at))
        harm = desk.harm(pos.apply(action("select", unit))) - desk.harm(pos)
        worth = float(field[there] - field[here]) + prize - harm
        found.append(Weighed(action("select", unit), worth, "it stands better there"))
    return found


# --- what is asked once a turn, or once a game --------------------------------------------


def order_of_phases(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """5.3: combat first if the attacks that stand ready promise much with artillery."""
    combat = action("choose", "combat")
    packages = Planner(appraisal, pos.apply(combat), pos.side).allocation()
    promise = sum(one.worth for one in packages) if pos.apply(combat).side == pos.side else 0.0
    return [
        Weighed(
            combat, promise - BARRAGE, "the attacks that stand ready promise much with artillery"
        ),
        Weighed(action("choose", "movement"), 0.0, "the troops should close up first"),
    ]


def ready(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """Set-up: the scenario's own placement, then go on."""
    return [
        Weighed(action("choose", "ready"), 2.0, "the ready set-up is sound"),
        Weighed(DONE, 1.0),
    ]


def decoys(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """6.4: under the strongest formations, which then look weakened."""
    found = [Weighed(DONE, 0.5)]
    for one in pos.actions():
        if one.verb == "decoy":
            found.append(Weighed(one, float(defence_of(pos, one.arg)), "it shall look weak"))
    return found


def tigers(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """12: attach what is free; take home what is with a formation out of supply."""

    def worth(one: Action) -> float:
        if one.verb == "select":
            return 2.0
        carrier = carrier_of(pos, one.arg)
        return 1.0 if carrier and pos.unit(carrier).supply == "out" else -1.0

    chosen = [one for one in pos.actions() if one.verb in ("select", "drop")]
    return [Weighed(DONE, 0.0), *(Weighed(one, worth(one)) for one in chosen)]


def carriers(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """The strongest panzers near the enemy."""
    picture = picture_of(appraisal, pos)

    def worth(unit: UnitId) -> float:
        away = float(picture.near_enemy[picture.index[pos.unit(unit).at]])
        return attack_of(pos, unit) - 1.5 * max(0.0, away - 2.0)

    joins = [one for one in pos.actions() if one.verb == "join"]
    return [Weighed(one, worth(one.arg), "they are the strongest near the enemy") for one in joins]


def air(appraisal: Appraisal44, pos: Pos) -> list[Weighed]:
    """8.14: where most steps without a line are in range, and no Soviet tank will come."""
    picture, lines, grid = picture_of(appraisal, pos), lines_of(pos, AXIS), pos.board.grid
    needy = [t for t in picture.friends if t.hex not in lines]
    steps = np.array([t.price * t.steps for t in needy])

    def worth(hex_: HexId) -> float:
        near = np.array([grid.distance(hex_, t.hex) <= RANGE for t in needy], bool)
        served = float(steps[near].sum()) if needy else 0.0
        away = float(picture.near_enemy[picture.index[hex_]])
        risk = AIR_MARKER * max(0.0, 6.0 - away) / 6.0
        return 0.15 * served - 0.5 * risk - 0.5

    found = [Weighed(PASS, 0.0, "it stays")]
    for one in pos.actions():
        if one.verb == "place":
            found.append(
                Weighed(one, worth(one.arg), "most of those without supply are in range there")
            )
        elif one.verb == "choose":
            found.append(Weighed(one, -worth(pos.state.air) - 1.0, "it is no use there"))
    return found


def named(name: str) -> Callable[[Appraisal44, Pos], list[Weighed]]:
    """The answer that is always the same."""
    return lambda appraisal, pos: [Weighed(action("choose", name), 1.0)]


ANSWERS: Mapping[str, Callable[[Appraisal44, Pos], list[Weighed]]] = {
    "tiger set-up": ready,
    "decoy set-up": decoys,
    "placement": ready,
    "soviet turn": order_of_phases,
    "arriving": arrivals,
    "tiger arriving": named("attach"),
    "losses": losses,
    "retreat": retreats,
    "advance": advances,
    "air supply": air,
    "tigers": tigers,
    "attaching": carriers,
    "city or air": named("air"),
}
