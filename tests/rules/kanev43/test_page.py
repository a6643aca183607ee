"""What the page of Red Parachutes shows of moves and attacks."""

import pytest
from tests.rules.kanev43.attacks import TARGET, attacking, bound, combat, declared, reached
from tests.rules.kanev43.sketches import done, tactical

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
