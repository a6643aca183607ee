from grognard.server.seats import Seats, hash_of, seat


def test_a_token_opens_its_own_seat_only() -> None:
    """Who has a token holds that side and no other."""
    seats, tokens = seat({"axis": "human", "soviet": "human"})
    assert seats.held_by([tokens["soviet"]]) == ("soviet",)
    assert seats.held_by([tokens["axis"], tokens["soviet"]]) == ("axis", "soviet")
    assert seats.held_by([]) == seats.held_by(["", "axis", hash_of(tokens["axis"])]) == ()


def test_computers_have_no_token() -> None:
    """A computer's side is nobody's to take."""
    seats, tokens = seat({"axis": "human", "soviet": "random"})
    assert list(tokens) == ["axis"]
    assert (seats.computer("axis"), seats.computer("soviet"), seats.computer("")) == (
        "",
        "random",
        "",
    )


def test_all_human_seats_are_held_by_who_has_all_tokens() -> None:
    """Alone against the computer one token is all; of two people one is not."""
    alone, keys = seat({"axis": "human", "soviet": "random"})
    assert alone.all_held_by(keys.values())
    both, keys = seat({"axis": "human", "soviet": "human"})
    assert both.all_held_by(keys.values())
    assert not both.all_held_by([keys["axis"], keys["axis"]])


def test_tokens_are_not_kept() -> None:
    """What is kept of a token does not let anybody in who reads it."""
    seats, tokens = seat({"axis": "human", "soviet": "human"})
    assert not set(tokens.values()) & set(seats.locks.values())
    assert len(set(tokens.values())) == 2


def test_nobody_holds_a_game_without_locks() -> None:
    """A game of computers only belongs to no token."""
    assert Seats({"axis": "random", "soviet": "random"}, {}).held_by(["x"]) == ()
