"""1.6, 5.5, 7, 13, 15 Combat modifiers of both sides, each with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from grognard.decisions import Part, Side, rule, total
from grognard.games.korsun44.charts import Layer, ModifierName
from grognard.games.korsun44.plan import Plan, contributors, defenders
from grognard.games.korsun44.stars import active_stars
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.strength import across_fixed, deciding_hex, unit_parts
from grognard.games.korsun44.theatre import FIXED, WATERS
from grognard.games.korsun44.works import works_at
from grognard.hexes import HexId
from grognard.pieces import UnitId


def attacker_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """Everything that moves the column to the right."""
    return tuple(own_parts(pos, plan, plan.side))


def defender_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """Everything that moves the column to the left."""
    return (
        *terrain_parts(pos, deciding_hex(pos, plan)),
        *water_parts(pos, plan),
        *works_parts(pos, plan),
        *resilience_parts(pos, plan),
        *own_parts(pos, plan, pos.game.enemy(plan.side)),
    )


def own_parts(pos: Pos, plan: Plan, side: Side) -> Iterator[Part]:
    """What either side may have, in attack and defence: units, abilities, rewards."""
    if pos.state.options.complementary:
        yield from concentration_parts(pos, contributors(pos, plan, side))
        yield from volkssturm_parts(pos, plan, pos.game.enemy(side))
        yield from star_parts(pos, plan, side)
        yield from fortification_parts(pos, plan, side)
    if plan.declared(side).rewards:
        figure = pos.game.charts.modifiers["hq_lost"]
        yield Part(plan.declared(side).rewards, figure.title.lower(), figure.rule)


def _part(pos: Pos, name: ModifierName, times: int = 1, of: str = "") -> Part:
    figure = pos.game.charts.modifiers[name]
    return Part(figure.number * times, of or figure.title.lower(), figure.rule)


# --- 5.5  ground and water -------------------------------------------------------------------


@rule("5.5.1", "5.5.2", "D15", "E15")
def terrain_parts(pos: Pos, hex_: HexId) -> Iterator[Part]:
    """The ground of a hex; woods come on top of it."""
    theatre, ground = pos.game.theatre, pos.game.theatre.grounds[hex_]
    layers: tuple[Layer, ...] = (ground.base, "forest") if ground.wooded else (ground.base,)
    for layer in layers:
        terrain = theatre.charts.terrain[layer]
        if terrain.modifiers:
            yield Part(terrain.modifiers, terrain.title.lower(), "5.5.1")


@rule("5.5.2", "5.5.4", "E14", "E33")
def water_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """A river or stream that more than half of the units' SPs attack across, bridge or not; each
    counts for itself.
    """
    target, theatre = deciding_hex(pos, plan), pos.game.theatre
    waters = {unit: theatre.water(pos.unit(unit).at, target) for unit in plan.units}
    if not any(waters.values()):
        return
    points = {unit: part.amount for unit, part in unit_parts(pos, plan).items()}
    for water in WATERS:
        across = sum(points[unit] for unit in points if waters[unit] == water)
        terrain = theatre.charts.terrain[water]
        if terrain.modifiers and 2 * across > sum(points.values()):
            yield Part(terrain.modifiers, terrain.title.lower(), "5.5.4")


# --- 7  fortifications -----------------------------------------------------------------------


@rule("7.1.10", "7.2.1", "7.3.2", "7.3.4", "A6", "E18")
def works_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """The best of the works in the hex that counts. Fixed Positions that are turned are field
    fortifications.
    """
    target = deciding_hex(pos, plan)
    names: list[ModifierName] = []
    works = works_at(pos, target)
    if works - {"improved"}:
        city = pos.game.theatre.grounds[target].base == "city"
        names.append("field_works_city" if city else "field_works")
    if "improved" in works:
        names.append("improved_works")
    found = [_part(pos, name) for name in names]
    if "fixed" in works and faces(pos, plan):
        found.append(_fixed_part(pos, target))
    if found:
        yield max(found, key=lambda part: part.amount)


@rule("7.3.2", "7.3.3")
def _fixed_part(pos: Pos, hex_: HexId) -> Part:
    """What Fixed Positions give; a group with another number is a zone named after it."""
    figure = pos.game.charts.modifiers["fixed_works"]
    groups = (name for name, hexes in pos.board.zones.items() if hex_ in hexes)
    number = next((n[len(FIXED) + 1 :] for n in groups if n.startswith(f"{FIXED}:")), "")
    return Part(int(number or figure.number), figure.title.lower(), figure.rule)


@rule("7.3.4", "7.3.4-ex")
def faces(pos: Pos, plan: Plan) -> bool:
    """Do Fixed Positions count: do no more SPs come from the rear than from the front?"""
    points = {unit: part.amount for unit, part in unit_parts(pos, plan).items()}
    front = sum(points[unit] for unit in across_fixed(pos, plan))
    return 2 * front >= sum(points.values())


# --- 13, 15  units ---------------------------------------------------------------------------


@rule("13.1.1", "13.1.2", "13.1.3", "13.1.4", "13.1.5", "E24")
def concentration_parts(pos: Pos, units: Iterable[UnitId]) -> Iterator[Part]:
    """A modifier for every three units of a division or corps."""
    needed = pos.game.charts.limits["concentration_units"].number
    found = Counter(pos.game.piece(unit).concentrates for unit in units)
    for name, number in found.items():
        if name and number >= needed:
            yield _part(pos, "concentration", number // needed, f"concentration of {name}")


@rule("15.2.3", "E22")
def resilience_parts(pos: Pos, plan: Plan) -> Iterator[Part]:
    """A resilience group in the hex that counts, once however many there are."""
    there = [u for u in pos.at(deciding_hex(pos, plan)) if u not in plan.spared]
    if pos.state.options.complementary and any(pos.game.piece(u).holds_out for u in there):
        yield _part(pos, "resilience")


@rule("15.3.1", "15.3.2")
def volkssturm_parts(pos: Pos, plan: Plan, enemy: Side) -> Iterator[Part]:
    """Against Volkssturm, less one for each regular unit that stands with it; of several hexes
    the weakest counts.
    """
    fighting = plan.units if enemy == plan.side else defenders(pos, plan)
    hexes = {pos.unit(u).at for u in fighting if pos.game.piece(u).is_volkssturm}
    found = [total(_volkssturm(pos, hex_)) for hex_ in hexes]
    if max(found, default=0) > 0:
        yield Part(max(found), "against Volkssturm", "15.3.1")


def _volkssturm(pos: Pos, hex_: HexId) -> Iterator[Part]:
    """The advantage of an enemy over the Volkssturm of one hex."""
    pieces = [pos.game.piece(unit) for unit in pos.at(hex_)]
    firm = sum(piece.is_regular and not piece.is_volkssturm for piece in pieces)
    yield _part(pos, "volkssturm")
    yield _part(pos, "volkssturm_stiffened", firm)


@rule("15.1.3", "15.1.4")
def star_parts(pos: Pos, plan: Plan, side: Side) -> Iterator[Part]:
    """A modifier for each star that is used and not disabled."""
    for unit, star in active_stars(pos, plan, side):
        yield _part(pos, "star", of=f"{star} star of {unit}")


@rule("15.4.1", "15.4.2")
def fortification_parts(pos: Pos, plan: Plan, side: Side) -> Iterator[Part]:
    """Fortification units whose ability is used."""
    for unit in plan.declared(side).works:
        yield _part(pos, "fortification", of=f"{unit} in works")


@rule("15.4.1", "15.4.2")
def works_users(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The fortification units that may use their ability: they defend the hex that counts, and
    it is fortified.
    """
    target = deciding_hex(pos, plan)
    if not pos.state.options.complementary or not works_at(pos, target):
        return ()
    there = [u for u in defenders(pos, plan) if pos.unit(u).at == target]
    return tuple(unit for unit in there if pos.game.piece(unit).fortifies)
