"""5.1.7, E29 Whatever the positions, the duties of a Combat Phase can be met, one after another."""

from collections.abc import Iterator
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.korsun44.fights import SLUG, field

from grognard.games.korsun44.combat import Attack, may_commit
from grognard.games.korsun44.duties import front_of, open_duties, why_undone
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.state import Pos

HEXES = [f"{column:02}{row:02}" for column in range(3, 8) for row in range(3, 8)]
COUNTERS = [*(f"S{n}w" for n in (2, 4, 6, 8, 9, 12)), "AT-53A", "1Art-53A"]
ENEMIES = [*(f"G{n}w" for n in (2, 3, 4, 5, 6)), "Art-VII", "RG-Korsun", "HQ-VII"]

positions = st.tuples(
    st.lists(st.sampled_from(HEXES), min_size=len(COUNTERS), max_size=len(COUNTERS)),
    st.lists(st.sampled_from(HEXES), min_size=len(ENEMIES), max_size=len(ENEMIES)),
    st.sets(st.sampled_from(HEXES), max_size=4),
    st.sets(st.sampled_from(HEXES), max_size=3),
)


def made(soviets: list[str], germans: list[str], works: set[str], swamps: set[str]) -> Pos:
    """The position; who would stand among enemies is left out."""
    held = set(soviets)
    units = [f"unit {u} {h}" for u, h in zip(COUNTERS, soviets, strict=True)]
    units += [f"unit {u} {h}" for u, h in zip(ENEMIES, germans, strict=True) if h not in held]
    dug = ",".join(f"{hex_}:soviet" for hex_ in sorted(works & held))
    lines = [*([f"state field_works={dug}"] if dug else []),
             *([f"terrain swamp {' '.join(sorted(swamps))}"] if swamps else [])]  # fmt: skip
    return field(*units, *lines)


def stars(pos: Pos, phase: Engagement) -> Iterator[Attack]:
    """Attacks of one unit on several hexes, and of several units on one."""
    front = front_of(pos, phase)
    for here, units in front.fresh.items():
        targets = front.before[here]
        groups = chain.from_iterable(combinations(targets, n) for n in range(1, len(targets) + 1))
        yield from (
            Attack(side=phase.side, targets=hexes, units=(unit,))
            for hexes in groups
            for unit in units
        )
    for target in sorted(front.targets):
        able = [*front.around(target)]
        groups = chain.from_iterable(combinations(able, n) for n in range(2, len(able) + 1))
        yield from (Attack(side=phase.side, targets=(target,), units=group) for group in groups)


@pytest.mark.rule(SLUG, "5.1.7", "E29")
@settings(max_examples=25, deadline=None)
@given(position=positions, seed=st.integers(0, 99))
def test_there_is_always_a_way_out(
    position: tuple[list[str], list[str], set[str], set[str]], seed: int
) -> None:
    """While a duty is open some attack may be committed that leaves all others possible; after
    any such attacks and any results the phase can end.
    """
    pos, rng = made(*position), Random(seed)
    for _ in range(len(COUNTERS)):
        phase = pos.within(Engagement)
        if not open_duties(pos, phase):
            break
        assert pos.why_not("done") is not None
        allowed = [a for a in stars(pos, phase)
                   if why_undone(pos, phase, a.units, a.targets) is None]  # fmt: skip
        assert allowed, "an open duty, and no attack is allowed"
        pos = _fought(pos, rng.choice(allowed), rng)
        if pos.find(Engagement) is None:
            return  # nothing was left to be done, and the phase is over
    assert not open_duties(pos, pos.within(Engagement))
    assert pos.why_not("done") is None


def _fought(pos: Pos, attack: Attack, rng: Random) -> Pos:
    """An attack is made, and everything it asks is answered at random."""
    first, *others = attack.targets
    pos = pos.apply(f"target {first}")
    for unit in attack.units:
        pos = pos.apply(f"attack {unit}")
    for hex_ in others:
        pos = pos.apply(f"target {hex_}")
    assert may_commit(pos, pos.top, "") is None  # type: ignore[arg-type]
    pos = pos.apply("commit")
    while pos.find(Engagement) and pos.top.tag != "combat":
        pos = pos.apply(rng.choice(pos.actions()))
    return pos
