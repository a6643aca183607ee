"""16.2 - 16.5 Replacements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Literal

from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase
from grognard.games.ukraine43.stacking import fits
from grognard.games.ukraine43.state import DEAD, SOVIET, Deal, Pos, by_side
from grognard.games.ukraine43.supply import is_connecting
from grognard.games.ukraine43.turn import GameTurn, PlayerTurn
from grognard.games.ukraine43.units import Kind, Piece43
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: A mechanised replacement or another one.
Point = Literal["mech", "foot"]
#: Two brigades come for one replacement (16.3D, 16.3E).
Pair = Literal["", "light", "armoured"]

#: What no replacement brings back (16.3F, 16.4C).
NEVER: tuple[Kind, ...] = ("artillery", "airborne", "tiger", "stug")
_PAIRS: dict[Kind, Pair] = {
    "sapper": "light",
    "mechanised": "light",
    "tank": "armoured",
    "su": "armoured",
    "kv": "armoured",
}


# --- what there is, and what it may be spent on -----------------------------------------------


@rule("16.2-1", "16.2-4", "R-96")
def points_left(pos: Pos, side: Side) -> Mapping[Point, int]:
    """The replacements of this turn that are not spent; nothing is saved from earlier ones."""
    return pos.keep(_POINTS[side])


def _points_left(pos: Pos, side: Side) -> Mapping[Point, int]:
    rate, turn = pos.game.space(pos).replacements[side], pos.within(PlayerTurn)
    return {"mech": rate.mech - turn.mech_spent, "foot": rate.foot - turn.foot_spent}


_POINTS = by_side(_points_left)


@rule("16.3D", "16.3E")
def pair_of(piece: Piece43) -> Pair:
    """Which brigades come two for one: sappers with mechanised infantry, armour with armour."""
    return _PAIRS.get(piece.kind, "") if piece.role == "support" else ""


@rule("16.2-2", "16.2-3", "16.3A", "16.3B", "16.3D", "16.3E", "16.4A", "16.4B", "23.1-3", "R-50")
def prices(pos: Pos, unit: UnitId) -> list[Point]:
    """The kinds of replacement that serve a unit and that are left, the cheaper first. A unit
    that is the second of a pair is paid for already.
    """
    piece, left = pos.game.printed[unit], points_left(pos, pos.game.owners[unit])
    pair = pair_of(piece)
    foot = pair == "light" or (piece.role == "combat" and not piece.is_mechanised)
    kinds: list[Point] = ["foot", "mech"] if foot else ["mech"]
    return [kind for kind in kinds if left[kind] > 0]


def is_paid_for(pos: Pos, unit: UnitId) -> bool:
    """Is this the second brigade of a pair, whose replacement is spent?"""
    pair = pair_of(pos.game.piece(unit))
    return bool(pair) and pos.within(PlayerTurn).half_pairs.count(pair) % 2 == 1


@rule("14.5-5", "16.2-2", "16.3F", "16.4C-1", "16.5A", "16.5B-2", "16.5C", "16.5F", "6.5-4")
def why_no_replacement(pos: Pos, side: Side, unit: UnitId) -> Refusal | None:
    """A dead unit, or a reduced one on the map in supply and in order that has had none; the
    Soviets give none to units in an enemy zone.
    """
    if pos.owner(unit) != side:
        return deny("16.2-1", "{unit} is not yours", unit=unit)
    if unit in pos.within(PlayerTurn).replaced:
        return deny("16.5F", "{unit} has had a replacement in this turn", unit=unit)
    if not prices(pos, unit) and not is_paid_for(pos, unit):
        return deny("16.2-3", "there is no replacement left for {unit}", unit=unit)
    return why_not_rebuilt(pos, unit) if pos.unit(unit).at == DEAD else why_not_filled(pos, unit)


def why_not_rebuilt(pos: Pos, unit: UnitId) -> Refusal | None:
    """Artillery, airborne brigades, Tigers and assault guns are never rebuilt."""
    kind = pos.game.piece(unit).kind
    if kind in NEVER:
        cited = "16.4C-1" if kind in ("tiger", "stug") else "16.3F"
        return deny(cited, "{unit} is never rebuilt", unit=unit)
    return None


def why_not_filled(pos: Pos, unit: UnitId) -> Refusal | None:
    """What keeps a unit on the map from a replacement."""
    now = pos.unit(unit)
    if now.at not in pos.board.grid or not now.reduced:
        return deny("16.5A", "{unit} is neither dead nor reduced on the map", unit=unit)
    if now.oos:
        return deny("14.5-5", "{unit} is out of supply", unit=unit)
    if now.disrupted:
        return deny("16.5A", "{unit} is disrupted", unit=unit)
    if unit in pos.within(PlayerTurn).extended:
        return deny("16.5B-2", "{unit} used Extended Movement", unit=unit)
    if pos.owner(unit) == SOVIET and in_enemy_zone(pos, SOVIET, now.at):
        return deny("16.5C", "{unit} is in a German zone", unit=unit)
    return None


# --- 16.5E  where the dead come back ------------------------------------------------------


@rule("16.5E-1", "16.5E-2", "21-2", "R-98")
def rebuilding_hexes(pos: Pos, unit: UnitId) -> list[HexId]:
    """The open places with room for a unit; security divisions in cities, if there is one."""
    side = pos.owner(unit)
    found = [h for h in pos.keep(_PLACES[side]) if fits(pos, side, h, (unit,))]
    if unit in pos.game.security:
        return [h for h in found if pos.board.has(h, "city")] or found
    return found


def _places(pos: Pos, side: Side) -> list[HexId]:
    """Where units of a side may be rebuilt, if there is room."""
    hexes = list(pos.game.objectives(pos))
    if side == SOVIET:
        hexes += [h for h in pos.game.sources(pos, SOVIET) if h not in hexes]
    return [h for h in hexes if why_no_place(pos, side, h) is None]


_PLACES = by_side(_places)


@rule("16.5E-1", "16.5E-2", "R-51", "R-98")
def why_no_place(pos: Pos, side: Side, hex_: HexId) -> Refusal | None:
    """An objective that was friendly when the turn began and is on a connecting railway, for
    the Soviets also a star hex; no Soviet is rebuilt in an enemy zone.
    """
    star = side == SOVIET and hex_ in pos.game.sources(pos, SOVIET)
    if not star and hex_ not in pos.game.objectives(pos):
        return deny("16.5E-1", "{hex} is no objective", hex=hex_)
    was_soviet = hex_ in pos.within(GameTurn).soviet_held
    if pos.holder(hex_) != side or was_soviet != (side == SOVIET):
        return deny("R-51", "{hex} was not yours when the turn began", hex=hex_)
    if side == SOVIET and in_enemy_zone(pos, SOVIET, hex_):
        return deny("R-98", "{hex} is in a German zone", hex=hex_)
    if not star and not is_connecting(pos, side, hex_):
        return deny("16.5E-1", "{hex} is on no railway that leads to a source", hex=hex_)
    return None


# --- the job of the Movement Phase ------------------------------------------------------------


def may_replace(pos: Pos, side: Side) -> Refusal | None:
    """Replacements are open while some unit can use what is left. Whether there is a hex for a
    dead one is asked later: lines of supply are not traced for every question of a phase.
    """
    if not any(points_left(pos, side).values()) and not pos.within(PlayerTurn).half_pairs:
        return deny("16.2-1", "there are no replacements left")
    if next(wanting(pos, side), None) is None:
        return deny("16.5A", "no unit can take a replacement")
    return None


def wanting(pos: Pos, side: Side) -> Iterator[UnitId]:
    """The units that could take a replacement now, if there is a hex for those who are dead;
    these first, because they are found at once: mostly it is asked whether there is any.
    """
    owners, units = pos.game.owners, pos.state.units
    dead = [unit for unit in pos.at(DEAD) if owners[unit] == side]
    reduced = (u.id for u in units if u.reduced and owners[u.id] == side and u.at != DEAD)
    return (u for u in chain(dead, reduced) if why_no_replacement(pos, side, u) is None)


def candidates(pos: Pos, side: Side) -> list[UnitId]:
    """The units that can take a replacement now, in the order of the pieces."""
    printed, security = pos.game.printed, pos.game.security
    able: list[UnitId] = []
    room: dict[tuple[frozenset[str], bool, bool], bool] = {}
    for unit in wanting(pos, side):
        alike = printed[unit].stacked.kinds, unit in security, pos.unit(unit).at == DEAD
        if alike not in room:  # what is true of one is true of all that stack alike
            room[alike] = why_no_hex(pos, unit) is None
        if room[alike]:
            able.append(unit)
    return sorted(able, key=pos.game.index.__getitem__)


@rule("R-98")
def why_no_hex(pos: Pos, unit: UnitId) -> Refusal | None:
    """A dead unit needs a hex where it can appear."""
    if pos.unit(unit).at == DEAD and not rebuilding_hexes(pos, unit):
        return deny("R-98", "there is no hex where {unit} could be rebuilt", unit=unit)
    return None


class Replacements(Phase, tag="replacements"):
    """16.2: the choice of units that take replacements."""

    title = "Replacements"

    @rule("3.C.2-2", "16.2-1", "16.5B-1")
    def ask(self, pos: Pos) -> Decision:
        left = points_left(pos, self.side)
        text = f"{left['mech']} mechanised and {left['foot']} other"
        return Decision(
            self.side,
            f"Choose a unit that takes a replacement ({text} left), or go on.",
            rule="16.2-1",
            auto=False,
            panel=lambda pos: replacement_panel(pos, self.side),
            offers=(
                Offer("select", candidates(pos, self.side), may_take, exact=True),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        unit = action.arg
        paid, kinds = is_paid_for(hand.now, unit), prices(hand.now, unit)
        point: Point | Literal["", "pair"] = ""
        if paid:
            point = "pair"
        elif len(kinds) == 1:
            point = kinds[0]
        hand.push(Replacement(side=self.side, unit=unit, point=point))


def may_take(pos: Pos, step: Replacements, unit: UnitId) -> Refusal | None:
    return why_no_replacement(pos, step.side, unit) or why_no_hex(pos, unit)


def replacement_panel(pos: Pos, side: Side) -> Panel:
    """What came and what is spent."""
    rate, turn = pos.game.space(pos).replacements[side], pos.within(PlayerTurn)
    rows = (("Mechanised", rate.mech, turn.mech_spent), ("Others", rate.foot, turn.foot_spent))
    return Panel(
        title="Replacements",
        rows=tuple(
            Row(label, str(came - spent), (Part(came, "this turn", "16.2-1"),
                Part(-spent, "spent", "16.2-1")), "16.2-1")
            for label, came, spent in rows
        ),
    )  # fmt: skip


class Replacement(Phase, tag="replacement"):
    """One replacement: by which point, and where a dead unit appears."""

    title = "Replacements"
    unit: UnitId
    point: Point | Literal["", "pair"] = ""

    def ask(self, pos: Pos) -> Decision | None:
        if not self.point:
            prompt = f"Which replacement does {self.unit} take?"
            offers = (Offer("choose", prices(pos, self.unit)), Offer("cancel"))
        elif pos.unit(self.unit).at == DEAD:
            prompt = f"Choose where {self.unit} is rebuilt."
            hexes = rebuilding_hexes(pos, self.unit)
            offers = (Offer("place", hexes, may_rebuild, exact=True, of="hex"), Offer("cancel"))
        else:
            return None
        return Decision(self.side, prompt, rule="16.2-2", auto=False, offers=offers)

    @rule("16.2-2", "16.2-3", "16.5D", "11.2E")
    def act(self, hand: Deal) -> None:
        """A unit on the map is turned to its full side."""
        hand.pop()
        self.pay(hand)
        hand.set(self.unit, reduced=False, disrupted=True)
        hand.tell("replacement", "{unit} is brought up to strength.", rule="16.2-2",
                  side=self.side, units=(self.unit,), hexes=(hand.unit(self.unit).at,),
                  unit=self.unit)  # fmt: skip

    @rule("16.5D", "16.5E-1", "R-98", "11.2E")
    def take(self, hand: Deal, action: Action) -> None:
        """A dead unit comes back on its reduced side, Disrupted."""
        if action.verb == "choose":
            hand.become(self.but(point=action.arg))
            return
        hand.pop()
        if action == CANCEL:
            return
        self.pay(hand)
        reduced = hand.game.piece(self.unit).back is not None
        hand.set(self.unit, reduced=reduced, disrupted=True)
        hand.tell("replacement", "{unit} is rebuilt in {place}.", rule="16.5E-1", side=self.side,
                  units=(self.unit,), hexes=(action.arg,), unit=self.unit,
                  place=hand.game.board.called(action.arg))  # fmt: skip
        hand.enter(self.unit, action.arg, by="replacement")

    @rule("16.3D", "16.3E", "16.5F")
    def pay(self, hand: Deal) -> None:
        """The point is spent; a brigade is one half of a pair."""
        pair = pair_of(hand.game.piece(self.unit))
        hand.note(
            PlayerTurn,
            mech_spent=int(self.point == "mech"),
            foot_spent=int(self.point == "foot"),
            half_pairs=(pair,) if pair else (),
            replaced=self.unit,
        )


def may_rebuild(pos: Pos, step: Replacement, hex_: HexId) -> Refusal | None:
    """An open hex, and for security divisions a city if one is open."""
    refusal = why_no_place(pos, step.side, hex_)
    if refusal is not None:
        return refusal
    if not fits(pos, step.side, hex_, (step.unit,)):
        return deny("R-98", "there is no room in {hex}", hex=hex_)
    if hex_ not in rebuilding_hexes(pos, step.unit):
        return deny("21-2", "{unit} comes back in a city", unit=step.unit)
    return None
