"""Crowded positions, fought out at random: no combat breaks a rule of the board, and each ends.

A random game of the scenario seldom comes to blows: what is asked of its positions is asked here.
"""

import random
from collections import defaultdict
from typing import cast

import pytest
from tests.rules.kanev43.sketches import SLUG, drawn

from grognard.conformance import inspect
from grognard.games.kanev43.game import Kanev43
from grognard.games.kanev43.stacking import why_too_full
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import CombatPhase
from grognard.games.kanev43.units import KanevPiece
from grognard.registry import load

GAME = cast(Kanev43, load(SLUG))
COLUMNS, ROWS = 8, 7
HEXES = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
#: What takes back, ends or declines; seldom chosen, so that fights are fought.
TIMID = ("cancel", "untarget", "release", "pass", "stop", "done")
#: More actions than any phase needs.
MANY = 3000
SELDOM = 8


def state_of(piece: KanevPiece, rng: random.Random) -> str:
    """Some steps lost, some order lost, guns that can fire or not."""
    if piece.is_leader:
        return ""
    order, supply = rng.choice(("", "", "disrupted", "demoralised")), rng.choice(("", "", "out"))
    words = [f"lost={rng.randrange(piece.steps)}", f"order={order}", f"supply={supply}"]
    if piece.guns:
        words += [f"salvoes={rng.randrange(3)}", f"limbered={rng.choice(('true', 'false'))}"]
    return " ".join(words)


def fits(pieces: list[KanevPiece]) -> bool:
    """Do these counters fit into one hex?"""
    return why_too_full(pieces, GAME.charts) is None


def crowd(rng: random.Random) -> str:
    """Units of both sides close together, and paratroopers among them."""
    pieces = rng.sample(sorted(GAME.printed), 110)
    lines = [f"board {COLUMNS} x {ROWS}", f"turn {rng.randint(1, 8)}"]
    stacks: dict[str, list[KanevPiece]] = defaultdict(list)
    lines += [f"terrain {kind} {' '.join(rng.sample(HEXES, 4))}" for kind in ("hill", "woods")]
    lines.append(f"tag town {' '.join(rng.sample(HEXES, 3))}")
    for piece in (GAME.printed[name] for name in pieces):
        hex_ = rng.choice(HEXES)
        there = stacks[hex_]
        if piece.kind == "parachute" and rng.random() < 0.5:
            lines.append(f"unit {piece.id} {hex_} dispersed=true")
        elif {p.side for p in there} <= {piece.side} and not why_too_full(
            [*there, piece], GAME.charts
        ):
            there.append(piece)
            lines.append(f"unit {piece.id} {hex_} {state_of(piece, rng)}")
    return "\n".join(lines)


def fight_on(pos: Pos, rng: random.Random) -> Pos:
    """One more action, mostly a bold one."""
    every = pos.actions()
    bold = [action for action in every if action.verb not in TIMID]
    return pos.apply(rng.choice(bold if bold and rng.random() < 0.85 else every))


def faults(pos: Pos, rng: random.Random) -> list[str]:
    """What is wrong with a position; the costly questions now and then. A board so small has not
    all bridgeheads.
    """
    found = list(pos.game.complaints(pos) if rng.randrange(SELDOM) else inspect(pos, rng))
    return [text for text in found if "there are" not in text]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.rule("kanev43", "SOP-17", "SOP-18")
def test_every_fight_ends(seed: int) -> None:
    """With both sides where they may be after every action."""
    rng = random.Random(f"crowd {seed}")
    pos = drawn(f"{crowd(rng)}\nphase combat {rng.choice((AXIS, SOVIET))}")
    fought = 0
    for _ in range(MANY):
        if pos.find(CombatPhase) is None:
            break
        pos = fight_on(pos, rng)
        fought += sum(event.kind == "combat" for event in pos.events)
        assert faults(pos, rng) == []
    assert pos.find(CombatPhase) is None
    assert fought > 2
