"""Lists of counters, and what may be wrong with them."""

from grognard.pieces import Piece
from grognard.rosters import Roster, membership_faults, naming_faults


class Man(Piece, frozen=True, kw_only=True):
    trade: str


ROSTER = Roster(
    (Man(id="a", side="red", trade="smith"), Man(id="b", side="blue", trade="smith"),
     Man(id="c", side="red", trade="cook"))
)  # fmt: skip


def test_pieces_are_found_by_id_side_and_trait() -> None:
    """In the order of the file."""
    assert ROSTER.by_id["b"].side == "blue"
    assert [p.id for p in ROSTER.of("red")] == ["a", "c"]
    assert [p.id for p in ROSTER.of(trade="smith")] == ["a", "b"]
    assert [p.id for p in ROSTER.of("red", trade="cook")] == ["c"]


def test_what_stands_twice_is_named_once() -> None:
    """Units, groups and formations each by their kind."""
    assert list(naming_faults(["a", "b", "a", "a"], ["x"], ["y", "y"])) == [
        "unit 'a': this id is used twice",
        "formation 'y': this id is used twice",
    ]


def test_units_belong_to_formations_of_their_side() -> None:
    """One that belongs to none is as it should be."""
    units = [("a", "guard", "red"), ("b", "guard", "blue"), ("c", "", "red"), ("d", "no", "red")]
    assert list(membership_faults(units, {"guard": "red"})) == [
        "unit 'b': formation 'guard' is not of its side",
        "unit 'd': unknown formation 'no'",
    ]
