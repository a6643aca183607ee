"""Losses: how many steps are owed, which units pay them, and who picks the units.

An `Account` holds dues in the order in which they are paid, and the units that have paid.
It is a plain value and never looks at the state: whoever asks says how many steps each
unit has `left`, so nothing can be lost that is not there, and a due that nobody is left
to pay lapses. Within a due, what must come from certain units comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Refusal, RuleId, Side, deny
from grognard.pieces import UnitId

#: How many steps each unit has; a unit that is not listed has none.
Left = Mapping[UnitId, int]


class Share(Struct, frozen=True):
    """Steps of a due that must come from certain units (none named: from anyone).

    They need not come on top of other shares: a step counts for every share that its
    unit belongs to. While steps of a share with a `picker` are open, that side picks.
    """

    steps: int
    rule: RuleId
    of: tuple[UnitId, ...] = ()
    picker: Side = ""

    def takes(self, unit: UnitId) -> bool:
        """Does a step of this unit count?"""
        return not self.of or unit in self.of


class Due(Struct, frozen=True):
    """Steps to be lost, who picks the units, and under which rule.

    `groups` are the units that may pay: a group pays only when nobody in those before it
    can (the rule for this is `order`, if it has one of its own). With `spread`, a rule
    id, everyone takes a first loss before anyone takes another. Shares, in order of
    precedence, go before both.
    """

    steps: int
    picker: Side
    rule: RuleId
    groups: tuple[tuple[UnitId, ...], ...]
    shares: tuple[Share, ...] = ()
    spread: RuleId = ""
    order: RuleId = ""

    def able(self, left: Left) -> tuple[UnitId, ...]:
        """The units of all groups that still have a step."""
        return tuple(u for group in self.groups for u in group if left.get(u, 0) > 0)

    def room(self, left: Left) -> int:
        """The steps that all who may pay have together."""
        return sum(left[u] for u in self.able(left))

    def surplus(self, left: Left) -> int:
        """Steps that nobody will be left to pay."""
        return max(0, self.steps - self.room(left))

    def less(self, unit: UnitId) -> Due:
        """What is still due when this unit has lost a step."""
        shares = (replace(s, steps=max(0, s.steps - s.takes(unit))) for s in self.shares)
        return replace(self, steps=self.steps - 1, shares=tuple(shares))


class Account(Struct, frozen=True):
    """Dues in the order in which they are paid, and the units that have lost steps so far."""

    dues: tuple[Due, ...]
    hits: tuple[UnitId, ...] = ()

    def open(self, left: Left) -> Due | None:
        """The due that is paid next; None when everything is paid or has lapsed."""
        return next((d for d in self.dues if d.steps > 0 and d.able(left)), None)

    def owed(self, left: Left) -> int:
        """Steps of the open due that will be lost."""
        due = self.open(left)
        return min(due.steps, due.room(left)) if due else 0

    def picker(self, left: Left) -> Side:
        """The side that picks the next unit; empty when nothing is open."""
        due = self.open(left)
        if due is None:
            return ""
        return next((s.picker for s in due.shares if s.picker and s.steps > 0), due.picker)

    def payers(self, left: Left) -> tuple[UnitId, ...]:
        """The units that may lose the next step, in the order of the groups."""
        due = self.open(left)
        if due is None:
            return ()
        *_, (_, units) = _narrowings(due, left, self.hits)
        return units

    def why_not(self, unit: UnitId, left: Left) -> Refusal | None:
        """Why this unit may not lose the next step; None if it may."""
        due = self.open(left)
        if due is None:
            return deny("", "no more steps are to be lost")
        if not any(unit in group for group in due.groups):
            return deny(due.rule, "{unit} does not pay these losses", unit=unit)
        if left.get(unit, 0) <= 0:
            return deny(due.rule, "{unit} has no step left to lose", unit=unit)
        for rule, units in _narrowings(due, left, self.hits):
            if unit not in units:
                first = ", ".join(units)
                return deny(rule, "{first} must pay before {unit}", first=first, unit=unit)
        return None

    def forced(self, left: Left) -> UnitId | None:
        """A unit that may be taken unasked: the only one, or any one where all steps go."""
        due, payers = self.open(left), self.payers(left)
        if due is None or (len(payers) > 1 and due.steps < due.room(left)):
            return None
        return payers[0]

    def pay(self, unit: UnitId, left: Left) -> Account:
        """The account after this unit has lost a step; dues that had lapsed are gone."""
        due, refusal = self.open(left), self.why_not(unit, left)
        if due is None or refusal:
            raise ValueError(str(refusal))
        rest = self.dues[self.dues.index(due) + 1 :]
        dues = (due.less(unit), *rest) if due.steps > 1 else rest
        return Account(dues, (*self.hits, unit))


def ranked(units: Iterable[UnitId], key: Callable[[UnitId], Any]) -> tuple[tuple[UnitId, ...], ...]:
    """Groups for a due: units with the least key first, equal ones together."""
    groups: dict[Any, list[UnitId]] = {}
    for unit in units:
        groups.setdefault(key(unit), []).append(unit)
    return tuple(tuple(groups[k]) for k in sorted(groups))


def _narrowings(
    due: Due, left: Left, hits: Sequence[UnitId]
) -> Iterator[tuple[RuleId, tuple[UnitId, ...]]]:
    """The units that may pay, narrowed by one rule after the other, each with its rule."""
    units = due.able(left)
    yield due.rule, units
    share = next((s for s in due.shares if s.of and s.steps and set(s.of) & set(units)), None)
    if share:
        units = tuple(u for u in units if share.takes(u))
        yield share.rule, units
        met = {unit: _met_after(due, left, unit) for unit in units}
        for i, other in enumerate(due.shares):
            most = max(met[unit][i] for unit in units)
            units = tuple(u for u in units if met[u][i] == most)
            yield other.rule, units
    first = next(group for group in due.groups if set(group) & set(units))
    units = tuple(u for u in units if u in first)
    yield due.order or due.rule, units
    fresh = tuple(u for u in units if u not in hits)
    if due.spread and fresh and not share:
        yield due.spread, fresh


def _met_after(due: Due, left: Left, unit: UnitId) -> tuple[int, ...]:
    """How far each share can be met if this unit pays now, the first shares served first."""
    after = {**left, unit: left[unit] - 1}
    # Units in the same shares are alike here, so only their steps together matter.
    rooms: Counter[tuple[bool, ...]] = Counter()
    for other in due.able(after):
        rooms[tuple(s.takes(other) for s in due.shares)] += after[other]
    counts = product(*(range(min(room, due.steps - 1) + 1) for room in rooms.values()))
    ways = (zip(rooms, count, strict=True) for count in counts if sum(count) < due.steps)
    return max(_met(due, unit, list(way)) for way in ways)


def _met(due: Due, unit: UnitId, way: list[tuple[tuple[bool, ...], int]]) -> tuple[int, ...]:
    """The steps of each share that this unit pays together with so many of each sort."""
    paid = [s.takes(unit) + sum(n for sort, n in way if sort[i]) for i, s in enumerate(due.shares)]
    return tuple(min(share.steps, number) for share, number in zip(due.shares, paid, strict=True))
