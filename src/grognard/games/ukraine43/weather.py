"""25 Weather."""

from __future__ import annotations

from grognard.decisions import rule
from grognard.engine import Phase, Step
from grognard.games.ukraine43.state import Deal, Pos, Weather

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
        hand.tell("weather", "The weather is {weather}.", rule="25.1", dice=dice, weather=weather)
        hand.pop()
