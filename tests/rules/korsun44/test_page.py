"""What the page shows of Korsun 1944."""

import pytest
from msgspec.structs import replace
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
    assert verbs["choose 2928/3028"] == "Bridge Zvenigorodka 2928/3028"
    assert verbs["choose blow 2928/3028"] == "Destroy the bridge Zvenigorodka 2928/3028"
    assert verbs["choose 0412/0511"] == "Bridge 0412/0511"


@pytest.mark.rule(SLUG, "14.2.2", "14.3.1", "14.3.2")
def test_bridges_over_the_dnieper_are_built_not_mended() -> None:
    """By an HQ, anywhere on the river; once there they can be bombed and blown up like others."""
    verbs = GAME.pages.page("korsun", GAME.make_options({})).verbs
    for bridge in ("5406/5407", "3300/3400"):
        assert verbs[f"choose bridge {bridge}"].startswith("Build a bridge at ")
        assert verbs[f"choose blow {bridge}"].startswith("Destroy the bridge ")
        assert f"choose {bridge}" in verbs
        assert f"choose mend {bridge}" not in verbs
    assert verbs["choose mend 2928/3028"] == "Mend the bridge Zvenigorodka 2928/3028"
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
    assert sorted(GAME.pages.ground) == sorted([*proper, "victory"])
    assert GAME.pages.ground["front_february"] == "front of 3 February"


def test_the_end_is_not_named_while_duties_are_open() -> None:
    """In combat the prompt speaks of it only when all who must attack have done so."""
    pos = field("unit 62GRD 0505", "unit 80-34 0506")
    assert pos.prompt == "Choose an enemy hex to attack."
    free = field("unit 62GRD 0505", "unit 80-34 0506", "state field_works=0505:soviet")
    assert free.prompt == "Choose an enemy hex to attack, or end the phase."


def zones(pos: Pos, viewer: str) -> dict[str, set[str]]:
    """The hexes of the overlay of zones by its style."""
    found = pos.game.pages.overlay(pos.view(viewer), "zones")
    return {fill.style: set(fill.hexes) for fill in found if isinstance(fill, HexFill)}


@pytest.mark.rule(SLUG, "4.1.1", "16.1.1", "16.1.4", "H16")
def test_zones_of_both_sides_as_far_as_they_are_known() -> None:
    """A masked stack far off may have one, whoever lies there; of an HQ next door it is known that
    it has none.
    """
    own, near = "unit 62GRD 0505", set(moving(SOVIET).board.grid.neighbours("0905"))
    alike = [zones(moving(SOVIET, own, f"unit {unit} 0905"), SOVIET) for unit in
             ("80-34", "6-3", "HQ-VII")]  # fmt: skip
    assert [found["zone cool"] for found in alike] == [near] * 3
    assert alike[0]["zone warm"] == set(moving(SOVIET).board.grid.neighbours("0505"))
    beside = moving(SOVIET, own, "unit HQ-VII 0506")
    assert zones(beside, SOVIET)["zone cool"] == set()
    clear = moving(SOVIET, own, "unit HQ-VII 0905", "option fog=false")
    assert zones(clear, SOVIET)["zone cool"] == set()


@pytest.mark.rule(SLUG, "4.1.3", "D8")
def test_no_zone_of_a_masked_stack_goes_over_the_dnieper() -> None:
    """As of units that are known."""
    pos = moving(SOVIET, "unit 62GRD 0505", "unit 80-34 0905", "hexside dnieper 0905/0904")
    assert "0904" not in zones(pos, SOVIET)["zone cool"]


@pytest.mark.rule(SLUG, "K44-vc1", "K44-vc2", "RET-vc", "DEB-vc1", "DEB-vc2")
@pytest.mark.parametrize(
    ("scenario", "lit_up", "dark"),
    [("korsun", {"3215", "4017"}, "2635"),
     ("korsun_short", {"3215", "2635"}, "4017"),
     ("deblockade", {"3215"}, "4017"),
     ("retreat", set(), "3215")],
)  # fmt: skip
def test_the_hexes_that_count_in_this_scenario_are_lit(
    scenario: str, lit_up: set[str], dark: str
) -> None:
    """Cities, or Korsun and the zones to which it is to be linked; in The Retreat none."""
    found = lit(begun(GAME, scenario), "control")
    assert lit_up <= found
    assert dark not in found


@pytest.mark.rule(SLUG, "K44-vc1", "K44-vc2", "RET-vc", "DEB-vc1", "DEB-vc2", "DEB-vc4")
@pytest.mark.parametrize(
    ("scenario", "told"),
    [("korsun", "The Soviets win at once with 13 city hexes: they hold 0 (K44-vc1)"),
     ("korsun", "The Germans win at the end of turn 25 with 15 city hexes: they hold 27 (K44-vc1)"),
     ("korsun_short", "Korsun has such a line now, as far as is known"),
     ("retreat", "0 German units safe off the map, 0 levels"),
     ("deblockade", "Soviet strategic victory at once: all 5 hexes of Korsun; they hold 0, the "
                    "Germans 5 (DEB-vc1)"),
     ("deblockade", "No such road is open now, as far as is known")],
)  # fmt: skip
def test_what_wins_and_how_it_stands(scenario: str, told: str) -> None:
    """In words beside the count, with the rule."""
    assert told in GAME.pages.scene(begun(GAME, scenario).view(GERMAN)).lines


def test_units_safe_off_the_map_are_counted() -> None:
    """In The Retreat: who has been on the map; reinforcements that wait are not safe yet."""
    pos = begun(GAME, "retreat")
    gone = [replace(u, at="off_B", arrived=True) if u.id == "80-34" else u for u in pos.state.units]
    away = GAME.position(replace(pos.state, units=tuple(gone)))
    lines = GAME.pages.scene(away.view(GERMAN)).lines
    assert "1 German unit safe off the map, 2 levels" in lines


def test_the_air_strength_of_the_viewer_comes_first() -> None:
    """It stands in the bar on top."""
    pos = begun(GAME)
    first = [GAME.pages.scene(pos.view(side)).lines[0] for side in (GERMAN, SOVIET)]
    assert [line.partition(":")[0] for line in first] == ["German air SPs", "Soviet air SPs"]


def test_the_count_has_a_term_for_each_city() -> None:
    """With the number of its hexes."""
    _, german = sorted(GAME.pages.scene(begun(GAME).view(GERMAN)).tallies, key=lambda t: t.total)
    assert [(part.amount, part.reason) for part in german.parts][:2] == [
        (5, "Korsun, of 5 hexes"), (3, "Gorodishche, of 3 hexes"),
    ]  # fmt: skip
    assert sum(part.amount for part in german.parts) == german.total == 27


def test_abilities_bridges_and_entries_have_words() -> None:
    """Not the ids by which they are offered."""
    verbs = GAME.pages.page("korsun", GAME.make_options({})).verbs
    assert verbs["choose GPanc-VM black"] == "Black star of GPanc-VM"
    assert verbs["choose 54FU works"] == "54FU in its works"
    assert verbs["place off_B"] == "Shift to zone B"
    assert GAME.pages.scene(begun(GAME).view(GERMAN)).spots["off_E"] == "Enters at zone E"


def test_badges_are_said() -> None:
    """What the letters and the number on a counter mean."""
    pos = moving(SOVIET, "unit 1Art-4GA 0505 want=1 limbered=true recovers=9",
                 "state field_works=0505:soviet")  # fmt: skip
    spoken = pos.game.pages.scene(pos.view(SOVIET)).spoken["1Art-4GA"]
    assert spoken.endswith(
        "1 of 1 level. In field fortifications. Out of supply, level 1. Disorganised. Guns on "
        "trucks."
    )
