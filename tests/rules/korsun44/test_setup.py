"""Set-up of Korsun 1944: who stands where before turn 1, and what players decide about it."""

from random import Random
from typing import Any

import pytest

from grognard.decisions import Action
from grognard.games.korsun44.game import Korsun44
from grognard.games.korsun44.state import GERMAN, MUSTER, OUT, SOVIET, Pos
from grognard.registry import load

READY = Action("choose", "ready")
DONE = Action("done")


@pytest.fixture(scope="module")
def game() -> Korsun44:
    found = load("korsun44")
    assert isinstance(found, Korsun44)
    return found


def begun(game: Korsun44, scenario: str = "korsun", **options: Any) -> Pos:
    """A game before its first decision."""
    return game.start(scenario, seed=1, **options)


def to(pos: Pos, step: str) -> Pos:
    """The ready set-up is taken until a step of this name is open."""
    while pos.top.tag != step:
        pos = pos.apply(READY if READY in pos.actions() and not settled(pos) else DONE)
    return pos


def begin_first_turn(pos: Pos) -> Pos:
    """Both sides take the ready set-up, and turn 1 begins."""
    pos = to(pos, "soviet deployment")
    return (pos if settled(pos) else pos.apply(READY)).apply(DONE)


def settled(pos: Pos) -> bool:
    """Has the side that is asked set up everybody, in a phase that it may end?"""
    waits = any(pos.owner(unit) == pos.side for unit in pos.at(MUSTER))
    return DONE in pos.actions() and not waits


def refused(pos: Pos, verb: str, arg: str = "") -> str:
    """The rule by which an action is refused."""
    refusal = pos.why_not(Action(verb, arg))
    assert refusal is not None
    return refusal.rule


def test_who_is_asked_nothing_is_on_the_map(game: Korsun44) -> None:
    """Units with one hex stand there, those with a choice wait, the others come or take no
    part.
    """
    pos = begun(game)
    assert pos.unit("A-75").at == "0535"
    assert pos.unit("180RD").at == "1417"
    assert pos.unit("B-75").at == MUSTER
    assert pos.unit("RG-Korsun").at == MUSTER
    assert (pos.unit("11Tk").at, pos.unit("103-14").at) == ("off_0123", "off_E")
    assert pos.unit("2-16").at == OUT
    assert pos.side == GERMAN


@pytest.mark.rule("korsun44", "B15")
def test_16_arm_comes_with_the_option(game: Korsun44) -> None:
    """Then it waits at zone B."""
    assert begun(game, sixteenth_panzer=True).unit("2-16").at == "off_B"


@pytest.mark.rule("korsun44", "F15")
def test_guns_at_the_start(game: Korsun44) -> None:
    """On the map they are unlimbered, off the map on their trucks; nobody else has any."""
    pos = begun(game)
    assert not pos.unit("Art-VII").limbered
    assert pos.unit("57Mor").limbered
    assert not pos.unit("HQ-III").limbered


@pytest.mark.rule("korsun44", "4.3.1", "B8")
@pytest.mark.parametrize(
    ("scenario", "hex_", "side"),
    [("korsun", "3215", GERMAN), ("korsun", "0824", SOVIET), ("korsun", "2820", GERMAN),
     ("deblockade", "3215", GERMAN), ("deblockade", "2820", SOVIET),
     ("deblockade", "0711", SOVIET)],
)  # fmt: skip
def test_control(game: Korsun44, scenario: str, hex_: str, side: str) -> None:
    """A hex begins with the side behind whose front it lies."""
    assert begun(game, scenario).holder(hex_) == side


# --- B5 -------------------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "B5")
def test_units_go_to_hexes_of_their_entry(game: Korsun44) -> None:
    """Both regiments of 75 INF may stand in 0733, and in no other hex but 0931."""
    pos = begun(game)
    for unit in ("B-75", "C-75"):
        pos = pos.apply(Action("select", unit))
        assert pos.panel is not None
        assert pos.panel.units == (unit,)
        assert {a.arg for a in pos.actions() if a.verb == "place"} == {"0733", "0931"}
        assert refused(pos, "place", "0535") == "B5"
        pos = pos.apply(Action("place", "0733"))
    assert set(pos.at("0733")) == {"B-75", "C-75"}


def test_a_choice_can_be_given_up(game: Korsun44) -> None:
    """Nothing has happened then."""
    pos = begun(game)
    chosen = pos.apply(Action("select", "B-75"))
    assert chosen.apply(Action("cancel")).state == pos.state


@pytest.mark.rule("korsun44", "B5")
def test_everybody_must_be_set_up(game: Korsun44) -> None:
    """The phase cannot end before."""
    pos = begun(game)
    assert refused(pos, "done") == "B5"
    pos = pos.apply(READY)
    assert pos.why_not(DONE) is None
    assert refused(pos.apply(Action("release", "B-75")), "done") == "B5"


def test_eight_levels_in_a_hex(game: Korsun44) -> None:
    """With 228 AG-B in 4017 three counters of 5 ARM SS fit there, and not a fourth."""
    pos = to(begun(game, "deblockade"), "german deployment")
    for unit in ("Germania-5SS", "Westland-5SS", "Pz-5SS"):
        pos = pos.apply(Action("select", unit)).apply(Action("place", "4017"))
    pos = pos.apply(Action("select", "Narwa-5SS"))
    assert refused(pos, "place", "4017") == "3.2.1"
    assert pos.why_not(Action("place", "3711")) is None


@pytest.mark.rule("korsun44", "K44-4", "7.1.1")
def test_field_fortifications_lie_under_their_units(game: Korsun44) -> None:
    """Where the list says (FF) and a unit stands, and nowhere else."""
    pos = begun(game)
    assert {"0535", "1625", "1205", "2400"} <= set(pos.state.field_works)
    assert not {"1524", "5426", "0733", MUSTER} & set(pos.state.field_works)
    pos = pos.apply(Action("select", "B-75")).apply(Action("place", "0733"))
    assert "0733" in pos.state.field_works
    pos = pos.apply(Action("release", "B-75"))
    assert "0733" not in pos.state.field_works
    ready = pos.apply(READY).state.field_works
    assert {"0733", "0931", "1309", "5525"} <= set(ready)


@pytest.mark.rule("korsun44", "K44-4", "7.1.1")
def test_field_fortifications_stay_until_the_last_unit_leaves(game: Korsun44) -> None:
    """Two regiments that begin in them share a hex; the works go with the second."""
    pos = begun(game)
    for unit in ("B-75", "C-75"):
        pos = pos.apply(Action("select", unit)).apply(Action("place", "0733"))
    pos = pos.apply(Action("release", "B-75"))
    assert "0733" in pos.state.field_works
    assert "0733" not in pos.apply(Action("release", "C-75")).state.field_works


@pytest.mark.rule("korsun44", "K44-4", "7.1.1")
@pytest.mark.parametrize("scenario", ["korsun", "deblockade"])
def test_field_fortifications_follow_every_change_of_the_set_up(
    game: Korsun44, scenario: str
) -> None:
    """Whatever is placed and taken back, they lie under those that begin in them, of both sides."""
    luck, pos = Random(4), begun(game, scenario)
    slots = [(side, slot) for side, group in game.scenes[scenario].slots.items() for slot in group]
    dug_in = {unit: side for side, slot in slots if slot.works for unit in slot.units}
    for _ in range(300):
        there = {pos.unit(unit).at: side for unit, side in dug_in.items()}
        assert pos.state.field_works == {h: side for h, side in there.items() if h != MUSTER}
        pos = pos.apply(luck.choice([a for a in pos.actions() if a != DONE]))


# --- improved fortifications -------------------------------------------------------------------


@pytest.mark.rule("korsun44", "K44-5", "H12", "F14")
def test_improved_fortifications(game: Korsun44) -> None:
    """On German hexes, empty or not, one each, none in a swamp."""
    pos = to(begun(game), "improved works")
    assert pos.side == GERMAN
    assert refused(pos, "place", "0824") == "H12"
    german = game.theatre.start("january", GERMAN)
    swamp = next(h for h in sorted(german) if not game.theatre.may_dig(h))
    assert refused(pos, "place", swamp) == "7.1.8"
    pos = pos.apply(Action("place", "2214")).apply(Action("place", "0535"))
    assert pos.state.improved_works == {"2214", "0535"}
    assert refused(pos, "place", "2214") == "H12"
    assert pos.apply(Action("release", "2214")).state.improved_works == {"0535"}


@pytest.mark.rule("korsun44", "K44-5")
def test_thirty_and_no_more(game: Korsun44) -> None:
    """The thirty-first is refused."""
    pos = to(begun(game), "improved works")
    land = [h for h in sorted(game.theatre.start("january", GERMAN)) if game.theatre.may_dig(h)]
    for hex_ in land[:30]:
        pos = pos.apply(Action("place", hex_))
    assert refused(pos, "place", land[30]) == "K44-5"


def test_no_improved_fortifications_in_february(game: Korsun44) -> None:
    """After the Germans the Soviets are asked at once."""
    pos = to(begun(game, "deblockade"), "german deployment").apply(READY).apply(DONE)
    assert (pos.side, pos.top.tag) == (SOVIET, "spreading")


# --- H12 -------------------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "H12")
def test_losses_are_spread_by_their_owner(game: Korsun44) -> None:
    """198 INF has no choice; 11 ARM loses two levels, of different counters."""
    pos = begun(game, "deblockade")
    assert [pos.unit(u).lost for u in ("305-198", "308-198", "326-198", "202AG")] == [1] * 4
    while "110-11" not in {a.arg for a in pos.actions()}:
        pos = pos.apply(next(a for a in pos.actions() if a.verb == "lose"))
    assert pos.panel is not None
    assert pos.panel.units == ("110-11", "111-11", "15-11")
    pos = pos.apply(Action("lose", "111-11"))
    assert refused(pos, "lose", "111-11") == "H12"
    assert READY not in pos.actions()
    pos = pos.apply(Action("lose", "110-11"))
    assert [pos.unit(u).lost for u in ("110-11", "111-11", "15-11")] == [1, 1, 0]
    assert game.values(pos, "110-11").attack == 3


@pytest.mark.rule("korsun44", "H12")
def test_the_ready_losses_are_taken_at_once(game: Korsun44) -> None:
    """One answer for all entries that are left; what was decided before it stays."""
    pos = begun(game, "deblockade")
    first = next(a.arg for a in reversed(pos.actions()) if a.verb == "lose")
    pos = pos.apply(Action("lose", first))
    assert pos.apply(READY).top.tag == "german deployment"
    assert pos.apply(READY).unit(first).lost == 1


@pytest.mark.rule("korsun44", "B5")
def test_the_ready_set_up_is_offered_once(game: Korsun44) -> None:
    """Again only if somebody has been put elsewhere."""
    pos = to(begun(game), "german deployment").apply(READY)
    assert READY not in pos.actions()
    assert READY in pos.apply(next(a for a in pos.actions() if a.verb == "release")).actions()


@pytest.mark.rule("korsun44", "H12")
def test_the_ready_set_up_is_complete(game: Korsun44) -> None:
    """Germans first, then Soviets; at the end everybody stands where the scenario has him."""
    pos = to(begun(game, "deblockade"), "soviet deployment").apply(READY)
    scene = game.scene(pos)
    assert {u.id: u.at for u in pos.state.units if u.at in pos.board.grid} == dict(scene.ready)
    assert {u.id: u.lost for u in pos.state.units if u.lost} == dict(scene.ready_lost)
    assert not pos.at(MUSTER)


# --- what is seen of it -------------------------------------------------------------------------


def test_faces(game: Korsun44) -> None:
    """A counter shows what it has left, its works and its guns on trucks."""
    pos = to(begun(game, "deblockade"), "soviet deployment")
    faces = game.pages.scene(pos.view(None)).faces
    assert (faces["305-198"].values, faces["305-198"].printed) == (("2", "4"), ("4", "4"))
    assert (faces["305-198"].rungs, faces["305-198"].lost) == (2, 1)
    assert [badge.kind for badge in faces["305-198"].badges] == ["works"]
    assert faces["Art-VII"].values == ("5/3", "7")
    assert faces["1-506"].symbol == "heavy armour"
    assert {face.skin for face in faces.values()} <= set(game.pages.look.skins)


def test_page(game: Korsun44) -> None:
    """The calendar, who gets reinforcements when, and where they wait."""
    pos = begun(game)
    page = game.pages.page("korsun", pos.state.options)
    assert [space.label for space in page.turns][:2] == ["24 January", "25 January"]
    assert page.turns[0].arrivals == (GERMAN,)
    assert page.turns[3].arrivals == (SOVIET, GERMAN)
    assert "off_A" in {space.name for space in page.boxes}
    scene = game.pages.scene(pos.view(None))
    assert scene.due["163RD"] == 21
    assert scene.spoken["Art-III"].startswith("Artillery of III Corps. Attack 5, defence 3,")


def test_every_option_is_a_switch_of_a_clause(game: Korsun44) -> None:
    """And the reverse."""
    switches = {clause.switch for clause in game.clauses.values() if clause.switch}
    assert switches == set(type(begun(game).state.options).__struct_fields__)
