"""What the page shows of Ukraine '43: counters, words, tracks and overlays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.decisions import total
from grognard.faces import Badge, Face, Mark, Overlay
from grognard.games.ukraine43 import overlays
from grognard.games.ukraine43.belief import fill
from grognard.games.ukraine43.entry import due_turn
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.moves import Moves
from grognard.games.ukraine43.state import (
    AIRBORNE,
    ARRIVALS,
    AXIS,
    DEAD,
    EXITED,
    HOLDING,
    NO_BASE,
    SOVIET,
    STAVKA,
    Options43,
    Pos,
)
from grognard.games.ukraine43.turn import CombatPhase, PlayerTurn, has_assault_marker
from grognard.games.ukraine43.units import Piece43
from grognard.games.ukraine43.victory import points
from grognard.hexes import split_hexside
from grognard.page import (
    BoxSpace,
    Page,
    Pages,
    PhaseSpace,
    Scene,
    SideLook,
    Tally,
    TurnSpace,
    legend,
)
from grognard.pieces import UnitId
from grognard.state import Spot
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43

_SIDES = (
    SideLook(AXIS, "German", "cool", "cross"),
    SideLook(SOVIET, "Soviet", "warm", "star"),
)
#: The phases of a player turn: the tag of its step, and its title on the bar.
_STAGES = {
    "initial supply": "Supply",
    "movement": "Move",
    "first combat": "Combat",
    "reaction": "Reaction",
    "exploitation": "Exploit",
    "second combat": "2nd combat",
    "end phase": "End",
}
_OPPONENT = {AXIS: SOVIET, SOVIET: AXIS}
_VERBS = {
    "select": "Choose",
    "join": "Take along",
    "drop": "Leave behind",
    "move": "Move",
    "mode": "Announce",
    "mode extended": "Extended Movement",
    "mode rail": "By rail",
    "mode assault": "Assault marker",
    "stop": "Stop here",
    "cancel": "Cancel",
    "done": "End this step",
    "assault": "Mobile Assault",
    "target": "Attack",
    "untarget": "Leave out",
    "attack": "Add to the attack",
    "support": "Support",
    "release": "Take back",
    "commit": "Commit the attack",
    "lose": "Lose a step",
    "retreat": "Retreat",
    "stand": "Stand",
    "advance": "Advance",
    "pass": "Decline",
    "place": "Place",
    "choose": "Choose",
    "choose fort": "Begin a fortification",
    "choose drop": "Drop an airborne brigade",
    "choose replacements": "Replacements",
    "choose manstein": "Manstein restores order",
    "choose mech": "A mechanised replacement",
    "choose foot": "Another replacement",
    "choose destroy": "Destroy the dam",
    **{f"choose {marker}": f"Railhead {marker}" for marker in range(1, 9)},
}
_BOXES = (
    BoxSpace(ARRIVALS, "Reinforcements", "", "track"),
    BoxSpace(HOLDING, "Central Front", SOVIET),
    BoxSpace(STAVKA, "Stavka Reserve", SOVIET, "pool"),
    BoxSpace(AIRBORNE, "Airborne Reserve", SOVIET, "pool"),
    BoxSpace(NO_BASE, "Air units without a base", ""),
    BoxSpace(EXITED, "Left the map", SOVIET, "dead"),
    BoxSpace(DEAD, "Dead Pile", "", "dead"),
)
_SHOWN = frozenset(space.name for space in _BOXES)
#: The skins of `look.yaml` by the colours of rule 2.3.
_SKINS = {
    "tan": "Soviet army",
    "red": "Soviet Guards",
    "gray": "German army",
    "black": "SS",
    "blue": "Luftwaffe",
    "green": "Rumanian",
    "light green": "Hungarian",
    "dark blue": "Slovakian",
    "yellow": "Turkoman",
}
_SYMBOLS = dict.fromkeys(("panzer corps", "tank army", "shock army", "army", "front"), "hq")


class Pages43(Pages):
    """The page of the game."""

    game: Ukraine43

    # --- the unchanging part -------------------------------------------------------------

    def page(self, scenario: str, options: Options43) -> Page:
        """Titles, tracks, labels and legend."""
        chosen = self.game.theatres[scenario].scenario
        sides = {(arrival.turn, arrival.side) for arrival in chosen.arrivals}
        return Page(
            game=self.game.slug,
            title=self.game.title,
            about=chosen.about,
            sides=_SIDES,
            turns=tuple(
                TurnSpace(n, space.days, tuple(s for s in self.game.sides if (n, s) in sides))
                for n, space in enumerate(chosen.track, 1)
            ),
            phases=(PhaseSpace("weather", "Weather"), *_phases(SOVIET), *_phases(AXIS)),
            verbs=_VERBS,
            overlays=overlays.KEYS,
            boxes=_BOXES,
            legend=legend(self.game.charts.tables["terrain"], ("mech", "others", "bonus"), "rule"),
            skins=self.look.skins,
            labels=("attack", "defence", "movement"),
        )

    # --- a view in pictures and words ----------------------------------------------------

    def scene(self, view: View) -> Scene:
        """Counters, their spoken names, markers, weather and the victory count."""
        pos = fill(self.game, view)
        shown = [c.id for c in view.counters if c.at in pos.board.grid or c.at in _SHOWN]
        parts = points(pos)
        return Scene(
            faces={unit: self.face(pos, unit) for unit in shown},
            spoken={unit: self.spoken(pos, unit) for unit in shown},
            spots={space.name: space.title for space in _BOXES},
            tallies=(Tally(SOVIET, total(parts), parts),),
            phase=phase_of(view),
            markers=_markers(pos),
            lines=self._lines(pos),
            overlays=overlays.attack(pos, view),
            due={unit: due_turn(pos, unit) for unit in shown if pos.unit(unit).at == ARRIVALS},
        )

    def _lines(self, pos: Pos) -> tuple[str, ...]:
        space = self.game.space(pos)
        rates = [f"{self.game.side_title(side)} {rate.mech} + {rate.foot}"
                 for side, rate in space.replacements.items()]  # fmt: skip
        return (
            f"Weather: {pos.state.weather}",
            f"Benchmark: {space.benchmark}",
            f"Replacements: {', '.join(rates)}",
        )

    def face(self, pos: Pos, unit: UnitId) -> Face:
        """A counter as it lies there."""
        piece, now = self.game.piece(unit), pos.unit(unit)
        return Face(
            skin=_SKINS[piece.colour],
            symbol=_SYMBOLS.get(piece.kind, piece.kind),
            id=unit,
            mark=_mark(piece),
            size=piece.size,
            values=_values(piece, now.reduced),
            printed=_values(piece, False),
            labels=_labels(piece),
            rungs=piece.steps,
            lost=piece.steps - steps_left(pos, unit),
            badges=_badges(pos, unit),
            veil=now.spent,
            title=piece.name,
        )

    def spoken(self, pos: Pos, unit: UnitId) -> str:
        """What a screen reader says of a counter: who, how strong, in what state."""
        piece, now = self.game.piece(unit), pos.unit(unit)
        states = [
            word
            for word, there in (
                ("reduced", now.reduced), ("disrupted", now.disrupted),
                ("out of supply", now.oos),
                ("flown" if piece.role == "air" else "depleted", now.spent),
                ("on defensive air support", now.das), ("bound to its city", now.bound),
            )
            if there
        ]  # fmt: skip
        state = f" {', '.join(states).capitalize()}." if states else ""
        if now.at == ARRIVALS:
            state += f" Due on turn {due_turn(pos, unit)}."
        if piece.role == "air":
            return f"{piece.name}. Support {piece.das}, range {piece.range}.{state}"
        values = piece.values(now.reduced)
        attack = f"Adds {piece.bonus}" if piece.bonus else f"Attack {values.attack}"
        numbers = f"{attack}, defence {values.defence}, movement {values.move}."
        return f"{piece.name}. {numbers}{state}"

    # --- overlays ------------------------------------------------------------------------

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """An overlay by its name, for one counter or hex if it takes one."""
        return overlays.make(fill(self.game, view), view, name, arg)


def _phases(side: str) -> list[PhaseSpace]:
    return [
        PhaseSpace(f"{side} {tag}", title, _OPPONENT[side] if tag == "reaction" else side)
        for tag, title in _STAGES.items()
    ]


def _mark(piece: Piece43) -> Mark:
    if piece.side == SOVIET:
        return "star"
    return "cross" if piece.is_german else "shield"


def _values(piece: Piece43, reduced: bool) -> tuple[str, ...]:
    """The numbers on a side of a counter; of an air unit its support and its range."""
    if piece.role == "air":
        return (f"+{piece.das}", str(piece.range))
    values = piece.values(reduced)
    attack = f"+{piece.bonus}" if piece.bonus else str(values.attack)
    return (attack, str(values.defence), str(values.move))


def _labels(piece: Piece43) -> tuple[str, ...]:
    """What the numbers are, where they are not attack, defence and movement."""
    if piece.role == "air":
        return ("support", "range")
    return ("support", "defence", "movement") if piece.bonus else ()


def _badges(pos: Pos, unit: UnitId) -> tuple[Badge, ...]:
    """Markers on a unit."""
    now, turn = pos.unit(unit), pos.find(PlayerTurn)
    moves, combat = pos.find(Moves), pos.find(CombatPhase)
    found = [Badge("oos")] if now.oos else []
    if now.das:
        found.append(Badge("air"))
    if now.disrupted:
        found.append(Badge("disrupted"))
    if moves is not None and unit in moves.moved:
        found.append(Badge("moved"))
    if combat is not None and unit in combat.fought:
        found.append(Badge("fought"))
    if has_assault_marker(pos, unit):
        found.append(Badge("count", "A", "With an Assault marker"))
    if turn is not None and unit in turn.extended:
        found.append(Badge("pill", "E", "Extended movement"))
    return tuple(found)


def _markers(pos: Pos) -> dict[Spot, tuple[Face, ...]]:
    """Fortifications, railheads, bridges and the dam."""
    found: dict[Spot, tuple[Face, ...]] = {}

    def put(spot: Spot, symbol: str, caption: str, title: str, skin: str) -> None:
        face = Face(skin=skin, symbol=symbol, caption=caption, marker=True, title=title)
        found[spot] = (*found.get(spot, ()), face)

    state = pos.state
    for hex_ in sorted(state.forts):
        put(hex_, "fort", "+3", "Fortification", "marker cool")
    for hex_ in sorted(state.building):
        put(hex_, "fort", "begun", "Fortification begun", "marker cool")
    for marker, hex_ in state.railheads:
        put(hex_, "railhead", str(marker), f"Railhead {marker}", "marker warm")
    for train in state.trains:
        put(train.hex, "pontoon", "train", f"Bridge Train towards {train.side}", "marker warm")
    for side in sorted(state.pontoons):
        put(split_hexside(side)[0], "bridge", "", f"Pontoon Bridge {side}", "marker warm")
    dam = pos.game.theatre(pos).dam
    if dam and state.dam != "destroyed":
        put(dam, "bolt", "dam", f"The dam, {state.dam}", "marker")
    return found


def phase_of(view: View) -> str:
    """The id of the phase that is open; none when the game is over."""
    if view.outcome:
        return ""
    steps = view.steps
    side = AXIS if "axis turn" in steps else SOVIET if "soviet turn" in steps else ""
    if "early bridges" in steps:
        return f"{side} exploitation"
    return next((f"{side} {tag}" for tag in _STAGES if tag in steps), "weather")
