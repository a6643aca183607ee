"""A turn played on quickly, to see where an answer leads: the dice are drawn, nobody thinks
long.
"""

from __future__ import annotations

from random import Random

from grognard.appraise import AnyPosition
from grognard.decisions import CANCEL, COMMIT, DONE, Action, action
from grognard.players.evaluate import Staff
from grognard.players.packages import Planner
from grognard.players.player import Clock
from grognard.players.search import MoveSearch
from grognard.players.weigh import weigh

#: No turn has this many questions.
_MOST = 2_000


class Playout:
    """Plays the rest of a turn for the side of a staff."""

    def __init__(self, staff: Staff, clock: Clock, luck: Random) -> None:
        self.staff, self.clock, self.luck = staff, clock, luck
        self.begun: set[Action] = set()

    def value(self, pos: AnyPosition) -> float:
        """The worth of the position at the end of the turn."""
        return self.staff.value(self.end(pos), fights=False)

    def end(self, pos: AnyPosition) -> AnyPosition:
        """The position when the enemy's turn begins, or the game is over."""
        turn, tags = pos.turn, self.staff.appraisal.tags
        for _ in range(_MOST):
            over = pos.outcome is not None or pos.turn != turn
            if over or (pos.side != self.staff.side and pos.top.tag in tags.movement):
                return pos
            pos = self.on(pos)
        return pos

    def on(self, pos: AnyPosition) -> AnyPosition:
        """One question further, or a whole phase."""
        tags, tag = self.staff.appraisal.tags, pos.top.tag
        if pos.side == self.staff.side and tag in tags.movement:
            return self._move(pos)
        if pos.side == self.staff.side and tag in tags.combat:
            return self._fight(pos)
        return self._answer(pos)

    def _move(self, pos: AnyPosition) -> AnyPosition:
        """The best attack out of a move is begun, once by each unit, for it may come to nothing;
        if none pays all move, and the phase ends.
        """
        strikes = self.staff.appraisal.strikes(pos)
        strike = next((one for one in strikes if one.orders[0] not in self.begun), None)
        if strike is not None:
            self.begun.add(strike.orders[0])
            for order in strike.orders:
                pos = pos.apply(order)
            return pos
        fights = self.staff.appraisal.fights_after(pos)
        search = MoveSearch(self.staff, pos, self.clock, self.luck, fights=fights)
        end = search.greedy(tries=1).end
        return end.apply(DONE) if end.outcome is None and end.why_not(DONE) is None else end

    def _fight(self, pos: AnyPosition) -> AnyPosition:
        """The best attack that may be made, or the end of the phase."""
        appraisal, known = self.staff.appraisal, self.staff.attacks
        planner = Planner(appraisal, pos, self.staff.side, seasoned=True, known=known)
        for package in planner.allocation():
            if pos.why_not(action("target", package.target)) is not None:
                continue
            opened = pos.apply(action("target", package.target))
            for unit in package.units:
                if opened.why_not(action("attack", unit)) is None:
                    opened = opened.apply(action("attack", unit))
            if opened.why_not(COMMIT) is None:
                return opened.apply(COMMIT)
        return pos.apply(DONE)

    def _answer(self, pos: AnyPosition) -> AnyPosition:
        weighed = weigh(self.staff.appraisal, pos, 1)
        actions = pos.actions()
        known = [one for one in weighed if one.action in actions]
        if known:
            return pos.apply(max(known, key=lambda one: one.worth).action)
        return pos.apply(next((one for one in actions if one != CANCEL), actions[0]))
