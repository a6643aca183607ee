"""Data files: YAML without surprises, and errors with file, place and reason."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from grognard.data import DataError, Source, Strict, parse_yaml, read_yaml, twice


class Counter(Struct, forbid_unknown_fields=True):
    id: str
    at: str = ""
    steps: int = 1
    source: Source = "reconstructed"


class Layer(Struct):
    lines: tuple[str, ...] = ()


class Sheet(Struct, forbid_unknown_fields=True):
    title: str
    units: tuple[Counter, ...] = ()
    layers: dict[str, Layer] = {}
    groups: dict[str, dict[str, Counter]] = {}
    points: dict[int, int] = {}


def problem(text: str) -> str:
    """The one problem of a text that should be a Sheet."""
    with pytest.raises(DataError) as caught:
        parse_yaml(text, Sheet, "sheet.yaml")
    assert caught.value.file == "sheet.yaml"
    (only,) = caught.value.problems
    assert str(caught.value) == f"sheet.yaml: {only}"
    return only


# --- what is read -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0535", "0535"),
        ("1:2", "1:2"),
        ("1-3", "1-3"),
        ("1943-08-03", "1943-08-03"),
        ("no", "no"),
        ("On", "On"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("4718", 4718),
        ("-3", -3),
        ("+1", 1),
        ("0", 0),
        ("0.5", 0.5),
        ("33.15", 33.15),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ('"33.15"', "33.15"),
        ("[1, a]", [1, "a"]),
        ("{a: 1}", {"a": 1}),
    ],
)
def test_values_are_what_they_look_like(text: str, value: object) -> None:
    """Numbers are decimal; hex numbers with a zero, odds, dates and `no` are text."""
    found: dict[str, Any] = parse_yaml(f"value: {text}", dict)
    assert found == {"value": value}
    assert type(found["value"]) is type(value)


def test_a_file_becomes_a_typed_value(tmp_path: Path) -> None:
    """A file is read as UTF-8 and decoded into its struct."""
    path = tmp_path / "sheet.yaml"
    path.write_text("title: Čerkasy\nunits: [{id: 6GTC, steps: 4}]\n", encoding="utf-8")
    sheet = read_yaml(path, Sheet)
    assert sheet == Sheet("Čerkasy", units=(Counter("6GTC", steps=4),))


# --- what is refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: t\nunits: [{id: a}, {id: 6GTC, steps: x}]", "units '6GTC' steps: Expected `int`"),
        ("title: t\nunits: [{id: a}, {steps: 2}]", "units number 2: Object missing required"),
        ("title: t\nunits: [{id: a, move: 3}]", "units 'a': Object contains unknown field `move`"),
        ("title: t\nunits: [{id: a, source: hearsay}]", "units 'a' source: Invalid enum value"),
        ("title: t\nunits: [{id: a, at: 33.15}]", "got `float`, put it in quotes"),
        ("title: 4718", "title: Expected `str`, got `int`, put it in quotes"),
        ("title: [a]", "title: Expected `str`, got `array`"),
        ("[]", "Expected `object`, got `array`"),
        ("", "Expected `object`, got `null`"),
        ("title: t\nlayers: {road: {}, river: {lines: [x, 3]}}", "layers 'river' lines number 2: "),
        ("title: t\nlayers: {road: 3}", "layers 'road': Expected `object`"),
        (
            "title: t\ngroups: {a: {x: {id: x}}, b: {x: {id: x}, y: {id: y, steps: z}}}",
            "groups 'b' 'y' steps: Expected `int`",
        ),
        ("title: t\npoints: {x: 1}", "points key: Expected `int`"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(text: str, expected: str) -> None:
    """The place is given in the designer's words: names and ids, else by counting."""
    assert expected in problem(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: t\ntitle: u", "line 2: 'title' is given twice"),
        ("title: t\nlayers:\n  road: {}\n  rail: {}\n  road: {}", "line 5: 'road' is given twice"),
        ("title: t\nunits: [a", "line 3: "),
        ("title: !!int x", "line 1: 'x' is not what its tag says"),
        ("title: !!timestamp 1943-08-03", "line 1: could not determine a constructor"),
        ("title: !!python/name:os.system x", "line 1: could not determine a constructor"),
        ("!!map [1]", "line 1: expected a mapping node"),
        ("? [a]\n: b", "line 1: found unhashable key"),
        ("title: a\x00b", "is not YAML: unacceptable character"),
        ("title: \ud800", "is not UTF-8 text: character 7"),
    ],
)
def test_what_is_not_yaml_is_refused_with_its_line(text: str, expected: str) -> None:
    """Syntax errors, tags and keys given twice are named with their line."""
    assert expected in problem(text)


class Chain(Struct):
    next: "Chain | None" = None


@pytest.mark.parametrize("text", ["&a {next: *a}", "{next: " * 5000 + "}" * 5000])
def test_endless_data_is_refused(text: str) -> None:
    """Data that contains itself, or is nested without end, is an error and no crash."""
    with pytest.raises(DataError, match="nested too deeply"):
        parse_yaml(text, Chain)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing file is named without the path to it."""
    with pytest.raises(DataError, match=r"^gone\.yaml: cannot be read: No such file"):
        read_yaml(tmp_path / "gone.yaml", Sheet)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    """A file in another encoding is refused at its first wrong byte."""
    path = tmp_path / "sheet.yaml"
    path.write_bytes(b"title: \xffx")
    with pytest.raises(DataError, match="is not UTF-8 text: byte 7"):
        read_yaml(path, Sheet)


def test_an_error_holds_all_problems() -> None:
    """Each problem is a line with the name of the file."""
    error = DataError("map.yaml", ["one", "two"])
    assert error.problems == ("one", "two")
    assert str(error) == "map.yaml: one\nmap.yaml: two"
    assert isinstance(error, ValueError)


def test_names_that_stand_twice() -> None:
    """Each is told once, in the order in which they come."""
    assert twice(["b", "a", "c", "a", "b", "b"]) == ["b", "a"]
    assert twice(["a", "b"]) == []


def test_a_strict_block_knows_its_words() -> None:
    """A word that it does not know is refused with its place."""

    class Entry(Strict, frozen=True):
        hex: str

    assert parse_yaml("hex: '0101'", Entry) == Entry(hex="0101")
    with pytest.raises(DataError, match="unknown field `hax`"):
        parse_yaml("hex: '0101'\nhax: 1", Entry)


# --- anything at all --------------------------------------------------------------------

PIECES = st.sampled_from(
    [*"{}[]:,&*!|>'\"%@`#-? \n\t", "a", "0", "title: ", "units", "\n  ", "!!", "<<: ", "~", "é"]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes anything but a value or a DataError."""
    with suppress(DataError):
        assert isinstance(parse_yaml(text, Sheet), Sheet)
