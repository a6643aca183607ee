"""What is asked of every map: it is sound, agrees with its rulebook, and lies on the earth."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.maps.facts import DATA, board_of, facts_of, gaps, recipe_path

from grognard.mapmaker import build, check
from grognard.mapmaker.check import disagreements
from grognard.mapmaker.facts import Facts, HexFact, SetUp, SideFact, Supply

SLUGS = ("ukraine44", "ukraine43", "kanev43", "korsun44", "storm41")

each_map = pytest.mark.parametrize("slug", SLUGS)


def each(list_of: Callable[[Facts], Sequence[Any]]) -> pytest.MarkDecorator:
    """One test for every entry of a list of facts, over all maps."""
    return pytest.mark.parametrize(
        ("slug", "fact"),
        [
            pytest.param(slug, fact, id=f"{slug}-{n}")
            for slug in SLUGS
            for n, fact in enumerate(list_of(facts_of(slug)), 1)
        ],
    )


@each_map
def test_the_map_is_sound(slug: str) -> None:
    """No broken chain, no orphan bridge, no road into the water; every fact holds."""
    assert check(board_of(slug), facts_of(slug)) == []


@each(lambda facts: facts.hexes)
def test_a_hex_is_what_the_rules_say(slug: str, fact: HexFact) -> None:
    """Each hex that the rules and rulings name exists and is what they say it is."""
    assert disagreements(board_of(slug), Facts(slug, hexes=(fact,))) == []


@each(lambda facts: facts.hexsides)
def test_a_hexside_is_what_the_rules_say(slug: str, fact: SideFact) -> None:
    """Borders, rivers and bridges lie on the hexsides where the rules have them."""
    assert disagreements(board_of(slug), Facts(slug, hexsides=(fact,))) == []


@each(lambda facts: facts.setup)
def test_set_up_hexes_are_land_on_their_own_side(slug: str, fact: SetUp) -> None:
    """Every set-up hex is land behind its own front, and in its area where it has one."""
    assert disagreements(board_of(slug), Facts(slug, setup=(fact,))) == []


@each(lambda facts: facts.supply)
def test_both_sides_start_in_supply(slug: str, fact: Supply) -> None:
    """A line of supply leads from the sources of a side to every hex of its set-up."""
    assert disagreements(board_of(slug), Facts(slug, supply=(fact,))) == []


@each_map
def test_places_lie_where_the_earth_puts_them(slug: str) -> None:
    """Well-known places, 25 or more, are within a hex of the fit, or the recipe says why not."""
    well_known = facts_of(slug).well_known
    known = [gap for gap in gaps(slug) if gap.name in well_known]
    assert len(known) == len(well_known) >= 25
    assert [gap for gap in known if gap.hexes > 1 and not gap.why] == []


@each_map
def test_all_places_have_a_reason_to_be_far_off(slug: str) -> None:
    """So are all the others of the recipe."""
    assert [gap for gap in gaps(slug) if gap.hexes > 1 and not gap.why] == []


@pytest.mark.skipif(not DATA, reason="needs the geographical data (GROGNARD_GEODATA)")
@each_map
def test_the_map_is_what_its_recipe_makes(slug: str) -> None:
    """Building the recipe again gives the file that is shipped."""
    shipped = recipe_path(slug).with_name("map.yaml").read_text(encoding="utf-8")
    assert build(recipe_path(slug), Path(DATA)) == shipped
