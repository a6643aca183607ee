"""Set-up of Red Parachutes: who is where, guns, and secret dropzones."""

import pytest
from tests.rules.kanev43.sketches import SLUG, allowed, done, refused

from grognard.faces import HexFill
from grognard.games.kanev43.setup import unplanned
from grognard.games.kanev43.state import AIRBORNE, AXIS, SOVIET, STAFF, Bridgehead, Pos
from grognard.registry import load

GAME = load(SLUG)


def begun(scenario: str = "bukrin") -> Pos:
    """A game before its first decision."""
    return GAME.start(scenario, seed=1)


def planning() -> Pos:
    """The Soviet player is asked for dropzones."""
    return done(begun(), "done", "done")


@pytest.mark.rule("kanev43", "R-98", "R-100", "R-101")
def test_where_everybody_is() -> None:
    """On the map, at an edge, in the airborne corps, or an assistant in the staff."""
    pos = begun()
    assert (pos.unit("57ID-I/179").at, pos.unit("L-57ID").at) == ("3624", "3624")
    assert (pos.unit("7PZ-HQ").at, pos.unit("L-7PZ").at) == ("off_0107", "off_0107")
    assert (pos.unit("3GAB-1").at, pos.unit("L-3GAB").at) == (AIRBORNE, AIRBORNE)
    assert pos.unit("A-57ID").at == STAFF
    assert pos.turn == 1


@pytest.mark.rule("kanev43", "R-40", "R-100", "R-106")
def test_guns_at_the_start() -> None:
    """All are full; off the map they are limbered, gliders too."""
    pos = begun()
    guns = {piece.id for piece in pos.game.printed.values() if piece.is_artillery}
    assert {pos.unit(unit).salvoes for unit in guns} == {2}
    assert {unit for unit in guns if pos.unit(unit).limbered} == {
        unit for unit in guns if pos.unit(unit).at not in pos.board.grid
    }


@pytest.mark.rule("kanev43", "R-23")
def test_control_at_the_start() -> None:
    """The west bank is Axis but for 3412 and 3414, the east Soviet but for the Axis rearguard."""
    pos = begun()
    assert [pos.holder(h) for h in ("3412", "3414", "3413", "2619")] == [SOVIET, SOVIET, AXIS, AXIS]
    assert [pos.holder(h) for h in ("3723", "3506", "5426", "3310")] == [AXIS, SOVIET, AXIS, ""]


@pytest.mark.rule("kanev43", "R-83", "R-95")
def test_markers_at_the_start() -> None:
    """Two bridgeheads, two pairs to come, no works, the bridge stands."""
    state = begun().state
    assert state.bridgeheads == (Bridgehead("3511", "3412"), Bridgehead("3514", "3414"))
    assert state.spare_bridgeheads == (5, 13)
    assert not state.works
    assert not state.bridge_blown


@pytest.mark.rule("kanev43", "R-98")
def test_both_sides_limber_or_not() -> None:
    """The Axis first; a second thought undoes the first."""
    pos = begun()
    assert pos.side == AXIS
    assert "57ID-I/AR" in allowed(pos, "select")
    assert "7PZ-I/AR78" not in allowed(pos, "select")
    limbered = pos.apply("select 57ID-I/AR")
    assert limbered.unit("57ID-I/AR").limbered
    assert not limbered.apply("select 57ID-I/AR").unit("57ID-I/AR").limbered
    soviet = limbered.apply("done")
    assert soviet.side == SOVIET
    assert allowed(soviet, "select") == {"6GTC-Mtr", "7GTC-Mtr", "9MC-Mtr"}


# --- dropzones --------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "AIRB-1", "AIRB-2")
def test_a_dropzone_for_each_brigade() -> None:
    """Three hexes on the west bank, ten or more from the edge."""
    pos = planning()
    assert pos.side == SOVIET
    assert refused(pos, "place", "3723") == "AIRB-2"
    assert refused(pos, "place", "1020") == "AIRB-2"
    assert unplanned(pos) == ["1GAB", "3GAB", "5GAB"]
    pos = done(pos, "place 2619", "place 2619")
    assert unplanned(pos) == ["5GAB"]
    written = {s.name: s.value for s in pos.apply("place 1120").state.secrets}
    assert written == {"dropzone 1GAB": "2619", "dropzone 3GAB": "2619", "dropzone 5GAB": "1120"}


@pytest.mark.rule("kanev43", "AIRB-1")
def test_ready_dropzones() -> None:
    """Those of September 1943, for all brigades that have none yet."""
    pos = done(planning(), "place 1120", "choose ready")
    written = {s.name: s.value for s in pos.state.secrets}
    assert written == {"dropzone 1GAB": "1120", "dropzone 3GAB": "2619", "dropzone 5GAB": "3225"}


@pytest.mark.rule("kanev43", "AIRB-1", "R-96")
def test_dropzones_are_secret() -> None:
    """The Axis and spectators learn that there is one, and not where, from nothing they see."""
    here, there = (done(planning(), f"place {hex_}", "choose ready") for hex_ in ("1120", "2020"))
    for viewer in (AXIS, None):
        assert here.view(viewer) == there.view(viewer)
        mask = GAME.mask
        told = [[mask.event(p.state, e, viewer) for e in p.events] for p in (here, there)]
        assert told[0] == told[1]
        assert "1120" not in str(here.view(viewer).secrets)
        assert here.view(viewer).secrets["soviet dropzone 1GAB"] is None
    assert here.view(SOVIET).secrets["soviet dropzone 1GAB"] == "1120"


@pytest.mark.rule("kanev43", "R-96", "AIRB-7", "AIRB-11")
def test_a_dispersed_paratrooper_has_no_name_for_the_axis() -> None:
    """He sees how many there are in a hex, and neither who nor in what state."""
    from tests.rules.kanev43.sketches import drawn

    pos = drawn("unit 3GAB-1 2619 dispersed=true\nunit 5GAB-AT 2619 dispersed=true", run=False)
    seen = [c for c in pos.view(AXIS).counters if c.at == "2619"]
    assert len(seen) == 2
    assert all(not c.known and c.side == SOVIET and c.facts == {"dispersed": True} for c in seen)
    assert not {c.id for c in seen} & {"3GAB-1", "5GAB-AT"}
    assert {c.id for c in pos.view(SOVIET).counters if c.at == "2619"} == {"3GAB-1", "5GAB-AT"}


def test_the_page_shows_it() -> None:
    """Every counter has a face and words; bridgeheads lie on both banks."""
    pos = begun()
    page = GAME.pages.page("bukrin", pos.state.options)  # type: ignore[union-attr]
    assert len(page.turns) == 36
    scene = GAME.pages.scene(pos.view(AXIS))  # type: ignore[union-attr]
    assert scene.faces["57ID-I/179"].values == ("4", "5", "8")
    assert scene.faces["L-19PZ"].caption == "1/3 4"
    assert "morale 4" in scene.spoken["57ID-I/179"]
    assert set(scene.markers) == {"3511", "3412", "3514", "3414"}
    assert scene.due["7PZ-HQ"] == 25
    assert {face.skin for face in scene.faces.values()} <= set(page.skins)


def test_overlays_show_zones_and_control() -> None:
    """As the viewer knows them: beside a battalion there is a zone, a '?' has none."""
    from tests.rules.kanev43.sketches import drawn, selected

    text = "unit 9MC-I/69 3412\nunit 3GAB-1 2619 dispersed=true\ncontrol axis 2619"
    pos = drawn(text, run=False)
    pages = pos.game.pages
    warm, cool = pages.overlay(pos.view(AXIS), "zones")
    assert isinstance(warm, HexFill)
    assert isinstance(cool, HexFill)
    beside = {h for h in pos.board.grid.neighbours("3412") if pos.game.theatre.bank(h) == "west"}
    assert set(warm.hexes) == beside
    assert not cool.hexes
    _, held = pages.overlay(pos.view(AXIS), "control")
    assert isinstance(held, HexFill)
    assert held.hexes == ("2619",)
    assert pages.overlay(pos.view(AXIS), "reach") == ()
    moving = selected("board 8 x 6\nunit 57ID-I/179 0101", "57ID-I/179")
    (reach,) = pages.overlay(moving.view(AXIS), "reach")
    assert isinstance(reach, HexFill)
    assert set(reach.hexes) == allowed(moving, "move")
    assert pages.overlay(moving.view(SOVIET), "reach") == ()
    with pytest.raises(ValueError, match="no overlay 'weather'"):
        pages.overlay(pos.view(AXIS), "weather")
