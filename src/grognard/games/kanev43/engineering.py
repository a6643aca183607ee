"""SOP-8 The Engineering Phase: improved positions (IMP), the bridge of Kanev (KNB)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase, Sequence
from grognard.games.kanev43.state import AXIS, SOVIET, Deal, Pos, Work
from grognard.games.kanev43.turn import PlayerTurn, present
from grognard.pieces import UnitId

_BLOW = "blow "


# --- IMP  improved positions --------------------------------------------------------------------


@rule("IMP-2", "R-81")
def finish_works(phase: Engineering, hand: Deal) -> None:
    """Positions of the side that are old enough protect from now on."""
    pos = hand.now
    works = dict(pos.state.works)
    for hex_, work in sorted(pos.state.works.items()):
        if work.side != phase.side or work.is_ready or pos.turn - work.begun < turns(pos, work):
            continue
        if why_no_builder(pos, work.builder) is not None:
            del works[hex_]
            continue
        works[hex_] = replace(work, builder="", begun=0)
        hand.tell("works", "An improved position in {hex} is ready.", rule="IMP-2",
                  side=phase.side, hexes=(hex_,), hex=hex_)  # fmt: skip
    if works != pos.state.works:
        hand.change(works=works)


@rule("IMP-2")
def turns(pos: Pos, work: Work) -> int:
    """The turns that a position takes: two, one for an engineer battalion."""
    piece, limit = pos.game.piece(work.builder), pos.game.charts.limit
    fast = piece.kind == "engineer" and not piece.is_company
    return limit("build_turns_engineers") if fast else limit("build_turns")


@rule("IMP-1", "DIS-11", "R-81")
def why_no_builder(pos: Pos, unit: UnitId) -> Refusal | None:
    """Why a unit cannot build where it is."""
    piece, now = pos.game.piece(unit), pos.unit(unit)
    if now.dispersed or not piece.is_builder:
        return deny("IMP-1", "{unit} does not build", unit=unit)
    if now.order == "demoralised":
        return deny("DIS-11", "{unit} is demoralised", unit=unit)
    if piece.is_company and piece.kind != "engineer" and not _stands_for_battalion(pos, unit):
        return deny("IMP-1", "{unit} is only a company", unit=unit)
    return None


@rule("R-81")
def _stands_for_battalion(pos: Pos, unit: UnitId) -> bool:
    """Three parachute companies of a brigade in a hex are a battalion."""
    piece, companies = pos.game.piece(unit), pos.game.charts.limit("companies")
    if piece.kind != "parachute":
        return False
    others = (pos.game.piece(u) for u in pos.at(pos.unit(unit).at) if not pos.unit(u).dispersed)
    same = [p for p in others if p.kind == "parachute" and p.formation_id == piece.formation_id]
    return len(same) >= companies


@rule("IMP-1", "R-81", "R-112")
def may_build(pos: Pos, phase: Works, unit: UnitId) -> Refusal | None:
    """A builder of the side, in a hex without a position; enemies beside it do not matter."""
    here = pos.unit(unit).at
    if pos.owner(unit) != phase.side or here not in pos.board.grid:
        return deny("IMP-1", "{unit} is no unit of yours on the map", unit=unit)
    if here in pos.state.works:
        return deny("IMP-1", "{hex} has a position", hex=here)
    if unit in pos.within(PlayerTurn).blasters:
        return deny("KNB-3", "{unit} has worked at the bridge", unit=unit)
    return why_no_builder(pos, unit)


def builders(pos: Pos, side: Side) -> frozenset[UnitId]:
    """The units of a side that are building."""
    works = pos.state.works.values()
    return frozenset(work.builder for work in works if work.side == side and work.builder)


# --- KNB  the bridge ----------------------------------------------------------------------------


def blasters(pos: Pos, side: Side) -> list[str]:
    """What engineers could do at the bridge."""
    if side != AXIS:
        return []
    there = [unit for end in sorted(pos.game.theatre.bridge_ends) for unit in pos.at(end)]
    return [f"{_BLOW}{u}" for u in there if pos.game.piece(u).kind == "engineer"]


@rule("KNB-1", "DIS-11", "R-24")
def may_blow(pos: Pos, phase: Works, deed: str) -> Refusal | None:
    """A German engineer at either end of the standing bridge, once in a phase."""
    unit = deed.removeprefix(_BLOW)
    if pos.state.bridge_blown:
        return deny("R-24", "the bridge is down")
    if pos.unit(unit).order == "demoralised":
        return deny("DIS-11", "{unit} is demoralised", unit=unit)
    if unit in pos.within(PlayerTurn).blasters:
        return deny("KNB-1", "{unit} has tried", unit=unit)
    if unit in builders(pos, phase.side):
        return deny("KNB-1", "{unit} is building", unit=unit)
    return None


@rule("KNB-2")
def falls(pos: Pos, die: int) -> bool:
    """Does the bridge fall? Soviet units at an end make it harder."""
    limit, count = pos.game.charts.limit, pos.columns.count
    hampered = any(count("units", SOVIET, end) for end in pos.game.theatre.bridge_ends)
    return die + (limit("bridge_soviets") if hampered else 0) <= limit("bridge_die")


# --- the phase ----------------------------------------------------------------------------------


class Works(Phase, tag="works"):
    """The phasing player builds and blows up."""

    title = "Engineering Phase"

    @rule("SOP-8")
    def ask(self, pos: Pos) -> Decision | None:
        builders = present(pos, pos.game.builder_numbers[self.side])
        able = [unit for unit in builders if may_build(pos, self, unit) is None]
        deeds = [deed for deed in blasters(pos, self.side) if may_blow(pos, self, deed) is None]
        if not able and not deeds:
            return None
        return Decision(
            self.side,
            "Choose units that build improved positions, or go on.",
            rule="SOP-8",
            auto=False,
            offers=(
                Offer("select", able, may_build, exact=True),
                Offer("choose", blasters(pos, self.side), may_blow),
                Offer("done"),
            ),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        elif action.verb == "select":
            self.build(hand, action.arg)
        else:
            self.blow(hand, action.arg.removeprefix(_BLOW))

    @rule("IMP-1", "IMP-2")
    def build(self, hand: Deal, unit: UnitId) -> None:
        """A position is begun."""
        pos, here = hand.now, hand.unit(unit).at
        work = Work(self.side, unit, pos.turn)
        hand.change(works={**pos.state.works, here: work})
        hand.tell("works", "{unit} begins an improved position in {hex}.", rule="IMP-1",
                  side=self.side, units=(unit,), hexes=(here,), unit=unit, hex=here)  # fmt: skip

    @rule("KNB-1", "KNB-3")
    def blow(self, hand: Deal, unit: UnitId) -> None:
        """The engineer moves at half for it, whatever comes of it."""
        hand.note(PlayerTurn, blasters=unit)
        hand.roll("bridge", side=self.side, place=hand.unit(unit).at)

    @rule("KNB-2", "R-24")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """The bridge falls, or not."""
        down = falls(hand.now, dice[0])
        text = "The bridge of Kanev is blown." if down else "The charges at the bridge fail."
        hand.tell("bridge", text, rule="KNB-2", side=self.side, dice=dice,
                  hexes=sorted(hand.game.theatre.bridge_ends))  # fmt: skip
        if down:
            hand.change(bridge_blown=True)


class Engineering(Sequence, tag="engineering"):
    """The second phase of a player-turn."""

    title = "Engineering Phase"
    stages = (finish_works, Works)
