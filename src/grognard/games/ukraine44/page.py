"""What the page shows of Ukraine '44: counters, words, tracks and overlays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.decisions import total
from grognard.faces import Badge, Face, Mark, Overlay
from grognard.games.ukraine44 import overlays, supply, victory
from grognard.games.ukraine44.belief import fill, identity
from grognard.games.ukraine44.losses import attack_of, defence_of, steps_left
from grognard.games.ukraine44.reinforcements import due_turn
from grognard.games.ukraine44.state import (
    AIR_BOX,
    ARRIVALS,
    AXIS,
    DEAD,
    LOST,
    SOVIET,
    TIGER_BOX,
    Options44,
    Pos,
)  # fmt: skip
from grognard.games.ukraine44.tally import points_seen
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
)  # fmt: skip
from grognard.pieces import UnitId
from grognard.state import Spot
from grognard.view import Counter, View
from grognard.words import counted

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

_SIDES = (
    SideLook(AXIS, "Axis", "cool", "cross"),
    SideLook(SOVIET, "Soviet", "warm", "star"),
)
_PHASES = (
    PhaseSpace("supply", "Supply"),
    PhaseSpace("axis movement", "Move", AXIS),
    PhaseSpace("axis combat", "Combat", AXIS),
    PhaseSpace("axis mobile movement", "Mobile", AXIS),
    PhaseSpace("soviet movement", "Move", SOVIET),
    PhaseSpace("soviet combat", "Combat", SOVIET),
)
_VERBS = {
    "select": "Choose",
    "move": "Move",
    "stop": "Stop here",
    "cancel": "Cancel",
    "done": "End this step",
    "target": "Attack",
    "attack": "Add to the attack",
    "release": "Take back",
    "commit": "Commit the attack",
    "lose": "Lose a step",
    "retreat": "Retreat",
    "pass": "Decline",
    "join": "Attach here",
    "drop": "Detach",
    "place": "Place",
    "choose": "Choose",
    "choose ready": "Use the ready set-up",
    "choose movement": "Movement first",
    "choose combat": "Combat first",
    "choose attach": "It arrives with it",
    "choose wait": "It waits",
    "decoy": "Lay a decoy",
    "lift": "Lift the decoy",
}
_BOXES = (
    BoxSpace(ARRIVALS, "Reinforcements", "", "track"),
    BoxSpace(TIGER_BOX, "Tiger battalions", AXIS, "pool"),
    BoxSpace(DEAD, "Eliminated", "", "dead"),
)
_SYMBOLS = {"mobile": "armour", "infantry": "infantry", "garrison": "garrison"}
_MARKS: dict[str, Mark] = {"german": "cross", "hungarian": "shield", "soviet": "star"}
_BADGES = {"out": Badge("oos"), "isolated": Badge("iso"), "air": Badge("air")}
#: The names of the board as people say them.
_GROUND = {"dniester": "Dniester"}


class Pages44(Pages):
    """The page of the game."""

    game: Ukraine44
    ground = _GROUND

    # --- the unchanging part -------------------------------------------------------------

    def page(self, scenario: str, options: Options44) -> Page:
        """Titles, tracks, labels and legend."""
        chosen = self.game.scenario(scenario)
        arrivals = {1: (SOVIET,), 7: (AXIS,), 11: (AXIS,)}
        return Page(
            game=self.game.slug,
            title=self.game.title,
            about=chosen.about,
            sides=_SIDES,
            turns=tuple(
                TurnSpace(n, days, arrivals.get(n, ())) for n, days in enumerate(chosen.track, 1)
            ),
            phases=_PHASES,
            verbs=_VERBS,
            overlays=overlays.KEYS,
            boxes=_BOXES,
            legend=legend(
                self.game.charts.tables["terrain"], ("mobile", "infantry", "combat"), "move rule"
            ),
            skins=self.look.skins,
            fog=options.fog,
            labels=("attack", "defence", "movement"),
        )

    # --- a view in pictures and words ----------------------------------------------------

    def scene(self, view: View) -> Scene:
        """Counters, their spoken names, the victory count and the air marker."""
        pos = fill(self.game, view)
        counters = [c for c in view.counters if c.at in pos.board.grid or c.at in _SHOWN]
        return Scene(
            faces={c.id: self.face(pos, c) for c in counters},
            spoken={c.id: self.spoken(pos, c) for c in counters},
            spots={space.name: space.title for space in _BOXES},
            tallies=self.tallies(pos, view),
            phase=phase_of(view),
            markers=self._markers(view),
            overlays=overlays.attack(pos, view),
            due={c.id: due_turn(pos, identity(c)) for c in counters if _waits(c)},
        )

    def face(self, pos: Pos, counter: Counter) -> Face:
        """A counter as the viewer sees it."""
        if counter.id in self.game.tigers:
            return self._tiger(counter.id)
        return self._open(pos, counter) if counter.known else self._hidden(counter)

    def _tiger(self, unit: UnitId) -> Face:
        return Face(
            skin="marker",
            symbol="armour",
            id="Tiger",
            mark="cross",
            size="battalion",
            caption=unit.removeprefix("Tiger"),
            title=self.game.piece(unit).title,
        )

    def _open(self, pos: Pos, counter: Counter) -> Face:
        unit = identity(counter)
        piece, points = self.game.piece(unit), str(self.game.allowance(unit))
        return Face(
            skin=piece.group,
            symbol=piece.symbol,
            id=piece.label,
            mark=_MARKS[piece.nationality],
            size=piece.size,
            values=(str(attack_of(pos, unit)), str(defence_of(pos, unit)), points),
            printed=(str(piece.attack), str(piece.defence), points),
            rungs=piece.steps,
            lost=pos.unit(unit).lost,
            badges=self._badges(counter),
            title=piece.title,
        )

    def _hidden(self, counter: Counter) -> Face:
        facts = counter.facts
        group = self.game.groups[str(facts["group"])]
        return Face(
            skin=group.name,
            symbol=_SYMBOLS[str(facts["kind"])],
            mark=_MARKS[group.nationality],
            values=("?", "?"),
            rungs=3 if facts["marker"] else 0,
            lost=None if facts["marker"] else 0,
            badges=self._badges(counter),
            hidden=True,
            title=f"{group.name} formation",
        )

    def _badges(self, counter: Counter) -> tuple[Badge, ...]:
        badge = _BADGES.get(str(counter.facts["supply"]))
        found = [badge] if badge else []
        if counter.facts["tiger"]:
            found.append(Badge("count", "T", f"With {counter.facts['tiger']}"))
        if counter.facts.get("decoy"):
            found.append(Badge("pill", "0", "A decoy"))
        return tuple(found)

    def spoken(self, pos: Pos, counter: Counter) -> str:
        """What a screen reader says of a counter: who, how strong, in what state."""
        if counter.id in self.game.tigers:
            return self.game.piece(counter.id).title
        facts = counter.facts
        state = supply.STATES[facts["supply"]]
        tiger = f" with {facts['tiger']}" if facts["tiger"] else ""
        if not counter.known:
            marker = ", with a loss marker" if facts["marker"] else ""
            return f"{facts['group']} formation{tiger}, strength unknown{marker}, {state}."
        unit = identity(counter)
        piece = self.game.piece(unit)
        return (
            f"{piece.title}{tiger}. Attack {attack_of(pos, unit)} of {piece.attack}, defence "
            f"{defence_of(pos, unit)} of {piece.defence}, movement {self.game.allowance(unit)}. "
            f"{steps_left(pos, unit)} of {counted(piece.steps, 'step')} left. {state.capitalize()}."
        )

    def tallies(self, pos: Pos, view: View) -> tuple[Tally, ...]:
        """Both sides' points as the viewer can count them, and the cities of sudden death."""
        scored = points_seen(pos, view)
        held = len(pos.state.held)
        return tuple(
            Tally(
                side,
                total(parts),
                parts,
                sum(part.amount if part.most is None else part.most for part in parts),
                held if side == SOVIET else 0,
                victory.CITIES_TO_WIN if side == SOVIET else 0,
            )
            for side, parts in scored.items()
        )

    def _markers(self, view: View) -> dict[Spot, tuple[Face, ...]]:
        air = str(view.tracks["air"])
        if air in (AIR_BOX, LOST):
            return {}
        face = Face(skin="marker", symbol="air", caption="AIR", marker=True, title="Air Supply")
        return {air: (face,)}

    # --- overlays ------------------------------------------------------------------------

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """An overlay by its name, for one counter or hex if it takes one."""
        return overlays.make(fill(self.game, view), view, name, arg)


#: Boxes whose counters are drawn.
_SHOWN = (ARRIVALS, DEAD, TIGER_BOX)


def _waits(counter: Counter) -> bool:
    return counter.at == ARRIVALS and counter.known


def phase_of(view: View) -> str:
    """The id of the phase that is open."""
    steps = view.steps
    if "supply check" in steps:
        return "supply"
    side = AXIS if "axis turn" in steps else SOVIET
    for name in ("mobile movement", "movement", "combat"):
        if name in steps:
            return f"{side} {name}"
    return ""
