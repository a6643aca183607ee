import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.server.frames import frame_of, opening_of
from grognard.server.messages import Done, Hint, Patch
from grognard.server.patching import apply, as_object, diff, sent, without_nulls
from grognard.server.plays import Play
from grognard.server.seats import seat
from grognard.session import Session

names = st.sampled_from("abcd")
leaves = (
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-2, 2) | st.text("xy", max_size=2)
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3)
)
objects = st.dictionaries(names, values, max_size=4)


def text(value: Any) -> str:
    """JSON in which true, 1 and 1.0 are different things, as in a browser's `JSON.stringify`."""
    return json.dumps(value, sort_keys=True)


@given(objects, objects)
def test_a_patch_leads_from_one_object_to_the_other(old: Any, new: Any) -> None:
    """Whatever two frames hold, the patch of both makes the one out of the other."""
    patched = apply(diff(old, new), without_nulls(old))
    assert text(patched) == text(without_nulls(new))


@given(objects)
def test_what_has_not_changed_is_not_in_a_patch(value: Any) -> None:
    """The patch of a thing with itself is empty."""
    assert diff(value, json.loads(json.dumps(value))) == {}


@given(objects, objects)
def test_patching_changes_nothing_but_its_result(old: Any, new: Any) -> None:
    """The old frame stays as it was: others may still hold it."""
    before = without_nulls(old)
    kept = text(before)
    apply(diff(old, new), before)
    assert text(before) == kept


def test_the_patch_is_that_of_the_standard() -> None:
    """RFC 7396: null takes away, objects are gone into, lists are replaced whole."""
    old = {"turn": 1, "phase": "combat", "units": {"a": {"at": "1"}, "b": {"at": "2"}}, "list": [1]}
    new = {"turn": 2, "units": {"a": {"at": "1"}, "b": {"at": "3"}}, "list": [1, 2]}
    assert diff(old, new) == {
        "phase": None,
        "turn": 2,
        "units": {"b": {"at": "3"}},
        "list": [1, 2],
    }


def new_play() -> Play:
    session = Session(grognard.load("ukraine44").start(seed=1))
    seats, _ = seat({"axis": "human", "soviet": "human"})
    return Play("p", seats, session)


def frame_object() -> Any:
    play = new_play()
    return as_object(frame_of(play, play.pos.side))


def holds_null(value: Any) -> bool:
    """Is there a null in an object, however deep?"""
    if isinstance(value, dict):
        return any(item is None or holds_null(item) for item in value.values())
    return isinstance(value, list) and any(holds_null(item) for item in value)


def test_counters_are_sent_by_id() -> None:
    """A counter that moves changes one entry of the frame, not a list of all counters."""
    counters = frame_object()["view"]["counters"]
    assert counters
    assert all(counter["id"] == name for name, counter in counters.items())


def test_what_a_seat_was_shown_is_not_shown_again() -> None:
    """A frame that was sent and read back differs in nothing from itself."""
    found = frame_object()
    assert diff(json.loads(json.dumps(found)), found) == {}


def test_the_agenda_is_not_sent() -> None:
    """Open steps are for computer players; a browser has no use for them."""
    assert "agenda" not in frame_object()["view"]


def test_null_is_never_sent_inside_an_object() -> None:
    """What has no value is left out; but in a patch null takes a value away."""
    play = new_play()
    frame = frame_of(play, play.pos.side)
    assert holds_null(json.loads(json.dumps(as_object(frame))))
    assert not holds_null(json.loads(sent(opening_of(play, play.pos.side, frame, "1"))))
    assert "action" not in json.loads(sent(Hint(1, None, "none")))
    patch = json.loads(sent(Patch(1, 2, {"view": {"question": None}}, 0, ())))
    assert patch["patch"] == {"view": {"question": None}}
    assert json.loads(sent([Done(1, 2)])) == [{"type": "done", "id": 1, "revision": 2}]
