"""What wins a scenario and who is near it: the count of each side, and lines of words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grognard.decisions import Part, Side, rule
from grognard.games.korsun44.hq import scope_of
from grognard.games.korsun44.scenario import VictoryKind
from grognard.games.korsun44.state import GERMAN, SIDES, SOVIET, Pos
from grognard.games.korsun44.victory import (
    city_hexes,
    destroyed,
    is_connected,
    is_linked,
    own_city,
)
from grognard.page import Tally
from grognard.words import counted

# --- the count --------------------------------------------------------------------------------


def tallies(pos: Pos) -> tuple[Tally, ...]:
    """What each side has won so far: city hexes, or levels destroyed."""
    if pos.game.scene(pos).victory.kind in ("cities", "link"):
        return tuple(Tally(side, city_hexes(pos, side), _cities(pos, side)) for side in SIDES)
    return tuple(_losses(pos, side) for side in SIDES)


@rule("K44-vc1", "K44-vc2")
def _cities(pos: Pos, side: Side) -> tuple[Part, ...]:
    """The hexes of each city that a side holds."""
    victory, zone = pos.game.scene(pos).victory, pos.game.theatre.zone
    rule_id = "K44-vc1" if victory.kind == "cities" else "K44-vc2"
    held = {city: sum(pos.holder(h) == side for h in zone(city)) for city in victory.cities}
    return tuple(
        Part(number, f"{city.capitalize()}, of {len(zone(city))} hexes", rule_id)
        for city, number in held.items()
    )


@rule("RET-vc", "DEB-vc3")
def _losses(pos: Pos, side: Side) -> Tally:
    number = destroyed(pos, pos.game.enemy(side))
    rule_id = "RET-vc" if pos.game.scene(pos).victory.kind == "losses" else "DEB-vc3"
    return Tally(side, number, (Part(number, "levels destroyed", rule_id),))


# --- lines ------------------------------------------------------------------------------------


def lines(pos: Pos, viewer: Side | None) -> tuple[str, ...]:
    """The air strength of the day, that of the viewer first; what wins and how it stands; who lost
    what, and modifiers for lost HQs (9.1.6).
    """
    titled, sides = pos.game.side_title, sorted(SIDES, key=lambda side: side != viewer)
    scene, flown = pos.game.scene(pos), pos.state.flown
    left = {side: scene.air[side][pos.turn - 1] - flown.get(side, 0) for side in sides}
    return (
        *(f"{titled(side)} air SPs: {left[side]}" for side in sides),
        *_AIMS[scene.victory.kind](pos),
        *(f"{titled(side)} levels lost: {destroyed(pos, side)}" for side in sides),
        *(
            f"{titled(one.side)} modifiers for a lost HQ: {one.left} {scope_of(pos, one)}"
            for one in pos.state.rewards
        ),
    )


@rule("K44-vc1", "H2")
def _cities_aim(pos: Pos) -> Iterator[str]:
    """Hexes held, of those needed by each side."""
    victory, last = pos.game.scene(pos).victory, _last(pos)
    german, soviet = city_hexes(pos, GERMAN), city_hexes(pos, SOVIET)
    yield (
        f"The Soviets win at once with {victory.soviet} city hexes: they hold {soviet} (K44-vc1)"
    )
    yield (f"The Germans win {last} with {victory.german} city hexes: they hold {german} (K44-vc1)")
    yield f"A draw {last} if neither has won (H2)"


@rule("K44-vc2", "H3")
def _link_aim(pos: Pos) -> Iterator[str]:
    """Korsun, its line to the south, and how it is with both."""
    yield (
        f"The Germans win {_last(pos)} if they have a hex of Korsun with a line of supply to "
        f"{_gates(pos)}, else the Soviets (K44-vc2)"
    )
    yield f"Korsun {'has such a line' if is_connected(pos) else 'is cut off'} now{_hedge(pos)}"


@rule("RET-vc", "H17")
def _losses_aim(pos: Pos) -> Iterator[str]:
    """Levels destroyed; who has marched off is safe."""
    yield f"Whoever has destroyed more levels wins {_last(pos)} (RET-vc); as many is a draw (H17)"
    off = pos.game.scene(pos).boxes[GERMAN]
    safe = [unit for box in off for unit in pos.at(box) if pos.unit(unit).arrived]
    levels = counted(sum(pos.game.levels(pos, unit) for unit in safe), "level")
    yield f"{counted(len(safe), 'German unit')} safe off the map, {levels}"


@rule("DEB-vc1", "DEB-vc2", "DEB-vc4", "H4", "H5")
def _relief_aim(pos: Pos) -> Iterator[str]:
    """Korsun, the road, levels."""
    cities, zone = pos.game.scene(pos).victory.cities, pos.game.theatre.zone
    whole = sum(len(zone(city)) for city in cities)
    german, soviet = len(own_city(pos, GERMAN)), len(own_city(pos, SOVIET))
    yield (
        f"Soviet strategic victory at once: all {whole} hexes of Korsun; they hold {soviet}, the "
        f"Germans {german} (DEB-vc1)"
    )
    yield f"German strategic victory {_last(pos)}: a road from Korsun to {_gates(pos)} (DEB-vc2)"
    yield f"{'Such a road is open' if is_linked(pos) else 'No such road is open'} now{_hedge(pos)}"
    yield "Otherwise whoever has destroyed more levels wins tactically (DEB-vc4)"


def _last(pos: Pos) -> str:
    return f"at the end of turn {pos.game.scene(pos).turns}"


def _gates(pos: Pos) -> str:
    """The zones to which a city is to be linked."""
    *others, last = pos.game.scene(pos).victory.links
    return f"zone {', '.join(others)} or {last}"


def _hedge(pos: Pos) -> str:
    """Masked enemies may close a way, or leave it open."""
    options = pos.state.options
    masks = options.fog and options.complementary and pos.state.outcome is None
    return ", as far as is known" if masks else ""


_AIMS: Mapping[VictoryKind, Callable[[Pos], Iterator[str]]] = {
    "cities": _cities_aim,
    "link": _link_aim,
    "losses": _losses_aim,
    "relief": _relief_aim,
}
