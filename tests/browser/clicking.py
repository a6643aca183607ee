"""Playing on by clicking: a little of everything, so that a turn holds moves and attacks."""

from __future__ import annotations

from collections import Counter

from tests.browser.person import Person
from tests.browser.positions import least

from grognard.decisions import Action

#: Deeds that a phase should hold, and how often each is worth doing.
DEEDS = {
    "select": 3,
    "move": 3,
    "place": 1,
    "target": 2,
    "attack": 4,
    "commit": 2,
    "advance": 2,
    "retreat": 4,
}

#: How an attack is made that must be made.
DUTIES = ("attack", "commit", "target")


class Clicker:
    """Does a little of everything, and ends every phase."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.done: Counter[str] = Counter()
        self._in_phase: Counter[tuple[str, str]] = Counter()
        #: Has an attack been begun because the phase could not be ended?
        self._obliged = False

    def play_until_turn(self, turn: int) -> None:
        """Play on until a turn begins."""
        while self.person.turn < turn:
            self.person.come_to_decide()
            if self.person.turn < turn:
                self.person.click(self._choice())

    def _choice(self) -> Action:
        """Something that was not done often in this phase; else whatever decides least, or what
        must be done before the phase may end.
        """
        phase = self.person.phase
        for verb, often in DEEDS.items():
            args = self.person.args(verb)
            if args and self._in_phase[verb, phase] < often:
                self._in_phase[verb, phase] += 1
                self.done[verb] += 1
                return Action(verb, args[len(args) // 2])
        return self._duty() or least(self.person.actions)

    def _duty(self) -> Action | None:
        """An attack, where there are some that must be made; with all who can make it."""
        if self.person.args("done"):
            self._obliged = False
        elif self.person.args("target") and not self.person.args("cancel"):
            self._obliged = True
        if not self._obliged:
            return None
        wanted = [a for verb in DUTIES for a in self.person.actions if a.verb == verb]
        return wanted[0] if wanted else None
