"""Retreats: which ways are open, and which of them the rules want.

A rule on retreats is a list of bars (what may never be done) and a list of wishes (what is
to be avoided if possible), both in printed order. `best_ways` enumerates all ways, drops
those that are barred, and keeps those that the wishes rank first: the first wish decides,
the next one only among ways equal so far. Where a rule judges each hex as it comes, every
single step is ranked by itself instead. A hex that is refused is refused with the bar that
forbids it or the wish by which another way is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from grognard.decisions import Refusal, RuleId, deny
from grognard.hexes import HexId

#: Hexes in the order in which they are entered; the first is where the unit starts.
Walk = tuple[HexId, ...]


class Bar(NamedTuple):
    """What may never be done. `text` is a sentence about `{hex}`, entered from `{before}`.

    A bar on a `step` looks at a walk when its last hex is entered, a bar on an `end` only
    at a walk that stops there; a bar on going `on` looks at a walk from which any further hex
    would be entered. A bar that is `local` looks at nothing but the last two hexes.
    """

    rule: RuleId
    text: str
    forbids: Callable[[Walk], bool]
    on: Literal["step", "end", "on"] = "step"
    local: bool = False

    def bars(self, walk: Walk) -> bool:
        """Does it forbid the last step of a walk?"""
        return self.forbids(walk[:-1] if self.on == "on" else walk)


class Wish(NamedTuple):
    """What is to be avoided: the walk with the lowest cost is preferred."""

    rule: RuleId
    text: str
    cost: Callable[[Walk], int]


# --- the usual bars and wishes ----------------------------------------------------------

# Many ways lead over the same hexes: each hex and each step is asked about only once.


def no_entry(rule: RuleId, text: str, test: Callable[[HexId], bool]) -> Bar:
    """No such hex may be entered."""
    return Bar(rule, text, lambda walk: test(walk[-1]), local=True)


def no_crossing(rule: RuleId, text: str, test: Callable[[HexId, HexId], bool]) -> Bar:
    """No such hexside may be crossed, given as the hexes before and behind it."""
    return Bar(rule, text, lambda walk: test(walk[-2], walk[-1]), local=True)


def no_end(rule: RuleId, text: str, test: Callable[[HexId], bool]) -> Bar:
    """Such a hex may be passed but not ended in."""
    known = cache(test)
    return Bar(rule, text, lambda walk: known(walk[-1]), on="end")


def no_two_running(rule: RuleId, text: str, test: Callable[[HexId], bool]) -> Bar:
    """No two such hexes may be entered one after the other."""
    known = cache(test)
    return Bar(rule, text, lambda walk: len(walk) > 2 and known(walk[-2]) and known(walk[-1]))


def farther_each_hex(rule: RuleId, text: str, distance: Callable[[HexId, HexId], int]) -> Bar:
    """Each hex must be farther from the start than the one before it."""
    return Bar(rule, text, lambda walk: distance(walk[0], walk[-1]) <= distance(walk[0], walk[-2]))


def fewest(rule: RuleId, text: str, test: Callable[[HexId], bool]) -> Wish:
    """As few such hexes as possible are entered."""
    known = cache(test)
    return Wish(rule, text, lambda walk: sum(map(known, walk[1:])))


def farthest_end(rule: RuleId, text: str, distance: Callable[[HexId, HexId], int]) -> Wish:
    """The way ends as far from its start as possible."""
    return Wish(rule, text, lambda walk: -distance(walk[0], walk[-1]))


# --- ways -------------------------------------------------------------------------------


class _Rules:
    """Everything that decides about ways, from wherever a unit stands."""

    def __init__(
        self,
        length: int,
        neighbours: Callable[[HexId], Iterable[HexId]],
        bars: Sequence[Bar],
        wishes: Sequence[Wish],
        rule: RuleId,
        judge: Literal["paths", "steps"],
        stops: Callable[[Walk], bool] | None,
        shut: Callable[[HexId, HexId], bool] | None,
    ) -> None:
        self.length, self.neighbours, self.wishes = length, neighbours, wishes
        self.rule, self.judge, self.stops = rule, judge, stops
        self._steps = [bar for bar in bars if bar.on != "end"]
        self._ends = [bar for bar in bars if bar.on == "end"]
        self._local = [bar for bar in self._steps if bar.local]
        self._farther = [bar for bar in self._steps if not bar.local]
        self._onward = [bar for bar in self._farther if bar.on == "on"]
        self._long = [bar for bar in self._farther if bar.on == "step"]
        self._shut = shut
        #: The neighbours of each hex that was asked about to which no local bar shuts the way.
        self._open: dict[HexId, list[HexId]] = {}

    def barred(self, walk: Walk) -> Bar | None:
        """The first bar that forbids the last step of a walk."""
        is_open = walk[-1] in self.open_from(walk[-2])
        bars = self._farther if is_open else self._steps
        return next((bar for bar in bars if bar.bars(walk)), None)

    def _is_shut(self, before: HexId, hex_: HexId) -> bool:
        return any(bar.forbids((before, hex_)) for bar in self._local)

    def open_from(self, hex_: HexId) -> list[HexId]:
        """The hexes that may be entered from a hex, as far as local bars are concerned."""
        found = self._open.get(hex_)
        if found is None:
            shut = self._shut or self._is_shut
            found = self._open[hex_] = [h for h in self.neighbours(hex_) if not shut(hex_, h)]
        return found

    def barred_end(self, walk: Walk) -> Bar | None:
        """The first bar that forbids that a walk ends where it does."""
        return _first(self._ends, walk)

    def costs(self, walk: Walk) -> tuple[int, ...]:
        return tuple(wish.cost(walk) for wish in self.wishes)

    def onward(self, walk: Walk) -> Iterator[Walk]:
        """A walk made longer by each hex next to its last, as far as the length allows."""
        if len(walk) <= self.length:
            yield from ((*walk, h) for h in self.neighbours(walk[-1]) if h not in walk)

    def ends(self, walk: Walk) -> bool:
        """May a walk stop here, as far as its length is concerned?"""
        return self.stops(walk) if self.stops else len(walk) > self.length

    def complete(self, walk: Walk) -> list[Walk]:
        """All walks to an end, this one included."""
        found: list[Walk] = []
        self._complete(walk, found)
        return found

    def _complete(self, walk: Walk, found: list[Walk]) -> None:
        if self.ends(walk) and (len(walk) == 1 or self.barred_end(walk) is None):
            found.append(walk)
        if len(walk) > self.length or _first(self._onward, walk):
            return
        for hex_ in self.open_from(walk[-1]):
            if hex_ in walk:
                continue
            longer = (*walk, hex_)
            if _first(self._long, longer) is None:
                self._complete(longer, found)

    def met(self, walk: Walk) -> Iterator[tuple[Bar, Walk]]:
        """The bars that are met on all ways on from here, where none can be completed."""
        bar = self.barred_end(walk) if len(walk) > 1 and self.ends(walk) else None
        if bar is not None:
            yield bar, walk
        for longer in self.onward(walk):
            bar = self.barred(longer)
            if bar is None:
                yield from self.met(longer)
            else:
                yield bar, longer

    def barred_step(self, walk: Walk) -> Bar | None:
        """The bar on the last step by itself: if it must be the last, as an end too."""
        last = len(walk) > self.length
        return self.barred(walk) or (self.barred_end(walk) if last else None)

    def stepwise(self, walk: Walk) -> Iterator[Walk]:
        """All walks of which every step is the best of its moment."""
        steps = [longer for longer in self.onward(walk) if self.barred_step(longer) is None]
        stuck = not steps and len(walk) > 1
        if stuck or (self.stops and self.stops(walk)):
            yield walk
        least = min(map(self.costs, steps), default=())
        for longer in steps:
            if self.costs(longer) == least:
                yield from self.stepwise(longer)

    def best(self, walk: Walk) -> list[Walk]:
        """The walks on from here that the rules want."""
        if self.judge == "steps":
            return list(self.stepwise(walk))
        found = self.complete(walk)
        for wish in self.wishes:
            costs = [wish.cost(way) for way in found]
            least = min(costs, default=0)
            found = [way for way, cost in zip(found, costs, strict=True) if cost == least]
        return found


def _first(bars: Iterable[Bar], walk: Walk) -> Bar | None:
    """The first of these bars that forbids a walk."""
    for bar in bars:
        if bar.forbids(walk):
            return bar
    return None


class Ways:
    """The ways open from the last hex of `here`; false if no further hex may be entered.

    `next_hexes` may be entered now, `may_stop` says whether the unit may end here, and
    `paths` are the complete ways, each as the hexes entered since the start.
    """

    def __init__(self, rules: _Rules, here: Walk) -> None:
        self._rules = rules
        self._here = here
        best = rules.best(here)
        self.paths: tuple[Walk, ...] = tuple(walk[1:] for walk in best)
        self.may_stop = here in best
        onward = (walk[len(here)] for walk in best if walk != here)
        self.next_hexes: tuple[HexId, ...] = tuple(dict.fromkeys(onward))

    def __bool__(self) -> bool:
        return bool(self.next_hexes)

    def __repr__(self) -> str:
        return f"<Ways from {self._here[-1]}: {', '.join(self.next_hexes) or 'none'}>"

    def after(self, hex_: HexId) -> Ways:
        """The ways that are left when this hex has been entered."""
        return Ways(self._rules, (*self._here, hex_))

    def why(self, hex_: HexId) -> Refusal | None:
        """Why this hex may not be entered next; None if it may."""
        if hex_ in self.next_hexes:
            return None
        rules, walk = self._rules, (*self._here, hex_)
        if walk not in rules.onward(self._here):
            return self._out_of_reach(walk)
        bar = rules.barred_step(walk) if rules.judge == "steps" else rules.barred(walk)
        if bar:
            return deny(bar.rule, bar.text, hex=hex_, before=walk[-2])
        return self._leads_nowhere(walk) or self._beaten(walk)

    def guard(self, _pos: Any, _step: Any, hex_: HexId) -> Refusal | None:
        """The same as `why`, in the shape that an offer wants."""
        return self.why(hex_)

    def _out_of_reach(self, walk: Walk) -> Refusal:
        *_, before, hex_ = walk
        if hex_ not in self._rules.neighbours(before):
            text = "{hex} is not next to {before}"
        elif hex_ in self._here:
            text = "{hex} has been left already"
        else:
            text = "the way ends in {before}"
        return deny(self._rules.rule, text, hex=hex_, before=before)

    def _leads_nowhere(self, walk: Walk) -> Refusal | None:
        """Refuse a hex from which no way can be completed, naming the bar met farthest on."""
        if self._rules.judge == "steps" or self._rules.complete(walk):
            return None
        met = list(self._rules.met(walk))
        if not met:
            return deny(self._rules.rule, "no way leads on from {hex}", hex=walk[-1])
        bar, far = max(met, key=lambda pair: len(pair[1]))
        text = bar.text if far == walk else "no way leads on from {by}: " + bar.text
        return deny(bar.rule, text, hex=far[-1], before=far[-2], by=walk[-1])

    def _beaten(self, walk: Walk) -> Refusal:
        """Refuse a hex because another is better, naming the wish that decides."""
        rules = self._rules
        if rules.judge == "steps":
            mine = rules.costs(walk)
            best = rules.costs((*self._here, self.next_hexes[0]))
        else:
            mine = min(map(rules.costs, rules.complete(walk)))
            best = rules.costs((self._here[0], *self.paths[0]))
        wish = next(w for w, a, b in zip(rules.wishes, mine, best, strict=True) if a != b)
        better = ", ".join(self.next_hexes)
        return deny(wish.rule, wish.text, hex=walk[-1], before=walk[-2], better=better)


def best_ways(
    start: HexId,
    length: int,
    neighbours: Callable[[HexId], Iterable[HexId]],
    bars: Sequence[Bar] = (),
    wishes: Sequence[Wish] = (),
    *,
    rule: RuleId = "",
    judge: Literal["paths", "steps"] = "paths",
    stops: Callable[[Walk], bool] | None = None,
    so_far: Walk = (),
    shut: Callable[[HexId, HexId], bool] | None = None,
) -> Ways:
    """The ways out of a hex that no bar forbids and no other way beats.

    Ways have exactly `length` hexes, unless `stops` says of a walk (start included) that
    it may end there; then `length` is the most. No way enters a hex twice. With
    `judge="steps"` each hex is ranked when it comes, whatever lies behind it, and a way
    may end short where it cannot go on. A unit on its way gives the hexes entered `so_far`;
    they are not judged again. `rule` is named where nothing more special forbids a hex.
    Where a game can tell at once whether any local bar forbids a step it does so by `shut`;
    the bars themselves are then asked for refusals only.
    """
    rules = _Rules(length, neighbours, bars, wishes, rule, judge, stops, shut)
    return Ways(rules, (start, *so_far))
