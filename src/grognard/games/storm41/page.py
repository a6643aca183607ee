"""What the page shows of Operation Storm: counters, words, tracks and overlays."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from grognard.decisions import Side, total
from grognard.faces import Badge, Face, Mark, Overlay
from grognard.games.storm41 import overlays
from grognard.games.storm41.belief import fill
from grognard.games.storm41.state import (
    AIRBORNE,
    ARRIVALS,
    AXIS,
    DEAD,
    MUSTER,
    RESERVE,
    SOVIET,
    Options41,
    Pos,
)
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.turn import CombatPhase, MovementPhase
from grognard.games.storm41.victory import control_points, points
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
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

_SIDES = (
    SideLook(SOVIET, "Soviet", "warm", "star"),
    SideLook(AXIS, "German", "cool", "cross"),
)
#: The phases of a turn: the tag of a step, the title on the bar, whose it is. Movement and combat
#: come in either order.
_PHASES = (
    PhaseSpace("set-up", "Set-up"),
    PhaseSpace("air phase", "Air"),
    PhaseSpace("soviet movement", "Move", SOVIET),
    PhaseSpace("soviet combat", "Combat", SOVIET),
    PhaseSpace("reserve release", "Release", AXIS),
    PhaseSpace("reserve creation", "Reserve", AXIS),
    PhaseSpace("german movement", "Move", AXIS),
    PhaseSpace("german combat", "Combat", AXIS),
    PhaseSpace("soviet arrivals", "Arrivals", SOVIET),
    PhaseSpace("german arrivals", "Arrivals", AXIS),
)
_VERBS = {
    "select": "Choose",
    "join": "Take along",
    "drop": "Leave behind",
    "move": "Move",
    "stop": "Stop here",
    "cancel": "Cancel",
    "done": "End this step",
    "assault": "Mobile assault",
    "target": "Attack",
    "untarget": "Leave out",
    "attack": "Add to the attack",
    "support": "Airdrop",
    "release": "Take back",
    "commit": "Commit the attack",
    "lose": "Lose",
    "advance": "Advance",
    "pass": "Decline",
    "place": "Place",
    "choose": "Choose",
    "choose ready": "Take the ready set-up",
    "choose move-fight": "Move, then fight",
    "choose fight-move": "Fight, then move",
    "choose aerial supply": "Aerial supply",
    "choose top unit": "Put a unit on top",
}
_BOXES = (
    BoxSpace(MUSTER, "To be set up", "", "pool"),
    BoxSpace(ARRIVALS[SOVIET], "Turn Track", SOVIET, "track"),
    BoxSpace(ARRIVALS[AXIS], "Turn Track", AXIS, "track"),
    BoxSpace(RESERVE, "High Command Reserve", AXIS, "pool"),
    BoxSpace(AIRBORNE, "Airborne Brigades", SOVIET, "pool"),
    BoxSpace(DEAD, "Dead Pile", "", "dead"),
)
#: The names of the board as people say them.
_GROUND = {
    "sea_side": "open sea",
    "lake_side": "lake",
    "soviet_border": "Soviet border",
    "boundary": "national boundary",
    "pripyat_notec_corridor": "Pripyat-Notec Corridor",
    "danube_corridor": "Danube Corridor",
    "border_hex": "border hex",
    "axis_source": "German supply source",
    "axis_corridor_marker": "German corridor marker at start",
    "soviet_corridor_marker": "Soviet corridor marker at start",
    "axis_corridor_end": "German end of a corridor",
    "soviet_corridor_end": "Soviet end of a corridor",
}
_SHOWN = frozenset(space.name for space in _BOXES)
_SYMBOLS = {"t34": "tank"}
_NATION_SKINS = {
    "german": "German non-mechanised",
    "hungarian": "Hungarian",
    "romanian": "Romanian",
    "soviet": "Soviet non-mechanised",
}


class Pages41(Pages):
    """The page of the game."""

    game: Storm41
    ground = _GROUND

    # --- the unchanging part -------------------------------------------------------------

    def page(self, scenario: str, options: Options41) -> Page:
        """Titles, tracks, labels and legend."""
        chosen = self.game.scenes[scenario]
        coming = {(turn, self.game.owners[unit]) for unit, turn in chosen.due.items()}
        columns = ("foot", "mech", "cavalry", "mountain", "shift")
        return Page(
            game=self.game.slug,
            title=self.game.title,
            about=chosen.about,
            sides=_SIDES,
            turns=tuple(
                TurnSpace(n, label, tuple(s for s in self.game.sides if (n, s) in coming))
                for n, label in enumerate(chosen.track, 1)
            ),
            phases=_PHASES,
            verbs=_VERBS,
            overlays=overlays.KEYS,
            boxes=_BOXES,
            legend=legend(self.game.charts.tables["terrain"], columns, "move rule"),
            skins=self.look.skins,
            fog=options.fog,
            labels=("attack", "defence"),
        )

    # --- a view in pictures and words ----------------------------------------------------

    def scene(self, view: View) -> Scene:
        """Counters, their spoken names, markers and the victory count."""
        pos = fill(self.game, view)
        shown = [c for c in view.counters if c.at in pos.board.grid or c.at in _SHOWN]
        parts = points(pos) if view.turn else ()
        due = self.game.scenes[view.scenario].due
        plight = Plight(pos, view.viewer)
        return Scene(
            faces={c.id: self.face(c, plight.badges(c)) for c in shown},
            spoken={c.id: self.spoken(c, out=plight.is_out(c)) for c in shown},
            spots={space.name: space.title for space in _BOXES},
            tallies=(Tally(SOVIET, total(parts), parts),),
            phase=phase_of(view),
            markers=_markers(pos),
            lines=self._lines(pos),
            overlays=overlays.attack(pos, view),
            due={c.id: due[c.id] for c in shown if c.at in ARRIVALS.values()},
        )

    def _lines(self, pos: Pos) -> tuple[str, ...]:
        state, victory = pos.state, self.game.scene(pos).victory
        air = self.game.side_title(state.superior) if state.superior else "nobody"
        return (
            f"Air superiority: {air}",
            f"Soviet control points: {control_points(pos)} of {victory.advantage}",
            f"German losses: {state.german_losses} of {victory.german_losses}",
            f"Soviet losses: {state.soviet_losses} of {victory.soviet_losses}",
        )

    def face(self, counter: Counter, badges: tuple[Badge, ...]) -> Face:
        """A counter as it lies there; a hidden one shows its nation only."""
        if not counter.known:
            guns = counter.facts["artillery"]
            return Face(
                skin="Soviet artillery" if guns else _NATION_SKINS[counter.facts["nation"]],
                symbol="artillery" if guns else "unknown",
                mark=_mark_of(counter.facts["nation"]),
                hidden=True,
                title="Hidden unit",
            )
        return self._printed(counter.id, badges)

    def _printed(self, unit: UnitId, badges: tuple[Badge, ...]) -> Face:
        """The face of a unit with these badges; there are not many, and they are kept."""
        found = self._faces.get((unit, badges))
        if found is None:
            piece = self.game.piece(unit)
            values = (str(piece.attack), str(piece.defence))
            found = self._faces[unit, badges] = Face(
                skin=piece.colours,
                symbol=_SYMBOLS.get(piece.kind, piece.kind),
                id=unit,
                mark=_mark_of(piece.nation),
                size=piece.size_symbol,
                values=values,
                printed=values,
                badges=badges,
                title=piece.name,
            )
        return found

    @cached_property
    def _faces(self) -> dict[tuple[UnitId, tuple[Badge, ...]], Face]:
        return {}

    def spoken(self, counter: Counter, *, out: bool) -> str:
        """What a screen reader says of a counter."""
        if not counter.known:
            return f"A hidden {counter.facts['nation'].capitalize()} unit."
        piece = self.game.piece(counter.id)
        end = " Out of supply." if out else ""
        return f"{piece.name}. Attack {piece.attack}, defence {piece.defence}.{end}"

    # --- overlays ------------------------------------------------------------------------

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """An overlay by its name, for one counter or hex if it takes one."""
        return overlays.make(fill(self.game, view), view, name, arg)


def _mark_of(nation: str) -> Mark:
    if nation == "soviet":
        return "star"
    return "cross" if nation == "german" else "shield"


class Plight:
    """What has befallen units: supply, what they have done, and whether the enemy sees them. It is
    asked of every counter of a view, so that what they share is looked up once.
    """

    def __init__(self, pos: Pos, viewer: Side | None) -> None:
        moves, combat = pos.find(MovementPhase), pos.find(CombatPhase)
        self.pos = pos
        self.viewer = viewer if pos.state.options.fog else None
        self.moved = moves.moved if moves else frozenset()
        self.fought = combat.fought if combat else frozenset()
        self._out: dict[tuple[Spot, str], bool] = {}

    def is_out(self, counter: Counter) -> bool:
        """Is a known unit on the map out of supply? All of one nation in a hex are alike."""
        if not counter.known or counter.at not in self.pos.board.grid.index:
            return False
        place = counter.at, self.pos.game.printed[counter.id].nation
        if place not in self._out:
            self._out[place] = supply_of(self.pos, counter.id) == "out"
        return self._out[place]

    def badges(self, counter: Counter) -> tuple[Badge, ...]:
        """Signs on a counter."""
        if not counter.known:
            return ()
        found = [Badge("oos")] if self.is_out(counter) else []
        if counter.id in self.moved:
            found.append(Badge("moved"))
        if counter.id in self.fought:
            found.append(Badge("fought"))
        if counter.side == self.viewer and counter.facts["top"] and self._is_stacked(counter):
            found.append(Badge("count", "top", "On top: the enemy sees it"))
        return tuple(found)

    def _is_stacked(self, counter: Counter) -> bool:
        return counter.at in self.pos.board.grid.index and len(self.pos.at(counter.at)) > 1


def _markers(pos: Pos) -> dict[Spot, tuple[Face, ...]]:
    """Airpower and aerial supply."""
    camp = "warm" if pos.state.superior == SOVIET else "cool"
    sky = Face(skin=f"marker {camp}", symbol="air", marker=True, title="Airpower")
    found: dict[Spot, tuple[Face, ...]] = dict.fromkeys(sorted(pos.state.airpower), (sky,))
    if pos.state.aerial:
        drop = Face(skin="marker cool", symbol="supply", marker=True, title="Aerial Supply")
        found[pos.state.aerial] = (*found.get(pos.state.aerial, ()), drop)
    return found


def phase_of(view: View) -> str:
    """The id of the phase that is open; none when the game is over."""
    if view.outcome:
        return ""
    for name in ("set-up", "air phase", "reserve release", "reserve creation",
                 "soviet arrivals", "german arrivals"):  # fmt: skip
        if name in view.steps:
            return name
    side = "german" if "german turn" in view.steps else "soviet"
    return f"{side} combat" if "combat" in view.steps else f"{side} movement"
