"""25 Weather, and what it does to the air segment of the Initial Supply Phase."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase, Sequence, Step
from grognard.games.ukraine43.air import Landing, patrols
from grognard.games.ukraine43.state import AXIS, NO_BASE, SOVIET, Deal, Pos, Weather
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.pieces import UnitId

#: The season in which the sky is clear without a die.
DRY = "august"


class WeatherPhase(Phase, tag="weather"):
    """3.A: one die settles the weather of both player turns."""

    title = "Weather Phase"

    @classmethod
    @rule("3.A-1", "25.1")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """On turns 1 to 6 it is clear, and nobody rolls."""
        return None if pos.game.space(pos).season == DRY else cls()

    def act(self, hand: Deal) -> None:
        hand.roll("weather")

    @rule("3.A-2", "25.1", "T-2")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        season = hand.game.space(hand.now).season
        weather: Weather = hand.game.charts.weather(season, dice[0])
        hand.change(weather=weather)
        text = "It rains." if weather == "rain" else "The weather is {weather}."
        hand.tell("weather", text, rule="25.1", dice=dice, weather=weather)
        hand.pop()


# --- 25.3  the air segment --------------------------------------------------------------


@rule("3.C.1.c-1", "15.6-9", "R-94")
def come_down(segment: AirSegment, hand: Deal) -> None:
    """Step 1: own units return from DAS, and those that wait for a base look for one."""
    if segment.airborne:
        unit, *others = segment.airborne
        hand.become(segment.but(airborne=tuple(others)))
        hand.push(Landing(side=segment.side, unit=unit))


@rule("3.C.1.c-2", "15.2-2", "14.5-6", "15.7-2")
def make_ready(segment: AirSegment, hand: Deal) -> None:
    """Step 2: all own air units on a base are turned to their Ready side."""
    for unit in hand.game.of_role[segment.side, "air"]:
        if hand.unit(unit).at in hand.game.board.grid:
            hand.set(unit, spent=False)


@rule("25.3-5S", "25.2-4", "R-95")
def rain(segment: AirSegment, hand: Deal) -> None:
    """Step 5, in the Soviet turn: all Soviet units are Flown, and German ones come down from
    DAS. In the German turn nothing happens.
    """
    if hand.now.state.weather != "rain" or segment.side != SOVIET:
        return
    for unit in hand.game.of_role[SOVIET, "air"]:
        hand.set(unit, spent=True)
    for unit in patrols(hand.now, AXIS)[:1]:
        hand.set(unit, spent=True)
        hand.push(Landing(side=AXIS, unit=unit))


class EnemySky(Phase, tag="enemy sky"):
    """25.3 step 3: an overcast sky may drive off enemy units on DAS; a die for each."""

    title = "Overcast"
    units: tuple[UnitId, ...]

    @classmethod
    @rule("25.3-3")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, AirSegment)
        overcast = pos.state.weather == "overcast"
        units = patrols(pos, pos.game.enemy(parent.side)) if overcast else ()
        return cls(side=parent.side, units=units) if units else None

    def act(self, hand: Deal) -> None:
        roll_for_next(self, hand)

    @rule("25.2-2", "25.2-3", "25.3-3")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Where one is driven off the weather is bad for the other side as well."""
        unit, *others = self.units
        hand.become(self.but(units=tuple(others)))
        if roll_against(hand, unit, dice):
            hand.note(PlayerTurn, bad_weather=hand.unit(unit).at)


class OwnSky(Phase, tag="own sky"):
    """25.3 step 4: the owner names the units that he keeps for DAS; the others are rolled for."""

    title = "Overcast"
    units: tuple[UnitId, ...]
    keeping: bool = True

    @classmethod
    @rule("25.3-4")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, AirSegment)
        own = pos.game.of_role[parent.side, "air"]
        units = tuple(unit for unit in own if pos.unit(unit).at in pos.board.grid)
        overcast = pos.state.weather == "overcast"
        return cls(side=parent.side, units=units) if overcast and units else None

    @rule("R-48")
    def ask(self, pos: Pos) -> Decision | None:
        if not self.keeping:
            return None
        return Decision(
            self.side,
            "Choose the air units that you keep for Defensive Air Support.",
            rule="R-48",
            auto=False,
            offers=(Offer("select", self.units, may_be_kept), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.become(self.but(keeping=False))
            return
        hand.note(PlayerTurn, kept_for_das=action.arg)
        hand.become(self.but(units=tuple(u for u in self.units if u != action.arg)))

    def act(self, hand: Deal) -> None:
        roll_for_next(self, hand)

    @rule("25.2-2", "25.3-4")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        unit, *others = self.units
        hand.become(self.but(units=tuple(others)))
        roll_against(hand, unit, dice)


def may_be_kept(pos: Pos, step: OwnSky, unit: UnitId) -> Refusal | None:
    """Any own air unit on a base, once."""
    if unit not in step.units:
        return deny("R-48", "{unit} cannot be kept for defensive air support", unit=unit)
    return None


def roll_for_next(step: EnemySky | OwnSky, hand: Deal) -> None:
    """A die for the next unit of a list, until it is empty."""
    if not step.units:
        hand.pop()
        return
    hand.roll("overcast", side=step.side, place=hand.unit(step.units[0]).at)


@rule("25.2-2")
def roll_against(hand: Deal, unit: UnitId, dice: tuple[int, ...]) -> bool:
    """Is an air unit turned to its Flown side by the weather?"""
    grounded = hand.game.charts.grounded(dice[0])
    if grounded:
        hand.set(unit, spent=True)
    text = "{unit} is grounded by the weather." if grounded else "{unit} flies in spite of clouds."
    hand.tell("overcast", text, rule="25.2-2", side=hand.game.owners[unit], dice=dice,
              units=(unit,), hexes=(hand.unit(unit).at,), unit=unit)  # fmt: skip
    return grounded


class AirSegment(Sequence, tag="air segment"):
    """3.C.1.c, 25.3: down from DAS, all Ready, then what the weather does."""

    title = "Air segment"
    airborne: tuple[UnitId, ...] = ()
    stages = (come_down, make_ready, EnemySky, OwnSky, rain)

    @classmethod
    @rule("3.C.1.c-1", "3.C.1.c-3", "25.3-0")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        side = getattr(parent, "side", "")
        units = [pos.unit(unit) for unit in pos.game.of_role[side, "air"]]
        return cls(side=side, airborne=tuple(u.id for u in units if u.das or u.at == NO_BASE))
