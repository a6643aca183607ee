"""The words between server and client: every body and frame, as typed structs.

The JSON schema that the server publishes, and the client's types, are made from these.
HTTP bodies come first, then what goes over a seat's WebSocket. In everything that the
server sends, what has no value is left out: null is never sent inside an object.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grognard.data import Source
from grognard.decisions import Action, Event, Part, RuleId, Side
from grognard.faces import Overlay
from grognard.hexes import HexId
from grognard.page import Page, Scene, SideLook
from grognard.view import View

#: Numbers that a browser can hold exactly.
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Name = Annotated[str, Meta(max_length=80)]
Secret = Annotated[str, Meta(max_length=80)]
Words = Annotated[str, Meta(max_length=400)]

# --- HTTP: what there is to play --------------------------------------------------------


class OptionCard(Struct, frozen=True):
    """A switch of a game: its name, what it means, its kind and its default. A `choice`
    is among `choices`.
    """

    name: str
    about: str
    kind: Literal["switch", "choice", "number", "text"]
    default: Any
    choices: tuple[str, ...] = ()


class ScenarioCard(Struct, frozen=True):
    """A scenario in the lobby."""

    id: str
    title: str
    dates: str
    turns: int
    about: str


class PlayerCard(Struct, frozen=True):
    """A computer player: the name that a seat is given, and how it plays."""

    name: str
    title: str
    about: str


class GameCard(Struct, frozen=True):
    """A game in the lobby. `players` are the computer players that know it. `version`
    changes with its data: pictures asked for with `?v=VERSION` may be kept for ever.
    """

    slug: str
    title: str
    about: str
    version: str
    sides: tuple[SideLook, ...]
    scenarios: tuple[ScenarioCard, ...]
    options: tuple[OptionCard, ...]
    players: tuple[PlayerCard, ...]
    hexes: int
    pieces: int


class ClauseCard(Struct, frozen=True):
    """A rule in our own words, for the rules panel."""

    id: RuleId
    number: str
    title: str
    says: str
    kind: str


class HexSpace(Struct, frozen=True):
    """A hex as printed: its centre in the units of the map's SVG, its terrain and tags, the
    place in it, what lies on its sides (by kind: neighbours across them), its neighbours.
    """

    x: float
    y: float
    terrain: str
    place: str
    tags: tuple[str, ...]
    sides: Mapping[str, tuple[HexId, ...]]
    near: tuple[HexId, ...]


class BoardMap(Struct, frozen=True):
    """A board for the hex inspector and the keyboard. `sources` says which parts of it are
    reconstructed, `titles` what people call kinds of terrain, tags and sides.
    """

    name: str
    shape: Literal["flat", "pointy"]
    width: float
    height: float
    hexes: Mapping[HexId, HexSpace]
    sources: Mapping[str, Source]
    titles: Mapping[str, str]
    note: str


class PieceCard(Struct, frozen=True):
    """A counter of the box, for the unit browser, and where its values come from."""

    id: str
    side: Side
    title: str
    source: Source


# --- HTTP: games in progress ------------------------------------------------------------


class NewPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a game. A seat is `human` or the name of a computer player; a side that is not
    named is human, and one side must be. Without a seed one is drawn.
    """

    game: Name
    scenario: Name = ""
    options: Mapping[Name, Any] = {}
    seats: Mapping[Name, Name] = {}
    seed: Name = ""


class PlayKeys(Struct, frozen=True):
    """A new game: its id, and the secret token of each human seat."""

    play: str
    tokens: Mapping[Side, str]


class MyTokens(Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens that a browser has kept: play id to tokens."""

    plays: Annotated[Mapping[Name, tuple[Secret, ...]], Meta(max_length=1000)]


class PlayCard(Struct, frozen=True):
    """A game in progress, for those who have a seat in it: `mine` are their sides, `changed`
    is when it was last played (UTC), `outcome` how it ended.
    """

    play: str
    game: str
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
    """The first frame: who this is."""

    token: Secret


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """Take an action, if the game is still at this revision."""

    id: Number
    revision: Number
    action: Words


class Undo(Struct, frozen=True, tag="undo", tag_field="type"):
    """Take the last action back."""

    id: Number
    revision: Number


class Redo(Struct, frozen=True, tag="redo", tag_field="type"):
    """Take an undone action again."""

    id: Number
    revision: Number


class Ask(Struct, frozen=True, tag="ask", tag_field="type"):
    """Ask something that changes nothing. What goes into `arg`, and what comes back:
    `way` a hex, Way; `why` an action, Why; `overlay` its name and, after a blank, the unit
    or hex it takes, Overlays; `at` the number of an action, Past; `hint` nothing, Hint;
    `diary` nothing, Diary.
    """

    id: Number
    what: Literal["way", "why", "overlay", "at", "hint", "diary"]
    arg: Words = ""


FromClient = Hello | Act | Undo | Redo | Ask


# --- WebSocket: from the server ---------------------------------------------------------


class LogEntry(Struct, frozen=True):
    """A line of the log. `number` is that of the action it came from; 0 is the set-up."""

    number: int
    turn: int
    text: str
    event: Event


class Frame(Struct, frozen=True):
    """All that a seat may know of a position. After the first, only patches are sent.

    `revision` counts everything that was ever done, taking back included, so that it
    never comes again. `number` counts the actions that stand: the slider and the log go
    by it. `beside` are verbs that answer another question than the open one, and are open to
    the side at any calm moment. As sent, `view.counters` is an object by id, a secret of the
    other side that it has given is `true`, and `view.agenda`, which is for computer players,
    is left out.
    """

    revision: int
    number: int
    view: View
    scene: Scene
    seats: Mapping[Side, str]
    undo: bool
    redo: bool
    thinking: Side = ""
    beside: tuple[str, ...] = ()


class Opening(Struct, frozen=True, tag="opening", tag_field="type"):
    """The answer to `hello`: the page, the first frame, and the log so far. `version` is
    that of the game's card.
    """

    side: Side
    version: str
    page: Page
    frame: Frame
    log: tuple[LogEntry, ...]


class Patch(Struct, frozen=True, tag="patch", tag_field="type"):
    """What has changed since revision `base`: a JSON merge patch (RFC 7396) of the frame,
    in which null takes a value away and lists are replaced whole. Of the log, lines with
    a number above `kept` are dropped (they were taken back, or are told anew), then
    `log` is added.
    """

    base: int
    revision: int
    patch: Any
    kept: int
    log: tuple[LogEntry, ...]


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """The request with this id (0: no request that could be read) was not carried out, and
    why. `revision` is that of the game now.
    """

    id: int
    error: str
    rule: RuleId = ""
    revision: int = 0


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """The request with this id was carried out and is kept; the patch comes by itself."""

    id: int
    revision: int


class Way(Struct, frozen=True, tag="way", tag_field="type"):
    """The way that a move would take, with each cost in parts of a movement point: so many
    make one. A hex that cannot be moved to is Refused, with the rule.
    """

    id: int
    hexes: tuple[HexId, ...]
    parts: tuple[Part, ...]
    left: str
    per_point: int


class Why(Struct, frozen=True, tag="why", tag_field="type"):
    """Why an action is not allowed; with an empty `error` it is."""

    id: int
    error: str
    rule: RuleId = ""


class Overlays(Struct, frozen=True, tag="overlay", tag_field="type"):
    """An overlay."""

    id: int
    name: str
    overlays: tuple[Overlay, ...]


class Past(Struct, frozen=True, tag="past", tag_field="type"):
    """A frame of the past, as this seat saw it then."""

    id: int
    frame: Frame


class Hint(Struct, frozen=True, tag="hint", tag_field="type"):
    """What a computer player would do here, why, and its plan for the turn; without an action
    there is no advice.
    """

    id: int
    action: Action | None
    text: str
    plan: str = ""


class Thoughts(Struct, frozen=True):
    """What a computer player was trying to do in one turn, in sentences."""

    side: Side
    turn: int
    aims: tuple[str, ...]
    attacks: tuple[str, ...]
    fears: tuple[str, ...]


class Diary(Struct, frozen=True, tag="diary", tag_field="type"):
    """What the computer players thought, turn by turn. It is for those who play alone, and
    for everybody when the game is over.
    """

    id: int
    pages: tuple[Thoughts, ...]


class Thinking(Struct, frozen=True, tag="thinking", tag_field="type"):
    """A computer player is at work: how far it is (0 to 1), and on what."""

    side: Side
    share: float
    text: str = ""


FromServer = (
    Opening | Patch | Refused | Done | Way | Why | Overlays | Past | Hint | Diary | Thinking
)
