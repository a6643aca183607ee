"""What the page shows: counters, words, markers, overlays; nothing is hidden."""

import pytest
from tests.rules.ukraine43.moves import does

from grognard import load
from grognard.faces import HexFill, SideLine
from grognard.games.ukraine43.belief import fill
from grognard.games.ukraine43.game import Ukraine43
from grognard.games.ukraine43.movement import JOBS
from grognard.games.ukraine43.state import Pos
from grognard.testing import sketch

SLUG = "ukraine43"
GAME: Ukraine43 = load(SLUG)  # type: ignore[assignment]


@pytest.mark.rule(SLUG, "R-108")
@pytest.mark.parametrize("viewer", ["axis", "soviet", None])
def test_everybody_sees_everything(viewer: str | None) -> None:
    """A position made from a view is the true one, for both sides and for spectators."""
    pos = GAME.start("campaign", seed=3)
    seen = fill(GAME, pos.view(viewer))
    assert seen.state.units == pos.state.units
    assert seen.state.control == pos.state.control
    assert seen.state.railheads == pos.state.railheads
    assert seen.actions() == pos.actions()


def test_every_counter_has_a_face_and_words() -> None:
    """On the map and in the drawers, in both scenarios."""
    for scenario in GAME.scenarios:
        pos = GAME.start(scenario, seed=3)
        scene = GAME.pages.scene(pos.view("axis"))
        there = {u.id for u in pos.state.units if u.at in pos.board.grid}
        assert there <= scene.faces.keys()
        assert scene.faces.keys() == scene.spoken.keys()
        assert scene.phase == "soviet movement"


def test_no_phase_is_open_when_the_game_is_over() -> None:
    """The bar points at none."""
    pos = GAME.start(seed=3).apply("resign axis")
    assert GAME.pages.scene(pos.view("axis")).phase == ""


def test_faces_show_what_a_unit_is_now() -> None:
    """A reduced division shows its reduced numbers and a lost step; markers are badges."""
    text = "board 8 x 12\nunit 88ID 0404 reduced=true disrupted=true oos=true\nphase movement axis"
    pos = sketch(SLUG, text)
    scene = pos.game.pages.scene(pos.view("axis"))
    face = scene.faces["88ID"]
    assert (face.values, face.printed) == (("2", "4", "4"), ("4", "7", "4"))
    assert (face.rungs, face.lost) == (2, 1)
    assert {badge.kind for badge in face.badges} == {"oos", "disrupted"}
    assert "reduced" in scene.spoken["88ID"].lower()


@pytest.mark.rule(SLUG, "16.1-1", "16.4C-2")
def test_who_waits_tells_when_it_comes() -> None:
    """Reinforcements by the schedule of the scenario, Tigers by the turn of their loss."""
    pos = GAME.start("campaign", seed=3)
    scene = GAME.pages.scene(pos.view("axis"))
    assert (scene.due["GD"], scene.due["3GTA"], scene.due["SS-LAH"]) == (2, 9, 20)
    assert scene.spoken["GD"].endswith("Due on turn 2.")
    assert "88ID" not in scene.due
    short = GAME.pages.scene(GAME.start("rumyantsev", seed=3).view("axis"))
    assert short.due["Manstein"] == 2
    lost = sketch(SLUG, "board 8 x 12\nunit Tiger503 arrivals returns=7\nphase movement axis")
    assert lost.game.pages.scene(lost.view("axis")).due == {"Tiger503": 7}


def test_every_choice_by_a_word_has_a_sentence() -> None:
    """Jobs of a phase, kinds of replacements, railheads and the dam have labels of their own."""
    page = GAME.pages.page("campaign", GAME.make_options({}))
    markers = GAME.railways(GAME.start("campaign", seed=3)).ways
    words = (*JOBS, "mech", "foot", "destroy", *map(str, markers))
    assert [word for word in words if f"choose {word}" not in page.verbs] == []


@pytest.mark.rule(SLUG, "2.3-2")
def test_counters_have_the_colours_of_their_army() -> None:
    """Every counter has a skin of the game's own, by army and service; Soviet ones are warm,
    Axis ones cool.
    """
    pos = GAME.start("campaign", seed=3)
    skins = GAME.pages.look.skins
    faces = GAME.pages.scene(pos.view("axis")).faces
    worn = {unit: face.skin for unit, face in faces.items() if unit in GAME.owners}
    assert {worn[u] for u in ("2TC", "5GTC", "11Pz", "SS-T", "8FlK-a", "24Rum")} == {
        "Soviet army", "Soviet Guards", "German army", "SS", "Luftwaffe", "Rumanian"
    }  # fmt: skip
    assert set(worn.values()) == set(skins)
    camps = {"axis": "cool", "soviet": "warm"}
    assert all(skins[skin].camp == camps[pos.owner(unit)] for unit, skin in worn.items())


@pytest.mark.rule(SLUG, "R-84", "ASOP-4")
def test_assault_markers_are_badges_until_their_unit_has_fought() -> None:
    """In Exploitation a marked unit shows an A; after its attack it shows that it has fought."""
    text = "board 8 x 12\nunit 88ID 0404\nunit 23/218 0403\nunit 53/188 0407\nunit 167ID 0408\n"
    pos = sketch(SLUG, text + "unit 2TC 0801\nphase exploitation soviet")
    pos = does(pos, "select 53/188", "mode assault", "select 23/218", "mode assault")
    assert badges(pos, "23/218") == {("moved", ""), ("count", "A")}
    pos = does(pos, "done", "target 0404", "attack 23/218").apply("commit", dice=[5])
    assert badges(pos, "23/218") == {("fought", "")}


def badges(pos: Pos, unit: str) -> set[tuple[str, str]]:
    """The badges of a counter."""
    face = pos.game.pages.scene(pos.view("soviet")).faces[unit]
    return {(badge.kind, badge.text) for badge in face.badges}


def test_bonds_and_reach_are_overlays() -> None:
    """Hex Bonds as hexes, Hexside Bonds as lines, the open move with the points left."""
    text = "board 8 x 12\nunit 88ID 0403\nunit 327ID 0405\nunit 75ID 0604\nunit 2TC 0801\n"
    pos = does(sketch(SLUG, text + "phase movement soviet"), "select 2TC")
    view = pos.view("soviet")
    pages = pos.game.pages
    cool = [o for o in pages.overlay(view, "bonds") if o.style.endswith("cool")]  # type: ignore[union-attr]
    assert any(isinstance(o, HexFill) and "0404" in o.hexes for o in cool)
    assert any(isinstance(o, SideLine) for o in cool)
    (reach,) = pages.overlay(view, "reach")
    assert isinstance(reach, HexFill)
    assert reach.numbers["0803"] == "3"


def test_markers_are_shown() -> None:
    """Fortifications, railheads, bridges."""
    text = "board 8 x 12\nstate forts=0404 building=0405 pontoons=0604/0605\nunit 2TC 0801\n"
    pos = sketch(SLUG, text + "phase movement soviet")
    scene = pos.game.pages.scene(pos.view("soviet"))
    assert [f.title for f in scene.markers["0404"]] == ["Fortification"]
    assert scene.markers["0405"][0].title == "Fortification begun"
    assert scene.markers["0604"][0].symbol == "bridge"
