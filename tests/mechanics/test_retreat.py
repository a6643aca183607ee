"""Retreats under bars and wishes, after the manner of each rulebook, on a small map.

The map has flat hexes, odd columns lower. Around 0505 lie, clockwise from the north,
0504 0605 0606 0506 0406 0405; beyond them the hexes two away.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Grid
from grognard.mechanics.retreat import (
    Bar,
    Walk,
    Ways,
    Wish,
    best_ways,
    farther_each_hex,
    farthest_end,
    fewest,
    no_crossing,
    no_end,
    no_entry,
    no_two_running,
)

GRID = Grid("flat", (1, 9), (1, 9))
START = "0505"
RING = ("0504", "0605", "0606", "0506", "0406", "0405")


def hexes(text: str) -> Callable[[str], bool]:
    """Is a hex one of these?"""
    return frozenset(text.split()).__contains__


def refused(ways: Ways, hex_: str) -> tuple[str, str]:
    """Rule and sentence of a refusal."""
    refusal = ways.why(hex_)
    assert refusal is not None
    return refusal.rule, refusal.text


# --- one hex ----------------------------------------------------------------------------


def one_hex(taken: str = "", zone: str = "", river: Iterable[str] = ()) -> Ways:
    """A retreat of one hex: not onto units, not over the river, out of zones if possible."""
    wet = set(river)
    bars = [
        no_entry("11.8-2", "{hex} is taken", hexes(taken)),
        no_crossing("11.8-8", "{before}/{hex} is water", lambda a, b: GRID.hexside(a, b) in wet),
    ]
    wishes = [fewest("11.8-3", "{hex} is in a zone, {better} not", hexes(zone))]
    return best_ways(START, 1, GRID.neighbours, bars, wishes, rule="11.8-1")


def test_every_free_hex_is_open() -> None:
    """Among equally suitable hexes the owner chooses."""
    assert one_hex().next_hexes == RING


def test_units_and_rivers_bar_a_retreat() -> None:
    """A hex that is taken or lies over the river is refused with the rule."""
    ways = one_hex("0504 0605", river=["0406/0505"])
    assert ways.next_hexes == ("0606", "0506", "0405")
    assert refused(ways, "0504") == ("11.8-2", "0504 is taken")
    assert refused(ways, "0406") == ("11.8-8", "0505/0406 is water")


def test_a_hex_outside_zones_is_taken_if_there_is_one() -> None:
    """Zones are avoided if possible; if all hexes are in zones, all are open."""
    ways = one_hex(taken="0504 0605", zone="0606 0506 0406")
    assert ways.next_hexes == ("0405",)
    assert refused(ways, "0506") == ("11.8-3", "0506 is in a zone, 0405 not")
    assert one_hex(zone=" ".join(RING)).next_hexes == RING


def test_a_surrounded_unit_has_no_way() -> None:
    """Where every hex is barred there is nothing to enter and no place to stop."""
    ways = one_hex(taken=" ".join(RING))
    assert not ways
    assert (ways.paths, ways.may_stop) == ((), False)
    assert refused(ways, "0406")[0] == "11.8-2"
    assert repr(ways) == "<Ways from 0505: none>"
    assert repr(one_hex(taken="0504 0605 0606 0506")) == "<Ways from 0505: 0406, 0405>"


def test_only_neighbours_are_entered() -> None:
    """A hex two away is refused under the rule of the retreat itself."""
    assert refused(one_hex(), "0503") == ("11.8-1", "0503 is not next to 0505")
    assert refused(one_hex(), "nowhere")[0] == "11.8-1"


def test_a_guard_is_the_same_as_why() -> None:
    """An offer may be given the guard as it is."""
    ways = one_hex(taken="0504")
    assert ways.guard(None, None, "0504") == ways.why("0504")
    assert ways.guard(None, None, "0605") is None


# --- whole paths ------------------------------------------------------------------------


def two_hexes(
    *, enemy: str = "", zone: str = "", full: str = "", rally: str = "", so_far: Walk = ()
) -> Ways:
    """Two hexes, judged as a whole: no two zone hexes running, few zone hexes, not east,
    ending two away. One hex is enough at a rally point; one or two more cure a full hex.
    """
    over, rallies = hexes(full), hexes(rally)

    def stops(walk: Walk) -> bool:
        entered = walk[1:]
        if len(entered) < 2:
            return bool(entered) and rallies(walk[-1])
        return all(over(hex_) for hex_ in entered[1:-1])

    def eastward(walk: Walk) -> int:
        columns = [GRID.place(hex_)[0] for hex_ in walk]
        return sum(b > a for a, b in pairwise(columns))

    bars = [
        no_entry("10.3-1", "{hex} is held by the enemy", hexes(enemy)),
        no_two_running("10.3-6", "{hex} is a second zone hex", hexes(zone)),
        no_end("10.3-7", "{hex} is full", over),
    ]
    wishes = [
        fewest("10.1B-1", "{hex} leads into a zone", hexes(zone)),
        Wish("10.1B-2a", "{hex} leads east", eastward),
        Wish(
            "10.1B-3",
            "{hex} ends too near",
            lambda walk: 0 if len(walk) == 2 else 2 - min(2, GRID.distance(START, walk[-1])),
        ),
    ]
    return best_ways(
        START, 4, GRID.neighbours, bars, wishes, rule="10.1A-0", stops=stops, so_far=so_far
    )


def test_a_path_of_two_hexes_ends_two_away() -> None:
    """Without enemies, ways west, north and south of two hexes are open and end two away."""
    ways = two_hexes()
    assert set(ways.next_hexes) == {"0504", "0506", "0406", "0405"}
    assert all(len(path) == 2 and GRID.distance(START, path[-1]) == 2 for path in ways.paths)
    assert refused(ways, "0605") == ("10.1B-2a", "0605 leads east")


def test_east_is_open_where_nothing_else_is() -> None:
    """With the west and middle held by the enemy the unit may go east."""
    ways = two_hexes(enemy="0504 0506 0406 0405")
    assert set(ways.next_hexes) == {"0605", "0606"}


def test_a_higher_wish_is_never_overridden() -> None:
    """Going east is better than entering a zone, since zones are named first."""
    ways = two_hexes(zone="0504 0506 0406 0405")
    assert set(ways.next_hexes) == {"0605", "0606"}
    assert refused(ways, "0405") == ("10.1B-1", "0405 leads into a zone")


def test_two_zone_hexes_running_are_barred() -> None:
    """One zone hex may be in the path, but not two one after the other."""
    behind = " ".join(GRID.ring(START, 2))
    assert not two_hexes(zone=f"{' '.join(RING)} {behind}")
    ways = two_hexes(zone=" ".join(RING))
    assert ways
    refusal = refused(two_hexes(enemy="0504 0605 0606 0506 0406", zone=f"0405 {behind}"), "0405")
    assert refusal[0] in {"10.3-1", "10.3-6"}
    assert refusal[1].startswith("no way leads on from 0405: ")


def test_the_zone_that_a_unit_leaves_does_not_count() -> None:
    """Only hexes that are entered run one after the other."""
    behind = " ".join(h for h in GRID.ring(START, 2))
    ways = two_hexes(enemy="0504 0605 0606 0506 0406", zone=f"{START} 0405")
    assert ways.next_hexes == ("0405",)
    assert not two_hexes(enemy="0504 0605 0606 0506 0406", zone=f"0405 {behind}")


def test_a_way_that_turns_back_is_refused_if_a_straight_one_exists() -> None:
    """After 0405 only hexes two away from the start are open."""
    ways = two_hexes(so_far=("0405",))
    assert all(GRID.distance(START, hex_) == 2 for hex_ in ways.next_hexes)
    assert refused(ways, "0406") == ("10.1B-3", "0406 ends too near")
    assert refused(ways, "0505") == ("10.1A-0", "0505 has been left already")
    assert not ways.may_stop


def test_a_rally_point_allows_to_stop_after_one_hex() -> None:
    """The owner may stop there or walk on; elsewhere he must walk on."""
    ways = two_hexes(rally="0405")
    assert ("0405",) in ways.paths
    at_rally = ways.after("0405")
    assert at_rally.may_stop
    assert at_rally.next_hexes
    assert not ways.after("0406").may_stop


def test_a_full_hex_is_left_again() -> None:
    """Only a unit that would end in a full hex goes one or two hexes further."""
    enemy = "0504 0605 0606 0506 0406 0404 0304 0306"
    ways = two_hexes(enemy=enemy, full="0305")
    assert ways.paths == (("0405", "0305", "0206"), ("0405", "0305", "0205"))
    farther = two_hexes(enemy=enemy, full="0305 0205 0206")
    assert {len(path) for path in farther.paths} == {4}
    assert not ways.after("0405").after("0305").may_stop
    free = two_hexes(enemy=enemy)
    assert free.paths == (("0405", "0305"),)


def test_the_end_of_a_way_is_its_end() -> None:
    """When the length is used up no further hex is open."""
    ways = two_hexes(so_far=("0405", "0305"))
    assert ways.may_stop
    assert not ways
    assert ways.paths == (("0405", "0305"),)


# --- any length -------------------------------------------------------------------------


def back(length: int, *, zone: str = "", friends: str = "", full: str = "") -> Ways:
    """Back up to `length` hexes, each farther from the start, as far as the owner likes."""
    in_zone, held = hexes(zone), hexes(friends)
    bars = [
        no_entry("5.3.3", "{hex} is in a zone", lambda h: in_zone(h) and not held(h)),
        farther_each_hex("5.3.2", "{hex} is no farther away", GRID.distance),
        no_end("5.3.6", "{hex} is full", hexes(full)),
    ]
    return best_ways(START, length, GRID.neighbours, bars, rule="5.3.1", stops=lambda _walk: True)


def test_the_owner_may_stand_or_go_back_any_part() -> None:
    """Ordered back three, a unit may stay, or go back one, two or three hexes."""
    ways = back(3)
    assert {len(path) for path in ways.paths} == {0, 1, 2, 3}
    assert ways.may_stop
    assert all(GRID.distance(START, p[-1]) == len(p) for p in ways.paths if p)


def test_each_hex_is_farther_from_the_start() -> None:
    """From the first hex only hexes two away are open."""
    ways = back(3).after("0405")
    assert set(ways.next_hexes) == {"0404", "0304", "0305"}
    assert refused(ways, "0406") == ("5.3.2", "0406 is no farther away")


def test_friends_open_a_zone_hex() -> None:
    """A hex in an enemy zone is open only if friends hold it."""
    ways = back(1, zone="0405 0406", friends="0406")
    assert "0406" in ways.next_hexes
    assert refused(ways, "0405") == ("5.3.3", "0405 is in a zone")


def test_a_full_hex_is_passed_but_not_ended_in() -> None:
    """A way may lead through a full hex, if it goes on."""
    assert refused(back(1, full="0405"), "0405") == ("5.3.6", "0405 is full")
    ways = back(2, full="0405")
    assert "0405" in ways.next_hexes
    assert not ways.after("0405").may_stop


def test_a_unit_may_stay_in_its_own_hex() -> None:
    """What forbids to end in a hex does not drive a unit out of its own."""
    assert back(2, full=START).may_stop


def test_a_full_hex_that_leads_nowhere_is_refused() -> None:
    """A way through a full hex is closed if all behind it is barred."""
    ways = back(2, full="0405", zone="0404 0304 0305")
    assert "0405" not in ways.next_hexes
    rule, text = refused(ways, "0405")
    assert rule == "5.3.3"
    assert text.startswith("no way leads on from 0405: ")


# --- single steps -----------------------------------------------------------------------


def ranked(length: int, *, zone: str = "", full: str = "", friends: str = "") -> Ways:
    """Hex by hex: outside zones within limits, then outside zones, then held, then empty."""
    in_zone, over, held = hexes(zone), hexes(full), hexes(friends)

    def choice(walk: Walk) -> int:
        hex_ = walk[-1]
        if not in_zone(hex_):
            return 2 if over(hex_) else 1
        return (5 if over(hex_) else 4) if held(hex_) else 6

    wishes = [
        Wish("RET-1", "{hex} comes after {better} in the list", choice),
        farthest_end("RET-3", "{hex} is not as far away as {better}", GRID.distance),
    ]
    return best_ways(START, length, GRID.neighbours, wishes=wishes, judge="steps", rule="RET")


def test_the_list_of_choices_is_followed() -> None:
    """Each entry of the list is taken before the next."""
    zone = " ".join(RING)
    order = [
        ranked(1, zone=zone),
        ranked(1, zone=zone, friends="0405", full="0405"),
        ranked(1, zone=zone, friends="0405 0406", full="0405"),
        ranked(1, zone="0504 0605 0606 0506 0406", full="0405", friends="0406"),
        ranked(1, zone="0504 0605 0606 0506", full="0405"),
    ]
    assert [w.next_hexes for w in order] == [RING, ("0405",), ("0406",), ("0405",), ("0406",)]
    assert refused(order[4], "0405") == ("RET-1", "0405 comes after 0406 in the list")


def test_single_steps_do_not_look_ahead() -> None:
    """The best first hex is taken even if only worse ones follow it."""
    beyond = " ".join(GRID.ring(START, 2))
    ways = ranked(2, zone=f"0504 0605 0606 0506 0406 {beyond}")
    assert ways.next_hexes == ("0405",)
    # Behind it 0404, 0304 and 0305 are farther away, 0504 and 0406 are not.
    assert set(ways.after("0405").next_hexes) == {"0404", "0304", "0305"}
    assert refused(ways.after("0405"), "0406")[0] == "RET-3"


def test_a_step_may_be_barred_as_the_last_one() -> None:
    """Judged by steps, a bar on ending counts for the hex that must be the last."""
    bars = [no_end("9", "{hex} is full", hexes("0405"))]
    last = best_ways(START, 1, GRID.neighbours, bars, judge="steps")
    assert "0405" not in last.next_hexes
    assert refused(last, "0405") == ("9", "0405 is full")
    assert "0405" in best_ways(START, 2, GRID.neighbours, bars, judge="steps").next_hexes


def test_single_steps_end_where_they_are_stuck() -> None:
    """A unit that cannot go on after its first hex may stop there; at the start it has no way."""
    only = no_entry("1", "{hex} is closed", lambda hex_: hex_ != "0405")
    ways = best_ways(START, 3, GRID.neighbours, [only], judge="steps")
    assert ways.paths == (("0405",),)
    assert ways.after("0405").may_stop
    shut = best_ways(START, 3, GRID.neighbours, [no_entry("1", "", lambda _h: True)], judge="steps")
    assert (shut.paths, shut.may_stop, bool(shut)) == ((), False, False)


# --- properties -------------------------------------------------------------------------

NEAR = GRID.within(START, 3)
SOME = st.frozensets(st.sampled_from(NEAR), max_size=20)
JUDGES = st.sampled_from(["paths", "steps"])


def rules(
    shut: frozenset[str], full: frozenset[str], bad: frozenset[str], worse: frozenset[str]
) -> tuple[list[Bar], list[Wish]]:
    bars = [
        no_entry("shut", "{hex} is shut", shut.__contains__),
        no_end("full", "{hex} is full", full.__contains__),
    ]
    wishes = [
        fewest("worse", "{hex} is worse", worse.__contains__),
        fewest("bad", "{hex} is bad", bad.__contains__),
    ]
    return bars, wishes


@given(SOME, SOME, SOME, SOME, st.integers(1, 3))
def test_best_paths_are_the_best_of_all(
    shut: frozenset[str],
    full: frozenset[str],
    bad: frozenset[str],
    worse: frozenset[str],
    length: int,
) -> None:
    """Exactly those paths are offered that a search by sides, one after the other, ranks first."""
    found: dict[Walk, tuple[int, int]] = {}
    for sides in product(range(6), repeat=length):
        walk = [START]
        for side in sides:
            walk.append(GRID.neighbour(walk[-1], side) or START)
        path = tuple(walk[1:])
        if len(set(walk)) == len(walk) and not shut & set(path) and path[-1] not in full:
            found[path] = (sum(h in worse for h in path), sum(h in bad for h in path))
    best = {path for path, costs in found.items() if costs == min(found.values())}
    bars, wishes = rules(shut, full, bad, worse)
    assert set(best_ways(START, length, GRID.neighbours, bars, wishes).paths) == best


@given(SOME, SOME, SOME, SOME, st.integers(1, 3), JUDGES, st.data())
def test_a_hex_is_open_or_refused(
    shut: frozenset[str],
    full: frozenset[str],
    bad: frozenset[str],
    worse: frozenset[str],
    length: int,
    judge: str,
    data: st.DataObject,
) -> None:
    """At every hex of every way, what is not offered has a reason, and every offer leads on."""
    bars, wishes = rules(shut, full, bad, worse)
    ways = best_ways(
        START,
        length,
        GRID.neighbours,
        bars,
        wishes,
        rule="way",
        judge=judge,  # type: ignore[arg-type]
    )
    while ways:
        open_ = {hex_ for hex_ in GRID.hexes if ways.why(hex_) is None}
        assert open_ == set(ways.next_hexes)
        hex_ = data.draw(st.sampled_from(ways.next_hexes))
        onward = ways.after(hex_)
        assert onward or onward.may_stop
        assert set(onward.paths) <= set(ways.paths)
        ways = onward


@given(SOME, SOME, st.integers(1, 3))
def test_a_refusal_names_what_is_true(
    shut: frozenset[str], bad: frozenset[str], length: int
) -> None:
    """Next to the start, a shut hex is refused as shut, and a bad one only if others are better."""
    bars, wishes = rules(shut, frozenset(), bad, frozenset())
    ways = best_ways(START, length, GRID.neighbours, bars, wishes)
    for hex_ in RING:
        refusal = ways.why(hex_)
        if hex_ in shut:
            assert refusal is not None
            assert refusal.text == f"{hex_} is shut"
        elif refusal is not None and refusal.rule == "bad":
            assert bad


def test_a_dead_end_is_refused() -> None:
    """Where two hexes must be walked, a hex with nothing behind it is no way."""
    strip = Grid("flat", (1, 1), (1, 2))
    ways = best_ways("0101", 2, strip.neighbours, rule="10")
    assert not ways
    assert refused(ways, "0102") == ("10", "no way leads on from 0102")


@pytest.mark.parametrize("length", [1, 4])
def test_the_edge_of_the_map_bounds_a_retreat(length: int) -> None:
    """From a corner only hexes of the map are offered."""
    ways = best_ways("0101", length, GRID.neighbours)
    assert set(ways.next_hexes) == set(GRID.neighbours("0101"))


# --- bars on going on, and steps that are known to be shut ----------------------------------


def test_who_has_gone_far_enough_goes_no_further() -> None:
    """A bar on going on lets walks end where it holds, and forbids every hex beyond."""
    room = hexes("0504 0506")
    bar = Bar("10.1A", "the way ends in {before}", lambda walk: room(walk[-1]), on="on")
    ways = best_ways(START, 2, GRID.neighbours, [bar], stops=lambda walk: len(walk) > 1)
    assert not any(path[0] in ("0504", "0506") for path in ways.paths if len(path) > 1)
    assert {path for path in ways.paths if len(path) == 1} == {(hex_,) for hex_ in RING}
    assert refused(ways.after("0504"), "0503") == ("10.1A", "the way ends in 0504")


@given(st.sets(st.sampled_from(GRID.hexes)), st.sets(st.sampled_from(GRID.hexes)))
def test_steps_may_be_shut_all_at_once(taken: set[str], wet: set[str]) -> None:
    """Ways and refusals are the same whether each bar is asked or a game says what is shut."""
    bars = [
        no_entry("1", "{hex} is taken", taken.__contains__),
        no_crossing("2", "{before} and {hex} are wet", lambda a, b: a in wet and b in wet),
    ]

    def shut(a: str, b: str) -> bool:
        return b in taken or (a in wet and b in wet)

    asked = best_ways(START, 2, GRID.neighbours, bars)
    told = best_ways(START, 2, GRID.neighbours, bars, shut=shut)
    assert asked.paths == told.paths
    assert [asked.why(hex_) for hex_ in RING] == [told.why(hex_) for hex_ in RING]
