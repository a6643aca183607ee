"""LDR Leaders: bonuses to movement, danger, and who takes over."""

from __future__ import annotations

from grognard.decisions import Decision, Side, rule
from grognard.engine import Phase
from grognard.games.kanev43.effects import eliminate, send_away
from grognard.games.kanev43.points import class_of
from grognard.games.kanev43.scenario import KanevScenario
from grognard.games.kanev43.state import AWAY, STAFF, Deal, Pos
from grognard.games.kanev43.units import FormationId, assistant_of, leader_of
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: A leader is in danger by two dice, and his wound is as long.
_DICE = 2


# --- LDR-13  movement ---------------------------------------------------------------------------


@rule("LDR-13", "LDR-12")
def bonuses(pos: Pos, side: Side) -> dict[UnitId, int]:
    """The movement points that leaders give as a Movement Phase begins; of several leaders the
    best counts.
    """
    found: dict[UnitId, int] = {}
    grid, reach = pos.board.grid, pos.game.charts.limit("leader_reach")
    for leader in pos.game.leaders[side]:
        here = pos.unit(leader).at
        near = grid.within(here, reach) if here in grid else ()
        for unit in [unit for hex_ in near for unit in pos.at(hex_)]:
            if pos.owner(unit) == side and is_led(pos, leader, unit):
                found[unit] = max(found.get(unit, 0), _bonus(pos, leader, unit))
    return {unit: bonus for unit, bonus in found.items() if bonus}


def _bonus(pos: Pos, leader: UnitId, unit: UnitId) -> int:
    led = pos.game.piece(leader).command
    assert led is not None
    return led.foot if class_of(pos, unit) == "foot" else led.motor


@rule("LDR-13", "FRM-2")
def is_led(pos: Pos, leader: UnitId, unit: UnitId) -> bool:
    """A unit near the leader, assigned to his formation or stacked with one that is."""
    here, there = pos.unit(leader).at, pos.unit(unit).at
    if pos.board.grid.distance(here, there) > pos.game.charts.limit("leader_reach"):
        return False
    formation = pos.game.piece(leader).formation_id
    ours = (other for other in pos.at(there) if pos.owner(other) == pos.owner(unit))
    led = any(is_assigned(pos, other, formation) for other in ours)
    return led and not pos.game.piece(unit).is_leader and not pos.unit(unit).dispersed


@rule("FRM-1", "FRM-2", "FRM-3", "R-69")
def is_assigned(pos: Pos, unit: UnitId, formation: FormationId) -> bool:
    """Is a unit assigned to a formation? Only to its own, and not if its owner treats it as
    unassigned.
    """
    return not pos.game.piece(unit).is_leader and formation_of(pos, unit) == formation


@rule("FRM-1", "FRM-2", "R-69")
def formation_of(pos: Pos, unit: UnitId) -> FormationId:
    """The formation to which a unit is assigned, or nothing."""
    return "" if pos.unit(unit).unassigned else pos.game.piece(unit).formation_id


# --- LDR-5 to LDR-9  danger ---------------------------------------------------------------------


@rule("LDR-1", "LDR-5", "R-77")
def lone_leaders(pos: Pos, side: Side, hex_: HexId) -> tuple[UnitId, ...]:
    """The leaders of a side who are in a hex without any unit of theirs."""
    theirs = [unit for unit in pos.at(hex_) if pos.owner(unit) == side]
    if not theirs or pos.columns.count("units", side, hex_):
        return ()
    return tuple(unit for unit in theirs if pos.game.piece(unit).is_leader)


def lone_leader_hexes(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes where leaders of a side are alone: they are the same as long as these and the
    other units of the side stay where they are.
    """
    units = pos.state.units
    spots = tuple([units[i].at for i in pos.game.leader_numbers[side]])

    def find() -> tuple[HexId, ...]:
        grid, count = pos.board.grid, pos.columns.count
        return tuple(h for h in dict.fromkeys(spots) if h in grid and not count("units", side, h))

    found: tuple[HexId, ...] = pos.columns.keep_of(side, (lone_leader_hexes, spots), find)
    return found


class Danger(Phase, tag="danger"):
    """A leader of `side` may be hit: two dice, less the steps that his stack lost beyond one. A
    lone one whose hex an enemy entered leaves the map in any case.
    """

    title = "Leader in danger"
    leader: UnitId
    steps: int = 1
    alone: bool = False
    #: He is wounded, and the dice tell for how long.
    wounded: bool = False

    def ask(self, pos: Pos) -> Decision | None:
        return None

    @rule("LDR-5")
    def act(self, hand: Deal) -> None:
        name = "wound" if self.wounded else "leader"
        hand.roll(name, _DICE, side=self.side, place=hand.unit(self.leader).at)

    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        if self.wounded:
            self.nurse(hand, dice)
        else:
            self.judge(hand, dice)

    @rule("LDR-6", "LDR-7", "LDR-9")
    def judge(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Killed, wounded, driven off, or unhurt."""
        limit, found = hand.game.charts.limit, sum(dice) - (self.steps - 1)
        if found <= limit("leader_killed"):
            eliminate(hand, self.leader, rule="LDR-6")
            hand.pop()
        elif found == limit("leader_wounded"):
            hand.become(self.but(wounded=True))
        else:
            if self.alone:
                self.told(hand, "{leader} is driven off.", "LDR-9", dice)
                send_away(hand, self.leader, next_morning(hand.now))
            hand.pop()

    @rule("LDR-7", "R-76")
    def nurse(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Twice the dice are the days until he comes back."""
        days = sum(dice) * hand.game.charts.limit("leader_days")
        self.told(hand, f"{{leader}} is wounded for {days} days.", "LDR-7", dice)
        send_away(hand, self.leader, morning_after(hand.now, days))
        hand.pop()

    def told(self, hand: Deal, text: str, rule_id: str, dice: tuple[int, ...]) -> None:
        hand.tell("leader", text, rule=rule_id, side=self.side, dice=dice, units=(self.leader,),
                  leader=self.leader)  # fmt: skip


def next_morning(pos: Pos) -> int:
    """The turn of the next Initial Segment, as if the calendar went on."""
    return morning_after(pos, 1)


def morning_after(pos: Pos, days: int) -> int:
    """The AM turn so many days from today."""
    scene: KanevScenario = pos.game.scene(pos)
    hours = sum(moment.day == scene.moment(1).day for moment in scene.calendar)
    today = (pos.turn - 1) // hours
    return (today + days) * hours + 1


# --- LDR-6 to LDR-11  coming back ---------------------------------------------------------------


@rule("LDR-6", "LDR-7", "LDR-8", "LDR-9", "LDR-10", "LDR-11", "R-75", "R-76")
def bring_back_leaders(hand: Deal) -> None:
    """In the Initial Segment leaders who are due join their HQs; where a formation has none, its
    assistant commander does, and goes when the leader is back. Without an HQ nobody comes.
    """
    for formation in hand.game.formations.values():
        hq = hand.unit(formation.hq).at
        if hq not in hand.game.board.grid or hand.unit(formation.hq).dispersed:
            continue
        leader, assistant = leader_of(formation.id), assistant_of(formation.id)
        if _is_due(hand, leader):
            _join(hand, leader, hq)
        if hand.unit(leader).at in hand.game.board.grid:
            hand.set(assistant, at=STAFF, until=0, lost=0)
        elif _is_needed(hand, leader, assistant):
            _join(hand, assistant, hq)


def _is_due(hand: Deal, leader: UnitId) -> bool:
    now = hand.unit(leader)
    return now.at == AWAY and now.until <= hand.now.turn


@rule("LDR-8", "LDR-10", "R-75")
def _is_needed(hand: Deal, leader: UnitId, assistant: UnitId) -> bool:
    """The leader is dead or away for longer, and the assistant is not on the map. An assistant
    who was hit comes back like any other.
    """
    gone = hand.unit(leader).at == AWAY or hand.unit(leader).lost > 0
    return gone and hand.unit(assistant).at not in hand.game.board.grid


def _join(hand: Deal, leader: UnitId, hq: HexId) -> None:
    hand.set(leader, at=hq, until=0, lost=0)
    hand.tell("leader", "{leader} joins the headquarters in {hex}.", rule="LDR-9",
              side=hand.game.owners[leader], units=(leader,), hexes=(hq,), leader=leader,
              hex=hq)  # fmt: skip
