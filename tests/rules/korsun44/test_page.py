"""What the page shows of Korsun 1944."""

import pytest
from tests.rules.korsun44.field import BLANK, GAME, SLUG, moving
from tests.rules.korsun44.fights import field
from tests.rules.korsun44.test_setup import begun

from grognard.decisions import Due
from grognard.engine import Phase
from grognard.faces import HexFill, HexLine, StackRing
from grognard.games.korsun44.combat import Combat
from grognard.games.korsun44.movement import Movement, StrategicMovement
from grognard.games.korsun44.sequence import FirstHalf, Turn
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.supplying import SupplyPhase
from grognard.steps import tag_of
from grognard.testing import sketch

STACK = ("unit 80-34 0505", "unit 107-34 0505 lost=1", "unit 62GRD 0506")


def test_a_masked_stack_shows_nothing() -> None:
    """Next door the type and the levels; its owner sees names and values."""
    pos = moving(SOVIET, *STACK, "unit 202AG 0901")
    view = pos.view(SOVIET)
    faces = pos.game.pages.scene(view).faces
    stack = next(c.id for c in view.counters if c.at == "0901")
    assert (faces[stack].hidden, faces[stack].symbol, faces[stack].values) == (True, "unknown", ())
    beside = [faces[c.id] for c in view.counters if c.at == "0505"]
    assert sorted((face.symbol, face.rungs) for face in beside) == [
        ("infantry", 1),
        ("infantry", 2),
    ]
    own = pos.game.pages.scene(pos.view(GERMAN)).faces
    assert own["80-34"].values == ("4", "4")
    assert (own["107-34"].values, own["107-34"].lost) == (("2", "4"), 1)


def test_what_is_said_of_counters() -> None:
    """Every counter in view has a sentence, and hidden ones no name."""
    pos = moving(SOVIET, *STACK)
    view = pos.view(SOVIET)
    spoken = pos.game.pages.scene(view).spoken
    assert all(spoken[c.id] for c in view.counters if c.at in pos.board.grid)
    assert not any("34 INF" in text or "80-34" in text for text in spoken.values())


@pytest.mark.parametrize(
    ("fact", "kind"), [("want=3", "pill"), ("recovers=9", "disrupted"), ("limbered=true", "count")]
)
def test_badges(fact: str, kind: str) -> None:
    """Want, disorder and guns on trucks."""
    unit = "1Art-4GA" if "limbered" in fact else "62GRD"
    pos = moving(SOVIET, f"unit {unit} 0505 {fact}")
    face = pos.game.pages.scene(pos.view(SOVIET)).faces[unit]
    assert [badge.kind for badge in face.badges] == [kind]


@pytest.mark.parametrize("phase", [Movement, Combat, StrategicMovement, SupplyPhase])
@pytest.mark.parametrize("masks", [True, False])
def test_who_waits_for_strategic_movement(phase: type[Phase], masks: bool) -> None:
    """An S on each marked counter, beside the T of a gun on trucks, until the phase is over. Under
    masks the enemy does not see it.
    """
    text = "unit 62GRD 0505\nunit 1Art-4GA 0506 limbered=true\nunit 80-34 0905\n"
    marked = frozenset({"62GRD", "1Art-4GA"})
    half = FirstHalf(side=SOVIET, stage=tag_of(phase), marked=marked)
    agenda = (Turn(stage=tag_of(FirstHalf)), half, phase(side=SOVIET))
    pos = sketch(SLUG, f"{BLANK}{text}option fog={str(masks).lower()}", agenda=agenda)

    def letters(viewer: str) -> list[str]:
        faces = pos.game.pages.scene(pos.view(viewer)).faces.values()
        return sorted(b.text for face in faces for b in face.badges if b.kind == "count")

    assert letters(SOVIET) == (["T"] if phase is SupplyPhase else ["S", "TS"])
    assert letters(GERMAN) == ([] if masks else letters(SOVIET))


def test_works_are_seen_by_both() -> None:
    """Field fortifications round the counters, improved ones as a marker on the map."""
    pos = moving(SOVIET, "unit 80-34 0505", "state field_works=0505:german improved_works=0707")
    scene = pos.game.pages.scene(pos.view(GERMAN))
    assert "works" in {badge.kind for badge in scene.faces["80-34"].badges}
    enemy = pos.view(SOVIET)
    seen = pos.game.pages.scene(enemy)
    stack = next(c.id for c in enemy.counters if c.at == "0505")
    assert [badge.kind for badge in seen.faces[stack].badges] == ["works"]
    assert list(seen.markers) == ["0707"]


@pytest.mark.parametrize(
    ("tag", "side", "phase"),
    [("movement", SOVIET, "soviet movement"), ("movement", GERMAN, "german movement"),
     ("combat", GERMAN, "german combat")],
)  # fmt: skip
def test_the_phase_on_the_bar(tag: str, side: str, phase: str) -> None:
    """It is one of the page's own."""
    pos = sketch(SLUG, BLANK + f"unit 62GRD 0505\nunit 80-34 0905\nphase {tag} {side}")
    page = pos.game.pages.page("korsun", pos.state.options)
    assert pos.game.pages.scene(pos.view(side)).phase == phase
    assert phase in {space.id for space in page.phases}


def test_arrivals_are_due() -> None:
    """Counters that wait have the turn on which they come."""
    pos = begun(GAME)
    assert GAME.pages.scene(pos.view(GERMAN)).due["15-11"] == 2


def test_the_count() -> None:
    """City hexes in Korsun 1944, levels destroyed in The Retreat."""
    tallies = GAME.pages.scene(begun(GAME).view(GERMAN)).tallies
    assert {tally.side: tally.total for tally in tallies} == {GERMAN: 27, SOVIET: 0}
    retreat = GAME.pages.scene(begun(GAME, "retreat").view(GERMAN)).tallies
    assert {tally.side: tally.total for tally in retreat} == {GERMAN: 0, SOVIET: 0}


def lit(pos: Pos, name: str, arg: str = "") -> set[str]:
    """The hexes of an overlay, as the side asked gets it."""
    found = pos.game.pages.overlay(pos.view(pos.side or SOVIET), name, arg)
    return {h for overlay in found if isinstance(overlay, HexFill) for h in overlay.hexes}


def test_reach_and_range() -> None:
    """What may be moved to, with the points left, and where one must stop."""
    pos = moving(SOVIET, "unit 62GRD 0506", "unit 80-34 0503").apply("select 62GRD")
    goals = {action.arg for action in pos.actions() if action.verb == "move"}
    assert lit(pos, "reach") == goals
    assert lit(pos, "range", "62GRD") == goals
    (fill,) = pos.game.pages.overlay(pos.view(SOVIET), "reach")
    assert isinstance(fill, HexFill)
    assert "0504" in fill.stops
    assert fill.numbers["0505"] == "2½"


def test_lines_and_zones() -> None:
    """The line of a unit leads to its base; without one it is broken."""
    road = "network main_road 0500-0501-0502-0503-0504-0505"
    pos = moving(SOVIET, "unit 62GRD 0505", road)
    (line,) = pos.game.pages.overlay(pos.view(SOVIET), "line", "62GRD")
    assert isinstance(line, HexLine)
    assert (line.hexes[0], line.hexes[-1], line.style) == ("0505", "0500", "supply")
    alone = moving(SOVIET, "unit 62GRD 0505")
    (cut,) = alone.game.pages.overlay(alone.view(SOVIET), "line", "62GRD")
    assert isinstance(cut, HexLine)
    assert cut.style == "broken"
    assert lit(pos, "zones") == set(pos.board.grid.neighbours("0505"))
    assert "3215" in lit(begun(GAME), "control")


def test_duties_are_ringed() -> None:
    """Between two attacks: whoever must attack and whoever must be attacked, and a line for each
    hex. They are no attack yet, so no arrow is drawn.
    """
    units = ("unit 62GRD 0505", "unit 31RD 0505", "unit 80-34 0506", "unit 107-34 0909")
    pos = field(*units, far=False)
    view = pos.view(SOVIET)
    rings = set(pos.game.pages.scene(view).overlays)
    assert rings == {StackRing("chosen", "0505"), StackRing("target", "0506")}
    assert view.question is not None
    assert view.question.panel is not None
    assert view.question.panel.duties == (
        Due("0505: 31RD and 62GRD must attack.", "5.1.3", "0505"),
        Due("0506 must be attacked.", "5.1.4", "0506"),
    )
    assert pos.game.pages.scene(pos.view(GERMAN)).overlays == ()


def test_bridges_are_called_by_their_places() -> None:
    """One of Zvenigorodka, to be bombed or blown up; one in the fields goes by its hexes."""
    verbs = GAME.pages.page("korsun", GAME.make_options({})).verbs
    assert verbs["choose 2928/3028"] == "Zvenigorodka 2928/3028"
    assert verbs["choose blow 2928/3028"] == "Destroy Zvenigorodka 2928/3028"
    assert verbs["choose 0412/0511"] == "0412/0511"


@pytest.mark.rule(SLUG, "14.2.2", "14.3.1", "14.3.2")
def test_bridges_over_the_dnieper_are_built_not_mended() -> None:
    """By an HQ, anywhere on the river; once there they can be bombed and blown up like others."""
    verbs = GAME.pages.page("korsun", GAME.make_options({})).verbs
    for bridge in ("5406/5407", "3300/3400"):
        assert verbs[f"choose bridge {bridge}"].startswith("Build a bridge at ")
        assert verbs[f"choose blow {bridge}"].startswith("Destroy ")
        assert f"choose {bridge}" in verbs
        assert f"choose mend {bridge}" not in verbs
    assert verbs["choose mend 2928/3028"] == "Mend Zvenigorodka 2928/3028"
    assert "choose bridge 2928/3028" not in verbs


def test_the_price_of_pushing_is_on_the_button() -> None:
    """In a move as in a combat."""
    verbs = GAME.pages.page("korsun", GAME.make_options({})).verbs
    assert [verbs[verb] for verb in ("choose push", "push")] == [
        "All points for one more level", "Full strength for one more level",
    ]  # fmt: skip


def test_fronts_and_rivers_have_their_names() -> None:
    """The hex inspector does not show the words of the data for what has a name."""
    names = {*GAME.board.hexsides, *(tag for tags in GAME.board.tags.values() for tag in tags)}
    proper = [n for n in names if n.startswith(("dnieper", "front", "german", "soviet"))]
    assert sorted(GAME.pages.ground) == sorted(proper)
    assert GAME.pages.ground["front_february"] == "front of 3 February"


def test_the_end_is_not_named_while_duties_are_open() -> None:
    """In combat the prompt speaks of it only when all who must attack have done so."""
    pos = field("unit 62GRD 0505", "unit 80-34 0506")
    assert pos.prompt == "Choose an enemy hex to attack."
    free = field("unit 62GRD 0505", "unit 80-34 0506", "state field_works=0505:soviet")
    assert free.prompt == "Choose an enemy hex to attack, or end the phase."
