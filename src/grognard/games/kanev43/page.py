"""What the page shows of Red Parachutes: counters, words, tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.decisions import rule
from grognard.faces import Badge, Face, Mark, Overlay
from grognard.games.kanev43.belief import fill
from grognard.games.kanev43.dashboard import lines, markers, tallies
from grognard.games.kanev43.overlays import KEYS, attacks, overlay
from grognard.games.kanev43.state import AIRBORNE, AWAY, AXIS, DEAD, SOVIET, STAFF, KanevOptions
from grognard.games.kanev43.theatre import waiting_box
from grognard.games.kanev43.units import KanevPiece, Kind
from grognard.page import (
    BoxSpace,
    Page,
    Pages,
    PhaseSpace,
    Scene,
    SideLook,
    TurnSpace,
    legend,
)
from grognard.view import Counter, View
from grognard.words import counted

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

_SIDES = (
    SideLook(SOVIET, "Soviet", "warm", "star"),
    SideLook(AXIS, "Axis", "cool", "cross"),
)
_MARKS: dict[str, Mark] = {SOVIET: "star", AXIS: "cross"}
#: The phases of a player-turn by the tag of their step.
_TURN = {
    "status": "Status",
    "engineering": "Engineering",
    "movement": "Movement",
    "bombardment": "Bombardment",
    "combat": "Combat",
    "breakthrough": "Breakthrough",
}
_PHASES = (
    PhaseSpace("set-up", "Set-up"),
    PhaseSpace("initial segment", "Initial Segment"),
    *(
        PhaseSpace(f"{side} {tag}", title, side)
        for side in (AXIS, SOVIET)
        for tag, title in _TURN.items()
    ),
)
_VERBS = {
    "select": "Choose",
    "join": "Take along",
    "drop": "Leave",
    "move": "Move",
    "stop": "Stop",
    "target": "Cross, bridge, fire at or attack",
    "untarget": "Leave out",
    "attack": "Add to the attack",
    "release": "Take back",
    "support": "Restore a salvo, or fire",
    "commit": "Do it",
    "lose": "Lose a step",
    "stand": "Stand fast",
    "retreat": "Fall back",
    "advance": "Advance",
    "pass": "No",
    "place": "Place",
    "choose ready": "Take the ready dropzones",
    "choose limber": "Limber",
    "choose unlimber": "Unlimber",
    "cancel": "Cancel",
    "done": "Go on",
}
_SYMBOLS: dict[Kind, str] = {
    "infantry": "infantry",
    "engineer": "engineer",
    "machine gun": "light infantry",
    "parachute": "airborne",
    "cavalry": "cavalry",
    "recon": "reconnaissance",
    "tank": "armour",
    "anti-tank": "anti-tank",
    "artillery": "artillery",
    "hq": "headquarters",
    "leader": "leader",
}
_EFFECTS = ("foot", "mot", "mech", "row", "defence", "across")
#: The counter of a paratrooper of whom nothing is known.
_UNKNOWN = Face(skin="paratroopers", symbol="unknown", mark="star", hidden=True,
                title="Dispersed paratroopers")  # fmt: skip
#: What the values of guns are; those of all others are attack, defence and movement.
_GUNS = ("attack support", "defence support", "bombardment")
#: The names of the board as people say them.
_GROUND = {"kanev_bridge": "Kanev bridge", "soviet_lodgement": "Soviet lodgement"}


class KanevPages(Pages):
    """The page of the game."""

    game: Kanev43
    ground = _GROUND

    def page(self, scenario: str, options: KanevOptions) -> Page:
        """Titles, tracks, labels and legend."""
        chosen = self.game.scenes[scenario]
        coming = {(row.turn, row.side) for row in chosen.arrivals}
        return Page(
            game=self.game.slug,
            title=self.game.title,
            about=chosen.about,
            sides=_SIDES,
            turns=tuple(
                TurnSpace(n, chosen.label(n), tuple(s for s in self.game.sides if (n, s) in coming))
                for n in range(1, chosen.turns + 1)
            ),
            phases=_PHASES,
            verbs=_VERBS,
            overlays=KEYS,
            boxes=self._boxes(scenario),
            legend=legend(self.game.charts.tables["terrain"], _EFFECTS, "rule"),
            skins=self.look.skins,
            fog=True,
            labels=("attack", "defence", "movement"),
        )

    def _boxes(self, scenario: str) -> tuple[BoxSpace, ...]:
        """Those who wait at the edges, the airborne corps, leaders, the eliminated."""
        boxes = self.game.board.boxes
        gates = {row.at: row.side for row in self.game.scenes[scenario].arrivals}
        entries = [
            BoxSpace(waiting_box(at), boxes[waiting_box(at)].title, side, "track")
            for at, side in gates.items()
        ]
        pools = [BoxSpace(AIRBORNE, boxes[AIRBORNE].title, SOVIET, "pool")]
        pools += [BoxSpace(name, boxes[name].title, "", "pool") for name in (STAFF, AWAY)]
        return (*entries, *pools, BoxSpace(DEAD, boxes[DEAD].title, "", "dead"))

    # --- a view in pictures and words ----------------------------------------------------

    def scene(self, view: View) -> Scene:
        """Counters, their spoken names, points, markers and arrivals."""
        pos = fill(self.game, view)
        spaces = {space.name: space.title for space in self._boxes(view.scenario)}
        grid = self.game.board.grid
        shown = [c for c in view.counters if c.at in grid or c.at in spaces]
        rows = self.game.scenes[view.scenario].arrivals
        arrives = {unit: row.turn for row in rows for unit in row.units}
        return Scene(
            faces={c.id: self.face(c, _deeds(view, c)) for c in shown},
            spoken={c.id: self.spoken(c) for c in shown},
            spots=spaces,
            tallies=tallies(pos),
            phase=_phase(view),
            markers=markers(pos, view),
            lines=lines(pos),
            overlays=attacks(self.game, view),
            due={c.id: arrives[c.id] for c in shown if c.id in arrives and c.at not in grid},
        )

    def face(self, counter: Counter, deeds: tuple[Badge, ...] = ()) -> Face:
        """A counter as it lies there, with what it has done in this phase."""
        if not counter.known:
            return _UNKNOWN
        piece, lost = self.shown(counter), counter.facts["lost"]
        return Face(
            skin=_skin(piece),
            symbol=_symbol(piece),
            id=counter.id,
            mark=_MARKS[piece.side],
            size=piece.size_symbol,
            values=_values(piece, lost),
            printed=_values(piece, 0),
            labels=_GUNS if piece.guns else (),
            caption=_command(piece),
            rungs=0 if piece.is_leader else piece.steps,
            lost=lost,
            badges=(*_badges(counter), *deeds),
            title=piece.name,
        )

    @rule("RCN-1")
    def shown(self, counter: Counter) -> KanevPiece:
        """A counter with the side that is up: scouts who have dismounted are infantry on foot."""
        piece = self.game.piece(counter.id)
        back = piece.dismounted
        if back is None or not counter.facts["dismounted"]:
            return piece
        return replace(piece, kind="infantry", moves="foot", attack=back.attack,
                       defence=back.defence, points=back.points)  # fmt: skip

    def spoken(self, counter: Counter) -> str:
        """What a screen reader says of a counter."""
        if not counter.known:
            return "Dispersed paratroopers."
        piece, lost = self.shown(counter), counter.facts["lost"]
        if piece.command:
            led = piece.command
            return (f"{piece.name}. Tactical value {led.tactical}, bonus {led.foot} for foot, "
                    f"{led.motor} for others.")  # fmt: skip
        strength = _strength(piece, lost)
        left = f"{piece.steps - lost} of {counted(piece.steps, 'step')}"
        return f"{piece.name}. {strength}, morale {piece.morale}, movement {piece.points}, {left}."

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """Reach, zones of control, who holds what, supply."""
        return overlay(self.game, view, name, arg)


def _skin(piece: KanevPiece) -> str:
    if piece.is_hq or piece.is_leader:
        return "german staff" if piece.side == AXIS else "soviet staff"
    if piece.side == AXIS:
        return "german foot" if piece.moves == "foot" else "german mobile"
    if piece.is_airborne:
        return "paratroopers"
    return "red army" if piece.moves == "foot" else "tank troops"


def _symbol(piece: KanevPiece) -> str:
    """The symbol of the kind, with wheels or tracks where it has them."""
    if piece.kind == "infantry" and piece.moves != "foot":
        return "motorized" if piece.moves == "mot" else "mechanized"
    if piece.guns and piece.guns.ammunition == "rocket":
        return "rocket artillery"
    if piece.guns and piece.moves != "foot":
        return "assault gun" if piece.guns.self_propelled else "motorized artillery"
    return _SYMBOLS[piece.kind]


def _values(piece: KanevPiece, lost: int) -> tuple[str, ...]:
    """Attack, defence and movement; guns have support in attack and defence, and bombardment."""
    if piece.is_leader:
        return ()
    if piece.guns:
        guns = (piece.guns.offence, piece.guns.defence, piece.guns.bombardment)
        return tuple(str(piece.share(strength, lost)) for strength in guns)
    attack, defence = piece.share(piece.attack, lost), piece.share(piece.defence, lost)
    return str(attack), str(defence), str(piece.points)


def _strength(piece: KanevPiece, lost: int) -> str:
    """The strengths of a counter in words."""
    if piece.guns:
        offence, defence, fire = _values(piece, lost)
        return f"Support {offence} and {defence}, bombardment {fire}"
    attack, defence, _ = _values(piece, lost)
    return f"Attack {attack}, defence {defence}"


def _command(piece: KanevPiece) -> str:
    led = piece.command
    return f"{led.foot}/{led.motor} {led.tactical}" if led else ""


def _badges(counter: Counter) -> tuple[Badge, ...]:
    """Supply, order, guns on the march, salvoes."""
    facts, found = counter.facts, []
    if facts["supply"]:
        found.append(Badge("oos" if facts["supply"] == "out" else "iso"))
    if facts["order"]:
        found.append(Badge("disrupted"))
    if facts["dispersed"]:
        found.append(Badge("pill", "?", "Dispersed"))
    if facts["order"] == "demoralised":
        found.append(Badge("pill", "Z", "Demoralised"))
    if facts["limbered"]:
        found.append(Badge("count", "L", "Limbered"))
    elif facts["salvoes"]:
        found.append(
            Badge("count", str(facts["salvoes"]), counted(facts["salvoes"], "salvo", "salvoes"))
        )
    return tuple(found)


@rule("SOP-12")
def _deeds(view: View, counter: Counter) -> tuple[Badge, ...]:
    """Has a counter moved or attacked in the phase that is open?"""
    deeds = (Badge("moved"), Badge("fought"))
    return tuple(
        badge
        for badge in deeds
        if any(counter.id in getattr(step, badge.kind, ()) for step in view.agenda)
    )


def _phase(view: View) -> str:
    """The space of the bar that is open; none when the game is over."""
    if view.outcome:
        return ""
    if "set-up" in view.steps:
        return "set-up"
    side = SOVIET if "soviet turn" in view.steps else AXIS
    found = (f"{side} {tag}" for tag in _TURN if tag in view.steps)
    return next(found, "initial segment")
