"""Dues, who pays them and who picks, as the rulebooks have them."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.mechanics.losses import Account, Due, Left, Share, ranked
from grognard.state import encode


def one_due(steps: int, *units: str, **more: object) -> Account:
    """An account of a single due that its owner, red, pays from these units."""
    return Account((Due(steps, "red", "8.6", (units,), **more),))  # type: ignore[arg-type]


def play(account: Account, left: Left, *picks: str) -> tuple[Account, dict[str, int]]:
    """Pay with these units in turn."""
    steps = dict(left)
    for unit in picks:
        account = account.pay(unit, steps)
        steps[unit] -= 1
    return account, steps


def spreads(account: Account, left: Left) -> set[tuple[str, ...]]:
    """Every way to pay until nothing is open, as sorted lists of who paid."""
    payers = account.payers(left)
    if not payers:
        return {tuple(sorted(account.hits))}
    found: set[tuple[str, ...]] = set()
    for unit in payers:
        found |= spreads(account.pay(unit, left), {**left, unit: left[unit] - 1})
    return found


# --- plain dues -------------------------------------------------------------------------


def test_the_owner_spreads_losses_as_he_likes() -> None:
    """Three losses over two attackers: 0+3 to 3+0 are legal, within their steps."""
    assert spreads(one_due(3, "a", "b"), {"a": 4, "b": 3}) == {
        ("a", "a", "a"),
        ("a", "a", "b"),
        ("a", "b", "b"),
        ("b", "b", "b"),
    }


def test_no_unit_loses_more_than_it_has() -> None:
    """A unit without a step left is refused, and the others go on paying."""
    account, left = play(one_due(3, "a", "b"), {"a": 1, "b": 5}, "a")
    assert account.payers(left) == ("b",)
    refusal = account.why_not("a", left)
    assert refusal is not None
    assert "a has no step left to lose" in str(refusal)
    with pytest.raises(ValueError, match="no step left"):
        account.pay("a", left)


def test_losses_beyond_all_steps_lapse() -> None:
    """Five losses on three steps: three are taken, two are surplus."""
    account, left = one_due(5, "a", "b"), {"a": 1, "b": 2}
    assert account.dues[0].surplus(left) == 2
    assert account.owed(left) == 3
    account, left = play(account, left, "a", "b", "b")
    assert account.open(left) is None
    assert (account.payers(left), account.picker(left), account.owed(left)) == ((), "", 0)
    assert "no more steps" in str(account.why_not("b", left))


def test_exactly_enough_steps_are_no_surplus() -> None:
    """Four losses on four steps leave nothing over."""
    assert one_due(4, "a").dues[0].surplus({"a": 4}) == 0
    assert one_due(5, "a").dues[0].surplus({"a": 4}) == 1


def test_only_those_named_pay() -> None:
    """A unit that took no part is refused under the rule of the due."""
    account = one_due(1, "a", "off the map")
    assert (
        str(account.why_not("idle", {"a": 1, "idle": 1})) == "8.6: idle does not pay these losses"
    )
    assert "no step left" in str(account.why_not("off the map", {"a": 1}))


def test_a_choice_is_forced_by_one_payer_or_by_total_loss() -> None:
    """One payer is no choice; nor is the order in which everybody dies."""
    assert one_due(1, "a").forced({"a": 2}) == "a"
    assert one_due(3, "a", "b").forced({"a": 1, "b": 2}) == "a"
    assert one_due(2, "a", "b").forced({"a": 1, "b": 2}) is None
    assert one_due(1, "a").forced({}) is None


def test_a_due_of_no_steps_is_none() -> None:
    """Where a result costs nothing, nothing is open."""
    assert one_due(0, "a").open({"a": 1}) is None


def test_the_enemy_may_pick() -> None:
    """The picker of a due need not own the units."""
    assert Account((Due(1, "blue", "6.6", (("a", "b"),)),)).picker({"a": 1}) == "blue"


# --- order ------------------------------------------------------------------------------


def test_dues_are_paid_in_order() -> None:
    """The first due is settled before the second, and each names its own rule."""
    account = Account((Due(1, "red", "8.5", (("a",),)), Due(1, "red", "8.9", (("b",),))))
    left = {"a": 1, "b": 1}
    assert account.payers(left) == ("a",)
    account, left = play(account, left, "a")
    assert account.payers(left) == ("b",)


def test_a_due_that_nobody_can_pay_lapses() -> None:
    """If the compulsory target is gone the next due is open."""
    account = Account((Due(1, "red", "8.5", (("gone",),)), Due(1, "red", "8.9", (("b",),))))
    account, left = play(account, {"b": 1}, "b")
    assert account.dues == ()
    assert account.open(left) is None


def test_a_group_pays_before_the_next() -> None:
    """Units that dropped are lost before any other; the rest pay what is left."""
    due = Due(3, "red", "10.22", (("para1", "para2"), ("rifle",)), order="11.10-4")
    account, left = Account((due,)), {"para1": 1, "para2": 1, "rifle": 1}
    refusal = account.why_not("rifle", left)
    assert refusal is not None
    assert refusal.rule == "11.10-4"
    assert "para1, para2 must pay before rifle" in str(refusal)
    account, left = play(account, left, "para2", "para1")
    assert account.payers(left) == ("rifle",)


def test_losses_are_spread() -> None:
    """Everyone takes a first loss before anyone takes another, across dues."""
    first = Due(1, "red", "8.5", (("tank",),))
    rest = Due(3, "red", "8.6", (("tank", "rifle", "brigade"),), spread="8.6-2")
    account, left = play(Account((first, rest)), {"tank": 2, "rifle": 2, "brigade": 1}, "tank")
    assert account.payers(left) == ("rifle", "brigade")
    refusal = account.why_not("tank", left)
    assert refusal is not None
    assert refusal.rule == "8.6-2"
    account, left = play(account, left, "brigade", "rifle")
    assert account.payers(left) == ("tank", "rifle")


# --- shares -----------------------------------------------------------------------------


def test_the_first_loss_must_come_from_certain_units() -> None:
    """The first of two losses is a leading tank unit of the owner's choice, then any."""
    share = Share(1, "9.24", of=("tank1", "tank2"))
    account = one_due(2, "tank1", "tank2", "motor", shares=(share,))
    left = {"tank1": 1, "tank2": 1, "motor": 1}
    assert account.payers(left) == ("tank1", "tank2")
    refusal = account.why_not("motor", left)
    assert refusal is not None
    assert refusal.rule == "9.24"
    account, left = play(account, left, "tank2")
    assert account.payers(left) == ("tank1", "motor")


def test_a_share_that_nobody_can_pay_frees_the_choice() -> None:
    """With its unit gone the step is taken from anyone."""
    account = one_due(1, "a", "b", shares=(Share(1, "8.9-2", of=("sapper",)),))
    assert account.payers({"a": 1, "b": 1}) == ("a", "b")


def test_half_of_the_losses_fall_on_some() -> None:
    """Of three steps two are the engineers', the third is free."""
    share = Share(2, "CBT-16", of=("engineer",))
    account = one_due(3, "engineer", "rifle", shares=(share,))
    assert spreads(account, {"engineer": 3, "rifle": 3}) == {
        ("engineer", "engineer", "engineer"),
        ("engineer", "engineer", "rifle"),
    }


def test_half_of_the_losses_are_picked_by_the_enemy() -> None:
    """Of three steps the enemy picks two, then the owner one; all from the same units."""
    account = one_due(3, "a", "b", shares=(Share(2, "CBT-28", picker="blue"),))
    left = {"a": 3, "b": 3}
    pickers = []
    for unit in ("a", "b", "a"):
        pickers.append(account.picker(left))
        account, left = play(account, left, unit)
    assert pickers == ["blue", "blue", "red"]


def test_one_step_may_satisfy_several_shares() -> None:
    """The best armour pays first; if it is an engineer too, that counts for both."""
    shares = (
        Share(1, "LSS-4", of=("armoured engineer", "tank")),
        Share(1, "CBT-16", of=("engineer", "armoured engineer")),
    )
    units = ("armoured engineer", "tank", "engineer", "rifle")
    left = dict.fromkeys(units, 2)
    two = one_due(2, *units, shares=shares)
    assert spreads(two, left) == {
        ("armoured engineer", "armoured engineer"),
        ("armoured engineer", "engineer"),
        ("armoured engineer", "rifle"),
        ("armoured engineer", "tank"),
        ("engineer", "tank"),
    }
    # A single step can satisfy both, so it must.
    one = one_due(1, *units, shares=shares)
    assert one.payers(left) == ("armoured engineer",)
    refusal = one.why_not("tank", left)
    assert refusal is not None
    assert refusal.rule == "CBT-16"


def test_no_unit_is_refused_for_what_it_could_not_help() -> None:
    """Where a share cannot be met in full anyway, nobody has to pay first to meet it."""
    shares = (Share(1, "first", of=("a", "b")), Share(2, "second", of=("a",)))
    account = one_due(2, "a", "b", shares=shares)
    assert account.payers({"a": 1, "b": 2}) == ("a", "b")


def test_a_step_is_not_wasted_where_all_are_needed() -> None:
    """Two steps meet three shares only if the first pays for two of them."""
    shares = (
        Share(1, "first", of=("a", "both")),
        Share(1, "second", of=("both", "c")),
        Share(1, "third", of=("d",)),
    )
    account = one_due(2, "a", "both", "c", "d", shares=shares)
    left = {"a": 1, "both": 1, "c": 1, "d": 1}
    assert account.payers(left) == ("both",)
    assert str(account.why_not("a", left)).startswith("third: ")


def test_the_first_share_wins_where_both_cannot_be_met() -> None:
    """With one step for two shares the first in precedence is served."""
    shares = (Share(1, "LSS-4", of=("tank",)), Share(1, "CBT-16", of=("engineer",)))
    account = one_due(1, "tank", "engineer", shares=shares)
    assert account.payers({"tank": 1, "engineer": 1}) == ("tank",)


def test_shares_go_before_groups_and_spread() -> None:
    """A compulsory target pays even if it is in a later group or was hit already."""
    due = Due(1, "red", "LSS", (("steady",), ("failed",)), (Share(1, "LSS-4", of=("failed",)),))
    assert Account((due,)).payers({"steady": 1, "failed": 1}) == ("failed",)
    share = Share(1, "8.6-4", of=("a",))
    hit = Account((Due(1, "red", "8.6", (("a", "b"),), (share,), spread="8.6-2"),), ("a",))
    assert hit.payers({"a": 1, "b": 1}) == ("a",)


# --- helpers and properties -------------------------------------------------------------


def test_groups_by_rank() -> None:
    """Units with the least key pay first; equals are one group in their own order."""
    failed = {"a": True, "b": False, "c": True, "d": False}
    assert ranked("abcd", failed.__getitem__) == (("b", "d"), ("a", "c"))


def test_an_account_is_a_value() -> None:
    """Equal accounts have one text, so that a step may hold one."""
    account = one_due(2, "a", shares=(Share(1, "x", of=("a",)),))
    assert encode(account) == encode(one_due(2, "a", shares=(Share(1, "x", of=("a",)),)))


UNITS = "abcd"
SUBSETS = st.lists(st.sampled_from(UNITS), unique=True, min_size=1).map(tuple)
SHARES = st.lists(
    st.builds(Share, st.integers(1, 3), st.sampled_from(["s1", "s2"]), SUBSETS), max_size=3
).map(tuple)
DUES = st.builds(
    Due,
    st.integers(1, 5),
    st.just("red"),
    st.just("due"),
    st.sampled_from([(tuple(UNITS),), (("a", "c"), ("b", "d")), (("d",), ("a",))]),
    SHARES,
    st.sampled_from(["", "spread"]),
)
STEPS = st.fixed_dictionaries({unit: st.integers(0, 3) for unit in UNITS})


@given(st.lists(DUES, max_size=3), STEPS, st.data())
def test_payers_are_those_not_refused(dues: list[Due], left: Left, data: st.DataObject) -> None:
    """At every payment the list and the refusals agree, nobody goes below nothing, and all ends."""
    account, steps = Account(tuple(dues)), dict(left)
    for _ in range(sum(due.steps for due in dues)):
        payers = account.payers(steps)
        assert payers == tuple(u for u in payers if account.why_not(u, steps) is None)
        assert {u for u in UNITS if account.why_not(u, steps) is None} == set(payers)
        assert account.forced(steps) in {None, *payers}
        assert bool(payers) == (account.open(steps) is not None)
        if not payers:
            break
        account, steps = play(account, steps, data.draw(st.sampled_from(payers)))
        assert min(steps.values()) >= 0
    assert account.open(steps) is None


@given(DUES, STEPS, st.data())
def test_a_single_due_is_paid_in_full(due: Due, left: Left, data: st.DataObject) -> None:
    """However it is paid, one due takes its steps or all that its units have."""
    account, steps = Account((due,)), dict(left)
    expected = min(due.steps, due.room(left))
    while payers := account.payers(steps):
        account, steps = play(account, steps, data.draw(st.sampled_from(payers)))
    assert len(account.hits) == expected


@given(st.integers(1, 4), SHARES, STEPS)
def test_shares_are_met_as_far_as_possible(
    steps: int, shares: tuple[Share, ...], left: Left
) -> None:
    """All ways to pay that serve the shares best, in order of precedence, are open; no others."""
    account = one_due(steps, *UNITS, shares=shares)
    number = min(steps, sum(left.values()))
    picks = (Counter(pick) for pick in combinations_with_replacement(UNITS, number))
    within = [pick for pick in picks if all(pick[u] <= left[u] for u in UNITS)]

    def met(pick: Counter[str]) -> tuple[int, ...]:
        return tuple(min(s.steps, sum(pick[u] for u in s.of)) for s in shares)

    best = max(map(met, within))
    expected = {tuple(sorted(pick.elements())) for pick in within if met(pick) == best}
    assert spreads(account, left) == expected
