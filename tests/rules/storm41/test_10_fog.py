"""10.7, R-127 - R-129 Fog of war."""

import random

import pytest
from tests.leaks import differences, names_told, positions, probes, swapped

from grognard import load
from grognard.games.storm41.belief import fill
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.testing import sketch
from grognard.view import Counter

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
STACK = ("10RD", "1TD", "402Art")
TURN = "turn 3\n" + "\n".join(f"unit {unit} N3939" for unit in STACK) + "\ncontrol soviet N3939\n"


def seen(pos: Pos, viewer: str | None, hex_: str) -> list[Counter]:
    return [counter for counter in pos.view(viewer).counters if counter.at == hex_]


def top_of(pos: Pos, hex_: str) -> str:
    """The one unit of a Soviet stack that the German sees."""
    (known,) = [counter.id for counter in seen(pos, AXIS, hex_) if counter.known]
    return known


@pytest.mark.rule(SLUG, "10.7", "R-99")
def test_of_an_enemy_stack_the_top_unit_and_the_height_are_seen() -> None:
    """Its owner sees all of it, a spectator what both sides see."""
    pos = sketch(SLUG, TURN)
    for viewer in (AXIS, None):
        assert [counter.known for counter in seen(pos, viewer, "N3939")].count(True) == 1
        assert len(seen(pos, viewer, "N3939")) == 3
    assert {counter.id for counter in seen(pos, SOVIET, "N3939")} == set(STACK)


@pytest.mark.rule(SLUG, "R-99")
def test_fog_may_be_switched_off() -> None:
    """Then everything on the map is open."""
    pos = sketch(SLUG, TURN + "option fog=false")
    assert {counter.id for counter in seen(pos, AXIS, "N3939")} == set(STACK)


@pytest.mark.rule(SLUG, "R-127")
def test_its_owner_chooses_the_top_unit() -> None:
    """In his own phases, at any quiet moment; not the enemy."""
    pos = sketch(SLUG, TURN + "phase movement soviet")
    for unit in STACK:
        if unit != top_of(pos, "N3939"):
            pos = pos.apply("choose top unit").apply(f"select {unit}")
        assert top_of(pos, "N3939") == unit
    refusal = pos.apply("choose top unit").why_not(f"select {STACK[-1]}")
    assert refusal is not None
    assert refusal.rule == "R-127"
    german = sketch(SLUG, TURN + "phase movement axis")
    assert german.why_not("choose top unit") is not None


@pytest.mark.rule(SLUG, "R-127")
@pytest.mark.parametrize("unit", ["90RD", "2CC", "402Art"])
def test_who_arrives_goes_to_the_bottom(unit: str) -> None:
    """Whoever it is, the top unit stays on top."""
    pos = sketch(SLUG, f"turn 3\nunit 1TD N3939\nunit 48RD N3939\nunit {unit} N3940\n"
                       "control soviet N3939 N3940\nphase movement soviet")  # fmt: skip
    before = top_of(pos, "N3939")
    pos = pos.apply(f"select {unit}").apply("move N3939")
    assert top_of(pos, "N3939") == before
    assert pos.at("N3939")[0] == unit


@pytest.mark.rule(SLUG, "R-128")
def test_what_is_open_of_a_stack() -> None:
    """Its nation, that it is artillery alone, and the flak."""
    guns = sketch(SLUG, "turn 3\nunit 402Art N3939\nunit 403Art N3939")
    hidden = [counter for counter in seen(guns, AXIS, "N3939") if not counter.known]
    assert [counter.facts["artillery"] for counter in hidden] == [True]
    mixed = sketch(SLUG, TURN)
    facts = [counter.facts for counter in seen(mixed, AXIS, "N3939") if not counter.known]
    assert {(f["nation"], f["artillery"]) for f in facts} == {("soviet", False)}
    ploesti = sketch(SLUG, "turn 3\nunit 10Flak S2029\nunit 1ID S2029\nunit 11ID S2029")
    assert "10Flak" in {counter.id for counter in seen(ploesti, SOVIET, "S2029")}


@pytest.mark.rule(SLUG, "10.7", "R-129")
def test_what_is_hidden_off_the_map() -> None:
    """Of Turn Tracks and the reserve the enemy knows how many lie there; the airborne box and the
    dead are open.
    """
    boxed = ("2Pz reserve", "5Mt axis_arrivals", "264RD soviet_arrivals", "1Abn airborne",
             "1TD dead fell=2")  # fmt: skip
    pos = sketch(SLUG, "turn 3\n" + "\n".join(f"unit {one}" for one in boxed))
    view = pos.view(SOVIET)
    assert (view.boxes["reserve"], view.boxes["axis_arrivals"]) == (1, 1)
    ids = {counter.id for counter in view.counters}
    assert not ids & {"2Pz", "5Mt"}
    assert {"264RD", "1Abn", "1TD"} <= ids
    german = pos.view(AXIS)
    assert german.boxes["soviet_arrivals"] == 1
    assert {"2Pz", "5Mt", "1Abn", "1TD"} <= {c.id for c in german.counters}
    assert "264RD" not in {c.id for c in german.counters}


@pytest.mark.rule(SLUG, "10.7", "R-127")
def test_a_move_is_told_without_the_names_of_hidden_units() -> None:
    """The enemy reads how many went where."""
    pos = sketch(SLUG, TURN + "phase movement soviet").apply("select 1TD").apply("join 10RD")
    pos = pos.apply("move N3940")
    (event,) = [event for event in pos.events if event.kind == "move"]
    told = GAME.mask.event(pos.state, event, AXIS)
    assert "10RD" in str(event)
    assert told is not None
    assert "10RD" not in str(told)
    assert "1TD and a hidden unit" in str(told)


@pytest.mark.rule(SLUG, "10.7", "R-143", "R-145")
def test_nobody_looks_on_while_a_player_sets_up() -> None:
    """The German sees how many units lie in a hex and how many wait, and not who they are; when the
    set-up is done he sees the top units. The Soviet sees his own all the time.
    """
    placed = ("23TD", "28TD", "202MD", "10RD")
    pos = GAME.start("campaign", seed="looking on").apply(f"select {placed[0]}")
    for unit in placed[1:]:
        pos = pos.apply(f"join {unit}")
    pos = pos.apply("place N4234")
    for viewer in (AXIS, None):
        view = pos.view(viewer)
        assert [c.known for c in seen(pos, viewer, "N4234")] == [False] * 4
        assert view.boxes["muster"] == len(pos.at("muster"))
        assert not [c.id for c in view.counters if c.at == "muster"]
        believed = fill(GAME, view, 3).view(viewer)
        assert (believed.counters, believed.boxes) == (view.counters, view.boxes)
    assert {c.id for c in seen(pos, SOVIET, "N4234")} == set(placed)
    begun = pos.apply("choose ready").apply("done")
    assert [c.known for c in seen(begun, AXIS, "N4234")].count(True) == 1


# --- whole games -------------------------------------------------------------------------------

EVERY = 60


@pytest.mark.rule(SLUG, "10.7", "R-99", "R-128", "R-129")
def test_no_hidden_unit_is_named_and_exchanged_ones_tell_nothing() -> None:
    """In no byte of view, log, refusals, scene and overlays of a random game."""
    for before, _, after, rng in positions(GAME, range(1), every=EVERY, scenario="south"):
        for viewer in (AXIS, SOVIET, None):
            assert names_told(before, after, viewer, rng) == []
            twin = swapped(before, viewer, rng)
            if twin is not None:
                assert differences(before, twin, viewer, probes(before, viewer, rng)) == []


@pytest.mark.rule(SLUG, "R-99", "R-129")
def test_a_believed_position_looks_the_same() -> None:
    """What is filled in at random is seen as before, whoever looks."""
    rng = random.Random(1)
    for pos, _, _, _ in positions(GAME, range(1), every=EVERY, scenario="south"):
        for viewer in (AXIS, SOVIET):
            view = pos.view(viewer)
            believed = fill(GAME, view, rng.randrange(99)).view(viewer)
            assert believed.counters == view.counters
            assert believed.boxes == view.boxes


def test_a_stack_under_a_gun_is_not_believed_to_be_artillery_alone() -> None:
    """Something else lies there, since it would be open otherwise; artillery alone is believed."""
    mixed = "turn 3\nunit 10RD N3939\nunit 402Art N3939\nunit 403Art N3939\nphase movement soviet"
    pos = sketch(SLUG, mixed)
    for unit in ("402Art", "403Art"):
        if pos.at("N3939")[-1] != unit:
            pos = pos.apply("choose top unit").apply(f"select {unit}")
        for seed in range(12):
            stack = fill(GAME, pos.view(AXIS), seed).at("N3939")
            assert not all(GAME.piece(u).is_artillery for u in stack)
    guns = sketch(SLUG, "turn 3\nunit 402Art N3939\nunit 403Art N3939")
    assert all(GAME.piece(u).is_artillery for u in fill(GAME, guns.view(AXIS), 1).at("N3939"))
