from pathlib import Path

import msgspec
import pytest
from tests.lab.making import PLAIN, made, series, write

from grognard.data import DataError
from grognard.lab.results import Result, ResultFile, decode, read_results


def problems_of(*paths: Path) -> tuple[str, ...]:
    with pytest.raises(DataError) as caught:
        read_results(paths)
    return caught.value.problems


def test_a_result_is_written_and_read(tmp_path: Path) -> None:
    """What a file was given, it gives back."""
    results = series("a", "b", "ns=")
    file = ResultFile(tmp_path / "deep" / "games.jsonl")
    for result in results:
        file.add(result)
    assert read_results([file.path]) == results


def test_several_files_are_one_set(tmp_path: Path) -> None:
    """Games of one setting may lie in several files."""
    first = write(tmp_path / "1.jsonl", series("a", "b", "ns"))
    second = write(tmp_path / "2.jsonl", series("a", "b", "=", start=3))
    assert [result.seed for result in read_results([first, second])] == [1, 2, 3]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"{", "line 2: is no result of the lab: Input data was truncated"),
        (b"hello", "line 2: is no result of the lab: JSON is malformed"),
        (b"[]", "line 2: is no result of the lab: Expected `object`, got `array`"),
        (b'{"format":99}', "line 2: format 99 is not known; this version reads 1"),
        (b'{"format":1}', "line 2: is no result of the lab: Object missing required field `game`"),
        (b'{"format":1,"game":"\xff"}', "line 2: is no result of the lab: "),
        (msgspec.json.encode(made(winner="west")), "line 2: is no result of the lab: 'west' won"),
        (msgspec.json.encode(made(players={"north": "a"}, winner="")), "a game has two players"),
        (msgspec.json.encode(PLAIN)[:-40], "line 2: is no result of the lab: Input data was"),
    ],
)
def test_a_bad_line_is_named(line: bytes, complaint: str, tmp_path: Path) -> None:
    """File, line and reason are told, and the good lines about it do not hide it."""
    path = write(tmp_path / "games.jsonl", series("a", "b", "n"))
    path.write_bytes(path.read_bytes() + line + b"\n" + msgspec.json.encode(made(seed=9)) + b"\n")
    with pytest.raises(DataError) as caught:
        read_results([path])
    assert caught.value.file == str(path)
    assert len(caught.value.problems) == 1
    assert complaint in caught.value.problems[0]


def test_all_bad_lines_are_told_at_once(tmp_path: Path) -> None:
    """Nobody has to mend a file ten times."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"a\n\nb\nc\n")
    assert [p.split(":")[0] for p in problems_of(path)] == ["line 1", "line 3", "line 4"]


def test_a_cut_off_line_says_what_to_do(tmp_path: Path) -> None:
    """The end of a file that was being written names the way to mend it."""
    path = write(tmp_path / "games.jsonl", series("a", "b", "ns"))
    path.write_bytes(path.read_bytes()[:-30])
    (problem,) = problems_of(path)
    assert problem.startswith("line 2: ")
    assert "`grognard lab run` plays that game again" in problem


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": "ukraine44"}, "has game 'ukraine44', not 'ford'"),
        ({"scenario": "night"}, "has scenario 'night', not 'crossing'"),
        ({"rules": "2"}, "has rules '2', not '1'"),
        ({"data": "d2"}, "has data 'd2', not 'd1'"),
        ({"options": {"fog": False}}, "has options fog=False, not fog=True"),
        ({"paired": False}, "has paired False, not True"),
    ],
)
def test_games_of_different_settings_do_not_mix(
    changes: dict[str, object], complaint: str, tmp_path: Path
) -> None:
    """A set of games is of one scenario under one set of rules; the stranger's line is named."""
    first = write(tmp_path / "1.jsonl", series("a", "b", "ns"))
    other = write(tmp_path / "2.jsonl", [made(seed=8, **changes)])
    assert problems_of(first, other) == (f"{other}: line 1: {complaint}",)


def test_a_game_counts_once(tmp_path: Path) -> None:
    """The same players, sides and seed are the same game, and both lines are named."""
    path = write(tmp_path / "games.jsonl", [*series("a", "b", "ns"), *series("a", "b", "n")])
    assert problems_of(path) == (f"{path}: line 3: is the game of {path}: line 1 again",)


def test_empty_and_missing_files(tmp_path: Path) -> None:
    """Without games there is nothing to say, and a missing file is named."""
    empty = write(tmp_path / "empty.jsonl", [])
    assert problems_of(empty) == ("there is no finished game in these files",)
    with pytest.raises(DataError, match=r"absent\.jsonl: cannot be read: no such file"):
        read_results([tmp_path / "absent.jsonl"])


# --- files that grow --------------------------------------------------------------------


def test_a_line_that_a_kill_cut_short_is_taken_away(tmp_path: Path) -> None:
    """Only the torn line goes; the games before it are kept to the byte."""
    path = write(tmp_path / "games.jsonl", series("a", "b", "ns"))
    whole = path.read_bytes()
    third = msgspec.json.encode(made(seed=3))
    for cut in (1, 5, 40, len(third) - 1):
        path.write_bytes(whole + third[:cut])
        file = ResultFile(path)
        assert file.mended
        assert [line.result.seed for line in file.lines] == [1, 2]
        assert path.read_bytes() == whole


def test_a_whole_line_without_its_end_is_kept(tmp_path: Path) -> None:
    """Only the end of the line is missing, so only that is added."""
    path = write(tmp_path / "games.jsonl", series("a", "b", "ns"))
    path.write_bytes(path.read_bytes()[:-1])
    file = ResultFile(path)
    file.add(made(seed=3))
    assert not file.mended
    assert [result.seed for result in read_results([path])] == [1, 2, 3]


@pytest.mark.parametrize(
    "text", [b"Dear diary", b'{"name": "settings"}', b"seed,winner\n1,north\n"]
)
def test_a_file_of_something_else_is_left_alone(text: bytes, tmp_path: Path) -> None:
    """What was never ours is refused and not touched."""
    path = tmp_path / "diary.txt"
    path.write_bytes(text)
    with pytest.raises(DataError, match="line 1"):
        ResultFile(path)
    assert path.read_bytes().startswith(text)


def test_the_score_of_a_game() -> None:
    """A win is 1, a draw a half, a loss nothing."""
    won, drawn = series("a", "b", "n=")
    assert (won.score("north"), won.score("south"), drawn.score("south")) == (1, 0, 0.5)


def test_a_result_says_which_game_it_was() -> None:
    """Swapped sides are another game, another second is not."""
    swapped = made(players={"north": "b", "south": "a"})
    assert PLAIN.key != swapped.key
    assert PLAIN.key == made(seconds=99.0).key
    assert isinstance(decode(msgspec.json.encode(PLAIN)), Result)
