"""The open actions as a numbered list, and what a player types read as one of them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.cli.text.sight import Sight
from grognard.decisions import Action

#: How many options of one verb are shown before the list is folded.
SHOWN = 8


class Menu:
    """The actions that a side may take, numbered from one, verb by verb."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.groups: dict[str, list[Action]] = {}
        question = sight.view.question
        for action in question.actions if question else ():
            self.groups.setdefault(action.verb, []).append(action)
        self.actions = [action for group in self.groups.values() for action in group]
        self._places = {counter.id: counter.at for counter in sight.view.counters}

    # --- showing -------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """One line a verb; long ones folded, with the word that unfolds them."""
        number = 1
        for verb, group in self.groups.items():
            shown = [f"{number + i}) {self._say(action)}" for i, action in enumerate(group[:SHOWN])]
            if len(group) > SHOWN:
                shown.append(f"and {len(group) - SHOWN} more: list {verb}")
            number += len(group)
            head = f"{self._verb(verb)}: " if group[0].arg else ""
            yield f"  {head}{'; '.join(shown)}"

    def all_lines(self, verb: str = "") -> Iterator[str]:
        """One line an option, of one verb or of all."""
        for number, action in enumerate(self.actions, 1):
            if not verb or action.verb == verb:
                head = f"{action.verb} " if action.arg else ""
                yield f"  {number}) {head}{self._say(action)}"

    def _say(self, action: Action) -> str:
        """What an option is about: the unit and where it is, the hex and its name."""
        if not action.arg:
            return self._verb(action.verb)
        if action.arg in self._places:
            return f"{action.arg} at {self.sight.spot(self._places[action.arg])}"
        return self.sight.spot(action.arg)

    def _verb(self, verb: str) -> str:
        """A verb with the game's own word for it, where it has one that says more."""
        page = self.sight.page
        label = page.verbs.get(verb, verb) if page else verb
        return verb if label.lower() == verb else f"{verb} ({label})"

    # --- reading -------------------------------------------------------------------------

    def read(self, text: str) -> Action | None:
        """The action that a number or a written action means; None: it is neither."""
        if text.isdigit():
            return self.actions[int(text) - 1] if 0 < int(text) <= len(self.actions) else None
        verb, _, arg = text.partition(" ")
        return Action.parse(f"{verb.lower()} {self._tidy(verb.lower(), arg.strip())}")

    def _tidy(self, verb: str, arg: str) -> str:
        """The argument as it is offered, if only capitals differ; else as it is spelt."""
        offered = {action.arg.lower(): action.arg for action in self.groups.get(verb, ())}
        return offered.get(arg.lower()) or self.spelt(arg)

    def spelt(self, arg: str) -> str:
        """A hex or unit as it is spelt: `3315` is hex 33.15, and capitals do not matter."""
        game = self.sight.game
        try:
            return game.board.grid.parse(arg)
        except KeyError:
            return next((name for name in game.index if name.lower() == arg.lower()), arg)
