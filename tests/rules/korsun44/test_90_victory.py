"""How the scenarios end."""

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.field import GAME, SLUG

from grognard.games.korsun44.game import Korsun44
from grognard.games.korsun44.sequence import SecondHalf, Turn
from grognard.games.korsun44.state import DEAD, GERMAN, SOVIET, KorsunOptions, Pos
from grognard.games.korsun44.supplying import SupplyPhase
from grognard.games.korsun44.victory import city_hexes, destroyed, is_connected, is_linked
from grognard.state import Outcome

CITIES = ("korsun", "gorodishche", "smela", "novomirgorod", "shpola", "katerinopol")
HEXES = sorted(hex_ for city in CITIES for hex_ in GAME.theatre.zone(city))
KORSUN = sorted(GAME.theatre.zone("korsun"))


def last_supply(
    scenario: str, *, turn: int = 0, soviet: tuple[str, ...] = (), nobody: tuple[str, ...] = (),
    units: dict[str, str] | None = None, lost: dict[str, int] | None = None, rest: str = GERMAN,
) -> Pos:  # fmt: skip
    """The Supply Phase of the second player in the last turn, or another one. All hexes but some
    are those of `rest`; only the units that are named are there, some with losses.
    """
    scene = GAME.scenes[scenario]
    side = GAME.enemy(scene.first)
    state = GAME.set_up(scene, KorsunOptions(), "victory")
    letters = [GAME.letter_of(rest)] * len(GAME.board.grid)
    for hexes, letter in ((soviet, "s"), (nobody, ".")):
        for hex_ in hexes:
            letters[GAME.board.grid.index[hex_]] = letter
    found = [
        replace(u, at=(units or {}).get(u.id, "out"), lost=(lost or {}).get(u.id, 0))
        for u in state.units
    ]
    agenda = (
        Turn(stage="second half"),
        SecondHalf(side=side, stage="supply"),
        SupplyPhase(side=side),
    )
    return GAME.position(
        replace(
            state,
            units=tuple(found),
            control="".join(letters),
            agenda=agenda,
            turn=turn or scene.turns,
        )
    )


def ended(pos: Pos) -> Outcome | None:
    """How the game ends when the phase is over, if it does."""
    return pos.game.hand(pos).begin().outcome


# --- Korsun 1944 ------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "K44-vc1", "H1")
def test_thirteen_city_hexes_win_at_once() -> None:
    """At the end of any Supply Phase; twelve do not."""
    pos = last_supply("korsun", turn=3, soviet=tuple(HEXES[:13]))
    assert city_hexes(pos, SOVIET) == 13
    outcome = ended(pos)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (SOVIET, "K44-vc1")
    assert ended(last_supply("korsun", turn=3, soviet=tuple(HEXES[:12]))) is None


@pytest.mark.rule(SLUG, "K44-vc1", "H2", "H18")
@pytest.mark.parametrize(("german", "winner"), [(15, GERMAN), (14, "")])
def test_fifteen_city_hexes_win_in_the_end(german: int, winner: str) -> None:
    """With 14 German and 12 Soviet hexes it is a draw."""
    nobody = tuple(HEXES[12 : 27 - german])
    pos = last_supply("korsun", soviet=tuple(HEXES[:12]), nobody=nobody)
    assert (city_hexes(pos, GERMAN), city_hexes(pos, SOVIET)) == (german, 12)
    outcome = ended(pos)
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.rule(SLUG, "K44-vc2", "H3", "H18")
def test_a_line_to_korsun_wins_the_short_game() -> None:
    """With it the Germans win, without it the Soviets."""
    pos = last_supply("korsun_short")
    assert is_connected(pos)
    assert getattr(ended(pos), "winner", None) == GERMAN
    lost = last_supply("korsun_short", soviet=tuple(KORSUN))
    assert not is_connected(lost)
    assert getattr(ended(lost), "winner", None) == SOVIET


@pytest.mark.rule(SLUG, "H3", "H8")
def test_zones_that_the_enemy_controls_are_no_links() -> None:
    """With all five Soviet there is no line."""
    zones = tuple(GAME.theatre.entry(name) for name in "BCDEF")
    assert not is_connected(last_supply("korsun_short", soviet=zones))
    assert is_connected(last_supply("korsun_short", soviet=zones[1:]))


@pytest.mark.rule(SLUG, "K44-vc2", "H3")
def test_a_ring_cuts_korsun_off() -> None:
    """Soviet towns all around and a rifle division in every zone of the south."""
    zones = [GAME.theatre.entry(name) for name in "BCDEF"]
    rifles = ["62GRD", "69GRD", "31RD", "375RD", "25GRD"]
    pos = last_supply("korsun_short", units=dict(zip(rifles, zones, strict=True)))
    assert not is_connected(pos)


# --- The Retreat ------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "RET-vc", "H7", "H17")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [({"80-34": 2, "62GRD": 1}, SOVIET), ({"80-34": 1, "62GRD": 2}, GERMAN),
     ({"80-34": 2, "62GRD": 2}, ""), ({}, "")],
)  # fmt: skip
def test_who_destroyed_more_wins_the_retreat(lost: dict[str, int], winner: str) -> None:
    """Levels count, of units that live and of those that fell; as many on both sides is a draw."""
    units = {u: DEAD if n == 2 else "2027" if u == "80-34" else "2022" for u, n in lost.items()}
    outcome = ended(last_supply("retreat", units=units, lost=lost))
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.rule(SLUG, "RET-4", "H7", "H14")
def test_who_has_left_scores_nothing() -> None:
    """A German unit off the map is saved."""
    pos = last_supply("retreat", units={"80-34": "off_B"})
    assert (destroyed(pos, GERMAN), destroyed(pos, SOVIET)) == (0, 0)


# --- Deblockade -------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "DEB-vc1", "H5")
def test_korsun_soviet_ends_deblockade_at_once() -> None:
    """All its hexes; with one contested it goes on."""
    outcome = ended(last_supply("deblockade", turn=4, soviet=tuple(KORSUN)))
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (SOVIET, "strategic")
    assert ended(last_supply("deblockade", turn=4, soviet=tuple(KORSUN[1:]))) is None


@pytest.mark.rule(SLUG, "DEB-vc2", "H4", "H18")
def test_a_road_to_korsun_wins_deblockade() -> None:
    """From a German hex of the city to a zone of the south."""
    pos = last_supply("deblockade")
    assert is_linked(pos)
    outcome = ended(pos)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (GERMAN, "strategic")


def on_the_roads(game: Korsun44) -> list[str]:
    """The road hexes next to Korsun, outside of it."""
    grid, theatre = game.board.grid, game.theatre
    return [
        h for h in grid
        if h not in KORSUN and any(
            set(theatre.ways(h, k)) & {"main_road", "side_road"}
            for k in grid.neighbours(h) if k in KORSUN)
    ]  # fmt: skip


@pytest.mark.rule(SLUG, "DEB-vc2", "H4")
def test_a_zone_on_the_road_breaks_it() -> None:
    """Soviets on every road out of Korsun: none is left."""
    gates = on_the_roads(GAME)
    rifles = [p.id for p in GAME.pieces if p.side == SOVIET and GAME.piece(p.id).is_regular]
    pos = last_supply("deblockade", units=dict(zip(rifles, gates, strict=False)))
    assert not is_linked(pos)


@pytest.mark.rule(SLUG, "DEB-vc3", "DEB-vc4", "H17")
@pytest.mark.parametrize(
    ("lost", "winner"), [({"80-34": 2}, SOVIET), ({"62GRD": 2}, GERMAN), ({}, "")]
)
def test_otherwise_levels_decide(lost: dict[str, int], winner: str) -> None:
    """A tactical victory for who destroyed more; what the list had lost before does not count."""
    scene = GAME.scenes["deblockade"]
    before = {
        unit: n for slots in scene.slots.values() for s in slots for unit, n in s.ready_lost.items()
    }
    gates = on_the_roads(GAME)
    rifles = [p.id for p in GAME.pieces if p.side == SOVIET and GAME.piece(p.id).is_regular
              and p.id not in before and p.id not in lost]  # fmt: skip
    units = dict(zip(rifles, gates, strict=False))
    weak = [u for u in before if u not in units]
    places = [h for h in GAME.board.grid if h not in gates]
    units |= dict(zip(weak, ("out",) * len(places), strict=False))
    units |= dict.fromkeys(lost, DEAD)
    pos = last_supply("deblockade", units=units, lost={**before, **lost})
    outcome = ended(pos)
    assert outcome is not None
    assert outcome.winner == winner
