"""SOP-9 to SOP-11 The Movement Phase: strategic moves, all others, infiltration, night."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.airborne import Concentration, Drifting, Excess
from grognard.games.kanev43.charts import SIXTHS
from grognard.games.kanev43.crossing import may_cross_from, open_crossing, starts
from grognard.games.kanev43.drops import Drops
from grognard.games.kanev43.effects import disrupt, remove_works
from grognard.games.kanev43.engineering import builders
from grognard.games.kanev43.entry import gate, row_of, waiting
from grognard.games.kanev43.infiltration import Infiltration
from grognard.games.kanev43.leaders import bonuses
from grognard.games.kanev43.moving import Moving, why_not_move
from grognard.games.kanev43.points import allowance
from grognard.games.kanev43.state import DEAD, SOVIET, Deal, Pos
from grognard.games.kanev43.turn import MovementPhase, MovePhase, PlayerTurn, is_night, on_map
from grognard.pieces import UnitId

# --- RCN  scouts get off their trucks -----------------------------------------------------------


class Dismounting(Phase, tag="dismounting"):
    """Soviet scouts may leave their vehicles, for good."""

    title = "Movement Phase"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Only for the Soviets, and where there are mounted scouts."""
        side = getattr(parent, "side", "")
        return cls(side=side) if side == SOVIET and mounted(pos) else None

    @rule("RCN-1")
    def ask(self, pos: Pos) -> Decision | None:
        if not mounted(pos):
            return None
        return Decision(
            self.side,
            "Choose scouts who dismount, or go on.",
            rule="RCN-1",
            auto=False,
            offers=(Offer("select", mounted(pos)), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    @rule("RCN-1")
    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        unit = action.arg
        hand.set(unit, dismounted=True)
        hand.tell("dismount", "{unit} dismounts.", rule="RCN-1", side=self.side, units=(unit,),
                  hexes=(hand.unit(unit).at,), unit=unit)  # fmt: skip


@rule("RCN-1")
def mounted(pos: Pos) -> list[UnitId]:
    """The Soviet recon companies on the map that have not dismounted."""
    able = (p.id for p in pos.game.printed.values() if p.dismounted)
    units = (pos.unit(unit) for unit in able)
    return [u.id for u in units if u.at in pos.board.grid and not u.dismounted]


# --- moves --------------------------------------------------------------------------------------


class Moves(MovePhase, tag="moves"):
    """Strategic or tactical moves."""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Who may move now is found once, if the phase is open in which they would."""
        phase = cls(side=getattr(parent, "side", ""))
        if pos.find(MovementPhase) is None:
            return phase
        able = (unit for unit in movers(pos, phase) if not pos.unit(unit).dispersed)
        return phase.but(able=tuple(able))


class StrategicMoves(Moves, tag="strategic moves"):
    """SOP-9 Strategic moves come first."""

    title = "Strategic Movement"

    @rule("SOP-9", "STM-1")
    def ask(self, pos: Pos) -> Decision:
        return _choice(pos, self, "Choose a unit for a strategic move, or go on.", "SOP-9")

    def take(self, hand: Deal, action: Action) -> None:
        _open(hand, self, action, strategic=True)


class TacticalMoves(Moves, tag="tactical moves"):
    """SOP-10 All other units move, and reinforcements come."""

    title = "Movement Phase"

    @rule("SOP-10", "XNG-1", "XNG-5")
    def ask(self, pos: Pos) -> Decision:
        over = Offer("target", starts(pos, self.side), may_cross_from, exact=True)
        return _choice(pos, self, "Choose a unit to move, or end movement.", "SOP-10", over)

    def take(self, hand: Deal, action: Action) -> None:
        if action.verb == "target":
            open_crossing(hand, self.side, action.arg)
        else:
            _open(hand, self, action, strategic=False)


def _choice(pos: Pos, phase: MovePhase, prompt: str, rule_id: str, *others: Offer) -> Decision:
    return Decision(
        phase.side,
        prompt,
        rule=rule_id,
        calm=True,
        auto=False,
        offers=(
            Offer("select", movers(pos, phase), may_select, exact=True),
            *others,
            Offer("done"),
        ),
    )


def _open(hand: Deal, phase: MovePhase, action: Action, *, strategic: bool) -> None:
    if action == DONE:
        hand.pop()
        return
    if hand.unit(action.arg).dispersed:
        hand.push(Drifting(side=phase.side, units=(action.arg,)))
        return
    row, entry = row_of(hand.now, action.arg), ""
    if row is not None and hand.unit(action.arg).at not in hand.game.board.grid:
        entry = gate(hand.now, phase.side, row.at)
    hand.push(Moving(side=phase.side, units=(action.arg,), strategic=strategic, entry=entry))


def movers(pos: Pos, phase: MovePhase) -> list[UnitId]:
    """The units that may move or enter now: of those that could when it opened, who has not moved
    since and is alive; and the dispersed.
    """
    if phase.able is None:
        able = [*on_map(pos, phase.side), *waiting(pos, phase.side)]
        return [unit for unit in able if may_select(pos, phase, unit) is None]
    gone = pos.within(MovementPhase).moved.union(pos.at(DEAD))
    left = [unit for unit in phase.able if unit not in gone]
    if phase.side == SOVIET:
        hidden = (unit for unit in pos.game.airborne if pos.unit(unit).dispersed)
        left += [unit for unit in hidden if may_select(pos, phase, unit) is None]
    return left


@rule("SOP-9", "SOP-10", "STM-1", "R-16")
def may_select(pos: Pos, phase: MovePhase, unit: UnitId) -> Refusal | None:
    """A unit that may move and has a point left."""
    strategic = isinstance(phase, StrategicMoves)
    refusal = why_not_move(pos, phase.side, unit, strategic=strategic)
    if refusal is None and allowance(pos, unit) < SIXTHS:
        return deny("R-16", "{unit} has no movement point", unit=unit)
    return refusal


# --- the phase ----------------------------------------------------------------------------------


@rule("LDR-13", "INF-1", "STM-3")
def take_stock(phase: Movement, hand: Deal) -> None:
    """Leaders' bonuses, who is in an enemy zone and who holds what are fixed."""
    pos = hand.now
    zoned = pos.columns.zoned(pos.game.enemy(phase.side))
    engaged = [u for hex_ in zoned for u in pos.at(hex_) if pos.owner(u) == phase.side]
    hand.become(
        phase.but(
            bonuses=bonuses(pos, phase.side),
            engaged=frozenset(engaged),
            held=pos.state.control,
        )
    )


@rule("NGT-1", "NGT-3", "NGT-4", "R-70", "R-112")
def tire(phase: Movement, hand: Deal) -> None:
    """At night who spent more than half, built or blew up something is disrupted. Guns that only
    changed their state are not, nor who tried to cross the Dnepr.
    """
    if not is_night(hand.now):
        return
    pos = hand.now
    far = sorted(phase.rolled & phase.strained)
    toil = sorted(builders(pos, phase.side) | pos.within(PlayerTurn).blasters)
    for unit in dict.fromkeys((*far, *toil)):
        alive = hand.unit(unit).at in hand.game.board.grid
        if alive and not hand.game.piece(unit).is_leader:
            disrupt(hand, unit, rule="NGT-1")


@rule("IMP-4")
def abandon_works(phase: Movement, hand: Deal) -> None:
    """Positions without a friendly unit are gone, whoever's phase it is."""
    pos = hand.now
    works = sorted(pos.state.works.items())
    empty = [h for h, w in works if not pos.columns.count("units", w.side, h)]
    remove_works(hand, empty, rule="IMP-4")


class Movement(MovementPhase, tag="movement"):
    """The Movement Phase in the order of R-98."""

    title = "Movement Phase"
    stages = (Dismounting, take_stock, StrategicMoves, TacticalMoves, Concentration, Infiltration,
              Excess, Drops, tire, abandon_works)  # fmt: skip
