"""5.2.1 A combat: declarations, ratio, dice, losses, retreat, pursuit, tests (C6, E30)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import Side, rule, total
from grognard.engine import Sequence
from grognard.games.korsun44.advance import Pursuit
from grognard.games.korsun44.artillery import spend_support
from grognard.games.korsun44.charts import Result
from grognard.games.korsun44.declaring import (
    Cover,
    Declaration,
    Ground,
    choice_of_ground,
    choices,
    covering,
)
from grognard.games.korsun44.disorder import disorganise, fails, limit_of, stir, verdict
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.forecast import leftward
from grognard.games.korsun44.hq import use_rewards
from grognard.games.korsun44.losses import Losses, due
from grognard.games.korsun44.odds import Odds, odds_of, result_of
from grognard.games.korsun44.plan import Declared, Plan, firm
from grognard.games.korsun44.results import (
    Parties,
    effect_on,
    leads_of,
    order_back,
    parties_of,
    price_of_standing,
    staffs_beside,
    victors_of,
)
from grognard.games.korsun44.retreat import Fled, alive_of
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.strength import deciding_hex
from grognard.games.korsun44.supply import raise_want
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import doing, listed

# --- C6  declarations ------------------------------------------------------------------------


@rule("6.3.3", "C6")
def cover(battle: Battle, hand: Deal) -> None:
    """The defender names supporting guns."""
    side = hand.game.enemy(battle.side)
    if battle.is_first(hand) and covering(hand.now, side, battle.plan):
        hand.push(Cover(side=side, plan=battle.plan))


@rule("5.5.3", "E13")
def ground(battle: Battle, hand: Deal) -> None:
    """Between equal hexes he chooses the ground."""
    if battle.is_first(hand) and choice_of_ground(hand.now, battle.plan):
        hand.push(Ground(side=hand.game.enemy(battle.side), plan=battle.plan))


@rule("15.1.6", "15.4.2", "C6")
def attacker_declares(battle: Battle, hand: Deal) -> None:
    """First the attacker."""
    battle.ask_side(hand, battle.side)


@rule("15.1.6", "15.4.2", "C6")
def defender_declares(battle: Battle, hand: Deal) -> None:
    """Then the defender, who knows what the attacker uses."""
    battle.ask_side(hand, hand.game.enemy(battle.side))


@rule("5.2.1-b", "5.2.1-c", "5.2.1-d", "8.2.2", "9.1.6", "C6", "F12")
def reckon(battle: Battle, hand: Deal) -> None:
    """The ratio and its modifiers; what was used up for it is gone."""
    pos, plan = hand.now, battle.plan
    odds, target = odds_of(pos, plan), deciding_hex(pos, plan)
    hand.become(battle.but(odds=odds, parties=parties_of(pos, plan)))
    for side in (plan.side, pos.game.enemy(plan.side)):
        if plan.declared(side).rewards:
            use_rewards(hand, side, target, plan.declared(side).rewards)
    own_guns = [u for hex_ in plan.targets for u in firm(pos, plan, hex_)]
    guns = [u for u in own_guns if pos.game.piece(u).is_artillery]
    hand.note(Engagement, fired=(*guns, *plan.cover))
    stir(hand, plan.cover)
    spend_support(hand, plan.side, plan.targets)
    _tell(battle, hand, odds)


def _tell(battle: Battle, hand: Deal, odds: Odds) -> None:
    plan, charts = battle.plan, hand.game.charts
    units = (*plan.units, *plan.guns)
    before, column = charts.column(odds.before), charts.column(odds.rung)
    hand.tell(
        "shown",
        f"{{who}} {doing(units, 'attacks', 'attack')} {{place}}: {{attack}} against {{defence}}, "
        f"{{before}}{', modified to {column}' * (before != column)}.",
        rule="5.2.1-b",
        side=battle.side,
        parts=(*odds.attack, *odds.defence, *odds.attacker, *leftward(odds.defender), *odds.dice),
        units=units,
        hexes=plan.targets,
        who=listed(units),
        place=listed([*map(hand.game.board.called, plan.targets)]),
        attack=total(odds.attack),
        defence=total(odds.defence),
        before=before,
        column=column,
    )


@rule("5.2.1-e")
def throw(battle: Battle, hand: Deal) -> None:
    """Two dice, once."""
    if battle.result is None:
        hand.roll("combat", 2, side=battle.side, place=battle.plan.targets[0])


# --- E30  what comes of it -------------------------------------------------------------------


@rule("5.2.1-f", "5.1.8", "E30")
def attacker_pays(battle: Battle, hand: Deal) -> None:
    """Losses first, the attacker's before the defender's."""
    battle.charge(hand, battle.side)


@rule("5.2.1-f", "5.1.8", "E30")
def defender_pays(battle: Battle, hand: Deal) -> None:
    """Both are taken, whatever the other has lost."""
    battle.charge(hand, hand.game.enemy(battle.side))


@rule("5.2.1-f", "5.3.1", "E30")
def go_back(battle: Battle, hand: Deal) -> None:
    """Then the side that is ordered back goes, or stands."""
    if battle.is_first(hand):
        side, hexes = battle.ordered(hand)
        order = order_back(hand.now, battle.met, side, hexes)
        if order is not None and order.units:
            hand.push(order)


@rule("5.3.7", "E5", "E30")
def stand(battle: Battle, hand: Deal) -> None:
    """Who did not go as far as ordered pays."""
    side, hexes = battle.ordered(hand)
    if hexes and battle.is_first(hand):
        price = price_of_standing(hand.now, battle.met, side, hexes, battle.fled)
        hand.push(price.but(hits=battle.hits))


@rule("5.2.1-f", "5.4.1", "E30")
def attacker_follows(battle: Battle, hand: Deal) -> None:
    """Then the attacker pursues or advances."""
    battle.follow(hand, battle.side)


@rule("5.4.1", "E30")
def defender_follows(battle: Battle, hand: Deal) -> None:
    """Or the defender, behind beaten attackers."""
    battle.follow(hand, hand.game.enemy(battle.side))


@rule("5.2.1-g", "5.6.1", "E1", "E9", "E10")
def shake(battle: Battle, hand: Deal) -> None:
    """At last whoever is disorganised at once, and the tests that are due."""
    if not battle.is_first(hand):
        return
    met, result = battle.met, battle.outcome
    if result.attacker.disorganised:
        disorganise(hand, met.attackers, None, rule="5.6.1")
    if result.defender.disorganised:
        disorganise(hand, (*met.defenders, *sorted(battle.plan.spared)), None, rule="5.6.1")
    now = hand.top
    assert isinstance(now, Battle)
    hand.become(now.but(tests=tests_of(battle)))


@rule("5.2.1-g", "5.3.9", "5.6.1", "E8")
def tests_of(battle: Battle) -> tuple[tuple[UnitId, ...], ...]:
    """A test of the attackers for a dot, and one of each group for each hex that it fled after
    the first.
    """
    dots = [battle.met.attackers] if battle.outcome.attacker.test else []
    paths = [group.units for group in battle.fled for _ in range(group.hexes - 1)]
    return (*dots, *paths)


def steady(pos: Pos, units: tuple[UnitId, ...]) -> bool:
    """Is there nobody among some units who is tested: are they dead, HQs or RGs (E31)?"""
    return all(limit_of(pos, unit) is None for unit in alive_of(pos, units))


@rule("5.2.1-g", "5.6.2", "E8", "E30")
def test(battle: Battle, hand: Deal) -> None:
    """One throw for each test, while anybody is left to be tested."""
    tests = [units for units in battle.tests if not steady(hand.now, units)]
    if tests != list(battle.tests):
        hand.become(battle.but(tests=tuple(tests)))
    if tests:
        place = hand.unit(alive_of(hand.now, tests[0])[0]).at
        hand.roll("disorganisation", 2, side=hand.now.owner(tests[0][0]), place=place)


@rule("10.2.4", "10.2.5", "G14")
def count_want(battle: Battle, hand: Deal) -> None:
    """Units out of supply that were beaten, or attacked in vain, want more."""
    met, plan = battle.met, battle.plan
    attacked = [u for u in alive_of(hand.now, met.defenders) if met.posts[u] in plan.targets]
    if battle.outcome.defender.retreat:
        for unit in attacked:
            raise_want(hand, unit, rule="10.2.4")
    elif attacked:
        for unit in alive_of(hand.now, plan.units):
            raise_want(hand, unit, rule="10.2.4")


class Battle(Sequence, tag="battle"):
    """A combat to which the attacker is bound; what was found out and done so far."""

    title = "Combat"
    plan: Plan
    #: The last stage that has done its part.
    visited: str = ""
    odds: Odds | None = None
    parties: Parties | None = None
    result: Result | None = None
    #: Units that have lost levels, groups that went back, and tests that are due.
    hits: tuple[UnitId, ...] = ()
    fled: tuple[Fled, ...] = ()
    tests: tuple[tuple[UnitId, ...], ...] = ()

    stages = (cover, ground, attacker_declares, defender_declares, reckon, throw, attacker_pays,
              defender_pays, go_back, stand, attacker_follows, defender_follows, shake, test,
              count_want)  # fmt: skip

    # --- what the stages ask -------------------------------------------------------------

    @property
    def met(self) -> Parties:
        """Both sides as they went in."""
        assert self.parties is not None
        return self.parties

    @property
    def outcome(self) -> Result:
        """The result of the dice."""
        assert self.result is not None
        return self.result

    def is_first(self, hand: Deal) -> bool:
        """Is a stage called for the first time? It is not afterwards."""
        first = self.visited != self.stage
        if first:
            hand.become(self.but(visited=self.stage))
        return first

    def ask_side(self, hand: Deal, side: Side) -> None:
        """A side declares, if it has anything to declare."""
        step = Declaration(side=side, plan=self.plan)
        if self.is_first(hand) and choices(hand.now, step):
            hand.push(step)

    def charge(self, hand: Deal, side: Side) -> None:
        """A side takes its losses."""
        number = effect_on(self.plan, self.outcome, side).loss
        if number and self.is_first(hand):
            units, users = self.met.of(side), self.met.users[side]
            account = due(side, number, units, rule="5.1.8", shares=users)
            hand.push(Losses(side=side, account=account))

    def ordered(self, hand: Deal) -> tuple[Side, int]:
        """The side that is ordered back, and how far."""
        enemy = hand.game.enemy(self.side)
        back = self.outcome.attacker.retreat
        return (self.side, back) if back else (enemy, self.outcome.defender.retreat)

    def follow(self, hand: Deal, side: Side) -> None:
        """A side may follow, if there is anybody left and anything to be followed."""
        if not self.is_first(hand):
            return
        pos = hand.now
        leads = leads_of(pos, self.met, pos.game.enemy(side), self.fled)
        units = victors_of(pos, self.met, side, self.fled)
        if leads and units:
            along = staffs_beside(pos, units)
            hand.push(Pursuit(side=side, leads=leads, units=units, along=along))

    # --- what the stages learn -----------------------------------------------------------

    @rule("16.1.3", "C6")
    def hear_cover(self, hand: Deal, guns: tuple[UnitId, ...]) -> None:
        """Guns that support lie open before the attacker declares."""
        hand.note(Engagement, shown=guns)
        hand.become(self.but(plan=replace(self.plan, cover=guns)))

    def hear_ground(self, hand: Deal, hex_: HexId) -> None:
        hand.become(self.but(plan=replace(self.plan, ground=hex_)))

    def hear_attacker_declares(self, hand: Deal, declared: Declared) -> None:
        hand.become(self.but(plan=replace(self.plan, attacker=declared)))

    def hear_defender_declares(self, hand: Deal, declared: Declared) -> None:
        hand.become(self.but(plan=replace(self.plan, defender=declared)))

    @rule("5.2.1-e", "5.2.1-f", "T-combat", "9.2.1")
    def hear_throw(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """The result is read under the final column."""
        assert self.odds is not None
        result = result_of(hand.now, self.odds, sum(dice))
        hand.become(self.but(result=result))
        hand.tell("combat", "A roll of {sum} at {column}: {result}.", rule="5.2.1-f",
                  side=self.side, dice=dice, parts=self.odds.dice, hexes=self.plan.targets,
                  sum=sum(dice), column=hand.game.charts.column(self.odds.rung),
                  attacker=result.attacker.text, defender=result.defender.text,
                  result=result.words)  # fmt: skip

    def hear_attacker_pays(self, hand: Deal, hits: tuple[UnitId, ...]) -> None:
        hand.become(self.but(hits=(*self.hits, *hits)))

    def hear_defender_pays(self, hand: Deal, hits: tuple[UnitId, ...]) -> None:
        hand.become(self.but(hits=(*self.hits, *hits)))

    def hear_go_back(self, hand: Deal, fled: tuple[Fled, ...]) -> None:
        hand.become(self.but(fled=fled))

    def hear_stand(self, hand: Deal, hits: tuple[UnitId, ...]) -> None:
        hand.become(self.but(hits=hits))

    @rule("5.6.2", "E8")
    def hear_test(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Each unit of the test compares the throw with its own limit."""
        units = alive_of(hand.now, self.tests[0])
        failed = [unit for unit in units if fails(hand.now, unit, sum(dice))]
        hand.become(self.but(tests=self.tests[1:]))
        hand.tell("test", "A test of {who}: {sum}, {verdict}.", rule="5.6.2", dice=dice,
                  units=units, side=hand.now.owner(units[0]), who=listed(units), sum=sum(dice),
                  verdict=verdict(failed))  # fmt: skip
        disorganise(hand, failed, None, rule="5.6.2")
