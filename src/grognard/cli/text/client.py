"""The text client's loop: a question, a line typed, what came of it.

It shows a side nothing but that side's View, and everything that it says about a refusal
has passed the game's mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.cli.text.commands import COMMANDS
from grognard.cli.text.menu import Menu
from grognard.cli.text.screen import Screen
from grognard.cli.text.sight import Sight
from grognard.cli.text.words import outcome_line, panel_summary
from grognard.decisions import Action, IllegalAction, Refusal, Side
from grognard.position import Position
from grognard.session import Session
from grognard.state import Spot
from grognard.verbs import VERBS
from grognard.view import View

#: A computer player: chooses among the actions of a view's question.
Computer = Callable[[View], Action]

#: Of longer news only the end is told; the log has all.
MOST_NEWS = 25


class Client:
    """One game at one screen. A side without a computer is played by whoever sits there."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        computers: Mapping[Side, Computer],
        seated: Side = "",
    ) -> None:
        self.session = session
        self.game = session.game
        self.screen = screen
        self.computers = computers
        self.seated = seated
        self.menu = Menu(self.sight)
        self.looked_at: Spot = ""
        self.saved = session.revision
        self.warned = -1
        self.leaving = False
        self._told = dict.fromkeys(self.game.sides, -1)
        self._header = ""

    @property
    def pos(self) -> Position[Any, Any, Any]:
        """The position that is being played."""
        return self.session.pos

    @property
    def sight(self) -> Sight:
        """What the side at the screen sees."""
        return Sight(self.game, self.pos.view(self.seated or None))

    # --- the loop ------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the game is over or the player leaves."""
        while self.pos.outcome is None and not self.leaving:
            computer = self.computers.get(self.pos.side)
            if computer is not None:
                self.session.do(computer(self.pos.view(self.pos.side)))
            elif self._seat(self.pos.side):
                self._ask()
        if self.pos.outcome is not None:
            self._end()

    def _seat(self, side: Side) -> bool:
        """Let the player of this side come to the screen; False when nobody does."""
        if side == self.seated:
            return True
        if not self.computers and hides(self.pos):
            title = self.game.side_title(side)
            self.leaving = not self.screen.curtain(f"{title} decides. Nobody else may look.")
        self.seated, self._header = side, ""
        return not self.leaving

    def _ask(self) -> None:
        """Show the question, and read lines until something has been done."""
        asked = self.pos
        self._tell_news()
        self.show_question()
        while self.pos is asked and not self.leaving:
            self._read(f"{self.game.side_title(self.seated)}> ")

    def _end(self) -> None:
        """Say how the game ended; the board may still be looked at and the game saved."""
        outcome = self.pos.outcome
        assert outcome is not None
        self.seated = self.seated or self.game.sides[0]
        self._tell_news()
        self.screen.say(outcome_line(self.game, outcome), style="bold")
        self.menu = Menu(self.sight)
        while not self.leaving:
            self._read("The game is over (save FILE, log, map, quit)> ")

    def _read(self, prompt: str) -> None:
        typed = self.screen.ask(prompt)
        if typed is None:
            self.leaving = True
        elif typed:
            self._obey(typed)
        elif self.pos.outcome is None:
            self.show_question()

    # --- showing -------------------------------------------------------------------------

    def show_question(self) -> None:
        """The open question: turn and phase if they are new, prompt, numbers, options."""
        sight = self.sight
        question = sight.view.question
        assert question is not None
        if sight.header() != self._header:
            self._header = sight.header()
            self.screen.say()
            self.screen.say(self._header, style="bold")
        rule = f" ({question.rule})" if question.rule else ""
        self.screen.say(f"{self.game.side_title(self.seated)}{rule}: {question.prompt}")
        if question.panel is not None:
            self.screen.say_all(f"  {line}" for line in panel_summary(question.panel))
        self.menu = Menu(sight)
        self.screen.say_all(self.menu.lines())

    def _tell_news(self) -> None:
        """What the side at the screen has learnt since it was last told."""
        now = self.session.revision
        last = min(self._told[self.seated], now)
        news = [n for n in self.session.log(self.seated, max(last, 0)) if n.number > last]
        if len(news) > MOST_NEWS:
            earlier = len(news) - MOST_NEWS
            self.screen.say(f"{earlier} earlier lines: log {len(news)}")
        for line in news[-MOST_NEWS:]:
            self.screen.say(f"* {line}", style="cyan")
        # Where nothing is hidden both sides have read it on the same screen.
        both = self.game.sides if not hides(self.pos) else (self.seated,)
        self._told |= dict.fromkeys(both, now)

    # --- what is typed -------------------------------------------------------------------

    def _obey(self, typed: str) -> None:
        """A word of the client, or an action. A verb that the game offers comes first."""
        word, _, rest = typed.partition(" ")
        command = COMMANDS.get(word.lower())
        if command is not None and word.lower() not in self.menu.groups:
            command.deed(self, rest.strip())
            return
        action = self.menu.read(typed)
        if action is None:
            self.screen.say(f"There is no option {typed}.")
        elif action.verb not in VERBS and action.verb not in self.menu.groups:
            self.screen.say(f"I do not know the word {action.verb!r}. Type help.")
        else:
            self.do(action)

    def do(self, action: Action) -> None:
        """Take an action, or say why not."""
        try:
            self.session.do(action, side=self.seated)
        except IllegalAction as error:
            self.refuse(error.refusal)

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, and where the rule can be read."""
        more = f" (rule {refusal.rule} says more)" if refusal.rule in self.game.clauses else ""
        self.screen.say(f"No. {refusal}{more}", style="red")


def hides(pos: Position[Any, Any, Any]) -> bool:
    """Does one side see anything on the table now that the other does not?"""
    first, second = (pos.view(side) for side in pos.game.sides)
    return any(
        getattr(first, part) != getattr(second, part)
        for part in ("counters", "boxes", "tracks", "secrets", "sightings")
    )
