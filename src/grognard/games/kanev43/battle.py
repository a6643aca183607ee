"""R-48 A combat: surprise, morale, strengths, leaders, dice; then what follows of it."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import Action, Decision, Offer, Part, Side, rule, total
from grognard.engine import Phase, Sequence
from grognard.games.kanev43.aftermath import Aftermath
from grognard.games.kanev43.armour import armour_of
from grognard.games.kanev43.artillery import spend
from grognard.games.kanev43.charts import Result
from grognard.games.kanev43.fight import Fight
from grognard.games.kanev43.forecast import forecast_panel
from grognard.games.kanev43.leading import succeeds, trying
from grognard.games.kanev43.modifiers import engineers_of, leader_parts
from grognard.games.kanev43.morale import failing, levels_of
from grognard.games.kanev43.odds import Odds, odds_of
from grognard.games.kanev43.plan import Levels, Plan, may_surprise
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.support import still_fires
from grognard.pieces import UnitId
from grognard.words import doing, listed

#: The name under which a level waits until both are chosen.
_LEVEL = "morale"
_DICE = 2


# --- CBT-6 to CBT-8  surprise -------------------------------------------------------------------


@rule("CBT-6", "R-47")
def surprise(battle: Battle, hand: Deal) -> None:
    """A die, without anybody having to ask for it."""
    if not battle.tried and may_surprise(hand.now, battle.plan):
        hand.become(battle.but(tried=True))
        hand.roll("surprise", side=battle.side, place=battle.plan.target)


# --- CBT-18 to CBT-21  morale -------------------------------------------------------------------


@rule("CBT-18", "R-50")
def attacker_level(battle: Battle, hand: Deal) -> None:
    """The attacker chooses first; nobody sees it yet."""
    if not battle.chosen:
        hand.become(battle.but(chosen=True))
        levels = tuple(levels_of(hand.now, battle.plan, battle.side))
        hand.push(MoraleLevel(side=battle.side, levels=levels))


@rule("CBT-18", "R-50")
def defender_level(battle: Battle, hand: Deal) -> None:
    """Then the defender, who does not know what the attacker has chosen."""
    if battle.plan.levels is None:
        enemy = hand.game.enemy(battle.side)
        levels = tuple(levels_of(hand.now, battle.plan, enemy))
        hand.push(MoraleLevel(side=enemy, levels=levels))


@rule("CBT-19", "R-50")
def attacker_morale(battle: Battle, hand: Deal) -> None:
    """One die for all attackers, if one of them is below the level."""
    battle.check(hand, battle.side)


@rule("CBT-19", "R-50")
def defender_morale(battle: Battle, hand: Deal) -> None:
    """One die for all defenders."""
    battle.check(hand, hand.game.enemy(battle.side))


# --- CBT-11 to CBT-15  strengths ----------------------------------------------------------------


@rule("R-07", "ART-1", "ART-4", "R-49")
def reckon(battle: Battle, hand: Deal) -> None:
    """Strengths and levels but for leaders; then the guns have fired. Below the lowest odds the
    attack is called off.
    """
    if battle.odds is not None:
        return
    pos, plan = hand.now, battle.plan
    guns = tuple(gun for gun in plan.guns if still_fires(pos, gun, plan.target))
    cover = tuple(gun for gun in plan.cover if still_fires(pos, gun, plan.target))
    fired = replace(plan, guns=guns, doubled=plan.doubled.intersection(guns), cover=cover)
    odds = odds_of(pos, fired)
    hand.become(battle.but(odds=odds, plan=fired))
    _tell_odds(hand, fired, odds)
    for gun in guns:
        spend(hand, gun, doubled=gun in plan.doubled)


def _tell_odds(hand: Deal, plan: Plan, odds: Odds) -> None:
    """What everybody hears of the strengths, and of the guns that were written down."""
    ours, theirs = total(odds.attack), total(odds.defence)
    text = "{ours} against {theirs} at {place}."
    if odds.start < 0:
        text = "{ours} against {theirs} at {place}: the attack is called off."
    hand.tell("odds", text, rule="CBT-13" if odds.start >= 0 else "R-07", side=plan.side,
              parts=(*odds.attack, *odds.defence), units=(*plan.units, *plan.guns, *plan.cover),
              hexes=(plan.target,), ours=ours, theirs=theirs,
              place=hand.game.board.called(plan.target))  # fmt: skip


# --- leaders and dice ---------------------------------------------------------------------------


@rule("CBT-29", "LDR-15", "R-57")
def lead(battle: Battle, hand: Deal) -> None:
    """A die for each leader who was named and is near."""
    left = [u for u in trying(hand.now, battle.plan) if u not in battle.rolled]
    if battle.is_on and left:
        hand.become(battle.but(rolled=(*battle.rolled, left[0])))
        hand.roll("leader in combat", side=hand.game.owners[left[0]], place=battle.plan.target)


def throw(battle: Battle, hand: Deal) -> None:
    """Two dice."""
    if battle.is_on and battle.result is None:
        hand.roll("combat", _DICE, side=battle.side, place=battle.plan.target)


def follow(battle: Battle, hand: Deal) -> None:
    """Losses and all that comes after them, also for an attack that was called off."""
    if not battle.followed:
        hand.become(battle.but(followed=True))
        fight = fight_of(hand.now, battle.plan, called_off=not battle.is_on)
        hand.push(Aftermath(side=battle.side, fight=fight, result=battle.result))


@rule("CBT-7", "CBT-16", "CBT-27", "CBT-28", "R-07", "R-47", "R-49", "R-54")
def fight_of(pos: Pos, plan: Plan, *, called_off: bool = False) -> Fight:
    """Who met whom, and what binds the losses. Guns of a defence that surprise has made void, or
    that met no attack, throw no die for ammunition.
    """
    found = armour_of(pos, plan)
    return Fight(
        side=plan.side,
        target=plan.target,
        attackers=plan.attackers,
        defenders=plan.defenders,
        failed=tuple(sorted(plan.failed)),
        excess=plan.excess,
        guns=plan.guns,
        doubled=tuple(gun for gun in plan.guns if gun in plan.doubled),
        cover=() if plan.surprise or called_off else plan.cover,
        engineers=engineers_of(pos, plan),
        armour=found.best if found.outgunned_by else (),
        outgunned=found.is_outgunned,
    )


class Battle(Sequence, tag="battle"):
    """A combat; what was found out and done so far."""

    title = "Combat"
    plan: Plan
    tried: bool = False
    chosen: bool = False
    checked: tuple[Side, ...] = ()
    odds: Odds | None = None
    rolled: tuple[UnitId, ...] = ()
    result: Result | None = None
    followed: bool = False

    stages = (
        surprise,
        attacker_level,
        defender_level,
        attacker_morale,
        defender_morale,
        reckon,
        lead,
        throw,
        follow,
    )

    @property
    def is_on(self) -> bool:
        """Is it fought, and not called off?"""
        return self.odds is not None and self.odds.start >= 0

    @rule("CBT-7", "CBT-8")
    def hear_surprise(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """A 1 or 2 makes guns of the defence void."""
        success = dice[0] <= hand.game.charts.limit("surprise_die")
        hand.become(self.but(plan=replace(self.plan, surprise=success)))
        text = "The attack on {place} is a surprise." if success else "No surprise at {place}."
        self.tell(hand, "surprise", text, "CBT-7" if success else "CBT-8", dice)

    def hear_attacker_level(self, hand: Deal, level: int) -> None:
        hand.hide(self.side, _LEVEL, level)

    @rule("CBT-18", "R-50")
    def hear_defender_level(self, hand: Deal, level: int) -> None:
        """Both are shown together."""
        levels = Levels(hand.open(self.side, _LEVEL), level)
        hand.become(self.but(plan=replace(self.plan, levels=levels)))
        self.tell(hand, "morale", "Morale {ours} against {theirs} at {place}.", "CBT-18", (),
                  ours=levels.attacker, theirs=levels.defender)  # fmt: skip

    def check(self, hand: Deal, side: Side) -> None:
        """A die, if it can make anybody fail."""
        if side not in self.checked and failing(hand.now, self.plan, side, 1):
            hand.become(self.but(checked=(*self.checked, side)))
            hand.roll("morale", side=side, place=self.plan.target)

    def hear_attacker_morale(self, hand: Deal, dice: tuple[int, ...]) -> None:
        self.settle(hand, self.side, dice)

    def hear_defender_morale(self, hand: Deal, dice: tuple[int, ...]) -> None:
        self.settle(hand, hand.game.enemy(self.side), dice)

    @rule("CBT-19", "CBT-21", "R-49")
    def settle(self, hand: Deal, side: Side, dice: tuple[int, ...]) -> None:
        """Who is too far below the level fails."""
        failed = failing(hand.now, self.plan, side, dice[0])
        hand.become(self.but(plan=replace(self.plan, failed=self.plan.failed | failed)))
        names = sorted(failed)
        text = "Nobody fails at {place}."
        if names:
            text = f"{{names}} {doing(names, 'fails', 'fail')} at {{place}}."
        hand.tell("morale", text, rule="CBT-21", side=side, dice=dice, units=names,
                  hexes=(self.plan.target,), names=listed(names) if names else "",
                  place=hand.game.board.called(self.plan.target))  # fmt: skip

    @rule("CBT-29", "LDR-17", "R-57")
    def hear_lead(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Not above his tactical value he moves the odds."""
        leader = self.rolled[-1]
        success = succeeds(hand.now, leader, dice[0])
        if success:
            hand.become(self.but(plan=replace(self.plan, led=(*self.plan.led, leader))))
        text = "{leader} makes a difference." if success else "{leader} makes no difference."
        hand.tell("leader", text, rule="LDR-17", side=hand.game.owners[leader], dice=dice,
                  units=(leader,), hexes=(self.plan.target,), leader=leader)  # fmt: skip

    def levels(self, pos: Pos) -> tuple[Part, ...]:
        """Everything that moves the odds, the leaders' dice included."""
        assert self.odds is not None
        return (*self.odds.levels, *leader_parts(pos, self.plan))

    @rule("CRT-2", "CBT-14")
    def hear_throw(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """The result is read in the column to which the levels lead."""
        assert self.odds is not None
        charts, odds = hand.game.charts, self.odds
        levels = self.levels(hand.now)
        column = charts.modified(odds.row, odds.start, total(levels))
        result = charts.result(column, sum(dice))
        hand.become(self.but(result=result, odds=replace(odds, levels=levels, column=column)))
        self.tell(hand, "combat", "A roll of {sum} at {odds}, {result}: attacker {ours}, defender "
                  "{theirs}.", "CRT-2", dice, parts=levels, sum=sum(dice),
                  odds=charts.heading(odds.row, column), result=result.text,
                  ours=result.attacker.words, theirs=result.defender.words)  # fmt: skip

    def tell(
        self,
        hand: Deal,
        kind: str,
        text: str,
        rule: str,
        dice: tuple[int, ...],
        *,
        parts: tuple[Part, ...] = (),
        **facts: object,
    ) -> None:
        """Something has happened in this combat."""
        plan, place = self.plan, hand.game.board.called(self.plan.target)
        hand.tell(kind, text, rule=rule, side=self.side, dice=dice, units=plan.units, parts=parts,
                  hexes=(plan.target,), place=place, **facts)  # fmt: skip


class MoraleLevel(Phase, tag="morale level"):
    """A side chooses the morale level at which it fights. Reports it."""

    title = "Combat"
    levels: tuple[int, ...]

    @rule("CBT-18", "R-50")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose the morale level at which your units fight.",
            rule="CBT-18",
            waiting=f"{pos.game.side_title(self.side)} chooses a morale level.",
            panel=lambda pos: forecast_panel(pos, pos.within(Battle).plan, secret=False),
            offers=(Offer("choose", tuple(map(str, self.levels))),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop(int(action.arg))
