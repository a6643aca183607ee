"""The worth of every open action, one decision at a time.

Moves and attacks are weighed alike in every title; a title's own questions are answered by
its appraisal, and losses, retreats and advances by the staff where it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from grognard.appraise import AnyPosition, Appraisal, Troop, Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, STOP, Action, Side, action
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import picture_of
from grognard.players.packages import Package, Planner
from grognard.players.threat import Range

#: What winning at once is worth.
VICTORY = 200.0
#: The share of a troop's points that is feared for, or hoped for, when it is cut off, early in
#: the game and at its end.
CUT_OFF, CUT_OFF_LATE = 0.3, 1.0
#: The same when the enemy could cut it off in his last turn.
AT_RISK = 0.5
#: What staying is worth, so that nobody moves for nothing.
_REST = 0.1


class Desk:
    """One question, and what is worked out for it."""

    def __init__(self, appraisal: Appraisal, pos: AnyPosition) -> None:
        self.appraisal, self.pos, self.side = appraisal, pos, pos.side
        self.picture = picture_of(appraisal, pos)

    def weigh(self, nodes: int) -> Sequence[Weighed]:
        """The open actions that deserve a thought; about so many are tried out."""
        tags, tag = self.appraisal.tags, self.pos.top.tag
        if tag in tags.movement:
            return [*self.movers(), *self.appraisal.choices(self.pos)]
        if tag in tags.moving:
            return self.destinations(nodes)
        if tag in tags.combat:
            return self.targets()
        if tag in tags.attack:
            return self.attackers()
        return self.appraisal.choices(self.pos) or self._small()

    # --- movement ------------------------------------------------------------------------

    def movers(self) -> list[Weighed]:
        """Reinforcements first, then from the front to the rear; those alike make room in
        turn.
        """
        found = [Weighed(DONE, 0.0, "nothing is left to move")]
        for one in self.pos.actions():
            if one.verb == "select":
                found.append(Weighed(one, self._urgency(one.arg), "its turn to move"))
        return found

    def _urgency(self, unit: str) -> float:
        troop = self.picture.by_id.get(unit)
        if troop is None:
            return 60.0
        near = float(self.picture.near_enemy[self.picture.index[troop.hex]])
        return 50.0 - min(45.0, near)

    def destinations(self, nodes: int) -> list[Weighed]:
        """The best hexes by the look of the map, each then tried out for what it does to
        supply.
        """
        moves = [one for one in self.pos.actions() if one.verb == "move"]
        ends = [one for one in (STOP, CANCEL) if self.pos.why_not(one) is None]
        troop = self._mover()
        if troop is None:
            return [Weighed(one, 0.0) for one in ends]
        field, picture = self.picture.standing(troop), self.picture

        def look(hex_: HexId) -> float:
            prize = self.appraisal.prize(self.pos, self.side, hex_)
            here = float(field[picture.index[hex_]])
            return here + picture.opportunity(troop, hex_) + prize

        shown = sorted(((look(one.arg), one) for one in moves), key=lambda pair: -pair[0])[:nodes]
        post = self.appraisal.post(self.pos, self.side, troop.hex)
        staying = look(troop.hex) + _REST + post - self.harm(self.pos)
        stay = [Weighed(one, staying, "it stands well") for one in ends[:1]]
        found = [Weighed(one, worth - self.harm(self.pos.apply(one))) for worth, one in shown]
        goal = picture.missions.get(troop.id)
        reason = f"towards {self.pos.board.called(goal.hex)}" if goal else "against the enemy"
        others = [replace(one, worth=staying + one.worth)
                  for one in self.appraisal.choices(self.pos)]  # fmt: skip
        return [*stay, *(replace(one, reason=reason) for one in found), *others]

    def _mover(self) -> Troop | None:
        return self.picture.by_id.get(self.pos.top.unit)  # type: ignore[attr-defined]

    def harm(self, after: AnyPosition) -> float:
        """What a position does to lines of supply, as points for our enemy."""
        if after.outcome is not None:
            return -VICTORY if after.outcome.winner == self.side else VICTORY
        share = CUT_OFF + (CUT_OFF_LATE - CUT_OFF) * self.picture.late
        astray = self.appraisal.astray
        harm = share * (astray(after, self.side) - astray(after, self._enemy))
        if self._last_word:
            harm += AT_RISK * Range(self.appraisal, after, self._enemy).severed()
        return harm

    @cached_property
    def _last_word(self) -> bool:
        """It is our last turn, and the enemy has one more."""
        ledger = self.appraisal.ledger(self.pos, self.side)
        return ledger.turns_left == 0 and ledger.answered

    @property
    def _enemy(self) -> Side:
        enemy: Side = self.pos.game.enemy(self.side)
        return enemy

    # --- combat --------------------------------------------------------------------------

    def _best(self, pos: AnyPosition, target: HexId) -> Package | None:
        """The best attack on a target that may be made now; the only one is begun by itself."""
        begun = pos.top.tag in self.appraisal.tags.attack
        opened = pos if begun else pos.apply(action("target", target))
        able = {one.arg for one in opened.actions() if one.verb == "attack"}
        planner = Planner(self.appraisal, pos, self.side)
        return planner.best(target, [t for t in planner.able if t.id in able])

    def targets(self) -> list[Weighed]:
        """Every target by what its best attack brings."""
        found = [Weighed(DONE, 0.0, "no attack pays")]
        for one in self.pos.actions():
            if one.verb == "target" and (best := self._best(self.pos, one.arg)):
                odds = self.appraisal.ratio(best.strength, best.defence)
                found.append(Weighed(one, best.worth, f"an attack at {odds} pays"))
        return [*found, *self.appraisal.choices(self.pos)]

    def attackers(self) -> list[Weighed]:
        """Put the best attack together, then commit it."""
        step: Any = self.pos.top
        target, named = step.target, step.units
        best = self._best(self.pos.apply(CANCEL), target)
        if best is None:
            return [Weighed(CANCEL, VICTORY, "no attack pays")]
        missing = [unit for unit in best.units if unit not in named and self._may_join(unit)]
        reason = f"attack on {self.pos.board.called(target)}"
        if missing and not self._would_bar(missing[0]) and not self._taken_back(missing[0]):
            return [Weighed(action("attack", missing[0]), VICTORY, reason)]
        support = [one for one in self.appraisal.choices(self.pos) if one.worth > 0]
        return support or [Weighed(COMMIT, VICTORY, reason)]

    def _may_join(self, unit: UnitId) -> bool:
        """Is there room for a unit in the attack? A hex may let out fewer than stand in it."""
        return self.pos.why_not(action("attack", unit)) is None

    def _would_bar(self, unit: UnitId) -> bool:
        """Could the attack be made now, and could it not if a unit joined it?"""
        joins = action("attack", unit)
        if self.pos.why_not(COMMIT) is not None or self.pos.why_not(joins) is not None:
            return False
        return self.pos.apply(joins).why_not(COMMIT) is not None

    def _taken_back(self, unit: UnitId) -> bool:
        """Would a unit that joins be released at once, since others need it elsewhere? Then it
        would come and go for ever.
        """
        if self.pos.why_not(COMMIT) is None:
            return False
        then = self.appraisal.choices(self.pos.apply(action("attack", unit)))
        best = max(then, key=lambda one: one.worth, default=None)
        return best is not None and best.action == action("release", unit)

    # --- losses, retreats, advances ------------------------------------------------------

    def _small(self) -> Sequence[Weighed]:
        verbs = {one.verb for one in self.pos.actions()}
        answer = next((_SMALL[verb] for verb in _SMALL if verb in verbs), None)
        return answer(self) if answer else ()

    def losses(self) -> list[Weighed]:
        """The cheapest step, and none that takes a troop off the map."""

        def worth(one: Action) -> float:
            troop = self.picture.by_id.get(one.arg)
            if troop is None:
                return 0.0
            return 0.05 * troop.steps - troop.price - (troop.steps == 1)

        named = [one for one in self.pos.actions() if one.verb == "lose"]
        return [Weighed(one, worth(one), "the cheapest loss") for one in named]

    def entries(self, verb: str, reason: str) -> list[Weighed]:
        """The hexes that are offered, by what happens to lines and by how they lie."""
        cover, index = self.appraisal.cover, self.picture.index
        found = []
        for one in self.pos.actions():
            worth = -self.harm(self.pos.apply(one))
            if one.verb == verb and one.arg in index:
                here = index[one.arg]
                worth += 0.2 * float(cover[here] - self.picture.threat[here] * 0.05)
            found.append(Weighed(one, worth, reason))
        return found

    def retreats(self) -> list[Weighed]:
        """Back to where lines hold and the enemy is weak."""
        return self.entries("retreat", "lines hold there, and the enemy is weak")

    def advances(self) -> list[Weighed]:
        """Into what has been taken, if that is safe."""
        return self.entries("advance", "it has been taken, and it is safe")


_SMALL: Mapping[str, Callable[[Desk], Sequence[Weighed]]] = {
    "lose": Desk.losses,
    "retreat": Desk.retreats,
    "advance": Desk.advances,
}


def weigh(appraisal: Appraisal, pos: AnyPosition, nodes: int) -> Sequence[Weighed]:
    """The worth of the open actions that deserve a thought, to the side that is asked."""
    return Desk(appraisal, pos).weigh(nodes)
