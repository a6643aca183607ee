"""Korsun 1944: what computer players take over from the position before is what they would find."""

from random import Random

import numpy as np
import pytest
from tests.players.korsun import APPRAISAL, GAME, begun, quiet

from grognard.appraise import Appraisal
from grognard.games.korsun44.appraisal_ring import ring
from grognard.games.korsun44.belief import fill
from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.players.moves import imagine
from grognard.players.weigh import weigh


@pytest.mark.parametrize("scenario", ["korsun_short", "deblockade"])
def test_what_is_believed_is_made_out_of_what_was_believed_before(scenario: str) -> None:
    """Units move, fall and are found out; whatever a position carries for speed is as if it had
    been made anew.
    """
    pos, luck = begun(scenario), Random(1)
    for _ in range(120):
        if pos.outcome is not None:
            break
        made = fill(GAME, pos.view(pos.side), 5)
        fresh = GAME.position(made.state)
        assert np.array_equal(made.columns.block, fresh.columns.block)
        assert made.where == fresh.where
        for side in (GERMAN, SOVIET):
            assert APPRAISAL.troops(made, side) == APPRAISAL.troops(fresh, side)
        assert ring(made) == ring(fresh)
        busy = luck.random() < 0.8
        pos = pos.apply(luck.choice(pos.actions()) if busy else quiet(pos))


def test_who_has_no_line_is_counted_by_hexes() -> None:
    """The same as troop by troop, for both sides, whoever is cut off."""
    pos = begun("deblockade")
    for side in (GERMAN, SOVIET):
        assert APPRAISAL.astray(pos, side) == Appraisal.astray(APPRAISAL, pos, side)
    assert APPRAISAL.astray(pos, GERMAN) == 0
    lone = next(t for t in APPRAISAL.troops(pos, GERMAN) if t.attack)
    away = imagine(pos, {lone.id: "6400"})
    assert APPRAISAL.astray(away, GERMAN) == Appraisal.astray(APPRAISAL, away, GERMAN) > 0


def test_a_position_on_paper_is_as_if_it_had_been_made_anew() -> None:
    """Places and counts of all who have been put elsewhere."""
    pos = begun()
    units = [t.id for t in APPRAISAL.troops(pos, SOVIET)][:5]
    paper = imagine(pos, dict(zip(units, ("0100", "0200", "0200", "6400", "0300"), strict=True)))
    fresh = GAME.position(paper.state)
    assert [paper.unit(unit).at for unit in units] == ["0100", "0200", "0200", "6400", "0300"]
    assert np.array_equal(paper.columns.block, fresh.columns.block)
    assert paper.where == fresh.where


def test_nothing_that_was_thought_before_changes_a_thought() -> None:
    """A question is weighed alike at first and after others."""
    pos = begun()
    view = pos.view(SOVIET)
    first = weigh(APPRAISAL, GAME.position(fill(GAME, view, 5).state), 6)
    other = begun("deblockade", GERMAN)
    weigh(APPRAISAL, fill(GAME, other.view(GERMAN), 5), 6)
    assert weigh(APPRAISAL, fill(GAME, view, 5), 6) == first
