"""`veteran`: plans a whole phase at a time, by the position it leads to.

Movement is searched as one plan, attacks are shared out by exact odds and planned anew
after every die, and each small choice is judged by the position that it makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from grognard.appraise import AnyPosition, Strike, Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, Action, action
from grognard.players import explain
from grognard.players.asked import unless_surprised
from grognard.players.evaluate import Staff, Weights
from grognard.players.packages import Package, Planner
from grognard.players.player import (
    Budget,
    Choice,
    Clock,
    Memory,
    Player,
    Watch,
    luck_of,
    open_actions,
)
from grognard.players.playout import Playout
from grognard.players.recruit import ONCE, OPENING, appraisal_for, in_phase, world_of
from grognard.players.search import MoveSearch
from grognard.players.weigh import weigh
from grognard.registry import load
from grognard.view import View

#: Questions with at most so many answers are judged by trying each.
_FEW = 24
#: So many worlds, each with its own dice, are imagined for a choice that shapes a turn.
_SAMPLES = 2
#: Reasons for what is not weighed against anything in particular.
_ONLY = "nothing else can be done here"
_READY = "nothing that could be added makes it better"
_ENOUGH = "nothing else is worth doing here"
_PLAYED_ON = "of the choices, each played on to the end of the turn, this came out best"


class Veteran(Player):
    """An operational plan, a front, exact odds."""

    name: ClassVar[str] = "veteran"
    title: ClassVar[str] = "Veteran"
    about: ClassVar[str] = (
        "Plans its whole turn: objectives, a line that holds, attacks by exact odds, supply."
    )

    def knows(self, game: str) -> bool:
        """It plays the titles that have an appraisal."""
        return load(game).appraisal is not None

    def decide(
        self, view: View, memory: Memory, *, seed: str, budget: Budget, watch: Watch | None = None
    ) -> Choice:
        """The next order; if there is none, or it cannot be carried out, a new plan."""
        memory = in_phase(memory, view)
        actions = open_actions(view)
        orders = feasible(memory.orders, actions)
        if orders:
            first, *rest = orders
            return Choice(first, memory.after(orders=tuple(rest)), "as planned")
        if len(actions) == 1:
            return Choice(actions[0], memory.after(orders=untouched(memory.orders)), _ONLY)
        clock = Clock(budget, appraisal_for(view).nodes, watch)
        thought = Thought(view, replace(memory, orders=untouched(memory.orders)), seed, clock)
        return thought.choice()


def feasible(orders: tuple[Action, ...], actions: Sequence[Action]) -> tuple[Action, ...]:
    """The orders from the first that can be carried out. Where an enemy is not what he seemed to
    be somebody cannot go where he was sent; the others go all the same.
    """
    while orders and orders[0] not in actions:
        orders = untouched(orders[1:])
    return orders


def untouched(orders: tuple[Action, ...]) -> tuple[Action, ...]:
    """The orders of those who have not begun to move."""
    return tuple(dropwhile(lambda one: one.verb != "select" and one != DONE, orders))


class Thought:
    """One decision in the making."""

    def __init__(self, view: View, memory: Memory, seed: str, clock: Clock) -> None:
        assert view.viewer is not None
        self.view, self.memory, self.clock = view, memory, clock
        self.side = view.viewer
        self.luck: Random = luck_of(seed, view.viewer, memory)
        self.appraisal = appraisal_for(view)
        self.worlds = [world_of(seed, view, number) for number in range(_SAMPLES)]
        self.pos: AnyPosition = self.appraisal.fill(view, self.worlds[0])
        temper = Weights().swayed(Random(f"{seed}|{self.side}|temper"))
        self.staff = Staff(self.appraisal, self.pos, self.side, temper)
        self.actions = open_actions(view)

    def choice(self) -> Choice:
        """What to do, by the kind of question. If what is imagined leaves no choice that there is
        in truth, nothing is known of it.
        """
        tags, tag = self.appraisal.tags, self.pos.top.tag
        if self.pos.side != self.side:
            return Choice(self._best(()).action, self.memory.after(orders=()), "")
        if tag in tags.movement:
            return self.movement()
        if tag in tags.combat:
            return self.combat()
        if tag in tags.attack:
            return self.attack()
        variants = list(self.appraisal.variants(self.pos))
        return self.variant(variants) if variants else self.small()

    def _orders(self, orders: Sequence[Action], note: str, plan: str = "") -> Choice:
        first, *rest = orders
        return Choice(first, self.memory.after(orders=tuple(rest)), note, plan)

    # --- movement ------------------------------------------------------------------------

    def movement(self) -> Choice:
        """Do what else the phase allows; then plan it, and give out all orders."""
        job = self._job()
        if job is not None:
            return job
        strike = self._strike()
        if strike is not None:
            return strike
        if self.memory.planned and DONE not in self.actions:
            return self.make_room()
        fights = self.appraisal.fights_after(self.pos)
        search = MoveSearch(self.staff, self.pos, self.clock, self.luck, fights=fights)
        plan = search.run()
        if not plan.actions and DONE not in self.actions:
            return self.make_room()
        thoughts = explain.moves(self.staff, plan)
        page = thoughts.noted(self.memory.page(self.view.turn))
        self.memory = replace(self.memory.noted(page), planned=True)
        lone = "close up where it is safe" if plan.actions else "all stand well where they are"
        note = thoughts.aims[0].now if thoughts.aims else lone
        return self._orders((*plan.actions, DONE), note, thoughts.advice)

    def make_room(self) -> Choice:
        """The phase cannot end yet: whoever is too many goes elsewhere, or is given up."""
        surplus = {one.arg for one in self.actions if one.verb == "lose"}
        others = [one for one in self.actions if one.verb == "select" and one.arg in surplus]
        fresh = [one for one in others if one not in self.memory.opened]
        if not fresh:
            return self.small()
        opened = (*self.memory.opened, fresh[0])
        return Choice(
            fresh[0], self.memory.after(opened=opened, orders=()), "too many stand together"
        )

    def _job(self) -> Choice | None:
        """What a title lets a side do in its movement beside moving, if it is worth while."""
        jobs = [one for one in self.appraisal.choices(self.pos) if one.worth > 0]
        open_jobs = [one for one in jobs if one.action in self.actions]
        fresh = [one for one in open_jobs if one.action not in self.memory.opened]
        if not fresh:
            return None
        best = max(fresh, key=lambda one: one.worth)
        opened = (*self.memory.opened, best.action)
        return Choice(best.action, self.memory.after(opened=opened, orders=()), best.reason)

    def _strike(self) -> Choice | None:
        """The best attack out of a move, each unit to begin one once; then think again."""
        before: float | None = None
        for strike in self.appraisal.strikes(self.pos):
            first = strike.orders[0]
            if first in self.memory.opened:
                continue
            if before is None:
                before = self.staff.value(self.pos, fights=True)
            if strike.worth + self._after(strike) > before:
                self.memory = replace(self.memory, opened=(*self.memory.opened, first))
                said = explain.strike(strike.reason)
                self._note_attack(said.then)
                return self._orders(strike.orders, said.now)
        return None

    def _after(self, strike: Strike) -> float:
        """The worth of the position when a strike begins."""
        pos = self.pos
        for order in strike.orders[:-1]:
            pos = pos.apply(order)
        return self.staff.value(pos, fights=True)

    def _note_attack(self, text: str) -> None:
        page = self.memory.page(self.view.turn)
        self.memory = self.memory.noted(replace(page, attacks=(*page.attacks, text)))

    # --- combat --------------------------------------------------------------------------

    def combat(self) -> Choice:
        """The best attack of all that are shared out; then think again."""
        package = self._best_attack()
        if package is None:
            return self._job() or self._end_of_combat()
        target = action("target", package.target)
        orders = [target, *(action("attack", unit) for unit in package.units)]
        orders += [action("target", hex_) for hex_ in package.further]
        said = explain.attack(self.staff, self.pos, package)
        self._note_attack(said.then)
        self.memory = replace(self.memory, opened=(*self.memory.opened, target))
        return self._orders(orders, said.now)

    def _end_of_combat(self) -> Choice:
        """Nothing else pays: the phase ends, or goes on with what it cannot end without."""
        if DONE in self.actions:
            return Choice(DONE, self.memory.after(orders=()), "no attack pays")
        targets = [one for one in self.actions if one.verb == "target"]
        owed = self._owed(targets)
        fresh = [one for one in owed if one not in self.memory.opened]
        chosen = self.luck.choice(fresh or owed)
        return Choice(chosen, self.memory.after(orders=()), "they must be attacked")

    def _owed(self, targets: Sequence[Action]) -> Sequence[Action]:
        """The targets that must be attacked, or that those who must attack stand next to; all if
        none is known to be one.
        """
        duties = self.appraisal.duties(self.pos, self.side)
        troops = {t.id: t for t in self.appraisal.troops(self.pos, self.side)}
        posts = {troops[unit].hex for unit in duties.units if unit in troops}
        links = self.appraisal.links
        owed = [one for one in targets if one.arg in duties.hexes]
        beside = [one for one in targets if posts.intersection(links(one.arg))]
        return owed or beside or targets

    def _best_attack(self) -> Package | None:
        """The first of the attacks that pay and may be made."""
        open_targets = {one.arg for one in self.actions if one.verb == "target"}
        open_targets -= {one.arg for one in self.memory.opened if one.verb == "target"}
        barred = self._spent(open_targets)
        known = self.appraisal.attacks
        planner = Planner(
            self.appraisal, self.pos, self.side, barred, thorough=True, seasoned=True, known=known
        )
        for package in planner.allocation():
            if package.target in open_targets:
                return package
        return None

    def _spent(self, targets: set[str]) -> set[str]:
        """Who may not attack any more."""
        able: set[str] = set()
        for target in sorted(targets):
            opened = self.pos.apply(action("target", target))
            able |= {one.arg for one in opened.actions() if one.verb == "attack"}
        everybody = {troop.id for troop in self.appraisal.troops(self.pos, self.side)}
        return everybody - able

    def attack(self) -> Choice:
        """All attackers have been named: give them what support pays, then bind them."""
        if self._is_answer():
            return self._follow_up()
        support = [one for one in self.appraisal.choices(self.pos) if one.worth > 0]
        ends = [Weighed(one, 0.0) for one in (COMMIT, CANCEL) if one in self.actions]
        best = self._best(support or ends)
        return Choice(best.action, self.memory.after(orders=()), best.reason or _READY)

    def _is_answer(self) -> bool:
        """Was the attack opened by an answer and not by a plan, as one by momentum is, so that
        nobody has been named yet?
        """
        *below, step = self.pos.state.agenda
        planned = below and below[-1].tag in self.appraisal.tags.combat
        return not planned and not getattr(step, "units", ())

    def _follow_up(self) -> Choice:
        """Name the best of those who may attack; or nobody."""
        planner = Planner(self.appraisal, self.pos, self.side, thorough=True, seasoned=True)
        named = {one.arg for one in self.actions if one.verb == "attack"}
        step: Any = self.pos.top
        package = planner.best(step.target, [t for t in planner.able if t.id in named])
        if package is None or package.worth <= 0:
            return Choice(CANCEL, self.memory.after(orders=()), "no attack pays")
        said = explain.attack(self.staff, self.pos, package)
        self._note_attack(said.then)
        return self._orders([action("attack", unit) for unit in package.units], said.now)

    # --- what shapes a turn --------------------------------------------------------------

    def variant(self, variants: Sequence[Action]) -> Choice:
        """Play each on to the end of the turn, with the same luck, and take the best."""
        worth = dict.fromkeys(variants, 0.0)
        clocks = iter(self._clocks(_SAMPLES * len(variants)))
        for number in range(_SAMPLES):
            world = self.appraisal.fill(self.view, self.worlds[number])
            for one in variants:
                self.clock.tell(f"what if {one.arg} came first?")
                luck = Random(f"{self.worlds[number]}")
                worth[one] += Playout(self.staff, next(clocks), luck).value(world.apply(one))
        best = max(variants, key=lambda one: worth[one])
        return Choice(best, self.memory.after(orders=()), _PLAYED_ON)

    def _clocks(self, playouts: int) -> list[Clock]:
        """A clock for each turn that is played on."""
        if self.appraisal.even_handed:
            return self.clock.split(playouts)
        return [self.clock] * playouts

    # --- everything else -----------------------------------------------------------------

    def small(self) -> Choice:
        """Questions of a title as its appraisal has it; the rest by what becomes of them."""
        moves = self.pos.top.tag in self.appraisal.tags.moving
        weighed = [] if moves else list(self.appraisal.choices(self.pos))
        tried = self._tried() if len(self.actions) <= _FEW and self._is_tactical() else []
        found = tried or weighed or weigh(self.appraisal, self.pos, 6)
        best = self._best(unless_surprised(found, self.actions, self.pos))
        opened = self.memory.opened
        if best.action.verb in OPENING | ONCE:
            opened = (*opened, best.action)
        orders = self.memory.orders if moves else ()
        why = best.reason or (_ENOUGH if best.action == DONE else "")
        return Choice(best.action, self.memory.after(opened=opened, orders=orders), why)

    def _is_tactical(self) -> bool:
        return self.pos.top.tag in self.appraisal.tags.small

    def _tried(self) -> list[Weighed]:
        """Each answer by the position that it leads to; none if they all lead to the same."""
        found = []
        for one in self.actions:
            if one.verb not in ("cancel", "resign"):
                worth = self.staff.value(self.pos.apply(one), fights=False)
                found.append(Weighed(one, worth, "of all answers this leaves the best position"))
        worths = {round(one.worth, 6) for one in found}
        return found if len(worths) > 1 else []

    def _best(self, weighed: Sequence[Weighed]) -> Weighed:
        open_ = frozenset(self.actions)
        left = [one for one in weighed if one.action in open_]
        fresh = [one for one in left if one.action not in self.memory.opened] or left
        if not fresh:
            others = [one for one in self.actions if one != CANCEL] or list(self.actions)
            return Weighed(self.luck.choice(others), 0.0)
        return max(fresh, key=lambda one: one.worth)
