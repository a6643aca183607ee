"""Results: a finished game as one line of JSON, and files of such lines.

Lines are only ever added, each in one piece, so that a run that is stopped or killed loses
nothing but the games it was playing. What is wrong with a file is told with file and line.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from grognard.data import DataError
from grognard.decisions import RuleId, Side
from grognard.hexes import HexId

#: Raised with every change of the fields below.
FORMAT = 1

#: What makes two results comparable: the same title, rules, data, scenario and switches.
Setting = tuple[str, str, str, str, str, bool]

#: What makes two results the same game: who played which side, and the seed.
Key = tuple[tuple[tuple[Side, str], ...], int]


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game. Lists by turn begin with the end of turn 1; losses add up from turn to turn.

    `margin` is how far the first side was ahead at the end, in the game's own points.
    `fights`, `verbs` and `events` go by side; `clauses` says how often events and their
    numbers cite each rule; `rolls` has for each side and purpose how often each face came.
    """

    format: int = FORMAT
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, Any]
    paired: bool
    seed: int
    players: dict[Side, str]
    winner: Side
    level: str
    reason: str
    turns: int
    actions: int
    seconds: float
    margin: float | None
    measures: dict[str, list[float]]
    losses: dict[Side, list[int]]
    fights: dict[Side, dict[HexId, int]]
    verbs: dict[Side, dict[str, int]]
    events: dict[Side, dict[str, int]]
    clauses: dict[RuleId, int]
    rolls: dict[Side, dict[str, list[int]]]

    @property
    def setting(self) -> Setting:
        """What was played, whoever played it."""
        options = msgspec.json.encode(self.options, order="deterministic").decode()
        return (self.game, self.rules, self.data, self.scenario, options, self.paired)

    @property
    def key(self) -> Key:
        """Which game of a run it was."""
        return tuple(self.players.items()), self.seed

    def score(self, side: Side) -> float:
        """1 for a game won, 0 for one lost, a half for a draw."""
        return 0.5 if not self.winner else float(self.winner == side)


class Line(NamedTuple):
    """A result, and where it stands."""

    number: int
    result: Result


# --- reading ----------------------------------------------------------------------------


def read_results(paths: Iterable[Path]) -> list[Result]:
    """The results of all files, which must be games of one setting, each game once."""
    found: list[Result] = []
    seen: dict[Key, str] = {}
    problems: list[str] = []
    for path in paths:
        for line in lines_of(path):
            place = f"{path}: line {line.number}"
            problems += _misfits(line.result, found, seen, place)
            found.append(line.result)
            seen.setdefault(line.result.key, place)
    if problems:
        raise DataError("results", problems)
    if not found:
        raise DataError("results", ["there is no finished game in these files"])
    return found


def _misfits(
    one: Result, before: Sequence[Result], seen: Mapping[Key, str], place: str
) -> list[str]:
    if before and one.setting != before[0].setting:
        return [f"{place}: {difference(before[0], one)}"]
    if one.key in seen:
        return [f"{place}: is the game of {seen[one.key]} again"]
    return []


def difference(wanted: Result, one: Result) -> str:
    """How a result differs from what was wanted, in words."""
    names = ("game", "scenario", "rules", "data", "options", "paired")
    for name in names:
        ours, theirs = getattr(wanted, name), getattr(one, name)
        if ours != theirs:
            return f"has {name} {_shown(theirs)}, not {_shown(ours)}"
    return "is of another setting"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={value[name]}" for name in value) or "none"
    return f"{value!r}"


def lines_of(path: Path) -> list[Line]:
    """The results of a file. All that is wrong with it is told at once."""
    found: list[Line] = []
    problems: list[str] = []
    texts = _bytes_of(path).split(b"\n")
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        try:
            found.append(Line(number, decode(text)))
        except ValueError as error:
            cut = " (cut short: `grognard lab run` plays that game again)"
            problems.append(f"line {number}: {error}{cut if number == len(texts) else ''}")
    if problems:
        raise DataError(str(path), problems)
    return found


def decode(text: bytes) -> Result:
    """Read one line, or say what is wrong with it."""
    try:
        head = msgspec.json.decode(text, type=_Head)
        if head.format != FORMAT:
            raise ValueError(f"format {head.format} is not known; this version reads {FORMAT}")
        one = msgspec.json.decode(text, type=Result)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"is no result of the lab: {error}") from error
    if len(one.players) != 2:
        raise ValueError("is no result of the lab: a game has two players")
    if one.winner and one.winner not in one.players:
        raise ValueError(f"is no result of the lab: {one.winner!r} won and did not play")
    return one


class _Head(Struct):
    format: int


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(str(path), [f"cannot be read: {(error.strerror or '').lower()}"]) from error


# --- writing ----------------------------------------------------------------------------


class ResultFile:
    """A file that grows by one line a game. Opening it reads what is there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: Whether the last line was cut short by a kill and has been taken away.
        self.mended = False
        self.lines = self._opened()

    def _opened(self) -> list[Line]:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return []
        text = _bytes_of(self.path)
        whole, torn = _torn(text)
        if torn:
            self.mended = True
            os.truncate(self.path, len(whole))
        elif text and not text.endswith(b"\n"):
            self._append(b"\n")
        return lines_of(self.path)

    def add(self, result: Result) -> None:
        """Write a game down for good."""
        self._append(msgspec.json.encode(result) + b"\n")

    def _append(self, text: bytes) -> None:
        with self.path.open("ab", buffering=0) as file:
            file.write(text)
            os.fsync(file.fileno())


def _torn(text: bytes) -> tuple[bytes, bytes]:
    """A file without its last line, and that line if a kill has cut it short: it has no end,
    and it is the beginning of a result. Anything else is somebody's mistake, and stays.
    """
    at = text.rfind(b"\n") + 1
    last = text[at:]
    if not last:
        return text, b""
    try:
        decode(last)
    except ValueError:
        return (text[:at], last) if last.startswith(_BEGINNING[: len(last)]) else (text, b"")
    return text, b""


#: How every line begins.
_BEGINNING = b'{"format":'
