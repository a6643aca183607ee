"""Does anything that a side is given tell which guns a defender has written down, or which morale
level has been chosen?
"""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.leaks import differences, probes
from tests.rules.kanev43.attacks import combat

from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.support import SUPPORT, DefensiveSupport
from grognard.games.kanev43.turn import CombatPhase
from grognard.state import Secret

#: Two fights, with guns of the defence that can reach both, and leaders.
FRONT = """
    unit 57ID-I/179 0404
    unit 57ID-II/179 0404
    unit 255ID-I/455 0404
    unit 57ID-I/199 0603
    unit 57ID-HQ 0502
    unit L-57ID 0502
    unit 57ID-I/AR 0502
    unit 57ID-IV/AR 0401
    unit XXIV-Werfer 0401
    unit 309RD-955 0405
    unit 309RD-957 0504
    unit 309RD-959 0604
    unit L-309RD 0504
    unit 309RD-AR 0406
"""
#: What may be written down or chosen in place of the truth.
OTHERS = {
    SUPPORT: ({}, {"0404": ("57ID-I/AR", "57ID-IV/AR")}, {"0603": ("XXIV-Werfer",)}),
    "morale": (3, 4),
}


def twins(pos: Pos) -> Iterator[tuple[str, Pos]]:
    """Positions that differ in a secret, each with the side that keeps it."""
    for number, secret in enumerate(pos.state.secrets):
        for value in OTHERS[secret.name]:
            kept = list(pos.state.secrets)
            kept[number] = Secret(secret.owner, secret.name, value)
            state = replace(pos.state, secrets=tuple(kept))
            yield secret.owner, pos.game.position(state)
    if isinstance(pos.top, DefensiveSupport):
        other = pos.top.but(given={"0404": ("57ID-IV/AR",)})
        yield AXIS, pos.game.position(replace(pos.state, agenda=(*pos.state.agenda[:-1], other)))


def strays(pos: Pos, rng: random.Random) -> Iterator[str]:
    """By what a side, or a spectator, could tell a secret of the other."""
    for owner, twin in twins(pos):
        for viewer in (SOVIET if owner == AXIS else AXIS, None):
            asked = probes(pos, viewer, rng) if viewer == pos.side else ()
            yield from differences(pos, twin, viewer, asked)


@pytest.mark.rule("kanev43", "SOP-15", "CBT-10", "R-50", "R-96")
@pytest.mark.parametrize("turn", [1, 2])
def test_secrets_of_a_combat_do_not_leak(turn: int) -> None:
    """Neither while they are written nor until they count: in views, panels, refusals."""
    seen: set[str] = set()
    for seed in range(2):
        rng = random.Random(f"secrets {turn} {seed}")
        pos = combat(FRONT, SOVIET, turn)
        for hex_ in ("0404", "0603"):
            pos = pos.apply(f"target {hex_}")
        while pos.find(CombatPhase) is not None:
            seen |= {secret.name for secret in pos.state.secrets} | {pos.top.tag}
            assert list(strays(pos, rng)) == []
            pos = pos.apply(rng.choice([a for a in pos.actions() if a.verb != "cancel"]))
    assert {SUPPORT, "morale", "defensive support", "offensive support", "attack"} <= seen


@pytest.mark.rule("kanev43", "SOP-15", "R-99")
def test_events_tell_nothing_before_the_fight() -> None:
    """Guns of the defence are named when their combat is fought, and not before."""
    pos = combat(FRONT, SOVIET).apply("target 0404").apply("done")
    pos = pos.apply("support 57ID-I/AR")
    told = list(pos.events)
    while pos.top.tag != "resolving":
        pos = pos.apply("done")
        told += pos.events
    assert not any("57ID-I/AR" in event.units for event in told)
    pos = pos.apply("target 0404").apply("attack 309RD-955").apply("commit", chance="stop")
    while pos.top.tag == "morale level":
        pos = pos.apply("choose 3", chance="stop")
    for viewer in (AXIS, SOVIET, None):
        heard = [pos.game.mask.event(pos.state, event, viewer) for event in pos.events]
        assert any(event is not None and "57ID-I/AR" in event.units for event in heard)
