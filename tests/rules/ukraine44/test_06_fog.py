"""6.4 Fog of war: what is hidden, when it is shown, and decoys."""

import random

import pytest
from tests.leaks import differences, swapped
from tests.rules.ukraine44.play import attack, denied, fight, offered
from tests.rules.ukraine44.whole import begin, start, until

from grognard.decisions import Event
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.state import encode
from grognard.testing import sketch
from grognard.view import Counter

SLUG = "ukraine44"

#: Two attackers and a bystander against a panzer division; each side has one more behind.
FRONT = """
    board 9 x 7
    unit 6GTC 04.03 lost=1
    unit 7GTC 05.04
    unit 9MC 03.03
    unit 1ssPz 04.04 lost=2
    unit 1Pz 04.07
    turn 2
"""


def at(pos: Pos, viewer: str | None, hex_: str) -> Counter:
    """What a viewer sees in a hex."""
    (counter,) = (c for c in pos.view(viewer).counters if c.at == hex_)
    return counter


def known(pos: Pos, viewer: str | None) -> set[str]:
    """The hexes in which a viewer knows the formation."""
    return {c.at for c in pos.view(viewer).counters if c.known and c.at in pos.board.grid}


def told(pos: Pos, viewer: str) -> list[Event]:
    """The events of the last action as a viewer learns them."""
    events = (pos.game.mask.event(pos.state, event, viewer) for event in pos.events)
    return [event for event in events if event is not None]


# --- hidden -----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.4-1")
@pytest.mark.parametrize("viewer", [AXIS, SOVIET])
def test_formations_lie_hidden(viewer: str) -> None:
    """Before combat a side knows its own formations and none of the enemy's."""
    pos = sketch(SLUG, f"{FRONT}\nphase movement {viewer}")
    theirs = {u.at for u in pos.state.units if pos.owner(u.id) != viewer and u.at != "out"}
    assert not known(pos, viewer) & theirs
    assert theirs
    assert known(pos, None) == set()


@pytest.mark.rule(SLUG, "6.4-3")
def test_the_owner_looks_when_he_likes() -> None:
    """In the enemy's phases too he sees name, losses and decoys of his own."""
    for phase in ("movement soviet", "combat soviet", "movement axis"):
        pos = sketch(SLUG, f"{FRONT}\nphase {phase}")
        seen = at(pos, AXIS, "04.04")
        assert (seen.id, seen.known) == ("1ssPz", True)
        assert (seen.facts["lost"], seen.facts["decoy"]) == (2, False)


@pytest.mark.rule(SLUG, "6.4-4")
def test_tigers_are_always_seen() -> None:
    """The Soviets see in which hex, or that it is in the box, for every Tiger."""
    pos = sketch(
        SLUG,
        f"{FRONT}\nunit 1ssPz 04.04 tiger=Tiger503\nunit Tiger503 attached\nunit Tiger509 tiger"
        "\nphase movement soviet",
    )
    seen = {c.id: c for c in pos.view(SOVIET).counters}
    assert (seen["Tiger503"].known, seen["Tiger509"].at) == (True, "tiger")
    carrier = at(pos, SOVIET, "04.04")
    assert (carrier.known, carrier.facts["tiger"]) == (False, "Tiger503")
    assert at(pos, SOVIET, "04.07").facts["tiger"] == ""


@pytest.mark.rule(SLUG, "6.4-5", "S9")
def test_a_loss_marker_is_seen_and_its_value_is_not() -> None:
    """The enemy sees that a marker lies under a formation. Whether it is 1 or 6, and under
    which of two the greater loss lies, he does not see.
    """
    pos = sketch(SLUG, f"{FRONT}\nunit 1Pz 04.07 lost=5\nphase movement soviet")
    other = sketch(
        SLUG, f"{FRONT}\nunit 1ssPz 04.04 lost=6\nunit 1Pz 04.07 lost=1\nphase movement soviet"
    )
    assert at(pos, SOVIET, "04.04").facts["marker"] is True
    assert "lost" not in at(pos, SOVIET, "04.04").facts
    assert differences(pos, other, SOVIET) == []
    assert at(sketch(SLUG, f"{FRONT}\nphase movement axis"), AXIS, "05.04").facts["marker"] is False


# --- shown in combat --------------------------------------------------------------------


def battle() -> Pos:
    """A combat in which the attacker has to choose who loses steps."""
    pos = sketch(SLUG, f"{FRONT}\nunit 1ssPz 04.04 decoy=true\nphase combat soviet")
    pos = fight(pos, "04.04", "6GTC", "7GTC", dice=3)
    assert pos.top.tag == "losses"
    return pos


@pytest.mark.rule(SLUG, "6.4-2", "S10")
@pytest.mark.parametrize("viewer", [AXIS, SOVIET])
def test_values_are_shown_in_combat_and_of_those_who_fight_only(viewer: str) -> None:
    """While a combat is fought both sides see name and losses of all who take part; the
    bystanders stay hidden.
    """
    pos = battle()
    both = {"04.03": ("6GTC", 1), "05.04": ("7GTC", 0), "04.04": ("1ssPz", 0)}
    for hex_, (unit, lost) in both.items():
        seen = at(pos, viewer, hex_)
        assert seen.known
        assert (seen.facts.get("unit", seen.id), seen.facts["lost"]) == (unit, lost)
    assert at(pos, AXIS, "03.03").known is False
    assert at(pos, SOVIET, "04.07").known is False
    assert known(pos, None) == set(both)


@pytest.mark.rule(SLUG, "6.4-2", "6.4-5", "6.4-6")
def test_a_combat_that_is_over_at_once_was_seen_too() -> None:
    """Both logs tell strengths, losses and decoys of all who fought, whoever had to choose
    anything.
    """
    text = f"{FRONT}\nunit 1ssPz 04.04 decoy=true\nphase combat soviet"
    pos = fight(sketch(SLUG, text), "04.04", "6GTC", dice=1)
    assert pos.top.tag == "combat"
    for viewer in (AXIS, SOVIET):
        shown = [str(event) for event in told(pos, viewer) if event.kind == "shown"]
        assert shown == [
            "6GTC is shown: attack 7, defence 6, 1 step lost.",
            "1ssPz is shown: attack 8, defence 8, under it a decoy.",
        ]


@pytest.mark.rule(SLUG, "S4")
def test_after_combat_they_are_hidden_again() -> None:
    """Their values are gone from the enemy's view; the record says who was seen, where and when."""
    pos = sketch(SLUG, f"{FRONT}\nphase combat soviet")
    pos = fight(pos, "04.04", "6GTC", dice=1)
    assert known(pos, SOVIET) == {"04.03", "05.04", "03.03"}
    assert known(pos, AXIS) == {"04.04", "04.07"}
    seen = {(s.unit, s.turn, s.at) for s in pos.view(AXIS).sightings}
    assert seen == {("6GTC", 2, "04.03")}
    assert {s.unit for s in pos.view(SOVIET).sightings} == {"1ssPz"}
    assert "1ssPz" not in encode(pos.view(SOVIET).agenda).decode()


@pytest.mark.rule(SLUG, "S10")
def test_the_attacker_is_bound_before_he_sees() -> None:
    """Until he commits he knows nothing of the defender; afterwards there is no way back, and
    no other attack before this one is finished.
    """
    pos = attack(sketch(SLUG, f"{FRONT}\nphase combat soviet"), "04.04", "6GTC", "7GTC")
    assert at(pos, SOVIET, "04.04").known is False
    assert "1ssPz" not in encode(pos.view(SOVIET)).decode()
    assert not [event for event in pos.events if event.kind == "shown"]
    assert {"cancel", "release", "commit"} <= {action.verb for action in pos.actions()}
    bound = pos.apply("commit", dice=[3])
    assert at(bound, SOVIET, "04.04").known is True
    for action in ("cancel", "release 6GTC", "attack 9MC", "target 04.07", "done"):
        assert bound.why_not(action) is not None


@pytest.mark.rule(SLUG, "S10", "S9")
def test_the_odds_before_commit_are_a_range() -> None:
    """The panel has the least and the most that a counter of this colour may defend with: for
    the 1st Panzer Army's mobile formations 6 to 10, with a marker from 1 on.
    """

    def defence(text: str) -> str:
        pos = attack(sketch(SLUG, f"{FRONT}\n{text}\nphase combat soviet"), "04.04", "6GTC")
        assert pos.panel is not None
        (row,) = (row for row in pos.panel.rows if row.label == "Defence")
        return row.value

    assert defence("unit 1ssPz 04.04") == "6 to 10"
    assert defence("unit 1ssPz 04.04 lost=2") == "1 to 10"
    assert defence("unit 1ssPz 04.04 decoy=true") == "1 to 10"
    assert defence("unit 1ssPz 04.04 supply=isolated") == "3 to 5"
    assert defence("unit 1ssPz 04.04\noption fog=false") == "8"
    # Those of 9 and 10 lie with the dead, whom everybody knows: 8 is the most.
    dead = "unit 1Pz dead lost=9\nunit 17Pz dead lost=9\nunit 16Pz dead lost=10"
    assert defence(f"unit 1ssPz 04.04\n{dead}") == "6 to 8"


# --- what a hidden counter shows --------------------------------------------------------


@pytest.mark.rule(SLUG, "S9")
def test_what_lies_open() -> None:
    """Side, colour and type, hex, supply state, Tiger, and whether a marker lies there."""
    text = f"""
        {FRONT}
        unit 1ssPz 04.04 lost=2 supply=out tiger=Tiger503
        unit Tiger503 attached
        phase movement soviet
    """
    seen = at(sketch(SLUG, text), SOVIET, "04.04")
    assert seen.side == AXIS
    assert seen.facts == {
        "group": "1PzA mobile",
        "kind": "mobile",
        "supply": "out",
        "tiger": "Tiger503",
        "marker": True,
    }


@pytest.mark.rule(SLUG, "S9")
def test_the_type_is_open_where_a_colour_has_two() -> None:
    """Of the two dark green Hungarians one is seen to be mobile, the other infantry."""
    text = "board 5 x 3\nunit 2Pz/Hun 02.02\nunit 16/Hun 02.04\nturn 11\nphase movement soviet"
    pos = sketch(SLUG, text + "\nunit 6GTC 01.01")
    assert [at(pos, SOVIET, hex_).facts["kind"] for hex_ in ("02.02", "02.04")] == [
        "mobile",
        "infantry",
    ]


@pytest.mark.rule(SLUG, "S9")
@pytest.mark.parametrize("viewer", [AXIS, SOVIET])
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_exchanged_formations_look_the_same(viewer: str, phase: str) -> None:
    """Two states that differ only in which formations of a colour stand where look the same to
    the enemy, whoever is on move, and offer him the same.
    """
    pos = until(begin(), phase, turn=2)
    if pos.side != viewer and phase == "movement":
        pos = until(pos.apply("done"), "soviet turn").apply("choose movement")
    rng = random.Random(6)
    for _ in range(10):
        twin = swapped(pos, viewer, rng)
        assert twin is not None
        assert twin.state.units != pos.state.units
        assert differences(pos, twin, viewer) == []


@pytest.mark.rule(SLUG, "S9")
def test_the_log_speaks_of_colours() -> None:
    """A move of the enemy is told without the name of the formation; one's own with it."""
    pos = sketch(SLUG, f"{FRONT}\nphase movement soviet").apply("select 9MC")
    pos = pos.apply("move 02.02").apply("stop")
    (mine,) = told(pos, SOVIET)
    assert str(mine) == "9MC moves from 03.03 to 02.02."
    (theirs,) = told(pos, AXIS)
    assert str(theirs) == "A Soviet mobile formation moves from 03.03 to 02.02."
    assert theirs.units == (at(pos, AXIS, "02.02").id,)
    assert "9MC" not in encode(theirs).decode()


@pytest.mark.rule(SLUG, "S9")
def test_refusals_do_not_tell_who_stands_where() -> None:
    """Whoever asks about an enemy by name gets the same answer wherever that one is."""
    pos = attack(sketch(SLUG, f"{FRONT}\nphase combat soviet"), "04.04", "6GTC")
    answers = {
        str(pos.why_not(f"attack {unit}", side=SOVIET)).replace(unit, "X")
        for unit in ("1ssPz", "1Pz", "16Pz", "9ssPz")
    }
    assert len(answers) == 1
    refusal = pos.why_not("attack 1ssPz", side=SOVIET)
    assert refusal is not None
    assert "04.04" not in str(refusal)


def test_without_fog_all_lies_open() -> None:
    """The option turns every counter up."""
    pos = sketch(SLUG, f"{FRONT}\noption fog=false\nphase movement soviet")
    on_map = {unit.at for unit in pos.state.units if unit.at in pos.board.grid}
    assert known(pos, AXIS) == known(pos, SOVIET) == known(pos, None) == on_map


def test_at_the_end_the_fog_lifts() -> None:
    """When the game is over everybody sees everything, in the log too."""
    pos = sketch(SLUG, f"{FRONT}\nphase movement soviet").apply("resign axis")
    on_map = {unit.at for unit in pos.state.units if unit.at in pos.board.grid}
    assert known(pos, AXIS) == known(pos, SOVIET) == on_map
    assert at(pos, SOVIET, "04.04").id == "1ssPz"


# --- decoys -----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.4-6", "S8")
def test_a_decoy_looks_like_a_loss() -> None:
    """With a loss under one formation and a decoy under another the enemy cannot tell which
    is which.
    """
    real = "unit 1ssPz 04.04 lost=2\nunit 1Pz 04.07 decoy=true"
    false = "unit 1ssPz 04.04 decoy=true\nunit 1Pz 04.07 lost=2"
    one, other = (
        sketch(SLUG, f"{FRONT}\n{units}\nphase movement soviet") for units in (real, false)
    )
    assert differences(one, other, SOVIET) == []
    assert at(one, SOVIET, "04.07").facts["marker"] is True
    assert differences(one, other, AXIS) != []


@pytest.mark.rule(SLUG, "6.4-6", "S8")
def test_a_decoy_is_laid_and_lifted_in_secret() -> None:
    """The enemy is not told; the owner is. It may lie under any formation of the owner."""
    pos = sketch(SLUG, f"{FRONT}\nphase movement soviet")
    assert offered(pos, "decoy") == {"7GTC", "9MC"}
    laid = pos.apply("decoy 7GTC")
    assert laid.unit("7GTC").decoy
    assert [str(event) for event in told(laid, SOVIET)] == ["A decoy is laid under 7GTC."]
    assert told(laid, AXIS) == []
    assert offered(laid, "lift") == {"7GTC"}
    lifted = laid.apply("lift 7GTC")
    assert lifted.state.units == pos.state.units
    assert told(lifted, AXIS) == []


@pytest.mark.rule(SLUG, "S8")
def test_where_a_decoy_may_lie() -> None:
    """Under a formation of one's own on the map, without losses, and without a decoy."""
    pos = sketch(SLUG, f"{FRONT}\nunit 8/60A arrivals\nphase movement soviet").apply("decoy 7GTC")
    assert denied(pos, "decoy 6GTC") == "S8"
    assert denied(pos, "decoy 7GTC") == "S8"
    assert denied(pos, "decoy 8/60A") == "6.4-6"
    assert denied(pos, "decoy 1Pz") == "6.4-6"
    assert denied(pos, "decoy Tiger503") == "6.4-6"
    assert pos.why_not("lift 9MC") is not None


@pytest.mark.rule(SLUG, "S8")
def test_the_first_lost_step_replaces_a_decoy() -> None:
    """It returns to its owner, who may lay it elsewhere."""
    text = f"{FRONT}\nunit 6GTC 04.03 decoy=true\nunit 7GTC 05.04 decoy=true\nphase combat soviet"
    pos = sketch(SLUG, text)
    assert denied(pos, "decoy 9MC") == "2.9-3"
    pos = fight(pos, "04.04", "6GTC", dice=1)
    assert (pos.unit("6GTC").lost > 0, pos.unit("6GTC").decoy) == (True, False)
    assert pos.apply("decoy 9MC").unit("9MC").decoy


@pytest.mark.rule(SLUG, "S8")
def test_when_decoys_may_be_shifted() -> None:
    """At set-up and at every calm question of one's own player turn, the Axis also in step 1D;
    not while a move or an attack is open, not in step 1B, not in the enemy's turn.
    """
    allowed: dict[tuple[str, str], bool] = {}
    pos = start()
    while pos.turn < 3:
        both = {action.verb for action in pos.actions()} & {"decoy", "lift"}
        allowed[pos.top.tag, pos.side] = bool(both)
        pos = pos.apply(_next(pos))
    calm = {key for key, may in allowed.items() if may}
    assert calm == {
        ("decoy set-up", AXIS),
        ("decoy set-up", SOVIET),
        ("tigers", AXIS),
        ("movement", AXIS),
        ("combat", AXIS),
        ("mobile movement", AXIS),
        ("soviet turn", SOVIET),
        ("movement", SOVIET),
        ("combat", SOVIET),
    }
    assert set(allowed) - calm == {
        ("tiger set-up", AXIS),
        ("placement", SOVIET),
        ("air supply", AXIS),
    }
    moving = sketch(SLUG, f"{FRONT}\nphase movement soviet").apply("select 7GTC")
    fighting = sketch(SLUG, f"{FRONT}\nphase combat soviet").apply("target 04.04")
    for open_ in (moving, fighting):
        assert open_.why_not("decoy 7GTC") is not None


def _next(pos: Pos) -> str:
    ways = ("choose ready", "done", "pass", "choose movement")
    return next(way for way in ways if pos.why_not(way) is None)


@pytest.mark.rule(SLUG, "S8")
def test_no_decoys_without_fog() -> None:
    """In a game with open counters there is nothing to deceive about."""
    pos = sketch(SLUG, f"{FRONT}\noption fog=false\nphase movement soviet")
    assert not {action.verb for action in pos.actions()} & {"decoy", "lift"}
    assert pos.why_not("decoy 7GTC") is not None
