"""What the page of Red Parachutes shows of moves and attacks."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.attacks import TARGET, attacking, bound, combat, declared, reached
from tests.rules.kanev43.sketches import done, tactical

from grognard import load
from grognard.faces import Arrow, StackRing
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.page import Scene

ONE = "unit 57ID-I/179 0403\nunit 57ID-II/179 0303\nunit 309RD-955 0404\n"


def scene(pos: Pos, viewer: str | None = AXIS) -> Scene:
    """The page of a viewer."""
    assert pos.game.pages is not None
    return pos.game.pages.scene(pos.view(viewer))


def badges(pos: Pos, unit: str) -> set[str]:
    """What is marked on a counter."""
    return {badge.kind for badge in scene(pos).faces[unit].badges}


@pytest.mark.rule("kanev43", "SOP-12")
def test_who_has_moved_is_marked() -> None:
    """And nobody else, until the phase is over."""
    pos = tactical("board 8 x 6\nunit 57ID-I/179 0403\nunit 57ID-II/179 0801\n")
    pos = done(pos, "select 57ID-I/179", "move 0402", "stop")
    assert "moved" in badges(pos, "57ID-I/179")
    assert "moved" not in badges(pos, "57ID-II/179")
    pos = reached(pos, "assignments")
    assert "moved" not in badges(pos, "57ID-I/179")


@pytest.mark.rule("kanev43", "RCN-1")
def test_scouts_on_foot_show_their_back() -> None:
    """2-2 with 8 points and no wheels, where the front has 2-1 with 14."""
    text = "board 8 x 6\nunit 6GTC-Rec 0101\nunit 7GTC-Rec 0102 dismounted=true\n"
    shown = scene(tactical(text, SOVIET))
    assert shown.faces["6GTC-Rec"].values == ("2", "1", "14")
    back = shown.faces["7GTC-Rec"]
    assert (back.values, back.printed, back.symbol) == (("2", "2", "8"),) * 2 + ("infantry",)
    assert "defence 2" in shown.spoken["7GTC-Rec"]


@pytest.mark.rule("kanev43", "R-46")
def test_who_has_attacked_is_marked() -> None:
    """While the phase lasts."""
    pos = bound(attacking(declared(combat(ONE)), "57ID-I/179"))
    assert "fought" in badges(pos, "57ID-I/179")
    assert "fought" not in badges(pos, "57ID-II/179")


@pytest.mark.rule("kanev43", "SOP-14")
def test_declared_hexes_are_ringed() -> None:
    """For both sides; an attack has arrows with its column for the side that prepares it."""
    pos = reached(declared(combat(ONE)), "resolving")
    for viewer in (AXIS, SOVIET, None):
        assert scene(pos, viewer).overlays == (StackRing("target", TARGET),)
    pos = attacking(pos, "57ID-I/179", "57ID-II/179")
    arrows = [item for item in scene(pos).overlays if isinstance(item, Arrow)]
    assert {(a.start, a.end) for a in arrows} == {("0403", TARGET), ("0303", TARGET)}
    assert [a.label for a in arrows if a.label] == ["2:1"]  # 8 against 6 and a whole regiment
    assert not any(isinstance(item, Arrow) for item in scene(pos, SOVIET).overlays)


@pytest.mark.rule("kanev43", "R-98")
def test_the_phase_bar() -> None:
    """Combat and breakthrough have their places."""
    pos = combat(ONE)
    assert scene(pos).phase == "axis combat"
    page = pos.game.pages.page(pos.state.scenario, pos.state.options)
    assert {"axis combat", "soviet breakthrough"} <= {space.id for space in page.phases}


def test_the_only_step_of_a_counter_is_one_step() -> None:
    """A screen reader says of anti-tank guns with one step that they have 1 of 1 step."""
    pos = combat(ONE + "unit 34ID-PJ 0303\n")
    assert scene(pos).spoken["34ID-PJ"].endswith(", 1 of 1 step.")


def test_no_phase_is_open_when_the_game_is_over() -> None:
    """The Initial Segment of a turn that never comes is not shown as the phase."""
    assert scene(combat(ONE).apply("resign axis")).phase == ""


# --- points, words, markers -------------------------------------------------------------------


def opened(seed: int = 1) -> Pos:
    """The campaign after its set-up, with the dropzones of history."""
    pos = load("kanev43").start("bukrin", seed=seed)
    for action in ("done", "done", "choose ready"):
        pos = pos.apply(action)
    return pos


@pytest.mark.rule("kanev43", "R-94")
def test_points_are_counted_for_everybody() -> None:
    """Two bridgeheads and Grigorovka are 4 points from the start: a draw, says the bar."""
    pos = opened()
    plain = tuple(replace(pair, improved=False) for pair in pos.state.bridgeheads)
    pos = pos.game.position(replace(pos.state, bridgeheads=plain))
    for viewer in (AXIS, SOVIET, None):
        shown = scene(pos, viewer)
        assert [(tally.side, tally.total) for tally in shown.tallies] == [(SOVIET, 4), (AXIS, 0)]
        assert shown.lines[0] == "As it stands: Draw"
        assert "The bridge of Kanev stands." in shown.lines


@pytest.mark.rule("kanev43", "NGT-1")
def test_night_is_told() -> None:
    """The fourth turn of a day is a Night turn."""
    pos = opened()
    night = pos.game.position(replace(pos.state, turn=4))
    assert scene(night).lines[0].startswith("Night. ")


@pytest.mark.rule("kanev43", "AIRB-1")
def test_dropzones_lie_on_the_page_of_their_owner_only() -> None:
    """And nothing of them on any other; what is hidden needs a curtain between two people."""
    pos = opened()

    def zones(viewer: str | None) -> dict[str, str]:
        faces = scene(pos, viewer).markers.items()
        return {hex_: f.caption for hex_, fs in faces for f in fs if "Dropzone" in f.title}

    assert zones(SOVIET) == {"2924": "1GAB", "2619": "3GAB", "3225": "5GAB"}
    assert zones(AXIS) == zones(None) == {}
    assert pos.game.pages is not None
    assert pos.game.pages.page("bukrin", pos.state.options).fog


@pytest.mark.rule("kanev43", "R-24")
def test_a_blown_bridge_is_marked() -> None:
    """At both ends, and in words."""
    pos = opened()
    blown = scene(pos.game.position(replace(pos.state, bridge_blown=True)))
    for end in pos.game.theatre.bridge_ends:
        assert "The bridge is blown" in {face.title for face in blown.markers[end]}
    assert "The bridge of Kanev is blown." in blown.lines


def test_the_bridge_has_its_name() -> None:
    """The hex inspector does not show the word of the data."""
    game = load("kanev43")
    assert "kanev_bridge" in game.board.hexsides
    assert game.pages is not None
    assert game.pages.ground["kanev_bridge"] == "Kanev bridge"
