"""What the page shows of Korsun 1944: counters, words, tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.decisions import Side
from grognard.faces import Badge, Face, Mark, Overlay
from grognard.games.korsun44 import overlays
from grognard.games.korsun44.belief import fill
from grognard.games.korsun44.game import due
from grognard.games.korsun44.state import (
    DEAD,
    GERMAN,
    MUSTER,
    SIDES,
    SOVIET,
    KorsunOptions,
)
from grognard.games.korsun44.tally import lines, tallies
from grognard.games.korsun44.theatre import waiting_box
from grognard.games.korsun44.turn import HalfTurn
from grognard.games.korsun44.units import Kind, KorsunPiece, Values
from grognard.hexes import split_hexside
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
from grognard.state import Spot
from grognard.view import Counter, View
from grognard.words import counted

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

_SIDES = (
    SideLook(SOVIET, "Soviet", "warm", "star"),
    SideLook(GERMAN, "German", "cool", "cross"),
)
_MARKS: dict[str, Mark] = {SOVIET: "star", GERMAN: "cross"}
#: The phases of a half-turn: the tag of a step, the title on the bar.
_HALF = {
    "air phase": "Air",
    "barrage": "Barrage",
    "movement": "Move",
    "combat": "Combat",
    "strategic movement": "Strategic",
    "supply": "Supply",
}
_VERBS = {
    "select": "Choose",
    "join": "Take along",
    "drop": "Leave behind",
    "move": "Move",
    "stop": "Stop here",
    "assault": "Overrun",
    "target": "Attack",
    "untarget": "Leave out",
    "attack": "Add to the attack",
    "support": "Support",
    "release": "Take back",
    "commit": "Commit",
    "place": "Place",
    "lose": "Lose a level",
    "retreat": "Fall back",
    "stand": "Stand",
    "advance": "Advance",
    "choose": "Choose",
    "choose ready": "Take the ready set-up",
    "choose dig": "Dig in",
    "choose mark": "Wait for strategic movement",
    "choose push": "All points for one more level",
    "choose leave": "Leave the map",
    "choose refill": "Take recruits",
    "choose transport": "Guns onto trucks",
    "choose combat": "Guns into position",
    "push": "Full strength for one more level",
    "choose hq": "Use the range of an HQ",
    "choose modifier for an HQ": "Use a modifier for a lost HQ",
    "choose offensive": "Support an attack",
    "choose defensive": "Support a defence",
    "choose attack": "Attack units",
    "choose object": "Attack a bridge",
    "choose interdiction": "Hamper movement",
    "choose crossing": "Attack a river crossing",
    "pass": "No",
    "cancel": "Cancel",
    "done": "End this step",
}
#: What is done to a bridge, before its name; over a big river it is an HQ that builds (14.3.2).
_BRIDGE_VERBS = {
    "choose": "Bridge",
    "choose blow": "Destroy the bridge",
    "choose mend": "Mend the bridge",
}
_BIG_BRIDGE_VERBS = {
    "choose": "Bridge",
    "choose blow": "Destroy the bridge",
    "choose bridge": "Build a bridge at",
}
#: What the letters on a counter mean.
_LETTERS = {"T": "guns on trucks", "S": "waits for strategic movement"}
_SYMBOLS: dict[Kind, str] = {
    "infantry": "infantry",
    "motorised": "motorized",
    "armour": "armour",
    "mechanised": "mechanized",
    "cavalry": "cavalry",
    "assault guns": "assault gun",
    "anti-tank": "anti-tank",
    "artillery": "artillery",
    "engineers": "engineer",
    "fortification": "fortified region",
    "resilience": "garrison",
    "volkssturm": "infantry",
    "hq": "headquarters",
}
#: Groups whose symbol says more than their kind.
_GROUP_SYMBOLS = {
    "Tigers": "heavy armour",
    "Mortars": "rocket artillery",
    "Guards airborne divisions": "airborne",
}
_EFFECTS = ("truck", "mech", "foot", "modifiers")
#: How the board calls the boxes at the entries, before the name of the entry.
_OFF = "Off the map at "
#: The names of the board as people say them.
_GROUND = {
    "dnieper": "Dnieper",
    "front_january": "front of 24 January",
    "front_february": "front of 3 February",
    "victory": "counts in the scenario of 25 turns",
    "german_entry": "German entry",
    "soviet_entry": "Soviet entry",
}


class KorsunPages(Pages):
    """The page of the game."""

    game: Korsun44
    ground = _GROUND

    def page(self, scenario: str, options: KorsunOptions) -> Page:
        """Titles, tracks, labels and legend."""
        chosen = self.game.scenes[scenario]
        coming = {(row.turn, row.side) for row in due(chosen, options)}
        return Page(
            game=self.game.slug,
            title=self.game.title,
            about=chosen.about,
            rung="level",
            sides=_SIDES,
            turns=tuple(
                TurnSpace(n, label, tuple(s for s in self.game.sides if (n, s) in coming))
                for n, label in enumerate(chosen.calendar, 1)
            ),
            phases=_phases(chosen.first, self.game.enemy(chosen.first)),
            verbs={
                **_VERBS,
                **self._bridge_verbs(),
                **self._ability_verbs(),
                **self._shift_verbs(),
            },
            overlays=overlays.KEYS,
            boxes=self._boxes(scenario),
            legend=legend(self.game.charts.tables["terrain"], _EFFECTS, "rule"),
            skins=self.look.skins,
            fog=options.fog and options.complementary,
        )

    def _bridge_verbs(self) -> dict[str, str]:
        """What can be done to each bridge of the map, and wherever one can be built over a big
        river: `Destroy the bridge Zvenigorodka 2928/3028`.
        """
        found, big_river = {}, self.game.theatre.big_river
        for bridge in sorted(self.game.theatre.bridges | big_river):
            places = (self.game.board.place_at(hex_) for hex_ in split_hexside(bridge))
            named = next((f"{place.name} {bridge}" for place in places if place), bridge)
            verbs = _BIG_BRIDGE_VERBS if bridge in big_river else _BRIDGE_VERBS
            for verb, word in verbs.items():
                found[f"{verb} {bridge}"] = f"{word} {named}"
        return found

    def _ability_verbs(self) -> dict[str, str]:
        """What units may use of their own will: `Black star of GPanc-VM`."""
        stars = {
            f"choose {piece.id} {star}": f"{star.capitalize()} star of {piece.id}"
            for piece in self.game.printed.values()
            for star in piece.stars
        }
        diggers = (piece.id for piece in self.game.printed.values() if piece.fortifies)
        return stars | {f"choose {unit} works": f"{unit} in its works" for unit in diggers}

    def _shift_verbs(self) -> dict[str, str]:
        """Along the edge to another entry: `Shift to zone B`."""
        boxes = self.game.board.boxes
        found = {box: _entry_of(title.title) for box, title in boxes.items()}
        return {f"place {box}": f"Shift to {entry}" for box, entry in found.items() if entry}

    def _boxes(self, scenario: str) -> tuple[BoxSpace, ...]:
        """Units to be set up, those who wait at the entries, the eliminated."""
        boxes = self.game.board.boxes
        entries = [
            BoxSpace(waiting_box(entry), _enters_at(boxes[waiting_box(entry)].title), side, "track")
            for side, rows in self.game.scenes[scenario].entries.items()
            for row in rows
            for entry in row
        ]
        muster = BoxSpace(MUSTER, boxes[MUSTER].title, "", "pool")
        return (muster, *entries, BoxSpace(DEAD, boxes[DEAD].title, "", "dead"))

    # --- a view in pictures and words ----------------------------------------------------

    def scene(self, view: View) -> Scene:
        """Counters, their spoken names, fortifications, the count and arrivals."""
        pos = fill(self.game, view)
        spaces = {space.name: space.title for space in self._boxes(view.scenario)}
        grid = self.game.board.grid
        shown = [c for c in view.counters if c.at in grid or c.at in spaces]
        return Scene(
            faces={c.id: self.face(view, c) for c in shown},
            spoken={c.id: self.spoken(view, c) for c in shown},
            spots=spaces,
            tallies=tallies(pos),
            phase=phase_of(view, self.game.scenes[view.scenario].first),
            markers=_markers(view),
            lines=lines(pos, view.viewer),
            overlays=overlays.attack(pos, view),
            due={c.id: c.facts["comes"] for c in shown if c.at in spaces and c.facts.get("comes")},
        )

    def face(self, view: View, counter: Counter) -> Face:
        """A counter as it lies there; of hidden ones the type at most."""
        if not counter.known:
            works = (Badge("works"),) if counter.at in view.tracks["field_works"] else ()
            return replace(_hidden(counter), badges=works)
        piece, lost = self.game.piece(counter.id), counter.facts["lost"]
        return Face(
            skin=_skin(piece),
            symbol=_GROUP_SYMBOLS.get(piece.group, _SYMBOLS[piece.kind]),
            id=counter.id,
            mark=_MARKS[piece.side],
            size=piece.size_symbol,
            values=_printed(piece.values(piece.levels - lost)),
            printed=_printed(piece.front),
            rungs=piece.levels,
            lost=lost,
            badges=_badges(view, counter),
            title=piece.name,
        )

    def spoken(self, view: View, counter: Counter) -> str:
        """What a screen reader says of a counter, its badges among it."""
        if not counter.known:
            return _hidden(counter).title
        piece = self.game.piece(counter.id)
        left = piece.levels - counter.facts["lost"]
        values = piece.values(left)
        strength = f"Strength {values.attack}"
        if piece.is_artillery:
            strength = f"Attack {values.attack}, defence {values.defence}"
        levels = f"{left} of {counted(piece.levels, 'level')}"
        said = f"{piece.name}. {strength}, movement {values.moves}, {levels}."
        return " ".join((said, *(f"{badge.says}." for badge in _badges(view, counter))))

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """An overlay by its name, for one counter or hex if it takes one."""
        return overlays.make(fill(self.game, view), view, name, arg)


def _entry_of(title: str) -> str:
    """The place of an entry, from the title of its box: `zone A`."""
    return title.partition(_OFF)[2]


def _enters_at(title: str) -> str:
    """What is said of a counter that waits: `Enters at zone A`."""
    return f"Enters at {_entry_of(title)}" if title.startswith(_OFF) else title


def _skin(piece: KorsunPiece) -> str:
    return f"{piece.side} staff" if piece.is_hq else piece.troops


def _printed(values: Values) -> tuple[str, str]:
    """Strength and movement as a counter has them: `4` and `7`, artillery `5/3` and `7`."""
    split = values.attack != values.defence
    strength = f"{values.attack}/{values.defence}" if split else str(values.attack)
    return strength, str(values.moves)


def _hidden(counter: Counter) -> Face:
    """A masked stack, or a counter next door of which the type is known."""
    levels, kind = counter.facts.get("levels"), counter.facts.get("kind", "")
    skin = "wehrmacht" if counter.side == GERMAN else "red army"
    title = f"{counter.side.capitalize()} masked stack"
    if kind:
        strength = f", {levels} level{'s' if levels != 1 else ''}" if levels else ""
        title = f"{counter.side.capitalize()} unit, {kind}{strength}"
    return Face(
        skin=skin,
        symbol=_SYMBOLS.get(kind, "unknown"),
        mark=_MARKS[counter.side],
        rungs=levels or 0,
        hidden=True,
        title=title,
    )


def _badges(view: View, counter: Counter) -> tuple[Badge, ...]:
    """Field fortifications, want, disorder, guns on trucks (T), who waits for strategic movement
    (S), and what has been done.
    """
    facts, found = counter.facts, []
    if counter.at in view.tracks["field_works"]:
        found.append(Badge("works", says="In field fortifications"))
    if facts["want"]:
        want = str(facts["want"])
        found.append(Badge("pill", want, f"Out of supply, level {want}"))
    if facts["recovers"]:
        found.append(Badge("disrupted", says="Disorganised"))
    letters = {"T": facts["limbered"], "S": _waits(view, counter)}
    shown = [letter for letter, is_so in letters.items() if is_so]
    if shown:
        says = " and ".join(_LETTERS[letter] for letter in shown)
        found.append(Badge("count", "".join(shown), says[:1].upper() + says[1:]))
    if any(counter.id in getattr(step, "moved", ()) for step in view.agenda):
        found.append(Badge("moved", says="Has moved"))
    if any(counter.id in getattr(step, "fought", ()) for step in view.agenda):
        found.append(Badge("fought", says="Has fought"))
    return tuple(found)


def _waits(view: View, counter: Counter) -> bool:
    """Does a counter carry a marker for a Strategic Movement Phase that is not over? Under masks
    only its owner sees that.
    """
    options: Any = view.options
    masked = options.fog and options.complementary
    if "supply" in view.steps or (masked and counter.side != view.viewer):
        return False
    return any(isinstance(step, HalfTurn) and counter.id in step.marked for step in view.agenda)


def _markers(view: View) -> dict[Spot, tuple[Face, ...]]:
    """Improved fortifications lie under the units, aircraft over the hexes."""
    works = Face(skin="marker", symbol="garrison", caption="IF", marker=True,
                 title="Improved fortifications")  # fmt: skip
    found: dict[Spot, tuple[Face, ...]]
    found = dict.fromkeys(sorted(view.tracks["improved_works"]), (works,))
    for mission in view.tracks["missions"]:
        camp = "cool" if mission.side == GERMAN else "warm"
        hex_ = mission.at.partition("/")[0]
        title = f"{mission.kind.capitalize()}: {counted(mission.strength, 'air SP')}"
        sky = Face(skin=f"marker {camp}", symbol="air", caption=str(mission.strength), marker=True,
                   title=title)  # fmt: skip
        found[hex_] = (*found.get(hex_, ()), sky)
    return found


# --- tracks and counts ------------------------------------------------------------------------


def _phases(first: Side, second: Side) -> tuple[PhaseSpace, ...]:
    """The twelve phases of a turn."""
    halves = [
        PhaseSpace(f"{side} {tag}", title, side)
        for side in (first, second)
        for tag, title in _HALF.items()
    ]
    return (PhaseSpace("set-up", "Set-up"), *halves)


def phase_of(view: View, first: Side) -> str:
    """The id of the phase that is open; `first` is the player with the initiative."""
    if "set-up" in view.steps:
        return "set-up"
    second = next(side for side in SIDES if side != first)
    side = second if "second half" in view.steps else first
    tag = next((tag for tag in _HALF if tag in view.steps), "movement")
    return f"{side} {tag}"
