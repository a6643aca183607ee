"""10.24 Advance after combat."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Panel, Refusal, deny, rule
from grognard.engine import Phase
from grognard.games.storm41.going import charges
from grognard.games.storm41.stacking import over
from grognard.games.storm41.state import Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Advance(Phase, tag="advance"):
    """Units that attacked go into the hex that was vacated, one after another, or stay."""

    title = "Advance"
    target: HexId
    units: tuple[UnitId, ...]
    gone: tuple[UnitId, ...] = ()

    def ask(self, pos: Pos) -> Decision | None:
        able = [unit for unit in self.units if why_no_advance(pos, self, unit) is None]
        if not able:
            return None
        return Decision(
            self.side,
            f"Choose units that advance into {pos.board.called(self.target)}, or end the advance.",
            rule="10.24",
            waiting="The enemy advances.",
            auto=False,
            panel=lambda _: Panel(units=tuple(able), hexes=(self.target,)),
            offers=(Offer("select", able, why_no_advance, exact=True), Offer("done")),
        )

    def act(self, hand: Deal) -> None:
        hand.pop(self.gone)

    @rule("10.24")
    def take(self, hand: Deal, action: Action) -> None:
        """It is never forced, and costs no points."""
        if action == DONE:
            hand.pop(self.gone)
            return
        unit = action.arg
        hand.become(self.but(gone=(*self.gone, unit)))
        hand.tell("advance", "{unit} advances to {place}.", rule="10.24", side=self.side,
                  units=(unit,), hexes=(self.target,), unit=unit,
                  place=hand.game.board.called(self.target))  # fmt: skip
        hand.enter(unit, self.target, by="advance")


@rule("6.1", "10.24", "11.7-6", "R-98", "R-119")
def why_no_advance(pos: Pos, step: Advance, unit: UnitId) -> Refusal | None:
    """An attacker that is left, but artillery, over the hexside that it attacked across, where
    terrain and stacking let it.
    """
    if unit not in step.units or unit in step.gone or pos.unit(unit).at not in pos.board.grid:
        return deny("10.24", "{unit} does not advance", unit=unit)
    if pos.game.piece(unit).is_artillery:
        return deny("11.7-6", "artillery never advances")
    if not may_follow(pos, unit, step.target):
        return deny("10.24", "the terrain of {hex} is closed to {unit}", hex=step.target, unit=unit)
    crowd = over(pos, step.target, (unit,))
    return crowd[0] if crowd else None


@rule("9.18-3", "10.24", "R-75", "R-77", "R-80")
def may_follow(pos: Pos, unit: UnitId, target: HexId) -> bool:
    """May a unit step into a hex at all? On a corridor of its own side it also may where the
    enemy has held it so far.
    """
    here, nation = pos.unit(unit).at, pos.game.piece(unit).nation
    if charges(pos, unit, here, target):
        return True
    corridors = pos.game.theatre(pos).corridors.values()
    return any(nation in c.users and target in c.links.get(here, ()) for c in corridors)
