"""The words between server and client: every body and frame, as typed structs.

The JSON schema that the server publishes, and the client's types, are made from these.
HTTP bodies come first, then what goes over a seat's WebSocket.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from grognard.decisions import Action, Event, Part, RuleId, Side
from grognard.faces import Overlay
from grognard.page import Page, Scene
from grognard.view import View

# --- HTTP: what there is to play --------------------------------------------------------


class OptionCard(Struct, frozen=True):
    """A switch of a game: its name, what it means, its kind and its default."""

    name: str
    about: str
    kind: str
    default: Any


class ScenarioCard(Struct, frozen=True):
    """A scenario in the lobby."""

    id: str
    title: str
    dates: str
    turns: int
    about: str


class GameCard(Struct, frozen=True):
    """A game in the lobby. `players` are the computer players that know it."""

    slug: str
    title: str
    about: str
    sides: Mapping[Side, str]
    scenarios: tuple[ScenarioCard, ...]
    options: tuple[OptionCard, ...]
    players: tuple[str, ...]
    hexes: int
    pieces: int


class ClauseCard(Struct, frozen=True):
    """A rule in our own words, for the rules panel."""

    id: RuleId
    number: str
    title: str
    says: str
    kind: str


# --- HTTP: games in progress ------------------------------------------------------------


class NewPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a game. A seat is `human` or the name of a computer player."""

    game: str
    scenario: str = ""
    options: Mapping[str, Any] = {}
    seats: Mapping[Side, str] = {}
    seed: str = ""


class PlayKeys(Struct, frozen=True):
    """A new game: its id, and the secret token of each human seat."""

    play: str
    tokens: Mapping[Side, str]


class MyTokens(Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens that a browser has kept: play id to tokens."""

    plays: Mapping[str, tuple[str, ...]]


class PlayCard(Struct, frozen=True):
    """A game in progress, for those who have a seat in it."""

    play: str
    game: str
    title: str
    scenario: str
    turn: int
    seats: Mapping[Side, str]
    mine: tuple[Side, ...]
    asked: Side
    outcome: str
    revision: int
    changed: str


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    error: str
    rule: RuleId = ""


# --- WebSocket: from the client ---------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", tag_field="type"):
    """The first frame: who this is. `since` is the last revision that the client has seen."""

    token: str
    since: int = 0


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """Take an action, if the game is still at this revision."""

    id: int
    revision: int
    action: str


class Undo(Struct, frozen=True, tag="undo", tag_field="type"):
    """Take the last action back."""

    id: int
    revision: int


class Redo(Struct, frozen=True, tag="redo", tag_field="type"):
    """Take an undone action again."""

    id: int
    revision: int


class Ask(Struct, frozen=True, tag="ask", tag_field="type"):
    """Ask something that changes nothing: `way HEX`, `why ACTION`, `overlay NAME ARG`,
    `at REVISION` (a frame of the past), `hint`.
    """

    id: int
    what: str
    arg: str = ""


FromClient = Hello | Act | Undo | Redo | Ask


# --- WebSocket: from the server ---------------------------------------------------------


class LogEntry(Struct, frozen=True):
    """A line of the log."""

    number: int
    turn: int
    text: str
    event: Event


class Frame(Struct, frozen=True, tag="frame", tag_field="type"):
    """All that a seat may know of a position. After the first, only patches are sent."""

    revision: int
    view: View
    scene: Scene
    seats: Mapping[Side, str]
    undo: bool
    redo: bool
    thinking: Side = ""


class Opening(Struct, frozen=True, tag="opening", tag_field="type"):
    """The answer to `hello`: the page, the first frame, and the log so far."""

    side: Side
    page: Page
    frame: Frame
    log: tuple[LogEntry, ...]


class Patch(Struct, frozen=True, tag="patch", tag_field="type"):
    """What has changed since a revision: a JSON merge patch of the frame, and new log lines.

    In the patch counters go by id (`view.counters` is an object there and in every frame
    as sent), an absent value is null, and lists are replaced whole.
    """

    base: int
    revision: int
    patch: Any
    log: tuple[LogEntry, ...]


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """The request with this id was not carried out, and why."""

    id: int
    error: str
    rule: RuleId = ""
    revision: int = 0


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """The request with this id was carried out; the patch comes by itself."""

    id: int
    revision: int


class WayShown(Struct, frozen=True, tag="way", tag_field="type"):
    """The way that a move would take, with each cost."""

    id: int
    hexes: tuple[str, ...]
    parts: tuple[Part, ...]
    left: str


class OverlayShown(Struct, frozen=True, tag="overlay", tag_field="type"):
    """An overlay."""

    id: int
    name: str
    overlays: tuple[Overlay, ...]


class Past(Struct, frozen=True, tag="past", tag_field="type"):
    """A frame of the past, as this seat saw it."""

    id: int
    frame: Frame


class Hint(Struct, frozen=True, tag="hint", tag_field="type"):
    """What a computer player would do here, and why."""

    id: int
    action: Action | None
    text: str


class Thinking(Struct, frozen=True, tag="thinking", tag_field="type"):
    """A computer player is at work."""

    side: Side
    share: float
    text: str = ""


FromServer = (
    Opening | Frame | Patch | Refused | Done | WayShown | OverlayShown | Past | Hint | Thinking
)
