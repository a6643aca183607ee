"""How scenarios end: cities, a link, levels destroyed, relief."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.decisions import Side, rule
from grognard.games.korsun44.scenario import VictoryKind
from grognard.games.korsun44.state import GERMAN, SOVIET, Deal, Pos
from grognard.games.korsun44.supply import terms_of, trace_from
from grognard.hexes import HexId
from grognard.mechanics.trace import Leg, Lines, Trace, along
from grognard.mechanics.zones import survey

# --- what is counted --------------------------------------------------------------------------


@rule("K44-vc1", "B7")
def city_hexes(pos: Pos, side: Side) -> int:
    """The hexes of the named cities that a side controls."""
    cities = pos.game.scene(pos).victory.cities
    hexes = [hex_ for city in cities for hex_ in pos.game.theatre.zone(city)]
    return sum(pos.holder(hex_) == side for hex_ in hexes)


@rule("RET-vc", "DEB-vc3", "H7")
def destroyed(pos: Pos, side: Side) -> int:
    """The levels that a side has lost in play: not those of the set-up list, nor units that have
    left the map.
    """
    lost = sum(u.lost for u in pos.state.units if pos.owner(u.id) == side)
    return lost - sum(slot.lost for slot in pos.game.scene(pos).slots[side])


def own_city(pos: Pos, side: Side) -> list[HexId]:
    """The hexes of the cities of the scenario that a side controls."""
    cities = pos.game.scene(pos).victory.cities
    hexes = sorted(hex_ for city in cities for hex_ in pos.game.theatre.zone(city))
    return [hex_ for hex_ in hexes if pos.holder(hex_) == side]


def _is_taken(pos: Pos, side: Side) -> bool:
    """Does a side hold every hex of the cities?"""
    cities = pos.game.scene(pos).victory.cities
    return len(own_city(pos, side)) == sum(len(pos.game.theatre.zone(city)) for city in cities)


def gates(pos: Pos) -> list[HexId]:
    """The hexes of the zones to which a city is to be linked."""
    links = pos.game.scene(pos).victory.links
    return sorted(hex_ for name in links for hex_ in pos.game.theatre.zone(name))


@rule("K44-vc2", "H3")
def is_connected(pos: Pos) -> bool:
    """Does a line of supply lead from a hex of the city to one of the zones that the enemy does not
    control (H8)?
    """
    lines = trace_from(pos, GERMAN, [h for h in gates(pos) if pos.holder(h) != SOVIET])
    return any(hex_ in lines for hex_ in own_city(pos, GERMAN))


@rule("DEB-vc2", "H4")
def is_linked(pos: Pos) -> bool:
    """Does a road lead there over bridges that stand, free of enemies and, where no regular unit is
    on it, of their zones?
    """
    ground = survey(pos.columns, GERMAN, friends="regular", cancelled=True)
    roads = pos.game.goings.line(terms_of(pos)) == 0
    grid = pos.board.grid
    lines = Lines(grid, [Leg("road", along(grid, roads))])
    found = Trace(lines, ground, ground.clear(gates(pos)))
    return any(hex_ in found for hex_ in ground.clear(own_city(pos, GERMAN)))


# --- when it is judged ------------------------------------------------------------------------


@rule("K44-vc1", "DEB-vc1", "H1", "H5")
def judge_at_once(hand: Deal) -> None:
    """At the end of every Supply Phase: the Soviets have their cities, or the whole of Korsun."""
    pos = hand.now
    victory = pos.game.scene(pos).victory
    if victory.kind == "cities" and city_hexes(pos, SOVIET) >= victory.soviet:
        hand.win(SOVIET, "cities", f"{city_hexes(pos, SOVIET)} city hexes are Soviet", "K44-vc1")
    if victory.kind == "relief" and _is_taken(pos, SOVIET):
        hand.win(SOVIET, "strategic", "Korsun is Soviet", "DEB-vc1")


@rule("2.1.5", "H18")
def judge(hand: Deal) -> None:
    """After the last phase of the last turn."""
    _JUDGES[hand.game.scene(hand.now).victory.kind](hand)


@rule("K44-vc1", "H2")
def _judge_cities(hand: Deal) -> None:
    pos = hand.now
    held = city_hexes(pos, GERMAN)
    if held >= pos.game.scene(pos).victory.german:
        hand.win(GERMAN, "cities", f"{held} city hexes are German", "K44-vc1")
    hand.win("", "draw", f"{held} city hexes are German, too few for either side", "H2")


@rule("K44-vc2", "H3")
def _judge_link(hand: Deal) -> None:
    if is_connected(hand.now):
        hand.win(GERMAN, "link", "Korsun has a line to the south", "K44-vc2")
    hand.win(SOVIET, "link", "Korsun is cut off", "K44-vc2")


@rule("RET-vc", "H17")
def _judge_losses(hand: Deal) -> None:
    _most_destroyed(hand, "losses", "RET-vc")


@rule("DEB-vc2", "DEB-vc3", "DEB-vc4", "H4", "H17")
def _judge_relief(hand: Deal) -> None:
    if is_linked(hand.now):
        hand.win(GERMAN, "strategic", "a road leads to Korsun", "DEB-vc2")
    _most_destroyed(hand, "tactical", "DEB-vc4")


def _most_destroyed(hand: Deal, level: str, rule: str) -> None:
    """Who has destroyed more levels wins; as many on both sides is a draw."""
    german, soviet = destroyed(hand.now, SOVIET), destroyed(hand.now, GERMAN)
    reason = f"the Germans have destroyed {german} levels, the Soviets {soviet}"
    if german == soviet:
        hand.win("", "draw", reason, "H17")
    hand.win(GERMAN if german > soviet else SOVIET, level, reason, rule)


_JUDGES: Mapping[VictoryKind, Callable[[Deal], None]] = {
    "cities": _judge_cities,
    "link": _judge_link,
    "losses": _judge_losses,
    "relief": _judge_relief,
}
