from pathlib import Path

import pytest
from tests.mapmaker.making import board_of, middle

from grognard.data import DataError


def test_a_place_stands_at_its_point(tmp_path: Path) -> None:
    """Latitude and longitude decide where no hex is written."""
    lat, lon = middle("0707")
    board = board_of(tmp_path, places=[{"name": "Town", "lat": lat, "lon": lon, "size": "town"}])
    assert board.places[0].hex == "0707"


def test_a_place_far_from_its_point_needs_a_reason(tmp_path: Path) -> None:
    """A printed hex more than one hex from the truth says why."""
    lat, lon = middle("0707")
    place = {"name": "Town", "hex": "0704", "lat": lat, "lon": lon}
    with pytest.raises(DataError, match="place 'Town': 0704 is 3 hexes from its true place"):
        board_of(tmp_path, places=[place])
    assert board_of(tmp_path, places=[place | {"why": "printed there"}]).places[0].hex == "0704"
    assert board_of(tmp_path, places=[place | {"hex": "0706"}]).places[0].hex == "0706"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A gazetteer with a city, a town of many names, and another of the same name off the map."""
    rows = [
        ("City", "0505", 900, "Gorod"),
        ("Town", "0506", 90, ""),
        ("Hamlet", "0909", 9, "Weiler"),
    ]
    lines = ["name,lat,lon,pop,alt", "Town,50,50,9000,"]
    for name, at, people, other in rows:
        lat, lon = middle(at)
        lines.append(f"{name},{lat},{lon},{people},{other}")
    (tmp_path / "p.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_a_gazetteer_knows_places_by_any_name(table: Path) -> None:
    """The place on the map is meant, whatever it is called today."""
    places = [{"name": "Weiler", "size": "village"}, {"name": "Town", "size": "town"}]
    board = board_of(table, gazetteer=["p.csv"], places=places)
    assert {p.name: p.hex for p in board.places} == {"Weiler": "0909", "Town": "0506"}


def test_a_place_that_nobody_knows_is_a_problem(table: Path) -> None:
    """A name that no gazetteer has must have a hex or a point."""
    with pytest.raises(DataError, match="place 'Ys': has neither hex nor lat and lon"):
        board_of(table, gazetteer=["p.csv"], places=[{"name": "Ys"}])


@pytest.mark.parametrize(("apart", "found"), [(1, ["City", "Town"]), (2, ["City"])])
def test_settlements_come_from_a_table(table: Path, apart: int, found: list[str]) -> None:
    """The largest first, with room between them, and none too small."""
    rule = {"file": "p.csv", "size": "village", "people": 50, "apart": apart}
    board = board_of(table, settlements=[rule])
    assert sorted(place.name for place in board.places) == found
