"""8.3 - 8.9 A combat that both sides are bound to, in the order of R-68."""

from __future__ import annotations

from grognard.decisions import COMMIT, STAND, Action, Decision, Offer, Panel, rule, total
from grognard.engine import Phase, Sequence
from grognard.games.ukraine43.advance import Advance
from grognard.games.ukraine43.charts import HIGH, REPULSED, Result
from grognard.games.ukraine43.charts import Advance as Reach
from grognard.games.ukraine43.displacement import displace_lone_leaders
from grognard.games.ukraine43.forecast import second_panel
from grognard.games.ukraine43.losses import eliminate
from grognard.games.ukraine43.odds import (
    Plan,
    attackers,
    defenders,
    magnitude_parts,
    odds_of,
    rerolls_sixes,
)
from grognard.games.ukraine43.results import (
    Losses,
    Verdict,
    attacker_dues,
    defender_dues,
    read_dice,
    stakes_of,
)
from grognard.games.ukraine43.retreat import Retreat, disrupt, withdraw_guards_artillery
from grognard.games.ukraine43.stacking import friends
from grognard.games.ukraine43.state import Deal, Pos
from grognard.games.ukraine43.turn import CombatPhase
from grognard.games.ukraine43.variable import adjustment, varies
from grognard.hexes import HexId
from grognard.mechanics.losses import Account
from grognard.pieces import UnitId
from grognard.words import doing, listed

#: The die that is rolled again (9.10-3).
SIX = 6


def left_of(pos: Pos, plan: Plan) -> Plan:
    """The plan with those attackers that are still on the map."""
    alive = tuple(u for u in plan.units if pos.unit(u).at in pos.board.grid)
    return Plan(plan.side, plan.targets, alive, plan.air, plan.guns, plan.spared, plan.varied)


def places(pos: Pos, plan: Plan) -> str:
    """How people speak of the targets."""
    return listed([pos.board.called(hex_) for hex_ in plan.targets])


# --- 8.3 step four  the dice --------------------------------------------------------------


def throw(round_: Round, hand: Deal) -> None:
    """As many dice as the magnitude says, the primary one first."""
    if not round_.faces:
        dice = magnitude_parts(hand.now, round_.plan, zhukov=round_.zhukov)
        hand.roll("combat", total(dice), side=round_.side, place=round_.plan.targets[0])


@rule("9.10-3", "9.10-4", "R-58")
def throw_again(round_: Round, hand: Deal) -> None:
    """Sixes of a Soviet attack without enough Guards, once."""
    sixes = round_.faces.count(SIX)
    if sixes and not round_.again and rerolls_sixes(hand.now, round_.plan):
        hand.roll("re-roll", sixes, side=round_.side, place=round_.plan.targets[0])


@rule("8.3-4", "8.4-5", "8.4-6", "R-57")
def read(round_: Round, hand: Deal) -> None:
    """What the dice mean."""
    pos, plan, faces = hand.now, round_.plan, round_.final
    verdict = read_dice(pos, stakes_of(pos, plan, round_.column, zhukov=round_.zhukov), faces)
    hand.tell(
        "combat",
        f"{doing(faces, 'Die', 'Dice')} {{faces}} at {{column}}: {{result}}; "
        f"losses {{attacker}} and {{defender}}.{_again(round_.again)}",
        rule=pos.game.charts.results[verdict.result].rule,
        side=round_.side,
        dice=(*round_.faces, *round_.again),
        hexes=plan.targets,
        units=plan.units,
        faces=", ".join(map(str, faces)),
        column=round_.column,
        result=verdict.result,
        attacker=verdict.attacker,
        defender=verdict.defender,
    )
    hand.become(round_.but(verdict=verdict))


def _again(dice: tuple[int, ...]) -> str:
    """What is said of dice that were rolled again."""
    if not dice:
        return ""
    return f" {doing(dice, 'A six was', 'Sixes were')} rolled again."


@rule("8.3-4", "R-68")
def attacker_pays(round_: Round, hand: Deal) -> None:
    """The losses of the attacker come first."""
    if not round_.paid:
        hand.become(round_.but(paid=True))
        dues = attacker_dues(hand.now, round_.plan, round_.verdict)
        if dues:
            hand.push(Losses(side=round_.side, account=Account(dues)))


def defender_pays(round_: Round, hand: Deal) -> None:
    """Then those of the defender."""
    if not round_.charged:
        hand.become(round_.but(charged=True))
        dues = defender_dues(hand.now, round_.plan, round_.verdict.defender)
        if dues:
            enemy = hand.game.enemy(round_.side)
            hand.push(Losses(side=enemy, account=Account(dues)))


class Round(Sequence, tag="round"):
    """Dice and losses of an attack; with Zhukov there may be a second round (26.1D)."""

    plan: Plan
    column: str
    zhukov: bool = False
    faces: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    verdict: Verdict = Verdict("C")
    paid: bool = False
    charged: bool = False

    stages = (throw, throw_again, read, attacker_pays, defender_pays)

    @property
    def final(self) -> tuple[int, ...]:
        """The faces with the sixes replaced that were rolled again."""
        fresh = iter(self.again)
        return tuple(next(fresh) if f == SIX and self.again else f for f in self.faces)

    def hear_throw(self, hand: Deal, faces: tuple[int, ...]) -> None:
        hand.become(self.but(faces=faces))

    def hear_throw_again(self, hand: Deal, faces: tuple[int, ...]) -> None:
        hand.become(self.but(again=faces))

    def finish(self, hand: Deal) -> None:
        hand.pop(self.verdict.result)


# --- R-68  the stages ---------------------------------------------------------------------


@rule("29-1", "29-2", "29-3", "29-4", "29-5", "R-52", "R-109")
def vary_defence(battle: Battle, hand: Deal) -> None:
    """Option 29: a die of the defender for every target of some strength."""
    plan = battle.plan
    due = [hex_ for hex_ in plan.targets if varies(hand.now, plan, hex_)]
    if due and not plan.varied:
        enemy = hand.game.enemy(battle.side)
        hand.roll("variable defence", len(due), side=enemy, place=plan.targets[0])


@rule("8.3-0", "8.3-1a", "8.3-1c", "8.3-2a", "8.3-2c", "8.8A", "R-68", "R-72")
def reckon(battle: Battle, hand: Deal) -> None:
    """Odds and shifts; an automatic repulse or a High Odds Attack is settled here."""
    if battle.result or battle.high or battle.column:
        return
    pos, plan = hand.now, battle.plan
    odds = odds_of(pos, plan)
    hand.tell(
        "attack",
        f"{{who}} {doing(plan.units, 'attacks', 'attack')} {{place}} with {{attack}} against "
        f"{{defence}}, {{odds}}{', shifted by {shift:+d}' if total(odds.shifts) else ''}.",
        rule="8.3-1a",
        side=battle.side,
        parts=(*odds.attack, *odds.defence, *odds.shifts),
        hexes=plan.targets,
        units=plan.units,
        who=listed(plan.units),
        place=places(pos, plan),
        attack=total(odds.attack),
        defence=total(odds.defence),
        odds=odds.label,
        shift=total(odds.shifts),
    )
    if odds.column == HIGH:
        hand.become(battle.but(high=True))
        overwhelm(hand, plan)
    elif not odds.column:
        hand.become(battle.but(result=REPULSED))
        dues = attacker_dues(pos, plan, Verdict(REPULSED, primary=1))
        hand.push(Losses(side=battle.side, account=Account(dues)))
    else:
        hand.become(battle.but(column=odds.column))


@rule("8.8A", "8.8C", "13.1C-4", "R-25", "R-72")
def overwhelm(hand: Deal, plan: Plan) -> None:
    """A High Odds Attack eliminates everything in the hex, without dice or loss."""
    for hex_ in plan.targets:
        for unit in friends(hand.now, hand.game.enemy(plan.side), hex_):
            eliminate(hand, unit, "8.8C")


def first_round(battle: Battle, hand: Deal) -> None:
    """The dice; now Zhukov is used."""
    if battle.column and not battle.result:
        if battle.zhukov:
            hand.note(CombatPhase, zhukov_used=True)
        hand.push(Round(side=battle.side, plan=battle.plan, column=battle.column,
                        zhukov=battle.zhukov))  # fmt: skip


@rule("8.1-4", "26.1D-1", "R-58")
def ask_again(battle: Battle, hand: Deal) -> None:
    """On C or EX Zhukov's attack may be made once more, if anyone is left on both sides."""
    pos, plan = hand.now, left_of(hand.now, battle.plan)
    there = any(defenders(pos, plan, hex_) for hex_ in plan.targets)
    open_ = battle.zhukov and battle.result in ("C", "EX") and battle.again is None
    if open_ and battle.column and there and attackers(pos, plan):
        hand.push(SecondAttack(side=battle.side, plan=plan, column=battle.column))


@rule("26.1D-2", "26.1D-3", "R-58")
def second_round(battle: Battle, hand: Deal) -> None:
    """The same odds, by those who are left; magnitude and Guards are counted anew."""
    if battle.again:
        plan = left_of(hand.now, battle.plan)
        hand.become(battle.but(again=False))
        hand.push(Round(side=battle.side, plan=plan, column=battle.column, zhukov=True))


@rule("8.5-AR", "11.2B", "R-74")
def repulse(battle: Battle, hand: Deal) -> None:
    """AR disrupts all who attacked."""
    if battle.result == REPULSED:
        disrupt(hand, left_of(hand.now, battle.plan).units, "11.2B")


@rule("9.7-1", "9.7-3", "10.1A-1", "R-34")
def hold_cities(battle: Battle, hand: Deal) -> None:
    """On DR the units in a city may stay, all of the hex or none; who had fled there, too."""
    enemy = hand.game.enemy(battle.side)
    for hex_ in battle.plan.targets:
        asked = hex_ in battle.stood or hex_ in battle.left
        city = battle.result == "DR" and hand.game.board.has(hex_, "city")
        if city and not asked and friends(hand.now, enemy, hex_):
            hand.push(HoldCity(side=enemy, hex=hex_))
            return


@rule("8.5-DR", "8.5-DR1", "8.5-DRX", "8.5-DR2X-1", "10.1A-0", "10.4-2", "13.3-2", "R-25", "R-39",
      "R-114")  # fmt: skip
def retreats(battle: Battle, hand: Deal) -> None:
    """Each hex retreats by itself; who has retreated in this phase is eliminated instead."""
    if not battle.drives_out(hand.now):
        return
    enemy = hand.game.enemy(battle.side)
    left = [hex_ for hex_ in battle.plan.targets if hex_ not in battle.stood]
    for hex_ in left:
        others = tuple(h for h in left if h != hex_)
        for unit in battle.plan.spared.intersection(friends(hand.now, enemy, hex_)):
            eliminate(hand, unit, "10.4-2")
        withdraw_guards_artillery(hand, enemy, hex_, others)
        units = tuple(friends(hand.now, enemy, hex_))
        if units:
            hand.push(Retreat(side=enemy, start=hex_, units=units, emptied=others))
            return


@rule("26.3-2", "R-60")
def leaders_flee(battle: Battle, hand: Deal) -> None:
    """Leaders whose hex was vacated and who did not go along are displaced."""
    if battle.fled:
        return
    hand.become(battle.but(fled=True))
    for hex_ in battle.plan.targets:
        displace_lone_leaders(hand, hand.game.enemy(battle.side), hex_)


@rule("8.5-EX-2", "10.5-2", "12.1-1", "12.4", "R-25", "R-30", "R-73")
def advance(battle: Battle, hand: Deal) -> None:
    """Surviving attackers may follow into a hex that is empty now."""
    reach = battle.reach(hand.now)
    if battle.advanced or reach == "none" or battle.mobile:
        return
    enemy = hand.game.enemy(battle.side)
    vacated = tuple(h for h in battle.plan.targets if not friends(hand.now, enemy, h))
    units = left_of(hand.now, battle.plan).units
    if vacated and units:
        hand.become(battle.but(advanced=True))
        hand.push(Advance(side=battle.side, units=units, vacated=vacated, short=reach == "hex"))


@rule("10.5-1", "10.5-2", "R-86")
def fall_back(battle: Battle, hand: Deal) -> None:
    """After AR the attackers of each hex may retreat, all of them or none."""
    if battle.result != REPULSED:
        return
    units = left_of(hand.now, battle.plan).units
    for hex_ in dict.fromkeys(hand.unit(unit).at for unit in units):
        if hex_ not in battle.asked:
            stack = tuple(u for u in units if hand.unit(u).at == hex_)
            hand.become(battle.but(asked=(*battle.asked, hex_), plan=_without(battle.plan, stack)))
            hand.push(Retreat(side=battle.side, start=hex_, units=stack, free=True))
            return


def _without(plan: Plan, units: tuple[UnitId, ...]) -> Plan:
    """The plan without units that are done."""
    others = tuple(u for u in plan.units if u not in units)
    return Plan(plan.side, plan.targets, others, plan.air, plan.guns, plan.spared, plan.varied)


class Battle(Sequence, tag="battle"):
    """A combat, or with `mobile` a Mobile Assault."""

    title = "Combat"
    plan: Plan
    zhukov: bool = False
    mobile: bool = False
    column: str = ""
    high: bool = False
    result: Result | None = None
    #: Is Zhukov's second attack to be made? None: not asked yet.
    again: bool | None = None
    stood: tuple[HexId, ...] = ()
    left: tuple[HexId, ...] = ()
    fled: bool = False
    advanced: bool = False
    #: Attacking hexes that were asked to fall back.
    asked: tuple[HexId, ...] = ()

    stages = (vary_defence, reckon, first_round, ask_again, second_round, repulse, hold_cities,
              retreats, leaders_flee, advance, fall_back)  # fmt: skip

    def drives_out(self, pos: Pos) -> bool:
        """Must the defender retreat?"""
        return self.result is not None and pos.game.charts.results[self.result].retreat > 0

    def reach(self, pos: Pos) -> Reach:
        """How far attackers may advance."""
        if self.high:
            return "full"
        return pos.game.charts.results[self.result].advance if self.result else "none"

    def hear_vary_defence(self, hand: Deal, faces: tuple[int, ...]) -> None:
        hand.become(self.but(plan=adjustment(hand.now, self.plan, faces)))

    def hear_first_round(self, hand: Deal, result: Result) -> None:
        hand.become(self.but(result=result))

    def hear_ask_again(self, hand: Deal, wanted: bool) -> None:
        hand.become(self.but(again=wanted))

    def hear_second_round(self, hand: Deal, result: Result) -> None:
        hand.become(self.but(result=result))

    def hear_hold_cities(self, hand: Deal, answer: tuple[bool, HexId]) -> None:
        stays, hex_ = answer
        hand.become(self.but(stood=(*self.stood, hex_)) if stays
                    else self.but(left=(*self.left, hex_)))  # fmt: skip

    def hear_retreats(self, hand: Deal, units: tuple[UnitId, ...] | None) -> None:
        """Who has retreated is remembered for the phase (10.4); Mobile Assaults do not count."""
        if units and not self.mobile:
            hand.note(CombatPhase, retreated=units)

    def finish(self, hand: Deal) -> None:
        hand.pop(self.result or HIGH)


# --- questions ----------------------------------------------------------------------------


class SecondAttack(Phase, tag="second attack"):
    """26.1D: does Zhukov's attack go on?"""

    title = "Zhukov"
    plan: Plan
    column: str

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Attack {places(pos, self.plan)} again, or break off.",
            rule="26.1D-1",
            panel=lambda pos: second_panel(pos, self.plan, self.column),
            offers=(Offer("commit"), Offer("pass")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop(action == COMMIT)


class HoldCity(Phase, tag="hold city"):
    """9.7: do the defenders of a city stay?"""

    title = "City"
    hex: HexId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Hold {pos.board.called(self.hex)}, or retreat.",
            rule="9.7-1",
            waiting="The defender decides whether to hold the city.",
            panel=lambda pos: Panel(
                units=tuple(friends(pos, self.side, self.hex)), hexes=(self.hex,)
            ),
            offers=(Offer("stand"), Offer("pass")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        stays = action == STAND
        if stays:
            hand.tell("held", "The defenders hold {place}.", rule="9.7-1", side=self.side,
                      hexes=(self.hex,), place=hand.game.board.called(self.hex))  # fmt: skip
        hand.pop((stays, self.hex))
