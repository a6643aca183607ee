"""4.3 Control of hexes at the end of a Supply Phase."""

import pytest
from tests.rules.korsun44.field import SLUG, blank

from grognard.games.korsun44.state import DEAD, GERMAN, SOVIET, Pos
from grognard.games.korsun44.supply import level
from grognard.testing import sketch

#: Roads down three columns. Soviets are supplied from row 00; Germans hold the town at the end of
#: the third, which supplies them.
ROADS = " ".join(
    "-".join(f"{column}{row:02d}" for row in range(10)) for column in ("02", "05", "09")
)
BASE = ("zone korsun 0909", "tag town 0909", "control german 0909", f"network side_road {ROADS}")


def after(side: str, *lines: str) -> Pos:
    """The position when the Supply Phase of a side is over."""
    text = "\n".join(["board 12 x 10", "turn 5", *BASE, *lines, f"phase supply {side}"])
    return sketch(SLUG, text, run=True)


@pytest.mark.rule(SLUG, "4.3.2", "2.2-P6-3")
def test_who_stands_in_a_hex_takes_it() -> None:
    """At the end of his own Supply Phase, not of the enemy's."""
    units = ("unit 62GRD 0505", "control german 0505")
    assert after(SOVIET, *units).holder("0505") == SOVIET
    assert after(GERMAN, *units).holder("0505") == GERMAN


@pytest.mark.rule(SLUG, "4.1.6", "4.3.3", "G13")
def test_a_zone_takes_empty_hexes() -> None:
    """Those around a supplied unit where no enemy has a zone; without the unit nothing changes."""
    around = ("0504", "0605", "0606", "0506", "0406", "0405")
    lines = ("unit 62GRD 0505", f"control german {' '.join(around)} 0703")
    pos = after(SOVIET, *lines)
    assert {pos.holder(hex_) for hex_ in around} == {SOVIET}
    assert pos.holder("0703") == GERMAN
    alone = after(SOVIET, "unit HQ-4GA 0505", *lines[1:])
    assert {alone.holder(hex_) for hex_ in around} == {GERMAN}


@pytest.mark.rule(SLUG, "4.3.6", "G10", "G13")
def test_what_both_influence_is_nobodys() -> None:
    """Until one side is alone there; zones of units out of supply deny a hex too."""
    lines = ("unit 62GRD 0505", "control german 0504 0506", "unit 80-34 0507 want=1")
    pos = after(SOVIET, *lines)
    assert (pos.holder("0506"), pos.holder("0504")) == ("", SOVIET)
    later = after(SOVIET, "unit 62GRD 0505", "unit 80-34 0508")
    assert later.holder("0506") == SOVIET


@pytest.mark.rule(SLUG, "4.3.5", "G9")
def test_without_supply_only_the_own_hex() -> None:
    """A German far from his base takes where he stands and none beside it; at the base both."""
    lines = ("unit 80-34 0205", "unit 107-34 0905", "control soviet 0204 0205 0904 0905")
    pos = after(GERMAN, *lines)
    assert (level(pos, "80-34"), level(pos, "107-34")) == (1, 0)
    assert (pos.holder("0205"), pos.holder("0204")) == (GERMAN, SOVIET)
    assert (pos.holder("0905"), pos.holder("0904")) == (GERMAN, GERMAN)


@pytest.mark.rule(SLUG, "4.3.4")
def test_who_surrenders_controls_nothing() -> None:
    """A unit at level 12 gives up in any case but a twelve: its hex is not taken."""
    ring = [f"unit {u} {h}" for u, h in zip(
        ("80-34", "107-34", "253-34", "305-198", "308-198", "326-198"),
        ("0504", "0605", "0606", "0506", "0406", "0405"), strict=True)]  # fmt: skip
    pos = after(SOVIET, "unit 62GRD 0505 want=13", *ring, "control german 0505")
    assert pos.unit("62GRD").at == DEAD
    assert pos.holder("0505") == GERMAN


@pytest.mark.rule(SLUG, "G12", "4.3.3")
def test_a_held_hex_must_be_entered() -> None:
    """A lone enemy HQ keeps its hex, though it has no zone."""
    pos = after(SOVIET, "unit 62GRD 0505", "unit HQ-VII 0504", "control german 0504")
    assert pos.holder("0504") == GERMAN


@pytest.mark.rule(SLUG, "2.2-P12", "G13")
def test_the_supply_phase_is_one_sides() -> None:
    """In the German Supply Phase Soviets gain nothing, in theirs the Germans do not."""
    lines = ("unit 62GRD 0205", "unit 80-34 0905", "control german 0204", "control soviet 0904")
    soviet, german = after(SOVIET, *lines), after(GERMAN, *lines)
    assert (soviet.holder("0204"), soviet.holder("0904")) == (SOVIET, SOVIET)
    assert (german.holder("0204"), german.holder("0904")) == (GERMAN, GERMAN)


@pytest.mark.rule(SLUG, "4.3", "4.1.6")
def test_a_city_hex_changes_hands_by_these_rules_alone() -> None:
    """Entering it in the Movement Phase changes nothing before the Supply Phase ends."""
    pos = blank("movement", SOVIET, "unit 62GRD 0505", "control german 0504").apply("select 62GRD")
    pos = pos.apply("move 0504")
    assert pos.holder("0504") == GERMAN
