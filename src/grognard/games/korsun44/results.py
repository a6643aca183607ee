"""5.2.1-f, E5, E11, E32 Whom the result of a combat concerns: losses, retreat, pursuit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.games.korsun44.advance import Lead, is_held
from grognard.games.korsun44.charts import Effect, Result
from grognard.games.korsun44.plan import Plan, defenders, exposed, is_helpless, is_rooted
from grognard.games.korsun44.retreat import Fled, Retreat, alive_of, can_go
from grognard.games.korsun44.standing import Standing, Users
from grognard.games.korsun44.stars import active_stars
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.turn import is_held_back
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Parties(Struct, frozen=True):
    """Both sides as they went into a combat: who shares losses and tests, where each stood, who
    used abilities. The `helpless` cannot retreat (5.1.9, 6.6.4).
    """

    plan: Plan
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    posts: Mapping[UnitId, HexId]
    users: Mapping[Side, tuple[Users, ...]]
    helpless: bool

    def of(self, side: Side) -> tuple[UnitId, ...]:
        """Who shares the losses of a side."""
        return self.attackers if side == self.plan.side else self.defenders

    def hexes(self, side: Side) -> tuple[HexId, ...]:
        """The hexes in which a side fought."""
        if side != self.plan.side:
            return self.plan.targets
        return tuple(dict.fromkeys(self.posts[unit] for unit in self.plan.units))


@rule("5.1.8", "6.3.4", "6.3.5", "9.1.4", "E1", "E32")
def parties_of(pos: Pos, plan: Plan) -> Parties:
    """Attackers, everybody in the attacked hexes who has not fought before, and guns next to the
    enemy.
    """
    enemy = pos.game.enemy(plan.side)
    attackers = (*plan.units, *exposed(pos, plan, plan.guns, plan.side))
    defending = (*defenders(pos, plan), *exposed(pos, plan, plan.cover, enemy))
    return Parties(
        plan,
        attackers,
        defending,
        posts={u: pos.unit(u).at for u in (*attackers, *defending, *sorted(plan.spared))},
        users={side: users_of(pos, plan, side) for side in pos.game.sides},
        helpless=is_helpless(pos, plan),
    )


@rule("15.1.7", "15.4.3", "E20")
def users_of(pos: Pos, plan: Plan, side: Side) -> tuple[Users, ...]:
    """The groups of which one must lose a level if the side loses any."""
    stars = tuple(dict.fromkeys(unit for unit, _ in active_stars(pos, plan, side)))
    groups: tuple[Users, ...] = (("15.1.7", stars), ("15.4.3", plan.declared(side).works))
    return tuple(group for group in groups if group[1])


def effect_on(plan: Plan, result: Result, side: Side) -> Effect:
    """One half of a result."""
    return result.attacker if side == plan.side else result.defender


# --- 5.3  going back -------------------------------------------------------------------------


@rule("5.3.1", "5.1.9", "6.2.4", "6.6.4", "15.2.1", "E1", "E31")
def order_back(pos: Pos, parties: Parties, side: Side, hexes: int) -> Retreat | None:
    """The retreat of a side: all who can move. HQs beside attackers go with them only."""
    plan = parties.plan
    if not hexes or (side != plan.side and parties.helpless):
        return None
    there = [u for hex_ in parties.hexes(side) for u in pos.at(hex_) if pos.owner(u) == side]
    along = _staffs(pos, there) if side == plan.side else ()
    going = alive_of(pos, plan.units) if side == plan.side else tuple(there)
    units = tuple(unit for unit in going if not is_rooted(pos, unit))
    bound = plan.spared.intersection(units)
    return Retreat(side=side, ordered=hexes, units=units, along=along, bound=bound)


@rule("5.3.7", "5.3.8", "7.3.6", "E5", "E22")
def price_of_standing(
    pos: Pos, parties: Parties, side: Side, hexes: int, fled: tuple[Fled, ...]
) -> Standing:
    """What each unit of a side fell short of. In Fixed Positions it is one less for who stays.
    Guns in combat set-up owe nothing while others can go, or have gone.
    """
    gone = {unit: group.hexes for group in fled for unit in group.units}
    alive = alive_of(pos, parties.of(side))
    fixed = pos.game.theatre.fixed if side != parties.plan.side else frozenset()
    short = {
        unit: hexes - (gone.get(unit) or int(parties.posts[unit] in fixed)) for unit in alive
    }  # fmt: skip
    movers = gone or any(can_go(pos, side, u, hexes) for u in alive if not is_rooted(pos, u))
    guns = frozenset(u for u in alive if pos.game.piece(u).is_artillery and is_rooted(pos, u))
    return Standing(
        side=side,
        shortfall={unit: number for unit, number in short.items() if number > 0},
        quiet=guns if movers else frozenset(),
        users=parties.users[side],
    )


# --- 5.4  following --------------------------------------------------------------------------


@rule("5.4.1", "5.4.3", "5.4.10", "6.2.4", "E6", "E11", "E12", "E34")
def leads_of(pos: Pos, parties: Parties, loser: Side, fled: tuple[Fled, ...]) -> tuple[Lead, ...]:
    """What may be followed: paths out of hexes that no regular unit or RG of the loser holds any
    more, and such hexes whose units were eliminated.
    """
    groups = [group for group in fled if pos.owner(group.units[0]) == loser]
    paths = [group.path for group in groups if not is_held(pos, loser, group.path[0])]
    left = {path[0] for path in paths}
    fallen = {parties.posts[u] for u in parties.of(loser) if not alive_of(pos, (u,))}
    emptied = [
        hex_
        for hex_ in parties.hexes(loser)
        if hex_ in fallen and hex_ not in left and not is_held(pos, loser, hex_)
    ]
    return tuple(Lead(path) for path in dict.fromkeys([*paths, *((hex_,) for hex_ in emptied)]))


@rule("5.4.1", "5.4.9", "6.3.4", "15.2.1", "D13", "E31")
def victors_of(
    pos: Pos, parties: Parties, side: Side, fled: tuple[Fled, ...]
) -> tuple[UnitId, ...]:  # fmt: skip
    """Who may follow: units that fought and did not go back, but no towed ones, RGs, HQs, and
    none whose front waits.
    """
    gone = {unit for group in fled for unit in group.units}
    fought = parties.plan.units if side == parties.plan.side else parties.defenders
    hexes, found = parties.hexes(side), []
    for unit in alive_of(pos, fought):
        piece = pos.game.piece(unit)
        moves = (piece.is_regular or piece.is_self_propelled) and not piece.is_towed
        if moves and unit not in gone and pos.unit(unit).at in hexes:
            found.append(unit)
    return tuple(unit for unit in found if not is_held_back(pos, unit))


@rule("D13", "E31")
def staffs_beside(pos: Pos, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The HQs that stand with units: they may go with them."""
    hexes = dict.fromkeys(pos.unit(unit).at for unit in units)
    staffs = _staffs(pos, (u for hex_ in hexes for u in pos.at(hex_)))
    return tuple(unit for unit in staffs if not is_held_back(pos, unit))


@rule("14.3.4")
def _staffs(pos: Pos, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """The HQs among some units, but for those that build a bridge."""
    return tuple(u for u in units if pos.game.piece(u).is_hq and not is_rooted(pos, u))
