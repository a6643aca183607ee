"""Stacking limits of every shape that the rulebooks know, on made-up counters."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.data import parse_yaml
from grognard.hexes import Grid
from grognard.mechanics.columns import Columns, Layout
from grognard.mechanics.stacking import Apart, Crowding, Extra, Limit, Stacked, Stacking
from grognard.mechanics.zones import Ground

ONE_EACH = Stacking(limits=(Limit("6.1", most=1, but=frozenset({"marker"})),))

BY_NATION = parse_yaml(
    """
    limits:
      - {rule: "6.3", most: 3, of: [hungarian]}
      - {rule: "6.3", most: 3, of: [romanian]}
      - {rule: "6.4", most: 8, of: [german]}
      - {rule: "6.5", most: 6, of: [soviet], but: [artillery]}
      - {rule: "6.5", most: 6, of: [artillery], what: artillery units}
    apart:
      - {rule: "6.2", kinds: [german, hungarian, romanian]}
    """,
    Stacking,
)

BY_POINTS = Stacking(limits=(Limit("3.2.1", most=8, by="points", what="levels"),))

# A battalion is three points, a company and any headquarters after the first are one.
BATTALIONS = Stacking(
    limits=(
        Limit("STK-1", most=9, by="points", free={"hq": 1}, what="companies"),
        Limit("STK-1", most=5, free={"hq": 1}),
    )
)

ARMIES = Stacking(
    limits=(
        Limit(
            "5.3-1",
            most=2,
            of=frozenset({"combat"}),
            extra=(Extra(1, "corps", beside="tank army"), Extra(1, "rifle", beside="shock army")),
            what="combat units",
        ),
        Limit("5.3-2", most=3, of=frozenset({"combat", "support"})),
    )
)

KINDS = {
    "battalion": Stacked("", frozenset({"battalion"}), 3),
    "company": Stacked("", frozenset({"company"})),
    "hq": Stacked("", frozenset({"hq"})),
    "rifle": Stacked("", frozenset({"combat", "rifle"})),
    "corps": Stacked("", frozenset({"combat", "corps"})),
    "brigade": Stacked("", frozenset({"support"})),
    "tank army": Stacked("", frozenset({"tank army"})),
    "shock army": Stacked("", frozenset({"shock army"})),
}


def stack(text: str) -> list[Stacked]:
    """Counters written as `3 battalion, 1 hq`; a kind without an entry is its own."""
    found: list[Stacked] = []
    for entry in filter(None, (part.strip() for part in text.split(","))):
        number, _, kind = entry.partition(" ")
        template = KINDS.get(kind, Stacked("", frozenset(kind.split())))
        found += [template._replace(id=f"{kind}{n}") for n in range(int(number))]
    return found


def test_one_counter_a_hex_and_markers_free() -> None:
    """Markers have no effect on stacking; a second formation is over."""
    assert ONE_EACH.fits(stack("1 formation, 3 marker"))
    assert not ONE_EACH.fits(stack("1 formation"), stack("1 garrison"))


@pytest.mark.parametrize(
    ("counters", "fits"),
    [
        ("8 german", True),
        ("9 german", False),
        ("3 romanian", True),
        ("4 romanian", False),
        ("6 soviet, 6 soviet artillery", True),
        ("7 soviet", False),
        ("5 soviet, 7 soviet artillery", False),
        ("8 german, 5 marker", True),
        ("1 german, 1 romanian", False),
    ],
)
def test_limits_by_nation_and_class(counters: str, fits: bool) -> None:
    """Artillery is counted apart, markers not at all, and nations are not mixed."""
    assert BY_NATION.fits(stack(counters)) == fits


@pytest.mark.parametrize(("points", "fits"), [((2, 2, 2, 1, 1), True), ((2, 2, 2, 2, 1), False)])
def test_limits_by_points(points: tuple[int, ...], fits: bool) -> None:
    """Three units of 2, a headquarters and one gun make 8 and fit; 9 do not."""
    counters = [Stacked(str(i), frozenset(), p) for i, p in enumerate(points)]
    assert BY_POINTS.fits(counters) == fits


@pytest.mark.parametrize(
    ("counters", "fits"),
    [
        ("3 battalion, 1 hq", True),
        ("4 battalion", False),
        ("2 battalion, 3 company, 1 hq", True),
        ("2 battalion, 4 company, 1 hq", False),
        ("2 battalion, 2 hq, 2 company", True),
        ("2 battalion, 2 hq, 3 company", False),
        ("6 company", False),
        ("5 company, 1 hq", True),
    ],
)
def test_the_first_of_a_kind_is_free(counters: str, fits: bool) -> None:
    """One headquarters is free, every further one counts as a company."""
    assert BATTALIONS.fits(stack(counters)) == fits


@pytest.mark.parametrize(
    ("counters", "fits"),
    [
        ("2 corps, 1 brigade", True),
        ("1 corps, 2 brigade", True),
        ("3 brigade", True),
        ("2 corps, 2 brigade", False),
        ("3 rifle", False),
        ("3 corps, 1 brigade, 1 tank army", True),
        ("3 rifle, 1 tank army", False),
        ("2 rifle, 1 corps, 1 tank army", True),
        ("2 corps, 2 brigade, 1 tank army", False),
        ("3 corps, 2 brigade, 1 tank army", False),
        ("3 rifle, 1 shock army", True),
        ("3 corps, 1 shock army", False),
        ("2 rifle, 2 corps, 1 tank army, 1 shock army", False),
        ("4 corps, 1 tank army", False),
    ],
)
def test_an_extra_unit_beside_a_headquarters(counters: str, fits: bool) -> None:
    """An army lets in one unit of its kind on top of two; two armies do not add up."""
    assert ARMIES.fits(stack(counters)) == fits


def test_no_more_is_let_in_than_is_needed() -> None:
    """Where two extra units could come, one that is enough leaves the others counted."""
    extra = Extra(2, "corps", beside="tank army")
    rules = Stacking((Limit("a", 2, of=frozenset({"combat"}), extra=(extra,)), Limit("b", 4)))
    assert rules.fits(stack("3 corps, 1 brigade, 1 tank army"))
    assert rules.fits(stack("4 corps, 1 brigade, 1 tank army"))
    assert not rules.fits(stack("3 corps, 2 brigade, 1 tank army"))


def test_a_refusal_names_rule_and_numbers() -> None:
    """Each broken limit gives its own rule, number and words."""
    (refusal,) = BY_POINTS.over([Stacked("a", frozenset(), 9)])
    assert refusal.rule == "3.2.1"
    assert "9 levels in one hex, 8 at most" in str(refusal)
    mixed, many = BY_NATION.over(stack("9 german, 1 hungarian"))
    assert (mixed.rule, many.rule) == ("6.2", "6.4")
    assert "german and hungarian are never stacked together" in str(mixed)


def test_the_fewest_that_cure() -> None:
    """Of nine units any one may go; artillery does not help where others are too many."""
    assert set(BY_NATION.cures(stack("9 german"))) == {frozenset({f"german{n}"}) for n in range(9)}
    cures = BY_NATION.cures(stack("8 soviet, 6 soviet artillery"))
    assert len(cures) == 28
    assert not any("artillery" in unit for cure in cures for unit in cure)


def test_a_headquarters_is_no_cure() -> None:
    """Taking away the army that lets in a third corps leaves the hex over its limit."""
    cures = ARMIES.cures(stack("4 corps, 1 tank army"))
    assert cures == tuple(frozenset({f"corps{n}"}) for n in range(4))


def test_only_those_named_are_removed() -> None:
    """Where the units that came are to go, those already there are left alone."""
    counters = stack("3 rifle")
    assert ARMIES.cures(counters, among=["rifle2"]) == (frozenset({"rifle2"}),)
    assert ARMIES.cures(counters, among=["tank army0"]) == ()
    assert ARMIES.cures(stack("2 rifle")) == ()


COUNTERS = st.lists(st.sampled_from(sorted(KINDS)), max_size=8).map(
    lambda kinds: [KINDS[kind]._replace(id=f"{i}") for i, kind in enumerate(kinds)]
)


@given(COUNTERS.flatmap(lambda counters: st.tuples(st.just(counters), st.permutations(counters))))
def test_the_order_of_a_stack_does_not_matter(
    stacks: tuple[list[Stacked], list[Stacked]],
) -> None:
    """A stack is over a limit or not, in whatever order its counters lie."""
    for rules in (ARMIES, BATTALIONS, BY_POINTS):
        assert rules.over(stacks[0]) == rules.over(stacks[1])


@given(COUNTERS)
def test_a_cure_cures_and_is_smallest(counters: list[Stacked]) -> None:
    """Without a cure's counters the stack fits, with any one of them put back it does not."""
    for cure in BATTALIONS.cures(counters):
        left = [s for s in counters if s.id not in cure]
        assert BATTALIONS.fits(left)
        for back in counters:
            assert back.id not in cure or not BATTALIONS.fits(left, [back])


@given(COUNTERS)
def test_a_part_of_a_legal_stack_is_legal(counters: list[Stacked]) -> None:
    """Without extras, taking a counter away never breaks a limit."""
    if BATTALIONS.fits(counters):
        assert all(BATTALIONS.fits([s for s in counters if s is not gone]) for gone in counters)


PLAIN = Stacking(
    limits=(
        Limit("5.3-1", most=2, of=frozenset({"combat"})),
        Limit("5.3-2", most=3, of=frozenset({"combat", "support"})),
    )
)
LAYERS = st.lists(st.sampled_from(["combat", "support"]), max_size=5)


@settings(deadline=None)
@given(st.lists(LAYERS, min_size=4, max_size=4), LAYERS)
def test_crowding_of_all_hexes_agrees_with_each_stack(
    stacks: list[list[str]], more: list[str]
) -> None:
    """Where a stack with some counters added is over a plain limit, its hex is crowded."""
    grid = Grid("flat", (1, 2), (1, 2))
    layout = Layout(grid, ("red", "blue"), layers=("combat", "support"))
    there = [(h, layer) for h, layers in zip(grid, stacks, strict=True) for layer in layers]
    columns = Columns.of(layout, (("red", h, layout.mark(**{kind: 1})) for h, kind in there))
    crowding, first = Crowding(layout, "red", PLAIN.limits), grid.hexes[0]
    crowded = crowding.over(columns, tuple(more))
    for counters, over in zip(stacks, crowded, strict=True):
        stacked = [Stacked(str(n), frozenset({kind})) for n, kind in enumerate(counters + more)]
        assert over == (not PLAIN.fits(stacked))
    ground = Ground(grid).halt([first])
    marked = crowding.passage(columns, ground, tuple(more))
    assert np.array_equal(marked.bits, ground.passage(crowded).bits)


def test_kinds_apart_need_two_kinds() -> None:
    """Any number of counters of one of the kinds may be together."""
    rules = Stacking(apart=(Apart("6.2", frozenset({"a", "b"})),))
    assert rules.fits(stack("5 a, 2 c"))
    assert not rules.fits(stack("1 a, 1 b"))
