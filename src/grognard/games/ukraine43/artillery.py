"""22 Soviet artillery divisions."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase, Step
from grognard.games.ukraine43.replacements import points_left
from grognard.games.ukraine43.state import ARRIVALS, EXITED, SOVIET, STAVKA, Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId


def divisions(pos: Pos) -> tuple[UnitId, ...]:
    """All artillery divisions, wherever they are."""
    return pos.game.of_kind.get((SOVIET, "artillery"), ())


def loaded(pos: Pos) -> list[UnitId]:
    """The divisions on the map that could fire: full and in order."""
    units, index, grid = pos.state.units, pos.game.index, pos.board.grid.index
    found = [units[index[unit]] for unit in divisions(pos)]
    return [u.id for u in found if u.at in grid and not u.disrupted and not u.spent]


# --- 22.1, 22.2  barrages -----------------------------------------------------------------


@rule("22.1-1", "22.2", "22.3-4", "22.4-2", "22.5B", "18.1-n", "R-25", "R-74")
def why_no_barrage(
    pos: Pos, unit: UnitId, targets: Iterable[HexId], guns: tuple[UnitId, ...]
) -> Refusal | None:
    """A full division in order fires at most two hexes far; a second one only if one of the two
    is a Guards breakthrough division.
    """
    piece, now, limits = pos.game.piece(unit), pos.unit(unit), pos.game.charts.limits
    if piece.kind != "artillery" or now.at not in pos.board.grid:
        return deny("22.1-1", "{unit} is no artillery on the map", unit=unit)
    if unit in guns:
        return deny("22.1-1", "{unit} fires already", unit=unit)
    if now.disrupted:
        return deny("22.3-4", "{unit} is disrupted", unit=unit)
    if now.spent:
        return deny("22.4-2", "{unit} is depleted", unit=unit)
    reach = limits["barrage_range"].number
    if all(pos.board.grid.distance(now.at, hex_) > reach for hex_ in targets):
        return deny("22.1-1", "the attack is out of the range of {unit}", unit=unit)
    if len(guns) >= limits["barrages"].number:
        return deny("22.2", "two divisions fire already")
    if guns and not any(pos.game.piece(gun).breakthrough for gun in (*guns, unit)):
        return deny("22.2", "one of two divisions must be a Guards breakthrough division")
    return None


@rule("22.4-1", "22.4-2", "22.5C")
def fire(hand: Deal, unit: UnitId) -> None:
    """A regular division that has fired is depleted, a Guards division goes to the Stavka box."""
    if hand.game.piece(unit).depletes:
        hand.set(unit, spent=True)
    else:
        withdraw(hand, unit)


@rule("22.5C", "R-56")
def withdraw(hand: Deal, unit: UnitId) -> None:
    """A Guards division goes to the Stavka box, rid of its markers."""
    here = hand.unit(unit).at
    hand.set(unit, at=STAVKA, disrupted=False, oos=False)
    hand.tell("reserve", "{unit} goes back to the Stavka reserve.", rule="22.5C", side=SOVIET,
              units=(unit,), hexes=(here,), unit=unit)  # fmt: skip


# --- 22.4, 22.5  refilling ----------------------------------------------------------------


class Refilling(Phase, tag="artillery supply"):
    """3.C.1.b: two divisions are made full again, or fetched from the Stavka reserve."""

    title = "Artillery"
    done: int = 0

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=SOVIET) if getattr(parent, "side", "") == SOVIET else None

    def ask(self, pos: Pos) -> Decision:
        left = max(0, pos.game.charts.limits["artillery_actions"].number - self.done)
        prompt = f"Choose artillery to refill or to fetch from the reserve ({left} left), or go on."
        if not left:
            prompt = "Fetch Guards artillery for a mechanised replacement each, or go on."
        return Decision(
            self.side,
            prompt,
            rule="22.4-3",
            offers=(Offer("select", divisions(pos), may_refill), Offer("done")),
        )

    @rule("3.C.1.b-1", "22.4-3", "22.5D-1", "22.5D-2", "R-96")
    def take(self, hand: Deal, action: Action) -> None:
        """A Guards division comes as a reinforcement of this turn; a third action costs a
        mechanised replacement.
        """
        if action == DONE:
            hand.pop()
            return
        unit, free = action.arg, has_free_action(hand.now, self)
        hand.become(self.but(done=self.done + 1))
        if not free:
            hand.note(PlayerTurn, mech_spent=1)
        if hand.unit(unit).at == STAVKA:
            hand.set(unit, at=ARRIVALS, returns=hand.now.turn)
            text, rule_id = "{unit} is fetched from the Stavka reserve.", "22.5D-1"
        else:
            hand.set(unit, spent=False)
            text, rule_id = "{unit} is refilled.", "22.4-3"
        hand.tell("artillery", text, rule=rule_id, side=SOVIET, units=(unit,), unit=unit)


def has_free_action(pos: Pos, step: Refilling) -> bool:
    """Is one of the two actions of the turn left?"""
    return step.done < pos.game.charts.limits["artillery_actions"].number


@rule("3.C.1.b-1", "3.C.1.b-2", "22.4-3", "22.5D-1", "R-96")
def may_refill(pos: Pos, step: Refilling, unit: UnitId) -> Refusal | None:
    """A depleted division in order and in supply, or one in the Stavka box; beyond two actions
    only Guards, for a mechanised replacement each.
    """
    now = pos.unit(unit)
    idle = now.at == EXITED or not (now.spent or now.at == STAVKA)
    if unit not in divisions(pos) or idle:
        return deny("22.4-3", "{unit} is no depleted artillery", unit=unit)
    if now.disrupted or now.oos:
        return deny("3.C.1.b-2", "{unit} is disrupted or out of supply", unit=unit)
    if has_free_action(pos, step):
        return None
    if now.at != STAVKA or points_left(pos, SOVIET)["mech"] < 1:
        return deny("22.4-3", "two divisions are done")
    return None
