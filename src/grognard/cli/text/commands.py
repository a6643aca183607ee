"""The words of the text client that are no action: looking things up, undo, saving."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.cli.text.chart import chart_lines
from grognard.cli.text.words import clause_lines, panel_lines, way_lines
from grognard.decisions import Action, Side
from grognard.position import Position
from grognard.session import UndoError
from grognard.state import Spot

if TYPE_CHECKING:
    from grognard.cli.text.client import Client

_LOG_LINES = 20
_MAP_RADIUS = 4
_WIDEST_MAP = 15


class Command(NamedTuple):
    """A word of the client: what follows it, what it is for, and the deed."""

    takes: str
    says: str
    deed: Callable[[Client, str], None]


# --- looking -----------------------------------------------------------------------------


def show_list(client: Client, rest: str) -> None:
    """All options, of one verb or of all."""
    client.screen.say_all(client.menu.all_lines(rest.lower()))


def show_hex(client: Client, rest: str) -> None:
    """A hex with everything in it."""
    hex_ = _hex(client, rest or client.looked_at)
    if hex_:
        client.looked_at = hex_
        client.screen.say_all(client.sight.hex_lines(hex_))


def show_stack(client: Client, rest: str) -> None:
    """The units in a hex or box."""
    wanted = rest or client.looked_at
    spot = wanted if wanted in client.game.board.boxes else _hex(client, wanted)
    if spot:
        client.looked_at = spot
        client.screen.say(client.sight.spot(spot))
        client.screen.say_all(client.sight.stack_lines(spot))


def show_unit(client: Client, rest: str) -> None:
    """One counter, with all that this side knows about it."""
    found = [c for c in client.sight.view.counters if c.id.lower() == rest.lower()]
    if not found:
        client.screen.say(f"You see no unit {rest!r}." if rest else "Which unit?")
    for counter in found:
        client.screen.say_all(client.sight.counter_lines(counter))


def show_units(client: Client, rest: str) -> None:
    """All counters in play that this side sees: its own, or those of the side named."""
    side, sight, nowhere = rest.lower() or client.seated, client.sight, client.game.nowhere
    seen = [c for c in sight.view.counters if c.side == side and c.at != nowhere]
    if not seen:
        client.screen.say(f"You see no units of {side!r}.")
    for counter in sorted(seen, key=lambda c: (c.at, c.id)):
        client.screen.say(f"  {sight.spot(counter.at)}: {sight.counter_line(counter)}")


def show_map(client: Client, rest: str) -> None:
    """A map in letters about a hex."""
    words, radius = rest.split(), _MAP_RADIUS
    if len(words) > 1 and words[-1].isdigit():
        radius = min(int(words.pop()), _WIDEST_MAP)
    hex_ = _hex(client, " ".join(words) or _likely_hex(client))
    if hex_:
        client.looked_at = hex_
        client.screen.say_all(chart_lines(client.sight, hex_, radius))


def show_panel(client: Client, rest: str) -> None:
    """The numbers beside the question, with their parts and chances."""
    question = client.sight.view.question
    if question is None or question.panel is None:
        client.screen.say("There is nothing beside this question.")
    else:
        client.screen.say_all(panel_lines(question.panel))


def show_status(client: Client, rest: str) -> None:
    """Turn, phase, tracks and boxes."""
    client.screen.say_all(client.sight.status_lines())


def show_points(client: Client, rest: str) -> None:
    """The victory count, term by term."""
    client.screen.say_all(client.sight.point_lines())


def show_overlay(client: Client, rest: str) -> None:
    """An overlay of the game's page in words, or which ones there are."""
    name, _, arg = rest.partition(" ")
    page = client.sight.page
    known = {key.name: key for key in page.overlays} if page else {}
    if name in known:
        client.screen.say_all(client.sight.overlay_lines(name, client.menu.spelt(arg.strip())))
        return
    for key in known.values():
        takes = f" {key.takes.upper()}" if key.takes else ""
        client.screen.say(f"  overlay {key.name}{takes}: {key.title}")
    if not known:
        client.screen.say("This game has no overlays.")


def show_log(client: Client, rest: str) -> None:
    """What has happened, as this side learnt it."""
    count = int(rest) if rest.isdigit() else _LOG_LINES
    for line in client.session.log(client.seated)[-count:]:
        client.screen.say(f"  turn {line.turn}: {line}")


def _hex(client: Client, text: str) -> Spot:
    """The hex of this number, or of the place with this name; empty, and said, if none."""
    board = client.game.board
    named = {place.name.lower(): place.hex for place in board.places}
    if text.lower() in named:
        return named[text.lower()]
    try:
        return board.grid.parse(text)
    except KeyError:
        client.screen.say(f"There is no hex {text!r}." if text else "Which hex?")
        return ""


def _likely_hex(client: Client) -> Spot:
    """The hex that was last looked at, or one where a unit of the player's own stands."""
    grid = client.game.board.grid
    if client.looked_at in grid:
        return client.looked_at
    mine = (c.at for c in client.sight.view.counters if c.side == client.seated and c.at in grid)
    return next(mine, grid.hexes[0])


# --- rules -------------------------------------------------------------------------------


def show_why(client: Client, rest: str) -> None:
    """Why an action is not allowed."""
    action = client.menu.read(rest) if rest else None
    if action is None:
        client.screen.say("Why what? Write the action: why move 33.15")
        return
    refusal = client.pos.why_not(action, side=client.seated)
    if refusal is None:
        client.screen.say(f"It is allowed: {action}")
    else:
        client.refuse(refusal)


def show_way(client: Client, rest: str) -> None:
    """The way that a move would take."""
    hex_ = _hex(client, rest)
    if not hex_:
        return
    way = client.pos.way(hex_) if client.pos.side == client.seated else None
    if way is None:
        client.screen.say(f"No move is open that leads to {client.game.board.called(hex_)}.")
    else:
        client.screen.say_all(way_lines(way, client.game.board))


def show_rule(client: Client, rest: str) -> None:
    """A clause, or all clauses of a number of the rulebook."""
    clauses = client.game.clauses
    found = [clauses[rest]] if rest in clauses else []
    found = found or [clause for clause in clauses.values() if clause.number == rest]
    if not found:
        client.screen.say(f"There is no rule {rest!r}." if rest else "Which rule?")
    for clause in found:
        client.screen.say_all(clause_lines(clause))


# --- the game as a whole -----------------------------------------------------------------


def undo(client: Client, rest: str) -> None:
    """Take the last action back."""
    _step(client, client.session.undo)


def redo(client: Client, rest: str) -> None:
    """Take an undone action again."""
    _step(client, client.session.redo)


def _step(client: Client, step: Callable[[Side | None], Position[Any, Any, Any]]) -> None:
    try:
        step(client.seated)
    except UndoError as error:
        client.screen.say(f"No: {error.refusal.text}.")


def save(client: Client, rest: str) -> None:
    """Write the game to a file."""
    if not rest:
        client.screen.say("Save where? Name a file: save game.json")
        return
    try:
        Path(rest).expanduser().write_bytes(client.session.save())
    except OSError as error:
        client.screen.say(f"Not saved: {error.strerror}.")
        return
    client.saved = client.session.revision
    client.screen.say(f"Saved to {rest}.")


def resign(client: Client, rest: str) -> None:
    """Give the game up, if it is meant."""
    if rest.lower() == "yes":
        client.do(Action("resign", client.seated))
    else:
        client.screen.say("To give the game up type: resign yes")


def show_help(client: Client, rest: str) -> None:
    """The words that there are."""
    client.screen.say("Type the number of an option, or the action itself, such as: move 33.15")
    client.screen.say("Enter alone shows the question again.")
    usages = {f"{name} {command.takes}": command.says for name, command in COMMANDS.items()}
    width = max(map(len, usages))
    client.screen.say_all(f"  {usage:<{width}}  {says}" for usage, says in usages.items())


def leave(client: Client, rest: str) -> None:
    """Leave. That a game is not saved is said once."""
    revision = client.session.revision
    if revision in (client.saved, client.warned):
        client.leaving = True
    else:
        client.warned = revision
        client.screen.say("The game is not saved: save FILE, or quit again to leave it.")


COMMANDS: Mapping[str, Command] = {
    "list": Command("[VERB]", "all options, one a line", show_list),
    "hex": Command("[HEX]", "terrain, rivers, roads and units of a hex or named place", show_hex),
    "stack": Command("[HEX]", "the units in a hex or box", show_stack),
    "unit": Command("ID", "all about one unit", show_unit),
    "units": Command("[SIDE]", "all units that you see", show_units),
    "map": Command("[HEX] [RADIUS]", "a map in letters", show_map),
    "why": Command("ACTION", "why an action is not allowed", show_why),
    "way": Command("HEX", "the way that a move would take, and its cost", show_way),
    "rule": Command("ID", "a rule by its number, in words", show_rule),
    "panel": Command("", "the numbers beside the question, part by part", show_panel),
    "status": Command("", "turn, phase, tracks and boxes", show_status),
    "points": Command("", "the victory count, term by term", show_points),
    "overlay": Command("[NAME] [UNIT]", "zones, supply and the like, in words", show_overlay),
    "log": Command("[N]", "what has happened", show_log),
    "undo": Command("", "take the last action back", undo),
    "redo": Command("", "take it again", redo),
    "save": Command("FILE", "write the game to a file", save),
    "resign": Command("", "give the game up", resign),
    "help": Command("", "these words", show_help),
    "quit": Command("", "leave", leave),
}
